//! Statistics of paired games: Elo with error bars and the sequential probability ratio test.
//!
//! Two games with one opening and colours changed are not independent, so the unit is the pair. A game
//! gives 0 to 4 quarters, a pair 0 to 8; the distribution over these nine values carries everything. The
//! test is the generalised SPRT of Van den Bergh ("A practical introduction to the GSPRT", 2020) for a
//! multinomial distribution, with the expected score as the tested parameter.

/// Number of different pair scores: 0 to 8 quarters.
pub const PAIR_SCORES: usize = 9;

/// Normal quantile of a two-sided 95 % interval.
const Z95: f64 = 1.959_963_985;

/// Stand-in for a pair score that never occurred, in pairs: keeps the likelihoods finite.
const EMPTY_CELL: f64 = 1e-3;

/// Largest variance that a score between 0 and 1 can have.
const WIDEST: f64 = 0.25;

/// How often each pair score occurred, for one of the two players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairCounts(pub [u64; PAIR_SCORES]);

/// An Elo difference with its 95 % interval. Ends are infinite where the score is 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloEstimate {
    /// Logistic Elo of the mean score.
    pub elo: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl PairCounts {
    /// Counts one pair.
    ///
    /// # Panics
    /// If `quarters` is above 8.
    pub fn add(&mut self, quarters: usize) {
        self.0[quarters] += 1;
    }

    /// Number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Mean score of a game, 0 to 1; one half without any pair.
    pub fn mean(&self) -> f64 {
        let pairs = self.pairs();
        if pairs == 0 {
            return 0.5;
        }
        let total: u64 = self.0.iter().zip(0..).map(|(n, quarters)| n * quarters).sum();
        total as f64 / (8 * pairs) as f64
    }

    /// Variance of a pair's mean score (0 to 1) about [`PairCounts::mean`].
    pub fn variance(&self) -> f64 {
        let (pairs, mean) = (self.pairs(), self.mean());
        if pairs == 0 {
            return 0.0;
        }
        let sum: f64 =
            self.0.iter().enumerate().map(|(i, &n)| n as f64 * (pair_value(i) - mean).powi(2)).sum();
        sum / pairs as f64
    }

    /// Standard error of [`PairCounts::mean`].
    ///
    /// The variance is that of the pairs played and one imagined pair that is won or lost outright: after
    /// a few pairs that all ended alike, nobody can be sure; after hundreds it makes no difference.
    pub fn standard_error(&self) -> f64 {
        match self.pairs() {
            0 => f64::INFINITY,
            pairs => {
                let n = pairs as f64;
                ((n * self.variance() + WIDEST) / (n + 1.0) / n).sqrt()
            }
        }
    }

    /// Elo difference with its 95 % interval.
    pub fn elo(&self) -> EloEstimate {
        let (mean, error) = (self.mean(), Z95 * self.standard_error());
        EloEstimate { elo: elo_of(mean), low: elo_of(mean - error), high: elo_of(mean + error) }
    }

    /// Likelihood that this player is the stronger one, 0 to 1, in the normal approximation.
    pub fn superiority(&self) -> f64 {
        normal_cdf((self.mean() - 0.5) / self.standard_error())
    }

    /// Log-likelihood ratio of `elo1` against `elo0`.
    pub fn log_likelihood_ratio(&self, elo0: f64, elo1: f64) -> f64 {
        if self.pairs() == 0 {
            return 0.0;
        }
        let counts = self.0.map(|n| if n == 0 { EMPTY_CELL } else { n as f64 });
        let total: f64 = counts.iter().sum();
        let observed = counts.map(|n| n / total);
        let under0 = most_likely(&observed, score_of(elo0));
        let under1 = most_likely(&observed, score_of(elo1));
        let ratio: f64 = (0..PAIR_SCORES).map(|i| observed[i] * (under1[i] / under0[i]).ln()).sum();
        total * ratio
    }
}

fn pair_value(index: usize) -> f64 {
    index as f64 / (PAIR_SCORES - 1) as f64
}

