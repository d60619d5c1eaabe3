//! Reading and writing positions.

use std::fmt::Write;

use super::geometry::{Cell, NO_CELL};
use super::movegen::forward;
use super::position::{Kind, Position};
use super::rules::Ruleset;
use crate::bitboard::CellSet;
use crate::game::{FenError, Side};
use crate::games::men::piece_letter;

fn field_error(field: &'static str, problem: String) -> FenError {
    FenError::Field { field, problem }
}

/// Writes the FEN of a position.
pub(super) fn write<R: Ruleset>(pos: &Position) -> String {
    let mut fen = String::new();
    for (i, rank) in R::SHAPE.ranks_from_top().enumerate() {
        if i > 0 {
            fen.push('/');
        }
        let mut run = 0;
        for cell in rank {
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
    if let Some(castles) = R::CASTLES {
        fen.push(' ');
        if pos.castling == 0 {
            fen.push('-');
        }
        for (i, castle) in castles.iter().enumerate() {
            if pos.castling >> i & 1 != 0 {
                fen.push(castle.letter);
            }
        }
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

fn push_run(fen: &mut String, run: usize) {
    if run > 0 {
        let _ = write!(fen, "{run}");
    }
}

/// Reads a FEN; the fields after the placement may be missing from the end.
pub(super) fn parse<R: Ruleset>(fen: &str) -> Result<Position, FenError> {
    let mut fields = fen.split_ascii_whitespace();
    let mut pos = Position::empty();
    let placement = fields.next().ok_or_else(|| FenError::Fields("the FEN is empty".into()))?;
    read_placement::<R>(&mut pos, placement)?;
    check_pieces::<R>(&pos)?;
    match fields.next() {
        None | Some("w") => {}
        Some("b") => pos.to_move = Side::Black,
        Some(other) => return Err(field_error("side to move", format!("'{other}' is neither 'w' nor 'b'"))),
    }
    if R::CASTLES.is_some()
        && let Some(field) = fields.next()
    {
        read_castling::<R>(&mut pos, field)?;
    }
    if let Some(field) = fields.next() {
        read_en_passant::<R>(&mut pos, field)?;
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
    if pos.attacked::<R>(pos.king(them), us, pos.occupied(), !CellSet::EMPTY) {
        return Err(FenError::Position(format!("{them} is in check but {us} is to move")));
    }
    pos.complete::<R>();
    Ok(pos)
}

fn read_placement<R: Ruleset>(pos: &mut Position, placement: &str) -> Result<(), FenError> {
    let problem = |text: String| Err(FenError::Placement(text));
    let ranks: Vec<Vec<Cell>> = R::SHAPE.ranks_from_top().collect();
    let rows = placement.split('/').count();
    if rows != ranks.len() {
        return problem(format!("{rows} ranks instead of {}", ranks.len()));
    }
    for ((text, cells), number) in placement.split('/').zip(&ranks).zip((1..=ranks.len()).rev()) {
        let mut at = 0;
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            if c.is_ascii_digit() {
                let mut run = c as usize - '0' as usize;
                if run == 0 {
                    return problem(format!("rank {number} has a run that begins with 0"));
                }
                while let Some(next) = chars.next_if(char::is_ascii_digit) {
                    run = (run * 10 + (next as usize - '0' as usize)).min(1000);
                }
                at += run;
            } else {
                let Some(kind) = Kind::from_letter(c) else {
                    return problem(format!("rank {number} holds '{c}', which is no piece"));
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
        }
        if at != cells.len() {
            return problem(format!("rank {number} describes {at} cells, but has {}", cells.len()));
        }
    }
    Ok(())
}

fn check_pieces<R: Ruleset>(pos: &Position) -> Result<(), FenError> {
    for side in Side::ALL {
        if pos.king(side) == NO_CELL {
            return Err(FenError::Position(format!("{side} has no king")));
        }
        let misplaced = pos.pieces(side, Kind::Pawn) & R::PROMOTION[side.index()];
        if misplaced.any() {
            let cell = R::SHAPE.name(misplaced.first());
            return Err(FenError::Position(format!("{side} has a pawn on {cell}, where it promotes")));
        }
    }
    Ok(())
}

fn read_castling<R: Ruleset>(pos: &mut Position, field: &str) -> Result<(), FenError> {
    let (Some(castles), false) = (R::CASTLES, field == "-") else { return Ok(()) };
    for letter in field.chars() {
        let Some(i) = castles.iter().position(|castle| castle.letter == letter) else {
            return Err(field_error("castling", format!("'{letter}' is none of A, I, a, i")));
        };
        let castle = castles[i];
        if pos.castling >> i & 1 != 0 {
            return Err(field_error("castling", format!("'{letter}' stands twice")));
        }
        let rook = pos.pieces(castle.side, Kind::Rook).contains(castle.rook);
        if !rook || pos.king(castle.side) != castle.king {
            let (king, rook) = (R::SHAPE.name(castle.king), R::SHAPE.name(castle.rook));
            return Err(field_error(
                "castling",
                format!("'{letter}' needs a king on {king} and a rook on {rook}"),
            ));
        }
        pos.castling |= 1 << i;
    }
    Ok(())
}

fn read_en_passant<R: Ruleset>(pos: &mut Position, field: &str) -> Result<(), FenError> {
    if field == "-" {
        return Ok(());
    }
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

fn read_number(name: &'static str, field: &str, least: u16) -> Result<u16, FenError> {
    match field.parse() {
        Ok(n) if n >= least => Ok(n),
        _ => Err(field_error(name, format!("'{field}' is no number from {least} to {}", u16::MAX))),
    }
}
