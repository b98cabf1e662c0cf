//! Deadlines: waits that end without a message of the device.

use super::*;

/// Time for the reply to `AT` that tests whether a silent device is still there.
const CHECK_TIME: Duration = Duration::from_millis(1500);

impl Pc {
    /// Deadline of the phase, apart from messages that wait to be sent.
    pub(super) fn phase_deadline(&self) -> Option<Duration> {
        let reply_timeout = self.options.reply_timeout;
        match self.phase {
            Phase::Done | Phase::Holding { .. } | Phase::OwnTurn { .. } => None,
            Phase::Opening { step, since, sent, .. } => Some(self.step_deadline(step, since, sent)),
            Phase::Settling { since, wait, .. } => Some(self.silent_since(since) + wait),
            Phase::Stopping { until } => Some(until),
            Phase::ClaimAnswered { again: Some(again), .. } => Some(again),
            // A device has its seconds for a move even if the reply timeout is shorter.
            Phase::DeviceTurn { since } => Some(
                since + self.options.device_limit.unwrap_or(reply_timeout.max(self.limit() + CLOSING_TIME)),
            ),
            Phase::Sent { since, tries, .. } => Some(self.sent_deadline(since, tries)),
            Phase::Checking { since } => Some(since + CHECK_TIME),
            Phase::ClaimAnswered { since, .. } | Phase::Closing { since } => Some(since + reply_timeout),
        }
    }

    /// Acts on an expired deadline.
    pub(super) fn on_deadline(&mut self, now: Duration, effects: &mut Effects) {
        if self.phase_deadline().is_none_or(|deadline| now < deadline) {
            return;
        }
        match self.phase {
            Phase::Done | Phase::Holding { .. } | Phase::OwnTurn { .. } => {}
            Phase::Opening { .. } => self.on_step_deadline(now, effects),
            Phase::Settling { .. } => self.on_settled(now, effects),
            Phase::ClaimAnswered { mv: Some(mv), again: Some(_), .. } => {
                self.send_move(mv, now, now, effects);
            }
            Phase::ClaimAnswered { mv: None, again: Some(_), .. } => self.next_turn(now, effects),
            Phase::DeviceTurn { .. } if self.may_swap_colours() => self.swap_colours(now, effects),
            Phase::DeviceTurn { .. } if self.options.device_limit.is_some() => {
                self.end(EndReason::RuleBroken(self.device(), Claim::Late), Some(self.options.own), effects);
                self.end_game(now, effects);
            }
            Phase::DeviceTurn { .. } if self.is_tolerant() => {
                self.phase = Phase::Checking { since: now };
                self.send_message(PcMessage::Attention, now, effects);
            }
            Phase::Closing { .. } => {
                effects.note("no result from the device: expected WN, LS or TE");
                self.end(EndReason::PlayedOut, self.game.leader(), effects);
                self.finish(effects);
            }
            Phase::Stopping { .. } => self.finish(effects),
            Phase::Sent { .. } => self.on_move_unanswered(now, effects),
            Phase::Checking { .. } => self.crashed(effects),
            Phase::DeviceTurn { .. } | Phase::ClaimAnswered { .. } => {
                self.end(EndReason::Timeout, None, effects);
                self.finish(effects);
            }
        }
    }

    /// The device has stopped replying in the middle of a game.
    pub(super) fn crashed(&mut self, effects: &mut Effects) {
        let discs = self.game.discs(Seat::FIRST) + self.game.discs(Seat::SECOND);
        effects.note(format!(
            "the device has stopped replying with {discs} discs on the board: it may have crashed"
        ));
        self.end(EndReason::Timeout, None, effects);
        self.finish(effects);
    }
}
