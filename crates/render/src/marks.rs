//! Marks on spots. Each has a shape of its own, so that they do not depend on colour vision: corners for the last move, a
//! dot or a ring for a target, a frame for the selection, a star for danger.

use crate::palette::{DARK, LIGHT, Palette};
use crate::path::{Path, corners, expanded, square_around};
use crate::scene::{Outline, Scene};
use crate::stack_layout::StackLayout;
use view::diagram::{BoardMaterial, Mark, Spot};

/// `true` if the mark is drawn below the pieces: it would cross out upright chess figures.
pub(crate) fn is_below(mark: Mark, material: BoardMaterial) -> bool {
    material == BoardMaterial::Board && mark != Mark::Target
}

/// Draws a mark.
pub(crate) fn draw(scene: &mut Scene, spot: &Spot, mark: Mark, material: BoardMaterial) {
    let palette = Palette::upon(material);
    let stack = StackLayout::on(spot);
    let (at, reach) = (stack.top(), stack.reach);
    let square = square_around(at, reach);
    match mark {
        Mark::Last => {
            let points = corners(&expanded(&square, -0.07 * reach));
            let size = 0.36 * reach;
            let mut triangles = Path::new();
            for (index, (x, y)) in points.into_iter().enumerate() {
                let right = if index == 0 || index == 3 { size } else { -size };
                let down = if index < 2 { size } else { -size };
                triangles.polygon(&[(x, y), (x + right, y), (x, y + down)]);
            }
            if is_below(mark, material) {
                scene.fill(Path::of_area(&square), DARK.saffron.with_opacity(42));
            }
            scene.stroke(triangles.clone(), LIGHT.ink.with_opacity(35), 0.05 * reach);
            scene.fill(triangles, palette.saffron);
        }
        Mark::Target if spot.stack.is_empty() => {
            let dot = Outline::Circle(at, 0.23 * reach);
            match material {
                BoardMaterial::Tiles | BoardMaterial::Paper => scene.fill(dot, LIGHT.ink.with_opacity(30)),
                BoardMaterial::Felt | BoardMaterial::Maple | BoardMaterial::Case | BoardMaterial::Board => {
                    scene.fill(dot.clone(), LIGHT.sheet.with_opacity(70));
                    scene.stroke(dot, LIGHT.ink.with_opacity(35), 0.05 * reach);
                }
            }
        }
        Mark::Target => {
            scene.stroke(Outline::Circle(at, 0.93 * reach), LIGHT.ink.with_opacity(75), 0.17 * reach);
            scene.stroke(Outline::Circle(at, 0.93 * reach), LIGHT.sheet, 0.08 * reach);
        }
        Mark::Selected => {
            let frame = Path::of_rounded(&expanded(&square, -0.07 * reach), 0.2 * reach);
            if is_below(mark, material) {
                scene.fill(frame.clone(), palette.turquoise.with_opacity(26));
            }
            scene.stroke(frame.clone(), LIGHT.sheet.with_opacity(80), 0.2 * reach);
            scene.stroke(frame, palette.turquoise, 0.12 * reach);
        }
        Mark::Danger => {
            let star = Path::of_star(at, 8, 1.02 * reach, 0.87 * reach);
            if is_below(mark, material) {
                scene.fill(star.clone(), LIGHT.pomegranate.with_opacity(38));
            }
            scene.stroke(star.clone(), LIGHT.sheet.with_opacity(80), 0.16 * reach);
            scene.stroke(star, LIGHT.pomegranate, 0.1 * reach);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use view::Place;
    use view::diagram::{Area, Shape};

    #[test]
    fn no_two_marks_have_the_same_outline() {
        let spot = Spot {
            place: Place(0),
            name: "a1".to_owned(),
            area: Area::square(0, 0),
            shape: Shape::Square { dark: false },
            tint: None,
            stack: Vec::new(),
        };
        let outlines: Vec<Outline> = [Mark::Last, Mark::Target, Mark::Selected, Mark::Danger]
            .into_iter()
            .filter_map(|mark| {
                let mut scene = Scene::new(spot.area, String::new());
                draw(&mut scene, &spot, mark, BoardMaterial::Felt);
                scene.items().last().map(|item| item.outline.clone())
            })
            .collect();
        assert_eq!(outlines.len(), 4);
        for (index, outline) in outlines.iter().enumerate() {
            assert!(!outlines[..index].contains(outline), "{outline:?}");
        }
    }
}
