//! What tells the three hexagonal games apart, as constants the compiler folds away.

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::OnceLock;

use super::eval::Masks;
use super::geometry::{NO_CELL, OBLONG, REGULAR, Shape};
use super::tables::{OBLONG_TABLES, REGULAR_TABLES, SLOTS, Tables};
use crate::bitboard::CellSet;
use crate::game::{Side, WinModel};
use crate::games::men::Castle;

/// The constants of one hexagonal game.
pub trait Ruleset: Copy + Clone + Send + Sync + Debug + Eq + Hash + 'static {
    /// Protocol name.
    const NAME: &'static str;
    /// Name for people.
    const TITLE: &'static str;
    /// The start position.
    const START_FEN: &'static str;
    /// The evaluation weights shipped with the engine, a weight file.
    const WEIGHTS: &'static str;
    /// The board.
    const SHAPE: Shape;
    /// The two directions in which a White pawn captures, as (file, row); Black's are the opposite ones.
    const CAPTURES: [(i8, i8); 2];
    /// Cells from which each side's pawns may step two cells.
    const DOUBLE: [CellSet; 2];
    /// Cells from which each side's pawns may step three cells.
    const TRIPLE: [CellSet; 2] = [CellSet::EMPTY; 2];
    /// The castlings, `A`, `I`, `a`, `i`; `None` where the game has none.
    const CASTLES: Option<[Castle; 4]> = None;
    /// Quarters of a point that the stalemated side gets.
    const STALEMATED_QUARTERS: u8 = 2;
    /// What a score says about the result; fitted to 800 games of self-play at 1,000 nodes a move.
    const WIN_MODEL: WinModel;
    /// Whether material that can't mate is a draw.
    const DEAD_MATERIAL: bool = true;
    /// Whether the armies face each other by a half turn of the board rather than by a mirror of the ranks.
    const HALF_TURN: bool = false;

    /// Attacks of everything but pawns.
    fn tables() -> &'static Tables;

    /// Attacks of pawns.
    fn pawns() -> &'static PawnAttacks;

    /// Masks of the evaluation, built on the first call.
    fn masks() -> &'static Masks;

    /// Every cell.
    const BOARD: CellSet = Self::SHAPE.cells();
    /// Cells on which each side's pawns promote.
    const PROMOTION: [CellSet; 2] = [Self::SHAPE.far_cells(1), Self::SHAPE.far_cells(-1)];
    /// Number of cells.
    const CELLS: usize = Self::BOARD.len() as usize;
}

/// Cells that a pawn attacks, by side and cell.
pub type PawnAttacks = [[CellSet; SLOTS]; 2];

const fn pawn_attacks(shape: &Shape, captures: [(i8, i8); 2]) -> PawnAttacks {
    let mut table = [[CellSet::EMPTY; SLOTS]; 2];
    let cells = shape.cells();
    let mut cell = 0;
    while cell < 121 {
        if cells.contains(cell) {
            let mut i = 0;
            while i < 2 {
                let (file, row) = captures[i];
                let ahead = [shape.step(cell, (file, row)), shape.step(cell, (-file, -row))];
                let mut side = 0;
                while side < 2 {
                    if ahead[side] != NO_CELL {
                        let set = table[side][cell as usize];
                        table[side][cell as usize] = set.with(CellSet::single(ahead[side]));
                    }
                    side += 1;
                }
                i += 1;
            }
        }
        cell += 1;
    }
    table
}

/// Castling over cells of Shafran's board.
const fn castle(letter: char, side: Side, names: [&str; 5]) -> Castle {
    let mut cells = [NO_CELL; 5];
    let mut i = 0;
    while i < 5 {
        cells[i] = OBLONG.named(names[i].as_bytes());
        assert!(cells[i] != NO_CELL, "no cell of this board");
        i += 1;
    }
    Castle::new(letter, side, cells)
}

/// Gliński's rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GlinskiRules;

/// McCooey's rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct McCooeyRules;

/// Shafran's rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ShafranRules;

/// Along the forward edge neighbours.
const EDGE_CAPTURES: [(i8, i8); 2] = [(1, 1), (-1, 0)];

/// Along the forward vertex neighbours.
const VERTEX_CAPTURES: [(i8, i8); 2] = [(1, 2), (-1, 1)];

static GLINSKI_PAWNS: PawnAttacks = pawn_attacks(&REGULAR, EDGE_CAPTURES);
static MCCOOEY_PAWNS: PawnAttacks = pawn_attacks(&REGULAR, VERTEX_CAPTURES);
static SHAFRAN_PAWNS: PawnAttacks = pawn_attacks(&OBLONG, VERTEX_CAPTURES);

