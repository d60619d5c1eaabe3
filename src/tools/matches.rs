//! `oddity match`: engine A against engine B over paired openings.

pub mod process;
pub mod record;
pub mod report;
pub mod run;
pub mod spec;
pub mod stats;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;

use self::record::{GameRecord, Header, PgnFile, RecordFile};
use self::report::{Progress, summary};
use self::run::{Discipline, Pairs, Standing, Terms, run_match};
use self::spec::{Contender, EngineSpec, parse_time_control};
use self::stats::Sprt;
use super::openings::OpeningRules;
use super::openings::file::OpeningFile;
use super::selfplay::{Budget, GameRules, TimeControl};
use super::{CliError, positive, say, stop_on_interrupt};
use crate::input::read_regular_file;
use crate::search::{Control, Score};
use crate::variant::{Playable, Variant, Visitor};

/// Stands for no file of openings at all.
const RANDOM: &str = "random";

/// Nodes a move when the command line sets no budget.
const DEFAULT_NODES: u64 = 4_000;

/// Plays a match between two engines over balanced openings, each opening twice with colours changed.
///
/// The openings are those of the game's file, in an order that depends on the seed; where there are more
/// pairs, random ones follow. Several games are played in turn and judged together.
///
/// An engine is a list of key=value items separated by commas. Without `cmd` it is this program itself:
/// weights=FILE, hash=MIB, threads=N, option.NAME=VALUE, param.NAME=VALUE for numbers of the search, and
/// null_move, reductions, pruning, extensions, table, quiescence each on or off. With cmd=PATH it is a
/// program that speaks UCI: arg=TEXT, option.NAME=VALUE. Both take name=TEXT and their own nodes, depth,
/// movetime (ms) and tc (seconds). `default` stands for no item at all.
///
/// An interrupt (Ctrl-C) prints the summary so far; with --json the same command goes on from there.
#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Examples:\n  oddity match --game glinski --a weights=new.json --b default --nodes 4000 \
--pairs 400 --json games.jsonl\n  oddity match --game shafran --a cmd=./new --b cmd=./old --tc 10+0.1 \
--sprt 0,5"
)]
pub struct MatchArgs {
    /// The game; several with commas between them, or `all`.
    #[arg(long, value_name = "GAME[,GAME...]", value_parser = Games::from_str)]
    pub game: Games,
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
    /// Pairs of games at most, of each game where there are several.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = positive::<u64>)]
    pub pairs: u64,
    /// Seed of the openings.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// A file of openings as `oddity make-openings` writes them, or `random` for random ones from the first
    /// pair on.
    #[arg(long, value_name = "FILE|random")]
    pub openings: Option<String>,
    /// Fewest plies of a random opening.
    #[arg(long, value_name = "PLIES", default_value_t = OpeningRules::default().plies.0)]
    pub opening_min: usize,
    /// Most plies of a random opening.
    #[arg(long, value_name = "PLIES", default_value_t = OpeningRules::default().plies.1)]
    pub opening_max: usize,
    /// Largest score of a random opening for either side, centipawns.
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
    #[arg(long, value_name = "PLIES", default_value_t = GameRules::default().max_plies,
        value_parser = positive::<usize>)]
    pub max_plies: usize,
    /// Milliseconds beyond the clock that are forgiven.
    #[arg(long, value_name = "MS", default_value_t = 50)]
    pub margin: u64,
    /// Writes every game to this file, a JSON line each, and continues the match the file holds.
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Appends every game to this file in the manner of PGN. With --json it holds the games of this match and
    /// no others, those of earlier runs too.
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
}

/// The games of a match, at least one, none twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Games(pub Vec<Variant>);

impl FromStr for Games {
    type Err = String;

