//! Ready-made settings.

/// Settings to choose by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preset {
    /// The name.
    pub name: &'static str,
    /// The title to show.
    pub title: &'static str,
    /// A description in a sentence.
    pub about: &'static str,
    /// The settings as `key = value` lines; settings that are left out have their default.
    pub settings: &'static str,
}

impl Preset {
    pub(super) const fn new(
        name: &'static str,
        title: &'static str,
        about: &'static str,
        settings: &'static str,
    ) -> Preset {
        Preset { name, title, about, settings }
    }
}

/// The presets of Halma.
///
/// Their camps are checked late enough for a game to be won: after at least three times the moves that a player needs to
/// cross the empty board, for each player. The default of the configuration file, 40 moves in all, is the source's; with
/// four players it leaves ten moves to each, too few to leave a camp.
pub(super) const HALMA: [Preset; 6] = [
    Preset::new(
        "10x10",
        "10 × 10 for two",
        "Fifteen beads each; camps are checked after 300 moves.",
        "Size = 10 * 10\nPlayer_num = 2\nBeads-order = 1 2 3 4 5\nLeave-camp-value = 300\n",
    ),
    Preset::new(
        "8x8",
        "8 × 8 for two",
        "Ten beads each, a quick game; camps are checked after 180 moves.",
        "Size = 8 * 8\nPlayer_num = 2\nBeads-order = 1 2 3 4\nLeave-camp-value = 180\n",
    ),
    Preset::new(
        "16x16",
        "16 × 16 for two",
        "The classic board with nineteen beads each; camps are checked after 480 moves.",
        "Size = 16 * 16\nPlayer_num = 2\nBeads-order = 1 2 3 4 5 4\nLeave-camp-value = 480\n",
    ),
    Preset::new(
        "8x8-four",
        "8 × 8 for four",
        "Six beads each, a quick game; camps are checked after 240 moves.",
        "Size = 8 * 8\nPlayer_num = 4\nBeads-order = 1 2 3\nLeave-camp-value = 240\n",
    ),
    Preset::new(
        "10x10-four",
        "10 × 10 for four",
        "Ten beads each; camps are checked after 400 moves.",
        "Size = 10 * 10\nPlayer_num = 4\nBeads-order = 1 2 3 4\nLeave-camp-value = 400\n",
    ),
    Preset::new(
        "16x16-four",
        "16 × 16 for four",
        "The classic board with thirteen beads each; camps are checked after 800 moves.",
        "Size = 16 * 16\nPlayer_num = 4\nBeads-order = 1 2 3 4 3\nLeave-camp-value = 800\n",
    ),
];
