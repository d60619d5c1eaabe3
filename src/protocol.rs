//! The text protocol: a UCI session that knows every game, and no game by name.
//!
//! Three layers, so that another dialect needs only its own first one:
//!
//! - [`uci`] reads and writes one dialect: it turns lines into calls of [`engine`] and writes what comes
//!   back. [`ugi`] is what a close relative of it has besides.
//! - [`xboard`] does the same for another one, once the first command is `xboard`.
//! - [`engine`] keeps what every dialect needs: the game chosen, options, and the searches under way. They
//!   run on the thread of [`worker`], in the order in which they were asked for, so that the input is
//!   never held up.
//! - [`session`] is the one place that knows a game's types: a generic struct behind the
//!   [`session::GameSession`] trait, made once a game by [`crate::variant::Variant::dispatch`].

pub mod command;
pub mod engine;
mod event;
mod explain;
pub mod go;
pub mod log;
pub mod options;
pub mod output;
pub mod report;
pub mod session;
pub mod strength;
pub mod uci;
pub mod ugi;
pub mod worker;
pub mod xboard;

pub use uci::{is_command, run_line, run_stdio};
