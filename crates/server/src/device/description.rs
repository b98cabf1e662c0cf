//! The screen of a device in words, for screen readers.

use device::chess::{Colour, Kind, Move};
use device::panel::PanelState;
use device::{Device, Game, GameEnd, Message, Playmap, Screen};
use device_home::move_text;

/// Describes the screen in a few short sentences.
pub(super) fn describe(device: &Device) -> String {
    let mut sentences: Vec<String> =
        device.message().map(|message| message_text(message).to_owned()).into_iter().collect();
    match device.screen() {
        Screen::Greeting => sentences.push("Definable chess. Press any key.".to_owned()),
        Screen::Menu { row } => {
            let map = match device.playmap() {
                Playmap::Ordinary => "ordinary chess",
                Playmap::Defined => "define the moves",
                Playmap::Loaded => "defined moves",
            };
            let rows = [
                format!("Playmap: {map}."),
                format!("Colormap: {}.", colour_name(device.next_player())),
                format!("Game: {}.", device.next_game().name()),
            ];
            // The row of the arrow comes first.
            let first = usize::from(row).min(rows.len() - 1);
            sentences.push(format!("Menu. {}", rows[first]));
            sentences.extend(
                rows.iter().enumerate().filter(|(index, _)| *index != first).map(|(_, row)| row.clone()),
            );
        }
        Screen::Define { .. } => {
            if let Some((kind, entry)) = device.definition() {
                let typed =
                    entry.typed().map_or_else(|| "nothing typed".to_owned(), |number| number.to_string());
                sentences.push(format!("Move {} of the {}: {typed}.", entry.index(), kind_name(kind)));
                let numbers: Vec<String> = entry.program().numbers().iter().map(u8::to_string).collect();
                if !numbers.is_empty() {
                    sentences.push(format!("So far {}.", numbers.join(" ")));
                }
            }
        }
        Screen::Play => describe_board(device, &mut sentences),
        Screen::Promotion { choice, .. } => {
            let kind = Kind::PROMOTIONS.get(usize::from(choice)).map_or("queen", |kind| kind_name(*kind));
            sentences.push(format!("The pawn becomes a {kind}."));
        }
        Screen::Panel => describe_panel(device, &mut sentences),
        Screen::Result { .. } if device.game() != Game::Chess => {
            sentences.push(
                match device.panel().state {
                    PanelState::Won => "The game is over. You win.",
                    PanelState::Lost => "The game is over. You lose.",
                    _ => "The game is a draw.",
                }
                .to_owned(),
            );
            sentences.push(format!("{}.", device.panel().text()));
        }
        Screen::Result { .. } => sentences.push(result_text(device).to_owned()),
    }
    sentences.join(" ")
}

fn describe_board(device: &Device, sentences: &mut Vec<String>) {
    let square = device.cursor_square();
    let name = square_name(square);
    sentences.push(match device.board().piece(square) {
        Some((colour, kind)) => format!("{name}, {} {}.", colour_name(colour), kind_name(kind)),
        None => format!("{name}, empty."),
    });
    if let Some(from) = device.lifted() {
        let kind = device.board().piece(from).map_or("piece", |(_, kind)| kind_name(kind));
        sentences.push(format!("In hand: the {kind} of {}.", square_name(from)));
    }
    let last = device.last_move().map(move_text);
    sentences.push(match (device.awaits_opponent(), last) {
        (true, _) => "The computer is thinking.".to_owned(),
        (false, Some(last)) => format!("The computer played {last}. Your turn."),
        (false, None) => "Your turn.".to_owned(),
    });
}

