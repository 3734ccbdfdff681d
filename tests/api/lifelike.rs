//! The seed's lifelike surveys, and the demo survey that tells a story: how their responses are made.

use crate::support::{Answered, World};
use canvass::service::sandbox::demo::bulk_data;
use canvass::service::sandbox::seed::{SeedAction, SeedBatch, SeedRequest, write_batch};
use canvass::service::store::sql::Sql as _;
use canvass::spec::questions::KINDS;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The first lifelike survey.
const SURVEY: &str = "690000000";

/// The survey of customers by region.
const REGIONS: &str = "301000015";

/// When the West was moved to another carrier.
const MOVED: &str = "2025-11-03";

fn seeded(seed: u32, lifelike: &[u64]) -> World {
    let world = World::new();
    let request = SeedRequest { seed, lifelike: lifelike.to_vec(), ..SeedRequest::default() };
    let (place, _) = bulk_data::seed_owner().unwrap();
    let sql = world.database(&place);
    request.split_batches().for_each(|part| write_batch(&part, &*sql).unwrap());
    world
}

fn dump(world: &World) -> String {
    let (place, _) = bulk_data::seed_owner().unwrap();
    let sql = world.database(&place);
    let rows = ["surveys", "pages", "questions", "collectors", "responses"].map(|table| {
        let least = if table == "responses" { "21000000000" } else { "600000000" };
        sql.run(&format!("SELECT * FROM {table} WHERE id >= ? ORDER BY id"), &[least.into()]).unwrap()
    });
    format!("{rows:?}")
}

fn details(world: &World, survey: &str) -> Value {
    world.get("owner", &format!("/v3/surveys/{survey}/details")).ok()
}

/// Every response of a survey, in the order of their creation.
fn responses(world: &World, survey: &str) -> Vec<Value> {
    let page = |number: usize| {
        let path = format!("/v3/surveys/{survey}/responses/bulk?per_page=100&page={number}");
        world.get("owner", &path).ok()["data"].as_array().unwrap().clone()
    };
    (1..).map(page).take_while(|data| !data.is_empty()).flatten().collect()
}

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap_or_default()
}

fn questions(design: &Value) -> Vec<&Value> {
    let pages = design["pages"].as_array().unwrap();
    pages.iter().flat_map(|page| page["questions"].as_array().unwrap()).collect()
}

/// The answers of a response to a question.
fn answers<'a>(response: &'a Value, question: &str) -> Vec<&'a Value> {
    let pages = response["pages"].as_array().unwrap();
    let all = pages.iter().flat_map(|page| page["questions"].as_array().unwrap());
    all.filter(|each| each["id"] == question).flat_map(|each| each["answers"].as_array().unwrap()).collect()
}

/// The position of the choice that was picked, counted from 0.
fn picked(response: &Value, question: &Value) -> Option<usize> {
    let answers = answers(response, text(question, "id"));
    let id = answers.first()?.get("choice_id")?;
    question["answers"]["choices"].as_array().unwrap().iter().position(|choice| choice["id"] == *id)
}

