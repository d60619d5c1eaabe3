//! The slow reference of chess held against published counts, and against the mistakes most easily made in it.

use crate::slow_chess::{Slow, Status};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The published counts, which `tests/rules` holds the engine against too.
const REFERENCE: &str = include_str!("../positions/chess/reference.txt");

/// A position from a list of men ("Ka1 pb4", capitals for White) and the fields after the placement.
fn set_up(men: &str, fields: &str) -> Slow {
    Slow::from_fen(&placed(men, fields)).expect("a sound position")
}

fn placed(men: &str, fields: &str) -> String {
    let mut rows = Vec::new();
    for rank in (1..=8).rev() {
        let (mut text, mut run) = (String::new(), 0);
        for file in 'a'..='h' {
            let name = format!("{file}{rank}");
            match men.split(' ').find(|man| man[1..] == name) {
                None => run += 1,
                Some(man) => {
                    if run > 0 {
                        text.push_str(&run.to_string());
                    }
                    run = 0;
                    text.push_str(&man[..1]);
                }
            }
        }
        if run > 0 {
            text.push_str(&run.to_string());
        }
        rows.push(text);
    }
    format!("{} {fields}", rows.join("/"))
}

fn read(fen: &str) -> Slow {
    Slow::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn after(mut game: Slow, moves: &str) -> Slow {
    for m in moves.split_whitespace() {
        game.play(m).expect("a legal move");
    }
    game
}

/// Where the man on a square goes, in the order of the names.
fn targets(game: &Slow, square: &str) -> String {
    let moves = game.legal_moves();
    moves.iter().filter_map(|m| m.strip_prefix(square)).collect::<Vec<_>>().join(" ")
}

fn allows(game: &Slow, m: &str) -> bool {
    game.legal_moves().iter().any(|legal| legal == m)
}

fn castlings(game: &Slow) -> String {
    game.legal_moves().into_iter().filter(|m| game.castles(m)).collect::<Vec<_>>().join(" ")
}

fn field(game: &Slow, at: usize) -> String {
    game.fen().split(' ').nth(at).expect("a field").to_owned()
}

fn over(white_quarters: u8, reason: &'static str) -> Status {
    Status::Over { white_quarters, reason }
}

#[test]
fn published_leaf_counts() {
    // Each move is made on a copy and looked at from every man, so deeper counts take minutes.
    let most = if cfg!(debug_assertions) { 3_000 } else { 50_000 };
    let (mut positions, mut counts) = (0, 0);
    for line in REFERENCE.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let mut parts = line.split(';');
        let game = read(parts.next().expect("a FEN"));
        positions += 1;
        for part in parts {
            let (depth, count) =
                part.trim().trim_start_matches('D').split_once(' ').expect("depth and count");
            let count: u64 = count.parse().expect("a count");
            if count <= most {
                assert_eq!(game.perft(depth.parse().expect("a depth")), count, "{line}");
                counts += 1;
            }
        }
    }
    assert!(positions >= 16 && counts >= 24, "{counts} counts of {positions} positions");
    assert_eq!(Slow::start().fen(), START);
}

/// Every position two plies from some starts is written and read again without loss.
#[test]
fn fen_round_trip() {
    for number in [518, 0, 77, 431, 959] {
        let start = Slow::chess960_start(number);
        for first in start.legal_moves().iter().step_by(3) {
            let one = after(start.clone(), first);
            for second in one.legal_moves().iter().step_by(3) {
                let two = after(one.clone(), second);
                let read = read(&two.fen());
                assert_eq!(read.fen(), two.fen());
                assert_eq!(read.legal_moves(), two.legal_moves());
            }
        }
    }
}

