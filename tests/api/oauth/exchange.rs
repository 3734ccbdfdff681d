//! Codes and tokens.

use super::{Visitor, Zero, action, parameter, token_refused};
use crate::support::Answered;
use canvass::service::place::{Place, Turn};
use canvass::service::sql::Sql;
use canvass::wire::dates::MINUTE;
use canvass::wire::http::{Request, Response};
use canvass::wire::query;

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
    let fields = query::encode(&[
        ("client_id", visitor.client_id.as_str()),
        ("client_secret", &visitor.secret),
        ("code", &code),
        ("redirect_uri", &visitor.redirect_uri),
        ("grant_type", "authorization_code"),
    ]);
    let request = Request { body: fields.into_bytes(), ..visitor.world.request("POST", "", "/oauth/token") };
    let step = |turn: Turn| match turn {
        Turn::Go { place, message } => {
            let database = visitor.world.database(&place);
            visitor.world.service.visit(&place, *message, visitor.world.now(), &Zero, &*database)
        }
        answer => answer,
    };
    let at_the_team = step(visitor.world.service.enter(request, visitor.world.now()));
    token_refused(&visitor.exchange(&code), 400, "invalid_grant");
    let Turn::Answer(answer) = step(at_the_team) else { panic!("the walk goes on") };
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
fn a_wrong_secret_and_an_unknown_app_are_told_alike() {
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
        let fields = query::encode(&[
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
fn a_new_token_takes_the_place_of_the_old_one() {
    let visitor = Visitor::of("chartroom");
    let old = visitor.exchange(&visitor.code("owner", &["users_read"])).ok();
    let new = visitor.exchange(&visitor.code("owner", &["users_read"])).ok();
    assert_eq!(visitor.world.get(old["access_token"].as_str().unwrap(), "/v3/users/me").code(), "1011");
    assert_ne!(visitor.world.get(new["access_token"].as_str().unwrap(), "/v3/users/me").code(), "1011");
}

#[test]
fn codes_and_tokens_are_stored_hashed() {
    let visitor = Visitor::of("chartroom");
    let code = visitor.code("owner", &[]);
    let token = visitor.exchange(&code).ok()["access_token"].as_str().unwrap().to_owned();
    let app = visitor.world.database(&Place::App(visitor.client_id.clone()));
    let rows = app.run("SELECT * FROM codes", &[]).unwrap();
    assert_eq!(rows.len(), 1);
    assert!(!format!("{rows:?}").contains(&code) && !format!("{rows:?}").contains(&token));
    let team = visitor.world.database(&Place::Team("61001".to_owned()));
    assert!(!format!("{:?}", team.run("SELECT * FROM grants", &[]).unwrap()).contains(&token));
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
fn a_challenge_is_a_sha_256_hash_and_nothing_else() {
    let visitor = Visitor::of("chartroom");
    for wrong in [
        format!("code_challenge={CHALLENGE}&code_challenge_method=plain"),
        format!("code_challenge={CHALLENGE}"),
        "code_challenge_method=S256".to_owned(),
        format!("code_challenge={}&code_challenge_method=S256", &CHALLENGE[1..]),
        "code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw*cM&code_challenge_method=S256".to_owned(),
    ] {
        let answer = challenged(&visitor, &wrong);
        assert_eq!(parameter(&answer, "error").as_deref(), Some("invalid_request"), "{wrong}");
        assert_eq!(parameter(&answer, "state").as_deref(), Some("s"));
    }
}

#[test]
fn a_code_from_before_the_app_was_removed_gives_nothing() {
    let visitor = Visitor::of("workbench");
    let before = visitor.code("owner", &[]);
    visitor.world.pass(1000);
    let team = visitor.world.database(&Place::Team("61001".to_owned()));
    let sql = "UPDATE grants SET revoked = ? WHERE user_id = '20010001' AND client_id = ?";
    team.run(sql, &[visitor.world.now().into(), visitor.client_id.as_str().into()]).unwrap();
    token_refused(&visitor.exchange(&before), 400, "invalid_grant");
    visitor.world.pass(1000);
    let after = visitor.code("owner", &[]);
    visitor.exchange(&after).ok();
}
