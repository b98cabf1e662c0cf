//! `takhteh backgammon convert`: records and match files.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use export::match_file_of;
use games::backgammon::TableStep;
use games::backgammon::match_file::{self, MatchFile};
use games::catalog;
use rules::InputError;
use table::verify::{self, verify};
use table::{
    DiceSource, EventKind, GivenRolls, Millis, Offer, SeatAction, Table, TimeControl, record, sanitize_name,
};

use crate::bounded_read::{read_all, read_file};
use crate::error::CliError;
use crate::output::{Output, json};

/// Largest input in bytes.
const MAX_INPUT: u64 = 64 << 20;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Record or match file (- for stdin)
    file: PathBuf,

    /// Output format
    #[arg(long, value_enum, default_value_t = Target::Mat)]
    to: Target,
}

/// Output format.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Target {
    /// Match file, which other programs read
    Mat,
    /// Record of this program
    Record,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), CliError> {
    let name = arguments.file.display().to_string();
    let bytes = match arguments.file == Path::new("-") {
        true => read_all(std::io::stdin().lock(), "stdin", MAX_INPUT)?,
        false => read_file(&arguments.file, MAX_INPUT)?,
    };
    let text = String::from_utf8_lossy(&bytes);
    let in_file = |error: InputError| CliError::failed(format_args!("{name}, {error}"));
    let table = match text.starts_with("takhteh record") {
        true => recorded_table(&text).map_err(in_file)?,
        false => {
            let file = match_file::read(&text).map_err(in_file)?.with_detected_rules();
            match_table(&file).map_err(in_file)?
        }
    };
    let file = match_file_of(&table).map_err(in_file)?;
    let converted = match arguments.to {
        Target::Mat => match_file::write(&file),
        Target::Record => record::write(table.events()),
    };
    let rolls = table.events().iter().filter(|event| matches!(event.kind, EventKind::Rolled { .. })).count();
    output.result(
        || converted.strip_suffix('\n').unwrap_or(&converted).to_owned(),
        || {
            json!({
                "text": converted, "length": file.length, "names": file.names, "games": file.games.len(),
                "moves": table.moves().len(), "rolls": rolls, "finished": table.outcome().is_some(),
                "position": table.board().position(),
            })
        },
    )
}

/// The table of a record, which is verified.
fn recorded_table(text: &str) -> Result<Table, InputError> {
    let setup = verify(text, catalog::open_rules)?.setup;
    verify::replay_record(catalog::open_rules(&setup.rules)?, &record::read(text)?)
}

/// A table at which a match file is played.
fn match_table(file: &MatchFile) -> Result<Table, InputError> {
    let steps = file.steps()?;
    let game = catalog::open("backgammon", &file.settings())?;
    let names = file.names.iter().map(|name| sanitize_name(name)).collect();
    let dice = DiceSource::Given(GivenRolls::default());
    let mut table = Table::open(game, names, TimeControl::Unlimited, "start", dice)?;
    let now = Millis(0);
    table.begin(now);
    for step in steps {
        let replies = match step {
            TableStep::Roll(roll) => vec![table.add_roll(&roll, now)],
            TableStep::Move(seat, text) => vec![table.act(seat, table.latest(), SeatAction::Move(text), now)],
            TableStep::Resign(seat, None) => vec![table.act(seat, table.latest(), SeatAction::Resign, now)],
            TableStep::Resign(seat, Some(index)) => {
                let offer = SeatAction::Offer(Offer::Concession(index));
                let offered = table.act(seat, table.latest(), offer, now);
                vec![offered, table.act(seat.other(), table.latest(), SeatAction::Answer(true), now)]
            }
        };
        if let Some(error) = replies.into_iter().find_map(|reply| reply.error) {
            return Err(InputError::new(format!("cannot replay the match: {error}")));
        }
    }
    Ok(table)
}
