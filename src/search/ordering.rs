//! Move ordering: a staged picker that generates and sorts no more than it must.
//!
//! The order is the table's move, noisy moves that don't lose by exchange (most valuable victim first),
//! killers, quiet moves by history and last the noisy moves that lose. All pickers of a thread share one
//! growing arena, used as a stack.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use super::histories::{Histories, Slots};
use crate::game::{Game, MoveKind};

/// Moves picked one by one from a long list before the rest is sorted: most nodes need no more.
const FEW: usize = 8;

/// A list with more moves left than this is long.
const MANY: usize = 96;

/// A move in the arena.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScoredMove<M> {
    /// The move.
    pub m: M,
    /// Ordering value, larger first.
    pub score: i32,
    /// History slots.
    pub slots: Slots,
}

/// What a picker hands out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Picked<M> {
    /// The move.
    pub m: M,
    /// Its history slots.
    pub slots: Slots,
    /// Whether it is noisy.
    pub noisy: bool,
    /// Its history: of quiet moves from all tables, 0 for the rest.
    pub history: i32,
    /// Where it came from.
    pub stage: Stage,
}

/// Where a picker is, or where a move came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    /// The table's move.
    Table,
    /// Noisy moves to be generated.
    StartNoisy,
    /// Noisy moves that don't lose by exchange.
    GoodNoisy,
    /// First killer.
    Killer1,
    /// Second killer.
    Killer2,
    /// Quiet moves to be generated.
    StartQuiet,
    /// Quiet moves.
    Quiet,
    /// Noisy moves that lose by exchange.
    BadNoisy,
    /// Nothing is left.
    Done,
}

/// What a picker may look at while it picks.
pub(super) struct Context<'a, G: Game> {
    pub game: &'a G,
    pub pos: &'a G::Position,
    pub histories: &'a Histories,
    /// Slots of the moves one and two plies before.
    pub before: [u32; 2],
}

/// Hands out the moves of one node, best first.
pub(super) struct Picker<M> {
    stage: Stage,
    table_move: Option<M>,
    killers: [Option<M>; 2],
    /// Where this node's moves begin in the arena.
    start: usize,
    /// End of the losing noisy moves, which gather at the start.
    bad_end: usize,
    /// Next move of the current stage.
    next: usize,
    /// End of this node's moves.
    end: usize,
    /// First move of the current stage.
    first: usize,
    /// Whether the rest of the current stage is in order.
    sorted: bool,
    /// Exchange value from which a noisy move is good.
    threshold: i32,
    noisy_only: bool,
    skip_quiet: bool,
}

impl<M: Copy + Eq> Picker<M> {
    /// A picker of all moves. `table_move` and `killers` may be illegal: only killers are tested here, the
    /// table's move must have passed [`Game::is_legal`].
    pub(super) fn all(start: usize, table_move: Option<M>, killers: [Option<M>; 2], threshold: i32) -> Self {
        Picker {
            stage: Stage::Table,
            table_move,
            killers,
            start,
            bad_end: start,
            next: start,
            end: start,
            first: start,
            sorted: false,
            threshold,
            noisy_only: false,
            skip_quiet: false,
        }
    }

    /// A picker of noisy moves; a quiet `table_move` is left out.
    pub(super) fn noisy(start: usize, table_move: Option<M>, threshold: i32) -> Self {
        Picker { noisy_only: true, ..Picker::all(start, table_move, [None; 2], threshold) }
    }

    /// Hands out no more quiet moves.
    #[inline]
    pub(super) fn skip_quiet(&mut self) {
        self.skip_quiet = true;
    }

