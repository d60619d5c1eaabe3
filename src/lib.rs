//! Oddity: one engine for chess's odd relatives.
//!
//! The parts, from the bottom up: [`bitboard`] (sets of cells and attack tables), [`game`] (the trait all
//! rules stand behind), [`games`] (the rules), [`eval`] (evaluation as a value), [`search`] (one search for
//! all games), [`variant`] (where a game's name becomes a type), [`diagram`] (pictures), [`protocol`] and
//! [`tools`].

pub mod bitboard;
pub mod diagram;
pub mod eval;
pub mod game;
pub mod games;
mod input;
mod instructions;
pub mod protocol;
mod random;
pub mod search;
pub mod tools;
pub mod variant;
