//! JSON of tuning runs: requests, the record of a run on disk, and what pages show.

use rules::InputError;
use serde::{Deserialize, Serialize};
use tuner::builtin_plans::BuiltinPlan;
use tuner::report::Plots;
use tuner::{Candidate, GenerationSummary, MethodName, Plan, PlanFile, Run, Spread};

use super::body::read_body;
use super::to_json;
use crate::api_error::ApiError;

/// What an operator chooses for a run; what is missing is the plan's.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RunRequest {
    pub(crate) plan: String,
    pub(crate) seed: Option<u64>,
    pub(crate) generations: Option<u64>,
    pub(crate) method: Option<String>,
    pub(crate) confirm_games: Option<u64>,
}

/// Reads a run to start.
pub(crate) fn read_run_request(text: &str) -> Result<RunRequest, ApiError> {
    read_body(text, r#"{"plan": "narrad-fast", "seed": 1, "generations": 50}"#)
}

/// State of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RunState {
    /// Games are played.
    Running,
    /// The operator stopped it.
    Stopped,
    /// The server stopped before its end.
    Interrupted,
    /// It is over.
    Complete,
    /// An error ended it.
    Failed,
}

/// A run as its folder records it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct RunRecord {
    pub(crate) plan: String,
    pub(crate) method: String,
    pub(crate) seed: u64,
    pub(crate) generations: u32,
    pub(crate) confirm_games: u64,
    pub(crate) state: RunState,
    /// Number of complete generations.
    pub(crate) complete_generations: u32,
    pub(crate) games: u64,
    /// Number of games of the whole run, as far as it is known before.
    pub(crate) expected_games: u64,
    /// Why it failed.
    pub(crate) error: Option<String>,
}

impl RunRecord {
    /// A run that starts.
    pub(crate) fn new(name: &str, plan: &Plan, games: u64) -> RunRecord {
        RunRecord {
            plan: name.to_owned(),
            method: plan.method.to_string(),
            seed: plan.seed,
            generations: plan.generations,
            confirm_games: plan.confirm_games,
            state: RunState::Running,
            complete_generations: 0,
            games,
            expected_games: plan.expected_games(),
            error: None,
        }
    }

    /// The request that starts the same run.
    pub(crate) fn request(&self) -> RunRequest {
        RunRequest {
            plan: self.plan.clone(),
            seed: Some(self.seed),
            generations: Some(self.generations.into()),
            method: Some(self.method.clone()),
            confirm_games: Some(self.confirm_games),
        }
    }

    /// JSON text of the record.
    pub(crate) fn to_json(&self) -> String {
        to_json(self)
    }

    /// Reads a record.
    pub(crate) fn read(text: &str) -> Result<RunRecord, InputError> {
        serde_json::from_str(text).map_err(|error| InputError::new(format!("cannot read the run: {error}")))
    }
}

/// A run in a list.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct RunSummary {
    pub(crate) name: String,
    #[serde(flatten)]
    pub(crate) record: RunRecord,
    /// Estimate, while it is running.
    pub(crate) seconds_left: Option<f64>,
    /// `true` if the report and the weights can be downloaded.
    pub(crate) has_report: bool,
}

/// JSON of a run in a list; `null` if there is none.
pub(crate) fn run_summary(run: Option<&RunSummary>) -> String {
    to_json(&run)
}

#[derive(Serialize)]
struct PlanView {
    name: &'static str,
    about: &'static str,
    game: String,
    engine: String,
    method: &'static str,
    seed: u64,
    generations: Option<u32>,
}

