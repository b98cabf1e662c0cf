//! `takhteh perft`

use std::time::Instant;

use clap::Args;
use games::catalog::{self, Visitor};
use games::engines::CatalogGame;
use rules::cpu::Cpu;
use rules::{InputError, divide, perft};

use crate::error::CliError;
use crate::game_args::GameArgs;
use crate::output::{Output, json};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArgs,

    /// Turns to go down; with dice, every throw is a branch of its turn
    #[arg(long, value_parser = clap::value_parser!(u32).range(0..=255))]
    depth: u32,

    /// Where to count from
    #[arg(long, value_name = "TEXT", default_value = "start", allow_hyphen_values = true)]
    position: String,

    /// Also count below each first move
    #[arg(long)]
    divide: bool,
}

struct Count<'a>(&'a Arguments);

/// The leaves in all, the seconds they took, and those below each first move.
struct Counted {
    nodes: u64,
    seconds: f64,
    processor: &'static str,
    parts: Vec<(String, u64)>,
}

impl Visitor for Count<'_> {
    type Output = Result<Counted, InputError>;

    fn visit<C: Cpu, R: CatalogGame>(self, cpu: C, rules: R) -> Self::Output {
        let position = rules::read_position(&rules, &self.0.position)?;
        let begin = Instant::now();
        if !self.0.divide || self.0.depth == 0 {
            let nodes = perft(cpu, &rules, &position, self.0.depth);
            let seconds = begin.elapsed().as_secs_f64();
            return Ok(Counted { nodes, seconds, processor: C::NAME, parts: Vec::new() });
        }
        let counted = divide(cpu, &rules, &position, self.0.depth);
        let seconds = begin.elapsed().as_secs_f64();
        let mut parts = Vec::new();
        for (roll, mv, count) in &counted {
            let mut at = position.clone();
            let mut name = String::new();
            if let Some(roll) = *roll {
                rules.apply_roll(&mut at, roll);
                name = format!("{}: ", rules.write_roll(roll));
            }
            parts.push((name + &rules.write_move(&at, *mv), *count));
        }
        // A game that is over already has no first move to divide by, but may count as a leaf itself.
        let nodes = match counted.is_empty() {
            true => perft(cpu, &rules, &position, self.0.depth),
            false => counted.iter().map(|(_, _, count)| count).sum(),
        };
        Ok(Counted { nodes, seconds, processor: C::NAME, parts })
    }
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), CliError> {
    let settings = arguments.game.settings()?;
    let counted = catalog::visit(&arguments.game.game, &settings, Count(arguments))??;
    for (mv, nodes) in &counted.parts {
        output.result(|| format!("{mv}  {nodes}"), || json!({"move": mv, "nodes": nodes}))?;
    }
    let Counted { nodes, seconds, processor, .. } = counted;
    output.result(
        || {
            let speed = nodes as f64 / seconds.max(1e-9) / 1e6;
            format!(
                "{nodes} {} in {seconds:.3} s, {speed:.1} million a second",
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
