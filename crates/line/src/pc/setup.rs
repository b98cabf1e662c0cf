//! Assumptions about a device: the order of the opening, the side that moves first, and the side that `SP` names.
//!
//! The first messages of a game show whether they are right. A device on a cleared board passes at once, calls our first
//! move illegal, or ends the game; a device that moves first shows its colour by its square, because the first moves of
//! Black and White differ. A wrong assumption is changed and the opening sent again, as long as no option contradicts.

use super::*;
use crate::opening::{Opening, OpeningStep};

/// Assumptions about a device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Setup {
    pub(super) opening: Opening,
    pub(super) first: Seat,
    pub(super) colour_of: ColourOf,
    /// Index of the opening in [`Opening::NAMED`].
    order: usize,
    /// `true` if the other side that `SP` may name is tried with this order.
    is_colour_changed: bool,
}

impl Setup {
    /// First assumptions: what is known, and the lab's rules elsewhere.
    pub(super) fn new(known: &DeviceProfile) -> Setup {
        Setup {
            opening: known.opening.unwrap_or(Opening::TABLE),
            first: known.first.unwrap_or(DEFAULT_FIRST),
            colour_of: known.colour_of.unwrap_or_default(),
            order: 0,
            is_colour_changed: false,
        }
    }

    /// Assumptions for another game.
    pub(super) fn again(self, known: &DeviceProfile) -> Setup {
        Setup { first: known.first.unwrap_or(DEFAULT_FIRST), ..self }
    }
}

/// Reply of a device to `SP`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColourReply {
    /// `OK`.
    Ok,
    /// An empty line, as in the table.
    Blank,
    /// Only a board or prose.
    Board,
    /// Nothing.
    Silence,
}

/// What a PC has seen of its device, for reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Observations {
    /// `true` if the device has sent any message.
    pub has_spoken: bool,
    /// Reply to `SP`.
    pub colour_reply: Option<ColourReply>,
    /// `true` if `ST` was accepted.
    pub knows_seconds: Option<bool>,
    /// `true` if the device sends back what it receives.
    pub echoes: bool,
    /// `true` if an empty line was answered by `ER`.
    pub refuses_blank: bool,
    /// Number of received lines that are no message.
    pub prose: u32,
    /// Number of such lines since `SP` was sent.
    pub(super) prose_since_colour: u32,
    /// Longest time from a message of ours to the last byte of the prints after it.
    pub longest_print: Duration,
}

impl Pc {
    /// `true` if the order of the opening may be changed.
    pub(super) fn is_opening_free(&self) -> bool {
        self.is_tolerant() && self.options.profile.opening.is_none()
    }

    /// `true` while a wrong assumption may show in the game.
    pub(super) fn is_doubtful(&self) -> bool {
        self.is_tolerant() && !self.is_confirmed
    }

    /// Records that the assumptions fit: the device made a legal move in its turn.
    pub(super) fn confirm_setup(&mut self) {
        if !self.is_confirmed {
            self.is_confirmed = true;
            self.known.first = Some(self.setup.first);
            self.known.colour_of = Some(self.setup.colour_of);
            self.known.opening = Some(self.setup.opening);
            let steps = self.setup.opening.steps();
            self.needs_new_game |=
                steps.last() == Some(&OpeningStep::NewGame) && self.setup.first == self.device();
        }
    }

