//! Values that no operation expects, and bodies of a shape that are made with a seed.

use canvass::spec::shape::{Field, Shape};
use serde_json::{Map, Value, json};

/// What stands for JSON that `serde_json` would not write.
const RAW: &str = "@raw@";

/// Numbers that are the same in every run.
pub struct Dice(pub u64);

impl Dice {
    /// A number below another.
    pub fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most.max(1)
    }

    /// One of a list.
    pub fn of<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// A value of a shape; `id` gives an id of the kind that a field's name names.
pub fn fitting(dice: &mut Dice, shape: &Shape, name: &str, id: &dyn Fn(&str) -> Option<String>) -> Value {
    match shape {
        Shape::Any => json!({ "key": ["value", 1, null] }),
        Shape::Nothing => Value::Null,
        Shape::Text | Shape::Written => match name {
            "email" => json!(dice.of(&["new@mail.example", "amelie.roux@mail.example", "a b@mail.example"])),
            "phone_number" => json!("+12175550199"),
            _ => json!(dice.of(&[
                "Text",
                "Größe",
                "1",
                "<b>bold</b>",
                "[SurveyLink][OptOutLink][PrivacyLink][FooterLink]"
            ])),
        },
        Shape::Id => json!(id(name).unwrap_or_else(|| "1".to_owned())),
        Shape::Date => json!("2026-06-01T00:00:00+00:00"),
        Shape::Integer => json!(dice.below(5)),
        Shape::Number => json!(1.5),
        Shape::Boolean => json!(dice.below(2) == 0),
        Shape::Choice(choice) => json!(dice.of(choice.values)),
        Shape::Array(item) | Shape::ListedOrKeyed(item) => {
            let name = name.strip_suffix('s').unwrap_or(name);
            (0..=dice.below(2)).map(|_| fitting(dice, item, name, id)).collect()
        }
        Shape::Map(item) => json!({ "1": fitting(dice, item, name, id) }),
        Shape::Nullable(inner) | Shape::OneOrFirst(inner) => fitting(dice, inner, name, id),
        Shape::Object(object) => object_of(dice, object.fields, id),
        Shape::List(_) => json!({}),
    }
}

fn object_of(dice: &mut Dice, fields: &[Field], id: &dyn Fn(&str) -> Option<String>) -> Value {
    let often = 1 + dice.below(4);
    let given = fields.iter().filter(|field| field.required || dice.below(4) < often).collect::<Vec<_>>();
    let fields = given.into_iter().map(|field| (field.name.to_owned(), fitting(dice, &field.shape, field.name, id)));
    Value::Object(fields.collect::<Map<_, _>>())
}

/// The places of a value, as JSON pointers.
pub fn places(value: &Value, here: &str, found: &mut Vec<String>) {
    found.push(here.to_owned());
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                places(item, &format!("{here}/{index}"), found);
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                places(field, &format!("{here}/{}", name.replace('~', "~0").replace('/', "~1")), found);
            }
        }
        _ => {}
    }
}

/// JSON texts that fit nowhere or hardly anywhere.
pub fn values() -> Vec<String> {
    let mut list: Vec<String> = [
        "null",
        "true",
        "{}",
        "[]",
        "[[]]",
        "[{}]",
        "[null]",
        "{\"1\":null}",
        "{\"\":\"\"}",
        "0",
        "-0",
        "-1",
        "1.5",
        "1e400",
        "-1e400",
        "1e-400",
        "1E3",
        "2147483648",
        "4294967296",
        "9007199254740993",
        "18446744073709551616",
        "\"\"",
        "\" \"",
        "\"\\u0000\"",
        "\"a\\u0000b\"",
        "\"\\ud800\"",
        "\"\\udc00\\ud800\"",
        "\"\\u0001\\u001f\\u007f\"",
        "\"\\r\\nBcc: x@y.example\\r\\n\"",
        "\"\\u202e\\u2028\\ufeff\"",
        "\"=1+1\"",
        "\"<script>alert(1)</script>\"",
        "\"'; DROP TABLE surveys; --\"",
        "\"%00%2f..\"",
        "\"javascript:alert(1)\"",
        "\"\\\"><img src=x onerror=alert(1)>\"",
        "\"0\"",
        "\"-1\"",
        "\"99999999999999999999\"",
        "\"9999-12-31T23:59:59+00:00\"",
        "\"0000-00-00T00:00:00\"",
        "\"2026-02-30\"",
        "\"1e400\"",
        "\"../../../etc/passwd\"",
        "\"a@b\"",
        "\"😀\"",
    ]
    .iter()
    .map(|text| (*text).to_owned())
    .collect();
    list.push(format!("{}{}", "[".repeat(200), "]".repeat(200)));
    list.push(format!("{}1{}", "{\"a\":".repeat(60), "}".repeat(60)));
    list.push(format!("\"{}\"", "é".repeat(600)));
    list.push(format!("\"{}\"", "x".repeat(60_000)));
    list.push(format!("[{}]", vec!["\"1\""; 3000].join(",")));
    list.push(format!("[{}]", vec!["{}"; 3000].join(",")));
    list.push(format!("{{{}}}", (0..3000).map(|n| format!("\"k{n}\":\"v\"")).collect::<Vec<_>>().join(",")));
    list
}

/// A body with a hostile value in one place.
pub fn with(body: &Value, place: &str, value: &str) -> Vec<u8> {
    let mut body = body.clone();
    let raw = json!(RAW);
    match body.pointer_mut(place) {
        Some(found) => *found = raw,
        None => body = raw,
    }
    body.to_string().replace(&format!("\"{RAW}\""), value).into_bytes()
}
