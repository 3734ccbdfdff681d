//! From a route to its handler: the rows of the endpoint table replayed, so that a missing handler does not compile.

use super::body_decoding::{self, EagerBody};
use crate::service::actor::chunked_work::ChunkedWork;
use crate::service::actor::context::Context;
use crate::spec::endpoint::{Endpoint, Query, Route};
use crate::spec::errors::Error;
use crate::spec::payload::{Decode, Encode};
use crate::spec::shape::Shape;
use crate::spec::types::Id;
use crate::wire::error::ApiError;
use crate::wire::http::Response;
use crate::wire::payload;
use serde_json::Value;
use std::borrow::Cow;

/// What an operation does: check, read, write, answer.
pub trait Handle: Endpoint {
    /// Answers the request, or fails with a row of the error table.
    fn handle_request(self, context: &Context) -> Result<Self::Response, ApiError>;

    /// Goes on with what a handler of several pieces has kept, where that is all that it needs: the body is read once.
    fn resume_request(_: &Context) -> Option<Result<Self::Response, ApiError>> {
        None
    }

    /// What of the body is read before it is handled. A handler that reads the rest later keeps it.
    fn eager_body<'a>(body: &'a [u8], _: &ChunkedWork) -> Cow<'a, [u8]> {
        body.into()
    }
}

/// One row's handler, its types forgotten.
pub struct Handler {
    /// Step 8.
    pub run: fn(&Context) -> Result<Response, ApiError>,
}

impl Handler {
    const fn of<E: Handle>() -> Handler {
        Handler { run: run_handler::<E> }
    }
}

fn run_handler<E: Handle>(context: &Context) -> Result<Response, ApiError> {
    let answer = match E::resume_request(context) {
        Some(answer) => answer,
        None => {
            let query = E::Query::read(context.pairs)?;
            let mut given = RequestParts::from_context(context, E::ROUTE, E::eager_body);
            let body = E::Body::read(given.body.take(), &mut given.is_valid);
            let request = E::read(&mut given.arguments, query, body);
            given.finish_check()?;
            request.handle_request(context)
        }
    };
    match answer {
        Ok(answer) => Ok(encode_response(E::ROUTE, &answer)),
        Err(error) => finished_body(context, E::ROUTE).ok_or(error),
    }
}

/// The response whose body the handler has written in pieces, if it has ended for that reason.
fn finished_body(context: &Context, route: &Route) -> Option<Response> {
    context.chunked_work.take_body().map(|body| Response::json(route.status, body))
}

/// What a request is put together from. What is wrong with it is said once and at the end: said at every part, it was
/// half of the code that each operation has of its own.
struct RequestParts<'a> {
    arguments: PathArguments<'a>,
    body: Option<Value>,
    is_valid: bool,
    error: Option<ApiError>,
}

impl<'a> RequestParts<'a> {
    fn from_context(context: &'a Context, route: &Route, at_once: EagerBody) -> RequestParts<'a> {
        let arguments = PathArguments(context.arguments);
        match body_decoding::decode_body(context, &route.body, at_once) {
            Ok(body) => RequestParts { arguments, body: Some(body), is_valid: true, error: None },
            Err(refused) => RequestParts { arguments, body: None, is_valid: true, error: Some(refused) },
        }
    }

    fn finish_check(self) -> Result<(), ApiError> {
        match self.error {
            Some(refused) => Err(refused),
            None if self.is_valid => Ok(()),
            None => Err(Error::BadBody.into()),
        }
    }
}

/// The arguments of a path that are still to be taken.
struct PathArguments<'a>(&'a [String]);

impl Iterator for PathArguments<'_> {
    type Item = Id;

    fn next(&mut self) -> Option<Id> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(Id::from(first.as_str()))
    }
}

/// Step 8. An answer without a shape has no body at all.
fn encode_response(route: &Route, answer: &dyn Encode) -> Response {
    let body = if matches!(route.response, Shape::Nothing) { Vec::new() } else { payload::to_json(answer) };
    Response::json(route.status, body)
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
