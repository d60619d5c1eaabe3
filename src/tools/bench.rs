//! `oddity bench`: fixed searches over the bench positions of every game.
//!
//! The node count is the signature of the search: a change that alters it alters what the engine does.

use std::fmt;
use std::io::{self, Write};
use std::time::Instant;

use clap::Args;
use serde::Serialize;

use super::CliError;
use crate::bitboard::FAST;
use crate::search::{Control, Limits, NoReport, Root};
use crate::variant::{Playable, Variant, Visitor};

/// How this build looks up the attacks of sliding pieces.
const SLIDERS: &str = if FAST { "pext" } else { "portable" };
/// MiB of table.
const HASH: usize = 16;

/// Searches the bench positions of every game and prints the node count, the engine's signature.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Example: oddity bench --json")]
pub struct BenchArgs {
    /// Print one line of JSON instead of a table.
    #[arg(long)]
    json: bool,
}

/// The figures of one game.
#[derive(Clone, Debug, Serialize)]
pub struct GameBench {
    /// Protocol name.
    pub game: &'static str,
    /// Depth of each search.
    pub depth: u32,
    /// Positions searched.
    pub positions: usize,
    /// Nodes of all of them.
    pub nodes: u64,
    /// Wall time, seconds.
    pub seconds: f64,
}

/// The figures of all games.
#[derive(Clone, Debug, Serialize)]
pub struct Bench {
    /// How sliding pieces' attacks are looked up in this build.
    pub sliders: &'static str,
    /// Game by game.
    pub games: Vec<GameBench>,
    /// Nodes of all games: the signature.
    pub nodes: u64,
    /// Wall time, seconds.
    pub seconds: f64,
    /// Nodes a second.
    pub nps: u64,
}

impl fmt::Display for Bench {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for game in &self.games {
            let nps = rate(game.nodes, game.seconds);
            writeln!(
                f,
                "{:<10} {:>3} positions {:>10} nodes {:>8.3} s {:>9} nps",
                game.game, game.positions, game.nodes, game.seconds, nps
            )?;
        }
        writeln!(f, "Slider look-ups: {}", self.sliders)?;
        writeln!(f, "Nodes searched: {}", self.nodes)?;
        write!(f, "Nodes/second: {}", self.nps)
    }
}

fn rate(nodes: u64, seconds: f64) -> u64 {
    (nodes as f64 / seconds.max(1e-6)) as u64
}

struct Run<'a> {
    control: &'a Control,
}

impl Visitor for Run<'_> {
    type Output = Option<GameBench>;

    fn visit<G: Playable>(self, game: G) -> Option<GameBench> {
        let mut searcher = super::searcher(&game);
        // The default size: it can't be refused.
        let _ = searcher.set_hash(HASH);
        let start = Instant::now();
        let mut result =
            GameBench { game: G::NAME, depth: G::BENCH_DEPTH, positions: 0, nodes: 0, seconds: 0.0 };
        for fen in G::bench_positions() {
            let Ok(position) = game.parse_fen(fen) else { continue };
            searcher.clear();
            let root = Root::new(&game, position);
            result.nodes +=
                searcher.search(&root, &Limits::depth(G::BENCH_DEPTH), self.control, &mut NoReport).nodes;
            result.positions += 1;
            if self.control.stopped() {
                return None;
            }
        }
        result.seconds = start.elapsed().as_secs_f64();
        Some(result)
    }
}

/// Searches every bench position of every game with one thread and a table of its own; tells
/// `progress` after each game. `None` once `control` stops it.
pub fn bench(control: &Control, mut progress: impl FnMut(&GameBench)) -> Option<Bench> {
    let mut games = Vec::new();
    for variant in Variant::ALL {
        let game = variant.dispatch(Run { control })?;
        progress(&game);
        games.push(game);
    }
    let nodes = games.iter().map(|g| g.nodes).sum();
    let seconds = games.iter().map(|g| g.seconds).sum();
    Some(Bench { sliders: SLIDERS, games, nodes, seconds, nps: rate(nodes, seconds) })
}

/// Runs `oddity bench`.
///
/// # Errors
/// [`CliError::Io`] if standard output can't be written.
pub fn run(args: &BenchArgs) -> Result<(), CliError> {
    let Some(bench) = bench(&Control::new(false), |_| {}) else { return Ok(()) };
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&bench).map_err(|e| CliError::Failed(e.to_string()))?)?;
    } else {
        writeln!(out, "{bench}")?;
    }
    Ok(())
}
