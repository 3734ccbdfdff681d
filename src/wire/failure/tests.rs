//! Every form of errors, and the failure that it becomes.

use super::*;
use crate::spec::endpoints::routes;
use crate::spec::legacy::Status;
use proptest::prelude::*;

fn cause(status: u16, body: &str) -> Option<(Cause, u16)> {
    Failure::from_body(status, body.as_bytes()).map(|failure| (failure.cause, failure.code))
}

#[test]
fn the_id_of_an_error_may_be_a_string_or_a_number() {
    assert_eq!(cause(403, r#"{"error":{"id":"1014","name":"Permission Error"}}"#), Some((Cause::ScopeMissing, 1014)));
    assert_eq!(cause(429, r#"{"error":{"id":1040}}"#), Some((Cause::RateLimited, 1040)));
}

#[test]
fn the_body_of_a_revoked_token_is_recognised_under_any_status() {
    for status in [200, 401, 403, 500] {
        let body = r#"{"status":1,"errmsg":"revoked"}"#;
        assert_eq!(cause(status, body), Some((Cause::SignedOut, 1013)), "{status}");
    }
    assert_eq!(cause(200, r#"{"status":"active","errmsg":""}"#), None);
    assert_eq!(cause(200, r#"{"status":1}"#), None);
}

#[test]
fn a_failure_of_the_legacy_operation_is_one_though_its_status_is_that_of_success() {
    let expected = [Cause::SignedOut, Cause::NotPermitted, Cause::BadRequest, Cause::NotFound, Cause::ServiceFailed];
    for (number, expected) in (1..).zip(expected) {
        let failure =
            Failure::from_body(200, format!(r#"{{"status":{number},"errmsg":"because"}}"#).as_bytes()).unwrap();
        assert_eq!((failure.cause, failure.message.as_str(), failure.status), (expected, "because", 200));
    }
    assert_eq!(cause(200, r#"{"status":3,"errmsg":"","code":9999}"#), Some((Cause::BadRequest, 9999)));
    assert_eq!(cause(200, r#"{"status":0,"data":{}}"#), None);
    assert_eq!(cause(200, r#"{"status":0,"errmsg":"none"}"#), None);
}

#[test]
fn a_failure_of_the_legacy_operation_with_a_code_has_the_cause_of_the_code() {
    for error in Error::ALL {
        let (status, code) = (Status::from_error(*error).number().get(), error.row().code);
        let body = format!(r#"{{"status":{status},"errmsg":"because","code":{code}}}"#);
        assert_eq!(cause(200, &body), Some((Cause::from_error(*error), code)), "{code}");
    }
}

#[test]
fn a_problem_of_the_gateway_is_understood() {
    let failure =
        Failure::from_body(401, br#"{"type":"about:blank","title":"No session","status":401,"detail":"Sign in."}"#);
    let failure = failure.unwrap();
    assert_eq!((failure.cause, failure.message.as_str(), failure.status), (Cause::SignedOut, "Sign in.", 401));
    assert_eq!(cause(502, r#"{"title":"x","status":502,"code":"1054"}"#), Some((Cause::ServiceFailed, 1054)));
}

#[test]
fn a_refusal_of_a_page_or_host_that_the_gateway_is_not_set_up_for_is_a_mistake_in_the_set_up() {
    for name in SET_UP_PROBLEMS {
        let body = format!(r#"{{"type":"{PROBLEM}{name}","title":"Do this.","status":403}}"#);
        let failure = Failure::from_body(403, body.as_bytes()).unwrap();
        assert_eq!((failure.cause, failure.message.as_str()), (Cause::Configuration, "Do this."), "{name}");
    }
    for name in ["signed-out", "not-found", ""] {
        let body = format!(r#"{{"type":"{PROBLEM}{name}","status":403}}"#);
        assert_eq!(cause(403, &body), Some((Cause::GatewayRefused, 0)), "{name}");
    }
    assert_eq!(
        cause(403, r#"{"type":"forbidden","status":403}"#),
        Some((Cause::GatewayRefused, 0)),
        "of another server"
    );
}

#[test]
fn a_session_that_ended_says_why() {
    let ended = |status, body: &str| Failure::from_body(status, body.as_bytes()).unwrap().session_end;
    for why in SessionEnd::ALL {
        let body = format!(r#"{{"title":"over","status":401,"ended":"{}"}}"#, why.as_str());
        assert_eq!(ended(401, &body), Some(*why));
        let expected = format!(r#","status":401,"ended":"{}","retryable":false"#, why.as_str());
        assert!(Failure::from_body(401, body.as_bytes()).unwrap().to_json(None).contains(&expected));
    }
    assert_eq!(ended(401, r#"{"status":401,"ended":"otherwise"}"#), None, "an unknown reason is none");
    assert_eq!(ended(401, r#"{"status":401,"ended":1}"#), None);
    assert_eq!(ended(404, r#"{"status":404,"ended":"idle"}"#), None, "of another failure it says nothing");
}

#[test]
fn a_response_without_a_reason_is_judged_by_its_status() {
    assert_eq!(cause(503, "<html>"), Some((Cause::ServiceFailed, 0)));
    assert_eq!(cause(403, ""), Some((Cause::GatewayRefused, 0)));
    assert_eq!(cause(404, r#"{"error":{"id":"9999"}}"#), Some((Cause::NotFound, 9999)));
    assert_eq!(cause(400, r#"{"error":"flat"}"#), Some((Cause::GatewayRefused, 0)));
}

#[test]
fn the_remedy_of_a_page_that_is_too_large_names_one_that_fits() {
    let remedy = |body: &str| {
        let json = Failure::from_body(413, body.as_bytes()).unwrap().to_json(None);
        json.split_once(r#""remedy":"#).unwrap().1.to_owned()
    };
    let body = r#"{"error":{"id":"1030","message":"Too large: ask for per_page=250 or fewer."}}"#;
    assert_eq!(remedy(body), r#"{"action":"correct","per_page":250}}"#);
    for silent in ["Too large.", "per_page=", "per_page=many", "per_page=99999999999999999999999"] {
        let body = format!(r#"{{"error":{{"id":"1030","message":"{silent}"}}}}"#);
        assert_eq!(remedy(&body), r#"{"action":"correct"}}"#, "{silent}");
    }
}

#[test]
fn the_remedy_names_scope_plan_and_seconds() {
    let route = routes().find(|route| route.name == "groups.list").unwrap();
    let failure = Failure { code: 1014, status: 403, ..*Failure::local(Cause::ScopeMissing, "no \"scope\"") };
    let expected = r#"{"kind":"scope_missing","message":"no \"scope\"","code":1014,"status":403,"retryable":false,"remedy":{"action":"grant_scope","scope":"groups_read","plan":"paid"}}"#;
    assert_eq!(failure.to_json(Some(route)), expected);
    let remedy = |status: u16, code: u16| {
        let body = format!(r#"{{"error":{{"id":"{code}"}}}}"#);
        let json = Failure::from_body(status, body.as_bytes()).unwrap().to_json(Some(route));
        json.split_once(r#""remedy":"#).unwrap().1.to_owned()
    };
    assert_eq!(remedy(403, 1015), r#"{"action":"upgrade","scope":"groups_read","plan":"paid"}}"#);
    assert_eq!(remedy(402, 1005), r#"{"action":"upgrade"}}"#, "a feature of the operation, not the operation");
    let failure = Failure { wait: Some(9), ..*Failure::local(Cause::RateLimited, "") };
    assert!(failure.to_json(None).ends_with(r#""retryable":true,"wait":9,"remedy":{"action":"wait","seconds":9}}"#));
}

#[test]
fn a_mismatch_says_where_and_what() {
    let mismatch = Mismatch::at_cursor(Expected::Text).in_field("data[3].id");
    let failure = Failure::bad_response(200, mismatch);
    assert_eq!(failure.message, "The service's response is not as documented: data[3].id must be a string.");
    let mismatch = Mismatch::at_cursor(Expected::Choice(&["a", "b", ""])).in_field("type");
    assert_eq!(
        Failure::bad_argument(mismatch).message,
        "The argument \"type\" must be one of the documented values: a, b."
    );
}

proptest! {
    #[test]
    fn facts_are_json_whatever_the_service_says(status: u16, message: String) {
        let body = serde_json::json!({ "error": { "id": "1014", "message": message } }).to_string();
        if let Some(failure) = Failure::from_body(status, body.as_bytes()) {
            let json: serde_json::Value = serde_json::from_str(&failure.to_json(None)).unwrap();
            prop_assert_eq!(json["kind"].as_str(), Some("scope_missing"));
            if !message.is_empty() {
                prop_assert_eq!(json["message"].as_str(), Some(message.as_str()));
            }
        }
    }
}
