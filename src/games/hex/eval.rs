//! The evaluation of the hexagonal games: material, cells, mobility, pawns, threats and kings, blended
//! between middlegame and endgame by the material left.
//!
//! The numbers are not here: each game's stand in `weights/`, one named group a term.

mod layout;
mod masks;
mod terms;

use std::marker::PhantomData;

use arrayvec::ArrayVec;

pub(super) use self::masks::Masks;
use self::masks::folded_cells;
use self::terms::{FULL_PHASE, PHASE, Sink, evaluate, phase, piece_weights};
use super::Hex;
use super::play::feature;
use super::position::{Kind, Position};
use super::rules::Ruleset;
use crate::eval::{EVAL_LIMIT, Evaluator, Trace, Tunable, WeightGroup, Weights};
use crate::game::{Delta, Side};

/// The groups of one game's weights.
struct Parts<R>(PhantomData<R>);

impl<R: Ruleset> Parts<R> {
    const LAYOUT: &'static [WeightGroup] = &layout::layout(folded_cells(&R::SHAPE));
}

/// Middlegame and endgame halves in one number, so that one addition adds both.
type Packed = i32;

const fn packed([mg, eg]: [i32; 2]) -> Packed {
    (eg << 16) + mg
}

/// Centipawns for White in `total`, blended by `phase` (0 to [`FULL_PHASE`]).
const fn blend(total: Packed, phase: i32) -> i32 {
    let mg = total as i16 as i32;
    let eg = (total.wrapping_add(0x8000) >> 16) as i16 as i32;
    let phase = if phase > FULL_PHASE { FULL_PHASE } else { phase };
    (mg * phase + eg * (FULL_PHASE - phase)) / FULL_PHASE
}

/// Pieces that a move adds and removes: at most two of each (castling).
#[derive(Clone, Debug, Default)]
pub struct PieceChanges {
    added: ArrayVec<u16, 2>,
    removed: ArrayVec<u16, 2>,
}

impl Delta for PieceChanges {
    #[inline(always)]
    fn add(&mut self, feature: u16) {
        self.added.push(feature);
    }

    #[inline(always)]
    fn remove(&mut self, feature: u16) {
        self.removed.push(feature);
    }
}

/// Sum of the pieces' own values.
#[derive(Clone, Copy, Debug, Default)]
struct Pieces {
    total: Packed,
    phase: i32,
}

/// The evaluation of one hexagonal game with one set of weights.
#[derive(Clone, Debug)]
pub struct HexEval<R> {
    weights: Vec<Packed>,
    /// Value and phase of each feature, Black's negative.
    features: Vec<Pieces>,
    stack: Vec<Pieces>,
    masks: &'static Masks,
    rules: PhantomData<R>,
}

/// Adds weighted terms up.
struct Sum<'a> {
    weights: &'a [Packed],
    total: Packed,
}

impl Sink for Sum<'_> {
    const PIECES: bool = false;

    #[inline(always)]
    fn add(&mut self, index: usize, coefficient: i32) {
        self.total += self.weights[index] * coefficient;
    }
}

/// Writes terms down.
struct Record<'a>(&'a mut Vec<(u32, i32)>);

impl Sink for Record<'_> {
    const PIECES: bool = true;

    fn add(&mut self, index: usize, coefficient: i32) {
        if coefficient != 0 {
            self.0.push((index as u32, coefficient));
        }
    }
}

impl<R: Ruleset> Evaluator<Hex<R>> for HexEval<R> {
    type Changes = PieceChanges;

    fn reset(&mut self, _: &Hex<R>, pos: &Position) {
        let mut sum = Pieces::default();
        for side in Side::ALL {
            for kind in Kind::ALL {
                for cell in pos.pieces(side, kind) {
                    let value = self.features[usize::from(feature::<R>(side, kind, cell))];
                    sum.total += value.total;
                    sum.phase += value.phase;
                }
            }
        }
        self.stack.clear();
        self.stack.push(sum);
    }

