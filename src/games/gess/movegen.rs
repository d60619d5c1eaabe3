//! Moves, found for all footprints of a side at once: the sets of centres that can move are shifted, not single
//! pieces.
//!
//! A footprint that makes one more step covers three new squares in a straight direction and five in a diagonal
//! one. They never belong to the footprint as it stood, so that it has met something exactly when one of them
//! holds a stone, and its other squares play no part. That makes the test a property of the square arrived at.

use std::ops::ControlFlow;

use super::geometry::{Move, Square};
use super::position::{Position, rings};
use super::rows::{Counts, FULL_ROW, LEN, PAD, Rows, SIDE, Tall};
use crate::game::{MoveKind, Side};

/// Steps of a footprint without a stone in its centre.
const SHORT: usize = 3;

/// What is needed to move the pieces of one side.
pub(super) struct Field {
    pub own: Rows,
    /// Centres of legal footprints: a stone of the side and none of the opponent.
    pub feet: Rows,
    /// Squares with a stone on them, to the left or to the right.
    across: Rows,
    /// Squares with a stone on them, above or below.
    along: Rows,
}

/// Something to be done in each of the eight directions.
pub(super) trait Directions {
    fn visit<const DF: i32, const DR: i32>(&mut self) -> ControlFlow<()>;

    /// Visits all of them, in the order of [`super::geometry::DIRECTIONS`].
    #[inline(always)]
    fn visit_all(&mut self) -> ControlFlow<()> {
        self.visit::<0, 1>()?;
        self.visit::<1, 1>()?;
        self.visit::<1, 0>()?;
        self.visit::<1, -1>()?;
        self.visit::<0, -1>()?;
        self.visit::<-1, -1>()?;
        self.visit::<-1, 0>()?;
        self.visit::<-1, 1>()
    }
}

/// The squares from which a step in a direction leaves the 20x20.
const fn border<const DF: i32, const DR: i32>() -> Rows {
    let mut rows = [0; LEN];
    let mut r = 0;
    while r < SIDE {
        if (DR == 1 && r == SIDE - 1) || (DR == -1 && r == 0) {
            rows[r + PAD] = FULL_ROW;
        } else if DF == 1 {
            rows[r + PAD] = 1 << (SIDE - 1);
        } else if DF == -1 {
            rows[r + PAD] = 1;
        }
        r += 1;
    }
    Rows(rows)
}

struct Border<const DF: i32, const DR: i32>;

impl<const DF: i32, const DR: i32> Border<DF, DR> {
    const ROWS: Rows = border::<DF, DR>();
}

/// Squares where a footprint that has just come in a direction covers one of the stones that `across` and
/// `along` tell of.
#[inline(always)]
fn strip<const DF: i32, const DR: i32>(across: &Rows, along: &Rows) -> Rows {
    match (DF, DR) {
        (0, _) => across.seen::<DF, DR>(),
        (_, 0) => along.seen::<DF, DR>(),
        _ => across.seen::<0, DR>() | along.seen::<DF, 0>(),
    }
}

impl Field {
    #[inline(always)]
    pub(super) fn new(own: &Rows, enemy: &Rows) -> Field {
        let feet = own.dilated().without(enemy.dilated());
        let all = *own | *enemy;
        Field { own: *own, feet, across: all.widened(), along: all.heightened() }
    }

    /// Centres that can begin to move in a direction.
    #[inline(always)]
    pub(super) fn starts<const DF: i32, const DR: i32>(&self) -> Rows {
        (self.feet & self.own.seen::<DF, DR>()).without(Border::<DF, DR>::ROWS)
    }

    /// The walk of all pieces in a direction.
    #[inline(always)]
    pub(super) fn walk<const DF: i32, const DR: i32>(&self) -> Walk<'_, DF, DR> {
        self.walk_of(self.starts::<DF, DR>())
    }

    /// The walk of the pieces on `movers`, some of [`Field::starts`].
    #[inline(always)]
    pub(super) fn walk_of<const DF: i32, const DR: i32>(&self, movers: Rows) -> Walk<'_, DF, DR> {
        // The border stops a piece as a stone does.
        let stops = Tall::new(&(strip::<DF, DR>(&self.across, &self.along) | Border::<DF, DR>::ROWS));
        Walk { movers, own: &self.own, stops, steps: 0 }
    }
}

/// The walk of all pieces of one side in one direction, step by step.
pub(super) struct Walk<'a, const DF: i32, const DR: i32> {
    /// Centres, before the move, of the pieces that can make the present number of steps.
    pub movers: Rows,
    own: &'a Rows,
    stops: Tall,
    steps: usize,
}

impl<const DF: i32, const DR: i32> Walk<'_, DF, DR> {
    /// Makes one more step; the number of steps so far, or `None` when no piece can make as many.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<usize> {
        if self.steps > 0 {
            self.movers = self.movers.without(self.stops.far::<DF, DR>(self.steps));
        }
        if self.steps == SHORT {
            self.movers = self.movers & *self.own;
        }
        self.steps += 1;
        (self.steps < SIDE && !self.movers.is_empty()).then_some(self.steps)
    }

    /// Where the piece that stood on `from` is now.
    #[inline(always)]
    pub(super) const fn target(&self, from: Square) -> Square {
        Square::new(
            (from.file() as i32 + DF * self.steps as i32) as usize,
            (from.row() as i32 + DR * self.steps as i32) as usize,
        )
    }
}

/// Adds up the moves of all pieces.
struct Counter<'a> {
    field: &'a Field,
    sum: Counts,
}

