//! Surveys: list, read with or without the design, create, change, delete.

use super::details;
use crate::service::actor::call_context::CallContext;
use crate::service::actor::chunked_work::ChunkedWork;
use crate::service::api::dispatch::Handle;
use crate::service::store::filter::parse_date_parameter;
use crate::service::store::sql::{Row, first_row, values};
use crate::service::surveys::access::{require_owner, require_privilege};
use crate::service::surveys::design::field::FieldPath;
use crate::service::surveys::design::listing::{ListOrder, SurveyListReader};
use crate::service::surveys::design::outline::{self, QuestionBodies};
use crate::service::surveys::design::survey_creation::SurveyCreation;
use crate::service::surveys::design::survey_fields::{SurveyFields, check_quiz};
use crate::service::surveys::design::{listing, removal, representation, store};
use crate::service::surveys::library;
use crate::spec::endpoints::query::SortOrder;
use crate::spec::endpoints::surveys::{
    CreateSurvey, DeleteSurvey, GetSurvey, GetSurveyDetails, ListSurveys, ReplaceSurvey, SurveySort, UpdateSurvey,
};
use crate::spec::errors::Error;
use crate::spec::limits::QUESTIONS_MAX;
use crate::spec::resources::groups::ActivityType;
use crate::spec::resources::pages::SurveyPageNew;
use crate::spec::resources::roles::Privilege;
use crate::spec::resources::surveys::{Survey, SurveyDetails, SurveyNew, SurveyPatch, SurveyRef};
use crate::spec::resources::webhooks::EventType;
use crate::spec::types::{Id, List};
use crate::wire::error::ApiError;
use crate::wire::payload;
use std::borrow::Cow;

pub use crate::service::surveys::access::require_visible;

impl Handle for ListSurveys {
    fn handle_request(self, context: &CallContext) -> Result<List<SurveyRef>, ApiError> {
        let (paging, query) = self.query;
        let include = query.include.map(|include| include.0).unwrap_or_default();
        let since = parse_date_parameter("start_modified_at", query.start_modified_at.as_ref())?;
        let until = parse_date_parameter("end_modified_at", query.end_modified_at.as_ref())?;
        let mut groups = listing::survey_groups(context, &include);
        for group in &mut groups {
            group.and_contains("title", query.title.as_deref());
            group.and_if("modified >= ?", since);
            group.and_if("modified < ?", until);
            group.and_if("folder_id = ?", query.folder_id.as_ref().map(Id::as_str));
        }
        let list_order = ListOrder {
            sort: query.sort_by.unwrap_or(SurveySort::DateModified),
            order: query.sort_order.unwrap_or(SortOrder::Descending),
            range: context.page_range(&paging),
        };
        let reader = match context.chunked_work.take_state(|_: &SurveyListReader| true) {
            Some(pending) => pending,
            None => SurveyListReader::start(context, &groups, &list_order, &include)?,
        };
        let (data, total) = reader.run_chunk(context, &include)?;
        let envelope = context.list_envelope::<ListSurveys, SurveyRef>(list_order.range, Vec::new(), total);
        let body = payload::fill_list(&payload::to_json(&envelope), "data", &data);
        Err(context.chunked_work.finish_with_body(body))
    }
}

/// The survey, unless it has too many questions to be returned.
fn load_returnable(context: &CallContext, id: &Id) -> Result<Row, ApiError> {
    let row = require_visible(context, id)?;
    // A survey with responses keeps its deleted questions, hidden, so that it can only be reduced by those that are
    // visible.
    if row.count("question_count") > u64::from(QUESTIONS_MAX)
        && store::visible_questions(context, id.as_str())? > u64::from(QUESTIONS_MAX)
    {
        return Err(ApiError::with_detail(
            Error::TooLarge,
            format!("The survey has more than {QUESTIONS_MAX} questions. Read its pages and questions one by one."),
        ));
    }
    Ok(row)
}

