//! Who is told of what goes on at the lines: the log, the records, the screen and the page.

use std::time::Duration;

use line::{End, Event};
use line_page::{LineSource, PageInfo, PageRequest};
use rules::Seat;

use super::keeping::Keeping;
use super::log::Log;
use super::options::Common;
use super::page::Page;
use super::place::Door;
use super::screen::{Screen, Subtitles, Way};
use crate::error::CliError;
use crate::output::Output;

/// For what is said on a line, and for what is heard.
fn subtitles() -> [Subtitles; 2] {
    [Subtitles::new(), Subtitles::new()]
}

/// All who are told.
pub(super) struct Witnesses<'a> {
    log: Log,
    keeping: Option<Keeping>,
    pub(super) screen: Screen<'a>,
    pub(super) page: Option<Page>,
    /// What we are called and what the other end is, or what the two devices of a relay are.
    names: [String; 2],
    /// For each line, what is said and what is heard.
    subtitles: Vec<[Subtitles; 2]>,
}

impl<'a> Witnesses<'a> {
    /// The screen, for so many lines; the others are called when they are needed. `is_line`: standard output is a line
    /// itself.
    pub(super) fn call(
        output: &'a mut Output,
        is_line: bool,
        is_quiet: bool,
        names: [String; 2],
        lines: usize,
    ) -> Witnesses<'a> {
        Witnesses {
            log: Log::default(),
            keeping: None,
            screen: Screen::new(output, is_line, is_quiet),
            page: None,
            names,
            subtitles: (0..lines).map(|_| subtitles()).collect(),
        }
    }

    /// Opens the page, if the options ask for one; orders go to `deliver`.
    pub(super) fn open_page(
        &mut self,
        common: &Common,
        about: PageInfo,
        source: LineSource<'_>,
        deliver: impl Fn(PageRequest) + Send + Sync + 'static,
    ) -> Result<(), CliError> {
        let Some(listen) = common.web else { return Ok(()) };
        let page = Page::open(listen, about, source, deliver)?;
        let address = format!("http://{}/", page.address());
        self.page = Some(page);
        self.screen.page(&address)
    }

    /// Keeps the games and the bytes from here on, if the options ask for it; `title` says of which line they are.
    pub(super) fn keep(&mut self, common: &Common, title: &str) -> Result<(), CliError> {
        (self.keeping, self.log) = common.keeping_and_log(title)?;
        Ok(())
    }

    /// Says where others find a line.
    pub(super) fn line_is_at(&mut self, line: usize, door: &Door) -> Result<(), CliError> {
        let Some(address) = door.address()? else { return Ok(()) };
        if let Some(page) = &self.page {
            page.set_address(line, &address);
        }
        self.screen.line(&address, self.device(line))
    }

    /// Somebody else is at the other end of a line: what was half said or heard there does not go on.
    pub(super) fn begin_line(&mut self, line: usize) {
        self.subtitles[line] = subtitles();
    }

    /// The device of a line, if there are two.
    fn device(&self, line: usize) -> Option<End> {
        self.is_relay().then(|| End::BOTH[line])
    }

    fn is_relay(&self) -> bool {
        self.subtitles.len() == 2
    }

    /// Bytes that we send on a line.
    pub(super) fn said(&mut self, line: usize, bytes: &[u8], now: Duration) -> Result<(), CliError> {
        if let Some(page) = &self.page {
            page.add_sent(line, now, bytes);
        }
        self.bytes(line, Way::Said, bytes, now)
    }

    /// Bytes that we have heard on a line.
    pub(super) fn heard(&mut self, line: usize, bytes: &[u8], now: Duration) -> Result<(), CliError> {
        if let Some(page) = &self.page {
            page.add_received(line, now, bytes);
        }
        self.bytes(line, Way::Heard, bytes, now)
    }

    fn bytes(&mut self, line: usize, way: Way, bytes: &[u8], now: Duration) -> Result<(), CliError> {
        let device = self.device(line);
        self.log.bytes(now, &way.sign(device), bytes)?;
        for text in self.subtitles[line][usize::from(way == Way::Heard)].lines(bytes) {
            self.screen.passed(now, way, device, &text)?;
        }
        Ok(())
    }

    /// Something that happened, kept before it is told. `own` is the side of whoever is named first.
    pub(super) fn happened(&mut self, event: &Event, own: Seat, now: Duration) -> Result<(), CliError> {
        // Black's and White's.
        let (mut names, mut devices) = (self.names.each_ref().map(String::as_str), End::BOTH);
        if own == Seat::SECOND {
            names.reverse();
            devices.reverse();
        }
        if let Some(keeping) = &mut self.keeping {
            keeping.keep(event, names, now)?;
        }
        self.log.happened(now, &event.to_string())?;
        if let Some(page) = &self.page {
            page.add_event(now, event);
        }
        let devices = self.is_relay().then_some(devices);
        self.screen.happened(now, event, devices)
    }

    /// Whoever watches on the page sees how things stand.
    pub(super) fn look(&self, source: LineSource<'_>, now: Duration) {
        if let Some(page) = &self.page {
            page.update(source, now);
        }
    }

    /// A line is gone.
    pub(super) fn lose_line(&self, line: usize) {
        if let Some(page) = &self.page {
            page.set_disconnected(line);
        }
    }
}
