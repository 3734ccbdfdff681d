//! What a respondent sees at the end: thanks, another address, the survey anew, results, a score, and what is kept.

use super::browser::{Browser, change, count, form, set, text};
use super::{asking, details, fill_page, poll, taken};
use crate::support::surveys::{EVERY_KIND_LINK, EVERY_KIND_MAIL, INVITED, LUNCH, LUNCH_LINK};
use crate::support::{Answered, World};
use canvass::wire::dates::MINUTE;
use canvass::wire::http::Response;
use serde_json::json;

fn finish(world: &World) -> (Browser<'_>, Response) {
    let browser = Browser::at(world, LUNCH_LINK, None);
    let mut filled = form(&browser.open());
    fill_page(&details(world, LUNCH)["pages"][0], &mut filled);
    let page = browser.send(&filled, "next");
    (browser, page)
}

#[test]
fn the_collector_says_thanks_in_its_own_words() {
    let world = poll();
    set(&world, LUNCH_LINK, &[("thank_you_page", r#"{"is_enabled": true, "message": "Merci & à bientôt"}"#)]);
    assert!(text(&finish(&world).1).contains("Merci &amp; à bientôt"));
    let world = poll();
    set(&world, LUNCH_LINK, &[("thank_you_page", "null"), ("thank_you_message", "\"Thanks, all\"")]);
    assert!(text(&finish(&world).1).contains("Thanks, all"));
    let world = poll();
    set(&world, LUNCH_LINK, &[("thank_you_page", r#"{"is_enabled": false, "message": "Not this"}"#)]);
    assert!(!text(&finish(&world).1).contains("Not this"));
}

#[test]
fn the_first_line_of_the_thanks_is_the_heading_and_the_others_keep_their_breaks() {
    let long = "A sentence of thanks that goes on and on, until it is much too long to be the heading of any page.";
    let split = "<h1>Merci !</h1><p class=\"lead\">We send the book.\nSoon.\n\nAnn</p>".to_owned();
    let (title, lead) = ("<h1>Where shall we have lunch?</h1>", format!("<p class=\"lead\">{long}\nAnn</p>"));
    for (message, shown) in [
        ("Merci !\r\n\r\nWe send the book.\nSoon.\n\nAnn\n".to_owned(), split),
        (format!("{long}\nAnn"), [title, &lead].concat()),
        ("Merci !".to_owned(), "<h1>Merci !</h1><p class=\"lead\">You can close".to_owned()),
    ] {
        let world = poll();
        set(&world, LUNCH_LINK, &[("thank_you_page", &json!({ "is_enabled": true, "message": message }).to_string())]);
        let page = text(&finish(&world).1);
        assert!(page.contains(&shown), "{page}");
    }
}

#[test]
fn a_respondent_is_sent_to_the_address_of_the_collector() {
    let world = poll();
    let address = "https://shop.example/thanks?from=survey";
    set(&world, LUNCH_LINK, &[("redirect_type", "\"url\""), ("redirect_url", &format!("{address:?}"))]);
    let (browser, page) = finish(&world);
    assert_eq!((page.status, page.header("location")), (303, Some(address)));
    let world = poll();
    set(&world, LUNCH_LINK, &[("redirect_type", "\"url\""), ("redirect_url", &format!("{address:?}"))]);
    let shown = Browser::at(&world, LUNCH_LINK, None).open();
    let policy = shown.header("content-security-policy").unwrap();
    assert!(policy.contains("form-action 'self' https://shop.example;"), "{policy}");
    let _ = browser;
    let world = poll();
    set(&world, LUNCH_LINK, &[("redirect_type", "\"url\""), ("redirect_url", "\"javascript:alert(1)\"")]);
    assert!(text(&finish(&world).1).contains("Thank you"));
}

#[test]
fn a_survey_in_a_loop_begins_again() {
    let world = poll();
    set(&world, LUNCH_LINK, &[("redirect_type", "\"loop\"")]);
    let (browser, page) = finish(&world);
    assert_eq!((page.status, page.header("location")), (303, Some(&*format!("{}?lang=en", browser.path))));
    let again = browser.open();
    assert!(text(&again).contains("<form") && !text(&again).contains(" checked="));
}

#[test]
fn a_survey_in_a_loop_keeps_the_values_of_its_url() {
    let world = poll();
    set(&world, LUNCH_LINK, &[("redirect_type", "\"loop\"")]);
    let mut browser = Browser::at(&world, LUNCH_LINK, None);
    browser.path.push_str("?c=kiosk%207");
    for _ in 0..2 {
        let mut filled = form(&browser.open());
        fill_page(&details(&world, LUNCH)["pages"][0], &mut filled);
        browser.path = browser.send(&filled, "next").header("location").unwrap().to_owned();
    }
    let values: Vec<_> = taken(&world, LUNCH_LINK).iter().map(|response| response["custom_value"].clone()).collect();
    assert_eq!(values, ["kiosk 7", "kiosk 7"]);
}

#[test]
fn the_results_so_far_are_shown_where_the_collector_says_so() {
    let world = poll();
    assert!(!text(&finish(&world).1).contains("<table"));
    let world = poll();
    set(&world, LUNCH_LINK, &[("display_survey_results", "true")]);
    let design = details(&world, LUNCH);
    let choice = &design["pages"][0]["questions"][0]["answers"]["choices"][1];
    let id = choice["id"].as_str().unwrap();
    let sql = format!(
        "SELECT COUNT(*) FROM responses WHERE survey_id = '{LUNCH}' AND status = 'completed' AND pages LIKE '%\"{id}\"%'"
    );
    let before = super::count(&world, &sql);
    let page = text(&finish(&world).1);
    let row = page.split("<th scope=\"row\">").find(|row| row.starts_with(choice["text"].as_str().unwrap())).unwrap();
    assert!(row.contains(&format!("<td>{}</td>", before + 1)), "{row}");
}

#[test]
fn the_results_so_far_count_the_other_option_and_show_none_of_its_texts() {
    let world = World::new();
    let ask = |family: &str, is_choice: bool| {
        json!({ "headings": [{ "heading": family }], "family": family, "subtype": "vertical",
                "answers": { "choices": [{ "text": "A" }, { "text": "B" }],
                             "other": { "text": "Else", "is_answer_choice": is_choice } } })
    };
    let questions = json!([ask("single_choice", true), ask("multiple_choice", true), ask("single_choice", false)]);
    let (survey, collector) = asking(&world, &questions);
    set(&world, &collector, &[("display_survey_results", "true")]);
    let design = details(&world, &survey);
    let mut page = String::new();
    for at in [None, Some(0), None, None, None] {
        let browser = Browser::at(&world, &collector, None);
        let mut filled = form(&browser.open());
        for question in design["pages"][0]["questions"].as_array().unwrap() {
            let id = |value: &serde_json::Value| value["id"].as_str().unwrap().to_owned();
            let (field, answers) = (format!("q{}", id(question)), &question["answers"]);
            let is_comment = answers["other"]["is_answer_choice"] == false;
            if at.is_none() {
                filled.set(&format!("{field}.other"), &["A secret"]);
            }
            let choice = at.or(is_comment.then_some(1));
            filled.set(&field, &[&id(choice.map_or(&answers["other"], |at: usize| &answers["choices"][at]))]);
        }
        page = text(&browser.send(&filled, "next"));
    }
    let row = |label: &str, count: u32, all: u32| {
        format!(
            "<tr><th scope=\"row\">{label}</th><td class=\"bar\"><meter value=\"{count}\" max=\"{all}\" \
             aria-hidden=\"true\"></meter></td><td>{count}</td></tr>"
        )
    };
    let chosen = [row("A", 1, 5), row("B", 0, 5), row("Else", 4, 5)].concat();
    assert_eq!(page.matches(&chosen).count(), 2, "{page}");
    assert!(page.contains(&[&*row("A", 1, 5), &row("B", 4, 5), "</tbody>"].concat()), "a comment is no choice: {page}");
    assert!(!page.contains("A secret"), "{page}");
}

/// A survey that asks for one of two choices and shows the results.
struct Choosing<'a> {
    world: &'a World,
    survey: String,
    collector: String,
    field: String,
    choices: [String; 2],
}

impl<'a> Choosing<'a> {
    fn sorted_by(world: &'a World, sorting: &str) -> Choosing<'a> {
        let ask = json!({ "headings": [{ "heading": "Who?" }], "family": "single_choice", "subtype": "vertical",
                          "sorting": { "type": sorting },
                          "answers": { "choices": [{ "text": "A" }, { "text": "B" }] } });
        let (survey, collector) = asking(world, &json!([ask]));
        set(world, &collector, &[("display_survey_results", "true")]);
        let question = details(world, &survey)["pages"][0]["questions"][0].clone();
        let id = |value: &serde_json::Value| value["id"].as_str().unwrap().to_owned();
        let choices = [0, 1].map(|at: usize| id(&question["answers"]["choices"][at]));
        Choosing { world, survey, collector, field: format!("q{}", id(&question)), choices }
    }

    /// A respondent who has chosen, and the numbers that the last page has.
    fn respond(&self, at: usize) -> (Browser<'a>, [u32; 2]) {
        let browser = Browser::at(self.world, &self.collector, None);
        let mut filled = form(&browser.open());
        filled.set(&self.field, &[&self.choices[at % 2]]);
        let page = text(&browser.send(&filled, "next"));
        assert_eq!(self.shown(&text(&browser.open())), self.shown(&page));
        (browser, self.shown(&page))
    }

    /// How often each choice was chosen; nothing, if no results are shown.
    fn shown(&self, page: &str) -> [u32; 2] {
        assert_eq!(page.contains("<h2"), page.contains("max="));
        let mut numbers: Vec<(&str, u32)> = page
            .split("<th scope=\"row\">")
            .skip(1)
            .map(|row| (&row[..1], row.split("<td>").nth(1).unwrap().split('<').next().unwrap().parse().unwrap()))
            .collect();
        numbers.sort_unstable();
        if numbers.is_empty() { [0, 0] } else { [numbers[0].1, numbers[1].1] }
    }
}

#[test]
fn the_results_so_far_reveal_to_no_one_what_one_person_has_answered() {
    let world = World::new();
    let survey = Choosing::sorted_by(&world, "resp_count_desc");
    let respond = |at: usize| {
        let shown = survey.respond(at).1;
        // What sorts the options counts anew every hour.
        world.pass(61 * MINUTE);
        shown.iter().sum()
    };
    let numbers: Vec<u32> = (0..16).map(respond).collect();
    assert_eq!(numbers, [0, 0, 0, 0, 5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 15, 15]);
}

#[test]
fn the_results_so_far_do_not_show_responses_that_were_deleted() {
    let world = World::new();
    let survey = Choosing::sorted_by(&world, "default");
    let responses = format!("/v3/collectors/{}/responses", survey.collector);
    let shown: Vec<[u32; 2]> = (0..5).map(|_| survey.respond(0).1).collect();
    assert_eq!(shown[3..], [[0, 0], [5, 0]]);
    world.delete("owner", &responses).ok();
    // As many others, of whom the first ones have not seen the results.
    set(&world, &survey.collector, &[("display_survey_results", "false")]);
    (0..4).for_each(|_| drop(survey.respond(1)));
    set(&world, &survey.collector, &[("display_survey_results", "true")]);
    let (browser, shown) = survey.respond(1);
    assert_eq!(shown, [0, 5]);
    // One is left out when another five have come or gone, or at once if there are few.
    assert_eq!(survey.respond(0).1, [0, 5]);
    let ids = taken(&world, &survey.collector);
    let delete = |at: usize| {
        let id = ids[at]["id"].as_str().unwrap();
        world.delete("owner", &format!("/v3/surveys/{}/responses/{id}", survey.survey)).ok();
        survey.shown(&text(&browser.open()))
    };
    assert_eq!([0, 1].map(delete), [[0, 5], [0, 0]]);
}

#[test]
fn the_last_page_stores_no_results_that_are_stored() {
    let world = World::new();
    let survey = Choosing::sorted_by(&world, "default");
    let stored = || count(&world, "SELECT counted FROM choice_counts");
    for number in 1..=6 {
        let (browser, _) = survey.respond(0);
        let first = stored();
        world.pass(MINUTE);
        browser.open();
        assert_eq!(stored(), first, "{number}");
    }
}

#[test]
fn s74_the_results_of_many_responses_are_counted_in_chunks_and_once_a_minute() {
    let world = poll();
    set(&world, LUNCH_LINK, &[("display_survey_results", "true")]);
    let design = details(&world, LUNCH);
    let choice = &design["pages"][0]["questions"][0]["answers"]["choices"][1];
    let shown = |page: &str| -> u32 {
        let rows = page.split("<th scope=\"row\">");
        let row = rows.clone().find(|row| row.starts_with(choice["text"].as_str().unwrap())).unwrap();
        row.split("<td>").nth(1).unwrap().split('<').next().unwrap().parse().unwrap()
    };
    let before = shown(&text(&finish(&world).1));
    world.pass(MINUTE);
    let copies = "INSERT INTO responses
         SELECT responses.id || '.' || value, survey_id, collector_id, recipient_id, status, mode, email, first_name, last_name,
                ip, custom_value, total_time, body, pages, created, modified
         FROM responses, json_each(?)
         WHERE survey_id = ? AND LENGTH(responses.id) = 13";
    let numbers = serde_json::Value::from((0..1000).collect::<Vec<i32>>()).to_string();
    change(&world, copies, &[&numbers, LUNCH]);
    change(&world, "UPDATE surveys SET response_count = response_count + 1000 WHERE id = ?", &[LUNCH]);
    let counted = || {
        world.most();
        let chunks = world.chunks();
        let page = text(&finish(&world).1);
        (shown(&page) - before, world.chunks() - chunks, world.most())
    };
    let (first, many, most) = counted();
    assert_eq!(first, 1001);
    assert!(most.rows <= 450 && most.bytes <= 150_000, "{most:?}");
    let (second, few, _) = counted();
    assert_eq!(second, 1001, "of the minute");
    assert!(few + 5 <= many, "{few} of {many}");
    world.pass(MINUTE);
    assert_eq!([(); 3].map(|()| counted().0), [1001; 3], "with five more responses");
    world.pass(MINUTE);
    assert_eq!([(); 6].map(|()| counted().0), [1006; 6], "of the next minute");
    world.pass(-10 * MINUTE);
    assert_eq!(counted().0, 1012, "what was counted before the clock was set back is not of the minute");
}

#[test]
fn a_quiz_shows_its_result_as_far_as_its_settings_permit() {
    for (shows, points, feedback) in
        [("disabled", false, false), ("results_only", true, false), ("results_and_answers", true, true)]
    {
        let world = poll();
        let quiz = format!(
            r#"{{"is_quiz_mode": true, "show_results_type": "{shows}",
                "default_question_feedback": {{"correct_text": "Well done", "incorrect_text": "Sadly not", "partial_text": "Almost"}},
                "feedback": {{"ranges_type": "percentage", "ranges": [{{"min": 0, "max": 49, "message": "Try again"}}, {{"min": 50, "max": 100, "message": "A gourmet"}}]}}}}"#
        );
        change(
            &world,
            "UPDATE surveys SET body = json_set(body, '$.quiz_options', json(?)) WHERE id = ?",
            &[&quiz, LUNCH],
        );
        change(
            &world,
            "UPDATE questions SET body = json_set(body, '$.quiz_options', json(?), '$.answers.choices[1].quiz_options', json(?)) WHERE survey_id = ?",
            &[r#"{"scoring_enabled": true}"#, r#"{"score": 5}"#, LUNCH],
        );
        let page = text(&finish(&world).1);
        assert_eq!(page.contains("5 of 5 points") && page.contains("A gourmet"), points, "{page}");
        assert_eq!(page.contains("Well done"), feedback, "{page}");
        assert!(!page.contains("Sadly not"));
    }
}

#[test]
fn the_end_of_a_quiz_judges_each_answer_as_its_result_does() {
    let world = World::new();
    let choice = |text: &str, score: u32| json!({ "text": text, "quiz_options": { "score": score } });
    let question = |heading: &str| {
        json!({ "headings": [{ "heading": heading }], "family": "single_choice", "subtype": "vertical",
                "quiz_options": { "scoring_enabled": true },
                "answers": { "choices": [choice("All", 3), choice("Some", 1), choice("None", 0)] } })
    };
    let feedback = json!({ "correct_text": "Fully", "incorrect_text": "Not at all", "partial_text": "In part" });
    let quiz = json!({ "is_quiz_mode": true, "show_results_type": "results_and_answers",
                       "default_question_feedback": feedback });
    let questions = ["First", "Second", "Third"].map(question);
    let pages = json!([{ "questions": questions }]);
    let body = json!({ "title": "Quiz", "quiz_options": quiz, "pages": pages });
    let id = |made: serde_json::Value| made["id"].as_str().unwrap().to_owned();
    let survey = id(world.post("owner", "/v3/surveys", body).ok());
    let collectors = format!("/v3/surveys/{survey}/collectors");
    let collector = id(world.post("owner", &collectors, json!({ "type": "weblink" })).ok());
    let design = details(&world, &survey);
    let questions = design["pages"][0]["questions"].as_array().unwrap();
    let browser = Browser::at(&world, &collector, None);
    let mut filled = form(&browser.open());
    for (question, at) in [(&questions[0], 1), (&questions[1], 2)] {
        let id = |value: &serde_json::Value| value["id"].as_str().unwrap().to_owned();
        filled.set(&format!("q{}", id(question)), &[&id(&question["answers"]["choices"][at])]);
    }
    let page = text(&browser.send(&filled, "next"));
    let told = ["Fully", "In part", "Not at all"].map(|words| page.matches(words).count());
    assert_eq!(told, [0, 1, 1], "{page}");
    let results = &taken(&world, &collector)[0]["quiz_results"];
    assert_eq!([&results["correct"], &results["partially_correct"], &results["incorrect"]], [0, 1, 1], "{results}");
}

#[test]
fn the_end_names_the_heading_that_the_respondent_saw() {
    let world = World::new();
    let at_random = |text: &str, percent: u32| json!({ "heading": text, "random_assignment": { "percent": percent } });
    let question = json!({
        "headings": [at_random("", 0), at_random("Unseen?", 0), at_random("Seen?", 100)],
        "family": "single_choice", "subtype": "vertical", "quiz_options": { "scoring_enabled": true },
        "answers": { "choices": [{ "text": "Yes", "quiz_options": { "score": 1 } }, { "text": "No" }] } });
    let quiz = json!({ "is_quiz_mode": true, "show_results_type": "results_and_answers" });
    let id = |made: serde_json::Value| made["id"].as_str().unwrap().to_owned();
    let body = json!({ "title": "Quiz", "quiz_options": quiz, "pages": [{ "questions": [question] }] });
    let survey = id(world.post("owner", "/v3/surveys", body).ok());
    let collectors = format!("/v3/surveys/{survey}/collectors");
    let collector = id(world.post("owner", &collectors, json!({ "type": "weblink" })).ok());
    set(&world, &collector, &[("display_survey_results", "true")]);
    let mut page = String::new();
    for _ in 0..5 {
        let browser = Browser::at(&world, &collector, None);
        let mut filled = form(&browser.open());
        fill_page(&details(&world, &survey)["pages"][0], &mut filled);
        page = text(&browser.send(&filled, "next"));
    }
    let headings = ["Seen?", "Unseen?"].map(|heading| page.matches(heading).count());
    assert_eq!(headings, [1, 1], "the feedback has the heading that was seen, the results the first text: {page}");
    assert!(page.find("Seen?") < page.find("Unseen?"), "{page}");
}

#[test]
fn a_disqualified_respondent_reads_so() {
    let world = poll();
    let (browser, _) = finish(&world);
    change(&world, "UPDATE responses SET status = ? WHERE LENGTH(id) = 13", &["disqualified"]);
    set(&world, LUNCH_LINK, &[("disqualification_message", "\"This was for others.\"")]);
    assert!(text(&browser.open()).contains("This was for others."));
    set(
        &world,
        LUNCH_LINK,
        &[("disqualification_type", "\"url\""), ("disqualification_url", "\"https://other.example/\"")],
    );
    assert_eq!(browser.get("").header("location"), Some("https://other.example/"));
}

#[test]
fn a_form_may_lead_to_where_the_disqualified_are_sent() {
    let world = poll();
    let leads = |kind: &str, address: &str| {
        let address = format!("{address:?}");
        set(&world, LUNCH_LINK, &[("disqualification_type", kind), ("disqualification_url", &address)]);
        let page = Browser::at(&world, LUNCH_LINK, None).open();
        page.header("content-security-policy").unwrap().contains("form-action 'self' https://other.example;")
    };
    assert!(leads("\"url\"", "https://other.example/turned/away"));
    assert!(!leads("\"message\"", "https://other.example/turned/away"));
}

#[test]
fn the_name_of_the_service_is_shown_where_survey_and_collector_allow_it() {
    let world = poll();
    let browser = Browser::at(&world, LUNCH_LINK, None);
    assert!(text(&browser.open()).contains("Made with"));
    set(&world, LUNCH_LINK, &[("is_branding_enabled", "false")]);
    assert!(!text(&browser.open()).contains("Made with"));
    set(&world, LUNCH_LINK, &[("is_branding_enabled", "true")]);
    change(&world, "UPDATE surveys SET body = json_set(body, '$.footer', json(?))", &["false"]);
    assert!(!text(&browser.open()).contains("Made with"));
}

#[test]
fn the_privacy_page_says_what_is_stored() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    for (kind, stored) in [
        (
            "not_anonymous",
            ["Your IP address is", "The name of your browser", "your e-mail address and any note"].as_slice(),
        ),
        (
            "partially_anonymous",
            &["Your IP address is not", "The name of your browser", "your e-mail address and any note"],
        ),
        ("fully_anonymous", &["Neither your IP address nor your name"]),
    ] {
        set(&world, EVERY_KIND_LINK, &[("anonymous_type", &format!("{kind:?}"))]);
        let page = text(&browser.get("/privacy"));
        for part in stored.iter().chain(&["What your link has after a question mark may be stored"]) {
            assert!(page.contains(part), "{kind}: {part}");
        }
        assert_eq!(page.matches("<li>").count(), stored.len() + 3, "{kind}: answers, link and cookie");
    }
    assert_eq!(browser.get("/privacy").header("set-cookie"), None);
    let invited = Browser::at(&world, EVERY_KIND_MAIL, Some(INVITED));
    assert!(text(&invited.get("/privacy")).contains("Your link is personal"));
}
