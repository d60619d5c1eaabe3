//! The fit: logistic loss over traced positions, minimised by Adam with a pull toward the start weights.

use rayon::prelude::*;

use super::data::Samples;
use crate::eval::Weights;

/// Positions whose gradients are summed by one task. Fixed, and the sums are added in order, so that the
/// result does not depend on the number of threads.
const CHUNK: usize = 4_096;

/// Adam's decay rates and the guard of its division (Kingma and Ba, 2015).
const BETA: (f64, f64) = (0.9, 0.999);
const EPSILON: f64 = 1e-8;

/// Expected points, 0 to 1, at `score` centipawns where the curve's scale is `scale` centipawns.
pub fn expectation(score: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-score / scale).exp())
}

/// Centipawns at which three quarters of a point are expected.
pub fn three_quarters(scale: f64) -> f64 {
    scale * 3f64.ln()
}

/// Cross-entropy of a label (0 to 1) under the curve. Written so that it can't overflow:
/// `ln(1 + e^x) - label x`.
fn loss_of(score: f64, label: f64, scale: f64) -> f64 {
    let x = score / scale;
    x.max(0.0) + (-x.abs()).exp().ln_1p() - label * x
}

/// Weights while they are fitted, in fractions of a centipawn.
pub type Values = Vec<[f64; 2]>;

/// The values of a weight set.
pub fn values_of(weights: &Weights) -> Values {
    weights.values.iter().map(|&[mg, eg]| [f64::from(mg), f64::from(eg)]).collect()
}

/// The nearest weight set of whole centipawns within a weight file's range.
pub fn rounded(values: &Values) -> Weights {
    let round = |v: f64| v.round().clamp(-10_000.0, 10_000.0) as i32;
    Weights { values: values.iter().map(|&[mg, eg]| [round(mg), round(eg)]).collect() }
}

fn score(samples: &Samples, index: usize, values: &Values) -> f64 {
    let (terms, [mg_factor, eg_factor], _) = samples.get(index);
    let (mut mg, mut eg) = (0.0, 0.0);
    for &(weight, coefficient) in terms {
        let [m, e] = values[weight as usize];
        mg += m * f64::from(coefficient);
        eg += e * f64::from(coefficient);
    }
    mg * mg_factor + eg * eg_factor
}

/// The sum of `f` over all positions, in an order that no thread count changes.
fn sum(samples: &Samples, f: impl Fn(usize) -> f64 + Sync) -> f64 {
    let chunks: Vec<f64> =
        chunks(samples.len()).into_par_iter().map(|(begin, end)| (begin..end).map(&f).sum()).collect();
    chunks.into_iter().sum()
}

fn chunks(len: usize) -> Vec<(usize, usize)> {
    (0..len).step_by(CHUNK).map(|begin| (begin, len.min(begin + CHUNK))).collect()
}

/// Mean loss of the positions under `values`.
pub fn loss(samples: &Samples, values: &Values, scale: f64) -> f64 {
    let total = sum(samples, |i| loss_of(score(samples, i, values), samples.get(i).2, scale));
    total / samples.len().max(1) as f64
}

