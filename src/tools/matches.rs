//! `oddity match`: engine A against engine B over paired openings.

pub mod process;
pub mod record;
pub mod run;
pub mod spec;
pub mod stats;

use std::fmt::Write as _;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use self::record::{GameRecord, Header, RecordFile};
use self::run::{Tally, Terms, run_match};
use self::spec::{Contender, EngineSpec, parse_time_control};
use self::stats::{Sprt, Verdict};
use super::openings::OpeningRules;
use super::selfplay::{Budget, GameRules, TimeControl};
use super::{CliError, positive, say, stop_on_interrupt};
use crate::search::{Control, Score};
use crate::variant::{Playable, Variant, Visitor};

/// Nodes a move when the command line sets no budget.
const DEFAULT_NODES: u64 = 4_000;

/// How often a plain progress line appears where there is no terminal.
const PLAIN_PROGRESS: Duration = Duration::from_secs(30);

/// Plays a match between two engines over random openings, each opening twice with colours changed.
///
/// An engine is a list of key=value items separated by commas. Without `cmd` it is this program itself:
/// weights=FILE, hash=MIB, threads=N, option.NAME=VALUE, param.NAME=VALUE for numbers of the search, and
/// null_move, reductions, pruning, extensions, table, quiescence each on or off. With cmd=PATH it is a program that speaks UCI: arg=TEXT,
/// option.NAME=VALUE. Both take name=TEXT and their own nodes, depth, movetime (ms) and tc (seconds).
/// `default` stands for no item at all.
///
/// An interrupt (Ctrl-C) prints the summary so far; with --json the same command goes on from there.
#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Examples:\n  oddity match --game glinski --a weights=new.json --b default --nodes 4000 \
--pairs 400 --json games.jsonl\n  oddity match --game shafran --a cmd=./new --b cmd=./old --tc 10+0.1 \
--sprt 0,5"
)]
pub struct MatchArgs {
    /// The game.
    #[arg(long, value_name = "GAME")]
    pub game: Variant,
    /// Engine A.
    #[arg(long, value_name = "ENGINE", default_value = "default")]
    pub a: EngineSpec,
    /// Engine B.
    #[arg(long, value_name = "ENGINE", default_value = "default")]
    pub b: EngineSpec,
    /// Nodes a move (4000 if nothing else is set).
    #[arg(long, value_name = "N", value_parser = positive::<u64>)]
    pub nodes: Option<u64>,
    /// Plies a move.
    #[arg(long, value_name = "PLIES", value_parser = positive::<u32>)]
    pub depth: Option<u32>,
    /// Milliseconds a move.
    #[arg(long, value_name = "MS", value_parser = positive::<u64>)]
    pub movetime: Option<u64>,
    /// Clock for the game in seconds, such as 10+0.1.
    #[arg(long, value_name = "BASE+INC", value_parser = parse_time_control)]
    pub tc: Option<TimeControl>,
    /// Pairs of games at most.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = positive::<u64>)]
    pub pairs: u64,
    /// Seed of the openings.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Fewest random plies of an opening.
    #[arg(long, value_name = "PLIES", default_value_t = OpeningRules::default().plies.0)]
    pub opening_min: usize,
    /// Most random plies of an opening.
    #[arg(long, value_name = "PLIES", default_value_t = OpeningRules::default().plies.1)]
    pub opening_max: usize,
    /// Largest score of an opening for either side, centipawns.
    #[arg(long, value_name = "CP", default_value_t = OpeningRules::default().balance,
        value_parser = clap::value_parser!(Score).range(0..))]
    pub opening_balance: Score,
    /// Nodes of the search that finds this score; 0 takes every opening.
    #[arg(long, value_name = "N", default_value_t = OpeningRules::default().nodes)]
    pub opening_nodes: u64,
    /// Pairs played at the same time; the number of cores if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub concurrency: Option<u16>,
    /// Ends the match once Elo ELO0 or ELO1 is accepted.
    #[arg(long, value_name = "ELO0,ELO1", value_parser = numbers::<f64, 2>, allow_negative_numbers = true)]
    pub sprt: Option<[f64; 2]>,
    /// Chance of accepting ELO1 where ELO0 is true.
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    pub alpha: f64,
    /// Chance of accepting ELO0 where ELO1 is true.
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    pub beta: f64,
    /// Adjudicates a win once both engines agree on CP centipawns for PLIES plies.
    #[arg(long, value_name = "CP,PLIES", value_parser = numbers::<u16, 2>)]
    pub adjudicate_win: Option<[u16; 2]>,
    /// Adjudicates a draw once both engines are within CP centipawns for PLIES plies, from ply FROM on.
    #[arg(long, value_name = "CP,PLIES,FROM", value_parser = numbers::<u16, 3>)]
    pub adjudicate_draw: Option<[u16; 3]>,
    /// Plies after which a game is a draw.
    #[arg(long, value_name = "PLIES", default_value_t = GameRules::default().max_plies, value_parser = positive::<usize>)]
    pub max_plies: usize,
    /// Milliseconds beyond the clock that are forgiven.
    #[arg(long, value_name = "MS", default_value_t = 50)]
    pub margin: u64,
    /// Writes every game to this file, a JSON line each, and continues the match the file holds.
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
}

