//! `takhteh best`

use std::io::{IsTerminal, Write};
use std::sync::atomic::AtomicBool;

use arena::{Pacer, timed};
use clap::Args;
use games::catalog;
use games::dyn_engine::Analysis;
use rules::Status;
use search::EngineName;

use crate::error::CliError;
use crate::game_args::GameArgs;
use crate::output::{Output, json};
use crate::pace::PaceChoice;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArgs,

    /// The position to choose a move in
    #[arg(long, value_name = "TEXT", default_value = "start", allow_hyphen_values = true)]
    position: String,

    /// Who chooses, with options as in strong:level=6, or another program as in exec:nboard:COMMAND; strong if the game
    /// has it, or else random
    #[arg(long, value_name = "ENGINE")]
    engine: Option<EngineName>,

    #[command(flatten)]
    pace: PaceChoice,

    /// Makes random choices repeatable
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), CliError> {
    let (game, settings, pace) = (&arguments.game.game, arguments.game.settings()?, arguments.pace.pace()?);
    let mut thinker = peers::open(game, &settings, arguments.engine.as_ref())?;
    let board = catalog::open(game, &settings)?.read_position(&arguments.position)?;
    match board.status() {
        Status::Turn(_) => {}
        Status::Chance => {
            return Err(CliError::usage("the dice are to be rolled first: expected a position with a throw"));
        }
        Status::Over(outcome) => {
            return Err(CliError::usage(format_args!(
                "the game is over by the rule: {}: expected a position in which somebody is to move",
                outcome.rule()
            )));
        }
    }
    thinker.new_game(arguments.seed);
    let (pacer, never) = (Pacer::new(pace), AtomicBool::new(false));
    let is_watched = std::io::stderr().is_terminal();
    let mut report = |advice: &Analysis| {
        if is_watched {
            // If stderr is gone, the result still goes to stdout.
            let _ = writeln!(std::io::stderr(), "{}", sentence(advice));
        }
    };
    let (advice, took) = timed(|| thinker.search(&board.position(), &[], &pacer.begin(&never), &mut report));
    let Some(advice) = advice.map_err(CliError::failed)? else {
        return Err(CliError::failed(format_args!("{} gave no move", thinker.name())));
    };
    output.result(
        || format!("{}\n{}", advice.best, sentence(&advice)),
        || {
            json!({
                "game": game, "engine": thinker.name().to_string(), "position": board.position(),
                "move": advice.best, "score": advice.score, "pv": advice.line, "depth": advice.depth,
                "nodes": advice.nodes, "seconds": took.as_secs_f64(),
            })
        },
    )
}

fn sentence(advice: &Analysis) -> String {
    let Analysis { score, line, depth, nodes, .. } = advice;
    format!("depth {depth}, score {score}, {nodes} nodes: {}", line.join(", "))
}
