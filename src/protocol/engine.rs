//! What every dialect needs: the game chosen, the options, and the searches under way.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use thiserror::Error;

use super::command::Start;
use super::go::Go;
use super::log::Log;
use super::options::{
    EngineOption, HASH, MOVE_OVERHEAD, MULTI_PV, OptionError, SEED, SKILL_LEVEL, THREADS, UCI_ELO, VARIETY,
    read_check,
};
use super::report::Listener;
use super::session::{self, GameSession, PerftSink, PositionError, SearchSettings};
use super::strength::Strength;
use super::worker::{Task, Worker};
use crate::input::read_regular_file;
use crate::tools::bench::{self, Bench};
use crate::variant::Variant;

/// The command so named would have to wait behind a search without an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{0}: a search without limits is running; stop it first")]
pub struct Busy(pub &'static str);

/// Writes a remark of the engine where the dialect shows such things. Called from any thread.
pub type Notes = Arc<dyn Fn(&str) + Send + Sync>;

/// An engine without a language.
pub struct Engine {
    variant: Variant,
    session: Box<dyn GameSession>,
    worker: Worker,
    tasks: Vec<Arc<Task>>,
    notes: Notes,
    /// MiB of the table in use; the worker sets it once a table is made.
    hash: Arc<AtomicUsize>,
    threads: usize,
    ponder: bool,
    show_wdl: bool,
    settings: SearchSettings,
    log: Log,
}

impl Engine {
    /// An engine at the start position of [`Variant::DEFAULT`].
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn new(notes: Notes) -> std::io::Result<Engine> {
        Ok(Engine {
            variant: Variant::DEFAULT,
            session: session::open(Variant::DEFAULT),
            worker: Worker::start()?,
            tasks: Vec::new(),
            notes,
            hash: Arc::new(AtomicUsize::new(HASH.default)),
            threads: THREADS.default,
            ponder: false,
            show_wdl: false,
            settings: SearchSettings {
                multi_pv: MULTI_PV.default,
                move_overhead: Duration::from_millis(MOVE_OVERHEAD.default as u64),
                strength: Strength::default(),
            },
            log: Log::default(),
        })
    }

    /// The log that `Debug Log File` opens and closes: that of the dialect's input and output.
    pub fn set_log(&mut self, log: Log) {
        self.log = log;
    }

    /// Whether the chances of win, draw and loss are wanted beside the score.
    pub fn shows_wdl(&self) -> bool {
        self.show_wdl
    }

    /// The game being played.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Its session, to ask about the position.
    pub fn session(&self) -> &dyn GameSession {
        &*self.session
    }

    /// Whether a search runs or waits that nobody has stopped.
    pub fn is_searching(&self) -> bool {
        self.tasks.iter().any(|task| task.is_running())
    }

    /// Whether such a search ends only when told to.
    pub fn is_endless(&self) -> bool {
        self.tasks.iter().any(|task| task.is_running() && task.is_unbounded())
    }

    /// Whether everything asked for so far has ended, but for what it may just be writing.
    pub fn is_through(&self) -> bool {
        self.tasks.iter().all(|task| task.is_finished())
    }

    fn add_task(&mut self, task: &Arc<Task>) {
        self.tasks.retain(|task| !task.is_finished());
        self.tasks.push(Arc::clone(task));
    }

    /// Sets an option of the engine or of the game, its name in any case.
    ///
    /// # Errors
    /// [`OptionError`]; the old value stays. A table that can't be had is reported later, as a remark.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        match EngineOption::find(name) {
            Some(option) => self.set_engine_option(option, value),
            None => self.set_game_option(name, value),
        }
    }

    fn set_engine_option(&mut self, option: EngineOption, value: &str) -> Result<(), OptionError> {
        let strength = &mut self.settings.strength;
        match option {
            EngineOption::Variant => self.set_variant(value)?,
            EngineOption::Hash => {
                let mib = HASH.read(value, self.hash.load(Ordering::Relaxed))?;
                self.request_hash(mib);
            }
            EngineOption::Threads => {
                self.threads = THREADS.read(value, self.threads)?;
                self.worker.push(self.session.threads_job(self.threads));
            }
            EngineOption::MultiPv => {
                self.settings.multi_pv = MULTI_PV.read(value, self.settings.multi_pv)?;
            }
            EngineOption::Ponder => self.ponder = read_check(option.name(), value)?,
            EngineOption::MoveOverhead => {
                let old = self.settings.move_overhead.as_millis() as usize;
                let new = MOVE_OVERHEAD.read(value, old)?;
                self.settings.move_overhead = Duration::from_millis(new as u64);
            }
            EngineOption::ClearHash => self.worker.push(self.session.clear_job()),
            EngineOption::WeightsFile => self.set_weights(value)?,
            EngineOption::DebugLogFile => self.log.set_path(value).map_err(|e| OptionError::Refused {
                name: option.name().to_owned(),
                problem: format!("can't write to '{value}': {e}"),
            })?,
            EngineOption::ShowWdl => self.show_wdl = read_check(option.name(), value)?,
            EngineOption::AnalyseMode => strength.analysis = read_check(option.name(), value)?,
            EngineOption::LimitStrength => strength.limited = read_check(option.name(), value)?,
            EngineOption::Elo => strength.elo = UCI_ELO.read(value, strength.elo)?,
            EngineOption::SkillLevel => strength.skill = SKILL_LEVEL.read(value, strength.skill)?,
            EngineOption::Variety => strength.variety = VARIETY.read(value, strength.variety)?,
            EngineOption::Seed => strength.seed = SEED.read(value, strength.seed)?,
        }
        Ok(())
    }

    fn set_game_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let declared = self.session.options().iter().find(|o| o.name.eq_ignore_ascii_case(name));
        let Some(option) = declared else {
            return Err(OptionError::Unknown(crate::input::shorten(name)));
        };
        if self.is_searching() {
            return Err(OptionError::Searching(option.name.to_owned()));
        }
        let refused = |problem| OptionError::Refused { name: option.name.to_owned(), problem };
        let job = self.session.set_option(option.name, value).map_err(refused)?;
        self.worker.push(job);
        Ok(())
    }

    /// Changes the game: its start position, an empty table, its own built-in weights.
    fn set_variant(&mut self, value: &str) -> Result<(), OptionError> {
        let name = EngineOption::Variant.name();
        let variant: Variant = value.parse().map_err(|e: crate::variant::UnknownVariant| {
            OptionError::Refused { name: name.to_owned(), problem: e.to_string() }
        })?;
        if variant == self.variant {
            return Ok(());
        }
        if self.is_searching() {
            return Err(OptionError::Searching(name.to_owned()));
        }
        // The old table goes before the new one comes, once no job holds it any more.
        self.session = session::open(variant);
        self.variant = variant;
        if self.threads != THREADS.default {
            self.worker.push(self.session.threads_job(self.threads));
        }
        let mib = self.hash.load(Ordering::Relaxed);
        if mib != HASH.default {
            self.request_hash(mib);
        }
        Ok(())
    }

    fn request_hash(&mut self, mib: usize) {
        let hash = Arc::clone(&self.hash);
        let notes = Arc::clone(&self.notes);
        self.worker.push(self.session.hash_job(
            mib,
            Box::new(move |result| match result {
                Ok(()) => hash.store(mib, Ordering::Relaxed),
                Err(error) => {
                    let old = hash.load(Ordering::Relaxed);
                    notes(&format!("option Hash: {error}; the table stays at {old} MiB"));
                }
            }),
        ));
    }

    fn set_weights(&mut self, path: &str) -> Result<(), OptionError> {
        let refused = |problem: String| OptionError::Refused {
            name: EngineOption::WeightsFile.name().to_owned(),
            problem: format!("{problem}; the weights before are kept"),
        };
        let job = if path.is_empty() || path == "<empty>" {
            self.session.set_weights(None)
        } else {
            let text = read_regular_file(Path::new(path))
                .map_err(|e| refused(format!("can't read '{path}': {e}")))?;
            self.session.set_weights(Some(&text))
        };
        let job = job.map_err(|e| refused(format!("'{path}': {e}")))?;
        self.worker.push(job);
        Ok(())
    }

    /// Forgets everything learnt. The position stays until the next one is set.
    pub fn new_game(&mut self) {
        self.worker.push(self.session.clear_job());
    }

    /// Sets the position for the searches to come.
    ///
    /// # Errors
    /// [`PositionError`]; the position stays.
    pub fn set_position(&mut self, start: &Start, moves: &[&str]) -> Result<(), PositionError> {
        self.session.set_position(start, moves)
    }

    /// Searches, behind whatever is still under way.
    ///
    /// # Errors
    /// [`Busy`] if that has no end.
    pub fn go(&mut self, go: &Go<'_>, listener: Box<dyn Listener>) -> Result<(), Busy> {
        if self.is_endless() {
            return Err(Busy("go"));
        }
        let task = Task::new(go.ponder, go.infinite || !go.has_end());
        let search = self.session.search_job(go, self.settings, Arc::clone(&task), listener);
        for note in &search.notes {
            (self.notes)(note);
        }
        self.add_task(&task);
        self.worker.push(search.job);
        Ok(())
    }

    /// Counts leaves, behind whatever is still under way.
    ///
    /// # Errors
    /// [`Busy`] if that has no end.
    pub fn perft(&mut self, depth: u32, sink: PerftSink) -> Result<(), Busy> {
        if self.is_endless() {
            return Err(Busy("go perft"));
        }
        let task = Task::new(false, false);
        self.add_task(&task);
        self.worker.push(self.session.perft_job(depth, task, sink));
        Ok(())
    }

    /// Runs the bench, which has games and tables of its own, and hands the result to `sink`, `None` if it was
    /// stopped.
    ///
    /// # Errors
    /// [`Busy`] if a search without end is under way.
    pub fn bench(&mut self, sink: Box<dyn FnOnce(Option<Bench>) + Send>) -> Result<(), Busy> {
        if self.is_endless() {
            return Err(Busy("bench"));
        }
        let task = Task::new(false, false);
        self.add_task(&task);
        self.worker.push(Box::new(move || {
            let result = bench::bench(&task.control, |_| {});
            task.finish();
            sink(result);
        }));
        Ok(())
    }

    /// Ends everything that was asked for so far. Each search still answers. Without a search, nothing
    /// happens.
    pub fn stop(&self) {
        for task in &self.tasks {
            task.control.stop();
        }
    }

    /// Ends what would not end by itself.
    pub fn stop_endless(&self) {
        for task in self.tasks.iter().filter(|task| task.is_unbounded()) {
            task.control.stop();
        }
    }

    /// The opponent played the expected move.
    pub fn ponder_hit(&self) {
        for task in &self.tasks {
            task.control.ponder_hit();
        }
    }

    /// Gets everything ready that the first search needs.
    pub fn warm_up(&self) {
        self.worker.push(self.session.warm_up_job());
    }

    /// Calls `done` on the worker's thread once all that was asked for so far is through.
    pub fn when_idle(&self, done: impl FnOnce() + Send + 'static) {
        self.worker.push(Box::new(done));
    }
}
