//! Lines of input as typed commands.

use thiserror::Error;

use super::go::{Go, GoError};
use crate::input::shorten;

/// Why a line was not understood.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CommandError {
    /// The first word is no command.
    #[error("unknown command '{0}'; 'help' lists them")]
    Unknown(String),
    /// `setoption` without `name`.
    #[error("setoption: expected 'name <name> [value <value>]'")]
    SetOption,
    /// `position` without a start.
    #[error(
        "position: expected 'startpos' or 'fen <fen>', then perhaps 'moves <move> ...'; the position before is kept"
    )]
    Position,
    /// Something else than `moves` behind `startpos`.
    #[error("position: expected 'moves' behind 'startpos', not '{0}'; the position before is kept")]
    NotMoves(String),
    /// `position fen` without a FEN.
    #[error("position: the FEN is missing; the position before is kept")]
    NoFen,
    /// `query` without a question that is known.
    #[error("query: expected gameover, p1turn, result, points, fen or 'islegal <move>'")]
    Query,
    /// A bad `go`.
    #[error(transparent)]
    Go(#[from] GoError),
    /// `go perft` without a usable depth.
    #[error("go perft: expected a depth from 0 to 100, not '{0}'")]
    Perft(String),
}

/// Where a position begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The game's start position.
    StartPos,
    /// A FEN, its fields separated by single blanks.
    Fen(String),
}

/// What `query` can ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    /// `gameover`: whether the rules have ended the game.
    GameOver,
    /// `p1turn`: whether it is player 1's turn.
    FirstPlayersTurn,
    /// `result`: who has won.
    Result,
    /// `points`: how the point is divided.
    Points,
    /// `fen`: the position.
    Fen,
    /// `islegal`: whether the text is a legal move.
    IsLegal(String),
}

impl Query {
    /// Reads the words behind `query`; `None` if they are no question.
    pub fn parse(words: &[&str]) -> Option<Query> {
        Some(match words {
            ["gameover"] => Query::GameOver,
            ["p1turn"] => Query::FirstPlayersTurn,
            ["result"] => Query::Result,
            ["points"] => Query::Points,
            ["fen"] => Query::Fen,
            ["islegal", _, ..] => Query::IsLegal(words[1..].join(" ")),
            _ => return None,
        })
    }
}

/// A command of the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command<'a> {
    /// An empty line, a comment, or a command of the standard that means nothing here (`debug`, `register`).
    Nothing,
    /// `uci`.
    Uci,
    /// `ugi`: the same in the Universal Game Interface.
    Ugi,
    /// `query`, of the Universal Game Interface.
    Query(Query),
    /// `isready`.
    IsReady,
    /// `ucinewgame`, `uginewgame`.
    NewGame,
    /// `setoption name ... value ...`.
    SetOption {
        /// The name, its words separated by single blanks.
        name: String,
        /// The value as it stands, without blanks around it; empty if there is none.
        value: &'a str,
    },
    /// `position`.
    Position {
        /// Where to begin.
        start: Start,
        /// Moves to play from there.
        moves: Vec<&'a str>,
    },
    /// `go`.
    Go(Go<'a>),
    /// `go perft`.
    Perft(u32),
    /// `stop`.
    Stop,
    /// `ponderhit`.
    PonderHit,
    /// `quit`.
    Quit,
    /// `d`: the position for a person.
    Display,
    /// `eval`: the evaluation term by term.
    Eval,
    /// `legal`: the legal moves on one line.
    Legal,
    /// `board`: the board and its pieces as JSON.
    Board,
    /// `moves`: the legal moves as JSON.
    Moves,
    /// `bench`.
    Bench,
    /// `wait`: no further command before the searches asked for have ended.
    Wait,
    /// `help`.
    Help,
}

impl<'a> Command<'a> {
    /// Reads one line. Blanks, tabs and carriage returns around words don't matter; `#` begins a comment.
    ///
    /// # Errors
    /// [`CommandError`] with one line for a person.
    pub fn parse(line: &'a str) -> Result<Command<'a>, CommandError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&first, rest)) = words.split_first() else { return Ok(Command::Nothing) };
        Ok(match first {
            "uci" => Command::Uci,
            "ugi" => Command::Ugi,
            "query" => Command::Query(Query::parse(rest).ok_or(CommandError::Query)?),
            "isready" => Command::IsReady,
            "ucinewgame" | "uginewgame" => Command::NewGame,
            "setoption" => parse_set_option(line)?,
            "position" => parse_position(rest)?,
            "go" => match rest {
                ["perft", depth] => Command::Perft(parse_perft_depth(depth)?),
                ["perft", ..] => return Err(CommandError::Perft(rest[1..].join(" "))),
                _ => Command::Go(Go::parse(rest)?),
            },
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "quit" => Command::Quit,
            "d" => Command::Display,
            "eval" => Command::Eval,
            "legal" => Command::Legal,
            "board" => Command::Board,
            "moves" => Command::Moves,
            "bench" => Command::Bench,
            "wait" => Command::Wait,
            "help" => Command::Help,
            "debug" | "register" => Command::Nothing,
            comment if comment.starts_with('#') => Command::Nothing,
            _ => return Err(CommandError::Unknown(shorten(first))),
        })
    }
}

