//! The terms of the evaluation, written once for scoring and for tracing.

use cozy_chess::{
    BitBoard, File, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_rook_moves,
};

use super::super::position::{Position, square};
use super::layout::{PSQT, at};
use super::masks::{
    FOLDED, OUTPOSTS, SPACE, ahead, beside, distance, files_around, filled_back, folded, from_centre,
    pawn_attacks, rank_of, right, step,
};
use crate::eval::tapered::{Run, Sink};
use crate::game::Side;
use crate::games::men::{Cell, Kind, Standing};

/// Share of each kind in the phase: a full board has [`FULL_PHASE`].
pub(super) const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];

/// Phase of the start position.
pub(super) const FULL_PHASE: i32 = 24;

/// Weight of the middlegame, 0 to [`FULL_PHASE`].
pub(super) fn phase(pos: &Position) -> i32 {
    Kind::ALL.iter().map(|&k| PHASE[k.index()] * pos.of_kind(k).len() as i32).sum::<i32>().min(FULL_PHASE)
}

/// What one side's pieces do.
struct Army {
    king: Square,
    /// King's square and those beside it.
    zone: BitBoard,
    pawns: BitBoard,
    pawn_attacks: BitBoard,
    /// Squares that pawns attack or may come to attack.
    pawn_reach: BitBoard,
    /// Squares attacked by pieces of each kind, from knight to queen.
    attacks: [BitBoard; 4],
    /// Everything attacked, king included.
    all: BitBoard,
    /// Everything attacked but by king and queen.
    strong: BitBoard,
}

impl Army {
    #[inline(always)]
    fn new(pos: &Position, side: Side) -> Army {
        let king = pos.king(side);
        let near = get_king_moves(king);
        let pawns = pos.pieces(side, Kind::Pawn);
        let pawn_attacks = pawn_attacks(side, pawns);
        Army {
            king,
            zone: near | king.bitboard(),
            pawns,
            pawn_attacks,
            pawn_reach: filled_back(side.other(), pawn_attacks),
            attacks: [BitBoard::EMPTY; 4],
            all: near | pawn_attacks,
            strong: pawn_attacks,
        }
    }
}

const PIECES: [Kind; 4] = [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen];

const MOBILITY: [Run; 4] = [at::KNIGHT_MOBILITY, at::BISHOP_MOBILITY, at::ROOK_MOBILITY, at::QUEEN_MOBILITY];

/// What a square of the enemy king's zone counts that a knight, bishop, rook or queen attacks.
const DANGER: [i32; 4] = [3, 2, 3, 4];

/// Danger that one step of its table stands for.
const DANGER_STEP: i32 = 2;

/// Tells `sink` every term of `pos`.
#[inline]
pub(super) fn evaluate<S: Sink>(pos: &Position, sink: &mut S) {
    sink.add(at::TEMPO.nth(0), sign(pos.to_move()));
    if S::PIECES {
        pieces(pos, sink);
    }
    let mut armies = [Army::new(pos, Side::White), Army::new(pos, Side::Black)];
    let mut danger = [0; 2];
    for side in Side::ALL {
        danger[side.index()] = activity(pos, side, &mut armies, sink);
    }
    for side in Side::ALL {
        let [us, them] =
            if side == Side::White { [&armies[0], &armies[1]] } else { [&armies[1], &armies[0]] };
        pawns(pos, side, us, them, sink);
        threats(pos, side, us, them, sink);
        attack(pos, side, us, them, danger[side.index()], sink);
        shelter(side, us, them, sink);
        lone_king(pos, side, us, them, sink);
    }
}

#[inline(always)]
const fn sign(side: Side) -> i32 {
    match side {
        Side::White => 1,
        Side::Black => -1,
    }
}

#[inline(always)]
const fn number(set: BitBoard) -> i32 {
    set.len() as i32
}

