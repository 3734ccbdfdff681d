//! Row templates: skipped rows are those that a check of each row would accept.

#![allow(clippy::arithmetic_side_effects)]

use super::*;
use crate::spec::shape::{Choice, Field, Shape};
use crate::wire::check::{Direction, Mismatch, check_body};
use proptest::prelude::*;

const SURVEY: Object = Object {
    name: "Survey",
    fields: &[
        Field { name: "id", shape: Shape::Id, required: true },
        Field { name: "title", shape: Shape::Text, required: true },
        Field { name: "count", shape: Shape::Integer, required: false },
        Field { name: "pages", shape: Shape::Array(&Shape::Text), required: false },
        Field { name: "kind", shape: Shape::Choice(&Choice { name: "Kind", values: &["a", "b"] }), required: false },
    ],
};

const ROWS: Shape = Shape::Array(&Shape::Object(&SURVEY));

/// Number of these rows that are skipped after the first one was checked.
fn passed(rows: &[&str]) -> u32 {
    let text = format!(",{}]", rows.join(","));
    let mut reader = Reader::new(text.as_bytes());
    let row = reader.rest();
    reader.next_item().and_then(|_| reader.skip_value()).unwrap();
    let passed = RowTemplate::default().skip_similar_rows(&mut reader, row, &SURVEY);
    let left = rows.get(1 + passed as usize..).unwrap().join(",");
    assert_eq!(
        reader.rest(),
        text.as_bytes().get(text.len() - left.len() - 2 + usize::from(left.is_empty())..).unwrap()
    );
    passed
}

#[test]
fn rows_are_passed_over_that_differ_in_their_strings_alone() {
    let row = r#"{"id":"1","title":"one","count":3}"#;
    let longer = r#"{"id":"22","title":"éé, and a title that is much longer than the others","count":3}"#;
    // The last row is not skipped: no similar row follows it.
    assert_eq!(passed(&[row, longer, longer, longer, row, row]), 4);
    assert_eq!(passed(&[row, longer, r#"{"id":"1","title":"one","count":4}"#, row]), 1);
    assert_eq!(passed(&[row, r#"{"id":"1","title":null,"count":3}"#, row]), 0);
    assert_eq!(passed(&[row, r#"{"id":"1","title":"\"","count":3}"#, row]), 0);
    let spaced = "\n { \"id\" : \"1\" , \"title\" : \"one\" }";
    assert_eq!(passed(&[spaced, spaced, spaced]), 1);
    let strange = r#"{"id":"1","title":"","new":"any","pages":["1"]}"#;
    assert_eq!(passed(&[strange, r#"{"id":"","title":"1","new":"","pages":["1"]}"#, strange]), 1);
    assert_eq!(passed(&[strange, r#"{"id":"1","title":"","new":"any","pages":["2"]}"#, strange]), 0);
    let kind = r#"{"id":"1","title":"","kind":"a"}"#;
    assert_eq!(passed(&[kind, kind, r#"{"id":"1","title":"","kind":"c"}"#, kind]), 1);
}

#[test]
fn a_string_of_the_length_that_is_expected_is_plain_if_no_byte_of_it_is_special() {
    for length in 0..40_usize {
        for place in 0..length {
            for byte in 0..=u8::MAX {
                let mut text = vec![b'a'; 48];
                if let Some(at) = text.get_mut(place) {
                    *at = byte;
                }
                let expected = !matches!(byte, b'"' | b'\\' | 0..=0x1f);
                if byte < 0x80 || !expected {
                    let end = after_plain_bytes(&text, length).map(<[u8]>::len);
                    assert_eq!(end, expected.then_some(48 - length), "{length} {place} {byte}");
                }
                assert_eq!(skip_plain_bytes(&text).len(), if expected { 0 } else { 48 - place }, "{place} {byte}");
            }
        }
    }
}

/// Valid and invalid rows, written in several ways.
fn row() -> impl Strategy<Value = String> {
    let id = prop_oneof![6 => "\"[0-9]{3}\"", 1 => "\"[a-zé ]{0,20}\"", 1 => Just("7".to_owned())];
    let title = prop_oneof![
        6 => "\"[a-z ]{0,40}\"",
        1 => "\"[a-zé\\\\\"\u{1}-\u{22}]{0,20}\"",
        1 => Just("null".to_owned())
    ];
    let count = prop_oneof![8 => Just("5"), 1 => Just("6"), 1 => Just("\"5\""), 1 => Just("null"), 1 => Just("-1")];
    let kind = prop_oneof![8 => Just(0), 1 => 1..7];
    (id, title, count, kind).prop_map(|(id, title, count, kind)| match kind {
        0 => format!(r#"{{"id":{id},"title":{title},"count":{count}}}"#),
        1 => format!("{{ \"id\": {id},\n\"title\" :{title}, \"count\": {count} }}"),
        2 => format!(r#"{{"title":{title},"id":{id}}}"#),
        3 => format!(r#"{{"id":{id}}}"#),
        4 => format!(r#"{{"id":{id},"title":{title},"pages":[{title}]}}"#),
        5 => format!(r#"{{"id":{id},"id":{title},"title":{title},"new":{{"id":{id}}}}}"#),
        _ => format!(r#"[{title}]"#),
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_long_list_is_checked_as_its_rows_are_each(rows in prop::collection::vec((row(), 1..6_usize), 1..8)) {
        let rows: Vec<String> = rows.into_iter().flat_map(|(row, times)| vec![row; times]).collect();
        let alone = |(place, row): (usize, &String)| {
            let mismatch = check_body(row.as_bytes(), &Shape::Object(&SURVEY), Direction::Response).err()?;
            Some(mismatch.in_field(&format!("[{place}]")))
        };
        let expected: Option<Box<Mismatch>> = rows.iter().enumerate().find_map(alone);
        let text = format!("[{}]", rows.join(","));
        prop_assert_eq!(check_body(text.as_bytes(), &ROWS, Direction::Response).err(), expected, "{}", text);
    }
}
