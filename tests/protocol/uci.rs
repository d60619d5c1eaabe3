//! What today's engines add to the protocol: comments, single lines, a log, the game's facts.

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::engine::{Engine, binary};
use crate::positions::{GAMES, calm, slow};

/// Standard output of the binary run with some words, its input closed.
fn one_shot(words: &[&str]) -> String {
    let output = binary().args(words).stdin(Stdio::null()).output().expect("the binary should start");
    assert!(output.status.success(), "{words:?}: {output:?}");
    assert!(output.stderr.is_empty(), "{words:?}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn comments_say_nothing() {
    let mut engine = Engine::of("glinski");
    for comment in ["# a comment", "#go infinite", "   # quit", "#"] {
        engine.quietly(comment);
    }
    assert!(engine.refused("go# depth 1").contains("unknown command 'go#'"));
    assert_eq!(engine.fen(), slow("glinski").fen());
}

#[test]
fn words_of_the_standard_without_effect() {
    let mut engine = Engine::of("mccooey");
    for command in ["debug on", "debug off", "register later", "register name X code Y"] {
        engine.quietly(command);
    }
}

#[test]
fn a_game_is_introduced_when_it_is_set() {
    let mut engine = Engine::start();
    for &game in GAMES {
        // Also when it is set a second time.
        for _ in 0..2 {
            engine.send(&format!("setoption name UCI_Variant value {game}"));
            let line = engine.line();
            let start = slow(game).fen();
            let board: serde_json::Value = serde_json::from_str(&engine.ask_one("board")).expect("JSON");
            let (files, ranks) = (board["files"].as_array().expect("a list").len(), &board["ranks"]);
            let wanted = format!("info string variant {game} files {files} ranks {ranks} startpos {start}");
            assert_eq!(line, wanted);
        }
    }
    engine.send("setoption name UCI_Variant value draughts\nsetoption name Hash value 4\nisready");
    let lines = engine.until("readyok");
    assert_eq!(lines.len(), 2, "{lines:#?}");
    assert!(lines[0].contains("unknown game"), "{lines:#?}");
}

#[test]
fn a_line_of_the_protocol_on_the_command_line() {
    let uci = one_shot(&["uci"]);
    assert!(uci.starts_with("id name Oddity") && uci.ends_with("uciok\n"), "{uci}");
    assert!(one_shot(&["ugi"]).ends_with("ugiok\n"));
    assert_eq!(one_shot(&["isready"]), "readyok\n");
    assert!(one_shot(&["d"]).contains("\nFEN: "));
    assert!(one_shot(&["eval"]).lines().count() > 3);
    assert!(one_shot(&["legal"]).starts_with("legalmoves "));
    let search = one_shot(&["go", "depth", "4"]);
    assert!(search.lines().last().expect("an answer").starts_with("bestmove "), "{search}");
    assert!(search.contains("info depth 4 "), "{search}");
    assert!(one_shot(&["go", "perft", "1"]).contains("\nNodes searched: "));
    // One that has no end ends at once.
    assert!(one_shot(&["go", "infinite"]).contains("bestmove "));
    assert!(one_shot(&["go", "depth", "x"]).starts_with("info string go: 'depth' needs"));
    // One argument may hold several lines.
    let two = one_shot(&["setoption name UCI_Variant value shafran\nposition startpos moves e2e4\nd"]);
    assert!(two.contains("Game: Shafran"), "{two}");
    // Also if the first of them has the name of a subcommand, or is a comment.
    assert!(one_shot(&["bench\nquery result\nstop"]).contains("response none"));
    assert!(one_shot(&["help\n"]).contains("ponderhit"));
    assert!(one_shot(&["# a comment\ngo depth 1"]).contains("bestmove "));
}

#[test]
fn subcommands_are_not_shadowed() {
    for word in [
        "bench",
        "diagram",
        "perft",
        "match",
        "make-openings",
        "play",
        "analyse",
        "tune",
        "suite",
        "variants",
    ] {
        let output = binary().args([word, "--help"]).output().expect("a start");
        assert!(String::from_utf8_lossy(&output.stdout).contains("Usage: oddity"), "{word}");
    }
    assert!(one_shot(&["help"]).contains("Usage: oddity"));
    for word in ["xyzzy", "#", ""] {
        let output = binary().arg(word).output().expect("a start");
        assert_eq!(output.status.code(), Some(2), "{word}");
    }
}

#[test]
fn a_log_of_both_ways() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("my log.txt");
    fs::write(&path, "what was there\n").unwrap();
    let mut engine = Engine::of("glinski");
    engine.quietly("isready");
    engine.until("readyok");
    engine.quietly(&format!("setoption name Debug Log File value {}", path.display()));
    engine.send("# remark\ngo depth 2");
    engine.search();
    engine.quietly("setoption name Debug Log File value <empty>");
    engine.ask("d");
    let text = fs::read_to_string(&path).unwrap();
    let (first, rest) = text.split_once('\n').expect("lines");
    assert_eq!(first, "what was there");
    let mut said = Vec::new();
    for line in rest.lines() {
        let (time, what) = line.split_once(' ').expect("a time and more");
        assert!(time.len() == 24 && time.as_bytes()[10] == b'T' && time.ends_with('Z'), "{line}");
        said.push(what);
    }
    let place = |begin: &str| {
        said.iter().position(|l| l.starts_with(begin)).unwrap_or_else(|| panic!("'{begin}': {said:#?}"))
    };
    assert!(place("> # remark") < place("> go depth 2"), "{said:#?}");
    assert!(place("> go depth 2") < place("< info depth 1 "), "{said:#?}");
    assert!(place("< info depth 2 ") < place("< bestmove "), "{said:#?}");
    assert!(said.contains(&"> setoption name Debug Log File value <empty>"), "{said:#?}");
    assert!(said.iter().all(|l| !l.contains("FEN")), "{said:#?}");
}

