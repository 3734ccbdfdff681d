//! What respondents write next to choices, and what they set: comments, texts of "other", and sliders.

use super::browser::{Browser, attribute, change, form, set, text};
use super::{answers, asking, details, taken};
use crate::support::{Answered, World};
use canvass::spec::errors::Error;
use canvass::wire::http::Response;
use serde_json::{Value, json};

/// The answers to the only question of the only response.
fn answered(world: &World, collector: &str) -> Vec<Value> {
    let taken = taken(world, collector);
    assert_eq!(taken.len(), 1);
    answers(&taken[0])[0].1.as_array().unwrap().clone()
}

#[test]
fn the_comment_of_each_row_of_a_matrix_is_stored_and_retained_when_the_page_is_sent_again() {
    let (rows, choices) = (json!([{ "text": "One" }, { "text": "Two" }]), json!([{ "text": "A" }, { "text": "B" }]));
    let other = json!({ "text": "Why?", "apply_all_rows": true });
    for subtype in ["single", "multi", "rating", "ranking", "menu"] {
        let mut options = json!({ "rows": rows, "other": other });
        match subtype {
            "ranking" => {}
            "menu" => options["cols"] = json!([{ "text": "How", "choices": choices }]),
            _ => options["choices"] = choices.clone(),
        }
        let question = json!({ "headings": [{ "heading": "How was it?" }], "family": "matrix", "subtype": subtype,
                               "answers": options });
        let world = World::new();
        let (_, collector) = asking(&world, &json!([question]));
        set(&world, &collector, &[("edit_response_type", "\"always\"")]);
        let browser = Browser::at(&world, &collector, None);
        let mut typed = form(&browser.open());
        let comments = typed.fields.iter_mut().filter(|(name, _)| name.ends_with(".other"));
        assert_eq!(
            comments.zip(1..).map(|((_, value), row)| *value = format!("Because {row}")).count(),
            2,
            "{subtype}"
        );
        assert!(text(&browser.send(&typed, "next")).contains("Thank you"), "{subtype}");
        let stored = answered(&world, &collector);
        let texts: Vec<&Value> = stored.iter().map(|answer| &answer["text"]).collect();
        assert_eq!(texts, ["Because 1", "Because 2"], "{subtype}");
        assert_ne!(stored[0]["row_id"], stored[1]["row_id"], "{subtype}");
        browser.send(&form(&browser.open()), "next");
        assert_eq!(answered(&world, &collector), stored, "{subtype}");
    }
}

#[test]
fn no_two_elements_of_a_page_have_one_id_and_each_mistake_links_to_one() {
    let choices = json!([{ "text": "A" }, { "text": "B" }]);
    let required = json!({ "text": "This one, please.", "type": "all", "amount": "0" });
    let cols = json!([{ "text": "How", "choices": choices }]);
    let mut questions: Vec<Value> = [
        ("single_choice", "menu", json!({ "choices": choices })),
        ("single_choice", "menu", json!({ "choices": choices, "other": { "text": "Why?" } })),
        ("single_choice", "menu", json!({ "choices": choices, "other": { "text": "Else", "is_answer_choice": true } })),
        ("single_choice", "vertical", json!({ "choices": choices, "other": { "text": "Why?" } })),
        ("multiple_choice", "vertical", json!({ "choices": choices })),
        ("matrix", "menu", json!({ "rows": [{ "text": "One" }], "cols": cols })),
        ("open_ended", "single", json!({})),
    ]
    .into_iter()
    .map(|(family, subtype, answers)| {
        json!({ "headings": [{ "heading": "What?" }], "family": family, "subtype": subtype, "answers": answers,
                "required": required })
    })
    .collect();
    questions.push(json!({ "headings": [{ "heading": "What?" }], "family": "single_choice", "subtype": "vertical",
                           "answers": { "choices": choices, "other": { "text": "Where?" } },
                           "validation": { "type": "email" } }));
    let count = questions.len();
    let world = World::new();
    let (_, collector) = asking(&world, &json!(questions));
    let browser = Browser::at(&world, &collector, None);
    let mut filled = form(&browser.open());
    let comment = filled.fields.iter_mut().rfind(|(name, _)| name.ends_with(".other")).unwrap();
    comment.1 = "there".to_owned();
    let comment = comment.0.clone();
    let page = text(&browser.send(&filled, "next"));
    let of = |attribute: &str| -> Vec<String> {
        page.split(attribute).skip(1).filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())).collect()
    };
    let (mut ids, links) = (of(" id=\""), of(" href=\"#"));
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!((ids.len(), links.len()), (all, count), "{page}");
    assert!(links.iter().all(|link| ids.contains(link)), "{links:?} {ids:?}");
    assert!(links.contains(&comment), "{links:?}");
}

fn slider(more: &Value) -> Value {
    let mut question = json!({ "headings": [{ "heading": "How much?" }], "family": "open_ended", "subtype": "single",
                               "display_options": { "display_type": "slider" } });
    let more = more.as_object().unwrap().clone();
    question.as_object_mut().unwrap().extend(more);
    question
}

