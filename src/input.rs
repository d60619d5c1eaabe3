//! What comes from outside: files that a user names, and words quoted in answers.

use std::io;
use std::path::Path;

/// Longest file of weights or rules, bytes.
const LONGEST_FILE: u64 = 1 << 22;

/// The text of a file of weights or rules.
///
/// # Errors
/// Whatever the system says, and [`io::ErrorKind::InvalidInput`] for what is no regular file of at most 4 MiB: a
/// device could be read for ever.
pub fn read_regular_file(path: &Path) -> io::Result<String> {
    let about = std::fs::metadata(path)?;
    if !about.is_file() || about.len() > LONGEST_FILE {
        let problem = "not a regular file of at most 4 MiB";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
    }
    std::fs::read_to_string(path)
}

/// The beginning of a word that may be a whole binary file.
pub fn shorten(word: &str) -> String {
    const LEN: usize = 60;
    match word.char_indices().nth(LEN) {
        None => word.to_owned(),
        Some((end, _)) => format!("{}...", &word[..end]),
    }
}
