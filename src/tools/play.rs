//! `oddity play`: a game in the terminal against the engine.

use std::io::{self, BufRead, IsTerminal, Write};
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::analyse::{human_score, official_line, parse_seconds};
use super::position::PositionArgs;
use super::{CliError, searcher};
use crate::game::{MoveStyle, Outcome, Side};
use crate::input::shorten;
use crate::search::{Control, Limits, NoReport, Root, Searcher};
use crate::variant::{Playable, Variant, Visitor};

/// Nodes a move at level 1; each level has three times those of the one below.
const LEVEL_NODES: u64 = 50;
/// Nodes behind a hint.
const HINT_NODES: u64 = 200_000;

/// What can be typed beside a move.
const HELP: &str = "  board, fen    the position again, as a picture or as text
  hint          what the engine would play after a short look
  undo          take back your last move and the answer to it, also when the game is over
  resign        give the game up
  quit          leave";

/// Plays a game against the engine in the terminal; `help` inside lists what can be typed.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Example: oddity play glinski --side black --level 4")]
pub struct PlayArgs {
    /// Game, one of `oddity variants`.
    pub game: Variant,
    #[command(flatten)]
    position: PositionArgs,
    /// Your side.
    #[arg(long, value_enum, default_value_t = SideArg::White)]
    side: SideArg,
    #[command(flatten)]
    strength: StrengthArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum SideArg {
    White,
    Black,
}

/// How hard the engine thinks.
#[derive(Args, Clone, Debug)]
#[group(multiple = false)]
struct StrengthArgs {
    /// 1 (50 nodes a move) to 10 (a million); each level thinks three times as long [default: 6].
    #[arg(long, value_name = "L", value_parser = clap::value_parser!(u32).range(1..=10))]
    level: Option<u32>,
    /// Nodes a move.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Seconds a move.
    #[arg(long, value_name = "S", value_parser = parse_seconds)]
    seconds: Option<Duration>,
}

impl StrengthArgs {
    fn limits<M>(&self) -> Limits<M> {
        match (self.seconds, self.nodes) {
            (Some(time), _) => Limits::move_time(time),
            (None, Some(nodes)) => Limits::nodes(nodes),
            (None, None) => Limits::nodes(LEVEL_NODES * 3u64.pow(self.level.unwrap_or(6) - 1)),
        }
    }
}

/// What a person typed.
enum Input<'a> {
    Move(&'a str),
    Moves(&'a str),
    Board,
    Fen,
    Hint,
    Undo,
    Resign,
    Help,
    Quit,
}

impl<'a> Input<'a> {
    fn parse(line: &'a str) -> Input<'a> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word.to_ascii_lowercase().as_str() {
            "moves" => Input::Moves(rest.trim()),
            "board" | "d" => Input::Board,
            "fen" => Input::Fen,
            "hint" => Input::Hint,
            "undo" => Input::Undo,
            "resign" => Input::Resign,
            "help" | "?" => Input::Help,
            "quit" | "exit" => Input::Quit,
            _ => Input::Move(line),
        }
    }
}

/// Whether the conversation goes on.
enum Flow {
    Continue,
    Leave,
}

struct Play<G: Playable, W: Write> {
    game: G,
    searcher: Searcher<G, G::Eval>,
    strength: StrengthArgs,
    person: Side,
    root: Root<G>,
    /// The game before each of the moves made.
    past: Vec<Root<G>>,
    /// The person has given up this position.
    resigned: bool,
    colour: bool,
    out: W,
}

impl<G: Playable, W: Write> Play<G, W> {
    fn converse(&mut self, input: impl BufRead, prompt: bool) -> io::Result<()> {
        writeln!(self.out, "{}: you have {}. 'help' lists what you can type.", G::TITLE, self.person)?;
        // Bytes that are not UTF-8 are a typing error, not the end of the game.
        let mut lines =
            input.split(b'\n').map(|line| line.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()));
        loop {
            let outcome = self.outcome();
            if outcome.is_none() && self.game.side_to_move(&self.root.position) != self.person {
                self.answer()?;
                continue;
            }
            if !self.resigned {
                self.board()?;
            }
            if let Some(outcome) = outcome {
                writeln!(self.out, "{} ({})", outcome.score_text(), outcome.reason)?;
                if prompt {
                    self.say_over()?;
                }
            }
            loop {
                if prompt {
                    write!(self.out, "{}", if outcome.is_some() { "> " } else { "Your move: " })?;
                    self.out.flush()?;
                }
                let Some(line) = lines.next().transpose()? else {
                    return if prompt { writeln!(self.out, "\nGood-bye.") } else { Ok(()) };
                };
                let line = line.trim();
                if line.is_empty() {
                    continue;
                }
                let before = (self.past.len(), self.resigned);
                if let Flow::Leave = self.obey(&Input::parse(line))? {
                    return Ok(());
                }
                if (self.past.len(), self.resigned) != before {
                    break;
                }
            }
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.resigned {
            return Some(Outcome::win(self.person.other(), "resignation"));
        }
        let Root { position, history, .. } = &self.root;
        self.game.finished(position).or_else(|| self.game.drawn(position, history))
    }

    fn board(&mut self) -> io::Result<()> {
        let picture = self.game.picture_after(&self.root.position, self.root.last, self.colour);
        writeln!(self.out, "\n{picture}")?;
        let checkers = self.game.checkers(&self.root.position);
        if !checkers.is_empty() {
            let what = if G::SUDDEN_WINS { "A threat to win at once" } else { "Check" };
            writeln!(self.out, "{what} from {}.", checkers.join(" and "))?;
        }
        Ok(())
    }

    fn make(&mut self, m: G::Move) {
        self.past.push(self.root.clone());
        self.root.play(&self.game, m);
    }

    /// Both ways to write a move.
    fn name(&self, m: G::Move) -> String {
        let position = &self.root.position;
        let coordinates = self.game.write_move(position, m, MoveStyle::Coordinate);
        format!("{} ({coordinates})", self.game.write_move(position, m, MoveStyle::Official))
    }

    /// The engine's move.
    fn answer(&mut self) -> io::Result<()> {
        let limits = self.strength.limits();
        let result = self.searcher.search(&self.root, &limits, &Control::new(false), &mut NoReport);
        if let Some(m) = result.best {
            writeln!(self.out, "I play {}", self.name(m))?;
            self.make(m);
        }
        Ok(())
    }

    fn obey(&mut self, input: &Input<'_>) -> io::Result<Flow> {
        match input {
            Input::Move(_) | Input::Hint | Input::Moves(_) if self.outcome().is_some() => self.say_over()?,
            Input::Move(text) => match self.game.parse_move(&self.root.position, &shorten(text)) {
                Ok(m) => self.make(m),
                Err(e) => writeln!(self.out, "{e}; 'moves' lists the legal ones, 'help' the rest")?,
            },
            Input::Moves(from) => self.list(from)?,
            Input::Board => self.board()?,
            Input::Fen => writeln!(self.out, "{}", self.game.fen(&self.root.position))?,
            Input::Hint => self.hint()?,
            Input::Undo => self.undo()?,
            Input::Resign if self.outcome().is_some() => writeln!(self.out, "The game is over already.")?,
            Input::Resign => self.resigned = true,
            Input::Help => self.help()?,
            Input::Quit => return Ok(Flow::Leave),
        }
        Ok(Flow::Continue)
    }

    /// That nothing can be played, and what can be done instead.
    fn say_over(&mut self) -> io::Result<()> {
        let back =
            if self.resigned || self.last_turn().is_some() { "'undo' goes back into it, " } else { "" };
        writeln!(self.out, "The game is over; {back}'quit' leaves.")
    }

    /// What can be typed, with moves of the present position or, where there are none, of the start as examples.
    fn help(&mut self) -> io::Result<()> {
        let game = &self.game;
        let start = game.start();
        let position = if self.outcome().is_some() { &start } else { &self.root.position };
        let moves = game.moves(position);
        let (Some(&first), Some(&last)) = (moves.first(), moves.last()) else {
            return writeln!(self.out, "{HELP}");
        };
        let steps = game.steps(position, first);
        let from = steps.legs.first().map_or("", |[from, _]| from);
        let write = |m, style| game.write_move(position, m, style);
        writeln!(
            self.out,
            "A move in coordinates ({}, {}) or as players write it ({}, {}), or:\n  \
             moves         the legal moves; 'moves {from}' those that begin with {from}\n{HELP}",
            write(first, MoveStyle::Coordinate),
            write(last, MoveStyle::Coordinate),
            write(first, MoveStyle::Official),
            write(last, MoveStyle::Official),
        )
    }

    /// The legal moves that begin with `from` in either style.
    fn list(&mut self, from: &str) -> io::Result<()> {
        const COLUMNS: usize = 4;
        let position = &self.root.position;
        let begins = |m, style| self.game.write_move(position, m, style).starts_with(from);
        let mut names: Vec<String> = self
            .game
            .moves(position)
            .into_iter()
            .filter(|&m| begins(m, MoveStyle::Coordinate) || begins(m, MoveStyle::Official))
            .map(|m| self.name(m))
            .collect();
        names.sort();
        let count = names.len();
        match (count, from) {
            (0, from) => writeln!(self.out, "No legal move begins with '{}'.", shorten(from))?,
            (1, "") => writeln!(self.out, "1 legal move:")?,
            (1, from) => writeln!(self.out, "1 legal move begins with '{from}':")?,
            (_, "") => writeln!(self.out, "{count} legal moves:")?,
            (_, from) => writeln!(self.out, "{count} legal moves begin with '{from}':")?,
        }
        let width = names.iter().map(|n| n.chars().count()).max().unwrap_or(0) + 2;
        for row in names.chunks(COLUMNS) {
            let line: String = row.iter().map(|name| format!("{name:<width$}")).collect();
            writeln!(self.out, "  {}", line.trim_end())?;
        }
        Ok(())
    }

    fn hint(&mut self) -> io::Result<()> {
        let limits = Limits::nodes(HINT_NODES);
        let result = self.searcher.search(&self.root, &limits, &Control::new(false), &mut NoReport);
        let Some(best) = result.best else { return Ok(()) };
        let score = human_score(result.score, result.bound());
        writeln!(self.out, "I would play {}, {score} for {}", self.name(best), self.person)?;
        if let Some(line) = result.lines.first() {
            let text = official_line(&self.game, &self.root.position, &line.pv);
            writeln!(self.out, "and expect {text}")?;
        }
        Ok(())
    }

    /// Where in the past the person's turn before this one is.
    fn last_turn(&self) -> Option<usize> {
        self.past.iter().rposition(|root| self.game.side_to_move(&root.position) == self.person)
    }

    /// Goes back to the person's turn before this one.
    fn undo(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.resigned) {
            return writeln!(self.out, "You play on.");
        }
        match self.last_turn() {
            Some(index) => {
                self.root = self.past[index].clone();
                self.past.truncate(index);
                Ok(())
            }
            None => writeln!(self.out, "There is no move of yours to take back."),
        }
    }
}

struct Run {
    args: PlayArgs,
}

impl Visitor for Run {
    type Output = Result<(), CliError>;

    fn visit<G: Playable>(self, game: G) -> Result<(), CliError> {
        let args = self.args;
        let game = args.position.set_options(game)?;
        let root = args.position.root(&game)?;
        let terminal = io::stdout().is_terminal();
        let mut play = Play {
            searcher: searcher(&game),
            game,
            strength: args.strength,
            person: match args.side {
                SideArg::White => Side::White,
                SideArg::Black => Side::Black,
            },
            root,
            past: Vec::new(),
            resigned: false,
            colour: terminal && std::env::var_os("NO_COLOR").is_none(),
            out: io::stdout().lock(),
        };
        Ok(play.converse(io::stdin().lock(), terminal && io::stdin().is_terminal())?)
    }
}

/// Runs `oddity play`.
///
/// # Errors
/// [`CliError::Usage`] for a bad position, [`CliError::Io`] if the terminal goes away.
pub fn run(args: &PlayArgs) -> Result<(), CliError> {
    args.game.dispatch(Run { args: args.clone() })
}
