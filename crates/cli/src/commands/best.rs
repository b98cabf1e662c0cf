//! `takhteh best`: the move of an engine in a position.

use std::io::{IsTerminal, Write};

use clap::Args;
use engine::{Analysis, SearchRunner, SearchTask, StopFlags, TimeManager};
use games::catalog;
use rules::Status;
use search::{EngineName, Evaluation};
use view::DynPosition;

use crate::bearoff_file;
use crate::engine_args;
use crate::error::CliError;
use crate::game_args::GameArgs;
use crate::limit_args::LimitArgs;
use crate::output::{Output, Value, json};
use crate::program_args::{ProgramArgs, engine_option};

#[derive(Args)]
#[command(after_help = "\
Examples:
  takhteh best othello
  takhteh best othello --engine strong:level=7 --time 100
  takhteh best chess --army griffon --depth 5 --json
  takhteh best chess --moves \"e2e4 e7e5 g1f3\" --time 100
  takhteh best chess --engine exec:uci:stockfish --option Hash=64 --engine-log uci.log
  takhteh best othello --engine \"exec:nboard:./edax -nboard\" --depth 12")]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArgs,

    /// Position to search
    #[arg(long, value_name = "TEXT", default_value = "start", allow_hyphen_values = true)]
    position: String,

    /// Engine with options such as strong:level=6, or an external program such as exec:nboard:COMMAND [default: strong if
    /// the game has it, otherwise random]
    #[arg(long, value_name = "ENGINE", value_parser = engine_args::engine_name)]
    engine: Option<EngineName>,

    /// Moves that led from the position to the one to search, separated by blanks; repetitions count them
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    moves: String,

    /// Option of the engine, repeatable, such as Threads=2 for a program by UCI
    #[arg(long, value_name = "NAME=VALUE", value_parser = engine_option)]
    option: Vec<(String, String)>,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    programs: ProgramArgs,

    /// Seed of random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), CliError> {
    let (game, settings, limits) =
        (&arguments.game.game, arguments.game.settings(output)?, arguments.limits.limits()?);
    bearoff_file::provide_for(game);
    let mut programs =
        arguments.programs.options(arguments.engine.as_ref().is_some_and(|name| name.program().is_some()))?;
    programs.options.clone_from(&arguments.option);
    let mut engine = peers::open_with(game, &settings, arguments.engine.as_ref(), &programs)?;
    engine.new_game(arguments.seed);
    let mut position = catalog::open(game, &settings)?.read_position(&arguments.position)?;
    let mut past = Vec::new();
    for text in arguments.moves.split_whitespace() {
        let mv = position
            .read_move(text)
            .map_err(|error| CliError::usage(format_args!("cannot play --moves: {error}")))?;
        engine.on_move(&*position, &mv);
        past.push(position.key());
        position.play(&mv)?;
    }
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
    let task = SearchTask { position, past, limits };
    let is_terminal = std::io::stderr().is_terminal();
    let mut report = |analysis: &Analysis| {
        if is_terminal {
            // A closed stderr is no reason to stop.
            let _ = writeln!(std::io::stderr(), "{}", summary(&*task.position, analysis));
        }
    };
    let (analysis, took) =
        SearchRunner::new(TimeManager::LOCAL).search(&mut *engine, &task, &StopFlags::new(), &mut report);
    let Some(analysis) = analysis.map_err(CliError::failed)? else {
        return Err(CliError::failed(format_args!("{} gave no move", engine.name())));
    };
    let best = task.position.write_move(&analysis.best);
    output.result(
        || format!("{}\n{}", best.as_deref().unwrap_or_default(), summary(&*task.position, &analysis)),
        || {
            let mut object = json!({
                "game": game, "engine": engine.name().to_string(), "position": task.position.position(),
                "move": best, "score": null, "pv": task.position.write_moves(&analysis.pv), "depth": analysis.depth,
                "nodes": analysis.nodes, "seconds": took.as_secs_f64(),
            });
            add_score(&mut object, analysis.evaluation);
            object
        },
    )
}

fn summary(position: &dyn DynPosition, analysis: &Analysis) -> String {
    let Analysis { evaluation, pv, depth, nodes, .. } = analysis;
    format!("depth {depth}, {evaluation}, {nodes} nodes: {}", position.write_moves(pv).join(", "))
}

/// Adds the evaluation: `score` in `unit`, or null with the plies to a forced win or loss.
fn add_score(object: &mut Value, evaluation: Evaluation) {
    match evaluation {
        Evaluation::Value { value, unit } => {
            object["score"] = json!(value);
            object["unit"] = json!(unit.name());
        }
        Evaluation::Win { plies, .. } => object["win_in"] = json!(plies),
        Evaluation::Loss { plies, .. } => object["loss_in"] = json!(plies),
    }
}