    /// Handles a move of the device before the game has begun on our side.
    pub(super) fn on_early_move(&mut self, mv: Move, now: Duration, effects: &mut Effects) {
        let index = match self.phase {
            // A step that waits for a quiet line has not been received yet.
            Phase::Opening { index, step, .. } if step != OpeningStep::Attention => {
                if self.outbox.has_command() { index.saturating_sub(1) } else { index }
            }
            Phase::Holding { index } => index.saturating_sub(1),
            Phase::Settling { next, .. } => next.saturating_sub(1),
            _ => return effects.note("ignored a move of the device: no game has begun"),
        };
        let opening = self.setup.opening;
        if index < opening.start_index() {
            return if self.is_opening_free() && opening != Opening::RST_STARTS {
                self.reply(Reply::Ok, now, effects);
                let order = Opening::NAMED.iter().position(|(_, opening)| *opening == Opening::RST_STARTS);
                let setup =
                    Setup { opening: Opening::RST_STARTS, order: order.unwrap_or_default(), ..self.setup };
                self.reopen(setup, "the device begins at RST", now, effects);
            } else {
                effects.note("ignored a move of the device: no game has begun");
            };
        }
        match first_mover(mv) {
            Some(seat) if seat == self.device() && self.may_be_first(seat) => {
                // The rest of the opening is not needed.
                if self.is_opening_free() && index + 1 < opening.steps().len() {
                    self.setup.opening = opening.up_to(index);
                }
                self.setup.first = seat;
                self.begin(now, now, effects);
                self.on_move(mv, now, effects);
            }
            _ => self.on_unfit_first_move(mv, now, effects),
        }
    }

    /// Handles a first move of the device, not yet replied to, that does not fit the assumptions.
    pub(super) fn on_unfit_first_move(&mut self, mv: Move, now: Duration, effects: &mut Effects) {
        let mover = first_mover(mv);
        if self.is_tolerant() && (mover != Some(self.device()) || matches!(self.phase, Phase::Sent { .. })) {
            self.reply(Reply::Ok, now, effects);
        }
        match mover {
            Some(seat) if seat == self.device() && self.may_be_first(seat) => {
                let is_unanswered = matches!(self.phase, Phase::Sent { .. });
                self.setup.first = seat;
                effects.note(format!("{} moves first on this device", colour_name(seat)));
                if is_unanswered {
                    self.known.first = Some(seat);
                    return self.reopen(self.setup, "our move has crossed it", now, effects);
                }
                self.begin(now, now, effects);
                self.on_move(mv, now, effects);
            }
            Some(seat)
                if seat == self.options.own
                    && self.options.profile.colour_of.is_none()
                    && self.may_be_first(seat)
                    && self.is_tolerant()
                    && self.attempts < MAX_ATTEMPTS =>
            {
                self.known.first = Some(seat);
                let colour_of = self.setup.colour_of.other();
                let setup = Setup { first: seat, colour_of, ..self.setup };
                self.reopen(setup, "the device plays our colour: SP names its own", now, effects);
            }
            Some(_) => self.dispute_first_move(now, effects),
            None if mv == Move::PASS => {
                self.wrong_opening("the device passes at once, though it has a move", now, effects);
            }
            None => {
                let reason = format!("{} is no first move", crate::message::move_name(mv));
                self.wrong_opening(&reason, now, effects);
            }
        }
    }

    /// The device claims that we are late, but we expect its first move: it waits for ours.
    pub(super) fn device_waits(&mut self, now: Duration, effects: &mut Effects) {
        self.reply(Reply::PlayOn, now, effects);
        let own = self.options.own;
        if self.is_doubtful() && self.may_be_first(own) && self.attempts < MAX_ATTEMPTS {
            self.known.first = Some(own);
            let setup = Setup { first: own, ..self.setup };
            return self.reopen(setup, "the device waits for our first move", now, effects);
        }
        if self.may_swap_colours() {
            return self.swap_colours(now, effects);
        }
        self.dispute_first_move(now, effects);
    }

    /// `true` if the device, which moves first and does not, may take itself for the other colour.
    pub(super) fn may_swap_colours(&self) -> bool {
        self.is_doubtful()
            && self.game.is_at_start()
            && self.known.colour_of.is_none()
            && !self.setup.is_colour_changed
            && self.attempts < MAX_ATTEMPTS
    }

