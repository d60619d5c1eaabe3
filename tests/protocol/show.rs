//! What a person or a drawing program asks for.

use serde_json::Value;

use crate::engine::Engine;
use crate::positions::{self, GAMES, KING_GAMES, slow};

#[test]
fn the_position_in_words() {
    for &game in KING_GAMES {
        let mut engine = Engine::of(game);
        let board = slow(game);
        let lines = engine.ask("d");
        let field = |name: &str| lines.iter().find_map(|l| l.strip_prefix(name)).map(str::to_owned);
        assert_eq!(field("FEN: "), Some(board.fen()));
        assert_eq!(field("Checkers: ").as_deref(), Some("none"));
        assert_eq!(field("Status: ").as_deref(), Some("in play, White to move"));
        let key = field("Key: ").unwrap();
        assert_eq!(key.len(), 16);
        assert!(u64::from_str_radix(&key, 16).is_ok(), "{key}");
        // The picture shows every man of the FEN, and no colours through a pipe.
        let fen = board.fen();
        let placement = fen.split(' ').next().unwrap();
        let picture: String = lines.iter().take_while(|l| !l.is_empty()).map(String::as_str).collect();
        assert!(!picture.contains('\x1b'));
        for man in ['K', 'q', 'P', 'n'] {
            let men = |text: &str| text.matches(man).count();
            assert!(men(&picture) >= men(placement), "{man}: {lines:#?}");
        }

        engine.quietly(&positions::mated(game));
        assert!(engine.field("Status: ").ends_with("1-0 (checkmate)"));
        assert_ne!(engine.field("Checkers: "), "none");
        engine.quietly(&positions::stalemated(game));
        let result = if game == "glinski" { "3/4-1/4" } else { "1/2-1/2" };
        assert_eq!(engine.field("Status: "), format!("finished, {result} (stalemate)"));
        let moves = positions::shuffle(game, 8).join(" ");
        engine.quietly(&format!("position startpos moves {moves}"));
        let status = engine.field("Status: ");
        assert!(status.starts_with("drawn, 1/2-1/2 (") && status.contains("repetition"), "{status}");
    }
}

#[test]
fn the_evaluation_in_words() {
    for &game in GAMES {
        let mut engine = Engine::of(game);
        let lines = engine.ask("eval");
        assert!(lines.iter().any(|l| l.starts_with("total")), "{lines:#?}");
        // The start is even, but for the move.
        let total = lines.iter().find(|l| l.starts_with("total")).unwrap();
        let columns: Vec<&str> = total.split('|').map(str::trim).collect();
        assert_eq!(columns.len(), 4, "{total}");
        let men = match game {
            "gess" => "stones",
            "glex" => "pieces",
            _ => "material",
        };
        assert!(lines.iter().any(|l| l.starts_with(men)), "{lines:#?}");
        let last = lines.last().unwrap();
        let mover = if slow(game).white_to_move() { "White to move" } else { "Black to move" };
        assert!(last.starts_with("Evaluation: ") && last.contains(mover), "{last}");

        // The terms add up to the total, and the total is the evaluation.
        engine.quietly(&positions::mate_in(game, 2));
        let lines = engine.ask("eval");
        let now = |line: &str| -> f64 { line.split_whitespace().last().unwrap().parse().unwrap() };
        let rules: Vec<usize> = (0..lines.len()).filter(|i| lines[*i].starts_with("---")).collect();
        let sum: f64 = lines[rules[0] + 1..rules[1]].iter().map(|l| now(l)).sum();
        let total = now(&lines[rules[1] + 1]);
        assert!((sum - total).abs() < 2.0, "{sum} {total}");
        let words: Vec<&str> = lines.last().unwrap().split(' ').collect();
        let evaluation: f64 = words[1].parse().unwrap();
        // Where the endgame is scaled, two divisions round.
        let rounding = if game == "chess" { 2.0 } else { 1.0 };
        assert!((evaluation - total).abs() <= rounding, "{evaluation} {total}: {lines:#?}");
    }
}