#[test]
fn both_ends_of_a_slider_are_answers_and_nothing_beyond_whatever_bounds_it_has() {
    let cases = [
        (json!({}), 0, 100),
        (json!({ "min": "150" }), 150, 250),
        (json!({ "min": "-50" }), -50, 100),
        (json!({ "max": "-5" }), -105, -5),
        (json!({ "max": "30" }), 0, 30),
        (json!({ "min": "7", "max": "7" }), 7, 7),
        (json!({ "min": "-2147483648", "max": "2147483647" }), i32::MIN, i32::MAX),
    ];
    for (bounds, min, max) in cases {
        let mut validation = json!({ "type": "integer" });
        validation.as_object_mut().unwrap().extend(bounds.as_object().unwrap().clone());
        let world = World::new();
        let (_, collector) = asking(&world, &json!([slider(&json!({ "validation": validation }))]));
        set(&world, &collector, &[("edit_response_type", "\"always\"")]);
        let browser = Browser::at(&world, &collector, None);
        let page = browser.open();
        assert!(text(&page).contains(&format!("min=\"{min}\" max=\"{max}\"")), "{bounds}: {}", text(&page));
        let field = form(&page).fields[1].0.clone();
        let send = |number: i64| {
            let mut typed = form(&page);
            typed.set(&field, &[&number.to_string()]);
            typed.set(&format!("{field}.kept"), &["yes"]);
            browser.send(&typed, "next").status
        };
        let (min, max) = (i64::from(min), i64::from(max));
        assert_eq!([send(min), send(max), send(min - 1), send(max + 1)], [200, 200, 422, 422], "{bounds}");
        assert_eq!(answered(&world, &collector)[0]["text"], max.to_string(), "{bounds}");
    }
}

#[test]
fn a_slider_starts_at_a_position_that_its_page_offers() {
    let world = World::new();
    let options = |custom: Value| json!({ "display_options": { "display_type": "slider", "custom_options": custom } });
    let questions = [50, 95].map(|start| json!({ "step_size": 30, "starting_position": start }));
    let (_, collector) = asking(&world, &questions.map(|custom| slider(&options(custom))).into());
    let page = text(&Browser::at(&world, &collector, None).open());
    for start in [30, 90] {
        assert!(page.contains(&format!("step=\"30\" value=\"{start}\"")), "{start}: {page}");
    }
    let bounds = json!({ "validation": { "type": "integer", "min": "-10", "max": "-5" } });
    let (survey, collector) = asking(&world, &json!([slider(&json!({})), slider(&bounds)]));
    let sql = "UPDATE questions SET body = json_remove(body, '$.display_options.custom_options') WHERE survey_id = ?";
    change(&world, sql, &[&survey]);
    let page = text(&Browser::at(&world, &collector, None).open());
    for start in [0, -5] {
        assert!(page.contains(&format!("step=\"1\" value=\"{start}\"")), "{start}: {page}");
    }
}

#[test]
fn the_summary_of_errors_names_the_rows_of_a_question() {
    let world = World::new();
    let rows = json!([{ "text": "Arrival" }, { "text": "Leaving <late>" }]);
    let question = json!({ "family": "datetime", "subtype": "date_only", "headings": [{ "heading": "When?" }], "answers": { "rows": rows } });
    let (survey, collector) = asking(&world, &json!([question]));
    let browser = Browser::at(&world, &collector, None);
    for (language, start, bdi) in
        [("en", "Question 1, ", "<bdi>"), ("de", "Frage 1, ", "<bdi>"), ("ar", "Question 1, ", "<bdi lang=\"ar\">")]
    {
        change(&world, "UPDATE surveys SET language = ? WHERE id = ?", &[language, &survey]);
        let mut typed = form(&browser.open());
        typed
            .fields
            .iter_mut()
            .filter(|(name, _)| name.contains('.'))
            .for_each(|(_, value)| *value = "soon".to_owned());
        let page = text(&browser.send(&typed, "next"));
        for row in ["Arrival", "Leaving &lt;late&gt;"] {
            assert!(page.contains(&format!("{start}{bdi}{row}</bdi>: ")), "{row}: {page}");
        }
    }
}

#[test]
fn a_slider_without_labels_shows_its_ends() {
    let world = World::new();
    let labelled =
        json!({ "display_options": { "display_type": "slider", "left_label": "Cold", "show_display_number": false } });
    let (_, collector) = asking(&world, &json!([slider(&json!({})), slider(&labelled)]));
    let page = text(&Browser::at(&world, &collector, None).open());
    assert!(page.contains("<p class=\"ends\"><span>0</span><span></span><span>100</span></p>"), "{page}");
    assert!(page.contains("<p class=\"ends\"><span>Cold</span>"), "{page}");
    assert_eq!(page.matches("<output").count(), 1, "only the first shows its number: {page}");
}

#[test]
fn choices_in_a_line_have_narrow_cells_if_all_labels_are_short() {
    let world = World::new();
    let rating = |labels: &[&str], display: Value| {
        let choices: Vec<_> =
            (1..).zip(labels).map(|(weight, text)| json!({ "text": text, "weight": weight })).collect();
        json!({ "headings": [{ "heading": "How?" }], "family": "matrix", "subtype": "rating", "display_options": display,
                "answers": { "rows": [{ "text": "" }], "choices": choices } })
    };
    let stars = |shows: bool| json!({ "display_type": "emoji", "show_display_number": shows });
    let line = |other: Value| {
        json!({ "headings": [{ "heading": "Which?" }], "family": "single_choice", "subtype": "horiz",
                "answers": { "choices": [{ "text": "Yes" }, { "text": "No" }], "other": other } })
    };
    for (question, is_short) in [
        (rating(&["0", "1", "10"], Value::Null), true),
        (rating(&["1", "2", "N/A"], Value::Null), true),
        (rating(&["Bad", "Good"], Value::Null), false),
        (rating(&["", ""], stars(false)), true),
        (rating(&["", ""], stars(true)), false),
        (rating(&["Bad", "OK"], stars(false)), false),
        (line(Value::Null), true),
        (line(json!({ "text": "Else", "is_answer_choice": true })), false),
        (line(json!({ "text": "Why?", "is_answer_choice": false })), true),
    ] {
        let (_, collector) = asking(&world, &json!([question]));
        let page = text(&Browser::at(&world, &collector, None).open());
        assert!(page.contains("<ul class=\"options across"), "{page}");
        assert_eq!(page.contains("<ul class=\"options across short\">"), is_short, "{question} {page}");
    }
}

