//! Sample diagrams, one for each material.

use view::diagram::{
    Area, BoardMaterial, Label, Mark, Piece, PieceColor, PieceShape, Shape, Spot, StackDirection, Token,
    TokenKind,
};
use view::{Diagram, Place};

/// Every sample with its name.
pub fn all() -> Vec<(&'static str, Diagram)> {
    vec![
        ("othello", othello()),
        ("halma", halma()),
        ("halma-four", halma_four()),
        ("backgammon", backgammon()),
        ("backgammon-late", backgammon_late()),
        ("queens", queens()),
        ("chess", chess()),
        ("pieces", pieces()),
        ("tictactoe", tictactoe()),
        ("letters", letters()),
    ]
}

fn piece(figure: PieceShape, paint: PieceColor) -> Piece {
    let letter = match paint {
        PieceColor::Black => 'x',
        _ => 'o',
    };
    Piece::new(figure, paint, letter)
}

fn othello() -> Diagram {
    let rows =
        ["........", "..x.....", "..xooo..", "..xxo...", "...xoo..", "....x...", "........", "........"];
    let mut diagram = Diagram::grid(BoardMaterial::Felt, 8, 8, |column, row| {
        let paint = match rows[row].as_bytes()[column] {
            b'x' => Some(PieceColor::Black),
            b'o' => Some(PieceColor::White),
            _ => None,
        };
        (Shape::Square { dark: false }, None, paint.map(|paint| piece(PieceShape::Disc, paint)))
    });
    diagram.marks.push((Place(44), Mark::Last));
    for place in [11, 12, 13, 22, 29, 30, 43, 45, 46] {
        diagram.marks.push((Place(place), Mark::Target));
    }
    diagram.caption = "White to move. Black 5, White 6.".to_owned();
    diagram
}

fn halma() -> Diagram {
    let mut diagram = Diagram::grid(BoardMaterial::Maple, 10, 10, |column, row| {
        let tint = match column + row {
            0..=3 => Some(PieceColor::Black),
            15..=18 => Some(PieceColor::White),
            _ => None,
        };
        let moved = (column, row) == (3, 0);
        let bead = tint.filter(|_| !moved).map(|paint| piece(PieceShape::Bead, paint));
        let bead =
            if (column, row) == (4, 4) { Some(piece(PieceShape::Bead, PieceColor::Black)) } else { bead };
        (Shape::Hollow, tint, bead)
    });
    diagram.marks = vec![
        (Place(3), Mark::Last),
        (Place(44), Mark::Last),
        (Place(78), Mark::Selected),
        (Place(68), Mark::Target),
        (Place(67), Mark::Target),
    ];
    diagram.add_button(Place(100), "Stop here");
    diagram.add_button(Place(101), "Take back");
    diagram.caption = "White is hopping.".to_owned();
    diagram
}

fn halma_four() -> Diagram {
    let mut diagram = Diagram::grid(BoardMaterial::Maple, 16, 16, |column, row| {
        let (across, down) = (column.min(15 - column), row.min(15 - row));
        let home = across + down <= 4 && across <= 3 && down <= 3;
        let paint = match (column < 8, row < 8) {
            (true, true) => PieceColor::Green,
            (false, true) => PieceColor::Yellow,
            (true, false) => PieceColor::Red,
            (false, false) => PieceColor::Blue,
        };
        let tint = home.then_some(paint);
        (Shape::Hollow, tint, tint.map(|paint| piece(PieceShape::Bead, paint)))
    });
    diagram.caption = "Green to move, then yellow, blue and red.".to_owned();
    diagram
}

