//! The slow reference of Gess held against known counts, and against the mistakes seen in programs for it.

use crate::slow_gess::{Losses, Slow, Status};

const START: &str = "1w1w1wwwwwwww1w1w1/www1w1wwww1w1w1www/1w1w1wwwwwwww1w1w1/18/18/1w2w2w2w2w2w1/18/18/18/18/\
                     18/18/1b2b2b2b2b2b1/18/18/1b1b1bbbbbbbb1b1b1/bbb1b1bbbb1b1b1bbb/1b1b1bbbbbbbb1b1b1 b 0 1";

/// Rings far apart: Black's around r3, White's around c18.
const BLACK_RING: &str = "q2 r2 s2 q3 s3 q4 r4 s4";
const WHITE_RING: &str = "b17 c17 d17 b18 d18 b19 c19 d19";

/// A position from the squares of both sides' stones and the fields after the placement.
fn set_up(black: &str, white: &str, fields: &str) -> Slow {
    let mut rows = Vec::new();
    for rank in (2..=19).rev() {
        let (mut row, mut run) = (String::new(), 0);
        for file in 'b'..='s' {
            let name = format!("{file}{rank}");
            let on = |squares: &str| squares.split(' ').any(|square| square == name);
            let letter = if on(black) { "b" } else { "w" };
            if !on(black) && !on(white) {
                run += 1;
                continue;
            }
            if run > 0 {
                row.push_str(&run.to_string());
            }
            run = 0;
            row.push_str(letter);
        }
        if run > 0 {
            row.push_str(&run.to_string());
        }
        rows.push(row);
    }
    Slow::from_fen(&format!("{} {fields}", rows.join("/"))).expect("a sound position")
}

/// Both rings, some more stones, Black to move.
fn with_rings(black: &str, white: &str) -> Slow {
    set_up(&format!("{BLACK_RING} {black}"), &format!("{WHITE_RING} {white}"), "b 0 1")
}

fn after(mut game: Slow, moves: &str) -> Slow {
    for m in moves.split_whitespace() {
        game.play(m).expect("a legal move");
    }
    game
}

/// Where the footprint around a centre goes.
fn targets(game: &Slow, centre: &str) -> String {
    let rest = |m: &String| {
        m.strip_prefix(centre)
            .filter(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
            .map(String::from)
    };
    game.legal_moves().iter().filter_map(rest).collect::<Vec<_>>().join(" ")
}

fn over(white_quarters: u8, reason: &'static str) -> Status {
    Status::Over { white_quarters, reason }
}

#[test]
fn leaf_counts() {
    let cases: [(&str, &[u64]); 5] = [
        (START, &[478]),
        ("www15/w1w15/www15/18/18/18/18/18/18/18/18/18/18/18/18/15bbb/15b1b/b14bbb b 0 1", &[160, 3_951]),
        ("18/7www8/7w1w8/7www8/18/8b9/8b9/8b9/7bbb8/7b1b8/7bbb8/18/18/18/18/18/18/18 b 0 1", &[156, 4_064]),
        ("15www/15w1w/15www/18/18/18/18/18/18/18/18/18/18/18/18/bbb15/b1b15/bbb15 b 0 1", &[143, 1_287]),
        ("18/18/18/18/18/18/10www5/10w1w5/10www5/18/2w15/2bbb4bb7/2b1b13/2bbb6b6/18/18/18/18 b 0 1", &[157]),
    ];
    for (fen, counts) in cases {
        let game = Slow::from_fen(fen).expect("a sound FEN");
        assert_eq!(game.fen(), fen);
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(game.perft(depth), count, "{fen} depth {depth}");
        }
    }
}

/// What the first moves do.
#[test]
fn first_moves() {
    let start = Slow::start();
    assert_eq!(start.fen(), START);
    let losses = |m: String| {
        let losses = start.losses(&m).expect("a legal move");
        (m, losses)
    };
    let moves: Vec<(String, Losses)> = start.legal_moves().into_iter().map(losses).collect();
    let count = |meets: &dyn Fn(&str, Losses) -> bool| moves.iter().filter(|(m, l)| meets(m, *l)).count();
    assert_eq!(moves.len(), 478);
    assert_eq!(count(&|_, losses| losses.captures()), 308);
    assert_eq!(count(&|_, losses| losses.pushed_off > 0), 68);
    assert_eq!(count(&|m, _| !after(start.clone(), m).has_ring(false)), 118);
    let margin = |square: &str| {
        square.starts_with(['a', 't'])
            || ["1", "20"].contains(&square.trim_start_matches(char::is_alphabetic))
    };
    let halves = |m: &str| {
        let at = m.rfind(char::is_alphabetic).expect("two squares");
        (margin(&m[..at]), margin(&m[at..]))
    };
    assert_eq!(count(&|m, _| halves(m).0), 42);
    assert_eq!(count(&|m, _| halves(m).1), 20);
}

