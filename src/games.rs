//! The rules of each game, one folder a game.

pub mod chess;
mod fen;
#[cfg(feature = "gess")]
pub mod gess;
#[cfg(feature = "glex")]
pub mod glex;
pub mod hex;
pub mod men;
#[cfg(feature = "zchess")]
pub mod zchess;
