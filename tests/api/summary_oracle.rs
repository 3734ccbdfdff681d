//! The results workbench counts as the service does: random surveys with responses, edits and deletions, read page by
//! page into a store, come to the service's own rollups.

use crate::analysis_world::{AnalysisWorld, Dice, kind_of, list, query, surveys};
use crate::responses::stored_survey::{COLLECTOR, SURVEY, made, sql};
use crate::support::{Answered, World};
use canvass::results::store::Store;
use canvass::spec::questions::Parts;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// What the service has of a random survey.
struct Served {
    world: World,
    /// Ids as the service gave them.
    ids: Vec<String>,
    questions: Vec<Value>,
    /// Responses to the survey, of which some are sent.
    pool: Vec<Value>,
    dice: Dice,
}

/// A part of a design as it was before something of it was deleted.
fn undeleted(mut value: Value) -> Value {
    match &mut value {
        Value::Array(items) => items.iter_mut().for_each(|item| *item = undeleted(item.take())),
        Value::Object(members) => members.iter_mut().for_each(|(name, member)| {
            *member = if name == "visible" { json!(true) } else { undeleted(member.take()) };
        }),
        _ => {}
    }
    value
}

/// A question with everything that a stored one has. The service stores no row without a text and no weight below zero.
fn completed(mut question: Value) -> Value {
    let number = |list: &mut Value| {
        for (position, option) in (1..).zip(list.as_array_mut().into_iter().flatten()) {
            option["position"] = json!(position);
            if option["text"] == " " {
                option["text"] = json!(format!("Row {position}"));
            }
            if let Some(weight) = option["weight"].as_i64() {
                option["weight"] = json!(weight.max(0));
            }
        }
    };
    let answers = question["answers"].as_object_mut().unwrap();
    for name in ["choices", "rows", "cols"] {
        answers.get_mut(name).into_iter().for_each(number);
    }
    for column in answers.get_mut("cols").and_then(Value::as_array_mut).into_iter().flatten() {
        number(&mut column["choices"]);
        for choice in column["choices"].as_array_mut().unwrap() {
            choice["is_na"] = json!(false);
        }
    }
    if let Some(other) = answers.get_mut("other") {
        let rest = json!({ "apply_all_rows": false, "position": 0, "num_chars": 50, "num_lines": 1, "error_text": "" });
        other.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
    }
    if answers.is_empty() {
        question.as_object_mut().unwrap().remove("answers");
    }
    question
}

impl Served {
    fn new(number: u64) -> Served {
        let random = AnalysisWorld::new(number);
        // The service takes uploads from its own pages only.
        let is_upload = |question: &Value| question["display_options"]["display_type"] == "file_upload";
        let mut questions: Vec<Value> =
            random.questions().into_iter().map(|(_, question)| completed(question.clone())).collect();
        questions.retain(|question| !is_upload(question));
        let world = World::new();
        let stored: Vec<Value> = questions
            .iter()
            .map(|question| {
                let mut stored = undeleted(question.clone());
                stored.as_object_mut().unwrap().remove("id");
                stored
            })
            .collect();
        made(&world, json!({}), &stored);
        let mut served =
            Served { world, ids: Vec::new(), questions, pool: random.responses, dice: Dice(number + 6_000_000) };
        let count = served.dice.roll(25);
        let bodies: Vec<Value> = served.pool.iter().take(count).map(|response| served.body(response)).collect();
        for body in bodies {
            served.pass();
            let made = served.world.post("owner", &format!("{COLLECTOR}/responses"), body).ok();
            served.ids.push(made["id"].as_str().unwrap().to_owned());
        }
        served
    }

    fn pass(&mut self) {
        let seconds = 1 + self.dice.roll(90) as i64;
        self.world.pass(seconds * 1_000);
    }

    /// A response of the random world as the body of a new one. The service numbers questions from 921.
    fn body(&self, response: &Value) -> Value {
        let answered: Vec<&Value> = list(&response["pages"]).iter().flat_map(|page| list(&page["questions"])).collect();
        let given: Vec<Value> = (921..)
            .zip(&self.questions)
            .filter_map(|(id, question)| {
                let own = answered.iter().find(|answered| answered["id"] == question["id"])?;
                let numbers =
                    question["subtype"] == "numerical" || question["display_options"]["display_type"] == "slider";
                // The service refuses what is no number, and numbers outside a slider's scale.
                let taken = |answer: &&Value| {
                    !numbers
                        || answer["text"]
                            .as_str()
                            .unwrap()
                            .parse()
                            .is_ok_and(|number: f64| (0.0..=100.0).contains(&number))
                };
                let answers: Vec<&Value> = list(&own["answers"]).iter().filter(taken).collect();
                (!answers.is_empty()).then(|| json!({ "id": id.to_string(), "answers": answers }))
            })
            .collect();
        json!({ "response_status": response["response_status"], "pages": [{ "id": "911", "questions": given }] })
    }

    /// Deletes some responses, changes some, and deletes parts of the design.
    fn change(&mut self) {
        for id in self.ids.clone() {
            self.pass();
            let path = format!("{SURVEY}/responses/{id}");
            match self.dice.roll(5) {
                0 => {
                    self.world.delete("owner", &path).ok();
                }
                1 | 2 => {
                    let response = self.dice.pick(&self.pool).clone();
                    let body = self.body(&response);
                    self.world.put("owner", &path, body).ok();
                }
                _ => {}
            }
        }
        for (id, question) in (921..).zip(&self.questions) {
            let mut body = question.clone();
            body.as_object_mut().unwrap().remove("id");
            sql(
                &self.world,
                "UPDATE questions SET body = json_patch(body, ?) WHERE id = ?",
                &[&body.to_string(), &id.to_string()],
            );
        }
        self.world.evict_all();
    }

