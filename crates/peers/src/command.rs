//! A command as somebody has typed it, taken apart into words.

use rules::InputError;

/// The words of a command: blanks divide them, quotation marks of either kind hold blanks together, and a backslash takes
/// the next character as it is (within `'`, nothing but `'` means anything). No shell reads it.
pub fn words(command: &str) -> Result<Vec<String>, InputError> {
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
                None => return Err(unfinished(command, "a character behind the backslash at its end")),
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
        return Err(unfinished(command, "a second quotation mark"));
    }
    words.extend(word);
    if words.is_empty() {
        return Err(unfinished(command, "the name of a program"));
    }
    Ok(words)
}

fn unfinished(command: &str, expected: &str) -> InputError {
    InputError::new(format!(
        "the command {} is not complete: expected {expected}",
        InputError::quote(command)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_held_together_by_quotation_marks() {
        for (command, expected) in [
            ("gtp-rhino", &["gtp-rhino"][..]),
            ("  a  b\t--c=d ", &["a", "b", "--c=d"]),
            (r#"'a b' "c 'd'" e\ f"#, &["a b", "c 'd'", "e f"]),
            (r#"x"y z"w "" '\'"#, &["xy zw", "", r"\"]),
            (r#""a \" b""#, &["a \" b"]),
        ] {
            assert_eq!(words(command).unwrap(), expected, "{command}");
        }
        for command in ["", "  ", "a 'b", "a \"b", "a\\"] {
            assert!(words(command).unwrap_err().to_string().contains("is not complete"), "{command}");
        }
    }
}
