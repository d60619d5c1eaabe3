//! What the search must see in Gle'x: wins and losses at once.

use oddity::game::Game;
use oddity::games::glex::{Glex, Move};
use oddity::search::{Limits, MATE, Root};

use super::{Random, search, searcher};

/// A random position in which most pieces of both sides are at home.
fn nearly_home(game: &Glex, random: &mut Random) -> Root<Glex> {
    loop {
        let mut stands = [None; 41];
        for (letter, home) in [('W', 32), ('b', 0)] {
            for _ in 0..5 + random.below(3) {
                let circle = if random.below(6) > 0 { home + random.below(9) } else { random.below(41) };
                stands[circle] = Some(letter);
            }
        }
        // Rows of five and four circles in turn, from i down; a piece or a run of one empty circle each.
        let rows = (0..9).rev().map(|row| {
            let first = row / 2 * 9 + row % 2 * 5;
            let row = &stands[first..first + 5 - row % 2];
            row.iter().map(|stands| stands.unwrap_or('1')).collect::<String>()
        });
        let side = ["w", "b"][random.below(2)];
        let fen =
            format!("{} {side} {} - - 1", rows.collect::<Vec<_>>().join("/"), ["-", "Wb"][random.below(2)]);
        let pos = game.parse_fen(&fen).expect("a good FEN");
        if game.finished(&pos).is_none() {
            return Root::new(game, pos);
        }
    }
}

/// Wherever a turn wins at once, a search of any length plays one and knows it.
#[test]
fn wins_at_once_are_played() {
    let game = Glex::new();
    let mut random = Random(6);
    let mut searcher = searcher(&game);
    let mut met = 0;
    for _ in 0..if cfg!(debug_assertions) { 40 } else { 400 } {
        let root = nearly_home(&game, &mut random);
        let pos = &root.position;
        let us = game.side_to_move(pos);
        let wins: Vec<Move> = game
            .moves(pos)
            .into_iter()
            .filter(|&m| {
                let mut next = pos.clone();
                game.play(&mut next, m, &mut ());
                game.finished(&next).is_some_and(|o| o.for_side(us) == 4)
            })
            .collect();
        let (result, _) = search(&mut searcher, &root, &Limits::depth(2));
        assert_eq!(wins.is_empty(), result.score != MATE - 1, "{}", game.fen(pos));
        if !wins.is_empty() {
            met += 1;
            assert!(wins.contains(&result.best.expect("a move")), "{}", game.fen(pos));
        }
    }
    assert!(met > 3, "only {met} positions are won at once");
}

/// The search does not let the opponent win with a single turn when it need not.
#[test]
fn threats_are_met() {
    let game = Glex::new();
    let mut random = Random(16);
    let mut searcher = searcher(&game);
    let mut met = 0;
    for _ in 0..if cfg!(debug_assertions) { 40 } else { 400 } {
        let root = nearly_home(&game, &mut random);
        let pos = &root.position;
        if game.winning_move(pos).is_some() || !game.in_check(pos) {
            continue;
        }
        let holds = |m: Move| {
            let mut next = Root::new(&game, pos.clone());
            next.play(&game, m);
            game.finished(&next.position).is_none() && game.winning_move(&next.position).is_none()
        };
        let saved = game.moves(pos).into_iter().any(holds);
        let (result, _) = search(&mut searcher, &root, &Limits::depth(3));
        assert_eq!(saved, holds(result.best.expect("a move")), "{}", game.fen(pos));
        met += usize::from(saved);
    }
    assert!(met > 3, "only {met} positions have a threat that can be met");
}
