//! Positions, footprints and what a move does to the stones.

use super::geometry::{Move, Square};
use super::rows::{INNER_ROW, LEN, PAD, Rows, SIDE};
use super::zobrist::ZOBRIST;
use crate::game::Side;
use crate::random::splitmix64;

/// A position of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) stones: [Rows; 2],
    pub(super) key: u64,
    /// Stones of each side.
    pub(super) counts: [u16; 2],
    /// Whether each side has a ring.
    pub(super) ringed: [bool; 2],
    pub(super) to_move: Side,
    pub(super) halfmove: u16,
    pub(super) fullmove: u16,
}

/// The rows that can hold stones, padding included.
const INNER: Rows = {
    let mut rows = [0; LEN];
    let mut r = 1;
    while r < SIDE - 1 {
        rows[r + PAD] = INNER_ROW;
        r += 1;
    }
    Rows(rows)
};

/// The three squares of a row around `file`, the left one in bit 0.
#[inline(always)]
const fn run(row: u32, file: usize) -> u32 {
    (row << 1 >> file) & 7
}

/// The squares of a run around `file` back in their row, those left of file a cut off.
#[inline(always)]
const fn spread(run: u32, file: usize) -> u32 {
    run << file >> 1
}

/// What a move does, as runs around the centre's file, three rows from the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Effect {
    /// The mover's stones in the footprint.
    pub piece: [u32; 3],
    /// Those of them that stay on the board, at the target.
    pub placed: [u32; 3],
    /// The mover's other stones at the target.
    pub own: [u32; 3],
    /// The opponent's stones at the target.
    pub enemy: [u32; 3],
}

fn stones_in(runs: &[u32; 3]) -> u32 {
    (runs[0] | runs[1] << 3 | runs[2] << 6).count_ones()
}

impl Effect {
    #[inline(always)]
    pub(super) fn new(own: &Rows, enemy: &Rows, m: Move) -> Effect {
        let (from, to) = (m.from.file(), m.to.file());
        let mut effect = Effect { piece: [0; 3], placed: [0; 3], own: [0; 3], enemy: [0; 3] };
        for i in 0..3 {
            effect.piece[i] = run(own.0[m.from.row() + PAD - 1 + i], from);
        }
        for i in 0..3 {
            let at = m.to.row() + PAD - 1 + i;
            // The footprint's own stones have left their squares.
            let lifted = if (at + 1).wrapping_sub(m.from.row() + PAD) < 3 { spread(7, from) } else { 0 };
            effect.own[i] = run(own.0[at] & !lifted, to);
            effect.enemy[i] = run(enemy.0[at], to);
            effect.placed[i] = run(spread(effect.piece[i], to) & INNER.0[at], to);
        }
        effect
    }

    /// Stones of the mover that leave the board, over the edge and by capture.
    #[inline(always)]
    pub(super) fn own_loss(&self) -> i32 {
        (stones_in(&self.piece) + stones_in(&self.own)) as i32 - stones_in(&self.placed) as i32
    }

    /// Stones of the opponent that are captured.
    #[inline(always)]
    pub(super) fn enemy_loss(&self) -> i32 {
        stones_in(&self.enemy) as i32
    }

    /// Whether any stone at the target is captured, the mover's own included.
    pub(super) fn captures(&self) -> bool {
        stones_in(&self.own) + stones_in(&self.enemy) != 0
    }

    /// Carries the move out.
    #[inline(always)]
    pub(super) fn apply(&self, own: &mut Rows, enemy: &mut Rows, m: Move) {
        let (from, to) = (m.from.file(), m.to.file());
        for i in 0..3 {
            own.0[m.from.row() + PAD - 1 + i] &= !spread(7, from);
        }
        for i in 0..3 {
            let at = m.to.row() + PAD - 1 + i;
            own.0[at] = own.0[at] & !spread(7, to) | spread(self.placed[i], to);
            enemy.0[at] &= !spread(7, to);
        }
    }

