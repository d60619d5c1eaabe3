//! Sets of squares as rows of bits, and the walk of all pieces along one direction at once.
//!
//! The board is 20x20 squares, margin included: bit `f` of row `r` is the square of file `f` and rank `r + 1`, both
//! from 0. Two rows of padding on each side make neighbours of the outer rows addressable and fill the vectors of
//! [`Lanes`].

use std::ops::{BitAnd, BitOr};

use super::geometry::Square;
use crate::bitboard::{LANES, Lanes};

/// Squares a side, margin included.
pub const SIDE: usize = 20;

/// Rows of padding below and above.
pub(super) const PAD: usize = 2;

/// Rows kept.
pub(super) const LEN: usize = LANES;

const _: () = assert!(LEN == SIDE + 2 * PAD);

/// The bits of a row that are squares.
pub(super) const FULL_ROW: u32 = (1 << SIDE) - 1;

/// The bits of a row that can hold stones.
pub(super) const INNER_ROW: u32 = FULL_ROW & !1 & !(1 << (SIDE - 1));

/// A set of squares. Bits outside of the 20x20 squares are always 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rows(pub(super) [u32; LEN]);

impl Rows {
    /// No square.
    pub const EMPTY: Rows = Rows([0; LEN]);

    /// All 20x20 squares.
    pub(super) const FULL: Rows = {
        let mut rows = [0; LEN];
        let mut r = 0;
        while r < SIDE {
            rows[r + PAD] = FULL_ROW;
            r += 1;
        }
        Rows(rows)
    };

    /// Whether a square is in the set.
    #[inline(always)]
    pub const fn contains(&self, square: Square) -> bool {
        self.0[square.row() + PAD] >> square.file() & 1 != 0
    }

    /// Adds a square.
    #[inline(always)]
    pub(super) const fn insert(&mut self, square: Square) {
        self.0[square.row() + PAD] |= 1 << square.file();
    }

    #[inline(always)]
    pub(super) fn lanes(&self) -> Lanes {
        Lanes::new(&self.0)
    }

    /// Number of squares.
    #[inline(always)]
    pub fn len(&self) -> u32 {
        self.lanes().counts().sum()
    }

    /// Whether no square is in the set.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.lanes().is_zero()
    }

    /// The squares of this set that are not in `other`.
    #[inline(always)]
    pub(super) fn without(self, other: Rows) -> Rows {
        Rows(self.lanes().without(other.lanes()).array())
    }

    /// The squares that exactly one of the sets has.
    #[inline(always)]
    pub(super) fn xor(self, other: Rows) -> Rows {
        Rows(self.lanes().xor(other.lanes()).array())
    }

    /// The squares of the 20x20 that have a square of this set beside them, `DF` files and `DR` rows away (each
    /// -1, 0 or 1).
    #[inline(always)]
    pub(super) fn seen<const DF: i32, const DR: i32>(&self) -> Rows {
        let lanes = match DR {
            1 => self.lanes().next(),
            -1 => self.lanes().previous(),
            _ => self.lanes(),
        };
        Rows(ahead::<DF>(lanes, 1).and(Rows::FULL.lanes()).array())
    }

    /// The set with the neighbours to the left and right.
    #[inline(always)]
    pub(super) fn widened(&self) -> Rows {
        let lanes = self.lanes();
        Rows(lanes.or(lanes.left(1)).or(lanes.right(1)).and(Rows::FULL.lanes()).array())
    }

    /// The set with the neighbours above and below.
    #[inline(always)]
    pub(super) fn heightened(&self) -> Rows {
        let lanes = self.lanes();
        Rows(lanes.or(lanes.next()).or(lanes.previous()).and(Rows::FULL.lanes()).array())
    }

    /// All squares whose 3x3 surroundings hold a square of this set.
    #[inline(always)]
    pub(super) fn dilated(&self) -> Rows {
        self.widened().heightened()
    }

    /// Calls `f` with each square, row by row.
    #[inline(always)]
    pub fn for_each(&self, mut f: impl FnMut(Square)) {
        for r in 0..SIDE {
            let mut row = self.0[r + PAD];
            while row != 0 {
                f(Square::new(row.trailing_zeros() as usize, r));
                row &= row - 1;
            }
        }
    }
}

impl BitAnd for Rows {
    type Output = Rows;

    #[inline(always)]
    fn bitand(self, other: Rows) -> Rows {
        Rows(self.lanes().and(other.lanes()).array())
    }
}

impl BitOr for Rows {
    type Output = Rows;

    #[inline(always)]
    fn bitor(self, other: Rows) -> Rows {
        Rows(self.lanes().or(other.lanes()).array())
    }
}

/// Sums of squares, row by row.
#[derive(Clone, Copy)]
pub(super) struct Counts(Lanes);

impl Counts {
    #[inline(always)]
    pub(super) fn new() -> Counts {
        Counts(Rows::EMPTY.lanes())
    }

    /// Adds the squares of a set.
    #[inline(always)]
    pub(super) fn add(&mut self, set: &Rows) {
        self.0 = self.0.plus(set.lanes().counts());
    }

    /// The sum of all rows.
    #[inline(always)]
    pub(super) fn total(self) -> u32 {
        self.0.sum()
    }
}

/// What stands `k` squares further in direction `DF` of each row: bit `f + k DF` at `f`.
#[inline(always)]
fn ahead<const DF: i32>(rows: Lanes, k: usize) -> Lanes {
    match DF {
        1 => rows.right(k),
        -1 => rows.left(k),
        _ => rows,
    }
}

/// Rows with so much empty room around them that a whole set can be read any number of steps up or down.
#[derive(Clone)]
pub(super) struct Tall([u32; TALL]);

/// Room above and below, rows.
const ROOM: usize = SIDE;

const TALL: usize = LEN + 2 * ROOM;

impl Tall {
    /// A copy of `rows` with room around it.
    #[inline(always)]
    pub(super) fn new(rows: &Rows) -> Tall {
        let mut tall = [0; TALL];
        tall[ROOM..ROOM + LEN].copy_from_slice(&rows.0);
        Tall(tall)
    }

    /// The rows `k` (at most 20) steps away in direction `DR`: row `r + k DR` in the place of row `r`.
    #[inline(always)]
    pub(super) fn window<const DR: i32>(&self, k: usize) -> &[u32; LEN] {
        let first = (ROOM as i32 + DR * k as i32) as usize;
        self.0[first..first + LEN].try_into().expect("a slice of LEN numbers")
    }

    /// The set as each square sees it `k` squares away in direction `DF`, `DR`.
    #[inline(always)]
    pub(super) fn far<const DF: i32, const DR: i32>(&self, k: usize) -> Rows {
        Rows(ahead::<DF>(Lanes::new(self.window::<DR>(k)), k).array())
    }
}
