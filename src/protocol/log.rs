//! `Debug Log File`: what was read and written, with the time.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A file that lines are appended to, shared by whoever reads and writes; closed at the start.
#[derive(Clone, Debug, Default)]
pub struct Log {
    file: Arc<Mutex<Option<File>>>,
}

impl Log {
    /// Appends to the file `path` from now on; an empty path or `<empty>` ends that.
    ///
    /// # Errors
    /// If the file can't be made or written to, or is none (a pipe could block for ever); what was open stays open.
    pub fn set_path(&self, path: &str) -> io::Result<()> {
        let file = if path.is_empty() || path == "<empty>" {
            None
        } else {
            let path = Path::new(path);
            if fs::metadata(path).is_ok_and(|about| !about.is_file()) {
                return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"));
            }
            Some(OpenOptions::new().append(true).create(true).open(path)?)
        };
        *self.file.lock().unwrap_or_else(PoisonError::into_inner) = file;
        Ok(())
    }

    /// A line of input.
    pub fn read(&self, line: &str) {
        self.note('>', line);
    }

    /// One line of output or several.
    pub fn written(&self, text: &str) {
        self.note('<', text);
    }

    fn note(&self, mark: char, text: &str) {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(open) = file.as_mut() else { return };
        let now = time_stamp(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default());
        let lines: String = text.lines().map(|line| format!("{now} {mark} {line}\n")).collect();
        // A disk that is full is no reason to disturb a game.
        if open.write_all(lines.as_bytes()).is_err() {
            *file = None;
        }
    }
}

/// A time since 1970 as UTC in the form of ISO 8601: `2026-11-30T18:58:56.041Z`.
fn time_stamp(since_epoch: Duration) -> String {
    let seconds = since_epoch.as_secs();
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    let is_leap =
        |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let (mut year, mut day) = (1970, seconds / 86_400);
    while day >= 365 + u64::from(is_leap(year)) {
        day -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let mut month = 1;
    for days in [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if day < days {
            break;
        }
        day -= days;
        month += 1;
    }
    let milli = since_epoch.subsec_millis();
    format!("{year:04}-{month:02}-{:02}T{hour:02}:{minute:02}:{second:02}.{milli:03}Z", day + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        let at = |seconds| time_stamp(Duration::from_secs(seconds));
        assert_eq!(at(0), "1970-01-01T00:00:00.000Z");
        assert_eq!(at(951_782_400), "2000-02-29T00:00:00.000Z");
        assert_eq!(at(951_868_800), "2000-03-01T00:00:00.000Z");
        assert_eq!(at(1_735_689_599), "2024-12-31T23:59:59.000Z");
        assert_eq!(time_stamp(Duration::from_millis(1_000_000_000_007)), "2001-09-09T01:46:40.007Z");
    }
}
