//! Plays entered by touch: from, to, from, to, in any order of the dice.

use view::{Place, Touch};

use super::partial_turn::PartialTurn;
use super::places::{self, place};
use super::play::Play;
use super::position::Position;

/// The play or the next targets after the places picked so far. Offers only places that can still lead to a legal play.
pub(super) fn touch(position: &Position, plays: &[Play], picked: &[Place]) -> Touch<Play> {
    let ends = LegalEnds::new(position, plays);
    if ends.is_pass() {
        return match picked {
            [] => Touch::Targets(vec![places::PASS]),
            [places::PASS] => Touch::Done(Play::PASS),
            _ => Touch::Targets(Vec::new()),
        };
    }
    let seat = position.turn();
    // A step may be made with either die when bearing off, so the picks so far can mean more than one half turn.
    let mut turns: Vec<PartialTurn> = PartialTurn::begin(position).into_iter().collect();
    let mut pairs = picked.chunks_exact(2);
    for pair in &mut pairs {
        let mut next_turns = Vec::new();
        for turn in &turns {
            let steps =
                turn.steps().filter(|(step, _)| [place(seat, step.from), place(seat, step.to)] == *pair);
            next_turns.extend(steps.map(|(_, next)| next));
        }
        turns = next_turns;
    }
    let lifted = pairs.remainder().first().copied();
    if lifted.is_none()
        && let Some(play) = turns.iter().find_map(|turn| ends.reached(turn))
    {
        return Touch::Done(play);
    }
    let mut targets = Vec::new();
    for turn in &turns {
        for (step, next) in turn.steps() {
            let (from, to) = (place(seat, step.from), place(seat, step.to));
            let target = if lifted.is_none() { from } else { to };
            if lifted.is_none_or(|lifted| lifted == from)
                && !targets.contains(&target)
                && ends.lie_ahead(&next)
            {
                targets.push(target);
            }
        }
    }
    targets.sort_unstable();
    Touch::Targets(targets)
}

/// The legal plays and the positions they lead to.
struct LegalEnds {
    ends: Vec<(Play, Position)>,
    longest: usize,
}

impl LegalEnds {
    fn new(position: &Position, plays: &[Play]) -> LegalEnds {
        let end = |&play: &Play| {
            let mut end = *position;
            play.steps().iter().for_each(|&step| end.advance(step));
            (play, end)
        };
        let longest = plays.iter().map(|play| play.steps().len()).max().unwrap_or(0);
        LegalEnds { ends: plays.iter().map(end).collect(), longest }
    }

    fn is_pass(&self) -> bool {
        self.ends.first().is_some_and(|&(play, _)| play == Play::PASS)
    }

    /// The play that this turn has become.
    ///
    /// A turn that goes on may pass through the end of another: with 61, bearing off from the 5-point with the six
    /// alone looks like 5/4/off with both dice. So the steps count as well, unless the last checker is off.
    fn reached(&self, turn: &PartialTurn) -> Option<Play> {
        if usize::from(turn.made) < self.longest && turn.position.winner().is_none() {
            return None;
        }
        self.ends.iter().find(|(_, end)| *end == turn.position).map(|&(play, _)| play)
    }

    /// `true` if the turn can still become a legal play.
    fn lie_ahead(&self, turn: &PartialTurn) -> bool {
        self.reached(turn).is_some() || turn.steps().any(|(_, next)| self.lie_ahead(&next))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backgammon::{Action, Backgammon, BackgammonMatch};
    use rules::{Notation, Seat};
    use view::Playable;

    /// A position with these checkers in the letters of an XGID, White to play the dice.
    fn white(checkers: &str, dice: &str) -> Position {
        Backgammon::new().read_position(&format!("{checkers}:0:0:1:{dice}:0:0:0:0:10")).unwrap()
    }

    #[test]
    fn dice_may_be_played_in_any_order() {
        let (rules, position) = (Backgammon::new(), white("-b----E-C---eE---c-e----B-", "31"));
        let wanted = rules.read_move(&position, "8/5 6/5").unwrap();
        let [eight, six, five] = [8, 6, 5].map(|number| place(Seat::FIRST, number));
        assert_eq!(rules.touch(&position, &[eight, five, six, five]), Touch::Done(wanted));
        assert_eq!(rules.touch(&position, &[six, five, eight, five]), Touch::Done(wanted));
        assert_eq!(rules.touch(&position, &[six, five, eight]), Touch::Targets(vec![place(Seat::FIRST, 5)]));
        assert_eq!(rules.touch(&position, &[five]), Touch::Targets(vec![]));
    }

    /// The given plays decide, not the generator.
    #[test]
    fn only_the_given_plays_are_offered() {
        let (rules, position) = (Backgammon::new(), white("-b----E-C---eE---c-e----B-", "31"));
        let play = rules.read_move(&position, "8/5 6/5").unwrap();
        let [eight, six, five] = [8, 6, 5].map(|number| place(Seat::FIRST, number));
        assert_eq!(rules.touch_among(&position, &[play], &[]), Touch::Targets(vec![eight, six]));
        assert_eq!(rules.touch_among(&position, &[play], &[eight, five, six, five]), Touch::Done(play));
        assert_eq!(rules.touch_among(&position, &[], &[]), Touch::Targets(vec![]));
        let game = BackgammonMatch::to(1);
        let position = game.read_position("-b----E-C---eE---c-e----B-:0:0:1:31:0:0:1:1:10").unwrap();
        let action = Action::Play(play);
        assert_eq!(game.touch_among(&position, &[action], &[]), Touch::Targets(vec![eight, six]));
    }

    #[test]
    fn steps_that_waste_a_die_are_not_offered() {
        let (rules, position) = (Backgammon::new(), white("-M-----A----------b-A-----", "62"));
        let [twenty, seven] = [20, 7].map(|number| place(Seat::FIRST, number));
        assert_eq!(rules.touch(&position, &[]), Touch::Targets(vec![twenty, seven]));
        assert_eq!(rules.touch(&position, &[seven]), Touch::Targets(vec![place(Seat::FIRST, 5)]));
    }

    /// With 61, 5/off with the six alone ends like 5/4/off with both dice, but the one must still be played.
    #[test]
    fn the_end_of_another_play_is_not_the_end() {
        let (rules, position) = (Backgammon::new(), white("---A-A------------------n-", "61"));
        let [five, four, three, off] = [5, 4, 3, 0].map(|number| place(Seat::FIRST, number));
        assert_eq!(rules.touch(&position, &[five, off]), Touch::Targets(vec![three]));
        let both = rules.read_move(&position, "5/4/off").unwrap();
        assert_eq!(rules.touch(&position, &[five, four, four, off]), Touch::Done(both));
    }
}
