//! The fields of the payloads that the specification lists, and what all payloads have in common: ids, dates,
//! addresses.

use crate::lists::known;
use crate::support::people::{MEMBER_OLIVIA, NORTHWIND};
use crate::support::{Answered, World, people, surveys};
use canvass::spec::endpoint::Route;
use canvass::spec::endpoints::routes;
use canvass::spec::errors::Error;
use canvass::wire::path::fill_route;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Fails unless an object has these fields, each with a value of its kind, and no others.
#[track_caller]
fn has(value: &Value, fields: &[(&str, &str)]) {
    let found: BTreeSet<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(found, fields.iter().map(|(name, _)| *name).collect());
    for (name, kinds) in fields {
        let kind = match &value[*name] {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(number) if number.is_u64() => "integer",
            Value::Number(_) => "number",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        };
        assert!(kinds.split('|').any(|known| known == kind), "{name} is {kind}, not {kinds}");
    }
}

#[track_caller]
fn all_text(list: &Value) {
    assert!(list.as_array().unwrap().iter().all(Value::is_string), "{list}");
}

#[test]
fn the_user_has_every_field() {
    let me = World::new().get("owner", "/v3/users/me").ok();
    has(
        &me,
        &[
            ("id", "string"),
            ("username", "string"),
            ("first_name", "string"),
            ("last_name", "string"),
            ("language", "string"),
            ("email", "string"),
            ("email_verified", "boolean"),
            ("account_type", "string"),
            ("date_created", "string"),
            ("date_last_login", "string"),
            ("question_types", "object"),
            ("scopes", "object"),
            ("sso_connections", "array"),
            ("features", "object"),
            ("href", "string"),
        ],
    );
    let kinds =
        ["comment_box", "file_upload", "matrix", "ranking", "rating", "slider", "star_rating", "textbox_multiple"];
    for kind in kinds.iter().chain(&["video"]) {
        assert!(me["question_types"][format!("{kind}_question_type")].is_boolean(), "{kind}");
    }
    has(
        &me["features"],
        &[
            ("collector_create_limit", "string"),
            ("collector_email_enabled", "boolean"),
            ("collector_thank_you_enabled", "boolean"),
            ("create_question_limit", "string"),
            ("num_free_responses", "string"),
        ],
    );
    has(&me["scopes"], &[("granted", "array"), ("available", "array")]);
    for list in [&me["scopes"]["granted"], &me["scopes"]["available"], &me["sso_connections"]] {
        all_text(list);
    }
    assert!(me["scopes"]["available"].as_array().unwrap().contains(&json!("groups_write")));
    assert_eq!(me["language"].as_str().unwrap().len(), 2);
}

