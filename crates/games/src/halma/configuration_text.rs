//! The syntax of the configuration file.
//!
//! Settings are `key = value`, one or several on a line, with `;` allowed between them. `confi.cfg { }` may enclose them.
//! `#` and `//` start a comment. In keys `_` and `-` are the same, and case does not matter.

use rules::InputError;

use super::configuration::COLOUR_KEYS;

const HEADER: &str = "confi.cfg";

/// The enclosing `confi.cfg { }`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wrapper {
    Missing,
    /// Opened on this line.
    Open(usize),
    Closed,
}

/// The settings of a file, each as `key = value` with the number of its line.
pub(super) fn statements(text: &str) -> Result<Vec<(usize, String)>, InputError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (mut found, mut wrapper, mut last) = (Vec::new(), Wrapper::Missing, 1);
    for (line, content) in (1..).zip(text.lines()) {
        let content = without_comment(content);
        let at_line = |error: InputError| error.within(format_args!("line {line}"));
        for part in content.split_inclusive(['{', '}', ';']) {
            let (words, delimiter) = match part.char_indices().next_back() {
                Some((at, delimiter @ ('{' | '}' | ';'))) => (part[..at].trim(), Some(delimiter)),
                _ => (part.trim(), None),
            };
            if !words.is_empty() || delimiter.is_some() {
                last = line;
            }
            if wrapper == Wrapper::Closed && !words.is_empty() {
                return Err(at_line(InputError::unexpected(words, "nothing after the closing }")));
            }
            add_settings(words, line, &mut found);
            match (delimiter, wrapper) {
                (Some('{'), Wrapper::Missing) if is_header(&found) => {
                    found.clear();
                    wrapper = Wrapper::Open(line);
                }
                (Some('{'), _) => {
                    let line = found.first().filter(|_| found.len() == 1 && !words.is_empty());
                    let line = line.map_or(last, |&(line, _)| line);
                    return Err(InputError::unexpected(part.trim(), "\"confi.cfg {\" before all settings")
                        .within(format_args!("line {line}")));
                }
                (Some('}'), Wrapper::Open(_)) => wrapper = Wrapper::Closed,
                (Some('}'), _) => {
                    return Err(at_line(InputError::new("the } has no { before it")));
                }
                _ => {}
            }
        }
    }
    match wrapper {
        Wrapper::Open(first) => Err(InputError::new(format!(
            "line {last}: the {{ of line {first} is not closed: expected a \"}}\" at the end"
        ))),
        Wrapper::Missing | Wrapper::Closed => Ok(found),
    }
}

fn without_comment(line: &str) -> &str {
    let end = [line.find('#'), line.find("//")].into_iter().flatten().min();
    &line[..end.unwrap_or(line.len())]
}

/// `true` if the header is all that was found so far.
fn is_header(found: &[(usize, String)]) -> bool {
    matches!(found, [(_, words)] if words.eq_ignore_ascii_case(HEADER))
}

/// Adds the settings of a part of a line. A value ends before the word that is followed by the next `=`.
fn add_settings(words: &str, line: usize, found: &mut Vec<(usize, String)>) {
    let Some((key, mut rest)) = words.split_once('=') else {
        if !words.is_empty() {
            found.push((line, words.to_owned()));
        }
        return;
    };
    let mut key = key.trim();
    while let Some((value_and_key, after)) = rest.split_once('=')
        && let Some((value, next_key)) = value_and_key.trim().rsplit_once(char::is_whitespace)
    {
        found.push((line, setting(key, value)));
        (key, rest) = (next_key, after);
    }
    found.push((line, setting(key, rest)));
}

/// The setting with its key in the spelling of the source.
fn setting(key: &str, value: &str) -> String {
    let plain = |key: &str| key.replace('_', "-").to_ascii_lowercase();
    let known =
        ["Size", "Player_num", "Leave-camp-value", "Beads-order", "Jumps"].into_iter().chain(COLOUR_KEYS);
    let key = known.into_iter().find(|known| plain(known) == plain(key)).unwrap_or(key);
    format!("{key} = {}", value.trim())
}
