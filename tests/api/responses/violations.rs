//! Answers that do not fit their question: each is refused with the field that is wrong, and nothing is kept.

use super::stored_survey::{COLLECTOR, body, made, options, partial};
use crate::support::{Answered, World};
use canvass::spec::errors::Error;
use serde_json::{Value, json};

/// A question with choices.
fn choices(family: &str, subtype: &str) -> Value {
    let choices = options(&[("1", "One"), ("2", "Two"), ("3", "Three"), ("4", "-Gone")]);
    json!({ "family": family, "subtype": subtype, "answers": { "choices": choices } })
}

fn with_other(mut question: Value, is_answer_choice: bool, apply_all_rows: bool) -> Value {
    question["answers"]["other"] = json!({
        "id": "9", "text": "Other", "visible": true, "is_answer_choice": is_answer_choice, "apply_all_rows": apply_all_rows,
        "position": 9, "num_chars": 50, "num_lines": 1, "error_text": "Say what.",
    });
    question
}

fn matrix(subtype: &str) -> Value {
    let mut question = choices("matrix", subtype);
    question["answers"]["rows"] = options(&[("5", "First"), ("6", "Second"), ("7", "-Gone")]);
    question["answers"]["choices"][2]["is_na"] = json!(true);
    question
}

fn menu() -> Value {
    let mut columns = options(&[("21", "Left"), ("22", "Right"), ("23", "-Gone")]);
    for (place, column) in columns.as_array_mut().unwrap().iter_mut().enumerate() {
        let (first, second) = (format!("{}", 31 + 10 * place), format!("{}", 32 + 10 * place));
        let mut list = options(&[(&first, "New"), (&second, "-Old")]);
        list.as_array_mut().unwrap().iter_mut().for_each(|choice| choice["is_na"] = json!(false));
        column["choices"] = list;
    }
    json!({ "family": "matrix", "subtype": "menu",
        "answers": { "rows": options(&[("5", "First"), ("6", "Second")]), "cols": columns } })
}

fn rows(family: &str, subtype: &str) -> Value {
    json!({ "family": family, "subtype": subtype, "answers": { "rows": options(&[("5", "First"), ("6", "Second")]) } })
}

fn text(validation: Value) -> Value {
    let mut rule = json!({ "text": "Not like that.", "min": null, "max": null, "sum": null, "sum_text": "" });
    rule.as_object_mut().unwrap().extend(validation.as_object().unwrap().clone());
    json!({ "family": "open_ended", "subtype": "single", "validation": rule })
}

fn displayed(options: Value) -> Value {
    json!({ "family": "open_ended", "subtype": "single", "display_options": options })
}

fn required(mut question: Value, kind: &str, amount: &str) -> Value {
    question["required"] = json!({ "text": "This one, please.", "type": kind, "amount": amount });
    question
}

/// The answer to a response with these answers to a survey of this one question.
fn posted(question: &Value, body: Value) -> (World, canvass::wire::http::Response) {
    let world = World::new();
    made(&world, json!({}), std::slice::from_ref(question));
    let answer = world.post("owner", &format!("{COLLECTOR}/responses"), body);
    (world, answer)
}

#[track_caller]
fn refused(question: &Value, answers: Value, field: &str, reason: &str) {
    let (world, answer) = posted(question, body(std::slice::from_ref(&answers)));
    let message = answer.body()["error"]["message"].as_str().unwrap_or("none").to_owned();
    assert_eq!(answer.error(), Some(Error::BadBody), "{answers} to {question}");
    assert!(message.contains(&format!("`pages[0].questions[0]{field}` (question 921")), "{field} in {message}");
    assert!(message.contains(reason), "{reason} in {message}");
    let left = world.get("owner", &format!("{COLLECTOR}/responses")).ok();
    assert_eq!(left["total"], 0, "nothing is kept");
}

#[track_caller]
fn taken(question: &Value, answers: Value) {
    let (_, answer) = posted(question, body(std::slice::from_ref(&answers)));
    assert_eq!(answer.status, 201, "{answers} to {question}: {}", answer.body());
}

