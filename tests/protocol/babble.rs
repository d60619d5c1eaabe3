//! Seeded command lines for the fuzzer: valid, mutated and absurd ones.

use std::sync::OnceLock;
use std::time::Duration;

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::positions::{self, GAMES, slow, slow_fen};

/// A position that the slow rules know, and how it is asked for.
pub struct Known {
    /// The `position` commands that lead to it.
    pub commands: [String; 2],
    /// Its legal moves, sorted.
    pub legal: Vec<String>,
}

/// Positions of a game that the fuzzer plays with.
pub struct Pool {
    pub game: &'static str,
    pub known: Vec<Known>,
    bad: Vec<String>,
}

/// Positions a game.
const POSITIONS: usize = 24;

/// The pools of all games, made once.
pub fn pools() -> &'static [Pool] {
    static POOLS: OnceLock<Vec<Pool>> = OnceLock::new();
    POOLS.get_or_init(|| GAMES.iter().map(|&game| pool(game)).collect())
}

fn pool(game: &'static str) -> Pool {
    let mut random = SmallRng::seed_from_u64(GAMES.iter().position(|g| *g == game).unwrap_or(0) as u64);
    let mut known = Vec::new();
    while known.len() < POSITIONS {
        let mut board = slow(game);
        let mut moves: Vec<String> = Vec::new();
        for _ in 0..random.random_range(0..70) {
            let legal = board.legal_moves();
            if legal.is_empty() {
                break;
            }
            let m = legal[random.random_range(0..legal.len())].clone();
            board.play(&m).expect("a legal move");
            moves.push(m);
        }
        // By the moves from the start, and by the position before the last few and these.
        let cut = moves.len() - moves.len().min(random.random_range(0..4));
        let mut before = slow(game);
        for m in &moves[..cut] {
            before.play(m).expect("played before");
        }
        let commands = [
            format!("position startpos moves {}", moves.join(" ")),
            format!("position fen {} moves {}", before.fen(), moves[cut..].join(" ")),
        ];
        // Read anew, since games may end differently where the past is unknown.
        let legal = board.legal_moves();
        let from_fen = slow_fen(game, &board.fen()).legal_moves();
        assert_eq!(legal, from_fen, "{game}: {}", board.fen());
        known.push(Known { commands, legal });
    }
    for setup in [positions::mated(game), positions::mate_in(game, 1), positions::mate_in(game, 2)] {
        let fen = setup.strip_prefix("position fen ").expect("a FEN");
        let legal = slow_fen(game, fen).legal_moves();
        known.push(Known { commands: [setup.clone(), setup], legal });
    }
    let bad = positions::bad_fens(game).into_iter().map(|(fen, _)| format!("position fen {fen}")).collect();
    Pool { game, known, bad }
}

/// What a line is, as far as its answer depends on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A `position` that must be taken: its number in the pool.
    Position(usize),
    /// A line that may change the position or the game to who knows what.
    Upsets,
    /// A `go` that begins a search, unless it is refused; with the moves that it is limited to.
    Go { only: Vec<String> },
    /// `legal`.
    Legal,
    /// `isready`.
    Ready,
    /// `stop`.
    Stop,
    /// Changes the form of `bestmove`, or how castling is written.
    Style,
    /// `bench` and the like: the machine is busy with it.
    Other,
}

/// A line to send, and how long to wait behind it.
pub struct Line {
    pub bytes: Vec<u8>,
    pub kind: Kind,
    pub pause: Duration,
}

/// The source of lines.
pub struct Babble {
    random: SmallRng,
    /// What a pick has produced and not yet been sent.
    queue: Vec<Line>,
}

impl Babble {
    pub fn new(seed: u64) -> Babble {
        Babble { random: SmallRng::seed_from_u64(seed), queue: Vec::new() }
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.random.random_range(0..n)
    }

