//! A browser without scripts: it opens addresses, keeps cookies, and sends forms back as they stand.

use crate::support::{World, people};
use canvass::service::actor::protocol::ActorId;
use canvass::service::store::sql::{Sql, Value};
use canvass::service::surveys::link::RespondentLink;
use canvass::wire::http::Response;
use canvass::wire::query;
use std::cell::RefCell;

pub const TEAM: &str = people::NORTHWIND;

/// What stands in a form: names and values, and files as name, file name and content.
#[derive(Debug, Clone, Default)]
pub struct Form {
    pub fields: Vec<(String, String)>,
    pub files: Vec<(String, String, Vec<u8>)>,
}

impl Form {
    /// Gives a field these values and no others.
    pub fn set(&mut self, name: &str, values: &[&str]) {
        self.fields.retain(|(known, _)| known != name);
        self.fields.extend(values.iter().map(|value| (name.to_owned(), (*value).to_owned())));
    }

    pub fn first(&self, name: &str) -> &str {
        self.fields.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }
}

/// A browser of one respondent.
pub struct Browser<'a> {
    pub world: &'a World,
    pub path: String,
    pub headers: RefCell<Vec<(String, String)>>,
    cookie: RefCell<Option<String>>,
}

impl<'a> Browser<'a> {
    /// At the address of a collector, or of one of its recipients.
    pub fn at(world: &'a World, collector: &str, recipient: Option<&str>) -> Browser<'a> {
        let (team, collector) = (TEAM.to_owned(), collector.to_owned());
        let link = RespondentLink { team, collector, recipient: recipient.map(str::to_owned), preview: None };
        Browser::on(world, format!("/r/{}", link.to_key(&world.service.config).unwrap()))
    }

    /// At an address on the service.
    pub fn on(world: &'a World, path: String) -> Browser<'a> {
        Browser { world, path, headers: RefCell::default(), cookie: RefCell::default() }
    }

    pub fn call(&self, method: &str, target: &str, headers: &[(&str, &str)], body: Vec<u8>) -> Response {
        let mut request = self.world.request(method, "", target);
        request.headers.extend(headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        request.headers.extend(self.headers.borrow().iter().cloned());
        request.headers.extend(self.cookie.borrow().iter().map(|cookie| ("cookie".to_owned(), cookie.clone())));
        request.body = body;
        let answer = self.world.call(request);
        if let Some(set) = answer.header("set-cookie") {
            *self.cookie.borrow_mut() = Some(set.split(';').next().unwrap().to_owned());
        }
        answer
    }

    pub fn get(&self, below: &str) -> Response {
        self.call("GET", &format!("{}{below}", self.path), &[], Vec::new())
    }

    pub fn open(&self) -> Response {
        let page = self.get("");
        assert_eq!(page.status, 200, "{}", text(&page));
        page
    }

    /// Sends a form, with a button of it.
    pub fn send(&self, form: &Form, go: &str) -> Response {
        let mut fields = form.fields.clone();
        fields.push(("go".to_owned(), go.to_owned()));
        if form.files.is_empty() {
            let headers = [("content-type", "application/x-www-form-urlencoded"), ("sec-fetch-site", "same-origin")];
            return self.call("POST", &self.path, &headers, query::encode_query(&fields).into_bytes());
        }
        let mut body = Vec::new();
        for (name, value) in &fields {
            let head = format!("--MARK\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
            body.extend_from_slice(head.as_bytes());
        }
        for (name, file, content) in &form.files {
            let head = format!(
                "--MARK\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"{file}\"\r\n\
                 Content-Type: image/png\r\n\r\n"
            );
            body.extend_from_slice(head.as_bytes());
            body.extend_from_slice(content);
            body.extend_from_slice(b"\r\n");
        }
        body.extend_from_slice(b"--MARK--\r\n");
        self.call("POST", &self.path, &[("content-type", "multipart/form-data; boundary=MARK")], body)
    }

    /// Sends the cookie of another address, as a program may and a browser does not.
    pub fn take_cookie(&self, other: &Browser) {
        self.cookie.borrow_mut().clone_from(&other.cookie.borrow());
    }

    /// Forgets the cookie, as another device has none.
    pub fn forget(&self) {
        *self.cookie.borrow_mut() = None;
    }
}

pub fn text(response: &Response) -> String {
    String::from_utf8(response.body.clone()).unwrap()
}

/// Changes the team's data behind the service's back.
pub fn change(world: &World, sql: &str, params: &[&str]) {
    let team = world.database(&ActorId::Team(TEAM.to_owned()));
    let params: Vec<Value> = params.iter().map(|param| Value::from(*param)).collect();
    team.run(sql, &params).unwrap();
}

/// Changes settings of a collector: JSON by name.
pub fn set(world: &World, collector: &str, settings: &[(&str, &str)]) {
    for (name, json) in settings {
        let sql = "UPDATE collectors SET body = json_set(body, '$.' || ?, json(?)) WHERE id = ?";
        change(world, sql, &[name, json, collector]);
    }
}

/// The first number of a statement.
pub fn count(world: &World, sql: &str) -> i64 {
    let team = world.database(&ActorId::Team(TEAM.to_owned()));
    team.run(&format!("SELECT ({sql}) AS found"), &[]).unwrap()[0].integer("found")
}

/// What stands in the form of a page, as a browser would send it.
pub fn form(page: &Response) -> Form {
    let page = text(page);
    let mut form = Form::default();
    let mut rest = page.as_str();
    while let Some(at) = rest.find('<') {
        let (tag, after) = rest[at + 1..].split_once('>').unwrap();
        rest = after;
        let name = attribute(tag, "name");
        match (tag.split(' ').next().unwrap(), name) {
            ("input", Some(name)) => {
                let kind = attribute(tag, "type").unwrap();
                let value = attribute(tag, "value").unwrap_or_default();
                let ticked = !matches!(kind.as_str(), "radio" | "checkbox") || tag.ends_with(" checked");
                if ticked && kind != "file" {
                    form.fields.push((name, value));
                }
            }
            ("textarea", Some(name)) => {
                let (value, after) = rest.split_once("</textarea>").unwrap();
                // HTML drops a line break at the start.
                form.fields.push((name, unescaped(value.strip_prefix('\n').unwrap_or(value))));
                rest = after;
            }
            ("select", Some(name)) => {
                let (options, after) = rest.split_once("</select>").unwrap();
                let chosen = options.split("<option").find(|option| option.contains(" selected>"));
                let value = chosen.and_then(|option| attribute(option, "value"));
                form.fields.push((name, value.unwrap_or_default()));
                rest = after;
            }
            _ => {}
        }
    }
    form
}

pub fn attribute(tag: &str, name: &str) -> Option<String> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    Some(unescaped(rest.split_once('"')?.0))
}

pub fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}
