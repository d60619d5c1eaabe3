//! The slow hexagonal reference held against known counts, and against the mistakes most often made in these
//! games.

use crate::slow_hex::{Kind, Slow, Status};

const KINDS: [Kind; 3] = [Kind::Glinski, Kind::McCooey, Kind::Shafran];

/// A position from a list of men ("Kf1 pb7", capitals for White) and the fields after the placement.
fn set_up(kind: Kind, men: &str, fields: &str) -> Slow {
    let mut rows = Vec::new();
    for rank in (1..=kind.highest_rank()).rev() {
        let (mut row, mut run) = (String::new(), 0);
        for file in 0..kind.files().len() as i8 {
            let Some(cell) = kind.cell(file, rank) else { continue };
            let name = kind.cell_name(cell);
            match men.split(' ').find(|man| man[1..] == name) {
                None => run += 1,
                Some(man) => {
                    if run > 0 {
                        row.push_str(&run.to_string());
                    }
                    run = 0;
                    row.push_str(&man[..1]);
                }
            }
        }
        if run > 0 {
            row.push_str(&run.to_string());
        }
        rows.push(row);
    }
    Slow::from_fen(kind, &format!("{} {fields}", rows.join("/"))).expect("a sound position")
}

fn after(mut game: Slow, moves: &str) -> Slow {
    for m in moves.split_whitespace() {
        game.play(m).expect("a legal move");
    }
    game
}

fn moves_from(game: &Slow, cell: &str) -> Vec<String> {
    let ours =
        |m: &String| m.strip_prefix(cell).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()));
    game.legal_moves().into_iter().filter(ours).collect()
}

fn allows(game: &Slow, m: &str) -> bool {
    game.legal_moves().iter().any(|legal| legal == m)
}

/// The FEN field with the en passant cells.
fn targets(game: &Slow) -> String {
    let at = if game.kind() == Kind::Shafran { 3 } else { 2 };
    game.fen().split(' ').nth(at).expect("an en passant field").to_string()
}

fn over(white_quarters: u8, reason: &'static str) -> Status {
    Status::Over { white_quarters, reason }
}

fn counts(game: &Slow) -> [u64; 3] {
    [game.perft(1), game.perft(2), game.perft(3)]
}

#[test]
fn leaf_counts() {
    let cases = [
        (Kind::Glinski, "", [51, 2_586, 137_858]),
        (Kind::McCooey, "", [31, 947, 33_307]),
        (Kind::Shafran, "", [42, 1_706, 75_494]),
        (Kind::Glinski, "k1k2 c7c5 k2k3 c5c4 k3k4 c4c3 b1b3", [55, 2_858, 160_700]),
        (Kind::McCooey, "d2d4 g8g7 d4d5 e8e6", [38, 1_141, 48_413]),
        (Kind::Shafran, "e2e4 e9e7 c1e2 f10e9 e2i10 e9i5 b1e3 d9h5 d1e2 b6b5", [46, 2_622, 123_892]),
        (Kind::Shafran, "c2c4 a5a4 e2e5 i9i8 e5e6 d8d5", [46, 1_672, 78_291]),
    ];
    for (kind, moves, expected) in cases {
        assert_eq!(counts(&after(Slow::start(kind), moves)), expected, "{} {moves}", kind.name());
    }
}

/// Also that king and queen of neither side are swapped.
#[test]
fn start_positions() {
    let glinski = "b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - 0 1";
    let mccooey = "b/qbk/rnbnr/ppppppp/9/11/11/5P5/4PBP4/3PNBNP3/2PRQBKRP2 w - 0 1";
    let shafran = "kqbnr/bppppp/np5/bp6/rp6P/p6PR/6PB/5PN/PPPPPB/RNBQK w AIai - 0 1";
    for (kind, fen) in KINDS.into_iter().zip([glinski, mccooey, shafran]) {
        assert_eq!(Slow::start(kind).fen(), fen);
        assert_eq!(Kind::from_name(kind.name()), Some(kind));
    }
    assert_eq!(Kind::from_name("chess"), None);
}

