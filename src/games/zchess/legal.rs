//! Legality of one move, and what the search wants to know of it: noise, gain, exchanges.

use super::geometry::{PAWN_HOME, PROMOTION, row};
use super::position::{Kind, Move, MoveFlag, Position};
use super::rook::{self, RowFlood};
use super::tables::TABLES;
use crate::bitboard::CellSet;
use crate::games::men::Exchange;
use crate::games::men::Standing;

/// Centipawns of each kind in exchanges, rounded from the weights that self-play gave. Exchanges need a fixed order
/// of pieces only, so they stay when the weights change.
pub const EXCHANGE_VALUES: [i32; 6] = [100, 260, 370, 1200, 800, 20_000];

const EXCHANGE: Exchange = Exchange::new(
    EXCHANGE_VALUES,
    [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Queen, Kind::Rook, Kind::King],
);

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
                let known = flag == MoveFlag::Plain || m.promotion().is_some();
                if !known || m.promotion().is_some() != promotes {
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

    /// Centipawns that `m` wins if nothing is taken back.
    #[inline]
    pub(super) fn gain(&self, m: Move) -> i32 {
        EXCHANGE.gain(&self.men, self.to_move, m)
    }

    /// Victim first, then the cheapest attacker.
    #[inline]
    pub(super) fn noisy_order(&self, m: Move) -> i32 {
        EXCHANGE.noisy_order(&self.men, self.to_move, m)
    }

    /// Whether the exchange on the target of `m` wins at least `threshold` centipawns.
    ///
    /// A piece that takes leaves its circle, which may have been in a rook's way on either leg or becomes its
    /// turning circle; so after each capture the rooks that could not take before are looked at again.
    pub(super) fn see_ge(&self, m: Move, threshold: i32) -> bool {
        let t = &TABLES;
        let [_, _, bishops, rooks, queens, _] = self.kinds;
        let board = self.occupied_after(m);
        EXCHANGE.wins(&self.men, self.to_move, m, threshold, board, |left, occupied, known| match left {
            None => self.attackers(m.to, occupied),
            Some(_) => {
                t.diagonals(m.to, occupied) & (bishops | queens)
                    | t.row(m.to, occupied) & queens
                    | rook::attackers(m.to, rooks.without(known) & occupied, occupied)
            }
        })
    }
}
