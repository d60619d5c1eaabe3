//! The board: 41 circles in nine rows of five and four, their names and lines.
//!
//! A circle is `(9 * row + column - 1) / 2`: a1 is 0, a3 is 1, and i9 is 40.

/// Number of a circle.
pub type Circle = u8;

/// Number of circles.
pub const CIRCLES: usize = 41;

/// Number of rows, `a` to `i`.
pub const ROWS: i8 = 9;

/// Highest column number.
pub const COLUMNS: i8 = 9;

/// No circle of the board.
pub const NO_CIRCLE: Circle = 255;

/// The circle at a row (from 0) and column (from 1), or [`NO_CIRCLE`].
pub const fn circle_at(row: i8, column: i8) -> Circle {
    let inside = row >= 0 && row < ROWS && column >= 1 && column <= COLUMNS && (row + column) % 2 == 1;
    if inside { ((9 * row as i32 + column as i32 - 1) / 2) as Circle } else { NO_CIRCLE }
}

/// Row of a circle, from 0.
pub const fn row(circle: Circle) -> i8 {
    (2 * circle as i32 / 9) as i8
}

/// Column of a circle, from 1.
pub const fn column(circle: Circle) -> i8 {
    (2 * circle as i32 + 1 - 9 * row(circle) as i32) as i8
}

/// The circle of a name such as `a3` in either case, or [`NO_CIRCLE`].
pub const fn named(name: &[u8]) -> Circle {
    if name.len() != 2 || !name[1].is_ascii_digit() {
        return NO_CIRCLE;
    }
    let letter = name[0].to_ascii_lowercase();
    if letter < b'a' || letter > b'i' {
        return NO_CIRCLE;
    }
    circle_at((letter - b'a') as i8, (name[1] - b'0') as i8)
}

/// Letter of a row.
pub const fn row_letter(row: i8) -> char {
    (b'a' + row as u8) as char
}

/// A circle's name.
pub fn name(circle: Circle) -> String {
    format!("{}{}", row_letter(row(circle)), column(circle))
}

/// The set of one circle.
#[inline(always)]
pub const fn bit(circle: Circle) -> u64 {
    1 << (circle & 63)
}

/// The circles of a set from a1 on.
pub fn circles(mut set: u64) -> impl Iterator<Item = Circle> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let circle = set.trailing_zeros() as Circle;
        set &= set - 1;
        Some(circle)
    })
}

/// The circle's image when the rows are reversed, the map that lays one side's start on the other's.
pub const fn mirrored(circle: Circle) -> Circle {
    circle_at(ROWS - 1 - row(circle), column(circle))
}

/// A set with the rows reversed.
pub fn mirrored_set(set: u64) -> u64 {
    circles(set).fold(0, |image, circle| image | bit(mirrored(circle)))
}

const fn row_set(row: i8) -> u64 {
    let mut set = 0;
    let mut column = 1;
    while column <= COLUMNS {
        if circle_at(row, column) != NO_CIRCLE {
            set |= bit(circle_at(row, column));
        }
        column += 1;
    }
    set
}

/// Every circle.
pub const BOARD: u64 = (1 << CIRCLES) - 1;

/// The centre.
pub const E5: Circle = circle_at(4, 5);

/// The centre as a set.
pub const CENTRE: u64 = bit(E5);

/// The circles on which pieces can be displaced: d4, d6, f4 and f6.
pub const HOT_ZONE: u64 =
    bit(circle_at(3, 4)) | bit(circle_at(3, 6)) | bit(circle_at(5, 4)) | bit(circle_at(5, 6));

/// Where each side's pieces have to arrive: rows h and i for White, a and b for Black.
pub const END_ROWS: [u64; 2] = [row_set(7) | row_set(8), row_set(0) | row_set(1)];

/// The farther end row of each side.
pub const LAST_ROW: [u64; 2] = [row_set(8), row_set(0)];

/// Row e, along which a yellow bonus may jump the centre.
pub const ROW_E: u64 = row_set(4);

/// The circles on which such a jump may take.
pub const BESIDE_CENTRE: u64 = bit(circle_at(4, 3)) | bit(circle_at(4, 7));

/// The six directions as (row, column): along the row, and the four diagonals.
pub const STEPS: [(i8, i8); 6] = [(0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1)];

/// One line through a circle.
#[derive(Clone, Copy)]
struct Line {
    /// Circles with lower numbers.
    lower: u64,
    /// Circles with higher numbers.
    upper: u64,
}

