//! The sessions printed in PROTOCOL.md, played.

use crate::engine::Engine;

/// Whether `text` is `pattern`, in which each `…` stands for anything.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once('…') {
        None => pattern == text,
        Some((head, tail)) => text.strip_prefix(head).is_some_and(|rest| {
            rest.char_indices().map(|(i, _)| i).chain([rest.len()]).any(|i| matches(tail, &rest[i..]))
        }),
    }
}

#[test]
fn patterns() {
    assert!(matches("a…c", "abbbc") && matches("…", "") && matches("a…b…c", "a1b2c"));
    assert!(!matches("a…c", "abcd") && !matches("abc", "ab"));
}

#[test]
fn the_sessions_in_the_document() {
    play("session");
    play("xboard");
    play("ugi");
}

/// Plays the block of this kind. Lines that begin with `> ` are typed; all others are what the engine says. A line
/// that is only `…` stands for any number of lines.
fn play(kind: &str) {
    let document = include_str!("../../PROTOCOL.md");
    let session = document.split(&format!("```{kind}\n")).nth(1).and_then(|s| s.split("```").next());
    let mut engine = Engine::start();
    let mut typed = 0;
    let mut skip = false;
    for line in session.expect("a session in the document").lines() {
        if let Some(command) = line.strip_prefix("> ") {
            // Lines that nobody asks to see must have come before what is typed next.
            if !skip {
                let surplus = engine.during(std::time::Duration::from_millis(30));
                assert_eq!(surplus, Vec::<String>::new(), "before '{command}'");
            }
            skip = false;
            engine.send(command);
            typed += 1;
        } else if line == "…" {
            skip = true;
        } else {
            loop {
                let said = engine.line();
                if matches(line, &said) {
                    break;
                }
                assert!(skip, "expected '{line}', not '{said}'");
            }
            skip = false;
        }
    }
    assert!(typed > 10, "the session is too short");
    assert!(engine.exit(crate::engine::PATIENCE).success());
}

/// The board and the move shown as JSON are what the engine says, but for entries of lists that are left out.
#[cfg(feature = "zchess")]
#[test]
fn the_json_in_the_document() {
    use serde_json::Value;
    let document = include_str!("../../PROTOCOL.md");
    let blocks: Vec<Value> = document
        .split("```json\n")
        .skip(1)
        .map(|block| serde_json::from_str(block.split("```").next().expect("an end")).expect("JSON"))
        .collect();
    let [board, m] = &blocks[..] else { panic!("{} blocks", blocks.len()) };
    let mut engine = Engine::of("zchess");
    engine.quietly(&format!("position fen {}", board["fen"].as_str().expect("a FEN")));
    let said: Value = serde_json::from_str(&engine.ask_one("board")).expect("JSON");
    let (shown, said) = (board.as_object().expect("keys"), said.as_object().expect("keys"));
    assert_eq!(shown.keys().collect::<Vec<_>>(), said.keys().collect::<Vec<_>>());
    for (key, value) in shown {
        match (value, &said[key]) {
            (Value::Array(some), Value::Array(all)) => {
                assert!(some.iter().all(|entry| all.contains(entry)), "{key}: {value}");
            }
            (value, real) => assert_eq!(value, real, "{key}"),
        }
    }
    let moves: Value = serde_json::from_str(&engine.ask_one("moves")).expect("JSON");
    assert!(moves["moves"].as_array().expect("a list").contains(m), "{m}");
}