/// Every position two plies from the start is written and read again without loss.
#[test]
fn fen_round_trip() {
    for kind in KINDS {
        let start = Slow::start(kind);
        for first in start.legal_moves() {
            let one = after(start.clone(), &first);
            for second in one.legal_moves().iter().step_by(3) {
                let two = after(one.clone(), second);
                let read = Slow::from_fen(kind, &two.fen()).expect("its own FEN");
                assert_eq!(read.fen(), two.fen());
                assert_eq!(read.legal_moves(), two.legal_moves());
            }
        }
    }
}

/// Damaged FENs give an error or a position, never a panic.
#[test]
fn damaged_fens() {
    for kind in KINDS {
        let fen = Slow::start(kind).fen();
        for at in 0..=fen.len() {
            let _ = Slow::from_fen(kind, &fen[..at]);
            for junk in ["/", "0", "99999999999999999999", "-", "é", "j1", "e3", "k", " "] {
                let text = format!("{}{junk}{}", &fen[..at], &fen[at..]);
                let _ = Slow::from_fen(kind, &text);
            }
        }
        let placement = fen.split(' ').next().expect("a placement");
        assert!(Slow::from_fen(kind, placement).is_ok());
        assert!(Slow::from_fen(kind, &fen.replace('K', "N")).is_err());
    }
    let wrong_target = "b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w e6 0 1";
    assert!(Slow::from_fen(Kind::Glinski, wrong_target).is_err());
    let no_rook = "kqbnr/bppppp/np5/bp6/rp6P/p6PR/6PB/5PN/PPPPPB/1NBQK w A - 0 1";
    assert!(Slow::from_fen(Kind::Shafran, no_rook).is_err());
}

/// `10` and `11` in a FEN are one number.
#[test]
fn two_digit_runs() {
    let game = Slow::from_fen(Kind::Glinski, "k/3/5/7/9/11/11/11/10P/11/K10 w - 0 1").expect("a sound FEN");
    assert_eq!(moves_from(&game, "l3"), ["l3l4"]);
    assert_eq!(game.fen(), "k/3/5/7/9/11/11/11/10P/11/K10 w - 0 1");
    assert!(Slow::from_fen(Kind::Glinski, "k/3/5/7/9/11/11/11/1010P/11/K10 w - 0 1").is_err());
}

#[test]
fn promotion_on_every_last_cell() {
    let large = "a6 b7 c8 d9 e10 f11 g10 h9 i8 k7 l6";
    let large_black = "a1 b1 c1 d1 e1 f1 g1 h1 i1 k1 l1";
    let small = "a6 b7 c8 d9 e10 f10 g10 h10 i10";
    let small_black = "a1 b1 c1 d1 e1 f2 g3 h4 i5";
    let mut promoted = 0;
    for (kind, white, black) in [
        (Kind::Glinski, large, large_black),
        (Kind::McCooey, large, large_black),
        (Kind::Shafran, small, small_black),
    ] {
        for (pawn, side, back, cells) in [('P', 'w', -1, white), ('p', 'b', 1, black)] {
            for to in cells.split(' ') {
                let rank: i8 = to[1..].parse().expect("a rank");
                let from = format!("{}{}", &to[..1], rank + back);
                // Kings well away from the file and from each other.
                let kings = if to < "e" { "Kf4 kf7" } else { "Kc3 kc6" };
                let castling = if kind == Kind::Shafran { " -" } else { "" };
                let game = set_up(kind, &format!("{kings} {pawn}{from}"), &format!("{side}{castling} - 0 1"));
                let expected: Vec<String> = "bnqr".chars().map(|c| format!("{from}{to}{c}")).collect();
                assert_eq!(moves_from(&game, &from), expected, "{}", kind.name());
                assert!(game.is_noisy(&expected[0]));
                promoted += 1;
            }
        }
    }
    assert_eq!(promoted, 2 * (11 + 11 + 9));
}

