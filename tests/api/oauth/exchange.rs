//! Codes and tokens.

use super::{Always, Visitor, action, parameter, refused, text, token_refused};
use crate::support::database::Database;
use crate::support::people::OLIVIA;
use crate::support::{Answered, START, people};
use canvass::service::actor::protocol::{ActorId, ActorReply};
use canvass::service::actor::token::hash_secret;
use canvass::service::store::sql::{Sql, Value};
use canvass::wire::dates::{DAY, MINUTE};
use canvass::wire::http::{Request, Response};
use canvass::wire::query;
use std::rc::Rc;

/// An exchange that has been at the app and is on its way to the team.
fn begun(visitor: &Visitor, code: &str) -> ActorReply {
    let fields = query::encode_query(&[
        ("client_id", visitor.client_id.as_str()),
        ("client_secret", &visitor.secret),
        ("code", code),
        ("redirect_uri", &visitor.redirect_uri),
        ("grant_type", "authorization_code"),
    ]);
    let request = Request { body: fields.into_bytes(), ..visitor.world.request("POST", "", "/oauth/token") };
    step(visitor, visitor.world.service.route_request(request, visitor.world.now()), 0)
}

fn step(visitor: &Visitor, turn: ActorReply, random: u8) -> ActorReply {
    match turn {
        ActorReply::Forward { actor: place, message } => visitor.world.visit(&place, *message, &Always(random)),
        answer => answer,
    }
}

fn token(answer: &Response) -> String {
    answer.ok()["access_token"].as_str().unwrap().to_owned()
}

/// What Chartroom must have, and that with its optional scope.
const WITHOUT: &str = "surveys_read,responses_read_detail";
const WITH_USERS: &str = "surveys_read,responses_read_detail,users_read";

/// What a token permits at its next call.
fn granted(visitor: &Visitor, token: &str) -> String {
    visitor.world.get(token, "/v3/users/me").header("x-oauth-scopes-granted").unwrap_or("nothing").to_owned()
}

fn team(visitor: &Visitor) -> Rc<Database> {
    visitor.world.database(&ActorId::Team(people::NORTHWIND.to_owned()))
}

/// What the team was told of apps, the oldest first: its administrators, and the webhooks.
fn told(visitor: &Visitor) -> (Vec<String>, Vec<String>) {
    let column = |sql: &str, since: &[Value]| {
        team(visitor).run(sql, since).unwrap().iter().map(|row| row.text("told")).collect()
    };
    let activities = "SELECT kind AS told FROM activities WHERE kind LIKE 'grant_info%' AND at >= ? ORDER BY id";
    (column(activities, &[START.into()]), column("SELECT type AS told FROM events ORDER BY CAST(id AS INTEGER)", &[]))
}

#[test]
fn the_answer_names_the_region_of_the_account() {
    let visitor = Visitor::of("console");
    for (person, origin) in [("eu", "http://127.0.0.1:8788"), ("ca", "http://127.0.0.1:8789")] {
        let answer = visitor.exchange(&visitor.code(person, &[])).ok();
        assert_eq!(answer["access_url"], origin);
    }
}

#[test]
fn a_code_is_good_once_and_its_reuse_revokes_the_token() {
    let visitor = Visitor::of("chartroom");
    let code = visitor.code("owner", &["users_read"]);
    let token = visitor.exchange(&code).ok()["access_token"].as_str().unwrap().to_owned();
    assert!(visitor.world.get(&token, "/v3/users/me").header("x-oauth-scopes-granted").is_some());
    token_refused(&visitor.exchange(&code), 400, "invalid_grant");
    let answer = visitor.world.get(&token, "/v3/users/me");
    assert_eq!((answer.status, answer.body()["status"].as_u64()), (401, Some(1)));
}

#[test]
fn a_reuse_that_overtakes_the_grant_still_ends_the_token() {
    let visitor = Visitor::of("chartroom");
    let code = visitor.code("owner", &[]);
    let at_the_team = begun(&visitor, &code);
    token_refused(&visitor.exchange(&code), 400, "invalid_grant");
    let ActorReply::Respond(answer) = step(&visitor, at_the_team, 0) else { panic!("the walk goes on") };
    token_refused(&answer, 400, "invalid_grant");
}

#[test]
fn a_code_is_good_for_five_minutes() {
    let visitor = Visitor::of("chartroom");
    let (late, timely) = (visitor.code("owner", &[]), visitor.code("admin", &[]));
    visitor.world.pass(5 * MINUTE - 1);
    assert_eq!(visitor.exchange(&timely).status, 200);
    visitor.world.pass(1);
    token_refused(&visitor.exchange(&late), 400, "invalid_grant");
}

