//! Gle'x done slowly and rule by rule. Tests hold the engine against it, so it shares no code, table or FEN parser
//! with the library: every part of a turn is made on a copy of the board, and each piece carries with it whether
//! it is frozen or guarded.
#![allow(dead_code)]

mod board;
mod position;
mod turns;

use board::{Color, TRIANGLES};
use position::Position;
use turns::{Deed, Turn};

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
}

/// All triangles: the abbreviation of the colour and the circles, sorted within each.
pub fn triangles() -> Vec<(&'static str, [String; 3])> {
    TRIANGLES
        .iter()
        .map(|triangle| (triangle.hue.official(), triangle.tips.map(board::circle_name)))
        .collect()
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

    /// All legal turns as coordinate text, sorted. None once the game is over on the board; a draw by repetition
    /// does not empty the list.
    pub fn legal_moves(&self) -> Vec<String> {
        let mut texts: Vec<String> = self.position.turns().into_iter().map(|turn| turn.text).collect();
        texts.sort();
        texts
    }

    fn find(&self, text: &str) -> Option<Turn> {
        self.position.turns().into_iter().find(|turn| turn.text == text)
    }

    /// The official notation of a legal turn.
    pub fn official(&self, m: &str) -> Option<String> {
        Some(self.find(m)?.official)
    }

    /// How many pieces a legal turn takes off the board, and how many it displaces.
    pub fn takes_and_displaces(&self, m: &str) -> Option<(usize, usize)> {
        let turn = self.find(m)?;
        let deeds = [Some(turn.regular.deed), turn.bonus.map(|(part, _)| part.deed)];
        let count = |deed| deeds.iter().filter(|&&d| d == Some(deed)).count();
        Some((count(Deed::Take), count(Deed::Displace)))
    }

    /// The abbreviation of the triangle to which a legal turn owes its bonus move, if it has one.
    pub fn bonus_colour(&self, m: &str) -> Option<&'static str> {
        self.find(m)?.bonus.map(|(_, hue)| hue.official())
    }

    pub fn play(&mut self, m: &str) -> Result<(), String> {
        let found = self.find(m).ok_or_else(|| format!("illegal turn {m:?} in {}", self.fen()))?;
        self.position = found.after;
        self.history.push(self.position.identity());
        Ok(())
    }

    pub fn status(&self) -> Status {
        let side = self.position.side;
        let won = |winner, reason| {
            let white_quarters = if winner == Color::White { 4 } else { 0 };
            Status::Over { white_quarters, reason }
        };
        // What ends the game on the board counts before a repetition.
        if let Some((winner, reason)) = self.position.verdict(side.other()) {
            return won(winner, reason);
        }
        if self.position.turns().is_empty() {
            return won(side.other(), "no legal turn");
        }
        let present = self.history.last();
        if self.history.iter().filter(|&earlier| Some(earlier) == present).count() >= 3 {
            return Status::Over { white_quarters: 2, reason: "threefold repetition" };
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
        1 => position.turns().len() as u64,
        _ => position.turns().iter().map(|turn| perft(&turn.after, depth - 1)).sum(),
    }
}
