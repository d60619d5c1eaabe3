//! Reading and writing positions.
//!
//! Castling rights are written as in X-FEN: `KQkq` for the outermost rook of a side, the letter of its file for
//! another one. The letters of files are read for any rook (Shredder-FEN).

use std::fmt::Write;

use cozy_chess::{BoardBuilder, BoardBuilderError, File, Rank, Square, get_king_moves};

use super::position::{Position, colour, piece, square};
use crate::game::{FenError, Side};
use crate::games::fen::{Rows, field_error, read_end, read_number, read_side};
use crate::games::men::fen::{read_men, write_men};
use crate::games::men::{Cell, Kind, Men};

const STYLE: Rows = Rows { name: "ranks", cells: "squares", long_runs: false };

/// Plies without a capture or pawn move beyond which nothing more is counted: the game is drawn.
const MOST_PLIES: u16 = 100;

/// The squares of each rank, from the eighth down.
fn ranks() -> impl Iterator<Item = std::ops::Range<Cell>> {
    (0..8).rev().map(|rank| rank * 8..rank * 8 + 8)
}

fn men(pos: &Position) -> Men {
    let mut men = Men::EMPTY;
    for side in Side::ALL {
        for kind in Kind::ALL {
            for at in pos.pieces(side, kind) {
                men.toggle(side, kind, at as Cell);
            }
        }
    }
    men
}

/// Writes the FEN of a position.
pub(super) fn write(pos: &Position) -> String {
    let mut fen = String::new();
    write_men(&mut fen, &men(pos), ranks());
    let _ = write!(fen, " {} ", pos.to_move().letter());
    let before = fen.len();
    for side in Side::ALL {
        let rights = pos.0.castle_rights(colour(side));
        for (right, letter) in [(rights.short, 'K'), (rights.long, 'Q')] {
            let Some(file) = right else { continue };
            let letter = if outermost(pos, side, letter == 'K') == Some(file) {
                letter
            } else {
                char::from(file).to_ascii_uppercase()
            };
            fen.push(cased(letter, side));
        }
    }
    if fen.len() == before {
        fen.push('-');
    }
    match pos.en_passant() {
        Some(at) => {
            let _ = write!(fen, " {at}");
        }
        None => fen.push_str(" -"),
    }
    let _ = write!(fen, " {} {}", pos.0.halfmove_clock(), pos.0.fullmove_number());
    fen
}

const fn cased(letter: char, side: Side) -> char {
    match side {
        Side::White => letter,
        Side::Black => letter.to_ascii_lowercase(),
    }
}

/// The file of a side's rook on its first rank that is furthest from the king, on the short or the long side.
fn outermost(pos: &Position, side: Side, short: bool) -> Option<File> {
    outermost_of(pos.pieces(side, Kind::Rook).into_iter(), pos.king(side), side, short)
}

fn outermost_of(rooks: impl Iterator<Item = Square>, king: Square, side: Side, short: bool) -> Option<File> {
    let back = Rank::First.relative_to(colour(side));
    let files = rooks.filter(|rook| rook.rank() == back).map(Square::file);
    if short {
        files.filter(|&file| file > king.file()).max()
    } else {
        files.filter(|&file| file < king.file()).min()
    }
}

