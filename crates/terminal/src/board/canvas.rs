//! A picture of coloured dots, two in each character, with text on top.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::layout::DotRect;
use crate::theme::{Rgb, Theme};

/// A picture in an area of the screen. A character has an upper and a lower dot.
pub(crate) struct Canvas {
    area: Rect,
    dots: Vec<Rgb>,
    texts: Vec<Option<(char, Rgb, bool)>>,
}

impl Canvas {
    /// A picture of one colour.
    pub(crate) fn new(area: Rect, color: Rgb) -> Canvas {
        let cells = usize::from(area.width) * usize::from(area.height);
        Canvas { area, dots: vec![color; cells * 2], texts: vec![None; cells] }
    }

    fn cell(&self, column: u16, line: u16) -> Option<usize> {
        let is_inside = self.area.contains((column, line).into());
        let (across, down) = (column.wrapping_sub(self.area.x), line.wrapping_sub(self.area.y));
        is_inside.then(|| usize::from(down) * usize::from(self.area.width) + usize::from(across))
    }

    /// Index of a dot of the screen.
    fn dot(&self, x: u16, y: u16) -> Option<usize> {
        let index = self.cell(x, y / 2)?;
        let width = usize::from(self.area.width);
        Some((index / width * 2 + usize::from(y % 2)) * width + index % width)
    }

    /// Changes the dots of a rectangle. `paint` gets the middle of a dot from the upper left corner, in dots, and the colour.
    pub(crate) fn shade(&mut self, rect: DotRect, paint: impl Fn(f32, f32, Rgb) -> Rgb) {
        for y in 0..rect.height {
            for x in 0..rect.width {
                if let Some(index) = self.dot(rect.x + x, rect.y + y) {
                    self.dots[index] = paint(f32::from(x) + 0.5, f32::from(y) + 0.5, self.dots[index]);
                }
            }
        }
    }

    /// Fills a rectangle.
    pub(crate) fn fill(&mut self, rect: DotRect, color: Rgb) {
        self.shade(rect, |_, _, _| color);
    }

    /// Draws a figure into a rectangle: `inside` decides for a point from -1 to 1 in both directions. Edges are smoothed.
    pub(crate) fn figure(&mut self, rect: DotRect, color: Rgb, inside: impl Fn(f32, f32) -> bool) {
        const SAMPLES: u8 = 4;
        let (width, height) = (f32::from(rect.width), f32::from(rect.height));
        let half = width.min(height) / 2.0;
        self.shade(rect, |x, y, below| {
            let mut hits = 0.0;
            for i in 0..SAMPLES {
                for j in 0..SAMPLES {
                    let offset = |k: u8| (f32::from(k) + 0.5) / f32::from(SAMPLES) - 0.5;
                    let across = (x + offset(i) - width / 2.0) / half;
                    let down = (y + offset(j) - height / 2.0) / half;
                    hits += f32::from(u8::from(inside(across, down)));
                }
            }
            below.mix(color, hits / f32::from(SAMPLES * SAMPLES))
        });
    }

    /// Draws a pattern of `#` and blanks into the middle of a rectangle.
    pub(crate) fn pattern(&mut self, rect: DotRect, color: Rgb, rows: &[&str]) {
        let width = rows.first().map_or(0, |row| row.len()) as u16;
        let height = rows.len() as u16;
        let (left, top) =
            (rect.x + rect.width.saturating_sub(width) / 2, rect.y + rect.height.saturating_sub(height) / 2);
        for (row, y) in rows.iter().zip(top..) {
            for (sign, x) in row.bytes().zip(left..) {
                if let (b'#', Some(index)) = (sign, self.dot(x, y)) {
                    self.dots[index] = color;
                }
            }
        }
    }

    /// Writes text that begins at a character.
    pub(crate) fn write(&mut self, column: u16, line: u16, text: &str, color: Rgb, is_bold: bool) {
        for (letter, column) in text.chars().zip(column..) {
            if let Some(index) = self.cell(column, line) {
                self.texts[index] = Some((letter, color, is_bold));
            }
        }
    }

    /// Copies the picture to the screen.
    pub(crate) fn draw(&self, buffer: &mut Buffer, theme: Theme) {
        let block = if theme.is_unicode { '▀' } else { ' ' };
        for line in self.area.top()..self.area.bottom() {
            for column in self.area.left()..self.area.right() {
                let Some(index) = self.cell(column, line) else { continue };
                let [Some(upper), Some(lower)] = [0, 1].map(|half| self.dot(column, 2 * line + half)) else {
                    continue;
                };
                let (upper, lower) = (self.dots[upper], self.dots[lower]);
                let Some(cell) = buffer.cell_mut((column, line)) else { continue };
                let (letter, style) = match self.texts[index] {
                    Some((letter, color, is_bold)) => {
                        let style =
                            Style::new().fg(theme.color(color)).bg(theme.color(upper.mix(lower, 0.5)));
                        (letter, if is_bold { style.add_modifier(Modifier::BOLD) } else { style })
                    }
                    None if !theme.has_colors() || upper == lower => {
                        (' ', Style::new().bg(theme.color(lower)))
                    }
                    None => (block, Style::new().fg(theme.color(upper)).bg(theme.color(lower))),
                };
                cell.set_char(letter).set_style(style);
            }
        }
    }
}
