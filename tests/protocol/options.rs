//! `setoption`.

use std::fs;
use std::time::{Duration, Instant};

use crate::engine::{AT_ONCE, Engine};
use crate::positions::{self, GAMES, calm, in_every_game, slow};

#[test]
fn the_introduction_lists_every_option() {
    let mut engine = Engine::start();
    engine.send("uci");
    let lines = engine.until("uciok");
    assert!(lines[0].starts_with("id name Oddity"));
    assert!(lines[1].starts_with("id author "));
    assert_eq!(lines.last().map(String::as_str), Some("uciok"));
    let games = "type combo default chess var chess var glinski var mccooey var shafran";
    for option in [
        &format!("UCI_Variant {games}") as &str,
        "Hash type spin default 16 min 1 max ",
        "Threads type spin default 1 min 1 max ",
        "MultiPV type spin default 1 min 1 max ",
        "Ponder type check default false",
        "Move Overhead type spin default 10 min 0 max 5000",
        "Clear Hash type button",
        "WeightsFile type string default <empty>",
    ] {
        let wanted = format!("option name {option}");
        assert_eq!(lines.iter().filter(|l| l.starts_with(&wanted)).count(), 1, "{option}: {lines:#?}");
    }
}

/// The figure to reach is 5 ms; a busy machine gets more.
#[test]
fn the_start_is_quick() {
    let _calm = calm();
    let fastest = (0..5)
        .map(|_| {
            let start = Instant::now();
            let mut engine = Engine::start();
            engine.send("uci");
            engine.until("uciok");
            start.elapsed()
        })
        .min();
    assert!(fastest < Some(AT_ONCE), "{fastest:?}");
}

#[test]
fn names_in_any_case() {
    for &game in GAMES {
        let mut engine = Engine::start();
        engine.quietly(&format!("setoption name uci_variant value {}", game.to_uppercase()));
        assert_eq!(engine.fen(), slow(game).fen());
        engine.quietly("setoption name HASH value 8");
        engine.quietly("setoption name MOVE   overhead value 20");
        engine.quietly("setoption name multipv value 2");
        engine.quietly("setoption name PONDER value TRUE");
        engine.quietly("setoption name clear HASH");
        assert_eq!(engine.go("depth 2").last().depth, 2, "{game}");
    }
}

#[test]
fn bad_values_are_refused() {
    in_every_game(|game| {
        let mut engine = Engine::of(game);
        for (command, part) in [
            ("setoption name Threads value 0", "1 to"),
            ("setoption name Threads value two", "'two'"),
            ("setoption name Threads value", "''"),
            ("setoption name MultiPV value -1", "'-1'"),
            ("setoption name Hash value 0", "stays at 16"),
            ("setoption name Hash value 99999999999999999999999", "stays at 16"),
            ("setoption name Move Overhead value 1.5", "stays at 10"),
            ("setoption name Ponder value maybe", "'maybe'"),
            ("setoption name UCI_Variant value chess960", "glinski, mccooey, shafran"),
            ("setoption name UCI_Variant", "unknown game ''"),
            ("setoption name Style value wild", "'Style'"),
            ("setoption", "name"),
            ("setoption name value 3", "'value 3'"),
            // Blanks inside and backslashes are part of a value.
            ("setoption name WeightsFile value  /no such\\a  b\\c.json ", "'/no such\\a  b\\c.json'"),
        ] {
            let remark = engine.refused(command);
            assert!(remark.contains(part), "{game}, {command}: {remark}");
        }
        engine.go("depth 2");
    });
}

#[test]
fn too_large_a_table_is_refused_and_the_old_one_stays() {
    for &game in GAMES {
        let mut engine = Engine::of(game);
        engine.quietly("setoption name Hash value 24");
        for round in 0..2 {
            let remark = engine.refused("setoption name Hash value 33554432");
            assert!(remark.contains("stays at 24 MiB"), "{game}, {round}: {remark}");
            engine.go("depth 3");
        }
        engine.quietly("setoption name Hash value 32");
        let remark = engine.refused("setoption name Hash value 33554432");
        assert!(remark.contains("stays at 32 MiB"), "{game}: {remark}");
        engine.go("depth 3");
    }
}

