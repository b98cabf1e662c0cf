//! Command lines split into words.

use rules::InputError;

/// Splits a command line into words.
///
/// Whitespace separates words, single and double quotes group them, and a backslash escapes the next character, except
/// between single quotes. No shell is involved.
pub fn split(command: &str) -> Result<Vec<String>, InputError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = command.chars();
    while let Some(c) = characters.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some('\''), c) => word.get_or_insert_default().push(c),
            (_, '\\') => match characters.next() {
                Some(next) => word.get_or_insert_default().push(next),
                None => return Err(unfinished(command, "a character after the last backslash")),
            },
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err(unfinished(command, "a closing quote"));
    }
    words.extend(word);
    if words.is_empty() {
        return Err(unfinished(command, "the name of a program"));
    }
    Ok(words)
}

fn unfinished(command: &str, expected: &str) -> InputError {
    InputError::new(format!("cannot read the command {}: expected {expected}", InputError::quote(command)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_group_words() {
        for (command, expected) in [
            ("gtp-rhino", &["gtp-rhino"][..]),
            ("  a  b\t--c=d ", &["a", "b", "--c=d"]),
            (r#"'a b' "c 'd'" e\ f"#, &["a b", "c 'd'", "e f"]),
            (r#"x"y z"w "" '\'"#, &["xy zw", "", r"\"]),
            (r#""a \" b""#, &["a \" b"]),
        ] {
            assert_eq!(split(command).unwrap(), expected, "{command}");
        }
        for command in ["", "  ", "a 'b", "a \"b", "a\\"] {
            assert!(split(command).unwrap_err().to_string().contains("cannot read the command"), "{command}");
        }
    }
}
