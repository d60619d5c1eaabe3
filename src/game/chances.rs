//! What a score says about the result.

/// Chances of a win, a draw and a loss as a function of the score: an ordered logistic model of three numbers, fitted to
/// self-play of the game by `oddity tune GAME --wdl`.
///
/// The side to move wins with the chance `1 / (1 + exp((even - x) / spread))` and loses with that of the opponent's
/// score, `-x`; the rest are draws. `x` is the score, bent: `bend * (sqrt(1 + 2 * score / bend) - 1)` for the side that
/// is ahead, which is the score itself as long as that is small, and grows as its root in the end. Advantages of many
/// pawns decide hexagonal games less often than a straight line would have it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinModel {
    /// Centipawns at which a win is as likely as anything else; at least 0, and the larger, the more draws there are.
    pub even: f64,
    /// Centipawns over which the odds change by the factor e.
    pub spread: f64,
    /// Centipawns about which the score begins to count for less; infinite if it never does.
    pub bend: f64,
}

impl WinModel {
    /// A model with its three numbers, in centipawns.
    pub const fn new(even: f64, spread: f64, bend: f64) -> WinModel {
        WinModel { even, spread, bend }
    }

    /// `score` as it counts.
    fn bent(&self, score: f64) -> f64 {
        if self.bend.is_infinite() {
            return score;
        }
        (self.bend * ((1.0 + 2.0 * score.abs() / self.bend).sqrt() - 1.0)).copysign(score)
    }

    /// Where nothing was fitted: no draws, and 3/4 of the games won at `score` centipawns.
    pub const fn from_three_quarters(score: i32) -> WinModel {
        // 1 / (1 + exp(-ln 3)) = 3/4.
        const LN_3: f64 = 1.098_612_288_668_109_8;
        WinModel::new(0.0, score as f64 / LN_3, f64::INFINITY)
    }

    /// Chances of win, draw and loss, whose sum is 1, at `score` centipawns.
    pub fn chances(&self, score: f64) -> [f64; 3] {
        let x = self.bent(score);
        let win = 1.0 / (1.0 + ((self.even - x) / self.spread).exp());
        let loss = 1.0 / (1.0 + ((self.even + x) / self.spread).exp());
        [win, (1.0 - win - loss).max(0.0), loss]
    }

    /// The same per mille, whole numbers whose sum is 1000.
    pub fn per_mille(&self, score: i32) -> [u32; 3] {
        let [win, _, loss] = self.chances(score.into());
        let (win, loss) = ((win * 1000.0).round() as u32, (loss * 1000.0).round() as u32);
        // Two halves may both have been rounded up.
        let loss = loss.min(1000 - win.min(1000));
        [win, 1000 - win - loss, loss]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_is_a_thousand_and_sides_mirror() {
        let fitted = [WinModel::new(0.0, 150.0, 700.0), WinModel::new(300.0, 90.0, 50.0)];
        for model in fitted.into_iter().chain([WinModel::from_three_quarters(255)]) {
            let mut before = [0, 0, 1001];
            for score in (-3000..=3000).step_by(7).chain([-31_000, 31_000]) {
                let [win, draw, loss] = model.per_mille(score);
                assert_eq!(win + draw + loss, 1000, "{model:?} {score}");
                let [their_win, _, their_loss] = model.per_mille(-score);
                assert!(win.abs_diff(their_loss) <= 1 && loss.abs_diff(their_win) <= 1, "{model:?} {score}");
                if score.abs() <= 3000 && score > -3000 {
                    assert!(win >= before[0] && loss <= before[2], "{model:?} {score}");
                    before = [win, draw, loss];
                }
            }
        }
    }

    #[test]
    fn three_quarters_are_three_quarters() {
        assert_eq!(WinModel::from_three_quarters(255).per_mille(255), [750, 0, 250]);
        let model = WinModel::new(200.0, 80.0, f64::INFINITY);
        let [win, draw, _] = model.per_mille(0);
        assert!(draw > 800 && win < 100);
        assert_eq!(model.per_mille(200)[0], 500);
        // 100 (sqrt(1 + 8) - 1) = 200.
        assert_eq!(WinModel::new(200.0, 80.0, 100.0).per_mille(400)[0], 500);
    }
}
