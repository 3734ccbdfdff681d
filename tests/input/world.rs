//! A world with one resource of every kind, and what must hold of every answer in it.

use crate::support::{Answered, World, people};
use canvass::service::actor::protocol::ActorId;
use canvass::service::store::sql::Sql;
use canvass::spec::endpoint::Route;
use canvass::spec::errors::Error;
use canvass::spec::shape::Shape;
use canvass::wire::check::{Direction, check_body};
use canvass::wire::http::{Request, Response};
use canvass::wire::path::fill_route;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A world, its ids, and what was found wrong.
pub struct Tried {
    pub world: World,
    pub team: ActorId,
    pub ids: BTreeMap<&'static str, String>,
    pub faults: Vec<String>,
}

/// Where to find one id of each kind, in this order: later ones build on earlier ones.
const IDS: &[(&str, &str)] = &[
    ("user_id", "SELECT user_id AS id FROM grants WHERE app_name = 'Workbench' AND user_id = '{owner}'"),
    ("group_id", "SELECT id FROM team"),
    ("member_id", "SELECT member_id AS id FROM users WHERE member_type = 'regular' ORDER BY id"),
    ("workgroup_id", "SELECT workgroup_id AS id FROM shares ORDER BY id"),
    ("share_id", "SELECT id FROM shares ORDER BY id"),
    (
        "collector_id",
        "SELECT collectors.id FROM collectors JOIN surveys ON surveys.id = survey_id
        WHERE owner_id = '{owner}' AND type = 'email' AND collectors.response_count > 0 ORDER BY collectors.id",
    ),
    ("survey_id", "SELECT survey_id AS id FROM collectors WHERE id = '{collector_id}'"),
    ("page_id", "SELECT page_id AS id FROM questions WHERE survey_id = '{survey_id}' ORDER BY id"),
    ("question_id", "SELECT id FROM questions WHERE page_id = '{page_id}' ORDER BY id"),
    ("message_id", "SELECT id FROM messages WHERE collector_id = '{collector_id}' AND status = 'not_sent'"),
    ("recipient_id", "SELECT id FROM recipients WHERE collector_id = '{collector_id}' ORDER BY id"),
    ("response_id", "SELECT id FROM responses WHERE collector_id = '{collector_id}' ORDER BY id"),
    ("contact_list_id", "SELECT id FROM contact_lists WHERE user_id = '{owner}' ORDER BY id"),
    ("contact_id", "SELECT id FROM contacts WHERE user_id = '{owner}' ORDER BY id"),
    ("folder_id", "SELECT id FROM folders WHERE owner_id = '{owner}' ORDER BY id"),
    ("language_code", "SELECT language AS id FROM translations WHERE survey_id = '{survey_id}'"),
    ("webhook_id", "SELECT id FROM webhooks WHERE user_id = '{owner}'"),
];

impl Tried {
    /// A fresh one, made for the owner of the demo team.
    pub fn new() -> Tried {
        let world = World::new();
        let team = ActorId::Team(people::NORTHWIND.to_owned());
        let owner = world.person("owner")["user_id"].as_str().unwrap().to_owned();
        let ids = BTreeMap::from([("owner", owner)]);
        let mut tried = Tried { world, team, ids, faults: Vec::new() };
        for (name, _) in IDS {
            tried.make(name);
            tried.find(name);
        }
        for (name, id) in [("error_id", "1000"), ("contact_field_id", "1"), ("action_type", "survey_info_create")] {
            tried.ids.insert(name, id.to_owned());
        }
        let bundles = tried.world.get("owner", "/v3/benchmark_bundles").body();
        tried.ids.insert("bundle_id", bundles["data"][0]["id"].as_str().unwrap_or("1").to_owned());
        tried
    }