/// Every position one ply from the start is written and read again without loss, and the stones add up.
#[test]
fn fen_round_trip() {
    let start = Slow::start();
    let stones = |game: &Slow| {
        let fen = game.fen();
        fen.split(' ').next().map(|rows| rows.matches(['b', 'w']).count()).expect("a placement")
    };
    for m in start.legal_moves().into_iter().step_by(7) {
        let next = after(start.clone(), &m);
        let read = Slow::from_fen(&next.fen()).expect("its own FEN");
        assert_eq!(read.fen(), next.fen());
        assert_eq!(read.status(), next.status());
        let losses = start.losses(&m).expect("a legal move");
        let lost = losses.own_covered + losses.enemy_covered + losses.pushed_off;
        assert_eq!(stones(&next) + lost, stones(&start), "{m}");
        assert_eq!(next.fen().ends_with(" w 0 1"), losses.any(), "{m}");
    }
}

/// Damaged FENs give an error or a position, never a panic.
#[test]
fn damaged_fens() {
    for at in 0..=START.len() {
        let _ = Slow::from_fen(&START[..at]);
        for junk in ["/", "0", "9", "99999999999999999999", "-", "é", "b", "W", " "] {
            let _ = Slow::from_fen(&format!("{}{junk}{}", &START[..at], &START[at..]));
        }
    }
    let placement = START.split(' ').next().expect("a placement");
    assert!(Slow::from_fen(placement).is_ok());
    for wrong in [
        START.replacen("/18/18/", "/18/17/", 1),
        START.replacen("/18/18/", "/18/19/", 1),
        START.replacen("/18/18/", "/18/018/", 1),
        START.replacen("/18/18/", "/18/99w/", 1),
        START.replacen("/18/18/", "/18/", 1),
        START.replace(" b 0", " x 0"),
        START.replace("0 1", "0 1 1"),
        START.replace("w1w", "W1w"),
    ] {
        assert!(Slow::from_fen(&wrong).is_err(), "{wrong}");
    }
}

/// A stone on an outer square gives its direction; without one on the centre it goes three squares at most.
#[test]
fn directions_and_distance() {
    let game = with_rings("k11", "");
    assert_eq!(targets(&game, "k11"), "");
    assert_eq!(targets(&game, "j10"), "k11 l12 m13");
    assert_eq!(targets(&game, "k10"), "k11 k12 k13");
    assert_eq!(targets(&game, "l12"), "i9 j10 k11");
    let game = with_rings("k11 k12", "");
    assert_eq!(targets(&game, "k11"), "k12 k13 k14 k15 k16 k17 k18 k19 k20");
    // All eight directions of one centre.
    let game = with_rings("j10 k10 l10 j11 l11 j12 k12 l12", "");
    assert_eq!(targets(&game, "k11").split(' ').count(), 24);
}

/// It stops where its footprint covers any stone, also one under an empty square of it, own or enemy.
#[test]
fn stops_at_the_first_stone() {
    // The piece around j10 has its one stone in a corner; the others would be under its empty squares.
    for (other, reached) in [
        ("l10", "k11"),
        ("j12", "k11"),
        ("l12", "k11"),
        ("m11", "k11 l12"),
        ("k13", "k11 l12"),
        ("n12", "k11 l12 m13"),
        ("n11", "k11 l12 m13"),
    ] {
        for game in [with_rings("k11", other), with_rings(&format!("k11 {other}"), "")] {
            assert_eq!(targets(&game, "j10"), reached, "{other}");
        }
    }
    // Unlimited distance ends with a capture too.
    assert_eq!(targets(&with_rings("k11 k12", "l16"), "k11"), "k12 k13 k14 k15");
}

/// Every stone under the new footprint goes, also under its empty squares and of the own side.
#[test]
fn captures_with_empty_squares() {
    let game = with_rings("k11 l10", "j12 k12");
    let losses = Losses { own_covered: 1, enemy_covered: 2, pushed_off: 0 };
    assert_eq!(game.losses("j10k11"), Some(losses));
    assert_eq!(game.official("j10k11").as_deref(), Some("j10xk11"));
    let expected = set_up(&format!("{BLACK_RING} l12"), WHITE_RING, "w 0 1");
    assert_eq!(after(game, "j10k11").fen(), expected.fen());
}

#[test]
fn enemy_stone_in_the_footprint() {
    for enemy in ["i9", "j10", "k9", "i11"] {
        assert_eq!(targets(&with_rings("k11", enemy), "j10"), "", "{enemy}");
    }
}

