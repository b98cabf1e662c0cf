//! The picture of each screen.

use core::fmt::{self, Write};

use embedded_graphics::Drawable;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::{Point, Size};
use embedded_graphics::image::{Image, ImageRaw};
use embedded_graphics::mono_font::ascii::{FONT_6X10, FONT_10X20};
use embedded_graphics::mono_font::{MonoFont, MonoTextStyle};
use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::primitives::{Primitive, PrimitiveStyle, Rectangle};
use embedded_graphics::text::{Alignment, Baseline, Text, TextStyleBuilder};

use crate::chess::{Colour, Kind};
use crate::device::Device;
use crate::frame::SIDE;
use crate::keys::kind_at;
use crate::panel::{Game, PanelState};
use crate::panel_drawing::draw_disc;
use crate::pictures::{self, Picture, SIZE};
use crate::screen::{GameEnd, Message, Playmap, Screen};

pub(crate) const CELL: i32 = SIZE as i32;
pub(crate) const WIDTH: i32 = SIDE as i32;
/// Height of a banner over the board.
const BANNER: i32 = 13;
/// Width of the sign of life while the opponent thinks.
const DOTS: i32 = 19;
/// Numbers in a line of the definition screen.
const NUMBERS_IN_LINE: usize = 7;

/// Longest text of a line.
const LINE: usize = 24;

/// A line of text without allocation; what does not fit is cut.
pub(crate) struct Line {
    bytes: [u8; LINE],
    length: usize,
}

impl Line {
    fn new() -> Line {
        Line { bytes: [0; LINE], length: 0 }
    }

    pub(crate) fn text(&self) -> &str {
        core::str::from_utf8(&self.bytes[..self.length]).unwrap_or("")
    }
}

impl Write for Line {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        // Only ASCII is written, so that any cut is between characters.
        for &byte in text.as_bytes().iter().filter(|byte| byte.is_ascii()) {
            if let Some(place) = self.bytes.get_mut(self.length) {
                *place = byte;
                self.length += 1;
            }
        }
        Ok(())
    }
}

pub(crate) fn line(arguments: fmt::Arguments<'_>) -> Line {
    let mut line = Line::new();
    // Writing into a line does not fail.
    let _ = line.write_fmt(arguments);
    line
}

impl Device {
    /// Draws the screen on a target of 128x128 pixels.
    pub fn draw<D: DrawTarget<Color = BinaryColor>>(&self, target: &mut D) -> Result<(), D::Error> {
        match self.screen {
            Screen::Greeting => self.draw_greeting(target),
            Screen::Menu { row } => self.draw_menu(target, row),
            Screen::Define { index } => self.draw_definition(target, index),
            Screen::Play => {
                self.draw_board(target)?;
                self.draw_cursor(target)?;
                self.draw_notice(target)
            }
            Screen::Promotion { choice, .. } => {
                self.draw_board(target)?;
                self.draw_promotion(target, choice)
            }
            Screen::Panel => {
                self.draw_panel(target)?;
                self.draw_panel_cursor(target)?;
                self.draw_notice(target)
            }
            Screen::Result { is_shown } => {
                if self.game() == Game::Chess { self.draw_board(target) } else { self.draw_panel(target) }?;
                if is_shown { self.draw_result(target) } else { Ok(()) }
            }
        }
    }

    fn draw_greeting<D: DrawTarget<Color = BinaryColor>>(&self, target: &mut D) -> Result<(), D::Error> {
        target.clear(BinaryColor::Off)?;
        frame(target, 0, 0, WIDTH, WIDTH)?;
        frame(target, 2, 2, WIDTH - 4, WIDTH - 4)?;
        write(target, &FONT_10X20, "TAKHTEH", WIDTH / 2, 16, Alignment::Center)?;
        write(target, &FONT_6X10, "chess by numbers", WIDTH / 2, 38, Alignment::Center)?;
        let order = [Kind::Rook, Kind::Knight, Kind::Queen, Kind::King, Kind::Bishop, Kind::Pawn];
        for (index, kind) in order.into_iter().enumerate() {
            let x = 16 + CELL * index as i32;
            for (colour, y) in [(Colour::Black, 56), (Colour::White, 56 + CELL)] {
                let is_dark = (index + usize::from(colour == Colour::White)) % 2 == 1;
                stamp(target, &pictures::picture(pictures::code(Some((colour, kind)), is_dark)), x, y)?;
            }
        }
        frame(target, 15, 55, 98, 34)?;
        write(target, &FONT_6X10, "press any key", WIDTH / 2, 104, Alignment::Center)
    }