fn pieces<S: Sink>(pos: &Position, sink: &mut S) {
    for side in Side::ALL {
        for kind in Kind::ALL {
            for at in pos.pieces(side, kind) {
                for index in piece_weights(side, kind, at as Cell).into_iter().flatten() {
                    sink.add(index, sign(side));
                }
            }
        }
    }
}

/// Indices of a piece's material weight (none for the king) and of its piece-square weight.
pub(super) fn piece_weights(side: Side, kind: Kind, cell: Cell) -> [Option<usize>; 2] {
    let at_square = PSQT + kind.index() * FOLDED + folded(side, square(cell));
    [(kind != Kind::King).then_some(at::MATERIAL.nth(kind.index())), Some(at_square)]
}

/// Mobility and what else depends on where a piece stands; fills the side's attacks and returns the danger that they
/// are to the enemy king.
#[inline(always)]
fn activity<S: Sink>(pos: &Position, side: Side, armies: &mut [Army; 2], sink: &mut S) -> i32 {
    let s = sign(side);
    let occupied = pos.0.occupied();
    let enemy = &armies[side.other().index()];
    let own = pos.of_side(side);
    let (area, zone) = (!(own | enemy.pawn_attacks), enemy.zone);
    let (enemy_pawns, enemy_reach) = (enemy.pawns, enemy.pawn_reach);
    let us = &mut armies[side.index()];
    let outposts = OUTPOSTS[side.index()] & us.pawn_attacks & !enemy_reach;
    // Queens and rooks look through their own kind, bishops through queens: they back each other up.
    let queens = pos.of_kind(Kind::Queen);
    let through_rooks = occupied & !(pos.pieces(side, Kind::Rook) | queens & own);
    let through_queens = occupied & !(queens & own);
    let (mut attackers, mut danger) = (0, 0);
    for (i, kind) in PIECES.into_iter().enumerate() {
        let mut together = BitBoard::EMPTY;
        for from in pos.pieces(side, kind) {
            let attacked = match kind {
                Kind::Knight => get_knight_moves(from),
                Kind::Bishop => get_bishop_moves(from, through_queens),
                Kind::Rook => get_rook_moves(from, through_rooks),
                _ => get_rook_moves(from, occupied) | get_bishop_moves(from, occupied),
            };
            together |= attacked;
            sink.add(MOBILITY[i].nth((attacked & area).len() as usize), s);
            let hits = number(attacked & zone);
            if hits > 0 {
                attackers += 1;
                danger += hits * DANGER[i];
            }
            match kind {
                Kind::Knight | Kind::Bishop if outposts.has(from) => sink.add(at::OUTPOST.nth(i), s),
                Kind::Rook => {
                    let file = from.file().bitboard();
                    if file.is_disjoint(us.pawns) {
                        sink.add(at::ROOK_OPEN.nth(usize::from(!file.is_disjoint(enemy_pawns))), s);
                    }
                }
                _ => {}
            }
        }
        us.attacks[i] = together;
        us.all |= together;
        if kind != Kind::Queen {
            us.strong |= together;
        }
    }
    let bishops = pos.pieces(side, Kind::Bishop);
    if bishops.len() >= 2 {
        sink.add(at::BISHOP_PAIR.nth(0), s);
    }
    for colour in [BitBoard::LIGHT_SQUARES, BitBoard::DARK_SQUARES] {
        if !bishops.is_disjoint(colour) {
            sink.add(at::BISHOP_PAWNS.nth(0), s * number(us.pawns & colour));
        }
    }
    // One piece alone seldom mates.
    if attackers >= 2 { danger } else { 0 }
}

