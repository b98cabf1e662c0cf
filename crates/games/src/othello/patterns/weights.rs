//! Weights of the patterns.

use std::io::{Read, Write};
use std::sync::{Arc, LazyLock};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use rules::InputError;

use super::super::Bitboard;
use super::indices::Indices;
use super::shapes::{PATTERN_PLACES, PATTERNS, PLACES, mirror, size};

/// Units of a weight per disc.
pub const UNIT: i32 = 32;
/// Number of game stages: one for every two discs.
pub const STAGES: usize = 30;
/// Largest mobility that is told apart.
const MAX_MOBILITY: usize = 31;

/// The built-in weights.
const BUILTIN: &[u8] = include_bytes!("weights.bin");

/// Offsets of the tables of a stage: the patterns, the mobility of the mover and of the opponent, and the constant of an
/// even and of an odd number of discs.
const OFFSETS: [usize; PATTERNS.len() + 4] = {
    let mut offsets = [0; PATTERNS.len() + 4];
    let mut pattern = 0;
    while pattern < PATTERNS.len() {
        offsets[pattern + 1] = offsets[pattern] + size(pattern);
        pattern += 1;
    }
    offsets[PATTERNS.len() + 1] = offsets[PATTERNS.len()] + MAX_MOBILITY + 1;
    offsets[PATTERNS.len() + 2] = offsets[PATTERNS.len() + 1] + MAX_MOBILITY + 1;
    offsets[PATTERNS.len() + 3] = offsets[PATTERNS.len() + 2] + 2;
    offsets
};

/// Number of weights of a stage.
pub const STAGE_SIZE: usize = OFFSETS[PATTERNS.len() + 3];

/// Position of the empty configuration of each place in the tables of a stage.
static CENTERS: [usize; PLACES] = {
    let mut centers = [0; PLACES];
    let mut place = 0;
    while place < PLACES {
        let pattern = PATTERN_PLACES[place].pattern;
        centers[place] = OFFSETS[pattern] + size(pattern) / 2;
        place += 1;
    }
    centers
};

/// Number of features of a position.
pub const FEATURES: usize = PLACES + 3;

/// Stage of the game by number of discs.
#[inline(always)]
pub fn stage(discs: u32) -> usize {
    (discs.saturating_sub(4) as usize / 2).min(STAGES - 1)
}

/// Features of a position: the positions of its weights in a stage. `own` and `theirs` are the legal moves of both sides.
#[inline(always)]
pub fn features(indices: &Indices, discs: u32, own: Bitboard, theirs: Bitboard) -> [usize; FEATURES] {
    let mut features = [0; FEATURES];
    for place in 0..PLACES {
        features[place] = CENTERS[place].wrapping_add_signed(indices.0[place].into());
    }
    let mobility = |moves: Bitboard| (moves.count_ones() as usize).min(MAX_MOBILITY);
    features[PLACES] = OFFSETS[PATTERNS.len()] + mobility(own);
    features[PLACES + 1] = OFFSETS[PATTERNS.len() + 1] + mobility(theirs);
    features[PLACES + 2] = OFFSETS[PATTERNS.len() + 2] + discs as usize % 2;
    features
}

/// The feature that shares its weight with this one: the mirror image of a configuration, or the feature itself.
pub fn mirror_feature(feature: usize) -> usize {
    match (0..PATTERNS.len()).find(|&pattern| feature < OFFSETS[pattern + 1]) {
        Some(pattern) => OFFSETS[pattern] + mirror(pattern, feature - OFFSETS[pattern]),
        None => feature,
    }
}

/// Weights of all features in every stage.
pub struct Weights {
    of_stages: Box<[[i16; STAGE_SIZE]]>,
}

impl Weights {
    /// The built-in weights, read once.
    pub fn builtin() -> Arc<Weights> {
        static SHARED: LazyLock<Arc<Weights>> =
            LazyLock::new(|| Arc::new(Weights::read(BUILTIN).unwrap_or_else(|_| Weights::zero())));
        Arc::clone(&SHARED)
    }

    fn zero() -> Weights {
        Weights { of_stages: vec![[0; STAGE_SIZE]; STAGES].into_boxed_slice() }
    }

