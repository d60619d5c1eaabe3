//! Movement in Z-Chess, above all the rook that turns.

use oddity::game::{FenError, Game, MoveError, MoveKind, MoveStyle, Outcome, Side};
use oddity::games::zchess::ZChess;
use rayon::prelude::*;

use crate::rules::perft::perft;
use crate::rules::setup::{allows, moves, placement, play, position, targets};

/// Kings in corners that no rook reaches, since rooks turn toward them nowhere.
const CORNERS: &str = "Ka17 Na15 ki17 ni15";

/// A position with White to move and no castling.
fn white(pieces: &str) -> <ZChess as Game>::Position {
    position(&ZChess, pieces, "w")
}

/// The same with the kings in their corners.
fn lone(pieces: &str) -> <ZChess as Game>::Position {
    white(&format!("{CORNERS} {pieces}"))
}

fn black(pieces: &str) -> <ZChess as Game>::Position {
    position(&ZChess, pieces, "b")
}

#[test]
fn the_army_stands_as_the_rules_say() {
    let pieces = ZChess.pieces(&ZChess.start());
    for word in
        "Ka9 Qa7 Qa11 Ba5 Ba13 Na3 Na15 Ra1 Ra17 Pb2 Pb16 ki9 qi7 qi11 bi5 bi13 ni3 ni15 ri1 ri17 ph2 ph16"
            .split(' ')
    {
        let found = pieces.iter().any(|p| p.piece == word.as_bytes()[0] as char && p.cell == word[1..]);
        assert!(found, "{word}");
    }
    assert_eq!(pieces.len(), 34);
}

#[test]
fn knights_jump_eight_ways() {
    assert_eq!(targets(&ZChess, &white("Ka17 ki17 Ne5"), "e5"), "c5 d2 d8 e3 e7 f2 f8 g5");
    // Over anything, and onto enemies.
    let walled = white("Ka17 ki17 Ne5 Pd4 Pd6 Pf4 Pf6 Pe3 pe7");
    assert_eq!(targets(&ZChess, &walled, "e5"), "c5 d2 d8 e7 f2 f8 g5");
}

#[test]
fn bishops_queens_and_kings() {
    let pos = white("Ka17 ki17 Be9");
    assert_eq!(targets(&ZChess, &pos, "e9"), "a13 a5 b12 b6 c11 c7 d10 d8 f10 f8 g11 g7 h12 h6 i13 i5");
    let pos = white("Ka17 ki17 Qe9 pe13 Pd8");
    assert_eq!(
        targets(&ZChess, &pos, "e9"),
        "a13 b12 c11 d10 e1 e11 e13 e3 e5 e7 f10 f8 g11 g7 h12 h6 i13 i5"
    );
    assert_eq!(targets(&ZChess, &white("Ke9 ki17"), "e9"), "d10 d8 e11 e7 f10 f8");
}

/// All circles that a lone rook reaches, walked by the letter of the rule.
fn rook_walk(from: (i32, i32), taken: &[(i32, i32)]) -> Vec<(i32, i32)> {
    let free = |c: (i32, i32)| inside(c) && !taken.contains(&c);
    let mut found = Vec::new();
    let mut along_row = |(row, column): (i32, i32)| {
        for step in [2, -2] {
            let mut at = (row, column + step);
            while inside(at) {
                found.push(at);
                if !free(at) {
                    break;
                }
                at.1 += step;
            }
        }
    };
    along_row(from);
    for (up, right) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
        let mut at = (from.0 + up, from.1 + right);
        while free(at) {
            along_row(at);
            at = (at.0 + up, at.1 + right);
        }
    }
    found.retain(|&at| at != from);
    found.sort_unstable();
    found.dedup();
    found
}

fn inside((row, column): (i32, i32)) -> bool {
    (0..9).contains(&row) && (1..=17).contains(&column) && (row + column) % 2 == 1
}

fn circle((row, column): (i32, i32)) -> String {
    format!("{}{column}", (b'a' + row as u8) as char)
}

