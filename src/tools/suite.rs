//! `oddity suite` and `oddity make-suite`: tactical positions with proved solutions.

pub mod file;
pub mod make;
pub mod proof;
pub mod simple;

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use clap::Args;
use indicatif::ProgressBar;
use rayon::prelude::*;

use self::file::{Entry, SuiteError, parse_suite};
use super::{CliError, positive, progress_bar};
use crate::game::MoveStyle;
use crate::search::{Control, Limits, NoReport, Root, Searcher};
use crate::variant::{Playable, Variant, Visitor};

/// Table of each search of a suite, MiB.
const HASH: usize = 16;

/// A position that was not solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Miss {
    /// The position's name.
    pub id: String,
    /// The engine's move in coordinate text.
    pub played: String,
}

/// How a suite went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SuiteReport {
    /// Positions whose best move was the engine's move.
    pub solved: usize,
    /// All positions.
    pub all: usize,
    /// Those not solved, in the file's order.
    pub missed: Vec<Miss>,
}

/// Searches every position of a suite's text with `nodes` nodes and the default weights, in parallel. A
/// position is solved if the engine's move at the end is one of the best moves.
///
/// # Errors
/// [`SuiteError`] for the first line that can't be read.
pub fn run_suite<G: Playable>(game: &G, text: &str, nodes: u64) -> Result<SuiteReport, SuiteError> {
    run_suite_within(game, text, &Limits::nodes(nodes))
}

/// [`run_suite`] within any limits, a position each.
///
/// # Errors
/// [`SuiteError`] for the first line that can't be read.
pub fn run_suite_within<G: Playable>(
    game: &G,
    text: &str,
    limits: &Limits<G::Move>,
) -> Result<SuiteReport, SuiteError> {
    run_suite_watched(game, text, limits, |_, _| ())
}

/// [`run_suite_within`] any limits, where `note` hears the number of all positions, once before the first search and
/// again after each, and `None` or whether this one was solved. It is called by several threads.
///
/// # Errors
/// [`SuiteError`] for the first line that can't be read.
pub fn run_suite_watched<G: Playable>(
    game: &G,
    text: &str,
    limits: &Limits<G::Move>,
    note: impl Fn(usize, Option<bool>) + Sync,
) -> Result<SuiteReport, SuiteError> {
    let entries = parse_suite(game, text)?;
    note(entries.len(), None);
    let solve = |searcher: &mut Searcher<G, G::Eval>, entry: &Entry<G>| {
        let miss = solve(searcher, entry, limits);
        note(entries.len(), Some(miss.is_none()));
        miss
    };
    let missed: Vec<Miss> = entries.par_iter().map_init(|| searcher(game), solve).flatten().collect();
    Ok(SuiteReport { solved: entries.len() - missed.len(), all: entries.len(), missed })
}

fn searcher<G: Playable>(game: &G) -> Searcher<G, G::Eval> {
    let mut searcher = super::searcher(game);
    // If this little table is refused, the default one serves.
    let _ = searcher.set_hash(HASH);
    searcher
}

/// `None` if the position is solved.
fn solve<G: Playable>(
    searcher: &mut Searcher<G, G::Eval>,
    entry: &Entry<G>,
    limits: &Limits<G::Move>,
) -> Option<Miss> {
    searcher.clear();
    let root = Root::new(searcher.game(), entry.position.clone());
    let result = searcher.search(&root, limits, &Control::default(), &mut NoReport);
    let played = match result.best {
        Some(m) if entry.best.contains(&m) => return None,
        Some(m) => searcher.game().write_move(&entry.position, m, MoveStyle::Coordinate),
        None => "(none)".to_owned(),
    };
    Some(Miss { id: entry.id.clone(), played })
}

/// Solves a suite of positions and prints solved / all and every miss.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Example: oddity suite glinski positions/glinski/tactics.epd --nodes 200000")]
pub struct SuiteArgs {
    /// The game.
    #[arg(value_name = "GAME")]
    pub game: Variant,
    /// Suite file; positions/README.md describes the format.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Nodes a position (200,000 if nothing else is set).
    #[arg(long, value_name = "N", value_parser = positive::<u64>, conflicts_with = "movetime")]
    pub nodes: Option<u64>,
    /// Milliseconds a position.
    #[arg(long, value_name = "MS", value_parser = positive::<u64>)]
    pub movetime: Option<u64>,
    /// Positions searched at the same time; the number of cores if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub concurrency: Option<u16>,
}

