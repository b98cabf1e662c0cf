//! PNG output.

use crate::path::{Path, PathCommand};
use crate::scene::{Color, DrawItem, Fill, Outline, PaintStyle, Scene, Stop};
use std::fmt;
use tiny_skia as skia;

/// Maximum width and height in pixels.
const MAX_SIDE: u32 = 8192;

/// Error while rendering a PNG.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PngError {
    /// The size is zero or too large.
    Size {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
    },
    /// The pixels could not be encoded.
    Encoding(String),
}

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PngError::Size { width, height } => {
                write!(
                    f,
                    "cannot render a picture of {width} x {height} pixels: expected 1 to {MAX_SIDE} on each side"
                )
            }
            PngError::Encoding(reason) => write!(f, "cannot encode the picture: {reason}"),
        }
    }
}

impl std::error::Error for PngError {}

/// Renders a scene with this width in pixels.
pub(crate) fn write(scene: &Scene, width_px: u32) -> Result<Vec<u8>, PngError> {
    let view = &scene.view;
    let scale = width_px as f32 / view.width;
    let height_px = scene.height_px(width_px);
    let refused = PngError::Size { width: width_px, height: height_px };
    if width_px > MAX_SIDE || height_px > MAX_SIDE {
        return Err(refused);
    }
    let mut pixels = skia::Pixmap::new(width_px, height_px).ok_or(refused)?;
    let transform = skia::Transform::from_scale(scale, scale).pre_translate(-view.x, -view.y);
    for item in scene.items() {
        paint(&mut pixels, item, transform);
    }
    pixels.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
}

/// Paints one item.
fn paint(pixels: &mut skia::Pixmap, item: &DrawItem, transform: skia::Transform) {
    let Some(outline) = skia_path(&item.outline) else { return };
    let mut paint = skia::Paint { anti_alias: true, ..skia::Paint::default() };
    match &item.style {
        PaintStyle::Fill(fill) => {
            let Some(shader) = shader(fill, outline.bounds()) else { return };
            paint.shader = shader;
            pixels.fill_path(&outline, &paint, skia::FillRule::Winding, transform, None);
        }
        PaintStyle::Stroke(ink, width) => {
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

fn skia_path(outline: &Outline) -> Option<skia::Path> {
    match outline {
        Outline::Circle((x, y), radius) => skia::PathBuilder::from_circle(*x, *y, *radius),
        Outline::Path(Path { commands }) => {
            let mut path = skia::PathBuilder::new();
            for command in commands {
                match *command {
                    PathCommand::Move((x, y)) => path.move_to(x, y),
                    PathCommand::Line((x, y)) => path.line_to(x, y),
                    PathCommand::Curve(a, b, end) => path.cubic_to(a.0, a.1, b.0, b.1, end.0, end.1),
                    PathCommand::Close => path.close(),
                }
            }
            path.finish()
        }
    }
}

fn shader(fill: &Fill, bounds: skia::Rect) -> Option<skia::Shader<'static>> {
    // Fills are defined on the unit square; this maps it to the bounding box.
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
    let alpha = u16::from(color.opacity.min(100)) * 255 / 100;
    skia::Color::from_rgba8(color.red, color.green, color.blue, alpha as u8)
}
