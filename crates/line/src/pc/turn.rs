//! Moves and passes.

use super::*;
use crate::game::NextTurn;
use crate::message::move_name;

impl Pc {
    /// Starts the next turn.
    pub(super) fn next_turn(&mut self, now: Duration, effects: &mut Effects) {
        let own = self.options.own;
        match self.game.next_turn() {
            NextTurn::Over => self.phase = Phase::Closing { since: now },
            NextTurn::Pass(seat) if seat == own && self.options.auto_pass => {
                self.send_move(Move::PASS, now, now, effects);
            }
            NextTurn::Move(seat) | NextTurn::Pass(seat) if seat == own => {
                self.phase = Phase::OwnTurn { since: now };
                effects.push(Event::YourTurn { seat, limit: self.limit() });
            }
            NextTurn::Move(_) | NextTurn::Pass(_) => self.phase = Phase::DeviceTurn { since: now },
        }
    }

    pub(super) fn send_move_message(&mut self, mv: Move, effects: &mut Effects) {
        self.send_message(if mv == Move::PASS { PcMessage::Pass } else { PcMessage::Move(mv) }, effects);
    }

    /// Sends our move in a turn that began at `turn`.
    pub(super) fn send_move(&mut self, mv: Move, turn: Duration, now: Duration, effects: &mut Effects) {
        self.send_move_message(mv, effects);
        self.phase = Phase::Sent { mv, took: now.saturating_sub(turn), since: now, tries: 1 };
    }

    /// Plays our move, which the device has accepted.
    pub(super) fn on_move_accepted(
        &mut self,
        mv: Move,
        took: Duration,
        now: Duration,
        effects: &mut Effects,
    ) {
        self.unconfirmed = Some(UnconfirmedMove { before: self.game.clone(), mv, took });
        self.last_device_move = None;
        self.game.play(mv);
        effects.push(Event::Played { seat: self.options.own, mv });
        self.next_turn(now, effects);
    }

    pub(super) fn on_move(&mut self, mv: Move, now: Duration, effects: &mut Effects) {
        match self.phase {
            Phase::DeviceTurn { .. } => self.accept_move(mv, now, effects),
            Phase::Settling { .. } | Phase::Opening { step: Step::Colour | Step::NewGame, .. }
                if self.options.first == self.device() =>
            {
                self.begin(now, effects);
                self.accept_move(mv, now, effects);
            }
            // Our OK was lost, and perhaps our move too.
            Phase::Sent { mv: own, took, tries, .. }
                if self.is_tolerant() && self.last_device_move == Some(mv) && tries < MAX_TRIES =>
            {
                self.reply(Reply::Ok, effects);
                self.send_move_message(own, effects);
                self.phase = Phase::Sent { mv: own, took, since: now, tries: tries + 1 };
            }
            Phase::Sent { mv: own, took, .. } if self.is_tolerant() => {
                // The device plays on without an OK, or without our move.
                let mut after = self.game.clone();
                after.play(own);
                if after.is_legal(mv) || !self.would_be_legal_without_us(mv) {
                    self.on_move_accepted(own, took, now, effects);
                } else {
                    self.lose_turn(effects);
                }
                self.on_move(mv, now, effects);
            }
            Phase::ClaimAnswered { accepted, mv: own, .. } => {
                match own {
                    Some(own) if !accepted && !self.would_be_legal_without_us(mv) => {
                        effects.push(Event::Played { seat: self.options.own, mv: own });
                        self.game.play(own);
                    }
                    _ => self.lose_turn(effects),
                }
                self.phase = Phase::DeviceTurn { since: now };
                self.accept_move(mv, now, effects);
            }
            // Our OK was lost.
            Phase::OwnTurn { .. } if self.is_tolerant() && self.last_device_move == Some(mv) => {
                self.reply(Reply::Ok, effects);
            }
            Phase::OwnTurn { .. } if self.game.is_at_start() => self.dispute_first_move(now, effects),
            _ => effects.note(format!("ignored {} of the device: out of turn", describe(mv))),
        }
    }

    fn would_be_legal_without_us(&self, mv: Move) -> bool {
        let mut without = self.game.clone();
        without.lose_turn();
        without.is_legal(mv)
    }

    fn lose_turn(&mut self, effects: &mut Effects) {
        self.game.lose_turn();
        effects.push(Event::TurnLost { seat: self.options.own });
    }

    /// Plays a move of the device that came in turn.
    fn accept_move(&mut self, mv: Move, now: Duration, effects: &mut Effects) {
        self.reply(Reply::Ok, effects);
        self.unconfirmed = None;
        if !self.game.is_legal(mv) {
            effects.note(format!("{} of the device is not legal", describe(mv)));
            self.end(EndReason::RuleBroken(self.device(), Claim::Illegal), Some(self.options.own), effects);
            return self.end_game(now, effects);
        }
        self.game.play(mv);
        self.last_device_move = Some(mv);
        self.rejections = 0;
        effects.push(Event::Played { seat: self.device(), mv });
        self.next_turn(now, effects);
    }
}

fn describe(mv: Move) -> String {
    if mv == Move::PASS { "the pass".to_owned() } else { format!("the move {}", move_name(mv)) }
}
