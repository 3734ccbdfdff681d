//! The language of a survey's pages.

use super::browser::{Browser, attribute, change, form, text};
use super::{asking, details, fill_page, poll, taken};
use crate::support::surveys::{
    EVERY_KIND, EVERY_KIND_LINK, EVERY_KIND_MAIL, INVITED, LUNCH, LUNCH_LINK, VISIT, VISIT_FIELD, VISIT_VERY_GOOD,
};
use crate::support::{Answered, World};
use serde_json::{Value, json};

/// A world in which the survey speaks German too, and French to nobody yet.
fn translated() -> World {
    let world = World::new();
    let text = |context: &str, id: &str, translation: &str, default: &str| json!({ "context": context, "resource_id": id, "translation": translation, "default": default });
    let design = world.get("owner", &format!("/v3/surveys/{EVERY_KIND}/details")).ok();
    let page = design["pages"][1]["id"].as_str().unwrap();
    let german = [
        text("survey_title", EVERY_KIND, "Jede Art von Frage", "Every kind of question"),
        text("survey_next", EVERY_KIND, "Weiter", "Next"),
        text("page_title", page, "Eine Auswahl", "One choice"),
        text("question_heading", VISIT, "Wie war Ihr Besuch?", "How was your visit?"),
        text("question_required", VISIT, "Bitte antworten Sie.", "This question requires an answer."),
        text("answer_choice", VISIT_VERY_GOOD, "Sehr gut", "Very good"),
    ];
    let body = |enabled: bool| json!({ "enabled": enabled, "translations": german });
    for (code, enabled) in [("de", true), ("fr", false)] {
        let path = format!("/v3/surveys/{EVERY_KIND}/languages/{code}");
        let answer = world.post("owner", &path, body(enabled));
        assert!((200..300).contains(&answer.status), "{} {}", answer.status, super::text(&answer));
    }
    world
}

fn asks<'a>(world: &'a World, languages: &str) -> Browser<'a> {
    let browser = Browser::at(world, EVERY_KIND_LINK, None);
    browser.headers.borrow_mut().push(("accept-language".to_owned(), languages.to_owned()));
    browser
}

#[test]
fn a_survey_is_shown_in_the_first_language_that_the_browser_requests_and_it_has() {
    let world = translated();
    for (asked, german) in [
        ("de-AT,de;q=0.9,en;q=0.8", true),
        ("ja, DE", true),
        ("en, de", false),
        ("fr, de;q=0.5", true),
        ("fr", false),
        ("", false),
    ] {
        let page = text(&asks(&world, asked).open());
        assert_eq!(page.contains("<h1>Jede Art von Frage</h1>"), german, "{asked}");
        assert_eq!(page.contains("<html lang=\"de\">"), german, "{asked}");
    }
}

#[test]
fn a_browser_finds_a_translation_under_another_code_of_its_language() {
    let world = translated();
    let sql = "INSERT INTO translations (survey_id, language, enabled, created) VALUES (?, ?, 1, 0)";
    for code in ["no", "tl", "he", "zh-cn", "zh-tw"] {
        change(&world, sql, &[EVERY_KIND, code]);
    }
    for (asked, language) in [
        ("nb-NO, en", "no"),
        ("NN", "no"),
        ("fil-PH", "tl"),
        ("iw", "he"),
        ("zh-HK, zh;q=0.9", "zh-tw"),
        ("zh-MO", "zh-tw"),
        ("zh-Hant-HK", "zh-tw"),
        ("zh-Hans-SG", "zh-cn"),
        ("zh-SG", "zh-cn"),
        ("zh", "zh-cn"),
        ("zh-TW", "zh-tw"),
        ("nbx, f, z", "en"),
    ] {
        let page = text(&asks(&world, asked).open());
        assert!(page.contains(&format!("<html lang=\"{language}\"")), "{asked}: {page}");
    }
}

