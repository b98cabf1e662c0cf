//! Observers of a session: log, records, terminal and page.

use std::path::Path;
use std::time::Duration;

use line::{DeviceId, Event};
use line_page::{LineSource, PageInfo, PageRequest};
use rules::Seat;

use super::address::OpenedLine;
use super::log::Log;
use super::options::Common;
use super::page::Page;
use super::recorder::Recorder;
use super::terminal::{Direction, LineSplitter, Terminal};
use crate::error::CliError;
use crate::output::Output;

/// Splitters of sent and received bytes.
fn splitters() -> [LineSplitter; 2] {
    [LineSplitter::new(), LineSplitter::new()]
}

/// All observers of a session.
pub(super) struct Observers<'a> {
    log: Log,
    recorder: Option<Recorder>,
    pub(super) terminal: Terminal<'a>,
    pub(super) page: Option<Page>,
    /// Names of this end and the other one, or of the two devices of a relay.
    names: [String; 2],
    /// For each line, splitters of sent and received bytes.
    splitters: Vec<[LineSplitter; 2]>,
}

impl<'a> Observers<'a> {
    /// Creates the terminal output for `lines` lines. `stdout_is_line` is `true` if stdout is the line itself.
    pub(super) fn new(
        output: &'a mut Output,
        stdout_is_line: bool,
        is_quiet: bool,
        names: [String; 2],
        lines: usize,
    ) -> Observers<'a> {
        Observers {
            log: Log::default(),
            recorder: None,
            terminal: Terminal::new(output, stdout_is_line, is_quiet),
            page: None,
            names,
            splitters: (0..lines).map(|_| splitters()).collect(),
        }
    }

    /// Opens the page if `--web` is given; requests are passed to `on_request`.
    pub(super) fn open_page(
        &mut self,
        common: &Common,
        info: PageInfo,
        source: LineSource<'_>,
        on_request: impl Fn(PageRequest) + Send + Sync + 'static,
    ) -> Result<(), CliError> {
        let Some(listen) = common.web else { return Ok(()) };
        let page = Page::open(listen, info, source, on_request)?;
        let address = format!("http://{}/", page.address());
        self.page = Some(page);
        self.terminal.page(&address)
    }

    /// Opens the records and the log if the options ask for them; `title` describes the line.
    pub(super) fn open_files(&mut self, common: &Common, title: &str) -> Result<(), CliError> {
        (self.recorder, self.log) = common.recorder_and_log(title)?;
        Ok(())
    }

    /// Opens only a log.
    pub(super) fn open_log(&mut self, path: Option<&Path>, title: &str) -> Result<(), CliError> {
        self.log = Log::open(path, title)?;
        Ok(())
    }

    /// Shows the address of a line.
    pub(super) fn show_address(&mut self, line: usize, opened: &OpenedLine) -> Result<(), CliError> {
        let Some(address) = opened.address()? else { return Ok(()) };
        if let Some(page) = &self.page {
            page.set_address(line, &address);
        }
        self.terminal.line(&address, self.device(line))
    }

    /// Starts a new connection on a line and drops incomplete lines of the last one.
    pub(super) fn reset_line(&mut self, line: usize) {
        self.splitters[line] = splitters();
    }

    /// Device on a line, if there are two.
    fn device(&self, line: usize) -> Option<DeviceId> {
        self.is_relay().then(|| DeviceId::BOTH[line])
    }

    fn is_relay(&self) -> bool {
        self.splitters.len() == 2
    }

    /// Observes sent bytes.
    pub(super) fn sent(&mut self, line: usize, bytes: &[u8], now: Duration) -> Result<(), CliError> {
        if let Some(page) = &self.page {
            page.add_sent(line, now, bytes);
        }
        self.bytes(line, Direction::Sent, bytes, now)
    }

    /// Observes received bytes.
    pub(super) fn received(&mut self, line: usize, bytes: &[u8], now: Duration) -> Result<(), CliError> {
        if let Some(page) = &self.page {
            page.add_received(line, now, bytes);
        }
        self.bytes(line, Direction::Received, bytes, now)
    }

    fn bytes(
        &mut self,
        line: usize,
        direction: Direction,
        bytes: &[u8],
        now: Duration,
    ) -> Result<(), CliError> {
        let device = self.device(line);
        self.log.bytes(now, &direction.sign(device), bytes)?;
        for text in self.splitters[line][usize::from(direction == Direction::Received)].lines(bytes) {
            self.terminal.message(now, direction, device, &text)?;
        }
        Ok(())
    }

    /// Observes an event; it is recorded before it is shown. `own` is the side of the first name.
    pub(super) fn event(&mut self, event: &Event, own: Seat, now: Duration) -> Result<(), CliError> {
        // In the order Black, White.
        let (mut names, mut devices) = (self.names.each_ref().map(String::as_str), DeviceId::BOTH);
        if own == Seat::SECOND {
            names.reverse();
            devices.reverse();
        }
        if let Some(recorder) = &mut self.recorder {
            recorder.record(event, names, now)?;
        }
        self.log.event(now, &event.to_string())?;
        if let Some(page) = &self.page {
            page.add_event(now, event);
        }
        let devices = self.is_relay().then_some(devices);
        self.terminal.event(now, event, devices)
    }

    /// Updates the page.
    pub(super) fn update_page(&self, source: LineSource<'_>, now: Duration) {
        if let Some(page) = &self.page {
            page.update(source, now);
        }
    }

    /// Marks a line as disconnected.
    pub(super) fn disconnect(&self, line: usize) {
        if let Some(page) = &self.page {
            page.set_disconnected(line);
        }
    }
}
