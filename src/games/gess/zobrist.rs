//! Random numbers that keys are made of, from a fixed seed, so that keys never change.

use super::rows::SIDE;

/// Seed of all numbers; a change invalidates every stored key.
const SEED: u64 = 0x6765_7373_2031_3938;

/// One step of the splitmix64 generator (Steele, Lea and Flood 2014): the new state and a number.
pub(super) const fn splitmix64(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = state;
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, z ^ z >> 31)
}

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
            // One number a square, with one more on each side of the row for runs that hang over.
            let mut numbers = [0; SIDE + 2];
            let mut file = 0;
            while file < SIDE {
                (state, numbers[file + 1]) = splitmix64(state);
                file += 1;
            }
            file = 0;
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
