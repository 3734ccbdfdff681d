//! From a route to its handler: the rows of the endpoint table replayed, so that a missing handler does not compile.

use super::context::Context;
use crate::spec::endpoint::{Endpoint, Query, Route};
use crate::spec::errors::Error;
use crate::spec::limits::BODY_BYTES_MAX;
use crate::spec::payload::{Decode, Encode};
use crate::spec::shape::Shape;
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
    let mut given = Given::of(context, E::ROUTE);
    let body = E::Body::read(given.body.take(), &mut given.sound);
    let request = E::read(&mut given.arguments, query, body);
    given.check()?;
    let answer = request.handle(context);
    match context.pieces.written() {
        Some(text) => Ok(Response::json(E::ROUTE.status, text)),
        None => Ok(answered(E::ROUTE, &answer?)),
    }
}

/// What a request is put together from. What is wrong with it is said once and at the end: said at every part, it was
/// half of the code that each operation has of its own.
struct Given<'a> {
    arguments: Arguments<'a>,
    body: Option<Value>,
    sound: bool,
    refused: Option<ApiError>,
}

impl<'a> Given<'a> {
    fn of(context: &'a Context, route: &Route) -> Given<'a> {
        let body = body(&context.request.body, &route.body);
        let arguments = Arguments(context.arguments);
        match body {
            Ok(body) => Given { arguments, body: Some(body), sound: true, refused: None },
            Err(refused) => Given { arguments, body: None, sound: true, refused: Some(refused) },
        }
    }

    fn check(self) -> Result<(), ApiError> {
        match self.refused {
            Some(refused) => Err(refused),
            None if self.sound => Ok(()),
            None => Err(Error::BadBody.into()),
        }
    }
}

/// The arguments of a path that are still to be taken.
struct Arguments<'a>(&'a [String]);

impl Iterator for Arguments<'_> {
    type Item = Id;

    fn next(&mut self) -> Option<Id> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(Id::from(first.as_str()))
    }
}

/// Step 9. An answer without a shape has no body at all.
fn answered(route: &Route, answer: &dyn Encode) -> Response {
    let body = if matches!(route.response, Shape::Nothing) { Vec::new() } else { payload::text(answer) };
    Response::json(route.status, body)
}

/// Step 7. No body is read as an empty object: operations whose fields are all optional are called that way.
pub fn body(bytes: &[u8], shape: &Shape) -> Result<Value, ApiError> {
    if matches!(shape, Shape::Nothing) {
        return Ok(Value::Null);
    }
    if bytes.len() > BODY_BYTES_MAX {
        return Err(ApiError::with(Error::TooLarge, format!("A body may have {BODY_BYTES_MAX} bytes.")));
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
