//! Movement in the hexagonal games, above all what other programs get wrong.

use oddity::game::{Game, MoveKind};
use oddity::games::hex::{Glinski, McCooey, Shafran};

use crate::rules::setup::{allows, moves, placement, play, position, targets};
use crate::slow_hex::{Kind, Slow};

#[test]
fn kings_and_queens_start_on_their_own_cells() {
    fn check<G: Game>(expected: &str) {
        let game = G::new();
        let pieces = game.pieces(&game.start());
        for word in expected.split(' ') {
            let found = pieces.iter().any(|p| p.piece == word.as_bytes()[0] as char && p.cell == word[1..]);
            assert!(found, "{} lacks {word}", G::NAME);
        }
    }
    check::<Glinski>(
        "Kg1 Qe1 kg10 qe10 Rc1 Ri1 rc8 ri8 Nd1 Nh1 nd9 nh9 Bf1 Bf3 bf11 bf9 Pb1 Pk1 pb7 pk7 Pf5 pf7",
    );
    check::<McCooey>(
        "Kg1 Qe1 kg10 qe10 Rd1 Rh1 rd9 rh9 Ne2 Ng2 ne9 ng9 Bf1 Bf3 bf11 bf9 Pc1 Pi1 pc8 pi8 Pf4 pf8",
    );
    check::<Shafran>(
        "Ke1 Qd1 ke10 qf10 Ra1 Ri5 ri10 ra6 Nb1 Ng3 nh10 nc8 Bc1 Bf2 Bh4 bg10 bd9 bb7 Pa2 Pi6 pi9 pa5",
    );
}

/// On every file of every game, for both sides: the last cell promotes, four ways, and nothing else does.
#[test]
fn pawns_promote_on_every_far_cell_and_nowhere_else() {
    fn check<G: Game>() {
        let game = G::new();
        let cells: Vec<String> = game.board().cells.into_iter().map(|cell| cell.name).collect();
        for file in game.board().files {
            let mut ranks: Vec<i32> =
                cells.iter().filter(|c| c.starts_with(&file)).map(|c| c[1..].parse().unwrap()).collect();
            ranks.sort_unstable();
            for white in [true, false] {
                let mut line = ranks.clone();
                if !white {
                    line.reverse();
                }
                for (i, pair) in line.windows(2).enumerate() {
                    let (pawn, to) = (format!("{file}{}", pair[0]), format!("{file}{}", pair[1]));
                    // Kings where they are in nobody's way: on the far side of the board.
                    let far = if file.as_str() < "e" { ["h", "i"] } else { ["a", "b"] };
                    let (king, other) = (format!("{}4", far[0]), format!("{}7", far[1]));
                    let (p, side) = if white { ("P", "w") } else { ("p", "b") };
                    let fen = format!("{} {side}", placement(&game, &format!("{p}{pawn} K{king} k{other}")));
                    let Ok(pos) = game.parse_fen(&fen) else { panic!("{fen}") };
                    let found = targets(&game, &pos, &pawn);
                    if i + 2 == line.len() {
                        assert_eq!(found, format!("{to}b {to}n {to}q {to}r"), "{} {fen}", G::NAME);
                    } else {
                        assert!(
                            found.split(' ').all(|t| !t.ends_with(['q', 'r', 'b', 'n'])),
                            "{} {fen}",
                            G::NAME
                        );
                        assert!(found.split(' ').any(|t| t == to), "{} {fen}", G::NAME);
                    }
                }
            }
        }
    }
    check::<Glinski>();
    check::<McCooey>();
    check::<Shafran>();
}

#[test]
fn a_capture_onto_the_own_edge_does_not_promote() {
    let game = Glinski::new();
    let pos = position(&game, "Kg1 kg10 Pb1 na1 pb7 Na6", "w");
    assert_eq!(targets(&game, &pos, "b1"), "a1 b2 b3");
    let pos = position(&game, "Kg1 kg10 Pb1 na1 pb7 Na6", "b");
    assert_eq!(targets(&game, &pos, "b7"), "a6 b5 b6");
}