#[test]
fn a_code_is_bound_to_its_app_and_redirect_address() {
    let visitor = Visitor::of("chartroom");
    let code = visitor.code("owner", &[]);
    token_refused(
        &visitor.exchange_with(&[("redirect_uri", "https://chartroom.example/")], &code),
        400,
        "invalid_grant",
    );
    let other = visitor.world.app("workbench");
    let theirs = [
        ("client_id", other["client_id"].as_str().unwrap()),
        ("client_secret", other["client_secret"].as_str().unwrap()),
    ];
    token_refused(&visitor.exchange_with(&theirs, &code), 400, "invalid_grant");
    assert_eq!(visitor.exchange(&code).status, 200);
}

#[test]
fn a_wrong_secret_and_an_unknown_app_get_the_same_answer() {
    let visitor = Visitor::of("chartroom");
    let code = visitor.code("owner", &[]);
    let wrong = visitor.exchange_with(&[("client_secret", "guess")], &code);
    token_refused(&wrong, 401, "invalid_client");
    assert_eq!(wrong, visitor.exchange_with(&[("client_id", "AAAAAAAAAAAAAAAAAAAAAA")], &code));
    assert_eq!(wrong, visitor.exchange_with(&[("client_id", "no client id")], &code));
    assert_eq!(visitor.exchange(&code).status, 200, "the code is still good");
}

#[test]
fn a_token_request_is_a_form_with_five_fields() {
    let visitor = Visitor::of("chartroom");
    token_refused(&visitor.exchange_with(&[("grant_type", "password")], "c"), 400, "unsupported_grant_type");
    token_refused(&visitor.submit("/oauth/token", &[("client_id", "x")]), 400, "invalid_request");
    token_refused(&visitor.submit("/oauth/token", &[("code", "x"), ("code", "y")]), 400, "invalid_request");
    let get = visitor.world.get("", "/oauth/token");
    assert_eq!((get.status, get.header("allow")), (405, Some("POST")));
    let put = visitor.world.call(visitor.world.request("PUT", "", "//oauth/authorize/"));
    assert_eq!(put.status, 405);
    assert_eq!(visitor.world.get("", "/oauth/elsewhere").status, 404);
}

#[test]
fn the_form_of_a_token_request_needs_no_content_type_and_a_stray_key_is_nothing() {
    let visitor = Visitor::of("chartroom");
    for media in [None, Some("application/x-www-form-urlencoded")] {
        let fields = query::encode_query(&[
            ("client_id", visitor.client_id.as_str()),
            ("client_secret", &visitor.secret),
            ("code", &visitor.code("owner", &[])),
            ("redirect_uri", &visitor.redirect_uri),
            ("grant_type", "authorization_code"),
        ]);
        let mut request = Request { body: fields.into_bytes(), ..visitor.world.request("POST", "", "/oauth/token") };
        request.query = "api_key=old".to_owned();
        request.headers.extend(media.map(|media| ("content-type".to_owned(), media.to_owned())));
        assert!(visitor.world.call(request).ok()["access_token"].is_string(), "{media:?}");
    }
}

#[test]
fn an_account_that_authorizes_an_app_again_gets_the_same_token() {
    let visitor = Visitor::of("chartroom");
    let first = token(&visitor.exchange(&visitor.code("regular", &["users_read"])));
    visitor.world.pass(1000 * DAY);
    assert_eq!(token(&visitor.exchange(&visitor.code("regular", &["users_read"]))), first);
    assert_eq!(granted(&visitor, &first), WITH_USERS);
    let other = token(&visitor.exchange(&visitor.code("regular_two", &["users_read"])));
    assert_ne!(other, first, "each account has its own");
}

#[test]
fn an_account_that_authorizes_an_app_of_the_demo_world_gets_the_token_that_the_sandbox_lists() {
    for (app, name) in [("workbench", "owner"), ("sync", "private"), ("field_notes", "draft")] {
        let visitor = Visitor::of(app);
        assert_eq!(token(&visitor.exchange(&visitor.code("owner", &[]))), visitor.world.token(name), "{app}");
    }
    let visitor = Visitor::of("chartroom");
    let got = token(&visitor.exchange(&visitor.code("regular", &["users_read"])));
    assert_eq!(got, visitor.world.token("surveys_read_only"));
    assert_eq!(granted(&visitor, &got), WITH_USERS);
}

#[test]
fn a_token_permits_what_was_permitted_last() {
    let visitor = Visitor::of("chartroom");
    let first = token(&visitor.exchange(&visitor.code("owner", &["users_read"])));
    assert_eq!(granted(&visitor, &first), WITH_USERS);
    visitor.exchange(&visitor.code("owner", &[])).ok();
    assert_eq!(granted(&visitor, &first), WITHOUT);
    visitor.exchange(&visitor.code("owner", &["users_read"])).ok();
    assert_eq!(granted(&visitor, &first), WITH_USERS);
}

