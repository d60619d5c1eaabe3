//! 24 numbers of 32 bits that are worked on at once: rows of a board up to 32 squares wide.
//!
//! Where the build has AVX-512 with bit counts, they are one register of 16 and one of 8; else plain arrays, which
//! the compiler turns into whatever vectors there are. Perft of Gess counts the first way about twice as fast as
//! compiled loops do.

/// Numbers in a [`Lanes`].
pub const LANES: usize = 24;

/// 24 numbers.
#[derive(Clone, Copy, Debug)]
pub struct Lanes(imp::Inner);

#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx512f",
    target_feature = "avx512vl",
    target_feature = "avx512dq",
    target_feature = "avx512vpopcntdq",
    not(oddity_no_pext)
))]
mod imp {
    use std::arch::x86_64::*;

    use super::{LANES, Lanes};

    pub(super) type Inner = (__m512i, __m256i);

    /// `f` of both registers.
    macro_rules! both {
        ($wide:ident, $narrow:ident, $( $lanes:expr ),+) => {
            // SAFETY: this module is compiled only where the build has every instruction set it uses.
            unsafe { Lanes(($wide($( $lanes.0.0 ),+), $narrow($( $lanes.0.1 ),+))) }
        };
    }

    impl Lanes {
        /// Reads 24 numbers.
        #[inline(always)]
        pub fn new(numbers: &[u32; LANES]) -> Lanes {
            let at = numbers.as_ptr();
            // SAFETY: as above, and 16 numbers and 8 more can be read from the array.
            unsafe { Lanes((_mm512_loadu_si512(at.cast()), _mm256_loadu_si256(at.add(16).cast()))) }
        }

        /// The numbers as an array.
        #[inline(always)]
        pub fn array(self) -> [u32; LANES] {
            let mut numbers = [0; LANES];
            let at: *mut u32 = numbers.as_mut_ptr();
            // SAFETY: as above, and 16 numbers and 8 more fit into the array.
            unsafe {
                _mm512_storeu_si512(at.cast(), self.0.0);
                _mm256_storeu_si256(at.add(16).cast(), self.0.1);
            }
            numbers
        }

        /// Bits that both have.
        #[inline(always)]
        pub fn and(self, other: Lanes) -> Lanes {
            both!(_mm512_and_si512, _mm256_and_si256, self, other)
        }

        /// Bits that one of them has.
        #[inline(always)]
        pub fn or(self, other: Lanes) -> Lanes {
            both!(_mm512_or_si512, _mm256_or_si256, self, other)
        }

        /// Bits that `other` does not have.
        #[inline(always)]
        pub fn without(self, other: Lanes) -> Lanes {
            both!(_mm512_andnot_si512, _mm256_andnot_si256, other, self)
        }

        /// Bits that exactly one of them has.
        #[inline(always)]
        pub fn xor(self, other: Lanes) -> Lanes {
            both!(_mm512_xor_si512, _mm256_xor_si256, self, other)
        }

        /// Sums.
        #[inline(always)]
        pub fn plus(self, other: Lanes) -> Lanes {
            both!(_mm512_add_epi32, _mm256_add_epi32, self, other)
        }

        /// Numbers of bits.
        #[inline(always)]
        pub fn counts(self) -> Lanes {
            both!(_mm512_popcnt_epi32, _mm256_popcnt_epi32, self)
        }

        /// All numbers shifted down by `k` bits, fewer than 32.
        #[inline(always)]
        pub fn right(self, k: usize) -> Lanes {
            let k = k as i32;
            // SAFETY: as above.
            unsafe {
                let (wide, narrow) = (_mm512_set1_epi32(k), _mm256_set1_epi32(k));
                Lanes((_mm512_srlv_epi32(self.0.0, wide), _mm256_srlv_epi32(self.0.1, narrow)))
            }
        }

        /// All numbers shifted up by `k` bits, fewer than 32.
        #[inline(always)]
        pub fn left(self, k: usize) -> Lanes {
            let k = k as i32;
            // SAFETY: as above.
            unsafe {
                let (wide, narrow) = (_mm512_set1_epi32(k), _mm256_set1_epi32(k));
                Lanes((_mm512_sllv_epi32(self.0.0, wide), _mm256_sllv_epi32(self.0.1, narrow)))
            }
        }

        /// Each number in the place of the one before it; the last place gets 0.
        #[inline(always)]
        pub fn next(self) -> Lanes {
            // SAFETY: as above.
            unsafe {
                let wide = _mm512_alignr_epi32::<1>(_mm512_zextsi256_si512(self.0.1), self.0.0);
                Lanes((wide, _mm256_alignr_epi32::<1>(_mm256_setzero_si256(), self.0.1)))
            }
        }

        /// Each number in the place of the one behind it; the first place gets 0.
        #[inline(always)]
        pub fn previous(self) -> Lanes {
            // SAFETY: as above.
            unsafe {
                let wide = _mm512_alignr_epi32::<15>(self.0.0, _mm512_setzero_si512());
                let upper = _mm512_extracti64x4_epi64::<1>(self.0.0);
                Lanes((wide, _mm256_alignr_epi32::<7>(self.0.1, upper)))
            }
        }

        /// Whether every number is 0.
        #[inline(always)]
        pub fn is_zero(self) -> bool {
            // SAFETY: as above.
            unsafe {
                let all = _mm512_or_si512(self.0.0, _mm512_zextsi256_si512(self.0.1));
                _mm512_test_epi32_mask(all, all) == 0
            }
        }

