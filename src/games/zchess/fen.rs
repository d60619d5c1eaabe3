//! Reading and writing positions.

use std::fmt::Write;

use super::castling::CASTLES;
use super::geometry::{BOARD, Cell, PROMOTION, ROWS, name, row_letter, rows_from_top};
use super::position::Position;
use crate::game::{FenError, Side};
use crate::games::fen::{Rows, read_end, read_number, read_side};
use crate::games::men::fen::{check_pawns, read_castling, read_men, write_castling, write_men};

const STYLE: Rows = Rows { name: "rows", cells: "circles", long_runs: false };

/// Writes the FEN of a position.
pub(super) fn write(pos: &Position) -> String {
    let mut fen = String::new();
    write_men(&mut fen, pos, rows_from_top());
    fen.push(' ');
    fen.push(pos.to_move.letter());
    fen.push(' ');
    write_castling(&mut fen, pos.castling, &CASTLES);
    let _ = write!(fen, " {} {}", pos.halfmove, pos.fullmove);
    fen
}

/// Reads a FEN; the fields after the placement may be missing from the end.
pub(super) fn parse(fen: &str) -> Result<Position, FenError> {
    let mut fields = fen.split_ascii_whitespace();
    let placement = fields.next().ok_or_else(|| FenError::Fields("the FEN is empty".into()))?;
    let labels = (0..ROWS).rev().map(|row| format!("row {}", row_letter(row)));
    let rows: Vec<(String, Vec<Cell>)> =
        labels.zip(rows_from_top().map(|row| row.into_iter().collect())).collect();
    let men = read_men(placement, &STYLE, &rows)?;
    check_pawns(&men, PROMOTION, name)?;
    let mut pos = Position::new(men);
    pos.to_move = read_side(fields.next(), Side::White)?;
    pos.castling = read_castling(fields.next(), &pos, &CASTLES, name)?;
    pos.halfmove = read_number("halfmove clock", fields.next(), 0)?;
    pos.fullmove = read_number("move number", fields.next(), 1)?;
    read_end(fields.next())?;
    let (us, them) = (pos.to_move, pos.to_move.other());
    if pos.attacked(pos.king(them), us, pos.occupied(), BOARD) {
        return Err(FenError::Position(format!("{them} is in check but {us} is to move")));
    }
    pos.complete();
    Ok(pos)
}
