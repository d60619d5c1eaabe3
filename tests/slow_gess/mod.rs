//! Gess done slowly and rule by rule. Tests hold the engine against it, so it shares no code, table or FEN parser
//! with the library: the board is an array of squares, and every move is made on a copy of it.
#![allow(dead_code)]

mod moves;
mod position;

pub use moves::Losses;

use moves::Move;
use position::{Color, Position};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    Ongoing,
    /// The result in quarters of a point for White, who is the second player here, and why.
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
}

impl Slow {
    pub fn start() -> Slow {
        Slow::begin(Position::start())
    }

    pub fn from_fen(fen: &str) -> Result<Slow, String> {
        Ok(Slow::begin(Position::from_fen(fen)?))
    }

    fn begin(position: Position) -> Slow {
        let history = vec![position.identity()];
        Slow { position, history }
    }

    pub fn white_to_move(&self) -> bool {
        self.position.side == Color::White
    }

    pub fn fen(&self) -> String {
        self.position.fen()
    }

    pub fn has_ring(&self, white: bool) -> bool {
        self.position.has_ring(if white { Color::White } else { Color::Black })
    }

    /// All legal moves as coordinate text, sorted, those that leave the mover without a ring included. None once
    /// a side has no ring; draws by repetition or count do not empty the list.
    pub fn legal_moves(&self) -> Vec<String> {
        let moves = self.position.legal_moves();
        let mut texts: Vec<String> = moves.into_iter().map(|m| self.position.move_text(m)).collect();
        texts.sort();
        texts
    }

    fn find(&self, text: &str) -> Option<Move> {
        self.position.legal_moves().into_iter().find(|&m| self.position.move_text(m) == text)
    }

    /// The official notation of a legal move.
    pub fn official(&self, m: &str) -> Option<String> {
        Some(self.position.official_text(self.find(m)?))
    }

    /// The stones that a legal move removes.
    pub fn losses(&self, m: &str) -> Option<Losses> {
        Some(self.position.losses(self.find(m)?))
    }

    pub fn play(&mut self, m: &str) -> Result<(), String> {
        let found = self.find(m).ok_or_else(|| format!("illegal move {m:?} in {}", self.fen()))?;
        self.position = self.position.after(found);
        self.history.push(self.position.identity());
        Ok(())
    }

    pub fn status(&self) -> Status {
        let over = |white_quarters, reason| Status::Over { white_quarters, reason };
        // Who has just moved loses first; a lost ring counts before a draw on the same ply.
        let mover = self.position.side.other();
        for color in [mover, mover.other()] {
            if !self.position.has_ring(color) {
                return over(if color == Color::White { 0 } else { 4 }, "ring lost");
            }
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
