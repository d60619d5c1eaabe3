//! Parts of the search: the table, moves and evaluation of a line, and whole searches of fixed depth.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group};
use oddity::eval::{Evaluator, Tunable};
use oddity::games::hex::{Glinski, McCooey, Shafran};
#[cfg(feature = "zchess")]
use oddity::games::zchess::ZChess;
use oddity::search::{Bound, Control, Entry, Limits, NoReport, Root, Searcher, Table};
use oddity::variant::Playable;

/// Positions of the middlegame and later, as `oddity bench` searches them.
fn positions<G: Playable>(game: &G) -> Vec<G::Position> {
    G::bench_positions().map(|fen| game.parse_fen(fen).expect("bench positions are good")).collect()
}

/// Probing and storing under keys that are all over a table larger than the caches.
fn table(c: &mut Criterion) {
    let table = Table::new(64).expect("64 MiB are there");
    let entry = Entry { move_bits: 77, score: 12, depth: 5, bound: Some(Bound::Exact), pv: false };
    let mut key = 1_u64;
    let mut next = move || {
        key = key.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        key ^ key >> 32
    };
    let mut group = c.benchmark_group("table");
    group.bench_function("store", |b| b.iter(|| table.store(next(), black_box(entry))));
    group.bench_function("probe", |b| b.iter(|| black_box(table.probe(next()))));
    group.bench_function("prefetched probe", |b| {
        let mut ahead = [0; 4];
        let mut at = 0;
        b.iter(|| {
            let key = next();
            table.prefetch(key);
            let found = table.probe(std::mem::replace(&mut ahead[at], key));
            at = (at + 1) % ahead.len();
            black_box(found)
        });
    });
    group.finish();
}

/// All moves of the bench positions, made and followed by the evaluation, and the evaluation alone.
fn evaluation<G: Playable>(c: &mut Criterion) {
    let game = G::new();
    let positions = positions(&game);
    let mut evaluator = G::Eval::with_weights(&game, &G::Eval::default_weights());
    let mut group = c.benchmark_group(format!("evaluation/{}", G::NAME));
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("score", |b| {
        b.iter(|| {
            // The incremental part of another position costs the same and means nothing here.
            evaluator.reset(&game, &positions[0]);
            positions.iter().map(|pos| evaluator.score(&game, black_box(pos))).sum::<i32>()
        });
    });
    let moves: Vec<_> = positions.iter().map(|pos| game.moves(pos)).collect();
    group.throughput(Throughput::Elements(moves.iter().map(|list| list.len() as u64).sum()));
    group.bench_function("make and push", |b| {
        b.iter(|| {
            for (pos, moves) in positions.iter().zip(&moves) {
                evaluator.reset(&game, pos);
                for &m in moves {
                    let mut child = pos.clone();
                    let mut changes = <G::Eval as Evaluator<G>>::Changes::default();
                    game.play(&mut child, m, &mut changes);
                    evaluator.push(&changes);
                    black_box(&child);
                    evaluator.pop();
                }
            }
        });
    });
    group.finish();
}

/// Searches of a fixed depth, each run from an empty table. The throughput is in nodes.
fn fixed_depth<G: Playable>(c: &mut Criterion) {
    const DEPTH: u32 = 7;
    let game = G::new();
    let roots: Vec<_> = positions(&game).into_iter().take(5).map(|pos| Root::new(&game, pos)).collect();
    let evaluator = G::Eval::with_weights(&game, &G::Eval::default_weights());
    let mut searcher = Searcher::new(game, evaluator);
    let mut run = || {
        searcher.clear();
        let limits = Limits::depth(DEPTH);
        let mut nodes = 0;
        for root in &roots {
            nodes += searcher.search(root, &limits, &Control::default(), &mut NoReport).nodes;
        }
        nodes
    };
    let mut group = c.benchmark_group(format!("search/{}", G::NAME));
    group.throughput(Throughput::Elements(run())).sample_size(10).measurement_time(Duration::from_secs(8));
    group.bench_function("depth 7", |b| b.iter(|| black_box(run())));
    group.finish();
}

criterion_group!(
    benches,
    table,
    evaluation::<Glinski>,
    evaluation::<McCooey>,
    evaluation::<Shafran>,
    fixed_depth::<Glinski>,
    fixed_depth::<McCooey>,
    fixed_depth::<Shafran>
);
#[cfg(feature = "zchess")]
criterion_group!(more_games, evaluation::<ZChess>, fixed_depth::<ZChess>);

fn main() {
    benches();
    #[cfg(feature = "zchess")]
    more_games();
    criterion::Criterion::default().configure_from_args().final_summary();
}
