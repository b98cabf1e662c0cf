//! A game of the store that this terminal plays: created, continued, and written event by event.

use std::rc::Rc;
use std::sync::Arc;

use games::catalog::{self, GameInfo};
use search::EngineName;
use store::{
    FixedRating, GameLock, GameResult, Home, SeatHolder, StoreError, TableRow, TableState, WriteOp,
    unix_millis,
};
use table::{DiceSource, Table, TableEvent, record, verify};

use crate::data::{Connection, TerminalData};
use crate::error::TerminalError;

/// Function that receives new events after they are stored, such as the writer of a record file.
pub type EventSink = Box<dyn FnMut(&[TableEvent]) -> Result<(), String>>;

/// The stored side of a game that is open here. Another program cannot open it meanwhile.
pub(crate) struct StoredGame {
    connection: Rc<Connection>,
    pub(crate) row: TableRow,
    writer: record::Writer,
    /// Number of events that are stored.
    stored: usize,
    sink: Option<EventSink>,
    _lock: GameLock,
}

fn lock(connection: &Connection, id: &str) -> Result<GameLock, TerminalError> {
    let lock = connection.store.lock_game(id).map_err(|error| StoreError::Failed(error.to_string()))?;
    lock.ok_or_else(|| {
        TerminalError::NotContinued("it is open in another terminal; save it there first".to_owned())
    })
}

impl StoredGame {
    /// Stores a new table with its events so far.
    pub(crate) fn create(
        data: &TerminalData,
        row: TableRow,
        table: &Table,
        sink: Option<EventSink>,
    ) -> Result<StoredGame, TerminalError> {
        let connection = data.connection();
        let lock = lock(&connection, &row.id)?;
        let mut game =
            StoredGame { connection, row, writer: record::Writer::new(), stored: 0, sink, _lock: lock };
        game.write(table, vec![WriteOp::Table(game.row.clone())])?;
        Ok(game)
    }

    /// Opens an unfinished game and replays it.
    pub(crate) fn open(data: &TerminalData, id: &str) -> Result<(StoredGame, Table), TerminalError> {
        let connection = data.connection();
        let lock = lock(&connection, id)?;
        let (mut row, text, _) = data.game(id)?;
        match row.state {
            TableState::Live => {}
            TableState::Over => return Err(TerminalError::NotContinued("it is over".to_owned())),
            TableState::Waiting | TableState::Withdrawn => {
                return Err(TerminalError::NotContinued("it has not begun".to_owned()));
            }
        }
        check_players(data, &row)?;
        if row.home == Home::Server {
            adopt(data, &connection, &mut row)?;
        }
        let game = catalog::open_rules(&row.rules)?;
        let events = record::read(&text)?.events;
        let dice = DiceSource::Committed(row.secret.parse()?);
        let table = verify::replay(Arc::clone(&game), &events, dice).map_err(|(_, error)| error)?;
        let mut writer = record::Writer::new();
        for event in &events {
            writer.write(event);
        }
        let stored = events.len();
        Ok((StoredGame { connection, row, writer, stored, sink: None, _lock: lock }, table))
    }

    /// The game's entry in the catalog.
    pub(crate) fn info(&self) -> Result<&'static GameInfo, TerminalError> {
        Ok(catalog::entry(self.row.game())?)
    }

    /// Stores the new events of a table, and its result once the game is over. They are on disk when this returns.
    pub(crate) fn commit(&mut self, table: &Table) -> Result<(), TerminalError> {
        if self.stored == table.events().len() {
            return Ok(());
        }
        self.write(table, Vec::new())
    }

    fn write(&mut self, table: &Table, mut ops: Vec<WriteOp>) -> Result<(), TerminalError> {
        let mut writer = self.writer.clone();
        let new = &table.events()[self.stored..];
        for event in new {
            let lines = writer.write(event);
            ops.push(WriteOp::Event { table: self.row.id.clone(), number: event.number, lines });
        }
        let is_over = table.outcome().is_some() && self.row.state != TableState::Over;
        if is_over && let Some(mut result) = GameResult::new(&self.row, table.events(), unix_millis()) {
            let info = self.info()?;
            result.engines = self.row.seats.iter().map(|holder| engine_rating(info, holder)).collect();
            ops.push(WriteOp::Finish(result));
            ops.push(WriteOp::State { table: self.row.id.clone(), state: TableState::Over });
        }
        self.connection.wait(self.connection.store.write(ops))?;
        self.writer = writer;
        self.stored = table.events().len();
        if is_over {
            self.row.state = TableState::Over;
        }
        match &mut self.sink {
            Some(sink) => sink(new).map_err(TerminalError::Record),
            None => Ok(()),
        }
    }
}

fn engine_rating(info: &GameInfo, holder: &SeatHolder) -> Option<FixedRating> {
    let SeatHolder::Engine { engine, .. } = holder else { return None };
    let engine: EngineName = engine.parse().ok()?;
    info.engine_rating(&engine).map(FixedRating)
}

/// Checks that everyone who plays is at this terminal.
fn check_players(data: &TerminalData, row: &TableRow) -> Result<(), TerminalError> {
    let user = data.user().map(|user| user.id.as_str());
    let mut people = row.seats.iter().filter_map(SeatHolder::user).peekable();
    if people.peek().is_none() || !row.seats.iter().any(|holder| holder.user() == user) {
        return Err(TerminalError::NotContinued("you do not play it".to_owned()));
    }
    if people.any(|player| Some(player) != user) || row.seats.contains(&SeatHolder::Open) {
        return Err(TerminalError::NotContinued(
            "others play it on the network; continue it in the browser".to_owned(),
        ));
    }
    Ok(())
}

/// Takes over a game of the server, which must not be running.
fn adopt(data: &TerminalData, connection: &Connection, row: &mut TableRow) -> Result<(), TerminalError> {
    let lock = store::lock_folder(data.folder()).map_err(|error| StoreError::Failed(error.to_string()))?;
    let Some(_lock) = lock else {
        return Err(TerminalError::NotContinued(
            "a server is playing it; continue it in the browser, or stop the server first".to_owned(),
        ));
    };
    let home = WriteOp::Home { table: row.id.clone(), home: Home::Terminal };
    connection.wait(connection.store.write(vec![home]))?;
    row.home = Home::Terminal;
    Ok(())
}
