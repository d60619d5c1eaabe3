//! The two boards: their cells, names and directions.
//!
//! A cell is `file * 11 + row`. Rows run along the oblique axis, so that one step forward is 1, the other two
//! edge steps are 11 and 12, and these three never wrap from one edge of a board to another.

use crate::bitboard::CellSet;

/// Distance in index between neighbouring files.
pub const STRIDE: i32 = 11;

pub use crate::games::men::{Cell, NO_CELL};

/// The six edge steps as (file, row), opposite directions three apart.
pub const ROOK_STEPS: [(i8, i8); 6] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];

/// The six vertex steps, opposite directions three apart.
pub const BISHOP_STEPS: [(i8, i8); 6] = [(1, 2), (2, 1), (1, -1), (-1, -2), (-2, -1), (-1, 1)];

/// The twelve leaps: a vertex step and an edge step at 30 degrees to it.
pub const KNIGHT_LEAPS: [(i8, i8); 12] = [
    (1, 3),
    (2, 3),
    (3, 2),
    (3, 1),
    (2, -1),
    (1, -2),
    (-1, -3),
    (-2, -3),
    (-3, -2),
    (-3, -1),
    (-2, 1),
    (-1, 2),
];

/// Outline and naming of a board.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Number of files.
    pub files: i8,
    /// Number of rows, also the highest rank.
    pub rows: i8,
    /// How far the file number may exceed the row.
    low: i8,
    /// File letters from left to right.
    pub letters: &'static [u8],
    /// Whether ranks count from the bottom of each file (and so bend) rather than along the rows.
    bent: bool,
}

/// The 91 cells of Gliński and McCooey.
pub const REGULAR: Shape = Shape { files: 11, rows: 11, low: 5, letters: b"abcdefghikl", bent: true };

/// The 70 cells of Shafran.
pub const OBLONG: Shape = Shape { files: 9, rows: 10, low: 4, letters: b"abcdefghi", bent: false };

impl Shape {
    /// The cell at a place, or [`NO_CELL`] if the board has none there.
    pub const fn cell(&self, file: i8, row: i8) -> Cell {
        let inside = file >= 0
            && file < self.files
            && row >= 0
            && row < self.rows
            && row - file <= 5
            && file - row <= self.low;
        if inside { (file as i32 * STRIDE + row as i32) as Cell } else { NO_CELL }
    }

    /// The cell a step away from `cell`, or [`NO_CELL`].
    pub const fn step(&self, cell: Cell, step: (i8, i8)) -> Cell {
        self.cell(file(cell) + step.0, row(cell) + step.1)
    }

    /// All cells.
    pub const fn cells(&self) -> CellSet {
        let mut set = CellSet::EMPTY;
        let mut at = 0;
        while at < 121 {
            if self.cell(file(at), row(at)) == at {
                set = set.with(CellSet::single(at));
            }
            at += 1;
        }
        set
    }

    /// The cells from which one step forward leaves the board: the far end of each file for the side that
    /// moves by `forward` (1 or -1).
    pub const fn far_cells(&self, forward: i8) -> CellSet {
        let mut set = CellSet::EMPTY;
        let mut at = 0;
        while at < 121 {
            if self.cell(file(at), row(at)) == at && self.step(at, (0, forward)) == NO_CELL {
                set = set.with(CellSet::single(at));
            }
            at += 1;
        }
        set
    }

    /// The row on which a file's rank 0 would lie.
    const fn rank_base(&self, file: i8) -> i8 {
        if self.bent && file > 5 { file - 6 } else { -1 }
    }

    /// The rank of a cell, from 1.
    pub const fn rank(&self, cell: Cell) -> i8 {
        row(cell) - self.rank_base(file(cell))
    }

    /// The cell on a file (from 0) and rank (from 1), or [`NO_CELL`].
    pub const fn at_rank(&self, file: i8, rank: i8) -> Cell {
        if file < 0 || file >= self.files || rank < 1 {
            return NO_CELL;
        }
        self.cell(file, rank + self.rank_base(file))
    }

    /// The cell of a name such as `f11`, or [`NO_CELL`].
    pub const fn named(&self, name: &[u8]) -> Cell {
        if name.len() < 2 || name.len() > 3 || name[1] == b'0' {
            return NO_CELL;
        }
        let (mut rank, mut at) = (0, 1);
        while at < name.len() {
            if !name[at].is_ascii_digit() {
                return NO_CELL;
            }
            rank = rank * 10 + (name[at] - b'0') as i8;
            at += 1;
        }
        let mut file = 0;
        while file < self.files {
            if self.letters[file as usize] == name[0] {
                return self.at_rank(file, rank);
            }
            file += 1;
        }
        NO_CELL
    }

    /// The cells of names parted by blanks. For constants: an unknown name ends the build.
    pub const fn set(&self, names: &str) -> CellSet {
        let bytes = names.as_bytes();
        let (mut set, mut start) = (CellSet::EMPTY, 0);
        while start < bytes.len() {
            let mut end = start;
            while end < bytes.len() && bytes[end] != b' ' {
                end += 1;
            }
            let cell = self.named(bytes.split_at(end).0.split_at(start).1);
            assert!(cell != NO_CELL, "no cell of this board");
            set = set.with(CellSet::single(cell));
            start = end + 1;
        }
        set
    }

    /// A cell's name.
    pub fn name(&self, cell: Cell) -> String {
        format!("{}{}", self.letters[file(cell) as usize] as char, self.rank(cell))
    }

    /// The cells in the order of a FEN: from the top rank down, each from the a side.
    pub fn ranks_from_top(&self) -> impl Iterator<Item = Vec<Cell>> {
        let shape = *self;
        (1..=shape.rows).rev().map(move |rank| {
            (0..shape.files).map(|file| shape.at_rank(file, rank)).filter(|&cell| cell != NO_CELL).collect()
        })
    }

    /// The cell's image when the board is turned by half or, if not, when the ranks of each file are reversed:
    /// the map that lays one army's start on the other's.
    pub const fn mirrored(&self, cell: Cell, half_turn: bool) -> Cell {
        if half_turn {
            self.cell(self.files - 1 - file(cell), self.rows - 1 - row(cell))
        } else {
            self.cell(file(cell), file(cell) + 5 - row(cell))
        }
    }

    /// The colour class of a cell, 0 to 2; bishops never leave theirs.
    pub const fn colour(&self, cell: Cell) -> u8 {
        ((file(cell) + row(cell)) % 3) as u8
    }
}

/// File of a cell, from 0.
pub const fn file(cell: Cell) -> i8 {
    (cell as i32 / STRIDE) as i8
}

/// Row of a cell along the oblique axis, from 0.
pub const fn row(cell: Cell) -> i8 {
    (cell as i32 % STRIDE) as i8
}
