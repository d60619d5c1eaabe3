//! Moves of men.

use super::{Cell, Kind};
use crate::bitboard::CellSet;

/// What is special about a move. No game needs all of them.
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
    /// A pawn's first step over one or two cells, where it can be taken en passant for that.
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
    pub(crate) const fn promotion_flag(kind: Kind) -> MoveFlag {
        match kind {
            Kind::Knight => MoveFlag::ToKnight,
            Kind::Bishop => MoveFlag::ToBishop,
            Kind::Rook => MoveFlag::ToRook,
            _ => MoveFlag::ToQueen,
        }
    }

    /// 32 bits, never 0 since from and to differ.
    pub(crate) const fn pack(self) -> u32 {
        u32::from_le_bytes([self.from, self.to, self.kind as u8, self.flag as u8])
    }

    /// Undoes [`Move::pack`]; `None` where the bits name no two cells of the board, no piece or no flag.
    pub(crate) fn unpack(bits: u32, board: CellSet) -> Option<Move> {
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
