//! From a route to its handler: the rows of the endpoint table replayed, so that a missing handler does not compile.

use super::context::Context;
use crate::spec::endpoint::{Endpoint, Query};
use crate::spec::errors::Error;
use crate::spec::payload::Decode;
use crate::spec::shape::{Shape, Shaped};
use crate::spec::types::Id;
use crate::wire::check::{self, Side};
use crate::wire::error::ApiError;
use crate::wire::http::Response;
use crate::wire::payload;
use serde_json::Value;

/// What an operation does: check, read, write, answer.
pub trait Handle: Endpoint {
    /// Answers the request, or fails with a row of the error table.
    fn handle(self, context: &Context) -> Result<Self::Response, ApiError>;
}

/// One row's handler, its types forgotten.
pub struct Handler {
    /// Steps 7 to 9.
    pub run: fn(&Context) -> Result<Response, ApiError>,
}

impl Handler {
    const fn of<E: Handle>() -> Handler {
        Handler { run: run::<E> }
    }
}

fn run<E: Handle>(context: &Context) -> Result<Response, ApiError> {
    let query = E::Query::read(context.pairs)?;
    let body = body(&context.request.body, &E::Body::SHAPE)?;
    let body = E::Body::read(body).ok_or(Error::BadBody)?;
    let mut arguments = context.arguments.iter().map(|argument| Id::from(argument.as_str()));
    let request = E::read(&mut arguments, query, body).ok_or(Error::Internal)?;
    let answer = request.handle(context)?;
    // An answer without a shape has no body at all.
    let body = if matches!(E::ROUTE.response, Shape::Nothing) { Vec::new() } else { payload::text(&answer) };
    Ok(Response::json(E::ROUTE.status, body))
}

/// Step 7. No body is read as an empty object: operations whose fields are all optional are called that way.
pub fn body(bytes: &[u8], shape: &Shape) -> Result<Value, ApiError> {
    if matches!(shape, Shape::Nothing) {
        return Ok(Value::Null);
    }
    let bytes = if bytes.is_empty() { b"{}" } else { bytes };
    let value = serde_json::from_slice(bytes).map_err(|error| ApiError::with(Error::NotJson, format!("{error}.")))?;
    check::check(bytes, shape, Side::Request)
        .map_err(|bad| ApiError::with(Error::BadBody, format!("`{}` must be {}.", bad.path, bad.expected.as_str())))?;
    Ok(value)
}

macro_rules! rows {
    ($(
        $(#[doc = $doc:literal])*
        $method:ident $path:literal $name:ident ( $($arg:ident),* ) as $js:literal
            $(query( $($query:ty),+ ))? $(body( $body:ty ))? needs( $($scope:ident)? ) -> $status:literal $response:ty;
    )+) => {
        pub const HANDLERS: &[super::Handler] = &[$( super::Handler::of::<$name>() ),+];
    };
}

macro_rules! dispatch {
    ($($noun:ident)+) => {
        $( mod $noun {
            use crate::spec::endpoints::$noun::*;
            $noun!(rows);
        } )+

        /// The handlers of every noun, in the order of the routes.
        pub const HANDLERS: &[&[Handler]] = &[$( $noun::HANDLERS ),+];
    };
}
nouns!(dispatch);