/// Damaged FENs give an error or a position, never a panic.
#[test]
fn damaged_fens() {
    for at in 0..=START.len() {
        let _ = Slow::from_fen(&START[..at]);
        for junk in ["/", "0", "99999999999999999999", "-", "é", "a1", "k", " "] {
            let _ = Slow::from_fen(&format!("{}{junk}{}", &START[..at], &START[at..]));
        }
    }
    let placement = START.split(' ').next().expect("a placement");
    assert!(Slow::from_fen(placement).is_ok());
    for wrong in [
        START.replace('K', "N"),
        START.replace(" w ", " x "),
        START.replace("KQkq", "KK"),
        START.replace("KQkq", "KH"),
        START.replace("KQkq", "KE"),
        START.replace("KQkq", "Kx"),
        START.replace(" - 0", " e3 0"),
        START.replace("0 1", "0 0"),
        START.replace("0 1", "0 1 1"),
        START.replace("/8/8/", "/8/7/"),
        placed("Ka1 ka8 kh8", "w - - 0 1"),
        placed("Ke2 kh8 Ra1", "w Q - 0 1"),
        placed("Ke1 kh8 Ra1", "w K - 0 1"),
        placed("Ke1 kh8 Pa8", "w - - 0 1"),
        placed("Ke1 kh8 pa1", "w - - 0 1"),
        placed("Ke1 kh8 Qh1", "w - - 0 1"),
        placed("Ke1 ke2", "w - - 0 1"),
        START.replace("/8/8/", "/8/P7/"),
        START.replace("/8/8/", "/8/N7/"),
        placed("Ke1 kh8 pe4 Pe2", "w - e3 0 1"),
    ] {
        assert!(Slow::from_fen(&wrong).is_err(), "{wrong}");
    }
}

#[test]
fn steps_of_the_men() {
    for (man, goals) in [
        ("Nd4", "b3 b5 c2 c6 e2 e6 f3 f5"),
        ("Nh8", "f7 g6"),
        ("Bd4", "a7 b2 b6 c3 c5 e3 e5 f2 f6 g1 g7 h8"),
        ("Rd4", "a4 b4 c4 d1 d2 d3 d5 d6 d7 d8 e4 f4 g4 h4"),
        ("Kd4", "c3 c4 c5 d3 d5 e3 e4 e5"),
    ] {
        let kings = if man.starts_with('K') { "ka8" } else { "Ka1 ka8" };
        let game = set_up(&format!("{kings} {man}"), "w - - 0 1");
        assert_eq!(targets(&game, &man[1..]).replace("a1 ", ""), goals, "{man}");
    }
    let game = set_up("Kh1 kg8 Qa1 pa3 Nc1 pc3", "w - - 0 1");
    assert_eq!(targets(&game, "a1"), "a2 a3 b1 b2 c3");
}

#[test]
fn pawns() {
    let game = set_up("Kh1 kh8 Pb2 pa3 Pd2 pd4 Pf3", "w - - 0 1");
    assert_eq!(targets(&game, "b2"), "a3 b3 b4");
    assert_eq!(targets(&game, "d2"), "d3");
    assert_eq!(targets(&game, "f3"), "f4");
    let game = set_up("Kh1 kg8 Pb7 na8 Ph6", "w - - 0 1");
    assert_eq!(targets(&game, "b7"), "a8b a8n a8q a8r b8b b8n b8q b8r");
    assert!(game.is_noisy("b7b8n"));
    assert_eq!(game.official("b7a8n").as_deref(), Some("bxa8=N"));
    assert_eq!(game.official("b7b8q").as_deref(), Some("b8=Q+"));
    assert_eq!(field(&after(game, "b7a8r"), 0), "R5k1/8/7P/8/8/8/8/7K");
    let game = set_up("Kh2 kh8 pg2 Nf1", "b - - 0 1");
    assert_eq!(targets(&game, "g2"), "f1b f1n f1q f1r g1b g1n g1q g1r");
}

