//! `oddity tune GAME --wdl`: fits the game's [`WinModel`] to the scores and results of self-play.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::data::DataGame;
use crate::game::WinModel;
use crate::search::Score;

/// Least chance that counts in the likelihood: no single game weighs without bounds.
const LEAST: f64 = 1e-6;

/// A bend at more centipawns than any evaluation is none.
const STRAIGHT: f64 = 50_000.0;

/// How often each score was followed by a win, a draw and a loss of its side. A quarter of a point between them is half
/// of either.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    counts: BTreeMap<Score, [f64; 3]>,
}

impl Results {
    /// Counts the positions of games. Every position counts for both sides, so that neither is favoured.
    pub fn of(games: &[DataGame]) -> Results {
        let mut results = Results::default();
        for game in games {
            for &(_, score) in &game.positions {
                results.add(score, game.white_quarters);
                results.add(-score, 4 - game.white_quarters.min(4));
            }
        }
        results
    }

    /// Counts one position with `score` for a side that got `quarters` of a point (0 to 4) in the end.
    pub fn add(&mut self, score: Score, quarters: u8) {
        let [win, draw, loss] = self.counts.entry(score).or_default();
        match quarters {
            0 => *loss += 1.0,
            1 => (*draw, *loss) = (*draw + 0.5, *loss + 0.5),
            2 => *draw += 1.0,
            3 => (*win, *draw) = (*win + 0.5, *draw + 0.5),
            _ => *win += 1.0,
        }
    }

    /// Whether nothing was counted.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Mean cross-entropy under a model.
    pub fn loss(&self, model: &WinModel) -> f64 {
        let (mut sum, mut total) = (0.0, 0.0);
        for (&score, counts) in &self.counts {
            for (count, chance) in counts.iter().zip(model.chances(score.into())) {
                sum -= count * chance.max(LEAST).ln();
                total += count;
            }
        }
        sum / f64::max(total, 1.0)
    }

    /// Mean observed and expected shares of win, draw and loss where the score is from `low` to below `high`, and how
    /// many positions that are.
    pub fn compare(&self, model: &WinModel, low: Score, high: Score) -> (f64, [f64; 3], [f64; 3]) {
        let (mut total, mut seen, mut expected) = (0.0, [0.0; 3], [0.0; 3]);
        for (&score, counts) in self.counts.range(low..high) {
            let here: f64 = counts.iter().sum();
            total += here;
            for ((seen, expected), (count, chance)) in
                seen.iter_mut().zip(&mut expected).zip(counts.iter().zip(model.chances(score.into())))
            {
                *seen += count;
                *expected += here * chance;
            }
        }
        let share = |sums: [f64; 3]| sums.map(|sum| sum / f64::max(total, 1.0));
        (total, share(seen), share(expected))
    }

    /// The model of least loss.
    pub fn fit(&self) -> WinModel {
        let log = golden(10f64.ln(), 100_000f64.ln(), |log| self.loss(&self.fit_bent(log.exp())));
        self.fit_bent(log.exp())
    }

    /// The model of least loss with a given bend. In `1 / spread` and `even / spread` the loss is convex, so that one
    /// search for a minimum within another finds it.
    fn fit_bent(&self, bend: f64) -> WinModel {
        let model = |log_spread: f64, ratio: f64| {
            let spread = log_spread.exp();
            WinModel::new(ratio * spread, spread, bend)
        };
        let best_ratio = |log: f64| golden(0.0, 12.0, |ratio| self.loss(&model(log, ratio)));
        let log = golden(5f64.ln(), 3_000f64.ln(), |log| self.loss(&model(log, best_ratio(log))));
        model(log, best_ratio(log))
    }
}

/// Where `f`, which falls and then rises, is least between `low` and `high`.
fn golden(mut low: f64, mut high: f64, f: impl Fn(f64) -> f64) -> f64 {
    let ratio = (5f64.sqrt() - 1.0) / 2.0;
    let (mut left, mut right) = (high - ratio * (high - low), low + ratio * (high - low));
    let (mut at_left, mut at_right) = (f(left), f(right));
    for _ in 0..24 {
        if at_left < at_right {
            (high, right, at_right) = (right, left, at_left);
            left = high - ratio * (high - low);
            at_left = f(left);
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = low + ratio * (high - low);
            at_right = f(right);
        }
    }
    0.5 * (low + high)
}

/// Fits the model to `games` and writes it with what it expects beside what happened.
///
/// # Errors
/// Those of writing.
pub fn report(games: &[DataGame], out: &mut impl Write) -> io::Result<()> {
    let results = Results::of(games);
    let model = results.fit();
    let positions: usize = games.iter().map(|game| game.positions.len()).sum();
    writeln!(out, "{} games, {positions} positions", games.len())?;
    let bend =
        if model.bend < STRAIGHT { format!("{:.0}.0", model.bend) } else { "f64::INFINITY".to_owned() };
    let loss = results.loss(&model);
    writeln!(out, "WinModel::new({:.0}.0, {:.0}.0, {bend}): loss {loss:.4}", model.even, model.spread)?;
    writeln!(out, "score         positions   win draw loss   expected")?;
    for (low, high) in [(0, 25), (25, 75), (75, 150), (150, 300), (300, 600), (600, 1200), (1200, 32_000)] {
        let (count, seen, expected) = results.compare(&model, low, high);
        let show = |shares: [f64; 3]| shares.map(|share| format!("{:4.0}", 1000.0 * share)).join(" ");
        writeln!(out, "{low:5}..{high:<5} {count:11}  {}  {}", show(seen), show(expected))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::openings::SeededRandom;

    #[test]
    fn finds_the_model_it_was_made_with() {
        for (even, spread, bend) in [(180.0, 90.0, 400.0), (0.0, 240.0, 90_000.0), (300.0, 100.0, 900.0)] {
            let truth = WinModel::new(even, spread, bend);
            let mut random = SeededRandom::new(5, 0);
            let mut results = Results::default();
            for _ in 0..60_000 {
                let score = random.below(1600) as i32 - 800;
                let [win, draw, _] = truth.chances(score.into());
                let drawn = random.below(1_000_000) as f64 / 1e6;
                results.add(
                    score,
                    if drawn < win {
                        4
                    } else if drawn < win + draw {
                        2
                    } else {
                        0
                    },
                );
            }
            let found = results.fit();
            // The numbers lean on each other; what they say is what counts.
            for score in (-800..=800).step_by(50) {
                let (found, truth) = (found.chances(score.into()), truth.chances(score.into()));
                assert!(
                    found.iter().zip(truth).all(|(f, t)| (f - t).abs() < 0.02),
                    "{score}: {found:?} {truth:?}"
                );
            }
        }
    }

    #[test]
    fn quarters_lie_between() {
        let game = |white_quarters| DataGame {
            index: 0,
            white_quarters,
            reason: String::new(),
            positions: vec![(String::new(), 100)],
        };
        let results = Results::of(&[game(3)]);
        assert_eq!(results.counts[&100], [0.5, 0.5, 0.0]);
        assert_eq!(results.counts[&-100], [0.0, 0.5, 0.5]);
        let (count, seen, _) =
            Results::of(&[game(4), game(2)]).compare(&WinModel::new(0.0, 100.0, 100.0), 50, 150);
        assert_eq!((count, seen), (2.0, [0.5, 0.5, 0.0]));
    }
}
