//! One path, and what mirroring makes of it.

use super::army::{Path, Step};

/// Into how many directions a written path is mirrored.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mirror {
    /// As it is written.
    OneWay,
    /// To the left and to the right.
    LeftRight,
    /// Into the four quadrants, as the number programs are.
    FourWay,
    /// Into the four quadrants, and again with columns and rows exchanged: all that the square board allows.
    EightWay,
}

impl Mirror {
    /// All of them, the largest first.
    pub const ALL: [Mirror; 4] = [Mirror::EightWay, Mirror::FourWay, Mirror::LeftRight, Mirror::OneWay];

    /// The word for it in a list of moves.
    pub fn word(self) -> &'static str {
        match self {
            Mirror::OneWay => "one-way",
            Mirror::LeftRight => "left-right",
            Mirror::FourWay => "four-way",
            Mirror::EightWay => "eight-way",
        }
    }

    /// The path and its mirror images, the path itself first; twins count once.
    ///
    /// The order is right forward, left forward, right back, left back, and then the same with columns and rows
    /// exchanged, so that `10 64 17` of a number program and one path in eight directions make the same list.
    pub fn images(self, path: &Path) -> Vec<Path> {
        let signs: &[(i8, i8)] = match self {
            Mirror::OneWay => &[(1, 1)],
            Mirror::LeftRight => &[(1, 1), (-1, 1)],
            Mirror::FourWay | Mirror::EightWay => &[(1, 1), (-1, 1), (1, -1), (-1, -1)],
        };
        let exchanges: &[bool] = if self == Mirror::EightWay { &[false, true] } else { &[false] };
        let mut images: Vec<Path> = Vec::new();
        for &exchanged in exchanges {
            for &(right, forward) in signs {
                let turned = |step: &Step| {
                    let (x, y) =
                        if exchanged { (step.forward, step.right) } else { (step.right, step.forward) };
                    Step { right: x.saturating_mul(right), forward: y.saturating_mul(forward), ..*step }
                };
                let image = Path { steps: path.steps.iter().map(turned).collect(), ..path.clone() };
                if !images.contains(&image) {
                    images.push(image);
                }
            }
        }
        images
    }
}
