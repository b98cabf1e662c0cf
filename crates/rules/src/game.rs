//! The contract with text in and text out, for those who learn only at run time which game they have.

use std::any::TypeId;
use std::convert::Infallible;
use std::sync::Arc;

use crate::diagram::{Paint, Piece};
use crate::{
    Arrangement, Diagram, Fault, Guide, Leaving, Notation, Outcome, Place, Playable, Random, Repetition,
    Seat, Stage, Touch,
};

/// A game whose type is not known: the servers', the records' and the processes' view of [`Rules`](crate::Rules).
pub trait Game: Send + Sync {
    /// How many play.
    fn seats(&self) -> u8;
    /// Whether dice are rolled in it.
    fn has_dice(&self) -> bool;
    /// The rules in full; see [`Notation::rules_text`].
    fn rules_text(&self) -> String;
    /// What a seat is called.
    fn seat_name(&self, seat: Seat) -> String;
    /// The position before the first move.
    fn start(&self) -> Box<dyn Board>;
    /// Reads a position; `start` is always the start position.
    fn read_position(&self, text: &str) -> Result<Box<dyn Board>, Fault>;
    /// The kinds of pieces that can be put on the board, in the order of a palette.
    fn pieces(&self) -> Vec<Piece>;
    /// How the pieces move; see [`Playable::guide`].
    fn guide(&self) -> Option<Guide>;
    /// The colour of a seat's pieces, if they have one that is theirs.
    fn seat_paint(&self, seat: Seat) -> Option<Paint>;
    /// The position with these pieces; see [`Playable::arrange`].
    fn arrange(&self, arrangement: &Arrangement) -> Result<Box<dyn Board>, Fault>;
}

/// A move that was understood: how it is properly written, and the places it passes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The move in the game's own notation.
    pub text: String,
    /// The places a piece passes, for showing it.
    pub trail: Vec<Place>,
    /// Whether the seat has completed its turn by it.
    pub completes_turn: bool,
}

/// A position of a [`Game`].
pub trait Board: Send + Sync {
    /// A second board with the same position.
    fn duplicate(&self) -> Box<dyn Board>;
    /// What the position waits for.
    fn stage(&self) -> Stage;
    /// The legal moves, written out.
    fn moves(&self) -> Vec<String>;
    /// One of the legal moves by chance, written out.
    fn random_move(&self, random: &mut Random) -> Option<String>;
    /// Plays a legal move; on a fault nothing has changed.
    fn play(&mut self, text: &str) -> Result<Played, Fault>;
    /// The throws that can come, with their weights.
    fn rolls(&self) -> Vec<(String, u32)>;
    /// Puts a throw on the table; on a fault nothing has changed.
    fn settle(&mut self, text: &str) -> Result<(), Fault>;
    /// A seat leaves; see [`Rules::retire`](crate::Rules::retire).
    fn retire(&mut self, seat: Seat, why: Leaving) -> Option<Outcome>;
    /// What a seat may offer to lose; see [`Rules::concessions`](crate::Rules::concessions).
    fn concessions(&self, seat: Seat) -> &'static [&'static str];
    /// A seat loses one of its concessions.
    fn concede(&mut self, seat: Seat, concession: usize) -> Option<Outcome>;
    /// Whether the seat still takes part.
    fn takes_part(&self, seat: Seat) -> bool;
    /// The end if all agree on a draw; nothing if the game knows none.
    fn draw(&self) -> Option<Outcome>;
    /// What repetition compares.
    fn key(&self) -> u64;
    /// What follows when this position stands for the `times`-th time.
    fn repeated(&self, times: u32) -> Repetition;
    /// The position as one line.
    fn position(&self) -> String;
    /// The picture of the position.
    fn diagram(&self) -> Diagram;
    /// What the places picked so far amount to.
    fn touch(&self, picked: &[Place]) -> Touch<String>;
}

/// The facade of a game.
pub fn game<R: Playable>(rules: R) -> Arc<dyn Game> {
    Arc::new(Facade { rules: Arc::new(rules) })
}

struct Facade<R> {
    rules: Arc<R>,
}

impl<R: Playable> Game for Facade<R> {
    fn seats(&self) -> u8 {
        self.rules.seats()
    }

    fn has_dice(&self) -> bool {
        TypeId::of::<R::Roll>() != TypeId::of::<Infallible>()
    }

