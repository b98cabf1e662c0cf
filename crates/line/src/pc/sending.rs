//! Sending of messages.

use super::*;

impl Pc {
    /// Queues a message, which is sent as soon as the line is quiet.
    pub(super) fn send_message(&mut self, message: PcMessage, now: Duration, effects: &mut Effects) {
        self.outbox.push(message, now);
        self.flush(now, effects);
    }

    pub(super) fn reply(&mut self, reply: Reply, now: Duration, effects: &mut Effects) {
        self.send_message(PcMessage::Reply(reply), now, effects);
    }

    /// Sends what the quiet of the line allows.
    pub(super) fn flush(&mut self, now: Duration, effects: &mut Effects) {
        while let Some(message) = self.outbox.pop(now) {
            let text = message.to_string();
            effects.bytes.extend(text.as_bytes());
            effects.bytes.extend(self.ends.bytes());
            self.echo.sent(text);
            self.unanswered.sent(message, now);
            self.on_sent(message, now);
        }
        if self.is_finishing && self.outbox.is_empty() {
            self.is_finishing = false;
            effects.push(Event::Finished);
        }
    }

    /// Starts the wait for a reply when its message leaves.
    fn on_sent(&mut self, message: PcMessage, now: Duration) {
        match &mut self.phase {
            Phase::Opening { sent, since, tries, .. } => {
                *sent = now;
                if *tries == 1 {
                    *since = now;
                }
            }
            Phase::Sent { since, tries, .. } if matches!(message, PcMessage::Move(_) | PcMessage::Pass) => {
                *since = now;
                self.is_move_repeated &= *tries > 1;
            }
            _ => {}
        }
        if matches!(message, PcMessage::Colour(_)) {
            self.observations.prose_since_colour = 0;
        }
    }

    /// Start of the silence of the device, at least `since`.
    pub(super) fn silent_since(&self, since: Duration) -> Duration {
        since.max(self.outbox.last_received())
    }
}
