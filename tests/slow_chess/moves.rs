//! Moves: each one tried on a copy of the position and kept if the own king is safe on that copy.

use super::board::{ALL_STEPS, BISHOP_STEPS, Color, KNIGHT_JUMPS, Man, ROOK_STEPS, Role, Square};
use super::board::{file_letter, on_board, plus, square_name, wing};
use super::position::{MOST_PLIES, Position};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    pub from: Square,
    /// In castling where the king arrives.
    pub to: Square,
    pub promotion: Option<Role>,
    /// The file of the rook that castles.
    pub rook: Option<i8>,
}

impl Position {
    /// Coordinates. Castling of king and rook on their orthodox squares names the king's target; any other, and all
    /// of it under the Chess960 option, names the rook's square.
    pub fn move_text(&self, m: Move, chess960: bool) -> String {
        let to = match m.rook {
            Some(file) if chess960 || m.from.0 != 4 || !matches!(file, 0 | 7) => (file, m.from.1),
            _ => m.to,
        };
        let mut text = square_name(m.from) + &square_name(to);
        text.extend(m.promotion.map(Role::letter));
        text
    }

    /// Standard algebraic notation with the signs of check and mate.
    pub fn official_text(&self, m: Move) -> String {
        let next = self.after(m);
        let sign = match (next.in_check(next.side), next.legal_moves().is_empty()) {
            (true, true) => "#",
            (true, false) => "+",
            (false, _) => "",
        };
        if let Some(file) = m.rook {
            return wing(m.from.0, file).official.to_string() + sign;
        }
        let role = self.man(m.from).map_or(Role::Pawn, |man| man.1);
        let mut text = String::new();
        if role == Role::Pawn {
            if self.captures(m) {
                text.push(file_letter(m.from.0));
            }
        } else {
            text.push(role.letter().to_ascii_uppercase());
            text += &self.distinction(m, role);
        }
        if self.captures(m) {
            text.push('x');
        }
        text += &square_name(m.to);
        if let Some(role) = m.promotion {
            text.push('=');
            text.push(role.letter().to_ascii_uppercase());
        }
        text + sign
    }

    /// What tells a move from those of other pieces of its kind to the same square: the file, or if one of them
    /// stands on that the rank, or if another stands on that both.
    fn distinction(&self, m: Move, role: Role) -> String {
        let rivals: Vec<Square> = self
            .legal_moves()
            .into_iter()
            .filter(|o| o.to == m.to && o.from != m.from && o.rook.is_none())
            .filter(|o| self.man(o.from) == Some((self.side, role)))
            .map(|o| o.from)
            .collect();
        if rivals.is_empty() {
            String::new()
        } else if rivals.iter().all(|from| from.0 != m.from.0) {
            file_letter(m.from.0).to_string()
        } else if rivals.iter().all(|from| from.1 != m.from.1) {
            (m.from.1 + 1).to_string()
        } else {
            square_name(m.from)
        }
    }

    pub fn is_en_passant(&self, m: Move) -> bool {
        Some(m.to) == self.passed && m.from.0 != m.to.0 && self.man(m.from) == Some((self.side, Role::Pawn))
    }

    pub fn captures(&self, m: Move) -> bool {
        m.rook.is_none() && (self.man(m.to).is_some() || self.is_en_passant(m))
    }

    /// Walks from a square, which is not visited itself, over empty ones; the first that is not empty is visited
    /// too, and ends the walk.
    fn walk(&self, from: Square, step: Square, visit: &mut dyn FnMut(Square)) {
        let mut square = plus(from, step);
        while on_board(square) {
            visit(square);
            if !self.is_empty(square) {
                break;
            }
            square = plus(square, step);
        }
    }

    /// Visits every square that the man attacks, whoever stands there.
    fn visit_attacked(&self, from: Square, (color, role): Man, visit: &mut dyn FnMut(Square)) {
        match role {
            Role::Pawn => [-1, 1].into_iter().for_each(|side| visit(plus(from, (side, color.forward())))),
            Role::Knight => KNIGHT_JUMPS.into_iter().for_each(|jump| visit(plus(from, jump))),
            Role::King => ALL_STEPS.into_iter().for_each(|step| visit(plus(from, step))),
            Role::Bishop => BISHOP_STEPS.into_iter().for_each(|step| self.walk(from, step, visit)),
            Role::Rook => ROOK_STEPS.into_iter().for_each(|step| self.walk(from, step, visit)),
            Role::Queen => ALL_STEPS.into_iter().for_each(|step| self.walk(from, step, visit)),
        }
    }

