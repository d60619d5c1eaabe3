//! Playing below full strength, and not always the same.

use super::{MATE_IN_MAX, Score};
use crate::random::splitmix64;

/// A strength from [`Level::LOWEST`] to [`Level::FULL`], in any steps.
///
/// A level means fewer nodes, by a factor of `2^0.75` a step, and a [`Lottery`] that gets narrower. Neither has been
/// calibrated against ratings.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Level(f64);

impl Level {
    /// The weakest.
    pub const LOWEST: f64 = 0.0;
    /// No limit at all.
    pub const FULL: f64 = 20.0;
    /// Nodes a move at the lowest level.
    const NODES: f64 = 40.0;
    /// Doublings of the nodes a step.
    const DOUBLINGS: f64 = 0.75;
    /// Width of the lottery at the lowest level, centipawns.
    const WIDTH: f64 = 300.0;

    /// The level `at`, the nearest one if there is none such.
    pub fn new(at: f64) -> Level {
        // A number that is none is no wish to play badly.
        Level(if at.is_nan() { Level::FULL } else { at.clamp(Level::LOWEST, Level::FULL) })
    }

    /// Whether nothing is limited.
    pub fn is_full(self) -> bool {
        self.0 >= Level::FULL
    }

    /// Nodes a move; `None` at full strength.
    pub fn nodes(self) -> Option<u64> {
        (!self.is_full()).then(|| (Level::NODES * (Level::DOUBLINGS * self.0).exp2()).round() as u64)
    }

    /// Width of the lottery, centipawns: a parabola down to 0 at full strength.
    pub fn width(self) -> Score {
        (Level::WIDTH * (1.0 - self.0 / Level::FULL).powi(2)).round() as Score
    }
}

/// Draws the move to play among the good ones.
///
/// Each root move gets a bonus from 0 to `width` centipawns, which the search adds to its score wherever root moves are
/// compared: so a move that is worse than the best by less than `width` may be played, the rarer the worse it is, and
/// none that is worse by more. Proved wins and losses get no bonus: no win is missed for it, and no move that loses by force is
/// preferred to one that does not. What is told of a move is its true score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lottery {
    /// Largest bonus, centipawns.
    pub width: Score,
    /// The same seed gives the same bonuses to the moves of a position.
    pub seed: u64,
}

impl Lottery {
    /// The bonus of the move with the bits `packed` in the position of `key`.
    pub(super) fn bonus(&self, key: u64, packed: u32) -> Score {
        let mix = |seed| splitmix64(seed).1;
        let bits = mix(mix(self.seed ^ key) ^ u64::from(packed));
        // The high half of the product: a number from 0 to `width`.
        ((u128::from(bits) * (self.width.max(0) as u128 + 1)) >> 64) as Score
    }
}

/// Whether a score may have a bonus: it is no proved result.
const fn is_open(score: Score) -> bool {
    score.abs() < MATE_IN_MAX
}

/// The score with its move's bonus, as root moves are compared.
#[inline]
pub(super) const fn with_bonus(score: Score, bonus: Score) -> Score {
    if !is_open(score) {
        return score;
    }
    let sum = score + bonus;
    // However large an evaluation is, a bonus makes no mate of it.
    if sum < MATE_IN_MAX { sum } else { MATE_IN_MAX - 1 }
}

/// The inverse of [`with_bonus`], also for the ends of windows.
#[inline]
pub(super) const fn without_bonus(score: Score, bonus: Score) -> Score {
    if !is_open(score) {
        return score;
    }
    let difference = score - bonus;
    if difference > -MATE_IN_MAX { difference } else { 1 - MATE_IN_MAX }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::MATE;

    #[test]
    fn levels_grow_smoothly() {
        let levels: Vec<Level> = (0..=200).map(|tenths| Level::new(f64::from(tenths) / 10.0)).collect();
        for pair in levels.windows(2) {
            let nodes = pair.iter().map(|level| level.nodes().unwrap_or(u64::MAX)).collect::<Vec<_>>();
            assert!(nodes[0] < nodes[1], "{pair:?}");
            assert!(pair[0].width() >= pair[1].width(), "{pair:?}");
        }
        assert_eq!((levels[0].nodes(), levels[0].width()), (Some(40), 300));
        assert_eq!((levels[200].nodes(), levels[200].width()), (None, 0));
        assert!(Level::new(f64::NAN).is_full() && Level::new(99.0).is_full());
        assert_eq!(Level::new(-1.0), levels[0]);
    }

    #[test]
    fn bonuses_fill_the_width_evenly() {
        let lottery = Lottery { width: 9, seed: 7 };
        let mut counts = [0; 10];
        for packed in 1..=10_000 {
            counts[lottery.bonus(123, packed) as usize] += 1;
        }
        assert!(counts.iter().all(|n| (850..1150).contains(n)), "{counts:?}");
        let none = Lottery { width: 0, seed: 7 };
        assert!((1..100).all(|packed| none.bonus(5, packed) == 0));
    }

    #[test]
    fn a_bonus_is_taken_back_and_makes_no_mate() {
        for score in [-500, 0, 30_000] {
            assert_eq!(without_bonus(with_bonus(score, 77), 77), score);
        }
        for proved in [MATE - 3, 5 - MATE, MATE_IN_MAX, -MATE_IN_MAX] {
            assert_eq!((with_bonus(proved, 99), without_bonus(proved, 99)), (proved, proved));
        }
        assert!(is_open(with_bonus(MATE_IN_MAX - 1, 300)) && is_open(without_bonus(1 - MATE_IN_MAX, 300)));
    }
}
