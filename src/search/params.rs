//! Every number of the selective search, in one place, as a value that can be swapped at run time.
//!
//! The forms of the formulas are those common in chess engines; the numbers come from self-play between
//! parameter sets at a fixed number of nodes a move.

use crate::game::Game;

macro_rules! params {
    ($( $(#[$doc:meta])* $name:ident: $value:expr, $low:expr, $high:expr; )+) => {
        /// The numbers of the selective search. Scores are centipawns, depths plies, reductions and their
        /// adjustments 1/1024 ply.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Params {
            $( $(#[$doc])* pub $name: i32, )+
        }

        impl Default for Params {
            fn default() -> Self {
                Params { $( $name: $value, )+ }
            }
        }

        impl Params {
            /// Every parameter: name, lowest and highest sensible value.
            pub const RANGES: &'static [(&'static str, i32, i32)] =
                &[ $( (stringify!($name), $low, $high), )+ ];

            /// The numbers for a game, see [`Game::PARAMS`].
            pub fn of<G: Game>() -> Params {
                let mut params = Params::default();
                for &(name, value) in G::PARAMS {
                    let known = params.set(name, value);
                    debug_assert!(known, "{} sets '{name}', which is no parameter", G::NAME);
                }
                params
            }

            /// The value of the parameter called `name`.
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $( stringify!($name) => Some(self.$name), )+
                    _ => None,
                }
            }

            /// Sets the parameter called `name`, held within its range; `false` if there is none.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $( stringify!($name) => self.$name = value.clamp($low, $high), )+
                    _ => return false,
                }
                true
            }
        }
    };
}

params! {
    /// Half width of the first aspiration window.
    aspiration_window: 18, 5, 100;
    /// Depth from which iterations use an aspiration window.
    aspiration_depth: 4, 2, 10;

    /// Windows further from 0 than this are about mates, where evaluations say nothing: no pruning by
    /// them there.
    decisive: 1300, 500, 20000;

    /// Reverse futility: deepest depth.
    rfp_depth: 8, 1, 16;
    /// Reverse futility: margin a ply.
    rfp_margin: 75, 20, 200;
    /// Reverse futility: plies taken off the margin when the evaluation improves.
    rfp_improving: 60, 0, 200;

    /// Razoring: deepest depth.
    razor_depth: 3, 0, 6;
    /// Razoring: margin a ply below alpha.
    razor_margin: 220, 50, 600;

    /// Null move: shallowest depth.
    null_depth: 3, 1, 8;
    /// Null move: reduction at least.
    null_base: 3, 1, 6;
    /// Null move: one more ply of reduction for each so many plies of depth.
    null_divisor: 3, 2, 8;
    /// Null move: one more ply of reduction (three at most) for each so many centipawns above beta.
    null_eval: 180, 50, 500;
    /// Null move: depth from which a cut-off is verified by a search without null moves.
    null_verify_depth: 12, 6, 32;

    /// Internal reduction where the table has no move: shallowest depth.
    iir_depth: 4, 2, 10;

    /// Futility of quiet moves: deepest reduced depth.
    futility_depth: 8, 1, 16;
    /// Futility of quiet moves: margin at depth 0.
    futility_base: 80, 0, 300;
    /// Futility of quiet moves: margin a ply.
    futility_margin: 90, 20, 250;

    /// Late moves: deepest depth.
    lmp_depth: 8, 1, 16;
    /// Late moves: quiet moves tried at depth 0.
    lmp_base: 4, 1, 16;
    /// Late moves: quiet moves tried in addition, times depth squared, in percent.
    lmp_factor: 100, 20, 300;

    /// History pruning: deepest reduced depth.
    history_prune_depth: 4, 0, 10;
    /// History pruning: history a ply below which a quiet move is left out.
    history_prune_margin: 3500, 500, 12000;

    /// Pruning by exchange: deepest depth.
    see_depth: 9, 1, 16;
    /// Pruning by exchange: what a quiet move may lose a ply of reduced depth.
    see_quiet: 45, 10, 200;
    /// Pruning by exchange: what a noisy move may lose a ply of depth.
    see_noisy: 90, 20, 300;

    /// Late move reductions: shallowest depth.
    lmr_depth: 2, 1, 6;
    /// Late move reductions: constant part.
    lmr_base: 700, 0, 2048;
    /// Late move reductions: divisor of ln(depth) * ln(move number), in 1/100.
    lmr_divisor: 235, 120, 500;
    /// Less reduction on the principal variation.
    lmr_pv: 1024, 0, 3072;
    /// More reduction where a cut-off is expected.
    lmr_cut: 1400, 0, 3072;
    /// More reduction where the evaluation does not improve.
    lmr_not_improving: 600, 0, 3072;
    /// Less reduction of a killer.
    lmr_killer: 900, 0, 3072;
    /// Less reduction of a move that gives check.
    lmr_check: 1024, 0, 3072;
    /// Less reduction where the table knows the node from a principal variation.
    lmr_was_pv: 700, 0, 3072;
    /// More reduction where the table move is noisy.
    lmr_noisy_tt: 600, 0, 3072;
    /// Less reduction where only mates matter.
    lmr_decisive: 700, 0, 3072;
    /// History that is worth one ply of reduction.
    lmr_history: 8000, 2000, 30000;
    /// Reduction of noisy moves that lose by exchange: constant part.
    lmr_noisy: 300, 0, 2048;

    /// Singular extension: shallowest depth.
    singular_depth: 7, 4, 14;
    /// Singular extension: margin a ply below the table's score, in 1/16.
    singular_margin: 24, 4, 64;

    /// Quiescence: what a noisy move must promise beyond alpha.
    qs_futility: 140, 20, 500;
    /// Quiescence: noisy moves tried at its first ply, half as many at each further one; 0 is any number.
    qs_width: 0, 0, 4096;
    /// Root: moves tried at depth 2, and as many more at each further one; 0 is all.
    root_width: 0, 0, 1024;

    /// Exchange value from which a noisy move is ordered before quiet ones.
    good_noisy: -20, -300, 100;

    /// History bonus a ply of depth.
    history_bonus: 170, 50, 500;
    /// History bonus at depth 0.
    history_offset: 60, -100, 500;
    /// History bonus at most.
    history_most: 1700, 500, 4000;

    /// Plies since the last move that can't be undone from which the table's scores are no longer trusted,
    /// since a draw by move count may be near.
    trust_plies: 80, 20, 400;

    /// Share of the correction history that goes into the evaluation, in 1/1024.
    correction_weight: 700, 0, 2048;
}

