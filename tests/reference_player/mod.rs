//! The opponent that the engine is measured against: plain principal variation search with a table and
//! quiescence over material and piece-square terms, without any other pruning, reduction or extension.
//!
//! It is meant to be as good as that gets: moves are ordered by the table, by victim and attacker, killers
//! and history; it knows repetitions, every way a game ends, and mate distances. It shares no code with the
//! engine's search or evaluation, only the rules. Limited by nodes and deterministic.

use oddity::eval::Evaluator;
use oddity::game::{Delta, Game, History, MoveKind, Outcome, Side};
use oddity::search::{Clock, Control, Root};
use oddity::tools::selfplay::{Choice, Fault, Line, Player};
use std::ops::ControlFlow;

const WIN: i32 = 30_000;
const SURELY_WON: i32 = 29_000;
const INFINITE: i32 = 31_000;
const DEEPEST: usize = 100;
const TABLE_BITS: u32 = 18;

/// Pawn, knight, bishop, rook, queen, king: the order of the kinds in the features of the chess-like games
/// here, which number `(side * 6 + kind) * cells + cell`.
fn material(game: &str) -> &'static [i32] {
    match game {
        // Stones of one kind.
        "gess" => &[60],
        // Pieces that have to cross the board; who loses five has lost.
        "glex" => &[150],
        // Rooks that turn reach most of an open board.
        "zchess" => &[100, 250, 300, 1100, 800, 0],
        _ => &[100, 400, 300, 700, 1000, 0],
    }
}

/// Values of the features, White's positive.
#[derive(Clone, Debug)]
struct Values(Vec<i32>);

impl Values {
    fn new<G: Game>(game: &G) -> Values {
        let cells = game.board().cells;
        let kinds = material(G::NAME);
        assert_eq!(game.features(), 2 * kinds.len() * cells.len(), "a value for each kind of piece");
        let middle = |axis: fn(&oddity::game::CellInfo) -> f64| {
            let (low, high) =
                cells.iter().map(axis).fold((f64::MAX, f64::MIN), |(l, h), v| (l.min(v), h.max(v)));
            (f64::midpoint(low, high), (high - low) / 2.0)
        };
        let ((x0, _), (y0, half)) = (middle(|c| c.x), middle(|c| c.y));
        let mut values = Vec::with_capacity(game.features());
        for sign in [1, -1] {
            for (kind, &material) in kinds.iter().enumerate() {
                for cell in &cells {
                    // Forward is up for White; 1 is the far edge. Central is 1 in the middle, 0 at the edge.
                    let forward = f64::from(sign) * (cell.y - y0) / half;
                    let central = 1.0 - ((cell.x - x0).hypot(cell.y - y0) / half).min(1.0);
                    let bonus = match kind {
                        _ if G::NAME == "glex" && forward >= 0.75 => 120.0,
                        _ if G::NAME == "glex" => 60.0 * forward + 10.0 * central,
                        _ if kinds.len() == 1 => 10.0 * central,
                        0 => 45.0 * forward.max(-0.5) + 15.0 * central,
                        1 => 60.0 * central + 10.0 * forward,
                        2 => 35.0 * central,
                        3 => 15.0 * central + 10.0 * forward,
                        4 => 20.0 * central,
                        _ => -40.0 * central - 40.0 * forward,
                    };
                    values.push(sign * (material + bonus.round() as i32));
                }
            }
        }
        Values(values)
    }
}

/// Sums what a move changes.
struct Change<'a> {
    values: &'a [i32],
    sum: i32,
}

impl Delta for Change<'_> {
    fn add(&mut self, feature: u16) {
        self.sum += self.values[usize::from(feature)];
    }

    fn remove(&mut self, feature: u16) {
        self.sum -= self.values[usize::from(feature)];
    }
}

/// The same evaluation for the engine's search, to compare the searches alone.
#[derive(Clone, Debug)]
pub struct PlainEvaluator {
    values: Values,
    sums: Vec<i32>,
}

impl PlainEvaluator {
    /// The evaluation of `game`'s pieces.
    pub fn new<G: Game>(game: &G) -> PlainEvaluator {
        PlainEvaluator { values: Values::new(game), sums: Vec::new() }
    }
}

/// Features that came and went.
#[derive(Default)]
pub struct Features(Vec<(u16, i32)>);

impl Delta for Features {
    fn add(&mut self, feature: u16) {
        self.0.push((feature, 1));
    }

