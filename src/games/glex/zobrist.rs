//! Random numbers that keys are made of, from a fixed seed, so that keys never change.

use super::geometry::CIRCLES;
use crate::random::{fill, splitmix64};

/// Seed of all numbers; a change invalidates every stored key.
const SEED: u64 = 0x676c_6578_3139_3938;

/// The numbers of one key.
pub(super) struct Zobrist {
    /// By side and circle.
    pub pieces: [[u64; CIRCLES]; 2],
    /// A frozen piece, whoever's it is.
    pub frozen: [u64; CIRCLES],
    /// A guarded piece, whoever's it is.
    pub guarded: [u64; CIRCLES],
    /// By side.
    pub qualified: [u64; 2],
    /// Black to move.
    pub black: u64,
}

const fn build() -> Zobrist {
    let (state, black) = splitmix64(SEED);
    let (state, white_pieces) = fill(state);
    let (state, black_pieces) = fill(state);
    let (state, frozen) = fill(state);
    let (state, guarded) = fill(state);
    let (_, qualified) = fill(state);
    Zobrist { pieces: [white_pieces, black_pieces], frozen, guarded, qualified, black }
}

/// The numbers of the game.
pub(super) static ZOBRIST: Zobrist = build();