#[test]
fn two_exchanges_at_once_give_one_token() {
    let visitor = Visitor::of("chartroom");
    let (one, two) = (visitor.code("owner", &["users_read"]), visitor.code("owner", &["users_read"]));
    let (one, two) = (begun(&visitor, &one), begun(&visitor, &two));
    let answers = [(two, 2), (one, 1)].map(|(turn, random)| match step(&visitor, turn, random) {
        ActorReply::Respond(answer) => token(&answer),
        turn => panic!("{turn:?}"),
    });
    assert_eq!(answers[0], answers[1]);
    assert_eq!(granted(&visitor, &answers[0]), WITH_USERS);
}

#[test]
fn after_a_revocation_there_is_a_new_token_and_the_old_one_stays_revoked() {
    let visitor = Visitor::of("chartroom");
    let code = visitor.code("owner", &["users_read"]);
    let old = token(&visitor.exchange(&code));
    visitor.world.pass(1000);
    token_refused(&visitor.exchange(&code), 400, "invalid_grant");
    let revoked = visitor.world.get(&old, "/v3/users/me").body();
    assert_eq!((revoked["status"].as_u64(), revoked["errmsg"].is_string()), (Some(1), true));
    visitor.world.pass(1000);
    let new = token(&visitor.exchange(&visitor.code("owner", &["users_read"])));
    assert_ne!(new, old);
    assert_eq!(visitor.world.get(&old, "/v3/users/me").body(), revoked);
    token_refused(&visitor.exchange(&code), 400, "invalid_grant");
    assert_eq!(granted(&visitor, &new), WITH_USERS, "it never came from the old code");
}

#[test]
fn however_often_an_app_is_removed_each_of_its_tokens_stays_revoked_and_what_is_stored_is_bounded() {
    let visitor = Visitor::of("chartroom");
    let team = team(&visitor);
    let client_id = visitor.world.app("chartroom")["client_id"].as_str().unwrap().to_owned();
    let revoke = &format!(
        "UPDATE grants SET revoked = ?, nonce = NULL WHERE user_id = '{OLIVIA}' AND client_id = ? AND revoked IS NULL"
    );
    let mut tokens = Vec::new();
    for _ in 0..105 {
        tokens.push(token(&visitor.exchange(&visitor.code("owner", &[]))));
        visitor.world.pass(1000);
        team.run(revoke, &[visitor.world.now().into(), client_id.as_str().into()]).unwrap();
        visitor.world.pass(1000);
    }
    for (number, token) in tokens.iter().rev().take(100).enumerate() {
        let answer = visitor.world.get(token, "/v3/users/me");
        assert_eq!(answer.body()["status"], 1, "{number}: {}", text(&answer));
    }
    let sql = &format!("SELECT COUNT(*) AS kept FROM grants WHERE user_id = '{OLIVIA}' AND client_id = ?");
    let kept = team.run(sql, &[client_id.into()]).unwrap()[0].count("kept");
    assert!((100..=101).contains(&kept), "{kept}");
}

#[test]
fn the_reuse_of_any_code_that_gave_the_token_revokes_it() {
    let visitor = Visitor::of("chartroom");
    let codes = [(); 3].map(|()| visitor.code("owner", &["users_read"]));
    let tokens = codes.each_ref().map(|code| token(&visitor.exchange(code)));
    token_refused(&visitor.exchange(&codes[1]), 400, "invalid_grant");
    for token in tokens {
        assert_eq!(visitor.world.get(&token, "/v3/users/me").body()["status"], 1);
    }
}

#[test]
fn the_team_is_notified_of_a_grant_that_begins_and_of_its_end_by_a_code_used_twice() {
    let visitor = Visitor::of("chartroom");
    let hook = &format!(
        "INSERT INTO webhooks (id, user_id, client_id, name, event_type, subscription_url, created, modified)
                VALUES (?, '{OLIVIA}', ?, 'n', ?, 'https://a.example/', 0, 0)"
    );
    for (id, event) in [("1", "app_installed"), ("2", "app_uninstalled")] {
        team(&visitor).run(hook, &[id.into(), id.into(), event.into()]).unwrap();
    }
    // In the demo world the owner has a grant for the app.
    team(&visitor).run("DELETE FROM grants", &[]).unwrap();
    let code = visitor.code("owner", &[]);
    visitor.exchange(&code).ok();
    visitor.exchange(&visitor.code("owner", &[])).ok();
    for _ in 0..2 {
        token_refused(&visitor.exchange(&code), 400, "invalid_grant");
    }
    let (activities, events) = told(&visitor);
    assert_eq!(activities, ["grant_info_created", "grant_info_deleted"]);
    assert_eq!(events, ["app_installed", "app_uninstalled"]);
}

