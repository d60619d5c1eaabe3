//! The commands, line by line.

use std::sync::atomic::Ordering;

use super::variants::Rules;
use super::{Flow, Thinking, Xboard};
use crate::protocol::command::Start;
use crate::protocol::options::{
    EngineOption, HASH, MOVE_OVERHEAD, MULTI_PV, OptionError, SKILL_LEVEL, Spin, THREADS, VARIETY,
};

/// The share of `memory` that the table gets: the rest of the engine takes some, too.
fn table_share(mib: usize) -> usize {
    (mib - mib / 8).clamp(HASH.min, HASH.max)
}

/// `feature` lines, the answer to `protover`.
fn features() -> String {
    let spin = |spin: &Spin| {
        let Spin { name, default, min, max } = spin;
        format!("feature option=\"{name} -spin {default} {min} {max}\"\n")
    };
    format!(
        "feature done=0\n\
         feature ping=1 setboard=1 playother=1 usermove=1 san=0 time=1 draw=0 sigint=0 sigterm=0 reuse=1 analyze=1\n\
         feature colors=0 ics=0 name=0 nps=0 pause=0 debug=1 memory=1 smp=1 exclude=0 highlight=1\n\
         feature variants=\"{}\"\n\
         feature myname=\"Oddity {}\"\n\
         {}{}{}{}\
         feature option=\"{} -button\"\n\
         feature option=\"{} -file \"\n\
         feature option=\"{} -file \"\n\
         feature done=1",
        Rules::names(),
        env!("CARGO_PKG_VERSION"),
        spin(&MULTI_PV),
        spin(&MOVE_OVERHEAD),
        spin(&SKILL_LEVEL),
        spin(&VARIETY),
        EngineOption::ClearHash.name(),
        EngineOption::WeightsFile.name(),
        EngineOption::DebugLogFile.name(),
    )
}

