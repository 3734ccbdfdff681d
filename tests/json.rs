//! The reader of `wire::json` against serde_json, on random and on broken documents, and the integers of bodies.

#![allow(clippy::arithmetic_side_effects)]

use canvass::spec::payload::Decode as _;
use canvass::spec::shape::Shape;
use canvass::spec::types::Integer;
use canvass::wire::check::{Direction, check_body};
use canvass::wire::json::{JsonError, MAX_DEPTH, Reader, ValueKind};
use proptest::prelude::*;
use serde_json::Value;

/// Builds the document through the reader.
fn build(reader: &mut Reader) -> Result<Value, JsonError> {
    Ok(match reader.peek_kind()? {
        ValueKind::Null => {
            reader.read_null()?;
            Value::Null
        }
        ValueKind::Boolean => Value::Bool(reader.read_boolean()?),
        ValueKind::Number => serde_json::from_str(reader.read_number()?).map_err(|_| JsonError)?,
        ValueKind::Text => Value::String(reader.read_text()?.decode()?.into_owned()),
        ValueKind::Array => {
            let mut items = Vec::new();
            reader.begin_array()?;
            while reader.next_item()? {
                items.push(build(reader)?);
            }
            Value::Array(items)
        }
        ValueKind::Object => {
            let mut object = serde_json::Map::new();
            reader.begin_object()?;
            while let Some(key) = reader.next_key()? {
                let key = key.decode()?.into_owned();
                object.insert(key, build(reader)?);
            }
            Value::Object(object)
        }
    })
}

fn ours(text: &str) -> Result<Value, JsonError> {
    let mut reader = Reader::new(text.as_bytes());
    let value = build(&mut reader)?;
    reader.expect_end()?;
    Ok(value)
}

fn skipped(bytes: &[u8]) -> Result<(), JsonError> {
    let mut reader = Reader::new(bytes);
    reader.skip_value()?;
    reader.expect_end()
}

fn document() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::String),
        "[\\\\\"/a\u{1f600}\n\t\u{0}]{0,6}".prop_map(Value::String),
    ];
    leaf.prop_recursive(5, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::Array),
            prop::collection::vec((any::<String>(), inner), 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// Refusals of serde_json that are not about grammar: the range of a number, a lone surrogate.
fn is_beyond_grammar(error: &serde_json::Error) -> bool {
    let text = error.to_string();
    text.contains("number out of range") || text.contains("surrogate") || text.contains("end of hex escape")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn a_document_reads_as_serde_json_reads_it(value in document(), pretty: bool) {
        let text = if pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) }.unwrap();
        prop_assert_eq!(ours(&text), Ok(serde_json::from_str::<Value>(&text).unwrap()));
        prop_assert_eq!(skipped(text.as_bytes()), Ok(()));
    }

    #[test]
    fn a_broken_document_is_refused_as_serde_json_refuses_it(
        value in document(),
        at: prop::sample::Index,
        junk in prop_oneof![Just(""), Just(","), Just("\""), Just("\\"), Just("]"), Just("}"), Just("{"), Just("["),
            Just("0"), Just("-"), Just("."), Just("e"), Just("\\u12"), Just("\\ud83d\\ude00"), Just("\u{1}"), Just("nul")],
        cut in 0_usize..3,
    ) {
        let mut chars: Vec<char> = value.to_string().chars().collect();
        let at = at.index(chars.len());
        let end = (at + cut).min(chars.len());
        chars.splice(at..end, junk.chars());
        let text: String = chars.into_iter().collect();
        match serde_json::from_str::<Value>(&text) {
            Ok(value) => {
                prop_assert_eq!(ours(&text), Ok(value));
                prop_assert_eq!(skipped(text.as_bytes()), Ok(()));
            }
            Err(error) if is_beyond_grammar(&error) => {}
            Err(_) => {
                prop_assert_eq!(ours(&text), Err(JsonError));
                prop_assert_eq!(skipped(text.as_bytes()), Err(JsonError));
            }
        }
    }

    #[test]
    fn no_bytes_panic(bytes: Vec<u8>) {
        let _ = skipped(&bytes);
        let _ = build(&mut Reader::new(&bytes));
    }
}

#[test]
fn depth_is_bounded() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert_eq!(skipped(nested(usize::from(MAX_DEPTH)).as_bytes()), Ok(()));
    assert_eq!(skipped(nested(usize::from(MAX_DEPTH) + 1).as_bytes()), Err(JsonError));
    assert_eq!(skipped("[".repeat(1_000_000).as_bytes()), Err(JsonError));
}

#[test]
fn lone_surrogates_become_the_replacement_character() {
    let cases = [
        (r#""\ud800""#, "\u{fffd}"),
        (r#""\udc00x""#, "\u{fffd}x"),
        (r#""\ud800\ud83d\ude00\\u0041""#, "\u{fffd}\u{1f600}\\u0041"),
        (r#""\ud83dx\ude00""#, "\u{fffd}x\u{fffd}"),
        (r#""\ud83d\n""#, "\u{fffd}\n"),
    ];
    for (text, expected) in cases {
        assert_eq!(ours(text), Ok(Value::String(expected.into())), "{text}");
    }
}

#[test]
fn a_whole_number_may_be_written_with_a_fraction_of_zeros() {
    for (text, integer) in [
        ("5", Some(5)),
        ("5.0", Some(5)),
        ("10.00", Some(10)),
        ("0.0", Some(0)),
        ("2147483647.0", Some(2_147_483_647)),
        ("2147483648.0", None),
        ("1.5", None),
        ("1.50", None),
        ("-5.0", None),
        ("1e300", None),
        ("NaN", None),
    ] {
        for side in [Direction::Request, Direction::Response] {
            assert_eq!(check_body(text.as_bytes(), &Shape::Integer, side).is_ok(), integer.is_some(), "{text}");
        }
        let mut sound = true;
        let read = Integer::read(serde_json::from_str(text).ok(), &mut sound);
        assert_eq!(sound.then_some(read.get()), integer, "{text}");
    }
}
