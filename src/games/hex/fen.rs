//! Reading and writing positions.

use std::fmt::Write;

use super::geometry::{Cell, NO_CELL};
use super::movegen::forward;
use super::position::{Kind, Position};
use super::rules::Ruleset;
use crate::bitboard::CellSet;
use crate::game::{FenError, Side};
use crate::games::fen::{Rows, field_error, read_end, read_number, read_side};
use crate::games::men::fen::{check_pawns, read_castling, read_men, write_castling, write_men};

const STYLE: Rows = Rows { name: "ranks", cells: "cells", long_runs: true };

/// Writes the FEN of a position.
pub(super) fn write<R: Ruleset>(pos: &Position) -> String {
    let mut fen = String::new();
    write_men(&mut fen, pos, R::SHAPE.ranks_from_top());
    fen.push(' ');
    fen.push(pos.to_move.letter());
    if let Some(castles) = &R::CASTLES {
        fen.push(' ');
        write_castling(&mut fen, pos.castling, castles);
    }
    fen.push(' ');
    if pos.passed == 0 {
        fen.push('-');
    }
    for cell in pos.passed_cells() {
        fen.push_str(&R::SHAPE.name(cell));
    }
    let _ = write!(fen, " {} {}", pos.halfmove, pos.fullmove);
    fen
}

/// Reads a FEN; the fields after the placement may be missing from the end.
pub(super) fn parse<R: Ruleset>(fen: &str) -> Result<Position, FenError> {
    let name = |cell| R::SHAPE.name(cell);
    let mut fields = fen.split_ascii_whitespace();
    let placement = fields.next().ok_or_else(|| FenError::Fields("the FEN is empty".into()))?;
    let labels = (1..=R::SHAPE.rows).rev().map(|rank| format!("rank {rank}"));
    let ranks: Vec<(String, Vec<Cell>)> = labels.zip(R::SHAPE.ranks_from_top()).collect();
    let men = read_men(placement, &STYLE, &ranks)?;
    check_pawns(&men, R::PROMOTION, name)?;
    let mut pos = Position::new(men);
    pos.to_move = read_side(fields.next(), Side::White)?;
    if let Some(castles) = &R::CASTLES {
        pos.castling = read_castling(fields.next(), &pos, castles, name)?;
    }
    read_en_passant::<R>(&mut pos, fields.next())?;
    pos.halfmove = read_number("halfmove clock", fields.next(), 0)?;
    pos.fullmove = read_number("move number", fields.next(), 1)?;
    read_end(fields.next())?;
    let (us, them) = (pos.to_move, pos.to_move.other());
    if pos.attacked::<R>(pos.king(them), us, pos.occupied(), !CellSet::EMPTY) {
        return Err(FenError::Position(format!("{them} is in check but {us} is to move")));
    }
    pos.complete::<R>();
    Ok(pos)
}

fn read_en_passant<R: Ruleset>(pos: &mut Position, field: Option<&str>) -> Result<(), FenError> {
    let Some(field) = field.filter(|&field| field != "-") else { return Ok(()) };
    let problem = |text: String| Err(field_error("en passant", text));
    let Some(cells) = split_cells::<R>(field) else {
        return problem(format!("'{field}' names no cell of this board"));
    };
    let stepper = pos.to_move.other();
    let ahead = forward(stepper);
    // In the order in which the pawn passed them.
    let mut passed = cells;
    passed.sort_unstable_by_key(|&cell| i32::from(cell) * ahead);
    let length = passed.len();
    let first = i32::from(passed[0]);
    let consecutive = passed.iter().zip(0..).all(|(&cell, i)| i32::from(cell) == first + i * ahead);
    let origin = (first - ahead) as Cell;
    let starts = match length {
        1 => R::DOUBLE[stepper.index()],
        2 => R::TRIPLE[stepper.index()],
        _ => CellSet::EMPTY,
    };
    if !consecutive || first - ahead < 0 || !starts.contains(origin) {
        return problem(format!("no pawn of {stepper} can have passed '{field}'"));
    }
    let pawn = (first + length as i32 * ahead) as Cell;
    if !pos.pieces(stepper, Kind::Pawn).contains(pawn) {
        let name = R::SHAPE.name(pawn);
        return problem(format!("'{field}' needs a pawn of {stepper} on {name}"));
    }
    let mut behind: CellSet = passed.iter().copied().collect();
    behind |= CellSet::single(origin);
    if (behind & pos.occupied()).any() {
        return problem(format!("the cells behind the pawn that passed '{field}' are not empty"));
    }
    pos.stepped = pawn;
    pos.passed = length as u8;
    Ok(())
}

/// Cell names written together.
fn split_cells<R: Ruleset>(text: &str) -> Option<Vec<Cell>> {
    let bytes = text.as_bytes();
    let mut cells = Vec::new();
    let mut start = 0;
    while start < bytes.len() {
        let digits = bytes[start + 1..].iter().take_while(|b| b.is_ascii_digit()).count();
        let cell = R::SHAPE.named(&bytes[start..start + 1 + digits]);
        if cell == NO_CELL {
            return None;
        }
        cells.push(cell);
        start += 1 + digits;
    }
    (!cells.is_empty()).then_some(cells)
}
