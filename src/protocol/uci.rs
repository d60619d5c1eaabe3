//! The UCI dialect: lines in, lines out.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use super::command::{Command, CommandError};
use super::engine::Engine;
use super::event::Event;
use super::options::{
    EngineOption, HASH, MOVE_OVERHEAD, MULTI_PV, OptionError, SEED, SKILL_LEVEL, THREADS, UCI_ELO, VARIETY,
};
use super::output::Output;
use super::report::{InfoLine, Listener, ScoreText};
use super::session::PerftLine;
use super::ugi;
use crate::search::Bound;
use crate::variant::Variant;

/// Longest line read, bytes: some hundred thousand moves.
const MAX_LINE: u64 = 4 << 20;
/// How long `quit` waits for the last `bestmove`.
const QUIT_PATIENCE: Duration = Duration::from_millis(500);

const HELP: &str = "\
uci                        name, options, uciok
isready                    readyok
setoption name N value V   set an option
ucinewgame                 forget what was learnt
position startpos|fen F [moves M ...]
go [depth D] [nodes N] [movetime MS] [wtime MS] [btime MS] [winc MS] [binc MS]
   [movestogo N] [mate N] [searchmoves M ...] [infinite] [ponder]
go perft N                 leaves below each move
stop, ponderhit            steer a search
ugi                        the same as 'uci' for match programs of any game: ugiok, go p1time ...
query Q                    gameover, p1turn, result, points, fen, islegal M
wait                       read on when the searches are through
d                          board, FEN, key, checkers, status
eval                       evaluation term by term
legal                      legal moves on one line
board, moves               board and legal moves as JSON
bench                      fixed searches; their node count is the signature
quit                       end
# ...                      a comment
See PROTOCOL.md for all of it.";

/// Whether the loop goes on.
enum Flow {
    Continue,
    Quit,
}

/// Runs the protocol on standard input and output until `quit`, the end of the input, or the loss of the output.
///
/// # Errors
/// If the system gives no threads, or the output can't be written to.
pub fn run_stdio() -> io::Result<()> {
    let terminal = io::stdout().is_terminal();
    if terminal {
        println!("Oddity {}; 'help' lists the commands", env!("CARGO_PKG_VERSION"));
    }
    let colour = terminal && std::env::var_os("NO_COLOR").is_none();
    run(BufReader::new(io::stdin()), io::stdout(), colour)
}

/// Whether a line that begins with `word` is a command of the protocol.
pub fn is_command(word: &str) -> bool {
    !word.is_empty()
        && !word.starts_with('#')
        && !matches!(Command::parse(word), Err(CommandError::Unknown(_)))
}

/// Runs one line, writes its answers to standard output and returns once they are complete. A search without an end
/// ends at once.
///
/// # Errors
/// As [`run_stdio`].
pub fn run_line(line: &str) -> io::Result<()> {
    let colour = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    run(io::Cursor::new(format!("{line}\n")), io::stdout(), colour)
}

/// Runs the protocol until `quit`, the end of `input`, or the loss of `output`.
///
/// # Errors
/// If the system gives no threads, or `output` can't be written to.
pub fn run(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    colour: bool,
) -> io::Result<()> {
    let (sender, events) = mpsc::channel();
    let lines = sender.clone();
    thread::Builder::new().name("input".to_owned()).spawn(move || read_lines(input, &lines))?;
    let report = sender.clone();
    let output = Output::new(output, move |error| drop(report.send(Event::Lost(error))));
    Uci::new(output, colour, sender, events)?.run()
}

/// Sends each line of `input`, then [`Event::End`]. Bytes that are not UTF-8 are replaced.
fn read_lines(mut input: impl BufRead, events: &Sender<Event>) {
    let mut line = Vec::new();
    let mut too_long = false;
    loop {
        line.clear();
        let read = input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line);
        let event = match read {
            Ok(0) | Err(_) => Event::End,
            Ok(_) if line.last() != Some(&b'\n') && line.len() as u64 == MAX_LINE => {
                too_long = true;
                continue;
            }
            Ok(_) if too_long => Event::TooLong,
            Ok(_) => Event::Line(String::from_utf8_lossy(&line).into_owned()),
        };
        too_long = false;
        let end = matches!(event, Event::End);
        if events.send(event).is_err() || end {
            return;
        }
    }
}

