//! The terminal while a full-screen program runs.

use std::io::stdout;

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;

use crate::error::TerminalError;

/// Runs a program on the whole terminal, with the mouse. The terminal is restored in any case.
pub(crate) fn on_whole_terminal(
    run: impl FnOnce(&mut DefaultTerminal) -> Result<(), TerminalError>,
) -> Result<(), TerminalError> {
    let mut terminal = ratatui::try_init()?;
    let result = execute!(stdout(), EnableMouseCapture).map_err(TerminalError::from);
    let result = result.and_then(|()| run(&mut terminal));
    // Nothing more can be done if the terminal is gone.
    let _ = execute!(stdout(), DisableMouseCapture);
    ratatui::restore();
    result
}