/// Structure and passed pawns.
#[inline(always)]
fn pawns<S: Sink>(pos: &Position, side: Side, us: &Army, them: &Army, sink: &mut S) {
    let s = sign(side);
    let (own, enemy) = (us.pawns, them.pawns);
    let held = SPACE[side.index()] & !own & !them.pawn_attacks & filled_back(side, own);
    sink.add(at::SPACE.nth(0), s * number(held));
    let beside_own = beside(own);
    for at in own {
        let rank = rank_of(side, at) - 1;
        let file = at.file();
        let pawn = at.bitboard();
        let before = ahead(side, at);
        let next = step(side, pawn);
        let open = usize::from((file.bitboard() & before & enemy).is_empty());
        if us.pawn_attacks.has(at) {
            sink.add(at::PAWN_GUARDED.nth(rank), s);
        }
        if !(right(pawn) & own).is_empty() {
            sink.add(at::PAWN_BESIDE.nth(rank), s);
        }
        if !(file.bitboard() & before & own).is_empty() {
            sink.add(at::PAWN_DOUBLED.nth(0), s);
        }
        let neighbours = file.adjacent() & own;
        if neighbours.is_empty() {
            sink.add(at::PAWN_ISOLATED.nth(open), s);
        } else if (neighbours & !before).is_empty()
            && !beside_own.has(at)
            && !(next & (them.pawn_attacks | enemy)).is_empty()
        {
            sink.add(at::PAWN_BACKWARD.nth(open), s);
        }
        if (files_around(file) & before & enemy).is_empty() && (file.bitboard() & before & own).is_empty() {
            passed(pos, side, us, them, at, sink);
        }
    }
}

/// A passed pawn.
#[inline(always)]
fn passed<S: Sink>(pos: &Position, side: Side, us: &Army, them: &Army, at: Square, sink: &mut S) {
    let s = sign(side);
    let rank = rank_of(side, at) - 1;
    let next = step(side, at.bitboard());
    let stopped = pos.of_side(side.other()) | them.all & !us.all;
    sink.add(at::PASSED.nth(rank), s);
    if (next & (pos.0.occupied() | stopped)).is_empty() {
        sink.add(at::PASSED_FREE.nth(rank), s);
        let path = at.file().bitboard() & ahead(side, at);
        if (path & (pos.of_side(side.other()) | them.all)).is_empty() {
            sink.add(at::PASSED_CLEAR.nth(rank), s);
        }
    }
    let target = square(next.0.trailing_zeros() as Cell);
    sink.add(at::PASSED_OWN_KING.nth(0), s * distance(us.king, target) * rank as i32);
    sink.add(at::PASSED_ENEMY_KING.nth(0), s * distance(them.king, target) * rank as i32);
}

/// Enemy pieces under attack.
#[inline(always)]
fn threats<S: Sink>(pos: &Position, side: Side, us: &Army, them: &Army, sink: &mut S) {
    let s = sign(side);
    let enemy = pos.of_side(side.other());
    let minor = us.attacks[0] | us.attacks[1];
    for kind in [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
        let targets = enemy & pos.of_kind(kind) & us.all;
        if targets.is_empty() {
            continue;
        }
        let k = kind.index();
        sink.add(at::PAWN_THREAT.nth(k), s * number(targets & us.pawn_attacks));
        sink.add(at::MINOR_THREAT.nth(k), s * number(targets & minor));
        sink.add(at::ROOK_THREAT.nth(k), s * number(targets & us.attacks[2]));
        sink.add(at::HANGING.nth(k), s * number(targets & !them.all));
    }
    let safe_step = step(side, us.pawns) & !pos.0.occupied() & !them.pawn_attacks & (us.all | !them.all);
    let officers = enemy & !them.pawns;
    sink.add(at::PAWN_PUSH.nth(0), s * number(pawn_attacks(side, safe_step) & officers));
}

