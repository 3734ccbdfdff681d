//! Apps of one's own: their life, their secrets, and who may do what with them.

use super::{Browser, between, shows, shows_error, text};
use crate::support::database::Database;
use crate::support::people::OLIVIA;
use crate::support::{Answered, people};
use canvass::service::actor::protocol::ActorId;
use canvass::service::actor::token;
use canvass::service::identity::app;
use canvass::service::store::sql::Sql;
use canvass::spec::errors::Error;
use canvass::spec::regions::Region;
use canvass::wire::dates::{DAY, SECOND};
use canvass::wire::query;

/// An app that a person of the demo world has registered.
pub struct Registered {
    pub browser: Browser,
    pub client_id: String,
    pub secret: String,
    pub token: String,
    redirect: String,
}

pub const REDIRECT: &str = "https://mine.example/cb";

pub fn register(browser: &Browser, changes: &[(&str, &str)]) -> String {
    let mut fields = vec![
        ("name", "Mine"),
        ("description", "Does my things."),
        ("redirect_uris", "https://mine.example/cb\r\nhttp://127.0.0.1:9000/cb"),
        ("users_read", "required"),
        ("surveys_read", "optional"),
        ("surveys_write", "optional"),
        ("groups_read", "not_required"),
    ];
    for (name, value) in changes {
        fields.retain(|(known, _)| known != name);
        fields.push((name, value));
    }
    text(&browser.send("/account/apps", &fields))
}

impl Registered {
    pub fn by(person: &str) -> Registered {
        Registered::in_browser(Browser::of(person))
    }

    /// The app of whoever has signed in.
    pub fn in_browser(browser: Browser) -> Registered {
        let page = register(&browser, &[]);
        shows(&page, "Mine is registered");
        let value = |label: &str| between(&page, &format!("{label}: <code>"), "<").to_owned();
        let (client_id, secret, token) = (value("Client id"), value("Client secret"), value("own account"));
        Registered { browser, client_id, secret, token, redirect: REDIRECT.to_owned() }
    }

    pub fn path(&self) -> String {
        format!("/account/apps/{}", self.client_id)
    }

    pub fn page(&self) -> String {
        text(&self.browser.open(&self.path()))
    }

    pub fn verb(&self, verb: &str) -> String {
        self.browser.send_and_follow(&self.path(), &[("verb", verb)])
    }

    pub fn state(&self) -> String {
        between(&self.page(), "<em class=\"tag\">", "<").to_owned()
    }

    pub fn app_says(&self, column: &str) -> String {
        let app = self.browser.world.database(&ActorId::App(self.client_id.clone()));
        app.run(&format!("SELECT {column} FROM app"), &[]).unwrap()[0].text(column)
    }

    /// Signs a person in to the app by OAuth, up to the consent page or the reason why there is none.
    pub fn consent(&self, person: &str) -> String {
        let person = self.browser.world.person(person);
        let asking = query::encode_query(&[
            ("response_type", "code"),
            ("client_id", self.client_id.as_str()),
            ("redirect_uri", self.redirect.as_str()),
        ]);
        let fields = [("email", &person["email"]), ("password", &person["password"])];
        let fields = fields.map(|(name, value)| (name, value.as_str().unwrap()));
        text(&self.browser.submit(&format!("/oauth/authorize?{asking}"), &fields))
    }

    /// Allows the app everything that its consent page asks for; the answer of the token exchange.
    pub fn token_of(&self, person: &str, secret: &str) -> canvass::wire::http::Response {
        let page = self.consent(person);
        let ticket = between(&page, "name=\"ticket\" value=\"", "\"");
        let answer = self.browser.submit("/oauth/authorize", &[("ticket", ticket), ("decision", "allow")]);
        let code = answer.header("location").unwrap().split_once("code=").unwrap().1.to_owned();
        let fields = [
            ("client_id", self.client_id.as_str()),
            ("client_secret", secret),
            ("code", &code),
            ("redirect_uri", self.redirect.as_str()),
            ("grant_type", "authorization_code"),
        ];
        self.browser.submit("/oauth/token", &fields)
    }
}

