//! Moves and boards as text.

use oddity::game::{Game, MoveError, MoveStyle};
use oddity::games::chess::Chess;
use oddity::games::hex::{Glinski, McCooey, Shafran};
#[cfg(feature = "zchess")]
use oddity::games::zchess::ZChess;

use crate::rules::setup::{play, position};

#[test]
fn official_text() {
    let game = Glinski::new();
    let text = |pos: &_, m: &str| game.write_move(pos, game.parse_move(pos, m).unwrap(), MoveStyle::Official);
    let start = game.start();
    assert_eq!(text(&start, "d1f4"), "Nd1-f4");
    assert_eq!(text(&start, "e4e5"), "e4-e5");
    let mate = play(&game, &start, "e1c3 e10c6 b1b2 b7b6 f3b1 e7e6");
    assert_eq!(text(&mate, "c3f9"), "Qc3xf9#");
    let pos = play(&game, &position(&game, "Kg1 kg10 Pb1 pc3", "w"), "b1b3");
    assert_eq!(text(&pos, "c3b2"), "c3xb2e.p.");
    let pos = position(&game, "Ka1 kl6 Pf10 ne10", "w");
    assert_eq!(text(&pos, "f10e10r"), "f10xe10=R");
    let pos = position(&game, "Kg1 kf11 Rc2", "w");
    assert_eq!(text(&pos, "c2f5"), "Rc2-f5+");
}

#[test]
fn both_styles_are_read_for_every_move() {
    fn check<G: Game>(moves: &str) {
        let game = G::new();
        let pos = play(&game, &game.start(), moves);
        for m in game.moves(&pos) {
            for style in [MoveStyle::Coordinate, MoveStyle::Official] {
                let text = game.write_move(&pos, m, style);
                assert_eq!(game.parse_move(&pos, &text), Ok(m), "{text}");
            }
        }
    }
    check::<Chess>("e2e4 g8f6 e4e5 d7d5 g1f3 b8c6 f1b5");
    check::<Glinski>("k1k2 c7c5 k2k3 c5c4 k3k4 c4c3 b1b3");
    check::<McCooey>("d2d4 g8g7 d4d5 e8e6");
    check::<Shafran>("e2e4 e9e7 c1e2 f10e9 e2i10 e9i5 b1e3 d9h5 d1e2 b6b5");
    #[cfg(feature = "zchess")]
    check::<ZChess>("b2d4 h2f4 d4e3 f4e5 e3f4 h4g3 f4g3 h14g15");
    #[cfg(feature = "glex")]
    check::<oddity::games::glex::Glex>("g5e7 i5i7,h8h6 b8d6 c5d4 d2e3");
}

#[test]
fn promotion_letters_in_either_case() {
    let game = Glinski::new();
    let pos = position(&game, "Ka1 kl6 Pf10", "w");
    let queen = game.parse_move(&pos, "f10f11q");
    assert!(queen.is_ok());
    for text in ["f10f11Q", "f10-f11=Q", "f10-f11q", "f10f11=q+"] {
        assert_eq!(game.parse_move(&pos, text), queen, "{text}");
    }
}

/// A promotion without a letter is not just illegal: what is missing is said, in both styles and for both ways to promote.
#[test]
fn missing_promotion_letters_are_named() {
    fn check<G: Game>(pieces: &str, texts: &[&str]) {
        let game = G::new();
        let pos = position(&game, pieces, "w");
        for text in texts {
            let error = game.parse_move(&pos, text).expect_err(text);
            assert!(matches!(error, MoveError::NoPromotion { .. }), "{}: {error}", G::NAME);
            let message = error.to_string();
            let (_, choices) = message.split_once(": ").expect("choices");
            let choices: Vec<&str> = choices.split(", ").collect();
            assert_eq!(choices.len(), 4, "{message}");
            for choice in choices {
                assert!(game.parse_move(&pos, choice).is_ok(), "{choice}: {message}");
            }
        }
        // What can't promote for another reason is illegal as ever.
        for text in ["Ka1-a2", "Qa1"] {
            let error = game.parse_move(&pos, text);
            assert!(!matches!(error, Err(MoveError::NoPromotion { .. })), "{text}");
        }
    }
    check::<Chess>("Ka1 kh8 Pb7 na8", &["b7b8", "b8", "b7-b8+", "bxa8", "b7a8", "b7xa8"]);
    check::<Glinski>("Ka1 kl6 Pf10 ne10", &["f10f11", "f10-f11", "f10e10", "f10xe10"]);
    check::<McCooey>("Ka1 kl4 Pf10", &["f10f11", "f10-f11+"]);
    check::<Shafran>("Ka1 ki10 Pe9", &["e9e10", "e9-e10"]);
    #[cfg(feature = "zchess")]
    check::<ZChess>("Ka1 ki17 Ph4 ni3", &["h4i5", "Ph4-i5", "h4i3", "Ph4xi3"]);
}

#[test]
fn one_cell_is_no_move() {
    fn check<G: Game>(texts: &[&str]) {
        let game = G::new();
        for text in texts {
            let error = game.parse_move(&game.start(), text).expect_err(text).to_string();
            assert!(error.contains("one cell") && error.contains("from where"), "{}: {error}", G::NAME);
        }
    }
    check::<Glinski>(&["e5", "Nf4", "Nf4+", "Ra1"]);
    check::<McCooey>(&["e5", "Nf4"]);
    check::<Shafran>(&["e5", "Nd4"]);
    #[cfg(feature = "zchess")]
    check::<ZChess>(&["e5", "Nc3", "Pc3"]);
}

