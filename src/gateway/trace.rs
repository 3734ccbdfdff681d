//! The trace of a request, by W3C Trace Context: continued if the page began one, else begun here. The request's id is
//! its span id.

use super::headers::to_header;
use crate::wire::http::{Header, Request};
use crate::wire::text::hex_into;

/// The header with the trace id and the sender's span id.
pub const HEADER: &str = "traceparent";

/// The header with what other systems add to the trace.
pub const STATE_HEADER: &str = "tracestate";

/// Random bytes that a trace needs.
pub const RANDOM_BYTES: usize = 24;

/// A request's span in a trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceContext {
    /// The header's value: version, trace, the id of this request, flags.
    value: String,
    continued: bool,
}

impl TraceContext {
    /// The trace of a request.
    pub fn from_request(request: &Request, random: [u8; RANDOM_BYTES]) -> TraceContext {
        // A repeated header is ambiguous: a new trace begins.
        let parent =
            if request.count_of(HEADER) == 1 { request.header(HEADER).and_then(parse_traceparent) } else { None };
        let (id, new_trace) = random.split_first_chunk::<8>().map_or((&[0; 8], [].as_slice()), |split| split);
        let mut value = String::with_capacity(55);
        value.push_str("00-");
        match parent {
            Some((trace, _)) => value.push_str(trace),
            None => hex_into(&mut value, new_trace),
        }
        value.push('-');
        hex_into(&mut value, id);
        value.push('-');
        value.push_str(parent.map_or("00", |(_, flags)| flags));
        TraceContext { value, continued: parent.is_some() }
    }

    /// The trace that another part of the Worker has attached to a request, with the id of that part's request.
    pub fn received(request: &Request) -> TraceContext {
        TraceContext { value: request.header(HEADER).unwrap_or_default().to_owned(), continued: true }
    }

    /// The id of this request: 16 hexadecimal digits, which the log contains too.
    pub fn id(&self) -> &str {
        self.value.get(36..52).unwrap_or_default()
    }

    /// Adds the trace to the headers of a request to the service.
    pub fn attach_to(&self, headers: &mut Vec<Header>) {
        // The state belongs to the trace of the page: a new trace starts without it.
        headers.retain(|(name, _)| name != HEADER && (self.continued || name != STATE_HEADER));
        headers.push(to_header((HEADER, &self.value)));
    }
}

/// Trace id and flags of a header's value; `None` unless its version is the one that is written here.
fn parse_traceparent(value: &str) -> Option<(&str, &str)> {
    let mut parts = value.split('-');
    let mut part = |length: usize| {
        let digits = |text: &&str| text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        parts.next().filter(|text| text.len() == length).filter(digits)
    };
    let (version, trace, parent, flags) = (part(2)?, part(32)?, part(16)?, part(2)?);
    let is_nonzero = |id: &str| id.bytes().any(|byte| byte != b'0');
    (version == "00" && parts.next().is_none() && is_nonzero(trace) && is_nonzero(parent)).then_some((trace, flags))
}
