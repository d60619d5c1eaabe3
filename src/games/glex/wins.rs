//! Turns that win at once, and those that lose at once.

use std::ops::ControlFlow;

use super::geometry::{BOARD, CENTRE, Circle, E5, END_ROWS, HOT_ZONE, NEIGHBOURS, bit, circles};
use super::movegen::{Army, Part, Reach};
use super::position::{Bonus, Move, Position, TOO_FEW, verdict};
use super::triangles::Triangles;
use crate::game::MoveKind;

/// Pieces that one turn can bring onto the end rows: one by each of its parts.
const MOST_ARRIVALS: u32 = 2;

/// Circles that a turn fills which were empty before: what it displaces goes to circles that it has left.
const MOST_FILLED: u32 = 2;

/// Pieces that can't be displaced which one turn can take: by its bonus move.
const MOST_TAKEN: usize = 1;

impl Position {
    /// A turn of the side to move that wins at once, if there is one.
    #[inline]
    pub(super) fn winning_move(&self, triangles: &Triangles) -> Option<Move> {
        let army = self.army(self.to_move);
        let outside = self.outside(self.to_move);
        let left = army.enemy.count_ones();
        if outside.count_ones() <= MOST_ARRIVALS
            && let Some(m) = arrival(&army, outside, triangles)
        {
            return Some(m);
        }
        if left <= TOO_FEW + 2
            && let Some(m) = last_capture(&army, left, triangles)
        {
            return Some(m);
        }
        if self.may_block(&army) { self.blockade(triangles) } else { None }
    }

    /// Whether a turn may leave the enemy without any: mostly one look at its pieces says no.
    ///
    /// Those in the hot zone or on the centre may be displaced or taken; of the others one may be taken, and every free
    /// circle beside the rest has to be filled.
    #[inline(always)]
    fn may_block(&self, army: &Army) -> bool {
        let free = BOARD & !(army.own | army.enemy | CENTRE);
        let pieces = army.enemy & !self.frozen & !(HOT_ZONE | CENTRE);
        let (mut once, mut twice) = (0, 0);
        for piece in circles(pieces) {
            let beside = NEIGHBOURS[usize::from(piece)] & free;
            twice |= once & beside;
            once |= beside;
            if twice.count_ones() > MOST_FILLED {
                return false;
            }
        }
        debug_assert_eq!(MOST_TAKEN, 1);
        let alone = |piece: Circle| (NEIGHBOURS[usize::from(piece)] & free & !twice).count_ones();
        let most = circles(pieces).map(alone).max().unwrap_or(0);
        once.count_ones() - most <= MOST_FILLED
    }

    /// Tries every turn for one that leaves the enemy without any.
    #[cold]
    fn blockade(&self, triangles: &Triangles) -> Option<Move> {
        let mut found = None;
        let _ = self.generate(MoveKind::All, triangles, |m| {
            if !self.wins_by(m, triangles) {
                return ControlFlow::Continue(());
            }
            found = Some(m);
            ControlFlow::Break(())
        });
        found
    }

    /// Whether the legal turn `m` wins at once.
    fn wins_by(&self, m: Move, triangles: &Triangles) -> bool {
        let us = self.to_move;
        let mut next = self.clone();
        next.play(m, triangles, &mut ());
        match verdict(us, next.pieces(us), next.pieces(us.other())) {
            Some((winner, _)) => winner == us,
            None => !next.has_moves(),
        }
    }

    /// The position with the turn passed, its key left as it was.
    fn passed(&self) -> Position {
        let own = self.pieces(self.to_move);
        let mut passed = self.clone();
        passed.frozen &= !own;
        passed.guarded &= own;
        passed.to_move = self.to_move.other();
        passed
    }

    /// A turn by which the opponent could win if it were to move now.
    #[inline]
    pub(super) fn threat(&self, triangles: &Triangles) -> Option<Move> {
        if self.verdict().is_some() {
            return None;
        }
        let passed = self.passed();
        if passed.verdict().is_some() { None } else { passed.winning_move(triangles) }
    }

