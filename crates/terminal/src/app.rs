//! The full-screen program: its screens and its event loop.

use std::time::Duration;

use ratatui::DefaultTerminal;
use ratatui::Frame;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use store::statistics::Totals;

use crate::data::TerminalData;
use crate::error::TerminalError;
use crate::events::{AppEvent, AppEvents, AppSender, StopHook};
use crate::game::{Game, GameContext};
use crate::messages::outcome_text;
use crate::new_game::NewGame;
use crate::screens::account::{AccountForm, AccountScreen, FormResult};
use crate::screens::game_keys::Leave;
use crate::screens::game_screen::GameScreen;
use crate::screens::main_menu::{MainMenu, MenuItem, items};
use crate::screens::new_game_form::{ExtraPreset, NewGameForm};
use crate::screens::saved_games::SavedGames;
use crate::screens::statistics::{GameStatistics, draw_own};
use crate::session::on_whole_terminal;
use crate::theme::Theme;

/// How the program looks and behaves.
pub struct Options {
    /// Colours and characters.
    pub theme: Theme,
    /// Shortest time between two moves of engines without a clock.
    pub pace: Duration,
    /// Settings that the form of a new game offers besides those of the catalog.
    pub presets: Vec<ExtraPreset>,
    /// Registers a function that stops the program, for signals.
    pub on_stop: StopHook,
}

/// First screen of the program.
pub enum Start {
    /// The menu.
    Menu,
    /// A new game.
    Play(Box<NewGame>),
    /// A stored game.
    Continue(String),
}

/// The game that was open when the program ended, or the last before that.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LastGame {
    /// Id of its table.
    pub id: String,
    /// Its result; `None` if it is not over.
    pub result: Option<String>,
}

enum Screen {
    Menu,
    Account(AccountScreen),
    Statistics(GameStatistics),
    Own(Vec<(String, Totals)>),
    NewGame(Box<NewGameForm>),
    Saved(SavedGames),
    Game(Box<GameScreen>),
}

struct App<'a> {
    data: &'a mut TerminalData,
    theme: Theme,
    pace: Duration,
    presets: Vec<ExtraPreset>,
    sender: AppSender,
    menu: MainMenu,
    screen: Screen,
    message: String,
    /// Number of games opened so far.
    games: u64,
    last_game: Option<LastGame>,
    is_done: bool,
}

/// Runs the program until the user quits. The terminal is restored in any case.
pub fn run(
    data: &mut TerminalData,
    options: Options,
    start: Start,
) -> Result<Option<LastGame>, TerminalError> {
    let Options { theme, pace, presets, on_stop } = options;
    let events = AppEvents::start(on_stop);
    let mut app = App {
        data,
        theme,
        pace,
        presets,
        sender: events.sender(),
        menu: MainMenu::default(),
        screen: Screen::Menu,
        message: String::new(),
        games: 0,
        last_game: None,
        is_done: false,
    };
    // The first game is opened before the screen changes, so that an error is an ordinary line.
    match start {
        Start::Menu => app.menu.refresh(app.data),
        Start::Play(new) => app.start(*new)?,
        Start::Continue(id) => app.continue_game(&id)?,
    }
    on_whole_terminal(|terminal| app.run(terminal, &events))?;
    app.remember_game();
    Ok(app.last_game)
}

