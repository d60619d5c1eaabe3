//! Match records: a file of JSON lines, one header and then one line a game.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::game::{Game, Outcome};
use crate::tools::selfplay::{Fault, Line, PlayedGame};

/// The first line of a record file: what must agree for a match to be continued.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Always `match`.
    pub record: String,
    /// The games' protocol names, separated by commas.
    pub game: String,
    /// Description of player A.
    pub a: String,
    /// Description of player B.
    pub b: String,
    /// Seed of the openings.
    pub seed: u64,
    /// Whatever else decides what is played: budget, openings, adjudication.
    pub terms: String,
}

/// One game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The game's protocol name.
    pub game: String,
    /// Number of the pair, from 0: also the number of its opening.
    pub pair: u64,
    /// 0: A has White; 1: B has White.
    pub leg: u8,
    /// Name of the White player.
    pub white: String,
    /// Name of the Black player.
    pub black: String,
    /// FEN of the first position.
    pub start: String,
    /// The opening's moves in coordinate text.
    pub opening: Vec<String>,
    /// The players' moves.
    pub moves: Vec<String>,
    /// The result as game records write it: `1-0`, `3/4-1/4` ...
    pub result: String,
    /// The same in quarters of a point for White, 0 to 4.
    pub white_quarters: u8,
    /// Why the game ended.
    pub reason: String,
    /// The side that failed (`White` or `Black`), if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// Whether adjudication ended it.
    #[serde(default)]
    pub adjudicated: bool,
    /// Nodes of White and Black.
    #[serde(default)]
    pub nodes: [u64; 2],
}

impl GameRecord {
    /// The record of a played game. `names` are A's and B's.
    pub fn new(game: &str, pair: u64, leg: u8, names: [&str; 2], played: PlayedGame) -> GameRecord {
        let [white, black] = if leg == 0 { names } else { [names[1], names[0]] };
        let mut opening = played.moves;
        let moves = opening.split_off(played.opening_plies);
        let outcome = Outcome { white_quarters: played.white_quarters, reason: "" };
        GameRecord {
            game: game.to_owned(),
            pair,
            leg,
            white: white.to_owned(),
            black: black.to_owned(),
            start: played.start_fen,
            opening,
            moves,
            result: outcome.score_text().to_owned(),
            white_quarters: played.white_quarters,
            reason: played.reason,
            fault: played.fault.map(|side| side.to_string()),
            adjudicated: played.adjudicated,
            nodes: played.nodes,
        }
    }

    /// Quarters of a point for player A.
    pub fn a_quarters(&self) -> u8 {
        if self.leg == 0 { self.white_quarters } else { 4 - self.white_quarters.min(4) }
    }

