//! The only processor instruction called by name: BMI2's bit extraction.

/// Whether this build gathers bits with the BMI2 instruction; else it multiplies. Both play the same.
pub const FAST: bool = cfg!(all(target_arch = "x86_64", target_feature = "bmi2", not(oddity_no_pext)));

/// The bits of `word` under `mask`, packed at the low end in order.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2", not(oddity_no_pext)))]
#[inline(always)]
pub(super) fn pext(word: u64, mask: u64) -> u64 {
    // SAFETY: the instruction belongs to BMI2, which the `cfg` above says the whole build is for.
    unsafe { std::arch::x86_64::_pext_u64(word, mask) }
}