/// Natural logarithms in 1/1024, of 0 (taken as 1) to 63.
pub(super) const LN: [i32; 64] = {
    let mut table = [0; 64];
    let mut n = 1;
    while n < 64 {
        table[n] = ln_1024(n as u64);
        n += 1;
    }
    table
};

/// ln(n) in 1/1024, by squaring: the same on every machine, which a library function need not be.
const fn ln_1024(n: u64) -> i32 {
    let whole = n.ilog2();
    // x = n / 2^whole in [1, 2), in 1/2^30; each squaring yields one more bit of its binary logarithm.
    let mut x = (n << 30) >> whole;
    let mut log2: u64 = (whole as u64) << 20;
    let mut bit = 19;
    loop {
        x = (x * x) >> 30;
        if x >= 2 << 30 {
            x >>= 1;
            log2 += 1 << bit;
        }
        if bit == 0 {
            break;
        }
        bit -= 1;
    }
    // ln 2 = 0.693147, and from 1/2^20 to 1/1024.
    ((log2 * 693_147) / (1_000_000 * 1024)) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right() {
        for (n, &ln) in LN.iter().enumerate().skip(1) {
            assert!((f64::from(ln) - (n as f64).ln() * 1024.0).abs() <= 1.5, "ln({n}) is {ln}");
        }
    }

    #[test]
    fn every_parameter_has_a_name_and_a_range() {
        let mut params = Params::default();
        for &(name, low, high) in Params::RANGES {
            let value = params.get(name).expect("listed parameters exist");
            assert!((low..=high).contains(&value), "{name} = {value} is out of {low}..={high}");
            assert!(params.set(name, i32::MAX));
            assert_eq!(params.get(name), Some(high));
        }
        assert!(!params.set("no_such_parameter", 1));
    }
}
