//! Gess: a game of stones on an 18x18 board whose pieces are the patterns on any 3x3 squares.

mod cones;
mod describe;
pub mod eval;
mod fen;
mod geometry;
mod movegen;
mod play;
mod position;
mod rows;
mod text;
mod threats;
mod zobrist;

use std::ops::ControlFlow;

pub use eval::GessEval;
pub use geometry::{DIRECTIONS, Move, Square};
pub use position::Position;
pub use rows::{Rows, SIDE};

use self::movegen::zone;
use self::play::FEATURES_A_SIDE;
use crate::game::{
    BoardInfo, Delta, FenError, Game, History, MoveError, MoveKind, MoveStyle, Outcome, PieceInfo, Side,
    Steps, WinModel,
};

const NAME: &str = "gess";

/// The game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Gess;

/// Centipawns of a stone where the search needs a quick guess.
const STONE: i32 = 50;

/// Stones that a noisy move wins at least; single ones change hands all the time.
const NOISY_NET: i32 = 2;

/// What a move that breaks a ring is taken to win by such a guess.
const RING: i32 = 400;

impl Game for Gess {
    type Position = Position;
    type Move = Move;

    const NAME: &'static str = NAME;
    const TITLE: &'static str = "Gess";
    const START_FEN: &'static str = "1w1w1wwwwwwww1w1w1/www1w1wwww1w1w1www/1w1w1wwwwwwww1w1w1/18/18/\
                                     1w2w2w2w2w2w1/18/18/18/18/18/18/1b2b2b2b2b2b1/18/18/\
                                     1b1b1bbbbbbbb1b1b1/bbb1b1bbbb1b1b1bbb/1b1b1bbbbbbbb1b1b1 b 0 1";
    const NULL_MOVE: bool = true;
    const SEE: bool = true;
    const THREE_QUARTERS: i32 = 185;
    // Fitted to 800 games of self-play at 1,000 nodes a move.
    const WIN_MODEL: WinModel = WinModel::new(4.0, 160.0, f64::INFINITY);
    const SUDDEN_WINS: bool = true;
    const LONG_PROOFS: bool = false;
    const FEW_EVASIONS: bool = false;
    const BENCH_DEPTH: u32 = 7;
    const PARAMS: &'static [(&'static str, i32)] = &[("qs_width", 16), ("root_width", 80)];

    fn new() -> Self {
        Gess
    }

    fn first_mover(&self) -> Side {
        Side::Black
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
        pos.material()
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
        Move::unpack(bits)
    }

    #[inline]
    fn play<D: Delta>(&self, pos: &mut Position, m: Move, delta: &mut D) {
        pos.play(m, delta);
    }

    fn play_null(&self, pos: &mut Position) {
        pos.play_null();
    }

    /// Whoever is not threatened can do well without a move.
    fn null_move_sound(&self, pos: &Position) -> bool {
        !self.in_check(pos)
    }

    /// A threat to break the last ring is this game's check.
    #[inline]
    fn in_check(&self, pos: &Position) -> bool {
        pos.winning_move(pos.to_move.other()).is_some()
    }

    fn checkers(&self, pos: &Position) -> Vec<String> {
        pos.threats().into_iter().map(|square| square.to_string()).collect()
    }

    #[inline]
    fn over_by_position(&self, pos: &Position) -> Option<Outcome> {
        if !pos.is_over() {
            return None;
        }
        // Whoever has just moved loses if both are without a ring.
        let mover = pos.to_move.other();
        let loser = if pos.ringed[mover.index()] { pos.to_move } else { mover };
        Some(Outcome::win(loser.other(), "ring lost"))
    }

    /// Can't be needed: a ring is a piece that always has a move.
    fn outcome_without_moves(&self, pos: &Position) -> Outcome {
        Outcome::win(pos.to_move.other(), "no move")
    }

    fn drawn(&self, pos: &Position, history: &History) -> Option<Outcome> {
        history.draw(self.reversible_plies(pos))
    }

    #[inline]
    fn reversible_plies(&self, pos: &Position) -> usize {
        usize::from(pos.halfmove)
    }

    fn is_irreversible(&self, pos: &Position, m: Move) -> bool {
        let effect = pos.effect(m);
        effect.own_loss() + effect.enemy_loss() != 0
    }

    /// Noisy is what wins several stones or breaks a ring.
    fn is_noisy(&self, pos: &Position, m: Move) -> bool {
        let effect = pos.effect(m);
        let taken = effect.enemy_loss();
        taken - effect.own_loss() >= NOISY_NET
            || (taken > 0 && zone(&pos.rings(pos.to_move.other())).contains(m.to))
    }

    #[inline]
    fn noisy_order(&self, pos: &Position, m: Move) -> i32 {
        pos.net(m) * STONE
    }

    fn gain(&self, pos: &Position, m: Move) -> i32 {
        let effect = pos.effect(m);
        let taken = effect.enemy_loss();
        let breaks = taken > 0 && zone(&pos.rings(pos.to_move.other())).contains(m.to);
        (taken - effect.own_loss()) * STONE + if breaks { RING } else { 0 }
    }

    fn see_ge(&self, pos: &Position, m: Move, threshold: i32) -> bool {
        pos.holds(m, self.gain(pos, m), threshold)
    }

    /// Centre and direction, since where a piece stops is often no choice.
    #[inline]
    fn history_slot(&self, _: &Position, m: Move) -> usize {
        m.from.index() * DIRECTIONS.len() + m.line().map_or(0, |(direction, _)| direction)
    }

    fn history_slots(&self) -> usize {
        SIDE * SIDE * DIRECTIONS.len()
    }

    /// Side and target square.
    #[inline]
    fn continuation_slot(&self, pos: &Position, m: Move) -> usize {
        pos.to_move.index() * SIDE * SIDE + m.to.index()
    }

    fn continuation_slots(&self) -> usize {
        2 * SIDE * SIDE
    }

    fn features(&self) -> usize {
        2 * FEATURES_A_SIDE
    }

    fn for_each_feature(&self, pos: &Position, mut f: impl FnMut(u16)) {
        for side in Side::ALL {
            pos.stones(side).for_each(|square| f(play::feature(side, square)));
        }
    }

    fn mirrored(&self, pos: &Position) -> Position {
        pos.mirrored()
    }

    fn mirrored_move(&self, m: Move) -> Move {
        Move { from: m.from.mirrored(), to: m.to.mirrored() }
    }

    fn board(&self) -> BoardInfo {
        describe::board()
    }

    fn pieces(&self, pos: &Position) -> Vec<PieceInfo> {
        describe::pieces(pos)
    }

    fn picture(&self, pos: &Position, colour: bool) -> String {
        describe::picture(pos, None, colour)
    }

    fn picture_after(&self, pos: &Position, last: Option<Move>, colour: bool) -> String {
        describe::picture(pos, last, colour)
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

    fn winning_move(&self, pos: &Position) -> Option<Move> {
        pos.winning_move(pos.to_move)
    }

    fn sudden_loss(&self, pos: &Position, m: Move, in_check: bool) -> Option<usize> {
        pos.sudden_loss(m, in_check)
    }
}
