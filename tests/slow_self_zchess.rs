//! The slow reference of Z-Chess held against known counts, and against the mistakes most easily made in it.

use crate::slow_zchess::{Slow, Status};

const START: &str = "rnbqkqbnr/pppppppp/9/8/9/8/9/PPPPPPPP/RNBQKQBNR w LRlr 0 1";

/// A position from a list of men ("Ka9 pb4", capitals for White) and the fields after the placement.
fn set_up(men: &str, fields: &str) -> Slow {
    Slow::from_fen(&placed(men, fields)).expect("a sound position")
}

fn placed(men: &str, fields: &str) -> String {
    let mut rows = Vec::new();
    for (row, letter) in "abcdefghi".char_indices().rev() {
        let (mut text, mut run) = (String::new(), 0);
        for column in (1..=17).filter(|column| (row + column) % 2 == 1) {
            let name = format!("{letter}{column}");
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

fn after(mut game: Slow, moves: &str) -> Slow {
    for m in moves.split_whitespace() {
        game.play(m).expect("a legal move");
    }
    game
}

/// Where the man on a circle goes, in the order of the names.
fn targets(game: &Slow, circle: &str) -> String {
    let moves = game.legal_moves();
    let rest = |m: &String| {
        m.strip_prefix(circle)
            .filter(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
            .map(String::from)
    };
    moves.iter().filter_map(rest).collect::<Vec<_>>().join(" ")
}

fn allows(game: &Slow, m: &str) -> bool {
    game.legal_moves().iter().any(|legal| legal == m)
}

fn over(white_quarters: u8, reason: &'static str) -> Status {
    Status::Over { white_quarters, reason }
}

#[test]
fn leaf_counts() {
    let cases: [(&str, &[u64]); 6] = [
        (START, &[32, 1_024, 36_644]),
        ("k8/8/9/8/9/2r5/9/PPP1PPPP/R3K3R w LR 0 1", &[30, 1_634]),
        ("k8/8/9/8/9/1r6/9/1PPPPPPP/R3K3R w LR 0 1", &[33, 492]),
        ("r3k3r/pppppppp/9/8/9/8/9/PPPPPPPP/R3K3R w LRlr 0 1", &[40, 1_600]),
        ("1nb1k4/1P6/9/8/9/8/9/8/4K4 w - 0 1", &[12, 120]),
        ("3qn1n2/B3k3/6pb1/P5p1/6r2/5pP1/6QP1/2K5/2Q3BNR w - 6 34", &[53, 2_382]),
    ];
    for (fen, counts) in cases {
        let game = Slow::from_fen(fen).expect("a sound FEN");
        assert_eq!(game.fen(), fen);
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(game.perft(depth), count, "{fen} depth {depth}");
        }
    }
    assert_eq!(Slow::start().fen(), START);
}

/// Every position two plies from the start is written and read again without loss.
#[test]
fn fen_round_trip() {
    for first in Slow::start().legal_moves() {
        let one = after(Slow::start(), &first);
        for second in one.legal_moves().iter().step_by(3) {
            let two = after(one.clone(), second);
            let read = Slow::from_fen(&two.fen()).expect("its own FEN");
            assert_eq!(read.fen(), two.fen());
            assert_eq!(read.legal_moves(), two.legal_moves());
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
        START.replace(" w LRlr", " x LRlr"),
        START.replace("LRlr", "LL"),
        START.replace("0 1", "0 1 1"),
        START.replace("9/8/9/8/9", "9/8/8/8/9"),
        placed("Ka9 ki9 Ra1", "w R 0 1"),
        placed("Ka7 ki9 Ra1", "w L 0 1"),
        placed("Ka9 ki9 Pi3", "w - 0 1"),
        placed("Ka9 ki9 pa1", "w - 0 1"),
        placed("Ka9 ki9 Qi11", "w - 0 1"),
    ] {
        assert!(Slow::from_fen(&wrong).is_err(), "{wrong}");
    }
}

#[test]
fn steps_of_the_men() {
    for (man, goals) in [
        ("Ne5", "c5 d2 d8 e3 e7 f2 f8 g5"),
        ("Be5", "a1 a9 b2 b8 c3 c7 d4 d6 f4 f6 g3 g7 h2 h8 i1 i9"),
        ("Ng17", "e17 f14 g15 h14 i17"),
    ] {
        let game = set_up(&format!("Ka3 ki3 {man}"), "w - 0 1");
        assert_eq!(targets(&game, &man[1..]), goals, "{man}");
    }
    assert_eq!(targets(&set_up("Ke5 ki17", "w - 0 1"), "e5"), "d4 d6 e3 e7 f4 f6");
    // The queen adds her row to the bishop's ways.
    let game = set_up("Ka3 ki17 Qe5", "w - 0 1");
    assert_eq!(targets(&game, "e5").split(' ').count(), 16 + 8);
    // A knight jumps over anything, along its row too.
    let game = set_up("Ka1 ki17 Ne5 Pe3 Pe7 pd4 pd6 pf4 pf6", "w - 0 1");
    assert_eq!(targets(&game, "e5"), "c5 d2 d8 f2 f8 g5");
}

/// A rook turns from its diagonal into a row, and reaches nothing on the diagonal itself.
#[test]
fn rook_turns() {
    let game = set_up("Ka17 ki9 Ra1", "w - 0 1");
    let goals = targets(&game, "a1");
    assert!(!goals.split(' ').any(|goal| ["b2", "c3", "d4", "e5", "f6", "g7", "h8", "i9"].contains(&goal)));
    for goal in ["a3", "a15", "b4", "b16", "c1", "c17", "e1", "e17", "h2", "h16"] {
        assert!(goals.split(' ').any(|g| g == goal), "{goal}");
    }
    // Both ways between a5 and e1 over e9, the sharp turn included.
    let game = set_up("Ka17 ki13 Ra5 pd2", "w - 0 1");
    assert!(allows(&game, "a5e1"));
    assert!(allows(&set_up("Ka17 ki13 Ra5 pd8", "w - 0 1"), "a5e9"));
    assert!(!allows(&set_up("Ka17 ki13 Ra5 pb4 pd8", "w - 0 1"), "a5e9"));
    // It goes no further over a man on its row, and does not turn on an occupied circle.
    let game = set_up("Ki17 kg17 Ra1 Pb2 na5", "w - 0 1");
    assert_eq!(targets(&game, "a1"), "a3 a5");
    // It attacks a1 from b2 over a3, but not b2 from a1.
    assert!(set_up("Ka1 ki17 rb2", "w - 0 1").in_check());
    assert!(!set_up("Kb2 ki17 ra1", "w - 0 1").in_check());
    assert!(!set_up("Ka1 ki17 rb2 Pa3", "w - 0 1").in_check());
    // A king on its diagonal stands in the way, and is safe from it.
    assert!(!set_up("Ke5 ki17 ra1", "w - 0 1").in_check());
}

/// A rook reaches a circle by several ways and still has one move there.
#[test]
fn rook_moves_are_single() {
    let game = set_up("Ka17 ki13 Ra5", "w - 0 1");
    let moves = game.legal_moves();
    let mut single = moves.clone();
    single.dedup();
    assert_eq!(moves, single);
}

/// The king's own circle may become the one on which a rook turns.
#[test]
fn king_leaves_a_turning_circle() {
    let game = set_up("Ka9 Ra1 Pb2 Pb4 Pb6 rc7 ki1", "w L 0 1");
    assert!(!game.in_check());
    // From c7 over b8 and a9 into row a; b8 itself, on the rook's diagonal, is safe, while b10 is in its row.
    assert_eq!(targets(&game, "a9"), "b8");
    assert!(!allows(&game, "a9a5"));
    // The corner of the rook that castles.
    let game = Slow::from_fen("k8/8/9/8/9/1r6/9/1PPPPPPP/R3K3R w LR 0 1").expect("a sound FEN");
    assert!(!game.in_check());
    assert!(!allows(&game, "a9a5") && allows(&game, "a9a13"));
}

#[test]
fn pawns() {
    let game = set_up("Ka17 ki17 Pb8 Pc3 Pb2 pd2 pd4 pc9", "w - 0 1");
    // Two circles only straight and only over empty ones; captures on the same two circles.
    assert_eq!(targets(&game, "b8"), "c7 c9 d6");
    assert_eq!(targets(&game, "c3"), "d2 d4");
    assert_eq!(targets(&game, "b2"), "c1");
    let game = set_up("Ka17 ki17 ph4 pg9", "b - 0 1");
    assert_eq!(targets(&game, "h4"), "f2 f6 g3 g5");
    assert_eq!(targets(&game, "g9"), "f10 f8");
    // No en passant.
    let game = after(set_up("Ka17 ki17 Pb8 pd8", "w - 0 1"), "b8d10");
    assert_eq!(targets(&game, "d8"), "c7 c9");
    // The double step does not capture.
    assert_eq!(targets(&set_up("Ka17 ki17 Pb8 nd10 nd6", "w - 0 1"), "b8"), "c7 c9");
    let game = set_up("Ka17 ke17 Ph2 ni3", "w - 0 1");
    assert_eq!(targets(&game, "h2"), "i1b i1n i1q i1r i3b i3n i3q i3r");
    assert_eq!(game.official("h2i3q").as_deref(), Some("Ph2xi3Q"));
    let game = set_up("Ka17 ke17 pb2", "b - 0 1");
    assert_eq!(targets(&game, "b2"), "a1b a1n a1q a1r a3b a3n a3q a3r");
    assert!(game.is_noisy("b2a1n"));
    assert_eq!(after(game, "b2a1n").fen(), placed("Ka17 ke17 na1", "w - 0 2"));
}

fn castlings(game: &Slow) -> Vec<&'static str> {
    ["a9a5", "a9a13", "i9i5", "i9i13"].into_iter().filter(|m| allows(game, m)).collect()
}

#[test]
fn castling() {
    let men =
        "Ka9 Ra1 Ra17 ki9 ri1 ri17 Pb2 Pb4 Pb6 Pb8 Pb10 Pb12 Pb14 Pb16 ph2 ph4 ph6 ph8 ph10 ph12 ph14 ph16";
    let white = set_up(men, "w LRlr 4 9");
    let black = set_up(men, "b LRlr 4 9");
    assert_eq!(castlings(&white), ["a9a5", "a9a13"]);
    assert_eq!(castlings(&black), ["i9i5", "i9i13"]);
    for (game, m, from, to, fields) in [
        (&white, "a9a5", "Ka9 Ra1", "Ka5 Ra7", "b lr 5 9"),
        (&white, "a9a13", "Ka9 Ra1 Ra17", "Ka13 Ra1 Ra11", "b lr 5 9"),
        (&black, "i9i5", "ki9 ri1", "ki5 ri7", "w LR 5 10"),
        (&black, "i9i13", "ki9 ri1 ri17", "ki13 ri1 ri11", "w LR 5 10"),
    ] {
        assert_eq!(after(game.clone(), m).fen(), placed(&men.replace(from, to), fields));
        assert!(!game.is_noisy(m));
        let side = if m.ends_with("13") { "0-0-0(R)" } else { "0-0-0(L)" };
        assert_eq!(game.official(m).as_deref(), Some(side));
    }
    for between in ["Na3", "Na5", "ba7"] {
        assert_eq!(castlings(&set_up(&format!("{men} {between}"), "w LRlr 0 1")), ["a9a13"], "{between}");
    }
    // The king does not cross an attacked circle; the rook may, and may be attacked itself.
    let game = set_up(&men.replace("Pb10", "bc9"), "w LR 0 1");
    assert_eq!(castlings(&game), ["a9a5"]);
    for attacked in [men.replace("Pb4", "bc5"), men.replace("Pb2", "bb2")] {
        assert_eq!(castlings(&set_up(&attacked, "w LR 0 1")), ["a9a5", "a9a13"]);
    }
    // In check there is none.
    let game = set_up(&men.replace("Pb10", "bc11"), "w LR 0 1");
    assert!(game.in_check() && castlings(&game).is_empty());
}

#[test]
fn castling_rights_lapse() {
    let men = "Ka9 Ra1 Ra17 Pb2 Pb8 Pb10 Pb16 ki9 ri1 ri17 ph2 ph8 ph10 ph16 Bh4 bb4";
    let rights = |game: &Slow| game.fen().split(' ').nth(2).map(str::to_string).expect("a castling field");
    let (white, black) = (set_up(men, "w LRlr 0 1"), set_up(men, "b LRlr 0 1"));
    for (game, m, left) in [
        (&white, "a1a3", "Rlr"),
        (&white, "a17a15", "Llr"),
        (&white, "a9a7", "lr"),
        (&white, "h4i3", "LRlr"),
        (&black, "i1i3", "LRr"),
        (&black, "i17i15", "LRl"),
        (&black, "i9i11", "LR"),
    ] {
        assert_eq!(rights(&after(game.clone(), m)), left, "{m}");
    }
    // A rook that is taken takes its right with it, and one that comes back does not bring it back.
    let game = set_up("Ka9 Ra1 ki9 ri17 Pb4 ph16 bb2", "b L 0 1");
    assert_eq!(rights(&after(game, "b2a1")), "-");
    let game = after(white, "a1a3 i1i3 a3a1 i3i1");
    assert_eq!(rights(&game), "Rr");
}

#[test]
fn pinned_rook_takes_the_pinning_man() {
    // Over d2, e1 and e3, while the queen's way to the king is open; b2 and d4 close it again.
    let game = set_up("Ka1 Rc3 qe5 ki17", "w - 0 1");
    assert!(!game.in_check());
    assert_eq!(targets(&game, "c3"), "b2 d4 e5");
}

#[test]
fn ends() {
    // One bishop is enough.
    let game = Slow::from_fen("9/8/9/8/9/8/1B7/8/k1K6 b - 0 1").expect("a sound FEN");
    assert_eq!(game.status(), over(4, "checkmate"));
    // A mate on the hundredth half-move wins, whatever else is over by then.
    let game = Slow::from_fen("9/8/9/8/9/8/1B7/8/k1K6 b - 100 80").expect("a sound FEN");
    assert_eq!(game.status(), over(4, "checkmate"));
    assert_eq!(set_up("Ka1 ki17 Ne5", "w - 100 80").status(), over(2, "fifty-move rule"));
    assert_eq!(set_up("Ka1 ki17 Ne5", "w - 99 80").status(), Status::Ongoing);
    assert_eq!(set_up("Ka1 ki17", "w - 0 1").status(), over(2, "dead material"));
    assert_eq!(set_up("Ka1 ki17 Pb2", "w - 0 1").status(), Status::Ongoing);
    let game = set_up("ka1 Kc3 Nb6", "b - 0 1");
    assert!(!game.in_check());
    assert_eq!(game.status(), over(2, "stalemate"));
}

#[test]
fn count_starts_anew() {
    let game = set_up("Ka1 ki17 Ne5 Pb2 nd8", "w - 99 80");
    assert_eq!(after(game.clone(), "e5d8").status(), Status::Ongoing);
    assert_eq!(after(game.clone(), "b2c3").status(), Status::Ongoing);
    assert_eq!(after(game, "e5f8").status(), over(2, "fifty-move rule"));
}

#[test]
fn threefold_repetition() {
    let cycle = "a3c3 i3g3 c3a3 g3i3";
    let once = after(Slow::start(), cycle);
    assert_eq!(once.status(), Status::Ongoing);
    assert_eq!(after(once, cycle).status(), over(2, "threefold repetition"));
    // Rights make another position: here the first one still has White's.
    let cycle = "a1a3 i1i3 a3a1 i3i1";
    let game = set_up("Ka9 Ra1 ki9 ri1 Pb2 Pb4 Pb6 ph2 ph4 ph6 Nc9", "w L 0 1");
    let game = after(game, &format!("{cycle} {cycle}"));
    assert_eq!(game.status(), Status::Ongoing);
}

#[test]
fn official_notation() {
    let game = Slow::start();
    assert_eq!(game.official("b2c3").as_deref(), Some("Pb2-c3"));
    assert_eq!(game.official("a3c3").as_deref(), Some("Na3-c3"));
    assert_eq!(game.official("b2b4"), None);
    assert_eq!(set_up("Ka1 ki17 pb2", "w - 0 1").official("a1b2").as_deref(), Some("Ka1xb2"));
}

#[test]
fn illegal_moves_are_refused() {
    let mut game = Slow::start();
    for m in ["", "b2", "b2b4", "h2g1", "b2c3q", "b2c3 ", "a1a2", "é", "a9a5"] {
        assert!(game.play(m).is_err(), "{m}");
    }
    assert_eq!(game.fen(), START);
}
