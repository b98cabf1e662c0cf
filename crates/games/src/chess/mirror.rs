//! Mirror images of a path.

use super::army::{Path, Step};

/// Symmetry of a path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mirror {
    /// The path itself only.
    OneWay,
    /// Left and right.
    LeftRight,
    /// All four quadrants, as in number programs.
    FourWay,
    /// All four quadrants, and the same with columns and rows exchanged.
    EightWay,
}

impl Mirror {
    /// All symmetries, largest first.
    pub const ALL: [Mirror; 4] = [Mirror::EightWay, Mirror::FourWay, Mirror::LeftRight, Mirror::OneWay];

    /// Keyword in a list of moves.
    pub fn word(self) -> &'static str {
        match self {
            Mirror::OneWay => "one-way",
            Mirror::LeftRight => "left-right",
            Mirror::FourWay => "four-way",
            Mirror::EightWay => "eight-way",
        }
    }

    /// The path and its mirror images, the path itself first, without duplicates.
    ///
    /// The order is right forward, left forward, right back, left back, then the same with columns and rows exchanged, so
    /// that the program `10 64 17` and one eight-way path give the same list.
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
