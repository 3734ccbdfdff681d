//! Sign-in, consent and the token exchange: one rule a test, through the same forms that a browser sends.

use crate::support::{Answered, World};
use canvass::service::actor::protocol::ActorId;
use canvass::service::store::sql::{Sql, Value};
use canvass::wire::http::Response;
use canvass::wire::query;
use serde_json::Value as Json;

mod authorize_request;
mod consent;
mod exchange;
mod sign_in;

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
        query::encode_query(&[
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
        request.body = query::encode_query(fields).into_bytes();
        self.world.call(request)
    }

    /// Fills in the form of the sign-in page with a password of the demo world.
    fn sign_in_with(&self, state: &str, person: &str) -> Response {
        self.sign_in_at(&self.asking(state), person)
    }

    fn sign_in_at(&self, query: &str, person: &str) -> Response {
        let person = self.world.person(person);
        let page = self.open(query);
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
        let database = self.world.database(&ActorId::App(self.client_id.clone()));
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
    let pairs = query::decode_query(location(response).split_once('?')?.1).unwrap();
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

/// Randomness of a walk that a test takes step by step.
struct Always(u8);

impl canvass::service::environment::random::Random for Always {
    fn fill_bytes(&self, bytes: &mut [u8]) {
        bytes.fill(self.0);
    }
}
