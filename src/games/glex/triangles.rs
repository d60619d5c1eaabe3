//! The coloured triangles: which circles form one, of what colour.
//!
//! The built-in table is the file `triangles.txt`; a file of the same form can take its place, so that whoever has
//! a printed board can put an entry right.

use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

use thiserror::Error;

use super::geometry::{CIRCLES, Circle, NO_CIRCLE, bit, circles, name, named};
use crate::input::{read_regular_file, shorten};
use crate::random::splitmix64;

/// Colour of a triangle. The two kinds of purple come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Colour {
    /// Small purple: jumps over one piece.
    Small,
    /// Large purple: jumps over one or two.
    Large,
    /// Yellow: takes outside the hot zone.
    Yellow,
    /// Blue: takes everywhere.
    Blue,
    /// Red: one more regular move.
    Red,
}

impl Colour {
    /// All colours in the order in which official notation names them.
    pub const ALL: [Colour; 5] = [Colour::Red, Colour::Small, Colour::Large, Colour::Yellow, Colour::Blue];

    /// The word for it in a table.
    pub const fn word(self) -> &'static str {
        match self {
            Colour::Small => "small",
            Colour::Large => "large",
            Colour::Yellow => "yellow",
            Colour::Blue => "blue",
            Colour::Red => "red",
        }
    }

    /// What official notation calls such a triangle.
    pub const fn official(self) -> &'static str {
        match self {
            Colour::Small => "SPT",
            Colour::Large => "LPT",
            Colour::Yellow => "YT",
            Colour::Blue => "BT",
            Colour::Red => "RT",
        }
    }
}

/// How sure an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Provenance {
    /// The rules name it.
    Given,
    /// The mirror image of one that is given.
    Mirror,
    /// It follows from what the rules say.
    Inferred,
    /// The rules leave it open.
    Reading,
}

/// An entry of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Triangle {
    /// Its colour.
    pub colour: Colour,
    /// Its three circles.
    pub tips: u64,
    /// Where it comes from, if the table says so.
    pub provenance: Option<Provenance>,
}

/// Why a table was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TableError {
    /// A line can't be read.
    #[error("line {line}: {problem}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong with it and what would be right.
        problem: String,
    },
    /// There is no entry.
    #[error("there is no triangle in it; a line is such as 'red e1-e3-f2 given'")]
    Empty,
}

/// The other two tips of a triangle, and its colour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rest {
    pub pair: u64,
    pub colour: Colour,
}

/// A table of triangles, as turns need it.
#[derive(Debug)]
pub struct Triangles {
    /// All entries, by colour and circles.
    list: Vec<Triangle>,
    /// Circles of each, those of each colour with empty sets behind them up to a multiple of [`LANES`].
    masks: Vec<u64>,
    /// Where those of each colour stand.
    runs: [Range<usize>; 5],
    /// The rest of each triangle at a circle, those of circle c from `first[c]` to `first[c + 1]`, purple ones first.
    rests: Vec<Rest>,
    first: [u16; CIRCLES + 1],
    hash: u64,
}

/// Triangles looked at at once.
const LANES: usize = 8;

/// The other tips of the triangles that a move's destination completes, by colour.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Formed {
    pub small: u64,
    pub large: u64,
    pub yellow: u64,
    pub blue: u64,
    pub red: u64,
}

impl Formed {
    /// Whether a purple triangle is among them.
    #[inline(always)]
    pub const fn purple(&self) -> bool {
        self.small | self.large != 0
    }

    /// All tips.
    #[inline(always)]
    pub const fn tips(&self) -> u64 {
        self.small | self.large | self.yellow | self.blue | self.red
    }

    /// The tips of one colour.
    pub const fn of(&self, colour: Colour) -> u64 {
        match colour {
            Colour::Small => self.small,
            Colour::Large => self.large,
            Colour::Yellow => self.yellow,
            Colour::Blue => self.blue,
            Colour::Red => self.red,
        }
    }
}

/// Circles that would complete a triangle of two `pieces`: each of which exactly one tip is missing.
#[inline(always)]
fn missing_of(triangles: &[u64], pieces: u64) -> u64 {
    let mut lanes = [0; LANES];
    for chunk in triangles.chunks_exact(LANES) {
        for (lane, &tips) in lanes.iter_mut().zip(chunk) {
            let held = tips & pieces;
            let several = held & held.wrapping_sub(1) != 0;
            *lane |= if several { tips ^ held } else { 0 };
        }
    }
    lanes.into_iter().fold(0, |all, lane| all | lane)
}

