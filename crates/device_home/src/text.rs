//! The screen as text.

use device::Frame;
use device::frame::SIDE;

/// Characters by which pixels are dark: none, upper, lower, both.
pub const HALF_BLOCKS: [char; 4] = [' ', '▀', '▄', '█'];

/// The screen in 64 lines of 128 characters, two pixels in each.
pub fn half_blocks(frame: &Frame) -> Vec<String> {
    (0..SIDE)
        .step_by(2)
        .map(|y| {
            let character = |x: usize| {
                let index = usize::from(frame.is_dark(x, y)) + 2 * usize::from(frame.is_dark(x, y + 1));
                HALF_BLOCKS[index]
            };
            (0..SIDE).map(character).collect()
        })
        .collect()
}