#[test]
fn pages_and_questions_must_be_those_of_the_survey() {
    let world = World::new();
    let mut gone = choices("single_choice", "vertical");
    gone["visible"] = json!(false);
    made(&world, json!({}), &[choices("single_choice", "vertical"), gone]);
    let send = |pages: Value| {
        let answer = world.post("owner", &format!("{COLLECTOR}/responses"), json!({ "pages": pages }));
        answer.fails(Error::BadBody);
        answer.body()["error"]["message"].as_str().unwrap().to_owned()
    };
    let question = |id: &str| json!({ "id": id, "answers": [{ "choice_id": "1" }] });
    assert!(send(json!([{ "id": "1", "questions": [] }])).contains("`pages[0].id`: The survey has no page 1."));
    let message = send(json!([{ "id": "911", "questions": [question("1")] }]));
    assert!(message.contains("`pages[0].questions[0].id` (question 1): Page 911 has no question 1."), "{message}");
    let message = send(json!([{ "id": "911", "questions": [question("922")] }]));
    assert!(message.contains("`pages[0].questions[0].id` (question 922): The question was deleted."), "{message}");
    let twice = json!([{ "id": "911", "questions": [question("921"), question("921")] }]);
    assert!(send(twice).contains("`pages[0].questions[1].id` (question 921): The question occurs more than once."));
}

#[test]
fn a_body_without_pages_is_refused() {
    let world = World::new();
    made(&world, json!({}), &[choices("single_choice", "vertical")]);
    let answer = world.post("owner", &format!("{COLLECTOR}/responses"), json!({}));
    answer.fails(Error::BadBody);
    assert!(answer.body()["error"]["message"].as_str().unwrap().contains("`pages`"));
}

#[test]
fn every_problem_is_named_up_to_ten() {
    let question = choices("multiple_choice", "vertical");
    let many: Value = (100..112).map(|id: u32| json!({ "choice_id": id.to_string() })).collect();
    let (_, answer) = posted(&question, body(&[many]));
    let message = answer.body()["error"]["message"].as_str().unwrap().to_owned();
    assert!(message.contains("answers[0].choice_id") && message.contains("answers[9].choice_id"), "{message}");
    assert!(message.contains("There are 2 more."), "{message}");
}

#[test]
fn choices_must_be_there_and_picked_once() {
    let one = choices("single_choice", "menu");
    taken(&one, json!([{ "choice_id": "1" }]));
    refused(&one, json!([{ "choice_id": "8" }]), ".answers[0].choice_id", "There is no such choice.");
    refused(&one, json!([{ "choice_id": "4" }]), ".answers[0].choice_id", "The choice was deleted.");
    refused(&one, json!([{ "choice_id": "1" }, { "choice_id": "2" }]), ".answers[1].choice_id", "Only one choice");
    refused(&one, json!([{}]), ".answers[0].choice_id", "must have `choice_id`");
    refused(&one, json!([{ "choice_id": "1", "row_id": "1" }]), ".answers[0].row_id", "cannot have `row_id`");
    refused(&one, json!([{ "choice_id": "1", "text": "x" }]), ".answers[0].text", "cannot have `text`");
    refused(&one, json!([{ "other_id": "9", "text": "x" }]), ".answers[0].other_id", "no such \"other\" option");
    let many = choices("multiple_choice", "horiz");
    taken(&many, json!([{ "choice_id": "1" }, { "choice_id": "2" }]));
    refused(&many, json!([{ "choice_id": "1" }, { "choice_id": "1" }]), ".answers[1].choice_id", "more than once");
}

