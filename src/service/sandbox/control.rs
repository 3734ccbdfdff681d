//! What can be asked of the sandbox, by method and path below `/sandbox`.

use super::bad_request::{BadRequest, error_response};
use super::clock::ClockChange;
use super::fault_spec::FaultSpec;
use super::seed;
use crate::wire::http::{Request, Response};
use crate::wire::query;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// What somebody asks of the sandbox.
#[derive(Debug, Clone, PartialEq)]
pub enum SandboxCommand {
    /// The demo world.
    Describe,
    /// All data back to the demo; the clock runs as the platform's; no faults.
    Reset,
    /// The clock.
    ShowClock,
    /// Another time.
    ChangeClock(ClockChange),
    /// Surveys and responses.
    Seed(seed::SeedRequest),
    /// The faults.
    ListFaults,
    /// One more fault.
    AddFault(FaultSpec),
    /// One fault less.
    RemoveFault(u64),
    /// No faults.
    ClearFaults,
    /// The mails; to one reader if an address is given.
    Outbox(Option<String>),
    /// No mails; to one reader if an address is given.
    ClearOutbox(Option<String>),
    /// The last requests.
    Journal,
    /// An empty journal.
    ClearJournal,
}

/// What is told where there is nothing.
const NOT_FOUND_TEXT: &str = "There is nothing here. There are GET /sandbox, POST /sandbox/reset, GET and POST /sandbox/clock, \
    POST /sandbox/seed, GET, POST and DELETE /sandbox/faults, DELETE /sandbox/faults/ID, GET and DELETE \
    /sandbox/outbox (?to=), GET and DELETE /sandbox/journal, and the page /sandbox/.";

/// Reads a request; the answer if it cannot be done.
pub fn parse_command(request: &Request) -> Result<SandboxCommand, Response> {
    let path = request.path.strip_prefix("/sandbox").unwrap_or_default();
    let method = request.method.as_str();
    let takes = |methods: &str| {
        Err(error_response(405, "This address does not take this method.").with_header("allow", methods))
    };
    match (path, method) {
        ("", "GET") => Ok(SandboxCommand::Describe),
        ("/reset", "POST") => Ok(SandboxCommand::Reset),
        ("/clock", "GET") => Ok(SandboxCommand::ShowClock),
        ("/clock", "POST") => parse_body(request).map(SandboxCommand::ChangeClock),
        ("/seed", "POST") => parse_body(request).map(SandboxCommand::Seed),
        ("/faults", "GET") => Ok(SandboxCommand::ListFaults),
        ("/faults", "POST") => parse_body(request).map(SandboxCommand::AddFault),
        ("/faults", "DELETE") => Ok(SandboxCommand::ClearFaults),
        ("/outbox", "GET") => Ok(SandboxCommand::Outbox(parse_reader(&request.query))),
        ("/outbox", "DELETE") => Ok(SandboxCommand::ClearOutbox(parse_reader(&request.query))),
        ("/journal", "GET") => Ok(SandboxCommand::Journal),
        ("/journal", "DELETE") => Ok(SandboxCommand::ClearJournal),
        ("", _) => takes("GET"),
        ("/reset" | "/seed", _) => takes("POST"),
        ("/clock", _) => takes("GET, POST"),
        ("/faults", _) => takes("GET, POST, DELETE"),
        ("/journal" | "/outbox", _) => takes("GET, DELETE"),
        _ => match (path.strip_prefix("/faults/").and_then(|id| id.parse().ok()), method) {
            (Some(id), "DELETE") => Ok(SandboxCommand::RemoveFault(id)),
            (Some(_), _) => takes("DELETE"),
            (None, _) => Err(error_response(404, NOT_FOUND_TEXT)),
        },
    }
}

fn parse_reader(text: &str) -> Option<String> {
    let pairs = query::decode_query(text).unwrap_or_default();
    pairs.into_iter().find(|(name, _)| name == "to").map(|(_, to)| to)
}

fn parse_body<T: DeserializeOwned>(request: &Request) -> Result<T, Response> {
    let bytes: &[u8] = if request.body.is_empty() { b"{}" } else { &request.body };
    let members: Map<String, Value> = serde_json::from_slice(bytes)
        .map_err(|error| BadRequest::for_body(&format!("The body must be a JSON object: {error}.")).to_response())?;
    parse_members(members).map_err(|bad| bad.to_response())
}

/// Reads an object. If that fails, the member that cannot be read even alone is the one to name.
fn parse_members<T: DeserializeOwned>(members: Map<String, Value>) -> Result<T, BadRequest> {
    let read = |members: Map<String, Value>| serde_json::from_value::<T>(Value::Object(members));
    read(members.clone()).map_err(|error| {
        let is_missing = |error: &serde_json::Error| error.to_string().starts_with("missing field");
        let culprit = members.into_iter().find_map(|(name, value)| {
            let error = read(Map::from_iter([(name.clone(), value)])).err().filter(|error| !is_missing(error))?;
            Some(BadRequest::for_member(&name, &format!("{error}.")))
        });
        culprit.unwrap_or_else(|| BadRequest::for_body(&format!("{error}.")))
    })
}

#[cfg(test)]
mod tests {
    use super::{SandboxCommand, parse_command};
    use crate::wire::http::Request;
    use serde_json::Value;

    fn asked(path: &str, body: &str) -> Result<SandboxCommand, Value> {
        let request = Request {
            method: "POST".to_owned(),
            origin: String::new(),
            path: format!("/sandbox{path}"),
            query: String::new(),
            headers: Vec::new(),
            body: body.as_bytes().to_vec(),
        };
        parse_command(&request).map_err(|answer| serde_json::from_slice(&answer.body).unwrap())
    }

    #[test]
    fn a_bad_body_is_told_by_the_name_of_its_member() {
        for (path, body, member) in [
            ("/faults", r#"{"cut":true,"error":"1051"}"#, "error"),
            ("/faults", r#"{"error":1051,"count":-1}"#, "count"),
            ("/faults", r#"{"error":1051,"when":1}"#, "when"),
            ("/clock", r#"{"run":true,"forward":1}"#, "forward"),
            ("/clock", r#"{"set":7}"#, "set"),
            ("/clock", r#"{"advance":true}"#, "advance"),
            ("/seed", r#"{"surveys":"many","responses":1}"#, "surveys"),
        ] {
            let problem = asked(path, body).unwrap_err();
            assert_eq!(problem["member"], member, "{problem}");
            assert!(problem["detail"].as_str().unwrap().contains(member), "{problem}");
        }
        assert!(asked("/seed", r#"{"surveys":1}"#).unwrap_err()["detail"].as_str().unwrap().contains("responses"));
        assert!(asked("/faults", "[]").unwrap_err()["member"].is_null());
        assert!(asked("/faults", r#"{"error":1051}"#).is_ok());
    }
}
