//! Gess: the points that programs get wrong, each on its own position.

use oddity::game::{Game, History, MoveStyle, Outcome, Side};
use oddity::games::gess::Gess;

use crate::rules::setup::{allows, moves, play, targets};

/// A ring for each side out of the way: Black's around c3, White's around c18.
const RINGS: [&str; 2] = ["b2 c2 d2 b3 d3 b4 c4 d4", "b17 c17 d17 b18 d18 b19 c19 d19"];

/// A FEN of these stones and nothing else, with Black to move.
fn bare(black: &str, white: &str) -> String {
    let stone = |square: &str| {
        let stands = |list: &str| list.split_whitespace().any(|s| s == square);
        assert!(!(stands(black) && stands(white)), "{square} twice");
        if stands(black) {
            'b'
        } else if stands(white) {
            'w'
        } else {
            '1'
        }
    };
    let row = |rank: i32| {
        let stones: String = ('b'..='s').map(|file| stone(&format!("{file}{rank}"))).collect();
        let mut text = String::new();
        let mut run = 0;
        for c in stones.chars().chain(['/']) {
            if c == '1' {
                run += 1;
                continue;
            }
            if run > 0 {
                text += &run.to_string();
            }
            run = 0;
            text.push(c);
        }
        text
    };
    let rows: String = (2..=19).rev().map(row).collect();
    format!("{} b 0 1", rows.trim_end_matches('/'))
}

/// The same with the two rings of [`RINGS`] added.
fn fen(black: &str, white: &str) -> String {
    bare(&format!("{black} {}", RINGS[0]), &format!("{white} {}", RINGS[1]))
}

fn position(black: &str, white: &str) -> <Gess as Game>::Position {
    Gess.parse_fen(&fen(black, white)).expect("a good FEN")
}

/// Whether the position after a move is that of these stones and the rings.
#[track_caller]
fn leads_to(black: &str, white: &str, text: &str, black_after: &str, white_after: &str) {
    let after = Gess.fen(&play(&Gess, &position(black, white), text));
    let wanted = fen(black_after, white_after);
    assert_eq!(after.split(' ').next(), wanted.split(' ').next(), "{black} / {white}: {text}");
}

#[track_caller]
fn goes(black: &str, white: &str, from: &str, to: &str) {
    let found = targets(&Gess, &position(black, white), from);
    let mut wanted: Vec<&str> = to.split_whitespace().collect();
    wanted.sort_unstable();
    assert_eq!(found, wanted.join(" "), "{from} of {black} / {white}");
}

#[test]
fn moves_of_the_start() {
    let start = Gess.start();
    let stones = |pos: &_| Gess.pieces(pos).len();
    let (mut captures, mut pushes, mut losses, mut begin, mut end) = (0, 0, 0, 0, 0);
    let margin = |square: &str| {
        ["1", "20"].contains(&&square[1..]) || square.starts_with('a') || square.starts_with('t')
    };
    for m in Gess.moves(&start) {
        let mut after = start.clone();
        Gess.play(&mut after, m, &mut ());
        let steps = Gess.steps(&start, m);
        captures += usize::from(!steps.captured.is_empty());
        pushes += usize::from(stones(&start) - stones(&after) > steps.captured.len());
        losses += usize::from(Gess.finished(&after).is_some());
        begin += usize::from(margin(&steps.legs[0][0]));
        end += usize::from(margin(&steps.legs[0][1]));
        assert_eq!(
            steps.captured.is_empty(),
            Gess.write_move(&start, m, MoveStyle::Official).contains('-'),
            "{m:?}"
        );
    }
    assert_eq!([captures, pushes, losses, begin, end], [308, 68, 118, 42, 20]);
}

#[test]
fn a_centre_stone_goes_any_distance_and_none_three() {
    goes("k10 k11", "", "k10", "k11 k12 k13 k14 k15 k16 k17 k18 k19 k20");
    goes("k11", "", "k10", "k11 k12 k13");
    // A stone in the centre alone moves nothing, but the footprints around it hold it on their rims.
    goes("k10", "", "k10", "");
    goes("k10", "", "j9", "k10 l11 m12");
    // Every stone on the rim gives its direction.
    goes("j9 l9 k11", "", "k10", "j9 i8 h7 l9 m8 n7 k11 k12 k13");
}

