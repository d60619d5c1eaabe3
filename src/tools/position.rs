//! The position a subcommand works on: `--fen` and `--moves`.

use clap::Args;

use super::CliError;
use crate::game::{Game, MoveError};
use crate::input::shorten;
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
    /// Option of the game, as `setoption` names it in the protocol; may be given again.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
}

impl PositionArgs {
    /// The game with its options set.
    ///
    /// # Errors
    /// [`CliError::Usage`] with the option and what is wrong with it.
    pub fn set_options<G: Game>(&self, mut game: G) -> Result<G, CliError> {
        for option in &self.options {
            let shown = shorten(option);
            let usage = |problem: &str| CliError::Usage(format!("--option {shown}: {problem}"));
            let (name, value) =
                option.split_once('=').ok_or_else(|| usage("expected NAME=VALUE, such as those of 'uci'"))?;
            let declared = game.options().iter().find(|o| o.name.eq_ignore_ascii_case(name));
            let Some(declared) = declared else {
                let names: Vec<&str> = game.options().iter().map(|o| o.name).collect();
                let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
                return Err(usage(&format!("{} has no such option; its options: {names}", G::NAME)));
            };
            game.set_option(declared.name, value).map_err(|problem| usage(&problem))?;
        }
        Ok(game)
    }

    /// The position with the game that led to it.
    ///
    /// # Errors
    /// [`CliError::Usage`] with the FEN's problem, or the first move that is not legal and its number.
    pub fn root<G: Game>(&self, game: &G) -> Result<Root<G>, CliError> {
        self.root_telling(game, |_| {})
    }

    /// [`PositionArgs::root`], telling `before` the position before each move.
    ///
    /// # Errors
    /// The same.
    pub fn root_telling<G: Game>(
        &self,
        game: &G,
        before: impl FnMut(&G::Position),
    ) -> Result<Root<G>, CliError> {
        let start = match &self.fen {
            None => game.start(),
            Some(fen) => game.parse_fen(fen).map_err(|e| {
                CliError::Usage(format!("--fen '{}': {e}; such as '{}'", shorten(fen), G::START_FEN))
            })?,
        };
        let mut root = Root::new(game, start);
        play_words(game, &mut root, &self.moves, before).map_err(|(number, e)| {
            CliError::Usage(format!(
                "--moves, number {number}: {e}; 'oddity perft {} 1 --divide' lists those of the start",
                G::NAME
            ))
        })?;
        Ok(root)
    }
}

/// Plays moves in either style, telling `before` the position before each; an entry of the list may hold several.
///
/// # Errors
/// The number, from 1, of the first move that is not legal, and what is wrong with it.
pub fn play_words<G: Game>(
    game: &G,
    root: &mut Root<G>,
    moves: &[String],
    mut before: impl FnMut(&G::Position),
) -> Result<(), (usize, MoveError)> {
    // One shell word may hold several moves: `--moves "e4e6 e7e6"`.
    let words: Vec<&str> = moves.iter().flat_map(|m| m.split_whitespace()).collect();
    let (mut number, mut at) = (1, 0);
    while at < words.len() {
        let (m, used) = game.parse_first_move(&root.position, &words[at..]).map_err(|e| (number, e))?;
        before(&root.position);
        root.play(game, m);
        number += 1;
        at += used;
    }
    Ok(())
}
