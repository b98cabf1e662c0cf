//! `takhteh perft`: counts of the game tree.

use std::time::Instant;

use clap::Args;
use games::catalog::{self, Visitor};
use games::engines::CatalogGame;
use rules::cpu::Cpu;
use rules::{InputError, Status, perft};

use crate::error::CliError;
use crate::game_args::GameArgs;
use crate::output::{Output, json};
use crate::progress::Progress;

#[derive(Args)]
#[command(after_help = "\
Counts follow the published conventions: in chess a game that ended earlier counts nothing; in Othello it counts as one \
leaf and a pass is a ply; with dice a depth is a turn and each of the 21 rolls is a branch.

Examples:
  takhteh perft othello --depth 9
  takhteh perft chess --army griffon --depth 4
  takhteh perft backgammon --depth 1 --divide")]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArgs,

    /// Depth in turns
    #[arg(long, value_parser = clap::value_parser!(u32).range(0..=255))]
    depth: u32,

    /// Start position
    #[arg(long, value_name = "TEXT", default_value = "start", allow_hyphen_values = true)]
    position: String,

    /// Print the count below each first move too
    #[arg(long)]
    divide: bool,
}

struct Count<'a>(&'a Arguments);

/// Result of a count.
struct Counted {
    nodes: u64,
    seconds: f64,
    processor: &'static str,
    /// Leaves below each first move, if they were requested.
    parts: Vec<(String, u64)>,
}

impl Visitor for Count<'_> {
    type Output = Result<Counted, InputError>;

    fn visit<C: Cpu, R: CatalogGame>(self, cpu: C, rules: R) -> Self::Output {
        let position = rules::read_position(&rules, &self.0.position)?;
        let progress = Progress::percent();
        let start = Instant::now();
        let mut walk = Walk { cpu, rules: &rules, progress: &progress, done: 0.0, parts: Vec::new() };
        let nodes = walk.count(&position, self.0.depth, 0, 1.0, "");
        let (seconds, parts) = (start.elapsed().as_secs_f64(), walk.parts);
        let parts = if self.0.divide { parts } else { Vec::new() };
        Ok(Counted { nodes, seconds, processor: C::NAME, parts })
    }
}

/// Plies from the root that are counted move by move, so that there is progress to show.
const SPLIT_PLIES: u32 = 2;

/// Count that is split near the root.
struct Walk<'a, C, R> {
    cpu: C,
    rules: &'a R,
    progress: &'a Progress,
    /// Fraction of the tree that is counted.
    done: f64,
    /// First moves with their leaves.
    parts: Vec<(String, u64)>,
}

impl<C: Cpu, R: CatalogGame> Walk<'_, C, R> {
    /// Counts the leaves `depth` turns below a position that is `ply` turns from the root and has this share of the whole
    /// tree. `prefix` is the roll of a first move.
    fn count(&mut self, position: &R::Position, depth: u32, ply: u32, share: f64, prefix: &str) -> u64 {
        let rules = self.rules;
        let mut moves = Vec::new();
        let status =
            if depth > 0 && ply < SPLIT_PLIES { Some(rules.perft_moves(position, &mut moves)) } else { None };
        let nodes = match status {
            Some(Status::Turn(_)) => {
                let share = share / moves.len() as f64;
                let mut total = 0;
                for mv in moves {
                    let mut child = position.clone();
                    rules.play(&mut child, mv);
                    let nodes = self.count(&child, depth - 1, ply + 1, share, "");
                    if ply == 0 {
                        self.parts.push((format!("{prefix}{}", rules.write_move(position, mv)), nodes));
                    }
                    total += nodes;
                }
                return total;
            }
            Some(Status::Chance) => {
                let rolls = rules.rolls(position);
                let share = share / rolls.len() as f64;
                let mut total = 0;
                for &(roll, _) in rolls {
                    let mut rolled = position.clone();
                    rules.apply_roll(&mut rolled, roll);
                    let prefix = format!("{}: ", rules.write_roll(roll));
                    total += self.count(&rolled, depth, ply, share, &prefix);
                }
                return total;
            }
            Some(Status::Over(_)) | None => perft(self.cpu, rules, position, depth),
        };
        self.done += share;
        self.progress.set_fraction(self.done);
        nodes
    }
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), CliError> {
    let settings = arguments.game.settings(output)?;
    let counted = catalog::visit(&arguments.game.game, &settings, Count(arguments))??;
    for (mv, nodes) in &counted.parts {
        output.result(|| format!("{mv}  {nodes}"), || json!({"move": mv, "nodes": nodes}))?;
    }
    let Counted { nodes, seconds, processor, .. } = counted;
    output.result(
        || {
            let speed = nodes as f64 / seconds.max(1e-9) / 1e6;
            format!(
                "{nodes} {} in {seconds:.3} s, {speed:.1} million per second",
                if nodes == 1 { "leaf" } else { "leaves" }
            )
        },
        || {
            json!({
                "game": arguments.game.game, "depth": arguments.depth, "nodes": nodes, "seconds": seconds,
                "processor": processor,
            })
        },
    )
}