/// No promotion on the own edge, on the side edges, or on the other side's last cells.
#[test]
fn no_promotion_elsewhere() {
    let game = set_up(Kind::Glinski, "Kf3 kf9 Pb1 na1 Pk1 nl1", "w - 0 1");
    assert_eq!(moves_from(&game, "b1"), ["b1a1", "b1b2", "b1b3"]);
    assert_eq!(moves_from(&game, "k1"), ["k1k2", "k1k3", "k1l1"]);
    let game = set_up(Kind::Glinski, "Kf3 kf9 pb7 Na6", "b - 0 1");
    assert_eq!(moves_from(&game, "b7"), ["b7a6", "b7b5", "b7b6"]);
    let game = set_up(Kind::McCooey, "Kf3 kf9 Pb3 na4 pk5 Nl3", "w - 0 1");
    assert_eq!(moves_from(&game, "b3"), ["b3a4", "b3b4"]);
    let game = set_up(Kind::Shafran, "Ke3 ke8 Ph5 ni7 Pi5 Pb3 na4", "w - - 0 1");
    assert_eq!(moves_from(&game, "h5"), ["h5h6", "h5h7", "h5i7"]);
    assert_eq!(moves_from(&game, "i5"), ["i5i6"]);
    assert_eq!(moves_from(&game, "b3"), ["b3a4", "b3b4"]);
}

/// A ring of enemies about a blocked pawn: it takes exactly two of them, other ones in each variant.
#[test]
fn capture_directions() {
    let large = "pf6 pg5 pg4 pf4 pe4 pe5 pg6 ph4 pg3 pe3 pd4 pe6";
    let small = "pf6 pg6 pg5 pf4 pe4 pe5 pg7 ph6 pg4 pe3 pd4 pe6";
    for (kind, ring, white, black) in [
        (Kind::Glinski, large, ["f5e5", "f5g5"], ["f5e4", "f5g4"]),
        (Kind::McCooey, large, ["f5e6", "f5g6"], ["f5e3", "f5g3"]),
        (Kind::Shafran, small, ["f5e6", "f5g7"], ["f5e3", "f5g4"]),
    ] {
        let castling = if kind == Kind::Shafran { " -" } else { "" };
        let game = set_up(kind, &format!("Ka1 ka6 Pf5 {ring}"), &format!("w{castling} - 0 1"));
        assert_eq!(moves_from(&game, "f5"), white, "{}", kind.name());
        let ring = ring.replace('p', "P");
        let game = set_up(kind, &format!("Ka1 ka6 pf5 {ring}"), &format!("b{castling} - 0 1"));
        assert_eq!(moves_from(&game, "f5"), black, "{}", kind.name());
    }
}

/// A pawn that captured its way onto another starting cell may step two again in Gliński's game.
#[test]
fn double_step_after_a_capture() {
    let game = after(set_up(Kind::Glinski, "Kl6 ka6 Pe4 nf5", "w - 0 1"), "e4f5 a6a5");
    assert_eq!(moves_from(&game, "f5"), ["f5f6", "f5f7"]);
    assert_eq!(targets(&after(game, "f5f7")), "f6");
}

#[test]
fn mccooey_centre_pawn_steps_one() {
    let start = Slow::start(Kind::McCooey);
    assert_eq!(moves_from(&start, "f4"), ["f4f5"]);
    assert_eq!(moves_from(&start, "e3"), ["e3e4", "e3e5"]);
    assert_eq!(moves_from(&after(start.clone(), "c1c2"), "f8"), ["f8f7"]);
    assert_eq!(moves_from(&after(start, "c1c2"), "g8"), ["g8g6", "g8g7"]);
}

