//! Tablebases and other sources of exact knowledge, as a type parameter of the search.

use super::score::{self, KNOWN_WIN};
use super::{MATE, Score};
use crate::game::{Game, Outcome};

/// What a prober knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Knowledge {
    /// How the game ends with best play.
    pub outcome: Outcome,
    /// Plies until it ends, if that is known.
    pub plies: Option<u16>,
}

/// Exact values of some positions, such as a tablebase's. `()` knows none and costs nothing.
pub trait Prober<G: Game>: Send + Sync + 'static {
    /// Whether [`Prober::probe`] can ever answer.
    const ENABLED: bool = true;

    /// What is known about `pos`, which is not finished. Asked at every node after the root's children,
    /// so an answer, or the lack of one, must come fast.
    fn probe(&self, game: &G, pos: &G::Position) -> Option<Knowledge>;
}

impl<G: Game> Prober<G> for () {
    const ENABLED: bool = false;

    fn probe(&self, _: &G, _: &G::Position) -> Option<Knowledge> {
        None
    }
}

/// The score of `knowledge` for the side to move of `pos`, `ply` plies after the root.
pub(super) fn score_of<G: Game>(game: &G, pos: &G::Position, knowledge: Knowledge, ply: usize) -> Score {
    let side = game.side_to_move(pos);
    let distance = ply as Score + knowledge.plies.map_or(0, Score::from);
    let win = match knowledge.plies {
        Some(plies) if usize::from(plies) + ply < super::MAX_PLY => MATE - distance,
        _ => KNOWN_WIN - ply as Score,
    };
    match knowledge.outcome.for_side(side) {
        0 => -win,
        4 => win,
        _ => score::of_outcome::<G>(knowledge.outcome, side, ply),
    }
}
