//! Plays the pairs of a match over worker threads.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use super::record::GameRecord;
use super::stats::{PairCounts, Sprt, Verdict};
use crate::game::Side;
use crate::search::Control;
use crate::tools::openings::{OpeningRules, Openings};
use crate::tools::selfplay::{GameRules, Player, play_game};
use crate::tools::{CliError, on_workers};
use crate::variant::Playable;

/// What is played.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Pairs of games, of each game where there are several.
    pub pairs: u64,
    /// Seed of the openings.
    pub seed: u64,
    /// What random openings must be like.
    pub openings: OpeningRules,
    /// When games end early.
    pub rules: GameRules,
    /// Pairs played at the same time, at least 1.
    pub concurrency: usize,
    /// Ends the match early.
    pub sprt: Option<Sprt>,
}

impl Terms {
    /// Whether the sequential test, if there is one, has come to a verdict.
    pub fn decided(&self, standing: &Standing) -> bool {
        self.sprt.is_some_and(|sprt| sprt.verdict(&standing.total().pairs).0 != Verdict::Open)
    }
}

impl Default for Terms {
    fn default() -> Self {
        Terms {
            pairs: 100,
            seed: 1,
            openings: OpeningRules::default(),
            rules: GameRules::default(),
            concurrency: thread::available_parallelism().map_or(1, usize::from),
            sprt: None,
        }
    }
}

/// The state of one game's part of a match, complete pairs only unless said otherwise.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Pair scores of A.
    pub pairs: PairCounts,
    /// Games by quarters of A, 0 to 4.
    pub games: [u64; 5],
    /// How games ended and how often.
    pub reasons: BTreeMap<String, u64>,
    /// Games lost by failures of A and B.
    pub faults: [u64; 2],
    /// Nodes of A and B.
    pub nodes: [u64; 2],
    /// First halves of pairs whose other half is still to come: pair, leg, record.
    waiting: BTreeMap<u64, GameRecord>,
}

impl Tally {
    /// Counts a game; a pair counts once both its games are there.
    pub fn add(&mut self, record: GameRecord) {
        match self.waiting.remove(&record.pair) {
            Some(other) if other.leg != record.leg => {
                self.pairs.add(usize::from(other.a_quarters() + record.a_quarters()).min(8));
                self.count(&other);
                self.count(&record);
            }
            _ => {
                self.waiting.insert(record.pair, record);
            }
        }
    }

    /// Adds the complete pairs of another tally.
    fn include(&mut self, other: &Tally) {
        for (sum, n) in self.pairs.0.iter_mut().zip(other.pairs.0) {
            *sum += n;
        }
        for (sum, n) in self.games.iter_mut().zip(other.games) {
            *sum += n;
        }
        for (reason, n) in &other.reasons {
            *self.reasons.entry(reason.clone()).or_default() += n;
        }
        for player in 0..2 {
            self.faults[player] += other.faults[player];
            self.nodes[player] += other.nodes[player];
        }
    }

    fn count(&mut self, record: &GameRecord) {
        self.games[usize::from(record.a_quarters().min(4))] += 1;
        *self.reasons.entry(record.reason.clone()).or_default() += 1;
        let a_side = if record.leg == 0 { Side::White } else { Side::Black };
        if let Some(fault) = &record.fault {
            self.faults[usize::from(*fault != a_side.to_string())] += 1;
        }
        for (player, side) in [(0, a_side), (1, a_side.other())] {
            self.nodes[player] += record.nodes[side.index()];
        }
    }
}

/// The state of a match over one game or several.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// A tally a game, by the game's name.
    pub games: Vec<(String, Tally)>,
}

impl Standing {
    /// Nothing played yet.
    pub fn new<'a>(games: impl IntoIterator<Item = &'a str>) -> Standing {
        Standing { games: games.into_iter().map(|game| (game.to_owned(), Tally::default())).collect() }
    }

    /// Counts a game; one of another match is left out.
    pub fn add(&mut self, record: GameRecord) {
        if let Some((_, tally)) = self.games.iter_mut().find(|(game, _)| *game == record.game) {
            tally.add(record);
        }
    }

    /// All games together, as far as their pairs are complete.
    pub fn total(&self) -> Tally {
        let mut total = Tally::default();
        for (_, tally) in &self.games {
            total.include(tally);
        }
        total
    }
}

/// Makes a worker's two players, A and B.
pub type MakePlayers<G> = dyn Fn(&G) -> Result<[Box<dyn Player<G>>; 2], CliError> + Sync;

/// One of the games that a match is about.
pub trait Discipline: Sync {
    /// The game's protocol name.
    fn name(&self) -> &'static str;

    /// Players and openings for one worker.
    ///
    /// # Errors
    /// Why the players can't be made.
    fn seat(&self) -> Result<Box<dyn Seat + '_>, CliError>;
}