#[test]
fn captures_onto_the_far_edge_promote() {
    let game = Glinski::new();
    let pos = position(&game, "Ka1 ka3 Pf10 ne10 rg10", "w");
    assert_eq!(targets(&game, &pos, "f10"), "e10b e10n e10q e10r f11b f11n f11q f11r g10b g10n g10q g10r");
    let game = Shafran::new();
    let pos = position(&game, "Ka1 ka3 Pf9 ne10 ri10", "w");
    assert_eq!(targets(&game, &pos, "f9"), "e10b e10n e10q e10r f10b f10n f10q f10r");
}

#[test]
fn en_passant_on_the_outer_files() {
    let game = Glinski::new();
    let pos = position(&game, "Kg1 kg10 Pb1 Pk1 pc3 pi3", "w");
    assert!(allows(&game, &play(&game, &pos, "b1b3"), "c3b2"));
    assert!(allows(&game, &play(&game, &pos, "k1k3"), "i3k2"));
    let pos = position(&game, "Kg1 kg10 pb7 pk7 Pc6 Pi6", "b");
    assert!(allows(&game, &play(&game, &pos, "b7b5"), "c6b6"));
    assert!(allows(&game, &play(&game, &pos, "k7k5"), "i6k6"));
    // The chance is gone a turn later.
    let later = play(&game, &pos, "b7b5 g1f1 g10f10");
    assert!(!allows(&game, &later, "c6b6"));
}

#[test]
fn en_passant_takes_the_pawn_that_stepped() {
    let game = Glinski::new();
    let pos = play(&game, &position(&game, "Kg1 kg10 Pb1 pc3", "w"), "b1b3");
    assert_eq!(game.fen(&pos), format!("{} b b2 0 1", placement(&game, "Kg1 kg10 Pb3 pc3")));
    let m = game.parse_move(&pos, "c3b2").unwrap();
    assert_eq!(game.steps(&pos, m).captured, ["b3"]);
    let pos = play(&game, &pos, "c3b2");
    assert_eq!(game.fen(&pos), format!("{} w - 0 2", placement(&game, "Kg1 kg10 pb2")));
}

#[test]
fn only_a_stepping_pawn_can_be_taken_en_passant() {
    // A capture in McCooey's game goes as far along the axis as a double step, and a rook may step two cells.
    let game = McCooey::new();
    let pos = position(&game, "Kg1 kg10 Pd2 ne4 Re3 pe5", "w");
    let captured = play(&game, &pos, "d2e4");
    assert!(game.fen(&captured).contains(" b - 0 1"), "{}", game.fen(&captured));
    let rook = play(&game, &position(&game, "Kg1 kg10 Re3 pd5 pf5", "w"), "e3e5");
    assert!(game.fen(&rook).contains(" b - 1 1"), "{}", game.fen(&rook));
    assert!(!allows(&game, &rook, "d5e4") && !allows(&game, &rook, "f5e4"));
}

#[test]
fn en_passant_may_not_uncover_the_king() {
    // Rook, both pawns and king stand on one rank line: the capture would take both shields at once.
    let game = Shafran::new();
    let base = position(&game, "Ka5 kh10 Pd5 pe9 Ra1", "b");
    assert!(allows(&game, &play(&game, &base, "e9e6"), "d5e7"));
    // A pawn shielding its king along the file may not leave it.
    let pinned = position(&game, "Kd1 kh10 Pd5 pe9 rd9", "b");
    assert!(!allows(&game, &play(&game, &pinned, "e9e6"), "d5e7"));
    // Both pawns on the line of an enemy rook, neither pinned before.
    let lined = position(&game, "Kb6 kh10 Pd6 pe9 ri6", "b");
    let after = play(&game, &lined, "e9e6");
    assert!(!allows(&game, &after, "d6e8"), "{}", game.fen(&after));
    let free = play(&game, &position(&game, "Kb5 kh10 Pd6 pe9 ri6", "b"), "e9e6");
    assert!(allows(&game, &free, "d6e8"), "{}", game.fen(&free));
}

#[test]
fn en_passant_may_answer_the_check_of_the_pawn_that_stepped() {
    let game = Glinski::new();
    // b3 attacks (from White's side) c4 and a3; the king on c4 is checked by the double step.
    let pos = play(&game, &position(&game, "Kg1 kc4 Pb1 pc3", "w"), "b1b3");
    assert!(game.in_check(&pos));
    assert_eq!(game.checkers(&pos), ["b3"]);
    assert!(allows(&game, &pos, "c3b2"));
}

