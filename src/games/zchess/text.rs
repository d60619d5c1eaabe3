//! Moves as text, in coordinates and in the game's official notation.

use super::castling::{CASTLES, Castle};
use super::geometry::{Cell, NO_CELL, name, named};
use super::position::{Kind, Move, MoveFlag, Position};
use crate::bitboard::CellSet;
use crate::game::MoveError;

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
    match Castle::with_target(m.to).filter(|_| m.flag == MoveFlag::Castle) {
        // L and R are the same sides of the board for both players.
        Some(castle) => text += &format!("{CASTLING}({})", castle.letter.to_ascii_uppercase()),
        None => {
            text.push(m.kind.letter());
            text += &name(m.from);
            text.push(if pos.victim(m).is_some() { 'x' } else { '-' });
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

/// What a move's text says; the rest is up to the position.
struct Words {
    piece: Option<Kind>,
    from: Cell,
    to: Cell,
    capture: Option<bool>,
    promotion: Option<Kind>,
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
        let m = Move { from: castle.king, to: castle.to, kind: Kind::King, flag: MoveFlag::Castle };
        return Some(m).filter(legal).ok_or_else(illegal);
    }
    let words = read(bare).map_err(|why| MoveError::Syntax(text.to_owned(), why))?;
    let kind = pos.piece_at(words.from).ok_or_else(illegal)?.1;
    if words.piece.is_some_and(|piece| piece != kind) {
        return Err(illegal());
    }
    let flags: &[MoveFlag] = match (words.promotion, kind) {
        (Some(promotion), _) => &[Move::promotion_flag(promotion)],
        (None, Kind::King) => &[MoveFlag::Plain, MoveFlag::Castle],
        (None, _) => &[MoveFlag::Plain],
    };
    flags
        .iter()
        .map(|&flag| Move { from: words.from, to: words.to, kind, flag })
        .find(legal)
        .filter(|&m| words.capture.is_none_or(|capture| capture == pos.victim(m).is_some()))
        .ok_or_else(illegal)
}

fn read(text: &str) -> Result<Words, &'static str> {
    let mut rest = text;
    let mut piece = None;
    // Lower-case letters are rows, so only capitals name pieces.
    if let Some(letter) = rest.chars().next().filter(char::is_ascii_uppercase) {
        piece = Some(Kind::from_letter(letter).ok_or("it begins with no piece's letter")?);
        rest = &rest[1..];
    }
    let from = take_cell(&mut rest).ok_or("it does not begin with a circle of the board")?;
    let mut capture = None;
    if let Some(sign) = rest.chars().next().filter(|c| matches!(c, '-' | 'x' | ':')) {
        capture = Some(sign != '-');
        rest = &rest[1..];
    }
    let to = take_cell(&mut rest).ok_or("it does not go to a circle of the board")?;
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
        return Err("from and to are the same circle");
    }
    Ok(Words { piece, from, to, capture, promotion })
}

/// Takes a circle's name off the front.
fn take_cell(rest: &mut &str) -> Option<Cell> {
    let bytes = rest.as_bytes();
    let length = 1 + bytes.get(1..)?.iter().take_while(|b| b.is_ascii_digit()).count();
    let cell = named(&bytes[..length]);
    if cell == NO_CELL {
        return None;
    }
    *rest = &rest[length..];
    Some(cell)
}

/// Names of the circles of a set.
pub(super) fn names(set: CellSet) -> Vec<String> {
    set.into_iter().map(name).collect()
}
