//! Trims a body to the members that its shape knows, so that a client cannot make the service build large unknown ones.

use super::json::{JsonError, Reader, ValueKind};
use crate::spec::shape::Shape;

/// The body, which has this shape, without unknown members.
///
/// # Errors
///
/// [`JsonError`] if the body is not JSON.
pub fn trimmed(bytes: &[u8], shape: &Shape) -> Result<Vec<u8>, JsonError> {
    let mut out = Vec::new();
    trim_value(&mut Reader::new(bytes), shape, &mut out)?;
    Ok(out)
}

fn trim_value(reader: &mut Reader, shape: &Shape, out: &mut Vec<u8>) -> Result<(), JsonError> {
    match (shape, reader.peek_kind()?) {
        (Shape::OneOrFirst(inner) | Shape::Array(inner) | Shape::ListedOrKeyed(inner), ValueKind::Array) => {
            out.push(b'[');
            reader.begin_array()?;
            while reader.next_item()? {
                push_comma(b'[', out);
                trim_value(reader, inner, out)?;
            }
            out.push(b']');
        }
        (Shape::Nullable(inner) | Shape::OneOrFirst(inner), _) => trim_value(reader, inner, out)?,
        (Shape::Object(table), ValueKind::Object) => {
            out.push(b'{');
            reader.begin_object()?;
            while let Some(key) = reader.next_key()? {
                let Some(field) = table.fields.iter().find(|field| key.equals(field.name)) else {
                    reader.skip_value()?;
                    continue;
                };
                push_comma(b'{', out);
                out.push(b'"');
                out.extend_from_slice(field.name.as_bytes());
                out.extend_from_slice(b"\":");
                trim_value(reader, &field.shape, out)?;
            }
            out.push(b'}');
        }
        _ => out.extend_from_slice(reader.read_raw()?),
    }
    Ok(())
}

/// Writes a comma, unless nothing was written since the opening bracket.
fn push_comma(opening: u8, out: &mut Vec<u8>) {
    if out.last() != Some(&opening) {
        out.push(b',');
    }
}

#[cfg(test)]
mod tests {
    use super::trimmed;
    use crate::spec::resources::questions::QuestionNew;
    use crate::spec::shape::Shaped as _;
    use serde_json::{Value, json};

    #[test]
    fn what_has_a_name_stays_and_everything_else_goes() {
        let body = r#" {"z":[1,{"family":2}], "fami\u006cy" : "matrix", "answers":{"rows":[{"text":"a,]}","y":{}},{"y":1}],
            "other":[{"text":"x","y":0},{}],"choices":[]},"sorting":null,"position": 1.0e0,"family":"demographic","zz":"\ud800"} "#;
        let left = trimmed(body.as_bytes(), &QuestionNew::SHAPE).unwrap();
        let expected = r#"{"family":"matrix","answers":{"rows":[{"text":"a,]}"},{}],"other":[{"text":"x"},{}],"choices":[]},"sorting":null,"position":1.0e0,"family":"demographic"}"#;
        assert_eq!(String::from_utf8(left).unwrap(), expected);
    }

    #[test]
    fn a_body_without_names_is_as_it_was() {
        for body in [json!([1, [2]]), json!("x"), json!({ "a": { "b": [] } })] {
            let left = trimmed(body.to_string().as_bytes(), &Value::SHAPE).unwrap();
            assert_eq!(serde_json::from_slice::<Value>(&left).unwrap(), body);
        }
    }
}
