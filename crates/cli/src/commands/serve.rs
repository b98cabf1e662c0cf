//! `takhteh serve`: the web server.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;
use server::{Config, Server};
use tokio::signal::unix::{SignalKind, signal};

use crate::bearoff_file;
use crate::data_folder::default_folder;
use crate::error::CliError;
use crate::output::{Output, json};

#[derive(Args)]
#[command(after_help = "\
Games are stored in one SQLite file in the data folder. A move is on disk before it is sent to any client.

The second line of the output is the operator link: it opens the page of tuning runs with the right to start and stop them. \
Its key is the file operator.key in the data folder; anyone else may only watch.

Examples:
  takhteh serve
  takhteh serve --listen 0.0.0.0:8080 --data /srv/takhteh
  takhteh serve --listen 127.0.0.1:0 --open")]
pub(crate) struct Arguments {
    /// Address to listen on; port 0 picks a free port
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,

    /// Folder for games and guests [default: takhteh in $XDG_DATA_HOME or ~/.local/share]
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,

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
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            data: None,
            open: false,
            verbose: false,
        }
    }
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
        .init();
    let data = arguments.data.clone().map_or_else(default_folder, Ok)?;
    let config = Config::new(arguments.listen, data);
    bearoff_file::provide(Some(&bearoff_file::path_in(&config.data)));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let server = Server::start(&config).await.map_err(CliError::failed)?;
        let address = format!("http://{}/", server.address());
        // Browsers send the fragment to no server, so the key is in no access log.
        let operator = format!("{address}tune#key={}", server.operator_key());
        output.result(
            || {
                format!(
                    "Takhteh listens on {address}  (Ctrl-C stops it)\n\
                     Tuning runs, for the operator only: {operator}"
                )
            },
            || json!({"address": address, "operator": operator, "data": config.data.display().to_string()}),
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
        }
        server.stop().await;
        Ok(())
    })
}
