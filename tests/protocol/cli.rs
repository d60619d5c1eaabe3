//! The subcommands.

use std::process::Output;

use serde_json::Value;

use crate::engine::binary;
use crate::positions::{self, GAMES, KING_GAMES, calm, slow};

fn run(args: &[&str]) -> Output {
    binary().args(args).output().expect("the binary should start")
}

/// Standard output of a run that ends well.
fn good(args: &[&str]) -> String {
    let output = run(args);
    assert!(output.status.success(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Standard error of a run that the command line itself is to blame for.
fn bad(args: &[&str]) -> String {
    let output = run(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
    assert!(output.stdout.is_empty(), "{args:?}: {output:?}");
    String::from_utf8(output.stderr).expect("UTF-8")
}

#[test]
fn every_subcommand_shows_an_example() {
    let help = good(&["--help"]);
    for command in [
        "analyse",
        "bench",
        "diagram",
        "make-openings",
        "match",
        "perft",
        "play",
        "suite",
        "tune",
        "variants",
    ] {
        assert!(help.contains(&format!("\n  {command} ")), "{command}: {help}");
        let own = good(&[command, "--help"]);
        assert!(own.contains("Example") && own.contains(&format!(" oddity {command}")), "{own}");
    }
}

#[test]
fn variants() {
    let list = good(&["variants"]);
    let names: Vec<&str> = list.lines().filter_map(|l| l.split_whitespace().next()).collect();
    assert_eq!(names, GAMES);
}

#[test]
fn perft() {
    for (game, count) in [
        ("chess", 8_902),
        ("glinski", 137_858),
        ("mccooey", 33_307),
        ("shafran", 75_494),
        #[cfg(feature = "zchess")]
        ("zchess", 36_644),
        #[cfg(feature = "gess")]
        ("gess", 60_574_502),
        #[cfg(feature = "glex")]
        ("glex", 116_320),
    ] {
        let wanted = format!("Nodes searched: {count}\n");
        for extra in [&["3"][..], &["3", "--threads", "1"], &["3", "--threads", "3", "--hash", "4"]] {
            assert_eq!(good(&[&["perft", game], extra].concat()), wanted);
        }
        let divided = good(&["perft", game, "3", "--divide"]);
        let (moves, sum) = divided.split_once("\n\n").expect("a blank line");
        assert_eq!(sum, wanted);
        assert_eq!(moves.lines().count(), slow(game).legal_moves().len());
        assert_eq!(good(&["perft", game, "0"]), "Nodes searched: 1\n");
    }
    let moves = ["perft", "glinski", "2", "--moves", "k1k2", "c7c5", "k2k3", "c5c4", "k3k4", "c4c3", "b1b3"];
    assert_eq!(good(&moves), "Nodes searched: 2858\n");
    let moves = "e2e4 e9e7 c1e2 f10e9 e2i10 e9i5 b1e3 d9h5 d1e2 b6b5";
    assert_eq!(good(&["perft", "shafran", "3", "--moves", moves]), "Nodes searched: 123892\n");
    let fen = positions::fen("mccooey", "Kd8 Qc3 Rd4 ka1", 'b');
    assert_eq!(good(&["perft", "mccooey", "3", "--fen", &fen]), "Nodes searched: 0\n");
}

#[test]
fn mistakes_are_named() {
    for (args, parts) in [
        (&["perft", "draughts", "3"][..], &["draughts", "chess, glinski, mccooey, shafran"][..]),
        (&["perft", "glinski", "three"], &["three", "<DEPTH>"]),
        (&["perft", "glinski", "-1"], &["-1"]),
        (&["perft", "glinski"], &["<DEPTH>"]),
        (&["perft", "glinski", "2", "--fen", "blah"], &["blah", "--fen"]),
        (&["perft", "glinski", "2", "--moves", "f5f6", "f5f6"], &["number 2", "f5f6"]),
        (&["perft", "glinski", "2", "--threads", "0"], &["--threads", "1 to"]),
        (&["perft", "glinski", "2", "--hash", "99999999"], &["--hash"]),
        (&["analyse", "glinski"], &["--seconds", "--depth", "--nodes"]),
        (&["analyse", "glinski", "--seconds", "-1"], &["-1"]),
        (&["analyse", "glinski", "--seconds", "soon"], &["soon", "such as"]),
        (&["analyse", "glinski", "--depth", "3", "--hash", "33554432"], &["--hash", "33554432"]),
        (&["analyse", "glinski", "--depth", "3", "--hash", "0"], &["--hash", "from 1 on"]),
        (&["match", "--game", "glinski", "--nodes", "0"], &["--nodes", "from 1 on"]),
        (&["match", "--game", "glinski", "--depth", "0"], &["--depth", "from 1 on"]),
        (&["match", "--game", "glinski", "--movetime", "0"], &["--movetime", "from 1 on"]),
        (&["match", "--game", "glinski", "--pairs", "0"], &["--pairs", "from 1 on"]),
        (&["match", "--game", "glinski", "--max-plies", "0"], &["--max-plies", "from 1 on"]),
        (&["match", "--game", "glinski", "--concurrency", "0"], &["--concurrency", "1..=1024"]),
        (&["match", "--game", "glinski", "--a", "nodes=0"], &["nodes=0", "from 1 on"]),
        (&["match", "--game", "glinski", "--pairs", "1", "--json", "/"], &["/: ", "irectory"]),
        (
            &["match", "--game", "glinski", "--pairs", "1", "--json", "Cargo.toml"],
            &["Cargo.toml", "no match record"],
        ),
        (&["match", "--game", "glinski", "--opening-balance=-1"], &["--opening-balance", "-1"]),
        (&["match", "--game", "glinski", "--adjudicate-win", "0,0"], &["--adjudicate-win 0,0", "from 1 on"]),
        (
            &["match", "--game", "glinski", "--adjudicate-draw", "30000,0,0"],
            &["--adjudicate-draw 30000,0,0", "from 1 on"],
        ),
        (&["match", "--game", "glinski", "--sprt", "0"], &["'0'", "1 number instead of 2"]),
        (&["match", "--game", "glinski", "--sprt", "0,1,2"], &["0,1,2", "3 numbers instead of 2"]),
        (&["match", "--game", "glinski", "--sprt", "0,1e300"], &["--sprt 0.0,1e300:", "such as"]),
        (&["match", "--game", "glinski", "--alpha", "1e300"], &["--alpha 1e300 ", "such as"]),
        (&["perft", "glinski", "2", "--fen", "k"], &["1 rank instead of 11"]),
        (&["tune", "glinski", "--data", "x", "--out", "x", "--rate", "1e300"], &["--rate 1e300:", "such as"]),
        (&["tune", "glinski", "--data", "x", "--out", "x", "--rate", "nan"], &["--rate", "NaN", "such as"]),
        (&["tune", "glinski", "--data", "x", "--out", "x", "--rate", "0"], &["--rate", "such as"]),
        (&["tune", "glinski", "--data", "x", "--out", "x", "--l2", "nan"], &["--l2", "NaN", "such as"]),
        (&["tune", "glinski", "--data", "x", "--out", "x", "--l2", "1e30"], &["--l2", "such as"]),
        (&["tune", "glinski", "--data", "x", "--out", "x", "--nodes", "0"], &["--nodes", "from 1 on"]),
        (&["tune", "glinski", "--data", "x", "--out", "src"], &["--out src", "directory"]),
        (
            &["tune", "glinski", "--data", "x", "--out", "no/such/place.json"],
            &["no/such/place.json", "exist"],
        ),
        (&["tune", "glinski", "--data", "x", "--out", "x"], &["--out x", "--data"]),
        (&["tune", "glinski", "--data", "x", "--out", "y", "--games", "9"], &["--games", "9"]),
        (&["match", "--game", "glinski", "--concurrency", "2000"], &["--concurrency", "1..=1024"]),
        (&["match", "--game", "glinski", "--a", "threads=2000"], &["threads=2000", "1024"]),
        (&["match", "--game", "glinski", "--a", "cmd=/dev/null"], &["cmd=/dev/null", "UCI"]),
        (&["tune", "glinski", "--data", "src", "--out", "x"], &["src: ", "irectory"]),
        (&["tune", "glinski", "--data", "Cargo.toml", "--out", "x"], &["Cargo.toml", "no file of positions"]),
        (&["make-suite", "glinski", "--count", "0"], &["--count", "from 1 on"]),
        (&["suite", "glinski", "Cargo.lock"], &["Cargo.lock", "line 3"]),
        (&["suite", "glinski", "/dev/null"], &["/dev/null", "no position"]),
        (&["suite", "glinski", "Cargo.lock", "--nodes", "0"], &["--nodes", "from 1 on"]),
        (&["perft", "shafran", "2", "--moves", "O-O"], &["O-O", "king's move"]),
        (&["perft", "chess", "1", "--moves", "e2e4", "e4"], &["number 2", "e4"]),
        (&["perft", "chess", "1", "--option", "UCI_Chess960=yes"], &["--option", "'yes' is neither 'true'"]),
        (&["perft", "glinski", "2", "--moves", "0-0"], &["0-0", "no castling", "--divide"]),
        (&["play", "glinski", "--side", "red"], &["red", "white", "black"]),
        (&["play", "glinski", "--level", "11"], &["11"]),
        (&["dance"], &["dance"]),
    ] {
        let message = bad(args);
        for part in parts {
            assert!(message.contains(part), "{args:?} should name '{part}': {message}");
        }
    }
}

#[test]
fn bench_is_reproducible() {
    let _calm = calm();
    let runs: Vec<Value> =
        (0..2).map(|_| serde_json::from_str(&good(&["bench", "--json"])).expect("JSON")).collect();
    let text = &runs[0];
    assert_eq!(text["nodes"], runs[1]["nodes"]);
    let games = text["games"].as_array().unwrap();
    assert_eq!(games.iter().map(|g| g["game"].as_str().unwrap()).collect::<Vec<_>>(), GAMES);
    assert_eq!(games.iter().map(|g| g["nodes"].as_u64().unwrap()).sum::<u64>(), text["nodes"]);
    assert!(games.iter().all(|g| g["positions"].as_u64().unwrap() >= 10), "{text}");
    assert!(!text["sliders"].as_str().unwrap().is_empty());
}

#[test]
fn analyse() {
    for &game in KING_GAMES {
        let text = good(&["analyse", game, "--depth", "4", "--multipv", "2"]);
        assert!(text.contains(&slow(game).fen()), "{text}");
        assert!(text.lines().any(|l| l.trim_start().starts_with("4/")), "{text}");
        let best = text.lines().last().unwrap();
        assert!(best.starts_with("Best move: "), "{text}");
        let coordinates = best.split(['(', ')']).nth(1).unwrap();
        assert!(slow(game).legal_moves().iter().any(|m| m == coordinates), "{best}");

        let setup = positions::mate_in(game, 2);
        let fen = setup.trim_start_matches("position fen ");
        assert!(good(&["analyse", game, "--nodes", "20000", "--fen", fen]).contains("#2"));
        let fen = positions::mated(game);
        let fen = fen.trim_start_matches("position fen ");
        assert!(good(&["analyse", game, "--seconds", "5", "--fen", fen]).contains("1-0 (checkmate)"));
    }
}

/// The score of the last line is that of the best move, wherever the search ends; a draw is told before.
#[test]
fn analyse_ends_with_what_it_found() {
    for &game in GAMES {
        let setup = positions::mate_in(game, 2);
        let fen = setup.trim_start_matches("position fen ");
        for nodes in ["1", "60", "300", "900", "2500", "7000"] {
            let text = good(&["analyse", game, "--nodes", nodes, "--fen", fen]);
            let mut lines = text.lines().rev();
            let best = lines.next().unwrap();
            let last: Vec<&str> = lines.nth(1).unwrap().split_whitespace().collect();
            let [_, score, _, _, _, first, ..] = last[..] else { panic!("{text}") };
            let wanted = format!("Best move: {first} (");
            assert!(best.starts_with(&wanted) && best.contains(&format!("), {score}, ")), "{text}");
        }
        let plies = if game == "glex" { 18 } else { 8 };
        let moves = positions::shuffle(game, plies).join(" ");
        let text = good(&["analyse", game, "--depth", "2", "--moves", &moves]);
        let drawn = text.find("The game is drawn: 1/2-1/2 (threefold repetition)").expect("a remark");
        assert!(drawn < text.find("depth/sel").unwrap(), "{text}");
    }
    for game in ["chess", "mccooey", "shafran"] {
        let fen = positions::fen(game, "Ka1 ke8", 'w');
        assert!(good(&["analyse", game, "--depth", "2", "--fen", &fen]).contains("1/2-1/2 (dead material)"));
    }
}

/// As many positions as are asked for, the classes of one size or nearly so.
#[test]
fn suites_have_the_size_asked_for() {
    for (count, classes) in [(1, [1, 0, 0]), (2, [1, 1, 0]), (4, [2, 1, 1])] {
        let text = good(&["make-suite", "mccooey", "--count", &count.to_string()]);
        let lines: Vec<&str> = text.lines().skip(1).collect();
        assert_eq!(lines.len(), count, "{text}");
        let of = |end: fn(&str) -> bool| lines.iter().filter(|line| end(line)).count();
        let found = [of(|l| l.contains("; dm 1;")), of(|l| l.contains("; dm 2;"))];
        assert_eq!([found[0], found[1], count - found[0] - found[1]], classes, "{text}");
        assert!(lines[count - 1].ends_with(&format!("id \"mccooey.{count:03}\";")), "{text}");
    }
}

/// Plays with `input` typed.
fn play(args: &[&str], input: &str) -> String {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_oddity"));
    let output = command.arg("play").args(args).write_stdin(input).output().expect("a run");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn play_a_game() {
    for &game in KING_GAMES {
        let board = slow(game);
        let first = board.legal_moves()[0].clone();
        let text = play(&[game, "--level", "1"], &format!("help\nmoves\nfen\na1a9\n\n{first}\nquit\n"));
        for m in board.legal_moves() {
            assert!(text.contains(&format!("({m})")), "{m}: {text}");
        }
        assert!(text.contains(&board.fen()) && text.contains("'a1a9'"), "{text}");
        assert!(text.contains("I play "), "{text}");

        // Taken back, the position is the one before.
        let text = play(&[game, "--nodes", "10"], &format!("undo\n{first}\nundo\nfen\nresign\n{first}\n"));
        assert!(text.contains("no move of yours"), "{text}");
        let fens: Vec<&str> = text.lines().filter(|l| *l == board.fen()).collect();
        assert_eq!(fens.len(), 1, "{text}");
        let end = text.find("0-1 (resignation)").expect("a result");
        assert!(text[end..].contains("The game is over"), "{text}");
        // So is a resignation.
        let text = play(&[game, "--nodes", "10"], &format!("resign\nundo\n{first}\nquit\n"));
        assert!(text.contains("0-1 (resignation)") && text.contains("I play "), "{text}");

        // As Black, the engine begins.
        let text = play(&[game, "--side", "black", "--seconds", "0.05"], "hint\n");
        let (answer, hint) = (text.find("I play ").unwrap(), text.find("I would play ").unwrap());
        assert!(answer < hint, "{text}");

        // A game that ends on the board.
        let setup = positions::mate_in(game, 1);
        let fen = setup.trim_start_matches("position fen ");
        let key = match game {
            "chess" => "b8g3",
            "glinski" => "d9f11",
            "mccooey" => "c5d7",
            "zchess" => "g3a9",
            _ => "h7h9",
        };
        let text = play(&[game, "--fen", fen], &format!("{key}\nhint\nundo\nfen\n"));
        let end = text.find("1-0 (checkmate)").expect("a result");
        assert!(text[end..].contains("The game is over"), "{text}");
        assert!(text.trim_end().ends_with(fen), "{text}");
        // The engine mates, too.
        let text = play(&[game, "--fen", fen, "--side", "black"], "");
        assert!(text.trim_end().ends_with("1-0 (checkmate)"), "{text}");
    }
}

/// Help and lists of moves are those of the game that is played, and what is said at the end can be done.
#[test]
fn play_helps() {
    for &game in GAMES {
        let board = slow(game);
        let legal = board.legal_moves();
        let side = if board.white_to_move() { "white" } else { "black" };
        let text = play(&[game, "--side", side], "help\nmoves\n");
        let help = text.lines().find_map(|l| l.strip_prefix("A move in coordinates (")).expect("help");
        let rest = text.lines().skip_while(|l| !l.ends_with(help)).skip(1).take(6);
        assert!(rest.clone().all(|l| l.starts_with("  ") && !l.starts_with("   ")), "{text}");
        let (examples, official) = help.split_once(") or as players write it (").expect("two styles");
        for example in examples.split(", ") {
            assert!(legal.iter().any(|m| m == example), "{help}");
        }
        assert!(text.contains(&format!("\n{} legal moves:\n", legal.len())), "{text}");
        let cell = text.lines().find_map(|l| l.split_once("'moves ")).expect("an example").1;
        let cell = cell.split_once('\'').unwrap().0;
        // Either spelling finds its move, and the cell of the example some.
        let first = official.split([',', ')']).next().unwrap();
        for begin in [cell, first, examples.split(", ").next().unwrap()] {
            let text = play(&[game, "--side", side], &format!("moves {begin}\n"));
            assert!(
                text.contains(&format!(" with '{begin}':\n")) && text.contains(&format!("  {first} (")),
                "{text}"
            );
        }
        let text = play(&[game, "--side", side], "moves xyz\n");
        assert!(text.contains("No legal move begins with 'xyz'."), "{text}");

        // Won by the engine at once: nothing to list, nothing to take back, and no word of that.
        let setup = positions::mate_in(game, 1);
        let fen = setup.trim_start_matches("position fen ");
        let text = play(&[game, "--fen", fen, "--side", "black", "--nodes", "5000"], "moves\nundo\n");
        let end = &text[text.find("1-0 (").expect("a result")..];
        assert!(end.contains("The game is over; 'quit' leaves.\nThere is no move of yours"), "{text}");
        let text = play(&[game, "--side", side], "resign\nmoves K\nundo\n");
        let end = &text[text.find("(resignation)").expect("a result")..];
        assert!(
            end.contains("The game is over; 'undo' goes back into it, 'quit' leaves.\nYou play on.\n"),
            "{text}"
        );
    }
}

/// A game that Black begins, won on the board, with rings and the footprint of the last move shown.
#[cfg(feature = "gess")]
#[test]
fn play_gess() {
    let first = slow("gess").legal_moves()[0].clone();
    let text =
        play(&["gess", "--side", "black", "--nodes", "200"], &format!("moves c6\n{first}\nboard\nresign\n"));
    assert!(text.contains("c6-c7 (c6c7)") && text.contains("I play "), "{text}");
    let board = text.rsplit("\n\n").find(|part| part.contains(" a b c ")).expect("a picture");
    assert!(board.contains('[') && board.contains(']') && board.contains('o'), "{board}");
    let text = play(&["gess", "--nodes", "10"], "fen\nresign\n");
    assert!(text.contains("I play "), "the engine begins as Black: {text}");
    let setup = positions::mate_in("gess", 1);
    let fen = setup.trim_start_matches("position fen ");
    let text = play(&["gess", "--fen", fen, "--side", "black", "--nodes", "2000"], "");
    assert!(text.trim_end().ends_with("1-0 (ring lost)"), "{text}");
}

/// Turns of several words, options of the game, a game won on the board.
#[cfg(feature = "glex")]
#[test]
fn play_glex() {
    let input = "moves a5a3\nA5-A3 RT/B2-C1\nboard\nundo\na5a3,b2c1\nresign\n";
    let text = play(&["glex", "--nodes", "200"], input);
    assert!(text.contains("A5-A3 RT/B2-C1 (a5a3,b2c1)") && text.contains("I play "), "{text}");
    let setup = positions::mate_in("glex", 1);
    let fen = setup.trim_start_matches("position fen ");
    let text = play(&["glex", "--fen", fen, "--side", "black", "--nodes", "2000"], "");
    assert!(text.trim_end().ends_with("1-0 (all home)"), "{text}");
    let moves = ["perft", "glex", "1", "--moves", "A5-A3 RT/B2-C1 i5i7"];
    assert_eq!(good(&moves), good(&["perft", "glex", "1", "--moves", "a5a3,b2c1", "i5i7"]));

    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("triangles.txt");
    std::fs::write(&path, "red a1-a9-i5\n").expect("a file");
    let option = format!("GlexTriangles={}", path.display());
    // Without triangles in reach the start has its regular moves alone.
    assert_eq!(good(&["perft", "glex", "1", "--option", &option]), "Nodes searched: 44\n");
    assert!(good(&["analyse", "glex", "--depth", "2", "--option", &option]).contains("Best move: "));
    // Who judges a match knows the table, which has to be the same for both.
    let player = |name: &str| format!("nodes=60,name={name},option.{option}");
    let program = format!("cmd={},option.{option}", env!("CARGO_BIN_EXE_oddity"));
    for other in [player("b"), program] {
        let args = ["match", "--game", "glex", "--a", &player("a"), "--b", &other, "--nodes", "60"];
        let text = good(&[&args[..], &["--pairs", "2", "--max-plies", "40"]].concat());
        assert!(text.contains("points") && !text.contains("illegal"), "{text}");
    }
    let message = bad(&["match", "--game", "glex", "--a", &player("a"), "--b", "nodes=60", "--pairs", "1"]);
    assert!(
        message.contains("must be the same for both: A has GlexTriangles=") && message.contains("B none")
    );
    for (option, parts) in [
        ("GlexTriangles=/no/such/file", &["--option", "can't read '/no/such/file'"][..]),
        ("GlexTriangles", &["--option", "NAME=VALUE"]),
        ("Hash=3", &["--option", "its options: GlexTriangles"]),
    ] {
        let message = bad(&["perft", "glex", "1", "--option", option]);
        assert!(parts.iter().all(|part| message.contains(part)), "{message}");
    }
}
