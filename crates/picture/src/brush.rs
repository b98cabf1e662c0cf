//! Strokes of a brush, which swell and run dry.

use crate::path::{Path, Point, between};
use std::f32::consts::{PI, TAU};

/// Points on each side of a stroke.
const POINTS: u8 = 14;

/// A straight stroke of this width.
pub(crate) fn line(from: Point, to: Point, width: f32) -> Path {
    stroke(|share| between(from, to, share), width)
}

/// Two crossed strokes.
pub(crate) fn cross(middle: Point, reach: f32) -> [Path; 2] {
    let (x, y) = middle;
    let slash = |side: f32| {
        stroke(
            move |share| {
                let along = (2.0 * share - 1.0) * reach;
                // A hand does not draw a ruler's line: it bends a little, and more on the way back.
                let bend = 0.1 * reach * (PI * share).sin() * side;
                (x + side * along + 0.6 * bend, y + along - bend)
            },
            0.3 * reach,
        )
    };
    [slash(1.0), slash(-1.0)]
}

/// A ring, drawn in one go from the upper right, a little further than once around.
pub(crate) fn ring(middle: Point, radius: f32) -> Path {
    stroke(
        |share| {
            let angle = -0.9 - share * TAU * 1.03;
            let drift = radius * (1.0 - 0.05 * share);
            (middle.0 + drift * angle.cos(), middle.1 + 0.98 * drift * angle.sin())
        },
        0.27 * radius,
    )
}

/// The outline of a stroke along a curve, given by its point at every share of the way.
fn stroke(spine: impl Fn(f32) -> Point, width: f32) -> Path {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for point in 0..=POINTS {
        let share = f32::from(point) / f32::from(POINTS);
        let (x, y) = spine(share);
        let (ahead, behind) = (spine(share + 0.01), spine(share - 0.01));
        let (dx, dy) = (ahead.0 - behind.0, ahead.1 - behind.1);
        let half = 0.5 * width * pressure(share) / dx.hypot(dy).max(f32::MIN_POSITIVE);
        left.push((x + dy * half, y - dx * half));
        right.push((x - dy * half, y + dx * half));
    }
    right.reverse();
    left.extend(right);
    Path::of_smooth(&left)
}

/// How hard the brush is pressed at this share of the way: soon at its full width, slowly running dry.
fn pressure(share: f32) -> f32 {
    let touch = (share / 0.12).min(1.0);
    let lift = ((1.0 - share) / 0.35).min(1.0);
    (0.55 + 0.45 * touch) * (0.35 + 0.65 * lift) * (1.0 + 0.08 * (9.0 * share).sin())
}
