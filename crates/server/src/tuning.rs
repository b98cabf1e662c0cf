//! Tuning runs of the server: at most one at a time, on threads of its own.
//!
//! A run has a folder in the data folder, with the files that `takhteh tune` writes and a record of what was started. A run
//! that goes on when the server stops is resumed from its journal, to the same result.

pub(crate) mod api;
mod live_run;
mod run_folder;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use disk::TuningFolder;
use rules::InputError;
use tokio::sync::{Semaphore, watch};
use tuner::{MethodName, Plan, PlanFile, Tunable, builtin_plans};

use self::live_run::LiveRun;
use self::run_folder::RunFolder;
use crate::api_error::ApiError;
use crate::wire::{RunRecord, RunRequest, RunState, RunSummary};

/// Most generations of a run.
const MAX_GENERATIONS: u64 = 1_000;
/// Largest seed: JavaScript represents larger numbers inexactly.
const MAX_SEED: u64 = (1 << 53) - 1;
/// Most games of a confirmation.
const MAX_CONFIRM_GAMES: u64 = 100_000;
/// Most runs in a list.
const MAX_LISTED: usize = 50;
/// Most connections that receive events.
const MAX_WATCHERS: usize = 256;

/// All tuning runs of the server.
pub(crate) struct Tuning {
    /// Folder with a folder for each run.
    folder: PathBuf,
    /// Number of threads that play games.
    threads: usize,
    /// The run that was started last.
    current: Mutex<Option<LiveRun>>,
    /// Notified when something in `current` changes.
    changes: Arc<watch::Sender<()>>,
    /// One permit for each connection that receives events.
    watchers: Arc<Semaphore>,
}

