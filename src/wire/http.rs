//! A request and a response as plain values: what the shells convert to and from, and the layers below decide on.

use serde::{Deserialize, Serialize};

/// A header: name in lower case, and value.
pub type Header = (String, String);

/// A request that has arrived in full. Its serialised form leaves the body out: that travels beside it as bytes.
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
    /// The value of the first header of a name, which is given in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// How many headers have the name.
    pub fn count_of(&self, name: &str) -> usize {
        self.headers.iter().filter(|(key, _)| key == name).count()
    }
}

/// An answer. Its serialised form leaves the body out, as a request's does.
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
    /// An answer without a body.
    pub fn empty(status: u16) -> Response {
        Response { status, headers: Vec::new(), body: Vec::new() }
    }

    /// An answer with a body of a media type.
    pub fn new(status: u16, media_type: &str, body: impl Into<Vec<u8>>) -> Response {
        Response { status, headers: vec![("content-type".to_owned(), media_type.to_owned())], body: body.into() }
    }

    /// A JSON answer.
    pub fn json(status: u16, body: impl Into<Vec<u8>>) -> Response {
        Response::new(status, "application/json", body)
    }

    /// The answer with one more header. A value that is not plain ASCII text is left out: platforms refuse it.
    #[must_use]
    pub fn with_header(mut self, name: &str, value: &str) -> Response {
        if value.bytes().all(|byte| (0x20..0x7f).contains(&byte)) {
            self.headers.push((name.to_owned(), value.to_owned()));
        }
        self
    }

    /// The value of the first header of a name, which is given in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}
