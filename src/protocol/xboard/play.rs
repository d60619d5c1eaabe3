//! The game: moves in and out, searches, results.

use std::sync::Arc;
use std::time::Instant;

use super::listener::Writer;
use super::variants::RULES;
use super::{Thinking, Xboard};
use crate::game::{Outcome, Side, Steps};
use crate::protocol::command::Start;
use crate::protocol::engine::Engine;
use crate::protocol::go::Go;
use crate::protocol::options::EngineOption;
use crate::protocol::session::PositionError;

/// The result line of an outcome. There are no quarters of a point in this dialect: the comment tells them.
fn result_text(outcome: Outcome) -> String {
    match outcome.white_quarters {
        0 | 2 | 4 => format!("{} {{{}}}", outcome.score_text(), outcome.reason),
        _ => format!("1/2-1/2 {{{}, {}}}", outcome.reason, outcome.score_text()),
    }
}

/// Whether a move takes a man off another cell than the one it goes to, and which.
fn passing_victim(steps: &Steps) -> Option<&str> {
    let target = &steps.legs.first()?[1];
    steps.captured.iter().find(|cell| *cell != target).map(String::as_str)
}

impl Xboard {
    /// `new`: the first variant, the engine to play Black.
    pub(super) fn new_game(&mut self) {
        self.abandon();
        self.rules = &RULES[0];
        self.plays = if self.analysing { None } else { Some(Side::Black) };
        self.clocks.depth = None;
        self.clocks.restart();
        self.open();
    }

    /// The start position of the variant chosen, everything learnt forgotten.
    pub(super) fn open(&mut self) {
        let name = EngineOption::Variant.name();
        // Every variant listed is one of the engine's, and no search runs that nobody has stopped.
        if let Err(problem) = self.engine.set_option(name, self.rules.variant.name()) {
            self.out.write(&format!("tellusererror {problem}"));
        }
        self.engine.new_game();
        self.begin(Start::StartPos);
    }

    /// Another start of the game.
    pub(super) fn begin(&mut self, start: Start) {
        self.start = start;
        self.moves.clear();
        self.broken = false;
        self.moved();
    }

    /// Sets the engine's position to that of the game, with `extra` played as well.
    fn sync(&mut self, extra: Option<&str>) {
        let moves: Vec<&str> = self.moves.iter().map(String::as_str).chain(extra).collect();
        if let Err(problem) = self.engine.set_position(&self.start, &moves) {
            self.out.write(&super::remark(&problem.to_string()));
        }
    }

    /// The position has changed.
    pub(super) fn moved(&mut self) {
        self.expected = None;
        self.sync(None);
        if self.analysing {
            self.analyse();
        }
    }

    /// Ends a search whose result nobody wants any more.
    pub(super) fn abandon(&mut self) {
        self.thinking = Thinking::Idle;
        self.search += 1;
        self.shared.begin(self.search);
        self.engine.stop();
        self.pong();
    }

    /// Answers the pings that had to wait.
    fn pong(&mut self) {
        for number in std::mem::take(&mut self.pongs) {
            self.out.write(&format!("pong {number}"));
        }
    }

    /// The FEN as XBoard writes it. Castling and en passant are left to the engine: XBoard's words for them mean
    /// other squares.
    pub(super) fn fen(&self) -> String {
        let session = self.engine.session();
        let fen = session.fen();
        let counters: Vec<&str> = fen.rsplitn(3, ' ').collect();
        let placement = self.rules.grid.write_placement(&session.pieces());
        let side = session.side_to_move().letter();
        match counters[..] {
            [number, halfmove, _] => format!("{placement} {side} - - {halfmove} {number}"),
            _ => format!("{placement} {side} - - 0 1"),
        }
    }