#[test]
fn who_reads_traditional_chinese_does_not_get_simplified_chinese_instead_of_the_next_language() {
    let world = translated();
    let sql = "INSERT INTO translations (survey_id, language, enabled, created) VALUES (?, 'zh-cn', 1, 0)";
    change(&world, sql, &[EVERY_KIND]);
    for (asked, language) in [
        ("zh-TW, en", "en"),
        ("zh-Hant-HK, de", "de"),
        ("zh-HK, zh;q=0.9", "zh-cn"),
        ("zh-Hans-SG", "zh-cn"),
        ("ZH-CN", "zh-cn"),
        ("ZH", "zh-cn"),
    ] {
        let page = text(&asks(&world, asked).open());
        assert!(page.contains(&format!("<html lang=\"{language}\"")), "{asked}: {page}");
    }
}

#[test]
fn a_respondent_picks_another_language_and_keeps_it() {
    let world = translated();
    let browser = asks(&world, "en");
    let first = text(&browser.get("?c=7"));
    assert!(first.contains(&format!("href=\"{}?c=7&amp;lang=de\" lang=\"de\"", browser.path)), "{first}");
    assert!(!first.contains("hreflang=\"fr\""), "French is not ready");
    let page = browser.send(&form(&browser.get("?c=7&lang=de")), "next");
    let words = text(&page);
    for german in ["Eine Auswahl", "Wie war Ihr Besuch?", "Sehr gut", ">Weiter</button>"] {
        assert!(words.contains(german), "{german}: {words}");
    }
    assert!(words.contains("What brought you here?"), "what is not translated stays as it is");
    let wrong = browser.send(&form(&page), "next");
    assert!(text(&wrong).contains("Bitte antworten Sie."));
    let mut right = form(&wrong);
    right.set(VISIT_FIELD, &[VISIT_VERY_GOOD]);
    browser.send(&right, "next");
    let taken = taken(&world, EVERY_KIND_LINK);
    assert_eq!(taken[0]["metadata"]["respondent"]["language"]["value"], "de");
    assert_eq!(taken[0]["custom_value"], "7");
    assert_eq!(taken[0]["pages"][1]["questions"][0]["answers"][0]["choice_id"], VISIT_VERY_GOOD);
}

#[test]
fn a_variant_takes_what_it_lacks_from_its_language() {
    let world = translated();
    change(
        &world,
        "INSERT INTO translations (survey_id, language, enabled, created) VALUES (?, 'fr-ca', 1, 0)",
        &[EVERY_KIND],
    );
    let page = text(&asks(&world, "fr-CA").open());
    assert!(page.contains("Jede Art von Frage") && page.contains("<html lang=\"fr-ca\">"), "{page}");
}

/// A world whose poll is written in a language.
fn written(language: &str) -> World {
    let world = poll();
    change(&world, "UPDATE surveys SET language = ? WHERE id = ?", &[language, LUNCH]);
    world
}

fn asked<'a>(world: &'a World, languages: &str) -> Browser<'a> {
    let browser = Browser::at(world, LUNCH_LINK, None);
    browser.headers.borrow_mut().push(("accept-language".to_owned(), languages.to_owned()));
    browser
}

#[test]
fn the_texts_around_a_survey_are_in_its_language_or_else_in_one_that_the_browser_requests() {
    for (own, asks, next, direction) in [
        ("en", "ja", "Done", "<html lang=\"en\">"),
        ("ja", "de", "完了", "<html lang=\"ja\">"),
        ("pt-br", "", "Concluído", "<html lang=\"pt-br\">"),
        ("sv", "fi, nl;q=0.5, en", "<span lang=\"nl\" dir=\"ltr\">Gereed</span>", "<html lang=\"sv\">"),
        ("sv", "", "<span lang=\"en\" dir=\"ltr\">Done</span>", "<html lang=\"sv\">"),
        ("ar", "", "<span lang=\"en\" dir=\"ltr\">Done</span>", "<html lang=\"ar\" dir=\"rtl\">"),
        ("he", "fr", "<span lang=\"fr\" dir=\"ltr\">Terminé</span>", "<html lang=\"he\" dir=\"rtl\">"),
    ] {
        let world = written(own);
        let page = text(&asked(&world, asks).open());
        assert!(page.contains(&format!(">{next}</button>")), "{own} {asks}: {page}");
        assert!(page.contains(direction), "{own}: {page}");
    }
}

