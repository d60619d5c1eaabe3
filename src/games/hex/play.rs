//! Making moves.

use super::geometry::{Cell, NO_CELL};
use super::position::{Kind, Move, MoveFlag, Position, ZOBRIST};
use super::rules::Ruleset;
use crate::game::{Delta, Side};
use crate::games::men::Standing;
use crate::games::men::{SLOTS, kept_rights};

struct Rights<R>(std::marker::PhantomData<R>);

impl<R: Ruleset> Rights<R> {
    /// Castling rights that survive a move from or to each cell.
    const KEPT: [u8; SLOTS] = match &R::CASTLES {
        Some(castles) => kept_rights(castles),
        None => [15; SLOTS],
    };
}

/// Number of the feature "this piece on this cell".
#[inline(always)]
pub(super) fn feature<R: Ruleset>(side: Side, kind: Kind, cell: Cell) -> u16 {
    let dense = usize::from(R::tables().dense[usize::from(cell) & 127]);
    ((side.index() * 6 + kind.index()) * R::CELLS + dense) as u16
}

/// The rook's from and to when the king castles to `to`.
pub(super) fn castling_rook<R: Ruleset>(to: Cell) -> Option<(Cell, Cell)> {
    let castle = R::CASTLES?.into_iter().find(|c| c.path.contains(&to))?;
    let rook_to = if to == castle.path[2] { castle.path[1] } else { castle.path[0] };
    Some((castle.rook, rook_to))
}

impl Position {
    #[inline(always)]
    fn toggle(&mut self, side: Side, kind: Kind, cell: Cell) {
        self.men.toggle(side, kind, cell);
        self.key ^= ZOBRIST.piece[side.index()][kind.index()][usize::from(cell) & 127];
    }

    #[inline(always)]
    fn add<R: Ruleset, D: Delta>(&mut self, side: Side, kind: Kind, cell: Cell, delta: &mut D) {
        self.toggle(side, kind, cell);
        delta.add(feature::<R>(side, kind, cell));
    }

    #[inline(always)]
    fn remove<R: Ruleset, D: Delta>(&mut self, side: Side, kind: Kind, cell: Cell, delta: &mut D) {
        self.toggle(side, kind, cell);
        delta.remove(feature::<R>(side, kind, cell));
    }

    #[inline(always)]
    fn count_material(&mut self, side: Side, kind: Kind, appears: bool) {
        self.material = ZOBRIST.material_after(self.material, side, kind, appears);
    }

    /// Plays a legal move.
    #[inline]
    pub(super) fn play<R: Ruleset, D: Delta>(&mut self, m: Move, delta: &mut D) {
        let us = self.to_move;
        let them = us.other();
        let Move { from, to, kind, flag } = m;

        self.forget_step();
        self.halfmove = self.halfmove.saturating_add(1);
        if kind == Kind::Pawn {
            self.halfmove = 0;
        }
        if self.side(them).contains(to) {
            let taken = self.kind_at(to);
            self.remove::<R, D>(them, taken, to, delta);
            self.count_material(them, taken, false);
            self.halfmove = 0;
        }
        self.remove::<R, D>(us, kind, from, delta);
        self.add::<R, D>(us, m.promotion().unwrap_or(kind), to, delta);
        if kind == Kind::King {
            self.kings[us.index()] = to;
        }
        let stepped = self.stepped;
        self.stepped = NO_CELL;
        self.passed = 0;
        match flag {
            MoveFlag::Plain => {}
            MoveFlag::LongStep => {
                self.stepped = to;
                self.passed = from.abs_diff(to) - 1;
            }
            MoveFlag::EnPassant => {
                self.remove::<R, D>(them, Kind::Pawn, stepped, delta);
                self.count_material(them, Kind::Pawn, false);
            }
            MoveFlag::Castle => {
                if let Some((rook_from, rook_to)) = castling_rook::<R>(to) {
                    self.remove::<R, D>(us, Kind::Rook, rook_from, delta);
                    self.add::<R, D>(us, Kind::Rook, rook_to, delta);
                }
            }
            MoveFlag::ToKnight | MoveFlag::ToBishop | MoveFlag::ToRook | MoveFlag::ToQueen => {
                self.count_material(us, Kind::Pawn, false);
                self.count_material(us, m.promotion().unwrap_or(kind), true);
            }
        }
        if R::CASTLES.is_some() {
            let kept = Rights::<R>::KEPT[usize::from(from) & 127] & Rights::<R>::KEPT[usize::from(to) & 127];
            self.key ^= ZOBRIST.castling[usize::from(self.castling) & 15];
            self.castling &= kept;
            self.key ^= ZOBRIST.castling[usize::from(self.castling) & 15];
        }
        self.pass_turn();
        self.find_checks_and_pins::<R>();
        if self.stepped != NO_CELL {
            self.find_takeable::<R>();
            self.hash_takeable();
        }
    }

    /// Whether `m` gives up a castling right.
    pub(super) fn loses_right<R: Ruleset>(&self, m: Move) -> bool {
        let kept = Rights::<R>::KEPT[usize::from(m.from) & 127] & Rights::<R>::KEPT[usize::from(m.to) & 127];
        self.castling & !kept != 0
    }

    /// Passes the turn. The clock runs on, so that it keeps step with a history that holds passes.
    pub(super) fn play_null<R: Ruleset>(&mut self) {
        self.forget_step();
        self.stepped = NO_CELL;
        self.passed = 0;
        self.halfmove = self.halfmove.saturating_add(1);
        self.pass_turn();
        self.find_checks_and_pins::<R>();
    }

    #[inline(always)]
    fn pass_turn(&mut self) {
        if self.to_move == Side::Black {
            self.fullmove = self.fullmove.saturating_add(1);
        }
        self.to_move = self.to_move.other();
        self.key ^= ZOBRIST.black;
    }

    /// Takes en passant out of the key.
    #[inline(always)]
    fn forget_step(&mut self) {
        if self.takeable != 0 {
            self.hash_takeable();
            self.takeable = 0;
        }
    }

    fn hash_takeable(&mut self) {
        for cell in self.takeable_cells() {
            self.key ^= ZOBRIST.en_passant[usize::from(cell) & 127];
        }
    }
}
