//! Game statistics and the user's own.

use games::catalog;
use ratatui::Frame;
use ratatui::text::{Line, Span};
use store::statistics::{PlayerTotals, Statistics, Totals};

use super::frame::{Key, draw_frame, draw_lines, draw_panel};
use crate::data::TerminalData;
use crate::error::TerminalError;
use crate::theme::Theme;

const GAME_KEYS: [Key; 2] = [("left, right", "another game"), ("Esc", "back to the menu")];
const OWN_KEYS: [Key; 1] = [("Esc", "back to the menu")];

/// Rows of the user's own statistics: title and totals of each game played, and of all.
pub fn own_rows(own: &[(String, Totals)]) -> Vec<(String, Totals)> {
    let mut sum = Totals::default();
    let mut rows = Vec::new();
    for info in &catalog::GAMES {
        if let Some((_, totals)) = own.iter().find(|(game, _)| game == info.name) {
            rows.push((info.title.to_owned(), *totals));
            sum += *totals;
        }
    }
    rows.push(("All games".to_owned(), sum));
    rows
}

/// A player with its totals, in words.
pub fn player_text(player: &PlayerTotals) -> String {
    let Totals { wins, draws, losses } = player.totals;
    let counted =
        |count: u32, one: &str, several: &str| format!("{count} {}", if count == 1 { one } else { several });
    format!(
        "{} ({}, {}, {})",
        player.name,
        counted(wins, "win", "wins"),
        counted(draws, "draw", "draws"),
        counted(losses, "loss", "losses")
    )
}

/// Names of several players with their totals.
pub fn players_text(players: &[&PlayerTotals]) -> String {
    match players {
        [] => "none yet".to_owned(),
        players => players.iter().map(|player| player_text(player)).collect::<Vec<_>>().join(", "),
    }
}

/// Statistics of all accounts in one game, or in all.
pub(crate) struct GameStatistics {
    /// Index in the catalog; `None` for all games.
    game: Option<usize>,
    statistics: Statistics,
}

impl GameStatistics {
    pub(crate) fn open(data: &TerminalData, game: Option<usize>) -> Result<GameStatistics, TerminalError> {
        let name = game.and_then(|index| catalog::GAMES.get(index)).map(|info| info.name);
        Ok(GameStatistics { game, statistics: data.statistics(name)? })
    }

    /// The next or previous game, with all games between the last and the first.
    pub(crate) fn step(&self, data: &TerminalData, is_next: bool) -> Result<GameStatistics, TerminalError> {
        let count = catalog::GAMES.len();
        let game = match (self.game, is_next) {
            (None, true) => Some(0),
            (None, false) => Some(count - 1),
            (Some(index), true) => Some(index + 1).filter(|&next| next < count),
            (Some(index), false) => index.checked_sub(1),
        };
        GameStatistics::open(data, game)
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, theme: Theme, user: &str) {
        let title = self.game.map_or("All games", |index| catalog::GAMES[index].title);
        let body = draw_frame(frame, theme, "Game statistics", user, &GAME_KEYS);
        let Statistics { games, totals, players } = &self.statistics;
        let height = (players.len() as u16 + 13).min(body.height);
        let inside = draw_panel(frame, body, theme, title, (72, height));
        let label = |label: &str, value: String| {
            Line::from(vec![Span::styled(format!("  {label:<16}"), theme.soft()), Span::raw(value)])
        };
        let mut lines = vec![
            Line::raw(""),
            label("Games played", games.to_string()),
            label("Wins", totals.wins.to_string()),
            label("Draws", totals.draws.to_string()),
            label("Losses", totals.losses.to_string()),
            label("Best player", players_text(&self.statistics.best())),
            label("Weakest player", players_text(&self.statistics.weakest())),
            Line::raw(""),
            heading(theme, "Player"),
        ];
        lines.extend(players.iter().map(|player| totals_line(&player.name, &player.totals)));
        draw_lines(frame, inside, lines);
    }
}

/// Draws the statistics of the user.
pub(crate) fn draw_own(frame: &mut Frame<'_>, theme: Theme, user: &str, own: &[(String, Totals)]) {
    let body = draw_frame(frame, theme, "My statistics", user, &OWN_KEYS);
    let rows = own_rows(own);
    let inside = draw_panel(frame, body, theme, user, (60, rows.len() as u16 + 8));
    let mut lines = vec![Line::raw(""), heading(theme, "Game")];
    lines.extend(rows.iter().map(|(title, totals)| totals_line(title, totals)));
    lines.push(Line::raw(""));
    let note = "  Of several people at one screen only you are counted.";
    lines.push(Line::styled(note, theme.soft()));
    draw_lines(frame, inside, lines);
}

fn heading(theme: Theme, first: &str) -> Line<'static> {
    let text = format!("  {first:<20}{:>7}{:>7}{:>7}{:>8}", "Games", "Wins", "Draws", "Losses");
    Line::styled(text, theme.heading())
}

fn totals_line(name: &str, totals: &Totals) -> Line<'static> {
    let Totals { wins, draws, losses } = totals;
    Line::raw(format!(
        "  {:<20}{:>7}{wins:>7}{draws:>7}{losses:>8}",
        super::frame::fit(name, 20),
        totals.games()
    ))
}
