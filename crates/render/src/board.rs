//! The surface of the board and its empty spots, by material.

use crate::brush;
use crate::palette::{LIGHT, Tones};
use crate::path::{Path, Point, corners, expanded, middle};
use crate::scene::{Color, Fill, Outline, Scene};
use view::Diagram;
use view::diagram::{Area, BoardMaterial, PieceColor, Shape, Spot, StackDirection};

/// A dark tile.
const SAGE: Color = Color::rgb(0x86a180);
/// A light tile.
const CREAM: Color = Color::rgb(0xe9ead9);

/// Colours of a wood texture.
struct WoodTexture {
    body: Color,
    grain: Color,
}

/// Textures of light and dark squares: maple, and walnut bright enough for black pieces.
const WOODS: [WoodTexture; 2] = [
    WoodTexture { body: Color::rgb(0xecd9b4), grain: Color::rgb(0x9a6a2c).with_opacity(16) },
    WoodTexture { body: Color::rgb(0xa8764a), grain: Color::rgb(0x4a2a12).with_opacity(24) },
];

/// Draws the board and its empty spots.
pub(crate) fn draw(scene: &mut Scene, diagram: &Diagram, board: &Area) {
    match diagram.material {
        BoardMaterial::Felt => felt(scene, board),
        BoardMaterial::Maple => maple(scene, board),
        BoardMaterial::Tiles => scene.fill(Path::of_area(board), SAGE),
        BoardMaterial::Case => case(scene, diagram, board),
        BoardMaterial::Board => scene.fill(Path::of_area(board), WOODS[1].body),
        BoardMaterial::Paper => paper(scene, board),
    }
    for spot in &diagram.spots {
        match spot.shape {
            Shape::Square { dark } if diagram.material == BoardMaterial::Tiles => {
                tile(scene, &spot.area, dark);
            }
            Shape::Square { dark } if diagram.material == BoardMaterial::Board => {
                wood_square(scene, &spot.area, &WOODS[usize::from(dark)]);
            }
            Shape::Square { .. } | Shape::Hollow => {}
            Shape::Point { direction, dark } => point(scene, &spot.area, direction, dark),
            Shape::Slot { .. } => slot(scene, &spot.area),
        }
    }
    camps(scene, &diagram.spots);
    for spot in diagram.spots.iter().filter(|spot| spot.shape == Shape::Hollow) {
        hollow(scene, middle(&spot.area), 0.38 * spot.area.width.min(spot.area.height));
    }
    if diagram.material != BoardMaterial::Paper {
        shade(scene, board, 0.16);
    }
}

/// Green felt with grid lines and, on large boards, four dots.
fn felt(scene: &mut Scene, board: &Area) {
    let stops = vec![(0.0, Color::rgb(0x338662)), (0.6, Color::rgb(0x2b7554)), (1.0, Color::rgb(0x226045))];
    scene.fill(Path::of_area(board), Fill::Radial((0.42, 0.36), 0.85, stops));
    let line = Color::rgb(0x174833);
    scene.stroke(lattice(board), line, 0.028);
    let (columns, rows) = (board.width as u32, board.height as u32);
    if columns >= 6 && rows >= 6 {
        for x in [2, columns - 2] {
            for y in [2, rows - 2] {
                scene.fill(Outline::Circle((x as f32, y as f32), 0.075), line);
            }
        }
    }
}

/// The lines around the squares.
fn lattice(board: &Area) -> Path {
    let mut lines = Path::new();
    for x in 0..=board.width as u32 {
        lines.segment((x as f32, 0.0), (x as f32, board.height));
    }
    for y in 0..=board.height as u32 {
        lines.segment((0.0, y as f32), (board.width, y as f32));
    }
    lines
}

