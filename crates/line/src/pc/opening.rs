//! From the first word to the first move.

use super::*;

/// How often `AT` is said to a device that may still be starting.
const KNOCKS: Duration = Duration::from_secs(1);
/// How long a device is given to show that it has begun at `SP`.
const SETTLING: Duration = Duration::from_millis(400);

/// The steps of the opening, in their order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    Attention,
    Reset,
    Seconds,
    Colour,
    NewGame,
}

impl Step {
    pub(super) fn deadline(self, since: Duration, said: Duration, patience: Duration) -> Duration {
        match self {
            Step::Attention => (said + KNOCKS).min(since + patience),
            _ => since + patience,
        }
    }

    /// Whether a device may be without it.
    fn may_be_unknown(self) -> bool {
        matches!(self, Step::Attention | Step::Reset | Step::Seconds)
    }
}

impl Pc {
    /// Begins to speak.
    pub fn start(&mut self, now: Duration) -> Effects {
        let mut effects = Effects::default();
        self.ask(Step::Attention, now, &mut effects);
        effects
    }

    /// Another game, with this side for the PC.
    pub fn again(&mut self, own: Seat, now: Duration) -> Effects {
        let mut effects = Effects::default();
        self.options.own = own;
        self.echo.forget();
        self.has_met_device = false;
        self.ask(Step::Reset, now, &mut effects);
        effects
    }

    pub(super) fn ask(&mut self, step: Step, now: Duration, effects: &mut Effects) {
        let command = match step {
            Step::Attention => Command::Attention,
            Step::Reset => Command::Reset,
            Step::Seconds => match self.options.seconds {
                Some(seconds) => Command::Seconds(seconds),
                None => return self.ask_colour(now, effects),
            },
            // Naming is its own inverse.
            Step::Colour => Command::Colour(self.options.colour_of.pc(self.options.own)),
            Step::NewGame => Command::NewGame,
        };
        self.say(command, effects);
        self.phase = Phase::Asking { step, since: now, said: now };
    }

    /// The colours are told, unless somebody else has to be ready as well.
    fn ask_colour(&mut self, now: Duration, effects: &mut Effects) {
        if self.options.holds {
            self.phase = Phase::Holding;
        } else {
            self.ask(Step::Colour, now, effects);
        }
    }

    /// Whether the device is ready, and the game waits for [`release`](Pc::release).
    pub fn is_holding(&self) -> bool {
        self.phase == Phase::Holding
    }

    /// Whether the device has taken the seconds it was told; one that was told none counts [`USUAL_SECONDS`].
    pub(crate) fn seconds(&self) -> Option<u8> {
        self.options.seconds
    }

    /// The game has not begun, and is to be played with other times: the device is told so.
    pub(crate) fn set_seconds(&mut self, told: Option<u8>, device_limit: Duration, now: Duration) -> Effects {
        let mut effects = Effects::default();
        self.options.device_limit = Some(device_limit);
        if self.is_holding() && self.options.seconds != told {
            self.options.seconds = told;
            self.ask(Step::Seconds, now, &mut effects);
        }
        effects
    }

    /// Everybody is ready: the game may begin.
    pub fn release(&mut self, now: Duration) -> Effects {
        let mut effects = Effects::default();
        if self.is_holding() {
            self.ask(Step::Colour, now, &mut effects);
        }
        effects
    }

    /// A device that does not answer is knocked at again, or given up.
    pub(super) fn ask_again(&mut self, step: Step, since: Duration, now: Duration, effects: &mut Effects) {
        if now >= since + self.options.patience {
            effects.note("the device does not answer");
            self.finish(effects);
        } else {
            self.say(Command::Attention, effects);
            self.phase = Phase::Asking { step, since, said: now };
        }
    }

    /// A step was answered.
    pub(super) fn step_done(&mut self, step: Step, now: Duration, effects: &mut Effects) {
        match step {
            Step::Attention => self.ask(Step::Reset, now, effects),
            Step::Reset => {
                self.set_leds([false; 3], effects);
                self.ask(Step::Seconds, now, effects);
            }
            Step::Seconds => self.ask_colour(now, effects),
            Step::Colour => match self.options.begins_at {
                BeginsAt::Colour => self.begin(now, effects),
                BeginsAt::Either if self.options.first == self.device() => {
                    self.phase = Phase::Settling { until: now + SETTLING };
                }
                BeginsAt::Either | BeginsAt::NewGame => self.ask(Step::NewGame, now, effects),
            },
            Step::NewGame => self.begin(now, effects),
        }
    }

    pub(super) fn begin(&mut self, now: Duration, effects: &mut Effects) {
        self.game = Game::new(self.options.first);
        self.is_on = true;
        self.has_met_device = true;
        self.doubt = None;
        self.heard = None;
        self.rejections = 0;
        self.set_leds([false; 3], effects);
        effects.tell(Event::Began { first: self.options.first, side: Side::Ours(self.options.own) });
        self.go_on(now, effects);
    }

    /// `ER` where a step waits for its answer.
    pub(super) fn step_not_understood(&mut self, step: Step, now: Duration, effects: &mut Effects) {
        if step.may_be_unknown() {
            effects.note("the device does not know a command, and is played without it");
            if step == Step::Seconds {
                self.options.seconds = None;
            }
            self.step_done(step, now, effects);
        } else {
            effects.note("the device refuses to begin a game: expected OK or an empty line to SP, OK to NG");
            self.finish(effects);
        }
    }
}
