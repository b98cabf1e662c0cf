//! Screens and messages of the device, and its requests to its home.

use crate::chess::{Colour, Move};

/// Choice of the menu: how the pieces move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Playmap {
    /// Ordinary chess.
    Ordinary,
    /// Moves that are entered before the game.
    Defined,
    /// Moves that were loaded, or entered before.
    Loaded,
}

/// A screen of the device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Screen {
    /// The greeting.
    Greeting,
    /// The menu, with its arrow at a row.
    Menu {
        /// Row of the arrow, from 0.
        row: u8,
    },
    /// The definition of a kind's moves.
    Define {
        /// Index of the kind in the order of definition.
        index: u8,
    },
    /// The board.
    Play,
    /// The kinds that a pawn may become.
    Promotion {
        /// Square of the pawn.
        from: u8,
        /// Square it goes to.
        to: u8,
        /// Index in [`Kind::PROMOTIONS`](crate::chess::Kind::PROMOTIONS).
        choice: u8,
    },
    /// The board of another game.
    Panel,
    /// The final board, with the result or without.
    Result {
        /// `true` if the result covers a part of the board.
        is_shown: bool,
    },
}

/// A short text over the board or below a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Message {
    /// The lifted piece cannot go there.
    Illegal,
    /// The square has no piece of the player.
    NotYours,
    /// The player's king is attacked.
    Check,
    /// A number above 64 was wiped.
    Wiped,
    /// A program needs a square.
    EmptyProgram,
    /// A pawn has two numbers and no cut.
    PawnProgram,
    /// No more numbers fit.
    FullProgram,
    /// With these moves a king could be captured at once, or the first player cannot move.
    BadArmy,
    /// Nothing can be done with the cell.
    NotThere,
    /// The text of the panel.
    Score,
}

/// End of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameEnd {
    /// Mate; the colour has won.
    Mate(Colour),
    /// Stalemate.
    Stalemate,
    /// A draw by a rule that the board does not know, such as repetition.
    Draw,
    /// Another end: the colour has won.
    Win(Colour),
}

impl GameEnd {
    /// Ends with their codes in a snapshot.
    const CODES: [(GameEnd, u8); 6] = [
        (GameEnd::Mate(Colour::White), 0),
        (GameEnd::Mate(Colour::Black), 1),
        (GameEnd::Stalemate, 2),
        (GameEnd::Draw, 3),
        (GameEnd::Win(Colour::White), 4),
        (GameEnd::Win(Colour::Black), 5),
    ];

    pub(crate) fn code(self) -> u8 {
        GameEnd::CODES.iter().find(|(end, _)| *end == self).map_or(u8::MAX, |(_, code)| *code)
    }

    pub(crate) fn of_code(code: u8) -> Option<GameEnd> {
        GameEnd::CODES.iter().find(|(_, other)| *other == code).map(|(end, _)| *end)
    }
}

/// Request to a home after a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing.
    None,
    /// A game begins: [`Device::game`](crate::Device::game), with [`Device::player`](crate::Device::player), and for chess
    /// [`Device::army`](crate::Device::army).
    NewGame,
    /// The player has moved.
    Moved(Move),
    /// The player has picked a cell of the panel.
    Picked(u8),
    /// The player has pressed Enter at a panel: pass, or show the next solution.
    Entered,
    /// The player takes back what was picked at a panel.
    Erased,
    /// The player has left the game for the menu.
    Left,
}