#[test]
fn a_triple_step_can_be_taken_on_both_cells() {
    let game = Shafran::new();
    let pos = play(&game, &position(&game, "Ka1 ki10 Pe2 pf6 pd5 pf5 pd4", "w"), "e2e5");
    assert!(game.fen(&pos).contains(" b - e3e4 0 1"), "{}", game.fen(&pos));
    let taking: Vec<String> =
        moves(&game, &pos).into_iter().filter(|m| m.ends_with("e3") || m.ends_with("e4")).collect();
    assert_eq!(taking, ["d4e3", "d5e4", "f5e3", "f6e4"]);
    for m in taking {
        let after = play(&game, &pos, &m);
        assert_eq!(game.pieces(&after).len(), 6, "{m} takes the pawn on e5");
    }
}

#[test]
fn long_steps_of_each_file() {
    let game = Shafran::new();
    let start = game.start();
    for (from, to) in [("a2", "a3"), ("b2", "b3 b4"), ("c2", "c3 c4"), ("d2", "d3 d4 d5"), ("e2", "e3 e4 e5")]
    {
        assert_eq!(targets(&game, &start, from), to);
    }
    for (from, to) in [("f3", "f4 f5 f6"), ("g4", "g5 g6"), ("h5", "h6 h7"), ("i6", "i7")] {
        assert_eq!(targets(&game, &start, from), to);
    }
    // Blocked half way, and not from any other cell.
    let blocked = position(&game, "Ka1 ki10 Pe2 ne4 Pd3", "w");
    assert_eq!(targets(&game, &blocked, "e2"), "e3");
    assert_eq!(targets(&game, &blocked, "d3"), "d4");
}

#[test]
fn a_pawn_that_captured_onto_a_starting_cell_may_step_two() {
    let game = Glinski::new();
    let pos = play(&game, &position(&game, "Kg1 kg10 Pb1 nc2", "w"), "b1c2 g10g9");
    assert_eq!(targets(&game, &pos, "c2"), "c3 c4");
}

#[test]
fn the_centre_pawn_of_mccooey_steps_one() {
    let game = McCooey::new();
    assert_eq!(targets(&game, &game.start(), "f4"), "f5");
    assert_eq!(targets(&game, &game.start(), "e3"), "e4 e5");
    let black = play(&game, &game.start(), "c1c2");
    assert_eq!(targets(&game, &black, "f8"), "f7");
    assert_eq!(targets(&game, &black, "g8"), "g6 g7");
}

#[test]
fn pawns_capture_in_their_own_games_directions() {
    // A pawn with an enemy on each of the cells around it.
    fn check<G: Game>(white: &str, black: &str) {
        let game = G::new();
        let ring = |pawn: char, enemy: char| {
            let cells = "e6 e4 d4 d5 f5 f4 d6 f6 f7 c4 g4 d3 f3";
            let cells = cells.split(' ').map(|cell| format!("{enemy}{cell} "));
            format!("{pawn}e5 Ka1 ki7 {}", cells.collect::<String>())
        };
        let pos = position(&game, &ring('P', 'p'), "w");
        assert_eq!(targets(&game, &pos, "e5"), white, "{}", G::NAME);
        let pos = position(&game, &ring('p', 'P'), "b");
        assert_eq!(targets(&game, &pos, "e5"), black, "{}", G::NAME);
    }
    check::<Glinski>("d5 f6", "d4 f5");
    check::<McCooey>("d6 f7", "d3 f4");
    check::<Shafran>("d6 f7", "d3 f4");
}

#[test]
fn the_king_may_not_retreat_along_the_checking_line() {
    let game = Glinski::new();
    let pos = position(&game, "Kf5 rf9 ka1", "w");
    assert!(game.in_check(&pos));
    assert!(!allows(&game, &pos, "f5f4"));
    assert!(allows(&game, &pos, "f5e4"));
    let pos = position(&game, "Kf5 bh7 ka1", "w");
    assert!(game.in_check(&pos) && !allows(&game, &pos, "f5e3"));
}

