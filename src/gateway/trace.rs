//! The trace that a request belongs to, as W3C's Trace Context has it: continued if the page began one, else begun here.
//! A request's id is its place in the trace.

use super::headers::to_header;
use crate::wire::http::{Header, Request};
use crate::wire::text::hex_into;

/// The header that names the trace and who sends.
pub const HEADER: &str = "traceparent";

/// The header with what others add to it.
pub const STATE_HEADER: &str = "tracestate";

/// Random bytes that a trace needs.
pub const RANDOM_BYTES: usize = 24;

/// A request's place in a trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceContext {
    /// The header's value: version, trace, the id of this request, flags.
    value: String,
    continued: bool,
}

impl TraceContext {
    /// The trace of a request.
    pub fn from_request(request: &Request, random: [u8; RANDOM_BYTES]) -> TraceContext {
        let told =
            if request.count_of(HEADER) == 1 { request.header(HEADER).and_then(parse_traceparent) } else { None };
        let (id, begun) = random.split_first_chunk::<8>().map_or((&[0; 8], [].as_slice()), |split| split);
        let mut value = String::with_capacity(55);
        value.push_str("00-");
        match told {
            Some((trace, _)) => value.push_str(trace),
            None => hex_into(&mut value, begun),
        }
        value.push('-');
        hex_into(&mut value, id);
        value.push('-');
        value.push_str(told.map_or("00", |(_, flags)| flags));
        TraceContext { value, continued: told.is_some() }
    }

    /// The id of this request, 16 digits: it names the request in the log too.
    pub fn id(&self) -> &str {
        self.value.get(36..52).unwrap_or_default()
    }

    /// Puts the trace into the headers of a request to the service.
    pub fn attach_to(&self, headers: &mut Vec<Header>) {
        headers.retain(|(name, _)| name != HEADER && (self.continued || name != STATE_HEADER));
        headers.push(to_header((HEADER, &self.value)));
    }
}

/// Trace and flags of a header's value; none if it is not of the version that we write.
fn parse_traceparent(value: &str) -> Option<(&str, &str)> {
    let mut parts = value.split('-');
    let mut part = |length: usize| {
        let digits = |text: &&str| text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        parts.next().filter(|text| text.len() == length).filter(digits)
    };
    let (version, trace, parent, flags) = (part(2)?, part(32)?, part(16)?, part(2)?);
    let named = |id: &str| id.bytes().any(|byte| byte != b'0');
    (version == "00" && parts.next().is_none() && named(trace) && named(parent)).then_some((trace, flags))
}
