//! Positions and turns.

use super::geometry::{CIRCLES, Circle, END_ROWS, circles, mirrored, mirrored_set};
use super::zobrist::ZOBRIST;
use crate::game::{Outcome, Side};
use crate::random::splitmix64;

/// Pieces with which a player has lost.
pub(super) const TOO_FEW: u32 = 3;

/// A position of the game.
#[derive(Clone, Debug)]
pub struct Position {
    pub(super) pieces: [u64; 2],
    /// Pieces of both sides that may not move in their owner's next turn.
    pub(super) frozen: u64,
    /// Pieces of both sides that may not be displaced in the opponent's next turn.
    pub(super) guarded: u64,
    pub(super) key: u64,
    pub(super) to_move: Side,
    pub(super) qualified: [bool; 2],
    pub(super) turn: u16,
    /// Plies since a turn that can't be undone. Of the past, not of the position.
    pub(super) reversible: u16,
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        let state = |p: &Position| (p.pieces, p.frozen, p.guarded, p.to_move, p.qualified, p.turn);
        state(self) == state(other)
    }
}

impl Eq for Position {}

/// A bonus move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bonus {
    /// Where the piece stands.
    pub from: Circle,
    /// Where it goes.
    pub to: Circle,
    /// It takes the piece there off the board.
    pub takes: bool,
    /// It can be owed to a purple triangle.
    pub purple: bool,
}

/// A whole turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where the regular move begins.
    pub from: Circle,
    /// Where it ends.
    pub to: Circle,
    /// The bonus move, if one is made.
    pub bonus: Option<Bonus>,
}

impl Move {
    /// A turn without a bonus move.
    #[inline(always)]
    pub const fn plain(from: Circle, to: Circle) -> Move {
        Move { from, to, bonus: None }
    }

    /// The turn in 27 bits: four circles of six, then the flags of the bonus.
    #[inline]
    pub(super) const fn pack(self) -> u32 {
        let regular = self.from as u32 | (self.to as u32) << 6;
        match self.bonus {
            None => regular,
            Some(Bonus { from, to, takes, purple }) => {
                let flags = (takes as u32) << 24 | (purple as u32) << 25 | 1 << 26;
                regular | (from as u32) << 12 | (to as u32) << 18 | flags
            }
        }
    }

    /// The turn of such bits, if they are ones.
    #[inline]
    pub(super) const fn unpack(bits: u32) -> Option<Move> {
        let (from, to) = ((bits & 63) as Circle, (bits >> 6 & 63) as Circle);
        let (bonus_from, bonus_to) = ((bits >> 12 & 63) as Circle, (bits >> 18 & 63) as Circle);
        if bits >> 27 != 0 || !on_board(from) || !on_board(to) || !on_board(bonus_from) || !on_board(bonus_to)
        {
            return None;
        }
        if bits >> 26 == 0 {
            return if bits >> 12 == 0 { Some(Move::plain(from, to)) } else { None };
        }
        let bonus =
            Bonus { from: bonus_from, to: bonus_to, takes: bits >> 24 & 1 != 0, purple: bits >> 25 & 1 != 0 };
        Some(Move { from, to, bonus: Some(bonus) })
    }

    /// The turn with the rows reversed.
    pub(super) fn mirrored(self) -> Move {
        let bonus = self.bonus.map(|b| Bonus { from: mirrored(b.from), to: mirrored(b.to), ..b });
        Move { from: mirrored(self.from), to: mirrored(self.to), bonus }
    }
}

/// Whether all pieces of a side stand on its end rows, and are enough of them to win.
#[inline(always)]
pub(super) const fn all_home(pieces: u64, side: Side) -> bool {
    pieces & !END_ROWS[side.index()] == 0 && pieces.count_ones() > TOO_FEW
}

/// Who has won if `mover`, who has these pieces, has just moved, against `enemy`; and whether by the end rows.
#[inline(always)]
pub(super) const fn verdict(mover: Side, own: u64, enemy: u64) -> Option<(Side, bool)> {
    if all_home(own, mover) {
        Some((mover, true))
    } else if all_home(enemy, mover.other()) {
        Some((mover.other(), true))
    } else if enemy.count_ones() <= TOO_FEW {
        Some((mover, false))
    } else if own.count_ones() <= TOO_FEW {
        Some((mover.other(), false))
    } else {
        None
    }
}

