//! A game that is open at this terminal: its table, its players, and its place in the store.

mod engine_seat;
mod engine_turns;
mod requests;

use std::time::{Duration, Instant};

use engine::{EngineHandle, table_seed};
use games::catalog::GameInfo;
use rules::{InputError, Seat};
use search::EngineName;
use store::{SeatHolder, TableRow};
use table::{ActionReply, EventKind, Millis, SeatAction, Table, TableEvent};

use crate::data::TerminalData;
use crate::error::TerminalError;
use crate::events::AppSender;
use crate::messages::{colour, event_text_with};
use crate::new_game::NewGame;
use crate::stored_game::StoredGame;
use engine_seat::EngineSeat;
use engine_turns::{ReadyAction, RunningSearch};
pub(crate) use requests::Hint;

/// Player of a seat.
enum Player {
    /// A person at this terminal.
    Person,
    /// An engine.
    Engine(EngineSeat),
    /// An engine that has failed.
    Left,
}

/// A game that is open at this terminal. Events are stored before they can be seen through [`Game::table`]: if the store
/// fails, the game has to be closed.
pub(crate) struct Game {
    /// Number of the game in this run of the program.
    number: u64,
    pub(crate) info: &'static GameInfo,
    table: Table,
    stored: StoredGame,
    players: Vec<Player>,
    /// Time of the table when this program opened it.
    base: Millis,
    opened: Instant,
    search: Option<RunningSearch>,
    ready: Option<ReadyAction>,
    /// Shortest time between two moves of engines.
    pace: Duration,
    /// Time of the last move.
    moved: Instant,
    hint_engine: Option<EngineHandle>,
    hint: Hint,
    sender: AppSender,
    /// Latest message about the game.
    pub(crate) message: String,
    /// Number of moves without a person in the game, and its limit.
    engine_plies: (u32, u32),
}

/// What a game needs besides its table.
pub(crate) struct GameContext {
    pub(crate) number: u64,
    pub(crate) pace: Duration,
    pub(crate) sender: AppSender,
}

impl Game {
    /// Starts and stores a new game.
    pub(crate) fn create(
        data: &mut TerminalData,
        new: NewGame,
        context: GameContext,
    ) -> Result<Game, TerminalError> {
        let user = data.ensure_user()?;
        let (row, mut table) = new.open(&user)?;
        let reply = table.begin(Millis(0));
        if let Some(error) = reply.error {
            return Err(InputError::new(error.to_string()).into());
        }
        let (seed, max_plies) = (new.seed, new.max_plies);
        let stored = StoredGame::create(data, row, &table, new.sink)?;
        let mut game = Game::build(stored, table, context, seed)?;
        game.engine_plies.1 = max_plies;
        game.message = game.first_message();
        game.update()?;
        Ok(game)
    }

    /// Continues a stored game. The time since its last event costs nobody anything.
    pub(crate) fn open(data: &TerminalData, id: &str, context: GameContext) -> Result<Game, TerminalError> {
        let (stored, mut table) = StoredGame::open(data, id)?;
        let base = table.events().last().map_or(Millis(0), |event| event.at);
        table.resume(base);
        let mut game = Game::build(stored, table, context, None)?;
        game.base = base;
        game.commit()?;
        game.message = "The game continues.".to_owned();
        game.update()?;
        Ok(game)
    }

    fn build(
        stored: StoredGame,
        table: Table,
        context: GameContext,
        seed: Option<u64>,
    ) -> Result<Game, TerminalError> {
        let GameContext { number, pace, sender } = context;
        let mut players = Vec::new();
        for (seat, holder) in Seat::all(table.game().seats()).zip(&stored.row.seats) {
            players.push(match holder {
                SeatHolder::Engine { engine, .. } => {
                    let engine: EngineName = engine.parse()?;
                    let seed = seed.map_or_else(
                        || table_seed(&stored.row.id, seat),
                        |seed| rules::mix(seed).wrapping_add(seat.number().into()),
                    );
                    let of = (number, Some(seat));
                    Player::Engine(EngineSeat::new(engine_seat::spawn(
                        &stored.row.rules,
                        &engine,
                        seed,
                        of,
                        sender.clone(),
                    )?))
                }
                SeatHolder::Person { .. } | SeatHolder::Open => Player::Person,
            });
        }
        Ok(Game {
            number,
            info: stored.info()?,
            table,
            stored,
            players,
            base: Millis(0),
            opened: Instant::now(),
            search: None,
            ready: None,
            pace,
            moved: Instant::now(),
            hint_engine: None,
            hint: Hint::None,
            sender,
            message: String::new(),
            engine_plies: (0, u32::MAX),
        })
    }

