//! Limits: when a search ends, and that it has a legal move then.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use oddity::game::Game;
use oddity::games::hex::{Glinski, McCooey, Shafran};
#[cfg(feature = "zchess")]
use oddity::games::zchess::ZChess;
use oddity::search::{Clock, Control, Limits, MATE, NoReport, Root, SearchResult};
use oddity::variant::Playable;

use super::{Lines, Random, Told, check_result, search, searcher, wander};

type Line = oddity::search::Info<<Glinski as Game>::Move>;

/// What must not change from run to run of a line.
fn essence(lines: &[Line]) -> Vec<(u32, i32, u64, Vec<<Glinski as Game>::Move>)> {
    lines.iter().map(|line| (line.depth, line.score, line.nodes, line.pv.clone())).collect()
}

#[test]
fn node_limits_are_exact_and_runs_repeat() {
    let game = Glinski::new();
    let root = wander(&game, 12, &mut Random(2));
    let mut searcher = searcher(&game);
    for nodes in [1, 2, 3, 51, 127, 128, 129, 4000, 20_011] {
        searcher.clear();
        let (first, lines) = search(&mut searcher, &root, &Limits::nodes(nodes));
        assert_eq!(first.nodes, nodes);
        searcher.clear();
        let (again, lines_again) = search(&mut searcher, &root, &Limits::nodes(nodes));
        assert_eq!(
            (first.best, first.score, first.depth, first.nodes),
            (again.best, again.score, again.depth, again.nodes)
        );
        assert_eq!(essence(&lines), essence(&lines_again));
    }
}

#[test]
fn depth_and_nodes_together_end_at_the_first() {
    let game = Glinski::new();
    let root = Root::new(&game, game.start());
    let limits = Limits { nodes: Some(1_000_000), ..Limits::depth(4) };
    let (result, lines) = search(&mut searcher(&game), &root, &limits);
    assert_eq!(result.depth, 4);
    assert!(result.nodes < 1_000_000 && lines.iter().all(|line| line.depth <= 4));
    let limits = Limits { nodes: Some(300), ..Limits::depth(40) };
    assert_eq!(search(&mut searcher(&game), &root, &limits).0.nodes, 300);
}

fn tiny_limits<G: Playable>() {
    let game = G::new();
    let clock = |time, moves_to_go| Clock { time, increment: [0; 2], moves_to_go };
    let clocks = [
        clock([Some(0), Some(0)], None),
        clock([Some(-170_671), Some(165_661)], None),
        clock([None, Some(60_000)], None),
        clock([Some(60_000), Some(60_000)], Some(0)),
        clock([Some(1), Some(1)], Some(1)),
        clock([None, None], Some(0)),
    ];
    let mut limits = vec![
        Limits::nodes(0),
        Limits::nodes(1),
        Limits::depth(0),
        Limits::move_time(Duration::ZERO),
        Limits::move_time(Duration::from_millis(1)),
    ];
    limits.extend(clocks.map(|clock| Limits { clock, ..Limits::default() }));
    let mut searcher = searcher(&game);
    let mut random = Random(9);
    for plies in [0, 8, 30] {
        let mut root = wander(&game, plies, &mut random);
        if game.side_to_move(&root.position) == oddity::game::Side::Black {
            let m = game.moves(&root.position)[0];
            root.play(&game, m);
        }
        for limits in &limits {
            let start = Instant::now();
            search(&mut searcher, &root, limits);
            assert!(start.elapsed() < Duration::from_secs(2), "{limits:?} must answer at once");
        }
    }
}

#[test]
fn tiny_limits_give_a_legal_move() {
    tiny_limits::<Glinski>();
    tiny_limits::<McCooey>();
    tiny_limits::<Shafran>();
    #[cfg(feature = "zchess")]
    tiny_limits::<ZChess>();
    #[cfg(feature = "gess")]
    tiny_limits::<oddity::games::gess::Gess>();
    #[cfg(feature = "glex")]
    tiny_limits::<oddity::games::glex::Glex>();
}

#[test]
fn a_clock_is_kept() {
    let game = Glinski::new();
    let root = Root::new(&game, game.start());
    let clock = Clock { time: [Some(1000), Some(1000)], increment: [0; 2], moves_to_go: None };
    let start = Instant::now();
    search(&mut searcher(&game), &root, &Limits { clock, ..Limits::default() });
    assert!(start.elapsed() < Duration::from_millis(900));
    let start = Instant::now();
    search(&mut searcher(&game), &root, &Limits::move_time(Duration::from_millis(200)));
    assert!(start.elapsed() >= Duration::from_millis(190), "a fixed time is used whole");
}

/// Runs a search beside the test; `steer` gets its control and says, with the receiver of the result, when
/// it may end.
fn beside<G: Playable>(
    limits: &Limits<G::Move>,
    pondering: bool,
    threads: usize,
    steer: impl FnOnce(&Control, &mpsc::Receiver<SearchResult<G::Move>>),
) {
    let game = G::new();
    let root = Root::new(&game, game.start());
    let mut searcher = searcher(&game);
    searcher.set_threads(threads);
    let control = Control::new(pondering);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut lines = Lines(Vec::new());
            let result = searcher.search(&root, limits, &control, &mut Told(&mut lines));
            check_result(&game, &root, &result);
            assert!(lines.0.len() < 1000, "no flood of lines");
            let _ = sender.send(result);
        });
        steer(&control, &receiver);
        control.stop();
    });
}

