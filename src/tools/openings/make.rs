//! `oddity make-openings`: random openings that a deep search finds balanced.

use std::io::{self, Write};
use std::sync::Arc;

use clap::Args;
use fxhash::FxHashSet;
use rayon::prelude::*;

use super::file::Opening;
use super::{OpeningRules, SeededRandom, random_line};
use crate::game::{Game, Side};
use crate::search::{Bound, Control, Limits, NoReport, Root, Score, Searcher};
use crate::tools::{CliError, positive, progress_bar, searcher, stop_on_interrupt};
use crate::variant::{Playable, Variant, Visitor};

/// Nodes of the short search that sorts out what is far from balance.
const SHORT: u64 = 2_000;

/// How far from balance the short search may see an opening, in balances: it errs.
const SHORT_BALANCES: Score = 2;

/// Table of a search, MiB: enough for some 100,000 nodes, and quickly emptied.
const HASH: usize = 4;

/// Random lines drawn and searched at a time. What is found does not depend on it.
const BATCH: u64 = 32;

/// Random lines without any new opening after which there are taken to be no more.
const PATIENCE: u64 = 20_000;

/// Sets the random lines apart from those that a match with the same seed draws.
const SALT: u64 = 0x6f70_656e_696e_6773;

/// What openings to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MakeTerms {
    /// Seed of the random moves.
    pub seed: u64,
    /// Openings wanted.
    pub count: usize,
    /// Fewest and most plies.
    pub plies: (usize, usize),
    /// Largest score for either side, centipawns.
    pub balance: Score,
    /// Nodes of the search that finds it.
    pub nodes: u64,
}

/// A random line with what it leads to.
struct Candidate<G: Game> {
    moves: Vec<G::Move>,
    root: Root<G>,
}

/// Makes openings on the threads of the present pool and hands each one to `found`, always in the same order; no two
/// lead to the same position. Gives their number, less than was wanted only if `control` stopped the work.
///
/// # Errors
/// [`CliError::Failed`] if there seem to be no more, and the first error of `found`.
pub fn make_openings<G: Playable>(
    game: &G,
    terms: &MakeTerms,
    control: &Control,
    found: &mut dyn FnMut(&Opening<G>) -> Result<(), CliError>,
) -> Result<usize, CliError> {
    let mut seen = FxHashSet::default();
    let mut made = 0;
    let (mut first, mut last_success) = (0, 0);
    while made < terms.count {
        if first - last_success >= PATIENCE {
            return Err(CliError::Failed(format!(
                "{made} of {} openings are all that was found: none in the last {PATIENCE} random lines of {} to {} \
                 plies; more plies or a larger balance would do",
                terms.count, terms.plies.0, terms.plies.1
            )));
        }
        let batch: Vec<Candidate<G>> = (first..first + BATCH)
            .filter_map(|index| {
                let mut random = SeededRandom::new(terms.seed ^ SALT, index);
                let (moves, root) = random_line(game, &mut random, terms.plies)?;
                seen.insert(game.key(&root.position)).then_some(Candidate { moves, root })
            })
            .collect();
        let scores: Vec<Option<Score>> = batch
            .par_iter()
            .map_init(|| short_searcher(game), |searcher, c| judge(searcher, &c.root, terms, control))
            .collect();
        if control.stopped() {
            // Some of these searches were cut short.
            return Ok(made);
        }
        first += BATCH;
        for (candidate, score) in batch.into_iter().zip(scores) {
            if score.is_some() && made < terms.count {
                found(&Opening { moves: candidate.moves, score })?;
                made += 1;
                last_success = first;
            }
        }
    }
    Ok(made)
}

fn short_searcher<G: Playable>(game: &G) -> Searcher<G, G::Eval> {
    let mut searcher = searcher(game);
    // If this little table is refused, the default one serves.
    let _ = searcher.set_hash(HASH);
    searcher
}

