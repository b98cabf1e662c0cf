//! Engines of Halma.

use engine::Level;
use rules::cpu::{Cpu, Portable};
use rules::{InputError, Rules};
use search::{
    AlphaBeta, BestReply, Engine, EngineOptions, MaxN, MonteCarlo, OpponentModel, Progress, SearchRequest,
    SearchResult,
};

use super::evaluation::RaceEvaluator;
use super::race_lead::{Lookahead, RaceLead, RaceSearch};
use super::strong::Strong;
use super::weights::RaceWeights;
use super::{Halma, Move, WIDEST};
use crate::engines::CatalogGame;
use crate::tuning::WeightTable;

/// Node limit of each level.
const NODES: [u64; 8] = [10, 30, 300, 3_000, 12_000, 50_000, 200_000, 800_000];
/// Node limit of each level on boards of more squares a side than [`LARGE`], which have more moves to look at.
const NODES_ON_LARGE: [u64; 8] = [10, 30, 600, 5_000, 20_000, 80_000, 300_000, 1_200_000];
/// Squares a side of the largest board with the usual limits.
const LARGE: usize = 11;
/// Node limit of each level with four players, who have more moves to look at.
const NODES_FOR_FOUR: [u64; 8] = [30, 120, 700, 2_000, 7_000, 22_000, 80_000, 360_000];
/// Size of the transposition table in bytes.
const HASH: usize = 1 << 24;
/// Size of the transposition table of searches of a few plies.
const SMALL_HASH: usize = 1 << 16;

/// Size of the transposition table of opponent-model search, which every search clears.
const MODEL_HASH: usize = 1 << 20;
/// Positions in the tree of Monte Carlo search at most, turns of each player in a rollout, and the lead in moves that
/// wins three games of four.
const MONTE_CARLO_NODES: usize = 1 << 16;
const ROLLOUT_TURNS: u32 = 1;
const ROLLOUT_ADVANTAGE: f64 = 2.0;

/// Implements [`CatalogGame`] for boards of these numbers of words.
macro_rules! for_each_width {
    ($($words:expr),*) => {
        $(impl CatalogGame for Halma<{ $words }> {
            const ENGINES: &'static [&'static str] = &["strong", "greedy"];

            fn engine(
                &self,
                name: &str,
                options: &mut EngineOptions,
            ) -> Result<Box<dyn Engine<Self>>, InputError> {
                #[cfg(target_arch = "x86_64")]
                if let Some(v3) = rules::cpu::V3::detect() {
                    return create(v3, self, name, options);
                }
                create(Portable, self, name, options)
            }

            fn weights(&self, engine: &str) -> Option<WeightTable> {
                (engine == "strong").then(|| RaceWeights::of(self.seats()).table())
            }
        })*
    };
}

for_each_width!(2, 4, WIDEST);

fn create<C: Cpu, const W: usize>(
    cpu: C,
    rules: &Halma<W>,
    name: &str,
    options: &mut EngineOptions,
) -> Result<Box<dyn Engine<Halma<W>>>, InputError> {
    if name == "greedy" {
        let depth = options.number("depth", 1, 1..=4)? as u32;
        let evaluator = RaceEvaluator::new(rules, &RaceWeights::PLAIN);
        return Ok(match rules.seats() {
            2 => Box::new(Greedy { engine: AlphaBeta::new(cpu, evaluator, SMALL_HASH), depth }),
            _ => Box::new(Greedy { engine: BestReply::new(cpu, evaluator), depth }),
        });
    }
    let level = Level::take(options)?;
    let values = RaceWeights::of(rules.seats()).table().take(options)?;
    let evaluator = RaceEvaluator::new(rules, &RaceWeights::from_values(&values));
    let solver = RaceEvaluator::new(rules, &RaceWeights::RACE);
    let beginner = RaceEvaluator::new(rules, &RaceWeights::BEGINNER);
    let name = options.word("search");
    let name = name.as_deref().unwrap_or(if rules.seats() > 2 { "opponent-model" } else { "alpha-beta" });
    let search = race_search(cpu, rules, name, evaluator, HASH)?;
    let beginner = race_search(cpu, rules, name, beginner, SMALL_HASH)?;
    let nodes = match rules.layout().size() {
        _ if rules.seats() > 2 => NODES_FOR_FOUR,
        ..=LARGE => NODES,
        _ => NODES_ON_LARGE,
    };
    Ok(Box::new(level.limit(Strong::new(cpu, [search, beginner], solver), nodes)))
}

/// A search by its name. Opponent-model search is the strongest for four: first among three `greedy` in 51 of 60 games at
/// level 4 on 10x10, max^n in 32, best-reply search in 24 of the same games.
fn race_search<C: Cpu, const W: usize>(
    cpu: C,
    rules: &Halma<W>,
    name: &str,
    evaluator: RaceEvaluator,
    hash: usize,
) -> Result<Box<dyn RaceSearch<W>>, InputError> {
    use Lookahead::{Replies, Rounds, Turns};
    let own = evaluator.clone();
    Ok(match name {
        "alpha-beta" if rules.seats() == 2 => {
            Box::new(RaceLead::new(AlphaBeta::new(cpu, own, hash), evaluator, Replies))
        }
        "opponent-model" => {
            let search = OpponentModel::new(cpu, own, hash.min(MODEL_HASH));
            Box::new(RaceLead::new(search, evaluator, Rounds))
        }
        "best-reply" => Box::new(RaceLead::new(BestReply::new(cpu, own), evaluator, Replies)),
        "max-n" => Box::new(RaceLead::new(MaxN::new(cpu, own), evaluator, Turns)),
        "monte-carlo" => {
            // A rollout of random moves says little: most of it is left to the evaluation.
            let (plies, advantage) =
                (u32::from(rules.seats()) * ROLLOUT_TURNS, ROLLOUT_ADVANTAGE * own.move_gain());
            let search = MonteCarlo::with_evaluator(cpu, own, MONTE_CARLO_NODES);
            let search = search.with_max_plies(plies).with_advantage(advantage);
            Box::new(RaceLead::new(search, evaluator, Turns))
        }
        other => {
            let alpha_beta = if rules.seats() == 2 { "alpha-beta, " } else { "" };
            return Err(InputError::new(format!(
                "search of strong cannot be {}: expected {alpha_beta}opponent-model, best-reply, max-n or monte-carlo",
                InputError::quote(other)
            )));
        }
    })
}

/// The baseline: the move after which the beads are nearest to their target corner, or a search to a fixed small depth.
struct Greedy<E> {
    engine: E,
    depth: u32,
}

impl<const W: usize, E: Engine<Halma<W>>> Engine<Halma<W>> for Greedy<E> {
    fn search(
        &mut self,
        request: &SearchRequest<'_, Halma<W>>,
        report: &mut Progress<'_, Move>,
    ) -> Option<SearchResult<Move>> {
        let limits = request.limits;
        let depth = limits.depth.min(self.depth);
        self.engine.search(&request.with_limits(limits.depth(depth).min_depth(1)), report)
    }

    fn new_game(&mut self, seed: u64) {
        self.engine.new_game(seed);
    }
}
