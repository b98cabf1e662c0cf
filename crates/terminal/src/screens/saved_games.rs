//! The list of saved games.

use games::catalog;
use ratatui::Frame;
use ratatui::text::Line;
use store::{Home, SeatHolder, TableRow, unix_millis};

use super::frame::{Key, draw_frame, draw_lines, draw_panel, fit, row};
use crate::data::TerminalData;
use crate::error::TerminalError;
use crate::theme::Theme;

const KEYS: [Key; 3] = [("arrows", "choose"), ("Enter", "continue"), ("Esc", "back to the menu")];

/// The list.
pub(crate) struct SavedGames {
    games: Vec<TableRow>,
    chosen: usize,
    pub(crate) error: String,
}

/// Title of a stored game and its players.
pub fn game_text(row: &TableRow) -> String {
    let title = catalog::entry(row.game()).map_or(row.game(), |info| info.title);
    let names: Vec<&str> = row.seats.iter().filter_map(SeatHolder::name).collect();
    format!("{title}: {}", names.join(", "))
}

/// Time since a moment, in words.
fn ago(millis: i64) -> String {
    let minutes = (unix_millis() - millis).max(0) / 60_000;
    match minutes {
        0 => "just now".to_owned(),
        minutes if minutes < 60 => format!("{minutes} min ago"),
        minutes if minutes < 48 * 60 => format!("{} h ago", minutes / 60),
        minutes => format!("{} days ago", minutes / (24 * 60)),
    }
}

impl SavedGames {
    pub(crate) fn open(data: &TerminalData) -> Result<SavedGames, TerminalError> {
        Ok(SavedGames { games: data.unfinished_games()?, chosen: 0, error: String::new() })
    }

    /// Moves the choice.
    pub(crate) fn step(&mut self, is_next: bool) {
        let count = self.games.len();
        if count > 0 {
            self.chosen = (self.chosen + if is_next { 1 } else { count - 1 }) % count;
        }
    }

    /// Id of the chosen game.
    pub(crate) fn chosen(&self) -> Option<&str> {
        self.games.get(self.chosen).map(|row| row.id.as_str())
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, theme: Theme, user: &str) {
        let body = draw_frame(frame, theme, "Continue a saved game", user, &KEYS);
        let rows = (self.games.len() as u16).max(1);
        let inside = draw_panel(frame, body, theme, "Saved games", (76, rows + 5));
        let visible = usize::from(inside.height.saturating_sub(3)).max(1);
        let first = self.chosen.saturating_sub(visible - 1);
        let mut lines = Vec::new();
        if self.games.is_empty() {
            lines.push(Line::styled("  Your unfinished games appear here.", theme.soft()));
        }
        for (index, game) in self.games.iter().enumerate().skip(first).take(visible) {
            let place = if game.home == Home::Server { ", in the browser" } else { "" };
            let when = format!("{}{place}", ago(game.created));
            let width = usize::from(inside.width).saturating_sub(when.chars().count() + 4);
            let text = format!("{:<width$}  {when}", fit(&game_text(game), width));
            lines.push(row(theme, &text, index == self.chosen, inside.width));
        }
        lines.push(Line::raw(""));
        lines.push(Line::styled(format!("  {}", self.error), theme.danger()));
        draw_lines(frame, inside, lines);
    }
}
