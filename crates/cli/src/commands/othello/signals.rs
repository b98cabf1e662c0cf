//! Ctrl-C, and whoever else asks the program to stop.

use tokio::signal::unix::{SignalKind, signal};

use crate::error::CliError;

/// Calls this when the program is asked to stop, so that it can take its leave. Asked once more, it stops at once.
pub(super) fn at_signal(ask: impl Fn() + Send + 'static) -> Result<(), CliError> {
    let refuse = |error| CliError::failed(format_args!("signals cannot be listened to: {error}"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(refuse)?;
    let entered = runtime.enter();
    let mut interrupted = signal(SignalKind::interrupt()).map_err(refuse)?;
    let mut terminated = signal(SignalKind::terminate()).map_err(refuse)?;
    drop(entered);
    std::thread::spawn(move || {
        runtime.block_on(async {
            for is_asked in [false, true] {
                tokio::select! {
                    _ = interrupted.recv() => {}
                    _ = terminated.recv() => {}
                }
                if is_asked {
                    // As a shell tells of a program that Ctrl-C has ended.
                    std::process::exit(130);
                }
                ask();
            }
        });
    });
    Ok(())
}
