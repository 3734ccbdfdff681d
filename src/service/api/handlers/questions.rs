//! Questions of a page: listed in order, added, changed, moved and deleted.

use crate::service::actor::context::Context;
use crate::service::api::dispatch::Handle;
use crate::service::store::sql::{Row, values};
use crate::service::surveys::access::{require_privilege, require_visible};
use crate::service::surveys::design::field::FieldPath;
use crate::service::surveys::design::question::{QuestionContext, apply_patch, build_question};
use crate::service::surveys::design::question_cost::{CellBudget, QuestionCost, check_early};
use crate::service::surveys::design::store::{self, PositionedList};
use crate::service::surveys::design::stored_question::StoredQuestion;
use crate::service::surveys::design::survey_fields::SurveyFields;
use crate::service::surveys::design::{ids, representation};
use crate::spec::endpoints::questions::{
    CreateQuestion, DeleteQuestion, GetQuestion, ListQuestions, ReplaceQuestion, UpdateQuestion,
};
use crate::spec::resources::questions::{Question, QuestionNew, QuestionRef};
use crate::spec::resources::roles::Privilege;
use crate::spec::types::{Id, List};
use crate::wire::error::ApiError;

impl Handle for ListQuestions {
    fn handle_request(self, context: &Context) -> Result<List<QuestionRef>, ApiError> {
        require_visible(context, &self.survey_id)?;
        let page = store::find_page(context, &self.survey_id, &self.page_id)?;
        let slice = context.page_range(&self.query.0);
        let rows = context.sql.run(
            "SELECT id, page_id, position, json_extract(body, '$.headings[0].heading') AS heading
             FROM questions
             WHERE page_id = ?
             ORDER BY position
             LIMIT ? OFFSET ?",
            values![self.page_id.as_str(), slice.limit(), slice.offset()],
        )?;
        let data =
            rows.iter().map(|row| representation::question_ref_from_row(context, &self.survey_id, row)).collect();
        Ok(context.list_envelope::<ListQuestions, _>(slice, data, page.count("question_count")))
    }
}

impl Handle for CreateQuestion {
    fn handle_request(self, context: &Context) -> Result<Question, ApiError> {
        let survey = require_privilege(context, &self.survey_id, Privilege::DesignFullAccess)?;
        let page = store::find_page(context, &self.survey_id, &self.page_id)?;
        let position = self.body.position;
        let place =
            position.map_or_else(|| page.integer("question_count").saturating_add(1), |place| place.get().into());
        check_early([page.integer("position"), place], &self.body, QuestionCost::default())?;
        let made = build_question(context, FieldPath::BODY, self.body, question_context(&survey), None)?;
        store::check_question_limit(context, self.survey_id.as_str(), 1)?;
        let place = PositionedList::Questions(self.page_id.as_str()).open_gap(context, FieldPath::BODY, position)?;
        let at = [self.survey_id.as_str(), self.page_id.as_str()];
        let (made, number) = (StoredQuestion::from_question(made), page.integer("position"));
        CellBudget::load_for(context.sql, at[0], at[1], number)?.charge_question(
            place,
            (&made.text, made.cost),
            QuestionCost::default(),
        )?;
        let id = store::add_question(context, at, place, made)?;
        store::mark_survey_changed(context, &survey)?;
        load_question(context, &self.survey_id, &self.page_id, &Id(id))
    }
}

impl Handle for GetQuestion {
    fn handle_request(self, context: &Context) -> Result<Question, ApiError> {
        require_visible(context, &self.survey_id)?;
        load_question(context, &self.survey_id, &self.page_id, &self.question_id)
    }
}

impl Handle for UpdateQuestion {
    fn handle_request(self, context: &Context) -> Result<Question, ApiError> {
        let survey = require_privilege(context, &self.survey_id, Privilege::DesignFullAccess)?;
        let row = store::find_question(context, &self.survey_id, &self.page_id, &self.question_id)?;
        let old = representation::question_from_row(context, &self.survey_id, &row)?;
        check_counts(context, &row, &old, &self.body)?;
        let whole = apply_patch(&old, &self.body)?;
        change_question(context, &survey, &row, &old, whole)
    }
}

