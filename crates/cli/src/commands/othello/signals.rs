//! SIGINT and SIGTERM.

use tokio::signal::unix::{SignalKind, signal};

use crate::error::CliError;

/// Calls `stop` at the first SIGINT or SIGTERM, so that the session can end properly. The second one exits at once.
pub(super) fn on_stop_signal(stop: impl Fn() + Send + 'static) -> Result<(), CliError> {
    let cannot_wait = |error| CliError::failed(format_args!("cannot wait for signals: {error}"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(cannot_wait)?;
    let entered = runtime.enter();
    let mut interrupted = signal(SignalKind::interrupt()).map_err(cannot_wait)?;
    let mut terminated = signal(SignalKind::terminate()).map_err(cannot_wait)?;
    drop(entered);
    std::thread::spawn(move || {
        runtime.block_on(async {
            for is_second in [false, true] {
                tokio::select! {
                    _ = interrupted.recv() => {}
                    _ = terminated.recv() => {}
                }
                if is_second {
                    // Exit code of a program ended by Ctrl-C.
                    std::process::exit(130);
                }
                stop();
            }
        });
    });
    Ok(())
}
