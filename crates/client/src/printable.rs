//! Texts of a server, made safe to print on a terminal.
//!
//! A server, or a player through it, must not control the terminal: escape sequences move the cursor or change the title, and
//! bidirectional controls disguise what is written.

/// A text on one line, without control characters and invisible ones that could disguise it. Line ends and tabs are blanks.
pub fn printable(text: &str) -> String {
    text.chars()
        .filter_map(|c| if c.is_whitespace() && c.is_control() { Some(' ') } else { shown(c) })
        .collect()
}

/// The same for a text that may have several lines.
pub(crate) fn printable_lines(text: &str) -> String {
    text.chars().filter_map(|c| if c == '\n' { Some(c) } else { shown(c) }).collect()
}

/// `None` for a character that is not printed. Joiners stay; Persian words and combined emoji need them.
fn shown(c: char) -> Option<char> {
    let is_hidden = c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}');
    (!is_hidden).then_some(c)
}

#[cfg(test)]
mod tests {
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
}
