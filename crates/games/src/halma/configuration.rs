//! The configuration file.

use rules::{InputError, Setting, Settings};

use super::LARGEST;
use super::configuration_text::statements;
use super::layout::Layout;

/// The colour of a player's beads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Colour {
    /// Green.
    Green,
    /// Yellow.
    Yellow,
    /// Blue.
    Blue,
    /// Red.
    Red,
}

impl Colour {
    const ALL: [Colour; 4] = [Colour::Green, Colour::Yellow, Colour::Blue, Colour::Red];

    /// The colour's name.
    pub fn name(self) -> &'static str {
        match self {
            Colour::Green => "green",
            Colour::Yellow => "yellow",
            Colour::Blue => "blue",
            Colour::Red => "red",
        }
    }

    /// The letter of a bead of this colour.
    pub fn letter(self) -> char {
        match self {
            Colour::Green => 'g',
            Colour::Yellow => 'y',
            Colour::Blue => 'b',
            Colour::Red => 'r',
        }
    }
}

/// The settings of a game of Halma.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Configuration {
    /// Squares along each side of the board.
    pub size: usize,
    /// The players' colours in the order of play; the first sits top left, four go round clockwise.
    pub colours: Vec<Colour>,
    /// Number of moves, all players together, after which the camps are checked.
    pub leave_camp: u32,
    /// Beads on each successive line of the corner triangle.
    pub beads_order: Vec<usize>,
    /// `true` if a jump may cross empty squares, as many before the bead as behind it; else only over a neighbour.
    pub super_jumps: bool,
}

impl Default for Configuration {
    fn default() -> Configuration {
        Configuration {
            size: 10,
            colours: vec![Colour::Green, Colour::Blue],
            leave_camp: 40,
            beads_order: vec![1, 2, 3, 4, 5],
            super_jumps: true,
        }
    }
}

pub(super) const COLOUR_KEYS: [&str; 4] = ["First-color", "Second-color", "Third-color", "Fourth-color"];

impl Configuration {
    /// Reads a configuration file, with or without the `confi.cfg { }` around its settings.
    pub fn read(text: &str) -> Result<Configuration, InputError> {
        let statements = statements(text)?;
        let lines = statements.iter().map(|(line, setting)| (*line, setting.as_str()));
        Configuration::from_settings(Settings::read_numbered(lines)?)
    }

    /// The settings of a configuration file as `key = value` lines, without comments and the `confi.cfg { }`.
    pub fn lines(text: &str) -> Result<String, InputError> {
        Ok(statements(text)?.into_iter().map(|(_, setting)| setting + "\n").collect())
    }

    /// The configuration that these settings make; what is not set is as without a file.
    pub fn from_settings(mut settings: Settings) -> Result<Configuration, InputError> {
        let default = Configuration::default();
        let size = settings.take("Size").as_ref().map_or(Ok(default.size), read_size)?;
        let players = match settings.take("Player_num") {
            Some(setting) => setting.word(&[("2", 2), ("4", 4)])?,
            None => 2,
        };
        let mut colours = if players == 2 { vec![Colour::Green, Colour::Blue] } else { Colour::ALL.to_vec() };
        read_colours(&mut settings, &mut colours)?;
        let leave_camp = match settings.take("Leave-camp-value") {
            Some(setting) => setting.number(1..=1_000_000)?,
            None => default.leave_camp,
        };
        let order = settings.take("Beads-order");
        let beads_order = order.as_ref().map_or(Ok(default.beads_order), read_order)?;
        let super_jumps = match settings.take("Jumps") {
            Some(setting) => setting.word(&[("super", true), ("ordinary", false)])?,
            None => default.super_jumps,
        };
        settings.finish()?;
        let configuration = Configuration { size, colours, leave_camp, beads_order, super_jumps };
        // A camp that does not fit is the error of the line that describes it.
        Layout::new(&configuration).map_err(|error| match order {
            Some(setting) => error.within(format_args!("line {}", setting.line)),
            None => error,
        })?;
        Ok(configuration)
    }

    /// The configuration as lines of its file, the same for equal configurations. The kind of jumps is written only where
    /// it differs from the source's.
    pub fn text(&self) -> String {
        let mut text = format!("Size = {0} * {0}\nPlayer_num = {1}\n", self.size, self.colours.len());
        for (key, colour) in COLOUR_KEYS.iter().zip(&self.colours) {
            text.push_str(&format!("{key} = {}\n", colour.name()));
        }
        let order: Vec<String> = self.beads_order.iter().map(usize::to_string).collect();
        text.push_str(&format!(
            "Leave-camp-value = {}\nBeads-order = {}\n",
            self.leave_camp,
            order.join(" ")
        ));
        if !self.super_jumps {
            text.push_str("Jumps = ordinary\n");
        }
        text
    }
}