    fn first_message(&self) -> String {
        let first = self.table.events().iter().rev().find_map(|event| self.event_text(event));
        first.unwrap_or_else(|| "The game begins.".to_owned())
    }

    fn event_text(&self, event: &TableEvent) -> Option<String> {
        match event.kind {
            // The secret of the dice is for those who verify the record.
            EventKind::Opened(_) | EventKind::Revealed { .. } => None,
            _ => event_text_with(&self.table, event, &|seat| colour(&self.table, seat)),
        }
    }

    /// The table. Everything in it is stored.
    pub(crate) fn table(&self) -> &Table {
        &self.table
    }

    /// The row of the table.
    pub(crate) fn row(&self) -> &TableRow {
        &self.stored.row
    }

    /// Time of the table.
    pub(crate) fn now(&self) -> Millis {
        Millis(self.base.0 + self.opened.elapsed().as_millis() as u64)
    }

    /// `true` if a person at this terminal has the seat.
    pub(crate) fn is_person(&self, seat: Seat) -> bool {
        matches!(self.players[seat.index()], Player::Person)
    }

    /// `true` if an engine is searching for its move.
    pub(crate) fn is_thinking(&self) -> bool {
        self.table.turn().is_some_and(|seat| !self.is_person(seat))
    }

    /// The person to move.
    pub(crate) fn person_to_move(&self) -> Option<Seat> {
        self.table.turn().filter(|&seat| self.is_person(seat))
    }

    /// The person who has an offer to answer.
    pub(crate) fn person_to_answer(&self) -> Option<Seat> {
        Seat::all(self.table.game().seats())
            .find(|&seat| self.is_person(seat) && self.table.awaits_answer(seat))
    }

    /// Performs an action of a seat. A rejected one is reported as the message.
    pub(crate) fn act(&mut self, seat: Seat, action: SeatAction) -> Result<bool, TerminalError> {
        let error = self.change(|table, now| table.act(seat, table.latest(), action, now))?;
        if let Some(error) = &error {
            self.message = format!("Not possible: {error}.");
        }
        self.update()?;
        Ok(error.is_none())
    }

    /// Lets clocks run out and engines that waited for the pace move.
    pub(crate) fn tick(&mut self) -> Result<(), TerminalError> {
        let now = self.now();
        if self.table.clocks().deadline().is_some_and(|(_, deadline)| deadline <= now) {
            self.change(Table::tick)?;
        }
        self.play_ready()?;
        self.update()
    }

    /// Time until the next [`Game::tick`].
    pub(crate) fn next_tick(&self) -> Option<Duration> {
        let now = self.now();
        let until = |deadline: Millis| Duration::from_millis(deadline.0.saturating_sub(now.0));
        // The shown time changes by the second, in the last ten seconds by the tenth.
        let clock = self.table.clocks().deadline().map(|(_, deadline)| {
            let left = until(deadline);
            let step = if left < Duration::from_secs(10) { 100 } else { 1000 };
            let rest = (left.as_millis() as u64) % step;
            Duration::from_millis(rest.max(1)).min(left)
        });
        let ready = self.ready.as_ref().map(|ready| ready.at.saturating_duration_since(Instant::now()));
        [clock, ready].into_iter().flatten().min()
    }

    /// Changes the table and stores the new events. Returns the reason if the action was rejected.
    fn change(
        &mut self,
        act: impl FnOnce(&mut Table, Millis) -> ActionReply,
    ) -> Result<Option<String>, TerminalError> {
        let now = self.now();
        let moves = self.table.moves().len();
        let reply = act(&mut self.table, now);
        self.commit()?;
        let texts: Vec<String> = reply.events.iter().filter_map(|event| self.event_text(event)).collect();
        if !texts.is_empty() {
            self.message = texts.join(" ");
        }
        if !reply.events.is_empty() {
            self.hint = Hint::None;
        }
        if self.table.moves().len() > moves {
            self.moved = Instant::now();
        }
        Ok(reply.error.map(|error| error.to_string()))
    }

    fn commit(&mut self) -> Result<(), TerminalError> {
        self.stored.commit(&self.table)
    }

    /// `true` if a person still takes part in the game.
    fn has_person(&self) -> bool {
        Seat::all(self.table.game().seats())
            .any(|seat| self.is_person(seat) && self.table.board().is_active(seat))
    }

    /// Removes an engine that has failed from the game.
    fn forfeit(&mut self, seat: Seat, reason: &str) -> Result<(), TerminalError> {
        self.players[seat.index()] = Player::Left;
        let title = colour(&self.table, seat);
        self.change(|table, now| table.act(seat, table.latest(), SeatAction::Leave, now))?;
        self.message = format!("{title} forfeits: {reason}.");
        Ok(())
    }
}
