//! `takhteh backgammon position`: a position in all formats.

use clap::Args;
use games::backgammon::{fibs, match_id, position_id, xgid};
use rules::InputError;

use super::positions::AnyPosition;
use crate::error::CliError;
use crate::output::{Output, json};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Position: XGID, Position ID, Position ID:Match ID, or FIBS board
    #[arg(allow_hyphen_values = true)]
    position: String,

    /// Names of the players on the FIBS board
    #[arg(long, value_names = ["WHITE", "BLACK"], num_args = 2)]
    names: Option<Vec<String>>,
}

/// A position in all formats.
struct Formats {
    xgid: String,
    position_id: String,
    match_id: Option<String>,
    /// Points of the match; `None` for a single game.
    length: Option<u16>,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), CliError> {
    let formats = formats(&arguments.position)?;
    let names = arguments.names.as_deref().and_then(|names| names.first_chunk::<2>());
    let names = names.map_or(["White", "Black"], |names| names.each_ref().map(String::as_str));
    let board = fibs::write(&xgid::read(&formats.xgid)?, names);
    let Formats { xgid, position_id, match_id, length } = &formats;
    output.result(
        || {
            let ids = match_id.as_ref().map_or(position_id.clone(), |id| format!("{position_id}:{id}"));
            format!("{xgid}\n{ids}\n{board}")
        },
        || json!({"xgid": xgid, "position_id": position_id, "match_id": match_id, "length": length, "fibs": board}),
    )
}

fn formats(text: &str) -> Result<Formats, InputError> {
    let position = AnyPosition::read(text)?;
    let xgid = position.xgid();
    Ok(match &position {
        AnyPosition::Single(_, position) => {
            Formats { xgid, position_id: position_id::write(position), match_id: None, length: None }
        }
        AnyPosition::Match(rules, position) => Formats {
            xgid,
            position_id: position_id::write(position.board()),
            match_id: Some(match_id::write(&rules.match_id(position))),
            length: Some(rules.length()),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_chooses_the_form() {
        let start = formats("4HPwATDgc/ABMA").unwrap();
        assert_eq!((start.length, start.match_id), (None, None));
        let xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10";
        let found = formats(xgid).unwrap();
        assert_eq!((found.xgid.as_str(), found.length), (xgid, Some(5)));
        let ids = format!("{}:{}", found.position_id, found.match_id.unwrap());
        assert_eq!(formats(&ids).unwrap().xgid, xgid);
        let board = fibs::write(&xgid::read(xgid).unwrap(), ["a", "b"]);
        assert_eq!(formats(&board).unwrap().xgid, xgid);
        let cube = "XGID=-b----E-C---eE---c-e----B-:1:1:1:31:0:0:0:0:10";
        let error = formats(cube).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.starts_with("the position has a turned cube"), "{error}");
    }
}
