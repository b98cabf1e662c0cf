//! The reader of plays.
//!
//! A play is understood by where it ends: its parts may come in any order that can be played, a checker that uses
//! several dice may be written with or without the points between (`24/18/13` or `24/13`), and stars may be missing.
//! Where the writing leaves a choice, because a checker can go over different points and hit on one of them, the play
//! whose hits agree best with the stars is meant: so without a star the one that does not hit, and if all hit the one
//! that is listed first. A star where nothing is hit is an error, since the text must be meant for another position.

use rules::InputError;

use super::partial_turn::{LegalPlay, PartialTurn, legal_plays};
use super::play::Play;
use super::play_errors;
use super::play_parts::{Hop, parse};
use super::position::Position;

/// Reads a play that is legal in a position with dice on the table.
pub(super) fn read(position: &Position, text: &str) -> Result<Play, InputError> {
    let legal_plays = legal_plays(position);
    let (Some(turn), Some(first)) = (PartialTurn::begin(position), legal_plays.first()) else {
        return Err(InputError::new("the dice are not rolled yet: expected a roll, not a move"));
    };
    let words = text.trim().to_ascii_lowercase();
    if matches!(words.as_str(), "pass" | "no move") {
        let pass = first.play == Play::PASS;
        return if pass { Ok(Play::PASS) } else { Err(play_errors::no_pass(position, &legal_plays)) };
    }
    let writing = parse(&words)?;
    if first.play == Play::PASS {
        return Err(play_errors::must_pass(position));
    }
    let furthest = (turn, writing.hops.clone());
    let mut reader = Reader { legal_plays: &legal_plays, stars: writing.stars, best: None, furthest };
    reader.follow(&turn, &writing.hops, 0);
    match (reader.best, reader.furthest) {
        (Some(best), _) if writing.stars & !best.hits == 0 => Ok(legal_plays[best.legal].play),
        (Some(best), _) => {
            let point = (writing.stars & !best.hits).trailing_zeros();
            Err(InputError::new(format!("nothing is hit on the {point}-point, which has a star")))
        }
        (None, (turn, hops)) => Err(play_errors::explain(position, &turn, &hops, &legal_plays)),
    }
}

/// A legal play that fits the writing; the smaller the better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Fit {
    /// Hits without a star and stars without a hit.
    mismatches: u32,
    legal: usize,
    hits: u32,
}

struct Reader<'a> {
    legal_plays: &'a [LegalPlay],
    stars: u32,
    best: Option<Fit>,
    /// The furthest turn reached with the fewest steps, and the hops left there.
    furthest: (PartialTurn, Vec<Hop>),
}

