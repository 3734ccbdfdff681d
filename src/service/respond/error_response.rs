//! The response when a request flow fails: a page in the right language for people, JSON for programs.

use crate::service::actor::protocol::{ActorReply, RETRY_AFTER};
use crate::service::api::legacy;
use crate::service::html::refusal;
use crate::service::identity::oauth;
use crate::service::respond::pages::status_pages;
use crate::service::respond::request_locale;
use crate::service::surveys::page_texts::Locale;
use crate::spec::errors::Error;
use crate::spec::oauth::TOKEN_PATH;
use crate::wire::error::ApiError;
use crate::wire::http::{Request, Response};
use crate::wire::path::normalize_path;

/// Who gets the response.
pub struct ErrorAudience {
    kind: AudienceKind,
    origin: String,
}

enum AudienceKind {
    /// A program, which gets JSON in the form of the path.
    Program(ErrorForm),
    /// A user of the sign-in or account pages.
    Person,
    /// A respondent, with the locale.
    Respondent(Locale),
}

enum ErrorForm {
    /// That of `/v3`.
    Api,
    /// That of the legacy operation.
    Legacy,
    /// That of a token request.
    TokenRequest,
}

impl ErrorForm {
    fn respond(&self, error: &ApiError, origin: &str) -> Response {
        match self {
            ErrorForm::Api => error.response(origin),
            ErrorForm::Legacy => legacy::error_response(error),
            ErrorForm::TokenRequest => oauth::refuse_token_request(error),
        }
    }
}

impl ErrorAudience {
    /// The audience of the response to a request, by its path.
    pub fn from_request(request: &Request) -> ErrorAudience {
        let path = normalize_path(&request.path);
        let kind = match path.split('/').nth(1) {
            Some("oauth") if path == TOKEN_PATH => AudienceKind::Program(ErrorForm::TokenRequest),
            Some("oauth" | "account") => AudienceKind::Person,
            Some("r") => AudienceKind::Respondent(request_locale(request)),
            Some("v2") => AudienceKind::Program(ErrorForm::Legacy),
            _ => AudienceKind::Program(ErrorForm::Api),
        };
        ErrorAudience { kind, origin: request.origin.clone() }
    }

    /// The response if an actor cannot be reached or its data cannot be read.
    pub fn internal_error(&self) -> Response {
        self.refuse(Error::Internal)
    }

    /// The response to any error. Pages say only that the service failed.
    pub fn refuse(&self, error: Error) -> Response {
        let page = match &self.kind {
            AudienceKind::Program(form) => return form.respond(&error.into(), &self.origin),
            AudienceKind::Person => refusal::RefusalPage::InternalError.render_page(),
            AudienceKind::Respondent(locale) => status_pages::RespondError::InternalError.to_page(*locale),
        };
        Response { status: error.row().status, ..page }
    }

    /// The response if the body of the request is larger than the service reads.
    pub fn too_large(&self) -> Response {
        match &self.kind {
            AudienceKind::Program(form) => form.respond(&Error::TooLarge.into(), &self.origin),
            AudienceKind::Person => ApiError::from(Error::TooLarge).response(&self.origin),
            AudienceKind::Respondent(locale) => status_pages::RespondError::TooLarge.to_page(*locale),
        }
    }

    /// The response if an actor refused a message of another version. The actor has done nothing.
    pub fn retry_later(&self) -> Response {
        let response = match &self.kind {
            AudienceKind::Program(form) => {
                let error = ApiError::with_detail(Error::Unavailable, "The service is being updated. Try again.");
                form.respond(&error, &self.origin)
            }
            AudienceKind::Person => refusal::RefusalPage::Updating.render_page(),
            AudienceKind::Respondent(locale) => {
                Response { status: 503, ..status_pages::RespondError::InternalError.to_page(*locale) }
            }
        };
        response.with_header("retry-after", RETRY_AFTER)
    }
}

