//! The fast generator of Z-Chess held against the slow one, on positions rich in rooks.

use std::ops::ControlFlow;

use oddity::game::{Game, History, MoveKind, MoveStyle, Outcome};
use oddity::games::zchess::ZChess;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;

use crate::rules::perft::{Counted, counted_positions};
use crate::slow_zchess::{Slow, Status};

type Position = <ZChess as Game>::Position;
type Move = <ZChess as Game>::Move;

/// Positions compared.
const POSITIONS: usize = if cfg!(feature = "long-tests") {
    50_000
} else if cfg!(debug_assertions) {
    300
} else {
    8_000
};

/// Parts that run side by side, each with a seed of its own.
const PARTS: usize = 8;

/// One position in so many has every move's consequences compared, not only those of the move played.
const THOROUGH: usize = 12;

/// What a run has met, so that the test fails when its positions become harmless.
#[derive(Default, Debug)]
struct Met {
    checks: usize,
    rook_checks: usize,
    double_checks: usize,
    /// Double checks that a move of another piece than the king ends.
    double_ended: usize,
    /// Moves that are refused although the piece goes there on an empty line: a pin or a hinge.
    bound: usize,
    /// Rooks that take the piece they are pinned by.
    rook_takes_pinner: usize,
    promotions: usize,
    castlings: usize,
    castlings_refused: usize,
    mates: usize,
    stalemates: usize,
    draws: usize,
    refused: usize,
}

impl Met {
    fn add(&mut self, other: &Met) {
        self.checks += other.checks;
        self.rook_checks += other.rook_checks;
        self.double_checks += other.double_checks;
        self.double_ended += other.double_ended;
        self.bound += other.bound;
        self.rook_takes_pinner += other.rook_takes_pinner;
        self.promotions += other.promotions;
        self.castlings += other.castlings;
        self.castlings_refused += other.castlings_refused;
        self.mates += other.mates;
        self.stalemates += other.stalemates;
        self.draws += other.draws;
        self.refused += other.refused;
    }
}

fn compare(seed: u64, wanted: usize) -> Met {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut met = Met::default();
    let (mut positions, mut playouts) = (0, 0);
    while positions < wanted {
        let (fen, plies) = match playouts % 64 {
            0 => (ZChess::START_FEN.to_owned(), 80),
            1..36 => (scattered(&mut rng), 6),
            36..48 => (at_home(&mut rng), 4),
            _ => (hunted(&mut rng), 3),
        };
        playouts += 1;
        let slow = Slow::from_fen(&fen);
        let fast = ZChess.parse_fen(&fen);
        assert_eq!(slow.is_ok(), fast.is_ok(), "{fen}: {slow:?} {fast:?}");
        match (slow, fast) {
            (Ok(slow), Ok(fast)) => positions += playout(slow, fast, plies, &mut rng, &mut met),
            _ => met.refused += 1,
        }
    }
    met
}

fn write(pos: &Position, m: Move) -> String {
    ZChess.write_move(pos, m, MoveStyle::Coordinate)
}

/// Plays on from a position, comparing after each move; returns how many positions were compared.
fn playout(mut slow: Slow, mut fast: Position, plies: usize, rng: &mut StdRng, met: &mut Met) -> usize {
    let mut history = History::new(ZChess.key(&fast));
    for ply in 0..plies {
        let fen = ZChess.fen(&fast);
        assert_eq!(fen, slow.fen());
        let moves = ZChess.moves(&fast);
        let mut texts: Vec<String> = moves.iter().map(|&m| write(&fast, m)).collect();
        texts.sort();
        assert_eq!(texts, slow.legal_moves(), "{fen}");
        assert_eq!(ZChess.count(&fast), texts.len() as u64, "{fen}");
        assert_eq!(ZChess.in_check(&fast), slow.in_check(), "{fen}");
        compare_status(&fast, &history, &slow, met);
        if rng.random_range(0..THOROUGH) == 0 {
            compare_all_moves(&fast, &slow);
        }
        note(&fast, &moves, met);
        let Some(&m) = choose(&fast, &moves, rng) else { return ply + 1 };
        met.promotions += usize::from(ZChess.steps(&fast, m).promotion.is_some());
        slow.play(&write(&fast, m)).expect("both sides agree on legal moves");
        ZChess.play(&mut fast, m, &mut ());
        history.push(ZChess.key(&fast));
    }
    plies
}

