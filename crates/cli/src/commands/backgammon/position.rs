//! `takhteh backgammon position`: a position in all formats.

use clap::Args;
use games::backgammon::{Backgammon, BackgammonMatch, fibs, match_id, position_id, xgid};
use rules::{InputError, Notation};

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

/// Reads a position as a single game, or as one of the match that the text names.
fn formats(text: &str) -> Result<Formats, InputError> {
    let single = Backgammon::new().with_opening_roll();
    let position = match single.read_position(text) {
        Ok(position) => position,
        Err(error) => {
            return match length(text) {
                Some(length) => match_formats(text, length),
                None => Err(error),
            };
        }
    };
    Ok(Formats {
        xgid: single.write_position(&position),
        position_id: position_id::write(&position),
        match_id: None,
        length: None,
    })
}

fn match_formats(text: &str, length: u16) -> Result<Formats, InputError> {
    let rules = BackgammonMatch::to(length);
    let position = rules.read_position(text)?;
    Ok(Formats {
        xgid: rules.write_position(&position),
        position_id: position_id::write(position.board()),
        match_id: Some(match_id::write(&rules.match_id(&position))),
        length: Some(length),
    })
}

/// The points of the match that a position belongs to.
fn length(text: &str) -> Option<u16> {
    let text = text.trim();
    let length = match *text.split(':').collect::<Vec<_>>().as_slice() {
        _ if fibs::is_board(text) => fibs::read(text).ok()?.length,
        [_, id] => match_id::read(id).ok()?.length,
        _ => xgid::read(text).ok()?.length,
    };
    (1..=BackgammonMatch::LONGEST as u16).contains(&length).then_some(length)
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
