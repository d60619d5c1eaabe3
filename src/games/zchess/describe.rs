//! The board for people and for programs that draw it.

use super::castling::with_target;
use super::geometry::{
    BOARD, COLUMNS, Cell, DIAGONAL_STEPS, NO_CELL, ROW_STEPS, ROWS, column, name, row, row_letter, row_set,
    step,
};
use super::position::{Kind, Move, MoveFlag, Position};
use crate::game::{BoardInfo, CellInfo, CellShape, PieceInfo, Side, SideInfo, Steps};
use crate::games::men::Standing;
use crate::games::men::piece_letter;

/// Height of a row: circles of neighbouring rows lie one unit apart, as those of a row do.
const ROW_HEIGHT: f64 = 0.866_025_403_784_438_6;

/// The fixed facts of the board.
pub(super) fn board() -> BoardInfo {
    let cells = BOARD.into_iter().map(|cell| CellInfo {
        name: name(cell),
        x: f64::from(column(cell) - 1) / 2.0,
        y: ROW_HEIGHT * f64::from(row(cell)),
        shape: CellShape::Circle,
        // The circles of the board are all alike.
        colour: 0,
    });
    // Each line once, from its lower or left end.
    let [up_right, up_left, ..] = DIAGONAL_STEPS;
    let joined = |cell: Cell| {
        [ROW_STEPS[0], up_right, up_left]
            .into_iter()
            .map(move |direction| step(cell, direction))
            .filter(|&to| to != NO_CELL)
            .map(move |to| [name(cell), name(to)])
    };
    let side = |side: Side| SideInfo { name: side.to_string(), starts: side == Side::White };
    BoardInfo {
        game: super::NAME.to_owned(),
        cells: cells.collect(),
        lines: BOARD.into_iter().flat_map(joined).collect(),
        triangles: Vec::new(),
        sides: [side(Side::White), side(Side::Black)],
        files: (1..=COLUMNS).map(|column| column.to_string()).collect(),
        ranks: ROWS as usize,
    }
}

/// The pieces in the order of the circles' numbering.
pub(super) fn pieces(pos: &Position) -> Vec<PieceInfo> {
    pos.occupied()
        .into_iter()
        .filter_map(|cell| {
            let (side, kind) = pos.piece_at(cell)?;
            Some(PieceInfo { cell: name(cell), piece: piece_letter(side, kind) })
        })
        .collect()
}

/// Backgrounds of long and short rows, which only help the eye, and the pieces' colours, as ANSI sequences of the 256-colour cube.
const BACKGROUNDS: [&str; 2] = ["\x1b[48;5;180m", "\x1b[48;5;137m"];
const FOREGROUNDS: [&str; 2] = ["\x1b[1;38;5;231m", "\x1b[1;38;5;16m"];
const DOTS: &str = "\x1b[38;5;94m";
const RESET: &str = "\x1b[0m";

/// A picture of the board: each row with its letter at both ends, shifted by half a circle from its
/// neighbours, and the column numbers below.
pub(super) fn picture(pos: &Position, colour: bool) -> String {
    let mut text = String::new();
    for number in (0..ROWS).rev() {
        let letter = row_letter(number);
        text.push_str(&format!("{letter} {}", " ".repeat(2 * (number as usize % 2))));
        for cell in row_set(number) {
            text.push_str(&cell_text(pos, cell, colour));
        }
        text.push_str(&format!("{} {letter}\n", " ".repeat(2 * (number as usize % 2))));
    }
    for parity in [1, 0] {
        let mut line = " ".repeat(if parity == 1 { 2 } else { 4 });
        for column in (1..=COLUMNS).filter(|column| column % 2 == parity) {
            line.push_str(&format!(" {column:<3}"));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn cell_text(pos: &Position, cell: Cell, colour: bool) -> String {
    let class = row(cell) as usize % 2;
    match (pos.piece_at(cell), colour) {
        (Some((side, kind)), false) => format!(" {}  ", piece_letter(side, kind)),
        (None, false) => " .  ".to_owned(),
        (Some((side, kind)), true) => {
            let letter = piece_letter(side, kind);
            format!("{}{} {letter}  {RESET}", BACKGROUNDS[class], FOREGROUNDS[side.index()])
        }
        (None, true) => format!("{}{DOTS} ·  {RESET}", BACKGROUNDS[class]),
    }
}

/// What a move does. A rook's leg goes straight to its target: where it turned is not told, since it may have
/// several ways.
pub(super) fn steps(pos: &Position, m: Move) -> Steps {
    let mut steps = Steps { legs: vec![[name(m.from), name(m.to)]], ..Steps::default() };
    if pos.victim(pos.to_move, m).is_some() {
        steps.captured.push(name(m.to));
    }
    if m.flag == MoveFlag::Castle
        && let Some(castle) = with_target(m.to)
    {
        steps.legs.push([name(castle.rook), name(castle.path[0])]);
    }
    steps.promotion = m.promotion().map(Kind::letter);
    steps
}
