//! The slow reference of Gle'x held against known counts, and against the rules rarely met.

use crate::slow_glex::{Slow, Status, triangles};

const START: &str = "b1b1b/b2b/2W2/b2b/5/W2W/2b2/W2W/W1W1W w - - - 1";

/// A position from both sides' circles and the fields after the placement.
fn set_up(white: &str, black: &str, fields: &str) -> Slow {
    Slow::from_fen(&placed(white, black, fields)).expect("a sound position")
}

fn placed(white: &str, black: &str, fields: &str) -> String {
    let mut rows = Vec::new();
    for (row, letter) in "abcdefghi".char_indices().rev() {
        let (mut text, mut run) = (String::new(), 0);
        for column in (1..=9).filter(|column| (row + column) % 2 == 1) {
            let name = format!("{letter}{column}");
            let on = |circles: &str| circles.split(' ').any(|circle| circle == name);
            if !on(white) && !on(black) {
                run += 1;
                continue;
            }
            if run > 0 {
                text.push_str(&run.to_string());
            }
            run = 0;
            text.push(if on(white) { 'W' } else { 'b' });
        }
        if run > 0 {
            text.push_str(&run.to_string());
        }
        rows.push(text);
    }
    format!("{} {fields}", rows.join("/"))
}

fn after(mut game: Slow, turns: &str) -> Slow {
    for m in turns.split_whitespace() {
        game.play(m).expect("a legal turn");
    }
    game
}

/// What follows a beginning in the legal turns: where a piece goes, or its bonus moves.
fn rests(game: &Slow, beginning: &str) -> String {
    let turns = game.legal_moves();
    turns.iter().filter_map(|m| m.strip_prefix(beginning)).collect::<Vec<_>>().join(" ")
}

/// The same without the turns that have a bonus.
fn goals(game: &Slow, circle: &str) -> String {
    let rests = rests(game, circle);
    rests.split(' ').filter(|rest| !rest.contains(',')).collect::<Vec<_>>().join(" ")
}

fn allows(game: &Slow, m: &str) -> bool {
    game.legal_moves().iter().any(|legal| legal == m)
}

/// The fields after the placement.
fn fields(game: &Slow) -> String {
    game.fen().split_once(' ').map(|(_, fields)| fields.to_string()).expect("fields")
}

fn over(white_quarters: u8, reason: &'static str) -> Status {
    Status::Over { white_quarters, reason }
}

#[test]
fn leaf_counts() {
    let cases: [(&str, &[u64]); 10] = [
        (START, &[52, 2_590]),
        ("1WW1W/W1WW/2W2/W3/5/b3/5/b3/bb3 b W a3h6h8 - 10", &[12, 1_193]),
        ("5/4/5/4/3W1/1WbW/3W1/1WbW/2b1b w W d6d8e7 - 11", &[37, 510]),
        ("5/3W/5/1W2/2W2/4/1bb1W/b3/3b1 b Wb b2c5f4h8 - 11", &[15, 285, 11_339]),
        ("1b1W1/4/W4/1Wb1/b1WW1/1W1b/2W2/4/b1b2 b b d4e7f6 - 10", &[33, 2_273]),
        ("4b/4/W3W/1bb1/1WW1b/3W/5/1W2/5 b Wb b4 - 9", &[36, 1_553]),
        ("W1W2/1W2/5/1W2/2b2/Wb2/b2b1/4/5 b b f4h4 - 9", &[36, 765]),
        ("b4/4/W1Wbb/W1b1/W4/W3/5/b2W/5 w - - - 9", &[77, 3_866]),
        ("5/bW2/1b1Wb/2b1/1b3/2Wb/b2WW/1Wb1/1W1W1 w b a7b4g3h4 f6h4 31", &[19, 819]),
        ("b1b2/3W/1b3/b3/W4/bW2/b2b1/Wb2/5 w W b4d4 - 71", &[14, 738, 12_809]),
    ];
    for (fen, counts) in cases {
        let game = Slow::from_fen(fen).expect("a sound FEN");
        assert_eq!(game.fen(), fen);
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(game.perft(depth), count, "{fen} depth {depth}");
        }
    }
    let start = Slow::start();
    assert_eq!(start.fen(), START);
    assert_eq!(start.legal_moves().iter().filter(|m| !m.contains(',')).count(), 44);
}

