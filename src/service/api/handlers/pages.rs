//! Pages of a survey: listed in order, added, changed, moved and deleted.

use crate::service::actor::context::Context;
use crate::service::api::dispatch::Handle;
use crate::service::store::sql::{Row, first, values};
use crate::service::surveys::access::{permitted, visible};
use crate::service::surveys::design::field::Field;
use crate::service::surveys::design::shown;
use crate::service::surveys::design::store::{self, Shelf};
use crate::spec::endpoints::pages::{CreatePage, DeletePage, GetPage, ListPages, ReplacePage, UpdatePage};
use crate::spec::errors::Error;
use crate::spec::resources::pages::{Page, PageNew, PageRef};
use crate::spec::resources::roles::Privilege;
use crate::spec::types::{Id, List};
use crate::wire::error::ApiError;

impl Handle for ListPages {
    fn handle(self, context: &Context) -> Result<List<PageRef>, ApiError> {
        let survey = visible(context, &self.survey_id)?;
        let slice = context.slice(&self.query.0);
        let rows = context.sql.run(
            "SELECT id, title, description, position
             FROM pages
             WHERE survey_id = ?
             ORDER BY position
             LIMIT ? OFFSET ?",
            values![self.survey_id.as_str(), slice.limit(), slice.offset()],
        )?;
        let data = rows.iter().map(|row| shown::page_ref(context, &self.survey_id, row)).collect();
        Ok(context.envelope::<ListPages, _>(slice, data, survey.count("page_count")))
    }
}

impl Handle for CreatePage {
    fn handle(self, context: &Context) -> Result<Page, ApiError> {
        let survey = permitted(context, &self.survey_id, Privilege::DesignFullAccess)?;
        let PageNew { title, description, position } = texts(self.body)?;
        let pages = Shelf::Pages(self.survey_id.as_str());
        store::room_for_pages(pages.count(context)?.saturating_add(1))?;
        let place = pages.open(context, Field::BODY, position)?;
        let (title, description) = (title.unwrap_or_default(), description.unwrap_or_default());
        let id = store::add_page(context, self.survey_id.as_str(), place, &title, &description)?;
        store::changed(context, &survey)?;
        load(context, &self.survey_id, &id.into())
    }
}

impl Handle for GetPage {
    fn handle(self, context: &Context) -> Result<Page, ApiError> {
        visible(context, &self.survey_id)?;
        load(context, &self.survey_id, &self.page_id)
    }
}

impl Handle for UpdatePage {
    fn handle(self, context: &Context) -> Result<Page, ApiError> {
        let survey = permitted(context, &self.survey_id, Privilege::DesignFullAccess)?;
        change(context, &survey, &self.survey_id, &self.page_id, self.body)
    }
}

impl Handle for ReplacePage {
    /// A page whose place is left out stays where it is: our choice.
    fn handle(self, context: &Context) -> Result<Page, ApiError> {
        let survey = permitted(context, &self.survey_id, Privilege::DesignFullAccess)?;
        let given = PageNew {
            title: Some(self.body.title.unwrap_or_default()),
            description: Some(self.body.description.unwrap_or_default()),
            position: self.body.position,
        };
        change(context, &survey, &self.survey_id, &self.page_id, given)
    }
}

impl Handle for DeletePage {
    /// A survey keeps one page at least. In a survey with responses the page's questions stay, hidden, on the page
    /// before it, or on the one after if it is the first: answers still refer to them. Both are our choice.
    fn handle(self, context: &Context) -> Result<Page, ApiError> {
        let survey = permitted(context, &self.survey_id, Privilege::DesignFullAccess)?;
        let row = store::page(context, &self.survey_id, &self.page_id)?;
        let pages = Shelf::Pages(self.survey_id.as_str());
        if pages.count(context)? < 2 {
            return Err(ApiError::with(Error::Conflict, "It is the survey's only page."));
        }
        let place = row.integer("position");
        if survey.count("response_count") > 0 {
            hide_questions(context, &self.survey_id, &self.page_id, place)?;
        } else {
            context.sql.run("DELETE FROM questions WHERE page_id = ?", values![self.page_id.as_str()])?;
        }
        context.sql.run("DELETE FROM pages WHERE id = ?", values![self.page_id.as_str()])?;
        pages.close(context, place)?;
        store::changed(context, &survey)?;
        Ok(shown::page(context, &self.survey_id, &row))
    }
}

fn load(context: &Context, survey_id: &Id, page_id: &Id) -> Result<Page, ApiError> {
    Ok(shown::page(context, survey_id, &store::page(context, survey_id, page_id)?))
}

fn texts(given: PageNew) -> Result<PageNew, ApiError> {
    Ok(PageNew {
        title: Field::BODY.name("title").title(given.title)?,
        description: Field::BODY.name("description").text(given.description)?,
        position: given.position,
    })
}

fn change(context: &Context, survey: &Row, survey_id: &Id, page_id: &Id, given: PageNew) -> Result<Page, ApiError> {
    let row = store::page(context, survey_id, page_id)?;
    let PageNew { title, description, position } = texts(given)?;
    context.sql.run(
        "UPDATE pages
         SET title = COALESCE(?, title), description = COALESCE(?, description)
         WHERE id = ?",
        values![title, description, page_id.as_str()],
    )?;
    Shelf::Pages(survey_id.as_str()).move_to(context, page_id.as_str(), row.integer("position"), position)?;
    store::changed(context, survey)?;
    load(context, survey_id, page_id)
}

/// Moves the questions of a page to the end of its neighbour and hides them.
fn hide_questions(context: &Context, survey_id: &Id, page_id: &Id, place: i64) -> Result<(), ApiError> {
    let neighbour = if place > 1 { place.saturating_sub(1) } else { place.saturating_add(1) };
    let row = first(
        context.sql,
        "SELECT id
         FROM pages
         WHERE survey_id = ? AND position = ?",
        values![survey_id.as_str(), neighbour],
    )?;
    let neighbour = row.ok_or(Error::Internal)?.text("id");
    let before = Shelf::Questions(&neighbour).count(context)?;
    context.sql.run(
        "UPDATE questions
         SET page_id = ?, position = position + ?, body = json_set(body, '$.visible', json('false')),
             shown = 0
         WHERE page_id = ?",
        values![neighbour.as_str(), before, page_id.as_str()],
    )?;
    Ok(())
}
