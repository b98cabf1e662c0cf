//! The connections of clients: how many there may be, and how long they may stay silent.
//!
//! A connection is closed if the head of a request does not arrive in time, also while it waits for the next request. Beyond the
//! limits connections are closed as soon as they are accepted. A client that reads nothing of an answer is cut off.

use std::collections::HashMap;
use std::io::IoSlice;
use std::net::{IpAddr, SocketAddr};
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::serve::Listener;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::{oneshot, watch};
use tower_service::Service;

use crate::rate_limits::network;
use crate::write_timeout::WriteTimeout;

/// Largest head of a request in bytes.
const MAX_HEAD: usize = 16 * 1024;
/// Longest time in which a client must read something of what is sent.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// Limits of connections.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConnectionLimits {
    /// Number of connections.
    pub total: usize,
    /// Number of connections from one address. Addresses of this computer are not limited: a proxy may be there.
    pub by_address: usize,
    /// Longest time in which the head of a request must arrive, and longest wait for the next request.
    pub head_timeout: Duration,
}

impl Default for ConnectionLimits {
    fn default() -> ConnectionLimits {
        ConnectionLimits { total: 25_000, by_address: 256, head_timeout: Duration::from_secs(15) }
    }
}

/// Numbers of open connections.
#[derive(Default)]
struct Open {
    total: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// Counts the open connections.
struct Counter {
    limits: ConnectionLimits,
    open: Mutex<Open>,
}

/// The place of a connection, given back when it is dropped.
struct Place {
    counter: Arc<Counter>,
    /// Network of the address; `None` if it is not limited.
    address: Option<IpAddr>,
}

impl Counter {
    /// Takes a place for a connection; `None` if there are too many.
    fn take(self: &Arc<Counter>, peer: IpAddr) -> Option<Place> {
        let address = (!peer.to_canonical().is_loopback()).then(|| network(peer));
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.total >= self.limits.total {
            return None;
        }
        if let Some(address) = address {
            let count = open.by_address.entry(address).or_default();
            if *count >= self.limits.by_address {
                return None;
            }
            *count += 1;
        }
        open.total += 1;
        Some(Place { counter: Arc::clone(self), address })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.counter.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.total = open.total.saturating_sub(1);
        if let Some(address) = self.address
            && let Some(count) = open.by_address.get_mut(&address)
        {
            *count -= 1;
            if *count == 0 {
                open.by_address.remove(&address);
            }
        }
    }
}

/// A connection with its place, which WebSockets keep after the upgrade.
struct CountedIo<I> {
    io: I,
    _place: Place,
}

impl<I: AsyncRead + Unpin> AsyncRead for CountedIo<I> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.io).poll_read(context, buffer)
    }
}

impl<I: AsyncWrite + Unpin> AsyncWrite for CountedIo<I> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<std::io::Result<usize>> {
        Pin::new(&mut self.io).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.io).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.io).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffers: &[IoSlice<'_>],
    ) -> Poll<std::io::Result<usize>> {
        Pin::new(&mut self.io).poll_write_vectored(context, buffers)
    }

    fn is_write_vectored(&self) -> bool {
        self.io.is_write_vectored()
    }
}

/// Serves the connections of a listener until `stopped` completes, then waits until they are closed.
pub(crate) async fn serve<L>(
    mut listener: L,
    routes: Router,
    limits: ConnectionLimits,
    stopped: oneshot::Receiver<()>,
) where
    L: Listener<Addr = SocketAddr>,
{
    let counter = Arc::new(Counter { limits, open: Mutex::default() });
    // Every connection holds a receiver: the sender is told to close them, and sees when all are gone.
    let (closing, _) = watch::channel(false);
    let mut stopped = pin!(stopped);
    loop {
        let (io, peer) = tokio::select! {
            accepted = listener.accept() => accepted,
            // A dropped sender stops the server too.
            _ = &mut stopped => break,
        };
        match counter.take(peer.ip()) {
            Some(place) => {
                let (routes, closing) = (routes.clone(), closing.subscribe());
                let io = CountedIo { io: WriteTimeout::new(io, WRITE_TIMEOUT), _place: place };
                tokio::spawn(serve_connection(io, peer, routes, limits.head_timeout, closing));
            }
            None => tracing::debug!(%peer, "too many connections"),
        }
    }
    drop(listener);
    let _ = closing.send(true);
    closing.closed().await;
}

async fn serve_connection<I>(
    io: I,
    peer: SocketAddr,
    routes: Router,
    head_timeout: Duration,
    mut closing: watch::Receiver<bool>,
) where
    I: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        routes.clone().call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head_timeout)
        .max_buf_size(MAX_HEAD)
        .serve_connection(TokioIo::new(io), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let is_closing = async {
        // A dropped sender closes the connection too.
        let _ = closing.wait_for(|closing| *closing).await;
    };
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = is_closing => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%peer, %error, "a connection failed");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_limited_and_given_back() {
        let limits = ConnectionLimits { total: 5, by_address: 2, ..ConnectionLimits::default() };
        let counter = Arc::new(Counter { limits, open: Mutex::default() });
        let address = |text: &str| text.parse::<IpAddr>().unwrap();
        let first = counter.take(address("192.0.2.1")).unwrap();
        let _second = counter.take(address("192.0.2.1")).unwrap();
        assert!(counter.take(address("192.0.2.1")).is_none(), "two from one address");
        assert!(counter.take(address("::ffff:192.0.2.1")).is_none(), "the same address");
        drop(first);
        let _again = counter.take(address("192.0.2.1")).unwrap();
        let local: Vec<Place> = std::iter::from_fn(|| counter.take(address("127.0.0.1"))).collect();
        assert_eq!(local.len(), 3, "five in all");
        assert!(counter.take(address("2001:db8::1")).is_none());
        drop(local);
        let network: Vec<Place> =
            (1..4).filter_map(|host| counter.take(address(&format!("2001:db8::{host}")))).collect();
        assert_eq!(network.len(), 2, "a network counts as one");
    }
}