/// Decodes the reply of an actor. If it is of another version, the actor has done nothing, and the response asks the
/// caller to try again.
pub fn decode_reply(bytes: &[u8], request: &Request) -> ActorReply {
    ActorReply::decode(bytes).unwrap_or_else(|| ErrorAudience::from_request(request).retry_later().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request_for(path: &str, language: &str) -> Request {
        Request {
            method: "GET".to_owned(),
            origin: "https://canvass.example".to_owned(),
            path: path.to_owned(),
            query: String::new(),
            headers: vec![("accept-language".to_owned(), language.to_owned())],
            body: Vec::new(),
        }
    }

    #[test]
    fn people_get_a_page_that_says_what_to_do_and_programs_get_json() {
        for (path, language, texts) in [
            ("/oauth/authorize", "en", ["Try again in a moment", "Wait a few seconds"]),
            ("/oauth//sign-up/", "en", ["Try again in a moment", "Wait a few seconds"]),
            ("/account/", "de", ["Try again in a moment", "Wait a few seconds"]),
            ("//account", "en", ["Try again in a moment", "Wait a few seconds"]),
            ("/r/KEY", "en", ["try again later"; 2]),
            ("/r/KEY/opt-out", "de-AT", ["Nichts ist verloren"; 2]),
        ] {
            let audience = ErrorAudience::from_request(&request_for(path, language));
            for ((response, status), text) in
                [(audience.internal_error(), 500), (audience.retry_later(), 503)].into_iter().zip(texts)
            {
                assert_eq!(
                    (response.status, response.header("content-type")),
                    (status, Some("text/html; charset=utf-8"))
                );
                assert!(String::from_utf8_lossy(&response.body).contains(text), "{path}");
                assert_eq!(response.header("retry-after").is_some(), status == 503);
            }
        }
        for path in ["/v3/surveys", "/"] {
            let audience = ErrorAudience::from_request(&request_for(path, "en"));
            for (response, id) in [(audience.internal_error(), "1050"), (audience.retry_later(), "1051")] {
                let body: serde_json::Value = serde_json::from_slice(&response.body).unwrap();
                assert_eq!(body["error"]["id"], id, "{path}");
                assert_eq!(body["error"]["docs"], format!("https://canvass.example/v3/errors/{id}"));
            }
        }
    }

    #[test]
    fn programs_get_the_form_of_errors_that_their_path_has() {
        let responses = |path: &str| {
            let audience = ErrorAudience::from_request(&request_for(path, "en"));
            [audience.too_large(), audience.internal_error(), audience.retry_later()].map(|response| {
                let body: serde_json::Value = serde_json::from_slice(&response.body).unwrap();
                (response.status, body, response)
            })
        };
        for path in ["/v2/surveys/get_respondent_list", "//v2/surveys/"] {
            let expected = [(3, 1030), (5, 1050), (5, 1051)];
            for ((http, body, response), (status, code)) in responses(path).into_iter().zip(expected) {
                assert_eq!((http, &body["status"], &body["code"]), (200, &status.into(), &code.into()), "{path}");
                assert!(body["errmsg"].is_string(), "{path}");
                assert_eq!(response.header("retry-after").is_some(), code == 1051);
            }
        }
        for path in ["/oauth/token", "/oauth/token/"] {
            for ((http, body, response), expected) in responses(path).into_iter().zip([413, 500, 503]) {
                assert_eq!((http, &body["error"]), (expected, &"invalid_request".into()), "{path}");
                assert!(body["error_description"].is_string(), "{path}");
                assert_eq!(response.header("cache-control"), Some("no-store"));
            }
        }
    }

    #[test]
    fn any_error_is_refused_in_the_form_of_the_path_with_its_status() {
        for (path, error, status, text) in [
            ("/v3/surveys", Error::RateLimit, 429, r#""id":"1040""#),
            ("/v2/surveys/get_respondent_list", Error::RateLimit, 200, r#""status":3,"#),
            ("/v2/surveys/get_respondent_list", Error::BadGateway, 200, r#""status":5,"#),
            ("/oauth/token", Error::Unavailable, 503, r#""error":"invalid_request""#),
            ("/oauth/authorize", Error::GatewayTimeout, 504, "<!DOCTYPE html>"),
            ("/r/KEY", Error::Unavailable, 503, "<!DOCTYPE html>"),
        ] {
            let response = ErrorAudience::from_request(&request_for(path, "en")).refuse(error);
            let body = String::from_utf8_lossy(&response.body);
            assert!(response.status == status && body.contains(text), "{path}: {} {body}", response.status);
        }
    }

    #[test]
    fn a_message_that_an_actor_cannot_read_gets_503_and_retry_after() {
        let request = request_for("/v3/surveys", "en");
        let foreign = |mut bytes: Vec<u8>| {
            bytes[0] ^= 1;
            bytes
        };
        for bytes in [
            ActorReply::version_mismatch(),
            foreign(ActorReply::version_mismatch()),
            foreign(ActorReply::from(Response::empty(204)).encode()),
        ] {
            let ActorReply::Respond(response) = decode_reply(&bytes, &request) else { panic!("the flow continues") };
            assert_eq!(response.status, 503);
            assert_eq!(response.header("retry-after"), Some(RETRY_AFTER));
            let body: serde_json::Value = serde_json::from_slice(&response.body).unwrap();
            assert_eq!(body["error"]["id"], "1051");
            assert_eq!(body["error"]["docs"], "https://canvass.example/v3/errors/1051");
        }
        let done = ActorReply::from(Response::empty(204));
        assert_eq!(decode_reply(&done.encode(), &request), done);
    }
}
