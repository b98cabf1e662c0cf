//! Forms of accounts: log in, register, change the password.

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::text::{Line, Span};

use super::frame::{Key, draw_frame, draw_lines, draw_panel};
use crate::data::TerminalData;
use crate::error::TerminalError;
use crate::theme::Theme;

const KEYS: [Key; 3] = [("Tab", "next field"), ("Enter", "confirm"), ("Esc", "back to the menu")];
/// Longest text of a field in bytes.
const MAX_BYTES: usize = 256;
/// Sign of a hidden field that is not empty. Its length says nothing about that of the text.
const HIDDEN: &str = "********";

/// Kind of a form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AccountForm {
    LogIn,
    Register,
    ChangePassword,
}

impl AccountForm {
    fn title(self) -> &'static str {
        match self {
            AccountForm::LogIn => "Log in",
            AccountForm::Register => "Register",
            AccountForm::ChangePassword => "Change password",
        }
    }

    /// Labels of the fields; all but the name are hidden.
    fn labels(self) -> &'static [&'static str] {
        match self {
            AccountForm::LogIn => &["Name", "Password"],
            AccountForm::Register => &["Name", "Password", "Password again"],
            AccountForm::ChangePassword => &["Old password", "New password", "New password again"],
        }
    }

    fn is_hidden(self, index: usize) -> bool {
        self == AccountForm::ChangePassword || index > 0
    }
}

/// A form that is being filled in.
pub(crate) struct AccountScreen {
    form: AccountForm,
    fields: Vec<String>,
    focus: usize,
    error: String,
}

/// What happens after a key.
pub(crate) enum FormResult {
    /// The form stays open.
    Open,
    /// Back to the menu, with a message.
    Done(String),
}

impl AccountScreen {
    pub(crate) fn new(form: AccountForm) -> AccountScreen {
        AccountScreen {
            form,
            fields: vec![String::new(); form.labels().len()],
            focus: 0,
            error: String::new(),
        }
    }

    pub(crate) fn on_key(&mut self, key: KeyEvent, data: &mut TerminalData) -> FormResult {
        let last = self.fields.len() - 1;
        match key.code {
            KeyCode::Esc => return FormResult::Done(String::new()),
            KeyCode::Tab | KeyCode::Down => self.focus = (self.focus + 1) % (last + 1),
            KeyCode::BackTab | KeyCode::Up => self.focus = (self.focus + last) % (last + 1),
            KeyCode::Enter if self.focus < last => self.focus += 1,
            KeyCode::Enter => match self.send(data) {
                Ok(message) => return FormResult::Done(message),
                Err(error) => {
                    self.error = error;
                    for index in (0..=last).filter(|&index| self.form.is_hidden(index)) {
                        self.fields[index].clear();
                    }
                    self.focus = usize::from(self.form != AccountForm::ChangePassword);
                }
            },
            KeyCode::Backspace => {
                self.fields[self.focus].pop();
            }
            KeyCode::Char(letter) if self.fields[self.focus].len() + letter.len_utf8() <= MAX_BYTES => {
                self.fields[self.focus].push(letter);
            }
            _ => {}
        }
        FormResult::Open
    }

    fn send(&self, data: &mut TerminalData) -> Result<String, String> {
        let [first, second] = [0, 1].map(|index| self.fields[index].as_str());
        if self.fields.get(2).is_some_and(|again| again != second) {
            return Err("the two passwords differ".to_owned());
        }
        let text = |error: TerminalError| error.to_string();
        match self.form {
            AccountForm::LogIn => {
                data.log_in(first, second).map(|user| format!("Welcome back, {}.", user.name)).map_err(text)
            }
            AccountForm::Register => {
                data.register(first, second).map(|user| format!("Welcome, {}.", user.name)).map_err(text)
            }
            AccountForm::ChangePassword => data
                .change_password(first, second)
                .map(|()| "The password is changed; other sessions have ended.".to_owned())
                .map_err(text),
        }
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, theme: Theme, user: &str) {
        let body = draw_frame(frame, theme, self.form.title(), user, &KEYS);
        let height = self.fields.len() as u16 + 7;
        let inside = draw_panel(frame, body, theme, self.form.title(), (56, height));
        let mut lines = vec![Line::raw("")];
        for (index, (label, field)) in self.form.labels().iter().zip(&self.fields).enumerate() {
            let is_focus = index == self.focus;
            let shown = match (self.form.is_hidden(index), field.is_empty()) {
                (true, false) => HIDDEN.to_owned(),
                _ => field.clone(),
            };
            let style = if is_focus { theme.accent() } else { theme.soft() };
            let sign = if is_focus { theme.text("▸ ", "> ") } else { "  " };
            lines.push(Line::from(vec![
                Span::styled(format!("{sign}{label:<19}"), style),
                Span::raw(shown),
                Span::styled(if is_focus { "_" } else { "" }, theme.accent()),
            ]));
        }
        lines.push(Line::raw(""));
        lines.push(Line::styled("  What you type as a password is not shown.", theme.soft()));
        lines.push(Line::raw(""));
        lines.push(Line::styled(format!("  {}", self.error), theme.danger()));
        draw_lines(frame, inside, lines);
    }
}
