//! The form of a new game: game, kind, players, clock.

use games::catalog::{self, GameInfo, Values};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::text::{Line, Span};
use rules::{InputError, Seat};
use search::EngineName;

use super::frame::{Key, draw_frame, draw_lines, draw_panel};
use crate::messages::capitalized;
use crate::new_game::{NewGame, NewSeat};
use crate::theme::Theme;

const KEYS: [Key; 4] =
    [("up, down", "field"), ("left, right", "change"), ("Enter", "start"), ("Esc", "back to the menu")];
const CLOCKS: [&str; 9] = ["none", "1m+1s", "3m+2s", "5m", "5m+3s", "10m", "15m+10s", "30m", "30s/move"];

/// Settings of a game with a title, besides those of the catalog.
#[derive(Clone, Debug)]
pub struct ExtraPreset {
    /// Name of the game.
    pub game: &'static str,
    /// Title to show.
    pub title: String,
    /// The settings, as `key = value` lines.
    pub settings: String,
}

/// A field of the form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Field {
    Game,
    Kind,
    Computers,
    Seat(usize),
    Clock,
}

/// A possible player of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
enum SeatOption {
    Me,
    Other,
    Engine(EngineName, String),
}

/// The form.
pub(crate) struct NewGameForm {
    extra: Vec<ExtraPreset>,
    game: usize,
    kind: usize,
    /// Title and settings of each kind.
    kinds: Vec<(String, String)>,
    seat_names: Vec<String>,
    options: Vec<SeatOption>,
    /// Index into `options` for each seat.
    seats: Vec<usize>,
    clock: usize,
    field: usize,
    pub(crate) error: String,
}

impl NewGameForm {
    pub(crate) fn new(extra: Vec<ExtraPreset>) -> NewGameForm {
        let mut form = NewGameForm {
            extra,
            game: 0,
            kind: 0,
            kinds: Vec::new(),
            seat_names: Vec::new(),
            options: Vec::new(),
            seats: Vec::new(),
            clock: 0,
            field: 0,
            error: String::new(),
        };
        form.set_game(0);
        form
    }

