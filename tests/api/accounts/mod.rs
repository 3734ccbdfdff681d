//! Accounts: opening one, its pages, its apps, and its end, through the forms that a browser sends.

use crate::support::{Answered, START, World};
use canvass::service::actor::protocol::ActorId;
use canvass::service::store::sql::Sql;
use canvass::wire::http::{Request, Response};
use canvass::wire::query;
use serde_json::Value;
use std::cell::{Cell, RefCell};

mod addresses;
mod apps;
mod ids;
mod interrupted_flows;
mod join;
mod linked;
mod listing;
mod people;
mod profile;
mod purge;
mod review;
mod sign_up;
mod templates;

/// A browser with the cookie of the account pages.
struct Browser {
    world: World,
    cookie: RefCell<String>,
    /// What it sends as `Accept-Language`.
    languages: Cell<Option<&'static str>>,
}

impl Browser {
    fn new() -> Browser {
        Browser { world: World::new(), cookie: RefCell::default(), languages: Cell::default() }
    }

    /// A browser in which a person of the demo world has signed in.
    fn of(person: &str) -> Browser {
        let browser = Browser::new();
        browser.sign_in(person);
        browser
    }

    /// A browser of a service where these people review apps.
    fn reviewed_by(reviewers: &[&str]) -> Browser {
        let mut browser = Browser::new();
        browser.world.service.config.reviewers = reviewers.iter().map(|&email| email.to_owned()).collect();
        browser
    }

    fn sign_out(&self) {
        self.cookie.take();
    }

    /// Texts of the mails that a place has written to an address, the oldest first.
    fn mails(&self, team: &str, to: &str) -> Vec<String> {
        let rows = self.team(team).run("SELECT text FROM outbox WHERE receiver = ? ORDER BY id", &[to.into()]);
        rows.unwrap().iter().map(|row| row.text("text")).collect()
    }

    fn sign_in(&self, person: &str) {
        let person = self.world.person(person);
        let answer = self.sign_in_with(person["email"].as_str().unwrap(), person["password"].as_str().unwrap());
        assert_eq!((answer.status, answer.header("location")), (303, Some("/account/")), "{}", text(&answer));
    }

    fn sign_in_with(&self, email: &str, password: &str) -> Response {
        self.submit("/account/sign-in", &[("email", email), ("password", password)])
    }

    fn call(&self, request: Request) -> Response {
        let answer = self.world.call(self.with_headers(request));
        if let Some(cookie) = answer.header("set-cookie") {
            let pair = cookie.split(';').next().unwrap();
            *self.cookie.borrow_mut() = if pair.ends_with('=') { String::new() } else { pair.to_owned() };
        }
        answer
    }

    /// A request with the headers that the browser sends.
    fn with_headers(&self, mut request: Request) -> Request {
        if let Some(languages) = self.languages.get() {
            request.headers.push(("accept-language".to_owned(), languages.to_owned()));
        }
        if !self.cookie.borrow().is_empty() {
            request.headers.push(("cookie".to_owned(), format!("other=1; {}", self.cookie.borrow())));
        }
        request
    }

    fn open(&self, target: &str) -> Response {
        self.call(self.world.request("GET", "", target))
    }

    fn submit(&self, target: &str, fields: &[(&str, &str)]) -> Response {
        self.call(self.bare_form(target, fields))
    }

    fn bare_form(&self, target: &str, fields: &[(&str, &str)]) -> Request {
        let mut request = self.world.request("POST", "", target);
        request.body = query::encode_query(fields).into_bytes();
        request
    }

    /// The request that submits a form.
    fn form(&self, target: &str, fields: &[(&str, &str)]) -> Request {
        self.with_headers(self.bare_form(target, fields))
    }

    /// The request that submits a form of a page with its mark.
    fn marked_form(&self, target: &str, fields: &[(&str, &str)]) -> Request {
        self.form(target, &[&[("mark", self.mark().as_str())], fields].concat())
    }

    /// The mark of the session's forms.
    fn mark(&self) -> String {
        between(&text(&self.open("/account/")), "name=\"mark\" value=\"", "\"").to_owned()
    }

