//! `oddity match` as a command: files, several games, programs and their failures.

use std::path::Path;

use oddity::game::Game;
use oddity::games::hex::{McCooey, Shafran};
use oddity::tools::matches::record::GameRecord;

use super::oddity;

#[test]
fn match_command_writes_and_continues_a_file() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("games.jsonl");
    let play = |pairs: &str| {
        let mut command = oddity();
        command.args(["match", "--game", "shafran", "--a", "nodes=150", "--b", "nodes=150,pruning=off"]);
        command.args(["--seed", "4", "--sprt", "0,400", "--json"]).arg(&file);
        let output = command.args(["--pairs", pairs]).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(play("1").contains("shafran: 1 pair\n"));
    let text = play("3");
    assert!(text.contains("shafran: 3 pairs") && text.contains("LLR"), "{text}");
    let lines = std::fs::read_to_string(&file).unwrap();
    assert_eq!(lines.lines().count(), 7);
    for line in lines.lines().skip(1) {
        serde_json::from_str::<GameRecord>(line).unwrap().check(&Shafran::new()).unwrap();
    }
    // Other terms must not be mixed into the file.
    let mut other = oddity();
    other.args(["match", "--game", "shafran", "--seed", "5", "--json"]).arg(&file);
    let refused = other.assert().failure().get_output().stderr.clone();
    assert!(String::from_utf8_lossy(&refused).contains("another match"));
    for bad in [["--a", "colour=red"], ["--a", "weights=/none.json"], ["--b", "cmd=/none"], ["--sprt", "5,0"]]
    {
        oddity().args(["match", "--game", "glinski"]).args(bad).assert().code(2);
    }
}

/// Several games at once, openings of a file, and games in the manner of PGN.
#[test]
fn match_command_with_several_games_and_openings() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let (json, pgn, book) = (path("games.jsonl"), path("games.pgn"), path("book.txt"));
    let play = |args: &[&str]| {
        let mut command = oddity();
        command.args(["match", "--a", "nodes=150,name=A \"1\"", "--b", "nodes=100,name=B"]).args(args);
        command.output().unwrap()
    };
    let several = ["--game", "shafran,glinski", "--json", &json, "--pgn", &pgn, "--pairs"];
    let good = |output: std::process::Output| {
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let games = |text: &str| text.matches("[Event ").count();
    good(play(&[&several[..], &["1"]].concat()));
    assert_eq!(games(&std::fs::read_to_string(&pgn).unwrap()), 4);
    // The second run adds what is missing, and the other file has each game once as well.
    let text = good(play(&[&several[..], &["2"]].concat()));
    assert!(text.starts_with("A \"1\" against B, shafran, glinski: 4 pairs\n"), "{text}");
    assert!(
        text.contains("\nshafran    2 pairs, Elo ") && text.contains("\nglinski    2 pairs, Elo "),
        "{text}"
    );
    let text = std::fs::read_to_string(&pgn).unwrap();
    assert_eq!(games(&text), 8);
    assert!(text.contains("[Round \"2.2\"]") && text.contains("[White \"A \\\"1\\\"\"]"), "{text}");
    assert!(text.lines().all(|line| line.starts_with('[') || line.len() < 80), "{text}");
    // Its moves are those of the record.
    let records = std::fs::read_to_string(&json).unwrap();
    let records: Vec<GameRecord> =
        records.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    for (game, record) in text.split("[Event ").skip(1).zip(&records) {
        let (tags, moves) = game.split_once("\n\n").unwrap();
        assert!(tags.contains(&format!("[Variant \"{}\"]", record.game)), "{tags}");
        assert!(tags.contains(&format!("[FEN \"{}\"]", record.start)), "{tags}");
        let mut words: Vec<&str> = moves.split_whitespace().collect();
        assert_eq!(words.pop(), Some(record.result.as_str()));
        words.retain(|word| !word.ends_with('.'));
        let played: Vec<&String> = record.opening.iter().chain(&record.moves).collect();
        assert_eq!(words, played);
    }

    // A file's openings come first, then random ones; without a record, games are appended.
    std::fs::write(&book, "f5f6 b7b6; score 3\n# two\ne4e5\n").unwrap();
    let one = ["--game", "glinski", "--openings", &book, "--pgn", &pgn, "--pairs", "3"];
    let output = play(&one);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("there are 2 openings of glinski; from pair 3 on they are random"), "{said}");
    good(output);
    let text = std::fs::read_to_string(&pgn).unwrap();
    assert_eq!(games(&text), 14);
    assert_eq!(text.matches("\n1. f5f6 b7b6 ").count(), 2, "{text}");
    assert_eq!(text.matches("[OpeningPlies \"1\"]").count(), 2, "{text}");

    std::fs::write(&book, "f5f6\nf5f5\n").unwrap();
    for (args, part) in [
        (&one[..], "book.txt: line 2: move 1: 'f5f5'"),
        (&["--game", "glinski,shafran", "--openings", &book], "the openings of one game, not of 2"),
        (&["--game", "glinski,glinski"], "named twice"),
        (&["--game", "glinski,draughts"], "unknown game 'draughts'"),
        (&["--game", ""], "unknown game ''"),
        (&["--game", "glinski", "--openings", "/no/such/file"], "/no/such/file: "),
        (&["--game", "glinski", "--pgn", "/no/such/place/x"], "/no/such/place/x: "),
    ] {
        let output = play(args);
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && message.contains(part), "{args:?}: {message}");
    }
}

