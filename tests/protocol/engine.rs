//! A child process of the built binary, talked to line by line.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

/// Nothing here takes this long unless it hangs.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// What "at once" means on a machine that does other things besides.
pub const AT_ONCE: Duration = Duration::from_millis(250);

/// A command of the built binary.
pub fn binary() -> Command {
    Command::new(env!("CARGO_BIN_EXE_oddity"))
}

pub struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<(Instant, String)>,
}

impl Engine {
    /// A fresh process, nothing said yet.
    pub fn start() -> Engine {
        let mut child =
            binary().stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the binary should start");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("piped"));
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in output.lines() {
                let line = line.expect("output should be UTF-8");
                if sender.send((Instant::now(), line)).is_err() {
                    return;
                }
            }
        });
        Engine { child, input, lines }
    }

    /// A fresh process set to a game.
    pub fn of(game: &str) -> Engine {
        let mut engine = Engine::start();
        engine.send(&format!("setoption name UCI_Variant value {game}"));
        // Here, so that no test meets it.
        assert!(engine.line().starts_with(&format!("info string variant {game} ")));
        engine
    }

    pub fn send(&mut self, text: &str) {
        self.send_bytes(format!("{text}\n").as_bytes());
    }

    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("input should be open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the engine should be alive");
    }

    /// The next line.
    pub fn line(&mut self) -> String {
        self.line_within(PATIENCE).expect("a line should come")
    }

    /// The next line, or `None` if none comes in time or the output ended.
    pub fn line_within(&mut self, patience: Duration) -> Option<String> {
        self.timed_line(patience).map(|(_, line)| line)
    }

    /// The next line and when it was read, or `None` if none comes in time or the output ended.
    pub fn timed_line(&mut self, patience: Duration) -> Option<(Instant, String)> {
        self.lines.recv_timeout(patience).ok()
    }

    /// Everything up to and including the first line that begins with `prefix`.
    pub fn until(&mut self, prefix: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let Some(line) = self.line_within(PATIENCE) else {
                panic!("no line began with '{prefix}'; there were {lines:#?}")
            };
            let found = line.starts_with(prefix);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// Everything that comes within a time.
    pub fn during(&mut self, time: Duration) -> Vec<String> {
        let end = Instant::now() + time;
        let mut lines = Vec::new();
        while let Some(line) = self.line_within(end.saturating_duration_since(Instant::now())) {
            lines.push(line);
        }
        lines
    }

    /// Sends a command and measures until the first line that begins with `prefix`.
    pub fn latency(&mut self, command: &str, prefix: &str) -> Duration {
        let start = Instant::now();
        self.send(command);
        loop {
            let (time, line) = self.lines.recv_timeout(PATIENCE).expect("an answer should come");
            if line.starts_with(prefix) {
                return time.saturating_duration_since(start);
            }
        }
    }

    /// Sends a command and returns all that is said until the engine is ready again, but for the line that tells of a
    /// game that was set.
    pub fn ask(&mut self, command: &str) -> Vec<String> {
        self.send(command);
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines.retain(|line| !line.starts_with("info string variant "));
        lines
    }

    /// The only line that a command is answered with.
    pub fn ask_one(&mut self, command: &str) -> String {
        let mut lines = self.ask(command);
        assert_eq!(lines.len(), 1, "one line should answer '{command}': {lines:#?}");
        lines.remove(0)
    }

    /// Sends what the engine should take without a word.
    pub fn quietly(&mut self, command: &str) {
        let lines = self.ask(command);
        assert!(lines.is_empty(), "'{command}' was answered: {lines:#?}");
    }

    /// Sends what the engine should refuse with one remark.
    pub fn refused(&mut self, command: &str) -> String {
        let line = self.ask_one(command);
        line.strip_prefix("info string ").unwrap_or_else(|| panic!("no remark: {line}")).to_owned()
    }

    /// The FEN that `d` shows.
    pub fn fen(&mut self) -> String {
        self.field("FEN: ")
    }

    /// The FEN that `d` shows between the lines of a search.
    pub fn fen_while_searching(&mut self) -> String {
        self.send("d");
        let lines = self.until("Status: ");
        let line = lines.iter().find_map(|line| line.strip_prefix("FEN: "));
        line.expect("a FEN").to_owned()
    }

    /// A field that `d` shows.
    pub fn field(&mut self, name: &str) -> String {
        let lines = self.ask("d");
        let line = lines.iter().find_map(|line| line.strip_prefix(name));
        line.unwrap_or_else(|| panic!("'{name}' is missing: {lines:#?}")).to_owned()
    }

    /// The words of `legal`.
    pub fn legal(&mut self) -> Vec<String> {
        let line = self.ask_one("legal");
        let mut words = line.split(' ').map(str::to_owned);
        assert_eq!(words.next().as_deref(), Some("legalmoves"));
        words.collect()
    }

    /// Sends `go ...` and returns what comes up to `bestmove`.
    pub fn go(&mut self, limits: &str) -> Search {
        self.send(&format!("go {limits}"));
        self.search()
    }

    /// What a search says until its end.
    pub fn search(&mut self) -> Search {
        Search::new(self.until("bestmove "))
    }

    /// Closes the engine's input.
    pub fn close(&mut self) {
        self.input = None;
    }

    /// Waits for the process to end.
    pub fn exit(&mut self, patience: Duration) -> ExitStatus {
        let end = Instant::now() + patience;
        loop {
            if let Some(status) = self.child.try_wait().expect("a child can be asked") {
                return status;
            }
            assert!(Instant::now() < end, "the process should have ended within {patience:?}");
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// What was said after the input was closed, once the process has ended without an error.
    pub fn rest(&mut self) -> Vec<String> {
        self.close();
        assert!(self.exit(PATIENCE).success());
        let mut lines = Vec::new();
        while let Some(line) = self.line_within(PATIENCE) {
            lines.push(line);
        }
        lines
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// One `info` line with a variation.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub depth: u32,
    pub seldepth: u32,
    pub multipv: usize,
    pub score: String,
    pub bound: bool,
    pub nodes: u64,
    pub pv: Vec<String>,
}

impl Line {
    fn parse(text: &str) -> Line {
        let words: Vec<&str> = text.split(' ').collect();
        let at = |name: &str| {
            let index = words.iter().position(|w| *w == name);
            index.unwrap_or_else(|| panic!("'{name}' is missing: {text}")) + 1
        };
        let number = |name: &str| words[at(name)].parse().unwrap_or_else(|_| panic!("{name}: {text}"));
        for name in ["nps", "hashfull", "time"] {
            number(name);
        }
        let score = at("score");
        Line {
            depth: number("depth") as u32,
            seldepth: number("seldepth") as u32,
            multipv: number("multipv") as usize,
            score: words[score..score + 2].join(" "),
            bound: text.contains(" lowerbound ") || text.contains(" upperbound "),
            nodes: number("nodes"),
            pv: words[at("pv")..].iter().map(|w| (*w).to_owned()).collect(),
        }
    }

    /// Moves to mate, if it is a mate score.
    pub fn mate(&self) -> Option<i32> {
        self.score.strip_prefix("mate ").map(|n| n.parse().expect("a number"))
    }
}

/// What a search said.
#[derive(Clone, Debug)]
pub struct Search {
    pub lines: Vec<String>,
    pub best: String,
    pub ponder: Option<String>,
}

impl Search {
    fn new(lines: Vec<String>) -> Search {
        let last = lines.last().expect("the search's end");
        let words: Vec<&str> = last.split(' ').collect();
        let (best, ponder) = match words[..] {
            ["bestmove", best] => (best.to_owned(), None),
            ["bestmove", best, "ponder", ponder] => (best.to_owned(), Some(ponder.to_owned())),
            _ => panic!("malformed: {last}"),
        };
        Search { lines, best, ponder }
    }

    /// The lines with variations.
    pub fn infos(&self) -> Vec<Line> {
        self.lines.iter().filter(|l| l.contains(" pv ")).map(|l| Line::parse(l)).collect()
    }

    /// The last first line.
    pub fn last(&self) -> Line {
        let first = self.infos().into_iter().rfind(|line| line.multipv == 1);
        first.unwrap_or_else(|| panic!("no variation: {:#?}", self.lines))
    }
}