#[test]
fn the_first_contact_ends_the_move() {
    // The white stone stands beside the way of the stones, but under the footprint: it is met, taken, and no step
    // goes on behind it.
    goes("k10 k11", "j15", "k10", "k11 k12 k13 k14");
    leads_to("k10 k11", "j15", "k10k14", "k14 k15", "");
    goes("k10 k11", "k15", "k10", "k11 k12 k13 k14");
    goes("k10 k11", "l15 k17", "k10", "k11 k12 k13 k14");
    goes("k10 k11", "m15 i14", "k10", "k11 k12 k13 k14 k15 k16 k17 k18 k19 k20");
    // Own stones stop it as well, and are taken as well.
    goes("k10 k11 j15", "", "k10", "k11 k12 k13 k14");
    leads_to("k10 k11 j15", "", "k10k14", "k14 k15", "");
    // One step from the start.
    goes("k10 k11", "l12", "k10", "k11");
    leads_to("k10 k11", "l12", "k10k11", "k11 k12", "");
}

#[test]
fn empty_squares_of_the_footprint_take_too() {
    leads_to("k11", "j14 l13 k13 l12", "k10k11", "k12", "j14 l13 k13");
    leads_to("k10 k11", "j15 k15 l15", "k10k14", "k14 k15", "");
    leads_to("k10 k11", "j16 k16 l16", "k10k14", "k14 k15", "j16 k16 l16");
}

#[test]
fn own_stones_of_the_footprint_do_not_stop_it() {
    goes("j9 k9 l9 j10 k10 l10 j11 k11 l11", "", "k10", &{
        let mut all = Vec::new();
        for (df, dr) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)] {
            for k in 1.. {
                // Files a to t are 0 to 19, k is 10. The rings in the corners stop what goes there.
                let (file, rank) = (10 + df * k, 10 + dr * k);
                let ring = df == -1 && dr != 0 && file < 4;
                if !(0..20).contains(&file) || !(1..=20).contains(&rank) || ring {
                    break;
                }
                all.push(format!("{}{rank}", (b'a' + file as u8) as char));
            }
        }
        all.join(" ")
    });
    // A short step onto squares that the footprint itself has just left.
    leads_to("k9 k10 k11", "", "k10k11", "k10 k11 k12", "");
    leads_to("j10 k10 l10", "", "k10l10", "k10 l10 m10", "");
}

#[test]
fn an_enemy_stone_in_the_footprint_forbids_it() {
    for square in ["j9", "k9", "l9", "j10", "l10", "j11", "k11", "l11"] {
        let own = if square == "k11" { "k10 k9" } else { "k10 k11" };
        goes(own, square, "k10", "");
    }
    goes("k11", "k10", "k10", "");
    goes("k10 k11", "m10", "k10", "k11 k12 k13 k14 k15 k16 k17 k18 k19 k20");
}

#[test]
fn diagonal_steps_meet_five_squares() {
    let free = "l11 m12 n13 o14 p15 q16 r17 s18 t19";
    goes("k10 l11", "", "k10", free);
    for met in ["k12", "l12", "m12", "m11", "m10"] {
        goes("k10 l11", met, "k10", "l11");
        leads_to("k10 l11", met, "k10l11", "l11 m12", "");
    }
    for second in ["l13", "m13", "n13", "n12", "n11"] {
        goes("k10 l11", second, "k10", "l11 m12");
    }
    for missed in ["j12", "k13", "i11", "m9", "n10", "l8", "k8", "i9"] {
        goes("k10 l11", missed, "k10", free);
    }
    // The other three diagonals.
    goes("k10 j11", "i10", "k10", "j11");
    goes("k10 j11", "k12", "k10", "j11");
    goes("k10 l9", "k8", "k10", "l9");
    goes("k10 l9", "m10", "k10", "l9");
    goes("k10 j9", "i10", "k10", "j9");
    goes("k10 j9", "k8", "k10", "j9");
}

#[test]
fn stones_in_the_margin_are_gone() {
    leads_to("b10 c10 d10", "", "c10b10", "b10 c10", "");
    leads_to("b10 c10 d10", "", "c10a10", "b10", "");
    leads_to("k18 k19 j19", "", "k18k19", "k19", "");
    leads_to("k18 k19 j19", "", "k18k20", "", "");
    // Into a corner: two of three files and rows are lost.
    leads_to("q17 r18 s19", "", "r18s19", "r18 s19", "");
    leads_to("q17 r18 s19", "", "r18t20", "s19", "");
    // A footprint that hangs over the edge goes on to the border.
    goes("q10 r10", "", "q10", "r10 s10 t10");
}