#[test]
fn first_steps_in_shafran() {
    let start = Slow::start(Kind::Shafran);
    let reply = after(start.clone(), "a2a3");
    for (pawn, black, most) in [
        ("a2", "i9", 1),
        ("b2", "h9", 2),
        ("c2", "g9", 2),
        ("d2", "f9", 3),
        ("e2", "e9", 3),
        ("f3", "d8", 3),
        ("g4", "c7", 2),
        ("h5", "b6", 2),
        ("i6", "a5", 1),
    ] {
        assert_eq!(moves_from(&start, pawn).len(), most, "{pawn}");
        assert_eq!(moves_from(&reply, black).len(), most, "{black}");
    }
}

/// The outermost files have en passant too.
#[test]
fn en_passant_at_the_edge() {
    for (men, side, moves) in [
        ("Pb1 pc3", "w", "b1b3 c3b2"),
        ("Pk1 pi3", "w", "k1k3 i3k2"),
        ("pb7 Pa5", "b", "b7b5 a5b6"),
        ("pb7 Pc6", "b", "b7b5 c6b6"),
        ("pk7 Pl5", "b", "k7k5 l5k6"),
    ] {
        let game = set_up(Kind::Glinski, &format!("Kf2 kf10 {men}"), &format!("{side} - 0 1"));
        let [step, capture] = moves.split(' ').collect::<Vec<_>>()[..] else { panic!("two moves") };
        let game = after(game, step);
        assert!(allows(&game, capture), "{moves}");
        assert!(game.is_noisy(capture));
        // Both pawns' cells are empty afterwards, and only kings and one pawn are left.
        let fen = after(game.clone(), capture).fen();
        assert_eq!(fen.split(' ').next().map(|rows| rows.matches(['p', 'P']).count()), Some(1));
        // The right lasts one turn.
        let quiet = game.legal_moves().into_iter().find(|m| m.starts_with("f2") || m.starts_with("f10"));
        let later = after(game, &quiet.expect("a king's move"));
        let reply = later.legal_moves().into_iter().find(|m| m.starts_with("f2") || m.starts_with("f10"));
        assert!(!allows(&after(later, &reply.expect("a king's move")), capture));
    }
}

/// Only a straight step of a pawn leaves targets, not a capture and not another man's move.
#[test]
fn targets_only_after_a_pawn_step() {
    let game = set_up(Kind::McCooey, "Ka1 ka6 Pe3 nf5 Rc1", "w - 0 1");
    assert_eq!(targets(&after(game.clone(), "e3f5")), "-");
    assert_eq!(targets(&after(game.clone(), "c1c3")), "-");
    assert_eq!(targets(&after(game.clone(), "e3e4")), "-");
    assert_eq!(targets(&after(game, "e3e5")), "e4");
    let game = set_up(Kind::Shafran, "Ka1 kf10 Pe2 nf4 Qd2", "w - - 0 1");
    assert_eq!(targets(&after(game.clone(), "e2f4")), "-");
    assert_eq!(targets(&after(game, "d2d4")), "-");
    assert_eq!(targets(&after(Slow::start(Kind::Glinski), "e1c3")), "-");
}

#[test]
fn triple_step_leaves_two_targets() {
    let game = set_up(Kind::Shafran, "Ka1 kh10 Pe2 pf5 pd4 pd5 pf6", "w - - 0 1");
    assert_eq!(targets(&after(game.clone(), "e2e4")), "e3");
    let game = after(game, "e2e5");
    assert_eq!(targets(&game), "e3e4");
    for capture in ["f5e3", "d4e3", "d5e4", "f6e4"] {
        assert!(allows(&game, capture), "{capture}");
        assert!(!after(game.clone(), capture).fen().contains('P'));
    }
    let game = after(set_up(Kind::Shafran, "Ka1 kh10 pd8 Pe7", "b - - 0 1"), "d8d5");
    assert_eq!(targets(&game), "d6d7");
    // White's e7 takes on d8 or f9, and finds no crossed cell there; e6 does.
    assert!(!game.legal_moves().iter().any(|m| m.starts_with("e7d")));
    let game = after(set_up(Kind::Shafran, "Ka1 kh10 pd8 Pe6 Pe5 Pc5 Pc4", "b - - 0 1"), "d8d5");
    for capture in ["e6d7", "e5d6", "c5d7", "c4d6"] {
        assert!(allows(&game, capture), "{capture}");
        assert!(!after(game.clone(), capture).fen().contains('p'));
    }
}

