//! The picture of every screen. `KEEP=1` stores them anew.

use std::path::PathBuf;

use device::frame::SIDE;
use device::{Device, Frame, Key};

/// The frame as text: two rows of pixels in one line.
fn text(device: &Device) -> String {
    let mut frame = Frame::new();
    device.draw(&mut frame).unwrap();
    let mut text = String::new();
    for y in (0..SIDE).step_by(2) {
        let line: String = (0..SIDE)
            .map(|x| match (frame.is_dark(x, y), frame.is_dark(x, y + 1)) {
                (false, false) => ' ',
                (true, false) => '▀',
                (false, true) => '▄',
                (true, true) => '█',
            })
            .collect();
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn check(name: &str, device: &Device) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../../golden/device/{name}.txt"));
    let found = text(device);
    if std::env::var_os("KEEP").is_some() {
        std::fs::write(&path, &found).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == expected, "{name} differs from {}:\n{found}", path.display());
}

fn press(device: &mut Device, keys: &str) {
    for key in keys.chars().filter(|key| !key.is_whitespace()) {
        device.key(Key::of(key).unwrap(), 0);
    }
}

#[test]
fn every_screen() {
    let mut device = Device::new();
    check("greeting", &device);
    press(&mut device, "5");
    check("menu", &device);
    press(&mut device, "8 6");
    check("menu-black", &device);
    press(&mut device, "6 2 6 5");
    check("define-king", &device);
    press(&mut device, "1# 64# 8# 6");
    check("define-numbers", &device);
    press(&mut device, "6");
    check("define-wiped", &device);
    press(&mut device, "A 4 5");
    check("board", &device);
    assert!(device.tick(400), "the cursor blinks");
    check("board-blink", &device);
    press(&mut device, "5");
    check("lifted", &device);
    press(&mut device, "6 5");
    check("illegal", &device);
    press(&mut device, "4 2 2 5");
    check("thinking", &device);
    check_position("promotion");
    check_position("result");
}

/// Screens that need more moves: a pawn walks to the last row, and a mate.
fn check_position(name: &str) {
    use device::chess::Move;
    let mut device = Device::new();
    press(&mut device, "5 5");
    let mv = |from: u8, to: u8| Move { from, to, promotion: None };
    match name {
        "promotion" => {
            // The a pawn takes b and goes on to a8 through the rook's column.
            for (keys, reply) in [
                ("4444 5 22 5", mv(9, 25)),
                ("5 26 5", mv(15, 23)),
                ("5 2 5", mv(23, 31)),
                ("5 4 2 5", mv(31, 39)),
            ] {
                press(&mut device, keys);
                assert!(device.opponent_moves(reply, 0), "{keys}");
            }
            press(&mut device, "5 26 5");
        }
        _ => {
            for (keys, reply) in [("6 5 2 5", mv(12, 28)), ("8 6 5 22 5", mv(3, 39))] {
                press(&mut device, keys);
                assert!(device.opponent_moves(reply, 0), "{keys}");
            }
        }
    }
    check(name, &device);
}