struct Uci {
    engine: Engine,
    out: Output,
    colour: bool,
    /// The other side speaks UGI, which has no word for the expected answer.
    ugi: bool,
    sender: Sender<Event>,
    events: Receiver<Event>,
    /// A perft, a bench, a `wait` or an option that waits is under way: later commands wait in `deferred`.
    busy: bool,
    /// What it waits for is an option that can't be changed during a search.
    option_waits: bool,
    deferred: VecDeque<Event>,
    /// As many of them, the first, were asked for before a `stop`, which ends them as soon as they begin.
    doomed: usize,
    /// Whether there has been a command: the first one may choose another dialect.
    spoken: bool,
}

impl Uci {
    fn new(out: Output, colour: bool, sender: Sender<Event>, events: Receiver<Event>) -> io::Result<Uci> {
        let notes = out.clone();
        let mut engine = Engine::new(Arc::new(move |text| notes.write(&info_string(text))))?;
        engine.set_log(out.log().clone());
        Ok(Uci {
            engine,
            out,
            colour,
            ugi: false,
            sender,
            events,
            busy: false,
            option_waits: false,
            deferred: VecDeque::new(),
            doomed: 0,
            spoken: false,
        })
    }

    fn run(mut self) -> io::Result<()> {
        loop {
            let deferred = if self.busy { None } else { self.deferred.pop_front() };
            let deferring = deferred.is_some();
            // `self` holds a sender, so that there is always something to wait for.
            let Some(event) = deferred.or_else(|| self.receive()) else { return Ok(()) };
            if let Event::Lost(error) = event {
                // A GUI that has died needs no answers, whatever it has asked for.
                self.engine.stop();
                self.await_idle(Some(QUIT_PATIENCE));
                return Err(error);
            }
            if !self.spoken
                && let Event::Line(line) = &event
            {
                if line.trim() == "xboard" {
                    return super::xboard::run(self.out, self.events);
                }
                // Nothing has been said yet by a blank line or a comment.
                self.spoken = !line.trim().is_empty() && !line.trim_start().starts_with('#');
            }
            let doomed = deferring && self.doomed > 0;
            self.doomed -= usize::from(doomed);
            let waiting = self.deferred.len();
            let flow = self.handle(event);
            if doomed {
                self.engine.stop();
                // An option may still have to wait for the search before it to end.
                self.doomed += usize::from(self.deferred.len() > waiting);
            }
            if let Flow::Quit = flow {
                // What could not be written just before the end is a failure, too.
                let lost = self.events.try_iter().find_map(|event| match event {
                    Event::Lost(error) => Some(error),
                    _ => None,
                });
                return lost.map_or(Ok(()), Err);
            }
        }
    }

    /// The next event from outside.
    fn receive(&self) -> Option<Event> {
        let event = self.events.recv().ok()?;
        if let Event::Line(line) = &event {
            self.out.log().read(line);
        }
        Some(event)
    }

    fn handle(&mut self, event: Event) -> Flow {
        if let Event::Line(line) = &event
            && self.busy
            && line.trim() == "stop"
        {
            self.doomed = self.deferred.len();
            self.engine.stop();
            return Flow::Continue;
        }
        if self.busy && self.engine.is_through() {
            // What it is just writing comes first.
            self.await_idle(None);
            self.busy = false;
            self.option_waits = false;
            self.deferred.push_back(event);
            return Flow::Continue;
        }
        match event {
            Event::Idle | Event::Lost(_) => {}
            Event::Done => return Flow::Quit,
            Event::Line(line) if self.busy && !self.acts_at_once(&line) => {
                self.deferred.push_back(Event::Line(line));
            }
            Event::Line(line) => return self.line(&line),
            event if self.busy => self.deferred.push_back(event),
            Event::TooLong => self.note(&format!("a line of more than {} MiB was ignored", MAX_LINE >> 20)),
            Event::End => {
                self.engine.stop_endless();
                let sender = self.sender.clone();
                self.engine.when_idle(move || drop(sender.send(Event::Done)));
            }
        }
        Flow::Continue
    }

    fn note(&self, text: &str) {
        self.out.write(&info_string(text));
    }

