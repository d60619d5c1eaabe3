//! The terms of the evaluation, written once for scoring and for tracing.

use std::ops::ControlFlow;

use super::layout::{HALF, at};
use crate::eval::tapered::Sink;
use crate::game::Side;
use crate::games::gess::geometry::Square;
use crate::games::gess::movegen::{Directions, Field, zone};
use crate::games::gess::position::Position;
use crate::games::gess::rows::{Counts, Rows, SIDE, Tall};

/// Stones of the start position: with as many or more, only the middlegame half counts.
pub(super) const FULL_PHASE: i32 = 86;

/// Share of the middlegame, 0 to [`FULL_PHASE`].
pub(super) fn phase(pos: &Position) -> i32 {
    Side::ALL.iter().map(|&side| i32::from(pos.count_of(side))).sum::<i32>().min(FULL_PHASE)
}

/// Indices of a stone's weights: its own and that of its square.
pub(super) fn stone_weights(side: Side, square: Square) -> [usize; 2] {
    let rank = match side {
        Side::White => SIDE - 1 - square.row(),
        Side::Black => square.row(),
    };
    let file = square.file().min(SIDE - 1 - square.file());
    // The margin has no stones; its squares only fill the table.
    let (rank, file) = (rank.clamp(1, SIDE - 2) - 1, file.max(1) - 1);
    [at::STONES.nth(0), at::CELLS.nth(rank * HALF + file)]
}

#[inline(always)]
const fn sign(side: Side) -> i32 {
    match side {
        Side::White => 1,
        Side::Black => -1,
    }
}

/// Tells `sink` every term of `pos`.
#[inline]
pub(super) fn evaluate<S: Sink>(pos: &Position, sink: &mut S) {
    sink.add(at::TEMPO.nth(0), sign(pos.to_move()));
    let rings = Side::ALL.map(|side| pos.rings(side));
    for side in Side::ALL {
        if S::PIECES {
            pos.stones(side).for_each(|square| {
                for index in stone_weights(side, square) {
                    sink.add(index, sign(side));
                }
            });
        }
        let [own, enemy] = [rings[side.index()], rings[side.other().index()]];
        self::rings(pos, side, &own, sink);
        activity(pos, side, &enemy, sink);
    }
}

/// Number, places and surroundings of a side's rings.
#[inline(always)]
fn rings<S: Sink>(pos: &Position, side: Side, rings: &Rows, sink: &mut S) {
    let s = sign(side);
    sink.add(at::RINGS.nth(rings.len() as usize), s);
    rings.for_each(|ring| {
        let rank = if side == Side::White { SIDE - 1 - ring.row() } else { ring.row() };
        sink.add(at::RING_RANK.nth(rank - 2), s);
        sink.add(at::RING_FILE.nth(ring.file().min(SIDE - 1 - ring.file()) - 2), s);
    });
    let (own, enemy) = (pos.stones(side), pos.stones(side.other()));
    let mut inner = rings.dilated();
    for i in 0..3 {
        let outer = inner.dilated();
        let annulus = outer.without(inner);
        sink.add(at::RING_GUARDS.nth(i), s * (*own & annulus).len() as i32);
        sink.add(at::RING_ENEMIES.nth(i), s * (*enemy & annulus).len() as i32);
        inner = outer;
    }
}

/// Sums over the moves of one side, a row each.
struct Activity<'a> {
    field: &'a Field,
    hit: Tall,
    /// The same with the squares beside.
    near: Tall,
    /// Moves of at most three steps, of more, into the zone of the enemy rings, into it or beside.
    sums: [Counts; 4],
    /// For each centre the number of directions in which it can move, in binary.
    directions: [Rows; 4],
}

impl Directions for Activity<'_> {
    #[inline(always)]
    fn visit<const DF: i32, const DR: i32>(&mut self) -> ControlFlow<()> {
        let mut carry = self.field.starts::<DF, DR>();
        for digit in &mut self.directions {
            let both = *digit & carry;
            *digit = digit.xor(carry);
            carry = both;
        }
        let [short, long, hits, nears] = &mut self.sums;
        let mut walk = self.field.walk::<DF, DR>();
        while let Some(k) = walk.next() {
            if k <= 3 {
                short.add(&walk.movers);
            } else {
                long.add(&walk.movers);
            }
            let near = walk.movers & self.near.far::<DF, DR>(k);
            if !near.is_empty() {
                nears.add(&near);
                hits.add(&(near & self.hit.far::<DF, DR>(k)));
            }
        }
        ControlFlow::Continue(())
    }
}

/// Mobility, strong pieces, and what is aimed at the enemy's rings.
#[inline(always)]
fn activity<S: Sink>(pos: &Position, side: Side, enemy_rings: &Rows, sink: &mut S) {
    let s = sign(side);
    let field = pos.field(side);
    let zone = zone(enemy_rings);
    let mut activity = Activity {
        field: &field,
        hit: Tall::new(&zone),
        near: Tall::new(&zone.dilated().dilated()),
        sums: [Counts::new(); 4],
        directions: [Rows::EMPTY; 4],
    };
    let _ = activity.visit_all();
    let [short, long, hits, nears] = activity.sums.map(|sum| sum.total() as i32);
    sink.add(at::MOBILITY.nth(0), s * short);
    sink.add(at::MOBILITY.nth(1), s * long);
    let nears = nears - hits;
    if enemy_rings.len() <= 1 {
        sink.add(at::RING_HITS.nth(hits as usize), s);
        sink.add(at::RING_NEAR.nth(0), s * nears);
    } else {
        sink.add(at::RINGS_HITS.nth(0), s * hits);
        sink.add(at::RINGS_NEAR.nth(0), s * nears);
    }
    let (long, short) = (field.feet & field.own, field.feet.without(field.own));
    for n in 1..=8 {
        let mut exactly = Rows::FULL;
        for (bit, digit) in activity.directions.iter().enumerate() {
            exactly = if n >> bit & 1 != 0 { exactly & *digit } else { exactly.without(*digit) };
        }
        sink.add(at::LONG.nth(n), s * (long & exactly).len() as i32);
        sink.add(at::SHORT.nth(n), s * (short & exactly).len() as i32);
    }
}
