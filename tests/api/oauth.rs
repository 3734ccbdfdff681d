//! Sign-in, consent and the token exchange: one rule a test, through the same forms that a browser sends.

use crate::support::{Answered, World};
use canvass::service::place::{Place, Turn};
use canvass::service::sql::{Sql, Value};
use canvass::wire::dates::{DAY, MINUTE, SECOND};
use canvass::wire::http::{Request, Response};
use canvass::wire::query;
use serde_json::Value as Json;

/// A sign-in of one person to one app of the demo world.
struct Visitor {
    world: World,
    client_id: String,
    secret: String,
    redirect_uri: String,
}

impl Visitor {
    fn of(app: &str) -> Visitor {
        let world = World::new();
        let app = world.app(app);
        let text = |value: &Json| value.as_str().unwrap().to_owned();
        let (client_id, secret) = (text(&app["client_id"]), text(&app["client_secret"]));
        let redirect_uri = text(&app["redirect_uris"][0]);
        Visitor { world, client_id, secret, redirect_uri }
    }

    fn asking(&self, state: &str) -> String {
        query::encode(&[
            ("response_type", "code"),
            ("client_id", &self.client_id),
            ("redirect_uri", &self.redirect_uri),
            ("state", state),
        ])
    }

    fn open(&self, query: &str) -> Response {
        self.world.get("", &format!("/oauth/authorize?{query}"))
    }

    fn submit(&self, target: &str, fields: &[(&str, &str)]) -> Response {
        let mut request = self.world.request("POST", "", target);
        request.body = query::encode(fields).into_bytes();
        self.world.call(request)
    }

    /// Fills in the form of the sign-in page with a password of the demo world.
    fn sign_in_with(&self, state: &str, person: &str) -> Response {
        let person = self.world.person(person);
        let page = self.open(&self.asking(state));
        assert_eq!(page.status, 200, "{}", text(&page));
        self.submit(
            &action(&page),
            &[("email", person["email"].as_str().unwrap()), ("password", person["password"].as_str().unwrap())],
        )
    }

    fn sign_in(&self, person: &str) -> Response {
        self.sign_in_with("xyz", person)
    }

    fn decide(&self, page: &Response, decision: &str, scopes: &[&str]) -> Response {
        let ticket = ticket(page);
        let mut fields = vec![("ticket", ticket.as_str()), ("decision", decision)];
        fields.extend(scopes.iter().map(|scope| ("scope", *scope)));
        self.submit("/oauth/authorize", &fields)
    }

    fn code(&self, person: &str, scopes: &[&str]) -> String {
        let answer = self.decide(&self.sign_in(person), "allow", scopes);
        parameter(&answer, "code").unwrap_or_else(|| panic!("{} {}", answer.status, text(&answer)))
    }

    fn exchange_with(&self, changes: &[(&str, &str)], code: &str) -> Response {
        let mut fields = vec![
            ("client_id", self.client_id.as_str()),
            ("client_secret", &self.secret),
            ("code", code),
            ("redirect_uri", &self.redirect_uri),
            ("grant_type", "authorization_code"),
        ];
        for (name, value) in changes {
            fields.retain(|(known, _)| known != name);
            fields.push((name, value));
        }
        self.submit("/oauth/token?api_key=old", &fields)
    }

    fn exchange(&self, code: &str) -> Response {
        self.exchange_with(&[], code)
    }

    /// Changes the app behind the service's back.
    fn change_app(&self, assignment: &str, value: &str) {
        let database = self.world.database(&Place::App(self.client_id.clone()));
        database.run(&format!("UPDATE app SET {assignment} = ?"), &[Value::from(value)]).unwrap();
    }
}

fn text(response: &Response) -> String {
    String::from_utf8(response.body.clone()).unwrap()
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let rest = text.split_once(start).unwrap_or_else(|| panic!("no {start} in {text}")).1;
    rest.split_once(end).unwrap().0
}

fn action(page: &Response) -> String {
    between(&text(page), "action=\"", "\"").replace("&amp;", "&")
}

fn ticket(page: &Response) -> String {
    between(&text(page), "name=\"ticket\" value=\"", "\"").to_owned()
}

