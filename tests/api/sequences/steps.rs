//! The writes that a sequence is made of. Each picks what it writes to from what is there.

use super::rows;
use crate::support::database::Database;
use crate::support::surveys::EMPTY;
use crate::support::{Answered, World, people};
use canvass::service::actor::protocol::ActorId;
use canvass::wire::dates::{DAY, MINUTE};
use serde_json::{Value, json};

/// One write: which, and what it picks.
#[derive(Debug, Clone)]
pub struct Step {
    pub kind: usize,
    pub picks: [u16; 4],
}

/// What became of it.
#[derive(Default)]
pub struct Done {
    /// The request and its answer, in words.
    pub said: String,
    /// What was wrong with the answer.
    pub faults: Vec<String>,
    /// The surveys whose design was written.
    pub wrote: Vec<String>,
}

/// How many kinds there are.
pub const STEPS: usize = 60;

/// A world, and the step that is taken in it.
struct Taking<'a> {
    world: &'a World,
    picks: [u16; 4],
}

impl Taking<'_> {
    fn number(&self, place: usize, below: u16) -> u16 {
        self.picks[place] % below
    }

    /// One id out of a query for ids; a number that nothing has if there is none.
    fn id(&self, place: usize, query: &str) -> String {
        let found = rows(self.world, query);
        match found.len() {
            0 => "1".to_owned(),
            count => found[usize::from(self.picks[place]) % count].text("id"),
        }
    }

    fn survey(&self, place: usize) -> String {
        // Those of the sequence rather than those of the demo world.
        let own = rows(self.world, "SELECT id FROM surveys WHERE id > '5' ORDER BY id");
        if own.is_empty() || self.picks[place].is_multiple_of(9) {
            return self.id(place, "SELECT id FROM surveys ORDER BY id");
        }
        own[usize::from(self.picks[place]) % own.len()].text("id")
    }

    fn of(&self, place: usize, table: &str, column: &str, value: &str) -> String {
        self.id(place, &format!("SELECT id FROM {table} WHERE {column} = '{value}' ORDER BY id"))
    }

    fn collector(&self, place: usize) -> String {
        self.id(place, &format!("SELECT id FROM collectors WHERE id > '5' OR survey_id = '{EMPTY}' ORDER BY id"))
    }

    fn mailing(&self, place: usize) -> (String, String) {
        let found = rows(self.world, "SELECT id, collector_id FROM messages ORDER BY id DESC LIMIT 6");
        match found.len() {
            0 => ("1".to_owned(), "1".to_owned()),
            count => {
                let row = &found[usize::from(self.picks[place]) % count];
                (row.text("id"), row.text("collector_id"))
            }
        }
    }

    fn email(&self, place: usize) -> String {
        format!("person{}@mail.example", self.number(place, 12))
    }

    fn question(&self) -> Value {
        let heading = json!([{ "heading": format!("Question {}", self.picks[3]) }]);
        match self.number(3, 4) {
            0 => json!({ "headings": heading, "family": "open_ended", "subtype": "single" }),
            1 => json!({ "headings": heading, "family": "presentation", "subtype": "descriptive_text" }),
            2 => json!({ "headings": heading, "family": "matrix", "subtype": "single",
                         "answers": { "rows": [{ "text": "a" }, { "text": "b" }],
                                      "choices": [{ "text": "x" }, { "text": "y" }] } }),
            _ => json!({ "headings": heading, "family": "single_choice", "subtype": "vertical",
                         "answers": { "choices": [{ "text": "x" }, { "text": "y" }, { "text": "z" }] } }),
        }
    }

    /// Answers to the visible questions of a survey that take a choice or a text.
    fn answers(&self, survey: &str) -> Value {
        let found = rows(
            self.world,
            &format!(
                "SELECT page_id, id, body FROM questions
                 WHERE survey_id = '{survey}' AND json_extract(body, '$.visible') ORDER BY page_id, position"
            ),
        );
        let mut pages: Vec<Value> = Vec::new();
        for (place, row) in found.iter().enumerate().take(40) {
            if (usize::from(self.picks[2]) >> (place % 8)) & 1 == 0 {
                continue;
            }
            let body = row.json("body");
            let choice = body["answers"]["choices"][0]["id"].clone();
            let answers = match body["family"].as_str().unwrap() {
                "open_ended" if body["subtype"] == "single" => json!([{ "text": "said" }]),
                "single_choice" => json!([{ "choice_id": choice }]),
                "matrix" if body["subtype"] == "single" => {
                    json!([{ "row_id": body["answers"]["rows"][0]["id"], "choice_id": choice }])
                }
                _ => continue,
            };
            let question = json!({ "id": row.text("id"), "answers": answers });
            match pages.iter_mut().find(|page| page["id"] == row.text("page_id")) {
                Some(page) => page["questions"].as_array_mut().unwrap().push(question),
                None => pages.push(json!({ "id": row.text("page_id"), "questions": [question] })),
            }
        }
        pages.into()
    }

    fn one(&self, place: usize, of: &[&'static str]) -> &'static str {
        of[usize::from(self.picks[place]) % of.len()]
    }

    fn status(&self, place: usize) -> &'static str {
        ["completed", "partial", "overquota", "disqualified"][usize::from(self.number(place, 4))]
    }

    fn position(&self, place: usize) -> Value {
        match self.number(place, 6) {
            0 => Value::Null,
            wanted => wanted.into(),
        }
    }
}

