//! The text of moves.

use super::{Cell, Kind, Move, MoveFlag, NO_CELL};
use crate::game::MoveError;

/// What is said about a text that names no cell where a move begins or ends.
pub(crate) struct NoCell {
    pub from: &'static str,
    pub to: &'static str,
}

/// What a move's text says; the rest is up to the position.
pub(crate) struct Words {
    pub piece: Option<Kind>,
    pub from: Cell,
    pub to: Cell,
    pub capture: Option<bool>,
    pub promotion: Option<Kind>,
}

impl Words {
    /// The moves of `kind` that the text may mean.
    pub(crate) fn moves(&self, kind: Kind) -> impl Iterator<Item = Move> {
        let flags: &'static [MoveFlag] = match (self.promotion, kind) {
            (Some(Kind::Knight), _) => &[MoveFlag::ToKnight],
            (Some(Kind::Bishop), _) => &[MoveFlag::ToBishop],
            (Some(Kind::Rook), _) => &[MoveFlag::ToRook],
            (Some(_), _) => &[MoveFlag::ToQueen],
            (None, Kind::Pawn) => &[MoveFlag::Plain, MoveFlag::LongStep, MoveFlag::EnPassant],
            (None, Kind::King) => &[MoveFlag::Plain, MoveFlag::Castle],
            (None, _) => &[MoveFlag::Plain],
        };
        let (from, to) = (self.from, self.to);
        flags.iter().map(move |&flag| Move { from, to, kind, flag })
    }

    /// The legal move that `text`, which these words are from, means where a piece of kind `stands` on the first cell.
    /// `captures` says whether a legal move takes something, `write` gives its coordinates.
    pub(crate) fn find(
        &self,
        text: &str,
        stands: Option<Kind>,
        legal: impl Fn(Move) -> bool,
        captures: impl Fn(Move) -> bool,
        write: impl Fn(Move) -> String,
    ) -> Result<Move, MoveError> {
        let illegal = || MoveError::Illegal(text.to_owned());
        let kind = stands.filter(|&kind| self.piece.is_none_or(|piece| piece == kind)).ok_or_else(illegal)?;
        let fits = |m: &Move| legal(*m) && self.capture.is_none_or(|capture| capture == captures(*m));
        if let Some(m) = self.moves(kind).find(fits) {
            return Ok(m);
        }
        let promoting = Kind::PROMOTIONS.map(|to| Words { promotion: Some(to), ..*self });
        let choices: Vec<String> =
            promoting.iter().flat_map(|words| words.moves(kind)).filter(fits).map(write).collect();
        if kind != Kind::Pawn || self.promotion.is_some() || choices.is_empty() {
            return Err(illegal());
        }
        Err(MoveError::NoPromotion { text: text.to_owned(), choices: choices.join(", ") })
    }
}

/// Reads `piece cell sign cell promotion`, of which only the cells must be there. `named` knows the cells' names, and
/// `no_cell` says what is wrong with others.
pub(crate) fn read_words(
    text: &str,
    no_cell: &NoCell,
    named: impl Fn(&[u8]) -> Cell,
) -> Result<Words, &'static str> {
    let mut rest = text;
    let mut piece = None;
    // Lower-case letters begin the name of a cell, so only capitals name pieces.
    if let Some(letter) = rest.chars().next().filter(char::is_ascii_uppercase) {
        piece = Some(Kind::from_letter(letter).ok_or("it begins with no piece's letter")?);
        rest = &rest[1..];
    }
    let from = take_cell(&mut rest, &named).ok_or(no_cell.from)?;
    if rest.is_empty() {
        return Err("it names one cell, and a move needs two: from where and to where");
    }
    let mut capture = None;
    if let Some(sign) = rest.chars().next().filter(|c| matches!(c, '-' | 'x' | ':')) {
        capture = Some(sign != '-');
        rest = &rest[1..];
    }
    let to = take_cell(&mut rest, &named).ok_or(no_cell.to)?;
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
fn take_cell(rest: &mut &str, named: impl Fn(&[u8]) -> Cell) -> Option<Cell> {
    let bytes = rest.as_bytes();
    let length = 1 + bytes.get(1..)?.iter().take_while(|b| b.is_ascii_digit()).count();
    let cell = named(&bytes[..length]);
    if cell == NO_CELL {
        return None;
    }
    *rest = &rest[length..];
    Some(cell)
}