impl Handle for GetSurvey {
    fn handle_request(self, context: &CallContext) -> Result<Survey, ApiError> {
        representation::survey_from_row(context, &load_returnable(context, &self.survey_id)?)
    }
}

impl Handle for GetSurveyDetails {
    fn handle_request(self, context: &CallContext) -> Result<SurveyDetails, ApiError> {
        let row = load_returnable(context, &self.survey_id)?;
        Err(context.chunked_work.finish_with_body(details::details_json(context, &self.survey_id, &row)?))
    }
}

/// The source of a new survey.
enum SurveySource {
    Blank,
    Survey(Row),
    /// Pages, and the JSON texts of their questions.
    Pages(Vec<(SurveyPageNew, QuestionBodies)>),
}

impl Handle for CreateSurvey {
    fn resume_request(context: &CallContext) -> Option<Result<Survey, ApiError>> {
        let pending = context.chunked_work.take_state(|_: &SurveyCreation| true)?;
        Some(pending.run_chunk(context))
    }

    /// The questions are decoded later.
    fn eager_body<'a>(body: &'a [u8], chunked_work: &ChunkedWork) -> Cow<'a, [u8]> {
        outline::body_without_questions(body, chunked_work)
    }

    fn handle_request(self, context: &CallContext) -> Result<Survey, ApiError> {
        let SurveyNew {
            title,
            from_template_id,
            from_survey_id,
            from_team_template_id,
            nickname,
            language,
            buttons_text,
            custom_variables,
            footer,
            folder_id,
            theme_id,
            quiz_options,
            pages,
        } = self.body;
        let (source, mut fields) =
            resolve_source(context, [from_survey_id, from_template_id, from_team_template_id], pages)?;
        fields.apply_patch(
            context,
            &context.account.user_id,
            SurveyPatch { title, nickname, language, buttons_text, custom_variables, footer, folder_id },
        )?;
        if let Some(theme) = theme_id {
            let digits = (1..=20).contains(&theme.0.len()) && theme.0.bytes().all(|byte| byte.is_ascii_digit());
            FieldPath::BODY.name("theme_id").check_that(digits, "be the id of a theme")?;
            fields.theme_id = Some(theme.0.into());
        }
        if let Some(options) = quiz_options {
            fields.quiz_options = check_quiz(options)?;
        }
        let making = match source {
            SurveySource::Blank => SurveyCreation::blank(fields),
            SurveySource::Survey(from) => SurveyCreation::from_survey(fields, from.text("id")),
            SurveySource::Pages(pages) => SurveyCreation::from_pages(context, fields, pages)?,
        };
        making.run_chunk(context)
    }
}

