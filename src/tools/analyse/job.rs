//! One job of `oddity analyse --jobs`: its line read, its position searched, its answer.

use std::io::{self, BufRead};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::{Map, Value};

use super::super::position::play_words;
use crate::game::{Game, MoveStyle, Outcome};
use crate::input::shorten;
use crate::protocol::report::ScoreText;
use crate::search::{Bound, Control, Info, Limits, NoReport, Root, Searcher};
use crate::variant::{Playable, Variant, Visitor};

/// Longest line of a job, bytes.
pub const LONGEST_LINE: usize = 1 << 20;

/// Most lines that a job may ask for.
const MOST_LINES: u64 = 500;

/// Longest time of a job, milliseconds: a year.
const LONGEST_TIME: u64 = 366 * 86_400_000;

/// Names of a job's fields.
const FIELDS: [&str; 8] = ["id", "game", "fen", "moves", "depth", "nodes", "movetime", "multipv"];

/// When a search ends, and how many lines it gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JobLimits {
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Wall time.
    pub move_time: Option<Duration>,
    /// Lines, at least 1.
    pub multi_pv: usize,
}

/// A position to search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The game.
    pub game: Variant,
    /// The first position; the game's start if not given.
    pub fen: Option<String>,
    /// Moves from there, in either style; an entry may hold several.
    pub moves: Vec<String>,
    /// When the search ends.
    pub limits: JobLimits,
}

/// What an answer belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Name {
    /// The job's own name, a text or a whole number, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Value>,
    /// The number of its line, from 1.
    pub line: u64,
}

/// A line of the output.
#[derive(Debug, Serialize)]
pub struct Answer {
    /// What it answers.
    #[serde(flatten)]
    pub name: Name,
    /// What was found, or what is wrong with the job.
    #[serde(flatten)]
    pub content: Content,
}

/// What a line of the output says.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Content {
    /// The job can't be done.
    Error {
        /// Why, in one line.
        error: String,
    },
    /// The job is done.
    Done(Box<Analysis>),
}

/// What was found.
#[derive(Debug, Serialize)]
pub struct Analysis {
    game: &'static str,
    /// The position searched.
    fen: String,
    /// The end of a game without a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    finished: Option<End>,
    /// A draw by repetition and the like; the position is searched all the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    drawn: Option<End>,
    #[serde(flatten)]
    search: Option<Search>,
}

#[derive(Debug, Serialize)]
struct End {
    result: &'static str,
    reason: &'static str,
}

#[derive(Debug, Serialize)]
struct Search {
    bestmove: String,
    /// The same as the game's players write it.
    official: String,
    lines: Vec<Line>,
    nodes: u64,
    time_ms: u64,
    nps: u64,
}

#[derive(Debug, Serialize)]
struct Line {
    score: ScoreJson,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<&'static str>,
    depth: u32,
    pv: Vec<String>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum ScoreJson {
    Cp(i32),
    Mate(i32),
}

/// Reads a line of at most [`LONGEST_LINE`] bytes without its end; `None` at the end of the input. Of a longer one
/// nothing is kept, and the inner result is `Err`.
///
/// # Errors
/// Whatever the reader says.
pub fn read_line(reader: &mut impl BufRead) -> io::Result<Option<Result<Vec<u8>, ()>>> {
    let (mut line, mut long, mut any) = (Vec::new(), false, false);
    loop {
        let part = match reader.fill_buf() {
            Ok(part) => part,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
            Err(e) => return Err(e),
        };
        if part.is_empty() {
            break;
        }
        any = true;
        let end = part.iter().position(|&byte| byte == b'\n');
        let used = end.unwrap_or(part.len());
        if long || line.len() + used > LONGEST_LINE {
            long = true;
            line = Vec::new();
        } else {
            line.extend_from_slice(&part[..used]);
        }
        reader.consume(end.map_or(used, |at| at + 1));
        if end.is_some() {
            break;
        }
    }
    Ok(any.then_some(if long { Err(()) } else { Ok(line) }))
}

/// Reads a job from its line; `defaults` are the limits of a job that sets none of its own, and its number of lines.
/// The name is known even of a job that can't be read, if only its id can.
pub fn parse_job(line: &[u8], number: u64, defaults: JobLimits) -> (Name, Result<Job, String>) {
    let mut name = Name { id: None, line: number };
    let fields = match serde_json::from_slice(line) {
        Ok(Value::Object(fields)) => fields,
        Ok(_) => {
            return (name, Err("not an object; such as {\"id\": 1, \"game\": \"chess\"}".to_owned()));
        }
        Err(e) => return (name, Err(format!("not JSON: {}", position_in_line(&e)))),
    };
    match fields.get("id") {
        None => {}
        Some(id) if id.is_string() || id.is_u64() || id.is_i64() => name.id = Some(id.clone()),
        Some(_) => return (name, Err("id: expected a text or a whole number of 64 bits".to_owned())),
    }
    let job = read_fields(&fields, defaults);
    (name, job)
}

/// The problem without the number of the line, which is always 1.
fn position_in_line(error: &serde_json::Error) -> String {
    error.to_string().replace(" at line 1 column ", " at column ")
}

fn read_fields(fields: &Map<String, Value>, defaults: JobLimits) -> Result<Job, String> {
    if let Some(unknown) = fields.keys().find(|key| !FIELDS.contains(&key.as_str())) {
        return Err(format!("unknown field '{}'; known are {}", shorten(unknown), FIELDS.join(", ")));
    }
    let game = match fields.get("game") {
        None => return Err(format!("no game; one of {}", Variant::names().join(", "))),
        Some(Value::String(name)) => shorten(name).parse::<Variant>().map_err(|e| e.to_string())?,
        Some(_) => return Err(format!("game: expected one of {}", Variant::names().join(", "))),
    };
    let fen = match fields.get("fen") {
        None | Some(Value::Null) => None,
        Some(Value::String(fen)) => Some(fen.clone()),
        Some(_) => return Err("fen: expected a text".to_owned()),
    };
    let moves = match fields.get("moves") {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::String(moves)) => vec![moves.clone()],
        Some(Value::Array(list)) => list
            .iter()
            .map(|m| m.as_str().map(str::to_owned))
            .collect::<Option<_>>()
            .ok_or("moves: expected texts only in the list")?,
        Some(_) => return Err("moves: expected a list of texts, or one text".to_owned()),
    };
    let number = |field: &str, most: u64| match fields.get(field) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => match value.as_u64().filter(|n| (1..=most).contains(n)) {
            None if most == u64::MAX => Err(format!("{field}: expected a whole number from 1 on")),
            None => Err(format!("{field}: expected a whole number from 1 to {most}")),
            number => Ok(number),
        },
    };
    let depth = number("depth", u32::MAX.into())?.and_then(|depth| u32::try_from(depth).ok());
    let nodes = number("nodes", u64::MAX)?;
    let move_time = number("movetime", LONGEST_TIME)?.map(Duration::from_millis);
    let multi_pv = number("multipv", MOST_LINES)?.map_or(defaults.multi_pv, |n| n as usize);
    let own = JobLimits { depth, nodes, move_time, multi_pv };
    let limits = if (depth, nodes, move_time) == (None, None, None) {
        JobLimits { multi_pv, ..defaults }
    } else {
        own
    };
    Ok(Job { game, fen, moves, limits })
}

