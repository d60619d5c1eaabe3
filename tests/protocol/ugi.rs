//! The Universal Game Interface.

use crate::engine::{AT_ONCE, Engine};
use crate::positions::{self, GAMES, KING_GAMES, calm, slow};

fn query(engine: &mut Engine, question: &str) -> String {
    let answer = engine.ask_one(&format!("query {question}"));
    answer.strip_prefix("response ").unwrap_or_else(|| panic!("no response: {answer}")).to_owned()
}

#[test]
fn introduction_and_start() {
    for &game in GAMES {
        let mut engine = Engine::start();
        engine.send("ugi");
        let lines = engine.until("ugiok");
        assert!(lines[0].starts_with("id name Oddity"), "{lines:#?}");
        assert!(lines.iter().any(|l| l.starts_with("option name Hash type spin")), "{lines:#?}");
        assert!(lines.iter().all(|l| l != "uciok"), "{lines:#?}");
        engine.send(&format!("setoption name UCI_Variant value {game}"));
        engine.quietly("uginewgame");
        engine.quietly("position startpos");
        assert_eq!(query(&mut engine, "p1turn"), "true", "{game}");
        assert_eq!(query(&mut engine, "gameover"), "false", "{game}");
        assert_eq!(query(&mut engine, "result"), "none", "{game}");
        assert_eq!(query(&mut engine, "points"), "-", "{game}");
        assert_eq!(query(&mut engine, "fen"), slow(game).fen(), "{game}");
        let first = slow(game).legal_moves().remove(0);
        assert_eq!(query(&mut engine, &format!("islegal {first}")), "true", "{game}");
        engine.quietly(&format!("position startpos moves {first}"));
        assert_eq!(query(&mut engine, "p1turn"), "false", "{game}");
        assert_eq!(query(&mut engine, "islegal nonsense"), "false", "{game}");
        assert_eq!(query(&mut engine, &format!("islegal {first}")), "false", "{game}");
    }
}

/// Match programs take only `bestmove` and one word for a move.
#[test]
fn the_best_move_stands_alone() {
    for &game in GAMES {
        let mut engine = Engine::of(game);
        assert!(engine.go("depth 3").ponder.is_some(), "{game}");
        engine.send("ugi");
        engine.until("ugiok");
        for limits in ["depth 3", "nodes 500", "movetime 30", "p1time 300 p2time 300 p1inc 10 p2inc 10"] {
            let search = engine.go(limits);
            assert_eq!(search.lines.last().expect("an end").split(' ').count(), 2, "{game} {limits}");
            assert!(slow(game).legal_moves().contains(&search.best), "{game} {limits}");
        }
        engine.send("uci");
        engine.until("uciok");
        assert!(engine.go("depth 3").ponder.is_some(), "{game}");
    }
}

/// Clocks go by the order of the players: whoever begins the game has the first, Black in some games.
#[test]
fn clocks_by_order() {
    let _calm = calm();
    for &game in GAMES {
        let mut engine = Engine::of(game);
        engine.send("ugi");
        engine.until("ugiok");
        for (moves, own, other) in [(0, "p1", "p2"), (1, "p2", "p1")] {
            let mut position = slow(game);
            let mut text = "position startpos moves".to_owned();
            if moves == 1 {
                let m = position.legal_moves().remove(0);
                position.play(&m).expect("a legal move");
                text = format!("{text} {m}");
            }
            engine.quietly(&text);
            let none = format!("go {own}time 0 {other}time 600000 {own}inc 0 {other}inc 0");
            assert!(engine.latency(&none, "bestmove ") < AT_ONCE, "{game}: {none}");
            let plenty = format!("go {own}time 600000 {other}time 0 {own}inc 0 {other}inc 0");
            engine.send(&plenty);
            let early = engine.during(AT_ONCE);
            assert!(early.iter().all(|l| !l.starts_with("bestmove")), "{game}: {plenty}");
            engine.send("stop");
            engine.search();
        }
    }
}

