//! Perft: counts the leaves of the tree of legal moves, the usual proof of a move generator.
//!
//! The last ply is counted, not played. Draws by repetition or move count do not end a branch; mates,
//! stalemates and wins by position do.

use std::hash::{BuildHasher, Hasher};
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use fxhash::FxBuildHasher;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::prelude::*;

use super::position::PositionArgs;
use super::{CliError, say};
use crate::game::{Game, MoveKind, MoveStyle};
use crate::search::hash_limit;
use crate::variant::{Playable, Variant, Visitor};

/// Most threads.
const MAX_THREADS: usize = 1024;

/// Counts the leaves of the move tree to a depth, a well-known check of a move generator.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Example: oddity perft glinski 4 --divide --moves k1k2 c7c5")]
pub struct PerftArgs {
    /// Game, one of `oddity variants`.
    pub game: Variant,
    /// Depth in plies.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=100))]
    pub depth: u32,
    #[command(flatten)]
    position: PositionArgs,
    /// Print each root move with its count.
    #[arg(long)]
    divide: bool,
    /// Threads to count with; all cores if not given.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Size of a table of subtrees already counted, in MiB; 0 is none.
    #[arg(long, value_name = "MIB", default_value_t = 0)]
    hash: usize,
}

/// Number of leaves `depth` plies below `pos`. One thread, no table.
pub fn perft<G: Game>(game: &G, pos: &G::Position, depth: u32) -> u64 {
    // Games that end only for lack of moves answer `None` here at compile time.
    if depth > 0 && game.over_by_position(pos).is_some() {
        return 0;
    }
    match depth {
        0 => 1,
        1 => game.count(pos),
        _ => {
            let mut leaves = 0;
            let _ = game.generate(pos, MoveKind::All, |m| {
                let mut child = pos.clone();
                game.play(&mut child, m, &mut ());
                leaves += perft(game, &child, depth - 1);
                ControlFlow::Continue(())
            });
            leaves
        }
    }
}

