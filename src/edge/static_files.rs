//! Static files: fetched from the platform's asset store, served with the gateway's headers.

use super::{RequestContext, convert, isolate_state};
use crate::gateway::problem::Problem;
use crate::gateway::static_files::{StaticFile, TAGGED_MAX};
use wasm_bindgen_futures::JsFuture;
use worker::js_sys::{self, Uint8Array};
use worker::wasm_bindgen::{self, JsCast, JsValue, prelude::wasm_bindgen};
use worker::web_sys;

/// Name of the binding.
const STORE: &str = "ASSETS";

/// The origin of URLs at the store, which uses only their paths.
const STORE_ORIGIN: &str = "http://assets";

#[wasm_bindgen]
extern "C" {
    type Store;
    #[wasm_bindgen(structural, method, catch)]
    fn fetch(this: &Store, url: &str, init: &web_sys::RequestInit) -> Result<js_sys::Promise, JsValue>;
}

/// Responds with a file.
///
/// # Errors
///
/// If the store cannot be reached, or the platform cannot build the response.
pub(crate) async fn respond(context: &RequestContext, file: &StaticFile) -> worker::Result<web_sys::Response> {
    if !matches!(context.head().method.as_str(), "GET" | "HEAD") {
        return context.respond_with(&Problem::MethodNotAllowed.to_response().with_header("allow", "GET, HEAD"));
    }
    match fetch_asset(context, file).await? {
        asset @ Asset { status: 200, .. } => serve_file(context, file, 200, asset).await,
        _ => respond_not_found(context).await,
    }
}

/// Responds with 404: a page for a browser, a problem document for a program.
///
/// # Errors
///
/// As [`respond`].
pub(crate) async fn respond_not_found(context: &RequestContext) -> worker::Result<web_sys::Response> {
    if context.head().header("accept").is_some_and(|accept| accept.contains("text/html")) {
        let page = StaticFile::not_found_page();
        let asset = fetch_asset(context, &page).await?;
        if asset.status == 200 {
            return serve_file(context, &page, Problem::NotFound.status(), asset).await;
        }
    }
    context.respond_with(&Problem::NotFound.to_response())
}

/// A file of the store.
struct Asset {
    status: u16,
    /// Differs between contents of one path. `None` if the store returns no such header.
    version: Option<String>,
    body: Option<web_sys::ReadableStream>,
}

async fn serve_file(
    context: &RequestContext,
    file: &StaticFile,
    status: u16,
    asset: Asset,
) -> worker::Result<web_sys::Response> {
    let (digest, body) = with_digest(file, asset).await?;
    let response = file.response_to(context.head(), digest.as_deref());
    let mut headers = file.response_headers(&context.origin);
    headers.extend(response.headers);
    let status = if status == 200 { response.status } else { status };
    let is_empty = status == 304 || context.head().method == "HEAD";
    if let (true, Some(body)) = (is_empty, &body) {
        let _ = JsFuture::from(body.cancel()).await;
    }
    convert::build_response(status, &headers, body.as_ref().filter(|_| !is_empty))
}

/// The digest of a file's content, and the content. This isolate reads a version of a file only once for its digest.
async fn with_digest(
    file: &StaticFile,
    asset: Asset,
) -> worker::Result<(Option<String>, Option<web_sys::ReadableStream>)> {
    let Some(version) = asset.version else { return Ok((None, asset.body)) };
    if let Some(digest) = isolate_state::cached_digest(&file.path, &version) {
        return Ok((Some(digest), asset.body));
    }
    let Some(stream) = asset.body else { return Ok((None, None)) };
    let [served, hashed] = convert::tee_stream(&stream).ok_or("a stream has two ends")?;
    // A large file is served without a digest instead of being held in memory.
    let Some(bytes) = convert::read_stream(Some(hashed), TAGGED_MAX).await? else {
        return Ok((None, Some(served)));
    };
    let digest = convert::digest_bytes(&Uint8Array::from(bytes.as_slice())).await?;
    isolate_state::cache_digest(&file.path, &version, &digest);
    Ok((Some(digest), Some(served)))
}

async fn fetch_asset(context: &RequestContext, file: &StaticFile) -> worker::Result<Asset> {
    let missing = Asset { status: Problem::NotFound.status(), version: None, body: None };
    let store = js_sys::Reflect::get(&context.env, &JsValue::from_str(STORE))?;
    if !store.is_object() {
        return Ok(missing);
    }
    let init = web_sys::RequestInit::new();
    let promise = store.unchecked_ref::<Store>().fetch(&format!("{STORE_ORIGIN}{}", file.path), &init)?;
    let response: web_sys::Response = JsFuture::from(promise).await?.dyn_into()?;
    let header = |name: &str| response.headers().get(name).ok().flatten();
    let version = header("etag").or_else(|| Some(header("last-modified")? + &header("content-length")?));
    Ok(Asset { status: response.status(), version, body: response.body() })
}
