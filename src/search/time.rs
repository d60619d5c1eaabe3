//! Time management: the only place that reads the clock.

use std::time::{Duration, Instant};

use super::{Control, Limits, Score};
use crate::game::Side;

/// Moves that a game is expected to last yet when the clock does not say.
const MOVES_LEFT: f64 = 24.0;

/// Moves to the next time control beyond which the rest of the clock is not divided further.
const MOST_MOVES_TO_GO: u32 = 40;

/// Share of a clock that has to last to the end of the game which one move may use at most. One that lives on its
/// increment falls until this share of it is one increment; what is left then has to outlast whatever else holds the
/// machine up.
const MOST_OF_WHOLE_CLOCK: f64 = 0.35;

/// The same of a clock with moves to go.
const MOST_OF_CLOCK: f64 = 0.7;

/// The same when the move is the last before the time control.
const MOST_OF_LAST: f64 = 0.9;

/// How far a move may exceed its normal share while the search is unsure.
const MOST_OVER_SHARE: f64 = 4.5;

/// Share of the increment that is spent at once.
const INCREMENT_SHARE: f64 = 0.8;

/// Seconds after which the search tells which root move it looks at.
const TALK_AFTER: Duration = Duration::from_secs(3);

/// What one move may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Budget {
    /// No new iteration begins after this, scaled by how settled the search is; none for a fixed time.
    soft: Option<Duration>,
    /// The search ends here.
    hard: Duration,
}

/// The clock of one search.
pub(super) struct Timer {
    start: Instant,
    /// When the mover's own time began to run: the start, or the ponder hit.
    own_start: Instant,
    pondering: bool,
    budget: Option<Budget>,
    /// Factor on the soft limit from the stability of move and score.
    scale: f64,
    /// Iterations since the best move changed.
    stable: u32,
}

/// Divides the clock of `side`. `None` if no limit of time was given.
fn budget<M>(limits: &Limits<M>, side: Side) -> Option<Budget> {
    let clock = &limits.clock;
    let fixed = limits.move_time.map(|time| time.saturating_sub(limits.move_overhead));
    let shared = (clock.is_set() || clock.moves_to_go == Some(0)).then(|| {
        // Without an own clock, or with no move to spend it on, there is no time at all.
        let left = clock.time_left(side).filter(|_| clock.moves_to_go != Some(0)).unwrap_or_default();
        let left = left.saturating_sub(limits.move_overhead).as_secs_f64();
        let increment =
            Duration::from_millis(clock.increment[side.index()].max(0).unsigned_abs()).as_secs_f64();
        let (moves, most) = match clock.moves_to_go {
            None => (MOVES_LEFT, MOST_OF_WHOLE_CLOCK),
            Some(1) => (1.0, MOST_OF_LAST),
            Some(moves) => (f64::from(moves.min(MOST_MOVES_TO_GO)), MOST_OF_CLOCK),
        };
        let hard = left * most;
        let share = (left / moves + increment * INCREMENT_SHARE).min(hard);
        (share, hard.min(share * MOST_OVER_SHARE))
    });
    let (soft, hard) = match (shared, fixed) {
        (None, None) => return None,
        (None, Some(fixed)) => (None, fixed),
        (Some((share, hard)), None) => (Some(seconds(share)), seconds(hard)),
        (Some((share, hard)), Some(fixed)) => (Some(seconds(share)), seconds(hard).min(fixed)),
    };
    Some(Budget { soft, hard })
}

/// A duration of so many seconds, a century at most.
fn seconds(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds.clamp(0.0, 3.2e9))
}

impl Timer {
    /// Starts the clock of a search by `side`.
    pub(super) fn start<M>(limits: &Limits<M>, control: &Control, side: Side) -> Timer {
        let now = Instant::now();
        Timer {
            start: now,
            own_start: now,
            pondering: control.pondering(),
            budget: if limits.infinite { None } else { budget(limits, side) },
            scale: 1.0,
            stable: 0,
        }
    }

    /// Wall time since the start.
    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether the search has lasted so long that it may tell its current move.
    pub(super) fn may_talk(&self) -> bool {
        self.elapsed() >= TALK_AFTER
    }

    /// Whether time is up for good. Also notices the ponder hit, from which the mover's own time runs.
    pub(super) fn is_up(&mut self, control: &Control) -> bool {
        if self.pondering {
            self.pondering = control.pondering();
            self.own_start = Instant::now();
            return false;
        }
        self.budget.is_some_and(|budget| self.own_start.elapsed() >= budget.hard)
    }