#[test]
fn rooks_from_every_circle() {
    let board: Vec<(i32, i32)> = (0..9).flat_map(|row| (1..=17).map(move |column| (row, column))).collect();
    let board: Vec<(i32, i32)> = board.into_iter().filter(|&c| inside(c)).collect();
    assert_eq!(board.len(), 77);
    let corners = [(0, 17), (0, 15), (8, 17), (8, 15)];
    for from in board.into_iter().filter(|from| !corners.contains(from)) {
        let enemies = [(5, 2), (5, 6), (5, 10), (5, 14), (2, 7), (2, 11), (4, 9), (3, 6)];
        for enemies in [&enemies[..0], &enemies[..6], &enemies[6..], &enemies] {
            let enemies: Vec<(i32, i32)> = enemies.iter().copied().filter(|&c| c != from).collect();
            let men: Vec<String> = enemies.iter().map(|&c| format!("p{}", circle(c))).collect();
            let pos = lone(&format!("R{} {}", circle(from), men.join(" ")));
            let taken: Vec<(i32, i32)> = enemies.iter().copied().chain(corners).collect();
            let mut expected: Vec<String> = rook_walk(from, &taken)
                .into_iter()
                .filter(|c| !corners[..2].contains(c))
                .map(circle)
                .collect();
            expected.sort();
            assert_eq!(targets(&ZChess, &pos, &circle(from)), expected.join(" "), "{}", ZChess.fen(&pos));
        }
    }
}

#[test]
fn rook_attacks_are_not_symmetric() {
    // A rook on b2 attacks a1 by b2-(a3)-a1, one on a1 attacks nothing on its only diagonal.
    assert!(allows(&ZChess, &lone("Rb2 na1"), "b2a1"));
    assert!(!allows(&ZChess, &lone("Ra1 nb2"), "a1b2"));
    assert_eq!(targets(&ZChess, &lone("Ra1 Na3 Pb2"), "a1"), "");
    // Sharp turns are allowed, and turns on the way past another turning circle.
    for to in ["b2", "b16", "e1", "e17", "i1"] {
        assert!(allows(&ZChess, &lone("Ra5"), &format!("a5{to}")), "{to}");
    }
    assert!(!allows(&ZChess, &lone("Ra5"), "a5i13"), "its only turning circle in row i is i13 itself");
    // What stands on the diagonal ends it: here at once, there after one circle.
    assert_eq!(targets(&ZChess, &lone("Ra1 pb2"), "a1"), "a11 a13 a3 a5 a7 a9");
    assert_eq!(targets(&ZChess, &lone("Ra1 pc3"), "a1"), "a11 a13 a3 a5 a7 a9 b10 b12 b14 b16 b4 b6 b8");
}

#[test]
fn several_paths_are_one_move() {
    let pos = lone("Re9 Rc5 pg5");
    let mut all = moves(&ZChess, &pos);
    let n = all.len();
    all.dedup();
    assert_eq!((all.len(), n as u64), (n, ZChess.count(&pos)));
}

#[test]
fn a_rook_that_ends_its_diagonal_on_the_king_gives_no_check() {
    let pos = black("Ka17 Na15 ke9 pe7 pe11 Rb6");
    assert_eq!(ZChess.checkers(&pos), [""; 0], "b6-c7-d8-e9 stops on the diagonal");
    let pos = black("Ka17 Na15 ke9 pe11 Rb6");
    assert_eq!(ZChess.checkers(&pos), ["b6"], "b6-(e3)-e9");
}

#[test]
fn a_pinned_rook_may_take_the_piece_that_pins_it() {
    // Rook d8 stands between its king and the bishop. It takes by d8-(b10)-b6 or closes the line by d8-(c9)-c7;
    // a5 lies behind the bishop, on the line but of no use.
    let pos = white("Ke9 ki17 ni15 Rd8 bb6");
    assert_eq!(targets(&ZChess, &pos, "d8"), "b6 c7");
    assert!(!allows(&ZChess, &pos, "d8a5"));
    // Along a row it stays on the row.
    let pos = white("Ke9 ki17 ni15 Re5 qe1");
    assert_eq!(targets(&ZChess, &pos, "e5"), "e1 e3 e7");
    // With the way round closed nothing is left.
    let pos = white("Ke9 ki17 ni15 Rd8 bb6 Pc9");
    assert_eq!(targets(&ZChess, &pos, "d8"), "");
}

