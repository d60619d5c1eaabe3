//! Reading and writing positions.

use std::fmt::Write;

use super::geometry::Square;
use super::position::Position;
use super::rows::SIDE;
use crate::game::{FenError, Side};

/// Files and ranks that hold stones.
const INNER: usize = SIDE - 2;

/// Writes the FEN of a position.
pub(super) fn write(pos: &Position) -> String {
    let mut fen = String::new();
    for row in (1..=INNER).rev() {
        if row < INNER {
            fen.push('/');
        }
        let mut run = 0;
        for file in 1..=INNER {
            match pos.stone_at(Square::new(file, row)) {
                None => run += 1,
                Some(side) => {
                    push_run(&mut fen, run);
                    run = 0;
                    fen.push(side.letter());
                }
            }
        }
        push_run(&mut fen, run);
    }
    let _ = write!(fen, " {} {} {}", pos.to_move.letter(), pos.halfmove, pos.fullmove);
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
    pos.to_move = match fields.next() {
        None | Some("b") => Side::Black,
        Some("w") => Side::White,
        Some(other) => {
            let problem = format!("'{other}' is neither 'w' nor 'b'");
            return Err(FenError::Field { field: "side to move", problem });
        }
    };
    if let Some(field) = fields.next() {
        pos.halfmove = read_number("plies without a loss", field, 0)?;
    }
    if let Some(field) = fields.next() {
        pos.fullmove = read_number("move number", field, 1)?;
    }
    if let Some(extra) = fields.next() {
        return Err(FenError::Fields(format!("'{extra}' is one field too many")));
    }
    pos.complete();
    Ok(pos)
}

fn read_placement(pos: &mut Position, placement: &str) -> Result<(), FenError> {
    let problem = |text: String| Err(FenError::Placement(text));
    let rows = placement.split('/').count();
    if rows != INNER {
        return problem(format!("{rows} ranks instead of {INNER}"));
    }
    for (text, row) in placement.split('/').zip((1..=INNER).rev()) {
        let rank = row + 1;
        let mut file = 1;
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            if let Some(digit) = c.to_digit(10) {
                let mut run = digit as usize;
                if run == 0 {
                    return problem(format!("rank {rank} has a run that begins with 0"));
                }
                while let Some(digit) = chars.peek().and_then(|c| c.to_digit(10)) {
                    run = (run * 10 + digit as usize).min(1000);
                    chars.next();
                }
                file += run;
            } else {
                let side = match c {
                    'b' => Side::Black,
                    'w' => Side::White,
                    _ => return problem(format!("rank {rank} holds '{c}', which is neither 'b' nor 'w'")),
                };
                if file <= INNER {
                    pos.stones[side.index()].insert(Square::new(file, row));
                }
                file += 1;
            }
        }
        if file - 1 != INNER {
            return problem(format!("rank {rank} describes {} squares, but has {INNER}", file - 1));
        }
    }
    Ok(())
}

fn read_number(name: &'static str, field: &str, least: u16) -> Result<u16, FenError> {
    match field.parse() {
        Ok(n) if n >= least => Ok(n),
        _ => Err(FenError::Field {
            field: name,
            problem: format!("'{field}' is no number from {least} to {}", u16::MAX),
        }),
    }
}
