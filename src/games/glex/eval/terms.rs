//! The terms of the evaluation, written once for scoring and for tracing.

use super::layout::at;
use crate::eval::tapered::Sink;
use crate::game::Side;
use crate::games::glex::geometry::{
    BOARD, CENTRE, Circle, END_ROWS, HOT_ZONE, LAST_ROW, bit, circles, column, row, row_slides, slides,
};
use crate::games::glex::movegen::{Army, Reach};
use crate::games::glex::position::Position;
use crate::games::glex::triangles::{Colour, Triangles};

/// Pieces outside their end rows at the start of a game.
pub(super) const FULL_PHASE: i32 = 16;

/// Share of the beginning, 0 to [`FULL_PHASE`].
pub(super) fn phase(pos: &Position) -> i32 {
    let outside = Side::ALL.map(|side| pos.outside(side).count_ones() as i32);
    (outside[0] + outside[1]).min(FULL_PHASE)
}

/// Index of a circle among those of a board folded along column 5, row by row.
const fn folded(circle: Circle) -> usize {
    let (row, column) = (row(circle) as usize, column(circle) as usize);
    let across = (if column > 5 { 10 - column } else { column } - 1) / 2;
    // Rows a, c and so on have three circles then, the others two.
    (row / 2) * 5 + (row % 2) * 3 + across
}

/// Index of the weight of a piece's circle.
pub(super) const fn circle_weight(side: Side, circle: Circle) -> usize {
    let own = match side {
        Side::White => circle,
        Side::Black => crate::games::glex::geometry::mirrored(circle),
    };
    at::CIRCLES.nth(folded(own))
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
pub(super) fn evaluate<S: Sink>(pos: &Position, triangles: &Triangles, sink: &mut S) {
    sink.add(at::TEMPO.nth(0), sign(pos.to_move()));
    let armies = Side::ALL.map(|side| pos.army(side));
    let reached = [race(&armies[0], sink), race(&armies[1], sink)];
    for side in Side::ALL {
        let army = &armies[side.index()];
        if S::PIECES {
            circles(army.own).for_each(|circle| sink.add(circle_weight(side, circle), sign(side)));
        }
        chances(army, reached[side.index()], triangles, sink);
        dangers(army, reached[side.other().index()], sink);
    }
}

/// How far the pieces of a side have to go.
#[inline(always)]
fn race<S: Sink>(army: &Army, sink: &mut S) -> u64 {
    let s = sign(army.side);
    let home = END_ROWS[army.side.index()];
    let outside = army.own & !home;
    sink.add(at::PIECES.nth(army.own.count_ones() as usize), s);
    sink.add(at::OUTSIDE.nth(outside.count_ones() as usize), s);
    let occupied = army.own | army.enemy;
    let free = home & !occupied;
    let crowded = outside.count_ones().saturating_sub(free.count_ones());
    sink.add(at::CROWDED.nth(crowded as usize), s);
    if army.qualified {
        sink.add(at::QUALIFIED.nth(0), s);
    }
    sink.add(at::FROZEN.nth(0), s * army.frozen.count_ones() as i32);

    // Lines are the same both ways: the circles that see a free circle of the end rows are those it sees.
    let closed = if army.qualified { 0 } else { CENTRE };
    let blockers = occupied | closed;
    let near = circles(free).fold(0, |near, circle| near | slides(circle, blockers));
    let stops = near & BOARD & !blockers;
    let reach = Reach::new(army);
    let mut reached = 0;
    let mut mobility = 0;
    for from in circles(army.own) {
        let here = bit(from);
        let targets = reach.targets(from);
        let frozen = army.frozen & here != 0;
        if !frozen {
            mobility += targets.count_ones();
            reached |= targets;
        }
        if outside & here != 0 {
            let distance = match () {
                () if near & here != 0 => 0,
                () if targets & stops != 0 => 1,
                () => 2,
            };
            let weights = if frozen { at::FROZEN_DISTANCE } else { at::DISTANCE };
            sink.add(weights.nth(distance), s);
            let ways = targets.count_ones() as usize;
            if ways < 3 {
                sink.add(at::SHUT_IN.nth(ways), s);
            }
        }
    }
    sink.add(at::MOBILITY.nth(0), s * mobility as i32);
    reached
}

/// Triangles that a side could complete with its next move.
#[inline(always)]
fn chances<S: Sink>(army: &Army, reached: u64, triangles: &Triangles, sink: &mut S) {
    let s = sign(army.side);
    let missing = triangles.missing_by_colour(army.own);
    let count = |set: u64| (set & reached).count_ones() as i32;
    sink.add(at::RED.nth(count(missing.red) as usize), s);
    let purple = if army.qualified { at::PURPLE_AGAIN } else { at::PURPLE };
    sink.add(purple.nth(0), s * count(missing.small | missing.large));
    let last_row = LAST_ROW[army.side.index()];
    let (threats, occupied) = (army.enemy & last_row, army.own | army.enemy);
    if threats != 0 && (missing.small | missing.large) & reached != 0 {
        let movers = army.own & last_row & !army.frozen;
        let seen = circles(movers).fold(0, |seen, from| seen | row_slides(from, occupied));
        sink.add(at::ROW.nth((seen & threats).count_ones() as usize), s);
    }
    for (colour, weights, pair, targets) in [
        (Colour::Yellow, at::YELLOW, at::YELLOW_PAIR, army.enemy & !HOT_ZONE),
        (Colour::Blue, at::BLUE, at::BLUE_PAIR, army.enemy),
    ] {
        let (mut shots, mut ready, mut pairs) = (0, false, 0);
        for &tips in triangles.of(colour) {
            let held = tips & army.own;
            if held.count_ones() != 2 {
                continue;
            }
            if tips & !held & reached == 0 {
                pairs += 1;
                continue;
            }
            ready = true;
            let movers = held & !army.frozen;
            shots = circles(movers).fold(shots, |seen, from| seen | slides(from, occupied));
        }
        let shots = if ready { 1 + (shots & targets).count_ones() as usize } else { 0 };
        sink.add(weights.nth(shots), s);
        sink.add(pair.nth(0), s * pairs);
    }
}

/// What the enemy could do to the pieces of a side.
#[inline(always)]
fn dangers<S: Sink>(army: &Army, reached: u64, sink: &mut S) {
    let s = sign(army.side);
    let exposed = army.own & reached;
    sink.add(at::EXPOSED.nth(0), s * (exposed & HOT_ZONE).count_ones() as i32);
    sink.add(at::CENTRE_EXPOSED.nth(0), s * (exposed & CENTRE).count_ones() as i32);
    let enemy_home = END_ROWS[army.side.other().index()];
    if army.enemy & !enemy_home != 0 {
        sink.add(at::BLOCKING.nth((army.own & enemy_home).count_ones() as usize), s);
    }
}