fn location(response: &Response) -> &str {
    assert_eq!(response.status, 302, "{}", text(response));
    response.header("location").unwrap()
}

fn parameter(response: &Response, name: &str) -> Option<String> {
    if response.status != 302 {
        return None;
    }
    let pairs = query::decode(location(response).split_once('?')?.1).unwrap();
    pairs.into_iter().find(|(known, _)| known == name).map(|(_, value)| value)
}

#[track_caller]
fn refused(response: &Response, status: u16, words: &str) {
    let body = text(response);
    assert_eq!(response.status, status, "{body}");
    assert_eq!(response.header("location"), None);
    assert!(body.contains(words), "{words:?} is not in {body}");
}

#[track_caller]
fn token_refused(response: &Response, status: u16, error: &str) {
    assert_eq!((response.status, response.body()["error"].as_str()), (status, Some(error)), "{}", text(response));
    assert!(response.body()["error_description"].is_string());
    assert_eq!(response.header("cache-control"), Some("no-store"));
}

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
fn the_answer_names_the_region_of_the_account() {
    let visitor = Visitor::of("console");
    for (person, origin) in [("eu", "http://127.0.0.1:8788"), ("ca", "http://127.0.0.1:8789")] {
        let answer = visitor.exchange(&visitor.code(person, &[])).ok();
        assert_eq!(answer["access_url"], origin);
    }
}

#[test]
fn an_unregistered_redirect_address_gets_a_page_and_no_redirect() {
    let mut visitor = Visitor::of("chartroom");
    let right = visitor.redirect_uri.clone();
    let path = right.replace("callback", "Callback");
    for wrong in [&format!("{right}/"), &format!("{right}?x=1"), &path, "https://evil.example/", "javascript:alert(1)"]
    {
        visitor.redirect_uri = wrong.to_owned();
        refused(&visitor.open(&visitor.asking("s")), 400, "redirect_uri must be one of the registered addresses");
    }
}

#[test]
fn a_registered_address_that_is_neither_https_nor_loopback_is_refused() {
    let mut visitor = Visitor::of("chartroom");
    for wrong in ["http://chartroom.example/cb", "chartroom://cb", "https://chartroom.example/cb#here"] {
        visitor.change_app("redirect_uris", &serde_json::json!([wrong]).to_string());
        visitor.redirect_uri = wrong.to_owned();
        refused(&visitor.open(&visitor.asking("s")), 400, "has not registered");
    }
}

#[test]
fn an_unknown_app_gets_a_page() {
    let mut visitor = Visitor::of("chartroom");
    visitor.client_id = "AAAAAAAAAAAAAAAAAAAAAA".to_owned();
    refused(&visitor.open(&visitor.asking("s")), 400, "This app does not exist");
}

#[test]
fn a_client_id_of_the_wrong_form_wakes_no_place() {
    let world = World::new();
    for wrong in ["", "app", "AAAAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAA*A", "AAAAAAAAAAAAAAAAAAAAA%20"] {
        let target =
            format!("/oauth/authorize?response_type=code&redirect_uri=https%3A%2F%2Fa.example&client_id={wrong}");
        let turn = world.service.enter(world.request("GET", "", &target), world.now());
        assert!(matches!(turn, Turn::Answer(Response { status: 400, .. })), "{wrong}");
    }
}

#[test]
fn a_repeated_parameter_is_refused_and_an_unknown_one_tolerated() {
    let visitor = Visitor::of("chartroom");
    let asking = visitor.asking("s");
    assert_eq!(visitor.open(&format!("{asking}&prompt=login&prompt=x&api_key=1")).status, 200);
    for twice in ["state=t", "client_id=x", "redirect_uri=https%3A%2F%2Fevil.example%2F", "response_type=code"] {
        refused(&visitor.open(&format!("{asking}&{twice}")), 400, "is given more than once");
    }
}

#[test]
fn a_wrong_response_type_is_told_to_the_app() {
    let visitor = Visitor::of("chartroom");
    let answer = visitor.open(&visitor.asking("s").replace("response_type=code", "response_type=token"));
    assert_eq!(parameter(&answer, "error").as_deref(), Some("unsupported_response_type"));
    assert_eq!(parameter(&answer, "state").as_deref(), Some("s"));
    let answer = visitor.open(&visitor.asking("s").replace("response_type=code&", ""));
    assert_eq!(parameter(&answer, "error").as_deref(), Some("invalid_request"));
}

