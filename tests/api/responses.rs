//! Responses: the small list, bulk and single ones, by survey and by collector.

mod bulk;
mod change;
mod create;
mod kinds;
mod quiz;
pub mod stored_survey;
mod violations;

use crate::support::surveys::{KITCHEN, KITCHEN_LINK};
use crate::support::{Answered, World, people, surveys};
use canvass::service::actor::protocol::ActorId;
use canvass::service::store::sql::Sql as _;
use canvass::spec::errors::Error;
use serde_json::Value;
use std::collections::BTreeSet;

fn survey(world: &World) -> String {
    let surveys = world.described["surveys"].as_array().unwrap();
    let id = surveys.iter().find(|survey| survey["responses"] == 260).unwrap()["id"].as_str().unwrap();
    format!("/v3/surveys/{id}")
}

fn total(world: &World, path: &str) -> u64 {
    world.get("owner", path).ok()["total"].as_u64().unwrap()
}

#[test]
fn an_item_of_the_list_is_id_and_href_alone() {
    let world = World::new();
    let list = world.get("owner", &format!("{}/responses?per_page=1000", survey(&world))).ok();
    assert_eq!((list["total"].as_u64(), list["data"].as_array().unwrap().len()), (Some(260), 260));
    assert_eq!(list["data"][0].as_object().unwrap().len(), 2);
}

#[test]
fn the_urls_of_a_response_show_it_among_the_results_of_its_survey() {
    let world = World::new();
    let response = &world.get("owner", &format!("{}/responses/bulk?per_page=1", survey(&world))).ok()["data"][0];
    let [survey, id] = ["survey_id", "id"].map(|name| response[name].as_str().unwrap());
    let url = format!("http://127.0.0.1:8787/#/surveys/{survey}/results?tab=responses&response={id}");
    assert_eq!([&response["edit_url"], &response["analyze_url"]], [&url, &url]);
}

#[test]
fn links_of_bulk_pages_reach_every_response_once() {
    let world = World::new();
    let mut path = format!("{}/responses/bulk?per_page=100", survey(&world));
    let mut seen = BTreeSet::new();
    loop {
        let page = world.get("owner", &path).ok();
        assert!(page["data"].as_array().unwrap().len() <= 100);
        for response in page["data"].as_array().unwrap() {
            assert!(seen.insert(response["id"].as_str().unwrap().to_owned()));
            assert!(response["pages"].is_array() && response["date_created"].as_str().unwrap().ends_with("+00:00"));
        }
        match page["links"]["next"].as_str() {
            Some(next) => path = next.to_owned(),
            None => break,
        }
    }
    assert_eq!(seen.len(), 260);
}

#[test]
fn filters_narrow_the_list_and_survive_in_links() {
    let world = World::new();
    let base = format!("{}/responses", survey(&world));
    let by_status: u64 = ["completed", "partial", "overquota", "disqualified"]
        .iter()
        .map(|status| total(&world, &format!("{base}?status={status}")))
        .sum();
    assert_eq!(by_status, 260);
    assert_eq!(total(&world, &format!("{base}?status=completed,partial,overquota,disqualified")), 260);
    let page = world.get("owner", &format!("{base}?status=completed&per_page=1")).ok();
    assert!(page["links"]["next"].as_str().unwrap().contains("status=completed"));
    world.get("owner", &format!("{base}?status=new")).fails(Error::BadParameters);
    let quick = total(&world, &format!("{base}?total_time_max=1&total_time_units=hour"));
    assert_eq!(quick, total(&world, &format!("{base}?total_time_max=3600")));
}

/// Whether a filter gives the response with a number.
type IsWanted = fn(i64) -> bool;

