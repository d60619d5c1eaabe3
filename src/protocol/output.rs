//! Where lines go: whole, flushed, and never mixed.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use super::log::Log;

/// Called once, with the first failure to write.
type Lost = Box<dyn FnOnce(io::Error) + Send>;

/// A line-wise writer that threads share.
#[derive(Clone)]
pub struct Output {
    end: Arc<Mutex<End>>,
    log: Log,
}

struct End {
    writer: Box<dyn Write + Send>,
    lost: Option<Lost>,
}

impl Output {
    /// Lines go to `writer`, and the first failure, after which nothing is written any more, to `lost`.
    pub fn new(writer: impl Write + Send + 'static, lost: impl FnOnce(io::Error) + Send + 'static) -> Output {
        let end = End { writer: Box::new(writer), lost: Some(Box::new(lost)) };
        Output { end: Arc::new(Mutex::new(end)), log: Log::default() }
    }

    /// Where a copy of every line goes.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// Writes `text`, one line or several, in one piece and flushes it. A line feed is added at the end
    /// if there is none.
    pub fn write(&self, text: &str) {
        let mut whole = String::with_capacity(text.len() + 1);
        whole.push_str(text);
        if !whole.ends_with('\n') {
            whole.push('\n');
        }
        let mut end = self.end.lock().unwrap_or_else(PoisonError::into_inner);
        if end.lost.is_none() {
            return;
        }
        self.log.written(&whole);
        let written = end.writer.write_all(whole.as_bytes()).and_then(|()| end.writer.flush());
        if let Err(error) = written
            && let Some(lost) = end.lost.take()
        {
            lost(error);
        }
    }
}
