//! Time as this dialect tells it.

use std::time::Duration;

use crate::game::Side;
use crate::search::Clock;

/// What limits the time of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Control {
    /// `level`: moves a session (0 for the whole game), increment a move.
    Level { moves: u32, increment: Duration },
    /// `st`: this long for every move.
    Fixed(Duration),
}

/// The engine's clock and its opponent's.
#[derive(Clone, Debug)]
pub struct Clocks {
    control: Control,
    /// Time of a session.
    base: Duration,
    /// Left on the engine's clock and on its opponent's, milliseconds.
    own: i64,
    other: i64,
    /// Moves the engine has made since the last `level` or `new`.
    made: u32,
    /// Depth limit, plies.
    pub depth: Option<u32>,
}

impl Default for Clocks {
    /// Five minutes for the game.
    fn default() -> Clocks {
        let mut clocks = Clocks {
            control: Control::Level { moves: 0, increment: Duration::ZERO },
            base: Duration::from_secs(300),
            own: 0,
            other: 0,
            made: 0,
            depth: None,
        };
        clocks.restart();
        clocks
    }
}

fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

/// Seconds, perhaps with a fraction, up to some years.
fn read_seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    (0.0..=1e9).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

/// Minutes, or minutes and seconds: `5`, `0:30`. What follows a whole number of digits is ignored, as the protocol
/// wants it.
fn read_base(text: &str) -> Option<Duration> {
    let number = |text: &str| -> Option<u64> {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        text[..digits].parse().ok().filter(|&n| n <= 1_000_000)
    };
    let (minutes, seconds) = text.split_once(':').unwrap_or((text, "0"));
    Some(Duration::from_secs(number(minutes)? * 60 + number(seconds)?))
}

impl Clocks {
    /// Both clocks at the start of a game.
    pub fn restart(&mut self) {
        self.own = millis(self.base);
        self.other = self.own;
        self.made = 0;
    }

    /// `level MOVES BASE INCREMENT`. `false` if it can't be read; nothing changes then.
    pub fn level(&mut self, words: &[&str]) -> bool {
        let &[moves, base, increment] = words else { return false };
        let (Ok(moves), Some(base), Some(increment)) =
            (moves.parse(), read_base(base), read_seconds(increment))
        else {
            return false;
        };
        self.control = Control::Level { moves, increment };
        self.base = base;
        self.restart();
        true
    }

    /// `st SECONDS`.
    pub fn fixed(&mut self, text: &str) -> bool {
        let Some(time) = read_seconds(text) else { return false };
        self.control = Control::Fixed(time);
        true
    }

    /// `time` or `otim`: centiseconds left, perhaps none or less.
    pub fn set(&mut self, own: bool, text: &str) -> bool {
        let Ok(centiseconds) = text.parse::<i64>() else { return false };
        let clock = if own { &mut self.own } else { &mut self.other };
        *clock = centiseconds.saturating_mul(10);
        true
    }

    /// The engine made a move: what `time` would say if it were sent.
    pub fn spend(&mut self, time: Duration) {
        self.made += 1;
        self.own = self.own.saturating_sub(millis(time));
        if let Control::Level { moves, increment } = self.control {
            self.own = self.own.saturating_add(millis(increment));
            if moves > 0 && self.made.is_multiple_of(moves) {
                self.own = self.own.saturating_add(millis(self.base));
            }
        }
    }

    /// Time for this move alone, if that is the limit.
    pub fn move_time(&self) -> Option<Duration> {
        match self.control {
            Control::Fixed(time) => Some(time),
            Control::Level { .. } => None,
        }
    }

    /// The clocks for a search in which `side` is the engine; none if each move has its own time.
    pub fn clock(&self, side: Side) -> Clock {
        let mut clock = Clock::default();
        if let Control::Level { moves, increment } = self.control {
            clock.time[side.index()] = Some(self.own);
            clock.time[side.other().index()] = Some(self.other);
            clock.increment = [millis(increment); 2];
            clock.moves_to_go = (moves > 0).then(|| moves - self.made % moves);
        }
        clock
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_of_moves_are_counted_down_and_begin_anew() {
        let mut clocks = Clocks::default();
        assert!(clocks.level(&["2", "0:30", "0"]));
        let left = |clocks: &Clocks| {
            let clock = clocks.clock(Side::Black);
            (clock.time[1], clock.moves_to_go)
        };
        assert_eq!(left(&clocks), (Some(30_000), Some(2)));
        clocks.spend(Duration::from_secs(10));
        assert_eq!(left(&clocks), (Some(20_000), Some(1)));
        clocks.spend(Duration::from_secs(5));
        assert_eq!(left(&clocks), (Some(45_000), Some(2)));
        assert!(clocks.set(true, "123"));
        assert_eq!(left(&clocks).0, Some(1230));
    }

    #[test]
    fn increments_and_fixed_times() {
        let mut clocks = Clocks::default();
        assert!(clocks.level(&["0", "2+1", "1.5"]));
        clocks.spend(Duration::from_secs(1));
        let clock = clocks.clock(Side::White);
        assert_eq!((clock.time, clock.increment), ([Some(120_500), Some(120_000)], [1500, 1500]));
        assert_eq!((clock.moves_to_go, clocks.move_time()), (None, None));
        assert!(clocks.fixed("0.25"));
        assert_eq!(clocks.move_time(), Some(Duration::from_millis(250)));
        assert!(!clocks.clock(Side::White).is_set());
        for bad in
            [&["x", "1", "0"][..], &["0", "x", "0"], &["0", "1", "-1"], &["0", "1"], &["0", "1", "nan"]]
        {
            assert!(!clocks.level(bad), "{bad:?}");
        }
        assert!(!clocks.fixed("-1") && !clocks.set(true, "soon"));
    }
}
