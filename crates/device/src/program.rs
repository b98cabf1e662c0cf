//! Number programs, and entering them with digits.

/// Number that separates paths.
pub const CUT: u8 = 64;
/// Longest program, without its final 0. A queen of ordinary chess has 23 numbers.
pub const MAX_NUMBERS: usize = 40;

/// Program of a kind: numbers from 1 to 64, without the final 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Program {
    numbers: [u8; MAX_NUMBERS],
    length: u8,
}

impl Program {
    /// The program without numbers, which is not complete.
    pub const EMPTY: Program = Program { numbers: [0; MAX_NUMBERS], length: 0 };

    /// Program with these numbers; the rest is dropped if there are more than [`MAX_NUMBERS`].
    pub const fn new(numbers: &[u8]) -> Program {
        let mut program = Program::EMPTY;
        while (program.length as usize) < numbers.len() && (program.length as usize) < MAX_NUMBERS {
            program.numbers[program.length as usize] = numbers[program.length as usize];
            program.length += 1;
        }
        program
    }

    /// The numbers.
    pub fn numbers(&self) -> &[u8] {
        &self.numbers[..self.length as usize]
    }

    /// Squares of each path, in order.
    pub fn paths(&self) -> impl Iterator<Item = &[u8]> {
        self.numbers().split(|&number| number == CUT).filter(|path| !path.is_empty())
    }

    /// `true` if no more numbers fit.
    pub fn is_full(&self) -> bool {
        self.length as usize == MAX_NUMBERS
    }

    fn push(&mut self, number: u8) {
        if let Some(free) = self.numbers.get_mut(self.length as usize) {
            *free = number;
            self.length += 1;
        }
    }
}

/// Reason why an entered number does nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EntryError {
    /// The program has no square yet.
    Empty,
    /// A pawn has two numbers and no cut.
    Pawn,
    /// No more numbers fit.
    Full,
}

/// Result of the Enter key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entered {
    /// A number was added.
    Number(u8),
    /// The entry was wiped: it was above 64.
    Wiped,
    /// Nothing was typed.
    Nothing,
    /// The program is complete.
    Complete,
}

/// A program while it is entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    program: Program,
    is_pawn: bool,
    typed: Option<u8>,
}

impl Entry {
    /// Entry of a new program.
    pub fn new(is_pawn: bool) -> Entry {
        Entry { program: Program::EMPTY, is_pawn, typed: None }
    }

    /// The numbers so far.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The number that is being typed.
    pub fn typed(&self) -> Option<u8> {
        self.typed
    }

    /// Index of the number that is being entered, from 1.
    pub fn index(&self) -> u8 {
        self.program.length + 1
    }

    /// Types a digit. A number above 64 is wiped at once.
    pub fn digit(&mut self, digit: u8) -> Entered {
        let number = u16::from(self.typed.unwrap_or(0)) * 10 + u16::from(digit);
        if number > u16::from(CUT) {
            self.typed = None;
            return Entered::Wiped;
        }
        self.typed = Some(number as u8);
        Entered::Nothing
    }

    /// Removes the number that is being typed; if there is none, the last one entered.
    pub fn erase(&mut self) {
        if self.typed.take().is_none() {
            self.program.length = self.program.length.saturating_sub(1);
        }
    }

    /// Enters the typed number. 0 ends the program.
    pub fn enter(&mut self) -> Result<Entered, EntryError> {
        let Some(number) = self.typed.take() else { return Ok(Entered::Nothing) };
        if number == 0 {
            return self.end();
        }
        if self.is_pawn && (number == CUT || self.program.length >= 2) {
            return Err(EntryError::Pawn);
        }
        if self.program.is_full() {
            return Err(EntryError::Full);
        }
        self.program.push(number);
        Ok(Entered::Number(number))
    }

    fn end(&self) -> Result<Entered, EntryError> {
        match self.is_pawn {
            true if self.program.length == 0 => Err(EntryError::Empty),
            true if self.program.length != 2 => Err(EntryError::Pawn),
            false if self.program.paths().next().is_none() => Err(EntryError::Empty),
            _ => Ok(Entered::Complete),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn enter(entry: &mut Entry, text: &str) -> Result<Entered, EntryError> {
        for digit in text.bytes() {
            entry.digit(digit - b'0');
        }
        entry.enter()
    }

    #[test]
    fn a_program_is_entered_number_by_number() {
        let mut entry = Entry::new(false);
        assert_eq!(enter(&mut entry, "0"), Err(EntryError::Empty), "an empty program is refused");
        assert_eq!(enter(&mut entry, "64"), Ok(Entered::Number(64)));
        assert_eq!(enter(&mut entry, "0"), Err(EntryError::Empty), "a cut alone is empty too");
        assert_eq!(enter(&mut entry, "10"), Ok(Entered::Number(10)));
        assert_eq!(entry.enter(), Ok(Entered::Nothing));
        assert_eq!((entry.digit(6), entry.digit(5)), (Entered::Nothing, Entered::Wiped), "65 is wiped");
        assert_eq!(entry.typed(), None);
        assert_eq!(enter(&mut entry, "017"), Ok(Entered::Number(17)));
        assert_eq!((entry.index(), entry.program().numbers()), (4, &[64, 10, 17][..]));
        entry.digit(3);
        entry.erase();
        entry.erase();
        assert_eq!(entry.program().numbers(), [64, 10]);
        assert_eq!(enter(&mut entry, "0"), Ok(Entered::Complete));
        assert_eq!(entry.program().paths().collect::<std::vec::Vec<_>>(), [&[10][..]]);
    }

    #[test]
    fn a_pawn_has_two_numbers() {
        let mut entry = Entry::new(true);
        assert_eq!(enter(&mut entry, "64"), Err(EntryError::Pawn));
        assert_eq!(enter(&mut entry, "9"), Ok(Entered::Number(9)));
        assert_eq!(enter(&mut entry, "0"), Err(EntryError::Pawn));
        assert_eq!(enter(&mut entry, "24"), Ok(Entered::Number(24)));
        assert_eq!(enter(&mut entry, "1"), Err(EntryError::Pawn));
        assert_eq!(enter(&mut entry, "0"), Ok(Entered::Complete));
    }

    #[test]
    fn a_program_is_bounded() {
        let mut entry = Entry::new(false);
        for _ in 0..MAX_NUMBERS {
            assert_eq!(enter(&mut entry, "1"), Ok(Entered::Number(1)));
        }
        assert_eq!(enter(&mut entry, "1"), Err(EntryError::Full));
        assert_eq!(enter(&mut entry, "0"), Ok(Entered::Complete));
    }
}
