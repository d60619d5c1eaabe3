//! The evaluation of chess: material, squares, mobility, pawns, threats and kings, blended between middlegame and
//! endgame by the material left.
//!
//! The numbers are not here: they stand in `weights.json`, one named group a term.

mod layout;
mod masks;
mod terms;

use std::sync::LazyLock;

use self::terms::{FULL_PHASE, FULL_SCALE, PHASE, evaluate, phase, piece_weights, scale};
use super::position::{Position, feature};
use super::{Chess, NAME, SQUARES};
use crate::eval::tapered::{
    Packed, PieceChanges, PieceStack, Pieces, Record, Sum, endgame, middlegame, packed,
};
use crate::eval::{EVAL_LIMIT, Evaluator, Trace, Tunable, WeightGroup, Weights};
use crate::game::{Game, Side};
use crate::games::men::{Cell, Kind};

/// The weights as they are shipped.
static DEFAULT_WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
    Weights::from_json(include_str!("weights.json"), NAME, &LAYOUT)
        .expect("a test reads the built-in weights")
});

static LAYOUT: [WeightGroup; layout::GROUPS] = layout::layout();

/// The evaluation with one set of weights.
#[derive(Clone, Debug)]
pub struct ChessEval {
    weights: Vec<Packed>,
    pieces: PieceStack,
}

impl Evaluator<Chess> for ChessEval {
    type Changes = PieceChanges;

    fn reset(&mut self, game: &Chess, pos: &Position) {
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

    fn score(&mut self, _: &Chess, pos: &Position) -> i32 {
        let pieces = self.pieces.top();
        let mut sum = Sum { weights: &self.weights, total: pieces.total };
        evaluate(pos, &mut sum);
        let (mg, eg) = (middlegame(sum.total), endgame(sum.total));
        let eg = eg * scale(pos, eg > 0) / FULL_SCALE;
        let share = pieces.phase.min(FULL_PHASE);
        let white = (mg * share + eg * (FULL_PHASE - share)) / FULL_PHASE;
        let white = white.clamp(1 - EVAL_LIMIT, EVAL_LIMIT - 1);
        match pos.to_move() {
            Side::White => white,
            Side::Black => -white,
        }
    }
}

impl Tunable<Chess> for ChessEval {
    fn layout() -> &'static [WeightGroup] {
        &LAYOUT
    }

    fn default_weights() -> Weights {
        DEFAULT_WEIGHTS.clone()
    }

    fn with_weights(_: &Chess, weights: &Weights) -> Self {
        let mut features = vec![Pieces::default(); 12 * SQUARES];
        for side in Side::ALL {
            let sign = if side == Side::White { 1 } else { -1 };
            for kind in Kind::ALL {
                for cell in 0..SQUARES as Cell {
                    let mut total = 0;
                    for index in piece_weights(side, kind, cell).into_iter().flatten() {
                        total += sign * packed(weights.values[index]);
                    }
                    features[usize::from(feature(side, kind, cell))] =
                        Pieces { total, phase: PHASE[kind.index()] };
                }
            }
        }
        ChessEval {
            weights: weights.values.iter().map(|&pair| packed(pair)).collect(),
            pieces: PieceStack::new(features),
        }
    }

    fn trace(_: &Chess, pos: &Position) -> Trace {
        let mut trace = Trace { terms: Vec::new(), phase: 0.0, scale: 1.0 };
        evaluate(pos, &mut Record(&mut trace.terms));
        trace.phase = f64::from(phase(pos)) / f64::from(FULL_PHASE);
        // Who is ahead is told by the weights as they are shipped, so that tuning works with a fixed factor.
        let values = &DEFAULT_WEIGHTS.values;
        let eg: i32 = trace.terms.iter().map(|&(i, n)| values[i as usize][1] * n).sum();
        trace.scale = f64::from(scale(pos, eg > 0)) / f64::from(FULL_SCALE);
        trace
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traced_terms_add_up_to_the_score() {
        let game = Chess::new();
        let weights = ChessEval::default_weights();
        let mut eval = ChessEval::with_weights(&game, &weights);
        for fen in [
            Chess::START_FEN,
            "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP3PPP/R1BQKB1R w KQ - 0 8",
            "8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 99 50",
            "4k3/8/3b4/8/2B5/1P6/4K3/8 w - - 0 1",
            "8/8/8/3k4/8/8/8/KR6 b - - 0 1",
        ] {
            let pos = game.parse_fen(fen).unwrap();
            eval.reset(&game, &pos);
            let score = eval.score(&game, &pos);
            let traced = ChessEval::trace(&game, &pos).score(&weights);
            let sign = if pos.to_move() == Side::White { 1.0 } else { -1.0 };
            assert!((traced * sign - f64::from(score)).abs() <= 2.0, "{fen}: {score} and {traced}");
            // Ranks reversed and colours swapped, it is the same for the side to move.
            let image = game.mirrored(&pos);
            eval.reset(&game, &image);
            assert_eq!(eval.score(&game, &image), score, "{fen}");
        }
    }
}
