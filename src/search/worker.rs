//! A thread at work: making and taking back moves, counting nodes, noticing when to stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::histories::{NO_SLOT, Slots};
use super::node::NodeType;
use super::ordering::{Context, Picked, Picker};
use super::params::Params;
use super::prober::{self, Prober};
use super::score::{self, DRAW};
use super::state::ThreadState;
use super::table::Table;
use super::time::Timer;
use super::{Control, Limits, MATE, Root, Score, Selectivity};
use crate::eval::{EVAL_LIMIT, Evaluator};
use crate::game::Game;

/// Nodes between two looks at the clock and the stop flag: well under a millisecond.
const LOOK_EVERY: u64 = 128;

/// What all threads of a search share.
pub(super) struct Shared<'a, G: Game, P> {
    pub game: &'a G,
    pub prober: &'a P,
    pub table: &'a Table,
    pub params: &'a Params,
    pub selectivity: Selectivity,
    pub root: &'a Root<G>,
    pub limits: &'a Limits<G::Move>,
    pub control: &'a Control,
    pub threads: usize,
    /// Set by the main thread when it is done.
    pub done: AtomicBool,
    /// Nodes of all threads, as far as they told.
    pub nodes: AtomicU64,
}

/// One thread of a search.
pub(super) struct Worker<'a, G: Game, E, P> {
    pub shared: &'a Shared<'a, G, P>,
    pub state: &'a mut ThreadState<G, E>,
    /// The clock; only the main thread has one and decides when to stop.
    pub timer: Option<Timer>,
    /// Nodes of this thread.
    pub nodes: u64,
    told: u64,
    next_look: u64,
    /// The search is to be left as fast as possible; scores mean nothing any more.
    pub stopped: bool,
    pub seldepth: usize,
    /// Depth of the present iteration.
    pub root_depth: i32,
    /// Below this ply null moves are not tried, while one is being verified.
    pub null_from: usize,
    /// Scores of the table are taken only from searches of exactly the depth needed, so that they are
    /// those of a search without a table.
    pub exact_depth: bool,
}

impl<'a, G: Game, E: Evaluator<G>, P: Prober<G>> Worker<'a, G, E, P> {
    pub(super) fn new(
        shared: &'a Shared<'a, G, P>,
        state: &'a mut ThreadState<G, E>,
        timer: Option<Timer>,
    ) -> Self {
        state.prepare(shared.game, shared.root);
        let Selectivity { null_move, reductions, pruning, .. } = shared.selectivity;
        let mut worker = Worker {
            shared,
            state,
            timer,
            nodes: 0,
            told: 0,
            next_look: 0,
            stopped: false,
            seldepth: 0,
            root_depth: 0,
            null_from: 0,
            exact_depth: !(null_move || reductions || pruning),
        };
        worker.set_next_look();
        worker
    }

    /// Nodes of all threads.
    pub(super) fn total_nodes(&self) -> u64 {
        self.shared.nodes.load(Relaxed) + (self.nodes - self.told)
    }

