//! Evaluation as the search sees it, and weights as values that can be swapped, traced and tuned.
//!
//! Every evaluation here is linear in its weights: `score = sum(coefficient * weight)`, each weight a
//! pair of centipawns for the middlegame and the endgame, blended by the phase. The same code computes a
//! score and, through [`Trace`], the coefficients that the tuner needs.

pub(crate) mod tapered;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
pub use tapered::{Changes, PieceChanges};
use thiserror::Error;

use crate::game::{Delta, Game};

/// Scores an evaluator may give lie strictly between `-EVAL_LIMIT` and `EVAL_LIMIT` centipawns.
pub const EVAL_LIMIT: i32 = 20_000;

/// A static evaluation with an incremental stack, one a search thread.
pub trait Evaluator<G: Game>: Clone + Send + 'static {
    /// Collects what a move changes, to be handed to [`Evaluator::push`].
    type Changes: Delta + Default;

    /// Forgets the stack and starts from `pos`.
    fn reset(&mut self, game: &G, pos: &G::Position);

    /// Follows a move whose changes were collected by [`Game::play`]; a null move pushes empty changes.
    fn push(&mut self, changes: &Self::Changes);

    /// Takes the last push back.
    fn pop(&mut self);

    /// Centipawns for the side to move of `pos`, which the pushes led to.
    fn score(&mut self, game: &G, pos: &G::Position) -> i32;
}

/// An evaluator whose numbers are a value: it can explain itself and be tuned.
pub trait Tunable<G: Game>: Evaluator<G> {
    /// The groups of weights, in the order of [`Weights::values`].
    fn layout() -> &'static [WeightGroup];

    /// The weights shipped with the engine.
    fn default_weights() -> Weights;

    /// An evaluator with these weights, of the length that [`Tunable::layout`] gives.
    fn with_weights(game: &G, weights: &Weights) -> Self;

    /// Evaluates `pos` and records every coefficient, White's point of view positive.
    fn trace(game: &G, pos: &G::Position) -> Trace;
}

/// A named run of weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeightGroup {
    /// Name in weight files and in the output of `eval`: lower case with underscores.
    pub name: &'static str,
    /// Index of its first weight.
    pub first: usize,
    /// Number of weights.
    pub len: usize,
    /// What it rates.
    pub about: &'static str,
}

/// A full set of weights: `[middlegame, endgame]` in centipawns each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// In the order of the layout.
    pub values: Vec<[i32; 2]>,
}

/// Why a weight file was refused.
#[derive(Debug, Error)]
pub enum WeightsError {
    /// Not the JSON of a weight file.
    #[error("not a weight file: {0}")]
    Json(#[from] serde_json::Error),
    /// Made for another game.
    #[error("weights are for '{found}', not for '{wanted}'")]
    Game {
        /// The file's game.
        found: String,
        /// The game asked for.
        wanted: String,
    },
    /// A group of this name does not exist.
    #[error("no weight group is called '{0}'")]
    UnknownGroup(String),
    /// A group is missing.
    #[error("weight group '{0}' is missing")]
    MissingGroup(&'static str),
    /// A group has the wrong length.
    #[error("weight group '{name}' has {found} entries, not {wanted}")]
    Length {
        /// The group.
        name: &'static str,
        /// Entries in the file.
        found: usize,
        /// Entries needed.
        wanted: usize,
    },
    /// A weight is out of range.
    #[error("weight group '{name}' holds {value}; allowed are -10000 to 10000")]
    Range {
        /// The group.
        name: &'static str,
        /// The offending value.
        value: i32,
    },
}

#[derive(Serialize, Deserialize)]
struct WeightFile {
    game: String,
    weights: BTreeMap<String, Vec<[i32; 2]>>,
}

impl Weights {
    /// Reads a weight file (JSON) for `game` with the groups of `layout`.
    ///
    /// # Errors
    /// A [`WeightsError`] that says which part is wrong.
    pub fn from_json(text: &str, game: &str, layout: &[WeightGroup]) -> Result<Weights, WeightsError> {
        let mut file: WeightFile = serde_json::from_str(text)?;
        if file.game != game {
            return Err(WeightsError::Game { found: file.game, wanted: game.to_owned() });
        }
        let total = layout.iter().map(|g| g.first + g.len).max().unwrap_or(0);
        let mut values = vec![[0, 0]; total];
        for group in layout {
            let entries = file.weights.remove(group.name).ok_or(WeightsError::MissingGroup(group.name))?;
            if entries.len() != group.len {
                return Err(WeightsError::Length {
                    name: group.name,
                    found: entries.len(),
                    wanted: group.len,
                });
            }
            if let Some(&value) = entries.iter().flatten().find(|v| !(-10_000..=10_000).contains(*v)) {
                return Err(WeightsError::Range { name: group.name, value });
            }
            values[group.first..group.first + group.len].copy_from_slice(&entries);
        }
        match file.weights.into_keys().next() {
            Some(name) => Err(WeightsError::UnknownGroup(name)),
            None => Ok(Weights { values }),
        }
    }

    /// Writes a weight file that [`Weights::from_json`] reads.
    pub fn to_json(&self, game: &str, layout: &[WeightGroup]) -> String {
        let weights = layout
            .iter()
            .map(|g| (g.name.to_owned(), self.values[g.first..g.first + g.len].to_vec()))
            .collect();
        let file = WeightFile { game: game.to_owned(), weights };
        serde_json::to_string_pretty(&file).expect("plain numbers and names always serialise")
    }
}

/// The coefficients of one evaluation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// `(weight index, coefficient)`, White's share positive and Black's negative, kept apart.
    pub terms: Vec<(u32, i32)>,
    /// Share of the middlegame, 0 to 1.
    pub phase: f64,
    /// Factor on the endgame half (drawish material), 0 to 1.
    pub scale: f64,
}

impl Trace {
    /// The evaluation in centipawns for White under `weights`, unrounded.
    pub fn score(&self, weights: &Weights) -> f64 {
        let (mut mg, mut eg) = (0.0, 0.0);
        for &(index, coefficient) in &self.terms {
            let [m, e] = weights.values[index as usize];
            mg += f64::from(m * coefficient);
            eg += f64::from(e * coefficient);
        }
        mg * self.phase + eg * (1.0 - self.phase) * self.scale
    }
}