        /// The sum of all numbers.
        #[inline(always)]
        pub fn sum(self) -> u32 {
            // SAFETY: as above.
            unsafe {
                let all = _mm512_add_epi32(self.0.0, _mm512_zextsi256_si512(self.0.1));
                _mm512_reduce_add_epi32(all) as u32
            }
        }
    }
}

#[cfg(not(all(
    target_arch = "x86_64",
    target_feature = "avx512f",
    target_feature = "avx512vl",
    target_feature = "avx512dq",
    target_feature = "avx512vpopcntdq",
    not(oddity_no_pext)
)))]
mod imp {
    use super::{LANES, Lanes};

    pub(super) type Inner = [u32; LANES];

    impl Lanes {
        /// Reads 24 numbers.
        #[inline(always)]
        pub fn new(numbers: &[u32; LANES]) -> Lanes {
            Lanes(*numbers)
        }

        /// The numbers as an array.
        #[inline(always)]
        pub fn array(self) -> [u32; LANES] {
            self.0
        }

        #[inline(always)]
        fn each(mut self, f: impl Fn(u32) -> u32) -> Lanes {
            for number in &mut self.0 {
                *number = f(*number);
            }
            self
        }

        #[inline(always)]
        fn with(mut self, other: Lanes, f: impl Fn(u32, u32) -> u32) -> Lanes {
            for (number, other) in self.0.iter_mut().zip(other.0) {
                *number = f(*number, other);
            }
            self
        }

        /// Bits that both have.
        #[inline(always)]
        pub fn and(self, other: Lanes) -> Lanes {
            self.with(other, |a, b| a & b)
        }

        /// Bits that one of them has.
        #[inline(always)]
        pub fn or(self, other: Lanes) -> Lanes {
            self.with(other, |a, b| a | b)
        }

        /// Bits that `other` does not have.
        #[inline(always)]
        pub fn without(self, other: Lanes) -> Lanes {
            self.with(other, |a, b| a & !b)
        }

        /// Bits that exactly one of them has.
        #[inline(always)]
        pub fn xor(self, other: Lanes) -> Lanes {
            self.with(other, |a, b| a ^ b)
        }

        /// Sums.
        #[inline(always)]
        pub fn plus(self, other: Lanes) -> Lanes {
            self.with(other, |a, b| a.wrapping_add(b))
        }

        /// Numbers of bits.
        #[inline(always)]
        pub fn counts(self) -> Lanes {
            self.each(u32::count_ones)
        }

        /// All numbers shifted down by `k` bits, fewer than 32.
        #[inline(always)]
        pub fn right(self, k: usize) -> Lanes {
            self.each(|a| a >> (k & 31))
        }

        /// All numbers shifted up by `k` bits, fewer than 32.
        #[inline(always)]
        pub fn left(self, k: usize) -> Lanes {
            self.each(|a| a << (k & 31))
        }

        /// Each number in the place of the one before it; the last place gets 0.
        #[inline(always)]
        pub fn next(self) -> Lanes {
            let mut moved = [0; LANES];
            moved[..LANES - 1].copy_from_slice(&self.0[1..]);
            Lanes(moved)
        }

        /// Each number in the place of the one behind it; the first place gets 0.
        #[inline(always)]
        pub fn previous(self) -> Lanes {
            let mut moved = [0; LANES];
            moved[1..].copy_from_slice(&self.0[..LANES - 1]);
            Lanes(moved)
        }

        /// Whether every number is 0.
        #[inline(always)]
        pub fn is_zero(self) -> bool {
            self.0.iter().fold(0, |all, number| all | number) == 0
        }

        /// The sum of all numbers.
        #[inline(always)]
        pub fn sum(self) -> u32 {
            self.0.iter().fold(0, |sum, number| sum.wrapping_add(*number))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every operation against the same on single numbers.
    #[test]
    fn lanes_do_what_numbers_do() {
        let number = |i: usize, salt: u32| (i as u32 + 1).wrapping_mul(0x9e37_79b9).rotate_left(salt);
        let a: [u32; LANES] = std::array::from_fn(|i| number(i, 3));
        let b: [u32; LANES] = std::array::from_fn(|i| number(i, 17));
        let (x, y) = (Lanes::new(&a), Lanes::new(&b));
        let of = |f: &dyn Fn(usize) -> u32| -> [u32; LANES] { std::array::from_fn(f) };
        assert_eq!(x.array(), a);
        assert_eq!(x.and(y).array(), of(&|i| a[i] & b[i]));
        assert_eq!(x.or(y).array(), of(&|i| a[i] | b[i]));
        assert_eq!(x.without(y).array(), of(&|i| a[i] & !b[i]));
        assert_eq!(x.xor(y).array(), of(&|i| a[i] ^ b[i]));
        assert_eq!(x.plus(y).array(), of(&|i| a[i].wrapping_add(b[i])));
        assert_eq!(x.counts().array(), of(&|i| a[i].count_ones()));
        for k in 0..32 {
            assert_eq!(x.right(k).array(), of(&|i| a[i] >> k));
            assert_eq!(x.left(k).array(), of(&|i| a[i] << k));
        }
        assert_eq!(x.next().array(), of(&|i| a.get(i + 1).copied().unwrap_or(0)));
        assert_eq!(x.previous().array(), of(&|i| if i == 0 { 0 } else { a[i - 1] }));
        assert_eq!(x.sum(), a.iter().fold(0, |s: u32, n| s.wrapping_add(*n)));
        assert!(!x.is_zero() && Lanes::new(&[0; LANES]).is_zero());
        for i in 0..LANES {
            let mut one = [0; LANES];
            one[i] = 1 << i;
            assert!(!Lanes::new(&one).is_zero(), "{i}");
        }
    }
}
