//! What the command line offers beside the protocol, one module a subcommand.
//!
//! Each module has its own `clap` argument struct with an example in its help, and a function
//! `run(args) -> Result<(), CliError>`. Results go to standard output, talk goes to standard error.

pub mod analyse;
pub mod bench;
pub mod diagram;
pub mod matches;
pub mod openings;
pub mod perft;
pub mod play;
pub mod position;
pub mod selfplay;
pub mod suite;
pub mod tune;
pub mod variants;

use std::io::{self, Write};
use std::str::FromStr;
use std::sync::Arc;

use indicatif::{ProgressBar, ProgressStyle};
use thiserror::Error;

use crate::eval::Tunable;
use crate::search::{Control, Searcher};
use crate::variant::Playable;

/// The engine of a game with its own weights and a table of the default size.
pub fn searcher<G: Playable>(game: &G) -> Searcher<G, G::Eval> {
    Searcher::new(game.clone(), G::Eval::with_weights(game, &G::Eval::default_weights()))
}

/// Says something to the person on standard error. Nobody may be listening there, and that is no reason to
/// give up the work.
pub fn say(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// A first interrupt (Ctrl-C) stops the work in order, a second one ends the process.
pub(crate) fn stop_on_interrupt(control: &Arc<Control>) {
    let control = Arc::clone(control);
    // A handler that is already there (another command in this process) keeps its duty.
    let _ = ctrlc::set_handler(move || {
        if control.stopped() {
            std::process::exit(130);
        }
        control.stop();
    });
}

/// Stack of a worker: the search recurses up to its largest ply in it.
const STACK: usize = 16 << 20;

/// Runs `worker` on so many threads (at least one) until all have ended; an error of one stops `control`.
///
/// # Errors
/// The first worker's error, or [`CliError::Failed`] without threads.
pub(crate) fn on_workers(
    threads: usize,
    control: &Control,
    worker: impl Fn() -> Result<(), CliError> + Sync,
) -> Result<(), CliError> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads.max(1))
        .stack_size(STACK)
        .build()
        .map_err(|e| CliError::Failed(format!("can't start so many threads: {e}")))?;
    let outcomes = pool.broadcast(|_| {
        let outcome = worker();
        if outcome.is_err() {
            control.stop();
        }
        outcome
    });
    outcomes.into_iter().collect()
}

/// A bar on standard error, which draws nothing where that is no terminal. `None` is a length not known yet.
pub(crate) fn progress_bar(length: Option<u64>, template: &str) -> ProgressBar {
    let bar = length.map_or_else(ProgressBar::no_length, ProgressBar::new);
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// Reads a whole number from 1 on.
///
/// # Errors
/// One line that says what would be right.
pub fn positive<N: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<N, String> {
    text.parse()
        .ok()
        .filter(|number| *number >= N::from(1))
        .ok_or_else(|| "expected a whole number from 1 on".to_owned())
}

/// Why a subcommand ended without its result.
#[derive(Debug, Error)]
pub enum CliError {
    /// The command line asks for something that can't be: the text names the input, what is wrong with
    /// it and what would be right. Exit code 2, as for what `clap` itself refuses.
    #[error("{0}")]
    Usage(String),
    /// The command line was fine, the work failed. Exit code 1.
    #[error("{0}")]
    Failed(String),
    /// A result could not be written, or a file not be read. Exit code 1, but silent and 0 where the reader of a pipe
    /// has left.
    #[error("{0}")]
    Io(#[from] io::Error),
}

impl CliError {
    /// The process's exit code.
    pub fn exit_code(&self) -> u8 {
        match self {
            CliError::Usage(_) => 2,
            CliError::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            CliError::Failed(_) | CliError::Io(_) => 1,
        }
    }
}
