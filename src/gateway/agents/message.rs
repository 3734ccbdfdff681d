//! A message of the protocol, and the responses to it: JSON-RPC with a result or an error.

use super::value::{ToValue, Value, object};
use crate::wire::http::Response;

/// The revision without state.
pub const MODERN: &str = "2026-07-28";

/// The revisions that begin with `initialize`, the newest first.
pub const LEGACY: [&str; 2] = ["2025-11-25", "2025-06-18"];

pub(super) const PARSE_ERROR: i32 = -32700;
pub(super) const INVALID_REQUEST: i32 = -32600;
pub(super) const METHOD_NOT_FOUND: i32 = -32601;
pub(super) const INVALID_PARAMS: i32 = -32602;

pub(super) const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
pub(super) const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";

/// The two kinds of revisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Era {
    /// Those of [`LEGACY`].
    Legacy,
    /// [`MODERN`].
    Modern,
}

/// A request of the protocol that has passed the checks.
#[derive(Debug)]
pub struct Call {
    pub(super) era: Era,
    pub(super) id: Value,
    pub(super) method: String,
    pub(super) params: Value,
}

pub(super) fn server_info() -> Value {
    object(vec![
        ("name", "canvass".to_value()),
        ("title", "Canvass".to_value()),
        ("version", (env!("CARGO_PKG_VERSION")).to_value()),
    ])
}

/// An error of a message whose id could not be read. It has none, because null is not allowed.
pub(super) fn refused(status: u16, code: i32, message: &str) -> Response {
    let body = object(vec![
        ("jsonrpc", "2.0".to_value()),
        ("error", object(vec![("code", code.to_value()), ("message", message.to_value())])),
    ]);
    Response::json(status, body.to_json())
}

impl Call {
    /// What the client can do, by the name of the capability. Only requests of [`MODERN`] say so.
    pub(super) fn client_capability(&self, name: &str) -> Option<&Value> {
        match self.era {
            Era::Legacy => None,
            Era::Modern => self.params.get("_meta")?.get(CLIENT_CAPABILITIES)?.get(name),
        }
    }

    /// The response with a result.
    pub(super) fn result(&self, result: Value) -> Response {
        self.result_of_type("complete", result)
    }

    /// The response that puts questions to the client, which then repeats the call with the replies.
    pub(super) fn input_required(&self, questions: Value) -> Response {
        self.result_of_type("input_required", object(vec![("inputRequests", questions)]))
    }

    fn result_of_type(&self, result_type: &str, mut result: Value) -> Response {
        if let (Some(members), Era::Modern) = (result.as_object_mut(), self.era) {
            members.insert("resultType", result_type.to_value());
            members.insert("_meta", object(vec![(SERVER_INFO, server_info())]));
        }
        Response::json(
            200,
            object(vec![("jsonrpc", "2.0".to_value()), ("id", self.id.to_value()), ("result", result)]).to_json(),
        )
    }

    pub(super) fn error(&self, status: u16, code: i32, message: &str, data: Option<Value>) -> Response {
        let mut error = object(vec![("code", code.to_value()), ("message", message.to_value())]);
        if let (Some(error), Some(data)) = (error.as_object_mut(), data) {
            error.insert("data", data);
        }
        let mut body = object(vec![("jsonrpc", "2.0".to_value()), ("error", error.to_value())]);
        if let (Some(body), false) = (body.as_object_mut(), self.id.is_null()) {
            body.insert("id", self.id.clone());
        }
        Response::json(status, body.to_json())
    }

    /// The response with the result of a tool. Clients show a model either the text or the structured content, so both
    /// say the same.
    pub fn tool_result(&self, result: &Value) -> Response {
        let content =
            Value::Array(vec![object(vec![("type", "text".to_value()), ("text", result.to_json().to_value())])]);
        self.result(object(vec![
            ("content", content.to_value()),
            ("structuredContent", result.to_value()),
            ("isError", false.to_value()),
        ]))
    }

    /// The response of a tool that could not do its work. The text alone reaches the model.
    pub fn tool_error(&self, message: &str) -> Response {
        self.result(object(vec![
            ("content", Value::Array(vec![object(vec![("type", "text".to_value()), ("text", message.to_value())])])),
            ("isError", true.to_value()),
        ]))
    }
}