#[test]
fn a_free_account_can_grant_eleven_scopes_and_a_paid_one_all_twenty_three() {
    let world = World::new();
    let free = [
        "collectors_read",
        "collectors_write",
        "contacts_read",
        "contacts_write",
        "library_read",
        "responses_read",
        "surveys_read",
        "surveys_write",
        "users_read",
        "webhooks_read",
        "webhooks_write",
    ];
    let paid = [
        "groups_read",
        "groups_write",
        "responses_read_detail",
        "responses_write",
        "roles_read",
        "roles_write",
        "workgroups_members_read",
        "workgroups_members_write",
        "workgroups_read",
        "workgroups_shares_read",
        "workgroups_shares_write",
        "workgroups_write",
    ];
    let available = |token: &str| -> BTreeSet<String> {
        let me = world.get(token, "/v3/users/me").ok();
        me["scopes"]["available"].as_array().unwrap().iter().map(|scope| scope.as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(available("free"), free.map(str::to_owned).into());
    assert_eq!(available("owner"), free.into_iter().chain(paid).map(str::to_owned).collect());
}

#[test]
fn a_group_and_its_members_have_every_field() {
    let world = World::new();
    let group = world.get("owner", &format!("/v3/groups/{}", people::NORTHWIND)).ok();
    let (text, number) = ("string", "integer");
    has(
        &group,
        &[
            ("date_created", text),
            ("href", text),
            ("id", text),
            ("max_invites", number),
            ("member_count", number),
            ("name", text),
        ],
    );
    let list = world.get("owner", &format!("/v3/groups/{}/members", people::NORTHWIND)).ok();
    let mut kinds = BTreeSet::new();
    let mut states = BTreeSet::new();
    for item in list["data"].as_array().unwrap() {
        has(item, &[("id", text), ("username", text), ("href", text)]);
        let href = item["href"].as_str().unwrap();
        assert!(href.ends_with(&format!("/v3/groups/{NORTHWIND}/members/{}", item["id"].as_str().unwrap())), "{href}");
        let member = world.get("owner", href).ok();
        let fields = [
            "id",
            "username",
            "email",
            "type",
            "status",
            "user_id",
            "language",
            "first_name",
            "last_name",
            "date_created",
            "href",
        ];
        has(&member, &fields.map(|field| (field, text)));
        kinds.insert(member["type"].as_str().unwrap().to_owned());
        states.insert(member["status"].as_str().unwrap().to_owned());
    }
    assert_eq!(kinds.iter().collect::<Vec<_>>(), ["account_owner", "admin", "regular"]);
    assert_eq!(states.iter().collect::<Vec<_>>(), ["active", "pending"]);
}

#[test]
fn a_workgroup_has_every_field_and_counts_the_pending_members_too() {
    let world = World::new();
    let list = world.get("regular_two", "/v3/workgroups").ok();
    let text = "string";
    for group in list["data"].as_array().unwrap() {
        has(
            group,
            &[
                ("id", text),
                ("name", text),
                ("description", text),
                ("is_visible", "boolean"),
                ("metadata", "object"),
                ("created_at", text),
                ("updated_at", text),
                ("members", "array"),
                ("membership", "object"),
                ("shares_count", "integer"),
                ("members_count", "integer"),
                ("default_role", "object"),
                ("organization_id", text),
            ],
        );
        has(
            &group["default_role"],
            &[("id", text), ("name", text), ("description", text), ("is_enabled", "boolean"), ("metadata", "object")],
        );
        has(&group["membership"], &[("is_owner", "boolean"), ("status", "string|null")]);
        for member in group["members"].as_array().unwrap() {
            has(member, &[("user_id", text), ("is_owner", "boolean")]);
        }
    }
    let voice = list["data"].as_array().unwrap().iter().find(|group| group["name"] == "Customer voice").unwrap();
    assert_eq!(voice["membership"], json!({ "is_owner": false, "status": null }), "who asks is no member");
    let users: Vec<&Value> = voice["members"].as_array().unwrap().iter().map(|member| &member["user_id"]).collect();
    assert_eq!((json!(users), &voice["members_count"]), (json!([people::OLIVIA, people::ROSA]), &json!(3)));
    assert_eq!(voice["shares_count"], 2);
}

#[test]
fn a_share_and_what_it_gives_a_user_have_every_field() {
    let world = World::new();
    let text = "string";
    let group = world.get("regular", "/v3/workgroups").ok()["data"][0]["id"].as_str().unwrap().to_owned();
    let shares = world.get("regular", &format!("/v3/workgroups/{group}/shares")).ok();
    for share in shares["data"].as_array().unwrap() {
        let fields =
            ["id", "workgroup_id", "organization_id", "owner_user_id", "resource_id", "resource_type", "created_at"];
        has(share, &fields.map(|field| (field, text)));
    }
    let shared = world.get("regular", &format!("/v3/users/{}/shared", people::ROSA)).ok();
    for record in shared["data"].as_array().unwrap() {
        let fields = ["share_id", "workgroup_id", "resource_type", "resource_id"].map(|field| (field, text));
        has(record, &[&fields[..], &[("privileges", "array")]].concat());
        for privilege in record["privileges"].as_array().unwrap() {
            let (area, access) = privilege.as_str().unwrap().split_once('.').unwrap();
            assert!(["design", "collect", "analyze"].contains(&area), "{privilege}");
            assert!(["read_only", "full_access"].contains(&access), "{privilege}");
        }
    }
}

/// The answers of every operation that reads, with the token that read them.
fn read(world: &World) -> Vec<(&'static Route, &'static str, Value)> {
    let known = known(world);
    let reads = routes().filter(|route| route.method.is_read());
    let answers = reads.map(|route| {
        let path = fill_route(route, |name| Some(known.get(name).map_or("1", String::as_str))).unwrap();
        let token = if route.name.contains("benchmark") { "private" } else { "owner" };
        (route, token, world.get(token, &format!("{path}?per_page=3&interval=yearly")))
    });
    answers
        .filter(|(_, _, answer)| answer.status == 200)
        .map(|(route, token, answer)| (route, token, answer.ok()))
        .collect()
}

/// Hands every field of a document to `see`, with its name.
fn walk<'a>(value: &'a Value, see: &mut dyn FnMut(&'a str, &'a Value)) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| walk(item, see)),
        Value::Object(fields) => fields.iter().for_each(|(name, field)| {
            see(name, field);
            walk(field, see);
        }),
        _ => {}
    }
}