#[cfg(unix)]
fn script(dir: &Path, name: &str, on_go: &str) -> String {
    program(
        dir,
        name,
        "echo 'option name UCI_Variant type combo default chess var mccooey'; echo uciok",
        on_go,
    )
}

/// A program that says little.
#[cfg(unix)]
fn program(dir: &Path, name: &str, on_uci: &str, on_go: &str) -> String {
    use std::os::unix::fs::PermissionsExt;
    let path = dir.join(name);
    let text = format!(
        "#!/bin/sh\nwhile read -r line; do case \"$line\" in\nuci) {on_uci};;\nisready) echo readyok;;\n\
         go*) {on_go};;\nquit) exit 0;;\nesac; done\n"
    );
    std::fs::write(&path, text).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path.to_str().unwrap().to_owned()
}

#[cfg(unix)]
#[test]
fn programs_play_and_their_failures_lose() {
    let dir = tempfile::tempdir().unwrap();
    let this = format!("cmd={},option.Hash=1", env!("CARGO_BIN_EXE_oddity"));
    let play = |a: &str, b: &str, extra: &[&str]| {
        let mut command = oddity();
        command.args(["match", "--game", "mccooey", "--pairs", "1", "--a", a, "--b", b]);
        let output = command.args(extra).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    // The built program on a clock and on nodes, without any failure.
    let text = play(&this, &this, &["--tc", "1+0.01"]);
    assert!(text.contains("failures   A 0, B 0"), "{text}");
    let text = play(&this, "default", &["--nodes", "100"]);
    assert!(text.contains("failures   A 0, B 0"), "{text}");
    // An option that a program does not have would have no effect: that is no match worth playing.
    let silent = script(dir.path(), "silent", "echo 'bestmove (none)'");
    for (program, option) in [(env!("CARGO_BIN_EXE_oddity"), "Nonsense"), (&silent, "Hash")] {
        let spec = format!("cmd={program},option.{option}=1");
        let output = oddity().args(["match", "--game", "mccooey", "--b", &spec]).output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(program) && message.contains(&format!("no option '{option}'")), "{message}");
    }
    // Programs that die, lie or sleep lose both games.
    for (name, on_go, reason) in [
        ("dies", "exit 3", "crash: exit status: 3"),
        ("lies", "echo bestmove a1a9", "illegal move: a1a9"),
        ("none", "echo 'bestmove (none)'", "no move"),
        ("sleeps", "sleep 0.3; echo bestmove c1c2", "time-out"),
        ("silent", ":", "time-out"),
        ("floods", "while :; do echo info string x; done", "time-out"),
        (
            "rambles",
            "yes x | head -c 3000000 | tr -d '\\n'; sleep 9",
            "crash: closed its output, or wrote a line of 1 MiB or no UTF-8",
        ),
    ] {
        let a = format!("cmd={},movetime=50", script(dir.path(), name, on_go));
        let text = play(&a, "nodes=100", &[]);
        assert!(text.contains(&format!("ends       {reason} 2")), "{name}: {text}");
        assert!(text.contains("failures   A 2, B 0"), "{name}: {text}");
    }
}

