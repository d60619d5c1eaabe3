//! Whole turns: a regular move and perhaps a bonus move, each made on a copy of the position.

use super::board::{CENTRE, Circle, Color, Hue, ROW_STEPS, STEPS, TRIANGLES, Triangle};
use super::board::{circle_name, is_hot, is_long_row, on_board, plus};
use super::position::{Now, Piece, Position};

/// What happens on the circle where a part of a turn ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    /// It was empty.
    Go,
    /// The enemy piece goes to the circle where the mover came from.
    Displace,
    Take,
}

/// A regular move, or a bonus move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    pub from: Circle,
    pub to: Circle,
    pub deed: Deed,
}

/// A legal turn with all that tests want to know of it.
#[derive(Clone, Debug)]
pub struct Turn {
    pub regular: Part,
    /// With the colour of the triangle that allows it.
    pub bonus: Option<(Part, Hue)>,
    pub text: String,
    pub official: String,
    pub after: Position,
}

impl Position {
    /// How the game has ended, if it has, when `mover` has just moved: the winner and why.
    pub fn verdict(&self, mover: Color) -> Option<(Color, &'static str)> {
        let circles = |color: Color| -> Vec<Circle> {
            self.pieces().filter(|(_, piece)| piece.color == color).map(|(circle, _)| circle).collect()
        };
        for color in [mover, mover.other()] {
            let own = circles(color);
            if own.len() >= 4 && own.iter().all(|circle| color.end_rows().contains(&circle.0)) {
                return Some((color, "all home"));
            }
        }
        let reduced = [mover.other(), mover].into_iter().find(|&color| circles(color).len() <= 3)?;
        Some((reduced.other(), "three pieces"))
    }

    /// All legal turns; none when the game is over.
    pub fn turns(&self) -> Vec<Turn> {
        let mut turns = Vec::new();
        if self.verdict(self.side.other()).is_some() {
            return turns;
        }
        for (from, piece) in self.pieces() {
            if piece.color == self.side && !piece.frozen {
                for regular in self.regular_parts(from, self.qualified[self.side.index()]) {
                    self.turns_beginning(regular, &mut turns);
                }
            }
        }
        turns
    }

    fn turns_beginning(&self, regular: Part, turns: &mut Vec<Turn>) {
        let mut half = self.clone();
        let given = half.make(regular, false);
        let formed = half.formed(regular.to);
        let purple = formed.iter().any(|triangle| triangle.hue.is_purple());

        let mut text = circle_name(regular.from) + &circle_name(regular.to);
        let mut official = official_part(regular, given);
        let mut hues: Vec<Hue> = formed.iter().map(|triangle| triangle.hue).collect();
        hues.sort();
        hues.dedup();
        for hue in hues {
            official = official + " " + hue.official();
        }
        let mut after = half.clone();
        after.qualified[self.side.index()] |= purple;
        after.end_turn();
        turns.push(Turn { regular, bonus: None, text: text.clone(), official: official.clone(), after });

        if half.verdict(self.side).is_some() {
            return;
        }
        text.push(',');
        official.push('/');
        for (bonus, hue) in half.bonuses(regular, &formed) {
            let mut after = half.clone();
            after.qualified[self.side.index()] |= hue.is_purple();
            let free = hue == Hue::Blue && bonus.from == CENTRE && is_hot(bonus.to);
            let given = after.make(bonus, free);
            after.end_turn();
            let sign = if bonus.deed == Deed::Take { "x" } else { "" };
            turns.push(Turn {
                regular,
                bonus: Some((bonus, hue)),
                text: text.clone() + &circle_name(bonus.from) + sign + &circle_name(bonus.to),
                official: official.clone() + &official_part(bonus, given),
                after,
            });
        }
    }

