//! Plan files.

use games::toml_keys::{Key, Keys, parse};
use games::tuning::{Weight, WeightTable};
use rules::InputError;
use search::EngineName;

use super::Plan;
use crate::engine_games::GameLimits;
use crate::method::MethodName;
use crate::space::{Parameter, Space};
use crate::tunable::{self, Tunable};

/// Most candidates in a generation.
const MAX_POPULATION: u64 = 1_000;
/// Most generations.
const MAX_GENERATIONS: u64 = 1_000_000;
/// Most games of a run.
const MAX_GAMES: u64 = 1_000_000_000;
/// Most games of a pairing.
const MAX_PAIRING: u64 = 100_000;
/// Largest seed: TOML has signed integers.
const MAX_SEED: u64 = i64::MAX as u64;
/// Generations of a plan that does not say.
const DEFAULT_GENERATIONS: u32 = 50;

/// A plan as its file gives it: what depends on the engine is not known yet.
#[derive(Clone, PartialEq, Debug)]
pub struct PlanFile {
    /// Name of the game.
    pub game: String,
    /// The engine, with its options.
    pub engine: EngineName,
    /// Settings of the game: line, key and value.
    pub settings: Vec<(usize, String, String)>,
    /// Chess: line, and name or file of an army.
    pub army: Option<(usize, String)>,
    /// Halma: line, and configuration file.
    pub config: Option<(usize, String)>,
    /// The method.
    pub method: MethodName,
    /// Seed of everything random.
    pub seed: u64,
    /// Generations after the first; by default as many as `max_games` allows.
    pub generations: Option<u32>,
    /// Games after which no new generation starts.
    pub max_games: Option<u64>,
    /// Seconds after which no new generation starts.
    pub max_seconds: Option<u64>,
    /// Games of the champion against the start.
    pub confirm_games: u64,
    /// Limits of the games of an engine that searches, if the plan has any.
    pub limits: Option<GameLimits>,
    population: Option<u32>,
    games_per_pairing: u32,
    paired_dice: bool,
    extra_games_for_close_pairs: u32,
    judge_elites_anew: bool,
    parameters: Vec<ParameterKeys>,
}

/// A number and its line.
type Given = Option<(f64, usize)>;

/// A parameter of a plan file.
#[derive(Clone, PartialEq, Debug)]
struct ParameterKeys {
    name: String,
    line: usize,
    min: Given,
    max: Given,
    start: Given,
}

impl PlanFile {
    /// Largest size of a plan in bytes.
    pub const MAX_BYTES: u64 = 1 << 20;

