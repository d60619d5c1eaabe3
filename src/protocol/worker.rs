//! The thread that searches while the input is read.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

use crate::search::Control;

/// Something for the worker to do.
pub type Job = Box<dyn FnOnce() + Send>;

/// Stack of the worker, bytes: the search may run on it.
const STACK: usize = 16 << 20;

/// How often a search that is done looks whether it may answer.
const POLL: Duration = Duration::from_millis(1);

/// One thread that does its jobs in the order in which they were given.
pub struct Worker {
    jobs: Sender<Job>,
}

impl Worker {
    /// Starts the thread.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn start() -> std::io::Result<Worker> {
        let (jobs, queue) = mpsc::channel::<Job>();
        thread::Builder::new().name("worker".to_owned()).stack_size(STACK).spawn(move || {
            for job in queue {
                job();
            }
        })?;
        Ok(Worker { jobs })
    }

    /// Adds a job behind those that wait.
    pub fn push(&self, job: Job) {
        // The thread outlives `self`, which holds the sender: it can't be gone.
        let _ = self.jobs.send(job);
    }
}

/// A job that can be stopped, as the input thread and the worker share it.
#[derive(Debug)]
pub struct Task {
    /// Steers the search.
    pub control: Control,
    endless: bool,
    finished: AtomicBool,
}

impl Task {
    /// A task that ends by itself once it is not `pondering` any more, or one that does not (`endless`).
    pub fn new(pondering: bool, endless: bool) -> Arc<Task> {
        Arc::new(Task { control: Control::new(pondering), endless, finished: AtomicBool::new(false) })
    }

    /// Whether it waits or runs and nobody has stopped it.
    pub fn is_running(&self) -> bool {
        !self.is_finished() && !self.control.stopped()
    }

    /// Whether only `stop` or `ponderhit` will end it.
    pub fn is_unbounded(&self) -> bool {
        self.endless || self.control.pondering()
    }

    /// Whether its result is about to be written, or is.
    pub fn is_finished(&self) -> bool {
        self.finished.load(Ordering::Acquire)
    }

    /// Called just before the result is written, so that whoever reads it finds the engine idle.
    pub fn finish(&self) {
        self.finished.store(true, Ordering::Release);
    }

    /// Blocks while the search must not answer yet: pondering, or `infinite` and not stopped.
    pub fn wait_for_leave(&self, infinite: bool) {
        while !self.control.stopped() && (infinite || self.control.pondering()) {
            thread::sleep(POLL);
        }
    }
}