#[test]
fn en_passant() {
    let game = after(set_up("Kh1 kh8 Pe2 pd4 pf4", "w - - 3 9"), "e2e4");
    assert_eq!(game.fen(), placed("Kh1 kh8 Pe4 pd4 pf4", "b - e3 0 9"));
    assert!(allows(&game, "d4e3") && allows(&game, "f4e3"));
    assert_eq!(game.official("d4e3").as_deref(), Some("dxe3"));
    assert_eq!(game.captured("d4e3").as_deref(), Some("e4"));
    assert!(game.is_noisy("f4e3"));
    assert_eq!(after(game.clone(), "d4e3").fen(), placed("Kh1 kh8 pe3 pf4", "w - - 0 10"));
    // Only at once.
    let later = after(game, "h8g8 h1g1");
    assert!(!allows(&later, "d4e3"));
    // A square that nobody may take on is not written.
    let alone = after(set_up("Kh1 kh8 Pe2 pc4", "w - - 3 9"), "e2e4");
    assert_eq!(field(&alone, 3), "-");
    // Both pawns leave the rank between king and rook; the file is as good as a pin; a diagonal too.
    for men in ["ka4 Kh1 Rh4", "kd8 Kh1 Rd1", "kh4 Kh1 Ra4", "kg7 Kh1 Ba1"] {
        let game = after(set_up(&format!("{men} Pe2 pd4"), "w - - 0 1"), "e2e4");
        assert!(!allows(&game, "d4e3"), "{men}");
        assert_eq!(field(&game, 3), "-", "{men}");
    }
    // It may end a check by the pawn that passed, and one along the pin's own diagonal keeps the king covered.
    let game = after(set_up("kd5 Kh1 Pe2 pf4", "w - - 0 1"), "e2e4");
    assert!(game.in_check() && allows(&game, "f4e3"));
    let game = after(set_up("kc5 Kh1 Bg1 Pe2 pd4", "w - - 0 1"), "e2e4");
    assert!(allows(&game, "d4e3"));
    // The step lets in a check through the square that the pawn left.
    assert!(set_up("Kh3 kh8 Pe5 pd5 bc8", "w - d6 0 1").in_check());
    // From a FEN, and refused where no pawn can have passed.
    assert!(allows(&set_up("Kh1 kh8 Pe5 pd5", "w - d6 0 1"), "e5d6"));
    for (men, fields) in [
        ("Kh1 kh8 Pe5 pd5", "b - d6 0 1"),
        ("Kh1 kh8 Pe5 pd5", "w - f6 0 1"),
        ("Kh1 kh8 Pe5 pd5 nd7", "w - d6 0 1"),
        ("Kh1 kh8 Pe5 pd5 nd6", "w - d6 0 1"),
        ("Kh1 kh8 Pe5 pd5", "w - d5 0 1"),
        // Checks that no step of this pawn can have let in.
        ("Kh1 kh8 Pe5 pd5 ng3", "w - d6 0 1"),
        ("Kc5 kh8 Pe5 pd5 bf8", "w - d6 0 1"),
    ] {
        assert!(Slow::from_fen(&placed(men, fields)).is_err(), "{men} {fields}");
    }
}

const HOME: &str = "Ke1 Ra1 Rh1 ke8 ra8 rh8";