#[test]
fn perft() {
    for (game, counts) in [
        ("chess", [20, 400, 8902]),
        ("glinski", [51, 2586, 137_858]),
        ("mccooey", [31, 947, 33307]),
        ("shafran", [42, 1706, 75494]),
        #[cfg(feature = "zchess")]
        ("zchess", [32, 1024, 36644]),
        #[cfg(feature = "gess")]
        ("gess", [478, 172_080, 60_574_502]),
        #[cfg(feature = "glex")]
        ("glex", [52, 2590, 116_320]),
    ] {
        let mut engine = Engine::of(game);
        for (depth, count) in (1..).zip(counts) {
            engine.send(&format!("go perft {depth}"));
            let mut lines = engine.until("Nodes searched");
            assert_eq!(lines.pop(), Some(format!("Nodes searched: {count}")));
            assert_eq!(lines.pop().as_deref(), Some(""));
            let parsed: Vec<(&str, u64)> = lines
                .iter()
                .map(|l| l.split_once(": ").map(|(m, n)| (m, n.parse().unwrap())).unwrap())
                .collect();
            assert_eq!(parsed.iter().map(|p| p.1).sum::<u64>(), count);
            let mut moves: Vec<String> = parsed.iter().map(|p| p.0.to_owned()).collect();
            assert_eq!(moves, engine.legal());
            moves.sort();
            assert_eq!(moves, slow(game).legal_moves());
        }
        engine.quietly(&positions::mated(game));
        for (depth, count) in [(2, 0), (1, 0), (0, 1)] {
            engine.send(&format!("go perft {depth}"));
            assert_eq!(engine.until("Nodes"), ["".to_owned(), format!("Nodes searched: {count}")]);
        }
        assert_eq!(engine.legal(), Vec::<String>::new());
        if game == "glex" {
            // What has moved is frozen, so that no game comes back to the start position as it was.
            continue;
        }
        // A draw by repetition does not stop it.
        let moves = positions::shuffle(game, 12).join(" ");
        engine.quietly(&format!("position startpos moves {moves}"));
        engine.send("go perft 2");
        let lines = engine.until("Nodes");
        assert_eq!(lines.last(), Some(&format!("Nodes searched: {}", counts[1])));
    }
}

#[test]
fn the_board_as_json() {
    for (game, cells) in [
        ("chess", 64),
        ("glinski", 91),
        ("mccooey", 91),
        ("shafran", 70),
        #[cfg(feature = "zchess")]
        ("zchess", 77),
        #[cfg(feature = "gess")]
        ("gess", 400),
        #[cfg(feature = "glex")]
        ("glex", 41),
    ] {
        let mut engine = Engine::of(game);
        let board: Value = serde_json::from_str(&engine.ask_one("board")).unwrap();
        assert_eq!(board["game"], game);
        assert_eq!(board["cells"].as_array().unwrap().len(), cells);
        assert_eq!(board["sides"][0]["name"], "White");
        assert_eq!(board["sides"][0]["starts"], game != "gess");
        assert_eq!(board["sides"][1]["starts"], game == "gess");
        assert_eq!(board["fen"], slow(game).fen());
        assert_eq!(board["to_move"], if game == "gess" { "Black" } else { "White" });
        let fen = slow(game).fen();
        let men = fen.split(' ').next().unwrap().matches(char::is_alphabetic).count();
        assert_eq!(board["pieces"].as_array().unwrap().len(), men);
        let names: std::collections::HashSet<&str> =
            board["cells"].as_array().unwrap().iter().map(|c| c["name"].as_str().unwrap()).collect();
        assert_eq!(names.len(), cells);
        for piece in board["pieces"].as_array().unwrap() {
            assert!(names.contains(piece["cell"].as_str().unwrap()), "{piece}");
        }
    }
}

#[test]
fn the_moves_as_json() {
    for &game in GAMES {
        let mut engine = Engine::of(game);
        let line: Value = serde_json::from_str(&engine.ask_one("moves")).unwrap();
        let moves = line["moves"].as_array().unwrap();
        assert_eq!(moves.len(), slow(game).legal_moves().len());
        for m in moves {
            let coordinates = m["move"].as_str().unwrap();
            let legs = m["legs"].as_array().unwrap();
            let first = format!("{}{}", legs[0][0].as_str().unwrap(), legs[0][1].as_str().unwrap());
            assert!(coordinates.starts_with(&first), "{m}");
            assert!(!m["text"].as_str().unwrap().is_empty());
            let captures = m["text"].as_str().unwrap().contains('x');
            let captured = m["captured"].as_array().unwrap().len();
            assert!(if captures { captured > 0 } else { captured == 0 }, "{m}");
            assert!(captured <= 1 || game == "gess", "{m}");
            assert!(m["promotion"].is_null());
        }
        // Both ways of writing are read back.
        let text = moves[7]["text"].as_str().unwrap();
        engine.quietly(&format!("position startpos moves {text}"));
        let by_text = engine.fen();
        engine.quietly(&format!("position startpos moves {}", moves[7]["move"].as_str().unwrap()));
        assert_eq!(engine.fen(), by_text);
    }
    // Castling has two legs.
    let mut engine = Engine::of("shafran");
    engine.quietly(&format!(
        "position fen {}",
        positions::fen("shafran", "Ke1 Ra1 ke10", 'w').replace(" - -", " A -")
    ));
    let line: Value = serde_json::from_str(&engine.ask_one("moves")).unwrap();
    let castling = line["moves"].as_array().unwrap().iter().find(|m| m["move"] == "e1b1").unwrap().clone();
    assert_eq!(castling["legs"], serde_json::json!([["e1", "b1"], ["a1", "c1"]]));
}

