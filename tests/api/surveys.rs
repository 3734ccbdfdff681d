//! Surveys: which ones a user sees, in which order, and the design of one.

use crate::support::{Answered, World};
use serde_json::Value;

fn titles(list: &Value) -> Vec<&str> {
    list["data"].as_array().unwrap().iter().map(|survey| survey["title"].as_str().unwrap()).collect()
}

fn every_kind(world: &World) -> String {
    let surveys = world.described["surveys"].as_array().unwrap();
    surveys.iter().find(|survey| survey["responses"] == 260).unwrap()["id"].as_str().unwrap().to_owned()
}

#[test]
fn an_item_is_small_and_include_adds_to_it() {
    let world = World::new();
    let plain = world.get("owner", "/v3/surveys").ok();
    assert_eq!(plain["data"][0].as_object().unwrap().len(), 4, "id, title, nickname, href");
    let fields = "response_count,date_created,date_modified,language,question_count,analyze_url,preview,collect_stats";
    let full = world.get("owner", &format!("/v3/surveys?include={fields}")).ok();
    assert_eq!(full["data"][0].as_object().unwrap().len(), 12);
    let modified = full["data"][0]["date_modified"].as_str().unwrap();
    assert!(modified.len() == 19 && modified.ends_with(":00"), "no offset, seconds 00: {modified}");
}

#[test]
fn a_list_is_sorted_and_searched_as_asked() {
    let world = World::new();
    let ascending = world.get("owner", "/v3/surveys?sort_by=title&sort_order=asc").ok();
    let mut sorted = titles(&ascending);
    sorted.sort_unstable();
    assert_eq!(titles(&ascending), sorted);
    let descending =
        world.get("owner", "/v3/surveys?sort_by=num_responses&sort_order=DESC&include=response_count").ok();
    let counts: Vec<u64> = descending["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|survey| survey["response_count"].as_u64().unwrap())
        .collect();
    assert!(counts.is_sorted_by(|a, b| a >= b), "{counts:?}");
    let word = titles(&ascending)[0].split(' ').next().unwrap().to_lowercase();
    let found = world.get("owner", &format!("/v3/surveys?title={word}")).ok();
    assert!(titles(&found).iter().all(|title| title.to_lowercase().contains(&word)) && found["total"] != 0);
    assert_eq!(world.get("owner", "/v3/surveys?title=%25").ok()["total"], 0, "wildcards are taken literally");
}

#[test]
fn dates_bound_the_list_and_nonsense_is_refused() {
    let world = World::new();
    let all = world.get("owner", "/v3/surveys?include=date_modified&sort_by=date_modified&sort_order=asc").ok();
    let newest = all["data"].as_array().unwrap().last().unwrap()["date_modified"].as_str().unwrap();
    let since = world.get("owner", &format!("/v3/surveys?start_modified_at={newest}Z")).ok();
    assert_eq!(since["total"], 1);
    let before = world.get("owner", &format!("/v3/surveys?end_modified_at={}", newest.replace('T', "%20"))).ok();
    assert_eq!(before["total"].as_u64().unwrap(), all["total"].as_u64().unwrap() - 1);
    let answer = world.get("owner", "/v3/surveys?start_modified_at=yesterday");
    assert_eq!(answer.code(), "1003");
    assert!(answer.body()["error"]["message"].as_str().unwrap().contains("`start_modified_at`"));
}

#[test]
fn shared_surveys_are_seen_through_a_workgroup_and_others_do_not_exist() {
    let world = World::new();
    let all = world.get("regular", "/v3/surveys").ok()["total"].as_u64().unwrap();
    let owned = world.get("regular", "/v3/surveys?include=owned").ok()["total"].as_u64().unwrap();
    let shared = world.get("regular", "/v3/surveys?include=shared_with").ok()["total"].as_u64().unwrap();
    assert!(shared > 0 && all == owned + shared, "{all} = {owned} + {shared}");
    assert!(world.get("owner", "/v3/surveys?include=shared_by").ok()["total"].as_u64().unwrap() > 0);
    let path = format!("/v3/surveys/{}/details", every_kind(&world));
    assert_eq!(world.get("other_team", &path).code(), "1020");
}

#[test]
fn details_hold_every_kind_of_question_in_order() {
    let world = World::new();
    let survey = world.get("owner", &format!("/v3/surveys/{}/details", every_kind(&world))).ok();
    let pages = survey["pages"].as_array().unwrap();
    assert_eq!(survey["page_count"].as_u64().unwrap(), pages.len() as u64);
    let questions: Vec<&Value> = pages.iter().flat_map(|page| page["questions"].as_array().unwrap()).collect();
    assert_eq!(survey["question_count"].as_u64().unwrap(), questions.len() as u64);
    let mut kinds: Vec<String> = questions.iter().map(|q| format!("{}/{}", q["family"], q["subtype"])).collect();
    kinds.sort_unstable();
    kinds.dedup();
    assert!(kinds.len() >= 25, "{kinds:?}");
    for page in pages {
        let positions: Vec<u64> = page["questions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|question| question["position"].as_u64().unwrap())
            .collect();
        assert!(positions.is_sorted(), "{positions:?}");
        assert_eq!(page["question_count"].as_u64().unwrap(), positions.len() as u64);
    }
}
