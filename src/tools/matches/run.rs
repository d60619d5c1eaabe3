//! Plays the pairs of a match over worker threads.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use super::record::GameRecord;
use super::stats::{PairCounts, Sprt, Verdict};
use crate::game::Side;
use crate::search::Control;
use crate::tools::CliError;
use crate::tools::openings::{OpeningRules, Openings};
use crate::tools::selfplay::{GameRules, Player, play_game};
use crate::variant::Playable;

/// Stack of a worker: the search recurses up to its largest ply in it.
const STACK: usize = 16 << 20;

/// What is played.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Pairs of games.
    pub pairs: u64,
    /// Seed of the openings.
    pub seed: u64,
    /// What openings must be like.
    pub openings: OpeningRules,
    /// When games end early.
    pub rules: GameRules,
    /// Pairs played at the same time, at least 1.
    pub concurrency: usize,
    /// Ends the match early.
    pub sprt: Option<Sprt>,
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

/// The state of a match, complete pairs only unless said otherwise.
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

/// Makes a worker's two players, A and B.
pub type MakePlayers<'a, G> = dyn Fn() -> Result<[Box<dyn Player<G>>; 2], CliError> + Sync + 'a;

/// Plays a match and gives its state at the end: all pairs played, the test decided, or `control`
/// stopped. `done` are games of an earlier run, which are not played again. `note` sees every new game and
/// the state after it, one at a time; its error ends the match.
///
/// # Errors
/// The first error of `make`, of the openings or of `note`.
pub fn run_match<G: Playable>(
    game: &G,
    names: [&str; 2],
    terms: &Terms,
    make: &MakePlayers<'_, G>,
    done: Vec<GameRecord>,
    control: &Control,
    note: &mut (dyn FnMut(&GameRecord, &Tally) -> Result<(), CliError> + Send),
) -> Result<Tally, CliError> {
    let mut played: BTreeMap<u64, [bool; 2]> = BTreeMap::new();
    let mut tally = Tally::default();
    for record in done {
        played.entry(record.pair).or_default()[usize::from(record.leg & 1)] = true;
        tally.add(record);
    }
    // Workers stop at the caller's control or at this one: an error or a decided test.
    let over = Control::default();
    let decided =
        |tally: &Tally| terms.sprt.is_some_and(|sprt| sprt.verdict(&tally.pairs).0 != Verdict::Open);
    if decided(&tally) {
        return Ok(tally);
    }
    let next = AtomicU64::new(0);
    let shared = Mutex::new((tally, note));
    let worker = || -> Result<(), CliError> {
        let [mut a, mut b] = make()?;
        let mut openings = Openings::new(game, terms.seed, terms.openings);
        loop {
            let pair = next.fetch_add(1, Ordering::Relaxed);
            if pair >= terms.pairs {
                return Ok(());
            }
            let already = played.get(&pair).copied().unwrap_or_default();
            if already == [true; 2] {
                continue;
            }
            let opening = openings.get(pair)?;
            for leg in 0..2u8 {
                if already[usize::from(leg)] {
                    continue;
                }
                if control.stopped() || over.stopped() {
                    return Ok(());
                }
                let players: [&mut dyn Player<G>; 2] =
                    if leg == 0 { [a.as_mut(), b.as_mut()] } else { [b.as_mut(), a.as_mut()] };
                let Some(game) = play_game(game, players, &opening, &terms.rules, control) else {
                    return Ok(());
                };
                let record = GameRecord::new(pair, leg, names, game);
                let mut guard = shared.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                let (tally, note) = &mut *guard;
                tally.add(record.clone());
                note(&record, tally)?;
                if decided(tally) {
                    over.stop();
                }
            }
        }
    };
    let mut result = Ok(());
    thread::scope(|scope| -> Result<(), CliError> {
        let handles: Vec<_> = (0..terms.concurrency.max(1))
            .map(|_| {
                thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || {
                    let outcome = worker();
                    if outcome.is_err() {
                        over.stop();
                    }
                    outcome
                })
            })
            .collect();
        for handle in handles {
            let outcome = match handle?.join() {
                Ok(outcome) => outcome,
                Err(_) => Err(CliError::Failed("a worker of the match panicked".to_owned())),
            };
            if result.is_ok() {
                result = outcome;
            }
        }
        Ok(())
    })?;
    result?;
    Ok(shared.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()).0)
}
