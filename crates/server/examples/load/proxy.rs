//! A proxy between clients and the server that treats connections as a bad network does.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rules::Random;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

use crate::connection::LoadError;

/// Longest life of a connection until it is cut or falls silent.
const LIFE: Duration = Duration::from_secs(4);
/// Bytes that a slow connection carries at once, and the pause after them: about 13 kB a second.
const TRICKLE: (usize, Duration) = (256, Duration::from_millis(20));
/// How long a frame that others shall overtake is held.
const HOLD: Duration = Duration::from_millis(400);
/// Largest head of a request.
const MAX_HEAD: usize = 1 << 14;
/// The first bit of the length of a frame says that it is masked; 126 and 127 announce a longer number.
const LENGTH_BITS: u8 = 0x7f;
const TWO_BYTES: u8 = 126;
const MASK_BYTES: usize = 4;

/// What the proxy does to connections.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Connections are reset.
    Cut,
    /// Connections stay open, but nothing passes any more.
    HalfOpen,
    /// A few bytes at a time.
    Slow,
    /// Messages of clients arrive twice.
    Duplicated,
    /// Messages of clients arrive in another order.
    Reordered,
}

impl Fault {
    pub const ALL: [Fault; 5] =
        [Fault::Cut, Fault::HalfOpen, Fault::Slow, Fault::Duplicated, Fault::Reordered];
}

/// A proxy on a free port. It ends when dropped.
pub struct Proxy {
    pub address: SocketAddr,
    /// `true` once everything passes unchanged. Connections that are half-open stay so.
    healed: Arc<AtomicBool>,
    task: JoinHandle<()>,
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Proxy {
    pub async fn start(server: SocketAddr, fault: Fault) -> Result<Proxy, LoadError> {
        let failed = |error: std::io::Error| format!("cannot start a proxy: {error}");
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let healed = Arc::new(AtomicBool::new(false));
        let is_healed = Arc::clone(&healed);
        let task = tokio::spawn(async move {
            let mut random = Random::new(fault as u64);
            while let Ok((client, _)) = listener.accept().await {
                let life = LIFE.mul_f64(f64::from(random.below(1000)) / 1000.0);
                let line = Line { fault, healed: Arc::clone(&is_healed), ends: Instant::now() + life };
                let random = Random::new(u64::from(random.below(u32::MAX)));
                tokio::spawn(async move {
                    if let Ok(server) = TcpStream::connect(server).await {
                        line.carry(client, server, random).await;
                    }
                });
            }
        });
        Ok(Proxy { address, healed, task })
    }

    /// Ends the faults.
    pub fn heal(&self) {
        self.healed.store(true, Ordering::Relaxed);
    }
}

/// One connection through the proxy.
#[derive(Clone)]
struct Line {
    fault: Fault,
    healed: Arc<AtomicBool>,
    /// When the connection is cut or falls silent.
    ends: Instant,
}

impl Line {
    fn is(&self, fault: Fault) -> bool {
        self.fault == fault && !self.healed.load(Ordering::Relaxed)
    }

    /// Carries bytes both ways until one side closes or the fault strikes.
    async fn carry(&self, client: TcpStream, server: TcpStream, random: Random) {
        if client.set_nodelay(true).is_err() || server.set_nodelay(true).is_err() {
            return;
        }
        let (mut from_client, mut to_client) = client.into_split();
        let (mut from_server, mut to_server) = server.into_split();
        let strikes = matches!(self.fault, Fault::Cut | Fault::HalfOpen);
        let both = async {
            tokio::select! {
                () = self.to_server(&mut from_client, &mut to_server, random) => {}
                () = self.copy(&mut from_server, &mut to_client) => {}
            }
        };
        if !strikes || self.healed.load(Ordering::Relaxed) {
            return both.await;
        }
        tokio::select! {
            () = both => return,
            () = tokio::time::sleep_until(self.ends) => {}
        }
        if self.fault == Fault::Cut {
            // Unread data or not: the other side sees a reset.
            for socket in [from_client.as_ref(), from_server.as_ref()] {
                let _ = socket.set_zero_linger();
            }
            return;
        }
        // Nothing passes; the server has to notice by itself, and its closing ends this.
        let mut rest = [0; 1024];
        while matches!(from_server.read(&mut rest).await, Ok(1..)) {}
    }

    async fn copy(&self, from: &mut (impl AsyncRead + Unpin), to: &mut (impl AsyncWrite + Unpin)) {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = from.read(&mut bytes).await {
            if self.write(&bytes[..count], to).await.is_none() {
                return;
            }
        }
    }

    async fn write(&self, bytes: &[u8], to: &mut (impl AsyncWrite + Unpin)) -> Option<()> {
        if !self.is(Fault::Slow) {
            return to.write_all(bytes).await.ok();
        }
        let (size, pause) = TRICKLE;
        for part in bytes.chunks(size) {
            to.write_all(part).await.ok()?;
            sleep(pause).await;
        }
        Some(())
    }

    /// Carries the messages of the client, some twice or later than the next one.
    async fn to_server(
        &self,
        from: &mut (impl AsyncRead + Unpin),
        to: &mut (impl AsyncWrite + Unpin),
        mut random: Random,
    ) {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            if head.len() > MAX_HEAD || from.read_exact(&mut byte).await.is_err() {
                return;
            }
            head.extend(byte);
        }
        let is_socket = head.windows(7).any(|word| word.eq_ignore_ascii_case(b"upgrade"));
        if self.write(&head, to).await.is_none() {
            return;
        }
        if !is_socket || !matches!(self.fault, Fault::Duplicated | Fault::Reordered) {
            return self.copy(from, to).await;
        }
        // Frames are read at the side, so that waiting for the next one can end without losing a part of it.
        let (sender, mut frames) = mpsc::channel(4);
        let read = async move {
            while let Some(frame) = read_frame(from).await {
                if sender.send(frame).await.is_err() {
                    return;
                }
            }
        };
        let forward = async {
            while let Some(frame) = frames.recv().await {
                let is_hit = random.below(3) == 0;
                let mut out = vec![frame];
                if is_hit && self.is(Fault::Duplicated) {
                    out.push(out[0].clone());
                }
                if is_hit
                    && self.is(Fault::Reordered)
                    && let Ok(Some(next)) = timeout(HOLD, frames.recv()).await
                {
                    out.insert(0, next);
                }
                for frame in out {
                    if self.write(&frame, to).await.is_none() {
                        return;
                    }
                }
            }
        };
        tokio::join!(read, forward);
    }
}

/// Reads a frame of a WebSocket client as it is.
async fn read_frame(from: &mut (impl AsyncRead + Unpin)) -> Option<Vec<u8>> {
    let mut frame = vec![0; 2];
    from.read_exact(&mut frame).await.ok()?;
    let length = match frame[1] & LENGTH_BITS {
        TWO_BYTES => {
            let mut length = [0; 2];
            from.read_exact(&mut length).await.ok()?;
            frame.extend(length);
            usize::from(u16::from_be_bytes(length))
        }
        length @ ..TWO_BYTES => usize::from(length),
        // The clients of the load send no frame of 64 kB.
        _ => return None,
    };
    let start = frame.len();
    frame.resize(start + MASK_BYTES + length, 0);
    from.read_exact(&mut frame[start..]).await.ok()?;
    Some(frame)
}