    pub fn attacked(&self, target: Square, by: Color) -> bool {
        self.men().any(|(from, man)| {
            let mut hit = false;
            if man.0 == by {
                self.visit_attacked(from, man, &mut |square| hit |= square == target);
            }
            hit
        })
    }

    /// The men that attack the king of the side to move.
    pub fn checkers(&self) -> Vec<Square> {
        let king = self.king(self.side);
        let enemies = self.men().filter(|(_, man)| man.0 != self.side);
        enemies
            .filter(|&(from, man)| {
                let mut hit = false;
                self.visit_attacked(from, man, &mut |square| hit |= Some(square) == king);
                hit
            })
            .map(|(from, _)| from)
            .collect()
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
            self.visit_attacked(from, man, &mut |to| {
                if on_board(to) && self.man(to).is_none_or(|(color, _)| color != self.side) {
                    moves.push(Move { from, to, promotion: None, rook: None });
                }
            });
        }
        self.castling_moves(&mut moves);
        moves
    }

    fn pawn_moves(&self, from: Square, moves: &mut Vec<Move>) {
        let mut targets = Vec::new();
        let one = plus(from, (0, self.side.forward()));
        if self.is_empty(one) {
            targets.push(one);
            let two = plus(one, (0, self.side.forward()));
            if from.1 == self.side.pawn_rank() && self.is_empty(two) {
                targets.push(two);
            }
        }
        for to in [-1, 1].map(|side| plus(from, (side, self.side.forward()))) {
            let enemy = self.man(to).is_some_and(|(color, _)| color != self.side);
            if enemy || self.passed == Some(to) {
                targets.push(to);
            }
        }
        for to in targets {
            let plain = Move { from, to, promotion: None, rook: None };
            if to.1 == self.side.promotion_rank() {
                for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
                    moves.push(Move { promotion: Some(role), ..plain });
                }
            } else {
                moves.push(plain);
            }
        }
    }

    /// Nobody but king and rook stands where either of them goes, and no square from the king's own to its target
    /// is attacked. That the rook which left does not expose it either is tested with all other moves.
    fn castling_moves(&self, moves: &mut Vec<Move>) {
        let Some(king) = self.king(self.side) else { return };
        let rank = king.1;
        for &file in &self.castling[self.side as usize] {
            let wing = wing(king.0, file);
            let way = |a: i8, b: i8| a.min(b)..=a.max(b);
            let free = way(king.0, wing.king_file)
                .chain(way(file, wing.rook_file))
                .all(|f| f == king.0 || f == file || self.is_empty((f, rank)));
            let mut without_king = self.clone();
            without_king.put(king, None);
            let mut crossed = way(king.0, wing.king_file);
            let safe = crossed.all(|f| !without_king.attacked((f, rank), self.side.other()));
            if free && safe {
                let to = (wing.king_file, rank);
                moves.push(Move { from: king, to, promotion: None, rook: Some(file) });
            }
        }
    }

    /// The position after a pseudo-legal move.
    pub fn after(&self, m: Move) -> Position {
        let mut next = self.clone();
        let man = self.man(m.from);
        let pawn = man.is_some_and(|(_, role)| role == Role::Pawn);
        next.put(m.from, None);
        if self.is_en_passant(m) {
            next.put((m.to.0, m.from.1), None);
        }
        if let Some(file) = m.rook {
            next.put((file, m.from.1), None);
            next.put((wing(m.from.0, file).rook_file, m.from.1), Some((self.side, Role::Rook)));
        }
        next.put(m.to, m.promotion.map(|role| (self.side, role)).or(man));
        // A king that moves loses both rights, a rook that moves or is taken its own.
        if man.is_some_and(|(_, role)| role == Role::King) {
            next.castling[self.side as usize].clear();
        }
        for color in [Color::White, Color::Black] {
            let home = |file: i8| (file, color.home_rank());
            next.castling[color as usize].retain(|&file| home(file) != m.from && home(file) != m.to);
        }
        next.passed = None;
        if pawn && (m.to.1 - m.from.1).abs() == 2 {
            next.passed = Some((m.from.0, (m.from.1 + m.to.1) / 2));
        }
        next.clock = if pawn || self.captures(m) { 0 } else { (self.clock + 1).min(MOST_PLIES) };
        if self.side == Color::Black {
            next.number = self.number.saturating_add(1);
        }
        next.side = self.side.other();
        next
    }
}