#[test]
fn the_circle_a_piece_leaves_may_become_a_turning_circle() {
    // The knight stands on no line between rook and king, but c9-(a7)-a9 opens when it leaves.
    let pos = white("Ka9 ki17 Na7 rc9 Pa11 Pb10");
    assert!(!ZChess.in_check(&pos));
    assert_eq!(targets(&ZChess, &pos, "a7"), "");
    // It may leave if it takes the rook, or another circle of the path is closed on the way.
    let pos = white("Ka9 ki17 Na7 rc7 Pa11 Pb6");
    assert!(allows(&ZChess, &pos, "a7c7"));
    // A king that steps aside opens its own circle.
    let pos = white("Ka9 ki17 Pa7 Pa11 Pb8 Pb10 rd12");
    assert!(!ZChess.in_check(&pos));
    let pos = white("Ka9 ki17 rc11 Pb8 Pa11 Pa5");
    assert!(!ZChess.in_check(&pos), "c11-b10-a9 ends on the king");
    assert!(!allows(&ZChess, &pos, "a9a7"), "c11-(a9)-a7");
    assert!(allows(&ZChess, &white("Ka9 ki17 bc11 Pb8 Pa11 Pa5 Pb10"), "a9a7"));
}

#[test]
fn a_piece_may_open_either_leg() {
    // The first leg: a pawn on the diagonal from g3 to e5, where the rook would turn toward e9.
    let closed = "Ke9 ki17 rg3 Pf4 Pe13 Pf2";
    assert!(!ZChess.in_check(&white(closed)), "{:?}", ZChess.checkers(&white(closed)));
    assert!(!allows(&ZChess, &white(closed), "f4g5"));
    assert!(allows(&ZChess, &white(closed), "f4g3"), "taking the rook ends it");
    // The second leg: a knight in the king's row uncovers the turning circle behind it.
    let pos = white("Ke9 ki17 rg3 Ne7 Pe13 Pf2 Pd6 Pd4 Pd8");
    assert!(!ZChess.in_check(&pos));
    assert!(
        !allows(&ZChess, &pos, "e7c7") && allows(&ZChess, &pos, "e7e5"),
        "e5 is the turning circle itself"
    );
}

#[test]
fn one_piece_may_end_two_checks() {
    // Rooks turn on a13 and a15 and come along the same row: a bishop on a11 stops both.
    let pos = white("Ka9 ki13 rb14 rc17 Bb10");
    assert_eq!(ZChess.checkers(&pos), ["b14", "c17"]);
    assert_eq!(targets(&ZChess, &pos, "b10"), "a11");
    // From a13 on the paths are different: taking one rook leaves the other.
    let pos = white("Ka9 ki13 rb14 rc17 Bd12 Bf14");
    assert_eq!(
        (targets(&ZChess, &pos, "d12"), targets(&ZChess, &pos, "f14")),
        (String::new(), String::new())
    );
}

#[test]
fn pawns_move_and_take_on_the_same_circles() {
    let pos = white("Ka17 ki17 Pd6 ne5");
    assert_eq!(targets(&ZChess, &pos, "d6"), "e5 e7");
    assert_eq!(targets(&ZChess, &black("Ka17 ki17 pd6 Nc5"), "d6"), "c5 c7");
    assert_eq!(targets(&ZChess, &white("Ka17 ki17 Pd6 Ne5 Ne7"), "d6"), "");
    // The double step is straight, never takes, and only from the home row.
    assert_eq!(targets(&ZChess, &white("Ka17 ki17 Pb8"), "b8"), "c7 c9 d10 d6");
    assert_eq!(targets(&ZChess, &white("Ka17 ki17 Pb8 nc9"), "b8"), "c7 c9 d6");
    assert_eq!(targets(&ZChess, &white("Ka17 ki17 Pb8 nd6 Nd10"), "b8"), "c7 c9");
    assert_eq!(targets(&ZChess, &white("Ka17 ki17 Pb2"), "b2"), "c1 c3 d4");
    assert_eq!(targets(&ZChess, &white("Ka17 ki17 Pc7"), "c7"), "d6 d8");
    assert_eq!(targets(&ZChess, &white("Ka17 ki17 Pa7"), "a7"), "b6 b8");
    assert_eq!(targets(&ZChess, &black("Ka17 ki17 ph16"), "h16"), "f14 g15 g17");
    // A pawn that passes another can't be taken for it.
    let pos = play(&ZChess, &white("Ka17 ki17 Pb8 pd8"), "b8d10");
    assert_eq!(targets(&ZChess, &pos, "d8"), "c7 c9");
    assert!(!ZChess.is_noisy(&pos, ZChess.parse_move(&pos, "d8c9").unwrap()));
}

