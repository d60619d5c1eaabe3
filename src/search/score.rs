//! What scores mean: whose they are, how far a win is away and what an outcome is worth.

use super::{MATE, MATE_IN_MAX, MAX_PLY, Score};
use crate::game::{Game, Outcome, Side};

/// Above every score that can occur.
pub(super) const INFINITE: Score = MATE + MAX_PLY as Score + 1;

/// The score of a draw.
pub(super) const DRAW: Score = 0;

/// A win that a prober knows of without its length; below all mate scores and above all evaluations.
pub(super) const KNOWN_WIN: Score = MATE_IN_MAX - 1 - MAX_PLY as Score;

/// Turns a score or a bound of a child node, which is the opponent's, into the parent's, and back.
///
/// Sides alternate in every game here, so this is the only place where a sign changes.
#[inline(always)]
pub(super) const fn flip(score: Score) -> Score {
    -score
}

/// Whether the score is a proved win or loss within some number of moves.
#[inline(always)]
pub(super) const fn is_mate(score: Score) -> bool {
    score >= MATE_IN_MAX || score <= -MATE_IN_MAX
}

/// Whether the score says that the side to move is lost within some number of moves.
#[inline(always)]
pub(super) const fn is_lost(score: Score) -> bool {
    score <= -MATE_IN_MAX
}

/// Whether the score says that the side to move wins within some number of moves.
#[inline(always)]
pub(super) const fn is_won(score: Score) -> bool {
    score >= MATE_IN_MAX
}

/// The score of a game that ended `ply` plies after the root, for `side`: full wins and losses by their
/// distance, shared points by what they are worth in centipawns.
pub(super) fn of_outcome<G: Game>(outcome: Outcome, side: Side, ply: usize) -> Score {
    match outcome.for_side(side) {
        0 => -MATE + ply as Score,
        1 => -G::THREE_QUARTERS,
        2 => DRAW,
        3 => G::THREE_QUARTERS,
        _ => MATE - ply as Score,
    }
}

/// A score as the table keeps it: mate distances count from the node, not from the root.
#[inline]
pub(super) const fn to_table(score: Score, ply: usize) -> Score {
    if is_won(score) {
        score + ply as Score
    } else if is_lost(score) {
        score - ply as Score
    } else {
        score
    }
}

/// The inverse of [`to_table`] for a node at `ply`.
#[inline]
pub(super) const fn from_table(score: Score, ply: usize) -> Score {
    if is_won(score) {
        score - ply as Score
    } else if is_lost(score) {
        score + ply as Score
    } else {
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_scores_count_from_the_node() {
        // A mate five plies after the root, seen from ply 3, is two plies away from there.
        let stored = to_table(MATE - 5, 3);
        assert_eq!(stored, MATE - 2);
        assert_eq!(from_table(stored, 7), MATE - 9);
        assert_eq!(from_table(to_table(-MATE + 5, 3), 7), -MATE + 9);
        for score in [-KNOWN_WIN, -191, 0, 17, 20_000, KNOWN_WIN] {
            assert_eq!(to_table(score, 11), score);
            assert_eq!(from_table(score, 11), score);
        }
    }

    #[test]
    fn known_wins_lie_between_evaluations_and_mates() {
        const { assert!(KNOWN_WIN - MAX_PLY as Score > crate::eval::EVAL_LIMIT) };
        assert!(!is_mate(KNOWN_WIN) && is_mate(MATE_IN_MAX) && !is_mate(MATE_IN_MAX - 1));
        assert!(i16::try_from(to_table(MATE - 1, MAX_PLY)).is_ok());
    }
}