impl Tuning {
    /// The runs in `folder`, which need not exist yet.
    pub(crate) fn new(folder: PathBuf, threads: usize) -> Tuning {
        Tuning {
            folder,
            threads,
            current: Mutex::new(None),
            changes: Arc::new(watch::Sender::new(())),
            watchers: Arc::new(Semaphore::new(MAX_WATCHERS)),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<LiveRun>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a run and returns its name.
    pub(crate) fn start(&self, request: &RunRequest) -> Result<String, ApiError> {
        let (plan, tunable) = open_plan(request)?;
        let mut current = self.lock();
        refuse_second(current.as_ref())?;
        let run = RunFolder::create(&self.folder, &request.plan)?;
        self.launch(&mut current, run, &request.plan, plan, tunable)
    }

    /// Resumes a run that was stopped or interrupted.
    pub(crate) fn resume(&self, name: &str) -> Result<String, ApiError> {
        let mut current = self.lock();
        refuse_second(current.as_ref())?;
        let run = self.run(name)?;
        // The record on disk may be older while the thread of a run that has just ended writes it.
        let live = current.as_ref().filter(|live| live.name() == name).map(LiveRun::summary);
        let record = live.map_or_else(|| run.record(), |live| Ok(live.record))?;
        if record.state == RunState::Complete {
            return Err(ApiError::conflict(format!("the run {name} is complete")));
        }
        let (plan, tunable) = open_plan(&record.request())?;
        self.launch(&mut current, run, &record.plan, plan, tunable)
    }

    fn launch(
        &self,
        current: &mut Option<LiveRun>,
        run: RunFolder,
        plan_name: &str,
        plan: Plan,
        tunable: Box<dyn Tunable>,
    ) -> Result<String, ApiError> {
        if let Some(previous) = current.take() {
            previous.join();
        }
        let name = run.name().to_owned();
        let (files, recorded) = TuningFolder::open(run.path(), &plan)?;
        let record = RunRecord::new(plan_name, &plan, recorded.results.len() as u64);
        run.write_record(&record)?;
        let live = LiveRun::new(run, record, Arc::clone(&self.changes));
        let live = live.start(plan, tunable, files, recorded, self.threads);
        *current =
            Some(live.map_err(|error| ApiError::unprocessable(format!("cannot start a thread: {error}")))?);
        self.changes.send_replace(());
        Ok(name)
    }

    /// Stops a run. Its last games are stored a moment later.
    pub(crate) fn stop(&self, name: &str) -> Result<(), ApiError> {
        match self.lock().as_ref().filter(|live| live.name() == name && live.is_running()) {
            // Its report is being written.
            Some(live) if live.is_played_out() => {
                Err(ApiError::conflict(format!("the run {name} is complete")))
            }
            Some(live) => {
                live.stop();
                Ok(())
            }
            None => {
                self.run(name)?;
                Err(ApiError::conflict(format!("the run {name} is not running")))
            }
        }
    }

    /// The newest runs, the newest first.
    pub(crate) fn runs(&self) -> Vec<RunSummary> {
        let live = self.current();
        let summary = |run: RunFolder| match &live {
            Some(live) if live.name == run.name() => Some(live.clone()),
            _ => run.summary(),
        };
        RunFolder::all(&self.folder).into_iter().filter_map(summary).take(MAX_LISTED).collect()
    }

    /// The run that was started last.
    pub(crate) fn current(&self) -> Option<RunSummary> {
        self.lock().as_ref().map(LiveRun::summary)
    }

    /// Details of a run as JSON. Those of a run that was not started since the server started follow from its journal.
    pub(crate) fn details(&self, name: &str) -> Result<String, ApiError> {
        let live = self.lock().as_ref().filter(|live| live.name() == name).and_then(LiveRun::details);
        if let Some(details) = live {
            return Ok(details);
        }
        replay(&self.run(name)?).map_err(|mut error| {
            // Everyone may read the details, but not where the data folder is.
            error.message = error.message.replace(&*self.folder.to_string_lossy(), "tuning");
            error
        })
    }

    /// A file in the folder of a run.
    pub(crate) fn file(&self, name: &str, file: &str) -> Result<Vec<u8>, ApiError> {
        self.run(name)?.file(file)
    }

    fn run(&self, name: &str) -> Result<RunFolder, ApiError> {
        RunFolder::find(&self.folder, name)
            .ok_or_else(|| ApiError::not_found(format!("there is no run {}", InputError::quote(name))))
    }

    /// Ends the current run as an interrupted one, and waits until it is stored.
    pub(crate) fn shut_down(&self) {
        self.watchers.close();
        self.changes.send_replace(());
        let live = self.lock().take();
        if let Some(live) = live {
            live.interrupt();
        }
    }
}

/// Refuses to start a run while another is running.
fn refuse_second(current: Option<&LiveRun>) -> Result<(), ApiError> {
    match current.filter(|live| live.is_running()) {
        Some(live) => Err(ApiError::conflict(format!("the run {} is running; stop it first", live.name()))),
        None => Ok(()),
    }
}

/// Details of a run that is not running, from its journal.
fn replay(run: &RunFolder) -> Result<String, ApiError> {
    let (plan, tunable) = open_plan(&run.record()?.request())?;
    Ok(live_run::replay(&plan, tunable.as_ref(), TuningFolder::recorded(run.path(), &plan)?)?)
}

/// Opens the plan of a request, within the limits of the server.
fn open_plan(request: &RunRequest) -> Result<(Plan, Box<dyn Tunable>), ApiError> {
    let plan = builtin_plans::find(&request.plan).ok_or_else(|| {
        let names: Vec<&str> = builtin_plans::PLANS.iter().map(|plan| plan.name).collect();
        let found = InputError::quote(&request.plan);
        ApiError::unprocessable(format!("there is no plan {found}; use {}", names.join(", ")))
    })?;
    let within = |key: &str, value: Option<u64>, max: u64| match value {
        Some(value) if value > max => {
            Err(ApiError::unprocessable(format!("{key} cannot be {value}; use a number from 0 to {max}")))
        }
        value => Ok(value),
    };
    let mut file = PlanFile::read(plan.text)?;
    file.seed = within("seed", request.seed, MAX_SEED)?.unwrap_or(file.seed);
    let generations = within("generations", request.generations, MAX_GENERATIONS)?;
    file.generations = generations.map_or(file.generations, |generations| u32::try_from(generations).ok());
    let confirm_games = within("confirm_games", request.confirm_games, MAX_CONFIRM_GAMES)?;
    file.confirm_games = confirm_games.unwrap_or(file.confirm_games);
    if file.confirm_games % 2 == 1 {
        return Err(ApiError::unprocessable("confirm_games must be even, as games come in pairs"));
    }
    if let Some(method) = &request.method {
        file.method = method.parse::<MethodName>()?;
    }
    Ok(file.open(&file.settings_lines())?)
}
