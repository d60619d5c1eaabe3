//! Castling.

use super::{Cell, SLOTS};
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
    /// The cells between, from the king on. Long castling puts the king on the third or, where that is all there is, on
    /// the second; the rook goes to the cell that the king crossed last.
    pub path: [Cell; 3],
}

impl Castle {
    /// Castling over these cells, from the king's home to the rook's.
    pub(crate) const fn new(letter: char, side: Side, cells: [Cell; 5]) -> Castle {
        let [king, a, b, c, rook] = cells;
        Castle { letter, side, king, rook, path: [a, b, c] }
    }

    /// The cells that must be empty.
    pub const fn path_set(&self) -> CellSet {
        let [a, b, c] = self.path;
        CellSet::single(a).with(CellSet::single(b)).with(CellSet::single(c))
    }
}

/// The castling rights (a bit each, in the order of `castles`) that survive a move from or to each cell.
pub(crate) const fn kept_rights(castles: &[Castle; 4]) -> [u8; SLOTS] {
    let mut kept = [15; SLOTS];
    let mut i = 0;
    while i < castles.len() {
        kept[castles[i].king as usize] &= !(1 << i);
        kept[castles[i].rook as usize] &= !(1 << i);
        i += 1;
    }
    kept
}