    /// Reads every page into a store, and removes from it what is no longer listed.
    fn read(&self, store: &mut Store) {
        let mut path = format!("{SURVEY}/responses/bulk?per_page=7");
        let mut listed = BTreeSet::new();
        loop {
            let page = self.world.get("owner", &path).ok();
            store.put(page.to_string().as_bytes()).unwrap();
            listed.extend(list(&page["data"]).iter().map(|response| response["id"].as_str().unwrap().to_owned()));
            match page["links"]["next"].as_str() {
                Some(next) => path = next.to_owned(),
                None => break,
            }
        }
        let gone: Vec<&String> = self.ids.iter().filter(|id| !listed.contains(*id)).collect();
        store.remove(&gone);
        assert_eq!(store.held() as usize, listed.len());
    }

    /// The design as the service has it, before parts of it are deleted or after.
    fn details(&self, questions: &dyn Fn(Value) -> Value) -> Value {
        let numbered = (921..).zip(&self.questions).map(|(id, question)| {
            let mut question = questions(question.clone());
            question["id"] = json!(id.to_string());
            question
        });
        json!({ "id": "901", "pages": [{ "id": "911", "title": "", "questions": numbered.collect::<Vec<_>>() }] })
    }

    /// Fails unless the store says what the rollups say.
    fn agree(&self, store: &Store, filter: &str, rule: &Value, place: &str) {
        self.world.pass(60_000);
        let rollups = self.world.get("owner", &format!("{SURVEY}/rollups?per_page=1000&{filter}")).ok();
        let summary = query(store, "summary", &json!({ "rule": rule }));
        let questions = list(&summary["questions"]);
        assert_eq!(list(&rollups["data"]).len(), questions.len(), "{place}");
        for (rollup, found) in list(&rollups["data"]).iter().zip(questions) {
            assert_eq!(rollup["id"], found["id"], "{place}");
            let place = format!("{place} {} {}", found["family"], found["subtype"]);
            let Some(rolled) = rollup["summary"].get(0) else {
                assert_eq!(found["kind"], "none", "{place}");
                continue;
            };
            assert_eq!((&found["answered"], &found["skipped"]), (&rolled["answered"], &rolled["skipped"]), "{place}");
            if let Some(others) = rolled.get("other_answered") {
                assert_eq!(found["other"]["count"], *others, "{place}");
            }
            if let Some(texts) = rolled.get("text") {
                assert_eq!(found["texts"], *texts, "{place}");
            }
            same_choices(&found["choices"], &rolled["choices"], &place);
            for row in list(&rolled["rows"]) {
                let own = list(&found["rows"]).iter().find(|own| own["id"] == row["id"]);
                let menus =
                    own.into_iter().flat_map(|own| list(&own["columns"])).flat_map(|menu| list(&menu["choices"]));
                let plain = own.into_iter().flat_map(|own| list(&own["choices"]));
                same_choices(&plain.chain(menus).cloned().collect(), &row["choices"], &place);
            }
            for name in ["mean", "median", "min", "max", "std"] {
                let [one, other] = [found, rolled].map(|side| side["stats"][name].as_f64());
                let near =
                    one.zip(other).is_some_and(|(one, other)| (one - other).abs() <= 1e-9 * other.abs().max(1.0));
                assert!(near || (one.is_none() && other.is_none()), "{place} {name}: {one:?} {other:?}");
            }
        }
    }
}

/// Deleted choices without picks are in rollups only.
fn same_choices(found: &Value, rolled: &Value, place: &str) {
    for choice in list(rolled) {
        let own = list(found).iter().find(|own| own["id"] == choice["id"]);
        assert_eq!(own.map_or(&json!(0), |own| &own["count"]), &choice["count"], "{place} {choice}");
    }
}

#[test]
fn every_count_of_random_surveys_is_that_of_the_rollups_after_edits_and_deletions_too() {
    let (mut responses, mut kinds) = (0, BTreeSet::new());
    for number in surveys(40) {
        let mut served = Served::new(number);
        let mut store = Store::new(served.details(&undeleted).to_string().as_bytes()).unwrap();
        served.read(&mut store);
        served.agree(&store, "", &json!({ "all": [] }), &format!("survey {number}"));
        served.change();
        served.read(&mut store);
        store.redesign(served.details(&|question| question).to_string().as_bytes()).unwrap();
        served.agree(&store, "", &json!({ "all": [] }), &format!("survey {number}, changed"));
        let completed = json!({ "status": ["completed", "disqualified"] });
        served.agree(&store, "status=completed,disqualified", &completed, &format!("survey {number}, filtered"));
        responses += served.ids.len();
        kinds.extend(
            served
                .questions
                .iter()
                .filter(|question| kind_of(question).parts != Parts::Nothing)
                .map(|question| question["subtype"].to_string()),
        );
    }
    assert!(responses as u64 > 3 * surveys(40).end && kinds.len() > 10, "{responses} responses, {kinds:?}");
}