    /// The next move, or `None` when all have been handed out.
    pub(super) fn next<G: Game<Move = M>>(
        &mut self,
        arena: &mut Vec<ScoredMove<M>>,
        cx: &Context<G>,
    ) -> Option<Picked<M>> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::StartNoisy;
                    if let Some(m) = self.table_move {
                        let noisy = cx.game.is_noisy(cx.pos, m);
                        if noisy || !self.noisy_only {
                            return Some(self.special(cx, m, noisy, Stage::Table));
                        }
                        self.table_move = None;
                    }
                }
                Stage::StartNoisy => {
                    self.generate_noisy(arena, cx);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => {
                    if let Some(picked) = self.good_noisy(arena, cx) {
                        return Some(picked);
                    }
                    self.stage = if self.noisy_only { Stage::BadNoisy } else { Stage::Killer1 };
                    self.next = self.start;
                }
                Stage::Killer1 | Stage::Killer2 => {
                    let stage = self.stage;
                    let index = usize::from(stage == Stage::Killer2);
                    self.stage = if index == 0 { Stage::Killer2 } else { Stage::StartQuiet };
                    if let Some(m) = self.killers[index].filter(|&m| self.killer_fits(cx, m)) {
                        return Some(self.special(cx, m, false, stage));
                    }
                    self.killers[index] = None;
                }
                Stage::StartQuiet => {
                    if self.skip_quiet {
                        self.stage = Stage::BadNoisy;
                        self.next = self.start;
                    } else {
                        self.generate_quiet(arena, cx);
                        self.stage = Stage::Quiet;
                    }
                }
                Stage::Quiet => {
                    if !self.skip_quiet && self.next < self.end {
                        let ScoredMove { m, score, slots } = self.take_best(arena);
                        return Some(Picked { m, slots, noisy: false, history: score, stage: Stage::Quiet });
                    }
                    self.stage = Stage::BadNoisy;
                    self.next = self.start;
                }
                Stage::BadNoisy => {
                    if self.next < self.bad_end {
                        let ScoredMove { m, slots, .. } = arena[self.next];
                        self.next += 1;
                        return Some(Picked { m, slots, noisy: true, history: 0, stage: Stage::BadNoisy });
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    fn special<G: Game<Move = M>>(&self, cx: &Context<G>, m: M, noisy: bool, stage: Stage) -> Picked<M> {
        let slots = Slots::of(cx.game, cx.pos, m);
        let side = cx.game.side_to_move(cx.pos).index();
        let history = if noisy { 0 } else { cx.histories.quiet(side, cx.before, slots) };
        Picked { m, slots, noisy, history, stage }
    }

    fn killer_fits<G: Game<Move = M>>(&self, cx: &Context<G>, m: M) -> bool {
        !self.skip_quiet
            && self.table_move != Some(m)
            && cx.game.is_legal(cx.pos, m)
            && !cx.game.is_noisy(cx.pos, m)
    }

    fn generate_noisy<G: Game<Move = M>>(&mut self, arena: &mut Vec<ScoredMove<M>>, cx: &Context<G>) {
        let side = cx.game.side_to_move(cx.pos).index();
        let _ = cx.game.generate(cx.pos, MoveKind::Noisy, |m| {
            if self.table_move != Some(m) {
                let slots = Slots::of(cx.game, cx.pos, m);
                let score = cx.game.noisy_order(cx.pos, m) * 64 + cx.histories.noisy(side, slots) * 4;
                arena.push(ScoredMove { m, score, slots });
            }
            ControlFlow::Continue(())
        });
        self.end = arena.len();
    }

    fn generate_quiet<G: Game<Move = M>>(&mut self, arena: &mut Vec<ScoredMove<M>>, cx: &Context<G>) {
        self.next = self.end;
        self.first = self.end;
        self.sorted = false;
        let side = cx.game.side_to_move(cx.pos).index();
        let _ = cx.game.generate(cx.pos, MoveKind::Quiet, |m| {
            if self.table_move != Some(m) && !self.killers.contains(&Some(m)) {
                let slots = Slots::of(cx.game, cx.pos, m);
                arena.push(ScoredMove { m, score: cx.histories.quiet(side, cx.before, slots), slots });
            }
            ControlFlow::Continue(())
        });
        self.end = arena.len();
    }

    fn good_noisy<G: Game<Move = M>>(
        &mut self,
        arena: &mut [ScoredMove<M>],
        cx: &Context<G>,
    ) -> Option<Picked<M>> {
        while self.next < self.end {
            let best = self.take_best(arena);
            if !G::SEE || cx.game.see_ge(cx.pos, best.m, self.threshold) {
                let ScoredMove { m, slots, .. } = best;
                return Some(Picked { m, slots, noisy: true, history: 0, stage: Stage::GoodNoisy });
            }
            // What was handed out before is not needed any more: its place takes the loser.
            arena[self.bad_end] = best;
            self.bad_end += 1;
        }
        None
    }

    /// Moves the best of the rest to the front and steps over it.
    #[inline]
    fn take_best(&mut self, arena: &mut [ScoredMove<M>]) -> ScoredMove<M> {
        let rest = &mut arena[self.next..self.end];
        if !self.sorted {
            if self.next - self.first == FEW && rest.len() > MANY {
                rest.sort_unstable_by_key(|m| Reverse(m.score));
                self.sorted = true;
            } else {
                let mut best = 0;
                for index in 1..rest.len() {
                    if rest[index].score > rest[best].score {
                        best = index;
                    }
                }
                rest.swap(0, best);
            }
        }
        self.next += 1;
        rest[0]
    }
}