impl Position {
    /// A board without a piece, White to move.
    pub(super) const fn empty() -> Position {
        Position {
            pieces: [0; 2],
            frozen: 0,
            guarded: 0,
            key: 0,
            to_move: Side::White,
            qualified: [false; 2],
            turn: 1,
            reversible: 0,
        }
    }

    /// The side to move.
    #[inline(always)]
    pub const fn to_move(&self) -> Side {
        self.to_move
    }

    /// The circles of a side's pieces, bit n for circle n.
    #[inline(always)]
    pub const fn pieces(&self, side: Side) -> u64 {
        self.pieces[side.index()]
    }

    /// The circles of pieces of both sides that are frozen.
    #[inline(always)]
    pub const fn frozen(&self) -> u64 {
        self.frozen
    }

    /// The circles of pieces of both sides that can't be displaced now.
    #[inline(always)]
    pub const fn guarded(&self) -> u64 {
        self.guarded
    }

    /// Whether a side may use the centre.
    #[inline(always)]
    pub const fn is_qualified(&self, side: Side) -> bool {
        self.qualified[side.index()]
    }

    /// A side's pieces that are not yet on its end rows.
    #[inline(always)]
    pub(super) const fn outside(&self, side: Side) -> u64 {
        self.pieces[side.index()] & !END_ROWS[side.index()]
    }

    /// Who has a piece on a circle.
    #[inline]
    pub fn piece_at(&self, circle: Circle) -> Option<Side> {
        Side::ALL.into_iter().find(|side| self.pieces(*side) >> circle & 1 != 0)
    }

    /// The outcome if the position ends the game; the side that is not to move counts as the mover.
    #[inline(always)]
    pub(super) fn verdict(&self) -> Option<Outcome> {
        let mover = self.to_move.other();
        let (winner, home) = verdict(mover, self.pieces(mover), self.pieces(self.to_move))?;
        Some(Outcome::win(winner, if home { "all home" } else { "three pieces" }))
    }

    /// The key from nothing.
    pub(super) fn computed_key(&self) -> u64 {
        let mut key = if self.to_move == Side::Black { ZOBRIST.black } else { 0 };
        for side in Side::ALL {
            for circle in circles(self.pieces(side)) {
                key ^= ZOBRIST.pieces[side.index()][usize::from(circle)];
            }
            if self.is_qualified(side) {
                key ^= ZOBRIST.qualified[side.index()];
            }
        }
        circles(self.frozen).for_each(|circle| key ^= ZOBRIST.frozen[usize::from(circle)]);
        circles(self.guarded).for_each(|circle| key ^= ZOBRIST.guarded[usize::from(circle)]);
        key
    }

    /// A key of how many pieces there are, inside and outside the end rows, and of the qualifications.
    #[inline]
    pub(super) fn material(&self) -> u64 {
        let mut number = 0;
        for side in Side::ALL {
            let (all, outside) = (self.pieces(side).count_ones(), self.outside(side).count_ones());
            number = number << 16 | u64::from(all) << 8 | u64::from(outside) << 1;
            number |= u64::from(self.is_qualified(side));
        }
        splitmix64(number).1
    }

    /// The position with the rows reversed and the colours swapped.
    pub(super) fn mirrored(&self) -> Position {
        let [white, black] = self.pieces;
        let mut mirror = Position {
            pieces: [mirrored_set(black), mirrored_set(white)],
            frozen: mirrored_set(self.frozen),
            guarded: mirrored_set(self.guarded),
            to_move: self.to_move.other(),
            qualified: [self.qualified[1], self.qualified[0]],
            ..self.clone()
        };
        mirror.key = mirror.computed_key();
        mirror
    }
}

const fn on_board(circle: Circle) -> bool {
    (circle as usize) < CIRCLES
}