#[test]
fn an_integer_is_whole_not_negative_and_ends_at_2147483647() {
    let world = World::new();
    let limit = |limit: Value| {
        let body = json!({ "type": "weblink", "response_limit": limit });
        world.post("owner", &format!("/v3/surveys/{}/collectors", surveys::EMPTY), body)
    };
    assert_eq!(limit(json!(2_147_483_647)).ok()["response_limit"], 2_147_483_647);
    for wrong in [json!(2_147_483_648_u32), json!(-1), json!(1.5), json!(true)] {
        assert_eq!(limit(wrong.clone()).error(), Some(Error::BadBody), "{wrong}");
    }
    assert_eq!(world.get("owner", "/v3/surveys?page=2147483647").status, 200);
    for wrong in ["2147483648", "-1", "1.5", "one"] {
        assert_eq!(
            world.get("owner", &format!("/v3/surveys?page={wrong}")).error(),
            Some(Error::BadParameters),
            "{wrong}"
        );
    }
}

#[test]
fn ids_are_strings_in_every_answer_but_the_record_of_activities() {
    let world = World::new();
    let mut seen = 0;
    for (route, _, answer) in read(&world) {
        let numbers = route.name == "groups.activities.list";
        walk(&answer, &mut |name, field| {
            if name == "id" || name.ends_with("_id") {
                seen += 1;
                assert!(
                    field.is_null() || field.is_u64() == numbers && field.is_string() != numbers,
                    "{} {name}",
                    route.name
                );
            } else if name.ends_with("_ids") {
                all_text(field);
            }
        });
    }
    assert!(seen > 300, "{seen} ids");
}

#[test]
fn every_address_in_an_answer_is_absolute_and_leads_to_its_resource() {
    let world = World::new();
    let mut followed = BTreeSet::new();
    for (route, token, answer) in read(&world) {
        let mut addresses = Vec::new();
        walk(&answer, &mut |name, field| addresses.extend((name == "href").then(|| field.as_str().unwrap())));
        for address in addresses {
            assert!(address.starts_with("http://127.0.0.1:8787/v3/"), "{}: {address}", route.name);
            if followed.insert(address.to_owned()) {
                assert_eq!(world.get(token, address).status, 200, "{}: {address}", route.name);
            }
        }
    }
    assert!(followed.len() > 50, "{} addresses", followed.len());
}

#[test]
fn each_resource_writes_dates_in_its_own_dialect() {
    let world = World::new();
    let shape = |date: &Value| -> String {
        date.as_str().unwrap().chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect()
    };
    let (bare, offset) = ("0000-00-00T00:00:00", "0000-00-00T00:00:00+00:00");
    let survey = world.get("owner", &format!("/v3/surveys/{}", surveys::EVERY_KIND)).ok();
    assert_eq!(shape(&survey["date_created"]), bare);
    assert!(survey["date_modified"].as_str().unwrap().ends_with(":00"), "to the minute");
    let response =
        world.get("owner", &format!("/v3/surveys/{}/responses/bulk?per_page=1", surveys::EVERY_KIND)).ok()["data"][0]
            .clone();
    let collector = world.get("owner", &format!("/v3/collectors/{}", surveys::EVERY_KIND_MAIL)).ok();
    let message = world.get("owner", &format!("/v3/collectors/{}/messages", surveys::EVERY_KIND_MAIL)).ok()["data"][0]
        ["href"]
        .clone();
    let message = world.get("owner", message.as_str().unwrap()).ok();
    let me = world.get("owner", "/v3/users/me").ok();
    let member = world.get("owner", &format!("/v3/groups/{}/members/{MEMBER_OLIVIA}", people::NORTHWIND)).ok();
    let group = world.get("owner", &format!("/v3/groups/{}", people::NORTHWIND)).ok();
    for dated in [&response, &collector, &message, &me, &member, &group] {
        assert_eq!(shape(&dated["date_created"]), offset, "{dated}");
    }
    assert_eq!(shape(&me["date_last_login"]), "0000-00-00T00:00:00.000000+00:00");
    let workgroup = world.get("owner", "/v3/workgroups").ok()["data"][0].clone();
    assert_eq!((shape(&workgroup["created_at"]), shape(&workgroup["updated_at"])), (bare.to_owned(), bare.to_owned()));
    let activities = world.get("owner", &format!("/v3/groups/{}/activities?limit=1", people::NORTHWIND)).ok();
    assert_eq!(shape(&activities["results"][0]["date_created"]), "0000-00-00 00:00:00");
}

