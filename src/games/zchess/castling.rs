//! Castling: as long castling in chess, toward either corner.

use super::geometry::{Cell, SLOTS, circle};
use crate::bitboard::CellSet;
use crate::game::Side;

/// One rook to castle with.
#[derive(Clone, Copy, Debug)]
pub struct Castle {
    /// Letter in the FEN.
    pub letter: char,
    /// Whose it is.
    pub side: Side,
    /// King's home.
    pub king: Cell,
    /// Rook's home.
    pub rook: Cell,
    /// The circle the king crosses, to which the rook goes.
    pub crossed: Cell,
    /// Where the king goes.
    pub to: Cell,
    /// The circle between that and the rook's home.
    pub last: Cell,
}

impl Castle {
    const fn new(letter: char, side: Side, names: [&str; 5]) -> Castle {
        let [king, crossed, to, last, rook] = names;
        Castle {
            letter,
            side,
            king: circle(king),
            rook: circle(rook),
            crossed: circle(crossed),
            to: circle(to),
            last: circle(last),
        }
    }

    /// The circles that must be empty.
    const fn path(&self) -> CellSet {
        CellSet::single(self.crossed).with(CellSet::single(self.to)).with(CellSet::single(self.last))
    }

    /// What changes on the board: the homes and the targets of king and rook.
    pub const fn changes(&self) -> CellSet {
        CellSet::single(self.king)
            .with(CellSet::single(self.rook))
            .with(CellSet::single(self.crossed))
            .with(CellSet::single(self.to))
    }

    /// The castling that brings a king to `to`.
    pub fn with_target(to: Cell) -> Option<Castle> {
        CASTLES.into_iter().find(|castle| castle.to == to)
    }
}

/// The four castlings, in the order of their bits in a position's rights.
pub const CASTLES: [Castle; 4] = [
    Castle::new('L', Side::White, ["a9", "a7", "a5", "a3", "a1"]),
    Castle::new('R', Side::White, ["a9", "a11", "a13", "a15", "a17"]),
    Castle::new('l', Side::Black, ["i9", "i7", "i5", "i3", "i1"]),
    Castle::new('r', Side::Black, ["i9", "i11", "i13", "i15", "i17"]),
];

/// The circles that must be empty, by castling.
pub const PATHS: [CellSet; 4] = [CASTLES[0].path(), CASTLES[1].path(), CASTLES[2].path(), CASTLES[3].path()];

const fn kept_rights() -> [u8; SLOTS] {
    let mut kept = [15; SLOTS];
    let mut i = 0;
    while i < 4 {
        kept[CASTLES[i].king as usize] &= !(1 << i);
        kept[CASTLES[i].rook as usize] &= !(1 << i);
        i += 1;
    }
    kept
}

/// Castling rights that survive a move from or to each circle.
pub const KEPT: [u8; SLOTS] = kept_rights();
