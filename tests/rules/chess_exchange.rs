//! Exchanges of chess held against playing them out on a plain board.

use oddity::game::Game;
use oddity::games::chess::Chess;

use crate::rules::exchange::{Board, Cell, Exchanges, slides};
use crate::rules::setup::position;

/// Pawn, knight, bishop, rook, queen, king.
const VALUES: [i32; 6] = [100, 320, 330, 500, 950, 20_000];

fn inside((rank, file): Cell) -> bool {
    (0..8).contains(&rank) && (0..8).contains(&file)
}

fn square(name: &str) -> Cell {
    (i32::from(name.as_bytes()[1] - b'1'), i32::from(name.as_bytes()[0] - b'a'))
}

const STRAIGHT: [Cell; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const OBLIQUE: [Cell; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// Whether the man on `from` attacks `to`.
fn attacks(board: &Board, from: Cell, to: Cell) -> bool {
    let man = board[&from];
    let (up, right) = (to.0 - from.0, to.1 - from.1);
    let far = (up.abs().min(right.abs()), up.abs().max(right.abs()));
    let along = |steps: &[Cell]| steps.iter().any(|&step| slides(board, from, step, to, inside));
    match man.to_ascii_uppercase() {
        'P' => right.abs() == 1 && up == if man == 'P' { 1 } else { -1 },
        'N' => far == (1, 2),
        'K' => far.1 == 1,
        'B' => along(&OBLIQUE),
        'R' => along(&STRAIGHT),
        _ => along(&OBLIQUE) || along(&STRAIGHT),
    }
}

#[test]
fn exchanges_are_played_out() {
    Exchanges { values: VALUES, cell: square, attacks }.are_played_out(&Chess::new(), 6);
}

/// What random games seldom have: rows of pieces behind each other, en passant with lines that both pawns open, a king that
/// takes last, promotions that are taken.
#[test]
fn exchanges_by_hand() {
    let chess = Chess::new();
    for (men, fields, m, value) in [
        // Rook takes pawn, rook takes back, rook behind takes, queen behind takes back.
        ("Kh1 kh8 Rd1 Rd2 pd5 rd7 qd8", "w", "d2d5", 100 - 500),
        ("Kh1 kh8 Qd1 Rd2 pd5 rd7", "w", "d2d5", 100),
        ("Kh1 kg8 Bb1 Qc2 pf5 bg6", "w", "c2f5", 100 - 950 + 330),
        // A bishop behind a pawn.
        ("Kh1 kg8 Pc4 Bb3 pd5 nf6", "w", "c4d5", 100),
        ("Kh1 kg8 Pc4 pd5 nf6 pe6", "w", "c4d5", 0),
        // The king takes what nobody guards, and only that.
        ("Kh1 ke7 Rd1 bd7", "w", "d1d7", 330 - 500),
        ("Kh1 ke7 Rd1 Rd2 bd7", "w", "d2d7", 330),
        // In passing: the pawn that is taken stood before a rook, which takes back, or helps.
        ("Kh1 kg8 Pe5 pd5 rd8", "w - d6", "e5d6", 100 - 100),
        ("Kh1 kg8 Pe5 pd5 Rd1 rd8", "w - d6", "e5d6", 100),
        ("Kh1 kg8 Pe5 pd5", "w - d6", "e5d6", 100),
        // A new queen is a queen when she is taken.
        ("Kh1 kg7 Pb7 rc8", "w", "b7b8q", 850 - 950),
        ("Kh1 kg7 Pb7 rc8", "w", "b7c8q", 850 + 500),
        ("Kh1 kg7 Pb7 rc8", "w", "b7b8n", 220 - 320),
        // Castling exchanges nothing.
        ("Ke1 Rh1 ke8", "w K", "e1g1", 0),
        // Quiet moves into a pawn's reach.
        ("Kh1 kg8 Nc3 pe6", "w", "c3d5", -320),
        ("Kh1 kg8 Nc3 Pe4 pe6", "w", "c3d5", -320 + 100),
    ] {
        let pos = position(&chess, men, fields);
        let m = chess.parse_move(&pos, m).expect(men);
        assert!(chess.see_ge(&pos, m, value), "{men}: less than {value}");
        assert!(!chess.see_ge(&pos, m, value + 1), "{men}: more than {value}");
    }
}