#[test]
fn castling() {
    let (white, black) = (set_up(HOME, "w KQkq - 4 9"), set_up(HOME, "b KQkq - 4 9"));
    assert_eq!(castlings(&white), "e1c1 e1g1");
    assert_eq!(castlings(&black), "e8c8 e8g8");
    for (game, m, to, fields, official) in [
        (&white, "e1g1", "Kg1 Rf1 Ra1 ke8 ra8 rh8", "b kq - 5 9", "O-O"),
        (&white, "e1c1", "Kc1 Rd1 Rh1 ke8 ra8 rh8", "b kq - 5 9", "O-O-O"),
        (&black, "e8g8", "Ke1 Ra1 Rh1 kg8 rf8 ra8", "w KQ - 5 10", "O-O"),
        (&black, "e8c8", "Ke1 Ra1 Rh1 kc8 rd8 rh8", "w KQ - 5 10", "O-O-O"),
    ] {
        assert_eq!(after(game.clone(), m).fen(), placed(to, fields));
        assert!(!game.is_noisy(m));
        assert_eq!(game.official(m).as_deref(), Some(official));
    }
    for (men, left) in [
        ("Nb1", "e1g1"),
        ("Nc1", "e1g1"),
        ("Nd1", "e1g1"),
        ("Nf1", "e1c1"),
        ("ng1", "e1c1"),
        // In check; d1 and f1 attacked; c1 and g1 attacked; only the rook or its way attacked.
        ("re4", ""),
        ("rd4", "e1g1"),
        ("rf4", "e1c1"),
        ("rc4", "e1g1"),
        ("rg4", "e1c1"),
        ("rb4", "e1c1 e1g1"),
        ("bd5", "e1c1 e1g1"),
        ("ph2", "e1c1"),
        ("pe2", ""),
    ] {
        assert_eq!(castlings(&set_up(&format!("{HOME} {men}"), "w KQ - 0 1")), left, "{men}");
    }
    // Castling gives check.
    assert_eq!(set_up("Ke1 Rh1 kf8", "w K - 0 1").official("e1g1").as_deref(), Some("O-O+"));
}

#[test]
fn castling_rights_lapse() {
    let men = format!("{HOME} Bd4 bd5");
    let (white, black) = (set_up(&men, "w KQkq - 0 1"), set_up(&men, "b KQkq - 0 1"));
    for (game, m, left) in [
        (&white, "a1a2", "Kkq"),
        (&white, "h1h2", "Qkq"),
        (&white, "e1d1", "kq"),
        (&white, "d4h8", "KQq"),
        (&white, "a1a8", "Kk"),
        (&black, "a8a7", "KQk"),
        (&black, "h8h7", "KQq"),
        (&black, "e8d7", "KQ"),
        (&black, "d5h1", "Qkq"),
        (&black, "h8h1", "Qq"),
    ] {
        assert_eq!(field(&after(game.clone(), m), 2), left, "{m}");
    }
    // What comes back does not bring its right back.
    assert_eq!(field(&after(white, "a1a2 h8h7 a2a1 h7h8"), 2), "Kq");
}

#[test]
fn chess960() {
    for (number, men) in [(518, "RNBQKBNR"), (0, "BBQNNRKR"), (959, "RKRNNQBB"), (1, "BQNBNRKR")] {
        let small = men.to_lowercase();
        let fen = format!("{small}/pppppppp/8/8/8/8/PPPPPPPP/{men} w KQkq - 0 1");
        assert_eq!(Slow::chess960_start(number).fen(), fen);
    }
    let all: std::collections::HashSet<String> = (0..960).map(|n| Slow::chess960_start(n).fen()).collect();
    assert_eq!(all.len(), 960);
    // Text by the squares on which king and rook stand, and by the option.
    let classical = set_up(HOME, "w KQ - 0 1");
    assert_eq!(castlings(&classical.clone().with_chess960(true)), "e1a1 e1h1");
    assert_eq!(castlings(&classical), "e1c1 e1g1");
    assert_eq!(castlings(&set_up("Kf1 Ra1 Rh1 kd7", "w KQ - 0 1")), "f1a1 f1h1");
    assert_eq!(castlings(&set_up("Ke1 Rb1 Rg1 kd7", "w KQ - 0 1")), "e1b1 e1g1");
    // Where king and rook arrive, wherever they come from.
    for (from, m, to) in [
        ("Kb1 Ra1", "b1a1", "Kc1 Rd1"),
        ("Kb1 Rc1", "b1c1", "Kg1 Rf1"),
        ("Kg1 Rh1", "g1h1", "Kg1 Rf1"),
        ("Kc1 Rb1", "c1b1", "Kc1 Rd1"),
        ("Kf1 Rg1", "f1g1", "Kg1 Rf1"),
        ("Kd1 Rc1", "d1c1", "Kc1 Rd1"),
        ("Kg1 Rf1", "g1f1", "Kc1 Rd1"),
        ("Ke1 Rf1", "e1f1", "Kg1 Rf1"),
    ] {
        let right = if from.as_bytes()[5] > from.as_bytes()[1] { "K" } else { "Q" };
        let game = set_up(&format!("{from} kh8 ph7 pg7"), &format!("w {right} - 0 1"));
        assert_eq!(
            field(&after(game, m), 0),
            field(&set_up(&format!("{to} kh8 ph7 pg7"), "w - -"), 0),
            "{m}"
        );
    }
    // The rook that leaves exposes its king; crossed is also the square of the rook itself.
    assert_eq!(castlings(&set_up("Kc1 Rb1 ra1 kh8", "w Q - 0 1")), "");
    assert_eq!(castlings(&set_up("Ke1 Rf1 bb5 kh8", "w K - 0 1")), "");
    assert_eq!(castlings(&set_up("Kg1 Rb1 rd8 kh8", "w Q - 0 1")), "");
    assert_eq!(castlings(&set_up("Kg1 Rb1 Nd1 kh8", "w Q - 0 1")), "");
    assert_eq!(castlings(&set_up("Kb1 Ra1 nd1 kh8", "w Q - 0 1")), "");
}

