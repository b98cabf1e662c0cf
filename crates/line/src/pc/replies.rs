//! `OK`, empty lines, `ER` and results.

use super::*;

impl Pc {
    pub(super) fn on_reply(&mut self, reply: Reply, now: Duration, effects: &mut Effects) {
        let is_colour_step = matches!(self.phase, Phase::Opening { step: OpeningStep::Colour, .. });
        // An empty line answers only SP; elsewhere it belongs to a print.
        let answered = if reply == Reply::Ok || is_colour_step { self.unanswered.answered() } else { None };
        match (self.phase, reply) {
            // An OK that comes before our message has left is for an earlier one.
            (Phase::Opening { index, step, .. }, _) if answered.is_some() => {
                if step == OpeningStep::Colour {
                    let is_ok = reply == Reply::Ok;
                    self.observations.colour_reply =
                        Some(if is_ok { ColourReply::Ok } else { ColourReply::Blank });
                }
                self.step_done(index, step, now, effects);
            }
            (Phase::Sent { mv, turn, since, .. }, Reply::Ok) if answered.is_some() => {
                self.on_move_accepted(mv, since - turn, now, effects);
            }
            // The device plays on, or this OK is superfluous: its next message decides.
            (Phase::ClaimAnswered { claim, accepted: false, mv, since, again }, Reply::Ok) => {
                let again = again.map(|again| again.min(now + self.limit() / 2));
                self.phase = Phase::ClaimAnswered { claim, accepted: false, mv, since, again };
            }
            (Phase::Checking { .. }, Reply::Ok) if answered.is_some() => {
                effects.note("the device replies to AT, but it makes no move");
                self.end(EndReason::Timeout, None, effects);
                self.end_game(now, effects);
            }
            (Phase::ClaimAnswered { .. } | Phase::Stopping { .. } | Phase::Closing { .. }, Reply::Ok) => {}
            (_, Reply::Blank) if self.is_tolerant() => {}
            (_, reply) if !self.is_tolerant() => {
                let what = if reply == Reply::Blank { "empty line" } else { "OK" };
                effects.note(format!("an unexpected {what} arrived"));
            }
            _ => {}
        }
    }

    /// Handles `ER`, which answers the oldest message without a reply.
    pub(super) fn not_understood(&mut self, now: Duration, effects: &mut Effects) {
        match self.unanswered.refused(self.options.strictness, now) {
            Some(Refused::Reply(Reply::Blank)) => {
                self.observations.refuses_blank = true;
                return;
            }
            Some(Refused::Reply(reply)) => {
                if reply == Reply::Ok {
                    self.on_ok_refused();
                }
                return effects.note(format!("the device did not understand our {reply}"));
            }
            Some(Refused::Copy(PcMessage::Move(_) | PcMessage::Pass)) => {
                return effects
                    .note("the device did not understand our move: waiting for the reply to its copy");
            }
            Some(Refused::Command(_) | Refused::Copy(_)) => {}
            None => return effects.note("the device did not understand a message"),
        }
        match self.phase {
            Phase::Opening { .. } => self.step_not_understood(now, effects),
            Phase::Sent { tries, .. } if tries < MAX_TRIES => {
                effects.note("the device did not understand our move: sending it again");
                self.send_move_again(now, effects);
            }
            Phase::Sent { .. } if self.is_doubtful() && self.is_opening_free() => {
                self.first_move_refused("the device refuses our first move", now, effects);
            }
            Phase::Sent { .. } => {
                effects.note("the device does not understand our move");
                self.end(EndReason::Disputed, None, effects);
                self.end_game(now, effects);
            }
            _ => effects.note("the device did not understand a message"),
        }
    }

    pub(super) fn on_result(&mut self, result: DeviceResult, now: Duration, effects: &mut Effects) {
        self.reply(result.reply(), now, effects);
        self.set_led(result, effects);
        let word = result.word();
        if !self.is_game_running {
            let opening = self.setup.opening;
            match self.phase {
                Phase::Stopping { .. } => self.finish(effects),
                Phase::Settling { .. } if self.is_opening_free() => {
                    self.wrong_opening(&format!("the device reports {word} at once"), now, effects);
                }
                Phase::Opening { index, .. }
                    if self.is_opening_free()
                        && index >= opening.start_index()
                        && !self.outbox.has_command() =>
                {
                    self.wrong_opening(&format!("the device reports {word} at once"), now, effects);
                }
                _ => {}
            }
            return;
        }
        if self.is_doubtful() && self.is_opening_free() {
            return self.wrong_opening(&format!("the device reports {word} at once"), now, effects);
        }
        self.learn_extra_ok(effects);
        // The device may not have waited for our last move.
        if let Phase::Sent { mv, .. } = self.phase {
            let mut after = self.game.clone();
            after.play(mv);
            if after.is_blocked() {
                effects.push(Event::Played { seat: self.options.own, mv });
                self.game = after;
            }
        }
        match self.phase {
            Phase::ClaimAnswered { claim, accepted: true, .. } if result == DeviceResult::Won => {
                self.end(EndReason::RuleBroken(self.options.own, claim), Some(self.device()), effects);
            }
            _ if self.game.is_blocked() => {
                let counted = self.game.device_result(self.device());
                if counted != result {
                    effects.note(format!(
                        "the device reports {word}, but the disc count gives {}",
                        counted.word()
                    ));
                }
                self.end(EndReason::PlayedOut, self.game.leader(), effects);
            }
            _ => {
                let mut reason = format!("the device reports {word} during a game");
                if self.last_device_move == Some(Move::PASS) {
                    reason.push_str(", after a single pass");
                }
                effects.note(reason);
                self.end(EndReason::Disputed, None, effects);
            }
        }
        self.finish(effects);
    }
}
