//! Changes of a response: in part, or of all that can be written. A changed response has the collection mode `edit` and
//! keeps its date of creation: our choice.

use super::ResponseParent;
use super::response_writer::{Extent, ResponseWriter};
use crate::service::actor::chunked_work::ChunkedWork;
use crate::service::actor::context::Context;
use crate::service::api::dispatch::Handle;
use crate::service::surveys::design::outline;
use crate::spec::endpoints::responses::{
    ReplaceCollectorResponse, ReplaceSurveyResponse, UpdateCollectorResponse, UpdateSurveyResponse,
};
use crate::spec::resources::responses::Response;
use crate::wire::error::ApiError;
use std::borrow::Cow;

impl Handle for UpdateSurveyResponse {
    fn resume_request(context: &Context) -> Option<Result<Response, ApiError>> {
        ResponseWriter::resume_pending(context)
    }

    fn eager_body<'a>(body: &'a [u8], pieces: &ChunkedWork) -> Cow<'a, [u8]> {
        outline::body_without_questions(body, pieces)
    }

    fn handle_request(self, context: &Context) -> Result<Response, ApiError> {
        let parent = ResponseParent::Survey(self.survey_id);
        ResponseWriter::from_body(context, parent, Extent::Part(self.response_id), self.body).run_piece(context)
    }
}

impl Handle for UpdateCollectorResponse {
    fn resume_request(context: &Context) -> Option<Result<Response, ApiError>> {
        ResponseWriter::resume_pending(context)
    }

    fn eager_body<'a>(body: &'a [u8], pieces: &ChunkedWork) -> Cow<'a, [u8]> {
        outline::body_without_questions(body, pieces)
    }

    fn handle_request(self, context: &Context) -> Result<Response, ApiError> {
        let parent = ResponseParent::Collector(self.collector_id);
        ResponseWriter::from_body(context, parent, Extent::Part(self.response_id), self.body).run_piece(context)
    }
}

impl Handle for ReplaceSurveyResponse {
    fn resume_request(context: &Context) -> Option<Result<Response, ApiError>> {
        ResponseWriter::resume_pending(context)
    }

    fn eager_body<'a>(body: &'a [u8], pieces: &ChunkedWork) -> Cow<'a, [u8]> {
        outline::body_without_questions(body, pieces)
    }

    fn handle_request(self, context: &Context) -> Result<Response, ApiError> {
        let parent = ResponseParent::Survey(self.survey_id);
        ResponseWriter::from_body(context, parent, Extent::Whole(self.response_id), self.body).run_piece(context)
    }
}

impl Handle for ReplaceCollectorResponse {
    fn resume_request(context: &Context) -> Option<Result<Response, ApiError>> {
        ResponseWriter::resume_pending(context)
    }

    fn eager_body<'a>(body: &'a [u8], pieces: &ChunkedWork) -> Cow<'a, [u8]> {
        outline::body_without_questions(body, pieces)
    }

    fn handle_request(self, context: &Context) -> Result<Response, ApiError> {
        let parent = ResponseParent::Collector(self.collector_id);
        ResponseWriter::from_body(context, parent, Extent::Whole(self.response_id), self.body).run_piece(context)
    }
}