    fn info(&self) -> &'static GameInfo {
        &catalog::GAMES[self.game]
    }

    fn set_game(&mut self, game: usize) {
        self.game = game;
        self.kind = 0;
        let info = self.info();
        let extra = self.extra.iter().filter(|extra| extra.game == info.name);
        let presets = info.presets.iter();
        self.kinds = extra
            .map(|extra| (extra.title.clone(), extra.settings.clone()))
            .chain(presets.map(|preset| (preset.title.to_owned(), preset.settings.to_owned())))
            .collect();
        self.options = seat_options(info);
        self.set_kind(0);
    }

    fn set_kind(&mut self, kind: usize) {
        self.kind = kind;
        let opened = catalog::open(self.info().name, &self.kinds[kind].1);
        match opened {
            Ok(game) => {
                self.seat_names =
                    Seat::all(game.seats()).map(|seat| capitalized(&game.seat_name(seat))).collect();
                let count = self.seat_names.len();
                if self.seats.len() != count || self.seats.iter().any(|&seat| seat >= self.options.len()) {
                    self.set_computers(count - 1);
                }
                self.error.clear();
            }
            Err(error) => self.error = error.to_string(),
        }
    }

    /// The first seats are people's, the last ones computers'.
    fn set_computers(&mut self, computers: usize) {
        let people = self.seat_names.len().saturating_sub(computers);
        let engine = self.usual_engine();
        self.seats = (0..self.seat_names.len())
            .map(|seat| match seat {
                0 if people > 0 => 0,
                seat if seat < people => 1,
                _ => engine,
            })
            .collect();
    }

    fn usual_engine(&self) -> usize {
        let usual = self.info().choose_engine(None).map(|choice| choice.engine);
        let is_usual = |option: &SeatOption| matches!((option, &usual), (SeatOption::Engine(engine, _), Ok(usual)) if engine == usual);
        self.options.iter().position(is_usual).unwrap_or(self.options.len() - 1)
    }

    fn computers(&self) -> usize {
        self.seats.iter().filter(|&&seat| matches!(self.options[seat], SeatOption::Engine(..))).count()
    }

    fn fields(&self) -> Vec<Field> {
        let mut fields = vec![Field::Game, Field::Kind];
        if self.seats.len() > 1 {
            fields.push(Field::Computers);
            fields.extend((0..self.seats.len()).map(Field::Seat));
        }
        fields.push(Field::Clock);
        fields
    }

    /// Handles a key; returns the game to start.
    pub(crate) fn on_key(&mut self, key: KeyEvent) -> Option<NewGame> {
        let fields = self.fields();
        match key.code {
            KeyCode::Up | KeyCode::BackTab => self.field = (self.field + fields.len() - 1) % fields.len(),
            KeyCode::Down | KeyCode::Tab => self.field = (self.field + 1) % fields.len(),
            KeyCode::Left => self.change(fields[self.field], false),
            KeyCode::Right | KeyCode::Char(' ') => self.change(fields[self.field], true),
            KeyCode::Enter => match self.new_game() {
                Ok(game) => return Some(game),
                Err(error) => self.error = error.to_string(),
            },
            _ => {}
        }
        None
    }

    fn change(&mut self, field: Field, is_next: bool) {
        let step = |at: usize, count: usize| (at + if is_next { 1 } else { count - 1 }) % count;
        match field {
            Field::Game => self.set_game(step(self.game, catalog::GAMES.len())),
            Field::Kind => self.set_kind(step(self.kind, self.kinds.len())),
            Field::Clock => self.clock = step(self.clock, CLOCKS.len()),
            Field::Computers => {
                // At least one player must be human.
                self.set_computers(step(self.computers().min(self.seats.len() - 1), self.seats.len()));
            }
            Field::Seat(seat) => {
                self.seats[seat] = step(self.seats[seat], self.options.len());
                let (me, engine) = (0, self.usual_engine());
                if self.seats[seat] == me {
                    for (other, option) in self.seats.iter_mut().enumerate() {
                        if other != seat && *option == me {
                            *option = engine;
                        }
                    }
                }
            }
        }
        self.field = self.field.min(self.fields().len() - 1);
    }

    fn new_game(&self) -> Result<NewGame, InputError> {
        let player = |&seat: &usize| match &self.options[seat] {
            SeatOption::Me => NewSeat::Me(None),
            SeatOption::Other => NewSeat::Other(None),
            SeatOption::Engine(engine, _) => NewSeat::Engine(engine.clone(), None),
        };
        let seats: Vec<NewSeat> = self.seats.iter().map(player).collect();
        if seats.iter().all(|seat| matches!(seat, NewSeat::Engine(..))) {
            return Err(InputError::new("at least one player must be human"));
        }
        let mut new = NewGame::new(self.info().name, &self.kinds[self.kind].1, seats);
        new.clock = CLOCKS[self.clock].parse()?;
        Ok(new)
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, theme: Theme, user: &str) {
        let body = draw_frame(frame, theme, "New game", user, &KEYS);
        let fields = self.fields();
        let inside = draw_panel(frame, body, theme, "New game", (76, fields.len() as u16 + 7));
        let mut lines = vec![Line::styled(format!("  {}", self.info().about), theme.soft()), Line::raw("")];
        for (index, field) in fields.iter().enumerate() {
            let is_focus = index == self.field;
            let (label, value) = self.field_text(*field, user);
            let style = if is_focus { theme.accent() } else { theme.soft() };
            let sign = if is_focus { theme.text("▸ ", "> ") } else { "  " };
            let value = match is_focus {
                true => format!("{} {value} {}", theme.text("◂", "<"), theme.text("▸", ">")),
                false => format!("  {value}"),
            };
            lines.push(Line::from(vec![
                Span::styled(format!("{sign}{label:<12}"), style),
                Span::styled(
                    value,
                    if is_focus { theme.chosen() } else { theme.screen() }
                        .bg(theme.color(crate::theme::Rgb::SHEET)),
                ),
            ]));
        }
        lines.push(Line::raw(""));
        lines.push(match self.error.is_empty() {
            true => Line::styled("  Enter starts the game. Every move is saved.", theme.soft()),
            false => Line::styled(format!("  {}", self.error), theme.danger()),
        });
        draw_lines(frame, inside, lines);
    }

    fn field_text(&self, field: Field, user: &str) -> (String, String) {
        match field {
            Field::Game => ("Game".to_owned(), self.info().title.to_owned()),
            Field::Kind => ("Kind".to_owned(), self.kinds[self.kind].0.clone()),
            Field::Clock => ("Clock".to_owned(), CLOCKS[self.clock].to_owned()),
            Field::Computers => {
                ("Computers".to_owned(), format!("{} of {} players", self.computers(), self.seats.len()))
            }
            Field::Seat(seat) => {
                let player = match &self.options[self.seats[seat]] {
                    SeatOption::Me => format!("{user} (you)"),
                    SeatOption::Other => "Friend (at this screen)".to_owned(),
                    SeatOption::Engine(_, title) => title.clone(),
                };
                (self.seat_names[seat].clone(), player)
            }
        }
    }
}

/// Players that can be chosen: the user, another person, and every engine with each of its levels.
fn seat_options(info: &GameInfo) -> Vec<SeatOption> {
    let mut options = vec![SeatOption::Me, SeatOption::Other];
    for engine in info.engines {
        let names: Vec<String> = match engine.options {
            [level] if level.key == "level" && matches!(level.values, Values::Number { .. }) => {
                (1..=8).map(|level| format!("{}:level={level}", engine.name)).collect()
            }
            _ => vec![engine.name.to_owned()],
        };
        for name in names {
            let chosen = name.parse().and_then(|name: EngineName| info.choose_engine(Some(&name)));
            options.extend(chosen.map(|choice| SeatOption::Engine(choice.engine, choice.title)));
        }
    }
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_every_game_can_be_started() {
        let mut form = NewGameForm::new(Vec::new());
        for game in 0..catalog::GAMES.len() {
            form.set_game(game);
            for kind in 0..form.kinds.len() {
                form.set_kind(kind);
                let new = form.new_game().unwrap();
                assert_eq!(new.seats.len(), form.seat_names.len());
                assert_eq!(new.seats[0], NewSeat::Me(None), "{}", form.kinds[kind].0);
                assert_eq!(form.computers(), form.seats.len() - 1);
            }
        }
    }

    #[test]
    fn the_user_has_one_seat() {
        let mut form = NewGameForm::new(Vec::new());
        form.change(Field::Seat(1), false);
        while form.seats[1] != 0 {
            form.change(Field::Seat(1), true);
        }
        assert_eq!((form.seats[1], form.seats[0]), (0, form.usual_engine()));
        form.change(Field::Computers, false);
        assert_eq!(form.seats, [0, 1]);
    }
}
