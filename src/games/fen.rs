//! Reading and writing the fields of a FEN that all games have.

use std::fmt::Write;

use crate::game::{FenError, Side};

/// How a game writes its rows.
pub(crate) struct Rows {
    /// What they are called, in the plural.
    pub name: &'static str,
    /// What is in them, in the plural.
    pub cells: &'static str,
    /// Whether a run of empty cells may have two digits.
    pub long_runs: bool,
}

/// A number and what is counted, given in the plural with an s: `1 row`, `2 rows`.
fn counted(number: usize, plural: &str) -> String {
    let name = if number == 1 { plural.trim_end_matches('s') } else { plural };
    format!("{number} {name}")
}

/// The error of a field behind the placement.
pub(crate) fn field_error(field: &'static str, problem: String) -> FenError {
    FenError::Field { field, problem }
}

/// Writes rows of cells, each given by what stands there.
pub(crate) fn write_rows(fen: &mut String, rows: impl Iterator<Item = impl Iterator<Item = Option<char>>>) {
    for (i, row) in rows.enumerate() {
        if i > 0 {
            fen.push('/');
        }
        let mut run = 0;
        for stands in row {
            match stands {
                None => run += 1,
                Some(letter) => {
                    push_run(fen, run);
                    run = 0;
                    fen.push(letter);
                }
            }
        }
        push_run(fen, run);
    }
}

fn push_run(fen: &mut String, run: usize) {
    if run > 0 {
        let _ = write!(fen, "{run}");
    }
}

/// Reads rows of cells, given by their labels and lengths from the top, and tells `put` the row, the place in it and the
/// letter of all that stands somewhere; what is wrong with a letter is for `put` to say.
pub(crate) fn read_rows(
    text: &str,
    style: &Rows,
    rows: &[(String, usize)],
    mut put: impl FnMut(usize, usize, char) -> Result<(), FenError>,
) -> Result<(), FenError> {
    let problem = |text: String| Err(FenError::Placement(text));
    let found = text.split('/').count();
    if found != rows.len() {
        return problem(format!("{} instead of {}", counted(found, style.name), rows.len()));
    }
    for (number, (text, (label, length))) in text.split('/').zip(rows).enumerate() {
        let mut at = 0;
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            let Some(digit) = c.to_digit(10) else {
                if at < *length {
                    put(number, at, c)?;
                }
                at += 1;
                continue;
            };
            let mut run = digit as usize;
            if run == 0 {
                let how = if style.long_runs { "that begins with 0" } else { "of 0" };
                return problem(format!("{label} has a run {how}"));
            }
            while style.long_runs
                && let Some(digit) = chars.peek().and_then(|c| c.to_digit(10))
            {
                run = (run * 10 + digit as usize).min(MOST_CELLS + 1);
                chars.next();
            }
            at = (at + run).min(MOST_CELLS + 1);
        }
        if at != *length {
            let more = if at > MOST_CELLS { "more than " } else { "" };
            let cells = counted(at.min(MOST_CELLS), style.cells);
            return problem(format!("{label} describes {more}{cells}, but has {length}"));
        }
    }
    Ok(())
}

/// Beyond this many, cells of a row are not counted.
const MOST_CELLS: usize = 1000;

/// Reads the side to move; `first` where the field is missing.
pub(crate) fn read_side(field: Option<&str>, first: Side) -> Result<Side, FenError> {
    match field {
        None => Ok(first),
        Some("w") => Ok(Side::White),
        Some("b") => Ok(Side::Black),
        Some(other) => Err(field_error("side to move", format!("'{other}' is neither 'w' nor 'b'"))),
    }
}

/// Reads a number from `least` on; that where the field is missing.
pub(crate) fn read_number(name: &'static str, field: Option<&str>, least: u16) -> Result<u16, FenError> {
    let Some(field) = field else { return Ok(least) };
    match field.parse() {
        Ok(n) if n >= least => Ok(n),
        _ => Err(field_error(name, format!("'{field}' is no number from {least} to {}", u16::MAX))),
    }
}

/// Refuses a field behind the last one.
pub(crate) fn read_end(field: Option<&str>) -> Result<(), FenError> {
    match field {
        None => Ok(()),
        Some(extra) => Err(FenError::Fields(format!("'{extra}' is one field too many"))),
    }
}
