//! The question bank: picked by locale and words, and a bank of the team's own.

use crate::support::{Answered, World};
use serde_json::{Value, json};

const BANK: &str = "/v3/question_bank/questions";

fn list(world: &World, token: &str, query: &str) -> Value {
    world.get(token, &format!("{BANK}?per_page=1000{query}")).ok()
}

#[test]
fn questions_are_american_unless_another_locale_is_requested() {
    let world = World::new();
    let has = |question: &Value, locale: &str| question["locales"].as_array().unwrap().contains(&json!(locale));
    let all = list(&world, "owner", "");
    assert!(all["total"].as_u64().unwrap() >= 30);
    for (query, locale) in
        [("", "en_US"), ("&locale=en_GB", "en_GB"), ("&locale=de-de", "de_DE"), ("&locale=fr_CA", "fr_CA")]
    {
        let found = list(&world, "owner", query);
        assert!(found["total"].as_u64().unwrap() > 0, "{query}");
        assert!(found["data"].as_array().unwrap().iter().all(|question| has(question, locale)), "{query}");
    }
    assert_eq!(list(&world, "owner", "&locale=xx_XX")["total"], 0);
}

#[test]
fn a_modifier_replaces_each_placeholder_in_the_text() {
    let world = World::new();
    let all = list(&world, "owner", "");
    let mut modified = 0;
    for question in all["data"].as_array().unwrap() {
        let modifiers = question["modifiers"].as_array().unwrap();
        assert_eq!(question["text"].as_str().unwrap().matches("()").count(), modifiers.len(), "{question}");
        for modifier in modifiers {
            assert_eq!(modifier["modifier_type"], "open_ended");
            assert!(
                modifier["options"].as_array().unwrap().iter().all(|option| option["modifier_options_id"].is_string())
            );
            modified += 1;
        }
    }
    assert!(modified >= 10);
}

#[test]
fn a_search_finds_words_in_any_case_and_survives_in_links() {
    let world = World::new();
    let found = list(&world, "owner", "&search=RECOMMEND");
    let texts: Vec<&str> = found["data"].as_array().unwrap().iter().map(|row| row["text"].as_str().unwrap()).collect();
    assert!(texts.len() >= 2 && texts.iter().all(|text| text.contains("recommend")), "{texts:?}");
    let page = world.get("owner", &format!("{BANK}?search=recommend&per_page=1")).ok();
    assert!(page["links"]["next"].as_str().unwrap().contains("search=recommend"));
    assert_eq!(list(&world, "owner", "&search=%25")["total"], 0, "no wildcard");
}

#[test]
fn the_team_s_own_bank_is_separate() {
    let world = World::new();
    let own = list(&world, "regular", "&custom=true");
    assert_eq!(own["total"], 2);
    assert_eq!((&own["data"][0]["modifiers"], &own["data"][0]["locales"]), (&json!([]), &json!([])));
    assert_eq!(list(&world, "regular", "&custom=true&search=REPORT")["data"][0]["question_id"], "900002");
    assert_eq!(list(&world, "regular", "&custom=true&search=%25")["total"], 0, "no wildcard");
    assert_eq!(list(&world, "other_team", "&custom=true")["total"], 0);
    assert_eq!(list(&world, "owner", "&custom=false"), list(&world, "owner", "&custom=false"));
    assert!(list(&world, "owner", "&custom=false")["total"].as_u64().unwrap() >= 30);
}
