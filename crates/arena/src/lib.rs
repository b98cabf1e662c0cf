//! Many games at once.
//!
//! A [`Contest`] plays two engines against each other in pairs of games and tells of each game in a [`Report`]; a
//! [`Tally`] adds reports up, a [`Rating`] says what they mean, a [`Journal`] keeps them as text so that a contest can be
//! taken up again, and [`record`] makes the record of a game. Which game and which engines is decided once, outside;
//! everything here is typed.

mod contest;
mod course;
mod game;
mod journal;
mod opening;
mod pace;
mod playouts;
mod rating;
mod recording;
mod report;
mod side;
mod tally;
mod terms;
mod timer;

pub use contest::{Contest, Engines, Finished};
pub use course::{CONSENT, Ply};
pub use journal::{Journal, Kept};
pub use opening::usual_openings;
pub use pace::{Pace, Pacer};
pub use playouts::{Playouts, playouts};
pub use rating::Rating;
pub use recording::record;
pub use report::{Ending, Failure, Report, Thinking, Verdict};
pub use side::Side;
pub use tally::Tally;
pub use terms::Terms;
pub use timer::{Timer, timed};