#[test]
fn a_decimal_comma_is_a_point_and_what_may_be_thousands_is_refused() {
    let number = json!({ "headings": [{ "heading": "How long?" }], "family": "open_ended", "subtype": "numerical",
                         "answers": { "rows": [{ "text": "Metres" }] } });
    let decimal = json!({ "headings": [{ "heading": "How much?" }], "family": "open_ended", "subtype": "single",
                          "validation": { "type": "decimal", "min": "0", "max": "10", "text": "A number" } });
    let word = json!({ "headings": [{ "heading": "Who?" }], "family": "open_ended", "subtype": "single" });
    for (typed, stored) in [
        ("3,5", Some("3.5")),
        (" 0,25 ", Some("0.25")),
        ("3.5", Some("3.5")),
        ("1,000", None),
        ("0,125", Some("0.125")),
        ("1.000", Some("1.000")),
        ("1,2,3", None),
        (",5", None),
    ] {
        for question in [&number, &decimal] {
            let world = World::new();
            let (_, collector) = asking(&world, &json!([question]));
            let browser = Browser::at(&world, &collector, None);
            let mut filled = form(&browser.open());
            let field = filled.fields[1].0.clone();
            filled.set(&field, &[typed]);
            let page = browser.send(&filled, "next");
            assert_eq!(page.status, if stored.is_some() { 200 } else { 422 }, "{typed} {question}");
            if let Some(stored) = stored {
                assert_eq!(answered(&world, &collector)[0]["text"], stored);
            } else {
                assert_eq!(form(&page).first(&field), typed, "what was typed stays");
            }
        }
    }
    let refused = |question: &Value, language: &str, typed: &str| {
        let world = World::new();
        let (survey, collector) = asking(&world, &json!([question]));
        world.patch("owner", &format!("/v3/surveys/{survey}"), json!({ "language": language })).ok();
        let browser = Browser::at(&world, &collector, None);
        let mut filled = form(&browser.open());
        let field = filled.fields[1].0.clone();
        filled.set(&field, &[typed]);
        let page = browser.send(&filled, "next");
        (page.status == 422).then(|| text(&page))
    };
    let world = World::new();
    let (survey, collector) = asking(&world, &json!([number]));
    world.patch("owner", &format!("/v3/surveys/{survey}"), json!({ "language": "de" })).ok();
    let browser = Browser::at(&world, &collector, None);
    let field = form(&browser.open()).fields[1].0.clone();
    let linked = form(&browser.get(&format!("?{field}=52.520")));
    assert_eq!(linked.first(&field), "52,520", "the number of a link is shown as respondents write it");
    browser.send(&linked, "next");
    assert_eq!(answered(&world, &collector)[0]["text"], "52.520");
    let page = refused(&number, "de", "1.000").unwrap();
    assert!(page.contains("Bitte geben Sie die Zahl ohne Tausendertrennzeichen ein."), "{page}");
    assert_eq!(refused(&number, "de", "1,125"), None);
    let page = refused(&number, "en", "1,000").unwrap();
    assert!(page.contains("Please enter the number without a thousands separator."), "{page}");
    let world = World::new();
    let (_, collector) = asking(&world, &json!([word]));
    let browser = Browser::at(&world, &collector, None);
    let mut filled = form(&browser.open());
    let field = filled.fields[1].0.clone();
    filled.set(&field, &["3,5"]);
    browser.send(&filled, "next");
    assert_eq!(answered(&world, &collector)[0]["text"], "3,5", "a text stays as it is");
}

#[test]
fn the_text_of_other_must_pass_the_validation_of_its_question() {
    let options = json!([{ "text": "A" }, { "text": "B" }]);
    let email = json!({ "headings": [{ "heading": "How do we reach you?" }], "family": "single_choice", "subtype": "vertical",
        "validation": { "type": "email", "text": "Not an address." },
        "answers": { "choices": options, "other": { "is_answer_choice": true } } });
    let short = json!({ "headings": [{ "heading": "How was it?" }], "family": "matrix", "subtype": "single",
        "validation": { "type": "text_length", "max": "5", "text": "Too long." },
        "answers": { "rows": options, "choices": options, "other": { "apply_all_rows": true } } });
    let world = World::new();
    let (survey, collector) = asking(&world, &json!([email, short]));
    let browser = Browser::at(&world, &collector, None);
    let page = form(&browser.open());
    let others: Vec<&String> =
        page.fields.iter().map(|(name, _)| name).filter(|name| name.ends_with(".other")).collect();
    let [email, _, row] = others.as_slice() else { panic!("{others:?}") };
    let send = |address: &str, comment: &str| {
        let mut typed = page.clone();
        typed.set(email, &[address]);
        typed.set(row, &[comment]);
        browser.send(&typed, "next")
    };
    let refused = send("abc", "good");
    assert_eq!(refused.status, 422);
    assert!(text(&refused).contains("Not an address.") && !text(&refused).contains("Too long."));
    assert!(text(&refused).contains(&format!("aria-describedby=\"{email}-wrong\"")), "{}", text(&refused));
    let refused = send("ada@lovelace.example", "really good");
    assert!(text(&refused).contains(&format!("id=\"{row}-wrong\"")) && text(&refused).contains("Too long."));
    assert_eq!(send(" ada@lovelace.example ", "good").status, 200);
    let design = details(&world, &survey);
    let question = &design["pages"][0]["questions"][0];
    let sent = |text: &str| {
        let answers = json!([{ "other_id": question["answers"]["other"]["id"], "text": text }]);
        let pages =
            json!([{ "id": design["pages"][0]["id"], "questions": [{ "id": question["id"], "answers": answers }] }]);
        world.post("owner", &format!("/v3/collectors/{collector}/responses"), json!({ "pages": pages }))
    };
    sent("abc").fails(Error::BadBody);
    assert_eq!(sent("grace@hopper.example").status, 201);
    let texts: Vec<Value> =
        taken(&world, &collector).iter().map(|response| answers(response)[0].1[0]["text"].clone()).collect();
    assert_eq!(texts, ["ada@lovelace.example", "grace@hopper.example"]);
}

