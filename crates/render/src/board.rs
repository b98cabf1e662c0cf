//! The surface of the board and the places on it, by what the board is made of.

use crate::brush;
use crate::palette::{LIGHT, Tones};
use crate::path::{Path, Point, corners, grown, middle};
use crate::scene::{Color, Fill, Form, Scene};
use view::Diagram;
use view::diagram::{Area, Growth, Material, Paint, Shape, Spot};

/// A dark tile.
const SAGE: Color = Color::rgb(0x86a180);
/// A light tile.
const CREAM: Color = Color::rgb(0xe9ead9);

/// A kind of wood, and its grain.
struct Wood {
    body: Color,
    grain: Color,
}

/// The woods of light and dark squares: maple, and walnut bright enough for black pieces to stand out.
const WOODS: [Wood; 2] = [
    Wood { body: Color::rgb(0xecd9b4), grain: Color::rgb(0x9a6a2c).sheer(16) },
    Wood { body: Color::rgb(0xa8764a), grain: Color::rgb(0x4a2a12).sheer(24) },
];

/// Draws the board and its empty places.
pub(crate) fn draw(scene: &mut Scene, diagram: &Diagram, board: &Area) {
    match diagram.material {
        Material::Felt => felt(scene, board),
        Material::Maple => maple(scene, board),
        Material::Tiles => scene.fill(Path::of_area(board), SAGE),
        Material::Case => case(scene, diagram, board),
        Material::Board => scene.fill(Path::of_area(board), WOODS[1].body),
        Material::Paper => paper(scene, board),
    }
    for spot in &diagram.spots {
        match spot.shape {
            Shape::Square { dark } if diagram.material == Material::Tiles => tile(scene, &spot.area, dark),
            Shape::Square { dark } if diagram.material == Material::Board => {
                veneer(scene, &spot.area, &WOODS[usize::from(dark)]);
            }
            Shape::Square { .. } | Shape::Hollow => {}
            Shape::Point { growth, dark } => point(scene, &spot.area, growth, dark),
            Shape::Slot { .. } => slot(scene, &spot.area),
        }
    }
    camps(scene, &diagram.spots);
    for spot in diagram.spots.iter().filter(|spot| spot.shape == Shape::Hollow) {
        hollow(scene, middle(&spot.area), 0.38 * spot.area.width.min(spot.area.height));
    }
    if diagram.material != Material::Paper {
        shade(scene, board, 0.16);
    }
}

