//! Moves of footprints, each made on a copy of the board, and rings.

use super::position::{Color, Position, Square, footprint, holds_stones, is_square, square_name, squares};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    pub from: Square,
    pub to: Square,
}

/// What becomes of the stones that a move does not merely shift.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Losses {
    pub own_covered: usize,
    pub enemy_covered: usize,
    /// Stones of the moved piece that end in the margin.
    pub pushed_off: usize,
}

impl Losses {
    pub fn captures(self) -> bool {
        self.own_covered + self.enemy_covered > 0
    }

    pub fn any(self) -> bool {
        self.captures() || self.pushed_off > 0
    }
}

fn plus(square: Square, x: i8, y: i8) -> Square {
    (square.0 + x, square.1 + y)
}

impl Position {
    pub fn move_text(&self, m: Move) -> String {
        square_name(m.from) + &square_name(m.to)
    }

    /// The notation for people: `c3-f6`, with an `x` when the piece ends on any stone, an own one included.
    pub fn official_text(&self, m: Move) -> String {
        let sign = if self.losses(m).captures() { "x" } else { "-" };
        square_name(m.from) + sign + &square_name(m.to)
    }

    /// At least one stone of the mover and none of the enemy.
    fn is_piece(&self, centre: Square) -> bool {
        let holds = |color| footprint(centre).any(|square| self.stone(square) == Some(color));
        holds(self.side) && !holds(self.side.other())
    }

    /// The board without the stones of a piece.
    fn lifted(&self, centre: Square) -> Position {
        let mut board = self.clone();
        footprint(centre).for_each(|square| board.put(square, None));
        board
    }

    pub fn has_ring(&self, color: Color) -> bool {
        squares().any(|centre| {
            footprint(centre).all(|square| {
                let wanted = if square == centre { None } else { Some(color) };
                holds_stones(square) && self.stone(square) == wanted
            })
        })
    }

    pub fn is_finished(&self) -> bool {
        !self.has_ring(Color::Black) || !self.has_ring(Color::White)
    }

    /// All legal moves; none when a side has no ring.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.is_finished() {
            return moves;
        }
        for from in squares().filter(|&centre| self.is_piece(centre)) {
            let board = self.lifted(from);
            let most = if self.stone(from).is_some() { i8::MAX } else { 3 };
            // The stone on an outer square says the direction.
            for (x, y) in footprint((0, 0)).filter(|&(x, y)| (x, y) != (0, 0)) {
                if self.stone(plus(from, x, y)).is_none() {
                    continue;
                }
                let mut to = from;
                for _ in 0..most {
                    to = plus(to, x, y);
                    if !is_square(to) {
                        break;
                    }
                    moves.push(Move { from, to });
                    // It covers a stone that is not its own part, so this is as far as it goes.
                    if footprint(to).any(|square| board.stone(square).is_some()) {
                        break;
                    }
                }
            }
        }
        moves
    }

    pub fn losses(&self, m: Move) -> Losses {
        let board = self.lifted(m.from);
        let mut losses = Losses::default();
        for square in footprint(m.to) {
            match board.stone(square) {
                Some(color) if color == self.side => losses.own_covered += 1,
                Some(_) => losses.enemy_covered += 1,
                None => {}
            }
            let arrives = plus(square, m.from.0 - m.to.0, m.from.1 - m.to.1);
            losses.pushed_off += usize::from(self.stone(arrives).is_some() && !holds_stones(square));
        }
        losses
    }

    /// The position after a legal move.
    pub fn after(&self, m: Move) -> Position {
        let mut next = self.lifted(m.from);
        for (from, to) in footprint(m.from).zip(footprint(m.to)) {
            next.put(to, self.stone(from));
        }
        for square in squares().filter(|&square| !holds_stones(square)) {
            next.put(square, None);
        }
        let stones = |position: &Position| position.count(Color::Black) + position.count(Color::White);
        next.clock = if stones(&next) < stones(self) { 0 } else { self.clock.saturating_add(1) };
        if self.side == Color::White {
            next.number = self.number.saturating_add(1);
        }
        next.side = self.side.other();
        next
    }
}