    fn line(&mut self, line: &str) -> Flow {
        let command = match Command::parse(line) {
            Ok(command) => command,
            Err(error) => {
                self.note(&error.to_string());
                return Flow::Continue;
            }
        };
        let result = match command {
            Command::Quit => {
                self.engine.stop();
                self.await_idle(Some(QUIT_PATIENCE));
                return Flow::Quit;
            }
            Command::SetOption { name, value } => match self.engine.set_option(&name, value) {
                Err(OptionError::Searching(_)) if !self.engine.is_endless() => {
                    // The search has an end: the option waits for it, and so does what follows.
                    self.deferred.push_front(Event::Line(line.to_owned()));
                    self.option_waits = true;
                    self.hold_back();
                    Ok(())
                }
                Ok(()) if EngineOption::find(&name) == Some(EngineOption::Variant) => {
                    self.note(&self.engine.session().introduction());
                    Ok(())
                }
                result => result.map_err(|e| e.to_string()),
            },
            command => self.obey(command),
        };
        if let Err(problem) = result {
            self.note(&problem);
        }
        Flow::Continue
    }

    /// Whether a command is obeyed even while later ones are held back. `quit` ends a search at any time, but
    /// not what a script asked to be waited for.
    fn acts_at_once(&self, line: &str) -> bool {
        match line.trim() {
            "isready" => true,
            "quit" => self.option_waits,
            _ => false,
        }
    }

    /// Waits until the worker is through, at most `patience`.
    fn await_idle(&self, patience: Option<Duration>) {
        let (sender, done) = mpsc::channel();
        self.engine.when_idle(move || {
            // The receiver may have lost its patience.
            let _ = sender.send(());
        });
        match patience {
            None => drop(done.recv()),
            Some(patience) => drop(done.recv_timeout(patience)),
        }
    }

    /// Defers what comes until the worker is through.
    fn hold_back(&mut self) {
        self.busy = true;
        let sender = self.sender.clone();
        self.engine.when_idle(move || drop(sender.send(Event::Idle)));
    }

    fn obey(&mut self, command: Command<'_>) -> Result<(), String> {
        match command {
            // Done by `line`, which has the text.
            Command::Nothing | Command::Quit | Command::SetOption { .. } => {}
            Command::Uci => {
                self.ugi = false;
                self.out.write(&self.introduction("uciok"));
            }
            Command::Ugi => {
                self.ugi = true;
                self.out.write(&self.introduction("ugiok"));
            }
            Command::Query(query) => {
                self.out.write(&format!("response {}", ugi::answer(&query, self.engine.session())));
            }
            Command::IsReady if self.engine.is_searching() => self.out.write("readyok"),
            Command::IsReady => {
                // Behind the tables being made.
                self.engine.warm_up();
                let out = self.out.clone();
                self.engine.when_idle(move || out.write("readyok"));
            }
            Command::NewGame => self.engine.new_game(),
            Command::Position { start, moves } => {
                self.engine.set_position(&start, &moves).map_err(|e| e.to_string())?;
            }
            Command::Go(go) => {
                let writer = Writer {
                    out: self.out.clone(),
                    tells_answer: !self.ugi,
                    shows_wdl: self.engine.shows_wdl(),
                };
                self.engine.go(&go, Box::new(writer)).map_err(|e| e.to_string())?;
            }
            Command::Perft(depth) => {
                let out = self.out.clone();
                let sink = move |line: PerftLine<'_>| match line {
                    PerftLine::Move(m, count) => out.write(&format!("{m}: {count}")),
                    PerftLine::Sum(count) => out.write(&format!("\nNodes searched: {count}")),
                    PerftLine::Stopped => out.write(&info_string("perft stopped")),
                };
                self.engine.perft(depth, Box::new(sink)).map_err(|e| e.to_string())?;
                self.hold_back();
            }
            Command::Bench => {
                let out = self.out.clone();
                let sink = move |bench: Option<crate::tools::bench::Bench>| match bench {
                    Some(bench) => out.write(&bench.to_string()),
                    None => out.write(&info_string("bench stopped")),
                };
                self.engine.bench(Box::new(sink)).map_err(|e| e.to_string())?;
                self.hold_back();
            }
            Command::Wait if self.engine.is_endless() => {
                return Err("wait: the search has no end; stop it first".to_owned());
            }
            Command::Wait => self.hold_back(),
            Command::Stop => self.engine.stop(),
            Command::PonderHit => self.engine.ponder_hit(),
            Command::Display => self.out.write(&self.engine.session().describe(self.colour)),
            Command::Eval => self.out.write(&self.engine.session().explain()),
            Command::Legal => {
                let moves = self.engine.session().legal_moves();
                self.out.write(format!("legalmoves {}", moves.join(" ")).trim_end());
            }
            Command::Board => self.out.write(&self.engine.session().board_json()),
            Command::Moves => self.out.write(&self.engine.session().moves_json()),
            Command::Help => self.out.write(HELP),
        }
        Ok(())
    }

    /// The answer to `uci` or `ugi`, which ends with the word `end`.
    fn introduction(&self, end: &str) -> String {
        let mut text =
            format!("id name Oddity {}\nid author the Oddity developers\n", env!("CARGO_PKG_VERSION"));
        for option in EngineOption::ALL {
            let line = match option {
                EngineOption::Variant => {
                    let names: String = Variant::names().iter().map(|n| format!(" var {n}")).collect();
                    format!("option name {} type combo default {}{names}", option.name(), Variant::DEFAULT)
                }
                EngineOption::Hash => HASH.declaration(),
                EngineOption::Threads => THREADS.declaration(),
                EngineOption::MultiPv => MULTI_PV.declaration(),
                EngineOption::MoveOverhead => MOVE_OVERHEAD.declaration(),
                EngineOption::Ponder
                | EngineOption::ShowWdl
                | EngineOption::AnalyseMode
                | EngineOption::LimitStrength => {
                    format!("option name {} type check default false", option.name())
                }
                EngineOption::Elo => UCI_ELO.declaration(),
                EngineOption::SkillLevel => SKILL_LEVEL.declaration(),
                EngineOption::Variety => VARIETY.declaration(),
                EngineOption::Seed => SEED.declaration(),
                EngineOption::ClearHash => "option name Clear Hash type button".to_owned(),
                EngineOption::WeightsFile | EngineOption::DebugLogFile => {
                    format!("option name {} type string default <empty>", option.name())
                }
            };
            text.push_str(&line);
            text.push('\n');
        }
        for option in self.engine.session().options() {
            // Writing to a string can't fail.
            let _ = writeln!(text, "option name {} {}", option.name, option.declaration);
        }
        text.push_str(end);
        text
    }
}

