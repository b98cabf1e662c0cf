//! A line that is open: one thread listens and one speaks, so that whoever plays waits for neither.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serialport::TTYPort;

use crate::error::CliError;

/// How long a line is waited for at a time.
pub(super) const TICK: Duration = Duration::from_millis(100);
/// So many messages may wait to be sent. Both ends wait for answers: no conversation comes near it.
const LONGEST_QUEUE: usize = 4096;
/// How long the last words are given to be sent.
const FAREWELL: Duration = Duration::from_secs(2);

/// A line that is open.
pub(super) struct Link {
    reader: Box<dyn Read + Send>,
    writer: Box<dyn Write + Send>,
    /// The other end of a pseudo-terminal: as long as it is open, programs may come and go.
    held: Option<TTYPort>,
    /// What has to be shut down, so that the other end hears that we have gone.
    stream: Option<TcpStream>,
}

/// What comes from a line.
pub(super) enum Arriving {
    Bytes(Vec<u8>),
    /// Nothing more, and why.
    Gone(String),
}

impl Link {
    pub(super) fn of_port(port: TTYPort, held: Option<TTYPort>) -> Result<Link, CliError> {
        let writer = Box::new(Undrained(port.try_clone_native().map_err(CliError::failed)?));
        Ok(Link { reader: Box::new(port), writer, held, stream: None })
    }

    pub(super) fn of_stdio() -> Link {
        Link {
            reader: Box::new(std::io::stdin()),
            writer: Box::new(std::io::stdout()),
            held: None,
            stream: None,
        }
    }

    pub(super) fn of_stream(stream: TcpStream) -> Result<Link, CliError> {
        // A message is a few bytes: it must not wait for another.
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(TICK))?;
        stream.set_write_timeout(Some(TICK))?;
        let (reader, writer) = (Box::new(stream.try_clone()?), Box::new(stream.try_clone()?));
        Ok(Link { reader, writer, held: None, stream: Some(stream) })
    }

    /// Whoever calls next.
    pub(super) fn accept(listener: &TcpListener) -> Result<Link, CliError> {
        let (stream, _) = listener
            .accept()
            .map_err(|error| CliError::failed(format_args!("nobody could be let in: {error}")))?;
        Link::of_stream(stream)
    }

    /// Lets threads listen and speak. What arrives goes to `heard`, with the time since `begun` at which it came, until that
    /// says that nobody listens; so does the news that the line is gone, or that the other end has read nothing for longer
    /// than `patience`.
    pub(super) fn listen(
        self,
        begun: Instant,
        patience: Duration,
        heard: impl Fn(Duration, Arriving) -> bool + Send + Sync + 'static,
    ) -> Speaker {
        let Link { mut reader, mut writer, held, stream } = self;
        let report: Report = Arc::new(move |arriving| heard(begun.elapsed(), arriving));
        let outbox = Arc::new(Outbox::new());
        let (queue, taken) = sync_channel::<Vec<u8>>(LONGEST_QUEUE);
        let (done, is_done) = channel::<()>();
        let (tell, watched) = (Arc::clone(&report), Arc::clone(&outbox));
        std::thread::spawn(move || {
            let mut buffer = [0; 256];
            loop {
                let arriving = match reader.read(&mut buffer) {
                    Ok(0) => Arriving::Gone("the other end has closed it".to_owned()),
                    Ok(length) => Arriving::Bytes(buffer[..length].to_vec()),
                    Err(error) if is_nothing(error.kind()) => watched.stuck(patience),
                    Err(error) => Arriving::Gone(error.to_string()),
                };
                let is_gone = matches!(arriving, Arriving::Gone(_));
                // Silence is sent on, too, so that a thread notices that nobody wants to hear any more.
                if !tell(arriving) || is_gone {
                    return;
                }
            }
        });
        let (tell, progress) = (Arc::clone(&report), Arc::clone(&outbox));
        std::thread::spawn(move || {
            // It is dropped when this thread ends.
            let _done = done;
            while let Ok(bytes) = taken.recv() {
                if let Err(error) = write(&mut *writer, &bytes, &progress) {
                    // If nobody listens any more, nobody needs to know.
                    let _ = tell(Arriving::Gone(error.to_string()));
                    return;
                }
            }
        });
        Speaker { queue: Some(queue), outbox, report, is_done, _held: held, stream }
    }
}

/// Tells whoever listens to the line; whether anybody does.
type Report = Arc<dyn Fn(Arriving) -> bool + Send + Sync>;

/// The way to speak on a line.
pub(super) struct Speaker {
    queue: Option<SyncSender<Vec<u8>>>,
    outbox: Arc<Outbox>,
    report: Report,
    /// Ends when everything was sent, or never will be.
    is_done: Receiver<()>,
    _held: Option<TTYPort>,
    stream: Option<TcpStream>,
}