/// En passant that would open a line to the own king is no legal move.
#[test]
fn en_passant_pinned() {
    // The pawn that captures closes the file again, so the rook behind does no harm.
    let game = after(set_up(Kind::Glinski, "Kd1 kl6 rd9 pd7 Pc5", "b - 0 1"), "d7d5");
    assert!(allows(&game, "c5d6"));
    // Here both pawns leave the line a5-b5-c5-d5-e5-f5 at once.
    let game = after(set_up(Kind::Glinski, "Ka5 kl6 rf5 pd7 Pc5", "b - 0 1"), "d7d5");
    assert!(!allows(&game, "c5d6") && allows(&game, "c5c6"));
}

#[test]
fn king_does_not_retreat_along_the_line() {
    let game = set_up(Kind::Glinski, "Kf5 ka6 rf11", "w - 0 1");
    assert!(game.in_check());
    assert!(!allows(&game, "f5f4") && !allows(&game, "f5f6") && allows(&game, "f5e4"));
    let game = set_up(Kind::McCooey, "Kf5 ka6 bi8", "w - 0 1");
    assert!(game.in_check());
    assert!(!allows(&game, "f5e3") && !allows(&game, "f5g6") && allows(&game, "f5f4"));
}

/// The castling moves of the side to move, of either king.
fn castlings(game: &Slow) -> Vec<String> {
    let all = ["e1b1", "e1c1", "e1h4", "e1g3", "e10b7", "e10c8", "e10h10", "e10g10"];
    all.into_iter().filter(|m| allows(game, m)).map(str::to_string).collect()
}

#[test]
fn castling() {
    let men = "Ke1 Ra1 Ri5 ke10 ra6 ri10";
    let white = set_up(Kind::Shafran, men, "w AIai - 0 1");
    let black = set_up(Kind::Shafran, men, "b AIai - 0 1");
    assert_eq!(castlings(&white), ["e1b1", "e1c1", "e1h4", "e1g3"]);
    assert_eq!(castlings(&black), ["e10b7", "e10c8", "e10h10", "e10g10"]);
    for (game, m, men, fields) in [
        (&white, "e1b1", "Kb1 Rc1 Ri5 ke10 ra6 ri10", "b ai - 1 1"),
        (&white, "e1c1", "Kc1 Rd1 Ri5 ke10 ra6 ri10", "b ai - 1 1"),
        (&white, "e1h4", "Kh4 Rg3 Ra1 ke10 ra6 ri10", "b ai - 1 1"),
        (&white, "e1g3", "Kg3 Rf2 Ra1 ke10 ra6 ri10", "b ai - 1 1"),
        (&black, "e10b7", "Ke1 Ra1 Ri5 kb7 rc8 ri10", "w AI - 1 2"),
        (&black, "e10c8", "Ke1 Ra1 Ri5 kc8 rd9 ri10", "w AI - 1 2"),
        (&black, "e10h10", "Ke1 Ra1 Ri5 kh10 rg10 ra6", "w AI - 1 2"),
        (&black, "e10g10", "Ke1 Ra1 Ri5 kg10 rf10 ra6", "w AI - 1 2"),
    ] {
        assert_eq!(after(game.clone(), m).fen(), set_up(Kind::Shafran, men, fields).fen());
        assert!(!game.is_noisy(m));
    }
    // A man between, near or far from the king, stops both lengths on that side.
    for between in ["Nb1", "Nc1", "Nd1"] {
        let game = set_up(Kind::Shafran, &format!("{men} {between}"), "w AIai - 0 1");
        assert_eq!(castlings(&game), ["e1h4", "e1g3"], "{between}");
    }
    // An attack on the far cell leaves the short castling, one on the cell beside the king none on that side.
    let game = set_up(Kind::Shafran, "Ke1 Ra1 Ri5 ke10 rb7", "w AI - 0 1");
    assert_eq!(castlings(&game), ["e1c1", "e1h4", "e1g3"]);
    let game = set_up(Kind::Shafran, "Ke1 Ra1 Ri5 ke10 rd9", "w AI - 0 1");
    assert_eq!(castlings(&game), ["e1h4", "e1g3"]);
    // In check there is none.
    let game = set_up(Kind::Shafran, "Ke1 Ra1 Ri5 kd9 re10", "w AI - 0 1");
    assert!(castlings(&game).is_empty());
}