    /// What PGN calls such an end.
    fn termination(&self) -> &'static str {
        match (&self.fault, self.adjudicated) {
            (None, false) => "normal",
            (None, true) => "adjudication",
            (Some(_), _) if self.reason == Fault::TimeOut.to_string() => "time forfeit",
            (Some(_), _) if self.reason.starts_with(Fault::CRASH) => "abandoned",
            // An illegal move, or none where there is one.
            (Some(_), _) => "rules infraction",
        }
    }

    /// The game as a text in the manner of PGN, with an empty line at its end: tags, the start position among
    /// them, then the moves in coordinates and the result.
    pub fn pgn(&self) -> String {
        let mut text = String::new();
        let plies = (self.opening.len() + self.moves.len()).to_string();
        for (tag, value) in [
            ("Event", "oddity match"),
            ("Site", "?"),
            ("Date", "????.??.??"),
            ("Round", &format!("{}.{}", self.pair + 1, self.leg + 1)),
            ("White", &self.white),
            ("Black", &self.black),
            ("Result", &self.result),
            ("Variant", &self.game),
            ("SetUp", "1"),
            ("FEN", &self.start),
            ("OpeningPlies", &self.opening.len().to_string()),
            ("PlyCount", &plies),
            ("Termination", self.termination()),
            ("Reason", &self.reason),
        ] {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            text.push_str(&format!("[{tag} \"{value}\"]\n"));
        }
        let mut column = 0;
        let mut word = |word: &str| {
            // As long as PGN allows lines to be.
            let apart = if column == 0 || column + word.len() >= 79 { "\n" } else { " " };
            column = if apart == " " { column + 1 + word.len() } else { word.len() };
            text.push_str(apart);
            text.push_str(word);
        };
        for (index, m) in self.opening.iter().chain(&self.moves).enumerate() {
            if index % 2 == 0 {
                word(&format!("{}.", index / 2 + 1));
            }
            word(m);
        }
        word(&self.result);
        text.push_str("\n\n");
        text
    }

    /// Replays the game: every move must be legal, none may follow the end, and a result of the rules
    /// must be the one on record.
    ///
    /// # Errors
    /// One line with the first thing that is wrong.
    pub fn check<G: Game>(&self, game: &G) -> Result<(), String> {
        let start = game.parse_fen(&self.start).map_err(|e| e.to_string())?;
        let mut line = Line::new(game, start);
        for (index, text) in self.opening.iter().chain(&self.moves).enumerate() {
            if let Some(outcome) = line.outcome(game) {
                return Err(format!("move {} after the end ({})", index + 1, outcome.reason));
            }
            let m =
                game.parse_move(&line.root.position, text).map_err(|e| format!("move {}: {e}", index + 1))?;
            line.play(game, m);
        }
        let outcome = line.outcome(game);
        if self.fault.is_some() || self.adjudicated {
            return match outcome {
                None => Ok(()),
                Some(outcome) => Err(format!("'{}' where the rules say '{}'", self.reason, outcome.reason)),
            };
        }
        match outcome {
            None => Err("not over".to_owned()),
            Some(o) if (o.white_quarters, o.reason) == (self.white_quarters, self.reason.as_str()) => Ok(()),
            Some(o) => Err(format!(
                "{} ({}) on record, {} ({}) by the rules",
                self.result,
                self.reason,
                o.score_text(),
                o.reason
            )),
        }
    }
}

/// An open record file.
pub struct RecordFile {
    file: File,
}

impl RecordFile {
    /// Opens `path` for a match with this header, giving the games that are already in it. A new file
    /// gets the header. A last line that was cut short is removed. No other process can open the file as long
    /// as this one has it.
    ///
    /// # Errors
    /// An I/O error, or one line that says why the file can't be continued; it is left as it was.
    pub fn open(path: &Path, header: &Header) -> Result<(RecordFile, Vec<GameRecord>), String> {
        let shown = path.display();
        let failed = |e: io::Error| format!("{shown}: {e}");
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(failed)?;
        // Where a file system knows no locks, the match goes on without.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(format!("{shown} is in use by another match; wait for its end or use another file"));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let mut expected = serde_json::to_vec(header).map_err(|e| format!("{shown}: {e}"))?;
        expected.push(b'\n');
        // A line may be cut short within a character.
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        if whole == 0 && !expected.starts_with(&bytes) {
            return Err(format!("{shown} is no match record: it has no whole line; use another file"));
        }
        let text = str::from_utf8(&bytes[..whole]).map_err(|e| format!("{shown} is no match record: {e}"))?;
        let mut lines = text.lines();
        let mut games = Vec::new();
        if let Some(first) = lines.next() {
            let found: Header =
                serde_json::from_str(first).map_err(|e| format!("{shown} is no match record: {e}"))?;
            if found != *header {
                return Err(format!(
                    "{shown} belongs to another match:\n  {}\n  {}\nuse its terms or another file",
                    first,
                    serde_json::to_string(header).unwrap_or_default()
                ));
            }
            for (index, line) in lines.enumerate() {
                let game = serde_json::from_str(line).map_err(|e| format!("{shown}:{}: {e}", index + 2))?;
                games.push(game);
            }
        }
        file.set_len(whole as u64).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        let mut record = RecordFile { file };
        if whole == 0 {
            record.write(header).map_err(failed)?;
        }
        Ok((record, games))
    }

