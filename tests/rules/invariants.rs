//! What must hold in every position of every game, over random playouts.

use std::ops::ControlFlow;

use oddity::game::{Delta, Game, MoveKind};
use oddity::games::chess::Chess;
#[cfg(feature = "gess")]
use oddity::games::gess::Gess;
#[cfg(feature = "glex")]
use oddity::games::glex::Glex;
use oddity::games::hex::{Glinski, McCooey, Shafran};
#[cfg(feature = "zchess")]
use oddity::games::zchess::ZChess;
use proptest::prelude::*;

use crate::slow_chess;

/// Moves of a kind in generation order.
fn listed<G: Game>(game: &G, pos: &G::Position, kind: MoveKind) -> Vec<G::Move> {
    let mut list = Vec::new();
    let _ = game.generate(pos, kind, |m| {
        list.push(m);
        ControlFlow::Continue(())
    });
    list
}

/// The set of features, kept by what moves report.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
struct Features(Vec<u16>);

impl Features {
    fn of<G: Game>(game: &G, pos: &G::Position) -> Features {
        let mut list = Vec::new();
        game.for_each_feature(pos, |f| list.push(f));
        list.sort_unstable();
        Features(list)
    }
}

impl Delta for Features {
    fn add(&mut self, feature: u16) {
        let at = self.0.binary_search(&feature).expect_err("no feature is added twice");
        self.0.insert(at, feature);
    }

    fn remove(&mut self, feature: u16) {
        let at = self.0.binary_search(&feature).expect("only features that are there are removed");
        self.0.remove(at);
    }
}

fn check_position<G: Game>(game: &G, pos: &G::Position, random: &[u32]) {
    let fen = game.fen(pos);
    assert_eq!(game.key(pos), game.recompute_key(pos), "{fen}");
    assert_eq!(game.parse_fen(&fen).as_ref(), Ok(pos), "{fen}");

    let all = game.moves(pos);
    let (noisy, quiet) = (listed(game, pos, MoveKind::Noisy), listed(game, pos, MoveKind::Quiet));
    assert_eq!(game.count(pos), all.len() as u64, "{fen}");
    assert_eq!(game.has_moves(pos), !all.is_empty(), "{fen}");
    assert_eq!(noisy.len() + quiet.len(), all.len(), "{fen}");
    assert!(noisy.iter().all(|m| all.contains(m) && game.is_noisy(pos, *m)), "{fen}");
    assert!(quiet.iter().all(|m| all.contains(m) && !game.is_noisy(pos, *m)), "{fen}");

    for &m in &all {
        assert!(game.is_legal(pos, m), "{fen}: {m:?}");
        assert!(game.pack(m) != 0 && game.unpack(pos, game.pack(m)) == Some(m), "{fen}: {m:?}");
        assert!(game.history_slot(pos, m) < game.history_slots());
    }
    // Random moves: bits near those of real ones, so that many fields make sense.
    for &bits in random {
        let near = all.get(bits as usize % all.len().max(1)).map_or(0, |&m| game.pack(m));
        for bits in [bits, bits & 0x0707_7f7f, near ^ 1 << (bits % 32), near & 0xffff | bits << 16] {
            if let Some(m) = game.unpack(pos, bits) {
                assert_eq!(game.is_legal(pos, m), all.contains(&m), "{fen}: {m:?}");
            }
        }
    }

    let mirror = game.mirrored(pos);
    let mut images: Vec<u32> = all.iter().map(|&m| game.pack(game.mirrored_move(m))).collect();
    let mut found: Vec<u32> = game.moves(&mirror).into_iter().map(|m| game.pack(m)).collect();
    images.sort_unstable();
    found.sort_unstable();
    assert_eq!(images, found, "{fen} mirrored is {}", game.fen(&mirror));
    assert_eq!(&game.mirrored(&mirror), pos, "{fen}");
}

