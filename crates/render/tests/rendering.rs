//! Rendering of samples and of malformed diagrams.

#[path = "../examples/gallery/samples.rs"]
mod samples;

use render::{Outline, PaintStyle, PathCommand, PngError, Theme, png, scene, svg};
use view::diagram::{
    Area, BoardMaterial, Label, Mark, Piece, PieceColor, PieceShape, Shape, Spot, StackDirection, Token,
    TokenKind,
};
use view::{Diagram, Place};

const MATERIALS: [BoardMaterial; 6] = [
    BoardMaterial::Felt,
    BoardMaterial::Maple,
    BoardMaterial::Tiles,
    BoardMaterial::Case,
    BoardMaterial::Board,
    BoardMaterial::Paper,
];

/// Boards without a size, huge stacks, lengths that are not numbers.
fn malformed() -> Vec<Diagram> {
    let mut odd = Vec::new();
    for material in MATERIALS {
        odd.push(Diagram::new(material, 0.0, 0.0));
        odd.push(Diagram::new(material, f32::NAN, f32::INFINITY));
        odd.push(Diagram::new(material, -3.0, 0.5));
        let mut full = Diagram::new(material, 4.0, 4.0);
        for (index, shape) in shapes().into_iter().enumerate() {
            for (figure, x) in [
                (PieceShape::Checker, 0.0),
                (PieceShape::Queen, f32::NAN),
                (PieceShape::Crown, 2.0),
                (PieceShape::Nought, 1e9),
            ] {
                let piece = Piece::new(figure, PieceColor::Yellow, 'y');
                full.spots.push(Spot {
                    place: Place(index as u16),
                    name: String::new(),
                    area: Area { x, y: index as f32, width: 1.0 - index as f32, height: 5.0 },
                    shape,
                    tint: Some(PieceColor::Red),
                    stack: vec![piece; 15 * index],
                });
            }
            for mark in [Mark::Last, Mark::Target, Mark::Selected, Mark::Danger] {
                full.marks.push((Place(index as u16), mark));
            }
        }
        for number in [0, 1, 6, 7, 255] {
            let area = Area { x: -2.0, y: f32::from(number), width: 0.0, height: -1.0 };
            full.tokens.push(Token { area, kind: TokenKind::Die(number, PieceColor::Blue) });
        }
        let far = Area { x: f32::INFINITY, y: 0.0, width: 1.0, height: 1.0 };
        full.tokens.push(Token { area: far, kind: TokenKind::Cube(u32::MAX) });
        full.add_button(Place(99), "\u{0}<&\">' تخته 🎲");
        full.labels.push(Label { text: String::new(), x: f32::NAN, y: 0.0 });
        full.caption = "a < b & \"c\" > 'd' \u{1}\u{ffff}\n\t تخته 🎲".to_owned() + &"long".repeat(200);
        odd.push(full);
    }
    odd
}

fn shapes() -> [Shape; 5] {
    let direction = StackDirection::Up;
    [
        Shape::Square { dark: true },
        Shape::Hollow,
        Shape::Point { direction, dark: true },
        Shape::Slot { direction },
        Shape::Slot { direction: StackDirection::Down },
    ]
}

fn everything() -> impl Iterator<Item = Diagram> {
    samples::all().into_iter().map(|(_, diagram)| diagram).chain(malformed())
}

/// The names of a document's elements and the values of their attributes; it must be well-formed.
fn read(document: &str) -> Vec<(String, Vec<(String, String)>)> {
    let mut elements = Vec::new();
    let mut open: Vec<String> = Vec::new();
    let mut rest = document.trim();
    while let Some(start) = rest.find('<') {
        assert!(!rest[..start].contains('>'), "a bare > in {:?}", &rest[..start]);
        let end = rest.find('>').unwrap_or_default();
        assert!(end > start, "a tag does not end in {rest:?}");
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
            continue;
        }
        let (tag, is_empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, mut text) = tag.split_once(' ').unwrap_or((tag, ""));
        let mut attributes = Vec::new();
        while let Some((key, after)) = text.split_once("=\"") {
            assert!(after.contains('"'), "a quote does not end in {tag}");
            let (value, after) = after.split_once('"').unwrap_or_default();
            assert!(!value.contains('<'), "a bare < in {value}");
            attributes.push((key.trim().to_owned(), value.to_owned()));
            text = after;
        }
        assert_eq!(text.trim(), "", "in {tag}");
        elements.push((name.to_owned(), attributes));
        if !is_empty {
            open.push(name.to_owned());
        }
    }
    assert!(open.is_empty() && rest.is_empty(), "{open:?} is open before {rest:?}");
    elements
}

