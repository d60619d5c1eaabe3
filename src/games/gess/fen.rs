//! Reading and writing positions.

use std::fmt::Write;

use super::geometry::Square;
use super::position::Position;
use super::rows::SIDE;
use crate::game::{FenError, Side};
use crate::games::fen::{Rows, read_end, read_number, read_rows, read_side, write_rows};

/// Files and ranks that hold stones.
const INNER: usize = SIDE - 2;

const STYLE: Rows = Rows { name: "ranks", cells: "squares", long_runs: true };

/// Writes the FEN of a position.
pub(super) fn write(pos: &Position) -> String {
    let mut fen = String::new();
    let letter = |row| move |file| pos.stone_at(Square::new(file, row)).map(Side::letter);
    write_rows(&mut fen, (1..=INNER).rev().map(|row| (1..=INNER).map(letter(row))));
    let _ = write!(fen, " {} {} {}", pos.to_move.letter(), pos.halfmove, pos.fullmove);
    fen
}

/// Reads a FEN; the fields after the placement may be missing from the end.
pub(super) fn parse(fen: &str) -> Result<Position, FenError> {
    let mut fields = fen.split_ascii_whitespace();
    let mut pos = Position::empty();
    let placement = fields.next().ok_or_else(|| FenError::Fields("the FEN is empty".into()))?;
    let ranks: Vec<(String, usize)> =
        (1..=INNER).rev().map(|row| (format!("rank {}", row + 1), INNER)).collect();
    read_rows(placement, &STYLE, &ranks, |number, at, letter| {
        let side = match letter {
            'b' => Side::Black,
            'w' => Side::White,
            _ => {
                let label = &ranks[number].0;
                return Err(FenError::Placement(format!(
                    "{label} holds '{letter}', which is neither 'b' nor 'w'"
                )));
            }
        };
        pos.stones[side.index()].insert(Square::new(at + 1, INNER - number));
        Ok(())
    })?;
    pos.to_move = read_side(fields.next(), Side::Black)?;
    pos.halfmove = read_number("plies without a loss", fields.next(), 0)?;
    pos.fullmove = read_number("move number", fields.next(), 1)?;
    read_end(fields.next())?;
    pos.complete();
    Ok(pos)
}
