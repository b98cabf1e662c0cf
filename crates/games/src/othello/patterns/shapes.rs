//! Shapes of the patterns: which squares, and where on the board.

use super::super::Bitboard;

/// A set of squares whose configuration has a weight.
#[derive(Clone, Copy, Debug)]
pub struct Pattern {
    /// Name.
    pub name: &'static str,
    /// Squares in the order of their digits, in one of the pattern's places.
    pub squares: &'static [u8],
}

const fn pattern(name: &'static str, squares: &'static [u8]) -> Pattern {
    Pattern { name, squares }
}

/// All patterns, a1 = 0, b1 = 1, ..., h8 = 63.
pub const PATTERNS: [Pattern; 13] = [
    pattern("edge with both X-squares", &[0, 1, 2, 3, 4, 5, 6, 7, 9, 14]),
    pattern("2x5 corner", &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12]),
    pattern("corner triangle", &[0, 1, 2, 3, 8, 9, 10, 16, 17, 24]),
    pattern("edge with its inner neighbours", &[0, 2, 3, 4, 5, 7, 10, 11, 12, 13]),
    pattern("diagonal of eight with two C-squares", &[0, 9, 18, 27, 36, 45, 54, 63, 1, 8]),
    pattern("3x3 corner", &[0, 1, 2, 8, 9, 10, 16, 17, 18]),
    pattern("diagonal of seven with both corners", &[1, 10, 19, 28, 37, 46, 55, 0, 63]),
    pattern("second row", &[8, 9, 10, 11, 12, 13, 14, 15]),
    pattern("third row", &[16, 17, 18, 19, 20, 21, 22, 23]),
    pattern("fourth row", &[24, 25, 26, 27, 28, 29, 30, 31]),
    pattern("diagonal of six with its neighbours", &[2, 11, 20, 29, 38, 47, 1, 55]),
    pattern("diagonal of five with its neighbours", &[3, 12, 21, 30, 39, 2, 47]),
    pattern("diagonal of four with its neighbours", &[4, 13, 22, 31, 3, 39]),
];

/// Largest number of squares of a pattern.
const MAX_SQUARES: usize = 10;
/// Number of places of all patterns together.
pub const PLACES: usize = 56;
/// The same, padded to whole vector registers.
pub(super) const LANES: usize = 64;

/// A pattern in one place on the board.
#[derive(Clone, Copy)]
pub(super) struct PatternPlace {
    pub(super) pattern: usize,
    /// Squares in the order of the digits.
    squares: [u8; MAX_SQUARES],
}

/// Image of a square under one of the eight symmetries of the board.
const fn image(square: u8, symmetry: u8) -> u8 {
    let (mut x, mut y) = (square % 8, square / 8);
    if symmetry & 1 != 0 {
        x = 7 - x;
    }
    if symmetry & 2 != 0 {
        y = 7 - y;
    }
    if symmetry & 4 != 0 {
        (x, y) = (y, x);
    }
    y * 8 + x
}

const fn image_set(squares: &[u8], symmetry: u8) -> Bitboard {
    let mut set = 0;
    let mut at = 0;
    while at < squares.len() {
        set |= 1 << image(squares[at], symmetry);
        at += 1;
    }
    set
}

/// Number of configurations of a pattern.
pub(super) const fn size(pattern: usize) -> usize {
    3usize.pow(PATTERNS[pattern].squares.len() as u32)
}

/// All places: every pattern under every symmetry that gives another set of squares.
pub(super) static PATTERN_PLACES: [PatternPlace; PLACES] = places();

const fn places() -> [PatternPlace; PLACES] {
    let mut places = [PatternPlace { pattern: 0, squares: [0; MAX_SQUARES] }; PLACES];
    let (mut count, mut pattern) = (0, 0);
    while pattern < PATTERNS.len() {
        let squares = PATTERNS[pattern].squares;
        let mut symmetry = 0;
        while symmetry < 8 {
            let mut is_new = true;
            let mut earlier = 0;
            while earlier < symmetry {
                is_new &= image_set(squares, earlier) != image_set(squares, symmetry);
                earlier += 1;
            }
            if is_new {
                places[count].pattern = pattern;
                let mut digit = 0;
                while digit < squares.len() {
                    places[count].squares[digit] = image(squares[digit], symmetry);
                    digit += 1;
                }
                count += 1;
            }
            symmetry += 1;
        }
        pattern += 1;
    }
    assert!(count == PLACES);
    places
}

/// Value of a disc on each square in the index of each place: a power of three, or 0 if the place lacks the square.
pub(super) static DIGITS: [[i16; LANES]; 64] = digits();

const fn digits() -> [[i16; LANES]; 64] {
    let places = places();
    let mut digits = [[0; LANES]; 64];
    let mut place = 0;
    while place < PLACES {
        let PatternPlace { pattern, squares } = places[place];
        let mut digit = 0;
        while digit < PATTERNS[pattern].squares.len() {
            digits[squares[digit] as usize][place] = 3i16.pow(digit as u32);
            digit += 1;
        }
        place += 1;
    }
    digits
}

/// Position of each digit in the mirror image of a pattern; the digits themselves if it has none.
const fn mirrored_digits(pattern: usize) -> [u8; MAX_SQUARES] {
    let squares = PATTERNS[pattern].squares;
    let mut mirrored = [0; MAX_SQUARES];
    // Of a pattern that is its own image only under the identity, symmetry 0 is found last.
    let mut symmetry = 8;
    while symmetry > 0 {
        symmetry -= 1;
        if image_set(squares, symmetry) == image_set(squares, 0) {
            let mut digit = 0;
            while digit < squares.len() {
                let mut at = 0;
                while squares[at] != image(squares[digit], symmetry) {
                    at += 1;
                }
                mirrored[digit] = at as u8;
                digit += 1;
            }
            return mirrored;
        }
    }
    mirrored
}

static MIRRORED: [[u8; MAX_SQUARES]; PATTERNS.len()] = {
    let mut mirrored = [[0; MAX_SQUARES]; PATTERNS.len()];
    let mut pattern = 0;
    while pattern < PATTERNS.len() {
        mirrored[pattern] = mirrored_digits(pattern);
        pattern += 1;
    }
    mirrored
};

/// Configuration of the mirror image, for a configuration from 0 to [`size`] - 1.
pub(super) fn mirror(pattern: usize, configuration: usize) -> usize {
    let digits = MIRRORED[pattern];
    let mut rest = configuration;
    let mut mirrored = 0;
    for &at in &digits[..PATTERNS[pattern].squares.len()] {
        mirrored += rest % 3 * 3usize.pow(at.into());
        rest /= 3;
    }
    mirrored
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_has_its_places() {
        let count = |name: &str| {
            let is_named = |place: &&PatternPlace| PATTERNS[place.pattern].name == name;
            PATTERN_PLACES.iter().filter(is_named).count()
        };
        assert_eq!(count("2x5 corner"), 8);
        for pattern in PATTERNS.iter().filter(|pattern| pattern.name != "2x5 corner") {
            assert_eq!(count(pattern.name), 4, "{}", pattern.name);
        }
    }

    #[test]
    fn mirroring_twice_restores_a_configuration() {
        for (pattern, Pattern { name, .. }) in PATTERNS.iter().enumerate() {
            let mut moved = 0;
            for configuration in 0..size(pattern) {
                let mirrored = mirror(pattern, configuration);
                assert_eq!(mirror(pattern, mirrored), configuration);
                moved += usize::from(mirrored != configuration);
            }
            // Only the 2x5 corner has no symmetry of its own.
            assert_eq!(moved == 0, *name == "2x5 corner");
        }
    }
}
