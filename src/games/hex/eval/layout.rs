//! The weights of the hexagonal games: their names, order and meaning.

use crate::eval::WeightGroup;
use crate::eval::tapered::{self, first, weight_groups};

/// Longest count of moves a mobility table tells apart, by kind: knight, bishop, rook, queen.
const MOBILITY_LENGTHS: [usize; 4] = [13, 16, 26, 36];

weight_groups! {
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

/// Number of groups.
const GROUPS: usize = PLAIN.len() + 6;

/// Index of the first piece-square weight.
pub(super) const PSQT: usize = first(&PLAIN, PLAIN.len());

/// The groups for a board whose folded half has `half` cells.
pub(super) const fn layout(half: usize) -> [WeightGroup; GROUPS] {
    tapered::layout(&PLAIN, half)
}
