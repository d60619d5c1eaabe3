//! What linear evaluations of chess-like games share: terms with a middlegame and an endgame half, sums of piece
//! values kept move by move, and the layout of their weights.

use arrayvec::ArrayVec;

use super::WeightGroup;
use crate::game::Delta;

/// Receives `weight[index] * coefficient` for White (positive) and Black (negative coefficients).
pub(crate) trait Sink {
    /// Whether material and piece-square terms are wanted, or kept elsewhere.
    const PIECES: bool;

    fn add(&mut self, index: usize, coefficient: i32);
}

/// Middlegame and endgame halves in one number, so that one addition adds both.
pub(crate) type Packed = i32;

pub(crate) const fn packed([mg, eg]: [i32; 2]) -> Packed {
    (eg << 16) + mg
}

/// The middlegame half.
#[inline(always)]
pub(crate) const fn middlegame(total: Packed) -> i32 {
    total as i16 as i32
}

/// The endgame half.
#[inline(always)]
pub(crate) const fn endgame(total: Packed) -> i32 {
    (total.wrapping_add(0x8000) >> 16) as i16 as i32
}

/// Centipawns for White in `total`, blended by `phase` (0 to `full`).
pub(crate) const fn blend(total: Packed, phase: i32, full: i32) -> i32 {
    let (mg, eg) = (middlegame(total), endgame(total));
    let phase = if phase > full { full } else { phase };
    (mg * phase + eg * (full - phase)) / full
}

/// Features that a move adds and removes, at most so many of each.
#[derive(Clone, Debug, Default)]
pub struct Changes<const ADDED: usize, const REMOVED: usize> {
    pub(crate) added: ArrayVec<u16, ADDED>,
    pub(crate) removed: ArrayVec<u16, REMOVED>,
}

/// Pieces that a move of a chess-like game adds and removes: two of each when it castles.
pub type PieceChanges = Changes<2, 2>;

impl<const ADDED: usize, const REMOVED: usize> Delta for Changes<ADDED, REMOVED> {
    #[inline(always)]
    fn add(&mut self, feature: u16) {
        self.added.push(feature);
    }

    #[inline(always)]
    fn remove(&mut self, feature: u16) {
        self.removed.push(feature);
    }
}

/// Sum of the pieces' own values.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pieces {
    pub total: Packed,
    pub phase: i32,
}

/// Sums of piece values along the line searched.
#[derive(Clone, Debug)]
pub(crate) struct PieceStack {
    /// Value and phase of each feature, Black's value negative.
    features: Vec<Pieces>,
    stack: Vec<Pieces>,
}

impl PieceStack {
    /// An empty stack over the values of the features.
    pub(crate) fn new(features: Vec<Pieces>) -> PieceStack {
        PieceStack { features, stack: Vec::new() }
    }

    /// Starts again from the features of a position, which `each` hands out.
    pub(crate) fn reset(&mut self, each: impl FnOnce(&mut dyn FnMut(u16))) {
        let mut sum = Pieces::default();
        each(&mut |feature| {
            let value = self.features[usize::from(feature)];
            sum.total += value.total;
            sum.phase += value.phase;
        });
        self.stack.clear();
        self.stack.push(sum);
    }

    #[inline]
    pub(crate) fn push<const A: usize, const R: usize>(&mut self, changes: &Changes<A, R>) {
        let mut sum = self.top();
        for &feature in &changes.added {
            let value = self.features[usize::from(feature)];
            sum.total += value.total;
            sum.phase += value.phase;
        }
        for &feature in &changes.removed {
            let value = self.features[usize::from(feature)];
            sum.total -= value.total;
            sum.phase -= value.phase;
        }
        self.stack.push(sum);
    }

    #[inline]
    pub(crate) fn pop(&mut self) {
        self.stack.pop();
    }

    /// The sum of the present position.
    #[inline]
    pub(crate) fn top(&self) -> Pieces {
        self.stack.last().copied().unwrap_or_default()
    }
}

