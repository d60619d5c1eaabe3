//! `oddity tune`: fits the evaluation's weights to the results of self-play.

pub mod data;
pub mod fit;
pub mod wdl;

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;

use self::data::{DataGame, DataTerms, Samples, load_or_play};
use self::fit::{FitTerms, fit, fit_scale, loss, rounded, three_quarters, values_of};
use super::matches::spec::load_weights;
use super::{CliError, positive, say};
use crate::eval::Tunable;
use crate::variant::{Playable, Variant, Visitor};

/// Every so manieth game is held out.
const HELD_OUT: u64 = 10;

/// Fits the evaluation's weights to self-play: plays games, keeps their quiet positions, and minimises the
/// logistic loss of the results under the evaluation.
///
/// The positions are kept in the --data file; with the same terms it is used again, and longer if more
/// games are asked for. Every tenth game is held out; the weights of the epoch with the smallest held-out
/// loss are written. The same command gives the same weights.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Example: oddity tune glinski --games 4000 --data glinski.jsonl --out new.json")]
pub struct TuneArgs {
    /// The game.
    #[arg(value_name = "GAME")]
    pub game: Variant,
    /// Games of self-play, at least 10: every tenth is held out.
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(HELD_OUT..))]
    pub games: u64,
    /// Nodes a move in self-play.
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = positive::<u64>)]
    pub nodes: u64,
    /// Plies after the random opening that give no position.
    #[arg(long, value_name = "PLIES", default_value_t = 2)]
    pub skip: usize,
    /// Seed of the openings.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// File of positions, made or continued.
    #[arg(long, value_name = "FILE")]
    pub data: PathBuf,
    /// Weight file to start from, also in self-play; the default weights if not given.
    #[arg(long, value_name = "FILE")]
    pub weights: Option<String>,
    /// Weight file to write.
    #[arg(long, value_name = "FILE", required_unless_present = "wdl")]
    pub out: Option<PathBuf>,
    /// Fit the chances of win, draw and loss to the games instead, print them and write no weights.
    #[arg(long)]
    pub wdl: bool,
    /// Passes over the positions at most.
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = positive::<u32>)]
    pub epochs: u32,
    /// Step of the fit, centipawns.
    #[arg(long, value_name = "CP", default_value_t = 1.0)]
    pub rate: f64,
    /// Penalty on the mean square distance from the start weights, in pawns.
    #[arg(long, value_name = "X", default_value_t = 0.02)]
    pub l2: f64,
    /// Epochs without gain after which the fit ends.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = positive::<u32>)]
    pub patience: u32,
    /// Share of the search's own expectation in the labels, 0 to 1; the rest is the result.
    #[arg(long, value_name = "X", default_value_t = 0.0)]
    pub blend: f64,
    /// Weight groups that stay as they are, separated by commas.
    #[arg(long, value_name = "GROUPS", value_delimiter = ',')]
    pub freeze: Vec<String>,
}

/// Tunes and prints the loss of every epoch.
///
/// # Errors
/// [`CliError`] for unusable files or arguments.
pub fn run(args: &TuneArgs) -> Result<(), CliError> {
    args.game.dispatch(Job { args })
}

struct Job<'a> {
    args: &'a TuneArgs,
}