#[test]
fn more_threads_than_cores() {
    let _calm = calm();
    for &game in GAMES {
        let mut engine = Engine::of(game);
        let legal = slow(game).legal_moves();
        for threads in [64, 1, 3, 2] {
            engine.quietly(&format!("setoption name Threads value {threads}"));
            assert!(legal.contains(&engine.go("nodes 20000").best), "{game}, {threads} threads");
            engine.send("go infinite");
            engine.until("info depth 2");
            engine.send("stop");
            assert!(legal.contains(&engine.search().best), "{game}, {threads} threads");
        }
    }
}

/// The game that comes next in the list.
fn next(game: &str) -> &'static str {
    let place = GAMES.iter().position(|g| *g == game).expect("a game");
    GAMES[(place + 1) % GAMES.len()]
}

/// A script need not know how long a search takes.
#[test]
fn a_change_of_the_game_waits_for_a_search_with_an_end() {
    in_every_game(|game| {
        let mut engine = Engine::of(game);
        let other = next(game);
        let change = format!("setoption name UCI_Variant value {other}");
        engine.send(&format!("go nodes 100000\n{change}\nposition startpos\nisready\nd"));
        let lines = engine.until("FEN: ");
        let place = |start: &str| lines.iter().position(|l| l.starts_with(start));
        assert!(place("readyok") < place("bestmove") && place("bestmove").is_some(), "{lines:#?}");
        assert_eq!(lines.last().unwrap()["FEN: ".len()..], slow(other).fen());
        let remark = |l: &String| l.starts_with("info string ") && !l.starts_with("info string variant ");
        assert!(!lines.iter().any(remark), "{lines:#?}");
        // A stopped search need not be waited for.
        engine.send(&format!("go infinite\nstop\nsetoption name UCI_Variant value {game}\nd"));
        let lines = engine.until("FEN: ");
        assert_eq!(lines.last().unwrap()["FEN: ".len()..], slow(game).fen());
    });
}

#[test]
fn the_game_can_not_change_under_a_search() {
    in_every_game(|game| {
        let other = next(game);
        let mut engine = Engine::of(game);
        let moves = slow(game).legal_moves();
        engine.quietly(&format!("position startpos moves {}", moves[0]));
        let fen = engine.fen();
        engine.send("go infinite");
        engine.until("info depth 2");
        engine.send(&format!("setoption name UCI_Variant value {other}"));
        let lines = engine.until("info string");
        assert!(lines.last().unwrap().contains("during a search"), "{lines:#?}");
        engine.send("stop");
        engine.search();
        assert_eq!(engine.fen(), fen);
        assert!(engine.refused("setoption name UCI_Variant value draughts").contains("unknown game"));
        assert_eq!(engine.fen(), fen);
        // The game it is already: nothing changes.
        engine.quietly(&format!("setoption name UCI_Variant value {}", game.to_uppercase()));
        assert_eq!(engine.fen(), fen);
        // Another one begins at its start.
        engine.quietly(&format!("setoption name UCI_Variant value {other}"));
        assert_eq!(engine.fen(), slow(other).fen());
        assert!(slow(other).legal_moves().contains(&engine.go("depth 3").best));
    });
}

#[test]
fn a_change_of_game_right_behind_a_stop() {
    let mut engine = Engine::of(GAMES[0]);
    // Each follows another one, the first its own.
    for &game in GAMES.iter().chain(&GAMES[..1]) {
        engine.send(&format!("stop\nsetoption name UCI_Variant value {game}\ngo infinite"));
        engine.until("info depth 2");
        assert_eq!(engine.fen_while_searching(), slow(game).fen());
    }
    engine.send("stop");
    engine.search();
}

#[test]
fn the_table_outlives_a_change_of_game() {
    in_every_game(|game| {
        let mut engine = Engine::of(game);
        engine.quietly("setoption name Hash value 24");
        engine.quietly(&format!("setoption name UCI_Variant value {}", next(game)));
        let remark = engine.refused("setoption name Hash value 33554432");
        assert!(remark.contains("stays at 24 MiB"), "{game}: {remark}");
    });
}

