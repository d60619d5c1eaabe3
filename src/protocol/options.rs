//! Options that every game has.

use thiserror::Error;

/// Range of `Hash`, MiB. What the memory holds is checked when a table is asked for.
pub const HASH: Spin = Spin { name: "Hash", default: 16, min: 1, max: 33_554_432 };
/// Range of `Threads`.
pub const THREADS: Spin = Spin { name: "Threads", default: 1, min: 1, max: 1024 };
/// Range of `MultiPV`.
pub const MULTI_PV: Spin = Spin { name: "MultiPV", default: 1, min: 1, max: 500 };
/// Range of `Move Overhead`, milliseconds.
pub const MOVE_OVERHEAD: Spin = Spin { name: "Move Overhead", default: 10, min: 0, max: 5000 };

/// Range of `Skill Level`.
pub const SKILL_LEVEL: Spin = Spin { name: "Skill Level", default: 20, min: 0, max: 20 };
/// Range of `UCI_Elo`, over the same levels.
pub const UCI_ELO: Spin = Spin { name: "UCI_Elo", default: 1500, min: 500, max: 2500 };
/// Range of `Variety`, centipawns.
pub const VARIETY: Spin = Spin { name: "Variety", default: 0, min: 0, max: 200 };
/// Range of `Seed`; 0 is none.
pub const SEED: Spin = Spin { name: "Seed", default: 0, min: 0, max: i32::MAX as usize };

/// Why a value was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// No such option.
    #[error("no option is called '{0}'; 'uci' lists them")]
    Unknown(String),
    /// Not a number in range.
    #[error("option {name}: '{found}' is not a whole number from {min} to {max}; it stays at {old}")]
    Spin {
        /// The option.
        name: &'static str,
        /// What was given.
        found: String,
        /// Smallest value.
        min: usize,
        /// Largest value.
        max: usize,
        /// The value that stays.
        old: usize,
    },
    /// Neither `true` nor `false`.
    #[error("option {name}: '{found}' is neither 'true' nor 'false'")]
    Check {
        /// The option.
        name: &'static str,
        /// What was given.
        found: String,
    },
    /// Not one of the values of a list.
    #[error("option {name}: {problem}")]
    Refused {
        /// The option.
        name: String,
        /// What is wrong with the value.
        problem: String,
    },
    /// It can't be changed while a search runs; one without an end has to be stopped.
    #[error("option {0} can't be changed during a search; stop it first")]
    Searching(String),
}

/// A whole number in a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spin {
    /// Name as in `setoption`.
    pub name: &'static str,
    /// Value at the start.
    pub default: usize,
    /// Smallest value.
    pub min: usize,
    /// Largest value.
    pub max: usize,
}

impl Spin {
    /// The `option` line.
    pub fn declaration(&self) -> String {
        let Spin { name, default, min, max } = self;
        format!("option name {name} type spin default {default} min {min} max {max}")
    }

    /// Reads a value; `old` is the one that stays if this fails.
    ///
    /// # Errors
    /// [`OptionError::Spin`].
    pub fn read(&self, text: &str, old: usize) -> Result<usize, OptionError> {
        text.parse().ok().filter(|value| (self.min..=self.max).contains(value)).ok_or_else(|| {
            OptionError::Spin {
                name: self.name,
                found: crate::input::shorten(text),
                min: self.min,
                max: self.max,
                old,
            }
        })
    }
}

/// An option of the engine itself, whatever the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineOption {
    /// `UCI_Variant`: the game.
    Variant,
    /// `Hash`: size of the transposition table.
    Hash,
    /// `Threads`: search threads.
    Threads,
    /// `MultiPV`: number of lines.
    MultiPv,
    /// `Ponder`: whether the GUI will let the engine ponder. Time management may use it.
    Ponder,
    /// `Move Overhead`: time lost between engine and clock.
    MoveOverhead,
    /// `Clear Hash`: forget everything learnt.
    ClearHash,
    /// `WeightsFile`: evaluation weights to use instead of the built-in ones.
    WeightsFile,
    /// `Debug Log File`: keeps what is read and written.
    DebugLogFile,
    /// `UCI_ShowWDL`: chances of win, draw and loss beside the score.
    ShowWdl,
    /// `UCI_AnalyseMode`: full strength and no variety.
    AnalyseMode,
    /// `UCI_LimitStrength`: play as strongly as `UCI_Elo` says.
    LimitStrength,
    /// `UCI_Elo`: strength on a scale that is not calibrated.
    Elo,
    /// `Skill Level`: strength in steps.
    SkillLevel,
    /// `Variety`: how much worse than the best a move may be that is played now and then.
    Variety,
    /// `Seed`: makes what is drawn by lot repeatable.
    Seed,
}

impl EngineOption {
    /// All of them, in the order in which `uci` lists them.
    pub const ALL: [EngineOption; 16] = [
        EngineOption::Variant,
        EngineOption::Hash,
        EngineOption::Threads,
        EngineOption::MultiPv,
        EngineOption::Ponder,
        EngineOption::MoveOverhead,
        EngineOption::ClearHash,
        EngineOption::WeightsFile,
        EngineOption::DebugLogFile,
        EngineOption::ShowWdl,
        EngineOption::AnalyseMode,
        EngineOption::LimitStrength,
        EngineOption::Elo,
        EngineOption::SkillLevel,
        EngineOption::Variety,
        EngineOption::Seed,
    ];

    /// Name as in `setoption`.
    pub fn name(self) -> &'static str {
        match self {
            EngineOption::Variant => "UCI_Variant",
            EngineOption::Hash => HASH.name,
            EngineOption::Threads => THREADS.name,
            EngineOption::MultiPv => MULTI_PV.name,
            EngineOption::Ponder => "Ponder",
            EngineOption::MoveOverhead => MOVE_OVERHEAD.name,
            EngineOption::ClearHash => "Clear Hash",
            EngineOption::WeightsFile => "WeightsFile",
            EngineOption::DebugLogFile => "Debug Log File",
            EngineOption::ShowWdl => "UCI_ShowWDL",
            EngineOption::AnalyseMode => "UCI_AnalyseMode",
            EngineOption::LimitStrength => "UCI_LimitStrength",
            EngineOption::Elo => UCI_ELO.name,
            EngineOption::SkillLevel => SKILL_LEVEL.name,
            EngineOption::Variety => VARIETY.name,
            EngineOption::Seed => SEED.name,
        }
    }

    /// The option of this name, in any case.
    pub fn find(name: &str) -> Option<EngineOption> {
        EngineOption::ALL.into_iter().find(|o| o.name().eq_ignore_ascii_case(name))
    }
}

/// Reads `true` or `false`.
///
/// # Errors
/// [`OptionError::Check`].
pub fn read_check(name: &'static str, text: &str) -> Result<bool, OptionError> {
    match text.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(OptionError::Check { name, found: crate::input::shorten(text) }),
    }
}
