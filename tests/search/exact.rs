//! The search without its selective parts against exhaustive minimax, score for score.

use oddity::game::Game;
use oddity::search::{
    Bound, Control, Entry, Limits, MATE, MATE_IN_MAX, NoReport, Root, Searcher, Selectivity, Table,
};
use oddity::variant::Playable;

use super::{PLAIN, Random, check_line, check_result, search, searcher, wander};
use crate::toy::connect::{Connect, Middle, Stones};
use crate::toy::tree::{Lots, Tree};
use crate::toy::{Leaf, minimax};

/// Writes wrong moves for `pos` and all that follows within `depth` plies into the table: any bits, under
/// the right keys, with bounds that say nothing.
fn flood_table<G: Game>(table: &Table, game: &G, pos: &G::Position, depth: u32, random: &mut Random) {
    let move_bits = match random.below(3) {
        0 => random.next() as u32,
        1 => random.below(8) as u32,
        _ => random.next() as u32 & 0x0fff_ffff,
    };
    let (bound, score) =
        [(None, 0), (Some(Bound::Lower), -MATE), (Some(Bound::Upper), MATE)][random.below(3)];
    let depth_of_entry = random.below(9) as u8;
    table.store(
        game.key(pos),
        Entry { move_bits, score, depth: depth_of_entry, bound, pv: random.below(2) == 0 },
    );
    if depth > 0 && game.over_by_position(pos).is_none() {
        for m in game.moves(pos) {
            let mut child = pos.clone();
            game.play(&mut child, m, &mut ());
            flood_table(table, game, &child, depth - 1, random);
        }
    }
}

/// Random trees: the search against minimax, with all combinations of what must not matter.
#[test]
fn plain_search_is_minimax_on_random_trees() {
    let trees = if cfg!(debug_assertions) { 300 } else { 4000 };
    let mut searcher = Searcher::new(Tree::new(), Lots::default());
    searcher.set_hash(1).expect("1 MiB is there");
    let mut random = Random(1);
    let mut seen = [0; 4];
    for seed in 0..trees {
        let game = Tree { seed, width: [3, 9, 1000, u64::MAX][seed as usize % 4] };
        let root = Root::new(&game, game.start());
        searcher.set_game(game);
        for (leaf, depth) in
            [(Leaf::Evaluate, 2), (Leaf::Evaluate, 3), (Leaf::Evaluate, 7), (Leaf::Quiesce, 3)]
        {
            let expected = minimax(&game, &mut Lots::default(), &root.position, 0, depth, leaf);
            for (table, flood) in [(false, false), (true, false), (true, true)] {
                let quiescence = leaf == Leaf::Quiesce;
                searcher.set_selectivity(Selectivity { table, quiescence, ..PLAIN });
                searcher.clear();
                if flood {
                    flood_table(searcher.table(), &game, &root.position, 4, &mut random);
                }
                let limits = Limits::depth(depth);
                let result = searcher.search(&root, &limits, &Control::default(), &mut NoReport);
                assert_eq!(
                    result.score, expected,
                    "seed {seed}, depth {depth}, {leaf:?}, table {table}, flood {flood}"
                );
                check_line(&game, &root, &result.lines[0].pv);
                // What a deeper search left in the table must not pass for a shallower one's score.
                if table && !flood && depth > 2 {
                    let shallow = minimax(&game, &mut Lots::default(), &root.position, 0, 2, leaf);
                    let result =
                        searcher.search(&root, &Limits::depth(2), &Control::default(), &mut NoReport);
                    assert_eq!(result.score, shallow, "seed {seed}, depth 2 after depth {depth}, {leaf:?}");
                }
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

/// The hexagonal games: a plain search gives one score without the table, with it, and with a table full of
/// wrong moves.
fn table_changes_no_score<G: Playable>() {
    let game = G::new();
    let mut random = Random(5);
    let depth = if cfg!(debug_assertions) { 2 } else { 3 };
    for plies in 0..if cfg!(debug_assertions) { 4 } else { 12 } {
        let root = wander(&game, plies * 5, &mut random);
        let mut searcher = searcher(&game);
        let mut scores = Vec::new();
        for (table, flood) in [(false, false), (true, false), (true, true)] {
            searcher.set_selectivity(Selectivity { table, quiescence: true, ..PLAIN });
            searcher.clear();
            if flood {
                flood_table(searcher.table(), &game, &root.position, 2, &mut random);
            }
            scores.push(search(&mut searcher, &root, &Limits::depth(depth)).0.score);
        }
        assert_eq!(scores, [scores[0]; 3], "{} after {}", G::NAME, game.fen(&root.position));
        // The full search may find another score with wrong moves at hand, but stays legal.
        searcher.set_selectivity(Selectivity::default());
        flood_table(searcher.table(), &game, &root.position, 2, &mut random);
        search(&mut searcher, &root, &Limits::nodes(3000));
    }
}

#[test]
fn the_table_changes_no_score() {
    table_changes_no_score::<oddity::games::hex::Glinski>();
    table_changes_no_score::<oddity::games::hex::McCooey>();
    table_changes_no_score::<oddity::games::hex::Shafran>();
    #[cfg(feature = "zchess")]
    table_changes_no_score::<oddity::games::zchess::ZChess>();
}

/// The full search on random trees: legal, and never past the end.
#[test]
fn full_search_stays_legal_on_random_trees() {
    for seed in 0..300 {
        let game = Tree { seed, width: [9, u64::MAX][seed as usize % 2] };
        let root = Root::new(&game, game.start());
        let mut searcher = Searcher::new(game, Lots::default());
        for threads in [1, 2] {
            searcher.set_threads(threads);
            let result = searcher.search(&root, &Limits::depth(9), &Control::default(), &mut NoReport);
            check_result(&game, &root, &result);
        }
    }
}
