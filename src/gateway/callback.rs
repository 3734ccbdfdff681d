//! The callback of a sign-in that a page of another origin began.
//!
//! The redirect URI is one constant, at the gateway. A page of another origin appends its origin to the state, and the
//! gateway passes code and state on to the callback page of that origin, if it is an allowed one. They go in the
//! fragment of the URL, which no server and no `Referer` gets.
//!
//! The browser is sent by a page and not by a redirect, because a redirect after the consent form would need the
//! permission of that form's policy.

use super::config::Config;
use super::headers::to_header;
use super::problem::Problem;
use crate::spec::content::HTML_TYPE;
use crate::spec::oauth::{ISSUER, STATE};
use crate::wire::http::{Request, Response};
use crate::wire::query;
use crate::wire::sign_in::ORIGIN_MARK;

/// The content security policy of the page: it loads nothing, not even a default icon, and is in no frame.
const POLICY: &str = "default-src 'none'; img-src data:; base-uri 'none'; frame-ancestors 'none'; form-action 'none'";

/// The response to a callback that is refused, or that goes on to another origin. `None` for any other request, also
/// for the callback of a page of the gateway's origin.
pub fn respond(config: &Config, request: &Request) -> Option<Response> {
    if config.redirect_uri.strip_prefix(config.origin.as_str()) != Some(&request.path)
        || !matches!(request.method.as_str(), "GET" | "HEAD")
    {
        return None;
    }
    if !is_of_issuer(config, request) {
        // A page would exchange a code of another issuer here: the mix-up attack.
        return Some(Problem::CodeRefused.to_response());
    }
    let states = query::decode_pairs(&request.query).flatten().filter(|(name, _)| name == STATE);
    let origins: Vec<String> =
        states.filter_map(|(_, state)| state.split_once(ORIGIN_MARK).map(|(_, origin)| origin.to_owned())).collect();
    let [origin] = origins.as_slice() else {
        // Of two states the gateway and the page might each read another one.
        return (!origins.is_empty()).then(|| Problem::BadRequest.to_response());
    };
    let Some(allowed) = config.allowed_origins.find(origin) else {
        return Some(Problem::OriginNotAllowed.to_response());
    };
    let url = escape(&[&allowed.callback_url(), "#", &request.query].concat());
    let page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Signing in</title><link rel=\"icon\" href=\"data:,\">\
         <meta http-equiv=\"refresh\" content=\"0;url={url}\"><p><a href=\"{url}\">Continue</a></p></html>"
    );
    let headers = [
        ("content-security-policy", POLICY),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ];
    let mut response = Response::new(200, HTML_TYPE, page);
    response.headers.extend(headers.map(to_header));
    Some(response)
}

/// True unless the callback names another issuer (RFC 9207). The specification does not say that callbacks name one, so
/// a callback without one is accepted.
fn is_of_issuer(config: &Config, request: &Request) -> bool {
    let mut issuers = query::decode_pairs(&request.query).flatten().filter(|(name, _)| name == ISSUER);
    issuers.all(|(_, issuer)| issuer == config.auth_origin.as_str())
}

/// Text as the value of an attribute in double quotes.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}
