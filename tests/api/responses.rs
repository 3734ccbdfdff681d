//! Responses: the small list, bulk and single ones, by survey and by collector.

mod bulk;
mod change;
mod create;
mod kinds;
pub mod made;
mod quiz;
mod violations;

use crate::support::surveys::{KITCHEN, KITCHEN_LINK};
use crate::support::{Answered, World, surveys};
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
fn details_give_the_pages_and_questions_that_are_asked_for_in_words_too() {
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
    made::sql(&world, "UPDATE roles SET privileges = json_remove(privileges, '$[2]')", &[]);
    for path in &paths {
        let answer = world.get("regular", path);
        assert_eq!(answer.error(), Some(Error::NotPermitted), "{path}");
        assert!(answer.body()["error"]["message"].as_str().unwrap().contains("analyze.read_only"));
        world.get("owner", path).ok();
    }
}
