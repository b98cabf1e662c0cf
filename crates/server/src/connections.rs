//! The connections of clients: how many there may be, and how long they may stay silent.
//!
//! A connection is closed if the head of a request does not arrive in time, also while it waits for the next request. Beyond the
//! limits connections are closed as soon as they are accepted. A client that reads nothing of an answer is cut off.

use std::io::IoSlice;
use std::net::{IpAddr, SocketAddr};
use std::pin::{Pin, pin};
use std::sync::Arc;
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
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot, watch};
use tower_service::Service;

use crate::address_counter::{AddressCounter, AddressPlace};
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

/// Counts the open connections.
struct Counter {
    total: Arc<Semaphore>,
    by_address: Arc<AddressCounter>,
}

/// The place of a connection, given back when it is dropped.
struct Place {
    _permit: OwnedSemaphorePermit,
    _place: AddressPlace,
}

impl Counter {
    fn new(limits: &ConnectionLimits) -> Counter {
        Counter {
            total: Arc::new(Semaphore::new(limits.total)),
            by_address: Arc::new(AddressCounter::new(limits.by_address)),
        }
    }

    /// Takes a place for a connection; `None` if there are too many.
    fn take(&self, peer: IpAddr) -> Option<Place> {
        let permit = Arc::clone(&self.total).try_acquire_owned().ok()?;
        Some(Place { _permit: permit, _place: self.by_address.take(peer)? })
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
    let counter = Counter::new(&limits);
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
    fn connections_are_limited_by_address_and_in_all() {
        let limits = ConnectionLimits { total: 5, by_address: 2, ..ConnectionLimits::default() };
        let counter = Counter::new(&limits);
        let take = |text: &str| counter.take(text.parse().unwrap());
        let remote: Vec<Place> = std::iter::from_fn(|| take("192.0.2.1")).collect();
        assert_eq!(remote.len(), 2, "two from one address");
        let local: Vec<Place> = std::iter::from_fn(|| take("127.0.0.1")).collect();
        assert_eq!(local.len(), 3, "five in all");
        assert!(take("2001:db8::1").is_none());
        drop((remote, local));
        assert!(take("2001:db8::1").is_some());
    }
}