    fn draw_menu<D: DrawTarget<Color = BinaryColor>>(&self, target: &mut D, row: u8) -> Result<(), D::Error> {
        target.clear(BinaryColor::Off)?;
        write(target, &FONT_10X20, "Menu", WIDTH / 2, 4, Alignment::Center)?;
        rule(target, 27)?;
        let map = match self.playmap {
            Playmap::Ordinary => "1 ordinary",
            Playmap::Defined => "2 define",
            Playmap::Loaded => "3 defined",
        };
        let colour = if self.next_player == Colour::White { "White" } else { "Black" };
        let game = self.next_game;
        let rows = [
            ("Playmap", if game == Game::Chess { map } else { "-" }),
            ("Colormap", if game == Game::Queens { "-" } else { colour }),
            ("Game", game.name()),
        ];
        let (first, distance, picture) = if self.offers_games { (32, 15, 76) } else { (38, 20, 74) };
        for (index, (name, value)) in rows.into_iter().take(usize::from(self.menu_rows())).enumerate() {
            let y = first + distance * index as i32;
            if usize::from(row) == index {
                write(target, &FONT_6X10, ">", 4, y, Alignment::Left)?;
            }
            write(target, &FONT_6X10, name, 13, y, Alignment::Left)?;
            write(target, &FONT_6X10, value, 66, y, Alignment::Left)?;
        }
        let kind = if game == Game::Queens { Kind::Queen } else { Kind::King };
        if matches!(game, Game::Chess | Game::Queens) {
            let code = pictures::code(Some((self.next_player, kind)), false);
            enlarge(target, &pictures::picture(code), 48, picture)?;
        } else {
            draw_disc(target, 50, picture + 2, 28, self.next_player, false)?;
        }
        rule(target, 110)?;
        let help = self.message().map_or("2 8 row 4 6 set 5 ok", message_text);
        write(target, &FONT_6X10, help, WIDTH / 2, 115, Alignment::Center)
    }

    fn draw_definition<D: DrawTarget<Color = BinaryColor>>(
        &self,
        target: &mut D,
        index: u8,
    ) -> Result<(), D::Error> {
        target.clear(BinaryColor::Off)?;
        let kind = kind_at(index);
        let entry = &self.entry;
        let title = line(format_args!("Move {} of {}", entry.index(), kind.name()));
        write(target, &FONT_6X10, title.text(), WIDTH / 2, 3, Alignment::Center)?;
        rule(target, 15)?;
        let picture = pictures::picture(pictures::code(Some((self.next_player, kind)), false));
        enlarge(target, &picture, 8, 20)?;
        frame(target, 60, 24, 40, 26)?;
        let typed = entry.typed().map_or_else(Line::new, |number| line(format_args!("{number}")));
        let x = write_number(target, typed.text())?;
        if self.blink_phase().is_multiple_of(2) {
            fill(target, x, 43, 9, 2, BinaryColor::On)?;
        }
        rule(target, 57)?;
        for (row, numbers) in entry.program().numbers().chunks(NUMBERS_IN_LINE).enumerate() {
            let mut text = Line::new();
            for number in numbers {
                let _ = write!(text, "{number} ");
            }
            write(target, &FONT_6X10, text.text(), 3, 60 + 9 * row as i32, Alignment::Left)?;
        }
        rule(target, 115)?;
        let help = self.message().map_or("# enter 64 cut 0 end", message_text);
        write(target, &FONT_6X10, help, WIDTH / 2, 118, Alignment::Center)
    }

    fn draw_board<D: DrawTarget<Color = BinaryColor>>(&self, target: &mut D) -> Result<(), D::Error> {
        for cell in 0..64_u8 {
            let square = self.square_of(cell);
            let is_dark = (cell / 8 + cell % 8) % 2 == 1;
            // A lifted piece has the other background.
            let is_inverted = self.lifted == Some(square);
            let code = pictures::code(self.board.piece(square), is_dark ^ is_inverted);
            let (x, y) = corner(cell);
            stamp(target, &pictures::picture(code), x, y)?;
        }
        Ok(())
    }

    fn draw_cursor<D: DrawTarget<Color = BinaryColor>>(&self, target: &mut D) -> Result<(), D::Error> {
        let (x, y) = corner(self.cursor);
        outline(target, x, y, CELL, CELL, self.blink_phase().is_multiple_of(2))
    }