#[test]
fn weights_from_a_file() {
    let mut engine = Engine::of("glinski");
    let built_in = engine.ask("eval");
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("some weights \\ of mine.json");
    let show = path.display();
    assert!(engine.refused(&format!("setoption name WeightsFile value {show}")).contains("can't read"));
    // A device never ends, and a directory is no file.
    #[cfg(unix)]
    for other in ["/dev/zero", "/dev/stdin", "/"] {
        let said = engine.refused(&format!("setoption name WeightsFile value {other}"));
        assert!(said.contains(&format!("can't read '{other}'")), "{said}");
    }
    fs::write(&path, "{}").unwrap();
    assert!(
        engine.refused(&format!("setoption name WeightsFile value {show}")).contains("not a weight file")
    );
    assert_eq!(engine.ask("eval"), built_in);

    // Twice the material of the built-in weights.
    use oddity::eval::Tunable;
    type Eval = <oddity::games::hex::Glinski as oddity::variant::Playable>::Eval;
    let mut weights = Eval::default_weights();
    for value in weights.values.iter_mut().flatten() {
        *value *= 2;
    }
    fs::write(&path, weights.to_json("shafran", Eval::layout())).unwrap();
    assert!(engine.refused(&format!("setoption name WeightsFile value {show}")).contains("'shafran'"));
    fs::write(&path, weights.to_json("glinski", Eval::layout())).unwrap();
    engine.quietly(&format!("setoption name weightsfile value   {show}  "));
    engine.quietly(&positions::mate_in("glinski", 1));
    let doubled = engine.ask("eval");
    let searched = engine.go("depth 1 nodes 100").last();
    engine.quietly("setoption name WeightsFile value <empty>");
    let single = engine.ask("eval");
    assert_ne!(doubled, single);
    assert!(searched.depth >= 1);
    engine.quietly("position startpos");
    assert_eq!(engine.ask("eval"), built_in);
}

/// Once to its end; in all other games it is stopped on the way, since it searches all games anyhow.
#[test]
fn a_bench_leaves_the_session_alone() {
    let _calm = calm();
    in_every_game(|game| {
        let mut engine = Engine::of(game);
        engine.quietly(&format!("position startpos moves {}", slow(game).legal_moves()[4]));
        engine.quietly("setoption name Hash value 24");
        engine.quietly("setoption name MultiPV value 3");
        let before = engine.ask("d");
        engine.send("bench");
        if game == "shafran" {
            let lines = engine.until("Nodes/second");
            assert!(lines.iter().any(|l| l.starts_with("Nodes searched: ")), "{lines:#?}");
            assert!(lines.iter().any(|l| l.starts_with("Slider look-ups: ")), "{lines:#?}");
        } else {
            assert_eq!(engine.during(Duration::from_millis(100)), Vec::<String>::new(), "{game}");
            engine.send("stop");
            assert_eq!(engine.line(), "info string bench stopped", "{game}");
        }
        assert_eq!(engine.ask("d"), before, "{game}");
        assert!(engine.refused("setoption name Hash value 33554432").contains("stays at 24"), "{game}");
        assert!(engine.go("depth 2").infos().iter().any(|line| line.multipv == 3), "{game}");
    });
}

#[test]
fn without_a_word_the_game_is_chess() {
    let mut engine = Engine::start();
    assert_eq!(engine.fen(), slow("chess").fen());
    engine.quietly("position startpos moves e2e4 c7c5");
    let mut board = slow("chess");
    board.play("e2e4").and_then(|()| board.play("c7c5")).unwrap();
    assert_eq!(engine.fen(), board.fen());
    assert!(board.legal_moves().contains(&engine.go("depth 3").best));
    engine.quietly("setoption name UCI_Variant value chess");
    assert_eq!(engine.fen(), board.fen(), "the game it is already");
}

