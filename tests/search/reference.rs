//! The reference player is honest, and the engine is stronger.

use oddity::eval::Evaluator;
use oddity::game::Game;
#[cfg(feature = "gess")]
use oddity::games::gess::Gess;
#[cfg(feature = "glex")]
use oddity::games::glex::Glex;
use oddity::games::hex::{Glinski, McCooey, Shafran};
#[cfg(feature = "zchess")]
use oddity::games::zchess::ZChess;
use oddity::search::{Control, Limits, MATE_IN_MAX, NoReport, Root, Searcher, Selectivity};
use oddity::tools::matches::run::{Pairs, Tally, Terms, run_match};
use oddity::tools::selfplay::{Budget, EnginePlayer, Line, Player};
use oddity::variant::Playable;

use super::{PLAIN, Random, searcher, wander};
use crate::reference_player::{PlainEvaluator, ReferencePlayer};

/// It sees a mate in 2, takes what hangs, and keeps to its nodes.
#[test]
fn the_reference_player_can_play() {
    let game = Glinski::new();
    let problem = "1/3/1B1PB/2k4/7p1/1PBN7/1K4N4/6p4/11/10r/1b9 w - 0 1";
    let root = Root::new(&game, game.parse_fen(problem).expect("a good FEN"));
    let mut player = ReferencePlayer::new(game, 1_000_000);
    let (m, score, _) = player.search_to(&root, 3).expect("a move");
    assert_eq!(score, 30_000 - 3, "it finds the mate in 2, by {m:?}");

    let root =
        Root::new(&game, game.parse_fen("1/3/5/2k4/9/4q6/11/5N5/4K6/11/Q10 w - 0 1").expect("a good FEN"));
    let (m, score, _) = player.search_to(&root, 3).expect("a move");
    let hanging = game.moves(&root.position).into_iter().any(|m| game.gain(&root.position, m) > 900);
    assert!(
        hanging && game.gain(&root.position, m) > 900 && score > 800,
        "it takes the queen: {m:?}, {score}"
    );
}

/// What it gets a move in these tests.
const NODES: u64 = 3000;

fn plays_legally<G: Playable>() {
    let game = G::new();
    let mut player = ReferencePlayer::new(game.clone(), NODES);
    let mut random = Random(8);
    let mut depths = 0;
    for plies in (0..60).step_by(6) {
        let root = wander(&game, plies, &mut random);
        let line = Line { root: root.clone(), ..Line::new(&game, root.position.clone()) };
        let choice = player.choose(&line, &Default::default(), &Default::default()).expect("a move");
        assert!(game.is_legal(&root.position, choice.best) && choice.nodes <= NODES);
        let again = ReferencePlayer::new(game.clone(), NODES).search(&root).expect("a move");
        let fresh = ReferencePlayer::new(game.clone(), NODES).search(&root).expect("a move");
        assert_eq!(again, fresh, "it is deterministic");
        depths += again.2;
    }
    // Plain quiescence is costly after random moves, where much hangs.
    assert!(depths >= 5, "{NODES} nodes are mostly enough for a ply: {depths}");
}

#[test]
fn the_reference_player_plays_every_game() {
    plays_legally::<Glinski>();
    plays_legally::<McCooey>();
    plays_legally::<Shafran>();
    #[cfg(feature = "zchess")]
    plays_legally::<ZChess>();
    #[cfg(feature = "gess")]
    plays_legally::<Gess>();
    #[cfg(feature = "glex")]
    plays_legally::<Glex>();
}

/// An engine against the reference player, both with `nodes` a move.
fn play_match<G: Playable, E: Evaluator<G>>(make: fn(&G) -> Searcher<G, E>, pairs: u64, nodes: u64) -> Tally {
    let game = G::new();
    let make = move |game: &G| {
        let engine = EnginePlayer::new(make(game), Budget::nodes(nodes));
        let players: [Box<dyn Player<G>>; 2] =
            [Box::new(engine), Box::new(ReferencePlayer::new(game.clone(), nodes))];
        Ok(players)
    };
    let names = ["engine", "reference"].map(str::to_owned);
    let terms = Terms { pairs, ..Terms::default() };
    let pairs = Pairs { game, names, terms: terms.clone(), book: Vec::new(), make: Box::new(make) };
    let tally = run_match(&[Box::new(pairs)], &terms, Vec::new(), &Control::default(), &mut |_, _| Ok(()))
        .expect("the match is played to its end")
        .total();
    assert_eq!(tally.faults, [0, 0], "{:?}", tally.reasons);
    println!("{}: {:?} games by quarters {:?} {:?}", G::NAME, tally.pairs.elo(), tally.games, tally.reasons);
    tally
}