#[test]
fn a_wrong_password_and_an_unknown_address_are_told_alike_and_walk_alike() {
    let visitor = Visitor::of("chartroom");
    let action = action(&visitor.open(&visitor.asking("s")));
    let attempt = |email: &str| {
        let mut request = visitor.world.request("POST", "", &action);
        request.body = query::encode(&[("email", email), ("password", "wrong")]).into_bytes();
        let mut places = Vec::new();
        let mut turn = visitor.world.service.enter(request, visitor.world.now());
        loop {
            match turn {
                Turn::Answer(answer) => return (places, answer),
                Turn::Go { place, message } => {
                    places.push(place.name().split(':').next().unwrap().to_owned());
                    let database = visitor.world.database(&place);
                    turn = visitor.world.service.visit(&place, *message, visitor.world.now(), &Zero, &*database);
                }
            }
        }
    };
    let (known, mut wrong) = attempt("olivia@northwind.example");
    let (unknown, nobody) = attempt("nobody@northwind.example");
    refused(&wrong, 403, "do not belong together");
    assert_eq!(known, unknown);
    wrong.body = text(&wrong).replace("olivia@", "nobody@").into_bytes();
    assert_eq!(wrong, nobody);
}

struct Zero;

impl canvass::service::random::Random for Zero {
    fn fill(&self, bytes: &mut [u8]) {
        bytes.fill(0);
    }
}

#[test]
fn the_case_of_an_address_does_not_matter() {
    let visitor = Visitor::of("chartroom");
    let action = action(&visitor.open(&visitor.asking("s")));
    let answer = visitor.submit(&action, &[("email", " Olivia@Northwind.EXAMPLE "), ("password", "olivia-northwind")]);
    assert!(text(&answer).contains("name=\"ticket\""));
}

