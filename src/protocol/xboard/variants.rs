//! The variants of this dialect: what XBoard has to be told of each.

use super::grid::Grid;
use crate::games::hex::geometry::{Cell, NO_CELL, OBLONG, REGULAR, Shape, file, row};
use crate::variant::Variant;

/// Which cell of a game lies where on a grid.
#[derive(Clone, Copy, Debug)]
pub enum Places {
    /// A hexagonal board, sheared.
    Hex(&'static Shape),
}

impl Places {
    /// File and rank of a cell, from 0.
    pub(super) fn place(self, cell: &str) -> Option<(u8, u8)> {
        let Places::Hex(shape) = self;
        let cell = shape.named(cell.as_bytes());
        let place = || Some((u8::try_from(file(cell)).ok()?, u8::try_from(row(cell)).ok()?));
        if cell == NO_CELL { None } else { place() }
    }

    /// The name of the cell on a file and rank, if there is one.
    pub(super) fn cell(self, file: u8, rank: u8) -> Option<String> {
        let Places::Hex(shape) = self;
        let cell = shape.cell(i8::try_from(file).ok()?, i8::try_from(rank).ok()?);
        (cell != NO_CELL).then(|| shape.name(cell))
    }

    /// The placement field of the game's FEN, given what stands on each cell.
    pub(super) fn placement(self, man: impl Fn(&String) -> Option<char>) -> String {
        let Places::Hex(shape) = self;
        let write_rank = |cells: Vec<Cell>| {
            let (mut text, mut empty) = (String::new(), 0);
            for letter in cells.into_iter().map(|cell| man(&shape.name(cell))) {
                match letter {
                    None => empty += 1,
                    Some(letter) => {
                        if empty > 0 {
                            text += &empty.to_string();
                            empty = 0;
                        }
                        text.push(letter);
                    }
                }
            }
            if empty > 0 { text + &empty.to_string() } else { text }
        };
        shape.ranks_from_top().map(write_rank).collect::<Vec<_>>().join("/")
    }
}

/// A variant as XBoard is told of it.
#[derive(Debug)]
pub struct Rules {
    /// The game; its protocol name is the variant's name here, too.
    pub variant: Variant,
    /// The board.
    pub grid: Grid,
    /// The letters of the castling field, if the game's FEN has one, each with XBoard's letter for it.
    pub castling: &'static [(char, char)],
    /// How each man moves, in the Betza notation that XBoard reads.
    pieces: &'static [(&'static str, &'static str)],
}

/// The men of all three games but the pawn. `fr`, `br`, `bl`, `fl` with an oblique leaper mean the one leap that goes
/// farther aside than ahead, `rf`, `rb`, `lb`, `lf` the other.
const KNIGHT: &str = "frrfbllbCfrrfbllbZbrrbfllfN";
const BISHOP: &str = "brflBfrrfbllbN0";
const ROOK: &str = "RfrblB";
const QUEEN: &str = "QfrrfbllbN0";
const KING: &str = "KfrrfbllbN";

const fn men(pawn: &'static str) -> [(&'static str, &'static str); 6] {
    [("P&", pawn), ("N&", KNIGHT), ("B&", BISHOP), ("R&", ROOK), ("Q&", QUEEN), ("K&", KING)]
}

// `i` is XBoard's word for a man on a square on which a man of its kind stood at the start.
static GLINSKI: [(&str, &str); 6] = men("fmWifmnDfrceFlceW");
static MCCOOEY: [(&str, &str); 6] = men("fmWifmnDrfceNflceF");
static SHAFRAN: [(&str, &str); 6] = men("fmWifmR3rfceNflceF");

static REGULAR_SHAPE: Shape = REGULAR;
static OBLONG_SHAPE: Shape = OBLONG;

const REGULAR_GRID: Grid = Grid { files: 11, ranks: 11, places: Places::Hex(&REGULAR_SHAPE) };

/// All of them. The first is the one that `new` leads to.
pub static RULES: [Rules; 3] = [
    Rules { variant: Variant::Glinski, grid: REGULAR_GRID, castling: &[], pieces: &GLINSKI },
    Rules { variant: Variant::McCooey, grid: REGULAR_GRID, castling: &[], pieces: &MCCOOEY },
    Rules {
        variant: Variant::Shafran,
        // XBoard castles with what stands at the end of the king's rank, so the grid ends at the i-file; and it
        // counts ranks from 0 where there are ten, so there are eleven.
        grid: Grid { files: 9, ranks: 11, places: Places::Hex(&OBLONG_SHAPE) },
        castling: &[('A', 'Q'), ('I', 'K'), ('a', 'q'), ('i', 'k')],
        pieces: &SHAFRAN,
    },
];

impl Rules {
    /// The variant of this name.
    pub fn named(name: &str) -> Option<&'static Rules> {
        RULES.iter().find(|rules| rules.variant.name() == name)
    }

    /// Names of all, parted by commas.
    pub fn names() -> String {
        RULES.iter().map(|rules| rules.variant.name()).collect::<Vec<_>>().join(",")
    }

    /// The answer to `variant`: board, start position and men.
    pub fn setup(&self, fen: &str) -> String {
        let Grid { files, ranks, .. } = self.grid;
        let pieces: String = self.pieces.iter().map(|(id, moves)| format!("piece {id} {moves}\n")).collect();
        format!("setup (PNBRQKpnbrqk) {files}x{ranks}+0_fairy {fen}\n{pieces}")
    }
}
