//! Positions.

use std::ops::{Deref, DerefMut};

use super::geometry::{Cell, NO_CELL};
use super::rules::Ruleset;
use crate::bitboard::CellSet;
use crate::game::Side;
use crate::games::men::Zobrist;
pub use crate::games::men::{Kind, Men, Move, MoveFlag};

/// The numbers of the keys of all hexagonal games.
pub(super) static ZOBRIST: Zobrist = Zobrist::build(0x6865_7861_676f_6e73, true);

/// A position of any of the three games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) men: Men,
    /// Pieces that give check to the side to move.
    pub(super) checkers: CellSet,
    /// Pieces of the side to move that shield their king.
    pub(super) pinned: CellSet,
    pub(super) key: u64,
    pub(super) material: u64,
    pub(super) kings: [Cell; 2],
    pub(super) to_move: Side,
    /// Bit `i` stands for the `i`-th castling of the rules.
    pub(super) castling: u8,
    /// The pawn that just stepped over cells, or [`NO_CELL`].
    pub(super) stepped: Cell,
    /// How many cells it stepped over.
    pub(super) passed: u8,
    /// Bit `i`: it can legally be taken on the passed cell that lies `i + 1` behind it.
    pub(super) takeable: u8,
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
            pinned: CellSet::EMPTY,
            key: 0,
            material: 0,
            kings,
            to_move: Side::White,
            castling: 0,
            stepped: NO_CELL,
            passed: 0,
            takeable: 0,
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

    /// Pieces of the side to move that may leave the line to their king in no move.
    #[inline(always)]
    pub const fn pinned(&self) -> CellSet {
        self.pinned
    }

    /// Plies since the last capture or pawn move.
    #[inline(always)]
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmove
    }

    /// Number of the move to come, from 1.
    pub const fn fullmove_number(&self) -> u16 {
        self.fullmove
    }

    /// The passed cell that lies `i + 1` behind the pawn that just stepped.
    #[inline]
    pub(super) const fn passed_cell(&self, i: u8) -> Cell {
        match self.to_move {
            // Black stepped down the board, White up.
            Side::White => self.stepped + 1 + i,
            Side::Black => self.stepped - 1 - i,
        }
    }

    /// The cells a pawn just stepped over, in the order of their ranks.
    pub(super) fn passed_cells(&self) -> CellSet {
        (0..self.passed).map(|i| self.passed_cell(i)).collect()
    }

    /// The cells a pawn just stepped over where it can legally be taken en passant.
    #[inline]
    pub(super) fn takeable_cells(&self) -> CellSet {
        (0..self.passed).filter(|i| self.takeable >> i & 1 != 0).map(|i| self.passed_cell(i)).collect()
    }

    /// The key from nothing.
    pub(super) fn computed_key(&self) -> u64 {
        let mut key = self.men.key(&ZOBRIST) ^ ZOBRIST.castling[usize::from(self.castling)];
        for cell in self.takeable_cells() {
            key ^= ZOBRIST.en_passant[usize::from(cell)];
        }
        if self.to_move == Side::Black {
            key ^= ZOBRIST.black;
        }
        key
    }

    /// Computes all that follows from the pieces, the side to move and the rights.
    pub(super) fn complete<R: Ruleset>(&mut self) {
        self.find_checks_and_pins::<R>();
        self.find_takeable::<R>();
        self.key = self.computed_key();
        self.material = self.men.material_key(&ZOBRIST);
    }
}