    /// Reads the format of [`write`](Weights::write).
    pub fn read(bytes: &[u8]) -> Result<Weights, InputError> {
        let firsts = first_features();
        let count = STAGES * firsts.len();
        let mut values = Vec::with_capacity(2 * count);
        let error = |what: String| InputError::new(format!("cannot read the weights of Othello: {what}"));
        DeflateDecoder::new(bytes)
            .take(2 * count as u64 + 1)
            .read_to_end(&mut values)
            .map_err(|cause| error(cause.to_string()))?;
        if values.len() != 2 * count {
            return Err(error(format!("{} bytes: expected {}", values.len(), 2 * count)));
        }
        let (low, high) = values.split_at(count);
        let mut values = low.iter().zip(high).map(|(&low, &high)| i16::from_le_bytes([low, high]));
        let mut weights = Weights::zero();
        for of_stage in &mut weights.of_stages {
            for (&(first, mirrored), value) in firsts.iter().zip(&mut values) {
                of_stage[first] = value;
                of_stage[mirrored] = value;
            }
        }
        Ok(weights)
    }

    /// Writes weights: of every stage the features that come before their mirror image, all low bytes before all high
    /// bytes, compressed. `value` returns the weight of a stage and a feature in discs.
    pub fn write(value: impl Fn(usize, usize) -> f32) -> std::io::Result<Vec<u8>> {
        let firsts = first_features();
        let rounded = |stage, feature| (value(stage, feature) * UNIT as f32).round() as i16;
        let all =
            || (0..STAGES).flat_map(|stage| firsts.iter().map(move |&(first, _)| rounded(stage, first)));
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        for byte in 0..2 {
            let plane: Vec<u8> = all().map(|value| value.to_le_bytes()[byte]).collect();
            encoder.write_all(&plane)?;
        }
        encoder.finish()
    }

    /// Weights of one stage.
    #[inline(always)]
    pub(crate) fn of_stage(&self, stage: usize) -> &[i16; STAGE_SIZE] {
        &self.of_stages[stage]
    }

    /// Sum of the weights of a position, for the mover.
    #[inline(always)]
    pub fn sum(&self, indices: &Indices, discs: u32, own: Bitboard, theirs: Bitboard) -> i32 {
        let weights = self.of_stage(stage(discs));
        features(indices, discs, own, theirs).iter().map(|&feature| i32::from(weights[feature])).sum()
    }
}

/// The features that come before their mirror image or are their own, each with the image.
fn first_features() -> Vec<(usize, usize)> {
    let pairs = (0..STAGE_SIZE).map(|feature| (feature, mirror_feature(feature)));
    pairs.filter(|(feature, mirrored)| feature <= mirrored).collect()
}

#[cfg(test)]
mod tests {
    use rules::Random;

    use super::*;

    #[test]
    fn weights_survive_writing_and_reading() {
        let value = |stage: usize, feature: usize| ((stage * 31 + feature * 7) % 4000) as f32 / 32.0 - 60.0;
        let weights = Weights::read(&Weights::write(value).unwrap()).unwrap();
        for stage in [0, 1, STAGES - 1] {
            for feature in 0..STAGE_SIZE {
                let first = feature.min(mirror_feature(feature));
                let expected = (value(stage, first) * UNIT as f32).round() as i16;
                assert_eq!(weights.of_stage(stage)[feature], expected);
            }
        }
    }

    #[test]
    fn builtin_weights_are_complete_and_damaged_ones_are_rejected() {
        assert!(Weights::read(BUILTIN).is_ok());
        assert!(Weights::read(&BUILTIN[..BUILTIN.len() / 2]).is_err());
        assert!(Weights::read(&[]).is_err());
    }

    /// Sorted features of a board, mirror images identified.
    fn sorted_features(mover: Bitboard, other: Bitboard) -> Vec<usize> {
        let all = features(&Indices::of(mover, other), (mover | other).count_ones(), 0, 0);
        let mut all: Vec<usize> =
            all.into_iter().map(|feature| feature.min(mirror_feature(feature))).collect();
        all.sort_unstable();
        all
    }

    #[test]
    fn features_are_invariant_under_symmetry() {
        let flipped = |squares: Bitboard| squares.swap_bytes();
        let transposed = |squares: Bitboard| {
            (0..64).filter(|at| squares >> at & 1 == 1).map(|at| 1u64 << (at % 8 * 8 + at / 8)).sum()
        };
        let mut random = Random::new(4);
        for _ in 0..200 {
            let (a, b, c) = (random.next_u64(), random.next_u64(), random.next_u64());
            let (mover, other) = (a & (b | c), !a & (b | c));
            let expected = sorted_features(mover, other);
            assert_eq!(sorted_features(flipped(mover), flipped(other)), expected);
            assert_eq!(sorted_features(transposed(mover), transposed(other)), expected);
        }
    }
}
