//! The seed's lifelike surveys: how their responses are made.

use crate::support::{Answered, World};
use canvass::service::sandbox::demo::bulk_data;
use canvass::service::sandbox::seed::{SeedAction, SeedBatch, SeedRequest, write_batch};
use canvass::service::store::sql::Sql as _;
use canvass::spec::questions::KINDS;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The first lifelike survey.
const SURVEY: &str = "690000000";

fn seeded(seed: u32, lifelike: &[u64]) -> World {
    let world = World::new();
    seed_into(&world, seed, lifelike);
    world
}

fn seed_into(world: &World, seed: u32, lifelike: &[u64]) {
    let request = SeedRequest { seed, lifelike: lifelike.to_vec(), ..SeedRequest::default() };
    let (place, _) = bulk_data::seed_owner().unwrap();
    let sql = world.database(&place);
    request.split_batches().for_each(|part| write_batch(&part, &*sql).unwrap());
}

#[test]
fn a_seed_replaces_an_earlier_one_and_no_survey_of_the_owner() {
    let world = seeded(1, &[10]);
    let own = world.post("owner", "/v3/surveys", json!({ "title": "Our own", "pages": [{}] })).ok();
    let path = format!("/v3/surveys/{}/details", own["id"].as_str().unwrap());
    let before = world.get("owner", &path).ok();
    seed_into(&world, 1, &[]);
    assert_eq!(world.get("owner", &path).ok(), before);
    assert_eq!(world.get("owner", &format!("/v3/surveys/{SURVEY}")).status, 404);
}

fn dump(world: &World) -> String {
    let (place, _) = bulk_data::seed_owner().unwrap();
    let sql = world.database(&place);
    let rows = ["surveys", "pages", "questions", "collectors", "responses"].map(|table| {
        let least = if table == "responses" { "13000000000" } else { "600000000" };
        sql.run(&format!("SELECT * FROM {table} WHERE id >= ? ORDER BY id"), &[least.into()]).unwrap()
    });
    format!("{rows:?}")
}

pub fn details(world: &World, survey: &str) -> Value {
    world.get("owner", &format!("/v3/surveys/{survey}/details")).ok()
}

/// Every response of a survey, in the order of their creation.
pub fn responses(world: &World, survey: &str) -> Vec<Value> {
    let page = |number: usize| {
        let path = format!("/v3/surveys/{survey}/responses/bulk?per_page=100&page={number}");
        world.get("owner", &path).ok()["data"].as_array().unwrap().clone()
    };
    (1..).map(page).take_while(|data| !data.is_empty()).flatten().collect()
}

pub fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap_or_default()
}

pub fn questions(design: &Value) -> Vec<&Value> {
    let pages = design["pages"].as_array().unwrap();
    pages.iter().flat_map(|page| page["questions"].as_array().unwrap()).collect()
}

fn collect_ids<'a>(value: &'a Value, ids: &mut BTreeSet<&'a str>) {
    match value {
        Value::Object(members) => {
            ids.extend(members.get("id").and_then(Value::as_str));
            members.values().for_each(|member| collect_ids(member, ids));
        }
        Value::Array(items) => items.iter().for_each(|item| collect_ids(item, ids)),
        _ => {}
    }
}

/// The answers of a response to a question.
pub fn answers<'a>(response: &'a Value, question: &str) -> Vec<&'a Value> {
    let pages = response["pages"].as_array().unwrap();
    let all = pages.iter().flat_map(|page| page["questions"].as_array().unwrap());
    all.filter(|each| each["id"] == question).flat_map(|each| each["answers"].as_array().unwrap()).collect()
}

/// The position of the choice that was picked, counted from 0.
pub fn picked(response: &Value, question: &Value) -> Option<usize> {
    let answers = answers(response, text(question, "id"));
    let id = answers.first()?.get("choice_id")?;
    question["answers"]["choices"].as_array().unwrap().iter().position(|choice| choice["id"] == *id)
}

pub fn share(part: usize, whole: usize) -> f64 {
    f64::from(u32::try_from(part).unwrap()) / f64::from(u32::try_from(whole).unwrap())
}

