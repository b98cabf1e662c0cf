//! Parameter files: weights of an engine, each line a name and its value.

use rules::InputError;

/// Largest size of a parameter file in bytes.
pub const MAX_BYTES: u64 = 1 << 16;

/// Largest absolute value of a parameter.
const MAX_VALUE: f64 = 1e6;

/// A parameter of a file.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ParameterLine<'t> {
    /// Its name.
    pub name: &'t str,
    /// Its value.
    pub value: f64,
    line: usize,
}

/// Reads a parameter file. Lines may come in any order; empty lines and lines that start with `#` are ignored. With
/// `known` names, every other one is an error.
pub fn read<'t>(text: &'t str, known: Option<&[&str]>) -> Result<Vec<ParameterLine<'t>>, InputError> {
    let mut given = Vec::new();
    for (line, number) in text.trim_start_matches('\u{feff}').lines().zip(1..) {
        if !line.trim().is_empty() && !line.trim_start().starts_with('#') {
            let parameter = read_line(line, number, known, &given)
                .map_err(|error| error.within(format_args!("line {number}")))?;
            given.push(parameter);
        }
    }
    Ok(given)
}

fn read_line<'t>(
    text: &'t str,
    line: usize,
    known: Option<&[&str]>,
    given: &[ParameterLine<'t>],
) -> Result<ParameterLine<'t>, InputError> {
    let words: Vec<&str> = text.split_whitespace().take(3).collect();
    let name = words.first().copied().unwrap_or_default();
    if let Some(known) = known.filter(|known| !known.contains(&name)) {
        return Err(InputError::new(format!(
            "unknown parameter {}: expected one of {}",
            InputError::quote(name),
            known.join(", ")
        )));
    }
    if !name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_') {
        return Err(InputError::unexpected(name, "the name of a parameter, such as VALUE_Q"));
    }
    if let Some(first) = given.iter().find(|first| first.name == name) {
        return Err(InputError::new(format!("{name} is given twice, first in line {}", first.line)));
    }
    let &[_, value] = words.as_slice() else {
        return Err(InputError::new(format!(
            "{name} needs one value: expected a line such as \"{name} 10\""
        )));
    };
    let in_range = |value: &f64| value.abs() <= MAX_VALUE;
    let value = value
        .parse()
        .ok()
        .filter(in_range)
        .ok_or_else(|| InputError::unexpected(value, "a number such as 7 or -47.8").within(name))?;
    Ok(ParameterLine { name, value, line })
}
