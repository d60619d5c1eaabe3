//! The terms of the evaluation, written once for scoring and for tracing.

use super::super::geometry::{BOARD, Cell};
use super::super::movegen::{pawn_attacks, pawn_steps};
use super::super::position::{Kind, Position};
use super::super::rook::RowFlood;
use super::super::tables::TABLES;
use super::layout::{PSQT, ROOK_STEP, at};
use super::masks::{CONE, FAR_HALF, FOLDED, NEAR, distance, folded};
use crate::bitboard::CellSet;
use crate::eval::tapered::{Run, Sink};
use crate::game::Side;

/// Share of each kind in the phase: a full board has [`FULL_PHASE`].
pub(super) const PHASE: [i32; 6] = [0, 1, 1, 3, 3, 0];

/// Phase of the start position.
pub(super) const FULL_PHASE: i32 = 32;

/// Weight of the middlegame, 0 to [`FULL_PHASE`].
pub(super) fn phase(pos: &Position) -> i32 {
    Kind::ALL.iter().map(|&k| PHASE[k.index()] * pos.kind(k).len() as i32).sum::<i32>().min(FULL_PHASE)
}

/// What one side's pieces do.
struct Army {
    king: Cell,
    /// King's circle and those beside it.
    zone: CellSet,
    pawn_attacks: CellSet,
    /// Circles attacked by pieces of each kind, from knight to queen.
    attacks: [CellSet; 4],
    /// Everything attacked, king included.
    all: CellSet,
    /// Everything attacked but by king and queen.
    strong: CellSet,
}

impl Army {
    #[inline(always)]
    fn new(pos: &Position, side: Side) -> Army {
        let king = pos.king(side);
        let near = TABLES.king[usize::from(king) & 127];
        let pawn_attacks = pawn_attacks(pos.pieces(side, Kind::Pawn), side);
        Army {
            king,
            zone: near | CellSet::single(king),
            pawn_attacks,
            attacks: [CellSet::EMPTY; 4],
            all: near | pawn_attacks,
            strong: pawn_attacks,
        }
    }
}

const PIECES: [Kind; 4] = [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen];

const MOBILITY: [Run; 4] = [at::KNIGHT_MOBILITY, at::BISHOP_MOBILITY, at::ROOK_MOBILITY, at::QUEEN_MOBILITY];

/// Tells `sink` every term of `pos`.
#[inline]
pub(super) fn evaluate<S: Sink>(pos: &Position, sink: &mut S) {
    sink.add(at::TEMPO.nth(0), sign(pos.to_move()));
    if S::PIECES {
        pieces(pos, sink);
    }
    let flood = RowFlood::new(pos.occupied());
    let mut armies = [Army::new(pos, Side::White), Army::new(pos, Side::Black)];
    let mut pressure = [Pressure::default(); 2];
    for side in Side::ALL {
        pressure[side.index()] = activity(pos, &flood, side, &mut armies, sink);
    }
    for side in Side::ALL {
        let [us, them] =
            if side == Side::White { [&armies[0], &armies[1]] } else { [&armies[1], &armies[0]] };
        pawns(pos, side, us, them, sink);
        threats(pos, side, us, them, sink);
        attack(pos, side, us, them, pressure[side.index()], sink);
        shelter(pos, side, us, sink);
    }
}

#[inline(always)]
const fn sign(side: Side) -> i32 {
    match side {
        Side::White => 1,
        Side::Black => -1,
    }
}

fn pieces<S: Sink>(pos: &Position, sink: &mut S) {
    for side in Side::ALL {
        for kind in Kind::ALL {
            for cell in pos.pieces(side, kind) {
                for index in piece_weights(side, kind, cell).into_iter().flatten() {
                    sink.add(index, sign(side));
                }
            }
        }
    }
}

/// Indices of a piece's material weight (none for the king) and of its piece-square weight.
pub(super) fn piece_weights(side: Side, kind: Kind, cell: Cell) -> [Option<usize>; 2] {
    let square = PSQT + kind.index() * FOLDED + folded(side.index(), cell);
    [(kind != Kind::King).then_some(at::MATERIAL.nth(kind.index())), Some(square)]
}

/// What a side aims at the enemy king.
#[derive(Clone, Copy, Default)]
struct Pressure {
    attackers: usize,
    hits: [i32; 4],
}

/// Mobility; fills the side's attacks and returns its pressure on the king.
#[inline(always)]
fn activity<S: Sink>(
    pos: &Position,
    flood: &RowFlood,
    side: Side,
    armies: &mut [Army; 2],
    sink: &mut S,
) -> Pressure {
    let t = &TABLES;
    let s = sign(side);
    let occupied = pos.occupied();
    let enemy = &armies[side.other().index()];
    let (area, zone) = (BOARD.without(pos.side(side) | enemy.pawn_attacks), enemy.zone);
    let us = &mut armies[side.index()];
    let mut pressure = Pressure::default();
    for (i, kind) in PIECES.into_iter().enumerate() {
        let mut together = CellSet::EMPTY;
        for from in pos.pieces(side, kind) {
            let mut scale = 1;
            let attacked = match kind {
                Kind::Knight => t.knight[usize::from(from) & 127],
                Kind::Bishop => t.diagonals(from, occupied),
                Kind::Rook => {
                    let turning = t.diagonals(from, occupied).without(occupied);
                    sink.add(at::ROOK_TURNS.nth(turning.len() as usize), s);
                    scale = ROOK_STEP;
                    (t.row(from, occupied) | flood.seen(turning)) & BOARD
                }
                _ => t.row(from, occupied) | t.diagonals(from, occupied),
            };
            together |= attacked;
            sink.add(MOBILITY[i].nth((attacked & area).len() as usize / scale), s);
            let hits = (attacked & zone).len() as i32;
            if hits > 0 {
                pressure.attackers += 1;
                pressure.hits[i] += hits;
            }
        }
        us.attacks[i] = together;
        us.all |= together;
        if kind != Kind::Queen {
            us.strong |= together;
        }
    }
    if pos.pieces(side, Kind::Bishop).several() {
        sink.add(at::BISHOP_PAIR.nth(0), s);
    }
    pressure
}

