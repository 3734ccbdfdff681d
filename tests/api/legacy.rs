//! The legacy list of respondents: always HTTP 200, with a status of its own, and older words.

use crate::support::{Answered, World, people, surveys};
use canvass::service::actor::protocol::ActorId;
use canvass::service::actor::token;
use canvass::service::store::sql::Sql;
use canvass::spec::errors::Error;
use canvass::spec::legacy::Status;
use canvass::spec::limits::{RATE_HEADERS, SCOPES_AVAILABLE_HEADER, SCOPES_GRANTED_HEADER};
use canvass::wire::dates::DAY;
use canvass::wire::http::Response;
use serde_json::{Value, json};

const PATH: &str = "/v2/surveys/get_respondent_list";

/// The operation with the key of a token's app.
fn path(world: &World, token: &str) -> String {
    let facts = token::verify_token(&world.service.config, &world.token(token));
    format!("{PATH}?api_key={}", facts.map(|facts| facts.app).unwrap_or_default())
}

fn ask(world: &World, token: &str, body: Value) -> Response {
    let answer = world.post(token, &path(world, token), body);
    assert_eq!(answer.status, 200, "whatever happens");
    assert_eq!(answer.header("content-type"), Some("application/json"));
    answer
}

fn respondents(world: &World, token: &str, body: Value) -> Vec<Value> {
    let answer = ask(world, token, body).body();
    assert_eq!(answer["status"], 0, "{answer}");
    answer["data"]["respondents"].as_array().unwrap().clone()
}

fn ids(respondents: &[Value]) -> Vec<&str> {
    respondents.iter().map(|respondent| respondent["respondent_id"].as_str().unwrap()).collect()
}

/// The refusal of a call: the status, the code in the error table, and words of the message.
#[track_caller]
fn refused(answer: &Response, status: u32, code: u32, words: &str) {
    let body = answer.body();
    assert_eq!((answer.status, body["status"].as_u64()), (200, Some(status.into())), "{body}");
    assert!(body["errmsg"].as_str().unwrap().contains(words), "{body}");
    assert_eq!(body["code"].as_u64(), Some(code.into()), "{body}");
    assert_eq!(body.as_object().unwrap().len(), 3, "{body}");
}

#[test]
fn only_the_id_is_returned_unless_more_fields_are_requested() {
    let world = World::new();
    let answer = ask(&world, "owner", json!({ "survey_id": surveys::CSAT })).body();
    assert_eq!((answer["data"]["page"].as_u64(), answer["data"]["page_size"].as_u64()), (Some(1), Some(1000)));
    assert!(answer.get("upgrade_info").is_none(), "a paid plan holds nothing back");
    for respondent in answer["data"]["respondents"].as_array().unwrap() {
        assert_eq!(respondent.as_object().unwrap().len(), 1, "{respondent}");
    }
}

#[test]
fn the_key_of_the_address_must_be_that_of_the_tokens_app() {
    let world = World::new();
    let ask = |target: &str| world.post("owner", target, json!({ "survey_id": surveys::CSAT }));
    assert_eq!(ask(&path(&world, "owner")).ok()["status"], 0);
    assert_eq!(ask(&(path(&world, "owner") + "&page=2")).ok()["status"], 0, "what else stands there means nothing");
    let other = world.app("chartroom")["client_id"].as_str().unwrap();
    for query in ["", "?api_key=", &format!("?api_key={other}"), "?api_key=x", "?page=1", "?api_key=%zz"] {
        let answer = ask(&format!("{PATH}{query}"));
        refused(&answer, 3, 1003, "URL");
        assert!(answer.header("x-oauth-scopes-granted").is_some(), "{query}: the token is good");
    }
    let key = world.app("workbench")["client_id"].as_str().unwrap();
    refused(&ask(&format!("{PATH}?api_key={}", key.to_lowercase())), 3, 1003, "`api_key`");
}

#[test]
fn a_call_is_read_as_every_other_is() {
    let world = World::new();
    let body = json!({ "survey_id": surveys::CSAT });
    let target = path(&world, "owner") + "&utm=%zz&%ff=1";
    assert_eq!(world.post("owner", &target, body.clone()).ok()["status"], 0, "other parameters are not decoded");
    let with_header = |name: &str, value: &str| {
        let mut request = world.request("POST", "owner", &path(&world, "owner"));
        request.headers.retain(|(known, _)| known != name);
        request.headers.push((name.to_owned(), value.to_owned()));
        request.body = body.to_string().into_bytes();
        world.call(request)
    };
    assert_eq!(with_header("content-encoding", "identity").body()["status"], 0);
    for (name, value) in [("content-encoding", "gzip"), ("content-type", "text/plain"), ("accept", "text/html")] {
        refused(&with_header(name, value), 3, 1004, "header");
    }
}

