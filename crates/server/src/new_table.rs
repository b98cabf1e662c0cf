//! A table somebody wishes to open.

use std::sync::Arc;

use games::catalog;
use rules::{InputError, Seat};
use table::{Dice, Secret, Table, TimeControl};
use view::DynGame;

use crate::guest::{self, Guest};
use crate::lobby::{new_id, wall_clock};
use crate::refusal::Refusal;
use crate::store::{SeatHolder, TableRow, TableState};

/// What somebody wishes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NewTable {
    pub(crate) game: String,
    /// `key = value` lines.
    pub(crate) settings: String,
    pub(crate) clock: String,
    pub(crate) position: String,
    pub(crate) seats: Vec<SeatChoice>,
    pub(crate) is_listed: bool,
}

/// Who shall sit on a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum SeatChoice {
    /// Who opens the table.
    Me,
    /// Another person at the same screen.
    Here { name: Option<String> },
    /// Whoever follows the link.
    Link,
    /// An engine; level 0 plays at random.
    Engine { level: u8 },
}

/// Opens a game as somebody wishes it; a game that does not exist is another matter than a setting that does not fit.
pub(crate) fn open_game(name: &str, settings: &str) -> Result<Arc<dyn DynGame>, Refusal> {
    catalog::entry(name).map_err(|error| Refusal::unknown(error.to_string()))?;
    Ok(catalog::open(name, settings)?)
}

impl NewTable {
    /// The table as it will be kept, if the wish makes sense.
    pub(crate) fn row(&self, guest: &Guest, name: &str) -> Result<TableRow, Refusal> {
        let game = open_game(&self.game, &self.settings)?;
        let entry = catalog::entry(&self.game)?;
        if self.seats.len() != usize::from(game.seats()) {
            let (found, expected) = (self.seats.len(), game.seats());
            return Err(Refusal::senseless(format!(
                "{found} seats were given: expected {expected} under these settings"
            )));
        }
        let seats = Seat::all(game.seats())
            .zip(&self.seats)
            .map(|(seat, wish)| self.holder(wish, guest, name, &game.seat_name(seat), entry))
            .collect::<Result<Vec<SeatHolder>, Refusal>>()?;
        // A table that could not be set up later is not promised now.
        let time: TimeControl = self.clock.parse()?;
        let names = seats.iter().map(|holder| holder.name().unwrap_or("open").to_owned()).collect();
        let dice = Dice::Committed(Secret::from_seed(0));
        let trial = Table::open(Arc::clone(&game), names, time, &self.position, dice)?;
        if let rules::Status::Over(outcome) = trial.board().status() {
            return Err(Refusal::senseless(format!(
                "the game is over in this position ({}): expected one that can be played on",
                outcome.rule()
            )));
        }
        let position =
            if self.position.trim() == "start" { "start".to_owned() } else { trial.board().position() };
        Ok(TableRow {
            id: new_id(),
            rules: game.rules_text(),
            clock: time.to_string(),
            position,
            secret: guest::random_hexadecimal::<32>(),
            host: guest.id.clone(),
            listed: self.is_listed,
            state: TableState::Waiting,
            created: wall_clock(),
            next: None,
            seats,
        })
    }

    fn holder(
        &self,
        wish: &SeatChoice,
        guest: &Guest,
        own_name: &str,
        title: &str,
        entry: &catalog::GameInfo,
    ) -> Result<SeatHolder, Refusal> {
        let person = |name: String| SeatHolder::Person { guest: guest.id.clone(), name };
        Ok(match wish {
            SeatChoice::Link => SeatHolder::Open,
            SeatChoice::Me => person(own_name.to_owned()),
            SeatChoice::Here { name } => {
                let name = name.as_deref().map(str::trim).filter(|name| !name.is_empty());
                person(name.map_or_else(|| format!("{title}, at this screen"), str::to_owned))
            }
            SeatChoice::Engine { level: 0 } => {
                SeatHolder::Engine { engine: "random".to_owned(), name: "Random".to_owned() }
            }
            SeatChoice::Engine { level: level @ 1..=8 } if entry.engines.contains(&"strong") => {
                SeatHolder::Engine {
                    engine: format!("strong:level={level}"),
                    name: format!("Strong, level {level}"),
                }
            }
            SeatChoice::Engine { level } => {
                let expected = if entry.engines.contains(&"strong") { "0 to 8" } else { "0" };
                let sentence =
                    format!("no engine of level {level} plays {}: expected {expected}", entry.title);
                return Err(InputError::new(sentence).into());
            }
        })
    }
}
