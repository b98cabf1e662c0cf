//! Built-in armies.

use rules::InputError;

use super::army::Army;

/// Name of the army of ordinary chess.
pub const ORDINARY: &str = "ordinary";

const BUILTIN: [(&str, &str); 17] = [
    (ORDINARY, include_str!("armies/ordinary.toml")),
    ("knightrider", include_str!("armies/knightrider.toml")),
    ("amazon", include_str!("armies/amazon.toml")),
    ("griffon", include_str!("armies/griffon.toml")),
    ("mao", include_str!("armies/mao.toml")),
    ("cannon", include_str!("armies/cannon.toml")),
    ("berolina", include_str!("armies/berolina.toml")),
    ("three-step", include_str!("armies/three-step.toml")),
    ("shatranj", include_str!("armies/shatranj.toml")),
    ("centaur", include_str!("armies/centaur.toml")),
    ("chancellor", include_str!("armies/chancellor.toml")),
    ("camel", include_str!("armies/camel.toml")),
    ("zebra", include_str!("armies/zebra.toml")),
    ("grasshopper", include_str!("armies/grasshopper.toml")),
    ("knightmate", include_str!("armies/knightmate.toml")),
    ("half-board", include_str!("armies/half-board.toml")),
    ("rose", include_str!("armies/rose.toml")),
];

/// Names of the built-in armies, ordinary chess first.
pub const NAMES: [&str; BUILTIN.len()] = {
    let mut names = [""; BUILTIN.len()];
    let mut index = 0;
    while index < names.len() {
        names[index] = BUILTIN[index].0;
        index += 1;
    }
    names
};

/// Names and army files, ordinary chess first.
pub fn all() -> &'static [(&'static str, &'static str)] {
    &BUILTIN
}

/// Army file of a name.
pub fn file(name: &str) -> Option<&'static str> {
    BUILTIN.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// Reads the built-in army of a name, ignoring case.
pub fn army(name: &str) -> Result<Army, InputError> {
    Army::read(named(name)?)
}

/// Army file of a name, ignoring case.
pub(super) fn named(name: &str) -> Result<&'static str, InputError> {
    let found = BUILTIN.iter().find(|(known, _)| known.eq_ignore_ascii_case(name.trim()));
    found.map(|(_, text)| *text).ok_or_else(|| {
        InputError::new(format!(
            "there is no army {}: expected {}",
            InputError::quote(name),
            NAMES.join(", ")
        ))
    })
}
