//! Rules at speed: perft beside cozy-chess on chess's start position, slider look-ups, making moves.
//!
//! `cargo bench --bench perft` runs the Criterion groups and then prints a `ratio` line a game: leaves per CPU
//! second against cozy-chess, all measured in turn in the same run, since machines are noisy. `cargo bench
//! --bench perft -- ratio` prints the lines alone.

use std::hint::black_box;

use cpu_time::ProcessTime;
use criterion::{Criterion, Throughput};
use oddity::bitboard::{self, CellSet};
use oddity::game::Game;
use oddity::games::chess::Chess;
#[cfg(feature = "glex")]
use oddity::games::glex::Glex;
use oddity::games::hex::{Glinski, GlinskiRules, McCooey, Ruleset, Shafran, ShafranRules};
#[cfg(feature = "zchess")]
use oddity::games::zchess::{
    ZChess,
    geometry::{BOARD, UP_LEFT, UP_RIGHT},
    rook::{self, RowFlood},
    tables::TABLES,
};
use oddity::tools::perft::perft;

/// Leaves of chess, with a branch of its own for the leaves.
fn chess_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut leaves = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            leaves += moves.len() as u64;
            false
        });
    } else {
        board.generate_moves(|moves| {
            for m in moves {
                let mut next = board.clone();
                next.play_unchecked(m);
                leaves += chess_perft(&next, depth - 1);
            }
            false
        });
    }
    leaves
}

fn bench_perft(c: &mut Criterion) {
    fn game<G: Game>(c: &mut Criterion, leaves: u64) {
        let game = G::new();
        let start = game.start();
        let mut group = c.benchmark_group("perft");
        group.throughput(Throughput::Elements(leaves)).sample_size(10);
        group.bench_function(G::NAME, |b| b.iter(|| perft(&game, black_box(&start), 4)));
        group.finish();
    }
    game::<Chess>(c, 197_281);
    game::<Glinski>(c, 7_282_418);
    game::<McCooey>(c, 1_157_852);
    game::<Shafran>(c, 3_310_230);
    #[cfg(feature = "glex")]
    game::<Glex>(c, 5_002_932);
    #[cfg(feature = "zchess")]
    game::<ZChess>(c, 1_299_900);
    let start = cozy_chess::Board::default();
    let mut group = c.benchmark_group("perft");
    group.throughput(Throughput::Elements(4_865_609)).sample_size(10);
    group.bench_function("chess by cozy-chess", |b| b.iter(|| chess_perft(black_box(&start), 5)));
    group.finish();
}

/// Boards a third full, from a fixed stream of numbers.
fn random_boards(cells: CellSet) -> Vec<CellSet> {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut word = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        u128::from(state)
    };
    let mut half = || CellSet(word() << 64 | word());
    (0..64).map(|_| half() & half() & cells | half() & half() & half() & cells).collect()
}

fn bench_sliders(c: &mut Criterion) {
    fn board<R: Ruleset>(c: &mut Criterion, name: &str) {
        let t = R::tables();
        let boards = random_boards(R::BOARD);
        let mut group = c.benchmark_group(format!("sliders/{name}"));
        group.throughput(Throughput::Elements(boards.len() as u64 * u64::from(R::BOARD.len())));
        let over_all = |look: &dyn Fn(u8, CellSet) -> CellSet| {
            let mut sum = CellSet::EMPTY;
            for &occupied in &boards {
                for cell in R::BOARD {
                    sum ^= look(cell, occupied);
                }
            }
            sum
        };
        group.bench_function("rook", |b| b.iter(|| over_all(&|cell, occupied| t.rook(cell, occupied))));
        group.bench_function("bishop", |b| b.iter(|| over_all(&|cell, occupied| t.bishop(cell, occupied))));
        group.finish();
    }
    board::<GlinskiRules>(c, "91 cells");
    board::<ShafranRules>(c, "70 cells");
}

