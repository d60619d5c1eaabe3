//! The boards and the set-ups: cell names, directions, starting cells. Everything is written out as the
//! published rules give it, so that a slip here is seen by reading.

/// A cell in axial coordinates `(q, r)`. North is `(0, 1)` on every board.
pub type Cell = (i8, i8);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Kind {
    Glinski,
    McCooey,
    Shafran,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Color {
    White,
    Black,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Role {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

pub type Man = (Color, Role);

pub const ROOK_STEPS: [Cell; 6] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];
pub const BISHOP_STEPS: [Cell; 6] = [(1, 2), (2, 1), (1, -1), (-1, -2), (-2, -1), (-1, 1)];
/// Rook and bishop steps together: the directions of king and queen.
pub const ALL_STEPS: [Cell; 12] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (1, 2),
    (2, 1),
    (1, -1),
    (-1, -2),
    (-2, -1),
    (-1, 1),
];
/// A bishop step plus one of the two rook steps beside it.
pub const KNIGHT_STEPS: [Cell; 12] = [
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

/// How a castling goes: rook home, king's and rook's cells after it, the cells the king crosses and lands on.
pub struct Castling {
    pub right: usize,
    pub color: Color,
    pub king_to: &'static str,
    pub rook_to: &'static str,
    pub empty: [&'static str; 3],
    pub king_path: &'static [&'static str],
}

/// Castling letters in FEN order, with the home cell of each rook.
pub const CASTLING_ROOKS: [(char, Color, &str); 4] = [
    ('A', Color::White, "a1"),
    ('I', Color::White, "i5"),
    ('a', Color::Black, "a6"),
    ('i', Color::Black, "i10"),
];

/// Home cell of the king in Shafran's game.
pub fn castling_king_home(color: Color) -> &'static str {
    match color {
        Color::White => "e1",
        Color::Black => "e10",
    }
}

#[rustfmt::skip]
pub const CASTLINGS: [Castling; 8] = [
    Castling { right: 0, color: Color::White, king_to: "b1", rook_to: "c1",
        empty: ["b1", "c1", "d1"], king_path: &["d1", "c1", "b1"] },
    Castling { right: 0, color: Color::White, king_to: "c1", rook_to: "d1",
        empty: ["b1", "c1", "d1"], king_path: &["d1", "c1"] },
    Castling { right: 1, color: Color::White, king_to: "h4", rook_to: "g3",
        empty: ["f2", "g3", "h4"], king_path: &["f2", "g3", "h4"] },
    Castling { right: 1, color: Color::White, king_to: "g3", rook_to: "f2",
        empty: ["f2", "g3", "h4"], king_path: &["f2", "g3"] },
    Castling { right: 2, color: Color::Black, king_to: "b7", rook_to: "c8",
        empty: ["d9", "c8", "b7"], king_path: &["d9", "c8", "b7"] },
    Castling { right: 2, color: Color::Black, king_to: "c8", rook_to: "d9",
        empty: ["d9", "c8", "b7"], king_path: &["d9", "c8"] },
    Castling { right: 3, color: Color::Black, king_to: "h10", rook_to: "g10",
        empty: ["f10", "g10", "h10"], king_path: &["f10", "g10", "h10"] },
    Castling { right: 3, color: Color::Black, king_to: "g10", rook_to: "f10",
        empty: ["f10", "g10", "h10"], king_path: &["f10", "g10"] },
];

const GLINSKI_WHITE: &str = "Kg1 Qe1 Rc1 Ri1 Nd1 Nh1 Bf1 Bf2 Bf3";
const GLINSKI_BLACK: &str = "Kg10 Qe10 Rc8 Ri8 Nd9 Nh9 Bf11 Bf10 Bf9";
const MCCOOEY_WHITE: &str = "Kg1 Qe1 Rd1 Rh1 Ne2 Ng2 Bf1 Bf2 Bf3";
const MCCOOEY_BLACK: &str = "Kg10 Qe10 Rd9 Rh9 Ne9 Ng9 Bf11 Bf10 Bf9";
const SHAFRAN_WHITE: &str = "Ra1 Nb1 Bc1 Qd1 Ke1 Bf2 Ng3 Bh4 Ri5";
const SHAFRAN_BLACK: &str = "Ri10 Nh10 Bg10 Qf10 Ke10 Bd9 Nc8 Bb7 Ra6";

impl Color {
    pub fn other(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// The rank direction of this side's pawns.
    pub fn forward(self) -> i8 {
        match self {
            Color::White => 1,
            Color::Black => -1,
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

impl Kind {
    pub fn from_name(name: &str) -> Option<Kind> {
        match name {
            "glinski" => Some(Kind::Glinski),
            "mccooey" => Some(Kind::McCooey),
            "shafran" => Some(Kind::Shafran),
            _ => None,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Kind::Glinski => "glinski",
            Kind::McCooey => "mccooey",
            Kind::Shafran => "shafran",
        }
    }

    /// File letters from left to right; the large board has no j.
    pub fn files(self) -> &'static str {
        match self {
            Kind::Glinski | Kind::McCooey => "abcdefghikl",
            Kind::Shafran => "abcdefghi",
        }
    }

    /// Lowest and highest rank of the file with this index.
    pub fn ranks(self, file: i8) -> (i8, i8) {
        match self {
            Kind::Glinski | Kind::McCooey => (1, 11 - (file - 5).abs()),
            Kind::Shafran if file <= 4 => (1, 6 + file),
            Kind::Shafran => (file - 3, 10),
        }
    }

    pub fn highest_rank(self) -> i8 {
        match self {
            Kind::Glinski | Kind::McCooey => 11,
            Kind::Shafran => 10,
        }
    }

    /// The cell at file index and rank, if the board has it.
    pub fn cell(self, file: i8, rank: i8) -> Option<Cell> {
        if file < 0 || file as usize >= self.files().len() {
            return None;
        }
        let (low, high) = self.ranks(file);
        if rank < low || rank > high {
            return None;
        }
        Some(match self {
            Kind::Glinski | Kind::McCooey => (file - 5, rank - 1 + (file - 5).max(0)),
            Kind::Shafran => (file, rank),
        })
    }

    /// The inverse of `cell`.
    pub fn file_and_rank(self, cell: Cell) -> (i8, i8) {
        match self {
            Kind::Glinski | Kind::McCooey => (cell.0 + 5, cell.1 + 1 - cell.0.max(0)),
            Kind::Shafran => cell,
        }
    }

    pub fn cell_name(self, cell: Cell) -> String {
        let (file, rank) = self.file_and_rank(cell);
        let letter = self.files().chars().nth(file as usize).unwrap_or('?');
        format!("{letter}{rank}")
    }

    /// Reads one cell name, the whole of `text`.
    pub fn cell_named(self, text: &str) -> Option<Cell> {
        let letter = text.chars().next()?;
        let file = self.files().find(letter)?;
        let digits = &text[1..];
        if digits.is_empty() || digits.starts_with('0') || !digits.chars().all(|c| c.is_ascii_digit()) {
            return None;
        }
        self.cell(file as i8, digits.parse().ok()?)
    }

    /// Every cell of the board, rank by rank from the top and from the a side: the order of a FEN.
    pub fn cells(self) -> Vec<Cell> {
        let mut cells = Vec::new();
        for rank in (1..=self.highest_rank()).rev() {
            for file in 0..self.files().len() as i8 {
                cells.extend(self.cell(file, rank));
            }
        }
        cells
    }

    /// The men of the start position other than pawns, "Kg1" and so on.
    pub fn setup(self, color: Color) -> &'static str {
        match (self, color) {
            (Kind::Glinski, Color::White) => GLINSKI_WHITE,
            (Kind::Glinski, Color::Black) => GLINSKI_BLACK,
            (Kind::McCooey, Color::White) => MCCOOEY_WHITE,
            (Kind::McCooey, Color::Black) => MCCOOEY_BLACK,
            (Kind::Shafran, Color::White) => SHAFRAN_WHITE,
            (Kind::Shafran, Color::Black) => SHAFRAN_BLACK,
        }
    }

    /// The cell where a pawn of this side stands at the start on this file.
    pub fn pawn_start(self, color: Color, file: i8) -> Option<Cell> {
        // The rank for each file from a on; 0 where the side has no pawn.
        let ranks: [i8; 11] = match (self, color) {
            (Kind::Glinski, Color::White) => [0, 1, 2, 3, 4, 5, 4, 3, 2, 1, 0],
            (Kind::Glinski, Color::Black) => [0, 7, 7, 7, 7, 7, 7, 7, 7, 7, 0],
            (Kind::McCooey, Color::White) => [0, 0, 1, 2, 3, 4, 3, 2, 1, 0, 0],
            (Kind::McCooey, Color::Black) => [0, 0, 8, 8, 8, 8, 8, 8, 8, 0, 0],
            (Kind::Shafran, Color::White) => [2, 2, 2, 2, 2, 3, 4, 5, 6, 0, 0],
            (Kind::Shafran, Color::Black) => [5, 6, 7, 8, 9, 9, 9, 9, 9, 0, 0],
        };
        match ranks[file as usize] {
            0 => None,
            rank => self.cell(file, rank),
        }
    }

    /// How many cells a pawn standing on its starting cell on this file may step.
    pub fn first_step(self, file: i8) -> i8 {
        let letter = self.files().chars().nth(file as usize).unwrap_or('?');
        match (self, letter) {
            (Kind::Glinski, _) => 2,
            (Kind::McCooey, 'f') => 1,
            (Kind::McCooey, _) => 2,
            (Kind::Shafran, 'a' | 'i') => 1,
            (Kind::Shafran, 'd' | 'e' | 'f') => 3,
            (Kind::Shafran, _) => 2,
        }
    }

    /// A pawn promotes on the last cell of its file, seen from its side.
    pub fn promotes(self, color: Color, cell: Cell) -> bool {
        let (file, rank) = self.file_and_rank(cell);
        let (low, high) = self.ranks(file);
        match color {
            Color::White => rank == high,
            Color::Black => rank == low,
        }
    }

    /// The two capturing steps of a pawn.
    pub fn pawn_captures(self, color: Color) -> [Cell; 2] {
        match (self, color) {
            (Kind::Glinski, Color::White) => [(1, 1), (-1, 0)],
            (Kind::Glinski, Color::Black) => [(-1, -1), (1, 0)],
            (Kind::McCooey | Kind::Shafran, Color::White) => [(1, 2), (-1, 1)],
            (Kind::McCooey | Kind::Shafran, Color::Black) => [(-1, -2), (1, -1)],
        }
    }
}
