//! SIGINT and SIGTERM.

use engine::StopFlags;
use tokio::signal::unix::{SignalKind, signal};

use crate::error::CliError;

/// Exit code of a program that was ended by Ctrl-C.
pub(crate) const INTERRUPTED: u8 = 130;

/// Calls `stop` at the first SIGINT or SIGTERM, so that the program can finish cleanly. The second one exits at once.
pub(crate) fn on_stop_signal(stop: impl Fn() + Send + 'static) -> Result<(), CliError> {
    let cannot = |error| CliError::failed(format_args!("cannot listen for signals: {error}"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(cannot)?;
    let entered = runtime.enter();
    let mut interrupt = signal(SignalKind::interrupt()).map_err(cannot)?;
    let mut terminate = signal(SignalKind::terminate()).map_err(cannot)?;
    drop(entered);
    std::thread::spawn(move || {
        runtime.block_on(async {
            for is_second in [false, true] {
                tokio::select! {
                    _ = interrupt.recv() => {}
                    _ = terminate.recv() => {}
                }
                if is_second {
                    std::process::exit(INTERRUPTED.into());
                }
                stop();
            }
        });
    });
    Ok(())
}

/// Returns flags that are raised at the first SIGINT or SIGTERM.
pub(crate) fn stop_flags() -> Result<StopFlags, CliError> {
    let flags = StopFlags::new();
    let raised = flags.clone();
    on_stop_signal(move || raised.raise())?;
    Ok(flags)
}
