//! The command line: without an argument the protocol loop, else one of the tools or one line of the protocol.

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use oddity::protocol;
use oddity::tools::{self, CliError};

/// A chess engine for chess's odd relatives.
///
/// Without a command it speaks the engine protocol on standard input and output (type `help` there). A line of the
/// protocol may also stand on the command line, such as `oddity go depth 10`.
#[derive(Parser, Debug)]
#[command(name = "oddity", version, after_help = "Example: oddity analyse glinski --seconds 5")]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand, Debug)]
enum Command {
    Analyse(tools::analyse::AnalyseArgs),
    Play(tools::play::PlayArgs),
    Bench(tools::bench::BenchArgs),
    Diagram(tools::diagram::DiagramArgs),
    Match(Box<tools::matches::MatchArgs>),
    Perft(tools::perft::PerftArgs),
    Suite(tools::suite::SuiteArgs),
    MakeOpenings(tools::openings::make::MakeOpeningsArgs),
    MakeSuite(tools::suite::MakeSuiteArgs),
    Tune(tools::tune::TuneArgs),
    Variants(tools::variants::VariantsArgs),
}

fn run(cli: Cli) -> Result<(), CliError> {
    match cli.command {
        None => Ok(protocol::run_stdio()?),
        Some(Command::Analyse(args)) => tools::analyse::run(&args),
        Some(Command::Play(args)) => tools::play::run(&args),
        Some(Command::Bench(args)) => tools::bench::run(&args),
        Some(Command::Diagram(args)) => tools::diagram::run(&args),
        Some(Command::Match(args)) => tools::matches::run(&args),
        Some(Command::Perft(args)) => tools::perft::run(&args),
        Some(Command::Suite(args)) => tools::suite::run(&args),
        Some(Command::MakeOpenings(args)) => tools::openings::make::run(&args),
        Some(Command::MakeSuite(args)) => tools::suite::run_make(&args),
        Some(Command::Tune(args)) => tools::tune::run(&args),
        Some(Command::Variants(args)) => tools::variants::run(&args),
    }
}

/// The words of the command line as a line of the protocol, if they begin with a command of it that is no command of
/// ours.
fn protocol_line() -> Option<String> {
    let words: Vec<String> = std::env::args_os().skip(1).map(|w| w.to_string_lossy().into_owned()).collect();
    // No subcommand has a second line.
    if words.first()?.contains('\n') {
        return Some(words.join(" "));
    }
    let first = words.first()?.split_whitespace().next()?;
    let ours = first == "help" || Cli::command().find_subcommand(first).is_some();
    (!ours && protocol::is_command(first)).then(|| words.join(" "))
}

fn main() -> ExitCode {
    let result = match protocol_line() {
        Some(line) => protocol::run_line(&line).map_err(CliError::from),
        None => run(Cli::parse()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let code = error.exit_code();
            if code != 0 {
                tools::say(&format!("error: {error}"));
            }
            ExitCode::from(code)
        }
    }
}
