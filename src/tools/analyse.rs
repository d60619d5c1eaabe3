//! `oddity analyse`: a search a person can watch, or a queue of them for programs.

pub mod job;
pub mod jobs;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use clap::Args;

use self::job::JobLimits;
use super::position::PositionArgs;
use super::{CliError, positive, searcher, stop_on_interrupt};
use crate::game::{Game, MoveStyle};
use crate::protocol::report::ScoreText;
use crate::search::{Bound, Control, Info, Limits, Report, Score};
use crate::variant::{Playable, Variant, Visitor};

/// Table of a search, MiB.
const HASH: usize = 64;
/// The same for a job: it is made empty for each.
const JOB_HASH: usize = 16;

/// Searches a position and shows each line as it is found; Ctrl-C ends the search early.
///
/// With --jobs it searches many positions for another program, a JSON line each: {"id": 1, "game": "glinski",
/// "moves": "e1c3 e10c6", "nodes": 100000}. PROTOCOL.md describes jobs and answers.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  oddity analyse glinski --moves k1k2 c7c5 --seconds 5 --multipv 3\n  \
oddity analyse --jobs positions.jsonl --ordered > answers.jsonl")]
pub struct AnalyseArgs {
    /// Game, one of `oddity variants`.
    #[arg(required_unless_present = "jobs")]
    pub game: Option<Variant>,
    /// Searches the positions of this file (`-` for standard input) and answers each with a JSON line; the limits
    /// hold for jobs without their own, 1,000,000 nodes if there are none.
    #[arg(long, value_name = "FILE", group = "limits",
        conflicts_with_all = ["game", "fen", "moves", "options", "threads"])]
    jobs: Option<PathBuf>,
    /// Jobs at the same time; the number of cores if not given.
    // A game excludes --jobs, and what is excluded is not required any more.
    #[arg(long, value_name = "N", requires = "jobs", conflicts_with = "game",
        value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
    /// Answers come in the order of the jobs.
    #[arg(long, requires = "jobs", conflicts_with = "game")]
    ordered: bool,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    limit: LimitArgs,
    /// Search threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// Size of the transposition table, MiB: 64 if not given; with --jobs that of each job under way, for each game, 16
    /// if not given.
    #[arg(long, value_name = "MIB", value_parser = positive::<usize>)]
    hash: Option<usize>,
    /// Number of lines.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=500))]
    multipv: u32,
}

impl AnalyseArgs {
    fn job_terms(&self) -> jobs::Terms {
        let LimitArgs { seconds, depth, nodes } = self.limit;
        let nodes = if (seconds, depth) == (None, None) { nodes.or(Some(jobs::NODES)) } else { nodes };
        jobs::Terms {
            concurrency: self
                .concurrency
                .map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from),
            ordered: self.ordered,
            hash: self.hash.unwrap_or(JOB_HASH),
            defaults: JobLimits { depth, nodes, move_time: seconds, multi_pv: self.multipv as usize },
        }
    }
}

/// When to stop: the first limit met.
#[derive(Args, Clone, Debug)]
#[group(id = "limits", required = true, multiple = true)]
struct LimitArgs {
    /// Wall time, seconds.
    #[arg(long, value_name = "S", value_parser = parse_seconds)]
    seconds: Option<Duration>,
    /// Depth, plies.
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Nodes.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
}

/// Reads seconds, fractions allowed: above 0, at most a year.
///
/// # Errors
/// One line that says what would be right.
pub fn parse_seconds(text: &str) -> Result<Duration, String> {
    const YEAR: f64 = 366.0 * 86_400.0;
    text.parse()
        .ok()
        .filter(|s| (f64::MIN_POSITIVE..=YEAR).contains(s))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "expected seconds, such as 5 or 0.5".to_owned())
}

/// A score as people write it: pawns, or moves to mate.
pub fn human_score(score: Score, bound: Bound) -> String {
    let text = match ScoreText::new(score) {
        ScoreText::Centipawns(value) => format!("{:+.2}", f64::from(value) / 100.0),
        ScoreText::Mate(moves) if moves < 0 => format!("-#{}", -moves),
        ScoreText::Mate(moves) => format!("#{moves}"),
    };
    match bound {
        Bound::Exact => text,
        Bound::Lower => format!("{text}+"),
        Bound::Upper => format!("{text}-"),
    }
}

/// A line of moves as the game's players write them.
pub fn official_line<G: Game>(game: &G, root: &G::Position, pv: &[G::Move]) -> String {
    let mut position = root.clone();
    let mut texts = Vec::with_capacity(pv.len());
    for &m in pv {
        texts.push(game.write_move(&position, m, MoveStyle::Official));
        game.play(&mut position, m, &mut ());
    }
    texts.join(" ")
}

