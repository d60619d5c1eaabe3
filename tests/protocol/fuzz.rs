//! A seeded fuzzer: sessions of random, mutated and interleaved commands, judged line by line.
//!
//! Each `go` stands behind a `legal`, so that the judge knows the moves of the position that is searched; where the
//! position is one of the fuzzer's own, the slow rules have to agree with that answer.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crate::babble::{Babble, Kind, Pool, pools};
use crate::engine::Engine;
#[cfg(not(feature = "long-tests"))]
use crate::positions::calm;

/// Commands between two points at which everything asked for has to be answered.
const BATCH: usize = 40;
/// What is lost if it has not come by then.
const PATIENCE: Duration = Duration::from_secs(5);

/// What happened in some sessions.
#[derive(Clone, Debug, Default)]
struct Tally {
    commands: usize,
    /// `position` commands that had to be taken.
    positions: usize,
    /// `go` commands, refused ones included.
    searches: usize,
    refused: usize,
    /// Searches that were told to stop before they had ended.
    interrupted: usize,
    /// Times from `isready` to `readyok`.
    ready: Vec<Duration>,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.commands += other.commands;
        self.positions += other.positions;
        self.searches += other.searches;
        self.refused += other.refused;
        self.interrupted += other.interrupted;
        self.ready.extend(other.ready);
    }
}

/// A search that was asked for.
struct Asked {
    /// How many `legal` had been sent by then: the last of them has the moves.
    legal: usize,
    only: Vec<String>,
    stopped: bool,
}

/// One session: what was said on both sides, and what is still owed.
struct Session {
    engine: Engine,
    transcript: Vec<String>,
    /// `go` commands without an answer, in order.
    asked: VecDeque<Asked>,
    /// Answers to `legal`, and what the slow rules say about each.
    legal: Vec<Vec<String>>,
    wanted: VecDeque<Option<&'static [String]>>,
    legal_sent: usize,
    ready: VecDeque<Instant>,
    /// The position is number such of the pool.
    known: Option<usize>,
    /// Chess may be asked to write castling in its other way.
    castling: bool,
    /// UGI is spoken, and no other was since the last batch.
    ugi: bool,
    game: Option<String>,
    tally: Tally,
}

impl Session {
    fn fail(&self, problem: &str) -> ! {
        let last = self.transcript.len().saturating_sub(120);
        panic!("{problem}; the last lines:\n{}", self.transcript[last..].join("\n"));
    }

    fn send(&mut self, bytes: &[u8], kind: &Kind, pool: &'static Pool) {
        self.transcript.push(format!("> {}", String::from_utf8_lossy(bytes)));
        let mut line = bytes.to_vec();
        line.push(b'\n');
        match kind {
            Kind::Position(number) => {
                self.known = Some(*number);
                self.tally.positions += 1;
            }
            Kind::Upsets => self.known = None,
            Kind::Go { only } => {
                self.tally.searches += 1;
                let asked = Asked { legal: self.legal_sent, only: only.clone(), stopped: false };
                self.asked.push_back(asked);
            }
            Kind::Legal => {
                self.legal_sent += 1;
                let sure = !(self.castling && pool.game == "chess");
                let known = self.known.filter(|_| sure);
                self.wanted.push_back(known.map(|number| pool.known[number].legal.as_slice()));
            }
            Kind::Ready => self.ready.push_back(Instant::now()),
            Kind::Stop => self.asked.iter_mut().for_each(|asked| asked.stopped = true),
            Kind::Style => {
                self.castling = true;
                self.ugi = false;
            }
            Kind::Other => {}
        }
        self.tally.commands += 1;
        self.engine.send_bytes(&line);
        while let Some((time, line)) = self.engine.timed_line(Duration::ZERO) {
            self.hear(time, &line);
        }
    }

