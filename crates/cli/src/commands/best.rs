//! `takhteh best`: the move of an engine in a position.

use std::io::{IsTerminal, Write};
use std::sync::atomic::AtomicBool;

use arena::{LimitEnforcer, timed};
use clap::Args;
use engine::Analysis;
use games::catalog;
use rules::Status;
use search::{EngineName, Evaluation};

use crate::error::CliError;
use crate::game_args::GameArgs;
use crate::output::{Output, Value, json};
use crate::pace::PaceChoice;

#[derive(Args)]
#[command(after_help = "\
Examples:
  takhteh best othello
  takhteh best othello --engine strong:level=7 --time 100
  takhteh best chess --army griffon --depth 5 --json
  takhteh best othello --engine \"exec:nboard:./edax -nboard\" --depth 12")]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArgs,

    /// Position to search
    #[arg(long, value_name = "TEXT", default_value = "start", allow_hyphen_values = true)]
    position: String,

    /// Engine with options such as strong:level=6, or an external program such as exec:nboard:COMMAND [default: strong if
    /// the game has it, otherwise random]
    #[arg(long, value_name = "ENGINE")]
    engine: Option<EngineName>,

    #[command(flatten)]
    pace: PaceChoice,

    /// Seed of random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), CliError> {
    let (game, settings, pace) = (&arguments.game.game, arguments.game.settings()?, arguments.pace.pace()?);
    let mut engine = peers::open(game, &settings, arguments.engine.as_ref())?;
    let position = catalog::open(game, &settings)?.read_position(&arguments.position)?;
    match position.status() {
        Status::Turn(_) => {}
        Status::Chance => {
            return Err(CliError::usage(
                "cannot choose a move: the dice are not rolled: expected a position with a roll",
            ));
        }
        Status::Over(outcome) => {
            return Err(CliError::usage(format_args!(
                "cannot choose a move: the game is over ({}): expected a position with a player to move",
                outcome.rule()
            )));
        }
    }
    engine.new_game(arguments.seed);
    let (pacer, never) = (LimitEnforcer::new(pace), AtomicBool::new(false));
    let is_terminal = std::io::stderr().is_terminal();
    let mut report = |analysis: &Analysis| {
        if is_terminal {
            // A closed stderr is no reason to stop.
            let _ = writeln!(std::io::stderr(), "{}", summary(analysis));
        }
    };
    let (analysis, took) = timed(|| engine.search(&*position, &[], &pacer.begin(&never), &[], &mut report));
    let Some(analysis) = analysis.map_err(CliError::failed)? else {
        return Err(CliError::failed(format_args!("{} gave no move", engine.name())));
    };
    output.result(
        || format!("{}\n{}", analysis.best, summary(&analysis)),
        || {
            json!({
                "game": game, "engine": engine.name().to_string(), "position": position.position(),
                "move": analysis.best, "score": score(analysis.evaluation), "pv": analysis.pv, "depth": analysis.depth,
                "nodes": analysis.nodes, "seconds": took.as_secs_f64(),
            })
        },
    )
}

fn summary(analysis: &Analysis) -> String {
    let Analysis { evaluation, pv, depth, nodes, .. } = analysis;
    format!("depth {depth}, {evaluation}, {nodes} nodes: {}", pv.join(", "))
}

/// The evaluation as an object: a number with its unit, or the plies to a forced win or loss.
fn score(evaluation: Evaluation) -> Value {
    match evaluation {
        Evaluation::Value { value, unit } => json!({"value": value, "unit": unit.name()}),
        Evaluation::Win(plies) => json!({"win": plies}),
        Evaluation::Loss(plies) => json!({"loss": plies}),
    }
}
