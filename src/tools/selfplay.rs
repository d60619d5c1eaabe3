//! One game between two players, judged by the game's own rules.

use std::fmt;
use std::time::{Duration, Instant};

use crate::eval::Evaluator;
use crate::game::{Game, MoveStyle, Outcome, Side};
use crate::search::{Clock, Control, Limits, MATE_IN_MAX, NoReport, Root, Score, Searcher};

/// A game being played: where it began, its moves and where it stands.
#[derive(Clone, Debug)]
pub struct Line<G: Game> {
    /// FEN of the first position.
    pub start_fen: String,
    /// Moves from there in coordinate text.
    pub texts: Vec<String>,
    /// The present position and its past.
    pub root: Root<G>,
}

impl<G: Game> Line<G> {
    /// A game that begins at `start`.
    pub fn new(game: &G, start: G::Position) -> Line<G> {
        Line { start_fen: game.fen(&start), texts: Vec::new(), root: Root::new(game, start) }
    }

    /// Plays a legal move.
    pub fn play(&mut self, game: &G, m: G::Move) {
        self.texts.push(game.write_move(&self.root.position, m, MoveStyle::Coordinate));
        self.root.play(game, m);
    }

    /// Whose turn it is.
    pub fn to_move(&self, game: &G) -> Side {
        game.side_to_move(&self.root.position)
    }

    /// The outcome if the game is over: what is on the board counts before what depends on the past.
    pub fn outcome(&self, game: &G) -> Option<Outcome> {
        let Root { position, history, .. } = &self.root;
        game.finished(position).or_else(|| game.drawn(position, history))
    }
}

/// A clock for a whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Time at the start.
    pub base: Duration,
    /// Added after each move.
    pub increment: Duration,
}

/// What a player may spend on one move; all that are given hold at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Nodes.
    pub nodes: Option<u64>,
    /// Plies.
    pub depth: Option<u32>,
    /// Wall time of each move.
    pub move_time: Option<Duration>,
    /// A clock for the game.
    pub clock: Option<TimeControl>,
}

impl Budget {
    /// So many nodes a move.
    pub fn nodes(nodes: u64) -> Budget {
        Budget { nodes: Some(nodes), ..Budget::default() }
    }

    /// The search limits that this budget means with the clocks at `clock`.
    pub fn limits<M>(&self, clock: &Clock) -> Limits<M> {
        Limits {
            nodes: self.nodes,
            depth: self.depth,
            move_time: self.move_time,
            clock: if self.clock.is_some() { *clock } else { Clock::default() },
            ..Limits::default()
        }
    }
}

/// A player's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice<M> {
    /// The move.
    pub best: M,
    /// What the player thinks of the position, centipawns for itself, if it says so.
    pub score: Option<Score>,
    /// Nodes spent, 0 if unknown.
    pub nodes: u64,
}

/// A failure of a player, which loses the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The program ended or broke the protocol.
    Crash(String),
    /// No move in time.
    TimeOut,
    /// This text is no legal move.
    IllegalMove(String),
    /// It found no move where there is one.
    NoMove,
}

impl Fault {
    /// What the text of a [`Fault::Crash`] begins with.
    pub const CRASH: &str = "crash: ";
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Crash(how) => write!(f, "{}{how}", Fault::CRASH),
            Fault::TimeOut => f.write_str("time-out"),
            Fault::IllegalMove(text) => write!(f, "illegal move: {text}"),
            Fault::NoMove => f.write_str("no move"),
        }
    }
}

/// Whoever can play a game: this engine, another program, or a test's own player.
pub trait Player<G: Game> {
    /// What it may spend; the default leaves that to the player.
    fn budget(&self) -> Budget {
        Budget::default()
    }

    /// Forgets the last game.
    ///
    /// # Errors
    /// A [`Fault`], which loses the game that was to begin.
    fn new_game(&mut self) -> Result<(), Fault> {
        Ok(())
    }

    /// A move for the side to move of `line`, which is not over.
    ///
    /// # Errors
    /// A [`Fault`], which loses the game.
    fn choose(&mut self, line: &Line<G>, clock: &Clock, control: &Control) -> Result<Choice<G::Move>, Fault>;
}

/// This engine as a player.
pub struct EnginePlayer<G: Game, E: Evaluator<G>> {
    searcher: Searcher<G, E>,
    budget: Budget,
}

impl<G: Game, E: Evaluator<G>> EnginePlayer<G, E> {
    /// A player that spends `budget` a move on `searcher`.
    pub fn new(searcher: Searcher<G, E>, budget: Budget) -> Self {
        EnginePlayer { searcher, budget }
    }
}

