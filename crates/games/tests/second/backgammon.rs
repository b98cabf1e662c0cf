//! Reference implementation of backgammon (one game, no cube): slow, simple, and written from the
//! specification alone.
//!
//! It must stay independent of the main implementation, because its only use is to disagree with it in
//! tests. A checker's place is its distance in pips from being borne off: 1 to 24 on the board,
//! 25 on the bar.

use std::collections::BTreeSet;

/// A position, with a side to roll. In `bar` and `off` the first number is X's, the second O's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    /// Checkers on each point: positive X's, negative O's. X moves 0 -> 23, O 23 -> 0.
    pub points: [i32; 24],
    pub bar: [u32; 2],
    pub off: [u32; 2],
    pub x_to_move: bool,
}

/// One way to play a roll until no die that is left can be used.
struct Sequence {
    length: usize,
    used_larger: bool,
    end: State,
}

const BAR: usize = 25;

/// The index of a side in `bar` and `off`.
fn index(x: bool) -> usize {
    if x { 0 } else { 1 }
}

/// The point at a distance of 1 to 24 pips from being borne off.
fn point(x: bool, distance: usize) -> usize {
    if x { 24 - distance } else { distance - 1 }
}

/// The position before the first roll.
pub fn start() -> State {
    let mut points = [0; 24];
    for (place, checkers) in [(0, 2), (11, 5), (16, 3), (18, 5)] {
        points[place] += checkers;
        points[23 - place] -= checkers;
    }
    State { points, bar: [0, 0], off: [0, 0], x_to_move: true }
}

impl State {
    /// Number of checkers a side has at a distance, the bar included.
    fn count(&self, x: bool, distance: usize) -> u32 {
        if distance == BAR {
            return self.bar[index(x)];
        }
        let checkers = self.points[point(x, distance)];
        let own = if x { checkers } else { -checkers };
        if own > 0 { own.unsigned_abs() } else { 0 }
    }

    /// The distance of a side's rearmost checker, 0 when all are off.
    fn rearmost(&self, x: bool) -> usize {
        (1..=BAR).rev().find(|&distance| self.count(x, distance) > 0).unwrap_or(0)
    }

    /// The position after the side to move has moved its checker at a distance by one die, if that is
    /// allowed.
    fn step(&self, from: usize, die: usize) -> Option<State> {
        let x = self.x_to_move;
        let sign = if x { 1 } else { -1 };
        let rearmost = self.rearmost(x);
        if self.count(x, from) == 0 || (rearmost == BAR && from != BAR) {
            return None;
        }
        let mut next = *self;
        if from == BAR {
            next.bar[index(x)] -= 1;
        } else {
            next.points[point(x, from)] -= sign;
        }
        if from <= die {
            // Borne off: all at home, and by the exact number or from the rear.
            if rearmost > 6 || (from < die && from != rearmost) {
                return None;
            }
            next.off[index(x)] += 1;
        } else {
            // On the same point the other side counts the pips from the other end.
            let to = from - die;
            match self.count(!x, 25 - to) {
                0 => {}
                1 => {
                    next.points[point(x, to)] = 0;
                    next.bar[index(!x)] += 1;
                }
                _ => return None,
            }
            next.points[point(x, to)] += sign;
        }
        Some(next)
    }
}

/// Tries the dice in the given order, each with every checker.
fn explore(state: &State, dice: &[usize], larger: usize, path: &[usize], found: &mut Vec<Sequence>) {
    let mut stuck = true;
    if let Some((&die, rest)) = dice.split_first() {
        for from in 1..=BAR {
            if let Some(next) = state.step(from, die) {
                stuck = false;
                let path = [path, &[die]].concat();
                explore(&next, rest, larger, &path, found);
            }
        }
    }
    if stuck {
        found.push(Sequence { length: path.len(), used_larger: path.contains(&larger), end: *state });
    }
}

/// All distinct positions a roll can lead to, with the other side to move; the same board if nothing can
/// be moved. Empty if the game is over.
pub fn turns(state: &State, d1: u8, d2: u8) -> Vec<State> {
    if result(state).is_some() {
        return Vec::new();
    }
    let (a, b) = (usize::from(d1), usize::from(d2));
    let orders = if a == b { vec![vec![a; 4]] } else { vec![vec![a, b], vec![b, a]] };
    let mut found = Vec::new();
    for dice in orders {
        explore(state, &dice, a.max(b), &[], &mut found);
    }

    let longest = found.iter().map(|sequence| sequence.length).max();
    let one_of_two = a != b && longest == Some(1);
    let larger_possible = found.iter().any(|sequence| sequence.used_larger);
    let legal = found.iter().filter(|sequence| {
        let complete = sequence.end.off[index(state.x_to_move)] == 15;
        let enough = Some(sequence.length) == longest;
        let right_die = !one_of_two || sequence.used_larger || !larger_possible;
        complete || (enough && right_die)
    });
    let ends: BTreeSet<State> =
        legal.map(|sequence| State { x_to_move: !state.x_to_move, ..sequence.end }).collect();
    ends.into_iter().collect()
}

/// `true` if X won, and how many points (3 for a backgammon, 2 for a gammon), once a side has borne off
/// everything.
pub fn result(state: &State) -> Option<(bool, u8)> {
    let x_won = if state.off[0] == 15 {
        true
    } else if state.off[1] == 15 {
        false
    } else {
        return None;
    };
    let loser = !x_won;
    let gammon = state.off[index(loser)] == 0;
    // The winner's home is where the loser has 19 pips or more to go; the bar is farther still.
    let far_behind = state.rearmost(loser) >= 19;
    let points = match (gammon, far_behind) {
        (false, _) => 1,
        (true, false) => 2,
        (true, true) => 3,
    };
    Some((x_won, points))
}

/// The number of paths of exactly `depth` turns; each of the 21 rolls is a branch, each distinct end
/// position a child. A game that ended earlier counts nothing.
pub fn perft(state: &State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut paths = 0;
    for d1 in 1..=6 {
        for d2 in d1..=6 {
            for end in turns(state, d1, d2) {
                paths += perft(&end, depth - 1);
            }
        }
    }
    paths
}
