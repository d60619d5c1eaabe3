//! Circles, lines, triangles and the set-up, written out as the published rules give them.

use std::sync::LazyLock;

/// A circle as `(row, column)`: rows a to i are 0 to 8, columns go from 1 to 9.
pub type Circle = (i8, i8);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Color {
    White,
    Black,
}

/// Colours of triangles, in the order in which the official notation names them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Hue {
    Red,
    SmallPurple,
    LargePurple,
    Yellow,
    Blue,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Triangle {
    pub hue: Hue,
    pub tips: [Circle; 3],
}

pub const ROWS: i8 = 9;
pub const COLUMNS: i8 = 9;

/// The centre, e5.
pub const CENTRE: Circle = (4, 5);
pub const ROW_STEPS: [Circle; 2] = [(0, 2), (0, -2)];
pub const STEPS: [Circle; 6] = [(0, 2), (0, -2), (1, 1), (1, -1), (-1, -1), (-1, 1)];

/// d4, d6, f4 and f6.
const HOT_ZONE: [Circle; 4] = [(3, 4), (3, 6), (5, 4), (5, 6)];
const WHITE_START: &str = "a1 a5 a9 b2 b8 d2 d8 g5";
const BLACK_START: &str = "i1 i5 i9 h2 h8 f2 f8 c5";

/// All triangles but the red ones.
const FEW_TRIANGLES: [(Hue, &str); 10] = [
    // One is named by the rules, the other is its mirror image.
    (Hue::LargePurple, "c1 c9 g5"),
    (Hue::LargePurple, "g1 g9 c5"),
    // Where the two large ones cross: a reading.
    (Hue::SmallPurple, "c1 c5 e3"),
    (Hue::SmallPurple, "c5 c9 e7"),
    (Hue::SmallPurple, "e3 g1 g5"),
    (Hue::SmallPurple, "e7 g5 g9"),
    // The rules name the circles; the colour is inferred.
    (Hue::Yellow, "a5 e1 e9"),
    (Hue::Yellow, "e1 e9 i5"),
    // Inferred: the only ones with e5 from which e5 alone reaches the hot zone.
    (Hue::Blue, "d4 d6 e5"),
    (Hue::Blue, "e5 f4 f6"),
];

/// All triangles. Red are the other triples of circles each one step from the two others on a line; the rules name
/// three of them, the rest is a reading.
pub static TRIANGLES: LazyLock<Vec<Triangle>> = LazyLock::new(|| {
    let mut all: Vec<Triangle> = Vec::new();
    for (hue, names) in FEW_TRIANGLES {
        let tips: Vec<Circle> = names.split(' ').map(named).collect();
        all.push(Triangle { hue, tips: [tips[0], tips[1], tips[2]] });
    }
    let circles: Vec<Circle> = circles().collect();
    let next_to = |a: Circle, b: Circle| STEPS.iter().any(|&step| plus(a, step) == b);
    for (i, &a) in circles.iter().enumerate() {
        for (j, &b) in circles.iter().enumerate().skip(i + 1) {
            for &c in circles.iter().skip(j + 1) {
                let tips = [a, b, c];
                if next_to(a, b) && next_to(b, c) && next_to(a, c) && !all.iter().any(|t| t.tips == tips) {
                    all.push(Triangle { hue: Hue::Red, tips });
                }
            }
        }
    }
    all
});

/// Rows a c e g i have the odd columns, the others the even ones from 2 to 8.
pub fn on_board((row, column): Circle) -> bool {
    (0..ROWS).contains(&row) && (1..=COLUMNS).contains(&column) && (column % 2 == 1) == is_long_row(row)
}

/// Rows a c e g i, on which a piece goes any distance; on the others it is one circle.
pub fn is_long_row(row: i8) -> bool {
    row % 2 == 0
}

pub fn is_hot(circle: Circle) -> bool {
    HOT_ZONE.contains(&circle)
}

pub fn row_circles(row: i8) -> impl Iterator<Item = Circle> {
    (1..=COLUMNS).map(move |column| (row, column)).filter(|&circle| on_board(circle))
}

/// All 41 circles in the order a1, a3 and so on to i9.
pub fn circles() -> impl Iterator<Item = Circle> {
    (0..ROWS).flat_map(row_circles)
}

pub fn plus(circle: Circle, step: Circle) -> Circle {
    (circle.0 + step.0, circle.1 + step.1)
}

pub fn circle_name((row, column): Circle) -> String {
    format!("{}{column}", (b'a' + row as u8) as char)
}

/// The circle of a name that is known to be right.
fn named(name: &str) -> Circle {
    circle_named(name).expect("a circle of the board")
}

pub fn circle_named(name: &str) -> Option<Circle> {
    circles().find(|&circle| circle_name(circle) == name)
}

impl Color {
    pub fn other(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    pub fn index(self) -> usize {
        match self {
            Color::White => 0,
            Color::Black => 1,
        }
    }

    pub fn start(self) -> impl Iterator<Item = Circle> {
        let names = if self == Color::White { WHITE_START } else { BLACK_START };
        names.split(' ').map(named)
    }

    /// The rows on which this side wants to have all its pieces: h and i for White, a and b for Black.
    pub fn end_rows(self) -> [i8; 2] {
        match self {
            Color::White => [7, 8],
            Color::Black => [0, 1],
        }
    }

    /// The last row, seen from this side.
    pub fn last_row(self) -> i8 {
        match self {
            Color::White => 8,
            Color::Black => 0,
        }
    }
}

impl Hue {
    pub fn is_purple(self) -> bool {
        self == Hue::SmallPurple || self == Hue::LargePurple
    }

    /// How many enemy pieces a tip of this triangle may jump in its bonus.
    pub fn jumps(self) -> usize {
        match self {
            Hue::SmallPurple => 1,
            Hue::LargePurple => 2,
            Hue::Red | Hue::Yellow | Hue::Blue => 0,
        }
    }

    pub fn official(self) -> &'static str {
        match self {
            Hue::Red => "RT",
            Hue::SmallPurple => "SPT",
            Hue::LargePurple => "LPT",
            Hue::Yellow => "YT",
            Hue::Blue => "BT",
        }
    }
}
