//! Framing of received bytes into lines.

/// Longest line in bytes. A longer line is reported once and discarded up to its end.
pub const MAX_LINE: usize = 128;

const CR: u8 = b'\r';
const LF: u8 = b'\n';

/// Accepted line endings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineEndings {
    /// CR alone.
    Cr,
    /// CR, LF, CR LF or NUL.
    Any,
}

/// A received line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// ASCII text.
    Text(String),
    /// A line of more than [`MAX_LINE`] bytes. It is reported before its end, which may never come.
    TooLong,
    /// A line of this length that is not ASCII text.
    Noise(usize),
}

/// Splits a stream of bytes into lines.
#[derive(Clone, Debug)]
pub struct Framer {
    endings: LineEndings,
    line: Vec<u8>,
    /// `true` if the line is too long: bytes are discarded up to its end.
    is_discarding: bool,
    /// `true` if the last byte was CR; an LF then belongs to the same line end.
    after_cr: bool,
}

impl Framer {
    /// Creates a framer at the beginning of a line.
    pub fn new(endings: LineEndings) -> Framer {
        Framer { endings, line: Vec::with_capacity(MAX_LINE), is_discarding: false, after_cr: false }
    }

    /// Adds a byte and returns the line that it ends.
    pub fn push(&mut self, byte: u8) -> Option<Line> {
        let is_lf_of_crlf = byte == LF && self.after_cr && self.endings == LineEndings::Any;
        self.after_cr = byte == CR;
        if is_lf_of_crlf {
            return None;
        }
        let is_ending = match self.endings {
            LineEndings::Cr => byte == CR,
            LineEndings::Any => matches!(byte, CR | LF | 0),
        };
        if is_ending {
            return self.finish();
        }
        if self.is_discarding {
            return None;
        }
        if self.line.len() == MAX_LINE {
            self.is_discarding = true;
            self.line.clear();
            return Some(Line::TooLong);
        }
        self.line.push(byte);
        None
    }

    /// `true` inside a line.
    pub fn is_within_line(&self) -> bool {
        self.is_discarding || !self.line.is_empty()
    }

    /// Ends the line; `None` if it was reported as too long.
    fn finish(&mut self) -> Option<Line> {
        if std::mem::take(&mut self.is_discarding) {
            return None;
        }
        let length = self.line.len();
        Some(match String::from_utf8(std::mem::take(&mut self.line)) {
            Ok(text) if text.is_ascii() => Line::Text(text),
            _ => Line::Noise(length),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(endings: LineEndings, bytes: &[u8]) -> Vec<Line> {
        let mut framer = Framer::new(endings);
        bytes.iter().filter_map(|&byte| framer.push(byte)).collect()
    }

    fn texts(texts: &[&str]) -> Vec<Line> {
        texts.iter().map(|&text| Line::Text(text.to_owned())).collect()
    }

    #[test]
    fn strict_lines_end_with_cr() {
        assert_eq!(lines(LineEndings::Cr, b"AT\rNG\r\rhalf"), texts(&["AT", "NG", ""]));
        assert_eq!(lines(LineEndings::Cr, b"AT\r\nNG\r"), texts(&["AT", "\nNG"]));
    }

    #[test]
    fn tolerant_lines_end_in_four_ways() {
        assert_eq!(
            lines(LineEndings::Any, b"A\rB\nC\r\nD\0E\r\n\r\n"),
            texts(&["A", "B", "C", "D", "E", ""])
        );
        assert_eq!(lines(LineEndings::Any, b"\n\r\n"), texts(&["", ""]));
    }

    #[test]
    fn long_lines_and_noise_end_where_lines_end() {
        let mut bytes = vec![b'x'; 10_000];
        bytes.extend(b"\rAT\r\xff\xfe\rOK\r");
        assert_eq!(
            lines(LineEndings::Cr, &bytes),
            [Line::TooLong, Line::Text("AT".to_owned()), Line::Noise(2), Line::Text("OK".to_owned())]
        );
    }

    #[test]
    fn an_endless_line_is_reported_once_and_takes_no_memory() {
        let mut framer = Framer::new(LineEndings::Cr);
        let reported: Vec<Line> = (0..1_000_000).filter_map(|_| framer.push(b'x')).collect();
        assert_eq!(reported, [Line::TooLong]);
        assert!(framer.is_within_line() && framer.line.capacity() <= MAX_LINE);
        assert_eq!(framer.push(b'\r'), None);
        assert_eq!(framer.push(b'\r'), Some(Line::Text(String::new())));
        // The longest line that is accepted.
        assert!(std::iter::repeat_n(b'x', MAX_LINE).all(|byte| framer.push(byte).is_none()));
        assert_eq!(framer.push(b'\r'), Some(Line::Text("x".repeat(MAX_LINE))));
    }
}
