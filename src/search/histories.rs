//! What a thread remembers of moves that were good: history tables with gravity.

use crate::game::Game;

/// Largest absolute value of an entry.
pub(super) const HISTORY_MAX: i32 = 16_384;

/// Entries of a correction table for each side, a power of two.
const CORRECTION_SIZE: usize = 16_384;

/// Unit of the correction entries: 1/256 centipawn.
const CORRECTION_GRAIN: i32 = 256;

/// Largest correction, in the table's unit.
const CORRECTION_MAX: i32 = 96 * CORRECTION_GRAIN;

/// Stands for "no move before this one" (the root, or a null move).
pub(super) const NO_SLOT: u32 = u32::MAX;

/// Where a move stands in the tables.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slots {
    /// In the tables over single moves.
    own: u32,
    /// In the table over pairs of moves.
    pub pair: u32,
}

impl Slots {
    /// The slots of a move.
    #[inline]
    pub(super) fn of<G: Game>(game: &G, pos: &G::Position, m: G::Move) -> Slots {
        Slots { own: game.history_slot(pos, m) as u32, pair: game.continuation_slot(pos, m) as u32 }
    }
}

/// The tables of one thread.
#[derive(Clone)]
pub(super) struct Histories {
    slots: usize,
    continuation_slots: usize,
    quiet: Vec<i16>,
    noisy: Vec<i16>,
    continuation: Vec<i16>,
    correction: Vec<i16>,
}

/// Moves `entry` towards the sign of `bonus`; the nearer to the limit, the less.
#[inline]
fn update(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
}

impl Histories {
    /// Empty tables for a game with `slots` history slots and `continuation_slots` for pairs.
    pub(super) fn new(slots: usize, continuation_slots: usize) -> Histories {
        Histories {
            slots,
            continuation_slots,
            quiet: vec![0; 2 * slots],
            noisy: vec![0; 2 * slots],
            continuation: vec![0; continuation_slots * continuation_slots],
            correction: vec![0; 2 * CORRECTION_SIZE],
        }
    }

    /// Whether the tables fit a game with these numbers of slots.
    pub(super) fn fits(&self, slots: usize, continuation_slots: usize) -> bool {
        self.slots == slots && self.continuation_slots == continuation_slots
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.quiet.fill(0);
        self.noisy.fill(0);
        self.continuation.fill(0);
        self.correction.fill(0);
    }

    #[inline]
    fn continuation_index(&self, before: u32, slot: u32) -> usize {
        before as usize * self.continuation_slots + slot as usize
    }

    /// History of a quiet move by `side` after the moves `before` (one and two plies ago).
    #[inline]
    pub(super) fn quiet(&self, side: usize, before: [u32; 2], slots: Slots) -> i32 {
        let mut sum = i32::from(self.quiet[side * self.slots + slots.own as usize]);
        for before in before {
            if before != NO_SLOT {
                sum += i32::from(self.continuation[self.continuation_index(before, slots.pair)]);
            }
        }
        sum
    }

    /// Rewards or punishes a quiet move.
    pub(super) fn update_quiet(&mut self, side: usize, before: [u32; 2], slots: Slots, bonus: i32) {
        update(&mut self.quiet[side * self.slots + slots.own as usize], bonus);
        for before in before {
            if before != NO_SLOT {
                let index = self.continuation_index(before, slots.pair);
                update(&mut self.continuation[index], bonus);
            }
        }
    }

    /// History of a noisy move by `side`.
    #[inline]
    pub(super) fn noisy(&self, side: usize, slots: Slots) -> i32 {
        i32::from(self.noisy[side * self.slots + slots.own as usize])
    }

    /// Rewards or punishes a noisy move.
    pub(super) fn update_noisy(&mut self, side: usize, slots: Slots, bonus: i32) {
        update(&mut self.noisy[side * self.slots + slots.own as usize], bonus);
    }

    fn correction_index(side: usize, material: u64) -> usize {
        side * CORRECTION_SIZE + (material >> 32) as usize % CORRECTION_SIZE
    }

    /// How much the evaluation was too low, of late, with this material: centipawns for `side` to move.
    #[inline]
    pub(super) fn correction(&self, side: usize, material: u64) -> i32 {
        i32::from(self.correction[Self::correction_index(side, material)]) / CORRECTION_GRAIN
    }

    /// Learns that the search found `error` centipawns more than the evaluation, at `depth` plies.
    pub(super) fn update_correction(&mut self, side: usize, material: u64, error: i32, depth: i32) {
        let entry = &mut self.correction[Self::correction_index(side, material)];
        let weight = (depth + 1).min(16);
        let target = error.clamp(-400, 400) * CORRECTION_GRAIN;
        let old = i32::from(*entry);
        *entry =
            ((old * (256 - weight) + target * weight) / 256).clamp(-CORRECTION_MAX, CORRECTION_MAX) as i16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stay_within_bounds() {
        let mut tables = Histories::new(3, 3);
        let slots = |n| Slots { own: n, pair: n };
        for _ in 0..10_000 {
            tables.update_quiet(1, [2, NO_SLOT], slots(0), 1700);
            tables.update_noisy(0, slots(2), -1700);
            tables.update_correction(0, u64::MAX, 30_000, 200);
        }
        let quiet = tables.quiet(1, [2, NO_SLOT], slots(0));
        assert!(quiet > HISTORY_MAX && quiet <= 2 * HISTORY_MAX);
        assert_eq!(
            tables.quiet(0, [2, NO_SLOT], slots(0)),
            quiet / 2,
            "the other side shares continuations only"
        );
        assert!((-HISTORY_MAX..-HISTORY_MAX / 2).contains(&tables.noisy(0, slots(2))));
        assert_eq!(tables.correction(0, u64::MAX), CORRECTION_MAX / CORRECTION_GRAIN);
        tables.clear();
        assert_eq!(tables.quiet(1, [2, NO_SLOT], slots(0)), 0);
    }
}
