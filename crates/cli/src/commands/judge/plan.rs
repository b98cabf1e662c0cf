//! The games to play.

use std::path::Path;

use rules::InputError;

use super::{Arguments, MAX_GAMES};
use crate::bounded_read::read_text_file;
use crate::error::CliError;
use crate::output::counted;

/// File that is read without arguments.
const MANAGER_FILE: &str = "manager.txt";
/// Largest size of a plan in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// The games to play.
pub(super) enum Plan {
    /// Two players who start alternate games.
    Pair {
        players: [String; 2],
        /// Names of the players' logs.
        logs: Option<[String; 2]>,
        games: u64,
    },
    /// A list of games.
    List(Vec<PlannedGame>),
}

/// A game to play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PlannedGame {
    /// Commands of the players; the first starts.
    pub(super) players: [String; 2],
    /// Names of the players' logs.
    pub(super) logs: Option<[String; 2]>,
    /// `true` if the second player of the plan starts.
    pub(super) is_swapped: bool,
}

impl Plan {
    /// The plan that the arguments describe.
    pub(super) fn of(arguments: &Arguments) -> Result<Plan, CliError> {
        if let (Some(a), Some(b)) = (&arguments.a, &arguments.b) {
            let games = arguments.games.unwrap_or(2);
            return Ok(Plan::Pair { players: [a, b].map(|command| program(command)), logs: None, games });
        }
        if arguments.a.is_some() {
            return Err(CliError::usage("there is only one player: expected two commands"));
        }
        let file = arguments.plan.as_deref().unwrap_or(Path::new(MANAGER_FILE));
        if arguments.plan.is_none() && !file.exists() {
            return Err(CliError::usage(format_args!(
                "there are no players and no {MANAGER_FILE} here: expected two commands or --plan"
            )));
        }
        let text = read_text_file(file, MAX_BYTES)?;
        read(&text).map_err(|error| CliError::usage(format_args!("{}: {error}", file.display())))
    }

    /// Number of games.
    pub(super) fn len(&self) -> u64 {
        match self {
            Plan::Pair { games, .. } => *games,
            Plan::List(games) => games.len() as u64,
        }
    }

    /// The games in order.
    pub(super) fn games(&self) -> impl Iterator<Item = PlannedGame> {
        (0..self.len()).map(|index| match self {
            Plan::List(games) => games[index as usize].clone(),
            Plan::Pair { players, logs, .. } => {
                let is_swapped = index % 2 == 1;
                let (mut players, mut logs) = (players.clone(), logs.clone());
                if is_swapped {
                    players.reverse();
                    logs.iter_mut().for_each(|logs| logs.reverse());
                }
                PlannedGame { players, logs, is_swapped }
            }
        })
    }

    /// The players whose results are added up; `None` for a list of games.
    pub(super) fn pair(&self) -> Option<&[String; 2]> {
        match self {
            Plan::Pair { players, .. } => Some(players),
            Plan::List(_) => None,
        }
    }
}

/// A command; the name of a file with blanks is quoted.
fn program(command: &str) -> String {
    if command.contains(' ') && Path::new(command).is_file() {
        return format!("\"{}\"", command.replace('\\', "\\\\").replace('"', "\\\""));
    }
    command.to_owned()
}

/// Reads a plan: the number of games, then for each game player, log, player, log. One line of players may serve all games.
fn read(text: &str) -> Result<Plan, InputError> {
    let mut words = text.split_whitespace();
    let count =
        words.next().ok_or_else(|| InputError::new("the file is empty: expected the number of games"))?;
    let games: u64 = count
        .parse()
        .ok()
        .filter(|games| (1..=MAX_GAMES).contains(games))
        .ok_or_else(|| InputError::unexpected(count, format!("the number of games, 1 to {MAX_GAMES}")))?;
    let words: Vec<&str> = words.collect();
    let (lines, rest) = words.as_chunks::<4>();
    let lines_found = lines.len() as u64;
    if !rest.is_empty() || lines_found != games && lines_found != 1 {
        return Err(InputError::new(format!(
            "{} after the number of games: expected player, log, player, log for {}, or once for all",
            counted(words.len(), "word"),
            counted(games as usize, "game")
        )));
    }
    let mut list = Vec::new();
    for [player_1, log_1, player_2, log_2] in lines {
        for log in [log_1, log_2] {
            if Path::new(log).file_name().is_none_or(|name| name != *log) {
                return Err(InputError::unexpected(log, "the name of a log, without a folder"));
            }
        }
        list.push(PlannedGame {
            players: [player_1, player_2].map(|&player| local(player)),
            logs: Some([log_1, log_2].map(|&log| log.to_owned())),
            is_swapped: false,
        });
    }
    match (games, list.pop()) {
        (2.., Some(PlannedGame { players, logs, .. })) if list.is_empty() => {
            Ok(Plan::Pair { players, logs, games })
        }
        (_, last) => {
            list.extend(last);
            Ok(Plan::List(list))
        }
    }
}

/// A player named in a plan: a file beside the plan needs no `./`.
fn local(player: &str) -> String {
    if !player.contains('/') && Path::new(player).is_file() {
        format!("./{player}")
    } else {
        player.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(text: &str) -> Result<Vec<PlannedGame>, String> {
        read(text).map(|plan| plan.games().collect()).map_err(|error| error.to_string())
    }

    fn planned(players: [&str; 2], logs: [&str; 2], is_swapped: bool) -> PlannedGame {
        PlannedGame { players: players.map(str::to_owned), logs: Some(logs.map(str::to_owned)), is_swapped }
    }

    #[test]
    fn a_plan_has_a_line_for_each_game_or_one_for_all() {
        let list = [
            planned(["p1", "p2"], ["a.log", "b.log"], false),
            planned(["p2", "p3"], ["c.log", "d.log"], false),
        ];
        assert_eq!(games("2\r\np1 a.log p2 b.log\r\np2 c.log\np3 d.log\n").unwrap(), list);
        let pair = [
            planned(["p1", "p2"], ["a.log", "b.log"], false),
            planned(["p2", "p1"], ["b.log", "a.log"], true),
            planned(["p1", "p2"], ["a.log", "b.log"], false),
        ];
        assert_eq!(games("3 p1 a.log p2 b.log").unwrap(), pair);
    }

    #[test]
    fn errors_say_what_was_expected() {
        for (text, error) in [
            ("", "the file is empty: expected the number of games"),
            ("x", "cannot read \"x\": expected the number of games, 1 to 1000000"),
            ("0 p1 a p2 b", "cannot read \"0\""),
            ("1 p1 a p2", "3 words after the number of games: expected player, log, player, log for 1 game"),
            ("3 p1 a p2 b p1 a p2 b", "8 words after the number of games"),
            ("1 p1 ../a p2 b", "cannot read \"../a\": expected the name of a log, without a folder"),
        ] {
            let found = games(text).unwrap_err();
            assert!(found.starts_with(error), "{text}: {found}");
        }
    }
}