impl Reader<'_> {
    /// Tries all ways to make the hops that are left, one die at a time.
    fn follow(&mut self, turn: &PartialTurn, hops: &[Hop], hits: u32) {
        if hops.is_empty() {
            let legal = self.legal_plays.iter().position(|legal| legal.after == turn.position);
            if let Some(legal) = legal {
                let fit = Fit { mismatches: (hits ^ self.stars).count_ones(), legal, hits };
                self.best = Some(self.best.map_or(fit, |best| best.min(fit)));
            }
        }
        if (hops.len(), turn.made) < (self.furthest.1.len(), self.furthest.0.made) {
            self.furthest = (*turn, hops.to_vec());
        }
        for (index, hop) in hops.iter().enumerate() {
            for (step, next) in turn.steps().filter(|(step, _)| step.from == hop.at && step.to >= hop.to) {
                let mut rest = hops.to_vec();
                if step.to == hop.to {
                    rest.remove(index);
                } else {
                    rest[index].at = step.to;
                }
                let hit = u32::from(turn.position.hits(step.to)) << step.to;
                self.follow(&next, &rest, hits | hit);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backgammon::play_writing::write;
    use crate::backgammon::{position_text, xgid};
    use rules::Seat;

    const START: &str = "-b----E-C---eE---c-e----B-";

    fn position(checkers: &str, dice: &str) -> Position {
        let xgid = xgid::read(&format!("{checkers}:0:0:1:{dice}:0:0:0:0:10")).unwrap();
        let xgid::DiceField::Dice(dice) = xgid.dice else { panic!("no dice") };
        let position = Position::new(xgid.sides, Seat::FIRST, Some(dice)).unwrap();
        assert_eq!(position_text::single(&position), xgid);
        position
    }

    /// Black has a blot on White's 18-point, and five checkers on the 19-point.
    const BLOT: &str = "-b----E-C---dD---baeA---A-";
    /// A checker on the bar and two on the 24-point.
    const ON_BAR: &str = "-b----E-C---dD---b-e----BA";

    #[test]
    fn many_ways_to_write_a_play() {
        for (checkers, dice, wanted, ways) in [
            (
                START,
                "62",
                "24/18 13/11",
                "13/11 24/18;24/18,13/11;24/18, 13/11;  13/11\t24/18 ;24/18(1) 13/11;24 / 18  13 /11",
            ),
            (START, "65", "24/13", "24/18/13;24/18 18/13;18/13 24/18"),
            (START, "44", "24/20(2) 13/9(2)", "13/9(2) 24/20(2);24/20 13/9 24/20 13/9"),
            (START, "33", "24/15 13/10", "24/21/18/15 13/10;13/10 24/18/15;18/15 24/18 13/10"),
            (BLOT, "65", "24/18*/13", "24/13;24/18/13;24/18*,18/13;18/13 24/18"),
            (BLOT, "64", "24/14", "24/20/14;24/20 20/14"),
            (BLOT, "64", "24/18*/14", "24/18/14;24/18* 18/14"),
            (BLOT, "62", "24/18* 20/18", "24/18 20/18*;20/18* 24/18"),
            (
                "-b----E-C---dD---ba--B----",
                "33",
                "21/18*(2) 13/10(2)",
                "21/18(2)* 13/10(2);21/18(2) 13/10 13/10;21/18 * ( 2 ) 13/10 (2)",
            ),
            (ON_BAR, "41", "bar/20", "BAR/20;25/20;25/24/20;bar/24 24/20;Bar/21/20"),
            (ON_BAR, "41", "bar/21 24/23", "24/23 bar/21;24/23,25/21"),
            ("-ABC--------------------b-", "63", "3/off(2)", "3/0(2);3/OFF 3/off"),
            ("-----A------------------b-", "61", "5/off", "5/4/off;5/4 4/off;5/0"),
            ("-------------------b-----A", "66", "pass", "PASS;no move;No Move"),
        ] {
            let position = position(checkers, dice);
            for way in ways.split(';').chain([wanted]) {
                let play = read(&position, way);
                assert_eq!(play.map(|play| write(&position, play)), Ok(wanted.to_owned()), "{way}");
            }
        }
    }

    #[test]
    fn errors_name_the_cause() {
        for (checkers, dice, text, error) in [
            (START, "31", "", "no play is written: expected one such as \"24/18 13/11\", or \"pass\""),
            (START, "31", " , ", "no play is written"),
            (START, "31", "e4", "\"e4\": cannot read \"e4\": expected a point from 1 to 24, bar or off"),
            (START, "31", "8", "\"8\": expected where a checker comes from and where it goes"),
            (START, "31", "8/", "\"8/\": cannot read \"\": expected a point"),
            (START, "31", "26/25", "\"26/25\": cannot read \"26\""),
            (START, "31", "5/8 6/5", "\"5/8\": a checker moves from a higher point to a lower one"),
            (START, "31", "8*/5", "\"8*/5\": a star follows the point"),
            (START, "31", "6/off*", "\"6/off*\": nothing can be hit by bearing off"),
            (START, "31", "8/5(5)", "\"8/5(5)\": expected a number of checkers from (2) to (4)"),
            (START, "31", "8/5(4) 6/5", "more than four steps: expected at most four"),
            (START, "31", "pass", "passing is not allowed while a checker can move, for example \"24/"),
            (START, "31", "7/4 6/5", "7/4 is not possible: there is no checker on the 7-point"),
            (START, "31", "bar/22 6/5", "bar/22 is not possible: there is no checker on the bar"),
            (START, "31", "8/5", "more dice must be played: 1 can still be, for example with 24/23"),
            (START, "31", "8/5 6/4", "6/4 needs 2 pips: the dice left are 1"),
            (START, "31", "8/5 6/5 24/23", "24/23 is too much: all dice are played"),
            (START, "31", "24/23 13/10 8/off", "8/off is too much: all dice are played"),
            (START, "51", "24/19 6/5", "24/19 is blocked: Black holds the 19-point"),
            (START, "51", "13/12* 13/8", "13/12 is blocked: Black holds the 12-point"),
            (START, "42", "13/11* 13/9", "nothing is hit on the 11-point, which has a star"),
            (
                START,
                "62",
                "6/off 13/11",
                "6/off is not allowed yet: a checker stands outside the home, on the 24-p",
            ),
            (START, "55", "24/14 13/3", "24/14 is blocked: Black holds the 19-point"),
            (START, "61", "24/17", "24/17 is blocked: Black holds the 17-point"),
            (START, "66", "24/18(2) 13/1", "13/1 is blocked: Black holds the 1-point"),
            (ON_BAR, "41", "24/20 6/5", "24/20 must wait: a checker on the bar enters first"),
            (ON_BAR, "61", "bar/19 24/23", "bar/19 is blocked: Black holds the 19-point"),
            (
                "-AB-A-------------------b-",
                "53",
                "2/off(2)",
                "2/off needs a 2: with 5 and 3 the checker on the 4-point",
            ),
            ("-BBA-----A-------------n--", "61", "9/3 2/off", "2/off needs 2 pips: the dice left are 1"),
            ("-------------------b-----A", "66", "24/18", "no checker can move with 66: expected \"pass\""),
        ] {
            let found = read(&position(checkers, dice), text).unwrap_err().to_string();
            assert!(found.starts_with(error), "{text}: {found}");
        }
    }
}
