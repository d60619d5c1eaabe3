//! Games that exist only to test the search, written as a third party would write one: against the public
//! traits alone, in one folder.

pub mod connect;
pub mod tree;

use oddity::eval::Evaluator;
use oddity::game::{Game, Outcome, Side};
use oddity::search::{MATE, MAX_PLY, Score};

/// The score of an ended game, written down again from the search's documentation.
fn worth<G: Game>(outcome: Outcome, side: Side, ply: usize) -> Score {
    match outcome.for_side(side) {
        4 => MATE - ply as Score,
        3 => G::THREE_QUARTERS,
        2 => 0,
        1 => -G::THREE_QUARTERS,
        _ => ply as Score - MATE,
    }
}

/// What plain minimax does at the leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// Evaluates them as they stand.
    Evaluate,
    /// Plays noisy moves on, and in check all moves.
    Quiesce,
}

/// Minimax without any cut: the value of `pos`, `ply` plies after the root and `depth` plies deep, for the
/// side to move. Only for games whose draws don't depend on the past.
pub fn minimax<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &mut E,
    pos: &G::Position,
    ply: usize,
    depth: u32,
    leaf: Leaf,
) -> Score {
    assert!(ply < MAX_PLY);
    let side = game.side_to_move(pos);
    if let Some(outcome) = game.finished(pos) {
        return worth::<G>(outcome, side, ply);
    }
    if ply > 0
        && let Some(outcome) = game.drawn(pos, &oddity::game::History::new(game.key(pos)))
    {
        return worth::<G>(outcome, side, ply);
    }
    let mut best = Score::MIN;
    let quiesce = depth == 0 && !game.in_check(pos);
    if depth == 0 && (leaf == Leaf::Evaluate || quiesce) {
        evaluator.reset(game, pos);
        best = evaluator.score(game, pos);
        if leaf == Leaf::Evaluate {
            return best;
        }
    }
    for m in game.moves(pos).into_iter().filter(|&m| !quiesce || game.is_noisy(pos, m)) {
        let mut child = pos.clone();
        game.play(&mut child, m, &mut ());
        best = best.max(-minimax(game, evaluator, &child, ply + 1, depth.saturating_sub(1), leaf));
    }
    best
}
