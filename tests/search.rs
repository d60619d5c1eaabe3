//! The search: on games small enough to be searched without it, and on the hexagonal ones.

#[path = "search/exact.rs"]
mod exact;
#[cfg(feature = "gess")]
#[path = "search/gess.rs"]
mod gess;
#[cfg(feature = "glex")]
#[path = "search/glex.rs"]
mod glex;
#[path = "search/hex.rs"]
mod hex;
#[path = "search/limits.rs"]
mod limits;
#[path = "search/lines.rs"]
mod lines;
#[path = "search/lottery.rs"]
mod lottery;
#[path = "search/reference.rs"]
mod reference;

use oddity::eval::Tunable;
use oddity::game::Game;
use oddity::search::{Control, Info, Limits, Report, Root, SearchResult, Searcher, Selectivity};
use oddity::variant::Playable;

/// Nothing left out: minimax by another name.
const PLAIN: Selectivity = Selectivity {
    null_move: false,
    reductions: false,
    pruning: false,
    extensions: false,
    table: false,
    quiescence: false,
};

/// Keeps what a search reports.
struct Lines<M>(Vec<Info<M>>);

impl<M: Clone> Report<M> for Lines<M> {
    fn info(&mut self, info: &Info<M>) {
        self.0.push(info.clone());
    }
}

/// Passes on what a search reports. A search is built once for each type of report, so that tests which look at reports
/// all use this one.
struct Told<'a, M>(&'a mut dyn Report<M>);

impl<M> Report<M> for Told<'_, M> {
    fn info(&mut self, info: &Info<M>) {
        self.0.info(info);
    }

    fn current_move(&mut self, depth: u32, m: M, number: usize) {
        self.0.current_move(depth, m, number);
    }
}

/// A fixed sequence of numbers without a pattern.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33 ^ self.0 << 31
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

/// A searcher with the game's own weights and a small table.
fn searcher<G: Playable>(game: &G) -> Searcher<G, G::Eval> {
    let evaluator = G::Eval::with_weights(game, &G::Eval::default_weights());
    let mut searcher = Searcher::new(game.clone(), evaluator);
    searcher.set_hash(4).expect("4 MiB are there");
    searcher
}

/// The game after up to `plies` random moves, fewer if it ends before.
fn wander<G: Game>(game: &G, plies: usize, random: &mut Random) -> Root<G> {
    let mut root = Root::new(game, game.start());
    for _ in 0..plies {
        let moves = game.moves(&root.position);
        let mut next = root.clone();
        next.play(game, moves[random.below(moves.len())]);
        if is_over(game, &next) {
            break;
        }
        root = next;
    }
    root
}

/// Whether nothing is left to play.
fn is_over<G: Game>(game: &G, root: &Root<G>) -> bool {
    game.finished(&root.position).is_some() || game.drawn(&root.position, &root.history).is_some()
}

/// Plays through a line and panics at an illegal move or one after the end of the game.
fn check_line<G: Game>(game: &G, root: &Root<G>, pv: &[G::Move]) {
    let mut node = root.clone();
    for (index, &m) in pv.iter().enumerate() {
        assert!(index == 0 || !is_over(game, &node), "{pv:?} goes on after the end at {index}");
        assert!(game.is_legal(&node.position, m), "{pv:?} is illegal at {index}");
        node.play(game, m);
    }
}

/// Checks what holds for every result.
fn check_result<G: Game>(game: &G, root: &Root<G>, result: &SearchResult<G::Move>) {
    let best = result.best.expect("there are legal moves");
    assert_eq!(result.lines[0].pv[0], best, "the best move heads the first line");
    assert_eq!(result.lines[0].score, result.score);
    for line in &result.lines {
        check_line(game, root, &line.pv);
    }
    let mut next = root.clone();
    next.play(game, best);
    if let Some(ponder) = result.ponder {
        assert!(!is_over(game, &next), "{best:?} ends the game, but {ponder:?} is to follow");
        assert!(game.is_legal(&next.position, ponder));
    }
}

/// A search whose result is checked and whose lines are kept.
fn search<G: Playable>(
    searcher: &mut Searcher<G, G::Eval>,
    root: &Root<G>,
    limits: &Limits<G::Move>,
) -> (SearchResult<G::Move>, Vec<Info<G::Move>>) {
    let mut lines = Lines(Vec::new());
    let result = searcher.search(root, limits, &Control::default(), &mut Told(&mut lines));
    check_result(searcher.game(), root, &result);
    let last = lines.0.iter().rfind(|line| line.multi_pv == 1).expect("something was reported");
    assert!(last.says_the_same(&result.lines[0]), "the last first line is the result");
    (result, lines.0)
}
