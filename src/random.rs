//! Numbers that look random and never change: for keys, at compile time, and for moves drawn by lot.

/// One step of the splitmix64 generator (Steele, Lea and Flood 2014): the new state and a number.
pub(crate) const fn splitmix64(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = state;
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, z ^ z >> 31)
}

/// `N` numbers from `state`, and the state behind them.
pub(crate) const fn fill<const N: usize>(mut state: u64) -> (u64, [u64; N]) {
    let mut numbers = [0; N];
    let mut i = 0;
    while i < N {
        (state, numbers[i]) = splitmix64(state);
        i += 1;
    }
    (state, numbers)
}
