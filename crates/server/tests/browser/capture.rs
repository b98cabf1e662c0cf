//! Takes the screenshots of docs/screenshots; saves them if `KEEP` is set.

use std::path::Path;

use crate::window::Window;

/// Size of a desktop window.
pub const DESKTOP: (u32, u32) = (1280, 860);
/// Size of a phone.
pub const PHONE: (u32, u32) = (390, 844);

/// Takes a screenshot at this size, in the light or dark theme.
pub async fn capture(window: &Window, name: &str, (width, height): (u32, u32), theme: &str) {
    window.resize(width, height).await;
    let switch = if theme == "dark" { "Dark theme" } else { "Light theme" };
    if window.has(switch).await {
        window.click(switch).await;
    }
    window.execute("scrollTo(0, 0); document.activeElement.blur()", vec![]).await;
    window.park_mouse().await;
    window.wait_until_idle().await;
    let png = window.screenshot_png().await;
    assert!(png.len() > 10_000, "{name} is almost empty");
    if std::env::var_os("KEEP").is_some() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/screenshots");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(format!("{name}.png")), png).unwrap();
    }
}
