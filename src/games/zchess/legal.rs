//! Legality of one move, and what the search wants to know of it: noise, gain, exchanges.

use super::geometry::{Cell, PAWN_HOME, PROMOTION, row};
use super::position::{Kind, Move, MoveFlag, Position};
use super::rook::{self, RowFlood};
use super::tables::TABLES;
use crate::bitboard::CellSet;

/// Centipawns of each kind in exchanges, rounded from the weights that self-play gave. Exchanges need a fixed order
/// of pieces only, so they stay when the weights change.
pub const EXCHANGE_VALUES: [i32; 6] = [100, 260, 370, 1200, 800, 20_000];

/// Kinds in the order in which they take in an exchange, the cheapest first.
const CHEAPEST_FIRST: [Kind; 6] =
    [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Queen, Kind::Rook, Kind::King];

const fn value(kind: Kind) -> i32 {
    EXCHANGE_VALUES[kind as usize]
}

impl Position {
    /// Whether `m`, whose circles are on the board, is legal.
    pub(super) fn is_legal(&self, m: Move) -> bool {
        let us = self.to_move;
        let Move { from, to, kind, flag } = m;
        if !self.pieces(us, kind).contains(from) || self.side(us).contains(to) {
            return false;
        }
        let target = CellSet::single(to);
        match kind {
            Kind::King => {
                return match flag {
                    MoveFlag::Plain => self.king_targets(us, target).any(),
                    MoveFlag::Castle => self.castling_targets(us).contains(to),
                    _ => false,
                };
            }
            Kind::Pawn => {
                let promotes = PROMOTION[us.index()].contains(to);
                if flag == MoveFlag::Castle || m.promotion().is_some() != promotes {
                    return false;
                }
                if !TABLES.pawn[us.index()][usize::from(from) & 127].contains(to) && !self.is_long_step(m) {
                    return false;
                }
            }
            _ => {
                if flag != MoveFlag::Plain {
                    return false;
                }
            }
        }
        if !self.evasions.contains(to) {
            return false;
        }
        if kind != Kind::Pawn {
            let occupied = self.occupied();
            let flood = RowFlood::new(occupied);
            if !Self::piece_attacks(kind, from, occupied, &flood).contains(to) {
                return false;
            }
        }
        self.restrict(from, target).any()
    }

    /// Whether `m`, a pawn's move, is the straight double step from its home row over empty circles.
    fn is_long_step(&self, m: Move) -> bool {
        let us = self.to_move;
        let passed = TABLES.between(m.from, m.to);
        PAWN_HOME[us.index()].contains(m.from)
            && row(m.to) - row(m.from) == 2 - 4 * us.index() as i8
            && passed.any()
            && ((passed | CellSet::single(m.to)) & self.occupied()).is_empty()
    }

    /// Whether `m` is a capture or a promotion.
    #[inline]
    pub(super) fn is_noisy(&self, m: Move) -> bool {
        self.side(self.to_move.other()).contains(m.to) || m.promotion().is_some()
    }

    /// The kind that `m` takes.
    #[inline]
    pub(super) fn victim(&self, m: Move) -> Option<Kind> {
        self.side(self.to_move.other()).contains(m.to).then(|| self.kind_at(m.to))
    }

    /// Centipawns that `m` wins if nothing is taken back.
    #[inline]
    pub(super) fn gain(&self, m: Move) -> i32 {
        self.victim(m).map_or(0, value) + m.promotion().map_or(0, |kind| value(kind) - value(Kind::Pawn))
    }

    /// Victim first, then the cheapest attacker.
    #[inline]
    pub(super) fn noisy_order(&self, m: Move) -> i32 {
        self.gain(m) * 8 - value(m.kind).min(value(Kind::Rook) + 100) / 100
    }

    /// Whether the exchange on the target of `m` wins at least `threshold` centipawns, both sides taking with
    /// their cheapest piece and free to stop. Pins are not looked at.
    ///
    /// A piece that takes leaves its circle, which may have been in a rook's way on either leg or becomes its
    /// turning circle; so after each capture the rooks that could not take before are looked at again.
    pub(super) fn see_ge(&self, m: Move, threshold: i32) -> bool {
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
        let t = &TABLES;
        let mut occupied = self.occupied().without(CellSet::single(m.from)) | CellSet::single(m.to);
        let [_, _, bishops, rooks, queens, _] = self.kinds;
        let mut attackers = self.attackers(m.to, occupied) & occupied;
        let mut side = self.to_move.other();
        loop {
            let own = attackers & self.side(side);
            let Some((kind, from)) = self.cheapest(own) else { break };
            if kind == Kind::King && (attackers & self.side(side.other())).any() {
                // The king can't take where the opponent still attacks.
                break;
            }
            occupied = occupied.without(CellSet::single(from));
            attackers |= t.diagonals(m.to, occupied) & (bishops | queens) | t.row(m.to, occupied) & queens;
            attackers |= rook::attackers(m.to, rooks.without(attackers) & occupied, occupied);
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
    pub(super) fn has_pieces(&self, side: crate::game::Side) -> bool {
        (self.side(side).without(self.kind(Kind::Pawn) | self.kind(Kind::King))).any()
    }
}
