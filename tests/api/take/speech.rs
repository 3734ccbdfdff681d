//! In which language a survey is taken.

use super::browser::{Browser, change, form, text};
use super::{EVERY_KIND, LINK, taken};
use crate::support::{Answered, World};
use serde_json::json;

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
        text("question_heading", "400001003", "Wie war Ihr Besuch?", "How was your visit?"),
        text("question_required", "400001003", "Bitte antworten Sie.", "This question requires an answer."),
        text("answer_choice", "40000100301", "Sehr gut", "Very good"),
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
    let browser = Browser::at(world, LINK, None);
    browser.headers.borrow_mut().push(("accept-language".to_owned(), languages.to_owned()));
    browser
}

#[test]
fn a_survey_speaks_the_first_language_that_the_browser_asks_for_and_it_has() {
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
    right.set("q400001003", &["40000100301"]);
    browser.send(&right, "next");
    let taken = taken(&world, LINK);
    assert_eq!(taken[0]["metadata"]["respondent"]["language"]["value"], "de");
    assert_eq!(taken[0]["custom_value"], "7");
    assert_eq!(taken[0]["pages"][1]["questions"][0]["answers"][0]["choice_id"], "40000100301");
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