#[test]
fn other_is_a_choice_of_its_own_or_a_comment() {
    let answer = with_other(choices("single_choice", "vertical"), true, false);
    taken(&answer, json!([{ "other_id": "9", "text": "Else" }]));
    refused(&answer, json!([{ "other_id": "9", "text": " " }]), ".answers[0].text", "Say what.");
    refused(&answer, json!([{ "other_id": "9" }]), ".answers[0].text", "must have `text`");
    let both = json!([{ "choice_id": "1" }, { "other_id": "9", "text": "Else" }]);
    refused(&answer, both.clone(), ".answers[1].other_id", "Only one answer");
    let reverse = json!([{ "other_id": "9", "text": "Else" }, { "choice_id": "1" }]);
    refused(&answer, reverse, ".answers[1].choice_id", "Only one choice");
    taken(&with_other(choices("single_choice", "vertical"), false, false), both.clone());
    taken(&with_other(choices("multiple_choice", "vertical"), true, false), both);
    let many = with_other(choices("multiple_choice", "vertical"), true, false);
    let twice = json!([{ "other_id": "9", "text": "a" }, { "other_id": "9", "text": "b" }]);
    refused(&many, twice, ".answers[1].other_id", "Only one answer");
    refused(&many, json!([{ "choice_id": "1", "other_id": "9", "text": "a" }]), ".answers[0].choice_id", "cannot have");
}

#[test]
fn a_comment_belongs_to_the_matrix_or_to_each_of_its_rows() {
    let whole = with_other(matrix("single"), false, false);
    taken(&whole, json!([{ "other_id": "9", "text": "x" }]));
    refused(
        &whole,
        json!([{ "row_id": "5", "other_id": "9", "text": "x" }]),
        ".answers[0].row_id",
        "cannot have `row_id`",
    );
    let every = with_other(matrix("rating"), false, true);
    taken(
        &every,
        json!([{ "row_id": "5", "other_id": "9", "text": "x" }, { "row_id": "6", "other_id": "9", "text": "y" }]),
    );
    refused(&every, json!([{ "other_id": "9", "text": "x" }]), ".answers[0].row_id", "must have `row_id`");
    refused(&every, json!([{ "row_id": "8", "other_id": "9", "text": "x" }]), ".answers[0].row_id", "no such row");
}

#[test]
fn a_matrix_takes_one_choice_in_a_row_unless_it_takes_many() {
    for subtype in ["single", "rating", "multi"] {
        taken(&matrix(subtype), json!([{ "row_id": "5", "choice_id": "1" }, { "row_id": "6", "choice_id": "1" }]));
        refused(
            &matrix(subtype),
            json!([{ "row_id": "7", "choice_id": "1" }]),
            ".answers[0].row_id",
            "The row was deleted.",
        );
        refused(&matrix(subtype), json!([{ "choice_id": "1" }]), ".answers[0].row_id", "must have `row_id`");
        let again = json!([{ "row_id": "5", "choice_id": "1" }, { "row_id": "5", "choice_id": "1" }]);
        refused(&matrix(subtype), again, ".answers[1].choice_id", "more than once");
    }
    let two = json!([{ "row_id": "5", "choice_id": "1" }, { "row_id": "5", "choice_id": "2" }]);
    refused(&matrix("single"), two.clone(), ".answers[1].choice_id", "Only one choice");
    taken(&matrix("multi"), two);
}

#[test]
fn ranks_and_forced_choices_are_used_once_but_not_applicable_is_free() {
    let same = json!([{ "row_id": "5", "choice_id": "1" }, { "row_id": "6", "choice_id": "1" }]);
    refused(&matrix("ranking"), same.clone(), ".answers[1].choice_id", "in one row only");
    let mut forced = matrix("rating");
    forced["forced_ranking"] = json!(true);
    refused(&forced, same, ".answers[1].choice_id", "in one row only");
    taken(&forced, json!([{ "row_id": "5", "choice_id": "3" }, { "row_id": "6", "choice_id": "3" }]));
}

#[test]
fn a_menu_takes_one_choice_of_its_own_column_in_each_cell() {
    let cell = |row: &str, column: &str, choice: &str| json!({ "row_id": row, "col_id": column, "choice_id": choice });
    taken(&menu(), json!([cell("5", "21", "31"), cell("5", "22", "41"), cell("6", "21", "31")]));
    refused(&menu(), json!([cell("5", "22", "31")]), ".answers[0].choice_id", "no such choice of the column");
    refused(&menu(), json!([cell("5", "21", "32")]), ".answers[0].choice_id", "was deleted");
    refused(&menu(), json!([cell("5", "23", "51")]), ".answers[0].col_id", "The column was deleted.");
    refused(&menu(), json!([cell("5", "21", "31"), cell("5", "21", "31")]), ".answers[1].choice_id", "more than once");
    refused(&menu(), json!([{ "row_id": "5", "choice_id": "31" }]), ".answers[0].col_id", "must have `col_id`");
}

