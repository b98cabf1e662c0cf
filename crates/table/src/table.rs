//! A table: an action and a time in, events out.

mod agreement;

use std::sync::Arc;

use rules::{InputError, Outcome, Repetition, RetireReason, Seat, Status};
use view::{DynGame, DynPosition, Played};

use crate::action::{Action, ActionError, Reply};
use crate::clock::{Clocks, Millis, TimeControl};
use crate::dice::Dice;
use crate::event::{Ending, Event, EventKind, Offer, Setup};
use crate::offer::Pending;

/// The longest word a seat may add to the dice.
const LONGEST_WORD: usize = 64;

/// One game being played.
pub struct Table {
    game: Arc<dyn DynGame>,
    dice: Dice,
    words: Vec<String>,
    board: Box<dyn DynPosition>,
    state: State,
    clocks: Clocks,
    /// The moves that stand.
    turns: Vec<Turn>,
    /// The key of the first position and of that after each move that stands.
    keys: Vec<u64>,
    /// Moves before this one cannot be taken back any more, because somebody left after them.
    settled: usize,
    rolled: usize,
    pending: Option<Pending>,
    /// How many moves stood when a claim was last refused.
    claim_refused: Option<usize>,
    /// Offers by seat, each with the number of the last event on the board before it.
    offered: Vec<(Seat, Offer, u64)>,
    events: Vec<Event>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Opening,
    Playing,
    Over(Outcome),
}

/// A move that stands, and what a takeback of it restores.
struct Turn {
    seat: Seat,
    played: Played,
    board: Box<dyn DynPosition>,
    clocks: Clocks,
    rolled: usize,
}

impl Table {
    /// Opens a table; the dice are committed to, the game has not begun.
    pub fn open(
        game: Arc<dyn DynGame>,
        names: Vec<String>,
        time: TimeControl,
        position: &str,
        dice: Dice,
    ) -> Result<Table, InputError> {
        let board = game.read_position(position)?;
        if names.len() != game.seats() as usize {
            return Err(InputError::new(format!(
                "{} players were named: expected {}, one for each seat",
                names.len(),
                game.seats()
            )));
        }
        for name in &names {
            check_name(name)?;
        }
        let commitment = match &dice {
            Dice::Committed(secret) if game.has_dice() => Some(secret.commitment()),
            _ => None,
        };
        let position = if position.trim() == "start" { "start".to_owned() } else { board.position() };
        let setup = Setup { rules: game.rules_text(), names, time, position, commitment };
        let opened = Event { number: 0, at: Millis(0), what: EventKind::Opened(setup) };
        Ok(Table {
            words: vec![String::new(); game.seats() as usize],
            game,
            dice,
            keys: vec![board.key()],
            board,
            state: State::Opening,
            clocks: Clocks::new(time),
            turns: Vec::new(),
            settled: 0,
            rolled: 0,
            pending: None,
            claim_refused: None,
            offered: Vec::new(),
            events: vec![opened],
        })
    }

    /// Everything that happened, in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The game that is played.
    pub fn game(&self) -> &dyn DynGame {
        &*self.game
    }

    /// The position on the board.
    pub fn board(&self) -> &dyn DynPosition {
        &*self.board
    }

