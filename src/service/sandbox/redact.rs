//! Redaction of journal entries: no token, code, cookie, password, survey key or other secret is stored.
//!
//! A value is hidden if its name is that of a secret; outside the API, unless its name is known to be harmless. A
//! hidden value is then replaced everywhere else in the entry.

use crate::wire::http::Request;
use crate::wire::query;
use serde_json::{Map, Value, json};

/// The text in place of a secret.
const HIDDEN: &str = "(secret)";

/// Maximum bytes of a body that is stored.
pub const BODY_MAX: usize = 2_048;

/// A name that contains one of these is that of a secret.
const SECRET_NAME_PARTS: [&str; 9] =
    ["token", "secret", "password", "authorization", "cookie", "api_key", "apikey", "proof", "verifier"];

/// The other names of secrets.
const SECRET_NAMES: [&str; 5] = ["code", "key", "ticket", "mark", "state"];

/// Parameters and fields of pages that are not secret.
const PLAIN_NAMES: [&str; 12] = [
    "client_id",
    "redirect_uri",
    "response_type",
    "grant_type",
    "token_type",
    "scope",
    "plan",
    "verb",
    "decision",
    "go",
    "page",
    "per_page",
];

/// Headers that are shown unchanged.
const SHOWN_HEADERS: [&str; 10] = [
    "accept",
    "accept-language",
    "allow",
    "cache-control",
    "content-language",
    "content-length",
    "content-type",
    "origin",
    "retry-after",
    "user-agent",
];

/// Headers that are shown without their value.
const MASKED_HEADERS: [&str; 3] = ["authorization", "cookie", "set-cookie"];

/// The secrets of an entry.
#[derive(Default)]
pub struct Secrets(Vec<String>);

impl Secrets {
    /// Adds a secret. Shorter ones than four bytes are ignored, because they would be found in every word.
    pub fn learn_secret(&mut self, text: &str) {
        if text.len() >= 4 && !self.0.iter().any(|other| other == text) {
            self.0.push(text.to_owned());
        }
    }

    /// Replaces every secret in the texts of a value, and the key in every survey URL.
    pub fn redact_value(&self, value: &mut Value) {
        match value {
            Value::String(text) => {
                for secret in &self.0 {
                    if text.contains(secret.as_str()) {
                        *text = text.replace(secret.as_str(), HIDDEN);
                    }
                }
                if text.contains("/r/") {
                    *text = without_keys(text);
                }
            }
            Value::Array(items) => items.iter_mut().for_each(|item| self.redact_value(item)),
            Value::Object(members) => members.values_mut().for_each(|member| self.redact_value(member)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}

fn is_secret(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let named = SECRET_NAME_PARTS.iter().any(|part| name.contains(part)) || SECRET_NAMES.contains(&name.as_str());
    named && !PLAIN_NAMES.contains(&name.as_str())
}

/// A text without the keys of its survey URLs.
fn without_keys(text: &str) -> String {
    let mut parts = text.split("/r/");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let key = part.find(|letter: char| !(letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | '.')));
        text + "/r/" + HIDDEN + part.split_at_checked(key.unwrap_or(part.len())).map_or("", |(_, rest)| rest)
    })
}

/// A path without secrets: unchanged if it belongs to an operation or has at most two segments, otherwise the first two
/// segments.
pub fn redact_path(path: &str, is_operation: bool) -> String {
    let mut parts = path.split('/').filter(|part| !part.is_empty());
    match (parts.next(), parts.next(), parts.next()) {
        _ if is_operation => path.to_owned(),
        (Some("r"), ..) => format!("/r/{HIDDEN}"),
        (Some(first), Some(second), Some(_)) => format!("/{first}/{second}/{HIDDEN}"),
        _ => path.to_owned(),
    }
}

/// A query or form: for an operation, without secrets; for a page, only with fields that are known to be harmless.
pub fn redact_query(secrets: &mut Secrets, text: &str, is_operation: bool) -> String {
    let mut pairs = Vec::new();
    for pair in text.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        if PLAIN_NAMES.contains(&name) || (is_operation && !is_secret(name)) {
            pairs.push(pair.to_owned());
            continue;
        }
        secrets.learn_secret(value);
        query::decode_query(pair).unwrap_or_default().iter().for_each(|(_, value)| secrets.learn_secret(value));
        pairs.push(format!("{name}={HIDDEN}"));
    }
    pairs.join("&")
}

/// The client id in a request of the sign-in pages or of the token exchange.
pub fn request_client_id(request: &Request) -> Option<String> {
    let form = core::str::from_utf8(&request.body).unwrap_or_default();
    let named = |text: &str| {
        let pairs = query::decode_query(text).unwrap_or_default();
        pairs.into_iter().find(|(name, _)| name == "client_id").map(|(_, value)| value)
    };
    let named = named(&request.query).or_else(|| named(form));
    named.filter(|_| request.path.starts_with("/oauth/"))
}

/// Headers and body of a request or response, whose body has `length` bytes. The body is left out if it is large, or
/// neither JSON nor a form.
pub fn redact_message(
    secrets: &mut Secrets,
    headers: &[(String, String)],
    (body, length): (&[u8], usize),
    is_operation: bool,
) -> Value {
    let media_type = headers.iter().find(|(name, _)| name == "content-type").map_or("", |(_, value)| value.as_str());
    let shown_body = if body.is_empty() {
        Value::Null
    } else if media_type.contains("json") {
        let mut value = serde_json::from_slice(body).unwrap_or_default();
        hide_secrets(secrets, &mut value);
        value
    } else if media_type.starts_with("application/x-www-form-urlencoded") {
        redact_query(secrets, core::str::from_utf8(body).unwrap_or_default(), is_operation).into()
    } else {
        Value::Null
    };
    json!({ "headers": shown_headers(secrets, headers), "bytes": length, "body": shown_body })
}

fn shown_headers(secrets: &mut Secrets, headers: &[(String, String)]) -> Map<String, Value> {
    let mut all = Map::new();
    for (name, value) in headers {
        if MASKED_HEADERS.contains(&name.as_str()) {
            let cookies = value.split(';').filter_map(|pair| pair.split_once('='));
            cookies.for_each(|(_, value)| secrets.learn_secret(value.trim()));
            all.insert(name.clone(), HIDDEN.into());
        } else if name == "location" {
            let (address, parameters) = value.split_once('?').unwrap_or((value, ""));
            let mark = if parameters.is_empty() { "" } else { "?" };
            all.insert(name.clone(), format!("{address}{mark}{}", redact_query(secrets, parameters, false)).into());
        } else if SHOWN_HEADERS.contains(&name.as_str()) || name.starts_with("x-ratelimit-") {
            all.insert(name.clone(), value.as_str().into());
        }
    }
    all
}

/// Replaces the secrets in a value, and adds them to the known ones.
fn hide_secrets(secrets: &mut Secrets, value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| hide_secrets(secrets, item)),
        Value::Object(members) => {
            for (name, member) in members.iter_mut() {
                if is_secret(name) && !member.is_null() {
                    secrets.learn_secret(member.as_str().unwrap_or_default());
                    *member = HIDDEN.into();
                } else {
                    hide_secrets(secrets, member);
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