    /// Appends one line.
    ///
    /// # Errors
    /// The I/O error.
    pub fn write(&mut self, value: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(value)?;
        line.push(b'\n');
        self.file.write_all(&line)
    }
}

/// An open file of games in the manner of PGN, see [`GameRecord::pgn`].
pub struct PgnFile {
    file: File,
}

impl PgnFile {
    /// Opens `path` to append games to it. `whole` are games that it must begin with: what it lacks of them
    /// is added, as far as an interrupted run left it.
    ///
    /// # Errors
    /// An I/O error; [`io::ErrorKind::InvalidData`] for a file that holds anything else than the games of
    /// `whole`, which is left as it was.
    pub fn open(path: &Path, whole: Option<&[GameRecord]>) -> io::Result<PgnFile> {
        let mut options = OpenOptions::new();
        options.create(true).append(true);
        // What is no file, such as a pipe, has nothing to be read again.
        let there = std::fs::metadata(path).is_ok_and(|about| about.is_file());
        let there = if there { std::fs::read(path)? } else { Vec::new() };
        let Some(whole) = whole else {
            let mut file = options.open(path)?;
            if !there.is_empty() && !there.ends_with(b"\n\n") {
                // Its last game was cut short; the next one must not look like its end.
                file.write_all(b"\n\n")?;
            }
            return Ok(PgnFile { file });
        };
        let mut left = &there[..];
        let mut missing = Vec::new();
        for game in whole {
            let text = game.pgn();
            let known = text.len().min(left.len());
            let (begun, rest) = left.split_at(known);
            if !text.as_bytes().starts_with(begun) {
                return Err(Self::other_games());
            }
            missing.extend_from_slice(&text.as_bytes()[known..]);
            left = rest;
        }
        if !left.is_empty() {
            return Err(Self::other_games());
        }
        let mut file = options.open(path)?;
        file.write_all(&missing)?;
        Ok(PgnFile { file })
    }

    fn other_games() -> io::Error {
        const PROBLEM: &str =
            "holds other games than the record of this match; use another file or remove it";
        io::Error::new(io::ErrorKind::InvalidData, PROBLEM)
    }