    #[inline]
    fn push(&mut self, changes: &PieceChanges) {
        let mut sum = self.stack.last().copied().unwrap_or_default();
        for &feature in &changes.added {
            let value = self.features[usize::from(feature)];
            sum.total += value.total;
            sum.phase += value.phase;
        }
        for &feature in &changes.removed {
            let value = self.features[usize::from(feature)];
            sum.total -= value.total;
            sum.phase -= value.phase;
        }
        self.stack.push(sum);
    }

    #[inline]
    fn pop(&mut self) {
        self.stack.pop();
    }

    fn score(&mut self, _: &Hex<R>, pos: &Position) -> i32 {
        let pieces = self.stack.last().copied().unwrap_or_default();
        let mut sum = Sum { weights: &self.weights, total: pieces.total };
        evaluate::<R, _>(pos, self.masks, &mut sum);
        let white = blend(sum.total, pieces.phase).clamp(1 - EVAL_LIMIT, EVAL_LIMIT - 1);
        match pos.to_move() {
            Side::White => white,
            Side::Black => -white,
        }
    }
}

impl<R: Ruleset> Tunable<Hex<R>> for HexEval<R> {
    fn layout() -> &'static [WeightGroup] {
        Parts::<R>::LAYOUT
    }

    fn default_weights() -> Weights {
        Weights::from_json(R::WEIGHTS, R::NAME, Self::layout()).expect("a test reads the built-in weights")
    }

    fn with_weights(_: &Hex<R>, weights: &Weights) -> Self {
        let masks = R::masks();
        let mut features = vec![Pieces::default(); 12 * R::CELLS];
        for side in Side::ALL {
            let sign = if side == Side::White { 1 } else { -1 };
            for kind in Kind::ALL {
                for cell in R::BOARD {
                    let mut total = 0;
                    for index in piece_weights::<R>(masks, side, kind, cell).into_iter().flatten() {
                        total += sign * packed(weights.values[index]);
                    }
                    features[usize::from(feature::<R>(side, kind, cell))] =
                        Pieces { total, phase: PHASE[kind.index()] };
                }
            }
        }
        HexEval {
            weights: weights.values.iter().map(|&pair| packed(pair)).collect(),
            features,
            stack: Vec::new(),
            masks,
            rules: PhantomData,
        }
    }

    fn trace(_: &Hex<R>, pos: &Position) -> Trace {
        let mut trace = Trace { terms: Vec::new(), phase: 0.0, scale: 1.0 };
        evaluate::<R, _>(pos, R::masks(), &mut Record(&mut trace.terms));
        trace.phase = f64::from(phase(pos)) / f64::from(FULL_PHASE);
        trace
    }
}

#[cfg(test)]
mod tests {
    use super::super::{GlinskiRules, McCooeyRules, ShafranRules};
    use super::*;
    use crate::game::Game;

    fn agrees<R: Ruleset>(fen: &str) {
        let game = Hex::<R>::new();
        let weights = HexEval::<R>::default_weights();
        let mut eval = HexEval::<R>::with_weights(&game, &weights);
        let pos = game.parse_fen(fen).unwrap();
        eval.reset(&game, &pos);
        let score = eval.score(&game, &pos);
        let traced = HexEval::<R>::trace(&game, &pos).score(&weights);
        let sign = if pos.to_move() == Side::White { 1.0 } else { -1.0 };
        assert!((traced * sign - f64::from(score)).abs() <= 1.0, "{fen}: {score} and {traced}");
    }

    #[test]
    fn traced_terms_add_up_to_the_score() {
        agrees::<GlinskiRules>(GlinskiRules::START_FEN);
        agrees::<GlinskiRules>("1/2k/1n3/7/2rb5/4p6/2p1B6/2P3n4/10B/11/3K3N3 w - 5 61");
        agrees::<McCooeyRules>(McCooeyRules::START_FEN);
        agrees::<ShafranRules>(ShafranRules::START_FEN);
    }

    #[test]
    fn halves_do_not_leak_into_each_other() {
        for pair in [[0, 0], [-1, 1], [1, -1], [-300, -7], [30_000, -30_000], [-12, 500]] {
            assert_eq!(blend(packed(pair), FULL_PHASE), pair[0]);
            assert_eq!(blend(packed(pair), 0), pair[1]);
        }
    }
}
