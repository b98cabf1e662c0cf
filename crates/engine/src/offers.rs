//! Answers of engines to offers of their opponents, and their own claims.

use rules::Seat;
use search::{Evaluation, Unit};

use crate::limits::Limits;

/// Nodes of a search whose only purpose is to answer an offer.
const ANSWER_NODES: u64 = 20_000;

/// Offer of an opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpponentOffer {
    /// To take back moves.
    Takeback,
    /// A draw that the rules allow with consent.
    Claim,
    /// A draw.
    Draw,
    /// A partial resignation, by its index in the concessions of the game, the cheapest first.
    Concession(u8),
}

impl OpponentOffer {
    /// `true` if the answer depends on the evaluation of the current position.
    pub fn needs_evaluation(self) -> bool {
        !matches!(self, OpponentOffer::Takeback)
    }

    /// `true` if an engine accepts, given the evaluation of the current position for itself: takebacks always, a claim
    /// unless it is better, a draw when it is clearly worse, a partial resignation unless playing on is worth more.
    /// Without an evaluation it accepts claims and declines the latter two.
    pub fn is_accepted(self, own: Option<Evaluation>) -> bool {
        match self {
            OpponentOffer::Takeback => true,
            OpponentOffer::Claim => own.is_none_or(claims_draw),
            OpponentOffer::Draw => own.is_some_and(Evaluation::is_clearly_worse),
            OpponentOffer::Concession(index) => {
                own.is_some_and(|own| is_worth_more(f64::from(index) + 1.0, own))
            }
        }
    }

    /// Limits of a short search for the answer.
    pub fn search_limits() -> Limits {
        Limits::nodes(ANSWER_NODES)
    }
}

/// Relation of a seat to the seat to move, which is the one that a search evaluates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Perspective {
    /// The seat is to move.
    Own,
    /// Its only opponent is to move.
    Opponent,
}

impl Perspective {
    /// Perspective of a seat of a game for `seats` players. `None` if a search says nothing about the seat: on the turn of
    /// one of several opponents, and while no seat is to move.
    pub fn of(seat: Seat, turn: Option<Seat>, seats: u8) -> Option<Perspective> {
        match turn? == seat {
            true => Some(Perspective::Own),
            false => (seats == 2).then_some(Perspective::Opponent),
        }
    }

    /// The evaluation of a search for this seat.
    pub fn evaluation(self, of_turn: Evaluation) -> Evaluation {
        match self {
            Perspective::Own => of_turn,
            Perspective::Opponent => of_turn.for_opponent(),
        }
    }
}

/// `true` if `points` are at least the value of playing on. In games that are not counted in points a resignation is
/// always accepted.
fn is_worth_more(points: f64, own: Evaluation) -> bool {
    match own {
        Evaluation::Value { value, unit: Unit::Points } => points >= value,
        _ => true,
    }
}

/// `true` if an engine to move claims a draw that the rules allow: when it is not better.
pub fn claims_draw(own: Evaluation) -> bool {
    !own.is_better()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pawns(value: f64) -> Evaluation {
        Evaluation::Value { value, unit: Unit::Pawns }
    }

    #[test]
    fn draws_are_accepted_when_clearly_worse() {
        let accepts = |own| OpponentOffer::Draw.is_accepted(Some(own));
        assert!(accepts(pawns(-2.5)) && accepts(Evaluation::Loss { plies: 7, unit: Unit::Pawns }));
        assert!(
            !accepts(pawns(0.0))
                && !accepts(pawns(3.0))
                && !accepts(Evaluation::Win { plies: 1, unit: Unit::Pawns })
        );
        assert!(!OpponentOffer::Draw.is_accepted(None) && OpponentOffer::Takeback.is_accepted(None));
    }

    #[test]
    fn claims_are_accepted_unless_the_engine_is_better() {
        let accepts = |own| OpponentOffer::Claim.is_accepted(own);
        assert!(accepts(None) && accepts(Some(pawns(0.0))) && accepts(Some(pawns(-0.4))));
        assert!(!accepts(Some(pawns(0.4))));
        assert!(!accepts(Some(Evaluation::Win { plies: 3, unit: Unit::Pawns })));
        assert!(OpponentOffer::Claim.needs_evaluation() && !OpponentOffer::Takeback.needs_evaluation());
    }

    #[test]
    fn a_gammon_is_accepted_if_it_is_worth_more_than_playing_on() {
        let accepts = |value, index| {
            let own = Evaluation::Value { value, unit: Unit::Points };
            OpponentOffer::Concession(index).is_accepted(Some(own))
        };
        assert!(accepts(1.4, 1));
        assert!(!accepts(1.4, 0));
        assert!(!accepts(2.6, 1));
    }

    #[test]
    fn evaluations_are_those_of_the_seat() {
        let (one, two) = (Seat::FIRST, Seat::SECOND);
        let own = Perspective::of(one, Some(one), 4).unwrap();
        let other = Perspective::of(one, Some(two), 2).unwrap();
        assert_eq!(own.evaluation(pawns(1.0)), pawns(1.0));
        assert_eq!(other.evaluation(pawns(1.0)), pawns(-1.0));
        assert_eq!((Perspective::of(one, Some(two), 4), Perspective::of(one, None, 2)), (None, None));
    }

    #[test]
    fn draws_are_claimed_unless_the_engine_is_better() {
        assert!(
            claims_draw(pawns(0.0))
                && claims_draw(pawns(-1.0))
                && claims_draw(Evaluation::Loss { plies: 3, unit: Unit::Pawns })
        );
        assert!(!claims_draw(pawns(0.2)) && !claims_draw(Evaluation::Win { plies: 9, unit: Unit::Pawns }));
    }
}
