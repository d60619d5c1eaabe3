//! Proof of wins by exhaustion: every move of both sides, nothing pruned, nothing evaluated.

use std::ops::ControlFlow;

use fxhash::FxHashMap;

use super::simple::moves_by_text;
use crate::game::{Game, History, MoveKind, Side};

/// A proved win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof<M> {
    /// Smallest number of the winner's moves that forces the win.
    pub moves: u32,
    /// Every first move that wins in that many, in the order of their text.
    pub best: Vec<M>,
    /// Positions looked at.
    pub positions: u64,
}

/// What a proof search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<M> {
    /// A win, with all its shortest first moves.
    Win(Proof<M>),
    /// There is no win within the limit.
    NoWin,
    /// The budget ran out before either was proved.
    Unknown,
}

/// What is known of the mover's win in one position.
#[derive(Clone, Copy, Default)]
struct Known {
    /// A win in this many moves is proved; 0 is none.
    win: u32,
    /// No win in this many moves or fewer is proved.
    none: u32,
}

/// The budget is used up.
struct Exhausted;

/// A search for full-point wins within a number of the winner's moves.
///
/// It tries win in 1, in 2 and so on, at each winner's move every legal move and at each loser's move every
/// legal reply, so that a win found is the shortest and the list of first moves is complete. Repetition
/// plays no part: a shortest win never repeats a position. Draws by the move count do: they end a line.
pub struct ProofSearch<'a, G: Game> {
    game: &'a G,
    winner: Side,
    budget: u64,
    positions: u64,
    known: FxHashMap<u64, Known>,
    /// The reply that refuted the last try with so many moves to go: mostly it refutes the next one too.
    refutation: Vec<Option<G::Move>>,
}

impl<'a, G: Game> ProofSearch<'a, G> {
    /// A search that looks at no more than `budget` positions.
    pub fn new(game: &'a G, budget: u64) -> Self {
        ProofSearch {
            game,
            winner: Side::White,
            budget,
            positions: 0,
            known: FxHashMap::default(),
            refutation: Vec::new(),
        }
    }

    /// Looks for the shortest win of the side to move of `pos` in at most `max_moves` of its moves.
    pub fn prove(&mut self, pos: &G::Position, max_moves: u32) -> Verdict<G::Move> {
        self.winner = self.game.side_to_move(pos);
        self.positions = 0;
        self.known.clear();
        self.refutation = vec![None; max_moves as usize + 1];
        if self.game.finished(pos).is_some() {
            return Verdict::NoWin;
        }
        for moves in 1..=max_moves {
            let mut best = Vec::new();
            for m in moves_by_text(self.game, pos) {
                match self.wins_by(pos, m, moves) {
                    Ok(true) => best.push(m),
                    Ok(false) => {}
                    Err(Exhausted) => return Verdict::Unknown,
                }
            }
            if !best.is_empty() {
                return Verdict::Win(Proof { moves, best, positions: self.positions });
            }
        }
        Verdict::NoWin
    }

    /// Whether the winner's move `m` in `pos` wins within `moves`, itself counted.
    fn wins_by(&mut self, pos: &G::Position, m: G::Move, moves: u32) -> Result<bool, Exhausted> {
        let mut child = pos.clone();
        self.game.play(&mut child, m, &mut ());
        self.step()?;
        if let Some(outcome) = self.game.finished(&child) {
            return Ok(outcome.for_side(self.winner) == 4);
        }
        if moves == 1 || self.drawn(&child) {
            return Ok(false);
        }
        self.every_reply_loses(&child, moves - 1)
    }

