//! Lag of a connection, measured by pings.

use axum::body::Bytes;
use table::Millis;
use tokio::time::Instant;

/// Weight of earlier measurements against a new one.
const INERTIA: u64 = 3;

/// Round-trip time of a connection. Only the answer to the latest ping counts.
#[derive(Default)]
pub(crate) struct LagMeter {
    pings: u64,
    sent: Option<Instant>,
    lag: Option<Millis>,
}

impl LagMeter {
    /// Payload of the next ping, which is sent now.
    pub(crate) fn ping(&mut self, now: Instant) -> Bytes {
        self.pings += 1;
        self.sent = Some(now);
        Bytes::copy_from_slice(&self.pings.to_be_bytes())
    }

    /// Takes the answer to a ping.
    pub(crate) fn pong(&mut self, payload: &[u8], now: Instant) {
        if payload != self.pings.to_be_bytes() {
            return;
        }
        let Some(sent) = self.sent.take() else { return };
        let span = u64::try_from(now.duration_since(sent).as_millis()).unwrap_or(u64::MAX);
        let lag = self.lag.map_or(span, |Millis(lag)| (INERTIA * lag + span) / (INERTIA + 1));
        self.lag = Some(Millis(lag));
    }

    /// Mean of the measurements, the latest ones first; 0 before the first.
    pub(crate) fn lag(&self) -> Millis {
        self.lag.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn the_answers_to_pings_are_averaged() {
        let mut meter = LagMeter::default();
        let start = Instant::now();
        let after = |millis: u64| start + Duration::from_millis(millis);
        assert_eq!(meter.lag(), Millis(0));
        let first = meter.ping(start);
        meter.pong(&first, after(40));
        assert_eq!(meter.lag(), Millis(40));
        let second = meter.ping(after(1_000));
        meter.pong(&second, after(1_080));
        assert_eq!(meter.lag(), Millis(50));
    }

    #[test]
    fn other_answers_do_not_count() {
        let mut meter = LagMeter::default();
        let start = Instant::now();
        let first = meter.ping(start);
        let second = meter.ping(start);
        for payload in [&first[..], &[], b"12345678"] {
            meter.pong(payload, start + Duration::from_secs(5));
        }
        assert_eq!(meter.lag(), Millis(0));
        meter.pong(&second, start + Duration::from_millis(7));
        meter.pong(&second, start + Duration::from_secs(5));
        assert_eq!(meter.lag(), Millis(7), "each ping has one answer");
    }
}
