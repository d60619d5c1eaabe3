//! Chess and Chess960: what text and rules are easily got wrong.

use oddity::game::{FenError, Game, History, MoveError, MoveStyle, Outcome, Side};
use oddity::games::chess::Chess;

use crate::rules::setup::{allows, placement, play, position, targets};

type Position = <Chess as Game>::Position;

fn chess() -> Chess {
    Chess::new()
}

fn chess960() -> Chess {
    let mut game = Chess::new();
    game.set_option("uci_chess960", "TRUE").expect("names and values in any case");
    game
}

fn read(fen: &str) -> Position {
    chess().parse_fen(fen).unwrap_or_else(|e| panic!("{fen}: {e}"))
}

fn set_up(men: &str, fields: &str) -> Position {
    position(&chess(), men, fields)
}

fn official(pos: &Position, m: &str) -> String {
    chess().write_move(pos, chess().parse_move(pos, m).unwrap_or_else(|e| panic!("{e}")), MoveStyle::Official)
}

/// The castling moves as a game writes them, sorted.
fn castlings(game: &Chess, pos: &Position) -> String {
    let mut texts: Vec<String> = game
        .moves(pos)
        .into_iter()
        .filter(|&m| game.write_move(pos, m, MoveStyle::Official).starts_with('O'))
        .map(|m| game.write_move(pos, m, MoveStyle::Coordinate))
        .collect();
    texts.sort();
    texts.join(" ")
}

/// Plays moves in coordinates and keeps the history.
fn follow(pos: &Position, texts: &str) -> (Position, History) {
    let mut pos = pos.clone();
    let mut history = History::new(chess().key(&pos));
    for text in texts.split_whitespace() {
        pos = play(&chess(), &pos, text);
        history.push(chess().key(&pos));
    }
    (pos, history)
}

fn field(pos: &Position, at: usize) -> String {
    chess().fen(pos).split(' ').nth(at).expect("a field").to_owned()
}

