//! Seeding: one step after the other, with a line of JSON after each.

use super::actors::ask_actor;
use super::pipe::{IdentityTransformStream, Writer};
use super::{active_requests, state_cache};
use crate::edge::{RequestContext, convert};
use crate::service::actor::protocol::ActorId;
use crate::service::sandbox::SandboxStep;
use crate::service::sandbox::demo::bulk_data;
use crate::service::sandbox::seed::{SeedAction, SeedRequest};
use serde_json::{Value, json};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use worker::js_sys::Uint8Array;
use worker::{Env, web_sys};

/// Fulfils a wish while its progress is read.
pub(super) fn respond_seeding(visit: &RequestContext, wish: SeedRequest) -> worker::Result<web_sys::Response> {
    let pipe = IdentityTransformStream::new();
    let writer = pipe.writable().get_writer()?;
    let env = visit.env.clone();
    spawn_local(async move {
        let last = match run_seeding(&env, wish, &writer).await {
            Ok(()) => json!({ "done": true, "surveys": wish.surveys, "responses": wish.responses }),
            Err(error) => json!({ "done": false, "message": error.to_string() }),
        };
        let _ = write_line(&writer, &last).await;
        if let Ok(closed) = writer.close() {
            let _ = JsFuture::from(closed).await;
        }
    });
    stream_response(&pipe.readable())
}

async fn run_seeding(env: &Env, wish: SeedRequest, writer: &Writer) -> worker::Result<()> {
    let Some((place, _)) = bulk_data::seed_owner() else { return Ok(()) };
    let place: ActorId = place;
    let world = state_cache::with_state(|state| state.world);
    for part in wish.split_batches() {
        let _under_way = active_requests::begin_request(env).await;
        if state_cache::with_state(|state| state.world) != world {
            return Err("Everything was reset in between.".into());
        }
        ask_actor(env, &place, SandboxStep::Seed(part)).await?;
        let progress = match part.work {
            SeedAction::Clean => continue,
            SeedAction::Surveys(_, to) => json!({ "surveys": to }),
            SeedAction::Responses(_, to) => json!({ "surveys": wish.surveys, "responses": to }),
        };
        write_line(writer, &progress).await?;
    }
    Ok(())
}

async fn write_line(writer: &Writer, value: &Value) -> worker::Result<()> {
    let text = format!("{value}\n");
    JsFuture::from(writer.write(&Uint8Array::from(text.as_bytes()))?).await?;
    Ok(())
}

/// A response whose body is written while it is read.
fn stream_response(body: &web_sys::ReadableStream) -> worker::Result<web_sys::Response> {
    let headers = [("content-type", "application/x-ndjson"), ("cache-control", "no-store")];
    let headers: Vec<_> = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    convert::build_response(200, &headers, Some(body))
}
