//! Plans: what is tuned, how, and with how many games.

mod file;

use search::EngineName;

use crate::engine_games::GameLimits;
use crate::method::MethodName;
use crate::space::Space;

pub use file::PlanFile;

/// A complete plan.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// Name of the game.
    pub game: String,
    /// Settings of the game, as `key = value` lines.
    pub settings: String,
    /// The engine, with its options.
    pub engine: EngineName,
    /// The parameters with their ranges.
    pub space: Space,
    /// The method.
    pub method: MethodName,
    /// Candidates in a generation; of `spsa` the number of directions.
    pub population: u32,
    /// Generations after the first, which is generation 0.
    pub generations: u32,
    /// Games in a pairing of two candidates.
    pub games_per_pairing: u32,
    /// `true` if games come in pairs with the same dice or opening and seats swapped.
    pub paired_dice: bool,
    /// Genetic algorithm: further games for a pairing that ended with a difference of at most one point.
    pub extra_games_for_close_pairs: u32,
    /// Genetic algorithm: `true` if survivors play new games against each other in every generation.
    pub judge_elites_anew: bool,
    /// Games after which no new generation starts.
    pub max_games: Option<u64>,
    /// Seconds after which no new generation starts.
    pub max_seconds: Option<u64>,
    /// Seed of everything random.
    pub seed: u64,
    /// Games of the champion against the start, and against each published set of weights.
    pub confirm_games: u64,
    /// Limits of the games of an engine that searches, if not the usual ones.
    pub limits: Option<GameLimits>,
}

impl Plan {
    /// The plan in one line that tells it from every other plan. The limit in seconds is left out: it may change between
    /// an interruption and its continuation.
    pub fn description(&self) -> String {
        let mut keys = vec![
            format!("game = {}", self.game),
            format!("engine = {}", self.engine),
            format!("method = {}", self.method),
            format!("seed = {}", self.seed),
            format!("population = {}", self.population),
            format!("generations = {}", self.generations),
            format!("games_per_pairing = {}", self.games_per_pairing),
            format!("paired_dice = {}", self.paired_dice),
            format!("extra_games_for_close_pairs = {}", self.extra_games_for_close_pairs),
            format!("judge_elites_anew = {}", self.judge_elites_anew),
            format!("max_games = {}", self.max_games.map_or("none".to_owned(), |games| games.to_string())),
            format!("confirm_games = {}", self.confirm_games),
        ];
        if let Some(GameLimits { nodes, openings, max_plies }) = self.limits {
            let openings = openings.map_or("usual".to_owned(), |openings| openings.to_string());
            keys.push(format!("nodes = {nodes}, openings = {openings}, max_plies = {max_plies}"));
        }
        for parameter in &self.space.parameters {
            let crate::Parameter { name, min, max, start, .. } = parameter;
            keys.push(format!("{name} = {min} to {max} from {start}"));
        }
        keys.push(format!("settings = {}", self.settings.trim().replace('\n', ", ")));
        keys.join("; ")
    }

    /// Number of games, as far as it is known before; extra games come on top.
    pub fn expected_games(&self) -> u64 {
        let [first, later] = self.games_in_generations();
        let search = first + u64::from(self.generations) * later;
        // The last generation that starts below the limit is played to its end.
        let search = match self.max_games {
            Some(most) if most <= first => first,
            Some(most) => search.min(first + (most - first).div_ceil(later) * later),
            None => search,
        };
        search + self.confirm_games * self.opponents()
    }

    /// Games in the first generation and in each later one.
    fn games_in_generations(&self) -> [u64; 2] {
        let pairings = self.method.pairings(self.population, self.judge_elites_anew);
        pairings.map(|pairings| (pairings * u64::from(self.games_per_pairing)).max(1))
    }

    /// Sets of weights that the champion is compared with.
    fn opponents(&self) -> u64 {
        let start = self.space.weights(&self.space.values(|parameter| parameter.start));
        let others = self.space.table.references.iter().filter(|(_, weights)| *weights != start);
        1 + others.count() as u64
    }
}
