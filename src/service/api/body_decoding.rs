//! Step 8: a body, held against the shape of its operation and read. A large one is read in pieces, and without what
//! nobody knows: it takes longer to build than to pass over.

use crate::service::actor::chunked_work::{Body, ChunkedWork};
use crate::service::actor::context::Context;
use crate::spec::errors::Error;
use crate::spec::limits::BODY_BYTES_MAX;
use crate::spec::shape::Shape;
use crate::wire::check::{self, Direction};
use crate::wire::error::ApiError;
use crate::wire::trimmed::trimmed;
use serde::de::IgnoredAny;
use serde_json::Value;
use std::borrow::Cow;
use std::fmt::Display;

/// Bytes that are read in one piece.
const PIECE_BYTES: usize = 100_000;

/// What of a body is read at once.
pub type EagerBody = for<'a> fn(&'a [u8], &ChunkedWork) -> Cow<'a, [u8]>;

/// That part of the body which is read at once. No body is read as an empty object: operations whose fields are all
/// optional are called that way.
pub fn decode_body(context: &Context, shape: &Shape, at_once: EagerBody) -> Result<Value, ApiError> {
    let (bytes, pieces) = (context.request.body.as_slice(), context.chunked_work);
    if matches!(shape, Shape::Nothing) {
        return Ok(Value::Null);
    }
    if bytes.len() > BODY_BYTES_MAX {
        return Err(ApiError::with_detail(Error::TooLarge, format!("A body may have {BODY_BYTES_MAX} bytes.")));
    }
    let read = |bytes| serde_json::from_slice(&at_once(bytes, pieces)).map_err(no_json);
    if bytes.len() <= PIECE_BYTES {
        let bytes = if bytes.is_empty() { b"{}" } else { bytes };
        check_shape(bytes, shape).or_else(|detail| shape_error(bytes, detail))?;
        return read(bytes);
    }
    // It has just come a long way, and each of these takes a piece.
    let next = match pieces.take_request_body() {
        None => Body::Begun,
        Some(Body::Begun) => check_shape(bytes, shape).map_or_else(Body::Differs, |()| Body::Fits),
        Some(Body::Differs(detail)) => return shape_error(bytes, detail).and(Err(Error::BadBody.into())),
        Some(Body::Fits) => {
            std::str::from_utf8(bytes).map_err(no_json)?;
            Body::Known(trimmed(bytes, shape).map_err(|_| Error::NotJson)?)
        }
        Some(Body::Known(known)) => {
            let value = read(&known);
            // It may be read again, if the handler takes several pieces.
            pieces.store_request_body(Body::Known(known));
            return value;
        }
    };
    pieces.store_request_body(next);
    pieces.pause();
    Err(Error::Internal.into())
}

/// The check builds nothing. An error says where the body has another shape.
fn check_shape(bytes: &[u8], shape: &Shape) -> Result<(), String> {
    let outcome = check::check_body(bytes, shape, Direction::Request);
    outcome.map_err(|bad| format!("`{}` must be {}.", bad.path, bad.expected.as_str()))
}

/// The refusal of a body that has another shape. It may be no JSON at all.
fn shape_error(bytes: &[u8], detail: String) -> Result<(), ApiError> {
    serde_json::from_slice::<IgnoredAny>(bytes).map_err(no_json)?;
    Err(ApiError::with_detail(Error::BadBody, detail))
}

fn no_json(error: impl Display) -> ApiError {
    ApiError::with_detail(Error::NotJson, format!("{error}."))
}
