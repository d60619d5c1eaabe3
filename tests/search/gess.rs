//! What the search must see in Gess: wins and losses at once, and how it fares against a greedy player.

use oddity::game::{Game, Side};
use oddity::games::gess::{Gess, Move};
use oddity::search::{Clock, Control, Limits, MATE, Root};
use oddity::tools::matches::record::GameRecord;
use oddity::tools::matches::run::{Pairs, Standing, Terms, run_match};
use oddity::tools::openings::SeededRandom;
use oddity::tools::selfplay::{Budget, Choice, EnginePlayer, Fault, Line, Player};

use super::{Random, search, searcher};

/// Takes a move that wins at once, else one that gains the most stones, any of several.
struct Greedy;

impl Player<Gess> for Greedy {
    fn choose(&mut self, line: &Line<Gess>, _: &Clock, _: &Control) -> Result<Choice<Move>, Fault> {
        let pos = &line.root.position;
        let us = Gess.side_to_move(pos);
        let lead = |pos: &_| {
            let stones =
                |white: bool| Gess.pieces(pos).iter().filter(|p| (p.piece == 'S') == white).count() as i32;
            stones(us == Side::White) - stones(us == Side::Black)
        };
        let mut best = (i32::MIN, Vec::new());
        for m in Gess.moves(pos) {
            let mut next = pos.clone();
            Gess.play(&mut next, m, &mut ());
            let worth = match Gess.finished(&next).map(|o| o.for_side(us)) {
                Some(4) => 1000,
                Some(_) => -1000,
                None => lead(&next),
            };
            if worth > best.0 {
                best = (worth, Vec::new());
            }
            if worth == best.0 {
                best.1.push(m);
            }
        }
        // By the position alone, so that a match goes the same way however its games are shared among threads.
        let chosen = best
            .1
            .get(SeededRandom::new(5, Gess.key(pos)).below(best.1.len()))
            .copied()
            .ok_or(Fault::NoMove)?;
        Ok(Choice { best: chosen, score: None, nodes: 0 })
    }
}

/// Pairs of games, and points lost in them at most: in the long run no game may be lost and 195 of 200 are won.
const PAIRS: u64 = if cfg!(feature = "long-tests") { 100 } else { 8 };

#[test]
fn a_greedy_player_is_beaten() {
    let make = |_: &Gess| {
        let engine = EnginePlayer::new(searcher(&Gess), Budget::nodes(2000));
        let players: [Box<dyn Player<Gess>>; 2] = [Box::new(engine), Box::new(Greedy)];
        Ok(players)
    };
    let terms = Terms { pairs: PAIRS, ..Terms::default() };
    let names = ["engine", "greedy"].map(str::to_owned);
    let pairs = Pairs { game: Gess, names, terms: terms.clone(), book: Vec::new(), make: Box::new(make) };
    let mut show = |record: &GameRecord, _: &Standing| {
        if record.a_quarters() == 0 {
            println!("lost: {} {:?} {:?}", record.start, record.opening, record.moves);
        }
        Ok(())
    };
    let tally = run_match(&[Box::new(pairs)], &terms, Vec::new(), &Control::default(), &mut show)
        .expect("the match is played to its end")
        .total();
    println!("{:?} games by quarters {:?} {:?}", tally.pairs.elo(), tally.games, tally.reasons);
    let [lost, .., won] = tally.games;
    assert_eq!((lost, tally.faults), (0, [0, 0]), "{:?}", tally.games);
    assert!(won * 200 >= 195 * 2 * PAIRS, "{:?}", tally.games);
}

/// The game after so many random moves, none of which ends it: most games would be short otherwise.
fn roam(plies: usize, random: &mut Random) -> Root<Gess> {
    let mut root = Root::new(&Gess, Gess.start());
    for _ in 0..plies {
        let moves = Gess.moves(&root.position);
        for _ in 0..300 {
            let mut next = root.clone();
            next.play(&Gess, moves[random.below(moves.len())]);
            if Gess.finished(&next.position).is_none() && Gess.drawn(&next.position, &next.history).is_none()
            {
                root = next;
                break;
            }
        }
    }
    root
}

/// Wherever a move wins at once, a search of any length plays one and knows it.
#[test]
fn wins_at_once_are_played() {
    let mut random = Random(6);
    let mut searcher = searcher(&Gess);
    let mut met = 0;
    for _ in 0..if cfg!(debug_assertions) { 20 } else { 120 } {
        let root = roam(10 + random.below(90), &mut random);
        let pos = &root.position;
        let us = Gess.side_to_move(pos);
        let wins: Vec<Move> = Gess
            .moves(pos)
            .into_iter()
            .filter(|&m| {
                let mut next = pos.clone();
                Gess.play(&mut next, m, &mut ());
                Gess.finished(&next).is_some_and(|o| o.for_side(us) == 4)
            })
            .collect();
        let (result, _) = search(&mut searcher, &root, &Limits::depth(2));
        assert_eq!(wins.is_empty(), result.score != MATE - 1, "{}", Gess.fen(pos));
        if !wins.is_empty() {
            met += 1;
            assert!(wins.contains(&result.best.expect("a move")), "{}", Gess.fen(pos));
        }
    }
    assert!(met > 3, "only {met} positions are won at once");
}

/// The search does not leave its own ring to a single move when it need not.
#[test]
fn threats_are_met() {
    let mut random = Random(16);
    let mut searcher = searcher(&Gess);
    let mut met = 0;
    for _ in 0..if cfg!(debug_assertions) { 20 } else { 120 } {
        let root = roam(10 + random.below(90), &mut random);
        let pos = &root.position;
        if Gess.winning_move(pos).is_some() || !Gess.in_check(pos) {
            continue;
        }
        let holds = |m: Move| {
            let mut next = Root::new(&Gess, pos.clone());
            next.play(&Gess, m);
            Gess.finished(&next.position).is_none() && Gess.winning_move(&next.position).is_none()
        };
        let saved = Gess.moves(pos).into_iter().any(holds);
        let (result, _) = search(&mut searcher, &root, &Limits::depth(3));
        assert_eq!(saved, holds(result.best.expect("a move")), "{}", Gess.fen(pos));
        met += usize::from(saved);
    }
    assert!(met > 3, "only {met} positions have a threat that can be met");
}

/// However short a search is, it does not throw its own ring away when it need not.
#[test]
fn rings_are_kept_at_any_limit() {
    let mut random = Random(26);
    let mut searcher = searcher(&Gess);
    for _ in 0..if cfg!(debug_assertions) { 10 } else { 60 } {
        let root = roam(10 + random.below(90), &mut random);
        let keeps = |m: Move| {
            let mut next = root.position.clone();
            Gess.play(&mut next, m, &mut ());
            Gess.finished(&next).is_none_or(|o| o.for_side(Gess.side_to_move(&root.position)) == 4)
        };
        if !Gess.moves(&root.position).into_iter().any(keeps) {
            continue;
        }
        for nodes in [1, 2, 5, 10, 20, 50] {
            searcher.clear();
            let (result, _) = search(&mut searcher, &root, &Limits::nodes(nodes));
            assert!(keeps(result.best.expect("a move")), "{nodes}: {}", Gess.fen(&root.position));
        }
    }
}
