//! How strongly the engine is to play, from the options that say so.

use super::options::{SKILL_LEVEL, UCI_ELO};
use crate::search::{Level, Lottery, Score};

/// The options about strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// `Skill Level`.
    pub skill: usize,
    /// `UCI_LimitStrength`: `elo` counts and not `skill`.
    pub limited: bool,
    /// `UCI_Elo`.
    pub elo: usize,
    /// `Variety`, centipawns.
    pub variety: usize,
    /// `Seed`; 0 is another one each time.
    pub seed: usize,
    /// `UCI_AnalyseMode`: full strength, whatever the others say.
    pub analysis: bool,
}

impl Default for Strength {
    fn default() -> Strength {
        Strength {
            skill: SKILL_LEVEL.default,
            limited: false,
            elo: UCI_ELO.default,
            variety: 0,
            seed: 0,
            analysis: false,
        }
    }
}

impl Strength {
    /// The level to play at.
    pub fn level(&self) -> Level {
        if self.analysis {
            return Level::new(Level::FULL);
        }
        let (value, spin) = if self.limited { (self.elo, UCI_ELO) } else { (self.skill, SKILL_LEVEL) };
        let share = (value as f64 - spin.min as f64) / (spin.max - spin.min) as f64;
        Level::new(Level::LOWEST + share * (Level::FULL - Level::LOWEST))
    }

    /// How the move is drawn; `None` if the best one is to be played.
    pub fn lottery(&self) -> Option<Lottery> {
        if self.analysis {
            return None;
        }
        let width = self.level().width().max(self.variety as Score);
        let seed = || if self.seed == 0 { rand::random() } else { self.seed as u64 };
        (width > 0).then(|| Lottery { width, seed: seed() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_strength_at_the_start() {
        let strength = Strength::default();
        assert!(strength.level().is_full());
        assert_eq!(strength.lottery(), None);
    }

    #[test]
    fn elo_goes_before_skill_and_analysis_before_both() {
        let mut strength = Strength { skill: 0, elo: 2000, seed: 5, variety: 7, ..Strength::default() };
        assert_eq!(strength.level(), Level::new(0.0));
        strength.limited = true;
        assert_eq!(strength.level(), Level::new(15.0));
        assert_eq!(strength.lottery(), Some(Lottery { width: 19, seed: 5 }));
        strength.elo = UCI_ELO.max;
        assert!(strength.level().is_full());
        assert_eq!(strength.lottery(), Some(Lottery { width: 7, seed: 5 }));
        strength.elo = UCI_ELO.min;
        assert_eq!(strength.level(), Level::new(0.0));
        strength.analysis = true;
        assert!(strength.level().is_full());
        assert_eq!(strength.lottery(), None);
    }

    #[test]
    fn without_a_seed_no_two_searches_are_alike() {
        let strength = Strength { variety: 50, ..Strength::default() };
        assert_ne!(strength.lottery(), strength.lottery());
    }
}
