//! Chances to win a match: by the score, and by the position, the cube and the score.
//!
//! The table by score is computed, not copied: a game begins even, about a quarter of the games are gammons, and the cube
//! is used as below. A position's chance to win the match is a blend of two models of the cube (Janowski): a dead cube,
//! which is never turned again, and a live one, which is turned exactly at the points where the other side may as well drop.

use super::probabilities::Probabilities;

/// Share of the live model in the blend: the usual efficiency of the cube.
const LIVENESS: f64 = 0.68;

/// Chances of either side at the start of a game.
const START: Probabilities = Probabilities {
    win: 0.5,
    win_gammon: 0.13,
    win_backgammon: 0.006,
    lose_gammon: 0.13,
    lose_backgammon: 0.006,
};

/// Points that both sides need to win the match, and what is known of the Crawford game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Away {
    /// Points the side needs.
    pub own: i32,
    /// Points the other side needs.
    pub other: i32,
    /// `true` if no Crawford game is to come: it has been played, or the match has none.
    pub crawford_is_over: bool,
}

impl Away {
    /// The same seen by the other side.
    #[must_use]
    pub fn flipped(self) -> Away {
        Away { own: self.other, other: self.own, ..self }
    }

    /// The score after a win of `points` points.
    #[must_use]
    pub(super) fn won(self, points: i32) -> Away {
        Away { own: self.own - points, ..self }
    }

    fn lost(self, points: i32) -> Away {
        Away { other: self.other - points, ..self }
    }
}

/// The cube as one side sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CubeState {
    /// Its value.
    pub value: i32,
    /// `true` if the side may double.
    pub own_access: bool,
    /// `true` if the other side may double.
    pub other_access: bool,
}

impl CubeState {
    /// The same seen by the other side.
    #[must_use]
    pub fn flipped(self) -> CubeState {
        CubeState { own_access: self.other_access, other_access: self.own_access, ..self }
    }

    /// The cube after the side's double was taken.
    #[must_use]
    pub fn doubled(self) -> CubeState {
        CubeState { value: 2 * self.value, own_access: false, other_access: true }
    }
}

/// Shares of single games, gammons and backgammons among the wins and the losses of a side.
#[derive(Clone, Copy, Debug)]
struct Kinds {
    wins: [f64; 3],
    losses: [f64; 3],
}

impl Kinds {
    fn new(chances: &Probabilities) -> Kinds {
        let shares = |all: f32, gammon: f32, backgammon: f32| {
            let part = |chance: f32| if all > 1e-4 { f64::from(chance / all).clamp(0.0, 1.0) } else { 0.0 };
            [1.0 - part(gammon), part(gammon) - part(backgammon), part(backgammon)]
        };
        let Probabilities { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon } = *chances;
        Kinds {
            wins: shares(win, win_gammon, win_backgammon),
            losses: shares(1.0 - win, lose_gammon, lose_backgammon),
        }
    }

    fn flipped(self) -> Kinds {
        Kinds { wins: self.losses, losses: self.wins }
    }
}

/// Chances to win a match by the score before a game.
#[derive(Clone, Debug)]
pub struct MatchEquity {
    size: usize,
    /// Before the Crawford game, by the points that each side needs.
    table: Vec<f64>,
    /// Chances of the side that trails by one point to the other's match point: in the Crawford game, and after it.
    crawford: Vec<f64>,
    post_crawford: Vec<f64>,
}

impl MatchEquity {
    /// The table for matches of up to `length` points.
    pub fn new(length: u16) -> MatchEquity {
        let size = usize::from(length.max(1)) + 1;
        let mut equity = MatchEquity {
            size,
            table: vec![0.5; size * size],
            crawford: Vec::new(),
            post_crawford: Vec::new(),
        };
        equity.fill_match_point();
        for sum in 4..2 * size {
            for own in 2..size {
                let Some(other) = sum.checked_sub(own).filter(|other| (2..=own).contains(other)) else {
                    continue;
                };
                let away = Away { own: own as i32, other: other as i32, crawford_is_over: false };
                let cube = CubeState { value: 1, own_access: true, other_access: true };
                let chance = if own == other { 0.5 } else { equity.cubeful(&START, away, cube) };
                equity.table[own * size + other] = chance;
                equity.table[other * size + own] = 1.0 - chance;
            }
        }
        equity
    }