#[test]
fn a_date_is_typed_and_shown_in_the_order_of_its_rule_and_stored_in_us_order() {
    for (subtype, typed, stored, wrong, hint) in [
        ("date_only", &["5/6/1980"][..], "06/05/1980", "12/31/1980", "31/12/2026"),
        ("both", &["31/12/1980", "09:05 PM"], "12/31/1980 09:05 PM", "12/31/1980", "31/12/2026 09:05 PM"),
    ] {
        let rule = json!({ "type": "date_intl", "min": "01/02/1900", "text": "" });
        let question = json!({ "headings": [{ "heading": "When?" }], "family": "datetime", "subtype": subtype,
                               "answers": { "rows": [{ "text": "Born" }] }, "validation": rule });
        let world = World::new();
        let (_, collector) = asking(&world, &json!([question]));
        set(&world, &collector, &[("edit_response_type", "\"always\"")]);
        let browser = Browser::at(&world, &collector, None);
        let page = browser.open();
        assert!(text(&page).contains("placeholder=\"DD/MM/YYYY\"") && !text(&page).contains("MM/DD"), "{subtype}");
        let mut filled = form(&page);
        let dated = |filled: &super::browser::Form| -> Vec<usize> {
            let dated = filled.fields.iter().enumerate().filter(|(_, (name, _))| name.starts_with('q'));
            dated.map(|(place, _)| place).collect()
        };
        let places = dated(&filled);
        for (place, text) in places.iter().zip(typed) {
            filled.fields[*place].1 = (*text).to_owned();
        }
        let right = filled.fields[places[0]].1.clone();
        filled.fields[places[0]].1 = wrong.to_owned();
        let refused = text(&browser.send(&filled, "next"));
        assert!(
            refused.contains(&format!("such as {hint}.")) && refused.contains(&format!("value=\"{wrong}\"")),
            "{refused}"
        );
        filled.fields[places[0]].1 = right;
        assert!(text(&browser.send(&filled, "next")).contains("Thank you"), "{subtype}");
        assert_eq!(answered(&world, &collector)[0]["text"], stored, "{subtype}");
        browser.send(&form(&browser.open()), "next");
        assert_eq!(answered(&world, &collector)[0]["text"], stored, "{subtype}: it is shown as it is typed");
    }
}

#[test]
fn a_question_says_how_many_answers_it_requires_and_so_does_its_error() {
    const DEFAULT: &str = "This question requires an answer.";
    let options =
        |count: usize| -> Value { (1..=count).map(|place| json!({ "text": format!("No. {place}") })).collect() };
    let question = |by_row: bool, kind: &str, amount: Value, text: &str| {
        let mut question = json!({ "headings": [{ "heading": "Which?" }], "family": "multiple_choice", "subtype": "vertical",
                                   "answers": { "choices": options(4) },
                                   "required": { "text": text, "type": kind, "amount": amount } });
        if by_row {
            (question["family"], question["subtype"]) = (json!("matrix"), json!("single"));
            question["answers"]["rows"] = options(4);
        }
        question
    };
    for (kind, amount, wrong, choice, row) in [
        ("at_least", "2", &[1][..], "Choose at least 2.", "Answer at least 2 of the rows."),
        ("at_most", "2", &[3], "Choose at most 2.", "Answer at most 2 of the rows."),
        ("exactly", "2", &[1, 3], "Choose exactly 2.", "Answer exactly 2 of the rows."),
        ("range", "2,3", &[1, 4], "Choose 2 to 3.", "Answer 2 to 3 of the rows."),
        ("all", "", &[3], "", "Answer every row."),
    ] {
        for (by_row, words) in [(false, choice), (true, row)].into_iter().filter(|(_, words)| !words.is_empty()) {
            for own in [DEFAULT, "Mind the number."] {
                let world = World::new();
                let amount = if amount.is_empty() { Value::Null } else { json!(amount) };
                let (_, collector) = asking(&world, &json!([question(by_row, kind, amount, own)]));
                let browser = Browser::at(&world, &collector, None);
                let page = browser.open();
                let hint = format!("<p class=\"hint\">{words}</p>");
                assert_eq!(text(&page).contains(&hint), kind != "all", "{kind} {by_row}");
                let fields = options_of(&page);
                for count in wrong {
                    let mut filled = form(&page);
                    let picked = if by_row {
                        fields.iter().step_by(4).take(*count)
                    } else {
                        fields.iter().step_by(1).take(*count)
                    };
                    filled.fields.extend(picked.cloned());
                    let refused = browser.send(&filled, "next");
                    let refused = text(&refused);
                    let expected = if own == DEFAULT { words.to_owned() } else { format!("<bdi>{own}</bdi>") };
                    // Where every row is required, the first one that lacks an answer is named.
                    let row = if kind == "all" { ", <bdi>No. 4</bdi>" } else { "" };
                    let expected = format!("Question 1{row}: {expected}");
                    assert!(refused.contains(&expected), "{kind} {by_row} {count}: {refused}");
                    assert!(!refused.contains(DEFAULT));
                }
                let nothing = text(&browser.send(&form(&page), "next"));
                assert!(nothing.contains(own), "{kind} {by_row}: {nothing}");
            }
        }
    }
}

