//! The game of a device at a table.

use device::chess::{Army, Board, Colour, Move};
use device::{Device, Effect, Game, GameEnd, Key, Snapshot};
use games::catalog;
use rules::{InputError, Seat};
use table::{ActionError, DiceSource, Millis, SeatAction, Secret, Table, TimeControl, record, verify};
use view::{DynMove, DynPosition};

use crate::army::army_file;
use crate::follower::ChessFollower;
use crate::panel_game::{GameChoice, PanelAnswer, PanelGame, TableView, game_choice, seat_for};

/// Name of the opponent's seat.
const OPPONENT: &str = "Computer";

/// Disagreement between the device and the table, which have their own rules. It is an error of this program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameError(String);

impl GameError {
    /// A move of the table that the device does not know.
    pub(crate) fn unknown_move(text: &str) -> GameError {
        GameError(format!("the device does not know the move {text}"))
    }
}

impl std::fmt::Display for GameError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "cannot play on: {}", self.0)
    }
}

impl std::error::Error for GameError {}

impl From<InputError> for GameError {
    fn from(error: InputError) -> GameError {
        GameError(error.to_string())
    }
}

impl From<ActionError> for GameError {
    fn from(error: ActionError) -> GameError {
        GameError(error.to_string())
    }
}

/// A device and the picks of its player, beside a table that a home has.
pub struct DeviceGame {
    device: Device,
    chess: ChessFollower,
    /// Picks at the board of another game than chess.
    panel: Option<PanelGame>,
    /// Number of the last event that was followed.
    latest: Option<u64>,
}

/// Task of a home after a key.
#[derive(Clone, Debug)]
pub enum HomeTask {
    /// Nothing.
    None,
    /// Open a table for the game that begins.
    Open(NewDeviceGame),
    /// Perform an action of the player's seat.
    Act(Seat, SeatAction),
}

/// A game that begins on the device.
#[derive(Clone, Debug)]
pub struct NewDeviceGame {
    /// Name, settings and opponent.
    pub choice: GameChoice,
    /// Settings, which for chess are an army file.
    pub settings: String,
    /// Number of seats.
    pub seats: u8,
    /// Seat of the player.
    pub player: Seat,
}

impl NewDeviceGame {
    /// The game that has begun on a device.
    pub fn of(device: &Device) -> Result<NewDeviceGame, InputError> {
        let choice = game_choice(device.game());
        if device.game() == Game::Chess {
            let (settings, player) = (army_file(device.army()), seat_of(device.player()));
            return Ok(NewDeviceGame { choice, settings, seats: 2, player });
        }
        let rules = catalog::open(choice.name, choice.settings)?;
        let player = seat_for(&*rules, device.player());
        Ok(NewDeviceGame { choice, settings: choice.settings.to_owned(), seats: rules.seats(), player })
    }
}

impl DeviceGame {
    /// A device whose menu offers all games. Its game, if it has one, is shown by [`DeviceGame::follow`].
    pub fn new(mut device: Device) -> DeviceGame {
        device.offer_games();
        let chess = ChessFollower::new(&device);
        DeviceGame { device, chess, panel: None, latest: None }
    }

    /// The device.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// The device, for time to pass and armies to be loaded.
    pub fn device_mut(&mut self) -> &mut Device {
        &mut self.device
    }

    /// Handles a key. `table` is that of the game, if there is one.
    pub fn key(&mut self, key: Key, table: Option<&Table>, now: Millis) -> Result<HomeTask, GameError> {
        let effect = self.device.key(key, device_time(now));
        match effect {
            Effect::NewGame => {
                (self.chess, self.panel, self.latest) = (ChessFollower::new(&self.device), None, None);
                Ok(HomeTask::Open(NewDeviceGame::of(&self.device)?))
            }
            Effect::Moved(mv) => {
                Ok(HomeTask::Act(seat_of(self.device.player()), SeatAction::Move(move_text(mv))))
            }
            Effect::Picked(_) | Effect::Entered | Effect::Erased => {
                Ok(table.map_or(HomeTask::None, |table| self.handle_pick(effect, table, now)))
            }
            Effect::None | Effect::Left => Ok(HomeTask::None),
        }
    }

    fn handle_pick(&mut self, effect: Effect, table: &Table, now: Millis) -> HomeTask {
        let Some(panel) = &mut self.panel else { return HomeTask::None };
        match panel.handle(effect, table.board()) {
            PanelAnswer::Move(mv) => return HomeTask::Act(panel.player(), SeatAction::Play(mv)),
            PanelAnswer::Changed => {}
            PanelAnswer::Refused => self.device.refuse_pick(device_time(now)),
        }
        self.device.show_panel(panel.panel(&TableView::of(table)), device_time(now));
        HomeTask::None
    }

    /// Makes the device show the state of its table.
    pub fn follow(&mut self, table: &Table, now: Millis) -> Result<(), GameError> {
        let game = self.device.game();
        if game == Game::Chess {
            return self.chess.follow(&mut self.device, table, device_time(now));
        }
        let colour = self.device.player();
        let panel = self.panel.get_or_insert_with(|| PanelGame::new(game, table.game(), colour));
        if self.latest.replace(table.latest()) != Some(table.latest()) {
            panel.begin_turn();
        }
        self.device.show_panel(panel.panel(&TableView::of(table)), device_time(now));
        Ok(())
    }
}

