//! A player that is another program speaking the protocol over pipes.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::game::{Game, Side};
use crate::games::chess::Chess;
use crate::search::{Clock, Control, MATE, Score};
use crate::tools::selfplay::{Budget, Choice, Fault, Line, Player};

/// Longest wait for an answer to `uci` and `isready`.
const HANDSHAKE: Duration = Duration::from_secs(10);

/// Longest wait for a move that no time was set for.
const PATIENCE: Duration = Duration::from_secs(120);

/// Waited beyond the player's time before it is given up; the game's own margin is far smaller.
const GRACE: Duration = Duration::from_secs(2);

/// How often a waiting player looks at the control.
const POLL: Duration = Duration::from_millis(50);

/// Longest line of a program, bytes; one that sends more has lost its way.
const LONGEST_LINE: u64 = 1 << 20;

/// Lines read ahead; a program that floods waits until they are looked at.
const LINES_AHEAD: usize = 1_000;

/// A program and how to start it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessSpec {
    /// The program.
    pub path: String,
    /// Its command line.
    pub args: Vec<String>,
    /// Options to set by `setoption`.
    pub options: Vec<(String, String)>,
}

impl ProcessSpec {
    /// The program at `path` without arguments and options.
    pub fn new(path: &str) -> ProcessSpec {
        ProcessSpec { path: path.to_owned(), args: Vec::new(), options: Vec::new() }
    }

    /// Sets one key of an engine's description; `false` if there is none of this name.
    pub fn set(&mut self, key: &str, value: &str) -> bool {
        if let Some(name) = key.strip_prefix("option.") {
            self.options.push((name.to_owned(), value.to_owned()));
        } else if key == "arg" {
            self.args.push(value.to_owned());
        } else if key != "cmd" {
            return false;
        }
        true
    }
}

/// Why a program can't play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartError {
    /// It does not start, or not answer as the protocol wants.
    Fault(Fault),
    /// It speaks the protocol, but can't do what is asked of it: one line that says what.
    Refused(String),
}

impl From<Fault> for StartError {
    fn from(fault: Fault) -> StartError {
        StartError::Fault(fault)
    }
}

impl StartError {
    /// What this means in the middle of a match.
    fn fault(self) -> Fault {
        match self {
            StartError::Fault(fault) => fault,
            StartError::Refused(why) => Fault::Crash(why),
        }
    }
}

/// The name in a line `option name N type ...`.
fn declared(line: &str) -> &str {
    let name = line.strip_prefix("option name ").unwrap_or("");
    name.split_once(" type ").map_or(name, |(name, _)| name).trim()
}

/// A running program with a thread that reads its output.
struct Connection {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Drop for Connection {
    fn drop(&mut self) {
        // A program that ignores `quit` must not outlive the match.
        let _ = writeln!(self.input, "quit");
        let _ = self.input.flush();
        let deadline = Instant::now() + Duration::from_millis(200);
        while Instant::now() < deadline {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Connection {
    fn open(spec: &ProcessSpec) -> Result<Connection, Fault> {
        let mut command = Command::new(&spec.path);
        command.args(&spec.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // A group of its own: the terminal's interrupt ends the match, not the programs in mid-game.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|e| Fault::Crash(e.to_string()))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Fault::Crash("no pipes to the program".to_owned()));
        };
        let (sender, lines) = mpsc::sync_channel(LINES_AHEAD);
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut line = String::new();
            loop {
                line.clear();
                match output.by_ref().take(LONGEST_LINE).read_line(&mut line) {
                    Ok(n) if n > 0 && (n as u64) < LONGEST_LINE => {}
                    _ => return,
                }
                if sender.send(line.trim_end().to_owned()).is_err() {
                    return;
                }
            }
        });
        Ok(Connection { child, input, lines })
    }

    fn send(&mut self, text: &str) -> Result<(), Fault> {
        writeln!(self.input, "{text}")
            .and_then(|()| self.input.flush())
            .map_err(|e| Fault::Crash(format!("can't be written to: {e}")))
    }

    /// The next line before `deadline`, or a time-out.
    fn line(&mut self, deadline: Instant) -> Result<String, Fault> {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            // Even where lines never stop coming.
            return Err(Fault::TimeOut);
        }
        self.lines.recv_timeout(left).map_err(|e| match e {
            RecvTimeoutError::Timeout => Fault::TimeOut,
            RecvTimeoutError::Disconnected => self.ended(),
        })
    }

    /// Why no more lines come.
    fn ended(&mut self) -> Fault {
        let deadline = Instant::now() + POLL;
        while Instant::now() < deadline {
            match self.child.try_wait() {
                Ok(Some(status)) => return Fault::Crash(status.to_string()),
                Ok(None) => thread::sleep(Duration::from_millis(1)),
                Err(e) => return Fault::Crash(e.to_string()),
            }
        }
        Fault::Crash(format!("closed its output, or wrote a line of {} MiB or no UTF-8", LONGEST_LINE >> 20))
    }

