//! What can be asked of the sandbox, by method and path below `/sandbox`.

use super::clock::Change;
use super::faults;
use super::seed;
use crate::wire::http::{Request, Response};
use crate::wire::query;
use serde::de::DeserializeOwned;
use serde_json::json;

/// What somebody asks of the sandbox.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// The demo world.
    Describe,
    /// All data back to the demo; the clock runs as the platform's; no faults.
    Reset,
    /// The clock.
    ShowClock,
    /// Another time.
    ChangeClock(Change),
    /// Surveys and responses.
    Seed(seed::Wish),
    /// The faults.
    ListFaults,
    /// One more fault.
    AddFault(faults::Wish),
    /// One fault less.
    RemoveFault(u64),
    /// No faults.
    ClearFaults,
    /// The mails; to one reader if an address is given.
    Outbox(Option<String>),
    /// The last requests.
    Journal,
    /// An empty journal.
    ClearJournal,
}

/// What is told where there is nothing.
const NOTHING: &str = "There is nothing here. There are GET /sandbox, POST /sandbox/reset, GET and POST /sandbox/clock, \
    POST /sandbox/seed, GET, POST and DELETE /sandbox/faults, DELETE /sandbox/faults/ID, GET /sandbox/outbox (?to=), \
    GET and DELETE /sandbox/journal, and the page /sandbox/.";

/// Reads a request; the answer if it cannot be done.
pub fn read(request: &Request) -> Result<Command, Response> {
    let path = request.path.strip_prefix("/sandbox").unwrap_or_default();
    let method = request.method.as_str();
    let takes = |methods: &str| Err(refusal(405, "This address does not take this method.").with("allow", methods));
    match (path, method) {
        ("", "GET") => Ok(Command::Describe),
        ("/reset", "POST") => Ok(Command::Reset),
        ("/clock", "GET") => Ok(Command::ShowClock),
        ("/clock", "POST") => body(request).map(Command::ChangeClock),
        ("/seed", "POST") => body(request).map(Command::Seed),
        ("/faults", "GET") => Ok(Command::ListFaults),
        ("/faults", "POST") => body(request).map(Command::AddFault),
        ("/faults", "DELETE") => Ok(Command::ClearFaults),
        ("/outbox", "GET") => Ok(Command::Outbox(reader(&request.query))),
        ("/journal", "GET") => Ok(Command::Journal),
        ("/journal", "DELETE") => Ok(Command::ClearJournal),
        ("" | "/outbox", _) => takes("GET"),
        ("/reset" | "/seed", _) => takes("POST"),
        ("/clock", _) => takes("GET, POST"),
        ("/faults", _) => takes("GET, POST, DELETE"),
        ("/journal", _) => takes("GET, DELETE"),
        _ => match (path.strip_prefix("/faults/").and_then(|id| id.parse().ok()), method) {
            (Some(id), "DELETE") => Ok(Command::RemoveFault(id)),
            (Some(_), _) => takes("DELETE"),
            (None, _) => Err(refusal(404, NOTHING)),
        },
    }
}

fn reader(text: &str) -> Option<String> {
    let pairs = query::decode(text).unwrap_or_default();
    pairs.into_iter().find(|(name, _)| name == "to").map(|(_, to)| to)
}

/// An answer that says what is wrong.
pub fn refusal(status: u16, message: &str) -> Response {
    Response::json(status, json!({ "message": message }).to_string())
}

fn body<T: DeserializeOwned>(request: &Request) -> Result<T, Response> {
    let bytes: &[u8] = if request.body.is_empty() { b"{}" } else { &request.body };
    serde_json::from_slice(bytes).map_err(|error| refusal(400, &format!("{error}.")))
}