    /// Appends a game.
    ///
    /// # Errors
    /// The I/O error.
    pub fn write(&mut self, game: &GameRecord) -> io::Result<()> {
        self.file.write_all(game.pgn().as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(seed: u64) -> Header {
        Header {
            record: "match".to_owned(),
            game: "glinski".to_owned(),
            a: "default".to_owned(),
            b: "hash=1".to_owned(),
            seed,
            terms: "nodes 100".to_owned(),
        }
    }

    fn game(pair: u64, leg: u8) -> GameRecord {
        let played = PlayedGame {
            start_fen: "x".to_owned(),
            moves: vec!["a1a2".to_owned(), "b1b2".to_owned(), "c1c2".to_owned()],
            opening_plies: 2,
            white_quarters: 3,
            reason: "stalemate".to_owned(),
            fault: None,
            adjudicated: false,
            nodes: [1, 2],
            time_left: [None; 2],
        };
        GameRecord::new("glinski", pair, leg, ["A", "B"], played)
    }

    #[test]
    fn legs_swap_names_and_points() {
        let (first, second) = (game(0, 0), game(0, 1));
        assert_eq!((first.white.as_str(), second.white.as_str()), ("A", "B"));
        assert_eq!((first.a_quarters(), second.a_quarters()), (3, 1));
        assert_eq!(first.result, "3/4-1/4");
        assert_eq!((first.opening.len(), first.moves.len()), (2, 1));
    }

    #[test]
    fn continues_a_file_and_drops_a_cut_line() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("games.jsonl");
        let (mut file, games) = RecordFile::open(&path, &header(1)).unwrap();
        assert!(games.is_empty());
        file.write(&game(0, 0)).unwrap();
        file.write(&game(0, 1)).unwrap();
        file.file.write_all(b"{\"pair\":1,\"le").unwrap();
        drop(file);
        let (mut file, games) = RecordFile::open(&path, &header(1)).unwrap();
        assert_eq!(games, [game(0, 0), game(0, 1)]);
        file.write(&game(1, 0)).unwrap();
        assert!(RecordFile::open(&path, &header(1)).err().unwrap().contains("in use"));
        // Within a character of two bytes.
        file.file.write_all(b"{\"pair\":1,\"white\":\"\xc3").unwrap();
        drop(file);
        assert_eq!(RecordFile::open(&path, &header(1)).unwrap().1.len(), 3);
        assert!(RecordFile::open(&path, &header(2)).err().unwrap().contains("another match"));
    }

    #[test]
    fn takes_no_file_that_is_something_else() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("notes");
        for text in ["notes without an end", "notes\n", "\n", "{}\n", "{\"record\":\"other"] {
            std::fs::write(&path, text).unwrap();
            let problem = RecordFile::open(&path, &header(1)).err().unwrap();
            assert!(problem.contains("is no match record"), "{problem}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
        // A header that was cut short is one of this match.
        for text in ["", "{\"record\":\"match\",\"ga"] {
            std::fs::write(&path, text).unwrap();
            assert!(RecordFile::open(&path, &header(1)).unwrap().1.is_empty());
            assert_eq!(std::fs::read_to_string(&path).unwrap().lines().count(), 1);
        }
    }

    #[test]
    fn pgn_files_get_what_they_lack_and_lose_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("games.pgn");
        let games = [game(0, 0), game(0, 1)];
        let both = games[0].pgn() + &games[1].pgn();
        let read = || std::fs::read_to_string(&path).unwrap();
        for end in [0, 1, games[0].pgn().len(), games[0].pgn().len() + 7, both.len()] {
            std::fs::write(&path, &both[..end]).unwrap();
            PgnFile::open(&path, Some(&games)).unwrap().write(&game(1, 0)).unwrap();
            assert_eq!(read(), both.clone() + &game(1, 0).pgn());
        }
        let more = read();
        for text in ["[Event \"mine\"]\n\n1. a1a2 *\n\n", &more] {
            std::fs::write(&path, text).unwrap();
            assert_eq!(PgnFile::open(&path, Some(&games)).err().unwrap().kind(), io::ErrorKind::InvalidData);
            assert_eq!(read(), text);
        }
        // Without a record, whatever is there stays, and a game begins behind an empty line.
        for (text, between) in [("", ""), ("x *\n\n", ""), ("[Event \"cut", "\n\n")] {
            std::fs::write(&path, text).unwrap();
            PgnFile::open(&path, None).unwrap().write(&games[0]).unwrap();
            assert_eq!(read(), [text, between, &games[0].pgn()].concat());
        }
    }

    #[test]
    fn pgn_tells_quarters_and_kinds_of_ends() {
        let text = game(2, 1).pgn();
        for part in ["[Round \"3.2\"]", "[White \"B\"]", "[Result \"3/4-1/4\"]", "[Termination \"normal\"]"] {
            assert!(text.contains(part), "{text}");
        }
        assert!(text.ends_with("\n\n1. a1a2 b1b2 2. c1c2 3/4-1/4\n\n"), "{text}");
        let faults = [
            (Fault::TimeOut, "time forfeit"),
            (Fault::Crash("gone".to_owned()), "abandoned"),
            (Fault::IllegalMove("a1a9".to_owned()), "rules infraction"),
            (Fault::NoMove, "rules infraction"),
        ];
        for (fault, kind) in faults {
            let lost =
                GameRecord { fault: Some("White".to_owned()), reason: fault.to_string(), ..game(0, 0) };
            assert_eq!(lost.termination(), kind);
        }
        assert_eq!(GameRecord { adjudicated: true, ..game(0, 0) }.termination(), "adjudication");
    }
}
