//! Gess held against the slow generator, position by position, over games that do not end soon.

use std::ops::ControlFlow;

use oddity::game::{Game, History, MoveKind, MoveStyle, Outcome, Side};
use oddity::games::gess::{Gess, Move, Position};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;

use crate::rules::perft::{Counted, counted_positions};
use crate::slow_gess::{Slow, Status};

/// Positions compared.
const POSITIONS: usize = if cfg!(feature = "long-tests") {
    20_000
} else if cfg!(debug_assertions) {
    300
} else {
    2_400
};

/// Fewest and most plies of a game.
const PLIES: (usize, usize) = (100, 160);

/// One position in so many has every move's consequences compared.
const THOROUGH: usize = 60;

/// What a run has met.
#[derive(Default, Debug)]
struct Met {
    positions: usize,
    rings_lost: usize,
    two_rings: usize,
    threats: usize,
    wins: usize,
    edge_centres: usize,
    draws: usize,
}

impl Met {
    fn and(self, other: Met) -> Met {
        Met {
            positions: self.positions + other.positions,
            rings_lost: self.rings_lost + other.rings_lost,
            two_rings: self.two_rings + other.two_rings,
            threats: self.threats + other.threats,
            wins: self.wins + other.wins,
            edge_centres: self.edge_centres + other.edge_centres,
            draws: self.draws + other.draws,
        }
    }
}

/// A random game of at least 100 plies; no move in it ends it. Half of the games avoid captures, so that the board
/// stays full for longer.
fn long_game(rng: &mut StdRng) -> Vec<Move> {
    let calm = rng.random_range(0..2) == 0;
    let plies = rng.random_range(PLIES.0..PLIES.1);
    loop {
        let mut pos = Gess.start();
        let mut line = Vec::new();
        while line.len() < plies {
            let moves = Gess.moves(&pos);
            let chosen = (0..400).find_map(|attempt| {
                let &m = moves.choose(rng)?;
                let mut next = pos.clone();
                Gess.play(&mut next, m, &mut ());
                let liked = !calm || attempt > 40 || !Gess.is_irreversible(&pos, m);
                (liked && Gess.finished(&next).is_none()).then_some((m, next))
            });
            let Some((m, next)) = chosen else { break };
            line.push(m);
            pos = next;
        }
        if line.len() >= PLIES.0 {
            return line;
        }
    }
}

fn coordinate(pos: &Position, m: Move) -> String {
    Gess.write_move(pos, m, MoveStyle::Coordinate)
}

fn status_of(pos: &Position, history: &History) -> Status {
    match Gess.finished(pos).or_else(|| Gess.drawn(pos, history)) {
        None => Status::Ongoing,
        Some(Outcome { white_quarters, reason }) => Status::Over { white_quarters, reason },
    }
}

fn compare_game(seed: u64) -> Met {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut met = Met::default();
    let mut slow = Slow::start();
    let mut pos = Gess.start();
    let mut history = History::new(Gess.key(&pos));
    for m in long_game(&mut rng) {
        let fen = Gess.fen(&pos);
        assert_eq!(fen, slow.fen());
        let moves = Gess.moves(&pos);
        let mut texts: Vec<String> = moves.iter().map(|&m| coordinate(&pos, m)).collect();
        texts.sort();
        assert_eq!(texts, slow.legal_moves(), "{fen}");
        assert_eq!(Gess.count(&pos), moves.len() as u64, "{fen}");
        let status = status_of(&pos, &history);
        assert_eq!(status, slow.status(), "{fen}");
        met.draws += usize::from(status != Status::Ongoing);
        for side in Side::ALL {
            assert_eq!(!pos.rings(side).is_empty(), slow.has_ring(side == Side::White), "{fen}");
            met.two_rings += usize::from(pos.rings(side).len() > 1);
        }
        met.edge_centres += moves.iter().filter(|m| !m.from.is_inner() || !m.to.is_inner()).count();
        met.positions += 1;
        if rng.random_range(0..THOROUGH) == 0 {
            compare_moves(&pos, &slow, &moves, &mut met);
        }
        slow.play(&coordinate(&pos, m)).expect("both agree on legal moves");
        Gess.play(&mut pos, m, &mut ());
        history.push(Gess.key(&pos));
    }
    met
}

