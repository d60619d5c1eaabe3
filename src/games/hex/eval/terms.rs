//! The terms of the evaluation, written once for scoring and for tracing.

use super::super::geometry::Cell;
use super::super::position::{Kind, Position};
use super::super::rules::Ruleset;
use super::layout::{PSQT, at};
use super::masks::{Masks, distance, folded_cells};
use crate::bitboard::CellSet;
use crate::eval::tapered::{Run, Sink};
use crate::game::Side;

/// Share of each kind in the phase: a full board has [`FULL_PHASE`].
pub(super) const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];

/// Phase of the start position of Gliński; McCooey has as much, Shafran two less.
pub(super) const FULL_PHASE: i32 = 26;

/// Weight of one side's pieces in the middlegame, 0 to [`FULL_PHASE`].
pub(super) fn phase(pos: &Position) -> i32 {
    Kind::ALL.iter().map(|&k| PHASE[k.index()] * pos.kind(k).len() as i32).sum::<i32>().min(FULL_PHASE)
}

/// What one side's pieces do.
struct Army {
    king: Cell,
    /// King's cell and the cells beside it.
    zone: CellSet,
    pawn_attacks: CellSet,
    /// Cells attacked by pieces of each kind, from knight to queen.
    attacks: [CellSet; 4],
    /// Everything attacked, king included.
    all: CellSet,
    /// Everything attacked but by king and queen.
    strong: CellSet,
}

const PIECES: [Kind; 4] = [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen];

const MOBILITY: [Run; 4] = [at::KNIGHT_MOBILITY, at::BISHOP_MOBILITY, at::ROOK_MOBILITY, at::QUEEN_MOBILITY];

/// Cells attacked by all pawns of a side.
#[inline(always)]
fn pawn_attacks<R: Ruleset>(pawns: CellSet, side: Side) -> CellSet {
    let mut set = CellSet::EMPTY;
    for (f, r) in R::CAPTURES {
        let offset = (f as i32) * super::super::geometry::STRIDE + r as i32;
        let offset = if matches!(side, Side::White) { offset } else { -offset };
        set |= pawns.shift(offset);
    }
    set & R::BOARD
}

/// Tells `sink` every term of `pos`.
#[inline]
pub(super) fn evaluate<R: Ruleset, S: Sink>(pos: &Position, masks: &Masks, sink: &mut S) {
    sink.add(at::TEMPO.nth(0), if pos.to_move() == Side::White { 1 } else { -1 });
    if S::PIECES {
        pieces::<R, S>(pos, masks, sink);
    }
    let mut armies = [army::<R>(pos, Side::White), army::<R>(pos, Side::Black)];
    let mut pressure = [Pressure::default(); 2];
    for side in Side::ALL {
        pressure[side.index()] = activity::<R, S>(pos, masks, side, &mut armies, sink);
    }
    for side in Side::ALL {
        let [us, them] =
            if side == Side::White { [&armies[0], &armies[1]] } else { [&armies[1], &armies[0]] };
        pawns::<R, S>(pos, masks, side, us, them, sink);
        threats(pos, side, us, them, sink);
        attack::<R, S>(pos, side, us, them, pressure[side.index()], sink);
        shelter(pos, masks, side, us, sink);
    }
}

#[inline(always)]
const fn sign(side: Side) -> i32 {
    match side {
        Side::White => 1,
        Side::Black => -1,
    }
}

fn pieces<R: Ruleset, S: Sink>(pos: &Position, masks: &Masks, sink: &mut S) {
    for side in Side::ALL {
        for kind in Kind::ALL {
            for cell in pos.pieces(side, kind) {
                let [material, square] = piece_weights::<R>(masks, side, kind, cell);
                if let Some(material) = material {
                    sink.add(material, sign(side));
                }
                if let Some(square) = square {
                    sink.add(square, sign(side));
                }
            }
        }
    }
}

/// Indices of a piece's material weight (none for the king) and of its piece-square weight.
pub(super) fn piece_weights<R: Ruleset>(
    masks: &Masks,
    side: Side,
    kind: Kind,
    cell: Cell,
) -> [Option<usize>; 2] {
    let square = usize::from(masks.folded[side.index()][usize::from(cell) & 127]);
    let material = (kind != Kind::King).then_some(at::MATERIAL.nth(kind.index()));
    [material, Some(PSQT + kind.index() * folded_cells(&R::SHAPE) + square)]
}

#[inline(always)]
fn army<R: Ruleset>(pos: &Position, side: Side) -> Army {
    let king = pos.king(side);
    let near = R::tables().king[usize::from(king) & 127];
    let pawn_attacks = pawn_attacks::<R>(pos.pieces(side, Kind::Pawn), side);
    Army {
        king,
        zone: near | CellSet::single(king),
        pawn_attacks,
        attacks: [CellSet::EMPTY; 4],
        all: near | pawn_attacks,
        strong: pawn_attacks,
    }
}

/// What a side aims at the enemy king.
#[derive(Clone, Copy, Default)]
struct Pressure {
    attackers: usize,
    hits: [i32; 4],
}

