//! Suite files: a position a line, `FEN; bm MOVE ...; dm N; id "NAME";`, and `#` comments. The EPD of chess, where the
//! first operation follows the position without a semicolon, is read as well.

use std::fmt::Write as _;

use thiserror::Error;

use crate::game::{Game, MoveStyle};

/// One position of a suite with its solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry<G: Game> {
    /// The position.
    pub position: G::Position,
    /// Every best move (operation `bm`).
    pub best: Vec<G::Move>,
    /// The win's length in moves of the side to move (operation `dm`), if given.
    pub win_in: Option<u32>,
    /// A name, unique within the file (operation `id`).
    pub id: String,
}

/// Why a suite file was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct SuiteError {
    /// Number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: String,
}

impl<G: Game> Entry<G> {
    /// The entry as a line, without a line feed.
    pub fn line(&self, game: &G) -> String {
        let mut line = format!("{}; bm", game.fen(&self.position));
        for &m in &self.best {
            let _ = write!(line, " {}", game.write_move(&self.position, m, MoveStyle::Coordinate));
        }
        line.push(';');
        if let Some(moves) = self.win_in {
            let _ = write!(line, " dm {moves};");
        }
        let _ = write!(line, " id \"{}\";", self.id);
        line
    }

    fn parse(game: &G, line: &str) -> Result<Entry<G>, String> {
        let (fen, operations) = match line.split_once(" bm ") {
            Some((fen, _)) if !fen.contains(';') => line.split_at(fen.len()),
            _ => line.split_once(';').ok_or("no ';' behind the FEN")?,
        };
        let position = game.parse_fen(fen.trim()).map_err(|e| e.to_string())?;
        let mut entry = Entry { position, best: Vec::new(), win_in: None, id: String::new() };
        for operation in operations.split(';').map(str::trim).filter(|o| !o.is_empty()) {
            let (code, operand) =
                operation.split_once(' ').ok_or_else(|| format!("'{operation}' has no operand"))?;
            match code {
                "bm" => {
                    for text in operand.split_whitespace() {
                        let m = game.parse_move(&entry.position, text).map_err(|e| e.to_string())?;
                        entry.best.push(m);
                    }
                }
                "dm" => {
                    let moves = operand.parse().map_err(|_| format!("dm: '{operand}' is no number"))?;
                    entry.win_in = Some(moves);
                }
                "id" => entry.id = operand.trim_matches('"').to_owned(),
                _ => return Err(format!("unknown operation '{code}'; known are bm, dm, id")),
            }
        }
        if entry.best.is_empty() {
            return Err("no best move (bm)".to_owned());
        }
        Ok(entry)
    }
}

/// Reads a suite file.
///
/// # Errors
/// [`SuiteError`] for the first line that can't be read.
pub fn parse_suite<G: Game>(game: &G, text: &str) -> Result<Vec<Entry<G>>, SuiteError> {
    text.lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| {
            let mut entry =
                Entry::parse(game, line).map_err(|problem| SuiteError { line: number, problem })?;
            if entry.id.is_empty() {
                entry.id = format!("line {number}");
            }
            Ok(entry)
        })
        .collect()
}