impl Triangles {
    fn new(mut list: Vec<Triangle>) -> Triangles {
        list.sort_by_key(|triangle| (triangle.colour, triangle.tips));
        let mut masks: Vec<u64> = Vec::new();
        let mut runs = [const { 0..0 }; 5];
        for colour in Colour::ALL {
            let start = masks.len();
            masks.extend(list.iter().filter(|triangle| triangle.colour == colour).map(|t| t.tips));
            masks.resize(masks.len().next_multiple_of(LANES), 0);
            runs[colour as usize] = start..masks.len();
        }
        let mut rests = Vec::new();
        let mut first = [0; CIRCLES + 1];
        for circle in 0..CIRCLES {
            let at = bit(circle as Circle);
            let here = list.iter().filter(|triangle| triangle.tips & at != 0);
            rests.extend(here.map(|triangle| Rest { pair: triangle.tips ^ at, colour: triangle.colour }));
            first[circle + 1] = rests.len() as u16;
        }
        let mix = |hash, number| splitmix64(hash ^ number).1;
        let hash = list.iter().fold(0, |hash, t| mix(mix(hash, t.colour as u64 + 1), t.tips));
        Triangles { list, masks, runs, rests, first, hash }
    }

    /// The table that comes with the engine.
    pub fn built_in() -> Arc<Triangles> {
        static BUILT_IN: OnceLock<Arc<Triangles>> = OnceLock::new();
        let read = || {
            let table: Triangles =
                include_str!("triangles.txt").parse().expect("a test reads the built-in table");
            Arc::new(table)
        };
        Arc::clone(BUILT_IN.get_or_init(read))
    }

    /// Reads a table from a file.
    ///
    /// # Errors
    /// One line that says what is wrong with the file.
    pub fn from_file(path: &str) -> Result<Triangles, String> {
        let text = read_regular_file(Path::new(path)).map_err(|e| format!("can't read '{path}': {e}"))?;
        text.parse().map_err(|e: TableError| format!("'{path}': {e}"))
    }

    /// All entries, by colour and circles.
    pub fn list(&self) -> &[Triangle] {
        &self.list
    }

    /// A number that tells tables apart.
    #[inline(always)]
    pub(super) const fn hash(&self) -> u64 {
        self.hash
    }

    /// The rest of each triangle with a tip on `circle`.
    #[inline(always)]
    pub(super) fn at(&self, circle: Circle) -> &[Rest] {
        let i = usize::from(circle);
        &self.rests[usize::from(self.first[i])..usize::from(self.first[i + 1])]
    }

    /// The circles of each triangle of a colour; empty sets may be among them.
    #[inline(always)]
    pub(super) fn of(&self, colour: Colour) -> &[u64] {
        &self.masks[self.runs[colour as usize].clone()]
    }

    /// Circles on which one more of `pieces` would complete a triangle.
    #[inline(always)]
    pub(super) fn missing(&self, pieces: u64) -> u64 {
        missing_of(&self.masks, pieces)
    }

    /// The same by colour.
    #[inline(always)]
    pub(super) fn missing_by_colour(&self, pieces: u64) -> Formed {
        let of = |colour: Colour| missing_of(self.of(colour), pieces);
        Formed {
            small: of(Colour::Small),
            large: of(Colour::Large),
            yellow: of(Colour::Yellow),
            blue: of(Colour::Blue),
            red: of(Colour::Red),
        }
    }

    /// The triangles of `pieces` that a piece on `circle` completes.
    #[inline]
    pub(super) fn formed(&self, circle: Circle, pieces: u64) -> Formed {
        let mut formed = Formed::default();
        for rest in self.at(circle) {
            if rest.pair & !pieces == 0 {
                let tips = match rest.colour {
                    Colour::Small => &mut formed.small,
                    Colour::Large => &mut formed.large,
                    Colour::Yellow => &mut formed.yellow,
                    Colour::Blue => &mut formed.blue,
                    Colour::Red => &mut formed.red,
                };
                *tips |= rest.pair;
            }
        }
        formed
    }

    /// Whether a piece on `circle` completes a purple triangle of `pieces`.
    #[inline(always)]
    pub(super) fn completes_purple(&self, circle: Circle, pieces: u64) -> bool {
        self.at(circle)
            .iter()
            .take_while(|rest| rest.colour <= Colour::Large)
            .any(|rest| rest.pair & !pieces == 0)
    }
}

impl FromStr for Triangles {
    type Err = TableError;

    fn from_str(text: &str) -> Result<Triangles, TableError> {
        let mut list: Vec<Triangle> = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.split_once('#').map_or(line, |(entry, _)| entry).trim();
            if line.is_empty() {
                continue;
            }
            let error = |problem| TableError::Line { line: index + 1, problem };
            let triangle = read_entry(line).map_err(error)?;
            if list.iter().any(|other| other.tips == triangle.tips) {
                return Err(error(format!("'{}' stands in the table before", shorten(line))));
            }
            list.push(triangle);
        }
        if list.is_empty() { Err(TableError::Empty) } else { Ok(Triangles::new(list)) }
    }
}

