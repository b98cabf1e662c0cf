//! `OK`, empty lines, `ER` and the end of a game.

use super::*;

impl Pc {
    pub(super) fn hear_answer(&mut self, answer: Answer, now: Duration, effects: &mut Effects) {
        match (&self.phase, answer) {
            (&Phase::Asking { step: step @ Step::Colour, .. }, _) => self.step_done(step, now, effects),
            (&Phase::Asking { step, .. }, Answer::Ok) => self.step_done(step, now, effects),
            (&Phase::Sent { mv, took, .. }, Answer::Ok) => self.move_stands(mv, took, now, effects),
            // It plays on, or this is one OK too many: who is to move will show.
            (&Phase::Answered { claim, accepted: false, mv, since, again }, Answer::Ok) => {
                let again = again.map(|again| again.min(now + self.limit() / 2));
                self.phase = Phase::Answered { claim, accepted: false, mv, since, again };
            }
            (Phase::Answered { .. } | Phase::Stopping { .. } | Phase::Closing { .. }, Answer::Ok) => {}
            (_, Answer::Blank) if self.is_tolerant() => {}
            (_, answer) if !self.is_tolerant() => {
                let what = if answer == Answer::Blank { "an empty line" } else { "OK" };
                effects.note(format!("{what} came where nothing waits for it"));
            }
            _ => {}
        }
    }

    pub(super) fn not_understood(&mut self, now: Duration, effects: &mut Effects) {
        match self.phase {
            Phase::Asking { step, .. } => self.step_not_understood(step, now, effects),
            Phase::Sent { mv, took, tries, .. } if tries < TRIES => {
                effects.note("the device has not understood our move: it is said again");
                self.say_move(mv, effects);
                self.phase = Phase::Sent { mv, took, since: now, tries: tries + 1 };
            }
            Phase::Sent { .. } => {
                effects.note("the device does not understand our move");
                self.end(Why::Disputed, None, effects);
                self.dismiss(now, effects);
            }
            _ => effects.note("the device has not understood us"),
        }
    }

    pub(super) fn hear_ending(&mut self, ending: Ending, effects: &mut Effects) {
        self.answer(ending.answer(), effects);
        self.light(ending, effects);
        if !self.is_on {
            if matches!(self.phase, Phase::Stopping { .. }) {
                self.finish(effects);
            }
            return;
        }
        // The device may not have waited for our last word.
        if let Phase::Sent { mv, .. } = self.phase {
            let mut after = self.game.clone();
            after.play(mv);
            if after.is_stuck_for_good() {
                effects.tell(Event::Played { seat: self.options.own, mv });
                self.game = after;
            }
        }
        match self.phase {
            Phase::Answered { claim, accepted: true, .. } if ending == Ending::Won => {
                self.end(Why::Claimed(self.options.own, claim), Some(self.device()), effects);
            }
            _ if self.game.is_stuck_for_good() => {
                let counted = self.game.ending(self.device());
                if counted != ending {
                    effects.note(format!(
                        "the device says {}, but by the count of discs it is {}",
                        ending.word(),
                        counted.word()
                    ));
                }
                self.end(Why::PlayedOut, self.game.leader(), effects);
            }
            _ => {
                effects.note(format!("the device says {} in the middle of a game", ending.word()));
                self.end(Why::Disputed, None, effects);
            }
        }
        self.finish(effects);
    }
}
