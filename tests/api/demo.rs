//! The demo world itself: what other tests rely on.

use crate::support::database::Database;
use crate::support::surveys::{AGREEMENT_DELETED, ENGAGEMENT_LINK, EVERY_KIND, PLACE_DELETED, VISIT_DELETED};
use crate::support::{Answered, START, World, people, surveys};
use base64ct::{Base64UrlUnpadded, Encoding as _};
use canvass::service::actor::protocol::{ActorId, Command};
use canvass::service::actor::token::{self, AccessToken};
use canvass::service::environment::derivation::HashCost;
use canvass::service::environment::password;
use canvass::service::sandbox::demo::demo_actors;
use canvass::service::store::sql::{Sql, Value};
use canvass::spec::errors::Error;
use canvass::spec::questions::KINDS;
use canvass::spec::resources::questions::Question;
use canvass::spec::resources::responses::Response;
use canvass::spec::resources::surveys::SurveyDetails;
use canvass::spec::shape::Shaped;
use canvass::wire::check::{Direction, check_body};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

fn list<'a>(world: &'a World, of: &str) -> &'a Vec<serde_json::Value> {
    world.described[of].as_array().unwrap()
}

#[test]
fn every_token_reaches_its_team_or_fails_as_its_note_says() {
    let world = World::new();
    for token in list(&world, "tokens") {
        let name = token["name"].as_str().unwrap();
        let answer = world.get(name, "/v3/users/me");
        match name {
            "revoked" => assert_eq!((answer.status, answer.body()["status"].as_u64()), (401, Some(1))),
            "no_grants" => assert_eq!(answer.error(), Some(Error::NoGrants)),
            "disabled" => assert_eq!(answer.error(), Some(Error::NotAuthorized)),
            "expired" => assert_eq!(answer.error(), Some(Error::ExpiredToken)),
            "gone" => assert_eq!(answer.error(), Some(Error::UserDeleted)),
            "surveys_read_only" => assert_eq!(answer.error(), Some(Error::MissingScope)),
            _ => assert_eq!(answer.ok()["id"], world.person(token["person"].as_str().unwrap())["user_id"]),
        }
    }
}

#[test]
fn the_tokens_are_valid_in_a_store_of_a_build_from_before_the_grants_had_nonces() {
    let mut world = World::new();
    let config = world.service.config.clone();
    for token in list(&world, "tokens").clone() {
        let text = token["token"].as_str().unwrap();
        let AccessToken { region, team, app, hash } = token::verify_token(&config, text).unwrap();
        let secret = config.derive_key(&format!("demo token {}", token["name"].as_str().unwrap()));
        let former = token::mint_token(&config, region, &team, &app, secret[..24].try_into().unwrap()).unwrap();
        let place = ActorId::Team(team);
        let database = world.database(&place);
        let grants = || {
            let rows = database.run("SELECT token_hash, nonce FROM grants ORDER BY token_hash", &[]).unwrap();
            rows.iter().map(|row| (row.text("token_hash"), row.optional_text("nonce"))).collect::<Vec<_>>()
        };
        let seeded = grants();
        let age = "UPDATE grants SET token_hash = ?, nonce = NULL WHERE token_hash = ?";
        database.run(age, &[token::hash_secret(&former).into(), hash.into()]).unwrap();
        let aged = grants();
        assert_ne!(aged, seeded);
        world.service.config.demo_secrets = None;
        world.service.open_actor(&place, world.now(), START, &*database).unwrap();
        assert_eq!(grants(), aged, "without a sandbox there are no tokens of the demo world to renew");
        world.service.config.demo_secrets = config.demo_secrets;
        world.service.open_actor(&place, world.now(), START, &*database).unwrap();
        assert_eq!(grants(), seeded, "{token}");
    }
}

#[test]
fn without_a_sandbox_there_is_no_actor_of_the_demo_world_and_a_new_one_is_empty() {
    let count = |world: &World, place: &ActorId, table: &str| {
        let rows = world.database(place).run(&format!("SELECT 1 AS one FROM {table}"), &[]);
        rows.unwrap().len()
    };
    // A command that creates no actor.
    let command = Command::RecallLease(String::new(), 0);
    for is_sandbox in [true, false] {
        let mut world = World::new();
        if !is_sandbox {
            world.service.config.demo_secrets = None;
        }
        let exists = |place: &ActorId| world.service.actor_exists(place, &command, &Database::new()).unwrap();
        let own = ActorId::App(world.service.config.gateway_app.client_id.clone());
        let actors: Vec<ActorId> =
            demo_actors(&world.service.config).into_iter().filter(|place| *place != own).collect();
        assert!(!actors.is_empty() && actors.iter().all(|place| exists(place) == is_sandbox));
        for place in &actors {
            let table = if matches!(place, ActorId::Team(_)) { "users" } else { "app" };
            assert_eq!(count(&world, place, table) > 0, is_sandbox, "{place:?}");
        }
        assert!(exists(&own) && count(&world, &own, "app") == 1, "the gateway's own app is in both");
        let directory = ActorId::of_email(world.person("owner")["email"].as_str().unwrap());
        assert_eq!(count(&world, &directory, "addresses") > 0, is_sandbox);
    }
}

