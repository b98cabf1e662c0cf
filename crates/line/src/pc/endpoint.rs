//! The PC as an end of a line.

use super::*;

impl Endpoint for Pc {
    fn on_bytes(&mut self, bytes: &[u8], now: Duration) -> Effects {
        let mut effects = self.on_timer(now);
        if !bytes.is_empty() {
            // The quiet begins after the last of these bytes, also for a reply to the first of them.
            let lines: Vec<Line> = bytes.iter().filter_map(|&byte| self.framer.push(byte)).collect();
            self.outbox.received(self.framer.is_within_line(), now);
            for line in lines {
                self.on_line(&line, now, &mut effects);
            }
        }
        effects
    }

    fn on_timer(&mut self, now: Duration) -> Effects {
        let mut effects = Effects::default();
        self.flush(now, &mut effects);
        self.on_deadline(now, &mut effects);
        self.on_extra_ok_deadline(now, &mut effects);
        effects
    }

    fn deadline(&self) -> Option<Duration> {
        let deadlines = [self.outbox.deadline(), self.phase_deadline(), self.extra_ok_deadline()];
        deadlines.into_iter().flatten().min()
    }

    fn play(&mut self, mv: Move, now: Duration) -> Result<Effects, InputError> {
        let Phase::OwnTurn { since } = self.phase else {
            return Err(InputError::new("it is not the PC's turn"));
        };
        if !self.game.is_legal(mv) {
            let name = crate::message::move_name(mv);
            return Err(InputError::new(format!("{name} is not legal: expected a square marked V")));
        }
        let mut effects = Effects::default();
        self.send_move(mv, since, now, &mut effects);
        Ok(effects)
    }

    fn resign(&mut self, now: Duration) -> Result<Effects, InputError> {
        if !self.is_game_running {
            return Err(InputError::new("no game to resign"));
        }
        Ok(self.concede(EndReason::Resigned(self.options.own), now))
    }

    fn on_disconnect(&mut self, _now: Duration) -> Effects {
        let mut effects = Effects::default();
        if self.is_game_running {
            self.end(EndReason::Disconnected, None, &mut effects);
        }
        self.finish(&mut effects);
        effects
    }

    fn game(&self) -> &LineGame {
        &self.game
    }

    fn is_playing(&self) -> bool {
        self.is_game_running
    }

    fn awaits_move(&self) -> bool {
        matches!(self.phase, Phase::OwnTurn { .. })
    }

    fn own(&self) -> Seat {
        self.options.own
    }

    fn leds(&self) -> [bool; 3] {
        self.leds
    }
}