/// Footprints hang over the edge at the start and at the end of a move; stones in the margin are gone.
#[test]
fn edge() {
    let game = with_rings("b11 r10 s10", "");
    assert_eq!(targets(&game, "a10"), "b11 c12 d13");
    assert_eq!(targets(&game, "r10"), "s10 t10");
    assert_eq!(game.losses("r10s10"), Some(Losses { pushed_off: 1, ..Losses::default() }));
    assert_eq!(game.losses("r10t10"), Some(Losses { pushed_off: 2, ..Losses::default() }));
    assert_eq!(game.official("r10s10").as_deref(), Some("r10-s10"));
    let expected = set_up(&format!("{BLACK_RING} b11 s10"), WHITE_RING, "w 0 1");
    assert_eq!(after(game.clone(), "r10s10").fen(), expected.fen());
    let expected = set_up(&format!("{BLACK_RING} b11"), WHITE_RING, "w 0 1");
    assert_eq!(after(game, "r10t10").fen(), expected.fen());
    // A footprint that hangs over need not stop: along the edge and out of the corner.
    assert_eq!(targets(&with_rings("b2", ""), "a1"), "b2 c3 d4");
    assert_eq!(targets(&with_rings("b2 b3", ""), "a2"), "b2 b3 c2 c4 d2 d5");
    assert_eq!(targets(&with_rings("b2 b3", ""), "b2"), "b10 b11 b12 b13 b14 b15 b16 b3 b4 b5 b6 b7 b8 b9");
}

/// The margin is cleared before rings are looked for.
#[test]
fn ring_over_the_edge() {
    for m in ["l3k2", "l3l2", "l3m2"] {
        let game = after(Slow::start(), m);
        assert_eq!(game.status(), over(4, "ring lost"), "{m}");
        assert!(game.legal_moves().is_empty());
        assert_eq!(game.perft(1), 0);
    }
    // The ring at l3 is touched, and there is one at k3.
    let game = after(Slow::start(), "l2k2");
    assert_eq!(game.status(), Status::Ongoing);
    // A whole ring may travel.
    let game = after(with_rings("", ""), "r3q4");
    assert!(game.has_ring(false));
}

/// Who has just moved loses, also when neither side has a ring then.
#[test]
fn rings_of_both_lost() {
    let white = "k6 l6 m6 k7 m7 k8 l8 m8";
    // The black ring falls upon the white one and loses a stone of its own in front of it.
    let black = "k2 l2 m2 k3 m3 k4 l4 m4 l5";
    let game = set_up(black, white, "b 0 1");
    assert_eq!(game.status(), Status::Ongoing);
    assert_eq!(game.official("l4l5").as_deref(), Some("l4xl5"));
    let game = after(game, "l4l5");
    assert!(!game.has_ring(false) && !game.has_ring(true));
    assert_eq!(game.status(), over(4, "ring lost"));
    for (fen, quarters) in [("b 0 1", 0), ("w 0 1", 4)] {
        assert_eq!(set_up("k2", "k6", fen).status(), over(quarters, "ring lost"));
        assert_eq!(set_up("k2", WHITE_RING, fen).status(), over(4, "ring lost"));
        assert_eq!(set_up(BLACK_RING, "k6", fen).status(), over(0, "ring lost"));
    }
}

#[test]
fn threefold_repetition() {
    let cycle = "k10k11 f9f10 k13k12 f12f11";
    let once = after(with_rings("k11", "f10"), cycle);
    assert_eq!(once.status(), Status::Ongoing);
    assert!(once.fen().ends_with(" b 4 3"));
    assert_eq!(after(once, cycle).status(), over(2, "threefold repetition"));
}

/// A stone removed starts the count anew, pushed off or an own one included; a lost ring counts first.
#[test]
fn fifty_moves() {
    let black = format!("{BLACK_RING} k11 k12 s10 b11");
    let game = set_up(&black, WHITE_RING, "b 99 60");
    assert_eq!(game.status(), Status::Ongoing);
    let drawn = after(game.clone(), "a11b11");
    assert_eq!(drawn.status(), over(2, "fifty-move rule"));
    assert!(!drawn.legal_moves().is_empty());
    assert_eq!(after(game.clone(), "r10s10").status(), Status::Ongoing);
    assert_eq!(after(game.clone(), "k10k11").status(), Status::Ongoing);
    assert_eq!(after(game.clone(), "r3t3").status(), over(4, "ring lost"));
    assert_eq!(set_up(BLACK_RING, "b2", "b 120 60").status(), over(0, "ring lost"));
}

#[test]
fn illegal_moves_are_refused() {
    let mut game = Slow::start();
    for m in ["", "c3", "c3c3", "c18c17", "c3f6 ", "u3u4", "é", "l3l3", "a1a2"] {
        assert!(game.play(m).is_err(), "{m}");
    }
    assert_eq!(game.fen(), START);
    assert_eq!(game.official("c6c7").as_deref(), Some("c6-c7"));
}
