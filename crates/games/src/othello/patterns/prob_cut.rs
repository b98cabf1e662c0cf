//! Multi-ProbCut parameters, measured by `othello_training probcut`.

use search::{ProbCut, Score};

use super::weights::UNIT;

/// Shallow depth and standard deviation of its error in hundredths of a disc, for depths from 3 on.
const PREDICTIONS: [(u32, Score); 10] =
    [(1, 550), (2, 380), (1, 640), (2, 450), (3, 420), (4, 380), (3, 450), (4, 430), (5, 400), (6, 380)];
/// Depth of the first prediction.
const MIN_DEPTH: u32 = 3;
/// Margin in hundredths of the standard deviation.
const CONFIDENCE: Score = 120;

/// Shallow search that predicts one of `depth` plies. Beyond the table it has half the depth and the same parity.
#[inline(always)]
pub(super) fn prediction(depth: u32) -> Option<ProbCut> {
    let index = depth.checked_sub(MIN_DEPTH)?;
    let (shallow, deviation) = match PREDICTIONS.get(index as usize) {
        Some(&prediction) => prediction,
        None => (depth / 4 * 2 + depth % 2, PREDICTIONS[PREDICTIONS.len() - 1].1),
    };
    Some(ProbCut { depth: shallow, margin: deviation * CONFIDENCE / 100 * UNIT / 100 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shallow_searches_have_the_parity_of_the_deep_one() {
        assert_eq!(prediction(2), None);
        for depth in MIN_DEPTH..60 {
            let ProbCut { depth: shallow, margin } = prediction(depth).unwrap();
            assert!(shallow >= 1 && shallow <= depth - 2 && shallow % 2 == depth % 2, "{depth}: {shallow}");
            assert!(margin > UNIT && margin < 10 * UNIT);
        }
    }
}
