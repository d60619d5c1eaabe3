//! Exchanges of Z-Chess, where rooks come in along two legs, held against playing them out on a plain board.

use oddity::games::zchess::{EXCHANGE_VALUES, ZChess};

use crate::rules::exchange::{Board, Cell, Exchanges, slides};

fn inside((row, column): Cell) -> bool {
    (0..9).contains(&row) && (1..=17).contains(&column) && (row + column) % 2 == 1
}

fn circle(name: &str) -> Cell {
    (i32::from(name.as_bytes()[0] - b'a'), name[1..].parse().expect("a column"))
}

const ROW: [Cell; 2] = [(0, 2), (0, -2)];
const DIAGONAL: [Cell; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// Whether the man on `from` attacks `to`.
fn attacks(board: &Board, from: Cell, to: Cell) -> bool {
    let man = board[&from];
    let by = (to.0 - from.0, to.1 - from.1);
    let row = |start: Cell| ROW.iter().any(|&step| slides(board, start, step, to, inside));
    let straight = || DIAGONAL.iter().any(|&step| slides(board, from, step, to, inside));
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
fn turns(board: &Board, from: Cell, step: Cell, row: &dyn Fn(Cell) -> bool) -> bool {
    let mut at = (from.0 + step.0, from.1 + step.1);
    while inside(at) && !board.contains_key(&at) {
        if row(at) {
            return true;
        }
        at = (at.0 + step.0, at.1 + step.1);
    }
    false
}

#[test]
fn exchanges_are_played_out() {
    Exchanges { values: EXCHANGE_VALUES, cell: circle, attacks }.are_played_out(&ZChess, 5);
}