/// Maple with a quiet grain.
fn maple(scene: &mut Scene, board: &Area) {
    let light = LIGHT.maple.mix(Color::WHITE, 0.12);
    let deep = LIGHT.maple.mix(LIGHT.brass, 0.12);
    scene.fill(Path::of_area(board), Fill::Linear((0.0, 0.0), (1.0, 1.0), vec![(0.0, light), (1.0, deep)]));
    let mut lines = Path::new();
    let count = (board.height * 5.0) as u32;
    for line in 0..count {
        let y = (line as f32 + 0.5) / count as f32 * board.height;
        let sway = |phase: f32| y + 0.08 * (phase + line as f32 * 0.35).sin();
        let third = board.width / 3.0;
        lines.start((0.0, y)).curve((third, sway(0.0)), (2.0 * third, sway(2.1)), (board.width, y));
    }
    scene.stroke(lines, LIGHT.brass.with_opacity(13), 0.02);
}

/// A tile: light falls on its upper and left edge.
fn tile(scene: &mut Scene, area: &Area, dark: bool) {
    let body = if dark { SAGE } else { CREAM };
    let face = expanded(area, -0.055 * area.width.min(area.height));
    let (outer, inner) = (corners(area), corners(&face));
    scene.fill(Path::of_area(area), body.mix(Color::BLACK, 0.22));
    let lit = [outer[3], outer[0], outer[1], inner[1], inner[0], inner[3]];
    scene.fill(Path::of_polygon(&lit), body.mix(Color::WHITE, 0.5));
    scene.fill(Path::of_area(&face), Fill::down(body.mix(Color::WHITE, 0.06), body));
}

/// A wooden square; every square has its own grain and shade.
fn wood_square(scene: &mut Scene, area: &Area, wood: &WoodTexture) {
    let seed = 3.1 * area.x + 7.7 * area.y;
    let body = wood.body.mix(Color::BLACK, 0.018 * (1.0 + (1.7 * seed).sin()));
    let stops = vec![(0.0, body.mix(Color::WHITE, 0.07)), (1.0, body)];
    scene.fill(Path::of_area(area), Fill::Linear((0.0, 0.0), (1.0, 1.0), stops));
    let mut lines = Path::new();
    for line in 0_u8..6 {
        let along = f32::from(line);
        let y = area.y + area.height * (along + 0.5 + 0.3 * (seed + 2.3 * along).sin()) / 6.0;
        let sway = |phase: f32| y + 0.05 * area.height * (phase + seed).sin();
        let third = area.width / 3.0;
        lines.start((area.x, y)).curve(
            (area.x + third, sway(0.0)),
            (area.x + 2.0 * third, sway(1.6)),
            (area.x + area.width, y),
        );
    }
    scene.stroke(lines, wood.grain, 0.016 * area.height);
}

/// A backgammon case: cream felt, with wood under bars and trays.
fn case(scene: &mut Scene, diagram: &Diagram, board: &Area) {
    let felt = vec![(0.0, Color::rgb(0xf4ead2)), (1.0, Color::rgb(0xe2d2ae))];
    scene.fill(Path::of_area(board), Fill::Radial((0.45, 0.4), 0.8, felt));
    for spot in &diagram.spots {
        if let Shape::Slot { .. } = spot.shape {
            let column = Area { y: board.y, height: board.height, ..spot.area };
            let (walnut, deep) = (LIGHT.walnut, LIGHT.walnut.mix(LIGHT.walnut_deep, 0.5));
            let stops = vec![(0.0, deep), (0.12, walnut), (0.88, walnut), (1.0, deep)];
            scene.fill(Path::of_area(&column), Fill::Linear((0.0, 0.0), (1.0, 0.0), stops));
        }
    }
}

/// A backgammon point, based on the edge from which its stack grows.
fn point(scene: &mut Scene, area: &Area, direction: StackDirection, dark: bool) {
    let color = if dark { LIGHT.pomegranate } else { LIGHT.turquoise };
    let (base, tip) = match direction {
        StackDirection::Down => (area.y, area.y + area.height),
        StackDirection::Up => (area.y + area.height, area.y),
    };
    let triangle = |margin: f32, tip: f32| {
        let half = area.width / 2.0 - margin;
        let x = area.x + area.width / 2.0;
        Path::of_polygon(&[(x - half, base), (x, tip), (x + half, base)])
    };
    let inset = 0.05 * area.width;
    let fill = Fill::across(color.mix(Color::WHITE, 0.12), color.mix(Color::BLACK, 0.1));
    scene.fill(triangle(inset, tip), fill);
    scene.stroke(triangle(inset, tip), LIGHT.brass.with_opacity(70), 0.022);
}