#[test]
fn a_registered_app_is_a_draft_with_a_token_for_its_own_account() {
    let app = Registered::by("owner");
    assert_eq!(app.state(), "draft");
    let answer = app.browser.world.get(&app.token, "/v3/users/me");
    assert_eq!(answer.ok()["email"], "olivia@northwind.example");
    assert_eq!(answer.header("x-oauth-scopes-granted"), Some("surveys_read,surveys_write,users_read"));
    assert_eq!(answer.number("x-ratelimit-app-global-day-limit"), 500);
    shows(&app.page(), &app.token);
    shows(&text(&app.browser.open("/account/")), &format!("href=\"{}\"", app.path()));
    assert_eq!(app.browser.activities(people::NORTHWIND, "grant_info_created"), ["Mine"]);
}

#[test]
fn any_account_may_register_an_app() {
    for person in ["owner", "admin", "regular", "other_team", "free"] {
        let app = Registered::by(person);
        assert_eq!(app.state(), "draft", "{person}");
    }
}

#[test]
fn s71_the_secret_is_shown_once_and_stored_in_no_table_nor_is_the_token() {
    let app = Registered::by("owner");
    assert!(!app.page().contains(&app.secret));
    for secret in [&app.secret, &app.token] {
        app.browser.world.stores_nowhere(secret);
    }
    app.consent("owner");
    app.verb("deploy_public");
    app.browser.world.wake_all();
    for secret in [&app.secret, &app.token] {
        app.browser.world.stores_nowhere(secret);
    }
}

#[test]
fn a_draft_is_for_the_account_that_registered_it_alone() {
    let app = Registered::by("owner");
    shows(&app.consent("owner"), "name=\"ticket\"");
    for person in ["admin", "other_team", "free"] {
        shows(&app.consent(person), "is a draft");
    }
}

#[test]
fn what_is_wrong_with_an_app_is_shown_and_nothing_is_registered() {
    let browser = Browser::of("owner");
    let apps = || browser.team(people::NORTHWIND).run("SELECT client_id FROM own_apps", &[]).unwrap().len();
    let before = apps();
    let long = "x".repeat(501);
    let many = "https://a.example/ ".repeat(11);
    for (name, value, words) in [
        ("name", " ", "Enter a name"),
        ("name", &long, "Enter a name"),
        ("description", &long, "500 characters"),
        ("redirect_uris", "http://mine.example/cb", "http://mine.example/cb is not a valid"),
        ("redirect_uris", "https://mine.example/cb#here", "is not a valid"),
        ("redirect_uris", "javascript:alert(1)", "is not a valid"),
        ("redirect_uris", &many, "Use at most 10."),
    ] {
        let page = register(&browser, &[(name, value)]);
        shows(&page, words);
        shows(&page, "value=\"optional\" selected");
    }
    assert_eq!(apps(), before);
}

#[test]
fn an_account_without_a_confirmed_address_registers_drafts_and_deploys_none() {
    let browser = Browser::of("owner");
    browser.team(people::NORTHWIND).run("UPDATE users SET email_verified = 0", &[]).unwrap();
    shows(&text(&browser.open("/account/")), "our mail to send messages, to invite people and to deploy apps.");
    shows(&text(&browser.open("/account/apps/new")), "Register an app");
    let app = Registered::in_browser(browser);
    app.browser.world.get(&app.token, "/v3/users/me").ok();
    shows(&app.verb("deploy_public"), "1058");
    shows(&app.verb("deploy_private"), "1058");
    let limits = [("verb", "limits"), ("per_minute", "300"), ("per_day", "20000"), ("reason", "More.")];
    shows(&text(&app.browser.send(&app.path(), &limits)), "1058");
    assert_eq!(app.state(), "draft");
}