impl Handle for ReplaceQuestion {
    /// A question whose place is left out stays where it is: our choice.
    fn handle_request(self, context: &Context) -> Result<Question, ApiError> {
        let survey = require_privilege(context, &self.survey_id, Privilege::DesignFullAccess)?;
        let row = store::find_question(context, &self.survey_id, &self.page_id, &self.question_id)?;
        let old = representation::question_from_row(context, &self.survey_id, &row)?;
        change_question(context, &survey, &row, &old, self.body)
    }
}

impl Handle for DeleteQuestion {
    /// In a survey with responses the question stays where it is, hidden, and is returned so: our choice.
    fn handle_request(self, context: &Context) -> Result<Question, ApiError> {
        let survey = require_privilege(context, &self.survey_id, Privilege::DesignFullAccess)?;
        let row = store::find_question(context, &self.survey_id, &self.page_id, &self.question_id)?;
        let mut gone = representation::question_from_row(context, &self.survey_id, &row)?;
        if survey.count("response_count") > 0 {
            let before = QuestionCost::from_question(&gone);
            gone.visible = false;
            save_question(context, &row, before, gone.clone())?;
        } else {
            context.sql.run("DELETE FROM questions WHERE id = ?", values![self.question_id.as_str()])?;
            PositionedList::Questions(self.page_id.as_str()).close_gap(context, row.integer("position"))?;
        }
        store::mark_survey_changed(context, &survey)?;
        Ok(gone)
    }
}

fn question_context(survey: &Row) -> QuestionContext {
    QuestionContext {
        is_quiz: SurveyFields::from_row(survey).quiz_options.is_some(),
        has_answers: survey.count("response_count") > 0,
    }
}

fn load_question(context: &Context, survey_id: &Id, page_id: &Id, id: &Id) -> Result<Question, ApiError> {
    representation::question_from_row(context, survey_id, &store::find_question(context, survey_id, page_id, id)?)
}

fn change_question(
    context: &Context,
    survey: &Row,
    row: &Row,
    old: &Question,
    new: QuestionNew,
) -> Result<Question, ApiError> {
    let (survey_id, page_id) = (Id(survey.text("id")), Id(row.text("page_id")));
    let position = new.position;
    check_counts(context, row, old, &new)?;
    let made = build_question(context, FieldPath::BODY, new, question_context(survey), Some(old))?;
    if made.visible && !old.visible {
        store::check_question_limit(context, survey_id.as_str(), 1)?;
    }
    save_question(context, row, QuestionCost::from_question(old), made)?;
    PositionedList::Questions(page_id.as_str()).move_item(
        context,
        &row.text("id"),
        row.integer("position"),
        position,
    )?;
    store::mark_survey_changed(context, survey)?;
    load_question(context, &survey_id, &page_id, &Id(row.text("id")))
}

/// Refuses what would be far too large, in place of an old question.
fn check_counts(context: &Context, row: &Row, old: &Question, new: &QuestionNew) -> Result<(), ApiError> {
    let page = store::find_page(context, &row.text("survey_id").into(), &row.text("page_id").into())?;
    check_early([page.integer("position"), row.integer("position")], new, QuestionCost::from_question(old))
}

/// Stores a question in place of what its row holds, which has a cost, and gives ids to what is new in it.
fn save_question(context: &Context, row: &Row, before: QuestionCost, question: Question) -> Result<(), ApiError> {
    let mut made = StoredQuestion::from_question(question);
    ids::assign_ids(context.sql, vec![&mut made.text])?;
    let (survey_id, page_id) = (row.text("survey_id"), row.text("page_id"));
    let page = store::find_page(context, &survey_id.as_str().into(), &page_id.as_str().into())?;
    let mut room = CellBudget::load_for(context.sql, &survey_id, &page_id, page.integer("position"))?;
    room.charge_question(row.integer("position"), (&made.text, made.cost), before)?;
    context.sql.run(
        "UPDATE questions
         SET body = ?, cells = ?, visible_cells = ?
         WHERE id = ?",
        values![made.text, made.cost.cells, made.cost.visible_cells, row.text("id")],
    )?;
    Ok(())
}
