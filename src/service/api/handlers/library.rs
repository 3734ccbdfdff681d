//! The library: categories, templates and languages.
//!
//! Categories and templates are returned in the requested language, or in that of the account. If the library has none
//! in it, names of categories and templates are in English: our choice.

use crate::service::actor::call_context::CallContext;
use crate::service::api::dispatch::Handle;
use crate::service::store::sql::{first_row, values};
use crate::service::surveys::library::{LibraryTemplate, categories, languages, templates};
use crate::service::surveys::link::TEMPLATES_PATH;
use crate::spec::endpoints::library::{
    ListSurveyCategories, ListSurveyLanguages, ListSurveyTemplates, ListTeamSurveyTemplates,
};
use crate::spec::errors::Error;
use crate::spec::resources::library::{SurveyCategory, SurveyLanguage, SurveyTemplate, TeamSurveyTemplate};
use crate::spec::types::{Id, Integer, List};
use crate::wire::error::ApiError;

impl Handle for ListSurveyCategories {
    fn handle_request(self, context: &CallContext) -> Result<List<SurveyCategory>, ApiError> {
        let (paging, query) = self.query;
        let language = requested_language(context, query.language.as_ref())?;
        let slice = context.page_range(&paging);
        let rows = slice.take_rows(categories::CATEGORIES.iter());
        let data = rows.filter_map(|(id, _)| {
            let name = categories::category_name(id, &language)?.to_owned();
            Some(SurveyCategory { id: (*id).into(), name })
        });
        Ok(context.list_envelope::<ListSurveyCategories, _>(slice, data.collect(), categories::CATEGORIES.len() as u64))
    }
}

impl Handle for ListSurveyTemplates {
    fn handle_request(self, context: &CallContext) -> Result<List<SurveyTemplate>, ApiError> {
        let (paging, query) = self.query;
        let requested = requested_language(context, query.language.as_ref())?;
        let has_templates = |language: &str| templates().any(|template| template.language == language);
        let candidates = [Some(requested.as_str()), languages::parent_language(&requested)];
        let language = candidates.into_iter().flatten().find(|code| has_templates(code));
        let language = language.unwrap_or("en");
        let matching: Vec<&LibraryTemplate> = templates()
            .filter(|template| template.language == language)
            .filter(|template| query.category.as_ref().is_none_or(|category| category.0 == template.category))
            .collect();
        let slice = context.page_range(&paging);
        let data = slice.take_rows(matching.iter()).map(|template| survey_template(context, template)).collect();
        Ok(context.list_envelope::<ListSurveyTemplates, _>(slice, data, matching.len() as u64))
    }
}

impl Handle for ListTeamSurveyTemplates {
    /// Lists the templates whose survey still exists.
    fn handle_request(self, context: &CallContext) -> Result<List<TeamSurveyTemplate>, ApiError> {
        let slice = context.page_range(&self.query.0);
        let total = first_row(
            context.sql,
            "SELECT COUNT(*) AS total
             FROM team_templates
             JOIN surveys ON surveys.id = team_templates.survey_id",
            &[],
        )?;
        let rows = context.sql.run(
            "SELECT team_templates.id, team_templates.name, team_templates.survey_id
             FROM team_templates
             JOIN surveys ON surveys.id = team_templates.survey_id
             ORDER BY team_templates.created, team_templates.id
             LIMIT ? OFFSET ?",
            values![slice.limit(), slice.offset()],
        )?;
        let data = rows.iter().map(|row| TeamSurveyTemplate {
            team_template_id: row.text("id").into(),
            name: row.text("name"),
            survey_id: row.text("survey_id").into(),
        });
        let total = total.map_or(0, |row| row.count("total"));
        Ok(context.list_envelope::<ListTeamSurveyTemplates, _>(slice, data.collect(), total))
    }
}

impl Handle for ListSurveyLanguages {
    fn handle_request(self, context: &CallContext) -> Result<List<SurveyLanguage>, ApiError> {
        let slice = context.page_range(&self.query.0);
        let data = slice.take_rows(languages::LANGUAGES.iter()).map(|(id, name, native_name)| SurveyLanguage {
            id: (*id).into(),
            name: (*name).to_owned(),
            native_name: (*native_name).to_owned(),
        });
        Ok(context.list_envelope::<ListSurveyLanguages, _>(slice, data.collect(), languages::LANGUAGES.len() as u64))
    }
}

/// The requested language, or that of the account.
fn requested_language(context: &CallContext, requested: Option<&Id>) -> Result<String, ApiError> {
    if let Some(requested) = requested {
        let (code, ..) = languages::find_language(requested.as_str()).ok_or_else(|| {
            ApiError::with_detail(Error::BadParameters, "`language` must be a code of the survey languages.")
        })?;
        return Ok((*code).to_owned());
    }
    let row =
        first_row(context.sql, "SELECT language FROM users WHERE id = ?", values![context.account.user_id.as_str()])?;
    Ok(row.map(|row| row.text("language")).unwrap_or_default())
}

fn survey_template(context: &CallContext, template: &LibraryTemplate) -> SurveyTemplate {
    SurveyTemplate {
        id: template.id.into(),
        name: template.name.to_owned(),
        title: template.name.to_owned(),
        description: template.description.to_owned(),
        category: template.category.into(),
        available: template.is_available(context.account.plan),
        num_questions: Integer::saturating(template.questions().count() as u64),
        preview_link: format!("{}{TEMPLATES_PATH}{}", context.request.origin, template.id),
    }
}
