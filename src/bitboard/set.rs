//! A set of up to 128 cells as one `u128`.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of cell indices 0 to 127.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct CellSet(pub u128);

impl CellSet {
    /// No cell.
    pub const EMPTY: CellSet = CellSet(0);

    /// The set of one cell, an index below 128.
    #[inline(always)]
    pub const fn single(cell: u8) -> CellSet {
        CellSet(1 << (cell & 127))
    }

    /// The cells 0 to 63, cell 0 in the lowest bit.
    #[inline(always)]
    pub const fn low(self) -> u64 {
        self.0 as u64
    }

    /// The cells 64 to 127, cell 64 in the lowest bit.
    #[inline(always)]
    pub const fn high(self) -> u64 {
        (self.0 >> 64) as u64
    }

    /// Number of cells.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.low().count_ones() + self.high().count_ones()
    }

    /// Whether there is no cell.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there is at least one cell.
    #[inline(always)]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether there are two cells or more.
    #[inline(always)]
    pub const fn several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether `cell` is in the set.
    #[inline(always)]
    pub const fn contains(self, cell: u8) -> bool {
        let word = if cell < 64 { self.low() } else { self.high() };
        word >> (cell & 63) & 1 != 0
    }

    /// The lowest cell; 128 if there is none.
    #[inline(always)]
    pub const fn first(self) -> u8 {
        if self.low() != 0 {
            self.low().trailing_zeros() as u8
        } else {
            64 + self.high().trailing_zeros() as u8
        }
    }

    /// The cells `other` lacks.
    #[inline(always)]
    pub const fn without(self, other: CellSet) -> CellSet {
        CellSet(self.0 & !other.0)
    }

    /// Both sets together; `|` for const code.
    #[inline(always)]
    pub const fn with(self, other: CellSet) -> CellSet {
        CellSet(self.0 | other.0)
    }

    /// Every cell moved `by` indices up (down if negative); what leaves the 128 bits is lost.
    #[inline(always)]
    pub const fn shift(self, by: i32) -> CellSet {
        if by >= 0 { CellSet(self.0 << by) } else { CellSet(self.0 >> -by) }
    }
}

/// The cells of a set from the lowest up.
#[derive(Clone, Debug)]
pub struct Cells {
    low: u64,
    high: u64,
}

impl Iterator for Cells {
    type Item = u8;

    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        if self.low != 0 {
            let cell = self.low.trailing_zeros() as u8;
            self.low &= self.low - 1;
            Some(cell)
        } else if self.high != 0 {
            let cell = 64 + self.high.trailing_zeros() as u8;
            self.high &= self.high - 1;
            Some(cell)
        } else {
            None
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = (self.low.count_ones() + self.high.count_ones()) as usize;
        (n, Some(n))
    }
}

impl ExactSizeIterator for Cells {}

impl IntoIterator for CellSet {
    type Item = u8;
    type IntoIter = Cells;

    #[inline(always)]
    fn into_iter(self) -> Cells {
        Cells { low: self.low(), high: self.high() }
    }
}

impl FromIterator<u8> for CellSet {
    fn from_iter<I: IntoIterator<Item = u8>>(cells: I) -> CellSet {
        cells.into_iter().fold(CellSet::EMPTY, |set, cell| set | CellSet::single(cell))
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $assign_trait:ident, $assign:ident, $op:tt) => {
        impl $trait for CellSet {
            type Output = CellSet;
            #[inline(always)]
            fn $method(self, other: CellSet) -> CellSet {
                CellSet(self.0 $op other.0)
            }
        }
        impl $assign_trait for CellSet {
            #[inline(always)]
            fn $assign(&mut self, other: CellSet) {
                self.0 = self.0 $op other.0;
            }
        }
    };
}

operator!(BitAnd, bitand, BitAndAssign, bitand_assign, &);
operator!(BitOr, bitor, BitOrAssign, bitor_assign, |);
operator!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^);

impl Not for CellSet {
    type Output = CellSet;
    #[inline(always)]
    fn not(self) -> CellSet {
        CellSet(!self.0)
    }
}