/// Makes what most steps need, so that they do not come to nothing.
pub fn begin(world: &World) {
    let question = json!({ "headings": [{ "heading": "?" }], "family": "single_choice", "subtype": "vertical",
                           "answers": { "choices": [{ "text": "x" }, { "text": "y" }] } });
    let pages = json!([{ "questions": [question, question] }, { "questions": [question] }]);
    let survey = world.post("owner", "/v3/surveys", json!({ "title": "Begun", "pages": pages })).ok();
    let collectors = format!("/v3/surveys/{}/collectors", survey["id"].as_str().unwrap());
    for kind in ["weblink", "email"] {
        let collector = world.post("owner", &collectors, json!({ "type": kind })).ok();
        let path = format!("/v3/collectors/{}", collector["id"].as_str().unwrap());
        if kind == "email" {
            let message = world.post("owner", &format!("{path}/messages"), json!({ "type": "invite" })).ok();
            let path = format!("{path}/messages/{}/recipients", message["id"].as_str().unwrap());
            world.post("owner", &path, json!({ "email": "first@mail.example" })).ok();
        } else {
            world
                .post("owner", &format!("{path}/responses"), json!({ "response_status": "partial", "pages": [] }))
                .ok();
        }
    }
}

/// Takes a step.
pub fn take(world: &World, step: &Step) -> Done {
    let taking = Taking { world, picks: step.picks };
    world.pass(i64::from(step.picks[0] % 50) * MINUTE / 10);
    let token = match step.picks[3] % 11 {
        0 => "regular",
        1 => "admin",
        _ => "owner",
    };
    let (method, path, body) = match request(&taking, step.kind) {
        Some(request) => request,
        None => {
            world.pass(i64::from(step.picks[0] % 3) * DAY / 2);
            world.wake_all();
            return Done { said: "time passes".to_owned(), ..Done::default() };
        }
    };
    sent(world, token, (method, &path, body))
}