impl Visitor for Job<'_> {
    type Output = Result<(), CliError>;

    fn visit<G: Playable>(self, game: G) -> Result<(), CliError> {
        let args = self.args;
        if !(0.0..=1.0).contains(&args.blend) {
            return Err(CliError::Usage(format!("--blend {:?}: it is a share from 0 to 1", args.blend)));
        }
        if !(args.rate > 0.0 && args.rate <= 100.0) {
            return Err(CliError::Usage(format!(
                "--rate {:?}: a step is above 0 and at most 100 centipawns; such as 1",
                args.rate
            )));
        }
        if !(0.0..=1000.0).contains(&args.l2) {
            return Err(CliError::Usage(format!(
                "--l2 {:?}: a penalty is from 0 to 1000; such as 0.02",
                args.l2
            )));
        }
        if let Some(out) = &args.out {
            check_writable(out)?;
            if same_file(out, &args.data) {
                return Err(CliError::Usage(format!(
                    "--out {} is the --data file; the weights need one of their own",
                    out.display()
                )));
            }
        }
        let frozen = frozen::<G>(&args.freeze)?;
        let start = match &args.weights {
            Some(path) => load_weights::<G>(path)?,
            None => G::Eval::default_weights(),
        };
        let mut terms = DataTerms::new::<G>(args.seed, args.nodes, args.skip);
        if let Some(path) = &args.weights {
            terms.weights.clone_from(path);
        }
        let begun = Instant::now();
        let games = load_or_play(&game, &args.data, &terms, &start, args.games, &mut |done| {
            if done.is_multiple_of(640) || done == args.games {
                say(&format!("{done} of {} games, {:.0} s", args.games, begun.elapsed().as_secs_f64()));
            }
        })?;
        if args.wdl {
            return Ok(wdl::report(&games, &mut io::stdout().lock())?);
        }
        let (held_out, train): (Vec<&DataGame>, Vec<&DataGame>) =
            games.iter().partition(|game| game.index % HELD_OUT == HELD_OUT - 1);
        let start_values = values_of(&start);
        // Blended labels need a scale before it can be fitted to them: first the plain results.
        let plain = Samples::trace(&game, &train, 0.0, 1.0)?;
        if plain.is_empty() || held_out.is_empty() {
            return Err(CliError::Failed(format!("too few positions: {} games", games.len())));
        }
        let scale = fit_scale(&plain, &start_values);
        let (train, held_out) = (
            if args.blend > 0.0 { Samples::trace(&game, &train, args.blend, scale)? } else { plain },
            Samples::trace(&game, &held_out, args.blend, scale)?,
        );
        let mut out = io::stdout().lock();
        writeln!(
            out,
            "{} games, {} positions for training, {} held out",
            games.len(),
            train.len(),
            held_out.len()
        )?;
        writeln!(out, "scale {scale:.1}: 3/4 is expected at {:.0} centipawns", three_quarters(scale))?;
        let fit_terms = FitTerms {
            epochs: args.epochs,
            rate: args.rate,
            l2: args.l2,
            patience: args.patience,
            scale,
            frozen,
        };
        let mut failed = Ok(());
        let fitted = fit(&train, &held_out, &start_values, &fit_terms, &mut |epoch| {
            let line = writeln!(
                out,
                "epoch {:4}  loss {:.6}  held out {:.6}",
                epoch.number, epoch.train, epoch.held_out
            );
            if failed.is_ok() {
                failed = line;
            }
        });
        failed?;
        let weights = rounded(&fitted);
        let values = values_of(&weights);
        let new_scale = fit_scale(&train, &values);
        writeln!(
            out,
            "held out: {:.6} before, {:.6} after (rounded)",
            loss(&held_out, &start_values, scale),
            loss(&held_out, &values, scale)
        )?;
        writeln!(
            out,
            "scale {new_scale:.1}: 3/4 is expected at {:.0} centipawns",
            three_quarters(new_scale)
        )?;
        if let Some(path) = &args.out {
            fs::write(path, weights.to_json(G::NAME, G::Eval::layout()))
                .map_err(|e| CliError::Failed(format!("{}: {e}", path.display())))?;
            writeln!(out, "written {}", path.display())?;
        }
        Ok(())
    }
}

/// Whether two names mean one file.
fn same_file(a: &Path, b: &Path) -> bool {
    match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        // Neither is there yet, or only one.
        _ => a == b,
    }
}

/// Whether a result can be written there, asked before hours of work and without making the file.
fn check_writable(path: &Path) -> Result<(), CliError> {
    let refused =
        |why: &str| Err(CliError::Usage(format!("--out {}: {why}; such as 'new.json'", path.display())));
    if path.is_dir() {
        return refused("that is a directory");
    }
    if path.exists() {
        return match OpenOptions::new().append(true).open(path) {
            Ok(_) => Ok(()),
            Err(e) => refused(&e.to_string()),
        };
    }
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() && !parent.is_dir() => {
            refused("its directory does not exist")
        }
        _ if path.as_os_str().is_empty() => refused("the name is empty"),
        _ => Ok(()),
    }
}

/// Which weights stay fixed, from the groups' names.
fn frozen<G: Playable>(names: &[String]) -> Result<Vec<bool>, CliError> {
    let layout = G::Eval::layout();
    let total = layout.iter().map(|g| g.first + g.len).max().unwrap_or(0);
    let mut frozen = vec![false; total];
    for name in names {
        let group = layout.iter().find(|g| g.name == name).ok_or_else(|| {
            let known: Vec<&str> = layout.iter().map(|g| g.name).collect();
            CliError::Usage(format!("--freeze '{name}': no such group; known are {}", known.join(", ")))
        })?;
        frozen[group.first..group.first + group.len].fill(true);
    }
    Ok(frozen)
}
