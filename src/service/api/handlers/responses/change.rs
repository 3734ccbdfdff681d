//! Changes of a response: in part, or of all that can be written. A changed response has the collection mode `edit` and
//! keeps its date of creation: our choice.

use super::Parent;
use super::storing::{Extent, Storing};
use crate::service::actor::context::Context;
use crate::service::actor::pieces::Pieces;
use crate::service::api::dispatch::Handle;
use crate::service::surveys::design::outline;
use crate::spec::endpoints::responses::{
    ReplaceCollectorResponse, ReplaceSurveyResponse, UpdateCollectorResponse, UpdateSurveyResponse,
};
use crate::spec::resources::responses::Response;
use crate::wire::error::ApiError;
use std::borrow::Cow;

impl Handle for UpdateSurveyResponse {
    fn go_on(context: &Context) -> Option<Result<Response, ApiError>> {
        Storing::begun(context)
    }

    fn at_once<'a>(body: &'a [u8], pieces: &Pieces) -> Cow<'a, [u8]> {
        outline::at_once(body, pieces)
    }

    fn handle(self, context: &Context) -> Result<Response, ApiError> {
        let parent = Parent::Survey(self.survey_id);
        Storing::of(context, parent, Extent::Part(self.response_id), self.body).go_on(context)
    }
}

impl Handle for UpdateCollectorResponse {
    fn go_on(context: &Context) -> Option<Result<Response, ApiError>> {
        Storing::begun(context)
    }

    fn at_once<'a>(body: &'a [u8], pieces: &Pieces) -> Cow<'a, [u8]> {
        outline::at_once(body, pieces)
    }

    fn handle(self, context: &Context) -> Result<Response, ApiError> {
        let parent = Parent::Collector(self.collector_id);
        Storing::of(context, parent, Extent::Part(self.response_id), self.body).go_on(context)
    }
}

impl Handle for ReplaceSurveyResponse {
    fn go_on(context: &Context) -> Option<Result<Response, ApiError>> {
        Storing::begun(context)
    }

    fn at_once<'a>(body: &'a [u8], pieces: &Pieces) -> Cow<'a, [u8]> {
        outline::at_once(body, pieces)
    }

    fn handle(self, context: &Context) -> Result<Response, ApiError> {
        let parent = Parent::Survey(self.survey_id);
        Storing::of(context, parent, Extent::Whole(self.response_id), self.body).go_on(context)
    }
}

impl Handle for ReplaceCollectorResponse {
    fn go_on(context: &Context) -> Option<Result<Response, ApiError>> {
        Storing::begun(context)
    }

    fn at_once<'a>(body: &'a [u8], pieces: &Pieces) -> Cow<'a, [u8]> {
        outline::at_once(body, pieces)
    }

    fn handle(self, context: &Context) -> Result<Response, ApiError> {
        let parent = Parent::Collector(self.collector_id);
        Storing::of(context, parent, Extent::Whole(self.response_id), self.body).go_on(context)
    }
}
