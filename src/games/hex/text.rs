//! Moves as text, in coordinates and as players write them.

use std::ops::ControlFlow;

use super::position::{Kind, Move, MoveFlag, Position};
use super::rules::Ruleset;
use crate::bitboard::CellSet;
use crate::game::{MoveError, MoveKind};
use crate::games::men::Standing;
use crate::games::men::{NoCell, Words, read_words};

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
    text.push(if pos.victim(pos.to_move, m).is_some() { 'x' } else { '-' });
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

/// Reads either style and finds the legal move it means.
pub(super) fn parse<R: Ruleset>(pos: &Position, text: &str) -> Result<Move, MoveError> {
    let words = read::<R>(text).map_err(|why| MoveError::Syntax(text.to_owned(), why))?;
    words.find(
        text,
        pos.piece_at(words.from).map(|(_, kind)| kind),
        |m| pos.is_legal::<R>(m),
        |m| pos.victim(pos.to_move, m).is_some(),
        coordinate::<R>,
    )
}

const NO_CELL_NAMED: NoCell = NoCell {
    from: "it does not begin with a cell of this board",
    to: "it does not go to a cell of this board",
};

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
    read_words(rest, &NO_CELL_NAMED, |name| R::SHAPE.named(name))
}

/// Names of the cells of a set.
pub(super) fn names<R: Ruleset>(set: CellSet) -> Vec<String> {
    set.into_iter().map(|cell| R::SHAPE.name(cell)).collect()
}
