//! TABLE. The library: categories, templates and languages of surveys. Left out by the specification.

use super::query::Paging;
use crate::spec::resources::library::{SurveyCategory, SurveyLanguage, SurveyTemplate, TeamSurveyTemplate};
use crate::spec::types::{Id, List};

queries! {
    /// The language of the library.
    LibraryLanguage {
        /// Code of the language; that of the account if not given, which is our choice.
        language: Option<Id>,
    }
    /// Filter of a list of templates.
    TemplateFilter {
        /// Code of the language; that of the account if not given, which is our choice.
        language: Option<Id>,
        /// Id of the category.
        category: Option<Id>,
    }
}

macro_rules! library {
    ($then:ident) => { $then! {
        /// Lists the categories of templates.
        GET "/v3/survey_categories" ListSurveyCategories() as "survey_categories.list"
            query(Paging, LibraryLanguage) needs(LibraryRead) -> 200 List<SurveyCategory>;
        /// Lists the templates that the service offers.
        GET "/v3/survey_templates" ListSurveyTemplates() as "survey_templates.list"
            query(Paging, TemplateFilter) needs(LibraryRead) -> 200 List<SurveyTemplate>;
        /// Lists the team's own templates.
        GET "/v3/team_survey_templates" ListTeamSurveyTemplates() as "team_survey_templates.list"
            query(Paging) needs(LibraryRead) -> 200 List<TeamSurveyTemplate>;
        /// Lists the languages that surveys can be written in. No scope is documented for it.
        GET "/v3/survey_languages" ListSurveyLanguages() as "survey_languages.list"
            query(Paging) needs() -> 200 List<SurveyLanguage>;
    } };
}
library!(endpoints);
