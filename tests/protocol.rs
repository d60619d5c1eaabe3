//! The built binary, talked to as a GUI or a person would: the protocol and the command line.

#[path = "protocol/babble.rs"]
mod babble;
#[path = "protocol/betza.rs"]
mod betza;
#[path = "protocol/cli.rs"]
mod cli;
#[path = "protocol/control.rs"]
mod control;
#[path = "protocol/document.rs"]
mod document;
#[path = "protocol/engine.rs"]
mod engine;
#[path = "protocol/fuzz.rs"]
mod fuzz;
#[path = "protocol/input.rs"]
mod input;
#[path = "protocol/interrupts.rs"]
mod interrupts;
#[path = "protocol/lines.rs"]
mod lines;
#[path = "protocol/options.rs"]
mod options;
#[path = "protocol/positions.rs"]
mod positions;
#[path = "protocol/sheared.rs"]
mod sheared;
#[path = "protocol/show.rs"]
mod show;
#[path = "protocol/slow.rs"]
mod slow;
mod slow_chess;
mod slow_gess;
mod slow_glex;
mod slow_hex;
mod slow_zchess;
#[cfg(feature = "long-tests")]
#[path = "protocol/soak.rs"]
mod soak;
#[path = "protocol/strength.rs"]
mod strength;
#[path = "protocol/uci.rs"]
mod uci;
#[path = "protocol/ugi.rs"]
mod ugi;
#[path = "protocol/xboard.rs"]
mod xboard;