    /// The message, or the sign of life while the opponent thinks.
    fn draw_notice<D: DrawTarget<Color = BinaryColor>>(&self, target: &mut D) -> Result<(), D::Error> {
        if let Some(message) = self.message() {
            let text = if message == Message::Score { self.panel.text() } else { message_text(message) };
            return self.draw_banner(target, text);
        }
        if !self.awaits_opponent() {
            return Ok(());
        }
        self.draw_dots(target)
    }

    /// Three dots in the corner of the opponent, of which another one is missing each time.
    fn draw_dots<D: DrawTarget<Color = BinaryColor>>(&self, target: &mut D) -> Result<(), D::Error> {
        let x = WIDTH - DOTS;
        fill(target, x, 0, DOTS, 7, BinaryColor::Off)?;
        frame(target, x, 0, DOTS, 7)?;
        for dot in (0..3).filter(|dot| self.blink_phase() % 4 != *dot) {
            fill(target, x + 3 + 5 * dot as i32, 2, 3, 3, BinaryColor::On)?;
        }
        Ok(())
    }

    /// A line of text over the half of the board that the cursor is not in.
    fn draw_banner<D: DrawTarget<Color = BinaryColor>>(
        &self,
        target: &mut D,
        text: &str,
    ) -> Result<(), D::Error> {
        let (columns, rows) = self.game().grid();
        let y = if self.cursor / columns < rows / 2 { WIDTH - BANNER } else { 0 };
        fill(target, 0, y, WIDTH, BANNER, BinaryColor::Off)?;
        rule(target, if y == 0 { BANNER - 1 } else { y })?;
        write(target, &FONT_6X10, text, WIDTH / 2, y + 1, Alignment::Center)
    }

    fn draw_promotion<D: DrawTarget<Color = BinaryColor>>(
        &self,
        target: &mut D,
        choice: u8,
    ) -> Result<(), D::Error> {
        fill(target, 16, 40, 96, 48, BinaryColor::Off)?;
        frame(target, 16, 40, 96, 48)?;
        frame(target, 18, 42, 92, 44)?;
        write(target, &FONT_6X10, "promote to", WIDTH / 2, 46, Alignment::Center)?;
        for (index, kind) in Kind::PROMOTIONS.into_iter().enumerate() {
            let is_chosen = usize::from(choice) == index;
            let code = pictures::code(Some((self.player, kind)), is_chosen);
            let x = 24 + 21 * index as i32;
            stamp(target, &pictures::picture(code), x, 62)?;
        }
        Ok(())
    }

    fn draw_result<D: DrawTarget<Color = BinaryColor>>(&self, target: &mut D) -> Result<(), D::Error> {
        if self.game() != Game::Chess {
            let result = match self.panel.state {
                PanelState::Won => "you win",
                PanelState::Lost => "you lose",
                _ => "nobody wins",
            };
            let title = match (self.game(), self.panel.state) {
                (Game::Queens, PanelState::Won) => "Solved",
                (Game::Queens, _) => "No square",
                _ => "Game over",
            };
            let below = if self.game() == Game::Queens { "" } else { result };
            return draw_result_box(target, title, below, self.panel.text());
        }
        let (title, winner) = match self.end {
            Some(GameEnd::Mate(winner)) => ("Mate", Some(winner)),
            Some(GameEnd::Win(winner)) => ("Game over", Some(winner)),
            Some(GameEnd::Stalemate) => ("Stalemate", None),
            Some(GameEnd::Draw) | None => ("Draw", None),
        };
        let result = match winner {
            Some(winner) if winner == self.player => "you win",
            Some(_) => "you lose",
            None => "nobody wins",
        };
        draw_result_box(target, title, result, "")
    }
}

/// A title with up to two lines, in the middle of the screen.
fn draw_result_box<D: DrawTarget<Color = BinaryColor>>(
    target: &mut D,
    title: &str,
    result: &str,
    text: &str,
) -> Result<(), D::Error> {
    let height = if text.is_empty() { 44 } else { 56 };
    fill(target, 12, 42, 104, height, BinaryColor::Off)?;
    frame(target, 12, 42, 104, height)?;
    frame(target, 14, 44, 100, height - 4)?;
    write(target, &FONT_10X20, title, WIDTH / 2, 48, Alignment::Center)?;
    write(target, &FONT_6X10, result, WIDTH / 2, 69, Alignment::Center)?;
    write(target, &FONT_6X10, text, WIDTH / 2, 81, Alignment::Center)
}

