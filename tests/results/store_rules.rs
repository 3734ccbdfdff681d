//! Rules: a second reckoning looks through the JSON of each response and must find the same.

use crate::random::{self, Survey};
use crate::store::{date, page, store, survey};
use canvass::results::store::{Rule, Store};
use canvass::wire::fold::fold;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// All ids of a part of the design, and some that it does not have.
fn ids(question: &Value, inside: &str) -> Vec<String> {
    let mut found = Vec::new();
    if let Some(part) = question["answers"].get(inside) {
        random::named(part, inside, &mut found);
    }
    found.into_iter().map(|(id, ..)| id).chain(["666".to_owned(), "667".to_owned()]).collect()
}

fn questions(design: &Value) -> Vec<Value> {
    let pages = design["pages"].as_array().unwrap();
    pages.iter().flat_map(|page| page["questions"].as_array().unwrap().clone()).collect()
}

fn condition(design: &Value) -> BoxedStrategy<Value> {
    let of = |values: &'static [&'static str]| prop::collection::vec(select(values), 0..3);
    let second = 1_700_000_000_i64..1_700_000_500;
    let range = (prop::option::of(second.clone()), prop::option::of(second))
        .prop_filter("a range has an end", |(from, to)| from.or(*to).is_some())
        .prop_map(|(from, to)| json!({ "from": from.map(date), "to": to.map(date) }));
    let numbers = (prop::option::of(-10_i32..1000), prop::option::of(-10_i32..1000))
        .prop_filter("a range has an end", |(min, max)| min.or(*max).is_some())
        .prop_map(|(min, max)| json!({ "min": min, "max": max }));
    let fields = prop_oneof![
        of(&["completed", "partial", "overquota", "disqualified"]).prop_map(|list| json!({ "status": list })),
        of(&["70", "71", "79"]).prop_map(|list| json!({ "collector": list })),
        of(&["en", "de", "", "fr"]).prop_map(|list| json!({ "language": list })),
        of(&["default", "data_entry", "edit"]).prop_map(|list| json!({ "mode": list })),
        of(&["10.0.0.1", "", "2001:db8::7"]).prop_map(|list| json!({ "ip": list })),
        prop::collection::vec(random::text(), 0..3).prop_map(|list| json!({ "custom": list })),
        (select(vec!["source", "gone", "nothing", "unknown"]), prop::collection::vec(random::text(), 0..3))
            .prop_map(|(name, values)| json!({ "variable": name, "values": values })),
        select(vec!["ana", "ÁNA", "example", "Bob", "zzz"]).prop_map(|text| json!({ "contact": text })),
        select(vec!["same", "a", "=1", "0", "ана", "zzz"]).prop_map(|text| json!({ "text": text })),
        of(&["900", "901", "7"]).prop_map(|list| json!({ "ids": list })),
        of(&["red", "blue"]).prop_map(|list| json!({ "tag": list })),
        range.clone().prop_map(|range| json!({ "created": range })),
        range.prop_map(|range| json!({ "modified": range })),
        numbers.clone().prop_map(|range| json!({ "seconds": range })),
        select(vec!["reached", "left_at"]).prop_map(|name| json!({ name: "2" })),
    ];
    let all = questions(design);
    let answers = select(all).prop_flat_map(move |question| {
        let mut choices = [ids(&question, "choices"), ids(&question, "cols"), ids(&question, "other")].concat();
        choices.sort();
        let rows = prop::option::weighted(0.3, select(ids(&question, "rows")));
        let say = prop_oneof![
            4 => prop::collection::vec(select(choices), 0..4).prop_map(|list| ("choices", json!(list))),
            2 => any::<bool>().prop_map(|answered| ("answered", json!(answered))),
            2 => select(vec!["same", "A", "1", "0", " ", ""]).prop_map(|text| ("text", json!(text))),
            2 => numbers.clone().prop_map(|range| ("number", range)),
        ];
        (rows, say).prop_map(move |(row, (name, value))| {
            let mut condition = json!({ "question": question["id"], name: value });
            if let Some(row) = row.filter(|_| name != "text") {
                condition["row"] = json!(row);
            }
            condition
        })
    });
    prop_oneof![1 => fields, 1 => answers].boxed()
}

fn rule(design: &Value) -> impl Strategy<Value = Value> + use<> {
    condition(design).prop_recursive(3, 12, 3, |inner| {
        let list = prop::collection::vec(inner.clone(), 0..4);
        prop_oneof![
            list.clone().prop_map(|rules| json!({ "all": rules })),
            list.prop_map(|rules| json!({ "any": rules })),
            inner.prop_map(|rule| json!({ "not": rule })),
        ]
    })
}

