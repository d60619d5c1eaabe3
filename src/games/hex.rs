//! Hexagonal chess: Gliński, McCooey and Shafran.

use std::marker::PhantomData;
use std::ops::ControlFlow;

use crate::eval::{Evaluator, Trace, Tunable, WeightGroup, Weights};
use crate::game::{
    BoardInfo, Delta, FenError, Game, History, MoveError, MoveKind, MoveStyle, Outcome, PieceInfo, Side,
    Steps,
};

/// What tells one hexagonal game from another.
pub trait Ruleset: Copy + Clone + Send + Sync + std::fmt::Debug + Eq + std::hash::Hash + 'static {
    /// Protocol name.
    const NAME: &'static str;
    /// Title.
    const TITLE: &'static str;
    /// Start.
    const START_FEN: &'static str;
}

macro_rules! ruleset {
    ($t:ident, $n:expr, $title:expr, $fen:expr) => {
        /// Rules.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $t;
        impl Ruleset for $t {
            const NAME: &'static str = $n;
            const TITLE: &'static str = $title;
            const START_FEN: &'static str = $fen;
        }
    };
}
ruleset!(GlinskiRules, "glinski", "Gliński's hexagonal chess", "");
ruleset!(McCooeyRules, "mccooey", "McCooey's hexagonal chess", "");
ruleset!(ShafranRules, "shafran", "Shafran's hexagonal chess", "");

/// Gliński's game.
pub type Glinski = Hex<GlinskiRules>;
/// McCooey's game.
pub type McCooey = Hex<McCooeyRules>;
/// Shafran's game.
pub type Shafran = Hex<ShafranRules>;

/// A hexagonal game.
#[derive(Clone, Copy, Debug)]
pub struct Hex<R>(PhantomData<R>);

/// Position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position;

/// Move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move;

impl<R: Ruleset> Game for Hex<R> {
    type Position = Position;
    type Move = Move;
    const NAME: &'static str = R::NAME;
    const TITLE: &'static str = R::TITLE;
    const START_FEN: &'static str = R::START_FEN;
    const NULL_MOVE: bool = true;
    const SEE: bool = true;
    const THREE_QUARTERS: i32 = 191;
    fn new() -> Self {
        Hex(PhantomData)
    }
    fn start(&self) -> Position {
        todo!()
    }
    fn parse_fen(&self, _: &str) -> Result<Position, FenError> {
        todo!()
    }
    fn fen(&self, _: &Position) -> String {
        todo!()
    }
    fn side_to_move(&self, _: &Position) -> Side {
        todo!()
    }
    fn key(&self, _: &Position) -> u64 {
        todo!()
    }
    fn recompute_key(&self, _: &Position) -> u64 {
        todo!()
    }
    fn material_key(&self, _: &Position) -> u64 {
        todo!()
    }
    fn generate<S>(&self, _: &Position, _: MoveKind, _: S) -> ControlFlow<()>
    where
        S: FnMut(Move) -> ControlFlow<()>,
    {
        todo!()
    }
    fn is_legal(&self, _: &Position, _: Move) -> bool {
        todo!()
    }
    fn pack(&self, _: Move) -> u32 {
        todo!()
    }
    fn unpack(&self, _: &Position, _: u32) -> Option<Move> {
        todo!()
    }
    fn play<D: Delta>(&self, _: &mut Position, _: Move, _: &mut D) {
        todo!()
    }
    fn play_null(&self, _: &mut Position) {
        todo!()
    }
    fn null_move_sound(&self, _: &Position) -> bool {
        todo!()
    }
    fn in_check(&self, _: &Position) -> bool {
        todo!()
    }
    fn checkers(&self, _: &Position) -> Vec<String> {
        todo!()
    }
    fn outcome_without_moves(&self, _: &Position) -> Outcome {
        todo!()
    }
    fn drawn(&self, _: &Position, _: &History) -> Option<Outcome> {
        todo!()
    }
    fn reversible_plies(&self, _: &Position) -> usize {
        todo!()
    }
    fn is_irreversible(&self, _: &Position, _: Move) -> bool {
        todo!()
    }
    fn is_noisy(&self, _: &Position, _: Move) -> bool {
        todo!()
    }
    fn noisy_order(&self, _: &Position, _: Move) -> i32 {
        todo!()
    }
    fn gain(&self, _: &Position, _: Move) -> i32 {
        todo!()
    }
    fn history_slot(&self, _: &Position, _: Move) -> usize {
        todo!()
    }
    fn history_slots(&self) -> usize {
        todo!()
    }
    fn features(&self) -> usize {
        todo!()
    }
    fn for_each_feature(&self, _: &Position, _: impl FnMut(u16)) {
        todo!()
    }
    fn mirrored(&self, _: &Position) -> Position {
        todo!()
    }
    fn mirrored_move(&self, _: Move) -> Move {
        todo!()
    }
    fn board(&self) -> BoardInfo {
        todo!()
    }
    fn pieces(&self, _: &Position) -> Vec<PieceInfo> {
        todo!()
    }
    fn picture(&self, _: &Position, _: bool) -> String {
        todo!()
    }
    fn steps(&self, _: &Position, _: Move) -> Steps {
        todo!()
    }
    fn write_move(&self, _: &Position, _: Move, _: MoveStyle) -> String {
        todo!()
    }
    fn parse_move(&self, _: &Position, _: &str) -> Result<Move, MoveError> {
        todo!()
    }
}

/// The evaluation of the hexagonal games.
#[derive(Clone, Debug)]
pub struct HexEval<R>(PhantomData<R>);

impl<R: Ruleset> Evaluator<Hex<R>> for HexEval<R> {
    type Changes = NoChanges;
    fn reset(&mut self, _: &Hex<R>, _: &Position) {}
    fn push(&mut self, _: &NoChanges) {}
    fn pop(&mut self) {}
    fn score(&mut self, _: &Hex<R>, _: &Position) -> i32 {
        0
    }
}

/// Changes.
#[derive(Default)]
pub struct NoChanges;
impl Delta for NoChanges {
    fn add(&mut self, _: u16) {}
    fn remove(&mut self, _: u16) {}
}

impl<R: Ruleset> Tunable<Hex<R>> for HexEval<R> {
    fn layout() -> &'static [WeightGroup] {
        &[]
    }
    fn default_weights() -> Weights {
        Weights { values: vec![] }
    }
    fn with_weights(_: &Hex<R>, _: &Weights) -> Self {
        HexEval(PhantomData)
    }
    fn trace(_: &Hex<R>, _: &Position) -> Trace {
        Trace::default()
    }
}
