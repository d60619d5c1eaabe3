//! Who attacks what: attackers of a circle, checks, pins and hinges.

use super::geometry::{BOARD, Cell};
use super::position::{Kind, Position};
use super::rook;
use super::tables::TABLES;
use crate::bitboard::CellSet;
use crate::game::Side;

impl Position {
    /// Pieces of both sides that attack `cell` when `occupied` stand on the board.
    pub(super) fn attackers(&self, cell: Cell, occupied: CellSet) -> CellSet {
        let t = &TABLES;
        let at = usize::from(cell) & 127;
        let [pawns, knights, bishops, rooks, queens, kings] = self.kinds;
        // A White pawn attacks the circle from where a Black pawn on it would attack.
        t.pawn[Side::Black.index()][at] & pawns & self.side(Side::White)
            | t.pawn[Side::White.index()][at] & pawns & self.side(Side::Black)
            | t.knight[at] & knights
            | t.king[at] & kings
            | t.diagonals(cell, occupied) & (bishops | queens)
            | t.row(cell, occupied) & queens
            | rook::attackers(cell, rooks & occupied, occupied)
    }

    /// Whether `by` attacks `cell` when `occupied` stand on the board; only attackers in `alive` count.
    pub(super) fn attacked(&self, cell: Cell, by: Side, occupied: CellSet, alive: CellSet) -> bool {
        let t = &TABLES;
        let at = usize::from(cell) & 127;
        let them = self.side(by) & alive;
        let [pawns, knights, bishops, rooks, queens, kings] = self.kinds;
        let leapers = t.pawn[by.other().index()][at] & pawns | t.knight[at] & knights | t.king[at] & kings;
        (leapers & them).any()
            || (t.diagonals(cell, occupied) & (bishops | queens) & them).any()
            || (t.row(cell, occupied) & queens & them).any()
            || rook::attacked(cell, rooks & them, occupied)
    }

    /// Sets the checkers, the evasions, the pinned pieces and the hinges of the side to move.
    #[inline(always)]
    pub(super) fn survey(&mut self) {
        let t = &TABLES;
        let us = self.to_move;
        let king = self.king(us);
        let at = usize::from(king) & 127;
        let (own, them) = (self.side(us), self.side(us.other()));
        let [pawns, knights, bishops, rooks, queens, _] = self.kinds;
        let occupied = own | them;
        let mut checkers = (t.pawn[us.index()][at] & pawns | t.knight[at] & knights) & them;
        let mut evasions = if checkers.any() { CellSet::EMPTY } else { BOARD };
        let mut pinned = CellSet::EMPTY;
        let snipers = (t.diagonal_empty[at] & (bishops | queens) | t.row_empty[at] & queens) & them;
        for sniper in snipers {
            let line = t.between(king, sniper);
            let shield = line & occupied;
            if shield.is_empty() {
                checkers |= CellSet::single(sniper);
                evasions &= line;
            } else if !shield.several() {
                pinned |= shield & own;
            }
        }
        self.pinned = pinned;
        self.hinges = CellSet::EMPTY;
        let rooks = rooks & them;
        if rooks.any() {
            self.survey_rooks(rooks, &mut checkers, &mut evasions);
        }
        if checkers.any() && !checkers.several() {
            evasions |= checkers;
        }
        self.checkers = checkers;
        self.evasions = evasions;
    }

    /// The rooks' part of the survey.
    ///
    /// A piece that steps into a path closes it, and one that leaves its circle opens a path only if it was
    /// alone on it. So there are two kinds of hinges: the first piece seen from a rook along a diagonal that
    /// goes on to a turning circle of the king's row, and the first piece beside the king in its row, whose
    /// circle becomes a turning circle itself and uncovers those behind it.
    #[inline(always)]
    fn survey_rooks(&mut self, rooks: CellSet, checkers: &mut CellSet, evasions: &mut CellSet) {
        let t = &TABLES;
        let us = self.to_move;
        let king = self.king(us);
        let own = self.side(us);
        let occupied = self.occupied();
        let row = t.row(king, occupied);
        let turning = row.without(occupied);
        let mut hinges = CellSet::EMPTY;
        for rook in row & rooks {
            *checkers |= CellSet::single(rook);
            *evasions &= t.between(king, rook);
        }
        let mut reached = CellSet::EMPTY;
        for rook in rooks {
            let seen = t.diagonals(rook, occupied);
            reached |= seen;
            let turns = seen & turning;
            if turns.any() {
                *checkers |= CellSet::single(rook);
                for turn in turns {
                    *evasions &= rook::path(rook, turn, king);
                }
            }
            let first = seen & own;
            if first.any() {
                let beyond = t.diagonals(rook, occupied ^ first) & turning;
                for turn in beyond.without(seen) {
                    hinges |= t.between(rook, turn) & occupied;
                }
            }
        }
        for piece in row & own {
            let without = occupied ^ CellSet::single(piece);
            let wider = t.row(king, without).without(turning);
            if (wider & rooks).without(row).any() || (wider.without(without) & reached).any() {
                hinges |= CellSet::single(piece);
            }
        }
        self.hinges = hinges;
    }

    /// Where a pinned piece may go: the line between its king and the pinning piece, that piece included.
    pub(super) fn pin_line(&self, piece: Cell) -> CellSet {
        let t = &TABLES;
        let us = self.to_move;
        let king = self.king(us);
        let at = usize::from(king) & 127;
        let [_, _, bishops, _, queens, _] = self.kinds;
        let them = self.side(us.other());
        let snipers = (t.diagonal_empty[at] & (bishops | queens) | t.row_empty[at] & queens) & them;
        let occupied = self.occupied();
        let mut allowed = BOARD;
        for sniper in snipers {
            let line = t.between(king, sniper);
            if line & occupied == CellSet::single(piece) {
                allowed &= line | CellSet::single(sniper);
            }
        }
        allowed
    }

    /// Where a hinge may go: onto all paths that open when it leaves its circle, or onto the only rook they start from.
    fn hinge_targets(&self, hinge: Cell) -> CellSet {
        let us = self.to_move;
        let rooks = self.pieces(us.other(), Kind::Rook);
        let without = self.occupied().without(CellSet::single(hinge));
        let (attackers, common) = rook::paths(self.king(us), rooks, without);
        if attackers.several() { common } else { common | attackers }
    }

    /// What is left of `targets` of a piece other than the king, once pins and hinges are looked at.
    #[inline(always)]
    pub(super) fn restrict(&self, from: Cell, mut targets: CellSet) -> CellSet {
        if self.pinned.contains(from) {
            targets &= self.pin_line(from);
        }
        if self.hinges.contains(from) {
            targets &= self.hinge_targets(from);
        }
        targets
    }
}
