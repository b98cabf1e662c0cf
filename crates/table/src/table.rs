//! The table: actions and times in, events out.

mod absence;
mod agreement;

use std::sync::Arc;

use rules::{InputError, Outcome, Repetition, RetireReason, Seat, Status};
use view::{DynGame, DynMove, DynPosition, Played};

use crate::action::{ActionError, ActionReply, SeatAction};
use crate::clock::{Clocks, Millis, TimeControl};
use crate::dice::{DiceSource, GIVEN_DICE};
use crate::event::{EventKind, FinalOutcome, GameSetup, Offer, TableEvent};
use crate::pending_offer::PendingOffer;

/// Longest player name or client seed, in characters.
const MAX_NAME: usize = 64;

/// One game in progress.
pub struct Table {
    game: Arc<dyn DynGame>,
    dice: DiceSource,
    client_seeds: Vec<String>,
    board: Box<dyn DynPosition>,
    state: State,
    clocks: Clocks,
    /// Moves played and not taken back.
    turns: Vec<PlayedTurn>,
    /// Keys of the start position and of the position after each of these moves.
    keys: Vec<u64>,
    /// Number of moves that cannot be taken back, because a player left after them.
    permanent: usize,
    rolled: usize,
    pending: Option<PendingOffer>,
    /// Number of moves when a claim was last declined.
    claim_declined: Option<usize>,
    /// Offers by seat, each with the number of the last event that changed the board before it.
    offered: Vec<(Seat, Offer, u64)>,
    events: Vec<TableEvent>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    NotStarted,
    Playing,
    Over(Outcome),
}

/// A move and the state that a takeback restores.
struct PlayedTurn {
    seat: Seat,
    played: Played,
    /// Position before the move.
    before: Box<dyn DynPosition>,
    clocks: Clocks,
    rolled: usize,
}

impl Table {
    /// Opens a table. The dice are committed; the game has not started.
    pub fn open(
        game: Arc<dyn DynGame>,
        names: Vec<String>,
        time: TimeControl,
        position: &str,
        dice: DiceSource,
    ) -> Result<Table, InputError> {
        let board = game.read_position(position)?;
        if names.len() != game.seats() as usize {
            return Err(InputError::new(format!(
                "cannot open a table with {} players: expected {}, one for each seat",
                names.len(),
                game.seats()
            )));
        }
        for name in &names {
            check_name(name)?;
        }
        let commitment = match &dice {
            DiceSource::Committed(secret) if game.has_dice() => Some(secret.commitment()),
            DiceSource::Given(_) if game.has_dice() => Some(GIVEN_DICE.to_owned()),
            _ => None,
        };
        let position = if position.trim() == "start" { "start".to_owned() } else { board.position() };
        let setup = GameSetup { rules: game.rules_text(), names, time, position, commitment };
        let opened = TableEvent { number: 0, at: Millis(0), kind: EventKind::Opened(setup) };
        Ok(Table {
            client_seeds: vec![String::new(); game.seats() as usize],
            game,
            dice,
            keys: vec![board.key()],
            board,
            state: State::NotStarted,
            clocks: Clocks::new(time),
            turns: Vec::new(),
            permanent: 0,
            rolled: 0,
            pending: None,
            claim_declined: None,
            offered: Vec::new(),
            events: vec![opened],
        })
    }

    /// All events in order.
    pub fn events(&self) -> &[TableEvent] {
        &self.events
    }

    /// The game.
    pub fn game(&self) -> &dyn DynGame {
        &*self.game
    }

    /// The current position.
    pub fn board(&self) -> &dyn DynPosition {
        &*self.board
    }

