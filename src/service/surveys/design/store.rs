//! Pages and questions in the database: reading, counting, adding, moving and removing, so that positions are always 1
//! to n.

use super::field::FieldPath;
use super::ids;
use super::stored_question::StoredQuestion;
use crate::service::actor::call_context::CallContext;
use crate::service::store::events::Event;
use crate::service::store::ids::{IdKind, next_id};
use crate::service::store::sql::{Row, Value as Bound, first_row, values};
use crate::spec::errors::Error;
use crate::spec::events::DeliveryResources;
use crate::spec::limits::{PAGES_MAX, QUESTIONS_STORED_MAX};
use crate::spec::resources::groups::ActivityType;
use crate::spec::resources::webhooks::EventType;
use crate::spec::types::{Id, Integer};
use crate::wire::error::ApiError;

/// A page of a survey.
///
/// # Errors
///
/// 1020 if there is none.
pub fn find_page(context: &CallContext, survey_id: &Id, page_id: &Id) -> Result<Row, ApiError> {
    let row = first_row(
        context.sql,
        "SELECT id, title, description, position,
                (SELECT COUNT(*) FROM questions WHERE page_id = pages.id) AS question_count
         FROM pages
         WHERE id = ? AND survey_id = ?",
        values![page_id.as_str(), survey_id.as_str()],
    )?;
    row.ok_or(Error::NotFound.into())
}

/// A question of a page.
///
/// # Errors
///
/// 1020 if there is none.
pub fn find_question(context: &CallContext, survey_id: &Id, page_id: &Id, question_id: &Id) -> Result<Row, ApiError> {
    let row = first_row(
        context.sql,
        "SELECT id, survey_id, page_id, position, body
         FROM questions
         WHERE id = ? AND page_id = ? AND survey_id = ?",
        values![question_id.as_str(), page_id.as_str(), survey_id.as_str()],
    )?;
    row.ok_or(Error::NotFound.into())
}

