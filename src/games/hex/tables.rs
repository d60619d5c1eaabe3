//! Attack tables of a board, built at compile time.

use super::geometry::{
    BISHOP_STEPS, Cell, KNIGHT_LEAPS, NO_CELL, OBLONG, REGULAR, ROOK_STEPS, Shape, file, row,
};
use crate::bitboard::{CellSet, Gather};

pub use crate::games::men::SLOTS;

/// Marks two cells that are on no common line.
const NO_DIRECTION: u8 = 12;

/// Where the attacks along one line (or of a whole bishop) from one cell are found.
#[derive(Clone, Copy)]
struct Lookup {
    gather: Gather,
    base: u32,
}

impl Lookup {
    const NONE: Lookup = Lookup { gather: Gather::new(CellSet::EMPTY), base: 0 };
}

/// Everything that pieces other than pawns attack, and the lines between cells.
pub struct Tables {
    rook: [[Lookup; 3]; SLOTS],
    bishop: [Lookup; SLOTS],
    /// Knight's leaps from each cell.
    pub knight: [CellSet; SLOTS],
    /// King's steps from each cell.
    pub king: [CellSet; SLOTS],
    /// Rook's attacks on an empty board.
    pub rook_empty: [CellSet; SLOTS],
    /// Bishop's attacks on an empty board.
    pub bishop_empty: [CellSet; SLOTS],
    /// Cells strictly between two cells of a common line; empty for others.
    between: [[CellSet; SLOTS]; SLOTS],
    direction: [[u8; SLOTS]; SLOTS],
    ray: [[CellSet; SLOTS]; 13],
    /// Dense number of each cell.
    pub dense: [u8; SLOTS],
    /// Cell of each dense number.
    pub cell: [Cell; 91],
    /// Number of cells.
    pub cells: usize,
    rook_sets: [CellSet; ROOK_ENTRIES],
    bishop_sets: [CellSet; BISHOP_ENTRIES],
}

const ROOK_ENTRIES: usize = 27_000;
const BISHOP_ENTRIES: usize = 17_000;

/// The direction numbered `d`: 0 to 5 edge steps, 6 to 11 vertex steps.
const fn direction_step(d: usize) -> (i8, i8) {
    if d < 6 { ROOK_STEPS[d] } else { BISHOP_STEPS[d - 6] }
}

/// The cells of a ray that can block: all but the last.
const fn blockers(shape: &Shape, cell: Cell, step: (i8, i8)) -> CellSet {
    let mut set = CellSet::EMPTY;
    let mut at = shape.step(cell, step);
    while at != NO_CELL && shape.step(at, step) != NO_CELL {
        set = set.with(CellSet::single(at));
        at = shape.step(at, step);
    }
    set
}

const fn leaps<const N: usize>(shape: &Shape, cell: Cell, steps: [(i8, i8); N]) -> CellSet {
    let mut set = CellSet::EMPTY;
    let mut i = 0;
    while i < N {
        let to = shape.step(cell, steps[i]);
        if to != NO_CELL {
            set = set.with(CellSet::single(to));
        }
        i += 1;
    }
    set
}

impl Tables {
    /// Builds the tables of one board.
    const fn build(shape: &Shape) -> Tables {
        let mut t = Tables {
            rook: [[Lookup::NONE; 3]; SLOTS],
            bishop: [Lookup::NONE; SLOTS],
            knight: [CellSet::EMPTY; SLOTS],
            king: [CellSet::EMPTY; SLOTS],
            rook_empty: [CellSet::EMPTY; SLOTS],
            bishop_empty: [CellSet::EMPTY; SLOTS],
            between: [[CellSet::EMPTY; SLOTS]; SLOTS],
            direction: [[NO_DIRECTION; SLOTS]; SLOTS],
            ray: [[CellSet::EMPTY; SLOTS]; 13],
            dense: [0; SLOTS],
            cell: [NO_CELL; 91],
            cells: 0,
            rook_sets: [CellSet::EMPTY; ROOK_ENTRIES],
            bishop_sets: [CellSet::EMPTY; BISHOP_ENTRIES],
        };
        let mut cell: Cell = 0;
        while cell < 121 {
            if shape.cell(file(cell), row(cell)) == cell {
                t.add_leaps(shape, cell);
                t.add_rays(shape, cell);
            }
            cell += 1;
        }
        let (mut rook_next, mut bishop_next) = (0, 0);
        cell = 0;
        while cell < 121 {
            if shape.cell(file(cell), row(cell)) == cell {
                let mut line = 0;
                while line < 3 {
                    rook_next = t.add_line(shape, cell, line, rook_next);
                    line += 1;
                }
                bishop_next = t.add_bishop(shape, cell, bishop_next);
            }
            cell += 1;
        }
        t
    }

    const fn add_leaps(&mut self, shape: &Shape, cell: Cell) {
        let at = cell as usize;
        self.knight[at] = leaps(shape, cell, KNIGHT_LEAPS);
        self.king[at] = leaps(shape, cell, ROOK_STEPS).with(leaps(shape, cell, BISHOP_STEPS));
        self.dense[at] = self.cells as u8;
        self.cell[self.cells] = cell;
        self.cells += 1;
    }

