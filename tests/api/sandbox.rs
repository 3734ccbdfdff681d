//! The sandbox's seed: any number of surveys and responses, the same ones for the same number, as good as any others.

use crate::support::{Answered, World};
use canvass::service::sandbox::demo::bulk_data;
use canvass::service::sandbox::seed::{SeedRequest, write_batch};
use canvass::service::store::sql::Sql as _;
use serde_json::Value;

fn wish(seed: u32, surveys: u64, responses: u64) -> SeedRequest {
    SeedRequest { seed, surveys, responses, ..SeedRequest::default() }
}

fn seed(world: &World, wish: SeedRequest) {
    let (place, _) = bulk_data::seed_owner().unwrap();
    let sql = world.database(&place);
    wish.split_batches().for_each(|part| write_batch(&part, &*sql).unwrap());
}

/// All that was seeded, as text.
fn dump(world: &World) -> String {
    let (place, _) = bulk_data::seed_owner().unwrap();
    let sql = world.database(&place);
    let tables = ["surveys", "pages", "questions", "collectors", "responses"];
    let rows = tables.map(|table| {
        let least = if table == "responses" { "13000000000" } else { "600000000" };
        sql.run(&format!("SELECT * FROM {table} WHERE id >= ? ORDER BY id"), &[least.into()]).unwrap()
    });
    format!("{rows:?}")
}

#[test]
fn the_same_seed_makes_the_same_world_and_another_one_another() {
    let made = |number| {
        let world = World::new();
        seed(&world, wish(number, 30, 400));
        dump(&world)
    };
    assert_eq!(made(7), made(7));
    assert_ne!(made(7), made(8));
}

#[test]
fn a_seed_takes_the_place_of_the_one_before() {
    let world = World::new();
    seed(&world, wish(1, 50, 300));
    seed(&world, wish(2, 10, 20));
    let other = World::new();
    seed(&other, wish(2, 10, 20));
    assert_eq!(dump(&world), dump(&other));
}

#[test]
fn seeded_surveys_and_responses_are_read_through_the_api_like_all_others() {
    let world = World::new();
    let before = world.get("owner", "/v3/surveys").ok()["total"].as_u64().unwrap();
    seed(&world, wish(1, 3, 250));
    assert_eq!(world.get("owner", "/v3/surveys").ok()["total"].as_u64().unwrap(), before + 3);
    let mut counted = 0;
    for survey in ["600000000", "600000001", "600000002"] {
        let details = world.get("owner", &format!("/v3/surveys/{survey}/details")).ok();
        let count = details["response_count"].as_u64().unwrap();
        let page = &details["pages"][0];
        assert_eq!(page["questions"].as_array().unwrap().len(), 4);
        let bulk = world.get("owner", &format!("/v3/surveys/{survey}/responses/bulk?per_page=100")).ok();
        assert_eq!(bulk["total"].as_u64().unwrap(), count);
        counted += count;
        let design = details.to_string();
        let answers = bulk["data"].as_array().unwrap().iter().flat_map(|response| {
            let questions = response["pages"][0]["questions"].as_array().unwrap();
            questions.iter().flat_map(|question| question["answers"].as_array().unwrap())
        });
        for answer in answers {
            for field in ["choice_id", "row_id"] {
                if let Some(id) = answer.get(field).and_then(Value::as_str) {
                    assert!(design.contains(&format!("\"{id}\"")), "{field} {id} is not in the design of {survey}");
                }
            }
        }
        let statuses: Vec<&str> =
            bulk["data"].as_array().unwrap().iter().map(|each| each["response_status"].as_str().unwrap()).collect();
        assert!(statuses.contains(&"completed") && statuses.contains(&"partial"));
    }
    assert_eq!(counted, 250);
}

#[test]
fn a_wish_for_responses_without_a_survey_is_refused() {
    assert!(wish(1, 0, 1).check_limits().is_err());
    assert!(wish(1, 100_000_000, 0).check_limits().is_err());
    assert!(wish(1, 10_000, 1_000_000).check_limits().is_ok());
    let lifelike = |lifelike: Vec<u64>| SeedRequest { lifelike, ..SeedRequest::default() };
    assert!(lifelike(vec![100, 10_000, 100_000]).check_limits().is_ok());
    assert!(lifelike(vec![1_000_001]).check_limits().is_err());
    assert!(lifelike(vec![1; 11]).check_limits().is_err());
}
