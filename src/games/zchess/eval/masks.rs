//! Sets of circles that only the evaluation needs.

use super::super::geometry::{BOARD, COLUMNS, Cell, ROWS, SLOTS, cell_at, column, row, row_set};
use crate::bitboard::CellSet;

/// Number of circles of the board whose left and right halves are folded together.
pub(super) const FOLDED: usize = 41;

/// Number of a circle in a piece-square table: left and right are one, and each side looks from its own end.
pub(super) const fn folded(side: usize, cell: Cell) -> usize {
    let row = if side == 0 { row(cell) } else { ROWS - 1 - row(cell) } as usize;
    let from_edge = if column(cell) > COLUMNS / 2 { COLUMNS + 1 - column(cell) } else { column(cell) };
    // Two rows have nine circles of a half, five in the long and four in the short one.
    row / 2 * 9 + row % 2 * 5 + (from_edge as usize - 1) / 2
}

/// Circles ahead of each circle that pawns can reach, by side.
pub(super) static CONE: [[CellSet; SLOTS]; 2] = cones();

const fn cones() -> [[CellSet; SLOTS]; 2] {
    let mut table = [[CellSet::EMPTY; SLOTS]; 2];
    let mut cell: Cell = 0;
    while (cell as usize) < SLOTS {
        if BOARD.contains(cell) {
            let mut distance = 1;
            while distance < ROWS {
                let mut aside = -distance;
                while aside <= distance {
                    let ahead = [row(cell) + distance, row(cell) - distance];
                    let mut side = 0;
                    while side < 2 {
                        let to = cell_at(ahead[side], column(cell) + aside);
                        if BOARD.contains(to) {
                            let set = table[side][cell as usize];
                            table[side][cell as usize] = set.with(CellSet::single(to));
                        }
                        side += 1;
                    }
                    aside += 2;
                }
                distance += 1;
            }
        }
        cell += 1;
    }
    table
}

/// Circles within two steps of each circle, itself left out.
pub(super) static NEAR: [CellSet; SLOTS] = near();

const fn near() -> [CellSet; SLOTS] {
    let mut table = [CellSet::EMPTY; SLOTS];
    let mut a: Cell = 0;
    while (a as usize) < SLOTS {
        let mut b: Cell = 0;
        while BOARD.contains(a) && (b as usize) < SLOTS {
            if BOARD.contains(b) && a != b && distance(a, b) <= 2 {
                table[a as usize] = table[a as usize].with(CellSet::single(b));
            }
            b += 1;
        }
        a += 1;
    }
    table
}

/// The enemy's half of the board for each side, the middle row left out.
pub(super) const FAR_HALF: [CellSet; 2] = [
    row_set(5).with(row_set(6)).with(row_set(7)).with(row_set(8)),
    row_set(0).with(row_set(1)).with(row_set(2)).with(row_set(3)),
];

/// Steps of a king between two circles.
pub(super) const fn distance(a: Cell, b: Cell) -> i32 {
    let rows = (row(a) as i32 - row(b) as i32).abs();
    let columns = (column(a) as i32 - column(b) as i32).abs();
    // Every step along a diagonal brings a column as well; what is left goes by twos.
    if columns > rows { rows + (columns - rows) / 2 } else { rows }
}

#[cfg(test)]
mod tests {
    use super::super::super::geometry::{circle, mirrored};
    use super::*;

    #[test]
    fn folding_uses_every_number() {
        let mut seen = [0; FOLDED];
        for cell in BOARD {
            seen[folded(0, cell)] += 1;
            assert_eq!(folded(0, cell), folded(1, mirrored(cell)));
        }
        assert!(seen.iter().all(|&n| n == 1 || n == 2), "{seen:?}");
    }

    #[test]
    fn distances() {
        for (a, b, steps) in
            [("a1", "a1", 0), ("a1", "a17", 8), ("a1", "i9", 8), ("a1", "i1", 8), ("a1", "b4", 2)]
        {
            assert_eq!(distance(circle(a), circle(b)), steps, "{a} {b}");
        }
        assert_eq!(NEAR[circle("e9") as usize].len(), 18);
    }
}
