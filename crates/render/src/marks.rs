//! What should catch the eye, each by a form of its own, so that nobody needs to tell colours apart: corners for the
//! last move, a dot or a ring for a target, a frame for what is selected, a star for danger.

use crate::palette::{DARK, LIGHT, Palette};
use crate::path::{Path, corners, grown, square_around};
use crate::piles::Pile;
use crate::scene::{Form, Scene};
use view::diagram::{Mark, Material, Spot};

/// Whether the mark lies below the pieces: those of chess stand upright, and their heads would be crossed out.
pub(crate) fn is_below(mark: Mark, material: Material) -> bool {
    material == Material::Board && mark != Mark::Target
}

/// Marks a place.
pub(crate) fn draw(scene: &mut Scene, spot: &Spot, mark: Mark, material: Material) {
    let palette = Palette::upon(material);
    let pile = Pile::on(spot);
    let (at, reach) = (pile.top(), pile.reach);
    let square = square_around(at, reach);
    match mark {
        Mark::Last => {
            let points = corners(&grown(&square, -0.07 * reach));
            let size = 0.36 * reach;
            let mut triangles = Path::new();
            for (index, (x, y)) in points.into_iter().enumerate() {
                let right = if index == 0 || index == 3 { size } else { -size };
                let down = if index < 2 { size } else { -size };
                triangles.polygon(&[(x, y), (x + right, y), (x, y + down)]);
            }
            if is_below(mark, material) {
                scene.fill(Path::of_area(&square), DARK.saffron.sheer(42));
            }
            scene.stroke(triangles.clone(), LIGHT.ink.sheer(35), 0.05 * reach);
            scene.fill(triangles, palette.saffron);
        }
        Mark::Target if spot.stack.is_empty() => {
            let dot = Form::Circle(at, 0.23 * reach);
            match material {
                Material::Tiles | Material::Paper => scene.fill(dot, LIGHT.ink.sheer(30)),
                Material::Felt | Material::Maple | Material::Case | Material::Board => {
                    scene.fill(dot.clone(), LIGHT.sheet.sheer(70));
                    scene.stroke(dot, LIGHT.ink.sheer(35), 0.05 * reach);
                }
            }
        }
        Mark::Target => {
            scene.stroke(Form::Circle(at, 0.93 * reach), LIGHT.ink.sheer(75), 0.17 * reach);
            scene.stroke(Form::Circle(at, 0.93 * reach), LIGHT.sheet, 0.08 * reach);
        }
        Mark::Selected => {
            let frame = Path::of_rounded(&grown(&square, -0.07 * reach), 0.2 * reach);
            if is_below(mark, material) {
                scene.fill(frame.clone(), palette.turquoise.sheer(26));
            }
            scene.stroke(frame.clone(), LIGHT.sheet.sheer(80), 0.2 * reach);
            scene.stroke(frame, palette.turquoise, 0.12 * reach);
        }
        Mark::Danger => {
            let star = Path::of_star(at, 8, 1.02 * reach, 0.87 * reach);
            if is_below(mark, material) {
                scene.fill(star.clone(), LIGHT.pomegranate.sheer(38));
            }
            scene.stroke(star.clone(), LIGHT.sheet.sheer(80), 0.16 * reach);
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
    fn no_two_marks_have_the_same_form() {
        let spot = Spot {
            place: Place(0),
            name: "a1".to_owned(),
            area: Area::square(0, 0),
            shape: Shape::Square { dark: false },
            tint: None,
            stack: Vec::new(),
        };
        let forms: Vec<Form> = [Mark::Last, Mark::Target, Mark::Selected, Mark::Danger]
            .into_iter()
            .filter_map(|mark| {
                let mut scene = Scene::new(spot.area, String::new());
                draw(&mut scene, &spot, mark, Material::Felt);
                scene.items().last().map(|item| item.form.clone())
            })
            .collect();
        assert_eq!(forms.len(), 4);
        for (index, form) in forms.iter().enumerate() {
            assert!(!forms[..index].contains(form), "{form:?}");
        }
    }
}
