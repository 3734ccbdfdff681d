//! Surveys: which ones a user sees, a survey with its whole design, and what makes, changes and deletes one.

use super::details;
use crate::service::actor::context::Context;
use crate::service::actor::pieces::Pieces;
use crate::service::api::dispatch::Handle;
use crate::service::store::filter::moment;
use crate::service::store::sql::{Row, first, values};
use crate::service::surveys::access::{owned, permitted};
use crate::service::surveys::design::field::Field;
use crate::service::surveys::design::listing::Listing;
use crate::service::surveys::design::making::Making;
use crate::service::surveys::design::outline::{self, Questions};
use crate::service::surveys::design::survey::{Fields, quiz};
use crate::service::surveys::design::{listing, removal, shown, store};
use crate::service::surveys::library;
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
use crate::spec::types::{Encoded, Id, List};
use crate::wire::error::ApiError;
use crate::wire::payload;
use std::borrow::Cow;

pub use crate::service::surveys::access::visible;

impl Handle for ListSurveys {
    fn handle(self, context: &Context) -> Result<List<Encoded<SurveyRef>>, ApiError> {
        let (paging, query) = self.query;
        let include = query.include.map(|include| include.0).unwrap_or_default();
        let since = moment("start_modified_at", query.start_modified_at.as_ref())?;
        let until = moment("end_modified_at", query.end_modified_at.as_ref())?;
        let mut groups = listing::whose(context, &include);
        for group in &mut groups {
            group.and_contains("title", query.title.as_deref());
            group.and_if("modified >= ?", since);
            group.and_if("modified < ?", until);
            group.and_if("folder_id = ?", query.folder_id.as_ref().map(Id::as_str));
        }
        let sort = query.sort_by.unwrap_or(SurveySort::DateModified);
        let slice = context.slice(&paging);
        let begun = context.pieces.kept(|_: &Listing| true);
        let listing = match begun {
            Some(begun) => begun,
            None => Listing::of(listing::read(context, &groups, sort, query.sort_order, slice)?),
        };
        let (data, total) = listing.go_on(context, &include)?;
        Ok(context.envelope::<ListSurveys, _>(slice, data, total))
    }
}

/// The survey, unless it is too large to be returned.
fn returned(context: &Context, id: &Id) -> Result<Row, ApiError> {
    let row = visible(context, id)?;
    if row.count("question_count") > u64::from(QUESTIONS_MAX) {
        return Err(ApiError::with(Error::TooLarge, format!("The survey has more than {QUESTIONS_MAX} questions.")));
    }
    Ok(row)
}

impl Handle for GetSurvey {
    fn handle(self, context: &Context) -> Result<Survey, ApiError> {
        shown::survey(context, &returned(context, &self.survey_id)?)
    }
}

impl Handle for GetSurveyDetails {
    fn handle(self, context: &Context) -> Result<SurveyDetails, ApiError> {
        let row = returned(context, &self.survey_id)?;
        Err(context.pieces.write(details::text(context, &self.survey_id, &row)?))
    }
}

/// What a new survey begins with.
enum Source {
    Blank,
    Survey(Row),
    /// Pages, and the JSON texts of their questions.
    Pages(Vec<(SurveyPageNew, Questions)>),
}

impl Handle for CreateSurvey {
    fn go_on(context: &Context) -> Option<Result<Survey, ApiError>> {
        let begun = context.pieces.kept(|_: &Making| true)?;
        Some(begun.go_on(context))
    }

    /// All but the questions.
    fn at_once<'a>(body: &'a [u8], pieces: &Pieces) -> Cow<'a, [u8]> {
        outline::at_once(body, pieces)
    }

    fn handle(self, context: &Context) -> Result<Survey, ApiError> {
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
        let (source, mut fields) = source(context, [from_survey_id, from_template_id, from_team_template_id], pages)?;
        fields.set(
            context,
            &context.account.user_id,
            SurveyPatch { title, nickname, language, buttons_text, custom_variables, footer, folder_id },
        )?;
        if let Some(theme) = theme_id {
            let digits = (1..=20).contains(&theme.0.len()) && theme.0.bytes().all(|byte| byte.is_ascii_digit());
            Field::BODY.name("theme_id").check(digits, "be the id of a theme")?;
            fields.theme_id = Some(theme.0.into());
        }
        if let Some(options) = quiz_options {
            fields.quiz_options = quiz(options)?;
        }
        let making = match source {
            Source::Blank => Making::blank(fields),
            Source::Survey(from) => Making::copy(fields, from.text("id")),
            Source::Pages(pages) => Making::of(context, fields, pages)?,
        };
        making.go_on(context)
    }
}

