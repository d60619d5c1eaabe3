//! What decides games at once: moves that break the last ring of the opponent, and moves that lose the own one.

use std::ops::ControlFlow;

use super::cones::cone;
use super::geometry::{Move, Square};
use super::movegen::{Directions, Field, each, zone};
use super::position::{Effect, Position, rings};
use super::rows::{Rows, Tall};
use crate::game::Side;

/// Farthest centre of a footprint that still covers one of a ring's nine squares.
const REACH: usize = 2;

/// Most stones that one move can take: a diagonal step covers five new squares.
const MOST_TAKEN: i32 = 5;

/// Looks for a move of one side that ends in a zone, and keeps the first that `accept` likes.
struct Finder<F> {
    field: Field,
    zone: Zone,
    accept: F,
    found: Option<Move>,
}

/// Squares for a footprint to end on.
struct Zone {
    squares: Tall,
    /// No square of the zone is more than two squares away from here, so that few pieces come into question.
    middle: Square,
}

impl Zone {
    /// The 5x5 squares around `middle`.
    fn around(middle: Square) -> Zone {
        let mut one = Rows::EMPTY;
        one.insert(middle);
        Zone { squares: Tall::new(&zone(&one)), middle }
    }
}

impl<F: FnMut(Move) -> bool> Directions for Finder<F> {
    #[inline(always)]
    fn visit<const DF: i32, const DR: i32>(&mut self) -> ControlFlow<()> {
        let movers = self.field.starts::<DF, DR>() & cone::<DF, DR>(self.zone.middle);
        if movers.is_empty() {
            return ControlFlow::Continue(());
        }
        let mut walk = self.field.walk_of::<DF, DR>(movers);
        while let Some(steps) = walk.next() {
            let hits = walk.movers & self.zone.squares.far::<DF, DR>(steps);
            if !hits.is_empty() {
                each(&hits, |from| {
                    let m = Move { from, to: walk.target(from) };
                    if !(self.accept)(m) {
                        return ControlFlow::Continue(());
                    }
                    self.found = Some(m);
                    ControlFlow::Break(())
                })?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Where a footprint must end to break all the rings at once; `None` if there is no ring or no such place.
#[inline(always)]
fn breaking_zone(rings: &Rows) -> Option<Zone> {
    let mut first = None;
    let mut common = Rows::FULL;
    rings.for_each(|ring| {
        first = first.or(Some(ring));
        let mut one = Rows::EMPTY;
        one.insert(ring);
        common = common & zone(&one);
    });
    let middle = first?;
    (!common.is_empty()).then(|| Zone { squares: Tall::new(&common), middle })
}

/// Whether the side with the stones `own` still has a ring after its move `m`.
fn keeps_ring(own: &Rows, enemy: &Rows, own_rings: &Rows, m: Move) -> bool {
    let mut safe = false;
    own_rings.for_each(|ring| safe |= ring.distance(m.from) > REACH && ring.distance(m.to) > REACH);
    if safe {
        return true;
    }
    let (mut own, mut enemy) = (*own, *enemy);
    Effect::new(&own, &enemy, m).apply(&mut own, &mut enemy, m);
    !rings(&own, &enemy).is_empty()
}

/// A move with which the side of the stones `own` leaves the opponent without a ring and keeps one itself.
#[inline(always)]
fn winner(own: &Rows, enemy: &Rows) -> Option<Move> {
    let zone = breaking_zone(&rings(enemy, own))?;
    let own_rings = rings(own, enemy);
    if own_rings.is_empty() {
        return None;
    }
    let mut finder = Finder {
        field: Field::new(own, enemy),
        zone,
        accept: |m| keeps_ring(own, enemy, &own_rings, m),
        found: None,
    };
    let _ = finder.visit_all();
    finder.found
}

impl Position {
    /// A move with which `side` would win at once, if it were its turn.
    pub(super) fn winning_move(&self, side: Side) -> Option<Move> {
        if self.is_over() {
            return None;
        }
        winner(self.stones(side), self.stones(side.other()))
    }

    /// See [`crate::game::Game::sudden_loss`].
    pub(super) fn sudden_loss(&self, m: Move, threatened: bool) -> Option<usize> {
        let us = self.to_move;
        let (own, enemy) = (self.stones(us), self.stones(us.other()));
        if !keeps_ring(own, enemy, &rings(own, enemy), m) {
            return Some(1);
        }
        if !threatened {
            return None;
        }
        let [own, enemy] = self.stones_after(us, m);
        winner(&enemy, &own).map(|_| 2)
    }

    /// Whether the mover's `m`, with which `gain` centipawns are won, is still worth `threshold` after the best capture
    /// that answers it on the spot.
    pub(super) fn holds(&self, m: Move, gain: i32, threshold: i32) -> bool {
        if gain < threshold {
            return false;
        }
        // Stones that may be lost again; no move takes more than five.
        let spare = (gain - threshold) / super::STONE;
        if spare >= MOST_TAKEN {
            return true;
        }
        let [own, enemy] = self.stones_after(self.to_move, m);
        let mut finder = Finder {
            field: Field::new(&enemy, &own),
            zone: Zone::around(m.to),
            accept: |answer: Move| {
                let effect = Effect::new(&enemy, &own, answer);
                effect.enemy_loss() - effect.own_loss() > spare
            },
            found: None,
        };
        finder.visit_all().is_continue()
    }

    /// Centres of the opponent's pieces that could break the mover's last ring.
    pub(super) fn threats(&self) -> Vec<Square> {
        let them = self.to_move.other();
        let mut found = Vec::new();
        if self.is_over() {
            return found;
        }
        let (own, enemy) = (self.stones(them), self.stones(them.other()));
        let own_rings = rings(own, enemy);
        let Some(zone) = breaking_zone(&rings(enemy, own)) else { return found };
        let mut finder = Finder {
            field: Field::new(own, enemy),
            zone,
            accept: |m: Move| {
                if keeps_ring(own, enemy, &own_rings, m) {
                    found.push(m.from);
                }
                false
            },
            found: None,
        };
        let _ = finder.visit_all();
        found.sort_unstable();
        found.dedup();
        found
    }
}