#[test]
fn svg_is_well_formed_and_its_numbers_are_numbers() {
    for diagram in everything() {
        let document = svg(&diagram, Theme::Light, 480);
        let elements = read(&document);
        assert_eq!(elements[0].0, "svg");
        assert!(elements.iter().any(|(name, _)| name == "title"));
        for character in document.chars() {
            assert!(character >= ' ' || character == '\n', "{character:?} is not allowed in XML");
        }
        for (key, value) in elements.iter().flat_map(|(_, attributes)| attributes) {
            match key.as_str() {
                "d" => {
                    let numbers = value.split(|letter: char| letter.is_ascii_alphabetic() || letter == ' ');
                    for number in numbers.filter(|number| !number.is_empty()) {
                        assert!(number.parse::<i64>().is_ok(), "{number} in {value}");
                    }
                }
                "x1" | "y1" | "x2" | "y2" | "cx" | "cy" | "r" | "offset" | "width" | "height"
                | "stroke-width" | "fill-opacity" | "stroke-opacity" | "stop-opacity" => {
                    assert!(value.parse::<f32>().is_ok_and(f32::is_finite), "{key} is {value}");
                }
                _ => {}
            }
        }
    }
}

#[test]
fn gradients_are_defined_once_and_before_they_are_used() {
    for diagram in everything() {
        let elements = read(&svg(&diagram, Theme::Dark, 480));
        let mut known: Vec<&str> = Vec::new();
        for (name, attributes) in &elements {
            for (key, value) in attributes {
                if name.ends_with("Gradient") && key == "id" {
                    assert!(!known.contains(&value.as_str()), "{value} twice");
                    known.push(value);
                } else if let Some(id) = value.strip_prefix("url(#").and_then(|value| value.strip_suffix(')'))
                {
                    assert!(known.contains(&id), "{id} is not defined");
                }
            }
        }
    }
}

#[test]
fn png_has_the_requested_width() {
    for (name, diagram) in samples::all() {
        for width in [1, 37, 240] {
            let file = png(&diagram, Theme::Light, width).expect("a picture");
            assert!(file.starts_with(b"\x89PNG\r\n\x1a\n"));
            let pixels = tiny_skia::Pixmap::decode_png(&file).expect("a readable picture");
            assert_eq!(pixels.width(), width, "{name}");
            assert_eq!(pixels.height(), scene(&diagram, Theme::Light).height_px(width));
            assert!(pixels.pixels().iter().all(|pixel| pixel.alpha() == 255), "{name} has holes at {width}");
        }
    }
}

#[test]
fn malformed_diagrams_are_rendered() {
    for diagram in malformed() {
        for theme in [Theme::Light, Theme::Dark] {
            let file = png(&diagram, theme, 64).expect("a picture");
            assert_eq!(tiny_skia::Pixmap::decode_png(&file).expect("a readable picture").width(), 64);
        }
    }
}

#[test]
fn impossible_sizes_are_rejected() {
    let diagram = Diagram::new(BoardMaterial::Felt, 8.0, 8.0);
    for width in [0, 100_000, u32::MAX] {
        let error = png(&diagram, Theme::Light, width).expect_err("too small or too large");
        assert!(matches!(error, PngError::Size { width: refused, .. } if refused == width));
        assert!(error.to_string().contains("pixels"));
        read(&svg(&diagram, Theme::Light, width));
    }
}

#[test]
fn nothing_is_cut_off() {
    for (name, diagram) in samples::all() {
        let scene = scene(&diagram, Theme::Light);
        let view = scene.view;
        // The first item is the page itself.
        for item in &scene.items()[1..] {
            let pen = match item.style {
                PaintStyle::Stroke(_, width) => width / 2.0,
                PaintStyle::Fill(_) => 0.0,
            };
            let (points, reach): (Vec<_>, f32) = match &item.outline {
                Outline::Circle(middle, radius) => (vec![*middle], radius + pen),
                Outline::Path(path) => (path.commands.iter().flat_map(PathCommand::points).collect(), pen),
            };
            for (x, y) in points {
                let inside = x - reach >= view.x
                    && x + reach <= view.x + view.width
                    && y - reach >= view.y
                    && y + reach <= view.y + view.height;
                assert!(inside, "{name}: {x}, {y} with {reach} around it is outside {view:?}");
            }
        }
    }
}

#[test]
fn one_diagram_gives_the_same_bytes() {
    for (name, diagram) in samples::all() {
        assert_eq!(svg(&diagram, Theme::Light, 240), svg(&diagram, Theme::Light, 240), "{name}");
        assert_ne!(svg(&diagram, Theme::Light, 240), svg(&diagram, Theme::Dark, 240), "{name}");
    }
}
