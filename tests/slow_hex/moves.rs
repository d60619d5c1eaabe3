//! Moves: all pseudo-legal ones, each tried on a copy of the position and kept if the own king is safe.

use super::board::{
    ALL_STEPS, BISHOP_STEPS, CASTLING_ROOKS, CASTLINGS, Cell, Color, KNIGHT_STEPS, Kind, Man, ROOK_STEPS,
    Role, castling_king_home,
};
use super::position::Position;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    pub from: Cell,
    pub to: Cell,
    pub promotion: Option<Role>,
    /// The man taken and where it stood; for en passant that is not `to`.
    pub captured: Option<Cell>,
    /// Index into `CASTLINGS`.
    pub castling: Option<usize>,
}

fn plus(cell: Cell, step: Cell) -> Cell {
    (cell.0 + step.0, cell.1 + step.1)
}

/// The steps of a man other than a pawn, and whether it repeats them.
fn steps(role: Role) -> (&'static [Cell], bool) {
    match role {
        Role::Pawn => (&[], false),
        Role::Knight => (&KNIGHT_STEPS, false),
        Role::Bishop => (&BISHOP_STEPS, true),
        Role::Rook => (&ROOK_STEPS, true),
        Role::Queen => (&ALL_STEPS, true),
        Role::King => (&ALL_STEPS, false),
    }
}

/// The rook or bishop step that leads from one cell to another when it is repeated, if one does.
fn step_towards(from: Cell, to: Cell) -> Option<Cell> {
    let (q, r) = (to.0 - from.0, to.1 - from.1);
    let (q_sign, r_sign) = (q.signum(), r.signum());
    if (q, r) == (0, 0) {
        None
    } else if q == 0 || r == 0 || q == r || q == -r {
        Some((q_sign, r_sign))
    } else if r == 2 * q {
        Some((q_sign, 2 * q_sign))
    } else if q == 2 * r {
        Some((2 * r_sign, r_sign))
    } else {
        None
    }
}

impl Position {
    pub fn move_text(&self, m: Move) -> String {
        let mut text = self.kind.cell_name(m.from) + &self.kind.cell_name(m.to);
        text.extend(m.promotion.map(Role::letter));
        text
    }

    /// Whether the man standing on `from` attacks `target`.
    fn man_attacks(&self, from: Cell, (color, role): Man, target: Cell) -> bool {
        if role == Role::Pawn {
            return self.kind.pawn_captures(color).iter().any(|&step| plus(from, step) == target);
        }
        let (steps, slides) = steps(role);
        if !slides {
            return steps.iter().any(|&step| plus(from, step) == target);
        }
        let Some(step) = step_towards(from, target).filter(|step| steps.contains(step)) else { return false };
        let mut cell = plus(from, step);
        while cell != target && self.is_empty(cell) {
            cell = plus(cell, step);
        }
        cell == target
    }

    pub fn attacked(&self, target: Cell, by: Color) -> bool {
        self.men().any(|(from, man)| man.0 == by && self.man_attacks(from, man, target))
    }

