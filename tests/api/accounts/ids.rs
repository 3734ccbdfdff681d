//! Client ids: new ones prove that the service made them, invented ones lead nowhere, and those from before work on.

use super::apps::Registered;
use super::{Browser, shows, text};
use crate::support::database::Database;
use crate::support::{Answered, people};
use base64ct::{Base64UrlUnpadded, Encoding as _};
use canvass::service::actor::protocol::ActorId;
use canvass::service::store::sql::Sql;
use canvass::wire::http::Response;
use canvass::wire::query;

/// An id of the right form that the service did not make.
const INVENTED: &str = "AAAAAAAAAAAAAAAAAAAAAA";

const UNNAMED: &str = "An app asks you to sign in.";

fn asking(client_id: &str) -> String {
    let fields = [("response_type", "code"), ("client_id", client_id), ("redirect_uri", "https://mine.example/cb")];
    format!("/oauth/authorize?{}", query::encode_query(&fields))
}

fn exchange(browser: &Browser, client_id: &str, code: &str) -> Response {
    let fields = [
        ("client_id", client_id),
        ("client_secret", "a secret"),
        ("code", code),
        ("redirect_uri", "https://mine.example/cb"),
        ("grant_type", "authorization_code"),
    ];
    browser.submit("/oauth/token", &fields)
}

#[test]
fn s75_an_invented_client_id_opens_no_database() {
    let browser = Browser::new();
    let page = browser.open(&asking(INVENTED));
    assert_eq!((page.status, page.header("location")), (200, None));
    shows(&text(&page), UNNAMED);
    for (email, password) in [("olivia@northwind.example", "wrong"), ("nobody@northwind.example", "wrong")] {
        let page = browser.submit(&asking(INVENTED), &[("email", email), ("password", password)]);
        assert_eq!((page.status, page.header("location")), (403, None));
        shows(&text(&page), UNNAMED);
    }
    for code in ["x", &"A".repeat(48)] {
        let answer = exchange(&browser, INVENTED, code);
        assert_eq!((answer.status, answer.body()["error"].as_str()), (401, Some("invalid_client")));
    }
    let woken = browser.world.visited();
    assert!(!woken.is_empty());
    assert!(!woken.iter().any(|place| matches!(place, ActorId::App(_))), "{woken:?}");
}

#[test]
fn s75_a_sign_in_for_an_invented_client_id_stores_nothing_under_it() {
    let browser = Browser::new();
    let fields = [("email", "olivia@northwind.example"), ("password", "olivia-northwind")];
    let page = browser.submit(&asking(INVENTED), &fields);
    assert_eq!((page.status, page.header("location")), (400, None));
    shows(&text(&page), "This app does not exist");
    assert!(!browser.world.is_open(&ActorId::App(INVENTED.to_owned())));
}

#[test]
fn s75_an_id_that_was_changed_anywhere_proves_nothing() {
    let app = Registered::in_browser(Browser::of("owner"));
    shows(&text(&app.browser.open(&asking(&app.client_id))), "<strong>Mine</strong>");
    let bytes = Base64UrlUnpadded::decode_vec(&app.client_id).unwrap();
    assert_eq!(bytes.len(), 16);
    app.browser.world.visited();
    for bit in 0..128 {
        let mut bytes = bytes.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        shows(&text(&app.browser.open(&asking(&Base64UrlUnpadded::encode_string(&bytes)))), UNNAMED);
    }
    assert_eq!(app.browser.world.visited(), []);
}

/// The app as it would be had it been registered before ids had a proof.
fn from_before(mut app: Registered) -> Registered {
    let world = &app.browser.world;
    let store = world.database(&ActorId::App(app.client_id.clone()));
    store.run("UPDATE app SET client_id = ?", &[INVENTED.into()]).unwrap();
    world.keep(ActorId::App(INVENTED.to_owned()), Database::copy(&store.bytes()));
    let sql = "UPDATE own_apps SET client_id = ? WHERE client_id = ?";
    app.browser.team(people::NORTHWIND).run(sql, &[INVENTED.into(), app.client_id.as_str().into()]).unwrap();
    app.client_id = INVENTED.to_owned();
    app
}

#[test]
fn an_app_from_before_ids_had_a_proof_works_on() {
    let app = from_before(Registered::in_browser(Browser::of("owner")));
    shows(&app.page(), "Mine");
    shows(&text(&app.browser.open(&asking(INVENTED))), UNNAMED);
    shows(&app.consent("owner"), "Mine");
    let token = app.token_of("owner", &app.secret).ok()["access_token"].as_str().unwrap().to_owned();
    assert_eq!(app.browser.me(&token)["email"], "olivia@northwind.example");
    shows(&app.verb("deploy_public"), "public");
    let token = app.token_of("free", &app.secret).ok()["access_token"].as_str().unwrap().to_owned();
    assert_eq!(app.browser.me(&token)["email"], "frank@solo.example");
}

#[test]
fn a_code_is_recognized_by_the_router_as_one_for_its_app() {
    let app = from_before(Registered::in_browser(Browser::of("owner")));
    let refused = app.token_of("owner", "another secret");
    assert_eq!((refused.status, refused.body()["error"].as_str()), (401, Some("invalid_client")));
    assert!(app.browser.world.visited().contains(&ActorId::App(INVENTED.to_owned())));
    for code in ["x", &"A".repeat(48)] {
        assert_eq!(exchange(&app.browser, INVENTED, code).status, 401);
    }
    assert_eq!(app.browser.world.visited(), []);
}
