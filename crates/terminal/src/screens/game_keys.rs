//! Keys and clicks on the screen of a game.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use table::SeatAction;
use view::{Pick, Place};

use super::game_screen::{Dialog, GameScreen, Side};
use crate::board::{Direction, neighbor};
use crate::error::TerminalError;

/// Longest typed move in characters.
const MAX_MOVE: usize = 120;

/// What the program has to do after a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Leave {
    /// Nothing: the game goes on.
    Stay,
    /// Back to the menu. The game is saved.
    Menu,
    /// End the program. The game is saved.
    Quit,
}

type Handled = Result<Leave, TerminalError>;

impl GameScreen {
    /// Handles a key.
    pub(crate) fn on_key(&mut self, key: KeyEvent) -> Handled {
        if self.dialog.is_some() {
            return self.on_dialog_key(key);
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return Ok(if key.code == KeyCode::Char('c') { Leave::Quit } else { Leave::Stay });
        }
        if let (KeyCode::Char(letter @ ('y' | 'n')), Some(seat)) = (key.code, self.game.person_to_answer()) {
            self.game.act(seat, SeatAction::Answer(letter == 'y'))?;
            return Ok(Leave::Stay);
        }
        match key.code {
            KeyCode::Left => self.on_arrow((-1, 0)),
            KeyCode::Right => self.on_arrow((1, 0)),
            KeyCode::Up => self.on_arrow((0, -1)),
            KeyCode::Down => self.on_arrow((0, 1)),
            KeyCode::Enter | KeyCode::Char(' ') => return self.on_enter(),
            KeyCode::Tab => self.next_target(),
            KeyCode::Esc => {
                self.viewed = None;
                if self.input.cancel() {
                    self.choice = 0;
                }
            }
            KeyCode::Char(letter) => return self.on_letter(letter),
            _ => {}
        }
        Ok(Leave::Stay)
    }

    fn on_letter(&mut self, letter: char) -> Handled {
        match letter {
            'q' => return Ok(Leave::Quit),
            'b' => return Ok(Leave::Menu),
            's' => {
                self.game.message = format!("Saved as {}. Continue it from the menu.", self.game.row().id);
            }
            'h' => self.game.ask_hint()?,
            'u' => self.game.undo()?,
            'd' => self.game.draw()?,
            'r' if self.game.table().outcome().is_none() => {
                let last = self.game.resignations().len().saturating_sub(1);
                self.dialog = Some(Dialog::Resign(last));
            }
            'f' => {
                self.side = match self.side {
                    Side::Player => Side::Usual,
                    Side::Usual => Side::Turned,
                    Side::Turned => Side::Player,
                };
                self.game.message = match self.side {
                    Side::Player => "The board is seen by the side that plays.",
                    Side::Usual => "The board keeps its usual side.",
                    Side::Turned => "The board is turned.",
                }
                .to_owned();
            }
            'm' if self.is_entering() => self.dialog = Some(Dialog::Typed(String::new())),
            '?' => self.dialog = Some(Dialog::Help),
            '<' | ',' => self.step(false),
            '>' | '.' => self.step(true),
            '1'..='9' => {
                let index = letter as usize - '1' as usize;
                if let Some(choice) = self.choices().get(index) {
                    return self.pick(choice.place);
                }
            }
            _ => {}
        }
        Ok(Leave::Stay)
    }

    /// Shows the position one move earlier or later.
    fn step(&mut self, is_later: bool) {
        let moves = self.game.table().moves().len();
        let shown = self.viewed.unwrap_or(moves);
        let shown = if is_later { (shown + 1).min(moves) } else { shown.saturating_sub(1) };
        self.viewed = (shown < moves).then_some(shown);
    }

    /// `true` if everything that may be picked is beside the board.
    fn has_only_choices(&self) -> bool {
        let choices = self.choices().len();
        choices > 0 && choices == self.targets().len()
    }

    fn on_arrow(&mut self, direction: Direction) {
        if self.has_only_choices() {
            let count = self.choices().len();
            let step = if direction.0 + direction.1 > 0 { 1 } else { count - 1 };
            self.choice = (self.choice + step) % count;
        } else if let Some(cursor) = self.cursor {
            self.cursor = Some(neighbor(&self.diagram(), cursor, direction));
        }
    }

