//! Messages of the chess computer's socket.

use device::Key;
use serde::{Deserialize, Serialize};
use web_host::responses::to_json;

use crate::api_error::ApiError;

/// A message of the browser.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum DeviceInput {
    /// A key was pressed.
    Key(Key),
    /// An army file is to be loaded.
    Army(String),
}

/// A message that is no key. (An enumeration, because a structure could be written as a list too.)
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Message {
    Army(String),
}

/// Reads a message of the browser: the character of a key, or an object with an army file.
pub(crate) fn read_device_input(text: &str) -> Result<DeviceInput, ApiError> {
    let mut characters = text.chars();
    if let (Some(character), None) = (characters.next(), characters.next())
        && !character.is_ascii_lowercase()
        && let Some(key) = Key::of(character)
    {
        return Ok(DeviceInput::Key(key));
    }
    match serde_json::from_str(text) {
        Ok(Message::Army(file)) => Ok(DeviceInput::Army(file)),
        Err(_) => Err(ApiError::bad_request(
            "cannot read the message: expected a key (0-9, #, *, A-D) or {\"army\": \"...\"}",
        )),
    }
}

#[derive(Serialize)]
struct ErrorMessage<'a> {
    error: &'a str,
}

/// Error message to the browser.
pub(crate) fn device_error(message: &str) -> String {
    to_json(&ErrorMessage { error: message })
}

#[derive(Serialize)]
struct ArmyLoaded {
    army: &'static str,
}

/// Reply to an army file that was loaded.
pub(crate) fn device_army_loaded() -> String {
    to_json(&ArmyLoaded { army: "loaded" })
}

#[derive(Serialize)]
struct StateMessage<'a> {
    table: Option<&'a str>,
    turn: Option<&'static str>,
    text: &'a str,
}

/// State of the device: its table, the side to move, and the screen in words.
pub(crate) fn device_state(table: Option<&str>, turn: Option<&'static str>, text: &str) -> String {
    to_json(&StateMessage { table, turn, text })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_army_files_are_read() {
        assert_eq!(read_device_input("5").unwrap(), DeviceInput::Key(Key::Digit(5)));
        assert_eq!(read_device_input("#").unwrap(), DeviceInput::Key(Key::Enter));
        assert_eq!(read_device_input("A").unwrap(), DeviceInput::Key(Key::Menu));
        assert_eq!(read_device_input(r#"{"army": "x"}"#).unwrap(), DeviceInput::Army("x".to_owned()));
        for bad in ["", "a", "55", "E", "٥", "{}", "{\"army\": 5}", "null", "[\"5\"]"] {
            assert!(read_device_input(bad).is_err(), "{bad}");
        }
    }
}
