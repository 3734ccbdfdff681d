//! Routes to handlers: the rows of the endpoint table replayed, so that a missing handler does not compile.

use super::body_decoding::{self, EagerBody};
use crate::service::actor::call_context::CallContext;
use crate::service::actor::chunked_work::ChunkedWork;
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

/// The code of an operation, in the order check, read, write, respond.
pub trait Handle: Endpoint {
    /// Handles the request.
    ///
    /// # Errors
    ///
    /// A row of the error table.
    fn handle_request(self, context: &CallContext) -> Result<Self::Response, ApiError>;

    /// Continues a handler of several chunks from its stored state, without decoding the body again. `None` without
    /// one.
    fn resume_request(_: &CallContext) -> Option<Result<Self::Response, ApiError>> {
        None
    }

    /// The part of the body that is decoded before the handler runs. The handler stores the rest if it needs it later.
    fn eager_body<'a>(body: &'a [u8], _: &ChunkedWork) -> Cow<'a, [u8]> {
        body.into()
    }
}

/// The handler of one row, without its types.
pub struct Handler {
    /// Step 8: decodes, handles and encodes.
    pub run: fn(&CallContext) -> Result<Response, ApiError>,
}

impl Handler {
    const fn of<E: Handle>() -> Handler {
        Handler { run: run_handler::<E> }
    }
}

fn run_handler<E: Handle>(context: &CallContext) -> Result<Response, ApiError> {
    let response = match E::resume_request(context) {
        Some(response) => response,
        None => {
            let query = E::Query::read(context.pairs)?;
            let mut parts = RequestParts::from_context(context, E::ROUTE, E::eager_body);
            let body = E::Body::read(parts.body.take(), &mut parts.is_valid);
            let request = E::read(&mut parts.arguments, query, body);
            parts.finish_check()?;
            request.handle_request(context)
        }
    };
    match response {
        Ok(response) => Ok(encode_response(E::ROUTE, &response)),
        Err(error) => finished_body(context, E::ROUTE).ok_or(error),
    }
}

/// The response whose body the handler has written in chunks, if it has ended for that reason.
fn finished_body(context: &CallContext, route: &Route) -> Option<Response> {
    context.chunked_work.take_body().map(|body| Response::json(route.status, body))
}

/// The parts of a request. They record an error, and one check at the end reports it: a check at every part would be
/// half of the code that is compiled for each operation.
struct RequestParts<'a> {
    arguments: PathArguments<'a>,
    body: Option<Value>,
    is_valid: bool,
    error: Option<ApiError>,
}

impl<'a> RequestParts<'a> {
    fn from_context(context: &'a CallContext, route: &Route, at_once: EagerBody) -> RequestParts<'a> {
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

/// The path arguments that are not used yet.
struct PathArguments<'a>(&'a [String]);

impl Iterator for PathArguments<'_> {
    type Item = Id;

    fn next(&mut self) -> Option<Id> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(Id::from(first.as_str()))
    }
}

/// Encodes a response. One without a shape has no body.
fn encode_response(route: &Route, response: &dyn Encode) -> Response {
    let body = if matches!(route.response, Shape::Nothing) { Vec::new() } else { payload::to_json(response) };
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
