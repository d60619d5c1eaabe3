//! Moves as text, in coordinates and in the game's official notation.

use super::castling::{CASTLES, with_target};
use super::geometry::{name, named};
use super::position::{Kind, Move, MoveFlag, Position};
use crate::bitboard::CellSet;
use crate::game::MoveError;
use crate::games::men::Standing;
use crate::games::men::{NoCell, read_words};

/// What castling is written as, without the side.
const CASTLING: &str = "0-0-0";

/// Which names there are is worth saying: half of them are missing.
const NO_CIRCLE: NoCell = NoCell {
    from: "it does not begin with a circle of this board: \
           rows a, c, e, g, i have columns 1, 3, ... 17, rows b, d, f, h have 2, 4, ... 16",
    to: "it does not go to a circle of this board: \
         rows a, c, e, g, i have columns 1, 3, ... 17, rows b, d, f, h have 2, 4, ... 16",
};

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
    let bare = text.trim_end_matches(['+', '#']);
    // No cell's name and no piece's letter looks like this, so it can only be meant for castling.
    if bare.starts_with(['0', 'O', 'o']) {
        let side = bare.strip_prefix(CASTLING).or_else(|| bare.strip_prefix("O-O-O"));
        let letter = match side {
            Some("(L)" | "(l)") => 'L',
            Some("(R)" | "(r)") => 'R',
            _ => return Err(MoveError::Syntax(text.to_owned(), "castling is 0-0-0(L) or 0-0-0(R)")),
        };
        let castle = CASTLES
            .iter()
            .find(|c| c.side == pos.to_move && c.letter.to_ascii_uppercase() == letter)
            .ok_or_else(illegal)?;
        let m = Move { from: castle.king, to: castle.path[1], kind: Kind::King, flag: MoveFlag::Castle };
        return Some(m).filter(|&m| pos.is_legal(m)).ok_or_else(illegal);
    }
    let words = read_words(bare, &NO_CIRCLE, named).map_err(|why| MoveError::Syntax(text.to_owned(), why))?;
    words.find(
        text,
        pos.piece_at(words.from).map(|(_, kind)| kind),
        |m| pos.is_legal(m),
        |m| pos.victim(pos.to_move, m).is_some(),
        coordinate,
    )
}

/// Names of the circles of a set.
pub(super) fn names(set: CellSet) -> Vec<String> {
    set.into_iter().map(name).collect()
}
