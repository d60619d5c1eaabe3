//! FEN errors, each with what must be said about it.

use oddity::game::Game;
use oddity::games::hex::{Glinski, McCooey, Shafran};
#[cfg(feature = "zchess")]
use oddity::games::zchess::ZChess;

use crate::rules::setup::placement;

#[track_caller]
fn refused<G: Game>(fen: &str, words: &str) {
    let error = G::new().parse_fen(fen).expect_err(fen).to_string();
    assert!(error.contains(words), "{}: '{fen}' says '{error}'", G::NAME);
    assert!(!error.contains('\n'), "one line");
}

fn fen<G: Game>(pieces: &str, fields: &str) -> String {
    format!("{} {fields}", placement(&G::new(), pieces))
}

#[test]
fn start_positions_come_back() {
    fn check<G: Game>() {
        let game = G::new();
        assert_eq!(game.fen(&game.start()), G::START_FEN);
    }
    check::<oddity::games::chess::Chess>();
    check::<Glinski>();
    check::<McCooey>();
    check::<Shafran>();
    #[cfg(feature = "zchess")]
    check::<ZChess>();
    #[cfg(feature = "gess")]
    check::<oddity::games::gess::Gess>();
    #[cfg(feature = "glex")]
    check::<oddity::games::glex::Glex>();
}

#[test]
fn missing_last_fields_have_their_usual_values() {
    let game = Glinski::new();
    let words: Vec<&str> = Glinski::START_FEN.split(' ').collect();
    for n in 1..words.len() {
        assert_eq!(game.parse_fen(&words[..n].join(" ")), Ok(game.start()), "{n} fields");
    }
    let game = Shafran::new();
    let short = game.parse_fen(Shafran::START_FEN.split(' ').next().unwrap()).unwrap();
    assert!(game.fen(&short).ends_with(" w - - 0 1"));
}

#[test]
fn blanks_and_tabs_may_part_the_fields() {
    let game = Glinski::new();
    let spread = Glinski::START_FEN.replace(' ', " \t ");
    assert_eq!(game.parse_fen(&format!("  {spread}  ")), Ok(game.start()));
}

#[test]
fn runs_of_two_digits() {
    let game = Glinski::new();
    let text = fen::<Glinski>("Kf1 kg8 Ra6", "w - 0 1");
    assert!(text.contains("/R10/11/"), "{text}");
    let pos = game.parse_fen(&text).unwrap();
    assert_eq!(game.fen(&pos), text);
    assert_eq!(game.pieces(&pos).len(), 3);
    // Runs side by side add up; they are not wrong, only unusual.
    let split = text.replace("/R10/11/", "/R55/11/");
    refused::<Glinski>(&split, "describes 56 cells, but has 11");
    refused::<Glinski>(&text.replace("/11/", "/011/"), "begins with 0");
}

#[test]
fn broken_placements() {
    let good = fen::<Glinski>("Kf1 kf11 Ra6", "w - 0 1");
    refused::<Glinski>("", "empty");
    refused::<Glinski>("   ", "empty");
    refused::<Glinski>("blah", "1 rank instead of 11");
    refused::<Glinski>(&good.replacen("k/", "", 1), "10 ranks instead of 11");
    refused::<Glinski>(&good.replacen("k/", "k/3/", 1), "12 ranks instead of 11");
    refused::<Glinski>(&good.replacen("k/3/", "k/2/", 1), "rank 10 describes 2 cells, but has 3");
    refused::<Glinski>(&good.replacen("k/3/", "k/4/", 1), "rank 10 describes 4 cells, but has 3");
    refused::<Glinski>(&good.replacen("k/3/", "k/3n/", 1), "rank 10 describes 4 cells, but has 3");
    refused::<Glinski>(&good.replacen("k/3/", "k/2x/", 1), "'x', which is no piece");
    refused::<Glinski>(&good.replacen("k/3/", "k/2é/", 1), "'é', which is no piece");
    refused::<Glinski>(
        &good.replacen("k/3/", "k/99999999999999999999/", 1),
        "rank 10 describes more than 1000 cells",
    );
    refused::<Glinski>(&good.replacen("k/3/", "k/1/", 1), "rank 10 describes 1 cell, but has 3");
    refused::<Shafran>(Glinski::START_FEN, "11 ranks instead of 10");
}

#[test]
fn impossible_pieces() {
    refused::<Glinski>(&fen::<Glinski>("kf11", "w"), "White has no king");
    refused::<Glinski>(&fen::<Glinski>("Kf11", "w"), "Black has no king");
    refused::<Glinski>(&fen::<Glinski>("Kf11 Kf1 ka1", "w"), "White has two kings");
    refused::<Shafran>(&fen::<Shafran>("Ka1 ke5 ke10", "w"), "Black has two kings");
    refused::<Glinski>(&fen::<Glinski>("Ka1 kl6 Pf11", "w"), "White has a pawn on f11, where it promotes");
    refused::<Glinski>(&fen::<Glinski>("Ka1 kl6 Pd9", "w"), "White has a pawn on d9");
    refused::<McCooey>(&fen::<McCooey>("Ka1 kl6 pf1", "w"), "Black has a pawn on f1");
    refused::<Shafran>(&fen::<Shafran>("Ka1 ki10 ph4", "w"), "Black has a pawn on h4");
    refused::<Shafran>(&fen::<Shafran>("Ka1 ki10 Pa6", "w"), "White has a pawn on a6");
}

