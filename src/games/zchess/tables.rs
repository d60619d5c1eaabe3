//! Attack tables, built at compile time.
//!
//! Rows lie side by side in the index, so a row's attacks are found by its nine bits; diagonals are gathered.

use super::geometry::{
    BOARD, CELLS, Cell, DIAGONAL_STEPS, KNIGHT_JUMPS, NO_CELL, ROW_STEPS, SLOTS, row, row_start, step,
};
use crate::bitboard::{CellSet, Gather};

/// Where the attacks along one diagonal from one circle are found.
#[derive(Clone, Copy)]
struct Lookup {
    gather: Gather,
    base: u32,
}

impl Lookup {
    const NONE: Lookup = Lookup { gather: Gather::new(CellSet::EMPTY), base: 0 };
}

/// A circle's place in its row.
#[derive(Clone, Copy)]
struct Place {
    /// Index of the row's first circle.
    start: u8,
    /// Where its row attacks begin.
    base: u16,
}

/// Everything that pieces attack, and the lines between circles.
pub struct Tables {
    diagonal: [[Lookup; 2]; SLOTS],
    place: [Place; SLOTS],
    /// Row attacks by long or short row, place in it and the occupancy of the seven circles behind the first.
    row: [u16; ROW_ENTRIES],
    /// Knight's jumps from each circle.
    pub knight: [CellSet; SLOTS],
    /// King's steps from each circle.
    pub king: [CellSet; SLOTS],
    /// Circles that a pawn moves to and attacks, by side.
    pub pawn: [[CellSet; SLOTS]; 2],
    /// The other circles of the row.
    pub row_empty: [CellSet; SLOTS],
    /// The circles on both diagonals.
    pub diagonal_empty: [CellSet; SLOTS],
    /// Circles strictly between two circles of a common line; empty for others.
    between: [[CellSet; SLOTS]; SLOTS],
    /// Dense number of each circle.
    pub dense: [u8; SLOTS],
    diagonal_sets: [CellSet; DIAGONAL_ENTRIES],
}

/// At least 18 places times 128 occupancies; a power of two, so that a mask keeps every index inside.
const ROW_ENTRIES: usize = 4_096;

/// At least the 7,752 occupancies of all diagonals.
const DIAGONAL_ENTRIES: usize = 8_192;

/// The circles of a ray that can block: all but the last.
const fn blockers(cell: Cell, direction: (i8, i8)) -> CellSet {
    let mut set = CellSet::EMPTY;
    let mut at = step(cell, direction);
    while at != NO_CELL && step(at, direction) != NO_CELL {
        set = set.with(CellSet::single(at));
        at = step(at, direction);
    }
    set
}

/// Circles seen from `cell` in a direction up to and including the first of `occupied`.
const fn seen(cell: Cell, direction: (i8, i8), occupied: CellSet) -> CellSet {
    let mut set = CellSet::EMPTY;
    let mut at = step(cell, direction);
    while at != NO_CELL {
        set = set.with(CellSet::single(at));
        if occupied.contains(at) {
            break;
        }
        at = step(at, direction);
    }
    set
}

const fn leaps<const N: usize>(cell: Cell, steps: [(i8, i8); N]) -> CellSet {
    let mut set = CellSet::EMPTY;
    let mut i = 0;
    while i < N {
        let to = step(cell, steps[i]);
        if to != NO_CELL {
            set = set.with(CellSet::single(to));
        }
        i += 1;
    }
    set
}

/// Where the attacks begin of the circle behind `at` others in a row, `short` being 1 for rows of eight.
const fn row_base(short: usize, at: usize) -> usize {
    (short * 9 + at) * 128
}

/// Row attacks of every place and occupancy.
const fn row_attacks() -> [u16; ROW_ENTRIES] {
    let mut table = [0; ROW_ENTRIES];
    let mut short = 0;
    while short < 2 {
        let length = 9 - short;
        let mut at = 0;
        while at < length {
            let mut inner = 0;
            while inner < 128 {
                let occupied = inner << 1;
                let mut set = 0;
                let mut to = at + 1;
                while to < length {
                    set |= 1 << to;
                    if occupied >> to & 1 != 0 {
                        break;
                    }
                    to += 1;
                }
                to = at;
                while to > 0 {
                    to -= 1;
                    set |= 1 << to;
                    if occupied >> to & 1 != 0 {
                        break;
                    }
                }
                table[row_base(short, at) + inner] = set;
                inner += 1;
            }
            at += 1;
        }
        short += 1;
    }
    table
}

