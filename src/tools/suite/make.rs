//! Makes tactical sets and bench positions from seeded games of the simple player.

use fxhash::FxHashSet;
use rayon::prelude::*;

use super::file::Entry;
use super::proof::{ProofSearch, Verdict, saves};
use super::simple::{SimpleGame, material_balance, simple_game};
use crate::game::Game;

/// Most classes that a game has.
const MOST_CLASSES: usize = 4;

/// Number of classes of won positions: in 1, in 2, and with [`Game::LONG_PROOFS`] in 3 or more moves.
const fn won_classes<G: Game>() -> usize {
    if G::LONG_PROOFS { 3 } else { 2 }
}

/// Number of classes: those of won positions, and in games with [`Game::SUDDEN_WINS`] that of positions with a threat
/// to the side to move that few moves meet.
pub const fn classes<G: Game>() -> usize {
    won_classes::<G>() + G::SUDDEN_WINS as usize
}

/// Longest win looked for, in moves.
pub const LONGEST: u32 = 4;

/// Most moves that may meet the threat in a position of the last class.
pub const MOST_SAVES: usize = 5;

/// Most first moves that win in a position of the set: where a move is a whole turn of several parts, nearly every one of
/// them may.
pub const fn most_best<G: Game>() -> usize {
    if G::SUDDEN_WINS && G::LONG_PROOFS { MOST_SAVES } else { usize::MAX }
}

/// Longest win looked for in a game.
pub const fn longest<G: Game>() -> u32 {
    if G::SUDDEN_WINS { won_classes::<G>() as u32 } else { LONGEST }
}

/// Positions that the proof search may look at for one candidate. Part of a suite's definition.
pub const BUDGET: u64 = 20_000_000;

/// Games are cut off here.
const MAX_PLIES: usize = 300;

/// Games tried before the search for positions is given up.
const MAX_GAMES: u64 = 20_000;

/// Games played and searched at a time, in parallel.
const BATCH: u64 = 8;

/// One position of a game that was proved, and its class.
type Found<G> = (usize, Entry<G>);

/// The suite of a seed: `count` positions, shortest wins first, fewer only if the most games allowed do not hold them.
/// The classes have one size, but that the first ones have one position more where `count` wants it.
///
/// Candidates are the winner's last positions of won games, from one to [`LONGEST`] moves before the end,
/// in the order of the games; what the proof search proves enters its class while there is room, at most
/// one position of a game in each class.
pub fn make_suite<G: Game>(game: &G, seed: u64, count: usize) -> Vec<Entry<G>> {
    let room = |class| count / classes::<G>() + usize::from(class < count % classes::<G>());
    let mut classes: Vec<Vec<Entry<G>>> = (0..classes::<G>()).map(|_| Vec::new()).collect();
    let mut seen = FxHashSet::default();
    let mut first = 0;
    while first < MAX_GAMES {
        let open: [bool; MOST_CLASSES] =
            std::array::from_fn(|class| classes.get(class).is_some_and(|found| found.len() < room(class)));
        if open == [false; MOST_CLASSES] {
            break;
        }
        let batch: Vec<Vec<Found<G>>> = (first..first + BATCH)
            .into_par_iter()
            .map(|index| candidates(game, &simple_game(game, seed, index, MAX_PLIES), open))
            .collect();
        for (class, entry) in batch.into_iter().flatten() {
            if classes[class].len() < room(class) && seen.insert(game.key(&entry.position)) {
                classes[class].push(entry);
            }
        }
        first += BATCH;
    }
    let mut suite: Vec<Entry<G>> = classes.into_iter().flatten().collect();
    for (index, entry) in suite.iter_mut().enumerate() {
        entry.id = format!("{}.{:03}", G::NAME, index + 1);
    }
    suite
}

/// The proved positions of one game for the classes that are still open, at most one a class.
fn candidates<G: Game>(game: &G, played: &SimpleGame<G>, open: [bool; MOST_CLASSES]) -> Vec<Found<G>> {
    let mut found: Vec<Found<G>> = Vec::new();
    let last = classes::<G>() - 1;
    if G::SUDDEN_WINS && open[last] {
        found.extend(saved_position(game, played).map(|entry| (last, entry)));
    }
    if !played.won {
        return found;
    }
    let end = played.positions.len() - 1;
    for moves in 1..=longest::<G>() {
        // The game itself shows that this position is won in `moves` if the loser helps.
        let Some(ply) = end.checked_sub(2 * moves as usize - 1) else { break };
        let hoped = class_of::<G>(Some(moves));
        if (0..=hoped).all(|class| !open[class] || found.iter().any(|(c, _)| *c == class)) {
            continue;
        }
        let position = &played.positions[ply];
        if let Verdict::Win(proof) = ProofSearch::new(game, BUDGET).prove(position, moves) {
            let class = class_of::<G>(Some(proof.moves));
            if proof.best.len() > most_best::<G>() {
                continue;
            }
            if open[class] && found.iter().all(|(c, _)| *c != class) {
                let entry = Entry {
                    position: position.clone(),
                    best: proof.best,
                    win_in: Some(proof.moves),
                    id: String::new(),
                };
                found.push((class, entry));
            }
        }
    }
    found
}

/// The last position of a game in which the opponent threatens to win at once, and in which few moves, but some,
/// meet that.
fn saved_position<G: Game>(game: &G, played: &SimpleGame<G>) -> Option<Entry<G>> {
    played.positions.iter().rev().find_map(|position| {
        let best = saves(game, position).filter(|best| (1..=MOST_SAVES).contains(&best.len()))?;
        Some(Entry { position: position.clone(), best, win_in: None, id: String::new() })
    })
}

/// The class of a win in `moves`, or of a position without one.
pub fn class_of<G: Game>(moves: Option<u32>) -> usize {
    match moves {
        Some(moves) => (moves.max(1) as usize).min(won_classes::<G>()) - 1,
        None => classes::<G>() - 1,
    }
}

/// Bench positions of a seed: the start position, then one position each of further games, at plies that
/// go up in steps, neither over nor far from balance in material.
pub fn bench_positions<G: Game>(game: &G, seed: u64, count: usize) -> Vec<G::Position> {
    // Games with hundreds of moves in a position are short, and their men are many and of one kind.
    let crowded = !G::LONG_PROOFS;
    let mut list = vec![game.start()];
    for index in 0..MAX_GAMES {
        if list.len() >= count {
            break;
        }
        let step = bench_step::<G>();
        let ply = FIRST_BENCH_PLY + step * list.len();
        let played = simple_game(game, seed, index, ply);
        if let Some(position) = played.positions.get(ply)
            && game.finished(position).is_none()
            && material_balance(game, position).abs()
                <= if crowded { 2 * BENCH_BALANCE } else { BENCH_BALANCE }
        {
            list.push(position.clone());
        }
    }
    list
}

/// Ply of the first bench position behind the start position, less one step.
const FIRST_BENCH_PLY: usize = 5;

/// Plies from one bench position to the next; odd, so that both sides have their turn. Games that end suddenly are
/// short.
const fn bench_step<G: Game>() -> usize {
    match (G::SUDDEN_WINS, G::LONG_PROOFS) {
        (false, _) => 5,
        (true, true) => 3,
        (true, false) => 1,
    }
}

/// Largest lead in material of a bench position, points; twice that where the men are many and of one kind.
const BENCH_BALANCE: i32 = 3;