    const fn add_rays(&mut self, shape: &Shape, cell: Cell) {
        let at = cell as usize;
        let mut d = 0;
        while d < 12 {
            let step = direction_step(d);
            let mut to = shape.step(cell, step);
            let mut passed = CellSet::EMPTY;
            while to != NO_CELL {
                self.between[at][to as usize] = passed;
                self.direction[at][to as usize] = d as u8;
                passed = passed.with(CellSet::single(to));
                to = shape.step(to, step);
            }
            self.ray[d][at] = passed;
            if d < 6 {
                self.rook_empty[at] = self.rook_empty[at].with(passed);
            } else {
                self.bishop_empty[at] = self.bishop_empty[at].with(passed);
            }
            d += 1;
        }
    }

    /// Cells seen from `cell` in direction `d` up to and including the first of `occupied`.
    const fn seen(&self, cell: Cell, d: usize, occupied: CellSet) -> CellSet {
        let ray = self.ray[d][cell as usize];
        let blocking = ray.0 & occupied.0;
        if blocking == 0 {
            return ray;
        }
        // Of each axis the first three directions go up in index.
        let first = if d % 6 < 3 { blocking.trailing_zeros() } else { 127 - blocking.leading_zeros() };
        ray.without(self.ray[d][first as usize])
    }

    /// Fills the attacks along a rook line (direction `line` and its opposite); returns the next free entry.
    const fn add_line(&mut self, shape: &Shape, cell: Cell, line: usize, base: usize) -> usize {
        let (up, down) = (ROOK_STEPS[line], ROOK_STEPS[line + 3]);
        let mask = blockers(shape, cell, up).with(blockers(shape, cell, down));
        let gather = Gather::new(mask);
        self.rook[cell as usize][line] = Lookup { gather, base: base as u32 };
        let (mut occupied, mut number) = (CellSet::EMPTY, 0);
        loop {
            let set = self.seen(cell, line, occupied).with(self.seen(cell, line + 3, occupied));
            self.rook_sets[base + gather.index_of_subset(number, occupied)] = set;
            occupied = CellSet(occupied.0.wrapping_sub(mask.0) & mask.0);
            number += 1;
            if occupied.is_empty() {
                return base + number;
            }
        }
    }

    /// Fills the attacks of a bishop; returns the next free entry.
    const fn add_bishop(&mut self, shape: &Shape, cell: Cell, base: usize) -> usize {
        let mut mask = CellSet::EMPTY;
        let mut d = 0;
        while d < 6 {
            mask = mask.with(blockers(shape, cell, BISHOP_STEPS[d]));
            d += 1;
        }
        let gather = Gather::new(mask);
        self.bishop[cell as usize] = Lookup { gather, base: base as u32 };
        let (mut occupied, mut number) = (CellSet::EMPTY, 0);
        loop {
            let mut set = CellSet::EMPTY;
            let mut d = 6;
            while d < 12 {
                set = set.with(self.seen(cell, d, occupied));
                d += 1;
            }
            self.bishop_sets[base + gather.index_of_subset(number, occupied)] = set;
            occupied = CellSet(occupied.0.wrapping_sub(mask.0) & mask.0);
            number += 1;
            if occupied.is_empty() {
                return base + number;
            }
        }
    }

    /// Cells a rook attacks.
    #[inline(always)]
    pub fn rook(&self, cell: Cell, occupied: CellSet) -> CellSet {
        let [a, b, c] = &self.rook[cell as usize & 127];
        let look = |l: &Lookup| self.rook_sets[l.base as usize + l.gather.index(occupied)];
        look(a) | look(b) | look(c)
    }

    /// Cells a bishop attacks.
    #[inline(always)]
    pub fn bishop(&self, cell: Cell, occupied: CellSet) -> CellSet {
        let l = &self.bishop[cell as usize & 127];
        self.bishop_sets[l.base as usize + l.gather.index(occupied)]
    }

    /// Cells strictly between two cells; empty if no line joins them.
    #[inline(always)]
    pub fn between(&self, a: Cell, b: Cell) -> CellSet {
        self.between[a as usize & 127][b as usize & 127]
    }

    /// The ray that starts beside `from` and runs through `through` to the edge; empty if no line joins them.
    #[inline(always)]
    pub fn ray_through(&self, from: Cell, through: Cell) -> CellSet {
        let d = self.direction[from as usize & 127][through as usize & 127];
        self.ray[d as usize % 13][from as usize & 127]
    }
}

/// Tables of the 91 cells.
#[allow(long_running_const_eval, reason = "a few seconds of build buy tables without a start-up cost")]
pub static REGULAR_TABLES: Tables = Tables::build(&REGULAR);

/// Tables of the 70 cells.
#[allow(long_running_const_eval, reason = "a few seconds of build buy tables without a start-up cost")]
pub static OBLONG_TABLES: Tables = Tables::build(&OBLONG);