/// The rook that turns: its attacks by flooding all rows at once or by going through its turning circles, and the
/// question whether rooks attack a circle by looking from each rook or by filling the diagonals backward.
#[cfg(feature = "zchess")]
fn bench_turning_rooks(c: &mut Criterion) {
    fn by_turns(from: u8, occupied: CellSet) -> CellSet {
        let turning = TABLES.diagonals(from, occupied).without(occupied);
        turning.into_iter().fold(TABLES.row(from, occupied), |seen, cell| seen | TABLES.row(cell, occupied))
    }
    fn attacked_by_filling(cell: u8, rooks: CellSet, occupied: CellSet) -> bool {
        let row = TABLES.row(cell, occupied);
        let (turning, empty) = (row.without(occupied), BOARD.without(occupied));
        let seen = [UP_RIGHT, UP_LEFT, -UP_RIGHT, -UP_LEFT].into_iter().fold(row, |seen, by| {
            let (mut reached, mut open) = (turning, empty);
            for doubling in 0..3 {
                reached |= reached.shift(by << doubling) & open;
                open &= open.shift(by << doubling);
            }
            seen | reached.shift(by)
        });
        (seen & rooks).any()
    }
    let boards = random_boards(BOARD);
    // Up to three rooks among the pieces of each board.
    let rooks: Vec<CellSet> =
        boards.iter().map(|board| board.into_iter().skip(3).step_by(9).take(3).collect()).collect();
    for (&occupied, &rooks) in boards.iter().zip(&rooks) {
        let flood = RowFlood::new(occupied);
        for cell in BOARD {
            assert_eq!(rook::attacks(cell, occupied, &flood) & BOARD, by_turns(cell, occupied));
            let attacked = rook::attacked(cell, rooks, occupied);
            assert_eq!(attacked, attacked_by_filling(cell, rooks, occupied));
        }
    }
    let mut group = c.benchmark_group("turning rooks");
    group.throughput(Throughput::Elements(boards.len() as u64 * u64::from(BOARD.len())));
    group.bench_function("attacks, all rows flooded", |b| {
        b.iter(|| {
            boards.iter().fold(CellSet::EMPTY, |sum, &occupied| {
                let flood = RowFlood::new(black_box(occupied));
                BOARD.into_iter().fold(sum, |sum, cell| sum ^ rook::attacks(cell, occupied, &flood))
            })
        });
    });
    group.bench_function("attacks, turn by turn", |b| {
        b.iter(|| {
            boards.iter().fold(CellSet::EMPTY, |sum, &occupied| {
                let occupied = black_box(occupied);
                BOARD.into_iter().fold(sum, |sum, cell| sum ^ by_turns(cell, occupied))
            })
        });
    });
    let count = |attacked: &dyn Fn(u8, CellSet, CellSet) -> bool| {
        let on = |(&occupied, &rooks): (&CellSet, &CellSet)| {
            BOARD.into_iter().filter(|&cell| attacked(cell, black_box(rooks), occupied)).count()
        };
        boards.iter().zip(&rooks).map(on).sum::<usize>()
    };
    group.bench_function("attacked, from each rook", |b| b.iter(|| count(&rook::attacked)));
    group.bench_function("attacked, filling backward", |b| b.iter(|| count(&attacked_by_filling)));
    group.finish();
}

/// Every legal move of every position of a fixed playout, made on a copy.
fn bench_make(c: &mut Criterion) {
    fn game<G: Game>(c: &mut Criterion) {
        let game = G::new();
        let mut pos = game.start();
        let mut made = Vec::new();
        for ply in 0..60 {
            let moves = game.moves(&pos);
            let Some(&next) = moves.get((ply * 7 + 3) % moves.len().max(1)) else { break };
            made.extend(moves.into_iter().map(|m| (pos.clone(), m)));
            game.play(&mut pos, next, &mut ());
        }
        let mut group = c.benchmark_group("make");
        group.throughput(Throughput::Elements(made.len() as u64));
        group.bench_function(G::NAME, |b| {
            b.iter(|| {
                made.iter().fold(0, |keys, (pos, m)| {
                    let mut next = pos.clone();
                    game.play(&mut next, *m, &mut ());
                    keys ^ game.key(&next)
                })
            });
        });
        group.finish();
    }
    game::<Chess>(c);
    game::<Glinski>(c);
    game::<McCooey>(c);
    game::<Shafran>(c);
    #[cfg(feature = "glex")]
    game::<Glex>(c);
    #[cfg(feature = "zchess")]
    game::<ZChess>(c);
}