#[test]
fn the_same_seed_makes_the_same_responses_however_they_are_divided() {
    let made = |number| dump(&seeded(number, &[300]));
    assert_eq!(made(7), made(7));
    assert_ne!(made(7), made(8));
    let world = seeded(7, &[]);
    let (place, _) = bulk_data::seed_owner().unwrap();
    let sql = world.database(&place);
    let request = SeedRequest { seed: 7, lifelike: vec![300], ..SeedRequest::default() };
    let parts = [(0, 1), (1, 130), (130, 300)].map(|(from, to)| SeedAction::LifelikeResponses(0, from, to));
    for work in [SeedAction::LifelikeSurvey(0)].into_iter().chain(parts) {
        write_batch(&SeedBatch { request: request.clone(), work }, &*sql).unwrap();
    }
    assert_eq!(dump(&world), made(7));
}

#[test]
fn a_lifelike_survey_is_made_for_each_wanted_number_and_deleted_by_the_next_seed() {
    let world = seeded(1, &[100, 250]);
    for (survey, count) in [(SURVEY, 100), ("690000001", 250)] {
        assert_eq!(responses(&world, survey).len(), count);
    }
    let (place, _) = bulk_data::seed_owner().unwrap();
    let sql = world.database(&place);
    SeedRequest::default().split_batches().for_each(|part| write_batch(&part, &*sql).unwrap());
    world.get("owner", &format!("/v3/surveys/{SURVEY}/details")).fails(canvass::spec::errors::Error::NotFound);
}

#[test]
fn a_lifelike_survey_has_34_questions_of_all_kinds_and_every_answer_is_in_its_design() {
    let world = seeded(1, &[400]);
    let design = details(&world, SURVEY);
    let kinds: BTreeSet<(String, String)> = questions(&design)
        .iter()
        .map(|each| (text(each, "family").to_owned(), text(each, "subtype").to_owned()))
        .collect();
    assert_eq!(questions(&design).len(), 34);
    for kind in KINDS {
        assert!(kinds.contains(&(kind.family.as_str().to_owned(), kind.subtype.as_str().to_owned())), "{kind:?}");
    }
    let mut known = BTreeSet::new();
    collect_ids(&design, &mut known);
    let (mut deleted, mut na, mut others) = (0, 0, 0);
    let choices_with = |field: &str, value: bool| -> BTreeSet<&str> {
        let all = questions(&design).into_iter().flat_map(|each| each["answers"]["choices"].as_array());
        all.flatten().filter(|choice| choice[field] == value).map(|choice| text(choice, "id")).collect()
    };
    let (hidden, absent) = (choices_with("visible", false), choices_with("is_na", true));
    let all = responses(&world, SURVEY);
    for question in questions(&design) {
        for answer in all.iter().flat_map(|response| answers(response, text(question, "id"))) {
            for field in ["choice_id", "row_id", "col_id", "other_id"] {
                let Some(id) = answer.get(field).and_then(Value::as_str) else { continue };
                assert!(known.contains(id), "{field} {id}");
                deleted += usize::from(hidden.contains(id));
                na += usize::from(absent.contains(id));
                others += usize::from(field == "other_id" && !text(answer, "text").is_empty());
            }
        }
    }
    assert!(deleted > 20 && na > 50 && others > 50, "{deleted} {na} {others}");
}

#[test]
fn lifelike_answers_are_unequal_and_follow_from_one_another() {
    let world = seeded(1, &[800]);
    let design = details(&world, SURVEY);
    let (visit, score) = (questions(&design)[1], questions(&design)[4]);
    let all = responses(&world, SURVEY);
    let pairs: Vec<(usize, usize)> =
        all.iter().filter_map(|each| Some((picked(each, visit)?, picked(each, score)?))).collect();
    let mean = |least: usize, most: usize| {
        let scores: Vec<usize> =
            pairs.iter().filter(|(visit, _)| (least..=most).contains(visit)).map(|(_, score)| *score).collect();
        share(scores.iter().sum(), scores.len())
    };
    assert!(mean(0, 0) > mean(1, 1) + 0.5, "{} {}", mean(0, 0), mean(1, 1));
    assert!(mean(1, 1) > mean(2, 4) + 0.5, "{} {}", mean(1, 1), mean(2, 4));
    let counts = (0..5).map(|choice| pairs.iter().filter(|(visit, _)| *visit == choice).count());
    assert!(counts.clone().max() > counts.min().map(|least| least * 3));
    let essay = text(questions(&design)[23], "id");
    let mut words: BTreeMap<&str, usize> = BTreeMap::new();
    let mut texts = BTreeSet::new();
    for answer in all.iter().flat_map(|each| answers(each, essay)) {
        texts.insert(text(answer, "text"));
        text(answer, "text").split(' ').for_each(|word| *words.entry(word).or_default() += 1);
    }
    assert!(texts.len() > 100 && words["staff"] > 20, "{} {}", texts.len(), words["staff"]);
}

