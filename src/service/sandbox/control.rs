//! The control API of the sandbox: commands by method and path below `/sandbox`.

use super::bad_request::{BadRequest, error_response};
use super::clock::ClockChange;
use super::fault_spec::FaultSpec;
use super::seed;
use crate::wire::http::{Request, Response};
use crate::wire::query;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// A command of the control API.
#[derive(Debug, Clone, PartialEq)]
pub enum SandboxCommand {
    /// Describes the demo world.
    Describe,
    /// Resets all data to the demo world, the clock to the platform's, and removes all faults.
    Reset,
    /// Shows the clock.
    ShowClock,
    /// Changes the clock.
    ChangeClock(ClockChange),
    /// Writes surveys and responses.
    Seed(seed::SeedRequest),
    /// Lists the faults.
    ListFaults,
    /// Adds a fault.
    AddFault(FaultSpec),
    /// Removes a fault.
    RemoveFault(u64),
    /// Removes all faults.
    ClearFaults,
    /// Lists the mails, or only those to one address.
    Outbox(Option<String>),
    /// Deletes the mails, or only those to one address.
    ClearOutbox(Option<String>),
    /// Lists the last requests.
    Journal,
    /// Empties the journal.
    ClearJournal,
    /// Shows what requests have cost so far.
    ShowCost,
}

/// The detail of the response for an unknown path.
const NOT_FOUND_TEXT: &str = "This path does not exist. There are GET /sandbox, POST /sandbox/reset, GET and POST /sandbox/clock, \
    POST /sandbox/seed, GET, POST and DELETE /sandbox/faults, DELETE /sandbox/faults/ID, GET and DELETE \
    /sandbox/outbox (?to=), GET and DELETE /sandbox/journal, GET /sandbox/cost, and the page /sandbox/.";

/// Reads a request.
///
/// # Errors
///
/// A problem document: the path is unknown, does not accept the method, or the body is invalid.
pub fn parse_command(request: &Request) -> Result<SandboxCommand, Response> {
    let path = request.path.strip_prefix("/sandbox").unwrap_or_default();
    let method = request.method.as_str();
    let takes = |methods: &str| {
        Err(error_response(405, "This path does not accept this method. The Allow header lists those it does.")
            .with_header("allow", methods))
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
        ("/outbox", "GET") => parse_reader(&request.query).map(SandboxCommand::Outbox),
        ("/outbox", "DELETE") => parse_reader(&request.query).map(SandboxCommand::ClearOutbox),
        ("/journal", "GET") => Ok(SandboxCommand::Journal),
        ("/journal", "DELETE") => Ok(SandboxCommand::ClearJournal),
        ("/cost", "GET") => Ok(SandboxCommand::ShowCost),
        ("" | "/cost", _) => takes("GET"),
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

/// The address whose mails are meant; `None` for all mails, only if there is no query.
fn parse_reader(text: &str) -> Result<Option<String>, Response> {
    let mut pairs = query::decode_query(text).unwrap_or_default();
    match (text, pairs.pop()) {
        ("", _) => Ok(None),
        (_, Some((name, to))) if name == "to" && pairs.is_empty() => Ok(Some(to)),
        _ => Err(error_response(400, "The query can only be `to` with an encoded address, such as ?to=a%40b.example.")),
    }
}

fn parse_body<T: DeserializeOwned>(request: &Request) -> Result<T, Response> {
    let bytes: &[u8] = if request.body.is_empty() { b"{}" } else { &request.body };
    let members: Map<String, Value> = serde_json::from_slice(bytes)
        .map_err(|error| BadRequest::for_body(&format!("The body must be a JSON object: {error}.")).to_response())?;
    parse_members(members).map_err(|bad| bad.to_response())
}

/// Reads an object. On failure, each member is read alone to find the one that is wrong.
fn parse_members<T: DeserializeOwned>(members: Map<String, Value>) -> Result<T, BadRequest> {
    let read = |members: Map<String, Value>| serde_json::from_value::<T>(Value::Object(members));
    read(members.clone()).map_err(|error| {
        let is_missing = |error: &serde_json::Error| error.to_string().starts_with("missing field");
        let invalid_member = members.into_iter().find_map(|(name, value)| {
            let error = read(Map::from_iter([(name.clone(), value)])).err().filter(|error| !is_missing(error))?;
            Some(BadRequest::for_member(&name, &format!("{error}.")))
        });
        invalid_member.unwrap_or_else(|| BadRequest::for_body(&format!("{error}.")))
    })
}

#[cfg(test)]
mod tests {
    use super::{SandboxCommand, parse_command};
    use crate::wire::http::Request;
    use serde_json::Value;

    fn parse(path: &str, body: &str) -> Result<SandboxCommand, Value> {
        parse_request("POST", path, "", body)
    }

    fn parse_request(method: &str, path: &str, query: &str, body: &str) -> Result<SandboxCommand, Value> {
        let request = Request {
            method: method.to_owned(),
            origin: String::new(),
            path: format!("/sandbox{path}"),
            query: query.to_owned(),
            headers: Vec::new(),
            body: body.as_bytes().to_vec(),
        };
        parse_command(&request).map_err(|response| serde_json::from_slice(&response.body).unwrap())
    }

    #[test]
    fn the_error_of_a_bad_body_names_the_member() {
        for (path, body, member) in [
            ("/faults", r#"{"cut":true,"error":"1051"}"#, "error"),
            ("/faults", r#"{"error":1051,"count":-1}"#, "count"),
            ("/faults", r#"{"error":1051,"when":1}"#, "when"),
            ("/clock", r#"{"run":true,"forward":1}"#, "forward"),
            ("/clock", r#"{"set":7}"#, "set"),
            ("/clock", r#"{"advance":true}"#, "advance"),
            ("/seed", r#"{"surveys":"many","responses":1}"#, "surveys"),
            ("/seed", r#"{"lifelike":100}"#, "lifelike"),
        ] {
            let problem = parse(path, body).unwrap_err();
            assert_eq!(problem["member"], member, "{problem}");
            assert!(problem["detail"].as_str().unwrap().contains(member), "{problem}");
        }
        assert!(parse("/faults", "[]").unwrap_err()["member"].is_null());
        assert!(parse("/faults", r#"{"error":1051}"#).is_ok());
    }

    #[test]
    fn the_mails_of_all_are_meant_only_without_a_query() {
        let reader = |query: &str| parse_request("DELETE", "/outbox", query, "");
        assert_eq!(reader(""), Ok(SandboxCommand::ClearOutbox(None)));
        assert_eq!(reader("to=a%40b.example"), Ok(SandboxCommand::ClearOutbox(Some("a@b.example".to_owned()))));
        for query in ["to=%", "to=%ff", "too=a%40b.example", "to=a&from=b", "from=b&to=a", "&"] {
            for method in ["GET", "DELETE"] {
                let problem = parse_request(method, "/outbox", query, "").unwrap_err();
                assert_eq!(problem["status"], 400, "{query}");
                assert!(problem["detail"].as_str().unwrap().contains("`to`"), "{problem}");
            }
        }
    }
}
