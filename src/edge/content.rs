//! Static files: fetched from the store that the Worker is bound to, served with our own headers.

use super::{RequestContext, convert, isolate};
use crate::gateway::content::{File, TAGGED_MAX};
use crate::gateway::problem::Problem;
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
pub(crate) async fn respond(visit: &RequestContext, file: &File) -> worker::Result<web_sys::Response> {
    if !matches!(visit.head().method.as_str(), "GET" | "HEAD") {
        return visit.answer(&Problem::MethodNotAllowed.response().with("allow", "GET, HEAD"));
    }
    match fetch(visit, file).await? {
        found @ Found { status: 200, .. } => serve(visit, file, 200, found).await,
        _ => missing(visit).await,
    }
}

/// Says that there is nothing: to a person with a page, to a program with a problem.
pub(crate) async fn missing(visit: &RequestContext) -> worker::Result<web_sys::Response> {
    if visit.head().header("accept").is_some_and(|accept| accept.contains("text/html")) {
        let page = File::missing();
        let found = fetch(visit, &page).await?;
        if found.status == 200 {
            return serve(visit, &page, Problem::NotFound.status(), found).await;
        }
    }
    visit.answer(&Problem::NotFound.response())
}

/// A file of the store.
struct Found {
    status: u16,
    /// What tells this content from an earlier one of the same path; none if the store says nothing.
    version: Option<String>,
    body: Option<web_sys::ReadableStream>,
}

async fn serve(visit: &RequestContext, file: &File, status: u16, found: Found) -> worker::Result<web_sys::Response> {
    let (digest, body) = tagged(file, found).await?;
    let answer = file.answer(visit.head(), digest.as_deref());
    let mut headers = file.headers(&visit.origin);
    headers.extend(answer.headers);
    let status = if status == 200 { answer.status } else { status };
    let empty = status == 304 || visit.head().method == "HEAD";
    if let (true, Some(body)) = (empty, &body) {
        let _ = JsFuture::from(body.cancel()).await;
    }
    convert::filled(status, &headers, body.as_ref().filter(|_| !empty))
}

/// The digest of a file's content, and the content. What this isolate has seen before is not read again.
async fn tagged(file: &File, found: Found) -> worker::Result<(Option<String>, Option<web_sys::ReadableStream>)> {
    let Some(version) = found.version else { return Ok((None, found.body)) };
    if let Some(digest) = isolate::digest(&file.path, &version) {
        return Ok((Some(digest), found.body));
    }
    let Some(stream) = found.body else { return Ok((None, None)) };
    let [kept, read] = convert::split(&stream).ok_or("a stream has two ends")?;
    let Some(bytes) = convert::read(Some(read), TAGGED_MAX).await? else {
        return Ok((None, Some(kept)));
    };
    let digest = convert::digest(&Uint8Array::from(bytes.as_slice())).await?;
    isolate::keep_digest(&file.path, &version, &digest);
    Ok((Some(digest), Some(kept)))
}

async fn fetch(visit: &RequestContext, file: &File) -> worker::Result<Found> {
    let missing = Found { status: Problem::NotFound.status(), version: None, body: None };
    let store = js_sys::Reflect::get(&visit.env, &JsValue::from_str(STORE))?;
    if !store.is_object() {
        return Ok(missing);
    }
    let init = web_sys::RequestInit::new();
    let promise = store.unchecked_ref::<Store>().fetch(&format!("{STORE_ORIGIN}{}", file.path), &init)?;
    let answer: web_sys::Response = JsFuture::from(promise).await?.dyn_into()?;
    let header = |name: &str| answer.headers().get(name).ok().flatten();
    let version = header("etag").or_else(|| Some(header("last-modified")? + &header("content-length")?));
    Ok(Found { status: answer.status(), version, body: answer.body() })
}
