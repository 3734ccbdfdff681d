//! Step 8: checks a body against the shape of its operation and decodes it. A large body is processed in chunks, and
//! without unknown fields, because building their values takes longer than skipping them.

use crate::service::actor::call_context::CallContext;
use crate::service::actor::chunked_work::{BodyCheck, ChunkedWork};
use crate::spec::errors::Error;
use crate::spec::limits::BODY_BYTES_MAX;
use crate::spec::shape::Shape;
use crate::wire::check::{self, Direction, Expected};
use crate::wire::error::ApiError;
use crate::wire::json::MAX_DEPTH;
use crate::wire::trimmed::trimmed;
use serde::de::IgnoredAny;
use serde_json::Value;
use std::borrow::Cow;
use std::fmt::Display;

/// Bytes that are processed in one chunk.
const CHUNK_BODY_BYTES: usize = 100_000;

/// Values of an enumeration that an error message lists at most.
const LISTED_VALUES_MAX: usize = 16;

/// Reduces a body to the part that is decoded before the handler runs.
pub type EagerBody = for<'a> fn(&'a [u8], &ChunkedWork) -> Cow<'a, [u8]>;

/// Decodes the part of the body that `at_once` selects. An empty body is read as `{}`, because operations with only
/// optional fields are called without one.
///
/// # Errors
///
/// [`Error::TooLarge`], [`Error::NotJson`] or [`Error::BadBody`]. While a large body is still in work, an internal
/// error that is never sent.
pub fn decode_body(context: &CallContext, shape: &Shape, at_once: EagerBody) -> Result<Value, ApiError> {
    let (bytes, chunked_work) = (context.request.body.as_slice(), context.chunked_work);
    if matches!(shape, Shape::Nothing) {
        return Ok(Value::Null);
    }
    if bytes.len() > BODY_BYTES_MAX {
        let detail = format!("The body is too large: at most {BODY_BYTES_MAX} bytes are allowed.");
        return Err(ApiError::with_detail(Error::TooLarge, detail));
    }
    let read = |bytes| serde_json::from_slice(&at_once(bytes, chunked_work)).map_err(no_json);
    if bytes.len() <= CHUNK_BODY_BYTES {
        let bytes = if bytes.is_empty() { b"{}" } else { bytes };
        check_shape(bytes, shape).or_else(|detail| shape_error(bytes, detail))?;
        return read(bytes);
    }
    // Receiving a large body has taken its time already, so each step from here is a separate chunk.
    let next = match chunked_work.take_body_check() {
        None => BodyCheck::Begun,
        Some(BodyCheck::Begun) => check_shape(bytes, shape).map_or_else(BodyCheck::Differs, |()| BodyCheck::Fits),
        Some(BodyCheck::Differs(detail)) => return shape_error(bytes, detail).and(Err(Error::BadBody.into())),
        Some(BodyCheck::Fits) => {
            std::str::from_utf8(bytes).map_err(no_json)?;
            BodyCheck::Known(trimmed(bytes, shape).map_err(|_| Error::NotJson)?)
        }
        Some(BodyCheck::Known(parsed)) => {
            let value = read(&parsed);
            // A handler of several chunks runs again and decodes it again.
            chunked_work.store_body_check(BodyCheck::Known(parsed));
            return value;
        }
    };
    chunked_work.store_body_check(next);
    chunked_work.pause();
    Err(Error::Internal.into())
}

/// Checks without building values. The error says which field has the wrong shape.
fn check_shape(bytes: &[u8], shape: &Shape) -> Result<(), String> {
    let outcome = check::check_body(bytes, shape, Direction::Request);
    outcome.map_err(|bad| {
        let subject = if bad.path.is_empty() { "The body".to_owned() } else { format!("`{}`", bad.path) };
        match bad.expected {
            Expected::Json => format!("{subject} must be JSON of at most {MAX_DEPTH} levels."),
            Expected::Choice(values) if values.len() <= LISTED_VALUES_MAX => {
                let named: Vec<&str> = values.iter().copied().filter(|value| !value.is_empty()).collect();
                format!("{subject} must be one of these values: {}.", named.join(" "))
            }
            expected => format!("{subject} must be {}.", expected.as_str()),
        }
    })
}

/// The error for a body of another shape, or for one that is not JSON at all.
fn shape_error(bytes: &[u8], detail: String) -> Result<(), ApiError> {
    serde_json::from_slice::<IgnoredAny>(bytes).map_err(no_json)?;
    Err(ApiError::with_detail(Error::BadBody, detail))
}

fn no_json(error: impl Display) -> ApiError {
    ApiError::with_detail(Error::NotJson, format!("{error}."))
}