fn parse_perft_depth(text: &str) -> Result<u32, CommandError> {
    text.parse().ok().filter(|depth| *depth <= 100).ok_or_else(|| CommandError::Perft(shorten(text)))
}

/// Splits the first word off a text; the rest keeps its inner blanks.
fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()))
}

fn parse_set_option(line: &str) -> Result<Command<'_>, CommandError> {
    let (_, rest) = split_word(line);
    let (keyword, mut rest) = split_word(rest);
    if !keyword.eq_ignore_ascii_case("name") {
        return Err(CommandError::SetOption);
    }
    let mut name: Vec<&str> = Vec::new();
    let value = loop {
        let (word, behind) = split_word(rest);
        if word.is_empty() {
            break "";
        }
        if word.eq_ignore_ascii_case("value") && !name.is_empty() {
            break behind.trim();
        }
        name.push(word);
        rest = behind;
    };
    if name.is_empty() {
        return Err(CommandError::SetOption);
    }
    Ok(Command::SetOption { name: name.join(" "), value })
}

fn parse_position<'a>(words: &[&'a str]) -> Result<Command<'a>, CommandError> {
    let (start, rest) = match words {
        ["startpos", rest @ ..] => (Start::StartPos, rest),
        ["fen", rest @ ..] => {
            let len = rest.iter().take_while(|w| **w != "moves").count();
            if len == 0 {
                return Err(CommandError::NoFen);
            }
            (Start::Fen(rest[..len].join(" ")), &rest[len..])
        }
        _ => return Err(CommandError::Position),
    };
    match rest {
        [] => Ok(Command::Position { start, moves: Vec::new() }),
        ["moves", moves @ ..] => Ok(Command::Position { start, moves: moves.to_vec() }),
        [word, ..] => Err(CommandError::NotMoves(shorten(word))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn option_values_are_kept_whole() {
        let line = "  setoption\tname  Move   overhead value  C:\\dir \\ with  value blanks \r";
        let value = "C:\\dir \\ with  value blanks";
        assert_eq!(Command::parse(line), Ok(Command::SetOption { name: "Move overhead".to_owned(), value }));
        let button = Command::SetOption { name: "Clear Hash".to_owned(), value: "" };
        assert_eq!(Command::parse("setoption name Clear Hash"), Ok(button));
        assert_eq!(Command::parse("setoption"), Err(CommandError::SetOption));
        assert_eq!(Command::parse("setoption name"), Err(CommandError::SetOption));
    }

    #[test]
    fn positions() {
        let empty = Command::Position { start: Start::StartPos, moves: vec![] };
        assert_eq!(Command::parse("position startpos moves"), Ok(empty.clone()));
        assert_eq!(Command::parse("\tposition \t startpos\r"), Ok(empty));
        assert_eq!(
            Command::parse("position fen 8/8  w - moves a1a2 b1"),
            Ok(Command::Position { start: Start::Fen("8/8 w -".to_owned()), moves: vec!["a1a2", "b1"] })
        );
        assert_eq!(Command::parse("position"), Err(CommandError::Position));
        assert_eq!(Command::parse("position fen"), Err(CommandError::NoFen));
        assert_eq!(Command::parse("position fen moves a1a2"), Err(CommandError::NoFen));
        assert_eq!(Command::parse("position startpos e2e4"), Err(CommandError::NotMoves("e2e4".to_owned())));
    }

    #[test]
    fn perft_needs_a_depth() {
        assert_eq!(Command::parse("go perft 3"), Ok(Command::Perft(3)));
        for bad in ["go perft", "go perft x", "go perft -1", "go perft 3 4", "go perft 101"] {
            assert!(matches!(Command::parse(bad), Err(CommandError::Perft(_))), "{bad}");
        }
    }

    #[test]
    fn long_rubbish_is_cut_at_a_character() {
        let text = "ä".repeat(1000);
        let Err(CommandError::Unknown(shown)) = Command::parse(&text) else { panic!("accepted") };
        assert_eq!(shown.chars().count(), 63);
    }
}
