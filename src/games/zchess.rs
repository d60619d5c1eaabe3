//! Z-Chess (Zoltan Bartok, 1998): chess on 77 circles with rooks that turn.
//!
//! The rook is what makes the game: it goes along its row, or along a diagonal to an empty circle and from there
//! along that circle's row. So its attacks are not symmetric, and a piece may expose its king without leaving
//! any line to it, since the circle it leaves can become a turning circle.

mod attacks;
mod castling;
mod describe;
pub mod eval;
mod fen;
pub mod geometry;
mod legal;
mod movegen;
mod play;
mod position;
pub mod rook;
pub mod tables;
mod text;

use std::ops::ControlFlow;

pub use eval::ZChessEval;
pub use legal::EXCHANGE_VALUES;
pub use position::{Kind, Move, MoveFlag, Position};

use crate::game::{
    BoardInfo, Delta, FenError, Game, History, MoveError, MoveKind, MoveStyle, Outcome, PieceInfo, Side,
    Steps, WinModel,
};
use crate::games::men::Standing;
use geometry::{BOARD, CELLS, Cell, mirrored};
use tables::TABLES;

/// The game's protocol name.
const NAME: &str = "zchess";

/// Z-Chess.
#[derive(Clone, Copy, Debug, Default)]
pub struct ZChess;

fn dense(cell: Cell) -> usize {
    usize::from(TABLES.dense[usize::from(cell) & 127])
}

impl Game for ZChess {
    type Position = Position;
    type Move = Move;

    const NAME: &'static str = NAME;
    const TITLE: &'static str = "Z-Chess";
    const START_FEN: &'static str = "rnbqkqbnr/pppppppp/9/8/9/8/9/PPPPPPPP/RNBQKQBNR w LRlr 0 1";
    const NULL_MOVE: bool = true;
    const SEE: bool = true;
    const THREE_QUARTERS: i32 = 282;
    // Fitted to 800 games of self-play at 1,000 nodes a move.
    const WIN_MODEL: WinModel = WinModel::new(26.0, 207.0, 833.0);

    fn new() -> Self {
        ZChess
    }

    fn start(&self) -> Position {
        fen::parse(Self::START_FEN).expect("the rules' own start position can be read")
    }

    fn parse_fen(&self, text: &str) -> Result<Position, FenError> {
        fen::parse(text)
    }

    fn fen(&self, pos: &Position) -> String {
        fen::write(pos)
    }

    #[inline]
    fn side_to_move(&self, pos: &Position) -> Side {
        pos.to_move
    }

    #[inline]
    fn key(&self, pos: &Position) -> u64 {
        pos.key
    }

    fn recompute_key(&self, pos: &Position) -> u64 {
        pos.computed_key()
    }

    #[inline]
    fn material_key(&self, pos: &Position) -> u64 {
        pos.material
    }

    #[inline]
    fn generate<S>(&self, pos: &Position, kind: MoveKind, sink: S) -> ControlFlow<()>
    where
        S: FnMut(Move) -> ControlFlow<()>,
    {
        pos.generate(kind, sink)
    }

    #[inline]
    fn count(&self, pos: &Position) -> u64 {
        pos.count()
    }

    fn is_legal(&self, pos: &Position, m: Move) -> bool {
        pos.is_legal(m)
    }

    #[inline]
    fn pack(&self, m: Move) -> u32 {
        m.pack()
    }

    #[inline]
    fn unpack(&self, _: &Position, bits: u32) -> Option<Move> {
        Move::unpack(bits, BOARD)
    }

    #[inline]
    fn play<D: Delta>(&self, pos: &mut Position, m: Move, delta: &mut D) {
        pos.play(m, delta);
    }

    fn play_null(&self, pos: &mut Position) {
        pos.play_null();
    }

    #[inline]
    fn null_move_sound(&self, pos: &Position) -> bool {
        pos.checkers.is_empty() && pos.has_pieces(pos.to_move)
    }

    #[inline]
    fn in_check(&self, pos: &Position) -> bool {
        pos.checkers.any()
    }

    fn checkers(&self, pos: &Position) -> Vec<String> {
        text::names(pos.checkers)
    }

    fn outcome_without_moves(&self, pos: &Position) -> Outcome {
        if pos.checkers.any() {
            Outcome::win(pos.to_move.other(), "checkmate")
        } else {
            Outcome::draw("stalemate")
        }
    }

    fn drawn(&self, pos: &Position, history: &History) -> Option<Outcome> {
        if pos.is_dead() {
            return Some(Outcome::draw("dead material"));
        }
        history.draw(self.reversible_plies(pos))
    }

    #[inline]
    fn reversible_plies(&self, pos: &Position) -> usize {
        usize::from(pos.halfmove)
    }

    fn is_irreversible(&self, pos: &Position, m: Move) -> bool {
        m.kind == Kind::Pawn || pos.side(pos.to_move.other()).contains(m.to) || pos.loses_right(m)
    }

    #[inline]
    fn is_noisy(&self, pos: &Position, m: Move) -> bool {
        pos.is_noisy(pos.to_move, m)
    }

    #[inline]
    fn noisy_order(&self, pos: &Position, m: Move) -> i32 {
        pos.noisy_order(m)
    }

    #[inline]
    fn gain(&self, pos: &Position, m: Move) -> i32 {
        pos.gain(m)
    }

    fn see_ge(&self, pos: &Position, m: Move, threshold: i32) -> bool {
        pos.see_ge(m, threshold)
    }

    #[inline]
    fn history_slot(&self, pos: &Position, m: Move) -> usize {
        (pos.to_move.index() * CELLS + dense(m.from)) * CELLS + dense(m.to)
    }

    fn history_slots(&self) -> usize {
        2 * CELLS * CELLS
    }

    /// Piece and target circle.
    #[inline]
    fn continuation_slot(&self, pos: &Position, m: Move) -> usize {
        (pos.to_move.index() * Kind::ALL.len() + m.kind.index()) * CELLS + dense(m.to)
    }

    fn continuation_slots(&self) -> usize {
        2 * Kind::ALL.len() * CELLS
    }

    fn features(&self) -> usize {
        12 * CELLS
    }

    fn for_each_feature(&self, pos: &Position, mut f: impl FnMut(u16)) {
        for side in Side::ALL {
            for kind in Kind::ALL {
                for cell in pos.pieces(side, kind) {
                    f(play::feature(side, kind, cell));
                }
            }
        }
    }

    fn mirrored(&self, pos: &Position) -> Position {
        pos.mirrored()
    }

    fn mirrored_move(&self, m: Move) -> Move {
        Move { from: mirrored(m.from), to: mirrored(m.to), ..m }
    }

    fn board(&self) -> BoardInfo {
        describe::board()
    }

    fn pieces(&self, pos: &Position) -> Vec<PieceInfo> {
        describe::pieces(pos)
    }

    fn picture(&self, pos: &Position, colour: bool) -> String {
        describe::picture(pos, colour)
    }

    fn steps(&self, pos: &Position, m: Move) -> Steps {
        describe::steps(pos, m)
    }

    fn write_move(&self, pos: &Position, m: Move, style: MoveStyle) -> String {
        match style {
            MoveStyle::Coordinate => text::coordinate(m),
            MoveStyle::Official => text::official(pos, m),
        }
    }

    fn parse_move(&self, pos: &Position, text: &str) -> Result<Move, MoveError> {
        text::parse(pos, text)
    }
}