/// The scale in centipawns that fits `values` best, found by golden section between 20 and 2000.
pub fn fit_scale(samples: &Samples, values: &Values) -> f64 {
    let scores: Vec<f64> = (0..samples.len()).into_par_iter().map(|i| score(samples, i, values)).collect();
    // The loss has one minimum in 1 / scale and so in the logarithm of the scale.
    let at = |log: f64| sum(samples, |i| loss_of(scores[i], samples.get(i).2, log.exp()));
    let ratio = (5f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (20f64.ln(), 2_000f64.ln());
    let (mut left, mut right) = (high - ratio * (high - low), low + ratio * (high - low));
    let (mut at_left, mut at_right) = (at(left), at(right));
    for _ in 0..40 {
        if at_left < at_right {
            (high, right, at_right) = (right, left, at_left);
            left = high - ratio * (high - low);
            at_left = at(left);
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = low + ratio * (high - low);
            at_right = at(right);
        }
    }
    (0.5 * (low + high)).exp()
}

/// Gradient of the mean loss by every weight.
fn gradient(samples: &Samples, values: &Values, scale: f64) -> Values {
    let parts: Vec<Values> = chunks(samples.len())
        .into_par_iter()
        .map(|(begin, end)| {
            let mut part = vec![[0.0; 2]; values.len()];
            for index in begin..end {
                let (terms, [mg, eg], label) = samples.get(index);
                let slope = (expectation(score(samples, index, values), scale) - label) / scale;
                for &(weight, coefficient) in terms {
                    let step = slope * f64::from(coefficient);
                    part[weight as usize][0] += step * mg;
                    part[weight as usize][1] += step * eg;
                }
            }
            part
        })
        .collect();
    let count = samples.len().max(1) as f64;
    let mut total = vec![[0.0; 2]; values.len()];
    for part in parts {
        for (sum, add) in total.iter_mut().zip(part) {
            sum[0] += add[0] / count;
            sum[1] += add[1] / count;
        }
    }
    total
}

/// How to fit.
#[derive(Clone, Debug)]
pub struct FitTerms {
    /// Passes over all positions at most.
    pub epochs: u32,
    /// Step of Adam, centipawns.
    pub rate: f64,
    /// Penalty on the mean square distance, in pawns of 100 centipawns, from the start weights.
    pub l2: f64,
    /// Epochs without a better held-out loss after which the fit ends.
    pub patience: u32,
    /// Scale of the logistic curve, centipawns.
    pub scale: f64,
    /// Weights that stay as they are; empty means none.
    pub frozen: Vec<bool>,
}

/// State after an epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// From 1; 0 is the start.
    pub number: u32,
    /// Mean loss of the training positions.
    pub train: f64,
    /// Mean loss of the held-out positions.
    pub held_out: f64,
}