impl<G: Game, E: Evaluator<G>> Player<G> for EnginePlayer<G, E> {
    fn budget(&self) -> Budget {
        self.budget
    }

    fn new_game(&mut self) -> Result<(), Fault> {
        self.searcher.clear();
        Ok(())
    }

    fn choose(&mut self, line: &Line<G>, clock: &Clock, control: &Control) -> Result<Choice<G::Move>, Fault> {
        let limits = self.budget.limits(clock);
        let result = self.searcher.search(&line.root, &limits, control, &mut NoReport);
        let best = result.best.ok_or(Fault::NoMove)?;
        Ok(Choice { best, score: Some(result.score), nodes: result.nodes })
    }
}

/// When a game is ended before its rules end it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameRules {
    /// Plies (opening included) after which a game is a draw.
    pub max_plies: usize,
    /// Won once both players give the same side at least this many centipawns ...
    pub win_score: Option<Score>,
    /// ... in so many plies in a row.
    pub win_plies: u32,
    /// Drawn once both players are within this many centipawns of 0 ...
    pub draw_score: Option<Score>,
    /// ... in so many plies in a row ...
    pub draw_plies: u32,
    /// ... and this many plies have been played.
    pub draw_after: usize,
    /// Time beyond the clock or the time a move that is forgiven.
    pub margin: Duration,
}

impl Default for GameRules {
    fn default() -> Self {
        GameRules {
            max_plies: 1_000,
            win_score: None,
            win_plies: 6,
            draw_score: None,
            draw_plies: 10,
            draw_after: 80,
            margin: Duration::from_millis(50),
        }
    }
}

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// FEN of the first position.
    pub start_fen: String,
    /// All moves in coordinate text, the opening first.
    pub moves: Vec<String>,
    /// How many of the moves are the opening.
    pub opening_plies: usize,
    /// Quarters of a point for White, 0 to 4.
    pub white_quarters: u8,
    /// Why it ended.
    pub reason: String,
    /// The side that lost by a failure, if any.
    pub fault: Option<Side>,
    /// Whether adjudication ended it and not the rules.
    pub adjudicated: bool,
    /// Nodes of White and Black.
    pub nodes: [u64; 2],
    /// Final clock of White and Black if they had one.
    pub time_left: [Option<Duration>; 2],
}

/// Counts how long the players have agreed on the result.
#[derive(Default)]
struct Agreement {
    wins: [u32; 2],
    draws: u32,
}

impl Agreement {
    fn note(&mut self, rules: &GameRules, side: Side, score: Option<Score>, plies: usize) -> Option<Outcome> {
        for winner in Side::ALL {
            let agrees = rules.win_score.zip(score).is_some_and(|(bar, score)| {
                let score = if winner == side { score } else { -score };
                score >= bar
            });
            let run = &mut self.wins[winner.index()];
            *run = if agrees { *run + 1 } else { 0 };
            if agrees && *run >= rules.win_plies {
                return Some(Outcome::win(winner, "adjudicated win"));
            }
        }
        let agrees = rules.draw_score.zip(score).is_some_and(|(bar, score)| score.abs() <= bar);
        self.draws = if agrees { self.draws + 1 } else { 0 };
        (agrees && self.draws >= rules.draw_plies && plies >= rules.draw_after)
            .then(|| Outcome::draw("adjudicated draw"))
    }
}

/// The two clocks of a game.
struct Clocks {
    left: [Option<Duration>; 2],
    increment: [Duration; 2],
}

impl Clocks {
    fn new(budgets: [Budget; 2]) -> Clocks {
        Clocks {
            left: budgets.map(|b| b.clock.map(|c| c.base)),
            increment: budgets.map(|b| b.clock.map_or(Duration::ZERO, |c| c.increment)),
        }
    }

    fn shown(&self) -> Clock {
        let ms = |d: Duration| i64::try_from(d.as_millis()).unwrap_or(i64::MAX);
        Clock { time: self.left.map(|d| d.map(ms)), increment: self.increment.map(ms), moves_to_go: None }
    }

    /// Takes the time of a move; `false` once the flag has fallen.
    fn spend(&mut self, side: Side, elapsed: Duration, budget: &Budget, margin: Duration) -> bool {
        if budget.move_time.is_some_and(|limit| elapsed > limit + margin) {
            return false;
        }
        let Some(left) = &mut self.left[side.index()] else { return true };
        if elapsed > *left + margin {
            return false;
        }
        *left = left.saturating_sub(elapsed) + self.increment[side.index()];
        true
    }
}

