//! The weights: their names, order and meaning.

use crate::eval::WeightGroup;
use crate::eval::tapered::{self, weight_groups};
use crate::games::gess::rows::SIDE;

/// Files of half the board, and ranks, that hold stones.
pub(super) const HALF: usize = (SIDE - 2) / 2;
pub(super) const RANKS: usize = SIDE - 2;

weight_groups! {
    TEMPO "tempo" 1, "the right to move";
    STONES "stones" 1, "a stone";
    RINGS "rings" 4, "number of own rings, 0 to 3 or more";
    RING_RANK "ring_rank" 16, "rank of an own ring's centre, counted from the own side, the third to the eighteenth";
    RING_FILE "ring_file" 8, "file of an own ring's centre, from the third at either edge to the middle";
    RING_GUARDS "ring_guards" 3, "own stone 2, 3 or 4 squares from an own ring's centre";
    RING_ENEMIES "ring_enemies" 3, "enemy stone 2, 3 or 4 squares from an own ring's centre";
    RING_HITS "ring_hits" 12, "moves that would break the enemy's only ring, 0 to 11 or more";
    RING_NEAR "ring_near" 1, "move that ends beside the enemy's only ring";
    RINGS_HITS "rings_hits" 1, "move that would break one of several enemy rings";
    RINGS_NEAR "rings_near" 1, "move that ends beside one of several enemy rings";
    MOBILITY "mobility" 2, "move of at most three steps; of more";
    LONG "long_pieces" 9, "footprint with a centre stone, by the directions it can move in, 0 to 8";
    SHORT "short_pieces" 9, "footprint without a centre stone, by the directions it can move in, 0 to 8";
    CELLS "cells" RANKS * HALF, "stone by square, ranks from the own side, left and right half folded together";
}

/// All groups.
pub(super) static LAYOUT: [WeightGroup; PLAIN.len()] = tapered::layout(&PLAIN, 0);
