//! Where the cells of a hexagonal board lie on the square grid that XBoard knows: the one place of that mapping.
//!
//! The board is sheared: a file of cells stays a file of squares, and the oblique rows become ranks. So a step
//! along a file is (0, 1), along a row (1, 0), and the third edge direction is the diagonal (1, 1). What of the
//! grid is no cell is a hole, written `*`. The grid's files are `a`, `b`, `c` ... without a gap, while the board
//! of 91 cells has no `j`: its files `k` and `l` are the grid's `j` and `k`.

use std::fmt;

use super::variants::Places;
use crate::game::PieceInfo;

/// A square of the grid, file and rank from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Square {
    /// File from the left.
    pub file: u8,
    /// Rank from White's side.
    pub rank: u8,
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file), self.rank + 1)
    }
}

/// Splits a name like `f11` off a text; what it means is left open.
fn split_name(text: &str) -> Option<(&str, &str)> {
    let digits = text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
    let letter = text.as_bytes().first().is_some_and(u8::is_ascii_lowercase);
    (letter && (1..=2).contains(&digits)).then(|| text.split_at(1 + digits))
}

/// A grid of squares with the cells of a game on it.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    /// Number of files, at most 26.
    pub files: u8,
    /// Number of ranks, at most 99.
    pub ranks: u8,
    /// Which cell lies where.
    pub places: Places,
}

impl Grid {
    /// The square of this name, cell or hole.
    pub fn named(&self, name: &str) -> Option<Square> {
        let (head, tail) = split_name(name)?;
        let file = head.as_bytes()[0] - b'a';
        let rank: u8 = head[1..].parse().ok()?;
        let inside = tail.is_empty() && file < self.files && (1..=self.ranks).contains(&rank);
        inside.then(|| Square { file, rank: rank - 1 })
    }

    /// The square on which a cell of the game lies.
    pub fn square(&self, cell: &str) -> Option<Square> {
        self.places.place(cell).map(|(file, rank)| Square { file, rank })
    }

    /// The name of the game's cell on a square, `None` for a hole.
    pub fn cell(&self, square: Square) -> Option<String> {
        self.places.cell(square.file, square.rank)
    }

    /// A move in the game's coordinates as grid squares: `k10l10` becomes `j10k10`. What is no such move is
    /// given back as it is.
    pub fn write_move(&self, text: &str) -> String {
        self.squares(text).unwrap_or_else(|| text.to_owned())
    }

    fn squares(&self, text: &str) -> Option<String> {
        let (from, rest) = split_name(text)?;
        let (to, promotion) = split_name(rest)?;
        Some(format!("{}{}{promotion}", self.square(from)?, self.square(to)?))
    }

    /// A move of grid squares in the game's coordinates. An en passant capture may be written in two legs, first
    /// onto the captured pawn (`c6b5,b5b6`); the letter of a promotion may be a capital and follow a `=`.
    pub fn read_move(&self, text: &str) -> Option<String> {
        if let Some((first, second)) = text.split_once(',') {
            let (from, on) = split_name(first)?;
            let (again, to) = split_name(second)?;
            return if on == again { self.read_move(&format!("{from}{to}")) } else { None };
        }
        let (from, rest) = split_name(text)?;
        let (to, promotion) = split_name(rest)?;
        let promotion = promotion.strip_prefix('=').unwrap_or(promotion).to_ascii_lowercase();
        let cell = |name| self.cell(self.named(name)?);
        let one_letter = promotion.len() <= 1 && promotion.bytes().all(|b| b.is_ascii_lowercase());
        one_letter.then_some(())?;
        Some(format!("{}{}{promotion}", cell(from)?, cell(to)?))
    }

    /// Something of every square as FENs list it: `letter` gives what stands on a cell, `None` for nothing; holes
    /// are `hole`, or count as empty without one.
    fn rows(&self, letter: impl Fn(Square) -> Option<char>, hole: Option<char>) -> String {
        let mut text = String::new();
        for rank in (0..self.ranks).rev() {
            let mut empty = 0;
            for file in 0..self.files {
                let square = Square { file, rank };
                let shown = if self.cell(square).is_some() { letter(square) } else { hole };
                let Some(shown) = shown else {
                    empty += 1;
                    continue;
                };
                push_run(&mut text, &mut empty);
                text.push(shown);
            }
            push_run(&mut text, &mut empty);
            if rank > 0 {
                text.push('/');
            }
        }
        text
    }

    /// The placement field of a FEN of the grid.
    pub fn write_placement(&self, pieces: &[PieceInfo]) -> String {
        let letter = |square| {
            let cell = self.cell(square)?;
            pieces.iter().find(|piece| piece.cell == cell).map(|piece| piece.piece)
        };
        self.rows(letter, Some('*'))
    }

    /// A board of marks, each a square and a colour's letter, as `highlight` wants it.
    pub fn write_marks(&self, marks: &[(Square, char)]) -> String {
        let colour = |square| marks.iter().find(|(marked, _)| *marked == square).map(|(_, colour)| *colour);
        self.rows(colour, None)
    }

    /// The placement field of a grid's FEN as that of the game's own FEN.
    ///
    /// # Errors
    /// One line that says which rank is wrong and how.
    pub fn read_placement(&self, text: &str) -> Result<String, String> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != usize::from(self.ranks) {
            return Err(format!("{} ranks instead of {}", rows.len(), self.ranks));
        }
        let mut men: Vec<(Square, char)> = Vec::new();
        for (rank, row) in (0..self.ranks).rev().zip(rows) {
            for (file, letter) in self.read_row(row).map_err(|why| format!("rank {}: {why}", rank + 1))? {
                let square = Square { file, rank };
                if (letter == '*') == self.cell(square).is_some() {
                    let is = if letter == '*' { "a cell, not a hole" } else { "a hole '*', not a cell" };
                    return Err(format!("{square} is {is}"));
                }
                men.push((square, letter));
            }
            if let Some(file) = (0..self.files).find(|&file| {
                let square = Square { file, rank };
                self.cell(square).is_none() && !men.iter().any(|(at, _)| *at == square)
            }) {
                return Err(format!("{} is a hole '*', not a cell", Square { file, rank }));
            }
        }
        let man = |cell: &String| {
            men.iter()
                .find(|(square, _)| self.cell(*square).as_ref() == Some(cell))
                .map(|(_, letter)| *letter)
        };
        Ok(self.places.placement(man))
    }

    /// What a rank lists, with its files. Empty squares are left out.
    fn read_row(&self, row: &str) -> Result<Vec<(u8, char)>, String> {
        let mut found = Vec::new();
        let (mut file, mut rest) = (0usize, row);
        while let Some(first) = rest.chars().next() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            if digits > 0 {
                file = file.saturating_add(rest[..digits].parse().unwrap_or(usize::MAX));
                rest = &rest[digits..];
            } else {
                found.push((u8::try_from(file).unwrap_or(u8::MAX), first));
                file = file.saturating_add(1);
                rest = &rest[first.len_utf8()..];
            }
        }
        let files = usize::from(self.files);
        if file == files { Ok(found) } else { Err(format!("{file} squares instead of {files}")) }
    }
}

fn push_run(text: &mut String, empty: &mut u32) {
    if *empty > 0 {
        text.push_str(&empty.to_string());
        *empty = 0;
    }
}
