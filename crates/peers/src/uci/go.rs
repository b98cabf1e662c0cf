//! The `go` command of UCI.

use std::time::Duration;

use engine::{ClockLimits, Limits};
use rules::Seat;

/// Limits of a `go` command.
#[derive(Default, Debug)]
pub(super) struct Go {
    /// Time and increment of White and of Black in milliseconds.
    time: [Option<u64>; 2],
    increment: [u64; 2],
    moves_to_go: Option<u32>,
    depth: Option<u32>,
    nodes: Option<u64>,
    /// Moves to the mate that is looked for.
    mate: Option<u32>,
    move_time: Option<u64>,
    infinite: bool,
    ponder: bool,
    /// Moves to which the search is restricted.
    pub(super) search_moves: Vec<String>,
    /// Words that have no meaning here.
    pub(super) ignored: Vec<String>,
}

impl Go {
    /// Reads the words after `go`. Words without a meaning are ignored: a search is expected in any case.
    pub(super) fn read(rest: &str) -> Go {
        let mut go = Go::default();
        let mut words = rest.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    while let Some(mv) = words.next_if(|word| !WORDS.contains(word)) {
                        go.search_moves.push(mv.to_owned());
                    }
                }
                _ if WORDS.contains(&word) => {
                    let number: Option<i64> = words.peek().and_then(|text| text.parse().ok());
                    match number {
                        Some(number) => {
                            words.next();
                            // Controllers send a negative time to an engine that is late.
                            go.set(word, number.max(0).unsigned_abs());
                        }
                        None => go.ignored.push(word.to_owned()),
                    }
                }
                _ => go.ignored.push(word.to_owned()),
            }
        }
        go
    }

    fn set(&mut self, word: &str, number: u64) {
        let short = u32::try_from(number).unwrap_or(u32::MAX);
        match word {
            "wtime" => self.time[0] = Some(number),
            "btime" => self.time[1] = Some(number),
            "winc" => self.increment[0] = number,
            "binc" => self.increment[1] = number,
            "movestogo" => self.moves_to_go = Some(short).filter(|&moves| moves > 0),
            "depth" => self.depth = Some(short.max(1)),
            "nodes" => self.nodes = Some(number.max(1)),
            "mate" => self.mate = Some(short.max(1)),
            _ => self.move_time = Some(number),
        }
    }

    /// The limits for this side.
    pub(super) fn limits(&self, to_move: Seat) -> Limits {
        let side = to_move.index().min(1);
        let clock = self.time[side].map(|time| ClockLimits {
            remaining: Duration::from_millis(time),
            increment: Duration::from_millis(self.increment[side]),
            moves_to_go: self.moves_to_go,
            expected_moves: None,
        });
        let mate_depth = self.mate.map(|moves| moves.saturating_mul(2));
        Limits {
            depth: self.depth.into_iter().chain(mate_depth).min(),
            nodes: self.nodes,
            move_time: self.move_time.map(Duration::from_millis),
            clock: clock.filter(|_| !self.infinite),
            infinite: self.infinite,
            ponder: self.ponder,
            ..Limits::default()
        }
    }
}

/// Words of the command; the moves after `searchmoves` end before one of them.
const WORDS: [&str; 12] = [
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "ponder",
    "searchmoves",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_of_the_side_to_move_counts() {
        let go = Go::read("wtime 1000 btime 2000 winc 10 binc 20 movestogo 5");
        for (seat, remaining, increment) in [(Seat::FIRST, 1000, 10), (Seat::SECOND, 2000, 20)] {
            let clock = go.limits(seat).clock.unwrap();
            assert_eq!(clock.remaining, Duration::from_millis(remaining));
            assert_eq!(clock.increment, Duration::from_millis(increment));
            assert_eq!(clock.moves_to_go, Some(5));
        }
        assert!(Go::read("infinite wtime 1000 btime 1000").limits(Seat::FIRST).clock.is_none());
    }

    #[test]
    fn what_is_not_understood_is_ignored() {
        let go = Go::read("depth many nodes 7 mate 2 fast searchmoves e2e4 d2d4 movetime -3");
        assert_eq!(go.ignored, ["depth", "many", "fast"]);
        assert_eq!(go.search_moves, ["e2e4", "d2d4"]);
        let limits = go.limits(Seat::FIRST);
        assert_eq!((limits.depth, limits.nodes, limits.move_time), (Some(4), Some(7), Some(Duration::ZERO)));
    }
}
