//! Castling: as long castling in chess, toward either corner. The king goes to the second cell of the path, the rook to the
//! first.

use super::geometry::circle;
use crate::bitboard::CellSet;
use crate::game::Side;
use crate::games::men::{Castle, SLOTS, kept_rights};

const fn castle(letter: char, side: Side, names: [&str; 5]) -> Castle {
    let [king, a, b, c, rook] = names;
    Castle::new(letter, side, [circle(king), circle(a), circle(b), circle(c), circle(rook)])
}

/// What changes on the board: the homes and the targets of king and rook.
pub const fn changes(castle: &Castle) -> CellSet {
    CellSet::single(castle.king)
        .with(CellSet::single(castle.rook))
        .with(CellSet::single(castle.path[0]))
        .with(CellSet::single(castle.path[1]))
}

/// The castling that brings a king to `to`.
pub fn with_target(to: u8) -> Option<Castle> {
    CASTLES.into_iter().find(|castle| castle.path[1] == to)
}

/// The four castlings, in the order of their bits in a position's rights.
pub const CASTLES: [Castle; 4] = [
    castle('L', Side::White, ["a9", "a7", "a5", "a3", "a1"]),
    castle('R', Side::White, ["a9", "a11", "a13", "a15", "a17"]),
    castle('l', Side::Black, ["i9", "i7", "i5", "i3", "i1"]),
    castle('r', Side::Black, ["i9", "i11", "i13", "i15", "i17"]),
];

/// The circles that must be empty, by castling.
pub const PATHS: [CellSet; 4] =
    [CASTLES[0].path_set(), CASTLES[1].path_set(), CASTLES[2].path_set(), CASTLES[3].path_set()];

/// Castling rights that survive a move from or to each circle.
pub const KEPT: [u8; SLOTS] = kept_rights(&CASTLES);
