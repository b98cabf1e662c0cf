//! The chess computer's core for a program without the Rust standard library.
//!
//! The panic handler proves that `std` is not linked: there would be two.
#![no_std]
#![allow(unsafe_code, reason = "functions for C have pointers and plain names")]

use core::panic::PanicInfo;

use device::{Device, Frame, Key, SNAPSHOT_SIZE, Snapshot};

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    loop {
        core::hint::spin_loop();
    }
}

/// Number of bytes of a device.
#[unsafe(no_mangle)]
pub extern "C" fn device_size() -> usize {
    size_of::<Device>()
}

/// Number of bytes of a saved state.
#[unsafe(no_mangle)]
pub extern "C" fn device_snapshot_size() -> usize {
    SNAPSHOT_SIZE
}

/// Switches a device on in memory of [`device_size`] bytes.
///
/// # Safety
/// `place` must be valid for writes of that size, and aligned to 8 bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn device_begin(place: *mut Device) {
    // SAFETY: the caller gives the memory.
    unsafe { place.write(Device::new()) }
}

/// Presses the key with this character.
///
/// # Safety
/// `device` must have been given to [`device_begin`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn device_key(device: *mut Device, character: u8, now: u32) {
    // SAFETY: the caller has initialised it.
    let device = unsafe { &mut *device };
    if let Some(key) = Key::of(char::from(character)) {
        device.key(key, now);
    }
}

/// Draws the screen into 2,048 bytes.
///
/// # Safety
/// `device` must have been given to [`device_begin`], and `pixels` must be valid for writes of 2,048 bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn device_draw(device: *const Device, pixels: *mut u8) {
    let mut frame = Frame::new();
    // SAFETY: the caller has initialised it.
    let Ok(()) = unsafe { &*device }.draw(&mut frame);
    let bytes = frame.bytes();
    // SAFETY: the caller gives the memory, and the frame is another one.
    unsafe { pixels.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) }
}

/// Saves the state into [`device_snapshot_size`] bytes.
///
/// # Safety
/// `device` must have been given to [`device_begin`], and `bytes` must be valid for writes of that size.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn device_save(device: *const Device, bytes: *mut u8) {
    // SAFETY: the caller has initialised it.
    let snapshot = Snapshot::of(unsafe { &*device });
    // SAFETY: the caller gives the memory, and the snapshot is another one.
    unsafe { bytes.copy_from_nonoverlapping(snapshot.bytes().as_ptr(), SNAPSHOT_SIZE) }
}