#[test]
fn every_field_can_be_requested() {
    let world = World::new();
    let team = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    let sql = "UPDATE responses SET custom_value = 'x1', email = 'a@b.example', first_name = 'A', last_name = 'B',
               ip = '192.0.2.1', recipient_id = '77', mode = 'data_entry', status = 'partial'
               WHERE survey_id = ?";
    team.run(sql, &[surveys::CSAT.into()]).unwrap();
    let fields = [
        "date_start",
        "date_modified",
        "collector_id",
        "collection_mode",
        "custom_id",
        "email",
        "first_name",
        "last_name",
        "ip_address",
        "status",
        "analysis_url",
        "recipient_id",
    ];
    let all = respondents(&world, "owner", json!({ "survey_id": surveys::CSAT, "fields": fields }));
    let one = &all[0];
    assert_eq!(one.as_object().unwrap().len(), 13, "{one}");
    for (name, value) in [
        ("custom_id", "x1"),
        ("email", "a@b.example"),
        ("first_name", "A"),
        ("last_name", "B"),
        ("ip_address", "192.0.2.1"),
        ("recipient_id", "77"),
        ("collection_mode", "manual"),
        ("status", "partial"),
    ] {
        assert_eq!(one[name], value, "{name}");
    }
    let date = one["date_start"].as_str().unwrap();
    assert!(date.len() == 19 && date.as_bytes()[10] == b' ', "{date}");
    let path = format!("/v3/surveys/{}/responses/{}", surveys::CSAT, one["respondent_id"].as_str().unwrap());
    assert_eq!(one["analysis_url"], world.get("owner", &path).ok()["analyze_url"]);
    for field in fields {
        let some = respondents(&world, "owner", json!({ "survey_id": surveys::CSAT, "fields": [field] }));
        assert_eq!(some[0].as_object().unwrap().len(), 2, "{field}");
        assert_eq!(some[0][field], one[field]);
    }
}

#[test]
fn s74_a_field_that_is_repeated_counts_once_and_a_hundred_are_read() {
    let world = World::new();
    let ask_fields =
        |count: usize| ask(&world, "owner", json!({ "survey_id": surveys::CSAT, "fields": vec!["email"; count] }));
    let once = ask_fields(1).body();
    assert_eq!(once["status"], 0);
    assert_eq!(ask_fields(100).body(), once);
    for count in [101, 100_000] {
        refused(&ask_fields(count), 3, 1002, "`fields` must have at most 100 items.");
    }
}

#[test]
fn collection_modes_and_statuses_have_their_older_names() {
    let world = World::new();
    let team = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    let modes = [
        ("default", "normal"),
        ("preview", "survey_preview"),
        ("survey_preview", "survey_preview"),
        ("data_entry", "manual"),
        ("edit", "edited"),
    ];
    let body = json!({ "survey_id": surveys::CSAT, "fields": ["collection_mode", "status"] });
    for (name, older) in modes {
        team.run("UPDATE responses SET mode = ?", &[name.into()]).unwrap();
        assert_eq!(respondents(&world, "owner", body.clone())[0]["collection_mode"], older);
    }
    for status in ["completed", "partial", "disqualified", "overquota"] {
        team.run("UPDATE responses SET status = ?", &[status.into()]).unwrap();
        assert_eq!(respondents(&world, "owner", body.clone())[0]["status"], status);
    }
}