#[test]
fn pinned_pieces_stay_on_their_line() {
    let game = Glinski::new();
    let pos = position(&game, "Kf2 Rf4 rf9 Nf3 ka1", "w");
    // Two pieces shield the file: neither is pinned.
    assert!(allows(&game, &pos, "f4e3"));
    let pos = position(&game, "Kf2 Rf4 rf9 ka1", "w");
    assert_eq!(targets(&game, &pos, "f4"), "f3 f5 f6 f7 f8 f9");
    let pos = position(&game, "Kf2 Nf4 rf9 ka1", "w");
    assert_eq!(targets(&game, &pos, "f4"), "");
    let pos = position(&game, "Kf2 Pf4 rf9 nd4 ne5 ka1", "w");
    assert_eq!(targets(&game, &pos, "f4"), "f5");
}

#[test]
fn a_double_check_moves_the_king() {
    let game = Glinski::new();
    let pos = position(&game, "Kf2 Qa2 rf9 ng4 kl6", "w");
    assert_eq!(game.checkers(&pos).len(), 2);
    assert!(moves(&game, &pos).iter().all(|m| m.starts_with("f2")));
}

#[test]
fn castling_long_and_short_toward_either_rook() {
    let game = Shafran::new();
    let pos = position(&game, "Ke1 Ra1 Ri5 ke10 ra6 ri10", "w AIai");
    for m in ["e1b1", "e1c1", "e1h4", "e1g3"] {
        assert!(allows(&game, &pos, m), "{m}");
    }
    let home = |m: &str| placement_of(&game, &play(&game, &pos, m));
    assert_eq!(home("e1b1"), placement(&game, "Kb1 Rc1 Ri5 ke10 ra6 ri10"));
    assert_eq!(home("e1c1"), placement(&game, "Kc1 Rd1 Ri5 ke10 ra6 ri10"));
    assert_eq!(home("e1h4"), placement(&game, "Kh4 Rg3 Ra1 ke10 ra6 ri10"));
    assert_eq!(home("e1g3"), placement(&game, "Kg3 Rf2 Ra1 ke10 ra6 ri10"));
    let black = position(&game, "Ke1 Ra1 Ri5 ke10 ra6 ri10", "b AIai");
    let home = |m: &str| placement_of(&game, &play(&game, &black, m));
    assert_eq!(home("e10b7"), placement(&game, "Ke1 Ra1 Ri5 kb7 rc8 ri10"));
    assert_eq!(home("e10c8"), placement(&game, "Ke1 Ra1 Ri5 kc8 rd9 ri10"));
    assert_eq!(home("e10h10"), placement(&game, "Ke1 Ra1 Ri5 kh10 rg10 ra6"));
    assert_eq!(home("e10g10"), placement(&game, "Ke1 Ra1 Ri5 kg10 rf10 ra6"));
    assert!(!allows(&game, &position(&game, "Ke1 Ra1 Ri5 ke10 ra6 ri10", "w ai"), "e1c1"));
}

fn placement_of<G: Game>(game: &G, pos: &G::Position) -> String {
    game.fen(pos).split(' ').next().expect("a FEN has a placement").to_owned()
}

#[test]
fn castling_needs_an_empty_and_safe_path() {
    let game = Shafran::new();
    let castles = |pieces: &str| {
        let pos = position(&game, pieces, "w A");
        ["e1c1", "e1b1"].map(|m| allows(&game, &pos, m))
    };
    assert_eq!(castles("Ke1 Ra1 ki10"), [true, true]);
    assert_eq!(castles("Ke1 Ra1 Nb1 ki10"), [false, false], "a piece beside the rook");
    assert_eq!(castles("Ke1 Ra1 ki10 rd9"), [false, false], "crossing an attacked cell");
    assert_eq!(castles("Ke1 Ra1 ki10 rc8"), [false, false], "a short castling lands, a long one crosses");
    assert_eq!(castles("Ke1 Ra1 ki10 rb7"), [true, false], "a long castling lands on an attacked cell");
    assert_eq!(castles("Ke1 Ra1 ki10 re9"), [false, false], "out of check");
    assert_eq!(castles("Ke1 Ra1 ki10 ra6"), [true, true], "an attacked rook may castle");
}

