//! Web assets, embedded in the program.

use std::collections::HashMap;
use std::io::Write;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use axum::middleware::Next;
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

/// Content security policy of pages: everything comes from this server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; \
                      frame-ancestors 'none'";

/// Shortest JSON body in bytes that is compressed.
const MIN_COMPRESSED: usize = 1000;

#[derive(RustEmbed)]
#[folder = "web/"]
struct Folder;

/// Asset in the forms in which it is sent. All responses share its bytes.
struct File {
    kind: &'static str,
    plain: Bytes,
    gzipped: Bytes,
    tag: String,
}

/// Assets by path, with the one HTML page that is served.
pub struct WebAssets {
    files: HashMap<String, File>,
    page: &'static str,
}

impl WebAssets {
    /// Compresses the assets once. Of the HTML files only `page` is served.
    pub fn new(page: &'static str) -> WebAssets {
        let is_served = |path: &str| {
            !path.starts_with("tests/")
                && !path.ends_with(".json")
                && (!path.ends_with(".html") || path == page)
        };
        let files = Folder::iter()
            .filter(|path| is_served(path))
            .filter_map(|path| Some((path.to_string(), Folder::get(&path)?)))
            .map(|(path, file)| {
                let plain = if path.ends_with(".js") {
                    without_comments(&String::from_utf8_lossy(&file.data)).into_bytes()
                } else {
                    file.data.into_owned()
                };
                let hash = Sha256::digest(&plain);
                let tag: String = hash[..8].iter().map(|byte| format!("{byte:02x}")).collect();
                let ready = File {
                    kind: kind(&path),
                    gzipped: gzip(&plain).into(),
                    plain: plain.into(),
                    tag: format!("\"{tag}\""),
                };
                (path, ready)
            })
            .collect();
        WebAssets { files, page }
    }

    /// Response with the asset at `path`.
    pub fn file(&self, path: &str, headers: &HeaderMap) -> Option<Response<Body>> {
        self.files.get(path).map(|file| file_response(file, StatusCode::OK, headers))
    }

    /// Response with the HTML page.
    pub fn page(&self, status: StatusCode, headers: &HeaderMap) -> Response<Body> {
        match self.files.get(self.page) {
            Some(file) => file_response(file, status, headers),
            None => {
                let mut response = Response::new(Body::from("the page is missing"));
                *response.status_mut() = StatusCode::NOT_FOUND;
                response
            }
        }
    }
}

fn file_response(file: &File, status: StatusCode, headers: &HeaderMap) -> Response<Body> {
    let is_known = status == StatusCode::OK && has(headers, header::IF_NONE_MATCH, &file.tag);
    let is_gzipped = accepts_gzip(headers) && file.gzipped.len() < file.plain.len();
    let body = match (is_known, is_gzipped) {
        (true, _) => Body::empty(),
        (false, true) => Body::from(file.gzipped.clone()),
        (false, false) => Body::from(file.plain.clone()),
    };
    let mut response = Response::new(body);
    *response.status_mut() = if is_known { StatusCode::NOT_MODIFIED } else { status };
    let out = response.headers_mut();
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static(file.kind));
    // Revalidated on each load, so that a page never mixes old and new files after an update.
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    out.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    if let Ok(tag) = HeaderValue::from_str(&file.tag) {
        out.insert(header::ETAG, tag);
    }
    if is_gzipped && !is_known {
        out.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response
}

/// `true` if a value of this header contains `wanted`.
fn has(headers: &HeaderMap, name: header::HeaderName, wanted: &str) -> bool {
    headers.get_all(name).iter().filter_map(|value| value.to_str().ok()).any(|value| value.contains(wanted))
}

/// `true` if the client accepts gzip.
pub fn accepts_gzip(headers: &HeaderMap) -> bool {
    has(headers, header::ACCEPT_ENCODING, "gzip")
}

/// Compresses JSON responses that are long enough to gain by it; boards shrink to a tenth.
pub async fn compress_json(request: Request, next: Next) -> Response<Body> {
    let is_accepted = accepts_gzip(request.headers());
    let (mut parts, body) = next.run(request).await.into_parts();
    let is_plain = !parts.headers.contains_key(header::CONTENT_ENCODING);
    if !is_accepted || !is_plain || !has(&parts.headers, header::CONTENT_TYPE, "application/json") {
        return Response::from_parts(parts, body);
    }
    let Ok(plain) = to_bytes(body, usize::MAX).await else {
        return Response::from_parts(parts, Body::empty());
    };
    if plain.len() < MIN_COMPRESSED {
        return Response::from_parts(parts, plain.into());
    }
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    parts.headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    Response::from_parts(parts, gzip_with(&plain, Compression::fast()).into())
}

/// Sets the security headers of a response. Only pages get the policy, unless they have a stricter one: with seventy small files it would be a fifth of
/// the first load.
pub fn set_security_headers(headers: &mut HeaderMap) {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or("");
    if kind.starts_with("text/html") || kind.starts_with("image/svg") {
        headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(POLICY));
    }
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
}

/// The bytes compressed by gzip; writing to memory does not fail.
pub fn gzip(plain: &[u8]) -> Vec<u8> {
    gzip_with(plain, Compression::best())
}

fn gzip_with(plain: &[u8], effort: Compression) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), effort);
    encoder.write_all(plain).and_then(|()| encoder.finish()).unwrap_or_default()
}

/// A module without its comment lines. They stay as empty lines, so that line numbers in browser errors are right.
fn without_comments(module: &str) -> String {
    let mut text = String::with_capacity(module.len());
    let mut is_inside = false;
    for line in module.lines() {
        let trimmed = line.trim();
        let opens = trimmed.starts_with("/*");
        let is_comment = is_inside || trimmed.starts_with("//") || (opens && !trimmed.contains("*/"));
        let is_whole = opens && trimmed.find("*/") == Some(trimmed.len().saturating_sub(2));
        if !is_comment && !is_whole {
            text.push_str(line);
        }
        is_inside = (is_inside || opens) && !trimmed.contains("*/");
        text.push('\n');
    }
    text
}

fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comment_lines_are_sent_as_empty_lines() {
        let module = "// One\nlet a = 1; // stays\n/** Two */\n/**\n * Three\n */\nlet b = /** @type {X} */ (a);\n\
                      /** @type {Y} */ (c).d();\n  // Four\n";
        let expected =
            "\nlet a = 1; // stays\n\n\n\n\nlet b = /** @type {X} */ (a);\n/** @type {Y} */ (c).d();\n\n";
        assert_eq!(without_comments(module), expected);
    }

    #[test]
    fn every_file_of_the_app_is_there() {
        for (page, other) in [("index.html", "line.html"), ("line.html", "index.html")] {
            let web = WebAssets::new(page);
            assert!(web.files.contains_key(page) && web.files.contains_key("board/board.js"));
            assert!(!web.files.contains_key(other), "{other}");
            assert!(!web.files.keys().any(|path| path.starts_with("tests/") || path.ends_with(".json")));
            assert!(web.files.values().all(|file| file.kind != "application/octet-stream"));
        }
    }
}
