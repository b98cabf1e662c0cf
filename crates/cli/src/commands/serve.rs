//! `takhteh serve`: the web server.

use std::net::{SocketAddr, ToSocketAddrs};
use std::path::PathBuf;

use clap::Args;
use server::{Config, Server, TlsFiles};
use tokio::signal::unix::{SignalKind, signal};

use crate::bearoff_file;
use crate::data_folder::default_folder;
use crate::error::CliError;
use crate::output::{Output, json};

/// Address of plain `takhteh`.
const DEFAULT_ADDRESS: &str = "127.0.0.1:8080";

#[derive(Args)]
#[command(after_help = "\
Games are stored in one SQLite file in the data folder. A move is on disk before it is sent to any client.

The second line of the output is the operator link: it opens the page of tuning runs with the right to start and stop them. \
Its key is the file operator.key in the data folder; anyone else may only watch.

Browsers reach the server by number, as localhost, by the name of this computer or the name in --listen; other names need --origin, since a page of another site could point its own name here.

With --listen 0.0.0.0:8080 the server listens on all interfaces; it then prints their addresses, and a QR code of the first one for phones.

Without --tls-cert connections are not encrypted: then listen on this computer only, or behind a proxy that encrypts. --metrics serves counters in the text format of Prometheus at /metrics, to anyone who reaches that address.

Examples:
  takhteh serve
  takhteh serve --listen 0.0.0.0:8080 --data /srv/takhteh
  takhteh serve --listen 127.0.0.1:0 --open
  takhteh serve --listen play.example.org:443 --tls-cert fullchain.pem --tls-key privkey.pem
  takhteh serve --listen localhost:8080 --metrics localhost:9100
  takhteh serve --listen localhost:8080 --origin https://play.example.org")]
pub(crate) struct Arguments {
    /// Address to listen on, a name or a number with a port; port 0 picks a free port
    #[arg(long, value_name = "ADDRESS", default_value = DEFAULT_ADDRESS)]
    listen: String,

    /// Folder for games and accounts [default: takhteh in $XDG_DATA_HOME or ~/.local/share]
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,

    /// Address under which browsers reach the server, if a proxy or another name leads to it
    #[arg(long, value_name = "URL")]
    origin: Option<String>,

    /// Certificate, with those of its issuers, as PEM: connections are encrypted
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,

    /// Private key of the certificate as PEM
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,

    /// Address that serves counters at /metrics
    #[arg(long, value_name = "ADDRESS")]
    metrics: Option<String>,

    /// Open the lobby in a browser
    #[arg(long)]
    open: bool,

    /// Log requests and connections too
    #[arg(long)]
    verbose: bool,
}

impl Default for Arguments {
    /// Arguments of plain `takhteh`.
    fn default() -> Arguments {
        Arguments {
            listen: DEFAULT_ADDRESS.to_owned(),
            data: None,
            origin: None,
            tls_cert: None,
            tls_key: None,
            metrics: None,
            open: false,
            verbose: false,
        }
    }
}

/// Addresses of a name and a port, those of IPv4 first: browsers try both, but other programs often only know 127.0.0.1.
fn resolve(option: &str, text: &str) -> Result<Vec<SocketAddr>, CliError> {
    let expected = "expected a name or number with a port, such as localhost:8080";
    let cannot = |why: String| CliError::usage(format_args!("cannot use {option} {text}: {why}; {expected}"));
    let mut addresses: Vec<SocketAddr> =
        text.to_socket_addrs().map_err(|error| cannot(error.to_string()))?.collect();
    if addresses.is_empty() {
        return Err(cannot("the name has no address".to_owned()));
    }
    addresses.sort_by_key(|address| !address.is_ipv4());
    Ok(addresses)
}

/// Addresses for other computers with the QR code of the first, if there are others than the one that the server listens on.
fn reachable_text(addresses: &[String], address: &str) -> String {
    let Some(first) = addresses.first().filter(|first| *first != address) else { return String::new() };
    let code = server::terminal_qr_code(first).unwrap_or_default();
    format!("\nOther computers and phones on this network: {}\n{code}", addresses.join("  "))
}

/// Serves until SIGINT or SIGTERM.
pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), CliError> {
    let level = if arguments.verbose { tracing::Level::DEBUG } else { tracing::Level::INFO };
    let has_colours = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        && std::io::IsTerminal::is_terminal(&std::io::stderr());
    tracing_subscriber::fmt()
        .with_max_level(level)
        .with_ansi(has_colours)
        .with_writer(std::io::stderr)
        .with_target(false)
        // A log that cannot be written would be reported on stderr too, which panics where that is full.
        .log_internal_errors(false)
        .init();
    let data = arguments.data.clone().map_or_else(default_folder, Ok)?;
    let tls = arguments.tls_cert.clone().zip(arguments.tls_key.clone());
    let metrics = arguments.metrics.as_deref().map(|address| resolve("--metrics", address)).transpose()?;
    let config = Config {
        listen: resolve("--listen", &arguments.listen)?,
        origin: arguments.origin.clone(),
        names: arguments.listen.rsplit_once(':').map(|(name, _)| name.to_owned()).into_iter().collect(),
        tls: tls.map(|(certificate, key)| TlsFiles { certificate, key }),
        metrics: metrics.and_then(|addresses| addresses.first().copied()),
        ..Config::new(SocketAddr::from(([127, 0, 0, 1], 0)), data)
    };
    bearoff_file::provide(Some(&bearoff_file::path_in(&config.data)));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let server = Server::start(&config).await.map_err(CliError::failed)?;
        let address = server.url();
        let addresses = server.reachable_urls();
        // Browsers send the fragment to no server, so the key is in no access log.
        let operator = format!("{address}tune#key={}", server.operator_key());
        output.result(
            || {
                let reachable = reachable_text(&addresses, &address);
                format!(
                    "Takhteh listens on {address}  (Ctrl-C stops it)\n\
                     Tuning runs, for the operator only: {operator}{reachable}"
                )
            },
            || {
                json!({
                    "address": address, "addresses": addresses, "operator": operator, "data": config.data.display().to_string(),
                    "metrics": server.metrics_address().map(|address| format!("http://{address}/metrics")),
                })
            },
        )?;
        output.flush()?;
        if arguments.open {
            // A missing browser is no reason to stop.
            let _ = std::process::Command::new("xdg-open").arg(&address).spawn();
        }
        let mut terminate = signal(SignalKind::terminate())?;
        tokio::select! {
            interrupted = tokio::signal::ctrl_c() => interrupted?,
            _ = terminate.recv() => {}
            () = server.failed() => {
                return Err(CliError::failed("cannot store games any more: the writer of the database has ended"));
            }
        }
        server.stop().await;
        Ok(())
    })
}
