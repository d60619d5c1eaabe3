//! The line of positions that led to the present one, for repetition.

use super::Outcome;

/// Plies without a move that can't be undone after which a game is drawn.
const FIFTY_MOVES: usize = 100;

/// Keys of every position from the start of the game to the present one, the present one last.
///
/// The search pushes and pops on the same list, so that a repetition is seen whether it lies in the
/// game or in the tree.
#[derive(Clone, Debug, Default)]
pub struct History {
    keys: Vec<u64>,
}

impl History {
    /// A game that begins with the position of this key.
    pub fn new(key: u64) -> History {
        History { keys: vec![key] }
    }

    /// Adds the position reached by a move.
    #[inline]
    pub fn push(&mut self, key: u64) {
        self.keys.push(key);
    }

    /// Takes the last position back.
    #[inline]
    pub fn pop(&mut self) {
        self.keys.pop();
    }

    /// Positions so far, the first one included.
    #[inline]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there is no position at all.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// How often the present position stood before, looking back at most `reversible` plies (the number
    /// of plies since the last move that can't be undone). Only positions with the same side to move are
    /// compared.
    pub fn earlier_occurrences(&self, reversible: usize) -> usize {
        self.occurrences_back(reversible).count()
    }

    /// Distance in plies from the present position back to its latest earlier occurrence, if any, looking
    /// back at most `reversible` plies.
    #[inline]
    pub fn last_occurrence(&self, reversible: usize) -> Option<usize> {
        self.occurrences_back(reversible).next()
    }

    /// The draw that the past makes: a third occurrence of the present position, or fifty moves of each side that could
    /// be undone. `reversible` is the number of plies since the last move that can't be.
    pub fn draw(&self, reversible: usize) -> Option<Outcome> {
        self.repetition(reversible)
            .or_else(|| (reversible >= FIFTY_MOVES).then_some(Outcome::draw("fifty-move rule")))
    }

    /// The draw by a third occurrence of the present position alone.
    pub fn repetition(&self, reversible: usize) -> Option<Outcome> {
        // The start position counts, so the third occurrence has two before it.
        (self.earlier_occurrences(reversible) >= 2).then_some(Outcome::draw("threefold repetition"))
    }

    fn occurrences_back(&self, reversible: usize) -> impl Iterator<Item = usize> + '_ {
        let present = self.keys.len().saturating_sub(1);
        let key = self.keys.last().copied().unwrap_or_default();
        // Fewer than four plies can't repeat a position; null moves are the search's own business.
        (4..=reversible.min(present)).step_by(2).filter(move |back| self.keys[present - back] == key)
    }
}
