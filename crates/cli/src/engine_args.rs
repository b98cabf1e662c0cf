//! Engine names on the command line, and the failures of external programs.

use std::path::Path;

use arena::Failure;
use games::backgammon::narrad::Weights;
use games::backgammon::parameters;
use games::{parameter_file, tuning};
use peers::FailureKind;
use search::EngineName;

use crate::bounded_read::read_text_file;

/// Reads an engine name. A parameter file (`params=FILE`) is replaced by its weights.
pub(crate) fn engine_name(text: &str) -> Result<EngineName, String> {
    let name: EngineName = text.parse().map_err(|error: rules::InputError| error.to_string())?;
    let is_narrad = name.name() == "narrad";
    let is_inline = |params: &str| match is_narrad {
        true => Weights::read_option(params).is_ok(),
        false => tuning::read_option(params).is_some(),
    };
    let Some(file) = name.option("params").filter(|params| !is_inline(params)).map(str::to_owned) else {
        return Ok(name);
    };
    let names = if is_narrad { "guess, evolved or " } else { "" };
    let text = read_text_file(Path::new(&file), parameter_file::MAX_BYTES)
        .map_err(|_| format!("cannot read {file}: expected {names}a parameter file"))?;
    let in_file = |error: rules::InputError| format!("{file}, {error}");
    let params = if is_narrad {
        let weights = parameters::read(&text).map_err(in_file)?;
        weights.to_array().map(|value| value.to_string()).join("/")
    } else {
        let parameters = parameter_file::read(&text, None).map_err(in_file)?;
        let named: Vec<(&str, f64)> =
            parameters.iter().map(|parameter| (parameter.name, parameter.value)).collect();
        tuning::write_option(&named)
    };
    Ok(name.with_option("params", &params))
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
