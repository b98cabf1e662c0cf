//! Open line with a reader thread and a writer thread, so that the session waits for neither.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serialport::TTYPort;

use crate::error::CliError;

/// Read and write timeout of a line.
pub(super) const TICK: Duration = Duration::from_millis(100);
/// Number of messages that may wait to be sent. Both ends wait for replies, so a working line needs a few.
const MAX_QUEUED: usize = 4096;
/// Number of events that may wait for the session. Readers of a full queue block, so that a flood of input takes no memory.
pub(super) const EVENT_QUEUE: usize = 1024;
/// Time to send the last messages.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// An open line.
pub(super) struct Link {
    reader: Box<dyn Read + Send>,
    writer: Box<dyn Write + Send>,
    /// Other end of a pseudo-terminal; while it is open, programs may connect and disconnect.
    pty_slave: Option<TTYPort>,
    /// Stream that is shut down at the end.
    stream: Option<TcpStream>,
}

/// Input of a line.
pub(super) enum LineInput {
    Bytes(Vec<u8>),
    /// The line is disconnected, with the cause.
    Disconnected(String),
}

impl Link {
    pub(super) fn of_port(port: TTYPort, pty_slave: Option<TTYPort>) -> Result<Link, CliError> {
        let writer = Box::new(Undrained(port.try_clone_native().map_err(CliError::failed)?));
        Ok(Link { reader: Box::new(port), writer, pty_slave, stream: None })
    }

    pub(super) fn of_stdio() -> Link {
        Link {
            reader: Box::new(std::io::stdin()),
            writer: Box::new(std::io::stdout()),
            pty_slave: None,
            stream: None,
        }
    }

    pub(super) fn of_stream(stream: TcpStream) -> Result<Link, CliError> {
        // Short messages must not wait for more.
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(TICK))?;
        stream.set_write_timeout(Some(TICK))?;
        let (reader, writer) = (Box::new(stream.try_clone()?), Box::new(stream.try_clone()?));
        Ok(Link { reader, writer, pty_slave: None, stream: Some(stream) })
    }

    /// Accepts the next connection.
    pub(super) fn accept(listener: &TcpListener) -> Result<Link, CliError> {
        let (stream, _) = listener
            .accept()
            .map_err(|error| CliError::failed(format_args!("cannot accept a connection: {error}")))?;
        Link::of_stream(stream)
    }

    /// Starts the threads. Input is passed to `on_input` with the time of its arrival since `started`; `on_input` returns
    /// `false` when the session is over. A line whose other end has read nothing for `write_timeout` is disconnected.
    pub(super) fn start(
        self,
        started: Instant,
        write_timeout: Duration,
        on_input: impl Fn(Duration, LineInput) -> bool + Send + Sync + 'static,
    ) -> LineWriter {
        let Link { mut reader, mut writer, pty_slave, stream } = self;
        let on_input: OnInput = Arc::new(move |input| on_input(started.elapsed(), input));
        let progress = Arc::new(WriteProgress::new());
        let (queue, queued) = sync_channel::<Vec<u8>>(MAX_QUEUED);
        let (done, is_done) = channel::<()>();
        let (report, watched) = (Arc::clone(&on_input), Arc::clone(&progress));
        std::thread::spawn(move || {
            let mut buffer = [0; 256];
            loop {
                let input = match reader.read(&mut buffer) {
                    Ok(0) => LineInput::Disconnected("closed by the other end".to_owned()),
                    Ok(length) => LineInput::Bytes(buffer[..length].to_vec()),
                    Err(error) if is_retryable(error.kind()) => watched.check(write_timeout),
                    Err(error) => LineInput::Disconnected(error.to_string()),
                };
                let is_disconnected = matches!(input, LineInput::Disconnected(_));
                // Silence is passed on too, so that the thread notices the end of the session.
                if !report(input) || is_disconnected {
                    return;
                }
            }
        });
        let (report, written) = (Arc::clone(&on_input), Arc::clone(&progress));
        std::thread::spawn(move || {
            // Dropped when this thread ends.
            let _done = done;
            while let Ok(bytes) = queued.recv() {
                if let Err(error) = write(&mut *writer, &bytes, &written) {
                    // After the end of the session the error does not matter.
                    let _ = report(LineInput::Disconnected(error.to_string()));
                    return;
                }
            }
        });
        LineWriter { queue: Some(queue), progress, on_input, is_done, _pty_slave: pty_slave, stream }
    }
}

/// Callback for input; returns `false` when the session is over.
type OnInput = Arc<dyn Fn(LineInput) -> bool + Send + Sync>;

/// Writer of a line.
pub(super) struct LineWriter {
    queue: Option<SyncSender<Vec<u8>>>,
    progress: Arc<WriteProgress>,
    on_input: OnInput,
    /// Disconnects when everything was sent or the line has failed.
    is_done: Receiver<()>,
    _pty_slave: Option<TTYPort>,
    stream: Option<TcpStream>,
}

