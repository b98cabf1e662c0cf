//! Pictures of the boards of other games.

use embedded_graphics::Drawable;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::Point;
use embedded_graphics::mono_font::ascii::{FONT_4X6, FONT_6X10};
use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::primitives::{Circle, Line, Primitive, PrimitiveStyleBuilder, Triangle};
use embedded_graphics::text::Alignment;

use crate::chess::{Colour, Kind};
use crate::device::Device;
use crate::drawing::{CELL, WIDTH, corner, fill, frame, line, outline, rule, stamp, write};
use crate::panel::{Cell, Game, Panel};
use crate::pictures;

/// Width of a point, a bar or a tray of backgammon.
const COLUMN: i32 = 9;
/// Distance of a checker to the next; between them is a gap.
const CHECKER: i32 = 9;
/// Height of the upper and of the lower half of a board of backgammon.
const HALF: i32 = 53;
/// Number of checkers that are drawn; a number tells how many there are if more.
const DRAWN: u8 = 5;

impl Device {
    pub(crate) fn draw_panel<D: DrawTarget<Color = BinaryColor>>(
        &self,
        target: &mut D,
    ) -> Result<(), D::Error> {
        match self.panel.game() {
            Game::Backgammon => self.draw_points(target),
            game => {
                for index in 0..64_u8 {
                    let cell = self.panel.cells[usize::from(index)];
                    let (x, y) = corner(index);
                    match game {
                        Game::Queens => draw_queen(target, index, cell, x, y)?,
                        _ => draw_square(target, cell, x, y)?,
                    }
                }
                draw_last(target, &self.panel)
            }
        }
    }

    /// A frame round the cell of the cursor.
    pub(crate) fn draw_panel_cursor<D: DrawTarget<Color = BinaryColor>>(
        &self,
        target: &mut D,
    ) -> Result<(), D::Error> {
        let is_on = self.blink_phase().is_multiple_of(2);
        if self.panel.game() == Game::Backgammon {
            let (x, y) = column_corner(self.cursor);
            outline(target, x, y, COLUMN, HALF, is_on)
        } else {
            let (x, y) = corner(self.cursor);
            outline(target, x, y, CELL, CELL, is_on)
        }
    }

    /// Twelve points above and below, with the bar between them, the tray at the right, and the dice in the middle.
    fn draw_points<D: DrawTarget<Color = BinaryColor>>(&self, target: &mut D) -> Result<(), D::Error> {
        target.clear(BinaryColor::Off)?;
        frame(target, 0, 0, WIDTH, WIDTH)?;
        let (columns, rows) = Game::Backgammon.grid();
        for index in 0..columns * rows {
            let cell = self.panel.cells[usize::from(index)];
            let (x, y) = column_corner(index);
            match index % columns {
                6 | 13 => frame(target, x, y, COLUMN, HALF)?,
                _ => draw_point(target, x, index / columns == 0)?,
            }
            draw_checkers(target, cell, x, index / columns == 0)?;
        }
        rule(target, HALF + 1)?;
        rule(target, WIDTH - HALF - 2)?;
        let middle = HALF + 4;
        for (place, &die) in self.panel.dice.iter().enumerate().filter(|(_, die)| **die != 0) {
            let x = 4 + 16 * place as i32;
            frame(target, x, middle, 13, 13)?;
            write(
                target,
                &FONT_6X10,
                line(format_args!("{die}")).text(),
                x + 4,
                middle + 2,
                Alignment::Left,
            )?;
        }
        write(target, &FONT_6X10, self.panel.text(), WIDTH - 4, middle + 2, Alignment::Right)
    }
}

/// Upper left corner of a column of backgammon.
fn column_corner(index: u8) -> (i32, i32) {
    let (columns, _) = Game::Backgammon.grid();
    let x = 1 + COLUMN * i32::from(index % columns);
    (x, if index < columns { 1 } else { WIDTH - HALF - 1 })
}

fn draw_point<D: DrawTarget<Color = BinaryColor>>(
    target: &mut D,
    x: i32,
    is_above: bool,
) -> Result<(), D::Error> {
    let (base, tip) = if is_above { (1, HALF - 6) } else { (WIDTH - 2, WIDTH - HALF + 5) };
    let style = PrimitiveStyleBuilder::new().stroke_color(BinaryColor::On).stroke_width(1).build();
    let middle = x + COLUMN / 2;
    Triangle::new(Point::new(x + 1, base), Point::new(x + COLUMN - 2, base), Point::new(middle, tip))
        .into_styled(style)
        .draw(target)
}

