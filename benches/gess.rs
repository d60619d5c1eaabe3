//! Two layouts of the Gess board, measured on the same positions: rows of 32-bit numbers as the game uses them, and
//! the board flat in four 128-bit numbers, whose sets are moved step by step.
//!
//! `cargo bench --bench gess` prints leaves per CPU second of both, and of perft.

use std::hint::black_box;

use cpu_time::ProcessTime;
use oddity::game::{Game, Side};
use oddity::games::gess::{Gess, Position, SIDE, Square};
use oddity::tools::perft::perft;

/// Rows in one number.
const ROWS: usize = 5;

/// Bits from one row to the next: the squares and room for steps over the edge.
const STRIDE: usize = 25;

/// Bits used of each number.
const BITS: u32 = (ROWS * STRIDE) as u32;

/// The squares of one number.
const FULL: u128 = {
    let (mut word, mut row) = (0, 0);
    while row < ROWS {
        word |= ((1 << SIDE) - 1) << (row * STRIDE);
        row += 1;
    }
    word
};

/// A set of squares, five rows a number.
#[derive(Clone, Copy)]
struct Flat([u128; SIDE / ROWS]);

impl Flat {
    fn of(squares: impl Iterator<Item = Square>) -> Flat {
        let mut words = [0; 4];
        for square in squares {
            words[square.row() / ROWS] |= 1 << (square.row() % ROWS * STRIDE + square.file());
        }
        Flat(words)
    }

    /// All squares moved `DF` files and `DR` rows.
    #[inline(always)]
    fn shift<const DF: i32, const DR: i32>(self) -> Flat {
        let n = DR * STRIDE as i32 + DF;
        let w = self.0;
        let by = n.unsigned_abs();
        let moved = if n == 0 {
            w
        } else if n > 0 {
            let up = |low: u128, high: u128| high << by | low >> (BITS - by);
            [up(0, w[0]), up(w[0], w[1]), up(w[1], w[2]), up(w[2], w[3])]
        } else {
            let down = |low: u128, high: u128| low >> by | high << (BITS - by);
            [down(w[0], w[1]), down(w[1], w[2]), down(w[2], w[3]), down(w[3], 0)]
        };
        Flat(moved.map(|word| word & FULL))
    }

    #[inline(always)]
    fn with(self, other: Flat, f: impl Fn(u128, u128) -> u128) -> Flat {
        Flat([0, 1, 2, 3].map(|i| f(self.0[i], other.0[i])))
    }

    #[inline(always)]
    fn or(self, other: Flat) -> Flat {
        self.with(other, |a, b| a | b)
    }

    #[inline(always)]
    fn and(self, other: Flat) -> Flat {
        self.with(other, |a, b| a & b)
    }

    #[inline(always)]
    fn without(self, other: Flat) -> Flat {
        self.with(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }
}

/// Moves in one direction.
#[inline(always)]
fn direction<const DF: i32, const DR: i32>(own: Flat, feet: Flat, across: Flat, along: Flat) -> u32 {
    let from = |set: Flat| match (DF, DR) {
        (1, 1) => set.shift::<-1, -1>(),
        (1, 0) => set.shift::<-1, 0>(),
        (1, -1) => set.shift::<-1, 1>(),
        (0, -1) => set.shift::<0, 1>(),
        (-1, -1) => set.shift::<1, 1>(),
        (-1, 0) => set.shift::<1, 0>(),
        (-1, 1) => set.shift::<1, -1>(),
        _ => set.shift::<0, -1>(),
    };
    let beside = |set: Flat| if DF == 1 { set.shift::<-1, 0>() } else { set.shift::<1, 0>() };
    let above = |set: Flat| if DR == 1 { set.shift::<0, -1>() } else { set.shift::<0, 1>() };
    let stops = match (DF, DR) {
        (0, _) => above(across),
        (_, 0) => beside(along),
        _ => above(across).or(beside(along)),
    };
    let mut movers = feet.and(from(own));
    let mut long = own;
    let mut sum = 0;
    for k in 1..SIDE {
        movers = movers.shift::<DF, DR>();
        if movers.is_empty() {
            break;
        }
        sum += movers.len();
        movers = movers.without(stops);
        if k <= 3 {
            long = long.shift::<DF, DR>();
        }
        if k == 3 {
            movers = movers.and(long);
        }
    }
    sum
}

/// Legal moves of the side with the stones `own`.
fn count(own: Flat, enemy: Flat) -> u32 {
    let widened = |set: Flat| set.or(set.shift::<1, 0>()).or(set.shift::<-1, 0>());
    let heightened = |set: Flat| set.or(set.shift::<0, 1>()).or(set.shift::<0, -1>());
    let feet = heightened(widened(own)).without(heightened(widened(enemy)));
    let all = own.or(enemy);
    let (across, along) = (widened(all), heightened(all));
    direction::<0, 1>(own, feet, across, along)
        + direction::<1, 1>(own, feet, across, along)
        + direction::<1, 0>(own, feet, across, along)
        + direction::<1, -1>(own, feet, across, along)
        + direction::<0, -1>(own, feet, across, along)
        + direction::<-1, -1>(own, feet, across, along)
        + direction::<-1, 0>(own, feet, across, along)
        + direction::<-1, 1>(own, feet, across, along)
}

/// Positions two plies from the start in which nobody has lost a ring, every so manieth.
fn positions() -> Vec<Position> {
    let after = |pos: &Position, m| {
        let mut next = pos.clone();
        Gess.play(&mut next, m, &mut ());
        next
    };
    let start = Gess.start();
    let children = Gess.moves(&start).into_iter().map(|m| after(&start, m));
    let grandchildren = children
        .flat_map(|child| Gess.moves(&child).into_iter().map(|m| after(&child, m)).collect::<Vec<_>>());
    grandchildren.filter(|pos| Gess.finished(pos).is_none()).step_by(13).collect()
}

/// Leaves in millions per CPU second.
fn speed(leaves: impl FnOnce() -> u64) -> f64 {
    let start = ProcessTime::now();
    let leaves = black_box(leaves());
    leaves as f64 / start.elapsed().as_secs_f64() / 1e6
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

fn main() {
    if std::env::args().any(|arg| arg == "--test") {
        return;
    }
    let positions = positions();
    let flat: Vec<[Flat; 2]> = positions
        .iter()
        .map(|pos| {
            let squares = |side| {
                (0..SIDE * SIDE).filter_map(Square::from_index).filter(move |&s| pos.stones(side).contains(s))
            };
            let us = Gess.side_to_move(pos);
            [us, us.other()].map(|side: Side| Flat::of(squares(side)))
        })
        .collect();
    let by_rows = || positions.iter().map(|pos| Gess.count(black_box(pos))).sum::<u64>();
    let by_flat = || flat.iter().map(|&[own, enemy]| u64::from(count(black_box(own), enemy))).sum::<u64>();
    assert_eq!(by_rows(), by_flat(), "both layouts count the same moves");
    let start = Gess.start();
    let mut figures = [const { Vec::new() }; 3];
    for _ in 0..7 {
        figures[0].push(speed(|| (0..8).map(|_| by_rows()).sum()));
        figures[1].push(speed(|| (0..8).map(|_| by_flat()).sum()));
        figures[2].push(speed(|| perft(&Gess, &start, 3)));
    }
    let [rows, flat, perft] = figures.map(median);
    println!("rows of 32 bits: {rows:.0} million leaves per CPU second, counting alone");
    println!("four 128-bit numbers: {flat:.0} million");
    println!("perft 3: {perft:.0} million");
}
