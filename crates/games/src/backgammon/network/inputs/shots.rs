//! Rolls that hit, and rolls that escape.

use super::super::super::Checkers;
use super::super::super::checkers::{BAR_BIT, POINTS, mirrored};
use super::super::super::dice::ROLLS;

/// Hits that a side would have if it were on roll, in rolls of 36.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Shots {
    /// Rolls that hit a blot.
    pub(super) hitting: u32,
    /// Rolls that hit more than one.
    pub(super) double: u32,
    /// Pips lost by the blot that loses most, summed over the rolls.
    pub(super) loss: u32,
}

impl Shots {
    /// The shots of `own` at the blots of `other`. Checkers on the bar enter first; otherwise any checker may use any
    /// die, over points that are open.
    #[inline(always)]
    pub(super) fn new(own: Checkers, other: Checkers) -> Shots {
        let blots = mirrored(other.blots());
        let mut shots = Shots::default();
        if blots == 0 {
            return shots;
        }
        let open = POINTS & !mirrored(other.made_points());
        let (occupied, bar) = (own.occupied(), own.bar());
        if bar == 0 {
            // Points one step away, by die, and those of them that a checker can stop on.
            let steps: [u32; 7] = std::array::from_fn(|die| occupied >> die);
            let stops = steps.map(|points| points & open);
            for high in 1..=6 {
                for low in 1..high {
                    let further = stops[high] >> low | stops[low] >> high;
                    shots.add(2, (steps[high] | steps[low] | further) & blots);
                }
                shots.add(1, double_reach(occupied, open, high as u8, 4) & blots);
            }
            return shots;
        }
        for &(dice, weight) in &ROLLS {
            let (high, low) = (dice.high(), dice.low());
            let hits = match (bar, dice.is_double()) {
                (1, false) => {
                    let rest = occupied & !BAR_BIT;
                    let (one, two) = (BAR_BIT >> high & open, BAR_BIT >> low & open);
                    let after_one = if one == 0 { 0 } else { one | (rest | one) >> low };
                    let after_two = if two == 0 { 0 } else { two | (rest | two) >> high };
                    after_one | after_two
                }
                (_, false) => BAR_BIT >> high | BAR_BIT >> low,
                (bar, true) => match BAR_BIT >> high & open {
                    0 => 0,
                    entry if bar < 4 => {
                        entry | double_reach(occupied & !BAR_BIT | entry, open, high, 4 - bar)
                    }
                    entry => entry,
                },
            };
            shots.add(weight, hits & blots);
        }
        shots
    }

    /// Counts a roll that hits these blots.
    #[inline(always)]
    fn add(&mut self, weight: u32, hits: u32) {
        // Without a branch, which would be mispredicted as often as dice are.
        self.hitting += weight * u32::from(hits != 0);
        self.loss += weight * (hits | 1).ilog2();
        self.double += weight * u32::from(hits & hits.wrapping_sub(1) != 0);
    }
}

/// Points reached with a die that is played `times` times.
#[inline(always)]
fn double_reach(occupied: u32, open: u32, die: u8, times: u8) -> u32 {
    let mut reached = 0;
    let mut from = occupied;
    for _ in 0..times {
        let to = from >> die;
        reached |= to;
        from = to & open;
    }
    reached
}

/// Rolls of 36 with which a checker moves more than six points ahead, given the points held by the opponent among the
/// twelve ahead of it: bit 11 is the next point, bit 0 the twelfth.
#[inline(always)]
pub(super) fn escapes(ahead: u32) -> u8 {
    ESCAPES[(ahead & 0xfff) as usize]
}

static ESCAPES: [u8; 4096] = escape_table();

const fn escape_table() -> [u8; 4096] {
    let mut table = [0; 4096];
    let mut ahead = 0;
    while ahead < 4096 {
        let mut rolls = 0;
        let (mut one, mut two) = (1, 1);
        while one <= 6 {
            if is_open(ahead, one + two) && one + two > 6 && (is_open(ahead, one) || is_open(ahead, two)) {
                rolls += 1;
            } else if one == two && is_open(ahead, one) {
                // Three or four steps of a double.
                let mut steps = 2;
                while steps <= 4 && is_open(ahead, one * steps) {
                    if one * steps > 6 {
                        rolls += 1;
                        break;
                    }
                    steps += 1;
                }
            }
            two += 1;
            if two > 6 {
                one += 1;
                two = 1;
            }
        }
        table[ahead] = rolls;
        ahead += 1;
    }
    table
}

/// `true` if the point this far ahead is not held by the opponent; beyond twelve every point counts as open.
const fn is_open(ahead: usize, distance: usize) -> bool {
    distance > 12 || ahead >> (12 - distance) & 1 == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backgammon::{Backgammon, Board, Turn, for_each_turn};
    use rules::{Random, Rules, Status};

    /// Without a checker on the bar, a roll hits if and only if one of its turns does, unless both dice must be played
    /// otherwise or the hitter has to bear off: rare enough for an input.
    #[test]
    fn shots_agree_with_the_generator() {
        let game = Backgammon::new();
        let mut random = Random::new(4);
        let (mut rolls, mut different) = (0, 0);
        let mut buffer = Vec::new();
        for _ in 0..40 {
            let mut position = game.start();
            loop {
                let (status, play) = game.random_move(&position, &mut random, &mut buffer);
                match status {
                    Status::Over(_) => break,
                    Status::Chance => {
                        let board = position.board();
                        let found = Shots::new(board.mover(), board.opponent()).hitting;
                        let hits =
                            |board: &Board, after: &Board| after.opponent().bar() > board.opponent().bar();
                        let mut expected = 0;
                        for &(dice, weight) in &ROLLS {
                            let mut is_hit = false;
                            for_each_turn(&board, dice, &mut |turn: &Turn| {
                                is_hit |= hits(&board, &turn.board);
                            });
                            expected += if is_hit { weight } else { 0 };
                        }
                        rolls += 36;
                        different += found.abs_diff(expected);
                        let roll = random.pick_weighted(game.rolls(&position)).unwrap();
                        game.apply_roll(&mut position, roll);
                    }
                    Status::Turn(_) => game.play(&mut position, play.unwrap()),
                }
            }
        }
        assert!(rolls > 100_000 && different * 200 < rolls, "{different} of {rolls} rolls differ");
    }

    #[test]
    fn escaping_rolls() {
        // Nothing ahead: every roll of 7 or more, and 22 to 33 with all four dice.
        assert_eq!(escapes(0), 21 + 2);
        // A full prime.
        assert_eq!(escapes(0b1111_1100_0000), 0);
        // Five points in a row right ahead: only a 6 first, then any open point.
        assert_eq!(escapes(0b1111_1000_0000), 11);
    }
}