#[test]
fn centres_in_the_margin_move_inward() {
    goes("b12", "", "a11", "b12 c13 d14");
    goes("b12", "", "a12", "b12 c12 d12");
    leads_to("b12", "", "a12d12", "e12", "");
    let corner = Gess.parse_fen(&bare("s19 k2 l2 m2 k3 m3 k4 l4 m4", RINGS[1])).expect("a good FEN");
    assert_eq!(targets(&Gess, &corner, "t20"), "q17 r18 s19");
    assert!(allows(&Gess, &position("b12", ""), "a12b12") && !allows(&Gess, &position("b12", ""), "a12e12"));
}

/// A board with stones along all four edges: every move can be made.
#[test]
fn moves_at_the_edges() {
    let edge = |ranks: &[i32], files: &str| {
        let inner = (2..=19).flat_map(|rank| ('b'..='s').map(move |file| (file, rank)));
        inner
            .filter(|(f, r)| ranks.contains(r) || files.contains(*f))
            .map(|(f, r)| format!("{f}{r} "))
            .collect::<String>()
    };
    let ring = "j9 k9 l9 j10 l10 j11 k11 l11";
    let pos =
        Gess.parse_fen(&bare(&format!("{} {ring}", edge(&[2, 19], "bs")), "j14 k14 l14 j15 l15 j16 k16 l16"));
    let pos = pos.expect("a good FEN");
    let all = Gess.moves(&pos);
    assert_eq!(Gess.count(&pos), all.len() as u64);
    for corner in ["a1", "a20", "t1", "t20"] {
        assert!(!targets(&Gess, &pos, corner).is_empty(), "{corner}");
    }
    for m in all {
        let mut after = pos.clone();
        Gess.play(&mut after, m, &mut ());
        assert_eq!(Gess.key(&after), Gess.recompute_key(&after), "{m:?}");
        assert_eq!(Gess.parse_fen(&Gess.fen(&after)), Ok(after), "{m:?}");
    }
}

#[test]
fn rings_are_judged_behind_the_edge() {
    let start = Gess.start();
    let lost = Some(Outcome::win(Side::White, "ring lost"));
    for text in ["l3k2", "l3l2", "l3m2"] {
        assert_eq!(Gess.finished(&play(&Gess, &start, text)), lost, "{text}");
    }
    // A ring on the edge of the board is one; shifted by one into the margin it is none.
    let edge = "b9 c9 d9 b10 d10 b11 c11 d11";
    let pos = Gess.parse_fen(&bare(edge, RINGS[1])).expect("a good FEN");
    assert_eq!(Gess.finished(&pos), None);
    assert_eq!(Gess.finished(&play(&Gess, &pos, "c10b10")), lost);
    assert_eq!(Gess.finished(&play(&Gess, &pos, "c10d10")), None);
}

#[test]
fn a_ring_may_be_rebuilt_by_the_same_move() {
    // The footprint takes three of the ring's stones along and makes another ring of them.
    let pos = play(&Gess, &Gess.start(), "l2k2");
    assert_eq!(Gess.finished(&pos), None);
    let picture: Vec<String> = Gess.picture(&pos, false).lines().map(str::to_owned).collect();
    let rank3 = picture.iter().find(|line| line.trim_start().starts_with("3 ")).expect("rank 3");
    assert_eq!(rank3.split_whitespace().nth(11), Some("o"), "the ring is around k3: {rank3}");
}

#[test]
fn a_ring_with_a_stone_in_it_is_none() {
    let full = "j9 k9 l9 j10 k10 l10 j11 k11 l11";
    let over = |black: &str, white: &str| {
        let pos = Gess.parse_fen(&bare(black, white)).expect("a good FEN");
        Gess.finished(&pos).map(|o| o.white_quarters)
    };
    assert_eq!(over(full, RINGS[1]), Some(4));
    assert_eq!(over("j9 k9 l9 j10 l10 j11 k11 l11", RINGS[1]), None);
    assert_eq!(over("j9 k9 l9 j10 l10 j11 k11 l11", &format!("k10 {}", RINGS[1])), Some(4));
    assert_eq!(over("j9 k9 l9 j10 l10 j11 k11", RINGS[1]), Some(4));
    assert_eq!(over(RINGS[0], "j9 k9 l9 j10 l10 j11 k11"), Some(0));
}

