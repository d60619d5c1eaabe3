//! What a search says, turned from moves into text and thinned out.

use std::time::{Duration, Instant};

use crate::game::{Game, MoveStyle};
use crate::search::{Bound, Info, MATE, MATE_IN_MAX, Report, Score, SearchResult};

/// Lines printed before any is held back.
const FREE_LINES: usize = 100;
/// Time between two lines that say the same at different depths, once [`FREE_LINES`] are out.
const SAME_LINE_PAUSE: Duration = Duration::from_millis(200);
/// Bounds are of interest only in searches that take long,
const BOUNDS_AFTER: Duration = Duration::from_secs(1);
/// and where nothing else was said for a while.
const BOUNDS_PAUSE: Duration = Duration::from_millis(50);
/// Time without any other line before one that names the current move.
const CURRENT_MOVE_PAUSE: Duration = Duration::from_millis(500);

/// A score in the words of a protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreText {
    /// Centipawns for the side to move.
    Centipawns(i32),
    /// Moves of the side to move until it mates, negative until it is mated.
    Mate(i32),
}

impl ScoreText {
    /// From a search score.
    pub fn new(score: Score) -> ScoreText {
        if score >= MATE_IN_MAX {
            ScoreText::Mate((MATE - score + 1) / 2)
        } else if score <= -MATE_IN_MAX {
            ScoreText::Mate(-((MATE + score + 1) / 2))
        } else {
            ScoreText::Centipawns(score)
        }
    }
}

/// Chances of win, draw and loss per mille: those of the game's model, and certainty where the result is proved.
fn chances<G: Game>(score: Score) -> [u32; 3] {
    match ScoreText::new(score) {
        ScoreText::Centipawns(score) => G::WIN_MODEL.per_mille(score),
        ScoreText::Mate(moves) if score > 0 || moves > 0 => [1000, 0, 0],
        ScoreText::Mate(_) => [0, 0, 1000],
    }
}

/// One line of a running search, free of a game's types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InfoLine {
    /// Completed depth, plies.
    pub depth: u32,
    /// Deepest ply reached.
    pub seldepth: u32,
    /// Rank of the line, from 1.
    pub multi_pv: usize,
    /// Score for the side to move.
    pub score: ScoreText,
    /// How exact it is.
    pub bound: Bound,
    /// Chances of win, draw and loss for the side to move, per mille; their sum is 1000.
    pub wdl: [u32; 3],
    /// Nodes of all threads.
    pub nodes: u64,
    /// Wall time.
    pub time: Duration,
    /// Permille of the table in use.
    pub hash_full: u32,
    /// The line in coordinates.
    pub pv: Vec<String>,
}

/// Where a dialect writes what a search says.
pub trait Listener: Send {
    /// A line.
    fn info(&mut self, line: &InfoLine);
    /// A root move is being looked at.
    fn current_move(&mut self, depth: u32, m: &str, number: usize);
    /// The game is over already; the score is for the side to move.
    fn ended(&mut self, score: ScoreText);
    /// The end of the search: move and expected answer.
    fn best_move(&mut self, best: Option<&str>, ponder: Option<&str>);
}

/// Passes the reports of a search on to a [`Listener`].
///
/// With several lines, only complete sets of the same depth go out, best first. When much has been
/// said, lines that bring nothing new wait; the last ones go out at the end in any case.
pub struct Reporter<'a, G: Game> {
    game: &'a G,
    root: &'a G::Position,
    /// Lines of a complete set.
    wanted: usize,
    listener: &'a mut dyn Listener,
    /// The set being collected, by rank.
    set: Vec<Info<G::Move>>,
    /// The set that went out last.
    shown: Vec<Info<G::Move>>,
    /// A complete set that was held back.
    held: Vec<Info<G::Move>>,
    /// The last line of rank 1 that went out, bounds included.
    first: Option<Info<G::Move>>,
    lines: usize,
    last: Instant,
    /// The lines of a set come in the order of their scores and not in that of the search.
    sorted: bool,
}

impl<'a, G: Game> Reporter<'a, G> {
    /// For a search of `root` that gives `wanted` lines.
    pub fn new(game: &'a G, root: &'a G::Position, wanted: usize, listener: &'a mut dyn Listener) -> Self {
        Reporter {
            game,
            root,
            wanted: wanted.max(1),
            listener,
            set: Vec::new(),
            shown: Vec::new(),
            held: Vec::new(),
            first: None,
            lines: 0,
            last: Instant::now(),
            sorted: true,
        }
    }