#[test]
fn texts_must_pass_their_validation() {
    let rule = |validation: Value| text(validation);
    let cases = [
        (
            rule(json!({ "type": "integer", "min": "-5", "max": "10" })),
            vec!["-5", "10", " 7 "],
            vec!["11", "-6", "1.5", "x", "1e1"],
        ),
        (rule(json!({ "type": "decimal", "min": "0.5" })), vec!["0.5", "12.25"], vec!["0.4", "NaN", "inf", "1,5"]),
        (
            rule(json!({ "type": "decimal", "min": 0.000001, "max": 1e21 })),
            vec!["0.000001", "1000000000000000000000"],
            vec!["0", "0.0000001", "1000000000000000200000"],
        ),
        (
            rule(json!({ "type": "date_us", "min": "01/31/2026" })),
            vec!["1/31/2026", "12/31/2026"],
            vec!["31/12/2026", "01/30/2026", "2026-02-01"],
        ),
        (
            rule(json!({ "type": "date_intl", "max": "2026-02-01" })),
            vec!["31/01/2026", "01/02/2026"],
            vec!["01/31/2026", "02/02/2026"],
        ),
        (
            rule(json!({ "type": "email" })),
            vec!["a@b.example", "a+b@c.d.example"],
            vec!["a", "a@b", "a@@b.example", "a b@c.example", "@b.example", ".a@b.example", "a@-b.example"],
        ),
        (rule(json!({ "type": "text_length", "min": "2", "max": "3" })), vec!["ab", "äöü"], vec!["a", "abcd"]),
        (rule(json!({ "type": "any" })), vec!["anything"], vec![]),
    ];
    for (question, good, bad) in cases {
        for text in good {
            taken(&question, json!([{ "text": text }]));
        }
        for text in bad {
            refused(&question, json!([{ "text": text }]), ".answers[0].text", "Not like that.");
        }
    }
    let plain = json!({ "family": "open_ended", "subtype": "essay" });
    refused(&plain, json!([{ "text": "a" }, { "text": "b" }]), ".answers[1].text", "Only one answer");
    refused(&plain, json!([{ "choice_id": "1" }]), ".answers[0].choice_id", "cannot have `choice_id`");
}

#[test]
fn numbers_must_be_numbers_and_add_up() {
    let mut question = rows("open_ended", "numerical");
    taken(&question, json!([{ "row_id": "5", "text": "1.5" }]));
    refused(&question, json!([{ "row_id": "5", "text": "many" }]), ".answers[0].text", "Please enter a number.");
    question["validation"] = json!({ "type": "integer", "text": "Whole ones.", "min": "0", "max": "100", "sum": 100, "sum_text": "Make it 100." });
    taken(&question, json!([{ "row_id": "5", "text": "40" }, { "row_id": "6", "text": "60" }]));
    refused(&question, json!([{ "row_id": "5", "text": "40" }]), ".answers", "Make it 100.");
    refused(&question, json!([{ "row_id": "5", "text": "1.5" }]), ".answers[0].text", "Whole ones.");
    let twice = json!([{ "row_id": "5", "text": "50" }, { "row_id": "5", "text": "50" }]);
    refused(&question, twice, ".answers[1].row_id", "Only one answer");
}

