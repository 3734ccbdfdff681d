//! Which revision of the protocol a request is of. A request of the newest one says it twice, in its headers and in its
//! body, with its method and the name of what it asks for: proxies read the headers, so both must agree.

use super::message::{CLIENT_CAPABILITIES, Call, INVALID_PARAMS, LEGACY, MODERN, PROTOCOL_VERSION};
use super::value::{ToValue, Value, object};
use crate::wire::http::{Request, Response};
use base64ct::{Base64, Encoding as _};

const HEADER_MISMATCH: i32 = -32020;
const UNSUPPORTED_VERSION: i32 = -32022;

/// Checks the revision that a request names, in its headers and in its body.
///
/// # Errors
///
/// The response that refuses it.
pub(super) fn check_version(request: &Request, call: &Call, named: Option<&Value>) -> Result<(), Response> {
    let header = |name: &str| request.header(name).map(|value| value.trim_matches([' ', '\t']));
    let version = header("mcp-protocol-version");
    let Some(named) = named else {
        return match version {
            Some(MODERN) => Err(call.error(400, INVALID_PARAMS, &format!("`_meta` lacks {PROTOCOL_VERSION}."), None)),
            // Clients of earlier revisions send no version.
            None => Ok(()),
            Some(version) if LEGACY.contains(&version) => Ok(()),
            // `initialize` agrees on a version, so the header of that request does not count.
            Some(_) if call.method == "initialize" => Ok(()),
            Some(version) => Err(unsupported(call, version)),
        };
    };
    let named = named.as_str().unwrap_or_default();
    if version != Some(named) {
        return Err(call.error(
            400,
            HEADER_MISMATCH,
            "MCP-Protocol-Version and `_meta` must name the same version.",
            None,
        ));
    }
    if named != MODERN {
        return Err(unsupported(call, named));
    }
    if call.params.get("_meta").and_then(|meta| meta.get(CLIENT_CAPABILITIES)?.as_object()).is_none() {
        return Err(call.error(400, INVALID_PARAMS, &format!("`_meta` lacks {CLIENT_CAPABILITIES}."), None));
    }
    if header("mcp-method") != Some(&call.method) {
        return Err(call.error(400, HEADER_MISMATCH, "Mcp-Method must be the method of the body.", None));
    }
    let target = match call.method.as_str() {
        "tools/call" | "prompts/get" => Some("name"),
        "resources/read" => Some("uri"),
        _ => None,
    };
    let wanted = target.map(|target| call.params.get(target).and_then(Value::as_str).unwrap_or_default());
    let sent = header("mcp-name").map(decode_name);
    if wanted.is_some_and(|wanted| sent.as_deref() != Some(wanted)) {
        return Err(call.error(400, HEADER_MISMATCH, "Mcp-Name must be the name in the body.", None));
    }
    Ok(())
}

/// The value of a header that may be UTF-8 in Base64.
fn decode_name(value: &str) -> String {
    let inner = value.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?="));
    let decoded =
        inner.and_then(|inner| Base64::decode_vec(inner).ok()).and_then(|bytes| String::from_utf8(bytes).ok());
    decoded.unwrap_or_else(|| value.to_owned())
}

fn unsupported(call: &Call, version: &str) -> Response {
    let data = object(vec![("supported", Value::Array(vec![MODERN.to_value()])), ("requested", version.to_value())]);
    call.error(400, UNSUPPORTED_VERSION, "This version of the protocol is not served.", Some(data))
}
