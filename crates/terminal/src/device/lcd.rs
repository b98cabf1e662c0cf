//! The picture of the chess computer in the terminal: its screen and its keypad.

use device::frame::SIDE;
use device::keypad::LAYOUT;
use device::{Device, Frame as Picture, Key};
use device_home::HALF_BLOCKS;
use ratatui::Frame;
use ratatui::layout::{Alignment, Position, Rect};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};

use crate::theme::{Rgb, Theme};

/// Colours of the screen: light and dark pixels.
const LIGHT: Rgb = Rgb(0xbe, 0xcd, 0x96);
const DARK: Rgb = Rgb(0x1e, 0x28, 0x19);
/// Characters instead of half blocks where Unicode is not shown.
const ASCII: [char; 4] = [' ', '"', '_', '#'];
/// Width and height of a key.
const KEY: (u16, u16) = (4, 2);
/// Smallest number of lines of the screen: below, pieces are not recognised.
const LEAST_LINES: u16 = 22;

/// Characters that show the pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cells {
    /// Two pixels, one above the other.
    HalfBlocks,
    /// Eight pixels, with this number of lines of text; fewer than 32 leave pixels out.
    Braille { lines: u16 },
}

impl Cells {
    /// The largest picture that fits; `None` if none does.
    fn fitting(width: u16, height: u16, is_unicode: bool) -> Option<Cells> {
        if width >= 128 && height >= 64 {
            return Some(Cells::HalfBlocks);
        }
        let fits = is_unicode && width >= 64 && height >= LEAST_LINES;
        fits.then_some(Cells::Braille { lines: height.min(32) })
    }

    fn size(self) -> (u16, u16) {
        match self {
            Cells::HalfBlocks => (128, 64),
            Cells::Braille { lines } => (64, lines),
        }
    }

    fn character(self, picture: &Picture, column: u16, line: u16, is_unicode: bool) -> char {
        let (column, line) = (usize::from(column), usize::from(line));
        match self {
            Cells::HalfBlocks => {
                let (upper, lower) =
                    (picture.is_dark(column, 2 * line), picture.is_dark(column, 2 * line + 1));
                let index = usize::from(upper) + 2 * usize::from(lower);
                if is_unicode { HALF_BLOCKS[index] } else { ASCII[index] }
            }
            Cells::Braille { lines } => {
                // Dots of a character with their bits: two columns of three, and the last row.
                const BITS: [[u32; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];
                let rows = 4 * usize::from(lines);
                let mut dots = 0;
                for (row, bits) in BITS.iter().enumerate() {
                    let y = (4 * line + row) * SIDE / rows;
                    for (side, bit) in bits.iter().enumerate() {
                        if picture.is_dark(2 * column + side, y) {
                            dots |= bit;
                        }
                    }
                }
                char::from_u32(0x2800 + dots).unwrap_or(' ')
            }
        }
    }
}

/// Keys that can be clicked.
#[derive(Default, Debug)]
pub(super) struct Keypad {
    keys: Vec<(Rect, Key)>,
}

impl Keypad {
    /// The key at a position.
    pub(super) fn key_at(&self, position: Position) -> Option<Key> {
        self.keys.iter().find(|(area, _)| area.contains(position)).map(|(_, key)| *key)
    }
}

/// Draws the device with a line of text below; returns its keys.
pub(super) fn draw_lcd(frame: &mut Frame<'_>, theme: Theme, device: &Device, text: &str) -> Keypad {
    let area = frame.area();
    frame.buffer_mut().set_style(area, theme.screen());
    let lines = area.height.saturating_sub(2);
    let Some(cells) = Cells::fitting(area.width, lines, theme.is_unicode) else {
        let needed = if theme.is_unicode { "64 columns and 24 lines" } else { "128 columns and 66 lines" };
        let text = format!("The chess computer needs {needed}.");
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }).style(theme.danger()), area);
        return Keypad::default();
    };
    let (width, height) = cells.size();
    let has_keypad = area.width >= width + 4 * KEY.0;
    let whole = width + if has_keypad { 2 + 4 * KEY.0 } else { 0 };
    let x = area.x + (area.width.saturating_sub(whole)) / 2;
    let y = area.y + (lines - height) / 2;
    draw_screen(frame, theme, device, cells, (x, y));
    let keypad = if has_keypad {
        let x = (x + width + 2).min(area.right().saturating_sub(4 * KEY.0));
        draw_keypad(frame, theme, (x, y + (height.saturating_sub(4 * KEY.1)) / 2))
    } else {
        Keypad::default()
    };
    let below = Rect { y: area.bottom().saturating_sub(2), height: 1, ..area };
    frame.render_widget(Paragraph::new(text).alignment(Alignment::Center).style(theme.accent()), below);
    let help = theme.text(
        "arrows or 2 4 6 8 · space or 5 pick · Enter # · Backspace * · a menu · q quit",
        "arrows or 2 4 6 8, space or 5 pick, Enter #, Backspace *, a menu, q quit",
    );
    let below = Rect { y: area.bottom().saturating_sub(1), height: 1, ..area };
    frame.render_widget(Paragraph::new(help).alignment(Alignment::Center).style(theme.soft()), below);
    keypad
}

