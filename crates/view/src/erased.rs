//! Games and positions without their types, for callers that learn only at run time which game they have.
//!
//! [`DynGame`] and [`DynPosition`] are implemented for every [`Playable`] game. Positions and moves stay typed inside:
//! [`DynPosition::as_any`] gives an engine of the same game the typed position back, and [`DynMove::get`] the typed move.
//! Text appears only where people, files and other programs read or write it.

use std::any::{Any, TypeId};
use std::convert::Infallible;
use std::fmt;
use std::sync::{Arc, OnceLock};

use rules::{InputError, Outcome, Random, Repetition, RetireReason, Seat, Status};

use crate::diagram::{Piece, PieceColor};
use crate::{Arrangement, Diagram, Guide, Place, Playable, Touch};

/// Declares an object-safe trait together with its blanket implementation over all playable games `R`, so that each
/// method is written once.
macro_rules! erased {
    (
        $(#[$about:meta])*
        pub trait $name:ident for $target:ty where $r:ident: Playable;
        read { $( $(#[$doc:meta])*
            fn $method:ident(&$this:ident $(, $arg:ident: $kind:ty)*) $(-> $output:ty)? $body:block )* }
        write { $( $(#[$doc_mut:meta])*
            fn $method_mut:ident(&mut $this_mut:ident $(, $arg_mut:ident: $kind_mut:ty)*)
            $(-> $output_mut:ty)? $body_mut:block )* }
    ) => {
        $(#[$about])*
        pub trait $name: Send + Sync {
            $( $(#[$doc])* fn $method(&self $(, $arg: $kind)*) $(-> $output)?; )*
            $( $(#[$doc_mut])* fn $method_mut(&mut self $(, $arg_mut: $kind_mut)*) $(-> $output_mut)?; )*
        }

        impl<$r: Playable> $name for $target {
            $( fn $method(&$this $(, $arg: $kind)*) $(-> $output)? $body )*
            $( fn $method_mut(&mut $this_mut $(, $arg_mut: $kind_mut)*) $(-> $output_mut)? $body_mut )*
        }
    };
}

/// A legal move of a [`DynPosition`].
#[derive(Clone)]
pub struct DynMove(Arc<dyn ErasedMove>);

/// A move of any type that can be compared and printed.
trait ErasedMove: Any + fmt::Debug + Send + Sync {
    fn equals(&self, other: &dyn Any) -> bool;
}

impl<M: Eq + fmt::Debug + Send + Sync + 'static> ErasedMove for M {
    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }
}

impl DynMove {
    /// Erases the type of a move.
    pub fn new<M: Copy + Eq + fmt::Debug + Send + Sync + 'static>(mv: M) -> DynMove {
        DynMove(Arc::new(mv))
    }

    /// The move, if it is of this type.
    pub fn get<M: Copy + 'static>(&self) -> Option<M> {
        let any: &dyn Any = &*self.0;
        any.downcast_ref().copied()
    }
}

impl PartialEq for DynMove {
    fn eq(&self, other: &DynMove) -> bool {
        let other: &dyn Any = &*other.0;
        self.0.equals(other)
    }
}

impl Eq for DynMove {}

impl fmt::Debug for DynMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("DynMove").field(&self.0).finish()
    }
}

/// A played move: its notation and the places it passes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The move in the game's own notation.
    pub text: String,
    /// The places that a piece passes, for animation.
    pub trail: Vec<Place>,
    /// `true` if the move completes the seat's turn.
    pub completes_turn: bool,
}

/// A position together with its rules. Status and legal moves are generated once and cached until the next move.
pub struct GamePosition<R: Playable> {
    rules: Arc<R>,
    position: R::Position,
    generated: OnceLock<(Status, Vec<R::Move>)>,
}

impl<R: Playable> Clone for GamePosition<R> {
    fn clone(&self) -> Self {
        let GamePosition { rules, position, generated } = self;
        GamePosition { rules: Arc::clone(rules), position: position.clone(), generated: generated.clone() }
    }
}

impl<R: Playable> GamePosition<R> {
    /// A position of these rules.
    pub fn new(rules: Arc<R>, position: R::Position) -> GamePosition<R> {
        GamePosition { rules, position, generated: OnceLock::new() }
    }

    /// The rules.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// The position.
    pub fn position(&self) -> &R::Position {
        &self.position
    }

    /// Legal moves, in the generator's order.
    pub fn moves(&self) -> &[R::Move] {
        &self.generated().1
    }

    fn generated(&self) -> &(Status, Vec<R::Move>) {
        self.generated.get_or_init(|| {
            let mut moves = Vec::new();
            let status = self.rules.legal_moves(&self.position, &mut moves);
            (status, moves)
        })
    }

    /// Changes the position and drops what was generated for the old one.
    fn change<T>(&mut self, change: impl FnOnce(&R, &mut R::Position) -> T) -> T {
        self.generated = OnceLock::new();
        change(&self.rules, &mut self.position)
    }
}

/// Erases the type of a game.
pub fn erase<R: Playable>(rules: R) -> Arc<dyn DynGame> {
    Arc::new(Arc::new(rules))
}

erased! {
    /// A game whose type is not known at compile time.
    pub trait DynGame for Arc<R> where R: Playable;
    read {
        /// Number of seats.
        fn seats(&self) -> u8 { (**self).seats() }
        /// `true` if the game has dice.
        fn has_dice(&self) -> bool { TypeId::of::<R::Roll>() != TypeId::of::<Infallible>() }
        /// The complete rules; see [`rules::Notation::rules_text`].
        fn rules_text(&self) -> String { (**self).rules_text() }
        /// Name of a seat.
        fn seat_name(&self, seat: Seat) -> String { (**self).seat_name(seat) }
        /// The start position.
        fn start(&self) -> Box<dyn DynPosition> {
            Box::new(GamePosition::new(Arc::clone(self), (**self).start()))
        }
        /// Reads a position; `start` is always the start position.
        fn read_position(&self, text: &str) -> Result<Box<dyn DynPosition>, InputError> {
            let position = rules::read_position(&**self, text)?;
            Ok(Box::new(GamePosition::new(Arc::clone(self), position)))
        }
        /// Kinds of pieces that can be placed on the board, in palette order.
        fn pieces(&self) -> Vec<Piece> { (**self).pieces() }
        /// Explanation of how the pieces move; see [`Playable::guide`].
        fn guide(&self) -> Option<Guide> { (**self).guide() }
        /// Colour of a seat's pieces, if it has one of its own.
        fn seat_color(&self, seat: Seat) -> Option<PieceColor> { (**self).seat_color(seat) }
        /// Position of placed pieces; see [`Playable::arrange`].
        fn arrange(&self, arrangement: &Arrangement) -> Result<Box<dyn DynPosition>, InputError> {
            let position = (**self).arrange(arrangement)?;
            Ok(Box::new(GamePosition::new(Arc::clone(self), position)))
        }
    }
    write {}
}

erased! {
    /// A position of a [`DynGame`].
    pub trait DynPosition for GamePosition<R> where R: Playable;
    read {
        /// The typed position, a [`Rules::Position`](rules::Rules::Position).
        fn as_any(&self) -> &dyn Any { &self.position }
        /// A copy of this position.
        fn duplicate(&self) -> Box<dyn DynPosition> { Box::new(self.clone()) }
        /// Status of the position.
        fn status(&self) -> Status { self.generated().0 }
        /// Legal moves in the game's notation.
        fn moves(&self) -> Vec<String> {
            self.generated().1.iter().map(|&mv| self.rules.write_move(&self.position, mv)).collect()
        }
        /// Number of legal moves.
        fn move_count(&self) -> usize { self.generated().1.len() }
        /// A random legal move in the game's notation.
        fn random_move(&self, random: &mut Random) -> Option<String> {
            random.pick(&self.generated().1).map(|&mv| self.rules.write_move(&self.position, mv))
        }
        /// Reads a legal move.
        fn read_move(&self, text: &str) -> Result<DynMove, InputError> {
            self.rules.read_move_among(&self.position, &self.generated().1, text).map(DynMove::new)
        }
        /// Writes a legal move; `None` if it is a move of another game.
        fn write_move(&self, mv: &DynMove) -> Option<String> {
            mv.get().map(|mv| self.rules.write_move(&self.position, mv))
        }
        /// Writes a variation that starts here, up to a roll or a move that is not legal.
        fn write_moves(&self, moves: &[DynMove]) -> Vec<String> {
            let (mut texts, mut at) = (Vec::new(), self.position.clone());
            for mv in moves.iter().map_while(DynMove::get) {
                if !matches!(self.rules.status(&at), Status::Turn(_)) || !self.rules.is_legal(&at, mv) {
                    break;
                }
                texts.push(self.rules.write_move(&at, mv));
                self.rules.play(&mut at, mv);
            }
            texts
        }
        /// Possible rolls with their weights.
        fn rolls(&self) -> Vec<(String, u32)> {
            let rolls = self.rules.rolls(&self.position).iter();
            rolls.map(|&(roll, weight)| (self.rules.write_roll(roll), weight)).collect()
        }
        /// Name of what a resignation loses.
        fn resignation(&self, seat: Seat) -> &'static str { self.rules.resignation(&self.position, seat) }
        /// Partial resignations; see [`rules::TableRules::concessions`].
        fn concessions(&self, seat: Seat) -> &'static [&'static str] {
            self.rules.concessions(&self.position, seat)
        }
        /// `true` while the seat takes part.
        fn is_active(&self, seat: Seat) -> bool { self.rules.is_active(&self.position, seat) }
        /// Outcome of a draw by agreement; `None` if the game has no draws.
        fn draw(&self) -> Option<Outcome> { self.rules.draw(&self.position) }
        /// Key that repetition compares.
        fn key(&self) -> u64 { self.rules.key(&self.position) }
        /// Key that a claim of a draw compares besides, after a move of `mover`.
        fn claim_key(&self, mover: Seat) -> Option<u64> { self.rules.claim_key(&self.position, mover) }
        /// Consequence of this position occurring for the `times`-th time.
        fn repeated(&self, times: u32) -> Repetition { self.rules.repeated(&self.position, times) }
        /// The position as one line.
        fn position(&self) -> String { self.rules.write_position(&self.position) }
        /// Picture of the position.
        fn diagram(&self) -> Diagram {
            let (status, moves) = self.generated();
            self.rules.diagram_among(&self.position, *status, moves)
        }
        /// Resolves the places clicked so far.
        fn touch_move(&self, picked: &[Place]) -> Touch<DynMove> {
            match self.rules.touch_among(&self.position, &self.generated().1, picked) {
                Touch::Targets(places) => Touch::Targets(places),
                Touch::Done(mv) => Touch::Done(DynMove::new(mv)),
            }
        }
        /// Resolves the places clicked so far; a complete move is returned in the game's notation.
        fn touch(&self, picked: &[Place]) -> Touch<String> {
            match self.rules.touch_among(&self.position, &self.generated().1, picked) {
                Touch::Targets(places) => Touch::Targets(places),
                Touch::Done(mv) => Touch::Done(self.rules.write_move(&self.position, mv)),
            }
        }
    }
    write {
        /// Plays a legal move. On an error the position is unchanged.
        fn play(&mut self, mv: &DynMove) -> Result<Played, InputError> {
            let legal = mv.get::<R::Move>().filter(|mv| self.generated().1.contains(mv));
            let mv = legal.ok_or_else(|| InputError::new("cannot play this move: it is not legal here"))?;
            let played = Played {
                text: self.rules.write_move(&self.position, mv),
                trail: self.rules.trail(&self.position, mv),
                completes_turn: self.rules.completes_turn(&self.position, mv),
            };
            self.change(|rules, position| rules.play(position, mv));
            Ok(played)
        }
        /// Reads and plays a legal move. On an error the position is unchanged.
        fn play_text(&mut self, text: &str) -> Result<Played, InputError> {
            let mv = self.read_move(text)?;
            self.play(&mv)
        }
        /// Applies a roll. On an error the position is unchanged.
        fn apply_roll(&mut self, text: &str) -> Result<(), InputError> {
            let roll = self.rules.read_roll(&self.position, text)?;
            self.change(|rules, position| rules.apply_roll(position, roll));
            Ok(())
        }
        /// Removes a seat; see [`rules::TableRules::retire`].
        fn retire(&mut self, seat: Seat, why: RetireReason) -> Option<Outcome> {
            self.change(|rules, position| rules.retire(position, seat, why))
        }
        /// Applies an accepted concession.
        fn concede(&mut self, seat: Seat, concession: usize) -> Option<Outcome> {
            self.change(|rules, position| rules.concede(position, seat, concession))
        }
    }
}