/// The engine's search with the reference player's evaluation and nothing that it does not have.
fn plain_engine(game: &Glinski) -> Searcher<Glinski, PlainEvaluator> {
    let mut searcher = Searcher::new(*game, PlainEvaluator::new(game));
    searcher.set_selectivity(Selectivity { table: true, quiescence: true, ..PLAIN });
    searcher
}

/// The reference player is no straw man: it plays as well as the engine's own search where that has only
/// the same means.
#[test]
fn the_reference_player_is_honest() {
    let (pairs, nodes) = if cfg!(feature = "long-tests") { (200, 4000) } else { (6, 600) };
    let tally = play_match::<Glinski, _>(plain_engine, pairs, nodes);
    // Aspiration, history of more kinds and the table in quiescence leave something of a difference.
    assert!(tally.pairs.mean() < if pairs > 100 { 0.65 } else { 0.95 });
}

#[test]
fn the_engine_is_stronger() {
    let nodes = if cfg!(debug_assertions) { 1000 } else { 4000 };
    assert!(play_match::<Glinski, _>(searcher, 6, nodes).pairs.mean() > 0.6);
    #[cfg(feature = "zchess")]
    assert!(play_match::<ZChess, _>(searcher, 6, nodes).pairs.mean() > 0.6);
    #[cfg(feature = "gess")]
    assert!(play_match::<Gess, _>(searcher, 6, nodes).pairs.mean() > 0.6);
    #[cfg(feature = "glex")]
    assert!(play_match::<Glex, _>(searcher, 6, nodes).pairs.mean() > 0.6);
}

/// The figure of `benches/RESULTS.md`: 400 pairs at 4,000 nodes a move.
#[test]
#[cfg(feature = "long-tests")]
fn the_engine_is_stronger_by_far() {
    for tally in [
        play_match::<Glinski, _>(searcher, 400, 4000),
        play_match::<McCooey, _>(searcher, 400, 4000),
        play_match::<Shafran, _>(searcher, 400, 4000),
    ] {
        assert!(tally.pairs.elo().elo > 200.0);
    }
}

/// Two searches that share nothing but the rules and the evaluation find the same scores.
fn searches_agree<G: Playable>() {
    let game = G::new();
    let mut random = Random(8);
    let mut engine = Searcher::new(game.clone(), PlainEvaluator::new(&game));
    engine.set_selectivity(Selectivity { table: true, quiescence: true, ..PLAIN });
    for plies in (0..if cfg!(debug_assertions) { 16 } else { 60 }).step_by(4) {
        let root = wander(&game, plies, &mut random);
        for depth in 1..=2 {
            let mut player = ReferencePlayer::new(game.clone(), u64::MAX);
            let (_, score, _) = player.search_to(&root, depth).expect("a move");
            engine.clear();
            let result =
                engine.search(&root, &Limits::depth(depth as u32), &Control::default(), &mut NoReport);
            // The two write mates differently, and only the engine sees a stalemate where captures end.
            let known = result.score.abs() < MATE_IN_MAX && result.score.abs() != G::THREE_QUARTERS;
            assert!(
                !known || result.score == score,
                "{score} and {}: {}",
                result.score,
                game.fen(&root.position)
            );
        }
    }
}

#[test]
fn two_searches_agree() {
    searches_agree::<Glinski>();
}

/// The same figure of Z-Chess.
#[test]
#[cfg(all(feature = "long-tests", feature = "zchess"))]
fn the_engine_of_zchess_is_stronger_by_far() {
    assert!(play_match::<ZChess, _>(searcher, 400, 4000).pairs.elo().elo > 150.0);
}

#[test]
#[cfg(all(feature = "long-tests", feature = "gess"))]
fn the_engine_of_gess_is_stronger_by_far() {
    assert!(play_match::<Gess, _>(searcher, 400, 4000).pairs.elo().elo > 150.0);
}

#[test]
#[cfg(all(feature = "long-tests", feature = "glex"))]
fn the_engine_of_glex_is_stronger_by_far() {
    assert!(play_match::<Glex, _>(searcher, 400, 4000).pairs.elo().elo > 100.0);
}