impl Speaker {
    /// Sends bytes as soon as the line takes them. If it never does, that is heard as a line that is gone.
    pub(super) fn say(&self, bytes: &[u8]) {
        let Some(queue) = self.queue.as_ref().filter(|_| !bytes.is_empty()) else { return };
        self.outbox.add();
        if let Err(TrySendError::Full(_)) = queue.try_send(bytes.to_vec()) {
            let _ = (self.report)(Arriving::Gone("the other end does not read what is said".to_owned()));
        }
    }
}

impl Drop for Speaker {
    fn drop(&mut self) {
        self.queue = None;
        // The last words are worth waiting for, but not for ever.
        let _ = self.is_done.recv_timeout(FAREWELL);
        if let Some(stream) = &self.stream {
            // If it is gone already, so much the better.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

/// What waits to be sent.
struct Outbox(Mutex<Unsent>);

struct Unsent {
    messages: usize,
    /// When the line took something last, or when there was nothing to take before.
    since: Instant,
}

impl Outbox {
    fn new() -> Outbox {
        Outbox(Mutex::new(Unsent { messages: 0, since: Instant::now() }))
    }

    fn lock(&self) -> MutexGuard<'_, Unsent> {
        // A poisoned lock guards nothing that could be half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self) {
        let mut unsent = self.lock();
        if unsent.messages == 0 {
            unsent.since = Instant::now();
        }
        unsent.messages += 1;
    }

    /// The line has taken some bytes, and so many messages to the end.
    fn took(&self, messages: usize) {
        let mut unsent = self.lock();
        unsent.messages -= messages;
        unsent.since = Instant::now();
    }

    /// Silence, unless the other end has not read for too long.
    fn stuck(&self, patience: Duration) -> Arriving {
        let unsent = self.lock();
        if unsent.messages > 0 && unsent.since.elapsed() > patience {
            let seconds = patience.as_secs();
            return Arriving::Gone(format!("the other end has read nothing for {seconds} s"));
        }
        Arriving::Bytes(Vec::new())
    }
}

/// Writes everything, however long that takes.
fn write(writer: &mut dyn Write, bytes: &[u8], progress: &Outbox) -> std::io::Result<()> {
    let mut rest = bytes;
    while !rest.is_empty() {
        match writer.write(rest) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(length) => {
                rest = &rest[length..];
                progress.took(0);
            }
            Err(error) if is_nothing(error.kind()) => {}
            Err(error) => return Err(error),
        }
    }
    writer.flush()?;
    progress.took(1);
    Ok(())
}

/// A port that is not waited for until the last bit has left it: what was written leaves by itself.
struct Undrained(TTYPort);

impl Write for Undrained {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Whether an error only says that nothing could be read or written now.
fn is_nothing(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::TimedOut | ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    /// A line that brings bytes now and then, and takes its time with a byte.
    struct Slow(Duration);

    impl Read for Slow {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            std::thread::sleep(self.0);
            buffer[0] = b'x';
            Ok(1)
        }
    }

    impl Write for Slow {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            std::thread::sleep(self.0);
            Ok(1)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    /// A line that takes nothing and brings nothing.
    struct Stuck;

    impl Read for Stuck {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            std::thread::sleep(Duration::from_millis(1));
            Err(ErrorKind::TimedOut.into())
        }
    }

    impl Write for Stuck {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            std::thread::sleep(Duration::from_millis(1));
            Err(ErrorKind::TimedOut.into())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    fn link(reader: impl Read + Send + 'static, writer: impl Write + Send + 'static) -> Link {
        Link { reader: Box::new(reader), writer: Box::new(writer), held: None, stream: None }
    }

    #[test]
    fn whoever_speaks_waits_for_no_slow_line_and_what_arrives_has_the_time_at_which_it_came() {
        let begun = Instant::now();
        let (sender, letters) = channel();
        let slow = Duration::from_millis(50);
        let speaker = link(Slow(slow), Slow(slow))
            .listen(begun, Duration::from_secs(60), move |at, _| sender.send(at).is_ok());
        // A board of so many bytes would take more than a minute.
        let ((), took) = arena::timed(|| speaker.say(&[b'.'; 1300]));
        assert!(took < Duration::from_millis(500), "{took:?}");
        // Somebody has no time to read letters for a while.
        std::thread::sleep(Duration::from_millis(400));
        let first = letters.recv_timeout(Duration::from_secs(10)).unwrap();
        assert!(first < Duration::from_millis(300), "{first:?}");
    }

    #[test]
    fn a_line_that_takes_nothing_is_gone_when_patience_is_over_and_not_before() {
        let (sender, letters) = channel();
        let patience = Duration::from_millis(1200);
        let speaker = link(Stuck, Stuck)
            .listen(Instant::now(), patience, move |at, arriving| sender.send((at, arriving)).is_ok());
        speaker.say(b"OK\r");
        let (at, why) = letters
            .iter()
            .find_map(|(at, arriving)| match arriving {
                Arriving::Gone(why) => Some((at, why)),
                Arriving::Bytes(_) => None,
            })
            .unwrap();
        assert!(at >= patience, "{at:?}");
        assert_eq!(why, "the other end has read nothing for 1 s");
    }
}
