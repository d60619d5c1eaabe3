//! What a search says, as lines of thinking.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::Input;
use super::grid::Grid;
use crate::protocol::output::Output;
use crate::protocol::report::{InfoLine, Listener, ScoreText};
use crate::search::Bound;

/// Where a search is, for `.`.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// Depth of the last line.
    pub depth: u32,
    /// Nodes at the last line.
    pub nodes: u64,
    /// The root move being looked at, and its number from 1.
    pub current: Option<(String, usize)>,
}

/// What the searches and the input share.
#[derive(Debug, Default)]
pub struct Shared {
    /// Whether thinking is shown.
    pub post: AtomicBool,
    /// The search that still counts; lines of others are not shown.
    pub live: AtomicU64,
    progress: Mutex<Progress>,
}

impl Shared {
    /// A copy of the progress.
    pub fn progress(&self) -> Progress {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn update(&self, change: impl FnOnce(&mut Progress)) {
        change(&mut self.progress.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// A new search begins.
    pub fn begin(&self, search: u64) {
        self.live.store(search, Ordering::Release);
        self.update(|progress| *progress = Progress::default());
    }
}

/// Centipawns as XBoard wants them, mates as 100000 and their distance in moves.
pub fn score_text(score: ScoreText) -> i32 {
    match score {
        ScoreText::Centipawns(value) => value,
        ScoreText::Mate(moves) if moves > 0 => 100_000 + moves,
        ScoreText::Mate(moves) => moves - 100_000,
    }
}

/// Writes what one search says.
pub struct Writer {
    pub(super) out: Output,
    pub(super) grid: Grid,
    pub(super) search: u64,
    pub(super) shared: Arc<Shared>,
    pub(super) sender: Sender<Input>,
    pub(super) begun: Instant,
}

impl Writer {
    fn write(&self, depth: u32, score: ScoreText, time: Duration, nodes: u64, pv: &str) {
        let live = self.shared.live.load(Ordering::Acquire) == self.search;
        if live && self.shared.post.load(Ordering::Relaxed) {
            let centiseconds = time.as_millis() / 10;
            let line = format!("{depth} {} {centiseconds} {nodes} {pv}", score_text(score));
            self.out.write(line.trim_end());
        }
    }
}

impl Listener for Writer {
    fn info(&mut self, line: &InfoLine) {
        let mut pv: Vec<String> = line.pv.iter().map(|m| self.grid.write_move(m)).collect();
        match line.bound {
            Bound::Exact => {}
            Bound::Lower => pv.push("!".to_owned()),
            Bound::Upper => pv.push("?".to_owned()),
        }
        self.shared.update(|progress| {
            progress.depth = line.depth;
            progress.nodes = line.nodes;
        });
        self.write(line.depth, line.score, line.time, line.nodes, &pv.join(" "));
    }

    fn current_move(&mut self, depth: u32, m: &str, number: usize) {
        self.shared.update(|progress| {
            progress.depth = depth;
            progress.current = Some((self.grid.write_move(m), number));
        });
    }

    fn ended(&mut self, score: ScoreText) {
        self.write(0, score, self.begun.elapsed(), 0, "");
    }

    fn best_move(&mut self, best: Option<&str>, ponder: Option<&str>) {
        let found = Input::Found {
            search: self.search,
            best: best.map(str::to_owned),
            ponder: ponder.map(str::to_owned),
        };
        // The loop may have ended.
        let _ = self.sender.send(found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_a_hundred_thousand_and_their_distance() {
        assert_eq!(score_text(ScoreText::Mate(3)), 100_003);
        assert_eq!(score_text(ScoreText::Mate(-2)), -100_002);
        assert_eq!(score_text(ScoreText::Mate(0)), -100_000);
        assert_eq!(score_text(ScoreText::Centipawns(-35)), -35);
    }
}
