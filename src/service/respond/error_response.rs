//! The answer where a walk cannot go on: a page for people, in the words of the pages they came from, JSON for programs.

use crate::service::actor::protocol::{ActorReply, RETRY_AFTER};
use crate::service::html::refusal;
use crate::service::respond::pages::status_pages;
use crate::service::respond::request_locale;
use crate::service::surveys::messages::Locale;
use crate::spec::errors::Error;
use crate::spec::oauth::TOKEN_PATH;
use crate::wire::error::ApiError;
use crate::wire::http::{Request, Response};
use crate::wire::path::normalize_path;

/// Who reads the answer.
pub struct ErrorAudience {
    kind: AudienceKind,
    origin: String,
}

enum AudienceKind {
    /// A program.
    Program,
    /// Somebody at a sign-in or at the account pages.
    Person,
    /// A respondent, by the language.
    Respondent(Locale),
}

impl ErrorAudience {
    /// Who reads the answer to a request.
    pub fn from_request(request: &Request) -> ErrorAudience {
        let path = normalize_path(&request.path);
        let kind = match path.split('/').nth(1) {
            Some("oauth") if path != TOKEN_PATH => AudienceKind::Person,
            Some("account") => AudienceKind::Person,
            Some("r") => AudienceKind::Respondent(request_locale(request)),
            _ => AudienceKind::Program,
        };
        ErrorAudience { kind, origin: request.origin.clone() }
    }

    /// A place could not be reached, or its data not be opened.
    pub fn internal_error(&self) -> Response {
        match self.kind {
            AudienceKind::Program => ApiError::from(Error::Internal).response(&self.origin),
            AudienceKind::Person => refusal::RefusalPage::InternalError.render_page(),
            AudienceKind::Respondent(tongue) => status_pages::RespondError::InternalError.to_page(tongue),
        }
    }

    /// A place could not read the message of another version of the program. Nothing has happened there.
    pub fn retry_later(&self) -> Response {
        let answer = match self.kind {
            AudienceKind::Program => {
                ApiError::with_detail(Error::Unavailable, "It is being updated: try again.").response(&self.origin)
            }
            AudienceKind::Person => refusal::RefusalPage::Updating.render_page(),
            AudienceKind::Respondent(tongue) => {
                Response { status: 503, ..status_pages::RespondError::InternalError.to_page(tongue) }
            }
        };
        answer.with_header("retry-after", RETRY_AFTER)
    }
}

/// How a request goes on after a place has sent these bytes. If the place could not read what it was sent, nothing has
/// happened there, and the caller is asked to try again.
pub fn decode_reply(bytes: &[u8], request: &Request) -> ActorReply {
    ActorReply::decode(bytes).unwrap_or_else(|| ErrorAudience::from_request(request).retry_later().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(path: &str, language: &str) -> Request {
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
        for (path, language, words) in [
            ("/oauth/authorize", "en", ["Try again in a moment", "Wait a few seconds"]),
            ("/oauth//sign-up/", "en", ["Try again in a moment", "Wait a few seconds"]),
            ("/account/", "de", ["Try again in a moment", "Wait a few seconds"]),
            ("//account", "en", ["Try again in a moment", "Wait a few seconds"]),
            ("/r/KEY", "en", ["try again in a while"; 2]),
            ("/r/KEY/opt-out", "de-AT", ["Nichts ist verloren"; 2]),
        ] {
            let reader = ErrorAudience::from_request(&asked(path, language));
            for ((answer, status), words) in
                [(reader.internal_error(), 500), (reader.retry_later(), 503)].into_iter().zip(words)
            {
                assert_eq!((answer.status, answer.header("content-type")), (status, Some("text/html; charset=utf-8")));
                assert!(String::from_utf8_lossy(&answer.body).contains(words), "{path}");
                assert_eq!(answer.header("retry-after").is_some(), status == 503);
            }
        }
        for path in ["/v3/surveys", "/v2/surveys/get_respondent_list", "/oauth/token", "/oauth/token/", "/"] {
            let reader = ErrorAudience::from_request(&asked(path, "en"));
            for (answer, id) in [(reader.internal_error(), "1050"), (reader.retry_later(), "1051")] {
                let body: serde_json::Value = serde_json::from_slice(&answer.body).unwrap();
                assert_eq!(body["error"]["id"], id, "{path}");
                assert_eq!(body["error"]["docs"], format!("https://canvass.example/v3/errors/{id}"));
            }
        }
    }

    #[test]
    fn a_place_that_cannot_read_a_message_is_answered_for_with_503_and_retry_after() {
        let request = asked("/v3/surveys", "en");
        let foreign = |mut bytes: Vec<u8>| {
            bytes[0] ^= 1;
            bytes
        };
        for bytes in [
            ActorReply::version_mismatch(),
            foreign(ActorReply::version_mismatch()),
            foreign(ActorReply::from(Response::empty(204)).encode()),
        ] {
            let ActorReply::Respond(answer) = decode_reply(&bytes, &request) else { panic!("the walk goes on") };
            assert_eq!(answer.status, 503);
            assert_eq!(answer.header("retry-after"), Some(RETRY_AFTER));
            let body: serde_json::Value = serde_json::from_slice(&answer.body).unwrap();
            assert_eq!(body["error"]["id"], "1051");
            assert_eq!(body["error"]["docs"], "https://canvass.example/v3/errors/1051");
        }
        let done = ActorReply::from(Response::empty(204));
        assert_eq!(decode_reply(&done.encode(), &request), done);
    }
}
