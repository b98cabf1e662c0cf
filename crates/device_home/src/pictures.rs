//! The screen as picture files.

use device::Frame;
use device::frame::SIDE;

/// Colours of an LCD: light and dark pixels.
const PALETTE: [u8; 6] = [0xbe, 0xcd, 0x96, 0x1e, 0x28, 0x19];
/// Largest number of pixels of the file for one of the screen.
const MAX_SCALE: u32 = 16;

/// A frame as a PNG file, each pixel of the screen `scale` times as large.
pub fn png(frame: &Frame, scale: u32) -> Result<Vec<u8>, std::io::Error> {
    let mut recorder = FrameRecorder::new(scale);
    recorder.add(frame, 0);
    recorder.write()
}

/// Frames of a session with their times, which become an animated PNG.
pub struct FrameRecorder {
    scale: u32,
    frames: Vec<(Frame, u16)>,
}

/// Largest number of frames of one file.
const MAX_FRAMES: usize = 10_000;

impl FrameRecorder {
    /// A recorder without frames.
    pub fn new(scale: u32) -> FrameRecorder {
        FrameRecorder { scale: scale.clamp(1, MAX_SCALE), frames: Vec::new() }
    }

    /// Adds a frame that is shown for some milliseconds. An unchanged frame prolongs the one before.
    pub fn add(&mut self, frame: &Frame, milliseconds: u16) {
        let has_room = self.frames.len() < MAX_FRAMES;
        match self.frames.last_mut() {
            Some((last, time)) if last == frame => *time = time.saturating_add(milliseconds),
            _ if has_room => self.frames.push((frame.clone(), milliseconds)),
            _ => {}
        }
    }

    /// Number of different frames.
    pub fn len(&self) -> usize {
        self.frames.len()
    }

    /// `true` without frames.
    pub fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// The PNG file; animated if there are several frames.
    pub fn write(&self) -> Result<Vec<u8>, std::io::Error> {
        let side = SIDE as u32 * self.scale;
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, side, side);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::One);
        encoder.set_palette(PALETTE.to_vec());
        if self.frames.len() > 1 {
            encoder.set_animated(self.frames.len() as u32, 0).map_err(std::io::Error::other)?;
        }
        let mut writer = encoder.write_header().map_err(std::io::Error::other)?;
        for (frame, time) in &self.frames {
            if self.frames.len() > 1 {
                writer.set_frame_delay(*time, 1000).map_err(std::io::Error::other)?;
            }
            writer.write_image_data(&self.enlarged(frame)).map_err(std::io::Error::other)?;
        }
        writer.finish().map_err(std::io::Error::other)?;
        Ok(file)
    }

    /// Pixels of a frame in the scale of the file, one bit each.
    fn enlarged(&self, frame: &Frame) -> Vec<u8> {
        let scale = self.scale as usize;
        let mut bytes = Vec::with_capacity(SIDE * SIDE * scale * scale / 8);
        for y in 0..SIDE {
            let mut row = vec![0_u8; SIDE * scale / 8];
            for x in (0..SIDE).filter(|&x| frame.is_dark(x, y)) {
                for pixel in x * scale..(x + 1) * scale {
                    row[pixel / 8] |= 1 << (7 - pixel % 8);
                }
            }
            for _ in 0..scale {
                bytes.extend_from_slice(&row);
            }
        }
        bytes
    }
}
