//! Seeding: one step after the other, with a line of JSON after each.

use super::{ask, streamed};
use crate::edge::Visit;
use crate::service::demo::seeded;
use crate::service::place::Place;
use crate::service::sandbox::Step;
use crate::service::sandbox::seed::{Wish, Work};
use serde_json::{Value, json};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use worker::js_sys::{Promise, Uint8Array};
use worker::wasm_bindgen::{self, JsValue, prelude::wasm_bindgen};
use worker::{Env, web_sys};

#[wasm_bindgen]
extern "C" {
    type IdentityTransformStream;
    #[wasm_bindgen(constructor)]
    fn new() -> IdentityTransformStream;
    #[wasm_bindgen(method, getter)]
    fn readable(this: &IdentityTransformStream) -> web_sys::ReadableStream;
    #[wasm_bindgen(method, getter)]
    fn writable(this: &IdentityTransformStream) -> Writable;

    type Writable;
    #[wasm_bindgen(structural, method, catch, js_name = getWriter)]
    fn get_writer(this: &Writable) -> Result<Writer, JsValue>;

    type Writer;
    #[wasm_bindgen(structural, method, catch)]
    fn write(this: &Writer, chunk: &Uint8Array) -> Result<Promise, JsValue>;
    #[wasm_bindgen(structural, method, catch)]
    fn close(this: &Writer) -> Result<Promise, JsValue>;
}

/// Fulfils a wish while its progress is read.
pub(super) fn stream(visit: &Visit, wish: Wish) -> worker::Result<web_sys::Response> {
    let pipe = IdentityTransformStream::new();
    let writer = pipe.writable().get_writer()?;
    let env = visit.env.clone();
    spawn_local(async move {
        let last = match fulfil(&env, wish, &writer).await {
            Ok(()) => json!({ "done": true, "surveys": wish.surveys, "responses": wish.responses }),
            Err(error) => json!({ "done": false, "message": error.to_string() }),
        };
        let _ = line(&writer, &last).await;
        if let Ok(closed) = writer.close() {
            let _ = JsFuture::from(closed).await;
        }
    });
    streamed(&pipe.readable())
}

async fn fulfil(env: &Env, wish: Wish, writer: &Writer) -> worker::Result<()> {
    let Some((place, _)) = seeded::home() else { return Ok(()) };
    let place: Place = place;
    for part in wish.parts() {
        ask(env, &place, Step::Seed(part)).await?;
        let progress = match part.work {
            Work::Clean => continue,
            Work::Surveys(_, to) => json!({ "surveys": to }),
            Work::Responses(_, to) => json!({ "surveys": wish.surveys, "responses": to }),
        };
        line(writer, &progress).await?;
    }
    Ok(())
}

async fn line(writer: &Writer, value: &Value) -> worker::Result<()> {
    let text = format!("{value}\n");
    JsFuture::from(writer.write(&Uint8Array::from(text.as_bytes()))?).await?;
    Ok(())
}
