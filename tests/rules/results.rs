//! How hexagonal games end.

use oddity::game::{Game, History, Outcome, Side};
use oddity::games::hex::{Glinski, McCooey, Shafran};
#[cfg(feature = "zchess")]
use oddity::games::zchess::ZChess;

use crate::rules::setup::{play, position};

/// Plays moves in coordinates and keeps the history.
fn follow<G: Game>(game: &G, pos: &G::Position, texts: &str) -> (G::Position, History) {
    let mut pos = pos.clone();
    let mut history = History::new(game.key(&pos));
    for text in texts.split_whitespace() {
        pos = play(game, &pos, text);
        history.push(game.key(&pos));
    }
    (pos, history)
}

#[test]
fn the_shortest_known_mate() {
    let game = Glinski::new();
    let pos = play(&game, &game.start(), "e1c3 e10c6 b1b2 b7b6 f3b1 e7e6 c3f9");
    assert_eq!(game.finished(&pos), Some(Outcome::win(Side::White, "checkmate")));
}

/// The same stalemate in two games: Black's king on the last cell of a file, the White queen a knight's leap off.
#[test]
fn stalemate_is_worth_a_quarter_in_glinski_only() {
    fn outcome<G: Game>(pieces: &str, side: &str) -> Option<Outcome> {
        let game = G::new();
        game.finished(&position(&game, pieces, side))
    }
    let stalemates = ["ka1 Qb3 Kd5", "ka1 Qc2 Kc5", "ka1 Qc3 Kd5", "ka1 Qb4 Kd4", "ka1 Qc4 Kd4"];
    let stalemate = stalemates
        .into_iter()
        .find(|p| outcome::<Glinski>(p, "b").is_some_and(|o| o.reason == "stalemate"))
        .expect("one of these stalemates");
    assert_eq!(outcome::<Glinski>(stalemate, "b"), Some(Outcome { white_quarters: 3, reason: "stalemate" }));
    assert_eq!(outcome::<McCooey>(stalemate, "b"), Some(Outcome::draw("stalemate")));
    // With colours swapped White has the quarter.
    let swapped: String =
        stalemate.chars().map(|c| if "kQK".contains(c) { swap_case(c) } else { c }).collect();
    assert_eq!(outcome::<Glinski>(&swapped, "w"), Some(Outcome { white_quarters: 1, reason: "stalemate" }));
}

fn swap_case(c: char) -> char {
    if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
}

#[test]
fn a_mate_on_the_hundredth_ply_counts() {
    let game = Glinski::new();
    let fen = game.fen(&play(&game, &game.start(), "e1c3 e10c6 b1b2 b7b6 f3b1 e7e6"));
    let late = fen.replace(" 0 4", " 99 64");
    assert_ne!(fen, late);
    let pos = play(&game, &game.parse_fen(&late).unwrap(), "c3f9");
    // The queen takes a bishop; a quiet mate shows the clock itself.
    assert_eq!(game.finished(&pos).map(|o| o.reason), Some("checkmate"));
    let quiet = position(&game, "ka1 Qd8 Ke5 Rh6 Ri5", "w - 99 80");
    let mating = game.moves(&quiet).into_iter().find(|&m| {
        let mut after = quiet.clone();
        game.play(&mut after, m, &mut ());
        game.finished(&after).is_some_and(|o| o.reason == "checkmate")
    });
    let mut after = quiet.clone();
    game.play(&mut after, mating.expect("a mate in one"), &mut ());
    assert_eq!(game.reversible_plies(&after), 100);
    assert_eq!(game.finished(&after), Some(Outcome::win(Side::White, "checkmate")));
}

