//! Limits on requests: attempts to log in or register by address and by account, those of bots by bot, others by address
//! and by session. Frames on sockets are not refused but read more slowly.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::api_error::ApiError;

/// Number of checks after which unused keys are removed.
const CLEAN_INTERVAL: u32 = 1000;

/// A number of attempts at once, and the time after which one more is allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RateLimit {
    /// Attempts that are allowed at once.
    pub burst: NonZeroU32,
    /// Time until one more attempt is allowed.
    pub interval: Duration,
}

/// Limits of requests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RateLimits {
    /// Attempts to log in from one address.
    pub log_in_by_address: RateLimit,
    /// Attempts to log in to one account.
    pub log_in_by_account: RateLimit,
    /// New accounts from one address.
    pub register_by_address: RateLimit,
    /// GET requests to the API and new sockets from one address.
    pub get_by_address: RateLimit,
    /// Other GET requests from one address: pages and files of the app.
    pub page_by_address: RateLimit,
    /// POST requests from one address.
    pub post_by_address: RateLimit,
    /// New tables from one address.
    pub tables_by_address: RateLimit,
    /// Names that guests at one address choose: each may store a new guest.
    pub names_by_address: RateLimit,
    /// POST requests of one session.
    pub post_by_session: RateLimit,
    /// Frames on one socket.
    pub frames_by_socket: RateLimit,
    /// Frames on all sockets of one address.
    pub frames_by_address: RateLimit,
    /// `true` if requests from this computer are not limited by their address: a proxy may be there.
    pub is_this_computer_exempt: bool,
    /// Requests of one bot.
    pub bot_requests: RateLimit,
}

impl RateLimit {
    const fn new(burst: u32, interval: Duration) -> RateLimit {
        let burst = match NonZeroU32::new(burst) {
            Some(burst) => burst,
            None => NonZeroU32::MIN,
        };
        RateLimit { burst, interval }
    }
}

impl Default for RateLimits {
    fn default() -> RateLimits {
        RateLimits {
            log_in_by_address: RateLimit::new(20, Duration::from_secs(3)),
            log_in_by_account: RateLimit::new(10, Duration::from_secs(20)),
            register_by_address: RateLimit::new(10, Duration::from_secs(120)),
            get_by_address: RateLimit::new(1000, Duration::from_millis(25)),
            page_by_address: RateLimit::new(5000, Duration::from_millis(5)),
            post_by_address: RateLimit::new(400, Duration::from_millis(50)),
            tables_by_address: RateLimit::new(200, Duration::from_secs(10)),
            names_by_address: RateLimit::new(100, Duration::from_secs(10)),
            post_by_session: RateLimit::new(200, Duration::from_millis(250)),
            frames_by_socket: RateLimit::new(100, Duration::from_millis(20)),
            frames_by_address: RateLimit::new(2000, Duration::from_millis(2)),
            is_this_computer_exempt: true,
            bot_requests: RateLimit::new(100, Duration::from_millis(50)),
        }
    }
}

type Limiter<K> = DefaultKeyedRateLimiter<K>;

/// Counters of attempts.
pub(crate) struct AttemptLimiter {
    log_in_by_address: Limiter<IpAddr>,
    log_in_by_account: Limiter<String>,
    register_by_address: Limiter<IpAddr>,
    checks: AtomicU32,
}

impl AttemptLimiter {
    pub(crate) fn new(limits: &RateLimits) -> AttemptLimiter {
        AttemptLimiter {
            log_in_by_address: limiter(limits.log_in_by_address),
            log_in_by_account: limiter(limits.log_in_by_account),
            register_by_address: limiter(limits.register_by_address),
            checks: AtomicU32::new(0),
        }
    }

    /// Counts an attempt to log in to an account, whether it exists or not.
    pub(crate) fn log_in(&self, address: IpAddr, account: &str) -> Result<(), ApiError> {
        self.clean();
        check(&self.log_in_by_address, &network(address))?;
        check(&self.log_in_by_account, &account.trim().to_lowercase())
    }

    /// Counts an attempt to register.
    pub(crate) fn register(&self, address: IpAddr) -> Result<(), ApiError> {
        self.clean();
        check(&self.register_by_address, &network(address))
    }

    /// Removes keys that are as good as new, so that strangers cannot fill the memory.
    fn clean(&self) {
        if self.checks.fetch_add(1, Ordering::Relaxed) % CLEAN_INTERVAL == CLEAN_INTERVAL - 1 {
            self.log_in_by_address.retain_recent();
            self.log_in_by_account.retain_recent();
            self.register_by_address.retain_recent();
        }
    }
}