/// Time from `stop` to the result.
fn latency<G: Playable>(threads: usize) -> Duration {
    let limits = Limits { infinite: true, ..Limits::default() };
    let mut latency = Duration::MAX;
    beside::<G>(&limits, false, threads, |control, results| {
        thread::sleep(Duration::from_millis(30));
        let start = Instant::now();
        control.stop();
        results.recv_timeout(Duration::from_secs(5)).expect("the search must end");
        latency = start.elapsed();
    });
    latency
}

#[test]
fn stop_ends_a_search_soon() {
    for threads in [1, 2] {
        let mut all: Vec<Duration> = (0..9).map(|_| latency::<Glinski>(threads)).collect();
        all.push(latency::<McCooey>(threads));
        all.push(latency::<Shafran>(threads));
        #[cfg(feature = "zchess")]
        all.push(latency::<ZChess>(threads));
        #[cfg(feature = "gess")]
        all.push(latency::<oddity::games::gess::Gess>(threads));
        #[cfg(feature = "glex")]
        all.push(latency::<oddity::games::glex::Glex>(threads));
        all.sort_unstable();
        // Other tests run at the same time, so the slower runs say nothing.
        assert!(all[all.len() / 4] < Duration::from_millis(20), "{threads} threads: {all:?}");
    }
}

#[test]
fn pondering_and_infinite_searches_wait() {
    let short = Duration::from_millis(60);
    let long = Duration::from_secs(20);
    let infinite = Limits { infinite: true, ..Limits::depth(2) };
    beside::<Glinski>(&infinite, false, 1, |control, results| {
        assert!(results.recv_timeout(short).is_err(), "not before stop");
        control.stop();
        results.recv_timeout(long).expect("stop ends it");
    });
    for limits in [Limits::depth(2), Limits::nodes(100), Limits::move_time(Duration::from_millis(1))] {
        beside::<Glinski>(&limits, true, 1, |control, results| {
            assert!(results.recv_timeout(short).is_err(), "not before the ponder hit: {limits:?}");
            control.ponder_hit();
            results.recv_timeout(long).expect("the limit counts after the ponder hit");
        });
    }
    // The move's own time begins with the ponder hit.
    let limits = Limits::move_time(Duration::from_millis(150));
    beside::<Glinski>(&limits, true, 1, |control, results| {
        assert!(results.recv_timeout(Duration::from_millis(200)).is_err());
        control.ponder_hit();
        assert!(results.recv_timeout(short).is_err(), "time spent pondering is free");
        results.recv_timeout(long).expect("its own time ends it");
    });
}

#[test]
fn finished_games_have_no_move() {
    let game = Glinski::new();
    // A short mate of the rules' reference.
    let mut root = Root::new(&game, game.start());
    for text in "e1c3 e10c6 b1b2 b7b6 f3b1 e7e6 c3f9".split(' ') {
        let m = game.parse_move(&root.position, text).expect("a legal move");
        root.play(&game, m);
    }
    let mut lines = Lines(Vec::new());
    let result = searcher(&game).search(&root, &Limits::depth(3), &Control::default(), &mut Told(&mut lines));
    assert_eq!((result.best, result.ponder, result.score, result.nodes), (None, None, -MATE, 0));
    assert_eq!((lines.0.len(), lines.0[0].depth, lines.0[0].pv.len()), (1, 0, 0));
}

#[test]
fn search_moves_are_the_only_candidates() {
    let game = Glinski::new();
    let root = Root::new(&game, game.start());
    let read = |text: &str| game.parse_move(&root.position, text).expect("a legal move");
    let chosen = vec![read("b1b2"), read("k1k2"), read("b1b2")];
    let limits = Limits { search_moves: Some(chosen.clone()), multi_pv: 5, ..Limits::depth(4) };
    let (result, _) = search(&mut searcher(&game), &root, &limits);
    assert_eq!(result.lines.len(), 2, "two different moves make two lines");
    assert!(result.lines.iter().all(|line| chosen.contains(&line.pv[0])));
    let limits = Limits { search_moves: Some(Vec::new()), ..Limits::depth(4) };
    let none = searcher(&game).search(&root, &limits, &Control::default(), &mut NoReport);
    assert_eq!((none.best, none.nodes), (None, 0));
}

#[test]
fn a_table_that_does_not_fit_is_refused() {
    let game = Glinski::new();
    let root = Root::new(&game, game.start());
    let mut searcher = searcher(&game);
    let old = searcher.table().mib();
    for mib in [usize::MAX, 1 << 30] {
        assert_eq!(searcher.set_hash(mib).expect_err("too much").asked, mib);
        assert_eq!(searcher.table().mib(), old);
    }
    searcher.set_hash(2).expect("2 MiB are there");
    assert_eq!(searcher.table().mib(), 2);
    search(&mut searcher, &root, &Limits::nodes(500));
}

#[test]
fn threads_share_the_work() {
    let game = Glinski::new();
    let root = Root::new(&game, game.start());
    let mut searcher = searcher(&game);
    for threads in [0, 3, 2, 1] {
        searcher.set_threads(threads);
        let (result, _) = search(&mut searcher, &root, &Limits::nodes(20_000));
        // With several threads the limit is looked at from time to time.
        assert!((20_000..60_000).contains(&result.nodes), "{} nodes", result.nodes);
    }
}
