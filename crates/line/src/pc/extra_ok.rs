//! Devices that wait for `OK` after their own `OK` to a move.

use super::*;

/// Silence of the device in its turn after which an extra `OK` is tried.
const SILENCE: Duration = Duration::from_secs(1);
/// Number of turns in which the extra `OK` has to help before it is sent at once.
const TURNS_TO_LEARN: u8 = 2;

/// Knowledge about the extra `OK`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ExtraOk {
    state: State,
    /// `true` in a turn of the device that follows our move, until the extra `OK` is sent.
    is_due: bool,
    /// `true` if it was sent in this turn.
    was_sent: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// Unknown; it helped in this many turns.
    Unknown(u8),
    Needed,
    NotNeeded,
}

impl ExtraOk {
    pub(super) fn new(is_needed: Option<bool>) -> ExtraOk {
        let state = match is_needed {
            None => State::Unknown(0),
            Some(true) => State::Needed,
            Some(false) => State::NotNeeded,
        };
        ExtraOk { state, is_due: false, was_sent: false }
    }

    pub(super) fn is_needed(self) -> Option<bool> {
        match self.state {
            State::Unknown(_) => None,
            State::Needed => Some(true),
            State::NotNeeded => Some(false),
        }
    }
}

impl Pc {
    /// The device has accepted our move.
    pub(super) fn extra_ok_after_move(&mut self, now: Duration, effects: &mut Effects) {
        (self.extra_ok.is_due, self.extra_ok.was_sent) = (false, false);
        match self.extra_ok.state {
            State::Needed => self.reply(Reply::Ok, now, effects),
            State::NotNeeded => {}
            State::Unknown(_) => self.extra_ok.is_due = true,
        }
    }

    /// The device has moved or ended the game: the extra `OK` helped, or is not needed.
    pub(super) fn learn_extra_ok(&mut self, effects: &mut Effects) {
        if let State::Unknown(turns) = self.extra_ok.state {
            if self.extra_ok.was_sent {
                self.extra_ok.state = State::Unknown(turns + 1);
                if turns + 1 == TURNS_TO_LEARN {
                    self.extra_ok.state = State::Needed;
                    effects.note("the device waits for OK after its OK to a move: sending it at once");
                }
            } else if self.extra_ok.is_due {
                self.extra_ok.state = State::NotNeeded;
            }
        }
        (self.extra_ok.is_due, self.extra_ok.was_sent) = (false, false);
    }

    /// The device has refused an `OK`: an extra one does not help.
    pub(super) fn on_ok_refused(&mut self) {
        if self.extra_ok.was_sent {
            self.extra_ok = ExtraOk::new(Some(false));
        }
    }

    pub(super) fn extra_ok_deadline(&self) -> Option<Duration> {
        match self.phase {
            Phase::DeviceTurn { since } | Phase::Closing { since } if self.extra_ok.is_due => {
                Some(self.silent_since(since) + SILENCE)
            }
            _ => None,
        }
    }

    pub(super) fn on_extra_ok_deadline(&mut self, now: Duration, effects: &mut Effects) {
        if self.extra_ok_deadline().is_none_or(|deadline| now < deadline) {
            return;
        }
        (self.extra_ok.is_due, self.extra_ok.was_sent) = (false, true);
        // The device's time counts from here.
        if let Phase::DeviceTurn { since } | Phase::Closing { since } = &mut self.phase {
            *since = now;
        }
        self.reply(Reply::Ok, now, effects);
    }
}