/// Structure and passed pawns.
#[inline(always)]
fn pawns<S: Sink>(pos: &Position, side: Side, us: &Army, them: &Army, sink: &mut S) {
    let (own, enemy) = (pos.pieces(side, Kind::Pawn), pos.pieces(side.other(), Kind::Pawn));
    let s = sign(side);
    sink.add(at::PAWN_GUARDED.nth(0), s * (own & us.pawn_attacks).len() as i32);
    sink.add(at::PAWN_BESIDE.nth(0), s * (own & own.shift(1)).len() as i32);
    let held = us.pawn_attacks.without(them.pawn_attacks) & FAR_HALF[side.index()];
    sink.add(at::SPACE.nth(0), s * held.len() as i32);
    let [a, b] = pawn_steps(side);
    let army = pos.side(side);
    let open = BOARD.without(pos.occupied() | them.all);
    for cell in own {
        let i = usize::from(cell) & 127;
        let pawn = CellSet::single(cell);
        let next = pawn.shift(a) | pawn.shift(b);
        sink.add(at::PAWN_OBSTRUCTED.nth((next & army).len() as usize), s);
        if (NEAR[i] & own).is_empty() {
            sink.add(at::PAWN_ISOLATED.nth(0), s);
        }
        if (CONE[side.index()][i] & enemy).is_empty() {
            let row = i32::from(super::super::geometry::row(cell));
            let steps = if side == Side::White { 8 - row } else { row };
            let steps = steps.max(1) as usize - 1;
            sink.add(at::PASSED.nth(steps), s);
            if (next & open).any() {
                sink.add(at::PASSED_FREE.nth(steps), s);
            }
            sink.add(at::PASSED_OWN_KING.nth(0), s * distance(us.king, cell));
            sink.add(at::PASSED_ENEMY_KING.nth(0), s * distance(them.king, cell));
        }
    }
}

/// Enemy pieces under attack.
#[inline(always)]
fn threats<S: Sink>(pos: &Position, side: Side, us: &Army, them: &Army, sink: &mut S) {
    let s = sign(side);
    let minor = us.attacks[0] | us.attacks[1];
    for kind in [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
        let targets = pos.pieces(side.other(), kind) & us.all;
        if targets.is_empty() {
            continue;
        }
        let k = kind.index();
        sink.add(at::PAWN_THREAT.nth(k), s * (targets & us.pawn_attacks).len() as i32);
        sink.add(at::MINOR_THREAT.nth(k), s * (targets & minor).len() as i32);
        sink.add(at::ROOK_THREAT.nth(k), s * (targets & us.attacks[2]).len() as i32);
        sink.add(at::HANGING.nth(k), s * targets.without(them.all).len() as i32);
    }
}

/// The side's attack on the enemy king.
#[inline(always)]
fn attack<S: Sink>(pos: &Position, side: Side, us: &Army, them: &Army, pressure: Pressure, sink: &mut S) {
    let t = &TABLES;
    let s = sign(side);
    sink.add(at::KING_ATTACKERS.nth(pressure.attackers), s);
    for (i, hits) in pressure.hits.into_iter().enumerate() {
        if hits != 0 {
            sink.add(at::KING_ZONE_HITS.nth(i), s * hits);
        }
    }
    let weak = (them.zone & us.all).without(them.strong);
    sink.add(at::KING_WEAK.nth(0), -s * weak.len() as i32);
    let safe = !(pos.side(side) | them.all);
    let king = usize::from(them.king) & 127;
    let occupied = pos.occupied();
    let oblique = t.diagonals(them.king, occupied) & safe;
    let straight = t.row(them.king, occupied) & safe;
    sink.add(at::SAFE_CHECK.nth(0), s * (t.knight[king] & us.attacks[0] & safe).len() as i32);
    sink.add(at::SAFE_CHECK.nth(1), s * (oblique & us.attacks[1]).len() as i32);
    sink.add(at::SAFE_CHECK.nth(2), s * ((oblique | straight) & us.attacks[3]).len() as i32);
}

/// The pawns around the own king, and what its row leaves to rooks.
#[inline(always)]
fn shelter<S: Sink>(pos: &Position, side: Side, us: &Army, sink: &mut S) {
    let s = sign(side);
    let own = pos.pieces(side, Kind::Pawn);
    sink.add(at::KING_SHIELD.nth((us.zone & own).len() as usize), s);
    let occupied = pos.occupied();
    let open = TABLES.row(us.king, occupied).without(occupied);
    sink.add(at::KING_ROW.nth(open.len() as usize), s);
}