/// [`perft`] that another thread can end.
///
/// Returns `None` once `stop` is set.
pub fn perft_until<G: Game>(game: &G, pos: &G::Position, depth: u32, stop: &dyn Fn() -> bool) -> Option<u64> {
    // Below this depth a subtree takes well under a millisecond or two.
    if depth <= 2 {
        return (!stop()).then(|| perft(game, pos, depth));
    }
    if game.over_by_position(pos).is_some() {
        return Some(0);
    }
    let mut leaves = Some(0);
    let _ = game.generate(pos, MoveKind::All, |m| {
        let mut child = pos.clone();
        game.play(&mut child, m, &mut ());
        leaves = leaves.zip(perft_until(game, &child, depth - 1, stop)).map(|(a, b)| a + b);
        if leaves.is_some() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    leaves
}

/// A lossy table of counts that threads share without a lock: two words an entry, the key stored as
/// `key ^ count`, so that a torn entry is not found.
struct PerftTable {
    entries: Box<[[AtomicU64; 2]]>,
    hasher: FxBuildHasher,
}

impl PerftTable {
    /// A table of `mib` MiB, at least one entry; `None` if the system does not give that much.
    fn new(mib: usize) -> Option<PerftTable> {
        let bytes = mib.checked_mul(1 << 20)?;
        let len = (bytes / size_of::<[AtomicU64; 2]>()).max(1);
        // Zeroed pages come from the system as they are first touched.
        let entries = bytemuck::allocation::try_zeroed_slice_box(len).ok()?;
        Some(PerftTable { entries, hasher: FxBuildHasher })
    }

    /// The slot of a subtree and the key that tells it from others there.
    fn locate(&self, key: u64, depth: u32) -> (&[AtomicU64; 2], u64) {
        let mut hasher = self.hasher.build_hasher();
        hasher.write_u64(key);
        hasher.write_u32(depth);
        let hash = hasher.finish();
        let index = ((u128::from(hash) * self.entries.len() as u128) >> 64) as usize;
        (&self.entries[index], hash)
    }

    fn get(&self, key: u64, depth: u32) -> Option<u64> {
        let (entry, hash) = self.locate(key, depth);
        let count = entry[1].load(Ordering::Relaxed);
        (count != 0 && entry[0].load(Ordering::Relaxed) == hash ^ count).then_some(count)
    }

    fn put(&self, key: u64, depth: u32, count: u64) {
        let (entry, hash) = self.locate(key, depth);
        entry[0].store(hash ^ count, Ordering::Relaxed);
        entry[1].store(count, Ordering::Relaxed);
    }
}

/// [`perft`] with a table. Key collisions (two positions, one 64-bit key) would go unnoticed, which is
/// why the plain count is the reference.
fn perft_hashed<G: Game>(game: &G, pos: &G::Position, depth: u32, table: &PerftTable) -> u64 {
    if depth <= 1 || game.over_by_position(pos).is_some() {
        return perft(game, pos, depth);
    }
    let key = game.key(pos);
    if let Some(count) = table.get(key, depth) {
        return count;
    }
    let mut leaves = 0;
    let _ = game.generate(pos, MoveKind::All, |m| {
        let mut child = pos.clone();
        game.play(&mut child, m, &mut ());
        leaves += perft_hashed(game, &child, depth - 1, table);
        ControlFlow::Continue(())
    });
    table.put(key, depth, leaves);
    leaves
}

/// A part of a parallel count: the number of its root move and the position to count from.
type Part<G> = (usize, <G as Game>::Position);

/// Splits the tree two plies below the root, so that there are enough parts for every core.
fn split<G: Game>(game: &G, pos: &G::Position, moves: &[G::Move], depth: u32) -> (Vec<Part<G>>, u32) {
    let mut parts: Vec<Part<G>> = moves
        .iter()
        .enumerate()
        .map(|(index, &m)| {
            let mut child = pos.clone();
            game.play(&mut child, m, &mut ());
            (index, child)
        })
        .collect();
    let mut below = depth - 1;
    if below >= 3 {
        parts = parts
            .iter()
            .filter(|(_, child)| game.over_by_position(child).is_none())
            .flat_map(|(index, child)| {
                game.moves(child).into_iter().map(|m| {
                    let mut grandchild = child.clone();
                    game.play(&mut grandchild, m, &mut ());
                    (*index, grandchild)
                })
            })
            .collect();
        below -= 1;
    }
    (parts, below)
}

/// Counts of every root move in generation order, computed by all threads of the current rayon pool.
///
/// `tick` is called with the number of parts done and their total.
fn divide<G: Game>(
    game: &G,
    pos: &G::Position,
    depth: u32,
    table: Option<&PerftTable>,
    tick: impl Fn(u64, u64) + Sync,
) -> Vec<(G::Move, u64)> {
    let moves = if game.over_by_position(pos).is_some() { Vec::new() } else { game.moves(pos) };
    let counts: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
    let (parts, below) = split(game, pos, &moves, depth);
    let done = AtomicU64::new(0);
    let total = parts.len() as u64;
    parts.par_iter().for_each(|(index, child)| {
        let leaves = match table {
            Some(table) => perft_hashed(game, child, below, table),
            None => perft(game, child, below),
        };
        counts[*index].fetch_add(leaves, Ordering::Relaxed);
        tick(done.fetch_add(1, Ordering::Relaxed) + 1, total);
    });
    moves.into_iter().zip(counts.into_iter().map(AtomicU64::into_inner)).collect()
}

struct Run {
    args: PerftArgs,
}

impl Visitor for Run {
    type Output = Result<(), CliError>;

    fn visit<G: Playable>(self, game: G) -> Result<(), CliError> {
        let args = &self.args;
        let game = args.position.set_options(game)?;
        let pos = args.position.root(&game)?.position;
        let threads = args.threads.unwrap_or(0);
        if threads > MAX_THREADS || args.threads == Some(0) {
            return Err(CliError::Usage(format!("--threads {threads}: must be 1 to {MAX_THREADS}")));
        }
        let table = match args.hash {
            0 => None,
            mib => Some(make_table(mib)?),
        };
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .map_err(|e| CliError::Failed(format!("can't start {threads} threads: {e}")))?;
        let bar = progress_bar();
        let start = Instant::now();
        let counts = match args.depth {
            0 => Vec::new(),
            depth => pool.install(|| {
                divide(&game, &pos, depth, table.as_ref(), |done, total| {
                    bar.set_length(total);
                    bar.set_position(done);
                })
            }),
        };
        let time = start.elapsed();
        bar.finish_and_clear();
        let nodes = if args.depth == 0 { 1 } else { counts.iter().map(|c| c.1).sum() };
        let mut out = io::stdout().lock();
        if args.divide {
            for (m, count) in &counts {
                writeln!(out, "{}: {count}", game.write_move(&pos, *m, MoveStyle::Coordinate))?;
            }
            writeln!(out)?;
        }
        writeln!(out, "Nodes searched: {nodes}")?;
        say(&format!("{:.3} s, {:.1} million leaves a second", time.as_secs_f64(), rate(nodes, time) / 1e6));
        Ok(())
    }
}

fn make_table(mib: usize) -> Result<PerftTable, CliError> {
    let limit = hash_limit().unwrap_or(usize::MAX);
    let table = if mib <= limit { PerftTable::new(mib) } else { None };
    table.ok_or_else(|| CliError::Usage(format!("--hash {mib}: at most {limit} MiB fit here")))
}

fn rate(nodes: u64, time: Duration) -> f64 {
    nodes as f64 / time.as_secs_f64().max(1e-9)
}

/// A bar on standard error, and only where a person sees it.
fn progress_bar() -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(5));
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} {elapsed} (left {eta})") {
        bar.set_style(style);
    }
    bar
}

/// Runs `oddity perft`.
///
/// # Errors
/// [`CliError::Usage`] for a bad position or number, [`CliError::Failed`] without threads.
pub fn run(args: &PerftArgs) -> Result<(), CliError> {
    args.game.dispatch(Run { args: args.clone() })
}
