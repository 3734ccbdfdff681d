//! The prose of the tables, made ready for readers who do not see the crate.

use canvass::spec::resources::groups::ActivityType;
use canvass::spec::shape::{Doc, Shape, Shaped as _};
use canvass::spec::{errors, events, legacy, oauth, resources};
use std::collections::BTreeMap;

/// What a link to an item of the crate says to someone who reads the wire.
const LINKS: &[(&str, &str)] = &[
    ("Status::Success", "0"),
    ("RESPONSE_TYPE", oauth::RESPONSE_TYPE),
    ("GRANT_TYPE", oauth::GRANT_TYPE),
    ("TOKEN_TYPE", oauth::TOKEN_TYPE),
];

/// The lines of a doc comment as text: paragraphs and tables keep their breaks, all else becomes one line.
pub fn text(lines: &[&str]) -> String {
    let mut text = String::new();
    let mut last_is_row = false;
    for line in lines.iter().map(|line| line.trim()) {
        let row = line.starts_with('|');
        let paragraph = line.is_empty() || (row && !last_is_row && !text.ends_with("\n\n"));
        if paragraph && !text.is_empty() {
            text.push_str("\n\n");
        }
        if row && last_is_row {
            text.push('\n');
        } else if !text.is_empty() && !text.ends_with('\n') {
            text.push(' ');
        }
        text.push_str(line);
        last_is_row = row;
    }
    unlinked(text.trim())
}

/// The first sentence, without its full stop.
pub fn summary(text: &str) -> String {
    let sentence = text.split(". ").next().unwrap_or(text);
    sentence.split("\n\n").next().unwrap_or(sentence).trim_end_matches('.').to_owned()
}

/// What an argument of a path is.
pub fn argument(name: &str) -> String {
    match name.strip_suffix("_id") {
        Some(noun) => format!("Id of the {}.", noun.replace('_', " ")),
        None => match name {
            "language_code" => "Code of the language.".to_owned(),
            "action_type" => "Type of activity.".to_owned(),
            _ => panic!("the argument {name} has no description: add one here"),
        },
    }
}

/// The shape of an argument of a path: an id, or a value of an enumeration.
pub fn argument_shape(name: &str) -> Shape {
    match name {
        "action_type" => ActivityType::SHAPE,
        _ => Shape::Id,
    }
}

/// Text whose links to items of the crate have become plain words.
pub fn unlinked(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, linked)) = rest.split_once("[`") {
        let (name, after) = linked.split_once("`]").unwrap_or_else(|| panic!("a link has no end: {text}"));
        let word = LINKS.iter().find(|(item, _)| *item == name).map_or(name, |(_, word)| word);
        plain.push_str(before);
        plain.push_str(&format!("`{word}`"));
        rest = match after.strip_prefix('(') {
            Some(target) => target.split_once(')').unwrap_or_else(|| panic!("a link has no end: {text}")).1,
            None => after,
        };
    }
    plain.push_str(rest);
    plain
}

/// The prose of every payload, by the name of its type.
pub fn payloads() -> BTreeMap<&'static str, &'static Doc> {
    let others = errors::DOCS.iter().chain(legacy::DOCS).chain(oauth::DOCS).chain(events::DOCS);
    let mut payloads = BTreeMap::new();
    for doc in resources::docs().chain(others) {
        assert!(payloads.insert(doc.name, doc).is_none(), "two payloads have the name {}", doc.name);
    }
    payloads
}

#[test]
fn links_and_line_breaks_of_doc_comments_do_not_reach_the_reader() {
    assert_eq!(text(&[" One", " sentence.", "", " [`X`](a::b) of [`Y`]."]), "One sentence.\n\n`X` of `Y`.");
    assert_eq!(text(&["Must be [`GRANT_TYPE`]."]), "Must be `authorization_code`.");
    assert_eq!(
        text(&["A table:", "", "| a |", "|---|", "| b |", "", "End."]),
        "A table:\n\n| a |\n|---|\n| b |\n\nEnd."
    );
    assert_eq!(summary("Lists surveys. At most 3."), "Lists surveys");
}