#[test]
fn pawns_promote_on_the_last_row_only() {
    let all = |cells: &[&str]| {
        let mut all: Vec<String> =
            cells.iter().flat_map(|c| ["b", "n", "q", "r"].map(|kind| format!("{c}{kind}"))).collect();
        all.sort();
        all.join(" ")
    };
    assert_eq!(targets(&ZChess, &white("Ka17 ke17 Ph4 ni3"), "h4"), all(&["i3", "i5"]));
    assert_eq!(targets(&ZChess, &black("Ka17 ke17 pb4 Na5"), "b4"), all(&["a3", "a5"]));
    assert_eq!(targets(&ZChess, &white("Ka17 ki17 Pg5"), "g5"), "h4 h6");
    let pos = white("Ka17 ke17 Ph4");
    assert!(!allows(&ZChess, &pos, "h4i5") && !allows(&ZChess, &pos, "h4i5k"));
    let mut noisy = Vec::new();
    let _ = ZChess.generate(&pos, MoveKind::Noisy, |m| {
        noisy.push(m);
        std::ops::ControlFlow::Continue(())
    });
    assert_eq!(noisy.len(), 8, "every promotion is noisy");
}

/// Kings and rooks at home, other men, and the rights.
fn castling(men: &str, side: &str) -> <ZChess as Game>::Position {
    position(&ZChess, &format!("Ka9 ki9 Ra1 Ra17 ri1 ri17 {men}"), &format!("{side} LRlr"))
}

/// Pawns that keep White's home row out of the rooks' reach.
const SHELTER: &str = "Pb2 Pb4 Pb6 Pb8 Pb10 Pb12 Pb14 Pb16 ph2 ph4 ph6 ph8 ph10 ph12 ph14 ph16";

#[test]
fn castling_goes_both_ways() {
    let pos = castling(SHELTER, "w");
    let after = play(&ZChess, &pos, "a9a5 i9i13");
    assert_eq!(ZChess.fen(&after), "r4rk2/pppppppp/9/8/9/8/9/PPPPPPPP/2KR4R w - 2 2".to_owned());
    let after = play(&ZChess, &pos, "a9a13 i9i5");
    assert_eq!(ZChess.fen(&after), "2kr4r/pppppppp/9/8/9/8/9/PPPPPPPP/R4RK2 w - 2 2".to_owned());
    let steps = ZChess.steps(&pos, ZChess.parse_move(&pos, "a9a5").unwrap());
    assert_eq!(steps.legs, [["a9", "a5"], ["a1", "a7"]]);
    // Not past a piece, wherever it stands.
    for between in ["a3", "a5", "a7"] {
        assert!(!allows(&ZChess, &castling(&format!("{SHELTER} N{between}"), "w"), "a9a5"), "{between}");
        assert!(allows(&ZChess, &castling(&format!("{SHELTER} N{between}"), "w"), "a9a13"), "{between}");
    }
    // Rights end with a move of king or rook, and with the rook.
    let moved = play(&ZChess, &pos, "a1a3 i9i7 a3a1 i7i9");
    assert!(ZChess.fen(&moved).contains(" R 4 3"), "{}", ZChess.fen(&moved));
    let taken = play(&ZChess, &castling(&format!("{SHELTER} nc1").replace("Pb2 ", ""), "b"), "c1a1");
    assert!(ZChess.fen(&taken).contains(" w Rlr "), "{}", ZChess.fen(&taken));
}

