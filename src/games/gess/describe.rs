//! The board for people and for programs that draw it.

use super::geometry::{Move, Square};
use super::position::Position;
use super::rows::SIDE;
use crate::game::{BoardInfo, CellInfo, CellShape, PieceInfo, Side, SideInfo, Steps};

fn squares() -> impl Iterator<Item = Square> {
    (0..SIDE * SIDE).filter_map(Square::from_index)
}

/// The fixed facts of the board: 20x20 squares, of which those of the margin have colour class 1.
pub(super) fn board() -> BoardInfo {
    let cells = squares().map(|square| CellInfo {
        name: square.to_string(),
        x: square.file() as f64,
        y: square.row() as f64,
        shape: CellShape::Square,
        colour: u8::from(!square.is_inner()),
    });
    let side = |side: Side| SideInfo { name: side.to_string(), starts: side == Side::Black };
    BoardInfo {
        game: super::NAME.to_owned(),
        cells: cells.collect(),
        lines: Vec::new(),
        triangles: Vec::new(),
        sides: [side(Side::White), side(Side::Black)],
        files: (0..SIDE).map(file_letter).map(String::from).collect(),
        ranks: SIDE,
    }
}

fn file_letter(file: usize) -> char {
    (b'a' + file as u8) as char
}

/// The stones, `S` and `s`, in the order of the squares' numbering.
pub(super) fn pieces(pos: &Position) -> Vec<PieceInfo> {
    let letter = |side| if side == Side::White { 'S' } else { 's' };
    squares()
        .filter_map(|square| {
            Some(PieceInfo { cell: square.to_string(), piece: letter(pos.stone_at(square)?) })
        })
        .collect()
}

/// Backgrounds of board and margin and the stones' colours, as ANSI sequences of the 256-colour cube.
const BACKGROUNDS: [&str; 2] = ["\x1b[48;5;180m", "\x1b[48;5;137m"];
const FOREGROUNDS: [&str; 2] = ["\x1b[1;38;5;231m", "\x1b[1;38;5;16m"];
const MARKS: &str = "\x1b[38;5;94m";
const RESET: &str = "\x1b[0m";

/// What stands between two squares of a row: where the footprints of the last move begin and end.
fn separator(last: Option<Move>, row: usize, right: usize) -> char {
    let Some(m) = last else { return ' ' };
    // Where the footprint was before gives way to where it is.
    for (centre, [open, close]) in [(m.to, ['[', ']']), (m.from, ['(', ')'])] {
        if centre.row().abs_diff(row) <= 1 {
            if right + 1 == centre.file() {
                return open;
            }
            if right == centre.file() + 2 {
                return close;
            }
        }
    }
    ' '
}

/// A picture of the 20x20 squares with the empty centres of rings as `o`; brackets stand around the footprint of
/// the last move, round ones around where it came from.
pub(super) fn picture(pos: &Position, last: Option<Move>, colour: bool) -> String {
    let letters: String = (0..SIDE).map(|file| format!(" {}", file_letter(file))).collect();
    let mut text = format!("   {letters}\n");
    let rings = Side::ALL.map(|side| pos.rings(side));
    for row in (0..SIDE).rev() {
        let mut line = format!("{:>2} ", row + 1);
        for file in 0..SIDE {
            let square = Square::new(file, row);
            let ring = Side::ALL.into_iter().find(|side| rings[side.index()].contains(square));
            let side = pos.stone_at(square).or(ring);
            let letter = match (pos.stone_at(square), ring) {
                (Some(side), _) => side.letter(),
                (None, Some(_)) => 'o',
                (None, None) if square.is_inner() => '.',
                (None, None) => '\'',
            };
            let gap = separator(last, row, file);
            if colour {
                let background = BACKGROUNDS[usize::from(!square.is_inner())];
                let foreground = side.map_or(MARKS, |side| FOREGROUNDS[side.index()]);
                line.push_str(&format!("{background}{MARKS}{gap}{foreground}{letter}{RESET}"));
            } else {
                line.push(gap);
                line.push(letter);
            }
        }
        line.push(separator(last, row, SIDE));
        text.push_str(line.trim_end());
        text.push_str(&format!("{}{}\n", if line.ends_with(' ') { " " } else { "" }, row + 1));
    }
    text.push_str(&format!("   {letters}\n"));
    text
}

/// What a move does. Its one leg is the centre's; all nine squares go with it.
pub(super) fn steps(pos: &Position, m: Move) -> Steps {
    let effect = pos.effect(m);
    let mut captured = Vec::new();
    for (dr, runs) in (-1..).zip(effect.own.into_iter().zip(effect.enemy)) {
        for df in -1..=1 {
            if (runs.0 | runs.1) >> (df + 1) & 1 != 0
                && let Some(square) = m.to.step(df, dr)
            {
                captured.push(square.to_string());
            }
        }
    }
    Steps { legs: vec![[m.from.to_string(), m.to.to_string()]], captured, promotion: None, around: 1 }
}