#[test]
fn who_leaves_himself_without_a_ring_loses() {
    let start = Gess.start();
    let lost = |text: &str| Gess.finished(&play(&Gess, &start, text)).map(|o| (o.white_quarters, o.reason));
    assert_eq!(lost("k3k4"), Some((4, "ring lost")), "a move that takes a stone of the ring along");
    // Both rings go by one move: the footprint around k6 takes five stones of the own ring along and ends on three
    // of the opponent's.
    let black = "j4 k4 l4 j5 l5 j6 k6 l6";
    let white = "o5 p5 q5 o6 q6 o7 p7 q7";
    let pos = Gess.parse_fen(&bare(black, white)).expect("a good FEN");
    let after = play(&Gess, &pos, "k6n6");
    assert_eq!(Gess.finished(&after), Some(Outcome::win(Side::White, "ring lost")));
    let none: Vec<String> = moves(&Gess, &after);
    assert!(none.is_empty() && Gess.count(&after) == 0 && !Gess.has_moves(&after));
    // The other side's turn: the same for White.
    let mirror = Gess.mirrored(&pos);
    assert_eq!(Gess.finished(&play(&Gess, &mirror, "k15n15")), Some(Outcome::win(Side::Black, "ring lost")));
}

#[test]
fn a_second_ring_saves_the_game() {
    let second = "j9 k9 l9 j10 l10 j11 k11 l11";
    let pos = position(second, "");
    let after = play(&Gess, &pos, "c3b2");
    assert_eq!(Gess.finished(&after), None);
    assert_eq!(
        Gess.finished(&play(&Gess, &position("", ""), "c3b2")),
        Some(Outcome::win(Side::White, "ring lost"))
    );
}

#[test]
fn stones_removed_reset_the_count_of_plies() {
    let count = |pos: &_| Gess.fen(pos).split(' ').nth(2).map(str::to_owned);
    let pos = position("k10 k11", "k17 n10");
    let quiet = play(&Gess, &pos, "k10k12");
    assert_eq!(count(&quiet).as_deref(), Some("1"));
    assert_eq!(count(&play(&Gess, &pos, "k10k15")).as_deref(), Some("1"));
    assert_eq!(count(&play(&Gess, &pos, "k10k16")).as_deref(), Some("0"), "a capture");
    let own = position("k10 k11 k17", "");
    assert_eq!(count(&play(&Gess, &own, "k10k16")).as_deref(), Some("0"), "an own stone captured");
    let edge = position("k18 k19", "");
    assert_eq!(count(&play(&Gess, &edge, "k18k19")).as_deref(), Some("0"), "a stone pushed off");
    // The move number rises after White's turn, the second one.
    assert!(Gess.fen(&quiet).ends_with(" w 1 1"));
    assert!(Gess.fen(&play(&Gess, &quiet, "n9n10")).ends_with(" b 2 2"));
}

#[test]
fn fifty_moves_and_repetition() {
    let late = fen("k10 k11", "").replace(" b 0 1", " b 98 60");
    let pos = Gess.parse_fen(&late).expect("a good FEN");
    let drawn = |pos: &_| Gess.drawn(pos, &History::new(Gess.key(pos))).map(|o| o.reason);
    let once = play(&Gess, &pos, "k10k12");
    assert_eq!(drawn(&once), None);
    let twice = play(&Gess, &once, "c18d18");
    assert_eq!(drawn(&twice), Some("fifty-move rule"));
    // A lost ring on the hundredth ply counts first.
    let lost = play(&Gess, &once, "d18d17");
    assert!(Gess.finished(&lost).is_some());

    let mut root = oddity::search::Root::new(&Gess, position("", ""));
    for round in 1..=2 {
        for text in ["c3d3", "c18d18", "d3c3", "d18c18"] {
            assert_eq!(Gess.drawn(&root.position, &root.history), None, "round {round}");
            let Ok(m) = Gess.parse_move(&root.position, text) else { panic!("{text} in round {round}") };
            root.play(&Gess, m);
        }
    }
    assert_eq!(Gess.drawn(&root.position, &root.history), Some(Outcome::draw("threefold repetition")));
}
