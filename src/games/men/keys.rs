//! Random numbers that keys are made of, from a fixed seed, so that keys never change.

use super::{Kind, SLOTS};
use crate::game::Side;
use crate::random::{fill, splitmix64};

/// The numbers of one key.
pub(crate) struct Zobrist {
    /// By side, kind of piece and cell.
    pub piece: [[[u64; SLOTS]; 6]; 2],
    /// By castling rights.
    pub castling: [u64; 16],
    /// By cell on which a pawn can be taken en passant; zeros in games without that.
    pub en_passant: [u64; SLOTS],
    /// Black to move.
    pub black: u64,
    /// By side and kind of piece; their sum is the material key.
    pub material: [[u64; 6]; 2],
}

impl Zobrist {
    /// The numbers of a game; another seed invalidates every stored key.
    pub(crate) const fn build(seed: u64, en_passant: bool) -> Zobrist {
        let mut z = Zobrist {
            piece: [[[0; SLOTS]; 6]; 2],
            castling: [0; 16],
            en_passant: [0; SLOTS],
            black: 0,
            material: [[0; 6]; 2],
        };
        let mut state = seed;
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
        if en_passant {
            (state, z.en_passant) = fill(state);
        }
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

    /// The material key once a piece has appeared (`appears`) or gone.
    #[inline(always)]
    pub(crate) const fn material_after(&self, key: u64, side: Side, kind: Kind, appears: bool) -> u64 {
        let number = self.material[side.index()][kind.index()];
        if appears { key.wrapping_add(number) } else { key.wrapping_sub(number) }
    }
}
