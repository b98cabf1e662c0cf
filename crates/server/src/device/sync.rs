//! Agreement between a device and the room of its game. The room has the truth, except for a move that has not reached it.

use std::sync::Arc;

use device::Device;
use device::chess::{Army, Board, Move};
use device_home::{LatestBoard, device_move, seat_of};
use rules::{Outcome, Seat};

use crate::api_error::ApiError;
use crate::lobby::Lobby;
use crate::room::{GameState, RoomCommand};

/// A game in its room, with the moves as the device writes them.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct RoomGame {
    /// Moves: the text of the room, and the move of the device.
    pub(super) moves: Vec<(String, Move)>,
    /// Number of the last event.
    pub(super) latest: u64,
    turn: Option<Seat>,
    outcome: Option<Outcome>,
}

/// Reads the game of a table. The moves in `known` need no translation.
pub(super) async fn read_game(
    lobby: &Arc<Lobby>,
    table: &str,
    army: Army,
    known: Vec<(String, Move)>,
) -> Result<RoomGame, ApiError> {
    let state = lobby.ask(table, |reply| RoomCommand::Game { reply }).await?;
    lobby.blocking.run_queued(move || translate(&state, &army, &known)).await?
}

fn translate(state: &GameState, army: &Army, known: &[(String, Move)]) -> Result<RoomGame, ApiError> {
    let mut position = state.game.read_position(&state.start)?;
    let mut board = Board::start(army);
    let mut moves = Vec::with_capacity(state.moves.len());
    for (index, text) in state.moves.iter().enumerate() {
        let played = position.read_move(text)?;
        let known_move = known.get(index).filter(|(known, _)| known == text).map(|(_, mv)| *mv);
        // After a takeback the same text may be another move, so a known move must still be legal.
        let mv = known_move
            .filter(|mv| board.is_legal(army, *mv))
            .or_else(|| device_move(&*position, &played, &board, army));
        let mv = mv.ok_or_else(|| ApiError::conflict(format!("the device does not know the move {text}")))?;
        position.play(&played)?;
        board.play(mv);
        moves.push((text.clone(), mv));
    }
    Ok(RoomGame { moves, latest: state.latest, turn: state.turn, outcome: state.outcome })
}

/// Makes a device agree with its game. Returns the player's last move if the room does not have it yet and `may_send`.
pub(super) fn reconcile(device: &mut Device, game: &RoomGame, may_send: bool, now: u32) -> Option<Move> {
    let army = *device.army();
    let last = game.moves.last().map(|(_, mv)| *mv);
    let mut latest = LatestBoard { board: Board::start(&army), before: None, last };
    for (_, mv) in &game.moves {
        latest.before = Some(latest.board);
        latest.board.play(*mv);
    }
    let may_lack = may_send && game.turn == Some(seat_of(device.player()));
    if may_lack && *device.board() != latest.board {
        let missing = move_between(&latest.board, device.board(), &army);
        if missing.is_some() {
            return missing;
        }
    }
    latest.show(device, game.outcome, now);
    None
}

/// The legal move that leads from one board to another.
fn move_between(from: &Board, to: &Board, army: &Army) -> Option<Move> {
    let mut found = None;
    from.for_legal_moves(army, |mv| {
        let mut after = *from;
        after.play(mv);
        found = (after == *to).then_some(mv);
        found.is_none()
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use device::{GameEnd, Key, Screen};

    fn started() -> Device {
        let mut device = Device::new();
        for key in ['5', '5'] {
            device.key(Key::of(key).unwrap(), 0);
        }
        assert_eq!(device.screen(), Screen::Play);
        device
    }

    fn press(device: &mut Device, keys: &str) {
        for key in keys.chars() {
            device.key(Key::of(key).unwrap(), 0);
        }
    }

    fn mv(from: u8, to: u8) -> (String, Move) {
        (String::new(), Move { from, to, promotion: None })
    }

    fn game(moves: Vec<(String, Move)>) -> RoomGame {
        let turn = if moves.len().is_multiple_of(2) { Seat::FIRST } else { Seat::SECOND };
        RoomGame { moves, latest: 0, turn: Some(turn), outcome: None }
    }

    #[test]
    fn a_move_that_the_room_lacks_is_sent_again_or_undone() {
        let mut device = started();
        // From e2 to e4.
        press(&mut device, "5225");
        assert!(device.awaits_opponent());
        let sent = reconcile(&mut device, &game(vec![]), true, 0);
        assert_eq!(sent, Some(mv(52, 36).1));
        assert_eq!(reconcile(&mut device, &game(vec![]), false, 0), None);
        assert_eq!(*device.board(), Board::start(device.army()));
    }

    #[test]
    fn moves_and_takebacks_of_the_table_page_are_followed() {
        let mut device = started();
        let both = vec![mv(52, 36), mv(12, 28)];
        assert_eq!(reconcile(&mut device, &game(both.clone()), true, 0), None);
        assert!(!device.awaits_opponent() && device.board().piece(28).is_some());
        assert_eq!(reconcile(&mut device, &game(vec![]), true, 0), None);
        assert_eq!(*device.board(), Board::start(device.army()));
        press(&mut device, "5225");
        assert_eq!(reconcile(&mut device, &game(both), true, 0), None);
        assert_eq!(device.last_move(), Some(mv(12, 28).1));
    }

    #[test]
    fn a_game_that_was_resigned_elsewhere_ends() {
        let mut device = started();
        let outcome = Some(Outcome::win(2, Seat::SECOND, "resignation"));
        let game = RoomGame { turn: None, outcome, ..game(vec![]) };
        assert_eq!(reconcile(&mut device, &game, true, 0), None);
        assert_eq!(device.end(), Some(GameEnd::Win(device::chess::Colour::Black)));
    }
}
