//! Claims of the device: `IL` and `IT`.

use super::turn::describe;
use super::*;

impl Pc {
    pub(super) fn on_claim(&mut self, claim: Claim, now: Duration, effects: &mut Effects) {
        if claim == Claim::Illegal && self.is_about_repeated_move() {
            self.is_move_repeated = false;
            return effects.note("ignored a claim about a move that was sent twice");
        }
        let (mv, took) = match self.phase {
            Phase::OwnTurn { since } => (None, now - since),
            Phase::Sent { mv, turn, since, .. } => (Some(mv), since - turn),
            // An OK came before the claim: the move is taken back.
            Phase::DeviceTurn { .. } | Phase::Closing { .. } if self.unconfirmed.is_some() => {
                match self.unconfirmed.take() {
                    Some(UnconfirmedMove { before, mv, took }) => {
                        self.game = before;
                        effects.push(Event::TakenBack);
                        (Some(mv), took)
                    }
                    None => return,
                }
            }
            Phase::DeviceTurn { .. } if self.game.is_at_start() => return self.device_waits(now, effects),
            Phase::Settling { .. } if claim == Claim::Late => return self.device_waits(now, effects),
            _ => {
                effects.note(format!("the device claims \"{claim}\", but we made no move"));
                if self.is_game_running {
                    self.reply(Reply::PlayOn, now, effects);
                }
                return;
            }
        };
        let accepted = match claim {
            Claim::Late => took + self.options.grace >= self.limit(),
            Claim::Illegal => mv.is_some_and(|mv| !self.game.is_legal(mv)),
        };
        effects.push(Event::Claimed(claim));
        self.reply(if accepted { Reply::Ok } else { Reply::PlayOn }, now, effects);
        effects.push(Event::Answered { accepted });
        if accepted {
            self.phase = Phase::ClaimAnswered { claim, accepted, mv, since: now, again: None };
            return;
        }
        if let (Claim::Illegal, Some(mv)) = (claim, mv) {
            if self.is_doubtful() && self.is_opening_free() {
                let reason = "the device calls our first move illegal";
                return self.first_move_refused(reason, now, effects);
            }
            effects.note(format!("the device calls {} illegal, but it is legal", describe(mv)));
        }
        self.rejections += 1;
        if self.rejections == MAX_TRIES {
            effects.note("the device repeats the same claim");
            self.end(EndReason::Disputed, None, effects);
            return self.end_game(now, effects);
        }
        // A device may play on silently; the move must be sent again in time.
        let again = Some(now + self.limit() / 2);
        self.phase = Phase::ClaimAnswered { claim, accepted, mv, since: now, again };
    }

    /// `true` if a claim cannot be about our next move: the last one was sent again, and the device has both.
    fn is_about_repeated_move(&self) -> bool {
        let has_not_moved = match self.phase {
            Phase::OwnTurn { .. } | Phase::DeviceTurn { .. } => true,
            Phase::Sent { .. } => self.outbox.has_command(),
            _ => false,
        };
        self.is_move_repeated && has_not_moved
    }
}