    fn one<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }

    /// The next line of a session that is believed to play `pool`'s game.
    pub fn next(&mut self, pool: &Pool) -> Line {
        if self.queue.is_empty() {
            self.pick(pool);
            self.queue.reverse();
        }
        self.queue.pop().expect("a pick gives a line")
    }

    fn push(&mut self, text: impl Into<Vec<u8>>, kind: Kind) {
        self.queue.push(Line { bytes: text.into(), kind, pause: Duration::ZERO });
    }

    fn pick(&mut self, pool: &Pool) {
        match self.below(1000) {
            0..600 => {
                let number = self.below(pool.known.len());
                let style = self.below(2);
                let text = self.blanks(&pool.known[number].commands[style]);
                self.push(text, Kind::Position(number));
            }
            600..615 => {
                let bad = self.below(pool.bad.len());
                self.push(pool.bad[bad].clone(), Kind::Other);
            }
            615..640 => {
                let number = self.below(pool.known.len());
                let style = self.below(2);
                let text =
                    self.mutated("position ", &pool.known[number].commands[style]["position ".len()..]);
                self.push(text, Kind::Upsets);
            }
            640..840 => self.go(pool),
            840..850 => self.push("stop", Kind::Stop),
            850..865 => self.push("ponderhit", Kind::Other),
            865..880 => self.push("isready", Kind::Ready),
            880..920 => self.option(),
            920..940 => {
                let text = self.one(&[
                    "d",
                    "eval",
                    "board",
                    "moves",
                    "help",
                    "query gameover",
                    "query p1turn",
                    "query result",
                    "query points",
                    "query fen",
                    "query islegal a1a2",
                    "query islegal",
                    "query",
                ]);
                self.push(text, Kind::Other);
            }
            940..955 => {
                let length = self.below(80);
                let mut bytes: Vec<u8> = (0..length).map(|_| self.random.random()).collect();
                bytes.retain(|b| *b != b'\n');
                // No command by chance.
                bytes.insert(0, b'~');
                self.push(bytes, Kind::Other);
            }
            955..975 => {
                let text = self.one(&[
                    "",
                    "  \t ",
                    "\r",
                    "# a comment",
                    "debug on",
                    "debug off",
                    "register later",
                    "ucinewgame",
                    "uginewgame",
                    "wait",
                    "xboard",
                    "quite",
                    "position",
                    "position fen",
                    "position startpos e4",
                    "stop now",
                ]);
                self.push(text, Kind::Other);
            }
            975..980 => {
                let text = self.one(&["uci", "ugi"]);
                self.push(text, Kind::Style);
            }
            980..985 => {
                let text = self.one(&[
                    "bench",
                    "go perft 0",
                    "go perft 1",
                    "go perft x",
                    "go perft 3",
                    "go perft 9",
                ]);
                self.push(text, Kind::Other);
                self.pause(4);
                self.push("stop", Kind::Stop);
            }
            _ => {
                let game = self.below(GAMES.len());
                let name = self.one(&["UCI_Variant", "uci_variant"]);
                self.push(format!("setoption name {name} value {}", GAMES[game]), Kind::Upsets);
            }
        }
    }

    /// A wait of up to some milliseconds behind the last line.
    fn pause(&mut self, most: usize) {
        let micros = self.below(most * 1000);
        if let Some(line) = self.queue.last_mut() {
            line.pause = Duration::from_micros(micros as u64);
        }
    }

    fn go(&mut self, pool: &Pool) {
        // The judge needs the moves of the position that is searched.
        self.push("legal", Kind::Legal);
        let number = |babble: &mut Babble, most: usize| babble.below(most).to_string();
        let mut text = String::from("go");
        let mut only = Vec::new();
        let short = self.below(16) == 0;
        if short {
            let (word, most) =
                [("depth", 4), ("nodes", 3000), ("movetime", 6), ("wtime", 50), ("btime", 50)][self.below(5)];
            text += &format!(" {word} {}", number(self, most));
        } else {
            text += self.one(&[
                " infinite",
                " infinite",
                " depth 99",
                " nodes 1000000000000",
                " movetime 1000000",
                " wtime 5000000 btime 5000000 winc 100 binc 100",
                " p1time 5000000 p2time 5000000 p1inc 0 p2inc 5",
                " ponder wtime 90000 btime 90000",
                " ponder",
                "",
                " mate 30",
                " depth 90 nodes 99999999999 movetime 99999999 movestogo 7",
                " wtime 900000 btime -3 movestogo 0 depth 80",
            ]);
        }
        if self.below(12) == 0 {
            let known = &pool.known[self.below(pool.known.len())];
            let count = self.below(4);
            only = (0..count.min(known.legal.len()))
                .map(|_| known.legal[self.below(known.legal.len())].clone())
                .collect();
            text += &format!(" searchmoves {}", only.join(" "));
        }
        if self.below(25) == 0 {
            // Limits may get any value, the words behind `go` any form.
            let tail = text.split_off("go".len());
            let bytes = self.mutated("go ", tail.trim_start());
            only.clear();
            self.push(bytes, Kind::Go { only });
        } else {
            let bytes = self.blanks(&text);
            self.push(bytes, Kind::Go { only });
        }
        if !short && self.below(20) > 0 {
            match self.below(4) {
                0 => {}
                1 => self.pause(1),
                _ => self.pause(8),
            }
            for _ in 0..self.below(3) {
                let (text, kind) = [("isready", Kind::Ready), ("d", Kind::Other), ("query fen", Kind::Other)]
                    [self.below(3)]
                .clone();
                self.push(text, kind);
            }
            self.push("stop", Kind::Stop);
        }
    }

    fn option(&mut self) {
        let (name, most) = [
            ("Hash", 65),
            ("hash", 65),
            ("Threads", 5),
            ("MultiPV", 8),
            ("Move Overhead", 60),
            ("Skill Level", 22),
            ("UCI_Elo", 3000),
            ("Variety", 210),
            ("Seed", 1000),
        ][self.below(9)];
        let value = self.below(most);
        match self.below(10) {
            0..5 => self.push(format!("setoption name {name} value {value}"), Kind::Other),
            5 => {
                let switch = self.one(&["UCI_ShowWDL", "UCI_AnalyseMode", "UCI_LimitStrength", "Ponder"]);
                let value = self.one(&["true", "false", "maybe"]);
                self.push(format!("setoption name {switch} value {value}"), Kind::Other);
            }
            6 => self.push("setoption name Clear Hash", Kind::Other),
            7 => {
                let value = self.one(&["true", "false"]);
                self.push(format!("setoption name UCI_Chess960 value {value}"), Kind::Style);
            }
            8 => {
                let text = self.one(&[
                    "setoption",
                    "setoption name",
                    "setoption name Hash",
                    "setoption name Hash value",
                    "setoption name Hash value 33554432",
                    "setoption name WeightsFile value /no/such/file",
                    "setoption name WeightsFile value <empty>",
                    "setoption name GlexTriangles value C:\\no\\such file",
                    "setoption name Debug Log File value /no/such/folder/file",
                    "setoption name UCI_Variant value checkers",
                    "setoption name No Such Option value 3",
                ]);
                self.push(text, Kind::Other);
            }
            // Large values of the first ones would eat the machine.
            _ if !matches!(name, "Hash" | "hash" | "Threads") => {
                let bytes = self.mutated("setoption name ", &format!("{name} value {value}"));
                self.push(bytes, Kind::Other);
            }
            _ => self.push("setoption name Threads value 0", Kind::Other),
        }
    }

    /// The same words with other blanks between them.
    fn blanks(&mut self, text: &str) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(text.len() + 8);
        for byte in text.bytes() {
            match (byte, self.below(200)) {
                (b' ', 0) => bytes.extend(b" \t "),
                (b' ', 1) => bytes.push(b'\t'),
                _ => bytes.push(byte),
            }
        }
        bytes.extend(self.one(&["", "", "", "\r", " ", "\t\r"]).bytes());
        bytes
    }

    /// `head`, and behind it `tail` with a few bytes or words changed.
    fn mutated(&mut self, head: &str, tail: &str) -> Vec<u8> {
        let mut words: Vec<Vec<u8>> = tail.split(' ').map(|w| w.as_bytes().to_vec()).collect();
        for _ in 0..1 + self.below(3) {
            let at = self.below(words.len());
            match self.below(6) {
                0 if words.len() > 1 => drop(words.remove(at)),
                1 => words.insert(at, words[at].clone()),
                2 => {
                    let other = self.below(words.len());
                    words.swap(at, other);
                }
                _ => {
                    let bytes = b"/0123456789kKqQpPwWbB-,~ \xff\xc3";
                    let byte = bytes[self.below(bytes.len())];
                    let word = &mut words[at];
                    let place = self.below(word.len() + 1);
                    match self.below(3) {
                        0 if place < word.len() => drop(word.remove(place)),
                        1 if place < word.len() => word[place] = byte,
                        _ => word.insert(place, byte),
                    }
                }
            }
        }
        let mut bytes = head.as_bytes().to_vec();
        bytes.extend(words.join(&b' '));
        bytes
    }
}
