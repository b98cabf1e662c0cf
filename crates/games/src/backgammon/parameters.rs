//! Parameter files of Narrad: eight lines, each a name and its value.

use rules::InputError;

use super::narrad::Weights;
use crate::parameter_file;

/// Reads a parameter file, which must give all eight weights.
pub fn read(text: &str) -> Result<Weights, InputError> {
    let given = parameter_file::read(text, Some(&Weights::NAMES))?;
    let mut values = [0.0; 8];
    for (value, name) in values.iter_mut().zip(Weights::NAMES) {
        let missing = || InputError::new(format!("{name} is missing: expected a line such as \"{name} 10\""));
        *value = given.iter().find(|parameter| parameter.name == name).ok_or_else(missing)?.value;
    }
    Ok(Weights::from_array(values))
}

/// The parameter file of these weights.
pub fn write(weights: &Weights) -> String {
    Weights::NAMES.iter().zip(weights.to_array()).map(|(name, value)| format!("{name} {value}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_published_sets_survive_writing_and_reading() {
        for weights in [Weights::GUESS, Weights::EVOLVED] {
            assert_eq!(read(&write(&weights)), Ok(weights));
        }
        assert_eq!(
            write(&Weights::EVOLVED),
            "COST_ON_BAR 182.8\nCOST_BLOT 7\nCOST_BLOT_HR 1\nCOST_PRESENCE 4.15\nCOST_CONNECT -47.8\nCOST_EATEN -78.6\n\
             COST_WALL -10\nCOST_WALL_HR 5.797\n"
        );
        let reversed: Vec<String> =
            write(&Weights::EVOLVED).lines().rev().map(|line| format!("  {line}\r")).collect();
        let text = format!("\u{feff}# the champion\n\n{}", reversed.join("\n"));
        assert_eq!(read(&text), Ok(Weights::EVOLVED), "order, blanks and comments do not matter");
    }

    #[test]
    fn errors_name_line_and_parameter() {
        let text = write(&Weights::EVOLVED);
        for (from, to, error) in [
            ("COST_BLOT 7\n", "", "COST_BLOT is missing: expected a line such as \"COST_BLOT 10\""),
            (
                "COST_BLOT 7",
                "COST_BLOB 7",
                "line 2: unknown parameter \"COST_BLOB\": expected one of COST_ON_BAR, ",
            ),
            ("COST_BLOT 7", "COST_ON_BAR 7", "line 2: COST_ON_BAR is given twice, first in line 1"),
            ("COST_BLOT 7", "COST_BLOT", "line 2: COST_BLOT needs one value"),
            ("COST_BLOT 7", "COST_BLOT 7 8", "line 2: COST_BLOT needs one value"),
            ("COST_BLOT 7", "COST_BLOT x", "line 2: COST_BLOT: cannot read \"x\": expected a number"),
            ("COST_BLOT 7", "COST_BLOT NaN", "line 2: COST_BLOT: cannot read \"NaN\": expected a number"),
            ("COST_BLOT 7", "COST_BLOT inf", "line 2: COST_BLOT: cannot read \"inf\": expected a number"),
        ] {
            let found = read(&text.replacen(from, to, 1)).unwrap_err().to_string();
            assert!(found.starts_with(error), "{to}: {found}");
        }
    }
}
