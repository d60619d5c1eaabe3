//! From where the 5x5 squares around a square can be reached.

use super::geometry::Square;
use super::rows::{PAD, Rows, SIDE};

/// Lines that pass near a square, and sides of it, each a set by one coordinate of the square. Sets of two tables
/// meet in a cone.
struct Tables {
    /// At most two files off.
    files: [Rows; SIDE],
    /// At most two rows off.
    rows: [Rows; SIDE],
    /// On diagonals that pass the 5x5 squares, by file minus row plus 19.
    rising: [Rows; 2 * SIDE - 1],
    /// The same for the other diagonals, by file plus row.
    falling: [Rows; 2 * SIDE - 1],
    /// Below the topmost of the five rows, and so on.
    below: [Rows; SIDE],
    above: [Rows; SIDE],
    left: [Rows; SIDE],
    right: [Rows; SIDE],
}

/// Half the width of the 5x5 squares.
const NEAR: i32 = 2;

const fn build() -> Tables {
    const NONE: [Rows; SIDE] = [Rows::EMPTY; SIDE];
    const NO_LINES: [Rows; 2 * SIDE - 1] = [Rows::EMPTY; 2 * SIDE - 1];
    let mut t = Tables {
        files: NONE,
        rows: NONE,
        rising: NO_LINES,
        falling: NO_LINES,
        below: NONE,
        above: NONE,
        left: NONE,
        right: NONE,
    };
    let mut r = 0;
    while r < SIDE as i32 {
        let mut f = 0;
        while f < SIDE as i32 {
            let (row, bit) = (r as usize + PAD, 1 << f);
            let mut c = 0;
            while c < 2 * SIDE as i32 - 1 {
                let at = c as usize;
                if c < SIDE as i32 {
                    t.files[at].0[row] |= if (f - c).abs() <= NEAR { bit } else { 0 };
                    t.rows[at].0[row] |= if (r - c).abs() <= NEAR { bit } else { 0 };
                    t.below[at].0[row] |= if r < c + NEAR { bit } else { 0 };
                    t.above[at].0[row] |= if r > c - NEAR { bit } else { 0 };
                    t.left[at].0[row] |= if f < c + NEAR { bit } else { 0 };
                    t.right[at].0[row] |= if f > c - NEAR { bit } else { 0 };
                }
                let rising = f - r + SIDE as i32 - 1;
                t.rising[at].0[row] |= if (rising - c).abs() <= 2 * NEAR { bit } else { 0 };
                t.falling[at].0[row] |= if (f + r - c).abs() <= 2 * NEAR { bit } else { 0 };
                c += 1;
            }
            f += 1;
        }
        r += 1;
    }
    t
}

static TABLES: Tables = build();

/// Squares from which steps in a direction may come within two squares of `target`.
#[inline(always)]
pub(super) fn cone<const DF: i32, const DR: i32>(target: Square) -> Rows {
    let (file, row) = (target.file(), target.row());
    let line = match (DF, DR) {
        (0, _) => &TABLES.files[file],
        (_, 0) => &TABLES.rows[row],
        (1, 1) | (-1, -1) => &TABLES.rising[file + SIDE - 1 - row],
        _ => &TABLES.falling[file + row],
    };
    let side = match (DF, DR) {
        (_, 1) => &TABLES.below[row],
        (_, -1) => &TABLES.above[row],
        (1, _) => &TABLES.left[file],
        _ => &TABLES.right[file],
    };
    *line & *side
}
