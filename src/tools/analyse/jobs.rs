//! `oddity analyse --jobs`: a queue of positions, searched by several workers.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use indicatif::ProgressBar;

use super::job::{
    Analyst, Answer, Content, JobLimits, LONGEST_LINE, MakeAnalyst, Name, parse_job, read_line,
};
use crate::search::Control;
use crate::tools::{CliError, on_workers, progress_bar, say};
use crate::variant::Variant;

/// Nodes of a job where neither it nor the command line sets a limit.
pub const NODES: u64 = 1_000_000;

/// How often a worker that waits looks for an interrupt.
const LOOK: Duration = Duration::from_millis(20);

/// Answers that may wait for an earlier one; then the workers wait as well.
const WAITING: u64 = 4096;

/// How the queue is worked off.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// Jobs at the same time, at least 1.
    pub concurrency: usize,
    /// Answers come in the order of the jobs.
    pub ordered: bool,
    /// Table of a worker for each game, MiB.
    pub hash: usize,
    /// For jobs that set no limit, or no number of lines.
    pub defaults: JobLimits,
}

/// A line as it was read: its place among those that are answered, from 0, its number in the input, from 1, and its
/// text, unless it is too long.
struct Raw {
    place: u64,
    number: u64,
    text: Result<Vec<u8>, ()>,
}

/// Where answers go.
struct Sink<'a> {
    out: &'a mut (dyn Write + Send),
    /// Place of the next answer, if they come in order.
    next: u64,
    /// Answers that came too early.
    early: BTreeMap<u64, String>,
    bar: ProgressBar,
}

impl Sink<'_> {
    fn write(&mut self, line: &str) -> io::Result<()> {
        let out = &mut self.out;
        self.bar.suspend(|| out.write_all(line.as_bytes()).and_then(|()| out.flush()))?;
        self.bar.inc(1);
        Ok(())
    }

    fn put(&mut self, place: u64, line: String, ordered: bool) -> io::Result<()> {
        if !ordered {
            return self.write(&line);
        }
        self.early.insert(place, line);
        while let Some(line) = self.early.remove(&self.next) {
            self.next += 1;
            self.write(&line)?;
        }
        Ok(())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads jobs, a line each and no more than the workers need, and writes an answer to each, until the input ends or
/// `control` is stopped. Then the answers that are there are written, and searches under way are given up.
///
/// # Errors
/// [`CliError::Io`] if an answer can't be written, others for input that can't be read on or a table that is refused.
pub fn run_jobs(
    input: impl BufRead + Send + 'static,
    out: &mut (dyn Write + Send),
    terms: &Terms,
    control: &Control,
) -> Result<(), CliError> {
    // Reading may block for ever, so nobody waits for this thread.
    let (sender, receiver) = sync_channel(terms.concurrency.max(1));
    thread::Builder::new()
        .name("jobs".to_owned())
        .spawn(move || feed(input, &sender))
        .map_err(|e| CliError::Failed(format!("can't start a thread: {e}")))?;
    let bar = progress_bar(None, "{pos} jobs done, {elapsed}, {per_sec}");
    let queue = Queue {
        receiver: Mutex::new(receiver),
        sink: Mutex::new(Sink { out, next: 0, early: BTreeMap::new(), bar }),
        moved: Condvar::new(),
        terms: *terms,
        control,
    };
    let outcome = on_workers(terms.concurrency, control, || queue.work());
    let mut sink = queue.sink.into_inner().unwrap_or_else(PoisonError::into_inner);
    sink.bar.finish_and_clear();
    outcome?;
    // Those behind a job that was given up.
    for line in std::mem::take(&mut sink.early).into_values() {
        sink.write(&line)?;
    }
    Ok(())
}

/// Passes lines on until the input ends or nobody wants more.
fn feed(mut input: impl BufRead, sender: &SyncSender<io::Result<Raw>>) {
    let (mut place, mut number) = (0, 0);
    loop {
        let text = match read_line(&mut input) {
            Ok(None) => return,
            Ok(Some(text)) => text,
            Err(e) => {
                let _ = sender.send(Err(e));
                return;
            }
        };
        number += 1;
        if text.as_ref().is_ok_and(|text| text.trim_ascii().is_empty()) {
            continue;
        }
        if sender.send(Ok(Raw { place, number, text })).is_err() {
            return;
        }
        place += 1;
    }
}

/// What the workers share.
struct Queue<'a> {
    receiver: Mutex<Receiver<io::Result<Raw>>>,
    sink: Mutex<Sink<'a>>,
    /// An answer was written.
    moved: Condvar,
    terms: Terms,
    control: &'a Control,
}

