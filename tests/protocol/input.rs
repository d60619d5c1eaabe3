//! What comes in: good, odd and bad.

use std::time::Duration;

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::engine::{AT_ONCE, Engine};
use crate::positions::{self, GAMES, KING_GAMES, calm, in_every_game, slow};

#[test]
fn bad_positions_are_refused_and_the_old_one_kept() {
    for &game in GAMES {
        let mut engine = Engine::of(game);
        let first = engine.legal()[3].clone();
        engine.quietly(&format!("position startpos moves {first}"));
        let fen = engine.fen();
        for (bad, why) in positions::bad_fens(game) {
            let remark = engine.refused(&format!("position fen {bad}"));
            assert!(remark.starts_with("position: "), "{game}, {why}: {remark}");
            assert_eq!(remark.matches("position: ").count(), 1, "{game}, {why}: {remark}");
            assert!(!remark.contains(" 1 rows") && !remark.contains(" 1 ranks"), "{remark}");
            assert_eq!(engine.fen(), fen, "{game}, {why}");
        }
        for bad in ["position", "position fen", "position endpos", "position startpos e4"] {
            let remark = engine.refused(bad);
            assert!(remark.ends_with("; the position before is kept"), "{bad}: {remark}");
        }
        assert_eq!(engine.fen(), fen);
        let mut board = slow(game);
        board.play(&first).unwrap();
        assert!(board.legal_moves().contains(&engine.go("depth 2").best));
    }
}

#[test]
fn random_bytes_break_nothing() {
    let mut rng = SmallRng::seed_from_u64(7);
    for &game in GAMES {
        let mut engine = Engine::of(game);
        let key = engine.field("Key: ");
        let good = engine.fen();
        for round in 0..1000 {
            let mut line = b"position fen ".to_vec();
            if round % 2 == 0 {
                line.extend((0..rng.random_range(1..100)).map(|_| rng.random::<u8>()));
            } else {
                // Nearly right ones go deeper into the parser.
                let mut text = good.clone().into_bytes();
                for _ in 0..rng.random_range(1..4) {
                    let at = rng.random_range(0..text.len());
                    text[at] = b"/0123456789kKqpPwb- \xff"[rng.random_range(0..21)];
                }
                line.extend(text);
            }
            line.retain(|b| *b != b'\n');
            line.push(b'\n');
            engine.send_bytes(&line);
        }
        let answers = engine.ask("");
        // Some of the nearly right ones are right; all others are answered by one remark each.
        assert!(answers.len() > 500, "{game}: {}", answers.len());
        for line in &answers {
            assert!(line.starts_with("info string position: "), "{game}: {line}");
        }
        engine.quietly("position startpos");
        assert_eq!(engine.field("Key: "), key);
        engine.go("depth 2");
    }
}

#[test]
fn random_lines_break_nothing() {
    in_every_game(|game| {
        let mut rng = SmallRng::seed_from_u64(11);
        let mut engine = Engine::of(game);
        for _ in 0..1000 {
            let mut line: Vec<u8> = (0..rng.random_range(1..200)).map(|_| rng.random()).collect();
            // No line may be a command by chance.
            line.retain(|b| *b != b'\n');
            line.insert(0, b'~');
            line.push(b'\n');
            engine.send_bytes(&line);
        }
        let answers = engine.ask("");
        assert_eq!(answers.len(), 1000, "{game}");
        assert!(answers.iter().all(|l| l.starts_with("info string unknown command '~")), "{game}");
        engine.go("depth 2");
    });
}

#[test]
fn a_line_without_end_is_dropped() {
    in_every_game(|game| {
        let mut engine = Engine::of(game);
        engine.send_bytes(&vec![b'x'; 9 << 20]);
        engine.send_bytes(b"\nlegal\n");
        assert!(engine.line().starts_with("info string a line of more than"), "{game}");
        assert!(engine.line().starts_with("legalmoves "), "{game}");
    });
}

#[test]
fn an_illegal_move_is_named_and_nothing_played() {
    for &game in GAMES {
        let mut engine = Engine::of(game);
        let moves = slow(game).legal_moves();
        engine.quietly(&format!("position startpos moves {}", moves[1]));
        let fen = engine.fen();
        // Where moves may have several words, the rubbish is taken as one of the first move's.
        let at = if game == "glex" { 1 } else { 2 };
        for (list, index, name) in [
            ("a1a9".to_owned(), 1, "a1a9"),
            (format!("{} {}", moves[0], moves[0]), 2, moves[0].as_str()),
            (format!("{} rubbish", moves[0]), at, "rubbish"),
            (format!("{} \u{e9}\u{e9}\u{e9}\u{e9}", moves[0]), at, "\u{e9}\u{e9}\u{e9}\u{e9}"),
        ] {
            let remark = engine.refused(&format!("position startpos moves {list}"));
            assert!(remark.contains(&format!("move {index}:")), "{game}: {remark}");
            assert!(remark.contains(name), "{game}: {remark}");
            assert_eq!(engine.fen(), fen);
        }
        engine.quietly(&format!("position startpos moves {}", moves[2]));
        assert_ne!(engine.fen(), fen);
    }
}

