//! Who may use which app, what a consent page grants, and its ticket.

use super::{Visitor, location, parameter, refused, text, ticket, token_refused};
use crate::support::{Answered, people};
use canvass::service::actor::protocol::ActorId;
use canvass::service::store::sql::Sql;
use canvass::spec::errors::Error;
use canvass::wire::dates::{DAY, MINUTE, SECOND};
use canvass::wire::http::Response;
use canvass::wire::query;

#[test]
fn a_person_signs_in_consents_and_the_app_gets_a_token() {
    let visitor = Visitor::of("chartroom");
    let consent = visitor.sign_in("owner");
    for words in ["Chartroom", "Turns responses into charts.", "olivia@northwind.example", "responses_read_detail"] {
        assert!(text(&consent).contains(words), "{words}");
    }
    let redirect = visitor.decide(&consent, "allow", &["users_read"]);
    assert!(location(&redirect).starts_with("https://chartroom.example/oauth/callback?code="));
    assert_eq!(parameter(&redirect, "state").as_deref(), Some("xyz"));
    let answer = visitor.exchange(&parameter(&redirect, "code").unwrap());
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let answer = answer.ok();
    assert_eq!(
        (answer["token_type"].as_str(), answer["access_url"].as_str()),
        (Some("bearer"), Some("http://127.0.0.1:8787"))
    );
    let me = visitor.world.get(answer["access_token"].as_str().unwrap(), "/v3/users/me");
    assert_eq!(me.header("x-oauth-scopes-granted"), Some("surveys_read,responses_read_detail,users_read"));
}

#[test]
fn the_page_says_that_a_scope_left_out_is_withdrawn_everywhere_and_so_it_is() {
    let visitor = Visitor::of("chartroom");
    let token = |scopes: &[&str]| {
        let page = visitor.sign_in("owner");
        assert!(text(&page).contains("also withdrawn in your other browsers"), "before anything is decided");
        let code = parameter(&visitor.decide(&page, "allow", scopes), "code").unwrap();
        visitor.exchange(&code).ok()["access_token"].as_str().unwrap().to_owned()
    };
    let first = token(&["users_read"]);
    assert_eq!(visitor.world.get(&first, "/v3/users/me").status, 200);
    assert_eq!(token(&[]), first, "one token for all sessions");
    visitor.world.get(&first, "/v3/users/me").fails(Error::MissingScope);
}

#[test]
fn a_scope_that_the_app_needs_now_is_requested_like_a_required_one() {
    let visitor = Visitor::of("chartroom");
    let needing = |scopes: &str| {
        let query = format!("{}&{}", visitor.asking("xyz"), query::encode_query(&[("scope", scopes)]));
        visitor.sign_in_at(&query, "owner")
    };
    let granted = |page: &Response| {
        let code = parameter(&visitor.decide(page, "allow", &[]), "code").unwrap();
        let token = visitor.exchange(&code).ok()["access_token"].as_str().unwrap().to_owned();
        visitor.world.get(&token, "/v3/errors").header("x-oauth-scopes-granted").unwrap().to_owned()
    };
    assert_eq!(granted(&needing("")), "surveys_read,responses_read_detail");
    let page = needing("users_read");
    assert!(!text(&page).contains("value=\"users_read\""), "it cannot be left out: {}", text(&page));
    assert_eq!(granted(&page), "surveys_read,responses_read_detail,users_read");
    assert_eq!(granted(&needing("invented")), "surveys_read,responses_read_detail");
    assert!(text(&needing("users_read")).contains("scope=users_read"), "another account is asked for it too");
}

#[test]
fn a_no_goes_back_to_the_app() {
    let visitor = Visitor::of("chartroom");
    let answer = visitor.decide(&visitor.sign_in("owner"), "deny", &[]);
    assert_eq!(parameter(&answer, "error").as_deref(), Some("access_denied"));
    assert!(parameter(&answer, "error_description").is_some());
    assert_eq!(parameter(&answer, "state").as_deref(), Some("xyz"));
    assert_eq!(parameter(&answer, "code"), None);
}