/// Each response has values of its own number, so that the expected ones are known without the filters.
#[test]
fn each_filter_alone_gives_exactly_the_responses_that_it_says() {
    let world = World::new();
    let base = survey(&world);
    let id = base.rsplit('/').next().unwrap();
    let team = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    let rows = team.run("SELECT id FROM responses WHERE survey_id = ? ORDER BY id", &[id.into()]).unwrap();
    let ids: Vec<String> = rows.iter().map(|row| row.text("id")).collect();
    assert_eq!(ids.len(), 260);
    // The dates are seconds after 2026-01-05T00:00:00, and after 01:00:00 in another order.
    let (epoch, hour) = (1_767_571_200_000_i64, 3_600_000);
    for (number, id) in (0..).zip(&ids) {
        team.run(
            "UPDATE responses
             SET created = ?, modified = ?, total_time = ?, status = ?, email = ?, first_name = ?, last_name = ?, ip = ?,
                 custom_value = ?
             WHERE id = ?",
            &[
                (epoch + number * 1000).into(),
                (epoch + hour + number * 7 % 260 * 1000).into(),
                (number * 30).into(),
                if number % 2 == 0 { "completed" } else { "partial" }.into(),
                format!("p{}@mail.example", number % 3).as_str().into(),
                format!("First{}", number % 4).as_str().into(),
                format!("Last{}", number % 5).as_str().into(),
                format!("198.51.100.{}", number % 6).as_str().into(),
                format!("c{}", number % 7).as_str().into(),
                id.as_str().into(),
            ],
        )
        .unwrap();
    }
    let lists = world.get("owner", &format!("{base}/responses/bulk?per_page=100")).ok()["data"].clone();
    let collector = lists[0]["collector_id"].as_str().unwrap();
    let of_collector: BTreeSet<String> = team
        .run("SELECT id FROM responses WHERE collector_id = ?", &[collector.into()])
        .unwrap()
        .iter()
        .map(|row| row.text("id"))
        .collect();
    let filters: [(&str, IsWanted); 15] = [
        ("start_created_at=2026-01-05T00:01:40", |n| n >= 100),
        ("end_created_at=2026-01-05T00:01:40", |n| n < 100),
        ("start_modified_at=2026-01-05T01:01:40", |n| n * 7 % 260 >= 100),
        ("end_modified_at=2026-01-05T01:01:40", |n| n * 7 % 260 < 100),
        ("status=partial", |n| n % 2 == 1),
        ("email=P1@Mail.example", |n| n % 3 == 1),
        ("first_name=First2", |n| n % 4 == 2),
        ("last_name=Last2", |n| n % 5 == 2),
        ("ip=198.51.100.2", |n| n % 6 == 2),
        ("custom=c2", |n| n % 7 == 2),
        ("total_time_min=3000", |n| n >= 100),
        ("total_time_max=3000", |n| n <= 100),
        ("total_time_min=10&total_time_units=minute", |n| n >= 20),
        ("total_time_max=1&total_time_units=hour", |n| n <= 120),
        ("total_time_max=90&total_time_units=second", |n| n <= 3),
    ];
    for (query, is_wanted) in filters {
        let wanted = |id: &String| (0..).zip(&ids).any(|(number, of)| of == id && is_wanted(number));
        let of_survey: BTreeSet<String> = ids.iter().filter(|id| wanted(id)).cloned().collect();
        assert!((1..260).contains(&of_survey.len()), "{query}");
        let collected: BTreeSet<String> = of_survey.intersection(&of_collector).cloned().collect();
        for (path, expected) in [
            (format!("{base}/responses"), &of_survey),
            (format!("{base}/responses/bulk"), &of_survey),
            (format!("/v3/collectors/{collector}/responses"), &collected),
            (format!("/v3/collectors/{collector}/responses/bulk"), &collected),
        ] {
            let mut found = BTreeSet::new();
            for page in 1..=3 {
                let list = world.get("owner", &format!("{path}?{query}&per_page=100&page={page}")).ok();
                assert_eq!(list["total"].as_u64(), Some(expected.len() as u64), "{path}?{query}");
                found.extend(list["data"].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap().to_owned()));
            }
            assert!(found == *expected, "{path}?{query}");
        }
    }
}

#[test]
fn collectors_divide_the_responses_of_a_survey() {
    let world = World::new();
    let base = survey(&world);
    let bulk = world.get("owner", &format!("{base}/responses/bulk?per_page=100")).ok();
    let collectors: BTreeSet<&str> =
        bulk["data"].as_array().unwrap().iter().map(|response| response["collector_id"].as_str().unwrap()).collect();
    assert!(collectors.len() >= 2);
    let mut sum = 0;
    for collector in &collectors {
        let list = world.get("owner", &format!("/v3/collectors/{collector}/responses/bulk?per_page=1")).ok();
        let href = list["data"][0]["href"].as_str().unwrap();
        assert!(href.contains(&format!("/v3/collectors/{collector}/responses/")), "href keeps its parent: {href}");
        assert_eq!(list["total"], total(&world, &format!("{base}/responses/bulk?collector_ids={collector}")));
        sum += list["total"].as_u64().unwrap();
    }
    assert_eq!(sum, 260);
}

#[test]
fn pages_and_questions_can_be_picked_and_answers_put_in_words() {
    let world = World::new();
    let base = format!("{}/responses/bulk?per_page=20", survey(&world));
    let bulk = world.get("owner", &base).ok();
    let answered = |bulk: &Value| -> Vec<Value> {
        let responses = bulk["data"].as_array().unwrap().iter();
        let pages = responses.flat_map(|response| response["pages"].as_array().unwrap());
        pages.flat_map(|page| page["questions"].as_array().unwrap()).cloned().collect()
    };
    let id = answered(&bulk)[0]["id"].as_str().unwrap().to_owned();
    let picked = world.get("owner", &format!("{base}&question_ids={id}&simple=True")).ok();
    let picked = answered(&picked);
    assert!(!picked.is_empty() && picked.iter().all(|question| question["id"] == id.as_str()));
    assert!(picked[0]["heading"].is_string() && picked[0]["answers"][0]["simple_text"].is_string());
}

