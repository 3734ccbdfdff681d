//! Static files: which path is which file, its media type, and the headers that protect pages.

use super::headers::to_header;
use super::origin::Origin;
use super::problem::Problem;
use crate::spec::content::{HTML_TYPE, PAGES};
use crate::spec::gateway::CALLBACK_PATH;
use crate::wire::etag::lists_etag;
use crate::wire::http::{Header, Request, Response};

/// The content security policy of every page: scripts, styles and data of this origin only, and wasm.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'; \
    form-action 'self'";

/// The content security policy of files that are not pages.
pub const FILE_POLICY: &str = "default-src 'none'; frame-ancestors 'none'";

/// The headers by which a shared link is stored by no cache, listed by no search engine, and sent to no other page as a
/// referrer.
pub const PUBLIC_PAGE_HEADERS: [(&str, &str); 5] = [
    ("cache-control", "no-store"),
    ("referrer-policy", "no-referrer"),
    ("x-robots-tag", "noindex, nofollow"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// The content security policy of the SDK's worker. A worker has the policy of its own file, not that of the page; this
/// one compiles wasm, and can neither send requests nor load other scripts.
const WORKER_POLICY: &str = "default-src 'none'; script-src 'wasm-unsafe-eval'; frame-ancestors 'none'";

/// How the name of the worker's file begins. The hash of its content follows, but not in the copy for apps that name
/// the file.
const WORKER: &str = "results_worker";

/// The content security policy of the console's service worker, which fetches the files that it keeps.
const SERVICE_WORKER_POLICY: &str = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

/// The path of the service worker.
const SERVICE_WORKER: &str = "/sw.js";

/// Folder of the SDK's modules.
const SDK_FOLDER: &str = "/sdk/";

/// Folder of the scripts and styles of pages.
const ASSET_FOLDER: &str = "/assets/";

/// Folders of files that are served under their own names.
const FOLDERS: &[&str] = &[SDK_FOLDER, ASSET_FOLDER];

/// Files outside the folders that are served under their own names. A service worker may only keep files below its own
/// path, so that of the console is at the root.
const FILES: &[&str] = &["/sw.js", "/openapi.json", "/favicon.svg", "/robots.txt", "/llms.txt"];

/// The pages on which a user connects an agent, and carries out what it has planned.
const AGENT_PAGES: [&str; 2] = [super::agents::AUTHORIZE_PATH, super::agents::PLAN_PATH];

/// Path of the API's reference.
const API_DOCS: &str = "/docs/";

/// Path of the tools for agents.
const AGENT_DOCS: &str = "/docs/mcp/";

/// Path of the SDK's reference. Each of its other pages is in a folder below it.
const SDK_DOCS: &str = "/docs/sdk/";

/// Files that the pages of the embedded service load, at each of its origins.
pub const SERVICE_FILES: &[&str] = &["/assets/pages.css", "/assets/survey.css", "/favicon.svg"];

/// Folder of the pictures in the surveys of the demo world, at each origin of the service.
pub const SERVICE_PICTURES: &str = "/assets/demo/";

/// Media types by file name extension.
const MEDIA_TYPES: &[(&str, &str)] = &[
    ("html", HTML_TYPE),
    ("js", "text/javascript; charset=utf-8"),
    ("mjs", "text/javascript; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("wasm", "application/wasm"),
    ("json", "application/json"),
    ("map", "application/json"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("webp", "image/webp"),
    ("ico", "image/x-icon"),
    ("woff2", "font/woff2"),
    ("txt", "text/plain; charset=utf-8"),
    ("md", "text/plain; charset=utf-8"),
    ("ts", "text/plain; charset=utf-8"),
];

/// The kind of a file, which decides on its policies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FileKind {
    Page,
    /// The page that receives the authorization code in its URL.
    Callback,
    File,
    /// A file whose name contains the hash of its content.
    Hashed,
    /// The page that opens shared links.
    Shared,
}

/// A file that is served.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StaticFile {
    /// The file's path among the assets.
    pub path: String,
    media_type: &'static str,
    kind: FileKind,
}

impl StaticFile {
    /// The file of a path; `None` if nothing is served there.
    pub fn from_path(path: &str) -> Option<StaticFile> {
        let page = |path: &str, kind| StaticFile { path: format!("{path}index.html"), media_type: HTML_TYPE, kind };
        if path == "/" || AGENT_PAGES.contains(&path) || is_reference(path) {
            return Some(page(path, FileKind::Page));
        }
        if path == CALLBACK_PATH {
            return Some(page(path, FileKind::Callback));
        }
        if let Some(listed) = PAGES.iter().find(|listed| listed.path == path) {
            let file = StaticFile { path: path.to_owned(), media_type: listed.content_type, kind: FileKind::File };
            return Some(if path.ends_with('/') { page(path, FileKind::Page) } else { file });
        }
        let named = FILES.contains(&path) || FOLDERS.iter().any(|folder| path.starts_with(folder));
        // Segments are checked one by one, so that no path leads out of the folders.
        if !named || !path.split('/').skip(1).all(is_file_name) {
            return None;
        }
        let (_, extension) = path.rsplit_once('.')?;
        let (_, media_type) = MEDIA_TYPES.iter().find(|(known, _)| *known == extension)?;
        let kind = if is_hashed(path) { FileKind::Hashed } else { FileKind::File };
        Some(StaticFile { path: path.to_owned(), media_type, kind })
    }

    /// The page that a path without a trailing slash means.
    pub fn page_of_folder(path: &str) -> Option<String> {
        let folder = format!("{path}/");
        let is_page = is_reference(&folder)
            || AGENT_PAGES.contains(&folder.as_str())
            || PAGES.iter().any(|listed| listed.path == folder);
        is_page.then_some(folder)
    }

    /// The page of the sandbox, which only a local service serves.
    pub fn sandbox_page() -> StaticFile {
        StaticFile { path: "/sandbox/index.html".to_owned(), media_type: HTML_TYPE, kind: FileKind::Page }
    }

    /// The page that opens shared links, the same for all of them.
    pub fn shared_page() -> StaticFile {
        StaticFile { path: "/shared/index.html".to_owned(), media_type: HTML_TYPE, kind: FileKind::Shared }
    }

    /// The page for a path that does not exist.
    pub fn not_found_page() -> StaticFile {
        StaticFile { path: "/404.html".to_owned(), media_type: HTML_TYPE, kind: FileKind::Page }
    }

    /// The headers of a file's response.
    pub fn response_headers(&self, origin: &Origin) -> Vec<Header> {
        let (policy, referrer, cache_control) = match self.kind {
            FileKind::Page => (PAGE_POLICY, "same-origin", "no-cache"),
            FileKind::Callback => (PAGE_POLICY, "no-referrer", "no-store"),
            FileKind::Shared => return self.shared_headers(origin),
            FileKind::File => (self.file_policy(), "same-origin", "no-cache"),
            FileKind::Hashed => (self.file_policy(), "same-origin", "public, max-age=31536000, immutable"),
        };
        let mut headers = super::headers::security_headers(origin);
        headers.extend(
            [
                ("content-type", self.media_type),
                ("content-security-policy", policy),
                ("referrer-policy", referrer),
                ("cache-control", cache_control),
                ("cross-origin-opener-policy", "same-origin"),
                ("cross-origin-resource-policy", "same-origin"),
            ]
            .map(to_header),
        );
        headers
    }

    fn shared_headers(&self, origin: &Origin) -> Vec<Header> {
        let mut headers = super::headers::security_headers(origin);
        headers.extend(PUBLIC_PAGE_HEADERS.map(to_header));
        headers.extend([("content-type", self.media_type), ("content-security-policy", PAGE_POLICY)].map(to_header));
        headers
    }

    fn file_policy(&self) -> &'static str {
        match self.path.rsplit('/').next() {
            _ if self.path == SERVICE_WORKER => SERVICE_WORKER_POLICY,
            Some(name) if name.starts_with(WORKER) => WORKER_POLICY,
            _ => FILE_POLICY,
        }
    }
}

/// Whether the build has put the hash of the file's content into its name: `name-ABCDEF23.js`.
fn is_hashed(path: &str) -> bool {
    let name = path.strip_prefix(SDK_FOLDER).or_else(|| path.strip_prefix(ASSET_FOLDER));
    let name = name.and_then(|name| name.strip_suffix(".js").or_else(|| name.strip_suffix(".css")));
    let hash = name.and_then(|name| name.rsplit_once('-')).map(|(_, hash)| hash);
    hash.is_some_and(|hash| hash.len() == 8 && hash.bytes().all(|byte| matches!(byte, b'A'..=b'Z' | b'2'..=b'7')))
}

/// Redirects a request to the URL of its page.
pub fn redirect_to_page(request: &Request, page: &str) -> Response {
    if !matches!(request.method.as_str(), "GET" | "HEAD") {
        return Problem::MethodNotAllowed.to_response().with_header("allow", "GET, HEAD");
    }
    let separator = if request.query.is_empty() { "" } else { "?" };
    Response::empty(301).with_header("location", &format!("{page}{separator}{}", request.query))
}

/// The one content coding of files.
const GZIP: &str = "gzip";

/// Bytes of the largest file that is read to make its tag; larger ones have no tag.
pub const TAGGED_MAX: u64 = 8_000_000;

/// Status and headers of a file's response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileResponse {
    /// 200, or 304 if the client has the file.
    pub status: u16,
    /// The headers in addition to [`StaticFile::response_headers`].
    pub headers: Vec<Header>,
}