    fn from_str(text: &str) -> Result<Games, String> {
        if text.trim().eq_ignore_ascii_case("all") {
            return Ok(Games(Variant::ALL.to_vec()));
        }
        let mut games = Vec::new();
        for name in text.split(',') {
            let game: Variant = name.trim().parse().map_err(|e| format!("{e}, or 'all'"))?;
            if games.contains(&game) {
                return Err(format!("'{}' is named twice", game.name()));
            }
            games.push(game);
        }
        Ok(Games(games))
    }
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
                // More workers than pairs would have nothing to play.
                .min(usize::try_from(self.pairs).unwrap_or(usize::MAX).saturating_mul(self.game.0.len())),
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
    // Before programs are started and files read, which may take a while.
    let control = Arc::new(Control::default());
    stop_on_interrupt(&control);
    let (terms, budget) = (args.terms()?, args.budget());
    let games = &args.game.0;
    if let (Some(file), [_, _, ..]) = (args.openings.as_deref().filter(|file| *file != RANDOM), &games[..]) {
        return Err(CliError::Usage(format!(
            "--openings {file}: a file has the openings of one game, not of {}; one match a file, or none to take \
             the files of the games",
            games.len()
        )));
    }
    let setups: Vec<Setup> = games
        .iter()
        .map(|game| game.dispatch(Prepare { args, terms: &terms, budget }))
        .collect::<Result<_, _>>()?;
    let books: Vec<u64> = setups.iter().map(|setup| setup.checksum).collect();
    let game_names: Vec<&str> = games.iter().map(|game| game.name()).collect();
    let header = Header {
        record: "match".to_owned(),
        game: game_names.join(","),
        a: args.a.text.clone(),
        b: args.b.text.clone(),
        seed: terms.seed,
        terms: format!("{budget:?} openings {books:x?} {:?} {:?}", terms.openings, terms.rules),
    };
    let (mut file, done) = match &args.json {
        None => (None, Vec::new()),
        Some(path) => {
            let (file, done) = RecordFile::open(path, &header).map_err(CliError::Usage)?;
            (Some(file), done)
        }
    };
    let mut pgn = match &args.pgn {
        None => None,
        Some(path) => {
            let opened = PgnFile::open(path, args.json.is_some().then_some(&done[..]));
            Some(opened.map_err(|e| CliError::Usage(format!("{}: {e}", path.display())))?)
        }
    };
    if setups.iter().any(|setup| setup.mirrors) {
        say(
            "note: A and B are the same engine on a budget without a clock, so both games of a pair are alike and \
             every pair is even",
        );
    }
    for setup in setups.iter().filter(|setup| setup.book > 0 && (setup.book as u64) < terms.pairs) {
        let (game, book) = (setup.discipline.name(), setup.book);
        say(&format!("note: there are {book} openings of {game}; from pair {} on they are random", book + 1));
    }
    let mut progress = Progress::new(&terms, games.len() as u64, done.len() as u64);
    let mut note = |record: &GameRecord, standing: &Standing| -> Result<(), CliError> {
        if let Some(file) = &mut file {
            file.write(record)?;
        }
        if let Some(pgn) = &mut pgn {
            pgn.write(record)?;
        }
        progress.show(&standing.total());
        Ok(())
    };
    let names = setups.first().map(|setup| setup.names.clone()).unwrap_or_default();
    let disciplines: Vec<Box<dyn Discipline>> = setups.into_iter().map(|setup| setup.discipline).collect();
    let standing = run_match(&disciplines, &terms, done, &control, &mut note)?;
    progress.finish();
    let mut out = std::io::stdout().lock();
    if control.stopped() && !terms.decided(&standing) {
        writeln!(out, "interrupted")?;
    }
    write!(out, "{}", summary(&standing, [&names[0], &names[1]], terms.sprt))?;
    Ok(())
}

/// One game of the match, ready to be played.
struct Setup {
    discipline: Box<dyn Discipline>,
    names: [String; 2],
    /// See [`Contender::mirrors`].
    mirrors: bool,
    /// Openings of the file in use.
    book: usize,
    /// Tells them from others; 0 for none.
    checksum: u64,
}

struct Prepare<'a> {
    args: &'a MatchArgs,
    terms: &'a Terms,
    budget: Budget,
}

impl Visitor for Prepare<'_> {
    type Output = Result<Setup, CliError>;

    fn visit<G: Playable>(self, game: G) -> Result<Setup, CliError> {
        let Prepare { args, terms, budget } = self;
        let a = Contender::load(&game, &args.a, budget, "A")?;
        let b = Contender::load(&game, &args.b, budget, "B")?;
        let game = a.common_game(&b, &game)?;
        let openings = load_openings(&game, args.openings.as_deref())?;
        let checksum = openings.as_ref().map_or(0, |file| file.checksum(&game));
        let book = openings.map_or_else(Vec::new, |file| file.shuffled(terms.seed));
        let names = [a.name.clone(), b.name.clone()];
        let mirrors = a.mirrors(&b);
        let book_size = book.len();
        let make = Box::new(move |game: &G| Ok([a.player(game)?, b.player(game)?]));
        let pairs = Pairs { game, names: names.clone(), terms: terms.clone(), book, make };
        Ok(Setup { discipline: Box::new(pairs), names, mirrors, book: book_size, checksum })
    }
}

/// The openings asked for: the game's own unless another file is named; `None` for random ones.
fn load_openings<G: Playable>(game: &G, file: Option<&str>) -> Result<Option<OpeningFile<G>>, CliError> {
    let path = match file {
        Some(RANDOM) => return Ok(None),
        None if G::OPENINGS.is_empty() => return Ok(None),
        None => {
            // Options may change the rules, and the file is for the usual ones.
            let file = OpeningFile::parse(game, G::OPENINGS);
            if let Err(problem) = &file {
                let name = G::NAME;
                say(&format!(
                    "note: random openings, since those of {name} are for its usual rules ({problem})"
                ));
            }
            return Ok(file.ok());
        }
        Some(path) => path,
    };
    let text = read_regular_file(Path::new(path)).map_err(|e| CliError::Usage(format!("{path}: {e}")))?;
    OpeningFile::parse(game, &text).map(Some).map_err(|e| CliError::Usage(format!("{path}: {e}")))
}