#[test]
fn an_account_has_25_apps_at_most() {
    let browser = Browser::of("regular");
    for _ in 0..25 {
        shows(&register(&browser, &[]), "is registered");
    }
    shows(&register(&browser, &[]), "25 apps");
}

#[test]
fn no_one_sees_or_changes_an_app_of_someone_else() {
    let app = Registered::by("owner");
    for person in ["admin", "other_team"] {
        app.browser.sign_in(person);
        assert_eq!(app.browser.open(&app.path()).status, 404);
        for verb in ["edit", "secret", "token", "deploy_public", "delete"] {
            assert_eq!(app.browser.send(&app.path(), &[("verb", verb), ("name", "Theirs")]).status, 404, "{verb}");
        }
    }
    assert_eq!(app.app_says("name"), "Mine");
    assert_eq!(app.browser.open("/account/apps/x").status, 404);
}

#[test]
fn an_app_is_edited_and_its_own_token_follows() {
    let app = Registered::by("owner");
    let fields = [("verb", "edit"), ("name", "Ours"), ("library_read", "required")];
    shows(&app.browser.send_and_follow(&app.path(), &fields), "Your changes are saved");
    assert_eq!((app.app_says("name").as_str(), app.app_says("redirect_uris").as_str()), ("Ours", "[]"));
    let answer = app.browser.world.get(&app.token, "/v3/users/me");
    assert_eq!((answer.code().as_str(), answer.header("x-oauth-scopes-granted")), ("1014", Some("library_read")));
    shows(&text(&app.browser.open("/account/")), "<strong>Ours</strong>");
    let fields = [("verb", "edit"), ("name", ""), ("library_read", "required")];
    let answer = app.browser.send(&app.path(), &fields);
    assert_eq!(answer.status, 400);
    let words = "Enter a name for the app, of at most 100 characters.";
    shows_error(&text(&answer), "Edit the app", words, &[]);
    assert_eq!(app.app_says("name"), "Ours");
}

#[test]
fn a_new_secret_takes_the_place_of_the_old_one() {
    let app = Registered::by("owner");
    let page = app.verb("secret");
    let secret = between(&page, "Client secret: <code>", "<");
    assert_ne!(secret, app.secret);
    assert_eq!(app.token_of("owner", &app.secret).status, 401);
    assert_eq!(app.token_of("owner", secret).status, 200);
}

#[test]
fn a_new_token_takes_the_place_of_the_old_one() {
    let app = Registered::by("owner");
    let page = app.verb("token");
    let token = between(&page, "own account: <code>", "<");
    assert_ne!(token, app.token);
    app.browser.me(token);
    app.browser.world.get(&app.token, "/v3/users/me").fails(Error::InvalidToken);
}

#[test]
fn oauth_gives_the_user_who_registered_the_app_the_token_for_their_own_account() {
    let app = Registered::by("owner");
    assert_eq!(app.token_of("owner", &app.secret).ok()["access_token"], app.token.as_str());
    app.browser.me(&app.token);
    shows(&app.page(), &app.token);
}

#[test]
fn a_token_for_the_own_account_that_an_older_program_made_is_shown_and_follows_its_app() {
    let app = Registered::by("owner");
    let config = &app.browser.world.service.config;
    let secret = config.derive_key(&format!("own-account token 0 of {} for {OLIVIA}", app.client_id));
    let secret = *secret.first_chunk().unwrap();
    let token = token::mint_token(config, Region::Us, people::NORTHWIND, &app.client_id, secret).unwrap();
    let sql = "UPDATE grants SET token_hash = ?, nonce = NULL WHERE client_id = ?";
    let values = [token::hash_secret(&token).into(), app.client_id.as_str().into()];
    app.browser.team(people::NORTHWIND).run(sql, &values).unwrap();
    shows(&app.page(), &token);
    app.browser.send(&app.path(), &[("verb", "edit"), ("name", "Ours"), ("library_read", "required")]);
    let answer = app.browser.world.get(&token, "/v3/users/me");
    assert_eq!(answer.header("x-oauth-scopes-granted"), Some("library_read"));
}

