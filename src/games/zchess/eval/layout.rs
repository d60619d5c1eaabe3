//! The weights: their names, order and meaning.

use super::masks::FOLDED;
use crate::eval::WeightGroup;
use crate::eval::tapered::{self, first, weight_groups};

/// Attacked circles that one step of a rook's mobility table stands for.
pub(super) const ROOK_STEP: usize = 3;

weight_groups! {
    TEMPO "tempo" 1, "the right to move";
    MATERIAL "material" 5, "pawn, knight, bishop, rook, queen";
    KNIGHT_MOBILITY "knight_mobility" 9, "circles a knight attacks that are neither own nor guarded by a pawn";
    BISHOP_MOBILITY "bishop_mobility" 15, "the same of a bishop";
    ROOK_MOBILITY "rook_mobility" 19, "the same of a rook, in steps of three";
    QUEEN_MOBILITY "queen_mobility" 22, "the same of a queen";
    ROOK_TURNS "rook_turns" 9, "empty circles on which a rook can turn, 0 to 8 or more";
    BISHOP_PAIR "bishop_pair" 1, "two bishops or more";
    PAWN_GUARDED "pawn_guarded" 1, "pawn guarded by a pawn";
    PAWN_BESIDE "pawn_beside" 1, "pawn with an own pawn beside it in the row, to its right";
    PAWN_ISOLATED "pawn_isolated" 1, "pawn without own pawns within two circles";
    PAWN_OBSTRUCTED "pawn_obstructed" 3, "circles in front of a pawn that own pieces hold, 0 to 2";
    PASSED "passed" 8, "pawn without enemy pawns in the cone ahead of it, by steps to the last row, 1 to 8";
    PASSED_FREE "passed_free" 8, "the same when one of its next circles is neither held nor attacked by the enemy";
    PASSED_OWN_KING "passed_own_king" 1, "steps of the own king from a passed pawn";
    PASSED_ENEMY_KING "passed_enemy_king" 1, "steps of the enemy king from a passed pawn";
    PAWN_THREAT "pawn_threat" 5, "enemy piece attacked by a pawn, by its kind";
    MINOR_THREAT "minor_threat" 5, "enemy piece attacked by a knight or bishop, by its kind";
    ROOK_THREAT "rook_threat" 5, "enemy piece attacked by a rook, by its kind";
    HANGING "hanging" 5, "attacked enemy piece that nothing guards, by its kind";
    KING_ATTACKERS "king_attackers" 8, "pieces that attack the enemy king's zone, 0 to 7 or more";
    KING_ZONE_HITS "king_zone_hits" 4, "circle of the enemy king's zone attacked by a knight, bishop, rook, queen";
    SAFE_CHECK "safe_check" 3, "circle from which a knight, bishop, queen could check unpunished";
    KING_WEAK "king_weak" 1, "circle of the own king's zone that the enemy attacks and only king or queen guard";
    KING_SHIELD "king_shield" 7, "own pawns beside the own king, 0 to 6 or more";
    KING_ROW "king_row" 9, "empty circles of its row that the own king sees, where rooks can turn, 0 to 8";
    SPACE "space" 1, "circle of the enemy's half guarded by an own pawn and attacked by no enemy pawn";
}

/// Number of groups.
pub(super) const GROUPS: usize = PLAIN.len() + 6;

/// Index of the first piece-square weight.
pub(super) const PSQT: usize = first(&PLAIN, PLAIN.len());

/// The groups.
pub(super) const fn layout() -> [WeightGroup; GROUPS] {
    tapered::layout(&PLAIN, FOLDED)
}
