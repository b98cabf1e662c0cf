//! Scripts of keys.

use device::Key;

use crate::error::CliError;

/// Largest number of steps.
const MAX_STEPS: usize = 100_000;

/// A step of a script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ScriptStep {
    /// Presses a key.
    Key(Key),
    /// Waits for one blink of the cursor.
    Wait,
    /// Cuts the power.
    PowerLoss,
}

/// Keys to press, one after the other.
pub(super) struct Script {
    steps: Vec<ScriptStep>,
}

impl Script {
    /// Reads a script.
    pub(super) fn read(text: &str) -> Result<Script, CliError> {
        let mut steps = Vec::new();
        for (index, character) in text.chars().enumerate().filter(|(_, character)| !character.is_whitespace())
        {
            steps.push(match character {
                '.' => ScriptStep::Wait,
                '!' => ScriptStep::PowerLoss,
                _ => ScriptStep::Key(Key::of(character).ok_or_else(|| {
                    CliError::usage(format_args!(
                        "cannot read --script, character {}: {character:?} is no key; expected 0 to 9, #, *, A to D, . or !",
                        index + 1
                    ))
                })?),
            });
        }
        if steps.len() > MAX_STEPS {
            let count = steps.len();
            return Err(CliError::usage(format_args!(
                "cannot read --script: it has {count} keys; expected at most {MAX_STEPS}"
            )));
        }
        Ok(Script { steps })
    }

    /// The steps in order.
    pub(super) fn steps(&self) -> impl Iterator<Item = ScriptStep> + '_ {
        self.steps.iter().copied()
    }
}
