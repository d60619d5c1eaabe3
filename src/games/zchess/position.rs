//! Positions. Where a rook turned is not part of a move.

use std::ops::{Deref, DerefMut};

use super::geometry::{BOARD, Cell, mirrored};
use crate::bitboard::CellSet;
use crate::game::Side;
use crate::games::men::Zobrist;
pub use crate::games::men::{Kind, Men, Move, MoveFlag};

/// The numbers of the game's keys.
pub(super) static ZOBRIST: Zobrist = Zobrist::build(0x7a2d_6368_6573_7331, false);

/// A position of Z-Chess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) men: Men,
    /// Pieces that give check to the side to move.
    pub(super) checkers: CellSet,
    /// Where pieces other than the king must go to end all checks: everywhere if there is none.
    pub(super) evasions: CellSet,
    /// Pieces of the side to move that shield their king from a queen or bishop.
    pub(super) pinned: CellSet,
    /// Pieces of the side to move whose circle, once empty, opens a rook's path to their king.
    pub(super) hinges: CellSet,
    pub(super) key: u64,
    pub(super) material: u64,
    pub(super) kings: [Cell; 2],
    pub(super) to_move: Side,
    /// Bit `i` stands for the `i`-th castling of [`super::castling::CASTLES`].
    pub(super) castling: u8,
    pub(super) halfmove: u16,
    pub(super) fullmove: u16,
}

impl Deref for Position {
    type Target = Men;

    #[inline(always)]
    fn deref(&self) -> &Men {
        &self.men
    }
}

impl DerefMut for Position {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Men {
        &mut self.men
    }
}

impl Position {
    /// A position of these men, a king of each side among them; not complete yet.
    pub(super) fn new(men: Men) -> Position {
        let kings = men.kings();
        Position {
            men,
            checkers: CellSet::EMPTY,
            evasions: BOARD,
            pinned: CellSet::EMPTY,
            hinges: CellSet::EMPTY,
            key: 0,
            material: 0,
            kings,
            to_move: Side::White,
            castling: 0,
            halfmove: 0,
            fullmove: 1,
        }
    }

    /// Where a side's king stands.
    #[inline(always)]
    pub const fn king(&self, side: Side) -> Cell {
        self.kings[side.index()]
    }

    /// The side to move.
    #[inline(always)]
    pub const fn to_move(&self) -> Side {
        self.to_move
    }

    /// Pieces that give check to the side to move.
    #[inline(always)]
    pub const fn checkers(&self) -> CellSet {
        self.checkers
    }

    /// Plies since the last capture or pawn move.
    #[inline(always)]
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmove
    }

    /// Whether no mate can come about by any moves: two bare kings. With any one piece more there are mates;
    /// a test counts them.
    #[inline]
    pub(super) fn is_dead(&self) -> bool {
        self.occupied().len() == 2
    }

    /// The key from nothing.
    pub(super) fn computed_key(&self) -> u64 {
        let mut key = self.men.key(&ZOBRIST) ^ ZOBRIST.castling[usize::from(self.castling) & 15];
        if self.to_move == Side::Black {
            key ^= ZOBRIST.black;
        }
        key
    }

    /// Computes all that follows from the pieces, the side to move and the rights.
    pub(super) fn complete(&mut self) {
        self.survey();
        self.key = self.computed_key();
        self.material = self.men.material_key(&ZOBRIST);
    }

    /// The position with the rows reversed and the colours swapped.
    pub(super) fn mirrored(&self) -> Position {
        let mut image = Position::new(self.men.mirrored(mirrored));
        image.to_move = self.to_move.other();
        // White's rights are the low two bits, Black's the high two.
        image.castling = (self.castling >> 2 | self.castling << 2) & 15;
        image.halfmove = self.halfmove;
        image.fullmove = self.fullmove;
        image.complete();
        image
    }
}
