//! Gle'x: a race of eight pieces across 41 circles, in which coloured triangles give bonus moves.

mod describe;
pub mod eval;
mod fen;
mod geometry;
mod movegen;
mod play;
mod position;
mod text;
mod triangles;
mod wins;
mod zobrist;

use std::ops::ControlFlow;
use std::sync::Arc;

pub use eval::GlexEval;
pub use geometry::{CIRCLES, Circle};
pub use position::{Bonus, Move, Position};
pub use triangles::{Colour, Provenance, TableError, Triangle, Triangles};

use crate::game::{
    BoardInfo, Delta, FenError, Game, GameOption, History, MoveError, MoveKind, MoveStyle, Outcome,
    PieceInfo, Side, Steps, WinModel,
};

const NAME: &str = "glex";

/// The game, with its table of triangles.
#[derive(Clone, Debug)]
pub struct Glex {
    triangles: Arc<Triangles>,
}

/// Centipawns of a piece where the search needs a quick guess.
const PIECE: i32 = 150;

/// What bringing one of the last pieces home is taken to win by such a guess.
const ARRIVAL: i32 = 150;

/// What displacing a piece is taken to win.
const DISPLACEMENT: i32 = 50;

const TRIANGLES_OPTION: &str = "GlexTriangles";

impl Glex {
    /// The game with a table of triangles other than its own.
    pub fn with_triangles(triangles: Triangles) -> Glex {
        Glex { triangles: Arc::new(triangles) }
    }

    /// The table of triangles.
    pub fn triangles(&self) -> &Triangles {
        &self.triangles
    }
}

impl Default for Glex {
    fn default() -> Glex {
        Glex { triangles: Triangles::built_in() }
    }
}

impl Game for Glex {
    type Position = Position;
    type Move = Move;

    const NAME: &'static str = NAME;
    const TITLE: &'static str = "Gle'x";
    const START_FEN: &'static str = "b1b1b/b2b/2W2/b2b/5/W2W/2b2/W2W/W1W1W w - - - 1";
    const NULL_MOVE: bool = false;
    const SEE: bool = false;
    const THREE_QUARTERS: i32 = 255;
    // Fitted to 800 games of self-play at 1,000 nodes a move.
    const WIN_MODEL: WinModel = WinModel::new(18.0, 98.0, f64::INFINITY);
    const SUDDEN_WINS: bool = true;
    const FEW_EVASIONS: bool = false;
    const MOVE_LIMIT: bool = false;
    const MOVE_WORDS: usize = 8;
    const BENCH_DEPTH: u32 = 9;

    fn new() -> Self {
        Glex::default()
    }

    fn options(&self) -> &'static [GameOption] {
        &[GameOption {
            name: TRIANGLES_OPTION,
            declaration: "type string default <empty>",
            keeps_position: false,
        }]
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        if !name.eq_ignore_ascii_case(TRIANGLES_OPTION) {
            return Err(format!("{NAME} has no option '{name}'; it has {TRIANGLES_OPTION}"));
        }
        self.triangles = match value {
            "" | "<empty>" => Triangles::built_in(),
            path => Arc::new(
                Triangles::from_file(path).map_err(|e| format!("{e}; the triangles before are kept"))?,
            ),
        };
        Ok(())
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

    /// Which triangles there are is part of the key.
    #[inline]
    fn key(&self, pos: &Position) -> u64 {
        pos.key ^ self.triangles.hash()
    }

    fn recompute_key(&self, pos: &Position) -> u64 {
        pos.computed_key() ^ self.triangles.hash()
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
        pos.generate(kind, &self.triangles, sink)
    }

    #[inline]
    fn count(&self, pos: &Position) -> u64 {
        pos.count(&self.triangles)
    }

    #[inline]
    fn has_moves(&self, pos: &Position) -> bool {
        pos.has_moves()
    }

    fn is_legal(&self, pos: &Position, m: Move) -> bool {
        pos.is_legal(m, &self.triangles)
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
        pos.play(m, &self.triangles, delta);
    }

    fn play_null(&self, pos: &mut Position) {
        pos.play_null();
    }

    fn null_move_sound(&self, pos: &Position) -> bool {
        pos.verdict().is_none() && !self.in_check(pos)
    }

