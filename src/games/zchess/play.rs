//! Making moves.

use super::castling::{KEPT, with_target};
use super::geometry::{CELLS, Cell};
use super::position::{Kind, Move, MoveFlag, Position, ZOBRIST};
use super::tables::TABLES;
use crate::game::{Delta, Side};
use crate::games::men::Standing;

/// Number of the feature "this piece on this circle".
#[inline(always)]
pub(super) fn feature(side: Side, kind: Kind, cell: Cell) -> u16 {
    let dense = usize::from(TABLES.dense[usize::from(cell) & 127]);
    ((side.index() * 6 + kind.index()) * CELLS + dense) as u16
}

impl Position {
    #[inline(always)]
    fn toggle(&mut self, side: Side, kind: Kind, cell: Cell) {
        self.men.toggle(side, kind, cell);
        self.key ^= ZOBRIST.piece[side.index()][kind.index()][usize::from(cell) & 127];
    }

    #[inline(always)]
    fn add<D: Delta>(&mut self, side: Side, kind: Kind, cell: Cell, delta: &mut D) {
        self.toggle(side, kind, cell);
        delta.add(feature(side, kind, cell));
    }

    #[inline(always)]
    fn remove<D: Delta>(&mut self, side: Side, kind: Kind, cell: Cell, delta: &mut D) {
        self.toggle(side, kind, cell);
        delta.remove(feature(side, kind, cell));
    }

    #[inline(always)]
    fn count_material(&mut self, side: Side, kind: Kind, appears: bool) {
        self.material = ZOBRIST.material_after(self.material, side, kind, appears);
    }

    /// Plays a legal move.
    #[inline]
    pub(super) fn play<D: Delta>(&mut self, m: Move, delta: &mut D) {
        let us = self.to_move;
        let them = us.other();
        let Move { from, to, kind, flag } = m;

        self.halfmove = if kind == Kind::Pawn { 0 } else { self.halfmove.saturating_add(1) };
        if self.side(them).contains(to) {
            let taken = self.kind_at(to);
            self.remove(them, taken, to, delta);
            self.count_material(them, taken, false);
            self.halfmove = 0;
        }
        self.remove(us, kind, from, delta);
        self.add(us, m.promotion().unwrap_or(kind), to, delta);
        if kind == Kind::King {
            self.kings[us.index()] = to;
        }
        match flag {
            // There is no en passant: a long step is like any other move.
            MoveFlag::Plain | MoveFlag::LongStep | MoveFlag::EnPassant => {}
            MoveFlag::Castle => {
                if let Some(castle) = with_target(to) {
                    self.remove(us, Kind::Rook, castle.rook, delta);
                    self.add(us, Kind::Rook, castle.path[0], delta);
                }
            }
            MoveFlag::ToKnight | MoveFlag::ToBishop | MoveFlag::ToRook | MoveFlag::ToQueen => {
                self.count_material(us, Kind::Pawn, false);
                self.count_material(us, m.promotion().unwrap_or(kind), true);
            }
        }
        let lost = self.castling & !(KEPT[usize::from(from) & 127] & KEPT[usize::from(to) & 127]);
        if lost != 0 {
            self.key ^= ZOBRIST.castling[usize::from(lost) & 15];
            self.castling ^= lost;
        }
        self.pass_turn();
        self.survey();
    }

    /// Whether `m` gives up a castling right.
    pub(super) fn loses_right(&self, m: Move) -> bool {
        self.castling & !(KEPT[usize::from(m.from) & 127] & KEPT[usize::from(m.to) & 127]) != 0
    }

    /// Passes the turn. The clock runs on, so that it keeps step with a history that holds passes.
    pub(super) fn play_null(&mut self) {
        self.halfmove = self.halfmove.saturating_add(1);
        self.pass_turn();
        self.survey();
    }

    #[inline(always)]
    fn pass_turn(&mut self) {
        if self.to_move == Side::Black {
            self.fullmove = self.fullmove.saturating_add(1);
        }
        self.to_move = self.to_move.other();
        self.key ^= ZOBRIST.black;
    }
}