    /// Chances of the trailing side when the other needs one point.
    fn fill_match_point(&mut self) {
        let gammons = f64::from(START.win_gammon / START.win);
        let mut after: Vec<f64> = vec![1.0, 0.5];
        let at = |table: &[f64], needed: isize| if needed <= 0 { 1.0 } else { table[needed as usize] };
        for needed in 2..self.size as isize {
            // It doubles at once; the leader drops if that costs less.
            let won = |points: isize| {
                (1.0 - gammons) * at(&after, needed - points) + gammons * at(&after, needed - 2 * points)
            };
            after.push((0.5 * won(2)).min(at(&after, needed - 1)));
        }
        self.crawford = (0..self.size as isize)
            .map(|needed| 0.5 * ((1.0 - gammons) * at(&after, needed - 1) + gammons * at(&after, needed - 2)))
            .collect();
        self.post_crawford = after;
    }

    /// Chance to win the match before the next game.
    pub fn chance(&self, away: Away) -> f64 {
        let Away { own, other, crawford_is_over } = away;
        if own <= 0 {
            return 1.0;
        }
        if other <= 0 {
            return 0.0;
        }
        let (own, other) = (own as usize, other as usize);
        let trailing = if crawford_is_over { &self.post_crawford } else { &self.crawford };
        match (own, other) {
            (1, 1) => 0.5,
            (1, other) => 1.0 - trailing.get(other).copied().unwrap_or(0.0),
            (own, 1) => trailing.get(own).copied().unwrap_or(0.0),
            _ if own < self.size && other < self.size => self.table[own * self.size + other],
            _ => 0.5,
        }
    }

    /// Chance to win the match from a position with this cube, before a roll.
    pub fn cubeful(&self, chances: &Probabilities, away: Away, cube: CubeState) -> f64 {
        if cube.other_access && redoubles_at_once(away.flipped(), cube.value) {
            return self.cubeless(chances, away, 2 * cube.value);
        }
        let kinds = Kinds::new(chances);
        let win = f64::from(chances.win);
        let (lost, won) =
            (self.average_loss(away, cube.value, kinds), self.average_win(away, cube.value, kinds));
        let dead = lost + win * (won - lost);
        // Corners of the live model; a cube that would win more than is needed is of no use.
        let mut corners = [(0.0, lost), (0.0, lost), (1.0, won), (1.0, won)];
        if cube.other_access && away.other > cube.value {
            corners[1] = (self.take_point(away, cube.value, kinds), self.chance(away.lost(cube.value)));
        }
        if cube.own_access && away.own > cube.value {
            let other_take = self.take_point(away.flipped(), cube.value, kinds.flipped());
            corners[2] = (1.0 - other_take, self.chance(away.won(cube.value)));
        }
        if corners[1].0 > corners[2].0 {
            // Everything is a double and a drop for either side.
            let middle = 0.5 * (corners[1].0 + corners[2].0);
            (corners[1].0, corners[2].0) = (middle, middle);
        }
        let live = interpolate(&corners, win);
        LIVENESS * live + (1.0 - LIVENESS) * dead
    }

    /// Chance to win the match if the cube is never turned again.
    pub fn cubeless(&self, chances: &Probabilities, away: Away, cube: i32) -> f64 {
        let kinds = Kinds::new(chances);
        let (lost, won) = (self.average_loss(away, cube, kinds), self.average_win(away, cube, kinds));
        lost + f64::from(chances.win) * (won - lost)
    }

    fn average_win(&self, away: Away, cube: i32, kinds: Kinds) -> f64 {
        (1..).zip(kinds.wins).map(|(points, share)| share * self.chance(away.won(points * cube))).sum()
    }

    fn average_loss(&self, away: Away, cube: i32, kinds: Kinds) -> f64 {
        (1..).zip(kinds.losses).map(|(points, share)| share * self.chance(away.lost(points * cube))).sum()
    }

    /// Chance to win the game from which on the side takes a double from `cube`, with a live cube.
    fn take_point(&self, away: Away, cube: i32, kinds: Kinds) -> f64 {
        let drop = self.chance(away.lost(cube));
        let lost = self.average_loss(away, 2 * cube, kinds);
        let point = if away.own <= 2 * cube {
            // The cube would be of no use to its owner.
            (drop - lost) / (self.average_win(away, 2 * cube, kinds) - lost)
        } else if redoubles_at_once(away, 2 * cube) {
            (drop - lost) / (self.average_win(away, 4 * cube, kinds) - lost)
        } else {
            let cash_point = 1.0 - self.take_point(away.flipped(), 2 * cube, kinds.flipped());
            cash_point * (drop - lost) / (self.chance(away.won(2 * cube)) - lost)
        };
        if point.is_finite() { point.clamp(0.0, 1.0) } else { 0.0 }
    }

