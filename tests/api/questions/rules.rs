//! Each rule of a question: what breaks it is refused, the field is named, and nothing is written.

use super::{choice, made, page, page_of, path, refused, with};
use crate::support::{Answered, World};
use serde_json::{Value, json};

fn ask(family: &str, subtype: &str, more: Value) -> Value {
    with(json!({ "headings": [{ "heading": "What?" }], "family": family, "subtype": subtype }), more)
}

fn single(more: Value) -> Value {
    ask("single_choice", "vertical", with(json!({ "answers": { "choices": [choice("A"), choice("B")] } }), more))
}

fn multiple(more: Value) -> Value {
    ask(
        "multiple_choice",
        "vertical",
        with(json!({ "answers": { "choices": [choice("A"), choice("B"), choice("C")] } }), more),
    )
}

fn matrix(subtype: &str, more: Value) -> Value {
    let answers = json!({ "rows": [{ "text": "One" }, { "text": "Two" }], "choices": [choice("A"), choice("B")] });
    ask("matrix", subtype, with(json!({ "answers": answers }), more))
}

fn numbers(more: Value) -> Value {
    ask("open_ended", "numerical", with(json!({ "answers": { "rows": [{ "text": "x" }, { "text": "y" }] } }), more))
}

/// Tries what must fail; none of it is written.
#[track_caller]
fn all_refused(cases: Vec<(Value, &str, &str)>) {
    let world = World::new();
    let questions = page(&world);
    let kept = made(&world, &questions, single(json!({})));
    for (body, code, field) in cases {
        refused(&world.post("owner", &questions, body.clone()), code, field);
        refused(&world.put("owner", &path(&questions, &kept), body), code, field);
    }
    assert_eq!(world.get("owner", &questions).ok()["total"], 1);
    assert_eq!(world.get("owner", &path(&questions, &kept)).ok(), kept);
}

#[track_caller]
fn all_taken(cases: Vec<Value>) -> Vec<Value> {
    let world = World::new();
    let questions = page(&world);
    cases.into_iter().map(|body| made(&world, &questions, body)).collect()
}

#[test]
fn a_question_has_headings_and_a_family_that_has_its_subtype() {
    let heading = |more: Value| with(json!({ "heading": "x" }), more);
    let at_random = |percent: u64| heading(json!({ "random_assignment": { "percent": percent } }));
    let image = json!({ "image": { "url": "https://images.example/a.png" } });
    all_refused(vec![
        (json!({ "family": "open_ended", "subtype": "essay" }), "1002", "headings"),
        (json!({ "headings": [{ "heading": "x" }], "subtype": "essay" }), "1002", "family"),
        (json!({ "headings": [{ "heading": "x" }], "family": "open_ended" }), "1002", "subtype"),
        (ask("open_ended", "ranking", json!({})), "1000", "subtype"),
        (ask("choice", "ranking", json!({})), "1002", "family"),
        (single(json!({ "headings": [] })), "1000", "headings"),
        (single(json!({ "headings": [{ "heading": " " }] })), "1000", "headings[0].heading"),
        (single(json!({ "headings": [{ "heading": "x".repeat(10_001) }] })), "1000", "headings[0].heading"),
        (single(json!({ "headings": [heading(json!({})), at_random(100)] })), "1000", "headings[0].random_assignment"),
        (single(json!({ "headings": [at_random(50), at_random(49)] })), "1000", "headings"),
        (single(json!({ "headings": [at_random(99)] })), "1000", "headings"),
        (single(json!({ "headings": [heading(image.clone())] })), "1000", "headings[0].image"),
        (ask("presentation", "image", json!({})), "1000", "headings[0].image"),
        (
            ask("presentation", "image", json!({ "headings": [heading(json!({ "image": { "url": "a.png" } }))] })),
            "1000",
            "headings[0].image.url",
        ),
        (ask("click_map", "single", json!({})), "1000", "headings[0].image"),
        (single(json!({ "nickname": "n" })), "1000", "nickname"),
        (single(json!({ "position": 0 })), "1000", "position"),
        (single(json!({ "required": true })), "1002", "required"),
    ]);
    let made = all_taken(vec![
        single(json!({ "headings": [at_random(50), with(at_random(50), json!({ "heading": "" }))] })),
        ask("presentation", "image", json!({ "headings": [with(image, json!({ "heading": "" }))], "nickname": "Sea" })),
    ]);
    let [first, second] = [0, 1].map(|place| made[0]["headings"][place]["random_assignment"].clone());
    assert_eq!((&first["position"], &second["position"]), (&json!(1), &json!(2)));
    assert_ne!(first["id"], second["id"]);
    assert_eq!(made[1]["nickname"], "Sea");
}