#[test]
fn no_two_tokens_share_person_and_app() {
    let world = World::new();
    let mut pairs = BTreeSet::new();
    for token in list(&world, "tokens") {
        assert!(pairs.insert((token["person"].to_string(), token["app"].to_string())), "{token}");
    }
}

#[test]
fn the_directory_knows_everybody_who_can_sign_in_and_the_password_fits() {
    let world = World::new();
    for person in list(&world, "people") {
        let text = |field: &str| person[field].as_str().unwrap();
        let directory = world.database(&ActorId::of_email(text("email")));
        let rows = directory.run("SELECT team FROM addresses WHERE email = ?", &[Value::from(text("email"))]).unwrap();
        assert_eq!(rows.len() == 1, !text("password").is_empty(), "{person}");
        for row in rows {
            let team = world.database(&ActorId::Team(row.text("team")));
            let rows = team.run("SELECT password FROM users WHERE email = ?", &[Value::from(text("email"))]).unwrap();
            let stored = rows[0].text("password");
            let salt = Base64UrlUnpadded::decode_vec(stored.split('$').nth(2).unwrap()).unwrap().try_into().unwrap();
            let cost = HashCost { calls: 1, rounds: 1 };
            assert_eq!(password::hash_with_salt(text("password"), salt, cost), stored, "{person}");
        }
    }
}

#[test]
fn a_place_is_filled_once() {
    let world = World::new();
    let place = ActorId::Team(people::NORTHWIND.to_owned());
    let database = world.database(&place);
    world.service.open_actor(&place, world.now(), START, &*database).unwrap();
    assert_eq!(database.run("SELECT id FROM team", &[]).unwrap().len(), 1);
}

#[test]
fn two_worlds_are_the_same_to_the_last_byte() {
    let bytes =
        || World::new().get("owner", &format!("/v3/surveys/{EVERY_KIND}/responses/bulk?per_page=100&page=3")).body;
    assert_eq!(bytes(), bytes());
}

#[test]
fn every_survey_has_the_documented_responses_in_the_right_shape() {
    let world = World::new();
    for survey in list(&world, "surveys") {
        let (id, owner) = (survey["id"].as_str().unwrap(), survey["owner"].as_str().unwrap());
        let details = world.get(owner, &format!("/v3/surveys/{id}/details"));
        assert_eq!(check_body(&details.body, &SurveyDetails::SHAPE, Direction::Response), Ok(()), "{id}");
        assert_eq!(details.ok()["response_count"], survey["responses"]);
        if owner == "free" {
            continue;
        }
        let bulk = world.get(owner, &format!("/v3/surveys/{id}/responses/bulk?per_page=100")).ok();
        assert_eq!(bulk["total"], survey["responses"], "{id}");
        for response in bulk["data"].as_array().unwrap() {
            assert_eq!(
                check_body(response.to_string().as_bytes(), &Response::SHAPE, Direction::Response),
                Ok(()),
                "{response}"
            );
        }
    }
}

#[test]
fn the_reference_survey_has_every_kind_and_each_kind_that_can_is_answered() {
    let world = World::new();
    let details = world.get("owner", &format!("/v3/surveys/{EVERY_KIND}/details")).ok();
    let mut kinds: BTreeMap<String, (String, bool)> = BTreeMap::new();
    for question in details["pages"].as_array().unwrap().iter().flat_map(|page| page["questions"].as_array().unwrap()) {
        assert_eq!(
            check_body(question.to_string().as_bytes(), &Question::SHAPE, Direction::Request),
            Ok(()),
            "{question}"
        );
        let kind = format!("{} {}", question["family"].as_str().unwrap(), question["subtype"].as_str().unwrap());
        kinds.insert(question["id"].as_str().unwrap().to_owned(), (kind, question["answers"].is_object()));
    }
    let found: BTreeSet<&str> = kinds.values().map(|(kind, _)| kind.as_str()).collect();
    let all: Vec<String> =
        KINDS.iter().map(|kind| format!("{} {}", kind.family.as_str(), kind.subtype.as_str())).collect();
    assert_eq!(found, all.iter().map(String::as_str).collect());

    let ids = option_ids(&details);
    let mut answered = BTreeSet::new();
    for page in 1..=3 {
        let bulk =
            world.get("owner", &format!("/v3/surveys/{EVERY_KIND}/responses/bulk?per_page=100&page={page}")).ok();
        for question in questions_of(&bulk) {
            answered.insert(kinds[question["id"].as_str().unwrap()].0.clone());
            for answer in question["answers"].as_array().unwrap() {
                for field in ["choice_id", "row_id", "col_id", "other_id"] {
                    let Some(id) = answer[field].as_str() else { continue };
                    assert!(ids.contains(id), "{field} of {answer}");
                }
            }
        }
    }
    let silent = ["presentation descriptive_text", "presentation image", "click_map single"];
    let expected: BTreeSet<String> = all.into_iter().filter(|kind| !silent.contains(&kind.as_str())).collect();
    assert_eq!(answered, expected);
}