#[test]
fn large_numbers_with_fractions_add_up() {
    let mut question = rows("open_ended", "numerical");
    question["answers"]["rows"] = options(&[("5", "First"), ("6", "Second"), ("7", "Third")]);
    question["validation"] = json!({ "type": "decimal", "text": "", "min": null, "max": null, "sum": 2_000_000_000, "sum_text": "Make it so many." });
    let answers = |third: &str| {
        let texts = [("5", "666666666.1"), ("6", "666666666.2"), ("7", third)];
        Value::from_iter(texts.map(|(row, text)| json!({ "row_id": row, "text": text })))
    };
    taken(&question, answers("666666667.7"));
    for other in ["666666668.7", "666666667.71", "666666667.699", "666666667.7001"] {
        refused(&question, answers(other), ".answers", "Make it so many.");
    }
    question["validation"]["sum"] = json!(0);
    taken(&question, answers("-1333333332.3"));
    refused(&question, answers("-1333333332.3001"), ".answers", "Make it so many.");
    let large = format!("1{}", "7".repeat(308));
    let both = json!([{ "row_id": "5", "text": large }, { "row_id": "6", "text": large }]);
    refused(&question, both, ".answers", "Make it so many.");
}

#[test]
fn dates_must_be_dates_in_us_order() {
    for (subtype, bad) in [
        ("both", ["12/31/2026", "31/12/2026 09:00 AM", "12/31/2026 13:00 PM"]),
        ("date_only", ["2026-12-31", "02/30/2026", "12/31/26"]),
        ("time_only", ["21:05", "09:60 AM", "00:10 AM"]),
    ] {
        for text in bad {
            refused(
                &rows("datetime", subtype),
                json!([{ "row_id": "5", "text": text }]),
                ".answers[0].text",
                "Please enter a",
            );
        }
    }
    let mut question = rows("datetime", "date_only");
    question["validation"] = json!({ "type": "date_us", "text": "This year.", "min": "01/01/2026", "max": "12/31/2026", "sum": null, "sum_text": "" });
    taken(&question, json!([{ "row_id": "5", "text": "06/15/2026" }]));
    for text in ["06/15/2027", "02/30/2026", "tomorrow"] {
        refused(&question, json!([{ "row_id": "5", "text": text }]), ".answers[0].text", "This year.");
    }
    question["validation"]["text"] = json!("");
    refused(&question, json!([{ "row_id": "5", "text": "02/30/2026" }]), ".answers[0].text", "Please enter a date");
}

#[test]
fn sliders_and_files_have_rules_of_their_own() {
    let slider = displayed(json!({ "display_type": "slider" }));
    taken(&slider, json!([{ "text": "50" }]));
    refused(&slider, json!([{ "text": "101" }]), ".answers[0].text", "from 0 to 100");
    refused(&slider, json!([{ "text": "half" }]), ".answers[0].text", "Please enter a number.");
    let upload =
        displayed(json!({ "display_type": "file_upload", "custom_options": { "option_set": ["pdf", "png"] } }));
    let file = |url: &str, name: &str| json!([{ "download_url": url, "content_type": "image/png", "text": name }]);
    taken(&upload, file("https://files.example/1", "photo.PNG"));
    refused(&upload, file("https://files.example/1", "photo.exe"), ".answers[0].download_url", "pdf, png");
    refused(&upload, file("javascript:alert(1)", "photo.png"), ".answers[0].download_url", "https://");
    refused(&upload, json!([{ "text": "photo.png" }]), ".answers[0].download_url", "must have `download_url`");
}

#[test]
fn questions_that_only_show_something_take_no_answers() {
    for (family, subtype) in [("presentation", "image"), ("presentation", "descriptive_text"), ("click_map", "single")]
    {
        let question = json!({ "family": family, "subtype": subtype });
        refused(&question, json!([{ "text": "x" }]), ".answers[0].text", "cannot have `text`");
        taken(&question, json!([]));
    }
}

#[test]
fn a_variant_of_the_heading_must_be_one_of_the_question() {
    let assignment = |id: &str| json!({ "heading": "?", "random_assignment": { "id": id, "percent": 50 } });
    let question =
        json!({ "family": "open_ended", "subtype": "single", "headings": [assignment("71"), assignment("72")] });
    let send = |variant: &str| {
        let mut body = body(&[json!([{ "text": "x" }])]);
        body["pages"][0]["questions"][0]["variable_id"] = json!(variant);
        posted(&question, body).1
    };
    assert_eq!(send("72").status, 201);
    let answer = send("73");
    assert!(answer.body()["error"]["message"].as_str().unwrap().contains("questions[0].variable_id`"));
}

