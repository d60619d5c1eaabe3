//! One game of a session: the only part of the protocol that knows a game's types.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Serialize;
use thiserror::Error;

use super::command::Start;
use super::explain;
use super::go::Go;
use super::report::{Listener, Reporter, ScoreText};
use super::strength::Strength;
use super::worker::{Job, Task};
use crate::eval::{Tunable, Weights, WeightsError};
use crate::game::{
    BoardInfo, FenError, Game, GameOption, MoveError, MoveStyle, Outcome, PieceInfo, Side, Steps,
};
use crate::search::{HashError, Limits, Root, Searcher};
use crate::tools::perft::perft_until;
use crate::variant::{Playable, Variant, Visitor};

/// Why a position was refused. The one before stays.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// The FEN is bad.
    #[error("position: {0}; the position before is kept")]
    Fen(#[from] FenError),
    /// A move of the list is bad.
    #[error("position: move {index}: {problem}; the position before is kept")]
    Move {
        /// Its number in the list, from 1.
        index: usize,
        /// What is wrong with it.
        problem: MoveError,
    },
}

/// Settings that hold for one search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchSettings {
    /// Number of lines.
    pub multi_pv: usize,
    /// Taken off every time budget.
    pub move_overhead: Duration,
    /// How strongly to play.
    pub strength: Strength,
}

/// A search ready for the worker.
pub struct SearchJob {
    /// The work.
    pub job: Job,
    /// What had to be left out of the command, a line each.
    pub notes: Vec<String>,
}

/// What a perft says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PerftLine<'a> {
    /// A root move and the leaves below it.
    Move(&'a str, u64),
    /// The leaves of all root moves: the end.
    Sum(u64),
    /// It was stopped before there was a sum: the end.
    Stopped,
}

