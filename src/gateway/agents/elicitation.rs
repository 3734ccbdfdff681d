//! Elicitation: asking the user through the agent's program. A program of the newest revision that can open a URL
//! shows its user the page of a plan by itself. Its reply says only that the user was asked: a program could invent
//! that the user has agreed, so the page alone decides.

use super::message::Call;
use super::value::{ToValue, Value, object};
use crate::wire::http::Response;

/// The name of the one question that a result asks.
const CONSENT: &str = "consent";

const MESSAGE: &str = "Canvass asks for your agreement: please look at what the agent wants to send, and decide on the \
    page that opens.";

const DECLINED: &str = "The user was asked and did not open the page, so nothing was sent. Do not ask again unless the \
    user wants it. The plan can still be agreed to at ";

/// The response to a tool whose result waits for the user, where the program can ask: a question, or that the user has
/// declined it. `None` leaves the result as it is.
pub fn ask_user(call: &Call, result: &Value) -> Option<Response> {
    if result.get("state").and_then(Value::as_str) != Some("waiting") {
        return None;
    }
    call.client_capability("elicitation")?.get("url")?;
    let open = result.get("open")?.as_str()?;
    let reply = call.params.get("inputResponses").and_then(|replies| replies.get(CONSENT));
    if let Some(reply) = reply {
        let is_accepted = reply.get("action").and_then(Value::as_str) == Some("accept");
        return (!is_accepted).then(|| call.tool_error(&[DECLINED, open].concat()));
    }
    let question = object(vec![
        ("method", "elicitation/create".to_value()),
        ("params", object(vec![("mode", "url".to_value()), ("message", MESSAGE.to_value()), ("url", open.to_value())])),
    ]);
    Some(call.input_required(object(vec![(CONSENT, question)])))
}
