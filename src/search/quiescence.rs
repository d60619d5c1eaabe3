//! Quiescence: noisy moves until the position is quiet enough to be evaluated.

use super::node::NodeType;
use super::ordering::{Picker, Stage};
use super::prober::Prober;
use super::score::{self, INFINITE, flip};
use super::table::Entry;
use super::worker::Worker;
use super::{Bound, MAX_PLY, Score};
use crate::eval::Evaluator;
use crate::game::Game;

impl<G: Game, E: Evaluator<G>, P: Prober<G>> Worker<'_, G, E, P> {
    /// The score of the node at `ply` when only noisy moves, and in check all evasions, are played on. So have been
    /// the last `since` moves before it.
    pub(super) fn quiescence<N: NodeType>(
        &mut self,
        ply: usize,
        since: i32,
        mut alpha: Score,
        beta: Score,
    ) -> Score {
        let game = self.shared.game;
        if N::PV {
            self.state.stack[ply].pv.clear();
            self.seldepth = self.seldepth.max(ply);
        }
        if let Some(score) = self.settled(ply).or_else(|| self.sudden_win::<N>(ply)) {
            return score;
        }
        if !self.shared.selectivity.quiescence {
            return if game.has_moves(&self.state.stack[ply].pos) {
                self.evaluate(ply)
            } else {
                self.without_moves(ply)
            };
        }
        if ply >= MAX_PLY {
            return self.evaluate(ply);
        }
        // A selective search looks for a lack of moves only where it finds no noisy ones.
        if self.exact_depth && !game.has_moves(&self.state.stack[ply].pos) {
            return self.without_moves(ply);
        }

        let key = game.key(&self.state.stack[ply].pos);
        let hit = if self.shared.selectivity.table { self.shared.table.probe(key) } else { None };
        if !N::PV
            && let Some(score) = self.cutoff_score(hit, 0, ply, alpha, beta)
        {
            return score;
        }

        let in_check = self.state.stack[ply].in_check && (G::FEW_EVASIONS || self.exact_depth);
        let old_alpha = alpha;
        let mut best = -INFINITE;
        let mut futile = -INFINITE;
        if !in_check {
            best = self.evaluate(ply);
            best = self.corrected(ply, best);
            if !self.exact_depth {
                best = bounded_by_table(best, hit, ply);
            }
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
            futile = best + self.shared.params.qs_futility;
        }

        let pos = &self.state.stack[ply].pos;
        let table_move =
            hit.and_then(|entry| game.unpack(pos, entry.move_bits)).filter(|&m| game.is_legal(pos, m));
        let start = self.state.arena.len();
        let mut picker = if in_check {
            Picker::all(start, table_move, [None; 2], 0)
        } else {
            Picker::noisy(start, table_move, 0)
        };
        let pruning = self.shared.selectivity.pruning;
        // Where there are so many captures that following all of them would never end, ever fewer are.
        let most = match self.shared.params.qs_width {
            width if width > 0 && pruning && !in_check => (width >> since.min(31)).max(1),
            _ => i32::MAX,
        };
        let mut made = 0;
        let mut best_move = None;
        let mut any = false;
        while let Some(picked) = self.pick(&mut picker, ply) {
            any = true;
            if pruning && !score::is_lost(best) {
                let pos = &self.state.stack[ply].pos;
                if in_check {
                    // One evasion that is not mate suffices: the quiet rest is left alone.
                    picker.skip_quiet();
                    if !picked.noisy {
                        continue;
                    }
                } else {
                    if futile <= alpha {
                        let promise = futile + game.gain(pos, picked.m);
                        if promise <= alpha {
                            best = best.max(promise);
                            continue;
                        }
                    }
                    if picked.stage == Stage::BadNoisy {
                        // Whatever follows from the picker loses by exchange as well.
                        break;
                    }
                }
            }
            if let Some(score) = self.sudden_loss(ply, picked.m) {
                best = best.max(score);
                continue;
            }
            if made == most || !self.may_go_on() {
                break;
            }
            made += 1;
            self.make(ply, picked.m, picked.slots);
            let score = flip(self.quiescence::<N>(ply + 1, since + 1, flip(beta), flip(alpha)));
            self.unmake();
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(picked.m);
                    if N::PV {
                        self.state.extend_pv(ply, picked.m);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.state.arena.truncate(start);
        if self.stopped {
            return 0;
        }
        if !any && (in_check || !game.has_moves(&self.state.stack[ply].pos)) {
            return self.without_moves(ply);
        }
        if self.shared.selectivity.table {
            let bound = if best >= beta {
                Bound::Lower
            } else if N::PV && best > old_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            self.remember(key, best_move, best, 0, bound, N::PV, ply);
        }
        best
    }

    /// The score that `hit` settles a zero-window node with at `depth`, if it does.
    #[inline]
    pub(super) fn cutoff_score(
        &self,
        hit: Option<Entry>,
        depth: i32,
        ply: usize,
        alpha: Score,
        beta: Score,
    ) -> Option<Score> {
        let entry = hit?;
        let found = i32::from(entry.depth);
        if found < depth || (self.exact_depth && found != depth) {
            return None;
        }
        let score = score::from_table(entry.score, ply);
        let fits = match entry.bound? {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        fits.then_some(score)
    }

    /// Writes what was found at a node into the table.
    #[expect(clippy::too_many_arguments, reason = "an entry has that many parts")]
    #[inline]
    pub(super) fn remember(
        &self,
        key: u64,
        m: Option<G::Move>,
        score: Score,
        depth: i32,
        bound: Bound,
        pv: bool,
        ply: usize,
    ) {
        let entry = Entry {
            move_bits: m.map_or(0, |m| self.shared.game.pack(m)),
            score: score::to_table(score, ply),
            depth: depth.clamp(0, 255) as u8,
            bound: Some(bound),
            pv,
        };
        self.shared.table.store(key, entry);
    }
}

/// `evaluation`, moved to the table's score where that is a bound in its direction.
#[inline]
pub(super) fn bounded_by_table(evaluation: Score, hit: Option<Entry>, ply: usize) -> Score {
    let Some(entry) = hit else { return evaluation };
    let score = score::from_table(entry.score, ply);
    if score::is_mate(score) {
        return evaluation;
    }
    match entry.bound {
        Some(Bound::Exact) => score,
        Some(Bound::Lower) if score > evaluation => score,
        Some(Bound::Upper) if score < evaluation => score,
        _ => evaluation,
    }
}