/// The name and value of each option that a page offers.
fn options_of(page: &Response) -> Vec<(String, String)> {
    let page = text(page);
    let tags = page.split('<').filter(|tag| tag.contains("type=\"checkbox\"") || tag.contains("type=\"radio\""));
    tags.map(|tag| (attribute(tag, "name").unwrap(), attribute(tag, "value").unwrap())).collect()
}

/// The status of the page after the only question of a survey in a language was answered like this, and what is stored.
fn typed_in(language: &str, question: &Value, typed: &[&str]) -> (u16, Option<String>) {
    let world = World::new();
    let (survey, collector) = asking(&world, &json!([question]));
    change(&world, "UPDATE surveys SET language = ? WHERE id = ?", &[language, &survey]);
    let browser = Browser::at(&world, &collector, None);
    let mut filled = form(&browser.open());
    let fields = filled.fields.iter_mut().filter(|(name, _)| name.starts_with('q'));
    fields.zip(typed).for_each(|((_, value), typed)| *value = (*typed).to_owned());
    let status = browser.send(&filled, "next").status;
    (status, (status == 200).then(|| answered(&world, &collector)[0]["text"].as_str().unwrap().to_owned()))
}

#[test]
fn a_date_is_typed_with_points_or_hyphens_or_its_year_first_and_a_time_of_24_hours() {
    let dated = |subtype: &str, rule: &str| {
        json!({ "headings": [{ "heading": "When?" }], "family": "datetime", "subtype": subtype,
                "answers": { "rows": [{ "text": "Born" }] }, "validation": { "type": rule, "text": "" } })
    };
    let (us, international) = ("date_us", "date_intl");
    for (language, subtype, rule, typed, stored) in [
        ("de", "date_only", international, &["31.12.2026"][..], Some("12/31/2026")),
        ("de", "date_only", international, &["3.4.2026"], Some("04/03/2026")),
        ("de", "date_only", us, &["3.4.2026"], Some("04/03/2026")),
        ("de", "date_only", us, &["31.12.2026"], Some("12/31/2026")),
        ("de", "date_only", us, &["12.31.2026"], None),
        ("en", "date_only", us, &["3.4.2026"], None),
        ("en-gb", "date_only", us, &["3.4.2026"], None),
        ("en", "date_only", us, &["31.12.2026"], Some("12/31/2026")),
        ("en", "date_only", us, &["2026.04.03"], Some("04/03/2026")),
        ("en", "date_only", international, &["3.4.2026"], Some("04/03/2026")),
        ("ko", "date_only", us, &["2026. 12. 31."], Some("12/31/2026")),
        ("hr", "date_only", international, &["31. 12. 2026."], Some("12/31/2026")),
        ("nl", "date_only", international, &["03-04-2026"], Some("04/03/2026")),
        ("nl", "date_only", us, &["03-04-2026"], None),
        ("en", "date_only", international, &["2026-04-03"], Some("04/03/2026")),
        ("en", "date_only", us, &["2026-04-03"], Some("04/03/2026")),
        ("ja", "date_only", us, &["２０２６／０４／０３"], Some("04/03/2026")),
        ("ja", "date_only", international, &["０３／０４／２０２６"], Some("04/03/2026")),
        ("de", "date_only", us, &["1.2.3.2026"], None),
        ("de", "time_only", us, &["21:05"], Some("09:05 PM")),
        ("en", "time_only", us, &["00:30"], Some("12:30 AM")),
        ("de", "time_only", us, &["9:05"], Some("09:05 AM")),
        ("en", "time_only", us, &["9:05"], None),
        ("ko", "time_only", us, &["9:05"], None),
        ("ko", "time_only", us, &["21:05"], Some("09:05 PM")),
        ("ja", "time_only", us, &["２１：０５"], Some("09:05 PM")),
        ("de", "time_only", us, &["24:00"], None),
        ("de", "both", international, &["31.12.2026", "21:05"], Some("12/31/2026 09:05 PM")),
        ("de", "both", international, &["31.12.2026", ""], None),
    ] {
        let question = dated(subtype, rule);
        let (status, found) = typed_in(language, &question, typed);
        assert_eq!((status, found.as_deref()), (if stored.is_some() { 200 } else { 422 }, stored), "{typed:?} {rule}");
    }
    let world = World::new();
    for (subtype, text) in [("date_only", "12.31.2026"), ("date_only", "2026-12-31"), ("time_only", "21:05")] {
        let (survey, collector) = asking(&world, &json!([dated(subtype, us)]));
        let page = &details(&world, &survey)["pages"][0];
        let question = &page["questions"][0];
        let answers = json!([{ "row_id": question["answers"]["rows"][0]["id"], "text": text }]);
        let pages = json!([{ "id": page["id"], "questions": [{ "id": question["id"], "answers": answers }] }]);
        let sent = world.post("owner", &format!("/v3/collectors/{collector}/responses"), json!({ "pages": pages }));
        sent.fails(Error::BadBody);
    }
}

