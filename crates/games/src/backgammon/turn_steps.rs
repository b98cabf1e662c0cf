//! A turn that arrives as single steps, in any order.

use rules::InputError;

use super::partial_turn::{LegalPlay, PartialTurn, legal_plays};
use super::play::{Play, Step};
use super::play_errors;
use super::play_parts::Hop;
use super::position::{BAR, Position};

/// The steps of a turn, received one at a time.
///
/// Every permutation of the steps of a legal play is accepted. An error is reported as soon as the steps cannot be part of
/// any legal play.
pub struct TurnSteps {
    start: PartialTurn,
    legal_plays: Vec<LegalPlay>,
    steps: Vec<Step>,
}

impl TurnSteps {
    /// The turn before its first step; `None` if no dice lie on the table.
    pub fn begin(position: &Position) -> Option<TurnSteps> {
        let start = PartialTurn::begin(position)?;
        Some(TurnSteps { start, legal_plays: legal_plays(position), steps: Vec::new() })
    }

    /// Largest number of steps of a whole turn. A turn that bears off the last checker may have fewer.
    pub fn needed(&self) -> usize {
        let dice = self.start.unplayed.count();
        let most = self.legal_plays.iter().map(|legal| match legal.after.winner() {
            // Plays with the same end are listed once; the last checker may also use more dice.
            Some(_) => dice,
            None => legal.play.steps().len() as u8,
        });
        most.max().map_or(0, usize::from)
    }

    /// The steps so far.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The play that the steps amount to, once they are a whole turn; at once if no checker can move.
    pub fn play(&self) -> Option<Play> {
        self.complete(&self.start, &self.steps, 0)
    }

    /// Adds a step. After an error the turn is unchanged.
    pub fn add(&mut self, step: Step) -> Result<Option<Play>, InputError> {
        self.steps.push(step);
        let left = self.needed().checked_sub(self.steps.len());
        let play = self.play();
        let is_possible = play.is_some()
            || left.is_some_and(|left| self.complete(&self.start, &self.steps, left).is_some());
        if is_possible {
            return Ok(play);
        }
        let error = self.error();
        self.steps.pop();
        Err(error)
    }

    /// A legal play that consists of these steps and at most `free` others.
    fn complete(&self, turn: &PartialTurn, steps: &[Step], free: usize) -> Option<Play> {
        // A shorter turn may end like a legal one: with 41, 2/off alone ends like 2/1 1/off. Only the last checker makes
        // a shorter turn complete.
        let is_end = |legal: &&LegalPlay| {
            legal.after == turn.position
                && (legal.play.steps().len() as u8 == turn.made || turn.position.winner().is_some())
        };
        if steps.is_empty()
            && let Some(legal) = self.legal_plays.iter().find(is_end)
        {
            return Some(legal.play);
        }
        turn.steps().find_map(|(step, next)| match steps.iter().position(|given| *given == step) {
            Some(index) => {
                let mut rest = steps.to_vec();
                rest.remove(index);
                self.complete(&next, &rest, free)
            }
            None if free > 0 => self.complete(&next, steps, free - 1),
            None => None,
        })
    }

    /// The reason why the steps are not part of a legal play.
    fn error(&self) -> InputError {
        let position = &self.start.position;
        if self.legal_plays.iter().all(|legal| legal.play == Play::PASS) {
            return play_errors::must_pass(position);
        }
        if let Some(step) = self.steps.iter().find(|step| step.from > BAR || step.to >= step.from) {
            let Step { from, to } = step;
            return InputError::new(format!("{from}/{to} is not a move from a higher point to a lower one"));
        }
        let (turn, left) = furthest(&self.start, &self.steps);
        let hops: Vec<Hop> =
            left.iter().map(|step| Hop { from: step.from, at: step.from, to: step.to }).collect();
        play_errors::explain(position, &turn, &hops, &self.legal_plays)
    }
}

