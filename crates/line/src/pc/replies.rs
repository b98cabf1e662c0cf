//! `OK`, empty lines, `ER` and results.

use super::*;

impl Pc {
    pub(super) fn on_reply(&mut self, reply: Reply, now: Duration, effects: &mut Effects) {
        match (&self.phase, reply) {
            (&Phase::Opening { step: step @ Step::Colour, .. }, _) => self.step_done(step, now, effects),
            (&Phase::Opening { step, .. }, Reply::Ok) => self.step_done(step, now, effects),
            (&Phase::Sent { mv, took, .. }, Reply::Ok) => self.on_move_accepted(mv, took, now, effects),
            // The device plays on, or this OK is superfluous: its next message decides.
            (&Phase::ClaimAnswered { claim, accepted: false, mv, since, again }, Reply::Ok) => {
                let again = again.map(|again| again.min(now + self.limit() / 2));
                self.phase = Phase::ClaimAnswered { claim, accepted: false, mv, since, again };
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

    pub(super) fn not_understood(&mut self, now: Duration, effects: &mut Effects) {
        match self.phase {
            Phase::Opening { step, .. } => self.step_not_understood(step, now, effects),
            Phase::Sent { mv, took, tries, .. } if tries < MAX_TRIES => {
                effects.note("the device did not understand our move: sending it again");
                self.send_move_message(mv, effects);
                self.phase = Phase::Sent { mv, took, since: now, tries: tries + 1 };
            }
            Phase::Sent { .. } => {
                effects.note("the device does not understand our move");
                self.end(EndReason::Disputed, None, effects);
                self.end_game(now, effects);
            }
            _ => effects.note("the device did not understand a message"),
        }
    }

    pub(super) fn on_result(&mut self, result: DeviceResult, effects: &mut Effects) {
        self.reply(result.reply(), effects);
        self.set_led(result, effects);
        if !self.is_game_running {
            if matches!(self.phase, Phase::Stopping { .. }) {
                self.finish(effects);
            }
            return;
        }
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
                        "the device reports {}, but the disc count gives {}",
                        result.word(),
                        counted.word()
                    ));
                }
                self.end(EndReason::PlayedOut, self.game.leader(), effects);
            }
            _ => {
                effects.note(format!("the device reports {} during a game", result.word()));
                self.end(EndReason::Disputed, None, effects);
            }
        }
        self.finish(effects);
    }
}