    /// The game's FEN of one that XBoard wrote.
    ///
    /// # Errors
    /// One line that says what is wrong.
    pub(super) fn read_fen(&mut self, text: &str) -> Result<String, String> {
        let mut fields = text.split_whitespace();
        let placement = fields.next().ok_or_else(|| "the FEN is empty".to_owned())?;
        let placement = self.rules.grid.read_placement(placement)?;
        let side = fields.next().unwrap_or("w");
        let castling = fields.next().unwrap_or("-");
        let passed = fields.next().unwrap_or("-");
        let halfmove = fields.next().unwrap_or("0");
        let number = fields.next().unwrap_or("1");
        let fits = |engine: &mut Engine, fen: &str| engine.set_position(&Start::Fen(fen.to_owned()), &[]);
        let head = format!("{placement} {side}");
        let head = if self.rules.castling.is_empty() {
            head
        } else {
            let mut rights = String::new();
            for &(letter, word) in self.rules.castling {
                // Without a word about it, castling is possible wherever the men stand at home.
                let wanted = castling == "-" || castling.contains([letter, word]);
                if wanted && fits(&mut self.engine, &format!("{head} {letter}")).is_ok() {
                    rights.push(letter);
                }
            }
            format!("{head} {}", if rights.is_empty() { "-" } else { &rights })
        };
        let tail = format!("{halfmove} {number}");
        let grid = self.rules.grid;
        let with_target = grid.named(passed).and_then(|square| grid.cell(square));
        if let Some(cell) = with_target {
            let fen = format!("{head} {cell} {tail}");
            if fits(&mut self.engine, &fen).is_ok() {
                return Ok(fen);
            }
        }
        let fen = format!("{head} - {tail}");
        fits(&mut self.engine, &fen).map(|()| fen).map_err(|problem| match problem {
            PositionError::Fen(problem) => problem.to_string(),
            problem => problem.to_string(),
        })
    }

    /// A move of the opponent's, or of either side in force mode.
    pub(super) fn user_move(&mut self, text: &str) {
        match self.read_move(text) {
            Err(reason) => self.out.write(&format!("Illegal move ({reason}): {}", super::one_line(text))),
            Ok(m) => {
                let hit = self.thinking == Thinking::Ponder(m.clone());
                if !hit {
                    self.abandon();
                }
                self.moves.push(m);
                if hit {
                    self.thinking = Thinking::Move;
                    self.begun = Instant::now();
                    self.engine.ponder_hit();
                    self.sync(None);
                    return;
                }
                self.moved();
                if !self.tell_result() {
                    self.think_if_on_move();
                }
            }
        }
    }

    /// The move in the game's coordinates, if it may be played now.
    fn read_move(&self, text: &str) -> Result<String, String> {
        if self.broken {
            return Err("the position is not legal".to_owned());
        }
        if self.thinking == Thinking::Move {
            return Err("it is the engine's turn".to_owned());
        }
        let session = self.engine.session();
        let m = self.rules.grid.read_move(text).ok_or("no move of this board")?;
        let legal = session.legal_moves();
        if legal.contains(&m) {
            return Ok(m);
        }
        Err(match session.outcome() {
            Some(outcome) if legal.is_empty() => format!("the game is over by {}", outcome.reason),
            _ => "not possible in this position".to_owned(),
        })
    }

    /// Writes the result if the game has one.
    pub(super) fn tell_result(&self) -> bool {
        let outcome = if self.broken || self.analysing { None } else { self.engine.session().outcome() };
        if let Some(outcome) = outcome {
            self.out.write(&result_text(outcome));
        }
        outcome.is_some()
    }

    /// Looks for a move if it is the engine's turn.
    pub(super) fn think_if_on_move(&mut self) {
        if self.plays == Some(self.engine.session().side_to_move()) {
            self.think();
        }
    }

    /// Looks for a move of the side to move.
    pub(super) fn think(&mut self) {
        if self.broken || self.tell_result() {
            return;
        }
        self.thinking = Thinking::Move;
        self.go(false);
    }

    /// Thinks about the answer to the expected move, if that is wanted.
    fn ponder(&mut self) {
        let Some(expected) = self.expected.clone().filter(|_| self.pondering && self.plays.is_some()) else {
            return;
        };
        self.sync(Some(&expected));
        if self.engine.session().outcome().is_none() {
            self.thinking = Thinking::Ponder(expected);
            self.go(true);
        }
        self.sync(None);
    }

    /// Analyses the position from now on.
    pub(super) fn analyse(&mut self) {
        self.abandon();
        if !self.broken {
            self.thinking = Thinking::Analyse;
            self.search(&Go { infinite: true, ..Go::default() });
        }
    }

    /// Searches under the clock for what to play.
    fn go(&mut self, ponder: bool) {
        let session = self.engine.session();
        let clock = self.clocks.clock(session.side_to_move());
        let shown = self.showable_moves();
        let go = Go {
            depth: self.clocks.depth,
            move_time: self.clocks.move_time(),
            clock,
            search_moves: shown.as_ref().map(|moves| moves.iter().map(String::as_str).collect()),
            ponder,
            ..Go::default()
        };
        self.search(&go);
    }