fn message_text(message: Message) -> &'static str {
    match message {
        Message::Illegal => "illegal move",
        Message::NotYours => "not your piece",
        Message::Check => "check",
        Message::Wiped => "above 64: wiped",
        Message::EmptyProgram => "enter a square first",
        Message::PawnProgram => "a pawn has 2 numbers",
        Message::FullProgram => "full: end with 0",
        Message::BadArmy => "no game: king taken",
        Message::NotThere => "not there",
        Message::Score => "",
    }
}

/// Upper left corner of a cell.
pub(crate) fn corner(cell: u8) -> (i32, i32) {
    (i32::from(cell % 8) * CELL, i32::from(cell / 8) * CELL)
}

/// Writes the typed number in its box; returns where the next digit comes.
fn write_number<D: DrawTarget<Color = BinaryColor>>(target: &mut D, text: &str) -> Result<i32, D::Error> {
    write(target, &FONT_10X20, text, 66, 25, Alignment::Left)?;
    Ok(66 + 10 * text.len() as i32)
}

pub(crate) fn write<D: DrawTarget<Color = BinaryColor>>(
    target: &mut D,
    font: &MonoFont<'_>,
    text: &str,
    x: i32,
    y: i32,
    alignment: Alignment,
) -> Result<(), D::Error> {
    let style = TextStyleBuilder::new().alignment(alignment).baseline(Baseline::Top).build();
    let characters = MonoTextStyle::new(font, BinaryColor::On);
    Text::with_text_style(text, Point::new(x, y), characters, style).draw(target).map(drop)
}

pub(crate) fn stamp<D: DrawTarget<Color = BinaryColor>>(
    target: &mut D,
    picture: &Picture,
    x: i32,
    y: i32,
) -> Result<(), D::Error> {
    let mut bytes = [0; 2 * SIZE];
    for (pair, row) in bytes.chunks_exact_mut(2).zip(picture) {
        pair.copy_from_slice(&row.to_be_bytes());
    }
    let image = ImageRaw::<BinaryColor>::new(&bytes, SIZE as u32);
    Image::new(&image, Point::new(x, y)).draw(target)
}

/// Draws a picture twice as large.
pub(crate) fn enlarge<D: DrawTarget<Color = BinaryColor>>(
    target: &mut D,
    picture: &Picture,
    x: i32,
    y: i32,
) -> Result<(), D::Error> {
    for (row, bits) in picture.iter().enumerate() {
        for column in 0..SIZE {
            let is_dark = bits >> (SIZE - 1 - column) & 1 != 0;
            let colour = if is_dark { BinaryColor::On } else { BinaryColor::Off };
            fill(target, x + 2 * column as i32, y + 2 * row as i32, 2, 2, colour)?;
        }
    }
    Ok(())
}

pub(crate) fn fill<D: DrawTarget<Color = BinaryColor>>(
    target: &mut D,
    x: i32,
    y: i32,
    width: i32,
    height: i32,
    colour: BinaryColor,
) -> Result<(), D::Error> {
    target.fill_solid(&Rectangle::new(Point::new(x, y), Size::new(width as u32, height as u32)), colour)
}

pub(crate) fn frame<D: DrawTarget<Color = BinaryColor>>(
    target: &mut D,
    x: i32,
    y: i32,
    width: i32,
    height: i32,
) -> Result<(), D::Error> {
    Rectangle::new(Point::new(x, y), Size::new(width as u32, height as u32))
        .into_styled(PrimitiveStyle::with_stroke(BinaryColor::On, 1))
        .draw(target)
}

/// A frame of two pixels that is dark and light in turn.
pub(crate) fn outline<D: DrawTarget<Color = BinaryColor>>(
    target: &mut D,
    x: i32,
    y: i32,
    width: i32,
    height: i32,
    is_on: bool,
) -> Result<(), D::Error> {
    let (outer, inner) =
        if is_on { (BinaryColor::On, BinaryColor::Off) } else { (BinaryColor::Off, BinaryColor::On) };
    for (inset, colour) in [(0, outer), (1, inner)] {
        let size = Size::new((width - 2 * inset) as u32, (height - 2 * inset) as u32);
        Rectangle::new(Point::new(x + inset, y + inset), size)
            .into_styled(PrimitiveStyle::with_stroke(colour, 1))
            .draw(target)?;
    }
    Ok(())
}

/// A horizontal line.
pub(crate) fn rule<D: DrawTarget<Color = BinaryColor>>(target: &mut D, y: i32) -> Result<(), D::Error> {
    fill(target, 0, y, WIDTH, 1, BinaryColor::On)
}