    /// Whether the winner, not to move in the unfinished `pos`, wins within `moves` after every reply.
    fn every_reply_loses(&mut self, pos: &G::Position, moves: u32) -> Result<bool, Exhausted> {
        let first = self.refutation[moves as usize].filter(|&m| self.game.is_legal(pos, m));
        if let Some(m) = first
            && !self.reply_loses(pos, m, moves)?
        {
            return Ok(false);
        }
        for m in self.game.moves(pos) {
            if Some(m) != first && !self.reply_loses(pos, m, moves)? {
                self.refutation[moves as usize] = Some(m);
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn reply_loses(&mut self, pos: &G::Position, m: G::Move, moves: u32) -> Result<bool, Exhausted> {
        let mut child = pos.clone();
        self.game.play(&mut child, m, &mut ());
        self.step()?;
        if let Some(outcome) = self.game.finished(&child) {
            return Ok(outcome.for_side(self.winner) == 4);
        }
        if self.drawn(&child) {
            return Ok(false);
        }
        self.has_win(&child, moves)
    }

    /// Whether the winner, to move in the unfinished `pos`, wins within `moves`.
    fn has_win(&mut self, pos: &G::Position, moves: u32) -> Result<bool, Exhausted> {
        if moves == 1 {
            return self.has_win_in_one(pos);
        }
        // Near a move-count draw the same position may have different values: no table there.
        let trusted = !G::MOVE_LIMIT || self.game.reversible_plies(pos) < TABLE_PLIES;
        let key = trusted.then(|| self.game.key(pos));
        if let Some(known) = key.and_then(|key| self.known.get(&key)) {
            if known.win != 0 && known.win <= moves {
                return Ok(true);
            }
            if known.none >= moves {
                return Ok(false);
            }
        }
        // Shorter wins first: they cost little and refutations need no more.
        let mut wins = self.has_win(pos, moves - 1)?;
        if !wins {
            for m in self.game.moves(pos) {
                if self.wins_by(pos, m, moves)? {
                    wins = true;
                    break;
                }
            }
        }
        if let Some(key) = key {
            let known = self.known.entry(key).or_default();
            if wins {
                known.win = if known.win == 0 { moves } else { known.win.min(moves) };
            } else {
                known.none = known.none.max(moves);
            }
        }
        Ok(wins)
    }

    fn has_win_in_one(&mut self, pos: &G::Position) -> Result<bool, Exhausted> {
        let (game, winner) = (self.game, self.winner);
        if G::SUDDEN_WINS {
            self.step()?;
            return Ok(game.winning_move(pos).is_some());
        }
        let mut tried = 0;
        let found = game.generate(pos, MoveKind::All, |m| {
            let mut child = pos.clone();
            game.play(&mut child, m, &mut ());
            tried += 1;
            match game.finished(&child) {
                Some(outcome) if outcome.for_side(winner) == 4 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        });
        self.positions += tried;
        self.step()?;
        Ok(found.is_break())
    }

    /// Draws without a past: the move count and dead material.
    fn drawn(&self, pos: &G::Position) -> bool {
        self.game.drawn(pos, &History::new(self.game.key(pos))).is_some()
    }

    fn step(&mut self) -> Result<(), Exhausted> {
        self.positions += 1;
        if self.positions > self.budget { Err(Exhausted) } else { Ok(()) }
    }
}

/// The moves of `pos` after which the opponent can't win with its next move, in the order of their text; `None`
/// unless the opponent could win if it were to move in `pos`, and the side to move can't. Every move and every reply
/// is tried.
pub fn saves<G: Game>(game: &G, pos: &G::Position) -> Option<Vec<G::Move>> {
    let us = game.side_to_move(pos);
    let wins = |pos: &G::Position, side: Side| {
        let found = game.generate(pos, MoveKind::All, |m| {
            let mut child = pos.clone();
            game.play(&mut child, m, &mut ());
            match game.over_by_position(&child) {
                Some(outcome) if outcome.for_side(side) == 4 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        });
        found.is_break()
    };
    let mut passed = pos.clone();
    game.play_null(&mut passed);
    if game.finished(pos).is_some() || !wins(&passed, us.other()) || wins(pos, us) {
        return None;
    }
    let holds = |m: &G::Move| {
        let mut child = pos.clone();
        game.play(&mut child, *m, &mut ());
        game.over_by_position(&child).is_none() && !wins(&child, us.other())
    };
    Some(moves_by_text(game, pos).into_iter().filter(holds).collect())
}

/// Reversible plies up to which no move-count draw (100 plies) can fall within a provable win.
const TABLE_PLIES: usize = 80;