    /// Makes what the demo world has none of.
    fn make(&self, name: &str) {
        match name {
            "message_id" => {
                let path = format!("/v3/collectors/{}/messages", self.ids["collector_id"]);
                self.world.post("owner", &path, json!({ "type": "invite" })).ok();
            }
            "folder_id" => drop(self.world.post("owner", "/v3/survey_folders", json!({ "title": "Folder" })).ok()),
            "language_code" => {
                let add = "INSERT INTO translations (survey_id, language, enabled, created) VALUES (?, 'fr', 1, 0)";
                let survey_id = self.ids["survey_id"].as_str().into();
                self.world.database(&self.team).run(add, &[survey_id]).unwrap();
            }
            "webhook_id" => {
                let body = json!({
                    "name": "Told", "event_type": "response_created", "object_type": "survey",
                    "object_ids": [self.ids["survey_id"]], "subscription_url": "https://hooks.example.com/in",
                });
                self.world.post("owner", "/v3/webhooks", body).ok();
            }
            _ => {}
        }
    }

    fn find(&mut self, name: &'static str) {
        let mut query = IDS.iter().find(|(known, _)| *known == name).unwrap().1.to_owned();
        for (known, id) in &self.ids {
            query = query.replace(&format!("{{{known}}}"), id);
        }
        let found = self.world.database(&self.team).run(&format!("{query} LIMIT 1"), &[]).unwrap();
        match found.first() {
            Some(row) => drop(self.ids.insert(name, row.text("id"))),
            None => panic!("no {name}"),
        }
    }

    /// The path of a row, to what is there. No row is left out because an argument has no id.
    pub fn path(&self, route: &Route) -> String {
        fill_route(route, |name| self.ids.get(name).map(String::as_str))
            .unwrap_or_else(|_| panic!("{}: an argument has no id: add a row to IDS", route.name))
    }

    /// The path, and the parameters that must be given.
    pub fn target(&self, route: &Route) -> String {
        let needed = route.parameters().filter(|field| field.required).map(|field| match field.shape {
            Shape::Choice(choice) => format!("{}={}", field.name, choice.values[0]),
            _ => format!("{}={}", field.name, self.ids["question_id"]),
        });
        format!("{}?{}", self.path(route), needed.collect::<Vec<_>>().join("&"))
    }

    /// A call of the row with a body.
    pub fn request(&self, token: &str, route: &Route, target: &str, body: &[u8]) -> Request {
        let mut request = self.world.request(route.method.as_str(), token, target);
        if !body.is_empty() {
            request.headers.push(("content-type".to_owned(), "application/json".to_owned()));
            request.body = body.to_vec();
        }
        request
    }

    /// Sends, and notes what is wrong with the answer: a panic, an error that is none of the table's or says
    /// nothing, an answer that has not the row's shape, and an error that has changed something.
    pub fn send(&mut self, route: &Route, request: Request) -> Option<Response> {
        self.world.pass(1000);
        let read = route.method.is_read();
        let before = if read { Vec::new() } else { self.world.database(&self.team).bytes() };
        let sent = format!(
            "{} {} {}?{} {}",
            route.name,
            request.method,
            request.path,
            short(&request.query),
            short(&String::from_utf8_lossy(&request.body))
        );
        let Ok(answer) = catch_unwind(AssertUnwindSafe(|| self.world.call(request))) else {
            self.faults.push(format!("PANIC {sent}"));
            if !read {
                self.world.restore(&self.team, &before);
            }
            return None;
        };
        let database = self.world.database(&self.team);
        if answer.status < 300 {
            if answer.status != route.status {
                self.faults.push(format!("status {} {sent}", answer.status));
            }
            if let Err(bad) = check_body(&answer.body, &route.response, Direction::Response) {
                self.faults.push(format!("answer {bad:?} {sent}\n   {}", short(&answer.body().to_string())));
            }
            if !read {
                self.counters(&sent);
            }
        } else {
            let body = answer.body();
            let code: u16 = answer.code().parse().unwrap_or(0);
            let known = Error::from_code(code).is_some_and(|error| error.row().status == answer.status);
            if !known || answer.status >= 500 || body["error"]["message"].as_str().is_none_or(str::is_empty) {
                self.faults.push(format!("{} {sent}\n   {}", answer.status, short(&body.to_string())));
            }
            if !read && database.bytes() != before {
                let after = database.rows_but("-");
                self.world.restore(&self.team, &before);
                let difference: Vec<_> =
                    after.symmetric_difference(&self.world.database(&self.team).rows_but("-")).cloned().collect();
                if !difference.is_empty() {
                    self.faults.push(format!("CHANGED by {code} {sent}\n   {}", short(&difference[0])));
                }
            }
        }
        Some(answer)
    }