fn questions_of(bulk: &serde_json::Value) -> Vec<&serde_json::Value> {
    let responses = bulk["data"].as_array().unwrap();
    let pages = responses.iter().flat_map(|response| response["pages"].as_array().unwrap());
    pages.flat_map(|page| page["questions"].as_array().unwrap()).collect()
}

/// The ids of all options of a design.
fn option_ids(value: &serde_json::Value) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        if let Some(fields) = value.as_object() {
            ids.extend(fields.get("id").and_then(|id| id.as_str()).map(str::to_owned));
            open.extend(fields.values());
        }
        open.extend(value.as_array().into_iter().flatten());
    }
    ids
}

#[test]
fn the_reference_responses_contain_what_is_hard_to_read() {
    let world = World::new();
    let details = world.get("owner", &format!("/v3/surveys/{EVERY_KIND}/details")).ok().to_string();
    let bulks: String = (1..=3)
        .map(|page| {
            world.get("owner", &format!("/v3/surveys/{EVERY_KIND}/responses/bulk?per_page=100&page={page}")).ok()
        })
        .map(|bulk| bulk.to_string())
        .collect();
    for text in
        ["=1+1", "\\\"never again\\\"", "First line\\nsecond line", "とても良かったです", "download_url", "variable_id"]
    {
        assert!(bulks.contains(text), "{text}");
    }
    for status in ["completed", "partial", "disqualified", "overquota"] {
        assert!(bulks.contains(&format!("\"response_status\":\"{status}\"")), "{status}");
    }
    // Deleted choices were chosen by somebody: of one choice, of several, and in a matrix.
    for choice in [VISIT_DELETED, PLACE_DELETED, AGREEMENT_DELETED] {
        assert!(details.contains(&format!("\"id\":\"{choice}\"")), "{choice}");
        assert!(bulks.contains(&format!("\"choice_id\":\"{choice}\"")), "{choice}");
    }
}

#[test]
fn responses_come_before_the_world_begins_and_after_their_survey() {
    let world = World::new();
    let database = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    let rows = database
        .run(
            "SELECT responses.id FROM responses JOIN surveys ON surveys.id = responses.survey_id
             WHERE responses.created < surveys.created OR responses.modified < responses.created
                OR responses.modified > ?",
            &[Value::from(canvass::wire::dates::Timestamp(1_767_571_200_000))],
        )
        .unwrap();
    assert_eq!(rows.len(), 0, "{rows:?}");
}

#[test]
fn everyone_who_answered_an_invitation_is_a_recipient_of_it() {
    let world = World::new();
    let database = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    let strangers = database
        .run(
            "SELECT responses.id
             FROM responses
             LEFT JOIN recipients ON recipients.id = responses.recipient_id
                                 AND recipients.collector_id = responses.collector_id
                                 AND recipients.address = responses.email
             WHERE responses.recipient_id <> '' AND recipients.id IS NULL",
            &[],
        )
        .unwrap();
    assert!(strangers.is_empty(), "{strangers:?}");
    let stats = world.get("owner", &format!("/v3/collectors/{}/stats", surveys::EVERY_KIND_MAIL)).ok();
    assert_eq!((&stats["recipients"], &stats["mail_status"]["sent"]), (&json!(86), &json!(86)));
    assert_eq!(stats["survey_response_status"]["not_responded"], 6);
    assert_eq!((&stats["mail_status"]["bounced"], &stats["mail_status"]["opted_out"]), (&json!(1), &json!(1)));
    let anonymous = world.get("admin", &format!("/v3/collectors/{ENGAGEMENT_LINK}/stats")).ok();
    assert_eq!(anonymous["survey_response_status"]["not_responded"], 6, "{anonymous}");
    let message = world.get("owner", &format!("/v3/collectors/{}/messages", surveys::EVERY_KIND_MAIL)).ok();
    assert_eq!(message["data"][0]["status"], "sent");
}

#[test]
fn every_list_of_contacts_has_the_documented_contacts() {
    let world = World::new();
    for told in list(&world, "contact_lists") {
        let path = format!("/v3/contact_lists/{}", told["id"].as_str().unwrap());
        let owner = told["owner"].as_str().unwrap();
        assert_eq!(world.get(owner, &path).ok()["name"], told["name"]);
        let held: u64 = ["active", "optout", "bounced"]
            .iter()
            .map(|status| world.get(owner, &format!("{path}/contacts?status={status}")).ok()["total"].as_u64().unwrap())
            .sum();
        assert_eq!(json!(held), told["contacts"]);
    }
}

#[test]
fn a_ranking_is_the_same_after_it_was_put_as_it_was_read() {
    let world = World::new();
    let path = format!("/v3/surveys/{}/pages/{}/questions/400005003", surveys::KITCHEN, surveys::KITCHEN_PAGE);
    let read = world.get("owner", &path).ok();
    assert_eq!(world.put("owner", &path, read.clone()).ok()["answers"], read["answers"]);
}
