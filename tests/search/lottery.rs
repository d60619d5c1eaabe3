//! The lottery of root moves against exhaustive minimax: what may be drawn, and that what is told is true.

use std::collections::HashSet;

use oddity::game::Game;
use oddity::search::{Control, Limits, Lottery, MATE_IN_MAX, NoReport, Root, Searcher, Selectivity};

use super::PLAIN;
use crate::toy::tree::{Lots, Tree};
use crate::toy::{Leaf, minimax};

const DEPTH: u32 = 3;

#[test]
fn draws_within_the_width_and_tells_the_true_score() {
    let trees = if cfg!(debug_assertions) { 200 } else { 2000 };
    let mut searcher = Searcher::new(Tree::new(), Lots::default());
    searcher.set_hash(1).expect("1 MiB is there");
    let (mut drawn, mut proved) = (0, 0);
    for seed in 0..trees {
        let game = Tree { seed, width: [3, 9, 1000, u64::MAX][seed as usize % 4] };
        let root = Root::new(&game, game.start());
        let values: Vec<_> = game
            .moves(&root.position)
            .into_iter()
            .map(|m| {
                let mut child = root.position.clone();
                game.play(&mut child, m, &mut ());
                (m, -minimax(&game, &mut Lots::default(), &child, 1, DEPTH - 1, Leaf::Evaluate))
            })
            .collect();
        let Some(best) = values.iter().map(|(_, value)| *value).max() else { continue };
        searcher.set_game(game);
        let mut chosen = HashSet::new();
        for (lots, width) in [(1, 0), (2, 1), (3, 40), (4, 200), (5, 200), (6, 200)] {
            for table in [false, true] {
                searcher.set_selectivity(Selectivity { table, ..PLAIN });
                searcher.clear();
                let lottery = Some(Lottery { width, seed: lots });
                for multi_pv in [1, 3] {
                    let limits = Limits { lottery, multi_pv, ..Limits::depth(DEPTH) };
                    let result = searcher.search(&root, &limits, &Control::default(), &mut NoReport);
                    let told = format!("seed {seed}, width {width}, table {table}, {multi_pv} lines");
                    for line in &result.lines {
                        let value = values.iter().find(|(m, _)| *m == line.pv[0]).expect("a legal move").1;
                        assert_eq!(line.score, value, "{told}");
                    }
                    assert_eq!(result.best, result.lines[0].pv.first().copied(), "{told}");
                    if best.abs() >= MATE_IN_MAX {
                        assert_eq!(result.score, best, "{told}");
                        proved += 1;
                    } else {
                        assert!(result.score >= best - width, "{told}: {} of {best}", result.score);
                    }
                    if multi_pv == 1 && width == 200 {
                        chosen.insert(result.best);
                    }
                }
            }
        }
        drawn += usize::from(chosen.len() > 1);
    }
    assert!(drawn > trees as usize / 20 && proved > 0, "{drawn} drawn, {proved} proved");
}
