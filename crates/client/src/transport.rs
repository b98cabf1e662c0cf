//! Connections to a server, plain or encrypted.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::{ClientError, ServerUrl};

/// Longest time to connect and to encrypt.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// Files in which systems have the certificates that they trust.
const CERTIFICATE_FILES: [&str; 4] = [
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/cert.pem",
    "/etc/ssl/ca-bundle.pem",
];

/// A connection, plain or encrypted.
pub(crate) trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}

/// Opener of connections to one server.
#[derive(Clone)]
pub(crate) struct Transport {
    pub(crate) url: ServerUrl,
    tls: Option<TlsConnector>,
}

impl Transport {
    /// Connections to a server. `certificates` is a PEM file of the certificates to trust; without it those of the system.
    pub(crate) fn new(url: ServerUrl, certificates: Option<&Path>) -> Result<Transport, ClientError> {
        let tls = url.is_encrypted.then(|| connector(certificates)).transpose()?;
        Ok(Transport { url, tls })
    }

    /// Opens a connection.
    pub(crate) async fn open(&self) -> Result<Box<dyn Stream>, ClientError> {
        let late = |_| ClientError::Lost(format!("{} did not answer in time", self.url));
        timeout(CONNECT_TIMEOUT, self.open_unbounded()).await.map_err(late)?
    }

    async fn open_unbounded(&self) -> Result<Box<dyn Stream>, ClientError> {
        let ServerUrl { host, port, .. } = &self.url;
        let stream = TcpStream::connect((host.as_str(), *port)).await?;
        stream.set_nodelay(true)?;
        let Some(tls) = &self.tls else { return Ok(Box::new(stream)) };
        let name = ServerName::try_from(host.clone()).map_err(|error| ClientError::Tls(error.to_string()))?;
        let encrypted = tls.connect(name, stream).await.map_err(|error| match error.get_ref() {
            Some(cause) => ClientError::Tls(cause.to_string()),
            None => ClientError::Lost(error.to_string()),
        })?;
        Ok(Box::new(encrypted))
    }
}

fn connector(certificates: Option<&Path>) -> Result<TlsConnector, ClientError> {
    let named = std::env::var_os("SSL_CERT_FILE").map(std::path::PathBuf::from);
    let file = certificates
        .map(Path::to_owned)
        .or(named)
        .or_else(|| CERTIFICATE_FILES.iter().map(std::path::PathBuf::from).find(|file| file.exists()));
    let file = file.ok_or_else(|| {
        ClientError::Tls("the system has no file of certificates: expected one in SSL_CERT_FILE".to_owned())
    })?;
    let cannot = |why: String| ClientError::Tls(format!("cannot use {}: {why}", file.display()));
    let mut roots = RootCertStore::empty();
    let read = CertificateDer::pem_file_iter(&file).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let (added, _) = roots.add_parsable_certificates(read.map_err(|error| cannot(error.to_string()))?);
    if added == 0 {
        return Err(cannot("it has no certificate: expected PEM".to_owned()));
    }
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| ClientError::Tls(error.to_string()))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(TlsConnector::from(Arc::new(config)))
}