#[test]
fn results_of_finished_games() {
    for &game in GAMES {
        let mut engine = Engine::of(game);
        engine.quietly(&positions::mated(game));
        assert_eq!(query(&mut engine, "gameover"), "true", "{game}");
        // White has won, who is the second player where Black begins.
        let (result, points) = if game == "gess" { ("p2win", "0-1") } else { ("p1win", "1-0") };
        assert_eq!(query(&mut engine, "result"), result, "{game}");
        assert_eq!(query(&mut engine, "points"), points, "{game}");
        let moves = ["a1a2", "a1a3", "e5e6", "e2e3", "k4k7", "c3c4"];
        assert!(moves.iter().all(|m| query(&mut engine, &format!("islegal {m}")) == "false"), "{game}");
        assert_eq!(engine.go("depth 2").best, "(none)", "{game}");
    }
}

#[test]
fn a_stalemate_is_a_draw_with_points_of_its_own() {
    let black_wins_more = format!("position fen {}", positions::fen("glinski", "kk5 qf8 rg4 Kh9", 'w'));
    for (game, position, points) in [
        ("glinski", positions::stalemated("glinski"), "3/4-1/4"),
        ("glinski", black_wins_more, "1/4-3/4"),
        ("mccooey", positions::stalemated("mccooey"), "1/2-1/2"),
        ("shafran", positions::stalemated("shafran"), "1/2-1/2"),
    ] {
        let mut engine = Engine::of(game);
        engine.quietly(&position);
        assert!(engine.field("Status: ").contains("stalemate"), "{game}");
        assert_eq!(query(&mut engine, "gameover"), "true", "{game}");
        assert_eq!(query(&mut engine, "result"), "draw", "{game}");
        assert_eq!(query(&mut engine, "points"), points, "{game}");
    }
}

#[test]
fn a_repetition_is_a_draw() {
    for &game in KING_GAMES {
        let mut engine = Engine::of(game);
        let moves = positions::shuffle(game, 8);
        engine.quietly(&format!("position startpos moves {}", moves.join(" ")));
        assert_eq!(query(&mut engine, "gameover"), "true", "{game}");
        assert_eq!(query(&mut engine, "result"), "draw", "{game}");
        assert_eq!(query(&mut engine, "points"), "1/2-1/2", "{game}");
        engine.quietly(&format!("position startpos moves {}", moves[..7].join(" ")));
        assert_eq!(query(&mut engine, "gameover"), "false", "{game}");
        assert_eq!(query(&mut engine, "result"), "none", "{game}");
    }
}

/// Black begins: his win is the first player's.
#[cfg(feature = "gess")]
#[test]
fn the_first_player_may_be_black() {
    let mut engine = Engine::of("gess");
    // Black has a ring, White three stones in a row.
    engine.quietly("position fen www15/18/18/18/18/18/18/18/18/18/18/18/18/18/18/bbb15/b1b15/bbb15 w 0 1");
    assert_eq!(query(&mut engine, "p1turn"), "false");
    assert_eq!(query(&mut engine, "result"), "p1win");
    assert_eq!(query(&mut engine, "points"), "1-0");
    assert_eq!(engine.field("Status: "), "finished, 0-1 (ring lost)");
}

#[test]
fn bad_questions_are_named() {
    let mut engine = Engine::of("glinski");
    for bad in ["query", "query weather", "query islegal", "query gameover now"] {
        assert!(engine.refused(bad).contains("query: expected gameover"), "{bad}");
    }
    assert!(engine.refused("go p1time x").contains("'p1time' needs a whole number"));
}

/// In Gle'x a turn of two parts is one word.
#[cfg(feature = "glex")]
#[test]
fn a_turn_of_two_parts_is_legal_in_either_style() {
    let mut engine = Engine::of("glex");
    assert_eq!(query(&mut engine, "islegal a5a3,b2c1"), "true");
    assert_eq!(query(&mut engine, "islegal A5-A3 RT/B2-C1"), "true");
    assert_eq!(query(&mut engine, "islegal a5a3 b2c2"), "false");
}
