//! Where lines go: whole, flushed, and never mixed.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// A line-wise writer that threads share.
#[derive(Clone)]
pub struct Output {
    writer: Arc<Mutex<Box<dyn Write + Send>>>,
}

impl Output {
    /// Lines go to `writer`.
    pub fn new(writer: impl Write + Send + 'static) -> Output {
        Output { writer: Arc::new(Mutex::new(Box::new(writer))) }
    }

    /// Writes `text`, one line or several, in one piece and flushes it. A line feed is added at the end
    /// if there is none.
    pub fn write(&self, text: &str) {
        let mut whole = String::with_capacity(text.len() + 1);
        whole.push_str(text);
        if !whole.ends_with('\n') {
            whole.push('\n');
        }
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        // A reader that has gone can't be told; the end of the input, which follows, ends the session.
        let _ = writer.write_all(whole.as_bytes()).and_then(|()| writer.flush());
    }
}
