//! The fast generator held against the slow one, position by position.

use std::ops::ControlFlow;

use oddity::game::{Game, History, MoveKind, MoveStyle, Outcome};
use oddity::games::hex::{Glinski, McCooey, Shafran};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::rules::perft::{Counted, counted_positions};
use crate::rules::setup::placement;
use crate::slow_hex::{Kind, Slow, Status};

/// Positions compared in each game.
const POSITIONS: usize = if cfg!(feature = "long-tests") {
    200_000
} else if cfg!(debug_assertions) {
    400
} else {
    20_000
};

/// One position in so many has every move's consequences compared, not only those of the move played.
const THOROUGH: usize = 40;

/// What a run has met, so that the test fails when its positions become harmless.
#[derive(Default, Debug)]
struct Met {
    checks: usize,
    double_checks: usize,
    en_passant: usize,
    promotions: usize,
    castlings: usize,
    mates: usize,
    stalemates: usize,
    draws: usize,
    refused: usize,
}

/// How moves are chosen in a playout.
#[derive(Clone, Copy)]
enum Taste {
    Any,
    Captures,
    Pawns,
}

const TASTES: [Taste; 3] = [Taste::Any, Taste::Captures, Taste::Pawns];

fn compare<G: Game>(kind: Kind, seed: u64) -> Met {
    let game = G::new();
    let mut rng = StdRng::seed_from_u64(seed);
    let mut met = Met::default();
    let mut positions = 0;
    let mut playouts = 0;
    while positions < POSITIONS {
        let (fen, plies) = match playouts % 64 {
            0 => (G::START_FEN.to_owned(), 120),
            1..6 => (scattered(&game, &mut rng, false), 30),
            6..14 => (scattered(&game, &mut rng, true), 30),
            _ => (hunted(&game, &mut rng), 3),
        };
        playouts += 1;
        let slow = Slow::from_fen(kind, &fen);
        let fast = game.parse_fen(&fen);
        assert_eq!(slow.is_ok(), fast.is_ok(), "{fen}: {slow:?} {fast:?}");
        match (slow, fast) {
            (Ok(slow), Ok(fast)) => {
                positions += playout(&game, slow, fast, plies, TASTES[playouts % 3], &mut rng, &mut met);
            }
            _ => met.refused += 1,
        }
    }
    met
}

/// Plays on from a position, comparing after each move; returns how many positions were compared.
fn playout<G: Game>(
    game: &G,
    mut slow: Slow,
    mut fast: G::Position,
    plies: usize,
    taste: Taste,
    rng: &mut StdRng,
    met: &mut Met,
) -> usize {
    let mut history = History::new(game.key(&fast));
    for ply in 0..plies {
        let fen = game.fen(&fast);
        assert_eq!(fen, slow.fen());
        let moves = game.moves(&fast);
        let write = |m| game.write_move(&fast, m, MoveStyle::Coordinate);
        let mut texts: Vec<String> = moves.iter().map(|&m| write(m)).collect();
        texts.sort();
        assert_eq!(texts, slow.legal_moves(), "{fen}");
        assert_eq!(game.in_check(&fast), slow.in_check(), "{fen}");
        compare_status(game, &fast, &history, &slow, met);
        if rng.random_range(0..THOROUGH) == 0 {
            compare_all_moves(game, &fast, &slow);
        }
        met.checks += usize::from(game.in_check(&fast));
        met.double_checks += usize::from(game.checkers(&fast).len() > 1);

        let Some(&m) = choose(game, &fast, &moves, taste, rng) else { return ply + 1 };
        let steps = game.steps(&fast, m);
        met.promotions += usize::from(steps.promotion.is_some());
        met.castlings += usize::from(steps.legs.len() == 2);
        met.en_passant += usize::from(steps.captured.first().is_some_and(|cell| *cell != steps.legs[0][1]));
        slow.play(&write(m)).expect("both sides agree on legal moves");
        game.play(&mut fast, m, &mut ());
        history.push(game.key(&fast));
    }
    plies
}

