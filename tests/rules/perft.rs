//! Leaf counts.

use oddity::game::Game;
use oddity::games::chess::Chess;
#[cfg(feature = "gess")]
use oddity::games::gess::Gess;
#[cfg(feature = "glex")]
use oddity::games::glex::Glex;
use oddity::games::hex::{Glinski, McCooey, Shafran};
#[cfg(feature = "zchess")]
use oddity::games::zchess::ZChess;
pub use oddity::tools::perft::perft;
use oddity::variant::{Playable, Variant, Visitor};

/// One line of a `perft.txt`: the FEN and its leaf counts by depth.
pub struct Counted {
    pub fen: String,
    pub counts: Vec<(u32, u64)>,
}

/// The lines of a game's `perft.txt`.
pub fn counted_positions(game: &str) -> Vec<Counted> {
    let path = format!("{}/positions/{game}/perft.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let mut parts = line.split(';');
            let fen = parts.next().expect("split yields one part at least").to_owned();
            let counts = parts.map(|part| {
                let (depth, leaves) = part.strip_prefix('D').and_then(|p| p.split_once(' ')).expect(line);
                (depth.parse().expect(line), leaves.parse().expect(line))
            });
            Counted { fen, counts: counts.collect() }
        })
        .collect()
}

/// Every game's file.
#[test]
fn files_of_positions() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Playable>(self, game: G) {
            let lines = counted_positions(G::NAME);
            assert!(lines.len() >= 20, "{}: {} positions", G::NAME, lines.len());
            for Counted { fen, counts } in lines {
                let pos = game.parse_fen(&fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
                assert!(!counts.is_empty(), "{fen}");
                for (depth, leaves) in counts {
                    assert_eq!(perft(&game, &pos, depth), leaves, "{} {fen} depth {depth}", G::NAME);
                }
            }
        }
    }
    for variant in Variant::ALL {
        variant.dispatch(Check);
    }
}

/// The position after moves in coordinates.
pub fn after<G: Game>(game: &G, moves: &str) -> G::Position {
    let mut pos = game.start();
    for text in moves.split_whitespace() {
        let m = game.parse_move(&pos, text).unwrap_or_else(|e| panic!("{}: {e}", G::NAME));
        game.play(&mut pos, m, &mut ());
    }
    pos
}

fn check<G: Game>(moves: &str, counts: &[u64]) {
    let game = G::new();
    let pos = after(&game, moves);
    for (depth, &count) in (1..).zip(counts) {
        assert_eq!(perft(&game, &pos, depth), count, "{} after '{moves}', depth {depth}", G::NAME);
    }
}

#[test]
fn start_positions() {
    check::<Chess>("", &[20, 400, 8_902, 197_281]);
    check::<Glinski>("", &[51, 2_586, 137_858, 7_282_418]);
    check::<McCooey>("", &[31, 947, 33_307, 1_157_852]);
    check::<Shafran>("", &[42, 1_706, 75_494, 3_310_230]);
    #[cfg(feature = "gess")]
    check::<Gess>("", &[478, 172_080]);
    #[cfg(feature = "zchess")]
    check::<ZChess>("", &[32, 1_024, 36_644, 1_299_900]);
    #[cfg(feature = "glex")]
    check::<Glex>("", &[52, 2_590, 116_320, 5_002_932]);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn start_positions_to_depth_five() {
    check::<Chess>("", &[20, 400, 8_902, 197_281, 4_865_609, 119_060_324]);
    check::<Glinski>("", &[51, 2_586, 137_858, 7_282_418, 401_622_759]);
    check::<McCooey>("", &[31, 947, 33_307, 1_157_852, 45_293_892]);
    check::<Shafran>("", &[42, 1_706, 75_494, 3_310_230, 156_099_888]);
    #[cfg(feature = "gess")]
    check::<Gess>("", &[478, 172_080, 60_574_502]);
}

#[test]
fn lines_with_en_passant_and_castling() {
    check::<Glinski>("k1k2 c7c5 k2k3 c5c4 k3k4 c4c3 b1b3", &[55, 2_858, 160_700, 8_626_780]);
    check::<McCooey>("d2d4 g8g7 d4d5 e8e6", &[38, 1_141, 48_413, 1_702_869]);
    check::<Shafran>("e2e4 e9e7 c1e2 f10e9 e2i10 e9i5 b1e3 d9h5 d1e2 b6b5", &[46, 2_622, 123_892, 7_052_283]);
    check::<Shafran>("c2c4 a5a4 e2e5 i9i8 e5e6 d8d5", &[46, 1_672, 78_291, 3_095_742]);
}

/// Counts without bulk: every leaf is played.
#[test]
fn bulk_counting_changes_nothing() {
    fn played<G: Game>(game: &G, pos: &G::Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut leaves = 0;
        for m in game.moves(pos) {
            let mut next = pos.clone();
            game.play(&mut next, m, &mut ());
            leaves += played(game, &next, depth - 1);
        }
        leaves
    }
    fn both<G: Game>() {
        let game = G::new();
        let pos = game.start();
        assert_eq!(played(&game, &pos, 3), perft(&game, &pos, 3), "{}", G::NAME);
    }
    both::<Chess>();
    both::<Glinski>();
    both::<McCooey>();
    both::<Shafran>();
    #[cfg(feature = "gess")]
    assert_eq!(played(&Gess, &Gess.start(), 2), perft(&Gess, &Gess.start(), 2));
    #[cfg(feature = "zchess")]
    both::<ZChess>();
    #[cfg(feature = "glex")]
    both::<Glex>();
}