/// How far a suite is: a bar on standard error if that is a terminal.
struct Progress {
    bar: ProgressBar,
    solved: AtomicUsize,
}

impl Progress {
    fn new() -> Progress {
        let bar = progress_bar(None, "{bar:24} {pos}/{len} positions, {eta} left  {msg}");
        Progress { bar, solved: AtomicUsize::new(0) }
    }

    /// Before the first search of `all` without an `end`, then after each with whether it solved its position.
    fn show(&self, all: usize, end: Option<bool>) {
        let Some(solved) = end else { return self.bar.set_length(all as u64) };
        let before = self.solved.fetch_add(usize::from(solved), Ordering::Relaxed);
        self.bar.set_message(format!("{} solved", before + usize::from(solved)));
        self.bar.inc(1);
    }
}

/// Nodes a position where no limit is given.
const NODES: u64 = 200_000;

/// Solves the suite.
///
/// # Errors
/// [`CliError::Usage`] if the file can't be read.
pub fn run(args: &SuiteArgs) -> Result<(), CliError> {
    struct Job<'a>(&'a SuiteArgs);
    impl Visitor for Job<'_> {
        type Output = Result<(), CliError>;
        fn visit<G: Playable>(self, game: G) -> Result<(), CliError> {
            let path = self.0.file.display();
            let text =
                fs::read_to_string(&self.0.file).map_err(|e| CliError::Usage(format!("{path}: {e}")))?;
            let limits = match self.0.movetime {
                Some(ms) => Limits { move_time: Some(Duration::from_millis(ms)), ..Limits::default() },
                None => Limits::nodes(self.0.nodes.unwrap_or(NODES)),
            };
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(self.0.concurrency.map_or(0, usize::from))
                .build()
                .map_err(|e| CliError::Failed(format!("can't start so many threads: {e}")))?;
            let progress = Progress::new();
            let report = pool
                .install(|| run_suite_watched(&game, &text, &limits, |all, end| progress.show(all, end)))
                .map_err(|e| CliError::Usage(format!("{path}: {e}")))?;
            progress.bar.finish_and_clear();
            if report.all == 0 {
                return Err(CliError::Usage(format!(
                    "{path}: no position in it; each is a line 'FEN; bm MOVE; id \"NAME\";'"
                )));
            }
            let mut out = io::stdout().lock();
            for miss in &report.missed {
                writeln!(out, "missed {} ({})", miss.id, miss.played)?;
            }
            writeln!(out, "solved {} of {}", report.solved, report.all)?;
            Ok(())
        }
    }
    args.game.dispatch(Job(args))
}

/// Makes a tactical set from seeded games: the positions that a proof search proves won, as many each in
/// 1, 2 and 3 or more moves, with all shortest first moves. Where a single move may end the game, there are as many in
/// which few moves meet a threat.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Example: oddity make-suite glinski --seed 1 > positions/glinski/tactics.epd")]
pub struct MakeSuiteArgs {
    /// The game.
    #[arg(value_name = "GAME")]
    pub game: Variant,
    /// Seed of the games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Positions in all.
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = positive::<usize>)]
    pub count: usize,
    /// Print plain balanced positions for `bench` instead.
    #[arg(long)]
    pub bench: bool,
}

/// Prints the set.
///
/// # Errors
/// [`CliError::Io`] if standard output can't be written.
pub fn run_make(args: &MakeSuiteArgs) -> Result<(), CliError> {
    struct Job<'a>(&'a MakeSuiteArgs);
    impl Visitor for Job<'_> {
        type Output = Result<(), CliError>;
        fn visit<G: Playable>(self, game: G) -> Result<(), CliError> {
            let MakeSuiteArgs { seed, count, bench, .. } = *self.0;
            let mut out = io::stdout().lock();
            let flag = if bench { " --bench" } else { "" };
            writeln!(out, "# oddity make-suite {} --seed {seed} --count {count}{flag}", G::NAME)?;
            if bench {
                for position in make::bench_positions(&game, seed, count) {
                    writeln!(out, "{}", game.fen(&position))?;
                }
            } else {
                for entry in make::make_suite(&game, seed, count) {
                    writeln!(out, "{}", entry.line(&game))?;
                }
            }
            Ok(())
        }
    }
    args.game.dispatch(Job(args))
}