    pub fn in_check(&self, color: Color) -> bool {
        self.king(color).is_some_and(|king| self.attacked(king, color.other()))
    }

    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = self.pseudo_legal_moves();
        let Some(king) = self.king(self.side) else { return moves };
        let enemies: Vec<(Cell, Man)> = self.men().filter(|(_, man)| man.0 != self.side).collect();
        moves.retain(|&m| {
            let next = self.after(m);
            let king = if m.from == king { m.to } else { king };
            !enemies.iter().any(|&(from, man)| m.captured != Some(from) && next.man_attacks(from, man, king))
        });
        moves
    }

    fn pseudo_legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for (from, (color, role)) in self.men() {
            if color != self.side {
                continue;
            }
            if role == Role::Pawn {
                self.pawn_moves(from, &mut moves);
                continue;
            }
            let (steps, slides) = steps(role);
            for &step in steps {
                let mut to = plus(from, step);
                while self.on_board(to) {
                    let man = self.man(to);
                    if man.is_none_or(|(color, _)| color != self.side) {
                        let captured = man.map(|_| to);
                        moves.push(Move { from, to, promotion: None, captured, castling: None });
                    }
                    if !slides || man.is_some() {
                        break;
                    }
                    to = plus(to, step);
                }
            }
        }
        if self.kind == Kind::Shafran {
            self.castling_moves(&mut moves);
        }
        moves
    }

    fn pawn_moves(&self, from: Cell, moves: &mut Vec<Move>) {
        let (file, _) = self.kind.file_and_rank(from);
        let at_start = self.kind.pawn_start(self.side, file) == Some(from);
        let most = if at_start { self.kind.first_step(file) } else { 1 };
        for n in 1..=most {
            let to = (from.0, from.1 + n * self.side.forward());
            if !self.is_empty(to) {
                break;
            }
            self.push_pawn_move(from, to, None, moves);
        }
        for step in self.kind.pawn_captures(self.side) {
            let to = plus(from, step);
            if self.man(to).is_some_and(|(color, _)| color != self.side) {
                self.push_pawn_move(from, to, Some(to), moves);
            } else if self.targets.contains(&to) {
                // The pawn that crossed this cell is the first man met further on in its direction.
                let mut victim = to;
                while self.is_empty(victim) {
                    victim.1 += self.side.other().forward();
                }
                self.push_pawn_move(from, to, Some(victim), moves);
            }
        }
    }

    fn push_pawn_move(&self, from: Cell, to: Cell, captured: Option<Cell>, moves: &mut Vec<Move>) {
        let plain = Move { from, to, promotion: None, captured, castling: None };
        if self.kind.promotes(self.side, to) {
            for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
                moves.push(Move { promotion: Some(role), ..plain });
            }
        } else {
            moves.push(plain);
        }
    }

    fn castling_moves(&self, moves: &mut Vec<Move>) {
        for (index, castling) in CASTLINGS.iter().enumerate() {
            if castling.color != self.side || !self.castling[castling.right] {
                continue;
            }
            let cell = |name: &str| self.kind.cell_named(name).expect("a cell of the board");
            let enemy = self.side.other();
            let from = cell(castling_king_home(self.side));
            if castling.empty.iter().all(|name| self.is_empty(cell(name)))
                && !self.attacked(from, enemy)
                && castling.king_path.iter().all(|name| !self.attacked(cell(name), enemy))
            {
                let to = cell(castling.king_to);
                moves.push(Move { from, to, promotion: None, captured: None, castling: Some(index) });
            }
        }
    }

    /// The position after a pseudo-legal move.
    pub fn after(&self, m: Move) -> Position {
        let mut next = self.clone();
        let man = self.man(m.from);
        let pawn = man.is_some_and(|(_, role)| role == Role::Pawn);
        if let Some(victim) = m.captured {
            next.put(victim, None);
        }
        next.put(m.from, None);
        next.put(m.to, m.promotion.map(|role| (self.side, role)).or(man));
        next.targets.clear();
        // A capture also changes the rank by two in some of the games: only a straight step leaves targets.
        if pawn && m.from.0 == m.to.0 {
            let (low, high) = (m.from.1.min(m.to.1), m.from.1.max(m.to.1));
            next.targets.extend((low + 1..high).map(|r| (m.from.0, r)));
        }
        // While a right is there king and rook stand at home, so no other man can move away from those cells.
        let of_castling = man.is_some_and(|(_, role)| role == Role::King || role == Role::Rook);
        if self.castling.contains(&true) && (of_castling || m.captured.is_some()) {
            self.settle_castling(m, &mut next);
        }
        next.clock = if pawn || m.captured.is_some() { 0 } else { self.clock.saturating_add(1) };
        if self.side == Color::Black {
            next.number = self.number.saturating_add(1);
        }
        next.side = self.side.other();
        next
    }

    /// Moves the rook of a castling and takes away the rights that the move ends.
    fn settle_castling(&self, m: Move, next: &mut Position) {
        let cell = |name: &str| self.kind.cell_named(name).expect("a cell of the board");
        if let Some(castling) = m.castling.map(|index| &CASTLINGS[index]) {
            next.put(cell(CASTLING_ROOKS[castling.right].2), None);
            next.put(cell(castling.rook_to), Some((self.side, Role::Rook)));
        }
        for (right, (_, color, rook_home)) in CASTLING_ROOKS.iter().enumerate() {
            let homes = [cell(rook_home), cell(castling_king_home(*color))];
            if homes.contains(&m.from) || homes.contains(&m.to) {
                next.castling[right] = false;
            }
        }
    }
}