#[test]
fn a_draft_app_is_for_the_account_that_registered_it() {
    let visitor = Visitor::of("field_notes");
    assert!(text(&visitor.sign_in("owner")).contains("name=\"ticket\""));
    for person in ["admin", "other_team", "free"] {
        let page = visitor.sign_in(person);
        refused(&page, 403, "is a draft");
        assert!(text(&page).contains("error=unauthorized_client"), "the way back tells the app");
    }
}

#[test]
fn a_draft_app_ends_after_its_window() {
    let visitor = Visitor::of("field_notes");
    visitor.world.database(&ActorId::App(visitor.client_id.clone()));
    visitor.world.pass(90 * DAY - SECOND);
    assert_eq!(visitor.open(&visitor.asking("s")).status, 200);
    visitor.world.pass(SECOND);
    refused(&visitor.open(&visitor.asking("s")), 403, "This app is disabled");
}

#[test]
fn a_disabled_app_signs_no_one_in_and_redeems_nothing() {
    let visitor = Visitor::of("importer");
    refused(&visitor.open(&visitor.asking("s")), 403, "This app is disabled");
    token_refused(&visitor.exchange("code"), 400, "unauthorized_client");
}

#[test]
fn a_private_app_is_for_its_team_with_direct_api_access() {
    let visitor = Visitor::of("sync");
    assert!(text(&visitor.sign_in("regular")).contains("name=\"ticket\""));
    refused(&visitor.sign_in("other_team"), 403, "private app of another team");
    let team = visitor.world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    team.run("UPDATE users SET plan = 'standard'", &[]).unwrap();
    refused(&visitor.sign_in("regular"), 403, "direct API access");
}

#[test]
fn a_required_scope_that_the_plan_lacks_leads_to_an_upgrade() {
    let visitor = Visitor::of("chartroom");
    let page = visitor.sign_in("free");
    refused(&page, 403, "href=\"/pricing/\"");
    assert!(text(&page).contains("href=\"/account/\""), "where the plan is changed");
    assert!(text(&page).contains("responses_read_detail"));
    assert!(!text(&page).contains("<code>surveys_read</code>"), "only what is missing is listed");
    assert!(text(&page).contains("error=invalid_scope"));
    assert!(!text(&page).contains("name=\"ticket\""));
}

#[test]
fn an_optional_scope_that_the_plan_lacks_cannot_be_chosen() {
    let visitor = Visitor::of("console");
    let page = visitor.sign_in("free");
    assert!(text(&page).contains("needs a paid plan"));
    assert!(!text(&page).contains("value=\"responses_read_detail\""));
    let answer = visitor.decide(&page, "allow", &["responses_read_detail", "library_read", "nonsense"]);
    let token = visitor.exchange(&parameter(&answer, "code").unwrap()).ok();
    let me = visitor.world.get(token["access_token"].as_str().unwrap(), "/v3/users/me");
    assert_eq!(me.header("x-oauth-scopes-granted"), Some("surveys_read,responses_read,users_read,library_read"));
}

#[test]
fn a_consent_token_expires_after_ten_minutes() {
    let visitor = Visitor::of("chartroom");
    let page = visitor.sign_in("owner");
    visitor.world.pass(10 * MINUTE);
    refused(&visitor.decide(&page, "allow", &[]), 400, "Please start again");
    refused(&visitor.decide(&page, "deny", &[]), 400, "Please start again");
}

#[test]
fn a_consent_token_is_good_for_one_code() {
    let visitor = Visitor::of("chartroom");
    let page = visitor.sign_in("owner");
    assert!(parameter(&visitor.decide(&page, "allow", &[]), "code").is_some());
    refused(&visitor.decide(&page, "allow", &[]), 400, "Please start again");
}