#[test]
fn castling_is_refused_where_the_king_is_attacked() {
    // In check, by a knight; crossing an attacked circle; arriving on one.
    for (men, left, right) in [
        ("nb6", false, false),
        ("nb4", false, true),
        ("nb2", false, true),
        ("nc3", true, true),
        ("bc5", false, true),
        ("bd10", true, true),
    ] {
        let mut shelter = SHELTER.to_owned();
        for cell in ["b2", "b4", "b6"] {
            if men.contains(cell) {
                shelter = shelter.replace(&format!("P{cell} "), "");
            }
        }
        if men == "bc5" {
            shelter = shelter.replace("Pb6 ", "");
        }
        let pos = castling(&format!("{shelter} {men}"), "w");
        assert_eq!(allows(&ZChess, &pos, "a9a5"), left, "{men}");
        assert_eq!(allows(&ZChess, &pos, "a9a13"), right, "{men}");
    }
    // The king's circle becomes a turning circle.
    let pos = ZChess.parse_fen("k8/8/9/8/9/2r5/9/PPP1PPPP/R3K3R w LR 0 1").unwrap();
    assert_eq!((perft(&ZChess, &pos, 1), perft(&ZChess, &pos, 2)), (30, 1_634));
    assert!(!allows(&ZChess, &pos, "a9a5") && !allows(&ZChess, &pos, "a9a13"));
    // The rook's corner becomes one.
    let pos = ZChess.parse_fen("k8/8/9/8/9/1r6/9/1PPPPPPP/R3K3R w LR 0 1").unwrap();
    assert_eq!((perft(&ZChess, &pos, 1), perft(&ZChess, &pos, 2)), (33, 492));
    assert!(!allows(&ZChess, &pos, "a9a5") && allows(&ZChess, &pos, "a9a13"));
}

#[test]
fn a_rook_s_corner_may_be_attacked() {
    let pos = castling(&format!("{SHELTER} bc3").replace("Pb2 ", ""), "w");
    assert!(allows(&ZChess, &pos, "a9a5"), "only the rook is attacked");
}

#[test]
fn official_text() {
    let text =
        |pos: &_, m: &str| ZChess.write_move(pos, ZChess.parse_move(pos, m).unwrap(), MoveStyle::Official);
    let start = ZChess.start();
    assert_eq!(text(&start, "b2c3"), "Pb2-c3");
    assert_eq!(text(&lone("Na7"), "a7c7"), "Na7-c7");
    let pos = castling(SHELTER, "w");
    assert_eq!(text(&pos, "a9a5"), "0-0-0(L)");
    assert_eq!(text(&pos, "a9a13"), "0-0-0(R)");
    let pos = castling(SHELTER, "b");
    assert_eq!(text(&pos, "i9i5"), "0-0-0(L)");
    for (written, meant) in [("0-0-0(R)", "i9i13"), ("O-O-O(L)", "i9i5"), ("0-0-0(l)", "i9i5")] {
        assert_eq!(ZChess.parse_move(&pos, written), ZChess.parse_move(&pos, meant));
    }
    for broken in
        ["0-0-0", "0-0-0(", "0-0-0(X)", "0-0", "0-0-0(L)x", "o-o-o(r)", "O-O", "o-o", "0-0-0 (L)", "OOO"]
    {
        let error = ZChess.parse_move(&pos, broken).expect_err(broken);
        assert!(
            matches!(error, MoveError::Syntax(..)) && error.to_string().contains("castling is"),
            "{error}"
        );
    }
    // Half of the names that one might think of are no circles, which the others may show.
    for broken in ["e4", "e4e5", "a9a4", "Ka9-a4", "j1j3", "Nc4"] {
        let error = ZChess.parse_move(&pos, broken).expect_err(broken);
        assert!(error.to_string().contains("rows b, d, f, h have 2, 4, "), "{error}");
    }
    assert!(matches!(ZChess.parse_move(&start, "0-0-0(L)"), Err(MoveError::Illegal(_))));
    let pos = white("Ka1 ki17 nb2 Ph4");
    assert_eq!(text(&pos, "a1b2"), "Ka1xb2");
    assert_eq!(text(&pos, "h4i5q"), "Ph4-i5=Q+");
    assert_eq!(text(&white("Ka5 ka1 Bd2"), "d2c3"), "Bd2-c3#");
}

