//! `oddity variants`: the games this build can play.

use std::io::{self, Write};

use clap::Args;

use super::CliError;
use crate::variant::Variant;

/// Lists the games, a line each: protocol name, title.
///
/// Example: oddity variants
#[derive(Args, Clone, Debug)]
pub struct VariantsArgs {}

/// Prints the list.
///
/// # Errors
/// [`CliError::Io`] if standard output can't be written.
pub fn run(_args: &VariantsArgs) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    for variant in Variant::ALL {
        writeln!(out, "{:<10} {}", variant.name(), variant.title())?;
    }
    Ok(())
}