    /// Sends `command` and waits for a line that begins with `answer`; gives the `option` lines before it.
    fn ask(&mut self, command: &str, answer: &str) -> Result<Vec<String>, Fault> {
        self.send(command)?;
        let deadline = Instant::now() + HANDSHAKE;
        let mut before = Vec::new();
        loop {
            let line = self.line(deadline)?;
            if line.split_whitespace().next() == Some(answer) {
                return Ok(before);
            }
            if line.starts_with("option ") && before.len() < LINES_AHEAD {
                before.push(line);
            }
        }
    }
}

/// The player.
pub struct ProcessPlayer<G: Game> {
    game: G,
    spec: ProcessSpec,
    budget: Budget,
    connection: Option<Connection>,
}

impl<G: Game> ProcessPlayer<G> {
    /// Starts the program, tells it the game and sets its options.
    ///
    /// # Errors
    /// [`StartError`] if it does not start or answer, or lacks the game or an option.
    pub fn start(game: G, spec: ProcessSpec, budget: Budget) -> Result<Self, StartError> {
        let mut player = ProcessPlayer { game, spec, budget, connection: None };
        player.connect()?;
        Ok(player)
    }

    fn connect(&mut self) -> Result<&mut Connection, StartError> {
        let mut connection = Connection::open(&self.spec)?;
        let mut lines = connection.ask("uci", "uciok")?;
        if let Some(variants) = lines.iter().find(|l| l.starts_with("option name UCI_Variant ")) {
            if !variants.split_whitespace().any(|word| word == G::NAME) {
                return Err(StartError::Refused(format!("it does not play '{}'", G::NAME)));
            }
            connection.send(&format!("setoption name UCI_Variant value {}", G::NAME))?;
            if self.undeclared(&lines).is_some() {
                // Options of one game alone may be listed only while it is chosen.
                lines = connection.ask("uci", "uciok")?;
            }
        } else if G::NAME != Chess::NAME {
            // Without the option a program plays chess, and would lose every other game by illegal moves.
            return Err(StartError::Refused(format!(
                "it declares no option 'UCI_Variant' in its answer to 'uci', so it can't be told to play '{}'",
                G::NAME
            )));
        }
        if let Some(name) = self.undeclared(&lines) {
            return Err(StartError::Refused(format!(
                "option.{name}: it declares no option '{name}' in its answer to 'uci'"
            )));
        }
        for (name, value) in &self.spec.options {
            connection.send(&format!("setoption name {name} value {value}"))?;
        }
        connection.ask("isready", "readyok")?;
        Ok(self.connection.insert(connection))
    }

    /// The first option to be set that none of the `option` lines declares.
    fn undeclared(&self, lines: &[String]) -> Option<&str> {
        let known = |name: &str| lines.iter().any(|line| declared(line).eq_ignore_ascii_case(name));
        self.spec.options.iter().map(|(name, _)| name.as_str()).find(|name| !known(name))
    }

    fn search(&mut self, line: &Line<G>, clock: &Clock, control: &Control) -> Result<Choice<G::Move>, Fault> {
        let go = go_command(&self.budget, clock);
        let time = self.time_for(self.game.side_to_move(&line.root.position), clock);
        let connection = self.connection.as_mut().ok_or(Fault::Crash("not running".to_owned()))?;
        connection.send(&position_command::<G>(line))?;
        connection.send(&go)?;
        let deadline = Instant::now() + time.map_or(PATIENCE, |t| t + GRACE);
        let (mut score, mut nodes) = (None, 0);
        loop {
            // A stopped game is given up anyway; any fault will do.
            if control.stopped() || Instant::now() >= deadline {
                return Err(Fault::TimeOut);
            }
            let text = match connection.line(deadline.min(Instant::now() + POLL)) {
                Ok(text) => text,
                Err(Fault::TimeOut) => continue,
                Err(fault) => return Err(fault),
            };
            let mut words = text.split_whitespace();
            match words.next() {
                Some("info") => read_info(words, &mut score, &mut nodes),
                Some("bestmove") => {
                    let word = words.next().unwrap_or("(none)");
                    if word == "(none)" {
                        return Err(Fault::NoMove);
                    }
                    let best = self
                        .game
                        .parse_move(&line.root.position, word)
                        .map_err(|_| Fault::IllegalMove(word.to_owned()))?;
                    return Ok(Choice { best, score, nodes });
                }
                _ => {}
            }
        }
    }

