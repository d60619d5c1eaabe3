//! Legal moves: checks, pins and hinges are worked into the sets of targets, so no move is made to test it.

use std::ops::ControlFlow;

use super::castling::{CASTLES, PATHS, changes};
use super::geometry::{BOARD, Cell, PAWN_HOME, PROMOTION, UP_LEFT, UP_RIGHT};
use super::position::{Kind, Move, MoveFlag, Position};
use super::rook::{self, RowFlood};
use super::tables::TABLES;
use crate::bitboard::CellSet;
use crate::game::{MoveKind, Side};
use crate::games::men::Standing;

/// Index distances of a side's two pawn steps.
pub(super) const fn pawn_steps(side: Side) -> [i32; 2] {
    match side {
        Side::White => [UP_RIGHT, UP_LEFT],
        Side::Black => [-UP_RIGHT, -UP_LEFT],
    }
}

/// Circles that all of `pawns` attack.
#[inline(always)]
pub(super) fn pawn_attacks(pawns: CellSet, side: Side) -> CellSet {
    let [a, b] = pawn_steps(side);
    (pawns.shift(a) | pawns.shift(b)) & BOARD
}

impl Position {
    /// Circles to which the king can step.
    #[inline(always)]
    pub(super) fn king_targets(&self, us: Side, among: CellSet) -> CellSet {
        let t = &TABLES;
        let king = self.king(us);
        let mut targets = t.king[usize::from(king) & 127] & among;
        if targets.is_empty() {
            return targets;
        }
        let them = self.side(us.other());
        let [pawns, knights, bishops, rooks, queens, _] = self.kinds;
        let mut denied =
            pawn_attacks(pawns & them, us.other()) | t.king[usize::from(self.king(us.other())) & 127];
        for knight in knights & them {
            denied |= t.knight[usize::from(knight) & 127];
        }
        targets = targets.without(denied);
        if targets.is_empty() {
            return targets;
        }
        // The king shields no circle behind it, and its own becomes a turning circle.
        let occupied = self.occupied() ^ CellSet::single(king);
        let (oblique, straight, rooks) = ((bishops | queens) & them, queens & them, rooks & them);
        let turning = |rooks: CellSet| {
            rooks
                .into_iter()
                .fold(CellSet::EMPTY, |set, rook| set | t.diagonals(rook, occupied))
                .without(occupied)
        };
        let all_turning = turning(rooks);
        let mut safe = CellSet::EMPTY;
        for to in targets {
            let at = CellSet::single(to);
            let reached = if (rooks & at).any() { turning(rooks.without(at)) } else { all_turning };
            // What stands on the target itself is not seen from there.
            let attacked = (t.row(to, occupied) & (straight | rooks | reached)).any()
                || (t.diagonal_empty[usize::from(to) & 127] & oblique).any()
                    && (t.diagonals(to, occupied) & oblique).any();
            if !attacked {
                safe |= at;
            }
        }
        safe
    }

    /// The king's targets by castling.
    #[inline(always)]
    pub(super) fn castling_targets(&self, us: Side) -> CellSet {
        let occupied = self.occupied();
        let first = 2 * us.index();
        let open = |i: usize| self.castling >> i & 1 != 0 && (PATHS[i] & occupied).is_empty();
        if self.checkers.any() || !open(first) && !open(first + 1) {
            return CellSet::EMPTY;
        }
        self.castling_if_safe(us)
    }

    fn castling_if_safe(&self, us: Side) -> CellSet {
        let mut targets = CellSet::EMPTY;
        let occupied = self.occupied();
        for (i, castle) in CASTLES.iter().enumerate() {
            if self.castling >> i & 1 == 0 || castle.side != us || (PATHS[i] & occupied).any() {
                continue;
            }
            let crossing = occupied ^ CellSet::single(castle.king);
            let castled = occupied ^ changes(castle);
            let attacked = |cell, occupied| self.attacked(cell, us.other(), occupied, BOARD);
            if !attacked(castle.path[0], crossing) && !attacked(castle.path[1], castled) {
                targets |= CellSet::single(castle.path[1]);
            }
        }
        targets
    }

    /// Attacks of a knight, bishop, rook or queen; indices off the board may be among a rook's.
    #[inline(always)]
    pub(super) fn piece_attacks(kind: Kind, from: Cell, occupied: CellSet, flood: &RowFlood) -> CellSet {
        let t = &TABLES;
        match kind {
            Kind::Knight => t.knight[usize::from(from) & 127],
            Kind::Bishop => t.diagonals(from, occupied),
            Kind::Rook => rook::attacks(from, occupied, flood),
            Kind::Queen => t.diagonals(from, occupied) | t.row(from, occupied),
            Kind::Pawn | Kind::King => CellSet::EMPTY,
        }
    }

    /// Where the pawns among `pawns` go by one step right, one step left, and two steps either way, onto
    /// `allowed`; the first step of two is free of that.
    #[inline(always)]
    fn pawn_targets(&self, us: Side, pawns: CellSet, allowed: CellSet) -> [CellSet; 4] {
        let empty = BOARD.without(self.occupied());
        let reachable = allowed & (empty | self.side(us.other()));
        let home = pawns & PAWN_HOME[us.index()];
        let [a, b] = pawn_steps(us);
        let double = |by: i32| (home.shift(by) & empty).shift(by) & empty & allowed;
        [pawns.shift(a) & reachable, pawns.shift(b) & reachable, double(a), double(b)]
    }

