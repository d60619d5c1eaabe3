//! Who plays: `--a` and `--b` of a match, as text and as players.

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use super::process::{ProcessPlayer, ProcessSpec, StartError};
use crate::eval::{Tunable, Weights};
use crate::game::Game;
use crate::input::read_regular_file;
use crate::search::{Params, Searcher, Selectivity};
use crate::tools::selfplay::{Budget, EnginePlayer, Fault, Player, TimeControl};
use crate::tools::{CliError, positive};
use crate::variant::Playable;

/// Most search threads of a contestant, as of the protocol's option.
const MAX_THREADS: usize = 1024;

/// One contestant, as `key=value` items separated by commas.
///
/// `cmd=PATH` makes it a program that speaks the protocol, with `arg=TEXT` for its command line and
/// `option.NAME=VALUE` for its options. Without `cmd` it is this engine in this process, with
/// `weights=FILE`, `hash=MIB`, `threads=N`, `option.NAME=VALUE` for the game's own options and
/// `null_move`, `reductions`, `pruning`, `extensions`, `table`, `quiescence` each `on` or `off`, and
/// `param.NAME=VALUE` for the numbers of the search ([`Params::RANGES`]). Both take
/// `name=TEXT` and their own `nodes`, `depth`, `movetime` (milliseconds) and `tc` (seconds).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    /// The text it was read from.
    pub text: String,
    /// Name for reports, if given.
    pub name: Option<String>,
    /// What it may spend, where it differs from the match's budget.
    pub budget: Budget,
    /// Where it runs.
    pub kind: EngineKind,
}

/// Where a contestant runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineKind {
    /// This engine in this process.
    Internal(InternalSpec),
    /// Another program.
    Process(ProcessSpec),
}

/// This engine with options of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InternalSpec {
    /// Weight file instead of the default weights.
    pub weights: Option<String>,
    /// Table, MiB.
    pub hash: usize,
    /// Search threads.
    pub threads: usize,
    /// What the search may skip.
    pub selectivity: Selectivity,
    /// Numbers of the search that differ from the game's own.
    pub params: Vec<(String, i32)>,
    /// The game's own options.
    pub options: Vec<(String, String)>,
}

impl Default for InternalSpec {
    fn default() -> Self {
        InternalSpec {
            weights: None,
            hash: 8,
            threads: 1,
            selectivity: Selectivity::default(),
            params: Vec::new(),
            options: Vec::new(),
        }
    }
}

impl FromStr for EngineSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<EngineSpec, String> {
        let items: Vec<(&str, &str)> = text
            .split(',')
            .map(str::trim)
            .filter(|item| !item.is_empty() && *item != "default")
            .map(|item| {
                item.split_once('=')
                    .ok_or_else(|| format!("'{item}' is not KEY=VALUE; such as 'weights=new.json,hash=8'"))
            })
            .collect::<Result<_, _>>()?;
        let command = items.iter().rev().find(|(key, _)| *key == "cmd").map(|(_, path)| *path);
        let mut spec = EngineSpec {
            text: text.to_owned(),
            name: None,
            budget: Budget::default(),
            kind: match command {
                None => EngineKind::Internal(InternalSpec::default()),
                Some(path) => EngineKind::Process(ProcessSpec::new(path)),
            },
        };
        for (key, value) in items {
            if key == "name" {
                spec.name = Some(value.to_owned());
            } else if !set_budget(&mut spec.budget, key, value)? {
                let known = match &mut spec.kind {
                    EngineKind::Internal(internal) => internal.set(key, value)?,
                    EngineKind::Process(process) => process.set(key, value),
                };
                if !known {
                    return Err(format!("unknown key '{key}' for this kind of engine"));
                }
            }
        }
        Ok(spec)
    }
}

impl InternalSpec {
    /// Sets one key; `false` if there is none of this name.
    fn set(&mut self, key: &str, value: &str) -> Result<bool, String> {
        if let Some(name) = key.strip_prefix("option.") {
            self.options.push((name.to_owned(), value.to_owned()));
            return Ok(true);
        }
        match key {
            "weights" => self.weights = Some(value.to_owned()),
            "hash" => self.hash = at_least_one(key, value)?,
            "threads" => {
                self.threads = at_least_one(key, value)?;
                if self.threads > MAX_THREADS {
                    return Err(format!("threads={value}: at most {MAX_THREADS}"));
                }
            }
            "null_move" => self.selectivity.null_move = switch(key, value)?,
            "reductions" => self.selectivity.reductions = switch(key, value)?,
            "pruning" => self.selectivity.pruning = switch(key, value)?,
            "extensions" => self.selectivity.extensions = switch(key, value)?,
            "table" => self.selectivity.table = switch(key, value)?,
            "quiescence" => self.selectivity.quiescence = switch(key, value)?,
            _ => match key.strip_prefix("param.") {
                Some(name) if Params::default().get(name).is_some() => {
                    self.params.push((name.to_owned(), number(key, value)?));
                }
                _ => return Ok(false),
            },
        }
        Ok(true)
    }
}

