//! The chess computer in the terminal: its screen, its keypad, and its games, which are stored like all others.

mod lcd;
mod saving;

use std::time::{Duration, Instant};

use device::Key;
use device::chess::Army;
use device_home::{DeviceGame, HomeTask, NewDeviceGame};
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::layout::Position;
use ratatui::{DefaultTerminal, Frame};
use search::EngineName;
use table::Millis;

use crate::app::LastGame;
use crate::data::TerminalData;
use crate::error::TerminalError;
use crate::events::{AppEvent, AppEvents, AppSender, StopHook};
use crate::game::{Game, GameContext};
use crate::messages::outcome_text;
use crate::new_game::{NewGame, NewSeat};
use crate::session::on_whole_terminal;
use crate::theme::Theme;
use lcd::{Keypad, draw_lcd};
use saving::DeviceSaver;

/// Interval at which time passes on the device. The picture changes less often.
const TICK: Duration = Duration::from_millis(100);

/// Options of the chess computer.
pub struct DeviceOptions {
    /// Colours and characters.
    pub theme: Theme,
    /// Opponent; that of the game without it.
    pub engine: Option<EngineName>,
    /// Seed of the dice; random without it.
    pub seed: Option<u64>,
    /// Army to offer in the menu.
    pub army: Option<Army>,
    /// Registers a function that stops the program, for signals.
    pub on_stop: StopHook,
}

/// The device, its open game, and what is shown beside the screen.
struct DeviceApp<'a> {
    data: &'a mut TerminalData,
    theme: Theme,
    engine: Option<EngineName>,
    seed: Option<u64>,
    home: DeviceGame,
    game: Option<Game>,
    saver: DeviceSaver,
    sender: AppSender,
    /// Number of games opened so far.
    games: u64,
    since: Instant,
    keypad: Keypad,
    message: String,
    is_done: bool,
}

/// Result of a session of the chess computer.
pub struct DeviceEnd {
    /// Its game.
    pub last_game: Option<LastGame>,
    /// The army that was entered or loaded, else that of the game.
    pub army: Army,
}

/// Runs the chess computer until the user quits. The terminal is restored in any case.
pub fn run_device(data: &mut TerminalData, options: DeviceOptions) -> Result<DeviceEnd, TerminalError> {
    let DeviceOptions { theme, engine, seed, army, on_stop } = options;
    let events = AppEvents::start(on_stop);
    let (device, table) = saving::restore(data)?;
    let mut app = DeviceApp {
        data,
        theme,
        engine,
        seed,
        home: DeviceGame::new(device),
        game: None,
        saver: DeviceSaver::default(),
        sender: events.sender(),
        games: 0,
        since: Instant::now(),
        keypad: Keypad::default(),
        message: String::new(),
        is_done: false,
    };
    app.continue_game(table);
    if let Some(army) = army {
        app.home.device_mut().load_army(army);
    }
    on_whole_terminal(|terminal| app.run(terminal, &events))?;
    let device = app.home.device();
    let army = *device.loaded_army().unwrap_or(device.army());
    Ok(DeviceEnd { last_game: app.last_game(), army })
}

