//! The state of the chess computer in the store.

use device::{Device, Snapshot};
use store::{StoreError, WriteOp};
use tokio::sync::oneshot::Receiver;
use tokio::sync::oneshot::error::TryRecvError;

use crate::data::TerminalData;
use crate::error::TerminalError;

/// The device of this terminal's user as it was switched off, and the table of its game.
pub(super) fn restore(data: &TerminalData) -> Result<(Device, Option<String>), TerminalError> {
    let Some(user) = data.user() else { return Ok((Device::new(), None)) };
    let connection = data.connection();
    let saved = connection.wait(connection.store.device(&user.id))?;
    let restored = saved.and_then(|saved| Some((Snapshot::restore(&saved.state)?, saved.table)));
    Ok(restored.unwrap_or_else(|| (Device::new(), None)))
}

/// Writes the state of the device without waiting for the disk.
#[derive(Default)]
pub(super) struct DeviceSaver {
    last: Option<(Snapshot, Option<String>)>,
    pending: Vec<Receiver<Result<(), StoreError>>>,
}

impl DeviceSaver {
    /// Queues the state, if it has changed. A guest who has not played yet has no place in the store.
    pub(super) fn save(&mut self, data: &TerminalData, device: &Device, table: Option<&str>) {
        let Some(user) = data.user() else { return };
        let state = (Snapshot::of(device), table.map(str::to_owned));
        if self.last.as_ref() == Some(&state) {
            return;
        }
        let (snapshot, table) = &state;
        let op =
            WriteOp::Device { user: user.id.clone(), state: snapshot.bytes().to_vec(), table: table.clone() };
        // With a full queue the next key tries again.
        if let Some(answer) = data.connection().store.submit(vec![op]) {
            self.pending.push(answer);
            self.last = Some(state);
        }
    }

    /// The error of a write that has failed since the last call.
    pub(super) fn error(&mut self) -> Option<String> {
        let mut error = None;
        self.pending.retain_mut(|answer| match answer.try_recv() {
            Err(TryRecvError::Empty) => true,
            Ok(Err(failed)) => {
                error = Some(format!("cannot save the device: {failed}"));
                false
            }
            Ok(Ok(())) | Err(TryRecvError::Closed) => false,
        });
        error
    }
}