/// Counters of requests and of frames on sockets.
pub(crate) struct RequestLimiter {
    get_by_address: Limiter<IpAddr>,
    page_by_address: Limiter<IpAddr>,
    post_by_address: Limiter<IpAddr>,
    post_by_session: Limiter<String>,
    tables_by_address: Limiter<IpAddr>,
    names_by_address: Limiter<IpAddr>,
    frames_by_address: Limiter<IpAddr>,
    frames_by_socket: RateLimit,
    is_this_computer_exempt: bool,
    checks: AtomicU32,
}

impl RequestLimiter {
    pub(crate) fn new(limits: &RateLimits) -> RequestLimiter {
        RequestLimiter {
            get_by_address: limiter(limits.get_by_address),
            page_by_address: limiter(limits.page_by_address),
            post_by_address: limiter(limits.post_by_address),
            post_by_session: limiter(limits.post_by_session),
            tables_by_address: limiter(limits.tables_by_address),
            names_by_address: limiter(limits.names_by_address),
            frames_by_address: limiter(limits.frames_by_address),
            frames_by_socket: limits.frames_by_socket,
            is_this_computer_exempt: limits.is_this_computer_exempt,
            checks: AtomicU32::new(0),
        }
    }

    /// Counts a GET request to the API, or a new socket.
    pub(crate) fn get(&self, address: IpAddr) -> Result<(), ApiError> {
        self.clean();
        self.limited(address).map_or(Ok(()), |network| check(&self.get_by_address, &network))
    }

    /// Counts another GET request: a page, or one of the many files that it loads.
    pub(crate) fn page(&self, address: IpAddr) -> Result<(), ApiError> {
        self.clean();
        self.limited(address).map_or(Ok(()), |network| check(&self.page_by_address, &network))
    }

    /// Counts a POST request with the token of a session.
    pub(crate) fn post(&self, address: IpAddr, token: Option<&str>) -> Result<(), ApiError> {
        self.clean();
        if let Some(network) = self.limited(address) {
            check(&self.post_by_address, &network)?;
        }
        token.map_or(Ok(()), |token| check(&self.post_by_session, &token.to_owned()))
    }

    /// Counts a new table: guests of one address could fill the lobby, each with a few.
    pub(crate) fn open_table(&self, address: IpAddr) -> Result<(), ApiError> {
        self.limited(address).map_or(Ok(()), |network| check(&self.tables_by_address, &network))
    }

    /// The key by which an address is limited; `None` if it is not.
    fn limited(&self, address: IpAddr) -> Option<IpAddr> {
        let is_exempt = self.is_this_computer_exempt && address.to_canonical().is_loopback();
        (!is_exempt).then(|| network(address))
    }

    /// Removes keys that are as good as new.
    fn clean(&self) {
        if self.checks.fetch_add(1, Ordering::Relaxed) % CLEAN_INTERVAL == CLEAN_INTERVAL - 1 {
            self.get_by_address.retain_recent();
            self.page_by_address.retain_recent();
            self.post_by_address.retain_recent();
            self.post_by_session.retain_recent();
            self.tables_by_address.retain_recent();
            self.names_by_address.retain_recent();
            self.frames_by_address.retain_recent();
        }
    }
}

/// Counter of the frames of one socket, and of the names that its client chooses. A socket that sends too many frames is read
/// more slowly, so that its client waits as on a slow network and no request is lost.
pub(crate) struct FramePacer {
    limiter: Arc<RequestLimiter>,
    own: DefaultDirectRateLimiter,
    address: Option<IpAddr>,
}

impl FramePacer {
    /// A counter for a socket of a client at this address.
    pub(crate) fn new(limiter: Arc<RequestLimiter>, address: IpAddr) -> FramePacer {
        let own = RateLimiter::direct(quota(limiter.frames_by_socket));
        FramePacer { address: limiter.limited(address), own, limiter }
    }

    /// Counts a frame that may be read now; fails with the time until it may be.
    pub(crate) fn take(&self) -> Result<(), Duration> {
        let now = DefaultClock::default().now();
        self.own.check().map_err(|until| until.wait_time_from(now))?;
        let Some(network) = &self.address else { return Ok(()) };
        self.limiter.frames_by_address.check_key(network).map_err(|until| until.wait_time_from(now))
    }

    /// Counts a name that the client chooses: new guests could fill the database with theirs.
    pub(crate) fn name(&self) -> Result<(), ApiError> {
        self.address.map_or(Ok(()), |network| check(&self.limiter.names_by_address, &network))
    }
}

/// Counter of the requests of bots.
pub(crate) struct BotLimiter {
    by_bot: Limiter<String>,
    checks: AtomicU32,
}

impl BotLimiter {
    pub(crate) fn new(limit: RateLimit) -> BotLimiter {
        BotLimiter { by_bot: limiter(limit), checks: AtomicU32::new(0) }
    }

    /// Counts a request of a bot.
    pub(crate) fn check(&self, bot: &str) -> Result<(), ApiError> {
        if self.checks.fetch_add(1, Ordering::Relaxed) % CLEAN_INTERVAL == CLEAN_INTERVAL - 1 {
            self.by_bot.retain_recent();
        }
        check(&self.by_bot, &bot.to_owned())
    }
}