    fn hear(&mut self, time: Instant, line: &str) {
        if !line.starts_with("info depth") || self.transcript.len() < 1000 {
            self.transcript.push(format!("< {line}"));
        }
        if let Some(rest) = line.strip_prefix("bestmove ") {
            self.best_move(rest);
        } else if line == "legalmoves" || line.starts_with("legalmoves ") {
            let mut moves: Vec<String> = line.split(' ').skip(1).map(str::to_owned).collect();
            moves.sort();
            match self.wanted.pop_front() {
                None => self.fail("legal moves that nobody asked for"),
                Some(Some(wanted)) if wanted != moves => {
                    self.fail("other legal moves than by the slow rules")
                }
                Some(_) => self.legal.push(moves),
            }
        } else if line == "readyok" {
            let Some(sent) = self.ready.pop_front() else { self.fail("readyok that nobody asked for") };
            self.tally.ready.push(time.saturating_duration_since(sent));
        } else if line.starts_with("info string go: a search without limits")
            || line.starts_with("info string go: '") && line.contains(" needs a whole number")
        {
            // It belongs to the last `go` behind the last answered `legal`.
            let legal = self.legal.len();
            match self.asked.iter().rposition(|asked| asked.legal == legal) {
                Some(index) => drop(self.asked.remove(index)),
                None => self.fail("a refusal of no search"),
            }
            self.tally.refused += 1;
        } else if let Some(game) = line.strip_prefix("Game: ") {
            self.game = Some(game.to_owned());
        }
    }

    fn best_move(&mut self, rest: &str) {
        let Some(asked) = self.asked.pop_front() else { self.fail("a bestmove that nobody asked for") };
        self.tally.interrupted += usize::from(asked.stopped);
        let words: Vec<&str> = rest.split(' ').collect();
        let best = match words[..] {
            [best] => best,
            [best, "ponder", _] if !self.ugi => best,
            _ => self.fail("a malformed bestmove"),
        };
        let Some(legal) = asked.legal.checked_sub(1).and_then(|index| self.legal.get(index)) else {
            self.fail("a bestmove before the answer to what was asked for before");
        };
        let only: Vec<&String> = asked.only.iter().filter(|m| legal.contains(m)).collect();
        let right = match best {
            "(none)" => legal.is_empty(),
            m => legal.iter().any(|l| l == m) && (only.is_empty() || only.iter().any(|l| *l == m)),
        };
        if !right {
            self.fail(&format!("an illegal bestmove {best}, not one of {legal:?} {only:?}"));
        }
    }

    /// Stops everything and waits until all is answered.
    fn settle(&mut self, pool: &'static Pool) {
        self.game = None;
        self.send(b"stop", &Kind::Stop, pool);
        self.send(b"isready", &Kind::Ready, pool);
        self.send(b"d", &Kind::Other, pool);
        self.send(b"legal", &Kind::Legal, pool);
        let end = Instant::now() + PATIENCE;
        while !(self.asked.is_empty()
            && self.wanted.is_empty()
            && self.ready.is_empty()
            && self.game.is_some())
        {
            match self.engine.timed_line(end.saturating_duration_since(Instant::now())) {
                Some((time, line)) => self.hear(time, &line),
                None => self.fail(&format!(
                    "still owed: {} bestmove, {} legalmoves, {} readyok",
                    self.asked.len(),
                    self.wanted.len(),
                    self.ready.len()
                )),
            }
        }
        // Nothing of the past is asked for again.
        self.asked.clear();
    }
}

/// The pool of the game with this title.
fn pool_of(title: &str) -> Option<&'static Pool> {
    let titles = titles();
    let index = titles.iter().position(|t| t == title)?;
    pools().get(index)
}

/// What `d` calls each game, in the order of the pools.
fn titles() -> &'static [String] {
    static TITLES: std::sync::OnceLock<Vec<String>> = std::sync::OnceLock::new();
    TITLES.get_or_init(|| pools().iter().map(|pool| Engine::of(pool.game).field("Game: ")).collect())
}