#[test]
fn a_kind_takes_its_own_options_and_no_others() {
    let choices = |list: Value| json!({ "answers": { "choices": list } });
    let columns = |list: Value| ask("matrix", "menu", json!({ "answers": { "rows": [{}], "cols": list } }));
    let details = |list: Value| ask("demographic", "international", json!({ "answers": { "rows": list } }));
    let text = "x".repeat(10_001);
    all_refused(vec![
        (ask("single_choice", "menu", json!({})), "1000", "answers.choices"),
        (single(choices(json!([]))), "1000", "answers.choices"),
        (single(choices(json!([choice("A"), choice("")]))), "1000", "answers.choices[1].text"),
        (single(choices(json!([{ "text": text }]))), "1000", "answers.choices[0].text"),
        (single(choices(json!([{ "text": "A", "visible": false }]))), "1000", "answers.choices"),
        (single(choices(json!([{ "text": "A", "position": 0 }]))), "1000", "answers.choices[0].position"),
        (single(choices(json!([{ "text": "A", "weight": 1 }]))), "1000", "answers.choices[0].weight"),
        (single(choices(json!([{ "text": "A", "is_na": true }]))), "1000", "answers.choices[0].is_na"),
        (single(choices(json!([{ "text": "A", "description": "d" }]))), "1000", "answers.choices[0].description"),
        (
            single(choices(json!([{ "text": "A", "image": { "url": "https://a.example" } }]))),
            "1000",
            "answers.choices[0].image",
        ),
        (single(choices(json!(vec![choice("A"); 501]))), "1000", "answers.choices"),
        (single(json!({ "answers": { "choices": [choice("A")], "rows": [{ "text": "x" }] } })), "1000", "answers.rows"),
        (
            single(json!({ "answers": { "choices": [choice("A")], "cols": [{ "text": "x", "choices": [] }] } })),
            "1000",
            "answers.cols",
        ),
        (
            single(json!({ "answers": { "choices": [choice("A")], "other": { "apply_all_rows": true } } })),
            "1000",
            "answers.other.apply_all_rows",
        ),
        (
            single(json!({ "answers": { "choices": [choice("A")], "other": { "num_chars": 0 } } })),
            "1000",
            "answers.other.num_chars",
        ),
        (matrix("single", json!({ "answers": { "choices": [choice("A")] } })), "1000", "answers.rows"),
        (matrix("single", json!({ "answers": { "rows": [{ "text": "A" }] } })), "1000", "answers.choices"),
        (
            matrix(
                "single",
                json!({ "answers": { "rows": [{}], "choices": [choice("A")], "other": { "is_answer_choice": true } } }),
            ),
            "1000",
            "answers.other.is_answer_choice",
        ),
        (
            matrix("multi", json!({ "answers": { "rows": [{ "type": "name" }], "choices": [choice("A")] } })),
            "1000",
            "answers.rows[0].type",
        ),
        (
            matrix("multi", json!({ "answers": { "rows": [{ "required": true }], "choices": [choice("A")] } })),
            "1000",
            "answers.rows[0].required",
        ),
        (
            matrix(
                "single",
                json!({ "answers": { "rows": [{}], "choices": [{ "text": "A", "is_na": true }, { "text": "B", "is_na": true }] } }),
            ),
            "1000",
            "answers.choices",
        ),
        (matrix("menu", json!({})), "1000", "answers.choices"),
        (columns(json!([])), "1000", "answers.cols"),
        (columns(json!([{ "text": "", "choices": [choice("A")] }])), "1000", "answers.cols[0].text"),
        (columns(json!([{ "text": "C", "choices": [] }])), "1000", "answers.cols[0].choices"),
        (
            columns(json!([{ "text": "C", "choices": [choice("A"), choice("")] }])),
            "1000",
            "answers.cols[0].choices[1].text",
        ),
        (columns(json!([{ "text": "C" }])), "1002", "answers.cols[0].choices"),
        (details(json!([{ "text": "Name" }])), "1000", "answers.rows[0].type"),
        (details(json!([{ "type": "name" }, { "type": "name" }])), "1000", "answers.rows[1].type"),
        (details(json!([{ "type": "shoe" }])), "1002", "answers.rows[0].type"),
        (ask("open_ended", "essay", json!({ "answers": { "rows": [{ "text": "x" }] } })), "1000", "answers.rows"),
        (ask("open_ended", "multi", json!({})), "1000", "answers.rows"),
        (ask("datetime", "both", json!({ "answers": { "rows": [] } })), "1000", "answers.rows"),
        (matrix("multi", json!({ "forced_ranking": true })), "1000", "forced_ranking"),
        (single(json!({ "forced_ranking": true })), "1000", "forced_ranking"),
        (ask("open_ended", "essay", json!({ "sorting": { "type": "random" } })), "1000", "sorting"),
        (single(json!({ "sorting": { "type": "upwards" } })), "1002", "sorting.type"),
        (single(json!({ "layout": { "position": "x".repeat(501) } })), "1000", "layout.position"),
    ]);
    let made = all_taken(vec![
        single(json!({ "sorting": { "type": "textasc" }, "layout": { "num_lines": 2, "position": "new_row" },
            "answers": { "choices": [{ "text": "B", "position": 2 }, { "text": "A", "position": 1 }],
                "other": { "is_answer_choice": true } } })),
        matrix(
            "rating",
            json!({ "forced_ranking": true, "answers": { "rows": [{ "text": "x" }],
            "choices": [choice("A"), choice("B")], "other": [{ "apply_all_rows": true, "text": "Why?" }] } }),
        ),
    ]);
    assert_eq!(made[0]["answers"]["choices"][0]["text"], "A", "by the places asked for");
    assert_eq!(made[0]["sorting"], json!({ "type": "textasc", "ignore_last": false }));
    assert_eq!(made[0]["layout"], json!({ "num_lines": 2, "position": "new_row" }));
    let other = &made[0]["answers"]["other"];
    assert_eq!(
        (&other["position"], &other["num_lines"], &other["apply_all_rows"]),
        (&json!(3), &json!(1), &json!(false))
    );
    assert_eq!(made[1]["answers"]["other"]["apply_all_rows"], true);
}