impl Line {
    const fn new(from: Circle, step: (i8, i8)) -> Line {
        let mut line = Line { lower: 0, upper: 0 };
        let mut sign = -1;
        while sign <= 1 {
            let (rows, columns) = (step.0 * sign, step.1 * sign);
            let mut at = circle_at(row(from) + rows, column(from) + columns);
            while at != NO_CIRCLE {
                if at < from {
                    line.lower |= bit(at);
                } else {
                    line.upper |= bit(at);
                }
                // Along rows b, d, f and h a piece moves one circle only.
                let next = circle_at(row(at) + rows, column(at) + columns);
                at = if rows == 0 && row(from) % 2 == 1 { NO_CIRCLE } else { next };
            }
            sign += 2;
        }
        line
    }

    /// The circles seen along the line, the first blockers included: the highest blocker below is found by its
    /// leading zeros, the lowest above by a carry that runs up to it.
    #[inline(always)]
    const fn seen(&self, blockers: u64) -> u64 {
        let below = self.lower & blockers;
        let above = self.upper & blockers;
        let from = !0 << (63 - (below | 1).leading_zeros());
        let lowest = above & above.wrapping_neg();
        (lowest << 1).wrapping_add(from) & (self.lower | self.upper)
    }
}

/// The lines through every circle: its row, up to the right, up to the left. Padded, so that any index of six bits
/// is good.
static LINES: [[Line; 3]; 64] = {
    let mut lines = [[Line { lower: 0, upper: 0 }; 3]; 64];
    let mut circle = 0;
    while circle < CIRCLES {
        lines[circle] = [
            Line::new(circle as Circle, STEPS[0]),
            Line::new(circle as Circle, STEPS[2]),
            Line::new(circle as Circle, STEPS[3]),
        ];
        circle += 1;
    }
    lines
};

/// What a piece on `from` sees along its lines, the first of `blockers` on each included.
#[inline(always)]
pub fn slides(from: Circle, blockers: u64) -> u64 {
    let [row, right, left] = &LINES[usize::from(from & 63)];
    row.seen(blockers) | right.seen(blockers) | left.seen(blockers)
}

/// What it sees along its row alone.
#[inline(always)]
pub fn row_slides(from: Circle, blockers: u64) -> u64 {
    LINES[usize::from(from & 63)][0].seen(blockers)
}

/// Circles one step away.
pub static NEIGHBOURS: [u64; 64] = {
    let mut neighbours = [0; 64];
    let mut circle = 0;
    while circle < CIRCLES {
        let mut direction = 0;
        while direction < STEPS.len() {
            let (rows, columns) = STEPS[direction];
            let to = circle_at(row(circle as Circle) + rows, column(circle as Circle) + columns);
            if to != NO_CIRCLE {
                neighbours[circle] |= bit(to);
            }
            direction += 1;
        }
        circle += 1;
    }
    neighbours
};

/// The circles from `from` on in a direction, nearest first; along rows too, whatever the row.
pub fn ray(from: Circle, (rows, columns): (i8, i8)) -> impl Iterator<Item = Circle> {
    let mut at = from;
    std::iter::from_fn(move || {
        at = circle_at(row(at) + rows, column(at) + columns);
        (at != NO_CIRCLE).then_some(at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_places() {
        assert_eq!(BOARD.count_ones() as usize, CIRCLES);
        for circle in circles(BOARD) {
            assert_eq!(circle_at(row(circle), column(circle)), circle);
            assert_eq!(named(name(circle).as_bytes()), circle);
            assert_eq!(mirrored(mirrored(circle)), circle);
        }
        assert_eq!(name(E5), "e5");
        for text in ["", "a", "a2", "b1", "a0", "j1", "a11", "`1", "i:"] {
            assert_eq!(named(text.as_bytes()), NO_CIRCLE, "{text}");
        }
    }

    /// Slides against walking circle by circle, over many sets of blockers.
    #[test]
    fn slides_are_walks() {
        let mut blockers: u64 = 0x9e37_79b9_7f4a_7c15;
        for _ in 0..2000 {
            blockers ^= blockers << 13;
            blockers ^= blockers >> 7;
            blockers ^= blockers << 17;
            let blockers = blockers & (blockers >> 21) & BOARD;
            for from in circles(BOARD) {
                let mut seen = 0;
                for step in STEPS {
                    for at in ray(from, step) {
                        seen |= bit(at);
                        if blockers & bit(at) != 0 || (step.0 == 0 && row(from) % 2 == 1) {
                            break;
                        }
                    }
                }
                assert_eq!(slides(from, blockers), seen, "{} {blockers:x}", name(from));
                assert_eq!(row_slides(from, blockers), seen & row_set(row(from)));
            }
        }
    }
}