#[test]
fn another_teams_responses_do_not_exist() {
    let world = World::new();
    world.get("other_team", &format!("{}/responses", survey(&world))).fails(Error::NotFound);
    world.get("owner", "/v3/collectors/1/responses").fails(Error::NotFound);
}

#[test]
fn a_response_is_found_through_its_survey_its_collector_and_the_old_address() {
    let world = World::new();
    let base = survey(&world);
    let bulk = world.get("owner", &format!("{base}/responses/bulk?per_page=1")).ok()["data"][0].clone();
    let (id, collector) = (bulk["id"].as_str().unwrap(), bulk["collector_id"].as_str().unwrap());
    let paths = [format!("{base}/responses/{id}"), format!("/v3/collectors/{collector}/responses/{id}")];
    for path in &paths {
        let one = world.get("owner", path).ok();
        assert!(one["href"].as_str().unwrap().ends_with(path.as_str()), "{}", one["href"]);
        assert!(one.get("pages").is_none() && one.get("current_page_id").is_none(), "answers need another scope");
        let details = world.get("owner", &format!("{path}/details")).ok();
        assert_eq!(details["pages"], bulk["pages"]);
        assert_eq!(details["metadata"], bulk["metadata"]);
    }
    let old = world.get("owner", &format!("/v3/responses/{id}")).ok();
    assert!(old["href"].as_str().unwrap().ends_with(&paths[0]));
    world.get("other_team", &format!("/v3/responses/{id}")).fails(Error::NotFound);
    world.get("owner", &format!("/v3/surveys/{}/responses/{id}", surveys::CSAT)).fails(Error::NotFound);
    world.get("owner", &format!("/v3/collectors/{}/responses/{id}", surveys::CSAT_LINK)).fails(Error::NotFound);
    world.get("owner", "/v3/responses/1").fails(Error::NotFound);
}

#[test]
fn details_say_on_which_page_the_respondent_is() {
    let world = World::new();
    let base = survey(&world);
    for (status, done) in [("completed", true), ("disqualified", true), ("partial", false)] {
        let bulk = world.get("owner", &format!("{base}/responses/bulk?per_page=1&status={status}")).ok();
        let id = bulk["data"][0]["id"].as_str().unwrap();
        let details = world.get("owner", &format!("{base}/responses/{id}/details")).ok();
        assert_eq!(details["current_page_id"] == "0", done, "{status}");
    }
}

#[test]
fn details_return_the_requested_pages_and_questions_in_words_too() {
    let world = World::new();
    let base = format!("{}/responses", survey(&world));
    let bulk = world.get("owner", &format!("{base}/bulk?per_page=1&status=completed")).ok()["data"][0].clone();
    let page = bulk["pages"].as_array().unwrap().iter().find(|page| page["questions"][0].is_object()).unwrap();
    let path = format!("{base}/{}/details", bulk["id"].as_str().unwrap());
    let asked = world.get("owner", &format!("{path}?page_ids={}", page["id"].as_str().unwrap())).ok();
    assert_eq!(asked["pages"], serde_json::json!([page]));
    let question = page["questions"][0]["id"].as_str().unwrap();
    let asked = world.get("owner", &format!("{path}?question_ids={question}&simple=true")).ok();
    let answered: Vec<&Value> =
        asked["pages"].as_array().unwrap().iter().flat_map(|page| page["questions"].as_array().unwrap()).collect();
    assert_eq!(answered.len(), 1);
    assert!(answered[0]["heading"].is_string() && answered[0]["answers"][0]["simple_text"].is_string());
}

#[test]
fn answers_are_read_by_those_who_may_analyze_alone() {
    let world = World::new();
    let list = world.get("owner", &format!("/v3/surveys/{}/responses?per_page=1", surveys::KITCHEN)).ok();
    let id = list["data"][0]["id"].as_str().unwrap();
    let paths = [
        format!("/v3/surveys/{KITCHEN}/responses"),
        format!("/v3/surveys/{KITCHEN}/responses/bulk"),
        format!("/v3/collectors/{KITCHEN_LINK}/responses"),
        format!("/v3/surveys/{KITCHEN}/rollups"),
        format!("/v3/surveys/{KITCHEN}/trends"),
        format!("/v3/surveys/{}/responses/{id}", surveys::KITCHEN),
        format!("/v3/surveys/{}/responses/{id}/details", surveys::KITCHEN),
        format!("/v3/responses/{id}"),
    ];
    for path in &paths {
        world.get("regular", path).ok();
    }
    stored_survey::sql(&world, "UPDATE roles SET privileges = json_remove(privileges, '$[2]')", &[]);
    for path in &paths {
        let answer = world.get("regular", path);
        assert_eq!(answer.error(), Some(Error::NotPermitted), "{path}");
        assert!(answer.body()["error"]["message"].as_str().unwrap().contains("analyze.read_only"));
        world.get("owner", path).ok();
    }
}
