//! Orthodox chess and Chess960 done slowly and rule by rule. Tests hold the engine against it, so it shares no code,
//! table or FEN parser with the library: every move is made on a copy of the board, and a king is in check if some
//! enemy man, walked along its ways, reaches it.
#![allow(dead_code)]

mod board;
mod moves;
mod position;

use board::Color;
use moves::Move;
use position::Position;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    Ongoing,
    /// The result in quarters of a point for White, and why.
    Over {
        white_quarters: u8,
        reason: &'static str,
    },
}

/// A game: the position on the board, and what repetition must remember of those before it.
#[derive(Clone, Debug)]
pub struct Slow {
    position: Position,
    /// Identities of all positions so far, the present one included.
    history: Vec<String>,
    /// Whether all castling is written as the king going to its rook.
    chess960: bool,
}

impl Slow {
    pub fn start() -> Slow {
        Slow::begin(Position::start(518))
    }

    /// One of the 960 start positions by its usual number.
    pub fn chess960_start(number: usize) -> Slow {
        Slow::begin(Position::start(number))
    }

    pub fn from_fen(fen: &str) -> Result<Slow, String> {
        Ok(Slow::begin(Position::from_fen(fen)?))
    }

    fn begin(position: Position) -> Slow {
        let history = vec![position.identity()];
        Slow { position, history, chess960: false }
    }

    /// The same game, with castling written as the option `UCI_Chess960` wants it.
    pub fn with_chess960(mut self, chess960: bool) -> Slow {
        self.chess960 = chess960;
        self
    }

    pub fn white_to_move(&self) -> bool {
        self.position.side == Color::White
    }

    pub fn fen(&self) -> String {
        self.position.fen()
    }

    /// What is equal for equal positions, and only for those.
    pub fn identity(&self) -> String {
        self.position.identity()
    }

    fn text(&self, m: Move) -> String {
        self.position.move_text(m, self.chess960)
    }

    /// All legal moves as coordinate text, sorted. Draws by repetition or count do not empty the list.
    pub fn legal_moves(&self) -> Vec<String> {
        let moves = self.position.legal_moves();
        let mut texts: Vec<String> = moves.into_iter().map(|m| self.text(m)).collect();
        texts.sort();
        texts
    }

    fn find(&self, text: &str) -> Option<Move> {
        self.position.legal_moves().into_iter().find(|&m| self.text(m) == text)
    }

    /// A legal move in standard algebraic notation.
    pub fn official(&self, m: &str) -> Option<String> {
        Some(self.position.official_text(self.find(m)?))
    }

    /// Whether a legal move captures or promotes.
    pub fn is_noisy(&self, m: &str) -> bool {
        self.find(m).is_some_and(|m| self.position.captures(m) || m.promotion.is_some())
    }

    /// The name of the square on which a legal move takes something.
    pub fn captured(&self, m: &str) -> Option<String> {
        let m = self.find(m)?;
        let square = if self.position.is_en_passant(m) { (m.to.0, m.from.1) } else { m.to };
        self.position.captures(m).then(|| board::square_name(square))
    }

    /// Whether a legal move castles.
    pub fn castles(&self, m: &str) -> bool {
        self.find(m).is_some_and(|m| m.rook.is_some())
    }

    pub fn play(&mut self, m: &str) -> Result<(), String> {
        let found = self.find(m).ok_or_else(|| format!("illegal move {m:?} in {}", self.fen()))?;
        self.position = self.position.after(found);
        self.history.push(self.position.identity());
        Ok(())
    }

    pub fn in_check(&self) -> bool {
        self.position.in_check(self.position.side)
    }

    pub fn status(&self) -> Status {
        let over = |white_quarters, reason| Status::Over { white_quarters, reason };
        // A position without moves decides the game even on the ply that would complete a draw.
        if self.position.legal_moves().is_empty() {
            return match (self.in_check(), self.white_to_move()) {
                (true, true) => over(0, "checkmate"),
                (true, false) => over(4, "checkmate"),
                (false, _) => over(2, "stalemate"),
            };
        }
        if self.position.is_dead() {
            return over(2, "dead material");
        }
        let present = self.history.last();
        if self.history.iter().filter(|&earlier| Some(earlier) == present).count() >= 3 {
            return over(2, "threefold repetition");
        }
        if self.position.clock >= 100 {
            return over(2, "fifty-move rule");
        }
        Status::Ongoing
    }

    pub fn perft(&self, depth: u32) -> u64 {
        perft(&self.position, depth)
    }
}

fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.legal_moves().len() as u64,
        _ => position.legal_moves().into_iter().map(|m| perft(&position.after(m), depth - 1)).sum(),
    }
}