/// Fits weights to `train` from `start` and gives those of the epoch with the smallest loss on `held_out`.
/// `note` hears of every epoch.
pub fn fit(
    train: &Samples,
    held_out: &Samples,
    start: &Values,
    terms: &FitTerms,
    note: &mut dyn FnMut(Epoch),
) -> Values {
    let mut values = start.clone();
    let mut best = (loss(held_out, start, terms.scale), values.clone(), 0);
    note(Epoch { number: 0, train: loss(train, start, terms.scale), held_out: best.0 });
    let mut first = vec![[0.0; 2]; values.len()];
    let mut second = vec![[0.0; 2]; values.len()];
    // d/dw of l2 * mean(((w - start) / 100)^2).
    let pull = 2.0 * terms.l2 / (1e4 * values.len().max(1) as f64);
    for number in 1..=terms.epochs {
        let slopes = gradient(train, &values, terms.scale);
        let (fade1, fade2) = (1.0 - BETA.0.powi(number as i32), 1.0 - BETA.1.powi(number as i32));
        for i in (0..values.len()).filter(|&i| !terms.frozen.get(i).copied().unwrap_or(false)) {
            for half in 0..2 {
                let slope = slopes[i][half] + pull * (values[i][half] - start[i][half]);
                first[i][half] = BETA.0 * first[i][half] + (1.0 - BETA.0) * slope;
                second[i][half] = BETA.1 * second[i][half] + (1.0 - BETA.1) * slope * slope;
                let (m, v) = (first[i][half] / fade1, second[i][half] / fade2);
                values[i][half] -= terms.rate * m / (v.sqrt() + EPSILON);
            }
        }
        let epoch = Epoch {
            number,
            train: loss(train, &values, terms.scale),
            held_out: loss(held_out, &values, terms.scale),
        };
        note(epoch);
        if epoch.held_out < best.0 {
            best = (epoch.held_out, values.clone(), number);
        } else if number - best.2 >= terms.patience {
            break;
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Trace;
    use crate::tools::openings::SeededRandom;

    /// Positions whose results follow a known curve: two weights, of which the truth is 100 and 300, and
    /// half the games a middlegame.
    fn made_up(seed: u64, count: usize, scale: f64) -> Samples {
        let mut random = SeededRandom::new(seed, 0);
        let mut samples = Samples::default();
        for _ in 0..count {
            let (a, b) = (random.below(7) as i32 - 3, random.below(5) as i32 - 2);
            let phase = random.below(2) as f64;
            let score = f64::from(100 * a + 300 * b);
            let won = (random.below(1_000_000) as f64) < 1e6 * expectation(score, scale);
            // White's and Black's shares come apart and count together.
            let terms = vec![(0, a + 2), (1, b), (0, -2)];
            samples.push(&Trace { terms, phase, scale: 1.0 }, if won { 1.0 } else { 0.0 });
        }
        samples
    }

    #[test]
    fn curve_and_its_inverse() {
        assert!((expectation(0.0, 200.0) - 0.5).abs() < 1e-12);
        assert!((expectation(three_quarters(173.0), 173.0) - 0.75).abs() < 1e-12);
        // At the label's own score the loss is least.
        let at = |x: f64| loss_of(x, 0.75, 150.0);
        assert!(at(three_quarters(150.0)) < at(three_quarters(150.0) + 5.0));
        assert!(at(three_quarters(150.0)) < at(three_quarters(150.0) - 5.0));
        assert!(loss_of(1e6, 0.0, 10.0).is_finite());
    }

    #[test]
    fn finds_the_scale_and_the_weights_it_was_made_with() {
        let (train, held_out) = (made_up(1, 40_000, 250.0), made_up(2, 10_000, 250.0));
        let truth = vec![[100.0, 100.0], [300.0, 300.0]];
        let scale = fit_scale(&train, &truth);
        assert!((scale - 250.0).abs() < 12.0, "{scale}");
        let start = vec![[150.0, 50.0], [200.0, 400.0]];
        let terms = FitTerms { epochs: 400, rate: 2.0, l2: 0.0, patience: 50, scale: 250.0, frozen: vec![] };
        let mut losses = Vec::new();
        let fitted = fit(&train, &held_out, &start, &terms, &mut |e| losses.push(e));
        for (value, truth) in fitted.iter().flatten().zip(truth.iter().flatten()) {
            assert!((value - truth).abs() < 0.08 * truth, "{fitted:?}");
        }
        assert!(loss(&held_out, &fitted, 250.0) < losses[0].held_out - 0.01);
        // Again the same, bit by bit; and nothing moves where all is frozen.
        assert_eq!(fit(&train, &held_out, &start, &terms, &mut |_| ()), fitted);
        let still = FitTerms { frozen: vec![true, true], epochs: 3, ..terms };
        assert_eq!(fit(&train, &held_out, &start, &still, &mut |_| ()), start);
    }

    #[test]
    fn gradient_is_the_slope_of_the_loss() {
        let samples = made_up(3, 500, 250.0);
        let values = vec![[90.0, 120.0], [250.0, 310.0]];
        let slopes = gradient(&samples, &values, 200.0);
        for i in 0..2 {
            for half in 0..2 {
                let mut moved = values.clone();
                moved[i][half] += 1e-3;
                let up = loss(&samples, &moved, 200.0);
                moved[i][half] -= 2e-3;
                let down = loss(&samples, &moved, 200.0);
                let slope = (up - down) / 2e-3;
                assert!((slope - slopes[i][half]).abs() < 1e-7, "{slope} {slopes:?}");
            }
        }
    }

    #[test]
    fn a_strong_pull_keeps_the_start() {
        let samples = made_up(4, 2_000, 250.0);
        let start = vec![[150.0, 50.0], [200.0, 400.0]];
        let terms = FitTerms { epochs: 100, rate: 1.0, l2: 1e4, patience: 100, scale: 250.0, frozen: vec![] };
        let fitted = fit(&samples, &samples, &start, &terms, &mut |_| ());
        for (value, start) in fitted.iter().flatten().zip(start.iter().flatten()) {
            assert!((value - start).abs() < 5.0, "{fitted:?}");
        }
    }
}