/// KQkq means the outermost rook, and the file is written for any other.
#[test]
fn x_fen() {
    for (men, written, meant) in [
        ("Kd1 Rf1 Rh1 kb5", "H", "K"),
        ("Kd1 Rf1 Rh1 kb5", "F", "F"),
        ("Kd1 Rf1 Rg1 kb5", "G", "K"),
        ("Kd1 Ra1 Rc1 kb5", "A", "Q"),
        ("Kd1 Ra1 Rc1 Rh1 kb5", "HC", "KC"),
        ("Kd1 Rc1 ra8 kb8 rc8 rd8", "Cadc", ""),
        ("Kd1 Rc1 ra8 kb8 rc8 rd8", "acC", "Qcq"),
        ("Ke1 Ra1 Rh1 ke8 ra8 rh8", "qkQK", "KQkq"),
        ("Kg1 Rf1 Ra1 Rh1 kb5", "FH", "KF"),
        ("Kg1 Rf1 Ra1 Rh1 kb5", "QFH", ""),
    ] {
        let read = Slow::from_fen(&placed(men, &format!("w {written} - 0 1")));
        match meant {
            "" => assert!(read.is_err(), "{men} {written}"),
            _ => assert_eq!(field(&read.expect(men), 2), meant, "{men} {written}"),
        }
    }
    // A rook that moves past the one with the right makes it another than the outermost.
    let game = after(set_up("Kd1 Rf1 Rh3 kb5", "w K - 0 1"), "h3h1");
    assert_eq!(field(&game, 2), "F");
}

#[test]
fn ends() {
    assert_eq!(set_up("Kg1 Pf2 Pg2 Ph2 kh8 rd1", "w - - 0 1").status(), over(0, "checkmate"));
    assert_eq!(set_up("ka8 Kb6 Ra1", "b - - 100 80").status(), over(2, "fifty-move rule"));
    assert_eq!(set_up("ka8 Kb6 Qa7", "b - - 100 80").status(), over(4, "checkmate"));
    assert_eq!(set_up("ka8 Kb6 Qc7", "b - - 0 1").status(), over(2, "stalemate"));
    assert_eq!(set_up("Ka1 kh8 Ra2", "w - - 100 80").status(), over(2, "fifty-move rule"));
    assert_eq!(set_up("Ka1 kh8 Ra2", "w - - 99 80").status(), Status::Ongoing);
    for (men, dead) in [
        ("Ka1 kh8", true),
        ("Ka1 kh8 Nb1", true),
        ("Ka1 kh8 bb1", true),
        ("Ka1 kh8 Nb1 Nc1", false),
        ("Ka1 kh8 Nb1 nc1", false),
        ("Ka1 kh8 Nb1 bc1", false),
        ("Ka1 kh8 Bb1 bd1", true),
        ("Ka1 kh8 Bb1 bc1", false),
        ("Ka1 kh8 Bb1 Bd1 bf1 bh1", true),
        ("Ka1 kh8 Bb1 Bd1 bf1 bg1", false),
        ("Ka1 kh8 Pb2", false),
        ("Ka1 kh8 Rb2", false),
    ] {
        let status = set_up(men, "w - - 0 1").status();
        assert_eq!(status == over(2, "dead material"), dead, "{men}");
    }
}

