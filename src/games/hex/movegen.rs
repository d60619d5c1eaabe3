//! Legal moves: pins and check evasions are worked into the sets of targets, so no move is made to test it.

use std::ops::ControlFlow;

use super::geometry::{Cell, STRIDE};
use super::position::{Kind, Move, MoveFlag, Position};
use super::rules::Ruleset;
use crate::bitboard::CellSet;
use crate::game::{MoveKind, Side};
use crate::games::men::Standing;

/// Index distance of a step for White.
const fn offset((file, row): (i8, i8)) -> i32 {
    file as i32 * STRIDE + row as i32
}

/// Targets of a set of pawns; the pawn of a target stands the matching offset behind it.
pub(super) struct PawnTargets {
    pub(super) single: CellSet,
    pub(super) double: CellSet,
    pub(super) triple: CellSet,
    pub(super) captures: [CellSet; 2],
}

/// Direction of a side's pawns.
pub(super) const fn forward(side: Side) -> i32 {
    match side {
        Side::White => 1,
        Side::Black => -1,
    }
}

/// Offset of a side's capture to the right (0) or left (1) as White sees it.
pub(super) const fn capture_offset<R: Ruleset>(side: Side, i: usize) -> i32 {
    offset(R::CAPTURES[i]) * forward(side)
}

impl Position {
    /// Where `pawns` of the side to move can go on an otherwise unrestricted board, en passant left out.
    #[inline(always)]
    pub(super) fn pawn_targets<R: Ruleset>(&self, pawns: CellSet, us: Side) -> PawnTargets {
        let ahead = forward(us);
        let empty = R::BOARD.without(self.occupied());
        let them = self.side(us.other());
        let single = pawns.shift(ahead) & empty;
        let double = (single & R::DOUBLE[us.index()].shift(ahead)).shift(ahead) & empty;
        let triple = if R::TRIPLE[us.index()].is_empty() {
            CellSet::EMPTY
        } else {
            (double & R::TRIPLE[us.index()].shift(2 * ahead)).shift(ahead) & empty
        };
        let captures =
            [pawns.shift(capture_offset::<R>(us, 0)) & them, pawns.shift(capture_offset::<R>(us, 1)) & them];
        PawnTargets { single, double, triple, captures }
    }

    /// Cells to which the king can step.
    #[inline(always)]
    pub(super) fn king_targets<R: Ruleset>(&self, us: Side, among: CellSet) -> CellSet {
        let king = self.king(us);
        // The king does not shield the cells behind him.
        let occupied = self.occupied() ^ CellSet::single(king);
        let mut safe = CellSet::EMPTY;
        for to in R::tables().king[usize::from(king)] & among {
            if !self.attacked::<R>(to, us.other(), occupied, !CellSet::EMPTY) {
                safe |= CellSet::single(to);
            }
        }
        safe
    }

    /// The king's targets by castling.
    pub(super) fn castling_targets<R: Ruleset>(&self, us: Side) -> CellSet {
        let mut targets = CellSet::EMPTY;
        let Some(castles) = R::CASTLES else { return targets };
        if self.castling == 0 || self.checkers.any() {
            return targets;
        }
        let occupied = self.occupied();
        for (i, castle) in castles.iter().enumerate() {
            let open = self.castling >> i & 1 != 0 && castle.side == us;
            if !open || (castle.path_set() & occupied).any() {
                continue;
            }
            let attacked = |cell| self.attacked::<R>(cell, us.other(), occupied, !CellSet::EMPTY);
            if attacked(castle.path[0]) || attacked(castle.path[1]) {
                continue;
            }
            targets |= CellSet::single(castle.path[1]);
            if !attacked(castle.path[2]) {
                targets |= CellSet::single(castle.path[2]);
            }
        }
        targets
    }

    /// Where pieces other than the king must go: anywhere, or onto the line of the one checker.
    #[inline(always)]
    pub(super) fn evasions<R: Ruleset>(&self, us: Side) -> CellSet {
        if self.checkers.is_empty() {
            R::BOARD
        } else {
            R::tables().between(self.king(us), self.checkers.first()) | self.checkers
        }
    }