impl Directions for Counter<'_> {
    #[inline(always)]
    fn visit<const DF: i32, const DR: i32>(&mut self) -> ControlFlow<()> {
        let mut walk = self.field.walk::<DF, DR>();
        while walk.next().is_some() {
            self.sum.add(&walk.movers);
        }
        ControlFlow::Continue(())
    }
}

/// Hands the moves of a kind to `sink`.
struct Lister<'a, S> {
    pos: &'a Position,
    field: Field,
    which: MoveKind,
    /// As in [`Field`], for the opponent's stones alone.
    across: Rows,
    along: Rows,
    ring_zone: Rows,
    sink: &'a mut S,
}

impl<S: FnMut(Move) -> ControlFlow<()>> Directions for Lister<'_, S> {
    fn visit<const DF: i32, const DR: i32>(&mut self) -> ControlFlow<()> {
        let Lister { pos, field, which, across, along, ring_zone, sink } = self;
        let mut walk = field.walk::<DF, DR>();
        if *which == MoveKind::All {
            while walk.next().is_some() {
                each(&walk.movers, |from| sink(Move { from, to: walk.target(from) }))?;
            }
            return ControlFlow::Continue(());
        }
        let takes = Tall::new(&strip::<DF, DR>(across, along));
        while let Some(steps) = walk.next() {
            let takers = walk.movers & takes.far::<DF, DR>(steps);
            if *which == MoveKind::Quiet {
                each(&walk.movers.without(takers), |from| sink(Move { from, to: walk.target(from) }))?;
            }
            each(&takers, |from| {
                let m = Move { from, to: walk.target(from) };
                let noisy = ring_zone.contains(m.to) || pos.net(m) >= super::NOISY_NET;
                if noisy == (*which == MoveKind::Noisy) { sink(m) } else { ControlFlow::Continue(()) }
            })?;
        }
        ControlFlow::Continue(())
    }
}

/// Calls `f` with each square of the set until it breaks.
#[inline(always)]
pub(super) fn each(set: &Rows, mut f: impl FnMut(Square) -> ControlFlow<()>) -> ControlFlow<()> {
    for r in 0..SIDE {
        let mut row = set.0[r + PAD];
        while row != 0 {
            f(Square::new(row.trailing_zeros() as usize, r))?;
            row &= row - 1;
        }
    }
    ControlFlow::Continue(())
}

/// Where a footprint must end to break one of the rings: it replaces what stands on some of a ring's nine squares.
#[inline(always)]
pub(super) fn zone(rings: &Rows) -> Rows {
    rings.dilated().dilated()
}

impl Position {
    /// The field of the side to move.
    #[inline(always)]
    pub(super) fn field(&self, side: Side) -> Field {
        Field::new(self.stones(side), self.stones(side.other()))
    }

    /// Calls `sink` with each legal move of a kind until it breaks.
    pub(super) fn generate<S>(&self, which: MoveKind, mut sink: S) -> ControlFlow<()>
    where
        S: FnMut(Move) -> ControlFlow<()>,
    {
        if self.is_over() {
            return ControlFlow::Continue(());
        }
        let (own, enemy) = (self.stones(self.to_move), self.stones(self.to_move.other()));
        Lister {
            pos: self,
            field: Field::new(own, enemy),
            which,
            across: enemy.widened(),
            along: enemy.heightened(),
            ring_zone: zone(&rings(enemy, own)),
            sink: &mut sink,
        }
        .visit_all()
    }

    /// Number of legal moves.
    #[inline]
    pub(super) fn count(&self) -> u64 {
        if self.is_over() {
            return 0;
        }
        let mut counter = Counter { field: &self.field(self.to_move), sum: Counts::new() };
        let _ = counter.visit_all();
        u64::from(counter.sum.total())
    }

    /// Whether `m` is legal.
    pub(super) fn is_legal(&self, m: Move) -> bool {
        let Some((direction, steps)) = m.line() else { return false };
        if self.is_over() {
            return false;
        }
        let (own, enemy) = (self.stones(self.to_move), self.stones(self.to_move.other()));
        let (df, dr) = super::geometry::DIRECTIONS[direction];
        let pulls = m.from.step(df, dr).is_some_and(|square| own.contains(square));
        if !pulls
            || squares_around(m.from).any(|(_, _, square)| enemy.contains(square))
            || (steps > SHORT && !own.contains(m.from))
        {
            return false;
        }
        // All steps but the last must cover nothing that is not the footprint's own.
        let mut at = m.from;
        (1..steps).all(|_| {
            let Some(next) = at.step(df, dr) else { return false };
            at = next;
            squares_around(at).all(|(i, j, square)| {
                let new = (df != 0 && i == df) || (dr != 0 && j == dr);
                !new || !(own.contains(square) || enemy.contains(square))
            })
        })
    }

    /// Stones that the mover's `m` wins: those captured less those lost.
    #[inline(always)]
    pub(super) fn net(&self, m: Move) -> i32 {
        let effect = self.effect(m);
        effect.enemy_loss() - effect.own_loss()
    }
}

/// The squares around `centre` and itself, with their places seen from it, as far as they are on the 20x20.
fn squares_around(centre: Square) -> impl Iterator<Item = (i32, i32, Square)> {
    (-1..=1)
        .flat_map(|df| (-1..=1).map(move |dr| (df, dr)))
        .filter_map(move |(df, dr)| Some((df, dr, centre.step(df, dr)?)))
}
