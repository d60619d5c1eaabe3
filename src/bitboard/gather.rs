//! Gathering the cells of a line into a table index: the BMI2 instruction where the build has it, a
//! multiplication for each word elsewhere.
//!
//! The multiplication puts each cell of the mask at a bit of its own in a window at the top of the word. Every
//! product of a cell and a factor meant for another cell must fall outside the window and no carry may run
//! into it. [`Gather::new`] tries orders of the cells until every subset has an index of its own.

use super::CellSet;

#[cfg(all(target_arch = "x86_64", target_feature = "bmi2", not(oddity_no_pext)))]
mod way {
    use crate::bitboard::CellSet;
    use crate::instructions::pext;

    /// Masks for the instruction.
    #[derive(Clone, Copy, Debug)]
    pub struct Gather {
        low: u64,
        high: u64,
        shift: u32,
    }

    impl Gather {
        /// Gathers the cells of `mask`.
        pub const fn new(mask: CellSet) -> Gather {
            Gather { low: mask.low(), high: mask.high(), shift: mask.low().count_ones() }
        }

        /// The cells of `set` under the mask as a number below two to the mask's size; no two sets that differ
        /// under the mask share one.
        #[inline(always)]
        pub fn index(&self, set: CellSet) -> usize {
            (pext(set.low(), self.low) | pext(set.high(), self.high) << self.shift) as usize
        }

        /// [`Gather::index`] for table builders that go through all subsets of the mask in numeric order; `set`
        /// is the `number`-th, from 0.
        pub const fn index_of_subset(&self, number: usize, _set: CellSet) -> usize {
            number
        }
    }
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2", not(oddity_no_pext))))]
mod way {
    use super::{Factors, find_factors};
    use crate::bitboard::CellSet;

    /// Masks and factors for the multiplications.
    #[derive(Clone, Copy, Debug)]
    pub struct Gather {
        low: u64,
        high: u64,
        factors: Factors,
    }

    impl Gather {
        /// Gathers the cells of `mask`.
        pub const fn new(mask: CellSet) -> Gather {
            Gather { low: mask.low(), high: mask.high(), factors: find_factors(mask) }
        }

        /// The cells of `set` under the mask as a number below two to the mask's size; no two sets that differ
        /// under the mask share one.
        #[inline(always)]
        pub fn index(&self, set: CellSet) -> usize {
            self.factors.apply(set.low() & self.low, set.high() & self.high)
        }

        /// [`Gather::index`] for table builders that go through all subsets of the mask in numeric order; `set`
        /// is the `number`-th, from 0.
        pub const fn index_of_subset(&self, _number: usize, set: CellSet) -> usize {
            self.factors.apply(set.low(), set.high())
        }
    }
}

pub use way::Gather;

/// Multipliers of the two words and the final shift.
#[derive(Clone, Copy, Debug)]
struct Factors {
    low: u64,
    high: u64,
    shift: u32,
}

impl Factors {
    #[inline(always)]
    const fn apply(&self, low: u64, high: u64) -> usize {
        // The shift stays below 64, which the mask tells the compiler.
        (low.wrapping_mul(self.low).wrapping_add(high.wrapping_mul(self.high)) >> (self.shift & 63)) as usize
    }
}

/// Largest mask: subsets are ticked off in a fixed array.
const LARGEST: u32 = 10;

/// Factors that give every subset of `mask` an index of its own.
///
/// Tried are first the orders that put the lowest cells above all others, which serve lines with a gap, then
/// the orders that a fixed stream of random numbers deals.
#[cfg_attr(all(target_feature = "bmi2", not(oddity_no_pext)), allow(dead_code))]
const fn find_factors(mask: CellSet) -> Factors {
    let n = mask.len();
    assert!(n <= LARGEST, "the mask is too large");
    let mut window = [0; LARGEST as usize];
    let mut raised = 0;
    while raised <= n {
        let mut i = 0;
        while i < n {
            window[i as usize] = 64 - n + (i + n - raised) % n;
            i += 1;
        }
        if let Some(factors) = deal(mask, window)
            && separates(&factors, mask)
        {
            return factors;
        }
        raised += 1;
    }
    let mut state = mask.low() ^ mask.high().rotate_left(32) | 1;
    loop {
        let mut left = n as usize;
        while left > 1 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            window.swap(left - 1, state as usize % left);
            left -= 1;
        }
        if let Some(factors) = deal(mask, window)
            && separates(&factors, mask)
        {
            return factors;
        }
    }
}

/// The factors that move each cell of `mask`, from the lowest on, to the first bit of `window` left that lies
/// no lower.
const fn deal(mask: CellSet, mut window: [u32; LARGEST as usize]) -> Option<Factors> {
    const TAKEN: u32 = 64;
    let n = mask.len() as usize;
    let mut words = [mask.low(), mask.high()];
    let mut factors = [0u64; 2];
    let mut word = 0;
    while word < 2 {
        while words[word] != 0 {
            let from = words[word].trailing_zeros();
            words[word] &= words[word] - 1;
            let mut i = 0;
            while i < n && (window[i] == TAKEN || window[i] < from) {
                i += 1;
            }
            if i == n {
                return None;
            }
            factors[word] |= 1 << (window[i] - from);
            window[i] = TAKEN;
        }
        word += 1;
    }
    // A mask without cells shifts its zero by less than the whole word.
    let shift = if n == 0 { 63 } else { 64 - n as u32 };
    Some(Factors { low: factors[0], high: factors[1], shift })
}

/// Whether no two subsets of `mask` have the same index.
const fn separates(factors: &Factors, mask: CellSet) -> bool {
    let mut taken = [0u64; 1 << LARGEST >> 6];
    let mut subset = CellSet::EMPTY;
    loop {
        let index = factors.apply(subset.low(), subset.high());
        if taken[index / 64] >> (index % 64) & 1 != 0 {
            return false;
        }
        taken[index / 64] |= 1 << (index % 64);
        subset = CellSet(subset.0.wrapping_sub(mask.0) & mask.0);
        if subset.is_empty() {
            return true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cheap stream of numbers.
    fn random(state: &mut u64) -> u64 {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        *state
    }

    #[test]
    fn both_ways_give_every_subset_its_own_index() {
        let mut state = 7;
        for spacing in [1, 10, 11, 12, 13, 23] {
            for first in 0..20 {
                let cells = (0..9).map(|i| first + i * spacing).filter(|&cell| cell < 121);
                let mask: CellSet = cells.collect();
                let gather = Gather::new(mask);
                assert!(separates(&find_factors(mask), mask), "{mask:?}");
                let mut seen = std::collections::HashSet::new();
                let (mut subset, mut number) = (CellSet::EMPTY, 0);
                loop {
                    let noise =
                        CellSet(u128::from(random(&mut state)) << 64 | u128::from(random(&mut state)));
                    let set = subset | noise.without(mask);
                    let index = gather.index(set);
                    assert_eq!(index, gather.index_of_subset(number, subset), "{mask:?} {set:?}");
                    assert!(index < 1 << mask.len() && seen.insert(index), "{mask:?} {set:?}");
                    subset = CellSet(subset.0.wrapping_sub(mask.0) & mask.0);
                    number += 1;
                    if subset.is_empty() {
                        break;
                    }
                }
            }
        }
    }
}
