//! Scripts of keys, as the source describes them.

use device::chess::{Army, Board, Colour, Kind, Move};
use device::{Device, Effect, GameEnd, Key, Message, Screen, Snapshot};

/// Presses the keys of a script, one every 10 ms; the effects that are not nothing.
fn press(device: &mut Device, keys: &str) -> Vec<Effect> {
    let keys = keys.chars().filter(|key| !key.is_whitespace());
    keys.map(|key| device.key(Key::of(key).unwrap(), 10)).filter(|effect| *effect != Effect::None).collect()
}

/// Numbers of a program as keys, each with Enter.
fn program(numbers: &str) -> String {
    numbers.split(' ').map(|number| format!("{number}#")).collect()
}

/// Programs of ordinary chess with another knight.
fn define(knight: &str) -> String {
    let queen = "1 2 3 4 5 6 7 64 8 16 24 32 40 48 56 64 9 18 27 36 45 54 63 0";
    let rook = "1 2 3 4 5 6 7 64 8 16 24 32 40 48 56 0";
    ["1 64 8 64 9 0", queen, rook, "9 18 27 36 45 54 63 0", knight, "9 24 0"].map(program).concat()
}

fn square(name: &str) -> u8 {
    let bytes = name.as_bytes();
    (b'8' - bytes[1]) * 8 + bytes[0] - b'a'
}

/// Keys that bring the cursor to a square; White is below.
fn go_to(from: &str, to: &str) -> String {
    let (from, to) = (square(from), square(to));
    let rows = i16::from(to / 8) - i16::from(from / 8);
    let columns = i16::from(to % 8) - i16::from(from % 8);
    let vertical = if rows < 0 { "2" } else { "8" };
    let horizontal = if columns < 0 { "4" } else { "6" };
    vertical.repeat(rows.unsigned_abs().into()) + &horizontal.repeat(columns.unsigned_abs().into())
}

#[test]
fn the_menu_has_two_rows() {
    let mut device = Device::new();
    assert_eq!(device.screen(), Screen::Greeting);
    press(&mut device, "1");
    assert_eq!(device.screen(), Screen::Menu { row: 0 });
    press(&mut device, "8");
    assert_eq!(device.screen(), Screen::Menu { row: 1 });
    press(&mut device, "4");
    assert_eq!(device.player(), Colour::White, "the choice is for the next game");
    press(&mut device, "2 6 6");
    assert_eq!(press(&mut device, "5"), [Effect::NewGame]);
    assert_eq!(device.player(), Colour::Black);
    assert_eq!((device.army(), device.awaits_opponent()), (&Army::ORDINARY, true), "White moves first");
}

/// With `10 17 0` a piece on 10 bars 17; with `10 64 17 0` it does not.
#[test]
fn a_new_knight() {
    for (knight, may_pass) in [("10 17 0", false), ("10 64 17 0", true)] {
        let mut device = Device::new();
        press(&mut device, "1 6 5");
        assert_eq!(device.screen(), Screen::Define { index: 0 });
        assert_eq!(press(&mut device, &define(knight)), [Effect::NewGame], "{knight}");
        // The knight of g1 reaches f3 and h3 by 17, and e2 by 10, which a pawn occupies.
        let moves = go_to("e2", "g1") + "5" + &go_to("g1", "f3") + "5";
        let effects = press(&mut device, &moves);
        let moved = Move { from: square("g1"), to: square("f3"), promotion: None };
        if may_pass {
            assert_eq!(effects, [Effect::Moved(moved)]);
        } else {
            assert_eq!((effects, device.message()), (vec![], Some(Message::Illegal)), "{knight}");
            // The piece stays in hand, and goes where it can: nowhere, so it is put back.
            press(&mut device, &(go_to("f3", "g1") + "5"));
            assert_eq!(device.message(), None);
        }
    }
}

#[test]
fn the_cursor_wraps_at_all_four_edges() {
    let mut device = Device::new();
    press(&mut device, "1 5");
    // From e2 down over the edge to e8, and back; then over the sides.
    let e2 = Snapshot::of(&device);
    press(&mut device, "8 8");
    press(&mut device, "5");
    assert_eq!(device.message(), Some(Message::NotYours), "e8 has the black king");
    press(&mut device, "2 2");
    assert_eq!(Snapshot::of(&device), e2);
    for there_and_back in ["4444 4 6 6666", "666 6 4 444", "222222 2 8 888888"] {
        press(&mut device, there_and_back);
        assert_eq!(Snapshot::of(&device), e2, "{there_and_back}");
    }
    for round in ["44444444", "66666666", "22222222", "88888888"] {
        press(&mut device, round);
        assert_eq!(Snapshot::of(&device), e2, "{round}");
    }
}

#[test]
fn numbers_above_64_are_wiped_and_bad_programs_refused() {
    let mut device = Device::new();
    press(&mut device, "1 6 5");
    press(&mut device, "0#");
    assert_eq!(device.message(), Some(Message::EmptyProgram));
    press(&mut device, "6 5");
    assert_eq!(device.message(), Some(Message::Wiped));
    press(&mut device, "8#");
    assert_eq!(device.message(), None);
    press(&mut device, "0#");
    assert_eq!(device.screen(), Screen::Define { index: 1 });
    let rest = ["9 0", "1 0", "10 0", "17 0"].map(program).concat();
    press(&mut device, &rest);
    assert_eq!(device.screen(), Screen::Define { index: 5 });
    press(&mut device, "64#");
    assert_eq!(device.message(), Some(Message::PawnProgram));
    assert_eq!(press(&mut device, "9# 24# 0#"), [Effect::NewGame]);
    assert_eq!(device.army().programs[Kind::King.index()].numbers(), [8]);
    // The defined moves stay in the menu.
    assert_eq!(press(&mut device, "A 5"), [Effect::Left, Effect::NewGame]);
    assert_eq!(device.army().programs[Kind::King.index()].numbers(), [8]);
}