    fn search(&mut self, go: &Go<'_>) {
        self.search += 1;
        self.begun = Instant::now();
        self.shared.begin(self.search);
        let writer = Writer {
            out: self.out.clone(),
            grid: self.rules.grid,
            search: self.search,
            shared: Arc::clone(&self.shared),
            sender: self.sender.clone(),
            begun: self.begun,
        };
        if let Err(problem) = self.engine.go(go, Box::new(writer)) {
            self.thinking = Thinking::Idle;
            self.out.write(&format!("tellusererror {problem}"));
        }
    }

    /// The moves that XBoard can show, if there are others: it castles along a rank of the grid only.
    fn showable_moves(&self) -> Option<Vec<String>> {
        if self.rules.castling.is_empty() {
            return None;
        }
        let session = self.engine.session();
        let (mut shown, mut others) = (Vec::new(), false);
        for m in session.legal_moves() {
            let legs = session.steps(&m).map(|steps| steps.legs).unwrap_or_default();
            let rank = |cell: &String| self.rules.grid.square(cell).map(|square| square.rank);
            if legs.len() == 2 && rank(&legs[0][0]) != rank(&legs[0][1]) {
                others = true;
            } else {
                shown.push(m);
            }
        }
        others.then_some(shown)
    }

    /// The end of the search that counts.
    pub(super) fn found(&mut self, best: Option<String>, ponder: Option<String>) {
        if self.thinking != Thinking::Move {
            return;
        }
        self.thinking = Thinking::Idle;
        self.clocks.spend(self.begun.elapsed());
        if let Some(m) = best {
            let text = self.write_move(&m);
            self.moves.push(m);
            self.moved();
            self.out.write(&format!("move {text}"));
            self.expected = ponder;
            if !self.tell_result() {
                self.ponder();
            }
        }
        self.pong();
    }

    /// A legal move as XBoard reads it: en passant in two legs, since XBoard knows that capture by itself on few
    /// squares only.
    fn write_move(&self, m: &str) -> String {
        let grid = self.rules.grid;
        let steps = self.engine.session().steps(m).unwrap_or_default();
        let square = |cell: &str| grid.square(cell).map(|square| square.to_string());
        let legs = || {
            let [from, to] = steps.legs.first()?;
            let victim = square(passing_victim(&steps)?)?;
            Some(format!("{}{victim},{victim}{}", square(from)?, square(to)?))
        };
        legs().unwrap_or_else(|| grid.write_move(m))
    }

    /// Takes `count` moves back. `false` if there are not so many.
    pub(super) fn take_back(&mut self, count: usize) -> bool {
        let Some(left) = self.moves.len().checked_sub(count) else { return false };
        self.abandon();
        self.moves.truncate(left);
        self.moved();
        true
    }

    /// The squares that a man may go to, for `highlight`: captures red, promotions magenta, others yellow.
    pub(super) fn marks(&self, from: &str) -> Option<String> {
        let grid = self.rules.grid;
        let cell = grid.cell(grid.named(from)?)?;
        let session = self.engine.session();
        let mut marks = Vec::new();
        for m in session.legal_moves() {
            let Ok(steps) = session.steps(&m) else { continue };
            let Some([start, to]) = steps.legs.first() else { continue };
            let colour = match steps {
                Steps { promotion: Some(_), .. } => 'M',
                Steps { ref captured, .. } if !captured.is_empty() => 'R',
                _ => 'Y',
            };
            if let Some(square) = grid.square(to).filter(|_| *start == cell) {
                marks.push((square, colour));
            }
        }
        Some(grid.write_marks(&marks))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarters_of_a_point_stand_in_the_comment() {
        let text = |side, quarters| result_text(Outcome::quarters(side, quarters, "stalemate"));
        assert_eq!(text(Side::White, 3), "1/2-1/2 {stalemate, 3/4-1/4}");
        assert_eq!(text(Side::Black, 3), "1/2-1/2 {stalemate, 1/4-3/4}");
        assert_eq!(result_text(Outcome::win(Side::Black, "checkmate")), "0-1 {checkmate}");
    }
}