#[test]
fn lifelike_responses_stop_at_different_pages_and_record_their_path() {
    let world = seeded(1, &[800]);
    let all = responses(&world, SURVEY);
    let taken: Vec<&Value> = all.iter().filter(|each| each["collection_mode"] != "data_entry").collect();
    let mut stops: BTreeMap<usize, usize> = BTreeMap::new();
    for response in &taken {
        let path: Vec<&str> = response["page_path"].as_array().unwrap().iter().map(|id| id.as_str().unwrap()).collect();
        let answered = response["pages"].as_array().unwrap().iter();
        for page in answered.filter(|page| !page["questions"].as_array().unwrap().is_empty()) {
            assert!(path.contains(&text(page, "id")), "answers on a page that was not visited");
        }
        if response["response_status"] == "partial" {
            *stops.entry(path.len()).or_default() += 1;
        }
    }
    assert!(stops.len() >= 5 && stops.values().sum::<usize>() > 50, "{stops:?}");
    let skipped = taken
        .iter()
        .filter(|each| each["response_status"] == "completed" && each["page_path"].as_array().unwrap().len() == 7);
    assert!(skipped.count() > 40, "some skip a page");
    for status in ["disqualified", "overquota"] {
        assert!(all.iter().filter(|each| each["response_status"] == status).count() > 5, "{status}");
    }
}

#[test]
fn lifelike_responses_come_in_waves_and_bursts_with_gaps_and_are_edited() {
    let world = seeded(1, &[5000]);
    let (place, _) = bulk_data::seed_owner().unwrap();
    let sql = world.database(&place);
    let rows = sql
        .run(
            "SELECT created, modified, total_time, mode, collector_id, email <> '' AS known
             FROM responses WHERE survey_id = ? ORDER BY id",
            &[SURVEY.into()],
        )
        .unwrap();
    let seconds: Vec<i64> = rows.iter().map(|row| row.integer("created") / 1000).collect();
    assert!(seconds.is_sorted(), "later ids begin later");
    let same = |seconds: &[i64]| seconds.chunk_by(|one, other| one == other).map(<[i64]>::len).max();
    assert_eq!(same(&seconds), Some(250));
    let imported: Vec<_> = rows.iter().filter(|row| row.text("mode") == "data_entry").collect();
    assert_eq!(imported.len(), 250);
    assert!(imported.iter().all(|row| row.integer("modified") == row.integer("created")));
    assert!(seconds.windows(2).filter(|pair| pair[1] - pair[0] > 3 * 86_400).count() >= 3, "gaps of days");
    let edited =
        rows.iter().filter(|row| row.integer("modified") - row.integer("created") > row.integer("total_time") * 1000);
    assert!((100..500).contains(&edited.count()));
    let mut times: Vec<i64> = rows.iter().map(|row| row.integer("total_time")).filter(|time| *time > 0).collect();
    times.sort_unstable();
    assert!(times.last().unwrap() > &(times[times.len() / 2] * 100), "a long tail");
    let previews = rows.iter().filter(|row| row.text("mode") == "survey_preview").count();
    assert!(previews > 40);
    let counted = usize::try_from(details(&world, SURVEY)["response_count"].as_u64().unwrap()).unwrap();
    assert_eq!(counted, rows.len() - previews);
    let collectors: BTreeSet<String> = rows.iter().map(|row| row.text("collector_id")).collect();
    assert_eq!(collectors.len(), 4);
    assert!(rows.iter().filter(|row| row.integer("known") == 1).count() > 1000, "contacts");
}

#[test]
fn lifelike_respondents_have_languages_custom_values_and_variables() {
    let world = seeded(1, &[500]);
    let all = responses(&world, SURVEY);
    let distinct =
        |of: &dyn Fn(&Value) -> Value| all.iter().map(|each| of(each).to_string()).collect::<BTreeSet<_>>().len();
    assert_eq!(distinct(&|each| each["metadata"]["respondent"]["language"]["value"].clone()), 4);
    assert!(distinct(&|each| each["custom_value"].clone()) >= 4);
    assert!(distinct(&|each| each["custom_variables"]["source"].clone()) >= 5);
    assert!(distinct(&|each| each["custom_variables"]["group"].clone()) >= 4);
}
