//! Hexagonal chess after Gliński, McCooey and Shafran, done slowly and rule by rule. Tests hold the engine
//! against it, so it shares no code, table or FEN parser with the library: every move is made on a copy of the
//! board, and a king is in check if some enemy man, walked along its steps, reaches it.
#![allow(dead_code)]

mod board;
mod moves;
mod position;

pub use board::Kind;

use board::{Color, Role};
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
}

impl Slow {
    pub fn start(kind: Kind) -> Slow {
        Slow::begin(Position::start(kind))
    }

    pub fn from_fen(kind: Kind, fen: &str) -> Result<Slow, String> {
        Ok(Slow::begin(Position::from_fen(kind, fen)?))
    }

    fn begin(position: Position) -> Slow {
        let history = vec![identity(&position)];
        Slow { position, history }
    }

    pub fn kind(&self) -> Kind {
        self.position.kind
    }

    pub fn white_to_move(&self) -> bool {
        self.position.side == Color::White
    }

    /// En passant cells are written after every double or triple step, capture or no capture.
    pub fn fen(&self) -> String {
        self.position.fen()
    }

    /// All legal moves as coordinate text, sorted. Draws by repetition or count do not empty the list.
    pub fn legal_moves(&self) -> Vec<String> {
        let moves = self.position.legal_moves();
        let mut texts: Vec<String> = moves.into_iter().map(|m| self.position.move_text(m)).collect();
        texts.sort();
        texts
    }

    fn find(&self, text: &str) -> Option<moves::Move> {
        self.position.legal_moves().into_iter().find(|&m| self.position.move_text(m) == text)
    }

    /// Whether a legal move captures, en passant included, or promotes.
    pub fn is_noisy(&self, m: &str) -> bool {
        self.find(m).is_some_and(|m| m.captured.is_some() || m.promotion.is_some())
    }

    pub fn play(&mut self, m: &str) -> Result<(), String> {
        let found = self.find(m).ok_or_else(|| format!("illegal move {m:?} in {}", self.fen()))?;
        self.position = self.position.after(found);
        self.history.push(identity(&self.position));
        Ok(())
    }

    pub fn in_check(&self) -> bool {
        self.position.in_check(self.position.side)
    }

    pub fn status(&self) -> Status {
        let over = |white_quarters, reason| Status::Over { white_quarters, reason };
        let white = self.position.side == Color::White;
        // A position without moves decides the game even on the ply that would complete a draw.
        if self.position.legal_moves().is_empty() {
            return match (self.in_check(), self.kind()) {
                (true, _) => over(if white { 0 } else { 4 }, "checkmate"),
                (false, Kind::Glinski) => over(if white { 1 } else { 3 }, "stalemate"),
                (false, _) => over(2, "stalemate"),
            };
        }
        if dead_material(&self.position) {
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

/// What must be equal for two positions to be the same: placement, side to move, castling rights, and the en
/// passant cells on which a capture is legal.
fn identity(position: &Position) -> String {
    let mut targets = position.targets.clone();
    if !targets.is_empty() {
        let moves = position.legal_moves();
        targets.retain(|&t| moves.iter().any(|m| m.to == t && m.captured.is_some()));
    }
    format!("{} {}", position.fen_head(), position.cells_text(&targets))
}

/// Material with which no mate position exists at all. Going through all placements shows mates on both boards
/// with any single man beside the kings, a bishop (60 and 48 positions) or a knight (24 and 24) included, so
/// that only bare kings are dead. Gliński's game has no such draw: bare kings can be stalemated.
fn dead_material(position: &Position) -> bool {
    position.kind != Kind::Glinski && position.men().all(|(_, (_, role))| role == Role::King)
}
