//! Description of a game to start.

use std::sync::Arc;

use games::catalog;
use rules::{InputError, Seat};
use search::EngineName;
use store::secrets::{new_table_id, random_bytes};
use store::{Home, SeatHolder, TableRow, TableState, User, unix_millis};
use table::{DiceSource, Millis, SeatAction, Secret, Table, TimeControl, sanitize_name};
use view::DynGame;

use crate::error::TerminalError;
use crate::messages::capitalized;
use crate::stored_game::EventSink;

/// A game to start.
pub struct NewGame {
    /// Name of the game.
    pub game: String,
    /// Its settings, as `key = value` lines.
    pub settings: String,
    /// Player of each seat.
    pub seats: Vec<NewSeat>,
    /// Time control.
    pub clock: TimeControl,
    /// Start position.
    pub position: String,
    /// Client seeds of the dice.
    pub client_seeds: Vec<(Seat, String)>,
    /// Seed of the dice and of the engines; random without it.
    pub seed: Option<u64>,
    /// Receiver of the events besides the store.
    pub sink: Option<EventSink>,
    /// Number of moves after which a game between engines only ends as a draw.
    pub max_plies: u32,
}

/// Player of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NewSeat {
    /// The user of this terminal, under the user's name or another.
    Me(Option<String>),
    /// Another person at this screen, called by the colour without a name.
    Other(Option<String>),
    /// An engine, called by its title without a name.
    Engine(EngineName, Option<String>),
}

impl NewGame {
    /// A game with these players from the start position, without a clock.
    pub fn new(game: &str, settings: &str, seats: Vec<NewSeat>) -> NewGame {
        NewGame {
            game: game.to_owned(),
            settings: settings.to_owned(),
            seats,
            clock: TimeControl::Unlimited,
            position: "start".to_owned(),
            client_seeds: Vec::new(),
            seed: None,
            sink: None,
            max_plies: u32::MAX,
        }
    }

    /// The row of the table, and the table before its start.
    pub(crate) fn open(&self, user: &User) -> Result<(TableRow, Table), TerminalError> {
        let game = catalog::open(&self.game, &self.settings)?;
        let seats = self.holders(&*game, user)?;
        let secret = self.seed.map_or_else(|| Secret::new(random_bytes()), Secret::from_seed);
        let names = seats.iter().map(|holder| holder.name().unwrap_or("?").to_owned()).collect();
        let dice = DiceSource::Committed(secret);
        let mut table = Table::open(Arc::clone(&game), names, self.clock, &self.position, dice)?;
        for (seat, seed) in &self.client_seeds {
            let reply = table.act(*seat, table.latest(), SeatAction::ClientSeed(seed.clone()), Millis(0));
            if let Some(error) = reply.error {
                return Err(InputError::new(format!("cannot use the client seed {seed:?}: {error}")).into());
            }
        }
        let is_start = self.position.trim() == "start";
        let row = TableRow {
            id: new_table_id(),
            rules: game.rules_text(),
            clock: self.clock.to_string(),
            position: if is_start { "start".to_owned() } else { table.board().position() },
            secret: secret.reveal(),
            host: user.id.clone(),
            listed: false,
            is_rated: false,
            home: Home::Terminal,
            state: TableState::Live,
            created: unix_millis(),
            next: None,
            seats,
        };
        Ok((row, table))
    }

    fn holders(&self, game: &dyn DynGame, user: &User) -> Result<Vec<SeatHolder>, TerminalError> {
        let info = catalog::entry(&self.game)?;
        let person = |name: String, is_other| SeatHolder::Person { user: user.id.clone(), name, is_other };
        let holder = |(seat, player): (Seat, &NewSeat)| match player {
            NewSeat::Me(name) => person(name.clone().unwrap_or_else(|| user.name.clone()), false),
            NewSeat::Other(name) => {
                person(name.clone().unwrap_or_else(|| capitalized(&game.seat_name(seat))), true)
            }
            NewSeat::Engine(engine, name) => {
                // Engines of the command line may have options that the catalog does not offer.
                let chosen = info.choose_engine(Some(engine)).ok().filter(|choice| choice.engine == *engine);
                let title = chosen.map_or_else(|| sanitize_name(&engine.to_string()), |choice| choice.title);
                SeatHolder::Engine { engine: engine.to_string(), name: name.clone().unwrap_or(title) }
            }
        };
        Ok(Seat::all(game.seats()).zip(&self.seats).map(holder).collect())
    }
}
