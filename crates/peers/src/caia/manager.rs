//! The manager: starts players and referee for each game.

use rules::InputError;

/// A game for the manager.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ManagedGame {
    /// Command lines of the players; the first starts.
    pub players: [String; 2],
    /// Names of the players' logs.
    pub logs: [Option<String>; 2],
    /// Command line of the referee.
    pub referee: String,
    /// Name of the referee's log.
    pub referee_log: Option<String>,
    /// Time for each player in milliseconds.
    pub budget: u64,
}

/// The manager of a list of games.
pub struct CaiaManager {
    games: std::vec::IntoIter<ManagedGame>,
    current: Option<ManagedGame>,
    is_finished: bool,
}

impl CaiaManager {
    /// A manager of these games.
    pub fn new(games: Vec<ManagedGame>) -> CaiaManager {
        CaiaManager { games: games.into_iter(), current: None, is_finished: false }
    }

    /// Lines that begin the next game, or end the dispatcher after the last.
    pub fn begin(&mut self) -> Vec<String> {
        self.current = self.games.next();
        match self.current {
            Some(_) => vec!["I number_players 2".to_owned(), "I lock".to_owned()],
            None => {
                self.is_finished = true;
                vec!["I stop_caiaio".to_owned()]
            }
        }
    }

    /// `true` once the dispatcher was told to stop.
    pub fn is_finished(&self) -> bool {
        self.is_finished
    }

    /// Handles a line to the manager; returns the lines to send.
    pub fn on_line(&mut self, line: &str) -> Result<Vec<String>, InputError> {
        match (line.split_whitespace().next(), &self.current) {
            (Some("lock_ok"), Some(game)) => Ok(start_lines(game)),
            (Some("report"), Some(_)) => {
                let mut lines = ["I kill_referee", "I kill 1", "I kill 2"].map(str::to_owned).to_vec();
                lines.extend(self.begin());
                Ok(lines)
            }
            _ => Err(InputError::unexpected(line.trim(), "lock_ok or a report of the referee")),
        }
    }
}

/// Lines that start the programs of a game, once the dispatcher is locked.
fn start_lines(game: &ManagedGame) -> Vec<String> {
    let log = |log: &Option<String>| log.as_ref().map_or(String::new(), |log| format!(" {}", quoted(log)));
    let mut lines = Vec::new();
    for (number, (player, player_log)) in (1..).zip(game.players.iter().zip(&game.logs)) {
        lines.push(format!("I player {number} {} {}{}", quoted(player), game.budget, log(player_log)));
    }
    lines.push("I unlock".to_owned());
    lines.extend(["I start 1", "I start 2"].map(str::to_owned));
    lines.push(format!("I referee {}{}", quoted(&game.referee), log(&game.referee_log)));
    lines
}

/// A text as one word of a command: quoted if it has blanks or quotes.
fn quoted(text: &str) -> String {
    let is_plain = !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || "'\"\\".contains(c));
    if is_plain {
        text.to_owned()
    } else {
        format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
    }
}