/// The text of a scalar.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null | Value::Array(_) | Value::Object(_) => String::new(),
        other => other.to_string(),
    }
}

fn contains(text: &str, wanted: &str) -> bool {
    !text.is_empty() && fold(text).contains(&*fold(wanted))
}

struct Reckoner<'s> {
    design: &'s Value,
    tags: &'s Value,
}

impl Reckoner<'_> {
    fn lets_through(&self, rule: &Value, response: &Value) -> bool {
        let list = |name: &str| rule[name].as_array().unwrap();
        if rule.get("all").is_some() {
            return list("all").iter().all(|rule| self.lets_through(rule, response));
        }
        if rule.get("any").is_some() {
            return list("any").iter().any(|rule| self.lets_through(rule, response));
        }
        if let Some(rule) = rule.get("not") {
            return !self.lets_through(rule, response);
        }
        if rule.get("question").is_some() {
            return self.answers(rule, response);
        }
        let is_one_of = |name: &str, value: String| list(name).iter().any(|wanted| text(wanted) == value);
        let second =
            |value: &Value| canvass::wire::dates::parse_date(value.as_str()?).map(|time| time.0.div_euclid(1000));
        let between = |name: &str, member: &str| {
            let at = second(&response[member]).unwrap();
            second(&rule[name]["from"]).is_none_or(|from| at >= from)
                && second(&rule[name]["to"]).is_none_or(|to| at < to)
        };
        let name = rule.as_object().unwrap().keys().next().unwrap().as_str();
        let (metadata, own) = (&response["metadata"], |name: &str| text(&response[name]));
        let or = |own: String, other: &Value| if own.is_empty() { text(&other["value"]) } else { own };
        let email = or(own("email_address"), &metadata["contact"]["email"]);
        let contact = [email, own("first_name"), own("last_name")];
        let page = |page: &str| {
            let path: Vec<String> = response["page_path"].as_array().unwrap().iter().map(text).collect();
            let known: Vec<String> = path.into_iter().filter(|page| self.page(page).is_some()).collect();
            let answered = response["pages"].as_array().unwrap().iter().filter(|page| self.has_answers(page));
            let last = answered.filter_map(|page| self.page(&text(&page["id"]))).max();
            let reached = match known.is_empty() {
                true => last.is_some_and(|last| self.page(page).unwrap() <= last),
                false => known.contains(&page.to_owned()),
            };
            let last = known.last().and_then(|page| self.page(page)).or(last);
            (reached, last == self.page(page))
        };
        match name {
            "status" => is_one_of(name, own("response_status")),
            "collector" => is_one_of(name, own("collector_id")),
            "language" => is_one_of(name, or(own("language"), &metadata["respondent"]["language"])),
            "mode" => is_one_of(name, own("collection_mode")),
            "ip" => is_one_of(name, own("ip_address")),
            "custom" => is_one_of(name, own("custom_value")),
            "variable" => is_one_of("values", text(&response["custom_variables"][text(&rule["variable"])])),
            "contact" => contact.iter().any(|part| contains(part, &text(&rule["contact"]))),
            "text" => {
                let wanted = text(&rule["text"]);
                let all = questions(self.design);
                let own = |question: &Value| {
                    let id = text(&question["id"]);
                    let is_file = question["display_options"]["display_type"] == "file_upload";
                    self.texts(&id, response)
                        .into_iter()
                        .any(|(other, text)| (other || !is_file) && contains(&text, &wanted))
                };
                contact.iter().any(|part| contains(part, &wanted)) || all.iter().any(own)
            }
            "ids" => is_one_of(name, own("id")),
            "tag" => {
                let own = self.tags[text(&response["id"])].as_array().cloned().unwrap_or_default();
                own.iter().any(|tag| list("tag").contains(tag))
            }
            "created" => between(name, "date_created"),
            "modified" => between(name, "date_modified"),
            "seconds" => in_range(&rule[name], response["total_time"].as_f64().unwrap()),
            "reached" => page("2").0,
            "left_at" => page("2").1 && response["response_status"] == "partial",
            other => panic!("{other}"),
        }
    }

    fn page(&self, id: &str) -> Option<usize> {
        self.design["pages"].as_array().unwrap().iter().position(|page| text(&page["id"]) == id)
    }

    fn has_answers(&self, page: &Value) -> bool {
        let known = questions(self.design);
        let is_known = |question: &&Value| known.iter().any(|known| known["id"] == question["id"]);
        let answered = |question: &Value| question["answers"].as_array().is_some_and(|answers| !answers.is_empty());
        page["questions"].as_array().into_iter().flatten().filter(is_known).any(answered)
    }

    fn answers_to<'r>(&self, id: &str, response: &'r Value) -> Vec<&'r Value> {
        let pages = response["pages"].as_array().unwrap().iter();
        let questions = pages.flat_map(|page| page["questions"].as_array().into_iter().flatten());
        let own = questions.filter(|question| text(&question["id"]) == id);
        own.flat_map(|question| question["answers"].as_array().unwrap()).collect()
    }

    /// The texts of a question, and whether each is that of an "other" field.
    fn texts(&self, id: &str, response: &Value) -> Vec<(bool, String)> {
        let mut texts = Vec::new();
        for answer in self.answers_to(id, response) {
            let part = |name: &str| text(&answer[name]);
            if !part("other_id").is_empty() {
                texts.push((true, part("text")));
            } else if part("choice_id").is_empty() {
                let file = part("download_url");
                texts.push((false, if file.is_empty() { part("text") } else { file }));
            }
        }
        texts
    }

    fn answers(&self, rule: &Value, response: &Value) -> bool {
        let id = text(&rule["question"]);
        let row = rule.get("row").map(text);
        let answers = self.answers_to(&id, response);
        if let Some(answered) = rule.get("answered") {
            let counts = |answer: &&&Value| match &row {
                None => true,
                Some(row) => {
                    let is_other = text(&answer["choice_id"]).is_empty() && !text(&answer["other_id"]).is_empty();
                    answer.is_object() && text(&answer["row_id"]) == *row && !is_other
                }
            };
            return answers.iter().any(|answer| counts(&answer)) == answered.as_bool().unwrap();
        }
        if let Some(wanted) = rule.get("text") {
            return self.texts(&id, response).iter().any(|(_, text)| contains(text, &self::text(wanted)));
        }
        let in_row = |answer: &&&Value| row.as_ref().is_none_or(|row| text(&answer["row_id"]) == *row);
        if let Some(range) = rule.get("number") {
            return self.has_number(&id, range, &answers.iter().filter(in_row).copied().collect::<Vec<_>>());
        }
        let wanted: BTreeSet<String> = rule["choices"].as_array().unwrap().iter().map(text).collect();
        let picked = |answer: &Value| {
            let part = |name: &str| text(&answer[name]);
            [part("choice_id"), part("other_id")].into_iter().any(|id| !id.is_empty() && wanted.contains(&id))
        };
        answers.iter().filter(in_row).any(|answer| picked(answer))
    }

    /// The first number of each row counts.
    fn has_number(&self, id: &str, range: &Value, answers: &[&Value]) -> bool {
        let question = questions(self.design).into_iter().find(|question| text(&question["id"]) == id).unwrap();
        let slides = question["display_options"]["display_type"] == "slider";
        if question["subtype"] != "numerical" && !slides {
            return false;
        }
        let (mut seen, mut found) = (BTreeSet::new(), false);
        for answer in answers {
            let part = |name: &str| text(&answer[name]);
            if !part("choice_id").is_empty() || !part("other_id").is_empty() {
                continue;
            }
            let file = part("download_url");
            let written = if file.is_empty() { part("text") } else { file };
            let is_plain = !written.bytes().any(|byte| byte.is_ascii_alphabetic());
            let plain = written.trim();
            let number = plain.parse::<f64>().ok().filter(|number| is_plain && number.is_finite());
            if let Some(number) = number
                && seen.insert((part("row_id"), part("col_id")))
            {
                found |= in_range(range, number);
            }
        }
        found
    }
}