#[test]
fn texts_that_are_no_moves() {
    let game = Glinski::new();
    let pos = game.start();
    for text in [
        "",
        " ",
        "e",
        "e4",
        "e4e",
        "e4e99",
        "j4j5",
        "e4e5x",
        "e4e5qq",
        "é4e5",
        "e4é",
        "Xe4e5",
        "0000",
        "e4e4",
        "e4-",
        "N",
        "=",
        "e4e5k",
        "e4e5p",
        "e4\u{0}e5",
        "d1f4e",
        "e10000000000000000000000e1",
    ] {
        assert!(matches!(game.parse_move(&pos, text), Err(MoveError::Syntax(..))), "{text:?}");
    }
    for text in ["e4e7", "f7f6", "f5f7", "e4e5q", "Ne4-e5", "d1xf4", "a1a2", "e1l6"] {
        assert!(matches!(game.parse_move(&pos, text), Err(MoveError::Illegal(_))), "{text:?}");
    }
}

#[test]
fn a_description_of_each_board() {
    fn check<G: Game>(cells: usize, files: &str, ranks: usize) {
        let game = G::new();
        let board = game.board();
        assert_eq!((board.cells.len(), board.files.concat().as_str(), board.ranks), (cells, files, ranks));
        assert_eq!(board.game, G::NAME);
        // Neighbours are the square root of three apart, and no two of one colour touch.
        let mut touching = 0;
        for (i, a) in board.cells.iter().enumerate() {
            for b in &board.cells[..i] {
                let square = (a.x - b.x).powi(2) + (a.y - b.y).powi(2);
                assert!(square > 2.99, "{} and {} overlap", a.name, b.name);
                if square < 3.01 {
                    touching += 1;
                    assert_ne!(a.colour, b.colour, "{} touches {}", a.name, b.name);
                }
            }
        }
        assert!(touching > 2 * cells, "most cells have six neighbours");
    }
    check::<Glinski>(91, "abcdefghikl", 11);
    check::<McCooey>(91, "abcdefghikl", 11);
    check::<Shafran>(70, "abcdefghi", 10);
}

#[cfg(feature = "zchess")]
#[test]
fn a_description_of_the_circles() {
    let board = ZChess::new().board();
    assert_eq!((board.cells.len(), board.files.len(), board.ranks), (77, 17, 9));
    assert_eq!((board.game.as_str(), board.lines.len()), ("zchess", 68 + 2 * 64));
    // Every line joins neighbours, and no two circles lie nearer than those.
    let place = |name: &str| {
        let cell = board.cells.iter().find(|cell| cell.name == name).expect("lines join circles");
        (cell.x, cell.y)
    };
    for [a, b] in &board.lines {
        let ((ax, ay), (bx, by)) = (place(a), place(b));
        assert!(((ax - bx).hypot(ay - by) - 1.0).abs() < 1e-6, "{a} {b}");
    }
    for (i, a) in board.cells.iter().enumerate() {
        for b in &board.cells[..i] {
            assert!((a.x - b.x).hypot(a.y - b.y) > 0.999, "{} {}", a.name, b.name);
        }
    }
}

#[cfg(feature = "zchess")]
#[test]
fn a_picture_of_the_circles() {
    let game = ZChess::new();
    let plain = game.picture(&game.start(), false);
    let rows: Vec<&str> = plain.lines().collect();
    assert_eq!(rows.len(), 11);
    assert_eq!(rows[0], "i  r   n   b   q   k   q   b   n   r   i");
    assert_eq!(rows[1], "h    p   p   p   p   p   p   p   p     h");
    assert_eq!(rows[2], "g  .   .   .   .   .   .   .   .   .   g");
    assert_eq!(rows[9].split_whitespace().collect::<Vec<_>>().join(" "), "1 3 5 7 9 11 13 15 17");
    assert!(plain.ends_with('\n') && !plain.contains('\x1b'));
    assert_eq!(game.picture(&game.start(), true).matches("\x1b[48;5;").count(), 77);
}

#[test]
fn pictures_show_every_piece() {
    fn check<G: Game>() {
        let game = G::new();
        let pos = game.start();
        let plain = game.picture(&pos, false);
        assert!(plain.ends_with('\n') && !plain.contains('\x1b'));
        let letters = |text: &str, wanted: char| text.chars().filter(|&c| c == wanted).count();
        for piece in ['P', 'p', 'N', 'R', 'Q', 'K', 'q', 'r', 'n'] {
            let stand = game.pieces(&pos).iter().filter(|p| p.piece == piece).count();
            assert_eq!(
                letters(&plain, piece),
                stand + usize::from(game.board().files.contains(&piece.to_string()))
            );
        }
        let colour = game.picture(&pos, true);
        for class in 0..3u8 {
            let cells = game.board().cells.iter().filter(|cell| cell.colour == class).count();
            let background = ["\x1b[48;5;180m", "\x1b[48;5;137m", "\x1b[48;5;223m"][usize::from(class)];
            assert_eq!(colour.matches(background).count(), 2 * cells, "two half-rows a cell");
        }
    }
    check::<Glinski>();
    check::<McCooey>();
    check::<Shafran>();
}
