//! Exchanges on one cell played out man by man on a plain board, to hold those of the games against.

use std::collections::BTreeMap;

use oddity::game::{Game, MoveStyle, Side};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

/// Row and column, or rank and file.
pub type Cell = (i32, i32);

/// Men by cell, capitals for White.
pub type Board = BTreeMap<Cell, char>;

/// A game's exchanges as its rules give them.
pub struct Exchanges {
    /// What pawn, knight, bishop, rook, queen and king are worth.
    pub values: [i32; 6],
    /// The cell of a name.
    pub cell: fn(&str) -> Cell,
    /// Whether the man on the first cell attacks the second.
    pub attacks: fn(&Board, Cell, Cell) -> bool,
}

/// Whether a slider on `from` going by `step` comes to `to` over empty cells.
pub fn slides(board: &Board, from: Cell, step: Cell, to: Cell, inside: fn(Cell) -> bool) -> bool {
    let mut at = (from.0 + step.0, from.1 + step.1);
    while inside(at) && at != to && !board.contains_key(&at) {
        at = (at.0 + step.0, at.1 + step.1);
    }
    at == to
}

impl Exchanges {
    fn value(&self, man: char) -> i32 {
        self.values["PNBRQK".find(man.to_ascii_uppercase()).expect("a man")]
    }

    /// What `white` wins by taking on `to` with its cheapest man, or by leaving it.
    fn taken(&self, board: &Board, to: Cell, white: bool) -> i32 {
        let takers = |white: bool| -> Vec<Cell> {
            let own = board.iter().filter(|(at, man)| **at != to && man.is_ascii_uppercase() == white);
            own.map(|(&at, _)| at).filter(|&at| (self.attacks)(board, at, to)).collect()
        };
        let own = takers(white);
        // The first of the cheapest by cell.
        let Some(&from) = own.iter().min_by_key(|at| (self.value(board[at]), **at)) else { return 0 };
        if matches!(board[&from], 'K' | 'k') && !takers(!white).is_empty() {
            return 0;
        }
        let mut next = board.clone();
        let man = next.remove(&from).expect("a man stands there");
        let won = self.value(board[&to]);
        next.insert(to, man);
        (won - self.taken(&next, to, !white)).max(0)
    }

    /// Compares the exchanges after every move of random games from `start`; castling is none.
    pub fn are_played_out<G: Game>(&self, game: &G, seed: u64) {
        let mut rng = StdRng::seed_from_u64(seed);
        let (mut compared, mut deep, mut passing) = (0, 0, 0);
        while compared < if cfg!(debug_assertions) { 1_000 } else { 12_000 } {
            let mut pos = game.start();
            for _ in 0..rng.random_range(6..70) {
                let moves = game.moves(&pos);
                let Some(&m) = moves.choose(&mut rng) else { break };
                game.play(&mut pos, m, &mut ());
            }
            let board: Board =
                game.pieces(&pos).into_iter().map(|p| ((self.cell)(&p.cell), p.piece)).collect();
            let white = game.side_to_move(&pos) == Side::White;
            for m in game.moves(&pos) {
                let steps = game.steps(&pos, m);
                if steps.legs.len() > 1 {
                    continue;
                }
                let [from, to] = [0, 1].map(|end| (self.cell)(&steps.legs[0][end]));
                let mut after = board.clone();
                let mut man = after.remove(&from).expect("a man moves");
                let mut won = 0;
                for name in &steps.captured {
                    won += self.value(after.remove(&(self.cell)(name)).expect("a man is taken"));
                    passing += usize::from((self.cell)(name) != to);
                }
                if let Some(promotion) = steps.promotion {
                    man = if white { promotion } else { promotion.to_ascii_lowercase() };
                    won += self.value(man) - self.value('P');
                }
                after.insert(to, man);
                let lost = self.taken(&after, to, !white);
                let text = game.write_move(&pos, m, MoveStyle::Coordinate);
                let exact = game.see_ge(&pos, m, won - lost) && !game.see_ge(&pos, m, won - lost + 1);
                assert!(exact, "{} {text}: {won} - {lost}", game.fen(&pos));
                compared += 1;
                deep += usize::from(lost > 0 && lost != self.value(man));
            }
        }
        assert!(deep * 40 > compared, "only {deep} exchanges of {compared} go on after the second capture");
        println!("{}: {compared} exchanges, {deep} deep, {passing} begun in passing", G::NAME);
    }
}
