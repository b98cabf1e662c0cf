//! A scene as PNG.

use crate::path::{Path, Step};
use crate::scene::{Coat, Color, Fill, Form, Item, Scene, Stop};
use std::fmt;
use tiny_skia as skia;

/// The longest side a picture may have, in pixels.
const LONGEST: u32 = 8192;

/// Why there is no PNG.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PngError {
    /// Nobody can see a picture of no pixels, and a very large one does not fit.
    Size {
        /// Pixels across.
        width: u32,
        /// Pixels down.
        height: u32,
    },
    /// The pixels could not be packed.
    Encoding(String),
}

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PngError::Size { width, height } => {
                write!(
                    f,
                    "A picture of {width} x {height} pixels cannot be made: each side may be 1 to {LONGEST}."
                )
            }
            PngError::Encoding(reason) => write!(f, "The picture could not be packed: {reason}."),
        }
    }
}

impl std::error::Error for PngError {}

/// Paints the scene this many pixels wide.
pub(crate) fn write(scene: &Scene, pixels_wide: u32) -> Result<Vec<u8>, PngError> {
    let view = &scene.view;
    let scale = pixels_wide as f32 / view.width;
    let pixels_high = scene.pixels_high(pixels_wide);
    let refused = PngError::Size { width: pixels_wide, height: pixels_high };
    if pixels_wide > LONGEST || pixels_high > LONGEST {
        return Err(refused);
    }
    let mut pixels = skia::Pixmap::new(pixels_wide, pixels_high).ok_or(refused)?;
    let transform = skia::Transform::from_scale(scale, scale).pre_translate(-view.x, -view.y);
    for item in scene.items() {
        paint(&mut pixels, item, transform);
    }
    pixels.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
}

/// Paints one form; one without an extent leaves no trace.
fn paint(pixels: &mut skia::Pixmap, item: &Item, transform: skia::Transform) {
    let Some(outline) = outline(&item.form) else { return };
    let mut paint = skia::Paint { anti_alias: true, ..skia::Paint::default() };
    match &item.coat {
        Coat::Fill(fill) => {
            let Some(shader) = shader(fill, outline.bounds()) else { return };
            paint.shader = shader;
            pixels.fill_path(&outline, &paint, skia::FillRule::Winding, transform, None);
        }
        Coat::Stroke(ink, width) => {
            paint.set_color(color(*ink));
            let stroke = skia::Stroke {
                width: *width,
                line_cap: skia::LineCap::Round,
                line_join: skia::LineJoin::Round,
                ..skia::Stroke::default()
            };
            pixels.stroke_path(&outline, &paint, &stroke, transform, None);
        }
    }
}

fn outline(form: &Form) -> Option<skia::Path> {
    match form {
        Form::Circle((x, y), radius) => skia::PathBuilder::from_circle(*x, *y, *radius),
        Form::Path(Path { steps }) => {
            let mut pen = skia::PathBuilder::new();
            for step in steps {
                match *step {
                    Step::Move((x, y)) => pen.move_to(x, y),
                    Step::Line((x, y)) => pen.line_to(x, y),
                    Step::Curve(a, b, end) => pen.cubic_to(a.0, a.1, b.0, b.1, end.0, end.1),
                    Step::Close => pen.close(),
                }
            }
            pen.finish()
        }
    }
}

fn shader(fill: &Fill, bounds: skia::Rect) -> Option<skia::Shader<'static>> {
    // A fill lies on the unit square; this lays it over the form.
    let stretch =
        skia::Transform::from_translate(bounds.x(), bounds.y()).pre_scale(bounds.width(), bounds.height());
    let pad = skia::SpreadMode::Pad;
    match fill {
        Fill::Flat(flat) => Some(skia::Shader::SolidColor(color(*flat))),
        Fill::Linear(from, to, stops) => skia::LinearGradient::new(
            skia::Point::from(*from),
            skia::Point::from(*to),
            stops.iter().map(gradient_stop).collect(),
            pad,
            stretch,
        ),
        Fill::Radial(middle, radius, stops) => {
            let middle = skia::Point::from(*middle);
            let stops = stops.iter().map(gradient_stop).collect();
            skia::RadialGradient::new(middle, 0.0, middle, *radius, stops, pad, stretch)
        }
    }
}

fn gradient_stop((offset, paint): &Stop) -> skia::GradientStop {
    skia::GradientStop::new(*offset, color(*paint))
}

fn color(color: Color) -> skia::Color {
    let alpha = u16::from(color.cover.min(100)) * 255 / 100;
    skia::Color::from_rgba8(color.red, color.green, color.blue, alpha as u8)
}
