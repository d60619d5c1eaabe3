//! What chess-like games have in common: men, where they stand, castling, moves, exchanges, and their text.

mod board;
mod castle;
mod exchange;
pub(crate) mod fen;
mod keys;
mod moves;
mod text;

pub use board::Men;
pub use castle::Castle;
pub(crate) use castle::kept_rights;
pub(crate) use exchange::{Exchange, PieceSet, Standing};
pub(crate) use keys::Zobrist;
pub use moves::{Move, MoveFlag};
pub(crate) use text::{NoCell, Words, read_words};

use crate::game::Side;

/// A cell's index on a board; each game numbers its own.
pub type Cell = u8;

/// No cell.
pub const NO_CELL: Cell = 127;

/// Slots by cell index.
pub const SLOTS: usize = 128;

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Pawn.
    Pawn = 0,
    /// Knight.
    Knight = 1,
    /// Bishop.
    Bishop = 2,
    /// Rook.
    Rook = 3,
    /// Queen.
    Queen = 4,
    /// King.
    King = 5,
}

impl Kind {
    /// All kinds, in the order of their numbers.
    pub const ALL: [Kind; 6] = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];

    /// What a pawn may become, the strongest first.
    pub const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

    /// Number of the kind, 0 to 5.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Upper-case letter.
    pub const fn letter(self) -> char {
        ['P', 'N', 'B', 'R', 'Q', 'K'][self as usize]
    }

    /// The kind of a letter in either case.
    pub fn from_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase())
    }
}

/// Letter of a piece as in a FEN.
pub(crate) fn piece_letter(side: Side, kind: Kind) -> char {
    match side {
        Side::White => kind.letter(),
        Side::Black => kind.letter().to_ascii_lowercase(),
    }
}