#[test]
fn who_has_not_accepted_the_teams_invitation_cannot_sign_in() {
    let visitor = Visitor::of("chartroom");
    let team = visitor.world.database(&Place::Team("61001".to_owned()));
    team.run("UPDATE users SET member_status = 'pending' WHERE username = username", &[]).unwrap();
    refused(&visitor.sign_in("owner"), 403, "invitation");
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
fn the_state_comes_back_unchanged() {
    let visitor = Visitor::of("chartroom");
    for state in ["a&b=c#d e+f%20g/?\"'<>", "ünï©ode ✓", ""] {
        for decision in ["allow", "deny"] {
            let answer = visitor.decide(&visitor.sign_in_with(state, "owner"), decision, &[]);
            assert_eq!(parameter(&answer, "state").as_deref(), Some(state));
        }
    }
}

#[test]
fn no_state_comes_back_if_none_was_sent() {
    let visitor = Visitor::of("chartroom");
    let page = visitor.open(&visitor.asking("").replace("&state=", ""));
    let fields = [("email", "olivia@northwind.example"), ("password", "olivia-northwind")];
    let answer = visitor.decide(&visitor.submit(&action(&page), &fields), "allow", &[]);
    assert!(!location(&answer).contains("state"), "{}", location(&answer));
}

#[test]
fn a_draft_app_is_for_the_account_that_registered_it() {
    let visitor = Visitor::of("field_notes");
    assert!(text(&visitor.sign_in("owner")).contains("name=\"ticket\""));
    for person in ["admin", "other_team", "free"] {
        let page = visitor.sign_in(person);
        refused(&page, 403, "still a draft");
        assert!(text(&page).contains("error=unauthorized_client"), "the way back tells the app");
    }
}

#[test]
fn a_draft_app_ends_after_its_window() {
    let visitor = Visitor::of("field_notes");
    visitor.world.database(&Place::App(visitor.client_id.clone()));
    visitor.world.pass(90 * DAY - SECOND);
    assert_eq!(visitor.open(&visitor.asking("s")).status, 200);
    visitor.world.pass(SECOND);
    refused(&visitor.open(&visitor.asking("s")), 403, "This app is disabled");
}

#[test]
fn a_disabled_app_signs_nobody_in_and_redeems_nothing() {
    let visitor = Visitor::of("importer");
    refused(&visitor.open(&visitor.asking("s")), 403, "This app is disabled");
    token_refused(&visitor.exchange("code"), 400, "unauthorized_client");
}

#[test]
fn a_private_app_is_for_its_team_with_direct_api_access() {
    let visitor = Visitor::of("sync");
    assert!(text(&visitor.sign_in("regular")).contains("name=\"ticket\""));
    refused(&visitor.sign_in("other_team"), 403, "private app of another team");
    let team = visitor.world.database(&Place::Team("61001".to_owned()));
    team.run("UPDATE users SET plan = 'standard'", &[]).unwrap();
    refused(&visitor.sign_in("regular"), 403, "direct API access");
}

#[test]
fn a_required_scope_that_the_plan_lacks_leads_to_an_upgrade() {
    let visitor = Visitor::of("chartroom");
    let page = visitor.sign_in("free");
    refused(&page, 403, "href=\"/pricing/\"");
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
fn a_ticket_ends_after_ten_minutes() {
    let visitor = Visitor::of("chartroom");
    let page = visitor.sign_in("owner");
    visitor.world.pass(10 * MINUTE);
    refused(&visitor.decide(&page, "allow", &[]), 400, "Please start again");
    refused(&visitor.decide(&page, "deny", &[]), 400, "Please start again");
}

#[test]
fn a_ticket_is_good_for_one_code() {
    let visitor = Visitor::of("chartroom");
    let page = visitor.sign_in("owner");
    assert!(parameter(&visitor.decide(&page, "allow", &[]), "code").is_some());
    refused(&visitor.decide(&page, "allow", &[]), 400, "Please start again");
}

#[test]
fn a_changed_ticket_is_no_ticket() {
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
fn a_form_from_another_site_is_refused() {
    let visitor = Visitor::of("chartroom");
    let ticket = ticket(&visitor.sign_in("owner"));
    for (site, status) in [("cross-site", 403), ("same-site", 403), ("same-origin", 302)] {
        let mut request = visitor.world.request("POST", "", "/oauth/authorize");
        request.headers.push(("sec-fetch-site".to_owned(), site.to_owned()));
        request.body = query::encode(&[("ticket", ticket.as_str()), ("decision", "allow")]).into_bytes();
        assert_eq!(visitor.world.call(request).status, status, "{site}");
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

#[test]
fn no_secret_is_printed_with_a_step() {
    let visitor = Visitor::of("chartroom");
    let mut request = visitor.world.request("POST", "", &format!("/oauth/authorize?{}", visitor.asking("s")));
    request.body = query::encode(&[("email", "a@b.example"), ("password", "hush-hush")]).into_bytes();
    assert!(!format!("{:?}", visitor.world.service.enter(request, visitor.world.now())).contains("hush-hush"));
}

#[test]
fn what_an_app_says_about_itself_is_escaped() {
    let visitor = Visitor::of("chartroom");
    visitor.change_app("name", "<script>alert(\"x\")</script> & 'co'");
    visitor.change_app("description", "<img src=x onerror=alert(1)>");
    for page in [visitor.open(&visitor.asking("\"><script>")), visitor.sign_in("owner"), visitor.sign_in("free")] {
        let page = text(&page);
        assert!(page.contains("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;co&#39;"), "{page}");
        assert!(!page.contains("<script") && !page.contains("<img src=x"), "{page}");
    }
}

#[test]
fn every_page_refuses_frames_scripts_caches_and_referrers() {
    let visitor = Visitor::of("chartroom");
    let consent = visitor.sign_in("owner");
    for page in [&visitor.open(&visitor.asking("s")), &consent, &visitor.open("client_id=x"), &visitor.sign_in("free")]
    {
        let policy = page.header("content-security-policy").unwrap();
        for rule in ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"] {
            assert!(policy.contains(rule), "{policy}");
        }
        for (name, value) in [
            ("x-frame-options", "DENY"),
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cache-control", "no-store"),
        ] {
            assert_eq!(page.header(name), Some(value));
        }
        assert_eq!(page.header("set-cookie"), None);
    }
    let policy = consent.header("content-security-policy").unwrap();
    assert!(policy.contains("form-action 'self' https://chartroom.example;"), "{policy}");
}