/// What every move leads to and how it is written; winning moves and losing ones against trying all.
fn compare_moves(pos: &Position, slow: &Slow, moves: &[Move], met: &mut Met) {
    let fen = Gess.fen(pos);
    let us = Gess.side_to_move(pos);
    let mut noisy = Vec::new();
    let _ = Gess.generate(pos, MoveKind::Noisy, |m| {
        noisy.push(m);
        ControlFlow::Continue(())
    });
    let threatened = Gess.in_check(pos);
    met.threats += usize::from(threatened);
    let mut wins = false;
    for &m in moves {
        let text = coordinate(pos, m);
        assert_eq!(Some(Gess.write_move(pos, m, MoveStyle::Official)), slow.official(&text), "{fen} {text}");
        let mut next = pos.clone();
        Gess.play(&mut next, m, &mut ());
        let mut other = slow.clone();
        other.play(&text).expect("both agree on legal moves");
        assert_eq!(Gess.fen(&next), other.fen(), "{fen} {text}");
        let finished = Gess.finished(&next);
        let (white, black) = (other.has_ring(true), other.has_ring(false));
        assert_eq!(finished.is_some(), !white || !black, "{fen} {text}");
        met.rings_lost += usize::from(finished.is_some());
        wins |= finished.is_some_and(|o| o.for_side(us) == 4);
        let loss = match finished {
            Some(outcome) if outcome.for_side(us) == 0 => Some(1),
            None if threatened && wins_now(&next) => Some(2),
            _ => None,
        };
        assert_eq!(Gess.sudden_loss(pos, m, threatened), loss, "{fen} {text}");
        let net =
            (stones(pos, us.other()) - stones(&next, us.other())) - (stones(pos, us) - stones(&next, us));
        let is_noisy = noisy.contains(&m);
        assert_eq!(is_noisy, Gess.is_noisy(pos, m), "{fen} {text}");
        // Noisy are gains of two stones and attacks on rings, which take a stone at least.
        assert!(is_noisy || net < 2, "{fen} {text}: {net}");
        assert!(!is_noisy || stones(&next, us.other()) < stones(pos, us.other()), "{fen} {text}");
        assert!(Gess.gain(pos, m) >= 50 * net, "{fen} {text}: {net}");
    }
    assert_eq!(Gess.winning_move(pos).is_some(), wins, "{fen}");
    assert_eq!(wins_now(pos), wins, "{fen}");
    met.wins += usize::from(wins);
    let mut passed = pos.clone();
    Gess.play_null(&mut passed);
    assert_eq!(threatened, wins_now(&passed), "{fen}");
    assert_eq!(threatened, !Gess.checkers(pos).is_empty(), "{fen}");
}

fn stones(pos: &Position, side: Side) -> i32 {
    Gess.pieces(pos).iter().filter(|p| (p.piece == 'S') == (side == Side::White)).count() as i32
}

/// Whether some move wins, by trying all.
fn wins_now(pos: &Position) -> bool {
    let us = Gess.side_to_move(pos);
    let wins = |m: Move| {
        let mut next = pos.clone();
        Gess.play(&mut next, m, &mut ());
        Gess.finished(&next).is_some_and(|o| o.for_side(us) == 4)
    };
    Gess.moves(pos).into_iter().any(wins)
}

#[test]
fn long_games() {
    let games = POSITIONS.div_ceil(PLIES.0) as u64;
    let met = (0..games).into_par_iter().map(compare_game).reduce(Met::default, Met::and);
    println!("{met:?}");
    assert!(met.positions >= POSITIONS);
    let thorough = POSITIONS / THOROUGH;
    assert!(
        met.rings_lost > 10 * thorough && met.threats > thorough / 20 && met.wins > thorough / 20,
        "{met:?}"
    );
    assert!(met.edge_centres > POSITIONS && met.two_rings > 0, "{met:?}");
}

/// The counts in `positions/gess/perft.txt` are the slow generator's too.
#[test]
fn files_of_positions() {
    let deepest = if cfg!(debug_assertions) { 1 } else { 2 };
    counted_positions("gess").into_par_iter().for_each(|Counted { fen, counts }| {
        let slow = Slow::from_fen(&fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
        for (depth, leaves) in counts.into_iter().filter(|c| c.0 <= deepest) {
            assert_eq!(slow.perft(depth), leaves, "{fen} depth {depth}");
        }
    });
}
