//! Bytes on the line as lines of text.

/// Longer lines are no messages; what comes behind so many bytes is thrown away up to the end of the line.
pub const LONGEST: usize = 128;

const CR: u8 = b'\r';
const LF: u8 = b'\n';

/// Who ends lines how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ends {
    /// CR alone.
    Cr,
    /// CR, LF, CR LF or NUL.
    Any,
}

/// What arrived up to the end of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// Text.
    Text(String),
    /// So many bytes, more than [`LONGEST`].
    TooLong(usize),
    /// Bytes that are no ASCII text.
    Noise(usize),
}

/// Puts lines together, however the bytes come in.
#[derive(Clone, Debug)]
pub struct Framer {
    ends: Ends,
    line: Vec<u8>,
    /// All bytes of the line, those thrown away included.
    length: usize,
    /// The line before was ended by CR: LF belongs to it.
    after_cr: bool,
}

impl Framer {
    /// A framer with nothing heard yet.
    pub fn new(ends: Ends) -> Framer {
        Framer { ends, line: Vec::with_capacity(LONGEST), length: 0, after_cr: false }
    }

    /// One more byte; a line if it ends one.
    pub fn push(&mut self, byte: u8) -> Option<Line> {
        let is_second_half = byte == LF && self.after_cr && self.ends == Ends::Any;
        self.after_cr = byte == CR;
        if is_second_half {
            return None;
        }
        let is_end = match self.ends {
            Ends::Cr => byte == CR,
            Ends::Any => matches!(byte, CR | LF | 0),
        };
        if is_end {
            return Some(self.finish());
        }
        self.length += 1;
        if self.line.len() < LONGEST {
            self.line.push(byte);
        }
        None
    }

    /// Whether a line has begun and not ended.
    pub fn is_within_line(&self) -> bool {
        self.length > 0
    }

    fn finish(&mut self) -> Line {
        let length = std::mem::take(&mut self.length);
        let bytes = std::mem::take(&mut self.line);
        if length > LONGEST {
            return Line::TooLong(length);
        }
        match String::from_utf8(bytes) {
            Ok(text) if text.is_ascii() => Line::Text(text),
            _ => Line::Noise(length),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(ends: Ends, bytes: &[u8]) -> Vec<Line> {
        let mut framer = Framer::new(ends);
        bytes.iter().filter_map(|&byte| framer.push(byte)).collect()
    }

    fn texts(texts: &[&str]) -> Vec<Line> {
        texts.iter().map(|&text| Line::Text(text.to_owned())).collect()
    }

    #[test]
    fn strict_lines_end_with_cr() {
        assert_eq!(lines(Ends::Cr, b"AT\rNG\r\rhalf"), texts(&["AT", "NG", ""]));
        assert_eq!(lines(Ends::Cr, b"AT\r\nNG\r"), texts(&["AT", "\nNG"]));
    }

    #[test]
    fn tolerant_lines_end_in_four_ways() {
        assert_eq!(lines(Ends::Any, b"A\rB\nC\r\nD\0E\r\n\r\n"), texts(&["A", "B", "C", "D", "E", ""]));
        assert_eq!(lines(Ends::Any, b"\n\r\n"), texts(&["", ""]));
    }

    #[test]
    fn long_lines_and_noise_end_where_lines_end() {
        let mut bytes = vec![b'x'; 10_000];
        bytes.extend(b"\rAT\r\xff\xfe\rOK\r");
        assert_eq!(
            lines(Ends::Cr, &bytes),
            [Line::TooLong(10_000), Line::Text("AT".to_owned()), Line::Noise(2), Line::Text("OK".to_owned())]
        );
    }
}
