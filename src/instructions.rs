//! The processor instructions called by name: bit extraction (BMI2), prefetching, and in [`lanes`] AVX-512. All pay: the
//! bench `search` compares table probes with and without prefetching, `perft` and `gess` tell what the others
//! give when this build is held against a portable one.

mod lanes;

pub use lanes::{LANES, Lanes};

/// Whether this build gathers bits with the BMI2 instruction; else it multiplies. Both play the same.
pub const FAST: bool = cfg!(all(target_arch = "x86_64", target_feature = "bmi2", not(oddity_no_pext)));

/// The bits of `word` under `mask`, packed at the low end in order.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2", not(oddity_no_pext)))]
#[inline(always)]
pub(crate) fn pext(word: u64, mask: u64) -> u64 {
    // SAFETY: the instruction belongs to BMI2, which the `cfg` above says the whole build is for.
    unsafe { std::arch::x86_64::_pext_u64(word, mask) }
}

/// Starts to load the cache line of `place`, where the processor can; never waits.
///
/// A plain load instead, its result unused, was measured to stall for a sixth of the search's time: it
/// holds up the retirement of everything behind it, which the instruction does not.
#[inline(always)]
pub(crate) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the instruction changes nothing that a program can see, whatever the address, and SSE,
        // which it belongs to, is part of every x86-64 processor.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