/// Mates with a single piece against a bare king, over all placements with the bare side to move.
#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn any_piece_can_mate() {
    let rows: [usize; 9] = std::array::from_fn(|row| 9 - row % 2);
    // Circles are numbered as a FEN goes through them.
    let fen = |men: [(usize, char); 3]| {
        let (mut fen, mut circle) = (String::new(), 0);
        for (row, length) in rows.into_iter().enumerate() {
            let mut run = 0;
            for _ in 0..length {
                match men.iter().find(|man| man.0 == circle) {
                    None => run += 1,
                    Some(man) => {
                        if run > 0 {
                            fen.push_str(&run.to_string());
                        }
                        run = 0;
                        fen.push(man.1);
                    }
                }
                circle += 1;
            }
            if run > 0 {
                fen.push_str(&run.to_string());
            }
            fen.push_str(if row < 8 { "/" } else { " b" });
        }
        fen
    };
    let count = |piece: char| -> usize {
        let mates = |king: usize| -> usize {
            let mut n = 0;
            for bare in (0..77).filter(|&c| c != king) {
                for cell in (0..77).filter(|&c| c != king && c != bare) {
                    if let Ok(pos) = ZChess.parse_fen(&fen([(king, 'K'), (bare, 'k'), (cell, piece)])) {
                        n += usize::from(ZChess.in_check(&pos) && !ZChess.has_moves(&pos));
                    }
                }
            }
            n
        };
        (0..77).into_par_iter().map(mates).sum()
    };
    let counts = ['Q', 'R', 'B', 'N', 'P'].map(count);
    assert_eq!(counts, [298, 296_244, 104, 24, 6]);
}

#[test]
fn results() {
    let pos = ZChess.parse_fen("9/8/9/8/9/8/1B7/8/k1K6 b - 0 1").unwrap();
    assert_eq!(ZChess.finished(&pos), Some(Outcome::win(Side::White, "checkmate")));
    // A mate on the hundredth half-move wins.
    let pos = ZChess.parse_fen("9/8/9/8/9/8/1B7/8/k1K6 b - 100 80").unwrap();
    assert_eq!(ZChess.finished(&pos), Some(Outcome::win(Side::White, "checkmate")));
}

#[test]
fn broken_fens() {
    let refused = |fen: &str, words: &str| {
        let error = ZChess.parse_fen(fen).expect_err(fen);
        assert!(error.to_string().contains(words), "'{fen}' says '{error}'");
        assert!(matches!(
            error,
            FenError::Fields(_) | FenError::Placement(_) | FenError::Field { .. } | FenError::Position(_)
        ));
    };
    let start = ZChess::START_FEN;
    refused("", "empty");
    refused("blah", "1 row instead of 9");
    refused(&start.replacen("rnbqkqbnr/", "", 1), "8 rows instead of 9");
    refused(&start.replacen("/9/", "/8/", 1), "row g describes 8 circles, but has 9");
    refused(&start.replacen("/8/", "/9/", 1), "row f describes 9 circles, but has 8");
    refused(&start.replacen("/9/", "/0/", 1), "a run of 0");
    refused(&start.replacen('q', "x", 1), "'x', which is no piece");
    refused(&start.replacen('q', "k", 1), "two kings");
    refused(&start.replacen('K', "1", 1), "White has no king");
    refused(&start.replacen("rn", "Pn", 1), "White has a pawn on i1, where it promotes");
    refused(&start.replacen("RN", "pN", 1).replace(" LRlr", " Rlr"), "Black has a pawn on a1");
    refused(&start.replace(" w ", " x "), "neither 'w' nor 'b'");
    refused(&start.replace("LRlr", "LRlq"), "'q' is none of L, R, l, r");
    refused(&start.replace("LRlr", "LL"), "'L' stands twice");
    refused(&start.replacen("/RNB", "/1NB", 1), "'L' needs a king on a9 and a rook on a1");
    refused(&start.replace(" 0 1", " x 1"), "halfmove clock");
    refused(&start.replace(" 0 1", " 0 0"), "move number");
    refused(&format!("{start} 7"), "'7' is one field too many");
    refused(&format!("{} w", placement(&ZChess, "Ka1 kb2")), "in check");
    refused(&format!("{} w", placement(&ZChess, "Ka1 ke9 Rb6")), "Black is in check but White is to move");
    // Two runs side by side add up.
    assert_eq!(ZChess.parse_fen(&start.replacen("/9/", "/45/", 1)), Ok(ZChess.start()));
    let words: Vec<&str> = start.split(' ').collect();
    let short = ZChess.parse_fen(words[0]).unwrap();
    assert!(ZChess.fen(&short).ends_with(" w - 0 1"));
}
