//! Changing a response, in part or as a whole. A changed response gets the collection mode `edit`, unless it is a
//! preview, and retains its date of creation: our choice.

use super::ResponseParent;
use super::response_writer::{Extent, ResponseWriter};
use crate::service::actor::call_context::CallContext;
use crate::service::actor::chunked_work::ChunkedWork;
use crate::service::api::dispatch::Handle;
use crate::service::surveys::design::outline;
use crate::spec::endpoints::responses::{
    ReplaceCollectorResponse, ReplaceSurveyResponse, UpdateCollectorResponse, UpdateSurveyResponse,
};
use crate::spec::resources::responses::Response;
use crate::wire::error::ApiError;
use std::borrow::Cow;

/// The four changes differ only in the parent in the URL and in the extent.
macro_rules! response_changes {
    ($($operation:ident: $parent:ident($parent_id:ident), $extent:ident;)+) => {
        $(
            impl Handle for $operation {
                fn resume_request(context: &CallContext) -> Option<Result<Response, ApiError>> {
                    ResponseWriter::resume_pending(context)
                }

                fn eager_body<'a>(body: &'a [u8], chunked_work: &ChunkedWork) -> Cow<'a, [u8]> {
                    outline::body_without_questions(body, chunked_work)
                }

                fn handle_request(self, context: &CallContext) -> Result<Response, ApiError> {
                    let (parent, extent) =
                        (ResponseParent::$parent(self.$parent_id), Extent::$extent(self.response_id));
                    ResponseWriter::from_body(context, parent, extent, self.body).run_chunk(context)
                }
            }
        )+
    };
}

response_changes! {
    UpdateSurveyResponse: Survey(survey_id), Part;
    UpdateCollectorResponse: Collector(collector_id), Part;
    ReplaceSurveyResponse: Survey(survey_id), Whole;
    ReplaceCollectorResponse: Collector(collector_id), Whole;
}