    /// Attacks of a knight, bishop, rook or queen.
    #[inline(always)]
    pub(super) fn piece_attacks<R: Ruleset>(&self, kind: Kind, from: Cell, occupied: CellSet) -> CellSet {
        let t = R::tables();
        match kind {
            Kind::Knight => t.knight[usize::from(from) & 127],
            Kind::Bishop => t.bishop(from, occupied),
            Kind::Rook => t.rook(from, occupied),
            Kind::Queen => t.rook(from, occupied) | t.bishop(from, occupied),
            Kind::Pawn | Kind::King => CellSet::EMPTY,
        }
    }

    /// Calls `sink` with each legal move of a kind until it breaks.
    pub(super) fn generate<R: Ruleset, S>(&self, kind: MoveKind, mut sink: S) -> ControlFlow<()>
    where
        S: FnMut(Move) -> ControlFlow<()>,
    {
        match self.to_move {
            Side::White => self.generate_side::<R, true, S>(kind, &mut sink),
            Side::Black => self.generate_side::<R, false, S>(kind, &mut sink),
        }
    }

    fn generate_side<R: Ruleset, const WHITE: bool, S>(
        &self,
        which: MoveKind,
        sink: &mut S,
    ) -> ControlFlow<()>
    where
        S: FnMut(Move) -> ControlFlow<()>,
    {
        let us = if WHITE { Side::White } else { Side::Black };
        let (own, them) = (self.side(us), self.side(us.other()));
        let occupied = own | them;
        let among = match which {
            MoveKind::All => !own,
            MoveKind::Noisy => them,
            MoveKind::Quiet => !occupied,
        };
        if !self.checkers.several() {
            let allowed = self.evasions::<R>(us);
            let king = self.king(us);
            let pawns = own & self.kind(Kind::Pawn);
            self.pawn_moves::<R, S>(us, pawns.without(self.pinned), allowed, which, sink)?;
            for from in pawns & self.pinned {
                let line = R::tables().ray_through(king, from);
                self.pawn_moves::<R, S>(us, CellSet::single(from), allowed & line, which, sink)?;
            }
            if which != MoveKind::Quiet && self.takeable != 0 {
                self.en_passant_moves::<R, S>(CellSet(!0), sink)?;
            }
            let targets = allowed & among;
            for kind in [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
                for from in own & self.kind(kind) {
                    let mut to = self.piece_attacks::<R>(kind, from, occupied) & targets;
                    if self.pinned.contains(from) {
                        to &= R::tables().ray_through(king, from);
                    }
                    for to in to {
                        sink(Move::plain(kind, from, to))?;
                    }
                }
            }
        }
        let king = self.king(us);
        for to in self.king_targets::<R>(us, among) {
            sink(Move::plain(Kind::King, king, to))?;
        }
        if which != MoveKind::Noisy {
            for to in self.castling_targets::<R>(us) {
                sink(Move { from: king, to, kind: Kind::King, flag: MoveFlag::Castle })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Moves of `pawns` onto `allowed`, en passant left out.
    #[inline(always)]
    pub(super) fn pawn_moves<R: Ruleset, S>(
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
        let t = self.pawn_targets::<R>(pawns, us);
        let promotion = R::PROMOTION[us.index()];
        if which != MoveKind::Quiet {
            for i in 0..2 {
                for to in t.captures[i] & allowed {
                    let from = (i32::from(to) - capture_offset::<R>(us, i)) as Cell;
                    if promotion.contains(to) {
                        promote(from, to, sink)?;
                    } else {
                        sink(Move::plain(Kind::Pawn, from, to))?;
                    }
                }
            }
            for to in t.single & allowed & promotion {
                promote((i32::from(to) - forward(us)) as Cell, to, sink)?;
            }
        }
        if which != MoveKind::Noisy {
            for to in (t.single & allowed).without(promotion) {
                sink(Move::plain(Kind::Pawn, (i32::from(to) - forward(us)) as Cell, to))?;
            }
            for (to, length) in [(t.double, 2), (t.triple, 3)] {
                for to in to & allowed {
                    let from = (i32::from(to) - length * forward(us)) as Cell;
                    sink(Move { from, to, kind: Kind::Pawn, flag: MoveFlag::LongStep })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Captures en passant by any of `pawns`.
    pub(super) fn en_passant_moves<R: Ruleset, S>(&self, pawns: CellSet, sink: &mut S) -> ControlFlow<()>
    where
        S: FnMut(Move) -> ControlFlow<()>,
    {
        for to in self.takeable_cells() {
            for from in self.en_passant_takers::<R>(to) & pawns {
                sink(Move { from, to, kind: Kind::Pawn, flag: MoveFlag::EnPassant })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Number of legal moves.
    pub(super) fn count<R: Ruleset>(&self) -> u64 {
        match self.to_move {
            Side::White => self.count_side::<R, true>(),
            Side::Black => self.count_side::<R, false>(),
        }
    }

    fn count_side<R: Ruleset, const WHITE: bool>(&self) -> u64 {
        let us = if WHITE { Side::White } else { Side::Black };
        let (own, them) = (self.side(us), self.side(us.other()));
        let occupied = own | them;
        let t = R::tables();
        let king = self.king(us);
        let mut n = self.king_targets::<R>(us, !own).len() + self.castling_targets::<R>(us).len();
        if self.checkers.several() {
            return u64::from(n);
        }
        let allowed = self.evasions::<R>(us);
        let targets = allowed.without(own);
        let [pawns, knights, bishops, rooks, queens, _] = self.kinds;
        let free = own.without(self.pinned);
        n += self.count_pawns::<R>(us, pawns & free, allowed);
        for from in knights & free {
            n += (t.knight[usize::from(from) & 127] & targets).len();
        }
        for from in (bishops | queens) & free {
            n += (t.bishop(from, occupied) & targets).len();
        }
        for from in (rooks | queens) & free {
            n += (t.rook(from, occupied) & targets).len();
        }
        for from in self.pinned {
            let line = t.ray_through(king, from);
            let kind = self.kind_at(from);
            if kind == Kind::Pawn {
                n += self.count_pawns::<R>(us, CellSet::single(from), allowed & line);
            } else {
                n += (self.piece_attacks::<R>(kind, from, occupied) & targets & line).len();
            }
        }
        if self.takeable != 0 {
            n += self
                .takeable_cells()
                .into_iter()
                .map(|to| self.en_passant_takers::<R>(to).len())
                .sum::<u32>();
        }
        u64::from(n)
    }

    #[inline(always)]
    fn count_pawns<R: Ruleset>(&self, us: Side, pawns: CellSet, allowed: CellSet) -> u32 {
        let t = self.pawn_targets::<R>(pawns, us);
        let [right, left] = t.captures;
        // Steps go to empty cells and captures to occupied ones, so they never overlap.
        let (a, b) = ((t.single | right) & allowed, (t.double | left) & allowed);
        let mut n = a.len() + b.len();
        if !R::TRIPLE[us.index()].is_empty() {
            n += (t.triple & allowed).len();
        }
        let promotion = R::PROMOTION[us.index()];
        if ((a | b) & promotion).any() {
            n += 3 * ((a & promotion).len() + (b & promotion).len());
        }
        n
    }
}

/// The four promotions.
#[inline(always)]
fn promote<S>(from: Cell, to: Cell, sink: &mut S) -> ControlFlow<()>
where
    S: FnMut(Move) -> ControlFlow<()>,
{
    for kind in Kind::PROMOTIONS {
        sink(Move { from, to, kind: Kind::Pawn, flag: Move::promotion_flag(kind) })?;
    }
    ControlFlow::Continue(())
}