/// The engine of one game, for one job after the other.
pub trait Analyst: Send {
    /// Does a job of this game; nothing remains of those before. `None` if `control` stopped the search.
    ///
    /// # Errors
    /// One line that says what is wrong with the position.
    fn analyse(&mut self, job: &Job, control: &Control) -> Result<Option<Analysis>, String>;
}

/// Makes an [`Analyst`] with a table of so many MiB.
pub struct MakeAnalyst(pub usize);

impl Visitor for MakeAnalyst {
    type Output = Result<Box<dyn Analyst>, String>;

    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let mut searcher = super::searcher(&game);
        searcher.set_hash(self.0).map_err(|e| e.to_string())?;
        Ok(Box::new(Seat { searcher, fresh: true }))
    }
}

struct Seat<G: Playable> {
    searcher: Searcher<G, G::Eval>,
    /// Nothing was searched yet.
    fresh: bool,
}

impl<G: Playable> Analyst for Seat<G> {
    fn analyse(&mut self, job: &Job, control: &Control) -> Result<Option<Analysis>, String> {
        let game = self.searcher.game().clone();
        let start = match &job.fen {
            None => game.start(),
            Some(fen) => game
                .parse_fen(fen)
                .map_err(|e| format!("fen '{}': {e}; such as '{}'", shorten(fen), G::START_FEN))?,
        };
        let mut root = Root::new(&game, start);
        play_words(&game, &mut root, &job.moves, |_| {})
            .map_err(|(number, e)| format!("moves, number {number}: {e}"))?;
        let finished = game.finished(&root.position);
        let drawn = if finished.is_some() { None } else { game.drawn(&root.position, &root.history) };
        let search = if finished.is_some() {
            None
        } else {
            let Some(search) = self.search(&game, &root, job.limits, control) else { return Ok(None) };
            Some(search)
        };
        let end = |outcome: Outcome| End { result: outcome.score_text(), reason: outcome.reason };
        Ok(Some(Analysis {
            game: G::NAME,
            fen: game.fen(&root.position),
            finished: finished.map(end),
            drawn: drawn.map(end),
            search,
        }))
    }
}

impl<G: Playable> Seat<G> {
    fn search(&mut self, game: &G, root: &Root<G>, limits: JobLimits, control: &Control) -> Option<Search> {
        if !std::mem::replace(&mut self.fresh, false) {
            self.searcher.clear();
        }
        let JobLimits { depth, nodes, move_time, multi_pv } = limits;
        let limits = Limits { depth, nodes, move_time, multi_pv, ..Limits::default() };
        let begin = Instant::now();
        let result = self.searcher.search(root, &limits, control, &mut NoReport);
        let time = begin.elapsed();
        if control.stopped() {
            return None;
        }
        let best = result.best?;
        Some(Search {
            bestmove: game.write_move(&root.position, best, MoveStyle::Coordinate),
            official: game.write_move(&root.position, best, MoveStyle::Official),
            lines: result.lines.iter().map(|info| line(game, root, info)).collect(),
            nodes: result.nodes,
            time_ms: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
            nps: (result.nodes as f64 / time.as_secs_f64().max(1e-3)) as u64,
        })
    }
}

fn line<G: Game>(game: &G, root: &Root<G>, info: &Info<G::Move>) -> Line {
    let mut position = root.position.clone();
    let mut pv = Vec::with_capacity(info.pv.len());
    for &m in &info.pv {
        pv.push(game.write_move(&position, m, MoveStyle::Coordinate));
        game.play(&mut position, m, &mut ());
    }
    Line {
        score: match ScoreText::new(info.score) {
            ScoreText::Centipawns(score) => ScoreJson::Cp(score),
            ScoreText::Mate(moves) => ScoreJson::Mate(moves),
        },
        bound: match info.bound {
            Bound::Exact => None,
            Bound::Lower => Some("lower"),
            Bound::Upper => Some("upper"),
        },
        depth: info.depth,
        pv,
    }
}
