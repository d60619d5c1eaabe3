//! Gathering scattered bits of a set into a table index: the BMI2 instruction where the build has it, plain
//! code elsewhere. Both give the same index, so one set of tables serves both.

use super::CellSet;

/// Whether this build gathers with the BMI2 instruction.
pub const FAST: bool = cfg!(all(target_arch = "x86_64", target_feature = "bmi2", not(oddity_no_pext)));

/// The bits of `word` under `mask`, packed at the low end in order.
const fn gather_slowly(word: u64, mask: u64) -> u64 {
    let (mut left, mut packed, mut at) = (mask, 0, 0);
    while left != 0 {
        packed |= (word >> left.trailing_zeros() & 1) << at;
        left &= left - 1;
        at += 1;
    }
    packed
}

#[cfg(all(target_arch = "x86_64", target_feature = "bmi2", not(oddity_no_pext)))]
#[inline(always)]
fn gather_word(word: u64, mask: u64) -> u64 {
    // SAFETY: the instruction belongs to BMI2, which the `cfg` above says the whole build is for.
    unsafe { std::arch::x86_64::_pext_u64(word, mask) }
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2", not(oddity_no_pext))))]
#[inline(always)]
fn gather_word(word: u64, mask: u64) -> u64 {
    gather_slowly(word, mask)
}

/// How the cells of one mask become an index.
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

    /// The cells of `set` under the mask as a number: the lowest cell of the mask is bit 0.
    #[inline(always)]
    pub fn index(&self, set: CellSet) -> usize {
        (gather_word(set.low(), self.low) | gather_word(set.high(), self.high) << self.shift) as usize
    }

    /// [`Gather::index`] for table builders.
    pub const fn index_const(&self, set: CellSet) -> usize {
        (gather_slowly(set.low(), self.low) | gather_slowly(set.high(), self.high) << self.shift) as usize
    }
}
