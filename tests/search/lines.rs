//! The lines a search reports: legal, sorted, of one depth.

use oddity::game::Game;
use oddity::games::hex::{Glinski, McCooey, Shafran};
#[cfg(feature = "zchess")]
use oddity::games::zchess::ZChess;
use oddity::protocol::report::{InfoLine, Listener, Reporter, ScoreText};
use oddity::search::{Bound, Control, Limits, NoReport, Root, Searcher};
use oddity::tools::suite::file::parse_suite;
use oddity::variant::Playable;

use super::{Lines, Random, Told, check_line, check_result, search, searcher, wander};
use crate::toy::connect::{Connect, Middle};

/// Whatever is reported on the way is legal, also beyond repetitions and the ends of games.
fn lines_are_legal<G: Playable>() {
    let game = G::new();
    let mut random = Random(3);
    let mut searcher = searcher(&game);
    for run in 0..if cfg!(debug_assertions) { 6 } else { 40 } {
        let root = wander(&game, run * 7, &mut random);
        let limits = Limits { multi_pv: 1 + run % 3, ..Limits::nodes(4000) };
        let (_, lines) = search(&mut searcher, &root, &limits);
        for line in &lines {
            check_line(&game, &root, &line.pv);
            assert!(line.seldepth >= line.depth && line.nodes <= 4000 && line.hash_full <= 1000);
        }
        let depths: Vec<u32> = lines.iter().map(|line| line.depth).collect();
        assert!(depths.is_sorted(), "{depths:?}");
    }
}

#[test]
fn all_reported_lines_are_legal() {
    lines_are_legal::<Glinski>();
    lines_are_legal::<McCooey>();
    lines_are_legal::<Shafran>();
    #[cfg(feature = "zchess")]
    lines_are_legal::<ZChess>();
    #[cfg(feature = "gess")]
    lines_are_legal::<oddity::games::gess::Gess>();
    #[cfg(feature = "glex")]
    lines_are_legal::<oddity::games::glex::Glex>();
}

/// Keeps what a protocol writes.
#[derive(Default)]
struct Written(Vec<InfoLine>);

impl Listener for Written {
    fn info(&mut self, line: &InfoLine) {
        self.0.push(line.clone());
    }

    fn current_move(&mut self, _: u32, _: &str, _: usize) {}

    fn ended(&mut self, _: ScoreText) {}

    fn best_move(&mut self, _: Option<&str>, _: Option<&str>) {}
}

/// The positions of a game's tactical set.
fn sharp_positions<G: Playable>(game: &G) -> Vec<G::Position> {
    let path = format!("{}/positions/{}/tactics.epd", env!("CARGO_MANIFEST_DIR"), G::NAME);
    let text = std::fs::read_to_string(path).expect("a file");
    parse_suite(game, &text).expect("a suite").into_iter().map(|e| e.position).collect()
}

/// Wherever a search is broken off, the last first line that is told, and the last one that the protocol writes, have
/// the move, the score and the bound of the result.
fn the_last_line_is_the_result<G: Playable>() {
    let game = G::new();
    let mut searcher = searcher(&game);
    let mut unfinished = 0;
    for position in sharp_positions(&game) {
        let root = Root::new(&game, position);
        for nodes in if cfg!(debug_assertions) { vec![300] } else { vec![40, 300, 1_700] } {
            for multi_pv in [1, 3] {
                let limits = Limits { multi_pv, ..Limits::nodes(nodes) };
                searcher.clear();
                // Compares what is told with the result.
                let (told, _) = search(&mut searcher, &root, &limits);
                unfinished += usize::from(told.lines[0].depth > told.depth);
                searcher.clear();
                let mut written = Written::default();
                let lines = multi_pv.min(game.moves(&root.position).len());
                let mut reporter = Reporter::new(&game, &root.position, lines, &mut written);
                let result = searcher.search(&root, &limits, &Control::default(), &mut Told(&mut reporter));
                reporter.finish(&result);
                let last = written.0.iter().rfind(|line| line.multi_pv == 1).expect("a line");
                assert_eq!((last.score, last.bound), (ScoreText::new(result.score), result.bound()));
                let pv = &result.lines[0].pv;
                let best = game.write_move(&root.position, pv[0], oddity::game::MoveStyle::Coordinate);
                assert_eq!((&last.pv[0], last.pv.len()), (&best, pv.len()));
                assert_eq!(result.best, Some(pv[0]));
            }
        }
    }
    assert!(unfinished > 0, "some searches end with a line of the iteration that was broken off");
}

#[test]
fn the_last_line_is_always_the_result() {
    the_last_line_is_the_result::<Glinski>();
    the_last_line_is_the_result::<McCooey>();
    the_last_line_is_the_result::<Shafran>();
    #[cfg(feature = "zchess")]
    the_last_line_is_the_result::<ZChess>();
    #[cfg(feature = "gess")]
    the_last_line_is_the_result::<oddity::games::gess::Gess>();
    #[cfg(feature = "glex")]
    the_last_line_is_the_result::<oddity::games::glex::Glex>();
}

#[test]
fn several_lines_are_real_sorted_and_of_one_depth() {
    let game = Glinski::new();
    let mut random = Random(4);
    for (plies, wanted, nodes) in [(0, 3, 9_000), (20, 60, 30_000), (33, 500, 12_345), (50, 2, 700)] {
        let root = wander(&game, plies, &mut random);
        let limits = Limits { multi_pv: wanted, ..Limits::nodes(nodes) };
        let (result, _) = search(&mut searcher(&game), &root, &limits);
        let legal = game.moves(&root.position).len();
        let completed = result.depth > 0;
        assert_eq!(result.lines.len(), if completed { wanted.min(legal) } else { 1 });
        for (index, line) in result.lines.iter().enumerate() {
            assert_eq!(line.multi_pv, index + 1);
            assert_eq!(line.depth, result.lines[0].depth);
            assert!(index == 0 || line.score <= result.lines[index - 1].score, "sorted");
            assert!(result.lines[..index].iter().all(|other| other.pv[0] != line.pv[0]), "different");
            assert_eq!(line.bound, Bound::Exact);
        }
    }
}

/// With all moves as lines each has the value that it has when searched alone.
#[test]
fn every_line_has_its_own_score() {
    let game = Connect::new();
    let mut root = Root::new(&game, game.start());
    for m in [1, 1, 2] {
        let m = game.moves(&root.position)[m];
        root.play(&game, m);
    }
    let mut searcher = Searcher::new(game, Middle::default());
    searcher.set_selectivity(super::PLAIN);
    let limits = Limits { multi_pv: 9, ..Limits::depth(6) };
    let mut lines = Lines(Vec::new());
    let all = searcher.search(&root, &limits, &Control::default(), &mut Told(&mut lines));
    check_result(&game, &root, &all);
    assert_eq!(all.lines.len(), game.moves(&root.position).len());
    for line in &all.lines {
        let limits = Limits { search_moves: Some(vec![line.pv[0]]), ..Limits::depth(6) };
        let alone = searcher.search(&root, &limits, &Control::default(), &mut NoReport);
        assert_eq!(alone.score, line.score);
    }
}