fn share(part: usize, whole: usize) -> f64 {
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
    let known = design.to_string();
    let (mut deleted, mut na, mut others) = (0, 0, 0);
    let hidden: BTreeSet<&str> = questions(&design)
        .iter()
        .flat_map(|each| each["answers"]["choices"].as_array().into_iter().flatten())
        .filter(|choice| choice["visible"] == false)
        .map(|choice| text(choice, "id"))
        .collect();
    let absent: BTreeSet<&str> = questions(&design)
        .iter()
        .flat_map(|each| each["answers"]["choices"].as_array().into_iter().flatten())
        .filter(|choice| choice["is_na"] == true)
        .map(|choice| text(choice, "id"))
        .collect();
    let all = responses(&world, SURVEY);
    for question in questions(&design) {
        for answer in all.iter().flat_map(|response| answers(response, text(question, "id"))) {
            for field in ["choice_id", "row_id", "col_id", "other_id"] {
                let Some(id) = answer.get(field).and_then(Value::as_str) else { continue };
                assert!(known.contains(&format!("\"{id}\"")), "{field} {id}");
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
    let world = seeded(1, &[1000]);
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
    assert!(texts.len() > 100 && words["staff"] > 30, "{} {}", texts.len(), words["staff"]);
}

#[test]
fn lifelike_responses_stop_at_different_pages_and_tell_their_path() {
    let world = seeded(1, &[1000]);
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
    assert!(stops.len() >= 5 && stops.values().sum::<usize>() > 60, "{stops:?}");
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
    let world = seeded(1, &[6000]);
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

/// Region by region: responses to both questions, and how many of them are satisfied.
fn satisfied(responses: &[&Value], region: &Value, satisfaction: &Value) -> [(usize, usize); 4] {
    let mut table = [(0, 0); 4];
    for response in responses {
        let (Some(region), Some(rated)) = (picked(response, region), picked(response, satisfaction)) else { continue };
        table[region].0 += 1;
        table[region].1 += usize::from(rated >= 3);
    }
    table
}

/// The statistic of the pooled test of two proportions.
fn z((n, x): (usize, usize), (m, y): (usize, usize)) -> f64 {
    let (p, q, pooled) = (share(x, n), share(y, m), share(x + y, n + m));
    (p - q) / (pooled * (1.0 - pooled) * (share(1, n) + share(1, m))).sqrt()
}

#[test]
fn in_the_demo_satisfaction_falls_in_the_west_after_november_and_nowhere_else() {
    let world = World::new();
    let design = details(&world, REGIONS);
    let (region, satisfaction) = (questions(&design)[0], questions(&design)[1]);
    let all = responses(&world, REGIONS);
    assert_eq!(all.len(), 900);
    let whole: Vec<&Value> = all.iter().collect();
    let (before, after): (Vec<&Value>, Vec<&Value>) = whole.iter().partition(|each| text(each, "date_created") < MOVED);
    let table = satisfied(&whole, region, satisfaction);
    assert!(table.iter().all(|(n, _)| *n > 100), "{table:?}");
    let [north, south, east, west] = table;
    for other in [north, south, east] {
        assert!(z(other, west) > 2.58, "the crosstab shows it: {table:?}");
    }
    for (one, other) in [(north, south), (north, east), (south, east)] {
        assert!(z(one, other).abs() < 1.96, "the others are alike: {table:?}");
    }
    let (early, late) = (satisfied(&before, region, satisfaction), satisfied(&after, region, satisfaction));
    assert!(z(early[3], late[3]) > 3.29, "{early:?} {late:?}");
    for index in 0..3 {
        assert!(z(early[index], late[index]).abs() < 1.96, "{early:?} {late:?}");
        assert!(z(early[index], early[3]).abs() < 1.96, "{early:?}");
    }
}

#[test]
fn in_the_demo_the_west_recommends_less_and_names_the_carrier() {
    let world = World::new();
    let design = details(&world, REGIONS);
    let all_questions = questions(&design);
    let (region, rated, score, reason) = (all_questions[0], all_questions[2], all_questions[4], all_questions[5]);
    let all = responses(&world, REGIONS);
    let late = |west: bool| {
        all.iter().filter(move |each| text(each, "date_created") >= MOVED && (picked(each, region) == Some(3)) == west)
    };
    let nps = |west: bool| {
        let scores: Vec<usize> = late(west).filter_map(|each| picked(each, score)).collect();
        let part = |least: usize, most: usize| {
            share(scores.iter().filter(|score| (least..=most).contains(*score)).count(), scores.len()) * 100.0
        };
        part(9, 10) - part(0, 6)
    };
    assert!(nps(false) > 0.0 && nps(true) < -30.0, "{} {}", nps(false), nps(true));
    let reasons = |west: bool| {
        let texts: Vec<&str> =
            late(west).flat_map(|each| answers(each, text(reason, "id"))).map(|answer| text(answer, "text")).collect();
        share(texts.iter().filter(|text| text.contains("carrier") || text.contains("elivery")).count(), texts.len())
    };
    assert!(reasons(true) > 0.4 && reasons(false) < 0.2, "{} {}", reasons(true), reasons(false));
    let mean = |row: usize| {
        let id = &rated["answers"]["rows"][row]["id"];
        let weights: Vec<usize> = late(true)
            .flat_map(|each| answers(each, text(rated, "id")))
            .filter(|answer| answer["row_id"] == *id)
            .filter_map(|answer| answer["choice_metadata"]["weight"].as_str()?.parse().ok())
            .collect();
        share(weights.iter().sum(), weights.len())
    };
    let rows = [mean(0), mean(1), mean(2), mean(3)];
    assert!([0, 2, 3].iter().all(|row| rows[*row] > rows[1] + 0.5), "delivery is rated worst: {rows:?}");
}
