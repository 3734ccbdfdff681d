//! One response: without its answers for those who may see that there are responses, with them for those who may read.

use super::large::Large;
use super::{Parent, current_page};
use crate::service::actor::context::Context;
use crate::service::api::dispatch::Handle;
use crate::service::store::sql::Row;
use crate::service::surveys::access::readable;
use crate::service::surveys::answers::Record;
use crate::service::surveys::simple::Words;
use crate::spec::endpoints::responses::{
    AnswerSelection, GetCollectorResponse, GetCollectorResponseDetails, GetResponse, GetSurveyResponse,
    GetSurveyResponseDetails,
};
use crate::spec::errors::Error;
use crate::spec::resources::responses::Response;
use crate::spec::types::Id;
use crate::wire::error::ApiError;

impl Handle for GetSurveyResponse {
    fn handle(self, context: &Context) -> Result<Response, ApiError> {
        got(context, &Parent::Survey(self.survey_id), &self.response_id)
    }
}

impl Handle for GetCollectorResponse {
    fn handle(self, context: &Context) -> Result<Response, ApiError> {
        got(context, &Parent::Collector(self.collector_id), &self.response_id)
    }
}

impl Handle for GetSurveyResponseDetails {
    fn handle(self, context: &Context) -> Result<Response, ApiError> {
        detailed(context, &Parent::Survey(self.survey_id), &self.response_id, &self.query.0)
    }
}

impl Handle for GetCollectorResponseDetails {
    fn handle(self, context: &Context) -> Result<Response, ApiError> {
        detailed(context, &Parent::Collector(self.collector_id), &self.response_id, &self.query.0)
    }
}

/// The address of what it returns leads through the survey.
impl Handle for GetResponse {
    fn handle(self, context: &Context) -> Result<Response, ApiError> {
        let record = Record::head(context.sql, self.response_id.as_str())?.ok_or(Error::NotFound)?;
        let survey = Id::from(record.survey_id.as_str());
        readable(context, &survey)?;
        Ok(Parent::Survey(survey).shown(context, record))
    }
}

fn got(context: &Context, parent: &Parent, id: &Id) -> Result<Response, ApiError> {
    parent.survey(context)?;
    Ok(parent.shown(context, parent.head(context, id)?))
}

/// A large response that is being read, and the words of its survey.
struct Reading(Large, Option<Box<Words>>);

fn detailed(context: &Context, parent: &Parent, id: &Id, selection: &AnswerSelection) -> Result<Response, ApiError> {
    let survey = parent.survey(context)?;
    let begun = context.pieces.kept(|_: &Reading| true);
    let mut reading = match begun {
        Some(reading) => reading,
        None => {
            // What is read in pieces comes first: the response is then read once.
            let words = match selection.simple {
                Some(simple) if simple.0 => Some(Words::load(context, &survey.text("id"))?),
                _ => None,
            };
            let row = parent.row(context, id)?;
            let head = |_: &Row| parent.head(context, id);
            match Large::of(&row, head)? {
                Some(large) => return Err(context.pieces.pause(Box::new(Reading(large, words)))),
                None => return whole(context, parent, Record::of(&row)?, selection, words),
            }
        }
    };
    if !reading.0.go_on(selection, reading.1.as_deref())? {
        return Err(context.pieces.pause(reading));
    }
    Err(context.pieces.write(reading.0.text(context, parent, true)))
}

/// A response that is read at once.
fn whole(
    context: &Context,
    parent: &Parent,
    record: Record,
    selection: &AnswerSelection,
    words: Option<Box<Words>>,
) -> Result<Response, ApiError> {
    let current_page_id =
        Some(current_page(&record, record.pages.iter().map(|page| (&page.id, !page.questions.is_empty()))));
    let mut response = Response { current_page_id, ..parent.with_answers(context, record, selection) };
    if let Some(words) = words {
        response.pages.iter_mut().for_each(|pages| words.add_to(pages));
    }
    Ok(response)
}
