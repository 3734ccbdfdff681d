//! Errors of the sandbox's control API, as problem documents (RFC 9457).

use crate::wire::http::Response;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// What is wrong with a body.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BadRequest {
    /// The wrong member; `None` if the body as a whole is wrong.
    pub field: Option<String>,
    /// What is wrong, in a sentence.
    detail: String,
}

impl BadRequest {
    /// An error of a member.
    pub fn for_member(name: &str, detail: &str) -> BadRequest {
        BadRequest { field: Some(name.to_owned()), detail: detail.to_owned() }
    }

    /// An error of the whole body.
    pub fn for_body(detail: &str) -> BadRequest {
        BadRequest { field: None, detail: detail.to_owned() }
    }

    /// The response: a problem document with status 400.
    pub fn to_response(&self) -> Response {
        let detail = match &self.field {
            Some(member) => format!("`{member}`: {}", self.detail),
            None => self.detail.clone(),
        };
        problem_response(400, &detail, self.field.as_deref())
    }
}

/// A problem document with this status.
pub fn error_response(status: u16, detail: &str) -> Response {
    problem_response(status, detail, None)
}

fn problem_response(status: u16, detail: &str, member: Option<&str>) -> Response {
    let title = "The sandbox cannot do this.";
    let mut body = json!({ "type": "urn:canvass:problem:sandbox", "title": title, "status": status, "detail": detail });
    if let (Some(member), Some(body)) = (member, body.as_object_mut()) {
        body.insert("member".to_owned(), member.into());
    }
    Response::new(status, "application/problem+json", body.to_string())
}
