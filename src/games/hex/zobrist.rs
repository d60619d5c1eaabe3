//! Random numbers that keys are made of, from a fixed seed, so that keys never change.

use super::tables::SLOTS;
use crate::games::random::{fill, splitmix64};

/// The numbers of one key.
pub struct Zobrist {
    /// By side, kind of piece and cell.
    pub piece: [[[u64; SLOTS]; 6]; 2],
    /// By castling right.
    pub castling: [u64; 16],
    /// By cell on which a pawn can be taken en passant.
    pub en_passant: [u64; SLOTS],
    /// Black to move.
    pub black: u64,
    /// By side and kind of piece; their sum is the material key.
    pub material: [[u64; 6]; 2],
}

/// Seed of all numbers; a change invalidates every stored key.
const SEED: u64 = 0x6865_7861_676f_6e73;

const fn build() -> Zobrist {
    let mut z = Zobrist {
        piece: [[[0; SLOTS]; 6]; 2],
        castling: [0; 16],
        en_passant: [0; SLOTS],
        black: 0,
        material: [[0; 6]; 2],
    };
    let mut state = SEED;
    let mut side = 0;
    while side < 2 {
        let mut kind = 0;
        while kind < 6 {
            (state, z.piece[side][kind]) = fill(state);
            kind += 1;
        }
        (state, z.material[side]) = fill(state);
        side += 1;
    }
    (state, z.en_passant) = fill(state);
    let rights: [u64; 4];
    (state, rights) = fill(state);
    let mut set = 0;
    while set < 16 {
        let mut bit = 0;
        while bit < 4 {
            if set >> bit & 1 != 0 {
                z.castling[set] ^= rights[bit];
            }
            bit += 1;
        }
        set += 1;
    }
    (_, z.black) = splitmix64(state);
    z
}

/// The numbers all hexagonal games share.
pub static ZOBRIST: Zobrist = build();
