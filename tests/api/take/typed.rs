//! What respondents write next to choices, and what they set: comments, texts of "other", and sliders.

use super::browser::{Browser, form, set, text};
use super::{answers, asking, taken};
use crate::support::World;
use serde_json::{Value, json};

/// The answers to the only question of the only response.
fn answered(world: &World, collector: &str) -> Vec<Value> {
    let taken = taken(world, collector);
    assert_eq!(taken.len(), 1);
    answers(&taken[0])[0].1.as_array().unwrap().clone()
}

#[test]
fn the_comment_of_each_row_of_a_matrix_is_stored_and_kept_when_the_page_is_sent_again() {
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
