//! The page of a line or of a relay, kept open beside the session.

use std::net::SocketAddr;
use std::ops::Deref;

use line_page::{LinePage, LineSource, PageInfo, PageRequest};
use tokio::runtime::Runtime;

use crate::error::CliError;

/// A page and the threads that serve it. It is closed when the session ends, however that comes about.
pub(super) struct Page {
    runtime: Runtime,
    page: LinePage,
}

impl Page {
    /// Opens the page; orders go to `deliver`.
    pub(super) fn open(
        listen: SocketAddr,
        about: PageInfo,
        source: LineSource<'_>,
        deliver: impl Fn(PageRequest) + Send + Sync + 'static,
    ) -> Result<Page, CliError> {
        // The line must not wait for its watchers: one thread is theirs, and no more.
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let page =
            runtime.block_on(LinePage::open(listen, about, source, deliver)).map_err(CliError::usage)?;
        Ok(Page { runtime, page })
    }

    /// Calls this once, when the first visitor is there.
    pub(super) fn at_first_visitor(&self, act: impl FnOnce() + Send + 'static) {
        let visited = self.page.first_client();
        self.runtime.spawn(async move {
            visited.await;
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