    fn time_for(&self, side: Side, clock: &Clock) -> Option<Duration> {
        let own = self.budget.clock.and_then(|_| clock.time_left(side));
        match (own, self.budget.move_time) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }
}

impl<G: Game> Player<G> for ProcessPlayer<G> {
    fn budget(&self) -> Budget {
        self.budget
    }

    fn new_game(&mut self) -> Result<(), Fault> {
        if self.connection.is_none() {
            self.connect().map_err(StartError::fault)?;
        }
        let Some(connection) = self.connection.as_mut() else { return Ok(()) };
        let ready =
            connection.send("ucinewgame").and_then(|()| connection.ask("isready", "readyok").map(drop));
        if ready.is_err() {
            // It may have died after the last game was decided; one fresh start is its right.
            self.connection = None;
            self.connect().map_err(StartError::fault)?;
        }
        Ok(())
    }

    fn choose(&mut self, line: &Line<G>, clock: &Clock, control: &Control) -> Result<Choice<G::Move>, Fault> {
        let choice = self.search(line, clock, control);
        if choice.is_err() {
            // Whatever is still on its way belongs to the lost game.
            self.connection = None;
        }
        choice
    }
}

fn position_command<G: Game>(line: &Line<G>) -> String {
    let start = if line.start_fen == G::START_FEN {
        "startpos".to_owned()
    } else {
        format!("fen {}", line.start_fen)
    };
    if line.texts.is_empty() {
        format!("position {start}")
    } else {
        format!("position {start} moves {}", line.texts.join(" "))
    }
}

fn go_command(budget: &Budget, clock: &Clock) -> String {
    let mut go = "go".to_owned();
    if let Some(nodes) = budget.nodes {
        go += &format!(" nodes {nodes}");
    }
    if let Some(depth) = budget.depth {
        go += &format!(" depth {depth}");
    }
    if let Some(time) = budget.move_time {
        go += &format!(" movetime {}", time.as_millis());
    }
    if budget.clock.is_some() {
        for (side, name) in [(Side::White, 'w'), (Side::Black, 'b')] {
            if let Some(time) = clock.time_left(side) {
                let increment = clock.increment[side.index()];
                go += &format!(" {name}time {} {name}inc {increment}", time.as_millis());
            }
        }
    }
    go
}

/// Takes score and nodes from an `info` line; mates become win-in-n scores.
fn read_info<'a>(mut words: impl Iterator<Item = &'a str>, score: &mut Option<Score>, nodes: &mut u64) {
    while let Some(word) = words.next() {
        match word {
            "nodes" => *nodes = words.next().and_then(|w| w.parse().ok()).unwrap_or(*nodes),
            "score" => {
                let kind = words.next();
                let value: Option<Score> = words.next().and_then(|w| w.parse().ok());
                *score = match (kind, value) {
                    (Some("cp"), value) => value,
                    (Some("mate"), Some(moves)) if moves > 0 => Some(MATE - moves.min(100) * 2 + 1),
                    (Some("mate"), Some(moves)) => Some(-MATE - moves.max(-100) * 2),
                    _ => None,
                };
            }
            "pv" | "string" => return,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::selfplay::TimeControl;

    #[test]
    fn reads_scores_and_nodes() {
        let read = |line: &str| {
            let (mut score, mut nodes) = (None, 0);
            read_info(line.split_whitespace(), &mut score, &mut nodes);
            (score, nodes)
        };
        assert_eq!(read("depth 3 score cp -12 nodes 77 pv a1a2"), (Some(-12), 77));
        assert_eq!(read("depth 3 score mate 2 nodes 5"), (Some(MATE - 3), 5));
        assert_eq!(read("score mate -1 nodes 5"), (Some(-MATE + 2), 5));
        assert_eq!(read("score mate 0"), (Some(-MATE), 0));
        assert_eq!(read("string score cp 5"), (None, 0));
        assert_eq!(read("score cp"), (None, 0));
    }

    #[test]
    fn reads_names_of_options() {
        assert_eq!(
            declared("option name Move Overhead type spin default 10 min 0 max 5000"),
            "Move Overhead"
        );
        assert_eq!(declared("option name Clear Hash type button"), "Clear Hash");
        assert_eq!(declared("option nonsense"), "");
    }

    #[test]
    fn writes_go() {
        let budget = Budget { depth: Some(4), ..Budget::nodes(100) };
        assert_eq!(go_command(&budget, &Clock::default()), "go nodes 100 depth 4");
        let control = TimeControl { base: Duration::from_secs(1), increment: Duration::from_millis(10) };
        let budget = Budget { clock: Some(control), ..Budget::default() };
        let clock = Clock { time: [Some(900), Some(-4)], increment: [10, 10], moves_to_go: None };
        assert_eq!(go_command(&budget, &clock), "go wtime 900 winc 10 btime 0 binc 10");
    }
}
