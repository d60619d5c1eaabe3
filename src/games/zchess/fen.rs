//! Reading and writing positions.

use std::fmt::Write;

use super::castling::CASTLES;
use super::geometry::{BOARD, Cell, NO_CELL, PROMOTION, name, row_letter, rows_from_top};
use super::position::{Kind, Position};
use crate::game::{FenError, Side};
use crate::games::men::piece_letter;

fn field_error(field: &'static str, problem: String) -> FenError {
    FenError::Field { field, problem }
}

/// Writes the FEN of a position.
pub(super) fn write(pos: &Position) -> String {
    let mut fen = String::new();
    for (i, row) in rows_from_top().enumerate() {
        if i > 0 {
            fen.push('/');
        }
        let mut run = 0;
        for cell in row {
            let Some((side, kind)) = pos.piece_at(cell) else {
                run += 1;
                continue;
            };
            push_run(&mut fen, run);
            run = 0;
            fen.push(piece_letter(side, kind));
        }
        push_run(&mut fen, run);
    }
    fen.push(' ');
    fen.push(pos.to_move.letter());
    fen.push(' ');
    if pos.castling == 0 {
        fen.push('-');
    }
    for (i, castle) in CASTLES.iter().enumerate() {
        if pos.castling >> i & 1 != 0 {
            fen.push(castle.letter);
        }
    }
    let _ = write!(fen, " {} {}", pos.halfmove, pos.fullmove);
    fen
}

fn push_run(fen: &mut String, run: usize) {
    if run > 0 {
        let _ = write!(fen, "{run}");
    }
}

/// Reads a FEN; the fields after the placement may be missing from the end.
pub(super) fn parse(fen: &str) -> Result<Position, FenError> {
    let mut fields = fen.split_ascii_whitespace();
    let mut pos = Position::empty();
    let placement = fields.next().ok_or_else(|| FenError::Fields("the FEN is empty".into()))?;
    read_placement(&mut pos, placement)?;
    check_pieces(&pos)?;
    match fields.next() {
        None | Some("w") => {}
        Some("b") => pos.to_move = Side::Black,
        Some(other) => return Err(field_error("side to move", format!("'{other}' is neither 'w' nor 'b'"))),
    }
    if let Some(field) = fields.next() {
        read_castling(&mut pos, field)?;
    }
    if let Some(field) = fields.next() {
        pos.halfmove = read_number("halfmove clock", field, 0)?;
    }
    if let Some(field) = fields.next() {
        pos.fullmove = read_number("move number", field, 1)?;
    }
    if let Some(extra) = fields.next() {
        return Err(FenError::Fields(format!("'{extra}' is one field too many")));
    }
    let (us, them) = (pos.to_move, pos.to_move.other());
    if pos.attacked(pos.king(them), us, pos.occupied(), BOARD) {
        return Err(FenError::Position(format!("{them} is in check but {us} is to move")));
    }
    pos.complete();
    Ok(pos)
}

fn read_placement(pos: &mut Position, placement: &str) -> Result<(), FenError> {
    let problem = |text: String| Err(FenError::Placement(text));
    let rows: Vec<Vec<Cell>> = rows_from_top().map(|row| row.into_iter().collect()).collect();
    let found = placement.split('/').count();
    if found != rows.len() {
        return problem(format!("{found} rows instead of {}", rows.len()));
    }
    for ((text, cells), number) in placement.split('/').zip(&rows).zip((0..9).rev()) {
        let letter = row_letter(number);
        let mut at = 0;
        for c in text.chars() {
            if let Some(run) = c.to_digit(10) {
                if run == 0 {
                    return problem(format!("row {letter} has a run of 0"));
                }
                at += run as usize;
                continue;
            }
            let Some(kind) = Kind::from_letter(c) else {
                return problem(format!("row {letter} holds '{c}', which is no piece"));
            };
            let side = if c.is_ascii_uppercase() { Side::White } else { Side::Black };
            if kind == Kind::King && pos.king(side) != NO_CELL {
                return Err(FenError::Position(format!("{side} has two kings")));
            }
            if let Some(&cell) = cells.get(at) {
                pos.put(side, kind, cell);
            }
            at += 1;
        }
        if at != cells.len() {
            return problem(format!("row {letter} describes {at} circles, but has {}", cells.len()));
        }
    }
    Ok(())
}

fn check_pieces(pos: &Position) -> Result<(), FenError> {
    for side in Side::ALL {
        if pos.king(side) == NO_CELL {
            return Err(FenError::Position(format!("{side} has no king")));
        }
        let misplaced = pos.pieces(side, Kind::Pawn) & PROMOTION[side.index()];
        if misplaced.any() {
            let cell = name(misplaced.first());
            return Err(FenError::Position(format!("{side} has a pawn on {cell}, where it promotes")));
        }
    }
    Ok(())
}

fn read_castling(pos: &mut Position, field: &str) -> Result<(), FenError> {
    if field == "-" {
        return Ok(());
    }
    for letter in field.chars() {
        let Some(i) = CASTLES.iter().position(|castle| castle.letter == letter) else {
            return Err(field_error("castling", format!("'{letter}' is none of L, R, l, r")));
        };
        let castle = CASTLES[i];
        if pos.castling >> i & 1 != 0 {
            return Err(field_error("castling", format!("'{letter}' stands twice")));
        }
        let rook = pos.pieces(castle.side, Kind::Rook).contains(castle.rook);
        if !rook || pos.king(castle.side) != castle.king {
            let (king, rook) = (name(castle.king), name(castle.rook));
            return Err(field_error(
                "castling",
                format!("'{letter}' needs a king on {king} and a rook on {rook}"),
            ));
        }
        pos.castling |= 1 << i;
    }
    Ok(())
}

fn read_number(name: &'static str, field: &str, least: u16) -> Result<u16, FenError> {
    match field.parse() {
        Ok(n) if n >= least => Ok(n),
        _ => Err(field_error(name, format!("'{field}' is no number from {least} to {}", u16::MAX))),
    }
}
