//! The player of the suite's games: two plies of material and mobility, with seeded noise.
//!
//! It shares no number and no code with the engine's search and evaluation, so the games that a seed gives
//! stay the same however the engine changes. Only the rules count: moves are taken in the order of their text,
//! so that not even the order of generation matters.

use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::game::{Game, MoveKind, MoveStyle, PieceInfo, Side, Steps};
use crate::search::Root;
use crate::tools::openings::SeededRandom;

/// Values of pieces by letter, in points: McCooey's for hexagonal boards.
const VALUES: [(char, i32); 5] = [('p', 1), ('b', 3), ('n', 4), ('r', 7), ('q', 10)];

/// One point in the player's own unit.
const POINT: i32 = 100;

/// Worth of one legal move more than the opponent.
const MOBILITY: i32 = 2;

/// Worth of giving check.
const CHECK: i32 = 20;

/// Largest noise: below a point, so that it seldom gives a piece away.
const NOISE: usize = 80;

/// More than anything else can be worth.
const WIN: i32 = 1_000_000;

/// A game of the simple player against itself.
#[derive(Clone, Debug)]
pub struct SimpleGame<G: Game> {
    /// Every position from the start to the end.
    pub positions: Vec<G::Position>,
    /// Whether the side that moved last won outright, and not by a limit or a draw.
    pub won: bool,
}

/// Game number `index` of `seed`, ended by the rules or after `max_plies`.
pub fn simple_game<G: Game>(game: &G, seed: u64, index: u64, max_plies: usize) -> SimpleGame<G> {
    let mut random = SeededRandom::new(seed, index);
    let mut root = Root::new(game, game.start());
    let mut positions = vec![root.position.clone()];
    while positions.len() <= max_plies {
        if let Some(outcome) = game.finished(&root.position) {
            let last = game.side_to_move(&root.position).other();
            return SimpleGame { positions, won: outcome.for_side(last) == 4 };
        }
        if game.drawn(&root.position, &root.history).is_some() {
            break;
        }
        let Some(m) = choose(game, &root.position, &mut random) else { break };
        root.play(game, m);
        positions.push(root.position.clone());
    }
    SimpleGame { positions, won: false }
}

/// The move of the highest worth: what it takes, less the best that the opponent can take back, with
/// mobility, check and noise; the first of equals by text.
fn choose<G: Game>(game: &G, pos: &G::Position, random: &mut SeededRandom) -> Option<G::Move> {
    let men = Men::new(game, pos);
    let mut best: Option<(i32, G::Move)> = None;
    for m in moves_by_text(game, pos) {
        let worth = worth(game, pos, &men, m) + random.below(NOISE) as i32;
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, m));
        }
    }
    best.map(|(_, m)| m)
}

/// All legal moves in the order of their coordinate text.
pub fn moves_by_text<G: Game>(game: &G, pos: &G::Position) -> Vec<G::Move> {
    let mut moves = game.moves(pos);
    moves.sort_by_cached_key(|&m| game.write_move(pos, m, MoveStyle::Coordinate));
    moves
}

fn worth<G: Game>(game: &G, pos: &G::Position, men: &Men, m: G::Move) -> i32 {
    let mover = game.side_to_move(pos);
    let gain = men.gain(mover, &game.steps(pos, m));
    let mut child = pos.clone();
    game.play(&mut child, m, &mut ());
    if let Some(outcome) = game.finished(&child) {
        return match outcome.for_side(mover) {
            4 => WIN,
            // Worse than to let the opponent win with its next move.
            0 => -2 * WIN,
            quarters => (i32::from(quarters) - 2) * 5 * POINT,
        };
    }
    let loss = loss_by_reply(game, &child, mover);
    let check = if game.in_check(&child) { CHECK } else { 0 };
    let replies = i32::try_from(game.count(&child)).unwrap_or(i32::MAX / 4);
    gain - loss + check - MOBILITY * replies
}

/// The most that one reply in `child` costs `mover`.
fn loss_by_reply<G: Game>(game: &G, child: &G::Position, mover: Side) -> i32 {
    let mut men = None;
    let mut loss = 0;
    let mut take = |reply: G::Move| {
        let men = men.get_or_insert_with(|| Men::new(game, child));
        men.gain(mover.other(), &game.steps(child, reply))
    };
    if G::SUDDEN_WINS {
        // Hundreds of replies: those that end the game are known without trying all.
        if game.winning_move(child).is_some() {
            return WIN;
        }
        let _ = game.generate(child, MoveKind::Noisy, |reply| {
            loss = loss.max(take(reply));
            ControlFlow::Continue(())
        });
        return loss;
    }
    let _ = game.generate(child, MoveKind::All, |reply| {
        if game.is_noisy(child, reply) {
            loss = loss.max(take(reply));
        }
        let mut after = child.clone();
        game.play(&mut after, reply, &mut ());
        if game.finished(&after).is_some_and(|o| o.for_side(mover) == 0) {
            loss = WIN;
        }
        ControlFlow::Continue(())
    });
    loss
}

/// Points on each cell.
struct Men {
    /// White's positive.
    points: HashMap<String, i32>,
}

impl Men {
    fn new<G: Game>(game: &G, pos: &G::Position) -> Men {
        let worth = |p: PieceInfo| {
            let points = value(p.piece);
            (p.cell, if p.piece.is_ascii_uppercase() { points } else { -points })
        };
        let points = game.pieces(pos).into_iter().map(worth).collect();
        Men { points }
    }

    /// What a move of `mover` wins at once; own men that it takes are lost.
    fn gain(&self, mover: Side, steps: &Steps) -> i32 {
        let captured: i32 = steps.captured.iter().filter_map(|cell| self.points.get(cell)).sum();
        let captured = if mover == Side::White { -captured } else { captured };
        let promotion = steps.promotion.map_or(0, |letter| value(letter) - POINT);
        captured + promotion
    }
}

/// A piece's worth; one point for letters that are not in the table.
fn value(letter: char) -> i32 {
    let letter = letter.to_ascii_lowercase();
    VALUES.iter().find(|(l, _)| *l == letter).map_or(1, |(_, points)| *points) * POINT
}

/// White's lead in material, in points.
pub fn material_balance<G: Game>(game: &G, pos: &G::Position) -> i32 {
    let sum: i32 = game
        .pieces(pos)
        .iter()
        .map(|p| if p.piece.is_ascii_uppercase() { value(p.piece) } else { -value(p.piece) })
        .sum();
    sum / POINT
}
