//! Pages of a survey: list, create, change, move, delete.

use crate::service::actor::call_context::CallContext;
use crate::service::api::dispatch::Handle;
use crate::service::store::sql::{Row, first_row, values};
use crate::service::surveys::access::{require_privilege, require_visible};
use crate::service::surveys::design::field::FieldPath;
use crate::service::surveys::design::representation;
use crate::service::surveys::design::store::{self, PositionedList};
use crate::spec::endpoints::pages::{CreatePage, DeletePage, GetPage, ListPages, ReplacePage, UpdatePage};
use crate::spec::errors::Error;
use crate::spec::resources::pages::{Page, PageNew, PageRef};
use crate::spec::resources::roles::Privilege;
use crate::spec::types::{Id, List};
use crate::wire::error::ApiError;

impl Handle for ListPages {
    fn handle_request(self, context: &CallContext) -> Result<List<PageRef>, ApiError> {
        let survey = require_visible(context, &self.survey_id)?;
        let slice = context.page_range(&self.query.0);
        let rows = context.sql.run(
            "SELECT id, title, description, position
             FROM pages
             WHERE survey_id = ?
             ORDER BY position
             LIMIT ? OFFSET ?",
            values![self.survey_id.as_str(), slice.limit(), slice.offset()],
        )?;
        let data = rows.iter().map(|row| representation::page_ref_from_row(context, &self.survey_id, row)).collect();
        Ok(context.list_envelope::<ListPages, _>(slice, data, survey.count("page_count")))
    }
}

impl Handle for CreatePage {
    fn handle_request(self, context: &CallContext) -> Result<Page, ApiError> {
        let survey = require_privilege(context, &self.survey_id, Privilege::DesignFullAccess)?;
        let PageNew { title, description, position } = check_texts(self.body)?;
        let pages = PositionedList::Pages(self.survey_id.as_str());
        store::check_page_limit(pages.count_items(context)?.saturating_add(1))?;
        let at = pages.open_gap(context, FieldPath::BODY, position)?;
        let (title, description) = (title.unwrap_or_default(), description.unwrap_or_default());
        let id = store::add_page(context, self.survey_id.as_str(), at, &title, &description)?;
        store::mark_survey_changed(context, &survey)?;
        load_page(context, &self.survey_id, &id.into())
    }
}

impl Handle for GetPage {
    fn handle_request(self, context: &CallContext) -> Result<Page, ApiError> {
        require_visible(context, &self.survey_id)?;
        load_page(context, &self.survey_id, &self.page_id)
    }
}

impl Handle for UpdatePage {
    fn handle_request(self, context: &CallContext) -> Result<Page, ApiError> {
        let survey = require_privilege(context, &self.survey_id, Privilege::DesignFullAccess)?;
        change_page(context, &survey, &self.survey_id, &self.page_id, self.body)
    }
}

impl Handle for ReplacePage {
    /// Without `position`, the page retains its position: our choice.
    fn handle_request(self, context: &CallContext) -> Result<Page, ApiError> {
        let survey = require_privilege(context, &self.survey_id, Privilege::DesignFullAccess)?;
        let page = PageNew {
            title: Some(self.body.title.unwrap_or_default()),
            description: Some(self.body.description.unwrap_or_default()),
            position: self.body.position,
        };
        change_page(context, &survey, &self.survey_id, &self.page_id, page)
    }
}

impl Handle for DeletePage {
    /// A survey has at least one page. In a survey with responses, the questions of the page are moved to the end of
    /// the page before it, or the one after if it is the first, and hidden, because answers refer to them. Both are our
    /// choice.
    fn handle_request(self, context: &CallContext) -> Result<Page, ApiError> {
        let survey = require_privilege(context, &self.survey_id, Privilege::DesignFullAccess)?;
        let row = store::find_page(context, &self.survey_id, &self.page_id)?;
        let pages = PositionedList::Pages(self.survey_id.as_str());
        if pages.count_items(context)? < 2 {
            let detail = "A survey needs a page, and this is the only one.";
            return Err(ApiError::with_detail(Error::Conflict, detail));
        }
        let position = row.integer("position");
        if survey.count("response_count") > 0 {
            hide_questions(context, &self.survey_id, &self.page_id, position)?;
        } else {
            context.sql.run("DELETE FROM questions WHERE page_id = ?", values![self.page_id.as_str()])?;
        }
        context.sql.run("DELETE FROM pages WHERE id = ?", values![self.page_id.as_str()])?;
        pages.close_gap(context, position)?;
        store::mark_survey_changed(context, &survey)?;
        Ok(representation::page_from_row(context, &self.survey_id, &row))
    }
}

fn load_page(context: &CallContext, survey_id: &Id, page_id: &Id) -> Result<Page, ApiError> {
    Ok(representation::page_from_row(context, survey_id, &store::find_page(context, survey_id, page_id)?))
}

fn check_texts(page: PageNew) -> Result<PageNew, ApiError> {
    Ok(PageNew {
        title: FieldPath::BODY.name("title").check_title(page.title)?,
        description: FieldPath::BODY.name("description").check_text(page.description)?,
        position: page.position,
    })
}

fn change_page(
    context: &CallContext,
    survey: &Row,
    survey_id: &Id,
    page_id: &Id,
    page: PageNew,
) -> Result<Page, ApiError> {
    let row = store::find_page(context, survey_id, page_id)?;
    let PageNew { title, description, position } = check_texts(page)?;
    context.sql.run(
        "UPDATE pages
         SET title = COALESCE(?, title), description = COALESCE(?, description)
         WHERE id = ?",
        values![title, description, page_id.as_str()],
    )?;
    PositionedList::Pages(survey_id.as_str()).move_item(
        context,
        page_id.as_str(),
        row.integer("position"),
        position,
    )?;
    store::mark_survey_changed(context, survey)?;
    load_page(context, survey_id, page_id)
}

/// Moves the questions of a page to the end of its neighbour and hides them.
fn hide_questions(context: &CallContext, survey_id: &Id, page_id: &Id, position: i64) -> Result<(), ApiError> {
    let neighbour = if position > 1 { position.saturating_sub(1) } else { position.saturating_add(1) };
    let row = first_row(
        context.sql,
        "SELECT id
         FROM pages
         WHERE survey_id = ? AND position = ?",
        values![survey_id.as_str(), neighbour],
    )?;
    let neighbour = row.ok_or(Error::Internal)?.text("id");
    let question_count = PositionedList::Questions(&neighbour).count_items(context)?;
    context.sql.run(
        "UPDATE questions
         SET page_id = ?, position = position + ?, body = json_set(body, '$.visible', json('false')),
             visible_cells = 0
         WHERE page_id = ?",
        values![neighbour.as_str(), question_count, page_id.as_str()],
    )?;
    Ok(())
}
