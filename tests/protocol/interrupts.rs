//! Ctrl-C on commands that take long, and readers that go away: all end in order, and nothing is lost.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use crate::engine::{PATIENCE, binary};

/// A command with its output caught.
fn start(args: &[&str]) -> Child {
    let mut command = binary();
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the binary should start")
}

/// Sends what Ctrl-C sends and waits for the end.
fn interrupt(child: Child) -> Output {
    let signal = format!("kill -INT {}", child.id());
    assert!(Command::new("sh").args(["-c", &signal]).status().expect("a shell").success());
    // Somebody has to read what it says, or it might never end; and it may not take for ever.
    let id = child.id();
    let (sender, end) = mpsc::channel();
    std::thread::spawn(move || sender.send(child.wait_with_output()));
    let end = end.recv_timeout(PATIENCE).unwrap_or_else(|_| {
        // It is nobody's child any more that would end it.
        let _ = Command::new("sh").args(["-c", &format!("kill -KILL {id}")]).status();
        panic!("process {id} runs on");
    });
    end.expect("an end")
}

/// Waits until `enough` holds for the file's text.
fn wait_for(path: &Path, enough: impl Fn(&str) -> bool) {
    let begun = Instant::now();
    while !fs::read_to_string(path).is_ok_and(|text| enough(&text)) {
        assert!(begun.elapsed() < PATIENCE, "{}", path.display());
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn an_interrupted_analysis_tells_its_best_move() {
    let child = start(&["analyse", "glinski", "--seconds", "600"]);
    std::thread::sleep(Duration::from_millis(300));
    let output = interrupt(child);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(text.lines().last().is_some_and(|l| l.starts_with("Best move: ")), "{text}");
}

/// An interrupt that comes before the search has begun is one of the search, too.
#[cfg(target_os = "linux")]
#[test]
fn an_analysis_can_be_interrupted_from_the_start() {
    /// Whether a process catches SIGINT, the second signal.
    fn catches(child: &Child) -> bool {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let mask = status.lines().find_map(|l| l.strip_prefix("SigCgt:")).unwrap_or("0");
        u64::from_str_radix(mask.trim(), 16).is_ok_and(|mask| mask & 2 != 0)
    }
    for threads in ["1", "4"] {
        let child = start(&["analyse", "glinski", "--seconds", "600", "--threads", threads]);
        let begun = Instant::now();
        while !catches(&child) {
            assert!(begun.elapsed() < PATIENCE, "no handler");
        }
        let output = interrupt(child);
        assert!(output.status.success(), "{output:?}");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(text.lines().last().is_some_and(|l| l.starts_with("Best move: ")), "{text}");
    }
}

#[test]
fn an_interrupted_match_goes_on_where_it_was() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("games.jsonl");
    let file = path.to_str().expect("UTF-8");
    let args = |pairs| {
        let terms = ["match", "--game", "mccooey", "--a", "nodes=60", "--b", "nodes=40", "--json", file];
        [&terms[..], &["--opening-nodes", "0", "--pairs", pairs]].concat()
    };
    let child = start(&args("100000"));
    wait_for(&path, |text| text.lines().count() > 5);
    let output = interrupt(child);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(text.starts_with("interrupted\n") && text.contains("\nElo "), "{text}");

    let kept = fs::read_to_string(&path).unwrap();
    assert!(kept.ends_with('\n'), "{kept}");
    let pairs = kept.lines().count().to_string();
    let output = binary().args(args(&pairs)).output().expect("a run");
    assert!(output.status.success(), "{output:?}");
    let whole = fs::read_to_string(&path).unwrap();
    assert!(whole.starts_with(&kept), "the games played are still there");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(text.contains(&format!(": {pairs} pairs")), "{text}");
    assert_eq!(whole.lines().count(), 1 + 2 * pairs.parse::<usize>().unwrap());
}

/// A match that was killed goes on as well, though its files end in the middle of a game.
#[test]
fn a_killed_match_goes_on_where_it_was() {
    let dir = tempfile::tempdir().expect("a directory");
    let (path, games) = (dir.path().join("games.jsonl"), dir.path().join("games.pgn"));
    let (json, pgn) = (path.to_str().expect("UTF-8"), games.to_str().expect("UTF-8"));
    let args = |pairs| {
        let terms = ["match", "--game", "mccooey,glinski", "--a", "nodes=60,name=é", "--b", "nodes=40"];
        [&terms[..], &["--json", json, "--pgn", pgn, "--pairs", pairs]].concat()
    };
    let mut child = start(&args("100000"));
    wait_for(&path, |text| text.lines().count() > 6);
    // While it runs, nobody else may write there.
    let output = binary().args(args("100000")).output().expect("a run");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && message.contains("in use by another match"), "{message}");
    child.kill().expect("it runs");
    child.wait().expect("an end");

    // Cut within the two bytes of a letter, and the other file within a tag.
    let kept = fs::read(&path).unwrap();
    let whole = kept.iter().rposition(|&byte| byte == b'\n').expect("a line") + 1;
    let torn = [&kept[..whole], b"{\"game\":\"mccooey\",\"pair\":900,\"leg\":0,\"white\":\"\xc3"].concat();
    fs::write(&path, torn).unwrap();
    let text = fs::read_to_string(&games).unwrap();
    fs::write(&games, &text[..text.rfind("[Variant").expect("a tag") + 5]).unwrap();

    let played = kept[..whole].iter().filter(|&&byte| byte == b'\n').count() - 1;
    let pairs = (played / 4 + 2).to_string();
    let output = binary().args(args(&pairs)).output().expect("a run");
    assert!(output.status.success(), "{output:?}");
    let after = fs::read(&path).unwrap();
    assert!(after.starts_with(&kept[..whole]), "the games played are still there");
    let total = 4 * pairs.parse::<usize>().unwrap();
    let text = String::from_utf8(after).expect("UTF-8");
    // More only where one game was ahead of the other.
    assert!((total + 1..=total + 5).contains(&text.lines().count()), "{played} {text}");
    let mut rounds: Vec<String> = Vec::new();
    for game in fs::read_to_string(&games).unwrap().split("[Event ").skip(1) {
        let tag = |name: &str| game.lines().find(|line| line.starts_with(name)).expect("a tag").to_owned();
        rounds.push(tag("[Variant ") + &tag("[Round "));
    }
    assert_eq!(rounds.len() + 1, text.lines().count());
    rounds.sort();
    rounds.dedup();
    assert_eq!(rounds.len() + 1, text.lines().count(), "each game once");
}

