//! Where the men stand.

use super::{Cell, Kind, Standing, Zobrist};
use crate::bitboard::CellSet;
use crate::game::Side;

/// The men on a board, by kind and by side. A game's position holds them beside what is its own, and lends
/// their methods.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Men {
    pub(crate) kinds: [CellSet; 6],
    pub(crate) sides: [CellSet; 2],
}

impl Men {
    /// No man at all.
    pub(crate) const EMPTY: Men = Men { kinds: [CellSet::EMPTY; 6], sides: [CellSet::EMPTY; 2] };

    /// All pieces of a side.
    #[inline(always)]
    pub const fn side(&self, side: Side) -> CellSet {
        self.sides[side.index()]
    }

    /// All pieces of a kind, of both sides.
    #[inline(always)]
    pub const fn kind(&self, kind: Kind) -> CellSet {
        self.kinds[kind.index()]
    }

    /// The pieces of one kind and side.
    #[inline(always)]
    pub fn pieces(&self, side: Side, kind: Kind) -> CellSet {
        self.side(side) & self.kind(kind)
    }

    /// Every piece.
    #[inline(always)]
    pub fn occupied(&self) -> CellSet {
        self.sides[0] | self.sides[1]
    }

    /// What stands on a cell.
    #[inline]
    pub fn piece_at(&self, cell: Cell) -> Option<(Side, Kind)> {
        let side = Side::ALL.into_iter().find(|&side| self.side(side).contains(cell))?;
        Some((side, self.kind_at(cell)))
    }

    /// Puts a piece on a cell where there is none, or takes it away.
    #[inline(always)]
    pub(crate) fn toggle(&mut self, side: Side, kind: Kind, cell: Cell) {
        let at = CellSet::single(cell);
        self.kinds[kind.index()] ^= at;
        self.sides[side.index()] ^= at;
    }

    /// Where each side's king stands; both sides must have one.
    pub(crate) fn kings(&self) -> [Cell; 2] {
        Side::ALL.map(|side| self.pieces(side, Kind::King).first())
    }

    /// The men seen from the other side: on the cells that `image` gives, the colours swapped.
    pub(crate) fn mirrored(&self, image: impl Fn(Cell) -> Cell) -> Men {
        let mut men = Men::EMPTY;
        for side in Side::ALL {
            for kind in Kind::ALL {
                for cell in self.pieces(side, kind) {
                    men.toggle(side.other(), kind, image(cell));
                }
            }
        }
        men
    }

    /// The men's share of a position's key.
    pub(crate) fn key(&self, zobrist: &Zobrist) -> u64 {
        let mut key = 0;
        for side in Side::ALL {
            for kind in Kind::ALL {
                for cell in self.pieces(side, kind) {
                    key ^= zobrist.piece[side.index()][kind.index()][usize::from(cell)];
                }
            }
        }
        key
    }

    /// The material key.
    pub(crate) fn material_key(&self, zobrist: &Zobrist) -> u64 {
        let mut sum = 0u64;
        for side in Side::ALL {
            for kind in Kind::ALL {
                let n = u64::from(self.pieces(side, kind).len());
                sum = sum.wrapping_add(zobrist.material[side.index()][kind.index()].wrapping_mul(n));
            }
        }
        sum
    }
}
