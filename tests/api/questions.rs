//! Questions: every kind is made and read back, every rule of a kind is held, and options keep their ids.

use crate::support::{Answered, World};
use canvass::spec::errors::Error;
use canvass::spec::questions::{Design, KINDS, Kind, Other};
use canvass::spec::resources::questions::Question;
use canvass::spec::shape::Shaped;
use canvass::wire::check::{Direction, check_body};
use canvass::wire::http::Response;
use serde_json::{Value, json};
use std::collections::BTreeSet;

mod changes;
mod rules;

/// A page of a new survey of the owner; its questions' address.
fn page(world: &World) -> String {
    page_of(world, &world.post("owner", "/v3/surveys", json!({})).ok())
}

fn page_of(world: &World, survey: &Value) -> String {
    let pages = format!("/v3/surveys/{}/pages", survey["id"].as_str().unwrap());
    let page = world.get("owner", &pages).ok();
    format!("{pages}/{}/questions", page["data"][0]["id"].as_str().unwrap())
}

#[track_caller]
fn made(world: &World, questions: &str, body: Value) -> Value {
    let answer = world.post("owner", questions, body);
    assert_eq!(answer.status, 201, "{}", answer.body());
    assert_eq!(check_body(&answer.body, &Question::SHAPE, Direction::Response), Ok(()));
    answer.ok()
}

#[track_caller]
fn refused(answer: &Response, code: &str, field: &str) {
    assert_eq!(answer.code(), code, "`{field}`: {}", answer.body());
    let message = answer.body()["error"]["message"].as_str().unwrap().to_owned();
    assert!(message.contains(&format!("`{field}`")), "`{field}` is not in: {message}");
}

fn path(questions: &str, question: &Value) -> String {
    format!("{questions}/{}", question["id"].as_str().unwrap())
}

/// The object with these members in place of its own.
fn with(mut object: Value, members: Value) -> Value {
    for (name, value) in members.as_object().unwrap() {
        object[name] = value.clone();
    }
    object
}

fn choice(text: &str) -> Value {
    json!({ "text": text })
}

/// The smallest question of a kind.
fn smallest(kind: &Kind) -> Value {
    let (family, subtype) = (kind.family.as_str(), kind.subtype.as_str());
    let image = match (family, subtype) {
        ("presentation", "image") | ("click_map", _) => Some(json!({ "url": "https://images.example/a.png" })),
        _ => None,
    };
    let heading = image.map_or(json!({ "heading": "What?" }), |image| json!({ "heading": "", "image": image }));
    let rows = json!([{ "text": "One" }, { "text": "Two" }, { "text": "" }]);
    let choices = json!([choice("A"), choice("B"), choice("A")]);
    let answers = match kind.design {
        Design::Nothing => json!(null),
        Design::Choices => json!({ "choices": choices }),
        Design::RowsAndChoices if subtype == "ranking" => json!({ "rows": rows }),
        Design::RowsAndChoices => json!({ "rows": rows, "choices": choices }),
        Design::RowsAndColumns => json!({ "rows": rows, "cols": [{ "text": "C", "choices": choices }] }),
        Design::Rows => json!({ "rows": rows }),
        Design::Details => json!({ "rows": [{ "type": "name" }, { "type": "zip", "text": "PLZ", "required": true }] }),
    };
    json!({ "headings": [heading], "family": family, "subtype": subtype, "answers": answers })
}

