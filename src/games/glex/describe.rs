//! The board for people and for programs that draw it.

use super::fen::{letter, row_circles};
use super::geometry::{
    BOARD, CENTRE, COLUMNS, Circle, E5, HOT_ZONE, NO_CIRCLE, ROWS, STEPS, bit, circle_at, circles, column,
    name, row, row_letter,
};
use super::position::{Move, Position};
use super::triangles::{Colour, Triangles};
use crate::game::{BoardInfo, CellInfo, CellShape, PieceInfo, Side, SideInfo, Steps};

/// Height of a row: circles of neighbouring rows lie one unit apart, as those of a row do.
const ROW_HEIGHT: f64 = 0.866_025_403_784_438_6;

/// Colour class of a circle: 0 plain, 1 hot zone, 2 centre, 3 tip of a purple triangle, 4 tip of a yellow one.
fn class(circle: Circle, triangles: &Triangles) -> u8 {
    let here = bit(circle);
    let tip_of =
        |wanted: &[Colour]| triangles.list().iter().any(|t| t.tips & here != 0 && wanted.contains(&t.colour));
    match () {
        () if here & HOT_ZONE != 0 => 1,
        () if here & CENTRE != 0 => 2,
        () if tip_of(&[Colour::Small, Colour::Large]) => 3,
        () if tip_of(&[Colour::Yellow]) => 4,
        () => 0,
    }
}

/// The fixed facts of the board.
pub(super) fn board(triangles: &Triangles) -> BoardInfo {
    let cells = circles(BOARD).map(|circle| CellInfo {
        name: name(circle),
        x: f64::from(column(circle) - 1) / 2.0,
        y: ROW_HEIGHT * f64::from(row(circle)),
        shape: CellShape::Circle,
        colour: class(circle, triangles),
    });
    // Each line once, from its lower or left end.
    let joined = |circle: Circle| {
        [STEPS[0], STEPS[2], STEPS[3]]
            .into_iter()
            .map(move |(rows, columns)| circle_at(row(circle) + rows, column(circle) + columns))
            .filter(|&to| to != NO_CIRCLE)
            .map(move |to| [name(circle), name(to)])
    };
    let side = |side: Side| SideInfo { name: side.to_string(), starts: side == Side::White };
    let colour = |colour| match colour {
        Colour::Small => "small purple",
        Colour::Large => "large purple",
        other => other.word(),
    };
    BoardInfo {
        game: super::NAME.to_owned(),
        cells: cells.collect(),
        lines: circles(BOARD).flat_map(joined).collect(),
        triangles: triangles.list().iter().map(|t| (colour(t.colour).to_owned(), t.names())).collect(),
        sides: [side(Side::White), side(Side::Black)],
        files: (1..=COLUMNS).map(|column| column.to_string()).collect(),
        ranks: ROWS as usize,
    }
}

/// The pieces, `M` and `m`, in the order of the circles' numbering.
pub(super) fn pieces(pos: &Position) -> Vec<PieceInfo> {
    // Not the letters of the FEN, which other games have for other pieces.
    let man = |side| if side == Side::White { 'M' } else { 'm' };
    circles(BOARD)
        .filter_map(|circle| Some(PieceInfo { cell: name(circle), piece: man(pos.piece_at(circle)?) }))
        .collect()
}

/// Empty circles of each class without colours.
const DOTS: [char; 5] = ['.', '+', '*', 'o', ':'];

/// Backgrounds of the classes and the pieces' colours, as ANSI sequences of the 256-colour cube: plain circles red as on
/// the board, the hot zone and the centre blue, purple and yellow tips in their colours.
const BACKGROUNDS: [&str; 5] =
    ["\x1b[48;5;174m", "\x1b[48;5;75m", "\x1b[48;5;33m", "\x1b[48;5;140m", "\x1b[48;5;221m"];
const FOREGROUNDS: [&str; 2] = ["\x1b[1;38;5;231m", "\x1b[1;38;5;16m"];
const EMPTY: &str = "\x1b[38;5;238m";
const RESET: &str = "\x1b[0m";

/// A picture of the board: each row with its letter at both ends, shifted by half a circle from its neighbours, and
/// the column numbers below. A frozen piece has a `'` behind it and a guarded one a `!`, or `"` for both.
pub(super) fn picture(pos: &Position, triangles: &Triangles, colour: bool) -> String {
    let mut text = String::new();
    for number in (0..ROWS).rev() {
        let letter = row_letter(number);
        let shift = " ".repeat(2 * (number as usize % 2));
        text.push_str(&format!("{letter} {shift}"));
        for circle in row_circles(number) {
            text.push_str(&cell_text(pos, circle, class(circle, triangles), colour));
        }
        text.push_str(&format!("{shift} {letter}\n"));
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

fn cell_text(pos: &Position, circle: Circle, class: u8, colour: bool) -> String {
    let stands = pos.piece_at(circle);
    let sign = stands.map_or(DOTS[usize::from(class)], letter);
    let mark = match (pos.frozen() & bit(circle) != 0, pos.guarded() & bit(circle) != 0) {
        (true, true) => '"',
        (true, false) => '\'',
        (false, true) => '!',
        (false, false) => ' ',
    };
    if !colour {
        return format!(" {sign}{mark} ");
    }
    let background = BACKGROUNDS[usize::from(class)];
    let foreground = stands.map_or(EMPTY, |side| FOREGROUNDS[side.index()]);
    format!("{background}{foreground} {sign}{mark} {RESET}")
}

/// What a turn does: its own legs and those of the pieces it displaces, in order.
pub(super) fn steps(pos: &Position, m: Move) -> Steps {
    let mut enemy = pos.pieces(pos.to_move().other());
    let mut steps = Steps::default();
    let parts = [Some((m.from, m.to, m.to == E5)), m.bonus.map(|b| (b.from, b.to, b.takes))];
    for (from, to, takes) in parts.into_iter().flatten() {
        steps.legs.push([name(from), name(to)]);
        if enemy & bit(to) == 0 {
            continue;
        }
        enemy ^= bit(to);
        if takes {
            steps.captured.push(name(to));
        } else {
            enemy |= bit(from);
            steps.legs.push([name(to), name(from)]);
        }
    }
    steps
}
