//! GTP command lines.

use std::time::Duration;

use rules::Seat;

/// A command with its optional id.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Command {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) arguments: Vec<String>,
}

impl Command {
    /// Reads a command. By the protocol, tabs count as spaces, other control characters are removed, and `#` starts a
    /// comment.
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
            // An id alone still requires a response.
            None if !id.is_empty() => Some(Command { id, name: String::new(), arguments: Vec::new() }),
            None => None,
        }
    }

    /// The response to this command; the caller adds the empty line that ends it.
    pub(super) fn response(&self, result: &Result<String, String>) -> String {
        let (sign, text) = match result {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        format!("{sign}{} {text}", self.id).trim_end().to_owned() + "\n"
    }

    /// An argument; empty if it is missing.
    pub(super) fn argument(&self, index: usize) -> &str {
        self.arguments.get(index).map_or("", String::as_str)
    }

    /// A colour argument.
    pub(super) fn colour(&self, index: usize) -> Result<Seat, String> {
        match self.argument(index).to_ascii_lowercase().as_str() {
            "b" | "black" => Ok(Seat::FIRST),
            "w" | "white" => Ok(Seat::SECOND),
            _ => Err(SYNTAX.to_owned()),
        }
    }

    /// An argument in seconds.
    pub(super) fn seconds(&self, index: usize) -> Result<Duration, String> {
        let seconds = self.argument(index).parse::<f64>().ok().filter(|seconds| *seconds >= 0.0);
        let span = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        span.ok_or_else(|| SYNTAX.to_owned())
    }

    /// An integer argument.
    pub(super) fn count(&self, index: usize) -> Result<u32, String> {
        self.argument(index).parse().map_err(|_| SYNTAX.to_owned())
    }
}

/// Error for arguments that cannot be read.
pub(super) const SYNTAX: &str = "syntax error";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_lines_follow_the_protocol() {
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