/// What the caller asks to begin with, and the fields that come from there. A copy of a survey is called "New Survey"
/// like every survey without a title; what is made from a template is called like it, which is our choice.
fn source(
    context: &Context,
    [survey, template, team_template]: [Option<Id>; 3],
    pages: Option<Vec<SurveyPageNew>>,
) -> Result<(Source, Fields), ApiError> {
    let given = [survey.is_some(), template.is_some(), team_template.is_some(), pages.is_some()];
    if given.into_iter().filter(|given| *given).count() > 1 {
        let detail = "Give one of `from_survey_id`, `from_template_id`, `from_team_template_id` and `pages`.";
        return Err(ApiError::with(Error::BadRequest, detail));
    }
    let unknown = |name: &str| ApiError::with(Error::NotFound, format!("`{name}` names nothing that the user sees."));
    let blank = Fields::new();
    let copied =
        |row: &Row| Fields { title: blank.title.clone(), folder_id: blank.folder_id.clone(), ..Fields::of(row) };
    if let Some(id) = survey {
        let row = visible(context, &id).map_err(|_| unknown("from_survey_id"))?;
        let fields = copied(&row);
        return Ok((Source::Survey(row), fields));
    }
    if let Some(id) = template {
        let template = library::template(id.as_str()).ok_or_else(|| unknown("from_template_id"))?;
        if !template.available(context.account.plan) {
            return Err(ApiError::with(Error::PaymentRequired, "The plan does not include the template."));
        }
        let pages = template.written().into_iter().map(|mut page| {
            let questions = page.questions.take().unwrap_or_default();
            (page, questions.iter().map(|question| payload::text(question)).collect())
        });
        return Ok((Source::Pages(pages.collect()), Fields::of_template(template)));
    }
    if let Some(id) = team_template {
        let row = first(
            context.sql,
            "SELECT team_templates.name, surveys.id, surveys.title, nickname, language, category, folder_id, body
             FROM team_templates
             JOIN surveys ON surveys.id = team_templates.survey_id
             WHERE team_templates.id = ?",
            values![id.as_str()],
        )?;
        let row = row.ok_or_else(|| unknown("from_team_template_id"))?;
        let fields = Fields { title: row.text("name"), template_id: Some(id), ..copied(&row) };
        return Ok((Source::Survey(row), fields));
    }
    let with_questions = |pages: Vec<SurveyPageNew>| pages.into_iter().zip(outline::kept(context.pieces)).collect();
    Ok((pages.map_or(Source::Blank, |pages| Source::Pages(with_questions(pages))), blank))
}

impl Handle for UpdateSurvey {
    fn handle(self, context: &Context) -> Result<Survey, ApiError> {
        let row = permitted(context, &self.survey_id, Privilege::DesignFullAccess)?;
        changed(context, &row, Fields::of(&row), self.body)
    }
}

impl Handle for ReplaceSurvey {
    fn handle(self, context: &Context) -> Result<Survey, ApiError> {
        let row = permitted(context, &self.survey_id, Privilege::DesignFullAccess)?;
        let mut fields = Fields::of(&row);
        fields.reset();
        changed(context, &row, fields, self.body)
    }
}

fn changed(context: &Context, row: &Row, mut fields: Fields, given: SurveyPatch) -> Result<Survey, ApiError> {
    let id = row.text("id");
    fields.set(context, &row.text("owner_id"), given)?;
    context.sql.run(
        "UPDATE surveys
         SET title = ?, nickname = ?, language = ?, folder_id = ?, body = ?
         WHERE id = ?",
        values![
            fields.title.as_str(),
            fields.nickname.as_str(),
            fields.language.as_str(),
            fields.folder_id.as_str(),
            fields.body().to_string(),
            id.as_str(),
        ],
    )?;
    store::changed(context, &visible(context, &id.as_str().into())?)?;
    shown::survey(context, &visible(context, &id.into())?)
}

impl Handle for DeleteSurvey {
    /// Only its owner may delete a survey, since its collectors and responses go with it: our choice.
    fn handle(self, context: &Context) -> Result<Survey, ApiError> {
        let row = owned(context, &self.survey_id)?;
        removal::survey(context, self.survey_id.as_str(), &row.text("owner_id"))?;
        context.did(ActivityType::SurveyInfoDelete, &row.text("title"))?;
        store::tell(context, EventType::SurveyDeleted, self.survey_id.as_str(), &row.text("owner_id"))?;
        shown::survey(context, &row)
    }
}