    /// The clocks.
    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// The moves that stand, each with who made it.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = (Seat, &Played)> + ExactSizeIterator {
        self.turns.iter().map(|turn| (turn.seat, &turn.played))
    }

    /// The position in which the move after so many of those that stand was made, or the one on the board after all of
    /// them.
    pub fn board_after(&self, moves: usize) -> Option<&dyn DynPosition> {
        match self.turns.get(moves) {
            Some(turn) => Some(&*turn.board),
            None => (moves == self.turns.len()).then_some(&*self.board),
        }
    }

    /// The keys of the positions that have stood, the first first, that on the board last: what an engine needs to see
    /// repetitions.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// The number of the last event.
    pub fn latest(&self) -> u64 {
        self.events.len() as u64 - 1
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Option<Seat> {
        match (self.state, self.board.status()) {
            (State::Playing, Status::Turn(seat)) => Some(seat),
            _ => None,
        }
    }

    /// How the game ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.state {
            State::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// What is on offer, and by whom.
    pub fn offer(&self) -> Option<(Seat, Offer)> {
        self.pending.map(|pending| (pending.seat, pending.offer))
    }

    /// Whether this seat is expected to answer what is on offer.
    pub fn awaits_answer(&self, seat: Seat) -> bool {
        self.pending.is_some_and(|pending| self.is_active(seat) && !pending.has_agreed(seat))
    }

    /// Whether this seat has a move that could be taken back.
    pub fn may_take_back(&self, seat: Seat) -> bool {
        self.state == State::Playing && self.last_move_of(seat).is_some()
    }

    /// Whether a draw may be claimed now, and has not been refused since the last repetition.
    pub fn may_claim(&self) -> bool {
        self.state == State::Playing && self.claim_here(&*self.board, &self.keys, self.turns.len()).is_ok()
    }

    /// Begins the game: clocks run, dice roll.
    pub fn begin(&mut self, now: Millis) -> Reply {
        self.respond(now, |table, now| {
            match table.state {
                State::Opening => table.state = State::Playing,
                State::Playing => return Err(ActionError::Begun),
                State::Over(_) => return Err(ActionError::Over),
            }
            table.tell(now, EventKind::Begun);
            table.advance(now);
            Ok(())
        })
    }

    /// Lets time pass: if somebody's has run out, it is told.
    pub fn tick(&mut self, now: Millis) -> Reply {
        self.respond(now, |_, _| Ok(()))
    }

    /// Goes on after a stop: the time since the last event costs nobody anything.
    pub fn resume(&mut self, now: Millis) -> Reply {
        let now = self.not_before_last(now);
        if let State::Over(_) = self.state {
            return Reply { refusal: Some(ActionError::Over), ..Reply::default() };
        }
        self.clocks.forgive(self.last_at(), now);
        self.tell(now, EventKind::Resumed);
        Reply { events: self.events[self.events.len() - 1..].to_vec(), refusal: None }
    }

    /// A seat acts, having seen the events up to and including number `seen`.
    pub fn act(&mut self, seat: Seat, seen: u64, action: Action, now: Millis) -> Reply {
        self.respond(now, |table, now| {
            match table.state {
                State::Over(_) => return Err(ActionError::Over),
                State::Opening if !matches!(action, Action::Word(_) | Action::Leave) => {
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
                (Action::Move(_) | Action::Offer(_) | Action::ClaimWith(_), _) => {
                    table.has_changed_since(seen)
                }
                (Action::Answer(_), Some(pending)) => seen < pending.number || table.has_changed_since(seen),
                _ => false,
            };
            if is_stale {
                return Err(ActionError::Stale);
            }
            match action {
                Action::Word(word) => table.add_word(seat, &word, now),
                Action::Move(text) => table.play(seat, &text, now),
                Action::Offer(offer) => table.make_offer(seat, offer, now),
                Action::ClaimWith(text) => table.claim_with(seat, &text, now),
                Action::Answer(yes) => table.answer(seat, yes, now),
                Action::Resign => table.retire(seat, RetireReason::Resigned, now),
                Action::Leave => table.retire(seat, RetireReason::Absent, now),
            }
        })
    }

    fn respond(
        &mut self,
        now: Millis,
        act: impl FnOnce(&mut Table, Millis) -> Result<(), ActionError>,
    ) -> Reply {
        let before = self.events.len();
        let now = self.not_before_last(now);
        while let Some((seat, deadline)) = self.clocks.deadline()
            && deadline <= now
            && self.state == State::Playing
        {
            // The running clock is that of a seat to move, which can always be retired.
            if self.retire(seat, RetireReason::OutOfTime, now).is_err() {
                break;
            }
        }
        let refusal = act(self, now).err();
        Reply { events: self.events[before..].to_vec(), refusal }
    }

    fn tell(&mut self, at: Millis, what: EventKind) {
        self.events.push(Event { number: self.events.len() as u64, at, what });
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
            .any(|event| event.what.changes_board())
    }

    fn add_word(&mut self, seat: Seat, word: &str, now: Millis) -> Result<(), ActionError> {
        if self.state != State::Opening {
            return Err(ActionError::Begun);
        }
        if !self.game.has_dice() {
            return Err(ActionError::Word(InputError::new("this game has no dice to add a word to")));
        }
        check_word(word).map_err(ActionError::Word)?;
        if !self.words[seat.index()].is_empty() {
            return Err(ActionError::Word(InputError::new("you have given a word already: it stands")));
        }
        self.words[seat.index()] = word.to_owned();
        self.tell(now, EventKind::Word { seat, word: word.to_owned() });
        Ok(())
    }

    fn require_turn(&self, seat: Seat) -> Result<(), ActionError> {
        match self.board.status() {
            Status::Turn(turn) if turn == seat => Ok(()),
            Status::Turn(turn) => Err(ActionError::NotYourTurn { turn: self.game.seat_name(turn) }),
            _ => Err(ActionError::Over),
        }
    }

    fn play(&mut self, seat: Seat, text: &str, now: Millis) -> Result<(), ActionError> {
        self.require_turn(seat)?;
        let board = self.board.duplicate();
        let played = self.board.play_text(text).map_err(ActionError::Move)?;
        self.tell(now, EventKind::Moved { seat, text: played.text.clone() });
        let (clocks, completes) = (self.clocks.clone(), played.completes_turn);
        // Who moves instead of answering has refused. Of the mover's own offers only a draw stands until the others
        // have moved: a claim or a takeback was about the position that is gone.
        if self.pending.is_some_and(|pending| pending.seat != seat || pending.offer != Offer::Draw) {
            self.lapse(now);
        }
        self.turns.push(Turn { seat, played, board, clocks, rolled: self.rolled });
        self.keys.push(self.board.key());
        if completes {
            self.clocks.complete_turn(now);
        }
        self.advance(now);
        Ok(())
    }

    /// Goes on to the next decision of a seat: rolls dice, sees ends and repetitions, starts a clock.
    fn advance(&mut self, now: Millis) {
        loop {
            match self.board.status() {
                Status::Over(outcome) => return self.end(outcome, now),
                Status::Chance => {
                    let roll = self.dice.roll(self.rolled, &self.words, &self.board.rolls());
                    // A record that has no more rolls, or one that cannot come, stops the table here; its reader tells.
                    let Some(roll) = roll else { return };
                    if self.board.apply_roll(&roll).is_err() {
                        return;
                    }
                    self.rolled += 1;
                    self.tell(now, EventKind::Rolled { roll });
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
        self.tell(now, EventKind::Ended(Ending::from(outcome)));
        if let (Dice::Committed(secret), true) = (&self.dice, self.game.has_dice()) {
            let secret = secret.reveal();
            self.tell(now, EventKind::Revealed { secret });
        }
    }

    /// The position has changed without a move: what was before it cannot be taken back any more.
    fn apply_roll(&mut self) {
        self.settled = self.turns.len();
        if let Some(key) = self.keys.last_mut() {
            *key = self.board.key();
        }
    }

    fn retire(&mut self, seat: Seat, why: RetireReason, now: Millis) -> Result<(), ActionError> {
        self.tell(now, EventKind::Retired { seat, why });
        let was_running = self.clocks.deadline().is_some_and(|(running, _)| running == seat);
        let outcome = self.board.retire(seat, why);
        if was_running {
            self.clocks.stop(now);
        }
        self.apply_roll();
        // An offer of who leaves is gone, and so is every takeback: what was before somebody left stands.
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

/// How often a position has stood, this time included.
fn occurrences(keys: &[u64], key: u64) -> u32 {
    (keys.iter().filter(|&&other| other == key).count() as u32).max(1)
}

/// Makes sure that a player can be called this.
pub fn check_name(name: &str) -> Result<(), InputError> {
    check_word(name).map_err(|error| error.within("a player's name"))
}

/// What a player is called of whom this is told: as much of it as [a name](check_name) has room for. A program is called by
/// its command, which may be long.
pub fn fitting_name(text: &str) -> String {
    let short: String = text.trim().chars().filter(|&c| is_plain(c)).take(LONGEST_WORD).collect();
    let name = short.trim();
    if check_name(name).is_ok() { name.to_owned() } else { "?".to_owned() }
}

/// Whether a character can stand in a name. Marks that turn the direction of writing could make a line look like another.
fn is_plain(c: char) -> bool {
    !c.is_control() && !matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Names and words stand on one line of a record, and look like what they are.
fn check_word(word: &str) -> Result<(), InputError> {
    let length = word.chars().count();
    // Marks without a width have their place inside Persian words, not instead of them.
    let is_seen = |c: char| !matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{00ad}');
    if length == 0
        || !word.chars().any(is_seen)
        || length > LONGEST_WORD
        || !word.chars().all(is_plain)
        || word.trim() != word
    {
        let expected = format!(
            "1 to {LONGEST_WORD} plain characters without line breaks and without blanks around them"
        );
        return Err(InputError::unexpected(word, expected));
    }
    Ok(())
}
