//! Entering a move by picking places.

use view::{Diagram, DynMove, DynPosition, Place, Touch};

use crate::board::lifted;

/// The places picked so far.
#[derive(Default, Debug)]
pub(crate) struct MoveInput {
    picked: Vec<Place>,
}

/// Result of a pick.
#[derive(Debug)]
pub(crate) enum Pick {
    /// The picks are a complete move.
    Move(DynMove),
    /// More places have to be picked, or the pick was taken back.
    Changed,
    /// No move goes there.
    Nowhere,
}

impl MoveInput {
    /// The places picked so far.
    pub(crate) fn picked(&self) -> &[Place] {
        &self.picked
    }

    /// Takes back all picks; `true` if there were any.
    pub(crate) fn cancel(&mut self) -> bool {
        let had_any = !self.picked.is_empty();
        self.picked.clear();
        had_any
    }

    /// Places that may be picked next.
    pub(crate) fn targets(&self, board: &dyn DynPosition) -> Vec<Place> {
        match board.touch_move(&self.picked) {
            Touch::Targets(places) => places,
            Touch::Done(_) => Vec::new(),
        }
    }

    /// Picks a place. A second pick of the same place takes it back, and another piece may be picked instead.
    pub(crate) fn pick(&mut self, board: &dyn DynPosition, diagram: &Diagram, place: Place) -> Pick {
        if self.targets(board).contains(&place) {
            self.picked.push(place);
            return self.resolve(board);
        }
        if self.picked.last() == Some(&place) {
            self.picked.pop();
            return Pick::Changed;
        }
        if lifted(diagram, &self.picked).is_some() {
            let others = MoveInput { picked: self.picked[..self.picked.len() - 1].to_vec() };
            if others.targets(board).contains(&place) {
                *self = others;
                self.picked.push(place);
                return self.resolve(board);
            }
        }
        Pick::Nowhere
    }

    fn resolve(&mut self, board: &dyn DynPosition) -> Pick {
        match board.touch_move(&self.picked) {
            Touch::Done(mv) => {
                self.picked.clear();
                Pick::Move(mv)
            }
            Touch::Targets(places) if places.is_empty() => {
                self.picked.pop();
                Pick::Nowhere
            }
            Touch::Targets(_) => Pick::Changed,
        }
    }
}

#[cfg(test)]
mod tests {
    use games::catalog;
    use rules::{Random, Status};

    use super::*;

    /// Every game can be played to its end, or for a while, by picks alone.
    #[test]
    fn every_game_is_played_by_picks() {
        for info in &catalog::GAMES {
            for preset in info.presets {
                let mut board = catalog::open(info.name, preset.settings).unwrap().start();
                let mut random = Random::new(7);
                for _ in 0..60 {
                    match board.status() {
                        Status::Over(_) => break,
                        Status::Chance => {
                            let rolls = board.rolls();
                            board.apply_roll(&random.pick(&rolls).unwrap().0).unwrap();
                        }
                        Status::Turn(_) => {
                            let diagram = board.diagram();
                            let mut input = MoveInput::default();
                            loop {
                                let targets = input.targets(&*board);
                                let place = *random.pick(&targets).unwrap();
                                match input.pick(&*board, &diagram, place) {
                                    Pick::Move(mv) => {
                                        board.play(&mv).unwrap();
                                        break;
                                    }
                                    Pick::Changed => {}
                                    Pick::Nowhere => panic!("{}: a target leads nowhere", preset.title),
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn picks_are_taken_back_and_changed() {
        let board = catalog::open("chess", "").unwrap().start();
        let diagram = board.diagram();
        let at = |name: &str| diagram.spots.iter().find(|spot| spot.name == name).unwrap().place;
        let mut input = MoveInput::default();
        assert!(matches!(input.pick(&*board, &diagram, at("e5")), Pick::Nowhere));
        assert!(matches!(input.pick(&*board, &diagram, at("e2")), Pick::Changed));
        assert!(matches!(input.pick(&*board, &diagram, at("d2")), Pick::Changed), "another piece");
        assert_eq!(input.picked(), [at("d2")]);
        assert!(matches!(input.pick(&*board, &diagram, at("d2")), Pick::Changed), "taken back");
        assert!(input.picked().is_empty() && !input.cancel());
        input.pick(&*board, &diagram, at("e2"));
        assert!(matches!(input.pick(&*board, &diagram, at("e4")), Pick::Move(_)));
    }
}
