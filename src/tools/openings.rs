//! Openings: random ones, the same for the same seed on every machine, and files of them.

pub mod file;
pub mod make;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

use super::{CliError, searcher};
use crate::game::Game;
use crate::search::{Control, Limits, NoReport, Root, Searcher};
use crate::variant::Playable;

/// Random numbers whose sequence is fixed by a seed, whatever the version of the crate behind them.
#[derive(Clone, Debug)]
pub struct SeededRandom(Xoshiro256PlusPlus);

impl SeededRandom {
    /// The sequence number `index` of `seed`: numbered sequences let work be split over threads without
    /// changing its result.
    pub fn new(seed: u64, index: u64) -> SeededRandom {
        // An odd factor keeps neighbouring indices of neighbouring seeds apart (2^64 / golden ratio).
        SeededRandom(Xoshiro256PlusPlus::seed_from_u64(seed ^ index.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    }

    /// A number below `n`, 0 for `n` = 0.
    pub fn below(&mut self, n: usize) -> usize {
        // The high half of the product: no modulo, and a bias below n / 2^64.
        ((u128::from(self.0.next_u64()) * n as u128) >> 64) as usize
    }
}

/// What a random opening must be like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningRules {
    /// Fewest and most plies.
    pub plies: (usize, usize),
    /// Largest score for either side that is still accepted, centipawns.
    pub balance: i32,
    /// Nodes of the search that finds this score; 0 accepts every opening that leaves a game to play.
    pub nodes: u64,
}

impl Default for OpeningRules {
    fn default() -> Self {
        OpeningRules { plies: (6, 10), balance: 150, nodes: 2_000 }
    }
}

/// Tries before [`Openings::get`] gives up on a rule.
const ATTEMPTS: usize = 1_000;

/// Seeded openings for one game: number `n` is always the same move list under one build.
pub struct Openings<G: Playable> {
    seed: u64,
    rules: OpeningRules,
    searcher: Searcher<G, G::Eval>,
}

impl<G: Playable> Openings<G> {
    /// A source of openings. The balance is judged with the game's own default weights.
    pub fn new(game: &G, seed: u64, rules: OpeningRules) -> Openings<G> {
        let mut searcher = searcher(game);
        // One MiB is the least the table takes; if even that were refused, the old one serves as well.
        let _ = searcher.set_hash(1);
        Openings { seed, rules, searcher }
    }

    /// Opening number `index`: random legal moves from the start position, after which the game is not
    /// over and, by a short search, balanced.
    ///
    /// # Errors
    /// [`CliError::Usage`] if none of a thousand tries is balanced.
    pub fn get(&mut self, index: u64) -> Result<Vec<G::Move>, CliError> {
        let mut random = SeededRandom::new(self.seed, index);
        let mut over = 0;
        for _ in 0..ATTEMPTS {
            match random_line(self.searcher.game(), &mut random, self.rules.plies) {
                Some((moves, root)) if self.is_balanced(&root) => return Ok(moves),
                Some(_) => {}
                None => over += 1,
            }
        }
        Err(CliError::Usage(format!(
            "openings of {} to {} plies within {} centipawns: none in {ATTEMPTS} tries, {over} of them ended the \
             game; fewer plies or a larger balance would do",
            self.rules.plies.0, self.rules.plies.1, self.rules.balance
        )))
    }

    fn is_balanced(&mut self, root: &Root<G>) -> bool {
        if self.rules.nodes == 0 {
            return true;
        }
        self.searcher.clear();
        let limits = Limits::nodes(self.rules.nodes);
        let result = self.searcher.search(root, &limits, &Control::default(), &mut NoReport);
        result.score.abs() <= self.rules.balance
    }
}

/// Random legal moves from the start, or `None` if the game ends on the way.
fn random_line<G: Game>(
    game: &G,
    random: &mut SeededRandom,
    (least, most): (usize, usize),
) -> Option<(Vec<G::Move>, Root<G>)> {
    let plies = least + random.below(most.saturating_sub(least) + 1);
    let mut root = Root::new(game, game.start());
    let mut line = Vec::with_capacity(plies);
    for _ in 0..plies {
        let moves = game.moves(&root.position);
        let m = *moves.get(random.below(moves.len()))?;
        root.play(game, m);
        line.push(m);
        if game.over_by_position(&root.position).is_some() {
            return None;
        }
    }
    let over = game.finished(&root.position).or_else(|| game.drawn(&root.position, &root.history));
    over.is_none().then_some((line, root))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_give_fixed_and_separate_sequences() {
        let draw = |seed, index| {
            let mut random = SeededRandom::new(seed, index);
            (0..8).map(|_| random.below(1000)).collect::<Vec<_>>()
        };
        assert_eq!(draw(1, 0), draw(1, 0));
        assert_ne!(draw(1, 0), draw(1, 1));
        assert_ne!(draw(1, 0), draw(2, 0));
        let mut random = SeededRandom::new(7, 7);
        assert!((0..1000).all(|_| random.below(3) < 3));
        assert_eq!(random.below(0), 0);
    }
}