#[test]
fn a_consent_token_that_was_denied_cannot_be_allowed_and_one_that_was_allowed_cannot_be_denied() {
    let visitor = Visitor::of("chartroom");
    let page = visitor.sign_in("owner");
    for _ in 0..2 {
        let denied = visitor.decide(&page, "deny", &[]);
        assert_eq!(parameter(&denied, "error").as_deref(), Some("access_denied"));
    }
    refused(&visitor.decide(&page, "allow", &[]), 400, "Please start again");
    let other = visitor.sign_in("owner");
    assert!(parameter(&visitor.decide(&other, "allow", &[]), "code").is_some());
    refused(&visitor.decide(&other, "deny", &[]), 400, "Please start again");
    let app = visitor.world.database(&ActorId::App(visitor.client_id.clone()));
    let kept = || app.run("SELECT consent_id FROM denials", &[]).unwrap().len();
    assert_eq!(kept(), 1);
    visitor.world.pass(11 * MINUTE);
    visitor.decide(&visitor.sign_in("owner"), "deny", &[]);
    assert_eq!(kept(), 1, "what cannot be sent any more is forgotten");
}

#[test]
fn a_changed_consent_token_is_invalid() {
    let visitor = Visitor::of("chartroom");
    let page = visitor.sign_in("owner");
    let ticket = ticket(&page);
    for at in [0, 20, 32, 100, ticket.len() - 1] {
        let mut changed = ticket.clone().into_bytes();
        changed[at] = if changed[at] == b'A' { b'B' } else { b'A' };
        let changed = String::from_utf8(changed).unwrap();
        refused(
            &visitor.submit("/oauth/authorize", &[("ticket", &changed), ("decision", "allow")]),
            400,
            "start again",
        );
    }
    for changed in ["", "A", &ticket[1..], &format!("{ticket}AAAA")] {
        refused(&visitor.submit("/oauth/authorize", &[("ticket", changed), ("decision", "allow")]), 400, "start again");
    }
}

#[test]
fn what_has_changed_since_the_page_was_shown_is_not_granted() {
    let visitor = Visitor::of("chartroom");
    let page = visitor.sign_in("owner");
    visitor.change_app("scopes", r#"[["surveys_read", "required"], ["surveys_write", "required"]]"#);
    refused(&visitor.decide(&page, "allow", &[]), 400, "Please start again");
    let visitor = Visitor::of("chartroom");
    let page = visitor.sign_in("owner");
    visitor.change_app("redirect_uris", "[\"https://chartroom.example/elsewhere\"]");
    refused(&visitor.decide(&page, "allow", &[]), 400, "has not registered");
    let visitor = Visitor::of("chartroom");
    let page = visitor.sign_in("owner");
    visitor.change_app("state", "draft");
    refused(&visitor.decide(&page, "allow", &[]), 403, "");
}

#[test]
fn a_public_app_does_not_request_a_scope_that_was_not_approved() {
    let visitor = Visitor::of("chartroom");
    assert!(text(&visitor.sign_in("owner")).contains("<code>surveys_write</code>"));
    visitor.change_app("approved", "responses_write");
    let page = visitor.sign_in("owner");
    assert!(
        !text(&page).contains("<code>surveys_write</code>") && text(&page).contains("<code>responses_write</code>")
    );
    let answer = visitor.decide(&page, "allow", &["surveys_write", "responses_write"]);
    let token = visitor.exchange(&parameter(&answer, "code").unwrap()).ok();
    let me = visitor.world.get(token["access_token"].as_str().unwrap(), "/v3/surveys");
    let granted = me.header("x-oauth-scopes-granted").unwrap();
    assert_eq!(granted, "surveys_read,responses_read_detail,responses_write");
}

#[test]
fn a_draft_or_private_app_needs_no_approval() {
    for app in ["field_notes", "sync"] {
        let visitor = Visitor::of(app);
        visitor.change_app("approved", "");
        assert!(text(&visitor.sign_in("owner")).contains("<code>surveys_write</code>"), "{app}");
    }
}