impl MatchArgs {
    fn budget(&self) -> Budget {
        let budget = Budget {
            nodes: self.nodes,
            depth: self.depth,
            move_time: self.movetime.map(Duration::from_millis),
            clock: self.tc,
        };
        if budget == Budget::default() { Budget::nodes(DEFAULT_NODES) } else { budget }
    }

    fn terms(&self) -> Result<Terms, CliError> {
        let sprt = match self.sprt {
            None => None,
            Some([elo0, elo1]) if elo0 < elo1 && elo0 > -1000.0 && elo1 < 1000.0 => {
                Some(Sprt { elo0, elo1, alpha: self.alpha, beta: self.beta })
            }
            Some([elo0, elo1]) => {
                return Err(CliError::Usage(format!(
                    "--sprt {elo0:?},{elo1:?}: ELO0 must be below ELO1, both between -1000 and 1000; such as '0,5'"
                )));
            }
        };
        if !(self.alpha > 0.0 && self.alpha < 0.5 && self.beta > 0.0 && self.beta < 0.5) {
            return Err(CliError::Usage(format!(
                "--alpha {:?} and --beta {:?} lie between 0 and 0.5; such as 0.05",
                self.alpha, self.beta
            )));
        }
        if self.opening_min > self.opening_max {
            return Err(CliError::Usage(format!(
                "--opening-min {} is above --opening-max {}",
                self.opening_min, self.opening_max
            )));
        }
        let mut rules = GameRules {
            max_plies: self.max_plies,
            margin: Duration::from_millis(self.margin),
            ..GameRules::default()
        };
        // No ply at all would end every game before it begins.
        if let Some([cp, 0]) = self.adjudicate_win {
            return Err(CliError::Usage(format!(
                "--adjudicate-win {cp},0: PLIES is a whole number from 1 on; such as '800,6'"
            )));
        }
        if let Some([cp, 0, from]) = self.adjudicate_draw {
            return Err(CliError::Usage(format!(
                "--adjudicate-draw {cp},0,{from}: PLIES is a whole number from 1 on; such as '10,8,60'"
            )));
        }
        if let Some([cp, plies]) = self.adjudicate_win {
            (rules.win_score, rules.win_plies) = (Some(cp.into()), plies.into());
        }
        if let Some([cp, plies, from]) = self.adjudicate_draw {
            (rules.draw_score, rules.draw_plies, rules.draw_after) =
                (Some(cp.into()), plies.into(), from.into());
        }
        let defaults = Terms::default();
        Ok(Terms {
            pairs: self.pairs,
            seed: self.seed,
            openings: OpeningRules {
                plies: (self.opening_min, self.opening_max),
                balance: self.opening_balance,
                nodes: self.opening_nodes,
            },
            rules,
            concurrency: self
                .concurrency
                .map_or(defaults.concurrency, usize::from)
                .min(usize::try_from(self.pairs).unwrap_or(usize::MAX)),
            sprt,
        })
    }
}

/// Reads `N` numbers separated by commas.
fn numbers<T: FromStr, const N: usize>(text: &str) -> Result<[T; N], String> {
    let list: Vec<T> = text
        .split(',')
        .map(|part| part.trim().parse().map_err(|_| format!("'{part}' is not a number in range")))
        .collect::<Result<_, _>>()?;
    let plural = if list.len() == 1 { "" } else { "s" };
    list.try_into()
        .map_err(|list: Vec<T>| format!("{} number{plural} instead of {N}, separated by commas", list.len()))
}

/// Plays the match and prints its summary.
///
/// # Errors
/// [`CliError`] for unusable engines or files; failures of an engine in a game only lose that game.
pub fn run(args: &MatchArgs) -> Result<(), CliError> {
    args.game.dispatch(Job { args })
}

struct Job<'a> {
    args: &'a MatchArgs,
}

impl Visitor for Job<'_> {
    type Output = Result<(), CliError>;

    fn visit<G: Playable>(self, game: G) -> Result<(), CliError> {
        let args = self.args;
        // Before programs are started and files read, which may take a while.
        let control = Arc::new(Control::default());
        stop_on_interrupt(&control);
        let (terms, budget) = (args.terms()?, args.budget());
        let a = Contender::load(&game, &args.a, budget, "A")?;
        let b = Contender::load(&game, &args.b, budget, "B")?;
        let game = a.common_game(&b, &game)?;
        let header = Header {
            record: "match".to_owned(),
            game: G::NAME.to_owned(),
            a: args.a.text.clone(),
            b: args.b.text.clone(),
            seed: terms.seed,
            terms: format!("{budget:?} {:?} {:?}", terms.openings, terms.rules),
        };
        let (mut file, done) = match &args.json {
            None => (None, Vec::new()),
            Some(path) => {
                let (file, done) = RecordFile::open(path, &header).map_err(CliError::Usage)?;
                (Some(file), done)
            }
        };
        if a.mirrors(&b) {
            say(
                "note: A and B are the same engine on a budget without a clock, so both games of a pair are alike \
                 and every pair is even",
            );
        }
        let mut progress = Progress::new(&terms, done.len() as u64);
        let mut note = |record: &GameRecord, tally: &Tally| -> Result<(), CliError> {
            if let Some(file) = &mut file {
                file.write(record)?;
            }
            progress.show(tally);
            Ok(())
        };
        let make = || Ok([a.player(&game)?, b.player(&game)?]);
        let names = [a.name.as_str(), b.name.as_str()];
        let tally = run_match(&game, names, &terms, &make, done, &control, &mut note)?;
        progress.bar.finish_and_clear();
        let mut out = std::io::stdout().lock();
        if control.stopped() {
            writeln!(out, "interrupted")?;
        }
        write!(out, "{}", summary(G::NAME, names, &tally, terms.sprt))?;
        Ok(())
    }
}

