//! The weights: their names, order and meaning.

use crate::eval::WeightGroup;
use crate::games::gess::rows::SIDE;

/// Files of half the board, and ranks, that hold stones.
pub(super) const HALF: usize = (SIDE - 2) / 2;
pub(super) const RANKS: usize = SIDE - 2;

macro_rules! groups {
    ($( $id:ident $name:literal $len:expr, $about:literal; )+) => {
        #[derive(Clone, Copy)]
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "one identifier names both a group and its run")]
        enum Id { $( $id, )+ Count }

        const GROUPS: [(&str, usize, &str); Id::Count as usize] = [ $( ($name, $len, $about), )+ ];

        /// Where each group's weights stand.
        pub(super) mod at {
            $( #[doc = $about] pub(in super::super) const $id: super::Run = super::run(super::Id::$id); )+
        }
    };
}

groups! {
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

/// The weights of one group.
#[derive(Clone, Copy)]
pub(super) struct Run {
    first: usize,
    len: usize,
}

impl Run {
    /// Index of the `i`-th weight; the last one stands for all beyond.
    #[inline(always)]
    pub(super) const fn nth(self, i: usize) -> usize {
        self.first + if i < self.len { i } else { self.len - 1 }
    }
}

const fn run(id: Id) -> Run {
    Run { first: first(id as usize), len: GROUPS[id as usize].1 }
}

const fn first(group: usize) -> usize {
    let (mut sum, mut i) = (0, 0);
    while i < group {
        sum += GROUPS[i].1;
        i += 1;
    }
    sum
}

/// All groups.
pub(super) const LAYOUT: [WeightGroup; GROUPS.len()] = {
    let mut groups = [WeightGroup { name: "", first: 0, len: 0, about: "" }; GROUPS.len()];
    let mut i = 0;
    while i < GROUPS.len() {
        let (name, len, about) = GROUPS[i];
        groups[i] = WeightGroup { name, first: first(i), len, about };
        i += 1;
    }
    groups
};
