//! Who is told of what goes on at the lines: the log, the records, the screen and the page.

use std::time::Duration;

use line::{End, Event};
use rules::Seat;
use server::line_page::{About, Order, Watched};

use super::keeping::Keeping;
use super::link::{Link, Place};
use super::log::Log;
use super::options::Common;
use super::page::Page;
use super::screen::{Screen, Subtitles};
use crate::failure::Failure;
use crate::output::{Output, json};

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
    /// Those whom the options ask for, at so many lines. `is_line`: standard output is a line itself.
    pub(super) fn call(
        common: &Common,
        output: &'a mut Output,
        is_line: bool,
        names: [String; 2],
        lines: usize,
    ) -> Result<Witnesses<'a>, Failure> {
        let records = common.records.as_deref();
        Ok(Witnesses {
            log: Log::create(common.log.as_deref())?,
            keeping: records.map(|folder| Keeping::open(folder, common.first.seat())).transpose()?,
            screen: Screen::new(output, is_line, common.quiet),
            page: None,
            names,
            subtitles: (0..lines).map(|_| [Subtitles::new(), Subtitles::new()]).collect(),
        })
    }

    /// Opens the page, if the options ask for one; orders go to `deliver`.
    pub(super) fn open_page(
        &mut self,
        common: &Common,
        about: About,
        watched: Watched<'_>,
        deliver: impl Fn(Order) + Send + Sync + 'static,
    ) -> Result<(), Failure> {
        let Some(listen) = common.web else { return Ok(()) };
        let page = Page::open(listen, about, watched, deliver)?;
        let address = format!("http://{}/", page.address());
        self.page = Some(page);
        self.screen.tell(&format!("The page is {address}"), || json!({"page": address}))
    }

    /// Opens a line, and says where others find it.
    pub(super) fn open_line(&mut self, line: usize, place: &Place, baud: u32) -> Result<Link, Failure> {
        let name = self.name(line);
        let title = if name.is_empty() { "The line".to_owned() } else { format!("Line {name}") };
        Link::open(place, baud, |address| {
            if let Some(page) = &self.page {
                page.line_is_at(line, address);
            }
            self.screen.tell(&format!("{title} is {address}"), || json!({"line": address}))
        })
    }

    /// What a line is called, if there are two.
    fn name(&self, line: usize) -> String {
        if self.subtitles.len() == 1 { String::new() } else { End::BOTH[line].to_string() }
    }

    /// Bytes that we send on a line.
    pub(super) fn said(&mut self, line: usize, bytes: &[u8], now: Duration) -> Result<(), Failure> {
        if let Some(page) = &self.page {
            page.said(line, now, bytes);
        }
        self.bytes(line, '>', bytes, now)
    }

    /// Bytes that we have heard on a line.
    pub(super) fn heard(&mut self, line: usize, bytes: &[u8], now: Duration) -> Result<(), Failure> {
        if let Some(page) = &self.page {
            page.heard(line, now, bytes);
        }
        self.bytes(line, '<', bytes, now)
    }

    fn bytes(&mut self, line: usize, direction: char, bytes: &[u8], now: Duration) -> Result<(), Failure> {
        let sign = format!("{direction}{}", self.name(line));
        self.log.bytes(now, &sign, bytes)?;
        for text in self.subtitles[line][usize::from(direction == '<')].lines(bytes) {
            self.screen.said(now, &sign, &text)?;
        }
        Ok(())
    }

    /// Something that happened, kept before it is told. `own` is the side of whoever is named first.
    pub(super) fn happened(&mut self, event: &Event, own: Seat, now: Duration) -> Result<(), Failure> {
        if let Some(keeping) = &mut self.keeping {
            let mut names = self.names.each_ref().map(String::as_str);
            if own == Seat::SECOND {
                names.reverse();
            }
            keeping.keep(event, names, now)?;
        }
        self.log.happened(now, &event.to_string())?;
        if let Some(page) = &self.page {
            page.happened(now, event);
        }
        self.screen.happened(now, event)
    }

    /// Whoever watches on the page sees how things stand.
    pub(super) fn look(&self, watched: Watched<'_>, now: Duration) {
        if let Some(page) = &self.page {
            page.look(watched, now);
        }
    }

    /// A line is gone.
    pub(super) fn lose_line(&self, line: usize) {
        if let Some(page) = &self.page {
            page.line_is_gone(line);
        }
    }
}
