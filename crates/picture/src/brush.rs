//! Strokes of a reed pen. Its nib is cut broad and held at one angle, so a stroke is broad or fine by its direction.

use crate::path::{Path, Point, between};
use std::f32::consts::{PI, TAU};

/// Half the nib, for a nib of width 1: held a little steeper than level, so that what goes down is broad and what goes
/// across is fine.
const NIB: Point = (0.44, -0.237);
/// The thickness of the nib, as a share of its width.
const EDGE: f32 = 0.16;
/// Points on each side of a stroke.
const POINTS: u8 = 16;

/// A straight stroke of this width.
pub(crate) fn line(from: Point, to: Point, width: f32) -> Path {
    stroke(|share| between(from, to, share), width)
}

/// Two crossed strokes that reach this far from the middle.
pub(crate) fn cross(middle: Point, reach: f32) -> [Path; 2] {
    let (x, y) = middle;
    let slash = |side: f32| {
        stroke(
            move |share| {
                let along = (2.0 * share - 1.0) * reach;
                // A hand does not draw a ruler's line.
                let bend = 0.07 * reach * (TAU * share).sin();
                (x + side * (along + bend), y + along - bend)
            },
            0.36 * reach,
        )
    };
    [slash(1.0), slash(-1.0)]
}

/// A ring of this radius, drawn in two strokes from the top, as scribes do.
pub(crate) fn ring(middle: Point, radius: f32) -> [Path; 2] {
    [-1.0, 1.0].map(|side| {
        stroke(
            move |share| {
                let angle = PI * (1.06 * share - 0.03);
                (middle.0 + side * radius * angle.sin(), middle.1 - radius * angle.cos())
            },
            0.4 * radius,
        )
    })
}

/// The outline of a stroke along a curve, given by its point at every share of the way.
fn stroke(spine: impl Fn(f32) -> Point, width: f32) -> Path {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for point in 0..=POINTS {
        let share = f32::from(point) / f32::from(POINTS);
        let (x, y) = spine(share);
        let (ahead, behind) = (spine(share + 0.01), spine(share - 0.01));
        let (dx, dy) = (ahead.0 - behind.0, ahead.1 - behind.1);
        let step = dx.hypot(dy).max(f32::MIN_POSITIVE);
        // The nib's breadth is laid on whichever side of the way it sticks out, its thickness across the way.
        let lean = if NIB.0 * dy - NIB.1 * dx < 0.0 { -1.0 } else { 1.0 };
        let across = (lean * NIB.0 + EDGE / 2.0 * dy / step, lean * NIB.1 - EDGE / 2.0 * dx / step);
        let reach = width * pressure(share);
        left.push((x + across.0 * reach, y + across.1 * reach));
        right.push((x - across.0 * reach, y - across.1 * reach));
    }
    right.reverse();
    let mut outline = Path::new();
    outline.start(left[0]).through(&left).line(right[0]).through(&right).close();
    outline
}

/// How hard the pen is pressed at this share of the way: firmly set down, lightly lifted.
fn pressure(share: f32) -> f32 {
    1.0 - 0.22 * share + 0.06 * (PI * share).sin()
}
