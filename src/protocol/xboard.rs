//! The dialect of XBoard and WinBoard (CECP), for the hexagonal games.
//!
//! A translator on top of [`Engine`], as the UCI front end is: which moves are legal, how a game ends and what a
//! FEN means is asked of the game. Its own are the commands and their states (`commands`, `play`), the clocks
//! ([`clock`]), how cells lie on XBoard's square grid ([`grid`]), what XBoard is told of each variant
//! ([`variants`]), and lines of thinking (`listener`).

pub mod clock;
mod commands;
pub mod grid;
mod listener;
mod play;
pub mod variants;

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use clock::Clocks;
use listener::Shared;
use variants::{RULES, Rules};

use super::command::Start;
use super::engine::Engine;
use super::event::Event;
use super::output::Output;
use crate::game::Side;

/// How long `quit` waits for a search to end.
const QUIT_PATIENCE: Duration = Duration::from_millis(500);

/// What the main loop waits for.
enum Input {
    /// A line.
    Line(String),
    /// A line too long to be one.
    TooLong,
    /// No more input.
    End,
    /// Nobody reads what is written.
    Lost(io::Error),
    /// A search is through.
    Found {
        /// Its number.
        search: u64,
        /// What it would play, in the game's coordinates.
        best: Option<String>,
        /// The answer it expects.
        ponder: Option<String>,
    },
}

/// What the engine is doing.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Thinking {
    /// Nothing.
    Idle,
    /// It looks for its move.
    Move,
    /// It expects this move of the opponent's and looks for its answer.
    Ponder(String),
    /// It analyses.
    Analyse,
}

/// Whether the loop goes on.
enum Flow {
    Continue,
    Quit,
}

struct Xboard {
    engine: Engine,
    out: Output,
    sender: Sender<Input>,
    shared: Arc<Shared>,
    /// Whether remarks may be written, on lines that begin with `#`.
    debug: Arc<AtomicBool>,
    rules: &'static Rules,
    /// Where the game began, and its moves in the game's coordinates.
    start: Start,
    moves: Vec<String>,
    /// `setboard` brought a position that is none: no move is legal before there is another.
    broken: bool,
    /// The side that the engine plays, none in force mode.
    plays: Option<Side>,
    analysing: bool,
    /// Whether to think on the opponent's time.
    pondering: bool,
    clocks: Clocks,
    thinking: Thinking,
    /// Number of the last search, when it began, and since when it uses the engine's own time.
    search: u64,
    begun: Instant,
    /// The answer that the last search expected, for `hint` and pondering.
    expected: Option<String>,
    /// `pong`s that wait for the engine's move.
    pongs: Vec<String>,
    /// The input has ended: the move being looked for is the last thing to do.
    ending: bool,
}

/// Runs the dialect until `quit`, the end of the input, or the loss of the output. `xboard` has been read.
///
/// # Errors
/// If the system gives no thread, or the output can't be written to.
pub(super) fn run(out: Output, events: Receiver<Event>) -> io::Result<()> {
    let (sender, inputs) = mpsc::channel();
    let forward = sender.clone();
    thread::Builder::new().name("forward".to_owned()).spawn(move || {
        for event in events {
            let input = match event {
                Event::Line(line) => Input::Line(line),
                Event::TooLong => Input::TooLong,
                Event::End => Input::End,
                Event::Lost(error) => Input::Lost(error),
                Event::Idle | Event::Done => continue,
            };
            if forward.send(input).is_err() {
                return;
            }
        }
    })?;
    let debug = Arc::new(AtomicBool::new(false));
    let notes = {
        let (out, debug) = (out.clone(), Arc::clone(&debug));
        move |text: &str| {
            if debug.load(Ordering::Relaxed) {
                out.write(&remark(text));
            }
        }
    };
    let mut xboard = Xboard {
        engine: Engine::new(Arc::new(notes))?,
        out,
        sender,
        shared: Arc::default(),
        debug,
        rules: &RULES[0],
        start: Start::StartPos,
        moves: Vec::new(),
        broken: false,
        plays: None,
        analysing: false,
        pondering: false,
        clocks: Clocks::default(),
        thinking: Thinking::Idle,
        search: 0,
        begun: Instant::now(),
        expected: None,
        pongs: Vec::new(),
        ending: false,
    };
    xboard.engine.set_log(xboard.out.log().clone());
    xboard.new_game();
    for input in inputs {
        if let Input::Line(line) = &input {
            xboard.out.log().read(line);
        }
        if let Input::Lost(error) = input {
            xboard.leave();
            return Err(error);
        }
        if let Flow::Quit = xboard.handle(input) {
            xboard.leave();
            break;
        }
    }
    Ok(())
}

/// A remark for the log; it never spreads over two lines.
fn remark(text: &str) -> String {
    format!("# {}", one_line(text))
}

fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

impl Xboard {
    fn handle(&mut self, input: Input) -> Flow {
        match input {
            Input::Line(line) => self.line(&line),
            Input::TooLong => {
                self.error("too long", "a line of several MiB");
                Flow::Continue
            }
            Input::Found { search, best, ponder } => {
                if search == self.search {
                    self.found(best, ponder);
                }
                if self.ending && self.thinking != Thinking::Move { Flow::Quit } else { Flow::Continue }
            }
            Input::End if self.thinking == Thinking::Move => {
                self.ending = true;
                Flow::Continue
            }
            Input::End | Input::Lost(_) => Flow::Quit,
        }
    }

    /// Stops what runs and gives it a moment to end.
    fn leave(&mut self) {
        self.abandon();
        let (sender, done) = mpsc::channel();
        self.engine.when_idle(move || {
            // The receiver may have lost its patience.
            let _ = sender.send(());
        });
        let _ = done.recv_timeout(QUIT_PATIENCE);
    }

    fn error(&self, reason: &str, command: &str) {
        self.out.write(&format!("Error ({reason}): {}", one_line(command.trim())));
    }
}
