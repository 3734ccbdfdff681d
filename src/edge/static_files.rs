//! Static files: fetched from the store that the Worker is bound to, served with our own headers.

use super::{RequestContext, convert, isolate_state};
use crate::gateway::problem::Problem;
use crate::gateway::static_files::{StaticFile, TAGGED_MAX};
use wasm_bindgen_futures::JsFuture;
use worker::js_sys::{self, Uint8Array};
use worker::wasm_bindgen::{self, JsCast, JsValue, prelude::wasm_bindgen};
use worker::web_sys;

/// Name of the binding.
const STORE: &str = "ASSETS";

/// The origin of the addresses that the store is asked for; it looks at their paths only.
const STORE_ORIGIN: &str = "http://assets";

#[wasm_bindgen]
extern "C" {
    type Store;
    #[wasm_bindgen(structural, method, catch)]
    fn fetch(this: &Store, url: &str, init: &web_sys::RequestInit) -> Result<js_sys::Promise, JsValue>;
}

/// Serves a file.
pub(crate) async fn respond(visit: &RequestContext, file: &StaticFile) -> worker::Result<web_sys::Response> {
    if !matches!(visit.head().method.as_str(), "GET" | "HEAD") {
        return visit.respond_with(&Problem::MethodNotAllowed.to_response().with_header("allow", "GET, HEAD"));
    }
    match fetch_asset(visit, file).await? {
        found @ Asset { status: 200, .. } => serve_file(visit, file, 200, found).await,
        _ => respond_not_found(visit).await,
    }
}

/// Says that there is nothing: to a person with a page, to a program with a problem.
pub(crate) async fn respond_not_found(visit: &RequestContext) -> worker::Result<web_sys::Response> {
    if visit.head().header("accept").is_some_and(|accept| accept.contains("text/html")) {
        let page = StaticFile::not_found_page();
        let found = fetch_asset(visit, &page).await?;
        if found.status == 200 {
            return serve_file(visit, &page, Problem::NotFound.status(), found).await;
        }
    }
    visit.respond_with(&Problem::NotFound.to_response())
}

/// A file of the store.
struct Asset {
    status: u16,
    /// What tells this content from an earlier one of the same path; none if the store says nothing.
    version: Option<String>,
    body: Option<web_sys::ReadableStream>,
}

async fn serve_file(
    visit: &RequestContext,
    file: &StaticFile,
    status: u16,
    found: Asset,
) -> worker::Result<web_sys::Response> {
    let (digest, body) = with_digest(file, found).await?;
    let answer = file.response_to(visit.head(), digest.as_deref());
    let mut headers = file.response_headers(&visit.origin);
    headers.extend(answer.headers);
    let status = if status == 200 { answer.status } else { status };
    let empty = status == 304 || visit.head().method == "HEAD";
    if let (true, Some(body)) = (empty, &body) {
        let _ = JsFuture::from(body.cancel()).await;
    }
    convert::build_response(status, &headers, body.as_ref().filter(|_| !empty))
}

/// The digest of a file's content, and the content. What this isolate has seen before is not read again.
async fn with_digest(
    file: &StaticFile,
    found: Asset,
) -> worker::Result<(Option<String>, Option<web_sys::ReadableStream>)> {
    let Some(version) = found.version else { return Ok((None, found.body)) };
    if let Some(digest) = isolate_state::cached_digest(&file.path, &version) {
        return Ok((Some(digest), found.body));
    }
    let Some(stream) = found.body else { return Ok((None, None)) };
    let [kept, read] = convert::tee_stream(&stream).ok_or("a stream has two ends")?;
    let Some(bytes) = convert::read_stream(Some(read), TAGGED_MAX).await? else {
        return Ok((None, Some(kept)));
    };
    let digest = convert::digest_bytes(&Uint8Array::from(bytes.as_slice())).await?;
    isolate_state::cache_digest(&file.path, &version, &digest);
    Ok((Some(digest), Some(kept)))
}

async fn fetch_asset(visit: &RequestContext, file: &StaticFile) -> worker::Result<Asset> {
    let missing = Asset { status: Problem::NotFound.status(), version: None, body: None };
    let store = js_sys::Reflect::get(&visit.env, &JsValue::from_str(STORE))?;
    if !store.is_object() {
        return Ok(missing);
    }
    let init = web_sys::RequestInit::new();
    let promise = store.unchecked_ref::<Store>().fetch(&format!("{STORE_ORIGIN}{}", file.path), &init)?;
    let answer: web_sys::Response = JsFuture::from(promise).await?.dyn_into()?;
    let header = |name: &str| answer.headers().get(name).ok().flatten();
    let version = header("etag").or_else(|| Some(header("last-modified")? + &header("content-length")?));
    Ok(Asset { status: answer.status(), version, body: answer.body() })
}
