//! What the dialects wait for.

use std::io;

/// What the main loop waits for.
pub(super) enum Event {
    /// A line of input.
    Line(String),
    /// A line too long to be one.
    TooLong,
    /// No more input.
    End,
    /// The worker is through with what was asked for: commands that were held back may go on.
    Idle,
    /// The input has ended, and the worker is through.
    Done,
    /// Nobody reads what is written.
    Lost(io::Error),
}
