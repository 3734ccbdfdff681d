//! Pages of responses with their answers: up to 1,000 responses and 8 MB.

use super::survey;
use crate::support::surveys::EVERY_KIND_MAIL;
use crate::support::{Answered, World, people};
use canvass::service::actor::protocol::ActorId;
use canvass::service::store::sql::Sql;
use canvass::spec::errors::Error;
use canvass::spec::limits::BULK_BYTES_MAX;
use proptest::prelude::*;
use serde_json::{Value, json};

/// The ids of a survey's responses, in the order of the list.
fn ids(world: &World, list: &str) -> Vec<String> {
    listed(&world.get("owner", &format!("{list}?per_page=1000")).ok())
}

fn listed(list: &Value) -> Vec<String> {
    list["data"].as_array().unwrap().iter().map(|response| response["id"].as_str().unwrap().to_owned()).collect()
}

/// Gives a response an answer of so many bytes.
fn write(world: &World, id: &str, bytes: usize) {
    let pages = json!([{ "id": "1", "questions": [{ "id": "2", "answers": [{ "text": "x".repeat(bytes) }] }] }]);
    let update = "UPDATE responses SET pages = ? WHERE id = ?";
    world
        .database(&ActorId::Team(people::NORTHWIND.to_owned()))
        .run(update, &[pages.to_string().into(), id.into()])
        .unwrap();
}

/// The number that a refusal names.
fn named(message: &str) -> usize {
    let (_, rest) = message.split_once("per_page=").unwrap();
    rest.split(|letter: char| !letter.is_ascii_digit()).next().unwrap().parse().unwrap()
}

#[test]
fn a_bulk_page_of_more_than_8_mb_is_answered_with_413_and_names_a_page_that_fits() {
    let world = World::new();
    for base in [survey(&world), format!("/v3/collectors/{EVERY_KIND_MAIL}")] {
        let all = ids(&world, &format!("{base}/responses"));
        // Every response has 100 kB: 80 of them are too many by what surrounds the answers.
        all.iter().for_each(|id| write(&world, id, 100_000));
        let bulk = format!("{base}/responses/bulk?per_page=");
        let refused = world.get("owner", &format!("{bulk}120"));
        assert_eq!(refused.error(), Some(Error::TooLarge), "{base}");
        let message = refused.body()["error"]["message"].as_str().unwrap().to_owned();
        assert_eq!(
            message,
            "The entity is too large. The page has more than 8000000 bytes: ask for per_page=60 or fewer."
        );
        let page = world.get("owner", &format!("{bulk}60")).ok();
        assert_eq!(listed(&page), all[..all.len().min(60)], "{base}");
        assert!(page.to_string().len() > 6_000_000);
    }
}

#[test]
fn a_bulk_page_of_one_response_is_served_whatever_its_size() {
    let world = World::new();
    let bulk = format!("{}/responses/bulk", survey(&world));
    let all = ids(&world, &format!("{}/responses", survey(&world)));
    // What stands in the database in few bytes has six times as many in JSON.
    let pages = json!([{ "id": "1", "questions": [{ "id": "2", "answers": [{ "text": "\u{1}".repeat(300_000) }] }] }]);
    let database = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    database
        .run("UPDATE responses SET pages = ? WHERE id = ?", &[pages.to_string().into(), all[0].clone().into()])
        .unwrap();
    for other in &all[1..5] {
        write(&world, other, 1_900_000);
    }
    let refused = world.get("owner", &format!("{bulk}?per_page=5"));
    assert_eq!(named(refused.body()["error"]["message"].as_str().unwrap()), 1);
    assert_eq!(listed(&world.get("owner", &format!("{bulk}?per_page=1")).ok()), all[..1]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10))]

    /// A reader that goes on with each page that is named gets every response once and in order, and no page is larger
    /// than it may be.
    #[test]
    fn a_reader_who_follows_the_named_pages_misses_and_repeats_nothing(
        sizes in proptest::collection::vec((0_usize..260, 1_usize..1_900_000), 1..24),
        first in 2_usize..=1000,
    ) {
        let world = World::new();
        let base = survey(&world);
        let all = ids(&world, &format!("{base}/responses"));
        for (at, bytes) in sizes {
            write(&world, &all[at], bytes);
        }
        let (mut seen, mut size, mut page) = (Vec::new(), first, 1);
        while seen.len() < all.len() {
            let answer = world.get("owner", &format!("{base}/responses/bulk?per_page={size}&page={page}"));
            if answer.status == 413 {
                let smaller = named(answer.body()["error"]["message"].as_str().unwrap());
                prop_assert!(smaller < size && seen.len() % smaller == 0);
                (size, page) = (smaller, seen.len() / smaller + 1);
                // What is named fits at the place where the refused page begins.
                let next = world.get("owner", &format!("{base}/responses/bulk?per_page={size}&page={page}"));
                prop_assert_eq!(next.status, 200);
                continue;
            }
            let list = answer.ok();
            prop_assert!(size == 1 || list["data"].to_string().len() <= BULK_BYTES_MAX + 2 + size);
            seen.extend(listed(&list));
            page += 1;
        }
        prop_assert_eq!(seen, all);
    }
}
