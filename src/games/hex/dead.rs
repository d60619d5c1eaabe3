//! Material with which no mate exists, and positions seen from the other side.

use super::geometry::NO_CELL;
use super::position::Position;
use super::rules::Ruleset;

impl Position {
    /// Whether no mate can come about by any moves: two bare kings.
    ///
    /// Nothing else is dead. Going through all placements shows mates with a single knight (24 on either board)
    /// and a single bishop (60 on 91 cells, 48 on 70) beside the kings, e.g. White Kc3 Nb4 against Ka1.
    #[inline]
    pub(super) fn is_dead(&self) -> bool {
        self.occupied().len() == 2
    }

    /// The position with the board mirrored or turned and the colours swapped.
    pub(super) fn mirrored<R: Ruleset>(&self) -> Position {
        let mut image = Position::new(self.men.mirrored(|cell| R::SHAPE.mirrored(cell, R::HALF_TURN)));
        image.to_move = self.to_move.other();
        if let Some(castles) = R::CASTLES {
            for (i, castle) in castles.iter().enumerate() {
                let rook = R::SHAPE.mirrored(castle.rook, R::HALF_TURN);
                if self.castling >> i & 1 != 0
                    && let Some(j) = castles.iter().position(|other| other.rook == rook)
                {
                    image.castling |= 1 << j;
                }
            }
        }
        if self.stepped != NO_CELL {
            image.stepped = R::SHAPE.mirrored(self.stepped, R::HALF_TURN);
            image.passed = self.passed;
        }
        image.halfmove = self.halfmove;
        image.fullmove = self.fullmove;
        image.complete::<R>();
        image
    }
}
