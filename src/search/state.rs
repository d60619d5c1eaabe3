//! What one search thread owns: the stack of nodes, the move arena, the evaluation and the histories.

use super::histories::{Histories, NO_SLOT};
use super::ordering::ScoredMove;
use super::{MAX_PLY, Root, Score};
use crate::eval::Evaluator;
use crate::game::{Game, History};

/// One node of the line that is being searched.
#[derive(Clone)]
pub(super) struct Frame<G: Game> {
    /// The position.
    pub pos: G::Position,
    /// Whether its side to move is in check.
    pub in_check: bool,
    /// Static evaluation, corrected; `None` in check.
    pub static_eval: Option<Score>,
    /// Continuation slot of the move made here, [`NO_SLOT`] for none or a null move.
    pub slot: u32,
    /// Plies since a null move or the root's last move that can't be undone.
    pub since_null: usize,
    /// Quiet moves that failed high at this ply in sibling nodes.
    pub killers: [Option<G::Move>; 2],
    /// The move left out while its singularity is tested.
    pub excluded: Option<G::Move>,
    /// The line found below this node, of principal variation nodes.
    pub pv: Vec<G::Move>,
}

/// Entries of an evaluation cache, a power of two: half a MiB.
const EVAL_CACHE: usize = 1 << 16;

/// Evaluations by position key. Iterative deepening comes back to most positions, and an evaluation costs
/// more than a look here.
pub(super) struct EvalCache(Vec<u64>);

impl EvalCache {
    fn new() -> EvalCache {
        EvalCache(vec![0; EVAL_CACHE])
    }

    /// Entries hold the upper 48 bits of the key, which the lowest 16 bits, the index, complete.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Score> {
        let entry = self.0[key as usize % EVAL_CACHE];
        ((entry ^ key) >> 16 == 0).then_some(Score::from(entry as u16 as i16))
    }

    #[inline]
    pub(super) fn put(&mut self, key: u64, score: Score) {
        self.0[key as usize % EVAL_CACHE] = key >> 16 << 16 | u64::from(score as i16 as u16);
    }
}

/// The lasting part of a thread; histories stay from search to search.
pub(super) struct ThreadState<G: Game, E> {
    pub evaluator: E,
    pub histories: Histories,
    pub evaluations: EvalCache,
    pub stack: Vec<Frame<G>>,
    pub arena: Vec<ScoredMove<G::Move>>,
    pub history: History,
}

impl<G: Game, E: Evaluator<G>> ThreadState<G, E> {
    pub(super) fn new(game: &G, evaluator: E) -> Self {
        ThreadState {
            evaluator,
            histories: Histories::new(game.history_slots(), game.continuation_slots()),
            evaluations: EvalCache::new(),
            stack: Vec::new(),
            arena: Vec::with_capacity(4096),
            history: History::default(),
        }
    }

    /// Forgets everything learnt.
    pub(super) fn clear(&mut self) {
        self.histories.clear();
        self.evaluations.0.fill(0);
    }

    /// Puts `root` at the bottom of the stack.
    pub(super) fn prepare(&mut self, game: &G, root: &Root<G>) {
        if !self.histories.fits(game.history_slots(), game.continuation_slots()) {
            self.histories = Histories::new(game.history_slots(), game.continuation_slots());
        }
        let bottom = Frame {
            pos: root.position.clone(),
            in_check: game.in_check(&root.position),
            static_eval: None,
            slot: NO_SLOT,
            since_null: usize::MAX,
            killers: [None; 2],
            excluded: None,
            pv: Vec::new(),
        };
        if self.stack.is_empty() {
            self.stack.resize(MAX_PLY + 2, bottom);
        } else {
            for frame in &mut self.stack {
                frame.killers = [None; 2];
                frame.excluded = None;
            }
            self.stack[0] = bottom;
        }
        self.arena.clear();
        self.history.clone_from(&root.history);
        self.evaluator.reset(game, &root.position);
    }

    /// History slots of the moves one and two plies before the node at `ply`.
    #[inline]
    pub(super) fn slots_before(&self, ply: usize) -> [u32; 2] {
        let slot = |back: usize| if ply >= back { self.stack[ply - back].slot } else { NO_SLOT };
        [slot(1), slot(2)]
    }

    /// Makes `m` the head of the line at `ply`, with the child's line behind it.
    pub(super) fn extend_pv(&mut self, ply: usize, m: G::Move) {
        let (head, tail) = self.stack.split_at_mut(ply + 1);
        let pv = &mut head[ply].pv;
        pv.clear();
        pv.push(m);
        pv.extend_from_slice(&tail[0].pv);
    }
}