    /// The pieces with which the opponent could begin a turn that wins if it were to move now.
    pub(super) fn threatening(&self, triangles: &Triangles) -> u64 {
        let passed = self.passed();
        let mut pieces = 0;
        if self.verdict().is_none() {
            let _ = passed.generate(MoveKind::All, triangles, |m| {
                pieces |= if passed.wins_by(m, triangles) { bit(m.from) } else { 0 };
                ControlFlow::Continue(())
            });
        }
        pieces
    }

    /// After how many plies the legal turn `m` loses to a single turn: at once, if it leaves the opponent all home,
    /// or to the answer, which is looked for where `threatened` says so.
    pub(super) fn sudden_loss(&self, m: Move, threatened: bool, triangles: &Triangles) -> Option<usize> {
        let us = self.to_move;
        let risky = self.outside(us.other()).count_ones() <= MOST_ARRIVALS;
        if !risky && !threatened {
            return None;
        }
        let mut next = self.clone();
        next.play(m, triangles, &mut ());
        match verdict(us, next.pieces(us), next.pieces(us.other())) {
            Some((winner, _)) => (winner != us).then_some(1),
            None => (threatened && next.winning_move(triangles).is_some()).then_some(2),
        }
    }
}

/// A turn that brings the last pieces outside home.
fn arrival(army: &Army, outside: u64, triangles: &Triangles) -> Option<Move> {
    let home = END_ROWS[army.side.index()];
    if army.own.count_ones() <= TOO_FEW {
        return None;
    }
    let reach = Reach::new(army);
    let last = outside & outside.wrapping_sub(1) == 0;
    let free = !army.frozen;
    if last {
        let from = outside.trailing_zeros() as Circle;
        let targets = if outside & free == 0 { 0 } else { reach.targets(from) & home };
        if targets != 0 {
            return Some(Move::plain(from, targets.trailing_zeros() as Circle));
        }
    }
    // One part of the turn brings each home that is not there, or nobody, and the bonus the other.
    let missing = triangles.missing(army.own) & home;
    let movers = if last { army.own & home } else { outside };
    for from in circles(movers & free) {
        let rest = outside & !bit(from) & free;
        for to in circles(reach.targets(from) & missing) {
            let Some(part) = Part::new(army, triangles, from, to) else { continue };
            let mut found = None;
            let _ = part.each_of(rest, |start, targets| {
                let Some(bonus) = targets.bonus(start, home) else { return ControlFlow::Continue(()) };
                found = Some(Move { from, to, bonus: Some(bonus) });
                ControlFlow::Break(())
            });
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

/// A turn that leaves the enemy, who has `left` pieces, with three.
fn last_capture(army: &Army, left: u32, triangles: &Triangles) -> Option<Move> {
    let reach = Reach::new(army);
    let missing = triangles.missing(army.own);
    for from in circles(army.own & !army.frozen) {
        let targets = reach.targets(from);
        let centre = targets & army.enemy & CENTRE;
        if centre != 0 && left == TOO_FEW + 1 {
            return Some(Move::plain(from, E5));
        }
        // With five left, both parts have to take.
        let firsts = missing & if left == TOO_FEW + 1 { targets } else { centre };
        for to in circles(firsts) {
            let Some(part) = Part::new(army, triangles, from, to) else { continue };
            let mut found = None;
            let _ = part.each(|start, targets| {
                let Some(bonus) = targets.capture(start) else { return ControlFlow::Continue(()) };
                found = Some(Move { from, to, bonus: Some(bonus) });
                ControlFlow::Break(())
            });
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

/// The bonus on the first of a set of circles.
#[inline(always)]
pub(super) fn first_bonus(from: Circle, goals: u64, takes: bool, purple: u64) -> Option<Bonus> {
    let to = goals.trailing_zeros() as Circle;
    (goals != 0).then(|| Bonus { from, to, takes, purple: purple & bit(to) != 0 })
}
