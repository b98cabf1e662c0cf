//! Results of finished games.

use table::{EventKind, TableEvent};

use crate::rating::FixedRating;
use crate::rows::{SeatHolder, TableRow};

/// Result of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ResultKind {
    /// The only seat on the first place.
    Win,
    /// One of several seats on the first place.
    Draw,
    /// Any other place.
    Loss,
}

impl ResultKind {
    /// All results with their names in the database and on the wire.
    pub const ALL: [(ResultKind, &'static str); 3] =
        [(ResultKind::Win, "win"), (ResultKind::Draw, "draw"), (ResultKind::Loss, "loss")];

    /// Name in the database and on the wire.
    pub fn name(self) -> &'static str {
        ResultKind::ALL.iter().find(|(kind, _)| *kind == self).map_or("", |(_, name)| name)
    }

    /// The result with this name.
    pub fn named(name: &str) -> Option<ResultKind> {
        ResultKind::ALL.iter().find(|(_, other)| *other == name).map(|(kind, _)| *kind)
    }
}

/// Result of a finished game as it is stored beside its record.
#[derive(Clone, PartialEq, Debug)]
pub struct GameResult {
    /// Id of the table.
    pub table: String,
    /// Time of the end in milliseconds since the Unix epoch.
    pub finished: i64,
    /// Rule that ended the game.
    pub rule: String,
    /// Number of moves that were not taken back.
    pub moves: usize,
    /// Place, points and result of each seat, and whether it counts for its user.
    pub seats: Vec<SeatOutcome>,
    /// Ratings of the engines that play, by seat.
    pub engines: Vec<Option<FixedRating>>,
}

/// Outcome of one seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatOutcome {
    /// Place; 1 is the best.
    pub place: u8,
    /// Points by the game's own count.
    pub points: i16,
    /// Win, draw or loss.
    pub result: ResultKind,
    /// `true` if it counts for the statistics of the user on the seat.
    pub is_counted: bool,
}

impl GameResult {
    /// Result of a table by its events; `None` if the game is not over.
    pub fn new(row: &TableRow, events: &[TableEvent], finished: i64) -> Option<GameResult> {
        let mut moves = 0usize;
        let mut outcome = None;
        for event in events {
            match &event.kind {
                EventKind::Moved { .. } => moves += 1,
                EventKind::TookBack { moves: count } => moves = moves.saturating_sub(*count as usize),
                EventKind::Ended(end) => outcome = Some(end),
                _ => {}
            }
        }
        let outcome = outcome?;
        let counted = counted_seats(&row.seats);
        let seats = outcome
            .places
            .iter()
            .zip(&outcome.points)
            .zip(counted)
            .map(|((&place, &points), is_counted)| SeatOutcome {
                place,
                points,
                result: result_of(place, &outcome.places),
                is_counted,
            })
            .collect();
        Some(GameResult {
            table: row.id.clone(),
            finished,
            rule: outcome.rule.clone(),
            moves,
            seats,
            engines: Vec::new(),
        })
    }
}

/// The first place alone is a win, shared a draw, and any other place a loss.
fn result_of(place: u8, places: &[u8]) -> ResultKind {
    match (place, places.iter().filter(|&&other| other == 1).count()) {
        (1, 1) => ResultKind::Win,
        (1, _) => ResultKind::Draw,
        _ => ResultKind::Loss,
    }
}

/// Seats that count for their users: one of each user. Of several people at one screen only the user who is logged in
/// counts, who has the first seat that is not another person's.
fn counted_seats(seats: &[SeatHolder]) -> Vec<bool> {
    let seat_of = |user: &str| {
        let own = |holder: &SeatHolder| holder.user() == Some(user);
        let is_other = |holder: &SeatHolder| matches!(holder, SeatHolder::Person { is_other: true, .. });
        seats.iter().position(|holder| own(holder) && !is_other(holder))
    };
    seats.iter().enumerate().map(|(index, holder)| holder.user().and_then(seat_of) == Some(index)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_seat_of_a_user_counts() {
        let person = |user: &str, is_other| SeatHolder::Person {
            user: user.to_owned(),
            name: user.to_owned(),
            is_other,
        };
        let engine = SeatHolder::Engine { engine: "random".to_owned(), name: "Computer".to_owned() };
        let seats = [person("a", true), person("a", false), engine, person("b", false)];
        assert_eq!(counted_seats(&seats), [false, true, false, true]);
        assert_eq!(counted_seats(&[person("a", false), person("a", false)]), [true, false]);
        assert_eq!(counted_seats(&[person("a", true), person("a", true)]), [false, false]);
    }

    #[test]
    fn of_four_seats_the_first_is_a_win_and_the_others_are_losses() {
        let results = |places: &[u8]| places.iter().map(|&p| result_of(p, places).name()).collect::<Vec<_>>();
        assert_eq!(results(&[2, 1, 4, 3]), ["loss", "win", "loss", "loss"]);
        assert_eq!(results(&[1, 1, 1, 1]), ["draw"; 4]);
        assert_eq!(results(&[1, 1, 3, 4]), ["draw", "draw", "loss", "loss"]);
    }
}
