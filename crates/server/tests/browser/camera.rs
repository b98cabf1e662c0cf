//! Takes the pictures of docs/screenshots; they are kept if `KEEP` is set.

use std::path::Path;

use crate::window::Window;

/// The size of a desktop's window.
pub const DESKTOP: (u32, u32) = (1280, 860);
/// The size of a phone.
pub const PHONE: (u32, u32) = (390, 844);

/// Takes a picture of what the window shows, at this size, by day or by night.
pub async fn take(window: &Window, name: &str, (width, height): (u32, u32), theme: &str) {
    window.resize(width, height).await;
    let switch = if theme == "dark" { "Darken the room" } else { "Light the room" };
    if window.has(switch).await {
        window.press(switch).await;
    }
    window.run("scrollTo(0, 0); document.activeElement.blur()", vec![]).await;
    window.leaves_the_mouse().await;
    window.settles().await;
    let picture = window.picture().await;
    assert!(picture.len() > 10_000, "{name} shows next to nothing");
    if std::env::var_os("KEEP").is_some() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/screenshots");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(format!("{name}.png")), picture).unwrap();
    }
}