#[test]
fn what_is_required_must_be_answered_in_a_complete_response() {
    let pick = |ids: &[&str]| -> Value { ids.iter().map(|id| json!({ "choice_id": id })).collect() };
    let all = required(choices("single_choice", "vertical"), "all", "0");
    let (_, answer) = posted(&all, json!({ "pages": [] }));
    assert!(answer.body()["error"]["message"].as_str().unwrap().contains("`pages` (question 921): This one, please."));
    assert_eq!(posted(&all, partial(&[Value::Null])).1.status, 201, "a partial response owes nothing");
    refused(&all, json!([]), "", "This one, please.");
    let many = choices("multiple_choice", "vertical");
    for (kind, amount, good, bad) in [
        ("at_least", "2", vec![2, 3], vec![1]),
        ("at_most", "2", vec![1, 2], vec![0, 3]),
        ("exactly", "2", vec![2], vec![1, 3]),
        ("range", "2,3", vec![2, 3], vec![1]),
    ] {
        let question = required(many.clone(), kind, amount);
        let ids = ["1", "2", "3"];
        good.into_iter().for_each(|count| taken(&question, pick(&ids[..count])));
        bad.into_iter().for_each(|count| refused(&question, pick(&ids[..count]), "", "This one, please."));
        // Who answers at all must answer as much as is asked, even in a partial response.
        if kind == "exactly" {
            posted(&question, partial(&[pick(&["1"])])).1.fails(Error::BadBody);
        }
    }
}

#[test]
fn what_was_deleted_cannot_be_requested() {
    // Four choices were asked for, of which three are left.
    let question = required(choices("multiple_choice", "vertical"), "at_least", "4");
    taken(&question, json!([{ "choice_id": "1" }, { "choice_id": "2" }, { "choice_id": "3" }]));
    refused(&question, json!([{ "choice_id": "1" }, { "choice_id": "2" }]), "", "This one, please.");
}

#[test]
fn rows_count_where_a_question_has_rows() {
    let cell = |row: &str| json!({ "row_id": row, "choice_id": "1" });
    let all = required(matrix("single"), "all", "0");
    taken(&all, json!([cell("5"), cell("6")]));
    refused(&all, json!([cell("5")]), "", "This one, please.");
    taken(&required(matrix("single"), "at_least", "1"), json!([cell("5")]));
    let words = required(rows("open_ended", "multi"), "all", "0");
    refused(&words, json!([{ "row_id": "5", "text": "x" }, { "row_id": "6", "text": " " }]), "", "This one, please.");
    let cells = required(menu(), "all", "0");
    refused(&cells, json!([{ "row_id": "5", "col_id": "21", "choice_id": "31" }]), "", "This one, please.");
    let commented = required(with_other(matrix("single"), false, false), "at_least", "1");
    refused(&commented, json!([{ "other_id": "9", "text": "x" }]), "", "This one, please.");
}

#[test]
fn details_of_a_person_are_checked_against_their_rows() {
    let mut question = rows("demographic", "us");
    question["answers"]["rows"][0]["type"] = json!("name");
    question["answers"]["rows"][0]["required"] = json!(true);
    question["answers"]["rows"][1]["type"] = json!("email");
    question["answers"]["rows"][1]["required"] = json!(false);
    taken(&question, json!([{ "row_id": "5", "text": "Ana" }]));
    refused(
        &question,
        json!([{ "row_id": "5", "text": "Ana" }, { "row_id": "6", "text": "ana" }]),
        ".answers[1].text",
        "email address",
    );
    let (_, answer) = posted(&question, body(&[json!([{ "row_id": "6", "text": "a@b.example" }])]));
    let message = answer.body()["error"]["message"].as_str().unwrap().to_owned();
    assert!(message.contains("(question 921, row 5): This question requires an answer."), "{message}");
}
