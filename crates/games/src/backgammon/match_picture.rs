//! The diagram of a match: the board with the cube, and buttons for rolling and doubling.

use rules::{InputError, Notation, Seat, Status};
use view::diagram::{MatchScore, Piece, PieceColor};
use view::{Arrangement, Diagram, Place, Playable, Touch};

use super::action::Action;
use super::match_position::{MatchPosition, Phase};
use super::match_rules::BackgammonMatch;
use super::picture::{add_cube, board, pips};
use super::places::{DOUBLE, DROP, ROLL, TAKE};
use super::play::Play;
use super::position::name;

impl BackgammonMatch {
    /// The phase in words.
    fn situation(&self, position: &MatchPosition) -> String {
        let turn = position.board.turn();
        let (mover, other) = (name(turn), name(turn.other()));
        match (position.phase, position.board.dice()) {
            (Phase::Opening, _) => "opening roll".to_owned(),
            (Phase::Deciding, _) => format!("{mover} to roll or double"),
            (Phase::Answering, _) => format!("{mover} doubles to {}, {other} to answer", position.cube() * 2),
            (Phase::Over, _) => {
                format!("{} wins the match", self.winner(position.score).map_or("neither side", name))
            }
            (Phase::Rolling | Phase::Playing, Some(dice)) => format!("{mover} to play {dice}"),
            (Phase::Rolling | Phase::Playing, None) => format!("{mover} to roll"),
        }
    }

    /// Score, length and cube in words.
    fn score_line(&self, position: &MatchPosition) -> String {
        let [white, black] = position.score;
        let game = if position.crawford { ", Crawford game" } else { "" };
        let cube = match position.owner {
            _ if !self.cube => String::new(),
            None => format!(", cube {}", position.cube()),
            Some(owner) => format!(", cube {} with {}", position.cube(), name(owner)),
        };
        format!("White {white}, Black {black} in a match to {}{game}{cube}", self.length)
    }

    /// Length of the match, and what holds for doubling in the current game.
    fn facts(&self, position: &MatchPosition) -> Vec<String> {
        let doubling = match position.owner {
            _ if !self.cube => None,
            _ if position.crawford => Some("Crawford game, no doubling".to_owned()),
            None => Some(format!("cube {}, centred", position.cube())),
            Some(owner) => Some(format!("cube {} with {}", position.cube(), name(owner))),
        };
        [Some(format!("match to {}", self.length)), doubling].into_iter().flatten().collect()
    }
}

impl Playable for BackgammonMatch {
    fn diagram_among(&self, position: &MatchPosition, _status: Status, _moves: &[Action]) -> Diagram {
        let mut diagram = board(&position.board);
        // The cube is out of play in the Crawford game.
        if self.cube && !position.crawford {
            add_cube(&mut diagram, position.owner, position.cube().into());
        }
        for (place, action) in buttons(position) {
            diagram.add_button(place, &self.write_move(position, action));
        }
        let (situation, score) = (self.situation(position), self.score_line(position));
        let pips = pips(&position.board);
        diagram.caption = format!("{situation}; {score}; {pips}");
        diagram.match_score = Some(MatchScore {
            points: position.score.to_vec(),
            facts: self.facts(position),
            turn: format!("{situation}; {pips}"),
        });
        diagram
    }

    fn pieces(&self) -> Vec<Piece> {
        self.game.pieces()
    }

    fn seat_color(&self, seat: Seat) -> Option<PieceColor> {
        self.game.seat_color(seat)
    }

    /// The first game of the match, with the cube in the middle; the player on turn is to roll or double.
    fn arrange(&self, arrangement: &Arrangement) -> Result<MatchPosition, InputError> {
        self.first_game(&self.game.arrange(arrangement)?)
    }

    fn picks(&self, position: &MatchPosition, action: Action) -> Vec<Place> {
        match action {
            Action::Roll => vec![ROLL],
            Action::Double => vec![DOUBLE],
            Action::Take => vec![TAKE],
            Action::Drop => vec![DROP],
            Action::Play(play) => self.game.picks(&position.board, play),
        }
    }

    fn trail(&self, position: &MatchPosition, action: Action) -> Vec<Place> {
        match action {
            Action::Play(play) => self.game.trail(&position.board, play),
            Action::Roll | Action::Double | Action::Take | Action::Drop => Vec::new(),
        }
    }

    fn touch_among(&self, position: &MatchPosition, actions: &[Action], picked: &[Place]) -> Touch<Action> {
        if position.phase == Phase::Playing {
            let plays: Vec<Play> = actions
                .iter()
                .filter_map(|&action| if let Action::Play(play) = action { Some(play) } else { None })
                .collect();
            return match self.game.touch_among(&position.board, &plays, picked) {
                Touch::Targets(places) => Touch::Targets(places),
                Touch::Done(play) => Touch::Done(Action::Play(play)),
            };
        }
        let buttons = buttons(position);
        match *picked {
            [] => Touch::Targets(buttons.into_iter().map(|(place, _)| place).collect()),
            [pick] if let Some(&(_, action)) = buttons.iter().find(|(place, _)| *place == pick) => {
                Touch::Done(action)
            }
            _ => Touch::Targets(Vec::new()),
        }
    }
}

/// The buttons of the current phase.
fn buttons(position: &MatchPosition) -> Vec<(Place, Action)> {
    match position.phase {
        Phase::Deciding => vec![(ROLL, Action::Roll), (DOUBLE, Action::Double)],
        Phase::Answering => vec![(TAKE, Action::Take), (DROP, Action::Drop)],
        Phase::Opening | Phase::Rolling | Phase::Playing | Phase::Over => Vec::new(),
    }
}