    /// Reads a plan.
    pub fn read(text: &str) -> Result<PlanFile, InputError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let table = parse(text)?;
        let mut keys = Keys::new(text, String::new(), table.get_ref());
        let missing = |name: &str, example: &str| {
            InputError::new(format!("{name} is missing: expected a line such as {name} = {example}"))
        };
        let game = keys.take("game").ok_or_else(|| missing("game", "\"backgammon\""))?;
        let game = game.string("the name of a game in quotes")?.to_owned();
        let engine = keys.take("engine").ok_or_else(|| missing("engine", "\"narrad:depth=2\""))?;
        let expected_engine = "an engine in quotes, such as \"narrad:depth=2\"";
        let engine = engine
            .string(expected_engine)?
            .parse()
            .map_err(|error: InputError| engine.within(error.within("engine")))?;
        let text_of =
            |key: Key<'_>, expected: &str| key.string(expected).map(|value| (key.line, value.to_owned()));
        let army = keys.take("army").map(|key| text_of(key, "an army or its file in quotes")).transpose()?;
        let config = keys.take("config").map(|key| text_of(key, "a file in quotes")).transpose()?;
        let method = match keys.take("method") {
            Some(key) => {
                let name = key.string("a method in quotes, such as \"genetic\"")?;
                name.parse().map_err(|error: InputError| key.within(error.within("method")))?
            }
            None => MethodName::Genetic,
        };
        let mut number = |name, bounds| keys.take(name).map(|key| key.number(bounds)).transpose();
        let seed = number("seed", 0..=MAX_SEED)?.unwrap_or(1);
        let population = number("population", 4..=MAX_POPULATION)?.map(|number| number as u32);
        let generations = number("generations", 0..=MAX_GENERATIONS)?.map(|number| number as u32);
        let games_per_pairing = number("games_per_pairing", 1..=MAX_PAIRING)?.unwrap_or(5) as u32;
        let extra = number("extra_games_for_close_pairs", 0..=MAX_PAIRING)?.unwrap_or(0) as u32;
        let max_games = number("max_games", 1..=MAX_GAMES)?;
        let max_seconds = number("max_seconds", 1..=MAX_GAMES)?;
        let nodes = number("nodes", 1..=MAX_GAMES)?;
        let openings = number("openings", 0..=1_000)?.map(|number| number as u32);
        let max_plies = number("max_plies", 1..=1_000_000)?.map(|number| number as u32);
        let usual = GameLimits::default();
        let limits = (nodes.is_some() || openings.is_some() || max_plies.is_some()).then(|| GameLimits {
            nodes: nodes.unwrap_or(usual.nodes),
            openings,
            max_plies: max_plies.unwrap_or(usual.max_plies),
        });
        let confirm = keys.take("confirm_games");
        let confirm_games = match &confirm {
            Some(key) => key.number(0..=MAX_GAMES.min(u32::MAX.into()))?,
            None => 2_000,
        };
        if let Some(key) = confirm.filter(|_| confirm_games % 2 == 1) {
            return Err(key.error("an even number, as games come in pairs"));
        }
        let mut flag = |name| keys.take(name).map_or(Ok(false), |key| key.boolean());
        let paired_dice = flag("paired_dice")?;
        let judge_elites_anew = flag("judge_elites_anew")?;
        let settings = match keys.take("settings") {
            Some(key) => read_settings(keys.tables(&key, "a table, [settings]")?)?,
            None => Vec::new(),
        };
        let parameters = match keys.take("parameters") {
            Some(key) => read_parameters(keys.tables(&key, "a table, [parameters]")?)?,
            None => Vec::new(),
        };
        keys.finish()?;
        Ok(PlanFile {
            game,
            engine,
            settings,
            army,
            config,
            method,
            seed,
            generations,
            max_games,
            max_seconds,
            confirm_games,
            limits,
            population,
            games_per_pairing,
            paired_dice,
            extra_games_for_close_pairs: extra,
            judge_elites_anew,
            parameters,
        })
    }

    /// The settings of the game as `key = value` lines, without those of army and configuration files.
    pub fn settings_lines(&self) -> String {
        self.settings.iter().map(|(_, key, value)| format!("{key} = {value}\n")).collect()
    }

    /// Opens the engine and completes the plan, given all settings of the game.
    pub fn open(&self, settings: &str) -> Result<(Plan, Box<dyn Tunable>), InputError> {
        let tunable = tunable::open(&self.game, settings, &self.engine, self.limits)
            .map_err(|error| error.within("engine"))?;
        let plan = self.resolve(settings, tunable.table())?;
        Ok((plan, tunable))
    }

    /// The complete plan, given the settings of the game and the weights of the engine. Without `[parameters]` all weights
    /// are tuned, within their usual ranges.
    pub fn resolve(&self, settings: &str, table: &WeightTable) -> Result<Plan, InputError> {
        let whole = |(weight, index): (&Weight, usize)| Parameter {
            name: weight.name.clone(),
            min: weight.min,
            max: weight.max,
            start: weight.start,
            weight: index,
        };
        let all = || table.weights.iter().zip(0..).map(whole).collect();
        let parameters = match self.parameters.is_empty() {
            true => all(),
            false => {
                let each = self.parameters.iter().map(|keys| self.parameters_of(keys, table));
                each.collect::<Result<Vec<_>, _>>()?.concat()
            }
        };
        let mut plan = Plan {
            game: self.game.clone(),
            settings: settings.to_owned(),
            engine: self.engine.clone(),
            space: Space { parameters, table: table.clone() },
            method: self.method,
            population: self.population.unwrap_or(20),
            generations: self.generations.unwrap_or(DEFAULT_GENERATIONS),
            games_per_pairing: self.games_per_pairing,
            paired_dice: self.paired_dice,
            extra_games_for_close_pairs: self.extra_games_for_close_pairs,
            judge_elites_anew: self.judge_elites_anew,
            max_games: self.max_games,
            max_seconds: self.max_seconds,
            seed: self.seed,
            confirm_games: self.confirm_games,
            limits: self.limits,
        };
        if let (None, Some(games)) = (self.generations, self.max_games) {
            let [first, later] = plan.games_in_generations();
            plan.generations = (games.saturating_sub(first) / later).min(MAX_GENERATIONS) as u32;
        }
        Ok(plan)
    }

    /// The weights that a key names: one, or all that begin with what precedes an asterisk.
    fn parameters_of(&self, keys: &ParameterKeys, table: &WeightTable) -> Result<Vec<Parameter>, InputError> {
        let is_named = |weight: &Weight| match keys.name.strip_suffix('*') {
            Some(start) => weight.name.starts_with(start),
            None => weight.name == keys.name,
        };
        let named: Vec<usize> =
            (0..table.weights.len()).filter(|&index| is_named(&table.weights[index])).collect();
        if named.is_empty() {
            let known: Vec<&str> = table.weights.iter().map(|weight| weight.name.as_str()).collect();
            return Err(InputError::new(format!(
                "line {}: parameters: {} has no parameter {}: expected {}",
                keys.line,
                self.engine.name(),
                InputError::quote(&keys.name),
                known.join(", ")
            )));
        }
        named.into_iter().map(|index| parameter(keys, index, &table.weights[index])).collect()
    }
}

