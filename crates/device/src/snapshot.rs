//! The state of a device as bytes, for a memory that outlives the power.

use crate::chess::{Army, Board, Colour, Kind, Move};
use crate::device::Device;
use crate::keys::kind_at;
use crate::panel::{Game, Panel};
use crate::program::{Entry, MAX_NUMBERS, Program};
use crate::screen::{GameEnd, Playmap, Screen};

/// Number of bytes of a program: its length and its numbers.
const PROGRAM: usize = MAX_NUMBERS + 1;
/// Number of bytes of an army: a flag and six programs.
const ARMY: usize = 1 + 6 * PROGRAM;
/// Number of bytes of a [`Snapshot`].
pub const SNAPSHOT_SIZE: usize = 12 + 68 + 2 * ARMY + 2;
/// First byte, which changes with the format.
const VERSION: u8 = 1;
/// Byte that stands for no square.
const NONE: u8 = 0xff;

/// State of a device: what a home saves after each key and move, and restores when the power is back. A program that was being
/// entered is started anew, and the home shows the panel of another game again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Snapshot {
    bytes: [u8; SNAPSHOT_SIZE],
}

impl Snapshot {
    /// State of a device.
    pub fn of(device: &Device) -> Snapshot {
        let mut bytes = [0; SNAPSHOT_SIZE];
        let (screen, index) = match device.screen {
            Screen::Greeting => (0, 0),
            Screen::Menu { row } => (1, row),
            Screen::Define { index } => (2, index),
            // A promotion is chosen again.
            Screen::Play | Screen::Promotion { .. } => (3, 0),
            Screen::Result { is_shown } => (4, u8::from(is_shown)),
            Screen::Panel => (5, 0),
        };
        let (from, to) = device.last_move.map_or((NONE, NONE), |mv| (mv.from, mv.to));
        let end = device.end.map_or(NONE, GameEnd::code);
        bytes[..12].copy_from_slice(&[
            VERSION,
            screen,
            index,
            device.playmap as u8,
            choices(device),
            device.cursor,
            device.lifted.unwrap_or(NONE),
            from,
            to,
            end,
            u8::from(device.has_game),
            u8::from(device.loaded.is_some()),
        ]);
        bytes[12..80].copy_from_slice(&device.board.to_bytes());
        write_army(&mut bytes[80..80 + ARMY], &device.army);
        write_army(&mut bytes[80 + ARMY..80 + 2 * ARMY], &device.loaded.unwrap_or(Army::ORDINARY));
        let sum = checksum(&bytes[..SNAPSHOT_SIZE - 2]);
        bytes[SNAPSHOT_SIZE - 2..].copy_from_slice(&sum.to_le_bytes());
        Snapshot { bytes }
    }

    /// The bytes to save.
    pub fn bytes(&self) -> &[u8; SNAPSHOT_SIZE] {
        &self.bytes
    }

    /// The device with this state; `None` if the bytes are damaged or of another version.
    pub fn restore(bytes: &[u8]) -> Option<Device> {
        let bytes: &[u8; SNAPSHOT_SIZE] = bytes.try_into().ok()?;
        let sum = u16::from_le_bytes([bytes[SNAPSHOT_SIZE - 2], bytes[SNAPSHOT_SIZE - 1]]);
        if bytes[0] != VERSION || sum != checksum(&bytes[..SNAPSHOT_SIZE - 2]) {
            return None;
        }
        let square = |byte: u8| (byte < 64).then_some(byte);
        let mut device = Device::new();
        device.board = Board::from_bytes(bytes[12..80].try_into().ok()?)?;
        device.army = read_army(&bytes[80..80 + ARMY])?;
        let loaded = read_army(&bytes[80 + ARMY..80 + 2 * ARMY])?;
        device.loaded = (bytes[11] != 0).then_some(loaded);
        device.playmap = match bytes[3] {
            0 => Playmap::Ordinary,
            1 => Playmap::Defined,
            _ => Playmap::Loaded,
        };
        let colour = |is_black: bool| if is_black { Colour::Black } else { Colour::White };
        device.player = colour(bytes[4] & 1 != 0);
        device.next_player = colour(bytes[4] & 2 != 0);
        device.next_game = Game::of_code(bytes[4] >> 2 & 7);
        device.panel = Panel::new(Game::of_code(bytes[4] >> 5));
        device.cursor = square(bytes[5])?;
        device.lifted = square(bytes[6]);
        device.last_move =
            square(bytes[7]).zip(square(bytes[8])).map(|(from, to)| Move { from, to, promotion: None });
        device.end = GameEnd::of_code(bytes[9]);
        device.has_game = bytes[10] != 0;
        device.screen = match bytes[1] {
            1 => Screen::Menu { row: bytes[2].min(2) },
            2 => Screen::Define { index: bytes[2].min(5) },
            3 => Screen::Play,
            4 => Screen::Result { is_shown: bytes[2] != 0 },
            5 => Screen::Panel,
            _ => Screen::Greeting,
        };
        if let Screen::Define { index } = device.screen {
            device.entry = Entry::new(kind_at(index) == Kind::Pawn);
        }
        Some(device)
    }
}

/// Colours and games of the menu and of the board, in one byte.
fn choices(device: &Device) -> u8 {
    let is_black = |colour: Colour| u8::from(colour == Colour::Black);
    is_black(device.player)
        | is_black(device.next_player) << 1
        | device.next_game.code() << 2
        | device.game().code() << 5
}

fn write_army(bytes: &mut [u8], army: &Army) {
    bytes[0] = u8::from(army.has_castling);
    for (place, program) in bytes[1..].chunks_exact_mut(PROGRAM).zip(&army.programs) {
        let numbers = program.numbers();
        place[0] = numbers.len() as u8;
        place[1..=numbers.len()].copy_from_slice(numbers);
    }
}

fn read_army(bytes: &[u8]) -> Option<Army> {
    let mut army = Army { has_castling: bytes[0] != 0, ..Army::ORDINARY };
    for (place, program) in bytes[1..].chunks_exact(PROGRAM).zip(&mut army.programs) {
        let numbers = place.get(1..=usize::from(place[0]))?;
        *program = Program::new(numbers);
    }
    Some(army)
}

/// Fletcher's checksum.
fn checksum(bytes: &[u8]) -> u16 {
    let (mut low, mut high) = (0_u16, 0_u16);
    for &byte in bytes {
        low = (low + u16::from(byte)) % 255;
        high = (high + low) % 255;
    }
    high << 8 | low
}
