//! A run that was started, and the thread that runs it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use disk::{DiskError, TuningFolder};
use games::tuning::GamePoints;
use tokio::sync::watch;
use tuner::{GenerationSummary, Observer, Plan, Recorded, Run, Tunable};

use super::run_folder::RunFolder;
use crate::wire::{RunRecord, RunState, RunSummary, run_details};

/// Time between two notifications about games.
const NOTIFY_INTERVAL: Duration = Duration::from_millis(100);
/// Time between two writes of the record.
const RECORD_INTERVAL: Duration = Duration::from_secs(5);
/// Describing the run takes at most this part of its time.
const DETAILS_SHARE: u32 = 20;

/// A run that was started since the server started.
pub(super) struct LiveRun {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

/// What the thread of a run shares with the requests.
struct Shared {
    folder: RunFolder,
    stop: AtomicBool,
    /// `true` if the server stops the run, not the operator.
    is_interrupted: AtomicBool,
    /// `true` once all games are played; then the run cannot be stopped.
    is_played_out: AtomicBool,
    progress: Mutex<Progress>,
    changes: Arc<watch::Sender<()>>,
    started: Instant,
    /// Games of the journal when the run started.
    games_before: u64,
}

struct Progress {
    record: RunRecord,
    /// Details as JSON, from the first generation on.
    details: Option<String>,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn notify(&self) {
        self.changes.send_replace(());
    }

    /// Stores the record as it is now.
    fn write_record(&self) -> Result<(), DiskError> {
        let record = self.lock().record.clone();
        self.folder.write_record(&record)
    }
}

impl LiveRun {
    /// A run that has not started yet.
    pub(super) fn new(folder: RunFolder, record: RunRecord, changes: Arc<watch::Sender<()>>) -> LiveRun {
        let shared = Shared {
            folder,
            stop: AtomicBool::new(false),
            is_interrupted: AtomicBool::new(false),
            is_played_out: AtomicBool::new(false),
            games_before: record.games,
            progress: Mutex::new(Progress { record, details: None }),
            changes,
            started: Instant::now(),
        };
        LiveRun { shared: Arc::new(shared), thread: None }
    }

    /// Starts the thread of the run.
    pub(super) fn start(
        mut self,
        plan: Plan,
        tunable: Box<dyn Tunable>,
        files: TuningFolder,
        recorded: Recorded,
        threads: usize,
    ) -> std::io::Result<LiveRun> {
        let shared = Arc::clone(&self.shared);
        let run = move || {
            let mut watcher = Watcher::new(&shared, &plan, files);
            let finished = tuner::run(&plan, tunable.as_ref(), threads, recorded, &shared.stop, &mut watcher);
            let is_complete = finished.as_ref().is_ok_and(|run| run.is_complete);
            shared.is_played_out.store(is_complete, Ordering::Relaxed);
            watcher.finish(finished);
        };
        self.thread = Some(std::thread::Builder::new().name("tuning".to_owned()).spawn(run)?);
        Ok(self)
    }

    pub(super) fn name(&self) -> &str {
        self.shared.folder.name()
    }

    /// `true` until the end of the run is stored.
    pub(super) fn is_running(&self) -> bool {
        let has_ended = self.thread.as_ref().is_none_or(JoinHandle::is_finished);
        !has_ended && self.shared.lock().record.state == RunState::Running
    }

    /// `true` once all games are played, before the end of the run is stored.
    pub(super) fn is_played_out(&self) -> bool {
        self.shared.is_played_out.load(Ordering::Relaxed)
    }

    /// Asks the thread to stop.
    pub(super) fn stop(&self) {
        self.shared.stop.store(true, Ordering::Relaxed);
    }

    /// Stops the run so that it counts as interrupted, and waits for its thread.
    pub(super) fn interrupt(self) {
        self.shared.is_interrupted.store(true, Ordering::Relaxed);
        self.stop();
        self.join();
    }

    /// Waits for the thread, which closes the journal.
    pub(super) fn join(mut self) {
        if self.thread.take().is_some_and(|thread| thread.join().is_err()) {
            tracing::error!(run = self.name(), "the thread of the run panicked");
        }
    }

    /// The run in a list.
    pub(super) fn summary(&self) -> RunSummary {
        let is_running = self.is_running();
        let mut record = self.shared.lock().record.clone();
        if record.state == RunState::Running && !is_running {
            record.state = RunState::Failed;
        }
        let played = record.games.saturating_sub(self.shared.games_before);
        let seconds = self.shared.started.elapsed().as_secs_f64();
        let left = record.expected_games.saturating_sub(record.games);
        let has_estimate = record.state == RunState::Running && played > 0;
        RunSummary {
            name: self.name().to_owned(),
            record,
            seconds_left: has_estimate.then(|| left as f64 * seconds / played as f64),
            has_report: self.shared.folder.has_report(),
        }
    }

