//! What shapes are worth.

use super::features::{KINDS, SIZE, STAGES, beginning};

/// So many of a weight's units are a disc.
pub const UNIT: i32 = 8;

/// The weights of this program: a byte for each shape, of twins only for the first, stage by stage.
const KEPT: &[u8] = include_bytes!("weights.bin");

/// What every shape is worth in every stage.
pub struct Weights {
    of_stages: Box<[[i16; SIZE]]>,
}

impl Weights {
    /// The weights that are part of the program.
    pub fn kept() -> Weights {
        Weights::read(KEPT)
    }

    /// Weights as [`write`](Weights::write) writes them. What is missing is worth nothing.
    pub fn read(bytes: &[u8]) -> Weights {
        let mut of_stages = vec![[0; SIZE]; STAGES].into_boxed_slice();
        let mut bytes = bytes.iter();
        for weights in &mut of_stages {
            for feature in 0..SIZE {
                let twin = twin(feature);
                weights[feature] = if twin < feature {
                    weights[twin]
                } else {
                    bytes.next().map_or(0, |&byte| i16::from(byte as i8))
                };
            }
        }
        Weights { of_stages }
    }

    /// The weights as bytes, of values in discs: `value` is asked for the first of twins.
    pub fn write(value: impl Fn(usize, usize) -> f32) -> Vec<u8> {
        let mut bytes = Vec::new();
        for stage in 0..STAGES {
            for feature in (0..SIZE).filter(|&feature| twin(feature) >= feature) {
                let units = (value(stage, feature) * UNIT as f32).round().clamp(-127.0, 127.0);
                bytes.push(units as i8 as u8);
            }
        }
        bytes
    }

    /// How many stages there are, and how many shapes in each.
    pub fn dimensions() -> (usize, usize) {
        (STAGES, SIZE)
    }

    #[inline(always)]
    pub(super) fn of_stage(&self, stage: usize) -> &[i16; SIZE] {
        &self.of_stages[stage]
    }
}

/// The same shape seen from its other side: a row or diagonal backwards, a corner across its diagonal. A count is its own.
pub fn twin(feature: usize) -> usize {
    let kind = (0..KINDS.len()).rev().find(|&kind| beginning(kind) <= feature).unwrap_or(0);
    let squares = KINDS[kind].squares;
    if squares == 0 {
        return feature;
    }
    let mut rest = feature - beginning(kind);
    let mut turned = 0;
    for digit in 0..squares {
        let at = match squares {
            // The row backwards, and the two squares beside the corners change places.
            10 if digit < 8 => 7 - digit,
            10 => 17 - digit,
            9 => digit % 3 * 3 + digit / 3,
            _ => squares - 1 - digit,
        };
        turned += rest % 3 * 3usize.pow(at);
        rest /= 3;
    }
    beginning(kind) + turned
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_twin_of_a_twin_is_the_shape_itself() {
        for feature in 0..SIZE {
            assert_eq!(twin(twin(feature)), feature);
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let value = |stage: usize, feature: usize| ((stage * 31 + feature * 7) % 200) as f32 / 8.0 - 12.0;
        let weights = Weights::read(&Weights::write(value));
        for stage in 0..STAGES {
            for feature in 0..SIZE {
                let first = feature.min(twin(feature));
                let expected = (value(stage, first) * UNIT as f32).round() as i16;
                assert_eq!(weights.of_stage(stage)[feature], expected);
            }
        }
    }

    #[test]
    fn the_kept_weights_are_all_there() {
        let singles = (0..SIZE).filter(|&feature| twin(feature) >= feature).count();
        assert_eq!(KEPT.len(), STAGES * singles);
    }
}