/// Adds weighted terms up.
pub(crate) struct Sum<'a> {
    pub weights: &'a [Packed],
    pub total: Packed,
}

impl Sink for Sum<'_> {
    const PIECES: bool = false;

    #[inline(always)]
    fn add(&mut self, index: usize, coefficient: i32) {
        self.total += self.weights[index] * coefficient;
    }
}

/// Writes terms down.
pub(crate) struct Record<'a>(pub &'a mut Vec<(u32, i32)>);

impl Sink for Record<'_> {
    const PIECES: bool = true;

    fn add(&mut self, index: usize, coefficient: i32) {
        if coefficient != 0 {
            self.0.push((index as u32, coefficient));
        }
    }
}

/// Name, number of weights and meaning of a group.
pub(crate) type Group = (&'static str, usize, &'static str);

/// The weights of one group.
#[derive(Clone, Copy)]
pub(crate) struct Run {
    first: usize,
    len: usize,
}

impl Run {
    /// The group numbered `group` of `groups`.
    pub(crate) const fn of(groups: &[Group], group: usize) -> Run {
        Run { first: first(groups, group), len: groups[group].1 }
    }

    /// Index of the `i`-th weight; the last one stands for all beyond.
    #[inline(always)]
    pub(crate) const fn nth(self, i: usize) -> usize {
        self.first + if i < self.len { i } else { self.len - 1 }
    }
}

/// Index of the first weight of the group numbered `group`, or behind the last one.
pub(crate) const fn first(groups: &[Group], group: usize) -> usize {
    let (mut sum, mut i) = (0, 0);
    while i < group {
        sum += groups[i].1;
        i += 1;
    }
    sum
}

/// Names and meaning of the piece-square tables, in the order of the kinds.
const PSQT_NAMES: [(&str, &str); 6] = [
    ("pawn_cells", "pawn by cell, left and right half folded together"),
    ("knight_cells", "knight by cell"),
    ("bishop_cells", "bishop by cell"),
    ("rook_cells", "rook by cell"),
    ("queen_cells", "queen by cell"),
    ("king_cells", "king by cell"),
];

/// The layout of `groups`, followed by piece-square tables of `half` weights each. `N` is the number of groups and
/// six more.
pub(crate) const fn layout<const N: usize>(groups: &[Group], half: usize) -> [WeightGroup; N] {
    let mut list = [WeightGroup { name: "", first: 0, len: 0, about: "" }; N];
    let squares = first(groups, groups.len());
    let mut i = 0;
    while i < N {
        list[i] = if i < groups.len() {
            let (name, len, about) = groups[i];
            WeightGroup { name, first: first(groups, i), len, about }
        } else {
            let kind = i - groups.len();
            let (name, about) = PSQT_NAMES[kind];
            WeightGroup { name, first: squares + kind * half, len: half, about }
        };
        i += 1;
    }
    list
}

/// Declares groups of weights: `PLAIN`, the list of them, and in `at` a [`Run`] for each.
macro_rules! weight_groups {
    ($( $id:ident $name:literal $len:expr, $about:literal; )+) => {
        #[derive(Clone, Copy)]
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "one identifier names both a group and its run")]
        enum Id { $( $id, )+ Count }

        /// Every group but the piece-square tables, in order.
        pub(crate) const PLAIN: [$crate::eval::tapered::Group; Id::Count as usize] =
            [ $( ($name, $len, $about), )+ ];

        /// Where each group's weights stand.
        pub(crate) mod at {
            use $crate::eval::tapered::Run;
            $( #[doc = $about] pub(crate) const $id: Run = Run::of(&super::PLAIN, super::Id::$id as usize); )+
        }
    };
}
pub(crate) use weight_groups;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_do_not_leak_into_each_other() {
        for pair in [[0, 0], [-1, 1], [1, -1], [-300, -7], [30_000, -30_000], [-12, 500]] {
            assert_eq!(blend(packed(pair), 26, 26), pair[0]);
            assert_eq!(blend(packed(pair), 0, 26), pair[1]);
        }
    }
}
