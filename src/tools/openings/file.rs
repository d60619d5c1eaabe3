//! Files of openings: a line each, `MOVE MOVE ...; score CP`, and `#` comments.

use thiserror::Error;

use super::SeededRandom;
use crate::game::{Game, MoveStyle};
use crate::input::shorten;
use crate::random::splitmix64;
use crate::search::Score;
use crate::tools::selfplay::Line;

/// What a right line looks like.
pub const FORMAT: &str =
    "each line is the moves in coordinates from the start position, then perhaps '; score CENTIPAWNS'";

/// Number of the random sequence that shuffles a file: no opening's own number.
const SHUFFLE: u64 = u64::MAX;

/// One opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening<G: Game> {
    /// The moves from the start position, at least one.
    pub moves: Vec<G::Move>,
    /// What a search found for White behind them, centipawns, if the file says so.
    pub score: Option<Score>,
}

/// Why a file of openings was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningError {
    /// A line can't be read.
    #[error("line {line}: {problem}; {FORMAT}")]
    Line {
        /// Number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// No line holds an opening.
    #[error("no opening in it; {FORMAT}")]
    Empty,
}

impl<G: Game> Opening<G> {
    /// The opening as a line, without a line feed.
    pub fn line(&self, game: &G) -> String {
        let texts = self.texts(game).join(" ");
        match self.score {
            Some(score) => format!("{texts}; score {score}"),
            None => texts,
        }
    }

    fn texts(&self, game: &G) -> Vec<String> {
        let mut position = game.start();
        let mut texts = Vec::with_capacity(self.moves.len());
        for &m in &self.moves {
            texts.push(game.write_move(&position, m, MoveStyle::Coordinate));
            game.play(&mut position, m, &mut ());
        }
        texts
    }

    fn parse(game: &G, text: &str) -> Result<Opening<G>, String> {
        let mut fields = text.split(';').map(str::trim);
        let mut opening = Opening { moves: Vec::new(), score: None };
        let mut line = Line::new(game, game.start());
        for (number, word) in fields.next().unwrap_or_default().split_whitespace().enumerate() {
            let m = game
                .parse_move(&line.root.position, &shorten(word))
                .map_err(|e| format!("move {}: {e}", number + 1))?;
            line.play(game, m);
            opening.moves.push(m);
            if let Some(outcome) = line.outcome(game) {
                return Err(format!("move {}: '{word}' ends the game ({})", number + 1, outcome.reason));
            }
        }
        if opening.moves.is_empty() {
            return Err("no move".to_owned());
        }
        for field in fields.filter(|field| !field.is_empty()) {
            let score = field.strip_prefix("score ").and_then(|number| number.trim().parse().ok());
            opening.score = Some(score.ok_or_else(|| format!("'{}' is no score", shorten(field)))?);
        }
        Ok(opening)
    }
}

/// The openings of a file, in its order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningFile<G: Game>(pub Vec<Opening<G>>);

impl<G: Game> OpeningFile<G> {
    /// Reads a file's text: every move must be legal, and the game must go on behind the last one.
    ///
    /// # Errors
    /// [`OpeningError`] for the first line that can't be read, or where there is no opening at all.
    pub fn parse(game: &G, text: &str) -> Result<OpeningFile<G>, OpeningError> {
        let list = text
            .lines()
            .enumerate()
            .map(|(index, line)| (index + 1, line.trim()))
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
            .map(|(line, text)| {
                Opening::parse(game, text).map_err(|problem| OpeningError::Line { line, problem })
            })
            .collect::<Result<Vec<_>, _>>()?;
        if list.is_empty() { Err(OpeningError::Empty) } else { Ok(OpeningFile(list)) }
    }

    /// A number that tells files with other moves, or in another order, apart; remarks and scores don't count.
    pub fn checksum(&self, game: &G) -> u64 {
        let lines = self.0.iter().map(|opening| opening.texts(game).join(" ") + "\n");
        lines.flat_map(String::into_bytes).fold(0, |state, byte| splitmix64(state ^ u64::from(byte)).1)
    }

    /// The move lists in the order of a seed.
    pub fn shuffled(self, seed: u64) -> Vec<Vec<G::Move>> {
        let mut lines: Vec<Vec<G::Move>> = self.0.into_iter().map(|opening| opening.moves).collect();
        let mut random = SeededRandom::new(seed, SHUFFLE);
        for last in (1..lines.len()).rev() {
            lines.swap(last, random.below(last + 1));
        }
        lines
    }
}