#[test]
fn a_public_app_is_for_everybody_and_unlimited() {
    let app = Registered::by("owner");
    shows(&app.verb("deploy_public"), "is deployed");
    assert_eq!(app.state(), "public");
    assert_eq!(app.app_says("approved"), "surveys_write", "a local service approves at once");
    let token = app.token_of("free", &app.secret).ok()["access_token"].as_str().unwrap().to_owned();
    let answer = app.browser.world.get(&token, "/v3/users/me");
    assert_eq!(answer.number("x-ratelimit-app-global-day-limit"), 2_147_483_647);
    shows(&app.verb("deploy_private"), "present state");
    shows(&app.verb("extend"), "present state");
    assert_eq!(app.state(), "public", "nothing else leads out of it");
}

#[test]
fn a_scope_that_a_public_app_requests_later_is_approved_too() {
    let app = Registered::by("owner");
    app.verb("deploy_public");
    let fields = [("verb", "edit"), ("name", "Mine"), ("redirect_uris", REDIRECT), ("responses_write", "optional")];
    app.browser.send_and_follow(&app.path(), &fields);
    assert_eq!(app.app_says("approved"), "responses_write");
    shows(&app.consent("owner"), "<code>responses_write</code>");
}

#[test]
fn a_private_app_needs_direct_api_access_and_is_for_the_team() {
    let app = Registered::by("owner");
    let team = app.browser.team(people::NORTHWIND);
    team.run("UPDATE users SET plan = 'standard'", &[]).unwrap();
    shows(&app.verb("deploy_private"), "does not include. These do: Premier, Team, Enterprise");
    assert_eq!(app.state(), "draft");
    team.run("UPDATE users SET plan = 'premier'", &[]).unwrap();
    shows(&app.verb("deploy_private"), "is deployed");
    assert_eq!(app.state(), "private");
    shows(&app.consent("regular"), "name=\"ticket\"");
    shows(&app.consent("other_team"), "private app of another team");
    let answer = app.browser.world.get(&app.token, "/v3/users/me");
    assert_eq!(answer.number("x-ratelimit-app-global-minute-limit"), 120, "requests stay limited");
}

#[test]
fn a_draft_is_disabled_after_90_days_and_an_extension_restarts_them() {
    let app = Registered::by("owner");
    shows(&app.verb("extend"), "present state");
    app.browser.world.pass(90 * DAY - SECOND);
    app.browser.me(&app.token);
    app.browser.world.pass(SECOND);
    app.browser.world.get(&app.token, "/v3/users/me").fails(Error::NotAuthorized);
    app.browser.sign_in("owner");
    assert_eq!(app.state(), "disabled");
    shows(&app.verb("extend"), "started again");
    assert_eq!(app.state(), "draft");
    app.browser.me(&app.token);
    app.browser.world.pass(90 * DAY);
    app.browser.world.get(&app.token, "/v3/users/me").fails(Error::NotAuthorized);
}

#[test]
fn a_disabled_app_can_be_deployed() {
    for (verb, state) in [("deploy_public", "public"), ("deploy_private", "private")] {
        let app = Registered::by("owner");
        app.browser.world.pass(90 * DAY);
        app.browser.sign_in("owner");
        assert_eq!(app.state(), "disabled");
        shows(&app.verb(verb), "is deployed");
        assert_eq!(app.state(), state);
        app.browser.me(&app.token);
    }
}

#[test]
fn a_deleted_app_is_gone_with_its_tokens() {
    let app = Registered::by("owner");
    app.verb("deploy_public");
    let token = app.token_of("free", &app.secret).ok()["access_token"].as_str().unwrap().to_owned();
    let data = app.browser.world.database(&ActorId::App(app.client_id.clone()));
    data.run("INSERT INTO denials (consent_id, expires) VALUES ('denied', 9)", &[]).unwrap();
    shows(&app.verb("delete"), "The app is deleted");
    let tables = data.run("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name", &[]).unwrap();
    let is_filled = |table: &String| !data.run(&format!("SELECT 1 AS one FROM {table}"), &[]).unwrap().is_empty();
    let filled: Vec<String> = tables.iter().map(|row| row.text("name")).filter(is_filled).collect();
    assert_eq!(filled, ["jobs", "listing", "schema"], "what the public list is still told");
    for token in [&token, &app.token] {
        app.browser.world.get(token, "/v3/users/me").fails(Error::InvalidToken);
    }
    assert!(!text(&app.browser.open("/account/")).contains(&app.path()));
    assert_eq!(app.browser.open(&app.path()).status, 404);
}

