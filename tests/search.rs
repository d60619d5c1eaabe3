//! The search, on games small enough to be searched without it.

mod toy;

use oddity::game::Game;
use oddity::search::{Control, Limits, MATE_IN_MAX, NoReport, Root, Searcher, Selectivity};
use toy::connect::{Connect, Middle, Stones};
use toy::tree::{Lots, Tree};
use toy::{Leaf, minimax};

/// Nothing left out: minimax by another name.
const PLAIN: Selectivity = Selectivity {
    null_move: false,
    reductions: false,
    pruning: false,
    extensions: false,
    table: false,
    quiescence: false,
};

/// Plays through a line and panics at an illegal move or one after the end of the game.
fn check_line<G: Game>(game: &G, root: &Root<G>, pv: &[G::Move]) {
    let mut node = root.clone();
    for (index, &m) in pv.iter().enumerate() {
        let over = game.finished(&node.position).is_some()
            || index > 0 && game.drawn(&node.position, &node.history).is_some();
        assert!(!over, "{pv:?} goes on after the end at {index}");
        assert!(game.is_legal(&node.position, m), "{pv:?} is illegal at {index}");
        node.play(game, m);
    }
}

/// Random trees: the search against minimax, with all combinations of what must not matter.
#[test]
fn plain_search_is_minimax_on_random_trees() {
    let trees = if cfg!(debug_assertions) { 300 } else { 4000 };
    let mut searcher = Searcher::new(Tree::new(), Lots::default());
    searcher.set_hash(1).expect("1 MiB is there");
    let mut seen = [0; 4];
    for seed in 0..trees {
        let game = Tree { seed, width: [3, 9, 1000, u64::MAX][seed as usize % 4] };
        let root = Root::new(&game, game.start());
        searcher.set_game(game);
        for (leaf, depth) in
            [(Leaf::Evaluate, 2), (Leaf::Evaluate, 3), (Leaf::Evaluate, 7), (Leaf::Quiesce, 3)]
        {
            let expected = minimax(&game, &mut Lots::default(), &root.position, 0, depth, leaf);
            for table in [false, true] {
                let quiescence = leaf == Leaf::Quiesce;
                searcher.set_selectivity(Selectivity { table, quiescence, ..PLAIN });
                searcher.clear();
                let limits = Limits::depth(depth);
                let result = searcher.search(&root, &limits, &Control::default(), &mut NoReport);
                assert_eq!(result.score, expected, "seed {seed}, depth {depth}, {leaf:?}, table {table}");
                check_line(&game, &root, &result.lines[0].pv);
            }
            let kind = match expected.abs() {
                MATE_IN_MAX.. => 0,
                0 => 1,
                Tree::THREE_QUARTERS => 2,
                _ => 3,
            };
            seen[kind] += 1;
        }
    }
    assert!(seen.iter().all(|&n| n > trees / 50), "wins, draws, quarters and scores all occur: {seen:?}");
}

/// The principal variation of a plain search leads to the score that it is reported with.
#[test]
fn lines_lead_to_their_scores() {
    for seed in 0..300 {
        let game = Tree { seed, width: u64::MAX };
        let root = Root::new(&game, game.start());
        let mut searcher = Searcher::new(game, Lots::default());
        searcher.set_selectivity(PLAIN);
        let result = searcher.search(&root, &Limits::depth(7), &Control::default(), &mut NoReport);
        let mut end = root.clone();
        for &m in &result.lines[0].pv {
            end.play(&game, m);
        }
        let ply = result.lines[0].pv.len();
        let value = minimax(&game, &mut Lots::default(), &end.position, ply, 0, Leaf::Evaluate);
        assert_eq!(result.score, if ply % 2 == 0 { value } else { -value }, "seed {seed}");
    }
}

/// Three in a row is solved: by minimax, by the plain search and by the full one.
#[test]
fn connect_is_solved() {
    let game = Connect::new();
    let mut root = Root::new(&game, game.start());
    for m in [0, 0, 3, 3, 0] {
        let m = game.moves(&root.position)[m];
        root.play(&game, m);
    }
    let expected = minimax(&game, &mut Middle::default(), &root.position, 0, 16, Leaf::Evaluate);
    let mut searcher = Searcher::new(game, Middle::default());
    for selectivity in [PLAIN, Selectivity { table: true, ..PLAIN }, Selectivity::default()] {
        searcher.set_selectivity(selectivity);
        searcher.clear();
        let result = searcher.search(&root, &Limits::depth(16), &Control::default(), &mut NoReport);
        assert_eq!(result.score, expected, "{selectivity:?}");
        check_line(&game, &root, &result.lines[0].pv);
    }
}

/// Positions with few free cells in which nobody can make a line any more.
fn nearly_full(game: &Connect, pos: &Stones, free: u32, found: &mut Vec<Stones>) {
    if game.fen(pos).chars().filter(char::is_ascii_digit).filter_map(|c| c.to_digit(10)).sum::<u32>() == free
    {
        let value = minimax(game, &mut Middle::default(), pos, 0, free, Leaf::Evaluate);
        if value.abs() == Connect::THREE_QUARTERS {
            found.push(pos.clone());
        }
        return;
    }
    for m in game.moves(pos) {
        let mut next = pos.clone();
        game.play(&mut next, m, &mut ());
        if found.len() < 10 && game.over_by_position(&next).is_none() {
            nearly_full(game, &next, free, found);
        }
    }
}

/// A full board gives three quarters to the second player, seen from either side.
#[test]
fn three_quarters_have_their_own_score() {
    let game = Connect::new();
    for (free, score) in [(1, Connect::THREE_QUARTERS), (2, -Connect::THREE_QUARTERS)] {
        let mut found = Vec::new();
        nearly_full(&game, &game.start(), free, &mut found);
        assert_eq!(found.len(), 10);
        for pos in found {
            let root = Root::new(&game, pos);
            for selectivity in [PLAIN, Selectivity::default()] {
                let mut searcher = Searcher::new(game, Middle::default());
                searcher.set_selectivity(selectivity);
                let result = searcher.search(&root, &Limits::depth(5), &Control::default(), &mut NoReport);
                assert_eq!(result.score, score, "{root:?}");
                assert_eq!(result.lines[0].pv.len() as u32, free);
            }
        }
    }
}
