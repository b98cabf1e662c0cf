//! Moves and passes.

use super::*;
use crate::game::NextTurn;
use crate::message::move_name;

impl Pc {
    /// Starts the next turn.
    pub(super) fn next_turn(&mut self, now: Duration, effects: &mut Effects) {
        self.next_turn_since(now, now, effects);
    }

    /// Starts the next turn, whose time counts from `turn`.
    pub(super) fn next_turn_since(&mut self, turn: Duration, now: Duration, effects: &mut Effects) {
        let own = self.options.own;
        match self.game.next_turn() {
            NextTurn::Over => self.phase = Phase::Closing { since: now },
            NextTurn::Pass(seat) if seat == own && self.options.auto_pass => {
                self.send_move(Move::PASS, turn, now, effects);
            }
            NextTurn::Move(seat) | NextTurn::Pass(seat) if seat == own => {
                self.phase = Phase::OwnTurn { since: turn };
                effects.push(Event::YourTurn { seat, limit: self.limit().saturating_sub(now - turn) });
            }
            NextTurn::Move(_) | NextTurn::Pass(_) => self.phase = Phase::DeviceTurn { since: now },
        }
    }

    fn send_move_message(&mut self, mv: Move, now: Duration, effects: &mut Effects) {
        let message = if mv == Move::PASS { PcMessage::Pass } else { PcMessage::Move(mv) };
        self.send_message(message, now, effects);
    }

    /// Sends our move in a turn that began at `turn`.
    pub(super) fn send_move(&mut self, mv: Move, turn: Duration, now: Duration, effects: &mut Effects) {
        self.phase = Phase::Sent { mv, turn, since: now, tries: 1 };
        self.send_move_message(mv, now, effects);
    }

    /// Sends our move again.
    pub(super) fn send_move_again(&mut self, now: Duration, effects: &mut Effects) {
        let Phase::Sent { mv, tries, since, .. } = &mut self.phase else { return };
        (*tries, *since) = (*tries + 1, now);
        let mv = *mv;
        self.send_move_message(mv, now, effects);
    }

    /// Time at which an unanswered move is sent again or given up. A device that has lost a message often says nothing.
    pub(super) fn sent_deadline(&self, since: Duration, tries: u8) -> Duration {
        let timeout = since + self.options.reply_timeout;
        if self.is_tolerant() && (tries == 1 || self.is_doubtful() && self.is_opening_free()) {
            return (self.silent_since(since) + self.limit().mul_f64(0.75)).min(timeout);
        }
        timeout
    }

    /// Sends an unanswered move again once, then changes the opening or ends the game.
    pub(super) fn on_move_unanswered(&mut self, now: Duration, effects: &mut Effects) {
        let Phase::Sent { mv, tries, .. } = self.phase else { return };
        if self.is_tolerant() && tries == 1 {
            effects.note(format!("no reply to {}: sending it again", describe(mv)));
            self.is_move_repeated = true;
            return self.send_move_again(now, effects);
        }
        if self.is_doubtful() && self.is_opening_free() {
            return self.wrong_opening("no reply to our first move", now, effects);
        }
        if self.is_tolerant() {
            return self.crashed(effects);
        }
        self.end(EndReason::Timeout, None, effects);
        self.finish(effects);
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
        self.extra_ok_after_move(now, effects);
        self.next_turn(now, effects);
    }

    pub(super) fn on_move(&mut self, mv: Move, now: Duration, effects: &mut Effects) {
        match self.phase {
            Phase::DeviceTurn { .. } | Phase::Checking { .. } => self.accept_move(mv, now, effects),
            Phase::Settling { .. } | Phase::Opening { .. } | Phase::Holding { .. } if self.is_tolerant() => {
                self.on_early_move(mv, now, effects);
            }
            Phase::Opening { step: OpeningStep::Colour | OpeningStep::NewGame, .. }
                if self.setup.first == self.device() =>
            {
                self.begin(now, now, effects);
                self.accept_move(mv, now, effects);
            }
            // Our OK was lost, and perhaps our move too.
            Phase::Sent { tries, .. }
                if self.is_tolerant() && self.last_device_move == Some(mv) && tries < MAX_TRIES =>
            {
                self.reply(Reply::Ok, now, effects);
                self.send_move_again(now, effects);
            }
            // The device did not wait for our first move: it passes on a cleared board, or moves first.
            Phase::Sent { .. } if self.is_doubtful() && self.game.is_at_start() && mv == Move::PASS => {
                self.on_unfit_first_move(mv, now, effects);
            }
            Phase::Sent { mv: own, turn, since, .. } if self.is_tolerant() => {
                // The device plays on without an OK, or without our move.
                let mut after = self.game.clone();
                after.play(own);
                if after.is_legal(mv) || !self.would_be_legal_without_us(mv) {
                    self.on_move_accepted(own, since - turn, now, effects);
                } else if self.is_doubtful() && self.game.is_at_start() {
                    return self.on_unfit_first_move(mv, now, effects);
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
                self.reply(Reply::Ok, now, effects);
            }
            Phase::OwnTurn { .. } if self.game.is_at_start() => {
                if self.is_tolerant() {
                    self.on_unfit_first_move(mv, now, effects);
                } else {
                    self.dispute_first_move(now, effects);
                }
            }
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
        if !self.game.is_legal(mv) && self.is_doubtful() && self.game.is_at_start() {
            return self.on_unfit_first_move(mv, now, effects);
        }
        self.reply(Reply::Ok, now, effects);
        self.unconfirmed = None;
        if !self.game.is_legal(mv) {
            return self.on_illegal_move(mv, now, effects);
        }
        self.learn_extra_ok(effects);
        if mv != Move::PASS {
            self.confirm_setup();
        }
        self.game.play(mv);
        self.last_device_move = Some(mv);
        self.rejections = 0;
        effects.push(Event::Played { seat: self.device(), mv });
        self.next_turn(now, effects);
    }

    /// Handles an illegal move of the device. It loses the game, unless the opening may be wrong.
    fn on_illegal_move(&mut self, mv: Move, now: Duration, effects: &mut Effects) {
        if self.is_doubtful() && (mv == Move::PASS || self.is_opening_free()) {
            let what = if mv == Move::PASS {
                "passes at once, though it has a move"
            } else {
                "plays on another board"
            };
            return self.wrong_opening(&format!("the device {what}"), now, effects);
        }
        let mut reason = format!("{} of the device is not legal", describe(mv));
        if let (Move::PASS, NextTurn::Move(_)) = (mv, self.game.next_turn()) {
            let square = Move::on(self.game.moves().trailing_zeros() as u8);
            reason.push_str(&format!(": {} is possible", move_name(square)));
        }
        effects.note(reason);
        self.end(EndReason::RuleBroken(self.device(), Claim::Illegal), Some(self.options.own), effects);
        self.end_game(now, effects);
    }
}

pub(super) fn describe(mv: Move) -> String {
    if mv == Move::PASS { "the pass".to_owned() } else { format!("the move {}", move_name(mv)) }
}