#[test]
fn castling_rights_do_not_come_back() {
    let game = set_up(Kind::Shafran, "Ke1 Ra1 Ri5 kc8", "w AI - 0 1");
    let moved = after(game.clone(), "a1a2 c8c7 a2a1 c7c8");
    assert_eq!(castlings(&moved), ["e1h4", "e1g3"]);
    assert!(castlings(&after(game, "e1e2 c8c7 e2e1 c7c8")).is_empty());
    // Another rook lands where the first one was taken.
    let game = set_up(Kind::Shafran, "Ke1 Ra1 Rb2 Ri5 kc8 qa6", "b AI - 0 1");
    let game = after(game, "a6a1 b2a1 c8c7");
    assert_eq!(castlings(&game), ["e1h4", "e1g3"]);
    assert_eq!(game.fen().split(' ').nth(2), Some("I"));
}

#[test]
fn checkmate() {
    let game = after(Slow::start(Kind::Glinski), "e1c3 e10c6 b1b2 b7b6 f3b1 e7e6");
    assert_eq!(game.status(), Status::Ongoing);
    let game = after(game, "c3f9");
    assert!(game.in_check() && game.legal_moves().is_empty());
    assert_eq!(game.status(), over(4, "checkmate"));
}

/// A mate or stalemate on the hundredth ply is not a draw by count.
#[test]
fn last_ply_of_fifty_moves() {
    for kind in [Kind::Glinski, Kind::McCooey] {
        let game = set_up(kind, "Kf9 Bf8 kf11", "w - 99 80");
        assert_eq!(after(game.clone(), "f8e9").status(), over(4, "checkmate"));
        assert_eq!(after(game, "f9e8").status(), over(2, "fifty-move rule"));
        assert_eq!(set_up(kind, "Kf9 Rf8 ka1", "w - 100 80").status(), over(2, "fifty-move rule"));
        assert_eq!(set_up(kind, "Kf9 Rf8 ka1", "w - 99 80").status(), Status::Ongoing);
    }
    let game = set_up(Kind::Glinski, "Kf8 kf11", "w - 99 80");
    assert_eq!(after(game, "f8f9").status(), over(3, "stalemate"));
    // A pawn's move or a capture starts the count anew.
    let game = set_up(Kind::Glinski, "Kf9 Rf8 ka1 Pc2 pl5 na6", "w - 99 80");
    assert_eq!(after(game.clone(), "c2c3").status(), Status::Ongoing);
    assert_eq!(after(game, "f8a3").status(), over(2, "fifty-move rule"));
}

#[test]
fn stalemate() {
    for (kind, by_white, by_black) in [(Kind::Glinski, 3, 1), (Kind::McCooey, 2, 2)] {
        let game = after(set_up(kind, "Kf8 kf11 Pb3", "w - 0 1"), "f8f9");
        assert_eq!(game.status(), over(by_white, "stalemate"));
        let game = after(set_up(kind, "Kf11 kf8 pb3", "b - 0 1"), "f8f9");
        // The pawn is Black's own, so White has nothing to move.
        assert_eq!(game.status(), over(by_black, "stalemate"));
    }
    let game = after(set_up(Kind::Shafran, "Ke7 ke10 Pb3", "w - - 0 1"), "e7e8");
    assert_eq!(game.status(), over(2, "stalemate"));
}