/// The side's attack on the enemy king.
#[inline(always)]
fn attack<S: Sink>(pos: &Position, side: Side, us: &Army, them: &Army, danger: i32, sink: &mut S) {
    let s = sign(side);
    sink.add(at::KING_DANGER.nth((danger / DANGER_STEP) as usize), s);
    let weak = them.zone & us.all & !them.strong;
    sink.add(at::KING_WEAK.nth(0), -s * number(weak));
    let safe = !(pos.of_side(side) | them.all);
    let occupied = pos.0.occupied();
    let oblique = get_bishop_moves(them.king, occupied) & safe;
    let straight = get_rook_moves(them.king, occupied) & safe;
    sink.add(at::SAFE_CHECK.nth(0), s * number(get_knight_moves(them.king) & us.attacks[0] & safe));
    sink.add(at::SAFE_CHECK.nth(1), s * number(oblique & us.attacks[1]));
    sink.add(at::SAFE_CHECK.nth(2), s * number(straight & us.attacks[2]));
    sink.add(at::SAFE_CHECK.nth(3), s * number((oblique | straight) & us.attacks[3]));
}

/// The pawns of both sides before the own king, in its file and those beside it.
#[inline(always)]
fn shelter<S: Sink>(side: Side, us: &Army, them: &Army, sink: &mut S) {
    let s = sign(side);
    // In a corner the three files next to the edge count.
    let middle = (us.king.file() as usize).clamp(1, 6);
    let before = ahead(side, us.king) | us.king.rank().bitboard();
    for file in middle - 1..=middle + 1 {
        let files = File::index(file).bitboard() & before;
        sink.add(at::SHIELD.nth(nearest(side, files & us.pawns & !them.pawn_attacks)), s);
        sink.add(at::STORM.nth(nearest(side, files & them.pawns)), s);
    }
}

/// Rank of the pawn of a set that is nearest to a side's own end, as the side counts from 1 for its second rank; 0 if
/// there is none.
#[inline(always)]
fn nearest(side: Side, pawns: BitBoard) -> usize {
    let first = match side {
        Side::White => pawns.0.trailing_zeros() / 8,
        Side::Black => pawns.0.leading_zeros() / 8,
    };
    if pawns.is_empty() { 0 } else { first as usize }
}

/// Where the enemy has nothing but its king: it is to be driven to the edge.
#[inline(always)]
fn lone_king<S: Sink>(pos: &Position, side: Side, us: &Army, them: &Army, sink: &mut S) {
    if pos.of_side(side.other()) != them.king.bitboard() {
        return;
    }
    let s = sign(side);
    sink.add(at::LONE_KING_EDGE.nth(0), s * from_centre(them.king));
    sink.add(at::LONE_KING_NEAR.nth(0), s * (7 - distance(us.king, them.king)));
}

/// Whole of the endgame half, see [`scale`].
pub(super) const FULL_SCALE: i32 = 64;

/// How much of an endgame's advantage (the one of White if `white_ahead`) can be hoped to win, of [`FULL_SCALE`].
#[inline]
pub(super) fn scale(pos: &Position, white_ahead: bool) -> i32 {
    let strong = if white_ahead { Side::White } else { Side::Black };
    let pawns = pos.pieces(strong, Kind::Pawn).len() as i32;
    let officers = |side: Side| {
        let count = |kind: Kind| pos.pieces(side, kind).len() as i32;
        3 * (count(Kind::Knight) + count(Kind::Bishop)) + 5 * count(Kind::Rook) + 9 * count(Kind::Queen)
    };
    let (ours, theirs) = (officers(strong), officers(strong.other()));
    if pawns == 0 && ours - theirs <= 3 {
        // A minor piece more and no pawn: nothing to win with, or hardly.
        return if ours < 5 { 0 } else { 8 };
    }
    let bishops = pos.0.pieces(Piece::Bishop);
    let opposite = bishops.len() == 2
        && (bishops & BitBoard::LIGHT_SQUARES).len() == 1
        && pos.pieces(Side::White, Kind::Bishop).len() == 1;
    if opposite {
        let only_bishops = ours == 3 && theirs == 3;
        return if only_bishops { 28 } else { 52 };
    }
    // Few pawns are easily exchanged.
    (44 + 5 * pawns).min(FULL_SCALE)
}