/// A count as a bound value.
fn to_db_integer(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// The position of a new or moved item among `count` others: the requested one, at most the end, which is our choice.
fn resolve_position(at: FieldPath, requested: Option<Integer>, count: i64) -> Result<i64, ApiError> {
    let end = count.saturating_add(1);
    let Some(requested) = requested else { return Ok(end) };
    at.name("position").check_that(requested.get() > 0, "be 1 or more")?;
    Ok(i64::from(requested.get()).min(end))
}

/// A list whose items have positions.
#[derive(Debug, Clone, Copy)]
pub enum PositionedList<'a> {
    /// The pages of a survey.
    Pages(&'a str),
    /// The questions of a page.
    Questions(&'a str),
}

impl PositionedList<'_> {
    fn run_statement(
        self,
        context: &CallContext,
        [pages, questions]: [&str; 2],
        values: &[Bound],
    ) -> Result<Vec<Row>, ApiError> {
        let (statement, id) = match self {
            PositionedList::Pages(id) => (pages, id),
            PositionedList::Questions(id) => (questions, id),
        };
        Ok(context.sql.run(statement, &[values, &[id.into()]].concat())?)
    }

    /// The number of items.
    ///
    /// # Errors
    ///
    /// 1050 if a statement fails.
    pub fn count_items(self, context: &CallContext) -> Result<i64, ApiError> {
        let statements = [
            "SELECT COUNT(*) AS number FROM pages WHERE survey_id = ?",
            "SELECT COUNT(*) AS number FROM questions WHERE page_id = ?",
        ];
        Ok(self.run_statement(context, statements, &[])?.first().map_or(0, |row| row.integer("number")))
    }

    /// Adds `by` to the positions from `from` on.
    fn shift_positions(self, context: &CallContext, by: i64, from: i64) -> Result<(), ApiError> {
        let statements = [
            "UPDATE pages SET position = position + ? WHERE position >= ? AND survey_id = ?",
            "UPDATE questions SET position = position + ? WHERE position >= ? AND page_id = ?",
        ];
        self.run_statement(context, statements, &[by.into(), from.into()]).map(drop)
    }

    /// Makes room for a new item, and returns its position.
    ///
    /// # Errors
    ///
    /// 1000 if the requested position is 0.
    pub fn open_gap(self, context: &CallContext, at: FieldPath, requested: Option<Integer>) -> Result<i64, ApiError> {
        let position = resolve_position(at, requested, self.count_items(context)?)?;
        self.shift_positions(context, 1, position)?;
        Ok(position)
    }

    /// Closes the gap that a removed item left.
    ///
    /// # Errors
    ///
    /// 1050 if a statement fails.
    pub fn close_gap(self, context: &CallContext, position: i64) -> Result<(), ApiError> {
        self.shift_positions(context, -1, position.saturating_add(1))
    }

    /// Moves an item to another position, if one is requested.
    ///
    /// # Errors
    ///
    /// 1000 if the requested position is 0.
    pub fn move_item(
        self,
        context: &CallContext,
        id: &str,
        from: i64,
        requested: Option<Integer>,
    ) -> Result<(), ApiError> {
        if requested.is_none() {
            return Ok(());
        }
        let to = resolve_position(FieldPath::BODY, requested, self.count_items(context)?.saturating_sub(1))?;
        self.close_gap(context, from)?;
        self.shift_positions(context, 1, to)?;
        let statements = [
            "UPDATE pages SET position = ? WHERE id = ? AND survey_id = ?",
            "UPDATE questions SET position = ? WHERE id = ? AND page_id = ?",
        ];
        self.run_statement(context, statements, &[to.into(), id.into()]).map(drop)
    }
}

/// Adds a page at a free position, and returns its id.
///
/// # Errors
///
/// 1050 if a statement fails.
pub fn add_page(
    context: &CallContext,
    survey_id: &str,
    position: i64,
    title: &str,
    description: &str,
) -> Result<String, ApiError> {
    let id = next_id(context.sql, IdKind::Page)?;
    context.sql.run(
        "INSERT INTO pages (id, survey_id, position, title, description)
         VALUES (?, ?, ?, ?, ?)",
        values![id.as_str(), survey_id, position, title, description],
    )?;
    Ok(id)
}

/// Adds a question at a free position of a page, and returns its id. New options get ids too.
///
/// # Errors
///
/// 1050 if a statement fails.
pub fn add_question(
    context: &CallContext,
    [survey_id, page_id]: [&str; 2],
    position: i64,
    question: StoredQuestion,
) -> Result<String, ApiError> {
    let mut questions = [question];
    ids::assign_ids(context.sql, questions.iter_mut().map(|question| &mut question.text).collect())?;
    let [StoredQuestion { text, cost }] = questions;
    let id = next_id(context.sql, IdKind::Question)?;
    context.sql.run(
        "INSERT INTO questions (id, survey_id, page_id, position, body, cells, visible_cells)
         VALUES (?, ?, ?, ?, ?, ?, ?)",
        values![id.as_str(), survey_id, page_id, position, text, cost.cells, cost.visible_cells],
    )?;
    Ok(id)
}

/// Checks that a survey can have `more` questions.
///
/// # Errors
///
/// 1062 if it would exceed the limit of the service, 1017 that of the plan.
pub fn check_question_limit(context: &CallContext, survey_id: &str, more: usize) -> Result<(), ApiError> {
    let after = |statement: &str| -> Result<i64, ApiError> {
        let row = first_row(context.sql, statement, values![survey_id])?;
        Ok(row.map_or(0, |row| row.integer("number")).saturating_add(to_db_integer(more)))
    };
    if after("SELECT COUNT(*) AS number FROM questions WHERE survey_id = ?")? > i64::from(QUESTIONS_STORED_MAX) {
        let detail = format!("A survey has at most {QUESTIONS_STORED_MAX} questions.");
        return Err(ApiError::with_detail(Error::ResourceLimit, detail));
    }
    let Some(max) = context.account.plan.row().questions else { return Ok(()) };
    if visible_questions(context, survey_id)?.saturating_add(u64::try_from(more).unwrap_or(u64::MAX)) > u64::from(max) {
        return Err(ApiError::with_detail(
            Error::ResourceQuota,
            format!("The plan includes at most {max} questions per survey."),
        ));
    }
    Ok(())
}

/// Number of the questions of a survey that are visible.
///
/// # Errors
///
/// 1050 if a statement fails.
pub fn visible_questions(context: &CallContext, survey_id: &str) -> Result<u64, ApiError> {
    let row = first_row(
        context.sql,
        "SELECT COUNT(*) AS number
         FROM questions
         WHERE survey_id = ? AND json_extract(body, '$.visible')",
        values![survey_id],
    )?;
    Ok(row.map_or(0, |row| row.count("number")))
}

/// Checks the number of pages.
///
/// # Errors
///
/// 1062 if it exceeds the limit of the service.
pub fn check_page_limit(pages: i64) -> Result<(), ApiError> {
    if pages > to_db_integer(PAGES_MAX) {
        return Err(ApiError::with_detail(Error::ResourceLimit, format!("A survey has at most {PAGES_MAX} pages.")));
    }
    Ok(())
}

/// Updates the counts of a changed survey, records the activity, and emits the event.
///
/// # Errors
///
/// 1050 if a statement fails.
pub fn mark_survey_changed(context: &CallContext, survey: &Row) -> Result<(), ApiError> {
    let id = survey.text("id");
    update_counts(context, &id)?;
    context.record_activity(ActivityType::SurveyInfoUpdate, &survey.text("title"))?;
    emit_survey_event(context, EventType::SurveyUpdated, &id, &survey.text("owner_id"))
}

/// Updates the counts of a survey's pages and questions, and when it was changed.
///
/// # Errors
///
/// 1050 if a statement fails.
pub fn update_counts(context: &CallContext, id: &str) -> Result<(), ApiError> {
    context.sql.run(
        "UPDATE surveys
         SET page_count = (SELECT COUNT(*) FROM pages WHERE survey_id = surveys.id),
             question_count = (SELECT COUNT(*) FROM questions WHERE survey_id = surveys.id),
             modified = ?
         WHERE id = ?",
        values![context.now(), id],
    )?;
    Ok(())
}

/// Emits an event about a survey.
///
/// # Errors
///
/// 1050 if a statement fails.
pub fn emit_survey_event(
    context: &CallContext,
    kind: EventType,
    survey_id: &str,
    owner_id: &str,
) -> Result<(), ApiError> {
    let resources = DeliveryResources {
        respondent_id: None,
        recipient_id: None,
        collector_id: None,
        survey_id: Some(survey_id.into()),
        user_id: Some(owner_id.into()),
    };
    Ok(context.emit_event(&Event { kind, object_id: survey_id, resources })?)
}