    /// Leaves the lines of a set in the order in which the search ranks them, which may not be that of their scores.
    pub fn keep_order(&mut self) {
        self.sorted = false;
    }

    /// Says what is still unsaid, so that the last first line is that of the move to be played.
    pub fn finish(mut self, result: &SearchResult<G::Move>) {
        let first = |set: &[Info<G::Move>]| set.first().and_then(|info| info.pv.first().copied());
        let held = std::mem::take(&mut self.held);
        if !held.is_empty() && first(&held) == result.best {
            self.show(held);
        }
        // What an iteration that was cut short has cost is told as well.
        let told = self
            .first
            .as_ref()
            .zip(result.lines.first())
            .is_some_and(|(told, last)| told.says_the_same(last) && told.nodes >= last.nodes);
        if !told && first(&result.lines) == result.best {
            let depth = result.lines[0].depth;
            self.show(result.lines.iter().filter(|info| info.depth == depth).cloned().collect());
        }
    }

    fn show(&mut self, set: Vec<Info<G::Move>>) {
        for (rank, info) in set.iter().enumerate() {
            let line = self.line(info, rank + 1);
            self.listener.info(&line);
        }
        self.lines += set.len();
        self.last = Instant::now();
        self.first = set.first().cloned();
        self.shown = set;
    }

    fn line(&self, info: &Info<G::Move>, multi_pv: usize) -> InfoLine {
        InfoLine {
            depth: info.depth,
            seldepth: info.seldepth,
            multi_pv,
            score: ScoreText::new(info.score),
            bound: info.bound,
            wdl: chances::<G>(info.score),
            nodes: info.nodes,
            time: info.time,
            hash_full: info.hash_full,
            pv: self.write_pv(&info.pv),
        }
    }

    fn write_pv(&self, pv: &[G::Move]) -> Vec<String> {
        let mut position = self.root.clone();
        let mut texts = Vec::with_capacity(pv.len());
        for &m in pv {
            debug_assert!(self.game.is_legal(&position, m), "illegal move in a line");
            texts.push(self.game.write_move(&position, m, MoveStyle::Coordinate));
            self.game.play(&mut position, m, &mut ());
        }
        texts
    }

    /// Whether two sets tell a reader the same but for depth and time.
    fn same(a: &[Info<G::Move>], b: &[Info<G::Move>]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(x, y)| x.says_the_same(y))
    }
}

impl<G: Game> Report<G::Move> for Reporter<'_, G> {
    fn info(&mut self, info: &Info<G::Move>) {
        if info.bound != Bound::Exact {
            if self.wanted == 1 && info.time >= BOUNDS_AFTER && self.last.elapsed() >= BOUNDS_PAUSE {
                let line = self.line(info, 1);
                self.listener.info(&line);
                self.lines += 1;
                self.first = Some(info.clone());
                self.last = Instant::now();
            }
            return;
        }
        self.set.retain(|old| old.depth == info.depth && old.multi_pv != info.multi_pv);
        self.set.push(info.clone());
        if self.set.len() < self.wanted {
            return;
        }
        let mut set = std::mem::take(&mut self.set);
        set.sort_by_key(|info| (if self.sorted { -info.score } else { 0 }, info.multi_pv));
        let news = self.lines < FREE_LINES || !Self::same(&set, &self.shown);
        if news || self.last.elapsed() >= SAME_LINE_PAUSE {
            self.held.clear();
            self.show(set);
        } else {
            self.held = set;
        }
    }

    fn current_move(&mut self, depth: u32, m: G::Move, number: usize) {
        if self.last.elapsed() < CURRENT_MOVE_PAUSE {
            return;
        }
        let text = self.game.write_move(self.root, m, MoveStyle::Coordinate);
        self.listener.current_move(depth, &text, number);
        self.last = Instant::now();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mate_distances_count_moves_of_the_mover() {
        assert_eq!(ScoreText::new(MATE - 1), ScoreText::Mate(1));
        assert_eq!(ScoreText::new(MATE - 3), ScoreText::Mate(2));
        assert_eq!(ScoreText::new(-(MATE - 2)), ScoreText::Mate(-1));
        assert_eq!(ScoreText::new(-(MATE - 4)), ScoreText::Mate(-2));
        assert_eq!(ScoreText::new(MATE_IN_MAX - 1), ScoreText::Centipawns(MATE_IN_MAX - 1));
        assert_eq!(ScoreText::new(-35), ScoreText::Centipawns(-35));
    }
}
