//! The evaluation of the hexagonal games.

use std::marker::PhantomData;

use super::{Hex, Position, Ruleset};
use crate::eval::{Evaluator, Trace, Tunable, WeightGroup, Weights};
use crate::game::Delta;

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
