//! How a game ended.

use crate::{MAX_SEATS, Seat};

/// The end of a game: a place and points for each seat, and the rule that ended it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    seats: u8,
    places: [u8; MAX_SEATS],
    points: [i16; MAX_SEATS],
    rule: &'static str,
}

impl Outcome {
    /// Everybody's place, 1 the best; seats that share a place have the same number.
    pub fn ranked(places: &[u8], rule: &'static str) -> Outcome {
        let mut all = [0; MAX_SEATS];
        all[..places.len()].copy_from_slice(places);
        Outcome { seats: places.len() as u8, places: all, points: [0; MAX_SEATS], rule }
    }

    /// One seat wins; the others share the place behind it. The winner has one point.
    pub fn win(seats: u8, winner: Seat, rule: &'static str) -> Outcome {
        let mut places = [2; MAX_SEATS];
        let mut points = [0; MAX_SEATS];
        places[winner.index()] = 1;
        points[winner.index()] = 1;
        places[seats as usize..].fill(0);
        Outcome { seats, places, points, rule }
    }

    /// Nobody wins: all share the first place.
    pub fn draw(seats: u8, rule: &'static str) -> Outcome {
        let mut places = [1; MAX_SEATS];
        places[seats as usize..].fill(0);
        Outcome { seats, places, points: [0; MAX_SEATS], rule }
    }

    /// A puzzle for one: solved, or stuck with so many points.
    pub fn solo(solved: bool, points: i16, rule: &'static str) -> Outcome {
        Outcome::ranked(&[if solved { 1 } else { 2 }], rule).with_points(&[points])
    }

    /// The same end with the game's own count: discs, points of a match, queens placed.
    #[must_use]
    pub fn with_points(mut self, points: &[i16]) -> Outcome {
        self.points[..points.len()].copy_from_slice(points);
        self
    }

    /// How many seats the game had.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// The place of a seat, 1 the best.
    pub fn place(&self, seat: Seat) -> u8 {
        self.places[seat.index()]
    }

    /// The game's own count for a seat.
    pub fn points(&self, seat: Seat) -> i16 {
        self.points[seat.index()]
    }

    /// The rule that ended the game, in a few words.
    pub fn rule(&self) -> &'static str {
        self.rule
    }

    /// The one seat on the first place; nobody in a draw.
    pub fn winner(&self) -> Option<Seat> {
        let mut first = Seat::all(self.seats).filter(|&seat| self.place(seat) == 1);
        match (first.next(), first.next()) {
            (Some(seat), None) => Some(seat),
            _ => None,
        }
    }

    /// What the seat takes of a game worth 1: 1 for the win, 0 for the last place, ties in the middle.
    pub fn share(&self, seat: Seat) -> f64 {
        let own = self.place(seat);
        if self.seats == 1 {
            return if own == 1 { 1.0 } else { 0.0 };
        }
        let others = || Seat::all(self.seats).filter(|&other| other != seat);
        let behind = others().filter(|&other| self.place(other) > own).count() as f64;
        let level = others().filter(|&other| self.place(other) == own).count() as f64;
        (behind + level / 2.0) / f64::from(self.seats - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up_to_half_the_pairings() {
        for outcome in [
            Outcome::win(2, Seat::SECOND, "x"),
            Outcome::draw(2, "x"),
            Outcome::ranked(&[1, 3, 3, 2], "x"),
            Outcome::draw(4, "x"),
        ] {
            let sum: f64 = Seat::all(outcome.seats()).map(|seat| outcome.share(seat)).sum();
            assert!((sum - f64::from(outcome.seats()) / 2.0).abs() < 1e-12, "{outcome:?}");
        }
        assert_eq!(Outcome::win(2, Seat::SECOND, "x").winner(), Some(Seat::SECOND));
        assert_eq!(Outcome::draw(2, "x").winner(), None);
    }
}