#[test]
fn full_width_and_eastern_characters_are_ascii_where_a_format_is_required_and_stay_in_free_text() {
    let written = |rule: Value| json!({ "headings": [{ "heading": "What?" }], "family": "open_ended", "subtype": "single", "validation": rule });
    let rule = |kind: &str| written(json!({ "type": kind, "text": "" }));
    let numbers = json!({ "headings": [{ "heading": "How many?" }], "family": "open_ended", "subtype": "numerical",
                          "answers": { "rows": [{ "text": "Metres" }] } });
    for (question, typed, stored) in [
        (&rule("integer"), "１２", "12"),
        (&rule("integer"), "١٢", "12"),
        (&rule("decimal"), "۱۲٫۵", "12.5"),
        (&rule("decimal"), "۱٫۱۲۵", "1.125"),
        (&numbers, "－7", "-7"),
        (&numbers, "\u{2212}7", "-7"),
        (&rule("email"), "ａ＠ｂ．ｊｐ", "a@b.jp"),
        (&rule("date_intl"), "３１.12.2026", "31/12/2026"),
        (&rule("date_us"), "2026-12-31", "12/31/2026"),
        (&written(Value::Null), "１２ ＠", "１２ ＠"),
    ] {
        assert_eq!(typed_in("ja", question, &[typed]), (200, Some(stored.to_owned())), "{typed}");
    }
}

#[test]
fn the_text_of_other_and_a_comment_are_converted_as_the_rule_of_their_question_asks() {
    for (kind, language, typed, stored) in [
        ("decimal", "de", "3,5", "3.5"),
        ("integer", "ja", "１２", "12"),
        ("email", "ja", "ａ＠ｂ．ｊｐ", "a@b.jp"),
        ("date_intl", "de", "31.12.2026", "31/12/2026"),
    ] {
        let options = json!([{ "text": "A" }, { "text": "B" }]);
        for (family, subtype, more) in [
            ("single_choice", "vertical", json!({ "choices": options, "other": { "is_answer_choice": true } })),
            ("matrix", "single", json!({ "rows": options, "choices": options, "other": { "apply_all_rows": true } })),
        ] {
            let question = json!({ "headings": [{ "heading": "Which?" }], "family": family, "subtype": subtype,
                                   "answers": more, "validation": { "type": kind, "text": "" } });
            let world = World::new();
            let (survey, collector) = asking(&world, &json!([question]));
            change(&world, "UPDATE surveys SET language = ? WHERE id = ?", &[language, &survey]);
            set(&world, &collector, &[("edit_response_type", "\"always\"")]);
            let browser = Browser::at(&world, &collector, None);
            let mut filled = form(&browser.open());
            let other = filled.fields.iter_mut().find(|(name, _)| name.ends_with(".other")).unwrap();
            other.1 = typed.to_owned();
            assert_eq!(browser.send(&filled, "next").status, 200, "{family} {typed}");
            assert_eq!(answered(&world, &collector)[0]["text"], stored, "{family}");
            assert_eq!(browser.send(&form(&browser.open()), "next").status, 200, "it is shown as it is typed");
            assert_eq!(answered(&world, &collector)[0]["text"], stored, "{family}");
        }
    }
}

#[test]
fn a_row_of_menus_that_is_filled_in_part_is_named_and_not_called_unanswered() {
    let choices = json!([{ "text": "A" }, { "text": "B" }]);
    let question = json!({ "headings": [{ "heading": "Which?" }], "family": "matrix", "subtype": "menu",
        "required": { "text": "This question requires an answer.", "type": "all" },
        "answers": { "rows": [{ "text": "One" }, { "text": "Two" }],
                     "cols": [{ "text": "How", "choices": choices }, { "text": "Where", "choices": choices }] } });
    for (filled_in, row) in [(&[0][..], "One"), (&[0, 1], "Two"), (&[0, 1, 2], "Two"), (&[1, 2, 3], "One")] {
        let world = World::new();
        let (survey, collector) = asking(&world, &json!([question]));
        let columns = &details(&world, &survey)["pages"][0]["questions"][0]["answers"]["cols"];
        let browser = Browser::at(&world, &collector, None);
        let mut filled = form(&browser.open());
        let menus: Vec<String> =
            filled.fields.iter().map(|(name, _)| name.clone()).filter(|name| name.starts_with('q')).collect();
        for place in filled_in {
            filled.set(&menus[*place], &[columns[place % 2]["choices"][0]["id"].as_str().unwrap()]);
        }
        let page = text(&browser.send(&filled, "next"));
        assert!(page.contains(&format!("Question 1, <bdi>{row}</bdi>: Answer every row.")), "{filled_in:?} {page}");
        assert!(!page.contains("This question requires an answer."), "{page}");
    }
}

#[test]
fn no_row_of_menus_is_named_where_any_one_row_is_enough() {
    let choices = json!([{ "text": "A" }, { "text": "B" }]);
    let question = json!({ "headings": [{ "heading": "Which?" }], "family": "matrix", "subtype": "menu",
        "required": { "text": "This question requires an answer.", "type": "at_least", "amount": "1" },
        "answers": { "rows": [{ "text": "One" }, { "text": "Two" }],
                     "cols": [{ "text": "How", "choices": choices }, { "text": "Where", "choices": choices }] } });
    let world = World::new();
    let (survey, collector) = asking(&world, &json!([question]));
    let column = &details(&world, &survey)["pages"][0]["questions"][0]["answers"]["cols"][0];
    let browser = Browser::at(&world, &collector, None);
    let mut filled = form(&browser.open());
    let menus = filled.fields.iter().map(|(name, _)| name.clone()).filter(|name| name.starts_with('q'));
    let second_row = menus.collect::<Vec<_>>()[2].clone();
    filled.set(&second_row, &[column["choices"][0]["id"].as_str().unwrap()]);
    let page = text(&browser.send(&filled, "next"));
    assert!(page.contains("Question 1: This question requires an answer."), "{page}");
}

/// A question with one text and a rule.
fn ruled(rule: &Value) -> Value {
    json!({ "headings": [{ "heading": "What?" }], "family": "open_ended", "subtype": "single", "validation": rule })
}