#[test]
fn colours_of_triangles() {
    let all = triangles();
    for (colour, count, example) in [
        ("RT", 54, ["e1", "e3", "f2"]),
        ("SPT", 4, ["c1", "c5", "e3"]),
        ("LPT", 2, ["c1", "c9", "g5"]),
        ("YT", 2, ["a5", "e1", "e9"]),
        ("BT", 2, ["d4", "d6", "e5"]),
    ] {
        assert_eq!(all.iter().filter(|triangle| triangle.0 == colour).count(), count, "{colour}");
        assert!(all.contains(&(colour, example.map(String::from))), "{colour}");
    }
    assert!(!all.contains(&("RT", ["d4", "d6", "e5"].map(String::from))));
    assert!(all.contains(&("RT", ["d4", "e3", "e5"].map(String::from))));
}

/// Every position two turns from the start is written and read again without loss.
#[test]
fn fen_round_trip() {
    let start = Slow::start();
    for first in start.legal_moves() {
        let one = after(start.clone(), &first);
        for second in one.legal_moves().iter().step_by(19) {
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
    let full = "5/bW2/1b1Wb/2b1/1b3/2Wb/b2WW/1Wb1/1W1W1 w Wb a7b4g3h4 f6h4 31";
    for fen in [START, full] {
        for at in 0..=fen.len() {
            let _ = Slow::from_fen(&fen[..at]);
            for junk in ["/", "0", "9", "99999999999999999999", "-", "é", "b", "W", "a1", " "] {
                let _ = Slow::from_fen(&format!("{}{junk}{}", &fen[..at], &fen[at..]));
            }
        }
    }
    let placement = START.split(' ').next().expect("a placement");
    assert!(Slow::from_fen(placement).is_ok());
    for (from, to) in [
        ("/5/", "/4/"),
        ("/5/", "/6/"),
        ("/5/", "/23/"),
        ("/5/", "/5/5/"),
        (" w ", " x "),
        (" Wb ", " bW "),
        ("a7b4", "a7a7"),
        ("a7b4", "a1b4"),
        ("a7b4", "a7b"),
        ("a7b4", "a7b3"),
        ("f6h4", "f4h4"),
        (" 31", " x"),
        (" 31", " 31 1"),
        ("bW2", "bw2"),
    ] {
        let fen = if from == "/5/" { START } else { full };
        assert!(fen.contains(from));
        assert!(Slow::from_fen(&fen.replace(from, to)).is_err(), "{from} {to}");
    }
    // Lists are written in the order of the circles.
    let game = Slow::from_fen(&full.replace("a7b4", "b4a7")).expect("a sound FEN");
    assert_eq!(game.fen(), full);
}

/// The example that the rules themselves give.
#[test]
fn worked_example() {
    let game = set_up("a3 a9 c1 c5 c7 f4 g1", "h2 h8 g5 f2 f6 e1 d4", "b - - - 1");
    assert_eq!(game.official("d4e3,e1a5").as_deref(), Some("D4-E3 RT/E1-A5"));
    let game = after(game, "d4e3,e1a5");
    assert_eq!(fields(&game), "w - a5e3 - 2");
    let game = after(game, "a9a7");
    assert_eq!(game.takes_and_displaces("h2f4"), Some((0, 1)));
    assert_eq!(game.official("h2f4").as_deref(), Some("H2=F4 RT"));
    // E3 has moved in the turn before.
    assert!(!allows(&game, "h2f4,e3d4") && allows(&game, "h2f4,f2e1"));
    let game = after(game, "h2f4");
    assert_eq!(game.fen(), placed("a3 a7 c1 c5 c7 h2 g1", "f4 h8 g5 f2 f6 e3 a5", "w - a7h2 f4h2 3"));
    assert_eq!(goals(&game, "h2"), "");
}

#[test]
fn regular_moves() {
    let game = set_up("d2 g1 a9 i5", "i1 h2 f8 c9", "w - - - 1");
    // One circle along row d, any distance on a diagonal or along row g.
    assert_eq!(goals(&game, "d2"), "a5 b4 c1 c3 d4 e1 e3 f4 g5 h6 i7");
    assert_eq!(goals(&game, "g1"), "a7 b6 c5 d4 e3 f2 g3 g5 g7 g9");
    assert_eq!(goals(&game, "a9"), "a1 a3 a5 a7 b8 c7 d6");
    // Frozen pieces stay where they are.
    let game = set_up("d2 g1 a9 i5", "i1 h2 f8 c9", "w - a9d2 - 1");
    assert_eq!(goals(&game, "d2") + &goals(&game, "a9"), "");
    assert!(!goals(&game, "g1").is_empty());
}

#[test]
fn centre() {
    let black = "i1 h2 f8 c9";
    // Neither entered nor passed before qualification, and free after it.
    for (qualified, reached) in [("-", "a1 b2 d4"), ("W", "a1 b2 d4 e5 f6 g7 h8 i9"), ("b", "a1 b2 d4")] {
        let game = set_up("c3 g1 a5 i5", black, &format!("w {qualified} - - 1"));
        let diagonal = |to: &&str| reached.contains(to) || "e5 f6 g7 h8 i9".contains(to);
        let goals = goals(&game, "c3");
        assert_eq!(goals.split(' ').filter(diagonal).collect::<Vec<_>>().join(" "), reached);
    }
    // Who stands there may leave it.
    assert!(!goals(&set_up("e5 g1 a5 i5", black, "w - - - 1"), "e5").is_empty());
    assert_eq!(goals(&set_up("e5 g1 a5 i5", black, "w - e5 - 1"), "e5"), "");
    // An enemy there is taken or jumped by the qualified, who may displace beyond; an own piece bars the way.
    let game = set_up("c3 g1 a5 i5", "e5 f6 i1 h2 c9", "w W - - 1");
    let expected = placed("e5 g1 a5 i5", "f6 i1 h2 c9", "b W e5 - 1");
    assert_eq!(after(game.clone(), "c3e5").fen(), expected);
    assert_eq!(game.official("c3e5").as_deref(), Some("C3xE5"));
    let expected = placed("f6 g1 a5 i5", "e5 c3 i1 h2 c9", "b W c3 c3f6 1");
    assert_eq!(after(game.clone(), "c3f6").fen(), expected);
    assert!(!allows(&game, "c3g7"));
    let game = set_up("c3 g1 a5 i5", "e5 h8 i1 h2 c9", "w W - - 1");
    assert!(allows(&game, "c3f6") && allows(&game, "c3g7") && !allows(&game, "c3h8"));
    let game = set_up("c3 g1 e5 i5", black, "w W - - 1");
    assert!(allows(&game, "c3d4") && !allows(&game, "c3e5") && !allows(&game, "c3f6"));
}

#[test]
fn displacing() {
    let game = set_up("b2 g1 a5 i5", "d4 i1 h2 c9", "w - - - 1");
    let next = after(game, "b2d4");
    assert_eq!(next.fen(), placed("d4 g1 a5 i5", "b2 i1 h2 c9", "b - b2 b2d4 1"));
    // Black's b2 is frozen, White's d4 is not, and is guarded for this turn.
    assert_eq!(goals(&next, "b2"), "");
    assert!(!allows(&next, "h2d4"));
    let back = after(next, "i1i3");
    assert_eq!(fields(&back), "w - i3 b2 2");
    assert!(!goals(&back, "d4").is_empty());
    // Guards of both sides lapse one by one.
    assert_eq!(fields(&after(back, "a5a3")), "b - a3i3 - 2");
    // Only on the hot zone, and not what is guarded.
    assert!(!allows(&set_up("b2 g1 a5 i5", "c3 i1 h2 c9", "w - - - 1"), "b2c3"));
    let game = set_up("b2 g1 a5 i5", "d4 i1 h2 c9", "w - - d4 1");
    assert!(!allows(&game, "b2d4") && !allows(&game, "b2e5"));
    // A displaced piece that was frozen is frozen on its new circle alone, and others stay frozen.
    let game = after(set_up("b2 g1 a5 i5", "d4 i1 h2 c9", "w - d4i1 - 1"), "b2d4");
    assert_eq!(fields(&game), "b - b2i1 b2d4 1");
    // From the centre, to the centre.
    let game = after(set_up("e5 g1 a5 i5", "d4 i1 h2 c9", "w - - - 1"), "e5d4");
    assert_eq!(game.fen(), placed("d4 g1 a5 i5", "e5 i1 h2 c9", "b - e5 d4e5 1"));
}

/// A piece displaced in the regular move is not displaced again by the bonus.
#[test]
fn displaced_once_a_turn() {
    // f6 displaces f4 to f6 and forms f4-g3-g5; g5 is beside f6.
    let game = set_up("f6 g3 g5 a9", "f4 i1 h2 c9", "w - - - 1");
    let bonuses = rests(&game, "f6f4,");
    assert!(!bonuses.is_empty() && !bonuses.contains("g5f6"), "{bonuses}");
    // Had it gone there before, it could be.
    let game = set_up("f2 g3 g5 a9", "f6 i1 h2 c9", "w - - - 1");
    assert!(allows(&game, "f2f4,g5f6"));
}

#[test]
fn red_bonus() {
    let game = set_up("a1 b2 b4 c7 a9", "d6 i1 h2 c9", "w - - - 1");
    // a1-a3 forms a3-b2-b4; each of the two others may make any regular move, displacing included.
    let bonuses = rests(&game, "a1a3,");
    assert!(bonuses.split(' ').all(|bonus| bonus.starts_with("b2") || bonus.starts_with("b4")));
    assert!(bonuses.contains("b4d6") && bonuses.contains("b2a1") && !bonuses.contains('x'));
    assert_eq!(game.bonus_colour("a1a3,b4d6"), Some("RT"));
    let next = after(game, "a1a3,b4d6");
    assert_eq!(next.fen(), placed("a3 b2 d6 c7 a9", "b4 i1 h2 c9", "b - a3b4 b4d6 1"));
    // Frozen tips count, and do not move.
    let game = set_up("a1 b2 b4 c7 a9", "d6 i1 h2 c9", "w - b4 - 1");
    let bonuses = rests(&game, "a1a3,");
    assert!(!bonuses.is_empty() && bonuses.split(' ').all(|bonus| bonus.starts_with("b2")));
    // Only triangles with the destination count: b2-b4-a3 was there before.
    let game = set_up("a3 b2 b4 c7 a9", "d6 i1 h2 c9", "w - - - 1");
    assert_eq!(rests(&game, "a9a7,"), "");
    // Taking on the centre has its x in a bonus alone.
    let game = set_up("a1 b2 b4 c7 a9", "e5 i1 h2 c9", "w W - - 1");
    assert!(allows(&game, "a1a3,b2xe5") && !allows(&game, "a1a3,b2e5"));
    assert_eq!(game.official("a1a3,b2xe5").as_deref(), Some("A1-A3 RT/B2xE5"));
}

/// Over one enemy, or up to two for the large triangle; an own piece bars the way.
#[test]
fn purple_jumps() {
    // c3-c1 completes c1-c5-e3.
    let white = "c3 c5 e3 a9 g9";
    let game = set_up(white, "d6 c9 i1 h2 h8", "w - - - 1");
    // c5 over d6, as far as the own piece on g9; c9 at the end of its row leaves no circle to land on.
    assert_eq!(rests(&game, "c3c1,"), "c5e7 c5f8");
    assert_eq!(game.bonus_colour("c3c1,c5e7"), Some("SPT"));
    // Two pieces in a row are too many; e3 jumps one of them, and passes the centre since the triangle qualifies.
    let game = set_up(white, "d6 e7 i1 h2 h8", "w - - - 1");
    assert_eq!(rests(&game, "c3c1,"), "e3e9");
    // An enemy on the centre is a piece jumped, and no piece to be taken.
    let game = set_up(white, "e5 i1 h2 h8 f8", "w - - - 1");
    assert_eq!(rests(&game, "c3c1,"), "e3e7 e3e9");
    let game = set_up(white, "d2 e5 i1 h2 h8", "w - - - 1");
    assert_eq!(rests(&game, "c3c1,"), "e3e7 e3e9", "behind d2 stands the own piece");
    // Not along row d, f and so on, not frozen tips, and not the piece that has moved.
    let game = set_up(white, "c7 i1 h2 h8 b2", "w - - - 1");
    assert_eq!(rests(&game, "c3c1,"), "c5c9");
    let game = set_up(white, "c7 i1 h2 h8 b2", "w - c5 - 1");
    assert_eq!(rests(&game, "c3c1,"), "");
}

/// Only from a tip of a large triangle does a jump reach the hot zone over another piece.
#[test]
fn large_purple_jumps() {
    // c3-c1 completes c1-c9-g5.
    let white = "c3 c9 g5 a9";
    for (black, lists, bonuses) in [
        ("d8 i1 h2 h8", "- -", "c9e7 c9f6"),
        ("d8 e7 i1 h2 h8", "- -", "c9f6"),
        ("d8 f6 i1 h2 h8", "- -", "c9e7 c9f6 g5e7"),
        ("d8 f6 i1 h2 h8", "- d8f6", "c9e7 g5e7"),
        ("d8 e7 f6 i1 h2", "- -", "c9f6"),
        ("d8 e7 f6 i1 h2", "- f6", ""),
        ("d8 e7 f6 i1 h2", "c9 -", ""),
        ("c5 c7 i1 h2 h8", "- -", "c9c3"),
        ("c3 c5 c7 i1 h2", "- -", ""),
    ] {
        let white = if black.contains("c3") { "b2 c9 g5 a9" } else { white };
        let first = if black.contains("c3") { "b2c1," } else { "c3c1," };
        let game = set_up(white, black, &format!("w - {lists} 1"));
        assert_eq!(rests(&game, first), bonuses, "{black} {lists}");
    }
    // Landing on f6 over two pieces displaces it to c9; guarded are the two of this displacement.
    let game = set_up(white, "d8 e7 f6 i1 h2", "w - - - 1");
    let next = after(game, "c3c1,c9f6");
    assert_eq!(next.fen(), placed("c1 f6 g5 a9", "c9 d8 e7 i1 h2", "b W c1c9 c9f6 1"));
}

/// With any purple triangle, a piece on the last row takes along it.
#[test]
fn last_row_takes() {
    let game = set_up("c3 c5 e3 i1 i7", "i3 i9 h2 h8 b8", "w - - - 1");
    assert_eq!(rests(&game, "c3c1,"), "i1xi3 i7xi3 i7xi9");
    let next = after(game, "c3c1,i7xi3");
    assert_eq!(next.fen(), placed("c1 c5 e3 i1 i3", "i9 h2 h8 b8", "b W c1i3 - 1"));
    let game = set_up("c3 c5 e3 i1 i7", "i3 i9 h2 h8 b8", "w - i7 i3 1");
    assert_eq!(rests(&game, "c3c1,"), "i1xi3");
    let game = set_up("c3 c9 g5 a1 a7", "a3 i9 h2 h8 f8", "w - - - 1");
    assert_eq!(rests(&game, "c3c1,"), "", "row a is White's first");
    let game = set_up("a3 i9 h2 h8", "c3 c9 g5 a1 a7", "b - - - 1");
    assert_eq!(rests(&game, "c3c1,"), "a1xa3 a7xa3");
    assert_eq!(game.bonus_colour("c3c1,a1xa3"), Some("LPT"));
}

#[test]
fn yellow_bonus() {
    let white = "a5 d2 e9 c7";
    let game = set_up(white, "b4 f8 g7 i1 h2", "w - - - 1");
    assert_eq!(rests(&game, "d2e1,"), "a5xb4 e9xf8");
    assert_eq!(game.bonus_colour("d2e1,a5xb4"), Some("YT"));
    assert_eq!(game.official("d2e1,a5xb4").as_deref(), Some("D2-E1 YT/A5xB4"));
    let next = after(game, "d2e1,a5xb4");
    assert_eq!(next.fen(), placed("b4 e1 e9 c7", "f8 g7 i1 h2", "b - b4e1 - 1"));
    // Along row e the centre needs qualification, for taking there, passing and jumping.
    for (black, qualified, bonuses) in [
        ("e5 e3 i1 h2", "-", ""),
        ("e5 e3 i1 h2", "b", ""),
        ("e5 e3 i1 h2", "W", "e9xe3 e9xe5"),
        ("e3 g1 i1 h2", "-", ""),
        ("e3 g1 i1 h2", "W", "e9xe3"),
        ("e7 e5 i1 h2", "W", "e9xe7"),
    ] {
        let game = set_up(white, black, &format!("w {qualified} - - 1"));
        assert_eq!(rests(&game, "d2e1,"), bonuses, "{black} {qualified}");
    }
}

#[test]
fn blue_bonus() {
    let white = "c7 d4 e5 a1";
    let game = set_up(white, "c3 e7 f4 f6 i1 h2", "w - - f4 1");
    // The hot zone included, guarded or not; nobody on e5 needs qualification to leave it.
    assert_eq!(rests(&game, "c7d6,"), "d4xc3 e5xe7 e5xf4 e5xf6");
    // From e5 onto the hot zone the taker is exempt and guarded, elsewhere or from elsewhere it is not.
    for (m, lists) in
        [("c7d6,e5xf4", "d6 f4"), ("c7d6,e5xf6", "d6 f6"), ("c7d6,e5xe7", "d6e7 -"), ("c7d6,d4xc3", "c3d6 -")]
    {
        assert_eq!(fields(&after(game.clone(), m)), format!("b - {lists} 1"), "{m}");
    }
    let game = set_up("g3 f6 e5 a1", "d4 f8 i1 h2", "w - - - 1");
    assert_eq!(rests(&game, "g3f4,"), "e5xd4 f6xf8");
    assert_eq!(fields(&after(game, "g3f4,f6xf8")), "b - f4f8 - 1");
}

#[test]
fn no_blue_bonus_after_taking_on_the_centre() {
    let game = set_up("d4 d6 e7 a1", "e5 f4 i1 h2 h8", "w W - - 1");
    assert!(allows(&game, "e7e5"));
    assert_eq!(rests(&game, "e7e5,"), "");
    assert_eq!(game.official("e7e5").as_deref(), Some("E7xE5 BT"));
    let game = set_up("d4 d6 e7 a1", "c3 i1 h2 h8", "w W - - 1");
    assert_eq!(rests(&game, "e7e5,"), "d4xc3");
    let game = set_up("d4 d6 e7 a1", "e5 c3 i1 h2 h8", "w W - - 1");
    assert_eq!(rests(&game, "e7e5,"), "");
}

/// Displacing by red and taking by blue over the same circles are two turns.
#[test]
fn red_and_blue_from_the_centre() {
    let game = set_up("g5 e3 e5 f6 a1", "d6 i1 h2 h8", "w - - - 1");
    assert!(allows(&game, "g5f4,e5d6") && allows(&game, "g5f4,e5xd6"));
    assert_eq!(game.bonus_colour("g5f4,e5d6"), Some("RT"));
    assert_eq!(game.bonus_colour("g5f4,e5xd6"), Some("BT"));
    assert_eq!(game.official("g5f4").as_deref(), Some("G5-F4 RT BT"));
    assert_eq!(fields(&after(game.clone(), "g5f4,e5d6")), "b - e5f4 d6e5 1");
    assert_eq!(fields(&after(game, "g5f4,e5xd6")), "b - f4 d6 1");
}

#[test]
fn qualification() {
    // By a purple triangle of the regular move, also with its own bonus, not with one of another colour.
    let game = Slow::from_fen("b4/4/W1Wbb/W1b1/W4/W3/5/b2W/5 w - - - 9").expect("a sound FEN");
    assert_eq!(game.official("d2e3").as_deref(), Some("D2-E3 RT SPT"));
    for (m, colour, qualified) in [
        ("d2e3", None, "W"),
        ("d2e3,g5e7", Some("SPT"), "W"),
        ("d2e3,e1d2", Some("RT"), "-"),
        ("d2e3,f2f4", Some("RT"), "-"),
    ] {
        assert_eq!(game.bonus_colour(m), colour, "{m}");
        assert_eq!(fields(&after(game.clone(), m)).split(' ').nth(1), Some(qualified), "{m}");
    }
    // Such a bonus may not use the centre either, and who is qualified before stays so.
    for (before, centre, later) in [("-", false, "-"), ("W", true, "W")] {
        let game = set_up("g1 g5 e1 d2 d4 a9", "i1 h2 h8 f8", &format!("w {before} - - 1"));
        assert_eq!(allows(&game, "e1e3,d4e5"), centre);
        assert_eq!(fields(&after(game, "e1e3,d4c3")), format!("b {later} c3e3 - 1"));
    }
    // A purple triangle formed by a bonus move does not count.
    let game = set_up("g1 g5 d4 b2 c5 a9", "i1 h2 h8 f8", "w - - - 1");
    assert_eq!(fields(&after(game.clone(), "d4e3")), "b W e3 - 1");
    assert_eq!(fields(&after(game, "b2c3,d4e3")), "b - c3e3 - 1");
}

/// A displaced piece qualifies its owner with a purple triangle, whoever breaks it later.
#[test]
fn qualification_by_displacement() {
    let black = "d4 c1 e3 i1 h2";
    let game = set_up("c5 d6 e5 a9", black, "w - - - 1");
    assert_eq!(game.official("c5d4").as_deref(), Some("C5=D4 [SPT] BT"));
    assert_eq!(fields(&after(game.clone(), "c5d4")), "b b c5 c5d4 1");
    assert_eq!(fields(&after(game.clone(), "c5d4,e5xe3")), "b b c5e3 c5d4 1");
    assert_eq!(fields(&after(game, "c5d4,d6xc5")), "b b c5 d4 1");
    let game = set_up("c9 f8 g7 a1", "f6 c1 g5 i1 h2", "w - - - 1");
    assert_eq!(game.official("c9f6").as_deref(), Some("C9=F6 [LPT] RT"));
    // By a bonus too.
    let game = set_up("c5 b4 b8 a1 a9", "d4 c1 e3 i1 h2", "w - - - 1");
    assert_eq!(game.official("b8b6,c5d4").as_deref(), Some("B8-B6 RT/C5=D4 [SPT]"));
    assert_eq!(fields(&after(game, "b8b6,c5d4")), "b b b6c5 c5d4 1");
}

#[test]
fn ends() {
    // All home wins, for the mover first.
    let game = set_up("h2 h4 i5 g7", "c1 c3 c5 c7", "w - - - 1");
    let won = after(game, "g7h8");
    assert_eq!(won.status(), over(4, "all home"));
    assert!(won.legal_moves().is_empty() && won.perft(1) == 0);
    assert_eq!(set_up("h2 h4 i5 i7", "a1 a3 b2 b8", "w - - - 1").status(), over(0, "all home"));
    assert_eq!(set_up("h2 h4 i5 i7", "a1 a3 b2 b8", "b - - - 1").status(), over(4, "all home"));
    // Black's last piece outside is taken.
    let game = Slow::from_fen("5/4/W3W/4/2WW1/1W2/1b3/b3/bbb2 w W - - 9").expect("a sound FEN");
    assert_eq!(after(game, "e7d6,d4xc3").status(), over(0, "all home"));
    // Three pieces at home are too few to win; all home counts before three pieces.
    let game = set_up("h2 h4 i5", "c1 c3 c5 c7", "w - - - 1");
    assert_eq!(game.status(), over(0, "three pieces"));
    assert_eq!(set_up("h2 h4 i5 i7", "c1 c3 c5", "w - - - 1").status(), over(4, "all home"));
    assert_eq!(set_up("h2 h4 c1", "c3 c5 c7", "w - - - 1").status(), over(0, "three pieces"));
    assert_eq!(set_up("h2 h4 c1", "c3 c5 c7", "b - - - 1").status(), over(4, "three pieces"));
    // The fourth piece taken, and then no bonus although a triangle stands.
    let game = set_up("d4 d6 e7 e3 a1", "e5 c3 h2 h8", "w W - - 1");
    assert_eq!(rests(&game, "e7e5,"), "");
    assert_eq!(after(game, "e7e5").status(), over(4, "three pieces"));
    // Nothing to move with.
    let game = set_up("a1 a3 a5 a7", "i1 i3 i5 c1", "w - a1a3a5a7 - 1");
    assert_eq!(game.status(), over(0, "no legal turn"));
    let game = set_up("a1 a3 a5 a7", "i1 i3 i5 c1", "b - c1i1i3i5 - 1");
    assert_eq!(game.status(), over(4, "no legal turn"));
    assert_eq!(Slow::start().status(), Status::Ongoing);
}

/// A regular move that ends the game has no bonus.
#[test]
fn no_bonus_after_the_end() {
    let game = set_up("h2 i3 h8 g3", "c1 c3 c5 c7", "w - - - 1");
    assert_eq!(rests(&game, "g3h4"), "");
    assert_eq!(game.official("g3h4").as_deref(), Some("G3-H4 RT"));
    assert!(rests(&set_up("h2 i3 a1 g3", "c1 c3 c5 c7", "w - - - 1"), "g3h4").starts_with(" ,"));
}

/// Who moved in the turn before is part of the state.
#[test]
fn threefold_repetition() {
    let cycle = "a1a3 i1i3 a9a7 i9i7 a3a1 i3i1 a7a9 i7i9";
    let twice = after(Slow::start(), &format!("{cycle} {cycle}"));
    assert_eq!(twice.status(), Status::Ongoing);
    assert!(twice.fen().ends_with(" w - a9i9 - 9"));
    assert_eq!(after(twice, cycle).status(), over(2, "threefold repetition"));
}

#[test]
fn illegal_turns_are_refused() {
    let mut game = Slow::start();
    for m in ["", "a1", "a1a9", "i1i3", "a1a3 ", "a1a3,", "a1a3,b2c3", "d2e5", "é"] {
        assert!(game.play(m).is_err(), "{m}");
    }
    assert_eq!(game.fen(), START);
    assert_eq!(game.official("g5f4").as_deref(), Some("G5-F4"));
}