#[test]
fn an_app_that_is_listed_and_gone_can_be_taken_off_the_list() {
    let app = Registered::by("owner");
    app.browser.world.database(&ActorId::App(app.client_id.clone())).run("DELETE FROM app", &[]).unwrap();
    shows(&app.page(), "This app no longer exists");
    shows(&app.verb("token"), "This app no longer exists");
    shows(&app.verb("delete"), "The app is deleted");
    assert_eq!(app.browser.open(&app.path()).status, 404);
}

#[test]
fn where_there_is_no_demo_world_the_gateways_own_app_is_there_all_the_same() {
    let browser = Browser::new();
    let config = browser.world.service.config.clone();
    let place = ActorId::App(config.gateway_app.client_id.clone());
    let database = browser.world.database(&place);
    database.run("DELETE FROM app", &[]).unwrap();
    app::create_own_app(&config, &ActorId::App("AAAAAAAAAAAAAAAAAAAAAA".to_owned()), browser.world.now(), &*database)
        .unwrap();
    assert_eq!(database.run("SELECT * FROM app", &[]).unwrap().len(), 0, "no other app is founded");
    app::create_own_app(&config, &place, browser.world.now(), &*database).unwrap();
    let app = Registered {
        client_id: config.gateway_app.client_id,
        secret: config.gateway_app.client_secret,
        token: String::new(),
        redirect: config.gateway_app.redirect_uri,
        browser,
    };
    shows(&app.consent("free"), "Canvass Console");
    let token = app.token_of("owner", &app.secret).ok()["access_token"].as_str().unwrap().to_owned();
    app.browser.me(&token);
}

#[test]
fn the_gateways_own_app_has_the_redirect_uri_and_the_secret_of_the_configuration_of_today() {
    let mut browser = Browser::new();
    let before = browser.world.service.config.gateway_app.clone();
    let place = ActorId::App(before.client_id.clone());
    let stored = browser.world.database(&place).bytes();
    let own = &mut browser.world.service.config.gateway_app;
    own.redirect_uri = "https://moved.example/callback/".to_owned();
    own.client_secret = "another secret".to_owned();
    let own = own.clone();
    browser.world.keep(place, Database::copy(&stored));
    let mut app = Registered {
        client_id: own.client_id,
        secret: own.client_secret,
        token: String::new(),
        redirect: own.redirect_uri,
        browser,
    };
    shows(&app.consent("free"), "Canvass Console");
    let token = app.token_of("owner", &app.secret).ok()["access_token"].as_str().unwrap().to_owned();
    app.browser.me(&token);
    assert_eq!(app.token_of("owner", &before.client_secret).status, 401);
    app.redirect = before.redirect_uri;
    shows(&app.consent("free"), "redirect_uri must equal a registered address");
}

#[test]
fn the_account_page_of_the_demo_world_lists_the_apps_that_the_sandbox_says_are_the_persons() {
    for person in ["owner", "admin", "other_team", "regular"] {
        let browser = Browser::of(person);
        let page = text(&browser.open("/account/"));
        for app in browser.world.described["apps"].as_array().unwrap() {
            let path = format!("/account/apps/{}", app["client_id"].as_str().unwrap());
            assert_eq!(page.contains(&path), app["owner"] == person, "{person} {}", app["key"]);
            assert_eq!(browser.open(&path).status, if app["owner"] == person { 200 } else { 404 });
        }
    }
}
