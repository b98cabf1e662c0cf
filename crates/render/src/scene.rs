//! Scenes: vector graphics independent of the file format.

use crate::path::{Path, PathCommand, Point};
use view::diagram::Area;

/// A picture: outlines painted in order.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// Visible area, in squares of the board.
    pub view: Area,
    /// Title for accessibility.
    pub title: String,
    items: Vec<DrawItem>,
}

/// An outline and its style.
#[derive(Clone, PartialEq, Debug)]
pub struct DrawItem {
    /// The outline.
    pub outline: Outline,
    /// Fill or stroke.
    pub style: PaintStyle,
}

/// A geometric outline.
#[derive(Clone, PartialEq, Debug)]
pub enum Outline {
    /// A circle.
    Circle(Point, f32),
    /// A path.
    Path(Path),
}

/// Style of an outline.
#[derive(Clone, PartialEq, Debug)]
pub enum PaintStyle {
    /// Filled by the nonzero winding rule.
    Fill(Fill),
    /// Stroked with round caps and joins, in this width.
    Stroke(Color, f32),
}

/// A fill. Points and lengths are fractions of the bounding box, so that equal shapes share one gradient.
#[derive(Clone, PartialEq, Debug)]
pub enum Fill {
    /// One colour.
    Flat(Color),
    /// Linear gradient.
    Linear(Point, Point, Vec<Stop>),
    /// Radial gradient with this radius.
    Radial(Point, f32, Vec<Stop>),
}

/// Gradient stop: offset and colour.
pub type Stop = (f32, Color);

/// A colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Color {
    /// Red.
    pub red: u8,
    /// Green.
    pub green: u8,
    /// Blue.
    pub blue: u8,
    /// Opacity in percent.
    pub opacity: u8,
}

impl Color {
    /// Black.
    pub const BLACK: Color = Color::rgb(0x000000);
    /// White.
    pub const WHITE: Color = Color::rgb(0xffffff);

    /// The colour that HTML writes as `#rrggbb`.
    pub const fn rgb(code: u32) -> Color {
        let [_, red, green, blue] = code.to_be_bytes();
        Color { red, green, blue, opacity: 100 }
    }

    /// The same colour with this opacity in percent.
    pub const fn with_opacity(self, opacity: u8) -> Color {
        Color { opacity, ..self }
    }

    /// Mixes in a share of another colour.
    pub fn mix(self, other: Color, share: f32) -> Color {
        let channel = |from: u8, to: u8| {
            (f32::from(from) + (f32::from(to) - f32::from(from)) * share).round().clamp(0.0, 255.0) as u8
        };
        Color {
            red: channel(self.red, other.red),
            green: channel(self.green, other.green),
            blue: channel(self.blue, other.blue),
            opacity: self.opacity,
        }
    }
}

impl Fill {
    /// Vertical gradient.
    pub fn down(above: Color, below: Color) -> Fill {
        Fill::Linear((0.0, 0.0), (0.0, 1.0), vec![(0.0, above), (1.0, below)])
    }

    /// Horizontal gradient.
    pub fn across(left: Color, right: Color) -> Fill {
        Fill::Linear((0.0, 0.0), (1.0, 0.0), vec![(0.0, left), (1.0, right)])
    }
}

impl Scene {
    /// An empty picture.
    pub fn new(view: Area, title: String) -> Scene {
        Scene { view, title, items: Vec::new() }
    }

    /// Items in painting order.
    pub fn items(&self) -> &[DrawItem] {
        &self.items
    }

    /// Height in pixels for a width in pixels, rounded up.
    pub fn height_px(&self, width_px: u32) -> u32 {
        // The conversion saturates.
        (f64::from(width_px) * f64::from(self.view.height) / f64::from(self.view.width)).ceil() as u32
    }

    /// Fills an outline.
    pub fn fill(&mut self, outline: impl Into<Outline>, fill: impl Into<Fill>) {
        self.paint(outline.into(), PaintStyle::Fill(fill.into()));
    }

    /// Strokes an outline.
    pub fn stroke(&mut self, outline: impl Into<Outline>, color: Color, width: f32) {
        self.paint(outline.into(), PaintStyle::Stroke(color, width));
    }

    fn paint(&mut self, outline: Outline, style: PaintStyle) {
        // Outlines with coordinates that are not finite are dropped.
        let finite = |(x, y): Point| x.is_finite() && y.is_finite();
        let is_finite = match &outline {
            Outline::Circle(middle, radius) => finite(*middle) && radius.is_finite() && *radius > 0.0,
            Outline::Path(Path { commands }) => {
                !commands.is_empty() && commands.iter().flat_map(PathCommand::points).all(finite)
            }
        };
        let is_visible = match &style {
            PaintStyle::Fill(_) => true,
            PaintStyle::Stroke(_, width) => width.is_finite() && *width > 0.0,
        };
        if is_finite && is_visible {
            self.items.push(DrawItem { outline, style });
        }
    }
}

impl From<Path> for Outline {
    fn from(path: Path) -> Outline {
        Outline::Path(path)
    }
}

impl From<Color> for Fill {
    fn from(color: Color) -> Fill {
        Fill::Flat(color)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_read_and_mixed() {
        let brass = Color::rgb(0xb8892f);
        assert_eq!((brass.red, brass.green, brass.blue, brass.opacity), (0xb8, 0x89, 0x2f, 100));
        assert_eq!(brass.mix(Color::BLACK, 0.0), brass);
        assert_eq!(brass.mix(Color::WHITE, 1.0), Color::WHITE);
    }

    #[test]
    fn outlines_that_are_not_finite_are_dropped() {
        let mut scene = Scene::new(Area::square(0, 0), String::new());
        scene.fill(Outline::Circle((0.0, 0.0), f32::NAN), Color::BLACK);
        scene.fill(Outline::Circle((f32::INFINITY, 0.0), 1.0), Color::BLACK);
        scene.fill(Path::of_polygon(&[(0.0, 0.0), (f32::NAN, 1.0)]), Color::BLACK);
        scene.stroke(Outline::Circle((0.0, 0.0), 1.0), Color::BLACK, -1.0);
        assert!(scene.items().is_empty());
        scene.fill(Outline::Circle((0.0, 0.0), 1.0), Color::BLACK);
        assert_eq!(scene.items().len(), 1);
    }
}
