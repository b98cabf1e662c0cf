//! The files of the web app, which are part of the program.

use std::collections::HashMap;
use std::io::Write;

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use axum::middleware::Next;
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

/// What a page may load and do: nothing that is not from here.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; \
                      frame-ancestors 'none'";

/// An answer shorter than this goes as it is.
const WORTH_PACKING: usize = 1000;

#[derive(RustEmbed)]
#[folder = "web/"]
struct Folder;

/// A file that is ready to be sent.
struct File {
    kind: &'static str,
    plain: Vec<u8>,
    packed: Vec<u8>,
    tag: String,
}

/// The files by their path, and the one page among them.
pub(crate) struct Web {
    files: HashMap<String, File>,
    page: &'static str,
}

impl Web {
    /// Makes the files ready: packed once, sent often. Of the pages, only this one is served.
    pub(crate) fn new(page: &'static str) -> Web {
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
                let ready =
                    File { kind: kind(&path), packed: pack(&plain), plain, tag: format!("\"{tag}\"") };
                (path, ready)
            })
            .collect();
        Web { files, page }
    }

    /// A file by its path, if there is one.
    pub(crate) fn file(&self, path: &str, headers: &HeaderMap) -> Option<Response<Body>> {
        self.files.get(path).map(|file| answer(file, StatusCode::OK, headers))
    }

    /// The one page, from which everything else is found.
    pub(crate) fn page(&self, status: StatusCode, headers: &HeaderMap) -> Response<Body> {
        match self.files.get(self.page) {
            Some(file) => answer(file, status, headers),
            None => {
                let mut response = Response::new(Body::from("the page is missing"));
                *response.status_mut() = StatusCode::NOT_FOUND;
                response
            }
        }
    }
}

fn answer(file: &File, status: StatusCode, headers: &HeaderMap) -> Response<Body> {
    let is_known = status == StatusCode::OK && has(headers, header::IF_NONE_MATCH, &file.tag);
    let is_packed = takes_packed(headers) && file.packed.len() < file.plain.len();
    let body = match (is_known, is_packed) {
        (true, _) => Body::empty(),
        (false, true) => Body::from(file.packed.clone()),
        (false, false) => Body::from(file.plain.clone()),
    };
    let mut response = Response::new(body);
    *response.status_mut() = if is_known { StatusCode::NOT_MODIFIED } else { status };
    let out = response.headers_mut();
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static(file.kind));
    // Asked for again each time, sent again only when it has changed: after an update nobody mixes old and new files.
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    out.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    if let Ok(tag) = HeaderValue::from_str(&file.tag) {
        out.insert(header::ETAG, tag);
    }
    if is_packed && !is_known {
        out.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response
}

/// Whether a header says something.
fn has(headers: &HeaderMap, name: header::HeaderName, wanted: &str) -> bool {
    headers.get_all(name).iter().filter_map(|value| value.to_str().ok()).any(|value| value.contains(wanted))
}

/// Whether whoever asks can unpack an answer.
pub(crate) fn takes_packed(headers: &HeaderMap) -> bool {
    has(headers, header::ACCEPT_ENCODING, "gzip")
}

/// Packs what is written for one request only, if it is long enough to gain by it: boards and searches shrink to a tenth.
pub(crate) async fn pack_answer(request: Request, next: Next) -> Response<Body> {
    let is_wanted = takes_packed(request.headers());
    let (mut parts, body) = next.run(request).await.into_parts();
    let is_plain = !parts.headers.contains_key(header::CONTENT_ENCODING);
    if !is_wanted || !is_plain || !has(&parts.headers, header::CONTENT_TYPE, "application/json") {
        return Response::from_parts(parts, body);
    }
    let Ok(plain) = to_bytes(body, usize::MAX).await else {
        return Response::from_parts(parts, Body::empty());
    };
    if plain.len() < WORTH_PACKING {
        return Response::from_parts(parts, plain.into());
    }
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    parts.headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    Response::from_parts(parts, pack_by(&plain, Compression::fast()).into())
}

/// Adds to every answer what keeps a page among itself. The policy is for pages: beside seventy small files it would be a
/// fifth of the first load.
pub(crate) fn protect(headers: &mut HeaderMap) {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or("");
    if kind.starts_with("text/html") || kind.starts_with("image/svg") {
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    }
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
}

/// The bytes packed by gzip; empty if that fails, which memory does not.
pub(crate) fn pack(plain: &[u8]) -> Vec<u8> {
    pack_by(plain, Compression::best())
}

fn pack_by(plain: &[u8], effort: Compression) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), effort);
    packer.write_all(plain).and_then(|()| packer.finish()).unwrap_or_default()
}

/// A module without the lines that are nothing but comments: they are for those who read the source. The lines stay, empty,
/// so that a error is found on the line the browser names.
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
    fn comments_are_not_sent_but_their_lines_are() {
        let module = "// One\nlet a = 1; // stays\n/** Two */\n/**\n * Three\n */\nlet b = /** @type {X} */ (a);\n\
                      /** @type {Y} */ (c).d();\n  // Four\n";
        let expected =
            "\nlet a = 1; // stays\n\n\n\n\nlet b = /** @type {X} */ (a);\n/** @type {Y} */ (c).d();\n\n";
        assert_eq!(without_comments(module), expected);
    }

    #[test]
    fn every_file_of_the_app_is_there() {
        for (page, other) in [("index.html", "line.html"), ("line.html", "index.html")] {
            let web = Web::new(page);
            assert!(web.files.contains_key(page) && web.files.contains_key("board/board.js"));
            assert!(!web.files.contains_key(other), "{other}");
            assert!(!web.files.keys().any(|path| path.starts_with("tests/") || path.ends_with(".json")));
            assert!(web.files.values().all(|file| file.kind != "application/octet-stream"));
        }
    }
}