/// Green felt with lines and, if there is room for them, four dots where the second lines from the edge cross.
fn felt(scene: &mut Scene, board: &Area) {
    let stops = vec![(0.0, Color::rgb(0x338662)), (0.6, Color::rgb(0x2b7554)), (1.0, Color::rgb(0x226045))];
    scene.fill(Path::of_area(board), Fill::Radial((0.42, 0.36), 0.85, stops));
    let line = Color::rgb(0x174833);
    scene.stroke(lattice(board), line, 0.028);
    let (columns, rows) = (board.width as u32, board.height as u32);
    if columns >= 6 && rows >= 6 {
        for x in [2, columns - 2] {
            for y in [2, rows - 2] {
                scene.fill(Form::Circle((x as f32, y as f32), 0.075), line);
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
    let light = LIGHT.maple.toward(Color::WHITE, 0.12);
    let deep = LIGHT.maple.toward(LIGHT.brass, 0.12);
    scene.fill(Path::of_area(board), Fill::Linear((0.0, 0.0), (1.0, 1.0), vec![(0.0, light), (1.0, deep)]));
    let mut lines = Path::new();
    let count = (board.height * 5.0) as u32;
    for line in 0..count {
        let y = (line as f32 + 0.5) / count as f32 * board.height;
        let sway = |phase: f32| y + 0.08 * (phase + line as f32 * 0.35).sin();
        let third = board.width / 3.0;
        lines.start((0.0, y)).curve((third, sway(0.0)), (2.0 * third, sway(2.1)), (board.width, y));
    }
    scene.stroke(lines, LIGHT.brass.sheer(13), 0.02);
}

/// A tile: light falls on its upper and left edge.
fn tile(scene: &mut Scene, area: &Area, dark: bool) {
    let body = if dark { SAGE } else { CREAM };
    let face = grown(area, -0.055 * area.width.min(area.height));
    let (outer, inner) = (corners(area), corners(&face));
    scene.fill(Path::of_area(area), body.toward(Color::BLACK, 0.22));
    let lit = [outer[3], outer[0], outer[1], inner[1], inner[0], inner[3]];
    scene.fill(Path::of_polygon(&lit), body.toward(Color::WHITE, 0.5));
    scene.fill(Path::of_area(&face), Fill::down(body.toward(Color::WHITE, 0.06), body));
}

/// A square cut from wood: every piece of veneer has a grain and a shade of its own.
fn veneer(scene: &mut Scene, area: &Area, wood: &Wood) {
    let seed = 3.1 * area.x + 7.7 * area.y;
    let body = wood.body.toward(Color::BLACK, 0.018 * (1.0 + (1.7 * seed).sin()));
    let stops = vec![(0.0, body.toward(Color::WHITE, 0.07)), (1.0, body)];
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

/// The case: cream felt, and wood from edge to edge wherever there are bars and trays.
fn case(scene: &mut Scene, diagram: &Diagram, board: &Area) {
    let felt = vec![(0.0, Color::rgb(0xf4ead2)), (1.0, Color::rgb(0xe2d2ae))];
    scene.fill(Path::of_area(board), Fill::Radial((0.45, 0.4), 0.8, felt));
    for spot in &diagram.spots {
        if let Shape::Slot { .. } = spot.shape {
            let column = Area { y: board.y, height: board.height, ..spot.area };
            let (walnut, deep) = (LIGHT.walnut, LIGHT.walnut.toward(LIGHT.walnut_deep, 0.5));
            let stops = vec![(0.0, deep), (0.12, walnut), (0.88, walnut), (1.0, deep)];
            scene.fill(Path::of_area(&column), Fill::Linear((0.0, 0.0), (1.0, 0.0), stops));
        }
    }
}

/// A long triangle that stands on the edge from which its pile grows.
fn point(scene: &mut Scene, area: &Area, growth: Growth, dark: bool) {
    let color = if dark { LIGHT.pomegranate } else { LIGHT.turquoise };
    let (base, tip) = match growth {
        Growth::Down => (area.y, area.y + area.height),
        Growth::Up => (area.y + area.height, area.y),
    };
    let triangle = |margin: f32, tip: f32| {
        let half = area.width / 2.0 - margin;
        let x = area.x + area.width / 2.0;
        Path::of_polygon(&[(x - half, base), (x, tip), (x + half, base)])
    };
    let inset = 0.05 * area.width;
    let fill = Fill::across(color.toward(Color::WHITE, 0.12), color.toward(Color::BLACK, 0.1));
    scene.fill(triangle(inset, tip), fill);
    scene.stroke(triangle(inset, tip), LIGHT.brass.sheer(70), 0.022);
}

/// A bar or a tray, sunk into the wood.
fn slot(scene: &mut Scene, area: &Area) {
    let sunk = grown(area, -0.035);
    scene.fill(Path::of_rounded(&sunk, 0.08), LIGHT.walnut_deep);
    scene.fill(Path::of_rounded(&sunk, 0.08), Fill::down(Color::BLACK.sheer(30), Color::BLACK.sheer(5)));
    scene.stroke(Path::of_rounded(&sunk, 0.08), LIGHT.brass.sheer(55), 0.015);
}

/// The squares that belong to somebody, in that colour, with a line of walnut where a camp ends.
fn camps(scene: &mut Scene, spots: &[Spot]) {
    let is_square = |spot: &&Spot| matches!(spot.shape, Shape::Square { .. } | Shape::Hollow);
    let mut edges = Path::new();
    for spot in spots.iter().filter(is_square) {
        let Some(paint) = spot.tint else { continue };
        let tint = match paint {
            Paint::Black => LIGHT.walnut_deep.sheer(36),
            // Maple is nearly white itself.
            Paint::White => Tones::of(paint).body.sheer(62),
            Paint::Green | Paint::Yellow | Paint::Blue | Paint::Red => Tones::of(paint).body.sheer(26),
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

/// A hollow: its upper edge is in shade, its lower edge catches the light.
fn hollow(scene: &mut Scene, centre: Point, radius: f32) {
    let stops = vec![
        (0.0, Color::rgb(0x7a542a).sheer(14)),
        (0.6, Color::rgb(0x7a542a).sheer(26)),
        (1.0, Color::rgb(0x5a3816).sheer(62)),
    ];
    scene.fill(Form::Circle((centre.0, centre.1 + 0.03), radius), Color::WHITE.sheer(40));
    scene.fill(Form::Circle(centre, radius), LIGHT.maple.toward(LIGHT.brass, 0.2));
    scene.fill(Form::Circle(centre, radius), Fill::Radial((0.56, 0.64), 0.68, stops));
}

/// Lines drawn by hand between the squares; the sheet lies there already.
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
    let (dark, clear) = (Color::BLACK.sheer(26), Color::BLACK.sheer(0));
    let above = Area { height: depth.min(board.height), ..*board };
    let left = Area { width: depth.min(board.width), ..*board };
    scene.fill(Path::of_area(&above), Fill::down(dark, clear));
    scene.fill(Path::of_area(&left), Fill::across(dark, clear));
}
