//! What is to be painted, before anybody has decided in which file format.

use crate::path::{Path, Point, Step};
use view::diagram::Area;

/// A picture: forms painted one over the other.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// The part of the plane that is shown, in squares of the board.
    pub view: Area,
    /// What the picture shows, in words.
    pub title: String,
    items: Vec<Item>,
}

/// A form and how it is painted.
#[derive(Clone, PartialEq, Debug)]
pub struct Item {
    /// Its outline.
    pub form: Form,
    /// Its paint.
    pub coat: Coat,
}

/// An outline.
#[derive(Clone, PartialEq, Debug)]
pub enum Form {
    /// A circle.
    Circle(Point, f32),
    /// Anything else.
    Path(Path),
}

/// How a form is painted.
#[derive(Clone, PartialEq, Debug)]
pub enum Coat {
    /// Its inside, and whatever its outline winds around.
    Fill(Fill),
    /// Its outline, with a round pen of this width.
    Stroke(Color, f32),
}

/// What an inside is filled with. Points and lengths are shares of the form's bounding box, so that forms of one kind
/// share one fill wherever they are.
#[derive(Clone, PartialEq, Debug)]
pub enum Fill {
    /// One colour.
    Flat(Color),
    /// Colours along a line.
    Linear(Point, Point, Vec<Stop>),
    /// Colours around a point, up to this radius.
    Radial(Point, f32, Vec<Stop>),
}

/// How far along a gradient is which colour.
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
    /// How much it covers, in percent.
    pub cover: u8,
}

impl Color {
    /// Black.
    pub const BLACK: Color = Color::rgb(0x000000);
    /// White.
    pub const WHITE: Color = Color::rgb(0xffffff);

    /// The colour that HTML writes as `#rrggbb`.
    pub const fn rgb(code: u32) -> Color {
        let [_, red, green, blue] = code.to_be_bytes();
        Color { red, green, blue, cover: 100 }
    }

    /// The same colour, covering only this many percent.
    pub const fn sheer(self, cover: u8) -> Color {
        Color { cover, ..self }
    }

    /// This share of the way to the other colour.
    pub fn toward(self, other: Color, share: f32) -> Color {
        let mix = |from: u8, to: u8| {
            (f32::from(from) + (f32::from(to) - f32::from(from)) * share).round().clamp(0.0, 255.0) as u8
        };
        Color {
            red: mix(self.red, other.red),
            green: mix(self.green, other.green),
            blue: mix(self.blue, other.blue),
            cover: self.cover,
        }
    }
}

impl Fill {
    /// From one colour above to another below.
    pub fn down(above: Color, below: Color) -> Fill {
        Fill::Linear((0.0, 0.0), (0.0, 1.0), vec![(0.0, above), (1.0, below)])
    }

    /// From one colour on the left to another on the right.
    pub fn across(left: Color, right: Color) -> Fill {
        Fill::Linear((0.0, 0.0), (1.0, 0.0), vec![(0.0, left), (1.0, right)])
    }
}

impl Scene {
    /// An empty picture.
    pub fn new(view: Area, title: String) -> Scene {
        Scene { view, title, items: Vec::new() }
    }

    /// The forms, the lowest first.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// How many pixels high the picture is when it is this many wide: the view, and what is missing to a whole pixel.
    pub fn pixels_high(&self, pixels_wide: u32) -> u32 {
        // A number too large for its type becomes the largest there is.
        (f64::from(pixels_wide) * f64::from(self.view.height) / f64::from(self.view.width)).ceil() as u32
    }

    /// Fills a form.
    pub fn fill(&mut self, form: impl Into<Form>, fill: impl Into<Fill>) {
        self.paint(form.into(), Coat::Fill(fill.into()));
    }

    /// Draws along the outline of a form.
    pub fn stroke(&mut self, form: impl Into<Form>, color: Color, width: f32) {
        self.paint(form.into(), Coat::Stroke(color, width));
    }

    fn paint(&mut self, form: Form, coat: Coat) {
        // What lies nowhere, because some length of it is no number, cannot be seen.
        let finite = |(x, y): Point| x.is_finite() && y.is_finite();
        let lies_somewhere = match &form {
            Form::Circle(middle, radius) => finite(*middle) && radius.is_finite() && *radius > 0.0,
            Form::Path(Path { steps }) => {
                !steps.is_empty() && steps.iter().flat_map(Step::points).all(finite)
            }
        };
        let leaves_a_trace = match &coat {
            Coat::Fill(_) => true,
            Coat::Stroke(_, width) => width.is_finite() && *width > 0.0,
        };
        if lies_somewhere && leaves_a_trace {
            self.items.push(Item { form, coat });
        }
    }
}

impl From<Path> for Form {
    fn from(path: Path) -> Form {
        Form::Path(path)
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
        assert_eq!((brass.red, brass.green, brass.blue, brass.cover), (0xb8, 0x89, 0x2f, 100));
        assert_eq!(brass.toward(Color::BLACK, 0.0), brass);
        assert_eq!(brass.toward(Color::WHITE, 1.0), Color::WHITE);
    }

    #[test]
    fn what_lies_nowhere_is_left_out() {
        let mut scene = Scene::new(Area::square(0, 0), String::new());
        scene.fill(Form::Circle((0.0, 0.0), f32::NAN), Color::BLACK);
        scene.fill(Form::Circle((f32::INFINITY, 0.0), 1.0), Color::BLACK);
        scene.fill(Path::of_polygon(&[(0.0, 0.0), (f32::NAN, 1.0)]), Color::BLACK);
        scene.stroke(Form::Circle((0.0, 0.0), 1.0), Color::BLACK, -1.0);
        assert!(scene.items().is_empty());
        scene.fill(Form::Circle((0.0, 0.0), 1.0), Color::BLACK);
        assert_eq!(scene.items().len(), 1);
    }
}