#[test]
fn help_names_every_command() {
    let mut engine = Engine::start();
    let help = engine.ask("help").join("\n");
    for command in [
        "uci",
        "isready",
        "setoption",
        "ucinewgame",
        "position",
        "go",
        "stop",
        "ponderhit",
        "wait",
        "d ",
        "eval",
        "legal",
        "board",
        "moves",
        "bench",
        "quit",
    ] {
        assert!(help.contains(command), "{command}: {help}");
    }
}

#[cfg(feature = "gess")]
#[test]
fn gess_in_words() {
    let mut engine = Engine::of("gess");
    let lines = engine.ask("d");
    let field = |lines: &[String], name: &str| {
        lines.iter().find_map(|l| l.strip_prefix(name)).map(str::to_owned).unwrap_or_default()
    };
    assert_eq!(field(&lines, "FEN: "), slow("gess").fen());
    assert_eq!(field(&lines, "Checkers: "), "none");
    assert_eq!(field(&lines, "Status: "), "in play, Black to move");
    // Letters and numbers of all 20 files and ranks, 43 stones each, both rings.
    let picture: Vec<&String> = lines.iter().take_while(|l| !l.is_empty()).collect();
    assert_eq!(picture.len(), 22, "{lines:#?}");
    let cells: Vec<&str> =
        picture[1..21].iter().flat_map(|l| l.split_whitespace().skip(1).take(20)).collect();
    let of = |what: &str| cells.iter().filter(|c| **c == what).count();
    assert_eq!([of("b"), of("w"), of("o"), of("'")], [43, 43, 2, 76], "{lines:#?}");
    // The last move's footprint.
    let lines = engine.ask("position startpos moves c6c7\nd");
    let marked = lines.iter().filter(|l| l.contains('[') && l.contains(']')).count();
    assert_eq!(marked, 3, "{lines:#?}");
    // A threat to the last ring is told as check, and a lost ring ends the game.
    let setup = positions::mate_in("gess", 1);
    engine.quietly(&setup);
    let win = engine.go("depth 2");
    assert_eq!(win.last().mate(), Some(1));
    engine.quietly(&format!("{setup} moves {}", win.best));
    assert_eq!(engine.field("Status: "), "finished, 1-0 (ring lost)");
    engine.quietly(&setup.replace(" w ", " b "));
    assert_ne!(engine.field("Checkers: "), "none");
    let moves = positions::shuffle("gess", 8).join(" ");
    engine.quietly(&format!("position startpos moves {moves}"));
    assert_eq!(engine.field("Status: "), "drawn, 1/2-1/2 (threefold repetition)");
}

#[cfg(feature = "glex")]
#[test]
fn glex_in_words() {
    let mut engine = Engine::of("glex");
    assert_eq!(engine.field("FEN: "), slow("glex").fen());
    assert_eq!(engine.field("Status: "), "in play, White to move");
    let lines = engine.ask("d");
    assert_eq!(lines[0], "i  b   .   b   .   b   i");
    let board: Value = serde_json::from_str(&engine.ask_one("board")).unwrap();
    assert_eq!(board["triangles"].as_array().unwrap().len(), 64);
    // A threat to win at once is told as check, and a player at home ends the game.
    let setup = positions::mate_in("glex", 1);
    engine.quietly(&setup);
    let win = engine.go("depth 2");
    assert_eq!(win.last().mate(), Some(1));
    engine.quietly(&format!("{setup} moves {}", win.best));
    assert_eq!(engine.field("Status: "), "finished, 1-0 (all home)");
    engine.quietly(&setup.replace(" w ", " b "));
    assert_eq!(engine.field("Checkers: "), "g7");
    // The third occurrence: at the start nothing had moved yet, so the first round counts from its first turn.
    for (plies, status) in [(17, "in play, Black to move"), (18, "drawn, 1/2-1/2 (threefold repetition)")] {
        let moves = positions::shuffle("glex", plies).join(" ");
        engine.quietly(&format!("position startpos moves {moves}"));
        assert_eq!(engine.field("Status: "), status, "{plies}");
    }
    // Turns as players write them have several words.
    engine.quietly("position startpos moves A5-A3 RT/B2-C1 I5-I7 a9a7");
    let fen = engine.fen();
    engine.quietly("position startpos moves a5a3,b2c1 i5i7 a9a7");
    assert_eq!(engine.fen(), fen);
    let remark = engine.refused("position startpos moves A5-A3 RT/B2-C1 I5-I9");
    assert!(remark.contains("move 2:"), "{remark}");
    engine.quietly("position startpos");
    let search = engine.go("depth 2 searchmoves A5-A3 RT/B2-C1 a9a7");
    assert!(["a5a3,b2c1", "a9a7"].contains(&search.best.as_str()), "{}", search.best);
}