    /// Moves the cursor to the next place that may be picked.
    fn next_target(&mut self) {
        let diagram = self.diagram();
        let targets = self.targets();
        let mut places: Vec<Place> =
            diagram.spots.iter().map(|spot| spot.place).filter(|place| targets.contains(place)).collect();
        let at = places.iter().position(|&place| Some(place) == self.cursor).map_or(0, |index| index + 1);
        if !places.is_empty() {
            let count = places.len();
            places.rotate_left(at % count);
            self.cursor = places.first().copied();
        }
    }

    fn on_enter(&mut self) -> Handled {
        if self.game.table().outcome().is_some() {
            return Ok(Leave::Menu);
        }
        if self.viewed.take().is_some() {
            return Ok(Leave::Stay);
        }
        if self.has_only_choices() {
            let choices = self.choices();
            return match choices.get(self.choice.min(choices.len() - 1)) {
                Some(choice) => self.pick(choice.place),
                None => Ok(Leave::Stay),
            };
        }
        match self.cursor {
            Some(cursor) => self.pick(cursor),
            None => Ok(Leave::Stay),
        }
    }

    /// Picks a place; plays the move once it is complete.
    fn pick(&mut self, place: Place) -> Handled {
        let Some(seat) = self.game.person_to_move().filter(|_| self.viewed.is_none()) else {
            if self.game.is_thinking() {
                self.game.message = "It is not your turn.".to_owned();
            }
            return Ok(Leave::Stay);
        };
        let board = self.game.table().board();
        let diagram = board.diagram();
        self.choice = 0;
        match self.input.pick(board, &diagram, place) {
            Pick::Move(mv) => {
                self.game.act(seat, SeatAction::Play(mv))?;
            }
            Pick::Changed => self.game.message = String::new(),
            Pick::Nowhere => {
                let name =
                    diagram.spots.iter().find(|spot| spot.place == place).map(|spot| spot.name.as_str());
                self.game.message = match (name, self.input.picked().is_empty()) {
                    (Some(name), true) => format!("Nothing on {name} can move."),
                    (Some(name), false) => format!("No move goes to {name}."),
                    (None, _) => "No move goes there.".to_owned(),
                };
            }
        }
        Ok(Leave::Stay)
    }

    fn on_dialog_key(&mut self, key: KeyEvent) -> Handled {
        let Some(dialog) = &mut self.dialog else { return Ok(Leave::Stay) };
        match (dialog, key.code) {
            (Dialog::Help, _) | (_, KeyCode::Esc) => self.dialog = None,
            (Dialog::Resign(chosen), code) => {
                let count = self.game.resignations().len();
                match code {
                    KeyCode::Up => *chosen = chosen.saturating_sub(1),
                    KeyCode::Down => *chosen = (*chosen + 1).min(count.saturating_sub(1)),
                    KeyCode::Enter | KeyCode::Char('y') => {
                        let chosen = *chosen;
                        self.dialog = None;
                        self.game.resign(chosen)?;
                    }
                    KeyCode::Char('n') => self.dialog = None,
                    _ => {}
                }
            }
            (Dialog::Typed(text), KeyCode::Char(letter)) if text.chars().count() < MAX_MOVE => {
                text.push(letter);
            }
            (Dialog::Typed(text), KeyCode::Backspace) => {
                text.pop();
            }
            (Dialog::Typed(text), KeyCode::Enter) => {
                let text = std::mem::take(text);
                self.dialog = None;
                if let Some(seat) = self.game.person_to_move().filter(|_| !text.trim().is_empty()) {
                    self.game.act(seat, SeatAction::Move(text))?;
                }
            }
            _ => {}
        }
        Ok(Leave::Stay)
    }

    /// Handles a click.
    pub(crate) fn on_mouse(&mut self, event: MouseEvent) -> Handled {
        if event.kind != MouseEventKind::Down(MouseButton::Left) || self.dialog.is_some() {
            return Ok(Leave::Stay);
        }
        let at = (event.column, event.row).into();
        if let Some((_, place)) = self.choice_areas.iter().find(|(area, _)| area.contains(at)) {
            return self.pick(*place);
        }
        let layout = self.layout;
        match layout.and_then(|layout| layout.place_at(&self.diagram(), event.column, event.row)) {
            Some(place) => {
                self.cursor = Some(place);
                self.viewed = None;
                self.pick(place)
            }
            None => Ok(Leave::Stay),
        }
    }
}