/// A bar on a terminal, a line now and then elsewhere; always on standard error.
struct Progress {
    bar: ProgressBar,
    plain: bool,
    last: Instant,
    sprt: Option<Sprt>,
}

impl Progress {
    fn new(terms: &Terms, games_done: u64) -> Progress {
        let plain = !std::io::stderr().is_terminal();
        let target = if plain { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(Some(terms.pairs * 2), target);
        if let Ok(style) = ProgressStyle::with_template("{bar:24} {pos}/{len} games, {eta} left  {msg}") {
            bar.set_style(style);
        }
        bar.set_position(games_done);
        Progress { bar, plain, last: Instant::now(), sprt: terms.sprt }
    }

    fn show(&mut self, tally: &Tally) {
        self.bar.inc(1);
        let due = self.plain && self.last.elapsed() >= PLAIN_PROGRESS;
        if self.plain && !due {
            return;
        }
        let elo = tally.pairs.elo();
        let mut text = format!("Elo {} ({} to {})", signed(elo.elo), signed(elo.low), signed(elo.high));
        if let Some(sprt) = self.sprt {
            let (low, high) = sprt.bounds();
            let _ = write!(text, ", LLR {:.2} ({low:.2}, {high:.2})", sprt.verdict(&tally.pairs).1);
        }
        if due {
            say(&format!("{} games: {text}", self.bar.position()));
            self.last = Instant::now();
        }
        self.bar.set_message(text);
    }
}

/// An Elo difference with its sign; a zero has the plus sign whatever it was rounded from.
fn signed(elo: f64) -> String {
    let text = format!("{elo:+.1}");
    if text == "-0.0" { "+0.0".to_owned() } else { text }
}

/// The result of a match for a person to read, several lines.
pub fn summary(game: &str, names: [&str; 2], tally: &Tally, sprt: Option<Sprt>) -> String {
    let pairs = tally.pairs.pairs();
    let plural = if pairs == 1 { "" } else { "s" };
    let mut text = format!("{} against {}, {game}: {pairs} pair{plural}\n", names[0], names[1]);
    if pairs == 0 {
        return text;
    }
    let points: u64 = tally.games.iter().zip(0..).map(|(n, quarters)| n * quarters).sum();
    let _ = writeln!(
        text,
        "points     {} of {} ({:.1} %)",
        points as f64 / 4.0,
        2 * pairs,
        100.0 * tally.pairs.mean()
    );
    let elo = tally.pairs.elo();
    let _ =
        writeln!(text, "Elo        {} (95 %: {} to {})", signed(elo.elo), signed(elo.low), signed(elo.high));
    let _ = writeln!(text, "stronger   {:.1} %", 100.0 * tally.pairs.superiority());
    let cells: Vec<String> = tally.pairs.0.iter().map(u64::to_string).collect();
    let _ = writeln!(text, "pairs      by quarters 0 to 8: {}", cells.join(" "));
    let [lost, quarter, drawn, three, won] = tally.games;
    let _ = write!(text, "games      won {won}, drawn {drawn}, lost {lost}");
    if quarter + three > 0 {
        let _ = write!(text, ", three quarters {three}, one quarter {quarter}");
    }
    text.push('\n');
    let reasons: Vec<String> = tally.reasons.iter().map(|(reason, n)| format!("{reason} {n}")).collect();
    let _ = writeln!(text, "ends       {}", reasons.join(", "));
    let _ = writeln!(text, "failures   {} {}, {} {}", names[0], tally.faults[0], names[1], tally.faults[1]);
    if let Some(sprt) = sprt {
        let (verdict, ratio) = sprt.verdict(&tally.pairs);
        let (low, high) = sprt.bounds();
        let said = match verdict {
            Verdict::Open => "undecided".to_owned(),
            Verdict::AcceptH0 => format!("accepted: not {} better", sprt.elo1),
            Verdict::AcceptH1 => format!("accepted: more than {} better", sprt.elo0),
        };
        let _ = writeln!(
            text,
            "SPRT       [{}, {}]: LLR {ratio:.2} ({low:.2}, {high:.2}), {said}",
            sprt.elo0, sprt.elo1
        );
    }
    text
}
