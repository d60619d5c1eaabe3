//! The board for people and for programs that draw it.

use super::geometry::{Cell, NO_CELL, file, row};
use super::play::castling_rook;
use super::position::{Move, MoveFlag, Position};
use super::rules::Ruleset;
use crate::game::{BoardInfo, CellInfo, CellShape, PieceInfo, Side, SideInfo, Steps};
use crate::games::men::Standing;
use crate::games::men::piece_letter;

/// The fixed facts of the board.
pub(super) fn board<R: Ruleset>() -> BoardInfo {
    let cells = R::BOARD.into_iter().map(|cell| {
        let (x, y) = place(cell);
        CellInfo {
            name: R::SHAPE.name(cell),
            // Files lie one and a half circumradii apart, cells of a file the square root of three.
            x: 1.5 * f64::from(x),
            y: 3f64.sqrt() / 2.0 * f64::from(y),
            shape: CellShape::Hexagon,
            colour: R::SHAPE.colour(cell),
        }
    });
    let side = |side: Side| SideInfo { name: side.to_string(), starts: side == Side::White };
    BoardInfo {
        game: R::NAME.to_owned(),
        cells: cells.collect(),
        lines: Vec::new(),
        triangles: Vec::new(),
        sides: [side(Side::White), side(Side::Black)],
        files: R::SHAPE.letters.iter().map(|&letter| (letter as char).to_string()).collect(),
        ranks: R::SHAPE.rows as usize,
    }
}

/// Column and half-row of a cell: each file stands half a cell lower than the row number says, times its number.
fn place(cell: Cell) -> (i32, i32) {
    let (file, row) = (i32::from(file(cell)), i32::from(row(cell)));
    (file, 2 * row - file)
}

/// The pieces in the order of the cells' numbering.
pub(super) fn pieces<R: Ruleset>(pos: &Position) -> Vec<PieceInfo> {
    pos.occupied()
        .into_iter()
        .filter_map(|cell| {
            let (side, kind) = pos.piece_at(cell)?;
            Some(PieceInfo { cell: R::SHAPE.name(cell), piece: piece_letter(side, kind) })
        })
        .collect()
}

/// Backgrounds of the three colour classes and the pieces' colours, as ANSI sequences of the 256-colour cube.
const BACKGROUNDS: [&str; 3] = ["\x1b[48;5;180m", "\x1b[48;5;137m", "\x1b[48;5;223m"];
const FOREGROUNDS: [&str; 2] = ["\x1b[1;38;5;231m", "\x1b[1;38;5;16m"];
const DOTS: &str = "\x1b[38;5;94m";
const RESET: &str = "\x1b[0m";

/// Characters from one file to the next.
const PITCH: usize = 4;

/// A picture of the board: files stand side by side, each half a cell lower or higher than its neighbour, with
/// the rank's number at the upper left end of each rank and the file's letter under its lowest cell.
pub(super) fn picture<R: Ruleset>(pos: &Position, colour: bool) -> String {
    let places: Vec<(i32, i32)> = R::BOARD.into_iter().map(place).collect();
    let top = places.iter().map(|p| p.1).max().unwrap_or(0) + 1;
    let bottom = places.iter().map(|p| p.1).min().unwrap_or(0) - 2;
    let width = R::SHAPE.files as usize + 1;
    let mut rows = vec![vec![None; width]; (top - bottom + 1) as usize];
    let mut set = |column: i32, height: i32, text: String| {
        rows[(top - height) as usize][(column + 1) as usize] = Some(text);
    };
    for cell in R::BOARD {
        let (x, y) = place(cell);
        set(x, y, cell_text::<R>(pos, cell, colour));
        if colour {
            // A cell is two half-rows high, so that the coloured cells leave no gap.
            let background = BACKGROUNDS[usize::from(R::SHAPE.colour(cell))];
            set(x, y - 1, format!("{background}{}{RESET}", " ".repeat(PITCH)));
        }
        if R::SHAPE.step(cell, (0, -1)) == NO_CELL {
            set(x, y - 2, format!(" {}  ", R::SHAPE.letters[x as usize] as char));
        }
        if R::SHAPE.step(cell, (-1, 0)) == NO_CELL {
            set(x - 1, y + 1, format!("{:>2}  ", R::SHAPE.rank(cell)));
        }
    }
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for entry in row {
            match entry {
                Some(cell) => line.push_str(&cell),
                None => line.push_str(&" ".repeat(PITCH)),
            }
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn cell_text<R: Ruleset>(pos: &Position, cell: Cell, colour: bool) -> String {
    let class = usize::from(R::SHAPE.colour(cell));
    match (pos.piece_at(cell), colour) {
        (Some((side, kind)), false) => format!(" {}  ", piece_letter(side, kind)),
        (None, false) => format!(" {}  ", ['.', ':', '\''][class]),
        (Some((side, kind)), true) => {
            let letter = piece_letter(side, kind);
            format!("{}{} {letter}  {RESET}", BACKGROUNDS[class], FOREGROUNDS[side.index()])
        }
        (None, true) => format!("{}{DOTS} ·  {RESET}", BACKGROUNDS[class]),
    }
}

/// What a move does.
pub(super) fn steps<R: Ruleset>(pos: &Position, m: Move) -> Steps {
    let name = |cell| R::SHAPE.name(cell);
    let mut steps = Steps { legs: vec![[name(m.from), name(m.to)]], ..Steps::default() };
    match m.flag {
        MoveFlag::EnPassant if pos.stepped != NO_CELL => steps.captured.push(name(pos.stepped)),
        MoveFlag::Castle => {
            if let Some((from, to)) = castling_rook::<R>(m.to) {
                steps.legs.push([name(from), name(to)]);
            }
        }
        _ if pos.victim(pos.to_move, m).is_some() => steps.captured.push(name(m.to)),
        _ => {}
    }
    steps.promotion = m.promotion().map(super::position::Kind::letter);
    steps
}
