//! The rules of every game: counts, the mistakes other programs make, invariants over random play, and the
//! comparison with a slow generator that shares no code with the library.

#[path = "rules/against_slow.rs"]
mod against_slow;
#[path = "rules/chess.rs"]
mod chess;
#[path = "rules/chess_against_slow.rs"]
mod chess_against_slow;
#[path = "rules/chess_exchange.rs"]
mod chess_exchange;
#[path = "rules/exchange.rs"]
mod exchange;
#[path = "rules/fen.rs"]
mod fen;
#[cfg(feature = "gess")]
#[path = "rules/gess.rs"]
mod gess;
#[cfg(feature = "gess")]
#[path = "rules/gess_against_slow.rs"]
mod gess_against_slow;
#[cfg(feature = "glex")]
#[path = "rules/glex.rs"]
mod glex;
#[cfg(feature = "glex")]
#[path = "rules/glex_against_slow.rs"]
mod glex_against_slow;
#[cfg(feature = "glex")]
#[path = "rules/glex_text.rs"]
mod glex_text;
#[path = "rules/hex.rs"]
mod hex;
#[path = "rules/invariants.rs"]
mod invariants;
#[path = "rules/perft.rs"]
mod perft;
#[path = "rules/results.rs"]
mod results;
#[path = "rules/selfplay.rs"]
mod selfplay;
#[path = "rules/setup.rs"]
mod setup;
#[path = "rules/text.rs"]
mod text;
#[cfg(feature = "zchess")]
#[path = "rules/zchess.rs"]
mod zchess;
#[cfg(feature = "zchess")]
#[path = "rules/zchess_against_slow.rs"]
mod zchess_against_slow;
#[cfg(feature = "zchess")]
#[path = "rules/zchess_exchange.rs"]
mod zchess_exchange;
