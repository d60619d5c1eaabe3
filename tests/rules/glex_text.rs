//! Gle'x as text: FEN, turns, pictures, and tables of triangles from files.

use oddity::game::{FenError, Game, MoveError, MoveStyle};
use oddity::games::glex::Glex;

use crate::rules::setup::{moves, play};

#[test]
fn fen_defaults_and_errors() {
    let game = Glex::new();
    let words: Vec<&str> = Glex::START_FEN.split(' ').collect();
    for n in 1..words.len() {
        assert_eq!(game.parse_fen(&words[..n].join(" ")), Ok(game.start()), "{n} fields");
    }
    let good = "5/bW2/1b1Wb/2b1/1b3/2Wb/b2WW/1Wb1/1W1W1 w Wb a7b4g3h4 f6h4 31";
    assert_eq!(game.parse_fen(good).map(|pos| game.fen(&pos)).as_deref(), Ok(good));
    for (from, to, words) in [
        ("5/b", "4/b", "row i describes 4 circles, but has 5"),
        ("5/b", "5/5/b", "10 rows instead of 9"),
        ("bW2/", "bw2/", "row h holds 'w', which is neither 'W' nor 'b'"),
        ("5/b", "0/b", "a run of 0"),
        (" w ", " x ", "'x' is neither 'w' nor 'b'"),
        (" Wb ", " bW ", "'bW' is none of -, W, b and Wb"),
        ("a7b4", "a7a7", "frozen: a7 stands in it twice"),
        ("a7b4", "a1b4", "frozen: no piece stands on a1"),
        ("a7b4", "a2b4", "frozen: 'a2' is no circle"),
        ("a7b4", "a7b", "is no circle"),
        ("a7b4", "a7é", "is no circle"),
        ("f6h4", "f4h4", "guarded: no piece stands on f4"),
        (" 31", " 0", "turn number"),
        (" 31", " x", "turn number"),
        (" 31", " 31 1", "'1' is one field too many"),
    ] {
        let fen = good.replacen(from, to, 1);
        assert_ne!(fen, good);
        let error = game.parse_fen(&fen).expect_err(&fen).to_string();
        assert!(error.contains(words) && !error.contains('\n'), "{fen}: {error}");
    }
    assert_eq!(game.parse_fen(" "), Err(FenError::Fields("the FEN is empty".into())));
    // Fewer pieces than a game can have are a finished one.
    let empty = game.parse_fen("5/4/5/4/5/4/5/4/5 w - - - 1").expect("a good FEN");
    assert_eq!(game.finished(&empty).map(|o| (o.score_text(), o.reason)), Some(("0-1", "three pieces")));
    assert!(game.moves(&empty).is_empty());
}

#[test]
fn moves_as_text() {
    let game = Glex::new();
    let pos = game.parse_fen("b4/4/W1Wbb/W1b1/W4/W3/5/b2W/5 w - - - 9").expect("a good FEN");
    let m = game.parse_move(&pos, "d2e3,g5e7").expect("legal");
    assert_eq!(game.write_move(&pos, m, MoveStyle::Official), "D2-E3 RT SPT/G5-E7");
    for text in ["D2-E3 RT SPT/G5-E7", "d2-e3/g5-e7", "d2e3/g5e7", "D2E3 rt spt,G5E7", " d2e3 , g5e7 "] {
        assert_eq!(game.parse_move(&pos, text), Ok(m), "{text}");
    }
    for text in ["d2=e3,g5e7", "d2e3,g5xe7", "D2-E3 SPT/G5-E7", "d2e3,d2c1", "d2e5", "a1a3", "d2e3,e1a1"] {
        assert_eq!(game.parse_move(&pos, text), Err(MoveError::Illegal(text.into())), "{text}");
    }
    for text in [
        "",
        " ",
        "d2",
        "d2e",
        "d2e3,",
        "d2e3,g5",
        "d2e3,g5e7,a1a3",
        "d2d2",
        "d2e3x",
        "j2e3",
        "d2e4",
        "d2e3 XT",
        "d2é3",
        "é",
        "d2--e3",
        "d2e3g5e7",
        "/",
        ",",
        "0000",
        "[LPT]",
    ] {
        assert!(matches!(game.parse_move(&pos, text), Err(MoveError::Syntax(..))), "{text:?}");
    }
}