#[test]
fn count_starts_anew() {
    let game = set_up("Ka1 kh8 Re1 Pb2 ne8", "w - - 99 80");
    assert_eq!(after(game.clone(), "e1e8").status(), Status::Ongoing);
    assert_eq!(after(game.clone(), "b2b3").status(), Status::Ongoing);
    assert_eq!(after(game, "e1e7").status(), over(2, "fifty-move rule"));
}

#[test]
fn threefold_repetition() {
    let cycle = "g1f3 g8f6 f3g1 f6g8";
    let once = after(Slow::start(), cycle);
    assert_eq!(once.status(), Status::Ongoing);
    assert_eq!(after(once, cycle).status(), over(2, "threefold repetition"));
    // Rights make another position: here the first one still has White's.
    let cycle = "a1b1 a8b8 b1a1 b8a8";
    let game = after(set_up(HOME, "w KQkq - 0 1"), &format!("{cycle} {cycle}"));
    assert_eq!(game.status(), Status::Ongoing);
    // So does a pawn that can be taken in passing; one that can't does not.
    let cycle = "h8g8 h1g1 g8h8 g1h1";
    let taken = after(set_up("Kh1 kh8 Pe2 pd4", "w - - 0 1"), &format!("e2e4 {cycle} {cycle}"));
    assert_eq!(taken.status(), Status::Ongoing);
    let safe = after(set_up("Kh1 kh8 Pe2 pc4", "w - - 0 1"), &format!("e2e4 {cycle} {cycle}"));
    assert_eq!(safe.status(), over(2, "threefold repetition"));
}

#[test]
fn official_notation() {
    let game = Slow::start();
    assert_eq!(game.official("e2e4").as_deref(), Some("e4"));
    assert_eq!(game.official("g1f3").as_deref(), Some("Nf3"));
    assert_eq!(game.official("e2e5"), None);
    // By file, by rank, by both; a pinned piece is no rival.
    for (men, m, text) in [
        ("Ka1 kh8 Nb1 Nf3", "b1d2", "Nbd2"),
        ("Ka1 kh8 Rd1 Rd7", "d1d4", "R1d4"),
        ("Ka1 kh8 Nb1 Nb3 Nf3 pd2", "b1d2", "N1xd2"),
        ("Ka1 kh8 Nb1 Nb3 Nf3 pd2", "b3d2", "Nb3xd2"),
        ("Ka1 kb8 Qe4 Qh4 Qh1", "h4e1", "Qh4e1"),
        ("Ka1 kh8 Nb1 Ne3 re8", "b1c3", "Nc3"),
        ("Ke1 kh8 Nc3 Ng1 ba5", "g1e2", "Ne2"),
    ] {
        assert_eq!(set_up(men, "w - - 0 1").official(m).as_deref(), Some(text), "{men}");
    }
}

#[test]
fn illegal_moves_are_refused() {
    let mut game = Slow::start();
    for m in ["", "e2", "e2e5", "e7e5", "e2e4q", "e2e4 ", "a1a2", "é", "e1g1"] {
        assert!(game.play(m).is_err(), "{m}");
    }
    assert_eq!(game.fen(), START);
}