impl Ruleset for GlinskiRules {
    const NAME: &'static str = "glinski";
    const WIN_MODEL: WinModel = WinModel::new(68.0, 58.0, 10.0);
    const WEIGHTS: &'static str = include_str!("weights/glinski.json");
    const TITLE: &'static str = "Gliński's hexagonal chess";
    const START_FEN: &'static str =
        "b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - 0 1";
    const SHAPE: Shape = REGULAR;
    const CAPTURES: [(i8, i8); 2] = EDGE_CAPTURES;
    const DOUBLE: [CellSet; 2] =
        [REGULAR.set("b1 c2 d3 e4 f5 g4 h3 i2 k1"), REGULAR.set("b7 c7 d7 e7 f7 g7 h7 i7 k7")];
    const STALEMATED_QUARTERS: u8 = 1;
    // Even a bare king can be stalemated, which is worth something here.
    const DEAD_MATERIAL: bool = false;

    #[inline(always)]
    fn tables() -> &'static Tables {
        &REGULAR_TABLES
    }

    #[inline(always)]
    fn pawns() -> &'static PawnAttacks {
        &GLINSKI_PAWNS
    }

    fn masks() -> &'static Masks {
        static MASKS: OnceLock<Masks> = OnceLock::new();
        MASKS.get_or_init(Masks::build::<Self>)
    }
}

impl Ruleset for McCooeyRules {
    const NAME: &'static str = "mccooey";
    const WIN_MODEL: WinModel = WinModel::new(120.0, 86.0, 39.0);
    const WEIGHTS: &'static str = include_str!("weights/mccooey.json");
    const TITLE: &'static str = "McCooey's hexagonal chess";
    const START_FEN: &'static str = "b/qbk/rnbnr/ppppppp/9/11/11/5P5/4PBP4/3PNBNP3/2PRQBKRP2 w - 0 1";
    const SHAPE: Shape = REGULAR;
    const CAPTURES: [(i8, i8); 2] = VERTEX_CAPTURES;
    // The pawn of the centre file has no double step.
    const DOUBLE: [CellSet; 2] = [REGULAR.set("c1 d2 e3 g3 h2 i1"), REGULAR.set("c8 d8 e8 g8 h8 i8")];

    #[inline(always)]
    fn tables() -> &'static Tables {
        &REGULAR_TABLES
    }

    #[inline(always)]
    fn pawns() -> &'static PawnAttacks {
        &MCCOOEY_PAWNS
    }

    fn masks() -> &'static Masks {
        static MASKS: OnceLock<Masks> = OnceLock::new();
        MASKS.get_or_init(Masks::build::<Self>)
    }
}

impl Ruleset for ShafranRules {
    const NAME: &'static str = "shafran";
    const WIN_MODEL: WinModel = WinModel::new(121.0, 112.0, 73.0);
    const WEIGHTS: &'static str = include_str!("weights/shafran.json");
    const TITLE: &'static str = "Shafran's hexagonal chess";
    const START_FEN: &'static str = "kqbnr/bppppp/np5/bp6/rp6P/p6PR/6PB/5PN/PPPPPB/RNBQK w AIai - 0 1";
    const SHAPE: Shape = OBLONG;
    const CAPTURES: [(i8, i8); 2] = VERTEX_CAPTURES;
    const DOUBLE: [CellSet; 2] = [OBLONG.set("b2 c2 d2 e2 f3 g4 h5"), OBLONG.set("h9 g9 f9 e9 d8 c7 b6")];
    const TRIPLE: [CellSet; 2] = [OBLONG.set("d2 e2 f3"), OBLONG.set("f9 e9 d8")];
    const CASTLES: Option<[Castle; 4]> = Some([
        castle('A', Side::White, ["e1", "d1", "c1", "b1", "a1"]),
        castle('I', Side::White, ["e1", "f2", "g3", "h4", "i5"]),
        castle('a', Side::Black, ["e10", "d9", "c8", "b7", "a6"]),
        castle('i', Side::Black, ["e10", "f10", "g10", "h10", "i10"]),
    ]);
    const HALF_TURN: bool = true;

    #[inline(always)]
    fn tables() -> &'static Tables {
        &OBLONG_TABLES
    }

    #[inline(always)]
    fn pawns() -> &'static PawnAttacks {
        &SHAFRAN_PAWNS
    }

    fn masks() -> &'static Masks {
        static MASKS: OnceLock<Masks> = OnceLock::new();
        MASKS.get_or_init(Masks::build::<Self>)
    }
}