#[test]
fn every_kind_is_made_read_back_and_written_again_as_it_was_read() {
    let world = World::new();
    let questions = page(&world);
    for (place, kind) in (1..).zip(KINDS) {
        let question = made(&world, &questions, smallest(kind));
        assert_eq!(question["position"], place);
        assert_eq!((&question["visible"], &question["forced_ranking"]), (&json!(true), &json!(false)));
        for absent in ["layout", "sorting", "required", "validation"] {
            assert_eq!(question[absent], json!(null), "{absent} is null, never false");
        }
        assert_eq!(question.get("answers").is_none(), kind.design == Design::Nothing, "{kind:?}");
        let path = path(&questions, &question);
        assert_eq!(world.get("owner", &path).ok(), question);
        assert_eq!(
            world.put("owner", &path, question.clone()).ok(),
            question,
            "a PUT of what was read changes nothing"
        );
        assert_eq!(world.patch("owner", &path, json!({})).ok(), question);
        let other = json!({ "other": [{ "text": "Else" }] });
        let answers = with(smallest(kind)["answers"].take(), json!({}));
        let answers = if answers.is_null() { other.clone() } else { with(answers, other) };
        let answer = world.put("owner", &path, with(smallest(kind), json!({ "answers": answers })));
        match kind.other {
            Other::Allowed => assert_eq!(answer.ok()["answers"]["other"]["text"], "Else", "an object comes out"),
            Other::Absent => refused(&answer, "1000", "answers.other"),
        }
    }
    let list = world.get("owner", &format!("{questions}?per_page=1000")).ok();
    let list = list["data"].as_array().unwrap();
    assert_eq!(list.len(), KINDS.len());
    assert!(list.iter().all(|item| item.as_object().unwrap().len() == 4), "id, heading, position, href");
    let survey = world.get("owner", questions.split_once("/pages").unwrap().0).ok();
    assert_eq!(survey["question_count"].as_u64().unwrap(), KINDS.len() as u64);
}

#[test]
fn options_are_numbered_and_have_ids_that_never_repeat() {
    let world = World::new();
    let questions = page(&world);
    let mut seen = BTreeSet::new();
    for kind in KINDS {
        let question = made(&world, &questions, smallest(kind));
        assert!(seen.insert(question["id"].as_str().unwrap().to_owned()));
        for list in ["choices", "rows", "cols"] {
            for (place, option) in (1..).zip(question["answers"][list].as_array().into_iter().flatten()) {
                assert_eq!(option["position"], place);
                assert!(seen.insert(option["id"].as_str().unwrap().to_owned()), "{option}");
                for choice in option["choices"].as_array().into_iter().flatten() {
                    assert!(seen.insert(choice["id"].as_str().unwrap().to_owned()), "{choice}");
                }
            }
        }
        world.delete("owner", &path(&questions, &question)).ok();
    }
    assert!(seen.iter().all(|id| !id.is_empty()));
}