fn draw_screen(frame: &mut Frame<'_>, theme: Theme, device: &Device, cells: Cells, (x, y): (u16, u16)) {
    let mut picture = Picture::new();
    // Drawing in memory does not fail.
    let Ok(()) = device.draw(&mut picture);
    let style = match theme.has_colors() {
        true => Style::new().fg(theme.color(DARK)).bg(theme.color(LIGHT)),
        false => Style::new(),
    };
    let (width, height) = cells.size();
    let buffer = frame.buffer_mut();
    for line in 0..height {
        let text: String =
            (0..width).map(|column| cells.character(&picture, column, line, theme.is_unicode)).collect();
        buffer.set_string(x, y + line, text, style);
    }
}

fn draw_keypad(frame: &mut Frame<'_>, theme: Theme, (x, y): (u16, u16)) -> Keypad {
    let mut keypad = Keypad::default();
    for (row, keys) in LAYOUT.iter().enumerate() {
        for (column, key) in keys.iter().enumerate() {
            let area = Rect {
                x: x + KEY.0 * column as u16,
                y: y + KEY.1 * row as u16,
                width: KEY.0 - 1,
                height: KEY.1 - 1,
            };
            let visible = area.intersection(frame.area());
            let label = Line::from(format!(" {} ", key.character()));
            frame.render_widget(Paragraph::new(label).style(theme.chosen()), visible);
            keypad.keys.push((visible, *key));
        }
    }
    keypad
}

#[cfg(test)]
mod tests {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    use super::*;
    use crate::theme::ColorDepth;

    fn lines(width: u16, height: u16, is_unicode: bool) -> (Vec<String>, Keypad) {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let theme = Theme { colors: ColorDepth::None, is_unicode };
        let mut keypad = Keypad::default();
        let mut device = Device::new();
        for key in ['5', '5'] {
            device.key(Key::of(key).unwrap(), 0);
        }
        terminal.draw(|frame| keypad = draw_lcd(frame, theme, &device, "text")).unwrap();
        let buffer = terminal.backend().buffer().clone();
        let line = |y: u16| (0..width).map(|x| buffer[(x, y)].symbol().to_owned()).collect::<String>();
        ((0..height).map(line).collect(), keypad)
    }

    /// Every size shows the board, from half blocks to braille with lines left out, and the keys are where they are drawn.
    #[test]
    fn the_picture_fits_the_terminal() {
        for (width, height, block) in [(160, 70, '█'), (130, 66, '█'), (100, 40, '⣿'), (80, 24, '⣿')]
        {
            let (lines, keypad) = lines(width, height, true);
            let dark = lines.iter().flat_map(|line| line.chars()).filter(|&other| other == block).count();
            assert!(dark > 100, "{width}x{height}: {dark} dark characters\n{}", lines.join("\n"));
            assert!(lines[usize::from(height) - 2].contains("text"));
            assert_eq!(keypad.keys.len(), if (128..144).contains(&width) { 0 } else { 16 }, "{width}");
            for (area, key) in &keypad.keys {
                let line: String = lines[usize::from(area.y)].chars().skip(area.x.into()).take(3).collect();
                assert_eq!(line, format!(" {} ", key.character()));
                assert_eq!(keypad.key_at(Position { x: area.x + 1, y: area.y }), Some(*key));
            }
        }
        let (ascii, _) = lines(130, 70, false);
        assert!(ascii.iter().all(|line| line.is_ascii()) && ascii.iter().any(|line| line.contains("####")));
        let (small, _) = lines(60, 20, true);
        assert!(small[0].starts_with("The chess computer needs 64 columns"), "{}", small[0]);
    }
}
