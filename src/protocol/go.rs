//! What follows the word `go`.

use std::num::IntErrorKind;
use std::time::Duration;

use thiserror::Error;

use crate::game::Side;
use crate::search::Clock;

/// Why a `go` was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GoError {
    /// A word that needs a number ends the line.
    #[error("go: '{0}' needs a whole number behind it")]
    Missing(&'static str),
    /// What stands behind a word is no number.
    #[error("go: '{word}' needs a whole number, not '{found}'")]
    Number {
        /// The word.
        word: &'static str,
        /// What stands there.
        found: String,
    },
}

/// The limits of a search as text gives them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go<'a> {
    /// Depth in plies, at least 1.
    pub depth: Option<u32>,
    /// Nodes, at least 1.
    pub nodes: Option<u64>,
    /// Wall time.
    pub move_time: Option<Duration>,
    /// The players' clocks.
    pub clock: Clock,
    /// Clocks of the player who makes the first move of a game and of the other one; they go before those by colour.
    pub clock_by_order: Clock,
    /// Moves to a win, at least 1.
    pub mate: Option<u32>,
    /// Root moves, unread.
    pub search_moves: Option<Vec<&'a str>>,
    /// Search until told to stop.
    pub infinite: bool,
    /// Search on the opponent's time.
    pub ponder: bool,
    /// Words that mean nothing here. They don't spoil the rest.
    pub ignored: Vec<&'a str>,
}

