//! The code exchange: what is sent, and which response is accepted.

use crate::support::{KEY_A, KEY_B, REMOTE, SERVICE_KEY, origin, pairs, read, remote, with};
use base64ct::{Base64UrlUnpadded, Encoding as _};
use canvass::gateway::config::Build;
use canvass::gateway::exchange::{
    ExchangeFailure, TokenGrant, build_token_request, parse_code, parse_token_response, parse_verifier,
};
use canvass::gateway::pkce;
use canvass::gateway::problem::Problem;
use canvass::gateway::region::Region;
use canvass::gateway::seal::Sealer;
use canvass::wire::dates::Timestamp;
use canvass::wire::query;
use sha2::{Digest, Sha256};

const JSON: &[(&str, &str)] = &[("content-type", "application/json; charset=utf-8")];
const GOOD: &str = r#"{"access_token":"aZ0-._~+/=","access_url":"https://eu.example.net","token_type":"bearer"}"#;

fn granted(status: u16, headers: &[(&str, &str)], body: &str) -> Result<TokenGrant, ExchangeFailure> {
    parse_token_response(&remote(), status, &pairs(headers), body.as_bytes())
}

fn refused(body: &str) -> Option<ExchangeFailure> {
    granted(200, JSON, body).err()
}

#[test]
fn s7_the_form_carries_every_value_encoded() {
    let exchange = build_token_request(&remote(), "a+b&c=d e", None).unwrap();
    assert!(exchange.body.contains("client_secret=hush%20%26%20more%3D%C3%A9&code=a%2Bb%26c%3Dd%20e"));
    let expected = [
        ("client_id", "app-1"),
        ("client_secret", "hush & more=é"),
        ("code", "a+b&c=d e"),
        ("redirect_uri", "https://app.example.com/callback/"),
        ("grant_type", "authorization_code"),
    ];
    assert_eq!(query::decode_query(&exchange.body).unwrap(), pairs(&expected));
    assert_eq!(exchange.headers[0], pairs(&[("content-type", "application/x-www-form-urlencoded")])[0]);
}

#[test]
fn s16_a_complete_answer_is_a_grant() {
    let grant = granted(200, JSON, GOOD).ok().unwrap();
    assert!(grant.token.is(b"aZ0-._~+/="));
    assert_eq!(grant.region, Region::from_name("eu").unwrap());
}

