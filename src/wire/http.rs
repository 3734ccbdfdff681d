//! Requests and responses as plain values, to which the shells convert and from which the layers below decide.

use serde::{Deserialize, Serialize};

/// A header: name in lower case, and value.
pub type Header = (String, String);

/// Maximum number of languages that are read from `Accept-Language`.
const ACCEPTED_MAX: usize = 50;

/// A request that was read to its end. The body is not serialised: it is sent separately, as bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// Method as sent.
    pub method: String,
    /// Scheme, host and port that the request was sent to, such as `http://127.0.0.1:8787`.
    pub origin: String,
    /// Path as sent, still percent-encoded, from the first `/` to the `?`.
    pub path: String,
    /// Query string as sent, without its `?`; empty if there is none.
    pub query: String,
    /// Header names in lower case, and values.
    pub headers: Vec<Header>,
    /// The body's bytes; empty if there is none.
    #[serde(skip)]
    pub body: Vec<u8>,
}

impl Request {
    /// The value of the first header with a name in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The first language codes of `Accept-Language`, in its order, without those that are refused with `q=0`.
    pub fn accepted_languages(&self) -> impl Iterator<Item = &str> {
        let accepted = self.header("accept-language").unwrap_or("").split(',').take(ACCEPTED_MAX);
        let entries = accepted.map(|entry| entry.split_once(';').unwrap_or((entry, "")));
        entries.filter(|(_, parameters)| parse_quality(parameters) > 0).map(|(code, _)| code.trim())
    }

    /// The request without its body.
    #[must_use]
    pub fn without_body(&self) -> Request {
        let Request { method, origin, path, query, headers, body: _ } = self;
        let [method, origin, path, query] = [method, origin, path, query].map(String::clone);
        Request { method, origin, path, query, headers: headers.clone(), body: Vec::new() }
    }

    /// Number of headers with the name.
    pub fn count_of(&self, name: &str) -> usize {
        self.headers.iter().filter(|(key, _)| key == name).count()
    }
}

/// The `q` of the parameters of an item of an `Accept` header, in thousandths; 1000 if there is none.
pub fn parse_quality(parameters: &str) -> u32 {
    let quality = parameters.split(';').find_map(|parameter| parameter.trim().strip_prefix("q="));
    let Some((whole, part)) = quality.map(|quality| quality.split_once('.').unwrap_or((quality, ""))) else {
        return 1000;
    };
    if whole == "1" { 1000 } else { format!("{part:0<3}").get(..3).and_then(|part| part.parse().ok()).unwrap_or(0) }
}

/// A response. The body is not serialised, as with requests.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Response {
    /// HTTP status.
    pub status: u16,
    /// Header names in lower case, and values: ASCII without control characters.
    pub headers: Vec<Header>,
    /// The body's bytes.
    #[serde(skip)]
    pub body: Vec<u8>,
}

impl Response {
    /// A response without a body.
    pub fn empty(status: u16) -> Response {
        Response { status, headers: Vec::new(), body: Vec::new() }
    }

    /// A response with a body of a media type.
    pub fn new(status: u16, media_type: &str, body: impl Into<Vec<u8>>) -> Response {
        Response { status, headers: vec![("content-type".to_owned(), media_type.to_owned())], body: body.into() }
    }

    /// A response with a JSON body.
    pub fn json(status: u16, body: impl Into<Vec<u8>>) -> Response {
        Response::new(status, "application/json", body)
    }

    /// The response with one more header. A value that is not printable ASCII is left out, because platforms refuse it.
    #[must_use]
    pub fn with_header(mut self, name: &str, value: &str) -> Response {
        if value.bytes().all(|byte| (0x20..0x7f).contains(&byte)) {
            self.headers.push((name.to_owned(), value.to_owned()));
        }
        self
    }

    /// The value of the first header with a name in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}
