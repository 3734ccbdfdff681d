//! Seeding: runs its steps one after the other, and sends a line of JSON after each.

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

/// Starts seeding. The response's body is its progress, a line of JSON for each step.
///
/// # Errors
///
/// If the platform cannot build the response.
pub(super) fn respond_seeding(context: &RequestContext, request: SeedRequest) -> worker::Result<web_sys::Response> {
    let pipe = IdentityTransformStream::new();
    let writer = pipe.writable().get_writer()?;
    let env = context.env.clone();
    spawn_local(async move {
        let (surveys, responses) = request.count_all();
        let last = match run_seeding(&env, &request, &writer).await {
            Ok(()) => json!({ "done": true, "surveys": surveys, "responses": responses }),
            Err(error) => json!({ "done": false, "message": error.to_string() }),
        };
        let _ = write_line(&writer, &last).await;
        if let Ok(closed) = writer.close() {
            let _ = JsFuture::from(closed).await;
        }
    });
    stream_response(&pipe.readable())
}

async fn run_seeding(env: &Env, request: &SeedRequest, writer: &Writer) -> worker::Result<()> {
    let Some((team, _)) = bulk_data::seed_owner() else { return Ok(()) };
    let actor_id: ActorId = team;
    let world = state_cache::with_state(|state| state.world);
    for batch in request.split_batches() {
        let _active = active_requests::begin_request(env).await;
        // A reset between two batches: the rest would be half of the data in the new world.
        if state_cache::with_state(|state| state.world) != world {
            return Err("Everything was reset in between.".into());
        }
        let work = batch.work;
        ask_actor(env, &actor_id, SandboxStep::Seed(batch)).await?;
        if work != SeedAction::Clean {
            let (surveys, responses) = request.count_made(work);
            write_line(writer, &json!({ "surveys": surveys, "responses": responses })).await?;
        }
    }
    Ok(())
}

async fn write_line(writer: &Writer, value: &Value) -> worker::Result<()> {
    let text = format!("{value}\n");
    JsFuture::from(writer.write(&Uint8Array::from(text.as_bytes()))?).await?;
    Ok(())
}

/// The response with a body of JSON lines.
fn stream_response(body: &web_sys::ReadableStream) -> worker::Result<web_sys::Response> {
    let headers = [("content-type", "application/x-ndjson"), ("cache-control", "no-store")];
    let headers: Vec<_> = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    convert::build_response(200, &headers, Some(body))
}