fn set_budget(budget: &mut Budget, key: &str, value: &str) -> Result<bool, String> {
    match key {
        "nodes" => budget.nodes = Some(at_least_one(key, value)?),
        "depth" => budget.depth = Some(at_least_one(key, value)?),
        "movetime" => budget.move_time = Some(Duration::from_millis(at_least_one(key, value)?)),
        "tc" => budget.clock = Some(parse_time_control(value)?),
        _ => return Ok(false),
    }
    Ok(true)
}

fn number<N: FromStr>(key: &str, value: &str) -> Result<N, String> {
    value.parse().map_err(|_| format!("{key}: '{value}' is not a number in range"))
}

fn at_least_one<N: FromStr + PartialOrd + From<u8>>(key: &str, value: &str) -> Result<N, String> {
    positive(value).map_err(|e| format!("{key}={value}: {e}"))
}

fn switch(key: &str, value: &str) -> Result<bool, String> {
    match value {
        "on" | "true" => Ok(true),
        "off" | "false" => Ok(false),
        _ => Err(format!("{key}: '{value}' is neither 'on' nor 'off'")),
    }
}

/// Reads `BASE` or `BASE+INCREMENT`, both in seconds.
///
/// # Errors
/// One line that names the text and shows a right one.
pub fn parse_time_control(text: &str) -> Result<TimeControl, String> {
    let seconds = |part: &str| {
        part.parse::<f64>()
            .ok()
            .filter(|s| (0.0..1e6).contains(s))
            .map(Duration::from_secs_f64)
            .ok_or_else(|| format!("'{text}' is no time control; such as '10+0.1', in seconds"))
    };
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    Ok(TimeControl { base: seconds(base)?, increment: seconds(increment)? })
}

/// A contestant with its files read, ready to make any number of players.
pub struct Contender {
    /// Name for reports.
    pub name: String,
    budget: Budget,
    kind: EngineKind,
    weights: Option<Weights>,
}

impl Contender {
    /// Reads what `spec` names. `fallback` is the match's budget and `letter` the name of last resort.
    ///
    /// # Errors
    /// [`CliError::Usage`] if a weight file can't be read or a game option is refused.
    pub fn load<G: Playable>(
        game: &G,
        spec: &EngineSpec,
        fallback: Budget,
        letter: &str,
    ) -> Result<Contender, CliError> {
        let weights = match &spec.kind {
            EngineKind::Internal(InternalSpec { weights: Some(path), .. }) => Some(load_weights::<G>(path)?),
            _ => None,
        };
        let contender = Contender {
            name: spec.name.clone().unwrap_or_else(|| letter.to_owned()),
            budget: if spec.budget == Budget::default() { fallback } else { spec.budget },
            kind: spec.kind.clone(),
            weights,
        };
        // Shows bad options and missing programs before the first game.
        if let EngineKind::Internal(spec) = &contender.kind {
            set_options(&mut game.clone(), &spec.options)?;
        }
        contender.player(game)?;
        Ok(contender)
    }

    /// The options among its own that are the game's, which decide the rules.
    fn rules<G: Playable>(&self, game: &G) -> Vec<(&'static str, &str)> {
        let given = match &self.kind {
            EngineKind::Internal(spec) => &spec.options,
            EngineKind::Process(spec) => &spec.options,
        };
        let value = |name: &str| given.iter().rev().find(|(n, _)| n.eq_ignore_ascii_case(name));
        game.options().iter().filter_map(|o| Some((o.name, value(o.name)?.1.as_str()))).collect()
    }

    /// The game by the rules that both contestants play.
    ///
    /// # Errors
    /// [`CliError::Usage`] if they differ, or the game refuses them.
    pub fn common_game<G: Playable>(&self, other: &Contender, game: &G) -> Result<G, CliError> {
        let (ours, theirs) = (self.rules(game), other.rules(game));
        if ours != theirs {
            let show = |rules: &[(&str, &str)]| match rules {
                [] => "none".to_owned(),
                rules => rules.iter().map(|(n, v)| format!("{n}={v}")).collect::<Vec<_>>().join(", "),
            };
            return Err(CliError::Usage(format!(
                "the options that decide the rules must be the same for both: A has {}, B {}",
                show(&ours),
                show(&theirs)
            )));
        }
        let mut game = game.clone();
        set_options(&mut game, &ours)?;
        Ok(game)
    }

    /// Whether games of the two can differ only by who has which side: the same engine within this process on
    /// the same budget, which no clock blurs.
    pub fn mirrors(&self, other: &Contender) -> bool {
        let timed = self.budget.move_time.is_some() || self.budget.clock.is_some();
        let reproducible =
            |kind: &EngineKind| matches!(kind, EngineKind::Internal(InternalSpec { threads: 1, .. }));
        !timed
            && reproducible(&self.kind)
            && self.kind == other.kind
            && self.budget == other.budget
            && self.weights == other.weights
    }