impl Queue<'_> {
    fn work(&self) -> Result<(), CliError> {
        let mut analysts: Vec<(Variant, Box<dyn Analyst>)> = Vec::new();
        while let Some(raw) = self.next()? {
            let (name, content) = match &raw.text {
                Err(()) => {
                    let error = format!("line of more than {LONGEST_LINE} bytes");
                    (Name { id: None, line: raw.number }, Some(Content::Error { error }))
                }
                Ok(text) => {
                    let (name, job) = parse_job(text, raw.number, self.terms.defaults);
                    let content = match job {
                        Err(error) => Some(Content::Error { error }),
                        Ok(job) => {
                            let analyst = self.analyst(&mut analysts, job.game)?;
                            match analyst.analyse(&job, self.control) {
                                Ok(analysis) => analysis.map(|analysis| Content::Done(Box::new(analysis))),
                                Err(error) => Some(Content::Error { error }),
                            }
                        }
                    };
                    (name, content)
                }
            };
            let Some(content) = content else { return Ok(()) };
            let mut line = serde_json::to_string(&Answer { name, content })
                .map_err(|e| CliError::Failed(format!("line {}: {e}", raw.number)))?;
            line.push('\n');
            lock(&self.sink).put(raw.place, line, self.terms.ordered)?;
            self.moved.notify_all();
        }
        Ok(())
    }

    /// The next line, once its answer would not have to wait behind too many others; `None` at the end.
    fn next(&self) -> Result<Option<Raw>, CliError> {
        let raw = loop {
            if self.control.stopped() {
                return Ok(None);
            }
            // Bound first, or the lock would be held while the answer is looked at.
            let received = lock(&self.receiver).recv_timeout(LOOK);
            match received {
                Ok(Ok(raw)) => break raw,
                Ok(Err(e)) => return Err(CliError::Failed(format!("the jobs can't be read on: {e}"))),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        };
        let mut sink = lock(&self.sink);
        while self.terms.ordered && raw.place >= sink.next + WAITING {
            if self.control.stopped() {
                return Ok(None);
            }
            sink = self.moved.wait_timeout(sink, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
        Ok(Some(raw))
    }

    fn analyst<'a>(
        &self,
        analysts: &'a mut Vec<(Variant, Box<dyn Analyst>)>,
        game: Variant,
    ) -> Result<&'a mut dyn Analyst, CliError> {
        let at = match analysts.iter().position(|(known, _)| *known == game) {
            Some(at) => at,
            None => {
                let hash = self.terms.hash;
                let analyst = game
                    .dispatch(MakeAnalyst(hash))
                    .map_err(|e| CliError::Usage(format!("--hash {hash}: {e}")))?;
                analysts.push((game, analyst));
                analysts.len() - 1
            }
        };
        Ok(analysts[at].1.as_mut())
    }
}

/// Opens the jobs at `path`, `-` for standard input, and answers them on standard output.
///
/// # Errors
/// [`CliError::Usage`] if there is no such file, and those of [`run_jobs`].
pub fn run(path: &Path, terms: &Terms, control: &Control) -> Result<(), CliError> {
    let mut out = io::stdout();
    if path == Path::new("-") {
        run_jobs(BufReader::new(io::stdin()), &mut out, terms, control)?;
    } else {
        let usage = |e: io::Error| CliError::Usage(format!("--jobs {}: {e}", path.display()));
        let file = File::open(path).map_err(usage)?;
        if file.metadata().map_err(usage)?.is_dir() {
            return Err(usage(io::ErrorKind::IsADirectory.into()));
        }
        run_jobs(BufReader::new(file), &mut out, terms, control)?;
    }
    if control.stopped() {
        say("interrupted");
    }
    Ok(())
}
