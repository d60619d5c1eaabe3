//! The rook's two legs: along a diagonal to an empty turning circle, then along that circle's row.
//!
//! Attacks are not symmetric, so "who attacks this circle" is asked from the circle's row: a rook reaches the
//! circle if its diagonals lead to an empty circle from which the row is clear.

use super::geometry::{BOARD, Cell};
use super::tables::TABLES;
use crate::bitboard::CellSet;

/// Flooding along all rows at once.
///
/// Upward an addition does it: added to the empty circles, the turning circles send a carry along their row to
/// the first circle that is not empty. There is no such thing downward, where three doubling steps serve.
#[derive(Clone, Copy, Debug)]
pub struct RowFlood {
    /// Empty circles.
    empty: CellSet,
    /// Empty circles followed by an empty one.
    pairs: CellSet,
    /// Empty circles followed by three empty ones.
    fours: CellSet,
}

impl RowFlood {
    /// The flood over a board on which `occupied` stand.
    #[inline(always)]
    pub fn new(occupied: CellSet) -> RowFlood {
        let empty = BOARD.without(occupied);
        let pairs = empty & empty.shift(-1);
        RowFlood { empty, pairs, fours: pairs & pairs.shift(-2) }
    }

    /// Circles seen along their rows from any of `from`, all of them empty: each looks at both sides, up to
    /// and including the first occupied circle. Indices off the board may be in the result.
    #[inline(always)]
    pub fn seen(&self, from: CellSet) -> CellSet {
        let up = CellSet(self.empty.0.wrapping_add(from.0)) ^ self.empty ^ from;
        let mut down = from | from.shift(-1) & self.empty;
        down |= down.shift(-2) & self.pairs;
        down |= down.shift(-4) & self.fours;
        up | down.shift(-1)
    }
}

/// Circles that a rook on `from` attacks when `occupied` stand on the board, over which `flood` runs; indices off
/// the board may be among them.
#[inline(always)]
pub fn attacks(from: Cell, occupied: CellSet, flood: &RowFlood) -> CellSet {
    let turning = TABLES.diagonals(from, occupied).without(occupied);
    TABLES.row(from, occupied) | flood.seen(turning)
}

/// Whether one of `rooks` attacks `cell` when `occupied` stand on the board.
#[inline(always)]
pub fn attacked(cell: Cell, rooks: CellSet, occupied: CellSet) -> bool {
    if rooks.is_empty() {
        return false;
    }
    let row = TABLES.row(cell, occupied);
    if (row & rooks).any() {
        return true;
    }
    let turning = row.without(occupied);
    turning.any() && rooks.into_iter().any(|rook| (TABLES.diagonals(rook, occupied) & turning).any())
}

/// Those of `rooks` that attack `cell` when `occupied` stand on the board, and the circles that lie on every path of
/// theirs: a piece that steps onto one of these ends all attacks.
#[inline(always)]
pub(super) fn paths(cell: Cell, rooks: CellSet, occupied: CellSet) -> (CellSet, CellSet) {
    let t = &TABLES;
    let row = t.row(cell, occupied);
    let turning = row.without(occupied);
    let (mut attackers, mut common) = (row & rooks, BOARD);
    for rook in attackers {
        common &= t.between(cell, rook);
    }
    for rook in rooks {
        let turns = t.diagonals(rook, occupied) & turning;
        if turns.any() {
            attackers |= CellSet::single(rook);
        }
        for turn in turns {
            common &= path(rook, turn, cell);
        }
    }
    (attackers, common)
}

/// The circles that must be empty for a rook to go to `to` by turning on `turn`.
#[inline(always)]
pub(super) fn path(rook: Cell, turn: Cell, to: Cell) -> CellSet {
    TABLES.between(rook, turn) | CellSet::single(turn) | TABLES.between(turn, to)
}

/// Those of `rooks` that attack `cell` when `occupied` stand on the board.
pub(super) fn attackers(cell: Cell, rooks: CellSet, occupied: CellSet) -> CellSet {
    if rooks.is_empty() {
        return rooks;
    }
    let row = TABLES.row(cell, occupied);
    let turning = row.without(occupied);
    let reaches = |rook| row.contains(rook) || (TABLES.diagonals(rook, occupied) & turning).any();
    rooks.into_iter().filter(|&rook| reaches(rook)).collect()
}