fn compare_status(fast: &Position, history: &History, slow: &Slow, met: &mut Met) {
    let status = match ZChess.finished(fast).or_else(|| ZChess.drawn(fast, history)) {
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
    assert_eq!(status, slow.status(), "{}", ZChess.fen(fast));
}

/// Counts what a position shows.
fn note(fast: &Position, moves: &[Move], met: &mut Met) {
    let checkers = ZChess.checkers(fast);
    let at = |cell: &str| ZChess.pieces(fast).iter().find(|p| p.cell == cell).map(|p| p.piece);
    met.checks += usize::from(!checkers.is_empty());
    met.rook_checks += usize::from(checkers.iter().any(|cell| matches!(at(cell), Some('r' | 'R'))));
    if checkers.len() > 1 {
        met.double_checks += 1;
        let by_king = |m: &&Move| matches!(at(&ZChess.steps(fast, **m).legs[0][0]), Some('k' | 'K'));
        met.double_ended += usize::from(moves.iter().any(|m| !by_king(&m)));
    }
    if checkers.is_empty() {
        // Without the own king every move of the other pieces is legal: what is missing is bound.
        let bound = missing(fast, moves);
        met.bound += usize::from(bound.0 > 0);
        met.rook_takes_pinner += usize::from(bound.1);
    }
    if fen_rights(fast) {
        let castles = moves.iter().filter(|&&m| ZChess.steps(fast, m).legs.len() == 2).count();
        met.castlings += castles;
        met.castlings_refused += usize::from(castles == 0);
    }
}

fn fen_rights(pos: &Position) -> bool {
    let fen = ZChess.fen(pos);
    let mut fields = fen.split(' ').skip(1);
    let (side, rights) = (fields.next().unwrap_or(""), fields.next().unwrap_or(""));
    rights.chars().any(|c| c.is_ascii_uppercase() == (side == "w") && c.is_ascii_alphabetic())
}

/// How many pieces other than the king have no move although a circle beside them is free for them, and whether a
/// rook among those with a single move takes an enemy with it.
fn missing(pos: &Position, moves: &[Move]) -> (usize, bool) {
    let pieces = ZChess.pieces(pos);
    let mine = |piece: char| piece.is_ascii_uppercase() == ZChess.fen(pos).contains(" w ");
    let (mut stuck, mut takes) = (0, false);
    for piece in
        pieces.iter().filter(|p| mine(p.piece) && matches!(p.piece, 'B' | 'b' | 'R' | 'r' | 'Q' | 'q'))
    {
        let own: Vec<_> =
            moves.iter().map(|&m| ZChess.steps(pos, m)).filter(|s| s.legs[0][0] == piece.cell).collect();
        let row = &piece.cell[..1];
        let column: i32 = piece.cell[1..].parse().expect("a number");
        let beside = [column - 2, column + 2].map(|c| format!("{row}{c}"));
        let free = |cell: &String| {
            let column: i32 = cell[1..].parse().unwrap_or(0);
            (1..=17).contains(&column) && pieces.iter().all(|p| p.cell != *cell)
        };
        if own.is_empty() && !matches!(piece.piece, 'B' | 'b') && beside.iter().any(free) {
            stuck += 1;
        }
        takes |= matches!(piece.piece, 'R' | 'r')
            && beside.iter().any(free)
            && own.iter().all(|s| !beside.contains(&s.legs[0][1]))
            && own.iter().any(|s| !s.captured.is_empty());
    }
    (stuck, takes)
}

/// Each move's noise and official text, and the FEN after it.
fn compare_all_moves(fast: &Position, slow: &Slow) {
    let fen = ZChess.fen(fast);
    let mut noisy = Vec::new();
    let _ = ZChess.generate(fast, MoveKind::Noisy, |m| {
        noisy.push(m);
        ControlFlow::Continue(())
    });
    for m in ZChess.moves(fast) {
        let text = write(fast, m);
        assert_eq!(noisy.contains(&m), slow.is_noisy(&text), "{fen} {text}");
        let mut next = fast.clone();
        ZChess.play(&mut next, m, &mut ());
        let mut other = slow.clone();
        other.play(&text).expect("both sides agree on legal moves");
        assert_eq!(ZChess.fen(&next), other.fen(), "{fen} {text}");
        assert_eq!(ZChess.in_check(&next), other.in_check(), "{fen} {text}");
        let sign = match (other.in_check(), other.legal_moves().is_empty()) {
            (true, true) => "#",
            (true, false) => "+",
            _ => "",
        };
        let official = slow.official(&text).expect("both sides agree on legal moves") + sign;
        // Here a promotion has a sign of equality.
        let written = ZChess.write_move(fast, m, MoveStyle::Official).replace('=', "");
        assert_eq!(written, official, "{fen} {text}");
    }
}

/// Often a move that castles or promotes, gives check or leaves the opponent without a move; else any.
fn choose<'a>(pos: &Position, moves: &'a [Move], rng: &mut StdRng) -> Option<&'a Move> {
    let rare = |m: &&Move| {
        let steps = ZChess.steps(pos, **m);
        steps.legs.len() == 2 || steps.promotion.is_some()
    };
    let checks = |m: &&Move| {
        let mut next = pos.clone();
        ZChess.play(&mut next, **m, &mut ());
        ZChess.in_check(&next)
    };
    let ends = |m: &&Move| {
        let mut next = pos.clone();
        ZChess.play(&mut next, **m, &mut ());
        !ZChess.has_moves(&next)
    };
    let some: Vec<&Move> = match rng.random_range(0..6) {
        0 => moves.iter().filter(rare).collect(),
        1 | 2 => moves.iter().filter(checks).collect(),
        3 | 4 => moves.iter().filter(ends).collect(),
        _ => Vec::new(),
    };
    some.choose(rng).copied().or_else(|| moves.choose(rng))
}