fn describe_panel(device: &Device, sentences: &mut Vec<String>) {
    let (panel, cursor) = (device.panel(), device.cursor());
    let name = cell_name(panel.game(), cursor);
    let cell = panel.cells[usize::from(cursor) % panel.cells.len()];
    let pieces = match cell.pieces() {
        None => "empty".to_owned(),
        Some((colour, 1)) => colour_name(colour).to_owned(),
        Some((colour, count)) => format!("{count} {}", colour_name(colour)),
    };
    let target = if cell.is_target() && cell.pieces().is_none() { ", possible" } else { "" };
    sentences.push(format!("{name}, {pieces}{target}."));
    let dice: Vec<String> = panel.dice.iter().filter(|die| **die != 0).map(u8::to_string).collect();
    if !dice.is_empty() {
        sentences.push(format!("Dice {}.", dice.join(" ")));
    }
    sentences.push(format!("{}.", panel.text()));
    let turn = if device.awaits_opponent() { "The computer is thinking." } else { "Your turn." };
    sentences.push(turn.to_owned());
}

fn cell_name(game: Game, cell: u8) -> String {
    let (columns, _) = game.grid();
    let (row, column) = (cell / columns, cell % columns);
    if game != Game::Backgammon {
        return format!("{}{}", char::from(b'a' + column), 8 - row.min(7));
    }
    match column {
        6 => "bar".to_owned(),
        13 => "tray".to_owned(),
        _ => {
            let place = column - u8::from(column > 6);
            format!("point {}", if row == 0 { 13 + place } else { 12 - place })
        }
    }
}

fn message_text(message: Message) -> &'static str {
    match message {
        Message::Illegal => "It cannot go there.",
        Message::NotYours => "There is no piece of yours.",
        Message::Check => "Check.",
        Message::NotThere => "Nothing can be done there.",
        Message::Score => "The score:",
        Message::Wiped => "Wiped: numbers go up to 64.",
        Message::EmptyProgram => "The program needs a square.",
        Message::PawnProgram => "A pawn has two numbers and no 64.",
        Message::FullProgram => "No more numbers fit.",
        Message::BadArmy => {
            "These moves cannot be played: a king could be taken at once, or nothing can move."
        }
    }
}

fn result_text(device: &Device) -> &'static str {
    let is_won = |winner: Colour| winner == device.player();
    match device.end() {
        Some(GameEnd::Mate(winner)) if is_won(winner) => "Mate. You win.",
        Some(GameEnd::Mate(_)) => "Mate. The computer wins.",
        Some(GameEnd::Stalemate) => "Stalemate. A draw.",
        Some(GameEnd::Draw) => "The game is a draw.",
        Some(GameEnd::Win(winner)) if is_won(winner) => "The game is over. You win.",
        Some(GameEnd::Win(_)) => "The game is over. The computer wins.",
        None => "The game is over.",
    }
}

fn colour_name(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "white",
        Colour::Black => "black",
    }
}

fn kind_name(kind: Kind) -> &'static str {
    ["pawn", "knight", "bishop", "rook", "queen", "king"][kind.index()]
}

fn square_name(square: u8) -> String {
    let mut name = move_text(Move { from: square, to: square, promotion: None });
    name.truncate(2);
    name
}

#[cfg(test)]
mod tests {
    use super::*;
    use device::Key;

    #[test]
    fn every_screen_has_words() {
        let mut device = Device::new();
        let mut press = |keys: &str| {
            for key in keys.chars() {
                device.key(Key::of(key).unwrap(), 0);
            }
            describe(&device)
        };
        assert_eq!(press(""), "Definable chess. Press any key.");
        assert_eq!(press("5"), "Menu. Playmap: ordinary chess. Colormap: white. Game: Chess.");
        assert_eq!(press("65"), "Move 1 of the king: nothing typed.");
        assert_eq!(press("9#1"), "Move 2 of the king: 1. So far 9.");
        assert_eq!(press("A45"), "e2, white pawn. Your turn.");
        assert_eq!(press("52"), "e3, empty. In hand: the pawn of e2. Your turn.");
        assert_eq!(
            press("222225"),
            "It cannot go there. e8, black king. In hand: the pawn of e2. Your turn."
        );
        assert_eq!(press("88885"), "e4, white pawn. The computer is thinking.");
    }
}