/// The distribution nearest to `observed` (largest likelihood) among those with mean `mean`.
///
/// With a Lagrange multiplier `t` it is `p / (1 + t (value - mean))`, where `t` solves
/// `sum p (value - mean) / (1 + t (value - mean)) = 0`; the left side falls in `t`, so bisection finds it.
fn most_likely(observed: &[f64; PAIR_SCORES], mean: f64) -> [f64; PAIR_SCORES] {
    let slope = |t: f64| -> f64 {
        (0..PAIR_SCORES)
            .map(|i| {
                let d = pair_value(i) - mean;
                observed[i] * d / (1.0 + t * d)
            })
            .sum()
    };
    // Every 1 + t d must stay positive: d runs from -mean to 1 - mean.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let t = 0.5 * (low + high);
    std::array::from_fn(|i| observed[i] / (1.0 + t * (pair_value(i) - mean)))
}

/// Expected score of a player who is `elo` better.
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Elo difference that makes `score` (0 to 1) the expected one; infinite at and beyond the ends.
pub fn elo_of(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

/// Distribution function of the standard normal law (Abramowitz and Stegun 26.2.17, error below 1e-7).
fn normal_cdf(x: f64) -> f64 {
    const B: [f64; 5] = [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let polynomial = B.iter().rev().fold(0.0, |sum, b| (sum + b) * t);
    let tail = (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt() * polynomial;
    if x >= 0.0 { 1.0 - tail } else { tail }
}

/// A sequential test between two Elo differences.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// Elo of the null hypothesis.
    pub elo0: f64,
    /// Elo of the alternative, above `elo0`.
    pub elo1: f64,
    /// Accepted chance of taking a change that is worth only `elo0`.
    pub alpha: f64,
    /// Accepted chance of refusing a change that is worth `elo1`.
    pub beta: f64,
}

/// What a sequential test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Not decided yet.
    Open,
    /// The null hypothesis stands: the change is not worth `elo1`.
    AcceptH0,
    /// The alternative stands.
    AcceptH1,
}

impl Sprt {
    /// Bounds of the log-likelihood ratio (Wald).
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The state of the test after these pairs, with the log-likelihood ratio.
    pub fn verdict(&self, counts: &PairCounts) -> (Verdict, f64) {
        let ratio = counts.log_likelihood_ratio(self.elo0, self.elo1);
        let (low, high) = self.bounds();
        let verdict = if ratio >= high {
            Verdict::AcceptH1
        } else if ratio <= low {
            Verdict::AcceptH0
        } else {
            Verdict::Open
        };
        (verdict, ratio)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64, tolerance: f64) {
        assert!((a - b).abs() <= tolerance, "{a} is not {b}");
    }

    #[test]
    fn elo_and_score_are_inverse() {
        close(score_of(400.0), 10.0 / 11.0, 1e-12);
        close(elo_of(0.75), 190.848_5, 1e-4);
        for elo in [-300.0, -1.5, 0.0, 20.0, 500.0] {
            close(elo_of(score_of(elo)), elo, 1e-9);
        }
        assert_eq!(elo_of(1.0), f64::INFINITY);
        assert_eq!(elo_of(-0.1), f64::NEG_INFINITY);
    }

    #[test]
    fn mean_and_error_come_from_pairs() {
        // 10 pairs lost 0-8, 10 won 8-0: mean 1/2, variance of a pair 1/4, error sqrt(1/4/20).
        let counts = PairCounts([10, 0, 0, 0, 0, 0, 0, 0, 10]);
        close(counts.mean(), 0.5, 1e-12);
        close(counts.variance(), 0.25, 1e-12);
        close(counts.standard_error(), 0.111_803_4, 1e-7);
        // One win each in every pair: the games vary, the pairs don't.
        let even = PairCounts([0, 0, 0, 0, 50, 0, 0, 0, 0]);
        // Even then a little doubt stays: (1/4) / 51 / 50 for the one imagined pair.
        close(even.variance(), 0.0, 1e-12);
        close(even.standard_error(), 0.009_901_475, 1e-8);
        close(even.superiority(), 0.5, 1e-7);
        // Quarters count: a pair of 3/4 and 1/2 is 5 quarters.
        let mut quarters = PairCounts::default();
        quarters.add(5);
        close(quarters.mean(), 0.625, 1e-12);
        close(PairCounts([0, 0, 4, 0, 6, 0, 10, 0, 0]).mean(), (4.0 * 2.0 + 24.0 + 60.0) / 160.0, 1e-12);
    }

    #[test]
    fn normal_distribution_function() {
        close(normal_cdf(0.0), 0.5, 1e-7);
        close(normal_cdf(Z95), 0.975, 1e-6);
        close(normal_cdf(-1.0), 0.158_655, 1e-6);
    }

    #[test]
    fn constrained_likelihood_has_the_mean_asked_for() {
        let observed = [0.05, 0.0001, 0.2, 0.0001, 0.4, 0.0498, 0.2, 0.05, 0.05];
        for mean in [0.3, 0.5, 0.52, 0.8] {
            let p = most_likely(&observed, mean);
            close(p.iter().sum(), 1.0, 1e-9);
            close(p.iter().enumerate().map(|(i, p)| p * pair_value(i)).sum(), mean, 1e-9);
        }
    }

    #[test]
    fn sprt_of_a_two_valued_distribution_is_walds() {
        // Pairs that are only won or lost are Bernoulli trials, where the ratio has a closed form.
        let counts = PairCounts([400, 0, 0, 0, 0, 0, 0, 0, 600]);
        let (p0, p1): (f64, f64) = (score_of(0.0), score_of(40.0));
        let exact = 600.0 * (p1 / p0).ln() + 400.0 * ((1.0 - p1) / (1.0 - p0)).ln();
        // The seven empty cells weigh 7/1000 of a pair.
        close(counts.log_likelihood_ratio(0.0, 40.0), exact, 0.02);
        let sprt = Sprt { elo0: 0.0, elo1: 40.0, alpha: 0.05, beta: 0.05 };
        close(sprt.bounds().1, 2.944_44, 1e-5);
        close(sprt.bounds().0, -2.944_44, 1e-5);
        assert_eq!(sprt.verdict(&counts).0, Verdict::AcceptH1);
        assert_eq!(sprt.verdict(&PairCounts([600, 0, 0, 0, 0, 0, 0, 0, 400])).0, Verdict::AcceptH0);
        assert_eq!(sprt.verdict(&PairCounts([6, 0, 0, 0, 0, 0, 0, 0, 7])).0, Verdict::Open);
        assert_eq!(sprt.verdict(&PairCounts::default()), (Verdict::Open, 0.0));
    }

    #[test]
    fn ratio_changes_sign_with_the_sides() {
        let counts = PairCounts([5, 1, 26, 6, 60, 6, 29, 2, 5]);
        let mut reversed = counts;
        reversed.0.reverse();
        let forth = counts.log_likelihood_ratio(-5.0, 5.0);
        close(forth, -reversed.log_likelihood_ratio(-5.0, 5.0), 1e-9);
        assert!(forth > 0.0);
        // Near an even score it is the normal approximation: N (s1 - s0) (2 mean - s0 - s1) / (2 var).
        let (s0, s1) = (score_of(-5.0), score_of(5.0));
        let n = counts.pairs() as f64;
        let normal = n * (s1 - s0) * (2.0 * counts.mean() - s0 - s1) / (2.0 * counts.variance());
        close(forth, normal, 0.01 * normal);
    }

    /// The largest log-likelihood of counts under a distribution of this mean, by small steps: three cells at
    /// a time exchange what changes neither the sum nor the mean. Only cells that occurred may have any
    /// weight.
    fn slow_log_likelihood(counts: &[u64; PAIR_SCORES], mean: f64) -> f64 {
        let cells: Vec<usize> = (0..PAIR_SCORES).filter(|&i| counts[i] > 0).collect();
        let total: u64 = counts.iter().sum();
        let value = |i: usize| i as f64 / 8.0;
        let mut p: Vec<f64> = counts.iter().map(|&n| n as f64 / total as f64).collect();
        // As much of an outermost cell as makes the mean right.
        let now: f64 = (0..PAIR_SCORES).map(|i| p[i] * value(i)).sum();
        let end = if now < mean { cells[cells.len() - 1] } else { cells[0] };
        let share = (mean - now) / (value(end) - now);
        p.iter_mut().for_each(|p| *p *= 1.0 - share);
        p[end] += share;
        let gain = |p: &[f64], step: [(usize, f64); 3], far: f64| -> f64 {
            step.iter().map(|&(i, d)| counts[i] as f64 * ((p[i] + far * d) / p[i]).ln()).sum()
        };
        for _ in 0..100 {
            for (x, &i) in cells.iter().enumerate() {
                for (y, &j) in cells.iter().enumerate().skip(x + 1) {
                    for &k in &cells[y + 1..] {
                        let step = [(i, (k - j) as f64), (j, -((k - i) as f64)), (k, (j - i) as f64)];
                        let up = p[j] / (k - i) as f64;
                        let down = (p[i] / (k - j) as f64).min(p[k] / (j - i) as f64);
                        let (mut low, mut high) = (-down, up);
                        for _ in 0..40 {
                            let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
                            if gain(&p, step, a) < gain(&p, step, b) { low = a } else { high = b }
                        }
                        for (cell, d) in step {
                            p[cell] += 0.5 * (low + high) * d;
                        }
                    }
                }
            }
        }
        cells.iter().map(|&i| counts[i] as f64 * p[i].ln()).sum()
    }

    #[test]
    fn ratio_is_that_of_a_slow_search_for_any_number_of_scores() {
        for counts in [
            [40, 0, 0, 0, 0, 0, 0, 0, 55],
            [12, 0, 0, 0, 70, 0, 0, 0, 18],
            [5, 0, 26, 0, 61, 0, 37, 0, 9],
            [0, 0, 30, 9, 50, 0, 41, 0, 0],
            [4, 1, 19, 7, 44, 9, 25, 2, 6],
        ] {
            for (elo0, elo1) in [(0.0, 8.0), (-30.0, 30.0), (20.0, 60.0)] {
                let slow = slow_log_likelihood(&counts, score_of(elo1))
                    - slow_log_likelihood(&counts, score_of(elo0));
                // Cells that never occurred weigh a thousandth of a pair each.
                close(PairCounts(counts).log_likelihood_ratio(elo0, elo1), slow, 0.005 + 0.002 * slow.abs());
            }
        }
    }

    /// Errs as often as it may, and not much more, also where pairs have nine different scores.
    #[test]
    fn sprt_errs_about_as_often_as_agreed() {
        use crate::tools::openings::SeededRandom;
        let shape = [0.06, 0.03, 0.14, 0.07, 0.40, 0.07, 0.14, 0.03, 0.06];
        let sprt = Sprt { elo0: 0.0, elo1: 60.0, alpha: 0.05, beta: 0.05 };
        let mut random = SeededRandom::new(1, 1);
        let mut draw = |law: &[f64; PAIR_SCORES]| {
            let mut left = random.below(1 << 40) as f64 / (1u64 << 40) as f64;
            for (i, p) in law.iter().enumerate() {
                left -= p;
                if left < 0.0 {
                    return i;
                }
            }
            PAIR_SCORES - 1
        };
        const TESTS: usize = 400;
        for (truth, wrong) in [(sprt.elo0, Verdict::AcceptH1), (sprt.elo1, Verdict::AcceptH0)] {
            let law = most_likely(&shape, score_of(truth));
            let mut errors = 0;
            for _ in 0..TESTS {
                let mut counts = PairCounts::default();
                let verdict = loop {
                    counts.add(draw(&law));
                    match sprt.verdict(&counts).0 {
                        // With next to nothing seen, what was not seen is taken for impossible.
                        Verdict::Open => assert!(counts.pairs() < 20_000, "no end"),
                        verdict => break verdict,
                    }
                };
                errors += usize::from(verdict == wrong);
            }
            // 5 % of 400 are 20; three standard deviations more are 33.
            assert!((4..=33).contains(&errors), "{truth}: {errors}");
        }
    }
}
