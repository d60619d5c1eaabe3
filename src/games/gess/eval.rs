//! The evaluation: stones and their squares, rings and what aims at them, mobility and strong pieces, blended
//! between middlegame and endgame by the number of stones.
//!
//! The numbers stand in `weights.json`, one named group a term.

mod layout;
mod terms;

use self::layout::LAYOUT;
use self::terms::{FULL_PHASE, evaluate, phase, stone_weights};
use super::Gess;
use super::geometry::Square;
use super::play::{FEATURES_A_SIDE, feature};
use super::position::Position;
use crate::eval::tapered::{Record, Sink};
use crate::eval::{Changes, EVAL_LIMIT, Evaluator, Trace, Tunable, WeightGroup, Weights};
use crate::game::{Game, Side};

/// Middlegame and endgame centipawns.
type Pair = [i32; 2];

/// Centipawns for White in `total`, blended by `phase` (0 to [`FULL_PHASE`]).
const fn blend([mg, eg]: Pair, phase: i32) -> i32 {
    (mg * phase + eg * (FULL_PHASE - phase)) / FULL_PHASE
}

/// Stones that a move adds and removes: nine put down, and eighteen squares that may be emptied.
type StoneChanges = Changes<9, 18>;

/// The evaluation with one set of weights.
#[derive(Clone, Debug)]
pub struct GessEval {
    weights: Vec<Pair>,
    /// Value of each feature, Black's negative.
    features: Vec<Pair>,
    stack: Vec<Pair>,
}

/// Adds weighted terms up: a board full of stones is too much for packed halves.
struct Sum<'a> {
    weights: &'a [Pair],
    total: Pair,
}

impl Sink for Sum<'_> {
    const PIECES: bool = false;

    #[inline(always)]
    fn add(&mut self, index: usize, coefficient: i32) {
        let [mg, eg] = self.weights[index];
        self.total[0] += mg * coefficient;
        self.total[1] += eg * coefficient;
    }
}

impl Evaluator<Gess> for GessEval {
    type Changes = StoneChanges;

    fn reset(&mut self, game: &Gess, pos: &Position) {
        let mut sum = [0; 2];
        game.for_each_feature(pos, |feature| {
            let [mg, eg] = self.features[usize::from(feature)];
            sum = [sum[0] + mg, sum[1] + eg];
        });
        self.stack.clear();
        self.stack.push(sum);
    }

    #[inline]
    fn push(&mut self, changes: &StoneChanges) {
        let [mut mg, mut eg] = self.stack.last().copied().unwrap_or_default();
        for &feature in &changes.added {
            let value = self.features[usize::from(feature)];
            mg += value[0];
            eg += value[1];
        }
        for &feature in &changes.removed {
            let value = self.features[usize::from(feature)];
            mg -= value[0];
            eg -= value[1];
        }
        self.stack.push([mg, eg]);
    }

    #[inline]
    fn pop(&mut self) {
        self.stack.pop();
    }

    fn score(&mut self, _: &Gess, pos: &Position) -> i32 {
        let mut sum = Sum { weights: &self.weights, total: self.stack.last().copied().unwrap_or_default() };
        evaluate(pos, &mut sum);
        let white = blend(sum.total, phase(pos)).clamp(1 - EVAL_LIMIT, EVAL_LIMIT - 1);
        match pos.to_move() {
            Side::White => white,
            Side::Black => -white,
        }
    }
}

impl Tunable<Gess> for GessEval {
    fn layout() -> &'static [WeightGroup] {
        &LAYOUT
    }

    fn default_weights() -> Weights {
        Weights::from_json(include_str!("weights.json"), Gess::NAME, Self::layout())
            .expect("a test reads the built-in weights")
    }

    fn with_weights(_: &Gess, weights: &Weights) -> Self {
        let mut features = vec![[0; 2]; 2 * FEATURES_A_SIDE];
        for side in Side::ALL {
            let sign = if side == Side::White { 1 } else { -1 };
            for square in (0..FEATURES_A_SIDE).filter_map(Square::from_index) {
                for index in stone_weights(side, square) {
                    let [mg, eg] = weights.values[index];
                    let value = &mut features[usize::from(feature(side, square))];
                    value[0] += sign * mg;
                    value[1] += sign * eg;
                }
            }
        }
        GessEval { weights: weights.values.clone(), features, stack: Vec::new() }
    }

    fn trace(_: &Gess, pos: &Position) -> Trace {
        let mut trace = Trace { terms: Vec::new(), phase: 0.0, scale: 1.0 };
        evaluate(pos, &mut Record(&mut trace.terms));
        trace.phase = f64::from(phase(pos)) / f64::from(FULL_PHASE);
        trace
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traced_terms_add_up_to_the_score() {
        let weights = GessEval::default_weights();
        let mut eval = GessEval::with_weights(&Gess, &weights);
        let full = "bbbbbbbbbbbbbbbbbb/".repeat(9) + &"wwwwwwwwwwwwwwwwww/".repeat(8) + "18 b";
        for fen in [
            Gess::START_FEN,
            "10www5/7w2w1w5/7w2www4w/8ww8/w11w3b1/18/8w9/12w5/4b1ww10/18/18/18/18/18/14b3/8bbb7/b6bb1b1b5/6bbbbbbb5 b 0 1",
            "18/18/18/15w2/2www13/2w1w4ww7/2www13/18/12bbb3/2b9b1b3/12bbb3/18/18/18/18/18/18/18 w 0 1",
            &full,
        ] {
            let pos = Gess.parse_fen(fen).unwrap();
            eval.reset(&Gess, &pos);
            let score = eval.score(&Gess, &pos);
            let traced = GessEval::trace(&Gess, &pos).score(&weights);
            let sign = if pos.to_move() == Side::White { 1.0 } else { -1.0 };
            let limit = f64::from(EVAL_LIMIT - 1);
            assert!(
                ((traced * sign).clamp(-limit, limit) - f64::from(score)).abs() <= 1.0,
                "{fen}: {score} and {traced}"
            );
            // Ranks counted from the other side and colours swapped, it is the same for the side to move.
            let image = Gess.mirrored(&pos);
            eval.reset(&Gess, &image);
            assert_eq!(eval.score(&Gess, &image), score, "{fen}");
        }
    }
}
