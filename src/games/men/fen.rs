//! Reading and writing men and castling rights in a FEN.

use super::{Castle, Cell, Kind, Men, piece_letter};
use crate::bitboard::CellSet;
use crate::game::{FenError, Side};
use crate::games::fen::{Rows, field_error, read_rows, write_rows};

/// Reads a placement of men on the cells of each row.
pub(crate) fn read_men(text: &str, style: &Rows, rows: &[(String, Vec<Cell>)]) -> Result<Men, FenError> {
    let mut men = Men::EMPTY;
    let lengths: Vec<(String, usize)> =
        rows.iter().map(|(label, cells)| (label.clone(), cells.len())).collect();
    read_rows(text, style, &lengths, |row, at, letter| {
        let (label, cells) = &rows[row];
        let kind = Kind::from_letter(letter)
            .ok_or_else(|| FenError::Placement(format!("{label} holds '{letter}', which is no piece")))?;
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        if kind == Kind::King && men.pieces(side, kind).any() {
            return Err(FenError::Position(format!("{side} has two kings")));
        }
        men.toggle(side, kind, cells[at]);
        Ok(())
    })?;
    match Side::ALL.into_iter().find(|&side| men.pieces(side, Kind::King).is_empty()) {
        Some(side) => Err(FenError::Position(format!("{side} has no king"))),
        None => Ok(men),
    }
}

/// Writes a placement of men.
pub(crate) fn write_men(
    fen: &mut String,
    men: &Men,
    rows: impl Iterator<Item = impl IntoIterator<Item = Cell>>,
) {
    let letter = |cell| men.piece_at(cell).map(|(side, kind)| piece_letter(side, kind));
    write_rows(fen, rows.map(|row| row.into_iter().map(letter)));
}

/// Refuses pawns where they would have promoted.
pub(crate) fn check_pawns(
    men: &Men,
    promotion: [CellSet; 2],
    name: impl Fn(Cell) -> String,
) -> Result<(), FenError> {
    for side in Side::ALL {
        let misplaced = men.pieces(side, Kind::Pawn) & promotion[side.index()];
        if misplaced.any() {
            let cell = name(misplaced.first());
            return Err(FenError::Position(format!("{side} has a pawn on {cell}, where it promotes")));
        }
    }
    Ok(())
}

/// Writes castling rights, a bit each in the order of `castles`.
pub(crate) fn write_castling(fen: &mut String, rights: u8, castles: &[Castle; 4]) {
    if rights == 0 {
        fen.push('-');
    }
    let letters = castles.iter().enumerate().filter(|(i, _)| rights >> i & 1 != 0);
    fen.extend(letters.map(|(_, castle)| castle.letter));
}

/// Reads castling rights, each of which needs king and rook at home.
pub(crate) fn read_castling(
    field: Option<&str>,
    men: &Men,
    castles: &[Castle; 4],
    name: impl Fn(Cell) -> String,
) -> Result<u8, FenError> {
    let problem = |text: String| Err(field_error("castling", text));
    let mut rights = 0;
    for letter in field.filter(|&field| field != "-").unwrap_or("").chars() {
        let Some(i) = castles.iter().position(|castle| castle.letter == letter) else {
            let letters = castles.map(|castle| castle.letter.to_string()).join(", ");
            return problem(format!("'{letter}' is none of {letters}"));
        };
        let castle = castles[i];
        if rights >> i & 1 != 0 {
            return problem(format!("'{letter}' stands twice"));
        }
        let rook = men.pieces(castle.side, Kind::Rook).contains(castle.rook);
        let king = men.pieces(castle.side, Kind::King).contains(castle.king);
        if !rook || !king {
            let (king, rook) = (name(castle.king), name(castle.rook));
            return problem(format!("'{letter}' needs a king on {king} and a rook on {rook}"));
        }
        rights |= 1 << i;
    }
    Ok(rights)
}
