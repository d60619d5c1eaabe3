//! What a search says.

use std::time::Duration;

use crate::engine::{Engine, Search};
use crate::positions::{self, GAMES, KING_GAMES, in_every_game, slow};
use crate::slow::Slow;

/// Checks everything that must hold for any search of `board`, MultiPV or not.
fn check(board: &Slow, search: &Search, multi_pv: usize) {
    let legal = board.legal_moves();
    let infos = search.infos();
    assert!(legal.contains(&search.best), "{search:#?}");
    assert_eq!(search.last().pv[0], search.best, "{search:#?}");
    for line in &infos {
        let mut game = board.clone();
        for m in &line.pv {
            assert!(!over(&game), "a line runs past the end: {line:?}");
            game.play(m).unwrap_or_else(|e| panic!("{e}: {line:?}"));
        }
        assert!(line.seldepth >= 1 && line.depth >= 1, "{line:?}");
        assert!(line.bound || line.mate() != Some(0), "{line:?}");
    }
    if let Some(ponder) = &search.ponder {
        let mut game = board.clone();
        game.play(&search.best).unwrap();
        assert!(game.legal_moves().contains(ponder), "{search:#?}");
    }
    let exact: Vec<_> = infos.iter().filter(|line| !line.bound).collect();
    let wanted = multi_pv.min(legal.len());
    for set in exact.chunks(wanted) {
        assert_eq!(set.len(), wanted, "{set:#?}");
        for (index, line) in set.iter().enumerate() {
            assert_eq!(line.multipv, index + 1, "{set:#?}");
            assert_eq!(line.depth, set[0].depth, "{set:#?}");
        }
        let firsts: std::collections::HashSet<_> = set.iter().map(|line| &line.pv[0]).collect();
        assert_eq!(firsts.len(), wanted, "{set:#?}");
        assert!(set.windows(2).all(|w| value(&w[0].score) >= value(&w[1].score)), "{set:#?}");
    }
}

/// A score as a number that grows with its worth.
fn value(score: &str) -> i32 {
    let (kind, number) = score.split_once(' ').unwrap();
    let number: i32 = number.parse().unwrap();
    match kind {
        "cp" => number,
        _ if number > 0 => 100_000 - number,
        _ => -100_000 - number,
    }
}

/// Mate, stalemate, a lost ring and the like; draws do not end a line.
fn over(game: &Slow) -> bool {
    game.over().is_some_and(|reason| !reason.contains("repetition") && !reason.contains("fifty"))
}

#[test]
fn lines_are_sound() {
    for &game in GAMES {
        let mut engine = Engine::of(game);
        let mut board = slow(game);
        let mut moves: Vec<String> = Vec::new();
        // A quick game against itself, with a check of each search.
        for ply in 0..30 {
            if over(&board) {
                break;
            }
            engine.quietly(&format!("position startpos moves {}", moves.join(" ")));
            let search = engine.go(if ply % 2 == 0 { "depth 4" } else { "nodes 1500" });
            check(&board, &search, 1);
            board.play(&search.best).unwrap();
            moves.push(search.best);
        }
        for mate in [1, 2] {
            let setup = positions::mate_in(game, mate);
            engine.quietly(&setup);
            let board = positions::slow_fen(game, setup.trim_start_matches("position fen "));
            check(&board, &engine.go("depth 7"), 1);
        }
    }
}

/// A search that ends within an iteration tells what it has cost in all, and how long it took.
#[test]
fn the_last_line_tells_the_cost() {
    for &game in GAMES {
        let mut engine = Engine::of(game);
        for (multi_pv, nodes) in [(1, 700), (1, 3000), (3, 5000)] {
            engine.quietly(&format!("setoption name MultiPV value {multi_pv}"));
            let search = engine.go(&format!("nodes {nodes}"));
            let infos = search.infos();
            let last = &infos[infos.len() - multi_pv..];
            assert!(last.iter().all(|line| line.nodes == nodes), "{game}: {search:#?}");
            check(&slow(game), &search, multi_pv);
        }
    }
}

#[test]
fn several_lines() {
    for &game in GAMES {
        let mut engine = Engine::of(game);
        for multi_pv in [2, 3, 500] {
            engine.quietly(&format!("setoption name MultiPV value {multi_pv}"));
            engine.quietly("position startpos");
            check(&slow(game), &engine.go("depth 3"), multi_pv);
            let setup = positions::mate_in(game, 2);
            engine.quietly(&setup);
            let board = positions::slow_fen(game, setup.trim_start_matches("position fen "));
            check(&board, &engine.go("depth 4"), multi_pv);
            check(&board, &engine.go("movetime 50"), multi_pv);
        }
    }
}