fn compare_status<G: Game>(game: &G, fast: &G::Position, history: &History, slow: &Slow, met: &mut Met) {
    let status = match game.finished(fast).or_else(|| game.drawn(fast, history)) {
        None => Status::Ongoing,
        Some(Outcome { white_quarters, reason }) => {
            match reason {
                "checkmate" => met.mates += 1,
                "stalemate" => met.stalemates += 1,
                _ => met.draws += 1,
            }
            Status::Over { white_quarters, reason }
        }
    };
    assert_eq!(status, slow.status(), "{}", game.fen(fast));
}

/// Each move's noise, and the FEN after it.
fn compare_all_moves<G: Game>(game: &G, fast: &G::Position, slow: &Slow) {
    let fen = game.fen(fast);
    let mut noisy = Vec::new();
    let _ = game.generate(fast, MoveKind::Noisy, |m| {
        noisy.push(m);
        ControlFlow::Continue(())
    });
    for m in game.moves(fast) {
        let text = game.write_move(fast, m, MoveStyle::Coordinate);
        assert_eq!(noisy.contains(&m), slow.is_noisy(&text), "{fen} {text}");
        let mut next = fast.clone();
        game.play(&mut next, m, &mut ());
        let mut other = slow.clone();
        other.play(&text).expect("both sides agree on legal moves");
        assert_eq!(game.fen(&next), other.fen(), "{fen} {text}");
        assert_eq!(game.in_check(&next), other.in_check(), "{fen} {text}");
    }
}

fn choose<'a, G: Game>(
    game: &G,
    pos: &G::Position,
    moves: &'a [G::Move],
    taste: Taste,
    rng: &mut StdRng,
) -> Option<&'a G::Move> {
    let liked = |m: &&G::Move| match taste {
        Taste::Any => true,
        Taste::Captures => game.is_noisy(pos, **m),
        Taste::Pawns => {
            !game.write_move(pos, **m, MoveStyle::Official).starts_with(|c: char| c.is_uppercase())
        }
    };
    // What is rare must not be left to chance.
    let rare = |m: &&G::Move| {
        let steps = game.steps(pos, **m);
        let passing = steps.captured.first().is_some_and(|cell| *cell != steps.legs[0][1]);
        passing || steps.legs.len() == 2
    };
    if let Some(m) = moves.iter().find(rare)
        && rng.random_range(0..2) == 0
    {
        return Some(m);
    }
    if rng.random_range(0..10) < 7 {
        let some: Vec<&G::Move> = moves.iter().filter(liked).collect();
        if let Some(m) = some.choose(rng) {
            return Some(m);
        }
    }
    moves.choose(rng)
}

/// A FEN of pieces strewn about; with `pawns`, of many pawns, some about to promote and some on their starting
/// cells with enemies in reach.
fn scattered<G: Game>(game: &G, rng: &mut StdRng, pawns: bool) -> String {
    let mut free: Vec<String> = game.board().cells.into_iter().map(|cell| cell.name).collect();
    let starting = start_pawns(game);
    let mut pieces = String::new();
    let mut put = |piece: &str, at: usize, free: &mut Vec<String>| {
        let cell = free.swap_remove(at);
        pieces += &format!("{piece}{cell} ");
    };
    let castling = G::NAME == "shafran" && rng.random_range(0..3) == 0;
    let mut fields = String::new();
    if castling {
        for (piece, cell) in [("K", "e1"), ("k", "e10"), ("R", "a1"), ("R", "i5"), ("r", "a6"), ("r", "i10")]
        {
            let at = free.iter().position(|c| c == cell).expect("a cell of the board");
            put(piece, at, &mut free);
        }
        fields = " AIai".to_owned();
    } else {
        for king in ["K", "k"] {
            let at = rng.random_range(0..free.len());
            put(king, at, &mut free);
        }
    }
    for _ in 0..rng.random_range(1..if pawns { 8 } else { 16 }) {
        let piece = *["Q", "q", "R", "r", "B", "b", "N", "n", "P", "p"].choose(rng).expect("not empty");
        let at = rng.random_range(0..free.len());
        put(piece, at, &mut free);
    }
    if pawns {
        for (piece, cell) in &starting {
            if let Some(at) = free.iter().position(|c| c == cell)
                && rng.random_range(0..2) == 0
            {
                put(piece, at, &mut free);
            }
        }
        for _ in 0..rng.random_range(4..14) {
            let at = rng.random_range(0..free.len());
            let piece = if rng.random_range(0..2) == 0 { "P" } else { "p" };
            // A pawn on its last cell is refused; the test wants mostly positions, with some refusals.
            let last = rank_of(&free[at]) <= 1 && piece == "p" || rank_of(&free[at]) >= 10 && piece == "P";
            if !last {
                put(piece, at, &mut free);
            }
        }
    }
    let side = if rng.random_range(0..2) == 0 { "w" } else { "b" };
    format!("{} {side}{fields}", placement(game, &pieces))
}

