//! The board and the set-up: square names, steps, home ranks. Everything is written out as the laws of chess give
//! it, so that a slip here is seen by reading.

/// A square as `(file, rank)`, both from 0 to 7.
pub type Square = (i8, i8);

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

pub const ROOK_STEPS: [Square; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
pub const BISHOP_STEPS: [Square; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
/// The directions of king and queen.
pub const ALL_STEPS: [Square; 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];
pub const KNIGHT_JUMPS: [Square; 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// A side on which one castles: where king and rook arrive, and what stands in a game score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wing {
    pub king_file: i8,
    pub rook_file: i8,
    pub letter: char,
    pub official: &'static str,
}

pub const KING_SIDE: Wing = Wing { king_file: 6, rook_file: 5, letter: 'k', official: "O-O" };
pub const QUEEN_SIDE: Wing = Wing { king_file: 2, rook_file: 3, letter: 'q', official: "O-O-O" };

/// Castling with a rook goes to the side on which it stands beside its king.
pub fn wing(king_file: i8, rook_file: i8) -> Wing {
    if rook_file > king_file { KING_SIDE } else { QUEEN_SIDE }
}

pub fn on_board((file, rank): Square) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank)
}

/// All 64 squares, rank by rank from the eighth down: the order of a FEN.
pub fn squares() -> impl Iterator<Item = Square> {
    (0..8).rev().flat_map(|rank| (0..8).map(move |file| (file, rank)))
}

pub fn plus(square: Square, step: Square) -> Square {
    (square.0 + step.0, square.1 + step.1)
}

pub fn file_letter(file: i8) -> char {
    (b'a' + file as u8) as char
}

pub fn square_name((file, rank): Square) -> String {
    format!("{}{}", file_letter(file), rank + 1)
}

/// a1 is dark.
pub fn is_dark((file, rank): Square) -> bool {
    (file + rank) % 2 == 0
}

/// The home ranks' men of a Chess960 start position by the usual numbers: the bishops by the remainders by four,
/// the queen by six, the knights by the ten ways to take two of five, then rook, king and rook.
pub fn home_men(number: usize) -> [Role; 8] {
    let mut men = [None; 8];
    men[number % 4 * 2 + 1] = Some(Role::Bishop);
    men[number / 4 % 4 * 2] = Some(Role::Bishop);
    let empty = |men: &[Option<Role>; 8]| -> Vec<usize> { (0..8).filter(|&f| men[f].is_none()).collect() };
    men[empty(&men)[number / 16 % 6]] = Some(Role::Queen);
    let pairs = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
    let (first, second) = pairs[number / 96];
    let five = empty(&men);
    men[five[first]] = Some(Role::Knight);
    men[five[second]] = Some(Role::Knight);
    for (file, role) in empty(&men).into_iter().zip([Role::Rook, Role::King, Role::Rook]) {
        men[file] = Some(role);
    }
    men.map(|role| role.expect("all eight files are taken"))
}

impl Color {
    pub fn other(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// Which way its pawns go.
    pub fn forward(self) -> i8 {
        match self {
            Color::White => 1,
            Color::Black => -1,
        }
    }

    pub fn home_rank(self) -> i8 {
        match self {
            Color::White => 0,
            Color::Black => 7,
        }
    }

    pub fn pawn_rank(self) -> i8 {
        match self {
            Color::White => 1,
            Color::Black => 6,
        }
    }

    pub fn promotion_rank(self) -> i8 {
        self.other().home_rank()
    }

    /// A FEN's letter in this colour's case.
    pub fn letter(self, letter: char) -> char {
        match self {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter.to_ascii_lowercase(),
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
