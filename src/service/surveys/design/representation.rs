//! Surveys, pages and questions as API resources.

use crate::service::actor::call_context::CallContext;
use crate::service::store::sql::{Row, Sql, SqlError, values};
use crate::service::surveys::link::RespondentLink;
use crate::spec::endpoints::pages::GetPage;
use crate::spec::endpoints::questions::GetQuestion;
use crate::spec::endpoints::surveys::GetSurvey;
use crate::spec::errors::Error;
use crate::spec::resources::pages::{Page, PageRef};
use crate::spec::resources::questions::{Question, QuestionRef};
use crate::spec::resources::surveys::Survey;
use crate::spec::types::{Id, Integer};
use crate::wire::error::ApiError;
use crate::wire::payload;
use serde_json::{Map, Value, json};

/// The URL of the console's page of a survey.
pub fn console_url(context: &CallContext, id: &str) -> String {
    format!("{}/#/surveys/{id}", context.request.origin)
}

/// The URL of the console's page of a response.
pub fn response_page_url(context: &CallContext, survey_id: &str, id: &str) -> String {
    format!("{}/results?tab=responses&response={id}", console_url(context, survey_id))
}

/// The caller's URL of a survey's preview.
pub fn preview_url(context: &CallContext, id: &str) -> String {
    let account = context.account;
    RespondentLink::preview(&account.team_id, id, &account.user_id).to_url(context.config, &context.request.origin)
}

/// A survey's fields: those of its columns and of its `body`.
pub fn row_fields(context: &CallContext, row: &Row) -> Map<String, Value> {
    let id = row.text("id");
    let site = console_url(context, &id);
    let columns = json!({
        "id": id,
        "title": row.text("title"),
        "nickname": row.text("nickname"),
        "language": row.text("language"),
        "category": row.text("category"),
        "folder_id": row.text("folder_id"),
        "question_count": row.count("question_count"),
        "page_count": row.count("page_count"),
        "response_count": row.count("response_count"),
        "date_created": row.timestamp("created").to_the_minute().0,
        "date_modified": row.timestamp("modified").to_the_minute().0,
        "is_owner": row.text("owner_id") == context.account.user_id,
        "href": context.operation_url::<GetSurvey>(&[&id]),
        "analyze_url": site,
        "edit_url": site,
        "collect_url": site,
        "summary_url": site,
        "preview": preview_url(context, &id),
    });
    merge_columns(row.json("body"), columns)
}

/// A survey without its design.
///
/// # Errors
///
/// 1050 if the stored survey is invalid.
pub fn survey_from_row(context: &CallContext, row: &Row) -> Result<Survey, ApiError> {
    payload::from_value(row_fields(context, row).into()).ok_or(Error::Internal.into())
}

/// The rows of a survey's pages, in order.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn page_rows(sql: &dyn Sql, survey_id: &str) -> Result<Vec<Row>, SqlError> {
    sql.run(
        "SELECT id, title, description, position
         FROM pages
         WHERE survey_id = ?
         ORDER BY position",
        values![survey_id],
    )
}

/// A page without its questions.
pub fn page_from_row(context: &CallContext, survey_id: &Id, row: &Row) -> Page {
    let PageRef { title, description, position, id, href } = page_ref_from_row(context, survey_id, row);
    Page { title, description, position, id, href, question_count: Integer::saturating(row.count("question_count")) }
}

/// A page in a list.
pub fn page_ref_from_row(context: &CallContext, survey_id: &Id, row: &Row) -> PageRef {
    let id = row.text("id");
    PageRef {
        title: row.text("title"),
        description: row.text("description"),
        position: Integer::saturating(row.count("position")),
        href: context.operation_url::<GetPage>(&[survey_id.as_str(), &id]),
        id: id.into(),
    }
}

/// A question.
///
/// # Errors
///
/// 1050 if the stored question is invalid.
pub fn question_from_row(context: &CallContext, survey_id: &Id, row: &Row) -> Result<Question, ApiError> {
    let question = parse_question(row.json("body"), &row.text("id"), row.count("position")).ok_or(Error::Internal)?;
    Ok(Question { href: question_url(context, survey_id, row), ..question })
}

/// The URL of a question.
pub fn question_url(context: &CallContext, survey_id: &Id, row: &Row) -> String {
    context.operation_url::<GetQuestion>(&[survey_id.as_str(), &row.text("page_id"), &row.text("id")])
}

/// A question from its stored body and its columns, without its URL; `None` if it is invalid.
pub fn parse_question(body: Value, id: &str, position: u64) -> Option<Question> {
    payload::from_value(merge_columns(body, json!({ "id": id, "position": position, "href": "" })).into())
}

/// A question in a list, with its first heading.
pub fn question_ref_from_row(context: &CallContext, survey_id: &Id, row: &Row) -> QuestionRef {
    let id = row.text("id");
    QuestionRef {
        heading: row.text("heading"),
        position: Integer::saturating(row.count("position")),
        href: question_url(context, survey_id, row),
        id: id.into(),
    }
}

fn merge_columns(body: Value, columns: Value) -> Map<String, Value> {
    let fields = [body, columns].into_iter().filter_map(|part| match part {
        Value::Object(fields) => Some(fields),
        _ => None,
    });
    fields.flatten().collect()
}
