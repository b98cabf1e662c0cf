//! The diagram of the board, from White's side.
//!
//! Twelve points above and twelve below, the bar between the sixth and the seventh column, the trays at the right:
//! White's home is at the lower right. Everything is one square wide, points and bars are five high; the row in the
//! middle is for the dice, and three squares of the tray column are reserved for the cube.

use rules::{InputError, Seat, Status};
use view::diagram::{
    Area, BoardMaterial, Label, Piece, PieceColor, PieceShape, Shape, Spot, StackDirection, Token, TokenKind,
};
use view::{Arrangement, Diagram, Place, Playable, Touch};

use super::arrangement;
use super::dice::Dice;
use super::partial_turn::legal_plays;
use super::places::{self, place};
use super::play::Play;
use super::position::{BAR, OFF, Position, name};
use super::single::Backgammon;
use super::touch::touch;

const WIDTH: f32 = 14.0;
const HEIGHT: f32 = 11.0;
const BAR_COLUMN: f32 = 6.0;
const TRAY_COLUMN: f32 = 13.0;
const MIDDLE: f32 = 5.0;

/// The board with its checkers and dice, without a caption.
pub(super) fn board(position: &Position) -> Diagram {
    let mut diagram = Diagram::new(BoardMaterial::Case, WIDTH, HEIGHT);
    for number in (1..=24).rev() {
        let area = point_area(number);
        let direction = if number > 12 { StackDirection::Down } else { StackDirection::Up };
        let y = if number > 12 { -0.5 } else { HEIGHT + 0.5 };
        let [white, black] =
            [position.checkers(Seat::FIRST, number), position.checkers(Seat::SECOND, 25 - number)];
        // Points are numbered from the side of the player on turn, as in the notation of moves.
        let count = if position.turn() == Seat::FIRST { number } else { 25 - number };
        let stack = if white > 0 { pile(Seat::FIRST, white) } else { pile(Seat::SECOND, black) };
        diagram.spots.push(Spot {
            place: place(Seat::FIRST, number),
            name: count.to_string(),
            area,
            shape: Shape::Point { direction, dark: number % 2 == 0 },
            tint: None,
            stack,
        });
        diagram.labels.push(Label { text: count.to_string(), x: area.x + 0.5, y });
    }
    for (number, what) in [(BAR, "bar"), (OFF, "tray")] {
        for seat in Seat::all(2) {
            let (area, direction) = slot_area(seat, number);
            diagram.spots.push(Spot {
                place: place(seat, number),
                name: format!("{}'s {what}", name(seat)),
                area,
                shape: Shape::Slot { direction },
                tint: Some(paint(seat)),
                stack: pile(seat, position.checkers(seat, number)),
            });
        }
    }
    if let Some(dice) = position.dice() {
        add_dice(&mut diagram, position.turn(), dice);
    }
    if legal_plays(position).iter().any(|legal| legal.play == Play::PASS) {
        diagram.add_button(places::PASS, "pass");
    }
    diagram
}

/// The area of a point of White's numbering: 13 to 24 above, 12 to 1 below, both from the left.
fn point_area(number: u8) -> Area {
    let above = number > 12;
    let column = f32::from(if above { number - 13 } else { 12 - number });
    let x = if column < BAR_COLUMN { column } else { column + 1.0 };
    Area { x, y: if above { 0.0 } else { MIDDLE + 1.0 }, width: 1.0, height: MIDDLE }
}

/// The area of a seat's bar or tray: White's below, Black's above; checkers on the bar pile up from the middle.
fn slot_area(seat: Seat, number: u8) -> (Area, StackDirection) {
    let below = seat == Seat::FIRST;
    let bar = number == BAR;
    let (x, height) = if bar { (BAR_COLUMN, MIDDLE) } else { (TRAY_COLUMN, MIDDLE - 1.0) };
    let y = if below { HEIGHT - height } else { 0.0 };
    (Area { x, y, width: 1.0, height }, if below == bar { StackDirection::Down } else { StackDirection::Up })
}

/// Puts the dice in the half to the right of the player who rolled them.
fn add_dice(diagram: &mut Diagram, seat: Seat, dice: Dice) {
    let x = if seat == Seat::FIRST { 9.0 } else { 2.0 };
    for (x, number) in [(x, dice.high()), (x + 1.0, dice.low())] {
        let area = Area { x, y: MIDDLE, width: 1.0, height: 1.0 };
        diagram.tokens.push(Token { area, kind: TokenKind::Die(number, paint(seat)) });
    }
}

/// Puts the cube beside its owner's tray, or between the trays while it is centred.
pub(super) fn add_cube(diagram: &mut Diagram, owner: Option<Seat>, value: u32) {
    let y = match owner {
        None => MIDDLE,
        Some(Seat::FIRST) => MIDDLE + 1.0,
        Some(_) => MIDDLE - 1.0,
    };
    let area = Area { x: TRAY_COLUMN, y, width: 1.0, height: 1.0 };
    diagram.tokens.push(Token { area, kind: TokenKind::Cube(value) });
}

fn pile(seat: Seat, count: u8) -> Vec<Piece> {
    vec![checkers()[seat.index()].clone(); count as usize]
}

/// A checker of each side.
pub(super) fn checkers() -> [Piece; 2] {
    [(Seat::FIRST, 'X'), (Seat::SECOND, 'O')]
        .map(|(seat, letter)| Piece::new(PieceShape::Checker, paint(seat), letter))
}

pub(super) fn paint(seat: Seat) -> PieceColor {
    if seat == Seat::FIRST { PieceColor::White } else { PieceColor::Black }
}

/// The pip counts of both, in words.
pub(super) fn pips(position: &Position) -> String {
    format!("pips: White {}, Black {}", position.pips(Seat::FIRST), position.pips(Seat::SECOND))
}

impl Playable for Backgammon {
    fn diagram_among(&self, position: &Position, status: Status, _moves: &[Play]) -> Diagram {
        let mut diagram = board(position);
        let pips = pips(position);
        diagram.caption = match (status, position.dice()) {
            (Status::Over(outcome), _) => {
                let winner = outcome.winner().map_or("Neither side", name);
                format!("{winner} wins: {}; {pips}", outcome.rule())
            }
            (_, Some(dice)) => format!("{} to play {dice}; {pips}", name(position.turn())),
            (_, None) if position.is_opening() => format!("opening roll; {pips}"),
            (_, None) => format!("{} to roll; {pips}", name(position.turn())),
        };
        diagram
    }

    fn pieces(&self) -> Vec<Piece> {
        checkers().to_vec()
    }

    fn seat_color(&self, seat: Seat) -> Option<PieceColor> {
        Some(paint(seat))
    }

    /// The player on turn is to roll.
    fn arrange(&self, arrangement: &Arrangement) -> Result<Position, InputError> {
        arrangement::arrange(arrangement)
    }

    /// The origin and destination of each step; for a pass its button.
    fn picks(&self, position: &Position, play: Play) -> Vec<Place> {
        if play == Play::PASS { vec![places::PASS] } else { self.trail(position, play) }
    }

    /// The origin and destination of each step.
    fn trail(&self, position: &Position, play: Play) -> Vec<Place> {
        let seat = position.turn();
        play.steps().iter().flat_map(|step| [place(seat, step.from), place(seat, step.to)]).collect()
    }

    /// The dice may be played in any order, one step after another.
    fn touch_among(&self, position: &Position, plays: &[Play], picked: &[Place]) -> Touch<Play> {
        touch(position, plays, picked)
    }
}