    fn remove(&mut self, feature: u16) {
        self.0.push((feature, -1));
    }
}

impl<G: Game> Evaluator<G> for PlainEvaluator {
    type Changes = Features;

    fn reset(&mut self, game: &G, pos: &G::Position) {
        let mut sum = 0;
        game.for_each_feature(pos, |feature| sum += self.values.0[usize::from(feature)]);
        self.sums = vec![sum];
    }

    fn push(&mut self, changes: &Features) {
        let change: i32 = changes.0.iter().map(|&(feature, n)| n * self.values.0[usize::from(feature)]).sum();
        self.sums.push(self.sums.last().copied().unwrap_or_default() + change);
    }

    fn pop(&mut self) {
        self.sums.pop();
    }

    fn score(&mut self, game: &G, pos: &G::Position) -> i32 {
        let sum = self.sums.last().copied().unwrap_or_default();
        if game.side_to_move(pos) == Side::White { sum } else { -sum }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Exact,
    AtLeast,
    AtMost,
}

#[derive(Clone, Copy)]
struct Known<M> {
    key: u64,
    depth: i32,
    score: i32,
    kind: Kind,
    best: Option<M>,
}

/// A node: the position and White's material and piece-square sum.
#[derive(Clone)]
struct Node<G: Game> {
    pos: G::Position,
    sum: i32,
}

/// Plays any game whose kinds of pieces it has values for.
pub struct ReferencePlayer<G: Game> {
    game: G,
    limit: u64,
    values: Values,
    table: Vec<Option<Known<G::Move>>>,
    quiet: Vec<i32>,
    killers: Vec<[Option<G::Move>; 2]>,
    history: History,
    nodes: u64,
    stopped: bool,
}

impl<G: Game> ReferencePlayer<G> {
    /// A player that makes `limit` moves in its head before each move on the board.
    pub fn new(game: G, limit: u64) -> Self {
        ReferencePlayer {
            limit,
            values: Values::new(&game),
            table: vec![None; 1 << TABLE_BITS],
            quiet: vec![0; 2 * game.history_slots()],
            killers: vec![[None; 2]; DEEPEST + 1],
            history: History::default(),
            nodes: 0,
            stopped: false,
            game,
        }
    }

    /// The best move it finds, the score in centipawns for the mover, and the depth in plies completed.
    pub fn search(&mut self, root: &Root<G>) -> Option<(G::Move, i32, i32)> {
        self.search_to(root, DEEPEST as i32 / 2)
    }

    /// The same, not deeper than `deepest` plies.
    pub fn search_to(&mut self, root: &Root<G>, deepest: i32) -> Option<(G::Move, i32, i32)> {
        let mut sum = 0;
        self.game.for_each_feature(&root.position, |feature| sum += self.values.0[usize::from(feature)]);
        let node = Node { pos: root.position.clone(), sum };
        self.history = root.history.clone();
        self.nodes = 0;
        self.stopped = false;
        for entry in &mut self.quiet {
            *entry /= 4;
        }
        self.killers.fill([None; 2]);
        let mut found = self.game.moves(&root.position).first().map(|&m| (m, 0, 0))?;
        for depth in 1..=deepest {
            let result = self.search_root(&node, depth);
            if let Some((m, score)) = result {
                found = (m, score, if self.stopped { depth - 1 } else { depth });
            }
            // A forced end within this depth will not change any more.
            if self.stopped || found.1.abs() > WIN - depth {
                break;
            }
        }
        Some(found)
    }

    /// One iteration. A move that was found to be better before the nodes ran out counts.
    fn search_root(&mut self, node: &Node<G>, depth: i32) -> Option<(G::Move, i32)> {
        let (mut alpha, mut found) = (-INFINITE, None);
        let known = self.known(self.game.key(&node.pos)).and_then(|known| known.best);
        for (index, m) in self.ordered(&node.pos, MoveKind::All, known, 0).into_iter().enumerate() {
            let Some(child) = self.make(node, m) else { break };
            let mut score = alpha + 1;
            if index > 0 {
                score = -self.search_node(&child, depth - 1, 1, -alpha - 1, -alpha);
            }
            if score > alpha && !self.stopped {
                score = -self.search_node(&child, depth - 1, 1, -INFINITE, -alpha);
            }
            self.history.pop();
            if self.stopped {
                break;
            }
            if score > alpha {
                alpha = score;
                found = Some((m, score));
            }
        }
        if !self.stopped {
            let best = found.map(|(m, _)| m);
            self.remember(self.game.key(&node.pos), depth, alpha, Kind::Exact, best, 0);
        }
        found
    }

