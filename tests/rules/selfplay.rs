//! Games the engine plays against itself, judged by the slow generator: every move legal, every result right.

use oddity::eval::Tunable;
use oddity::game::MoveStyle;
use oddity::games::chess::Chess;
#[cfg(feature = "gess")]
use oddity::games::gess::Gess;
#[cfg(feature = "glex")]
use oddity::games::glex::Glex;
use oddity::games::hex::{Glinski, McCooey, Shafran};
use oddity::search::{Control, Limits, NoReport, Root, Searcher};
use oddity::variant::Playable;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;

use crate::slow_chess;
#[cfg(feature = "gess")]
use crate::slow_gess;
#[cfg(feature = "glex")]
use crate::slow_glex;
use crate::slow_hex::{self, Kind};
#[cfg(feature = "zchess")]
use crate::slow_zchess;
#[cfg(feature = "zchess")]
use oddity::games::zchess::ZChess;

/// Slow rules that follow a game.
trait Judge {
    /// White's quarters of a point and the reason, once the game is over.
    fn over(&self) -> Option<(u8, &'static str)>;
    fn play(&mut self, m: &str) -> Result<(), String>;
    fn fen(&self) -> String;
}

macro_rules! judge {
    ($slow:ident) => {
        impl Judge for $slow::Slow {
            fn over(&self) -> Option<(u8, &'static str)> {
                match self.status() {
                    $slow::Status::Ongoing => None,
                    $slow::Status::Over { white_quarters, reason } => Some((white_quarters, reason)),
                }
            }

            fn play(&mut self, m: &str) -> Result<(), String> {
                self.play(m)
            }

            fn fen(&self) -> String {
                self.fen()
            }
        }
    };
}

judge!(slow_chess);
#[cfg(feature = "gess")]
judge!(slow_gess);
#[cfg(feature = "glex")]
judge!(slow_glex);
judge!(slow_hex);
#[cfg(feature = "zchess")]
judge!(slow_zchess);

/// Games of each kind.
const GAMES: u64 = if cfg!(feature = "long-tests") {
    500
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
fn play<G: Playable>(mut slow: impl Judge, seed: u64) -> &'static str {
    let game = G::new();
    let eval = G::Eval::with_weights(&game, &G::Eval::default_weights());
    let mut searcher = Searcher::new(game.clone(), eval);
    searcher.set_hash(1).expect("a table of 1 MiB");
    let mut rng = StdRng::seed_from_u64(seed);
    let opening = rng.random_range(4..12);
    let mut root = Root::new(&game, game.start());
    let kind = G::NAME;
    let mut moves = Vec::new();
    while moves.len() < PLIES {
        let outcome = game.finished(&root.position).or_else(|| game.drawn(&root.position, &root.history));
        assert_eq!(
            outcome.map(|o| (o.white_quarters, o.reason)),
            slow.over(),
            "{kind} seed {seed}: {moves:?}"
        );
        if let Some(outcome) = outcome {
            return outcome.reason;
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
            panic!("{kind} seed {seed}: {refused} after {moves:?}");
        }
        root.play(&game, m);
        assert_eq!(game.fen(&root.position), slow.fen(), "{kind} seed {seed}: {moves:?}");
    }
    "too long"
}

fn judge<G: Playable, J: Judge>(start: impl Fn() -> J + Sync) {
    let reasons: Vec<_> = (0..GAMES).into_par_iter().map(|seed| play::<G>(start(), seed)).collect();
    let of = |reason| reasons.iter().filter(|&&r| r == reason).count();
    println!(
        "{}: {GAMES} games, {} mates, {} rings lost, {} all home, {} three pieces, {} without a turn, {} stalemates, \
         {} repetitions, {} by the fifty-move rule, {} too long",
        G::NAME,
        of("checkmate"),
        of("ring lost"),
        of("all home"),
        of("three pieces"),
        of("no legal turn"),
        of("stalemate"),
        of("threefold repetition"),
        of("fifty-move rule"),
        of("too long")
    );
    let won = ["checkmate", "ring lost", "all home", "three pieces", "no legal turn"].map(of);
    assert!(
        won.iter().sum::<usize>() * 4 > reasons.len(),
        "an engine that can play mates in many of its games"
    );
    // Without a limit of moves a game may last for ever, but seldom does.
    assert!(of("too long") * 50 <= reasons.len(), "{} games have no end", of("too long"));
}

#[test]
fn self_play_of_chess_is_legal_and_rightly_judged() {
    judge::<Chess, _>(slow_chess::Slow::start);
}

#[test]
fn self_play_of_glinski_is_legal_and_rightly_judged() {
    judge::<Glinski, _>(|| slow_hex::Slow::start(Kind::Glinski));
}

#[test]
fn self_play_of_mccooey_is_legal_and_rightly_judged() {
    judge::<McCooey, _>(|| slow_hex::Slow::start(Kind::McCooey));
}

#[test]
fn self_play_of_shafran_is_legal_and_rightly_judged() {
    judge::<Shafran, _>(|| slow_hex::Slow::start(Kind::Shafran));
}

#[cfg(feature = "zchess")]
#[test]
fn self_play_of_zchess_is_legal_and_rightly_judged() {
    judge::<ZChess, _>(slow_zchess::Slow::start);
}

#[cfg(feature = "gess")]
#[test]
fn self_play_of_gess_is_legal_and_rightly_judged() {
    judge::<Gess, _>(slow_gess::Slow::start);
}

#[cfg(feature = "glex")]
#[test]
fn self_play_of_glex_is_legal_and_rightly_judged() {
    judge::<Glex, _>(slow_glex::Slow::start);
}
