//! Parts that all screens share: heading, key line, centred panels.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Padding, Paragraph};

use crate::theme::{Rgb, Theme};

/// A key and what it does.
pub(crate) type Key = (&'static str, &'static str);

/// Draws the ground, the heading and the key line; returns the area between them.
pub(crate) fn draw_frame(frame: &mut Frame<'_>, theme: Theme, title: &str, user: &str, keys: &[Key]) -> Rect {
    let area = frame.area();
    frame.buffer_mut().set_style(area, theme.screen());
    let [top, body, bottom] =
        Layout::vertical([Constraint::Length(1), Constraint::Min(0), Constraint::Length(1)]).areas(area);
    let separator = theme.text(" · ", " - ");
    let heading = Line::from(vec![
        Span::styled(" Takhteh", theme.heading()),
        Span::styled(separator, theme.soft()),
        Span::raw(title.to_owned()),
    ]);
    frame.render_widget(heading, top);
    let length = user.chars().count() as u16 + 1;
    if top.width >= 60 && length < top.width / 2 {
        let right = Rect { x: top.right() - length, width: length, ..top };
        frame.render_widget(Line::styled(user.to_owned(), theme.soft()), right);
    }
    frame.render_widget(key_line(theme, keys, bottom.width), bottom);
    body
}

/// Keys in one line, as many as fit.
fn key_line(theme: Theme, keys: &[Key], width: u16) -> Line<'static> {
    let mut spans = vec![Span::raw(" ")];
    let mut length = 1;
    for (key, meaning) in keys {
        length += key.chars().count() + meaning.chars().count() + 3;
        if length > usize::from(width) + 2 {
            break;
        }
        spans.push(Span::styled(*key, theme.accent()));
        spans.push(Span::styled(format!(" {meaning}  "), theme.soft()));
    }
    Line::from(spans)
}

/// Draws a panel with a title in the middle of an area; returns its inside.
pub(crate) fn draw_panel(
    frame: &mut Frame<'_>,
    area: Rect,
    theme: Theme,
    title: &str,
    (width, height): (u16, u16),
) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    let panel =
        Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
    let block = block(theme, title).padding(Padding::horizontal(1));
    let inside = block.inner(panel);
    frame.render_widget(Clear, panel);
    frame.render_widget(block, panel);
    inside
}

/// A border with a title.
pub(crate) fn block(theme: Theme, title: &str) -> Block<'static> {
    let block = Block::bordered()
        .border_style(theme.fg(Rgb::BRASS))
        .style(theme.screen().bg(theme.color(Rgb::SHEET)))
        .title(Line::styled(format!(" {title} "), theme.heading()));
    match theme.is_unicode {
        true => block.border_type(BorderType::Rounded),
        false => block.border_set(ratatui::symbols::border::Set {
            top_left: "+",
            top_right: "+",
            bottom_left: "+",
            bottom_right: "+",
            vertical_left: "|",
            vertical_right: "|",
            horizontal_top: "-",
            horizontal_bottom: "-",
        }),
    }
}

/// Draws lines of text, cut off at the edge of the area.
pub(crate) fn draw_lines(frame: &mut Frame<'_>, area: Rect, lines: Vec<Line<'static>>) {
    frame.render_widget(Paragraph::new(lines), area);
}

/// Marks the chosen one of several rows.
pub(crate) fn row(theme: Theme, text: &str, is_chosen: bool, width: u16) -> Line<'static> {
    let sign = if is_chosen { theme.text("▸ ", "> ") } else { "  " };
    let text = format!("{sign}{text}");
    match is_chosen {
        true => Line::styled(format!("{text:<width$}", width = usize::from(width)), theme.chosen()),
        false => Line::raw(text),
    }
}

/// Text cut to a number of characters.
pub(crate) fn fit(text: &str, width: usize) -> String {
    match text.chars().count() > width {
        true => text.chars().take(width.saturating_sub(1)).chain(['~']).collect(),
        false => text.to_owned(),
    }
}