    /// Sends the opening again with the other colour in `SP`.
    pub(super) fn swap_colours(&mut self, now: Duration, effects: &mut Effects) {
        let colour_of = self.setup.colour_of.other();
        let setup = Setup { colour_of, is_colour_changed: true, ..self.setup };
        self.reopen(setup, "the device does not make the first move", now, effects);
    }

    fn may_be_first(&self, seat: Seat) -> bool {
        self.options.profile.first.is_none_or(|first| first == seat)
            && self.known.first.is_none_or(|first| first == seat)
    }

    /// The device refuses our first move: it may take us for the other colour, or have no game set up.
    pub(super) fn first_move_refused(&mut self, reason: &str, now: Duration, effects: &mut Effects) {
        match self.next_setup(true) {
            Some(setup) => self.reopen(setup, reason, now, effects),
            None => self.wrong_opening(reason, now, effects),
        }
    }

    /// The device did not set up a game: tries the next opening, or ends the game without a result.
    pub(super) fn wrong_opening(&mut self, reason: &str, now: Duration, effects: &mut Effects) {
        if let Some(setup) = self.next_setup(false) {
            return self.reopen(setup, reason, now, effects);
        }
        let expected = if self.options.profile.opening.is_some() {
            "expected another order in --opening, or none to find it"
        } else {
            "no known order of the opening fits this device"
        };
        effects.note(format!("{reason}: {expected}"));
        if self.is_game_running {
            self.end(EndReason::Disputed, None, effects);
            self.end_game(now, effects);
        } else {
            self.finish(effects);
        }
    }

    /// Next assumptions to try: the other side that `SP` may name, if it is in doubt, then the next order.
    fn next_setup(&self, is_colour_doubtful: bool) -> Option<Setup> {
        if !self.is_opening_free() || self.attempts >= MAX_ATTEMPTS {
            return None;
        }
        let setup = self.setup.again(&self.known);
        let other_colour = Setup { colour_of: setup.colour_of.other(), is_colour_changed: true, ..setup };
        if is_colour_doubtful && self.known.colour_of.is_none() && !setup.is_colour_changed {
            return Some(other_colour);
        }
        let colour_of = if setup.is_colour_changed { other_colour.colour_of } else { setup.colour_of };
        let order = setup.order + 1;
        let (_, opening) = *Opening::NAMED.get(order)?;
        Some(Setup { opening, order, colour_of, is_colour_changed: false, ..setup })
    }

    /// Sends another opening.
    fn reopen(&mut self, setup: Setup, reason: &str, now: Duration, effects: &mut Effects) {
        self.attempts += 1;
        let sp = if setup.colour_of == self.setup.colour_of { "" } else { ", SP with the other colour" };
        effects.note(format!("{reason}: trying the opening {}{sp}", setup.opening));
        self.setup = setup;
        self.restart(now, effects);
    }

    /// Starts the opening again.
    fn restart(&mut self, now: Duration, effects: &mut Effects) {
        if self.is_game_running {
            self.end(EndReason::WrongOpening, None, effects);
        }
        // A reply that the device waits for is still sent.
        self.outbox.keep_replies();
        self.unanswered.clear();
        self.begin_opening(0, now, effects);
    }

    /// Starts the opening again because the other device of a relay needs it.
    pub(crate) fn reopen_with(&mut self, first: Seat, now: Duration) -> Effects {
        let mut effects = Effects::default();
        self.set_first(first);
        self.is_game_running = false;
        self.restart(now, &mut effects);
        effects
    }

    /// Sets the side that moves first, as the other device of a relay has shown it.
    pub(crate) fn set_first(&mut self, first: Seat) {
        self.known.first = Some(first);
        self.setup.first = first;
    }
}

/// Side that can play `mv` as the first move of a game. The first moves of Black and White differ.
fn first_mover(mv: Move) -> Option<Seat> {
    [Seat::FIRST, Seat::SECOND].into_iter().find(|&seat| LineGame::new(seat).is_legal(mv))
}
