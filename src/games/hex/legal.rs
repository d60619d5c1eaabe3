//! Legality of one move, and what the search wants to know of it: noise, gain, exchanges.

use std::ops::ControlFlow;

use super::position::{Kind, Move, MoveFlag, Position};
use super::rules::Ruleset;
use crate::bitboard::CellSet;
use crate::game::MoveKind;
use crate::games::men::Exchange;
use crate::games::men::Standing;

/// Centipawns of each kind in exchanges, after McCooey's estimate (pawn 1, bishop 3, knight 4, rook 7, queen
/// 10). They are not the evaluation's weights: exchanges need a fixed order of pieces only.
pub const EXCHANGE_VALUES: [i32; 6] = [100, 400, 300, 700, 1000, 20_000];

const EXCHANGE: Exchange = Exchange::new(
    EXCHANGE_VALUES,
    [Kind::Pawn, Kind::Bishop, Kind::Knight, Kind::Rook, Kind::Queen, Kind::King],
);

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
    pub(super) fn see_ge<R: Ruleset>(&self, m: Move, threshold: i32) -> bool {
        let t = R::tables();
        let mut board = self.occupied_after(m);
        if m.flag == MoveFlag::EnPassant {
            board = board.without(CellSet::single(self.stepped));
        }
        let straight = self.kind(Kind::Rook) | self.kind(Kind::Queen);
        let oblique = self.kind(Kind::Bishop) | self.kind(Kind::Queen);
        EXCHANGE.wins(&self.men, self.to_move, m, threshold, board, |left, occupied, _| match left {
            None => self.attackers::<R>(m.to, occupied),
            Some(from) if t.rook_empty[usize::from(m.to)].contains(from) => t.rook(m.to, occupied) & straight,
            Some(_) => t.bishop(m.to, occupied) & oblique,
        })
    }
}