/// Reads a FEN; the fields after the placement may be missing from the end.
pub(super) fn parse(fen: &str) -> Result<Position, FenError> {
    let mut fields = fen.split_ascii_whitespace();
    let placement = fields.next().ok_or_else(|| FenError::Fields("the FEN is empty".into()))?;
    let rows: Vec<(String, Vec<Cell>)> =
        (1..=8).rev().map(|rank| format!("rank {rank}")).zip(ranks().map(Iterator::collect)).collect();
    let men = read_men(placement, &STYLE, &rows)?;
    check_numbers(&men)?;
    let mut board = BoardBuilder::empty();
    for at in men.occupied() {
        *board.square_mut(square(at)) = men.piece_at(at).map(|(side, kind)| (piece(kind), colour(side)));
    }
    let to_move = read_side(fields.next(), Side::White)?;
    board.side_to_move = colour(to_move);
    read_castling(&mut board, &men, fields.next().unwrap_or("-"))?;
    board.en_passant = read_en_passant(fields.next().unwrap_or("-"), to_move)?;
    let halfmove = read_number("halfmove clock", fields.next(), 0)?;
    board.halfmove_clock = halfmove.min(MOST_PLIES) as u8;
    board.fullmove_number = read_number("move number", fields.next(), 0)?.max(1);
    read_end(fields.next())?;
    let in_check = || FenError::Position(format!("{} is in check but {to_move} is to move", to_move.other()));
    // The crate does not look at kings side by side.
    let [white, black] = Side::ALL.map(|side| square(men.pieces(side, Kind::King).first()));
    if get_king_moves(white).has(black) {
        return Err(in_check());
    }
    board.build().map(Position).map_err(|error| match error {
        BoardBuilderError::InvalidEnPassant => field_error(
            "en passant",
            "no pawn can have made a double step over that square just now; without one it is '-'".to_owned(),
        ),
        // All else has been looked at.
        _ => in_check(),
    })
}

/// Refuses what no game can lead to and the board can't hold.
fn check_numbers(men: &Men) -> Result<(), FenError> {
    for side in Side::ALL {
        let pawns = men.pieces(side, Kind::Pawn);
        if let Some(at) =
            pawns.into_iter().find(|&at| matches!(square(at).rank(), Rank::First | Rank::Eighth))
        {
            let at = square(at);
            return Err(FenError::Position(format!("{side} has a pawn on {at}, where no pawn can stand")));
        }
        for (what, number, most) in [("pieces", men.side(side).len(), 16), ("pawns", pawns.len(), 8)] {
            if number > most {
                return Err(FenError::Position(format!("{side} has {number} {what}; {most} is the most")));
            }
        }
    }
    Ok(())
}

/// Reads castling rights: `KQkq` mean the outermost rooks, other letters the file of one.
fn read_castling(board: &mut BoardBuilder, men: &Men, field: &str) -> Result<(), FenError> {
    let problem = |text: String| Err(field_error("castling", text));
    if field == "-" {
        return Ok(());
    }
    for letter in field.chars() {
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        let king = square(men.pieces(side, Kind::King).first());
        let back = Rank::First.relative_to(colour(side));
        let rooks = || men.pieces(side, Kind::Rook).into_iter().map(square);
        let file = match letter.to_ascii_uppercase() {
            'K' => outermost_of(rooks(), king, side, true),
            'Q' => outermost_of(rooks(), king, side, false),
            'A'..='H' => {
                let file = File::index(letter.to_ascii_uppercase() as usize - usize::from(b'A'));
                rooks().any(|rook| rook == Square::new(file, back)).then_some(file)
            }
            _ => return problem(format!("'{letter}' is none of K, Q, k, q or the letter of a rook's file")),
        };
        let Some(file) = file.filter(|&file| king.rank() == back && file != king.file()) else {
            return problem(format!("'{letter}' needs the {side} king and such a rook on their first rank"));
        };
        let rights = board.castle_rights_mut(colour(side));
        let right = if file > king.file() { &mut rights.short } else { &mut rights.long };
        if right.is_some() {
            return problem(format!(
                "'{letter}' names a second rook on one side of the {side} king, or one twice"
            ));
        }
        *right = Some(file);
    }
    Ok(())
}

/// Reads the square over which a pawn has just gone.
fn read_en_passant(field: &str, to_move: Side) -> Result<Option<Square>, FenError> {
    if field == "-" {
        return Ok(None);
    }
    let rank = Rank::Sixth.relative_to(colour(to_move));
    match field.parse::<Square>() {
        Ok(at) if at.rank() == rank => Ok(Some(at)),
        _ => {
            let problem = format!("'{field}' is neither '-' nor a square of rank {rank}");
            Err(field_error("en passant", problem))
        }
    }
}
