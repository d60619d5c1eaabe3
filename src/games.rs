//! The rules of each game, one folder a game.

pub mod gess;
pub mod hex;