/// One session of about `commands` commands.
fn session(seed: u64, commands: usize) -> Tally {
    let mut babble = Babble::new(seed);
    let mut pool = &pools()[seed as usize % pools().len()];
    let mut session = Session {
        engine: Engine::start(),
        transcript: vec![format!("session of seed {seed}")],
        asked: VecDeque::new(),
        legal: Vec::new(),
        wanted: VecDeque::new(),
        legal_sent: 0,
        ready: VecDeque::new(),
        known: None,
        castling: false,
        ugi: false,
        game: None,
        tally: Tally::default(),
    };
    let variant = format!("setoption name UCI_Variant value {}", pool.game);
    session.send(variant.as_bytes(), &Kind::Upsets, pool);
    while session.tally.commands < commands {
        // Between the points of rest `bestmove` has two words if all of them were asked for under UGI.
        session.ugi = babble.below(8) == 0;
        session.send(if session.ugi { b"ugi" } else { b"uci" }, &Kind::Other, pool);
        for _ in 0..BATCH {
            let line = babble.next(pool);
            // The game may be another one behind what upsets, and its positions no positions here.
            let lost = line.kind == Kind::Upsets && line.bytes.starts_with(b"setoption");
            session.send(&line.bytes, &line.kind, pool);
            std::thread::sleep(line.pause);
            if lost {
                break;
            }
        }
        session.settle(pool);
        let title = session.game.clone().unwrap_or_default();
        match pool_of(&title) {
            Some(found) if found.game == pool.game => {}
            Some(found) => {
                pool = found;
                session.known = None;
            }
            None => session.fail(&format!("an unknown game '{title}'")),
        }
    }
    // Half of the sessions end under a search.
    if babble.below(2) == 0 {
        session.engine.send("go infinite");
    }
    if babble.below(2) == 0 {
        session.engine.send("quit");
    }
    session.engine.close();
    let status = session.engine.exit(PATIENCE);
    if !status.success() {
        session.fail(&format!("a bad end: {status}"));
    }
    session.tally
}

/// Sessions of a thousand commands until there are enough.
fn fuzz(seed: u64, commands: usize) -> Tally {
    let mut total = Tally::default();
    let mut number = seed;
    while total.commands < commands {
        total.add(session(number, commands.min(1000)));
        number += 1;
    }
    total.ready.sort();
    let at = |part: f64| total.ready[((total.ready.len() - 1) as f64 * part) as usize];
    println!(
        "seed {seed}: {} commands ({} positions, {} searches, {} of them refused, {} interrupted); \
         readyok median {:?}, p99 {:?}, max {:?}",
        total.commands,
        total.positions,
        total.searches,
        total.refused,
        total.interrupted,
        at(0.5),
        at(0.99),
        at(1.0)
    );
    assert!(total.positions * 10 >= total.commands * 3, "too few positions");
    assert!(total.searches * 10 >= total.commands, "too few searches");
    total
}

#[cfg(not(feature = "long-tests"))]
#[test]
fn random_sessions() {
    let _calm = calm();
    let total = fuzz(1, 7000);
    // Other tests may hold up a few answers.
    let late = total.ready.iter().filter(|time| **time > Duration::from_millis(100)).count();
    assert!(late * 20 <= total.ready.len(), "{late} of {} late", total.ready.len());
}

/// A million commands, or as many as the environment's `ODDITY_FUZZ` says, from `ODDITY_SEED` on.
#[cfg(feature = "long-tests")]
#[test]
fn random_sessions() {
    let number = |name: &str, default| {
        std::env::var(name).map_or(default, |text| text.parse().expect("a whole number"))
    };
    let commands = number("ODDITY_FUZZ", 1_000_000);
    let total = fuzz(number("ODDITY_SEED", 1_000_000) as u64, commands);
    let late = total.ready.iter().filter(|time| **time > Duration::from_millis(100)).count();
    assert_eq!(late, 0, "readyok came late");
}