/// Leaves per CPU second.
fn speed(leaves: impl FnOnce() -> u64) -> f64 {
    let start = ProcessTime::now();
    let leaves = black_box(leaves());
    leaves as f64 / start.elapsed().as_secs_f64()
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// Rounds of all games in turn; the median of an odd number is one of them.
const ROUNDS: usize = 7;

/// Leaves from a game's start at depth 5, per CPU second.
fn from_start<G: Game>() -> f64 {
    from_start_to::<G>(5)
}

fn from_start_to<G: Game>(depth: u32) -> f64 {
    let game = G::new();
    let start = game.start();
    speed(|| perft(&game, &start, depth))
}

/// Leaves at depth 3 from the positions of a reference file, per CPU second.
#[cfg(feature = "zchess")]
fn from_positions<G: Game>(file: &str) -> f64 {
    let game = G::new();
    let fens = file.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split(';').next());
    let positions: Vec<_> = fens.map(|fen| game.parse_fen(fen).expect("a good FEN")).collect();
    speed(|| positions.iter().map(|pos| perft(&game, pos, 3)).sum())
}

/// What is measured, by name.
type Measure = (&'static str, fn() -> f64);

const MEASURES: &[Measure] = &[
    // The yardstick itself, through this engine's own trait.
    ("chess", || from_start_to::<Chess>(6)),
    ("glinski", from_start::<Glinski>),
    ("mccooey", from_start::<McCooey>),
    ("shafran", from_start::<Shafran>),
    #[cfg(feature = "glex")]
    ("glex", from_start::<Glex>),
    #[cfg(feature = "zchess")]
    ("zchess", from_start::<ZChess>),
    #[cfg(feature = "zchess")]
    ("zchess, positions", || from_positions::<ZChess>(include_str!("../positions/zchess/reference.txt"))),
];

fn print_ratios() {
    let mut speeds = vec![Vec::new(); MEASURES.len()];
    let mut ratios = speeds.clone();
    let mut chess = Vec::new();
    for _ in 0..ROUNDS {
        let yardstick = speed(|| chess_perft(&cozy_chess::Board::default(), 6));
        chess.push(yardstick);
        for (i, (_, measure)) in MEASURES.iter().enumerate() {
            let figure = measure();
            speeds[i].push(figure);
            ratios[i].push(figure / yardstick);
        }
    }
    let way = if bitboard::FAST { "pext" } else { "portable" };
    let chess = median(chess) / 1e6;
    for (((name, _), ratio), speed) in MEASURES.iter().zip(ratios).zip(speeds) {
        let (ratio, speed) = (median(ratio), median(speed) / 1e6);
        println!(
            "ratio {name} {ratio:.3} ({way}: {speed:.0} million leaves per CPU second, cozy-chess {chess:.0})"
        );
    }
}

fn main() {
    let only_ratios = std::env::args().any(|arg| arg == "ratio");
    // `cargo test --benches` asks for one quick pass.
    let testing = std::env::args().any(|arg| arg == "--test");
    if !only_ratios {
        let mut criterion = Criterion::default().configure_from_args();
        bench_perft(&mut criterion);
        bench_sliders(&mut criterion);
        #[cfg(feature = "zchess")]
        bench_turning_rooks(&mut criterion);
        bench_make(&mut criterion);
        criterion.final_summary();
    }
    if !testing {
        print_ratios();
    }
}
