//! The board and the set-up: circle names, steps, home circles. Everything is written out as the published
//! rules give it, so that a slip here is seen by reading.

/// A circle as `(row, column)`: rows a to i are 0 to 8, columns go from 1 to 17.
pub type Circle = (i8, i8);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Color {
    White,
    Black,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

pub type Man = (Color, Role);

/// The last row, i.
pub const LAST_ROW: i8 = 8;
pub const LAST_COLUMN: i8 = 17;

pub const ROW_STEPS: [Circle; 2] = [(0, 2), (0, -2)];
pub const DIAGONAL_STEPS: [Circle; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
/// Along the row and along the diagonals: the directions of king and queen.
pub const ALL_STEPS: [Circle; 6] = [(0, 2), (0, -2), (1, 1), (1, -1), (-1, -1), (-1, 1)];
/// Two steps with an obtuse turn at the first circle.
pub const KNIGHT_JUMPS: [Circle; 8] = [(0, 2), (0, -2), (2, 0), (-2, 0), (1, 3), (1, -3), (-1, -3), (-1, 3)];

const WHITE_MEN: &str = "Ka9 Qa7 Qa11 Ba5 Ba13 Na3 Na15 Ra1 Ra17 Pb2 Pb4 Pb6 Pb8 Pb10 Pb12 Pb14 Pb16";
const BLACK_MEN: &str = "Ki9 Qi7 Qi11 Bi5 Bi13 Ni3 Ni15 Ri1 Ri17 Ph2 Ph4 Ph6 Ph8 Ph10 Ph12 Ph14 Ph16";

/// A castling: its letter in a FEN, who makes it, and where the men stand before, on the way and after.
pub struct Castling {
    pub letter: char,
    pub color: Color,
    pub king_home: &'static str,
    pub rook_home: &'static str,
    pub between: [&'static str; 3],
    pub crossed: &'static str,
    pub king_to: &'static str,
    pub rook_to: &'static str,
    pub official: &'static str,
}

#[rustfmt::skip]
pub const CASTLINGS: [Castling; 4] = [
    Castling { letter: 'L', color: Color::White, king_home: "a9", rook_home: "a1", between: ["a3", "a5", "a7"],
        crossed: "a7", king_to: "a5", rook_to: "a7", official: "0-0-0(L)" },
    Castling { letter: 'R', color: Color::White, king_home: "a9", rook_home: "a17", between: ["a11", "a13", "a15"],
        crossed: "a11", king_to: "a13", rook_to: "a11", official: "0-0-0(R)" },
    Castling { letter: 'l', color: Color::Black, king_home: "i9", rook_home: "i1", between: ["i3", "i5", "i7"],
        crossed: "i7", king_to: "i5", rook_to: "i7", official: "0-0-0(L)" },
    Castling { letter: 'r', color: Color::Black, king_home: "i9", rook_home: "i17", between: ["i11", "i13", "i15"],
        crossed: "i11", king_to: "i13", rook_to: "i11", official: "0-0-0(R)" },
];

/// Rows a c e g i have the odd columns, the others the even ones from 2 to 16.
pub fn on_board((row, column): Circle) -> bool {
    let in_row = (0..=LAST_ROW).contains(&row);
    let in_column = (1..=LAST_COLUMN).contains(&column);
    in_row && in_column && (column % 2 == 1) == (row % 2 == 0)
}

/// The circles of a row from column 1 on.
pub fn row_circles(row: i8) -> Vec<Circle> {
    (1..=LAST_COLUMN).map(|column| (row, column)).filter(|&circle| on_board(circle)).collect()
}

/// All 77 circles, row by row from i down: the order of a FEN.
pub fn circles() -> Vec<Circle> {
    (0..=LAST_ROW).rev().flat_map(row_circles).collect()
}

pub fn plus(circle: Circle, step: Circle) -> Circle {
    (circle.0 + step.0, circle.1 + step.1)
}

pub fn circle_name((row, column): Circle) -> String {
    format!("{}{column}", (b'a' + row as u8) as char)
}

/// The circle of a name that is known to be right.
pub fn named(name: &str) -> Circle {
    let column = name[1..].parse().expect("a column number");
    ((name.as_bytes()[0] - b'a') as i8, column)
}

/// The men of the start position.
pub fn start_men() -> Vec<(Circle, Man)> {
    let mut men = Vec::new();
    for (color, words) in [(Color::White, WHITE_MEN), (Color::Black, BLACK_MEN)] {
        for word in words.split(' ') {
            let role = word.chars().next().and_then(Role::from_letter).expect("a role letter");
            men.push((named(&word[1..]), (color, role)));
        }
    }
    men
}

impl Color {
    pub fn other(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// The two steps of a pawn, with which it also captures.
    pub fn pawn_steps(self) -> [Circle; 2] {
        match self {
            Color::White => [(1, -1), (1, 1)],
            Color::Black => [(-1, -1), (-1, 1)],
        }
    }

    /// The row from which a pawn may go two circles: b or h.
    pub fn pawn_row(self) -> i8 {
        match self {
            Color::White => 1,
            Color::Black => 7,
        }
    }

    /// The row on which a pawn becomes another man.
    pub fn promotion_row(self) -> i8 {
        match self {
            Color::White => LAST_ROW,
            Color::Black => 0,
        }
    }
}

impl Role {
    pub fn letter(self) -> char {
        match self {
            Role::Pawn => 'p',
            Role::Knight => 'n',
            Role::Bishop => 'b',
            Role::Rook => 'r',
            Role::Queen => 'q',
            Role::King => 'k',
        }
    }

    pub fn from_letter(c: char) -> Option<Role> {
        match c.to_ascii_lowercase() {
            'p' => Some(Role::Pawn),
            'n' => Some(Role::Knight),
            'b' => Some(Role::Bishop),
            'r' => Some(Role::Rook),
            'q' => Some(Role::Queen),
            'k' => Some(Role::King),
            _ => None,
        }
    }
}