fn case(piles: &[(u16, usize, PieceColor)]) -> Diagram {
    let mut diagram = Diagram::new(BoardMaterial::Case, 14.0, 11.0);
    let stack = |place: u16| {
        let stack = piles.iter().find(|(stack, ..)| *stack == place);
        stack.map_or(Vec::new(), |&(_, count, paint)| vec![piece(PieceShape::Checker, paint); count])
    };
    for number in 1..=24_u16 {
        let from_right = if number <= 12 { number - 1 } else { 24 - number };
        let column = 11 - from_right + u16::from(from_right < 6);
        let (y, direction, label) =
            if number <= 12 { (6.0, StackDirection::Up, 11.5) } else { (0.0, StackDirection::Down, -0.5) };
        diagram.spots.push(Spot {
            place: Place(number),
            name: number.to_string(),
            area: Area { x: f32::from(column), y, width: 1.0, height: 5.0 },
            shape: Shape::Point { direction, dark: number % 2 == 0 },
            tint: None,
            stack: stack(number),
        });
        diagram.labels.push(Label { text: number.to_string(), x: f32::from(column) + 0.5, y: label });
    }
    for (place, x, y, direction) in [
        (25, 6.0, 0.0, StackDirection::Up),
        (26, 6.0, 6.0, StackDirection::Down),
        (27, 13.0, 0.0, StackDirection::Down),
        (28, 13.0, 6.0, StackDirection::Up),
    ] {
        diagram.spots.push(Spot {
            place: Place(place),
            name: place.to_string(),
            area: Area { x, y, width: 1.0, height: 5.0 },
            shape: Shape::Slot { direction },
            tint: None,
            stack: stack(place),
        });
    }
    diagram
}

fn token(x: f32, y: f32, kind: TokenKind) -> Token {
    Token { area: Area { x, y, width: 0.9, height: 0.9 }, kind }
}

fn backgammon() -> Diagram {
    let (black, white) = (PieceColor::Black, PieceColor::White);
    let mut diagram = case(&[
        (24, 2, white),
        (13, 5, white),
        (8, 3, white),
        (6, 5, white),
        (1, 2, black),
        (12, 5, black),
        (17, 3, black),
        (19, 5, black),
    ]);
    diagram.tokens.push(token(8.8, 5.05, TokenKind::Die(3, white)));
    diagram.tokens.push(token(10.0, 5.05, TokenKind::Die(1, white)));
    diagram.tokens.push(token(6.05, 5.05, TokenKind::Cube(64)));
    diagram.caption = "White to play 3-1. Pips 167 to 167.".to_owned();
    diagram
}

fn backgammon_late() -> Diagram {
    let (black, white) = (PieceColor::Black, PieceColor::White);
    let mut diagram =
        case(&[(25, 2, white), (28, 7, white), (27, 8, black), (6, 6, white), (20, 7, black), (3, 1, white)]);
    for (x, number, paint) in [(1.5, 6, black), (2.7, 5, black), (8.8, 4, white), (10.0, 2, white)] {
        diagram.tokens.push(token(x, 5.05, TokenKind::Die(number, paint)));
    }
    diagram.tokens.push(token(6.05, 5.05, TokenKind::Cube(2)));
    diagram.add_button(Place(30), "Double");
    diagram.add_button(Place(31), "Roll");
    diagram.marks = vec![
        (Place(6), Mark::Selected),
        (Place(20), Mark::Last),
        (Place(2), Mark::Target),
        (Place(5), Mark::Target),
        (Place(3), Mark::Target),
        (Place(28), Mark::Target),
        (Place(31), Mark::Target),
    ];
    diagram.caption = "White enters from the bar. Match to 7, White 3, Black 5.".to_owned();
    diagram
}

fn queens() -> Diagram {
    let columns = [0, 4, 7, 5, 2, 6, 1, 2];
    let mut diagram = Diagram::grid(BoardMaterial::Tiles, 8, 8, |column, row| {
        let queen = (columns[row] == column).then_some(piece(PieceShape::Crown, PieceColor::Black));
        (Shape::Square { dark: (column + row) % 2 == 0 }, None, queen)
    });
    diagram.marks = vec![(Place(58), Mark::Danger), (Place(34), Mark::Danger), (Place(49), Mark::Last)];
    diagram.add_button(Place(64), "Previous");
    diagram.add_button(Place(65), "Next");
    diagram.caption = "Two queens attack each other.".to_owned();
    diagram
}

