//! Match files (`.mat`), which every backgammon program reads.
//!
//! Lines that start with `;` are comments. ` 3 point match` is followed by games: ` Game 1`, both names with their points,
//! and numbered lines with a column for each player: `62: 24/18 13/11`, ` Doubles => 2`, ` Takes`, ` Drops`. A line `Wins 2
//! points` in the column of the winner ends a game. A match of 0 points is a single game here.

use rules::{InputError, Seat};

use super::dice::Dice;

/// Largest file in bytes.
pub const MAX_BYTES: u64 = 16 << 20;

/// Column of the second player, counted from the start of a line.
const SECOND_COLUMN: usize = 33;
/// A cell that starts at this distance behind the number of its line belongs to the second player.
const MIDDLE: usize = 16;

/// A match as its file has it. The first player is White, the second Black.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchFile {
    /// Names of the players.
    pub names: [String; 2],
    /// The points the match is played to; 0 for a single game.
    pub length: u16,
    /// `false` if a comment turns the Crawford rule off.
    pub crawford: bool,
    /// The games in order.
    pub games: Vec<FileGame>,
}

/// A game of a match file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FileGame {
    /// The points of both before the game.
    pub score: [u16; 2],
    /// What the players did, in order.
    pub entries: Vec<(Seat, Entry)>,
    /// The winner and its points; `None` if the game is not finished.
    pub result: Option<(Seat, u16)>,
}

/// What a player does in its turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// Play a roll; the text is empty if no checker can move.
    Play(Dice, String),
    /// Double to this value of the cube.
    Double(u16),
    /// Take a double.
    Take,
    /// Drop a double.
    Drop,
}

/// The file of a match.
pub fn write(file: &MatchFile) -> String {
    let [white, black] = &file.names;
    let mut text = format!("; [Player 1 \"{}\"]\n; [Player 2 \"{}\"]\n", comment(white), comment(black));
    text.push_str(&format!("; [Crawford \"{}\"]\n\n", if file.crawford { "On" } else { "Off" }));
    text.push_str(&format!(" {} point match\n", file.length));
    for (number, game) in (1..).zip(&file.games) {
        let [left, right] =
            [0, 1].map(|index| format!(" {} : {}", name(&file.names[index]), game.score[index]));
        text.push_str(&format!("\n Game {number}\n{left:w$}{right}\n", w = SECOND_COLUMN - 2));
        write_game(game, &mut text);
    }
    // GNU Backgammon overlooks a result in the last line.
    text.push('\n');
    text
}

fn write_game(game: &FileGame, text: &mut String) {
    let mut entries = game.entries.iter().peekable();
    let mut result = game.result;
    let mut number = 1;
    while let Some((seat, entry)) = entries.peek() {
        let left = if *seat == Seat::FIRST { cell(entry) } else { String::new() };
        if *seat == Seat::FIRST {
            entries.next();
        }
        let mut right = entries.next_if(|(seat, _)| *seat == Seat::SECOND).map(|(_, entry)| cell(entry));
        // The second player's result takes its column if that is free, as GNU Backgammon expects it.
        if right.is_none()
            && entries.peek().is_none()
            && let Some((_, points)) = result.take_if(|(winner, _)| *winner == Seat::SECOND)
        {
            right = Some(format!(" {}", wins(points)));
        }
        let line = match right {
            Some(right) => format!("{number:3}) {left:w$} {right}", w = SECOND_COLUMN - 7),
            None => format!("{number:3}) {left}"),
        };
        text.push_str(&format!("{}\n", line.trim_end()));
        number += 1;
    }
    if let Some((winner, points)) = result {
        let column = if winner == Seat::FIRST { 6 } else { SECOND_COLUMN + 1 };
        text.push_str(&format!("{:column$}{}\n", "", wins(points)));
    }
}

fn wins(points: u16) -> String {
    if points == 1 { "Wins 1 point".to_owned() } else { format!("Wins {points} points") }
}

fn cell(entry: &Entry) -> String {
    match entry {
        Entry::Play(dice, text) if text.is_empty() => format!("{dice}: Cannot Move"),
        Entry::Play(dice, text) => format!("{dice}: {text}"),
        Entry::Double(value) => format!(" Doubles => {value}"),
        Entry::Take => " Takes".to_owned(),
        Entry::Drop => " Drops".to_owned(),
    }
}

/// A name without the colon, which separates names from points.
fn name(name: &str) -> String {
    name.replace(':', "_").split_whitespace().collect::<Vec<_>>().join(" ")
}

fn comment(text: &str) -> String {
    text.replace(['"', ']'], "'")
}