fn draw_checkers<D: DrawTarget<Color = BinaryColor>>(
    target: &mut D,
    cell: Cell,
    x: i32,
    is_above: bool,
) -> Result<(), D::Error> {
    let edge = |offset: i32, height: i32| if is_above { 1 + offset } else { WIDTH - 1 - offset - height };
    let (colour, count) = cell.pieces().unwrap_or((Colour::White, 0));
    for place in 0..count.min(DRAWN) {
        let is_top = place + 1 == count.min(DRAWN);
        let y = edge(CHECKER * i32::from(place), CHECKER);
        // The checker that was picked has a hole.
        draw_disc(target, x, y, CHECKER - 1, colour, is_top && cell.is_picked())?;
    }
    if count > DRAWN {
        let number = line(format_args!("{count}"));
        let y = edge(CHECKER * i32::from(DRAWN), 7);
        fill(target, x, y, COLUMN, 7, BinaryColor::Off)?;
        write(target, &FONT_4X6, number.text(), x + COLUMN / 2 + 1, y + 1, Alignment::Center)?;
    }
    if cell.is_target() {
        fill(target, x + 3, edge(HALF - 5, 3), 3, 3, BinaryColor::On)?;
    }
    Ok(())
}

/// A square with a disc or a bead. A picked one is dark.
fn draw_square<D: DrawTarget<Color = BinaryColor>>(
    target: &mut D,
    cell: Cell,
    x: i32,
    y: i32,
) -> Result<(), D::Error> {
    fill(target, x, y, CELL, CELL, BinaryColor::Off)?;
    let style = PrimitiveStyleBuilder::new().stroke_color(BinaryColor::On).stroke_width(1).build();
    for (end_x, end_y) in [(x + CELL - 1, y), (x, y + CELL - 1)] {
        Line::new(Point::new(x, y), Point::new(end_x, end_y)).into_styled(style).draw(target)?;
    }
    if cell.is_picked() {
        fill(target, x + 1, y + 1, CELL - 1, CELL - 1, BinaryColor::On)?;
    }
    if let Some((colour, _)) = cell.pieces() {
        return draw_disc(target, x + 2, y + 2, 13, colour, cell.is_picked());
    }
    if cell.is_target() {
        fill(target, x + 7, y + 7, 3, 3, BinaryColor::On)?;
    }
    Ok(())
}

fn draw_queen<D: DrawTarget<Color = BinaryColor>>(
    target: &mut D,
    index: u8,
    cell: Cell,
    x: i32,
    y: i32,
) -> Result<(), D::Error> {
    let is_dark = (index / 8 + index % 8) % 2 == 1;
    let piece = cell.pieces().map(|(colour, _)| (colour, Kind::Queen));
    stamp(target, &pictures::picture(pictures::code(piece, is_dark)), x, y)?;
    if cell.is_target() {
        let colour = if is_dark { BinaryColor::Off } else { BinaryColor::On };
        fill(target, x + 7, y + 7, 2, 2, colour)?;
    }
    Ok(())
}

/// A light disc is a ring, a dark one is filled. A marked one has a dot of the other colour.
pub(crate) fn draw_disc<D: DrawTarget<Color = BinaryColor>>(
    target: &mut D,
    x: i32,
    y: i32,
    size: i32,
    colour: Colour,
    is_marked: bool,
) -> Result<(), D::Error> {
    let (inside, dot) = match colour {
        Colour::White => (BinaryColor::Off, BinaryColor::On),
        Colour::Black => (BinaryColor::On, BinaryColor::Off),
    };
    let style = PrimitiveStyleBuilder::new()
        .stroke_color(if is_marked && size > CHECKER { BinaryColor::Off } else { BinaryColor::On })
        .stroke_width(1)
        .fill_color(inside)
        .build();
    Circle::new(Point::new(x, y), size as u32).into_styled(style).draw(target)?;
    if is_marked {
        let middle = size / 2 - 1;
        fill(target, x + middle, y + middle, 3, 3, dot)?;
    }
    Ok(())
}

/// Small corners in the cells of the last move.
fn draw_last<D: DrawTarget<Color = BinaryColor>>(target: &mut D, panel: &Panel) -> Result<(), D::Error> {
    for cell in panel.last.into_iter().flatten().filter(|&cell| cell < 64) {
        let (x, y) = corner(cell);
        fill(target, x + CELL - 4, y + 1, 3, 1, BinaryColor::On)?;
        fill(target, x + CELL - 2, y + 1, 1, 3, BinaryColor::On)?;
    }
    Ok(())
}
