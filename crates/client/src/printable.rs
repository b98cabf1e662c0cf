//! Texts of a server, made safe to print on a terminal.
//!
//! A server, or a player through it, must not control the terminal: escape sequences move the cursor or change the title, and
//! bidirectional controls disguise what is written.

use serde_json::Value;

/// Fields whose texts have several lines.
const FIELDS_WITH_LINES: [&str; 3] = ["rules", "position", "start"];

/// A text on one line, without control characters and invisible ones that could disguise it. Line ends and tabs are blanks.
pub fn printable(text: &str) -> String {
    text.chars()
        .filter_map(|c| if c.is_whitespace() && c.is_control() { Some(' ') } else { shown(c) })
        .collect()
}

/// The same for a text that may have several lines.
fn printable_lines(text: &str) -> String {
    text.chars().filter_map(|c| if c == '\n' { Some(c) } else { shown(c) }).collect()
}

/// `None` for a character that is not printed. Joiners stay; Persian words and combined emoji need them.
fn shown(c: char) -> Option<char> {
    let is_hidden = c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}');
    (!is_hidden).then_some(c)
}

/// Makes all texts of a message printable.
pub(crate) fn clean(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(printable(&text)),
        Value::Array(values) => values.into_iter().map(clean).collect(),
        Value::Object(fields) => {
            let field = |(key, value): (String, Value)| {
                let key = printable(&key);
                let value = match value {
                    Value::String(text) if FIELDS_WITH_LINES.contains(&key.as_str()) => {
                        Value::String(printable_lines(&text))
                    }
                    other => clean(other),
                };
                (key, value)
            };
            Value::Object(fields.into_iter().map(field).collect())
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn nothing_that_controls_a_terminal_is_left() {
        for (text, shown) in [
            ("\u{1b}[2J\u{1b}]0;title\u{7}Omid", "[2J]0;titleOmid"),
            ("\u{9b}31mOmid\u{9c}\u{7f}\u{0}", "31mOmid"),
            ("a\u{202e}dimO\u{202c}\u{2066}\u{200f}\u{61c}", "adimO"),
            ("Omid\r\nBlack wins\t!", "Omid  Black wins !"),
            ("می\u{200c}خواهم 👩\u{200d}🚀", "می\u{200c}خواهم 👩\u{200d}🚀"),
        ] {
            assert_eq!(printable(text), shown, "{text:?}");
        }
    }

    #[test]
    fn every_text_of_a_message_is_cleaned_and_rules_keep_their_lines() {
        let message = json!({"seats": [{"name": "\u{1b}[1mOmid\n"}], "\u{1b}key": 5, "about": {"rules": "chess 1\r\n\u{9b}x = y\n"}});
        assert_eq!(
            clean(message),
            json!({"seats": [{"name": "[1mOmid "}], "key": 5, "about": {"rules": "chess 1\nx = y\n"}})
        );
    }
}