#[test]
fn an_answer_beyond_the_limits_of_a_rule_is_refused_with_the_limits_unless_the_rule_has_words_of_its_own() {
    let dated = |rule: &Value| {
        json!({ "headings": [{ "heading": "When?" }], "family": "datetime", "subtype": "date_only",
                "answers": { "rows": [{ "text": "Born" }] }, "validation": rule })
    };
    let commented = |rule: &Value| {
        json!({ "headings": [{ "heading": "Which?" }], "family": "single_choice", "subtype": "vertical", "validation": rule,
                "answers": { "choices": [{ "text": "A" }], "other": { "text": "Why?" } } })
    };
    let slid = |rule: &Value| slider(&json!({ "validation": rule }));
    let world = World::new();
    for (question, rule, typed, said) in [
        (
            &ruled as &dyn Fn(&Value) -> Value,
            json!({ "type": "integer", "min": "1", "max": "120" }),
            "150",
            "Please enter a number from 1 to 120.",
        ),
        (&ruled, json!({ "type": "integer", "min": "18" }), "17", "Permitted values: ≥ 18."),
        (&ruled, json!({ "type": "decimal", "max": "0.5" }), "0.75", "Permitted values: ≤ 0.5."),
        (&ruled, json!({ "type": "text_length", "max": "5" }), "too long", "Permitted number of characters: ≤ 5."),
        (
            &ruled,
            json!({ "type": "text_length", "min": "2", "max": "5" }),
            "x",
            "Permitted number of characters: 2 – 5.",
        ),
        (
            &ruled,
            json!({ "type": "date_us", "min": "01/01/2026", "max": "12/31/2026" }),
            "01/01/2025",
            "Permitted values: 01/01/2026 – 12/31/2026.",
        ),
        (
            &dated,
            json!({ "type": "date_intl", "min": "2026-01-31T00:00:00" }),
            "30/01/2026",
            "Permitted values: ≥ 2026-01-31.",
        ),
        (&commented, json!({ "type": "text_length", "max": "5" }), "too long", "Permitted number of characters: ≤ 5."),
        (&slid, json!({ "type": "integer", "max": "10" }), "11", "Please enter a number from 0 to 10."),
        (&ruled, json!({ "type": "integer" }), "1,000", "Please enter the number without a thousands separator."),
        (&ruled, json!({ "type": "integer" }), "1.000", "Please enter the number without a thousands separator."),
        (&ruled, json!({ "type": "decimal", "max": "1" }), "1.234", "Permitted values: ≤ 1."),
        (&ruled, json!({ "type": "integer", "min": "18" }), "old", "The comment you entered is in an invalid format."),
    ] {
        for own in [Value::Null, json!("Mind it.")] {
            let mut rule = rule.clone();
            rule["text"] = own.clone();
            let (_, collector) = asking(&world, &json!([question(&rule)]));
            let browser = Browser::at(&world, &collector, None);
            let mut filled = form(&browser.open());
            filled.fields.iter_mut().find(|(name, _)| name.starts_with('q')).unwrap().1 = typed.to_owned();
            let page = text(&browser.send(&filled, "next"));
            let own = own.as_str().map(|own| format!("<bdi>{own}</bdi>"));
            assert!(page.contains(&format!(": {}</a>", own.as_deref().unwrap_or(said))), "{rule} {said}: {page}");
        }
    }
}

#[test]
fn other_is_picked_by_its_text_until_the_respondent_unpicks_it() {
    let question = |family: &str| {
        json!({ "headings": [{ "heading": "Which?" }], "family": family, "subtype": "vertical",
                "answers": { "choices": [{ "text": "A" }], "other": { "text": "Else", "is_answer_choice": true } } })
    };
    let world = World::new();
    let (survey, collector) = asking(&world, &json!([question("multiple_choice")]));
    set(&world, &collector, &[("edit_response_type", "\"always\"")]);
    let answered = || answered(&world, &collector);
    let options = &details(&world, &survey)["pages"][0]["questions"][0]["answers"];
    let [choice, other] = [&options["choices"][0], &options["other"]].map(|option| option["id"].as_str().unwrap());
    let browser = Browser::at(&world, &collector, None);
    let mut typed = form(&browser.open());
    let text_field = typed.fields.iter().find(|(name, _)| name.ends_with(".other")).unwrap().0.clone();
    let field = text_field.strip_suffix(".other").unwrap();
    typed.set(field, &[choice]);
    typed.set(&text_field, &["mine"]);
    for _ in 0..2 {
        browser.send(&typed, "next");
        assert_eq!(answered().len(), 2, "a form that is sent twice says the same twice");
    }
    let mut shown = form(&browser.open());
    assert!(shown.fields.contains(&(field.to_owned(), other.to_owned())));
    browser.send(&shown, "next");
    assert_eq!(answered().len(), 2);
    shown.set(field, &[choice]);
    browser.send(&shown, "next");
    assert_eq!(answered().len(), 1, "it is unpicked, though its text is still there");
    assert_eq!(form(&browser.open()).first(&text_field), "");
    shown.set(&text_field, &["another"]);
    browser.send(&shown, "next");
    assert_eq!(answered()[1]["text"], "another", "a text that is typed later counts");

    let (survey, collector) = asking(&world, &json!([question("single_choice")]));
    let choice = &details(&world, &survey)["pages"][0]["questions"][0]["answers"]["choices"][0]["id"];
    let browser = Browser::at(&world, &collector, None);
    let mut typed = form(&browser.open());
    let text_field = typed.fields.iter().find(|(name, _)| name.ends_with(".other")).unwrap().0.clone();
    typed.set(text_field.strip_suffix(".other").unwrap(), &[choice.as_str().unwrap()]);
    typed.set(&text_field, &["mine"]);
    browser.send(&typed, "next");
    let stored = super::answers(&taken(&world, &collector)[0]);
    assert_eq!(stored[0].1, json!([{ "choice_id": choice }]), "the choice that is picked counts");
}

