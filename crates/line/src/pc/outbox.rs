//! Messages that wait until the line is quiet, and sent messages that wait for a reply.

use std::collections::VecDeque;
use std::time::Duration;

use crate::message::{PcMessage, Reply, Strictness};

/// Longest wait for a quiet line. A device that never stops printing is interrupted then.
const MAX_WAIT: Duration = Duration::from_secs(10);
/// Time for `ER` to one of our replies. Most devices say nothing to a reply.
const REPLY_EXPIRY: Duration = Duration::from_secs(1);

/// Messages that wait until the line is quiet. A device that prints loses or misplaces what arrives meanwhile.
#[derive(Clone, Debug)]
pub(super) struct Outbox {
    quiet: Duration,
    queue: VecDeque<(PcMessage, Duration)>,
    last_sent: Duration,
    last_received: Duration,
    /// `true` if the last received line is incomplete.
    is_within_line: bool,
}

impl Outbox {
    pub(super) fn new(quiet: Duration) -> Outbox {
        Outbox {
            quiet,
            queue: VecDeque::new(),
            last_sent: Duration::ZERO,
            last_received: Duration::ZERO,
            is_within_line: false,
        }
    }

    pub(super) fn push(&mut self, message: PcMessage, now: Duration) {
        self.queue.push_back((message, now));
    }

    /// Records received bytes.
    pub(super) fn received(&mut self, is_within_line: bool, now: Duration) {
        self.last_received = now;
        self.is_within_line = is_within_line;
    }

    /// Time of the last received byte.
    pub(super) fn last_received(&self) -> Duration {
        self.last_received
    }

    /// Time of the last sent message.
    pub(super) fn last_sent(&self) -> Duration {
        self.last_sent
    }

    pub(super) fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// `true` if a command waits to be sent.
    pub(super) fn has_command(&self) -> bool {
        self.queue.iter().any(|(message, _)| !matches!(message, PcMessage::Reply(_)))
    }

    /// Drops commands that were not sent yet.
    pub(super) fn keep_replies(&mut self) {
        self.queue.retain(|(message, _)| matches!(message, PcMessage::Reply(_)));
    }

    /// Time at which the next message may be sent.
    pub(super) fn deadline(&self) -> Option<Duration> {
        let (_, queued) = self.queue.front()?;
        // A pause within a line is rather a pause in a print than its end.
        let quiet = if self.is_within_line { 2 * self.quiet } else { self.quiet };
        let quiet_at = if quiet.is_zero() { *queued } else { self.last_sent.max(self.last_received) + quiet };
        Some(quiet_at.max(*queued).min(*queued + MAX_WAIT))
    }

    /// Takes the next message, if the line is quiet.
    pub(super) fn pop(&mut self, now: Duration) -> Option<PcMessage> {
        if self.deadline()? > now {
            return None;
        }
        self.last_sent = now;
        self.queue.pop_front().map(|(message, _)| message)
    }
}

/// Sent messages that have had no reply.
#[derive(Clone, Debug, Default)]
pub(super) struct Unanswered {
    /// Our own replies. Most devices say nothing to them, some `ER`.
    replies: VecDeque<(Reply, Duration)>,
    /// The last command, and the number of times that it was sent.
    command: Option<(PcMessage, u8)>,
}

/// Message that `ER` answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Refused {
    Reply(Reply),
    Command(PcMessage),
    /// A command that was sent again meanwhile: the reply to the other copy is still to come.
    Copy(PcMessage),
}

impl Unanswered {
    /// Records a sent message. A command replaces another one before it.
    pub(super) fn sent(&mut self, message: PcMessage, now: Duration) {
        match message {
            PcMessage::Reply(reply) => self.replies.push_back((reply, now)),
            command => {
                let copies =
                    self.command.filter(|(last, _)| *last == command).map_or(0, |(_, copies)| copies);
                self.command = Some((command, copies.saturating_add(1)));
            }
        }
    }

    /// Command that an `OK` or an empty line answers.
    pub(super) fn answered(&mut self) -> Option<PcMessage> {
        self.replies.clear();
        self.command.take().map(|(command, _)| command)
    }

    /// Message that `ER` answers: the oldest one without a reply. A strict device never refuses a reply.
    pub(super) fn refused(&mut self, strictness: Strictness, now: Duration) -> Option<Refused> {
        if strictness == Strictness::Strict {
            self.replies.clear();
        }
        self.replies.retain(|(_, sent)| *sent + REPLY_EXPIRY > now);
        match self.replies.pop_front() {
            Some((reply, _)) => Some(Refused::Reply(reply)),
            None => {
                let (command, copies) = self.command.take()?;
                if copies == 1 {
                    return Some(Refused::Command(command));
                }
                self.command = Some((command, copies - 1));
                Some(Refused::Copy(command))
            }
        }
    }

    /// Gives up waiting for replies.
    pub(super) fn clear(&mut self) {
        *self = Unanswered::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn messages_wait_for_quiet_one_by_one() {
        let mut outbox = Outbox::new(ms(80));
        outbox.received(false, ms(1000));
        outbox.push(PcMessage::Reply(Reply::Ok), ms(1000));
        outbox.push(PcMessage::Pass, ms(1000));
        assert_eq!(outbox.pop(ms(1079)), None);
        // The print goes on, and pauses within a line.
        outbox.received(true, ms(1079));
        assert_eq!(outbox.deadline(), Some(ms(1239)));
        outbox.received(false, ms(1100));
        assert_eq!(outbox.pop(ms(1180)), Some(PcMessage::Reply(Reply::Ok)));
        assert_eq!(outbox.pop(ms(1180)), None);
        assert_eq!(outbox.pop(ms(1260)), Some(PcMessage::Pass));
        assert!(outbox.is_empty() && outbox.deadline().is_none());
    }

    #[test]
    fn an_endless_print_is_interrupted() {
        let mut outbox = Outbox::new(ms(80));
        outbox.push(PcMessage::Pass, ms(0));
        outbox.received(false, ms(9_999));
        assert_eq!(outbox.deadline(), Some(MAX_WAIT));
    }

    #[test]
    fn er_answers_the_oldest_message_without_a_reply() {
        let mut unanswered = Unanswered::default();
        unanswered.sent(PcMessage::Reply(Reply::Blank), ms(0));
        unanswered.sent(PcMessage::NewGame, ms(100));
        let refused = unanswered.refused(Strictness::Tolerant, ms(200));
        assert_eq!(refused, Some(Refused::Reply(Reply::Blank)));
        assert_eq!(unanswered.answered(), Some(PcMessage::NewGame));
        assert_eq!(unanswered.refused(Strictness::Tolerant, ms(300)), None);
        // ER does not answer an old reply, and in strict mode no reply.
        for (strictness, later) in [(Strictness::Tolerant, ms(2000)), (Strictness::Strict, ms(100))] {
            unanswered.sent(PcMessage::Reply(Reply::Ok), ms(0));
            unanswered.sent(PcMessage::Pass, later);
            assert_eq!(unanswered.refused(strictness, later), Some(Refused::Command(PcMessage::Pass)));
        }
    }

    #[test]
    fn er_answers_one_copy_of_a_command() {
        let mut unanswered = Unanswered::default();
        unanswered.sent(PcMessage::Pass, ms(0));
        unanswered.sent(PcMessage::Pass, ms(1500));
        let mut refused = || unanswered.refused(Strictness::Tolerant, ms(1600));
        assert_eq!(refused(), Some(Refused::Copy(PcMessage::Pass)));
        assert_eq!(refused(), Some(Refused::Command(PcMessage::Pass)));
        assert_eq!(refused(), None);
    }
}