    /// Sends a form of a page with its mark.
    fn send(&self, target: &str, fields: &[(&str, &str)]) -> Response {
        let mark = self.mark();
        self.submit(target, &[&[("mark", mark.as_str())], fields].concat())
    }

    /// Sends a form, follows the way on, and returns the page.
    fn send_and_follow(&self, target: &str, fields: &[(&str, &str)]) -> String {
        let answer = self.send(target, fields);
        match answer.header("location") {
            Some(location) => text(&self.open(location)),
            None => text(&answer),
        }
    }

    /// Opens an account; its page of success.
    fn sign_up(&self, changes: &[(&str, &str)]) -> Response {
        self.call(self.sign_up_form(changes))
    }

    fn sign_up_form(&self, changes: &[(&str, &str)]) -> Request {
        let mut fields = vec![
            ("email", "nina@new.example"),
            ("first_name", "Nina"),
            ("last_name", "Berg"),
            ("password", "a long password"),
            ("plan", "basic"),
        ];
        for (name, value) in changes {
            fields.retain(|(known, _)| known != name);
            fields.push((name, value));
        }
        self.bare_form("/oauth/sign-up", &fields)
    }

    /// Where the directory says that an address leads.
    fn team_of(&self, email: &str) -> Option<String> {
        let directory = self.world.database(&ActorId::of_email(email));
        let rows = directory.run("SELECT team FROM addresses WHERE email = ?", &[email.into()]).unwrap();
        rows.first().map(|row| row.text("team"))
    }

    fn team(&self, id: &str) -> std::rc::Rc<impl Sql + use<>> {
        self.world.database(&ActorId::Team(id.to_owned()))
    }

    /// The address of the link in the newest mail of a team.
    fn link(&self, team: &str) -> String {
        let rows = self.team(team).run("SELECT text FROM outbox ORDER BY id DESC LIMIT 1", &[]).unwrap();
        let text = rows[0].text("text");
        format!("/account/verify{}", between(&text, "/account/verify", "\n"))
    }

    /// Follows the link of the newest mail of a team.
    fn confirm(&self, team: &str) -> Response {
        let page = self.open(&self.link(team));
        let page = text(&page);
        self.submit("/account/verify", &[("key", between(&page, "name=\"key\" value=\"", "\""))])
    }

    /// What the record of a team's activities holds of a kind since the world began.
    fn activities(&self, team: &str, kind: &str) -> Vec<String> {
        let rows = self
            .team(team)
            .run("SELECT subject FROM activities WHERE kind = ? AND at >= ? ORDER BY id", &[kind.into(), START.into()]);
        rows.unwrap().iter().map(|row| row.text("subject")).collect()
    }

    fn me(&self, token: &str) -> Value {
        self.world.get(token, "/v3/users/me").ok()
    }
}

fn text(response: &Response) -> String {
    String::from_utf8(response.body.clone()).unwrap()
}

#[track_caller]
fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let rest = text.split_once(start).unwrap_or_else(|| panic!("no {start} in {text}")).1;
    rest.split_once(end).unwrap().0
}

/// Ids of a page's elements whose opening tags contain these attributes.
fn ids_with<'a>(page: &'a str, attributes: &str) -> Vec<&'a str> {
    let tags = page.split('<').filter_map(|rest| Some(rest.split_once('>')?.0));
    tags.filter(|tag| tag.contains(attributes)).map(|tag| between(tag, " id=\"", "\"")).collect()
}

/// The form has an error: the title says so first, the fields at fault refer to the message, and the first of them, or
/// the message, has the focus.
#[track_caller]
fn shows_error(page: &str, title: &str, words: &str, fields: &[&str]) {
    shows(page, &format!("<title>Error: {title} · Canvass</title>"));
    assert_eq!(between(page, " id=\"error\"", "</p>").split_once('>').unwrap().1, words);
    assert_eq!(ids_with(page, " aria-invalid=\"true\" aria-describedby=\"error\""), fields);
    assert_eq!(ids_with(page, " autofocus"), [*fields.first().unwrap_or(&"error")]);
}

#[track_caller]
fn shows(page: &str, words: &str) {
    assert!(page.contains(words), "{words:?} is not in {page}");
}