impl LineWriter {
    /// Queues bytes. A line that never takes them is reported as disconnected.
    pub(super) fn send(&self, bytes: &[u8]) {
        let Some(queue) = self.queue.as_ref().filter(|_| !bytes.is_empty()) else { return };
        self.progress.add();
        if let Err(TrySendError::Full(_)) = queue.try_send(bytes.to_vec()) {
            // The session itself is the caller: it must not wait for its own event queue.
            let on_input = Arc::clone(&self.on_input);
            std::thread::spawn(move || {
                on_input(LineInput::Disconnected("the other end does not read".to_owned()))
            });
        }
    }
}

impl Drop for LineWriter {
    fn drop(&mut self) {
        self.queue = None;
        // The last messages are sent, but not waited for without limit.
        let _ = self.is_done.recv_timeout(CLOSE_TIMEOUT);
        if let Some(stream) = &self.stream {
            // The stream may be closed already.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

/// State of the write queue.
struct WriteProgress(Mutex<Unsent>);

struct Unsent {
    messages: usize,
    /// Time of the last progress, or of the first message in an empty queue.
    since: Instant,
}

impl WriteProgress {
    fn new() -> WriteProgress {
        WriteProgress(Mutex::new(Unsent { messages: 0, since: Instant::now() }))
    }

    fn lock(&self) -> MutexGuard<'_, Unsent> {
        // A panicking thread cannot leave the fields half updated.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self) {
        let mut unsent = self.lock();
        if unsent.messages == 0 {
            unsent.since = Instant::now();
        }
        unsent.messages += 1;
    }

    /// Records progress and the number of completed messages.
    fn took(&self, messages: usize) {
        let mut unsent = self.lock();
        unsent.messages -= messages;
        unsent.since = Instant::now();
    }

    /// Empty input, or a disconnect if the other end has read nothing for too long.
    fn check(&self, write_timeout: Duration) -> LineInput {
        let unsent = self.lock();
        if unsent.messages > 0 && unsent.since.elapsed() > write_timeout {
            let seconds = write_timeout.as_secs();
            return LineInput::Disconnected(format!("the other end has read nothing for {seconds} s"));
        }
        LineInput::Bytes(Vec::new())
    }
}

/// Writes all bytes without a time limit.
fn write(writer: &mut dyn Write, bytes: &[u8], progress: &WriteProgress) -> std::io::Result<()> {
    let mut rest = bytes;
    while !rest.is_empty() {
        match writer.write(rest) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(length) => {
                rest = &rest[length..];
                progress.took(0);
            }
            Err(error) if is_retryable(error.kind()) => {}
            Err(error) => return Err(error),
        }
    }
    writer.flush()?;
    progress.took(1);
    Ok(())
}

/// Port whose `flush` does not wait for the transmission of the last bit.
struct Undrained(TTYPort);

impl Write for Undrained {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// `true` if an error only means that nothing can be read or written now.
fn is_retryable(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::TimedOut | ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    /// Line that takes a while to read or write each byte.
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

    /// Line that reads and writes nothing.
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
        Link { reader: Box::new(reader), writer: Box::new(writer), pty_slave: None, stream: None }
    }

    #[test]
    fn a_slow_line_delays_neither_sender_nor_timestamps() {
        let started = Instant::now();
        let (sender, events) = channel();
        let slow = Duration::from_millis(50);
        let writer = link(Slow(slow), Slow(slow))
            .start(started, Duration::from_secs(60), move |at, _| sender.send(at).is_ok());
        // The line needs more than a minute for these bytes.
        let ((), took) = engine::timed(|| writer.send(&[b'.'; 1300]));
        assert!(took < Duration::from_millis(500), "{took:?}");
        // The session is busy for a while.
        std::thread::sleep(Duration::from_millis(400));
        let first = events.recv_timeout(Duration::from_secs(10)).unwrap();
        assert!(first < Duration::from_millis(300), "{first:?}");
    }

    #[test]
    fn a_stuck_line_is_disconnected_after_the_write_timeout() {
        let (sender, events) = channel();
        let write_timeout = Duration::from_millis(1200);
        let writer = link(Stuck, Stuck)
            .start(Instant::now(), write_timeout, move |at, input| sender.send((at, input)).is_ok());
        writer.send(b"OK\r");
        let (at, cause) = events
            .iter()
            .find_map(|(at, input)| match input {
                LineInput::Disconnected(cause) => Some((at, cause)),
                LineInput::Bytes(_) => None,
            })
            .unwrap();
        assert!(at >= write_timeout, "{at:?}");
        assert_eq!(cause, "the other end has read nothing for 1 s");
    }
}