    /// Calls `sink` with each legal move of a kind until it breaks.
    pub(super) fn generate<S>(&self, kind: MoveKind, mut sink: S) -> ControlFlow<()>
    where
        S: FnMut(Move) -> ControlFlow<()>,
    {
        let us = self.to_move;
        let (own, them) = (self.side(us), self.side(us.other()));
        let occupied = own | them;
        let among = match kind {
            MoveKind::All => BOARD.without(own),
            MoveKind::Noisy => them,
            MoveKind::Quiet => BOARD.without(occupied),
        };
        if self.evasions.any() {
            let bound = self.pinned | self.hinges;
            let pawns = own & self.kind(Kind::Pawn);
            self.pawn_moves(us, pawns.without(bound), self.evasions, kind, &mut sink)?;
            for from in pawns & bound {
                let allowed = self.restrict(from, self.evasions & among_of_pawn(from, us));
                self.pawn_moves(us, CellSet::single(from), allowed, kind, &mut sink)?;
            }
            let targets = self.evasions & among;
            let flood = RowFlood::new(occupied);
            for kind in [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
                for from in own & self.kind(kind) {
                    let to = Self::piece_attacks(kind, from, occupied, &flood) & targets;
                    for to in if bound.contains(from) { self.restrict(from, to) } else { to } {
                        sink(Move::plain(kind, from, to))?;
                    }
                }
            }
        }
        let king = self.king(us);
        for to in self.king_targets(us, among) {
            sink(Move::plain(Kind::King, king, to))?;
        }
        if kind != MoveKind::Noisy {
            for to in self.castling_targets(us) {
                sink(Move { from: king, to, kind: Kind::King, flag: MoveFlag::Castle })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Moves of `pawns` onto `allowed`.
    #[inline(always)]
    fn pawn_moves<S>(
        &self,
        us: Side,
        pawns: CellSet,
        allowed: CellSet,
        which: MoveKind,
        sink: &mut S,
    ) -> ControlFlow<()>
    where
        S: FnMut(Move) -> ControlFlow<()>,
    {
        let [right, left, far_right, far_left] = self.pawn_targets(us, pawns, allowed);
        let [a, b] = pawn_steps(us);
        let promotion = PROMOTION[us.index()];
        let noisy = self.side(us.other()) | promotion;
        if which != MoveKind::Quiet {
            for (targets, by) in [(right, a), (left, b)] {
                for to in targets & noisy {
                    let from = (i32::from(to) - by) as Cell;
                    if promotion.contains(to) {
                        for kind in Kind::PROMOTIONS {
                            sink(Move { from, to, kind: Kind::Pawn, flag: Move::promotion_flag(kind) })?;
                        }
                    } else {
                        sink(Move::plain(Kind::Pawn, from, to))?;
                    }
                }
            }
        }
        if which != MoveKind::Noisy {
            for (targets, by) in [(right.without(noisy), a), (left.without(noisy), b)] {
                for to in targets {
                    sink(Move::plain(Kind::Pawn, (i32::from(to) - by) as Cell, to))?;
                }
            }
            for (targets, by) in [(far_right, 2 * a), (far_left, 2 * b)] {
                for to in targets {
                    sink(Move::plain(Kind::Pawn, (i32::from(to) - by) as Cell, to))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Number of legal moves.
    pub(super) fn count(&self) -> u64 {
        let us = self.to_move;
        let own = self.side(us);
        let mut n = self.king_targets(us, BOARD.without(own)).len() + self.castling_targets(us).len();
        if self.evasions.is_empty() {
            return u64::from(n);
        }
        let t = &TABLES;
        let occupied = self.occupied();
        let targets = self.evasions.without(own);
        let [pawns, knights, bishops, rooks, queens, _] = self.kinds;
        let bound = (self.pinned | self.hinges) & own;
        let free = own.without(bound);
        n += self.count_pawns(us, pawns & free, self.evasions);
        for from in knights & free {
            n += (t.knight[usize::from(from) & 127] & targets).len();
        }
        for from in (bishops | queens) & free {
            n += (t.diagonals(from, occupied) & targets).len();
        }
        for from in queens & free {
            n += (t.row(from, occupied) & targets).len();
        }
        let flood = RowFlood::new(occupied);
        for from in rooks & free {
            n += (rook::attacks(from, occupied, &flood) & targets).len();
        }
        for from in bound {
            let kind = self.kind_at(from);
            if kind == Kind::Pawn {
                let allowed = self.restrict(from, self.evasions & among_of_pawn(from, us));
                n += self.count_pawns(us, CellSet::single(from), allowed);
            } else {
                let to = Self::piece_attacks(kind, from, occupied, &flood) & targets;
                n += self.restrict(from, to).len();
            }
        }
        u64::from(n)
    }

    #[inline(always)]
    fn count_pawns(&self, us: Side, pawns: CellSet, allowed: CellSet) -> u32 {
        let [right, left, far_right, far_left] = self.pawn_targets(us, pawns, allowed);
        let mut n = right.len() + left.len() + far_right.len() + far_left.len();
        let promotion = PROMOTION[us.index()];
        if ((right | left) & promotion).any() {
            n += 3 * ((right & promotion).len() + (left & promotion).len());
        }
        n
    }
}

/// Circles to which a pawn on `from` might go in one or two steps.
fn among_of_pawn(from: Cell, us: Side) -> CellSet {
    let pawn = CellSet::single(from);
    let [a, b] = pawn_steps(us);
    (pawn.shift(a) | pawn.shift(b) | pawn.shift(2 * a) | pawn.shift(2 * b)) & BOARD
}
