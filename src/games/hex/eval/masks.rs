//! Sets of cells and cell classes that only the evaluation needs, built once when a game is first evaluated.

use super::super::geometry::{Cell, NO_CELL, Shape, file, row};
use super::super::rules::Ruleset;
use super::super::tables::SLOTS;
use crate::bitboard::CellSet;

/// Masks by game.
///
/// Cells ahead of a pawn and what may hinder it, by side and cell.
pub struct Masks {
    /// Cells between a pawn and the end of its file, the end included.
    pub(super) ahead: [[CellSet; SLOTS]; 2],
    /// Cells on which an enemy pawn could still block or take a pawn on its way.
    pub(super) hinder: [[CellSet; SLOTS]; 2],
    /// The files beside a cell's own.
    pub(super) beside: [CellSet; SLOTS],
    /// The cell's own file.
    pub(super) file: [CellSet; SLOTS],
    /// Cells of each colour.
    pub(super) colour: [CellSet; 3],
    /// The enemy's half of the board for each side, the border line left out.
    pub(super) far_half: [CellSet; 2],
    /// Number in a piece-square table, by side and cell: left and right are one, each side looks from its
    /// own end.
    pub(super) folded: [[u8; SLOTS]; 2],
}

/// Number of cells of the folded board.
pub(super) const fn folded_cells(shape: &Shape) -> usize {
    let mut n = 0;
    let mut cell: Cell = 0;
    while cell < 121 {
        if shape.cell(file(cell), row(cell)) == cell && file(cell) <= shape.files / 2 {
            n += 1;
        }
        cell += 1;
    }
    n
}

/// Lowest row of a file.
fn bottom(shape: &Shape, file: i8) -> i8 {
    let mut row = 0;
    while shape.cell(file, row) == NO_CELL {
        row += 1;
    }
    row
}

/// Highest row of a file.
fn top(shape: &Shape, file: i8) -> i8 {
    let mut row = shape.rows - 1;
    while shape.cell(file, row) == NO_CELL {
        row -= 1;
    }
    row
}

/// The walk from `cell` to the end of its file in direction `forward`, `cell` left out.
fn walk(shape: &Shape, cell: Cell, forward: i8) -> CellSet {
    let mut set = CellSet::EMPTY;
    let mut at = shape.step(cell, (0, forward));
    while at != NO_CELL {
        set = set.with(CellSet::single(at));
        at = shape.step(at, (0, forward));
    }
    set
}

impl std::fmt::Debug for Masks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Masks")
    }
}

impl Masks {
    pub(in super::super) fn build<R: Ruleset>() -> Masks {
        let shape = &R::SHAPE;
        let mut masks = Masks {
            ahead: [[CellSet::EMPTY; SLOTS]; 2],
            hinder: [[CellSet::EMPTY; SLOTS]; 2],
            beside: [CellSet::EMPTY; SLOTS],
            file: [CellSet::EMPTY; SLOTS],
            colour: [CellSet::EMPTY; 3],
            far_half: [CellSet::EMPTY; 2],
            folded: [[0; SLOTS]; 2],
        };
        let mut cell: Cell = 0;
        while cell < 121 {
            if shape.cell(file(cell), row(cell)) == cell {
                masks.add(shape, cell);
            }
            cell += 1;
        }
        let mut side = 0;
        while side < 2 {
            let mut cell: Cell = 0;
            while cell < 121 {
                if shape.cell(file(cell), row(cell)) == cell {
                    masks.hinder[side][cell as usize] = masks.hindering(shape, R::CAPTURES, side, cell);
                }
                cell += 1;
            }
            side += 1;
        }
        masks
    }

    fn add(&mut self, shape: &Shape, cell: Cell) {
        let at = cell as usize;
        let (f, r) = (file(cell), row(cell));
        let own = CellSet::single(cell);
        self.ahead[0][at] = walk(shape, cell, 1);
        self.ahead[1][at] = walk(shape, cell, -1);
        self.file[at] = own.with(self.ahead[0][at]).with(self.ahead[1][at]);
        let mut left = f - 1;
        while left <= f + 1 {
            if left >= 0 && left < shape.files && left != f {
                let base = shape.cell(left, bottom(shape, left));
                let column = CellSet::single(base).with(walk(shape, base, 1));
                self.beside[at] = self.beside[at].with(column);
            }
            left += 2;
        }
        let colour = shape.colour(cell) as usize;
        self.colour[colour] = self.colour[colour].with(own);
        let (low, high) = (bottom(shape, f), top(shape, f));
        if 2 * r > low + high {
            self.far_half[0] = self.far_half[0].with(own);
        } else if 2 * r < low + high {
            self.far_half[1] = self.far_half[1].with(own);
        }
        let half_file = if f > shape.files / 2 { shape.files - 1 - f } else { f };
        let mut base = 0;
        let mut before = 0;
        while before < half_file {
            base += top(shape, before) - bottom(shape, before) + 1;
            before += 1;
        }
        self.folded[0][at] = (base + r - low) as u8;
        self.folded[1][at] = (base + high - r) as u8;
    }

    /// Cells from which an enemy pawn can step onto, or take on, a cell ahead of `side`'s pawn on `cell`.
    fn hindering(&self, shape: &Shape, captures: [(i8, i8); 2], side: usize, cell: Cell) -> CellSet {
        let ahead = self.ahead[side][cell as usize];
        let enemy: i8 = if side == 0 { -1 } else { 1 };
        let mut set = CellSet::EMPTY;
        let mut from: Cell = 0;
        while from < 121 {
            if shape.cell(file(from), row(from)) == from {
                let mut at = from;
                while at != NO_CELL {
                    let mut i = 0;
                    while i < 2 {
                        let (f, r) = captures[i];
                        let to = shape.step(at, (f * enemy, r * enemy));
                        if to != NO_CELL && ahead.contains(to) {
                            set = set.with(CellSet::single(from));
                        }
                        i += 1;
                    }
                    at = shape.step(at, (0, enemy));
                }
            }
            from += 1;
        }
        set.with(ahead)
    }
}

/// Steps of a king that may only use edge steps, between two cells: a measure of distance.
pub(super) const fn distance(a: Cell, b: Cell) -> i32 {
    let df = file(a) as i32 - file(b) as i32;
    let dr = row(a) as i32 - row(b) as i32;
    let apart = if df > dr { df - dr } else { dr - df };
    let (df, dr) = (df.abs(), dr.abs());
    let longest = if df > dr { df } else { dr };
    if longest > apart { longest } else { apart }
}