#[test]
fn ids_of_workgroups_shares_and_roles_are_32_hexadecimal_digits_and_others_pass_2_to_the_31() {
    let world = World::new();
    let id = |path: &str| world.get("regular", path).ok()["data"][0]["id"].as_str().unwrap().to_owned();
    let group = id("/v3/workgroups");
    for id in [group.clone(), id(&format!("/v3/workgroups/{group}/shares")), id("/v3/roles")] {
        assert!(id.len() == 32 && id.chars().all(|c| c.is_ascii_hexdigit()), "{id}");
    }
    let response =
        world.get("owner", &format!("/v3/surveys/{}/responses", surveys::EVERY_KIND)).ok()["data"][0]["id"].clone();
    assert!(response.as_str().unwrap().parse::<u64>().unwrap() > 1 << 31);
}

#[test]
fn new_ids_of_two_teams_differ() {
    let world = World::new();
    let new = |token: &str| {
        let mut ids = Vec::new();
        let question = json!({ "family": "single_choice", "subtype": "vertical", "headings": [{ "heading": "Which?" }],
            "answers": { "choices": [{ "text": "One" }, { "text": "Two" }] } });
        let survey = json!({ "title": "Two teams", "pages": [{ "questions": [question] }] });
        let survey = world.post(token, "/v3/surveys", survey).ok()["id"].as_str().unwrap().to_owned();
        let path = format!("/v3/surveys/{survey}");
        let details = world.get(token, &format!("{path}/details")).ok();
        let page = &details["pages"][0];
        ids.extend(
            [&page["id"], &page["questions"][0]["id"], &page["questions"][0]["answers"]["choices"][0]["id"]]
                .map(Value::clone),
        );
        let collector =
            world.post(token, &format!("{path}/collectors"), json!({ "type": "weblink" })).ok()["id"].clone();
        let responses = format!("/v3/collectors/{}/responses", collector.as_str().unwrap());
        ids.push(world.post(token, &responses, json!({ "pages": [] })).ok()["id"].clone());
        ids.extend([json!(survey), collector]);
        ids
    };
    let (ours, theirs) = (new("owner"), new("other_team"));
    assert!(ours.iter().zip(&theirs).all(|(one, other)| one != other), "{ours:?} {theirs:?}");
}

#[test]
fn what_there_is_not_is_an_empty_string_or_zero_and_never_null() {
    let world = World::new();
    assert_eq!(world.get("owner", &format!("/v3/surveys/{}", surveys::EVERY_KIND)).ok()["folder_id"], "0");
    let bulk =
        world.get("owner", &format!("/v3/collectors/{}/responses/bulk?per_page=5", surveys::EVERY_KIND_LINK)).ok();
    for response in bulk["data"].as_array().unwrap() {
        for field in ["recipient_id", "first_name", "last_name", "email_address"] {
            assert_eq!(response[field], "", "{field}: a web link knows nobody");
        }
    }
    let pages = bulk["data"][0]["pages"].as_array().unwrap();
    assert!(pages.iter().any(|page| page["questions"] == json!([])), "pages without answers are listed all the same");
}

#[test]
fn what_other_services_may_leave_out_is_in_every_answer_of_this_one() {
    let world = World::new();
    let has_all = |value: &Value, names: &[&str]| {
        names.iter().for_each(|name| assert!(value.get(name).is_some(), "{name}: {value}"))
    };
    let of_surveys = ["folder_id", "category", "template_id", "is_owner", "footer", "custom_variables"];
    let (mut surveys, mut questions, mut displays) = (0, 0, 0);
    let made = world.post("owner", "/v3/surveys", json!({})).ok();
    has_all(&made, &of_surveys);
    for survey in world.get("owner", "/v3/surveys?per_page=1000").ok()["data"].as_array().unwrap() {
        let path = format!("/v3/surveys/{}", survey["id"].as_str().unwrap());
        has_all(&world.get("owner", &path).ok(), &of_surveys);
        let details = world.get("owner", &format!("{path}/details")).ok();
        has_all(&details, &of_surveys);
        surveys += 1;
        for question in
            details["pages"].as_array().unwrap().iter().flat_map(|page| page["questions"].as_array().unwrap())
        {
            has_all(question, &["layout"]);
            questions += 1;
            if let Some(display) = question.get("display_options") {
                has_all(display, &["display_type"]);
                displays += 1;
            }
        }
        for collector in
            world.get("owner", &format!("{path}/collectors?per_page=1000")).ok()["data"].as_array().unwrap()
        {
            has_all(&world.get("owner", collector["href"].as_str().unwrap()).ok(), &["response_count"]);
        }
    }
    assert!(
        surveys > 5 && questions > 20 && displays > 3,
        "{surveys} surveys, {questions} questions, {displays} displays"
    );
}