#[test]
fn finished_games_have_no_move() {
    for &game in GAMES {
        let mut engine = Engine::of(game);
        engine.quietly(&positions::mated(game));
        let search = engine.go("depth 5");
        assert_eq!(search.lines, ["info depth 0 score mate 0", "bestmove (none)"]);
        if !KING_GAMES.contains(&game) {
            continue;
        }
        engine.quietly(&positions::stalemated(game));
        let search = engine.go("wtime 1000 btime 1000");
        // The side that stalemates in Gliński's game has three quarters of the point.
        let score: i32 = search.lines[0].strip_prefix("info depth 0 score cp ").unwrap().parse().unwrap();
        if game == "glinski" {
            assert!(score < 0, "{search:#?}");
        } else {
            assert_eq!(score, 0);
        }
        assert_eq!(search.lines[1..], ["bestmove (none)"]);
        // And the session goes on.
        engine.quietly("position startpos");
        assert!(slow(game).legal_moves().contains(&engine.go("depth 2").best));
    }
}

/// Where the side whose turn it would be has won already: no king has to be caught in these games.
#[test]
fn games_that_the_side_to_move_has_won() {
    for (game, fen, score) in [
        #[cfg(feature = "gess")]
        ("gess", "www15/18/18/18/18/18/18/18/18/18/18/18/18/18/18/bbb15/b1b15/bbb15 b 0 1", "mate 1"),
        #[cfg(feature = "gess")]
        ("gess", "www15/18/18/18/18/18/18/18/18/18/18/18/18/18/18/bbb15/b1b15/bbb15 w 0 1", "mate 0"),
        #[cfg(feature = "glex")]
        ("glex", "WWWWW/WWWW/WWWWW/WWWW/WW1WW/WWWW/WWWWW/bWWW/bWWWb w - - - 1", "mate 1"),
        #[cfg(feature = "glex")]
        ("glex", "WWWWW/WWWW/WWWWW/WWWW/WW1WW/WWWW/WWWWW/bWWW/bWWWb b - - - 1", "mate 0"),
        // And in one with kings, where that can't be: mate and stalemate.
        ("chess", "7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "mate 0"),
        ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0"),
    ] {
        let mut engine = Engine::of(game);
        engine.quietly(&format!("position fen {fen}"));
        let search = engine.go("movetime 50");
        assert_eq!(
            search.lines,
            [format!("info depth 0 score {score}"), "bestmove (none)".to_owned()],
            "{fen}"
        );
    }
}

#[test]
fn mate_scores() {
    for &game in GAMES {
        let mut engine = Engine::of(game);
        for mate in [1, 2] {
            engine.quietly("ucinewgame");
            let setup = positions::mate_in(game, mate);
            engine.quietly(&setup);
            let search = engine.go("depth 8");
            let last = search.last();
            assert_eq!((last.mate(), last.bound), (Some(mate as i32), false), "{game}: {search:#?}");
            assert_eq!(last.pv.len(), 2 * mate as usize - 1, "{game}: {search:#?}");
            // No exact score ever claims a shorter mate than there is.
            for line in search.infos().iter().filter(|line| !line.bound) {
                assert!(line.mate().is_none_or(|n| n >= mate as i32), "{game}: {line:?}");
            }
            if mate == 2 {
                // From the other side: mated in one.
                engine.quietly(&format!("{setup} moves {}", search.best));
                assert_eq!(engine.go("depth 6").last().mate(), Some(-1), "{game}");
            } else {
                // The move that ends the game has no answer.
                assert_eq!(search.ponder, None, "{game}");
            }
        }
    }
}

#[test]
fn no_flood_once_a_mate_is_found() {
    in_every_game(|game| {
        for (mate, multi_pv) in [(1, 1), (2, 1), (2, 4)] {
            let mut engine = Engine::of(game);
            engine.quietly(&format!("setoption name MultiPV value {multi_pv}"));
            engine.quietly(&positions::mate_in(game, mate));
            engine.send("go infinite");
            let lines = engine.during(Duration::from_secs(1)).len();
            engine.send("stop");
            let rest = engine.search();
            let lines = lines + rest.lines.len();
            assert!(lines <= 500, "{game}, mate in {mate}, {multi_pv} lines: {lines}");
        }
    });
}

#[test]
fn lines_are_whole() {
    in_every_game(|game| {
        let mut engine = Engine::of(game);
        engine.quietly("setoption name Threads value 2");
        engine.quietly("setoption name MultiPV value 5");
        engine.send("go infinite");
        for _ in 0..100 {
            engine.send("isready\nlegal\nnonsense");
        }
        engine.send("stop");
        let mut lines = engine.until("bestmove");
        lines.extend(engine.ask(""));
        let count = |wanted: &str| lines.iter().filter(|l| *l == wanted).count();
        assert_eq!(count("readyok"), 100);
        assert_eq!(count("info string unknown command 'nonsense'; 'help' lists them"), 100);
        let legal = lines.iter().find(|l| l.starts_with("legalmoves")).unwrap().clone();
        assert_eq!(count(&legal), 100);
        for line in &lines {
            let known = ["readyok", "legalmoves ", "info string unknown", "info depth ", "bestmove "];
            assert!(known.iter().any(|k| line.starts_with(k)), "{line}");
            assert_eq!(line.matches("info").count(), usize::from(line.starts_with("info")), "{line}");
        }
    });
}