fn read_size(setting: &Setting) -> Result<usize, InputError> {
    let expected = format!("two equal numbers from 4 to {LARGEST}, such as 10 * 10");
    let sides: Vec<&str> = setting.value.split(['*', 'x', 'X', '×']).map(str::trim).collect();
    match sides[..] {
        [one, other] if one == other => one.parse().ok().filter(|side| (4..=LARGEST).contains(side)),
        _ => None,
    }
    .ok_or_else(|| setting.error(expected))
}

fn read_colours(settings: &mut Settings, colours: &mut Vec<Colour>) -> Result<(), InputError> {
    let words = Colour::ALL.map(|colour| (colour.name(), colour));
    let mut chosen: Vec<Option<Colour>> = Vec::new();
    for (index, key) in COLOUR_KEYS.into_iter().enumerate() {
        let setting = settings.take(key);
        let colour = setting.as_ref().map(|setting| setting.word(&words)).transpose()?;
        // A list that is too long is cut, so that Player_num = 2 can be set over a file for four.
        if index >= colours.len() {
            continue;
        }
        if let (Some(colour), Some(setting)) = (colour, &setting)
            && let Some(before) = chosen.iter().position(|&other| other == Some(colour))
        {
            let expected = format!("another colour than {}'s", COLOUR_KEYS[before]);
            return Err(setting.error(expected));
        }
        chosen.push(colour);
    }
    // A player without a colour gets the default one, or the next free one.
    for index in 0..colours.len() {
        let preferred = [colours[index]].into_iter().chain(Colour::ALL);
        let free = preferred.into_iter().find(|colour| !chosen.contains(&Some(*colour)));
        chosen[index] = chosen[index].or(free);
    }
    *colours = chosen.into_iter().flatten().collect();
    Ok(())
}

