//! Orthodox chess and Chess960, with the rules of the crate `cozy-chess`: the yardstick of this engine.

mod describe;
pub mod eval;
mod fen;
mod movegen;
mod position;
mod text;

use std::ops::ControlFlow;

pub use eval::ChessEval;
pub use position::Position;

use crate::bitboard::CellSet;
use crate::game::{
    BoardInfo, Delta, FenError, Game, GameOption, History, MoveError, MoveKind, MoveStyle, Outcome,
    PieceInfo, Side, Steps, WinModel,
};
use crate::games::men::Standing;
pub use crate::games::men::{Cell, Kind, Move, MoveFlag};

/// The game's protocol name.
const NAME: &str = "chess";

/// Castling written as king takes rook, as Chess960 needs.
const CHESS960_OPTION: &str = "UCI_Chess960";

/// Number of squares.
const SQUARES: usize = 64;

/// Cells of the board.
const BOARD: CellSet = CellSet(u64::MAX as u128);

/// Chess, Chess960 with it: the rules are the same, only the text of castling differs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chess {
    chess960: bool,
}

impl Game for Chess {
    type Position = Position;
    type Move = Move;

    const NAME: &'static str = NAME;
    const TITLE: &'static str = "Chess";
    const START_FEN: &'static str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const NULL_MOVE: bool = true;
    const SEE: bool = true;
    const THREE_QUARTERS: i32 = 182;
    // Fitted to 800 games of self-play at 1,000 nodes a move.
    const WIN_MODEL: WinModel = WinModel::new(109.0, 110.0, 284.0);
    const BENCH_DEPTH: u32 = 9;
    // Sacrifices are seen sooner with less left out at the leaves, at no loss of strength.
    const PARAMS: &'static [(&'static str, i32)] =
        &[("futility_depth", 5), ("rfp_depth", 6), ("razor_depth", 1)];

    fn new() -> Self {
        Chess::default()
    }

    fn options(&self) -> &'static [GameOption] {
        &[GameOption { name: CHESS960_OPTION, declaration: "type check default false", keeps_position: true }]
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        if !name.eq_ignore_ascii_case(CHESS960_OPTION) {
            return Err(format!("{NAME} has no option '{name}'; it has {CHESS960_OPTION}"));
        }
        self.chess960 = match value.to_ascii_lowercase().as_str() {
            "true" => true,
            "false" => false,
            _ => return Err(format!("'{}' is neither 'true' nor 'false'", crate::input::shorten(value))),
        };
        Ok(())
    }

    fn start(&self) -> Position {
        fen::parse(Self::START_FEN).expect("the start position can be read")
    }

    fn parse_fen(&self, text: &str) -> Result<Position, FenError> {
        fen::parse(text)
    }

    fn fen(&self, pos: &Position) -> String {
        fen::write(pos)
    }

    #[inline]
    fn side_to_move(&self, pos: &Position) -> Side {
        pos.to_move()
    }

    #[inline]
    fn key(&self, pos: &Position) -> u64 {
        pos.key()
    }

    fn recompute_key(&self, pos: &Position) -> u64 {
        pos.computed_key()
    }

    #[inline]
    fn material_key(&self, pos: &Position) -> u64 {
        pos.material_key()
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
        !self.in_check(pos) && pos.has_pieces(pos.to_move())
    }

    #[inline]
    fn in_check(&self, pos: &Position) -> bool {
        !pos.0.checkers().is_empty()
    }

    fn checkers(&self, pos: &Position) -> Vec<String> {
        pos.0.checkers().into_iter().map(|at| at.to_string()).collect()
    }

    fn outcome_without_moves(&self, pos: &Position) -> Outcome {
        if self.in_check(pos) {
            Outcome::win(pos.to_move().other(), "checkmate")
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
        usize::from(pos.0.halfmove_clock())
    }

    fn is_irreversible(&self, pos: &Position, m: Move) -> bool {
        m.kind == Kind::Pawn || pos.holds(pos.to_move().other(), m.to) || pos.loses_right(m)
    }

    #[inline]
    fn is_noisy(&self, pos: &Position, m: Move) -> bool {
        pos.is_noisy(pos.to_move(), m)
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
        (pos.to_move().index() * SQUARES + usize::from(m.from)) * SQUARES + usize::from(m.to)
    }

    fn history_slots(&self) -> usize {
        2 * SQUARES * SQUARES
    }

    /// Piece and target square.
    #[inline]
    fn continuation_slot(&self, pos: &Position, m: Move) -> usize {
        (pos.to_move().index() * Kind::ALL.len() + m.kind.index()) * SQUARES + usize::from(m.to)
    }

    fn continuation_slots(&self) -> usize {
        2 * Kind::ALL.len() * SQUARES
    }

    fn features(&self) -> usize {
        12 * SQUARES
    }

    fn for_each_feature(&self, pos: &Position, mut f: impl FnMut(u16)) {
        for side in Side::ALL {
            for kind in Kind::ALL {
                for at in pos.pieces(side, kind) {
                    f(position::feature(side, kind, at as Cell));
                }
            }
        }
    }

    fn mirrored(&self, pos: &Position) -> Position {
        pos.mirrored()
    }

    fn mirrored_move(&self, m: Move) -> Move {
        // Rank by rank, eight squares each.
        Move { from: m.from ^ 56, to: m.to ^ 56, ..m }
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
            MoveStyle::Coordinate => text::coordinate(m, self.chess960),
            MoveStyle::Official => text::official(pos, m),
        }
    }

    fn parse_move(&self, pos: &Position, text: &str) -> Result<Move, MoveError> {
        text::parse(pos, text, self.chess960)
    }
}
