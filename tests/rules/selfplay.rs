//! Games the engine plays against itself, judged by the slow generator: every move legal, every result right.

use oddity::eval::Tunable;
use oddity::game::MoveStyle;
use oddity::games::hex::{Glinski, McCooey, Shafran};
use oddity::search::{Control, Limits, NoReport, Root, Searcher};
use oddity::variant::Playable;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;

use crate::slow_hex::{Kind, Slow, Status};

/// Games of each kind; 1,002 in all in the long run.
const GAMES: u64 = if cfg!(feature = "long-tests") {
    334
} else if cfg!(debug_assertions) {
    2
} else {
    24
};

/// Nodes a move.
const NODES: u64 = if cfg!(feature = "long-tests") { 2_000 } else { 300 };

/// Longest game; the fifty-move rule ends nearly all before.
const PLIES: usize = 600;

/// Plays one game from a random opening; the slow generator follows. Returns the reason it ended for.
fn play<G: Playable>(kind: Kind, seed: u64) -> &'static str {
    let game = G::new();
    let eval = G::Eval::with_weights(&game, &G::Eval::default_weights());
    let mut searcher = Searcher::new(game.clone(), eval);
    searcher.set_hash(1).expect("a table of 1 MiB");
    let mut rng = StdRng::seed_from_u64(seed);
    let opening = rng.random_range(4..12);
    let mut root = Root::new(&game, game.start());
    let mut slow = Slow::start(kind);
    let mut moves = Vec::new();
    while moves.len() < PLIES {
        let outcome = game.finished(&root.position).or_else(|| game.drawn(&root.position, &root.history));
        match slow.status() {
            Status::Ongoing => assert_eq!(outcome, None, "{kind:?} seed {seed}: {moves:?}"),
            Status::Over { white_quarters, reason } => {
                let outcome = outcome.expect("the slow generator calls the game over");
                assert_eq!(outcome.white_quarters, white_quarters, "{kind:?} seed {seed}: {moves:?}");
                assert_eq!(outcome.reason, reason, "{kind:?} seed {seed}: {moves:?}");
                return reason;
            }
        }
        let m = if moves.len() < opening {
            *game.moves(&root.position).choose(&mut rng).expect("the game goes on")
        } else {
            let result = searcher.search(&root, &Limits::nodes(NODES), &Control::default(), &mut NoReport);
            result.best.expect("the game goes on")
        };
        let text = game.write_move(&root.position, m, MoveStyle::Coordinate);
        moves.push(text.clone());
        if let Err(refused) = slow.play(&text) {
            panic!("{kind:?} seed {seed}: {refused} after {moves:?}");
        }
        root.play(&game, m);
        assert_eq!(game.fen(&root.position), slow.fen(), "{kind:?} seed {seed}: {moves:?}");
    }
    "too long"
}

fn judge<G: Playable>(kind: Kind) {
    let reasons: Vec<_> = (0..GAMES).into_par_iter().map(|seed| play::<G>(kind, seed)).collect();
    let of = |reason| reasons.iter().filter(|&&r| r == reason).count();
    println!(
        "{kind:?}: {GAMES} games, {} mates, {} stalemates, {} repetitions, {} by the fifty-move rule, {} too long",
        of("checkmate"),
        of("stalemate"),
        of("threefold repetition"),
        of("fifty-move rule"),
        of("too long")
    );
    assert!(of("checkmate") * 4 > reasons.len(), "an engine that can play mates in many of its games");
}

#[test]
fn self_play_of_glinski_is_legal_and_rightly_judged() {
    judge::<Glinski>(Kind::Glinski);
}

#[test]
fn self_play_of_mccooey_is_legal_and_rightly_judged() {
    judge::<McCooey>(Kind::McCooey);
}

#[test]
fn self_play_of_shafran_is_legal_and_rightly_judged() {
    judge::<Shafran>(Kind::Shafran);
}
