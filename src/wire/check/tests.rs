//! The checker against the decoders of the payloads: for every row of the table, both accept and refuse the same
//! bodies.

#![allow(clippy::arithmetic_side_effects)]

use super::*;
use crate::spec::endpoint::Endpoint;
use crate::spec::payload::Decode;
use crate::spec::shape::Shaped;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// A small random generator: one seed makes one body.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % sides
    }
}

fn sample(shape: &Shape, dice: &mut Dice) -> Value {
    match shape {
        Shape::Any => json!({ "free": [1, null, "form"] }),
        Shape::Nothing => Value::Null,
        Shape::Text | Shape::Id | Shape::Date => {
            Value::String(["", "7", "two words", "é\"\\\n"][dice.roll(4) as usize].into())
        }
        Shape::Written => [json!("30"), json!(-20), json!(1.5)][dice.roll(3) as usize].clone(),
        Shape::Integer => json!([0, 1, 50, INTEGER_MAX][dice.roll(4) as usize]),
        Shape::Number => json!([-1.5, 0.0, 2e9][dice.roll(3) as usize]),
        Shape::Boolean => Value::Bool(dice.roll(2) == 0),
        Shape::Choice(choice) => Value::String(choice.values[dice.roll(choice.values.len() as u64) as usize].into()),
        // Enough similar rows for the template to skip some.
        Shape::Array(item) if dice.roll(4) == 0 => {
            std::iter::repeat_n(sample(item, dice), 5 + dice.roll(4) as usize).collect()
        }
        Shape::ListedOrKeyed(_) if dice.roll(2) == 0 => json!({ "passed": "over" }),
        Shape::Array(item) | Shape::ListedOrKeyed(item) => (0..dice.roll(3)).map(|_| sample(item, dice)).collect(),
        Shape::Map(item) => {
            Value::Object((0..dice.roll(3)).map(|key| (format!("k{key}"), sample(item, dice))).collect())
        }
        Shape::Nullable(_) if dice.roll(4) == 0 => Value::Null,
        Shape::OneOrFirst(inner) if dice.roll(2) == 0 => json!([sample(inner, dice), { "passed": "over" }]),
        Shape::Nullable(inner) | Shape::OneOrFirst(inner) => sample(inner, dice),
        Shape::Object(table) => fields(table.fields, dice),
        Shape::List(item) => json!({
            "data": sample(&Shape::Array(item), dice), "per_page": 50, "page": 1, "total": 3,
            "links": fields(LINKS.fields, dice),
        }),
    }
}

fn fields(fields: &[Field], dice: &mut Dice) -> Value {
    let mut object = Map::new();
    for field in fields {
        match dice.roll(4) {
            0 if !field.required => {}
            1 if !field.required => {
                object.insert(field.name.into(), Value::Null);
            }
            _ => {
                object.insert(field.name.into(), sample(&field.shape, dice));
            }
        }
    }
    Value::Object(object)
}

/// Changes one value somewhere in a body.
fn mutate(value: &mut Value, dice: &mut Dice) {
    if dice.roll(3) > 0 {
        match value {
            Value::Array(items) if !items.is_empty() => {
                let index = dice.roll(items.len() as u64) as usize;
                return mutate(&mut items[index], dice);
            }
            Value::Object(object) if !object.is_empty() => {
                let key = object.keys().nth(dice.roll(object.len() as u64) as usize).unwrap().clone();
                match dice.roll(6) {
                    0 => drop(object.remove(&key)),
                    1 => drop(object.insert("never_documented".into(), json!([{ "a": null }]))),
                    _ => mutate(object.get_mut(&key).unwrap(), dice),
                }
                return;
            }
            _ => {}
        }
    }
    *value = [
        json!(null),
        json!(true),
        json!("other"),
        json!(-1),
        json!(2_147_483_648_u64),
        json!(1.5),
        json!([]),
        json!({}),
        json!([null]),
        json!(7),
    ][dice.roll(10) as usize]
        .clone();
}

