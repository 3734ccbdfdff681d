//! Static files: fetched from the store that the Worker is bound to, served with our own headers.

use super::{Visit, convert};
use crate::gateway::content::{CONDITIONS, File, VALIDATORS};
use crate::gateway::headers::Header;
use crate::gateway::problem::Problem;
use wasm_bindgen_futures::JsFuture;
use worker::wasm_bindgen::{self, JsCast, JsValue, prelude::wasm_bindgen};
use worker::{js_sys, web_sys};

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
pub(crate) async fn respond(visit: &Visit, file: &File) -> worker::Result<web_sys::Response> {
    if !matches!(visit.head().method.as_str(), "GET" | "HEAD") {
        return visit.answer(&Problem::MethodNotAllowed.response().with("allow", "GET, HEAD"));
    }
    match fetch(visit, file).await? {
        answer @ (200 | 304, ..) => serve(visit, file, answer.0, answer),
        _ => missing(visit).await,
    }
}

/// Says that there is nothing: to a person with a page, to a program with a problem.
pub(crate) async fn missing(visit: &Visit) -> worker::Result<web_sys::Response> {
    if visit.head().header("accept").is_some_and(|accept| accept.contains("text/html")) {
        let page = File::missing();
        let found = fetch(visit, &page).await?;
        if found.0 == 200 {
            return serve(visit, &page, Problem::NotFound.status(), found);
        }
    }
    visit.answer(&Problem::NotFound.response())
}

type Found = (u16, Vec<Header>, Option<web_sys::ReadableStream>);

fn serve(visit: &Visit, file: &File, status: u16, found: Found) -> worker::Result<web_sys::Response> {
    let (_, headers, body) = found;
    let mut passed = file.headers(&visit.origin);
    passed.extend(headers.into_iter().filter(|(name, _)| VALIDATORS.contains(&name.as_str())));
    convert::streamed(status, &passed, body.as_ref())
}

async fn fetch(visit: &Visit, file: &File) -> worker::Result<Found> {
    let conditions = visit.head().headers.iter().filter(|(name, _)| CONDITIONS.contains(&name.as_str()));
    let init = web_sys::RequestInit::new();
    init.set_method(if visit.head().method == "HEAD" { "HEAD" } else { "GET" });
    init.set_headers(&convert::platform_headers(&conditions.cloned().collect::<Vec<_>>())?.into());
    let store = js_sys::Reflect::get(&visit.env, &JsValue::from_str(STORE))?;
    if !store.is_object() {
        return Ok((Problem::NotFound.status(), Vec::new(), None));
    }
    let promise = store.unchecked_ref::<Store>().fetch(&format!("{STORE_ORIGIN}{}", file.path), &init)?;
    let answer: web_sys::Response = JsFuture::from(promise).await?.dyn_into()?;
    Ok((answer.status(), convert::headers(&answer.headers())?, answer.body()))
}
