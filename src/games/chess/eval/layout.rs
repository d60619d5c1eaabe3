//! The weights: their names, order and meaning.

use super::masks::FOLDED;
use crate::eval::WeightGroup;
use crate::eval::tapered::{self, first, weight_groups};

weight_groups! {
    TEMPO "tempo" 1, "the right to move";
    MATERIAL "material" 5, "pawn, knight, bishop, rook, queen";
    KNIGHT_MOBILITY "knight_mobility" 9, "squares a knight attacks that are neither own nor guarded by a pawn";
    BISHOP_MOBILITY "bishop_mobility" 14, "the same of a bishop";
    ROOK_MOBILITY "rook_mobility" 15, "the same of a rook";
    QUEEN_MOBILITY "queen_mobility" 28, "the same of a queen";
    BISHOP_PAIR "bishop_pair" 1, "two bishops or more";
    BISHOP_PAWNS "bishop_pawns" 1, "own pawn on a square of an own bishop's colour";
    OUTPOST "outpost" 2, "knight, bishop in the enemy's half that a pawn guards and no enemy pawn can drive away";
    ROOK_OPEN "rook_open" 2, "rook in a file without pawns, without own pawns";
    PAWN_GUARDED "pawn_guarded" 6, "pawn guarded by a pawn, by its rank, second to seventh";
    PAWN_BESIDE "pawn_beside" 6, "pawn with an own pawn beside it, to its right, by its rank";
    PAWN_ISOLATED "pawn_isolated" 2, "pawn without own pawns in the files beside it, behind an enemy pawn or in a file that is open before it";
    PAWN_BACKWARD "pawn_backward" 2, "pawn that no own pawn beside or behind it can guard and that can't step on safely, by the same";
    PAWN_DOUBLED "pawn_doubled" 1, "pawn with an own pawn ahead in its file";
    PASSED "passed" 6, "pawn that no enemy pawn can stop or take, by its rank";
    PASSED_FREE "passed_free" 6, "the same when the square before it is neither held nor attacked by the enemy";
    PASSED_CLEAR "passed_clear" 6, "the same when no square before it is";
    PASSED_OWN_KING "passed_own_king" 1, "steps of the own king from the square before a passed pawn, times ranks gone";
    PASSED_ENEMY_KING "passed_enemy_king" 1, "steps of the enemy king from there, times ranks gone";
    PAWN_THREAT "pawn_threat" 5, "enemy piece attacked by a pawn, by its kind";
    PAWN_PUSH "pawn_push" 1, "enemy piece that the safe step of a pawn would attack";
    MINOR_THREAT "minor_threat" 5, "enemy piece attacked by a knight or bishop, by its kind";
    ROOK_THREAT "rook_threat" 5, "enemy piece attacked by a rook, by its kind";
    HANGING "hanging" 5, "attacked enemy piece that nothing guards, by its kind";
    KING_DANGER "king_danger" 24, "attack on the enemy king by knights, bishops, rooks and queens that see its zone, in steps";
    SAFE_CHECK "safe_check" 4, "square from which a knight, bishop, rook, queen could check unpunished";
    KING_WEAK "king_weak" 1, "square of the own king's zone that the enemy attacks and only king or queen guard";
    SHIELD "shield" 7, "first own pawn before the king in its file or one beside it: none, then by its rank";
    STORM "storm" 7, "first enemy pawn before the king in such a file: none, then by its rank as the king's side counts";
    SPACE "space" 1, "square of the own half's centre that is behind or beside own pawns and safe from enemy pawns";
    LONE_KING_EDGE "lone_king_edge" 1, "steps of the enemy king from the centre where nothing else is left to the enemy";
    LONE_KING_NEAR "lone_king_near" 1, "steps by which the own king is nearer than seven to such a king";
}

/// Number of groups.
pub(super) const GROUPS: usize = PLAIN.len() + 6;

/// Index of the first piece-square weight.
pub(super) const PSQT: usize = first(&PLAIN, PLAIN.len());

/// The groups.
pub(super) const fn layout() -> [WeightGroup; GROUPS] {
    tapered::layout(&PLAIN, FOLDED)
}
