//! Provably fair dice.
//!
//! Before the first roll the table publishes a commitment, the SHA-256 of a 32-byte secret (the server seed). Every seat
//! may then add a client seed. The k-th roll (from 0) follows from secret, client seeds and k alone, and the secret is
//! revealed after the game, so that anyone can recompute all rolls. The table commits before it receives the client
//! seeds, and the players do not know the secret: neither can influence the rolls alone. A server that plays a seat of
//! its own must give its client seed first, since it could search for a favourable one; a client seed cannot be changed.
//!
//! The k-th roll: SHA-256 over the text `takhteh dice 1`, the secret, for each seat the length of its client seed (8
//! bytes, little-endian) and the seed in UTF-8, then k and an attempt counter (8 bytes each, little-endian). The first 8
//! bytes of the digest are a number x. If x is not below the largest multiple of the total weight of all rolls, the next
//! attempt is made; otherwise x modulo the total weight picks the roll by its weight, in the order of the rules.

use std::collections::VecDeque;
use std::fmt;
use std::str::FromStr;

use rules::InputError;
use sha2::{Digest, Sha256};

use crate::hash_chain::hexadecimal;

/// Server seed of the dice; hidden until the game is over.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Secret([u8; 32]);

impl Secret {
    /// A secret of 32 bytes of entropy.
    pub fn new(bytes: [u8; 32]) -> Secret {
        Secret(bytes)
    }

    /// A reproducible secret, for tests and repeatable games.
    pub fn from_seed(seed: u64) -> Secret {
        Secret(Sha256::new().chain_update(b"takhteh seed").chain_update(seed.to_le_bytes()).finalize().into())
    }

    /// Commitment published before the first roll: the SHA-256 of the secret, in hexadecimal.
    pub fn commitment(&self) -> String {
        hexadecimal(&Sha256::digest(self.0))
    }

    /// The secret in hexadecimal, as revealed after the game.
    pub fn reveal(&self) -> String {
        hexadecimal(&self.0)
    }

    /// Index of the roll drawn from rolls with these weights as roll number `index` of the game; `None` if all weights
    /// are 0.
    ///
    /// `client_seeds` has one entry for each seat, empty where none was given.
    pub fn draw(
        &self,
        index: u64,
        client_seeds: &[impl AsRef<str>],
        weights: impl Iterator<Item = u32> + Clone,
    ) -> Option<usize> {
        let total: u64 = weights.clone().map(u64::from).sum();
        if total == 0 {
            return None;
        }
        let fair = u64::MAX - u64::MAX % total;
        let mut at =
            (0..).map(|attempt| self.number(index, client_seeds, attempt)).find(|&x| x < fair)? % total;
        weights.map(u64::from).position(|weight| {
            let is_drawn = at < weight;
            at = at.saturating_sub(weight);
            is_drawn
        })
    }

    fn number(&self, index: u64, client_seeds: &[impl AsRef<str>], attempt: u64) -> u64 {
        let mut hash = Sha256::new();
        hash.update(b"takhteh dice 1");
        hash.update(self.0);
        for seed in client_seeds.iter().map(AsRef::as_ref) {
            hash.update((seed.len() as u64).to_le_bytes());
            hash.update(seed.as_bytes());
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

/// Source of the rolls of a table.
#[derive(Clone, Debug)]
pub enum DiceSource {
    /// Drawn from a secret the table is committed to.
    Committed(Secret),
    /// Taken from the record of a game whose secret is not revealed yet.
    Recorded(RecordedRolls),
    /// Given by the players, who roll real dice, or by a file; see [`Table::add_roll`](crate::Table::add_roll).
    Given(GivenRolls),
}

/// Text in place of a commitment if the rolls are given.
pub const GIVEN_DICE: &str = "given";

/// Rolls that are given one at a time.
#[derive(Clone, Debug, Default)]
pub struct GivenRolls {
    next: Option<String>,
    past: Vec<PastRoll>,
}

impl GivenRolls {
    /// Sets the next roll.
    pub(crate) fn give(&mut self, roll: &str) {
        self.next = Some(roll.to_owned());
    }

    /// The next roll. After a takeback the same roll comes again if the same rolls are possible.
    fn next(&mut self, index: usize, rolls: &[(String, u32)]) -> Option<String> {
        let before = self.past.iter().find(|past| past.index == index && past.possible == rolls);
        if let Some(past) = before {
            return Some(past.roll.clone());
        }
        let roll = self.next.take()?;
        self.past.push(PastRoll { index, possible: rolls.to_vec(), roll: roll.clone() });
        Some(roll)
    }
}

/// Rolls of a record in order.
#[derive(Clone, Debug, Default)]
pub struct RecordedRolls {
    upcoming: VecDeque<String>,
    past: Vec<PastRoll>,
}

/// A roll with its index in the game. After a takeback the same roll must come again if the same rolls are possible.
#[derive(Clone, Debug)]
struct PastRoll {
    index: usize,
    possible: Vec<(String, u32)>,
    roll: String,
}

impl RecordedRolls {
    /// These rolls, in order.
    pub fn new(rolls: impl IntoIterator<Item = String>) -> RecordedRolls {
        RecordedRolls { upcoming: rolls.into_iter().collect(), past: Vec::new() }
    }

    fn next(&mut self, index: usize, rolls: &[(String, u32)]) -> Option<String> {
        let next = self.upcoming.pop_front()?;
        let before = self.past.iter().find(|past| past.index == index && past.possible == rolls);
        let roll = before.map_or(next, |past| past.roll.clone());
        self.past.push(PastRoll { index, possible: rolls.to_vec(), roll: roll.clone() });
        Some(roll)
    }
}

impl DiceSource {
    /// Roll number `index`, out of the possible ones, in the game's notation; `None` if a record has no more.
    pub(crate) fn roll(
        &mut self,
        index: usize,
        client_seeds: &[String],
        rolls: &[(String, u32)],
    ) -> Option<String> {
        match self {
            DiceSource::Committed(secret) => {
                let drawn =
                    secret.draw(index as u64, client_seeds, rolls.iter().map(|(_, weight)| *weight))?;
                rolls.get(drawn).map(|(text, _)| text.clone())
            }
            DiceSource::Recorded(recorded) => recorded.next(index, rolls),
            DiceSource::Given(given) => given.next(index, rolls),
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
    fn rolls_follow_their_weights_and_depend_on_the_client_seeds() {
        let rolls = [("a".to_owned(), 1), ("b".to_owned(), 2), ("c".to_owned(), 33)];
        let mut dice = DiceSource::Committed(Secret::from_seed(5));
        let mut rolled = |client_seeds: &[String]| -> Vec<String> {
            (0..20_000).map(|index| dice.roll(index, client_seeds, &rolls).unwrap()).collect()
        };
        let without = rolled(&[]);
        let times = |roll: &str| without.iter().filter(|text| *text == roll).count() as f64;
        assert!((times("a") - 20_000.0 / 36.0).abs() < 100.0, "{}", times("a"));
        assert!((times("b") - 40_000.0 / 36.0).abs() < 140.0, "{}", times("b"));
        assert_eq!(without, rolled(&[]));
        assert_ne!(without, rolled(&["word".to_owned(), String::new()]));
        // The length prefix distinguishes "ab", "c" from "a", "bc".
        let (one, two) = (["ab".to_owned(), "c".to_owned()], ["a".to_owned(), "bc".to_owned()]);
        assert_ne!(rolled(&one), rolled(&two));
    }
}