/// A device, and the table at which its game is played.
pub struct TableGame {
    game: DeviceGame,
    table: Option<Table>,
    player: String,
    /// Seed of the dice.
    seed: u64,
}

impl TableGame {
    /// A device without a game. `player` is the name of the person, `seed` that of the dice.
    pub fn new(device: Device, player: &str, seed: u64) -> TableGame {
        TableGame { game: DeviceGame::new(device), table: None, player: player.to_owned(), seed }
    }

    /// The device.
    pub fn device(&self) -> &Device {
        self.game.device()
    }

    /// The device, for time to pass and armies to be loaded.
    pub fn device_mut(&mut self) -> &mut Device {
        self.game.device_mut()
    }

    /// The table of the game.
    pub fn table(&self) -> Option<&Table> {
        self.table.as_ref()
    }

    /// Handles a key; a move of the player is played at the table.
    pub fn key(&mut self, key: Key, now: Millis) -> Result<(), GameError> {
        match self.game.key(key, self.table.as_ref(), now)? {
            HomeTask::None => Ok(()),
            HomeTask::Open(new) => self.open_table(&new, now),
            HomeTask::Act(seat, action) => self.act(seat, action, now),
        }
    }

    /// Plays a move of the opponent at the table and on the device.
    pub fn opponent_plays(&mut self, mv: &DynMove, now: Millis) -> Result<(), GameError> {
        match self.table.as_ref().and_then(Table::turn) {
            Some(seat) => self.act(seat, SeatAction::Play(mv.clone()), now),
            None => Err(GameError("it is nobody's turn".to_owned())),
        }
    }

    /// Cuts the power and switches on again: what is not in the snapshot is lost, and the table is replayed from its record.
    pub fn lose_power(&mut self, now: Millis) -> Result<(), GameError> {
        let snapshot = Snapshot::of(self.game.device());
        let device = Snapshot::restore(snapshot.bytes());
        let device = device.ok_or_else(|| GameError("the saved state is damaged".to_owned()))?;
        self.game = DeviceGame::new(device);
        if let Some(table) = self.table.take() {
            let record = record::read(&record::write(table.events()))?;
            let game = catalog::open_rules(&table.game().rules_text())?;
            // The dice go on as they would have without the cut.
            let dice = DiceSource::Committed(Secret::from_seed(self.seed));
            let table = verify::replay(game, &record.events, dice).map_err(|(_, error)| error)?;
            self.game.follow(&table, now)?;
            self.table = Some(table);
        }
        Ok(())
    }

    fn open_table(&mut self, new: &NewDeviceGame, now: Millis) -> Result<(), GameError> {
        let game = catalog::open(new.choice.name, &new.settings)?;
        let name = |seat: Seat| if seat == new.player { self.player.clone() } else { OPPONENT.to_owned() };
        let names = Seat::all(game.seats()).map(name).collect();
        let dice = DiceSource::Committed(Secret::from_seed(self.seed));
        let mut table = Table::open(game, names, TimeControl::Unlimited, "start", dice)?;
        if let Some(error) = table.begin(now).error {
            return Err(error.into());
        }
        self.game.follow(&table, now)?;
        self.table = Some(table);
        Ok(())
    }

    fn act(&mut self, seat: Seat, action: SeatAction, now: Millis) -> Result<(), GameError> {
        let Some(table) = &mut self.table else { return Err(GameError("there is no table".to_owned())) };
        if let Some(error) = table.act(seat, table.latest(), action, now).error {
            return Err(error.into());
        }
        self.game.follow(table, now)
    }
}

/// The move on the device's board that is this move of the table, whose position is the same.
pub fn device_move(position: &dyn DynPosition, mv: &DynMove, board: &Board, army: &Army) -> Option<Move> {
    let wanted = position.write_move(mv)?;
    let mut found = None;
    board.for_legal_moves(army, |mv| {
        let text = position.read_move(&move_text(mv)).ok().and_then(|read| position.write_move(&read));
        if text.as_deref() == Some(&wanted) {
            found = Some(mv);
        }
        found.is_none()
    });
    found
}

/// End on the device of a game that the rules of the table have ended.
pub fn game_end(winner: Option<Seat>) -> GameEnd {
    match winner {
        None => GameEnd::Draw,
        Some(Seat::FIRST) => GameEnd::Win(Colour::White),
        Some(_) => GameEnd::Win(Colour::Black),
    }
}

/// Seat of a colour at a table.
pub fn seat_of(colour: Colour) -> Seat {
    match colour {
        Colour::White => Seat::FIRST,
        Colour::Black => Seat::SECOND,
    }
}

/// A move in coordinates, such as `e7e8q`.
pub fn move_text(mv: Move) -> String {
    let square = |square: u8| format!("{}{}", char::from(b'a' + square % 8), 8 - (square / 8).min(7));
    let promotion: String = mv.promotion.map(|kind| kind.letter().to_ascii_lowercase()).into_iter().collect();
    square(mv.from) + &square(mv.to) + &promotion
}

/// Time of a table as the device counts it.
fn device_time(now: Millis) -> u32 {
    (now.0 & u64::from(u32::MAX)) as u32
}
