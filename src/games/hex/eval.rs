//! The evaluation of the hexagonal games: material, cells, mobility, pawns, threats and kings, blended
//! between middlegame and endgame by the material left.
//!
//! The numbers are not here: each game's stand in `weights/`, one named group a term.

mod layout;
mod masks;
mod terms;

use std::marker::PhantomData;

pub(super) use self::masks::Masks;
use self::masks::folded_cells;
use self::terms::{FULL_PHASE, PHASE, evaluate, phase, piece_weights};
use super::Hex;
use super::play::feature;
use super::position::{Kind, Position};
use super::rules::Ruleset;
use crate::eval::tapered::{Packed, PieceChanges, PieceStack, Pieces, Record, Sum, blend, packed};
use crate::eval::{EVAL_LIMIT, Evaluator, Trace, Tunable, WeightGroup, Weights};
use crate::game::{Game, Side};

/// The groups of one game's weights.
struct Parts<R>(PhantomData<R>);

impl<R: Ruleset> Parts<R> {
    const LAYOUT: &'static [WeightGroup] = &layout::layout(folded_cells(&R::SHAPE));
}

/// The evaluation of one hexagonal game with one set of weights.
#[derive(Clone, Debug)]
pub struct HexEval<R> {
    weights: Vec<Packed>,
    pieces: PieceStack,
    masks: &'static Masks,
    rules: PhantomData<R>,
}

impl<R: Ruleset> Evaluator<Hex<R>> for HexEval<R> {
    type Changes = PieceChanges;

    fn reset(&mut self, game: &Hex<R>, pos: &Position) {
        self.pieces.reset(|f| game.for_each_feature(pos, f));
    }

    #[inline]
    fn push(&mut self, changes: &PieceChanges) {
        self.pieces.push(changes);
    }

    #[inline]
    fn pop(&mut self) {
        self.pieces.pop();
    }

    fn score(&mut self, _: &Hex<R>, pos: &Position) -> i32 {
        let pieces = self.pieces.top();
        let mut sum = Sum { weights: &self.weights, total: pieces.total };
        evaluate::<R, _>(pos, self.masks, &mut sum);
        let white = blend(sum.total, pieces.phase, FULL_PHASE).clamp(1 - EVAL_LIMIT, EVAL_LIMIT - 1);
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
            pieces: PieceStack::new(features),
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
}