impl Xboard {
    /// Obeys one line.
    pub(super) fn line(&mut self, line: &str) -> Flow {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&word, rest)) = words.split_first() else { return Flow::Continue };
        if word == "quit" {
            return Flow::Quit;
        }
        if let Err(reason) = self.obey(word, rest, line) {
            self.error(&reason, line);
        }
        Flow::Continue
    }

    fn obey(&mut self, word: &str, rest: &[&str], line: &str) -> Result<(), String> {
        let first = rest.first().copied();
        match word {
            // What means nothing here: opponents' names and offers of a draw, which the engine declines.
            "xboard" | "accepted" | "random" | "computer" | "name" | "rating" | "ics" | "draw" | "put"
            | "hover" => {}
            "rejected" => {
                if first == Some("debug") {
                    self.debug.store(false, Ordering::Relaxed);
                }
            }
            "protover" => {
                self.debug.store(true, Ordering::Relaxed);
                self.out.write(&features());
            }
            "new" => self.new_game(),
            "variant" => self.variant(first)?,
            "setboard" => self.set_board(line.trim_start().split_at(word.len()).1.trim()),
            "usermove" => self.user_move(first.ok_or("the move is missing")?),
            "go" => {
                self.not_analysing()?;
                self.abandon();
                self.plays = Some(self.engine.session().side_to_move());
                self.think();
            }
            "playother" => {
                self.not_analysing()?;
                self.abandon();
                self.plays = Some(self.engine.session().side_to_move().other());
            }
            "force" => self.force(),
            "result" => self.force(),
            "?" => {
                if self.thinking == Thinking::Move {
                    self.engine.stop();
                }
            }
            "ping" => self.ping(first.ok_or("the number is missing")?),
            "undo" => self.back(1)?,
            "remove" => {
                self.back(2)?;
                self.think_if_on_move();
            }
            "level" => {
                let read = self.clocks.level(rest);
                read.then_some(()).ok_or("expected moves a session, minutes, and seconds a move")?;
            }
            "st" => {
                let read = first.is_some_and(|text| self.clocks.fixed(text));
                read.then_some(()).ok_or("expected seconds a move")?;
            }
            "sd" => {
                let depth = first.and_then(|text| text.parse().ok()).filter(|&depth: &u32| depth > 0);
                self.clocks.depth = Some(depth.ok_or("expected a depth of at least 1")?);
            }
            "time" | "otim" => {
                let read = first.is_some_and(|text| self.clocks.set(word == "time", text));
                read.then_some(()).ok_or("expected centiseconds")?;
            }
            "post" => self.shared.post.store(true, Ordering::Relaxed),
            "nopost" => self.shared.post.store(false, Ordering::Relaxed),
            "hard" => self.pondering = true,
            "easy" => {
                self.pondering = false;
                if matches!(self.thinking, Thinking::Ponder(_)) {
                    self.abandon();
                }
            }
            "analyze" => {
                self.plays = None;
                self.analysing = true;
                self.analyse();
            }
            "exit" => {
                if !self.analysing {
                    return Err("there is no analysis".to_owned());
                }
                self.analysing = false;
                self.abandon();
            }
            "." => self.status(),
            "hint" => {
                if let Some(m) = &self.expected {
                    self.out.write(&format!("Hint: {}", self.rules.grid.write_move(m)));
                }
            }
            "bk" => self.out.write(" There is no book.\n\n"),
            "lift" => {
                if let Some(marks) = first.and_then(|square| self.marks(square)) {
                    self.out.write(&format!("highlight {marks}"));
                }
            }
            "memory" => {
                let mib: usize = number(first)?;
                self.set(HASH.name, &table_share(mib).to_string())?;
            }
            "cores" => {
                let cores: usize = number(first)?;
                self.set(THREADS.name, &cores.clamp(THREADS.min, THREADS.max).to_string())?;
            }
            "option" => self.option(line.trim_start().split_at(word.len()).1.trim())?,
            // Where `usermove` was refused, moves come without a word before them.
            _ if self.rules.grid.read_move(word).is_some() => self.user_move(word),
            _ => return Err("unknown command".to_owned()),
        }
        Ok(())
    }

    fn not_analysing(&self) -> Result<(), String> {
        if self.analysing { Err("not during an analysis".to_owned()) } else { Ok(()) }
    }

    fn force(&mut self) {
        self.plays = None;
        if !self.analysing {
            self.abandon();
        }
    }

    fn variant(&mut self, name: Option<&str>) -> Result<(), String> {
        let names = || format!("unknown variant; there are {}", Rules::names().replace(',', ", "));
        let rules = name.and_then(Rules::named).ok_or_else(names)?;
        self.abandon();
        self.rules = rules;
        self.open();
        self.out.write(&self.rules.setup(&self.fen()));
        Ok(())
    }

    fn set_board(&mut self, fen: &str) {
        self.abandon();
        match self.read_fen(fen) {
            Ok(fen) => self.begin(Start::Fen(fen)),
            Err(problem) => {
                self.broken = true;
                self.moves.clear();
                self.out.write(&format!("tellusererror Illegal position ({})", super::one_line(&problem)));
            }
        }
    }

    fn ping(&mut self, number: &str) {
        let pong = format!("pong {number}");
        match self.thinking {
            Thinking::Move => self.pongs.push(number.to_owned()),
            // Behind the tables being made or cleared, or the next move would have to wait for them.
            Thinking::Idle => {
                self.engine.warm_up();
                let out = self.out.clone();
                self.engine.when_idle(move || out.write(&pong));
            }
            _ => self.out.write(&pong),
        }
    }

    fn back(&mut self, count: usize) -> Result<(), String> {
        self.take_back(count).then_some(()).ok_or_else(|| format!("fewer than {count} moves to take back"))
    }

    /// The answer to `.`.
    fn status(&self) {
        if self.thinking != Thinking::Analyse {
            return;
        }
        let progress = self.shared.progress();
        let total = self.engine.session().legal_moves().len();
        let (name, number) = progress.current.unwrap_or_default();
        let time = self.begun.elapsed().as_millis() / 10;
        let left = total.saturating_sub(number);
        let line = format!("stat01: {time} {} {} {left} {total} {name}", progress.nodes, progress.depth);
        self.out.write(line.trim_end());
    }

    /// `option NAME=VALUE`, or `option NAME` for a button.
    fn option(&mut self, text: &str) -> Result<(), String> {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        let name = name.trim();
        if EngineOption::find(name) == Some(EngineOption::Variant) {
            return Err("the game is chosen by 'variant'".to_owned());
        }
        self.set(name, value.trim())
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        self.engine.set_option(name, value).map_err(|problem| match problem {
            // What lists them for UCI is no command here.
            OptionError::Unknown(name) => format!("no option is called '{name}'; 'protover 2' lists them"),
            problem => problem.to_string(),
        })
    }
}

/// The number behind a command.
fn number(text: Option<&str>) -> Result<usize, String> {
    text.and_then(|text| text.parse().ok()).ok_or_else(|| "expected a whole number".to_owned())
}
