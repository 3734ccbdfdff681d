//! The user of a session: stored sealed with the access token, and known to pages by an id that stays.

use crate::support::{KEY_A, origin};
use canvass::crypto::secret::Secret;
use canvass::gateway::exchange::TokenGrant;
use canvass::gateway::profile::{Profile, may_be_reported_later};
use canvass::gateway::records::owner_ids;
use canvass::gateway::region::Region;
use canvass::gateway::seal::Sealer;
use canvass::gateway::session::{
    SessionRecord, SessionToken, UNNAMED_TOKEN_BYTES, begin_session, open_profile, open_token,
};
use canvass::gateway::session_jar::SessionJar;
use canvass::wire::dates::Timestamp;

const NOW: Timestamp = Timestamp(1_700_000_000_000);

fn profile() -> Profile {
    let body = br#"{"id":"7","username":"ann","first_name":"Ann","last_name":"Lee","email":"ann@mail.example"}"#;
    Profile::from_response(200, body).unwrap()
}

fn grant(token: &str, profile: Option<Profile>) -> TokenGrant {
    TokenGrant { token: Secret::new(token), region: Region::from_name("us").unwrap(), profile }
}

fn begin(token: &str, profile: Option<Profile>) -> (SessionToken, SessionRecord) {
    let grant = grant(token, profile);
    let sealer = Sealer::from_secrets(KEY_A).ok().unwrap();
    begin_session(&sealer, &origin("https://app.example.com"), "app-1", &grant, NOW, &[7; 48], [7; 24]).unwrap()
}

#[test]
fn a_profile_is_read_from_a_success_that_names_a_user() {
    let Profile { user_id, name, email, username } = profile();
    assert_eq!([user_id, name, email, username], ["7", "Ann Lee", "ann@mail.example", "ann"]);
    let bare = Profile::from_response(200, br#"{"id":7,"first_name":"","last_name":"Lee"}"#).unwrap();
    assert_eq!([bare.user_id, bare.name, bare.email], ["7", "Lee", ""]);
    for (status, body) in [(403, r#"{"id":"7"}"#), (200, r#"{"id":""}"#), (200, "{}"), (200, "<html>")] {
        assert_eq!(Profile::from_response(status, body.as_bytes()), None, "{status} {body}");
    }
    let long = format!(r#"{{"id":"7","email":"{}"}}"#, "x".repeat(400));
    assert_eq!(Profile::from_response(200, long.as_bytes()).unwrap().email, "");
}

#[test]
fn s92_an_account_owns_the_same_records_whether_the_user_was_reported_at_the_sign_in_or_later() {
    let (named, unnamed) = (begin("token-1", Some(profile())).0, begin("token-1", None).0);
    assert_eq!((named.names_user(), unnamed.names_user()), (true, false));
    let reported = grant("token-1", Some(profile())).user_name("app-1");
    let [mut at_once, mut later] = [owner_ids(&named, None), owner_ids(&unnamed, reported)];
    assert_eq!((&at_once[0], &later[0]), (&named.public_id(), &unnamed.public_id()), "the present one is the first");
    at_once.sort();
    later.sort();
    assert_eq!((&at_once, at_once.len()), (&later, 2));
    assert_eq!(owner_ids(&unnamed, None), [unnamed.public_id()]);
    for (status, is_unknown) in
        [(200, false), (401, true), (403, false), (404, false), (429, true), (500, true), (503, true)]
    {
        assert_eq!(may_be_reported_later(status, b""), is_unknown, "{status}");
    }
    assert!(may_be_reported_later(403, br#"{"error":{"id":"1018"}}"#), "another region has the account");
    assert!(!may_be_reported_later(403, br#"{"error":{"id":"1014"}}"#));
}

#[test]
fn s16_the_user_is_sealed_with_the_access_token_and_both_come_back() {
    let (sealer, home) = (Sealer::from_secrets(KEY_A).ok().unwrap(), origin("https://app.example.com"));
    let (token, record) = begin("token-1", Some(profile()));
    assert!(!record.sealed.contains("ann"));
    assert_eq!(open_profile(&sealer, &home, &token, &record), Some(profile()));
    assert_eq!(open_token(&sealer, &home, &token, &record).unwrap().text(), Some("token-1"));
    let (token, record) = begin("token-1", None);
    assert_eq!(open_profile(&sealer, &home, &token, &record), None);
    assert_eq!(open_token(&sealer, &home, &token, &record).unwrap().text(), Some("token-1"));
}

#[test]
fn s16_the_longest_token_and_the_longest_profile_come_back_together() {
    let (sealer, home) = (Sealer::from_secrets(KEY_A).ok().unwrap(), origin("https://app.example.com"));
    // As stored JSON, each of these characters has six.
    let text = "\\u0001".repeat(320);
    let members = ["id", "username", "first_name", "last_name", "email"].map(|name| format!(r#""{name}":"{text}""#));
    let longest = Profile::from_response(200, format!("{{{}}}", members.join(",")).as_bytes()).unwrap();
    let token_text = "t".repeat(2048);
    let (token, record) = begin(&token_text, Some(longest.clone()));
    assert_eq!(open_token(&sealer, &home, &token, &record).unwrap().text(), Some(token_text.as_str()));
    assert_eq!(open_profile(&sealer, &home, &token, &record), Some(longest));
}

#[test]
fn the_id_of_an_account_is_that_of_its_user_also_with_another_token() {
    let id = |token: &str, profile| begin(token, profile).0.public_id();
    assert_eq!(id("token-1", Some(profile())), id("token-2", Some(profile())));
    let other = Profile { user_id: "8".to_owned(), ..profile() };
    assert_ne!(id("token-1", Some(profile())), id("token-1", Some(other)));
    assert_eq!(id("token-1", None), id("token-1", None));
    let (first, second) = (begin("token-1", Some(profile())).0, begin("token-2", Some(profile())).0);
    let mut jar = SessionJar::default();
    assert!(jar.add_session(first).is_empty());
    assert_eq!(jar.add_session(second).len(), 1, "a user is signed in once");
}

#[test]
fn a_page_gets_the_users_name_address_and_user_name_if_they_are_known() {
    let (token, _) = begin("token-1", Some(profile()));
    let id = token.id;
    let mut jar = SessionJar::default();
    jar.add_session(token);
    assert!(!jar.to_json().contains("email"));
    jar.set_profile(&id, profile());
    let members = r#""current":true,"name":"Ann Lee","email":"ann@mail.example","username":"ann"}"#;
    assert!(jar.to_json().contains(members), "{}", jar.to_json());
    assert!(!jar.to_json().contains(r#""7""#));
}

#[test]
fn a_cookie_from_before_users_had_ids_is_read_and_sealed_again() {
    let bytes = begin("token-1", None).0.encode();
    let unnamed = &bytes[bytes.len() - UNNAMED_TOKEN_BYTES..];
    let token = SessionToken::decode_unnamed(unnamed).unwrap();
    assert_eq!(token.encode(), bytes, "without a user, the account stands for it");
    assert!(SessionToken::decode(unnamed).is_none());
}