impl StaticFile {
    /// Whether the file compresses well.
    fn is_text(&self) -> bool {
        ["text/", "application/json", "image/svg+xml", "application/wasm"]
            .iter()
            .any(|kind| self.media_type.starts_with(kind))
    }

    /// The response to a request for a file; `digest` is that of its content. Each coding has a tag of its own.
    pub fn response_to(&self, request: &Request, digest: Option<&str>) -> FileResponse {
        let compressed = self.is_text() && request.header("accept-encoding").is_some_and(accepts_gzip);
        let coding = if compressed { "-gzip" } else { "" };
        let tag = digest.map(|digest| format!("\"{digest}{coding}\""));
        let mut headers = Vec::new();
        if self.is_text() {
            headers.push(to_header(("vary", "Accept-Encoding")));
        }
        if let Some(tag) = &tag {
            headers.push(to_header(("etag", tag)));
        }
        let known = request.header("if-none-match").zip(tag.as_deref());
        // The callback page is never revalidated, because its URL holds the code, nor what no cache may store.
        let is_stored = !matches!(self.kind, FileKind::Callback | FileKind::Shared);
        if known.is_some_and(|(listed, tag)| lists_etag(listed, tag)) && is_stored {
            return FileResponse { status: 304, headers };
        }
        if compressed {
            headers.push(to_header(("content-encoding", GZIP)));
        }
        FileResponse { status: 200, headers }
    }
}

/// Whether an `Accept-Encoding` header accepts gzip: by name or `*`, and with a weight above zero.
fn accepts_gzip(header: &str) -> bool {
    header.split(',').any(|item| {
        let (coding, weight) = item.split_once(';').unwrap_or((item, ""));
        let is_zero = |weight: &str| weight.bytes().all(|byte| matches!(byte, b'0' | b'.'));
        let is_refused = weight.trim().strip_prefix("q=").is_some_and(is_zero);
        matches!(coding.trim().to_ascii_lowercase().as_str(), GZIP | "*") && !is_refused
    })
}

/// Whether a path is that of a page of a reference. Whether the page exists is known to the asset store only.
fn is_reference(path: &str) -> bool {
    let name = path.strip_prefix(SDK_DOCS).and_then(|rest| rest.strip_suffix('/'));
    matches!(path, API_DOCS | SDK_DOCS | AGENT_DOCS)
        || name.is_some_and(|name| is_file_name(name) && !name.contains('.'))
}

fn is_file_name(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with('.')
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'))
}