#[test]
fn required_says_how_much_within_what_there_is() {
    let required = |kind: &str, amount: Value| json!({ "required": { "text": "!", "type": kind, "amount": amount } });
    all_refused(vec![
        (ask("presentation", "descriptive_text", required("all", json!("0"))), "1000", "required"),
        (single(json!({ "required": {} })), "1002", "required.text"),
        (single(required("at_least", json!("1"))), "1000", "required.type"),
        (ask("open_ended", "essay", required("exactly", json!("1"))), "1000", "required.type"),
        (multiple(required("at_least", json!("4"))), "1000", "required.amount"),
        (multiple(required("at_least", json!("0"))), "1000", "required.amount"),
        (multiple(required("at_least", json!("many"))), "1000", "required.amount"),
        (multiple(required("at_least", json!("1,2"))), "1000", "required.amount"),
        (multiple(json!({ "required": { "text": "!", "type": "exactly" } })), "1000", "required.amount"),
        (multiple(required("range", json!("1"))), "1000", "required.amount"),
        (multiple(required("range", json!("3,1"))), "1000", "required.amount"),
        (multiple(required("range", json!("1,4"))), "1000", "required.amount"),
        (multiple(required("most", json!("1"))), "1002", "required.type"),
        (matrix("single", required("at_least", json!(3))), "1000", "required.amount"),
        (numbers(required("exactly", json!("3"))), "1000", "required.amount"),
    ]);
    // With forced ranking, each required row needs a choice of its own, or "not applicable".
    let ranked = |choices: Value, kind: &str, amount: u32| {
        let rows = json!([{ "text": "One" }, { "text": "Two" }, { "text": "Three" }]);
        let more = json!({ "forced_ranking": true, "answers": { "rows": rows, "choices": choices } });
        matrix("single", with(more, required(kind, json!(amount))))
    };
    let two = json!([choice("A"), choice("B")]);
    all_refused(vec![
        (ranked(two.clone(), "all", 0), "1000", "answers.choices"),
        (ranked(two.clone(), "at_least", 3), "1000", "answers.choices"),
    ]);
    all_taken(vec![
        ranked(two.clone(), "exactly", 2),
        ranked(json!([choice("A"), choice("B"), choice("C")]), "all", 0),
        ranked(json!([choice("A"), choice("B"), { "text": "N/A", "is_na": true }]), "all", 0),
    ]);
    let own = json!({ "choices": [choice("A"), choice("B"), choice("C")], "other": { "is_answer_choice": true } });
    let made = all_taken(vec![
        multiple(required("range", json!("1, 3"))),
        multiple(with(required("at_most", json!(4)), json!({ "answers": own }))),
        matrix("multi", required("at_least", json!(2))),
        single(json!({ "required": { "text": "Please" } })),
    ]);
    assert_eq!(made[0]["required"], json!({ "text": "!", "type": "range", "amount": "1,3" }));
    assert_eq!(made[1]["required"]["amount"], "4", "\"other\" counts where it is a choice");
    assert_eq!(made[3]["required"], json!({ "text": "Please", "type": "all", "amount": "0" }));
}

