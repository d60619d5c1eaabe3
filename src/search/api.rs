//! What goes into a search and what comes out.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::level::Lottery;
use crate::game::{Game, History, Side};

/// Centipawns for the side to move; win-in-n scores are `MATE - plies`.
pub type Score = i32;

/// The score of having won already; a win in `n` plies is `MATE - n`.
pub const MATE: Score = 32_000;

/// Deepest ply a search can reach.
pub const MAX_PLY: usize = 240;

/// Scores at or above this are wins (`-MATE_IN_MAX` and below are losses).
pub const MATE_IN_MAX: Score = MATE - MAX_PLY as Score;

/// The position to search and the game that led to it.
#[derive(Clone, Debug)]
pub struct Root<G: Game> {
    /// The position.
    pub position: G::Position,
    /// Keys of the game so far, ending with this position's.
    pub history: History,
    /// The move that led to the position, if it is known.
    pub last: Option<G::Move>,
}

impl<G: Game> Root<G> {
    /// A position without a past.
    pub fn new(game: &G, position: G::Position) -> Root<G> {
        let history = History::new(game.key(&position));
        Root { position, history, last: None }
    }

    /// Plays a legal move.
    pub fn play(&mut self, game: &G, m: G::Move) {
        game.play(&mut self.position, m, &mut ());
        self.history.push(game.key(&self.position));
        self.last = Some(m);
    }
}

/// One player's clocks as the protocol gives them. Milliseconds; negative times count as none left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time left for White and Black, if given.
    pub time: [Option<i64>; 2],
    /// Increment a move for White and Black.
    pub increment: [i64; 2],
    /// Moves until the next time control; `None` is the rest of the game.
    pub moves_to_go: Option<u32>,
}

impl Clock {
    /// Whether any clock was given at all.
    pub fn is_set(&self) -> bool {
        self.time != [None; 2]
    }

    /// Time left for `side`, at least 0.
    pub fn time_left(&self, side: Side) -> Option<Duration> {
        self.time[side.index()].map(|ms| Duration::from_millis(ms.max(0).unsigned_abs()))
    }
}

/// When to stop. All that are given hold at once: the first one met ends the search.
#[derive(Clone, Debug)]
pub struct Limits<M> {
    /// Plies.
    pub depth: Option<u32>,
    /// Moves made in search and quiescence; exact with one thread.
    pub nodes: Option<u64>,
    /// Wall time for this move.
    pub move_time: Option<Duration>,
    /// Clocks to divide.
    pub clock: Clock,
    /// Stop once a win in this many moves of the mover (or fewer) is proved.
    pub mate: Option<u32>,
    /// Root moves to consider; `None` is all of them. Illegal ones are left out by the caller.
    pub search_moves: Option<Vec<M>>,
    /// Wait for [`Control::stop`] even when done.
    pub infinite: bool,
    /// Number of best lines wanted, at least 1.
    pub multi_pv: usize,
    /// Subtracted from every time budget, for the way to and from the GUI.
    pub move_overhead: Duration,
    /// Play not always the best move.
    pub lottery: Option<Lottery>,
}

impl<M> Default for Limits<M> {
    fn default() -> Self {
        Limits {
            depth: None,
            nodes: None,
            move_time: None,
            clock: Clock::default(),
            mate: None,
            search_moves: None,
            infinite: false,
            multi_pv: 1,
            move_overhead: Duration::from_millis(10),
            lottery: None,
        }
    }
}

impl<M> Limits<M> {
    /// A search to a fixed depth in plies.
    pub fn depth(depth: u32) -> Self {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A search of a fixed number of nodes.
    pub fn nodes(nodes: u64) -> Self {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A search of a fixed wall time.
    pub fn move_time(time: Duration) -> Self {
        Limits { move_time: Some(time), ..Limits::default() }
    }
}

/// How another thread steers a running search. Share it by reference or [`std::sync::Arc`].
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    pondering: AtomicBool,
}

impl Control {
    /// For a search on one's own time (`pondering` false) or on the opponent's.
    pub fn new(pondering: bool) -> Control {
        Control { stop: AtomicBool::new(false), pondering: AtomicBool::new(pondering) }
    }

    /// Ends the search as soon as it looks, well within 20 ms.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether [`Control::stop`] was called.
    #[inline]
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The opponent played the expected move: the search goes on under its own limits from now.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
    }

    /// Whether the search is on the opponent's time: limits don't end it.
    #[inline]
    pub fn pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }
}

/// What a score says about the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

/// State of one line of a running search.
#[derive(Clone, Debug)]
pub struct Info<M> {
    /// Completed depth, plies.
    pub depth: u32,
    /// Deepest ply reached, quiescence included.
    pub seldepth: u32,
    /// 1 for the best line.
    pub multi_pv: usize,
    /// Score for the side to move at the root.
    pub score: Score,
    /// How exact it is.
    pub bound: Bound,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Wall time since the start.
    pub time: Duration,
    /// Permille of the table filled in this search's generation.
    pub hash_full: u32,
    /// The line, legal to its end, starting with a root move.
    pub pv: Vec<M>,
}

impl<M: PartialEq> Info<M> {
    /// Whether the two tell a reader the same but for depth, nodes and time.
    pub fn says_the_same(&self, other: &Info<M>) -> bool {
        self.score == other.score && self.bound == other.bound && self.pv == other.pv
    }
}

/// Receives what a search has to say while it runs.
pub trait Report<M> {
    /// A line was completed (or failed high or low, see [`Info::bound`]).
    fn info(&mut self, info: &Info<M>);

    /// The search turned to the `number`-th root move (from 1); sent only after three seconds.
    fn current_move(&mut self, _depth: u32, _m: M, _number: usize) {}
}

/// A sink for searches nobody watches.
pub struct NoReport;

impl<M> Report<M> for NoReport {
    fn info(&mut self, _: &Info<M>) {}
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct SearchResult<M> {
    /// The move to play; `None` only when the game is finished or `search_moves` was empty.
    pub best: Option<M>,
    /// The expected answer, never after a move that ends the game.
    pub ponder: Option<M>,
    /// Score for the side to move.
    pub score: Score,
    /// Depth of the last completed iteration, plies.
    pub depth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// The best lines, best first, as last reported.
    pub lines: Vec<Info<M>>,
}

impl<M> SearchResult<M> {
    /// How exact the score is: a search that ends within an iteration may know of its best move only that it is at
    /// least this good.
    pub fn bound(&self) -> Bound {
        self.lines.first().map_or(Bound::Exact, |line| line.bound)
    }
}