/// Plans and runs, and whether the request came from the operator.
pub(crate) fn tuning_overview(
    plans: &[(&'static BuiltinPlan, PlanFile)],
    runs: &[RunSummary],
    is_operator: bool,
    max_generations: u64,
) -> String {
    #[derive(Serialize)]
    struct Overview<'a> {
        operator: bool,
        plans: Vec<PlanView>,
        methods: [&'static str; 3],
        max_generations: u64,
        runs: &'a [RunSummary],
    }
    let plan = |(plan, file): &(&'static BuiltinPlan, PlanFile)| PlanView {
        name: plan.name,
        about: plan.about,
        game: file.game.clone(),
        engine: file.engine.to_string(),
        method: file.method.name(),
        seed: file.seed,
        generations: file.generations,
    };
    let methods = MethodName::ALL.map(MethodName::name);
    let plans = plans.iter().map(plan).collect();
    to_json(&Overview { operator: is_operator, plans, methods, max_generations, runs })
}

/// Name of a run that was started, stopped or resumed.
pub(crate) fn run_name(name: &str) -> String {
    #[derive(Serialize)]
    struct Named<'a> {
        run: &'a str,
    }
    to_json(&Named { run: name })
}

#[derive(Serialize)]
struct ParameterView<'a> {
    name: &'a str,
    min: f64,
    max: f64,
    start: f64,
    best: Option<f64>,
}

#[derive(Serialize)]
struct GenerationView {
    number: u32,
    games: u64,
    best: f64,
    mean: f64,
    spreads: Vec<Spread>,
}

#[derive(Serialize)]
struct AncestorView {
    candidate: usize,
    generation: u32,
    origin: String,
    parents: Vec<usize>,
}

#[derive(Serialize)]
struct ConfirmationView<'a> {
    opponent: &'a str,
    text: String,
}

#[derive(Serialize)]
struct PlotsView {
    points: String,
    spreads: Vec<String>,
    matrix: Option<String>,
    family_tree: Option<String>,
}

impl From<Plots> for PlotsView {
    fn from(Plots { points, spreads, matrix, family_tree }: Plots) -> PlotsView {
        PlotsView { points, spreads, matrix, family_tree }
    }
}

/// Everything about a run so far: numbers, and the plots of its report.
pub(crate) fn run_details(plan: &Plan, run: &Run, generations: &[GenerationSummary]) -> String {
    #[derive(Serialize)]
    struct Details<'a> {
        parameters: Vec<ParameterView<'a>>,
        generations: Vec<GenerationView>,
        champion: Option<usize>,
        /// Candidates of the last generation, the best first; rows and columns of the matrix.
        ranking: Vec<usize>,
        matrix: &'a [Vec<Option<f64>>],
        family_tree: Vec<AncestorView>,
        confirmations: Vec<ConfirmationView<'a>>,
        plots: PlotsView,
    }
    let best = |index: usize| run.champion_values().and_then(|values| values.get(index).copied());
    let parameters = plan.space.parameters.iter().enumerate().map(|(index, parameter)| ParameterView {
        name: &parameter.name,
        min: parameter.min,
        max: parameter.max,
        start: parameter.start,
        best: best(index),
    });
    let generation = |it: &GenerationSummary| GenerationView {
        number: it.number,
        games: it.games,
        best: it.best,
        mean: it.mean,
        spreads: it.spreads.clone(),
    };
    let ancestor = |number: usize| {
        let Candidate { generation, origin, .. } = run.candidates.get(number)?;
        let (origin, parents) = (origin.to_string(), origin.parents());
        Some(AncestorView { candidate: number, generation: *generation, origin, parents })
    };
    let last = run.generations.last();
    to_json(&Details {
        parameters: parameters.collect(),
        generations: generations.iter().map(generation).collect(),
        champion: run.champion(),
        ranking: last.map_or(Vec::new(), |it| it.ranking.iter().map(|ranked| ranked.candidate).collect()),
        matrix: last.map_or(&[], |it| &it.matrix),
        family_tree: run.champion_ancestors().into_iter().filter_map(ancestor).collect(),
        confirmations: run
            .confirmations
            .iter()
            .map(|it| ConfirmationView { opponent: &it.opponent, text: it.text() })
            .collect(),
        plots: Plots::new(plan, run, generations).into(),
    })
}