#[test]
fn validation_fits_the_question_and_its_limits_fit_each_other() {
    let rule = |kind: &str, more: Value| json!({ "validation": with(json!({ "type": kind }), more) });
    let text = |kind: &str, more: Value| ask("open_ended", "single", rule(kind, more));
    all_refused(vec![
        (single(rule("email", json!({}))), "1000", "validation"),
        (ask("presentation", "descriptive_text", rule("any", json!({}))), "1000", "validation"),
        (numbers(rule("email", json!({}))), "1000", "validation.type"),
        (text("colour", json!({})), "1002", "validation.type"),
        (text("integer", json!({ "min": "1.5" })), "1000", "validation.min"),
        (text("integer", json!({ "min": "10", "max": "9" })), "1000", "validation.max"),
        (text("decimal", json!({ "max": "much" })), "1000", "validation.max"),
        (text("text_length", json!({ "min": "-1" })), "1000", "validation.min"),
        (text("date_us", json!({ "min": "31/12/2026" })), "1000", "validation.min"),
        (text("date_intl", json!({ "min": "31/12/2026", "max": "01/01/2026" })), "1000", "validation.max"),
        (text("email", json!({ "max": "5" })), "1000", "validation.max"),
        (text("integer", json!({ "sum": "5" })), "1000", "validation.sum"),
        (numbers(rule("integer", json!({ "sum": "half" }))), "1000", "validation.sum"),
        (numbers(rule("any", json!({ "sum": "5" }))), "1000", "validation.sum"),
        (numbers(rule("decimal", json!({ "sum": 1.5 }))), "1000", "validation.sum"),
        (numbers(rule("integer", json!({ "sum": -5 }))), "1000", "validation.sum"),
        (numbers(rule("integer", json!({ "sum": 2_147_483_648_u32 }))), "1000", "validation.sum"),
        (numbers(rule("integer", json!({ "sum_text": "!" }))), "1000", "validation.sum_text"),
        (
            ask("datetime", "date_only", with(rule("integer", json!({})), json!({ "answers": { "rows": [{}] } }))),
            "1000",
            "validation.type",
        ),
        (text("integer", json!({ "display": 1, "text": "x".repeat(10_001) })), "1000", "validation.text"),
    ]);
    let made = all_taken(vec![
        numbers(rule("integer", json!({ "min": -5, "max": 100, "sum": 100 }))),
        text("date_intl", json!({ "min": "01/01/2026", "max": "31/12/2026" })),
        text("text_length", json!({ "max": "140", "text": "Shorter, please" })),
        single(with(rule("email", json!({})), json!({ "answers": { "choices": [choice("A")], "other": {} } }))),
    ]);
    assert_eq!(
        made[0]["validation"],
        json!({ "type": "integer", "text": "The comment you entered is in an invalid format.", "min": "-5",
            "max": "100", "sum": 100, "sum_text": "The numbers must add up to 100." })
    );
    for validation in &made[1..3] {
        assert_eq!(
            (&validation["validation"]["sum"], &validation["validation"]["sum_text"]),
            (&json!(null), &json!(""))
        );
    }
    assert_eq!(made[2]["validation"]["min"], json!(null));
}

#[test]
fn the_text_about_a_sum_is_never_null_and_may_be_sent_empty() {
    let rule = |more: Value| numbers(json!({ "validation": with(json!({ "type": "integer" }), more) }));
    let said = "The numbers must add up to 7.";
    let made = all_taken(vec![
        rule(json!({ "sum_text": "" })),
        rule(json!({ "sum": null, "sum_text": null })),
        rule(json!({ "sum": "", "sum_text": "" })),
        rule(json!({ "sum": 7, "sum_text": "" })),
        rule(json!({ "sum": "7" })),
        rule(json!({ "sum": 7, "sum_text": "Seven." })),
    ]);
    let told: Vec<_> = made.iter().map(|made| (&made["validation"]["sum"], &made["validation"]["sum_text"])).collect();
    let (none, empty, seven) = (json!(null), json!(""), json!(7));
    let (said, own) = (json!(said), json!("Seven."));
    assert_eq!(
        told,
        [(&none, &empty), (&none, &empty), (&none, &empty), (&seven, &said), (&seven, &said), (&seven, &own)]
    );
}