/// Reads a match file. Errors name the line; the moves are not checked.
pub fn read(text: &str) -> Result<MatchFile, InputError> {
    let mut file = MatchFile { names: Default::default(), length: 0, crawford: true, games: Vec::new() };
    let mut reader = Reader { file: &mut file, has_length: false, awaits_names: false };
    for (line, number) in text.trim_start_matches('\u{feff}').lines().zip(1..) {
        // Tabs stand for columns of eight.
        let line = expand_tabs(line);
        reader.line(&line).map_err(|error| error.within(format_args!("line {number}")))?;
    }
    if !reader.has_length {
        return Err(InputError::new("the file has no line such as \"7 point match\": expected a match file"));
    }
    if file.games.is_empty() {
        return Err(InputError::new("the match has no games: expected a line \"Game 1\""));
    }
    Ok(file)
}

struct Reader<'a> {
    file: &'a mut MatchFile,
    has_length: bool,
    /// `true` after the heading of a game, whose names follow.
    awaits_names: bool,
}

impl Reader<'_> {
    fn line(&mut self, line: &str) -> Result<(), InputError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match *words.as_slice() {
            [] => Ok(()),
            [first, ..] if first.starts_with(';') => {
                let is_off = line.to_ascii_lowercase().replace(' ', "").contains("[crawford\"off");
                self.file.crawford &= !is_off;
                Ok(())
            }
            [length, "point" | "points", "match", ..] if !self.has_length => {
                self.file.length = length
                    .parse()
                    .map_err(|_| InputError::unexpected(length, "the number of points, such as 7"))?;
                self.has_length = true;
                Ok(())
            }
            _ if !self.has_length => {
                Err(InputError::unexpected(line.trim(), "a line such as \"7 point match\" first"))
            }
            ["Game" | "game", _] => {
                self.file.games.push(FileGame::default());
                self.awaits_names = true;
                Ok(())
            }
            _ if self.awaits_names => self.names(line),
            _ => self.entries(line),
        }
    }

    /// Reads ` a : 0    b : 2`.
    fn names(&mut self, line: &str) -> Result<(), InputError> {
        let unexpected =
            || InputError::unexpected(line.trim(), "names and points such as \"Ann : 0   Bob : 2\"");
        let (left, right) = line.split_once(" : ").ok_or_else(unexpected)?;
        let right = right.trim_start();
        let (points, right) = right.split_once(char::is_whitespace).ok_or_else(unexpected)?;
        let (black, black_points) = right.rsplit_once(" : ").ok_or_else(unexpected)?;
        let number = |text: &str| text.trim().parse().map_err(|_| unexpected());
        let score = [number(points)?, number(black_points)?];
        let names = [left, black].map(|name| name.trim().to_owned());
        if self.file.games.len() == 1 {
            self.file.names = names;
        } else if self.file.names != names {
            return Err(InputError::new("the names differ from those of the first game"));
        }
        if let Some(game) = self.file.games.last_mut() {
            game.score = score;
        }
        self.awaits_names = false;
        Ok(())
    }

    /// Reads a numbered line, or the line of the winner.
    fn entries(&mut self, line: &str) -> Result<(), InputError> {
        let Some(game) = self.file.games.last_mut() else {
            return Err(InputError::unexpected(line.trim(), "a line such as \"Game 1\""));
        };
        let number =
            line.find(')').filter(|&end| line[..end].trim().bytes().all(|byte| byte.is_ascii_digit()));
        let start = number.map_or(0, |end| end + 1);
        let cells = cells(&line[start..]);
        if cells.is_empty() && (number.is_none() || !line[start..].trim().is_empty()) {
            return Err(InputError::unexpected(
                line.trim(),
                "a roll and a play such as \"62: 24/18 13/11\", Doubles, Takes, Drops or Wins",
            ));
        }
        let is_single = cells.len() == 1;
        for (index, (column, text)) in cells.into_iter().enumerate() {
            let is_second = index == 1 || is_single && column + start > MIDDLE + 5;
            let seat = if is_second { Seat::SECOND } else { Seat::FIRST };
            match read_cell(text.trim())? {
                Cell::Entry(entry) if game.result.is_none() => game.entries.push((seat, entry)),
                Cell::Entry(_) => return Err(InputError::new("the game is over: expected a new game")),
                Cell::Wins(points) => game.result = Some((seat, points)),
            }
        }
        Ok(())
    }
}

/// The cells of a line, each with its column.
fn cells(line: &str) -> Vec<(usize, &str)> {
    let mut starts = Vec::new();
    let mut is_word_start = true;
    for (index, character) in line.char_indices() {
        let rest = &line[index..];
        let is_roll =
            rest.as_bytes().get(2) == Some(&b':') && rest.as_bytes()[..2].iter().all(u8::is_ascii_digit);
        let is_word = ["doubles", "takes", "drops", "wins", "accepts", "rejects", "passes"]
            .iter()
            .any(|word| rest.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word)));
        if is_word_start && (is_roll || is_word) {
            starts.push(index);
        }
        is_word_start = character.is_whitespace();
    }
    let ends = starts.iter().skip(1).copied().chain([line.len()]);
    starts.iter().zip(ends).map(|(&start, end)| (start, &line[start..end])).collect()
}

enum Cell {
    Entry(Entry),
    Wins(u16),
}

