//! Moves as text, in coordinates and as players write them.

use super::geometry::{Move, Square};
use super::position::Position;
use crate::game::MoveError;

/// Protocol text: `c3f6`.
pub(super) fn coordinate(m: Move) -> String {
    format!("{}{}", m.from, m.to)
}

/// Players' text: `c3-f6`, or `c3xf6` when a stone of either side is captured.
pub(super) fn official(pos: &Position, m: Move) -> String {
    let sign = if pos.effect(m).captures() { 'x' } else { '-' };
    format!("{}{sign}{}", m.from, m.to)
}

/// Reads either style and finds the legal move it means.
pub(super) fn parse(pos: &Position, text: &str) -> Result<Move, MoveError> {
    let syntax = |why| MoveError::Syntax(text.to_owned(), why);
    let (from, rest) =
        Square::read(text).ok_or_else(|| syntax("it does not begin with a square from a1 to t20"))?;
    let sign = rest.chars().next().filter(|c| matches!(c, '-' | 'x' | ':'));
    let rest = &rest[sign.map_or(0, char::len_utf8)..];
    let (to, rest) = Square::read(rest).ok_or_else(|| syntax("it does not go to a square from a1 to t20"))?;
    if !rest.is_empty() {
        return Err(syntax("something follows the move"));
    }
    if from == to {
        return Err(syntax("from and to are the same square"));
    }
    let m = Move { from, to };
    let fits = |sign: char| (sign != '-') == pos.effect(m).captures();
    if pos.is_legal(m) && sign.is_none_or(fits) { Ok(m) } else { Err(MoveError::Illegal(text.to_owned())) }
}