    /// The counters that stand beside what they count.
    pub fn counters(&mut self, sent: &str) {
        for (what, query) in [
            (
                "response_count",
                "SELECT id FROM surveys WHERE response_count <> (SELECT COUNT(*) FROM responses WHERE survey_id = surveys.id)",
            ),
            (
                "page_count",
                "SELECT id FROM surveys WHERE page_count <> (SELECT COUNT(*) FROM pages WHERE survey_id = surveys.id)",
            ),
            (
                "question_count",
                "SELECT id FROM surveys WHERE question_count <> (SELECT COUNT(*) FROM questions WHERE survey_id = surveys.id)",
            ),
            (
                "collector's response_count",
                "SELECT id FROM collectors WHERE response_count <> (SELECT COUNT(*) FROM responses WHERE collector_id = collectors.id)",
            ),
            (
                "position of pages",
                "SELECT survey_id AS id FROM pages GROUP BY survey_id HAVING COUNT(DISTINCT position) <> COUNT(*) OR MAX(position) <> COUNT(*)",
            ),
            (
                "position of questions",
                "SELECT page_id AS id FROM questions GROUP BY page_id HAVING COUNT(DISTINCT position) <> COUNT(*) OR MAX(position) <> COUNT(*)",
            ),
            ("orphaned page", "SELECT id FROM pages WHERE survey_id NOT IN (SELECT id FROM surveys)"),
            (
                "orphaned question",
                "SELECT id FROM questions WHERE page_id NOT IN (SELECT id FROM pages) OR survey_id NOT IN (SELECT id FROM surveys)",
            ),
            ("orphaned collector", "SELECT id FROM collectors WHERE survey_id NOT IN (SELECT id FROM surveys)"),
            ("orphaned response", "SELECT id FROM responses WHERE collector_id NOT IN (SELECT id FROM collectors)"),
            ("orphaned message", "SELECT id FROM messages WHERE collector_id NOT IN (SELECT id FROM collectors)"),
            ("orphaned recipient", "SELECT id FROM recipients WHERE collector_id NOT IN (SELECT id FROM collectors)"),
            (
                "orphaned mailing",
                "SELECT message_id AS id FROM message_recipients WHERE message_id NOT IN (SELECT id FROM messages) OR recipient_id NOT IN (SELECT id FROM recipients)",
            ),
            (
                "orphaned share",
                "SELECT id FROM shares WHERE resource_type = 'survey' AND resource_id NOT IN (SELECT id FROM surveys) OR workgroup_id NOT IN (SELECT id FROM workgroups)",
            ),
            (
                "orphaned list member",
                "SELECT contact_id AS id FROM contact_list_members WHERE contact_id NOT IN (SELECT id FROM contacts) OR list_id NOT IN (SELECT id FROM contact_lists)",
            ),
            (
                "orphaned translation",
                "SELECT survey_id AS id FROM translations WHERE survey_id NOT IN (SELECT id FROM surveys)",
            ),
            (
                "lost folder",
                "SELECT id FROM surveys WHERE folder_id <> '0' AND folder_id NOT IN (SELECT id FROM folders)",
            ),
        ] {
            let wrong = self.world.database(&self.team).run(query, &[]).unwrap();
            if let Some(row) = wrong.first() {
                self.faults.push(format!("COUNTER {what} of {} after {sent}", row.text("id")));
            }
        }
    }

    /// Fails with all that was found.
    #[track_caller]
    pub fn end(mut self) {
        self.faults.dedup();
        assert!(self.faults.is_empty(), "{} faults:\n{}", self.faults.len(), self.faults.join("\n"));
    }
}

/// A text cut off, to be printed.
pub fn short(text: &str) -> String {
    if text.chars().count() < 400 { text.to_owned() } else { text.chars().take(400).collect::<String>() + "…" }
}

/// The value of a JSON text.
pub fn value(text: &[u8]) -> Value {
    serde_json::from_slice(text).unwrap_or(Value::Null)
}
