//! Exchanges of Z-Chess, where rooks come in along two legs, held against playing them out on a plain board.

use std::collections::BTreeMap;

use oddity::game::{Game, MoveStyle, Side};
use oddity::games::zchess::{EXCHANGE_VALUES, ZChess};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

/// Row and column.
type Circle = (i32, i32);

/// Men by circle, capitals for White.
type Board = BTreeMap<Circle, char>;

const KINDS: &str = "PNBRQK";

fn value(man: char) -> i32 {
    EXCHANGE_VALUES[KINDS.find(man.to_ascii_uppercase()).expect("a man")]
}

fn inside((row, column): Circle) -> bool {
    (0..9).contains(&row) && (1..=17).contains(&column) && (row + column) % 2 == 1
}

fn circle(name: &str) -> Circle {
    (i32::from(name.as_bytes()[0] - b'a'), name[1..].parse().expect("a column"))
}

/// Whether a slider on `from` going by `step` comes to `to` over empty circles.
fn slides(board: &Board, from: Circle, step: Circle, to: Circle) -> bool {
    let mut at = (from.0 + step.0, from.1 + step.1);
    while inside(at) && at != to && !board.contains_key(&at) {
        at = (at.0 + step.0, at.1 + step.1);
    }
    at == to
}

const ROW: [Circle; 2] = [(0, 2), (0, -2)];
const DIAGONAL: [Circle; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// Whether the man on `from` attacks `to`.
fn attacks(board: &Board, from: Circle, to: Circle) -> bool {
    let man = board[&from];
    let by = (to.0 - from.0, to.1 - from.1);
    let row = |start: Circle| ROW.iter().any(|&step| slides(board, start, step, to));
    let straight = || DIAGONAL.iter().any(|&step| slides(board, from, step, to));
    match man.to_ascii_uppercase() {
        'P' => by.1.abs() == 1 && by.0 == if man == 'P' { 1 } else { -1 },
        'N' => [(0, 2), (2, 0), (1, 3)].contains(&(by.0.abs(), by.1.abs())),
        'K' => [(0, 2), (1, 1)].contains(&(by.0.abs(), by.1.abs())),
        'B' => straight(),
        'Q' => straight() || row(from),
        // It never stops on its diagonal, so the target itself is no circle to turn on.
        _ => row(from) || DIAGONAL.iter().any(|&step| turns(board, from, step, &row)),
    }
}

/// Whether a rook going by `step` comes to an empty circle from which `row` leads on.
fn turns(board: &Board, from: Circle, step: Circle, row: &dyn Fn(Circle) -> bool) -> bool {
    let mut at = (from.0 + step.0, from.1 + step.1);
    while inside(at) && !board.contains_key(&at) {
        if row(at) {
            return true;
        }
        at = (at.0 + step.0, at.1 + step.1);
    }
    false
}

/// What `white` wins by taking on `to` with its cheapest man, or by leaving it.
fn taken(board: &Board, to: Circle, white: bool) -> i32 {
    let takers = |white: bool| -> Vec<Circle> {
        let own = board.iter().filter(|(at, man)| **at != to && man.is_ascii_uppercase() == white);
        own.map(|(&at, _)| at).filter(|&at| attacks(board, at, to)).collect()
    };
    let own = takers(white);
    // The first of the cheapest by circle.
    let Some(&from) = own.iter().min_by_key(|at| (value(board[at]), **at)) else { return 0 };
    if matches!(board[&from], 'K' | 'k') && !takers(!white).is_empty() {
        return 0;
    }
    let mut next = board.clone();
    let man = next.remove(&from).expect("a man stands there");
    let won = value(board[&to]);
    next.insert(to, man);
    (won - taken(&next, to, !white)).max(0)
}

#[test]
fn exchanges_are_played_out() {
    let mut rng = StdRng::seed_from_u64(5);
    let (mut compared, mut deep) = (0, 0);
    while compared < if cfg!(debug_assertions) { 1_000 } else { 12_000 } {
        let mut pos = ZChess.start();
        for _ in 0..rng.random_range(6..70) {
            let moves = ZChess.moves(&pos);
            let Some(&m) = moves.choose(&mut rng) else { break };
            ZChess.play(&mut pos, m, &mut ());
        }
        let board: Board = ZChess.pieces(&pos).into_iter().map(|p| (circle(&p.cell), p.piece)).collect();
        let white = ZChess.side_to_move(&pos) == Side::White;
        for m in ZChess.moves(&pos) {
            let steps = ZChess.steps(&pos, m);
            if steps.legs.len() > 1 {
                continue;
            }
            let [from, to] = [circle(&steps.legs[0][0]), circle(&steps.legs[0][1])];
            let mut after = board.clone();
            let mut man = after.remove(&from).expect("a man moves");
            let mut won = after.get(&to).map_or(0, |&man| value(man));
            if let Some(promotion) = steps.promotion {
                man = if white { promotion } else { promotion.to_ascii_lowercase() };
                won += value(man) - value('P');
            }
            after.insert(to, man);
            let lost = taken(&after, to, !white);
            let text = ZChess.write_move(&pos, m, MoveStyle::Coordinate);
            let exact = ZChess.see_ge(&pos, m, won - lost) && !ZChess.see_ge(&pos, m, won - lost + 1);
            assert!(exact, "{} {text}: {won} - {lost}", ZChess.fen(&pos));
            compared += 1;
            deep += usize::from(lost > 0 && lost != value(man));
        }
    }
    assert!(deep * 40 > compared, "only {deep} exchanges of {compared} go on after the second capture");
}