/// An `info string` line; a remark never spreads over two.
fn info_string(text: &str) -> String {
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("info string {line}")
}

/// Writes what a search says.
struct Writer {
    out: Output,
    /// Whether the expected answer stands behind the move.
    tells_answer: bool,
    /// Chances of win, draw and loss stand behind the score.
    shows_wdl: bool,
}

impl Writer {
    /// What stands behind a score and its bound.
    fn wdl(&self, [win, draw, loss]: [u32; 3]) -> String {
        if self.shows_wdl { format!(" wdl {win} {draw} {loss}") } else { String::new() }
    }
}

fn score_text(score: ScoreText) -> String {
    match score {
        ScoreText::Centipawns(value) => format!("cp {value}"),
        ScoreText::Mate(moves) => format!("mate {moves}"),
    }
}

impl Listener for Writer {
    fn info(&mut self, line: &InfoLine) {
        let bound = match line.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        };
        let nps = (line.nodes as f64 / line.time.as_secs_f64().max(0.001)) as u64;
        self.out.write(&format!(
            "info depth {} seldepth {} multipv {} score {}{bound}{} nodes {} nps {nps} hashfull {} time {} pv {}",
            line.depth,
            line.seldepth,
            line.multi_pv,
            score_text(line.score),
            self.wdl(line.wdl),
            line.nodes,
            line.hash_full,
            line.time.as_millis(),
            line.pv.join(" ")
        ));
    }

    fn current_move(&mut self, depth: u32, m: &str, number: usize) {
        self.out.write(&format!("info depth {depth} currmove {m} currmovenumber {number}"));
    }

    fn ended(&mut self, score: ScoreText) {
        // The game is over: this is what it has come to. Shares of a point are half a win or half a loss.
        let wdl = match score {
            ScoreText::Centipawns(0) => [0, 1000, 0],
            ScoreText::Centipawns(value) if value > 0 => [500, 500, 0],
            ScoreText::Centipawns(_) => [0, 500, 500],
            ScoreText::Mate(moves) if moves > 0 => [1000, 0, 0],
            ScoreText::Mate(_) => [0, 0, 1000],
        };
        self.out.write(&format!("info depth 0 score {}{}", score_text(score), self.wdl(wdl)));
    }

    fn best_move(&mut self, best: Option<&str>, ponder: Option<&str>) {
        let ponder = ponder.filter(|_| self.tells_answer).map(|m| format!(" ponder {m}")).unwrap_or_default();
        self.out.write(&format!("bestmove {}{ponder}", best.unwrap_or("(none)")));
    }
}
