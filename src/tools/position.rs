//! The position a subcommand works on: `--fen` and `--moves`.

use clap::Args;

use super::CliError;
use crate::game::Game;
use crate::protocol::command::shorten;
use crate::search::Root;

/// Arguments that choose a position.
#[derive(Args, Clone, Debug, Default)]
pub struct PositionArgs {
    /// Position to begin with instead of the game's start.
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// Moves to play from there, in coordinates or as the game's players write them.
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    pub moves: Vec<String>,
}

impl PositionArgs {
    /// The position with the game that led to it.
    ///
    /// # Errors
    /// [`CliError::Usage`] with the FEN's problem, or the first move that is not legal and its number.
    pub fn root<G: Game>(&self, game: &G) -> Result<Root<G>, CliError> {
        let start = match &self.fen {
            None => game.start(),
            Some(fen) => game.parse_fen(fen).map_err(|e| {
                CliError::Usage(format!("--fen '{}': {e}; such as '{}'", shorten(fen), G::START_FEN))
            })?,
        };
        let mut root = Root::new(game, start);
        // One shell word may hold several moves: `--moves "e4e6 e7e6"`.
        for (index, text) in self.moves.iter().flat_map(|m| m.split_whitespace()).enumerate() {
            let m = game.parse_move(&root.position, text).map_err(|e| {
                CliError::Usage(format!(
                    "--moves, number {}: {e}; 'oddity perft {} 1 --divide' lists those of the start",
                    index + 1,
                    G::NAME
                ))
            })?;
            root.play(game, m);
        }
        Ok(root)
    }
}
