//! Questions of a page: list, create, change, move, delete.

use crate::service::actor::call_context::CallContext;
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
    fn handle_request(self, context: &CallContext) -> Result<List<QuestionRef>, ApiError> {
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
    fn handle_request(self, context: &CallContext) -> Result<Question, ApiError> {
        let survey = require_privilege(context, &self.survey_id, Privilege::DesignFullAccess)?;
        let page = store::find_page(context, &self.survey_id, &self.page_id)?;
        let position = self.body.position;
        let at =
            position.map_or_else(|| page.integer("question_count").saturating_add(1), |position| position.get().into());
        check_early([page.integer("position"), at], &self.body, QuestionCost::default())?;
        let question = build_question(context, FieldPath::BODY, self.body, question_context(&survey), None)?;
        store::check_question_limit(context, self.survey_id.as_str(), 1)?;
        let at = PositionedList::Questions(self.page_id.as_str()).open_gap(context, FieldPath::BODY, position)?;
        let parents = [self.survey_id.as_str(), self.page_id.as_str()];
        let (stored, number) = (StoredQuestion::from_question(question), page.integer("position"));
        CellBudget::load_for(context.sql, parents[0], parents[1], number)?.charge_question(
            at,
            (&stored.text, stored.cost),
            QuestionCost::default(),
        )?;
        let id = store::add_question(context, parents, at, stored)?;
        store::mark_survey_changed(context, &survey)?;
        load_question(context, &self.survey_id, &self.page_id, &Id(id))
    }
}

impl Handle for GetQuestion {
    fn handle_request(self, context: &CallContext) -> Result<Question, ApiError> {
        require_visible(context, &self.survey_id)?;
        load_question(context, &self.survey_id, &self.page_id, &self.question_id)
    }
}

impl Handle for UpdateQuestion {
    fn handle_request(self, context: &CallContext) -> Result<Question, ApiError> {
        let survey = require_privilege(context, &self.survey_id, Privilege::DesignFullAccess)?;
        let row = store::find_question(context, &self.survey_id, &self.page_id, &self.question_id)?;
        let old = representation::question_from_row(context, &self.survey_id, &row)?;
        check_counts(context, &row, &old, &self.body)?;
        let whole = apply_patch(&old, &self.body)?;
        change_question(context, &survey, &row, &old, whole)
    }
}

impl Handle for ReplaceQuestion {
    /// Without `position`, the question retains its position: our choice.
    fn handle_request(self, context: &CallContext) -> Result<Question, ApiError> {
        let survey = require_privilege(context, &self.survey_id, Privilege::DesignFullAccess)?;
        let row = store::find_question(context, &self.survey_id, &self.page_id, &self.question_id)?;
        let old = representation::question_from_row(context, &self.survey_id, &row)?;
        change_question(context, &survey, &row, &old, self.body)
    }
}

impl Handle for DeleteQuestion {
    /// In a survey with responses the question is hidden instead, and returned so: our choice.
    fn handle_request(self, context: &CallContext) -> Result<Question, ApiError> {
        let survey = require_privilege(context, &self.survey_id, Privilege::DesignFullAccess)?;
        let row = store::find_question(context, &self.survey_id, &self.page_id, &self.question_id)?;
        let mut deleted = representation::question_from_row(context, &self.survey_id, &row)?;
        if survey.count("response_count") > 0 {
            let old_cost = QuestionCost::from_question(&deleted);
            deleted.visible = false;
            save_question(context, &row, old_cost, deleted.clone())?;
        } else {
            context.sql.run("DELETE FROM questions WHERE id = ?", values![self.question_id.as_str()])?;
            PositionedList::Questions(self.page_id.as_str()).close_gap(context, row.integer("position"))?;
        }
        store::mark_survey_changed(context, &survey)?;
        Ok(deleted)
    }
}

fn question_context(survey: &Row) -> QuestionContext {
    QuestionContext {
        is_quiz: SurveyFields::from_row(survey).quiz_options.is_some(),
        has_answers: survey.count("response_count") > 0,
    }
}

fn load_question(context: &CallContext, survey_id: &Id, page_id: &Id, id: &Id) -> Result<Question, ApiError> {
    representation::question_from_row(context, survey_id, &store::find_question(context, survey_id, page_id, id)?)
}

fn change_question(
    context: &CallContext,
    survey: &Row,
    row: &Row,
    old: &Question,
    new: QuestionNew,
) -> Result<Question, ApiError> {
    let (survey_id, page_id) = (Id(survey.text("id")), Id(row.text("page_id")));
    let position = new.position;
    check_counts(context, row, old, &new)?;
    let question = build_question(context, FieldPath::BODY, new, question_context(survey), Some(old))?;
    if question.visible && !old.visible {
        store::check_question_limit(context, survey_id.as_str(), 1)?;
    }
    save_question(context, row, QuestionCost::from_question(old), question)?;
    PositionedList::Questions(page_id.as_str()).move_item(
        context,
        &row.text("id"),
        row.integer("position"),
        position,
    )?;
    store::mark_survey_changed(context, survey)?;
    load_question(context, &survey_id, &page_id, &Id(row.text("id")))
}

/// Refuses a replacement that is far too large, before it is built.
fn check_counts(context: &CallContext, row: &Row, old: &Question, new: &QuestionNew) -> Result<(), ApiError> {
    let page = store::find_page(context, &row.text("survey_id").into(), &row.text("page_id").into())?;
    check_early([page.integer("position"), row.integer("position")], new, QuestionCost::from_question(old))
}

/// Stores a question in place of one with the cost `before`, and assigns ids to its new parts.
fn save_question(context: &CallContext, row: &Row, old_cost: QuestionCost, question: Question) -> Result<(), ApiError> {
    let mut stored = StoredQuestion::from_question(question);
    ids::assign_ids(context.sql, vec![&mut stored.text])?;
    let (survey_id, page_id) = (row.text("survey_id"), row.text("page_id"));
    let page = store::find_page(context, &survey_id.as_str().into(), &page_id.as_str().into())?;
    let mut budget = CellBudget::load_for(context.sql, &survey_id, &page_id, page.integer("position"))?;
    budget.charge_question(row.integer("position"), (&stored.text, stored.cost), old_cost)?;
    context.sql.run(
        "UPDATE questions
         SET body = ?, cells = ?, visible_cells = ?
         WHERE id = ?",
        values![stored.text, stored.cost.cells, stored.cost.visible_cells, row.text("id")],
    )?;
    Ok(())
}
