//! `oddity analyse --jobs`: queues of positions, by the library and the built program.

use std::collections::HashMap;
use std::io::Cursor;

use assert_cmd::Command;
use oddity::search::Control;
use oddity::tools::analyse::job::JobLimits;
use oddity::tools::analyse::jobs::{Terms, run_jobs};
use oddity::variant::Variant;
use serde_json::{Value, json};

fn terms(concurrency: usize, ordered: bool) -> Terms {
    let defaults = JobLimits { nodes: Some(500), multi_pv: 1, ..JobLimits::default() };
    Terms { concurrency, ordered, hash: 1, defaults }
}

fn answers(input: impl Into<Vec<u8>>, terms: Terms) -> Vec<Value> {
    let mut out = Vec::new();
    run_jobs(Cursor::new(input.into()), &mut out, &terms, &Control::default()).expect("answers");
    let text = String::from_utf8(out).expect("UTF-8");
    assert!(text.is_empty() || text.ends_with('\n'), "{text}");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Two jobs a game, one of them with two lines.
fn every_game() -> String {
    let mut text = String::new();
    for game in Variant::names() {
        text += &format!("{}\n", json!({"id": game, "game": game, "nodes": 700}));
        text += &format!("{}\n", json!({"id": format!("{game} 2"), "game": game, "depth": 2, "multipv": 2}));
    }
    text
}

/// An answer without what depends on the clock.
fn timeless(mut answer: Value) -> Value {
    for key in ["time_ms", "nps"] {
        assert!(answer.as_object_mut().expect("an object").remove(key).is_some(), "{answer}");
    }
    answer
}

#[test]
fn jobs_of_every_game_have_the_same_answers_by_one_worker_and_two() {
    let alone: Vec<Value> = answers(every_game(), terms(1, false)).into_iter().map(timeless).collect();
    assert_eq!(alone.len(), 2 * Variant::ALL.len());
    for (index, answer) in alone.iter().enumerate() {
        assert_eq!(answer["line"], index + 1);
        let id = answer["id"].as_str().expect("an id");
        let wanted = if id.ends_with(" 2") { 2 } else { 1 };
        let lines = answer["lines"].as_array().expect("lines");
        assert_eq!(lines.len(), wanted, "{answer}");
        assert_eq!(answer["bestmove"], lines[0]["pv"][0], "{answer}");
        assert!(lines.iter().all(|line| line["score"]["cp"].is_i64() && line["depth"].is_u64()), "{answer}");
        assert!(answer["official"].is_string() && answer["nodes"].as_u64() > Some(0), "{answer}");
        if wanted == 1 {
            assert_eq!(answer["nodes"], 700, "{answer}");
        }
    }
    let ordered: Vec<Value> = answers(every_game(), terms(2, true)).into_iter().map(timeless).collect();
    assert_eq!(ordered, alone);
    let by_id = |list: Vec<Value>| -> HashMap<String, Value> {
        list.into_iter().map(|answer| (answer["id"].to_string(), answer)).collect()
    };
    let free = answers(every_game(), terms(2, false)).into_iter().map(timeless).collect();
    assert_eq!(by_id(free), by_id(alone));
}

#[test]
fn bad_jobs_are_told_by_their_names_and_the_others_go_on() {
    let deep = "[".repeat(100_000);
    let long = format!("{{\"id\": 1, \"game\": \"{}\"}}", "x".repeat(2 << 20));
    let cases: &[(&str, Value, &str)] = &[
        (r#"{"id": 7, "game": "chess", "moves": ["e4", "e4"]}"#, json!(7), "moves, number 2: 'e4'"),
        (r#"{"id": "a", "game": "chess", "fen": "what"}"#, json!("a"), "fen 'what': "),
        (r#"{"id": "a", "game": "go"}"#, json!("a"), "unknown game 'go'; known are chess"),
        (r#"{"id": -1}"#, json!(-1), "no game; one of chess"),
        (r#"{"id": 2, "game": 5}"#, json!(2), "game: expected one of"),
        (r#"{"id": 2, "game": "chess", "colour": 5}"#, json!(2), "unknown field 'colour'; known are id"),
        (r#"{"id": 2, "game": "chess", "depth": 0}"#, json!(2), "depth: expected a whole number from 1 to"),
        (r#"{"id": 2, "game": "chess", "depth": "3"}"#, json!(2), "depth: "),
        (r#"{"id": 2, "game": "chess", "nodes": -3}"#, json!(2), "nodes: expected a whole number from 1 on"),
        (r#"{"id": 2, "game": "chess", "movetime": 1e300}"#, json!(2), "movetime: "),
        (
            r#"{"id": 2, "game": "chess", "multipv": 501}"#,
            json!(2),
            "multipv: expected a whole number from 1 to 500",
        ),
        (r#"{"id": 2, "game": "chess", "moves": [1]}"#, json!(2), "moves: "),
        (r#"{"id": 2, "game": "chess", "moves": {}}"#, json!(2), "moves: "),
        (r#"{"id": 2, "game": "chess", "fen": []}"#, json!(2), "fen: "),
        (r#"{"id": 1.5, "game": "chess"}"#, Value::Null, "id: "),
        (r#"{"id": [1], "game": "chess"}"#, Value::Null, "id: "),
        (r#"{"game": "chess", "#, Value::Null, "not JSON: "),
        ("[]", Value::Null, "not an object"),
        ("e4", Value::Null, "not JSON: "),
        (&deep, Value::Null, "not JSON: "),
        (&long, Value::Null, "line of more than 1048576 bytes"),
    ];
    let good = r#"{"game": "chess", "nodes": 50}"#;
    let input: String = cases.iter().map(|(bad, ..)| format!("{bad}\n\n{good}\r\n")).collect();
    let answers = answers(input, terms(2, true));
    assert_eq!(answers.len(), 2 * cases.len());
    for (index, (bad, id, problem)) in cases.iter().enumerate() {
        let shown: String = bad.chars().take(80).collect();
        let [answer, next] = [&answers[2 * index], &answers[2 * index + 1]];
        assert_eq!(answer["line"], 3 * index + 1, "{shown}");
        assert_eq!(&answer["id"], id, "{shown}");
        let error = answer["error"].as_str().expect("an error");
        assert!(error.starts_with(problem) && !error.contains('\n'), "{shown}: {error}");
        assert!(next["bestmove"].is_string() && next.get("id").is_none(), "{next}");
        assert_eq!(next["line"], 3 * index + 3);
    }
}

#[test]
fn jobs_at_the_end_of_a_game_and_of_the_input() {
    // No end of line, bytes that are no text, moves as one text, and a draw that is searched all the same.
    let input = b"{\"id\": \"\xff\"}\n\
        {\"game\": \"chess\", \"moves\": \"f3 e5 g2g4 Qh4#\"}\n\
        {\"game\": \"chess\", \"moves\": [\"Nf3 Nf6 Ng1 Ng8\", \"Nf3 Nf6 Ng1 Ng8\"]}\n\
        {\"game\": \"chess\", \"fen\": \"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1\", \"nodes\": null}";
    let answers = answers(&input[..], terms(1, false));
    let [bad, mated, drawn, mating] = &answers[..] else { panic!("{answers:?}") };
    assert!(bad["error"].as_str().is_some_and(|e| e.starts_with("not JSON")), "{bad}");
    assert_eq!(mated["finished"], json!({"result": "0-1", "reason": "checkmate"}));
    assert!(mated.get("lines").is_none() && mated.get("bestmove").is_none(), "{mated}");
    assert_eq!(drawn["drawn"]["result"], "1/2-1/2");
    assert!(drawn["bestmove"].is_string(), "{drawn}");
    assert_eq!([&mating["bestmove"], &mating["official"]], ["d1d8", "Rd8#"]);
    assert_eq!(mating["lines"][0]["score"], json!({"mate": 1}));
    for empty in ["", "\n", " \n\n\t"] {
        assert!(self::answers(empty, terms(2, true)).is_empty());
    }
}

#[test]
fn a_stopped_queue_ends_though_its_input_does_not() {
    /// Gives one job and then nothing for ever.
    struct Endless(Cursor<Vec<u8>>);
    impl std::io::Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            match self.0.read(buffer)? {
                0 => loop {
                    std::thread::park();
                },
                n => Ok(n),
            }
        }
    }
    let job = b"{\"game\": \"glinski\"}\n{\"game\": \"glinski\", \"movetime\": 600000}\n".to_vec();
    let control = Control::default();
    let mut out = Vec::new();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(std::time::Duration::from_millis(500));
            control.stop();
        });
        let input = std::io::BufReader::new(Endless(Cursor::new(job)));
        run_jobs(input, &mut out, &terms(2, true), &control).expect("an end");
    });
    let text = String::from_utf8(out).expect("UTF-8");
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(text.contains("\"line\":1,"), "{text}");
}

#[test]
fn jobs_on_the_command_line() {
    let run = |args: &[&str], input: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_oddity"));
        command.arg("analyse").args(args).write_stdin(input).output().expect("an end")
    };
    let output = run(&["--jobs", "-", "--depth", "1"], "{\"game\": \"chess\"}\nx\n");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    assert_eq!(output.stdout.iter().filter(|&&b| b == b'\n').count(), 2, "{output:?}");
    for (args, problem) in [
        (&["--jobs", "nothing.jsonl"][..], "--jobs nothing.jsonl: "),
        (&["--jobs", "."], "--jobs .: "),
        (&["chess", "--jobs", "-"], "cannot be used with"),
        (&["chess", "--depth", "1", "--ordered"], "cannot be used with"),
        (&["--depth", "1", "--ordered"], "--jobs"),
        (&["--jobs", "-", "--concurrency", "0"], "--concurrency"),
        (&[], "--jobs"),
    ] {
        let output = run(args, "");
        assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(problem), "{args:?}: {output:?}");
    }
}
