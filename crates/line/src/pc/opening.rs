//! Opening of the conversation, from `AT` to the first move.

use super::*;
use crate::opening::OpeningStep;

/// Interval at which `AT` is repeated to a device that may still be starting.
const AT_INTERVAL: Duration = Duration::from_secs(1);
/// Time for a device to show that it has begun at `SP`.
const SETTLING_TIME: Duration = Duration::from_millis(400);
/// Time for a device to show that it moves first, where we expect to.
const OWN_SETTLING_TIME: Duration = Duration::from_millis(600);
/// Time for a device to make the first move, where we expect it to. Its clock may be running for us, so it is short.
const DEVICE_SETTLING_TIME: Duration = Duration::from_millis(1200);
/// Silence after which a step counts as done.
const STEP_SILENCE: Duration = Duration::from_millis(1500);
/// Silence after which `SP` counts as done, before and after the device was found to say nothing to it.
const COLOUR_SILENCE: [Duration; 2] = [Duration::from_millis(600), Duration::from_millis(250)];
/// Terminators in the order in which they are tried with `AT`.
const ENDS_TRIED: [Terminator; 4] = [Terminator::Cr, Terminator::Cr, Terminator::CrLf, Terminator::Lf];

impl Pc {
    /// Starts the opening with its first step.
    pub fn start(&mut self, now: Duration) -> Effects {
        let mut effects = Effects::default();
        self.begin_opening(0, now, &mut effects);
        effects
    }

    /// Starts another game in which the PC plays `own`.
    pub fn new_game(&mut self, own: Seat, now: Duration) -> Effects {
        let mut effects = Effects::default();
        self.options.own = own;
        self.echo.clear();
        self.has_begun_game = false;
        self.setup = self.setup.again(&self.known);
        let after_attention = usize::from(self.setup.opening.steps()[0] == OpeningStep::Attention);
        self.begin_opening(after_attention, now, &mut effects);
        effects
    }

    pub(super) fn begin_opening(&mut self, index: usize, now: Duration, effects: &mut Effects) {
        self.is_confirmed = false;
        self.is_released = !self.options.hold_before_game;
        self.send_step(index, now, effects);
    }

    /// Sends the step with this index, or goes on to the game behind the last one.
    pub(super) fn send_step(&mut self, index: usize, now: Duration, effects: &mut Effects) {
        let opening = self.setup.opening;
        let Some(&step) = opening.steps().get(index) else { return self.settle_or_begin(now, effects) };
        if !self.is_released && index >= opening.start_index() {
            self.phase = Phase::Holding { index };
            return;
        }
        if step == OpeningStep::Seconds && self.options.seconds.is_none() {
            return self.send_step(index + 1, now, effects);
        }
        self.phase = Phase::Opening { index, step, since: now, sent: now, tries: 1, is_refused: false };
        self.send_message(self.step_message(step), now, effects);
    }

    fn step_message(&self, step: OpeningStep) -> PcMessage {
        match step {
            OpeningStep::Attention => PcMessage::Attention,
            OpeningStep::Reset => PcMessage::Reset,
            OpeningStep::Seconds => PcMessage::Seconds(self.options.seconds.unwrap_or(DEFAULT_SECONDS)),
            OpeningStep::Colour => PcMessage::Colour(self.setup.colour_of.pc(self.options.own)),
            OpeningStep::NewGame => PcMessage::NewGame,
        }
    }

    /// `true` if the device is ready and the game waits for [`release`](Pc::release).
    pub fn is_holding(&self) -> bool {
        matches!(self.phase, Phase::Holding { .. })
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
        let Phase::Holding { index } = self.phase else { return effects };
        if self.options.seconds != seconds {
            self.options.seconds = seconds;
            let seconds_step = |step: &OpeningStep| *step == OpeningStep::Seconds;
            let step = self.setup.opening.steps()[..index].iter().position(seconds_step);
            self.send_step(step.unwrap_or(index), now, &mut effects);
        }
        effects
    }

    /// Lets the game begin.
    pub fn release(&mut self, now: Duration) -> Effects {
        let mut effects = Effects::default();
        if let Phase::Holding { index } = self.phase {
            self.is_released = true;
            self.send_step(index, now, &mut effects);
        }
        effects
    }

    /// Time at which a step is repeated or given up.
    pub(super) fn step_deadline(&self, step: OpeningStep, since: Duration, sent: Duration) -> Duration {
        let timeout = since + self.options.reply_timeout;
        match step {
            OpeningStep::Attention => (sent + AT_INTERVAL).min(timeout),
            _ if !self.is_tolerant() => timeout,
            OpeningStep::Colour => {
                let is_silent = self.observations.colour_reply == Some(ColourReply::Silence);
                self.silent_since(sent) + COLOUR_SILENCE[usize::from(is_silent)]
            }
            _ => (self.silent_since(sent) + STEP_SILENCE).min(timeout),
        }
    }

