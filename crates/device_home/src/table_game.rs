//! The game of a device at a table.

use device::chess::{Army, Board, Colour, Move};
use device::{Device, Effect, GameEnd, Key, Snapshot};
use games::catalog;
use games::chess::Army as ChessArmy;
use rules::{InputError, Seat};
use table::{ActionError, DiceSource, Millis, SeatAction, Secret, Table, TimeControl, record, verify};
use view::{DynMove, DynPosition};

use crate::army::army_file;

/// Name of the opponent's seat.
const OPPONENT: &str = "Computer";

/// Disagreement between the device and the table, which have their own rules. It is an error of this program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameError(String);

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

/// A device, and the table at which its game is played.
pub struct TableGame {
    device: Device,
    table: Option<Table>,
    player: String,
}

impl TableGame {
    /// A device without a game. `player` is the name of the person.
    pub fn new(device: Device, player: &str) -> TableGame {
        TableGame { device, table: None, player: player.to_owned() }
    }

    /// A device whose game continues at this table, after the power was lost.
    pub fn restored(device: Device, table: Table, player: &str) -> TableGame {
        TableGame { device, table: Some(table), player: player.to_owned() }
    }

    /// The device.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// The device, for time to pass and armies to be loaded.
    pub fn device_mut(&mut self) -> &mut Device {
        &mut self.device
    }

    /// The table of the game.
    pub fn table(&self) -> Option<&Table> {
        self.table.as_ref()
    }

    /// Seat of the player.
    pub fn player_seat(&self) -> Seat {
        seat_of(self.device.player())
    }

    /// Handles a key; a move of the player is played at the table.
    pub fn key(&mut self, key: Key, now: Millis) -> Result<Effect, GameError> {
        let effect = self.device.key(key, device_time(now));
        match effect {
            Effect::NewGame => self.open_table(now)?,
            Effect::Moved(mv) => {
                let seat = self.player_seat();
                self.act(seat, SeatAction::Move(move_text(mv)), now)?;
            }
            Effect::None | Effect::Left => {}
        }
        Ok(effect)
    }

    /// Plays a move of the opponent at the table and on the device.
    pub fn opponent_plays(&mut self, mv: &DynMove, now: Millis) -> Result<(), GameError> {
        let mv = self
            .table
            .as_ref()
            .and_then(|table| device_move(table.board(), mv, self.device.board(), self.device.army()));
        let mv = mv.ok_or_else(|| GameError("the device does not know the move".to_owned()))?;
        let seat = seat_of(self.device.player().other());
        self.act(seat, SeatAction::Move(move_text(mv)), now)?;
        match self.device.opponent_moves(mv, device_time(now)) {
            true => {
                self.announce_end();
                Ok(())
            }
            false => Err(GameError(format!("the device refuses {}", move_text(mv)))),
        }
    }

    /// Cuts the power and switches on again: what is not in the snapshot is lost, and the table is replayed from its record.
    pub fn lose_power(&mut self) -> Result<(), GameError> {
        let snapshot = Snapshot::of(&self.device);
        let device = Snapshot::restore(snapshot.bytes());
        self.device = device.ok_or_else(|| GameError("the saved state is damaged".to_owned()))?;
        if let Some(table) = self.table.take() {
            let record = record::read(&record::write(table.events()))?;
            self.table =
                Some(verify::replay_record(catalog::open_rules(&table.game().rules_text())?, &record)?);
        }
        Ok(())
    }

    fn open_table(&mut self, now: Millis) -> Result<(), GameError> {
        let army = ChessArmy::read(&army_file(self.device.army()))?;
        let game = catalog::open_rules(&format!("chess 1\n{}", army.write()))?;
        let mut names = vec![self.player.clone(), OPPONENT.to_owned()];
        if self.device.player() == Colour::Black {
            names.reverse();
        }
        // Chess has no dice.
        let dice = DiceSource::Committed(Secret::from_seed(0));
        let mut table = Table::open(game, names, TimeControl::Unlimited, "start", dice)?;
        if let Some(error) = table.begin(now).error {
            return Err(error.into());
        }
        self.table = Some(table);
        Ok(())
    }

    fn act(&mut self, seat: Seat, action: SeatAction, now: Millis) -> Result<(), GameError> {
        let Some(table) = &mut self.table else { return Err(GameError("there is no table".to_owned())) };
        if let Some(error) = table.act(seat, table.latest(), action, now).error {
            return Err(error.into());
        }
        self.announce_end();
        Ok(())
    }

    /// Tells the device of an end that its board does not know: repetition, or fifty moves.
    fn announce_end(&mut self) {
        let Some(outcome) = self.table.as_ref().and_then(Table::outcome) else { return };
        // The move that ended the game may not be on the device yet.
        let turns = self.table.as_ref().map_or(0, |table| table.moves().len());
        let is_white = turns.is_multiple_of(2);
        if (self.device.board().turn() == Colour::White) != is_white {
            return;
        }
        self.device.finish(game_end(outcome.winner()));
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