#[test]
fn interrupted_openings_are_kept() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("openings.txt");
    let mut command = binary();
    command.args(["make-openings", "glinski", "--count", "100000", "--nodes", "2000"]);
    command.stdout(fs::File::create(&path).expect("a file")).stderr(Stdio::piped());
    let child = command.spawn().expect("a start");
    wait_for(&path, |text| text.lines().count() > 8);
    let output = interrupt(child);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(1) && said.contains("interrupted: "), "{output:?}");
    let kept = fs::read_to_string(&path).unwrap();
    assert!(kept.ends_with('\n'), "{kept}");
    // What is there is a file of openings, whole, and a match takes it.
    let file = path.to_str().expect("UTF-8");
    let args = ["match", "--game", "glinski", "--openings", file, "--nodes", "20", "--pairs", "1"];
    let output = binary().args(args).output().expect("a run");
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn an_interrupted_tuning_keeps_its_games() {
    let dir = tempfile::tempdir().expect("a directory");
    let data = dir.path().join("games.jsonl");
    let out = dir.path().join("weights.json");
    let (data_name, out_name) = (data.to_str().expect("UTF-8"), out.to_str().expect("UTF-8"));
    let args = |games| {
        let terms = ["tune", "glinski", "--nodes", "20", "--data", data_name, "--out", out_name];
        [&terms[..], &["--epochs", "2", "--games", games]].concat()
    };
    let child = start(&args("1000000"));
    wait_for(&data, |text| text.lines().count() > 64);
    interrupt(child);
    let kept = fs::read_to_string(&data).unwrap();
    let whole = kept.rfind('\n').map_or(0, |end| end + 1);
    let games = (kept.lines().count() + 10).to_string();
    let output = binary().args(args(&games)).output().expect("a run");
    assert!(output.status.success(), "{output:?}");
    assert!(fs::read_to_string(&data).unwrap().starts_with(&kept[..whole]), "the games are still there");
    assert!(out.exists());
}

/// Waits for a process that has no reason to go on.
fn ends(mut child: Child) {
    let begun = Instant::now();
    while child.try_wait().expect("a state").is_none() {
        assert!(begun.elapsed() < PATIENCE, "it runs on");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn nobody_searches_when_nobody_reads() {
    for go in ["go infinite", "go depth 200", "go movetime 600000"] {
        let mut command = binary();
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a start");
        let mut input = child.stdin.take().expect("piped");
        writeln!(input, "setoption name UCI_Variant value glinski\n{go}").expect("it should read");
        let mut output = BufReader::new(child.stdout.take().expect("piped"));
        output.read_line(&mut String::new()).expect("a line");
        drop(output);
        ends(child);
    }
    let mut child = start(&["analyse", "glinski", "--seconds", "600"]);
    let mut output = BufReader::new(child.stdout.take().expect("piped"));
    output.read_line(&mut String::new()).expect("a line");
    drop(output);
    ends(child);
}

#[test]
fn a_full_disk_is_told() {
    let Ok(full) = fs::OpenOptions::new().write(true).open("/dev/full") else { return };
    for input in ["uci\n", "uci\nquit\n", "go depth 3\nquit\n", "legal"] {
        let mut command = binary();
        command.stdin(Stdio::piped()).stdout(full.try_clone().expect("a copy")).stderr(Stdio::piped());
        let mut child = command.spawn().expect("a start");
        child.stdin.take().expect("piped").write_all(input.as_bytes()).expect("it should read");
        let output = child.wait_with_output().expect("an end");
        assert_eq!(output.status.code(), Some(1), "{input:?}: {output:?}");
        assert!(!output.stderr.is_empty());
    }
    // Talk that can't be heard is no reason to fail.
    let mut command = binary();
    command.args(["perft", "glinski", "2"]).stdout(Stdio::piped()).stderr(full);
    let output = command.output().expect("a run");
    assert!(output.status.success(), "{output:?}");
    assert!(!output.stdout.is_empty());
}