#[test]
fn a_log_that_can_not_be_written_is_one_remark() {
    let dir = tempfile::tempdir().expect("a directory");
    let mut engine = Engine::of("glinski");
    for bad in [dir.path().to_path_buf(), dir.path().join("no such place").join("log.txt")] {
        let remark = engine.refused(&format!("setoption name Debug Log File value {}", bad.display()));
        assert!(remark.starts_with("option Debug Log File: can't write to '"), "{remark}");
    }
    engine.go("depth 2");
    // A pipe that nobody reads would block.
    let pipe = dir.path().join("pipe");
    if Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()) {
        let remark = engine.refused(&format!("setoption name Debug Log File value {}", pipe.display()));
        assert!(remark.contains("not a regular file"), "{remark}");
    }
    // A disk that is full ends the log and nothing else.
    engine.ask("setoption name Debug Log File value /dev/full");
    engine.go("depth 2");
}

/// Nobody wants to read what a short search looks at.
#[test]
fn the_current_move_comes_late_and_seldom() {
    let _calm = calm();
    let mut engine = Engine::of("glinski");
    let begun = Instant::now();
    engine.send("go movetime 4600");
    let mut times: Vec<Duration> = Vec::new();
    loop {
        let line = engine.line();
        if line.starts_with("bestmove ") {
            break;
        }
        let words: Vec<&str> = line.split(' ').collect();
        if let ["info", "depth", _, "currmove", m, "currmovenumber", number] = words[..] {
            assert!(slow("glinski").legal_moves().contains(&m.to_owned()), "{line}");
            assert!((1..=51).contains(&number.parse::<usize>().expect("a number")), "{line}");
            times.push(begun.elapsed());
        }
    }
    assert!(times.first().is_some_and(|first| *first >= Duration::from_secs(3)), "{times:?}");
    // One in half a second at most, with some room for a reader that is late.
    assert!(times.len() <= 4, "{times:?}");
}

#[test]
fn chances_are_fitted_to_self_play() {
    let dir = tempfile::tempdir().expect("a directory");
    let data = dir.path().join("games.jsonl");
    let data = data.to_str().expect("UTF-8");
    let arguments = ["tune", "mccooey", "--games", "12", "--nodes", "60", "--data", data];
    let output = binary().args(arguments).arg("--wdl").output().expect("a start");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(output.status.success(), "{text}");
    assert!(text.starts_with("12 games, ") && text.contains("\nWinModel::new("), "{text}");
    assert!(text.lines().count() == 10, "{text}");
    // The same games again, now without a word of where the weights should go.
    let output = binary().args(arguments).output().expect("a start");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--out"));
}
