//! Making turns.

use super::geometry::{Circle, E5, HOT_ZONE, bit, circles};
use super::position::{Bonus, Move, Position};
use super::triangles::Triangles;
use super::zobrist::ZOBRIST;
use crate::game::{Delta, Side};

/// Number of the feature "piece of this side on this circle".
#[inline(always)]
pub(super) const fn feature(side: Side, circle: Circle) -> u16 {
    (side.index() * super::geometry::CIRCLES + circle as usize) as u16
}

/// A turn under way.
struct Turn<'a> {
    triangles: &'a Triangles,
    own: u64,
    enemy: u64,
    /// The mover's pieces that will be frozen.
    moved: u64,
    /// Enemy pieces that are frozen, and stay so.
    enemy_frozen: u64,
    /// The mover's guards, which stay.
    own_guards: u64,
    /// Guards that this turn gives.
    new_guards: u64,
    /// A displaced piece completed a purple triangle of its owner.
    qualifies_enemy: bool,
}

impl Turn<'_> {
    /// Moves an own piece; `takes` tells a taking apart from a displacement where an enemy stands.
    #[inline(always)]
    fn go(&mut self, from: Circle, to: Circle, takes: bool, exempt: bool) {
        let (start, goal) = (bit(from), bit(to));
        self.own ^= start | goal;
        if self.own_guards & start != 0 {
            self.own_guards ^= start | goal;
        }
        if self.enemy & goal == 0 {
            self.moved |= goal;
            return;
        }
        self.enemy ^= goal;
        self.enemy_frozen &= !goal;
        // A piece that was displaced a moment ago may be the one taken.
        self.new_guards &= !goal;
        if takes {
            if exempt {
                self.new_guards |= goal;
            } else {
                self.moved |= goal;
            }
            return;
        }
        self.enemy |= start;
        self.enemy_frozen |= start;
        self.new_guards |= start | goal;
        self.qualifies_enemy |= self.triangles.completes_purple(from, self.enemy);
    }
}

/// What the numbers of all circles of a set come to.
#[inline(always)]
fn sum(numbers: &[u64; super::geometry::CIRCLES], set: u64) -> u64 {
    circles(set).fold(0, |sum, circle| sum ^ numbers[usize::from(circle)])
}

impl Position {
    /// Plays a legal turn.
    #[inline]
    pub(super) fn play<D: Delta>(&mut self, m: Move, triangles: &Triangles, delta: &mut D) {
        let us = self.to_move;
        let them = us.other();
        let before = self.pieces;
        let enemy = self.pieces(them);
        let mut turn = Turn {
            triangles,
            own: self.pieces(us),
            enemy,
            moved: 0,
            enemy_frozen: self.frozen & enemy,
            own_guards: self.guarded & self.pieces(us),
            new_guards: 0,
            qualifies_enemy: false,
        };
        turn.go(m.from, m.to, m.to == E5, false);
        let mut qualifies = self.qualified;
        qualifies[us.index()] |= match m.bonus {
            None => triangles.completes_purple(m.to, turn.own),
            Some(bonus) => bonus.purple,
        };
        if let Some(Bonus { from, to, takes, .. }) = m.bonus {
            let exempt = from == E5 && HOT_ZONE & bit(to) != 0;
            turn.go(from, to, takes, exempt);
        }
        qualifies[them.index()] |= turn.qualifies_enemy;
        self.change(before, &turn, qualifies);
        if D::WANTED {
            for side in Side::ALL {
                let (old, new) = (before[side.index()], self.pieces(side));
                circles(old & !new).for_each(|circle| delta.remove(feature(side, circle)));
                circles(new & !old).for_each(|circle| delta.add(feature(side, circle)));
            }
        }
    }

    /// Takes over what a turn has come to, and hands the turn over.
    #[inline(always)]
    fn change(&mut self, before: [u64; 2], turn: &Turn<'_>, qualified: [bool; 2]) {
        let us = self.to_move;
        let frozen = turn.moved | turn.enemy_frozen;
        let guarded = turn.own_guards | turn.new_guards;
        self.pieces[us.index()] = turn.own;
        self.pieces[us.other().index()] = turn.enemy;
        let mut key = ZOBRIST.black;
        for side in Side::ALL {
            let i = side.index();
            key ^= sum(&ZOBRIST.pieces[i], before[i] ^ self.pieces[i]);
            if qualified[i] != self.qualified[i] {
                key ^= ZOBRIST.qualified[i];
            }
        }
        key ^= sum(&ZOBRIST.frozen, frozen ^ self.frozen) ^ sum(&ZOBRIST.guarded, guarded ^ self.guarded);
        self.key ^= key;
        let fewer = before[us.other().index()].count_ones() != turn.enemy.count_ones();
        let undoable = !fewer && qualified == self.qualified;
        self.reversible = if undoable { self.reversible.saturating_add(1) } else { 0 };
        self.frozen = frozen;
        self.guarded = guarded;
        self.qualified = qualified;
        self.pass_on();
    }

    fn pass_on(&mut self) {
        if self.to_move == Side::Black {
            self.turn = self.turn.saturating_add(1);
        }
        self.to_move = self.to_move.other();
    }

    /// Passes the turn: nothing has moved, and the guards of the enemy's pieces lapse as after any turn.
    pub(super) fn play_null(&mut self) {
        let own = self.pieces(self.to_move);
        self.frozen &= !own;
        self.guarded &= own;
        self.pass_on();
        self.reversible = self.reversible.saturating_add(1);
        self.key = self.computed_key();
    }
}