#[test]
fn errors_and_the_end_page_are_in_the_language_of_the_survey() {
    let world = written("de");
    let required = r#"{"text": "This question requires an answer.", "type": "all", "amount": null}"#;
    change(
        &world,
        "UPDATE questions SET body = json_set(body, '$.required', json(?)) WHERE survey_id = ?",
        &[required, LUNCH],
    );
    let browser = asked(&world, "fr");
    let page = browser.open();
    let wrong = browser.send(&form(&page), "next");
    let words = text(&wrong);
    for german in [
        "Bitte prüfen Sie Ihre Antworten",
        "Frage 1: Diese Frage muss beantwortet werden.",
        ">erforderlich<",
        "Bitte prüfen: ",
    ] {
        assert!(words.contains(german), "{german}: {words}");
    }
    let mut filled = form(&page);
    fill_page(&details(&world, LUNCH)["pages"][0], &mut filled);
    let end = text(&browser.send(&filled, "next"));
    assert!(
        end.contains("Vielen Dank für Ihre Teilnahme") && end.contains("Sie können dieses Fenster jetzt schließen.")
    );
    let kept = text(&browser.get("/privacy"));
    assert!(kept.contains("Was mit Ihren Antworten geschieht") && kept.contains("Ihre Netzwerkadresse wird"), "{kept}");
    change(&world, "UPDATE collectors SET status = 'closed' WHERE id = ?", &[LUNCH_LINK]);
    assert!(text(&browser.open()).contains("Diese Umfrage ist zurzeit geschlossen."));
}

/// The text of a page in a language: that of the elements that are marked with it, or are within such an element.
fn spoken(page: &str, language: &str) -> String {
    let mut languages = Vec::new();
    let mut spoken = String::new();
    for part in page.split('<').skip(1) {
        let (tag, text) = part.split_once('>').unwrap();
        if tag.starts_with('/') {
            languages.pop();
        } else if !["!DOCTYPE", "meta", "link", "input", "img"].contains(&tag.split(' ').next().unwrap()) {
            let outer = languages.last().cloned().unwrap_or_default();
            languages.push(attribute(tag, "lang").unwrap_or(outer));
        }
        if languages.last().is_some_and(|inner| inner == language) {
            spoken.push_str(text);
        }
    }
    assert!(languages.is_empty(), "{languages:?}: {page}");
    spoken
}

#[test]
fn the_english_words_around_an_arabic_survey_are_marked_as_english_and_its_own_are_not() {
    const OWN: &str = "هذا السؤال مطلوب!";
    const DEFAULT: &str = "This question requires an answer.";
    let world = written("ar");
    let title = details(&world, LUNCH)["title"].as_str().unwrap().to_owned();
    let browser = asked(&world, "");
    let page = browser.open();
    let [default, own] = [DEFAULT, OWN].map(|required| {
        let required = json!({ "text": required, "type": "all", "amount": null }).to_string();
        let sql = "UPDATE questions SET body = json_set(body, '$.required', json(?)) WHERE survey_id = ?";
        change(&world, sql, &[&required, LUNCH]);
        text(&browser.send(&form(&page), "next"))
    });
    let mut filled = form(&page);
    fill_page(&details(&world, LUNCH)["pages"][0], &mut filled);
    let end = text(&browser.send(&filled, "next"));
    let kept = text(&browser.get("/privacy"));
    for (page, english, arabic) in [
        (
            &default,
            ["Please check your answers", "Question 1: This question requires an answer.", "required"].as_slice(),
            None,
        ),
        (&own, &["Please check your answers", "Question 1: ", "required"], Some(OWN)),
        (&end, &["Thank you", "You can close this window now."], None),
        (&kept, &["How your answers are used", "About the survey"], Some(title.as_str())),
    ] {
        let [in_english, in_arabic] = ["en", "ar"].map(|language| spoken(page, language));
        for words in english {
            assert!(in_english.contains(words) && !in_arabic.contains(words), "{words}: {page}");
        }
        if let Some(words) = arabic {
            assert!(in_arabic.contains(words) && !in_english.contains(words), "{words}: {page}");
        }
    }
    for end in ["</span></a>", "</span></p>"] {
        assert!(default.contains(&format!("{DEFAULT}{end}")), "it is marked once: {default}");
    }
    for part in [
        format!("Question 1: <bdi lang=\"ar\">{OWN}</bdi></span>"),
        format!("</span> <bdi lang=\"ar\">{OWN}</bdi></p>"),
    ] {
        assert!(own.contains(&part), "{part}: {own}");
    }
}

