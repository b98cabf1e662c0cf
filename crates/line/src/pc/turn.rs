//! Moves and passes, one turn after the other.

use super::*;
use crate::game::Next;
use crate::message::name;

impl Pc {
    /// Goes on to whoever comes next.
    pub(super) fn go_on(&mut self, now: Duration, effects: &mut Effects) {
        let own = self.options.own;
        match self.game.next() {
            Next::Over => self.phase = Phase::Closing { since: now },
            Next::Pass(seat) if seat == own && self.options.passes_by_itself => {
                self.send(Move::PASS, now, now, effects);
            }
            Next::Move(seat) | Next::Pass(seat) if seat == own => {
                self.phase = Phase::OwnTurn { since: now };
                effects.tell(Event::YourTurn { seat, limit: self.limit() });
            }
            Next::Move(_) | Next::Pass(_) => self.phase = Phase::DeviceTurn { since: now },
        }
    }

    pub(super) fn say_move(&mut self, mv: Move, effects: &mut Effects) {
        self.say(if mv == Move::PASS { Command::Pass } else { Command::Move(mv) }, effects);
    }

    /// Says our move, in a turn that began at `turn`.
    pub(super) fn send(&mut self, mv: Move, turn: Duration, now: Duration, effects: &mut Effects) {
        self.say_move(mv, effects);
        self.phase = Phase::Sent { mv, took: now.saturating_sub(turn), since: now, tries: 1 };
    }

    /// The device has accepted our move.
    pub(super) fn move_stands(&mut self, mv: Move, took: Duration, now: Duration, effects: &mut Effects) {
        self.doubt = Some(Doubt { before: self.game.clone(), mv, took });
        self.heard = None;
        self.game.play(mv);
        effects.tell(Event::Played { seat: self.options.own, mv });
        self.go_on(now, effects);
    }

    pub(super) fn hear_move(&mut self, mv: Move, now: Duration, effects: &mut Effects) {
        match self.phase {
            Phase::DeviceTurn { .. } => self.take_move(mv, now, effects),
            Phase::Settling { .. } | Phase::Asking { step: Step::Colour | Step::NewGame, .. }
                if self.options.first == self.device() =>
            {
                self.begin(now, effects);
                self.take_move(mv, now, effects);
            }
            // Our OK got lost, and perhaps our move with it.
            Phase::Sent { mv: own, took, tries, .. }
                if self.is_tolerant() && self.heard == Some(mv) && tries < TRIES =>
            {
                self.answer(Answer::Ok, effects);
                self.say_move(own, effects);
                self.phase = Phase::Sent { mv: own, took, since: now, tries: tries + 1 };
            }
            Phase::Sent { mv: own, took, .. } if self.is_tolerant() => {
                // The device goes on without an OK; or it goes on without our move.
                let mut after = self.game.clone();
                after.play(own);
                if after.is_legal(mv) || !self.would_be_legal_without_us(mv) {
                    self.move_stands(own, took, now, effects);
                } else {
                    self.lose_turn(effects);
                }
                self.hear_move(mv, now, effects);
            }
            Phase::Answered { accepted, mv: own, .. } => {
                match own {
                    Some(own) if !accepted && !self.would_be_legal_without_us(mv) => {
                        effects.tell(Event::Played { seat: self.options.own, mv: own });
                        self.game.play(own);
                    }
                    _ => self.lose_turn(effects),
                }
                self.phase = Phase::DeviceTurn { since: now };
                self.take_move(mv, now, effects);
            }
            // Our OK got lost.
            Phase::OwnTurn { .. } if self.is_tolerant() && self.heard == Some(mv) => {
                self.answer(Answer::Ok, effects);
            }
            Phase::OwnTurn { .. } if self.game.is_at_start() => self.disagree_on_beginning(now, effects),
            _ => effects.note(format!("{} of the device came out of turn, and was left out", told(mv))),
        }
    }

    fn would_be_legal_without_us(&self, mv: Move) -> bool {
        let mut without = self.game.clone();
        without.lose_turn();
        without.is_legal(mv)
    }

    fn lose_turn(&mut self, effects: &mut Effects) {
        self.game.lose_turn();
        effects.tell(Event::TurnLost { seat: self.options.own });
    }

    /// A move of the device in its turn.
    fn take_move(&mut self, mv: Move, now: Duration, effects: &mut Effects) {
        self.answer(Answer::Ok, effects);
        self.doubt = None;
        if !self.game.is_legal(mv) {
            effects.note(format!("{} of the device is not legal", told(mv)));
            self.end(Why::Claimed(self.device(), Claim::Illegal), Some(self.options.own), effects);
            return self.dismiss(now, effects);
        }
        self.game.play(mv);
        self.heard = Some(mv);
        self.rejections = 0;
        effects.tell(Event::Played { seat: self.device(), mv });
        self.go_on(now, effects);
    }
}

fn told(mv: Move) -> String {
    if mv == Move::PASS { "the pass".to_owned() } else { format!("the move {}", name(mv)) }
}
