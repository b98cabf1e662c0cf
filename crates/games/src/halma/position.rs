//! Positions, and the rules that end a game.

use rules::{MAX_SEATS, RetireReason, Seat, mix};

use super::WIDEST;
use super::bits::Bits;

/// The beads, the turn, the number of moves made, and the places of the seats that have left the game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position<const W: usize = WIDEST> {
    /// The beads of each seat.
    pub(super) beads: [Bits<W>; MAX_SEATS],
    /// The key of the beads, updated with each move.
    pub(super) beads_key: u64,
    pub(super) turn: Seat,
    pub(super) moves_made: u32,
    /// The place a seat has taken; 0 while it plays.
    pub(super) places: [u8; MAX_SEATS],
    pub(super) ended: Option<EndRule>,
}

/// The rule that ended the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum EndRule {
    Goal,
    Surrounded,
    LeaveCamp,
    AllInCamp,
    BackInCamp,
    Left(LeftBy),
}

/// A retirement that ended the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum LeftBy {
    Resignation,
    Time,
    Absence,
}

impl EndRule {
    pub(super) const ALL: [EndRule; 8] = [
        EndRule::Goal,
        EndRule::Surrounded,
        EndRule::LeaveCamp,
        EndRule::AllInCamp,
        EndRule::BackInCamp,
        EndRule::Left(LeftBy::Resignation),
        EndRule::Left(LeftBy::Time),
        EndRule::Left(LeftBy::Absence),
    ];

    pub(super) fn rule(self) -> &'static str {
        match self {
            EndRule::Goal => "goal",
            EndRule::Surrounded => "surrounded",
            EndRule::LeaveCamp => "camp not left",
            EndRule::AllInCamp => "beads in every camp",
            EndRule::BackInCamp => "back in the camp",
            EndRule::Left(LeftBy::Resignation) => RetireReason::Resigned.rule(),
            EndRule::Left(LeftBy::Time) => RetireReason::OutOfTime.rule(),
            EndRule::Left(LeftBy::Absence) => RetireReason::Absent.rule(),
        }
    }
}

/// The key of a seat's bead on a square.
pub(super) fn bead_key(cell: u16, seat: Seat) -> u64 {
    mix(u64::from(cell) << 8 | u64::from(seat.number()))
}

impl<const W: usize> Position<W> {
    /// The position of these beads before the first move.
    pub(super) fn new(beads: [Bits<W>; MAX_SEATS], turn: Seat) -> Position<W> {
        let mut beads_key = 0;
        for (seat, beads) in Seat::all(MAX_SEATS as u8).zip(beads) {
            for cell in beads {
                beads_key ^= bead_key(cell, seat);
            }
        }
        Position { beads, beads_key, turn, moves_made: 0, places: [0; MAX_SEATS], ended: None }
    }

    /// The beads of a seat.
    #[inline(always)]
    pub fn beads(&self, seat: Seat) -> Bits<W> {
        self.beads[seat.index()]
    }

    /// The squares with a bead.
    #[inline(always)]
    pub fn occupied(&self) -> Bits<W> {
        self.beads.into_iter().fold(Bits::EMPTY, |all, beads| all | beads)
    }

    /// The owner of the bead on a square, counted along the rows from the upper left.
    pub fn owner(&self, cell: u16) -> Option<Seat> {
        Seat::all(MAX_SEATS as u8).find(|seat| self.beads[seat.index()].contains(cell))
    }

    /// The player on turn.
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// Number of moves made by all players, passes included.
    pub fn moves_made(&self) -> u32 {
        self.moves_made
    }

    /// The place a seat has taken, if it has left the game.
    pub fn place(&self, seat: Seat) -> Option<u8> {
        (self.places[seat.index()] != 0).then(|| self.places[seat.index()])
    }

    pub(super) fn has_left(&self, seat: Seat) -> bool {
        self.places[seat.index()] != 0
    }

    /// The best and the worst free place. Seats that share a place take up as many as they are.
    pub(super) fn free_places(&self, seats: u8) -> (u8, u8) {
        let sharing = |place: u8| self.places.iter().filter(|&&other| other == place).count() as u8;
        let taken = |place: u8| self.places.iter().any(|&p| p != 0 && p <= place && place - p < sharing(p));
        let mut free = (1..=seats).filter(|&place| !taken(place));
        let best = free.next().unwrap_or(seats);
        (best, free.next_back().unwrap_or(best))
    }
}
