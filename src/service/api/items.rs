//! The items of a list in a body: found where they stand, and read later, some at a time.

use crate::service::actor::pieces::Pieces;
use crate::spec::errors::Error;
use crate::spec::payload::Decode;
use crate::wire::error::ApiError;
use crate::wire::json::{Broken, Kind, Reader};
use crate::wire::payload;
use std::borrow::Cow;
use std::ops::Range;

/// The items of a list.
#[derive(Default)]
pub struct Items {
    text: Vec<u8>,
    places: Vec<Range<usize>>,
    next: usize,
}

/// A body whose member has no items, and these.
pub fn parted(body: &[u8], member: &str) -> Result<(Vec<u8>, Items), Broken> {
    let place = |reader: &Reader| body.len().saturating_sub(reader.rest().len());
    let (mut reader, mut places) = (Reader::new(body), Vec::new());
    let (mut rest, mut behind) = (Vec::new(), 0);
    reader.object()?;
    while let Some(name) = reader.key()? {
        if !name.is(member) || reader.peek()? != Kind::Array {
            reader.skip()?;
            continue;
        }
        // Of members with the same name the last one counts.
        places.clear();
        reader.array()?;
        rest.extend_from_slice(body.get(behind..place(&reader)).unwrap_or_default());
        while reader.item()? {
            let length = reader.raw()?.len();
            let end = place(&reader);
            places.push(end.saturating_sub(length)..end);
        }
        // The list's end is kept as its beginning was.
        behind = place(&reader).saturating_sub(1);
    }
    rest.extend_from_slice(body.get(behind..).unwrap_or_default());
    Ok((rest, Items { text: body.to_vec(), places, next: 0 }))
}

/// The body without the items of a list, which is kept.
pub fn at_once<'a>(body: &'a [u8], member: &str, pieces: &Pieces) -> Cow<'a, [u8]> {
    let (rest, items) = parted(body, member).unwrap_or_else(|_| (body.to_vec(), Items::default()));
    pieces.keep(Box::new(items));
    rest.into()
}

impl Items {
    /// How many there are.
    pub fn count(&self) -> usize {
        self.places.len()
    }

    /// How many were read.
    pub fn read(&self) -> usize {
        self.next
    }

    /// Begins with the first again.
    pub fn rewind(&mut self) {
        self.next = 0;
    }

    /// The next item, and its bytes.
    pub fn next<T: Decode>(&mut self) -> Result<Option<(T, usize)>, ApiError> {
        let Some(text) = self.places.get(self.next).and_then(|place| self.text.get(place.clone())) else {
            return Ok(None);
        };
        self.next = self.next.saturating_add(1);
        let value =
            serde_json::from_slice(text).map_err(|error| ApiError::with(Error::NotJson, format!("{error}.")))?;
        Ok(Some((payload::read(value).ok_or(Error::BadBody)?, text.len())))
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
            let (left, mut items) = parted(body.as_bytes(), "list").unwrap();
            assert_eq!(serde_json::from_slice::<Value>(&left).unwrap(), rest, "{body}");
            let mut found = Vec::new();
            while let Some((item, _)) = items.next::<Value>().unwrap() {
                found.push(item);
            }
            assert_eq!((Value::from(found.clone()), found.len()), (expected, items.read()), "{body}");
        }
    }
}
