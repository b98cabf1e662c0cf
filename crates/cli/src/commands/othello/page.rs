//! Web page that runs beside the session.

use std::net::SocketAddr;
use std::ops::Deref;

use line_page::{LinePage, LineSource, PageInfo, PageRequest};
use tokio::runtime::Runtime;

use crate::error::CliError;

/// Page and the runtime that serves it; closed when dropped.
pub(super) struct Page {
    runtime: Runtime,
    page: LinePage,
}

impl Page {
    /// Opens the page; requests are passed to `on_request`.
    pub(super) fn open(
        listen: SocketAddr,
        info: PageInfo,
        source: LineSource<'_>,
        on_request: impl Fn(PageRequest) + Send + Sync + 'static,
    ) -> Result<Page, CliError> {
        // One thread serves all clients, so that they do not slow down the line.
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let page =
            runtime.block_on(LinePage::open(listen, info, source, on_request)).map_err(CliError::usage)?;
        Ok(Page { runtime, page })
    }

    /// Calls `act` when the first client connects.
    pub(super) fn on_first_client(&self, act: impl FnOnce() + Send + 'static) {
        let first_client = self.page.first_client();
        self.runtime.spawn(async move {
            first_client.await;
            act();
        });
    }
}

impl Deref for Page {
    type Target = LinePage;

    fn deref(&self) -> &LinePage {
        &self.page
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        self.runtime.block_on(self.page.close());
    }
}
