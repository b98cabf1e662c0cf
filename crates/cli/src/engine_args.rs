//! Engine names on the command line, and the failures of external programs.

use std::path::Path;

use arena::Failure;
use games::backgammon::narrad::Weights;
use games::backgammon::parameters;
use peers::FailureKind;
use search::EngineName;

use crate::bounded_read::read_text_file;

/// Reads an engine name. A parameter file of `narrad` (`params=FILE`) is replaced by its weights.
pub(crate) fn engine_name(text: &str) -> Result<EngineName, String> {
    let name: EngineName = text.parse().map_err(|error: rules::InputError| error.to_string())?;
    let file = name
        .option("params")
        .filter(|params| name.name() == "narrad" && Weights::read_option(params).is_err());
    let Some(file) = file.map(str::to_owned) else { return Ok(name) };
    let text = read_text_file(Path::new(&file), parameters::MAX_BYTES)
        .map_err(|_| format!("cannot read {file}: expected guess, evolved or a parameter file"))?;
    let weights = parameters::read(&text).map_err(|error| format!("{file}, {error}"))?;
    let values: Vec<String> = weights.to_array().iter().map(f64::to_string).collect();
    Ok(name.with_option("params", &values.join("/")))
}

/// The failure that a match or the judge reports.
pub(crate) fn failure(kind: FailureKind) -> Failure {
    match kind {
        FailureKind::Crash => Failure::Crash,
        FailureKind::Stall => Failure::Silence,
        FailureKind::Time => Failure::Late,
        FailureKind::Illegal => Failure::Illegal,
        FailureKind::Resignation => Failure::Resignation,
        FailureKind::Protocol => Failure::Garbage,
    }
}
