//! The board for people and for programs that draw it.

use cozy_chess::{BitBoard, File, Square};

use super::position::{Position, castling_targets, square};
use crate::game::{BoardInfo, CellInfo, CellShape, PieceInfo, Side, SideInfo, Steps};
use crate::games::men::{Cell, Kind, Move, MoveFlag, Standing, piece_letter};

/// The fixed facts of the board.
pub(super) fn board() -> BoardInfo {
    let cells = Square::ALL.into_iter().map(|at| CellInfo {
        name: at.to_string(),
        x: f64::from(at.file() as u8),
        y: f64::from(at.rank() as u8),
        shape: CellShape::Square,
        colour: class(at) as u8,
    });
    let side = |side: Side| SideInfo { name: side.to_string(), starts: side == Side::White };
    BoardInfo {
        game: super::NAME.to_owned(),
        cells: cells.collect(),
        lines: Vec::new(),
        triangles: Vec::new(),
        sides: [side(Side::White), side(Side::Black)],
        files: File::ALL.iter().map(File::to_string).collect(),
        ranks: 8,
    }
}

/// 0 for dark squares, 1 for light ones.
fn class(at: Square) -> usize {
    usize::from(BitBoard::LIGHT_SQUARES.has(at))
}

/// The pieces from a1 on, rank by rank.
pub(super) fn pieces(pos: &Position) -> Vec<PieceInfo> {
    pos.0
        .occupied()
        .into_iter()
        .filter_map(|at| {
            let (side, kind) = pos.piece_at(at as Cell)?;
            Some(PieceInfo { cell: at.to_string(), piece: piece_letter(side, kind) })
        })
        .collect()
}

/// Backgrounds of dark and light squares and the pieces' colours, as ANSI sequences of the 256-colour cube.
const BACKGROUNDS: [&str; 2] = ["\x1b[48;5;137m", "\x1b[48;5;180m"];
const FOREGROUNDS: [&str; 2] = ["\x1b[1;38;5;231m", "\x1b[1;38;5;16m"];
const RESET: &str = "\x1b[0m";

/// A picture of the board, the eighth rank on top.
pub(super) fn picture(pos: &Position, colour: bool) -> String {
    let mut text = String::new();
    for rank in (0..8).rev() {
        let label = rank + 1;
        text.push_str(&format!("{label} "));
        for file in 0..8 {
            text.push_str(&square_text(pos, rank * 8 + file, colour));
        }
        text.push_str(&format!(" {label}\n"));
    }
    text.push_str("   a  b  c  d  e  f  g  h\n");
    text
}

fn square_text(pos: &Position, cell: Cell, colour: bool) -> String {
    let stands = pos.piece_at(cell);
    let letter = stands.map_or(if colour { ' ' } else { '.' }, |(side, kind)| piece_letter(side, kind));
    if !colour {
        return format!(" {letter} ");
    }
    let foreground = stands.map_or("", |(side, _)| FOREGROUNDS[side.index()]);
    format!("{}{foreground} {letter} {RESET}", BACKGROUNDS[class(square(cell))])
}

/// What a move does.
pub(super) fn steps(pos: &Position, m: Move) -> Steps {
    let name = |cell| square(cell).to_string();
    if m.flag == MoveFlag::Castle {
        let [king, rook] = castling_targets(m);
        // In Chess960 one of them may stay where it is.
        let legs = [[name(m.from), name(king)], [name(m.to), name(rook)]];
        return Steps {
            legs: legs.into_iter().filter(|[from, to]| from != to).collect(),
            ..Steps::default()
        };
    }
    let mut steps = Steps { legs: vec![[name(m.from), name(m.to)]], ..Steps::default() };
    if pos.victim(pos.to_move(), m).is_some() {
        steps.captured.push(name(pos.captured_on(m)));
    }
    steps.promotion = m.promotion().map(Kind::letter);
    steps
}
