//! Clients: the one that an id names, whose document is fetched if it has one.

use crate::edge::fetch::{self, FetchRequest, FetchResponse, FetchTimeout};
use crate::edge::objects::records::call_records_object;
use crate::edge::response::ResponseBody;
use crate::edge::{RequestContext, isolate_state};
use crate::gateway::agents::clients::{
    Client, ClientId, ClientProblem, DOCUMENT_MAX, TIMEOUT_MS, parse_document, parse_id,
};
use crate::gateway::headers::to_header;
use crate::gateway::proxy::media_type;
use crate::gateway::records::RecordsCommand;
use crate::wire::media_type::is_json;
use worker::wasm_bindgen::{JsCast, JsValue};

/// The client with an id. A document is fetched for an account that is signed in, and not often.
///
/// # Errors
///
/// Why there is none.
pub(super) async fn load_client(context: &RequestContext, account: &str, id: &str) -> Result<Client, ClientProblem> {
    let (origin, path) = match parse_id(&context.config, id, crate::SANDBOX)? {
        ClientId::Registered(client) => return Ok(client),
        ClientId::Document(origin, path) => (origin, path),
    };
    if let Some(known) = isolate_state::with_agent_clients(|clients| clients.find(id, context.now).cloned()) {
        return Ok(known);
    }
    let reader = ["agent-documents.", account].concat();
    let counted = call_records_object(context, &reader, &RecordsCommand::CountRead, &[]).await;
    counted.map_err(|_| ClientProblem::Unreachable)?;
    let body = fetch_document(context, &origin, &path).await?;
    let client = parse_document(id, &body)?;
    isolate_state::with_agent_clients(|clients| clients.insert(client.clone(), context.now));
    Ok(client)
}

/// The bytes of a document, which must be short and JSON. Redirects are not followed.
async fn fetch_document(context: &RequestContext, origin: &str, path: &str) -> Result<Vec<u8>, ClientProblem> {
    let headers = [to_header(("accept", "application/json"))];
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let timeout = FetchTimeout::Deadline(TIMEOUT_MS);
    let request =
        FetchRequest { method: "GET", origin, path, query, headers: &headers, body: JsValue::UNDEFINED, timeout };
    let FetchResponse { status, headers, body } =
        fetch::send(&context.execution, request).await.map_err(|_| ClientProblem::Unreachable)?;
    let body = match body.dyn_into() {
        Ok(buffer) => ResponseBody::Whole(buffer),
        Err(stream) => ResponseBody::Stream(stream.dyn_into().ok()),
    };
    let problem = match status {
        200 if media_type(&headers).is_some_and(is_json) => None,
        200 => Some(ClientProblem::BadDocument),
        _ => Some(ClientProblem::Unreachable),
    };
    if let Some(problem) = problem {
        body.cancel();
        return Err(problem);
    }
    let read = body.read_bytes(DOCUMENT_MAX).await.map_err(|_| ClientProblem::Unreachable)?;
    read.ok_or(ClientProblem::BadDocument)
}
