//! Moves, passes and claims.

use super::*;
use crate::board_print::board_print;
use crate::event::colour_name;
use crate::message::move_name;

impl Device {
    /// Starts the next turn. `is_answered` is `false` if the PC still owes an `OK` to the last message.
    pub(super) fn next_turn(&mut self, is_answered: bool, now: Duration, effects: &mut Effects) {
        let own = self.own();
        match self.game.next_turn() {
            NextTurn::Over if is_answered => self.announce(EndReason::PlayedOut, now, effects),
            NextTurn::Over => self.phase = Phase::Closing { since: now },
            NextTurn::Move(seat) if seat == own => {
                self.phase = Phase::OwnTurn;
                effects.push(Event::YourTurn { seat, limit: self.limit() });
            }
            NextTurn::Pass(seat) if seat == own => self.make_own_move(Move::PASS, now, effects),
            NextTurn::Move(_) => {
                self.phase = Phase::PcTurn { since: now, is_answered };
                self.prompt("Type your move", effects);
            }
            NextTurn::Pass(_) => {
                self.phase = Phase::PcTurn { since: now, is_answered };
                self.prompt("You have to pass", effects);
            }
        }
    }

    fn prompt(&self, text: &str, effects: &mut Effects) {
        if self.options.quirks.prints {
            self.print(self.game.moves(), effects);
            self.send_line(text, effects);
        }
    }

    fn print(&self, marked: u64, effects: &mut Effects) {
        for line in board_print(&self.game, marked) {
            self.send_line(&line, effects);
        }
    }

    /// Plays a legal move or pass of the device.
    pub(super) fn make_own_move(&mut self, mv: Move, now: Duration, effects: &mut Effects) {
        let seat = self.own();
        self.game.play(mv);
        self.send(if mv == Move::PASS { DeviceMessage::Pass } else { DeviceMessage::Move(mv) }, effects);
        effects.push(Event::Played { seat, mv });
        self.next_turn(false, now, effects);
    }

    pub(super) fn on_move(&mut self, mv: Move, now: Duration, effects: &mut Effects) {
        let message = if mv == Move::PASS { "PS".to_owned() } else { format!("MV {}", move_name(mv)) };
        match self.phase {
            Phase::PcTurn { is_answered: true, .. } => self.check_move(mv, now, effects),
            Phase::PcTurn { .. } if self.is_tolerant() => self.check_move(mv, now, effects),
            Phase::PcTurn { .. } => {
                self.reject(&format!("{message} arrived before the OK to our move"), effects);
            }
            // The claim and the move have crossed on the line: the claim is the reply.
            Phase::Claimed { claim: Claim::Late, .. } => effects.note(format!("{message} arrived too late")),
            Phase::Claimed { .. } => {
                self.reject(
                    &format!("{message} arrived before the reply to the claim: expected OK or PL"),
                    effects,
                );
            }
            Phase::Accepted { .. } => {
                self.reject(&format!("{message} arrived before the OK to our OK"), effects);
            }
            Phase::OwnTurn | Phase::Closing { .. } => {
                self.reject(
                    &format!("{message} arrived out of turn: {} is to move", colour_name(self.own())),
                    effects,
                );
            }
            Phase::Idle | Phase::Announced { .. } => {
                self.reject(
                    &format!("{message} arrived while no game was running: expected NG first"),
                    effects,
                );
            }
        }
    }

    /// Checks and plays a move or pass of the PC that came in turn and in time.
    fn check_move(&mut self, mv: Move, now: Duration, effects: &mut Effects) {
        if !self.game.is_legal(mv) {
            return self.claim(Claim::Illegal, now, effects);
        }
        let seat = self.pc();
        self.game.play(mv);
        effects.push(Event::Played { seat, mv });
        if self.options.quirks.prints && mv != Move::PASS {
            self.print(0, effects);
        }
        self.send_ok(effects);
        if self.options.quirks.ok_after_ok {
            self.phase = Phase::Accepted { since: now };
        } else {
            self.next_turn(true, now, effects);
        }
    }

    pub(super) fn on_reply(&mut self, reply: Reply, now: Duration, effects: &mut Effects) {
        match (self.phase, reply) {
            (Phase::PcTurn { since, is_answered: false }, Reply::Ok) => {
                self.phase = Phase::PcTurn { since, is_answered: true };
            }
            (Phase::Accepted { .. }, Reply::Ok) => self.next_turn(true, now, effects),
            (Phase::Closing { .. }, Reply::Ok) => self.announce(EndReason::PlayedOut, now, effects),
            // In strict mode every message gets a reply: this OK is for our move and has crossed the claim.
            (Phase::Claimed { claim, since, is_answered: false }, Reply::Ok) if !self.is_tolerant() => {
                self.phase = Phase::Claimed { claim, since, is_answered: true };
            }
            (Phase::Claimed { claim, .. }, Reply::Ok) => self.on_claim_accepted(claim, now, effects),
            (Phase::Claimed { .. }, Reply::PlayOn) => self.on_claim_rejected(now, effects),
            (Phase::Announced { .. }, Reply::Ok | Reply::Blank) => self.phase = Phase::Idle,
            (_, Reply::Blank) if self.is_tolerant() => {}
            (_, Reply::Blank) => self.reject("an unexpected empty line arrived", effects),
            // A reply to a reply could start an endless exchange.
            (_, reply) => effects.note(format!("an unexpected {reply} arrived")),
        }
    }

    fn on_claim_accepted(&mut self, claim: Claim, now: Duration, effects: &mut Effects) {
        effects.push(Event::Answered { accepted: true });
        match self.options.claim_cost {
            ClaimCost::Turn => {
                effects.push(Event::TurnLost { seat: self.pc() });
                self.game.lose_turn();
                self.send_ok(effects);
                self.next_turn(true, now, effects);
            }
            ClaimCost::Game => {
                self.send(DeviceMessage::Result(DeviceResult::Won), effects);
                self.set_led(Some(DeviceResult::Won), effects);
                self.end(EndReason::RuleBroken(self.pc(), claim), Some(self.own()), effects);
                self.phase = Phase::Announced { since: now };
            }
        }
    }

    fn on_claim_rejected(&mut self, now: Duration, effects: &mut Effects) {
        effects.push(Event::Answered { accepted: false });
        match self.options.after_rejection {
            AfterRejection::Quit => self.quit(EndReason::Resigned(self.own()), Some(self.pc()), now, effects),
            AfterRejection::PlayOn => {
                self.send_ok(effects);
                self.next_turn(true, now, effects);
            }
        }
    }
}
