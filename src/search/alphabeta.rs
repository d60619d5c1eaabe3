//! The principal variation search below the root.

use arrayvec::ArrayVec;

use super::histories::Slots;
use super::node::{All, Cut, NodeType, Pv};
use super::ordering::{Picked, Picker, Stage};
use super::params::LN;
use super::prober::Prober;
use super::quiescence::bounded_by_table;
use super::score::{self, INFINITE, flip};
use super::table::Entry;
use super::worker::Worker;
use super::{Bound, MATE, MAX_PLY, Score};
use crate::eval::Evaluator;
use crate::game::Game;

/// Moves of one kind that are remembered at a node, to be punished when a later one fails high.
const TRIED: usize = 40;

/// One ply in the unit of reductions.
pub(super) const PLY: i32 = 1024;

/// What a node knows about itself before its moves are looked at.
struct Facts {
    depth: i32,
    in_check: bool,
    improving: bool,
    /// Corrected evaluation, improved by the table; meaningless in check.
    eval: Score,
    /// The table's move is noisy.
    noisy_table_move: bool,
    /// The table saw the node on a principal variation.
    was_pv: bool,
    /// The window is so far from 0 that only mates matter.
    decisive: bool,
}

impl<G: Game, E: Evaluator<G>, P: Prober<G>> Worker<'_, G, E, P> {
    /// The score of the node at `ply` (not the root), `depth` plies deep, for its side to move. Fail-soft:
    /// the score may lie outside of `alpha` to `beta` and is a bound then. Meaningless once `stopped`.
    pub(super) fn alphabeta<N: NodeType>(
        &mut self,
        ply: usize,
        mut depth: i32,
        mut alpha: Score,
        mut beta: Score,
    ) -> Score {
        if depth <= 0 {
            return self.quiescence::<N>(ply, 0, alpha, beta);
        }
        let game = self.shared.game;
        let selectivity = self.shared.selectivity;
        if N::PV {
            self.state.stack[ply].pv.clear();
            self.seldepth = self.seldepth.max(ply);
        }
        let excluded = self.state.stack[ply].excluded;
        if excluded.is_none() {
            if let Some(score) = self.settled(ply) {
                return score;
            }
            // Mate distance: nothing here can be better than a win, or worse than a loss, at this ply. (Both
            // can happen at once in games where who has no move may have won.)
            alpha = alpha.max(-MATE + ply as Score);
            beta = beta.min(MATE - ply as Score);
            if alpha >= beta {
                return alpha;
            }
            if let Some(score) = self.sudden_win::<N>(ply) {
                return score;
            }
        }
        if ply >= MAX_PLY {
            return self.evaluate(ply);
        }

        let threatened = self.state.stack[ply].in_check;
        let in_check = threatened && G::FEW_EVASIONS;
        let pos = &self.state.stack[ply].pos;
        let key = game.key(pos);
        let hit = if selectivity.table && excluded.is_none() { self.shared.table.probe(key) } else { None };
        // The nearer a draw by move count may be, the less do scores of the same board at another count say.
        if !N::PV
            && self.far_from_limit(pos)
            && let Some(score) = self.cutoff_score(hit, depth, ply, alpha, beta)
        {
            return score;
        }
        let table_move =
            hit.and_then(|entry| game.unpack(pos, entry.move_bits)).filter(|&m| game.is_legal(pos, m));

        let mut facts = Facts {
            depth,
            in_check,
            improving: false,
            eval: 0,
            noisy_table_move: table_move.is_some_and(|m| game.is_noisy(pos, m)),
            was_pv: N::PV || hit.is_some_and(|entry| entry.pv),
            decisive: alpha.abs() >= self.shared.params.decisive,
        };
        let raw = self.assess(ply, hit, excluded.is_some(), &mut facts);
        if !N::PV
            && !threatened
            && excluded.is_none()
            && let Some(score) = self.prune_node::<N>(ply, alpha, beta, &facts)
        {
            return score;
        }
        if self.stopped {
            return 0;
        }

        // Without a table move the node is likely ill ordered: a shallower search finds one for next time.
        if selectivity.reductions
            && (N::PV || N::CUT)
            && table_move.is_none()
            && depth >= self.shared.params.iir_depth
            && excluded.is_none()
        {
            depth -= 1;
            facts.depth = depth;
        }
        let extension = match hit {
            _ if !selectivity.extensions => 0,
            _ if in_check && (ply as i32) < 2 * self.root_depth => 1,
            Some(entry) if table_move.is_some() && (ply as i32) < 2 * self.root_depth => {
                let singular = self.singular(ply, depth, table_move, entry);
                if self.stopped {
                    return 0;
                }
                singular
            }
            _ => 0,
        };

        let start = self.state.arena.len();
        let killers = self.state.stack[ply].killers;
        // Killers are shared by the children of one grandparent.
        self.state.stack[ply + 2].killers = [None; 2];
        let mut picker = Picker::all(start, table_move, killers, self.shared.params.good_noisy);
        let mut quiets: ArrayVec<Slots, TRIED> = ArrayVec::new();
        let mut noisies: ArrayVec<Slots, TRIED> = ArrayVec::new();
        let old_alpha = alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut count = 0;
        while let Some(picked) = self.pick(&mut picker, ply) {
            if Some(picked.m) == excluded {
                continue;
            }
            if let Some(score) = self.sudden_loss(ply, picked.m) {
                best = best.max(score);
                if score > alpha {
                    best_move = Some(picked.m);
                    if N::PV {
                        self.show_sudden_loss(ply, picked.m);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
                continue;
            }
            count += 1;
            if selectivity.pruning
                && !score::is_lost(best)
                && self.prune_move::<N>(ply, count, alpha, &picked, &facts, &mut picker)
            {
                continue;
            }
            if !self.may_go_on() {
                break;
            }
            // In check every move is extended, else only a singular table move.
            let extended = if in_check || picked.stage == Stage::Table { extension } else { 0 };
            let new_depth = depth - 1 + extended;
            self.make(ply, picked.m, picked.slots);
            let reduction = if count > 1 { self.reduction::<N>(ply, count, &picked, &facts) } else { 0 };
            let score = self.search_move::<N>(ply, new_depth, reduction, alpha, beta, count == 1);
            self.unmake();
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(picked.m);
                    if N::PV {
                        self.state.extend_pv(ply, picked.m);
                    }
                    if score >= beta {
                        self.reward(ply, depth, &picked, &quiets, &noisies);
                        break;
                    }
                    alpha = score;
                }
            }
            let tried = if picked.noisy { &mut noisies } else { &mut quiets };
            let _ = tried.try_push(picked.slots);
        }
        self.state.arena.truncate(start);
        if self.stopped {
            return 0;
        }
        if count == 0 && (best == -INFINITE || excluded.is_some()) {
            return if excluded.is_some() { alpha } else { self.without_moves(ply) };
        }
        if excluded.is_none() {
            let bound = if best >= beta {
                Bound::Lower
            } else if N::PV && best_move.is_some() {
                Bound::Exact
            } else {
                Bound::Upper
            };
            if selectivity.table {
                self.remember(key, best_move, best, depth, bound, facts.was_pv, ply);
            }
            debug_assert!(best > -INFINITE && (bound != Bound::Exact || best > old_alpha));
            let quiet_best = best_move.is_none_or(|m| !game.is_noisy(&self.state.stack[ply].pos, m));
            if !in_check && quiet_best && !self.exact_depth && !score::is_mate(best) {
                self.learn_error(ply, depth, raw, best, bound);
            }
        }
        best
    }

    /// Searches the move just made from the node at `ply`: first with a reduced depth and a zero window,
    /// and with more of both as long as it promises to be good.
    pub(super) fn search_move<N: NodeType>(
        &mut self,
        ply: usize,
        depth: i32,
        reduction: i32,
        alpha: Score,
        beta: Score,
        first: bool,
    ) -> Score {
        let above = alpha + 1;
        if first {
            return if N::PV {
                flip(self.alphabeta::<Pv>(ply + 1, depth, flip(beta), flip(alpha)))
            } else {
                flip(self.alphabeta::<N::Scout>(ply + 1, depth, flip(above), flip(alpha)))
            };
        }
        let mut score = alpha;
        let mut full = true;
        if reduction > 0 {
            let reduced = (depth - reduction).max(1).min(depth);
            score = flip(self.alphabeta::<Cut>(ply + 1, reduced, flip(above), flip(alpha)));
            full = score > alpha && reduced < depth && !self.stopped;
        }
        if full {
            score = flip(self.alphabeta::<N::Scout>(ply + 1, depth, flip(above), flip(alpha)));
        }
        if N::PV && score > alpha && !self.stopped {
            score = flip(self.alphabeta::<Pv>(ply + 1, depth, flip(beta), flip(alpha)));
        }
        score
    }

    /// Evaluates the node and fills in the rest of `facts`; returns the uncorrected evaluation.
    fn assess(&mut self, ply: usize, hit: Option<Entry>, again: bool, facts: &mut Facts) -> Score {
        if facts.in_check {
            self.state.stack[ply].static_eval = None;
            return 0;
        }
        let selectivity = self.shared.selectivity;
        if !(selectivity.pruning || selectivity.null_move || selectivity.reductions) {
            return 0;
        }
        // While the singularity of a move is tested, the evaluation is that of the node's first visit.
        let (raw, static_eval) = match self.state.stack[ply].static_eval {
            Some(known) if again => (known, known),
            _ => {
                let raw = self.evaluate(ply);
                (raw, self.corrected(ply, raw))
            }
        };
        self.state.stack[ply].static_eval = Some(static_eval);
        let earlier = |back: usize| ply.checked_sub(back).and_then(|ply| self.state.stack[ply].static_eval);
        facts.improving = earlier(2).or_else(|| earlier(4)).is_some_and(|before| static_eval > before);
        facts.eval = bounded_by_table(static_eval, hit, ply);
        raw
    }

    /// Tries to do without the moves of a zero-window node that is not in check.
    fn prune_node<N: NodeType>(
        &mut self,
        ply: usize,
        alpha: Score,
        beta: Score,
        facts: &Facts,
    ) -> Option<Score> {
        let params = self.shared.params;
        let &Facts { depth, eval, improving, .. } = facts;
        let selectivity = self.shared.selectivity;
        if selectivity.pruning && !facts.decisive {
            // Reverse futility: so far above beta that one more move won't spoil it.
            if depth <= params.rfp_depth && !score::is_won(eval) && !score::is_lost(beta) {
                let margin = params.rfp_margin * depth - params.rfp_improving * i32::from(improving);
                if eval - margin >= beta {
                    return Some((eval + beta) / 2);
                }
            }
            // Razoring: so far below alpha that only a noisy move can help.
            if depth <= params.razor_depth
                && !score::is_mate(alpha)
                && eval + params.razor_margin * depth <= alpha
            {
                let score = self.quiescence::<N>(ply, 0, alpha, beta);
                if score <= alpha || self.stopped {
                    return Some(score);
                }
            }
        }
        if selectivity.null_move {
            return self.try_null_move::<N>(ply, beta, facts);
        }
        None
    }

    /// Null move: whoever is above beta even after passing will be so after a move, zugzwang apart.
    fn try_null_move<N: NodeType>(&mut self, ply: usize, beta: Score, facts: &Facts) -> Option<Score> {
        let params = self.shared.params;
        let &Facts { depth, eval, .. } = facts;
        let frame = &self.state.stack[ply];
        if !G::NULL_MOVE
            || !N::CUT
            || depth < params.null_depth
            || eval < beta
            || score::is_lost(beta)
            || ply < self.null_from
            || frame.since_null == 0
            || !self.shared.game.null_move_sound(&frame.pos)
            || !self.may_go_on()
        {
            return None;
        }
        let surplus = ((eval - beta) / params.null_eval).min(3);
        let reduced = depth - params.null_base - depth / params.null_divisor - surplus;
        self.make_null(ply);
        let score = flip(self.alphabeta::<All>(ply + 1, reduced, flip(beta), flip(beta - 1)));
        self.unmake();
        if self.stopped || score < beta {
            return None;
        }
        // A win found by passing is no proof of a win.
        let score = if score::is_won(score) { beta } else { score };
        if depth < params.null_verify_depth || self.null_from > 0 {
            return Some(score);
        }
        self.null_from = ply + (3 * reduced.max(0) / 4) as usize + 1;
        let verified = self.alphabeta::<All>(ply, reduced.max(1), beta - 1, beta);
        self.null_from = 0;
        (verified >= beta && !self.stopped).then_some(score)
    }

    /// Whether `picked`, the `count`-th move, can be left out. Asked only when some move does not lose.
    fn prune_move<N: NodeType>(
        &self,
        ply: usize,
        count: i32,
        alpha: Score,
        picked: &Picked<G::Move>,
        facts: &Facts,
        picker: &mut Picker<G::Move>,
    ) -> bool {
        let game = self.shared.game;
        let params = self.shared.params;
        let depth = facts.depth;
        let pos = &self.state.stack[ply].pos;
        if picked.noisy {
            return G::SEE
                && picked.stage == Stage::BadNoisy
                && depth <= params.see_depth
                && !game.see_ge(pos, picked.m, -params.see_noisy * depth);
        }
        if facts.in_check || facts.decisive {
            return false;
        }
        if depth <= params.lmp_depth && !N::PV {
            let most = params.lmp_base + depth * depth * params.lmp_factor / 100;
            if count > if facts.improving { most } else { most / 2 + 1 } {
                picker.skip_quiet();
                return true;
            }
        }
        let reduction = self.base_reduction(depth, count) - picked.history * PLY / params.lmr_history;
        let reduced = (depth - reduction.max(0) / PLY).max(0);
        if reduced <= params.history_prune_depth && picked.history < -params.history_prune_margin * depth {
            picker.skip_quiet();
            return true;
        }
        if reduced <= params.futility_depth
            && !score::is_mate(alpha)
            && facts.eval + params.futility_base + params.futility_margin * reduced <= alpha
        {
            picker.skip_quiet();
            return true;
        }
        G::SEE
            && depth <= params.see_depth
            && !game.see_ge(pos, picked.m, -params.see_quiet * reduced * reduced.min(2))
    }

    /// Reduction by depth and move number alone.
    pub(super) fn base_reduction(&self, depth: i32, count: i32) -> i32 {
        let params = self.shared.params;
        let product = LN[depth.clamp(0, 63) as usize] * LN[count.clamp(0, 63) as usize];
        params.lmr_base + product / 1024 * 100 / params.lmr_divisor
    }

    /// By how many plies the `count`-th move, just made at `ply`, is searched less deep at first.
    fn reduction<N: NodeType>(&self, ply: usize, count: i32, picked: &Picked<G::Move>, facts: &Facts) -> i32 {
        let params = self.shared.params;
        if !self.shared.selectivity.reductions || facts.depth < params.lmr_depth || facts.in_check {
            return 0;
        }
        let gives_check = self.state.stack[ply + 1].in_check;
        let mut reduction = match picked.stage {
            Stage::Table | Stage::GoodNoisy => return 0,
            Stage::BadNoisy => params.lmr_noisy + self.base_reduction(facts.depth, count) / 2,
            _ => self.base_reduction(facts.depth, count) - picked.history * PLY / params.lmr_history,
        };
        if matches!(picked.stage, Stage::Killer1 | Stage::Killer2) {
            reduction -= params.lmr_killer;
        }
        if N::PV {
            reduction -= params.lmr_pv;
        } else if facts.was_pv {
            reduction -= params.lmr_was_pv;
        }
        if N::CUT {
            reduction += params.lmr_cut;
        }
        if !facts.improving {
            reduction += params.lmr_not_improving;
        }
        if gives_check {
            reduction -= params.lmr_check;
        }
        if facts.decisive {
            reduction -= params.lmr_decisive;
        }
        if facts.noisy_table_move {
            reduction += params.lmr_noisy_tt;
        }
        (reduction / PLY).max(0)
    }

    /// Plies to add to the table's move because every other move is clearly worse, or to take off because
    /// others are good as well.
    fn singular(&mut self, ply: usize, depth: i32, table_move: Option<G::Move>, entry: Entry) -> i32 {
        let params = self.shared.params;
        let score = score::from_table(entry.score, ply);
        if !(self.shared.selectivity.reductions && self.shared.selectivity.pruning)
            || depth < params.singular_depth
            || self.state.stack[ply].excluded.is_some()
            || i32::from(entry.depth) < depth - 3
            || !matches!(entry.bound, Some(Bound::Lower | Bound::Exact))
            || score::is_mate(score)
        {
            return 0;
        }
        let bar = score - params.singular_margin * depth / 16;
        self.state.stack[ply].excluded = table_move;
        let rest = self.alphabeta::<Cut>(ply, (depth - 1) / 2, bar - 1, bar);
        self.state.stack[ply].excluded = None;
        i32::from(!self.stopped && rest < bar)
    }

    /// Learns from a move that failed high, and from those tried before it.
    fn reward(
        &mut self,
        ply: usize,
        depth: i32,
        picked: &Picked<G::Move>,
        quiets: &[Slots],
        noisies: &[Slots],
    ) {
        let params = self.shared.params;
        let bonus = (params.history_bonus * depth + params.history_offset).min(params.history_most);
        let side = self.shared.game.side_to_move(&self.state.stack[ply].pos).index();
        let before = self.state.slots_before(ply);
        let histories = &mut self.state.histories;
        if picked.noisy {
            histories.update_noisy(side, picked.slots, bonus);
        } else {
            histories.update_quiet(side, before, picked.slots, bonus);
            for &slots in quiets {
                histories.update_quiet(side, before, slots, -bonus);
            }
            let killers = &mut self.state.stack[ply].killers;
            if killers[0] != Some(picked.m) {
                *killers = [Some(picked.m), killers[0]];
            }
        }
        for &slots in noisies {
            self.state.histories.update_noisy(side, slots, -bonus);
        }
    }

    /// Teaches the correction history by how much the evaluation `raw` was off, where `bound` allows.
    fn learn_error(&mut self, ply: usize, depth: i32, raw: Score, score: Score, bound: Bound) {
        let fits = match bound {
            Bound::Exact => true,
            Bound::Lower => score > raw,
            Bound::Upper => score < raw,
        };
        if fits {
            let game = self.shared.game;
            let pos = &self.state.stack[ply].pos;
            let side = game.side_to_move(pos).index();
            let material = game.material_key(pos);
            self.state.histories.update_correction(side, material, score - raw, depth);
        }
    }
}
