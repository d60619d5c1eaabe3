//! The evaluation: how far each piece has to go, what can be formed, taken and displaced, blended between the
//! beginning and the end of the race by the number of pieces still outside the end rows.
//!
//! The numbers stand in `weights.json`, one named group a term.

mod layout;
mod terms;

use self::layout::LAYOUT;
use self::terms::{FULL_PHASE, circle_weight, evaluate, phase};
use super::geometry::{CIRCLES, Circle, END_ROWS, bit};
use super::play::feature;
use super::position::Position;
use super::triangles::Triangles;
use super::{Glex, NAME};
use crate::eval::tapered::{Packed, PieceStack, Pieces, Record, Sum, blend, packed};
use crate::eval::{Changes, EVAL_LIMIT, Evaluator, Trace, Tunable, WeightGroup, Weights};
use crate::game::{Game, Side};

/// Pieces that a turn puts down and lifts: two of the mover, and two displaced or taken.
type TurnChanges = Changes<4, 4>;

/// What is left of an advantage in a game that goes on and on, of [`FULL_HOPE`].
///
/// There is no limit of moves. Where each side shuts one of the other's last pieces in, neither gets anywhere, and
/// whoever seems to be better would avoid repetition for ever.
const fn hope(reversible: u16) -> i32 {
    let tried = reversible.saturating_sub(PATIENCE) as i32;
    if tried < FULL_HOPE { FULL_HOPE - tried } else { 0 }
}

/// Plies without a capture or a qualification that say nothing yet: nearly all games have ended before.
const PATIENCE: u16 = 160;

/// Plies that it takes from there for an advantage to fade away.
const FULL_HOPE: i32 = 200;

/// The evaluation with one set of weights.
#[derive(Clone, Debug)]
pub struct GlexEval {
    weights: Vec<Packed>,
    pieces: PieceStack,
}

impl Evaluator<Glex> for GlexEval {
    type Changes = TurnChanges;

    fn reset(&mut self, game: &Glex, pos: &Position) {
        self.pieces.reset(|f| game.for_each_feature(pos, f));
    }

    #[inline]
    fn push(&mut self, changes: &TurnChanges) {
        self.pieces.push(changes);
    }

    #[inline]
    fn pop(&mut self) {
        self.pieces.pop();
    }

    fn score(&mut self, game: &Glex, pos: &Position) -> i32 {
        let pieces = self.pieces.top();
        let mut sum = Sum { weights: &self.weights, total: pieces.total };
        evaluate(pos, game.triangles(), &mut sum);
        let white = blend(sum.total, pieces.phase, FULL_PHASE) * hope(pos.reversible) / FULL_HOPE;
        let white = white.clamp(1 - EVAL_LIMIT, EVAL_LIMIT - 1);
        match pos.to_move() {
            Side::White => white,
            Side::Black => -white,
        }
    }
}

impl Tunable<Glex> for GlexEval {
    fn layout() -> &'static [WeightGroup] {
        &LAYOUT
    }

    fn default_weights() -> Weights {
        Weights::from_json(include_str!("weights.json"), NAME, Self::layout())
            .expect("a test reads the built-in weights")
    }

    fn with_weights(_: &Glex, weights: &Weights) -> Self {
        let mut features = vec![Pieces::default(); 2 * CIRCLES];
        for side in Side::ALL {
            let sign = if side == Side::White { 1 } else { -1 };
            for circle in 0..CIRCLES as Circle {
                let total = sign * packed(weights.values[circle_weight(side, circle)]);
                let phase = i32::from(END_ROWS[side.index()] & bit(circle) == 0);
                features[usize::from(feature(side, circle))] = Pieces { total, phase };
            }
        }
        GlexEval {
            weights: weights.values.iter().map(|&pair| packed(pair)).collect(),
            pieces: PieceStack::new(features),
        }
    }

    fn trace(game: &Glex, pos: &Position) -> Trace {
        let triangles: &Triangles = game.triangles();
        let mut trace = Trace { terms: Vec::new(), phase: 0.0, scale: 1.0 };
        evaluate(pos, triangles, &mut Record(&mut trace.terms));
        trace.phase = f64::from(phase(pos)) / f64::from(FULL_PHASE);
        trace
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traced_terms_add_up_to_the_score() {
        assert_eq!([0, 160, 260, 360, u16::MAX].map(hope), [200, 200, 100, 0, 0]);
        let game = Glex::new();
        let weights = GlexEval::default_weights();
        let mut eval = GlexEval::with_weights(&game, &weights);
        for fen in [
            Glex::START_FEN,
            "1WW1W/W1WW/2W2/W3/5/b3/5/b3/bb3 b W a3h6h8 - 10",
            "5/bW2/1b1Wb/2b1/1b3/2Wb/b2WW/1Wb1/1W1W1 w b a7b4g3h4 f6h4 31",
            "1b3/2b1/Wb2b/Wb2/3bb/1WW1/1W1W1/2W1/1W1b1 b b d6 f2 23",
        ] {
            let pos = game.parse_fen(fen).expect("a good FEN");
            eval.reset(&game, &pos);
            let score = eval.score(&game, &pos);
            let traced = GlexEval::trace(&game, &pos).score(&weights);
            let sign = if pos.to_move() == Side::White { 1.0 } else { -1.0 };
            assert!((traced * sign - f64::from(score)).abs() <= 1.0, "{fen}: {score} and {traced}");
            // Rows reversed and colours swapped, it is the same for the side to move.
            let image = game.mirrored(&pos);
            eval.reset(&game, &image);
            assert_eq!(eval.score(&game, &image), score, "{fen}");
        }
    }
}
