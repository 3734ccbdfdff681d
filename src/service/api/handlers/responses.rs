//! Responses: lookup, and their form in the API.

mod answer_filter;
mod create;
mod delete;
mod get;
mod large_response;
mod list;
mod open_collector;
mod response_input;
mod response_writer;
mod update;

pub use list::narrow_filter;

use crate::service::actor::call_context::CallContext;
use crate::service::store::sql::{Row, first_row, values};
use crate::service::surveys::access::{require_privilege, require_readable};
use crate::service::surveys::answers::{RESPONSE_COLUMNS, Record};
use crate::service::surveys::design::representation::response_page_url;
use crate::spec::endpoints::responses::{GetCollectorResponse, GetSurveyResponse};
use crate::spec::errors::Error;
use crate::spec::resources::responses::{Response, ResponseStatus};
use crate::spec::resources::roles::Privilege;
use crate::spec::types::{Encoded, Id, Integer};
use crate::wire::error::ApiError;
use crate::wire::payload;
use answer_filter::AnswerFilter;

/// The parent in the URL of a response.
enum ResponseParent {
    Survey(Id),
    Collector(Id),
}

impl ResponseParent {
    /// Loads the survey, if the caller may read its responses.
    fn load_readable_survey(&self, context: &CallContext) -> Result<Row, ApiError> {
        require_readable(context, &self.survey_id(context)?)
    }

    /// Loads the survey, if the caller has this privilege.
    fn check_privilege(&self, context: &CallContext, privilege: Privilege) -> Result<Row, ApiError> {
        require_privilege(context, &self.survey_id(context)?, privilege)
    }

    fn survey_id(&self, context: &CallContext) -> Result<Id, ApiError> {
        match self {
            ResponseParent::Survey(id) => Ok(id.clone()),
            ResponseParent::Collector(id) => {
                let row =
                    first_row(context.sql, "SELECT survey_id FROM collectors WHERE id = ?", values![id.as_str()])?;
                row.map(|row| row.text("survey_id").into()).ok_or(Error::NotFound.into())
            }
        }
    }

    /// The row of the response, if it belongs to the parent.
    fn load_row(&self, context: &CallContext, id: &Id) -> Result<Row, ApiError> {
        let (column, parent) = match self {
            ResponseParent::Survey(survey) => ("survey_id", survey),
            ResponseParent::Collector(collector) => ("collector_id", collector),
        };
        let row = first_row(
            context.sql,
            &format!("SELECT {RESPONSE_COLUMNS} FROM responses WHERE id = ? AND {column} = ?"),
            values![id.as_str(), parent.as_str()],
        )?;
        row.ok_or(Error::NotFound.into())
    }

    /// The response without its answers, if it belongs to the parent.
    fn load_head(&self, context: &CallContext, id: &Id) -> Result<Record, ApiError> {
        let record = Record::load_head(context.sql, id.as_str())?.filter(|record| match self {
            ResponseParent::Survey(survey) => record.survey_id == survey.as_str(),
            ResponseParent::Collector(collector) => record.collector_id == collector.as_str(),
        });
        record.ok_or(Error::NotFound.into())
    }

    fn response_href(&self, context: &CallContext, id: &str) -> String {
        match self {
            ResponseParent::Survey(survey) => context.operation_url::<GetSurveyResponse>(&[survey.as_str(), id]),
            ResponseParent::Collector(collector) => {
                context.operation_url::<GetCollectorResponse>(&[collector.as_str(), id])
            }
        }
    }

    /// The resource of a response, without its answers.
    fn to_response(&self, context: &CallContext, record: Record) -> Response {
        let page = response_page_url(context, &record.survey_id, &record.id);
        Response {
            href: self.response_href(context, &record.id),
            survey_id: record.survey_id.into(),
            collector_id: record.collector_id.into(),
            recipient_id: record.recipient_id.into(),
            response_status: record.status,
            collection_mode: record.mode,
            total_time: Integer::saturating(u64::try_from(record.total_time).unwrap_or(0)),
            custom_value: record.custom_value,
            first_name: Some(record.first_name),
            last_name: Some(record.last_name),
            email_address: Some(record.email),
            ip_address: Some(record.ip),
            custom_variables: Some(record.custom_variables),
            logic_path: Some(serde_json::json!({})),
            page_path: Some(record.page_path),
            metadata: Some(record.metadata),
            current_page_id: None,
            quiz_results: record.quiz_results,
            pages: None,
            edit_url: page.clone(),
            analyze_url: page,
            date_created: record.created.with_offset(),
            date_modified: record.modified.with_offset(),
            id: record.id.into(),
        }
    }

    /// The JSON of a response with all its answers, which are copied as they are stored.
    fn copied_response(&self, context: &CallContext, row: &Row) -> Result<Encoded<Response>, ApiError> {
        let head = Response { pages: Some(Vec::new()), ..self.to_response(context, Record::head_from_row(row)?) };
        let stored = row.text("pages");
        let answers = stored.strip_prefix('[').and_then(|text| text.strip_suffix(']')).ok_or(Error::Internal)?;
        Ok(Encoded::written(payload::fill_list(&payload::to_json(&head), "pages", answers.as_bytes())))
    }

    /// The resource of a response, with the selected answers.
    fn with_answers(&self, context: &CallContext, mut record: Record, filter: &AnswerFilter) -> Response {
        let pages = filter.select_answers(std::mem::take(&mut record.pages));
        Response { pages: Some(pages), ..self.to_response(context, record) }
    }
}

/// The page that the respondent is on; `"0"` when done. If it is not stored, it is the page after the last answer. The
/// boolean of each page says whether it has answers.
fn current_page<'a>(record: &Record, pages: impl Iterator<Item = (&'a Id, bool)>) -> Id {
    if record.status != ResponseStatus::Partial {
        return "0".into();
    }
    let after = || {
        let pages: Vec<(&Id, bool)> = pages.collect();
        let last = pages.iter().rposition(|(_, answered)| *answered);
        let next = last.map_or(0, |index| index.saturating_add(1));
        pages.get(next).or(pages.last()).map(|(id, _)| (*id).clone())
    };
    record.current_page_id.clone().or_else(after).unwrap_or_else(|| "0".into())
}