fn in_range(range: &Value, number: f64) -> bool {
    range["min"].as_f64().is_none_or(|min| number >= min) && range["max"].as_f64().is_none_or(|max| number <= max)
}

fn case() -> impl Strategy<Value = (Survey, Vec<Value>)> {
    survey().prop_flat_map(|survey| {
        let rules = prop::collection::vec(rule(&survey.design), 10);
        (Just(survey), rules)
    })
}

fn found(store: &Store, rule: &Value) -> BTreeSet<String> {
    let rows = store.filter(&Rule::from_value(Some(rule)).unwrap()).unwrap();
    rows.iter().map(|row| store.id(row).into_owned()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn a_rule_lets_through_what_a_look_at_each_response_does((survey, rules) in case()) {
        let mut survey = survey;
        // The first page has an id too.
        survey.design["pages"][0]["id"] = json!("1");
        let tags = json!({ "900": ["red"], "902": ["blue", "green"] });
        let mut put = store(&survey.design);
        // The last response is replaced by itself with a later date, so that dead rows are among the others.
        put.put(&page(&survey.responses)).unwrap();
        let last = survey.responses.last_mut().unwrap();
        last["date_modified"] = json!(date(1_700_000_499));
        put.put(&page(std::slice::from_ref(last))).unwrap();
        let mut loaded = store(&survey.design);
        loaded.load(put.segment()).unwrap();
        let reckoner = Reckoner { design: &survey.design, tags: &tags };
        for store in [&mut put, &mut loaded] {
            store.set_tags(serde_json::from_value(tags.clone()).unwrap());
            for rule in &rules {
                let through = |response: &&Value| {
                    response["collection_mode"] != "survey_preview" && reckoner.lets_through(rule, response)
                };
                let expected: BTreeSet<String> = survey.responses.iter().filter(through).map(|one| text(&one["id"])).collect();
                prop_assert_eq!(found(store, rule), expected, "{}", rule);
            }
        }
    }
}

#[test]
fn a_rule_that_is_none_is_refused_with_the_place_of_its_mistake() {
    for (rule, path) in [
        (json!([]), "rule"),
        (json!({ "all": {} }), "rule.all"),
        (json!({ "all": [{ "status": "completed" }] }), "rule.all[0].status"),
        (json!({ "any": [{ "not": { "status": ["complete"] } }] }), "rule.any[0].not.status[0]"),
        (json!({ "all": [], "any": [] }), "rule"),
        (json!({ "question": "1" }), "rule"),
        (json!({ "question": "1", "choices": "2" }), "rule.choices"),
        (json!({ "question": "1", "choices": [{}] }), "rule.choices[0]"),
        (json!({ "question": "1", "answered": 1 }), "rule.answered"),
        (json!({ "question": "1", "status": ["completed"] }), "rule.status"),
        (json!({ "question": "1", "number": { "min": "1" } }), "rule.number.min"),
        (json!({ "created": { "from": "yesterday" } }), "rule.created.from"),
        (json!({ "question": "1", "date": { "to": "05/03/2026" } }), "rule.date.to"),
        (json!({ "variable": "source" }), "rule.values"),
        (json!({ "colour": ["red"] }), "rule.colour"),
        (json!({ "created": {} }), "rule.created"),
        (json!({ "created": { "min": "2026-03-05" } }), "rule.created.min"),
        (
            json!({ "all": [{ "modified": { "from": "2026-03-05", "until": "2026-03-06" } }] }),
            "rule.all[0].modified.until",
        ),
        (json!({ "seconds": {} }), "rule.seconds"),
        (json!({ "seconds": { "min": null } }), "rule.seconds"),
        (json!({ "modified": { "from": null, "to": null } }), "rule.modified"),
        (json!({ "seconds": { "from": 5 } }), "rule.seconds.from"),
        (json!({ "question": "1", "number": { "least": 1 } }), "rule.number.least"),
        (json!({ "question": "1", "date": { "since": "2026-03-05" } }), "rule.date.since"),
        (json!({ "status": ["completed"], "row": "1" }), "rule"),
        (json!({ "text": "a", "column": "1" }), "rule"),
        (json!({ "custom": ["a"], "values": ["b"] }), "rule"),
        (json!({ "question": "1", "answered": true, "values": ["b"] }), "rule"),
    ] {
        let failure = Rule::from_value(Some(&rule)).unwrap_err();
        assert_eq!(failure.path, path, "{rule}: {}", failure.message);
        assert!(failure.message.contains("must be"), "{}", failure.message);
    }
    let mut deep = json!({ "status": ["completed"] });
    for _ in 0..100 {
        deep = json!({ "not": deep });
    }
    assert!(Rule::from_value(Some(&deep)).is_err());
}

#[test]
fn a_rule_about_an_unknown_question_or_page_is_refused() {
    let store = store(&json!({ "pages": [{ "id": "1", "questions": [] }] }));
    for (rule, path) in [
        (json!({ "question": "5", "answered": true }), "question"),
        (json!({ "all": [{ "reached": "9" }] }), "reached"),
        (json!({ "left_at": "9" }), "left_at"),
    ] {
        let failure = store.filter(&Rule::from_value(Some(&rule)).unwrap()).unwrap_err();
        assert_eq!(failure.path, path);
    }
}
