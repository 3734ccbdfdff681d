//! The journal: the last requests with their responses and quota decisions, without secrets.

use super::fault_spec::operation_name;
use super::redact::{self, Secrets};
use crate::service::actor::protocol::{ActorReply, Command};
use crate::service::actor::token::AccessToken;
use crate::service::environment::permit::Counting;
use crate::spec::errors::Error;
use crate::wire::bearer;
use crate::wire::dates::Timestamp;
use crate::wire::http::{Request, Response};
use crate::wire::rate::{self, QuotaWindow};
use serde_json::{Value, json};

/// Maximum number of entries.
pub const ENTRIES_MAX: usize = 500;

pub use super::redact::BODY_MAX;

/// What is learned about a call while it is forwarded between actors.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CallTrace {
    /// The call's token, if it is genuine.
    pub token: Option<AccessToken>,
    /// How the quota counted the call, once it has.
    counting: Option<Counting>,
}

impl CallTrace {
    /// Records the next reply of a request flow.
    pub fn record_turn(&mut self, reply: &ActorReply) {
        match reply {
            ActorReply::Forward { message, .. } => {
                if let Command::RunCall(call) | Command::RunLegacyCall(call) = &message.command {
                    self.token = Some(call.token.clone());
                }
            }
            ActorReply::RespondCounted(_, counting) => self.counting = Some(*counting),
            _ => {}
        }
    }

    /// The quota decision, and the remaining quota.
    fn quota_json(&self, answer: &Response, error: Option<&str>) -> Value {
        let quota = rate::read_headers(&|name| answer.header(name).map(str::to_owned)).filter(|_| self.token.is_some());
        let disabled = error == Some(&Error::NotAuthorized.row().code.to_string());
        let decision = match (self.counting, quota) {
            (Some(counting), _) => counting.as_str(),
            (None, Some(quota)) if !disabled && (quota.minute.is_spent() || quota.day.is_spent()) => "refused",
            (None, _) => "not counted",
        };
        let number = |window: &QuotaWindow, number: u32| window.is_limited().then_some(number);
        let window = |window: QuotaWindow| {
            let [limit, left] = [window.limit, window.remaining].map(|each| number(&window, each));
            json!({ "limit": limit, "left": left, "reset": window.reset })
        };
        json!({
            "decision": decision,
            "minute": quota.map(|quota| window(quota.minute)),
            "day": quota.map(|quota| window(quota.day)),
        })
    }
}

/// A request with its response, as they are kept until the journal is read.
pub struct JournalRecord {
    /// The request; without its body, if that is large.
    pub request: Request,
    /// The path that it was sent to; differs from the request's if it passed the gateway.
    pub sent_to: String,
    /// The response; without its body, if that is large.
    pub answer: Response,
    /// Bytes of the bodies of the request and the response.
    pub lengths: [usize; 2],
    /// When it arrived.
    pub at: Timestamp,
    /// Duration in milliseconds of the platform's time.
    pub duration: i64,
    /// Id of the fault that affected it.
    pub fault: Option<u64>,
    /// What was learned while it was forwarded.
    pub trace: CallTrace,
}

impl JournalRecord {
    /// The entry of the journal. The caller adds the account, because only its team knows it.
    pub fn to_json(&self) -> Value {
        let JournalRecord { request, answer, trace, lengths: [request_length, answer_length], .. } = self;
        let operation = operation_name(request);
        let mut secrets = Secrets::default();
        secrets.learn_secret(request.header("authorization").and_then(bearer::read_token).unwrap_or_default());
        let shown_request = redact::redact_message(
            &mut secrets,
            &request.headers,
            (&request.body, *request_length),
            operation.is_some(),
        );
        let shown_response =
            redact::redact_message(&mut secrets, &answer.headers, (&answer.body, *answer_length), operation.is_some());
        let query = redact::redact_query(&mut secrets, &request.query, operation.is_some());
        let error = error_id(answer);
        let client_id = redact::request_client_id(request);
        let mut entry = json!({
            "at": self.at.with_microseconds(),
            "duration": self.duration,
            "method": request.method,
            "origin": request.origin,
            "path": redact::redact_path(&request.path, operation.is_some()),
            "query": query,
            "gateway": self.sent_to != request.path,
            "operation": operation,
            "status": answer.status,
            "error": error,
            "account": Value::Null,
            "app": trace.token.as_ref().map(|token| token.app.clone()).or(client_id),
            "quota": trace.quota_json(answer, error.as_deref()),
            "fault": self.fault,
            "request": shown_request,
            "answer": shown_response,
        });
        secrets.redact_value(&mut entry);
        entry
    }
}