#[test]
fn an_unpicked_other_stays_so_when_its_page_is_shown_with_an_error_until_another_text_is_typed() {
    let options = json!({ "choices": [{ "text": "A" }], "other": { "text": "Else", "is_answer_choice": true } });
    let question = json!({ "headings": [{ "heading": "Which?" }], "family": "multiple_choice", "subtype": "vertical",
                           "answers": options });
    let number = ruled(&json!({ "type": "integer", "text": "" }));
    for (later, count) in [("mine", 1), ("another", 2)] {
        let world = World::new();
        let (survey, collector) = asking(&world, &json!([question, number]));
        set(&world, &collector, &[("edit_response_type", "\"always\"")]);
        let choice = &details(&world, &survey)["pages"][0]["questions"][0]["answers"]["choices"][0]["id"];
        let browser = Browser::at(&world, &collector, None);
        let mut typed = form(&browser.open());
        let number_field = typed.fields.iter().rfind(|(name, _)| name.starts_with('q')).unwrap().0.clone();
        let text_field = typed.fields.iter().find(|(name, _)| name.ends_with(".other")).unwrap().0.clone();
        let field = text_field.strip_suffix(".other").unwrap();
        typed.set(&text_field, &["mine"]);
        browser.send(&typed, "next");
        let mut shown = form(&browser.open());
        shown.set(field, &[choice.as_str().unwrap()]);
        shown.set(&number_field, &["old"]);
        let refused = browser.send(&shown, "next");
        assert!(text(&refused).contains("invalid format"), "{}", text(&refused));
        let mut again = form(&refused);
        again.set(&number_field, &["7"]);
        again.set(&text_field, &[later]);
        for _ in 0..2 {
            browser.send(&again, "next");
            assert_eq!(answered(&world, &collector).len(), count, "{later}");
        }
    }
}

#[test]
fn a_text_of_several_lines_keeps_the_line_break_that_it_begins_with() {
    let essay = json!({ "headings": [{ "heading": "What?" }], "family": "open_ended", "subtype": "essay" });
    let comment = json!({ "headings": [{ "heading": "Which?" }], "family": "single_choice", "subtype": "vertical",
        "answers": { "choices": [{ "text": "A" }], "other": { "text": "Why?", "num_lines": 3, "num_chars": 50 } } });
    let world = World::new();
    let (_, collector) = asking(&world, &json!([essay, comment]));
    set(&world, &collector, &[("edit_response_type", "\"always\"")]);
    let browser = Browser::at(&world, &collector, None);
    let mut typed = form(&browser.open());
    for (_, value) in typed.fields.iter_mut().filter(|(name, _)| name.starts_with('q')) {
        *value = "\r\n\r\nafter".to_owned();
    }
    browser.send(&typed, "next");
    for visit in 0..3 {
        let stored = answers(&taken(&world, &collector)[0]);
        assert!(
            stored.len() == 2 && stored.iter().all(|(_, given)| given[0]["text"] == "\n\nafter"),
            "{visit} {stored:?}"
        );
        browser.send(&form(&browser.open()), "next");
    }
}

#[test]
fn the_start_of_a_slider_that_the_api_wrote_with_decimals_is_still_an_answer_when_the_page_is_sent() {
    let world = World::new();
    let custom = json!({ "custom_options": { "starting_position": 5 }, "display_type": "slider" });
    let (survey, collector) = asking(&world, &json!([slider(&json!({ "display_options": custom }))]));
    set(&world, &collector, &[("edit_response_type", "\"always\"")]);
    let browser = Browser::at(&world, &collector, None);
    let mut moved = form(&browser.open());
    let field = moved.fields.iter().find(|(name, _)| name.starts_with('q')).unwrap().0.clone();
    moved.set(&field, &["7"]);
    browser.send(&moved, "next");
    let response = taken(&world, &collector)[0]["id"].as_str().unwrap().to_owned();
    let page = &details(&world, &survey)["pages"][0];
    let answered_by_api = json!([{ "id": page["questions"][0]["id"], "answers": [{ "text": "5.0" }] }]);
    let body = json!({ "pages": [{ "id": page["id"], "questions": answered_by_api }] });
    world.patch("owner", &format!("/v3/surveys/{survey}/responses/{response}"), body).ok();
    // A browser writes the number of a slider without decimals.
    let mut shown = form(&browser.open());
    shown.set(&field, &["5"]);
    browser.send(&shown, "next");
    assert_eq!(answered(&world, &collector)[0]["text"], "5");
}

#[test]
fn the_address_of_a_personal_detail_is_stored_without_the_spaces_around_it() {
    let world = World::new();
    let question = json!({ "headings": [{ "heading": "Who?" }], "family": "demographic", "subtype": "us",
                           "answers": { "rows": [{ "type": "email", "text": "Address" }] } });
    let (survey, collector) = asking(&world, &json!([question]));
    let page = &details(&world, &survey)["pages"][0];
    let question = &page["questions"][0];
    let row = question["answers"]["rows"].as_array().unwrap().iter().find(|row| row["type"] == "email").unwrap();
    let given = json!([{ "row_id": row["id"], "text": " ada@lovelace.example " }]);
    let body = json!({ "pages": [{ "id": page["id"], "questions": [{ "id": question["id"], "answers": given }] }] });
    world.post("owner", &format!("/v3/collectors/{collector}/responses"), body).ok();
    assert_eq!(answered(&world, &collector)[0]["text"], "ada@lovelace.example");
}
