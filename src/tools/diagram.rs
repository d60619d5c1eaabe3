//! `oddity diagram`: a position as a picture.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use super::position::PositionArgs;
use super::{CliError, say};
use crate::diagram::{Diagram, svg};
use crate::variant::{Playable, Variant, Visitor};

/// Draws a position as an SVG picture.
///
/// The last of `--moves` is marked: dashed where it began, solid where it ended. A piece that gives check has a badge.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Example: oddity diagram glinski --moves e4e6 g7g6 -o board.svg")]
pub struct DiagramArgs {
    /// Game, one of `oddity variants`.
    pub game: Variant,
    #[command(flatten)]
    position: PositionArgs,
    /// Turn the board, so that Black sits below.
    #[arg(long)]
    flip: bool,
    /// File for the picture instead of standard output.
    #[arg(short, long = "output", value_name = "FILE")]
    output: Option<PathBuf>,
}

struct Run<'a>(&'a DiagramArgs);

impl Visitor for Run<'_> {
    type Output = Result<String, CliError>;

    fn visit<G: Playable>(self, game: G) -> Result<String, CliError> {
        let game = self.0.position.set_options(game)?;
        let mut before = None;
        let root = self.0.position.root_telling(&game, |position| before = Some(position.clone()))?;
        let last = before.as_ref().zip(root.last);
        let mut diagram = Diagram::new(&game, &root.position, last);
        diagram.flip = self.0.flip;
        Ok(svg(&diagram))
    }
}

/// Runs `oddity diagram`.
///
/// # Errors
/// [`CliError::Usage`] for a bad position or a file that can't be written.
pub fn run(args: &DiagramArgs) -> Result<(), CliError> {
    let picture = args.game.dispatch(Run(args))?;
    match &args.output {
        None => io::stdout().lock().write_all(picture.as_bytes())?,
        Some(path) => {
            fs::write(path, picture).map_err(|e| {
                CliError::Usage(format!("--output {}: can't be written: {e}", path.display()))
            })?;
            say(&format!("written {}", path.display()));
        }
    }
    Ok(())
}
