//! The slow rules of every game behind one type.

use crate::{slow_chess, slow_gess, slow_glex, slow_hex, slow_zchess};

/// How a game stands: the reason if it is over.
pub type Reason = Option<&'static str>;

/// A game by its slow rules.
#[derive(Clone, Debug)]
pub enum Slow {
    Chess(Box<slow_chess::Slow>),
    Hex(Box<slow_hex::Slow>),
    ZChess(Box<slow_zchess::Slow>),
    Gess(Box<slow_gess::Slow>),
    Glex(Box<slow_glex::Slow>),
}

impl Slow {
    pub fn start(game: &str) -> Slow {
        match game {
            "chess" => Slow::Chess(Box::new(slow_chess::Slow::start())),
            "zchess" => Slow::ZChess(Box::new(slow_zchess::Slow::start())),
            "gess" => Slow::Gess(Box::new(slow_gess::Slow::start())),
            "glex" => Slow::Glex(Box::new(slow_glex::Slow::start())),
            _ => Slow::Hex(Box::new(slow_hex::Slow::start(kind(game)))),
        }
    }

    pub fn from_fen(game: &str, fen: &str) -> Result<Slow, String> {
        Ok(match game {
            "chess" => Slow::Chess(Box::new(slow_chess::Slow::from_fen(fen)?)),
            "zchess" => Slow::ZChess(Box::new(slow_zchess::Slow::from_fen(fen)?)),
            "gess" => Slow::Gess(Box::new(slow_gess::Slow::from_fen(fen)?)),
            "glex" => Slow::Glex(Box::new(slow_glex::Slow::from_fen(fen)?)),
            _ => Slow::Hex(Box::new(slow_hex::Slow::from_fen(kind(game), fen)?)),
        })
    }

    pub fn fen(&self) -> String {
        match self {
            Slow::Chess(game) => game.fen(),
            Slow::Hex(game) => game.fen(),
            Slow::ZChess(game) => game.fen(),
            Slow::Gess(game) => game.fen(),
            Slow::Glex(game) => game.fen(),
        }
    }

    /// All legal moves as coordinate text, sorted.
    pub fn legal_moves(&self) -> Vec<String> {
        match self {
            Slow::Chess(game) => game.legal_moves(),
            Slow::Hex(game) => game.legal_moves(),
            Slow::ZChess(game) => game.legal_moves(),
            Slow::Gess(game) => game.legal_moves(),
            Slow::Glex(game) => game.legal_moves(),
        }
    }

    pub fn white_to_move(&self) -> bool {
        match self {
            Slow::Chess(game) => game.white_to_move(),
            Slow::Hex(game) => game.white_to_move(),
            Slow::ZChess(game) => game.white_to_move(),
            Slow::Gess(game) => game.white_to_move(),
            Slow::Glex(game) => game.white_to_move(),
        }
    }

    pub fn play(&mut self, m: &str) -> Result<(), String> {
        match self {
            Slow::Chess(game) => game.play(m),
            Slow::Hex(game) => game.play(m),
            Slow::ZChess(game) => game.play(m),
            Slow::Gess(game) => game.play(m),
            Slow::Glex(game) => game.play(m),
        }
    }

    pub fn over(&self) -> Reason {
        match self {
            Slow::Chess(game) => match game.status() {
                slow_chess::Status::Over { reason, .. } => Some(reason),
                slow_chess::Status::Ongoing => None,
            },
            Slow::Hex(game) => match game.status() {
                slow_hex::Status::Over { reason, .. } => Some(reason),
                slow_hex::Status::Ongoing => None,
            },
            Slow::ZChess(game) => match game.status() {
                slow_zchess::Status::Over { reason, .. } => Some(reason),
                slow_zchess::Status::Ongoing => None,
            },
            Slow::Gess(game) => match game.status() {
                slow_gess::Status::Over { reason, .. } => Some(reason),
                slow_gess::Status::Ongoing => None,
            },
            Slow::Glex(game) => match game.status() {
                slow_glex::Status::Over { reason, .. } => Some(reason),
                slow_glex::Status::Ongoing => None,
            },
        }
    }
}

fn kind(game: &str) -> slow_hex::Kind {
    slow_hex::Kind::from_name(game).expect("a known game")
}

/// The cells of a game's board as a FEN goes through them: row by row from the top, each with its name and place,
/// across and up.
pub fn rows(game: &str) -> Vec<Vec<(String, (i32, i32))>> {
    if game == "chess" {
        let row = |rank: i32| {
            (0..8)
                .map(|file| (format!("{}{}", (b'a' + file as u8) as char, rank + 1), (file, rank)))
                .collect()
        };
        return (0..8).rev().map(row).collect();
    }
    if game == "zchess" {
        let row = |row: i32| {
            let columns = (1..18).filter(move |column| (row + column) % 2 == 1);
            columns.map(|c| (format!("{}{c}", (b'a' + row as u8) as char), (c, row))).collect()
        };
        return (0..9).rev().map(row).collect();
    }
    let kind = kind(game);
    let row = |rank| {
        let cells = (0..kind.files().len() as i8).filter_map(|file| Some((kind.cell(file, rank)?, file)));
        cells.map(|(cell, file)| (kind.cell_name(cell), (i32::from(file), i32::from(rank)))).collect()
    };
    (1..=kind.highest_rank()).rev().map(row).collect()
}
