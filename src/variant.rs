//! The one place where a game chosen at run time becomes a type.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::eval::Tunable;
use crate::game::Game;
use crate::games::chess;
#[cfg(feature = "gess")]
use crate::games::gess;
#[cfg(feature = "glex")]
use crate::games::glex;
use crate::games::hex;
#[cfg(feature = "zchess")]
use crate::games::zchess;

/// A game with the evaluation it is played with.
pub trait Playable: Game {
    /// The evaluation.
    type Eval: Tunable<Self>;
    /// The file of the bench positions: FENs, a line each; `#` begins a remark.
    const BENCH: &'static str = "";
    /// The file of openings that matches are played from ([`crate::tools::openings::file`]); empty if there is none.
    const OPENINGS: &'static str = "";

    /// FENs of the positions that `oddity bench` searches.
    fn bench_positions() -> impl Iterator<Item = &'static str> {
        Self::BENCH.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
    }
}

/// Work to be done for a game that is known only at run time.
pub trait Visitor {
    /// What the work yields.
    type Output;
    /// Does the work for one game.
    fn visit<G: Playable>(self, game: G) -> Self::Output;
}

/// No game has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown game '{0}'; known are {names}", names = Variant::names().join(", "))]
pub struct UnknownVariant(pub String);

// A line a game: variant, rules, evaluation, folder below `positions/`.
macro_rules! variants {
    ($( $(#[$attr:meta])* $variant:ident => $game:ty, $eval:ty, $positions:literal; )+) => {
        /// Every game this build can play.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Variant {
            $( $(#[$attr])* #[doc = concat!("[`", stringify!($game), "`]")] $variant, )+
        }

        $( $(#[$attr])* impl Playable for $game {
            type Eval = $eval;
            const BENCH: &'static str = include_str!(concat!("../positions/", $positions, "/bench.txt"));
            const OPENINGS: &'static str = include_str!(concat!("../positions/", $positions, "/openings.txt"));
        } )+

        impl Variant {
            /// All of them, in the order in which they are listed to users.
            pub const ALL: &'static [Variant] = &[ $( $(#[$attr])* Variant::$variant, )+ ];

            /// Protocol name.
            pub const fn name(self) -> &'static str {
                match self { $( $(#[$attr])* Variant::$variant => <$game as Game>::NAME, )+ }
            }

            /// Name for people.
            pub const fn title(self) -> &'static str {
                match self { $( $(#[$attr])* Variant::$variant => <$game as Game>::TITLE, )+ }
            }

            /// Runs `visitor` with the game's own type.
            pub fn dispatch<V: Visitor>(self, visitor: V) -> V::Output {
                match self { $( $(#[$attr])* Variant::$variant => visitor.visit(<$game>::new()), )+ }
            }
        }
    };
}

variants! {
    Chess => chess::Chess, chess::ChessEval, "chess";
    Glinski => hex::Glinski, hex::HexEval<hex::GlinskiRules>, "glinski";
    McCooey => hex::McCooey, hex::HexEval<hex::McCooeyRules>, "mccooey";
    Shafran => hex::Shafran, hex::HexEval<hex::ShafranRules>, "shafran";
    #[cfg(feature = "gess")] Gess => gess::Gess, gess::GessEval, "gess";
    #[cfg(feature = "zchess")] ZChess => zchess::ZChess, zchess::ZChessEval, "zchess";
    #[cfg(feature = "glex")] Glex => glex::Glex, glex::GlexEval, "glex";
}

impl Variant {
    /// The game played when the protocol is told of none.
    pub const DEFAULT: Variant = Variant::Chess;

    /// Protocol names in listing order.
    pub fn names() -> Vec<&'static str> {
        Variant::ALL.iter().map(|v| v.name()).collect()
    }
}

impl FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(name: &str) -> Result<Variant, UnknownVariant> {
        Variant::ALL
            .iter()
            .copied()
            .find(|v| v.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| UnknownVariant(name.to_owned()))
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
