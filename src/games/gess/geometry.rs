//! Squares, directions and moves of the 20x20 board.

use std::fmt;

use super::rows::SIDE;

/// A square of the 20x20, margin included, numbered row by row from a1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u16);

impl Square {
    /// The square of a file and a row, both 0 to 19.
    #[inline(always)]
    pub const fn new(file: usize, row: usize) -> Square {
        Square((row * SIDE + file) as u16)
    }

    /// The square number `index`, if there is one.
    #[inline(always)]
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < SIDE * SIDE { Some(Square(index as u16)) } else { None }
    }

    /// Number of the square, 0 to 399.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// File from 0 (a) to 19 (t).
    #[inline(always)]
    pub const fn file(self) -> usize {
        self.0 as usize % SIDE
    }

    /// Row from 0 (rank 1) to 19 (rank 20).
    #[inline(always)]
    pub const fn row(self) -> usize {
        self.0 as usize / SIDE
    }

    /// The square `df` files and `dr` rows away, if it is one of the 20x20.
    #[inline(always)]
    pub fn step(self, df: i32, dr: i32) -> Option<Square> {
        let (file, row) = (self.file() as i32 + df, self.row() as i32 + dr);
        let inside = (0..SIDE as i32).contains(&file) && (0..SIDE as i32).contains(&row);
        inside.then(|| Square::new(file as usize, row as usize))
    }

    /// The larger of the distances in files and in rows.
    #[inline(always)]
    pub fn distance(self, other: Square) -> usize {
        self.file().abs_diff(other.file()).max(self.row().abs_diff(other.row()))
    }

    /// Whether stones can stand here: not in the margin.
    #[inline(always)]
    pub const fn is_inner(self) -> bool {
        let (file, row) = (self.file(), self.row());
        file > 0 && file < SIDE - 1 && row > 0 && row < SIDE - 1
    }

    /// The square with the ranks counted from the other side.
    #[inline(always)]
    pub const fn mirrored(self) -> Square {
        Square::new(self.file(), SIDE - 1 - self.row())
    }

    /// Reads a name such as `c12` off the front of `text` and returns the rest.
    pub(super) fn read(text: &str) -> Option<(Square, &str)> {
        let letter = *text.as_bytes().first()?;
        let file = usize::from(letter.checked_sub(b'a')?);
        if file >= SIDE {
            return None;
        }
        let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = text[1..].split_at(digits);
        let rank: usize = if number.starts_with('0') { return None } else { number.parse().ok()? };
        (rank <= SIDE).then(|| (Square::new(file, rank - 1), rest))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file() as u8) as char, self.row() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The eight directions as steps in files and rows, in the order in which moves are generated.
pub const DIRECTIONS: [(i32, i32); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// A move of a footprint: its centre's squares before and after.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// The centre before the move.
    pub from: Square,
    /// The centre after the move, another square.
    pub to: Square,
}

impl Move {
    /// Number of the direction in [`DIRECTIONS`] and of steps, if the two squares lie on one line.
    #[inline]
    pub fn line(self) -> Option<(usize, usize)> {
        /// Numbers of the directions by the signs of their steps, rows of files.
        const BY_SIGNS: [usize; 9] = [5, 6, 7, 4, 0, 0, 3, 2, 1];
        let df = self.to.file() as i32 - self.from.file() as i32;
        let dr = self.to.row() as i32 - self.from.row() as i32;
        let straight = (df != 0 || dr != 0) && (df == 0 || dr == 0 || df.abs() == dr.abs());
        let signs = (df.signum() + 1) * 3 + dr.signum() + 1;
        straight.then(|| (BY_SIGNS[signs as usize], df.abs().max(dr.abs()) as usize))
    }

    /// 32 bits, never 0 since the squares differ.
    #[inline]
    pub(super) const fn pack(self) -> u32 {
        (self.from.0 as u32) << 16 | self.to.0 as u32
    }

    /// Undoes [`Move::pack`]; `None` where the bits name no two squares.
    #[inline]
    pub(super) fn unpack(bits: u32) -> Option<Move> {
        let from = Square::from_index((bits >> 16) as usize)?;
        let to = Square::from_index((bits & 0xffff) as usize)?;
        (from != to).then_some(Move { from, to })
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}
