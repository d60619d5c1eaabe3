//! Moves and positions.

use super::geometry::{BOARD, Cell, NO_CELL, mirrored};
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
    /// Castles; from and to are the king's.
    Castle = 5,
}

impl MoveFlag {
    const ALL: [MoveFlag; 6] = [
        MoveFlag::Plain,
        MoveFlag::ToKnight,
        MoveFlag::ToBishop,
        MoveFlag::ToRook,
        MoveFlag::ToQueen,
        MoveFlag::Castle,
    ];
}

/// A move of a piece; what it takes is read from the position. Where a rook turned is not part of it.
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

    /// Undoes [`Move::pack`]; `None` where the bits name no two circles, no piece or no flag.
    pub(super) fn unpack(bits: u32) -> Option<Move> {
        let [from, to, kind, flag] = bits.to_le_bytes();
        let cells = from != to && from < 128 && to < 128 && BOARD.contains(from) && BOARD.contains(to);
        if !cells {
            return None;
        }
        let kind = *Kind::ALL.get(usize::from(kind))?;
        let flag = *MoveFlag::ALL.get(usize::from(flag))?;
        Some(Move { from, to, kind, flag })
    }
}

/// A position of Z-Chess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) kinds: [CellSet; 6],
    pub(super) sides: [CellSet; 2],
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

impl Position {
    /// A board without a piece; not yet a playable position.
    pub(super) const fn empty() -> Position {
        Position {
            kinds: [CellSet::EMPTY; 6],
            sides: [CellSet::EMPTY; 2],
            checkers: CellSet::EMPTY,
            evasions: BOARD,
            pinned: CellSet::EMPTY,
            hinges: CellSet::EMPTY,
            key: 0,
            material: 0,
            kings: [NO_CELL; 2],
            to_move: Side::White,
            castling: 0,
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

    /// Plies since the last capture or pawn move.
    #[inline(always)]
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmove
    }

    /// What stands on a circle.
    #[inline]
    pub fn piece_at(&self, cell: Cell) -> Option<(Side, Kind)> {
        let side = Side::ALL.into_iter().find(|&side| self.side(side).contains(cell))?;
        Some((side, self.kind_at(cell)))
    }

    /// The kind of the piece on an occupied circle; of an empty one, king.
    #[inline(always)]
    pub(super) fn kind_at(&self, cell: Cell) -> Kind {
        let at = CellSet::single(cell);
        Kind::ALL.into_iter().find(|&kind| (self.kind(kind) & at).any()).unwrap_or(Kind::King)
    }

    /// Whether no mate can come about by any moves: two bare kings. With any one piece more there are mates;
    /// a test counts them.
    #[inline]
    pub(super) fn is_dead(&self) -> bool {
        self.occupied().len() == 2
    }

    /// The key from nothing.
    pub(super) fn computed_key(&self) -> u64 {
        let mut key = ZOBRIST.castling[usize::from(self.castling) & 15];
        for side in Side::ALL {
            for kind in Kind::ALL {
                for cell in self.pieces(side, kind) {
                    key ^= ZOBRIST.piece[side.index()][kind.index()][usize::from(cell)];
                }
            }
        }
        if self.to_move == Side::Black {
            key ^= ZOBRIST.black;
        }
        key
    }

    /// The material key from nothing.
    fn computed_material(&self) -> u64 {
        let mut sum = 0u64;
        for side in Side::ALL {
            for kind in Kind::ALL {
                let n = u64::from(self.pieces(side, kind).len());
                sum = sum.wrapping_add(ZOBRIST.material[side.index()][kind.index()].wrapping_mul(n));
            }
        }
        sum
    }

    /// Puts a piece on an empty circle.
    pub(super) fn put(&mut self, side: Side, kind: Kind, cell: Cell) {
        let at = CellSet::single(cell);
        self.kinds[kind.index()] |= at;
        self.sides[side.index()] |= at;
        if kind == Kind::King {
            self.kings[side.index()] = cell;
        }
    }

    /// Computes all that follows from the pieces, the side to move and the rights.
    pub(super) fn complete(&mut self) {
        self.survey();
        self.key = self.computed_key();
        self.material = self.computed_material();
    }

    /// The position with the rows reversed and the colours swapped.
    pub(super) fn mirrored(&self) -> Position {
        let mut image = Position::empty();
        for side in Side::ALL {
            for kind in Kind::ALL {
                for cell in self.pieces(side, kind) {
                    image.put(side.other(), kind, mirrored(cell));
                }
            }
        }
        image.to_move = self.to_move.other();
        // White's rights are the low two bits, Black's the high two.
        image.castling = (self.castling >> 2 | self.castling << 2) & 15;
        image.halfmove = self.halfmove;
        image.fullmove = self.fullmove;
        image.complete();
        image
    }
}
