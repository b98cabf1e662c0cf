//! Calligraphic strokes: the nib has a fixed angle, so the width of a stroke depends on its direction.

use crate::path::{Path, Point, between};
use crate::scene::{Color, Scene};
use std::f32::consts::{PI, TAU};

/// From the centre of the nib to its end, for a nib of width 1: downstrokes are broad, cross strokes fine.
const NIB: Point = (0.44, -0.237);
/// The thickness of the nib, as a share of its width.
const EDGE: f32 = 0.13;
/// Segments of a stroke.
const SEGMENTS: u8 = 16;

/// Draws a straight line with a nib of this width.
pub(crate) fn line(scene: &mut Scene, from: Point, to: Point, nib: f32, ink: Color) {
    stroke(scene, |share| between(from, to, share), nib, ink);
}

/// Draws two crossed strokes.
pub(crate) fn cross(scene: &mut Scene, (x, y): Point, reach: f32, ink: Color) {
    for side in [1.0, -1.0] {
        let spine = |share: f32| {
            let along = (2.0 * share - 1.0) * reach;
            // A slight bend looks hand-drawn.
            let bend = 0.07 * reach * (TAU * share).sin();
            (x + side * (along + bend), y + along - bend)
        };
        stroke(scene, spine, 0.36 * reach, ink);
    }
}

/// Draws a ring in two strokes from the top.
pub(crate) fn ring(scene: &mut Scene, (x, y): Point, radius: f32, ink: Color) {
    for side in [1.0, -1.0] {
        let spine = |share: f32| {
            let angle = PI * share;
            (x + side * radius * angle.sin(), y - radius * angle.cos())
        };
        stroke(scene, spine, 0.42 * radius, ink);
    }
}

/// Draws along a parametric curve.
fn stroke(scene: &mut Scene, spine: impl Fn(f32) -> Point, nib: f32, ink: Color) {
    let (mut front, mut back) = (Vec::new(), Vec::new());
    for piece in 0..=SEGMENTS {
        let share = f32::from(piece) / f32::from(SEGMENTS);
        let (x, y) = spine(share);
        let reach = nib * pressure(share);
        front.push((x + NIB.0 * reach, y + NIB.1 * reach));
        back.push((x - NIB.0 * reach, y - NIB.1 * reach));
    }
    back.reverse();
    // The stroke is the area between the paths of both nib ends.
    let mut outline = Path::new();
    outline.start(front[0]).through(&front).line(back[0]).through(&back).close();
    scene.fill(outline.clone(), ink);
    scene.stroke(outline, ink, EDGE * nib);
}

/// Relative width along the stroke: broad at the start, finer at the end.
fn pressure(share: f32) -> f32 {
    1.0 - 0.22 * share + 0.06 * (PI * share).sin()
}