#[test]
fn the_newest_id_comes_first_unless_another_order_is_requested() {
    let world = World::new();
    let all = respondents(&world, "owner", json!({ "survey_id": surveys::CSAT }));
    let mut sorted = ids(&all);
    sorted.sort_unstable();
    sorted.reverse();
    assert_eq!(ids(&all), sorted);
    let upwards = respondents(&world, "owner", json!({ "survey_id": surveys::CSAT, "order_asc": true }));
    sorted.reverse();
    assert_eq!(ids(&upwards), sorted);
    for (order, field) in
        [("date_start", "date_start"), ("date_modified", "date_modified"), ("respondent_id", "respondent_id")]
    {
        for ascending in [true, false] {
            let body = json!({ "survey_id": surveys::CSAT, "order_by": order, "order_asc": ascending,
                               "fields": ["date_start", "date_modified"] });
            let list = respondents(&world, "owner", body);
            let keys: Vec<&str> = list.iter().map(|item| item[field].as_str().unwrap()).collect();
            let in_order = |pair: &[&str]| if ascending { pair[0] <= pair[1] } else { pair[0] >= pair[1] };
            assert!(keys.windows(2).all(in_order), "{order} {ascending}");
        }
    }
}

#[test]
fn starts_are_inclusive_and_ends_are_not() {
    let world = World::new();
    let fields = json!(["date_start", "date_modified"]);
    let all = respondents(&world, "owner", json!({ "survey_id": surveys::CSAT, "fields": fields, "order_asc": true }));
    for (field, start, end) in
        [("date_start", "start_date", "end_date"), ("date_modified", "start_modified_date", "end_modified_date")]
    {
        let middle = all[all.len() / 2][field].as_str().unwrap();
        let count =
            |holds: &dyn Fn(&str) -> bool| all.iter().filter(|item| holds(item[field].as_str().unwrap())).count();
        let asked =
            |name: &str| respondents(&world, "owner", json!({ "survey_id": surveys::CSAT, name: middle })).len();
        // Dates of answers have no fractions of a second, nor have those of the demo world.
        assert_eq!(asked(start), count(&|date| date >= middle), "{start}");
        assert_eq!(asked(end), count(&|date| date < middle), "{end}");
    }
    let soon = ask(&world, "owner", json!({ "survey_id": surveys::CSAT, "start_date": "soon" }));
    refused(&soon, 3, 1002, "start_date");
    refused(&soon, 3, 1002, "The body does not have");
}

#[test]
fn pages_follow_one_another_without_a_gap() {
    let world = World::new();
    let all = respondents(&world, "owner", json!({ "survey_id": surveys::CSAT }));
    let mut paged = Vec::new();
    for page in 1.. {
        let body = json!({ "survey_id": surveys::CSAT, "page": page, "page_size": 7 });
        let some = respondents(&world, "owner", body);
        if some.is_empty() {
            break;
        }
        paged.extend(some);
    }
    assert_eq!(paged, all);
    let large = ask(&world, "owner", json!({ "survey_id": surveys::CSAT, "page_size": 5000 })).body();
    assert_eq!(large["data"]["page_size"], 1000);
    for field in ["page", "page_size"] {
        refused(&ask(&world, "owner", json!({ "survey_id": surveys::CSAT, field: 0 })), 3, 1002, field);
    }
}

#[test]
fn a_collector_narrows_the_list_and_must_be_of_the_survey() {
    let world = World::new();
    let (fields, survey) = (json!(["collector_id"]), surveys::EVERY_KIND);
    let all = respondents(&world, "owner", json!({ "survey_id": survey, "fields": fields }));
    let collector = all[0]["collector_id"].as_str().unwrap();
    let some =
        respondents(&world, "owner", json!({ "survey_id": survey, "collector_id": collector, "fields": fields }));
    assert_eq!(some.len(), all.iter().filter(|item| item["collector_id"] == collector).count());
    assert!(some.len() < all.len() && some.iter().all(|item| item["collector_id"] == collector));
    let other = json!({ "survey_id": surveys::GARDEN, "collector_id": collector });
    refused(&ask(&world, "free", other), 3, 1020, "collector_id");
}