    /// Adds the nodes since the last time to the shared count.
    pub(super) fn tell_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.told, Relaxed);
        self.told = self.nodes;
    }

    fn set_next_look(&mut self) {
        self.next_look = self.nodes + LOOK_EVERY;
        if self.shared.threads == 1
            && let Some(limit) = self.shared.limits.nodes
        {
            self.next_look = self.next_look.min(limit);
        }
    }

    /// Whether another move may be made. To be asked before each.
    #[inline]
    pub(super) fn may_go_on(&mut self) -> bool {
        if self.nodes >= self.next_look {
            self.look();
        }
        !self.stopped
    }

    #[cold]
    #[inline(never)]
    fn look(&mut self) {
        self.tell_nodes();
        let shared = self.shared;
        let main_stops = self.timer.as_mut().is_some_and(|timer| {
            timer.is_up(shared.control)
                || shared.limits.nodes.is_some_and(|n| shared.nodes.load(Relaxed) >= n)
        });
        if main_stops || shared.control.stopped() || shared.done.load(Relaxed) {
            self.stopped = true;
        }
        self.set_next_look();
    }

    /// Plays `m` from the node at `ply` into the frame above it.
    pub(super) fn make(&mut self, ply: usize, m: G::Move, slots: Slots) {
        let game = self.shared.game;
        let (head, tail) = self.state.stack.split_at_mut(ply + 1);
        let (parent, child) = (&mut head[ply], &mut tail[0]);
        parent.slot = slots.pair;
        child.pos.clone_from(&parent.pos);
        let mut changes = E::Changes::default();
        game.play(&mut child.pos, m, &mut changes);
        let key = game.key(&child.pos);
        self.shared.table.prefetch(key);
        child.in_check = game.in_check(&child.pos);
        child.since_null = parent.since_null.saturating_add(1);
        self.state.evaluator.push(&changes);
        self.state.history.push(key);
        self.nodes += 1;
    }

    /// Passes the turn at `ply`. Not a node.
    pub(super) fn make_null(&mut self, ply: usize) {
        let game = self.shared.game;
        let (head, tail) = self.state.stack.split_at_mut(ply + 1);
        let (parent, child) = (&mut head[ply], &mut tail[0]);
        parent.slot = NO_SLOT;
        child.pos.clone_from(&parent.pos);
        game.play_null(&mut child.pos);
        let key = game.key(&child.pos);
        self.shared.table.prefetch(key);
        child.in_check = false;
        child.since_null = 0;
        self.state.evaluator.push(&E::Changes::default());
        self.state.history.push(key);
    }

    /// Takes back the last [`Worker::make`] or [`Worker::make_null`].
    #[inline]
    pub(super) fn unmake(&mut self) {
        self.state.evaluator.pop();
        self.state.history.pop();
    }

    /// The next move that `picker` has for the node at `ply`.
    #[inline]
    pub(super) fn pick(&mut self, picker: &mut Picker<G::Move>, ply: usize) -> Option<Picked<G::Move>> {
        let before = self.state.slots_before(ply);
        let state = &mut *self.state;
        let cx = Context {
            game: self.shared.game,
            pos: &state.stack[ply].pos,
            histories: &state.histories,
            before,
        };
        picker.next(&mut state.arena, &cx)
    }

    /// The evaluation of the node at `ply` as it stands, for its side to move.
    #[inline]
    pub(super) fn evaluate(&mut self, ply: usize) -> Score {
        let game = self.shared.game;
        let pos = &self.state.stack[ply].pos;
        let key = game.key(pos);
        if let Some(score) = self.state.evaluations.get(key) {
            return score;
        }
        let score = self.state.evaluator.score(game, pos);
        debug_assert!(score.abs() < EVAL_LIMIT, "evaluations lie within EVAL_LIMIT, not {score}");
        let score = score.clamp(1 - EVAL_LIMIT, EVAL_LIMIT - 1);
        self.state.evaluations.put(key, score);
        score
    }

    /// `score`, an evaluation, with what the search learnt of its errors with this material.
    #[inline]
    pub(super) fn corrected(&self, ply: usize, score: Score) -> Score {
        if self.exact_depth {
            return score;
        }
        let game = self.shared.game;
        let pos = &self.state.stack[ply].pos;
        let side = game.side_to_move(pos).index();
        let correction = self.state.histories.correction(side, game.material_key(pos));
        let share = correction * self.shared.params.correction_weight / 1024;
        (score + share).clamp(1 - EVAL_LIMIT, EVAL_LIMIT - 1)
    }

    /// The score of the node at `ply` (not the root) if nothing needs to be searched there: the game is
    /// over or drawn, or the prober knows. Lack of moves is found later, except that it goes before a draw.
    #[inline]
    pub(super) fn settled(&self, ply: usize) -> Option<Score> {
        let game = self.shared.game;
        let frame = &self.state.stack[ply];
        let pos = &frame.pos;
        let worth = |outcome| score::of_outcome::<G>(outcome, game.side_to_move(pos), ply);
        if let Some(outcome) = game.over_by_position(pos) {
            return Some(worth(outcome));
        }
        // The first repetition within the tree already counts: who could do better than repeat would have
        // done so the first time. A position of the game itself must come a third time, see `drawn`.
        let reversible = game.reversible_plies(pos).min(frame.since_null);
        if reversible >= 4 && self.state.history.last_occurrence(reversible).is_some_and(|back| back < ply) {
            return Some(DRAW);
        }
        if let Some(outcome) = game.drawn(pos, &self.state.history) {
            return Some(worth(game.finished(pos).unwrap_or(outcome)));
        }
        if P::ENABLED
            && let Some(knowledge) = self.shared.prober.probe(game, pos)
        {
            return Some(prober::score_of(game, pos, knowledge, ply));
        }
        None
    }

    /// The score of the node at `ply` (not the root) if its side to move can win with a single move, in games
    /// where that can be told.
    #[inline]
    pub(super) fn sudden_win<N: NodeType>(&mut self, ply: usize) -> Option<Score> {
        if !G::SUDDEN_WINS || self.exact_depth {
            return None;
        }
        let frame = &mut self.state.stack[ply];
        let m = self.shared.game.winning_move(&frame.pos)?;
        if N::PV {
            frame.pv.clear();
            frame.pv.push(m);
        }
        Some(MATE - ply as Score - 1)
    }

    /// The score of `m` at `ply` if it loses at once, in games where that can be told. Not a node, as leaving out an
    /// illegal move would be none.
    #[inline]
    pub(super) fn sudden_loss(&self, ply: usize, m: G::Move) -> Option<Score> {
        if !G::SUDDEN_WINS || self.exact_depth {
            return None;
        }
        let frame = &self.state.stack[ply];
        // Near a draw by move count the opponent may come too late.
        let in_time = self.far_from_limit(&frame.pos);
        let plies = self.shared.game.sudden_loss(&frame.pos, m, frame.in_check && in_time)?;
        Some((ply + plies) as Score - MATE)
    }

    /// Whether no draw by move count is near.
    #[inline]
    pub(super) fn far_from_limit(&self, pos: &G::Position) -> bool {
        !G::MOVE_LIMIT || self.shared.game.reversible_plies(pos) < self.shared.params.trust_plies as usize
    }

    /// Makes `m`, which loses at once, and the answer to it the line at `ply`.
    pub(super) fn show_sudden_loss(&mut self, ply: usize, m: G::Move) {
        let game = self.shared.game;
        let mut child = self.state.stack[ply].pos.clone();
        game.play(&mut child, m, &mut ());
        let answer = if game.over_by_position(&child).is_none() { game.winning_move(&child) } else { None };
        let pv = &mut self.state.stack[ply + 1].pv;
        pv.clear();
        pv.extend(answer);
        self.state.extend_pv(ply, m);
    }

    /// The score of the node at `ply` when it has no legal move.
    pub(super) fn without_moves(&self, ply: usize) -> Score {
        let game = self.shared.game;
        let pos = &self.state.stack[ply].pos;
        score::of_outcome::<G>(game.outcome_without_moves(pos), game.side_to_move(pos), ply)
    }
}