    /// The clocks.
    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// The moves played and not taken back, each with its seat.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = (Seat, &Played)> + ExactSizeIterator {
        self.turns.iter().map(|turn| (turn.seat, &turn.played))
    }

    /// The position after the first `moves` moves.
    pub fn board_after(&self, moves: usize) -> Option<&dyn DynPosition> {
        match self.turns.get(moves) {
            Some(turn) => Some(&*turn.before),
            None => (moves == self.turns.len()).then_some(&*self.board),
        }
    }

    /// Keys of all positions of the game in order, the current one last; engines need them to detect repetitions.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Number of the last event.
    pub fn latest(&self) -> u64 {
        self.events.len() as u64 - 1
    }

    /// The seat to move.
    pub fn turn(&self) -> Option<Seat> {
        match (self.state, self.board.status()) {
            (State::Playing, Status::Turn(seat)) => Some(seat),
            _ => None,
        }
    }

    /// Outcome of the game, if it is over.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.state {
            State::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// The pending offer and its seat.
    pub fn offer(&self) -> Option<(Seat, Offer)> {
        self.pending.map(|pending| (pending.seat, pending.offer))
    }

    /// `true` if the pending offer waits for the answer of this seat.
    pub fn awaits_answer(&self, seat: Seat) -> bool {
        self.pending.is_some_and(|pending| self.is_active(seat) && !pending.has_accepted(seat))
    }

    /// `true` if this seat has a move to take back.
    pub fn can_take_back(&self, seat: Seat) -> bool {
        self.state == State::Playing && self.last_move_of(seat).is_some()
    }

    /// `true` if a draw can be claimed now.
    pub fn can_claim(&self) -> bool {
        self.state == State::Playing && self.claim_here().is_ok()
    }

    /// Starts the game and its clocks.
    pub fn begin(&mut self, now: Millis) -> ActionReply {
        self.respond(now, Millis(0), |table, now| {
            match table.state {
                State::NotStarted => table.state = State::Playing,
                State::Playing => return Err(ActionError::Begun),
                State::Over(_) => return Err(ActionError::Over),
            }
            table.log(now, EventKind::Begun);
            table.advance(now);
            Ok(())
        })
    }

    /// `true` if the game waits for [`Table::add_roll`].
    pub fn awaits_roll(&self) -> bool {
        let is_given = matches!(self.dice, DiceSource::Given(_));
        is_given && self.state == State::Playing && self.board.status() == Status::Chance
    }

    /// Adds a roll of real dice, in the game's notation.
    pub fn add_roll(&mut self, roll: &str, now: Millis) -> ActionReply {
        self.respond(now, Millis(0), |table, now| {
            if !table.awaits_roll() {
                return Err(ActionError::Roll(InputError::new("no roll is due")));
            }
            table.board.duplicate().apply_roll(roll).map_err(ActionError::Roll)?;
            if let DiceSource::Given(given) = &mut table.dice {
                given.give(roll.trim());
            }
            table.advance(now);
            Ok(())
        })
    }

    /// Lets time pass; logs a flag fall.
    pub fn tick(&mut self, now: Millis) -> ActionReply {
        self.respond(now, Millis(0), |_, _| Ok(()))
    }

    /// Resumes after a stop. The time since the last event is not charged.
    pub fn resume(&mut self, now: Millis) -> ActionReply {
        let now = self.not_before_last(now);
        if let State::Over(_) = self.state {
            return ActionReply { error: Some(ActionError::Over), ..ActionReply::default() };
        }
        self.clocks.skip(self.last_at(), now);
        self.log(now, EventKind::Resumed);
        ActionReply { events: self.events[self.events.len() - 1..].to_vec(), error: None }
    }

    /// Performs an action of a seat that has seen the events up to and including number `seen`.
    pub fn act(&mut self, seat: Seat, seen: u64, action: SeatAction, now: Millis) -> ActionReply {
        self.act_with_lag(seat, seen, action, Millis(0), now)
    }

    /// Like [`Table::act`] for a player whose connection takes `lag` for a round trip: within the
    /// [allowance](Clocks::lag_allowance) a move gives this time back to the clock.
    pub fn act_with_lag(
        &mut self,
        seat: Seat,
        seen: u64,
        action: SeatAction,
        lag: Millis,
        now: Millis,
    ) -> ActionReply {
        let is_move = matches!(action, SeatAction::Move(_) | SeatAction::Play(_) | SeatAction::ClaimWith(_));
        let lag =
            if is_move { self.clocks.lag_credit(seat, lag, self.not_before_last(now)) } else { Millis(0) };
        self.respond(now, lag, |table, now| {
            match table.state {
                State::Over(_) => return Err(ActionError::Over),
                State::NotStarted if !matches!(action, SeatAction::ClientSeed(_) | SeatAction::Leave) => {
                    return Err(ActionError::NotBegun);
                }
                _ => {}
            }
            if !table.is_active(seat) {
                return Err(ActionError::NotPlaying);
            }
            if seen > table.latest() {
                return Err(ActionError::NotYet);
            }
            let is_stale = match (&action, table.pending) {
                (
                    SeatAction::Move(_)
                    | SeatAction::Play(_)
                    | SeatAction::Offer(_)
                    | SeatAction::ClaimWith(_),
                    _,
                ) => table.has_changed_since(seen),
                (SeatAction::Answer(_), Some(pending)) => {
                    seen < pending.number || table.has_changed_since(seen)
                }
                _ => false,
            };
            if is_stale {
                return Err(ActionError::Stale);
            }
            match action {
                SeatAction::ClientSeed(seed) => table.add_client_seed(seat, &seed, now),
                SeatAction::Move(text) => table.play_text(seat, &text, lag, now),
                SeatAction::Play(mv) => table.play(seat, &mv, lag, now),
                SeatAction::Offer(offer) => table.make_offer(seat, offer, now),
                SeatAction::ClaimWith(text) => table.claim_with(seat, &text, lag, now),
                SeatAction::Answer(yes) => table.answer(seat, yes, now),
                SeatAction::Resign => table.retire(seat, RetireReason::Resigned, now),
                SeatAction::Leave => table.retire(seat, RetireReason::Absent, now),
                SeatAction::ClaimAbsence { absent, claim } => table.claim_absence(seat, absent, claim, now),
            }
        })
    }

    /// Acts at the time `now`. A flag falls first, unless the running clock gets at least its excess of time back as
    /// `credit`.
    fn respond(
        &mut self,
        now: Millis,
        credit: Millis,
        act: impl FnOnce(&mut Table, Millis) -> Result<(), ActionError>,
    ) -> ActionReply {
        let before = self.events.len();
        let now = self.not_before_last(now);
        while let Some((seat, deadline)) = self.clocks.deadline()
            && deadline.after(credit) <= now
            && self.state == State::Playing
        {
            // The clock of the seat to move runs, and that seat can always be retired.
            if self.retire(seat, RetireReason::OutOfTime, now).is_err() {
                break;
            }
        }
        let error = act(self, now).err();
        ActionReply { events: self.events[before..].to_vec(), error }
    }

    fn log(&mut self, at: Millis, kind: EventKind) {
        self.events.push(TableEvent { number: self.events.len() as u64, at, kind });
    }

    fn last_at(&self) -> Millis {
        self.events.last().map_or(Millis(0), |event| event.at)
    }

    fn not_before_last(&self, now: Millis) -> Millis {
        now.max(self.last_at())
    }

    fn is_active(&self, seat: Seat) -> bool {
        seat.index() < self.game.seats() as usize && self.board.is_active(seat)
    }

    fn players(&self) -> impl Iterator<Item = Seat> + '_ {
        Seat::all(self.game.seats()).filter(|&seat| self.board.is_active(seat))
    }

    fn has_changed_since(&self, seen: u64) -> bool {
        self.events
            .iter()
            .rev()
            .take_while(|event| event.number > seen)
            .any(|event| event.kind.changes_board())
    }

    fn add_client_seed(&mut self, seat: Seat, seed: &str, now: Millis) -> Result<(), ActionError> {
        if self.state != State::NotStarted {
            return Err(ActionError::Begun);
        }
        if !self.game.has_dice() {
            return Err(ActionError::ClientSeed(InputError::new("this game has no dice")));
        }
        check_text(seed).map_err(ActionError::ClientSeed)?;
        if !self.client_seeds[seat.index()].is_empty() {
            return Err(ActionError::ClientSeed(InputError::new(
                "you have already given a client seed: it cannot be changed",
            )));
        }
        self.client_seeds[seat.index()] = seed.to_owned();
        self.log(now, EventKind::ClientSeed { seat, seed: seed.to_owned() });
        Ok(())
    }

    fn require_turn(&self, seat: Seat) -> Result<(), ActionError> {
        match self.board.status() {
            Status::Turn(turn) if turn == seat => Ok(()),
            Status::Turn(turn) => Err(ActionError::NotYourTurn { turn: self.game.seat_name(turn) }),
            _ => Err(ActionError::Over),
        }
    }

    fn play_text(&mut self, seat: Seat, text: &str, lag: Millis, now: Millis) -> Result<(), ActionError> {
        self.require_turn(seat)?;
        let mv = self.board.read_move(text).map_err(ActionError::Move)?;
        self.play(seat, &mv, lag, now)
    }

    fn play(&mut self, seat: Seat, mv: &DynMove, lag: Millis, now: Millis) -> Result<(), ActionError> {
        self.require_turn(seat)?;
        let mut after = self.board.duplicate();
        let played = after.play(mv).map_err(ActionError::Move)?;
        self.commit_move(seat, played, after, lag, now);
        Ok(())
    }

    /// Makes `after` the current position. Positions cache their legal moves, so none are generated twice.
    fn commit_move(
        &mut self,
        seat: Seat,
        played: Played,
        after: Box<dyn DynPosition>,
        lag: Millis,
        now: Millis,
    ) {
        let before = std::mem::replace(&mut self.board, after);
        self.log(now, EventKind::Moved { seat, text: played.text.clone(), lag });
        let (clocks, completes) = (self.clocks.clone(), played.completes_turn);
        self.clocks.compensate(seat, lag);
        // A move instead of an answer declines the offer. Of the mover's own offers only a draw stays open until the
        // others have moved: a claim or a takeback refers to the previous position.
        if self.pending.is_some_and(|pending| pending.seat != seat || pending.offer != Offer::Draw) {
            self.lapse(now);
        }
        self.turns.push(PlayedTurn { seat, played, before, clocks, rolled: self.rolled });
        self.keys.push(self.board.key());
        if completes {
            self.clocks.complete_turn(now);
        }
        self.advance(now);
    }

    /// Advances to the next decision of a seat: rolls dice, detects ends and repetitions, starts a clock.
    fn advance(&mut self, now: Millis) {
        loop {
            match self.board.status() {
                Status::Over(outcome) => return self.end(outcome, now),
                Status::Chance => {
                    let roll = self.dice.roll(self.rolled, &self.client_seeds, &self.board.rolls());
                    // A record without a possible next roll stops the table here; the verifier reports it.
                    let Some(roll) = roll else {
                        if matches!(self.dice, DiceSource::Given(_)) {
                            // No clock runs while the players roll.
                            self.clocks.stop(now);
                        }
                        return;
                    };
                    if self.board.apply_roll(&roll).is_err() {
                        return;
                    }
                    self.rolled += 1;
                    self.log(now, EventKind::Rolled { roll });
                }
                Status::Turn(seat) => {
                    if let Repetition::Over(outcome) =
                        self.board.repeated(occurrences(&self.keys, self.board.key()))
                    {
                        return self.end(outcome, now);
                    }
                    return self.clocks.pass_to(seat, now);
                }
            }
        }
    }

    fn end(&mut self, outcome: Outcome, now: Millis) {
        self.clocks.stop(now);
        self.pending = None;
        self.state = State::Over(outcome);
        self.log(now, EventKind::Ended(FinalOutcome::from(outcome)));
        if let (DiceSource::Committed(secret), true) = (&self.dice, self.game.has_dice()) {
            let secret = secret.reveal();
            self.log(now, EventKind::Revealed { secret });
        }
    }

    /// Makes all moves permanent after a change of the position without a move.
    fn make_moves_permanent(&mut self) {
        self.permanent = self.turns.len();
        if let Some(key) = self.keys.last_mut() {
            *key = self.board.key();
        }
    }

    fn retire(&mut self, seat: Seat, why: RetireReason, now: Millis) -> Result<(), ActionError> {
        self.log(now, EventKind::Retired { seat, why });
        let was_running = self.clocks.deadline().is_some_and(|(running, _)| running == seat);
        let outcome = self.board.retire(seat, why);
        if was_running {
            self.clocks.stop(now);
        }
        self.make_moves_permanent();
        // Offers of the leaving player lapse, and so do takebacks: the moves so far are permanent.
        if self.pending.is_some_and(|pending| pending.seat == seat || pending.offer == Offer::Takeback) {
            self.lapse(now);
        }
        match outcome {
            Some(outcome) => self.end(outcome, now),
            None if self.state == State::Playing => {
                self.conclude_offer(now);
                if self.state == State::Playing {
                    self.advance(now);
                }
            }
            None => {}
        }
        Ok(())
    }
}

