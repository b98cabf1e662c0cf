//! Diagram of the board, and move input by touch.

use rules::{InputError, Rules, Seat, Status};
use view::diagram::{Area, BoardMaterial, Label, Mark, Piece, PieceColor, PieceShape, Shape, Spot};
use view::{Arrangement, Diagram, Guide, Place, Playable};

use super::castling::{RIGHTS, Right, corner};
use super::fen::square_name;
use super::position::{Move, NO_SQUARE, Position, Special};
use super::reach::bit;
use super::rules::Chess;
use crate::pext::Pext;

/// Place of the first promotion choice; the others follow.
const PROMOTIONS: u16 = 64;

impl<C: Pext> Chess<C> {
    /// Appearance of a piece.
    pub(super) fn drawn_piece(&self, kind: usize, side: usize) -> Piece {
        let kind = &self.army.kinds[kind];
        let figure = kind.picture.as_deref().and_then(PieceShape::named).unwrap_or(PieceShape::Letter);
        let letter = if side == 0 { kind.letter } else { kind.letter.to_ascii_lowercase() };
        Piece::new(figure, [PieceColor::White, PieceColor::Black][side], letter).with_name(&kind.name)
    }

    fn caption(&self, status: Status, in_check: bool) -> String {
        let colour = |seat: Seat| ["White", "Black"][seat.index()];
        match status {
            Status::Over(outcome) => match outcome.winner() {
                Some(winner) => format!("{} wins by {}", colour(winner), outcome.rule()),
                None => format!("draw: {}", outcome.rule()),
            },
            Status::Turn(seat) if in_check => format!("{} to move, in check", colour(seat)),
            Status::Turn(seat) => format!("{} to move", colour(seat)),
            Status::Chance => String::new(),
        }
    }
}

impl<C: Pext> Playable for Chess<C> {
    fn diagram_among(&self, position: &Position, status: Status, moves: &[Move]) -> Diagram {
        let mut diagram = Diagram::new(BoardMaterial::Board, 8.0, 8.0);
        for square in 0..64u8 {
            let (column, row) = (square as usize % 8, square as usize / 8);
            diagram.spots.push(Spot {
                place: Place(square.into()),
                name: square_name(square),
                area: Area::square(column, row),
                shape: Shape::Square { dark: (column + row) % 2 == 1 },
                tint: None,
                stack: position
                    .piece(square)
                    .map(|(kind, side)| self.drawn_piece(kind, side))
                    .into_iter()
                    .collect(),
            });
        }
        for index in 0..8u8 {
            let middle = f32::from(index) + 0.5;
            for beyond in [-0.5, 8.5] {
                let column = ((b'a' + index) as char).to_string();
                diagram.labels.push(Label { text: column, x: middle, y: beyond });
                diagram.labels.push(Label { text: (8 - index).to_string(), x: beyond, y: middle });
            }
        }
        let in_check = self.in_check(position);
        let side = position.turn as usize & 1;
        if in_check {
            let royal = self.compiled.royal_square(position, side);
            diagram.marks.push((Place(royal.into()), Mark::Danger));
        }
        let mut promotions: Vec<usize> = moves.iter().filter_map(|mv| mv.promotion()).collect();
        promotions.sort_unstable();
        promotions.dedup();
        diagram.choices = promotions
            .into_iter()
            .map(|kind| (Place(PROMOTIONS + kind as u16), self.drawn_piece(kind, side)))
            .collect();
        diagram.caption = self.caption(status, in_check);
        diagram
    }

    /// Origin, target and promotion. A royal piece that could also move to its castling target is put onto its partner to
    /// castle.
    fn picks(&self, position: &Position, mv: Move) -> Vec<Place> {
        let goes_there =
            |mv: Move| self.compiled.targets(self.cpu, position, mv.kind.into(), mv.from) & bit(mv.to) != 0;
        let to = match mv.special {
            Special::Castling if goes_there(mv) => corner(mv),
            _ => mv.to,
        };
        let mut picks = vec![Place(mv.from.into()), Place(to.into())];
        picks.extend(mv.promotion().map(|kind| Place(PROMOTIONS + kind as u16)));
        picks
    }

    fn trail(&self, _position: &Position, mv: Move) -> Vec<Place> {
        vec![Place(mv.from.into()), Place(mv.to.into())]
    }

    fn seat_color(&self, seat: Seat) -> Option<PieceColor> {
        Some([PieceColor::White, PieceColor::Black][seat.index()])
    }

