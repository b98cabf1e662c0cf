//! Claims of the device: `IL` and `IT`.

use super::*;

impl Pc {
    pub(super) fn on_claim(&mut self, claim: Claim, now: Duration, effects: &mut Effects) {
        let (mv, took) = match self.phase {
            Phase::OwnTurn { since } => (None, now - since),
            Phase::Sent { mv, took, .. } => (Some(mv), took),
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
            // The device waits for our first move.
            Phase::DeviceTurn { .. } if self.game.is_at_start() => {
                self.reply(Reply::PlayOn, effects);
                return self.dispute_first_move(now, effects);
            }
            _ => {
                effects.note(format!("the device claims \"{claim}\", but we made no move"));
                if self.is_game_running {
                    self.reply(Reply::PlayOn, effects);
                }
                return;
            }
        };
        let accepted = match claim {
            Claim::Late => took + self.options.grace >= self.limit(),
            Claim::Illegal => mv.is_some_and(|mv| !self.game.is_legal(mv)),
        };
        effects.push(Event::Claimed(claim));
        self.reply(if accepted { Reply::Ok } else { Reply::PlayOn }, effects);
        effects.push(Event::Answered { accepted });
        if accepted {
            self.phase = Phase::ClaimAnswered { claim, accepted, mv, since: now, again: None };
            return;
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
}