/// Receives the lines of a perft.
pub type PerftSink = Box<dyn FnMut(PerftLine<'_>) + Send>;

/// A game being played: its rules, position, evaluation and search.
///
/// What takes long comes back as a [`Job`] for the worker and does not block.
pub trait GameSession {
    /// Options of this game alone.
    fn options(&self) -> &'static [GameOption];

    /// Sets one of [`GameSession::options`]; the position becomes the start position, unless the option
    /// [keeps it](GameOption::keeps_position).
    ///
    /// # Errors
    /// One line that says what is wrong; nothing changes.
    fn set_option(&mut self, name: &str, value: &str) -> Result<Job, String>;

    /// Sets the position.
    ///
    /// # Errors
    /// [`PositionError`]; nothing changes.
    fn set_position(&mut self, start: &Start, moves: &[&str]) -> Result<(), PositionError>;

    /// Takes the weights of a weight file's text, or the built-in ones for `None`.
    ///
    /// # Errors
    /// [`WeightsError`]; nothing changes.
    fn set_weights(&mut self, json: Option<&str>) -> Result<Job, WeightsError>;

    /// Makes a table of `mib` MiB and tells `done` how that went.
    fn hash_job(&self, mib: usize, done: Box<dyn FnOnce(Result<(), HashError>) + Send>) -> Job;

    /// Sets the number of search threads.
    fn threads_job(&self, threads: usize) -> Job;

    /// Forgets everything learnt.
    fn clear_job(&self) -> Job;

    /// Makes the tables of the search if they are not there yet.
    fn warm_up_job(&self) -> Job;

    /// Searches the position. The listener gets exactly one `best_move`, at the end.
    fn search_job(
        &self,
        go: &Go<'_>,
        settings: SearchSettings,
        task: Arc<Task>,
        listener: Box<dyn Listener>,
    ) -> SearchJob;

    /// Counts leaves below each root move.
    fn perft_job(&self, depth: u32, task: Arc<Task>, sink: PerftSink) -> Job;

    /// Board picture, FEN, key, checkers and status, several lines.
    fn describe(&self, colour: bool) -> String;

    /// The evaluation term by term, several lines.
    fn explain(&self) -> String;

    /// Whether `text`, in either style, is a legal move.
    fn is_legal(&self, text: &str) -> bool;

    /// The game's name, the size of its board and its start position: `variant N files F ranks R startpos FEN`.
    fn introduction(&self) -> String;

    /// The legal moves in coordinates, in generation order.
    fn legal_moves(&self) -> Vec<String>;

    /// The board, its pieces and the state of the game as one line of JSON.
    fn board_json(&self) -> String;

    /// The legal moves as one line of JSON.
    fn moves_json(&self) -> String;

    /// The FEN of the position.
    fn fen(&self) -> String;

    /// The pieces on the board.
    fn pieces(&self) -> Vec<PieceInfo>;

    /// The side whose turn it is, or would be.
    fn side_to_move(&self) -> Side;

    /// The side that makes the first move of a game.
    fn first_mover(&self) -> Side;

    /// How the game has ended, on the board or by a draw that the rules declare; `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// What a legal move does, step by step.
    ///
    /// # Errors
    /// [`MoveError`] if the text is no legal move.
    fn steps(&self, text: &str) -> Result<Steps, MoveError>;
}

/// Starts a session of `variant` at its start position.
pub fn open(variant: Variant) -> Box<dyn GameSession> {
    struct Open;
    impl Visitor for Open {
        type Output = Box<dyn GameSession>;
        fn visit<G: Playable>(self, game: G) -> Self::Output {
            Box::new(Typed::new(game))
        }
    }
    variant.dispatch(Open)
}

type SharedSearcher<G> = Arc<Mutex<Option<Searcher<G, <G as Playable>::Eval>>>>;

/// A session of one game. The searcher is shared with the jobs only: the input thread never locks it.
/// The first job makes it, so that nobody waits for its tables who does not search.
struct Typed<G: Playable> {
    game: G,
    root: Root<G>,
    weights: Weights,
    searcher: SharedSearcher<G>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<G: Playable> Typed<G> {
    fn new(game: G) -> Typed<G> {
        let root = Root::new(&game, game.start());
        let weights = G::Eval::default_weights();
        Typed { game, root, weights, searcher: Arc::default() }
    }

    /// A job on the searcher.
    fn job(&self, work: impl FnOnce(&mut Searcher<G, G::Eval>) + Send + 'static) -> Job {
        let searcher = Arc::clone(&self.searcher);
        let (game, weights) = (self.game.clone(), self.weights.clone());
        Box::new(move || {
            let make = || {
                let evaluator = G::Eval::with_weights(&game, &weights);
                Searcher::new(game, evaluator)
            };
            work(lock(&searcher).get_or_insert_with(make));
        })
    }

    /// The limits with moves read and gaps filled, and what had to be left out.
    fn limits(&self, go: &Go<'_>, settings: SearchSettings) -> (Limits<G::Move>, Vec<String>) {
        let mut notes = Vec::new();
        if !go.ignored.is_empty() {
            let words = crate::input::shorten(&go.ignored.join(" "));
            notes.push(format!("go: ignored what means nothing here: {words}"));
        }
        let search_moves = go.search_moves.as_ref().and_then(|texts| {
            let mut moves = Vec::new();
            let mut at = 0;
            while at < texts.len() {
                let mut words = 1;
                match self.game.parse_longest_move(&self.root.position, &texts[at..]) {
                    Ok((m, used)) => {
                        words = used;
                        if !moves.contains(&m) {
                            moves.push(m);
                        }
                    }
                    Err(problem) => notes.push(format!("go: searchmoves: {problem}")),
                }
                at += words;
            }
            if moves.is_empty() {
                notes.push("go: no legal move in searchmoves; all moves are searched".to_owned());
            }
            (!moves.is_empty()).then_some(moves)
        });
        let mut clock = go.clocks(self.game.first_mover());
        let own = &mut clock.time[self.game.side_to_move(&self.root.position).index()];
        if go.has_clock() && own.is_none() {
            // Only the opponent's clock is known. An answer at once can't lose on time.
            *own = Some(0);
        }
        let level = settings.strength.level();
        let limits = Limits {
            depth: go.depth,
            nodes: go.nodes.into_iter().chain(level.nodes()).min(),
            move_time: go.move_time,
            clock,
            mate: go.mate,
            search_moves,
            infinite: waits_for_stop(go),
            // Several lines would share the few nodes of a level.
            multi_pv: if level.is_full() { settings.multi_pv } else { 1 },
            move_overhead: settings.move_overhead,
            lottery: settings.strength.lottery(),
        };
        (limits, notes)
    }

    fn status(&self) -> String {
        let Root { position, history, .. } = &self.root;
        let show = |outcome: Outcome| format!("{} ({})", outcome.score_text(), outcome.reason);
        match (self.game.finished(position), self.game.drawn(position, history)) {
            (Some(outcome), _) => format!("finished, {}", show(outcome)),
            (None, Some(outcome)) => format!("drawn, {}", show(outcome)),
            (None, None) => format!("in play, {} to move", self.game.side_to_move(position)),
        }
    }
}

/// Whether the answer waits for `stop` even when the search has nothing left to do.
fn waits_for_stop(go: &Go<'_>) -> bool {
    go.infinite || !(go.ponder || go.has_limit())
}

/// The score of a finished game for the side to move.
fn final_score<G: Game>(outcome: Outcome, mover: Side) -> ScoreText {
    match outcome.for_side(mover) {
        0 => ScoreText::Mate(0),
        1 => ScoreText::Centipawns(-G::THREE_QUARTERS),
        2 => ScoreText::Centipawns(0),
        3 => ScoreText::Centipawns(G::THREE_QUARTERS),
        // Won by the opponent's own move: there is no move left to make.
        _ => ScoreText::Mate(1),
    }
}

#[derive(Serialize)]
struct BoardLine {
    #[serde(flatten)]
    board: BoardInfo,
    pieces: Vec<PieceInfo>,
    fen: String,
    to_move: String,
    check: Vec<String>,
    status: String,
}

#[derive(Serialize)]
struct MoveLine {
    #[serde(rename = "move")]
    coordinates: String,
    text: String,
    #[serde(flatten)]
    steps: Steps,
}

#[derive(Serialize)]
struct MovesLine {
    game: &'static str,
    fen: String,
    moves: Vec<MoveLine>,
}

/// JSON of plain data, whose keys are all strings.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|e| format!("{{\"error\":\"{e}\"}}"))
}

impl<G: Playable> GameSession for Typed<G> {
    fn options(&self) -> &'static [GameOption] {
        self.game.options()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<Job, String> {
        self.game.set_option(name, value)?;
        let keeps = |option: &GameOption| option.keeps_position && option.name.eq_ignore_ascii_case(name);
        if !self.game.options().iter().any(keeps) {
            self.root = Root::new(&self.game, self.game.start());
        }
        let game = self.game.clone();
        let evaluator = G::Eval::with_weights(&game, &self.weights);
        Ok(self.job(move |searcher| {
            searcher.set_game(game);
            searcher.set_evaluator(evaluator);
        }))
    }

    fn set_position(&mut self, start: &Start, moves: &[&str]) -> Result<(), PositionError> {
        let first = match start {
            Start::StartPos => self.game.start(),
            Start::Fen(fen) => self.game.parse_fen(fen)?,
        };
        let mut root = Root::new(&self.game, first);
        let (mut number, mut at) = (1, 0);
        while at < moves.len() {
            let (m, words) = self
                .game
                .parse_first_move(&root.position, &moves[at..])
                .map_err(|problem| PositionError::Move { index: number, problem })?;
            root.play(&self.game, m);
            number += 1;
            at += words;
        }
        self.root = root;
        Ok(())
    }

    fn set_weights(&mut self, json: Option<&str>) -> Result<Job, WeightsError> {
        self.weights = match json {
            Some(text) => Weights::from_json(text, G::NAME, G::Eval::layout())?,
            None => G::Eval::default_weights(),
        };
        let evaluator = G::Eval::with_weights(&self.game, &self.weights);
        Ok(self.job(move |searcher| searcher.set_evaluator(evaluator)))
    }

    fn hash_job(&self, mib: usize, done: Box<dyn FnOnce(Result<(), HashError>) + Send>) -> Job {
        self.job(move |searcher| done(searcher.set_hash(mib)))
    }

    fn threads_job(&self, threads: usize) -> Job {
        self.job(move |searcher| searcher.set_threads(threads))
    }

    fn clear_job(&self) -> Job {
        self.job(Searcher::clear)
    }

    fn warm_up_job(&self) -> Job {
        self.job(|_| {})
    }

    fn search_job(
        &self,
        go: &Go<'_>,
        settings: SearchSettings,
        task: Arc<Task>,
        mut listener: Box<dyn Listener>,
    ) -> SearchJob {
        let (limits, notes) = self.limits(go, settings);
        let game = self.game.clone();
        let root = self.root.clone();
        if let Some(outcome) = game.finished(&root.position) {
            let score = final_score::<G>(outcome, game.side_to_move(&root.position));
            let job: Job = Box::new(move || {
                listener.ended(score);
                task.wait_for_leave(limits.infinite);
                task.finish();
                listener.best_move(None, None);
            });
            return SearchJob { job, notes };
        }
        let job = self.job(move |searcher| {
            let wanted =
                limits.search_moves.as_ref().map_or_else(|| game.moves(&root.position).len(), Vec::len);
            let lines = limits.multi_pv.min(wanted);
            let mut reporter = Reporter::new(&game, &root.position, lines, &mut *listener);
            if limits.lottery.is_some() {
                reporter.keep_order();
            }
            let result = searcher.search(&root, &limits, &task.control, &mut reporter);
            task.wait_for_leave(limits.infinite);
            reporter.finish(&result);
            let best = result.best.map(|m| game.write_move(&root.position, m, MoveStyle::Coordinate));
            let ponder = result.best.zip(result.ponder).and_then(|(m, answer)| {
                let mut after = root.position.clone();
                game.play(&mut after, m, &mut ());
                (game.finished(&after).is_none() && game.is_legal(&after, answer))
                    .then(|| game.write_move(&after, answer, MoveStyle::Coordinate))
            });
            task.finish();
            listener.best_move(best.as_deref(), ponder.as_deref());
        });
        SearchJob { job, notes }
    }

    fn perft_job(&self, depth: u32, task: Arc<Task>, mut sink: PerftSink) -> Job {
        let game = self.game.clone();
        let root = self.root.position.clone();
        Box::new(move || {
            let stop = || task.control.stopped();
            let mut sum = u64::from(depth == 0);
            let moves = if depth == 0 || game.over_by_position(&root).is_some() {
                Vec::new()
            } else {
                game.moves(&root)
            };
            let mut end = None;
            for m in moves {
                let mut child = root.clone();
                game.play(&mut child, m, &mut ());
                let Some(count) = perft_until(&game, &child, depth - 1, &stop) else {
                    end = Some(PerftLine::Stopped);
                    break;
                };
                sum += count;
                sink(PerftLine::Move(&game.write_move(&root, m, MoveStyle::Coordinate), count));
            }
            task.finish();
            sink(end.unwrap_or(PerftLine::Sum(sum)));
        })
    }

    fn describe(&self, colour: bool) -> String {
        let position = &self.root.position;
        let checkers = self.game.checkers(position);
        format!(
            "{}\nGame: {}\nFEN: {}\nKey: {:016X}\nCheckers: {}\nStatus: {}\n",
            self.game.picture_after(position, self.root.last, colour),
            G::TITLE,
            self.game.fen(position),
            self.game.key(position),
            if checkers.is_empty() { "none".to_owned() } else { checkers.join(" ") },
            self.status(),
        )
    }

    fn explain(&self) -> String {
        explain::table::<G>(&self.game, &self.root.position, &self.weights)
    }

    fn is_legal(&self, text: &str) -> bool {
        let position = &self.root.position;
        self.game.over_by_position(position).is_none() && self.game.parse_move(position, text).is_ok()
    }

    fn introduction(&self) -> String {
        let board = self.game.board();
        let start = self.game.fen(&self.game.start());
        format!("variant {} files {} ranks {} startpos {start}", G::NAME, board.files.len(), board.ranks)
    }

    fn legal_moves(&self) -> Vec<String> {
        let position = &self.root.position;
        if self.game.over_by_position(position).is_some() {
            return Vec::new();
        }
        let write = |m| self.game.write_move(position, m, MoveStyle::Coordinate);
        self.game.moves(position).into_iter().map(write).collect()
    }

    fn board_json(&self) -> String {
        let position = &self.root.position;
        json(&BoardLine {
            board: self.game.board(),
            pieces: self.game.pieces(position),
            fen: self.game.fen(position),
            to_move: self.game.side_to_move(position).to_string(),
            check: self.game.checkers(position),
            status: self.status(),
        })
    }

    fn moves_json(&self) -> String {
        let position = &self.root.position;
        let over = self.game.over_by_position(position).is_some();
        let moves = if over { Vec::new() } else { self.game.moves(position) };
        json(&MovesLine {
            game: G::NAME,
            fen: self.game.fen(position),
            moves: moves
                .into_iter()
                .map(|m| MoveLine {
                    coordinates: self.game.write_move(position, m, MoveStyle::Coordinate),
                    text: self.game.write_move(position, m, MoveStyle::Official),
                    steps: self.game.steps(position, m),
                })
                .collect(),
        })
    }

    fn fen(&self) -> String {
        self.game.fen(&self.root.position)
    }

    fn pieces(&self) -> Vec<PieceInfo> {
        self.game.pieces(&self.root.position)
    }

    fn side_to_move(&self) -> Side {
        self.game.side_to_move(&self.root.position)
    }

    fn first_mover(&self) -> Side {
        self.game.first_mover()
    }

    fn outcome(&self) -> Option<Outcome> {
        let Root { position, history, .. } = &self.root;
        self.game.finished(position).or_else(|| self.game.drawn(position, history))
    }

    fn steps(&self, text: &str) -> Result<Steps, MoveError> {
        let m = self.game.parse_move(&self.root.position, text)?;
        Ok(self.game.steps(&self.root.position, m))
    }
}