#[test]
fn a_free_account_sees_the_first_100_and_the_reply_says_so() {
    let world = World::new();
    let team = world.database(&ActorId::Team(people::FRANKS.to_owned()));
    let before = respondents(&world, "free", json!({ "survey_id": surveys::GARDEN })).len();
    let preview = "INSERT INTO responses
                   SELECT '15800000000', survey_id, collector_id, recipient_id, status, 'survey_preview', email,
                          first_name, last_name, ip, custom_value, total_time, body, pages, created - 1000, modified
                   FROM responses WHERE survey_id = ? ORDER BY created LIMIT 1";
    team.run(preview, &[surveys::GARDEN.into()]).unwrap();
    for number in 0..150_i64 {
        let sql = "INSERT INTO responses
                   SELECT CAST(15900000000 + ? AS TEXT), survey_id, collector_id, recipient_id, status, mode, email,
                          first_name, last_name, ip, custom_value, total_time, body, pages, created + ?, modified
                   FROM responses WHERE survey_id = ? ORDER BY created DESC LIMIT 1";
        team.run(sql, &[(200 - number).into(), 1000.into(), surveys::GARDEN.into()]).unwrap();
    }
    let body = json!({ "survey_id": surveys::GARDEN, "order_by": "date_start", "order_asc": false, "page_size": 60 });
    let answer = ask(&world, "free", body.clone()).body();
    assert_eq!(answer["data"]["respondents"].as_array().unwrap().len(), 60);
    let restriction = &answer["upgrade_info"]["restrictions"][0];
    assert!(restriction["message"].as_str().unwrap().contains("100") && restriction["code"].is_u64());
    assert_eq!(answer["upgrade_info"]["upgrade_url"], "http://127.0.0.1:8787/account/");
    let mut second = body.clone();
    second["page"] = json!(2);
    let pages = [respondents(&world, "free", body), respondents(&world, "free", second)].concat();
    assert_eq!(pages.len(), 100);
    assert!(!ids(&pages).contains(&"15800000000"), "a preview is not among them");
    let first = respondents(
        &world,
        "free",
        json!({ "survey_id": surveys::GARDEN, "order_by": "date_start", "order_asc": true }),
    );
    assert!(before < 100 && ids(&first).iter().all(|id| ids(&pages).contains(id)), "the same 100 whatever the order");
    team.run("UPDATE users SET plan = 'advantage'", &[]).unwrap();
    world.evict_all();
    assert_eq!(respondents(&world, "free", json!({ "survey_id": surveys::GARDEN })).len(), before + 151);
}

#[test]
fn every_failure_of_the_service_is_a_system_error() {
    for error in Error::ALL {
        let is_system_error = Status::from_error(*error) == Status::SystemError;
        assert_eq!(is_system_error, error.row().status >= 500, "{error:?}");
    }
}

#[test]
fn a_survey_of_more_than_half_a_million_respondents_is_not_returned() {
    let world = World::new();
    let team = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    let count = |count: i64| {
        team.run("UPDATE surveys SET response_count = ? WHERE id = ?", &[count.into(), surveys::CSAT.into()]).unwrap();
        world.evict_all();
        ask(&world, "owner", json!({ "survey_id": surveys::CSAT }))
    };
    assert_eq!(count(500_000).body()["status"], 0);
    refused(&count(500_001), 3, 1030, "500000");
}

#[test]
fn each_way_to_fail_has_its_status() {
    let world = World::new();
    let body = || json!({ "survey_id": surveys::CSAT });
    for (token, code) in [("", 1010), ("x", 1011), ("no_grants", 1057)] {
        refused(&ask(&world, token, body()), 1, code, "");
    }
    refused(&ask(&world, "revoked", body()), 1, 1013, "revoked the access grant");
    refused(&ask(&world, "surveys_read_only", body()), 2, 1014, "responses_read");
    refused(&ask(&world, "disabled", body()), 2, 1063, "disabled");
    refused(&ask(&world, "owner", json!({})), 3, 1002, "survey_id");
    refused(&ask(&world, "owner", json!({ "survey_id": "1" })), 3, 1020, "");
    refused(&ask(&world, "other_team", body()), 3, 1020, "no such resource");
    for (field, value) in
        [("fields", json!(["shoe_size"])), ("order_by", json!("age")), ("order_asc", json!("yes")), ("page", json!(-1))]
    {
        let mut body = body();
        body[field] = value;
        refused(&ask(&world, "owner", body), 3, 1002, field);
    }
    let mut broken = world.request("POST", "owner", &path(&world, "owner"));
    broken.body = b"{".to_vec();
    refused(&world.call(broken), 3, 1001, "JSON");
    let mut elsewhere = world.request("POST", "owner", &path(&world, "owner"));
    elsewhere.origin = "http://127.0.0.1:8788".to_owned();
    refused(&world.call(elsewhere), 3, 1018, "http://127.0.0.1:8787");
    let team = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    team.run("UPDATE users SET deleted = ?", &[world.now().into()]).unwrap();
    refused(&ask(&world, "owner", body()), 4, 1052, "");
    team.run("DROP TABLE grants", &[]).unwrap();
    refused(&ask(&world, "owner", body()), 5, 1050, "");
}

