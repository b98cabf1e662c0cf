//! Answers of engines to offers of their opponents.

use search::{Evaluation, Unit};

/// `true` if an engine whose position has this evaluation, for itself, accepts a draw.
pub fn accepts_draw(own: Evaluation) -> bool {
    own.is_clearly_worse()
}

/// `true` if an engine accepts a partial resignation worth `points`, given the evaluation of its position for itself:
/// it accepts unless playing on is worth more. In games that are not counted in points a resignation is always welcome.
pub fn accepts_concession(own: Evaluation, points: f64) -> bool {
    match own {
        Evaluation::Value { value, unit: Unit::Points } => points >= value,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_accepted_when_clearly_worse() {
        let pawns = |value| Evaluation::Value { value, unit: Unit::Pawns };
        assert!(accepts_draw(pawns(-2.5)) && accepts_draw(Evaluation::Loss(7)));
        assert!(!accepts_draw(pawns(0.0)) && !accepts_draw(pawns(3.0)) && !accepts_draw(Evaluation::Win(1)));
    }

    #[test]
    fn a_gammon_is_accepted_if_it_is_worth_more_than_playing_on() {
        let points = |value| Evaluation::Value { value, unit: Unit::Points };
        assert!(accepts_concession(points(1.4), 2.0));
        assert!(!accepts_concession(points(1.4), 1.0));
        assert!(!accepts_concession(points(2.6), 2.0));
    }
}
