//! Opening of the conversation, from `AT` to the first move.

use super::*;

/// Interval at which `AT` is repeated to a device that may still be starting.
const AT_INTERVAL: Duration = Duration::from_secs(1);
/// Time for a device to show that it has begun at `SP`.
const SETTLING_TIME: Duration = Duration::from_millis(400);

/// Steps of the opening, in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    Attention,
    Reset,
    Seconds,
    Colour,
    NewGame,
}

impl Step {
    pub(super) fn deadline(self, since: Duration, sent: Duration, reply_timeout: Duration) -> Duration {
        match self {
            Step::Attention => (sent + AT_INTERVAL).min(since + reply_timeout),
            _ => since + reply_timeout,
        }
    }

    /// `true` if a device may lack this command.
    fn is_optional(self) -> bool {
        matches!(self, Step::Attention | Step::Reset | Step::Seconds)
    }
}

impl Pc {
    /// Starts the opening with `AT`.
    pub fn start(&mut self, now: Duration) -> Effects {
        let mut effects = Effects::default();
        self.send_step(Step::Attention, now, &mut effects);
        effects
    }

    /// Starts another game in which the PC plays `own`.
    pub fn new_game(&mut self, own: Seat, now: Duration) -> Effects {
        let mut effects = Effects::default();
        self.options.own = own;
        self.echo.clear();
        self.has_begun_game = false;
        self.send_step(Step::Reset, now, &mut effects);
        effects
    }

    pub(super) fn send_step(&mut self, step: Step, now: Duration, effects: &mut Effects) {
        let command = match step {
            Step::Attention => PcMessage::Attention,
            Step::Reset => PcMessage::Reset,
            Step::Seconds => match self.options.seconds {
                Some(seconds) => PcMessage::Seconds(seconds),
                None => return self.send_colour(now, effects),
            },
            Step::Colour => PcMessage::Colour(self.options.colour_of.pc(self.options.own)),
            Step::NewGame => PcMessage::NewGame,
        };
        self.send_message(command, effects);
        self.phase = Phase::Opening { step, since: now, sent: now };
    }

    /// Sends the colours, or waits for [`release`](Pc::release) first.
    fn send_colour(&mut self, now: Duration, effects: &mut Effects) {
        if self.options.hold_before_game {
            self.phase = Phase::Holding;
        } else {
            self.send_step(Step::Colour, now, effects);
        }
    }

    /// `true` if the device is ready and the game waits for [`release`](Pc::release).
    pub fn is_holding(&self) -> bool {
        self.phase == Phase::Holding
    }

    /// Seconds that the device accepted; `None` if it does not know `ST` and uses [`DEFAULT_SECONDS`].
    pub(crate) fn seconds(&self) -> Option<u8> {
        self.options.seconds
    }

    /// Changes the seconds for a move before the game begins.
    pub(crate) fn set_seconds(
        &mut self,
        seconds: Option<u8>,
        device_limit: Duration,
        now: Duration,
    ) -> Effects {
        let mut effects = Effects::default();
        self.options.device_limit = Some(device_limit);
        if self.is_holding() && self.options.seconds != seconds {
            self.options.seconds = seconds;
            self.send_step(Step::Seconds, now, &mut effects);
        }
        effects
    }

    /// Lets the game begin.
    pub fn release(&mut self, now: Duration) -> Effects {
        let mut effects = Effects::default();
        if self.is_holding() {
            self.send_step(Step::Colour, now, &mut effects);
        }
        effects
    }

    /// Repeats `AT`, or stops after the reply timeout.
    pub(super) fn retry_step(&mut self, step: Step, since: Duration, now: Duration, effects: &mut Effects) {
        if now >= since + self.options.reply_timeout {
            effects.note("the device does not reply");
            self.finish(effects);
        } else {
            self.send_message(PcMessage::Attention, effects);
            self.phase = Phase::Opening { step, since, sent: now };
        }
    }

    /// Goes on to the next step.
    pub(super) fn step_done(&mut self, step: Step, now: Duration, effects: &mut Effects) {
        match step {
            Step::Attention => self.send_step(Step::Reset, now, effects),
            Step::Reset => {
                self.set_leds([false; 3], effects);
                self.send_step(Step::Seconds, now, effects);
            }
            Step::Seconds => self.send_colour(now, effects),
            Step::Colour => match self.options.begins_at {
                BeginsAt::Colour => self.begin(now, effects),
                BeginsAt::Either if self.options.first == self.device() => {
                    self.phase = Phase::Settling { until: now + SETTLING_TIME };
                }
                BeginsAt::Either | BeginsAt::NewGame => self.send_step(Step::NewGame, now, effects),
            },
            Step::NewGame => self.begin(now, effects),
        }
    }

    pub(super) fn begin(&mut self, now: Duration, effects: &mut Effects) {
        self.game = LineGame::new(self.options.first);
        self.is_game_running = true;
        self.has_begun_game = true;
        self.unconfirmed = None;
        self.last_device_move = None;
        self.rejections = 0;
        self.set_leds([false; 3], effects);
        effects.push(Event::Began { first: self.options.first, side: Side::Own(self.options.own) });
        self.next_turn(now, effects);
    }

    /// Handles `ER` to a step.
    pub(super) fn step_not_understood(&mut self, step: Step, now: Duration, effects: &mut Effects) {
        if step.is_optional() {
            effects.note("the device does not know a command: going on without it");
            if step == Step::Seconds {
                self.options.seconds = None;
            }
            self.step_done(step, now, effects);
        } else {
            effects.note("the device cannot begin a game: expected OK or an empty line to SP, OK to NG");
            self.finish(effects);
        }
    }
}
