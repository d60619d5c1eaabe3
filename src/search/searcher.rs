//! The search as a value: a game, an evaluation, a table and threads.

use std::marker::PhantomData;

use thiserror::Error;

use super::{Control, Limits, Report, Root, SearchResult};
use crate::eval::Evaluator;
use crate::game::Game;

/// The table asked for can't be had.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{asked} MiB of hash are too much; at most {limit} MiB fit here")]
pub struct HashError {
    /// MiB asked for.
    pub asked: usize,
    /// MiB that 80 % of the available memory hold.
    pub limit: usize,
}

/// Switches of the selective parts of the search, for tests and experiments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selectivity {
    /// Null move pruning.
    pub null_move: bool,
    /// Late move reductions.
    pub reductions: bool,
    /// Every other pruning: futility, late moves, exchanges.
    pub pruning: bool,
    /// Extensions.
    pub extensions: bool,
    /// Use of the transposition table.
    pub table: bool,
    /// Quiescence; without it the leaves are evaluated as they stand.
    pub quiescence: bool,
}

impl Default for Selectivity {
    fn default() -> Self {
        Selectivity {
            null_move: true,
            reductions: true,
            pruning: true,
            extensions: true,
            table: true,
            quiescence: true,
        }
    }
}

/// A search over one game that keeps its table and histories from move to move.
pub struct Searcher<G: Game, E: Evaluator<G>> {
    game: G,
    evaluator: E,
    todo: PhantomData<()>,
}

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    /// One thread and 16 MiB of table.
    pub fn new(game: G, evaluator: E) -> Self {
        Searcher { game, evaluator, todo: PhantomData }
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Replaces the evaluation and clears the table.
    pub fn set_evaluator(&mut self, evaluator: E) {
        self.evaluator = evaluator;
    }

    /// Replaces the game's value (rule options) and clears the table.
    pub fn set_game(&mut self, game: G) {
        self.game = game;
    }

    /// Makes a table of `mib` MiB, empty.
    ///
    /// # Errors
    /// [`HashError`] before anything is allocated; the old table stays.
    pub fn set_hash(&mut self, _mib: usize) -> Result<(), HashError> {
        Ok(())
    }

    /// Sets the number of threads, at least 1.
    pub fn set_threads(&mut self, _threads: usize) {}

    /// Sets what the search may skip.
    pub fn set_selectivity(&mut self, _selectivity: Selectivity) {}

    /// Forgets everything learnt: table and histories.
    pub fn clear(&mut self) {}

    /// Searches `root`. Blocks until a limit or `control` ends it, never within pondering or
    /// [`Limits::infinite`] before `control` says so.
    pub fn search(
        &mut self,
        _root: &Root<G>,
        _limits: &Limits<G::Move>,
        _control: &Control,
        _report: &mut impl Report<G::Move>,
    ) -> SearchResult<G::Move> {
        SearchResult { best: None, ponder: None, score: 0, depth: 0, nodes: 0, lines: Vec::new() }
    }
}
