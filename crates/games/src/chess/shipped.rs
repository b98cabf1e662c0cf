//! The armies that come with the game.

use rules::Fault;

use super::army::Army;

/// The name of the army of ordinary chess.
pub const ORDINARY: &str = "ordinary";

const SHIPPED: &[(&str, &str)] = &[(ORDINARY, include_str!("armies/ordinary.toml"))];

/// The names of the armies and their files, ordinary chess first.
pub fn shipped() -> &'static [(&'static str, &'static str)] {
    SHIPPED
}

/// The army of this name, in either case.
pub fn army(name: &str) -> Result<Army, Fault> {
    let found = SHIPPED.iter().find(|(known, _)| known.eq_ignore_ascii_case(name.trim()));
    let Some((_, text)) = found else {
        let names: Vec<&str> = SHIPPED.iter().map(|(name, _)| *name).collect();
        return Err(Fault::new(format!(
            "there is no army {}: expected {}",
            Fault::quote(name),
            names.join(", ")
        )));
    };
    Army::read(text)
}
