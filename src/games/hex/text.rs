//! Moves as text, in coordinates and as players write them.

use std::ops::ControlFlow;

use super::geometry::{Cell, NO_CELL};
use super::position::{Kind, Move, MoveFlag, Position};
use super::rules::Ruleset;
use crate::bitboard::CellSet;
use crate::game::{MoveError, MoveKind};

/// Protocol text: `f5f6`, `f10f11q`.
pub(super) fn coordinate<R: Ruleset>(m: Move) -> String {
    let mut text = R::SHAPE.name(m.from) + &R::SHAPE.name(m.to);
    if let Some(kind) = m.promotion() {
        text.push(kind.letter().to_ascii_lowercase());
    }
    text
}

/// Players' text of a legal move: `Nd1-f4`, `f10xe10=Q+`, `c3xb2e.p.`.
pub(super) fn official<R: Ruleset>(pos: &Position, m: Move) -> String {
    let mut text = String::new();
    if m.kind != Kind::Pawn {
        text.push(m.kind.letter());
    }
    text += &R::SHAPE.name(m.from);
    text.push(if pos.victim(m).is_some() { 'x' } else { '-' });
    text += &R::SHAPE.name(m.to);
    if let Some(kind) = m.promotion() {
        text.push('=');
        text.push(kind.letter());
    }
    if m.flag == MoveFlag::EnPassant {
        text += "e.p.";
    }
    let mut after = pos.clone();
    after.play::<R, ()>(m, &mut ());
    if after.checkers.any() {
        let escape = after.generate::<R, _>(MoveKind::All, |_| ControlFlow::Break(()));
        text.push(if escape.is_break() { '+' } else { '#' });
    }
    text
}

/// What a move's text says; the rest is up to the position.
struct Words {
    piece: Option<Kind>,
    from: Cell,
    to: Cell,
    capture: Option<bool>,
    promotion: Option<Kind>,
}

/// Reads either style and finds the legal move it means.
pub(super) fn parse<R: Ruleset>(pos: &Position, text: &str) -> Result<Move, MoveError> {
    let words = read::<R>(text).map_err(|why| MoveError::Syntax(text.to_owned(), why))?;
    let illegal = || MoveError::Illegal(text.to_owned());
    let mover = pos.pieces(pos.to_move, Kind::Pawn).contains(words.from);
    let kind = if mover { Kind::Pawn } else { pos.piece_at(words.from).ok_or_else(illegal)?.1 };
    if words.piece.is_some_and(|piece| piece != kind) {
        return Err(illegal());
    }
    let flags: &[MoveFlag] = match (words.promotion, kind) {
        (Some(promotion), _) => &[Move::promotion_flag(promotion)],
        (None, Kind::Pawn) => &[MoveFlag::Plain, MoveFlag::LongStep, MoveFlag::EnPassant],
        (None, Kind::King) => &[MoveFlag::Plain, MoveFlag::Castle],
        (None, _) => &[MoveFlag::Plain],
    };
    flags
        .iter()
        .map(|&flag| Move { from: words.from, to: words.to, kind, flag })
        .find(|&m| pos.is_legal::<R>(m))
        .filter(|&m| words.capture.is_none_or(|capture| capture == pos.victim(m).is_some()))
        .ok_or_else(illegal)
}

fn read<R: Ruleset>(text: &str) -> Result<Words, &'static str> {
    let mut rest = text.trim_end_matches(['+', '#']);
    for suffix in ["e.p.", "ep"] {
        rest = rest.strip_suffix(suffix).unwrap_or(rest).trim_end();
    }
    if rest.starts_with(['O', '0', 'o']) {
        return Err(match R::CASTLES {
            Some(_) => "castling is written as the king's move, such as e1b1",
            None => "there is no castling in this game",
        });
    }
    let mut piece = None;
    // Lower-case letters are files, so only capitals name pieces.
    if let Some(letter) = rest.chars().next().filter(char::is_ascii_uppercase) {
        piece = Some(Kind::from_letter(letter).ok_or("it begins with no piece's letter")?);
        rest = &rest[1..];
    }
    let from = take_cell::<R>(&mut rest).ok_or("it does not begin with a cell of this board")?;
    let mut capture = None;
    if let Some(sign) = rest.chars().next().filter(|c| matches!(c, '-' | 'x' | ':')) {
        capture = Some(sign != '-');
        rest = &rest[1..];
    }
    let to = take_cell::<R>(&mut rest).ok_or("it does not go to a cell of this board")?;
    rest = rest.strip_prefix('=').unwrap_or(rest);
    let mut letters = rest.chars();
    let promotion = match (letters.next(), letters.next()) {
        (None, _) => None,
        (Some(letter), None) => {
            let kind = Kind::from_letter(letter).filter(|kind| Kind::PROMOTIONS.contains(kind));
            Some(kind.ok_or("a pawn becomes q, r, b or n")?)
        }
        _ => return Err("something follows the move"),
    };
    if from == to {
        return Err("from and to are the same cell");
    }
    Ok(Words { piece, from, to, capture, promotion })
}

/// Takes a cell's name off the front.
fn take_cell<R: Ruleset>(rest: &mut &str) -> Option<Cell> {
    let bytes = rest.as_bytes();
    let length = 1 + bytes.get(1..)?.iter().take_while(|b| b.is_ascii_digit()).count();
    let cell = R::SHAPE.named(&bytes[..length]);
    if cell == NO_CELL {
        return None;
    }
    *rest = &rest[length..];
    Some(cell)
}

/// Names of the cells of a set.
pub(super) fn names<R: Ruleset>(set: CellSet) -> Vec<String> {
    set.into_iter().map(|cell| R::SHAPE.name(cell)).collect()
}
