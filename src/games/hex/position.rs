//! Pieces, moves and positions.

use super::geometry::{Cell, NO_CELL};
use super::rules::Ruleset;
use super::zobrist::ZOBRIST;
use crate::bitboard::CellSet;
use crate::game::Side;
pub use crate::games::men::Kind;

/// What is special about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveFlag {
    /// Nothing.
    Plain = 0,
    /// Promotes to a knight.
    ToKnight = 1,
    /// Promotes to a bishop.
    ToBishop = 2,
    /// Promotes to a rook.
    ToRook = 3,
    /// Promotes to a queen.
    ToQueen = 4,
    /// A pawn's first step over one or two cells.
    LongStep = 5,
    /// Takes a pawn en passant.
    EnPassant = 6,
    /// Castles; from and to are the king's.
    Castle = 7,
}

impl MoveFlag {
    const ALL: [MoveFlag; 8] = [
        MoveFlag::Plain,
        MoveFlag::ToKnight,
        MoveFlag::ToBishop,
        MoveFlag::ToRook,
        MoveFlag::ToQueen,
        MoveFlag::LongStep,
        MoveFlag::EnPassant,
        MoveFlag::Castle,
    ];
}

/// A move of a piece; what it takes is read from the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where the piece stands.
    pub from: Cell,
    /// Where it goes.
    pub to: Cell,
    /// The piece, before a promotion.
    pub kind: Kind,
    /// What is special about the move.
    pub flag: MoveFlag,
}

impl Move {
    /// A move with nothing special.
    #[inline(always)]
    pub const fn plain(kind: Kind, from: Cell, to: Cell) -> Move {
        Move { from, to, kind, flag: MoveFlag::Plain }
    }

    /// What the pawn becomes, if this is a promotion.
    #[inline(always)]
    pub const fn promotion(self) -> Option<Kind> {
        match self.flag {
            MoveFlag::ToKnight => Some(Kind::Knight),
            MoveFlag::ToBishop => Some(Kind::Bishop),
            MoveFlag::ToRook => Some(Kind::Rook),
            MoveFlag::ToQueen => Some(Kind::Queen),
            _ => None,
        }
    }

    /// The flag of a promotion to `kind`.
    pub(super) const fn promotion_flag(kind: Kind) -> MoveFlag {
        match kind {
            Kind::Knight => MoveFlag::ToKnight,
            Kind::Bishop => MoveFlag::ToBishop,
            Kind::Rook => MoveFlag::ToRook,
            _ => MoveFlag::ToQueen,
        }
    }

    /// 32 bits, never 0 since from and to differ.
    pub(super) const fn pack(self) -> u32 {
        u32::from_le_bytes([self.from, self.to, self.kind as u8, self.flag as u8])
    }

    /// Undoes [`Move::pack`]; `None` where the bits name no two cells of the board, no piece or no flag.
    pub(super) fn unpack(bits: u32, board: CellSet) -> Option<Move> {
        let [from, to, kind, flag] = bits.to_le_bytes();
        let cells = from != to && from < 128 && to < 128 && board.contains(from) && board.contains(to);
        if !cells {
            return None;
        }
        let kind = *Kind::ALL.get(usize::from(kind))?;
        let flag = *MoveFlag::ALL.get(usize::from(flag))?;
        Some(Move { from, to, kind, flag })
    }
}

/// A position of any of the three games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) kinds: [CellSet; 6],
    pub(super) sides: [CellSet; 2],
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

impl Position {
    /// A board without a piece; not yet a playable position.
    pub(super) const fn empty() -> Position {
        Position {
            kinds: [CellSet::EMPTY; 6],
            sides: [CellSet::EMPTY; 2],
            checkers: CellSet::EMPTY,
            pinned: CellSet::EMPTY,
            key: 0,
            material: 0,
            kings: [NO_CELL; 2],
            to_move: Side::White,
            castling: 0,
            stepped: NO_CELL,
            passed: 0,
            takeable: 0,
            halfmove: 0,
            fullmove: 1,
        }
    }

    /// All pieces of a side.
    #[inline(always)]
    pub const fn side(&self, side: Side) -> CellSet {
        self.sides[side.index()]
    }

    /// All pieces of a kind, of both sides.
    #[inline(always)]
    pub const fn kind(&self, kind: Kind) -> CellSet {
        self.kinds[kind.index()]
    }

    /// The pieces of one kind and side.
    #[inline(always)]
    pub fn pieces(&self, side: Side, kind: Kind) -> CellSet {
        self.side(side) & self.kind(kind)
    }

    /// Every piece.
    #[inline(always)]
    pub fn occupied(&self) -> CellSet {
        self.sides[0] | self.sides[1]
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

    /// What stands on a cell.
    #[inline]
    pub fn piece_at(&self, cell: Cell) -> Option<(Side, Kind)> {
        let side = Side::ALL.into_iter().find(|&side| self.side(side).contains(cell))?;
        Some((side, self.kind_at(cell)))
    }

    /// The kind of the piece on an occupied cell; of an empty one, king.
    #[inline(always)]
    pub(super) fn kind_at(&self, cell: Cell) -> Kind {
        let at = CellSet::single(cell);
        Kind::ALL.into_iter().find(|&kind| (self.kind(kind) & at).any()).unwrap_or(Kind::King)
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
        let mut key = ZOBRIST.castling[usize::from(self.castling)];
        for side in Side::ALL {
            for kind in Kind::ALL {
                for cell in self.pieces(side, kind) {
                    key ^= ZOBRIST.piece[side.index()][kind.index()][usize::from(cell)];
                }
            }
        }
        for cell in self.takeable_cells() {
            key ^= ZOBRIST.en_passant[usize::from(cell)];
        }
        if self.to_move == Side::Black {
            key ^= ZOBRIST.black;
        }
        key
    }

    /// The material key from nothing.
    pub(super) fn computed_material(&self) -> u64 {
        let mut sum = 0u64;
        for side in Side::ALL {
            for kind in Kind::ALL {
                let n = u64::from(self.pieces(side, kind).len());
                sum = sum.wrapping_add(ZOBRIST.material[side.index()][kind.index()].wrapping_mul(n));
            }
        }
        sum
    }

    /// Puts a piece on an empty cell.
    pub(super) fn put(&mut self, side: Side, kind: Kind, cell: Cell) {
        let at = CellSet::single(cell);
        self.kinds[kind.index()] |= at;
        self.sides[side.index()] |= at;
        if kind == Kind::King {
            self.kings[side.index()] = cell;
        }
    }

    /// Computes all that follows from the pieces, the side to move and the rights.
    pub(super) fn complete<R: Ruleset>(&mut self) {
        self.find_checks_and_pins::<R>();
        self.find_takeable::<R>();
        self.key = self.computed_key();
        self.material = self.computed_material();
    }
}
