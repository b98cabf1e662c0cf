//! The panel beside the board: players, clocks, moves, message.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use rules::Seat;
use table::Millis;

use super::frame::{block, draw_lines, fit};
use super::game_screen::GameScreen;
use super::game_view::message_lines;
use crate::messages::capitalized;
use crate::theme::{Rgb, Theme};

/// Draws the panel.
pub(super) fn draw(screen: &GameScreen, frame: &mut Frame<'_>, theme: Theme, area: Rect) {
    let block = block(theme, &screen.title());
    let inside = block.inner(area);
    frame.render_widget(block, area);
    let width = usize::from(inside.width);
    let players = player_lines(screen, theme, width);
    let status = Paragraph::new(Line::styled(status(screen), theme.soft())).wrap(Wrap { trim: true });
    let message = message_lines(screen, theme);
    let is_over = screen.game.table().outcome().is_some();
    let message_height = if is_over { message.len() as u16 + 2 } else { 3 };
    let [top, middle, moves, bottom] = Layout::vertical([
        Constraint::Length(players.len() as u16 + 1),
        Constraint::Length(4),
        Constraint::Min(2),
        Constraint::Length(message_height),
    ])
    .areas(inside);
    draw_lines(frame, top, players);
    frame.render_widget(status, middle);
    let lines = move_lines(screen, theme, width);
    let hidden = lines.len().saturating_sub(moves.height.saturating_sub(1).into());
    draw_lines(frame, moves, lines.into_iter().skip(hidden).collect());
    frame.render_widget(Paragraph::new(message).wrap(Wrap { trim: true }), bottom);
}

/// A line for each player: the turn, the colour, the name, the clock.
pub(super) fn player_lines(screen: &GameScreen, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let table = screen.game.table();
    let now = screen.game.now();
    Seat::all(table.game().seats())
        .map(|seat| {
            let is_turn = table.turn() == Some(seat);
            let sign = if is_turn { theme.text("▶", ">") } else { " " };
            let color = table.game().seat_color(seat);
            let colour_name = capitalized(&table.game().seat_name(seat));
            let dot = match color {
                Some(color) if theme.has_colors() && theme.is_unicode => {
                    Span::styled("● ", theme.fg(player_color(Rgb::of(color))))
                }
                _ => Span::raw(""),
            };
            let clock = table.clocks().left(seat, now).map_or(String::new(), clock_text);
            let score =
                table.board().diagram().match_score.and_then(|score| score.points.get(seat.index()).copied());
            let score = score.map_or(String::new(), |points| format!(" {points}"));
            let is_active = table.board().is_active(seat);
            let name = screen.player_name(seat).to_owned();
            let name = match color {
                Some(_) if name != colour_name && table.game().seats() > 1 => {
                    format!("{colour_name}, {name}")
                }
                _ => name,
            };
            let used = 4 + clock.len() + score.len() + 1;
            let name = fit(&name, width.saturating_sub(used));
            let style = if is_turn {
                theme.accent()
            } else if is_active {
                theme.fg(Rgb::INK)
            } else {
                theme.soft()
            };
            let gap = " ".repeat(width.saturating_sub(used - 1 + name.chars().count()));
            Line::from(vec![
                Span::styled(format!("{sign} "), theme.accent()),
                dot,
                Span::styled(format!("{name}{score}"), style),
                Span::raw(gap),
                Span::styled(clock, if is_turn { theme.accent() } else { theme.soft() }),
            ])
        })
        .collect()
}

/// A player's colour on the panel, where black would not be seen.
fn player_color(color: Rgb) -> Rgb {
    if color == Rgb::of(view::diagram::PieceColor::Black) { Rgb(0x6b, 0x5d, 0x4e) } else { color }
}

/// Remaining time: minutes and seconds, below ten seconds with tenths.
fn clock_text(Millis(left): Millis) -> String {
    match left {
        left if left < 10_000 => format!("{}.{}", left / 1000, left % 1000 / 100),
        left if left < 3_600_000 => format!("{}:{:02}", left / 60_000, left / 1000 % 60),
        left => format!("{}:{:02}:{:02}", left / 3_600_000, left / 60_000 % 60, left / 1000 % 60),
    }
}

/// Caption of the board, and what the program is doing.
fn status(screen: &GameScreen) -> String {
    let table = screen.game.table();
    let diagram = table.board().diagram();
    let caption = match diagram.match_score {
        Some(score) => format!("{}; {}", score.turn, score.facts.join(", ")),
        None => diagram.caption,
    };
    let caption = capitalized(&caption);
    match (table.outcome(), screen.game.is_thinking()) {
        (Some(_), _) => String::new(),
        (None, true) => format!("{caption}. Thinking…"),
        (None, false) => caption,
    }
}

/// The moves so far: two in a line if they fit, else one.
fn move_lines(screen: &GameScreen, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let table = screen.game.table();
    let seats = usize::from(table.game().seats());
    let moves: Vec<(Seat, &str)> = table.moves().map(|(seat, played)| (seat, played.text.as_str())).collect();
    let longest = moves.iter().map(|(_, text)| text.chars().count()).max().unwrap_or(0);
    let column = width.saturating_sub(6) / 2;
    if moves.is_empty() {
        return vec![Line::styled("No moves yet", theme.soft())];
    }
    let number = |index: usize| Span::styled(format!("{index:>4} "), theme.soft());
    if seats <= 2 && longest < column {
        let rows = moves.chunks(2).zip(1..);
        return rows
            .map(|(pair, index)| {
                let mut spans = vec![number(index)];
                spans.extend(pair.iter().map(|(_, text)| Span::raw(format!("{text:<column$}"))));
                Line::from(spans)
            })
            .collect();
    }
    let rows = moves.iter().zip(1..);
    rows.map(|((seat, text), index)| {
        let color = table.game().seat_color(*seat).map_or(Rgb::INK, |color| player_color(Rgb::of(color)));
        let dot = Span::styled(theme.text("● ", ""), theme.fg(color));
        Line::from(vec![number(index), dot, Span::raw(fit(text, width.saturating_sub(8)))])
    })
    .collect()
}
