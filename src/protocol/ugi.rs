//! What the Universal Game Interface adds to UCI: questions about the game, with players named by their order.
//!
//! Player 1 is the one who makes the first move of a game, whatever colour that is.

use super::session::GameSession;
use crate::game::Outcome;

/// What `query` can ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    /// `gameover`: whether the rules have ended the game.
    GameOver,
    /// `p1turn`: whether it is player 1's turn.
    FirstPlayersTurn,
    /// `result`: who has won.
    Result,
    /// `points`: how the point is divided.
    Points,
    /// `fen`: the position.
    Fen,
    /// `islegal`: whether the text is a legal move.
    IsLegal(String),
}

impl Query {
    /// Reads the words behind `query`; `None` if they are no question.
    pub fn parse(words: &[&str]) -> Option<Query> {
        Some(match words {
            ["gameover"] => Query::GameOver,
            ["p1turn"] => Query::FirstPlayersTurn,
            ["result"] => Query::Result,
            ["points"] => Query::Points,
            ["fen"] => Query::Fen,
            ["islegal", _, ..] => Query::IsLegal(words[1..].join(" ")),
            _ => return None,
        })
    }

    /// The answer, behind the word `response`.
    pub fn answer(&self, session: &dyn GameSession) -> String {
        let first = session.first_mover();
        match self {
            Query::GameOver => session.outcome().is_some().to_string(),
            Query::FirstPlayersTurn => (session.side_to_move() == first).to_string(),
            Query::Result => match session.outcome().map(|outcome| outcome.for_side(first)) {
                None => "none",
                Some(0) => "p2win",
                Some(4) => "p1win",
                Some(_) => "draw",
            }
            .to_owned(),
            Query::Points => session
                .outcome()
                .map_or("-", |outcome| {
                    let white_quarters = outcome.for_side(first);
                    Outcome { white_quarters, ..outcome }.score_text()
                })
                .to_owned(),
            Query::Fen => session.fen(),
            Query::IsLegal(text) => session.is_legal(text).to_string(),
        }
    }
}
