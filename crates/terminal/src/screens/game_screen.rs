//! The screen of a game: what is shown and chosen on it.

use ratatui::layout::Rect;
use rules::Seat;
use store::SeatHolder;
use view::diagram::Piece;
use view::{Diagram, MoveInput, Place, after_picks, half_turn, is_upside_down};

use crate::board::BoardLayout;
use crate::game::{Game, Hint};

/// Side from which the board is seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    /// That of the player; with several people at the screen, of the one to move.
    Player,
    /// As the game draws it.
    Usual,
    /// From the other side.
    Turned,
}

/// A question or a text in front of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Dialog {
    /// What to resign, and the chosen one.
    Resign(usize),
    /// A move in the game's notation.
    Typed(String),
    /// The keys.
    Help,
}

/// A choice that is not a place on the board: a button, or a promotion piece.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Choice {
    pub(crate) place: Place,
    pub(crate) label: String,
    pub(crate) piece: Option<Piece>,
}

/// The screen of a game.
pub(crate) struct GameScreen {
    pub(crate) game: Game,
    pub(crate) input: MoveInput,
    pub(crate) cursor: Option<Place>,
    /// Index of the chosen [`Choice`].
    pub(crate) choice: usize,
    pub(crate) side: Side,
    /// Number of moves after which the position is shown; `None` for the latest.
    pub(crate) viewed: Option<usize>,
    pub(crate) dialog: Option<Dialog>,
    /// The board as it was last drawn, for clicks.
    pub(crate) layout: Option<BoardLayout>,
    /// Choices as they were last drawn, for clicks.
    pub(crate) choice_areas: Vec<(Rect, Place)>,
    /// Number of events when picks were last valid.
    events: usize,
}

impl GameScreen {
    pub(crate) fn new(game: Game) -> GameScreen {
        let events = game.table().events().len();
        GameScreen {
            game,
            input: MoveInput::default(),
            cursor: None,
            choice: 0,
            side: Side::Player,
            viewed: None,
            dialog: None,
            layout: None,
            choice_areas: Vec::new(),
            events,
        }
    }

    /// Drops picks that belong to an earlier position.
    pub(crate) fn refresh(&mut self) {
        let events = self.game.table().events().len();
        if self.events != events {
            self.events = events;
            self.input.cancel();
            self.choice = 0;
            self.viewed = None;
            if self.game.table().outcome().is_some() {
                self.dialog = None;
            }
        }
        if self.cursor.is_none() {
            self.cursor = self.first_cursor();
        }
    }

    /// A place from which the cursor keys start: near the middle, at the side of the player.
    fn first_cursor(&self) -> Option<Place> {
        let diagram = self.diagram();
        let (x, y) = (diagram.width / 2.0, diagram.height * 0.75);
        let distance = |spot: &&view::diagram::Spot| {
            let area = spot.area;
            (area.x + area.width / 2.0 - x).abs() + (area.y + area.height / 2.0 - y).abs()
        };
        diagram.spots.iter().min_by(|one, two| distance(one).total_cmp(&distance(two))).map(|spot| spot.place)
    }

    /// `true` if a person may enter a move now.
    pub(crate) fn is_entering(&self) -> bool {
        self.viewed.is_none() && self.game.person_to_move().is_some()
    }

    /// The board that is shown, as it is seen.
    pub(crate) fn diagram(&self) -> Diagram {
        let table = self.game.table();
        let board = self.viewed.and_then(|moves| table.board_after(moves)).unwrap_or(table.board());
        let mut diagram = board.diagram();
        if self.viewed.is_none() {
            diagram = after_picks(&diagram, self.input.picked());
        }
        if self.is_turned(&diagram) { half_turn(diagram) } else { diagram }
    }

    fn is_turned(&self, diagram: &Diagram) -> bool {
        let turned = |seat: Seat| is_upside_down(diagram, seat, self.game.table().game().seat_color(seat));
        match self.side {
            Side::Usual => false,
            Side::Turned => true,
            Side::Player => self.viewing_seat().is_some_and(turned),
        }
    }

    /// The person from whose side the board is seen.
    fn viewing_seat(&self) -> Option<Seat> {
        let table = self.game.table();
        let people: Vec<Seat> =
            Seat::all(table.game().seats()).filter(|&seat| self.game.is_person(seat)).collect();
        match people[..] {
            [] => None,
            [only] => Some(only),
            _ => self
                .game
                .person_to_move()
                .or_else(|| table.moves().rev().map(|(seat, _)| seat).find(|seat| people.contains(seat)))
                .or(people.first().copied()),
        }
    }

    /// Places that may be picked next, on the board and beside it.
    pub(crate) fn targets(&self) -> Vec<Place> {
        match self.is_entering() {
            true => self.input.targets(self.game.table().board()),
            false => Vec::new(),
        }
    }

    /// Targets that are not on the board.
    pub(crate) fn choices(&self) -> Vec<Choice> {
        let targets = self.targets();
        let diagram = self.game.table().board().diagram();
        let button = |(place, label): (Place, &str)| Choice { place, label: label.to_owned(), piece: None };
        let promotion = |(place, piece): &(Place, Piece)| Choice {
            place: *place,
            label: piece.name.to_string(),
            piece: Some(piece.clone()),
        };
        let all = diagram.buttons().map(button).chain(diagram.choices.iter().map(promotion));
        all.filter(|choice| targets.contains(&choice.place)).collect()
    }

    /// Places of the last move that is shown.
    pub(crate) fn last_move(&self) -> Vec<Place> {
        let moves = self.game.table().moves();
        let shown = self.viewed.unwrap_or(moves.len());
        let last = moves.take(shown).next_back();
        last.map(|(_, played)| played.trail.clone()).unwrap_or_default()
    }

    /// Places of the hint.
    pub(crate) fn hint(&self) -> Vec<Place> {
        match self.game.hint() {
            Hint::Found(places) if self.viewed.is_none() => places.clone(),
            _ => Vec::new(),
        }
    }

    /// Title of the game, and its kind if it has several.
    pub(crate) fn title(&self) -> String {
        self.game.info.title.to_owned()
    }

    /// Name of the player on a seat.
    pub(crate) fn player_name(&self, seat: Seat) -> &str {
        self.game.row().seats.get(seat.index()).and_then(SeatHolder::name).unwrap_or("?")
    }
}
