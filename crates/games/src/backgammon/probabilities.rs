//! Chances of the six results of a game.

use super::single::Win;

/// Chances of a side: to win at all, to win at least a gammon, to win a backgammon, and to lose the latter two.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Probabilities {
    /// A win of any kind.
    pub win: f32,
    /// A gammon or a backgammon won.
    pub win_gammon: f32,
    /// A backgammon won.
    pub win_backgammon: f32,
    /// A gammon or a backgammon lost.
    pub lose_gammon: f32,
    /// A backgammon lost.
    pub lose_backgammon: f32,
}

impl Probabilities {
    /// A game that the side has won.
    pub fn won(win: Win) -> Probabilities {
        Probabilities {
            win: 1.0,
            win_gammon: if win >= Win::Gammon { 1.0 } else { 0.0 },
            win_backgammon: if win >= Win::Backgammon { 1.0 } else { 0.0 },
            ..Probabilities::default()
        }
    }

    /// The chances of the other side.
    #[inline(always)]
    #[must_use]
    pub fn flipped(self) -> Probabilities {
        Probabilities {
            win: 1.0 - self.win,
            win_gammon: self.lose_gammon,
            win_backgammon: self.lose_backgammon,
            lose_gammon: self.win_gammon,
            lose_backgammon: self.win_backgammon,
        }
    }

    /// Points per game without the cube; a backgammon counts 3.
    #[inline(always)]
    pub fn equity(self) -> f32 {
        2.0 * self.win - 1.0 + self.win_gammon + self.win_backgammon - self.lose_gammon - self.lose_backgammon
    }

    /// Adds `weight` times other chances.
    #[inline(always)]
    pub(super) fn add(&mut self, weight: f32, other: Probabilities) {
        self.win += weight * other.win;
        self.win_gammon += weight * other.win_gammon;
        self.win_backgammon += weight * other.win_backgammon;
        self.lose_gammon += weight * other.lose_gammon;
        self.lose_backgammon += weight * other.lose_backgammon;
    }

    /// The same as an array, in the order of the fields.
    #[inline(always)]
    pub(super) fn to_array(self) -> [f32; 5] {
        [self.win, self.win_gammon, self.win_backgammon, self.lose_gammon, self.lose_backgammon]
    }

    /// The chances of these five numbers, made consistent: a gammon is no likelier than a win.
    #[inline(always)]
    pub(super) fn from_array(outputs: [f32; 5]) -> Probabilities {
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = outputs;
        let (win_gammon, lose_gammon) = (win_gammon.min(win), lose_gammon.min(1.0 - win));
        Probabilities {
            win,
            win_gammon,
            win_backgammon: win_backgammon.min(win_gammon),
            lose_gammon,
            lose_backgammon: lose_backgammon.min(lose_gammon),
        }
    }
}