fn read_entry(line: &str) -> Result<Triangle, String> {
    let mut words = line.split_ascii_whitespace();
    let word = words.next().unwrap_or_default();
    let colour = Colour::ALL
        .into_iter()
        .find(|colour| colour.word() == word)
        .ok_or_else(|| format!("'{}' is none of red, small, large, yellow and blue", shorten(word)))?;
    let tips = words.next().unwrap_or_default();
    let mut set = 0;
    let mut count = 0;
    for tip in tips.split('-') {
        let circle = named(tip.as_bytes());
        if circle == NO_CIRCLE {
            return Err(format!("'{}' is no circle; tips are such as e1-e3-f2", shorten(tip)));
        }
        set |= bit(circle);
        count += 1;
    }
    if count != 3 || set.count_ones() != 3 {
        return Err(format!("'{}' is not three different circles", shorten(tips)));
    }
    let provenance = match words.next() {
        None => None,
        Some("given") => Some(Provenance::Given),
        Some("mirror") => Some(Provenance::Mirror),
        Some("inferred") => Some(Provenance::Inferred),
        Some("reading") => Some(Provenance::Reading),
        Some(word) => {
            return Err(format!("'{}' is none of given, mirror, inferred and reading", shorten(word)));
        }
    };
    match words.next() {
        Some(word) => Err(format!("'{}' is one word too many", shorten(word))),
        None => Ok(Triangle { colour, tips: set, provenance }),
    }
}

impl Triangle {
    /// The names of the tips, from a1 on.
    pub fn names(&self) -> [String; 3] {
        let mut tips = circles(self.tips).map(name);
        std::array::from_fn(|_| tips.next().unwrap_or_default())
    }
}

impl fmt::Display for Triangle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.colour.word(), self.names().join("-"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_table() {
        let table = Triangles::built_in();
        let count = |colour| table.list().iter().filter(|t| t.colour == colour).count();
        assert_eq!(Colour::ALL.map(count), [54, 4, 2, 2, 2]);
        assert!(table.list().iter().all(|t| t.provenance.is_some()));
        // Every triple of neighbours is red or blue.
        let small = |t: &&Triangle| {
            circles(t.tips)
                .all(|tip| t.tips & !bit(tip) & !super::super::geometry::NEIGHBOURS[usize::from(tip)] == 0)
        };
        assert_eq!(table.list().iter().filter(small).count(), 56);
    }

    #[test]
    fn missing_tips_are_those_that_complete() {
        let table = Triangles::built_in();
        let mut pieces: u64 = 0x2545_f491_4f6c_dd1d;
        for _ in 0..2000 {
            pieces ^= pieces << 13;
            pieces ^= pieces >> 7;
            pieces ^= pieces << 17;
            let held = pieces & (pieces >> 19) & ((1 << CIRCLES) - 1);
            for circle in 0..CIRCLES as Circle {
                let formed = table.formed(circle, held);
                assert_eq!(formed.purple(), table.completes_purple(circle, held));
                if held & bit(circle) == 0 {
                    assert_eq!(formed.tips() != 0, table.missing(held) & bit(circle) != 0);
                    let missing = table.missing_by_colour(held);
                    for colour in Colour::ALL {
                        assert_eq!(formed.of(colour) != 0, missing.of(colour) & bit(circle) != 0);
                    }
                }
            }
        }
    }

    #[test]
    fn tables_that_are_refused() {
        for (text, problem) in [
            ("", "there is no triangle in it"),
            ("# red e1-e3-f2\n\n", "there is no triangle in it"),
            ("green e1-e3-f2", "line 1: 'green' is none of red,"),
            ("red e1-e3-f2\nred e1-e3", "line 2: 'e1-e3' is not three different circles"),
            ("red e1-e3-e3", "'e1-e3-e3' is not three different circles"),
            ("red e1-e3-f2-f4", "is not three different circles"),
            ("red", "'' is no circle"),
            ("red e1-e2-f2", "'e2' is no circle"),
            ("red e1-e3-f2 maybe", "'maybe' is none of given,"),
            ("red e1-e3-f2 given too", "'too' is one word too many"),
            ("red e1-e3-f2\nblue f2-e1-e3", "line 2: 'blue f2-e1-e3' stands in the table before"),
        ] {
            let error = text.parse::<Triangles>().err().map(|e| e.to_string()).unwrap_or_default();
            assert!(error.contains(problem) && !error.contains('\n'), "{text:?}: {error}");
        }
        let table: Triangles =
            "red E1-e3-F2 # as printed\n\nblue a1-a9-i5 given".parse().expect("a good table");
        let lines: Vec<String> = table.list().iter().map(Triangle::to_string).collect();
        assert_eq!(lines, ["blue a1-a9-i5", "red e1-e3-f2"]);
        assert_ne!(table.hash(), Triangles::built_in().hash());
    }
}
