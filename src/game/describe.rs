//! What programs that draw a board need to know, as plain data.

use serde::Serialize;

/// Shape of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CellShape {
    /// A hexagon with a flat side on top, circumradius 1.
    Hexagon,
    /// A circle.
    Circle,
    /// A unit square.
    Square,
}

/// One cell of a board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CellInfo {
    /// Coordinate name, as in moves: `f6`.
    pub name: String,
    /// Centre, to the right, in cell units.
    pub x: f64,
    /// Centre, upward, in cell units.
    pub y: f64,
    /// How it is drawn.
    pub shape: CellShape,
    /// Colour class, 0 upward; hexagonal boards have three.
    pub colour: u8,
}

/// One side of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SideInfo {
    /// `White` or `Black`.
    pub name: String,
    /// Whether this side makes the first move of a game.
    pub starts: bool,
}

/// A piece that stands on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PieceInfo {
    /// The cell's name.
    pub cell: String,
    /// The piece's letter: upper case for White. A letter means the same in every game, so a FEN may have others.
    pub piece: char,
}

/// Everything that is fixed about a board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoardInfo {
    /// The game's protocol name.
    pub game: String,
    /// All cells, in the order of the game's own numbering.
    pub cells: Vec<CellInfo>,
    /// Lines to draw between cells, by cell names; empty where cells touch.
    pub lines: Vec<[String; 2]>,
    /// Coloured triangles by colour name and the names of their tips; empty in most games.
    pub triangles: Vec<(String, [String; 3])>,
    /// White, then Black.
    pub sides: [SideInfo; 2],
    /// File names from left to right.
    pub files: Vec<String>,
    /// Number of ranks or rows.
    pub ranks: usize,
}

/// What a move does on the board, for animation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Steps {
    /// From-to legs in order; castling has two.
    pub legs: Vec<[String; 2]>,
    /// Cells from which a piece is taken off; not always a leg's end (en passant).
    pub captured: Vec<String>,
    /// Letter of the piece promoted to, as in a White FEN.
    pub promotion: Option<char>,
    /// How many cells around a leg's own go with it: 1 where a piece is 3x3 squares, as in Gess. Not told in the protocol.
    #[serde(skip)]
    pub around: u8,
}
