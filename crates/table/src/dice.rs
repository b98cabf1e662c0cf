//! Dice that can be checked afterwards.
//!
//! Before the first roll the table publishes a commitment, the SHA-256 of a secret of 32 bytes; every side may then add
//! a word. The k-th roll (from 0) follows from secret, words and k alone, and after the game the secret is published,
//! so anybody can compute all rolls again. The table committed itself before it heard the words, and a player does not
//! know the secret: neither can bend the rolls alone. Somebody who is both, a house that plays a seat of its own, must
//! give its word first, or it could look for a word that suits it; a word once given stands.
//!
//! The k-th roll: SHA-256 over the text `takhteh dice 1`, the secret, for each seat the length of its word (8 bytes,
//! little-endian) and the word in UTF-8, then k and a counter of attempts (8 bytes each, little-endian). The first 8
//! bytes of the digest are a number x; if x is not below the largest multiple of the total weight of all rolls, the next
//! attempt is made; else x modulo the total weight picks the roll by its weight, in the order the rules list them.

use std::collections::VecDeque;
use std::fmt;
use std::str::FromStr;

use rules::InputError;
use sha2::{Digest, Sha256};

use crate::hash_chain::hexadecimal;

/// What all rolls of a game follow from; hidden until the game is over.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Secret([u8; 32]);

impl Secret {
    /// A secret made of 32 bytes of entropy.
    pub fn new(bytes: [u8; 32]) -> Secret {
        Secret(bytes)
    }

    /// A secret that can be had again: for tests, and for games that somebody wants to repeat.
    pub fn from_seed(seed: u64) -> Secret {
        Secret(Sha256::new().chain_update(b"takhteh seed").chain_update(seed.to_le_bytes()).finalize().into())
    }

    /// What is published before the first roll: the SHA-256 of the secret's 32 bytes, in hexadecimal.
    pub fn commitment(&self) -> String {
        hexadecimal(&Sha256::digest(self.0))
    }

    /// The secret itself in hexadecimal, as it is published after the game.
    pub fn reveal(&self) -> String {
        hexadecimal(&self.0)
    }

    /// Which of the rolls with these weights comes as the roll of the game with this index; nothing if none has weight.
    ///
    /// `words` holds one for each seat, empty where none was given.
    pub fn draw(
        &self,
        index: u64,
        words: &[impl AsRef<str>],
        weights: impl Iterator<Item = u32> + Clone,
    ) -> Option<usize> {
        let total: u64 = weights.clone().map(u64::from).sum();
        if total == 0 {
            return None;
        }
        let fair = u64::MAX - u64::MAX % total;
        let mut at = (0..).map(|attempt| self.number(index, words, attempt)).find(|&x| x < fair)? % total;
        weights.map(u64::from).position(|weight| {
            let is_drawn = at < weight;
            at = at.saturating_sub(weight);
            is_drawn
        })
    }

    fn number(&self, index: u64, words: &[impl AsRef<str>], attempt: u64) -> u64 {
        let mut hash = Sha256::new();
        hash.update(b"takhteh dice 1");
        hash.update(self.0);
        for word in words.iter().map(AsRef::as_ref) {
            hash.update((word.len() as u64).to_le_bytes());
            hash.update(word.as_bytes());
        }
        hash.update(index.to_le_bytes());
        hash.update(attempt.to_le_bytes());
        let digest = hash.finalize();
        let mut first = [0; 8];
        first.copy_from_slice(&digest[..8]);
        u64::from_le_bytes(first)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

impl FromStr for Secret {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Secret, InputError> {
        let mut bytes = [0; 32];
        let digits: Option<Vec<u8>> = text.chars().map(|c| c.to_digit(16).map(|digit| digit as u8)).collect();
        match digits {
            Some(digits) if digits.len() == 64 => {
                for (byte, pair) in bytes.iter_mut().zip(digits.chunks(2)) {
                    *byte = pair[0] << 4 | pair[1];
                }
                Ok(Secret(bytes))
            }
            _ => Err(InputError::unexpected(text, "64 hexadecimal digits")),
        }
    }
}

/// Where the rolls of a table come from.
#[derive(Clone, Debug)]
pub enum Dice {
    /// From a secret to which the table has committed itself.
    Committed(Secret),
    /// From the record of a game whose secret is not out: they are what the record says.
    Recorded(RecordedRolls),
}

/// The rolls of a record in the order they were made.
#[derive(Clone, Debug, Default)]
pub struct RecordedRolls {
    coming: VecDeque<String>,
    made: Vec<MadeRoll>,
}

/// A roll with its index in the game: after a takeback, where the same could come, the same must come again.
#[derive(Clone, Debug)]
struct MadeRoll {
    index: usize,
    could: Vec<(String, u32)>,
    came: String,
}

impl RecordedRolls {
    /// These rolls, the first first.
    pub fn new(rolls: impl IntoIterator<Item = String>) -> RecordedRolls {
        RecordedRolls { coming: rolls.into_iter().collect(), made: Vec::new() }
    }

    fn next(&mut self, index: usize, rolls: &[(String, u32)]) -> Option<String> {
        let coming = self.coming.pop_front()?;
        let before = self.made.iter().find(|made| made.index == index && made.could == rolls);
        let roll = before.map_or(coming, |made| made.came.clone());
        self.made.push(MadeRoll { index, could: rolls.to_vec(), came: roll.clone() });
        Some(roll)
    }
}

impl Dice {
    /// The roll with this index, out of those that can come, written out; nothing if a record has no more.
    pub(crate) fn roll(&mut self, index: usize, words: &[String], rolls: &[(String, u32)]) -> Option<String> {
        match self {
            Dice::Committed(secret) => {
                let drawn = secret.draw(index as u64, words, rolls.iter().map(|(_, weight)| *weight))?;
                rolls.get(drawn).map(|(text, _)| text.clone())
            }
            Dice::Recorded(recorded) => recorded.next(index, rolls),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commitment_is_the_plain_sha_256() {
        // `printf '\0%.0s' {1..32} | sha256sum`
        let secret = Secret::new([0; 32]);
        assert_eq!(secret.commitment(), "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925");
        assert_eq!(secret.reveal().parse::<Secret>().unwrap(), secret);
        assert!("12".parse::<Secret>().is_err());
        assert!("g".repeat(64).parse::<Secret>().is_err());
    }

    #[test]
    fn rolls_keep_their_weights_and_depend_on_the_words() {
        let rolls = [("a".to_owned(), 1), ("b".to_owned(), 2), ("c".to_owned(), 33)];
        let mut dice = Dice::Committed(Secret::from_seed(5));
        let mut thrown = |words: &[String]| -> Vec<String> {
            (0..20_000).map(|index| dice.roll(index, words, &rolls).unwrap()).collect()
        };
        let without = thrown(&[]);
        let times = |roll: &str| without.iter().filter(|text| *text == roll).count() as f64;
        assert!((times("a") - 20_000.0 / 36.0).abs() < 100.0, "{}", times("a"));
        assert!((times("b") - 40_000.0 / 36.0).abs() < 140.0, "{}", times("b"));
        assert_eq!(without, thrown(&[]));
        assert_ne!(without, thrown(&["word".to_owned(), String::new()]));
        // The lengths keep "ab", "c" and "a", "bc" apart.
        let (one, two) = (["ab".to_owned(), "c".to_owned()], ["a".to_owned(), "bc".to_owned()]);
        assert_ne!(thrown(&one), thrown(&two));
    }
}
