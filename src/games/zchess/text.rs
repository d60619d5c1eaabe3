//! Moves as text, in coordinates and in the game's official notation.

use super::castling::{CASTLES, with_target};
use super::geometry::{name, named};
use super::position::{Kind, Move, MoveFlag, Position};
use crate::bitboard::CellSet;
use crate::game::MoveError;
use crate::games::men::read_words;

/// What castling is written as, without the side.
const CASTLING: &str = "0-0-0";

/// Protocol text: `b2c3`, `h4i5q`.
pub(super) fn coordinate(m: Move) -> String {
    let mut text = name(m.from) + &name(m.to);
    if let Some(kind) = m.promotion() {
        text.push(kind.letter().to_ascii_lowercase());
    }
    text
}

/// Official text of a legal move: `Pb2-c3`, `Ka1xb2`, `Ph4xi5=Q+`, `0-0-0(L)`.
pub(super) fn official(pos: &Position, m: Move) -> String {
    let mut text = String::new();
    match with_target(m.to).filter(|_| m.flag == MoveFlag::Castle) {
        // L and R are the same sides of the board for both players.
        Some(castle) => text += &format!("{CASTLING}({})", castle.letter.to_ascii_uppercase()),
        None => {
            text.push(m.kind.letter());
            text += &name(m.from);
            text.push(if pos.victim(pos.to_move, m).is_some() { 'x' } else { '-' });
            text += &name(m.to);
        }
    }
    if let Some(kind) = m.promotion() {
        text.push('=');
        text.push(kind.letter());
    }
    let mut after = pos.clone();
    after.play(m, &mut ());
    if after.checkers.any() {
        text.push(if after.count() > 0 { '+' } else { '#' });
    }
    text
}

/// Reads either style and finds the legal move it means.
pub(super) fn parse(pos: &Position, text: &str) -> Result<Move, MoveError> {
    let illegal = || MoveError::Illegal(text.to_owned());
    let legal = |m: &Move| pos.is_legal(*m);
    let bare = text.trim_end_matches(['+', '#']);
    if let Some(side) = bare.strip_prefix(CASTLING).or_else(|| bare.strip_prefix("O-O-O")) {
        let letter = match side {
            "(L)" | "(l)" => 'L',
            "(R)" | "(r)" => 'R',
            _ => return Err(MoveError::Syntax(text.to_owned(), "castling is 0-0-0(L) or 0-0-0(R)")),
        };
        let castle = CASTLES
            .iter()
            .find(|c| c.side == pos.to_move && c.letter.to_ascii_uppercase() == letter)
            .ok_or_else(illegal)?;
        let m = Move { from: castle.king, to: castle.path[1], kind: Kind::King, flag: MoveFlag::Castle };
        return Some(m).filter(legal).ok_or_else(illegal);
    }
    let words = read_words(bare, named).map_err(|why| MoveError::Syntax(text.to_owned(), why))?;
    let kind = pos.piece_at(words.from).ok_or_else(illegal)?.1;
    if words.piece.is_some_and(|piece| piece != kind) {
        return Err(illegal());
    }
    words
        .moves(kind)
        .find(legal)
        .filter(|&m| words.capture.is_none_or(|capture| capture == pos.victim(pos.to_move, m).is_some()))
        .ok_or_else(illegal)
}

/// Names of the circles of a set.
pub(super) fn names(set: CellSet) -> Vec<String> {
    set.into_iter().map(name).collect()
}
