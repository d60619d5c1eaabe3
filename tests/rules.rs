//! The rules of every game: counts, the mistakes other programs make, and invariants over random play.

#[path = "rules/perft.rs"]
mod perft;
