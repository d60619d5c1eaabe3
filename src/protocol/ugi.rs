//! What the Universal Game Interface adds to UCI: questions about the game, with players named by their order.
//!
//! Player 1 is the one who makes the first move of a game, whatever colour that is.

use super::command::Query;
use super::session::GameSession;
use crate::game::Outcome;

/// The answer to a question, behind the word `response`.
pub fn answer(query: &Query, session: &dyn GameSession) -> String {
    let first = session.first_mover();
    match query {
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