    /// The bonus moves after a regular move that has formed these triangles. What two colours allow is there
    /// once, as purple if that is one of the two.
    fn bonuses(&self, regular: Part, formed: &[Triangle]) -> Vec<(Part, Hue)> {
        let qualified = self.qualified[self.side.index()];
        let took_on_centre = regular.deed == Deed::Take;
        let mut found = Vec::new();
        for triangle in formed {
            let hue = triangle.hue;
            for from in triangle.tips {
                if from == regular.to || self.piece(from).is_none_or(|piece| piece.frozen) {
                    continue;
                }
                let parts = match hue {
                    Hue::Red => self.regular_parts(from, qualified),
                    Hue::SmallPurple | Hue::LargePurple => self.purple_jumps(from, hue.jumps()),
                    Hue::Yellow => {
                        let mut takes = self.takes(from, qualified);
                        takes.retain(|part| !is_hot(part.to));
                        takes
                    }
                    Hue::Blue if took_on_centre => Vec::new(),
                    Hue::Blue => self.takes(from, qualified),
                };
                found.extend(parts.into_iter().map(|part| (part, hue)));
            }
            if hue.is_purple() {
                found.extend(self.last_row_takes(regular.to).into_iter().map(|part| (part, hue)));
            }
        }
        let mut single: Vec<(Part, Hue)> = Vec::new();
        let (purple, other): (Vec<_>, Vec<_>) = found.into_iter().partition(|(_, hue)| hue.is_purple());
        for (part, hue) in purple.into_iter().chain(other) {
            if !single.iter().any(|(known, _)| *known == part) {
                single.push((part, hue));
            }
        }
        single
    }

    /// Triangles of the side to move that contain a circle.
    fn formed(&self, to: Circle) -> Vec<Triangle> {
        self.complete(to, self.side)
    }

    fn complete(&self, circle: Circle, color: Color) -> Vec<Triangle> {
        let complete = |triangle: &Triangle| triangle.tips.iter().all(|&tip| self.color(tip) == Some(color));
        TRIANGLES
            .iter()
            .copied()
            .filter(|triangle| triangle.tips.contains(&circle) && complete(triangle))
            .collect()
    }

    fn may_be_displaced(&self, circle: Circle) -> bool {
        let free = |piece: Piece| piece.color != self.side && !piece.guarded && !piece.now.displaced;
        is_hot(circle) && self.piece(circle).is_some_and(free)
    }

    /// What a regular move of the piece on `from` can be. A red bonus is the same.
    fn regular_parts(&self, from: Circle, qualified: bool) -> Vec<Part> {
        let mut parts = Vec::new();
        for step in STEPS {
            let most = if ROW_STEPS.contains(&step) && !is_long_row(from.0) { 1 } else { i8::MAX };
            let mut to = from;
            for _ in 0..most {
                to = plus(to, step);
                if !on_board(to) || self.color(to) == Some(self.side) || (to == CENTRE && !qualified) {
                    break;
                }
                if self.is_empty(to) {
                    parts.push(Part { from, to, deed: Deed::Go });
                } else if to == CENTRE {
                    // Taken, or jumped: the line goes on.
                    parts.push(Part { from, to, deed: Deed::Take });
                } else {
                    if self.may_be_displaced(to) {
                        parts.push(Part { from, to, deed: Deed::Displace });
                    }
                    break;
                }
            }
        }
        parts
    }

    /// Slides onto an enemy piece that is taken: the first one met, or, for a qualified player, also the one
    /// behind an enemy on the centre.
    fn takes(&self, from: Circle, qualified: bool) -> Vec<Part> {
        let mut parts = Vec::new();
        for step in STEPS {
            let most = if ROW_STEPS.contains(&step) && !is_long_row(from.0) { 1 } else { i8::MAX };
            let mut to = from;
            for _ in 0..most {
                to = plus(to, step);
                if !on_board(to) || self.color(to) == Some(self.side) || (to == CENTRE && !qualified) {
                    break;
                }
                if self.is_empty(to) {
                    continue;
                }
                parts.push(Part { from, to, deed: Deed::Take });
                if to != CENTRE {
                    break;
                }
            }
        }
        parts
    }

