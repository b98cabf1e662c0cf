//! TLS: a listener that encrypts its connections.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::serve::Listener;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, mpsc};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::server::TlsStream;

use crate::address_counter::AddressCounter;

/// Longest time of a handshake.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);
/// Number of handshakes at the same time.
const MAX_HANDSHAKES: usize = 512;
/// Number of handshakes with one address at the same time: one that never ends them must leave room for others.
const MAX_ADDRESS_HANDSHAKES: usize = 64;
/// Pause after an error of the operating system, such as too many open files.
const ERROR_PAUSE: Duration = Duration::from_secs(1);

/// Files of a certificate, both PEM.
#[derive(Clone, Debug)]
pub struct TlsFiles {
    /// Certificate, followed by those of its issuers.
    pub certificate: PathBuf,
    /// Private key.
    pub key: PathBuf,
}

impl TlsFiles {
    /// Reads certificate and key. The error says which file cannot be used and why.
    pub(crate) fn read(&self) -> Result<TlsAcceptor, String> {
        let cannot = |file: &PathBuf, why: String| format!("cannot use {}: {why}", file.display());
        let certificates = CertificateDer::pem_file_iter(&self.certificate)
            .and_then(Iterator::collect::<Result<Vec<_>, _>>)
            .map_err(|error| cannot(&self.certificate, format!("{error}: expected certificates as PEM")))?;
        if certificates.is_empty() {
            return Err(cannot(&self.certificate, "it has no certificate: expected PEM".to_owned()));
        }
        let key = PrivateKeyDer::from_pem_file(&self.key)
            .map_err(|error| cannot(&self.key, format!("{error}: expected a private key as PEM")))?;
        let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| error.to_string())?
            .with_no_client_auth()
            .with_single_cert(certificates, key)
            .map_err(|error| cannot(&self.key, format!("{error}: expected the key of the certificate")))?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(TlsAcceptor::from(Arc::new(config)))
    }
}

/// Listener of encrypted connections. Handshakes run in tasks of their own, so that a slow one delays no other.
pub(crate) struct TlsListener {
    address: SocketAddr,
    accepted: mpsc::Receiver<(TlsStream<TcpStream>, SocketAddr)>,
}

impl TlsListener {
    pub(crate) fn new(listener: TcpListener, acceptor: TlsAcceptor) -> std::io::Result<TlsListener> {
        let address = listener.local_addr()?;
        let (sender, accepted) = mpsc::channel(MAX_HANDSHAKES);
        tokio::spawn(accept(listener, acceptor, sender));
        Ok(TlsListener { address, accepted })
    }
}

async fn accept(
    listener: TcpListener,
    acceptor: TlsAcceptor,
    accepted: mpsc::Sender<(TlsStream<TcpStream>, SocketAddr)>,
) {
    let permits = Arc::new(Semaphore::new(MAX_HANDSHAKES));
    let by_address = Arc::new(AddressCounter::without_exemption(MAX_ADDRESS_HANDSHAKES));
    while !accepted.is_closed() {
        let Ok(permit) = Arc::clone(&permits).acquire_owned().await else { return };
        let received = tokio::select! {
            received = listener.accept() => received,
            () = accepted.closed() => return,
        };
        let Ok((stream, peer)) = received else {
            tokio::time::sleep(ERROR_PAUSE).await;
            continue;
        };
        let Some(place) = by_address.take(peer.ip()) else {
            tracing::debug!(%peer, "too many TLS handshakes");
            continue;
        };
        // Moves are small messages: Nagle's algorithm would delay them.
        let _ = stream.set_nodelay(true);
        let (acceptor, accepted) = (acceptor.clone(), accepted.clone());
        tokio::spawn(async move {
            let _places = (permit, place);
            match tokio::time::timeout(HANDSHAKE_TIMEOUT, acceptor.accept(stream)).await {
                Ok(Ok(stream)) => drop(accepted.send((stream, peer)).await),
                Ok(Err(error)) => tracing::debug!(%error, "a TLS handshake failed"),
                Err(_) => tracing::debug!("a TLS handshake took too long"),
            }
        });
    }
}

impl Listener for TlsListener {
    type Io = TlsStream<TcpStream>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        match self.accepted.recv().await {
            Some(accepted) => accepted,
            // The accepting task ends after this listener.
            None => std::future::pending().await,
        }
    }

    fn local_addr(&self) -> std::io::Result<SocketAddr> {
        Ok(self.address)
    }
}
