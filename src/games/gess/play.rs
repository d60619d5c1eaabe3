//! Making moves.

use super::geometry::{Move, Square};
use super::position::{Effect, Position, rings};
use super::rows::{PAD, Rows};
use super::zobrist::ZOBRIST;
use crate::game::{Delta, Side};

/// Number of the feature "stone of this side on this square".
#[inline(always)]
pub(super) const fn feature(side: Side, square: Square) -> u16 {
    (side.index() * FEATURES_A_SIDE + square.index()) as u16
}

/// Features of one side: every square of the 20x20, though the margin has no stones.
pub(super) const FEATURES_A_SIDE: usize = 400;

impl Position {
    /// Plays a legal move.
    #[inline]
    pub(super) fn play<D: Delta>(&mut self, m: Move, delta: &mut D) {
        let us = self.to_move;
        let them = us.other();
        let effect = self.effect(m);
        if D::WANTED {
            self.report(&effect, m, delta);
        }
        self.key ^= effect.key(us, m) ^ ZOBRIST.black;
        let [white, black] = &mut self.stones;
        match us {
            Side::White => effect.apply(white, black, m),
            Side::Black => effect.apply(black, white, m),
        }
        let (ours, theirs) = (effect.own_loss() as u16, effect.enemy_loss() as u16);
        self.counts[us.index()] -= ours;
        self.counts[them.index()] -= theirs;
        self.halfmove = if ours + theirs == 0 { self.halfmove.saturating_add(1) } else { 0 };
        if us == Side::White {
            self.fullmove = self.fullmove.saturating_add(1);
        }
        self.to_move = them;
        self.ringed[us.index()] = !rings(self.stones(us), self.stones(them)).is_empty();
        // Nobody gains a ring by the opponent's move: a footprint that takes the stone in the middle of nine
        // takes some of the eight around it as well.
        if theirs != 0 {
            self.ringed[them.index()] = !rings(self.stones(them), self.stones(us)).is_empty();
        }
    }

    /// Tells `delta` which stones go and which come.
    fn report<D: Delta>(&self, effect: &Effect, m: Move, delta: &mut D) {
        let us = self.to_move;
        let mut after = self.stones;
        let [white, black] = &mut after;
        match us {
            Side::White => effect.apply(white, black, m),
            Side::Black => effect.apply(black, white, m),
        }
        let from = m.from.row() + PAD - 1;
        let to = m.to.row() + PAD - 1;
        let rows = (from..from + 3).chain((to..to + 3).filter(|r| r.wrapping_sub(from) >= 3));
        for r in rows {
            for side in Side::ALL {
                let (old, new) = (self.stones(side).0[r], after[side.index()].0[r]);
                let at = |bits: u32| feature(side, Square::new(bits.trailing_zeros() as usize, r - PAD));
                let mut gone = old & !new;
                while gone != 0 {
                    delta.remove(at(gone));
                    gone &= gone - 1;
                }
                let mut come = new & !old;
                while come != 0 {
                    delta.add(at(come));
                    come &= come - 1;
                }
            }
        }
    }

    /// Passes the turn. The clock runs on, so that it keeps step with a history that holds passes.
    pub(super) fn play_null(&mut self) {
        if self.to_move == Side::White {
            self.fullmove = self.fullmove.saturating_add(1);
        }
        self.halfmove = self.halfmove.saturating_add(1);
        self.to_move = self.to_move.other();
        self.key ^= ZOBRIST.black;
    }

    /// The stones of `side` and of its opponent after `side` has made the move `m`, whoever's turn it is.
    #[inline(always)]
    pub(super) fn stones_after(&self, side: Side, m: Move) -> [Rows; 2] {
        let (mut own, mut enemy) = (*self.stones(side), *self.stones(side.other()));
        Effect::new(&own, &enemy, m).apply(&mut own, &mut enemy, m);
        [own, enemy]
    }
}