#[test]
fn a_castling_right_does_not_come_back() {
    let game = Shafran::new();
    // The rook moves away and back; another rook lands on its cell; the rook is taken.
    let pos = position(&game, "Ke1 Ra1 Ri5 ke10 pe9", "w AI");
    let back = play(&game, &pos, "a1a2 e9e8 a2a1 e8e7");
    assert!(!allows(&game, &back, "e1c1") && allows(&game, &back, "e1g3"));
    let other = play(&game, &pos, "a1a2 e9e8 i5i6");
    assert!(game.fen(&other).contains(" b - - "), "{}", game.fen(&other));
    let taken = position(&game, "Ke1 Ra1 Rb2 ke10 ra6", "b A");
    let taken = play(&game, &taken, "a6a1 b2a1 e10e9");
    assert!(game.fen(&taken).contains(" w - - "), "{}", game.fen(&taken));
    assert!(!allows(&game, &taken, "e1c1"));
    let king = play(&game, &pos, "e1e2 e9e8 e2e1 e8e7");
    assert!(game.fen(&king).contains(" w - - "), "{}", game.fen(&king));
}

#[test]
fn exchanges() {
    let game = Glinski::new();
    let see = |pieces: &str, side: &str, text: &str, threshold: i32| {
        let pos = position(&game, pieces, side);
        game.see_ge(&pos, game.parse_move(&pos, text).unwrap(), threshold)
    };
    // A defended pawn is not worth a rook; an undefended one is worth itself.
    assert!(!see("Kg1 kg10 Rf3 pf6 pg7", "w", "f3f6", 0) || !see("Kg1 kg10 Rf3 pf6 pg6", "w", "f3f6", 0));
    assert!(see("Kg1 kg10 Rf3 pf6", "w", "f3f6", 100));
    assert!(!see("Kg1 kg10 Rf3 pf6", "w", "f3f6", 101));
    // Rooks behind each other against rook and pawn.
    let doubled = "Kg1 kg10 Rf3 Rf2 pf6 rf9";
    assert!(see(doubled, "w", "f3f6", 100));
    assert!(!see("Kg1 kg10 Rf3 pf6 rf9", "w", "f3f6", 0));
    // A king can't take what is defended by a slider behind the first.
    assert!(see("Ka1 kf7 Rf4 Rf2 pf6", "w", "f4f6", 100));
    assert!(!see("Ka1 kf7 Rf4 pf6", "w", "f4f6", 0));
    // Promotion and quiet moves.
    assert!(see("Ka1 ka4 Pf10", "w", "f10f11q", 900));
    assert!(!see("Kg1 kg10 Rf3 rf9", "w", "f3f5", 1) && !see("Kg1 kg10 Rf3 rf9", "w", "f3f5", 0));
    assert!(see("Kg1 kg10 Rf3 rf9", "w", "f3e2", 0));
}

/// White queens on every cell but those of the kings and of a wall of knights around Black's.
#[test]
fn a_board_full_of_queens() {
    fn check<G: Game>(kind: Kind) {
        let game = G::new();
        let cells = game.board().cells;
        let home = cells.iter().find(|cell| cell.name == "i7").expect("all boards have it");
        let mut pieces = String::new();
        for cell in &cells {
            let square = (cell.x - home.x).powi(2) + (cell.y - home.y).powi(2);
            let piece = match (cell.name.as_str(), square) {
                ("a1", _) => 'K',
                ("i7", _) => 'k',
                (_, ..9.1) => 'n',
                _ => 'Q',
            };
            pieces += &format!("{piece}{} ", cell.name);
        }
        let pos = position(&game, &pieces, "w");
        let slow = Slow::from_fen(kind, &game.fen(&pos)).expect("the same position");
        assert_eq!(moves(&game, &pos), slow.legal_moves());
        assert_eq!(game.count(&pos), slow.perft(1));
    }
    check::<Glinski>(Kind::Glinski);
    check::<McCooey>(Kind::McCooey);
    check::<Shafran>(Kind::Shafran);
}

#[test]
fn noisy_moves_are_captures_and_promotions() {
    let game = Glinski::new();
    let pos = position(&game, "Ka1 kl6 Pf10 Rc2 pc4 Pb5", "w");
    let mut noisy = Vec::new();
    let _ = game.generate(&pos, MoveKind::Noisy, |m| {
        noisy.push(game.write_move(&pos, m, oddity::game::MoveStyle::Coordinate));
        std::ops::ControlFlow::Continue(())
    });
    noisy.sort();
    assert_eq!(noisy, ["c2c4", "f10f11b", "f10f11n", "f10f11q", "f10f11r"]);
}
