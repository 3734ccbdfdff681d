//! Reading one response, without or with its answers.

use super::answer_filter::{AnswerFilter, QuestionPages, load_question_pages};
use super::large_response::LargeResponse;
use super::{ResponseParent, current_page};
use crate::service::actor::call_context::CallContext;
use crate::service::api::dispatch::Handle;
use crate::service::store::sql::Row;
use crate::service::surveys::access::require_readable;
use crate::service::surveys::answers::Record;
use crate::service::surveys::simple_text::SimpleTexts;
use crate::spec::endpoints::responses::{
    AnswerSelection, GetCollectorResponse, GetCollectorResponseDetails, GetResponse, GetSurveyResponse,
    GetSurveyResponseDetails,
};
use crate::spec::errors::Error;
use crate::spec::resources::responses::Response;
use crate::spec::types::Id;
use crate::wire::error::ApiError;

impl Handle for GetSurveyResponse {
    fn handle_request(self, context: &CallContext) -> Result<Response, ApiError> {
        get_response(context, &ResponseParent::Survey(self.survey_id), &self.response_id)
    }
}

impl Handle for GetCollectorResponse {
    fn handle_request(self, context: &CallContext) -> Result<Response, ApiError> {
        get_response(context, &ResponseParent::Collector(self.collector_id), &self.response_id)
    }
}

impl Handle for GetSurveyResponseDetails {
    fn handle_request(self, context: &CallContext) -> Result<Response, ApiError> {
        get_details(context, &ResponseParent::Survey(self.survey_id), &self.response_id, &self.query.0)
    }
}

impl Handle for GetCollectorResponseDetails {
    fn handle_request(self, context: &CallContext) -> Result<Response, ApiError> {
        get_details(context, &ResponseParent::Collector(self.collector_id), &self.response_id, &self.query.0)
    }
}

/// The `href` of the response leads through the survey.
impl Handle for GetResponse {
    fn handle_request(self, context: &CallContext) -> Result<Response, ApiError> {
        let record = Record::load_head(context.sql, self.response_id.as_str())?.ok_or(Error::NotFound)?;
        let survey = Id::from(record.survey_id.as_str());
        require_readable(context, &survey)?;
        Ok(ResponseParent::Survey(survey).to_response(context, record))
    }
}

fn get_response(context: &CallContext, parent: &ResponseParent, id: &Id) -> Result<Response, ApiError> {
    parent.load_readable_survey(context)?;
    Ok(parent.to_response(context, parent.load_head(context, id)?))
}

/// A large response that is being read, with what its answers are selected and described by.
struct LargeResponseReader {
    response: LargeResponse,
    texts: Option<Box<SimpleTexts>>,
    page_of: QuestionPages,
}

fn get_details(
    context: &CallContext,
    parent: &ResponseParent,
    id: &Id,
    selection: &AnswerSelection,
) -> Result<Response, ApiError> {
    let survey = parent.load_readable_survey(context)?;
    let pending = context.chunked_work.take_state(|_: &LargeResponseReader| true);
    let mut reading = match pending {
        Some(reading) => reading,
        None => {
            // The texts are loaded in chunks too. They come first, so that the response is read only once.
            let simple_texts = match selection.simple {
                Some(simple) if simple.0 => Some(SimpleTexts::load(context, &survey.text("id"))?),
                _ => None,
            };
            let page_of = load_question_pages(context, &survey.text("id"), selection)?;
            let row = parent.load_row(context, id)?;
            let head = |_: &Row| parent.load_head(context, id);
            match LargeResponse::from_row(&row, head)? {
                Some(response) => {
                    let reader = LargeResponseReader { response, texts: simple_texts, page_of };
                    return Err(context.chunked_work.pause_with(Box::new(reader)));
                }
                None => {
                    let filter = AnswerFilter::new(selection, &page_of);
                    return read_whole(context, parent, Record::from_row(&row)?, &filter, simple_texts);
                }
            }
        }
    };
    let filter = AnswerFilter::new(selection, &reading.page_of);
    if !reading.response.run_chunk(&filter, reading.texts.as_deref())? {
        return Err(context.chunked_work.pause_with(reading));
    }
    Err(context.chunked_work.finish_with_body(reading.response.into_json(context, parent, true)))
}

/// Reads a response in one chunk.
fn read_whole(
    context: &CallContext,
    parent: &ResponseParent,
    record: Record,
    filter: &AnswerFilter,
    simple_texts: Option<Box<SimpleTexts>>,
) -> Result<Response, ApiError> {
    let current_page_id =
        Some(current_page(&record, record.pages.iter().map(|page| (&page.id, !page.questions.is_empty()))));
    let mut response = Response { current_page_id, ..parent.with_answers(context, record, filter) };
    if let Some(simple_texts) = simple_texts {
        response.pages.iter_mut().for_each(|pages| simple_texts.add_to(pages));
    }
    Ok(response)
}