impl DeviceApp<'_> {
    fn run(&mut self, terminal: &mut DefaultTerminal, events: &AppEvents) -> Result<(), TerminalError> {
        let mut is_changed = true;
        while !self.is_done {
            if is_changed {
                terminal.draw(|frame| self.draw(frame))?;
            }
            let until = self.game.as_ref().and_then(Game::next_tick).map_or(TICK, |tick| tick.min(TICK));
            is_changed = match events.next(Some(until)) {
                None => self.tick()?,
                Some(AppEvent::Closed | AppEvent::Stop) => return Ok(()),
                Some(AppEvent::Engine { game, seat, event }) => {
                    if let Some(open) = &mut self.game {
                        open.on_engine(game, seat, event)?;
                    }
                    self.follow()?;
                    true
                }
                Some(AppEvent::Input(Event::Key(key))) if key.kind != KeyEventKind::Release => {
                    self.on_key(key)?;
                    true
                }
                Some(AppEvent::Input(Event::Mouse(mouse)))
                    if mouse.kind == MouseEventKind::Down(MouseButton::Left) =>
                {
                    let clicked = self.keypad.key_at(Position { x: mouse.column, y: mouse.row });
                    if let Some(key) = clicked {
                        self.press(key)?;
                    }
                    clicked.is_some()
                }
                Some(AppEvent::Input(Event::Resize(..))) => true,
                Some(AppEvent::Input(_)) => false,
            };
        }
        Ok(())
    }

    fn now(&self) -> Millis {
        Millis(self.since.elapsed().as_millis() as u64)
    }

    /// Passes time; `true` if something is to be drawn.
    fn tick(&mut self) -> Result<bool, TerminalError> {
        let now = self.now();
        let mut is_changed = self.home.device_mut().tick(now.0 as u32);
        if let Some(game) = &mut self.game {
            let latest = game.table().latest();
            game.tick()?;
            if game.table().latest() != latest {
                self.follow()?;
                is_changed = true;
            }
        }
        if let Some(error) = self.saver.error() {
            self.message = error;
            is_changed = true;
        }
        Ok(is_changed)
    }

    fn on_key(&mut self, key: KeyEvent) -> Result<(), TerminalError> {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        let pressed = match key.code {
            KeyCode::Char('c' | 'q') if is_control => return self.quit(),
            _ if is_control => None,
            KeyCode::Char('q') | KeyCode::Esc => return self.quit(),
            KeyCode::Up => Some(Key::Digit(2)),
            KeyCode::Down => Some(Key::Digit(8)),
            KeyCode::Left => Some(Key::Digit(4)),
            KeyCode::Right => Some(Key::Digit(6)),
            KeyCode::Char(' ') => Some(Key::Digit(5)),
            KeyCode::Enter => Some(Key::Enter),
            KeyCode::Backspace | KeyCode::Delete => Some(Key::Erase),
            KeyCode::Tab => Some(Key::Menu),
            KeyCode::Char(character) => Key::of(character),
            _ => None,
        };
        pressed.map_or(Ok(()), |key| self.press(key))
    }

    fn quit(&mut self) -> Result<(), TerminalError> {
        self.is_done = true;
        Ok(())
    }

    /// Presses a key of the keypad. The state is saved without waiting; a move is on disk before it is shown.
    fn press(&mut self, key: Key) -> Result<(), TerminalError> {
        self.message.clear();
        let now = self.now();
        let task = self.home.key(key, self.game.as_ref().map(Game::table), now);
        match task? {
            HomeTask::None => {}
            HomeTask::Open(new) => self.begin(&new)?,
            HomeTask::Act(seat, action) => {
                if let Some(game) = &mut self.game
                    && !game.act(seat, action)?
                {
                    self.message.clone_from(&game.message);
                }
                self.follow()?;
            }
        }
        self.save();
        Ok(())
    }

    fn begin(&mut self, new: &NewDeviceGame) -> Result<(), TerminalError> {
        // The game before is saved, and can be continued with `record continue`.
        self.game = None;
        let engine = match &self.engine {
            Some(engine) => engine.clone(),
            None => new.choice.engine.parse()?,
        };
        let mut seats = vec![NewSeat::Engine(engine, None); new.seats.into()];
        if let Some(seat) = seats.get_mut(new.player.index()) {
            *seat = NewSeat::Me(None);
        }
        let start = NewGame { seed: self.seed, ..NewGame::new(new.choice.name, &new.settings, seats) };
        let context = self.context();
        match Game::create(self.data, start, context) {
            Ok(game) => self.game = Some(game),
            Err(error) => {
                self.message = error.to_string();
                self.home.device_mut().forget_game();
            }
        }
        self.follow()
    }

    fn context(&mut self) -> GameContext {
        self.games += 1;
        GameContext { number: self.games, pace: Duration::ZERO, sender: self.sender.clone() }
    }

    /// Continues the game that the device had when it was switched off.
    fn continue_game(&mut self, table: Option<String>) {
        let device = self.home.device();
        if !device.has_game() || device.is_over() && device.game() == device::Game::Chess {
            return;
        }
        let context = self.context();
        let opened = match table {
            Some(table) => Game::open(self.data, &table, context).map_err(|error| error.to_string()),
            None => Err("the game was not stored".to_owned()),
        };
        let followed = opened.and_then(|game| {
            self.game = Some(game);
            self.follow().map_err(|error| error.to_string())
        });
        if let Err(error) = followed {
            self.game = None;
            self.message = error;
            self.home.device_mut().forget_game();
        }
    }

    /// Makes the device show the state of its game.
    fn follow(&mut self) -> Result<(), TerminalError> {
        let now = self.now();
        if let Some(game) = &self.game {
            self.home.follow(game.table(), now)?;
            self.save();
        }
        Ok(())
    }

    fn save(&mut self) {
        let table = self.game.as_ref().map(|game| game.row().id.as_str());
        self.saver.save(self.data, self.home.device(), table);
    }

    fn draw(&mut self, frame: &mut Frame<'_>) {
        let thinking = self.game.as_ref().is_some_and(Game::is_thinking);
        let note = if thinking { "the computer is thinking" } else { "" };
        let text = if self.message.is_empty() { note } else { &self.message };
        self.keypad = draw_lcd(frame, self.theme, self.home.device(), text);
    }

    fn last_game(&self) -> Option<LastGame> {
        let game = self.game.as_ref()?;
        let result = game.table().outcome().map(|outcome| outcome_text(game.table(), outcome));
        Some(LastGame { id: game.row().id.clone(), result })
    }
}
