//! Drawing a board.

use ratatui::buffer::Buffer;
use view::diagram::{
    Area, BoardMaterial, Mark, Piece, PieceColor, PieceShape, Shape, Spot, StackDirection, TokenKind,
};
use view::{Diagram, Place};

use super::canvas::Canvas;
use super::figures;
use super::glyphs;
use super::layout::{BoardLayout, DotRect};
use crate::theme::{Rgb, Theme};

/// Highlighted places. Each kind has its own characters beside its colour.
#[derive(Clone, Default, Debug)]
pub(crate) struct BoardMarks {
    /// Place of the cursor.
    pub(crate) cursor: Option<Place>,
    /// Places picked so far.
    pub(crate) selected: Vec<Place>,
    /// Places that may be picked next.
    pub(crate) targets: Vec<Place>,
    /// Places of the last move.
    pub(crate) last: Vec<Place>,
    /// Places of a suggested move.
    pub(crate) hint: Vec<Place>,
}

/// Draws a board.
pub(crate) fn paint(
    diagram: &Diagram,
    layout: &BoardLayout,
    marks: &BoardMarks,
    theme: Theme,
    buffer: &mut Buffer,
) {
    let mut painter = Painter { canvas: Canvas::new(layout.area, Rgb::PAPER), diagram, layout, marks, theme };
    painter.canvas.fill(layout.board(diagram), ground(diagram.material));
    for spot in &diagram.spots {
        painter.spot(spot);
    }
    for spot in &diagram.spots {
        painter.pieces(spot);
        painter.mark(spot);
    }
    painter.tokens();
    if layout.has_labels() {
        painter.labels();
    }
    painter.canvas.draw(buffer, theme);
}

/// Colour of the board between its places.
fn ground(material: BoardMaterial) -> Rgb {
    match material {
        BoardMaterial::Felt => Rgb(0x2b, 0x6a, 0x4b),
        BoardMaterial::Maple => Rgb(0xd8, 0xc0, 0x96),
        BoardMaterial::Tiles => Rgb(0x9a, 0xb0, 0x94),
        BoardMaterial::Case => Rgb(0xe4, 0xd6, 0xb6),
        BoardMaterial::Board => Rgb(0xb9, 0x8d, 0x5c),
        BoardMaterial::Paper => Rgb(0xf0, 0xe8, 0xd8),
    }
}

/// Colour of the other squares where squares alternate.
fn ground_dark(material: BoardMaterial) -> Rgb {
    match material {
        BoardMaterial::Felt => Rgb(0x25, 0x5e, 0x42),
        BoardMaterial::Maple => Rgb(0xcc, 0xb2, 0x86),
        BoardMaterial::Tiles => Rgb(0x74, 0x8e, 0x70),
        BoardMaterial::Case => Rgb(0x6b, 0x45, 0x28),
        BoardMaterial::Board => Rgb(0x7c, 0x51, 0x31),
        BoardMaterial::Paper => Rgb(0xe2, 0xd7, 0xc2),
    }
}

struct Painter<'a> {
    canvas: Canvas,
    diagram: &'a Diagram,
    layout: &'a BoardLayout,
    marks: &'a BoardMarks,
    theme: Theme,
}