#[test]
fn s16_anything_else_fails_closed() {
    assert_eq!(granted(200, &[("content-type", "text/html")], GOOD).err(), Some(ExchangeFailure::Malformed));
    assert_eq!(granted(200, &[], GOOD).err(), Some(ExchangeFailure::Malformed));
    assert_eq!(granted(400, JSON, GOOD).err(), Some(ExchangeFailure::Refused(400)));
    for status in [201, 204, 301, 302, 307, 500, 503] {
        assert_eq!(granted(status, JSON, GOOD).err(), Some(ExchangeFailure::Status(status)), "{status}");
    }
    for body in [
        "",
        "{}",
        "[]",
        "null",
        r#"{"access_token":"x"}"#,
        r#"{"access_token":1,"access_url":"https://eu.example.net"}"#,
    ] {
        assert_eq!(refused(body), Some(ExchangeFailure::Malformed), "{body}");
    }
    let twice = r#"{"access_token":"a","access_token":"b","access_url":"https://eu.example.net"}"#;
    assert_eq!(refused(twice), Some(ExchangeFailure::Malformed));
    for token in ["", "a b", "a\\r\\nb: c", "a\\u0000", "é", "a,b", &"x".repeat(3000)] {
        let body = format!(r#"{{"access_token":"{token}","access_url":"https://eu.example.net"}}"#);
        assert_eq!(refused(&body), Some(ExchangeFailure::BadToken), "{token}");
    }
    let large =
        format!(r#"{{"access_token":"x","access_url":"https://eu.example.net","more":"{}"}}"#, "x".repeat(17_000));
    assert_eq!(refused(&large), Some(ExchangeFailure::Malformed));
}

#[test]
fn s17_an_unknown_region_refuses_the_sign_in_without_telling_the_address() {
    let failure = refused(r#"{"access_token":"x","access_url":"https://evil.example.net"}"#).unwrap();
    assert_eq!(failure, ExchangeFailure::UnknownRegion);
    assert!(!format!("{failure:?}").contains("evil"));
    assert_eq!(failure.to_problem(), Problem::UpstreamFailed);
}

#[test]
fn the_code_is_one_word_of_the_pages_body() {
    assert_eq!(parse_code(br#"{"code":"abc-123"}"#).unwrap(), "abc-123");
    let long = format!(r#"{{"code":"{}"}}"#, "x".repeat(3000));
    for body in ["", "{}", "[]", r#"{"code":1}"#, r#"{"code":""}"#, r#"{"code":"a b"}"#, r#"{"code":"é"}"#, &long] {
        assert_eq!(parse_code(body.as_bytes()), Err(Problem::BadRequest), "{body}");
    }
}

const NOW: Timestamp = Timestamp(1_700_000_000_000);

#[test]
fn s8_a_verifier_has_43_characters_and_its_challenge_is_the_hash() {
    let (sealer, home) = (Sealer::from_secrets(KEY_A).ok().unwrap(), origin("https://app.example.com"));
    let begun = pkce::begin_challenge(&sealer, &home, NOW, [0xfb; 32], [1; 24]).unwrap();
    let verifier = pkce::open_verifier(&sealer, &home, &begun.sealed_verifier, NOW).unwrap();
    assert_eq!(verifier, "-_v7".repeat(10) + "-_s");
    assert_eq!(verifier.len(), 43);
    assert_eq!(Base64UrlUnpadded::decode_vec(&begun.hash).unwrap(), Sha256::digest(verifier.as_bytes()).to_vec());
    assert!(!begun.sealed_verifier.contains(&verifier), "the page could read it");
    let opened = |ring: &str, home: &str, sealed: &str, now| {
        pkce::open_verifier(&Sealer::from_secrets(ring).ok().unwrap(), &origin(home), sealed, now)
    };
    let home = "https://app.example.com";
    assert!(opened(KEY_A, home, &begun.sealed_verifier, NOW.saturating_add(pkce::LIFETIME - 1)).is_some());
    assert!(opened(KEY_A, home, &begun.sealed_verifier, NOW.saturating_add(pkce::LIFETIME)).is_none());
    assert!(opened(KEY_B, home, &begun.sealed_verifier, NOW).is_none());
    assert!(opened(KEY_A, "https://app.example.org", &begun.sealed_verifier, NOW).is_none());
    assert!(opened(KEY_A, home, &begun.sealed_verifier[1..], NOW).is_none());
}

#[test]
fn s8_a_verifier_is_sent_where_a_sign_in_began_with_one_and_nowhere_else() {
    let (plain, proving) = (remote(), read(Build::Gateway, &with(REMOTE, "PKCE", "S256")).ok().unwrap());
    let begun = pkce::begin_challenge(&proving.sealer, &proving.origin, NOW, [7; 32], [1; 24]).unwrap();
    let body = format!(r#"{{"code":"x","pkce":"{}"}}"#, begun.sealed_verifier);
    let sent = parse_verifier(&proving, body.as_bytes(), NOW).unwrap().unwrap();
    let form = build_token_request(&proving, "x", Some(&sent)).unwrap().body;
    assert_eq!(query::decode_query(&form).unwrap().last(), Some(&("code_verifier".to_owned(), sent)));
    assert!(parse_verifier(&plain, body.as_bytes(), NOW).unwrap().is_some(), "it was begun with one");

    assert_eq!(parse_verifier(&plain, br#"{"code":"x"}"#, NOW), Ok(None));
    assert!(!build_token_request(&plain, "x", None).unwrap().body.contains("verifier"));
    assert_eq!(parse_verifier(&proving, br#"{"code":"x"}"#, NOW), Err(Problem::BadRequest));
    assert_eq!(parse_verifier(&proving, br#"{"pkce":1}"#, NOW), Err(Problem::BadRequest));
    assert_eq!(parse_verifier(&proving, br#"{"pkce":"invented"}"#, NOW), Err(Problem::CodeRefused));
    assert_eq!(
        parse_verifier(&proving, body.as_bytes(), NOW.saturating_add(pkce::LIFETIME)),
        Err(Problem::CodeRefused)
    );
}

#[test]
fn s8_the_method_is_s256_alone_and_on_for_the_embedded_service_or_where_it_is_configured() {
    assert!(!remote().uses_pkce);
    let embedded = [("ORIGIN", "http://127.0.0.1:8787"), ("SESSION_KEYS", KEY_A), ("SERVICE_KEY", SERVICE_KEY)];
    assert!(read(Build::WithService, &embedded).ok().unwrap().uses_pkce);
    for method in ["plain", "s256", "on", "S256 "] {
        let sentence = read(Build::Gateway, &with(REMOTE, "PKCE", method)).err().unwrap().to_string();
        assert_eq!(sentence, "PKCE must be S256 or unset.");
    }
}
