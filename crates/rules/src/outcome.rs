//! Outcomes of games.

use crate::{MAX_SEATS, Seat};

/// Outcome of a game: place and points of each seat, and the rule that ended it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    seats: u8,
    places: [u8; MAX_SEATS],
    points: [i16; MAX_SEATS],
    rule: &'static str,
}

impl Outcome {
    /// Outcome with these places; 1 is the best, and seats that share a place have the same number.
    pub fn ranked(places: &[u8], rule: &'static str) -> Outcome {
        let mut all = [0; MAX_SEATS];
        all[..places.len()].copy_from_slice(places);
        Outcome { seats: places.len() as u8, places: all, points: [0; MAX_SEATS], rule }
    }

    /// One seat wins with one point; the others share the second place.
    pub fn win(seats: u8, winner: Seat, rule: &'static str) -> Outcome {
        let mut places = [2; MAX_SEATS];
        let mut points = [0; MAX_SEATS];
        places[winner.index()] = 1;
        points[winner.index()] = 1;
        places[seats as usize..].fill(0);
        Outcome { seats, places, points, rule }
    }

    /// A draw: all seats share the first place.
    pub fn draw(seats: u8, rule: &'static str) -> Outcome {
        let mut places = [1; MAX_SEATS];
        places[seats as usize..].fill(0);
        Outcome { seats, places, points: [0; MAX_SEATS], rule }
    }

    /// Outcome of a puzzle for one player.
    pub fn solo(solved: bool, points: i16, rule: &'static str) -> Outcome {
        Outcome::ranked(&[if solved { 1 } else { 2 }], rule).with_points(&[points])
    }

    /// The same outcome with points by the game's own count: discs, match points, queens placed.
    #[must_use]
    pub fn with_points(mut self, points: &[i16]) -> Outcome {
        self.points[..points.len()].copy_from_slice(points);
        self
    }

    /// Number of seats.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// Place of a seat; 1 is the best.
    pub fn place(&self, seat: Seat) -> u8 {
        self.places[seat.index()]
    }

    /// Points of a seat by the game's own count.
    pub fn points(&self, seat: Seat) -> i16 {
        self.points[seat.index()]
    }

    /// Name of the rule that ended the game.
    pub fn rule(&self) -> &'static str {
        self.rule
    }

    /// The only seat on the first place; `None` in a draw.
    pub fn winner(&self) -> Option<Seat> {
        let mut first = Seat::all(self.seats).filter(|&seat| self.place(seat) == 1);
        match (first.next(), first.next()) {
            (Some(seat), None) => Some(seat),
            _ => None,
        }
    }

    /// Score of a seat: 1 for the first place, 0 for the last, with ties in between.
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