#[test]
fn the_board_in_words() {
    let board = chess().board();
    assert_eq!((board.cells.len(), board.files.concat().as_str(), board.ranks), (64, "abcdefgh", 8));
    assert_eq!((board.game.as_str(), board.lines.len()), ("chess", 0));
    assert!(board.sides[0].starts && !board.sides[1].starts);
    let cell = |name: &str| board.cells.iter().find(|cell| cell.name == name).expect("a square");
    assert_eq!((cell("c2").x, cell("c2").y), (2.0, 1.0));
    // a1 is dark, and squares side by side have two colours.
    assert_ne!(cell("a1").colour, cell("h1").colour);
    for a in &board.cells {
        for b in board.cells.iter().filter(|b| (a.x - b.x).abs() + (a.y - b.y).abs() == 1.0) {
            assert_ne!(a.colour, b.colour, "{} {}", a.name, b.name);
        }
    }
    let picture = chess().picture(&chess().start(), false);
    let rows: Vec<String> =
        picture.lines().map(|l| l.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(rows.len(), 9);
    assert_eq!(rows[0], "8 r n b q k b n r 8");
    assert_eq!(rows[6], "2 P P P P P P P P 2");
    assert_eq!(rows[8], "a b c d e f g h");
    let colour = chess().picture(&chess().start(), true);
    assert_eq!(colour.matches("\x1b[48;5;137m").count(), 32);
    assert_eq!(colour.matches("\x1b[48;5;180m").count(), 32);
    assert!(colour.starts_with("8 \x1b[48;5;180m"), "a8 is light");
}

#[test]
fn castling_text_in_both_modes() {
    let pos = set_up("Ke1 Ra1 Rh1 ke8 ra8 rh8", "w KQkq");
    assert_eq!(castlings(&chess(), &pos), "e1c1 e1g1");
    assert_eq!(castlings(&chess960(), &pos), "e1a1 e1h1");
    for game in [chess(), chess960()] {
        for (side, texts) in [
            ("e1g1", ["e1h1", "O-O", "0-0", "o-o", "O-O+"]),
            ("e1c1", ["e1a1", "O-O-O", "0-0-0", "o-o-o", "0-0-0!?"]),
        ] {
            let m = chess().parse_move(&pos, side);
            assert!(m.is_ok());
            for text in texts.into_iter().chain([side]) {
                assert_eq!(game.parse_move(&pos, text), m, "{text}");
            }
        }
    }
    // Other squares of king or rook have no classical text.
    for (men, texts) in [
        ("Kf1 Ra1 Rh1 kd8", "f1a1 f1h1"),
        ("Ke1 Rb1 Rg1 kd8", "e1b1 e1g1"),
        ("Kb1 Ra1 Rh1 kd8", "b1a1 b1h1"),
        ("Ke1 Rb1 Rh1 kd8", "e1b1 e1g1"),
    ] {
        let pos = set_up(men, "w KQ");
        let modern = texts.replace("e1g1", if men.contains("Rh1") { "e1h1" } else { "e1g1" });
        assert_eq!(castlings(&chess(), &pos), texts, "{men}");
        assert_eq!(castlings(&chess960(), &pos), modern, "{men}");
    }
    // A king's step to the square where castling would bring it is that step.
    let pos = set_up("Kf1 Ra1 Rh1 kd8", "w KQ");
    assert_eq!(official(&pos, "f1g1"), "Kg1");
    assert_eq!(official(&pos, "f1c1"), "O-O-O+");
    assert_eq!(official(&pos, "f1h1"), "O-O");
    // The option.
    let mut game = chess();
    for value in ["yes", "", "1"] {
        let error = game.set_option("UCI_Chess960", value).expect_err(value);
        assert_eq!(error, format!("'{value}' is neither 'true' nor 'false'"));
    }
    let error = game.set_option("Chess", "true").expect_err("no such option");
    assert!(error.contains("'Chess'") && error.contains("UCI_Chess960"), "{error}");
    assert_eq!(game.options().len(), 1);
    assert_eq!(game.options()[0].declaration, "type check default false");
    let mut game = chess960();
    game.set_option("UCI_Chess960", "false").expect("back again");
    assert_eq!(castlings(&game, &read("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1")), "e8c8 e8g8");
}

#[test]
fn castling_in_chess960() {
    // Whatever way they come, they stand where orthodox castling brings them; both cells may be the other's.
    for (men, m, after, legs) in [
        ("Kb1 Ra1", "b1a1", "Kc1 Rd1", 2),
        ("Kb1 Rc1", "b1c1", "Kg1 Rf1", 2),
        ("Kg1 Rh1", "g1h1", "Kg1 Rf1", 1),
        ("Kc1 Rb1", "c1b1", "Kc1 Rd1", 1),
        ("Kf1 Rg1", "f1g1", "Kg1 Rf1", 2),
        ("Kd1 Rc1", "d1c1", "Kc1 Rd1", 2),
        ("Ke1 Rf1", "e1f1", "Kg1 Rf1", 1),
        ("Kg1 Rd1", "g1d1", "Kc1 Rd1", 1),
    ] {
        let short = after.starts_with("Kg");
        let pos = set_up(&format!("{men} kh7 ph6"), if short { "w K" } else { "w Q" });
        let m = chess().parse_move(&pos, m).expect(men);
        assert_eq!(chess().steps(&pos, m).legs.len(), legs, "{men}");
        assert_eq!(
            chess().write_move(&pos, m, MoveStyle::Official).trim_end_matches('+'),
            if short { "O-O" } else { "O-O-O" }
        );
        let mut next = pos.clone();
        chess().play(&mut next, m, &mut ());
        assert_eq!(field(&next, 0), placement(&chess(), &format!("{after} kh7 ph6")), "{men}");
        assert_eq!(field(&next, 2), "-");
    }
    for (men, rights, allowed) in [
        // The rook that leaves was the king's shelter.
        ("Kc1 Rb1 ra1 kh8", "Q", ""),
        // The king passes over the rook's square, which is attacked.
        ("Ke1 Rf1 bb5 kh8", "K", ""),
        // Attacked or occupied on the way of the king; on the way of the rook.
        ("Kg1 Rb1 rd8 kh8", "Q", ""),
        ("Kg1 Rb1 Nd1 kh8", "Q", ""),
        ("Kb1 Ra1 nd1 kh8", "Q", ""),
        ("Kc1 Ra1 Nb1 kh8", "Q", ""),
        ("Kc1 Ra1 rb8 kh8", "Q", "c1a1"),
        ("Ke1 Ra1 rb8 kh8", "Q", "e1c1"),
        ("Ke1 Rb1 Na1 kh8", "Q", "e1b1"),
        ("Kb1 Rg1 rb8 kh8", "K", ""),
    ] {
        assert_eq!(castlings(&chess(), &set_up(men, &format!("w {rights}"))), allowed, "{men}");
    }
}

#[test]
fn x_fen_and_shredder_fen() {
    for (men, written, meant) in [
        ("Ke1 Ra1 Rh1 ke8 ra8 rh8", "HAha", "KQkq"),
        ("Ke1 Ra1 Rh1 ke8 ra8 rh8", "qKhQ", "KQkq"),
        ("Kd1 Rf1 Rh1 kb5", "H", "K"),
        ("Kd1 Rf1 Rh1 kb5", "F", "F"),
        ("Kd1 Rf1 Rg1 kb5", "K", "K"),
        ("Kd1 Ra1 Rc1 Rh1 kb5", "HC", "KC"),
        ("Kd1 Rc1 ra8 kb8 rc8 rd8", "Cca", "Qcq"),
        ("Kg1 Rf1 Ra1 Rh1 kb5", "FH", "KF"),
        // Other rooks of the rank that are the enemy's, or rooks on other ranks, do not count.
        ("Kd1 Rf1 rh1 Rh2 kb5", "F", "K"),
    ] {
        let pos = set_up(men, &format!("w {written} - 0 1"));
        assert_eq!(field(&pos, 2), meant, "{men} {written}");
        let again = read(&chess().fen(&pos));
        assert_eq!((&again, chess().key(&again)), (&pos, chess().key(&pos)), "{men}");
    }
    // Another rook that comes past makes the one with the right no longer the outermost; it keeps it.
    let pos = play(&chess(), &set_up("Kd1 Rf1 Rh3 kb5", "w K"), "h3h1");
    assert_eq!(field(&pos, 2), "F");
    assert_eq!(castlings(&chess(), &play(&chess(), &pos, "b5b6")), "d1f1");
    // Rights of different rooks are different positions.
    let key = |rights: &str| chess().key(&set_up("Kd1 Rf1 Rh1 kb5", rights));
    assert_ne!(key("w F"), key("w H"));
    assert_ne!(key("w F"), key("w -"));
    assert_eq!(key("w K"), key("w H"));
}

#[test]
fn rights_lapse() {
    let men = "Ke1 Ra1 Rh1 ke8 ra8 rh8 Bd4 bd5";
    for (side, m, left) in [
        ("w", "a1a2", "Kkq"),
        ("w", "h1h2", "Qkq"),
        ("w", "e1d1", "kq"),
        ("w", "d4h8", "KQq"),
        ("w", "a1a8", "Kk"),
        ("b", "e8d7", "KQ"),
        ("b", "d5h1", "Qkq"),
        ("b", "h8h1", "Qq"),
    ] {
        let pos = set_up(men, &format!("{side} KQkq"));
        assert_eq!(field(&play(&chess(), &pos, m), 2), left, "{m}");
    }
    let pos = play(&chess(), &set_up(men, "w KQkq"), "a1a2 h8h7 a2a1 h7h8");
    assert_eq!(field(&pos, 2), "Kq");
}

#[test]
fn en_passant() {
    // Written and part of the key only where a legal capture exists.
    for (men, written) in [
        ("Kh1 kh8 Pe2 pd4", "e3"),
        ("Kh1 kh8 Pe2 pd4 pf4", "e3"),
        ("Kh1 kh8 Pe2 pc4", "-"),
        ("Kh1 kh8 Pe2 nd4", "-"),
        // Pinned on the file, on the diagonal, on the rank together with the pawn that would be taken.
        ("Kh1 kd8 Rd1 Pe2 pd4", "-"),
        ("Kh1 kg7 Ba1 Pe2 pd4", "-"),
        ("Kh1 kh4 Ra4 Pe2 pd4", "-"),
        ("Kh1 ka4 Qh4 Pe2 pd4", "-"),
        ("Kh1 ka4 Qh4 Pe2 pd4 ng4", "e3"),
        // Pinned along the way of the capture.
        ("Kh1 kc5 Bg1 Pe2 pd4", "e3"),
        // In check from elsewhere, and from the pawn itself.
        ("Kh1 kd5 Pe2 pf4", "e3"),
        ("Kh1 kh5 Bd1 Pe2 pd4", "-"),
    ] {
        let pos = play(&chess(), &set_up(men, "w"), "e2e4");
        assert_eq!(field(&pos, 3), written, "{men}");
        let without = set_up(&men.replace("Pe2", "Pe4"), "b");
        assert_eq!(chess().key(&pos) == chess().key(&without), written == "-", "{men}");
        assert_eq!(allows(&chess(), &pos, "d4e3") || allows(&chess(), &pos, "f4e3"), written != "-", "{men}");
        let again = read(&chess().fen(&pos));
        assert_eq!((&again, chess().key(&again)), (&pos, chess().key(&pos)), "{men}");
    }
    let pos = play(&chess(), &set_up("Kh1 kh8 Pe2 pd4", "w"), "e2e4");
    assert_eq!(official(&pos, "d4e3"), "dxe3");
    let steps = chess().steps(&pos, chess().parse_move(&pos, "d4e3").expect("legal"));
    assert_eq!(
        (steps.captured, steps.legs),
        (vec!["e4".to_owned()], vec![["d4".to_owned(), "e3".to_owned()]])
    );
    assert_eq!(field(&play(&chess(), &pos, "d4e3"), 0), placement(&chess(), "Kh1 kh8 pe3"));
    // Another piece that stands where a pawn would take is no pawn.
    let other = play(&chess(), &set_up("Kh1 ka8 Be5 pd7", "b"), "d7d5");
    assert_eq!(other, read(&chess().fen(&other)));
    assert_ne!(other, set_up("Kh1 ka8 Be5 pd5", "w - - 1 2"));
    // Only at once.
    assert!(!allows(&chess(), &play(&chess(), &pos, "h8g8 h1g1"), "d4e3"));
    // One that nobody can take is read and forgotten.
    let pos = set_up("Kh1 kh8 Pe5 pd5 pg5", "w - g6");
    assert_eq!(field(&pos, 3), "-");
    assert_eq!(pos, set_up("Kh1 kh8 Pe5 pd5 pg5", "w"));
}

#[test]
fn repetition() {
    let outcome = |men: &str, fields: &str, texts: &str| {
        let (pos, history) = follow(&set_up(men, fields), texts);
        chess().drawn(&pos, &history).map(|o| o.reason)
    };
    let third = Some("threefold repetition");
    let (pos, history) = follow(&chess().start(), "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
    assert_eq!(chess().drawn(&pos, &history), Some(Outcome::draw("threefold repetition")));
    let (pos, history) = follow(&chess().start(), "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    assert_eq!(chess().drawn(&pos, &history), None);
    // With castling rights the first position is another one.
    let men = "Ke1 Ra1 Rh1 ke8 ra8 rh8";
    let cycle = "a1b1 a8b8 b1a1 b8a8";
    assert_eq!(outcome(men, "w KQkq", &format!("{cycle} {cycle}")), None);
    assert_eq!(outcome(men, "w KQkq", &format!("{cycle} {cycle} {cycle}")), third);
    assert_eq!(outcome(men, "w Kk", &format!("{cycle} {cycle}")), third);
    // With a pawn that can be taken in passing too; with one that can't it is the same.
    let cycle = "h8g8 h1g1 g8h8 g1h1";
    let twice = format!("e2e4 {cycle} {cycle}");
    assert_eq!(outcome("Kh1 kh8 Pe2 pd4", "w", &twice), None);
    assert_eq!(outcome("Kh1 kh8 Pe2 pd4", "w", &format!("{twice} {cycle}")), third);
    assert_eq!(outcome("Kh1 kh8 Pe2 pc4", "w", &twice), third);
}

#[test]
fn ends() {
    let finished = |men: &str, fields: &str| chess().finished(&set_up(men, fields));
    assert_eq!(finished("ka8 Kb6 Qa7", "b - - 100 80"), Some(Outcome::win(Side::White, "checkmate")));
    assert_eq!(finished("Kg1 Pf2 Pg2 Ph2 kh8 rd1", "w"), Some(Outcome::win(Side::Black, "checkmate")));
    assert_eq!(finished("ka8 Kb6 Qc7", "b"), Some(Outcome::draw("stalemate")));
    assert_eq!(finished("ka8 Kb6 Qc6", "b"), None);
    // Taking in passing is all that is left.
    let men = "ka8 Kb6 Bf4 Pd3 Pe2 pd4";
    let pos = play(&chess(), &set_up(men, "w"), "e2e4");
    assert_eq!((chess().finished(&pos), chess().count(&pos)), (None, 1));
    assert_eq!(finished(&men.replace("Pe2", "Pe4"), "b"), Some(Outcome::draw("stalemate")));
    let drawn = |men: &str, fields: &str| {
        let pos = set_up(men, fields);
        chess().drawn(&pos, &History::new(chess().key(&pos))).map(|o| o.reason)
    };
    for (men, dead) in [
        ("Ka1 kh8", true),
        ("Ka1 kh8 Nb1", true),
        ("Ka1 kh8 bb1", true),
        ("Ka1 kh8 Nb1 Nc1", false),
        ("Ka1 kh8 Nb1 nc1", false),
        ("Ka1 kh8 Nb1 bc1", false),
        ("Ka1 kh8 Bb1 bd1", true),
        ("Ka1 kg8 Ba3 ba7 bc5", true),
        ("Ka1 kh8 Bb1 bc1", false),
        ("Ka1 kh8 Bb1 Bd1 bf1 bh1", true),
        ("Ka1 kh8 Bb1 Bd1 bf1 bg1", false),
        ("Ka1 kh8 Pb2", false),
        ("Ka1 kh8 Rb2", false),
        ("Ka1 kh7 qc8", false),
    ] {
        assert_eq!(drawn(men, "w") == Some("dead material"), dead, "{men}");
    }
    let rook = "Ka1 kh8 Re1 Pb2 ne8";
    assert_eq!(drawn(rook, "w - - 99 80"), None);
    assert_eq!(drawn(rook, "w - - 100 80"), Some("fifty-move rule"));
    let after = |m: &str| {
        let (pos, history) = follow(&set_up(rook, "w - - 99 80"), m);
        (chess().drawn(&pos, &history).map(|o| o.reason), chess().reversible_plies(&pos))
    };
    assert_eq!(after("e1e7"), (Some("fifty-move rule"), 100));
    assert_eq!(after("e1e8"), (None, 0));
    assert_eq!(after("b2b3"), (None, 0));
    // Losing a right by castling or a rook's move resets nothing.
    let (pos, history) = follow(&set_up("Ke1 Rh1 ke8 ph7", "w K - 99 80"), "e1g1");
    assert_eq!(chess().drawn(&pos, &history).map(|o| o.reason), Some("fifty-move rule"));
    // Beyond the draw the plies are counted no further, and the number of moves has an end.
    assert_eq!(
        chess().fen(&play(&chess(), &set_up(rook, "w - - 130 80"), "e1e2")).split_once(" - - "),
        Some((&*format!("{} b", placement(&chess(), "Ka1 kh8 Re2 Pb2 ne8")), "100 80"))
    );
    let last = play(&chess(), &set_up(rook, "b - - 0 65535"), "h8g8");
    assert!(chess().fen(&last).ends_with(" 1 65535"), "{}", chess().fen(&last));
}

#[test]
fn standard_algebraic_notation() {
    for (men, fields, m, text) in [
        ("Ka1 kh8 Nb1 Nf3", "w", "b1d2", "Nbd2"),
        ("Ka1 kh8 Rd1 Rd7", "w", "d1d4", "R1d4"),
        ("Ka1 kh8 Nb1 Nb3 Nf3 pd2", "w", "b1d2", "N1xd2"),
        ("Ka1 kh8 Nb1 Nb3 Nf3 pd2", "w", "b3d2", "Nb3xd2"),
        ("Ka1 kb8 Qe4 Qh4 Qh1", "w", "h4e1", "Qh4e1"),
        // A pinned piece is no rival, and one in check only if it ends it.
        ("Ke1 kh8 Nc3 Ng1 ba5", "w", "g1e2", "Ne2"),
        ("Ke1 kh8 Nc3 Ng1 re8", "w", "g1e2", "Nge2"),
        ("Ka1 kh8 Pe7 rd8", "w", "e7d8q", "exd8=Q+"),
        ("Kg6 kh8 Pe7", "w", "e7e8q", "e8=Q#"),
        ("Kg6 kh8 Pe7", "w", "e7e8n", "e8=N"),
        ("Ka1 kh8 Pe5 pd5", "w - d6", "e5d6", "exd6"),
        ("Ke1 Rh1 kf8", "w K", "e1g1", "O-O+"),
        ("Ka1 kh8 Ra7 Rb6", "w", "b6b8", "Rb8#"),
    ] {
        let pos = set_up(men, fields);
        assert_eq!(official(&pos, m), text, "{men}");
        assert_eq!(chess().parse_move(&pos, text), chess().parse_move(&pos, m), "{men}");
    }
}

#[test]
fn moves_are_read_in_many_ways() {
    let start = chess().start();
    let m = |pos: &Position, text: &str| chess().parse_move(pos, text);
    for (texts, meant) in [
        (&["Nf3", "Ng1f3", "Ng1-f3", "Ngf3", "N1f3", "g1-f3", "Nf3!", "Nf3??", "Nf3+"][..], "g1f3"),
        (&["e4", "e2-e4", "e2e4!?", "ee4"], "e2e4"),
    ] {
        for text in texts {
            assert_eq!(m(&start, text), m(&start, meant), "{text}");
        }
    }
    let pos = set_up("Ka1 kh8 Pe7 rd8 Nc6", "w");
    for text in ["exd8=Q", "exd8Q", "exd8=q", "e7xd8=Q+", "e7d8q", "e7d8Q", "ed8=Q", "e7:d8=Q", "e:d8Q"] {
        assert_eq!(m(&pos, text), m(&pos, "e7d8q"), "{text}");
    }
    let legal = |text: &str| m(&pos, text).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(legal("Nxd8"), legal("c6d8"));
    // What a text says must be so.
    for wrong in ["N-d8", "d8", "Nxe5", "Rd8", "e7-d8=Q", "exe8=Q", "Qe8", "Nbd8", "N5d8", "c6d8q", "d7d8q"] {
        assert!(matches!(m(&pos, wrong), Err(MoveError::Illegal(_))), "{wrong}: {:?}", m(&pos, wrong));
    }
    // Castling is not a king's move onto its rook.
    let pos = set_up("Ke1 Rh1 kd8", "w K");
    for text in ["Kh1", "Kg1", "h1", "Kxh1", "Ke1xh1", "eh1"] {
        assert!(matches!(m(&pos, text), Err(MoveError::Illegal(_))), "{text}: {:?}", m(&pos, text));
    }
    for text in ["Ke1h1", "Ke1-g1", "e1-g1"] {
        assert_eq!(m(&pos, text), m(&pos, "O-O"), "{text}");
    }
    // Which of several.
    let pos = set_up("Ka1 kh8 Nb1 Nf3", "w");
    let error = m(&pos, "Nd2").expect_err("two");
    assert!(matches!(error, MoveError::Ambiguous { .. }));
    let mut choices: Vec<&str> = ["b1d2", "f3d2"].into();
    choices.sort_unstable();
    let message = error.to_string();
    let mut named: Vec<&str> = message.split_once(": ").expect("choices").1.split(", ").collect();
    named.sort_unstable();
    assert_eq!((named, message.contains("'Nd2'")), (choices, true));
    // What the pawn becomes: the choices that the text leaves.
    let pos = set_up("Ka1 kh8 Pe7 rd8", "w");
    for (text, from) in
        [("e8", "e7e8"), ("e7e8", "e7e8"), ("e7-e8", "e7e8"), ("exd8", "e7d8"), ("e7xd8+", "e7d8")]
    {
        let error = m(&pos, text).expect_err(text);
        assert!(matches!(error, MoveError::NoPromotion { .. }), "{error}");
        let message = error.to_string();
        let mut named: Vec<&str> = message.split_once(": ").expect("choices").1.split(", ").collect();
        named.sort_unstable();
        assert_eq!(named, ["b", "n", "q", "r"].map(|kind| format!("{from}{kind}")), "{text}");
    }
    let pos = set_up("Ka1 kh8 Pe7 Pc7 rd8", "w");
    assert!(matches!(m(&pos, "d8=Q"), Err(MoveError::Illegal(_))), "a capture says its file");
    for text in [
        "", " ", "e", "4", "e9", "i4", "e2e", "e2e4e5e6", "e7e8k", "e7e8p", "e2e4qq", "é4", "e2é", "Xe4",
        "0000", "O", "O-", "O-O-O-O", "0-0-O", "=Q", "e8=", "N", "x", "Nx", "--", "e2--e4", "e4\u{0}",
    ] {
        assert!(matches!(m(&start, text), Err(MoveError::Syntax(..))), "{text:?}: {:?}", m(&start, text));
    }
    for text in ["e5", "e2e5", "Ke2", "O-O", "0-0-0", "Nxf3", "exd3", "a1a2", "e1g1", "e1h1", "e7e5", "Bb5"] {
        assert!(matches!(m(&start, text), Err(MoveError::Illegal(_))), "{text:?}: {:?}", m(&start, text));
    }
}

#[test]
fn a_board_s_own_limits() {
    assert_eq!(targets(&chess(), &set_up("Ka1 kc2 Qh8 qh7", "w"), "a1"), "a2");
    assert!(chess().parse_fen("QQQQQQQQ/QQQQQQQ1/8/8/8/8/8/K1k5 w - - 0 1").is_err(), "that is a check");
    let full = read("1QQQQQQQ/1QQQQQQQ/1Q6/8/8/8/k7/2K5 b - - 0 1");
    assert_eq!(chess().pieces(&full).len(), 17);
}

/// Equal for equal numbers of each kind and side, whoever moves and wherever they stand.
#[test]
fn material_keys() {
    let key = |men: &str, side: &str| chess().material_key(&set_up(men, side));
    assert_eq!(key("Ka1 kh8 Qb1 nc1", "w"), key("Kb2 kg7 Qa5 nd8", "b"));
    let mut keys = vec![key("Ka1 kh7", "w")];
    for men in [
        "Pc3", "Nc3", "Bc3", "Re2", "Qe2", "pc4", "nc5", "bc5", "re7", "qe7", "Pc3 Pd3", "pc4 pd4", "Nc3 Nd3",
    ] {
        keys.push(key(&format!("Ka1 kh7 {men}"), "w"));
    }
    let number = keys.len();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), number);
}

#[test]
fn broken_fens() {
    #[track_caller]
    fn refused(fen: &str, words: &str) {
        let error = chess().parse_fen(fen).expect_err(fen);
        assert!(error.to_string().contains(words), "'{fen}' says '{error}'");
        assert!(!error.to_string().contains('\n'));
        assert!(matches!(
            error,
            FenError::Fields(_) | FenError::Placement(_) | FenError::Field { .. } | FenError::Position(_)
        ));
    }
    let start = Chess::START_FEN;
    refused("", "empty");
    refused("blah", "1 rank instead of 8");
    refused(&start.replacen("rnbqkbnr/", "", 1), "7 ranks instead of 8");
    refused(&start.replacen("/8/", "/7/", 1), "rank 6 describes 7 squares, but has 8");
    refused(&start.replacen("/8/", "/9/", 1), "rank 6 describes 9 squares, but has 8");
    refused(&start.replacen("/8/", "/0/", 1), "a run of 0");
    refused(&start.replacen('q', "x", 1), "'x', which is no piece");
    refused(&start.replacen('q', "k", 1), "two kings");
    refused(&start.replacen('K', "1", 1), "White has no king");
    refused(&start.replacen("rn", "Pn", 1), "White has a pawn on a8");
    refused(&start.replacen("RNB", "RpB", 1), "Black has a pawn on b1");
    refused(&start.replacen("/8/", "/N7/", 1), "White has 17 pieces; 16 is the most");
    refused(&start.replacen("/8/", "/p7/", 1), "Black has 17 pieces");
    refused(&start.replacen("/8/", "/P7/", 1).replacen("RN", "1N", 1), "White has 9 pawns; 8 is the most");
    refused(&start.replace(" w ", " x "), "neither 'w' nor 'b'");
    refused(&start.replace("KQkq", "KQkx"), "'x' is none of");
    refused(&start.replace("KQkq", "KK"), "'K' names a second rook");
    refused(&start.replace("KQkq", "QA"), "'A' names a second rook");
    refused(&start.replace("KQkq", "B"), "'B' needs the White king and such a rook");
    refused(&start.replace("KQkq", "e"), "'e' needs the Black king and such a rook");
    refused(&start.replacen("/RNB", "/1NB", 1), "'Q' needs the White king and such a rook");
    refused(&format!("{} w K", placement(&chess(), "Ke2 Rh1 ka8")), "'K' needs the White king");
    refused(&start.replace(" - 0", " e4 0"), "'e4' is neither '-' nor a square of rank 6");
    refused(&start.replace(" - 0", " e3 0"), "'e3' is neither '-' nor a square of rank 6");
    refused(&start.replace(" - 0", " xx 0"), "'xx' is neither");
    refused(&start.replace(" - 0", " e6 0"), "no pawn can have made a double step over that square");
    refused(&start.replace(" 0 1", " x 1"), "halfmove clock");
    refused(&start.replace(" 0 1", " -1 1"), "halfmove clock");
    refused(&start.replace(" 0 1", " 0 x"), "move number");
    refused(&start.replace(" 0 1", " 0 99999999"), "move number");
    refused(&format!("{start} 7"), "'7' is one field too many");
    refused(&format!("{} w", placement(&chess(), "Ka1 ka8 Ra4")), "Black is in check but White is to move");
    refused(&format!("{} b", placement(&chess(), "Ka1 ka8 ra4")), "White is in check but Black is to move");
    // Kings check each other as any other man would.
    refused(&format!("{} w", placement(&chess(), "Ka1 kb2")), "Black is in check but White is to move");
    refused(&format!("{} b", placement(&chess(), "Ke4 ke5 Ra1")), "White is in check but Black is to move");
    refused(&format!("{} w - d6", placement(&chess(), "Kh1 kh8 Pe5 pd5 ng3")), "en passant");
    let words: Vec<&str> = start.split(' ').collect();
    assert!(chess().fen(&read(words[0])).ends_with(" w - - 0 1"));
    assert_eq!(read(&words[..3].join(" ")), chess().start());
}