    fn search_node(&mut self, node: &Node<G>, depth: i32, ply: usize, mut alpha: i32, beta: i32) -> i32 {
        if let Some(score) = self.end(&node.pos, ply) {
            return score;
        }
        if depth <= 0 || ply >= DEEPEST {
            return self.quiesce(node, ply, alpha, beta);
        }
        let key = self.game.key(&node.pos);
        let known = self.known(key);
        if let Some(score) = self.settled(known, depth, ply, alpha, beta) {
            return score;
        }
        let (mut best, mut best_move, mut kind) = (-INFINITE, None, Kind::AtMost);
        let table_move = known.and_then(|known| known.best);
        for (index, m) in self.ordered(&node.pos, MoveKind::All, table_move, ply).into_iter().enumerate() {
            let Some(child) = self.make(node, m) else { break };
            let mut score = alpha + 1;
            if index > 0 {
                score = -self.search_node(&child, depth - 1, ply + 1, -alpha - 1, -alpha);
            }
            if index == 0 || score > alpha && score < beta && !self.stopped {
                score = -self.search_node(&child, depth - 1, ply + 1, -beta, -alpha);
            }
            self.history.pop();
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    (alpha, best_move, kind) = (score, Some(m), Kind::Exact);
                }
                if score >= beta {
                    kind = Kind::AtLeast;
                    self.reward(&node.pos, m, depth, ply);
                    break;
                }
            }
        }
        if self.stopped {
            return 0;
        }
        if best == -INFINITE {
            return self.worth(self.game.outcome_without_moves(&node.pos), &node.pos, ply);
        }
        self.remember(key, depth, best, kind, best_move, ply);
        best
    }

    /// Captures only, or all moves in check; the side to move may stand pat when it is not in check.
    fn quiesce(&mut self, node: &Node<G>, ply: usize, mut alpha: i32, beta: i32) -> i32 {
        let in_check = self.game.in_check(&node.pos);
        let mut best = -INFINITE;
        if !in_check || ply >= DEEPEST {
            best = match self.game.side_to_move(&node.pos) {
                Side::White => node.sum,
                Side::Black => -node.sum,
            };
            if best >= beta || ply >= DEEPEST {
                return best;
            }
            alpha = alpha.max(best);
        }
        let key = self.game.key(&node.pos);
        let known = self.known(key);
        if let Some(score) = self.settled(known, 0, ply, alpha, beta) {
            return score;
        }
        let moves = if in_check { MoveKind::All } else { MoveKind::Noisy };
        let (mut best_move, mut kind) = (None, Kind::AtMost);
        for m in self.ordered(&node.pos, moves, known.and_then(|known| known.best), ply) {
            let Some(child) = self.make(node, m) else { return 0 };
            let score = match self.end(&child.pos, ply + 1) {
                Some(score) => -score,
                None => -self.quiesce(&child, ply + 1, -beta, -alpha),
            };
            self.history.pop();
            if self.stopped {
                return 0;
            }
            best = best.max(score);
            if score > alpha {
                (alpha, best_move, kind) = (score, Some(m), Kind::Exact);
            }
            if score >= beta {
                kind = Kind::AtLeast;
                break;
            }
        }
        if best == -INFINITE {
            return self.worth(self.game.outcome_without_moves(&node.pos), &node.pos, ply);
        }
        // The score of standing pat is exact only with an open window below it, which is not known here.
        if kind != Kind::Exact && known.is_none_or(|known| known.depth <= 0) {
            self.remember(key, 0, best, kind, best_move, ply);
        }
        best
    }

    /// The score that the table settles a node of a closed window with.
    fn settled(
        &self,
        known: Option<Known<G::Move>>,
        depth: i32,
        ply: usize,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let known = known.filter(|known| known.depth >= depth && beta - alpha == 1)?;
        let score = match known.score {
            s if s > SURELY_WON => s - ply as i32,
            s if s < -SURELY_WON => s + ply as i32,
            s => s,
        };
        let fits = match known.kind {
            Kind::Exact => true,
            Kind::AtLeast => score >= beta,
            Kind::AtMost => score <= alpha,
        };
        fits.then_some(score)
    }

    /// The score if the game ends here by something else than a lack of moves.
    fn end(&self, pos: &G::Position, ply: usize) -> Option<i32> {
        if let Some(outcome) = self.game.over_by_position(pos) {
            return Some(self.worth(outcome, pos, ply));
        }
        let reversible = self.game.reversible_plies(pos);
        if reversible >= 4 && self.history.last_occurrence(reversible).is_some_and(|back| back < ply) {
            return Some(0);
        }
        let outcome = self.game.drawn(pos, &self.history)?;
        Some(self.worth(self.game.finished(pos).unwrap_or(outcome), pos, ply))
    }

    fn worth(&self, outcome: Outcome, pos: &G::Position, ply: usize) -> i32 {
        match outcome.for_side(self.game.side_to_move(pos)) {
            0 => ply as i32 - WIN,
            1 => -G::THREE_QUARTERS,
            2 => 0,
            3 => G::THREE_QUARTERS,
            _ => WIN - ply as i32,
        }
    }

    fn make(&mut self, node: &Node<G>, m: G::Move) -> Option<Node<G>> {
        if self.nodes >= self.limit {
            self.stopped = true;
            return None;
        }
        self.nodes += 1;
        let mut child = node.clone();
        let mut change = Change { values: &self.values.0, sum: child.sum };
        self.game.play(&mut child.pos, m, &mut change);
        child.sum = change.sum;
        self.history.push(self.game.key(&child.pos));
        Some(child)
    }

    fn quiet_slot(&self, pos: &G::Position, m: G::Move) -> usize {
        self.game.side_to_move(pos).index() * self.game.history_slots() + self.game.history_slot(pos, m)
    }

    /// Moves of `kind`: the table's, noisy ones by victim and attacker, killers, the rest by history; noisy
    /// ones that lose by exchange come last, except in quiescence.
    fn ordered(&self, pos: &G::Position, kind: MoveKind, first: Option<G::Move>, ply: usize) -> Vec<G::Move> {
        let mut list: Vec<(i32, G::Move)> = Vec::new();
        let killers = self.killers[ply.min(DEEPEST)];
        let _ = self.game.generate(pos, kind, |m| {
            let value = if first == Some(m) {
                i32::MAX
            } else if self.game.is_noisy(pos, m) {
                let losing = kind == MoveKind::All && !self.game.see_ge(pos, m, 0);
                self.game.noisy_order(pos, m) + if losing { -1_000_000_000 } else { 1_000_000_000 }
            } else if killers.contains(&Some(m)) {
                900_000_000 - i32::from(killers[1] == Some(m))
            } else {
                self.quiet[self.quiet_slot(pos, m)]
            };
            list.push((value, m));
            ControlFlow::Continue(())
        });
        list.sort_by_key(|&(value, _)| -value);
        list.into_iter().map(|(_, m)| m).collect()
    }

    fn reward(&mut self, pos: &G::Position, m: G::Move, depth: i32, ply: usize) {
        if !self.game.is_noisy(pos, m) {
            let slot = self.quiet_slot(pos, m);
            self.quiet[slot] = (self.quiet[slot] + depth * depth).min(800_000_000);
            let killers = &mut self.killers[ply];
            if killers[0] != Some(m) {
                *killers = [Some(m), killers[0]];
            }
        }
    }

    fn known(&self, key: u64) -> Option<Known<G::Move>> {
        self.table[(key >> (64 - TABLE_BITS)) as usize].filter(|known| known.key == key)
    }

    fn remember(&mut self, key: u64, depth: i32, score: i32, kind: Kind, best: Option<G::Move>, ply: usize) {
        let score = match score {
            s if s > SURELY_WON => s + ply as i32,
            s if s < -SURELY_WON => s - ply as i32,
            s => s,
        };
        let best = best.or_else(|| self.known(key).and_then(|known| known.best));
        self.table[(key >> (64 - TABLE_BITS)) as usize] = Some(Known { key, depth, score, kind, best });
    }
}

impl<G: Game> Player<G> for ReferencePlayer<G> {
    fn new_game(&mut self) -> Result<(), Fault> {
        self.table.fill(None);
        self.quiet.fill(0);
        Ok(())
    }

    fn choose(&mut self, line: &Line<G>, _: &Clock, _: &Control) -> Result<Choice<G::Move>, Fault> {
        let (best, score, _) = self.search(&line.root).ok_or(Fault::NoMove)?;
        Ok(Choice { best, score: Some(score), nodes: self.nodes })
    }
}