/// Bare kings are a draw except in Gliński's game, where they can still be stalemated.
#[test]
fn bare_kings() {
    assert_eq!(set_up(Kind::Glinski, "Kf5 ka1", "w - 0 1").status(), Status::Ongoing);
    assert_eq!(set_up(Kind::McCooey, "Kf5 ka1", "w - 0 1").status(), over(2, "dead material"));
    assert_eq!(set_up(Kind::Shafran, "Kf5 ka1", "w - - 0 1").status(), over(2, "dead material"));
    assert_eq!(after(set_up(Kind::Glinski, "Kf8 kf11", "w - 0 1"), "f8f9").status(), over(3, "stalemate"));
}

/// One bishop or knight is enough for a mate position, so it is not dead material.
#[test]
fn one_minor_can_mate() {
    for (kind, men, fields) in [
        (Kind::McCooey, "kf11 Kf9 Be9", "b - 0 1"),
        (Kind::McCooey, "kf11 Kf9 Nd8", "b - 0 1"),
        (Kind::Shafran, "ke10 Ke8 Bf9", "b - - 0 1"),
        (Kind::Shafran, "ke10 Ke8 Ng9", "b - - 0 1"),
    ] {
        assert_eq!(set_up(kind, men, fields).status(), over(4, "checkmate"));
    }
}

#[test]
fn threefold_repetition() {
    let cycle = "d1f4 d9f8 f4d1 f8d9";
    let once = after(Slow::start(Kind::Glinski), cycle);
    assert_eq!(once.status(), Status::Ongoing);
    // The start position counts.
    let twice = after(once, cycle);
    assert_eq!(twice.status(), over(2, "threefold repetition"));
    // A double step with nobody to take it makes no other position.
    let cycle = "d9f8 d1f4 f8d9 f4d1";
    let game = after(Slow::start(Kind::Glinski), &format!("e4e6 {cycle}"));
    assert_eq!(game.status(), Status::Ongoing);
    assert_eq!(after(game, cycle).status(), over(2, "threefold repetition"));
    // A capture that could have been made does.
    let moves = "k1k2 c7c5 k2k3 c5c4 k3k4 c4c3 b1b3";
    let game = after(Slow::start(Kind::Glinski), &format!("{moves} {cycle} {cycle}"));
    assert_eq!(game.status(), Status::Ongoing);
    // So do castling rights, even where no castling is possible.
    let cycle = "e1e2 e10e9 e2e1 e9e10";
    for (rights, status) in [("-", over(2, "threefold repetition")), ("A", Status::Ongoing)] {
        let game = set_up(Kind::Shafran, "Ke1 Ra1 Nb1 ke10", &format!("w {rights} - 0 1"));
        assert_eq!(after(game, &format!("{cycle} {cycle}")).status(), status);
    }
}

/// A game that is over on the board stays so whatever the move count says.
#[test]
fn finished_with_full_count() {
    assert_eq!(set_up(Kind::Glinski, "Kf9 kf11", "b - 150 99").status(), over(3, "stalemate"));
    assert_eq!(set_up(Kind::McCooey, "Kf9 kf11", "b - 150 99").status(), over(2, "stalemate"));
}

#[test]
fn illegal_moves_are_refused() {
    let mut game = Slow::start(Kind::Glinski);
    let before = game.fen();
    for m in ["", "e4", "e4e7", "e7e6", "e4e5q", "e4e5 ", "j1j2", "é", "f1f1"] {
        assert!(game.play(m).is_err(), "{m}");
    }
    assert_eq!(game.fen(), before);
}