fn quota(limit: RateLimit) -> Quota {
    Quota::with_period(limit.interval).unwrap_or(Quota::per_second(NonZeroU32::MIN)).allow_burst(limit.burst)
}

fn limiter<K: std::hash::Hash + Eq + Clone>(limit: RateLimit) -> Limiter<K> {
    RateLimiter::keyed(quota(limit))
}

fn check<K: std::hash::Hash + Eq + Clone>(limiter: &Limiter<K>, key: &K) -> Result<(), ApiError> {
    limiter.check_key(key).map_err(|until| {
        let wait = until.wait_time_from(DefaultClock::default().now());
        ApiError::too_many_attempts(wait.as_secs_f64().ceil().max(1.0) as u16)
    })
}

/// The part of an address that belongs to one customer: an IPv4 address, or a /64 network of IPv6.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => {
            let mut octets = address.octets();
            octets[8..].fill(0);
            IpAddr::V6(octets.into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_beyond_the_limit_wait() {
        let limiter = AttemptLimiter::new(&RateLimits::default());
        let address = |last: u8| IpAddr::from([127, 0, 0, last]);
        for _ in 0..10 {
            limiter.log_in(address(1), "Laleh").unwrap();
        }
        let error = limiter.log_in(address(2), " laleh ").unwrap_err();
        assert_eq!(error.status.as_u16(), 429);
        assert!(error.message.contains("try again in 20 seconds"), "{}", error.message);
        for attempt in 0..10 {
            limiter.log_in(address(1), &format!("other {attempt}")).unwrap();
        }
        let error = limiter.log_in(address(1), "new").unwrap_err();
        assert!(error.message.contains("try again in 3 seconds"), "{}", error.message);
        limiter.log_in(address(3), "new").unwrap();
    }

    #[test]
    fn requests_are_limited_by_address_and_by_session() {
        let limits = RateLimits::default();
        let limiter = RequestLimiter::new(&limits);
        let address = |text: &str| text.parse::<IpAddr>().unwrap();
        let refused = |from: &str, token: Option<&str>| {
            (0..800).filter(|_| limiter.post(address(from), token).is_err()).count()
        };
        let count = refused("192.0.2.1", None);
        assert!((300..=400).contains(&count), "{count} of 800 refused");
        assert_eq!(refused("127.0.0.1", None), 0, "a proxy may be there");
        let count = refused("127.0.0.1", Some("token"));
        assert!((500..=600).contains(&count), "{count} of 800 refused");
        assert_eq!(limiter.post(address("192.0.2.2"), None), Ok(()));
        let count = (0..2000).filter(|_| limiter.get(address("192.0.2.1")).is_err()).count();
        assert!((900..=1000).contains(&count), "{count} of 2000 refused");
        let count = (0..300).filter(|_| limiter.open_table(address("192.0.2.1")).is_err()).count();
        assert!((99..=100).contains(&count), "{count} of 300 refused");
        assert!((0..2000).all(|_| limiter.get(address("::1")).is_ok()), "a proxy may be there");
    }

    #[test]
    fn frames_are_paced_by_socket_and_by_address() {
        let limits = RateLimits::default();
        let limiter = Arc::new(RequestLimiter::new(&limits));
        let taken = |from: &str| {
            let pacer = FramePacer::new(Arc::clone(&limiter), from.parse().unwrap());
            (0..200).filter(|_| pacer.take().is_ok()).count()
        };
        let pacer = FramePacer::new(Arc::clone(&limiter), "127.0.0.1".parse().unwrap());
        while pacer.take().is_ok() {}
        let wait = pacer.take().unwrap_err();
        assert!(wait <= limits.frames_by_socket.interval, "{wait:?}");
        std::thread::sleep(wait);
        assert_eq!(pacer.take(), Ok(()));
        // Many sockets of one address share its limit; another address is not affected.
        let all: usize = (0..40).map(|_| taken("192.0.2.1")).sum();
        assert!((2000..3000).contains(&all), "{all} of 8000 frames");
        assert!(taken("192.0.2.2") >= 100 && taken("127.0.0.1") >= 100);
    }

    #[test]
    fn the_hosts_of_an_ipv6_network_count_as_one() {
        let one: IpAddr = "2001:db8:1:2:3:4:5:6".parse().unwrap();
        let other: IpAddr = "2001:db8:1:2:ffff::1".parse().unwrap();
        assert_eq!(network(one), network(other));
        assert_ne!(network(one), network("2001:db8:1:3::1".parse().unwrap()));
        assert_eq!(network("::ffff:10.0.0.1".parse().unwrap()), IpAddr::from([10, 0, 0, 1]));
    }
}