#[test]
fn an_empty_list_of_moves() {
    for &game in GAMES {
        let mut engine = Engine::of(game);
        let fen = engine.fen();
        engine.quietly("position startpos moves");
        assert_eq!(engine.fen(), fen);
        engine.quietly(&format!("position fen {fen} moves "));
        assert_eq!(engine.fen(), fen);
    }
}

#[test]
fn two_thousand_moves() {
    for &game in GAMES {
        let mut engine = Engine::of(game);
        let moves = positions::shuffle(game, 2000);
        engine.quietly(&format!("position startpos moves {}", moves.join(" ")));
        assert!(engine.field("Status: ").starts_with("drawn"), "{game}");
        let search = engine.go("depth 3");
        assert!(slow(game).legal_moves().contains(&search.best), "{game}");
    }
}

#[test]
fn blanks_of_all_kinds() {
    in_every_game(|game| {
        let mut engine = Engine::start();
        assert_eq!(engine.during(Duration::from_millis(200)), Vec::<String>::new());
        engine.send_bytes(b"\r\n  \t\r\n\tuci \t \r\n");
        assert!(engine.line().starts_with("id name Oddity"));
        engine.until("uciok");
        engine.send(&format!("\tsetoption \t name\tUCI_Variant   value \t {game} \r"));
        engine.send_bytes(b"  position\tstartpos   moves \t\r\n go \t depth  2\t\r\n");
        assert!(slow(game).legal_moves().contains(&engine.search().best));
        engine.send_bytes(b"isready\r\n");
        assert_eq!(engine.line(), "readyok");
    });
}

#[test]
fn absurd_limits_give_a_legal_move() {
    let _calm = calm();
    for &game in GAMES {
        let mut engine = Engine::of(game);
        let legal = slow(game).legal_moves();
        for limits in [
            "wtime 165661 btime -170671 depth 4",
            "wtime 0 btime 1000",
            "wtime -5000 btime 1000",
            "wtime -9223372036854775808 btime 1",
            "wtime 0 btime 0 winc 0 binc 0 movestogo 0",
            "btime 60000",
            "btime 60000 binc 1000",
            "wtime 30 btime 30 movestogo 1000000",
            "wtime 1 winc -100",
            "nodes 1",
            "nodes 0",
            "nodes -3",
            "movetime 1",
            "movetime 0",
            "movetime -1",
            "depth 0",
            "depth 1",
            "depth -4",
            "mate 0 nodes 5",
            "depth 99999999999999999999 nodes 100",
        ] {
            // Meant for the side to move, which is not White everywhere.
            let swapped = limits.replace("wtime", "own").replace("btime", "wtime").replace("own", "btime");
            let swapped = swapped.replace("winc", "own").replace("binc", "winc").replace("own", "binc");
            let limits = if slow(game).white_to_move() { limits } else { &*swapped };
            // The best of three, since other programs may hold up a single answer.
            let time = (0..3).map(|_| {
                engine.send("isready");
                engine.until("readyok");
                let start = std::time::Instant::now();
                let search = engine.go(limits);
                assert!(legal.contains(&search.best), "{game}, go {limits}: {}", search.best);
                start.elapsed()
            });
            let time = time.min().expect("three times");
            assert!(limits.contains("depth 4") || time < AT_ONCE, "{game}, go {limits}: {time:?}");
        }
        for bad in ["go depth", "go depth two", "go wtime 1e5", "go movetime 5 nodes"] {
            assert!(engine.refused(bad).starts_with("go: "), "{bad}");
        }
    }
}

#[test]
fn searchmoves() {
    for &game in GAMES {
        let mut engine = Engine::of(game);
        let legal = slow(game).legal_moves();
        for wanted in [&legal[5], &legal[7]] {
            assert_eq!(&engine.go(&format!("depth 3 searchmoves {wanted}")).best, wanted);
            assert_eq!(&engine.go(&format!("searchmoves {wanted} a1a9 {wanted} depth 3")).best, wanted);
            // Rubbish behind a move is not taken for a part of it.
            let search = engine.go(&format!("depth 2 searchmoves {wanted} zz9"));
            assert_eq!(&search.best, wanted, "{game}");
            let named = search.lines.iter().filter(|l| l.starts_with("info string ")).count();
            assert_eq!(named, 1, "{game}: {search:#?}");
        }
        let search = engine.go("searchmoves a1a9 nonsense depth 2");
        assert!(search.lines.iter().any(|l| l.contains("no legal move in searchmoves")), "{search:#?}");
        assert!(legal.contains(&search.best));
    }
}