/// Plays out from the start by the choices given: a noisy move where the choice asks for one.
fn playout<G: Game>(choices: &[u32], random: &[u32]) {
    playout_from::<G>(G::new().start(), choices, random);
}

fn playout_from<G: Game>(mut pos: G::Position, choices: &[u32], random: &[u32]) {
    let game = G::new();
    let mut features = Features::of(&game, &pos);
    for &choice in choices {
        check_position(&game, &pos, random);
        let noisy = listed(&game, &pos, MoveKind::Noisy);
        let list = if choice % 3 == 0 && !noisy.is_empty() { noisy } else { game.moves(&pos) };
        let Some(&m) = list.get(choice as usize / 3 % list.len().max(1)) else { break };
        let before = pos.clone();
        game.play(&mut pos, m, &mut features);
        assert_eq!(features, Features::of(&game, &pos), "{} {m:?}", game.fen(&before));
        assert_eq!(game.side_to_move(&pos), game.side_to_move(&before).other());
        let material = game.parse_fen(&game.fen(&pos)).map(|p| game.material_key(&p));
        assert_eq!(Ok(game.material_key(&pos)), material, "{}", game.fen(&pos));
        // Reverting irreversible moves is impossible, so only those may stop the count of plies.
        if game.reversible_plies(&pos) == 0 {
            assert!(game.is_irreversible(&before, m), "{} {m:?}", game.fen(&before));
        }
        let mut passed = pos.clone();
        if game.null_move_sound(&pos) {
            game.play_null(&mut passed);
            assert_eq!(game.key(&passed), game.recompute_key(&passed));
            assert_ne!(game.side_to_move(&passed), game.side_to_move(&pos));
            assert!(!game.in_check(&pos));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn glinski(choices in prop::collection::vec(any::<u32>(), 1..160), random in prop::collection::vec(any::<u32>(), 8)) {
        playout::<Glinski>(&choices, &random);
    }

    #[test]
    fn mccooey(choices in prop::collection::vec(any::<u32>(), 1..160), random in prop::collection::vec(any::<u32>(), 8)) {
        playout::<McCooey>(&choices, &random);
    }

    #[test]
    fn shafran(choices in prop::collection::vec(any::<u32>(), 1..160), random in prop::collection::vec(any::<u32>(), 8)) {
        playout::<Shafran>(&choices, &random);
    }

    #[test]
    fn chess(choices in prop::collection::vec(any::<u32>(), 1..200), random in prop::collection::vec(any::<u32>(), 8)) {
        // Half of the games begin as in Chess960.
        let start = choices[0] as usize % 1920;
        let fen = slow_chess::Slow::chess960_start(if start < 960 { start } else { 518 }).fen();
        playout_from::<Chess>(Chess::new().parse_fen(&fen).expect("a start position"), &choices, &random);
    }

    #[test]
    fn any_text_of_squares_is_read_or_refused(text in ".{0,40}", board in "([1-8kKpPqQrRnNbB]{1,8}/){7}[1-8kKQRr]{1,8} [wb-] [A-HKQa-hkq-]{0,4} ([a-h][36]|-) [0-9]{0,3} [0-9]{0,5}", m in "[KQRBNP]?[a-h]?[1-8]?[-x]?[a-h][0-9]=?[qrbnQ]?[+#]?") {
        let game = Chess::new();
        let _ = game.parse_fen(&text);
        let _ = game.parse_move(&game.start(), &text);
        let _ = game.parse_move(&game.start(), &m);
        // Few of these have one king a side: put into every sound one.
        let sound = board.replace(['k', 'K'], "1").replacen('1', "k", 1);
        let sound = sound.rfind(['1', '2']).map_or(sound.clone(), |at| format!("{}K{}", &sound[..at], &sound[at + 1..]));
        for board in [board, sound] {
            if let Ok(mut pos) = game.parse_fen(&board) {
                for _ in 0..4 {
                    let moves = game.moves(&pos);
                    let Some(&m) = moves.last() else { break };
                    game.play(&mut pos, m, &mut ());
                    assert_eq!(game.parse_fen(&game.fen(&pos)).as_ref(), Ok(&pos));
                }
            }
        }
    }

    #[cfg(feature = "gess")]
    #[test]
    fn gess(choices in prop::collection::vec(any::<u32>(), 1..120), random in prop::collection::vec(any::<u32>(), 8)) {
        playout::<Gess>(&choices, &random);
    }

    #[cfg(feature = "glex")]
    #[test]
    fn glex(choices in prop::collection::vec(any::<u32>(), 1..160), random in prop::collection::vec(any::<u32>(), 8)) {
        playout::<Glex>(&choices, &random);
    }

    #[cfg(feature = "glex")]
    #[test]
    fn any_text_of_turns_is_read_or_refused(text in ".{0,40}", board in "[1-5Wb/]{0,40} [wb] [Wb-]{0,2} [a-i1-9-]{0,6} [a-i1-9-]{0,6} [0-9]{0,3}", m in "[a-iA-I][0-9][-=x]?[a-i][0-9]( \\[?[SLYBRPT]{2,3}\\]?)?[,/]?([a-i][0-9][-=x]?[A-I][0-9])?", table in "((red|blue|small) [a-i][1-9]-[a-i][1-9]-[a-i][1-9]\n){0,4}") {
        let game = Glex::new();
        let _ = game.parse_fen(&text);
        let _ = game.parse_fen(&board);
        let _ = game.parse_move(&game.start(), &text);
        let _ = game.parse_move(&game.start(), &m);
        if let Ok(table) = table.parse() {
            let game = Glex::with_triangles(table);
            let mut pos = game.start();
            for _ in 0..4 {
                let moves = game.moves(&pos);
                assert_eq!(game.count(&pos), moves.len() as u64);
                let Some(&m) = moves.last() else { break };
                game.play(&mut pos, m, &mut ());
                assert_eq!(game.key(&pos), game.recompute_key(&pos));
            }
        }
    }

    #[cfg(feature = "zchess")]
    #[test]
    fn zchess(choices in prop::collection::vec(any::<u32>(), 1..160), random in prop::collection::vec(any::<u32>(), 8)) {
        playout::<ZChess>(&choices, &random);
    }

    #[cfg(feature = "zchess")]
    #[test]
    fn any_text_of_circles_is_read_or_refused(text in ".{0,40}", board in "[1-9kKpPqQrRnN/]{0,40} [wb-] [LRlr-]{0,4} [0-9]{0,3}", m in "[KQRBNP]?[a-i][0-9]{1,3}[-x]?[a-i][0-9]{1,3}=?[qrbnQ]?[+#]?") {
        let game = ZChess::new();
        let _ = game.parse_fen(&text);
        let _ = game.parse_fen(&board);
        let _ = game.parse_move(&game.start(), &text);
        let _ = game.parse_move(&game.start(), &m);
    }

    /// No text crashes the readers.
    #[test]
    fn any_text_is_read_or_refused(text in ".{0,60}", board in "[1-9kKpPqQrR/]{0,60} [wb-] [a-l0-9-]{0,6} [0-9]{0,3}") {
        let game = Glinski::new();
        let _ = game.parse_fen(&text);
        let _ = game.parse_fen(&board);
        let _ = game.parse_move(&game.start(), &text);
        let _ = Shafran::new().parse_fen(&board);
        let _ = McCooey::new().parse_move(&McCooey::new().start(), &text);
    }

    #[test]
    fn move_like_text_is_read_or_refused(text in "[KQRBN]?[a-l][0-9]{1,3}[-x]?[a-l][0-9]{1,3}=?[qrbnQ]?[+#]?") {
        let game = Shafran::new();
        let _ = game.parse_move(&game.start(), &text);
    }
}