#[test]
fn menus_pictures_and_the_links_to_other_languages_are_named_in_the_language_that_they_are_marked_with() {
    let world = World::new();
    let heading = json!([{ "heading": "؟" }]);
    let image = json!({ "url": "https://pictures.example/1.png" });
    let questions = json!([
        { "family": "single_choice", "subtype": "menu", "headings": heading, "answers": { "choices": [{ "text": "نعم" }] } },
        { "family": "single_choice", "subtype": "vertical", "headings": heading, "display_options": { "display_type": "image_choice" },
          "answers": { "choices": [{ "text": "", "image": image }] } },
    ]);
    let (survey, collector) = asking(&world, &questions);
    let sql = "INSERT INTO translations (survey_id, language, enabled, created) VALUES (?, 'he', 1, 0)";
    change(&world, sql, &[&survey]);
    for (language, lang, dir) in [("ar", " lang=\"en\"", " dir=\"ltr\""), ("en", "", "")] {
        change(&world, "UPDATE surveys SET language = ? WHERE id = ?", &[language, &survey]);
        let page = text(&Browser::at(&world, &collector, None).open());
        for part in [
            format!("<option value=\"\"{lang}{dir}>Please choose</option>"),
            format!("alt=\"Picture 1\"{lang} "),
            format!("<nav class=\"languages\" aria-label=\"Languages\"{lang}>"),
        ] {
            assert!(page.contains(&part), "{part}: {page}");
        }
    }
}

#[test]
fn fields_and_options_have_the_direction_of_their_text() {
    let world = World::new();
    let ask = |family: &str, subtype: &str, answers: Value| json!({ "family": family, "subtype": subtype, "headings": [{ "heading": "?" }], "answers": answers });
    let other = |lines: u32| json!({ "choices": [{ "text": "Yes" }], "other": { "text": "Else", "num_lines": lines } });
    let questions = json!([
        json!({ "family": "open_ended", "subtype": "essay", "headings": [{ "heading": "?" }] }),
        json!({ "family": "open_ended", "subtype": "single", "headings": [{ "heading": "?" }] }),
        ask("single_choice", "menu", json!({ "choices": [{ "text": "Yes" }] })),
        ask("single_choice", "vertical", other(1)),
        ask("single_choice", "vertical", other(3)),
    ]);
    let (_, collector) = asking(&world, &questions);
    let page = text(&Browser::at(&world, &collector, None).open());
    for (element, count) in [("<textarea ", 2), ("<input ", 2), ("<option ", 1)] {
        let tags = page.split(element).skip(1).filter_map(|rest| Some(rest.split_once('>')?.0));
        assert_eq!(tags.filter(|tag| tag.contains("dir=\"auto\"")).count(), count, "{element}: {page}");
    }
}

