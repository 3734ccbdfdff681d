//! Layer 3: the SDK's second shell, a binary of its own that is loaded by the first export alone.
//!
//! It fetches its pages itself: what an export passes through goes straight into its memory, and out of it as rows.

mod fetch;

use crate::results::{Format, Table};
use crate::spec::endpoint::{Endpoint, Route};
use crate::spec::endpoints::responses::BulkSurveyResponses;
use crate::spec::endpoints::surveys::GetSurveyDetails;
use crate::wire::cause::Cause;
use crate::wire::check::{Expected, Mismatch};
use crate::wire::fault::Fault;
use crate::wire::paging;
use crate::wire::text::{number_into, quote_into};
use fetch::{Failure, Source};
use js_sys::{Array, Promise, Uint8Array};
use serde::Deserialize;
use wasm_bindgen::prelude::*;
use web_sys::AbortSignal;

#[wasm_bindgen]
extern "C" {
    /// What the facade hands to an export.
    pub type Facade;

    /// Makes an error of the facade's class from its facts.
    #[wasm_bindgen(method)]
    pub fn fail(this: &Facade, facts: JsValue) -> JsValue;

    /// Sends a request.
    #[wasm_bindgen(method, catch)]
    pub fn send(this: &Facade, request: web_sys::Request) -> Result<Promise, JsValue>;

    /// Takes what an answer says beside its value.
    #[wasm_bindgen(method)]
    pub fn seen(this: &Facade, facts: JsValue);

    /// Is told how many responses are done after a page, and how many there are.
    #[wasm_bindgen(method, catch)]
    pub fn progress(this: &Facade, done: usize, total: f64) -> Result<(), JsValue>;

    /// Makes the result of an export of its bytes in pieces, its rows and its columns.
    #[wasm_bindgen(method)]
    pub fn exported(this: &Facade, pieces: Array, rows: usize, columns: JsValue) -> JsValue;
}

/// Responses of a page of an export: the most that the service gives with their answers.
const PAGE: u64 = 100;

/// What to export, as the caller says it.
#[derive(Deserialize)]
struct Options {
    survey_id: String,
    format: String,
    /// Whether CSV begins with a byte order mark.
    mark: bool,
    timeout: f64,
}

/// Exports the responses of a survey from the gateway at an origin; an empty one is the page's own.
#[wasm_bindgen(js_name = exportResponses)]
pub async fn export_responses(
    facade: Facade,
    gateway: String,
    options: JsValue,
    signal: Option<AbortSignal>,
) -> Result<JsValue, JsValue> {
    let mut route = GetSurveyDetails::ROUTE;
    let exported = exported(&facade, &gateway, options, signal.as_ref(), &mut route).await;
    exported.map_err(|failure| failure.rejection(&facade, route))
}

/// Does it; `route` is the operation that is being called.
async fn exported(
    facade: &Facade,
    gateway: &str,
    options: JsValue,
    signal: Option<&AbortSignal>,
    route: &mut &'static Route,
) -> Result<JsValue, Failure> {
    let options: Options = serde_wasm_bindgen::from_value(options)
        .map_err(|error| Fault::local(Cause::InvalidArgument, &error.to_string()))?;
    let unknown = || Fault::argument(Mismatch::here(Expected::Choice(Format::NAMES)).under("format"));
    let format = Format::parse(&options.format).ok_or_else(unknown)?;
    let format = if options.mark { format.with_mark() } else { format };
    let source = Source { facade, gateway, signal, timeout: options.timeout };

    let mut arguments = String::from("{\"survey_id\":");
    quote_into(&mut arguments, &options.survey_id);
    let details = finished(&arguments, None);
    let design = source.call(route, &details).await?;
    let design = design.given(facade, route, &details)?;
    let mut table = Table::new(design.value).map_err(misfit)?;
    let columns = serde_wasm_bindgen::to_value(table.columns()).unwrap_or(JsValue::UNDEFINED);

    let pieces = Array::new();
    let mut piece = Vec::new();
    table.header(format, &mut piece);
    pieces.push(&Uint8Array::from(piece.as_slice()));
    *route = BulkSurveyResponses::ROUTE;
    let (mut rows, mut next) = (0_usize, Some(finished(&arguments, Some(PAGE))));
    while let Some(arguments) = next {
        let received = source.call(route, &arguments).await?;
        let page = received.given(facade, route, &arguments)?;
        piece.clear();
        rows = rows.saturating_add(table.page(page.value, format, &mut piece).map_err(misfit)?);
        pieces.push(&Uint8Array::from(piece.as_slice()));
        let total = paging::total(page.value).map_err(misfit)?;
        facade.progress(rows, total as f64).map_err(Failure::Thrown)?;
        next = page.next;
    }
    Ok(facade.exported(pieces, rows, columns))
}

/// The arguments that begin like this, with a page's size if they have one.
fn finished(begun: &str, per_page: Option<u64>) -> String {
    let mut arguments = String::from(begun);
    if let Some(number) = per_page {
        arguments.push_str(",\"per_page\":");
        number_into(&mut arguments, number);
    }
    arguments.push('}');
    arguments
}

fn misfit(mismatch: Box<Mismatch>) -> Failure {
    Fault::answer(200, mismatch).into()
}