    /// What the move changes in the key, the turn left aside.
    #[inline(always)]
    pub(super) fn key(&self, side: Side, m: Move) -> u64 {
        let mut key = 0;
        let run = |side: Side, row: usize, file: usize, stones: u32| {
            // Rows off the board hold no stones, and no stones have the number 0 in any row.
            ZOBRIST.runs[side.index()][row.saturating_sub(1).min(SIDE - 1)][file][stones as usize & 7]
        };
        for i in 0..3 {
            key ^= run(side, m.from.row() + i, m.from.file(), self.piece[i]);
            key ^= run(side, m.to.row() + i, m.to.file(), self.placed[i]);
            key ^= run(side, m.to.row() + i, m.to.file(), self.own[i]);
            key ^= run(side.other(), m.to.row() + i, m.to.file(), self.enemy[i]);
        }
        key
    }
}

/// The centres of all rings of `own`: eight stones around an empty square.
#[inline(always)]
pub(super) fn rings(own: &Rows, enemy: &Rows) -> Rows {
    let stones = own.lanes();
    let beside = stones.left(1).and(stones.right(1));
    let line = stones.and(beside);
    let around = line.next().and(line.previous()).and(beside);
    Rows(around.without(stones.or(enemy.lanes())).array())
}

impl Position {
    /// A board without a stone, Black to move.
    pub(super) const fn empty() -> Position {
        Position {
            stones: [Rows::EMPTY; 2],
            key: 0,
            counts: [0; 2],
            ringed: [false; 2],
            to_move: Side::Black,
            halfmove: 0,
            fullmove: 1,
        }
    }

    /// The stones of a side.
    #[inline(always)]
    pub const fn stones(&self, side: Side) -> &Rows {
        &self.stones[side.index()]
    }

    /// Number of stones of a side.
    #[inline(always)]
    pub const fn count_of(&self, side: Side) -> u16 {
        self.counts[side.index()]
    }

    /// The centres of a side's rings.
    #[inline]
    pub fn rings(&self, side: Side) -> Rows {
        rings(self.stones(side), self.stones(side.other()))
    }

    /// The side to move.
    #[inline(always)]
    pub const fn to_move(&self) -> Side {
        self.to_move
    }

    /// Whether a side has lost its rings, which ends the game.
    #[inline(always)]
    pub const fn is_over(&self) -> bool {
        !(self.ringed[0] && self.ringed[1])
    }

    /// Who has a stone on a square.
    #[inline]
    pub fn stone_at(&self, square: Square) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.stones(side).contains(square))
    }

    /// What the mover's `m` does.
    #[inline(always)]
    pub(super) fn effect(&self, m: Move) -> Effect {
        Effect::new(self.stones(self.to_move), self.stones(self.to_move.other()), m)
    }

    /// Computes all that follows from the stones and the side to move.
    pub(super) fn complete(&mut self) {
        for side in Side::ALL {
            self.counts[side.index()] = self.stones(side).len() as u16;
            self.ringed[side.index()] = !self.rings(side).is_empty();
        }
        self.key = self.computed_key();
    }

    /// The key from nothing.
    pub(super) fn computed_key(&self) -> u64 {
        let mut key = if self.to_move == Side::Black { ZOBRIST.black } else { 0 };
        for side in Side::ALL {
            // A lone stone in the middle of a run.
            self.stones(side).for_each(|s| key ^= ZOBRIST.runs[side.index()][s.row()][s.file()][2]);
        }
        key
    }

    /// A key of the numbers of stones.
    #[inline]
    pub(super) fn material(&self) -> u64 {
        splitmix64(u64::from(self.counts[0]) << 16 | u64::from(self.counts[1])).1
    }

    /// The position with the ranks counted from the other side and the colours swapped.
    pub(super) fn mirrored(&self) -> Position {
        let mut mirror = Position { to_move: self.to_move.other(), ..self.clone() };
        for side in Side::ALL {
            let mut rows = self.stones(side.other()).0;
            rows.reverse();
            mirror.stones[side.index()] = Rows(rows);
        }
        mirror.complete();
        mirror
    }
}
