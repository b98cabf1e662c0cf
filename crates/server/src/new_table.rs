//! Requests to open a table.

use std::sync::Arc;

use device_home::NewDeviceGame;
use games::catalog::{self, EngineChoice, GameInfo};
use rules::{MAX_SEATS, Seat, Status};
use search::EngineName;
use serde::Deserialize;
use table::{DiceSource, Secret, Table, TimeControl};
use view::DynGame;

use crate::api_error::ApiError;
use crate::army_memory;
use crate::identity::User;
use crate::names::check_name;
use crate::wire::SettingsInput;
use store::secrets::{new_table_id, random_hexadecimal};
use store::{Home, SeatHolder, TableRow, TableState, unix_millis};

/// A table to open.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub(crate) struct NewTable {
    game: String,
    #[serde(default)]
    settings: SettingsInput,
    #[serde(default = "no_clock")]
    clock: String,
    #[serde(default = "start_position")]
    position: String,
    seats: Vec<SeatChoice>,
    #[serde(default, rename = "listed")]
    is_listed: bool,
    #[serde(default, rename = "rated")]
    is_rated: bool,
}

/// Occupant of a seat, chosen by the user who opens the table.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "who", rename_all = "lowercase")]
pub(crate) enum SeatChoice {
    /// The user who opens the table.
    Me,
    /// Another person on the same device.
    Here { name: Option<String> },
    /// The first user who follows the link and sits down.
    Link,
    /// The account of this name, which is challenged.
    Player { name: String },
    /// An engine with its options, such as `narrad:depth=2`, or `strong` at a level, where level 0 plays at random. Without
    /// either it is the usual opponent of the game.
    Engine { engine: Option<String>, level: Option<u8> },
}

fn no_clock() -> String {
    "none".to_owned()
}

/// Default of the `position` field.
pub(crate) fn start_position() -> String {
    "start".to_owned()
}

/// Opens a game. An unknown game is 404, an invalid setting 422.
pub(crate) fn open_game(name: &str, settings: &str) -> Result<Arc<dyn DynGame>, ApiError> {
    catalog::entry(name).map_err(|error| ApiError::not_found(error.to_string()))?;
    army_memory::admit_settings(settings)?;
    Ok(catalog::open(name, settings)?)
}

impl NewTable {
    /// A game of a chess computer against its opponent.
    pub(crate) fn device_game(new: NewDeviceGame) -> NewTable {
        let opponent = SeatChoice::Engine { engine: Some(new.choice.engine.to_owned()), level: None };
        let mut seats = vec![opponent; new.seats.into()];
        if let Some(seat) = seats.get_mut(new.player.index()) {
            *seat = SeatChoice::Me;
        }
        NewTable {
            game: new.choice.name.to_owned(),
            settings: SettingsInput::Text(new.settings),
            clock: no_clock(),
            position: start_position(),
            seats,
            is_listed: false,
            is_rated: false,
        }
    }

    /// `true` if the game changes ratings.
    pub(crate) fn is_rated(&self) -> bool {
        self.is_rated
    }

    /// The seat and the name of the account that the table challenges.
    pub(crate) fn challenged(&self) -> Result<Option<(Seat, String)>, ApiError> {
        // More seats than any game has are refused when the table is made.
        let seats = Seat::all(MAX_SEATS as u8).zip(&self.seats);
        let mut challenged = seats.filter_map(|(seat, choice)| match choice {
            SeatChoice::Player { name } => Some((seat, name.clone())),
            _ => None,
        });
        let first = challenged.next();
        if challenged.next().is_some() {
            return Err(ApiError::unprocessable("challenge one player by name; invite others by link"));
        }
        Ok(first)
    }