/// Number of occurrences of a position, the current one included.
fn occurrences(keys: &[u64], key: u64) -> u32 {
    (keys.iter().filter(|&&other| other == key).count() as u32).max(1)
}

/// Checks a player name.
pub fn check_name(name: &str) -> Result<(), InputError> {
    check_text(name).map_err(|error| error.within("a player's name"))
}

/// Makes a [valid name](check_name) of any text, such as the command line of a program.
pub fn sanitize_name(text: &str) -> String {
    let short: String = text.trim().chars().filter(|&c| is_plain(c)).take(MAX_NAME).collect();
    let name = short.trim();
    if check_name(name).is_ok() { name.to_owned() } else { "?".to_owned() }
}

/// `true` if a character may occur in a name. Bidirectional control characters could make a line look like another.
fn is_plain(c: char) -> bool {
    !c.is_control() && !matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Checks a name or client seed: one visible line without control characters.
fn check_text(text: &str) -> Result<(), InputError> {
    let length = text.chars().count();
    // Zero-width characters are needed inside Persian words, but not alone.
    let is_visible = |c: char| !matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{00ad}');
    if length == 0
        || !text.chars().any(is_visible)
        || length > MAX_NAME
        || !text.chars().all(is_plain)
        || text.trim() != text
    {
        let expected =
            format!("1 to {MAX_NAME} plain characters without line breaks and without spaces around them");
        return Err(InputError::unexpected(text, expected));
    }
    Ok(())
}