    /// Details of the run as JSON; `None` before its first generation.
    pub(super) fn details(&self) -> Option<String> {
        self.shared.lock().details.clone()
    }
}

/// Writes the files of a run and publishes its progress.
struct Watcher<'a> {
    shared: &'a Shared,
    plan: &'a Plan,
    files: TuningFolder,
    generations: Vec<GenerationSummary>,
    notified: Instant,
    record_written: Instant,
    /// Time at which the details are due.
    details_due: Instant,
}

impl<'a> Watcher<'a> {
    fn new(shared: &'a Shared, plan: &'a Plan, files: TuningFolder) -> Watcher<'a> {
        let now = Instant::now();
        let generations = Vec::new();
        Watcher { shared, plan, files, generations, notified: now, record_written: now, details_due: now }
    }

    /// Adds the generations that are new.
    fn add_generations(&mut self, run: &Run) {
        let new = run.generations.iter().skip(self.generations.len());
        self.generations.extend(new.map(|generation| GenerationSummary::new(run, generation)));
        self.shared.lock().record.complete_generations = self.generations.len() as u32;
    }

    fn publish_details(&mut self, run: &Run) {
        let begun = Instant::now();
        let details = run_details(self.plan, run, &self.generations);
        self.shared.lock().details = Some(details);
        self.details_due = Instant::now() + begun.elapsed() * DETAILS_SHARE;
    }

    /// Stores and publishes the end of the run.
    fn finish(mut self, finished: Result<Run, DiskError>) {
        let stored = finished.and_then(|run| {
            self.files.finish(self.plan, &run)?;
            self.add_generations(&run);
            self.publish_details(&run);
            self.shared.lock().record.games = run.games;
            Ok(run.is_complete)
        });
        let is_interrupted = self.shared.is_interrupted.load(Ordering::Relaxed);
        let (state, error) = match stored {
            Ok(true) => (RunState::Complete, None),
            // The record then still says that the run is going on.
            Ok(false) if is_interrupted => (RunState::Running, None),
            Ok(false) => (RunState::Stopped, None),
            Err(error) => (RunState::Failed, Some(error.to_string())),
        };
        // Everyone may read the record, but not where the data folder is.
        let name = self.shared.folder.name();
        let error = error.map(|error| error.replace(&*self.shared.folder.path().to_string_lossy(), name));
        tracing::info!(run = name, ?state, error, "tuning run ended");
        {
            let record = &mut self.shared.lock().record;
            (record.state, record.error) = (state, error);
        }
        if let Err(error) = self.shared.write_record() {
            tracing::error!(run = name, %error, "cannot store the end of the run");
        }
        self.shared.notify();
    }
}

impl Observer for Watcher<'_> {
    type Error = DiskError;

    fn on_results(&mut self, results: &[GamePoints]) -> Result<(), DiskError> {
        self.shared.lock().record.games += results.len() as u64;
        if self.notified.elapsed() >= NOTIFY_INTERVAL {
            self.notified = Instant::now();
            self.shared.notify();
        }
        self.files.append(results)
    }

    fn on_generation(&mut self, run: &Run) -> Result<bool, DiskError> {
        self.add_generations(run);
        if Instant::now() >= self.details_due {
            self.publish_details(run);
        }
        self.shared.notify();
        self.files.write_if_due(self.plan, run)?;
        if self.record_written.elapsed() >= RECORD_INTERVAL {
            self.record_written = Instant::now();
            self.shared.write_record()?;
        }
        let seconds = self.shared.started.elapsed().as_secs();
        Ok(self.plan.max_seconds.is_none_or(|most| seconds < most))
    }

    fn on_end(&mut self, generation: u32) -> Result<(), DiskError> {
        self.files.append_end(generation)
    }
}

/// Details of a run that follow from its journal: no games are played.
pub(super) fn replay(plan: &Plan, tunable: &dyn Tunable, recorded: Recorded) -> Result<String, DiskError> {
    let stop = AtomicBool::new(true);
    let run = tuner::run(plan, tunable, 1, recorded, &stop, &mut Replay)?;
    Ok(run_details(plan, &run, &run.summaries()))
}

/// Observer of a run without games.
struct Replay;

impl Observer for Replay {
    type Error = DiskError;

    fn on_results(&mut self, _results: &[GamePoints]) -> Result<(), DiskError> {
        Ok(())
    }

    fn on_generation(&mut self, _run: &Run) -> Result<bool, DiskError> {
        Ok(true)
    }

    fn on_end(&mut self, _generation: u32) -> Result<(), DiskError> {
        Ok(())
    }
}