#[test]
fn the_description_of_a_choice_is_below_it_and_is_translated() {
    let world = World::new();
    let question = json!({ "family": "matrix", "subtype": "rating", "headings": [{ "heading": "?" }], "answers": {
        "rows": [{ "text": "Row" }], "choices": [{ "text": "1", "description": "Never <again>" }, { "text": "2" }] } });
    let (survey, collector) = asking(&world, &json!([question]));
    let design = details(&world, &survey);
    let choice = &design["pages"][0]["questions"][0]["answers"]["choices"][0]["id"];
    let german = json!({ "context": "answer_description", "resource_id": choice, "translation": "Nie wieder" });
    let body = json!({ "enabled": true, "translations": [german] });
    world.post("owner", &format!("/v3/surveys/{survey}/languages/de"), body);
    let browser = Browser::at(&world, &collector, None);
    for (query, description) in [("", "Never &lt;again&gt;"), ("?lang=de", "Nie wieder")] {
        let page = text(&browser.get(query));
        assert!(page.contains(&format!("<span class=\"face\">1<small>{description}</small></span>")), "{page}");
        assert!(page.contains("<span class=\"face\">2</span>"), "{page}");
        assert!(page.contains("<ul class=\"options across\">"), "a description needs a wide cell: {page}");
    }
}

#[test]
fn what_a_survey_says_in_its_own_words_stays() {
    let world = written("de");
    let buttons = r#"{"next_button": "Los", "prev_button": "Zurück", "done_button": "Ab damit", "exit_button": ""}"#;
    change(
        &world,
        "UPDATE surveys SET body = json_set(body, '$.buttons_text', json(?)) WHERE id = ?",
        &[buttons, LUNCH],
    );
    super::set(&world, LUNCH_LINK, &[("closed_page_message", "\"Zu.\"")]);
    assert!(text(&asked(&world, "en").open()).contains(">Ab damit</button>"));
    change(&world, "UPDATE collectors SET status = 'closed' WHERE id = ?", &[LUNCH_LINK]);
    assert!(text(&asked(&world, "en").open()).contains(">Zu.<"));
}

#[test]
fn pages_without_a_survey_are_in_the_language_that_was_picked_or_that_the_browser_requests() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_MAIL, Some(INVITED));
    browser.headers.borrow_mut().push(("accept-language".to_owned(), "xx, it-CH;q=0.9".to_owned()));
    let nothing = browser.call("GET", "/r/nothing", &[], Vec::new());
    assert_eq!(nothing.status, 404);
    assert!(text(&nothing).contains("<html lang=\"it\">") && text(&nothing).contains("Qui non c'è nessun sondaggio"));
    let asks = text(&browser.get("/opt-out?lang=es"));
    assert!(asks.contains("<html lang=\"es\">") && asks.contains("No enviarme más mensajes"), "{asks}");
    let foreign = browser.call("POST", &browser.path, &[("sec-fetch-site", "cross-site")], Vec::new());
    assert!(text(&foreign).contains("Questo modulo proviene da un altro sito"));
}

#[test]
fn the_default_message_about_a_sum_is_translated_and_one_of_the_survey_stays() {
    let world = World::new();
    for (own, said) in [("", "Die Zahlen müssen zusammen 100 ergeben."), ("Bitte 100.", "<bdi>Bitte 100.</bdi>")] {
        let question = json!({ "headings": [{ "heading": "?" }], "family": "open_ended", "subtype": "numerical",
            "answers": { "rows": [{ "text": "A" }] }, "validation": { "type": "integer", "sum": 100, "sum_text": own } });
        let (survey, collector) = asking(&world, &json!([question]));
        change(&world, "UPDATE surveys SET language = 'de' WHERE id = ?", &[&survey]);
        let browser = Browser::at(&world, &collector, None);
        let mut filled = form(&browser.open());
        filled
            .fields
            .iter_mut()
            .filter(|(name, _)| name.starts_with('q'))
            .for_each(|(_, value)| *value = "7".to_owned());
        let page = text(&browser.send(&filled, "next"));
        assert!(page.contains(&format!("Frage 1: {said}")), "{page}");
    }
}