fn read_cell(text: &str) -> Result<Cell, InputError> {
    let lower = text.to_ascii_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let number = |word: &str| {
        word.parse().map_err(|_| InputError::unexpected(word, "a number").within(InputError::quote(text)))
    };
    Ok(match *words.as_slice() {
        ["doubles", "=>", value] => Cell::Entry(Entry::Double(number(value)?)),
        ["takes" | "accepts"] => Cell::Entry(Entry::Take),
        ["drops" | "rejects" | "passes"] => Cell::Entry(Entry::Drop),
        ["wins", points, "point" | "points", ..] => Cell::Wins(number(points)?),
        _ => {
            let (dice, play) = text.split_once(':').ok_or_else(|| {
                InputError::unexpected(text, "a roll and a play, Doubles => 2, Takes, Drops or Wins 1 point")
            })?;
            let play = play.trim();
            let no_move = ["", "cannot move", "can't move", "no move", "dance", "dances"];
            let play = if no_move.contains(&play.to_ascii_lowercase().as_str()) { "" } else { play };
            Cell::Entry(Entry::Play(Dice::read(dice)?, play.to_owned()))
        }
    })
}

fn expand_tabs(line: &str) -> String {
    let mut text = String::new();
    for character in line.chars() {
        if character == '\t' {
            let column = text.chars().count();
            text.extend(std::iter::repeat_n(' ', 8 - column % 8));
        } else {
            text.push(character);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As GNU Backgammon writes it.
    const EXAMPLE: &str = "\
; [EventDate \"2026.11.17\"]

 5 point match

 Game 1
 gnubg : 0                      root : 0
  1) 21: 13/11 24/23             41: 6/2* 2/1* 
  2) 32: 25/22 25/23             65: 
 11) 65: Cannot Move              Doubles => 2
 12)  Takes                      53: 9/4 4/1 
 23)  Doubles => 4                Drops
      Wins 2 points

 Game 2
 gnubg : 2                      root : 0
  1)                             31: 8/5 6/5 
  2) 11: 8/7 8/7 6/5 6/5         66: 24/18 24/18 13/7 13/7
                                  Wins 1 point
";

    fn dice(text: &str) -> Dice {
        Dice::read(text).unwrap()
    }

    #[test]
    fn columns_and_words() {
        let file = read(EXAMPLE).unwrap();
        assert_eq!((file.length, file.names.clone()), (5, ["gnubg".to_owned(), "root".to_owned()]));
        let (white, black) = (Seat::FIRST, Seat::SECOND);
        let play = |text: &str, play: &str| Entry::Play(dice(text), play.to_owned());
        assert_eq!(
            file.games[0].entries,
            [
                (white, play("21", "13/11 24/23")),
                (black, play("41", "6/2* 2/1*")),
                (white, play("32", "25/22 25/23")),
                (black, play("65", "")),
                (white, play("65", "")),
                (black, Entry::Double(2)),
                (white, Entry::Take),
                (black, play("53", "9/4 4/1")),
                (white, Entry::Double(4)),
                (black, Entry::Drop),
            ]
        );
        assert_eq!(file.games[0].result, Some((white, 2)));
        assert_eq!(file.games[1].score, [2, 0]);
        assert_eq!(file.games[1].entries[0], (black, play("31", "8/5 6/5")));
        assert_eq!(file.games[1].result, Some((black, 1)));
        assert_eq!(read(&write(&file)), Ok(file), "writing and reading changes nothing");
    }

    #[test]
    fn errors_name_the_line() {
        for (from, to, error) in [
            (
                " 5 point match\n",
                "",
                "line 4: cannot read \"Game 1\": expected a line such as \"7 point match\" first",
            ),
            (" 5 point", " five point", "line 3: cannot read \"five\": expected the number of points"),
            (
                "root : 0\n  1) 21",
                "root 0\n  1) 21",
                "line 6: cannot read \"gnubg : 0                      root 0\"",
            ),
            ("41: 6/2* 2/1* ", "47: 6/2*", "line 7: cannot read \"47\": expected two dice from 1 to 6"),
            (
                "Doubles => 2",
                "Doubles => x",
                "line 9: \"Doubles => x\": cannot read \"x\": expected a number",
            ),
            (
                "21: 13/11 24/23             41: 6/2* 2/1* ",
                "hello",
                "line 7: cannot read \"1) hello\": expected a roll",
            ),
            ("      Wins 2 points\n", "      Wins 2 points\n 24) 11: 8/7\n", "line 13: the game is over"),
            (" gnubg : 2 ", " other : 2 ", "line 15: the names differ from those of the first game"),
        ] {
            let text = EXAMPLE.replacen(from, to, 1);
            assert_ne!(text, EXAMPLE, "{from}");
            let found = read(&text).unwrap_err().to_string();
            assert!(found.starts_with(error), "{to}: {found}");
        }
        assert!(read("").is_err() && read(" 3 point match\n").is_err());
    }
}