    /// A new player, for one worker; `game` is that of [`Contender::common_game`].
    ///
    /// # Errors
    /// [`CliError::Usage`] if the table is too large, an option is refused or the program does not start.
    pub fn player<G: Playable>(&self, game: &G) -> Result<Box<dyn Player<G>>, CliError> {
        match &self.kind {
            EngineKind::Process(spec) => {
                let player =
                    ProcessPlayer::start(game.clone(), spec.clone(), self.budget).map_err(|error| {
                        const SPEAKS: &str = "it must be a program that speaks UCI";
                        let why = match error {
                            StartError::Refused(why) => why,
                            StartError::Fault(Fault::Crash(how)) => format!("{how}; {SPEAKS}"),
                            StartError::Fault(Fault::TimeOut) => {
                                format!("no answer to 'uci' or 'isready' in 10 s; {SPEAKS}")
                            }
                            StartError::Fault(other) => format!("{other}; {SPEAKS}"),
                        };
                        CliError::Usage(format!("cmd={}: {why}", spec.path))
                    })?;
                Ok(Box::new(player))
            }
            EngineKind::Internal(spec) => {
                let weights = self.weights.clone().unwrap_or_else(G::Eval::default_weights);
                let evaluator = G::Eval::with_weights(game, &weights);
                let mut searcher = Searcher::new(game.clone(), evaluator);
                searcher.set_hash(spec.hash).map_err(|e| CliError::Usage(format!("hash: {e}")))?;
                searcher.set_threads(spec.threads);
                searcher.set_selectivity(spec.selectivity);
                let mut params = Params::of::<G>();
                for (name, value) in &spec.params {
                    params.set(name, *value);
                }
                searcher.set_params(params);
                Ok(Box::new(EnginePlayer::new(searcher, self.budget)))
            }
        }
    }
}

/// Sets options of the game, given by name and value.
fn set_options<G: Playable, N: AsRef<str>>(game: &mut G, options: &[(N, N)]) -> Result<(), CliError> {
    for (name, value) in options {
        let name = name.as_ref();
        game.set_option(name, value.as_ref()).map_err(|e| CliError::Usage(format!("option.{name}: {e}")))?;
    }
    Ok(())
}

/// Reads a weight file of the game.
///
/// # Errors
/// [`CliError::Usage`] with the path and what is wrong.
pub fn load_weights<G: Playable>(path: &str) -> Result<Weights, CliError> {
    let text = read_regular_file(Path::new(path)).map_err(|e| CliError::Usage(format!("{path}: {e}")))?;
    Weights::from_json(&text, <G as Game>::NAME, G::Eval::layout())
        .map_err(|e| CliError::Usage(format!("{path}: {e}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_internal_engines() {
        let spec: EngineSpec =
            "weights=w.json,hash=16,null_move=off,param.rfp_depth=5,name=new,nodes=500".parse().unwrap();
        assert_eq!(spec.name.as_deref(), Some("new"));
        assert_eq!(spec.budget, Budget::nodes(500));
        let EngineKind::Internal(internal) = spec.kind else { panic!("not internal") };
        assert_eq!((internal.weights.as_deref(), internal.hash), (Some("w.json"), 16));
        assert!(!internal.selectivity.null_move && internal.selectivity.pruning);
        assert_eq!(internal.params, [("rfp_depth".to_owned(), 5)]);
        assert!("param.no_such_number=5".parse::<EngineSpec>().is_err());
        let plain: EngineSpec = "default".parse().unwrap();
        assert_eq!(plain.kind, EngineKind::Internal(InternalSpec::default()));
    }

    #[test]
    fn reads_programs() {
        let spec: EngineSpec = "option.Hash=4,cmd=./engine,arg=-x,arg=y,tc=1+0.5".parse().unwrap();
        let EngineKind::Process(process) = spec.kind else { panic!("no process") };
        assert_eq!(process.path, "./engine");
        assert_eq!(process.args, ["-x", "y"]);
        assert_eq!(process.options, [("Hash".to_owned(), "4".to_owned())]);
        let clock = spec.budget.clock.unwrap();
        assert_eq!((clock.base, clock.increment), (Duration::from_secs(1), Duration::from_millis(500)));
    }

    #[test]
    fn refuses_nonsense_with_a_reason() {
        for bad in [
            "hash",
            "hash=x",
            "null_move=maybe",
            "colour=red",
            "cmd=x,weights=y",
            "tc=a",
            "tc=-1",
            "hash=0",
            "threads=0",
            "threads=1025",
            "nodes=0",
            "depth=0",
        ] {
            assert!(!bad.parse::<EngineSpec>().unwrap_err().is_empty(), "{bad}");
        }
        assert!(parse_time_control("1+x").unwrap_err().contains("1+x"));
    }
}