    /// Jumps over one enemy piece, or up to `most` of them, with empty circles anywhere between.
    fn purple_jumps(&self, from: Circle, most: usize) -> Vec<Part> {
        let mut parts = Vec::new();
        for step in STEPS {
            if ROW_STEPS.contains(&step) && !is_long_row(from.0) {
                continue;
            }
            let mut jumped = 0;
            let mut to = plus(from, step);
            while on_board(to) && self.color(to) != Some(self.side) && jumped <= most {
                if self.is_empty(to) {
                    if jumped > 0 {
                        parts.push(Part { from, to, deed: Deed::Go });
                    }
                } else {
                    if jumped > 0 && self.may_be_displaced(to) {
                        parts.push(Part { from, to, deed: Deed::Displace });
                    }
                    jumped += 1;
                }
                to = plus(to, step);
            }
        }
        parts
    }

    /// The other purple bonus: a piece on the last row takes along it. `mover` has made the regular move.
    fn last_row_takes(&self, mover: Circle) -> Vec<Part> {
        let row = self.side.last_row();
        let mut parts = Vec::new();
        for (from, piece) in self.pieces() {
            if piece.color != self.side || from.0 != row || from == mover || piece.frozen {
                continue;
            }
            for step in ROW_STEPS {
                let mut to = plus(from, step);
                while self.is_empty(to) {
                    to = plus(to, step);
                }
                if self.color(to) == Some(self.side.other()) {
                    parts.push(Part { from, to, deed: Deed::Take });
                }
            }
        }
        parts
    }

    /// Makes one part of a turn. `free`: the piece is exempt though it displaces nothing. Returns the purple
    /// triangle that a displaced piece completes for its owner, who is qualified by it.
    fn make(&mut self, part: Part, free: bool) -> Option<Hue> {
        let enemy = self.piece(part.to);
        let mover = self.piece(part.from);
        let displaces = part.deed == Deed::Displace;
        self.put(part.from, if displaces { enemy } else { None });
        self.put(part.to, mover);
        self.change(part.to, |piece| {
            piece.now.moved = true;
            piece.now.exempt = displaces || free;
        });
        if !displaces {
            return None;
        }
        self.change(part.from, |piece| piece.now.displaced = true);
        let owner = self.side.other();
        let completed = self.complete(part.from, owner);
        let purple =
            completed.into_iter().map(|triangle| triangle.hue).filter(|hue| hue.is_purple()).max()?;
        self.qualified[owner.index()] = true;
        Some(purple)
    }

    /// Settles who is frozen and who is guarded, and gives the turn to the other side.
    fn end_turn(&mut self) {
        let circles: Vec<Circle> = self.pieces().map(|(circle, _)| circle).collect();
        for circle in circles {
            let side = self.side;
            self.change(circle, |piece| {
                if piece.color == side {
                    piece.frozen = piece.now.moved && !piece.now.exempt;
                    piece.guarded |= piece.now.exempt;
                } else {
                    piece.frozen |= piece.now.displaced;
                    piece.guarded = piece.now.displaced;
                }
                piece.now = Now::default();
            });
        }
        if self.side == Color::Black {
            self.number = self.number.saturating_add(1);
        }
        self.side = self.side.other();
    }
}

/// `G5-E3`, `B4=D6`, `C1xE5`, with a purple triangle given to the opponent behind it.
fn official_part(part: Part, given: Option<Hue>) -> String {
    let sign = match part.deed {
        Deed::Go => "-",
        Deed::Displace => "=",
        Deed::Take => "x",
    };
    let name = |circle| circle_name(circle).to_uppercase();
    let given = given.map(|hue| format!(" [{}]", hue.official())).unwrap_or_default();
    format!("{}{sign}{}{given}", name(part.from), name(part.to))
}
