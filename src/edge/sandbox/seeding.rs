//! Seeding: one step after the other, with a line of JSON after each.

use super::actors::ask;
use super::pipe::{IdentityTransformStream, Writer};
use super::{state_cache, under_way};
use crate::edge::{RequestContext, convert};
use crate::service::actor::place::Place;
use crate::service::sandbox::Step;
use crate::service::sandbox::demo::seeded;
use crate::service::sandbox::seed::{Wish, Work};
use serde_json::{Value, json};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use worker::js_sys::Uint8Array;
use worker::{Env, web_sys};

/// Fulfils a wish while its progress is read.
pub(super) fn stream(visit: &RequestContext, wish: Wish) -> worker::Result<web_sys::Response> {
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
    let world = state_cache::with(|state| state.world);
    for part in wish.parts() {
        let _under_way = under_way::enter(env).await;
        if state_cache::with(|state| state.world) != world {
            return Err("Everything was reset in between.".into());
        }
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

/// A response whose body is written while it is read.
fn streamed(body: &web_sys::ReadableStream) -> worker::Result<web_sys::Response> {
    let headers = [("content-type", "application/x-ndjson"), ("cache-control", "no-store")];
    let headers: Vec<_> = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    convert::filled(200, &headers, Some(body))
}
