//! Who attacks what: attackers of a cell, checks, pins and en passant captures that are legal.

use super::geometry::{Cell, NO_CELL};
use super::position::{Kind, Position};
use super::rules::Ruleset;
use crate::bitboard::CellSet;
use crate::game::Side;

impl Position {
    /// Pieces of both sides that attack `cell` when `occupied` stand on the board.
    pub(super) fn attackers<R: Ruleset>(&self, cell: Cell, occupied: CellSet) -> CellSet {
        let t = R::tables();
        let at = usize::from(cell);
        let [pawns, knights, bishops, rooks, queens, kings] = self.kinds;
        // A White pawn attacks the cell from where a Black pawn on the cell would capture.
        R::pawns()[Side::Black.index()][at] & pawns & self.side(Side::White)
            | R::pawns()[Side::White.index()][at] & pawns & self.side(Side::Black)
            | t.knight[at] & knights
            | t.king[at] & kings
            | t.rook(cell, occupied) & (rooks | queens)
            | t.bishop(cell, occupied) & (bishops | queens)
    }

    /// Whether `by` attacks `cell` when `occupied` stand on the board; only attackers in `alive` count.
    #[inline(always)]
    pub(super) fn attacked<R: Ruleset>(
        &self,
        cell: Cell,
        by: Side,
        occupied: CellSet,
        alive: CellSet,
    ) -> bool {
        let t = R::tables();
        let at = usize::from(cell);
        let them = self.side(by) & alive;
        let [pawns, knights, bishops, rooks, queens, kings] = self.kinds;
        let leapers =
            R::pawns()[by.other().index()][at] & pawns | t.knight[at] & knights | t.king[at] & kings;
        if (leapers & them).any() {
            return true;
        }
        let straight = (rooks | queens) & them;
        if (t.rook_empty[at] & straight).any() && (t.rook(cell, occupied) & straight).any() {
            return true;
        }
        let oblique = (bishops | queens) & them;
        (t.bishop_empty[at] & oblique).any() && (t.bishop(cell, occupied) & oblique).any()
    }

    /// Sets the checkers and the pinned pieces of the side to move.
    #[inline(always)]
    pub(super) fn find_checks_and_pins<R: Ruleset>(&mut self) {
        let t = R::tables();
        let us = self.to_move;
        let king = self.king(us);
        let at = usize::from(king);
        let (own, them) = (self.side(us), self.side(us.other()));
        let [pawns, knights, bishops, rooks, queens, _] = self.kinds;
        let occupied = own | them;
        let mut checkers = (R::pawns()[us.index()][at] & pawns | t.knight[at] & knights) & them;
        let mut pinned = CellSet::EMPTY;
        let sliders = (t.rook_empty[at] & (rooks | queens) | t.bishop_empty[at] & (bishops | queens)) & them;
        for slider in sliders {
            let shield = t.between(king, slider) & occupied;
            if shield.is_empty() {
                checkers |= CellSet::single(slider);
            } else if !shield.several() {
                pinned |= shield & own;
            }
        }
        self.checkers = checkers;
        self.pinned = pinned;
    }

    /// Finds out on which passed cells the pawn that just stepped can legally be taken.
    pub(super) fn find_takeable<R: Ruleset>(&mut self) {
        self.takeable = 0;
        if self.stepped == NO_CELL {
            return;
        }
        for i in 0..self.passed {
            let target = self.passed_cell(i);
            if self.en_passant_takers::<R>(target).any() {
                self.takeable |= 1 << i;
            }
        }
    }

    /// The pawns that can legally take the pawn that just stepped on the passed cell `target`.
    pub(super) fn en_passant_takers<R: Ruleset>(&self, target: Cell) -> CellSet {
        let us = self.to_move;
        let near = R::pawns()[us.other().index()][usize::from(target)] & self.pieces(us, Kind::Pawn);
        near.into_iter().filter(|&from| self.en_passant_is_safe::<R>(from, target)).collect()
    }

    /// Whether the own king is unattacked once the pawn on `from` has taken on `target`. Two pieces leave
    /// their cells at once, so lines open that no pin shows.
    pub(super) fn en_passant_is_safe<R: Ruleset>(&self, from: Cell, target: Cell) -> bool {
        let us = self.to_move;
        let gone = CellSet::single(self.stepped);
        let occupied = (self.occupied() ^ CellSet::single(from) ^ gone) | CellSet::single(target);
        !self.attacked::<R>(self.king(us), us.other(), occupied, !gone)
    }
}