/// A piece by its letter: capitals are white.
fn chessman(letter: char) -> Option<Piece> {
    let figure = match letter.to_ascii_lowercase() {
        'k' => PieceShape::King,
        'q' => PieceShape::Queen,
        'r' => PieceShape::Rook,
        'b' => PieceShape::Bishop,
        'n' => PieceShape::Knight,
        'p' => PieceShape::Pawn,
        _ => return None,
    };
    let paint = if letter.is_ascii_uppercase() { PieceColor::White } else { PieceColor::Black };
    Some(Piece::new(figure, paint, letter))
}

fn chess() -> Diagram {
    let rows =
        ["r.b.k..r", "ppp..ppp", "..n..n..", "..b.N...", "..BqP...", "..N.....", "PPPP.PPP", "R.BQK..R"];
    let mut diagram = Diagram::grid(BoardMaterial::Board, 8, 8, |column, row| {
        let piece = chessman(char::from(rows[row].as_bytes()[column]));
        (Shape::Square { dark: (column + row) % 2 == 1 }, None, piece)
    });
    diagram.marks = vec![
        (Place(28), Mark::Selected),
        (Place(4), Mark::Danger),
        (Place(27), Mark::Last),
        (Place(35), Mark::Last),
    ];
    for place in [11, 13, 18, 19, 22, 38, 43, 45] {
        diagram.marks.push((Place(place), Mark::Target));
    }
    diagram.caption = "White to move.".to_owned();
    diagram
}

/// Every figure of chess and of invented armies, white and black, on light and dark squares.
fn pieces() -> Diagram {
    const SHEET: [PieceShape; 18] = [
        PieceShape::King,
        PieceShape::Queen,
        PieceShape::Rook,
        PieceShape::Bishop,
        PieceShape::Knight,
        PieceShape::Pawn,
        PieceShape::Amazon,
        PieceShape::Griffon,
        PieceShape::Knightrider,
        PieceShape::Cannon,
        PieceShape::Mao,
        PieceShape::Camel,
        PieceShape::Elephant,
        PieceShape::Centaur,
        PieceShape::Grasshopper,
        PieceShape::Star,
        PieceShape::Letter,
        PieceShape::Letter,
    ];
    let mut diagram = Diagram::new(BoardMaterial::Board, 12.0, 6.0);
    for row in 0..6 {
        for column in 0..12 {
            let index = row / 2 * 6 + column / 2;
            let paint = if row % 2 == 0 { PieceColor::White } else { PieceColor::Black };
            let letter = if index == 17 { 'w' } else { 'A' };
            diagram.spots.push(Spot {
                place: Place((row * 12 + column) as u16),
                name: SHEET[index].name().to_owned(),
                area: Area::square(column, row),
                shape: Shape::Square { dark: (column + row) % 2 == 1 },
                tint: None,
                stack: vec![Piece::new(SHEET[index], paint, letter)],
            });
        }
    }
    diagram.caption = "The pieces of chess and of armies that players make up.".to_owned();
    diagram
}

fn tictactoe() -> Diagram {
    let rows = ["x.o", ".xo", "..."];
    let mut diagram = Diagram::grid(BoardMaterial::Paper, 3, 3, |column, row| {
        let mark = match rows[row].as_bytes()[column] {
            b'x' => Some(piece(PieceShape::Cross, PieceColor::Black)),
            b'o' => Some(piece(PieceShape::Nought, PieceColor::White)),
            _ => None,
        };
        (Shape::Square { dark: false }, None, mark)
    });
    diagram.marks = vec![(Place(5), Mark::Last), (Place(8), Mark::Target)];
    diagram.caption = "Cross to move.".to_owned();
    diagram
}

fn letters() -> Diagram {
    let mut diagram = Diagram::new(BoardMaterial::Paper, 3.0, 1.0);
    diagram.caption = format!(
        "{} The quick brown fox jumps over the lazy dog. Sphinx of black quartz, judge my vow; 0123456789 تخته",
        (' '..='~').collect::<String>()
    );
    diagram
}
