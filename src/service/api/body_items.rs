//! The items of a list in a body: located at once, decoded later in portions.

use crate::service::actor::chunked_work::ChunkedWork;
use crate::spec::errors::Error;
use crate::spec::payload::Decode;
use crate::wire::error::ApiError;
use crate::wire::json::{JsonError, Reader, ValueKind};
use crate::wire::payload;
use std::borrow::Cow;
use std::ops::Range;

/// The items of a list.
#[derive(Default)]
pub struct BodyItems {
    text: Vec<u8>,
    ranges: Vec<Range<usize>>,
    next_index: usize,
}

/// Splits a body into the body with an empty list, and the items of that list.
///
/// # Errors
///
/// When the body is not JSON.
fn split_items(body: &[u8], member: &str) -> Result<(Vec<u8>, BodyItems), JsonError> {
    let offset = |reader: &Reader| body.len().saturating_sub(reader.rest().len());
    let (mut reader, mut ranges) = (Reader::new(body), Vec::new());
    let (mut rest, mut copied_to) = (Vec::new(), 0);
    reader.begin_object()?;
    while let Some(name) = reader.next_key()? {
        if !name.equals(member) || reader.peek_kind()? != ValueKind::Array {
            reader.skip_value()?;
            continue;
        }
        // Of members with the same name the last one counts, as in serde_json.
        ranges.clear();
        reader.begin_array()?;
        rest.extend_from_slice(body.get(copied_to..offset(&reader)).unwrap_or_default());
        while reader.next_item()? {
            let length = reader.read_raw()?.len();
            let end = offset(&reader);
            ranges.push(end.saturating_sub(length)..end);
        }
        // The brackets stay, so that the rest is valid JSON.
        copied_to = offset(&reader).saturating_sub(1);
    }
    rest.extend_from_slice(body.get(copied_to..).unwrap_or_default());
    Ok((rest, BodyItems { text: body.to_vec(), ranges, next_index: 0 }))
}

/// The body with an empty list. The items are stored as the state of the chunked work.
pub fn body_without_items<'a>(body: &'a [u8], member: &str, chunked_work: &ChunkedWork) -> Cow<'a, [u8]> {
    let (rest, items) = split_items(body, member).unwrap_or_else(|_| (body.to_vec(), BodyItems::default()));
    chunked_work.store_state(Box::new(items));
    rest.into()
}

impl BodyItems {
    /// Number of items.
    pub fn item_count(&self) -> usize {
        self.ranges.len()
    }

    /// Number of items decoded so far.
    pub fn read_count(&self) -> usize {
        self.next_index
    }

    /// Starts again with the first item.
    pub fn rewind(&mut self) {
        self.next_index = 0;
    }

    /// Decodes the next item; also returns its number of bytes.
    ///
    /// # Errors
    ///
    /// [`Error::NotJson`] or [`Error::BadBody`], if the item cannot be decoded.
    pub fn next_item<T: Decode>(&mut self) -> Result<Option<(T, usize)>, ApiError> {
        let Some(text) = self.ranges.get(self.next_index).and_then(|range| self.text.get(range.clone())) else {
            return Ok(None);
        };
        self.next_index = self.next_index.saturating_add(1);
        let value =
            serde_json::from_slice(text).map_err(|error| ApiError::with_detail(Error::NotJson, format!("{error}.")))?;
        Ok(Some((payload::from_value(value).ok_or(Error::BadBody)?, text.len())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn a_body_is_parted_from_the_items_of_its_list() {
        for (body, rest, expected) in [
            (
                r#"{"a":"]","list":[ 1 , "x]" ,[2]], "b":1}"#,
                json!({ "a": "]", "list": [], "b": 1 }),
                json!([1, "x]", [2]]),
            ),
            (r#"{"list":[]}"#, json!({ "list": [] }), json!([])),
            (r#"{"list":null}"#, json!({ "list": null }), json!([])),
            (r#"{"list":[1,2],"l\u0069st":[3]}"#, json!({ "list": [] }), json!([3])),
            ("{}", json!({}), json!([])),
        ] {
            let (left, mut items) = split_items(body.as_bytes(), "list").unwrap();
            assert_eq!(serde_json::from_slice::<Value>(&left).unwrap(), rest, "{body}");
            let mut found = Vec::new();
            while let Some((item, _)) = items.next_item::<Value>().unwrap() {
                found.push(item);
            }
            assert_eq!((Value::from(found.clone()), found.len()), (expected, items.read_count()), "{body}");
        }
    }
}