    /// Repeats `AT`, goes on after a silent step, or stops after the reply timeout.
    pub(super) fn on_step_deadline(&mut self, now: Duration, effects: &mut Effects) {
        let Phase::Opening { index, step, since, tries, is_refused, .. } = self.phase else { return };
        if step == OpeningStep::Attention && now < since + self.options.reply_timeout {
            if self.is_tolerant() && self.known.ends.is_none() {
                self.ends = ENDS_TRIED[usize::from(tries) % ENDS_TRIED.len()];
            }
            let tries = tries.saturating_add(1);
            self.phase = Phase::Opening { index, step, since, sent: now, tries, is_refused };
            self.send_message(PcMessage::Attention, now, effects);
        } else if step == OpeningStep::Attention || !self.is_tolerant() {
            effects.note("the device does not reply");
            self.finish(effects);
        } else {
            self.unanswered.clear();
            if step == OpeningStep::Colour {
                let is_board = self.observations.prose_since_colour > 0;
                let reply = if is_board { ColourReply::Board } else { ColourReply::Silence };
                self.observations.colour_reply = Some(reply);
            } else {
                effects.note(format!("no reply to {}: going on", step.word()));
            }
            if step == OpeningStep::Seconds {
                self.forget_seconds();
            }
            self.step_done(index, step, now, effects);
        }
    }

    /// Goes on to the next step.
    pub(super) fn step_done(
        &mut self,
        index: usize,
        step: OpeningStep,
        now: Duration,
        effects: &mut Effects,
    ) {
        match step {
            OpeningStep::Attention => self.known.ends = Some(self.ends),
            OpeningStep::Reset => self.set_leds([false; 3], effects),
            OpeningStep::Seconds => {
                self.observations.knows_seconds.get_or_insert(true);
            }
            OpeningStep::Colour if self.may_begin_at_colour(index) => {
                self.phase = Phase::Settling { next: index + 1, since: now, wait: SETTLING_TIME };
                return;
            }
            OpeningStep::Colour | OpeningStep::NewGame => {}
        }
        self.send_step(index + 1, now, effects);
    }

    /// `true` if the device may have begun at `SP`, though `NG` is the next step.
    fn may_begin_at_colour(&self, index: usize) -> bool {
        self.is_opening_free()
            && !self.needs_new_game
            && self.setup.opening.steps().get(index + 1) == Some(&OpeningStep::NewGame)
            && (self.known.first.is_none() || self.setup.first == self.device())
    }

    /// Begins the game, or waits first for a sign of the side that moves first.
    fn settle_or_begin(&mut self, now: Duration, effects: &mut Effects) {
        if !self.is_tolerant() || self.known.first.is_some() {
            return self.begin(now, now, effects);
        }
        let wait = if self.setup.first == self.options.own {
            OWN_SETTLING_TIME
        } else {
            // A relay opens the game again anyway, so the device has all its time.
            self.options.device_limit.unwrap_or(DEVICE_SETTLING_TIME)
        };
        let next = self.setup.opening.steps().len();
        self.phase = Phase::Settling { next, since: now, wait };
    }

    /// The device has not moved: sends the next step, or begins the game with our move.
    pub(super) fn on_settled(&mut self, now: Duration, effects: &mut Effects) {
        let Phase::Settling { next, since, .. } = self.phase else { return };
        if next < self.setup.opening.steps().len() {
            return self.send_step(next, now, effects);
        }
        if self.setup.first != self.options.own {
            self.setup.first = self.options.own;
            effects.note(format!(
                "the device does not move: {} is taken to move first",
                colour_name(self.options.own)
            ));
        }
        self.begin(since.max(self.outbox.last_received()), now, effects);
    }

    /// Begins the game. The time for our first move counts from `turn`.
    pub(super) fn begin(&mut self, turn: Duration, now: Duration, effects: &mut Effects) {
        self.game = LineGame::new(self.setup.first);
        self.is_game_running = true;
        self.has_begun_game = true;
        self.unconfirmed = None;
        self.last_device_move = None;
        self.rejections = 0;
        self.set_leds([false; 3], effects);
        effects.push(Event::Began { first: self.setup.first, side: Side::Own(self.options.own) });
        self.next_turn_since(turn, now, effects);
    }

    /// The device does not know `ST`: both ends use the default.
    fn forget_seconds(&mut self) {
        self.options.seconds = None;
        self.observations.knows_seconds = Some(false);
    }

    /// Handles `ER` to a step.
    pub(super) fn step_not_understood(&mut self, now: Duration, effects: &mut Effects) {
        let Phase::Opening { index, step, since, tries, is_refused, .. } = self.phase else { return };
        // The remains of an earlier line may have come before AT, and a device may garble a message. Many do not know ST.
        if self.is_tolerant() && !is_refused && step != OpeningStep::Seconds {
            self.phase = Phase::Opening { index, step, since, sent: now, tries, is_refused: true };
            return self.send_message(self.step_message(step), now, effects);
        }
        match step {
            OpeningStep::Colour if self.is_tolerant() => {
                self.wrong_opening("the device refuses SP", now, effects);
            }
            OpeningStep::Colour | OpeningStep::NewGame if !self.is_tolerant() => {
                effects.note("the device cannot begin a game: expected OK or an empty line to SP, OK to NG");
                self.finish(effects);
            }
            _ => {
                effects.note(format!("the device does not know {}: going on without it", step.word()));
                if step == OpeningStep::Seconds {
                    self.forget_seconds();
                }
                self.step_done(index, step, now, effects);
            }
        }
    }
}