/// Mobility, rooks on files and bishops by colour; fills the side's attacks and returns its pressure on the king.
#[inline(always)]
fn activity<R: Ruleset, S: Sink>(
    pos: &Position,
    masks: &Masks,
    side: Side,
    armies: &mut [Army; 2],
    sink: &mut S,
) -> Pressure {
    let t = R::tables();
    let them = side.other();
    let occupied = pos.occupied();
    let (area, zone) = {
        let enemy = &armies[them.index()];
        (!(pos.side(side) | enemy.pawn_attacks), enemy.zone)
    };
    let (own_pawns, enemy_pawns) = (pos.pieces(side, Kind::Pawn), pos.pieces(them, Kind::Pawn));
    let us = &mut armies[side.index()];
    let mut pressure = Pressure::default();
    for (i, kind) in PIECES.into_iter().enumerate() {
        let mut together = CellSet::EMPTY;
        for from in pos.pieces(side, kind) {
            let attacked = match kind {
                Kind::Knight => t.knight[usize::from(from) & 127],
                Kind::Bishop => t.bishop(from, occupied),
                Kind::Rook => t.rook(from, occupied),
                _ => t.rook(from, occupied) | t.bishop(from, occupied),
            };
            together |= attacked;
            sink.add(MOBILITY[i].nth((attacked & area).len() as usize), sign(side));
            let hits = (attacked & zone).len() as i32;
            if hits > 0 {
                pressure.attackers += 1;
                pressure.hits[i] += hits;
            }
            if kind == Kind::Rook && (masks.file[usize::from(from) & 127] & own_pawns).is_empty() {
                let open = (masks.file[usize::from(from) & 127] & enemy_pawns).is_empty();
                sink.add(at::ROOK_FILE.nth(usize::from(open)), sign(side));
            }
        }
        us.attacks[i] = together;
        us.all |= together;
        if kind != Kind::Queen {
            us.strong |= together;
        }
    }
    let bishops = pos.pieces(side, Kind::Bishop);
    if bishops.any() {
        let mut colours = 0;
        for colour in masks.colour {
            let n = (bishops & colour).len() as i32;
            if n > 0 {
                colours += 1;
                sink.add(at::BISHOP_PAWNS.nth(0), sign(side) * n * (own_pawns & colour).len() as i32);
            }
        }
        sink.add(at::BISHOP_COLOURS.nth(colours), sign(side));
    }
    pressure
}

/// Structure and passed pawns.
#[inline(always)]
fn pawns<R: Ruleset, S: Sink>(
    pos: &Position,
    masks: &Masks,
    side: Side,
    us: &Army,
    them: &Army,
    sink: &mut S,
) {
    let (own, enemy) = (pos.pieces(side, Kind::Pawn), pos.pieces(side.other(), Kind::Pawn));
    let occupied = pos.occupied();
    let s = sign(side);
    sink.add(at::PAWN_GUARDED.nth(0), s * (own & us.pawn_attacks).len() as i32);
    let next = own.shift(if side == Side::White { 1 } else { -1 }) & R::BOARD;
    sink.add(at::PAWN_BLOCKED.nth(0), s * (next & pos.side(side.other())).len() as i32);
    let held = us.pawn_attacks.without(them.pawn_attacks) & masks.far_half[side.index()];
    sink.add(at::SPACE.nth(0), s * held.len() as i32);
    for cell in own {
        let i = usize::from(cell) & 127;
        let ahead = masks.ahead[side.index()][i];
        if (ahead & own).any() {
            sink.add(at::PAWN_DOUBLED.nth(0), s);
        }
        if (masks.beside[i] & own).is_empty() {
            sink.add(at::PAWN_ISOLATED.nth(0), s);
        }
        if (masks.hinder[side.index()][i] & enemy).is_empty() && (ahead & own).is_empty() {
            let steps = (ahead.len() as usize).max(1) - 1;
            sink.add(at::PASSED.nth(steps), s);
            if (ahead & occupied).is_empty() {
                sink.add(at::PASSED_FREE.nth(steps), s);
            }
            let before = if side == Side::White { cell + 1 } else { cell.wrapping_sub(1) };
            sink.add(at::PASSED_OWN_KING.nth(0), s * distance(us.king, before));
            sink.add(at::PASSED_ENEMY_KING.nth(0), s * distance(them.king, before));
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
fn attack<R: Ruleset, S: Sink>(
    pos: &Position,
    side: Side,
    us: &Army,
    them: &Army,
    pressure: Pressure,
    sink: &mut S,
) {
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
    let t = R::tables();
    let king = usize::from(them.king) & 127;
    if (us.attacks[0] & safe).any() {
        sink.add(at::SAFE_CHECK.nth(0), s * (t.knight[king] & us.attacks[0] & safe).len() as i32);
    }
    let occupied = pos.occupied();
    let oblique = t.bishop(them.king, occupied) & safe;
    let straight = t.rook(them.king, occupied) & safe;
    sink.add(at::SAFE_CHECK.nth(1), s * (oblique & us.attacks[1]).len() as i32);
    sink.add(at::SAFE_CHECK.nth(2), s * (straight & us.attacks[2]).len() as i32);
    sink.add(at::SAFE_CHECK.nth(3), s * ((oblique | straight) & us.attacks[3]).len() as i32);
}

/// The pawns around the own king.
#[inline(always)]
fn shelter<S: Sink>(pos: &Position, masks: &Masks, side: Side, us: &Army, sink: &mut S) {
    let s = sign(side);
    let own = pos.pieces(side, Kind::Pawn);
    let shield = (us.zone & own).len() as usize;
    sink.add(at::KING_SHIELD.nth(shield), s);
    let file = masks.file[usize::from(us.king) & 127];
    if (file & own).is_empty() {
        let open = (file & pos.pieces(side.other(), Kind::Pawn)).is_empty();
        sink.add(at::KING_FILE.nth(usize::from(open)), s);
    }
}