/// White's score by the deep search, if the position is balanced.
fn judge<G: Playable>(
    searcher: &mut Searcher<G, G::Eval>,
    root: &Root<G>,
    terms: &MakeTerms,
    control: &Control,
) -> Option<Score> {
    let mut within = |nodes, balance: Score| {
        searcher.clear();
        let result = searcher.search(root, &Limits::nodes(nodes), control, &mut NoReport);
        (result.score.abs() <= balance).then_some((result.score, result.bound()))
    };
    within(SHORT.min(terms.nodes), terms.balance.saturating_mul(SHORT_BALANCES))?;
    let (score, bound) = within(terms.nodes, terms.balance)?;
    let white = searcher.game().side_to_move(&root.position) == Side::White;
    // A search that ended on a bound does not know how far from balance it is.
    (bound == Bound::Exact).then_some(if white { score } else { -score })
}

/// Makes a file of openings for matches: random lines, no two to the same position, that a deep search finds balanced.
///
/// The same command gives the same openings with any number of threads. An interrupt (Ctrl-C) keeps what has been
/// written.
#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Example: oddity make-openings glinski --seed 1 --opening-max 8 > positions/glinski/openings.txt"
)]
pub struct MakeOpeningsArgs {
    /// The game.
    #[arg(value_name = "GAME")]
    pub game: Variant,
    /// Seed of the random moves.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Openings in all.
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = positive::<usize>)]
    pub count: usize,
    /// Nodes of the search that judges an opening.
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = positive::<u64>)]
    pub nodes: u64,
    /// Largest score of an opening for either side, centipawns.
    #[arg(long, value_name = "CP", default_value_t = 60, value_parser = clap::value_parser!(Score).range(0..))]
    pub balance: Score,
    /// Fewest plies.
    #[arg(long, value_name = "PLIES", default_value_t = OpeningRules::default().plies.0, value_parser = positive::<usize>)]
    pub opening_min: usize,
    /// Most plies.
    #[arg(long, value_name = "PLIES", default_value_t = OpeningRules::default().plies.1, value_parser = positive::<usize>)]
    pub opening_max: usize,
    /// Openings searched at the same time; the number of cores if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub concurrency: Option<u16>,
}

/// Prints the openings, each as soon as it is found.
///
/// # Errors
/// [`CliError::Usage`] for plies that can't be, [`CliError::Failed`] if there are not enough openings or the work was
/// interrupted, [`CliError::Io`] if standard output can't be written.
pub fn run(args: &MakeOpeningsArgs) -> Result<(), CliError> {
    if args.opening_min > args.opening_max {
        return Err(CliError::Usage(format!(
            "--opening-min {} is above --opening-max {}",
            args.opening_min, args.opening_max
        )));
    }
    args.game.dispatch(Job(args))
}

struct Job<'a>(&'a MakeOpeningsArgs);

impl Visitor for Job<'_> {
    type Output = Result<(), CliError>;

    fn visit<G: Playable>(self, game: G) -> Result<(), CliError> {
        let &MakeOpeningsArgs { seed, count, nodes, balance, opening_min, opening_max, .. } = self.0;
        let terms = MakeTerms { seed, count, plies: (opening_min, opening_max), balance, nodes };
        let control = Arc::new(Control::default());
        stop_on_interrupt(&control);
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.0.concurrency.map_or(0, usize::from))
            .build()
            .map_err(|e| CliError::Failed(format!("can't start so many threads: {e}")))?;
        let bar = progress_bar(Some(count as u64), "{bar:24} {pos}/{len} openings, {eta} left");
        let mut out = io::stdout();
        writeln!(
            out,
            "# oddity make-openings {} --seed {seed} --count {count} --nodes {nodes} --balance {balance} \
             --opening-min {opening_min} --opening-max {opening_max}",
            G::NAME
        )?;
        writeln!(out, "# Moves from the start position, then White's score in centipawns by that search.")?;
        let made = pool.install(|| {
            make_openings(&game, &terms, &control, &mut |opening| {
                bar.suspend(|| writeln!(out, "{}", opening.line(&game)).and_then(|()| out.flush()))?;
                bar.inc(1);
                Ok(())
            })
        });
        bar.finish_and_clear();
        match made? {
            made if made < count => {
                Err(CliError::Failed(format!("interrupted: {made} of {count} openings are written")))
            }
            _ => Ok(()),
        }
    }
}
