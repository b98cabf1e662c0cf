//! A picture of the whole screen in memory, for homes that have the memory.

use core::convert::Infallible;

use embedded_graphics::Pixel;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::{OriginDimensions, Point, Size};
use embedded_graphics::pixelcolor::BinaryColor;

/// Width and height of the screen in pixels.
pub const SIDE: usize = 128;

/// The screen: one bit for each pixel, row by row, the highest bit on the left. A set bit is dark.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    bytes: [u8; SIDE * SIDE / 8],
}

impl Frame {
    /// An empty screen.
    pub const fn new() -> Frame {
        Frame { bytes: [0; SIDE * SIDE / 8] }
    }

    /// `true` if a pixel is dark.
    pub fn is_dark(&self, x: usize, y: usize) -> bool {
        let index = y * SIDE + x;
        x < SIDE && self.bytes.get(index / 8).is_some_and(|byte| byte >> (7 - index % 8) & 1 != 0)
    }

    /// Rows of 16 bytes, as a display driver sends them.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl Default for Frame {
    fn default() -> Frame {
        Frame::new()
    }
}

impl OriginDimensions for Frame {
    fn size(&self) -> Size {
        Size::new(SIDE as u32, SIDE as u32)
    }
}

impl DrawTarget for Frame {
    type Color = BinaryColor;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<BinaryColor>>>(&mut self, pixels: I) -> Result<(), Infallible> {
        let side = 0..SIDE as i32;
        for Pixel(Point { x, y }, colour) in pixels {
            if !side.contains(&x) || !side.contains(&y) {
                continue;
            }
            let index = y as usize * SIDE + x as usize;
            let bit = 1 << (7 - index % 8);
            match colour {
                BinaryColor::On => self.bytes[index / 8] |= bit,
                BinaryColor::Off => self.bytes[index / 8] &= !bit,
            }
        }
        Ok(())
    }
}
