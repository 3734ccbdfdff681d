//! The code exchange: what is sent, and what is accepted as an answer.

use crate::support::{pairs, remote};
use canvass::gateway::exchange::{Failure, Grant, code, grant, request};
use canvass::gateway::problem::Problem;
use canvass::spec::regions::Region;
use canvass::wire::query;

const JSON: &[(&str, &str)] = &[("content-type", "application/json; charset=utf-8")];
const GOOD: &str = r#"{"access_token":"aZ0-._~+/=","access_url":"https://eu.example.net","token_type":"bearer"}"#;

fn granted(status: u16, headers: &[(&str, &str)], body: &str) -> Result<Grant, Failure> {
    grant(&remote(), status, &pairs(headers), body.as_bytes())
}

fn refused(body: &str) -> Option<Failure> {
    granted(200, JSON, body).err()
}

#[test]
fn s7_the_form_carries_every_value_encoded() {
    let exchange = request(&remote(), "a+b&c=d e").unwrap();
    assert!(exchange.body.contains("client_secret=hush%20%26%20more%3D%C3%A9&code=a%2Bb%26c%3Dd%20e"));
    let expected = [
        ("client_id", "app-1"),
        ("client_secret", "hush & more=é"),
        ("code", "a+b&c=d e"),
        ("redirect_uri", "https://app.example.com/callback/"),
        ("grant_type", "authorization_code"),
    ];
    assert_eq!(query::decode(&exchange.body).unwrap(), pairs(&expected));
    assert_eq!(exchange.headers[0], pairs(&[("content-type", "application/x-www-form-urlencoded")])[0]);
}

#[test]
fn s16_a_complete_answer_is_a_grant() {
    let grant = granted(200, JSON, GOOD).ok().unwrap();
    assert!(grant.token.is(b"aZ0-._~+/="));
    assert_eq!(grant.region, Region::Eu);
}

#[test]
fn s16_anything_else_fails_closed() {
    assert_eq!(granted(200, &[("content-type", "text/html")], GOOD).err(), Some(Failure::Malformed));
    assert_eq!(granted(200, &[], GOOD).err(), Some(Failure::Malformed));
    assert_eq!(granted(400, JSON, GOOD).err(), Some(Failure::Refused(400)));
    for status in [201, 204, 301, 302, 307, 500, 503] {
        assert_eq!(granted(status, JSON, GOOD).err(), Some(Failure::Status(status)), "{status}");
    }
    for body in [
        "",
        "{}",
        "[]",
        "null",
        r#"{"access_token":"x"}"#,
        r#"{"access_token":1,"access_url":"https://eu.example.net"}"#,
    ] {
        assert_eq!(refused(body), Some(Failure::Malformed), "{body}");
    }
    let twice = r#"{"access_token":"a","access_token":"b","access_url":"https://eu.example.net"}"#;
    assert_eq!(refused(twice), Some(Failure::Malformed));
    for token in ["", "a b", "a\\r\\nb: c", "a\\u0000", "é", "a,b", &"x".repeat(3000)] {
        let body = format!(r#"{{"access_token":"{token}","access_url":"https://eu.example.net"}}"#);
        assert_eq!(refused(&body), Some(Failure::BadToken), "{token}");
    }
    let large =
        format!(r#"{{"access_token":"x","access_url":"https://eu.example.net","more":"{}"}}"#, "x".repeat(17_000));
    assert_eq!(refused(&large), Some(Failure::Malformed));
}

#[test]
fn s17_an_unknown_region_refuses_the_sign_in_without_telling_the_address() {
    let failure = refused(r#"{"access_token":"x","access_url":"https://evil.example.net"}"#).unwrap();
    assert_eq!(failure, Failure::UnknownRegion);
    assert!(!format!("{failure:?}").contains("evil"));
    assert_eq!(failure.problem(), Problem::UpstreamFailed);
}

#[test]
fn the_code_is_one_word_of_the_pages_body() {
    assert_eq!(code(br#"{"code":"abc-123"}"#).unwrap(), "abc-123");
    let long = format!(r#"{{"code":"{}"}}"#, "x".repeat(3000));
    for body in ["", "{}", "[]", r#"{"code":1}"#, r#"{"code":""}"#, r#"{"code":"a b"}"#, r#"{"code":"é"}"#, &long] {
        assert_eq!(code(body.as_bytes()), Err(Problem::BadRequest), "{body}");
    }
}
