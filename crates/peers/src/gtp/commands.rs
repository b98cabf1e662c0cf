//! Lines of GTP taken apart.

use std::time::Duration;

use rules::Seat;

/// A command, with the number it is to be answered by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Command {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) arguments: Vec<String>,
}

impl Command {
    /// The command of a line, if it has one. As the protocol says, tabs are blanks, other control characters are nothing,
    /// and what follows a `#` is a comment.
    pub(super) fn read(line: &str) -> Option<Command> {
        let plain: String = line
            .chars()
            .map(|c| if c == '\t' { ' ' } else { c })
            .filter(|c| !c.is_control())
            .take_while(|&c| c != '#')
            .collect();
        let mut words = plain.split_whitespace().map(str::to_owned).peekable();
        let id = words.next_if(|word| word.chars().all(|c| c.is_ascii_digit())).unwrap_or_default();
        match words.next() {
            Some(name) => Some(Command { id, name, arguments: words.collect() }),
            // A number alone is still asking for something.
            None if !id.is_empty() => Some(Command { id, name: String::new(), arguments: Vec::new() }),
            None => None,
        }
    }

    /// The answer to this command. The empty line that ends it is added by who says it.
    pub(super) fn answer(&self, answer: &Result<String, String>) -> String {
        let (sign, text) = match answer {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        format!("{sign}{} {text}", self.id).trim_end().to_owned() + "\n"
    }

    /// An argument, if there are so many.
    pub(super) fn argument(&self, index: usize) -> &str {
        self.arguments.get(index).map_or("", String::as_str)
    }

    /// An argument that is a colour.
    pub(super) fn colour(&self, index: usize) -> Result<Seat, String> {
        match self.argument(index).to_ascii_lowercase().as_str() {
            "b" | "black" => Ok(Seat::FIRST),
            "w" | "white" => Ok(Seat::SECOND),
            _ => Err(SYNTAX.to_owned()),
        }
    }

    /// An argument that is a number of seconds.
    pub(super) fn seconds(&self, index: usize) -> Result<Duration, String> {
        let seconds = self.argument(index).parse::<f64>().ok().filter(|seconds| *seconds >= 0.0);
        let span = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        span.ok_or_else(|| SYNTAX.to_owned())
    }

    /// An argument that is a count.
    pub(super) fn count(&self, index: usize) -> Result<u32, String> {
        self.argument(index).parse().map_err(|_| SYNTAX.to_owned())
    }
}

/// What is said of arguments that cannot be read.
pub(super) const SYNTAX: &str = "syntax error";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_the_protocol_says() {
        let read =
            |line: &str| Command::read(line).map(|command| (command.id, command.name, command.arguments));
        let command = |id: &str, name: &str, arguments: &[&str]| {
            Some((id.into(), name.into(), arguments.iter().map(|&word| word.into()).collect()))
        };
        assert_eq!(read("play b f5"), command("", "play", &["b", "f5"]));
        assert_eq!(read(" 12\tgenmove\x07 B\r# now"), command("12", "genmove", &["B"]));
        assert_eq!(read("ge\x01nmove"), command("", "genmove", &[]));
        assert_eq!(read("7"), command("7", "", &[]));
        for nothing in ["", "  \t", "# a remark", "\r", "\x00"] {
            assert_eq!(read(nothing), None);
        }
    }
}