    /// The table as it will be stored and the names of its seats, if the request is valid. Compiles the rules, so it may
    /// block.
    pub(crate) fn into_row(self, user: &User) -> Result<(TableRow, Vec<String>), ApiError> {
        let game = open_game(&self.game, &self.settings.into_text()?)?;
        let info = catalog::entry(&self.game)?;
        if self.seats.len() != usize::from(game.seats()) {
            let (players, found) = (game.seats(), self.seats.len());
            let message = format!("the game has {players} players with these settings, not {found}");
            return Err(ApiError::unprocessable(message));
        }
        let seats = Seat::all(game.seats())
            .zip(&self.seats)
            .map(|(seat, choice)| choice.holder(user, &game.seat_name(seat), info))
            .collect::<Result<Vec<SeatHolder>, ApiError>>()?;
        if self.is_rated {
            check_rated(user, &seats, info)?;
        }
        // The trial table reports now what would otherwise fail when the last seat is taken.
        let time: TimeControl = self.clock.parse()?;
        let names = seats.iter().map(|holder| holder.name().unwrap_or("open").to_owned()).collect();
        let dice = DiceSource::Committed(Secret::from_seed(0));
        let trial = Table::open(Arc::clone(&game), names, time, &self.position, dice)?;
        if let Status::Over(outcome) = trial.board().status() {
            return Err(ApiError::unprocessable(format!(
                "the game is already over in this position ({})",
                outcome.rule()
            )));
        }
        let position =
            if self.position.trim() == "start" { start_position() } else { trial.board().position() };
        let seat_names = Seat::all(game.seats()).map(|seat| game.seat_name(seat)).collect();
        let row = TableRow {
            id: new_table_id(),
            rules: game.rules_text(),
            clock: time.to_string(),
            position,
            secret: random_hexadecimal::<32>(),
            host: user.id.clone(),
            listed: self.is_listed,
            is_rated: self.is_rated,
            home: Home::Server,
            state: TableState::Waiting,
            created: unix_millis(),
            next: None,
            seats,
        };
        Ok((row, seat_names))
    }
}

impl SeatChoice {
    fn holder(&self, user: &User, seat_name: &str, info: &GameInfo) -> Result<SeatHolder, ApiError> {
        let person =
            |name: String, is_other: bool| SeatHolder::Person { user: user.id.clone(), name, is_other };
        Ok(match self {
            SeatChoice::Me => person(user.name.clone(), false),
            SeatChoice::Link | SeatChoice::Player { .. } => SeatHolder::Open,
            SeatChoice::Here { name } => {
                let name = name.as_deref().map(str::trim).filter(|name| !name.is_empty());
                let name = name.unwrap_or(seat_name);
                check_name(name)?;
                person(name.to_owned(), true)
            }
            SeatChoice::Engine { engine, level } => {
                let chosen: Option<EngineName> = match (engine, level) {
                    (Some(_), Some(_)) => {
                        let message = "a computer player has an engine or a level, not both";
                        return Err(ApiError::unprocessable(message));
                    }
                    (Some(engine), None) => Some(engine.parse()?),
                    (None, Some(0)) => Some("random".parse()?),
                    (None, Some(level)) => Some(format!("strong:level={level}").parse()?),
                    (None, None) => None,
                };
                let EngineChoice { engine, title } = info.choose_engine(chosen.as_ref())?;
                SeatHolder::Engine { engine: engine.to_string(), name: title }
            }
        })
    }
}

/// Checks that a game can change ratings: accounts only, one seat for each, and engines whose rating is known.
fn check_rated(user: &User, seats: &[SeatHolder], info: &GameInfo) -> Result<(), ApiError> {
    if user.is_bot {
        return Err(ApiError::forbidden("bots do not play rated games"));
    }
    if !user.is_registered {
        return Err(ApiError::unprocessable("log in to play a rated game"));
    }
    let people = seats.iter().filter(|holder| holder.user().is_some()).count();
    let is_rated = |holder: &SeatHolder| match holder {
        SeatHolder::Engine { engine, .. } => {
            engine.parse().is_ok_and(|engine| info.engine_rating(&engine).is_some())
        }
        _ => true,
    };
    if seats.len() < 2 || people != 1 {
        return Err(ApiError::unprocessable("a rated game has one player for each seat"));
    }
    if !seats.iter().all(is_rated) {
        return Err(ApiError::unprocessable("this computer player has no rating; use strong or random"));
    }
    Ok(())
}