/// The turn after as many of the steps as can be played, and the steps left.
fn furthest(turn: &PartialTurn, steps: &[Step]) -> (PartialTurn, Vec<Step>) {
    let mut best = (*turn, steps.to_vec());
    for (step, next) in turn.steps() {
        let Some(index) = steps.iter().position(|given| *given == step) else { continue };
        let mut rest = steps.to_vec();
        rest.remove(index);
        let reached = furthest(&next, &rest);
        if reached.1.len() < best.1.len() {
            best = reached;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backgammon::{Backgammon, Dice};
    use rules::{Notation, Random, Rules, Status};

    fn position(checkers: &str, dice: &str) -> Position {
        Backgammon::new().read_position(&format!("XGID={checkers}:0:0:1:{dice}:0:0:0:0:10")).unwrap()
    }

    fn steps(position: &Position, list: &[(u8, u8)]) -> Result<Option<Play>, String> {
        let mut turn = TurnSteps::begin(position).unwrap();
        let mut play = turn.play();
        for &(from, to) in list {
            play = turn.add(Step { from, to }).map_err(|error| error.to_string())?;
        }
        Ok(play)
    }

    /// Every legal play of random games is accepted in every order of its steps, and no shorter turn is complete.
    #[test]
    fn every_permutation_of_a_legal_play_is_accepted() {
        let game = Backgammon::traditional();
        let mut random = Random::new(5);
        let mut turns = 0;
        for _ in 0..8 {
            let mut position = game.start();
            loop {
                let mut plays = Vec::new();
                match game.legal_moves(&position, &mut plays) {
                    Status::Over(_) => break,
                    Status::Chance => {
                        let roll = random.pick_weighted(game.rolls(&position)).unwrap();
                        game.apply_roll(&mut position, roll);
                    }
                    Status::Turn(_) => {
                        let play = *random.pick(&plays).unwrap();
                        let mut order: Vec<Step> = play.steps().to_vec();
                        for index in (1..order.len()).rev() {
                            order.swap(index, random.below(index as u32 + 1) as usize);
                        }
                        let mut turn = TurnSteps::begin(&position).unwrap();
                        for (index, &step) in order.iter().enumerate() {
                            let added = turn.add(step).unwrap();
                            let expected = (index + 1 == order.len()).then_some(play);
                            assert_eq!(added, expected, "{order:?} in {}", game.write_position(&position));
                        }
                        turns += 1;
                        game.play(&mut position, play);
                    }
                }
            }
        }
        assert!(turns > 300);
    }

    #[test]
    fn order_does_not_matter_and_combined_steps_are_no_steps() {
        let start = position("-b----E-C---eE---c-e----B-", "62");
        assert!(matches!(steps(&start, &[(24, 18), (18, 16)]), Ok(Some(_))));
        // The second step is played first.
        assert_eq!(steps(&start, &[(18, 16), (24, 18)]), steps(&start, &[(24, 18), (18, 16)]));
        assert_eq!(steps(&start, &[(18, 16)]), Ok(None));
        for (list, words) in [
            (&[(24, 16)][..], "24/16 "),
            (&[(24, 18), (24, 18)], "24/18 "),
            (&[(13, 7), (13, 11), (6, 4)], "6/4 is too much: all dice are played"),
            (&[(24, 23)], "24/23 needs 1 pips: the dice left are 6 and 2"),
            (&[(14, 12)], "14/12 is not possible: there is no checker on the 14-point"),
            (&[(8, 8)], "8/8 is not a move from a higher point to a lower one"),
            (&[(99, 8)], "99/8 is not a move from a higher point to a lower one"),
        ] {
            let error = steps(&start, list).unwrap_err();
            assert!(error.starts_with(words), "{list:?}: {error}");
        }
    }

    #[test]
    fn a_shorter_turn_with_the_same_end_is_not_complete() {
        // Checkers on the 2-point and the 1-point.
        let position = position("-AA-----------------b-----", "41");
        assert_eq!(steps(&position, &[(2, 0)]), Ok(None));
        assert!(matches!(steps(&position, &[(2, 0), (1, 0)]), Ok(Some(_))));
        assert!(matches!(steps(&position, &[(1, 0), (2, 1)]), Ok(Some(_))));
    }

    #[test]
    fn passes_and_the_last_checker_need_fewer_steps() {
        // White is on the bar against a closed board.
        let closed = position("-------------------bbbbbbA", "62");
        assert_eq!(steps(&closed, &[]), Ok(Some(Play::PASS)));
        let error = steps(&closed, &[(25, 19)]).unwrap_err();
        assert_eq!(error, "no checker can move with 62: expected \"pass\"");
        // One checker on the 3-point and 61: either one step, or two.
        let last = position("---A----------------b-----", "61");
        assert_eq!(Dice::new(6, 1), last.dice());
        assert!(matches!(steps(&last, &[(3, 0)]), Ok(Some(play)) if play.steps().len() == 1));
        assert_eq!(steps(&last, &[(3, 2)]), Ok(None));
        assert_eq!(steps(&last, &[(3, 2), (2, 0)]), steps(&last, &[(3, 0)]));
    }
}
