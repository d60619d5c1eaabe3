//! Sides and results.

use std::fmt;

/// One of the two players. White and Black keep these names in every game, whoever begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The White pieces.
    White = 0,
    /// The Black pieces.
    Black = 1,
}

impl Side {
    /// Both sides, White first.
    pub const ALL: [Side; 2] = [Side::White, Side::Black];

    /// The opponent.
    #[inline]
    pub const fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// 0 for White, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of the side in a FEN: `w` or `b`.
    pub const fn letter(self) -> char {
        match self {
            Side::White => 'w',
            Side::Black => 'b',
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::White => "White",
            Side::Black => "Black",
        })
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Quarters of a point for White, 0 to 4; Black has the rest.
    pub white_quarters: u8,
    /// Why, in a word or two: `checkmate`, `stalemate`, `threefold repetition`.
    pub reason: &'static str,
}

impl Outcome {
    /// A full point for `winner`.
    pub const fn win(winner: Side, reason: &'static str) -> Outcome {
        Outcome::quarters(winner, 4, reason)
    }

    /// Half a point each.
    pub const fn draw(reason: &'static str) -> Outcome {
        Outcome { white_quarters: 2, reason }
    }

    /// `quarters` (0 to 4) for `side` and the rest for its opponent.
    pub const fn quarters(side: Side, quarters: u8, reason: &'static str) -> Outcome {
        let white_quarters = match side {
            Side::White => quarters,
            Side::Black => 4 - quarters,
        };
        Outcome { white_quarters, reason }
    }

    /// Quarters of a point for `side`, 0 to 4.
    pub const fn for_side(self, side: Side) -> u8 {
        match side {
            Side::White => self.white_quarters,
            Side::Black => 4 - self.white_quarters,
        }
    }

    /// The result as game records write it: `1-0`, `3/4-1/4`, `1/2-1/2`, `1/4-3/4` or `0-1`.
    pub const fn score_text(self) -> &'static str {
        match self.white_quarters {
            0 => "0-1",
            1 => "1/4-3/4",
            2 => "1/2-1/2",
            3 => "3/4-1/4",
            _ => "1-0",
        }
    }
}