#[test]
fn moves_of_several_words() {
    let game = Glex::new();
    let pos = game.parse_fen("b4/4/W1Wbb/W1b1/W4/W3/5/b2W/5 w - - - 9").expect("a good FEN");
    let words = ["D2-E3", "RT", "SPT/G5-E7", "i1i3"];
    let (m, used) = game.parse_first_move(&pos, &words).expect("legal");
    assert_eq!((game.write_move(&pos, m, MoveStyle::Coordinate).as_str(), used), ("d2e3,g5e7", 3));
    let (m, used) = game.parse_first_move(&pos, &["d2e3", "i1i3"]).expect("legal");
    assert_eq!((game.write_move(&pos, m, MoveStyle::Coordinate).as_str(), used), ("d2e3", 1));
    assert!(game.parse_first_move(&pos, &["d2e5", "RT"]).is_err());
    // A word that can't begin a turn belongs to the one before, right or wrong.
    let start = game.start();
    let error = game.parse_first_move(&start, &["A5-A3", "BT/B2-C1", "I5-I7"]).expect_err("no blue triangle");
    assert_eq!(error, MoveError::Illegal("A5-A3 BT/B2-C1".to_owned()));
    assert_eq!(game.parse_first_move(&start, &["A5-A3", "I5-I7"]).map(|(_, used)| used), Ok(1));
}

#[test]
fn board_for_drawing() {
    let board = Glex::new().board();
    assert_eq!((board.cells.len(), board.files.len(), board.ranks), (41, 9, 9));
    assert_eq!((board.lines.len(), board.triangles.len()), (5 * 4 + 4 * 3 + 8 * 8, 64));
    let colours = |class| board.cells.iter().filter(|cell| cell.colour == class).count();
    assert_eq!([0, 1, 2, 3, 4].map(colours), [24, 4, 1, 8, 4]);
    let place = |name: &str| {
        let cell = board.cells.iter().find(|cell| cell.name == name).expect("lines join circles");
        (cell.x, cell.y)
    };
    for [a, b] in &board.lines {
        let ((ax, ay), (bx, by)) = (place(a), place(b));
        assert!(((ax - bx).hypot(ay - by) - 1.0).abs() < 1e-6, "{a} {b}");
    }
    assert!(
        board.triangles.iter().any(|(colour, tips)| colour == "large purple" && tips == &["c1", "c9", "g5"])
    );
}

#[test]
fn board_as_a_picture() {
    let game = Glex::new();
    let pos = play(&game, &game.start(), "g5i3 h2f4");
    let plain = game.picture(&pos, false);
    let rows: Vec<&str> = plain.lines().collect();
    assert_eq!(rows.len(), 11);
    assert_eq!(rows[0], "i  b   W'  b   .   b   i");
    assert_eq!(rows[1], "h    .   .   .   b     h");
    assert_eq!(rows[3], "f    b   b'  +   b     f");
    assert_eq!(rows[4], "e  :   o   *   o   :   e");
    assert_eq!(rows[9].split_whitespace().collect::<Vec<_>>().join(" "), "1 3 5 7 9");
    assert!(plain.ends_with('\n') && !plain.contains('\x1b'));
    assert_eq!(game.picture(&pos, true).matches("\x1b[48;5;").count(), 41);
}

#[test]
fn triangles_from_a_file() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("my triangles.txt");
    let mut game = Glex::new();
    let built_in = game.key(&game.start());
    let shown = path.display().to_string();
    for (text, words) in [
        (None, "can't read"),
        (Some("red a1-a3"), "line 1: 'a1-a3' is not three different circles"),
        (Some(""), "no triangle"),
    ] {
        if let Some(text) = text {
            std::fs::write(&path, text).expect("a file");
        }
        let error = game.set_option("GlexTriangles", &shown).expect_err("refused");
        assert!(
            error.contains(words) && error.contains("my triangles.txt") && !error.contains('\n'),
            "{error}"
        );
        assert_eq!(game.key(&game.start()), built_in);
    }
    // A device never ends, and a directory is no file.
    #[cfg(unix)]
    for other in ["/dev/zero", "/"] {
        assert!(game.set_option("GlexTriangles", other).expect_err("refused").contains("not a regular file"));
    }
    // Two circles far apart in red: another bonus, and other keys.
    std::fs::write(&path, "# mine\nred a1-a9-i5 given\n").expect("a file");
    game.set_option("glextriangles", &shown).expect("a good table");
    assert_ne!(game.key(&game.start()), built_in);
    assert_eq!(moves(&game, &game.start()).iter().filter(|m| m.contains(',')).count(), 0);
    game.set_option("GlexTriangles", "<empty>").expect("the built-in one");
    assert_eq!(game.key(&game.start()), built_in);
    assert!(game.set_option("Other", "x").expect_err("refused").contains("GlexTriangles"));
}