    /// Takes note of a completed iteration: whether the best move stayed, by how much the score fell since
    /// the one before (centipawns), and which share of the nodes (0 to 1) went into the best move.
    pub(super) fn iteration(&mut self, same_move: bool, fall: Score, share: f64) {
        self.stable = if same_move { self.stable + 1 } else { 0 };
        let stability = [1.7, 1.3, 1.1, 0.95, 0.85, 0.8][self.stable.min(5) as usize];
        let falling = 1.0 + f64::from(fall.clamp(-30, 60)) * 0.009;
        let effort = 1.5 - 0.75 * share;
        self.scale = stability * falling * effort;
    }

    /// Whether another iteration is not worth beginning. `clear` says that it can't change the move, so that
    /// none is worth time of a clock.
    pub(super) fn is_enough(&mut self, control: &Control, clear: bool) -> bool {
        if self.is_up(control) {
            return true;
        }
        let Some(soft) = self.budget.and_then(|budget| budget.soft).filter(|_| !self.pondering) else {
            return false;
        };
        clear || self.own_start.elapsed() >= soft.mul_f64(self.scale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Clock;

    fn of(time: [Option<i64>; 2], increment: [i64; 2], moves_to_go: Option<u32>) -> Limits<()> {
        Limits { clock: Clock { time, increment, moves_to_go }, ..Limits::default() }
    }

    fn hard(limits: &Limits<()>, side: Side) -> u128 {
        budget(limits, side).expect("a clock is set").hard.as_millis()
    }

    #[test]
    fn a_move_never_uses_the_whole_clock() {
        for left in [1, 9, 10, 11, 50, 1000, 60_000, 7_200_000] {
            for increment in [0, 100, 5000] {
                for moves in [None, Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let limits = of([Some(left), None], [increment, 0], moves);
                    let budget = budget(&limits, Side::White).expect("a clock is set");
                    let usable = Duration::from_millis((left - 10).max(0).unsigned_abs());
                    assert!(budget.hard <= usable, "{left} {increment} {moves:?}: {budget:?}");
                    assert!(budget.soft.expect("a clock has a soft limit") <= budget.hard);
                }
            }
        }
    }

    #[test]
    fn no_time_is_no_time() {
        for limits in [
            of([Some(0), Some(60_000)], [0, 0], None),
            of([Some(-170_671), Some(165_661)], [0, 0], None),
            of([None, Some(60_000)], [0, 0], None),
            of([Some(60_000), None], [0, 0], Some(0)),
            of([None, None], [0, 0], Some(0)),
            of([Some(i64::MIN), None], [i64::MIN, i64::MIN], None),
        ] {
            assert_eq!(hard(&limits, Side::White), 0, "{limits:?}");
        }
        assert!(hard(&of([Some(i64::MAX), None], [i64::MAX, 0], None), Side::White) > 1_000_000);
        assert_eq!(budget(&Limits::<()>::depth(3), Side::White), None);
    }

    #[test]
    fn more_clock_gives_more_time() {
        let soft = |left, increment, moves| {
            let limits = of([None, Some(left)], [0, increment], moves);
            budget(&limits, Side::Black).and_then(|b| b.soft).expect("a clock has a soft limit")
        };
        assert!(soft(20_000, 0, None) > soft(10_000, 0, None));
        assert!(soft(10_000, 500, None) > soft(10_000, 0, None));
        assert!(soft(10_000, 0, Some(2)) > soft(10_000, 0, Some(20)));
    }

    #[test]
    fn the_first_limit_counts() {
        let mut limits = of([Some(60_000), None], [0, 0], None);
        limits.move_time = Some(Duration::from_millis(100));
        assert_eq!(hard(&limits, Side::White), 90);
        limits.move_time = Some(Duration::from_millis(1));
        assert_eq!(hard(&limits, Side::White), 0);
    }

    #[test]
    fn pondering_stops_the_clock() {
        let limits = Limits::<()>::move_time(Duration::ZERO);
        let control = Control::new(true);
        let mut timer = Timer::start(&limits, &control, Side::White);
        assert!(!timer.is_up(&control) && !timer.is_enough(&control, true));
        control.ponder_hit();
        assert!(!timer.is_up(&control), "the own time begins with the hit");
        assert!(timer.is_up(&control));
    }
}