    fn pieces(&self) -> Vec<Piece> {
        let kinds = 0..self.army.kinds.len();
        (0..2)
            .flat_map(|side| kinds.clone().map(move |kind| (kind, side)))
            .map(|(k, s)| self.drawn_piece(k, s))
            .collect()
    }

    fn guide(&self) -> Option<Guide> {
        Some(self.piece_guide())
    }

    /// Pieces on their castling squares have the right to castle; there is no en passant square.
    fn arrange(&self, arrangement: &Arrangement) -> Result<Position, InputError> {
        let mut position = Position { turn: arrangement.turn_among(2)?.index() as u8, ..Position::EMPTY };
        for (place, stack) in &arrangement.stacks {
            let square =
                u8::try_from(place.0).ok().filter(|square| *square < NO_SQUARE).ok_or_else(|| {
                    InputError::new(format!(
                        "there is no place {} on the board: expected a square from a1 to h8",
                        place.0
                    ))
                })?;
            if stack.len() > 1 {
                let name = square_name(square);
                return Err(InputError::new(format!(
                    "more than one piece stands on {name}: expected one at most"
                )));
            }
            for piece in stack {
                let side =
                    [PieceColor::White, PieceColor::Black].iter().position(|paint| *paint == piece.color);
                let kind = self.army.kind_of_letter(piece.letter);
                let fits = |(kind, side)| self.drawn_piece(kind, side).shape == piece.shape;
                let Some((kind, side)) = kind.zip(side).filter(|found| fits(*found)) else {
                    let (name, first) = (square_name(square), self.drawn_piece(0, 0));
                    return Err(InputError::new(format!(
                        "a {piece} cannot stand on {name}: expected a {first} or another piece of this army"
                    )));
                };
                position.kinds[kind] |= bit(square);
                position.sides[side] |= bit(square);
            }
        }
        if let Some(partner) = self.compiled.partner {
            for (index, Right { side, royal, corner, .. }) in RIGHTS.into_iter().enumerate() {
                let own = position.sides[side];
                let is_home = position.kinds[self.compiled.royal] & own & bit(royal) != 0
                    && position.kinds[partner] & own & bit(corner) != 0;
                position.castling |= u8::from(is_home) << index;
            }
        }
        let position = self.read_fen(&self.write_fen(&position))?;
        match self.status(&position) {
            Status::Over(outcome) => {
                let rule = outcome.rule();
                Err(InputError::new(format!(
                    "the game is over here ({rule}): expected a position that can be played on"
                )))
            }
            _ => Ok(position),
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::cpu::Portable;
    use view::{Touch, diagram::text};

    use super::*;
    use crate::chess::{Army, Move};

    fn chess(army: &str) -> Chess {
        Army::read(army).and_then(|army| Chess::new(army, Portable)).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn promotions_are_not_drawn_on_the_board() {
        let chess = chess("");
        let position = chess.read_fen("7k/P7/8/8/8/8/8/K7 w").unwrap();
        let diagram = chess.diagram(&position);
        assert!(diagram.tokens.is_empty());
        assert!(text::draw(&diagram).trim_end().ends_with("White to move"));
        let names: Vec<String> = diagram.choices.iter().map(|(_, piece)| piece.to_string()).collect();
        assert_eq!(names, ["white queen", "white rook", "white bishop", "white knight"]);
    }

    #[test]
    fn touch_offers_only_the_promotions_of_the_piece() {
        let chess = chess("army = \"ordinary\"\n[kind.N]\npromotion = \"RB\"\n");
        let position = chess.read_fen("7k/P7/2N5/8/8/8/8/K7 w").unwrap();
        let becomes = |picked: [u16; 2]| -> Vec<char> {
            let Touch::<Move>::Targets(targets) = chess.touch(&position, &picked.map(Place)) else {
                panic!("the move is not whole yet");
            };
            let choices = chess.diagram(&position).choices;
            choices
                .iter()
                .filter(|(place, _)| targets.contains(place))
                .map(|(_, piece)| piece.letter)
                .collect()
        };
        assert_eq!(becomes([18, 3]), ['R', 'B']);
        assert_eq!(becomes([8, 0]), ['Q', 'R', 'B', 'N']);
    }

    #[test]
    fn a_kind_is_called_by_its_own_name() {
        let chess = chess("army = \"shatranj\"");
        let names: Vec<String> = chess.pieces().iter().take(3).map(Piece::to_string).collect();
        assert_eq!(names, ["white shah", "white counsellor", "white rook"]);
    }
}