    /// A threat to win with the next turn is this game's check.
    #[inline]
    fn in_check(&self, pos: &Position) -> bool {
        pos.threat(&self.triangles).is_some()
    }

    fn checkers(&self, pos: &Position) -> Vec<String> {
        geometry::circles(pos.threatening(&self.triangles)).map(geometry::name).collect()
    }

    #[inline]
    fn over_by_position(&self, pos: &Position) -> Option<Outcome> {
        pos.verdict()
    }

    fn outcome_without_moves(&self, pos: &Position) -> Outcome {
        Outcome::win(pos.to_move.other(), "no legal turn")
    }

    fn drawn(&self, pos: &Position, history: &History) -> Option<Outcome> {
        history.repetition(self.reversible_plies(pos))
    }

    #[inline]
    fn reversible_plies(&self, pos: &Position) -> usize {
        usize::from(pos.reversible)
    }

    /// A piece taken never comes back, and a qualification stays.
    fn is_irreversible(&self, pos: &Position, m: Move) -> bool {
        let mut next = pos.clone();
        self.play(&mut next, m, &mut ());
        next.reversible == 0
    }

    fn winning_move(&self, pos: &Position) -> Option<Move> {
        if pos.verdict().is_some() { None } else { pos.winning_move(&self.triangles) }
    }

    fn sudden_loss(&self, pos: &Position, m: Move, in_check: bool) -> Option<usize> {
        pos.sudden_loss(m, in_check, &self.triangles)
    }

    fn is_noisy(&self, pos: &Position, m: Move) -> bool {
        pos.is_noisy(m)
    }

    #[inline]
    fn noisy_order(&self, pos: &Position, m: Move) -> i32 {
        self.gain(pos, m)
    }

    fn gain(&self, pos: &Position, m: Move) -> i32 {
        let (arrivals, taken, displaced) = pos.effects(m);
        arrivals * ARRIVAL + taken * PIECE + displaced * DISPLACEMENT
    }

    /// The regular move of a turn without a bonus, the bonus of the others.
    #[inline]
    fn history_slot(&self, _: &Position, m: Move) -> usize {
        let slot = |from: Circle, to: Circle| usize::from(from) * CIRCLES + usize::from(to);
        match m.bonus {
            None => slot(m.from, m.to),
            Some(bonus) => CIRCLES * CIRCLES + slot(bonus.from, bonus.to),
        }
    }

    fn history_slots(&self) -> usize {
        2 * CIRCLES * CIRCLES
    }

    /// Side and target of the part that also tells the history.
    #[inline]
    fn continuation_slot(&self, pos: &Position, m: Move) -> usize {
        let target = m.bonus.map_or(usize::from(m.to), |bonus| CIRCLES + usize::from(bonus.to));
        pos.to_move.index() * 2 * CIRCLES + target
    }

    fn continuation_slots(&self) -> usize {
        4 * CIRCLES
    }

    fn features(&self) -> usize {
        2 * CIRCLES
    }

    fn for_each_feature(&self, pos: &Position, mut f: impl FnMut(u16)) {
        for side in Side::ALL {
            geometry::circles(pos.pieces(side)).for_each(|circle| f(play::feature(side, circle)));
        }
    }

    fn mirrored(&self, pos: &Position) -> Position {
        pos.mirrored()
    }

    fn mirrored_move(&self, m: Move) -> Move {
        m.mirrored()
    }

    fn board(&self) -> BoardInfo {
        describe::board(&self.triangles)
    }

    fn pieces(&self, pos: &Position) -> Vec<PieceInfo> {
        describe::pieces(pos)
    }

    fn picture(&self, pos: &Position, colour: bool) -> String {
        describe::picture(pos, &self.triangles, colour)
    }

    fn steps(&self, pos: &Position, m: Move) -> Steps {
        describe::steps(pos, m)
    }

    fn write_move(&self, pos: &Position, m: Move, style: MoveStyle) -> String {
        match style {
            MoveStyle::Coordinate => text::coordinate(m),
            MoveStyle::Official => text::official(pos, m, &self.triangles),
        }
    }

    fn parse_move(&self, pos: &Position, text: &str) -> Result<Move, MoveError> {
        text::parse(pos, text, &self.triangles)
    }
}