/// The code in the body of an error.
fn error_id(answer: &Response) -> Option<String> {
    let body = (answer.status >= 400).then_some(&answer.body)?;
    let body = serde_json::from_slice::<Value>(body).ok()?;
    body.pointer("/error/id").and_then(Value::as_str).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::{BODY_MAX, CallTrace, JournalRecord};
    use crate::wire::dates::Timestamp;
    use crate::wire::http::{Request, Response};
    use serde_json::Value;

    fn entry(request: &Request, answer: &Response) -> Value {
        let lengths = [request.body.len(), answer.body.len()];
        let kept = |body: &[u8]| if body.len() > BODY_MAX { Vec::new() } else { body.to_vec() };
        JournalRecord {
            request: Request { body: kept(&request.body), ..request.clone() },
            sent_to: request.path.clone(),
            answer: Response { body: kept(&answer.body), ..answer.clone() },
            lengths,
            at: Timestamp(0),
            duration: 7,
            fault: None,
            trace: CallTrace::default(),
        }
        .to_json()
    }

    fn request(path: &str, query: &str, media_type: &str, body: &str) -> Request {
        Request {
            method: "POST".to_owned(),
            origin: "http://127.0.0.1:1".to_owned(),
            path: path.to_owned(),
            query: query.to_owned(),
            headers: vec![
                ("authorization".to_owned(), "bearer canary-1".to_owned()),
                ("cookie".to_owned(), "account=canary-2".to_owned()),
                ("content-type".to_owned(), media_type.to_owned()),
                ("referer".to_owned(), "http://127.0.0.1:1/callback/?code=canary-3".to_owned()),
                ("x-canary".to_owned(), "canary-4".to_owned()),
            ],
            body: body.as_bytes().to_vec(),
        }
    }

    #[test]
    fn no_secret_is_stored_wherever_it_is() {
        let json = "application/json";
        let form = "application/x-www-form-urlencoded";
        let answer = Response::json(
            200,
            r#"{"access_token":"canary-5","again":"a canary-5 in a text","list":[{"password":"canary-6"}]}"#,
        )
        .with_header("set-cookie", "account=canary-7; Path=/account")
        .with_header("location", "http://127.0.0.1:9/back?code=canary-8&state=canary-9");
        for (path, query, media_type, body) in [
            (
                "/v3/webhooks",
                "page=1&api_key=canary-10",
                json,
                r#"{"name":"x","authorization":"canary-11","deep":[{"secret_key":"canary-12"}]}"#,
            ),
            (
                "/v3/surveys",
                "title=canary-1",
                json,
                r#"{"title":"canary-1","nickname":"see http://127.0.0.1:1/r/canary-13?x=1"}"#,
            ),
            (
                "/oauth/token",
                "",
                form,
                "client_id=app&client_secret=canary-14&code=canary-15&grant_type=authorization_code&x=canary-16",
            ),
            (
                "/oauth/authorize",
                "state=canary-17&client_id=app",
                form,
                "email=a%40b.example&password=canary%2D18&ticket=canary-19",
            ),
            ("/account/verify", "key=canary-20", form, "key=canary-20"),
            ("/r/canary-21", "x=canary-22", form, "ticket=canary-23"),
            ("/account/confirm/canary-24", "", json, "{broken canary-25"),
            ("/v3/surveys", "", "text/plain", "canary-26"),
        ] {
            let entry = entry(&request(path, query, media_type, body), &answer);
            assert!(!entry.to_string().contains("canary"), "{entry}");
        }
    }

    #[test]
    fn values_that_are_not_secret_are_stored() {
        let body = r#"{"title":"Lunch","pages":[]}"#;
        let answer = Response::json(404, r#"{"error":{"id":"1020","name":"Resource Not Found"}}"#);
        let entry = entry(&request("/v3/surveys", "per_page=5", "application/json", body), &answer);
        assert_eq!(entry["operation"], "surveys.create");
        assert_eq!((&entry["query"], &entry["duration"]), (&"per_page=5".into(), &7.into()));
        assert_eq!(entry["request"]["body"]["title"], "Lunch");
        assert_eq!(entry["request"]["headers"]["authorization"], "(secret)");
        assert_eq!((&entry["error"], &entry["answer"]["body"]["error"]["id"]), (&"1020".into(), &"1020".into()));
        assert_eq!(entry["quota"]["decision"], "not counted");
    }

    #[test]
    fn a_large_body_is_not_stored() {
        let text = format!(r#"{{"title":"{}"}}"#, "x".repeat(5_000));
        let shown_request = request("/v3/surveys", "", "application/json", &text);
        let entry = entry(&shown_request, &Response::json(200, text.clone()));
        for side in ["request", "answer"] {
            assert!(entry[side]["body"].is_null() && entry[side]["bytes"] == text.len(), "{entry}");
        }
    }
}