/// A parameter with the weight's usual range where the plan gives none.
fn parameter(keys: &ParameterKeys, index: usize, weight: &Weight) -> Result<Parameter, InputError> {
    let ParameterKeys { line, min, max, start, .. } = keys;
    let name = &weight.name;
    let of = |given: &Given, usual: f64| given.map_or(usual, |(value, _)| value);
    let (least, most, first) = (of(min, weight.min), of(max, weight.max), of(start, weight.start));
    let line_of = |given: &Given| given.map_or(*line, |(_, line)| line);
    let error = |line: usize, sentence: String| {
        Err(InputError::new(format!("line {line}: parameters.{name}: {sentence}")))
    };
    if least > most {
        let line = line_of(&min.or(*max));
        return error(line, format!("min cannot be {least}: it is above max, {most}"));
    }
    if least == most {
        let line = line_of(&max.or(*min));
        return error(line, format!("the range from min to max is empty: expected max above {least}"));
    }
    if !(least..=most).contains(&first) {
        let line = line_of(start);
        return error(line, format!("start cannot be {first}: expected a number from {least} to {most}"));
    }
    Ok(Parameter { name: name.clone(), min: least, max: most, start: first, weight: index })
}

fn read_settings(mut keys: Keys<'_>) -> Result<Vec<(usize, String, String)>, InputError> {
    let setting = |key: Key<'_>| {
        let value = key.scalar().ok_or_else(|| key.error("a text in quotes, a number, true or false"))?;
        Ok((key.line, key.name.to_owned(), value))
    };
    keys.take_all().into_iter().map(setting).collect()
}

fn read_parameters(mut keys: Keys<'_>) -> Result<Vec<ParameterKeys>, InputError> {
    let parameter = |key: Key<'_>| {
        let expected = "a table such as { min = 0, max = 50, start = 20 }";
        let mut range = key.table(format!(": parameters.{}", key.name)).ok_or_else(|| key.error(expected))?;
        let mut take =
            |name| range.take(name).map(|key| key.float().map(|value| (value, key.line))).transpose();
        let (min, max, start) = (take("min")?, take("max")?, take("start")?);
        range.finish()?;
        Ok(ParameterKeys { name: key.name.to_owned(), line: key.line, min, max, start })
    };
    keys.take_all().into_iter().map(parameter).collect()
}
