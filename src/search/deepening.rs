//! The root: iterative deepening, aspiration windows and several lines.

use std::sync::mpsc::Sender;

use super::alphabeta::PLY;
use super::histories::Slots;
use super::level::{with_bonus, without_bonus};
use super::node::Pv;
use super::ordering::Picker;
use super::prober::Prober;
use super::score::{self, INFINITE};
use super::time::Timer;
use super::worker::Worker;
use super::{Bound, Info, MATE, MAX_PLY, Score};
use crate::eval::Evaluator;
use crate::game::Game;

/// Deepest iteration.
const MAX_DEPTH: i32 = MAX_PLY as i32 - 1;

/// Beyond this half width an aspiration window is opened fully.
const WIDEST_WINDOW: Score = 600;

/// What the main thread has to tell while it searches.
pub(super) enum Message<M> {
    /// A line.
    Info(Info<M>),
    /// Depth, move and number of the root move that is being searched.
    CurrentMove(u32, M, usize),
}

/// Where the main thread tells it; the others have nobody to tell.
struct Teller<'a, M> {
    sender: Option<&'a Sender<Message<M>>>,
    /// The last line of rank 1.
    last: Option<Info<M>>,
}

impl<M: Clone + PartialEq> Teller<'_, M> {
    fn info(&mut self, line: &Info<M>) {
        if let Some(sender) = self.sender {
            // Nobody hears any more: no reason not to finish.
            let _ = sender.send(Message::Info(line.clone()));
        }
        if line.multi_pv == 1 {
            self.last = Some(line.clone());
        }
    }

    fn current_move(&self, depth: u32, m: M, number: usize) {
        if let Some(sender) = self.sender {
            let _ = sender.send(Message::CurrentMove(depth, m, number));
        }
    }
}

/// A move of the root and what is known about it.
struct RootMove<M> {
    m: M,
    slots: Slots,
    noisy: bool,
    /// What the lottery adds to its scores, see [`super::Lottery`]; the scores below have it in them.
    bonus: Score,
    /// Score of the present iteration; `-INFINITE` if the move was not found to be better than others.
    score: Score,
    bound: Bound,
    /// The last score that was better than `-INFINITE`.
    previous: Score,
    /// The last score or upper bound of a score, without the bonus.
    hint: Score,
    pv: Vec<M>,
    seldepth: usize,
    /// Nodes spent on it in the present iteration.
    nodes: u64,
}

/// What the main thread found.
pub(super) struct Found<M> {
    /// Depth of the last completed iteration.
    pub depth: u32,
    /// Best lines, best first; never empty.
    pub lines: Vec<Info<M>>,
}

