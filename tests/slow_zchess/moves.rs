//! Moves: each one tried on a copy of the position and kept if the own king is safe on that copy.

use super::board::{ALL_STEPS, CASTLINGS, Circle, Color, DIAGONAL_STEPS, KNIGHT_JUMPS, Man, ROW_STEPS, Role};
use super::board::{circle_name, named, on_board, plus};
use super::position::Position;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    pub from: Circle,
    pub to: Circle,
    pub promotion: Option<Role>,
    /// Index into `CASTLINGS`.
    pub castling: Option<usize>,
}

impl Position {
    pub fn move_text(&self, m: Move) -> String {
        let mut text = circle_name(m.from) + &circle_name(m.to);
        text.extend(m.promotion.map(Role::letter));
        text
    }

    /// The notation for people: `Pb2-c3`, `Ka1xb2`, `Ph4-i5Q`, `0-0-0(L)`.
    pub fn official_text(&self, m: Move) -> String {
        if let Some(at) = m.castling {
            return CASTLINGS[at].official.to_string();
        }
        let letter = |role: Role| role.letter().to_ascii_uppercase();
        let mut text = String::new();
        text.extend(self.man(m.from).map(|(_, role)| letter(role)));
        text += &circle_name(m.from);
        text.push(if self.man(m.to).is_some() { 'x' } else { '-' });
        text += &circle_name(m.to);
        text.extend(m.promotion.map(letter));
        text
    }

    /// Walks from a circle, which is not visited itself, over empty ones; the first that is not empty is
    /// visited too, and ends the walk.
    fn walk(&self, from: Circle, step: Circle, visit: &mut dyn FnMut(Circle)) {
        let mut circle = plus(from, step);
        while on_board(circle) {
            visit(circle);
            if !self.is_empty(circle) {
                break;
            }
            circle = plus(circle, step);
        }
    }

    /// Visits every circle that the man attacks, whoever stands there; a rook's more than once.
    fn visit_attacked(&self, from: Circle, (color, role): Man, visit: &mut dyn FnMut(Circle)) {
        match role {
            Role::Pawn => color.pawn_steps().into_iter().for_each(|step| visit(plus(from, step))),
            Role::Knight => KNIGHT_JUMPS.into_iter().for_each(|jump| visit(plus(from, jump))),
            Role::King => ALL_STEPS.into_iter().for_each(|step| visit(plus(from, step))),
            Role::Bishop => DIAGONAL_STEPS.into_iter().for_each(|step| self.walk(from, step, visit)),
            Role::Queen => ALL_STEPS.into_iter().for_each(|step| self.walk(from, step, visit)),
            Role::Rook => {
                ROW_STEPS.into_iter().for_each(|step| self.walk(from, step, visit));
                for diagonal in DIAGONAL_STEPS {
                    let mut turning = plus(from, diagonal);
                    while self.is_empty(turning) {
                        ROW_STEPS.into_iter().for_each(|step| self.walk(turning, step, visit));
                        turning = plus(turning, diagonal);
                    }
                }
            }
        }
    }

    pub fn attacked(&self, target: Circle, by: Color) -> bool {
        self.men().any(|(from, man)| {
            let mut hit = false;
            if man.0 == by {
                self.visit_attacked(from, man, &mut |circle| hit |= circle == target);
            }
            hit
        })
    }

    pub fn in_check(&self, color: Color) -> bool {
        self.king(color).is_some_and(|king| self.attacked(king, color.other()))
    }

    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = self.pseudo_legal_moves();
        moves.retain(|&m| !self.after(m).in_check(self.side));
        moves
    }

    fn pseudo_legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for (from, man) in self.men().filter(|(_, man)| man.0 == self.side) {
            if man.1 == Role::Pawn {
                self.pawn_moves(from, &mut moves);
                continue;
            }
            let mut targets = Vec::new();
            self.visit_attacked(from, man, &mut |to| {
                let own = self.man(to).is_some_and(|(color, _)| color == self.side);
                if on_board(to) && !own && !targets.contains(&to) {
                    targets.push(to);
                }
            });
            moves.extend(targets.into_iter().map(|to| Move { from, to, promotion: None, castling: None }));
        }
        self.castling_moves(&mut moves);
        moves
    }

    fn pawn_moves(&self, from: Circle, moves: &mut Vec<Move>) {
        for step in self.side.pawn_steps() {
            let to = plus(from, step);
            let enemy = self.man(to).is_some_and(|(color, _)| color != self.side);
            if !self.is_empty(to) && !enemy {
                continue;
            }
            let plain = Move { from, to, promotion: None, castling: None };
            if to.0 == self.side.promotion_row() {
                for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
                    moves.push(Move { promotion: Some(role), ..plain });
                }
            } else {
                moves.push(plain);
            }
            let further = plus(to, step);
            if from.0 == self.side.pawn_row() && self.is_empty(to) && self.is_empty(further) {
                moves.push(Move { to: further, ..plain });
            }
        }
    }

    /// The last condition, no check after castling, is tested with all other moves.
    fn castling_moves(&self, moves: &mut Vec<Move>) {
        for (at, castling) in CASTLINGS.iter().enumerate() {
            if castling.color != self.side
                || !self.castling[at]
                || !castling.between.iter().all(|name| self.is_empty(named(name)))
                || self.in_check(self.side)
            {
                continue;
            }
            let from = named(castling.king_home);
            let mut crossing = self.clone();
            crossing.put(from, None);
            crossing.put(named(castling.crossed), Some((self.side, Role::King)));
            if !crossing.in_check(self.side) {
                moves.push(Move { from, to: named(castling.king_to), promotion: None, castling: Some(at) });
            }
        }
    }

    /// The position after a pseudo-legal move.
    pub fn after(&self, m: Move) -> Position {
        let mut next = self.clone();
        let man = self.man(m.from);
        let pawn = man.is_some_and(|(_, role)| role == Role::Pawn);
        next.put(m.from, None);
        next.put(m.to, m.promotion.map(|role| (self.side, role)).or(man));
        if let Some(castling) = m.castling.map(|at| &CASTLINGS[at]) {
            let rook = next.man(named(castling.rook_home));
            next.put(named(castling.rook_home), None);
            next.put(named(castling.rook_to), rook);
        }
        // Whatever leaves or reaches a home circle ends the right: a king or rook that moves, a rook taken.
        for (at, castling) in CASTLINGS.iter().enumerate() {
            if next.castling[at] {
                let homes = [named(castling.king_home), named(castling.rook_home)];
                next.castling[at] = !homes.contains(&m.from) && !homes.contains(&m.to);
            }
        }
        next.clock = if pawn || self.man(m.to).is_some() { 0 } else { self.clock.saturating_add(1) };
        if self.side == Color::Black {
            next.number = self.number.saturating_add(1);
        }
        next.side = self.side.other();
        next
    }
}