/// Castling as the king's own move or as the king going to its rook, and Chess960 start positions in either.
#[test]
fn chess960() {
    let mut engine = Engine::start();
    let listed = |engine: &mut Engine| {
        engine.send("uci");
        let lines = engine.until("uciok");
        lines.iter().filter(|l| *l == "option name UCI_Chess960 type check default false").count()
    };
    assert_eq!(listed(&mut engine), 1);
    let remark = engine.refused("setoption name UCI_Chess960 value perhaps");
    assert!(remark.contains("'perhaps' is neither 'true' nor 'false'"), "{remark}");
    let castlings = |engine: &mut Engine| -> Vec<String> {
        let rook = |m: &String| ["e1g1", "e1h1", "e1c1", "e1a1"].contains(&m.as_str());
        engine.legal().into_iter().filter(rook).collect()
    };
    let home = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
    engine.quietly(&format!("position fen {home}"));
    let sorted = |mut moves: Vec<String>| {
        moves.sort();
        moves
    };
    assert_eq!(sorted(castlings(&mut engine)), ["e1c1", "e1g1"]);
    // It decides about text alone, so the position stays.
    engine.quietly("setoption name uci_chess960 value true");
    assert_eq!(engine.fen(), home);
    assert_eq!(sorted(castlings(&mut engine)), ["e1a1", "e1h1"]);
    assert_eq!(engine.go("depth 3 searchmoves e1h1").best, "e1h1");
    assert_eq!(engine.go("depth 3 searchmoves O-O").best, "e1h1");
    engine.quietly(&format!("position fen {home} moves e1h1 e8a8"));
    let castled = "2kr3r/pppppppp/8/8/8/8/PPPPPPPP/R4RK1 w - - 2 2";
    assert_eq!(engine.fen(), castled);
    // Rights by files are read; written are those of the outermost rooks.
    engine.quietly("position fen 1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w GBgb - 2 9");
    assert_eq!(engine.fen(), "1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w KQkq - 2 9");
    assert!(["f1g1", "f1b1"].iter().all(|m| engine.legal().contains(&(*m).to_owned())));
    engine.quietly("position fen 1k6/8/8/8/8/8/8/3K1R1R w F - 0 1");
    assert_eq!(engine.fen(), "1k6/8/8/8/8/8/8/3K1R1R w F - 0 1");
    // Back to king's moves, which the rook's square still may stand for.
    engine.quietly("setoption name UCI_Chess960 value false");
    for moves in ["e1g1 e8c8", "e1h1 e8a8", "O-O O-O-O"] {
        engine.quietly(&format!("position fen {home} moves {moves}"));
        assert_eq!(engine.fen(), castled, "{moves}");
    }
    // No other game has it.
    engine.quietly("setoption name UCI_Variant value glinski");
    assert_eq!(listed(&mut engine), 0);
    assert!(engine.refused("setoption name UCI_Chess960 value true").contains("'UCI_Chess960'"));
}

/// Options of one game are there while it is played, and lead back to its start position.
#[cfg(feature = "glex")]
#[test]
fn options_of_one_game() {
    let mut engine = Engine::of("glinski");
    let listed = |engine: &mut Engine| {
        engine.send("uci");
        engine
            .until("uciok")
            .iter()
            .filter(|l| l.starts_with("option name GlexTriangles type string"))
            .count()
    };
    assert_eq!(listed(&mut engine), 0);
    assert!(engine.refused("setoption name GlexTriangles value x").contains("'GlexTriangles'"));
    engine.quietly("setoption name UCI_Variant value glex");
    assert_eq!(listed(&mut engine), 1);

    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("my own triangles.txt");
    let show = path.display();
    engine.quietly("position startpos moves a5a3,b2c1");
    let (fen, key) = (engine.fen(), engine.field("Key: "));
    let remark = engine.refused(&format!("setoption name GlexTriangles value {show}"));
    assert!(remark.contains("can't read") && remark.contains("the triangles before are kept"), "{remark}");
    fs::write(&path, "red a1-a9\n").unwrap();
    let remark = engine.refused(&format!("setoption name GlexTriangles value {show}"));
    assert!(remark.contains("line 1: 'a1-a9' is not three different circles"), "{remark}");
    assert_eq!((engine.fen(), engine.field("Key: ")), (fen, key));

    fs::write(&path, "# One triangle alone.\nred a1-a9-i5 given\n").unwrap();
    engine.send("go infinite");
    engine.until("info depth 2");
    let said = engine.ask(&format!("setoption name GlexTriangles value {show}"));
    let remarks: Vec<&String> = said.iter().filter(|l| l.starts_with("info string ")).collect();
    assert!(remarks.len() == 1 && remarks[0].contains("during a search"), "{said:?}");
    engine.send("stop");
    engine.search();
    engine.quietly(&format!("setoption name glextriangles value {show}"));
    assert_eq!(engine.fen(), slow("glex").fen());
    let changed = engine.field("Key: ");
    assert_eq!(engine.legal().len(), 44);
    assert!(engine.legal().contains(&engine.go("depth 4").best));
    // A change of the weights leaves the table alone, a change of the game does not.
    engine.quietly("setoption name WeightsFile value <empty>");
    assert_eq!(engine.field("Key: "), changed);
    engine.quietly("setoption name UCI_Variant value shafran");
    engine.quietly("setoption name UCI_Variant value glex");
    assert_ne!(engine.field("Key: "), changed);
    assert_eq!(engine.legal().len(), 52);
    engine.quietly(&format!("setoption name GlexTriangles value {show}"));
    engine.quietly("setoption name GlexTriangles value <empty>");
    assert_eq!(engine.legal().len(), 52);
}