/// The source of a new survey, and the fields that come from it. A copy of a survey is titled "New Survey", as every
/// survey without a title; a survey from a template is titled like the template, which is our choice.
fn resolve_source(
    context: &CallContext,
    [survey, template, team_template]: [Option<Id>; 3],
    pages: Option<Vec<SurveyPageNew>>,
) -> Result<(SurveySource, SurveyFields), ApiError> {
    let sources = [survey.is_some(), template.is_some(), team_template.is_some(), pages.is_some()];
    if sources.into_iter().filter(|is_some| *is_some).count() > 1 {
        let detail = "Give only one of `from_survey_id`, `from_template_id`, `from_team_template_id` and `pages`.";
        return Err(ApiError::with_detail(Error::BadRequest, detail));
    }
    let detail = |name: &str| format!("`{name}` names nothing that the user can see.");
    let unknown = |name: &str| ApiError::with_detail(Error::NotFound, detail(name));
    let blank = SurveyFields::new();
    let copied = |row: &Row| SurveyFields {
        title: blank.title.clone(),
        folder_id: blank.folder_id.clone(),
        ..SurveyFields::from_row(row)
    };
    if let Some(id) = survey {
        let row = require_visible(context, &id).map_err(|error| error.name_missing(detail("from_survey_id")))?;
        let fields = copied(&row);
        return Ok((SurveySource::Survey(row), fields));
    }
    if let Some(id) = template {
        let template = library::find_template(id.as_str()).ok_or_else(|| unknown("from_template_id"))?;
        if !template.is_available(context.account.plan) {
            return Err(ApiError::with_detail(Error::PaymentRequired, "The plan does not include the template."));
        }
        let pages = template.to_pages().into_iter().map(|mut page| {
            let questions = page.questions.take().unwrap_or_default();
            (page, questions.iter().map(|question| payload::to_json(question)).collect())
        });
        return Ok((SurveySource::Pages(pages.collect()), SurveyFields::from_template(template)));
    }
    if let Some(id) = team_template {
        let row = first_row(
            context.sql,
            "SELECT team_templates.name, surveys.id, surveys.title, nickname, language, category, folder_id, body
             FROM team_templates
             JOIN surveys ON surveys.id = team_templates.survey_id
             WHERE team_templates.id = ?",
            values![id.as_str()],
        )?;
        let row = row.ok_or_else(|| unknown("from_team_template_id"))?;
        let fields = SurveyFields { title: row.text("name"), template_id: Some(id), ..copied(&row) };
        return Ok((SurveySource::Survey(row), fields));
    }
    let with_questions =
        |pages: Vec<SurveyPageNew>| pages.into_iter().zip(outline::take_questions(context.chunked_work)).collect();
    Ok((pages.map_or(SurveySource::Blank, |pages| SurveySource::Pages(with_questions(pages))), blank))
}

impl Handle for UpdateSurvey {
    fn handle_request(self, context: &CallContext) -> Result<Survey, ApiError> {
        let row = require_privilege(context, &self.survey_id, Privilege::DesignFullAccess)?;
        change_survey(context, &row, SurveyFields::from_row(&row), self.body)
    }
}

impl Handle for ReplaceSurvey {
    fn handle_request(self, context: &CallContext) -> Result<Survey, ApiError> {
        let row = require_privilege(context, &self.survey_id, Privilege::DesignFullAccess)?;
        let mut fields = SurveyFields::from_row(&row);
        let folder_id = fields.folder_id.clone();
        fields.reset_to_defaults();
        if row.text("owner_id") != context.account.user_id {
            fields.folder_id = folder_id;
        }
        change_survey(context, &row, fields, self.body)
    }
}

fn change_survey(
    context: &CallContext,
    row: &Row,
    mut fields: SurveyFields,
    patch: SurveyPatch,
) -> Result<Survey, ApiError> {
    let id = row.text("id");
    fields.apply_patch(context, &row.text("owner_id"), patch)?;
    context.sql.run(
        "UPDATE surveys
         SET title = ?, nickname = ?, language = ?, folder_id = ?, body = ?
         WHERE id = ?",
        values![
            fields.title.as_str(),
            fields.nickname.as_str(),
            fields.language.as_str(),
            fields.folder_id.as_str(),
            fields.extra_fields().to_string(),
            id.as_str(),
        ],
    )?;
    store::mark_survey_changed(context, &require_visible(context, &id.as_str().into())?)?;
    representation::survey_from_row(context, &require_visible(context, &id.into())?)
}

impl Handle for DeleteSurvey {
    /// Only the owner may delete a survey, because its collectors and responses are deleted with it: our choice.
    fn handle_request(self, context: &CallContext) -> Result<Survey, ApiError> {
        let row = require_owner(context, &self.survey_id)?;
        removal::delete_survey(context, self.survey_id.as_str(), &row.text("owner_id"))?;
        context.record_activity(ActivityType::SurveyInfoDelete, &row.text("title"))?;
        store::emit_survey_event(context, EventType::SurveyDeleted, self.survey_id.as_str(), &row.text("owner_id"))?;
        representation::survey_from_row(context, &row)
    }
}
