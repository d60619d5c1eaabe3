//! FEN text of positions.

use std::fmt::Write;

use super::geometry::{Circle, NO_CIRCLE, ROWS, bit, circle_at, circles, name, named, row_letter};
use super::position::Position;
use crate::game::{FenError, Side};
use crate::games::fen::{Rows, field_error, read_end, read_number, read_rows, read_side, write_rows};

const STYLE: Rows = Rows { name: "rows", cells: "circles", long_runs: false };

/// The circles of a row from column 1 on.
pub(super) fn row_circles(row: i8) -> impl Iterator<Item = Circle> {
    (1..=9).map(move |column| circle_at(row, column)).filter(|&circle| circle != NO_CIRCLE)
}

/// The letter of a side's pieces.
pub(super) const fn letter(side: Side) -> char {
    match side {
        Side::White => 'W',
        Side::Black => 'b',
    }
}

/// The names of a set's circles, or a dash.
fn list(set: u64) -> String {
    if set == 0 { "-".to_owned() } else { circles(set).map(name).collect() }
}

/// Writes the FEN of a position.
pub(super) fn write(pos: &Position) -> String {
    let mut fen = String::new();
    let stands = |circle| pos.piece_at(circle).map(letter);
    write_rows(&mut fen, (0..ROWS).rev().map(|row| row_circles(row).map(stands)));
    let qualified: String =
        Side::ALL.into_iter().filter(|&side| pos.is_qualified(side)).map(letter).collect();
    let qualified = if qualified.is_empty() { "-" } else { &qualified };
    let _ = write!(
        fen,
        " {} {qualified} {} {} {}",
        pos.to_move.letter(),
        list(pos.frozen),
        list(pos.guarded),
        pos.turn
    );
    fen
}

/// Reads a list of circles with pieces on them.
fn read_list(field: &'static str, text: Option<&str>, occupied: u64) -> Result<u64, FenError> {
    let Some(text) = text.filter(|&text| text != "-") else { return Ok(0) };
    let mut set = 0;
    let problem = |what: String| Err(field_error(field, what));
    for pair in text.as_bytes().chunks(2) {
        let circle = named(pair);
        let shown = String::from_utf8_lossy(pair);
        if circle == NO_CIRCLE || pair[0].is_ascii_uppercase() {
            return problem(format!("'{shown}' is no circle; write circles such as a1c3, or '-'"));
        }
        if occupied & bit(circle) == 0 {
            return problem(format!("no piece stands on {shown}"));
        }
        if set & bit(circle) != 0 {
            return problem(format!("{shown} stands in it twice"));
        }
        set |= bit(circle);
    }
    Ok(set)
}

/// Reads a FEN; the fields after the placement may be missing from the end.
pub(super) fn parse(fen: &str) -> Result<Position, FenError> {
    let mut fields = fen.split_ascii_whitespace();
    let mut pos = Position::empty();
    let placement = fields.next().ok_or_else(|| FenError::Fields("the FEN is empty".into()))?;
    let rows: Vec<(String, usize)> =
        (0..ROWS).rev().map(|row| (format!("row {}", row_letter(row)), row_circles(row).count())).collect();
    read_rows(placement, &STYLE, &rows, |number, at, found| {
        let Some(side) = Side::ALL.into_iter().find(|&side| letter(side) == found) else {
            let label = &rows[number].0;
            return Err(FenError::Placement(format!(
                "{label} holds '{found}', which is neither 'W' nor 'b'"
            )));
        };
        let circle = row_circles(ROWS - 1 - number as i8).nth(at).unwrap_or(NO_CIRCLE);
        pos.pieces[side.index()] |= bit(circle);
        Ok(())
    })?;
    pos.to_move = read_side(fields.next(), Side::White)?;
    pos.qualified = match fields.next() {
        None | Some("-") => [false, false],
        Some("W") => [true, false],
        Some("b") => [false, true],
        Some("Wb") => [true, true],
        Some(other) => {
            let problem = format!("'{other}' is none of -, W, b and Wb");
            return Err(field_error("qualified", problem));
        }
    };
    let occupied = pos.pieces[0] | pos.pieces[1];
    pos.frozen = read_list("frozen", fields.next(), occupied)?;
    pos.guarded = read_list("guarded", fields.next(), occupied)?;
    pos.turn = read_number("turn number", fields.next(), 1)?;
    read_end(fields.next())?;
    pos.key = pos.computed_key();
    Ok(pos)
}
