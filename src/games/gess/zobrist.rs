//! Random numbers that keys are made of, from a fixed seed, so that keys never change.

use super::rows::SIDE;
use crate::random::{fill, splitmix64};

/// Seed of all numbers; a change invalidates every stored key.
const SEED: u64 = 0x6765_7373_2031_3938;

/// The numbers of one key.
pub(super) struct Zobrist {
    /// By side, row, file and the stones on the three squares around this file (bit 0 the left one): what a
    /// move puts down or takes away is three such runs at most for each colour.
    pub runs: [[[[u64; 8]; SIDE]; SIDE]; 2],
    /// Black to move.
    pub black: u64,
}

const fn build() -> Zobrist {
    let mut z = Zobrist { runs: [[[[0; 8]; SIDE]; SIDE]; 2], black: 0 };
    let (mut state, black) = splitmix64(SEED);
    z.black = black;
    let mut side = 0;
    while side < 2 {
        let mut row = 0;
        while row < SIDE {
            // One number a square and one more on each side of the row, for runs that hang over; no stone is there.
            let numbers: [u64; SIDE + 2];
            (state, numbers) = fill(state);
            let mut file = 0;
            while file < SIDE {
                let mut stones = 0;
                while stones < 8 {
                    let mut bit = 0;
                    while bit < 3 {
                        if stones >> bit & 1 != 0 {
                            z.runs[side][row][file][stones] ^= numbers[file + bit];
                        }
                        bit += 1;
                    }
                    stones += 1;
                }
                file += 1;
            }
            row += 1;
        }
        side += 1;
    }
    z
}

/// The numbers of the game.
pub(super) static ZOBRIST: Zobrist = build();
