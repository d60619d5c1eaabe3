//! The command line: without an argument the protocol loop, else one of the tools.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use oddity::tools::{self, CliError};

/// A chess engine for chess's odd relatives.
///
/// Without a command it speaks the engine protocol on standard input and output (type `help` there).
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
    Match(Box<tools::matches::MatchArgs>),
    Perft(tools::perft::PerftArgs),
    Suite(tools::suite::SuiteArgs),
    MakeSuite(tools::suite::MakeSuiteArgs),
    Tune(tools::tune::TuneArgs),
    Variants(tools::variants::VariantsArgs),
}

fn run(cli: Cli) -> Result<(), CliError> {
    match cli.command {
        None => Ok(oddity::protocol::run_stdio()?),
        Some(Command::Analyse(args)) => tools::analyse::run(&args),
        Some(Command::Play(args)) => tools::play::run(&args),
        Some(Command::Bench(args)) => tools::bench::run(&args),
        Some(Command::Match(args)) => tools::matches::run(&args),
        Some(Command::Perft(args)) => tools::perft::run(&args),
        Some(Command::Suite(args)) => tools::suite::run(&args),
        Some(Command::MakeSuite(args)) => tools::suite::run_make(&args),
        Some(Command::Tune(args)) => tools::tune::run(&args),
        Some(Command::Variants(args)) => tools::variants::run(&args),
    }
}

fn main() -> ExitCode {
    match run(Cli::parse()) {
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