/// A bar or a tray, sunk into the wood.
fn slot(scene: &mut Scene, area: &Area) {
    let sunk = expanded(area, -0.035);
    scene.fill(Path::of_rounded(&sunk, 0.08), LIGHT.walnut_deep);
    scene.fill(
        Path::of_rounded(&sunk, 0.08),
        Fill::down(Color::BLACK.with_opacity(30), Color::BLACK.with_opacity(5)),
    );
    scene.stroke(Path::of_rounded(&sunk, 0.08), LIGHT.brass.with_opacity(55), 0.015);
}

/// Tinted squares of the camps, with a line around each camp.
fn camps(scene: &mut Scene, spots: &[Spot]) {
    let is_square = |spot: &&Spot| matches!(spot.shape, Shape::Square { .. } | Shape::Hollow);
    let mut edges = Path::new();
    for spot in spots.iter().filter(is_square) {
        let Some(paint) = spot.tint else { continue };
        let tint = match paint {
            PieceColor::Black => LIGHT.walnut_deep.with_opacity(36),
            // Maple is nearly white itself.
            PieceColor::White => Tones::of(paint).body.with_opacity(62),
            PieceColor::Green | PieceColor::Yellow | PieceColor::Blue | PieceColor::Red => {
                Tones::of(paint).body.with_opacity(26)
            }
        };
        scene.fill(Path::of_area(&spot.area), tint);
        let (corners, heart) = (corners(&spot.area), middle(&spot.area));
        for index in 0..4 {
            let (from, to) = (corners[index], corners[(index + 1) % 4]);
            let beyond = (from.0 + to.0 - heart.0, from.1 + to.1 - heart.1);
            let is_beyond = |other: &&Spot| {
                let (x, y) = middle(&other.area);
                (x - beyond.0).abs() < 0.1 && (y - beyond.1).abs() < 0.1
            };
            if spots.iter().find(is_beyond).is_some_and(|neighbour| neighbour.tint != spot.tint) {
                edges.segment(from, to);
            }
        }
    }
    scene.stroke(edges, LIGHT.walnut, 0.035);
}

/// A hollow, dark above and light below.
fn hollow(scene: &mut Scene, centre: Point, radius: f32) {
    let stops = vec![
        (0.0, Color::rgb(0x7a542a).with_opacity(14)),
        (0.6, Color::rgb(0x7a542a).with_opacity(26)),
        (1.0, Color::rgb(0x5a3816).with_opacity(62)),
    ];
    scene.fill(Outline::Circle((centre.0, centre.1 + 0.03), radius), Color::WHITE.with_opacity(40));
    scene.fill(Outline::Circle(centre, radius), LIGHT.maple.mix(LIGHT.brass, 0.2));
    scene.fill(Outline::Circle(centre, radius), Fill::Radial((0.56, 0.64), 0.68, stops));
}

/// Hand-drawn lines between the squares.
fn paper(scene: &mut Scene, board: &Area) {
    let (right, bottom) = (board.width - 0.12, board.height - 0.12);
    for x in 1..board.width as u32 {
        let x = x as f32;
        brush::line(scene, (x + 0.012, 0.12), (x - 0.012, bottom), 0.07, LIGHT.ink);
    }
    for y in 1..board.height as u32 {
        let y = y as f32;
        brush::line(scene, (0.12, y + 0.02), (right, y - 0.02), 0.07, LIGHT.ink);
    }
}

/// The shadow of the frame on the board.
fn shade(scene: &mut Scene, board: &Area, depth: f32) {
    let (dark, clear) = (Color::BLACK.with_opacity(26), Color::BLACK.with_opacity(0));
    let above = Area { height: depth.min(board.height), ..*board };
    let left = Area { width: depth.min(board.width), ..*board };
    scene.fill(Path::of_area(&above), Fill::down(dark, clear));
    scene.fill(Path::of_area(&left), Fill::across(dark, clear));
}