impl<'a> Go<'a> {
    /// Reads the words behind `go`.
    ///
    /// Numbers out of range are moved to the nearest one that makes sense: `depth 0` is 1, a negative
    /// move time is 0, `movestogo 0` is none.
    ///
    /// # Errors
    /// [`GoError`] for a missing or malformed number.
    pub fn parse(mut words: &[&'a str]) -> Result<Go<'a>, GoError> {
        let mut go = Go::default();
        while let Some((&word, rest)) = words.split_first() {
            words = rest;
            let Some(keyword) = Keyword::find(word) else {
                go.ignored.push(word);
                continue;
            };
            match keyword {
                Keyword::Infinite => go.infinite = true,
                Keyword::Ponder => go.ponder = true,
                Keyword::SearchMoves => {
                    let len = words.iter().take_while(|w| Keyword::find(w).is_none()).count();
                    go.search_moves.get_or_insert_default().extend_from_slice(&words[..len]);
                    words = &words[len..];
                }
                Keyword::Number(number) => {
                    let (&value, rest) = words.split_first().ok_or(GoError::Missing(number.word()))?;
                    words = rest;
                    go.set(number, read_number(number.word(), value)?);
                }
            }
        }
        Ok(go)
    }

    /// Whether nothing but `stop` (or `ponderhit`) ends this search.
    pub fn is_unbounded(&self) -> bool {
        self.infinite || self.ponder || !self.has_end()
    }

    /// Whether the search surely ends by itself. A win in `mate` moves may not exist.
    pub fn has_end(&self) -> bool {
        self.depth.is_some() || self.nodes.is_some() || self.move_time.is_some() || self.has_clock()
    }

    /// Whether any clock is given.
    pub fn has_clock(&self) -> bool {
        self.clock.is_set() || self.clock_by_order.is_set()
    }

    /// The clocks by colour, where `first` makes the first move of a game.
    pub fn clocks(&self, first: Side) -> Clock {
        let mut clock = self.clock;
        if self.clock_by_order.is_set() {
            for (place, side) in [first, first.other()].into_iter().enumerate() {
                clock.time[side.index()] = self.clock_by_order.time[place];
                clock.increment[side.index()] = self.clock_by_order.increment[place];
            }
        }
        clock
    }

    /// Whether any limit is given.
    pub fn has_limit(&self) -> bool {
        self.has_end() || self.mate.is_some()
    }

    fn set(&mut self, number: Number, value: i64) {
        let count = |least: i64| u32::try_from(value.max(least)).unwrap_or(u32::MAX);
        match number {
            Number::Depth => self.depth = Some(count(1)),
            Number::Nodes => self.nodes = Some(value.max(1).unsigned_abs()),
            Number::MoveTime => self.move_time = Some(Duration::from_millis(value.max(0).unsigned_abs())),
            Number::Mate => self.mate = Some(count(1)),
            Number::Time(side) => self.clock.time[side] = Some(value),
            Number::Increment(side) => self.clock.increment[side] = value.max(0),
            Number::TimeByOrder(place) => self.clock_by_order.time[place] = Some(value),
            Number::IncrementByOrder(place) => self.clock_by_order.increment[place] = value.max(0),
            Number::MovesToGo => self.clock.moves_to_go = (value > 0).then(|| count(1)),
        }
    }
}

/// Reads a whole number; one too large for the type becomes the largest or smallest.
fn read_number(word: &'static str, text: &str) -> Result<i64, GoError> {
    text.parse().or_else(|error: std::num::ParseIntError| match error.kind() {
        IntErrorKind::PosOverflow => Ok(i64::MAX),
        IntErrorKind::NegOverflow => Ok(i64::MIN),
        _ => Err(GoError::Number { word, found: text.to_owned() }),
    })
}

#[derive(Clone, Copy)]
enum Keyword {
    Infinite,
    Ponder,
    SearchMoves,
    Number(Number),
}

#[derive(Clone, Copy)]
enum Number {
    Depth,
    Nodes,
    MoveTime,
    Mate,
    Time(usize),
    Increment(usize),
    TimeByOrder(usize),
    IncrementByOrder(usize),
    MovesToGo,
}

impl Keyword {
    fn find(word: &str) -> Option<Keyword> {
        Some(match word {
            "infinite" => Keyword::Infinite,
            "ponder" => Keyword::Ponder,
            "searchmoves" => Keyword::SearchMoves,
            _ => Keyword::Number(Number::ALL.into_iter().find(|n| n.word() == word)?),
        })
    }
}

impl Number {
    const ALL: [Number; 13] = [
        Number::Depth,
        Number::Nodes,
        Number::MoveTime,
        Number::Mate,
        Number::Time(0),
        Number::Time(1),
        Number::Increment(0),
        Number::Increment(1),
        Number::TimeByOrder(0),
        Number::TimeByOrder(1),
        Number::IncrementByOrder(0),
        Number::IncrementByOrder(1),
        Number::MovesToGo,
    ];

    fn word(self) -> &'static str {
        match self {
            Number::Depth => "depth",
            Number::Nodes => "nodes",
            Number::MoveTime => "movetime",
            Number::Mate => "mate",
            Number::Time(0) => "wtime",
            Number::Time(_) => "btime",
            Number::Increment(0) => "winc",
            Number::Increment(_) => "binc",
            Number::TimeByOrder(0) => "p1time",
            Number::TimeByOrder(_) => "p2time",
            Number::IncrementByOrder(0) => "p1inc",
            Number::IncrementByOrder(_) => "p2inc",
            Number::MovesToGo => "movestogo",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Go<'_>, GoError> {
        Go::parse(&text.split_whitespace().collect::<Vec<_>>())
    }

    #[test]
    fn limits_are_read_in_any_order() {
        let go = parse("binc 5 searchmoves a1a2 b1b2 wtime 100 btime -7 depth 3 movestogo 0").unwrap();
        assert_eq!(go.search_moves, Some(vec!["a1a2", "b1b2"]));
        assert_eq!(go.clock.time, [Some(100), Some(-7)]);
        assert_eq!(go.clock.increment, [0, 5]);
        assert_eq!(go.clock.moves_to_go, None);
        assert_eq!(go.depth, Some(3));
        assert!(!go.is_unbounded());
    }

    #[test]
    fn clocks_by_order() {
        let go = parse("p1time 100 p2time 200 p1inc 1 p2inc 2 movestogo 9").unwrap();
        assert!(go.has_end());
        let clock = go.clocks(Side::Black);
        assert_eq!((clock.time, clock.increment), ([Some(200), Some(100)], [2, 1]));
        assert_eq!(clock.moves_to_go, Some(9));
        assert_eq!(go.clocks(Side::White).time, [Some(100), Some(200)]);
        assert_eq!(parse("wtime 7").unwrap().clocks(Side::Black).time, [Some(7), None]);
    }

    #[test]
    fn absurd_numbers_are_moved_into_range() {
        let go = parse("depth 0 nodes -5 movetime -1 mate 99999999999999999999").unwrap();
        assert_eq!((go.depth, go.nodes, go.mate), (Some(1), Some(1), Some(u32::MAX)));
        assert_eq!(go.move_time, Some(Duration::ZERO));
    }

    #[test]
    fn malformed_numbers_are_refused_and_unknown_words_are_not() {
        assert_eq!(parse("depth"), Err(GoError::Missing("depth")));
        assert_eq!(parse("depth x"), Err(GoError::Number { word: "depth", found: "x".to_owned() }));
        let go = parse("quickly depth 4").unwrap();
        assert_eq!((go.depth, go.ignored), (Some(4), vec!["quickly"]));
        assert!(parse("").unwrap().is_unbounded());
    }
}
