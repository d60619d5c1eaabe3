//! The search as a value: a game, an evaluation, a table and threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use thiserror::Error;

use super::params::Params;
use super::prober::Prober;
use super::score;
use super::state::ThreadState;
use super::table::Table;
use super::time::Timer;
use super::worker::Shared;
use super::{Bound, Control, Info, Limits, Report, Root, Score, SearchResult, parallel};
use crate::eval::Evaluator;
use crate::game::Game;

/// MiB of table until told otherwise.
const DEFAULT_HASH: usize = 16;

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
///
/// With null move, reductions and pruning all off the search is exact: its score is that of a plain
/// minimax of the same depth, with the table or without.
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
pub struct Searcher<G: Game, E: Evaluator<G>, P: Prober<G> = ()> {
    game: G,
    evaluator: E,
    prober: P,
    params: Params,
    selectivity: Selectivity,
    table: Table,
    /// One a thread.
    states: Vec<ThreadState<G, E>>,
}

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    /// One thread and 16 MiB of table.
    pub fn new(game: G, evaluator: E) -> Self {
        Searcher::with_prober(game, evaluator, ())
    }
}

impl<G: Game, E: Evaluator<G>, P: Prober<G>> Searcher<G, E, P> {
    /// One thread and 16 MiB of table; `prober` is asked at every node.
    pub fn with_prober(game: G, evaluator: E, prober: P) -> Self {
        let states = vec![ThreadState::new(&game, evaluator.clone())];
        let table = Table::new(DEFAULT_HASH).or_else(|_| Table::new(1)).unwrap_or_else(|_| Table::smallest());
        let (params, selectivity) = (Params::of::<G>(), Selectivity::default());
        Searcher { game, evaluator, prober, params, selectivity, table, states }
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The table, for tests and for programs that bring knowledge of their own.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Replaces the evaluation and clears the table.
    pub fn set_evaluator(&mut self, evaluator: E) {
        for state in &mut self.states {
            state.evaluator = evaluator.clone();
        }
        self.evaluator = evaluator;
        self.clear();
    }

    /// Replaces the game's value (rule options) and clears the table.
    pub fn set_game(&mut self, game: G) {
        self.game = game;
        self.clear();
    }

    /// Makes a table of `mib` MiB, empty.
    ///
    /// # Errors
    /// [`HashError`] before anything is allocated; the old table stays.
    pub fn set_hash(&mut self, mib: usize) -> Result<(), HashError> {
        self.table = Table::new(mib)?;
        Ok(())
    }

    /// Sets the number of threads, at least 1.
    pub fn set_threads(&mut self, threads: usize) {
        self.states.resize_with(threads.max(1), || ThreadState::new(&self.game, self.evaluator.clone()));
    }

    /// Sets what the search may skip.
    pub fn set_selectivity(&mut self, selectivity: Selectivity) {
        self.selectivity = selectivity;
    }

    /// Sets the numbers of the selective search.
    pub fn set_params(&mut self, params: Params) {
        self.params = params;
    }

    /// Forgets everything learnt: table and histories.
    pub fn clear(&mut self) {
        self.table.clear();
        for state in &mut self.states {
            state.clear();
        }
    }

    /// Searches `root`. Blocks until a limit or `control` ends it, never within pondering or
    /// [`Limits::infinite`] before `control` says so.
    ///
    /// A root that is drawn by repetition or move count is searched as any other. With one thread and no
    /// limit of time the result depends on nothing but the arguments and earlier searches since
    /// [`Searcher::clear`].
    pub fn search(
        &mut self,
        root: &Root<G>,
        limits: &Limits<G::Move>,
        control: &Control,
        report: &mut impl Report<G::Move>,
    ) -> SearchResult<G::Move> {
        let game = &self.game;
        let side = game.side_to_move(&root.position);
        let timer = Timer::start(limits, control, side);
        if let Some(outcome) = game.finished(&root.position) {
            return without_move(score::of_outcome::<G>(outcome, side, 0), limits, control, report);
        }
        let candidates = match &limits.search_moves {
            None => game.moves(&root.position),
            Some(chosen) => chosen.iter().copied().filter(|&m| game.is_legal(&root.position, m)).collect(),
        };
        let Some(&first) = candidates.first() else {
            self.evaluator.reset(game, &root.position);
            let score = self.evaluator.score(game, &root.position);
            return without_move(score, limits, control, report);
        };

        self.table.new_search();
        let shared = Shared {
            game,
            prober: &self.prober,
            table: &self.table,
            params: &self.params,
            selectivity: self.selectivity,
            root,
            limits,
            control,
            threads: self.states.len(),
            done: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
        };
        let Some(found) = parallel::run(&shared, &mut self.states, &candidates, timer, report) else {
            // No thread to be had: any legal move is better than none.
            let best = Some(first);
            return SearchResult { best, ponder: None, score: 0, depth: 0, nodes: 0, lines: Vec::new() };
        };
        let nodes = shared.nodes.load(Relaxed);
        let line = &found.lines[0];
        let best = line.pv[0];
        SearchResult {
            best: Some(best),
            ponder: line.pv.get(1).copied().or_else(|| expected_answer(&shared, best)),
            score: line.score,
            depth: found.depth,
            nodes,
            lines: found.lines,
        }
    }
}

/// The table's answer to `best`, if that does not end the game.
fn expected_answer<G: Game, P>(shared: &Shared<'_, G, P>, best: G::Move) -> Option<G::Move> {
    let game = shared.game;
    let mut next = shared.root.clone();
    next.play(game, best);
    if game.finished(&next.position).is_some() || game.drawn(&next.position, &next.history).is_some() {
        return None;
    }
    let entry = shared.table.probe(game.key(&next.position))?;
    game.unpack(&next.position, entry.move_bits).filter(|&m| game.is_legal(&next.position, m))
}

/// The answer where there is no move to choose.
fn without_move<M: Clone>(
    score: Score,
    limits: &Limits<M>,
    control: &Control,
    report: &mut impl Report<M>,
) -> SearchResult<M> {
    let line = Info {
        depth: 0,
        seldepth: 0,
        multi_pv: 1,
        score,
        bound: Bound::Exact,
        nodes: 0,
        time: std::time::Duration::ZERO,
        hash_full: 0,
        pv: Vec::new(),
    };
    report.info(&line);
    parallel::wait(limits, control);
    SearchResult { best: None, ponder: None, score, depth: 0, nodes: 0, lines: vec![line] }
}