/// Builds a FEN's placement.
struct Board {
    men: [[Option<char>; 17]; 9],
}

impl Board {
    fn new() -> Board {
        Board { men: [[None; 17]; 9] }
    }

    fn put(&mut self, man: char, row: usize, column: usize) {
        self.men[row][column - 1] = Some(man);
    }

    /// Puts a man on an empty circle at random, pawns not where they promote.
    fn strew(&mut self, man: char, rng: &mut StdRng) {
        loop {
            let (row, column) = (rng.random_range(0..9), rng.random_range(1..18));
            let on = (row + column) % 2 == 1 && self.men[row][column - 1].is_none();
            let promotes = man == 'P' && row == 8 || man == 'p' && row == 0;
            // A few misplaced pawns are wanted, to be refused.
            if on && (!promotes || rng.random_range(0..200) == 0) {
                return self.put(man, row, column);
            }
        }
    }

    fn placement(&self) -> String {
        let mut rows = Vec::new();
        for row in (0..9).rev() {
            let (mut text, mut run) = (String::new(), 0);
            for column in (1..18).filter(|column| (row + column) % 2 == 1) {
                match self.men[row][column - 1] {
                    None => run += 1,
                    Some(man) => {
                        if run > 0 {
                            text += &run.to_string();
                        }
                        run = 0;
                        text.push(man);
                    }
                }
            }
            if run > 0 {
                text += &run.to_string();
            }
            rows.push(text);
        }
        rows.join("/")
    }
}

fn side(rng: &mut StdRng) -> char {
    if rng.random_range(0..2) == 0 { 'w' } else { 'b' }
}