impl Tables {
    const fn build() -> Tables {
        let mut t = Tables {
            diagonal: [[Lookup::NONE; 2]; SLOTS],
            place: [Place { start: 0, base: 0 }; SLOTS],
            row: row_attacks(),
            knight: [CellSet::EMPTY; SLOTS],
            king: [CellSet::EMPTY; SLOTS],
            pawn: [[CellSet::EMPTY; SLOTS]; 2],
            row_empty: [CellSet::EMPTY; SLOTS],
            diagonal_empty: [CellSet::EMPTY; SLOTS],
            between: [[CellSet::EMPTY; SLOTS]; SLOTS],
            dense: [0; SLOTS],
            diagonal_sets: [CellSet::EMPTY; DIAGONAL_ENTRIES],
        };
        let (mut cell, mut dense, mut next) = (0, 0, 0);
        while (cell as usize) < SLOTS {
            if BOARD.contains(cell) {
                t.dense[cell as usize] = dense;
                dense += 1;
                t.add_leaps(cell);
                t.add_rays(cell);
                next = t.add_diagonal(cell, 0, next);
                next = t.add_diagonal(cell, 1, next);
            }
            cell += 1;
        }
        assert!(dense as usize == CELLS);
        t
    }

    const fn add_leaps(&mut self, cell: Cell) {
        let at = cell as usize;
        let [up_right, up_left, down_left, down_right] = DIAGONAL_STEPS;
        self.knight[at] = leaps(cell, KNIGHT_JUMPS);
        self.king[at] = leaps(cell, DIAGONAL_STEPS).with(leaps(cell, ROW_STEPS));
        self.pawn[0][at] = leaps(cell, [up_right, up_left]);
        self.pawn[1][at] = leaps(cell, [down_right, down_left]);
        let start = row_start(row(cell));
        let base = row_base(row(cell) as usize % 2, (cell - start) as usize) as u16;
        self.place[at] = Place { start, base };
    }

    const fn add_rays(&mut self, cell: Cell) {
        let at = cell as usize;
        let mut d = 0;
        while d < 6 {
            let direction = if d < 4 { DIAGONAL_STEPS[d] } else { ROW_STEPS[d - 4] };
            let mut to = step(cell, direction);
            let mut passed = CellSet::EMPTY;
            while to != NO_CELL {
                self.between[at][to as usize] = passed;
                passed = passed.with(CellSet::single(to));
                to = step(to, direction);
            }
            if d < 4 {
                self.diagonal_empty[at] = self.diagonal_empty[at].with(passed);
            } else {
                self.row_empty[at] = self.row_empty[at].with(passed);
            }
            d += 1;
        }
    }

    /// Fills the attacks along a diagonal; returns the next free entry.
    const fn add_diagonal(&mut self, cell: Cell, line: usize, base: usize) -> usize {
        let (up, down) = (DIAGONAL_STEPS[line], DIAGONAL_STEPS[line + 2]);
        let mask = blockers(cell, up).with(blockers(cell, down));
        let gather = Gather::new(mask);
        self.diagonal[cell as usize][line] = Lookup { gather, base: base as u32 };
        let (mut occupied, mut number) = (CellSet::EMPTY, 0);
        loop {
            let set = seen(cell, up, occupied).with(seen(cell, down, occupied));
            self.diagonal_sets[base + gather.index_of_subset(number, occupied)] = set;
            occupied = CellSet(occupied.0.wrapping_sub(mask.0) & mask.0);
            number += 1;
            if occupied.is_empty() {
                return base + number;
            }
        }
    }

    /// Circles seen along the row, up to and including the first occupied ones.
    #[inline(always)]
    pub fn row(&self, cell: Cell, occupied: CellSet) -> CellSet {
        let Place { start, base } = self.place[cell as usize & 127];
        let inner = (occupied.0 >> (start & 127)) as usize >> 1 & 127;
        CellSet(u128::from(self.row[(base as usize + inner) & (ROW_ENTRIES - 1)]) << (start & 127))
    }

    /// Circles seen along the diagonals, up to and including the first occupied ones.
    #[inline(always)]
    pub fn diagonals(&self, cell: Cell, occupied: CellSet) -> CellSet {
        let [a, b] = &self.diagonal[cell as usize & 127];
        let look = |l: &Lookup| {
            self.diagonal_sets[(l.base as usize + l.gather.index(occupied)) & (DIAGONAL_ENTRIES - 1)]
        };
        look(a) | look(b)
    }

    /// Circles strictly between two circles; empty if no line joins them.
    #[inline(always)]
    pub fn between(&self, a: Cell, b: Cell) -> CellSet {
        self.between[a as usize & 127][b as usize & 127]
    }
}

/// The tables of the board.
#[allow(long_running_const_eval, reason = "a moment of build buys tables without a start-up cost")]
pub static TABLES: Tables = Tables::build();
