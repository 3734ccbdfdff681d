//! The trace that a request belongs to, as W3C's Trace Context has it: continued if the page began one, else begun here.

use super::headers::{Header, owned};
use crate::wire::http::Request;

/// The header that names the trace and who sends.
pub const HEADER: &str = "traceparent";

/// The header with what others add to it.
const STATE: &str = "tracestate";

/// Random bytes that a trace needs.
pub const RANDOM_BYTES: usize = 24;

/// A request's place in a trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trace {
    /// The id of the trace, 32 digits.
    trace: String,
    /// The id of this request, 16 digits: it names the request in the log too.
    pub id: String,
    flags: String,
    continued: bool,
}

impl Trace {
    /// The trace of a request.
    pub fn of(request: &Request, random: [u8; RANDOM_BYTES]) -> Trace {
        let digit = |half: u8| char::from_digit(half.into(), 16).unwrap_or_default();
        let hex = |bytes: &[u8]| bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]).map(digit).collect::<String>();
        let (id, rest) = random.split_first_chunk::<8>().map_or((&[0; 8], [].as_slice()), |split| split);
        let begun = Trace { trace: hex(rest), id: hex(id), flags: "00".to_owned(), continued: false };
        if request.count_of(HEADER) != 1 {
            return begun;
        }
        let told = request.header(HEADER).and_then(parsed);
        let continued = |(trace, flags): (&str, &str)| Trace {
            trace: trace.to_owned(),
            flags: flags.to_owned(),
            continued: true,
            ..begun.clone()
        };
        told.map_or_else(|| begun.clone(), continued)
    }

    /// Puts the trace into the headers of a request to the service.
    pub fn attach(&self, headers: &mut Vec<Header>) {
        headers.retain(|(name, _)| name != HEADER && (self.continued || name != STATE));
        headers.push(owned((HEADER, &format!("00-{}-{}-{}", self.trace, self.id, self.flags))));
    }
}

/// Trace and flags of a header's value; none if it is not of the version that we write.
fn parsed(value: &str) -> Option<(&str, &str)> {
    let mut parts = value.split('-');
    let mut part = |length: usize| {
        let digits = |text: &&str| text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        parts.next().filter(|text| text.len() == length).filter(digits)
    };
    let (version, trace, parent, flags) = (part(2)?, part(32)?, part(16)?, part(2)?);
    let named = |id: &str| id.bytes().any(|byte| byte != b'0');
    (version == "00" && parts.next().is_none() && named(trace) && named(parent)).then_some((trace, flags))
}