#[test]
fn a_piece_is_lifted_and_put_back() {
    let mut device = Device::new();
    press(&mut device, "1 5 5");
    let lifted = device.clone();
    press(&mut device, "*");
    assert_ne!(device, lifted);
    press(&mut device, "5 5");
    assert_eq!(press(&mut device, "5 2 2 5"), [Effect::Moved(Move { from: 52, to: 36, promotion: None })]);
    assert!(device.awaits_opponent());
    // While the opponent thinks the cursor moves and nothing is lifted.
    press(&mut device, "8 8 5");
    assert_eq!(device.message(), None);
    assert!(!device.opponent_moves(Move { from: 12, to: 36, promotion: None }, 20), "not legal");
    assert!(device.opponent_moves(Move { from: 12, to: 28, promotion: None }, 20));
    assert!(!device.opponent_moves(Move { from: 11, to: 27, promotion: None }, 30), "not its turn");
}

/// Fool's mate, by keys; after every key and move the power fails.
#[test]
fn a_game_to_mate_with_power_losses() {
    let mut device = Device::new();
    let mut cursor = "e2".to_owned();
    let fail = |device: &mut Device| {
        *device = Snapshot::restore(Snapshot::of(device).bytes()).unwrap();
    };
    press(&mut device, "1 5");
    for (from, to, reply) in [("f2", "f3", ("e7", "e5")), ("g2", "g4", ("d8", "h4"))] {
        let keys = go_to(&cursor, from) + "5" + &go_to(from, to) + "5";
        let mut effects = Vec::new();
        for key in keys.chars() {
            effects.extend(press(&mut device, &key.to_string()));
            fail(&mut device);
        }
        assert_eq!(effects.len(), 1, "{from}{to}");
        cursor = to.to_owned();
        let reply = Move { from: square(reply.0), to: square(reply.1), promotion: None };
        assert!(device.opponent_moves(reply, 50));
        fail(&mut device);
    }
    assert_eq!(device.end(), Some(GameEnd::Mate(Colour::Black)));
    assert_eq!(device.screen(), Screen::Result { is_shown: true });
    press(&mut device, "5");
    assert_eq!(device.screen(), Screen::Result { is_shown: false }, "the final board");
    press(&mut device, "A");
    assert_eq!(device.screen(), Screen::Menu { row: 0 });
    // Damaged bytes are no state.
    let mut bytes = *Snapshot::of(&device).bytes();
    bytes[20] ^= 1;
    assert!(Snapshot::restore(&bytes).is_none());
    assert!(Snapshot::restore(&bytes[1..]).is_none());
}

#[test]
fn promotion_and_stalemate() {
    // White: king b6, pawn a7; Black: king a8 would be stalemated; here c8 to let the pawn through.
    let mut board = Board::start(&Army::ORDINARY);
    for square in 0..64 {
        board.set(square, None);
    }
    for (name, piece) in [
        ("g6", (Colour::White, Kind::King)),
        ("a7", (Colour::White, Kind::Pawn)),
        ("h8", (Colour::Black, Kind::King)),
    ] {
        board.set(square(name), Some(piece));
    }
    let mut device = device_with(board);
    let keys = go_to("e2", "a7") + "5" + "2" + "5";
    assert!(press(&mut device, &keys).is_empty());
    assert!(matches!(device.screen(), Screen::Promotion { choice: 0, .. }));
    press(&mut device, "6 6");
    assert!(matches!(device.screen(), Screen::Promotion { choice: 2, .. }));
    press(&mut device, "* 5");
    assert!(matches!(device.screen(), Screen::Promotion { choice: 0, .. }), "cancelled and begun again");
    let mv = Move { from: square("a7"), to: square("a8"), promotion: Some(Kind::Queen) };
    assert_eq!(press(&mut device, "5"), [Effect::Moved(mv)]);
    assert_eq!(device.end(), Some(GameEnd::Mate(Colour::White)));
    // A queen on f7 leaves the king of h8 without a move.
    board.set(square("a7"), Some((Colour::White, Kind::Queen)));
    let mut device = device_with(board);
    press(&mut device, &(go_to("e2", "a7") + "5" + &go_to("a7", "f7") + "5"));
    assert_eq!(device.end(), Some(GameEnd::Stalemate));
}

/// A device in play with this board.
fn device_with(board: Board) -> Device {
    let mut device = Device::new();
    press(&mut device, "1 5");
    let mut bytes = *Snapshot::of(&device).bytes();
    bytes[12..80].copy_from_slice(&board.to_bytes());
    let (low, high) = bytes[..bytes.len() - 2].iter().fold((0_u16, 0_u16), |(low, high), &byte| {
        let low = (low + u16::from(byte)) % 255;
        (low, (high + low) % 255)
    });
    let length = bytes.len();
    bytes[length - 2..].copy_from_slice(&(high << 8 | low).to_le_bytes());
    Snapshot::restore(&bytes).unwrap()
}

#[test]
fn a_loaded_army_is_offered() {
    let mut device = Device::new();
    let army = Army { has_castling: false, ..Army::ORDINARY };
    device.load_army(army);
    press(&mut device, "1 6 6 6 5");
    assert_eq!(device.army(), &army);
}

/// `docs/device.md` gives these sizes.
#[test]
fn the_state_is_small() {
    assert!(size_of::<Device>() <= 736, "{}", size_of::<Device>());
    assert_eq!(device::SNAPSHOT_SIZE, 576);
}