#[test]
fn fifty_moves_by_each_side() {
    let game = Glinski::new();
    let history = |pos: &_| History::new(game.key(pos));
    let pos = position(&game, "ka1 Rg5 Kf6 pe5", "w - 98 80");
    let once = play(&game, &pos, "g5g6");
    assert_eq!(game.drawn(&once, &history(&once)), None);
    let twice = play(&game, &once, "a1a2");
    assert_eq!(game.drawn(&twice, &history(&twice)), Some(Outcome::draw("fifty-move rule")));
    let pawn = play(&game, &once, "e5e4");
    assert_eq!(game.drawn(&pawn, &history(&pawn)), None);
    let taken = play(&game, &pos, "f6e5");
    assert_eq!(game.reversible_plies(&taken), 0);
}

#[test]
fn the_start_position_counts_for_repetition() {
    fn check<G: Game>(shuffle: &str) {
        let game = G::new();
        let (pos, history) = follow(&game, &game.start(), shuffle);
        assert_eq!(game.drawn(&pos, &history), None, "{} twice", G::NAME);
        let (pos, history) = follow(&game, &game.start(), &format!("{shuffle} {shuffle}"));
        assert_eq!(game.drawn(&pos, &history), Some(Outcome::draw("threefold repetition")), "{}", G::NAME);
    }
    check::<Glinski>("d1c3 d9c6 c3d1 c6d9");
    check::<McCooey>("e2c3 e9c6 c3e2 c6e9");
    check::<Shafran>("b1a3 h10i8 a3b1 i8h10");
    #[cfg(feature = "zchess")]
    check::<ZChess>("a3c3 i3g3 c3a3 g3i3");
    #[cfg(feature = "gess")]
    check::<oddity::games::gess::Gess>("c6c7 c15c14 c9c8 c12c13");
}

/// A position with a pawn that could be taken en passant is another one than the same without; if the capture
/// would be illegal they are the same.
#[test]
fn en_passant_matters_for_repetition_only_when_legal() {
    let game = Glinski::new();
    let with = play(&game, &position(&game, "Kg1 kg10 Pb1 pc3", "w"), "b1b3");
    let without = position(&game, "Kg1 kg10 Pb3 pc3", "b");
    assert_ne!(game.key(&with), game.key(&without));
    let with = play(&game, &position(&game, "Kg1 kg10 Pb1 pc4", "w"), "b1b3");
    let without = position(&game, "Kg1 kg10 Pb3 pc4", "b");
    assert_eq!(game.key(&with), game.key(&without));
    // The pawn that could take is pinned on its file.
    let with = play(&game, &position(&game, "Rc1 Kg1 kc6 Pb1 pc3", "w"), "b1b3");
    let without = position(&game, "Rc1 Kg1 kc6 Pb3 pc3", "b");
    assert_eq!(game.key(&with), game.key(&without));
}

#[test]
fn bare_kings_are_dead_except_in_glinski() {
    fn drawn<G: Game>(pieces: &str) -> Option<&'static str> {
        let game = G::new();
        let pos = position(&game, pieces, "w");
        game.drawn(&pos, &History::new(game.key(&pos))).map(|o| o.reason)
    }
    assert_eq!(drawn::<Glinski>("Ka1 ki7"), None);
    assert_eq!(drawn::<McCooey>("Ka1 ki7"), Some("dead material"));
    assert_eq!(drawn::<Shafran>("Ka1 ki7"), Some("dead material"));
    // Mates exist with any single piece beside the kings.
    fn mated<G: Game>(pieces: &str) {
        let game = G::new();
        let outcome = game.finished(&position(&game, pieces, "b"));
        assert_eq!(outcome, Some(Outcome::win(Side::White, "checkmate")), "{} {pieces}", G::NAME);
    }
    for pieces in ["Kc3 ka1 Nb4", "Kc3 ka1 Bb3"] {
        mated::<McCooey>(pieces);
        mated::<Shafran>(pieces);
    }
    for pieces in ["Ka1 ki7 Na5", "Ka1 ki7 ba5", "Ka1 ki7 Pa5"] {
        assert_eq!(drawn::<McCooey>(pieces), None, "{pieces}");
        assert_eq!(drawn::<Shafran>(pieces), None, "{pieces}");
    }
}