#[test]
fn the_side_that_moved_is_not_in_check() {
    refused::<Glinski>(&fen::<Glinski>("Ka1 kf11 Rf5", "w"), "Black is in check but White is to move");
    refused::<Glinski>(&fen::<Glinski>("Ka1 kl6 ra3", "b"), "White is in check but Black is to move");
    refused::<McCooey>(&fen::<McCooey>("Ka1 ka2", "w"), "in check");
    assert!(Glinski::new().parse_fen(&fen::<Glinski>("Ka1 kf11 Rf5", "b")).is_ok());
}

#[test]
fn broken_fields() {
    let good = fen::<Glinski>("Kf1 kf11", "");
    refused::<Glinski>(&format!("{good} x"), "'x' is neither 'w' nor 'b'");
    refused::<Glinski>(&format!("{good} W"), "side to move");
    refused::<Glinski>(&format!("{good} w - x"), "halfmove clock");
    refused::<Glinski>(&format!("{good} w - -1"), "halfmove clock");
    refused::<Glinski>(&format!("{good} w - 99999999"), "halfmove clock");
    refused::<Glinski>(&format!("{good} w - 0 0"), "move number");
    refused::<Glinski>(&format!("{good} w - 0 x"), "move number");
    refused::<Glinski>(&format!("{good} w - 0 1 extra"), "'extra' is one field too many");
    refused::<Glinski>(&format!("{good} w - - 0 1"), "halfmove clock");
    assert!(
        Glinski::new().parse_fen(&format!("{good} w - 120 70")).is_ok(),
        "a drawn position can be set up"
    );
}

#[test]
fn castling_rights_need_king_and_rook() {
    let good = fen::<Shafran>("Ke1 Ra1 ke10 ri10", "w");
    let game = Shafran::new();
    assert!(game.parse_fen(&format!("{good} Ai - 0 1")).is_ok());
    refused::<Shafran>(&format!("{good} I - 0 1"), "'I' needs a king on e1 and a rook on i5");
    refused::<Shafran>(&format!("{good} a - 0 1"), "'a' needs a king on e10 and a rook on a6");
    refused::<Shafran>(&format!("{good} AA - 0 1"), "'A' stands twice");
    refused::<Shafran>(&format!("{good} K - 0 1"), "'K' is none of A, I, a, i");
    let moved = fen::<Shafran>("Ke2 Ra1 ke10 ri10", "w");
    refused::<Shafran>(&format!("{moved} A - 0 1"), "'A' needs a king on e1");
    let other = fen::<Shafran>("Ke1 ra1 ke10 ri10", "w");
    assert!(game.parse_fen(&format!("{other} A - 0 1")).is_err(), "an enemy rook");
}

#[test]
fn en_passant_cells_must_fit_the_pawn() {
    let words = "en passant";
    let good = fen::<Glinski>("Kg1 kg10 Pb3 pc3", "b");
    let game = Glinski::new();
    let pos = game.parse_fen(&format!("{good} b2 0 1")).unwrap();
    assert_eq!(game.fen(&pos), format!("{good} b2 0 1"));
    refused::<Glinski>(&format!("{good} c2 0 1"), words);
    refused::<Glinski>(&format!("{good} b1 0 1"), words);
    refused::<Glinski>(&format!("{good} b9 0 1"), "names no cell");
    refused::<Glinski>(&format!("{good} j2 0 1"), "names no cell");
    refused::<Glinski>(&format!("{good} b2b3 0 1"), words);
    refused::<Glinski>(&format!("{good} 2b 0 1"), "names no cell");
    refused::<Glinski>(&format!("{good} é 0 1"), "names no cell");
    refused::<Glinski>(
        &format!("{} b2 0 1", fen::<Glinski>("Kg1 kg10 pc3", "b")),
        "needs a pawn of White on b3",
    );
    refused::<Glinski>(&format!("{} b2 0 1", fen::<Glinski>("Kg1 kg10 Pb3 Pb1", "b")), "not empty");
    refused::<Glinski>(&format!("{} b2 0 1", fen::<Glinski>("Kg1 kg10 Pb3 nb2", "b")), "not empty");
    // White to move: only a Black pawn can have stepped.
    refused::<Glinski>(&format!("{} b2 0 1", fen::<Glinski>("Kg1 kg10 Pb3", "w")), words);
    // The centre pawn of McCooey's game has no double step.
    refused::<McCooey>(&format!("{} f5 0 1", fen::<McCooey>("Kg1 kg10 Pf6", "b")), words);
    let triple = fen::<Shafran>("Ka1 ki10 Pe5", "b - ");
    let game = Shafran::new();
    let pos = game.parse_fen(&format!("{triple}e3e4")).unwrap();
    assert!(game.fen(&pos).contains(" e3e4 "));
    assert_eq!(game.parse_fen(&format!("{triple}e4e3")).map(|p| game.fen(&p)), Ok(game.fen(&pos)));
    refused::<Shafran>(&format!("{triple}e3"), words);
    refused::<Shafran>(&format!("{triple}e3e5"), words);
    refused::<Shafran>(&format!("{triple}e3e4e5"), words);
    refused::<Shafran>(&format!("{} b3b4", fen::<Shafran>("Ka1 ki10 Pb5", "b -")), words);
}
