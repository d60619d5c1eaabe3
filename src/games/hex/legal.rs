//! Legality of one move, and what the search wants to know of it: noise, gain, exchanges.

use std::ops::ControlFlow;

use super::geometry::Cell;
use super::position::{Kind, Move, MoveFlag, Position};
use super::rules::Ruleset;
use crate::bitboard::CellSet;
use crate::game::{MoveKind, Side};

/// Centipawns of each kind in exchanges, after McCooey's estimate (pawn 1, bishop 3, knight 4, rook 7, queen
/// 10). They are not the evaluation's weights: exchanges need a fixed order of pieces only.
pub const EXCHANGE_VALUES: [i32; 6] = [100, 400, 300, 700, 1000, 20_000];

/// Kinds in the order in which they take in an exchange, the cheapest first.
const CHEAPEST_FIRST: [Kind; 6] =
    [Kind::Pawn, Kind::Bishop, Kind::Knight, Kind::Rook, Kind::Queen, Kind::King];

const fn value(kind: Kind) -> i32 {
    EXCHANGE_VALUES[kind as usize]
}

impl Position {
    /// Whether `m`, whose cells are on the board, is legal.
    pub(super) fn is_legal<R: Ruleset>(&self, m: Move) -> bool {
        let us = self.to_move;
        let Move { from, to, kind, flag } = m;
        if !self.pieces(us, kind).contains(from) || self.side(us).contains(to) {
            return false;
        }
        if kind == Kind::King {
            return match flag {
                MoveFlag::Plain => self.king_targets::<R>(us, CellSet::single(to)).any(),
                MoveFlag::Castle => self.castling_targets::<R>(us).contains(to),
                _ => false,
            };
        }
        if self.checkers.several() {
            return false;
        }
        if flag == MoveFlag::EnPassant {
            return kind == Kind::Pawn
                && self.takeable_cells().contains(to)
                && self.en_passant_takers::<R>(to).contains(from);
        }
        let mut allowed = self.evasions::<R>(us);
        if self.pinned.contains(from) {
            allowed &= R::tables().ray_through(self.king(us), from);
        }
        if !allowed.contains(to) {
            return false;
        }
        if kind == Kind::Pawn {
            let pawn = CellSet::single(from);
            let found = self.pawn_moves::<R, _>(us, pawn, CellSet::single(to), MoveKind::All, &mut |legal| {
                if legal == m { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            return found.is_break();
        }
        flag == MoveFlag::Plain && self.piece_attacks::<R>(kind, from, self.occupied()).contains(to)
    }

    /// Whether `m` is a capture, an en passant capture or a promotion.
    #[inline]
    pub(super) fn is_noisy(&self, m: Move) -> bool {
        self.side(self.to_move.other()).contains(m.to)
            || m.flag == MoveFlag::EnPassant
            || m.promotion().is_some()
    }

    /// The kind that `m` takes.
    #[inline]
    pub(super) fn victim(&self, m: Move) -> Option<Kind> {
        if m.flag == MoveFlag::EnPassant {
            Some(Kind::Pawn)
        } else if self.side(self.to_move.other()).contains(m.to) {
            Some(self.kind_at(m.to))
        } else {
            None
        }
    }

    /// Centipawns that `m` wins if nothing is taken back.
    #[inline]
    pub(super) fn gain(&self, m: Move) -> i32 {
        self.victim(m).map_or(0, value) + m.promotion().map_or(0, |kind| value(kind) - value(Kind::Pawn))
    }

    /// Victim first, then the cheapest attacker.
    #[inline]
    pub(super) fn noisy_order(&self, m: Move) -> i32 {
        self.gain(m) * 8 - value(m.kind).min(value(Kind::Queen) + 100) / 100
    }

    /// Whether the exchange on the target of `m` wins at least `threshold` centipawns, both sides taking with
    /// their cheapest piece and free to stop. Pins are not looked at.
    pub(super) fn see_ge<R: Ruleset>(&self, m: Move, threshold: i32) -> bool {
        if m.flag == MoveFlag::Castle {
            return threshold <= 0;
        }
        // What the mover is ahead by, seen from the side to take, after each capture.
        let mut balance = self.gain(m) - threshold;
        if balance < 0 {
            return false;
        }
        balance -= value(m.promotion().unwrap_or(m.kind));
        if balance >= 0 {
            return true;
        }
        let t = R::tables();
        let mut occupied = self.occupied().without(CellSet::single(m.from)) | CellSet::single(m.to);
        if m.flag == MoveFlag::EnPassant {
            occupied = occupied.without(CellSet::single(self.stepped));
        }
        let straight = self.kind(Kind::Rook) | self.kind(Kind::Queen);
        let oblique = self.kind(Kind::Bishop) | self.kind(Kind::Queen);
        let mut attackers = self.attackers::<R>(m.to, occupied) & occupied;
        let mut side = self.to_move.other();
        loop {
            let own = attackers & self.side(side);
            let Some((kind, from)) = self.cheapest(own) else { break };
            if kind == Kind::King && (attackers & self.side(side.other())).any() {
                // The king can't take where the opponent still attacks.
                break;
            }
            occupied = occupied.without(CellSet::single(from));
            if t.rook_empty[usize::from(m.to)].contains(from) {
                attackers |= t.rook(m.to, occupied) & straight;
            } else {
                attackers |= t.bishop(m.to, occupied) & oblique;
            }
            attackers &= occupied;
            balance = -balance - 1 - value(kind);
            side = side.other();
            if balance >= 0 {
                break;
            }
        }
        // The side that has to take and can't, or does not want to, loses the exchange.
        side != self.to_move
    }

    /// The cheapest of `own`, pieces of one side.
    fn cheapest(&self, own: CellSet) -> Option<(Kind, Cell)> {
        CHEAPEST_FIRST.into_iter().find_map(|kind| {
            let set = own & self.kind(kind);
            set.any().then(|| (kind, set.first()))
        })
    }

    /// Whether a side has more than pawns.
    #[inline]
    pub(super) fn has_pieces(&self, side: Side) -> bool {
        (self.side(side).without(self.kind(Kind::Pawn) | self.kind(Kind::King))).any()
    }
}