fn agree<T: Shaped + Decode>(name: &str, seed: u64) -> Result<(), TestCaseError> {
    if matches!(T::SHAPE, Shape::Nothing) {
        return Ok(());
    }
    let mut dice = Dice(seed | 1);
    let mut body = sample(&T::SHAPE, &mut dice);
    prop_assert_eq!(
        check_body(body.to_string().as_bytes(), &T::SHAPE, Direction::Request),
        Ok(()),
        "{}: {}",
        name,
        body
    );
    for _ in 0..4 {
        mutate(&mut body, &mut dice);
        let text = body.to_string();
        let (checked, read) = (check_body(text.as_bytes(), &T::SHAPE, Direction::Request), T::of(body.clone()));
        prop_assert_eq!(checked.is_ok(), read.is_some(), "{}: {}\n{:?}", name, text, checked);
        let mut bytes = text.into_bytes();
        for side in [Direction::Response, Direction::Request, Direction::Response] {
            let [short, long] = [&bytes, &spaced(&bytes)].map(|body| check_body(body, &T::SHAPE, side));
            prop_assert_eq!(short, long, "{}: {}", name, String::from_utf8_lossy(&bytes));
            damage(&mut bytes, &mut dice);
        }
    }
    Ok(())
}

/// Removes or replaces one of the structural bytes.
fn damage(body: &mut Vec<u8>, dice: &mut Dice) {
    let positions: Vec<usize> = (0..body.len()).filter(|position| STRUCTURE.contains(&body[*position])).collect();
    let Some(position) = positions.get(dice.roll(positions.len().max(1) as u64) as usize) else { return };
    match STRUCTURE.get(dice.roll(14) as usize) {
        Some(other) => body[*position] = *other,
        None => drop(body.remove(*position)),
    }
}

const STRUCTURE: &[u8] = br#",:{}[]"\"#;

/// The same body with blanks around everything that is not a value: no fast path can take it.
fn spaced(body: &[u8]) -> Vec<u8> {
    let (mut spaced, mut quoted, mut escaped) = (Vec::new(), false, false);
    for byte in body {
        let blank: &[u8] = if !quoted && STRUCTURE.contains(byte) && *byte != b'"' { b" " } else { b"" };
        spaced.extend([blank, &[*byte], blank].concat());
        quoted ^= *byte == b'"' && !escaped;
        escaped = quoted && *byte == b'\\' && !escaped;
    }
    spaced
}