#[test]
fn a_token_from_before_grants_had_nonces_is_replaced_once() {
    let visitor = Visitor::of("chartroom");
    let old = token(&visitor.exchange(&visitor.code("owner", &["users_read"])));
    team(&visitor).run("UPDATE grants SET nonce = NULL", &[]).unwrap();
    assert_eq!(granted(&visitor, &old), WITH_USERS);
    let new = token(&visitor.exchange(&visitor.code("owner", &["users_read"])));
    assert_ne!(new, old);
    assert_eq!(token(&visitor.exchange(&visitor.code("owner", &["users_read"]))), new);
}

#[test]
fn a_code_that_an_older_program_took_still_ends_its_token_when_it_is_used_twice() {
    let visitor = Visitor::of("chartroom");
    let code = visitor.code("owner", &["users_read"]);
    let given = token(&visitor.exchange(&code));
    team(&visitor).run("DELETE FROM redemptions", &[]).unwrap();
    visitor
        .world
        .database(&ActorId::App(visitor.client_id.clone()))
        .run("UPDATE codes SET token_hash = ?", &[hash_secret(&given).into()])
        .unwrap();
    token_refused(&visitor.exchange(&code), 400, "invalid_grant");
    assert_eq!(visitor.world.get(&given, "/v3/users/me").body()["status"], 1);
}

#[test]
fn s71_no_code_token_secret_or_verifier_is_stored_in_any_table() {
    let visitor = Visitor::of("chartroom");
    let asked = format!("code_challenge={CHALLENGE}&code_challenge_method=S256");
    let code = parameter(&challenged(&visitor, &asked), "code").unwrap();
    let token = token(&visitor.exchange_with(&[("code_verifier", VERIFIER)], &code));
    let app = visitor.world.database(&ActorId::App(visitor.client_id.clone()));
    assert_eq!(app.run("SELECT * FROM codes", &[]).unwrap().len(), 1);
    let walk = || {
        for secret in [&code, &token, &visitor.secret, VERIFIER] {
            visitor.world.stores_nowhere(secret);
        }
    };
    walk();
    visitor.world.get(&token, "/v3/surveys").ok();
    visitor.world.wake_all();
    walk();
    visitor.exchange_with(&[("code_verifier", VERIFIER)], &code);
    visitor.world.wake_all();
    walk();
}

/// The verifier and challenge of RFC 7636, appendix B.
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

fn challenged(visitor: &Visitor, challenge: &str) -> Response {
    let page = visitor.open(&format!("{}&{challenge}", visitor.asking("s")));
    if page.status != 200 {
        return page;
    }
    let fields = [("email", "olivia@northwind.example"), ("password", "olivia-northwind")];
    visitor.decide(&visitor.submit(&action(&page), &fields), "allow", &[])
}

#[test]
fn a_code_with_a_challenge_needs_its_verifier() {
    let visitor = Visitor::of("chartroom");
    let asked = format!("code_challenge={CHALLENGE}&code_challenge_method=S256");
    let code = parameter(&challenged(&visitor, &asked), "code").unwrap();
    token_refused(&visitor.exchange(&code), 400, "invalid_grant");
    token_refused(&visitor.exchange_with(&[("code_verifier", &VERIFIER[1..])], &code), 400, "invalid_grant");
    visitor.exchange_with(&[("code_verifier", VERIFIER)], &code).ok();
}

#[test]
fn a_verifier_without_a_challenge_is_refused() {
    let visitor = Visitor::of("chartroom");
    let code = visitor.code("owner", &[]);
    token_refused(&visitor.exchange_with(&[("code_verifier", VERIFIER)], &code), 400, "invalid_grant");
    visitor.exchange(&code).ok();
}

#[test]
fn s83_a_challenge_is_a_sha_256_hash_and_nothing_else() {
    let visitor = Visitor::of("chartroom");
    for wrong in [
        format!("code_challenge={CHALLENGE}&code_challenge_method=plain"),
        format!("code_challenge={CHALLENGE}"),
        "code_challenge_method=S256".to_owned(),
        format!("code_challenge={}&code_challenge_method=S256", &CHALLENGE[1..]),
        "code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw*cM&code_challenge_method=S256".to_owned(),
    ] {
        refused(&challenged(&visitor, &wrong), 400, "must be a SHA-256 hash");
    }
}

#[test]
fn a_code_from_before_the_app_was_removed_gives_nothing() {
    let visitor = Visitor::of("workbench");
    let before = visitor.code("owner", &[]);
    visitor.world.pass(1000);
    let team = visitor.world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    let sql = &format!("UPDATE grants SET revoked = ? WHERE user_id = '{OLIVIA}' AND client_id = ?");
    team.run(sql, &[visitor.world.now().into(), visitor.client_id.as_str().into()]).unwrap();
    token_refused(&visitor.exchange(&before), 400, "invalid_grant");
    visitor.world.pass(1000);
    let after = visitor.code("owner", &[]);
    visitor.exchange(&after).ok();
}
