//! Numbers for the placements of checkers at home.

use super::super::position::CHECKERS;
use super::super::{Board, Checkers};

/// Points of a home.
pub(super) const POINTS: usize = 6;
/// Number of placements of at most fifteen checkers on six points.
pub(super) const PLACEMENTS: usize = binomial(CHECKERS as usize + POINTS, POINTS);

/// Number of ways to choose `k` of `n`.
pub(super) const fn binomial(n: usize, k: usize) -> usize {
    let (mut result, mut index) = (1, 0);
    while index < k {
        result = result * (n - index) / (index + 1);
        index += 1;
    }
    result
}

/// Number of placements of at most `checkers` checkers on `points` points.
const COUNTS: [[u32; POINTS + 1]; 16] = counts();

const fn counts() -> [[u32; POINTS + 1]; 16] {
    let mut table = [[1; POINTS + 1]; 16];
    let mut checkers = 0;
    while checkers < 16 {
        let mut points = 0;
        while points <= POINTS {
            table[checkers][points] = binomial(checkers + points, points) as u32;
            points += 1;
        }
        checkers += 1;
    }
    table
}

/// The number of a placement. Placements with fewer checkers have smaller numbers, so that those with at most six come first.
#[inline(always)]
pub(super) fn index(side: Checkers) -> usize {
    // The checkers on the points up to `p`, for each `p`, are an increasing sequence: its rank, the largest part first.
    let mut sum = 0;
    let mut rank = 0;
    for number in 1..=POINTS as u8 {
        sum += usize::from(side.count(number));
        if sum > 0 {
            rank += COUNTS[sum - 1][usize::from(number)] as usize;
        }
    }
    rank
}

/// The placement with a number.
pub(super) fn placement(index: usize) -> Checkers {
    let mut counts = [0; 26];
    let mut rest = index as u32;
    // The number of checkers up to a point is the largest whose placements before it do not exceed the rest.
    let mut above: Option<usize> = None;
    for number in (1..=POINTS).rev() {
        let mut sum = 0;
        while sum < usize::from(CHECKERS) && COUNTS[sum][number] <= rest {
            sum += 1;
        }
        if sum > 0 {
            rest -= COUNTS[sum - 1][number];
        }
        if let Some(above) = above {
            counts[number + 1] = (above - sum) as u8;
        }
        above = Some(sum);
    }
    counts[1] = above.unwrap_or(0) as u8;
    counts[0] = CHECKERS - counts[1..].iter().sum::<u8>();
    Checkers::new(&counts)
}

/// A side with nobody in its way.
pub(super) fn alone(side: Checkers) -> Board {
    let mut done = [0; 26];
    done[0] = CHECKERS;
    Board::new(side, Checkers::new(&done))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_placements_are_each_others_inverse() {
        assert_eq!(PLACEMENTS, 54_264);
        for number in 0..PLACEMENTS {
            assert_eq!(index(placement(number)), number);
        }
        let checkers = |number| CHECKERS - placement(number).off();
        assert_eq!(checkers(binomial(12, 6) - 1), 6);
        assert!((0..binomial(12, 6)).all(|number| checkers(number) <= 6));
    }
}