/// Pieces strewn about, many of them rooks.
fn scattered(rng: &mut StdRng) -> String {
    let mut board = Board::new();
    board.strew('K', rng);
    board.strew('k', rng);
    for _ in 0..rng.random_range(1..5) {
        board.strew('R', rng);
        board.strew('r', rng);
    }
    for _ in 0..rng.random_range(2..40) {
        let man =
            *['Q', 'q', 'R', 'r', 'B', 'b', 'N', 'n', 'P', 'p', 'P', 'p'].choose(rng).expect("not empty");
        board.strew(man, rng);
    }
    format!("{} {} - 0 1", board.placement(), side(rng))
}

/// Kings and rooks at home with their rights, some pawns before them, and enemies near.
fn at_home(rng: &mut StdRng) -> String {
    let mut board = Board::new();
    for (row, men) in [(0, ['K', 'R']), (8, ['k', 'r'])] {
        board.put(men[0], row, 9);
        board.put(men[1], row, 1);
        board.put(men[1], row, 17);
    }
    for column in (2..17).step_by(2) {
        for (row, man) in [(1, 'P'), (7, 'p')] {
            if rng.random_range(0..8) > 0 {
                board.put(man, row, column);
            }
        }
    }
    for _ in 0..rng.random_range(0..7) {
        board.strew(*['R', 'r', 'B', 'b', 'N', 'n', 'Q', 'q'].choose(rng).expect("not empty"), rng);
    }
    format!("{} {} LRlr 0 1", board.placement(), side(rng))
}

/// A lone king, sometimes with a pawn or a piece, against a few strong ones: many mates and stalemates, near the
/// fifty-move draw, which a mate on the same ply precedes.
fn hunted(rng: &mut StdRng) -> String {
    let mut board = Board::new();
    let white = rng.random_range(0..2) == 0;
    let own = |man: char| {
        if white {
            man
        } else if man.is_ascii_uppercase() {
            man.to_ascii_lowercase()
        } else {
            man.to_ascii_uppercase()
        }
    };
    board.strew(own('K'), rng);
    board.strew(own('k'), rng);
    for _ in 0..rng.random_range(0..3) {
        board.strew(own(*['Q', 'R', 'B', 'N'].choose(rng).expect("not empty")), rng);
    }
    for _ in 0..rng.random_range(0..3) {
        board.strew(own(*['n', 'b', 'p', 'p'].choose(rng).expect("not empty")), rng);
    }
    let clock = rng.random_range(95..100);
    format!("{} {} - {clock} 70", board.placement(), if white { 'w' } else { 'b' })
}

#[test]
fn random_positions() {
    let parts: Vec<Met> =
        (0..PARTS).into_par_iter().map(|part| compare(77 + part as u64, POSITIONS / PARTS)).collect();
    let met = parts.iter().fold(Met::default(), |mut sum, part| {
        sum.add(part);
        sum
    });
    println!("{met:?}");
    let least = POSITIONS / 2_500;
    for (name, n) in [
        ("checks", met.checks / 20),
        ("checks by rooks", met.rook_checks / 20),
        ("double checks", met.double_checks / 5),
        ("double checks ended by a piece", met.double_ended),
        ("bound pieces", met.bound),
        ("rooks that take the pinning piece", met.rook_takes_pinner),
        ("promotions", met.promotions),
        ("castlings", met.castlings),
        ("castlings refused", met.castlings_refused),
        ("mates", met.mates),
        ("stalemates", met.stalemates),
        ("draws", met.draws),
        ("refused", met.refused),
    ] {
        assert!(n >= least, "only {n} {name} in {POSITIONS} positions");
    }
}

/// The counts in `positions/zchess/perft.txt` are the slow generator's too.
#[test]
fn files_of_positions() {
    // Without optimisation depth 3 would take the slow generator minutes.
    let deepest = if cfg!(debug_assertions) { 2 } else { 3 };
    counted_positions("zchess").par_iter().for_each(|Counted { fen, counts }| {
        let slow = Slow::from_fen(fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
        for &(depth, leaves) in counts.iter().filter(|c| c.0 <= deepest) {
            assert_eq!(slow.perft(depth), leaves, "{fen} depth {depth}");
        }
    });
}