#[test]
fn a_mate_that_is_not_there_and_one_that_is() {
    for &game in GAMES {
        let mut engine = Engine::of(game);
        let search = engine.go("mate 3 movetime 300");
        assert!(slow(game).legal_moves().contains(&search.best));
        // One of two moves is one of at most three; the search ends by itself.
        engine.quietly(&positions::mate_in(game, 2));
        let mate = engine.go("mate 3").last().mate();
        assert!(mate.is_some_and(|n| (2..=3).contains(&n)), "{game}: {mate:?}");
    }
}

#[test]
fn the_first_limit_met_ends_the_search() {
    in_every_game(|game| {
        let mut engine = Engine::of(game);
        assert_eq!(engine.go("depth 2 nodes 100000000 movetime 100000").last().depth, 2, "{game}");
        let search = engine.go("depth 100 nodes 3000 movetime 100000");
        assert!(search.last().nodes <= 3000, "{game}: {search:#?}");
        let start = std::time::Instant::now();
        engine.go("depth 100 nodes 100000000000 movetime 100");
        assert!(start.elapsed() < Duration::from_secs(5), "{game}");
    });
}

#[test]
fn unknown_words() {
    for &game in GAMES {
        let mut engine = Engine::of(game);
        assert!(engine.refused("xyzzy 1 2").contains("'xyzzy'"));
        let search = engine.go("depth 2 quickly");
        let ignored = |l: &String| l.starts_with("info string go: ignored") && l.contains("quickly");
        assert!(search.lines.iter().any(ignored), "{game}: {search:#?}");
        engine.quietly("debug on");
    }
}

#[test]
fn a_board_full_of_queens() {
    for &game in KING_GAMES {
        let mut engine = Engine::of(game);
        for fen in positions::full_of_queens(game) {
            engine.quietly(&format!("position fen {fen}"));
            let mut legal = engine.legal();
            legal.sort();
            let board = positions::slow_fen(game, &fen);
            assert_eq!(legal, board.legal_moves(), "{game} {fen}");
            let search = engine.go("depth 1");
            assert!(legal.contains(&search.best));
        }
    }
    // The board of chess holds no more than 16 pieces of a side.
    let mut engine = Engine::of("chess");
    let full = &positions::full_of_queens("chess")[0];
    for (more, side) in [(full.replace("/8/", "/Q7/"), "White"), (full.replace("/8/", "/7b/"), "Black")] {
        let remark = engine.refused(&format!("position fen {more}"));
        assert!(remark.starts_with(&format!("position: {side} has 17 pieces; 16 is the most")), "{remark}");
    }
}

/// 300 stones: every square but those of two rings and the room around them.
#[cfg(feature = "gess")]
#[test]
fn a_board_full_of_stones() {
    let rows: Vec<String> = (2..=19)
        .rev()
        .map(|rank| {
            let stone = |file: i32| match (file, rank) {
                (2, 3) | (2, 18) => '1',
                _ if rank <= 10 => 'b',
                _ if rank == 11 && file % 2 == 0 => '1',
                _ => 'w',
            };
            (1..=18).map(stone).collect()
        })
        .collect();
    let mut engine = Engine::of("gess");
    for side in ['b', 'w'] {
        let fen = format!("{} {side} 0 1", rows.join("/"));
        engine.quietly(&format!("position fen {fen}"));
        let mut legal = engine.legal();
        legal.sort();
        assert_eq!(legal, positions::slow_fen("gess", &fen).legal_moves());
        // Captures without number, and yet a search of some depth ends.
        let search = engine.go("depth 4");
        assert!(legal.contains(&search.best));
    }
}

/// Every triangle is there or a move away: all circles but a few hold the mover's men, or half of them each side's.
#[cfg(feature = "glex")]
#[test]
fn a_board_full_of_triangles() {
    let mut engine = Engine::of("glex");
    for placement in [
        "bWbWW/WWWW/WW1WW/bWWb/WW1WW/WWWW/WWWWW/WWWW/WWWWW",
        "W1W1b/1W1b/W1W1W/1W1W/W1b1W/1W1b/W1W1W/1W1W/W1W1W",
        "bbbbb/bbbb/bb1bb/bbWb/bb1bb/bWWb/bbWbb/bbbb/bbbbb",
        "WbWbW/bWbW/Wb1bW/bWbW/WbWbW/bWbW/Wb1bW/bWbW/WbWbW",
    ] {
        let mut bonus = false;
        for side in ['w', 'b'] {
            let fen = format!("{placement} {side} - - - 1");
            engine.quietly(&format!("position fen {fen}"));
            let mut legal = engine.legal();
            legal.sort();
            assert_eq!(legal, positions::slow_fen("glex", &fen).legal_moves(), "{fen}");
            bonus |= legal.iter().any(|m| m.contains(','));
            let search = engine.go("depth 2");
            assert!(legal.contains(&search.best), "{fen}");
        }
        assert!(bonus, "no triangle in {placement}");
    }
}