#[test]
fn a_display_takes_its_own_settings_and_no_others() {
    let slider = |more: Value| {
        ask("open_ended", "single", json!({ "display_options": with(json!({ "display_type": "slider" }), more) }))
    };
    let upload = |list: Value| {
        let options = json!({ "display_type": "file_upload", "custom_options": { "option_set": list } });
        ask("open_ended", "single", json!({ "display_options": options }))
    };
    let stars = |more: Value| {
        let answers = json!({ "rows": [{}], "choices": [{}, {}] });
        matrix(
            "rating",
            json!({ "answers": answers, "display_options": with(json!({ "display_type": "emoji" }), more) }),
        )
    };
    let pictures = |list: Value| {
        single(json!({ "display_options": { "display_type": "image_choice" }, "answers": { "choices": list } }))
    };
    all_refused(vec![
        (slider(json!({ "display_subtype": "star" })), "1000", "display_options.display_subtype"),
        (slider(json!({ "custom_options": { "step_size": 0 } })), "1000", "display_options.custom_options.step_size"),
        (slider(json!({ "custom_options": { "step_size": 0.5 } })), "1000", "display_options.custom_options.step_size"),
        (
            slider(json!({ "custom_options": { "starting_position": -5 } })),
            "1000",
            "display_options.custom_options.starting_position",
        ),
        (slider(json!({ "custom_options": { "color": "#fff" } })), "1000", "display_options.custom_options.color"),
        (upload(json!(vec!["pdf"; 21])), "1000", "display_options.custom_options.option_set"),
        (upload(json!(["pdf", "a b"])), "1000", "display_options.custom_options.option_set[1]"),
        (stars(json!({ "display_subtype": "moon" })), "1002", "display_options.display_subtype"),
        (stars(json!({ "left_label": "x" })), "1000", "display_options.left_label"),
        (stars(json!({ "custom_options": { "color": "yellow" } })), "1000", "display_options.custom_options.color"),
        (pictures(json!([{ "text": "A" }])), "1000", "answers.choices[0].image"),
        (pictures(json!([{ "image": { "url": "a.png" } }])), "1000", "answers.choices[0].image.url"),
        (single(json!({ "display_options": { "display_type": "slider" } })), "1000", "display_options.display_type"),
        (matrix("rating", json!({ "answers": { "rows": [{}], "choices": [{}] } })), "1000", "answers.choices[0].text"),
    ]);
}

#[test]
fn points_are_given_in_a_quiz_by_questions_with_choices() {
    let world = World::new();
    let scored = |score: u64| {
        let choices = json!([{ "text": "A", "quiz_options": { "score": score } }, choice("B")]);
        json!({ "quiz_options": { "scoring_enabled": true, "feedback": { "correct_text": "Yes" } },
            "answers": { "choices": choices } })
    };
    let questions = page(&world);
    refused(&world.post("owner", &questions, single(scored(1))), "1000", "quiz_options");
    let unscored = with(scored(1), json!({ "quiz_options": { "scoring_enabled": false } }));
    refused(&world.post("owner", &questions, single(unscored)), "1000", "answers.choices[0].quiz_options.score");
    let quiz = world.post("owner", "/v3/surveys", json!({ "quiz_options": { "is_quiz_mode": true } })).ok();
    let questions = page_of(&world, &quiz);
    let question = made(&world, &questions, single(scored(3)));
    assert_eq!(question["quiz_options"]["feedback"], json!({ "correct_text": "Yes" }));
    assert_eq!(question["answers"]["choices"][0]["quiz_options"]["score"], 3);
    assert_eq!(question["answers"]["choices"][1]["quiz_options"]["score"], 0);
    refused(&world.post("owner", &questions, single(scored(0))), "1000", "quiz_options.scoring_enabled");
    let mut half = single(scored(1));
    half["answers"]["choices"][1]["quiz_options"] = json!({ "score": 0.5 });
    refused(&world.post("owner", &questions, half), "1000", "answers.choices[1].quiz_options.score");
    let essay = ask("open_ended", "essay", json!({ "quiz_options": { "scoring_enabled": true } }));
    refused(&world.post("owner", &questions, essay), "1000", "quiz_options");
}