    /// Value of each of the five chances in points of the match, for choosing checker plays: a plain win is worth 2, as
    /// in a single game.
    pub fn stakes(&self, away: Away, cube: i32) -> [f32; 5] {
        let won = |points: i32| self.chance(away.won(points * cube));
        let lost = |points: i32| self.chance(away.lost(points * cube));
        let unit = (won(1) - lost(1)).max(1e-9) / 2.0;
        [
            2.0,
            ((won(2) - won(1)) / unit) as f32,
            ((won(3) - won(2)) / unit) as f32,
            ((lost(2) - lost(1)) / unit) as f32,
            ((lost(3) - lost(2)) / unit) as f32,
        ]
    }
}

/// `true` if a side that may double this cube does so at its next turn whatever happens: the other would win the match with
/// the cube as it is, so that a double risks nothing, and the side would not.
fn redoubles_at_once(away: Away, cube: i32) -> bool {
    away.other <= cube && away.own > cube
}

/// The value at `x` of the line through these corners, in order.
fn interpolate(corners: &[(f64, f64); 4], x: f64) -> f64 {
    for pair in corners.windows(2) {
        let ((left, low), (right, high)) = (pair[0], pair[1]);
        if x <= right && right > left {
            return low + (high - low) * ((x - left) / (right - left)).max(0.0);
        }
    }
    corners[3].1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn away(own: i32, other: i32) -> Away {
        Away { own, other, crawford_is_over: false }
    }

    #[test]
    fn the_table_is_close_to_published_ones() {
        let equity = MatchEquity::new(15);
        // Chances of the side with the first number of points to go, in percent, from rollouts.
        for (own, other, expected) in [
            (2, 1, 32.3),
            (3, 1, 24.9),
            (4, 1, 18.6),
            (3, 2, 40.1),
            (4, 2, 33.1),
            (5, 3, 35.2),
            (5, 4, 42.3),
            (7, 3, 23.8),
            (7, 5, 37.4),
            (9, 2, 9.8),
            (9, 4, 21.2),
            (9, 7, 39.1),
        ] {
            let found = 100.0 * equity.chance(away(own, other));
            assert!(
                (found - expected).abs() < 1.5,
                "{own}-away {other}-away: {found:.1}, expected {expected}"
            );
            let both = equity.chance(away(own, other)) + equity.chance(away(other, own));
            assert!((both - 1.0).abs() < 1e-9);
        }
        let post = |own| equity.chance(Away { crawford_is_over: true, ..away(own, 1) });
        assert!(
            (post(2) - 0.5).abs() < 0.02 && (post(3) - 0.32).abs() < 0.02 && (post(4) - 0.32).abs() < 0.02
        );
    }

    #[test]
    fn more_points_to_go_are_worse() {
        let equity = MatchEquity::new(25);
        for own in 1..25 {
            for other in 1..=25 {
                let (near, far) = (equity.chance(away(own, other)), equity.chance(away(own + 1, other)));
                assert!(near >= far - 1e-9, "{own} {other}: {near} {far}");
            }
        }
    }

    #[test]
    fn take_points_of_the_last_cube() {
        let equity = MatchEquity::new(9);
        let no_gammons = Kinds { wins: [1.0, 0.0, 0.0], losses: [1.0, 0.0, 0.0] };
        // At 2-away 2-away the double is the last: a side that drops has the chance of 1-away against 2-away.
        let take = equity.take_point(away(2, 2), 1, no_gammons);
        assert!((take - equity.chance(away(2, 1))).abs() < 1e-9);
        // At 4-away against 2-away the taker redoubles at once and plays for the match.
        let take = equity.take_point(away(4, 2), 1, no_gammons);
        assert!((take - equity.chance(away(4, 1))).abs() < 1e-9);
        let owned = CubeState { value: 2, own_access: false, other_access: true };
        let chances = Probabilities { win: 0.7, ..Probabilities::default() };
        assert!((equity.cubeful(&chances, away(2, 4), owned) - 0.7).abs() < 1e-6);
        // Far from the end the live cube lowers the take point to about a fifth.
        let early = equity.take_point(away(9, 9), 1, no_gammons);
        assert!((0.17..0.26).contains(&early), "{early}");
    }
}