impl<G: Game, E: Evaluator<G>, P: Prober<G>> Worker<'_, G, E, P> {
    /// Searches `candidates`, legal root moves of which there is at least one, deeper and deeper until a
    /// limit is met. `sender` gets the lines; helper threads have none and search on until they are told
    /// to stop, `skew` plies deeper than their count of iterations says.
    pub(super) fn deepen(
        &mut self,
        candidates: &[G::Move],
        sender: Option<&Sender<Message<G::Move>>>,
        skew: i32,
    ) -> Found<G::Move> {
        let limits = self.shared.limits;
        let static_eval = self.evaluate(0);
        self.state.stack[0].static_eval = (!self.state.stack[0].in_check).then_some(static_eval);
        let mut moves = self.root_moves(candidates, static_eval);
        let wanted = limits.multi_pv.clamp(1, moves.len());
        // What is said if not even the first iteration comes to an end.
        let mut found = Found { depth: 0, lines: vec![self.info(1, 1, &moves[0])] };
        let mut teller = Teller { sender, last: None };
        let deepest = limits.depth.map_or(MAX_DEPTH, |depth| depth.clamp(1, MAX_DEPTH as u32) as i32);

        for depth in 1..=deepest {
            self.root_depth = (depth + skew).min(MAX_DEPTH);
            let best_before = moves[0].m;
            let nodes_before = self.nodes;
            for root_move in &mut moves {
                root_move.nodes = 0;
            }
            let mut failed_high = None;
            for first in 0..wanted {
                failed_high = self.aspire(&mut moves, first, wanted, &mut teller);
                if self.stopped {
                    break;
                }
                // Among the lines that were searched, instability may put a later one first.
                moves[..=first].sort_by_key(|root_move| -root_move.score);
            }
            if self.stopped {
                // A new best move of an unfinished iteration counts: its line was searched to the end.
                // Of several lines only those of one depth make sense together.
                let best = &moves[0];
                if wanted == 1 || found.depth == 0 {
                    if best.score > -INFINITE && best.bound != Bound::Upper {
                        found.lines = vec![self.info(self.root_depth as u32, 1, best)];
                    } else if let Some(line) = failed_high {
                        found.lines = vec![line];
                    }
                }
                if wanted == 1
                    && score::is_lost(moves[0].score)
                    && moves[0].score > -INFINITE
                    && let Some(line) = self.way_out(&moves)
                {
                    found.lines = vec![line];
                }
                break;
            }
            found.depth = depth as u32;
            found.lines =
                moves[..wanted].iter().enumerate().map(|(i, m)| self.info(depth as u32, i + 1, m)).collect();
            for line in &found.lines {
                teller.info(line);
            }
            let fall = if depth > 1 { moves[0].previous - moves[0].score } else { 0 };
            let share = moves[0].nodes as f64 / (self.nodes - nodes_before).max(1) as f64;
            for root_move in moves.iter_mut().filter(|root_move| root_move.score > -INFINITE) {
                root_move.previous = root_move.score;
            }
            if depth == 1 && self.shared.params.root_width > 0 {
                // Only the first moves will be tried for some time.
                moves[wanted..].sort_by_key(|root_move| -root_move.hint);
            }
            if self.is_enough(depth, moves[0].m == best_before, fall, share, moves.len(), &found.lines[0]) {
                break;
            }
        }
        self.tell_nodes();
        // An iteration that was broken off has often come to another line, or at least tried one: the last word is
        // what counts.
        let (nodes, time) = (self.total_nodes(), self.timer.as_ref().map(Timer::elapsed).unwrap_or_default());
        for line in &mut found.lines {
            (line.nodes, line.time) = (nodes, time);
        }
        if !teller.last.as_ref().is_some_and(|last| last.says_the_same(&found.lines[0])) {
            teller.info(&found.lines[0]);
        }
        found
    }

    /// Whether the iteration that was just completed is the last one. Only the main thread decides.
    fn is_enough(
        &mut self,
        depth: i32,
        same_move: bool,
        fall: Score,
        share: f64,
        moves: usize,
        line: &Info<G::Move>,
    ) -> bool {
        let shared = self.shared;
        let limits = shared.limits;
        if shared.control.stopped() {
            return true;
        }
        let total = self.total_nodes();
        let Some(timer) = &mut self.timer else { return false };
        if limits.nodes.is_some_and(|nodes| total >= nodes) {
            return true;
        }
        // A win in n moves ends with the mover's n-th: after 2 n - 1 plies.
        if limits.mate.is_some_and(|mate| line.score > MATE - 2 * mate.min(MAX_PLY as u32) as Score) {
            return true;
        }
        // Long after a forced end was found, deeper iterations only repeat it; no use of clock time.
        let distance = MATE - line.score.abs();
        let known = score::is_mate(line.score) && depth > 3 * distance + 12;
        timer.iteration(same_move, fall, share);
        timer.is_enough(shared.control, moves == 1 || known)
    }

    /// The move to play when time is up while the best one is known to lose by force, but others may not.
    fn way_out(&self, moves: &[RootMove<G::Move>]) -> Option<Info<G::Move>> {
        let open =
            |root_move: &&RootMove<G::Move>| root_move.score == -INFINITE && !score::is_lost(root_move.hint);
        // Of equals the first.
        let best = moves.iter().filter(open).rev().max_by_key(|root_move| root_move.hint)?;
        let pv = vec![best.m];
        Some(Info { score: best.hint, bound: Bound::Upper, pv, ..self.info(self.root_depth as u32, 1, best) })
    }

    /// Root moves in the order in which they are tried first.
    fn root_moves(&mut self, candidates: &[G::Move], static_eval: Score) -> Vec<RootMove<G::Move>> {
        let game = self.shared.game;
        let pos = &self.shared.root.position;
        let hit = if self.shared.selectivity.table { self.shared.table.probe(game.key(pos)) } else { None };
        let table_move =
            hit.and_then(|entry| game.unpack(pos, entry.move_bits)).filter(|&m| game.is_legal(pos, m));
        let mut picker = Picker::all(0, table_move, [None; 2], self.shared.params.good_noisy);
        let mut moves = Vec::new();
        while let Some(picked) = self.pick(&mut picker, 0) {
            if candidates.contains(&picked.m) {
                let lottery = self.shared.limits.lottery;
                let bonus = lottery.map_or(0, |lottery| lottery.bonus(game.key(pos), game.pack(picked.m)));
                moves.push(RootMove {
                    m: picked.m,
                    slots: picked.slots,
                    noisy: picked.noisy,
                    bonus,
                    score: -INFINITE,
                    bound: Bound::Lower,
                    previous: with_bonus(static_eval, bonus),
                    hint: self.first_hint(picked.m, static_eval),
                    pv: vec![picked.m],
                    seldepth: 0,
                    nodes: 0,
                });
            }
        }
        self.state.arena.clear();
        if G::SUDDEN_WINS {
            moves.sort_by_key(|root_move| score::is_lost(root_move.hint));
        }
        moves
    }

    /// What is known of a root move before any search.
    fn first_hint(&self, m: G::Move, static_eval: Score) -> Score {
        let frame = &self.state.stack[0];
        if !G::SUDDEN_WINS {
            return static_eval;
        }
        let loss = self.shared.game.sudden_loss(&frame.pos, m, frame.in_check);
        loss.map_or(static_eval, |plies| plies as Score - MATE)
    }

    /// Searches the moves from the `first` on, first with a narrow window around the expected score, and
    /// brings the best one to the front of them. Returns the line of the last pass that was too good for
    /// its window, if it was the last one to be completed.
    fn aspire(
        &mut self,
        moves: &mut [RootMove<G::Move>],
        first: usize,
        wanted: usize,
        teller: &mut Teller<'_, G::Move>,
    ) -> Option<Info<G::Move>> {
        let params = self.shared.params;
        self.seldepth = 0;
        let expected = moves[first].previous;
        let mut width = params.aspiration_window;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if self.root_depth >= params.aspiration_depth && !score::is_mate(expected) {
            (alpha, beta) = (expected - width, expected + width);
        }
        let mut failed_high = None;
        loop {
            let score = self.search_root(&mut moves[first..], first, alpha, beta, teller);
            // Stable: the best comes to the front, the others keep their order.
            moves[first..].sort_by_key(|root_move| -root_move.score);
            if self.stopped || (score > alpha && score < beta) {
                return failed_high;
            }
            let line = self.info(self.root_depth as u32, first + 1, &moves[first]);
            if wanted == 1 && self.may_talk() {
                teller.info(&line);
            }
            failed_high = (first == 0 && score >= beta).then_some(line);
            width += width / 2 + 4;
            if score <= alpha {
                beta = (alpha + beta) / 2;
                alpha = score - width;
            } else {
                beta = score + width;
            }
            if width > WIDEST_WINDOW || score::is_mate(score) {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
            alpha = alpha.max(-INFINITE);
            beta = beta.min(INFINITE);
        }
    }

    /// One pass over root moves, of which `before` others were searched already.
    fn search_root(
        &mut self,
        moves: &mut [RootMove<G::Move>],
        before: usize,
        mut alpha: Score,
        beta: Score,
        teller: &Teller<'_, G::Move>,
    ) -> Score {
        let params = self.shared.params;
        let depth = self.root_depth;
        let in_check = self.state.stack[0].in_check && G::FEW_EVASIONS;
        let side = self.shared.game.side_to_move(&self.shared.root.position).index();
        let extension = i32::from(in_check && self.shared.selectivity.extensions);
        let mut best = -INFINITE;
        for root_move in moves.iter_mut() {
            root_move.score = -INFINITE;
        }
        for frame in &mut self.state.stack[1..3] {
            frame.killers = [None; 2];
        }
        for (index, root_move) in moves.iter_mut().enumerate() {
            if !self.may_go_on() {
                break;
            }
            if self.may_talk() {
                teller.current_move(depth as u32, root_move.m, before + index + 1);
            }
            let count = index as i32 + 1;
            if self.shared.selectivity.pruning
                && params.root_width > 0
                && depth > 1
                && count > params.root_width * (depth - 1)
                && !root_move.noisy
                && !score::is_lost(alpha)
            {
                continue;
            }
            let mut reduction = 0;
            if self.shared.selectivity.reductions
                && !root_move.noisy
                && !in_check
                && index > 1
                && depth > params.lmr_depth
            {
                let history = self.state.histories.quiet(side, self.state.slots_before(0), root_move.slots);
                let base = self.base_reduction(depth, count) - history * PLY / params.lmr_history;
                reduction = ((base - params.lmr_pv) / PLY).max(0);
            }
            let nodes = self.nodes;
            self.make(0, root_move.m, root_move.slots);
            let (low, high) = (without_bonus(alpha, root_move.bonus), without_bonus(beta, root_move.bonus));
            let score = self.search_move::<Pv>(0, depth - 1 + extension, reduction, low, high, index == 0);
            self.unmake();
            root_move.nodes += self.nodes - nodes;
            if self.stopped {
                break;
            }
            root_move.hint = score;
            let score = with_bonus(score, root_move.bonus);
            if index == 0 || score > alpha {
                root_move.score = score;
                root_move.bound = if score >= beta {
                    Bound::Lower
                } else if score > alpha {
                    Bound::Exact
                } else {
                    Bound::Upper
                };
                root_move.seldepth = self.seldepth;
                root_move.pv.truncate(1);
                root_move.pv.extend_from_slice(&self.state.stack[1].pv);
            }
            best = best.max(score);
            if score >= beta {
                break;
            }
            alpha = alpha.max(score);
        }
        if !self.stopped && before == 0 && self.shared.selectivity.table {
            self.remember_root(moves, best, beta);
        }
        best
    }

    /// Whether the search takes long enough for more than the lines of completed iterations.
    fn may_talk(&self) -> bool {
        self.timer.as_ref().is_some_and(Timer::may_talk)
    }

    /// Writes the root into the table, for its move.
    fn remember_root(&self, moves: &[RootMove<G::Move>], best: Score, beta: Score) {
        let Some(first) = moves.iter().max_by_key(|root_move| root_move.score) else { return };
        let limits = self.shared.limits;
        if first.bound == Bound::Upper || limits.search_moves.is_some() || limits.lottery.is_some() {
            return;
        }
        let bound = if best >= beta { Bound::Lower } else { Bound::Exact };
        let key = self.shared.game.key(&self.shared.root.position);
        self.remember(key, Some(first.m), best, self.root_depth, bound, true, 0);
    }

    fn info(&self, depth: u32, multi_pv: usize, root_move: &RootMove<G::Move>) -> Info<G::Move> {
        let unsearched = root_move.score == -INFINITE;
        let score = if unsearched { root_move.previous } else { root_move.score };
        Info {
            depth,
            seldepth: (root_move.seldepth as u32).max(depth),
            multi_pv,
            score: without_bonus(score, root_move.bonus),
            bound: if unsearched { Bound::Exact } else { root_move.bound },
            nodes: self.total_nodes(),
            time: self.timer.as_ref().map(|timer| timer.elapsed()).unwrap_or_default(),
            hash_full: self.shared.table.hash_full(),
            pv: root_move.pv.clone(),
        }
    }
}