#[test]
fn a_ranking_is_made_of_rows_and_the_service_adds_the_ranks() {
    let world = World::new();
    let questions = page(&world);
    let ranking = json!({ "headings": [{ "heading": "Order?" }], "family": "matrix", "subtype": "ranking",
        "answers": { "rows": [{ "text": "A" }, { "text": "B" }] } });
    let question = made(&world, &questions, ranking.clone());
    let texts = |question: &Value| -> Vec<String> {
        let choices = question["answers"]["choices"].as_array().unwrap().iter();
        choices.map(|choice| choice["text"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(texts(&question), ["1", "2", "N/A"]);
    assert_eq!(question["answers"]["choices"][1]["weight"], 2);
    assert_eq!(question["answers"]["choices"][2]["is_na"], true);
    assert!(question["answers"]["choices"][2].get("weight").is_none());
    let mut rows = question["answers"]["rows"].clone();
    rows.as_array_mut().unwrap().push(json!({ "text": "C" }));
    let grown = world.patch("owner", &path(&questions, &question), json!({ "answers": { "rows": rows } })).ok();
    assert_eq!(texts(&grown), ["1", "2", "3", "N/A"], "the ranks follow the rows");
    assert_eq!(grown["answers"]["choices"][0]["id"], question["answers"]["choices"][0]["id"], "a rank keeps its id");
    assert_eq!(grown["answers"]["choices"][3]["id"], question["answers"]["choices"][2]["id"]);
    let stale =
        with(question.clone(), json!({ "answers": with(question["answers"].clone(), json!({ "rows": rows })) }));
    refused(&world.put("owner", &path(&questions, &question), stale), "1000", "answers.choices");
    let named = json!({ "answers": { "rows": [{ "text": "A" }, { "text": "B" }], "choices": [choice("Best"), choice("Worst")] } });
    refused(&world.post("owner", &questions, with(ranking.clone(), named)), "1000", "answers.choices");
    let one = json!({ "answers": { "rows": [{ "text": "A" }] } });
    refused(&world.post("owner", &questions, with(ranking, one)), "1000", "answers.rows");
}

#[test]
fn a_rating_weighs_its_choices_by_position_unless_weights_are_given() {
    let world = World::new();
    let questions = page(&world);
    let choices =
        json!([choice("Bad"), { "text": "Good", "weight": 10 }, choice("Best"), { "text": "-", "is_na": true }]);
    let rating = json!({ "headings": [{ "heading": "How?" }], "family": "matrix", "subtype": "rating",
        "forced_ranking": true, "answers": { "rows": [{}], "choices": choices } });
    let question = made(&world, &questions, rating);
    let weights: Vec<Value> =
        question["answers"]["choices"].as_array().unwrap().iter().map(|choice| choice["weight"].clone()).collect();
    assert_eq!(weights, [json!(1), json!(10), json!(3), json!(null)]);
    assert_eq!(question["forced_ranking"], true);
}

#[test]
fn a_rating_may_weigh_its_choices_below_zero_and_by_fractions() {
    let world = World::new();
    let questions = page(&world);
    let weights = [json!(-100), json!(0), json!(33.5), json!(2_147_483_647)];
    let rating = |weights: &[Value]| {
        let choices: Vec<Value> = weights.iter().map(|weight| json!({ "text": "x", "weight": weight })).collect();
        json!({ "headings": [{ "heading": "?" }], "family": "matrix", "subtype": "rating",
            "answers": { "rows": [{ "text": "" }], "choices": choices } })
    };
    let rated = made(&world, &questions, rating(&weights));
    let stored: Vec<&Value> =
        rated["answers"]["choices"].as_array().unwrap().iter().map(|choice| &choice["weight"]).collect();
    assert_eq!(stored, weights.iter().collect::<Vec<_>>());
    for wrong in [json!(-2_147_483_648_i64), json!(1e300)] {
        refused(&world.post("owner", &questions, rating(&[wrong])), "1000", "answers.choices[0].weight");
    }
}

#[test]
fn the_four_displays_get_their_defaults() {
    let world = World::new();
    let questions = page(&world);
    let ask = |family: &str, subtype: &str, display: Value, answers: Value| {
        let question = json!({ "headings": [{ "heading": "?" }], "family": family, "subtype": subtype,
            "display_options": display, "answers": answers });
        made(&world, &questions, question)
    };
    let slider = ask("open_ended", "single", json!({ "display_type": "slider", "left_label": "No" }), json!(null));
    let options = &slider["display_options"];
    assert_eq!((&options["left_label"], &options["right_label"]), (&json!("No"), &json!("")));
    assert_ne!(options["left_label_id"], options["right_label_id"]);
    assert_eq!(options["custom_options"], json!({ "starting_position": 0, "step_size": 1 }));
    let path = path(&questions, &slider);
    let renamed = json!({ "display_options": { "display_type": "slider", "left_label": "Never" } });
    let renamed = world.patch("owner", &path, renamed).ok();
    assert_eq!(renamed["display_options"]["left_label_id"], options["left_label_id"], "a label keeps its id");

    let upload = ask(
        "open_ended",
        "single",
        json!({ "display_type": "file_upload",
        "custom_options": { "option_set": [".PDF", "png"] } }),
        json!(null),
    );
    assert_eq!(upload["display_options"]["custom_options"]["option_set"], json!(["pdf", "png"]));
    let stars = json!({ "rows": [{ "text": "" }], "choices": [{}, {}, {}, {}, {}] });
    let stars = ask("matrix", "rating", json!({ "display_type": "emoji" }), stars);
    assert_eq!(stars["display_options"]["display_subtype"], "star");
    assert_eq!(
        (&stars["answers"]["choices"][4]["text"], &stars["answers"]["choices"][4]["weight"]),
        (&json!(""), &json!(5))
    );
    let image = json!({ "url": "https://images.example/a.png", "s3_key": "choices/a.png" });
    let pictures = json!({ "choices": [{ "image": image }, { "image": image, "text": "B" }] });
    let pictures = ask("multiple_choice", "horiz", json!({ "display_type": "image_choice" }), pictures);
    assert_eq!(pictures["answers"]["choices"][0]["image"], image);
    for (family, subtype, display) in
        [("open_ended", "essay", "slider"), ("matrix", "single", "emoji"), ("matrix", "rating", "image_choice")]
    {
        let question = json!({ "headings": [{ "heading": "?" }], "family": family, "subtype": subtype,
            "display_options": { "display_type": display } });
        refused(&world.post("owner", &questions, question), "1000", "display_options.display_type");
    }
}

#[test]
fn a_display_of_another_service_can_be_posted_as_it_was_read() {
    let world = World::new();
    let questions = page(&world);
    let ask = |family: &str, subtype: &str, display: Value, answers: Value| {
        let question = json!({ "headings": [{ "heading": "?" }], "family": family, "subtype": subtype,
            "display_options": display, "answers": answers });
        made(&world, &questions, question)["display_options"].clone()
    };
    let settings = json!({ "starting_position": 0, "option_set": ["adjusted_scale"], "step_size": 1 });
    let slider = json!({ "display_type": "slider", "display_subtype": "", "left_label": "Low", "left_label_id": "1",
        "middle_label": "", "middle_label_id": null, "right_label": "High", "right_label_id": "2",
        "show_display_number": true, "custom_options": settings });
    let slider = ask("open_ended", "single", slider, json!(null));
    assert_eq!((&slider["left_label"], &slider["right_label"]), (&json!("Low"), &json!("High")));
    assert_eq!(slider["custom_options"], json!({ "starting_position": 0, "step_size": 1 }));
    let bare = |display_type: &str, subtype: &str, custom: Value| {
        json!({ "display_type": display_type, "display_subtype": subtype, "left_label": "", "middle_label": "",
            "right_label": "", "show_display_number": false, "custom_options": custom })
    };
    let custom = json!({ "option_set": [], "starting_position": 0, "step_size": 1 });
    let upload = ask("open_ended", "single", bare("file_upload", "", custom.clone()), json!(null));
    let types = upload["custom_options"]["option_set"].as_array().unwrap();
    assert!(types.contains(&json!("pdf")) && upload["custom_options"].get("step_size").is_none(), "{upload}");
    let stars = json!({ "rows": [{ "text": "" }], "choices": [{}, {}] });
    let stars = ask("matrix", "rating", bare("emoji", "star", custom), stars);
    assert_eq!(stars["display_subtype"], "star");
}

#[test]
fn a_display_without_a_type_is_none_and_replaces_none() {
    let world = World::new();
    let questions = page(&world);
    let untyped = json!({ "show_display_number": false });
    let block = json!({ "headings": [{ "heading": "Hello" }], "family": "presentation", "subtype": "descriptive_text",
        "display_options": untyped });
    assert_eq!(made(&world, &questions, block).get("display_options"), None);
    let slider = json!({ "headings": [{ "heading": "?" }], "family": "open_ended", "subtype": "single",
        "display_options": { "display_type": "slider" } });
    let slider = made(&world, &questions, slider);
    let patch = json!({ "display_options": untyped, "headings": [{ "heading": "How much?" }] });
    let patched = world.patch("owner", &path(&questions, &slider), patch).ok();
    assert_eq!(patched["display_options"], slider["display_options"]);
    let empty = json!({ "display_subtype": "", "left_label": "", "middle_label_id": "7", "right_label": null,
        "show_display_number": true, "custom_options": { "option_set": [], "color": "", "step_size": null } });
    let patched = world.patch("owner", &path(&questions, &slider), json!({ "display_options": empty })).ok();
    assert_eq!(patched["display_options"], slider["display_options"]);
}

#[test]
fn a_display_without_a_type_may_not_say_anything() {
    let world = World::new();
    let questions = page(&world);
    let question = |display: Value| {
        json!({ "headings": [{ "heading": "?" }], "family": "open_ended", "subtype": "single",
            "display_options": display })
    };
    let slider = made(&world, &questions, question(json!({ "display_type": "slider", "right_label": "High" })));
    let slider = path(&questions, &slider);
    for display in [
        json!({ "left_label": "Low" }),
        json!({ "middle_label": "Medium" }),
        json!({ "right_label": "Very high" }),
        json!({ "display_subtype": "star" }),
        json!({ "custom_options": { "step_size": 5 } }),
        json!({ "custom_options": { "starting_position": 0 } }),
        json!({ "custom_options": { "option_set": ["pdf"] } }),
        json!({ "custom_options": { "color": "#fa0" } }),
    ] {
        let field = "display_options.display_type";
        refused(&world.post("owner", &questions, question(display.clone())), "1000", field);
        refused(&world.put("owner", &slider, question(display.clone())), "1000", field);
        refused(&world.patch("owner", &slider, json!({ "display_options": display })), "1000", field);
    }
    assert_eq!(world.get("owner", &slider).ok()["display_options"]["right_label"], "High");
}

#[test]
fn sizes_and_chances_may_be_fractions_and_whole_ones_stay_whole() {
    let world = World::new();
    let questions = page(&world);
    let headings = |percents: [f64; 3]| {
        percents.map(|percent| json!({ "heading": "?", "random_assignment": { "percent": percent } }))
    };
    let question = |percents| {
        json!({ "headings": headings(percents), "family": "open_ended", "subtype": "essay",
        "layout": { "col_width": 33.3, "width": 100 } })
    };
    let asked = made(&world, &questions, question([33.3, 33.3, 33.3]));
    assert_eq!(asked["headings"][2]["random_assignment"]["percent"], 33.3);
    assert_eq!(asked["layout"].to_string(), r#"{"col_width":33.3,"width":100}"#);
    for wrong in [[33.0, 33.0, 33.0], [150.0, -25.0, -25.0]] {
        refused(&world.post("owner", &questions, question(wrong)), "1000", "headings");
    }
}

#[test]
fn a_demographic_question_without_rows_requests_every_detail() {
    let world = World::new();
    let questions = page(&world);
    let ask = json!({ "headings": [{ "heading": "Who?" }], "family": "demographic", "subtype": "us" });
    let question = made(&world, &questions, ask);
    let rows = question["answers"]["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 10);
    assert_eq!(
        (&rows[0]["type"], &rows[0]["text"], &rows[0]["required"]),
        (&json!("name"), &json!("Name"), &json!(false))
    );
}

#[test]
fn a_question_of_the_bank_is_copied_with_its_modifiers_and_what_the_caller_adds() {
    let world = World::new();
    let questions = page(&world);
    let bank = world.get("owner", "/v3/question_bank/questions?per_page=1000").ok();
    for entry in bank["data"].as_array().unwrap() {
        let pick = json!({ "question_bank": { "question_bank_question_id": entry["question_id"] } });
        made(&world, &questions, pick);
    }
    let entry = bank["data"].as_array().unwrap().iter().find(|entry| entry["modifiers"][0].is_object()).unwrap();
    let modifier = &entry["modifiers"][0];
    let option = modifier["options"].as_array().unwrap().iter().find(|option| option["value"] != "").unwrap();
    let pick = json!({ "question_bank": { "question_bank_question_id": entry["question_id"], "modifier_options":
        [{ "modifier_id": modifier["modifier_id"], "modifier_options_id": option["modifier_options_id"] }] },
        "position": 1, "required": { "text": "Please" } });
    let question = made(&world, &questions, pick);
    assert!(question["headings"][0]["heading"].as_str().unwrap().contains(option["value"].as_str().unwrap()));
    assert_eq!((&question["position"], &question["required"]["type"]), (&json!(1), &json!("all")));
    let (id, option_id) = (modifier["modifier_id"].as_str().unwrap(), &option["modifier_options_id"]);
    for options in [
        json!({ "modifier_id": id, "modifier_options_id": option_id }),
        json!({ id: option_id }),
        json!({ id: { "modifier_options_id": option_id } }),
    ] {
        let pick = json!({ "question_bank": { "question_bank_question_id": entry["question_id"], "modifier_options": options } });
        assert_eq!(made(&world, &questions, pick)["headings"], question["headings"], "{options}");
    }
    let plain =
        json!({ "question_bank": { "question_bank_question_id": entry["question_id"], "modifier_options": {} } });
    made(&world, &questions, plain);
    for wrong in
        [json!({ id: 7 }), json!({ "1": option_id }), json!({ "modifier_id": id }), json!({ id: [] }), json!("x")]
    {
        let pick = json!({ "question_bank": { "question_bank_question_id": entry["question_id"], "modifier_options": wrong } });
        refused(&world.post("owner", &questions, pick), "1002", "question_bank.modifier_options");
    }
    let pick = |own: bool| json!({ "question_bank": { "question_bank_question_id": "900002", "is_custom": own } });
    let own = world.get("owner", "/v3/question_bank/questions?custom=true&search=report").ok()["data"][0].clone();
    assert_eq!(made(&world, &questions, pick(true))["headings"][0]["heading"], own["text"], "of the team's own bank");
    world.post("owner", &questions, pick(false)).fails(Error::NotFound);
    let unknown = json!({ "question_bank": { "question_bank_question_id": "1" } });
    world.post("owner", &questions, unknown.clone()).fails(Error::NotFound);
    refused(&world.patch("owner", &path(&questions, &question), unknown), "1000", "question_bank");
}
