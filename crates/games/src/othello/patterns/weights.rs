//! Weights of the patterns.

use super::features::{PATTERNS, SIZE, STAGES, offset};

/// Units of a weight per disc.
pub const UNIT: i32 = 8;

/// The built-in weights, stage by stage: one byte per feature, of mirror images only the first.
const BUILTIN: &[u8] = include_bytes!("weights.bin");

/// Weight of every feature in every stage.
pub struct Weights {
    of_stages: Box<[[i16; SIZE]]>,
}

impl Weights {
    /// The built-in weights.
    pub fn builtin() -> Weights {
        Weights::read(BUILTIN)
    }

    /// Reads the format of [`write`](Weights::write). Missing weights are zero.
    pub fn read(bytes: &[u8]) -> Weights {
        let mut of_stages = vec![[0; SIZE]; STAGES].into_boxed_slice();
        let mut bytes = bytes.iter();
        for weights in &mut of_stages {
            for feature in 0..SIZE {
                let mirrored = mirror_feature(feature);
                weights[feature] = if mirrored < feature {
                    weights[mirrored]
                } else {
                    bytes.next().map_or(0, |&byte| i16::from(byte as i8))
                };
            }
        }
        Weights { of_stages }
    }

    /// Writes weights as bytes. `value` returns the weight of a stage and a feature in discs; it is called for the first of
    /// two mirror images only.
    pub fn write(value: impl Fn(usize, usize) -> f32) -> Vec<u8> {
        let mut bytes = Vec::new();
        for stage in 0..STAGES {
            for feature in (0..SIZE).filter(|&feature| mirror_feature(feature) >= feature) {
                let units = (value(stage, feature) * UNIT as f32).round().clamp(-127.0, 127.0);
                bytes.push(units as i8 as u8);
            }
        }
        bytes
    }

    /// Number of stages, and of features in each.
    pub fn dimensions() -> (usize, usize) {
        (STAGES, SIZE)
    }

    #[inline(always)]
    pub(super) fn of_stage(&self, stage: usize) -> &[i16; SIZE] {
        &self.of_stages[stage]
    }
}

/// Mirror image of a feature: a row or diagonal reversed, a corner transposed. A count is its own mirror image.
pub fn mirror_feature(feature: usize) -> usize {
    let pattern = (0..PATTERNS.len()).rev().find(|&pattern| offset(pattern) <= feature).unwrap_or(0);
    let squares = PATTERNS[pattern].squares;
    if squares == 0 {
        return feature;
    }
    let mut rest = feature - offset(pattern);
    let mut mirrored = 0;
    for digit in 0..squares {
        let at = match squares {
            // The row is reversed, and the two X-squares change places.
            10 if digit < 8 => 7 - digit,
            10 => 17 - digit,
            9 => digit % 3 * 3 + digit / 3,
            _ => squares - 1 - digit,
        };
        mirrored += rest % 3 * 3usize.pow(at);
        rest /= 3;
    }
    offset(pattern) + mirrored
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirroring_twice_restores_the_feature() {
        for feature in 0..SIZE {
            assert_eq!(mirror_feature(mirror_feature(feature)), feature);
        }
    }

    #[test]
    fn weights_survive_writing_and_reading() {
        let value = |stage: usize, feature: usize| ((stage * 31 + feature * 7) % 200) as f32 / 8.0 - 12.0;
        let weights = Weights::read(&Weights::write(value));
        for stage in 0..STAGES {
            for feature in 0..SIZE {
                let first = feature.min(mirror_feature(feature));
                let expected = (value(stage, first) * UNIT as f32).round() as i16;
                assert_eq!(weights.of_stage(stage)[feature], expected);
            }
        }
    }

    #[test]
    fn builtin_weights_are_complete() {
        let singles = (0..SIZE).filter(|&feature| mirror_feature(feature) >= feature).count();
        assert_eq!(BUILTIN.len(), STAGES * singles);
    }
}
