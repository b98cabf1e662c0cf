//! The main menu.

use ratatui::Frame;
use ratatui::text::Line;

use super::frame::{Key, draw_frame, draw_lines, draw_panel, row};
use crate::data::TerminalData;
use crate::theme::Theme;

const KEYS: [Key; 3] = [("arrows", "choose"), ("Enter", "open"), ("q", "quit")];

/// An entry of the main menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MenuItem {
    NewGame,
    Continue,
    GameStatistics,
    OwnStatistics,
    LogIn,
    Register,
    ChangePassword,
    LogOut,
    Quit,
}

impl MenuItem {
    fn label(self, saved: usize) -> String {
        match self {
            MenuItem::NewGame => "New game".to_owned(),
            MenuItem::Continue => match saved {
                0 => "Continue a saved game (none)".to_owned(),
                count => format!("Continue a saved game ({count})"),
            },
            MenuItem::GameStatistics => "Game statistics".to_owned(),
            MenuItem::OwnStatistics => "My statistics".to_owned(),
            MenuItem::LogIn => "Log in".to_owned(),
            MenuItem::Register => "Register".to_owned(),
            MenuItem::ChangePassword => "Change password".to_owned(),
            MenuItem::LogOut => "Log out".to_owned(),
            MenuItem::Quit => "Quit".to_owned(),
        }
    }
}

/// Entries for a user who is logged in or not.
pub(crate) fn items(is_logged_in: bool) -> Vec<MenuItem> {
    let account: &[MenuItem] = match is_logged_in {
        true => &[MenuItem::ChangePassword, MenuItem::LogOut],
        false => &[MenuItem::LogIn, MenuItem::Register],
    };
    let first = [MenuItem::NewGame, MenuItem::Continue, MenuItem::GameStatistics, MenuItem::OwnStatistics];
    [&first, account, &[MenuItem::Quit]].concat()
}

/// The main menu.
#[derive(Debug, Default)]
pub(crate) struct MainMenu {
    pub(crate) chosen: usize,
    pub(crate) saved: usize,
}

impl MainMenu {
    /// Counts the saved games anew.
    pub(crate) fn refresh(&mut self, data: &TerminalData) {
        self.saved = data.unfinished_games().map_or(0, |games| games.len());
    }

    pub(crate) fn draw(
        &self,
        frame: &mut Frame<'_>,
        theme: Theme,
        user: &str,
        is_logged_in: bool,
        message: &str,
    ) {
        let body = draw_frame(frame, theme, "Menu", user, &KEYS);
        let items = items(is_logged_in);
        let inside = draw_panel(frame, body, theme, "Takhteh", (46, items.len() as u16 + 6));
        let mut lines = vec![Line::styled(format!("  You play as {user}"), theme.soft()), Line::raw("")];
        for (index, item) in items.iter().enumerate() {
            lines.push(row(theme, &item.label(self.saved), index == self.chosen, inside.width));
        }
        lines.push(Line::raw(""));
        lines.push(Line::styled(format!("  {message}"), theme.accent()));
        draw_lines(frame, inside, lines);
    }
}
