//! `IL` and `IT`.

use super::*;

impl Pc {
    pub(super) fn hear_claim(&mut self, claim: Claim, now: Duration, effects: &mut Effects) {
        let (mv, took) = match self.phase {
            Phase::OwnTurn { since } => (None, now - since),
            Phase::Sent { mv, took, .. } => (Some(mv), took),
            // An OK came before the claim: the move does not stand after all.
            Phase::DeviceTurn { .. } | Phase::Closing { .. } if self.doubt.is_some() => {
                match self.doubt.take() {
                    Some(Doubt { before, mv, took }) => {
                        self.game = before;
                        effects.tell(Event::TakenBack);
                        (Some(mv), took)
                    }
                    None => return,
                }
            }
            // It waits for us to begin.
            Phase::DeviceTurn { .. } if self.game.is_at_start() => {
                self.answer(Answer::PlayOn, effects);
                return self.disagree_on_beginning(now, effects);
            }
            _ => {
                effects.note(format!("the device claims \"{claim}\" where no move of ours can be meant"));
                if self.is_on {
                    self.answer(Answer::PlayOn, effects);
                }
                return;
            }
        };
        let accepted = match claim {
            Claim::Late => took + self.options.grace >= self.limit(),
            Claim::Illegal => mv.is_some_and(|mv| !self.game.is_legal(mv)),
        };
        effects.tell(Event::Claimed(claim));
        self.answer(if accepted { Answer::Ok } else { Answer::PlayOn }, effects);
        effects.tell(Event::Answered { accepted });
        if accepted {
            self.phase = Phase::Answered { claim, accepted, mv, since: now, again: None };
            return;
        }
        self.rejections += 1;
        if self.rejections == TRIES {
            effects.note("the device claims the same again and again");
            self.end(Why::Disputed, None, effects);
            return self.dismiss(now, effects);
        }
        // A device that plays on may do so without a word; said too late, the move would be lost once more.
        let again = Some(now + self.limit() / 2);
        self.phase = Phase::Answered { claim, accepted, mv, since: now, again };
    }
}