/// A count with a letter for thousands or millions.
fn short_count(count: u64) -> String {
    match count {
        0..10_000 => count.to_string(),
        10_000..10_000_000 => format!("{:.0}k", count as f64 / 1e3),
        _ => format!("{:.1}M", count as f64 / 1e6),
    }
}

struct Table<'a, G: Game, W: Write> {
    game: &'a G,
    root: &'a G::Position,
    many: bool,
    out: W,
    /// The first failure to write, which ends the search.
    error: Option<io::Error>,
    control: &'a Control,
}

impl<G: Game, W: Write> Table<'_, G, W> {
    fn write(&mut self, text: &str) {
        if self.error.is_none() {
            self.error = writeln!(self.out, "{text}").and_then(|()| self.out.flush()).err();
            if self.error.is_some() {
                self.control.stop();
            }
        }
    }
}

impl<G: Game, W: Write> Report<G::Move> for Table<'_, G, W> {
    fn info(&mut self, info: &Info<G::Move>) {
        let seconds = info.time.as_secs_f64();
        let speed = (info.nodes as f64 / seconds.max(0.001)) as u64;
        let rank = if self.many { format!("{:>2}. ", info.multi_pv) } else { String::new() };
        let line = format!(
            "{:>5}/{:<3} {:>9} {:>8} {:>8}/s {:>8.2}  {rank}{}",
            info.depth,
            info.seldepth,
            human_score(info.score, info.bound),
            short_count(info.nodes),
            short_count(speed),
            seconds,
            official_line(self.game, self.root, &info.pv)
        );
        self.write(&line);
    }
}

struct Run {
    args: AnalyseArgs,
    control: Arc<Control>,
}

impl Visitor for Run {
    type Output = Result<(), CliError>;

    fn visit<G: Playable>(self, game: G) -> Result<(), CliError> {
        let Run { args, control } = self;
        let game = args.position.set_options(game)?;
        let root = args.position.root(&game)?;
        let mut searcher = searcher(&game);
        let hash = args.hash.unwrap_or(HASH);
        searcher.set_hash(hash).map_err(|e| CliError::Usage(format!("--hash {hash}: {e}")))?;
        searcher.set_threads(args.threads as usize);
        let limits = Limits {
            depth: args.limit.depth,
            nodes: args.limit.nodes,
            move_time: args.limit.seconds,
            multi_pv: args.multipv as usize,
            ..Limits::default()
        };
        let colour = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        let mut table = Table {
            game: &game,
            root: &root.position,
            many: args.multipv > 1,
            out: io::stdout().lock(),
            error: None,
            control: &control,
        };
        table.write(&format!(
            "{}{}\n",
            game.picture_after(&root.position, root.last, colour),
            game.fen(&root.position)
        ));
        if let Some(outcome) = game.finished(&root.position) {
            table.write(&format!("The game is over: {} ({})", outcome.score_text(), outcome.reason));
            return table.error.map_or(Ok(()), |e| Err(e.into()));
        }
        if let Some(outcome) = game.drawn(&root.position, &root.history) {
            let (score, reason) = (outcome.score_text(), outcome.reason);
            table.write(&format!(
                "The game is drawn: {score} ({reason}); the position is searched all the same\n"
            ));
        }
        table.write(&format!(
            "{:>5}/{:<3} {:>9} {:>8} {:>10} {:>8}  line ({} to move; scores are for this side)",
            "depth",
            "sel",
            "score",
            "nodes",
            "speed",
            "seconds",
            game.side_to_move(&root.position)
        ));
        let result = searcher.search(&root, &limits, &control, &mut table);
        if let Some(best) = result.best {
            let text = game.write_move(&root.position, best, MoveStyle::Official);
            let coordinates = game.write_move(&root.position, best, MoveStyle::Coordinate);
            let score = human_score(result.score, result.bound());
            table.write(&format!("\nBest move: {text} ({coordinates}), {score}, {} nodes", result.nodes));
        }
        table.error.map_or(Ok(()), |e| Err(e.into()))
    }
}

/// Runs `oddity analyse`.
///
/// # Errors
/// [`CliError::Usage`] for a bad position or table size, [`CliError::Io`] if the result can't be written.
pub fn run(args: &AnalyseArgs) -> Result<(), CliError> {
    // Before anything that takes time: from here on an interrupt gives the best move known.
    let control = Arc::new(Control::new(false));
    stop_on_interrupt(&control);
    match (&args.jobs, args.game) {
        (Some(path), _) => jobs::run(path, &args.job_terms(), &control),
        (None, Some(game)) => game.dispatch(Run { args: args.clone(), control }),
        (None, None) => Err(CliError::Usage("a game or --jobs FILE is needed".to_owned())),
    }
}