impl Painter<'_> {
    fn is_marked(&self, place: Place, mark: Mark) -> bool {
        self.diagram.marks.contains(&(place, mark))
    }

    fn is_last(&self, place: Place) -> bool {
        self.marks.last.contains(&place) || self.is_marked(place, Mark::Last)
    }

    /// `true` if pieces are drawn as figures, not written as characters.
    fn draws_figures(&self) -> bool {
        self.theme.has_colors() && self.theme.is_unicode && self.layout.cell.1 >= 2
    }

    fn spot(&mut self, spot: &Spot) {
        let rect = self.layout.dots(&spot.area);
        let material = self.diagram.material;
        let alternates = (spot.area.x + spot.area.y) as i32 % 2 == 1;
        let mut color = match spot.shape {
            Shape::Square { dark } if dark || (alternates && is_plain(material)) => ground_dark(material),
            Shape::Hollow if alternates => ground_dark(material),
            Shape::Slot { .. } => ground_dark(material),
            _ => ground(material),
        };
        if let (Some(tint), Shape::Square { .. } | Shape::Hollow) = (spot.tint, spot.shape) {
            color = color.mix(Rgb::of(tint), 0.38);
        }
        if self.is_last(spot.place) {
            color = color.mix(Rgb::SAFFRON, 0.55);
        }
        if self.is_marked(spot.place, Mark::Danger) {
            color = color.mix(Rgb::POMEGRANATE, 0.75);
        }
        if self.marks.hint.contains(&spot.place) {
            color = color.mix(Rgb::TURQUOISE, 0.55);
        }
        if self.marks.selected.contains(&spot.place) {
            color = color.mix(Rgb::TURQUOISE, 0.75);
        }
        match spot.shape {
            Shape::Point { direction, dark } => self.point(rect, direction, dark, color),
            _ => self.canvas.fill(rect, color),
        }
        if spot.stack.is_empty() {
            self.empty(spot, rect, color);
        }
    }

    /// The sign of an empty place.
    fn empty(&mut self, spot: &Spot, rect: DotRect, color: Rgb) {
        let shade = color.mix(Rgb::BLACK, 0.35);
        match spot.shape {
            Shape::Hollow if self.draws_figures() => {
                self.canvas.figure(rect, shade, |x, y| x * x + y * y < 0.1);
            }
            Shape::Hollow => self.centred(&spot.area, self.theme.text("·", "."), shade, false),
            Shape::Square { .. } if !self.theme.has_colors() => {
                self.centred(&spot.area, self.theme.text("·", "."), shade, false);
            }
            _ => {}
        }
    }

    /// A point of backgammon: a triangle that stands on its base.
    fn point(&mut self, rect: DotRect, direction: StackDirection, dark: bool, color: Rgb) {
        let paint = if dark { Rgb(0x9c, 0x3a, 0x38) } else { Rgb(0x2c, 0x83, 0x7e) };
        let is_tinted = color != ground(self.diagram.material);
        let paint = if is_tinted { paint.mix(color, 0.6) } else { paint };
        let (width, height) = (f32::from(rect.width), f32::from(rect.height));
        self.canvas.shade(rect, |x, y, _| {
            let from_base = match direction {
                StackDirection::Down => y / height,
                StackDirection::Up => 1.0 - y / height,
            };
            let half = width / 2.0 * (1.0 - from_base) + 0.25;
            let inside = (half - (x - width / 2.0).abs() + 0.5).clamp(0.0, 1.0);
            color.mix(paint, inside)
        });
        if !self.theme.has_colors() {
            let sign = if dark { self.theme.text("░", ":") } else { self.theme.text("·", ".") };
            for line in rect.y / 2..(rect.y + rect.height) / 2 {
                self.canvas.write(rect.x + rect.width / 2, line, sign, Rgb::INK, false);
            }
        }
    }

    /// Area of a piece of a stack, and the number to write on it if the stack is too high to be shown.
    fn level(spot: &Spot, level: usize, room: usize) -> Area {
        let direction = match spot.shape {
            Shape::Point { direction, .. } | Shape::Slot { direction } => direction,
            Shape::Square { .. } | Shape::Hollow => return spot.area,
        };
        let step = (spot.area.height / room as f32).min(1.0);
        let y = match direction {
            StackDirection::Down => spot.area.y + level as f32 * step,
            StackDirection::Up => spot.area.y + spot.area.height - (level as f32 + 1.0) * step,
        };
        Area { y, height: step, ..spot.area }
    }

    fn pieces(&mut self, spot: &Spot) {
        let room = (spot.area.height.floor() as usize).max(1);
        for (level, piece) in spot.stack.iter().enumerate().take(room) {
            let area = Painter::level(spot, level, room);
            let is_single = matches!(spot.shape, Shape::Square { .. } | Shape::Hollow);
            let piece = if is_single { spot.stack.last().unwrap_or(piece) } else { piece };
            self.piece(&area, piece);
            if level + 1 == room && spot.stack.len() > room && !is_single {
                let color = contrast(Rgb::of(piece.color));
                self.centred(&area, &spot.stack.len().to_string(), color, true);
            }
        }
    }

    fn piece(&mut self, area: &Area, piece: &Piece) {
        let color = Rgb::of(piece.color);
        let rect = self.layout.dots(area);
        if self.draws_figures() && glyphs::is_drawn(piece.shape) {
            return self.figure(area, piece);
        }
        let solid = match piece.color {
            PieceColor::White => Rgb::WHITE,
            PieceColor::Black => Rgb::BLACK,
            _ => color,
        };
        match figures::pattern(piece.shape, rect.height).filter(|_| self.draws_figures()) {
            Some(rows) => self.canvas.pattern(rect, solid, &rows),
            None => self.centred(area, &glyphs::glyph(piece, self.theme).to_string(), solid, true),
        }
    }

    fn figure(&mut self, area: &Area, piece: &Piece) {
        let color = Rgb::of(piece.color);
        let rect = self.layout.dots(area);
        match piece.shape {
            PieceShape::Cross => self
                .canvas
                .figure(rect, color, |x, y| (x.abs() - y.abs()).abs() < 0.34 && x.abs().max(y.abs()) < 0.72),
            PieceShape::Nought => self.canvas.figure(rect, color, |x, y| {
                let distance = (x * x + y * y).sqrt();
                (0.42..0.8).contains(&distance)
            }),
            _ => self.disc(rect, color, piece.color == PieceColor::Black),
        }
        if piece.shape == PieceShape::Crown {
            self.centred(area, "♛", contrast(color), true);
        }
    }

    /// A disc. A second tone at its edge lets discs of one colour stand apart.
    fn disc(&mut self, rect: DotRect, color: Rgb, is_black: bool) {
        let edge = if is_black { color.mix(Rgb::WHITE, 0.25) } else { color.mix(Rgb::BLACK, 0.3) };
        if rect.height > 4 {
            self.canvas.figure(rect, edge, |x, y| x * x + y * y < 0.9);
            return self.canvas.figure(rect, color, move |x, y| x * x + y * y < 0.62);
        }
        // Four dots are too few for a circle: corners and sides are mixed with the ground.
        let (width, height) = (f32::from(rect.width), f32::from(rect.height));
        let edge = color.mix(edge, 0.7);
        self.canvas.shade(rect, |x, y, below| {
            let from_side = x.min(width - x);
            let (is_top, is_bottom) = (y < 1.0, y > height - 1.0);
            let tone = if is_bottom { edge } else { color };
            let share = match (from_side < 1.0, is_top || is_bottom) {
                (true, true) => 0.0,
                (true, false) => 0.7,
                (false, true) if from_side < 2.0 => 0.8,
                (false, _) => 1.0,
            };
            below.mix(tone, share)
        });
    }

    /// Marks of the cursor, picks and targets, by characters at both sides of the middle.
    fn mark(&mut self, spot: &Spot) {
        let place = spot.place;
        let is_target = self.marks.targets.contains(&place);
        let is_stack = matches!(spot.shape, Shape::Point { .. } | Shape::Slot { .. });
        let area = match is_stack {
            // The next free level of a stack is where a piece lands.
            true => {
                let room = (spot.area.height.floor() as usize).max(1);
                Painter::level(spot, spot.stack.len().min(room - 1), room)
            }
            false => spot.area,
        };
        if is_target && (spot.stack.is_empty() || is_stack) {
            self.target(&area, spot.stack.is_empty() || spot.stack.len() < 5);
        }
        let (sides, color) = if self.marks.cursor == Some(place) {
            ("[]", Rgb::TURQUOISE)
        } else if self.marks.selected.contains(&place) {
            ("<>", Rgb::TURQUOISE)
        } else if is_target && !spot.stack.is_empty() && !is_stack {
            ("()", Rgb::TURQUOISE)
        } else if self.is_marked(place, Mark::Danger) {
            ("!!", Rgb::POMEGRANATE)
        } else if self.is_last(place) && !self.theme.has_colors() {
            (if self.theme.is_unicode { "‹›" } else { "--" }, Rgb::SAFFRON)
        } else {
            return;
        };
        let area = if is_stack && self.marks.cursor == Some(place) { base_area(spot) } else { area };
        self.sides(&area, sides, color, self.marks.cursor == Some(place));
    }

    fn target(&mut self, area: &Area, is_free: bool) {
        let rect = self.layout.dots(area);
        let is_dark = matches!(self.diagram.material, BoardMaterial::Felt | BoardMaterial::Board);
        let color = if is_dark || !self.theme.has_colors() { Rgb::TURQUOISE } else { Rgb::TURQUOISE_DEEP };
        if self.draws_figures() && is_free && self.layout.cell.1 >= 3 {
            self.canvas.figure(rect, color, |x, y| x * x + y * y < 0.14);
        } else {
            self.centred(area, self.theme.text("•", "*"), color, true);
        }
    }

    /// Writes a character at the left and right end of an area's middle line; the cursor as a whole frame.
    fn sides(&mut self, area: &Area, sides: &str, color: Rgb, is_cursor: bool) {
        let rect = self.layout.dots(area);
        if is_cursor && self.theme.has_colors() {
            let (width, height) = (f32::from(rect.width), f32::from(rect.height));
            self.canvas.shade(rect, |x, y, below| {
                let is_edge = x < 1.0 || x > width - 1.0 || (height > 4.0 && (y < 1.0 || y > height - 1.0));
                if is_edge || height < 3.0 { below.mix(color, 0.8) } else { below }
            });
        }
        let line = rect.line();
        // Black is seen on the turquoise of the cursor and on every board.
        let color = if self.theme.has_colors() { Rgb::BLACK } else { color };
        if rect.width >= 3 {
            let mut letters = sides.chars().map(String::from);
            let (left, right) = (letters.next().unwrap_or_default(), letters.next().unwrap_or_default());
            self.canvas.write(rect.x, line, &left, color, true);
            self.canvas.write(rect.x + rect.width - 1, line, &right, color, true);
        } else if rect.width == 2 {
            let right = sides.chars().last().map(String::from).unwrap_or_default();
            self.canvas.write(rect.x + 1, line, &right, color, true);
        }
    }

    fn tokens(&mut self) {
        for token in &self.diagram.tokens {
            let rect = self.layout.dots(&token.area);
            match &token.kind {
                TokenKind::Die(number, color) => {
                    let ground = Rgb::of(*color);
                    if self.draws_figures() {
                        self.canvas.figure(rect, ground, |x, y| x.abs().max(y.abs()) < 0.85);
                        self.centred(&token.area, &number.to_string(), contrast(ground), true);
                    } else {
                        self.canvas.fill(rect, ground);
                        self.centred(&token.area, &glyphs::die(*number, self.theme), contrast(ground), true);
                    }
                }
                TokenKind::Cube(number) => {
                    self.canvas.fill(rect, Rgb::INK);
                    self.centred(&token.area, &number.to_string(), Rgb::BLACK, true);
                }
                TokenKind::Button { .. } => {}
            }
        }
    }

    fn labels(&mut self) {
        for label in &self.diagram.labels {
            let (column, line) = self.layout.label(label.x, label.y, self.diagram);
            let shift = label.text.chars().count() as u16 / 2;
            self.canvas.write(column.saturating_sub(shift), line, &label.text, Rgb::INK_SOFT, false);
        }
    }

    /// Writes text in the middle of an area.
    fn centred(&mut self, area: &Area, text: &str, color: Rgb, is_bold: bool) {
        let rect = self.layout.dots(area);
        let length = (text.chars().count() as u16).min(rect.width);
        let column = rect.x + (rect.width - length) / 2;
        let line = rect.line();
        let short: String = text.chars().take(length.into()).collect();
        self.canvas.write(column, line, &short, color, is_bold);
    }
}

/// `true` if the material has squares of one colour, which are drawn in two shades so that they can be told apart.
fn is_plain(material: BoardMaterial) -> bool {
    matches!(material, BoardMaterial::Felt | BoardMaterial::Paper)
}

/// The square at the base of a stack.
fn base_area(spot: &Spot) -> Area {
    Painter::level(spot, 0, (spot.area.height.floor() as usize).max(1))
}

/// Black on light colours, white on dark ones.
fn contrast(Rgb(red, green, blue): Rgb) -> Rgb {
    let light = 0.3 * f32::from(red) + 0.59 * f32::from(green) + 0.11 * f32::from(blue);
    if light > 128.0 { Rgb::BLACK } else { Rgb::WHITE }
}