/// A FEN of a lone king, with a pawn or without, against a few strong pieces: many mates and stalemates.
fn hunted<G: Game>(game: &G, rng: &mut StdRng) -> String {
    let mut free: Vec<String> = game.board().cells.into_iter().map(|cell| cell.name).collect();
    let white = rng.random_range(0..2) == 0;
    let mut pieces = String::new();
    let mut put = |piece: &str, free: &mut Vec<String>, rng: &mut StdRng| {
        let piece = if white { piece.to_owned() } else { piece.chars().map(swap_case).collect() };
        let cell = free.swap_remove(rng.random_range(0..free.len()));
        pieces += &format!("{piece}{cell} ");
    };
    put("K", &mut free, rng);
    put("k", &mut free, rng);
    for _ in 0..rng.random_range(1..4) {
        put(["q", "q", "r", "n", "b"].choose(rng).expect("not empty"), &mut free, rng);
    }
    // Near the fifty-move draw, which a mate on the same ply precedes.
    let rights = if G::NAME == "shafran" { "- -" } else { "-" };
    let clock = rng.random_range(95..100);
    format!("{} {} {rights} {clock} 70", placement(game, &pieces), if white { "w" } else { "b" })
}

fn swap_case(c: char) -> char {
    if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
}

fn rank_of(cell: &str) -> i32 {
    cell[1..].parse().expect("names end in the rank")
}

fn start_pawns<G: Game>(game: &G) -> Vec<(&'static str, String)> {
    let pieces = game.pieces(&game.start()).into_iter();
    pieces
        .filter_map(|p| match p.piece {
            'P' => Some(("P", p.cell)),
            'p' => Some(("p", p.cell)),
            _ => None,
        })
        .collect()
}

fn enough(met: &Met, castlings: bool) {
    println!("{met:?}");
    let least = POSITIONS / 2_500;
    for (name, n) in [
        ("checks", met.checks / 20),
        ("double checks", met.double_checks),
        ("en passant", met.en_passant),
        ("promotions", met.promotions),
        ("mates", met.mates),
        ("stalemates", met.stalemates),
        ("draws", met.draws),
        ("refused", met.refused),
    ] {
        assert!(n >= least, "only {n} {name} in {POSITIONS} positions");
    }
    assert!(!castlings || met.castlings >= least, "only {} castlings", met.castlings);
}

/// The counts in `positions/*/perft.txt` are the slow generator's too.
#[test]
fn files_of_positions() {
    // Without optimisation depth 3 would take the slow generator minutes.
    let deepest = if cfg!(debug_assertions) { 2 } else { 3 };
    for (kind, name) in [(Kind::Glinski, "glinski"), (Kind::McCooey, "mccooey"), (Kind::Shafran, "shafran")] {
        for Counted { fen, counts } in counted_positions(name) {
            let slow = Slow::from_fen(kind, &fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
            for (depth, leaves) in counts.into_iter().filter(|c| c.0 <= deepest) {
                assert_eq!(slow.perft(depth), leaves, "{name} {fen} depth {depth}");
            }
        }
    }
}

#[test]
fn glinski() {
    enough(&compare::<Glinski>(Kind::Glinski, 1), false);
}

#[test]
fn mccooey() {
    enough(&compare::<McCooey>(Kind::McCooey, 2), false);
}

#[test]
fn shafran() {
    enough(&compare::<Shafran>(Kind::Shafran, 3), true);
}
