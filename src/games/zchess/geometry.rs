//! The board: 77 circles in nine rows of nine and eight, their names and directions.
//!
//! A circle is `(19 * row + column - 1) / 2`. Along a row the step is 1, the diagonals are 9 and 10, and behind
//! each row lies one index without a circle, so that none of these three wraps from one edge to another and a
//! carry that runs along a row ends there.

use crate::bitboard::CellSet;

pub use crate::games::men::{Cell, NO_CELL};

/// Number of circles.
pub const CELLS: usize = 77;

pub use crate::games::men::SLOTS;
/// Number of rows, `a` to `i`.
pub const ROWS: i8 = 9;

/// Highest column number.
pub const COLUMNS: i8 = 17;

/// Index distance of a diagonal step up to the right.
pub const UP_RIGHT: i32 = 10;

/// Index distance of a diagonal step up to the left.
pub const UP_LEFT: i32 = 9;

/// The four diagonal steps as (row, column), opposite ones two apart.
pub const DIAGONAL_STEPS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// The two steps along a row.
pub const ROW_STEPS: [(i8, i8); 2] = [(0, 2), (0, -2)];

/// The eight jumps of a knight: two steps that turn at the first circle, never in a sharp angle.
pub const KNIGHT_JUMPS: [(i8, i8); 8] =
    [(0, 2), (0, -2), (2, 0), (-2, 0), (1, 3), (1, -3), (-1, 3), (-1, -3)];

/// The circle at a row (from 0) and column (from 1), or [`NO_CELL`].
pub const fn cell_at(row: i8, column: i8) -> Cell {
    let inside = row >= 0 && row < ROWS && column >= 1 && column <= COLUMNS && (row + column) % 2 == 1;
    if inside { ((19 * row as i32 + column as i32 - 1) / 2) as Cell } else { NO_CELL }
}

/// Row of a circle, from 0. Indices without a circle belong to the row below.
pub const fn row(cell: Cell) -> i8 {
    (2 * cell as i32 / 19) as i8
}

/// Column of a circle, from 1.
pub const fn column(cell: Cell) -> i8 {
    (2 * cell as i32 + 1 - 19 * row(cell) as i32) as i8
}

/// The circle a step away from `cell`, or [`NO_CELL`].
pub const fn step(cell: Cell, step: (i8, i8)) -> Cell {
    cell_at(row(cell) + step.0, column(cell) + step.1)
}

/// Index of the first circle of a row.
pub const fn row_start(row: i8) -> Cell {
    cell_at(row, 1 + row % 2)
}

/// The circles of a row.
pub const fn row_set(row: i8) -> CellSet {
    let mut set = CellSet::EMPTY;
    let mut column = 1;
    while column <= COLUMNS {
        if cell_at(row, column) != NO_CELL {
            set = set.with(CellSet::single(cell_at(row, column)));
        }
        column += 1;
    }
    set
}

const fn all_rows() -> CellSet {
    let mut set = CellSet::EMPTY;
    let mut row = 0;
    while row < ROWS {
        set = set.with(row_set(row));
        row += 1;
    }
    set
}

/// Every circle.
pub const BOARD: CellSet = all_rows();

/// Where each side's pawns promote.
pub const PROMOTION: [CellSet; 2] = [row_set(8), row_set(0)];

/// Where each side's pawns start.
pub const PAWN_HOME: [CellSet; 2] = [row_set(1), row_set(7)];

/// The circle of a name such as `a13`, or [`NO_CELL`].
pub const fn named(name: &[u8]) -> Cell {
    if name.len() < 2 || name.len() > 3 || name[0] < b'a' || name[0] > b'i' || name[1] == b'0' {
        return NO_CELL;
    }
    let (mut column, mut at) = (0, 1);
    while at < name.len() {
        if !name[at].is_ascii_digit() {
            return NO_CELL;
        }
        column = column * 10 + (name[at] - b'0') as i8;
        at += 1;
    }
    cell_at((name[0] - b'a') as i8, column)
}

/// The circle of a name, for constants: an unknown one ends the build.
pub const fn circle(name: &str) -> Cell {
    let cell = named(name.as_bytes());
    assert!(cell != NO_CELL, "no circle of the board");
    cell
}

/// Letter of a row.
pub const fn row_letter(row: i8) -> char {
    (b'a' + row as u8) as char
}

/// A circle's name.
pub fn name(cell: Cell) -> String {
    format!("{}{}", row_letter(row(cell)), column(cell))
}

/// The circles in the order of a FEN: from row i down, each from column 1.
pub fn rows_from_top() -> impl Iterator<Item = CellSet> {
    (0..ROWS).rev().map(row_set)
}

/// The circle's image when the rows are reversed, the map that lays one army's start on the other's.
pub const fn mirrored(cell: Cell) -> Cell {
    cell_at(ROWS - 1 - row(cell), column(cell))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_index_distances() {
        assert_eq!(BOARD.len() as usize, CELLS);
        for cell in BOARD {
            assert_eq!(cell_at(row(cell), column(cell)), cell);
            assert_eq!(named(name(cell).as_bytes()), cell);
            assert_eq!(mirrored(mirrored(cell)), cell);
            let moves = [(ROW_STEPS[0], 1), (DIAGONAL_STEPS[0], UP_RIGHT), (DIAGONAL_STEPS[1], UP_LEFT)];
            for ((rows, columns), by) in moves {
                for sign in [1, -1] {
                    let to = step(cell, (rows * sign, columns * sign));
                    let shifted = CellSet::single(cell).shift(by * i32::from(sign)) & BOARD;
                    let expected = if to == NO_CELL { CellSet::EMPTY } else { CellSet::single(to) };
                    assert_eq!(shifted, expected, "{} by {by}", name(cell));
                }
            }
        }
    }

    #[test]
    fn names_off_the_board() {
        for text in ["", "a", "a0", "a2", "b1", "b17", "a19", "a01", "a123", "j1", "A1", "a-1", "i18", "h0"] {
            assert_eq!(named(text.as_bytes()), NO_CELL, "{text}");
        }
    }
}
