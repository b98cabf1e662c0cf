//! Dice, cube and buttons.

use crate::glyphs;
use crate::palette::{LIGHT, Palette, Tones};
use crate::path::{Path, Point, expanded, middle, square_around};
use crate::scene::{Color, Fill, Outline, Scene};
use view::Place;
use view::diagram::{Area, Mark, PieceColor, Token, TokenKind};

/// Draws a token; a marked button is highlighted.
pub(crate) fn draw(scene: &mut Scene, token: &Token, marks: &[(Place, Mark)], palette: &Palette) {
    let at = middle(&token.area);
    let reach = token.area.width.min(token.area.height) / 2.0;
    match &token.kind {
        TokenKind::Die(number, paint) => die(scene, *number, *paint, at, reach),
        TokenKind::Cube(number) => cube(scene, *number, at, reach),
        TokenKind::Button { place, label } => {
            let marked = marks.iter().any(|(marked, _)| marked == place);
            button(scene, &token.area, label, marked, palette);
        }
    }
}

/// A rounded block with its shadow.
fn block(scene: &mut Scene, tones: &Tones, at: Point, reach: f32) {
    for ring in [1.02, 1.06, 1.1] {
        let shade = square_around((at.0 + 0.03 * reach, at.1 + 0.1 * reach), ring * reach);
        scene.fill(Path::of_rounded(&shade, 0.32 * reach), Color::BLACK.with_opacity(15));
    }
    let body = square_around(at, reach);
    scene.fill(Path::of_rounded(&body, 0.3 * reach), Fill::down(tones.body, tones.deep));
    let face = square_around((at.0, at.1 - 0.02 * reach), 0.92 * reach);
    let stops = vec![(0.0, tones.light), (1.0, tones.body.mix(tones.deep, 0.12))];
    scene.fill(Path::of_rounded(&face, 0.26 * reach), Fill::Linear((0.1, 0.0), (0.9, 1.0), stops));
}

fn die(scene: &mut Scene, number: u8, paint: PieceColor, at: Point, reach: f32) {
    let tones = Tones::of(paint);
    block(scene, &tones, at, 0.94 * reach);
    let ink = match paint {
        PieceColor::White | PieceColor::Yellow => LIGHT.ink,
        _ => LIGHT.sheet,
    };
    if !(1..=6).contains(&number) {
        glyphs::write(scene, &number.to_string(), at, 0.8 * reach, ink);
        return;
    }
    let mut pip = |column: i8, row: i8| {
        let place = (at.0 + 0.48 * reach * f32::from(column), at.1 + 0.48 * reach * f32::from(row));
        scene.fill(Outline::Circle(place, 0.165 * reach), ink);
    };
    // Pips come in pairs around the centre: on one diagonal, on the other, and beside the centre.
    let pairs = [(2, (1, -1)), (4, (1, 1)), (6, (1, 0))];
    if number % 2 == 1 {
        pip(0, 0);
    }
    for (_, (column, row)) in pairs.iter().filter(|(least, _)| number >= *least) {
        pip(*column, *row);
        pip(-column, -row);
    }
}

fn cube(scene: &mut Scene, number: u32, at: Point, reach: f32) {
    let tones = Tones::of(PieceColor::White);
    block(scene, &tones, at, 0.94 * reach);
    scene.stroke(Path::of_rounded(&square_around(at, 0.74 * reach), 0.16 * reach), LIGHT.brass, 0.05 * reach);
    let number = number.to_string();
    let size = glyphs::fitting(&number, 0.66 * reach, 1.1 * reach);
    glyphs::write(scene, &number, at, size, LIGHT.walnut_deep);
}

fn button(scene: &mut Scene, area: &Area, label: &str, marked: bool, palette: &Palette) {
    let rounding = 0.24 * area.height;
    let (face, edge, ink) = if marked {
        (palette.turquoise, palette.turquoise, palette.sheet)
    } else {
        (palette.sheet, palette.line, palette.ink)
    };
    let shade = Area { y: area.y + 0.04, ..*area };
    scene.fill(Path::of_rounded(&shade, rounding), Color::BLACK.with_opacity(10));
    scene.fill(Path::of_rounded(area, rounding), face);
    scene.stroke(Path::of_rounded(&expanded(area, -0.015), rounding), edge, 0.03);
    let size = glyphs::fitting(label, 0.34 * area.height, area.width - 0.5 * area.height);
    glyphs::write(scene, label, middle(area), size, ink);
}