    fn rules_text(&self) -> String {
        self.rules.rules_text()
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.rules.seat_name(seat)
    }

    fn start(&self) -> Box<dyn Board> {
        Box::new(Standing { rules: Arc::clone(&self.rules), position: self.rules.start() })
    }

    fn read_position(&self, text: &str) -> Result<Box<dyn Board>, Fault> {
        let position = read_position(&*self.rules, text)?;
        Ok(Box::new(Standing { rules: Arc::clone(&self.rules), position }))
    }

    fn pieces(&self) -> Vec<Piece> {
        self.rules.pieces()
    }

    fn guide(&self) -> Option<Guide> {
        self.rules.guide()
    }

    fn seat_paint(&self, seat: Seat) -> Option<Paint> {
        self.rules.seat_paint(seat)
    }

    fn arrange(&self, arrangement: &Arrangement) -> Result<Box<dyn Board>, Fault> {
        let position = self.rules.arrange(arrangement)?;
        Ok(Box::new(Standing { rules: Arc::clone(&self.rules), position }))
    }
}

/// Reads a position where `start` may stand for the start position.
pub fn read_position<R: Notation>(rules: &R, text: &str) -> Result<R::Position, Fault> {
    if text.trim() == "start" { Ok(rules.start()) } else { rules.read_position(text.trim()) }
}

struct Standing<R: Playable> {
    rules: Arc<R>,
    position: R::Position,
}

impl<R: Playable> Board for Standing<R> {
    fn duplicate(&self) -> Box<dyn Board> {
        Box::new(Standing { rules: Arc::clone(&self.rules), position: self.position.clone() })
    }

    fn stage(&self) -> Stage {
        self.rules.stage(&self.position)
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.rules.survey(&self.position, &mut moves);
        moves.into_iter().map(|mv| self.rules.write_move(&self.position, mv)).collect()
    }

    fn random_move(&self, random: &mut Random) -> Option<String> {
        let mut moves = Vec::new();
        self.rules.survey(&self.position, &mut moves);
        random.pick(&moves).map(|&mv| self.rules.write_move(&self.position, mv))
    }

    fn play(&mut self, text: &str) -> Result<Played, Fault> {
        let mv = self.rules.read_move(&self.position, text)?;
        let played = Played {
            text: self.rules.write_move(&self.position, mv),
            trail: self.rules.trail(&self.position, mv),
            completes_turn: self.rules.completes_turn(&self.position, mv),
        };
        self.rules.play(&mut self.position, mv);
        Ok(played)
    }

    fn rolls(&self) -> Vec<(String, u32)> {
        let rolls = self.rules.rolls(&self.position);
        rolls.iter().map(|&(roll, weight)| (self.rules.write_roll(roll), weight)).collect()
    }

    fn settle(&mut self, text: &str) -> Result<(), Fault> {
        let roll = self.rules.read_roll(&self.position, text)?;
        self.rules.settle(&mut self.position, roll);
        Ok(())
    }

    fn retire(&mut self, seat: Seat, why: Leaving) -> Option<Outcome> {
        self.rules.retire(&mut self.position, seat, why)
    }

    fn concessions(&self, seat: Seat) -> &'static [&'static str] {
        self.rules.concessions(&self.position, seat)
    }

    fn concede(&mut self, seat: Seat, concession: usize) -> Option<Outcome> {
        self.rules.concede(&mut self.position, seat, concession)
    }

    fn takes_part(&self, seat: Seat) -> bool {
        self.rules.takes_part(&self.position, seat)
    }

    fn draw(&self) -> Option<Outcome> {
        self.rules.draw(&self.position)
    }

    fn key(&self) -> u64 {
        self.rules.key(&self.position)
    }

    fn repeated(&self, times: u32) -> Repetition {
        self.rules.repeated(&self.position, times)
    }

    fn position(&self) -> String {
        self.rules.write_position(&self.position)
    }

    fn diagram(&self) -> Diagram {
        self.rules.diagram(&self.position)
    }

    fn touch(&self, picked: &[Place]) -> Touch<String> {
        match self.rules.touch(&self.position, picked) {
            Touch::Targets(places) => Touch::Targets(places),
            Touch::Done(mv) => Touch::Done(self.rules.write_move(&self.position, mv)),
        }
    }
}