impl App<'_> {
    fn run(&mut self, terminal: &mut DefaultTerminal, events: &AppEvents) -> Result<(), TerminalError> {
        while !self.is_done {
            terminal.draw(|frame| self.draw(frame))?;
            let timeout = match &self.screen {
                Screen::Game(screen) => screen.game.next_tick(),
                _ => None,
            };
            match events.next(timeout) {
                None => self.in_game(|screen| screen.game.tick().map(|()| Leave::Stay))?,
                Some(AppEvent::Closed | AppEvent::Stop) => return Ok(()),
                Some(AppEvent::Engine { game, seat, event }) => {
                    self.in_game(|screen| screen.game.on_engine(game, seat, event).map(|()| Leave::Stay))?;
                }
                Some(AppEvent::Input(Event::Key(key))) if key.kind != KeyEventKind::Release => {
                    self.on_key(key)?;
                }
                Some(AppEvent::Input(Event::Mouse(event))) => {
                    self.in_game(|screen| screen.on_mouse(event))?;
                }
                Some(AppEvent::Input(_)) => {}
            }
        }
        Ok(())
    }

    fn user_name(&self) -> String {
        self.data.user().map_or_else(|| "Guest".to_owned(), |user| user.name.clone())
    }

    fn draw(&mut self, frame: &mut Frame<'_>) {
        let (theme, user) = (self.theme, self.user_name());
        match &mut self.screen {
            Screen::Menu => {
                let is_logged_in = self.data.account().is_some();
                self.menu.draw(frame, theme, &user, is_logged_in, &self.message);
            }
            Screen::Account(screen) => screen.draw(frame, theme, &user),
            Screen::Statistics(screen) => screen.draw(frame, theme, &user),
            Screen::Own(totals) => draw_own(frame, theme, &user, totals),
            Screen::NewGame(form) => form.draw(frame, theme, &user),
            Screen::Saved(list) => list.draw(frame, theme, &user),
            Screen::Game(screen) => screen.draw(frame, theme, &user),
        }
    }

    /// Handles an event of the open game. If the store fails the game is closed: what was shown is on disk.
    fn in_game(
        &mut self,
        handle: impl FnOnce(&mut GameScreen) -> Result<Leave, TerminalError>,
    ) -> Result<(), TerminalError> {
        let Screen::Game(screen) = &mut self.screen else { return Ok(()) };
        match handle(screen) {
            Ok(Leave::Stay) => {}
            Ok(Leave::Menu) => {
                let is_over = screen.game.table().outcome().is_some();
                self.close_game();
                self.message = if is_over { String::new() } else { "Your game is saved.".to_owned() };
            }
            Ok(Leave::Quit) => self.is_done = true,
            Err(error) => {
                self.close_game();
                self.message = error.to_string();
            }
        }
        Ok(())
    }

    fn remember_game(&mut self) {
        if let Screen::Game(screen) = &self.screen {
            let table = screen.game.table();
            let result = table.outcome().map(|outcome| outcome_text(table, outcome));
            self.last_game = Some(LastGame { id: screen.game.row().id.clone(), result });
        }
    }

    /// Closes the open game, which is saved, and shows the menu.
    fn close_game(&mut self) {
        self.remember_game();
        self.show_menu();
    }

    fn show_menu(&mut self) {
        self.screen = Screen::Menu;
        self.message.clear();
        self.menu.refresh(self.data);
        self.menu.chosen = self.menu.chosen.min(items(self.data.account().is_some()).len() - 1);
    }

    fn context(&mut self) -> GameContext {
        self.games += 1;
        GameContext { number: self.games, pace: self.pace, sender: self.sender.clone() }
    }

    fn start(&mut self, new: NewGame) -> Result<(), TerminalError> {
        let context = self.context();
        let game = Game::create(self.data, new, context)?;
        self.screen = Screen::Game(Box::new(GameScreen::new(game)));
        Ok(())
    }

    fn continue_game(&mut self, id: &str) -> Result<(), TerminalError> {
        let context = self.context();
        let game = Game::open(self.data, id, context)?;
        self.screen = Screen::Game(Box::new(GameScreen::new(game)));
        Ok(())
    }

    fn on_key(&mut self, key: KeyEvent) -> Result<(), TerminalError> {
        if matches!(self.screen, Screen::Game(_)) {
            return self.in_game(|screen| screen.on_key(key));
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            self.is_done |= key.code == KeyCode::Char('c');
            return Ok(());
        }
        match &mut self.screen {
            Screen::Game(_) => {}
            Screen::Menu => self.on_menu_key(key)?,
            Screen::Account(screen) => {
                if let FormResult::Done(message) = screen.on_key(key, self.data) {
                    if !message.is_empty() {
                        // The entries are others now.
                        self.menu.chosen = 0;
                    }
                    self.show_menu();
                    self.message = message;
                }
            }
            Screen::Statistics(screen) => match key.code {
                KeyCode::Left => *screen = screen.step(self.data, false)?,
                KeyCode::Right => *screen = screen.step(self.data, true)?,
                _ => self.show_menu(),
            },
            Screen::Own(_) => self.show_menu(),
            Screen::NewGame(_) if key.code == KeyCode::Esc => self.show_menu(),
            Screen::NewGame(form) => {
                if let Some(new) = form.on_key(key)
                    && let Err(error) = self.start(new)
                    && let Screen::NewGame(form) = &mut self.screen
                {
                    form.error = error.to_string();
                }
            }
            Screen::Saved(list) => match key.code {
                KeyCode::Up => list.step(false),
                KeyCode::Down => list.step(true),
                KeyCode::Esc => self.show_menu(),
                KeyCode::Enter => {
                    if let Some(id) = list.chosen().map(str::to_owned)
                        && let Err(error) = self.continue_game(&id)
                        && let Screen::Saved(list) = &mut self.screen
                    {
                        list.error = error.to_string();
                    }
                }
                _ => {}
            },
        }
        Ok(())
    }

    fn on_menu_key(&mut self, key: KeyEvent) -> Result<(), TerminalError> {
        let items = items(self.data.account().is_some());
        match key.code {
            KeyCode::Up => self.menu.chosen = (self.menu.chosen + items.len() - 1) % items.len(),
            KeyCode::Down | KeyCode::Tab => self.menu.chosen = (self.menu.chosen + 1) % items.len(),
            KeyCode::Char('q') | KeyCode::Esc => self.is_done = true,
            KeyCode::Enter => {
                let item = items.get(self.menu.chosen).copied().unwrap_or(MenuItem::Quit);
                if let Err(error) = self.open_item(item) {
                    self.message = error.to_string();
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn open_item(&mut self, item: MenuItem) -> Result<(), TerminalError> {
        self.message.clear();
        self.screen = match item {
            MenuItem::NewGame => Screen::NewGame(Box::new(NewGameForm::new(self.presets.clone()))),
            MenuItem::Continue => Screen::Saved(SavedGames::open(self.data)?),
            MenuItem::GameStatistics => Screen::Statistics(GameStatistics::open(self.data, None)?),
            MenuItem::OwnStatistics => Screen::Own(self.data.own_totals()?),
            MenuItem::LogIn => Screen::Account(AccountScreen::new(AccountForm::LogIn)),
            MenuItem::Register => Screen::Account(AccountScreen::new(AccountForm::Register)),
            MenuItem::ChangePassword => Screen::Account(AccountScreen::new(AccountForm::ChangePassword)),
            MenuItem::LogOut => {
                let name = self.data.log_out()?;
                self.menu.chosen = 0;
                self.show_menu();
                self.message = format!("{name} is logged out.");
                Screen::Menu
            }
            MenuItem::Quit => {
                self.is_done = true;
                Screen::Menu
            }
        };
        Ok(())
    }
}
