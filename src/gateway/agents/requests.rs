//! A request to the API that a tool asks for. It is matched with the endpoint table as a request of a page is.

use crate::gateway::agents::value::Value;
use crate::spec::endpoint::Method;
use crate::wire::http::Request;
use crate::wire::query;

/// The largest page that a tool asks for. A service may give less.
pub const PAGE_MAX: u32 = 1_000;

/// A request to the API.
#[derive(Debug, Clone, PartialEq)]
pub struct ApiRequest {
    /// The method.
    pub method: Method,
    /// The path at the API.
    pub path: String,
    /// The query, encoded.
    pub query: String,
    /// The body of a write.
    pub body: Option<Value>,
    /// Whether the tool has read a part of what it wants: without an answer, it ends with that.
    pub is_more: bool,
}

impl ApiRequest {
    /// A read. Parameters with an empty value are left out.
    pub fn get(path: &[&str], parameters: &[(&str, &str)]) -> ApiRequest {
        let given: Vec<&(&str, &str)> = parameters.iter().filter(|(_, value)| !value.is_empty()).collect();
        let given: Vec<(&str, &str)> = given.into_iter().copied().collect();
        ApiRequest {
            method: Method::GET,
            path: join(path),
            query: query::encode_query(&given),
            body: None,
            is_more: false,
        }
    }

    /// A write.
    pub fn post(path: &[&str], body: Value) -> ApiRequest {
        ApiRequest { method: Method::POST, path: join(path), query: String::new(), body: Some(body), is_more: false }
    }

    /// The request as one that a page at this origin could send as background work.
    pub fn to_request(&self, origin: &str) -> Request {
        let mut headers = vec![
            ("accept".to_owned(), "application/json".to_owned()),
            (crate::gateway::budget::CLASS_HEADER.to_owned(), "background".to_owned()),
        ];
        headers.extend(self.body.is_some().then(|| ("content-type".to_owned(), "application/json".to_owned())));
        Request {
            method: self.method.as_str().to_owned(),
            origin: origin.to_owned(),
            path: [crate::gateway::proxy::PREFIX, &self.path].concat(),
            query: self.query.clone(),
            headers,
            body: self.body.as_ref().map(|body| body.to_json().into_bytes()).unwrap_or_default(),
        }
    }
}

/// A path of the API. Ids have only characters that need no encoding.
fn join(parts: &[&str]) -> String {
    let mut path = String::from("/v3");
    for part in parts {
        path.push('/');
        path.push_str(part);
    }
    path
}