macro_rules! compare {
    ($(
        $(#[doc = $doc:literal])*
        $method:ident $path:literal $name:ident ( $($arg:ident),* ) as $js:literal
            $(query( $($query:ty),+ ))? $(body( $body:ty ))? needs( $($scope:ident)? ) -> $status:literal $response:ty;
    )+) => {
        pub fn all(seed: u64) -> Result<(), TestCaseError> {
            $(
                agree::<<$name as Endpoint>::Body>($js, seed)?;
                agree::<<$name as Endpoint>::Response>($js, seed)?;
            )+
            Ok(())
        }
    };
}

macro_rules! every_noun {
    ($($noun:ident)+) => {
        $( mod $noun {
            use super::*;
            use crate::spec::endpoints::$noun::*;
            $noun!(compare);
        } )+

        proptest! {
            #![proptest_config(ProptestConfig::with_cases(48))]

            #[test]
            fn the_checker_and_serde_json_accept_the_same_bodies(seed: u64) {
                $( $noun::all(seed)?; )+
            }
        }
    };
}
nouns!(every_noun);

const WIDE: Shape = Shape::List(&Shape::Object(&Object {
    name: "Wide",
    fields: &[
        Field { name: "id", shape: Shape::Id, required: true },
        Field {
            name: "kind",
            shape: Shape::Choice(&crate::spec::shape::Choice { name: "K", values: &["a", "b"] }),
            required: false,
        },
        Field { name: "members", shape: Shape::Array(&Shape::Object(&LINKS)), required: false },
        Field { name: "extra", shape: Shape::Map(&Shape::Nullable(&Shape::Boolean)), required: false },
    ],
}));

fn mismatch(item: &str, side: Direction) -> Option<(String, Expected)> {
    let body = format!(r#"{{"data":[{item}],"per_page":"50","page":1,"total":0,"links":{{"self":""}}}}"#);
    check_body(body.as_bytes(), &WIDE, side).err().map(|mismatch| (mismatch.path, mismatch.expected))
}

#[test]
fn a_mismatch_names_its_place() {
    let cases = [
        (r#"{"id":"1"},{"id":7}"#, "data[1].id", Expected::Text),
        (r#"{}"#, "data[0].id", Expected::Given),
        (r#"{"id":null}"#, "data[0].id", Expected::Text),
        (r#"[]"#, "data[0]", Expected::Object),
        (r#"{"id":"1","members":[{"self":""},{"self":"","next":4}]}"#, "data[0].members[1].next", Expected::Text),
        (r#"{"id":"1","extra":{"a":null,"b":"x"}}"#, "data[0].extra.b", Expected::Boolean),
        (r#"{"id":"1","members":{}}"#, "data[0].members", Expected::Array),
        (r#"{"id":"1",}"#, "data[0]", Expected::Json),
    ];
    for (item, path, expected) in cases {
        assert_eq!(mismatch(item, Direction::Response), Some((path.to_owned(), expected)), "{item}");
    }
    assert_eq!(check_body(b"", &WIDE, Direction::Response), Err(Mismatch::at_cursor(Expected::Json)));
    assert_eq!(
        check_body(b"{} 1", &Shape::Map(&Shape::Any), Direction::Response),
        Err(Mismatch::at_cursor(Expected::Json))
    );
}

#[test]
fn null_for_an_optional_field_and_unknown_fields_are_accepted() {
    assert_eq!(mismatch(r#"{"id":"1","kind":null,"members":null,"new":[{}]}"#, Direction::Request), None);
    assert_eq!(mismatch(r#"{"\u0069d":"1"}"#, Direction::Request), None);
}

#[test]
fn enumerations_are_open_in_answers_and_closed_in_requests() {
    assert_eq!(mismatch(r#"{"id":"1","kind":"c"}"#, Direction::Response), None);
    assert_eq!(mismatch(r#"{"id":"1","kind":"\u0061"}"#, Direction::Request), None);
    let closed = Some(("data[0].kind".to_owned(), Expected::Choice(&["a", "b"])));
    assert_eq!(mismatch(r#"{"id":"1","kind":"c"}"#, Direction::Request), closed);
}

#[test]
fn what_requests_may_write_in_two_ways_answers_write_in_one() {
    const LIMIT: Shape = Shape::Written;
    const OTHER: Shape = Shape::OneOrFirst(&Shape::Boolean);
    const PICKS: Shape = Shape::ListedOrKeyed(&Shape::Boolean);
    let found = |shape, text: &str, side| {
        check_body(text.as_bytes(), shape, side).err().map(|mismatch| (mismatch.path, mismatch.expected))
    };
    for (shape, text) in [
        (&LIMIT, "-1.5"),
        (&LIMIT, "\"7\""),
        (&OTHER, "true"),
        (&OTHER, "[true,{}]"),
        (&PICKS, "[true,false]"),
        (&PICKS, "{\"a\":7}"),
    ] {
        assert_eq!(found(shape, text, Direction::Request), None, "{text}");
    }
    assert_eq!(found(&LIMIT, "true", Direction::Request), Some((String::new(), Expected::Text)));
    assert_eq!(found(&OTHER, "[]", Direction::Request), Some(("[0]".to_owned(), Expected::Given)));
    assert_eq!(found(&OTHER, "[7]", Direction::Request), Some(("[0]".to_owned(), Expected::Boolean)));
    assert_eq!(found(&LIMIT, "7", Direction::Response), Some((String::new(), Expected::Text)));
    assert_eq!(found(&PICKS, "[7]", Direction::Request), Some(("[0]".to_owned(), Expected::Boolean)));
    assert_eq!(found(&PICKS, "7", Direction::Request), Some((String::new(), Expected::Array)));
    assert_eq!(found(&PICKS, "{}", Direction::Response), Some((String::new(), Expected::Array)));
    assert_eq!(found(&OTHER, "[true]", Direction::Response), Some((String::new(), Expected::Boolean)));
}

#[test]
fn no_object_has_more_fields_than_the_checker_can_tell_apart() {
    fn visit(shape: &Shape) {
        match shape {
            Shape::Array(inner)
            | Shape::Map(inner)
            | Shape::Nullable(inner)
            | Shape::OneOrFirst(inner)
            | Shape::ListedOrKeyed(inner)
            | Shape::List(inner) => visit(inner),
            Shape::Object(table) => {
                assert!(table.fields.len() <= 64, "{}", table.name);
                table.fields.iter().for_each(|field| visit(&field.shape));
            }
            _ => {}
        }
    }
    for route in crate::spec::endpoints::routes() {
        visit(&route.body);
        visit(&route.response);
    }
}
