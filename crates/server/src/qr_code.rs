//! QR codes of addresses, for phones: in a terminal, and as a picture on the page.

use axum::extract::Query;
use qrcode::QrCode;
use qrcode::render::{svg, unicode};
use web_host::responses::response;

use crate::api::{ApiResult, Parameters};
use crate::api_error::ApiError;

/// Longest address in bytes.
const MAX_ADDRESS: usize = 300;
/// Width of the picture in pixels; the page scales it.
const WIDTH: u32 = 240;

/// QR code of an address in block characters, dark on light; `None` if the address is too long.
pub fn terminal_qr_code(address: &str) -> Option<String> {
    let code = QrCode::new(address).ok()?;
    // Terminals are mostly dark: blocks are drawn for the light modules.
    let colours = (unicode::Dense1x2::Dark, unicode::Dense1x2::Light);
    Some(code.render::<unicode::Dense1x2>().dark_color(colours.1).light_color(colours.0).build())
}

/// QR code of the link to a table, as SVG.
pub(crate) async fn picture(Query(parameters): Parameters) -> ApiResult {
    let expected =
        "expected ?text= with the link to a table, such as https://play.example.org/table/4k9qd2xw7b";
    let text = parameters.get("text").map_or("", String::as_str);
    let path = ["http://", "https://"].iter().find_map(|scheme| text.strip_prefix(scheme));
    let is_link = path.is_some_and(|rest| {
        rest.split_once('/').is_some_and(|(host, path)| !host.is_empty() && path.starts_with("table/"))
    });
    if !is_link || text.len() > MAX_ADDRESS || !text.chars().all(|c| c.is_ascii_graphic()) {
        return Err(ApiError::bad_request(format!("cannot draw this QR code; {expected}")));
    }
    let code = QrCode::new(text)
        .map_err(|error| ApiError::unprocessable(format!("cannot draw the QR code: {error}")))?;
    let picture = code.render::<svg::Color>().min_dimensions(WIDTH, WIDTH).build();
    Ok(response("image/svg+xml", picture.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_shows_a_square_of_blocks() {
        let text = terminal_qr_code("http://192.168.1.5:8080/").unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let width = lines[0].chars().count();
        assert!(lines.len() > 10 && lines.iter().all(|line| line.chars().count() == width), "{text}");
        assert_eq!(width.div_ceil(2), lines.len(), "each line has two rows");
        assert!(lines[0].chars().all(|c| c == '█'), "the margin is light: {text}");
        assert!(terminal_qr_code(&"x".repeat(5000)).is_none());
    }
}