fn read_order(setting: &Setting) -> Result<Vec<usize>, InputError> {
    let numbers: Option<Vec<usize>> = setting
        .value
        .split_whitespace()
        .map(|word| word.parse().ok().filter(|number| (1..=LARGEST).contains(number)))
        .collect();
    numbers
        .filter(|numbers| !numbers.is_empty())
        .ok_or_else(|| setting.error("the beads on each line of the camp, such as 1 2 3 4 5 4"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        Configuration::read(text).unwrap_err().to_string()
    }

    /// "This exact format must load".
    #[test]
    fn the_format_of_the_source_loads() {
        let text = "confi.cfg {\n    Size = 10 * 10\n    Player_num = 2\n    First-color = green\n    \
                    Second-color = blue\n    Leave-camp-value = 50\n    Beads-order = 1 2 3 4 5 4\n}\n";
        let read = Configuration::read(text).unwrap();
        assert_eq!(read.size, 10);
        assert_eq!(read.colours, [Colour::Green, Colour::Blue]);
        assert_eq!(read.leave_camp, 50);
        assert_eq!(read.beads_order, [1, 2, 3, 4, 5, 4]);
        assert_eq!(Configuration::read(&read.text()).unwrap(), read);
    }

    /// "(four players: Third-color, Fourth-color); the `confi.cfg { }` wrapper may be missing."
    #[test]
    fn four_players_without_the_wrapper() {
        let read =
            Configuration::read("Size=16*16\nPlayer_num=4\nFirst-color=red\nThird-color=green").unwrap();
        assert_eq!(read.colours, [Colour::Red, Colour::Yellow, Colour::Green, Colour::Blue]);
        assert_eq!(Configuration::read(&read.text()).unwrap(), read);
    }

    /// The same settings in the spellings that people use.
    #[test]
    fn other_spellings_of_the_file() {
        let usual = Configuration::read(
            "confi.cfg {\nSize = 8 * 8\nPlayer_num = 4\nLeave-camp-value = 50\nBeads-order = 1 2 3\n}",
        )
        .unwrap();
        for text in [
            "confi.cfg { Size = 8 * 8 Player_num = 4 Leave-camp-value = 50 Beads-order = 1 2 3 }",
            "confi.cfg { Size=8*8; Player_num=4; Leave-camp-value=50; Beads-order=1 2 3; }",
            "confi.cfg\n{\n  Size = 8 * 8\n  Player_num = 4\n  Leave-camp-value = 50\n  Beads-order = 1 2 3\n}",
            "# for four\nconfi.cfg { // ours\nSize = 8 * 8 # small\nPlayer_num = 4;\nLeave-camp-value = 50 // late\n\
             Beads-order = 1 2 3;\n} # end",
            "size = 8x8\nPlayer-num = 4\nLeave_camp_value = 50\nbeads_order = 1 2 3",
        ] {
            assert_eq!(Configuration::read(text), Ok(usual.clone()), "{text}");
            assert_eq!(
                Configuration::read(&Configuration::lines(text).unwrap()),
                Ok(usual.clone()),
                "{text}"
            );
        }
    }

    /// A list of colours that is too long is cut: options may set two players over a file for four.
    #[test]
    fn surplus_colours_are_cut() {
        let read = Configuration::read("Player_num = 2\nFirst-color = red\nThird-color = red").unwrap();
        assert_eq!(read.colours, [Colour::Red, Colour::Blue]);
    }

    /// "Without a file: 10x10, two players, green then blue, leave-camp 40, `1 2 3 4 5`."
    #[test]
    fn without_a_file() {
        assert_eq!(Configuration::read("").unwrap(), Configuration::default());
        let default = Configuration::default();
        assert_eq!(
            default.text(),
            "Size = 10 * 10\nPlayer_num = 2\nFirst-color = green\nSecond-color = blue\n\
             Leave-camp-value = 40\nBeads-order = 1 2 3 4 5\n"
        );
    }

    #[test]
    fn ordinary_jumps_are_a_setting() {
        let read = Configuration::read("jumps = ordinary").unwrap();
        assert!(!read.super_jumps);
        assert!(read.text().ends_with("Jumps = ordinary\n"));
        assert_eq!(Configuration::read(&read.text()).unwrap(), read);
        assert_eq!(Configuration::read("Jumps = super").unwrap(), Configuration::default());
    }

    /// "Bad values get an error that names the line and what was expected."
    #[test]
    fn bad_values_name_the_line() {
        for (text, line, words) in [
            ("confi.cfg {\nSize = 10 * 12\n}", 2, "two equal numbers"),
            ("Size = 3 * 3", 1, "4 to 32"),
            ("Size = ten", 1, "two equal numbers"),
            ("\n\nPlayer_num = 3", 3, "2 or 4"),
            ("First-color = pink", 1, "green or yellow or blue or red"),
            ("First-color = red\nSecond-color = red", 2, "another colour than First-color's"),
            ("Player_num = 2\nThird-color = pink", 2, "green or yellow or blue or red"),
            ("Leave-camp-value = 0", 1, "a whole number from 1"),
            ("Leave-camp-value = many", 1, "a whole number"),
            ("Beads-order = 1 2 x", 1, "such as 1 2 3 4 5 4"),
            ("Beads-order =", 1, "such as 1 2 3 4 5 4"),
            ("Jumps = long", 1, "super or ordinary"),
            ("Colour = red", 1, "unknown setting"),
            ("Size = 10 * 10\nSize = 8 * 8", 2, "set twice"),
            ("confi.cfg {\nSize = 10 * 10\n", 2, "is not closed"),
            ("config {\nSize = 10 * 10\n}", 1, "confi.cfg {"),
            ("Size", 1, "key = value"),
            ("confi.cfg {\nSize = 8 * 8 Player_num = 3 }", 2, "2 or 4"),
            ("confi.cfg\nSize = 8 * 8", 1, "key = value"),
            ("Size = 8 * 8\n{\n}", 2, "confi.cfg {"),
            ("confi.cfg {\n}\nSize = 8 * 8", 3, "nothing after"),
            ("Size = 8 * 8\n}", 2, "no { before it"),
            ("Player_num = 2\nPlayer-num = 4", 2, "set twice"),
            // "A number larger than its anti-diagonal, one that cannot be centred, or camps that overlap: a bad
            // configuration."
            ("Beads-order = 1 3", 1, "only 2 squares"),
            ("Beads-order = 1 2 2", 1, "cannot be centred"),
            ("Size = 4 * 4\nBeads-order = 1 2 3 4", 2, "overlap"),
            ("Size = 6 * 6\nPlayer_num = 4\nBeads-order = 1 2 3 4", 3, "overlap"),
            ("Size = 6 * 6\nBeads-order = 1 2 3 4 5 6 1", 2, "has only 6"),
        ] {
            let error = error(text);
            assert!(error.starts_with(&format!("line {line}: ")), "{text:?}: {error}");
            assert!(error.contains(words), "{text:?}: {error}");
        }
    }
}
