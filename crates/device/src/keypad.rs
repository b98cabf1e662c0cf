//! The 4x4 keypad.

/// A key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Key {
    /// A digit, 0 to 9.
    Digit(u8),
    /// `#`: Enter.
    Enter,
    /// `*`: erases the last digit or number, and puts a lifted piece back.
    Erase,
    /// `A`: back to the menu.
    Menu,
    /// `B`, without a meaning yet.
    B,
    /// `C`, without a meaning yet.
    C,
    /// `D`, without a meaning yet.
    D,
}

/// Keys as they lie on the keypad, row by row.
pub const LAYOUT: [[Key; 4]; 4] = [
    [Key::Digit(1), Key::Digit(2), Key::Digit(3), Key::Menu],
    [Key::Digit(4), Key::Digit(5), Key::Digit(6), Key::B],
    [Key::Digit(7), Key::Digit(8), Key::Digit(9), Key::C],
    [Key::Erase, Key::Digit(0), Key::Enter, Key::D],
];

impl Key {
    /// Character on the key.
    pub fn character(self) -> char {
        match self {
            Key::Digit(digit) => char::from(b'0' + digit % 10),
            Key::Enter => '#',
            Key::Erase => '*',
            Key::Menu => 'A',
            Key::B => 'B',
            Key::C => 'C',
            Key::D => 'D',
        }
    }

    /// The key with this character.
    pub fn of(character: char) -> Option<Key> {
        let character = character.to_ascii_uppercase();
        LAYOUT.iter().flatten().copied().find(|key| key.character() == character)
    }
}

/// A keypad, which hardware or a program provides.
pub trait Keypad {
    /// The key that was pressed since the last call, if any.
    fn pressed(&mut self) -> Option<Key>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_found_by_its_character() {
        for key in LAYOUT.iter().flatten() {
            assert_eq!(Key::of(key.character()), Some(*key));
        }
        assert_eq!((Key::of('a'), Key::of('x')), (Some(Key::Menu), None));
    }
}
