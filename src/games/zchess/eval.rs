//! The evaluation of Z-Chess: material, circles, mobility, pawns, threats and kings, blended between middlegame
//! and endgame by the material left.
//!
//! The numbers are not here: they stand in `weights/zchess.json`, one named group a term.

mod layout;
mod masks;
mod terms;

use self::terms::{FULL_PHASE, PHASE, evaluate, phase, piece_weights};
use super::geometry::{BOARD, CELLS};
use super::play::feature;
use super::position::{Kind, Position};
use super::{NAME, ZChess};
use crate::eval::tapered::{Packed, PieceChanges, PieceStack, Pieces, Record, Sum, blend, packed};
use crate::eval::{EVAL_LIMIT, Evaluator, Trace, Tunable, WeightGroup, Weights};
use crate::game::{Game, Side};

static LAYOUT: [WeightGroup; layout::GROUPS] = layout::layout();

/// The evaluation with one set of weights.
#[derive(Clone, Debug)]
pub struct ZChessEval {
    weights: Vec<Packed>,
    pieces: PieceStack,
}

impl Evaluator<ZChess> for ZChessEval {
    type Changes = PieceChanges;

    fn reset(&mut self, game: &ZChess, pos: &Position) {
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

    fn score(&mut self, _: &ZChess, pos: &Position) -> i32 {
        let pieces = self.pieces.top();
        let mut sum = Sum { weights: &self.weights, total: pieces.total };
        evaluate(pos, &mut sum);
        let white = blend(sum.total, pieces.phase, FULL_PHASE).clamp(1 - EVAL_LIMIT, EVAL_LIMIT - 1);
        match pos.to_move() {
            Side::White => white,
            Side::Black => -white,
        }
    }
}

impl Tunable<ZChess> for ZChessEval {
    fn layout() -> &'static [WeightGroup] {
        &LAYOUT
    }

    fn default_weights() -> Weights {
        Weights::from_json(include_str!("weights/zchess.json"), NAME, Self::layout())
            .expect("a test reads the built-in weights")
    }

    fn with_weights(_: &ZChess, weights: &Weights) -> Self {
        let mut features = vec![Pieces::default(); 12 * CELLS];
        for side in Side::ALL {
            let sign = if side == Side::White { 1 } else { -1 };
            for kind in Kind::ALL {
                for cell in BOARD {
                    let mut total = 0;
                    for index in piece_weights(side, kind, cell).into_iter().flatten() {
                        total += sign * packed(weights.values[index]);
                    }
                    features[usize::from(feature(side, kind, cell))] =
                        Pieces { total, phase: PHASE[kind.index()] };
                }
            }
        }
        ZChessEval {
            weights: weights.values.iter().map(|&pair| packed(pair)).collect(),
            pieces: PieceStack::new(features),
        }
    }

    fn trace(_: &ZChess, pos: &Position) -> Trace {
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
        let game = ZChess::new();
        let weights = ZChessEval::default_weights();
        let mut eval = ZChessEval::with_weights(&game, &weights);
        for fen in [
            ZChess::START_FEN,
            "3qn1n2/B3k3/6pb1/P5p1/6r2/5pP1/6QP1/2K5/2Q3BNR w - 6 34",
            "6q1n/1r1k4/5pp2/2p2Q2/6r2/3P1pP1/9/6b1/N1Q1KQBNR w R 1 34",
            "9/8/9/8/9/8/1B7/8/k1K6 b - 0 1",
        ] {
            let pos = game.parse_fen(fen).unwrap();
            eval.reset(&game, &pos);
            let score = eval.score(&game, &pos);
            let traced = ZChessEval::trace(&game, &pos).score(&weights);
            let sign = if pos.to_move() == Side::White { 1.0 } else { -1.0 };
            assert!((traced * sign - f64::from(score)).abs() <= 1.0, "{fen}: {score} and {traced}");
            // Rows reversed and colours swapped, it is the same for the side to move.
            let image = game.mirrored(&pos);
            eval.reset(&game, &image);
            assert_eq!(eval.score(&game, &image), score, "{fen}");
        }
    }
}