/// Programs that could not play a fair game are told apart before the first one.
#[cfg(unix)]
#[test]
fn programs_unfit_for_the_game_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let only = |games: &str| format!("echo 'option name UCI_Variant type combo var {games}'; echo uciok");
    let go = "echo bestmove e2e4";
    for (name, on_uci, game, part) in [
        ("plain", "echo uciok".to_owned(), "glinski", "no option 'UCI_Variant' in its answer to 'uci'"),
        ("other", only("chess var shafran"), "glinski", "it does not play 'glinski'"),
        // Of several games, the one that it lacks is named.
        ("few", only("glinski"), "glinski,mccooey", "it does not play 'mccooey'"),
        ("ends", "exit 1".to_owned(), "glinski", "exit status: 1; it must be a program that speaks UCI"),
        ("mute", ":".to_owned(), "glinski", "no answer to 'uci' or 'isready' in 10 s"),
    ] {
        let path = program(dir.path(), name, &on_uci, go);
        let output =
            oddity().args(["match", "--game", game, "--b", &format!("cmd={path}")]).output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{name}: {message}");
        assert!(message.contains(&path) && message.contains(part), "{name}: {message}");
    }
    // Chess is what is played without that option.
    let path = format!("cmd={}", program(dir.path(), "chess", "echo uciok", "echo bestmove h1h8"));
    let args = ["match", "--game", "chess", "--pairs", "1", "--a", &path, "--b", "nodes=20"];
    let output = oddity().args(args).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).contains("illegal move: h1h8 2"), "{output:?}");
}

/// A flag that falls is the program's loss, and the records say what kind of end each was.
#[cfg(unix)]
#[test]
fn records_tell_failures_and_adjudications() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let play = |name: &str, a: &str, extra: &[&str]| {
        let (json, pgn) = (path(&format!("{name}.jsonl")), path(&format!("{name}.pgn")));
        let mut command = oddity();
        command.args(["match", "--game", "mccooey", "--pairs", "1", "--a", a, "--b", "nodes=200"]);
        let output = command.args(["--json", &json, "--pgn", &pgn]).args(extra).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        let lines = std::fs::read_to_string(json).unwrap();
        let read = |line| serde_json::from_str::<GameRecord>(line).unwrap();
        let records: Vec<GameRecord> = lines.lines().skip(1).map(read).collect();
        assert_eq!(records.len(), 2, "{name}");
        records.iter().for_each(|record| record.check(&McCooey::new()).unwrap());
        (records, std::fs::read_to_string(pgn).unwrap())
    };
    for (name, on_go, budget, kind) in [
        ("flag", "sleep 0.4; echo bestmove a1a1", "tc=0.1", "time forfeit"),
        ("lies", "echo bestmove a1a9", "nodes=10", "rules infraction"),
        ("dies", "exit 3", "nodes=10", "abandoned"),
    ] {
        let (records, pgn) = play(name, &format!("cmd={},{budget}", script(dir.path(), name, on_go)), &[]);
        assert!(records.iter().all(|r| r.a_quarters() == 0 && r.fault.is_some()), "{name}: {records:?}");
        assert_eq!(pgn.matches(&format!("[Termination \"{kind}\"]")).count(), 2, "{name}: {pgn}");
    }
    let (win, draw) = (["--adjudicate-win", "300,2"], ["--adjudicate-draw", "3000,4,20"]);
    for (name, terms, reason) in [("won", win, "adjudicated win"), ("drawn", draw, "adjudicated draw")] {
        let (records, pgn) = play(name, "nodes=3000", &terms);
        assert!(records.iter().all(|r| r.adjudicated && r.reason == reason), "{name}: {records:?}");
        assert_eq!(pgn.matches("[Termination \"adjudication\"]").count(), 2, "{name}: {pgn}");
    }
}

#[test]
fn files_of_something_else_are_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let (notes, mine, json) = (path("notes"), path("mine.pgn"), path("new.jsonl"));
    std::fs::write(&notes, "no line feed").unwrap();
    std::fs::write(&mine, "[Event \"mine\"]\n\n1. e2e4 *\n\n").unwrap();
    let cases: [(&[&str], &str, &str); 2] = [
        (&["--json", &notes], &notes, "is no match record"),
        (&["--json", &json, "--pgn", &mine], &mine, "holds other games"),
    ];
    for (args, file, part) in cases {
        let before = std::fs::read(file).unwrap();
        let output =
            oddity().args(["match", "--game", "glinski", "--pairs", "1"]).args(args).output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && message.contains(part), "{message}");
        assert_eq!(std::fs::read(file).unwrap(), before);
    }
}