/// What a worker plays one game's pairs with.
pub trait Seat {
    /// Plays one half of a pair; `None` if `control` stopped it.
    ///
    /// # Errors
    /// Why there is no opening.
    fn play(&mut self, pair: u64, leg: u8, control: &Control) -> Result<Option<GameRecord>, CliError>;
}

/// The pairs of one game.
pub struct Pairs<G: Playable> {
    /// The game, by the rules it is played by.
    pub game: G,
    /// Names of A and B.
    pub names: [String; 2],
    /// What is played.
    pub terms: Terms,
    /// Openings of the first pairs; further ones are random.
    pub book: Vec<Vec<G::Move>>,
    /// Makes the players.
    pub make: Box<MakePlayers<G>>,
}

impl<G: Playable> Discipline for Pairs<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn seat(&self) -> Result<Box<dyn Seat + '_>, CliError> {
        let players = (self.make)(&self.game)?;
        let random = Openings::new(&self.game, self.terms.seed, self.terms.openings);
        Ok(Box::new(Worker { pairs: self, players, random, opening: None }))
    }
}

struct Worker<'a, G: Playable> {
    pairs: &'a Pairs<G>,
    players: [Box<dyn Player<G>>; 2],
    random: Openings<G>,
    /// The opening of the pair begun last, since random ones are not found at once.
    opening: Option<(u64, Vec<G::Move>)>,
}

impl<G: Playable> Seat for Worker<'_, G> {
    fn play(&mut self, pair: u64, leg: u8, control: &Control) -> Result<Option<GameRecord>, CliError> {
        let Pairs { game, names, terms, book, .. } = self.pairs;
        let opening = match self.opening.take() {
            Some((known, opening)) if known == pair => opening,
            _ => match usize::try_from(pair).ok().and_then(|pair| book.get(pair)) {
                Some(opening) => opening.clone(),
                None => self.random.get(pair - book.len() as u64)?,
            },
        };
        let [a, b] = &mut self.players;
        let players: [&mut dyn Player<G>; 2] =
            if leg == 0 { [a.as_mut(), b.as_mut()] } else { [b.as_mut(), a.as_mut()] };
        let played = play_game(game, players, &opening, &terms.rules, control);
        self.opening = Some((pair, opening));
        Ok(played.map(|played| GameRecord::new(G::NAME, pair, leg, [&names[0], &names[1]], played)))
    }
}

/// Plays a match, pair number n of each game before pair n + 1 of any, and gives its state at the end: all pairs
/// played, the test decided, or `control` stopped. `done` are games of an earlier run, which are not played again.
/// `note` sees every new game and the state after it, one at a time; its error ends the match. A decided test and an
/// error stop `control` as well: games under way are given up, for they could only blur the verdict.
///
/// # Errors
/// The first error of a seat or of `note`.
pub fn run_match(
    disciplines: &[Box<dyn Discipline + '_>],
    terms: &Terms,
    done: Vec<GameRecord>,
    control: &Control,
    note: &mut (dyn FnMut(&GameRecord, &Standing) -> Result<(), CliError> + Send),
) -> Result<Standing, CliError> {
    let mut played: BTreeMap<(String, u64), [bool; 2]> = BTreeMap::new();
    let mut standing = Standing::new(disciplines.iter().map(|discipline| discipline.name()));
    for record in done {
        played.entry((record.game.clone(), record.pair)).or_default()[usize::from(record.leg & 1)] = true;
        standing.add(record);
    }
    if terms.decided(&standing) || disciplines.is_empty() {
        return Ok(standing);
    }
    let next = AtomicU64::new(0);
    let count = disciplines.len() as u64;
    let shared = Mutex::new((standing, note));
    let worker = || -> Result<(), CliError> {
        let mut seats: Vec<Option<Box<dyn Seat + '_>>> = disciplines.iter().map(|_| None).collect();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let (pair, which) = (number / count, (number % count) as usize);
            if pair >= terms.pairs {
                return Ok(());
            }
            let discipline = &disciplines[which];
            let already = played.get(&(discipline.name().to_owned(), pair)).copied().unwrap_or_default();
            for leg in (0..2u8).filter(|&leg| !already[usize::from(leg)]) {
                if control.stopped() {
                    return Ok(());
                }
                let seat = match &mut seats[which] {
                    Some(seat) => seat,
                    empty => empty.insert(discipline.seat()?),
                };
                let Some(record) = seat.play(pair, leg, control)? else { return Ok(()) };
                let mut guard = shared.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                let (standing, note) = &mut *guard;
                if terms.decided(standing) {
                    // By another worker, while this game ended.
                    return Ok(());
                }
                standing.add(record.clone());
                note(&record, standing)?;
                if terms.decided(standing) {
                    control.stop();
                }
            }
        }
    };
    on_workers(terms.concurrency, control, worker)?;
    Ok(shared.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()).0)
}