#[test]
fn every_other_legacy_operation_is_closed() {
    let world = World::new();
    let closed = "This operation of the legacy API is closed: use /v3.";
    refused(&world.post("owner", "/v2/surveys/get_survey_list", json!({})), 3, 1020, closed);
    refused(&world.get("owner", PATH), 3, 1020, closed);
    let options = world.call(world.request("OPTIONS", "", PATH));
    assert_eq!((options.status, options.header("allow")), (200, Some("POST, OPTIONS")));
    assert_eq!(ask(&world, "owner", json!({ "survey_id": surveys::CSAT })).body()["status"], 0);
}

#[test]
fn it_spends_the_apps_quota_and_reports_what_is_left() {
    let world = World::new();
    world.set_clock(world.now().floor(DAY));
    let answer = ask(&world, "private", json!({ "survey_id": surveys::CSAT }));
    assert_eq!(answer.number(RATE_HEADERS[1]), 499);
    assert!(answer.header("x-oauth-scopes-granted").is_some());
    assert_eq!(world.get("private", "/v3/users/me").number(RATE_HEADERS[1]), 498);
    while ask(&world, "private", json!({ "survey_id": surveys::CSAT })).body()["status"] == 0 {}
    let answer = ask(&world, "private", json!({ "survey_id": surveys::CSAT }));
    refused(&answer, 3, 1040, "used up its requests");
    for (token, name) in
        RATE_HEADERS.iter().flat_map(|name| ["private", "disabled", "revoked"].map(|token| (token, name)))
    {
        assert!(ask(&world, token, json!({ "survey_id": surveys::CSAT })).header(name).is_some(), "{token} {name}");
    }
}

#[test]
fn a_call_in_the_wrong_region_is_counted_and_reports_what_is_left_of_the_quota() {
    let world = World::new();
    let call = || {
        let mut elsewhere = world.request("POST", "private", &path(&world, "private"));
        elsewhere.origin = "http://127.0.0.1:8788".to_owned();
        world.call(elsewhere)
    };
    let answer = call();
    refused(&answer, 3, 1018, "http://127.0.0.1:8787");
    for name in RATE_HEADERS.iter().chain(&[SCOPES_AVAILABLE_HEADER, SCOPES_GRANTED_HEADER]) {
        assert!(answer.header(name).is_some(), "{name}");
    }
    assert_eq!(call().number(RATE_HEADERS[1]), answer.number(RATE_HEADERS[1]) - 1);
}

#[test]
fn a_private_app_requires_a_plan_with_direct_api_access() {
    let world = World::new();
    let body = json!({ "survey_id": surveys::CSAT });
    assert_eq!(ask(&world, "private", body.clone()).body()["status"], 0);
    let team = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    team.run("UPDATE users SET plan = 'standard'", &[]).unwrap();
    refused(&ask(&world, "private", body.clone()), 2, 1015, "direct API access");
    assert_eq!(ask(&world, "owner", body).body()["status"], 0, "other apps do not");
}

#[test]
fn each_order_is_served_by_an_index() {
    let world = World::new();
    let team = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    for parent in ["survey_id", "collector_id"] {
        for column in ["id", "created", "modified"] {
            let order = if column == "id" { "id DESC".to_owned() } else { format!("{column} DESC, id DESC") };
            let sql =
                format!("EXPLAIN QUERY PLAN SELECT id, status FROM responses WHERE {parent} = ? ORDER BY {order}");
            let plan = format!("{:?}", team.run(&sql, &["1".into()]).unwrap());
            assert!(plan.contains("USING INDEX") && !plan.contains("TEMP B-TREE"), "{sql}: {plan}");
        }
    }
}

#[test]
fn respondents_are_listed_for_those_who_may_analyze_alone() {
    let world = World::new();
    let body = || json!({ "survey_id": surveys::KITCHEN });
    assert!(!respondents(&world, "regular", body()).is_empty());
    let team = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    team.run("UPDATE roles SET privileges = json_remove(privileges, '$[2]')", &[]).unwrap();
    refused(&ask(&world, "regular", body()), 2, 1016, "analyze.read_only");
    assert!(!respondents(&world, "owner", body()).is_empty());
}