/// How a game came to its end.
enum End {
    Rules(Outcome),
    Adjudication(Outcome),
    Fault(Side, Fault),
}

/// A game in progress with all that belongs to it.
struct Table<'a, 'p, G: Game> {
    game: &'a G,
    players: [&'p mut dyn Player<G>; 2],
    budgets: [Budget; 2],
    rules: &'a GameRules,
    control: &'a Control,
    line: Line<G>,
    clocks: Clocks,
    agreement: Agreement,
    nodes: [u64; 2],
}

impl<G: Game> Table<'_, '_, G> {
    /// Plays on to the end; `None` if the control stops it.
    fn play_out(&mut self) -> Option<End> {
        for side in Side::ALL {
            if let Err(fault) = self.players[side.index()].new_game() {
                return (!self.control.stopped()).then_some(End::Fault(side, fault));
            }
        }
        loop {
            if let Some(outcome) = self.line.outcome(self.game) {
                return Some(End::Rules(outcome));
            }
            if self.line.texts.len() >= self.rules.max_plies {
                return Some(End::Adjudication(Outcome::draw("ply limit of the match")));
            }
            let side = self.line.to_move(self.game);
            let choice = self.ask(side);
            // A stopped search answers early and a stopped program dies: neither is the player's fault.
            if self.control.stopped() {
                return None;
            }
            let choice = match choice {
                Ok(choice) => choice,
                Err(fault) => return Some(End::Fault(side, fault)),
            };
            self.line.play(self.game, choice.best);
            let plies = self.line.texts.len();
            // The rules come first: adjudication never overrides a game that has just ended.
            if let Some(outcome) = self.agreement.note(self.rules, side, choice.score, plies)
                && self.line.outcome(self.game).is_none()
            {
                return Some(End::Adjudication(outcome));
            }
        }
    }

    /// A legal move of `side`, made in time.
    fn ask(&mut self, side: Side) -> Result<Choice<G::Move>, Fault> {
        let begun = Instant::now();
        let choice = self.players[side.index()].choose(&self.line, &self.clocks.shown(), self.control);
        let elapsed = begun.elapsed();
        let in_time = self.clocks.spend(side, elapsed, &self.budgets[side.index()], self.rules.margin);
        // An answer that comes too late is not looked at, right or wrong.
        if !in_time && !matches!(choice, Err(Fault::Crash(_))) {
            return Err(Fault::TimeOut);
        }
        let choice = choice?;
        self.nodes[side.index()] += choice.nodes;
        if !self.game.is_legal(&self.line.root.position, choice.best) {
            // It has no text here, where it means nothing.
            return Err(Fault::IllegalMove(format!("number {:#x}", self.game.pack(choice.best))));
        }
        Ok(choice)
    }
}

/// Plays one game from the start position through `opening`, or `None` if `control` stops it.
///
/// `players` are White and Black, whoever begins. The rules of the game decide, move by move; a
/// [`Fault`] loses.
pub fn play_game<G: Game>(
    game: &G,
    players: [&mut dyn Player<G>; 2],
    opening: &[G::Move],
    rules: &GameRules,
    control: &Control,
) -> Option<PlayedGame> {
    let mut line = Line::new(game, game.start());
    for &m in opening {
        line.play(game, m);
    }
    let budgets = [players[0].budget(), players[1].budget()];
    let mut table = Table {
        game,
        players,
        budgets,
        rules,
        control,
        line,
        clocks: Clocks::new(budgets),
        agreement: Agreement::default(),
        nodes: [0; 2],
    };
    let end = table.play_out()?;
    let (white_quarters, reason, fault) = match &end {
        End::Rules(outcome) | End::Adjudication(outcome) => {
            (outcome.white_quarters, outcome.reason.to_owned(), None)
        }
        End::Fault(side, fault) => {
            (Outcome::win(side.other(), "").white_quarters, fault.to_string(), Some(*side))
        }
    };
    Some(PlayedGame {
        start_fen: table.line.start_fen,
        moves: table.line.texts,
        opening_plies: opening.len(),
        white_quarters,
        reason,
        fault,
        adjudicated: matches!(end, End::Adjudication(_)),
        nodes: table.nodes,
        time_left: table.clocks.left,
    })
}

/// Whether a score is a proved win or loss.
pub fn is_mate_score(score: Score) -> bool {
    score.abs() >= MATE_IN_MAX
}
