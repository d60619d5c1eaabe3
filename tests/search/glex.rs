//! What the search must see in Gle'x: wins and losses at once.

use oddity::game::Game;
use oddity::games::glex::{Glex, Move};
use oddity::search::{Limits, MATE, Root};

use super::{Random, search, searcher};

/// The game after so many random turns, none of which ends it; those that bring pieces home are preferred, since
/// random games would hardly get there.
fn roam(game: &Glex, plies: usize, random: &mut Random) -> Root<Glex> {
    let mut root = Root::new(game, game.start());
    for _ in 0..plies {
        let moves = game.moves(&root.position);
        for attempt in 0..300 {
            let m = moves[random.below(moves.len())];
            let home = if root.position.to_move() == oddity::game::Side::White { 32..41 } else { 0..9 };
            if attempt < 100 && (!home.contains(&m.to) || home.contains(&m.from)) {
                continue;
            }
            let mut next = root.clone();
            next.play(game, m);
            if game.finished(&next.position).is_none() && game.drawn(&next.position, &next.history).is_none()
            {
                root = next;
                break;
            }
        }
    }
    root
}

/// Wherever a turn wins at once, a search of any length plays one and knows it.
#[test]
fn wins_at_once_are_played() {
    let game = Glex::new();
    let mut random = Random(6);
    let mut searcher = searcher(&game);
    let mut met = 0;
    for _ in 0..if cfg!(debug_assertions) { 40 } else { 400 } {
        let root = roam(&game, 8 + random.below(60), &mut random);
        let pos = &root.position;
        if game.finished(pos).is_some() {
            continue;
        }
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
        let root = roam(&game, 8 + random.below(60), &mut random);
        let pos = &root.position;
        if game.finished(pos).is_some() || game.winning_move(pos).is_some() || !game.in_check(pos) {
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
