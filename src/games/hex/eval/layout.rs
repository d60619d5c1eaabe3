//! The weights of the hexagonal games: their names, order and meaning.

use crate::eval::WeightGroup;

/// Longest count of moves a mobility table tells apart, by kind: knight, bishop, rook, queen.
const MOBILITY_LENGTHS: [usize; 4] = [13, 16, 26, 36];

macro_rules! groups {
    ($( $id:ident $name:literal $len:expr, $about:literal; )+) => {
        /// Every group but the piece-square tables, in order.
        #[derive(Clone, Copy)]
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "one identifier names both a group and its run")]
        enum Id { $( $id, )+ Count }

        const PLAIN: [(&str, usize, &str); Id::Count as usize] = [ $( ($name, $len, $about), )+ ];

        /// Where each group's weights stand.
        pub(super) mod at {
            $( #[doc = $about] pub(in super::super) const $id: super::Run = super::run(super::Id::$id); )+
        }
    };
}

groups! {
    TEMPO "tempo" 1, "the right to move";
    MATERIAL "material" 5, "pawn, knight, bishop, rook, queen";
    BISHOP_COLOURS "bishop_colours" 4, "number of cell colours on which the own bishops stand, 0 to 3";
    BISHOP_PAWNS "bishop_pawns" 1, "own pawn on the colour of an own bishop";
    KNIGHT_MOBILITY "knight_mobility" MOBILITY_LENGTHS[0], "cells a knight attacks that are neither own nor guarded by a pawn";
    BISHOP_MOBILITY "bishop_mobility" MOBILITY_LENGTHS[1], "the same of a bishop";
    ROOK_MOBILITY "rook_mobility" MOBILITY_LENGTHS[2], "the same of a rook";
    QUEEN_MOBILITY "queen_mobility" MOBILITY_LENGTHS[3], "the same of a queen";
    ROOK_FILE "rook_file" 2, "rook on a file without own pawns; without any pawns";
    PAWN_DOUBLED "pawn_doubled" 1, "pawn with an own pawn ahead on its file";
    PAWN_ISOLATED "pawn_isolated" 1, "pawn without own pawns on the files beside it";
    PAWN_GUARDED "pawn_guarded" 1, "pawn guarded by a pawn";
    PAWN_BLOCKED "pawn_blocked" 1, "pawn with an enemy piece on the next cell";
    PASSED "passed" 10, "passed pawn by steps to its last cell, 1 to 10";
    PASSED_FREE "passed_free" 10, "the same when nothing stands on the cells ahead";
    PASSED_OWN_KING "passed_own_king" 1, "steps of the own king from the cell before a passed pawn";
    PASSED_ENEMY_KING "passed_enemy_king" 1, "steps of the enemy king from the cell before a passed pawn";
    PAWN_THREAT "pawn_threat" 5, "enemy piece attacked by a pawn, by its kind";
    MINOR_THREAT "minor_threat" 5, "enemy piece attacked by a knight or bishop, by its kind";
    ROOK_THREAT "rook_threat" 5, "enemy piece attacked by a rook, by its kind";
    HANGING "hanging" 5, "attacked enemy piece that nothing guards, by its kind";
    KING_ATTACKERS "king_attackers" 8, "pieces that attack the enemy king's zone, 0 to 7 or more";
    KING_ZONE_HITS "king_zone_hits" 4, "cell of the enemy king's zone attacked by a knight, bishop, rook, queen";
    SAFE_CHECK "safe_check" 4, "cell from which a knight, bishop, rook, queen could check unpunished";
    KING_WEAK "king_weak" 1, "cell of the own king's zone that the enemy attacks and only king or queen guard";
    KING_SHIELD "king_shield" 7, "own pawns beside the own king, 0 to 6 or more";
    KING_FILE "king_file" 2, "own king on a file without own pawns; without any pawns";
    SPACE "space" 1, "cell ahead of the own side's half attacked by no enemy pawn and guarded by an own one";
}

const PSQT_NAMES: [(&str, &str); 6] = [
    ("pawn_cells", "pawn by cell, left and right half folded together"),
    ("knight_cells", "knight by cell"),
    ("bishop_cells", "bishop by cell"),
    ("rook_cells", "rook by cell"),
    ("queen_cells", "queen by cell"),
    ("king_cells", "king by cell"),
];

/// Number of groups.
const GROUPS: usize = PLAIN.len() + PSQT_NAMES.len();

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
    Run { first: first(id as usize), len: PLAIN[id as usize].1 }
}

const fn first(group: usize) -> usize {
    let (mut sum, mut i) = (0, 0);
    while i < group {
        sum += PLAIN[i].1;
        i += 1;
    }
    sum
}

/// Index of the first piece-square weight.
pub(super) const PSQT: usize = first(PLAIN.len());

/// The groups for a board whose folded half has `half` cells.
pub(super) const fn layout(half: usize) -> [WeightGroup; GROUPS] {
    let mut groups = [WeightGroup { name: "", first: 0, len: 0, about: "" }; GROUPS];
    let mut i = 0;
    while i < GROUPS {
        groups[i] = if i < PLAIN.len() {
            let (name, len, about) = PLAIN[i];
            WeightGroup { name, first: first(i), len, about }
        } else {
            let kind = i - PLAIN.len();
            let (name, about) = PSQT_NAMES[kind];
            WeightGroup { name, first: PSQT + kind * half, len: half, about }
        };
        i += 1;
    }
    groups
}
