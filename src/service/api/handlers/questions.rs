//! Questions of a page: listed in order, added, changed, moved and deleted.

use crate::service::actor::context::Context;
use crate::service::api::dispatch::Handle;
use crate::service::store::sql::{Row, values};
use crate::service::surveys::access::{permitted, visible};
use crate::service::surveys::design::cells::{Cost, Room, early};
use crate::service::surveys::design::field::Field;
use crate::service::surveys::design::made::Made;
use crate::service::surveys::design::question::{Setting, patched, question};
use crate::service::surveys::design::store::{self, Shelf};
use crate::service::surveys::design::survey::Fields;
use crate::service::surveys::design::{ids, shown};
use crate::spec::endpoints::questions::{
    CreateQuestion, DeleteQuestion, GetQuestion, ListQuestions, ReplaceQuestion, UpdateQuestion,
};
use crate::spec::resources::questions::{Question, QuestionNew, QuestionRef};
use crate::spec::resources::roles::Privilege;
use crate::spec::types::{Id, List};
use crate::wire::error::ApiError;

impl Handle for ListQuestions {
    fn handle(self, context: &Context) -> Result<List<QuestionRef>, ApiError> {
        visible(context, &self.survey_id)?;
        let page = store::page(context, &self.survey_id, &self.page_id)?;
        let slice = context.slice(&self.query.0);
        let rows = context.sql.run(
            "SELECT id, page_id, position, json_extract(body, '$.headings[0].heading') AS heading
             FROM questions
             WHERE page_id = ?
             ORDER BY position
             LIMIT ? OFFSET ?",
            values![self.page_id.as_str(), slice.limit(), slice.offset()],
        )?;
        let data = rows.iter().map(|row| shown::question_ref(context, &self.survey_id, row)).collect();
        Ok(context.envelope::<ListQuestions, _>(slice, data, page.count("question_count")))
    }
}

impl Handle for CreateQuestion {
    fn handle(self, context: &Context) -> Result<Question, ApiError> {
        let survey = permitted(context, &self.survey_id, Privilege::DesignFullAccess)?;
        let page = store::page(context, &self.survey_id, &self.page_id)?;
        let position = self.body.position;
        let place =
            position.map_or_else(|| page.integer("question_count").saturating_add(1), |place| place.get().into());
        early([page.integer("position"), place], &self.body, Cost::default())?;
        let made = question(context, Field::BODY, self.body, setting(&survey), None)?;
        store::room_for(context, self.survey_id.as_str(), 1)?;
        let place = Shelf::Questions(self.page_id.as_str()).open(context, Field::BODY, position)?;
        let at = [self.survey_id.as_str(), self.page_id.as_str()];
        let (made, number) = (Made::of(made), page.integer("position"));
        Room::of(context.sql, at[0], at[1], number)?.take(place, (&made.text, made.cost), Cost::default())?;
        let id = store::add_question(context, at, place, made)?;
        store::changed(context, &survey)?;
        load(context, &self.survey_id, &self.page_id, &Id(id))
    }
}

impl Handle for GetQuestion {
    fn handle(self, context: &Context) -> Result<Question, ApiError> {
        visible(context, &self.survey_id)?;
        load(context, &self.survey_id, &self.page_id, &self.question_id)
    }
}

impl Handle for UpdateQuestion {
    fn handle(self, context: &Context) -> Result<Question, ApiError> {
        let survey = permitted(context, &self.survey_id, Privilege::DesignFullAccess)?;
        let row = store::question(context, &self.survey_id, &self.page_id, &self.question_id)?;
        let old = shown::question(context, &self.survey_id, &row)?;
        few(context, &row, &old, &self.body)?;
        let whole = patched(&old, &self.body)?;
        change(context, &survey, &row, &old, whole)
    }
}

impl Handle for ReplaceQuestion {
    /// A question whose place is left out stays where it is: our choice.
    fn handle(self, context: &Context) -> Result<Question, ApiError> {
        let survey = permitted(context, &self.survey_id, Privilege::DesignFullAccess)?;
        let row = store::question(context, &self.survey_id, &self.page_id, &self.question_id)?;
        let old = shown::question(context, &self.survey_id, &row)?;
        change(context, &survey, &row, &old, self.body)
    }
}

impl Handle for DeleteQuestion {
    /// In a survey with responses the question stays where it is, hidden, and is returned so: our choice.
    fn handle(self, context: &Context) -> Result<Question, ApiError> {
        let survey = permitted(context, &self.survey_id, Privilege::DesignFullAccess)?;
        let row = store::question(context, &self.survey_id, &self.page_id, &self.question_id)?;
        let mut gone = shown::question(context, &self.survey_id, &row)?;
        if survey.count("response_count") > 0 {
            let before = Cost::of(&gone);
            gone.visible = false;
            save(context, &row, before, gone.clone())?;
        } else {
            context.sql.run("DELETE FROM questions WHERE id = ?", values![self.question_id.as_str()])?;
            Shelf::Questions(self.page_id.as_str()).close(context, row.integer("position"))?;
        }
        store::changed(context, &survey)?;
        Ok(gone)
    }
}

fn setting(survey: &Row) -> Setting {
    Setting { is_quiz: Fields::of(survey).quiz_options.is_some(), answered: survey.count("response_count") > 0 }
}

fn load(context: &Context, survey_id: &Id, page_id: &Id, id: &Id) -> Result<Question, ApiError> {
    shown::question(context, survey_id, &store::question(context, survey_id, page_id, id)?)
}

fn change(context: &Context, survey: &Row, row: &Row, old: &Question, new: QuestionNew) -> Result<Question, ApiError> {
    let (survey_id, page_id) = (Id(survey.text("id")), Id(row.text("page_id")));
    let position = new.position;
    few(context, row, old, &new)?;
    let made = question(context, Field::BODY, new, setting(survey), Some(old))?;
    if made.visible && !old.visible {
        store::room_for(context, survey_id.as_str(), 1)?;
    }
    save(context, row, Cost::of(old), made)?;
    Shelf::Questions(page_id.as_str()).move_to(context, &row.text("id"), row.integer("position"), position)?;
    store::changed(context, survey)?;
    load(context, &survey_id, &page_id, &Id(row.text("id")))
}

/// Refuses what would be far too large, in place of an old question.
fn few(context: &Context, row: &Row, old: &Question, new: &QuestionNew) -> Result<(), ApiError> {
    let page = store::page(context, &row.text("survey_id").into(), &row.text("page_id").into())?;
    early([page.integer("position"), row.integer("position")], new, Cost::of(old))
}

/// Stores a question in place of what its row holds, which has a cost, and gives ids to what is new in it.
fn save(context: &Context, row: &Row, before: Cost, question: Question) -> Result<(), ApiError> {
    let mut made = Made::of(question);
    ids::give(context.sql, vec![&mut made.text])?;
    let (survey_id, page_id) = (row.text("survey_id"), row.text("page_id"));
    let page = store::page(context, &survey_id.as_str().into(), &page_id.as_str().into())?;
    let mut room = Room::of(context.sql, &survey_id, &page_id, page.integer("position"))?;
    room.take(row.integer("position"), (&made.text, made.cost), before)?;
    context.sql.run(
        "UPDATE questions
         SET body = ?, cells = ?, shown = ?
         WHERE id = ?",
        values![made.text, made.cost.cells, made.cost.shown, row.text("id")],
    )?;
    Ok(())
}