fn sent(world: &World, token: &str, (method, path, body): (&str, &str, Value)) -> Done {
    let team = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    let before = team.bytes();
    let answer = match method {
        "POST" => world.post(token, path, body.clone()),
        "PATCH" => world.patch(token, path, body.clone()),
        "PUT" => world.put(token, path, body.clone()),
        _ => world.delete(token, path),
    };
    let mut done = Done {
        said: format!("{token}: {method} {path} {body} -> {} {}", answer.status, answer.body()),
        ..Done::default()
    };
    if answer.status >= 500 {
        done.faults.push("it fails".to_owned());
    }
    let is_as_before = || team.bytes() == before || team.rows_but("") == Database::copy(&before).rows_but("");
    if answer.status >= 400 && !is_as_before() {
        done.faults.push("what was refused has changed something".to_owned());
    }
    let mut parts = path.split('/').skip(2);
    if answer.status < 300 && parts.next() == Some("surveys") {
        let id = parts.next().unwrap_or_default();
        let designs = matches!(parts.next(), None | Some("pages" | "languages"));
        done.wrote.extend(designs.then(|| id.to_owned()));
    }
    // What is not translated yet can be read all the same, and so can a collector without its responses.
    let stays = path.ends_with("/responses") || path.contains("/languages/");
    if method == "DELETE" && answer.status == 200 && !stays {
        let again = world.get(token, path);
        let hidden = answer.body()["visible"] == false;
        if again.status != 404 && !hidden {
            done.faults.push(format!("what was deleted answers {}", again.status));
        }
    }
    done
}

