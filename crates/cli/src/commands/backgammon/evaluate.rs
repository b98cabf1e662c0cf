//! `takhteh backgammon evaluate`: chances, plays and cube decisions.

use std::path::PathBuf;

use clap::Args;
use games::backgammon::analysis::{Analyst, RatedPlay};
use games::backgammon::{Backgammon, Probabilities};
use rules::Notation;

use super::positions::AnyPosition;
use crate::bearoff_file;
use crate::bounded_read::read_text_file;
use crate::error::CliError;
use crate::output::{Output, Value, json};

/// Largest file of positions, in bytes.
const MAX_FILE: u64 = 1 << 24;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Positions: XGID, Position ID, Position ID:Match ID, or FIBS board
    #[arg(value_name = "POSITION", required_unless_present = "file")]
    positions: Vec<String>,

    /// File with one position per line
    #[arg(long, value_name = "FILE", conflicts_with = "positions")]
    file: Option<PathBuf>,

    /// Turns to look ahead; 0 is the networks' own answer
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=3))]
    turns: u32,

    /// Number of plays to print
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=1000))]
    plays: u16,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), CliError> {
    bearoff_file::provide_for("backgammon");
    let analyst = Analyst::builtin();
    let text = arguments.file.as_deref().map(|file| read_text_file(file, MAX_FILE)).transpose()?;
    let lines = text.iter().flat_map(|text| text.lines()).zip(1..).map(|(line, number)| (line, Some(number)));
    let given = arguments.positions.iter().map(|text| (text.as_str(), None));
    for (text, line) in given.chain(lines).filter(|(text, _)| !text.trim().is_empty()) {
        let position = AnyPosition::read(text).map_err(|error| match line {
            Some(line) => error.within(format_args!("line {line}")),
            None => error,
        })?;
        evaluate(&analyst, &position, arguments, output)?;
    }
    Ok(())
}

fn evaluate(
    analyst: &Analyst,
    position: &AnyPosition,
    arguments: &Arguments,
    output: &mut Output,
) -> Result<(), CliError> {
    let board = position.board();
    if board.dice().is_some() {
        let mut plays = analyst.plays(board, arguments.turns);
        plays.truncate(arguments.plays.into());
        let rules = Backgammon::new();
        let text = |rated: &RatedPlay| rules.write_move(board, rated.play);
        return output.result(
            || {
                let lines =
                    plays.iter().map(|rated| format!("{:24} {}", text(rated), chances_text(rated.chances)));
                lines.collect::<Vec<_>>().join("\n")
            },
            || {
                let plays: Vec<Value> = plays
                    .iter()
                    .map(|rated| json!({"play": text(rated), "chances": chances_object(rated.chances)}))
                    .collect();
                json!({"position": position.xgid(), "plays": plays})
            },
        );
    }
    let chances = analyst.chances(&board.board(), arguments.turns);
    let decision = match position {
        AnyPosition::Single(..) => None,
        AnyPosition::Match(rules, position) => Some(analyst.cube_decision(rules, position, arguments.turns)),
    };
    output.result(
        || {
            let cube = decision.map(|cube| {
                let action = match (cube.doubles(), cube.takes()) {
                    (false, true) => "no double",
                    (false, false) => "no double, or too good to double",
                    (true, true) => "double, take",
                    (true, false) => "double, drop",
                };
                format!(
                    "\n{action}: no double {:.2} %, double and take {:.2} %, double and drop {:.2} %",
                    100.0 * cube.no_double,
                    100.0 * cube.double_take,
                    100.0 * cube.double_drop
                )
            });
            format!("{}{}", chances_text(chances), cube.unwrap_or_default())
        },
        || {
            let cube = decision.map(|cube| {
                json!({
                    "no_double": cube.no_double, "double_take": cube.double_take, "double_drop": cube.double_drop,
                    "doubles": cube.doubles(), "takes": cube.takes(),
                })
            });
            json!({"position": position.xgid(), "chances": chances_object(chances), "cube": cube})
        },
    )
}

/// Chances in words.
pub(super) fn chances_text(chances: Probabilities) -> String {
    let Probabilities { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon } = chances;
    let percent = |chance: f32| 100.0 * chance;
    format!(
        "{:+.4} points: wins {:.1} % (gammon {:.1}, backgammon {:.1}), loses {:.1} % (gammon {:.1}, backgammon {:.1})",
        chances.equity(),
        percent(win),
        percent(win_gammon),
        percent(win_backgammon),
        percent(1.0 - win),
        percent(lose_gammon),
        percent(lose_backgammon)
    )
}

/// Chances as an object.
pub(super) fn chances_object(chances: Probabilities) -> Value {
    json!({
        "win": chances.win, "win_gammon": chances.win_gammon, "win_backgammon": chances.win_backgammon,
        "lose_gammon": chances.lose_gammon, "lose_backgammon": chances.lose_backgammon, "equity": chances.equity(),
    })
}
