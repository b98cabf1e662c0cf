//! Moves, passes and claims, one turn after the other.

use super::*;
use crate::board_print::board_print;
use crate::event::colour;
use crate::message::name;

impl Device {
    /// Goes on to whoever comes next. `is_answered` tells whether the PC owes an `OK` to what the device said last.
    pub(super) fn turn_over(&mut self, is_answered: bool, now: Duration, effects: &mut Effects) {
        let own = self.own();
        match self.game.next() {
            Next::Over if is_answered => self.announce(Why::PlayedOut, now, effects),
            Next::Over => self.phase = Phase::Closing { since: now },
            Next::Move(seat) if seat == own => {
                self.phase = Phase::OwnTurn;
                effects.tell(Event::YourTurn { seat, limit: self.limit() });
            }
            Next::Pass(seat) if seat == own => self.make_own_move(Move::PASS, now, effects),
            Next::Move(_) => {
                self.phase = Phase::PcTurn { since: now, is_answered };
                self.invite("Type your move", effects);
            }
            Next::Pass(_) => {
                self.phase = Phase::PcTurn { since: now, is_answered };
                self.invite("You have to pass", effects);
            }
        }
    }

    fn invite(&self, words: &str, effects: &mut Effects) {
        if self.options.habits.prints {
            self.print(self.game.moves(), effects);
            self.write(words, effects);
        }
    }

    fn print(&self, marked: u64, effects: &mut Effects) {
        for line in board_print(&self.game, marked) {
            self.write(&line, effects);
        }
    }

    /// A legal move or pass of the device.
    pub(super) fn make_own_move(&mut self, mv: Move, now: Duration, effects: &mut Effects) {
        let seat = self.own();
        self.game.play(mv);
        self.say(if mv == Move::PASS { Report::Pass } else { Report::Move(mv) }, effects);
        effects.tell(Event::Played { seat, mv });
        self.turn_over(false, now, effects);
    }

    pub(super) fn hear_move(&mut self, mv: Move, now: Duration, effects: &mut Effects) {
        let what = if mv == Move::PASS { "PS".to_owned() } else { format!("MV {}", name(mv)) };
        match self.phase {
            Phase::PcTurn { is_answered: true, .. } => self.judge(mv, now, effects),
            Phase::PcTurn { .. } if self.is_tolerant() => self.judge(mv, now, effects),
            Phase::PcTurn { .. } => {
                self.refuse(&format!("{what} came before the OK that our own move waits for"), effects);
            }
            // The claim and the move have crossed on the line: the claim is the answer.
            Phase::Claimed { claim: Claim::Late, .. } => effects.note(format!("{what} came too late")),
            Phase::Claimed { .. } => {
                self.refuse(
                    &format!("{what} came before the claim was answered: expected OK or PL"),
                    effects,
                );
            }
            Phase::OwnTurn | Phase::Closing { .. } => {
                self.refuse(&format!("{what} came out of turn: {} is to move", colour(self.own())), effects);
            }
            Phase::Idle | Phase::Announced { .. } => {
                self.refuse(&format!("{what} came while no game is on: expected NG before"), effects);
            }
        }
    }

    /// A move or pass of the PC, in its turn and in time.
    fn judge(&mut self, mv: Move, now: Duration, effects: &mut Effects) {
        if !self.game.is_legal(mv) {
            return self.claim(Claim::Illegal, now, effects);
        }
        let seat = self.pc();
        self.game.play(mv);
        effects.tell(Event::Played { seat, mv });
        if self.options.habits.prints && mv != Move::PASS {
            self.print(0, effects);
        }
        self.ok(effects);
        self.turn_over(true, now, effects);
    }

    pub(super) fn hear_answer(&mut self, answer: Answer, now: Duration, effects: &mut Effects) {
        match (self.phase, answer) {
            (Phase::PcTurn { since, is_answered: false }, Answer::Ok) => {
                self.phase = Phase::PcTurn { since, is_answered: true };
            }
            (Phase::Closing { .. }, Answer::Ok) => self.announce(Why::PlayedOut, now, effects),
            // The strict answer everything: the OK that our move waits for has crossed the claim.
            (Phase::Claimed { claim, since, is_answered: false }, Answer::Ok) if !self.is_tolerant() => {
                self.phase = Phase::Claimed { claim, since, is_answered: true };
            }
            (Phase::Claimed { claim, .. }, Answer::Ok) => self.accepted(claim, now, effects),
            (Phase::Claimed { .. }, Answer::PlayOn) => self.rejected(now, effects),
            (Phase::Announced { .. }, Answer::Ok | Answer::Blank) => self.phase = Phase::Idle,
            (_, Answer::Blank) if self.is_tolerant() => {}
            (_, Answer::Blank) => self.refuse("an empty line came where nothing waits for it", effects),
            // To answer an answer would only lead to more of them.
            (_, answer) => effects.note(format!("{answer} came where nothing waits for it")),
        }
    }

    fn accepted(&mut self, claim: Claim, now: Duration, effects: &mut Effects) {
        effects.tell(Event::Answered { accepted: true });
        match self.options.accepted {
            Accepted::Turn => {
                effects.tell(Event::TurnLost { seat: self.pc() });
                self.game.lose_turn();
                self.ok(effects);
                self.turn_over(true, now, effects);
            }
            Accepted::Game => {
                self.say(Report::Ending(Ending::Won), effects);
                self.light(Some(Ending::Won), effects);
                self.end(Why::Claimed(self.pc(), claim), Some(self.own()), effects);
                self.phase = Phase::Announced { since: now };
            }
        }
    }

    fn rejected(&mut self, now: Duration, effects: &mut Effects) {
        effects.tell(Event::Answered { accepted: false });
        match self.options.rejected {
            // The device has given up, but not because it was beaten.
            Rejected::Quit => self.quit(Why::GivenUp(self.own()), Some(self.pc()), now, effects),
            Rejected::PlayOn => {
                self.ok(effects);
                self.turn_over(true, now, effects);
            }
        }
    }
}
