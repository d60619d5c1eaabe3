//! Hexagonal chess: Gliński, McCooey and Shafran.
//!
//! The three games share everything but the constants of a [`Ruleset`]; each is compiled on its own, so that
//! nothing about a game is decided at run time.

mod attacks;
mod dead;
mod describe;
pub mod eval;
mod fen;
pub mod geometry;
mod legal;
mod movegen;
mod play;
mod position;
mod rules;
mod tables;
mod text;

use std::marker::PhantomData;
use std::ops::ControlFlow;

pub use eval::HexEval;
pub use legal::EXCHANGE_VALUES;
pub use position::{Kind, Move, MoveFlag, Position};
pub use rules::{GlinskiRules, McCooeyRules, PawnAttacks, Ruleset, ShafranRules};
pub use tables::Tables;

use crate::game::{
    BoardInfo, Delta, FenError, Game, History, MoveError, MoveKind, MoveStyle, Outcome, PieceInfo, Side,
    Steps, WinModel,
};
use crate::games::men::Standing;

/// Gliński's game.
pub type Glinski = Hex<GlinskiRules>;
/// McCooey's game.
pub type McCooey = Hex<McCooeyRules>;
/// Shafran's game.
pub type Shafran = Hex<ShafranRules>;

/// A hexagonal game of the rules `R`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hex<R>(PhantomData<R>);

impl<R: Ruleset> Game for Hex<R> {
    type Position = Position;
    type Move = Move;

    const NAME: &'static str = R::NAME;
    const TITLE: &'static str = R::TITLE;
    const START_FEN: &'static str = R::START_FEN;
    const NULL_MOVE: bool = true;
    const SEE: bool = true;
    const THREE_QUARTERS: i32 = 509;
    const WIN_MODEL: WinModel = R::WIN_MODEL;

    fn new() -> Self {
        Hex(PhantomData)
    }

    fn start(&self) -> Position {
        fen::parse::<R>(R::START_FEN).expect("the rules' own start position can be read")
    }

    fn parse_fen(&self, text: &str) -> Result<Position, FenError> {
        fen::parse::<R>(text)
    }

    fn fen(&self, pos: &Position) -> String {
        fen::write::<R>(pos)
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
        pos.generate::<R, S>(kind, sink)
    }

    #[inline]
    fn count(&self, pos: &Position) -> u64 {
        pos.count::<R>()
    }

    fn is_legal(&self, pos: &Position, m: Move) -> bool {
        pos.is_legal::<R>(m)
    }

    #[inline]
    fn pack(&self, m: Move) -> u32 {
        m.pack()
    }

    #[inline]
    fn unpack(&self, _: &Position, bits: u32) -> Option<Move> {
        Move::unpack(bits, R::BOARD)
    }

    #[inline]
    fn play<D: Delta>(&self, pos: &mut Position, m: Move, delta: &mut D) {
        pos.play::<R, D>(m, delta);
    }

    fn play_null(&self, pos: &mut Position) {
        pos.play_null::<R>();
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
        text::names::<R>(pos.checkers)
    }

    fn outcome_without_moves(&self, pos: &Position) -> Outcome {
        if pos.checkers.any() {
            Outcome::win(pos.to_move.other(), "checkmate")
        } else {
            Outcome::quarters(pos.to_move, R::STALEMATED_QUARTERS, "stalemate")
        }
    }

    fn drawn(&self, pos: &Position, history: &History) -> Option<Outcome> {
        if R::DEAD_MATERIAL && pos.is_dead() {
            return Some(Outcome::draw("dead material"));
        }
        history.draw(self.reversible_plies(pos))
    }

    #[inline]
    fn reversible_plies(&self, pos: &Position) -> usize {
        usize::from(pos.halfmove)
    }

    fn is_irreversible(&self, pos: &Position, m: Move) -> bool {
        m.kind == Kind::Pawn || pos.side(pos.to_move.other()).contains(m.to) || pos.loses_right::<R>(m)
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
        pos.see_ge::<R>(m, threshold)
    }

    #[inline]
    fn history_slot(&self, pos: &Position, m: Move) -> usize {
        let dense = |cell: u8| usize::from(R::tables().dense[usize::from(cell) & 127]);
        (pos.to_move.index() * R::CELLS + dense(m.from)) * R::CELLS + dense(m.to)
    }

    fn history_slots(&self) -> usize {
        2 * R::CELLS * R::CELLS
    }

    /// Piece and target cell.
    #[inline]
    fn continuation_slot(&self, pos: &Position, m: Move) -> usize {
        let to = usize::from(R::tables().dense[usize::from(m.to) & 127]);
        (pos.to_move.index() * Kind::ALL.len() + m.kind.index()) * R::CELLS + to
    }

    fn continuation_slots(&self) -> usize {
        2 * Kind::ALL.len() * R::CELLS
    }

    fn features(&self) -> usize {
        12 * R::CELLS
    }

    fn for_each_feature(&self, pos: &Position, mut f: impl FnMut(u16)) {
        for side in Side::ALL {
            for kind in Kind::ALL {
                for cell in pos.pieces(side, kind) {
                    f(play::feature::<R>(side, kind, cell));
                }
            }
        }
    }

    fn mirrored(&self, pos: &Position) -> Position {
        pos.mirrored::<R>()
    }

    fn mirrored_move(&self, m: Move) -> Move {
        Move { from: R::SHAPE.mirrored(m.from, R::HALF_TURN), to: R::SHAPE.mirrored(m.to, R::HALF_TURN), ..m }
    }

    fn board(&self) -> BoardInfo {
        describe::board::<R>()
    }

    fn pieces(&self, pos: &Position) -> Vec<PieceInfo> {
        describe::pieces::<R>(pos)
    }

    fn picture(&self, pos: &Position, colour: bool) -> String {
        describe::picture::<R>(pos, colour)
    }

    fn steps(&self, pos: &Position, m: Move) -> Steps {
        describe::steps::<R>(pos, m)
    }

    fn write_move(&self, pos: &Position, m: Move, style: MoveStyle) -> String {
        match style {
            MoveStyle::Coordinate => text::coordinate::<R>(m),
            MoveStyle::Official => text::official::<R>(pos, m),
        }
    }

    fn parse_move(&self, pos: &Position, text: &str) -> Result<Move, MoveError> {
        text::parse::<R>(pos, text)
    }
}