type Asked = (&'static str, String, Value);

fn request(taking: &Taking, kind: usize) -> Option<Asked> {
    match kind {
        0..20 => design(taking, kind),
        20..34 => collecting(taking, kind),
        34..46 => writing(taking, kind),
        46..58 => others(taking, kind),
        _ => None,
    }
}

/// Surveys, pages, questions, translations.
fn design(taking: &Taking, kind: usize) -> Option<Asked> {
    let survey = taking.survey(0);
    let page = taking.of(1, "pages", "survey_id", &survey);
    let question = taking.of(2, "questions", "page_id", &page);
    let at = format!("/v3/surveys/{survey}");
    let pages = format!("{at}/pages");
    let questions = format!("{pages}/{page}/questions");
    let folder = taking.id(1, "SELECT id FROM folders UNION SELECT '0' AS id ORDER BY id");
    Some(match kind {
        0 => ("POST", "/v3/surveys".to_owned(), json!({ "title": "Blank", "folder_id": folder })),
        1 => ("POST", "/v3/surveys".to_owned(), json!({ "from_survey_id": survey, "nickname": "Copy" })),
        2 => {
            let pages = json!([{ "questions": [taking.question(), taking.question()] }, {}]);
            ("POST", "/v3/surveys".to_owned(), json!({ "title": "Whole", "pages": pages }))
        }
        3 => ("PATCH", at, json!({ "title": "Renamed", "folder_id": folder })),
        4 => ("PUT", at, json!({ "title": "Replaced" })),
        5 if taking.number(3, 3) == 0 => ("DELETE", at, Value::Null),
        5..8 => ("POST", pages, json!({ "title": "Page", "position": taking.position(3) })),
        8 => ("PATCH", format!("{pages}/{page}"), json!({ "position": taking.position(3) })),
        9 => ("PUT", format!("{pages}/{page}"), json!({ "title": "Replaced", "position": taking.position(3) })),
        10 => ("DELETE", format!("{pages}/{page}"), Value::Null),
        11..15 => {
            let mut body = taking.question();
            body["position"] = taking.position(2);
            ("POST", questions, body)
        }
        15 => ("PATCH", format!("{questions}/{question}"), json!({ "position": taking.position(3) })),
        16 => ("PATCH", format!("{questions}/{question}"), json!({ "visible": taking.number(3, 2) == 0 })),
        17 => ("PUT", format!("{questions}/{question}"), taking.question()),
        18 => ("DELETE", format!("{questions}/{question}"), Value::Null),
        _ => {
            let at = format!("{at}/languages/{}", taking.one(1, &["fr", "de"]));
            match taking.number(2, 3) {
                0 => ("DELETE", at, Value::Null),
                1 => ("PATCH", at, json!({ "enabled": true })),
                _ => (
                    "POST",
                    at,
                    json!({ "translations": [{ "context": "survey_title", "resource_id": survey, "translation": "Titre" }] }),
                ),
            }
        }
    })
}

/// Collectors and responses.
fn collecting(taking: &Taking, kind: usize) -> Option<Asked> {
    let survey = taking.survey(0);
    let collector = taking.collector(1);
    let of = taking.id(1, &format!("SELECT survey_id AS id FROM collectors WHERE id = '{collector}'"));
    let response = taking.of(2, "responses", "collector_id", &collector);
    let at = format!("/v3/collectors/{collector}");
    let limit = match taking.number(3, 4) {
        0 => json!(1 + taking.number(2, 4)),
        _ => Value::Null,
    };
    Some(match kind {
        20 | 21 => {
            let kind = taking.one(2, &["weblink", "email", "weblink", "sms"]);
            ("POST", format!("/v3/surveys/{survey}/collectors"), json!({ "type": kind, "response_limit": limit }))
        }
        22 => ("POST", format!("/v3/surveys/{survey}/collectors"), json!({ "from_collector_id": collector })),
        23 => {
            let status = taking.one(2, &["open", "closed"]);
            ("PATCH", at, json!({ "status": status, "response_limit": limit }))
        }
        24 => ("PUT", at, json!({ "response_limit": limit })),
        25 if taking.number(3, 3) == 0 => ("DELETE", at, Value::Null),
        25..29 => {
            let recipient = taking.of(3, "recipients", "collector_id", &collector);
            let mut body = json!({ "response_status": taking.status(3), "pages": taking.answers(&of) });
            if recipient != "1" {
                body["recipient_id"] = recipient.into();
            }
            ("POST", format!("{at}/responses"), body)
        }
        29 => (
            "PATCH",
            format!("/v3/surveys/{of}/responses/{response}"),
            json!({ "response_status": taking.status(3), "pages": taking.answers(&of) }),
        ),
        30 => (
            "PUT",
            format!("{at}/responses/{response}"),
            json!({ "response_status": taking.status(3), "pages": taking.answers(&of) }),
        ),
        31 => ("DELETE", format!("/v3/surveys/{of}/responses/{response}"), Value::Null),
        32 => ("DELETE", format!("{at}/responses/{response}"), Value::Null),
        _ if taking.number(3, 3) == 0 => ("DELETE", format!("{at}/responses"), Value::Null),
        _ => ("PATCH", at, json!({ "anonymous_type": taking.one(2, &["fully_anonymous", "not_anonymous"]) })),
    })
}

/// Messages and recipients.
fn writing(taking: &Taking, kind: usize) -> Option<Asked> {
    let collector = taking.id(0, "SELECT id FROM collectors WHERE type = 'email' AND id > '5' ORDER BY id");
    let (message, of) = taking.mailing(1);
    let recipient = taking.of(2, "recipients", "collector_id", &of);
    let messages = format!("/v3/collectors/{of}/messages");
    let recipients = format!("{messages}/{message}/recipients");
    let list = taking.id(2, "SELECT id FROM contact_lists ORDER BY id");
    let contact = taking.id(3, "SELECT id FROM contacts ORDER BY id");
    Some(match kind {
        34 | 35 => {
            let kind = taking.one(2, &["invite", "invite", "reminder", "thank_you"]);
            ("POST", format!("/v3/collectors/{collector}/messages"), json!({ "type": kind }))
        }
        36 => (
            "POST",
            format!("/v3/collectors/{collector}/messages"),
            json!({ "from_collector_id": of, "from_message_id": message, "include_recipients": taking.number(2, 2) == 0 }),
        ),
        37 | 38 => ("POST", recipients, json!({ "email": taking.email(2) })),
        39 | 40 => (
            "POST",
            format!("{recipients}/bulk"),
            json!({ "contacts": [{ "email": taking.email(2) }, { "email": taking.email(3) }],
                    "contact_list_ids": [list], "contact_ids": [contact] }),
        ),
        41 | 42 => ("POST", format!("{messages}/{message}/send"), json!({})),
        43 => {
            let due = taking.world.now().saturating_add(i64::from(taking.number(2, 40)) * DAY / 20);
            ("POST", format!("{messages}/{message}/send"), json!({ "scheduled_date": due.with_offset().0 }))
        }
        44 => ("DELETE", format!("{messages}/{message}"), Value::Null),
        _ => ("DELETE", format!("/v3/collectors/{of}/recipients/{recipient}"), Value::Null),
    })
}

/// Folders, contacts, lists, workgroups, webhooks.
fn others(taking: &Taking, kind: usize) -> Option<Asked> {
    let folder = taking.id(0, "SELECT id FROM folders ORDER BY id");
    let list = taking.id(0, "SELECT id FROM contact_lists ORDER BY id");
    let contact = taking.id(1, "SELECT id FROM contacts ORDER BY id");
    let workgroup = taking.id(0, "SELECT id FROM workgroups ORDER BY created, id");
    let person = json!({ "first_name": "Mia", "last_name": "Holt", "email": taking.email(2) });
    Some(match (kind, taking.number(3, 3)) {
        (46, 0) => ("DELETE", format!("/v3/survey_folders/{folder}"), Value::Null),
        (46, _) => ("POST", "/v3/survey_folders".to_owned(), json!({ "title": "Folder" })),
        (47, _) => ("POST", "/v3/contacts".to_owned(), person),
        (48, _) => ("POST", format!("/v3/contact_lists/{list}/contacts"), person),
        (49, _) => {
            let other = json!({ "first_name": "Lou", "last_name": "Berg", "email": taking.email(1) });
            ("POST", format!("/v3/contact_lists/{list}/contacts/bulk"), json!({ "contacts": [person, other] }))
        }
        (50, 0) => ("DELETE", format!("/v3/contacts/{contact}"), Value::Null),
        (50, _) => ("PATCH", format!("/v3/contacts/{contact}"), json!({ "email": taking.email(2) })),
        (51, 0) => ("DELETE", format!("/v3/contact_lists/{list}"), Value::Null),
        (51, _) => ("POST", "/v3/contact_lists".to_owned(), json!({ "name": "List" })),
        (52, 0) => ("POST", format!("/v3/contact_lists/{list}/copy"), json!({})),
        (52, _) => {
            let other = taking.id(1, "SELECT id FROM contact_lists ORDER BY id");
            ("POST", format!("/v3/contact_lists/{list}/merge"), json!({ "list_id": other }))
        }
        (53, 0) => ("DELETE", format!("/v3/workgroups/{workgroup}"), Value::Null),
        (53, _) => {
            ("POST", "/v3/workgroups".to_owned(), json!({ "name": "Group", "is_visible": true, "metadata": {} }))
        }
        (54, _) => {
            let user = taking.id(1, "SELECT id FROM users ORDER BY id");
            (
                "POST",
                format!("/v3/workgroups/{workgroup}/members"),
                json!({ "user_id": user, "is_workgroup_owner": taking.number(2, 2) == 0 }),
            )
        }
        (55, _) => {
            let member = taking.id(
                1,
                &format!("SELECT user_id AS id FROM workgroup_members WHERE workgroup_id = '{workgroup}' ORDER BY id"),
            );
            ("DELETE", format!("/v3/workgroups/{workgroup}/members/{member}"), Value::Null)
        }
        (56, 0) => {
            let share = taking.of(1, "shares", "workgroup_id", &workgroup);
            ("DELETE", format!("/v3/workgroups/{workgroup}/shares/{share}"), Value::Null)
        }
        (56, _) => (
            "POST",
            format!("/v3/workgroups/{workgroup}/shares"),
            json!({ "resource_type": "survey", "resource_id": taking.survey(1) }),
        ),
        (_, 0) => {
            ("DELETE", format!("/v3/webhooks/{}", taking.id(1, "SELECT id FROM webhooks ORDER BY id")), Value::Null)
        }
        _ => (
            "POST",
            "/v3/webhooks".to_owned(),
            json!({ "name": "Told", "event_type": taking.one(2, &["response_created", "response_deleted", "survey_deleted"]),
                    "object_type": "survey", "object_ids": [taking.survey(1)],
                    "subscription_url": format!("https://hooks.example.com/{}", taking.picks[1]) }),
        ),
    })
}
